import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { etagOf, isNotModified, send, splitTarget, writeHead } from '@platform/runtime';

const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Application Platform API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'none', defaultModelsExpandDepth: 0, tryItOutEnabled: true });
`;

interface Doc {
  type: string;
  body: string | Buffer;
  etag: string;
}
const doc = (type: string, body: string | Buffer): Doc => ({
  type: `${type}; charset=utf-8`,
  body,
  etag: etagOf(body),
});
const swaggerFile = async (type: string, name: string): Promise<Doc> =>
  doc(type, await readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))));

const docs = new Map<string, () => Promise<Doc>>([
  ['/docs', once(async () => doc('text/html', page))],
  ['/docs/start.js', once(async () => doc('text/javascript', start))],
  ['/docs/swagger-ui.css', once(() => swaggerFile('text/css', 'swagger-ui.css'))],
  ['/docs/swagger-ui-bundle.js', once(() => swaggerFile('text/javascript', 'swagger-ui-bundle.js'))],
]);

/** The same promise for every call; a failure is not kept. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/**
 * Serves the API reference at /docs, made by Swagger UI from /v1/openapi.json; `/` and `/docs/` lead there.
 * The files are read once and kept.
 * @param admit counts the call before anything is served; what it throws goes to the caller
 * @returns false for any other address, which is not counted
 */
export async function serveDocs(
  req: IncomingMessage,
  res: ServerResponse,
  admit: () => Promise<void>,
): Promise<boolean> {
  const { path } = splitTarget(req.url ?? '');
  const read = docs.get(path);
  const isAlias = path === '/' || path === '/docs/';
  if ((!read && !isAlias) || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
  await admit();
  if (!read) {
    writeHead(res, 302, { location: '/docs' }).end();
    return true;
  }
  const { type, body, etag } = await read();
  const headers = { etag, 'cache-control': 'public, max-age=3600', 'content-security-policy': contentSecurityPolicy };
  if (isNotModified(req, etag)) writeHead(res, 304, headers).end();
  else send(req, res, 200, body, { 'content-type': type, ...headers });
  return true;
}
