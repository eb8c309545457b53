import type { social } from '@platform/contracts';
import type { AdminContext, EndpointRequest, Page } from '@platform/contracts/kit';
import {
  applyChanges,
  assertVersion,
  fail,
  isUniqueViolation,
  newId,
  readPageRows,
  refuseRole,
  toPage,
} from '@platform/runtime';
import { eq, isNotNull, isNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { cancelScheduled } from '../publishing/cancel-scheduled.ts';
import { brands, variants } from '../schema.ts';
import { type BrandView, lockBrand, requireBrand, requireOwners, toBrand } from './brand.ts';

type Writer = Pick<App, 'db' | 'clock' | 'audit' | 'ask'>;
type Query = EndpointRequest<typeof social.endpoints.listSocialBrands>['query'];
type Creation = EndpointRequest<typeof social.endpoints.createSocialBrand>['body'];
type Changes = EndpointRequest<typeof social.endpoints.updateSocialBrand>['body'];

/** One page of brands, newest first. */
export async function listBrands(
  { db }: Pick<App, 'db'>,
  { limit, cursor, archived }: Query,
): Promise<Page<BrandView>> {
  const isShown = archived === 'true' ? isNotNull(brands.archived_at) : isNull(brands.archived_at);
  const rows = await readPageRows(db, brands, isShown, { limit, cursor });
  return toPage(rows, limit, toBrand);
}

/**
 * A brand.
 * @throws `brand_not_found`
 */
export const getBrand = async ({ db }: Pick<App, 'db'>, id: string): Promise<BrandView> =>
  toBrand(await requireBrand(db, id));

/**
 * Makes a brand.
 * @throws AppError `conflict` for a code that is taken, `application_not_found`, `site_not_found`,
 * `forbidden` for an administrator that leaves the advertising law
 */
export async function createBrand(app: Writer, body: Creation, admin: Pick<AdminContext, 'role'>): Promise<BrandView> {
  if (body.jurisdiction !== 'RU') requireOwnerOfLaw(admin);
  const host = await requireOwners(app, body);
  const now = app.clock.now();
  const fields = {
    ...body,
    id: newId(),
    due_at: now,
    created_at: now,
    updated_at: now,
    link_hosts: linkHosts(body.link_hosts, host),
  };
  try {
    return await app.db.transaction(async (tx) => {
      const [row] = await tx.insert(brands).values(fields).returning();
      if (!row) throw new Error('a brand was not written');
      await app.audit.record(tx, { before: null, after: toBrand(row), application_id: row.application_id });
      return toBrand(row);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'brands_code'))
      fail('conflict', { message: 'Another brand has this code: choose another code.', cause: error });
    throw error;
  }
}

/**
 * No role may bypass the advertising law. Only an owner may set whether the law applies to a brand.
 * @throws `forbidden`
 */
function requireOwnerOfLaw({ role }: Pick<AdminContext, 'role'>): void {
  if (role !== 'owner') refuseRole('owner', role, 'The jurisdiction of a brand');
}

const linkHosts = (given: string[], host: string | null): string[] => (given.length === 0 && host ? [host] : given);

/**
 * Changes a brand; absent fields keep their values.
 * @throws AppError `brand_not_found`, `precondition_failed`, `application_not_found`, `site_not_found`,
 * `forbidden` for an administrator that changes the jurisdiction
 */
export async function updateBrand(
  app: Writer,
  id: string,
  { is_archived, ...changes }: Changes,
  { if_match, admin }: { if_match: number | null; admin: Pick<AdminContext, 'role'> },
): Promise<BrandView> {
  const host = await requireOwners(app, changes);
  return app.db.transaction(async (tx) => {
    const before = await lockBrand(tx, id);
    assertVersion(if_match, before.version);
    if (changes.jurisdiction !== undefined && changes.jurisdiction !== before.jurisdiction) requireOwnerOfLaw(admin);
    const link_hosts = linkHosts(changes.link_hosts ?? before.link_hosts, host);
    const archived_at = is_archived === false ? null : before.archived_at;
    const { row, isChanged } = applyChanges(before, { ...changes, link_hosts, archived_at }, app.clock.now());
    if (isChanged) await tx.update(brands).set(row).where(eq(brands.id, id));
    await app.audit.record(tx, { before: toBrand(before), after: toBrand(row), application_id: row.application_id });
    return toBrand(row);
  });
}

/**
 * Archives a brand: it publishes nothing more.
 * @throws `brand_not_found`, `precondition_failed`
 */
export async function archiveBrand(app: Writer, id: string, if_match: number | null): Promise<BrandView> {
  return app.db.transaction(async (tx) => {
    const before = await lockBrand(tx, id);
    assertVersion(if_match, before.version);
    const now = app.clock.now();
    const { row, isChanged } = applyChanges(before, { archived_at: before.archived_at ?? now }, now);
    if (isChanged) await tx.update(brands).set(row).where(eq(brands.id, id));
    await cancelScheduled(tx, eq(variants.brand_id, id), now);
    await app.audit.record(tx, { before: toBrand(before), after: toBrand(row), application_id: row.application_id });
    return toBrand(row);
  });
}
