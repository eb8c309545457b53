import { cutText } from '@platform/contracts/cut-text';
import type { Database, Tx } from '@platform/runtime';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { assets } from '../schema.ts';
import type { Fields } from './kind.ts';
import type { ContentWarning } from './publication-warnings.ts';

/** A path of an uploaded file. */
const written = /\/assets\/cms\/([0-9a-f]{64}\.[a-z0-9]{1,8})/g;

/** Longest origin of an address. */
const maxOrigin = 260;

/** The origin that an address has before its path, in lower case; null for a path alone. */
function originBefore(text: string, end: number): string | null {
  const before = text.slice(Math.max(0, end - maxOrigin), end);
  const at = before.lastIndexOf('://');
  if (at < 0 || /[\s"'()<>/]/.test(before.slice(at + 3))) return null;
  const scheme = before.slice(0, at).toLowerCase().endsWith('https') ? 'https' : 'http';
  return `${scheme}${before.slice(at)}`.toLowerCase();
}

/** Fields of several lines. */
const texts = new Set(['body', 'html', 'release_notes']);
/** Names of one item that are searched for, and warnings of one item. */
const maxNames = 2_000;
const maxWarnings = 50;

interface NamedFile {
  name: string;
  field: string;
  line: number | null;
}

/** Files of this platform that fields name, each where it stands first. Pure. */
export function filesNamedIn(fields: Fields, platform: string): NamedFile[] {
  const found = new Map<string, NamedFile>();
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value !== 'string') continue;
    let line = 1;
    let position = 0;
    for (const match of value.matchAll(written)) {
      const [, name = ''] = match;
      const origin = originBefore(value, match.index);
      // The same path of another host is a file of that host.
      if (origin !== null && origin !== platform) continue;
      for (
        let next = value.indexOf('\n', position);
        next >= 0 && next < match.index;
        next = value.indexOf('\n', position)
      ) {
        line += 1;
        position = next + 1;
      }
      if (!found.has(name) && found.size < maxNames)
        found.set(name, { name, field, line: texts.has(field) ? line : null });
    }
  }
  return [...found.values()];
}

/**
 * Files that an item names and that the site does not have: they were deleted, or they belong to another site. Their
 * bytes may still be shown, and vanish within days.
 * @param platform origin of the public address of the platform
 */
export async function findMissingFiles(
  tx: Database | Tx,
  site_id: string,
  fields: Fields,
  platform: string,
): Promise<ContentWarning[]> {
  const named = filesNamedIn(fields, platform);
  if (named.length === 0) return [];
  const names = sql.param(named.map(({ name }) => name));
  const rows = await tx
    .select({ file: assets.file, variants: assets.variants })
    .from(assets)
    .where(
      and(
        eq(assets.site_id, site_id),
        or(
          sql`${assets.file} = ANY (${names}::text[])`,
          sql`EXISTS (SELECT FROM jsonb_array_elements(${assets.variants}) AS v WHERE v ->> 'file' = ANY (${names}::text[]))`,
        ),
      ),
    );
  const present = new Set(rows.flatMap(({ file, variants }) => [file, ...variants.map((variant) => variant.file)]));
  return named
    .filter(({ name }) => !present.has(name))
    .slice(0, maxWarnings)
    .map(({ name, field, line }) => ({
      code: 'asset_missing',
      message: `The file ${cutText(name, 80)} is no file of the site (any more): readers lose it within days. Upload it again, or take it out.`,
      field,
      line,
    }));
}

/**
 * Fields that have to name an image and name another file: readers do not get it.
 * @param named the files by the field that names them
 */
export async function findNoImages(
  tx: Database | Tx,
  site_id: string,
  named: Readonly<Record<string, string | null | undefined>>,
): Promise<ContentWarning[]> {
  const ids = Object.values(named).filter((id) => id !== null && id !== undefined);
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ id: assets.id, content_type: assets.content_type })
    .from(assets)
    .where(and(eq(assets.site_id, site_id), inArray(assets.id, ids), inArray(assets.kind, ['pdf', 'file'])));
  return Object.entries(named).flatMap(([field, id]) => {
    const asset = rows.find((row) => row.id === id);
    return asset
      ? [
          {
            code: 'not_an_image',
            message: `The file is of the type ${asset.content_type} and no image: readers do not see it.`,
            field,
            line: null,
          },
        ]
      : [];
  });
}
