import { createHash } from 'node:crypto';
import type { IncomingFile } from '@platform/contracts/kit';
import { dayMs, fail, newId, type Tx } from '@platform/runtime';
import { and, count, eq, gt, isNull, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { collectTail } from '../assets/detect-container.ts';
import { headBytes } from '../assets/detect-content.ts';
import { checkTracks } from '../assets/mp4-tracks.ts';
import { openFor, sealFor } from '../personal-data/subject-keys.ts';
import { support_attachments } from '../schema.ts';
import { type AttachmentRow, type AttachmentView, keysOf, nameSealContext, toAttachment } from './attachment.ts';
import { isOf, type Uploader } from './bind-attachments.ts';
import { checkText, type DetectedAttachment, detectAttachment } from './detect-attachment.ts';
import { safeFileName } from './file-name.ts';
import { asUser } from './ticket.ts';

type Stored = Pick<AttachmentRow, 'file' | 'content_type' | 'size_bytes' | 'sha256' | 'width' | 'height'>;

/** Files of one uploader that may wait for their message. */
const maxWaiting = 20;
const waitDays = 1;

/**
 * Stores a file for a later message. It streams to the store while it is hashed. Then its kind is detected
 * from the content, and an image is re-encoded.
 * @throws AppError `unsupported_media_type`, `payload_too_large`, `image_not_readable`, `conflict` when
 * twenty files wait, `user_not_found`, `rate_limited` when three uploads of the user are under way or its bytes
 * of the day are used up, `service_unavailable` when too many images wait or the store is down
 */
export function uploadAttachment(app: App, by: Uploader, { file_name, chunks }: IncomingFile): Promise<AttachmentView> {
  const upload = async () => {
    const id = newId();
    await reserve(app, by, id);
    try {
      const stored = await store(app, by, id, chunks);
      return await finish(app, { by, id, file_name, stored });
    } catch (error) {
      // What this leaves, the job that sweeps attachments takes.
      await drop(app, id).catch(() => {});
      throw error;
    }
  };
  return asUser(() => (by.admin_id === null ? app.uploadSlots.run(by.user_id, upload) : upload()));
}

/** Writes the row before the bytes. */
const reserve = (app: App, by: Uploader, id: string): Promise<void> =>
  app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const uploader = by.admin_id ?? by.user_id;
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('cms.support.uploads.' || ${uploader}, 0))`);
    const [waiting] = await tx
      .select({ files: count() })
      .from(support_attachments)
      .where(and(isOf(by), isNull(support_attachments.ticket_id), gt(support_attachments.expires_at, now)));
    if ((waiting?.files ?? 0) >= maxWaiting)
      fail('conflict', { message: `${maxWaiting} uploaded files already wait for a message: send them first.` });
    await tx.insert(support_attachments).values({
      id,
      ...by,
      ticket_id: null,
      message_id: null,
      position: null,
      file_name: '',
      file: null,
      content_type: '',
      size_bytes: 0,
      sha256: '',
      width: null,
      height: null,
      expires_at: new Date(now.getTime() + waitDays * dayMs),
      created_at: now,
    });
  });

async function store(app: App, by: Uploader, id: string, chunks: AsyncIterable<Buffer>): Promise<Stored> {
  const { uploaded, encoded } = keysOf(id);
  const { sha256, size, detected } = await receive(app, uploaded, chunks);
  if (by.admin_id === null) await app.budgets.uploads.take(by.user_id, size);
  if (detected.kind === 'file')
    return { file: uploaded, content_type: detected.content_type, size_bytes: size, sha256, width: null, height: null };
  const load = async () => (await app.files.get(uploaded)) ?? fail('service_unavailable');
  const { main, width, height } = await (by.admin_id === null
    ? app.images.reencodeForUser(by.user_id, load, detected.format)
    : app.images.reencode(by.admin_id, load, detected.format));
  await app.files.put(encoded, main.bytes, main.content_type);
  await app.files.delete(uploaded);
  return {
    file: encoded,
    content_type: main.content_type,
    size_bytes: main.bytes.length,
    width,
    height,
    sha256: createHash('sha256').update(main.bytes).digest('hex'),
  };
}

async function receive(
  { files }: App,
  key: string,
  chunks: AsyncIterable<Buffer>,
): Promise<{ sha256: string; size: number; detected: DetectedAttachment }> {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  const text = checkText();
  const tracks = checkTracks();
  const tail = collectTail();
  let size = 0;
  async function* observed() {
    for await (const chunk of chunks) {
      if (size < headBytes) head.push(Buffer.from(chunk.subarray(0, headBytes - size)));
      tail.add(chunk);
      tracks.add(chunk);
      size += chunk.length;
      hash.update(chunk);
      text.add(chunk);
      yield chunk;
    }
  }
  await files.putStream(key, observed(), 'application/octet-stream');
  const detected = detectAttachment({
    head: Buffer.concat(head),
    tail: tail.end(),
    size,
    isText: text.end(),
    tracks: tracks.end(),
  });
  if (!detected)
    return fail('unsupported_media_type', {
      message:
        'A ticket accepts PNG, JPEG, WebP, GIF, HEIC, PDF, office documents, video and audio of phones, UTF-8 text and ZIP: send a file of one of these kinds.',
    });
  return { sha256: hash.digest('hex'), size, detected };
}

const finish = (
  app: App,
  { by, id, file_name, stored }: { by: Uploader; id: string; file_name: string; stored: Stored },
): Promise<AttachmentView> =>
  app.db.transaction(async (tx) => {
    const name = safeFileName(file_name, stored.content_type);
    const [row] = await tx
      .update(support_attachments)
      .set({ ...stored, file_name: await sealName(app, tx, { by, id, name }) })
      .where(and(eq(support_attachments.id, id), gt(support_attachments.expires_at, app.clock.now())))
      .returning();
    if (!row) return fail('user_not_found');
    const open = await openFor(app, tx, by.user_id === null ? [] : [by.user_id]);
    const view = toAttachment(app, row, open);
    await app.audit.record(tx, { before: null, after: view, application_id: null });
    return view;
  });

/**
 * Seals the name of a file for the user who uploaded it; of staff with the keys of this service until it is
 * bound.
 */
const sealName = async (
  app: App,
  tx: Tx,
  { by: { user_id }, id, name }: { by: Uploader; id: string; name: string },
): Promise<string> =>
  user_id === null
    ? app.sealer.seal(name, nameSealContext(id))
    : (await sealFor(app, tx, user_id))(name, nameSealContext(id));

/** Removes what a failed upload left. */
async function drop({ db, files }: Pick<App, 'db' | 'files'>, id: string): Promise<void> {
  const { uploaded, encoded } = keysOf(id);
  await files.delete(uploaded);
  await files.delete(encoded);
  await db
    .delete(support_attachments)
    .where(and(eq(support_attachments.id, id), isNull(support_attachments.ticket_id)));
}
