import { createHash, randomUUID } from 'node:crypto';
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

interface StoredObject {
  bytes: Buffer;
  contentType: string;
}

/** A multipart upload that was begun and neither completed nor aborted. */
export interface S3Upload {
  key: string;
  contentType: string;
  initiated: Date;
  parts: Map<number, { etag: string; bytes: Buffer }>;
}

export interface S3Sandbox {
  handler(req: IncomingMessage, res: ServerResponse): void;
  faults: S3Faults;
  /** Objects of the bucket, by key. */
  objects: Map<string, StoredObject>;
  /** Multipart uploads by their id. */
  uploads: Map<string, S3Upload>;
}

const statuses: Record<string, number> = {
  NoSuchKey: 404,
  NoSuchBucket: 404,
  NoSuchUpload: 404,
  SlowDown: 503,
  MethodNotAllowed: 405,
  InvalidRange: 416,
  InvalidPart: 400,
  EntityTooSmall: 400,
};
/** Least size of every part but the last, in bytes. */
const leastPart = 5 * 1_048_576;

/** A refusal by its S3 error code, thrown through the handler. */
class Refusal extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const xml = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${content}`;

interface Answer {
  status: number;
  headers?: Record<string, string | number>;
  body?: Buffer | string;
}

/**
 * One bucket, in memory, of a service that speaks the S3 protocol with the bucket in the path: objects and
 * their parts, multipart uploads. A request is authenticated by its signature, which covers the body.
 */
export function createS3Sandbox(options: Credentials & { bucket: string }): S3Sandbox {
  const faults: S3Faults = { slowDown: 0, cut: 0, hang: 0 };
  const objects: S3Sandbox['objects'] = new Map();
  const uploads: S3Sandbox['uploads'] = new Map();
  const strikes = (fault: keyof S3Faults): boolean => {
    if (faults[fault] <= 0) return false;
    faults[fault] -= 1;
    return true;
  };
  const requireFound = <T>(value: T | undefined, code: string): T => {
    if (value === undefined) throw new Refusal(code);
    return value;
  };

  const complete = (id: string, body: string): Answer => {
    const { key, contentType, parts } = requireFound(uploads.get(id), 'NoSuchUpload');
    const named = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)];
    const pieces = named.map(([, number = '', etag = '']) => {
      const part = requireFound(parts.get(Number(number)), 'InvalidPart');
      if (part.etag !== etag.replaceAll('&quot;', '"')) throw new Refusal('InvalidPart');
      return part.bytes;
    });
    if (pieces.slice(0, -1).some((piece) => piece.length < leastPart)) throw new Refusal('EntityTooSmall');
    objects.set(key, { bytes: Buffer.concat(pieces), contentType });
    uploads.delete(id);
    return { status: 200, body: xml('<CompleteMultipartUploadResult/>') };
  };

  const list = (prefix: string): Answer => {
    const listed = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
    const items = listed.map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    );
    return { status: 200, body: xml(`<ListMultipartUploadsResult>${items.join('')}</ListMultipartUploadsResult>`) };
  };

  const read = (key: string, range: string | undefined): Answer => {
    const { bytes, contentType } = requireFound(objects.get(key), 'NoSuchKey');
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (start === undefined) return { status: 200, headers: { 'content-type': contentType }, body: bytes };
    if (Number(start) >= bytes.length) throw new Refusal('InvalidRange');
    const body = bytes.subarray(Number(start), Number(end) + 1);
    const contentRange = `bytes ${start}-${Number(start) + body.length - 1}/${bytes.length}`;
    return { status: 206, headers: { 'content-type': contentType, 'content-range': contentRange }, body };
  };

  const work = (req: IncomingMessage, key: string, query: URLSearchParams, body: Buffer): Answer => {
    const contentType = req.headers['content-type'] ?? 'binary/octet-stream';
    const id = query.get('uploadId') ?? '';
    switch (`${req.method}${query.has('uploads') ? ' uploads' : ''}${id === '' ? '' : ' upload'}`) {
      case 'PUT':
        objects.set(key, { bytes: body, contentType });
        return { status: 200 };
      case 'GET':
      case 'HEAD':
        return read(key, req.headers.range);
      case 'DELETE':
        objects.delete(key);
        return { status: 204 };
      case 'GET uploads':
        return list(query.get('prefix') ?? '');
      case 'POST uploads': {
        const uploadId = randomUUID();
        uploads.set(uploadId, { key, contentType, initiated: new Date(), parts: new Map() });
        return { status: 200, body: xml(`<Result><UploadId>${uploadId}</UploadId></Result>`) };
      }
      case 'PUT upload': {
        const etag = `"${createHash('md5').update(body).digest('hex')}"`;
        requireFound(uploads.get(id), 'NoSuchUpload').parts.set(Number(query.get('partNumber')), { etag, bytes: body });
        return { status: 200, headers: { etag } };
      }
      case 'POST upload':
        return complete(id, body.toString());
      case 'DELETE upload':
        requireFound(uploads.get(id), 'NoSuchUpload');
        uploads.delete(id);
        return { status: 204 };
      default:
        throw new Refusal('MethodNotAllowed');
    }
  };

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<unknown> => {
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const target = req.url ?? '/';
    if (strikes('hang')) return undefined;
    if (strikes('slowDown')) throw new Refusal('SlowDown');
    const fault = signatureFault({ method: req.method ?? '', target, headers: req.headers, body }, options, Date.now());
    if (fault) throw new Refusal(fault);
    const [path = '', query] = target.split('?', 2);
    const [bucket, ...rest] = decodeURIComponent(path).slice(1).split('/');
    if (bucket !== options.bucket) throw new Refusal('NoSuchBucket');
    const done = work(req, rest.join('/'), new URLSearchParams(query), body);
    const content = done.body ?? '';
    const headers = {
      ...done.headers,
      ...(done.status === 204 ? {} : { 'content-length': Buffer.byteLength(content) }),
    };
    if (!strikes('cut')) return res.writeHead(done.status, headers).end(req.method === 'HEAD' ? undefined : content);
    if (content.length > 0) res.writeHead(done.status, headers).write(content.slice(0, 1));
    return res.destroy();
  };
  const refuse = (res: ServerResponse, code: string) =>
    res
      .writeHead(statuses[code] ?? 403, { 'content-type': 'application/xml' })
      .end(xml(`<Error><Code>${code}</Code></Error>`));
  return {
    handler: (req, res) =>
      void answer(req, res).catch((error) => (error instanceof Refusal ? refuse(res, error.code) : res.destroy())),
    faults,
    objects,
    uploads,
  };
}
