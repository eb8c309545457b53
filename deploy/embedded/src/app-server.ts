import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import type { Settings } from '../demo-app/src/settings.ts';
import { type AppFiles, buildApp } from './app-build.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/**
 * Serves the demo application, as any server of static files would: the names under `/assets` change with
 * their content, everything else is revalidated. The first request builds the page, so that no start waits
 * for it. A request with another host name is redirected, because the identity provider redirects to one
 * address only.
 * @param settings content of `/settings.json`
 * @param url address of the application, without a path, for example `http://localhost:8082`
 * @param build returns the files of the page; the next request repeats a failed build
 */
export function createApp(settings: Settings, url: string, build: () => Promise<AppFiles> = buildApp): RequestListener {
  const { host } = new URL(url);
  const { api_url, identity_provider } = settings;
  const connected = [
    "'self'",
    ...new Set([api_url, identity_provider.authority].map((address) => new URL(address).origin)),
  ];
  const head = {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "worker-src 'self'",
      `connect-src ${connected.join(' ')}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  };
  let building: Promise<AppFiles> | null = null;
  const files = async (): Promise<AppFiles> => {
    building ??= build().then((built) => {
      const page = built.get('/index.html') ?? Buffer.alloc(0);
      return new Map([...built, ['/', page], ['/settings.json', Buffer.from(JSON.stringify(settings))]]);
    });
    return building.catch((error) => {
      building = null;
      throw error;
    });
  };
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    for (const [name, value] of Object.entries(head)) res.setHeader(name, value);
    const say = (status: number, text: string) =>
      void res
        .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
        .end(text);
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('allow', 'GET, HEAD');
      return say(405, 'Only GET and HEAD.\n');
    }
    const path = (req.url ?? '/').split('?')[0] ?? '/';
    if ((path === '/' || path === '/index.html') && req.headers.host !== host) {
      res.setHeader('location', `${url}/`);
      return say(308, `The demo application is at ${url}/\n`);
    }
    let content: Buffer | undefined;
    try {
      // Names of known files alone lead to a file: nothing is read from the disk for a request.
      content = (await files()).get(path);
    } catch (error) {
      return say(500, `The demo application could not be built.\n\n${error instanceof Error ? error.message : ''}\n`);
    }
    if (!content) return say(404, 'There is no such page.\n');
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
    res.setHeader('etag', etag);
    res.setHeader('cache-control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (req.headers['if-none-match'] === etag) return void res.writeHead(304).end();
    const type = types[extname(path) || '.html'] ?? 'application/octet-stream';
    res.writeHead(200, { 'content-type': type, 'content-length': content.length });
    res.end(req.method === 'HEAD' ? undefined : content);
  };
  return (req, res) => void answer(req, res);
}
