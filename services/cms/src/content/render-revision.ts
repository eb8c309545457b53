import { cutText } from '@platform/contracts/cut-text';
import { type RenderWarning, rendererVersion } from '@platform/markdown';
import { internalPaths } from '@platform/markdown/named-targets';
import { fail, invalidField, isAppError } from '@platform/runtime';
import { ThreadLimitError } from '@platform/threads';
import { type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { pageOfText } from '../sites/public-url.ts';
import type { SiteRow } from '../sites/site-row.ts';
import type { ItemRow, RevisionRow } from './item.ts';
import { kinds } from './kinds.ts';
import type { Outline } from './outline.ts';
import { searchCategory, searchConfigOf, searchScope, searchText } from './search-text.ts';
import { readFileFacts } from './text-images.ts';
import type { RenderPurpose } from './text-renderer.ts';

/** Words that a reader reads in a minute. */
const wordsPerMinute = 200;

/** The settings of a site that its texts are rendered with. */
type RenderedSite = Pick<
  SiteRow,
  'id' | 'website_url' | 'url_templates' | 'default_locale' | 'embed_providers' | 'typographic_quotes'
>;

export interface RenderedRevision {
  html: string | null;
  plain_text: string | null;
  outline: Outline & Record<string, unknown>;
  /** Paths of the same site that the text links to. */
  internal_paths: string[];
  /** What readers do not get as its author wrote it. */
  warnings: readonly (RenderWarning & { field: string })[];
  /** The expression that makes the search vector; null for a preview. */
  search: SQL | null;
}

/**
 * Largest page of a text, in UTF-16 units: a text of 200,000 characters makes as much when it is code with colours.
 * Footnotes, links and tables can make far more of less.
 */
const maxHtmlLength = 2_000_000;
const leadLength = 300;
/** The beginning that it is taken from, white space included. */
const leadSource = 10_000;

/**
 * Renders a revision as readers will see it. Rendering takes up to seconds, so no transaction may be open.
 * @param purpose publications are rendered before imports, those before previews, and all before a new rendering
 * @throws AppError `service_unavailable` when too many texts wait, `validation_failed` for a text that takes
 * too long or makes more than 2,000,000 characters of HTML
 */
export async function renderRevision(
  app: Pick<App, 'renderer' | 'db'>,
  {
    site,
    item: { kind, locale },
    revision: { fields, slug },
    purpose,
  }: {
    site: RenderedSite;
    item: Pick<ItemRow, 'kind' | 'locale'>;
    revision: Pick<RevisionRow, 'fields' | 'slug'>;
    purpose: RenderPurpose['purpose'];
  },
): Promise<RenderedRevision> {
  const rules = kinds[kind];
  const body = rules.bodyOf(fields);
  const rendered = body === null ? null : await renderBody(app, { site, locale, body, purpose });
  const notes = rules.notesOf?.(fields) ?? null;
  const renderedNotes =
    notes === null ? null : await renderBody(app, { site, locale, body: notes, purpose, field: 'release_notes' });
  const banner = rules.bannerOf?.(fields) ?? null;
  const renderedBanner = banner === null ? null : await renderBanner(app, site, banner, purpose);
  const excerpt = rules.excerptOf(fields) ?? '';
  const { category_id, tags = [] } = rules.columnsOf(fields);
  return {
    html: rendered?.html ?? renderedNotes?.html ?? renderedBanner?.html ?? null,
    plain_text: rendered?.plain_text ?? null,
    outline: {
      renderer: rendererVersion,
      toc: rendered?.toc ?? [],
      has_h1: rendered?.has_h1 ?? false,
      reading_minutes: Math.max(1, Math.ceil((rendered?.words ?? 0) / wordsPerMinute)),
      lead: cutText((rendered?.plain_text ?? '').slice(0, leadSource).replaceAll(/\s+/g, ' ').trim(), leadLength),
    },
    internal_paths: internalPaths((rendered ?? renderedNotes)?.links ?? [], pageOfText(site, { kind, slug, locale })),
    warnings: [
      ...inField('body', rendered),
      ...inField('release_notes', renderedNotes),
      ...inField('html', renderedBanner),
    ],
    search:
      rules.isSearchable && purpose !== 'preview'
        ? searchVector({
            siteId: site.id,
            locale,
            title: rules.titleOf(fields),
            middle: `${tags.join(' ')} ${excerpt} ${rendered?.headings_text ?? ''}`,
            categoryId: category_id ?? null,
            text: rendered?.plain_text ?? '',
          })
        : null,
  };
}

/** The warnings of a field of an item. */
export const inField = (field: string, rendered: { warnings: readonly RenderWarning[] } | null) =>
  (rendered?.warnings ?? []).map((warning) => ({ ...warning, field }));

/** Renders a text of a site in the limits of its page. */
export const renderBody = (
  { renderer, db }: Pick<App, 'renderer' | 'db'>,
  {
    site: { id: site_id, embed_providers, typographic_quotes },
    locale,
    body,
    purpose,
    field = 'body',
  }: {
    site: RenderedSite;
    locale: string;
    body: string;
    purpose: RenderPurpose['purpose'];
    /** The field that a refusal names. */
    field?: string;
  },
) =>
  inLimits(field, async () => {
    const facts = await readFileFacts(db, site_id, body);
    const options = { embed_providers, locale, typographic_quotes, ...facts };
    const rendered = await renderer.render(body, options, { site_id, purpose });
    if (rendered.html.length > maxHtmlLength)
      invalidField(field, `makes ${rendered.html.length} characters of HTML; at most ${maxHtmlLength} are allowed`);
    return rendered;
  });

const renderBanner = (
  { renderer }: Pick<App, 'renderer'>,
  { id: site_id }: Pick<SiteRow, 'id'>,
  { html, query }: { html: string; query: Record<string, string> | null },
  purpose: RenderPurpose['purpose'],
) => inLimits('html', () => renderer.renderBanner(html, query, { site_id, purpose }));

async function inLimits<T>(path: string, render: () => Promise<T>): Promise<T> {
  try {
    return await render();
  } catch (error) {
    if (isAppError(error)) throw error;
    if (error instanceof ThreadLimitError)
      return invalidField(path, 'takes too long to render: make it shorter, or simplify its tables and lists');
    return fail('service_unavailable', { cause: error });
  }
}

/** Limits of the indexed headings and text, in UTF-16 units: a `tsvector` holds at most 1 MiB. */
const maxSearchedHeadings = 10_000;
const maxSearchedText = 120_000;

/**
 * Weights: title A, tags, category, excerpt and headings B, text C. The scope is a word of its own, without a weight.
 */
const searchVector = ({
  siteId,
  locale,
  title,
  middle,
  categoryId,
  text,
}: {
  siteId: string;
  locale: string;
  title: string;
  middle: string;
  categoryId: string | null;
  text: string;
}): SQL => {
  const config = searchConfigOf(locale);
  const part = (content: string, weight: string) =>
    sql`setweight(to_tsvector(${config}::regconfig, ${searchText(content)}), ${weight}::"char")`;
  const category = categoryId === null ? sql`''::tsvector` : sql`${`'${searchCategory(categoryId)}':1B`}::tsvector`;
  return sql`array_to_tsvector(ARRAY[${searchScope(siteId, locale)}]) || ${category} || ${part(title, 'A')} || ${part(middle.slice(0, maxSearchedHeadings), 'B')} || ${part(cutText(text, maxSearchedText), 'C')}`;
};
