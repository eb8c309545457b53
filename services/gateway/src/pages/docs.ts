import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { send, splitTarget } from '@platform/runtime';

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

const start = `SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#reference', deepLinking: true, defaultModelsExpandDepth: 0, tryItOutEnabled: true });
`;

const swaggerFile = (name: string): URL => new URL(import.meta.resolve(`swagger-ui-dist/${name}`));

/** Serves the API reference at /docs, made by Swagger UI from /v1/openapi.json. Answers false for any other address. */
export async function serveDocs(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
  const { path } = splitTarget(req.url ?? '');
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  const answer = (type: string, body: string | Buffer) => {
    send(req, res, 200, body, {
      'content-type': type,
      'cache-control': 'public, max-age=3600',
      'content-security-policy': contentSecurityPolicy,
    });
    return true;
  };
  switch (path) {
    case '/docs':
      return answer('text/html; charset=utf-8', page);
    case '/docs/start.js':
      return answer('text/javascript; charset=utf-8', start);
    case '/docs/swagger-ui.css':
      return answer('text/css; charset=utf-8', await readFile(fileURLToPath(swaggerFile('swagger-ui.css'))));
    case '/docs/swagger-ui-bundle.js':
      return answer(
        'text/javascript; charset=utf-8',
        await readFile(fileURLToPath(swaggerFile('swagger-ui-bundle.js'))),
      );
    default:
      return false;
  }
}
