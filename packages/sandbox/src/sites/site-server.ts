import { createServer, type RequestListener } from 'node:http';
import { isLoopbackPeer } from '../http/loopback.ts';
import { createRknSite, type RknSampleSite } from '../rkn-sites/rkn-site.ts';
import type { SiteAnswer } from './render-site.ts';
import { createSite, type SeededSite } from './seeded-site.ts';

/** What a site that is made of defects serves. */
interface GeneratedSite {
  answers: ReadonlyMap<string, SiteAnswer>;
  manifest: readonly { defect: string }[];
}

export interface SiteSandbox<Site extends GeneratedSite = SeededSite> {
  handler: RequestListener;
  /** The site as it is now. */
  site(): Site;
  /**
   * Mends one defect, as `POST /__ctl/fix/{id}` does. Returns false for a defect that the site does not
   * have.
   */
  fix(defect: string): boolean;
  /** Paths asked for so far, the last 10,000. */
  journal(): string[];
}

export interface SiteServer<Site extends GeneratedSite = SeededSite> extends Omit<SiteSandbox<Site>, 'handler'> {
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
 * A generated site, see {@link createDefectSandbox}.
 * @param options.origin where its pages are
 */
export const createSiteSandbox = ({ seed, defects, origin }: SiteOptions & { origin: string }): SiteSandbox =>
  createDefectSandbox(defects, (openDefects) => createSite({ seed, defects: openDefects, origin }));

/** A site about personal data, see {@link createDefectSandbox}. */
export const createRknSiteSandbox = (defects: readonly string[], origin: string): SiteSandbox<RknSampleSite> =>
  createDefectSandbox(defects, (openDefects) => createRknSite({ defects: openDefects, origin }));

/**
 * A site that is made of defects; its pages are made at the first use. `GET /__ctl/manifest` gives the
 * expected issues, `GET /__ctl/journal` the paths asked for, `POST /__ctl/fix/{id}` mends one defect.
 */
function createDefectSandbox<Site extends GeneratedSite>(
  defects: readonly string[],
  make: (defects: readonly string[]) => Site,
): SiteSandbox<Site> {
  const openDefects = new Set(defects);
  const journal: string[] = [];
  let currentSite: Site | null = null;
  const site = (): Site => {
    currentSite ??= make([...openDefects]);
    return currentSite;
  };
  const fix = (defect: string): boolean => {
    if (!openDefects.delete(defect)) return false;
    currentSite = null;
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
export const startSiteServer = (options: SiteOptions): Promise<SiteServer> =>
  serve((origin) => createSiteSandbox({ ...options, origin }));

/** Serves a site about personal data on a free port of 127.0.0.1. */
export const startRknSiteServer = (defects: readonly string[]): Promise<SiteServer<RknSampleSite>> =>
  serve((origin) => createRknSiteSandbox(defects, origin));

async function serve<Site extends GeneratedSite>(
  open: (origin: string) => SiteSandbox<Site>,
): Promise<SiteServer<Site>> {
  let handler: RequestListener = (_req, res) => void res.writeHead(503).end();
  const server = createServer((req, res) => handler(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const sandbox = open(origin);
  handler = sandbox.handler;
  return {
    origin,
    site: sandbox.site,
    fix: sandbox.fix,
    journal: sandbox.journal,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
