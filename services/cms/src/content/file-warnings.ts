import { cutText } from '@platform/contracts/cut-text';
import { filesNamedIn } from '@platform/markdown/named-targets';
import type { Database, Tx } from '@platform/runtime';
import { and, eq, inArray } from 'drizzle-orm';
import { assets } from '../schema.ts';
import type { Fields } from './kind.ts';
import type { ContentWarning } from './publication-warnings.ts';
import { hasFile } from './references.ts';

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
export function filesOfFields(fields: Fields, platform: string): NamedFile[] {
  const found = new Map<string, NamedFile>();
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value !== 'string') continue;
    for (const { name, line } of filesNamedIn(value, platform))
      if (!found.has(name) && found.size < maxNames)
        found.set(name, { name, field, line: texts.has(field) ? line : null });
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
  const named = filesOfFields(fields, platform);
  const missing = await findUnknownFiles(
    tx,
    site_id,
    named.map(({ name }) => name),
  );
  return named
    .filter(({ name }) => missing.has(name))
    .slice(0, maxWarnings)
    .map(({ name, field, line }) => ({ code: 'asset_missing', message: missingFile(name), field, line }));
}

/** What a warning says of a file that is gone. */
const missingFile = (name: string): string =>
  `The file ${cutText(name, 80)} is no file of the site (any more): readers lose it within days. Upload it again, or take it out.`;

/** Those of these names that no file of a site has. */
export async function findUnknownFiles(
  db: Database | Tx,
  site_id: string,
  names: readonly string[],
): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db
    .select({ file: assets.file, variants: assets.variants })
    .from(assets)
    .where(and(eq(assets.site_id, site_id), hasFile(names)));
  const present = new Set(rows.flatMap(({ file, variants }) => [file, ...variants.map((variant) => variant.file)]));
  return new Set(names.filter((name) => !present.has(name)));
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
