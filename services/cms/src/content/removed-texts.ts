import { deleteInSteps, type Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { removed_texts } from '../schema.ts';
import { publicUrl } from '../sites/public-url.ts';
import type { SiteRow } from '../sites/site-row.ts';
import type { ItemRow } from './item.ts';

/** How long a removed text is listed. */
export const removedTextDays = 90;
const dayMs = 86_400_000;

type Scope = Pick<ItemRow, 'site_id' | 'kind' | 'locale'>;

/**
 * Records that readers do not find a text at its slug any more, with the address that it had: it was withdrawn, or it
 * was renamed.
 */
export async function recordRemoval(
  tx: Tx,
  site: SiteRow,
  { item: { site_id, kind, locale }, slug, now }: { item: Scope; slug: string; now: Date },
): Promise<void> {
  const { site_id: ofSite, kind: ofKind, locale: inLocale, slug: atSlug } = removed_texts;
  const change = { url: publicUrl(site, { kind, locale, slug }), removed_at: now };
  await tx
    .insert(removed_texts)
    .values({ site_id, kind, locale, slug, ...change })
    .onConflictDoUpdate({ target: [ofSite, ofKind, inLocale, atSlug], set: change });
}

/** Records that readers find a text at its slug. */
export async function recordReturn(tx: Tx, { site_id, kind, locale }: Scope, slug: string): Promise<void> {
  const isThis = and(
    eq(removed_texts.site_id, site_id),
    eq(removed_texts.kind, kind),
    eq(removed_texts.locale, locale),
    eq(removed_texts.slug, slug),
  );
  await tx.delete(removed_texts).where(isThis);
}

/** The earliest moment whose removals are all listed. */
export const removalsSince = (now: Date): Date => new Date(now.getTime() - removedTextDays * dayMs);

/** Deletes tombstones that are no longer listed, in steps. */
export const dropRemovedTexts = ({ pool, clock }: Pick<App, 'pool' | 'clock'>) =>
  deleteInSteps(pool, {
    table: 'cms.removed_texts',
    condition: 'removed_at < $1',
    values: [removalsSince(clock.now())],
  });
