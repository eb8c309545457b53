import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StreamedFile } from '@platform/contracts/kit';
import { lowerCased } from './headers.ts';
import { coalesceResponses, drained, isNotModified, sendJson, writeHead } from './respond.ts';

export interface FileRange {
  start: number;
  end: number;
}

/**
 * The part of a file that `Range` asks for (RFC 9110 §14.2): null for the whole file, also where the header
 * is not understood or names several parts; `unsatisfiable` where the file has no such part.
 */
export function readRange(header: string | undefined, size: number): FileRange | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    // The last bytes: all of them where there are fewer.
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

/**
 * Sends a stored file, or the part that the client asks for, no faster than the client reads. The first bytes
 * are there before the head is written, so a store that is down is a proper answer; a later failure, or a
 * source that is too short, cuts the connection. A client that goes away closes the source.
 * @param cacheControl where the file has no `cache-control` of its own
 */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  file: StreamedFile,
  options: { cacheControl: string; requestId: string },
): Promise<void> {
  const { size, etag } = file;
  const shared = { 'cache-control': options.cacheControl, ...lowerCased(file.headers), etag, 'accept-ranges': 'bytes' };
  if (isNotModified(req, etag)) return coalesceResponses(() => void writeHead(res, 304, shared).end());
  // A part belongs to the bytes that the client has already; of others it gets all. HEAD knows no parts.
  const ifRange = req.headers['if-range'];
  const mayHavePart = req.method === 'GET' && (ifRange === undefined || ifRange === etag);
  const range = mayHavePart ? readRange(req.headers.range, size) : null;
  if (range === 'unsatisfiable') {
    const body = {
      error: 'range_not_satisfiable',
      message: `The file has ${size} bytes.`,
      request_id: options.requestId,
    };
    return sendJson(req, res, {
      status: 416,
      value: body,
      headers: { 'content-range': `bytes */${size}`, 'cache-control': 'no-store' },
    });
  }
  const length = range ? range.end - range.start + 1 : size;
  const head = {
    'content-type': file.contentType,
    ...shared,
    'content-length': length,
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${size}` } : {}),
  };
  const status = range ? 206 : 200;
  if (req.method === 'HEAD' || length === 0) return coalesceResponses(() => void writeHead(res, status, head).end());
  const chunks = (await file.open(range ?? undefined))[Symbol.asyncIterator]();
  let bytesSent = 0;
  try {
    let next = await chunks.next();
    if (!res.destroyed) writeHead(res, status, head);
    while (!next.done && !res.destroyed) {
      bytesSent += next.value.length;
      if (bytesSent > length) break;
      if (!res.write(next.value)) await drained(res);
      if (!res.destroyed) next = await chunks.next();
    }
  } finally {
    await chunks.return?.();
  }
  if (res.destroyed) return;
  if (bytesSent !== length)
    throw new Error(`a stored file has ${bytesSent} bytes or more where ${length} were expected`);
  res.end();
}
