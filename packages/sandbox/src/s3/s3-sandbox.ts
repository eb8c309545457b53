import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Credentials, signatureFault } from './signature.ts';

/** How the next requests fail; each counts down by itself. */
export interface S3Faults {
  /** Answer 503 SlowDown so many times. */
  slowDown: number;
  /** Cut the connection after the work is done, so many times. */
  cut: number;
  /** Never answer, so many times. */
  hang: number;
}

export interface S3Sandbox {
  handler(req: IncomingMessage, res: ServerResponse): void;
  faults: S3Faults;
  /** Objects of the bucket, by key. */
  objects: Map<string, { bytes: Buffer; contentType: string }>;
}

const statuses: Record<string, number> = { NoSuchKey: 404, NoSuchBucket: 404, SlowDown: 503, MethodNotAllowed: 405 };

/**
 * One bucket, in memory, of a service that speaks the S3 protocol with the bucket in the path: PUT and GET of
 * an object. A request is believed by its signature alone, body included.
 */
export function createS3Sandbox(options: Credentials & { bucket: string }): S3Sandbox {
  const faults: S3Faults = { slowDown: 0, cut: 0, hang: 0 };
  const objects: S3Sandbox['objects'] = new Map();
  const strikes = (fault: keyof S3Faults): boolean => {
    if (faults[fault] <= 0) return false;
    faults[fault] -= 1;
    return true;
  };
  const refuse = (res: ServerResponse, code: string) =>
    res
      .writeHead(statuses[code] ?? 403, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`);

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<unknown> => {
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const target = req.url ?? '/';
    if (strikes('hang')) return undefined;
    if (strikes('slowDown')) return refuse(res, 'SlowDown');
    const signed = { method: req.method ?? '', target, headers: req.headers, body };
    const fault = signatureFault(signed, options, Date.now());
    if (fault) return refuse(res, fault);
    const [bucket, ...rest] = decodeURIComponent(target.split('?', 1)[0] ?? '')
      .slice(1)
      .split('/');
    if (bucket !== options.bucket) return refuse(res, 'NoSuchBucket');
    const key = rest.join('/');
    if (req.method === 'PUT') {
      objects.set(key, { bytes: body, contentType: req.headers['content-type'] ?? 'binary/octet-stream' });
      return strikes('cut') ? res.destroy() : res.writeHead(200).end();
    }
    if (req.method !== 'GET') return refuse(res, 'MethodNotAllowed');
    const object = objects.get(key);
    if (!object) return refuse(res, 'NoSuchKey');
    const headers = { 'content-type': object.contentType, 'content-length': object.bytes.length };
    if (!strikes('cut')) return res.writeHead(200, headers).end(object.bytes);
    res.writeHead(200, headers).write(object.bytes.subarray(0, 1));
    return res.destroy();
  };
  return { handler: (req, res) => void answer(req, res).catch(() => res.destroy()), faults, objects };
}
