import type { RequestListener } from 'node:http';
import { listen, PortBusyError } from '@platform/runtime';

/** A page beside the platform, at an origin of its own. */
export interface DemoPage {
  url: string;
  /** Until then it answers 503. */
  show(handler: RequestListener): void;
  close(graceMs: number): Promise<void>;
}

/**
 * Opens a port for a page of the demo.
 * @param givenPort the port that the environment names; it has to be free
 * @param usual the port without one; another free port where a program has it
 * @throws PortBusyError
 */
export async function openDemoPage(givenPort: string | undefined, usual: number): Promise<DemoPage> {
  let handler: RequestListener = (_req, res) => void res.writeHead(503, { 'retry-after': '1' }).end();
  const open = (port: number) =>
    listen((req, res) => handler(req, res), { port, host: process.env.HOST || '127.0.0.1' });
  const server = await open(Number(givenPort || usual)).catch((error) => {
    if (givenPort || !(error instanceof PortBusyError)) throw error;
    return open(0);
  });
  return {
    url: `http://localhost:${server.port}`,
    show(shown) {
      handler = shown;
    },
    close: (graceMs) => server.close(graceMs),
  };
}
