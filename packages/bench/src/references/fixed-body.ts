import { createServer } from 'node:http';

/** The least a server can do for an answer of a given size: the same bytes to every request. */
const body = Buffer.alloc(Number(process.env.BYTES), 'x');

createServer((_req, res) => {
  res.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  res.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
