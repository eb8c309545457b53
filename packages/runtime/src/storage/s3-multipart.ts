import { draftLifeMs, isKey } from './file-store.ts';
import { errorCode, refusal, type S3Client } from './s3-client.ts';

/** Size of a part, in bytes; S3 takes none below 5 MiB but the last, and 10,000 of them. */
export const partBytes = 8 * 1_048_576;

/**
 * Writes a file of any length by the multipart protocol. It holds one part in memory. The file is there when
 * the upload is completed; an upload that fails is aborted, so that its parts cost nothing.
 * @throws AppError `service_unavailable`, and what the chunks throw
 */
export async function putInParts(
  client: S3Client,
  { key, contentType, timeoutMs }: { key: string; contentType: string; timeoutMs: number },
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const headers = { 'content-type': contentType };
  const etags: string[] = [];
  let uploadId = '';
  const begin = async () => {
    const answer = await client.call({ method: 'POST', key, query: { uploads: '' }, headers });
    if (answer.status !== 200) throw refusal(answer);
    return tag(answer.bytes.toString(), 'UploadId');
  };
  const send = async (body: Buffer) => {
    if (uploadId === '') uploadId = await begin();
    const query = { partNumber: String(etags.length + 1), uploadId };
    const answer = await client.call({ method: 'PUT', key, query, body, timeoutMs });
    if (answer.status !== 200) throw refusal(answer);
    etags.push(String(answer.headers.etag ?? ''));
  };
  try {
    const part = Buffer.allocUnsafeSlow(partBytes);
    let length = 0;
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; ) {
        const copied = chunk.copy(part, length, at);
        at += copied;
        length += copied;
        if (length < partBytes) continue;
        await send(part);
        length = 0;
      }
    }
    if (uploadId === '') {
      const body = part.subarray(0, length);
      const answer = await client.call({ method: 'PUT', key, body, headers, timeoutMs });
      if (answer.status !== 200) throw refusal(answer);
      return;
    }
    if (length > 0) await send(part.subarray(0, length));
    await complete(client, { key, uploadId, etags, timeoutMs });
  } catch (error) {
    // What this leaves, `abortStaleUploads` takes.
    if (uploadId !== '') await client.call({ method: 'DELETE', key, query: { uploadId } }).catch(() => {});
    throw error;
  }
}

async function complete(
  client: S3Client,
  { key, uploadId, etags, timeoutMs }: { key: string; uploadId: string; etags: string[]; timeoutMs: number },
): Promise<void> {
  const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const answer = await client.call({ method: 'POST', key, query: { uploadId }, body, timeoutMs });
  // A failure while it is put together comes in an answer that began as a success.
  if (answer.status === 200 && errorCode(answer) === '') return;
  // The answer to a completion was lost, and its repeat finds no upload.
  const isDone = errorCode(answer) === 'NoSuchUpload' && (await client.call({ method: 'HEAD', key })).status === 200;
  if (!isDone) throw refusal(answer);
}

/**
 * Aborts uploads that began more than a day ago; at most a thousand, which is what S3 lists at once.
 * @param folder begin of the keys, with its slash
 * @returns how many there were
 */
export async function abortStaleUploads(client: S3Client, folder: string, now: Date): Promise<number> {
  const answer = await client.call({ method: 'GET', query: { uploads: '', prefix: folder } });
  if (answer.status !== 200) throw refusal(answer);
  let aborted = 0;
  for (const upload of answer.bytes.toString().split('<Upload>').slice(1)) {
    const [key, uploadId, begun] = [tag(upload, 'Key'), tag(upload, 'UploadId'), Date.parse(tag(upload, 'Initiated'))];
    // A bucket may be shared: only what this store could have begun is its own.
    const isOurs = key.startsWith(folder) && isKey(key.slice(folder.length));
    if (!isOurs || uploadId === '' || !(now.getTime() - begun >= draftLifeMs)) continue;
    const { status } = await client.call({ method: 'DELETE', key, query: { uploadId } });
    if (status < 300) aborted += 1;
  }
  return aborted;
}

const tag = (xml: string, name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
