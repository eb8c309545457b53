import type { Host } from './host.ts';
import { type Listening, listen } from './http/listen.ts';
import { sendJson } from './http/respond.ts';

/**
 * Serves /live, /ready, /metrics and /work (what waits of each kind of background work) of a process, on a port that is
 * never public.
 * @param isServing readiness, asked with each request of /ready
 * @throws PortBusyError
 */
export function serveOperations(
  host: Pick<Host, 'log' | 'metrics' | 'works'>,
  { isServing, ...address }: { isServing: () => Promise<boolean>; port: number; host: string },
): Promise<Listening> {
  return listen((req, res) => {
    const answer = async () => {
      if (req.url === '/live') return sendJson(req, res, { status: 200, value: { status: 'ok' } });
      if (req.url === '/ready') {
        const ready = await isServing();
        return sendJson(req, res, { status: ready ? 200 : 503, value: { status: ready ? 'ok' : 'not_ready' } });
      }
      if (req.url === '/metrics') {
        res.writeHead(200, { 'content-type': host.metrics.registry.contentType });
        return res.end(await host.metrics.scrape());
      }
      if (req.url === '/work') return sendJson(req, res, { status: 200, value: { work: await host.works.read() } });
      return sendJson(req, res, { status: 404, value: { error: 'not_found' } });
    };
    answer().catch((error) => {
      host.log.error({ err: error }, 'an operations request failed');
      res.destroy();
    });
  }, address);
}
