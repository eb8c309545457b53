import { readImage } from '../image.ts';
import { type FormattedText, MarkupError, parseMessageHtml, plainText } from '../message-markup.ts';
import { type ChannelRequest, objectField, textField } from '../request.ts';
import { TelegramError, type TelegramMessage } from './model.ts';

/** Limits of the Bot API (https://core.telegram.org/bots/api#sendmessage, `#sendphoto`). */
const maxText = 4_096;
const maxCaption = 1_024;
const maxRawBytes = 32_768;
const maxEntities = 100;
const photoLimits = { bytes: 10 * 1_048_576, sides: 10_000, ratio: 20 } as const;

const badRequest = (text: string): TelegramError => new TelegramError(400, `Bad Request: ${text}`);

/** Length as Telegram counts it: code points after parsing. */
const lengthOf = (text: string): number => [...text].length;

/**
 * The text of a message after parsing.
 * @throws TelegramError
 */
export function composeText(fields: Record<string, unknown>): Pick<TelegramMessage, 'text' | 'entities'> {
  const { text, entities } = readFormatted(fields, textField(fields, 'text'));
  if (text === '') throw badRequest('message text is empty');
  if (lengthOf(text) > maxText) throw badRequest('message is too long');
  return { text, ...(entities.length > 0 ? { entities } : {}) };
}

/**
 * The caption of a photo after parsing.
 * @throws TelegramError
 */
export function composeCaption(fields: Record<string, unknown>): Pick<TelegramMessage, 'caption' | 'caption_entities'> {
  const { text, entities } = readFormatted(fields, textField(fields, 'caption'));
  if (lengthOf(text) > maxCaption) throw badRequest('message caption is too long');
  if (text === '') return {};
  return { caption: text, ...(entities.length > 0 ? { caption_entities: entities } : {}) };
}

function readFormatted(fields: Record<string, unknown>, raw: string): FormattedText {
  if (Buffer.byteLength(raw) > maxRawBytes) throw badRequest('text is too long');
  const mode = textField(fields, 'parse_mode').toLowerCase();
  if (mode === '') return plainText(raw);
  if (mode !== 'html') throw badRequest('unsupported parse_mode');
  try {
    const { text, entities } = parseMessageHtml(raw);
    return { text, entities: entities.slice(0, maxEntities) };
  } catch (error) {
    if (error instanceof MarkupError) throw badRequest(`can't parse entities: ${error.message}`);
    throw error;
  }
}

/**
 * The keyboard under a message.
 * @throws TelegramError for a button without an action, or with more than one
 */
export function composeKeyboard(fields: Record<string, unknown>): Pick<TelegramMessage, 'reply_markup'> {
  const replyMarkup = objectField(fields, 'reply_markup');
  if (replyMarkup === undefined) {
    if (textField(fields, 'reply_markup') !== '') throw badRequest('object expected as reply markup');
    return {};
  }
  const rows = replyMarkup.inline_keyboard;
  if (!Array.isArray(rows)) return {};
  const inline_keyboard = rows.map((row) => {
    if (!Array.isArray(row)) throw badRequest('field "inline_keyboard" must be an Array of Arrays');
    return row.map(readButton);
  });
  return inline_keyboard.length === 0 ? {} : { reply_markup: { inline_keyboard } };
}

function readButton(button: unknown): { text: string; url?: string; callback_data?: string } {
  const { text, url, callback_data } = (button ?? {}) as Record<string, unknown>;
  if (typeof text !== 'string' || text === '') throw badRequest('button text is empty');
  if ((url === undefined) === (callback_data === undefined))
    throw badRequest('text buttons are unallowed in the inline keyboard');
  if (callback_data !== undefined) return { text, callback_data: String(callback_data) };
  if (typeof url !== 'string' || !/^(https?|tg):\/\/[^\s]+$/.test(url) || URL.parse(url) === null)
    throw badRequest(`inline keyboard button URL '${String(url)}' is invalid: Wrong HTTP URL`);
  return { text, url };
}

/** A photo: the bytes that came, or the address that Telegram fetches. */
export type SentPhoto =
  | { kind: 'bytes'; bytes: Buffer; width: number; height: number; type: string }
  | { kind: 'file_id'; value: string }
  | { kind: 'url'; value: string };

/**
 * The photo of a request: a multipart file, `attach://name`, a file_id or a URL.
 * @throws TelegramError
 */
export async function readPhoto({ fields, files }: ChannelRequest): Promise<SentPhoto> {
  const photo = textField(fields, 'photo');
  const attached = /^attach:\/\/(.+)$/.exec(photo)?.[1];
  const file = files.get(attached ?? 'photo');
  if (!file) {
    if (photo === '' || attached !== undefined) throw badRequest('there is no photo in the request');
    return /^https?:\/\//.test(photo) ? { kind: 'url', value: photo } : { kind: 'file_id', value: photo };
  }
  const image = await readImage(file.bytes);
  if (!image) throw badRequest('IMAGE_PROCESS_FAILED');
  const { width, height, bytes, format } = image;
  if (bytes > photoLimits.bytes) throw new TelegramError(413, 'Request Entity Too Large');
  const isOdd =
    width + height > photoLimits.sides || Math.max(width, height) / Math.min(width, height) > photoLimits.ratio;
  if (isOdd) throw badRequest('PHOTO_INVALID_DIMENSIONS');
  return { kind: 'bytes', bytes: file.bytes, width, height, type: `image/${format}` };
}
