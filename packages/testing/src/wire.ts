import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface WireRequest {
  method: string;
  /** Sent exactly as it is: no client gets to repair a broken address. */
  target: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  /** Without a Content-Length. */
  chunked?: boolean;
}

export interface WireReply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json: Record<string, unknown>;
  error: string | undefined;
}

export type Send = (wanted: WireRequest) => Promise<WireReply>;

/** A client that sends a request unchanged and returns the answer without any check. */
export function wire(baseUrl: string): Send & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 24 });
  const { hostname, port } = new URL(baseUrl);
  const send: Send = (wantedRequest) =>
    new Promise((resolve, reject) => {
      const { method, target, headers = {}, body, chunked } = wantedRequest;
      const length = body === undefined || chunked ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const sent = request({ agent, hostname, port, method, path: target, headers: { ...length, ...headers } });
      let isAnswered = false;
      sent.on('response', (response) => {
        isAnswered = true;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve(toReply(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString())),
        );
      });
      // A server that refuses a body closes before it was sent; the answer that came first counts.
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // A connection that was held open may be closed by the server in the moment in which it is used again.
        if (!isAnswered && sent.reusedSocket && error.code === 'ECONNRESET') send(wantedRequest).then(resolve, reject);
        else if (!isAnswered) reject(new Error(`${method} ${target.slice(0, 200)}`, { cause: error }));
      });
      sent.setTimeout(120_000, () => sent.destroy(new Error('no answer in two minutes')));
      if (body !== undefined && chunked) sent.write(body);
      sent.end(chunked ? undefined : body);
    });
  return Object.assign(send, { close: () => agent.destroy() });
}

function toReply(status: number, headers: IncomingHttpHeaders, text: string): WireReply {
  const isJson = /[/+]json\b/.test(headers['content-type'] ?? '') && text !== '';
  const value: unknown = isJson ? JSON.parse(text) : undefined;
  const json = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return { status, headers, text, json, error: typeof json.error === 'string' ? json.error : undefined };
}

export const asJson = (value: unknown): { headers: Record<string, string>; body: string } => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** The headers but these. */
export const without = (headers: Record<string, string>, ...names: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** Runs `work` over all items, twenty at a time; answers in the order of the items. */
export async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>, atOnce = 20): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [at, item] of queue) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
