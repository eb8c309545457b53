import { pageOfText } from '../sites/public-url.ts';
import { kinds } from './kinds.ts';
import { inField, internalPaths, type RenderedRevision, renderBody, renderRevision } from './render-revision.ts';

/**
 * Renders a revision for its publication, as {@link renderRevision}. `internal_paths` has the links of every field, not
 * of the text alone: those of HTML, of notes in Markdown, and addresses that are fields; `warnings` has those of the notes.
 * @throws AppError as {@link renderRevision}
 */
export async function renderPublication(...[app, input]: Parameters<typeof renderRevision>): Promise<RenderedRevision> {
  const rendered = await renderRevision(app, input);
  const { site, item, revision, purpose } = input;
  const { linksOf, notesOf, bannerOf } = kinds[item.kind];
  const notes = notesOf?.(revision.fields) ?? null;
  const renderedNotes =
    notes === null ? null : await renderBody(app, { site, locale: item.locale, body: notes, purpose });
  const links = [
    ...(linksOf?.(revision.fields) ?? []),
    ...(bannerOf ? hrefsOf(rendered.html ?? '') : []),
    ...(renderedNotes?.links ?? []),
  ];
  const internal_paths = [
    ...new Set([
      ...rendered.internal_paths,
      ...internalPaths(links, pageOfText(site, { kind: item.kind, slug: revision.slug, locale: item.locale })),
    ]),
  ];
  const warnings = [...rendered.warnings, ...inField('release_notes', renderedNotes)];
  return { ...rendered, internal_paths, warnings };
}

const entities: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&lt;': '<', '&gt;': '>' };

/** Targets of the links of sanitised HTML, which quotes each attribute. */
const hrefsOf = (html: string): string[] =>
  [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll(/&(?:amp|quot|lt|gt);/g, (entity) => entities[entity] ?? entity),
  );
