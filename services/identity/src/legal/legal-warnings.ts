import { cms, type Warning } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import { filesNamedIn, internalLinks, lineOf } from '@platform/markdown/named-targets';
import { within } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import type { LegalSlot } from './find-document.ts';
import { readOwnerFacts } from './owner-facts.ts';

type LegalWarning = z.input<typeof Warning>;
type Reader = Pick<App, 'renderer' | 'config' | 'ask' | 'log' | 'ownersFacts'>;

/** A change continues without the warnings of a text that takes longer. */
const timeoutMs = 1_000;
/** Targets that are asked about, and warnings of one text. */
const maxPaths = 200;
const maxFiles = 1_000;
const maxWarnings = 100;

/**
 * Possible problems for readers of a legal text: what rendering leaves out, anchors that the text lacks, links to texts of
 * the site that are not published, files that the site does not have. It never throws. Not to be called in a transaction.
 * @returns null where they cannot be found in time
 */
export async function findLegalWarnings(app: Reader, slot: LegalSlot, body: string): Promise<LegalWarning[] | null> {
  try {
    return await within(timeoutMs, warningsOf(app, slot, body), () => null);
  } catch (error) {
    app.log.debug({ err: error, owner_id: slot.owner_id }, 'the warnings of a legal text could not be found');
    return null;
  }
}

async function warningsOf(app: Reader, slot: LegalSlot, body: string): Promise<LegalWarning[]> {
  const { links, warnings } = await app.renderer.inspect(body, slot.owner_id);
  const ofText = warnings.map(({ code, message, line }) => ({ code, message, field: 'body', line }));
  const ofSite = slot.owner_type === 'cms_site' ? await targetWarnings(app, slot.owner_id, body, links) : [];
  return [...ofText, ...ofSite].slice(0, maxWarnings);
}

/** Targets of a text of a site that lead nowhere there. An application has no texts and no files. */
async function targetWarnings(
  app: Reader,
  site_id: string,
  body: string,
  links: readonly string[],
): Promise<LegalWarning[]> {
  const files = new Map<string, number>();
  for (const { name, line } of filesNamedIn(body, new URL(app.config.PUBLIC_API_URL).origin))
    if (!files.has(name) && files.size < maxFiles) files.set(name, line);
  if (links.length + files.size === 0) return [];
  const { website_url } = await readOwnerFacts(app, { owner_type: 'cms_site', owner_id: site_id });
  const byPath = new Map(internalLinks(links, website_url ?? '/').map(({ link, path }) => [path, link]));
  const paths = [...byPath.keys()].slice(0, maxPaths);
  if (paths.length + files.size === 0) return [];
  const { dead_paths, unknown_files } = await app.ask(cms.queries.checkTargets, {
    site_id,
    paths,
    files: [...files.keys()],
  });
  return [
    ...dead_paths.map((path) => ({
      code: 'dead_link',
      message: `Nothing is published at ${path}.`,
      field: 'body',
      line: lineOf(body, byPath.get(path) ?? path) ?? lineOf(body, path),
    })),
    ...unknown_files.map((name) => ({
      code: 'asset_missing',
      message: `The file ${cutText(name, 80)} is no file of the site (any more): readers lose it within days. Upload it again, or take it out.`,
      field: 'body',
      line: files.get(name) ?? null,
    })),
  ];
}
