import { createServer, type RequestListener } from 'node:http';
import { isLoopbackPeer } from '../http/loopback.ts';
import { createSite, type SeededSite } from './seeded-site.ts';

export interface SiteSandbox {
  handler: RequestListener;
  /** The site as it is now. */
  site(): SeededSite;
  /**
   * Mends one defect, as `POST /__ctl/fix/{id}` does. Returns false for a defect that the site does not
   * have.
   */
  fix(defect: string): boolean;
  /** Paths asked for so far, the last 10,000. */
  journal(): string[];
}

export interface SiteServer extends Omit<SiteSandbox, 'handler'> {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  close(): Promise<void>;
}

interface SiteOptions {
  seed: number;
  defects: readonly string[];
}

const maxJournal = 10_000;

/**
 * A generated site; its pages are made at the first use. `GET /__ctl/manifest` gives the expected issues,
 * `GET /__ctl/journal` the paths asked for, `POST /__ctl/fix/{id}` mends one defect.
 * @param options.origin where its pages are
 */
export function createSiteSandbox({ seed, defects, origin }: SiteOptions & { origin: string }): SiteSandbox {
  const left = new Set(defects);
  const journal: string[] = [];
  let made: SeededSite | null = null;
  const site = (): SeededSite => {
    made ??= createSite({ seed, defects: [...left], origin });
    return made;
  };
  const fix = (defect: string): boolean => {
    if (!left.delete(defect)) return false;
    made = null;
    return true;
  };
  const handler: RequestListener = (req, res) => {
    const path = req.url ?? '/';
    if (path.startsWith('/__ctl/') && isLoopbackPeer(req)) {
      const json = (status: number, value: unknown) =>
        res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      const id = /^\/__ctl\/fix\/(\w+)$/.exec(path)?.[1];
      if (req.method === 'POST' && id) json(fix(id) ? 200 : 404, { fixed: id });
      else if (path === '/__ctl/manifest') json(200, site().manifest);
      else if (path === '/__ctl/journal') json(200, journal);
      else json(404, {});
      return;
    }
    journal.push(path);
    if (journal.length > maxJournal) journal.shift();
    const answer = site().answers.get(path);
    if (!answer) {
      res.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>404</h1>');
      return;
    }
    if (answer.failure) {
      res.destroy();
      return;
    }
    res.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
    res.end(req.method === 'HEAD' ? undefined : answer.body);
  };
  return { handler, site, fix, journal: () => [...journal] };
}

/** Serves a generated site on a free port of 127.0.0.1. */
export async function startSiteServer(options: SiteOptions): Promise<SiteServer> {
  let handler: RequestListener = (_req, res) => void res.writeHead(503).end();
  const server = createServer((req, res) => handler(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const sandbox = createSiteSandbox({ ...options, origin });
  handler = sandbox.handler;
  return {
    ...{ origin, site: sandbox.site, fix: sandbox.fix, journal: sandbox.journal },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
