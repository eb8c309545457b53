import { internalPaths } from '@platform/markdown/named-targets';
import { pageOfText } from '../sites/public-url.ts';
import { kinds } from './kinds.ts';
import { type RenderedRevision, renderRevision } from './render-revision.ts';

/**
 * Renders a revision for its publication, as {@link renderRevision}. `internal_paths` has the links of every field, not
 * of the text alone: those of HTML, and addresses that are fields.
 * @throws AppError as {@link renderRevision}
 */
export async function renderPublication(...[app, input]: Parameters<typeof renderRevision>): Promise<RenderedRevision> {
  const rendered = await renderRevision(app, input);
  const { site, item, revision } = input;
  const { linksOf, bannerOf } = kinds[item.kind];
  const links = [...(linksOf?.(revision.fields) ?? []), ...(bannerOf ? hrefsOf(rendered.html ?? '') : [])];
  const internal_paths = [
    ...new Set([
      ...rendered.internal_paths,
      ...internalPaths(links, pageOfText(site, { kind: item.kind, slug: revision.slug, locale: item.locale })),
    ]),
  ];
  return { ...rendered, internal_paths };
}

const entities: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&lt;': '<', '&gt;': '>' };

/** Targets of the links of sanitised HTML, which quotes each attribute. */
const hrefsOf = (html: string): string[] =>
  [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll(/&(?:amp|quot|lt|gt);/g, (entity) => entities[entity] ?? entity),
  );
