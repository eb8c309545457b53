import { createServer } from 'node:http';
import { catalog } from '@platform/contracts';
import { routeTable } from '@platform/contracts/route-table';
import { contextFrom, inServerSpan, inSpan, SpanKind, startTracing } from '@platform/runtime';

/**
 * A process that traces one piece of work: a request with a statement in it, or a delivery that fails. It ends when the
 * spans are out. A tracer provider is one for each process, so every case of the test has its own.
 */

/** From the test, as JSON in the environment variable SAMPLING_HOST. */
export interface SampledWork {
  /** Status of the answer; null for a delivery that fails. */
  status: number | null;
  isPublic: boolean;
  traceparent: string | null;
}

const { status, isPublic, traceparent } = JSON.parse(process.env.SAMPLING_HOST ?? '{}') as SampledWork;
const stop = await startTracing('sampled', process.env, { isPublic });
const route = routeTable({ catalog }).find(({ id }) => id === 'getPaywall');
if (!route) throw new Error('no route');

if (status === null) {
  const fail = async () => {
    throw new TypeError('a name of a person');
  };
  await inSpan('consume payment.created', { kind: SpanKind.CONSUMER }, fail).catch(() => {});
} else {
  const server = createServer((req, res) => {
    const origin = new URL('http://localhost');
    const served = { route, params: {}, req, res, requestId: 'r', origin, parent: contextFrom(traceparent) };
    const work = () => inSpan('SELECT', { kind: SpanKind.CLIENT }, async () => void res.writeHead(status).end());
    void inServerSpan(served, work);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })).text();
  await new Promise((resolve) => server.close(resolve));
}
await stop();
