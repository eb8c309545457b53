import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { createSafeFetch, type SafeFetch } from './safe-fetch.ts';
import { SafeFetchError } from './safe-fetch-error.ts';

type Answer = (req: IncomingMessage, res: ServerResponse) => void;

const hello: Answer = (_, res) => void res.end('hello');

/** A server on the loopback address for the tests of a suite, and calls that may reach it. */
export function withServer() {
  const opened: SafeFetch[] = [];
  const s = {
    port: 0,
    /** Requests of the test that runs. */
    requests: [] as IncomingMessage[],
    /** How the server answers in the test that runs. */
    reply: hello,
    open(...args: Parameters<typeof createSafeFetch>): SafeFetch {
      const safeFetch = createSafeFetch(...args);
      opened.push(safeFetch);
      return safeFetch;
    },
    trusting: (): SafeFetch => s.open([`127.0.0.1:${s.port}`]),
  };
  const server = createServer((req, res) => {
    s.requests.push(req);
    s.reply(req, res);
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    s.port = (server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    for (const safeFetch of opened.splice(0)) await safeFetch.close();
    s.requests = [];
    s.reply = hello;
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return s;
}

const failureOf =
  (name: 'reason' | 'code') =>
  (fetched: Promise<unknown>): Promise<string> =>
    fetched.then(
      () => 'answered',
      (error: unknown) => (error instanceof SafeFetchError ? error[name] : `not refused but failed: ${error}`),
    );
export const reasonOf = failureOf('reason');
export const codeOf = failureOf('code');
