import { isDeepStrictEqual } from 'node:util';
import { type ConfigDefinition, catalog, type FeatureDefinition, type SettingVersion } from '@platform/contracts';
import type { Page } from '@platform/contracts/kit';
import {
  afterCommit,
  assertVersion,
  type Database,
  fail,
  findRow,
  newId,
  type PageQuery,
  pageWithinBytes,
  readCursor,
  requireOpen,
  rowsWithinBytes,
  type Tx,
  toPage,
} from '@platform/runtime';
import { and, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireApplication } from '../applications/application.ts';
import { applications, entitlements, setting_versions, settings, settings_revisions } from '../schema.ts';

export type Kind = 'config' | 'feature';
export type Definition<K extends Kind> = K extends 'config' ? ConfigDefinition : FeatureDefinition;
type SettingRow = typeof settings.$inferSelect;

/** A setting that is there, with the definition of its kind. */
export type LiveSetting<K extends Kind> = Omit<SettingRow, 'definition'> & { definition: Definition<K> };

export interface SettingTarget<K extends Kind = Kind> {
  application_id: string;
  kind: K;
  key: string;
}

/** The author of a change, and the version that it is based on; null for any version. */
export interface Change {
  admin: { id: string; email: string };
  if_match: number | null;
}

/** What a change of settings needs: the cached settings of this process are invalidated at its commit. */
export type SettingsWriter = Pick<App, 'db' | 'clock' | 'emit' | 'audit' | 'settings'>;

/** The code of a setting that is not there, by its kind. */
export type SettingNotFound = (typeof settingNotFound)[Kind];

export const settingNotFound = { config: 'config_parameter_not_found', feature: 'feature_not_found' } as const;

/** @throws `application_not_found`, `config_parameter_not_found` or `feature_not_found` */
export async function readSetting<K extends Kind>(
  { db }: Pick<App, 'db'>,
  target: SettingTarget<K>,
): Promise<LiveSetting<K>> {
  const row = await find(db, target);
  if (isLive(row, target.kind)) return row;
  await requireApplication(db, target.application_id);
  return fail<SettingNotFound>(settingNotFound[target.kind]);
}

/**
 * The settings of a kind, newest first.
 * @throws `application_not_found`
 */
export async function listSettings<K extends Kind, T>(
  { db }: Pick<App, 'db'>,
  { application_id, kind }: Omit<SettingTarget<K>, 'key'>,
  page: PageQuery,
  shape: (row: LiveSetting<K>) => T,
): Promise<Page<T>> {
  const after = readCursor(page.cursor);
  await requireApplication(db, application_id);
  const isShown = and(
    eq(settings.application_id, application_id),
    eq(settings.kind, kind),
    isNotNull(settings.definition),
    after === null ? undefined : lt(settings.id, after),
  );
  return pageWithinBytes({
    limit: page.limit,
    sizes: db
      .select({ id: settings.id, bytes: sql<number>`octet_length(${settings.definition}::text)` })
      .from(settings)
      .where(isShown)
      .orderBy(desc(settings.id))
      .limit(page.limit + 1),
    read: async (ids) => {
      const rows = await db.select().from(settings).where(inArray(settings.id, ids));
      return rows.filter((row) => isLive(row, kind));
    },
    shape,
  });
}

/** A change of a setting: its author, the version that it is based on, and the new value. */
export interface SettingChange<K extends Kind> extends Change {
  next: (present: Definition<K> | null) => Definition<K> | null;
  shape: (row: LiveSetting<K>) => object;
  /** An earlier version comes back as it was. */
  isRollback?: boolean;
}

/**
 * Writes a setting as its next version, removes it with null, or leaves it alone when nothing would change.
 * All changes of an application's settings come one after another; each is a version, a revision of the
 * application and one `settings.updated`.
 * @param change.next computes the new value from the present one; it may throw
 * @param change.shape the form for authors, for the audit log
 * @throws AppError `application_not_found`, `conflict` for a new setting of an archived application, and for a code that
 * a setting of the other kind has, `entitlement_not_found` for a code that a rule names and that the application lacks,
 * `precondition_failed` when it is not the version that the change is based on
 */
export async function changeSetting<K extends Kind>(
  app: SettingsWriter,
  target: SettingTarget<K>,
  { admin, if_match, next, shape, isRollback = false }: SettingChange<K>,
): Promise<LiveSetting<K> | null> {
  return app.db.transaction(async (tx) => {
    const application = await holdApplication(tx, target.application_id);
    const row = await find(tx, target);
    const present = isLive(row, target.kind) ? row : null;
    assertVersion(if_match, present?.version);
    const definition = next(present?.definition ?? null);
    if (present === null) requireOpen(application);
    if (present === null && definition !== null) await requireFreeName(tx, target);
    if (!isRollback) await requireEntitlementsOf(tx, target.application_id, definition, present?.definition ?? null);
    const before = present && shape(present);
    if (isDeepStrictEqual(definition, present?.definition ?? null)) {
      await app.audit.record(tx, { before, after: before });
      return present;
    }

    const now = app.clock.now();
    const nextRow = {
      id: row?.id ?? newId(),
      ...target,
      version: (row?.version ?? 0) + 1,
      definition,
      created_at: present?.created_at ?? now,
      updated_at: now,
    };
    await tx.insert(settings).values(nextRow).onConflictDoUpdate({ target: settings.id, set: nextRow });
    await tx.insert(setting_versions).values({
      id: newId(),
      setting_id: nextRow.id,
      version: nextRow.version,
      definition,
      admin_id: admin.id,
      admin_email: admin.email,
      created_at: now,
    });
    await nextRevision(app, tx, target.application_id, now);
    const live = isLive(nextRow, target.kind) ? nextRow : null;
    await app.audit.record(tx, { before, after: live && shape(live) });
    return live;
  });
}

/** A flag and a parameter of one code would answer as one in OpenFeature. */
async function requireFreeName(tx: Tx, { application_id, kind, key }: SettingTarget): Promise<void> {
  const other = kind === 'feature' ? 'config' : 'feature';
  const row = await findRow(tx, settings, { application_id, kind: other, key });
  if (row?.definition) fail('conflict', { message: `A ${nouns[other]} has the code ${key}. Choose another one.` });
}

const nouns = { feature: 'feature flag', config: 'remote parameter' } as const;

const codesOf = (definition: object | null): string[] =>
  ((definition as { rules?: { entitlement_codes?: string[] }[] } | null)?.rules ?? []).flatMap(
    ({ entitlement_codes = [] }) => entitlement_codes,
  );

/** A code that no entitlement has matches no user. What the present definition names stays. */
async function requireEntitlementsOf(
  tx: Tx,
  application_id: string,
  definition: object | null,
  present: object | null,
): Promise<void> {
  const presentCodes = codesOf(present);
  const codes = codesOf(definition).filter((code) => !presentCodes.includes(code));
  if (codes.length === 0) return;
  const rows = await tx
    .select({ code: entitlements.code })
    .from(entitlements)
    .where(and(eq(entitlements.application_id, application_id), inArray(entitlements.code, codes)));
  const unknown = codes.find((code) => !rows.some((row) => row.code === code));
  if (unknown) fail('entitlement_not_found', { message: `There is no entitlement ${unknown}.` });
}

/**
 * Brings an earlier version back, as a new one.
 * @throws AppError `application_not_found`, `setting_version_not_found`, `precondition_failed`,
 *   `config_parameter_not_found`, `feature_not_found`
 */
export async function rollBackSetting<K extends Kind>(
  app: SettingsWriter,
  target: SettingTarget<K>,
  { version, ...change }: Omit<SettingChange<K>, 'next'> & { version: number },
): Promise<LiveSetting<K>> {
  const row = await find(app.db, target);
  if (!row) return readSetting(app, target);
  const [earlierVersion] = await app.db
    .select({ definition: setting_versions.definition })
    .from(setting_versions)
    .where(and(eq(setting_versions.setting_id, row.id), eq(setting_versions.version, version)));
  const definition = earlierVersion?.definition as Definition<K> | null | undefined;
  if (!definition) return fail('setting_version_not_found');
  return (
    (await changeSetting(app, target, { ...change, next: () => definition, isRollback: true })) ??
    fail('internal_error')
  );
}

/** Versions with time and author, newest first; also of a removed setting. */
export async function listSettingVersions(
  { db }: Pick<App, 'db'>,
  target: SettingTarget,
  page: PageQuery,
): Promise<Page<z.input<typeof SettingVersion>>> {
  const after = readCursor(page.cursor);
  const row = await find(db, target);
  if (!row) {
    await requireApplication(db, target.application_id);
    return fail<SettingNotFound>(settingNotFound[target.kind]);
  }
  const sizes = await db
    .select({
      id: setting_versions.id,
      bytes: sql<number>`coalesce(octet_length(${setting_versions.definition}::text), 0)`,
    })
    .from(setting_versions)
    .where(and(eq(setting_versions.setting_id, row.id), after === null ? undefined : lt(setting_versions.id, after)))
    .orderBy(desc(setting_versions.id))
    .limit(page.limit + 1);
  // One more than the page: the last diff needs the version before it.
  const count = rowsWithinBytes(sizes, page.limit).ids.length + 1;
  const readVersions = (ids: string[]) =>
    db.select().from(setting_versions).where(inArray(setting_versions.id, ids)).orderBy(desc(setting_versions.id));
  const rows = sizes.length === 0 ? [] : await readVersions(sizes.slice(0, count).map(({ id }) => id));
  const before = new Map(rows.map(({ version, definition }) => [version + 1, definition]));
  return toPage(rows, count - 1, (version) => ({
    version: version.version,
    is_deleted: version.definition === null,
    changes: differences(before.get(version.version) ?? null, version.definition),
    definition: version.definition === null ? null : { ...version.definition },
    changed_by: { id: version.admin_id, email: version.admin_email },
    changed_at: version.created_at.toISOString(),
  }));
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields in which two definitions differ. */
export function differences(before: object | null, after: object | null) {
  const [oldFields, now] = [(before ?? {}) as Fields, (after ?? {}) as Fields];
  return [...new Set([...Object.keys(oldFields), ...Object.keys(now)])]
    .filter((field) => !isDeepStrictEqual(oldFields[field], now[field]))
    .map((field) => ({ field, before: oldFields[field], after: now[field] }));
}

/**
 * Makes every other change of the application's settings wait.
 * @throws `application_not_found`
 */
async function holdApplication(tx: Tx, id: string): Promise<{ code: string; status: string }> {
  const rows = await tx
    .select({ code: applications.code, status: applications.status })
    .from(applications)
    .where(eq(applications.id, id))
    .for('no key update');
  return rows[0] ?? fail('application_not_found');
}

async function find(db: Pick<Database, 'select'>, { application_id, kind, key }: SettingTarget) {
  const row = await findRow(db, settings, { application_id, kind, key });
  return row;
}

const isLive = <K extends Kind>(row: SettingRow | undefined, kind: K): row is LiveSetting<K> & SettingRow =>
  row !== undefined && row.kind === kind && row.definition !== null;

async function nextRevision(
  app: Pick<App, 'emit' | 'settings'>,
  tx: Tx,
  application_id: string,
  now: Date,
): Promise<void> {
  const [row] = await tx
    .insert(settings_revisions)
    .values({ application_id, revision: 1, changed_at: now })
    .onConflictDoUpdate({
      target: settings_revisions.application_id,
      set: { revision: sql`${settings_revisions.revision} + 1`, changed_at: now },
    })
    .returning({ revision: settings_revisions.revision });
  const about = { application_id, occurred_at: now };
  await app.emit(tx, catalog.events.settingsUpdated, { application_id, revision: row?.revision ?? 0 }, about);
  afterCommit(tx, () => app.settings.invalidate(application_id));
}
