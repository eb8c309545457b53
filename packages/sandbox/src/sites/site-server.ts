import { createServer } from 'node:http';
import { isLoopbackPeer } from '../http/loopback.ts';
import { createSite, type SeededSite } from './seeded-site.ts';

export interface SiteServer {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** The site as it is now. */
  site(): SeededSite;
  /**
   * Mends one defect, as `POST /__ctl/fix/{id}` does. Returns false for a defect that the site does not
   * have.
   */
  fix(defect: string): boolean;
  /** Paths asked for so far, the last 10,000. */
  journal(): string[];
  close(): Promise<void>;
}

const maxJournal = 10_000;

/**
 * Serves a generated site on a free port of 127.0.0.1. `GET /__ctl/manifest` gives the expected issues,
 * `GET /__ctl/journal` the paths asked for, `POST /__ctl/fix/{id}` mends one defect.
 */
export async function startSiteServer(options: { seed: number; defects: readonly string[] }): Promise<SiteServer> {
  const defects = new Set(options.defects);
  const journal: string[] = [];
  let site: SeededSite | null = null;
  const fix = (defect: string): boolean => {
    if (!defects.delete(defect) || !site) return false;
    site = createSite({ seed: options.seed, defects: [...defects], origin: site.origin });
    return true;
  };
  const server = createServer((req, res) => {
    const path = req.url ?? '/';
    if (path.startsWith('/__ctl/') && isLoopbackPeer(req)) {
      const json = (status: number, value: unknown) =>
        res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      const id = /^\/__ctl\/fix\/(\w+)$/.exec(path)?.[1];
      if (req.method === 'POST' && id) json(fix(id) ? 200 : 404, { fixed: id });
      else if (path === '/__ctl/manifest') json(200, site?.manifest ?? []);
      else if (path === '/__ctl/journal') json(200, journal);
      else json(404, {});
      return;
    }
    journal.push(path);
    if (journal.length > maxJournal) journal.shift();
    const answer = site?.answers.get(path);
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
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const started = createSite({ seed: options.seed, defects: [...defects], origin });
  site = started;
  return {
    origin,
    site: () => site ?? started,
    fix,
    journal: () => [...journal],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
