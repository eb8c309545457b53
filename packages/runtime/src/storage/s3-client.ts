import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Dispatcher } from 'undici';
import { AppError } from '../errors.ts';
import { lazyClient } from '../lazy-client.ts';
import { inClientSpan } from '../telemetry/http-spans.ts';
import { maxFileBytes } from './file-store.ts';
import { RefusedIdentityError, type S3Keys, type WebIdentity, webIdentityKeys } from './web-identity.ts';

interface S3Bucket {
  /** Origin of the service; the bucket is the first part of the path. */
  endpoint: string;
  bucket: string;
  /** Folder inside the bucket; empty for none. */
  prefix: string;
  region: string;
  /** Timeout of one try, in milliseconds; a part of a long file has six times as long. */
  timeoutMs?: number;
}

/** A bucket with keys of its own, or with those of a role. */
export type S3Options = S3Bucket & (S3Keys | { identity: WebIdentity });

export interface S3Call {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD';
  /** The bucket itself when absent. */
  key?: string;
  query?: Record<string, string>;
  body?: Buffer;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

export interface S3Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

export interface S3Client {
  /**
   * The answer with its status. A call that a server answers as down or busy is made again.
   * @throws AppError `service_unavailable` after the third try
   */
  call(call: S3Call): Promise<S3Answer>;
  /** As `call`, but the body of a success is not read: each part of it has to come within the timeout. */
  open(call: S3Call): Promise<S3Answer | { status: number; headers: IncomingHttpHeaders; body: S3Body }>;
  close(): Promise<void>;
}

export type S3Body = Dispatcher.ResponseData['body'];

/**
 * Backoff before the second and third try: as S3 asks with SlowDown, and enough for a dropped connection.
 */
const pausesMs = [100, 400];

/**
 * Calls anything that speaks the S3 protocol, with the bucket in the path. Every request is signed over its
 * body as well, so that nothing on the way can exchange it. The operator chose the address, so it may be in
 * the network.
 */
export function s3Client(options: S3Options): S3Client {
  const { endpoint, bucket, region } = options;
  const client = lazyClient(openAgent, ({ dispatcher }) => dispatcher.destroy());
  const keysOfRole = 'identity' in options ? webIdentityKeys(options.identity) : null;
  const ownKeys: S3Keys | null = 'identity' in options ? null : options;
  let derived: { secretAccessKey: string; keys: Map<string, ArrayBuffer> } | null = null;
  /** Keys that the signer derived from a secret; those of a former secret are forgotten. */
  const derivedOf = (secretAccessKey: string): Map<string, ArrayBuffer> => {
    if (derived?.secretAccessKey !== secretAccessKey) derived = { secretAccessKey, keys: new Map() };
    return derived.keys;
  };
  const readKeys = async (): Promise<S3Keys> => {
    const keys = keysOfRole ? await keysOfRole() : ownKeys;
    if (!keys) throw new Error('a bucket has keys or a role');
    return keys;
  };

  /** @param limit of time: for the answer as a whole, or for its head and each part of its body */
  const send = async ({ method, key, query, body, headers: more, timeoutMs }: S3Call, limit: 'whole' | 'parts') => {
    const { accessKeyId, secretAccessKey, sessionToken } = await readKeys();
    const path = [endpoint, bucket, ...(key === undefined ? [] : [key])].join('/');
    const { url, headers } = await new AwsV4Signer({
      method,
      url: query ? `${path}?${new URLSearchParams(query)}` : path,
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
        ...more,
      },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      cache: derivedOf(secretAccessKey),
    }).sign();
    const limitMs = timeoutMs ?? options.timeoutMs ?? 10_000;
    const { request, dispatcher } = await client.open();
    const response = await inClientSpan({ method, url: new URL(url) }, async (onStatus) => {
      const answered = await request(url, {
        method,
        headers: Object.fromEntries(headers),
        body: body ?? null,
        dispatcher,
        ...(limit === 'whole'
          ? { signal: AbortSignal.timeout(limitMs) }
          : { headersTimeout: limitMs, bodyTimeout: limitMs }),
      });
      onStatus(answered.statusCode);
      return answered;
    });
    // Leaving a body early makes it emit an error, which would end the process without a listener.
    response.body.on('error', () => {});
    return response;
  };

  const whole = async ({ statusCode, headers, body }: Dispatcher.ResponseData, key = ''): Promise<S3Answer> => ({
    status: statusCode,
    headers,
    bytes: await bounded(body, key),
  });

  const tried = async <T extends { status: number }>(once: () => Promise<T>): Promise<T> => {
    let problem: unknown;
    for (const pause of [0, ...pausesMs]) {
      if (pause > 0) await sleep(pause);
      try {
        const answer = await once();
        if (answer.status < 500 && answer.status !== 429) return answer;
        problem = new Error(`the storage answered ${answer.status}`);
      } catch (error) {
        if (error instanceof TooLongError || error instanceof RefusedIdentityError) throw error;
        problem = error;
      }
    }
    throw new AppError('service_unavailable', { cause: problem });
  };

  return {
    call: (call) => tried(async () => whole(await send(call, 'whole'), call.key)),
    open: (call) =>
      tried(async () => {
        const response = await send(call, 'parts');
        const { statusCode: status, headers, body } = response;
        return status < 300 ? { status, headers, body } : whole(response, call.key);
      }),
    close: client.close,
  };
}

async function openAgent() {
  const { Agent, request } = await import('undici');
  return { request, dispatcher: new Agent({ connect: { timeout: 3_000 }, keepAliveTimeout: 4_000 }) };
}

class TooLongError extends Error {}

async function bounded(body: S3Body, key: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxFileBytes) {
      body.destroy();
      throw new TooLongError(`${key} in the storage is longer than ${maxFileBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export const errorCode = ({ bytes }: S3Answer): string =>
  /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(bytes.toString())?.[1] ?? '';

/** Keys, bucket or rights are wrong: an operator has to act, and a retry does not help. */
export const refusal = (answer: S3Answer): Error =>
  new Error(`the storage refused a request: ${answer.status} ${errorCode(answer)}`);
