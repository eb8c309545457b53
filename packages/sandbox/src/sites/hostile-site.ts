import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { isLoopbackPeer } from '../http/loopback.ts';

export interface HostileSandbox {
  handler: RequestListener;
  /** Paths of the requests so far, the latest 5000. */
  requests(): string[];
  /** Bytes of endless and huge bodies that the peers took. */
  sentBytes(): number;
  /** Requests that reached an address inside the network, which the site redirects to. It has to stay 0. */
  canaryHits(): number;
  /** Ends what listens inside the network. */
  close(): Promise<void>;
}

export interface HostileSite extends Omit<HostileSandbox, 'handler'> {
  /** `http://127.0.0.1:<port>` */
  origin: string;
}

const maxRequests = 5_000;
const piece = Buffer.alloc(65_536, 'x');
const hugeBytes = 100 * 1_048_576;
/** Members of a gzip file may stand one after another (RFC 1952 §2.2): 1 GiB of zeros in 1 MiB. */
const bombMembers = 100;
const bombMember = () => gzipSync(Buffer.alloc(10 * 1_048_576));
const locs = 200_000;
const nestedDivs = 50_000;

const html = { 'content-type': 'text/html; charset=utf-8' };
const xml = { 'content-type': 'application/xml' };

/** A page with these links. */
const page = (title: string, links: readonly string[]): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1><ul>${links
    .map((link) => `<li><a href="${link.replaceAll('&', '&amp;')}">${title}</a></li>`)
    .join('')}</ul></body></html>`;

type Reply = (res: ServerResponse, url: URL, sites: { origin: string; canaryPort: number }) => void;

/** Answers by the first segment of the path. */
const replies: Record<string, Reply> = {
  '': (res, _, { canaryPort }) =>
    res
      .writeHead(200, html)
      .end(page('Home', [...entrances, ...insideTargets(canaryPort).map((_, n) => `/inside/${n}`)])),
  'robots.txt': (res, _, { origin }) =>
    res
      .writeHead(200, { 'content-type': 'text/plain' })
      .end(`User-agent: *\nAllow: /\n${sitemaps.map((path) => `Sitemap: ${origin}${path}\n`).join('')}`),
  /** A calendar without a last month. */
  calendar: (res, url) => {
    const [, , year = '2026', month = '1'] = url.pathname.split('/');
    const at = Number(year) * 12 + Number(month) - 1;
    const links = [at - 1, at + 1, at + 12].map((n) => `/calendar/${Math.floor(n / 12)}/${(n % 12) + 1}/`);
    res.writeHead(200, html).end(page(`${year}-${month}`, links));
  },
  /** Filters that combine without end. */
  filter: (res, url) => {
    const depth = url.searchParams.size;
    const links = ['color', 'size', 'sort'].map((name) => `/filter${url.search || '?'}&${name}${depth}=${depth}`);
    res.writeHead(200, html).end(page(`Filter ${depth}`, links));
  },
  /** A relative link that leads one level deeper each time. */
  deeper: (res) => void res.writeHead(200, html).end(page('Deeper', ['deeper/', 'more/'])),
  /** One byte a second, without end; `?ms=` sets the pause. */
  drip: (res, url) => {
    res.writeHead(200, html);
    const drip = setInterval(() => res.write('.'), Number(url.searchParams.get('ms') ?? 1_000));
    res.on('close', () => clearInterval(drip));
  },
  loop: (res, url) => void res.writeHead(302, { location: url.pathname === '/loop/a' ? '/loop/b' : '/loop/a' }).end(),
  /** So many redirects as the path says. */
  hops: (res, url) => {
    const hopsLeft = Number(url.pathname.split('/')[2]);
    if (hopsLeft > 0) res.writeHead(301, { location: `/hops/${hopsLeft - 1}` }).end();
    else res.writeHead(200, html).end(page('Arrived', []));
  },
  /** 50,000 elements in one another: an HTML parser needs seconds. */
  nested: (res) => {
    const body = `${'<div>'.repeat(nestedDivs)}x${'</div>'.repeat(nestedDivs)}`;
    res.writeHead(200, html).end(`<!doctype html><title>Nested</title>${body}`);
  },
  busy: (res) => void res.writeHead(503, { 'retry-after': '3600' }).end('later'),
  /** Redirects to addresses inside the network; the number chooses one. */
  inside: (res, url, { canaryPort }) =>
    res.writeHead(302, { location: insideTargets(canaryPort)[Number(url.pathname.split('/')[2])] ?? '/' }).end(),
  /** Entities that multiply, and one that is read from inside the network. */
  'entities.xml': (res, _, { origin, canaryPort }) => {
    const more = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
    const outside = `<!ENTITY outside SYSTEM "http://127.0.0.1:${canaryPort}/">`;
    const locs = `<url><loc>${origin}/&e9;</loc></url><url><loc>${origin}/&outside;</loc></url>`;
    res
      .writeHead(200, xml)
      .end(`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "ha">${more}${outside}]><urlset>${locs}</urlset>`);
  },
  'self.xml': (res, _, { origin }) => {
    const index = ['/self.xml', '/self.xml?again', '/listed.xml'].map(
      (path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`,
    );
    res.writeHead(200, xml).end(`<sitemapindex>${index.join('')}</sitemapindex>`);
  },
  'listed.xml': (res, _, { origin }) =>
    void res.writeHead(200, xml).end(`<urlset><url><loc>${origin}/</loc></url></urlset>`),
  'many.xml': (res, _, { origin }) => {
    const lines = Array.from({ length: locs }, (_, n) => `<url><loc>${origin}/listed/${n}</loc></url>`);
    res.writeHead(200, xml).end(`<urlset>${lines.join('')}</urlset>`);
  },
  listed: (res) => void res.writeHead(200, html).end(page('Listed', [])),
};

/** Paths that a crawler starts from. */
const entrances = [
  '/calendar/2026/1/',
  '/filter',
  '/deeper/',
  '/loop/a',
  '/hops/12',
  '/nested',
  '/busy',
  '/drip',
  '/huge',
  '/bomb',
];
const sitemaps = ['/entities.xml', '/self.xml', '/many.xml', '/bomb.xml.gz'];

/** Ways to write an address inside the network. */
const insideTargets = (port: number): string[] => [
  `http://127.0.0.2:${port}/`,
  `http://2130706433:${port}/`,
  `http://0x7f.1:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://localhost:${port}/`,
  'http://[::ffff:10.0.0.1]/',
  'http://169.254.169.254/latest/meta-data/',
];

/** How many addresses `/inside/{n}` redirects to. */
export const insideRedirects = insideTargets(0).length;

/**
 * A site that does what hurts a crawler: endless calendars, filters and paths, redirects that loop, go on and
 * lead into the network, bodies that drip, are huge or inflate, markup and XML that are costly to parse,
 * sitemaps that are too large or name themselves, and a server that is busy for an hour. The home page and
 * robots.txt name it all. The address inside the network listens on a free port of loopback addresses.
 * `GET /__ctl/counts` says how many requests came, how many bytes of endless bodies left, and whether the
 * address inside the network was reached.
 */
export async function openHostileSandbox(): Promise<HostileSandbox> {
  const requests: string[] = [];
  let total = 0;
  let sentBytes = 0;
  let canaryHits = 0;
  let bomb: Buffer | null = null;

  const count = (res: ServerResponse, bytes: Buffer) =>
    new Promise<void>((resolve) =>
      res.write(bytes, (error) => {
        if (!error) sentBytes += bytes.length;
        resolve();
      }),
    );
  const stream = async (res: ServerResponse, bytes: Buffer, times: number, headers: Record<string, string>) => {
    res.writeHead(200, headers);
    for (let sent = 0; sent < times && !res.destroyed; sent += 1) await count(res, bytes);
    res.end();
  };
  const explode = (res: ServerResponse, headers: Record<string, string>) => {
    bomb ??= bombMember();
    return stream(res, bomb, bombMembers, headers);
  };
  const streams: Record<string, (res: ServerResponse) => Promise<void>> = {
    '/huge': (res) => stream(res, piece, hugeBytes / piece.length, html),
    '/bomb': (res) => explode(res, { ...html, 'content-encoding': 'gzip' }),
    '/bomb.xml.gz': (res) => explode(res, { 'content-type': 'application/gzip' }),
  };

  const inside: RequestListener = (_, res) => {
    canaryHits += 1;
    res.end('reached');
  };
  const canary = await listen(inside, '127.0.0.1');
  const canaryPort = portOf(canary);
  const second = await listen(inside, '127.0.0.2', canaryPort).catch(() => null);

  return {
    handler(req, res) {
      requests.push(req.url ?? '');
      if (requests.length > maxRequests) requests.shift();
      const origin = `http://${req.headers.host}`;
      const url = URL.parse(req.url ?? '/', origin);
      if (url?.pathname === '/__ctl/counts' && isLoopbackPeer(req)) {
        const counts = { requests: total, sent_bytes: sentBytes, canary_hits: canaryHits };
        res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(counts));
        return;
      }
      total += 1;
      const reply = replies[url?.pathname.split('/')[1] ?? ''];
      const streamed = url ? streams[url.pathname] : undefined;
      if (streamed) void streamed(res).catch(() => res.destroy());
      else if (url && reply) reply(res, url, { origin, canaryPort });
      else res.writeHead(404, html).end(page('Not found', []));
    },
    requests: () => [...requests],
    sentBytes: () => sentBytes,
    canaryHits: () => canaryHits,
    close: () => closeAll([canary, ...(second ? [second] : [])]),
  };
}

/** Starts the site on a free port of 127.0.0.1. */
export async function startHostileSite(): Promise<HostileSite> {
  const { handler, close, ...sandbox } = await openHostileSandbox();
  const site = await listen(handler, '127.0.0.1');
  return {
    ...sandbox,
    origin: `http://127.0.0.1:${portOf(site)}`,
    async close() {
      await closeAll([site]);
      await close();
    },
  };
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Rejects where the machine has no such address: only Linux has all of 127.0.0.0/8. */
async function listen(handler: RequestListener, host: string, port = 0): Promise<Server> {
  const server = createServer(handler).listen(port, host);
  await once(server, 'listening');
  return server;
}
