import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '@platform/runtime';

/** A backend of the balancer: a process with an address and a readiness check. */
export interface Balanced {
  apiUrl: string;
  ready(): Promise<number | null>;
}

export interface Balancer {
  add(target: Balanced): void;
  close(): Promise<void>;
}

const askedEveryMs = 100;
/** Checks in a row without an answer after which a target is not ready: `failureThreshold` of Kubernetes. */
const failureThreshold = 3;

/**
 * Stands where a Service of Kubernetes or a load balancer stands before the gateways: each request goes to
 * the next one whose /ready said 200 when it last answered. It keeps connections and repeats nothing, so
 * that a gateway that ends a connection too early is seen by the client.
 */
export async function startBalancer(port: number): Promise<Balancer> {
  const targets = new Map<Balanced, { agent: Agent; isReady: boolean; unanswered: number }>();
  const stopping = new AbortController();
  let turn = 0;

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await Promise.all(
        [...targets].map(async ([target, state]) => {
          const status = await target.ready();
          state.unanswered = status === null ? state.unanswered + 1 : 0;
          if (status !== null || state.unanswered >= failureThreshold) state.isReady = status === 200;
        }),
      );
      await sleep(askedEveryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  const pass = (req: IncomingMessage, res: ServerResponse): void => {
    const ready = [...targets].filter(([, { isReady }]) => isReady);
    turn += 1;
    const [target, state] = ready[turn % ready.length] ?? [];
    const refuse = () => (res.headersSent ? res.destroy() : res.writeHead(502).end('no gateway'));
    if (!target || !state) return void refuse();
    const { connection: _, ...headers } = req.headers;
    const call = request(
      new URL(req.url ?? '/', target.apiUrl),
      { method: req.method, headers, agent: state.agent },
      (answer) => {
        const { connection: __, 'keep-alive': ___, 'transfer-encoding': ____, ...kept } = answer.headers;
        res.writeHead(answer.statusCode ?? 502, kept);
        answer.on('error', () => res.destroy()).pipe(res);
      },
    );
    call.on('error', refuse);
    req.pipe(call);
  };

  const server = await listen(pass, { port, host: '127.0.0.1' });
  const watching = watch();
  return {
    add: (target) => void targets.set(target, { agent: new Agent({ keepAlive: true }), isReady: true, unanswered: 0 }),
    async close() {
      stopping.abort();
      await watching;
      await server.close(100);
      for (const { agent } of targets.values()) agent.destroy();
    },
  };
}
