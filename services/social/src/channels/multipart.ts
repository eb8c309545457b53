import { randomBytes } from 'node:crypto';

export interface MultipartFile {
  field: string;
  /** Name of the file, without quotes. */
  name: string;
  type: string;
  bytes: Buffer;
}

/**
 * A body of `multipart/form-data` (RFC 7578) with the texts as they are. `FormData` writes each of their line
 * ends as CRLF, so that a post would not be what its preview shows. Pure except for its boundary.
 */
export function encodeMultipart(
  fields: Readonly<Record<string, string>>,
  { field, name, type, bytes }: MultipartFile,
): { body: Buffer; type: string } {
  const boundary = `----${randomBytes(24).toString('hex')}`;
  const head = (disposition: string): string => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}`;
  const texts = Object.entries(fields).map(([key, value]) => `${head(`name="${key}"`)}\r\n\r\n${value}\r\n`);
  const start = `${head(`name="${field}"; filename="${name}"`)}\r\ncontent-type: ${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(texts.join('') + start), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}
