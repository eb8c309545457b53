import type { SupportAttachment } from '@platform/contracts';
import { trimEndCharacters } from '@platform/contracts/trim-characters';
import { minuteMs } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import type { support_attachments } from '../schema.ts';
import type { OpenText } from './ticket.ts';

export type AttachmentRow = typeof support_attachments.$inferSelect;
export type AttachmentView = z.input<typeof SupportAttachment>;

/** How long a signed address of a file is valid, in minutes. */
const urlMinutes = 10;
const tokenContext = 'support_file';

/** Where the sealed name of a file belongs. */
export const nameSealContext = (id: string) => `support_attachments:${id}:file_name`;

/** Keys of the bytes of a file: as it was sent, and as it was made of an image. */
export const keysOf = (id: string) => ({ uploaded: `support-${id}.upload`, encoded: `support-${id}` });

/** The name of a file; null when its user was erased. */
export const nameOf = (
  { sealer }: Pick<App, 'sealer'>,
  { id, user_id, file_name }: Pick<AttachmentRow, 'id' | 'user_id' | 'file_name'>,
  open: OpenText,
): string | null =>
  user_id === null
    ? sealer.open(file_name, nameSealContext(id)).toString()
    : open(user_id, file_name, nameSealContext(id));

/** A file with an address that is valid for ten minutes from now. */
export function toAttachment(app: Signer, row: AttachmentRow, open: OpenText): AttachmentView {
  return {
    id: row.id,
    file_name: nameOf(app, row, open),
    content_type: row.content_type,
    size_bytes: row.size_bytes,
    width: row.width,
    height: row.height,
    ...signAddress(app, row.id),
  };
}

type Signer = Pick<App, 'sealer' | 'clock' | 'config'>;

function signAddress({ sealer, clock, config }: Signer, id: string): Pick<AttachmentView, 'url' | 'url_expires_at'> {
  const expires = new Date(clock.now().getTime() + urlMinutes * minuteMs);
  const token = sealer.seal(`${id} ${expires.getTime()}`, tokenContext);
  return {
    url: `${trimEndCharacters(config.PUBLIC_API_URL, '/')}/v1/support/files/${token}`,
    url_expires_at: expires.toISOString(),
  };
}

/** A file of a stored answer, with an address that is valid again. */
export const withFreshAddress = (app: Signer, file: AttachmentView): AttachmentView => ({
  ...file,
  ...signAddress(app, file.id),
});

/** The id of the file that a signed address opens; null for one that is not ours, or is over. */
export function readFileToken({ sealer, clock }: Pick<App, 'sealer' | 'clock'>, token: string): string | null {
  try {
    const [id = '', expires = ''] = sealer.open(token, tokenContext).toString().split(' ');
    return clock.now().getTime() < Number(expires) ? id : null;
  } catch {
    return null;
  }
}
