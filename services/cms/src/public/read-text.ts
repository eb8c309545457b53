import { type ContentKind, Slug } from '@platform/contracts';
import type { Endpoint, PreparedBody } from '@platform/contracts/kit';
import { defineStatement, fail, prepareInTick, runStatement, singleFlight } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App, PublicBody } from '../app.ts';
import type { Draft } from '../content/item.ts';
import { kinds } from '../content/kinds.ts';
import { readPreview } from '../content/preview-tokens.ts';
import { renderRevision } from '../content/render-revision.ts';
import { statedDate } from '../content/stated-date.ts';
import { publications, revisions, slug_redirects } from '../schema.ts';
import { matchLocale } from '../sites/match-locale.ts';
import { publicUrl } from '../sites/public-url.ts';
import { requireSite } from '../sites/site.ts';
import type { SiteRow } from '../sites/site-row.ts';
import type { TextRow, WantedText } from './published-text.ts';
import { htmlOfPage } from './resolve-text.ts';
import { textParts } from './text-row.ts';

interface TextQuery {
  locale?: string | undefined;
  format?: 'html' | undefined;
  preview?: string | undefined;
}

/**
 * Reads one published text, from memory while nothing changes; with a preview token the draft, which no cache
 * keeps.
 * @param shape the answer for a row; `withHtml` as the query says
 * @returns the answer, with `viewed` for what is published
 * @throws AppError `content_not_found`; `moved` with `redirect_slug` and `redirect_url` for a former slug
 */
export async function readText(
  app: App,
  endpoint: Endpoint,
  {
    text: { siteId, kind, slug },
    query,
    shape,
  }: {
    text: { siteId: string; kind: ContentKind; slug: string };
    query: TextQuery;
    shape: (row: TextRow, withHtml: boolean) => object | Promise<object>;
  },
): Promise<PublicBody> {
  const withHtml = query.format === 'html';
  // What cannot be a slug is no text: it costs no lookup, and it cannot break those beside it.
  if (!Slug.safeParse(slug).success) fail('content_not_found');
  if (query.preview !== undefined) {
    const draft = await findDraft(app, { siteId, kind, slug }, query.preview);
    const { item, revision } = draft;
    return sharePreview(`${item.id} ${revision.revision} ${item.status} ${withHtml}`, async () => {
      const row = await toPreview(app, siteId, draft);
      const shown = { ...hiddenFromEngines(await shape(withAddresses(app, row), withHtml)), status: row.status };
      return asPreview(await prepareInTick(endpoint, shown));
    });
  }
  const key = `${kind} ${slug} ${query.locale ?? ''} ${query.format ?? ''}`;
  return app.publicReads.get(siteId, key, async () => {
    const address = { siteId, kind, slug, locale: query.locale, withHtml };
    const row = (await app.loadText(address)) ?? (await findElsewhere(app, address));
    const { item_id, site } = row;
    const prepared = await prepareInTick(endpoint, await shape(withAddresses(app, row), withHtml));
    return { ...prepared, viewed: { item_id, site_id: siteId, timezone: site.timezone } };
  });
}

const withAddresses = (app: Pick<App, 'config'>, row: TextRow): TextRow => ({
  ...row,
  html: row.html === null ? null : htmlOfPage(app, row, row.html),
});

/** Readers of one revision share an answer while it is made. */
const sharePreview = singleFlight();

/** A preview whose page says what its header says: a page prints the data, and its own server sends its headers. */
function hiddenFromEngines(shown: object & { seo?: { og: Record<string, string> } }): object {
  if (!shown.seo) return shown;
  const { 'og:url': _, ...og } = shown.seo.og;
  return { ...shown, seo: { ...shown.seo, robots: 'noindex, nofollow', canonical: null, og } };
}

/** A draft is for one pair of eyes: no cache keeps it and no search engine. */
const asPreview = (prepared: PreparedBody): PreparedBody => ({
  ...prepared,
  headers: { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' },
});

/**
 * A text that is not in the wanted language: in the wider one (`en` for `en-US`), where the site has no other; without
 * a wanted language in a former default one.
 * @throws AppError `moved` for a former slug of a published text, else `content_not_found`
 */
async function findElsewhere(app: Pick<App, 'db' | 'loadText'>, wanted: WantedText): Promise<TextRow> {
  const site = await requireSite(app.db, wanted.siteId);
  const locale = matchLocale(site, wanted.locale);
  if (wanted.locale !== undefined && locale !== wanted.locale) {
    const row = await app.loadText({ ...wanted, locale });
    if (row) return row;
  }
  const { kind } = wanted;
  const moved = await findMoved(app, wanted, locale);
  if (moved) return failAsMoved(site, { kind, ...moved });
  // A page of the time when another language was the default one asks without a language.
  const former = wanted.locale === undefined ? site.former_templates.map((each) => each.default_locale) : [];
  for (const other of new Set(former.toReversed())) {
    if (other === locale) continue;
    const row = await app.loadText({ ...wanted, locale: other });
    if (row) return row;
    const moved = await findMoved(app, wanted, other);
    if (moved) return failAsMoved(site, { kind, ...moved });
  }
  return fail('content_not_found');
}

/** The published text that had the wanted slug. */
async function findMoved({ db }: Pick<App, 'db'>, { siteId, kind, slug }: WantedText, locale: string) {
  const [moved] = await db
    .select({ slug: publications.slug, locale: publications.locale })
    .from(slug_redirects)
    .innerJoin(publications, eq(publications.item_id, slug_redirects.item_id))
    .where(
      and(
        eq(slug_redirects.site_id, siteId),
        eq(slug_redirects.kind, kind),
        eq(slug_redirects.locale, locale),
        eq(slug_redirects.slug, slug),
      ),
    );
  return moved ?? null;
}

const failAsMoved = (site: SiteRow, text: { kind: string; slug: string; locale: string }): never =>
  fail('moved', { fields: { redirect_slug: text.slug, redirect_url: publicUrl(site, text) } });

/**
 * The draft that a preview token opens.
 * @throws `content_not_found`
 */
async function findDraft(
  app: App,
  { siteId, kind, slug }: { siteId: string; kind: ContentKind; slug: string },
  token: string,
): Promise<Draft> {
  const draft = await readPreview(app, token);
  if (draft?.item.site_id !== siteId || draft.item.kind !== kind || !(await hadSlug(app, draft, slug)))
    return fail('content_not_found');
  return draft;
}

/** Whether an item has or had a slug: the address of a preview stays when the draft is renamed. */
async function hadSlug({ db }: Pick<App, 'db'>, { item, revision }: Draft, slug: string): Promise<boolean> {
  if (revision.slug === slug) return true;
  const isSame = and(eq(revisions.item_id, item.id), eq(revisions.slug, slug));
  return (await db.select({ slug: revisions.slug }).from(revisions).where(isSame).limit(1)).length > 0;
}

/** A draft as its page will show it. */
async function toPreview(app: App, siteId: string, { item, revision }: Draft): Promise<TextRow & { status: string }> {
  const { kind } = item;
  const { slug } = revision;
  const site = await requireSite(app.db, siteId);
  const rules = kinds[kind];
  const { html, outline } = await renderRevision(app, { site, item, revision, purpose: 'preview' });
  const { category_id = null, author_id = null, tags = [] } = rules.columnsOf(revision.fields);
  const { body: _, ...fields } = revision.fields;
  return {
    item_id: item.id,
    kind,
    locale: item.locale,
    slug,
    status: item.status,
    title: rules.titleOf(revision.fields),
    fields,
    body: rules.bodyOf(revision.fields),
    html,
    outline,
    revision: revision.revision,
    tags,
    published_at: statedDate(fields) ?? item.first_published_at,
    updated_at: revision.created_at,
    access_token: item.access_token,
    alternates: [{ locale: item.locale, slug }],
    related: [],
    site,
    ...(await previewParts(app, {
      category_id,
      author_id,
      cover_asset_id: fields.cover_asset_id ?? null,
      asset_id: fields.asset_id ?? null,
      kind,
      locale: item.locale,
    })),
  };
}

const previewStatement = defineStatement({
  name: 'read_preview_parts',
  text: `SELECT ${textParts}
FROM (SELECT $1::uuid AS category_id, $2::uuid AS author_id, $4::text AS locale, $6::text AS kind,
  jsonb_build_object('cover_asset_id', $3::text, 'asset_id', $5::text) AS fields) AS p`,
});

interface Named {
  category_id: unknown;
  author_id: unknown;
  cover_asset_id: unknown;
  locale: unknown;
  asset_id: unknown;
  kind: unknown;
}
type Parts = Pick<TextRow, 'category' | 'author' | 'cover' | 'file'>;

/** What a draft names: category, author, cover and file as they are now. */
async function previewParts(
  { db }: Pick<App, 'db'>,
  { category_id, author_id, cover_asset_id, locale, asset_id, kind }: Record<keyof Named, unknown>,
): Promise<Parts> {
  const { rows } = await runStatement<Parts>(db, previewStatement, [
    category_id,
    author_id,
    cover_asset_id,
    locale,
    asset_id,
    kind,
  ]);
  return rows[0] ?? { category: null, author: null, cover: null, file: null };
}
