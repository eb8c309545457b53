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
export const freePort = (): Promise<number> => freePorts(1);

/** The first of so many free ports in a row, as {@link freePort} chooses one. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = firstPort + Math.floor(Math.random() * (portsOfRunner - count));
    const ports = Array.from({ length: count }, (_, at) => first + at);
    if (ports.some((port) => chosen.has(port))) continue;
    for (const port of ports) chosen.add(port);
    const areFree = await Promise.all(ports.map(isFree));
    if (areFree.every(Boolean)) return first;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isListening) return false;
  server.close();
  await once(server, 'close');
  return true;
}
