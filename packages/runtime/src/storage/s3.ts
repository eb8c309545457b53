import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, request } from 'undici';
import { AppError } from '../errors.ts';
import { assertKey, type FileStore, maxFileBytes } from './file-store.ts';

export interface S3Options {
  /** Origin of the service; the bucket is the first part of the path. */
  endpoint: string;
  bucket: string;
  /** Folder inside the bucket; empty for none. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Timeout of one try. */
  timeoutMs?: number;
}

/**
 * Backoff before the second and third try: as S3 asks with SlowDown, and enough for a dropped connection.
 */
const pausesMs = [100, 400];

/**
 * Files in a bucket of anything that speaks the S3 protocol, with the bucket in the path. Every request is
 * signed over its body as well, so that nothing on the way can exchange it. The operator chose the address,
 * so it may be in the network.
 */
export function s3Store(options: S3Options): FileStore {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey, timeoutMs = 10_000 } = options;
  const dispatcher = new Agent({ connect: { timeout: 3_000 }, keepAliveTimeout: 4_000 });
  const keys = new Map<string, ArrayBuffer>();
  const addressOf = (key: string) => [endpoint, bucket, ...(prefix === '' ? [] : [prefix]), key].join('/');

  const once = async (method: 'GET' | 'PUT', key: string, body: Buffer | null, contentType?: string) => {
    const { url, headers } = await new AwsV4Signer({
      method,
      url: addressOf(key),
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
        ...(contentType ? { 'content-type': contentType } : {}),
      },
      service: 's3',
      ...{ region, accessKeyId, secretAccessKey },
      cache: keys,
    }).sign();
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await request(url, { method, headers: Object.fromEntries(headers), body, dispatcher, signal });
    // Leaving a body early makes it emit an error, which would end the process without a listener.
    response.body.on('error', () => {});
    return { status: response.statusCode, bytes: await bounded(response.body, key) };
  };

  const answered = async (...call: Parameters<typeof once>): Promise<{ status: number; bytes: Buffer }> => {
    let problem: unknown;
    for (const pause of [0, ...pausesMs]) {
      if (pause > 0) await sleep(pause);
      try {
        const answer = await once(...call);
        if (answer.status < 500 && answer.status !== 429) return answer;
        problem = new Error(`the storage answered ${answer.status}`);
      } catch (error) {
        if (error instanceof TooLongError) throw error;
        problem = error;
      }
    }
    throw new AppError('service_unavailable', { cause: problem });
  };

  return {
    async put(key, bytes, contentType) {
      assertKey(key);
      const { status, bytes: answer } = await answered('PUT', key, bytes, contentType);
      if (status !== 200) throw refusal(status, answer);
    },
    async get(key) {
      assertKey(key);
      const { status, bytes } = await answered('GET', key, null);
      if (status === 200) return bytes;
      if (status === 404 && errorCode(bytes) !== 'NoSuchBucket') return null;
      throw refusal(status, bytes);
    },
    close: () => dispatcher.destroy(),
  };
}

class TooLongError extends Error {}

async function bounded(body: AsyncIterable<Buffer> & { destroy(): void }, key: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxFileBytes) {
      body.destroy();
      throw new TooLongError(`${key} in the storage is longer than ${maxFileBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const errorCode = (answer: Buffer): string => /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(answer.toString())?.[1] ?? '';

/** Keys, bucket or rights are wrong: an operator has to act, and a retry does not help. */
const refusal = (status: number, answer: Buffer): Error =>
  new Error(`the storage refused a request: ${status} ${errorCode(answer)}`);
