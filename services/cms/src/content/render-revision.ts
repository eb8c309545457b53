import { cutText } from '@platform/contracts/cut-text';
import { fail, invalidField, isAppError } from '@platform/runtime';
import { ThreadLimitError } from '@platform/threads';
import { type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { SiteRow } from '../sites/site-row.ts';
import type { ItemRow, RevisionRow } from './item.ts';
import { kinds } from './kinds.ts';
import type { Outline } from './outline.ts';
import { searchConfigOf, searchScope, searchText } from './search-text.ts';
import type { RenderPurpose } from './text-renderer.ts';

/** Words that a reader reads in a minute. */
const wordsPerMinute = 200;

export interface RenderedRevision {
  html: string | null;
  plain_text: string | null;
  outline: Outline & Record<string, unknown>;
  /** Paths of the same site that the text links to. */
  internal_paths: string[];
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
 * @param purpose publications are rendered before imports, and those before previews
 * @throws AppError `service_unavailable` when too many texts wait, `validation_failed` for a text that takes
 * too long or makes more than 2,000,000 characters of HTML
 */
export async function renderRevision(
  app: Pick<App, 'renderer'>,
  {
    site,
    item: { kind, locale },
    revision: { fields },
    purpose,
  }: {
    site: Pick<SiteRow, 'id' | 'website_url' | 'embed_providers'>;
    item: Pick<ItemRow, 'kind' | 'locale'>;
    revision: Pick<RevisionRow, 'fields'>;
    purpose: RenderPurpose['purpose'];
  },
): Promise<RenderedRevision> {
  const rules = kinds[kind];
  const body = rules.bodyOf(fields);
  const rendered = body === null ? null : await renderBody(app, site, body, purpose);
  const banner = rules.bannerOf?.(fields) ?? null;
  const bannerHtml = banner === null ? null : await renderBanner(app, site, banner, purpose);
  const excerpt = rules.excerptOf(fields) ?? '';
  return {
    html: rendered?.html ?? bannerHtml,
    plain_text: rendered?.plain_text ?? null,
    outline: {
      toc: rendered?.toc ?? [],
      has_h1: rendered?.has_h1 ?? false,
      reading_minutes: Math.max(1, Math.ceil((rendered?.words ?? 0) / wordsPerMinute)),
      lead: cutText((rendered?.plain_text ?? '').slice(0, leadSource).replaceAll(/\s+/g, ' ').trim(), leadLength),
    },
    internal_paths: internalPaths(rendered?.links ?? [], site.website_url),
    search:
      rules.isSearchable && purpose !== 'preview'
        ? searchVector({
            siteId: site.id,
            locale,
            title: rules.titleOf(fields),
            middle: `${excerpt} ${rendered?.headings_text ?? ''}`,
            text: rendered?.plain_text ?? '',
          })
        : null,
  };
}

export const renderBody = (
  { renderer }: Pick<App, 'renderer'>,
  { id: site_id, embed_providers }: Pick<SiteRow, 'id' | 'embed_providers'>,
  body: string,
  purpose: RenderPurpose['purpose'],
) =>
  inLimits('body', async () => {
    const rendered = await renderer.render(body, { embed_providers }, { site_id, purpose });
    if (rendered.html.length > maxHtmlLength)
      invalidField('body', `makes ${rendered.html.length} characters of HTML; at most ${maxHtmlLength} are allowed`);
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

/** Limits of links that are read, of internal ones among them, and of a path in bytes. */
const maxLinks = 5_000;
const maxPaths = 1_000;
const maxPathBytes = 1_024;

/** Internal paths among links: relative links, and links to the address of the site. */
export function internalPaths(links: readonly string[], websiteUrl: string | null): string[] {
  const base = websiteUrl === null ? null : URL.parse(websiteUrl);
  const paths = links.slice(0, maxLinks).map((link) => {
    const url = URL.parse(link, base?.href ?? 'http://site.invalid/');
    if (!url || (link.startsWith('#') && !base)) return null;
    const isOwn = base ? url.origin === base.origin : url.hostname === 'site.invalid';
    return isOwn && !link.startsWith('#') ? decodePath(url.pathname) : null;
  });
  const short = paths.filter((path) => path !== null && Buffer.byteLength(path) <= maxPathBytes);
  return [...new Set(short as string[])].slice(0, maxPaths);
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Limits of the indexed headings and text, in UTF-16 units: a `tsvector` holds at most 1 MiB. */
const maxSearchedHeadings = 10_000;
const maxSearchedText = 120_000;

/** Weights: title A, excerpt and headings B, text C. The scope is a word of its own, without a weight. */
const searchVector = ({
  siteId,
  locale,
  title,
  middle,
  text,
}: {
  siteId: string;
  locale: string;
  title: string;
  middle: string;
  text: string;
}): SQL => {
  const config = searchConfigOf(locale);
  const part = (content: string, weight: string) =>
    sql`setweight(to_tsvector(${config}::regconfig, ${searchText(content)}), ${weight}::"char")`;
  return sql`array_to_tsvector(ARRAY[${searchScope(siteId, locale)}]) || ${part(title, 'A')} || ${part(middle.slice(0, maxSearchedHeadings), 'B')} || ${part(cutText(text, maxSearchedText), 'C')}`;
};
