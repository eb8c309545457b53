import type { SocialOccasion, social } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { type Database, fail, newId, type Tx } from '@platform/runtime';
import { asc, count, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { applicationOf } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { type BrandRow, lockBrand, requireBrand, requireLiveBrand } from '../brands/brand.ts';
import { toLocalTime } from '../posts/local-time.ts';
import { occasions } from '../schema.ts';
import { commonDays, commonDaysVerifiedAt } from './common-days.ts';
import type { OccasionRow } from './occasion.ts';
import { nextDay } from './yearly.ts';

type Writer = Pick<App, 'db' | 'clock' | 'audit'>;
type View = z.input<typeof SocialOccasion>;
type Creation = EndpointRequest<typeof social.endpoints.createSocialOccasion>['body'];

const maxOccasions = 200;

const toOccasion = (row: OccasionRow, { today, is_own }: { today: string; is_own: boolean }): View => {
  const { id, date, rrule, title, note, url, created_at } = row;
  const shown = { id, date, rrule, title, note, url, is_own, next_date: nextDay(row, today) };
  return { ...shown, created_at: is_own ? created_at.toISOString() : null };
};

const todayOf = ({ timezone }: Pick<BrandRow, 'timezone'>, now: Date): string =>
  toLocalTime(now, timezone).slice(0, 10);

/** Own occasions of a brand and those that come with the platform, in a fixed order. */
export async function readOccasions(
  db: Database | Tx,
  brand: BrandRow,
): Promise<{ row: OccasionRow; is_own: boolean }[]> {
  const ownOccasions = await db
    .select()
    .from(occasions)
    .where(eq(occasions.brand_id, brand.id))
    .orderBy(asc(occasions.id));
  return [
    ...ownOccasions.map((row) => ({ row, is_own: true })),
    ...commonDays(brand).map((row) => ({ row, is_own: false })),
  ];
}

/**
 * The occasions of a brand, the next one first and those that are over last.
 * @throws `brand_not_found`
 */
export async function listOccasions({ db, clock }: Pick<App, 'db' | 'clock'>, brand_id: string) {
  const brand = await requireBrand(db, brand_id);
  const today = todayOf(brand, clock.now());
  const all = (await readOccasions(db, brand)).map(({ row, is_own }) => toOccasion(row, { today, is_own }));
  const last = '9999-12-31';
  const key = ({ next_date, id }: View): string => `${next_date ?? last} ${id}`;
  return {
    verified_at: commonDaysVerifiedAt,
    occasions: all.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)),
  };
}

/**
 * Makes an occasion.
 * @throws `brand_not_found`, `conflict` for a brand with 200
 */
export async function createOccasion(app: Writer, brand_id: string, body: Creation): Promise<View> {
  return app.db.transaction(async (tx) => {
    // The lock of the brand holds the count.
    await lockBrand(tx, brand_id);
    const brand = await requireLiveBrand(tx, brand_id);
    const [occasionCount] = await tx.select({ value: count() }).from(occasions).where(eq(occasions.brand_id, brand_id));
    if ((occasionCount?.value ?? 0) >= maxOccasions)
      fail('conflict', { message: `The brand has ${maxOccasions} occasions, which is the limit: delete one first.` });
    const now = app.clock.now();
    const row: OccasionRow = { id: newId(), brand_id, ...body, created_at: now };
    await tx.insert(occasions).values(row);
    const view = toOccasion(row, { today: todayOf(brand, now), is_own: true });
    await app.audit.record(tx, { before: null, after: view, application_id: brand.application_id });
    return view;
  });
}

/**
 * Deletes an own occasion.
 * @throws `occasion_not_found`
 */
export async function deleteOccasion(app: Writer, id: string): Promise<undefined> {
  await app.db.transaction(async (tx) => {
    const [row] = await tx.delete(occasions).where(eq(occasions.id, id)).returning();
    if (!row) return fail('occasion_not_found');
    const brand = await requireBrand(tx, row.brand_id);
    const before = toOccasion(row, { today: todayOf(brand, app.clock.now()), is_own: true });
    await app.audit.record(tx, { before, after: null, application_id: await applicationOf(tx, row) });
  });
}
