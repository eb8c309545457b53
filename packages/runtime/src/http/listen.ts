import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  port: number;
  /** Stops taking connections, lets running requests finish for `graceMs`, then ends what is left. */
  close(graceMs: number): Promise<void>;
}

/** The address is taken. */
export class PortBusyError extends Error {
  constructor(port: number, cause: unknown) {
    super(`port ${port} is in use by another program; stop it or choose another port`, { cause });
    this.name = 'PortBusyError';
  }
}

/**
 * Listens with node:http and bounds on slow clients: 15 s for the headers, 60 s for the whole request, 5 s idle.
 * @throws PortBusyError
 */
export async function listen(listener: RequestListener, options: { port: number; host?: string }): Promise<Listening> {
  const server = createServer(
    { headersTimeout: 15_000, requestTimeout: 60_000, keepAliveTimeout: 5_000, maxHeaderSize: 32_768 },
    listener,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortBusyError(options.port, error) : error),
    );
    server.listen(options.port, options.host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: (graceMs) => closeServer(server, graceMs) };
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // Connections become idle as their requests finish; they are ended then instead of when the client wishes.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const force = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(force);
}
