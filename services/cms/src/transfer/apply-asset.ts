import { createHash } from 'node:crypto';
import { assetEndpoints } from '@platform/contracts';
import { cleanFileName, findRow, newId } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import { type AssetRow, replacedCut } from '../assets/asset.ts';
import { isInUse } from '../assets/stored-files.ts';
import { updateAsset } from '../assets/update-asset.ts';
import { findBySource, insertAsset, uploadAsset } from '../assets/upload-asset.ts';
import { assets } from '../schema.ts';
import type { SourceAsset } from './entry.ts';
import { fitFields } from './fit-fields.ts';
import {
  findSource,
  hashOf,
  type ImportWork,
  type Plan,
  planUnchanged,
  reserveSource,
  skip,
  writeSource,
} from './work.ts';

/**
 * A file of an archive. Bytes that the platform has made itself are taken as they are, so a site that moves
 * within one platform keeps the names of its files. All others are inspected as those of an upload.
 */
export async function applyAsset(work: ImportWork, entry: SourceAsset): Promise<Plan> {
  const { app, row, site } = work;
  const { kind, source_id, data } = entry;
  const source = await findSource(work, kind, source_id);
  const hash = hashOf(row, entry);
  if (source) {
    const present = await assetOf(work, source.object_id);
    const plan = planUnchanged(source, hash, present && { version: present.version, status: null });
    if (plan) return plan;
  }
  if (entry.entry === null)
    return {
      outcome: 'failed',
      object_id: null,
      warnings: [],
      reason: { code: 'bytes_missing', message: `assets/${data.file} is not in the archive.` },
    };
  const warnings = [...entry.warnings];
  const { alt, focal_x, focal_y } = data;
  const described = fitFields(assetEndpoints.updateAsset.body, { alt: alt || null, focal_x, focal_y }, warnings);
  const isUpdate = source !== null && source.content_hash !== null;
  // The id is written first: a crash behind the upload finds its asset again.
  const id =
    source?.object_id ?? (row.dry_run ? newId() : await reserveSource(work, { kind, source_id, object_id: newId() }));
  const plan: Plan = { outcome: isUpdate ? 'updated' : 'created', object_id: id, reason: null, warnings };
  if (row.dry_run) {
    work.planned.set(`${kind} ${source_id}`, id);
    if (source !== null) return plan;
    const sha256 = await digestOf(work, entry.entry);
    const present = await findBySource(app, site.id, sha256);
    if (present || work.taken.has(`file ${sha256}`))
      return skip(present?.id ?? id, 'exists', 'The site has it.', warnings);
    work.taken.add(`file ${sha256}`);
    return plan;
  }
  const stored = await store(work, entry, id, entry.entry);
  const isOwn = stored.id === id;
  const target = { site_id: site.id, asset_id: stored.id };
  const isDescribed = stored.alt === described.alt && stored.focal_x === focal_x && stored.focal_y === focal_y;
  const version =
    isOwn && !isDescribed ? (await updateAsset(app, target, described, stored.version)).version : stored.version;
  learnNames(work, data, (await assetOf(work, stored.id)) ?? stored);
  const about = { kind, source_id, object_id: stored.id };
  work.planned.set(`${kind} ${source_id}`, stored.id);
  if (!isOwn) {
    const write = (tx: Parameters<typeof writeSource>[0]) =>
      writeSource(tx, work, { ...about, content_hash: 'adopted' });
    return { ...skip(stored.id, 'exists', 'The site has it.', warnings), write };
  }
  return { ...plan, write: (tx) => writeSource(tx, work, { ...about, content_hash: hash, written_version: version }) };
}

async function assetOf({ app, site }: ImportWork, id: string): Promise<AssetRow | null> {
  const row = await findRow(app.db, assets, { id, site_id: site.id });
  return row ?? null;
}

/** Names of files that a former attempt or import stored. */
export async function recallNames(work: ImportWork, { kind, source_id, data }: SourceAsset): Promise<void> {
  const source = await findSource(work, kind, source_id);
  const present = source && (await assetOf(work, source.object_id));
  if (present) learnNames(work, data, present);
}

/** Texts name a file and its variants: they get the names that those have here. */
function learnNames({ fileNames }: ImportWork, old: SourceAsset['data'], now: AssetRow): void {
  if (old.file !== now.file) fileNames.set(old.file, now.file);
  for (const { name, file } of old.variants) {
    const same = now.variants.find((variant) => variant.name === name)?.file ?? now.file;
    if (same !== file) fileNames.set(file, same);
  }
}

/** SHA-256 of a file of the archive. */
async function digestOf({ source }: ImportWork, entry: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source.bytes(entry)) hash.update(chunk);
  return hash.digest('hex');
}

/** The asset of these bytes: that of the site, one of bytes that are stored, or a new one. */
async function store(work: ImportWork, { data }: SourceAsset, id: string, entry: string): Promise<AssetRow> {
  const { app, site, row, source } = work;
  const sha256 = await digestOf(work, entry);
  const siteAsset = (await findBySource(app, site.id, sha256)) ?? (await findByFile(work, data.file, sha256, site.id));
  if (siteAsset) return siteAsset;
  const file_name = cleanFileName(data.file_name.replaceAll('..', '.'));
  const platformAsset = await findByFile(work, data.file, sha256);
  const admin = { email: row.created_by };
  if (platformAsset && (await isInUse(app, platformAsset.file))) {
    const variants = platformAsset.variants.filter(({ name }) => name !== replacedCut);
    const now = app.clock.now();
    const about = {
      id,
      site_id: site.id,
      source_sha256: sha256,
      file_name: file_name || platformAsset.file_name,
      alt: data.alt,
    };
    const asset = { ...platformAsset, ...about, variants, version: 1, created_at: now, created_by: admin.email };
    await insertAsset(app, site, asset);
  } else await uploadAsset(app, site.id, { file: { file_name, chunks: source.bytes(entry) }, admin, id });
  const stored = await findBySource(app, site.id, sha256);
  if (!stored) throw new Error('a stored asset is missing');
  return stored;
}

/**
 * An asset with these stored bytes, of any site or of one. The caller has the bytes already, so this
 * discloses nothing.
 */
async function findByFile(
  { app }: ImportWork,
  file: string,
  sha256: string,
  site_id?: string,
): Promise<AssetRow | null> {
  const isSame = and(eq(assets.file, file), eq(assets.sha256, sha256));
  const [row] = await app.db
    .select()
    .from(assets)
    .where(site_id === undefined ? isSame : and(isSame, eq(assets.site_id, site_id)))
    .orderBy(assets.id)
    .limit(1);
  return row ?? null;
}
