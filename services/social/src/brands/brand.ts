import { catalog, cms, type SocialBrand } from '@platform/contracts';
import { type Database, fail, findRow, requireFound, requireOpen, type Tx, withIsoTimes } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { brands } from '../schema.ts';

export type BrandRow = typeof brands.$inferSelect;
export type BrandView = z.input<typeof SocialBrand>;

/** A brand as administrators see it. */
export const toBrand = ({ archived_at, ...row }: BrandRow): BrandView => ({
  ...withIsoTimes(row),
  is_archived: archived_at !== null,
});

/**
 * The brand.
 * @throws `brand_not_found`
 */
export async function requireBrand(db: Database | Tx, id: string): Promise<BrandRow> {
  return (await findRow(db, brands, { id })) ?? fail('brand_not_found');
}

/**
 * The brand, locked to the end of the transaction.
 * @throws `brand_not_found`
 */
export async function lockBrand(tx: Tx, id: string): Promise<BrandRow> {
  return (await findRow(tx, brands, { id }, 'update')) ?? fail('brand_not_found');
}

/**
 * The brand, which has to be live.
 * @throws `brand_not_found` for an archived one
 */
export async function requireLiveBrand(db: Database | Tx, id: string): Promise<BrandRow> {
  const row = await requireBrand(db, id);
  return row.archived_at === null ? row : fail('brand_not_found');
}

/**
 * Asserts that the application and the site of a brand are there, and that the application is not archived. Not to be called in a transaction.
 * @returns the host of the site; null where it has none
 * @throws AppError `application_not_found`, `site_not_found`, `conflict` for an archived application
 */
export async function requireOwners(
  { ask }: Pick<App, 'ask'>,
  { application_id, site_id }: { application_id?: string | null | undefined; site_id?: string | null | undefined },
): Promise<string | null> {
  if (application_id)
    requireOpen(requireFound(await ask(catalog.queries.getApplicationFacts, { application_id }), 'application'));
  if (!site_id) return null;
  const site = requireFound(await ask(cms.queries.describeSite, { id: site_id }), 'site');
  return URL.parse(site.website_url ?? '')?.hostname ?? null;
}
