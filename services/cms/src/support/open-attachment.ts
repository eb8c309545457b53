import { StreamedFile } from '@platform/contracts/kit';
import { fail, findRow } from '@platform/runtime';
import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm';
import type { App } from '../app.ts';
import { disposition } from '../assets/serve-file.ts';
import { openFor } from '../personal-data/subject-keys.ts';
import { support_attachments } from '../schema.ts';
import { nameOf, readFileToken } from './attachment.ts';

type Opener = Pick<App, 'db' | 'clock' | 'sealer' | 'log' | 'files'>;

/**
 * The bytes of a file that a signed address opens. Images are shown, everything else is downloaded.
 * @throws AppError `attachment_not_found` for a wrong or expired address, and for a removed file
 */
export async function openAttachment(app: Opener, token: string): Promise<StreamedFile> {
  const id = readFileToken(app, token) ?? fail('attachment_not_found');
  const isLive = or(isNull(support_attachments.expires_at), gt(support_attachments.expires_at, app.clock.now()));
  const row = await findRow(
    app.db,
    support_attachments,
    and(eq(support_attachments.id, id), isNotNull(support_attachments.file), isLive),
  );
  if (!row?.file) return fail('attachment_not_found');
  const { file, content_type, size_bytes, sha256, user_id } = row;
  const open = await openFor(app, app.db, user_id === null ? [] : [user_id]);
  const file_name = nameOf(app, row, open) ?? fail('attachment_not_found');
  // HEIC and HEIF are not encoded anew, so they are downloaded.
  const isImage = /^image\/(?!hei)/.test(content_type);
  return new StreamedFile({
    contentType: content_type,
    size: size_bytes,
    etag: `"${sha256}"`,
    headers: {
      'content-disposition': disposition(isImage ? 'inline' : 'attachment', file_name),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
    open: async (range) => (await app.files.getStream(file, range))?.chunks ?? fail('attachment_not_found'),
  });
}
