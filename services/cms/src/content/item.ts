import { createHash } from 'node:crypto';
import type {
  Article,
  Banner,
  ChangelogEntry,
  ContentAudit,
  ContentEntry,
  ContentKind,
  Document,
  Download,
  Post,
} from '@platform/contracts';
import { assertVersion, columnsEqual, type Database, fail, findRow, type Tx } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { items, revisions } from '../schema.ts';
import { publicUrl } from '../sites/public-url.ts';
import type { SiteRow } from '../sites/site-row.ts';
import type { Fields } from './kind.ts';

export type ItemRow = typeof items.$inferSelect;
export type RevisionRow = typeof revisions.$inferSelect;

/** An item with its newest revision. */
export interface Draft {
  item: ItemRow;
  revision: RevisionRow;
}

/** Items as their authors see them, by kind. */
export interface ItemShapes {
  post: z.input<typeof Post>;
  article: z.input<typeof Article>;
  document: z.input<typeof Document>;
  download: z.input<typeof Download>;
  changelog_entry: z.input<typeof ChangelogEntry>;
  banner: z.input<typeof Banner>;
}

/** The key of an item: its site, and its kind where the address says it. */
export interface ItemTarget<K extends ContentKind = ContentKind> {
  site_id: string;
  item_id: string;
  kind?: K;
}

/** The author of a change, and the version that it is based on; null for any version. */
export interface Change {
  admin: { email: string };
  if_match: number | null;
}

const isItem = ({ site_id, item_id, kind }: ItemTarget) => columnsEqual(items, { id: item_id, site_id, kind });

/**
 * Locks an item for a change.
 * @throws AppError `content_not_found`, `precondition_failed` with `version` and `updated_by`
 */
export async function lockItem(tx: Tx, target: ItemTarget, if_match: number | null): Promise<ItemRow> {
  const item = await findRow(tx, items, isItem(target), 'update');
  if (!item) return fail('content_not_found');
  assertVersion(if_match, item.lock_version, { updated_by: item.updated_by });
  return item;
}

/** @throws `content_not_found` */
export async function requireItem(db: Database | Tx, target: ItemTarget): Promise<ItemRow> {
  return (await findRow(db, items, isItem(target))) ?? fail('content_not_found');
}

/** @throws `revision_not_found` */
export async function requireRevision(db: Database | Tx, item_id: string, revision: number): Promise<RevisionRow> {
  return (await findRow(db, revisions, { item_id, revision })) ?? fail('revision_not_found');
}

/**
 * An item with its newest revision.
 * @throws `content_not_found`
 */
export async function readDraft(db: Database | Tx, target: ItemTarget): Promise<Draft> {
  const item = await requireItem(db, target);
  return { item, revision: await requireRevision(db, item.id, item.revision) };
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** What every kind of item has in common, as administrators see it. */
export const toState = (site: SiteRow, item: ItemRow) => ({
  id: item.id,
  status: item.status,
  lock_version: item.lock_version,
  revision: item.revision,
  published_revision: item.published_revision,
  scheduled_revision: item.scheduled_revision,
  scheduled_at: iso(item.scheduled_at),
  unpublish_at: iso(item.unpublish_at),
  schedule_error: item.schedule_error,
  translation_of: item.group_id === item.id ? null : item.group_id,
  url: publicUrl(site, item),
  locale: item.locale,
  slug: item.slug,
  created_at: item.created_at.toISOString(),
  updated_at: item.updated_at.toISOString(),
  updated_by: item.updated_by,
});

/** An item of any kind, without the fields of its kind. */
export const toEntry = (site: SiteRow, item: ItemRow): z.input<typeof ContentEntry> => ({
  ...toState(site, item),
  kind: item.kind,
  title: item.title,
  published_at: iso(item.first_published_at),
});

/** The public address of a document, which its token opens. */
export const documentUrl = ({ config }: Pick<App, 'config'>, access_token: string): string =>
  `${config.PUBLIC_API_URL.replace(/\/$/, '')}/v1/cms-documents/${access_token}`;

/**
 * An item with the fields of its newest revision. The fields are those that its kind has parsed; the contract
 * of the endpoint parses the answer.
 */
export function toItem<K extends ContentKind>(
  app: Pick<App, 'config'>,
  site: SiteRow,
  { item, revision }: Draft,
): ItemShapes[K] {
  const state = toState(site, item);
  const fields: Fields = { ...revision.fields };
  if (item.access_token !== null) fields.public_url = documentUrl(app, item.access_token);
  if (item.kind === 'article') Object.assign(fields, { folder_id: item.folder_id, position: item.position });
  if (fields.published_at === null || fields.published_at === undefined)
    fields.published_at = iso(item.first_published_at);
  return { ...fields, ...state } as unknown as ItemShapes[K];
}

/** What the audit log stores of an item: a digest of its fields, and none of its texts. */
const toAudit = (site: SiteRow, { item, revision }: Draft): z.input<typeof ContentAudit> => ({
  ...toEntry(site, item),
  content_hash: createHash('sha256').update(JSON.stringify(revision.fields)).digest('hex'),
});

/** Writes the change of an item into the audit log. Null stands for an item that is not there. */
export const recordChange = (
  { audit }: Pick<App, 'audit'>,
  tx: Tx,
  { site, before, after }: { site: SiteRow; before: Draft | null; after: Draft | null },
): Promise<void> =>
  audit.record(tx, {
    before: before && toAudit(site, before),
    after: after && toAudit(site, after),
    application_id: site.application_id,
  });
