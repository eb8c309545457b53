import { isDeepStrictEqual } from 'node:util';
import { cursorNumber, defineCursor, fail, type PageQuery, toPage } from '@platform/runtime';
import { createTwoFilesPatch } from 'diff';
import { and, desc, eq, getTableColumns, isNull, lt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { revisions } from '../schema.ts';
import { requireSite } from '../sites/site.ts';
import { findDraftWarnings } from './draft-warnings.ts';
import {
  type Change,
  type ItemTarget,
  lockItem,
  type RevisionRow,
  recordChange,
  requireItem,
  requireRevision,
  toEntry,
} from './item.ts';
import type { Fields, Kind } from './kind.ts';
import { kinds } from './kinds.ts';
import { requireReferences, trackUsages } from './references.ts';
import { restorableFields } from './restorable-fields.ts';
import { withUniqueErrors, writeItem } from './save-item.ts';
import { requireFreeAddress, requireFreeSlug } from './slug.ts';

type RestoreParts = Pick<App, 'db' | 'clock' | 'audit' | 'renderer' | 'log' | 'config'>;
type RevisionHead = Omit<RevisionRow, 'fields'>;

const toRevision = ({ revision, author, note, created_at }: RevisionHead, published: number | null) => ({
  revision,
  author,
  note,
  created_at: created_at.toISOString(),
  is_published: revision === published,
});

const revisionCursor = defineCursor([cursorNumber(999_999_999)]);

/**
 * The revisions of an item, newest first.
 * @throws `content_not_found`
 */
export async function listRevisions({ db }: Pick<App, 'db'>, target: ItemTarget, page: PageQuery) {
  const item = await requireItem(db, target);
  const before = revisionCursor.parse(page.cursor);
  const { fields: _, ...head } = getTableColumns(revisions);
  const rows = await db
    .select(head)
    .from(revisions)
    .where(
      and(
        eq(revisions.item_id, item.id),
        isNull(revisions.superseded_at),
        before === null ? undefined : lt(revisions.revision, before[0]),
      ),
    )
    .orderBy(desc(revisions.revision))
    .limit(page.limit + 1);
  const toView = (row: RevisionHead) => toRevision(row, item.published_revision);
  return toPage(rows, page.limit, toView, ({ revision }) => revisionCursor.print([revision]));
}

/** @throws `content_not_found`, `revision_not_found` */
export async function getRevision({ db }: Pick<App, 'db'>, target: ItemTarget, number: number) {
  const item = await requireItem(db, target);
  const row = await requireRevision(db, item.id, number);
  return { ...toRevision(row, item.published_revision), fields: { slug: row.slug, ...row.fields } };
}

/**
 * What differs between a revision and another one, the one before when `against` is absent. The first one is
 * compared with nothing.
 * @throws `content_not_found`, `revision_not_found`
 */
export async function diffRevisions(
  { db }: Pick<App, 'db'>,
  target: ItemTarget,
  number: number,
  against: number | undefined,
) {
  const item = await requireItem(db, target);
  const after = await requireRevision(db, item.id, number);
  const before =
    against !== undefined
      ? await requireRevision(db, item.id, against)
      : ((await db
          .select()
          .from(revisions)
          .where(and(eq(revisions.item_id, item.id), lt(revisions.revision, number), isNull(revisions.superseded_at)))
          .orderBy(desc(revisions.revision))
          .limit(1)
          .then(([row]) => row)) ?? null);
  const [old, now] = [allFields(before), allFields(after)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => field !== 'body' && !isDeepStrictEqual(old[field], now[field]))
    .map((field) => ({ field, before: old[field], after: now[field] }));
  return { fields, body_patch: patchOf(old.body, now.body, before?.revision ?? 0, number) };
}

const allFields = (row: RevisionRow | null): Record<string, unknown> => (row ? { slug: row.slug, ...row.fields } : {});

/** Milliseconds that a comparison may take; two long texts that share nothing take the longest. */
const diffTimeoutMs = 200;

function patchOf(before: unknown, after: unknown, from: number, to: number): string | null {
  const [old, now] = [before, after].map((body) => (typeof body === 'string' ? body : ''));
  if (old === now) return null;
  const name = (number: number) => `revision ${number}`;
  const patch = createTwoFilesPatch(name(from), name(to), old ?? '', now ?? '', undefined, undefined, {
    context: 3,
    timeout: diffTimeoutMs,
  });
  return patch ?? `--- ${name(from)}\n+++ ${name(to)}\n(too different to be compared)\n`;
}

/**
 * Makes the fields of an earlier revision the draft again, as a new revision. Readers see nothing of it until
 * it is published. What it named and was deleted since is left out.
 * @returns the item, with what was left out and the warnings of the draft
 * @throws AppError `content_not_found`, `precondition_failed`, `revision_not_found`, `invalid_transition` for
 * an archived item, `slug_taken`, and `asset_not_found` where the deleted file is all that the item has
 */
export async function restoreRevision(app: RestoreParts, target: ItemTarget, number: number, change: Change) {
  const { item, lost } = await restoreFields(app, target, number, change);
  const ofDraft = await findDraftWarnings(app, target);
  return { ...item, warnings: [...lost, ...(ofDraft ?? [])] };
}

async function restoreFields(app: RestoreParts, target: ItemTarget, number: number, { admin, if_match }: Change) {
  const site = await requireSite(app.db, target.site_id);
  return withUniqueErrors(() =>
    app.db.transaction(async (tx) => {
      const item = await lockItem(tx, target, if_match);
      if (item.status === 'archived')
        return fail('invalid_transition', { fields: { status: item.status, allowed: ['unarchive'] } });
      const current = await requireRevision(tx, item.id, item.revision);
      const { slug, fields: restored } = await requireRevision(tx, item.id, number);
      const kind = kinds[item.kind];
      const { fields: restorable, lost } = await restorableFields(tx, item, restored);
      const fields = restoredFields(kind, current.fields, restorable);
      // A former image of a banner may be another file: the publication warns.
      await requireReferences(tx, item.site_id, { ...kind.referencesOf(fields), imageFields: [] }, fields);
      if (slug !== item.slug) {
        await requireFreeSlug(tx, item, slug, item.id);
        await requireFreeAddress(tx, site, item, { slug, itemId: item.id, isPublished: false });
      }
      const now = app.clock.now();
      const revision = {
        item_id: item.id,
        revision: item.revision + 1,
        slug,
        fields,
        author: admin.email,
        note: `restored from ${number}`,
        was_published: false,
        created_at: now,
        autosaved_since: null,
        superseded_at: null,
      };
      await tx.insert(revisions).values(revision);
      const changed = await writeItem(tx, item, {
        revision: revision.revision,
        slug,
        title: kind.titleOf(fields),
        unique_key: kind.uniqueKeyOf?.(fields) ?? null,
        updated_at: now,
        updated_by: admin.email,
      });
      await trackUsages(tx, changed);
      await recordChange(app, tx, { site, before: { item, revision: current }, after: { item: changed, revision } });
      return { item: toEntry(site, changed), lost };
    }),
  );
}

/** Fields that follow from others do so here too: the version of a restored text is a new one. */
function restoredFields(kind: Kind, before: Fields, restored: Fields): Fields {
  const changed = new Set(Object.keys(restored).filter((name) => !isDeepStrictEqual(restored[name], before[name])));
  if (!kind.revise || changed.size === 0) return restored;
  const isText = restored.source_type === 'text' && before.source_type === 'text';
  const withVersion = isText && 'version' in restored ? { ...restored, version: before.version } : restored;
  changed.delete('version');
  return kind.revise(before, withVersion, changed);
}
