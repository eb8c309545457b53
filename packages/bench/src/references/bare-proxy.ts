import { createServer } from 'node:http';
import { Pool } from 'undici';

/**
 * Baseline for the gateway: a proxy that forwards every request as a GET and checks nothing. It shows the
 * cost of forwarding itself.
 */
const pool = new Pool(process.env.TARGET ?? '', { connections: 64, pipelining: 1 });

createServer((req, res) => {
  const { connection: _connection, host: _host, ...headers } = req.headers;
  pool
    .stream({ method: 'GET', path: req.url ?? '/', headers }, ({ statusCode, headers: answered }) => {
      const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...passed } = answered;
      res.writeHead(statusCode, passed);
      return res;
    })
    .catch(() => res.destroy());
}).listen(Number(process.env.PORT), '127.0.0.1');
