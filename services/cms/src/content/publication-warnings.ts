import type { Database, Tx } from '@platform/runtime';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { publications, redirects } from '../schema.ts';
import { publicPath } from '../sites/public-url.ts';
import type { SiteRow } from '../sites/site-row.ts';
import type { ItemRow, RevisionRow } from './item.ts';
import type { RenderedRevision } from './render-revision.ts';

export interface ContentWarning {
  code: string;
  message: string;
  field: string | null;
  /** Line of the field, from 1; null where the warning is about the whole of it. */
  line: number | null;
}

/** Possible problems for readers of a publication. They do not prevent the publication. */
export async function findWarnings(
  tx: Database | Tx,
  {
    site,
    item,
    revision: { fields },
    rendered: { internal_paths, warnings: ofText },
  }: { site: SiteRow; item: ItemRow; revision: Pick<RevisionRow, 'fields'>; rendered: RenderedRevision },
): Promise<ContentWarning[]> {
  const warnings: ContentWarning[] = [];
  if (site.website_url === null && publicPath(site, item) !== null)
    warnings.push({
      code: 'website_url_missing',
      message: 'The site has no website_url, so the text has no address.',
      field: null,
      line: null,
    });
  if ('cover_alt' in fields && (fields.cover_asset_id || fields.cover_url) && !fields.cover_alt)
    warnings.push({
      code: 'cover_alt_missing',
      message: 'The cover has no alternative text.',
      field: 'cover_alt',
      line: null,
    });
  if ('meta_description' in fields && !fields.meta_description && !fields.excerpt)
    warnings.push({
      code: 'description_missing',
      message: 'Search engines get no description.',
      field: 'meta_description',
      line: null,
    });
  for (const path of await deadPaths(tx, site, internal_paths))
    warnings.push({ code: 'dead_link', message: `Nothing is published at ${path}.`, field: 'body', line: null });
  warnings.push(...ofText.map((warning) => ({ ...warning, field: 'body' })));
  return warnings;
}

/**
 * Paths that look like texts of the site, by the templates, and that no published text and no redirect is at.
 */
export async function deadPaths(tx: Database | Tx, site: SiteRow, paths: readonly string[]): Promise<string[]> {
  const textPaths = paths.flatMap((path) => {
    const text = textAt(site, path);
    return text ? [{ path, ...text }] : [];
  });
  if (textPaths.length === 0) return [];
  const [live, moved] = await Promise.all([
    tx
      .select({ kind: publications.kind, slug: publications.slug })
      .from(publications)
      .where(
        and(
          eq(publications.site_id, site.id),
          inArray(
            publications.slug,
            textPaths.map(({ slug }) => slug),
          ),
        ),
      ),
    tx
      .select({ path: redirects.from_path })
      .from(redirects)
      .where(and(eq(redirects.site_id, site.id), inArray(redirects.from_path, [...paths]), ne(redirects.status, 410))),
  ]);
  return textPaths
    .filter(
      ({ path, kind, slug }) =>
        !live.some((text) => text.kind === kind && text.slug === slug) &&
        !moved.some((redirect) => redirect.path === path),
    )
    .map(({ path }) => path);
}

/** The kind and slug that a path names by the templates of the site; null for another page. */
function textAt(site: SiteRow, path: string): { kind: string; slug: string } | null {
  for (const [kind, template] of Object.entries(site.url_templates)) {
    const [before = '', after = ''] = template.split('{slug}');
    for (const locale of ['', ...site.locales]) {
      const fill = (part: string) => part.replace('{locale}', locale).replaceAll(/\/{2,}/g, '/');
      const [head, tail] = [fill(before), fill(after)];
      const slug = path.slice(head.length, path.length - tail.length);
      if (path.startsWith(head) && path.endsWith(tail) && /^[a-z0-9-]+$/.test(slug)) return { kind, slug };
    }
  }
  return null;
}
