import { createServer } from 'node:http';

/**
 * Stands for a service behind a proxy: the same small JSON to every request, so that only the proxy is
 * measured.
 */
const body = JSON.stringify({
  data: { codes: ['export_pdf', 'notes_unlimited'], entitlements: [], expires_at: null, is_lifetime: true },
});

createServer((_req, res) => {
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  res.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
