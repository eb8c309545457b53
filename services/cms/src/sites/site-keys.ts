import { isDeepStrictEqual } from 'node:util';
import type { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import {
  endFormerKeys,
  fail,
  findRow,
  hourMs,
  invalidField,
  type KeyEnd,
  prolongFormerKey,
  readPageRows,
  revokeFormerKey,
  revokeKey,
  toPage,
} from '@platform/runtime';
import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { App } from '../app.ts';
import { site_keys, sites } from '../schema.ts';
import { liveSiteKeys, newSiteKey, requireSite, type SiteKeyRow, siteChanged, toSiteKey } from './site.ts';

type Writer = Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'publicReads'>;

interface KeyName {
  site_id: string;
  key_id: string;
}

/**
 * One page of the keys of a site, ended ones too, newest first.
 * @throws AppError `site_not_found`
 */
export async function listSiteKeys(
  { db }: Pick<App, 'db'>,
  site_id: string,
  query: EndpointRequest<typeof cms.endpoints.listSiteKeys>['query'],
) {
  await requireSite(db, site_id);
  const rows = await readPageRows(db, site_keys, { site_id }, query);
  return toPage(rows, query.limit, toSiteKey);
}

/**
 * Makes a new key, which is answered once. The present one of its kind stays valid for `grace_hours`, keys that were
 * already ending keep their end. Without a grace period all of the kind end at once. Keys of the other kind stay.
 * @throws AppError `site_not_found`
 */
export async function rotateSiteKey(
  app: Writer,
  siteId: string,
  { kind, grace_hours }: EndpointRequest<typeof cms.endpoints.rotateSiteKey>['body'],
) {
  return app.db.transaction(async (tx) => {
    // Two rotations at once would leave two current keys; the second waits for the first.
    const row = await findRow(tx, sites, { id: siteId }, 'update');
    if (!row) return fail('site_not_found');
    const now = app.clock.now();
    const before = await liveSiteKeys(tx, siteId, now);
    const ofKind = before.filter((key) => key.kind === kind);
    for (const { id, ...end } of endFormerKeys(ofKind, grace_hours, now))
      await tx.update(site_keys).set(end).where(eq(site_keys.id, id));
    const { site_key, row: key } = newSiteKey(siteId, kind, now);
    await tx.insert(site_keys).values(key);
    await siteChanged(app, tx, row);
    const after = { site_keys: (await liveSiteKeys(tx, siteId, now)).map(toSiteKey) };
    const { application_id } = row;
    await app.audit.record(tx, { before: { site_keys: before.map(toSiteKey) }, after, application_id });
    return { site_key, ...after };
  });
}

/**
 * Sets another end of the grace period of a former key.
 * @throws AppError `site_not_found`, `key_not_found`, `conflict` for the current or a revoked key, `validation_failed` for a time that
 * is over
 */
export async function updateSiteKey(app: Writer, name: KeyName, valid_until: string) {
  const end = new Date(valid_until);
  if (end <= app.clock.now())
    return invalidField('valid_until', 'has to be in the future; to end the key now, revoke it');
  return changeKey(app, name, (key) => prolongFormerKey(key, end));
}

/**
 * Revokes a former key, or any server key, which a site can do without. A repeat changes nothing.
 * @throws AppError `site_not_found`, `key_not_found`, `conflict` for the current public key
 */
export const revokeSiteKey = (app: Writer, name: KeyName) =>
  changeKey(app, name, (key) => {
    const now = app.clock.now();
    return key.kind === 'server' ? revokeKey(key, now) : revokeFormerKey(key, now);
  });

/** Changes the end of a key under the lock of its site. Gateways drop the site at the commit. */
async function changeKey(app: Writer, { site_id, key_id }: KeyName, change: (key: SiteKeyRow) => KeyEnd) {
  return app.db.transaction(async (tx) => {
    const site = await findRow(tx, sites, { id: site_id }, 'update');
    if (!site) return fail('site_not_found');
    const key = await findRow(tx, site_keys, { id: key_id, site_id });
    if (!key) return fail('key_not_found');
    const end = change(key);
    const before = toSiteKey(key);
    const after = toSiteKey({ ...key, ...end });
    await tx
      .update(site_keys)
      .set({ valid_until: end.valid_until, revoked_at: end.revoked_at })
      .where(eq(site_keys.id, key_id));
    if (!isDeepStrictEqual(before, after)) await siteChanged(app, tx, site);
    await app.audit.record(tx, { before, after, application_id: site.application_id });
    return after;
  });
}

/** Records the last use of a key, at most once an hour. Returns whether it wrote the time. */
export async function recordSiteKeyUse({ db, clock }: Pick<App, 'db' | 'clock'>, id: string): Promise<boolean> {
  const now = clock.now();
  const stale = new Date(now.getTime() - hourMs);
  const { last_used_at } = site_keys;
  const written = await db
    .update(site_keys)
    .set({ last_used_at: now })
    .where(and(eq(site_keys.id, id), or(isNull(last_used_at), lte(last_used_at, stale))))
    .returning({ id: site_keys.id });
  return written.length > 0;
}
