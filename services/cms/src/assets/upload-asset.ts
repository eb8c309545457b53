import { createHash } from 'node:crypto';
import { Answer, type IncomingFile } from '@platform/contracts/kit';
import { checkDrawing, type Drawing, fail, findRow, invalidField, newId } from '@platform/runtime';
import { and, eq, ne } from 'drizzle-orm';
import type { AppParts } from '../app.ts';
import { assets, files } from '../schema.ts';
import { requireSite, siteChanged } from '../sites/site.ts';
import type { SiteRow } from '../sites/site-row.ts';
import { type AssetRow, type AssetView, filesOf, requireAsset, toAsset } from './asset.ts';
import { type DetectedContent, detectContent, headBytes } from './detect-content.ts';
import { type MediaType, mediaEnding } from './detect-media.ts';
import { type MediaSize, mp4Size, webmSize } from './media-size.ts';
import { checkTracks } from './mp4-tracks.ts';
import { nameFile } from './name-file.ts';
import { isInUse, lockAssetsOf, lockFiles, reserveFiles, storeFiles, useFiles } from './stored-files.ts';
import { svgSize } from './svg-size.ts';

/** Columns of an asset that follow from its bytes. */
type Stored = Pick<
  AssetRow,
  'kind' | 'file' | 'sha256' | 'content_type' | 'size_bytes' | 'width' | 'height' | 'placeholder' | 'variants'
>;

interface Arrived {
  /** Temporary key of the bytes. */
  key: string;
  sha256: string;
  size: number;
  content: DetectedContent;
}

/** Size limit of an SVG without its embedded images, the same as of an icon; and with them. */
const maxSvgBytes = 1_048_576;
const maxSvgFileBytes = 8 * 1_048_576;
const embedded = /data:image\/[a-z]{3,4};base64,[a-zA-Z\d+/=\s]*/g;
const opaque = 'application/octet-stream';
const focal = { focal_x: 0.5, focal_y: 0.5 };

/** Prefix of temporary keys: bytes keep such a key until they are named by their content. */
export const uploadPrefix = 'upload-';

/**
 * Stores an uploaded file. The bytes stream to a temporary key and are hashed on the way. Then an image is
 * re-encoded with its variants, an SVG is sanitised, and every other file is stored unchanged. For bytes that
 * the site already has, the answer is the existing asset.
 * @param id id of the asset, if the caller has already generated one
 * @throws AppError `site_not_found`, `payload_too_large`, `image_not_readable`, `validation_failed` for an
 * SVG with active content, `service_unavailable` when too many images wait or the store is down
 */
export async function uploadAsset(
  app: AppParts,
  site_id: string,
  { file: { file_name, chunks }, admin, id = newId() }: { file: IncomingFile; admin: { email: string }; id?: string },
): Promise<Answer<AssetView>> {
  const site = await requireSite(app.db, site_id);
  const key = `${uploadPrefix}${newId()}`;
  await reserveFiles(app, [{ name: key, content_type: opaque, size_bytes: 0 }]);
  try {
    const arrived = await receive(app, key, chunks);
    const present = await findBySource(app, site_id, arrived.sha256);
    if (present) return answerPresent(app, site, present);
    const stored = await store(app, site_id, arrived);
    return await insertAsset(app, site, {
      id,
      site_id,
      source_sha256: arrived.sha256,
      file_name: file_name || `${stored.kind}${stored.file.slice(stored.file.lastIndexOf('.'))}`,
      ...stored,
      alt: null,
      ...focal,
      version: 1,
      created_at: app.clock.now(),
      created_by: admin.email,
      updated_at: null,
    });
  } finally {
    // The job that sweeps files removes what remains after a failure here.
    await dropUpload(app, key).catch(() => {});
  }
}

/** Removes the bytes of an upload, then their row. */
async function dropUpload({ db, files: store }: Pick<AppParts, 'db' | 'files'>, key: string): Promise<void> {
  await store.delete(key);
  await db.delete(files).where(eq(files.name, key));
}

async function receive(
  { files: store, maxFileBytes }: AppParts,
  key: string,
  chunks: AsyncIterable<Buffer>,
): Promise<Arrived> {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  const tracks = checkTracks();
  let size = 0;
  async function* observed() {
    for await (const chunk of chunks) {
      if (size < headBytes) head.push(Buffer.from(chunk.subarray(0, headBytes - size)));
      size += chunk.length;
      if (size > maxFileBytes) fail('payload_too_large');
      hash.update(chunk);
      tracks.add(chunk);
      yield chunk;
    }
  }
  await store.putStream(key, observed(), opaque);
  return { key, sha256: hash.digest('hex'), size, content: detectContent(Buffer.concat(head), size, tracks.end()) };
}

/** The asset of a site that was made from these uploaded bytes. */
export async function findBySource(
  { db }: Pick<AppParts, 'db'>,
  site_id: string,
  sha256: string,
): Promise<AssetRow | undefined> {
  const row = await findRow(db, assets, { site_id, source_sha256: sha256 });
  return row;
}

/** Answers with the existing asset. Nothing changed, so the audit log gets no record. */
async function answerPresent(app: AppParts, { application_id }: SiteRow, row: AssetRow): Promise<Answer<AssetView>> {
  const { usage_count } = await requireAsset(app.db, { site_id: row.site_id, asset_id: row.id });
  const view = toAsset(app, row, usage_count);
  await app.db.transaction((tx) => app.audit.record(tx, { before: view, after: view, application_id }));
  return new Answer(view, { status: 200 });
}

/** Stores the bytes of a file under names that are made from them. */
async function store(app: AppParts, site_id: string, { key, sha256, size, content }: Arrived): Promise<Stored> {
  const none = { width: null, height: null, placeholder: null, variants: [] };
  if (content.kind === 'image') {
    const image = await app.images.process(site_id, () => readWhole(app, key), content.format, focal);
    const { main, width, height, placeholder } = image;
    await storeFiles(app, [main, ...image.variants]);
    const variants = image.variants.map(({ variant, name, width, height }) => ({
      name: variant,
      file: name,
      width,
      height,
    }));
    return { kind: 'image', ...described(main), width, height, placeholder, variants };
  }
  if (content.kind === 'svg') {
    const bytes = size > maxSvgFileBytes ? null : await readWhole(app, key);
    if (!bytes || bytes.toString('latin1').replace(embedded, '').length > maxSvgBytes)
      return fail('image_not_readable', {
        message: 'The limit for an SVG is one mebibyte, and eight with its embedded images: make the file smaller.',
      });
    const picture = await withCheckedImages(app, site_id, await checkDrawing(bytes));
    const drawing = nameFile(picture, 'svg', 'image/svg+xml');
    await storeFiles(app, [drawing]);
    return { kind: 'svg', ...described(drawing), ...none, ...svgSize(picture) };
  }
  const media = content.kind === 'file' ? content.media : null;
  const [ending, content_type] =
    content.kind === 'pdf'
      ? ['pdf', 'application/pdf']
      : media === null
        ? ['bin', opaque]
        : [mediaEnding(media), media];
  const measured = media === null ? {} : await measureMedia(app, key, size, media);
  const name = `${sha256}.${ending}`;
  await storeAsItIs(app, key, { name, content_type, size_bytes: size });
  return { kind: content.kind, file: name, sha256, content_type, size_bytes: size, ...none, ...measured };
}

/** A drawing with its embedded images as an upload of each of them would store it. */
async function withCheckedImages(app: AppParts, site_id: string, { picture, images }: Drawing): Promise<Buffer> {
  if (images.length === 0) return Buffer.from(picture);
  const addresses: string[] = [];
  for (const image of images) {
    const bytes = Buffer.from(image);
    const content = detectContent(bytes.subarray(0, headBytes), bytes.length);
    if (content.kind !== 'image' || content.format === 'avif')
      return invalidField('file', 'has an embedded image that is no PNG, JPEG, WebP or GIF');
    const { main } = await app.images.reencode(site_id, async () => bytes, content.format);
    addresses.push(`data:${main.content_type};base64,${main.bytes.toString('base64')}`);
  }
  const text = Buffer.from(picture).toString();
  return Buffer.from(
    text.replaceAll(/<image href="data:,(\d+)"/g, (_, number: string) => `<image href="${addresses[Number(number)]}"`),
  );
}

/** The size of moving pictures, from the parts of the file that say it. */
async function measureMedia(
  { files: store }: Pick<AppParts, 'files'>,
  key: string,
  size: number,
  type: MediaType,
): Promise<MediaSize> {
  const read = async (start: number, end: number): Promise<Buffer | null> => {
    // A box may claim to be longer than the file, and a store refuses a part behind the end.
    if (start >= size) return null;
    const part = await store.getStream(key, { start, end: Math.min(end, size - 1) });
    if (!part) return null;
    const chunks: Buffer[] = [];
    for await (const chunk of part.chunks) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  if (type === 'video/mp4') return mp4Size(read);
  const head = type === 'video/webm' ? await read(0, headBytes - 1) : null;
  return head ? webmSize(head) : { width: null, height: null };
}

const described = ({ name, content_type, bytes }: ReturnType<typeof nameFile>) => ({
  file: name,
  sha256: name.slice(0, name.indexOf('.')),
  content_type,
  size_bytes: bytes.length,
});

async function readWhole({ files: store }: Pick<AppParts, 'files'>, key: string): Promise<Buffer> {
  return (await store.get(key)) ?? fail('service_unavailable', { cause: new Error('an upload lost its bytes') });
}

async function storeAsItIs(
  app: AppParts,
  key: string,
  file: Pick<typeof files.$inferSelect, 'name' | 'content_type' | 'size_bytes'>,
): Promise<void> {
  // Another asset uses the same file, so its bytes are already stored.
  if (await isInUse(app, file.name)) return;
  await reserveFiles(app, [file]);
  const uploaded = await app.files.getStream(key);
  if (!uploaded) return fail('service_unavailable', { cause: new Error('an upload lost its bytes') });
  await app.files.putStream(file.name, uploaded.chunks, file.content_type);
}

/**
 * Writes the row of an asset. Of two concurrent uploads of the same bytes, the second one answers with the
 * asset of the first.
 */
export async function insertAsset(app: AppParts, site: SiteRow, row: AssetRow): Promise<Answer<AssetView>> {
  const names = filesOf(row);
  const view = toAsset(app, row, 0);
  const isNew = await app.db.transaction(async (tx) => {
    await lockAssetsOf(tx, site.id);
    await lockFiles(tx, names);
    const inserted = await tx
      .insert(assets)
      .values(row)
      .onConflictDoNothing({ target: [assets.site_id, assets.source_sha256] })
      .returning({ id: assets.id });
    if (inserted.length === 0) return false;
    await useFiles(tx, names);
    // Readers get the file under another name now.
    const isOther = and(eq(assets.file, row.file), ne(assets.id, row.id));
    const [other] = await tx.select({ id: assets.id }).from(assets).where(isOther).limit(1);
    if (other) await siteChanged(app, tx, site);
    await app.audit.record(tx, { before: null, after: view, application_id: site.application_id });
    return true;
  });
  if (isNew) return new Answer(view);
  const present = await findBySource(app, site.id, row.source_sha256);
  return present ? answerPresent(app, site, present) : fail('service_unavailable');
}
