import type { IncomingMessage } from 'node:http';
import { formEnvelopeBytes } from '@platform/contracts/body-limits';
import { fail, invalidField } from '../errors.ts';
import { type BodySource, readBody } from './body.ts';

/**
 * The one file of a request: in a form, under any name, or as the whole body with an image type. The name
 * and type that the client sends are dropped.
 * @throws AppError `payload_too_large`, `unsupported_media_type`, `validation_failed`
 */
export async function readFile(
  req: IncomingMessage,
  { maxBytes }: { maxBytes: number },
  from: BodySource,
): Promise<Buffer> {
  const encoding = req.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    return fail('unsupported_media_type', { message: 'Compressed bodies are not accepted here.' });
  const type = req.headers['content-type'] ?? '';
  const isForm = /^multipart\/form-data\s*(;|$)/i.test(type);
  if (!isForm && !/^image\//i.test(type))
    return fail('unsupported_media_type', {
      message: 'Send the file as `multipart/form-data`, or as the body with the content type of an image.',
    });
  const body = await readBody(req, isForm ? maxBytes + formEnvelopeBytes : maxBytes, from);
  const file = isForm ? await fileOf(body, type) : body;
  if (file.length > maxBytes) return fail('payload_too_large');
  return file.length > 0 ? file : invalidField('file', 'is empty');
}

/**
 * A form is read whole, within its limit, before it is parsed: half of one is none. Node's own parser does
 * it.
 */
async function fileOf(body: Buffer, contentType: string): Promise<Buffer> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => invalidField('file', 'the form is broken'));
  const [file, ...others] = form.values();
  if (file === undefined || typeof file === 'string' || others.length > 0)
    return invalidField('file', 'send exactly one file and nothing else');
  return Buffer.from(await file.arrayBuffer());
}
