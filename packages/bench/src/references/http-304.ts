import { createServer } from 'node:http';

/** The least a server can do: answer 304. */
createServer((_req, res) => {
  res.writeHead(304, { etag: '"reference"' });
  res.end();
}).listen(Number(process.env.PORT), '127.0.0.1');
