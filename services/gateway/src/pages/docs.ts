import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Route } from '@platform/contracts';
import type { PreparedBody } from '@platform/contracts/kit';
import { etagOf, matchedETag, representationOf, send, splitTarget, writeHead } from '@platform/runtime';
import { errorPages } from './error-pages.ts';
import { markdownPages, openGuides } from './guides.ts';
import { html } from './html.ts';
import { documentationPage } from './layout.ts';
import { referencePages } from './reference.ts';
import { searchIndex } from './search-index.ts';
import { startPage } from './start-page.ts';

const policy = (...sources: string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ...sources,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The pages run the scripts of their own origin, and read its search index. */
const pagePolicy = policy("style-src 'self'", 'img-src data:', "connect-src 'self'");

interface Doc extends PreparedBody {
  type: string;
}
const doc = (type: string, body: string | Buffer): Doc => ({
  type: `${type}; charset=utf-8`,
  body,
  etag: etagOf(body),
});

const types: Record<string, string> = { css: 'text/css', js: 'text/javascript' };
const files = ['docs.css', 'search.js', 'side.js', 'copy.js', 'filter.js', 'old-addresses.js'];

async function readDocFile(name: string): Promise<Doc> {
  const type = types[name.split('.').at(-1) ?? ''] ?? 'text/plain';
  return doc(type, await readFile(fileURLToPath(new URL(`files/${name}`, import.meta.url))));
}

/** Everything under `/docs` by its path, each made at its first request and cached. */
function documentation(routes: readonly Route[]): Map<string, () => Promise<Doc>> {
  const guides = openGuides();
  const pages = [
    ['/docs', () => startPage(routes, guides)] as const,
    ...referencePages(routes),
    ...errorPages(routes),
    ...markdownPages(guides),
  ].map(([path, make]): [string, () => Promise<Doc>] => [path, async () => doc('text/html', await make())]);
  const index = async () => doc('application/json', JSON.stringify(searchIndex(routes, await guides.all())));
  return new Map([
    ...pages.map(([path, make]) => [path, once(make)] as const),
    ...files.map((name) => [`/docs/files/${name}`, once(() => readDocFile(name))] as const),
    ['/docs/files/search.json', once(index)],
  ]);
}

/** The same promise for every call; a failure is not cached. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => {
    value ??= make().catch((error) => {
      value = undefined;
      throw error;
    });
    return value;
  };
}

const missing = doc(
  'text/html',
  documentationPage({
    title: 'Not found',
    section: '/docs',
    body: html`<h1>Not found</h1>\n<p>The documentation has no such page. The sections are above.</p>`,
  }),
);

/** Serves a request for a page; `admit` counts it before, and what it throws goes to the caller. */
export type ServeDocs = (req: IncomingMessage, res: ServerResponse, admit: () => Promise<void>) => Promise<boolean>;

/**
 * The documentation at `/docs`: the reference of the given endpoints, guides, errors and the changelog; `/`
 * and addresses with a trailing slash redirect there. Other paths are not served here, and not counted.
 */
export function createDocs(routes: readonly Route[]): ServeDocs {
  const docs = documentation(routes);
  return async (req, res, admit) => {
    const { path } = splitTarget(req.url ?? '');
    if (path !== '/' && path !== '/docs' && !path.startsWith('/docs/')) return false;
    if (req.method !== 'GET' && req.method !== 'HEAD') return false;
    await admit();
    const whole = path === '/' ? '/docs' : path.replace(/\/$/, '');
    const read = docs.get(whole);
    if (read && whole !== path) writeHead(res, 302, { location: whole }).end();
    else if (read) answer(req, res, 200, await read());
    else answer(req, res, 404, missing);
    return true;
  };
}

function answer(req: IncomingMessage, res: ServerResponse, status: 200 | 404, prepared: Doc): void {
  const accepted = req.headers['accept-encoding'];
  const { body, etag, coding, otherETags } = representationOf(prepared, prepared.type, String(accepted ?? ''));
  const headers = {
    etag,
    'cache-control': status === 200 ? 'public, max-age=3600' : 'no-store',
    'content-security-policy': pagePolicy,
    'referrer-policy': 'no-referrer',
    ...(otherETags.length > 0 ? { vary: 'Accept-Encoding' } : {}),
  };
  const matched = status === 200 ? matchedETag(req, [prepared.etag, ...otherETags]) : null;
  if (matched !== null) writeHead(res, 304, { ...headers, etag: matched }).end();
  else {
    const encoding: Record<string, string> = coding ? { 'content-encoding': coding } : {};
    send(req, res, { status, body, headers: { 'content-type': prepared.type, ...headers, ...encoding } });
  }
}
