import type { IncomingMessage } from 'node:http';
import { formEnvelopeBytes } from '@platform/contracts/body-limits';
import { cutText } from '@platform/contracts/cut-text';
import type { Endpoint, IncomingFile } from '@platform/contracts/kit';
import { AppError, fail, invalidField } from '../errors.ts';
import { type BodySource, readBody } from './body.ts';
import { streamBody } from './body-stream.ts';
import { openFilePart } from './multipart-file.ts';

/**
 * The one file of a request: in a form, under any name, or as the whole body with a type of the endpoint (or
 * that of any image, where it takes images). The name and type that the client sends are dropped.
 * @throws AppError `payload_too_large`, `unsupported_media_type`, `validation_failed`
 */
export async function readFile(
  req: IncomingMessage,
  { maxBytes, types }: { maxBytes: number; types: readonly string[] },
  from: BodySource,
): Promise<Buffer> {
  const { type, isForm } = typeOf(req);
  if (!isForm && !isTaken(types, type))
    return fail('unsupported_media_type', {
      message: `Send the file as \`multipart/form-data\`, or as the body with the content type of ${isImage(types[0]) ? 'an image' : 'the file'}.`,
    });
  const body = await readBody(req, isForm ? maxBytes + formEnvelopeBytes : maxBytes, from).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'payload_too_large' ? fileTooLarge(maxBytes) : error;
  });
  const file = isForm ? await fileOf(body, type) : body;
  if (file.length > maxBytes) throw fileTooLarge(maxBytes);
  return file.length > 0 ? file : invalidField('file', 'is empty: send a file with content');
}

const mebibyte = 1_048_576;

/** The refusal of a file that is longer than its operation takes. */
const fileTooLarge = (maxBytes: number): AppError =>
  new AppError('payload_too_large', {
    message: `The file is larger than this operation accepts: the limit is ${maxBytes >= mebibyte ? `${Math.floor(maxBytes / mebibyte)} MiB` : `${maxBytes} bytes`}.`,
  });

const isImage = (type = ''): boolean => /^image\//i.test(type);

const isTaken = (types: readonly string[], type: string): boolean =>
  types.includes(type.split(';')[0]?.trim().toLowerCase() ?? '') || (isImage(type) && types.some(isImage));

function typeOf({ headers }: IncomingMessage): { type: string; isForm: boolean } {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    return fail('unsupported_media_type', {
      message: 'Compressed bodies are not accepted here: send the file without `Content-Encoding`.',
    });
  const type = headers['content-type'] ?? '';
  return { type, isForm: /^multipart\/form-data\s*(;|$)/i.test(type) };
}

/**
 * A form is read whole, within its limit, before it is parsed: half of one is none. Node's own parser does
 * it.
 */
async function fileOf(body: Buffer, contentType: string): Promise<Buffer> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => invalidField('file', 'is in a form that cannot be read: send it as multipart/form-data'));
  const [file, ...others] = form.values();
  if (file === undefined || typeof file === 'string' || others.length > 0)
    return invalidField('file', 'has to be the only part of the form: send exactly one file and nothing else');
  return Buffer.from(await file.arrayBuffer());
}

/** The file of an upload that is streamed. `stop` ends the reading, whether its handler read it or not. */
export interface OpenedFile extends IncomingFile {
  stop(): void;
}

/**
 * Opens the one file of a request while it arrives: in a form, under any name, or as the whole body with any
 * type.
 * @param nameInQuery `file_name` of the query; it wins over the name in the form
 * @throws AppError `payload_too_large`, `unsupported_media_type`, `validation_failed`
 */
export async function openFile(
  req: IncomingMessage,
  { upload, timeoutSeconds = 0 }: Endpoint,
  nameInQuery: unknown,
  from: BodySource,
): Promise<OpenedFile> {
  const maxBytes = upload?.maxBytes ?? 0;
  const { type, isForm } = typeOf(req);
  const limit = isForm ? maxBytes + formEnvelopeBytes : maxBytes;
  const { chunks, stop } = streamBody(req, {
    limit,
    seconds: timeoutSeconds,
    from,
    tooLarge: () => fileTooLarge(maxBytes),
  });
  try {
    const part = isForm ? await openFilePart(chunks, type) : { fileName: '', chunks };
    const name = typeof nameInQuery === 'string' && nameInQuery !== '' ? nameInQuery : part.fileName;
    return { file_name: cleanFileName(name), chunks: bounded(part.chunks, maxBytes), stop };
  } catch (error) {
    stop();
    throw error;
  }
}

const maxNameLength = 200;

/**
 * The name of a file without folders, control characters and halves of surrogate pairs; it may be empty.
 * @throws AppError `validation_failed` for a name that leads out of its folder
 */
export function cleanFileName(name: string): string {
  const parts = name.split(/[/\\]/);
  if (parts.includes('..')) invalidField('file_name', 'leads out of its folder: leave `..` out');
  const cleaned = (parts.at(-1) ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  return cutText(cleaned, maxNameLength);
}

async function* bounded(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw fileTooLarge(maxBytes);
    yield chunk;
  }
  if (size === 0) invalidField('file', 'is empty: send a file with content');
}
