import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** A local HTTP server for tests. */
export type MountedServer = {
  /** `http://localhost:<port>` */
  origin: string;
  /** Serves a handler under a prefix, which is stripped from `req.url`. */
  mount(prefix: string, handler: Handler): void;
  close(): Promise<void>;
};

/** Starts a server on a free port of 127.0.0.1. */
export async function startMountedServer(): Promise<MountedServer> {
  const mounts = new Map<string, Handler>();
  const server = createServer((req, res) => {
    const url = req.url ?? '/';
    for (const [prefix, handler] of mounts) {
      if (!url.startsWith(`${prefix}/`)) continue;
      req.url = url.slice(prefix.length);
      return handler(req, res);
    }
    res.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://localhost:${port}`,
    mount(prefix, handler) {
      mounts.set(prefix, handler);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
