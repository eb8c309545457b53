import { once } from 'node:events';
import { createServer } from 'node:net';

/** Each runner has a range of ports of its own, so that two suites never choose the same one. */
const portsOfRunner = 2_000;
const runners = 8;
const firstPort = 15_000 + (Number(process.env.JEST_WORKER_ID ?? 0) % runners) * portsOfRunner;
/** Ports that are chosen, although nothing may listen on them yet. */
const chosen = new Set<number>();

/**
 * A free port that was not chosen before, below the ephemeral ports of the system: an outgoing connection
 * could take one of those meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * portsOfRunner);
    if (chosen.has(port)) continue;
    chosen.add(port);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
