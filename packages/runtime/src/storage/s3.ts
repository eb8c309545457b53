import { assertKey, type FileStore } from './file-store.ts';
import { errorCode, refusal, type S3Answer, type S3Options, s3Client } from './s3-client.ts';
import { abortStaleUploads, putInParts } from './s3-multipart.ts';

export type { S3Options } from './s3-client.ts';

/** Files in a bucket of anything that speaks the S3 protocol. */
export function s3Store(options: S3Options): FileStore {
  const client = s3Client(options);
  const folder = options.prefix === '' ? '' : `${options.prefix}/`;
  const partTimeoutMs = 6 * (options.timeoutMs ?? 10_000);
  const named = (key: string): string => {
    assertKey(key);
    return `${folder}${key}`;
  };
  /** Whether the file is not there; a bucket that is not there is a mistake of the operator. */
  const isAbsent = (answer: S3Answer) => answer.status === 404 && errorCode(answer) !== 'NoSuchBucket';

  return {
    async put(key, bytes, contentType) {
      const headers = { 'content-type': contentType };
      const answer = await client.call({ method: 'PUT', key: named(key), body: bytes, headers });
      if (answer.status !== 200) throw refusal(answer);
    },
    async putStream(key, chunks, contentType) {
      await putInParts(client, { key: named(key), contentType, timeoutMs: partTimeoutMs }, chunks);
    },
    async get(key) {
      const answer = await client.call({ method: 'GET', key: named(key) });
      if (answer.status === 200) return answer.bytes;
      if (isAbsent(answer)) return null;
      throw refusal(answer);
    },
    async getStream(key, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await client.open({ method: 'GET', key: named(key), headers });
      if ('body' in answer) {
        const total = /\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1];
        return {
          size: Number(total ?? answer.headers['content-length']),
          chunks: answer.body as AsyncIterable<Buffer>,
        };
      }
      if (isAbsent(answer)) return null;
      throw refusal(answer);
    },
    async delete(key) {
      const answer = await client.call({ method: 'DELETE', key: named(key) });
      if (answer.status >= 300 && !isAbsent(answer)) throw refusal(answer);
    },
    sweepDrafts: (now = new Date()) => abortStaleUploads(client, folder, now),
    close: () => client.close(),
  };
}
