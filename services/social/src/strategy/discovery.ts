import { isDeepStrictEqual } from 'node:util';
import type { DiscoveryAnswers, SocialDiscovery } from '@platform/contracts';
import { assertVersion, type Database, findRow, type Tx } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { lockBrand, requireBrand, requireLiveBrand } from '../brands/brand.ts';
import { discoveries } from '../schema.ts';
import { completenessOf } from './completeness.ts';

type Row = typeof discoveries.$inferSelect;
type Shown = z.input<typeof SocialDiscovery>;

const nothing: DiscoveryAnswers = {
  product: '',
  audience: [],
  goals: [],
  offers: [],
  competitors: [],
  proofs: [],
  taboos: [],
  faq: [],
};

const toDiscovery = (brand_id: string, row: Row | undefined): Shown => {
  const answers = row?.answers ?? nothing;
  return {
    brand_id,
    answers,
    ...completenessOf(answers),
    version: row?.version ?? 0,
    updated_at: row?.updated_at.toISOString() ?? null,
  };
};

/** What a brand says of itself; nothing before it said something. */
export async function readAnswers(db: Database | Tx, brand_id: string): Promise<DiscoveryAnswers> {
  const row = await findRow(db, discoveries, { brand_id });
  return row?.answers ?? nothing;
}

/**
 * What a brand says of itself.
 * @throws `brand_not_found`
 */
export async function getDiscovery({ db }: Pick<App, 'db'>, brand_id: string): Promise<Shown> {
  await requireBrand(db, brand_id);
  const row = await findRow(db, discoveries, { brand_id });
  return toDiscovery(brand_id, row);
}

/**
 * Replaces what a brand says of itself.
 * @throws `brand_not_found`, `precondition_failed`
 */
export async function putDiscovery(
  app: Pick<App, 'db' | 'clock' | 'audit'>,
  brand_id: string,
  answers: DiscoveryAnswers,
  if_match: number | null,
): Promise<Shown> {
  return app.db.transaction(async (tx) => {
    // The lock of the brand orders the changes, also before there is a row.
    await lockBrand(tx, brand_id);
    const brand = await requireLiveBrand(tx, brand_id);
    const before = await findRow(tx, discoveries, { brand_id });
    assertVersion(if_match, before?.version ?? 0);
    const isSame = before !== undefined && isDeepStrictEqual(before.answers, answers);
    const set = { answers, version: (before?.version ?? 0) + 1, updated_at: app.clock.now() };
    const row = isSame ? before : { brand_id, ...set };
    if (!isSame) await tx.insert(discoveries).values(row).onConflictDoUpdate({ target: discoveries.brand_id, set });
    const after = toDiscovery(brand_id, row);
    const views = { before: before ? toDiscovery(brand_id, before) : null, after };
    await app.audit.record(tx, { ...views, application_id: brand.application_id });
    return after;
  });
}
