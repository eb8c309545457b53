import type { ImageFacts, MediaFacts } from '@platform/markdown';
import type { Database } from '@platform/runtime';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { assetPath } from '../public/public-image.ts';
import { assets } from '../schema.ts';

/** A name of a file: made of its content, and an ending. */
const written = /\/assets\/cms\/([0-9a-f]{64}\.[a-z0-9]{1,8})/g;

/** Files of one text whose sizes are looked up. */
const maxFiles = 500;
/** Variants of other names are cuts. */
const isWidth = /^\d+$/;

/**
 * Sizes and variants of the uploaded images that a text names, and its uploaded sound and moving pictures, by their paths. Bytes and variants of an upload never
 * change, so the html of a text may have them.
 */
export async function readFileFacts(
  db: Pick<Database, 'select'>,
  site_id: string,
  body: string,
): Promise<{ images: Record<string, ImageFacts>; media: Record<string, MediaFacts> }> {
  const names = [...new Set([...body.matchAll(written)].map(([, name]) => name ?? ''))].slice(0, maxFiles);
  if (names.length === 0) return { images: {}, media: {} };
  const rows = await db
    .select({
      kind: assets.kind,
      file: assets.file,
      width: assets.width,
      height: assets.height,
      variants: assets.variants,
    })
    .from(assets)
    .where(
      and(
        eq(assets.site_id, site_id),
        or(
          inArray(assets.file, names),
          ...names.map((file) => sql`${assets.variants} @> ${JSON.stringify([{ file }])}::jsonb`),
        ),
      ),
    );
  const facts: Record<string, ImageFacts> = {};
  const media: Record<string, MediaFacts> = {};
  for (const { kind, file, width, height, variants } of rows) {
    if (kind === 'file') {
      media[assetPath(file)] = { width, height };
      continue;
    }
    // An author who names a variant wants that one.
    for (const variant of variants)
      facts[assetPath(variant.file)] ??= { width: variant.width, height: variant.height, variants: [] };
    if (width === null || height === null) continue;
    const widths = variants.filter(({ name }) => isWidth.test(name));
    facts[assetPath(file)] = {
      width,
      height,
      variants: widths.map((variant) => ({ path: assetPath(variant.file), width: variant.width })),
    };
  }
  const wanted = new Set(names.map(assetPath));
  return { images: Object.fromEntries(Object.entries(facts).filter(([path]) => wanted.has(path))), media };
}
