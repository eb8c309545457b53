import { isJsonObject } from '../../http/body.ts';
import { type FormattedText, MarkupError, maxTags, parseMaxMarkdown, parseMessageHtml } from '../message-markup.ts';
import { type MaxAttachment, MaxError, type MaxImage } from './model.ts';

/** Limits of a message (https://dev.max.ru/docs-api/methods/POST/messages). */
const limits = { text: 4_000, rows: 30, buttons: 210, inRow: 7 } as const;

const validation = (text: string): MaxError => new MaxError(400, 'proto.payload', text);

/**
 * Text and markup of a message; the length is counted in UTF-16 code units.
 * @throws MaxError
 */
export function composeText(text: unknown, format: unknown): FormattedText {
  if (text === undefined || text === null) return { text: '', entities: [] };
  if (typeof text !== 'string') throw validation('text: string expected');
  const formatted = readFormat(text, format);
  if (formatted.text.length > limits.text) throw validation(`text: size must be between 0 and ${limits.text}`);
  return formatted;
}

function readFormat(text: string, format: unknown): FormattedText {
  if (format === undefined || format === null) return { text, entities: [] };
  if (format === 'markdown') return parseMaxMarkdown(text);
  if (format !== 'html') throw validation('format: markdown or html expected');
  try {
    return parseMessageHtml(text, maxTags);
  } catch (error) {
    if (error instanceof MarkupError) throw validation(`text: ${error.message}`);
    throw error;
  }
}

/**
 * Attachments of a message.
 * @param findImage an uploaded image by its token
 * @param imageUrl its address
 * @throws MaxError for an unknown token, another kind of attachment, or a keyboard that is too large
 */
export function composeAttachments(
  attachments: unknown,
  findImage: (token: string) => MaxImage | undefined,
  imageUrl: (image: MaxImage) => string,
): MaxAttachment[] {
  if (attachments === undefined || attachments === null) return [];
  if (!Array.isArray(attachments)) throw validation('attachments: array expected');
  return attachments.flatMap((attachment: unknown): MaxAttachment[] => {
    const { type, payload } = isJsonObject(attachment) ? attachment : {};
    if (!isJsonObject(payload)) throw validation('attachments: payload expected');
    if (type === 'inline_keyboard') return [{ type, payload: { buttons: readButtons(payload.buttons) } }];
    if (type !== 'image') throw validation(`attachments: ${String(type)} is not known`);
    const photos = isJsonObject(payload.photos) ? Object.values(payload.photos) : [payload];
    return photos.map((photo) => {
      const image = findImage(String(isJsonObject(photo) ? photo.token : ''));
      if (!image) throw validation('attachments: the token is not known');
      return { type, payload: { photo_id: image.photo_id, token: image.token, url: imageUrl(image) } };
    });
  });
}

type Button = { type: string; text: string; url?: string; payload?: string };

function readButtons(rows: unknown): Button[][] {
  if (!Array.isArray(rows) || rows.length > limits.rows)
    throw validation(`buttons: up to ${limits.rows} rows expected`);
  return rows.map((row: unknown) => {
    if (!Array.isArray(row) || row.length > limits.inRow)
      throw validation(`buttons: up to ${limits.inRow} buttons in a row expected`);
    return row.map((button: unknown): Button => {
      const { type, text, url, payload } = isJsonObject(button) ? button : {};
      if (typeof text !== 'string' || text === '' || text.length > 128) throw validation('buttons: text expected');
      if (type === 'link') {
        if (typeof url !== 'string' || !/^https?:\/\/\S+$/.test(url) || url.length > 2_048)
          throw validation('buttons: url expected');
        return { type, text, url };
      }
      if (type !== 'callback') throw validation(`buttons: ${String(type)} is not known`);
      return { type, text, payload: String(payload ?? '') };
    });
  });
}
