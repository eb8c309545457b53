import { slugPattern } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import { fail, findRow, invalidField, isAppError, type Tx } from '@platform/runtime';
import { and, eq, inArray, like } from 'drizzle-orm';
import type { ItemRow } from '../content/item.ts';
import type { Fields } from '../content/kind.ts';
import { kinds } from '../content/kinds.ts';
import { numberedSlug, slugOf } from '../content/make-slug.ts';
import { isImage } from '../content/references.ts';
import { assertSchedule } from '../content/schedule-item.ts';
import { beginningOf, firstFree } from '../content/slug.ts';
import { isDatedAfter } from '../content/stated-date.ts';
import { assetPath } from '../public/public-image.ts';
import { assets, items } from '../schema.ts';
import { localesSharing, publicPath } from '../sites/public-url.ts';
import { planOldPaths, writeOldPaths } from './apply-redirect.ts';
import type { Note, SourceFields, SourceItem } from './entry.ts';
import { importTargets, replaceImportAddresses } from './import-address.ts';
import { parseFields } from './item-fields.ts';
import { takeImages } from './take-images.ts';
import { findSource, hashOf, type ImportWork, type Plan, planUnchanged, resolve, skip, writeSource } from './work.ts';
import { type ItemForm, prepareForms, type WantedItem, writeItemForms } from './write-item-forms.ts';

/**
 * An item of any kind: a new one, or the next revision of one without an edit since the last import. What it
 * names was taken before it.
 * @throws AppError for fields that its kind refuses
 */
export async function applyItem(work: ImportWork, entry: SourceItem): Promise<Plan> {
  const { app, row, site } = work;
  const { kind, source_id } = entry;
  const importedSource = await findSource(work, kind, source_id);
  const hash = hashOf(row, entry);
  const present = importedSource && (await itemOf(work, importedSource.object_id));
  if (importedSource?.content_hash === null && present) return adoptOwn(work, entry, present);
  const finalPlan =
    importedSource &&
    planUnchanged(importedSource, hash, present && { version: present.lock_version, status: present.status });
  if (finalPlan) return finalPlan;

  const warnings = [...entry.warnings];
  const { locale, isKnown } = localeOf(work, entry.locale);
  if (!isKnown)
    warnings.push({
      code: 'locale_lost',
      message: `Its language ${entry.locale} is not one of the site: it arrives as a draft in ${locale}.`,
    });
  const now = app.clock.now();
  const shown = work.source.is_own
    ? withoutDateAhead(entry, now, warnings)
    : asShownThere(entry, now, isKnown, warnings);
  const id = importedSource?.object_id ?? work.planned.get(`${kind} ${source_id}`) ?? fail('internal_error');
  const forms = await readForms(work, shown, { id, locale, present: present ?? null }, warnings);
  const folder_id = kind === 'article' ? await resolve(work, 'folder', entry.folder) : null;
  if (kind === 'article' && entry.folder !== null && folder_id === null)
    warnings.push({ code: 'reference_lost', message: 'Its folder was not imported: it is at the top level.' });
  const schedule = readSchedule(shown, now, warnings);
  const wantedItem: WantedItem = {
    id,
    kind,
    locale,
    folder_id,
    position: entry.position,
    forms,
    by: row.created_by,
    group_id: await groupOf(work, entry, locale, warnings),
    ...schedule,
    first_published_at: momentOf(shown.first_published_at, 'first_published_at'),
  };
  assertPublishable(wantedItem);
  await requireFreeKey(work, wantedItem);
  const path = publicPath(site, { kind, locale, slug: forms.draft.slug });
  const redirects = await planOldPaths(work, entry.old_paths, path, warnings);
  const plan: Plan = { outcome: present ? 'updated' : 'created', object_id: id, reason: null, warnings };
  if (row.dry_run) return plan;
  const rendered = await prepareForms(app, site, wantedItem);
  return {
    ...plan,
    write: async (tx) => {
      const written = await writeItemForms(app, tx, { site, wantedItem, rendered, expected: present ?? null });
      await writeOldPaths(tx, work, redirects);
      await rememberItem(tx, work, { kind, source_id, hash, written });
    },
  };
}

const rememberItem = (
  tx: Tx,
  work: ImportWork,
  { kind, source_id, hash, written }: { kind: string; source_id: string; hash: string; written: ItemRow },
) =>
  writeSource(tx, work, {
    kind,
    source_id,
    object_id: written.id,
    content_hash: hash,
    written_version: written.lock_version,
    written_status: written.status,
  });

/** An item of this very site, whose export comes back. */
function adoptOwn(work: ImportWork, { kind, source_id }: SourceItem, { id }: ItemRow): Plan {
  const write = (tx: Tx) => writeSource(tx, work, { kind, source_id, object_id: id, content_hash: 'adopted' });
  return { ...skip(id, 'exists', 'It is an item of this site.'), write };
}

async function itemOf({ app, site }: ImportWork, id: string): Promise<ItemRow | null> {
  const row = await findRow(app.db, items, { id, site_id: site.id });
  return row ?? null;
}

/**
 * The language of an item. That of an export is one of the site; another system may name one by its base alone.
 * @throws AppError `validation_failed` for an export with another language
 */
function localeOf({ site, source }: ImportWork, named: string | null): { locale: string; isKnown: boolean } {
  const locale = named ?? site.default_locale;
  if (site.locales.includes(locale)) return { locale, isKnown: true };
  if (source.is_own) return invalidField('locale', `is ${locale}, which is not a language of the site`);
  const base = (name: string) => name.toLowerCase().split(/[-_]/, 1)[0];
  const near = site.locales.find((one) => base(one) === base(locale));
  return { locale: near ?? site.default_locale, isKnown: near !== undefined };
}

/**
 * An item of another system as its readers see it at this moment: one with a date ahead waits for it, one whose time is
 * over is a draft. Pure except for `warnings`.
 */
export function asShownThere(entry: SourceItem, now: Date, isKnownLocale: boolean, warnings: Note[]): SourceItem {
  const isPublic = entry.status === 'published' || entry.status === 'scheduled';
  const draft: SourceItem = {
    ...entry,
    status: isPublic ? 'draft' : entry.status,
    scheduled_at: null,
    unpublish_at: null,
    first_published_at: null,
  };
  const isAhead = (text: unknown): text is string => typeof text === 'string' && new Date(text) > now;
  const published_at = entry.draft.fields.published_at;
  // A date ahead would be shown as the date of a text that a person publishes before it.
  const undated = (item: SourceItem): SourceItem =>
    isAhead(published_at)
      ? { ...item, draft: { ...item.draft, fields: { ...item.draft.fields, published_at: null } } }
      : item;
  if (!isPublic || !isKnownLocale) return undated(draft);
  if (entry.unpublish_at !== null && new Date(entry.unpublish_at) <= now) {
    warnings.push({ code: 'not_public', message: `Its time ended at ${entry.unpublish_at}: it arrives as a draft.` });
    return undated(draft);
  }
  const begins = entry.status === 'scheduled' ? entry.scheduled_at : (entry.first_published_at ?? published_at);
  if (entry.status === 'published' && isAhead(begins))
    return undated({ ...entry, status: 'scheduled', scheduled_at: begins, first_published_at: null });
  return undated(entry);
}

/** A text of an export with a publication time ahead is a draft here: a person decides when readers get it. */
function withoutDateAhead(entry: SourceItem, now: Date, warnings: Note[]): SourceItem {
  const { fields } = entry.published ?? entry.draft;
  if (entry.status !== 'published' || !isDatedAfter(fields, now)) return entry;
  warnings.push({
    code: 'not_public',
    message: `Its published_at is in the future (${String(fields.published_at)}): it arrives as a draft.`,
  });
  return { ...entry, status: 'draft', scheduled_at: null, unpublish_at: null };
}

/**
 * The status of an item and its moments, by the rules of a schedule that is made by hand. What could not be scheduled is
 * a draft, with a warning that says the time.
 * @throws AppError `validation_failed` for an end that is no moment
 */
export function readSchedule(
  entry: Pick<SourceItem, 'status' | 'scheduled_at' | 'unpublish_at'>,
  now: Date,
  warnings: Note[],
): Pick<WantedItem, 'status' | 'scheduled_at' | 'unpublish_at'> {
  const { status } = entry;
  // A draft never publishes itself.
  if (status === 'draft' || status === 'archived') return { status, scheduled_at: null, unpublish_at: null };
  const unpublish_at = momentOf(entry.unpublish_at, 'unpublish_at');
  const time = entry.scheduled_at === null ? null : new Date(entry.scheduled_at);
  if (time === null && status === 'published') return { status, scheduled_at: null, unpublish_at };
  const fault = time === null ? 'is missing' : faultOfSchedule({ scheduled_at: time, unpublish_at }, now);
  if (time !== null && fault === null) return { status, scheduled_at: time, unpublish_at };
  const stays = status === 'scheduled' ? 'it arrives as a draft' : 'the schedule is not imported';
  warnings.push({
    code: 'schedule_lost',
    message: `Its scheduled time ${entry.scheduled_at ?? ''} ${fault}: ${stays}.`,
  });
  return status === 'scheduled'
    ? { status: 'draft', scheduled_at: null, unpublish_at: null }
    : { status, scheduled_at: null, unpublish_at };
}

/** Why a schedule cannot be made; null for one that can. */
function faultOfSchedule(schedule: { scheduled_at: Date; unpublish_at: Date | null }, now: Date): string | null {
  if (!Number.isFinite(schedule.scheduled_at.getTime())) return 'is not a time';
  if (schedule.scheduled_at <= now) return 'is in the past';
  try {
    assertSchedule(schedule, now);
    return null;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return `cannot be kept (two years ahead at most, and its end comes after it)`;
  }
}

const momentOf = (text: string | null, field: string): Date | null => {
  if (text === null) return null;
  const time = new Date(text);
  return Number.isFinite(time.getTime()) && time.getTime() >= 0 && time.getFullYear() < 10_000
    ? time
    : invalidField(field, 'has to be a date and time');
};

/** The group of the item that it translates; its own where that one was not taken, or has the language. */
async function groupOf(work: ImportWork, entry: SourceItem, locale: string, warnings: Note[]): Promise<string | null> {
  if (entry.translation_of === null) return null;
  const first = await resolve(work, entry.kind, entry.translation_of);
  if (work.row.dry_run) return null;
  const item = first === null ? null : await itemOf(work, first);
  const [translated] = item
    ? await work.app.db
        .select({ id: items.id })
        .from(items)
        .where(and(eq(items.group_id, item.group_id), eq(items.locale, locale)))
    : [];
  if (item && (!translated || translated.id === (await resolve(work, entry.kind, entry.source_id))))
    return item.group_id;
  warnings.push({
    code: 'reference_lost',
    message: 'The text that it translates was not imported, or has this language already: it has no translations.',
  });
  return null;
}

interface Standing {
  id: string;
  locale: string;
  present: ItemRow | null;
}

async function readForms(
  work: ImportWork,
  entry: SourceItem,
  standing: Standing,
  warnings: Note[],
): Promise<WantedItem['forms']> {
  const { html, draft } = entry;
  const converted = html === null ? null : await work.converter.convert(html, entry.html_base);
  if (converted) warnings.push(...converted.warnings);
  // Images of a folder are in its archive: others stay at their addresses unless the request asks for them.
  const isForeign = work.row.format !== 'markdown_zip' || (!work.source.is_own && work.row.fetch_images);
  const sourceCover = typeof draft.fields.cover_url === 'string' ? draft.fields.cover_url : null;
  const isReachable = sourceCover !== null && (work.source.is_own || /^https?:/.test(sourceCover));
  const cover = isReachable ? sourceCover : null;
  if (sourceCover !== null && !isReachable)
    warnings.push({ code: 'image_lost', message: `The address of the cover cannot be reached: ${sourceCover}` });
  const inText = converted?.images ?? (isForeign ? imagesIn(draft.fields.body, warnings) : []);
  const addresses = [...inText, ...(isForeign && cover !== null ? [cover] : [])];
  const images = await takeImages(work, isForeign ? addresses : [], warnings);
  const fields: Fields = {
    ...draft.fields,
    ...(sourceCover === cover ? {} : { cover_url: null }),
    ...(converted ? { body: converted.markdown } : {}),
  };
  for (const [address, { path }] of images)
    if (typeof fields.body === 'string') fields.body = fields.body.replaceAll(`](${address})`, `](${path})`);
  const form = await readForm(work, entry, { sourceFields: { ...draft, fields }, standing, warnings });
  const coverImage = cover === null ? undefined : images.get(cover);
  if (coverImage) Object.assign(form.fields, { cover_asset_id: coverImage.id, cover_url: null });
  // Warnings of the other forms would be said twice.
  const other = (form: SourceFields | null) =>
    form === null ? null : readForm(work, entry, { sourceFields: form, standing, warnings: [] });
  return { draft: form, published: await other(entry.published), scheduled: await other(entry.scheduled) };
}

/** Addresses of images in a text that was never HTML. */
function imagesIn(body: unknown, warnings: Note[]): string[] {
  if (typeof body !== 'string') return [];
  const all = [...body.matchAll(/!\[(?:[^[\]\n]|\[[^[\]\n]{0,100}\]){0,1000}\]\(([^()\s]{1,2000})\)/g)].map(
    ([, address = '']) => address,
  );
  for (const address of all.filter((one) => !/^https?:/.test(one) && importTargets(one).length === 0))
    warnings.push({ code: 'image_lost', message: `The address of an image cannot be reached: ${address}` });
  return all.filter((address) => /^https?:/.test(address));
}

async function readForm(
  work: ImportWork,
  entry: SourceItem,
  { sourceFields, standing, warnings }: { sourceFields: SourceFields; standing: Standing; warnings: Note[] },
): Promise<ItemForm> {
  const addressed = await withAddresses(work, sourceFields.fields, warnings);
  const named = await withReferences(work, addressed, warnings);
  const fields = parseFields(entry.kind, withFileNames(work, named), warnings);
  return { slug: await slugFor(work, entry, { sourceSlug: sourceFields.slug, fields, standing, warnings }), fields };
}

/** Texts of a folder with the addresses that its files and its other texts have here. */
async function withAddresses(work: ImportWork, fields: Fields, warnings: Note[]): Promise<Fields> {
  const { body } = fields;
  if (work.source.is_own || typeof body !== 'string') return fields;
  const addresses = new Map<string, string>();
  for (const target of importTargets(body)) {
    const key = `${target.type} ${target.name}`;
    if (addresses.has(key)) continue;
    const address =
      target.type === 'file' ? await fileAddress(work, target.name) : await textAddress(work, target.name);
    if (address === null)
      warnings.push({
        code: 'reference_lost',
        message: `A file of the archive was not imported: ${cutText(target.name, 200)}`,
      });
    addresses.set(key, address ?? `/${target.name.split('/').map(encodeURIComponent).join('/')}`);
  }
  if (addresses.size === 0) return fields;
  return { ...fields, body: replaceImportAddresses(body, ({ type, name }) => addresses.get(`${type} ${name}`) ?? '') };
}

/** The path of a file of the archive; null for one that was not imported. A dry run has none yet. */
async function fileAddress(work: ImportWork, name: string): Promise<string | null> {
  const id = await resolve(work, 'asset', name);
  if (id === null) return null;
  const asset = await findRow(work.app.db, assets, { id, site_id: work.site.id });
  return asset ? assetPath(asset.file) : work.row.dry_run ? `/${encodeURIComponent(name)}` : null;
}

const itemsOfSource = new WeakMap<object, Map<string, ImportWork['source']['items'][number]>>();

function itemsById({ source }: ImportWork): Map<string, ImportWork['source']['items'][number]> {
  const known = itemsOfSource.get(source) ?? new Map(source.items.map((item) => [item.source_id, item]));
  itemsOfSource.set(source, known);
  return known;
}

/** The path of another text of the archive: as it is here, or as it will be. */
async function textAddress(work: ImportWork, name: string): Promise<string | null> {
  const target = itemsById(work).get(name);
  if (!target) return null;
  const { kind } = target;
  const id = await resolve(work, kind, name);
  const present = id === null ? null : await itemOf(work, id);
  if (present) return publicPath(work.site, present);
  const { locale } = localeOf(work, target.locale ?? null);
  const wantedSlug = target.slug ?? slugOf(name);
  const heldSlugs = await slugsNear(work, { kind, locale, id: id ?? '' }, wantedSlug);
  return publicPath(work.site, { kind, locale, slug: firstFree(wantedSlug, heldSlugs) });
}

/** Slugs like one that other items of a kind have in the languages that share its address. */
async function slugsNear(
  { app, site }: ImportWork,
  { kind, locale, id }: { kind: ItemRow['kind']; locale: string; id: string },
  slug: string,
): Promise<Set<string>> {
  const locales = localesSharing(site, { kind, locale });
  const isSame = and(eq(items.site_id, site.id), eq(items.kind, kind), inArray(items.locale, locales));
  const near = await app.db
    .select({ id: items.id, slug: items.slug })
    .from(items)
    .where(and(isSame, like(items.slug, beginningOf(slug))));
  return new Set(near.filter((row) => row.id !== id).map((row) => row.slug));
}

/** A name of a file of the former site, with the address before it. */
const filePath = /(?:https?:\/\/[^\s"'()<>/]{1,200})?\/assets\/cms\/([0-9a-f]{64}\.[a-z0-9]{1,8})/g;

/** Texts with the names that files have here. */
function withFileNames({ app, source, fileNames }: ImportWork, fields: Fields): Fields {
  const publicUrl = app.config.PUBLIC_API_URL.replace(/\/$/, '');
  const base = source.assets_base;
  const replace = (text: string) =>
    text.replaceAll(filePath, (whole, name: string) => {
      const before = whole.slice(0, whole.indexOf('/assets/cms/'));
      const now = fileNames.get(name) ?? name;
      return `${before !== '' && before === base ? publicUrl : before}/assets/cms/${now}`;
    });
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? replace(value) : value]),
  );
}

/** Fields that name one object, and the kind of it. */
const references = {
  category_id: 'category',
  author_id: 'author',
  cover_asset_id: 'asset',
  asset_id: 'asset',
  changelog_entry_id: 'changelog_entry',
} as const;

/** Fields with ids of this site. What was not taken is left out, with a warning. */
async function withReferences(work: ImportWork, sourceFields: Fields, warnings: Note[]): Promise<Fields> {
  const fields = { ...sourceFields };
  for (const [field, kind] of Object.entries(references)) {
    const named = fields[field];
    if (typeof named !== 'string') continue;
    fields[field] = await existing(work, kind, named);
    if (field === 'cover_asset_id' && !(await isImageOrUnknown(work, fields[field]))) {
      fields[field] = null;
      warnings.push({ code: 'reference_lost', message: 'Its cover is a file and no image: it arrives without it.' });
      continue;
    }
    if (fields[field] === null)
      warnings.push({
        code: 'reference_lost',
        message: `\`${field}\` names an object that was not imported: ${cutText(named, 100)}`,
      });
  }
  if (!Array.isArray(fields.related_ids)) return fields;
  const related: string[] = [];
  for (const named of fields.related_ids as unknown[]) {
    const id =
      typeof named === 'string'
        ? ((await resolve(work, 'post', named)) ?? (await resolve(work, 'article', named)))
        : null;
    if (id !== null) related.push(id);
    else warnings.push({ code: 'reference_lost', message: '`related_ids` names an item that is not in the file.' });
  }
  fields.related_ids = related;
  return fields;
}

/** Whether a file is an image; a dry run has no file yet. */
async function isImageOrUnknown({ app, site }: ImportWork, id: unknown): Promise<boolean> {
  const asset = typeof id === 'string' ? await findRow(app.db, assets, { id, site_id: site.id }) : undefined;
  return !asset || isImage(asset);
}

/** The id of an object that is here; an item may have failed. */
async function existing(work: ImportWork, kind: string, source_id: string): Promise<string | null> {
  const id = await resolve(work, kind, source_id);
  if (id === null || work.row.dry_run || kind !== 'changelog_entry') return id;
  return (await itemOf(work, id)) ? id : null;
}

/** A slug that no other item of the kind and language has. */
async function slugFor(
  work: ImportWork,
  { kind }: SourceItem,
  {
    sourceSlug,
    fields,
    standing: { id, locale, present },
    warnings,
  }: { sourceSlug: string | null; fields: Fields; standing: Standing; warnings: Note[] },
): Promise<string> {
  const isValid = sourceSlug !== null && slugPattern.test(sourceSlug) && sourceSlug.length <= 75;
  const wantedSlug = isValid ? sourceSlug : slugOf(sourceSlug ?? kinds[kind].titleOf(fields));
  if (present?.slug === wantedSlug) return wantedSlug;
  const locales = localesSharing(work.site, { kind, locale });
  const name = (slug: string) => `slug ${kind} ${locales.toSorted().join(',')} ${slug}`;
  const heldSlugs = await slugsNear(work, { kind, locale, id }, wantedSlug);
  let slug = wantedSlug;
  for (let number = 2; heldSlugs.has(slug) || work.taken.has(name(slug)); number += 1)
    slug = numberedSlug(wantedSlug, number);
  if (work.row.dry_run) work.taken.add(name(slug));
  if (sourceSlug !== null && slug !== sourceSlug)
    warnings.push({ code: 'slug_changed', message: `The slug ${cutText(sourceSlug, 100)} became ${slug}.` });
  return slug;
}

/** Advertising without its mark is refused here, and not after the work. */
function assertPublishable({ kind, status, forms }: WantedItem): void {
  const shown =
    status === 'published'
      ? (forms.published ?? forms.draft)
      : status === 'scheduled'
        ? (forms.scheduled ?? forms.draft)
        : null;
  if (shown) kinds[kind].assertPublishable?.(shown.fields);
}

/**
 * Asserts that no other item has what is unique besides the slug.
 * @throws `version_exists`
 */
async function requireFreeKey({ app, site, row, taken }: ImportWork, { id, kind, forms }: WantedItem): Promise<void> {
  const key = kinds[kind].uniqueKeyOf?.(forms.draft.fields);
  if (key === null || key === undefined) return;
  const [holder] = await app.db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.site_id, site.id), eq(items.kind, kind), eq(items.unique_key, key)));
  const name = `key ${kind} ${key}`;
  if ((holder && holder.id !== id) || (row.dry_run && taken.has(name))) fail('version_exists');
  if (row.dry_run) taken.add(name);
}
