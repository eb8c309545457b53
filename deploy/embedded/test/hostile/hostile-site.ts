import { gzipSync } from 'node:zlib';
import { type Listening, listen } from '@platform/runtime';
import { attacks as generators } from '../foreign-bytes/attacks.ts';

/** A site that a scan of the platform reads, and that makes each reading as dear as it can. */
export interface HostileSite {
  url: string;
  close(): Promise<void>;
}

const repeat = (text: string, times: number): string => text.repeat(times);

/** 490 kB of patterns that match nearly everything, as slowly as they can. */
const robots = [generators.robots_rules(250_000), generators.clean_param(240_000), 'Sitemap: /sitemap.xml'].join('\n');

const sitemapOf = (base: string): Buffer =>
  gzipSync(
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Array.from(
      { length: 2_000 },
      (_, at) => `<url><loc>${base}/${repeat('a', 1_900)}${at}</loc></url>`,
    ).join('')}</urlset>`,
  );

/** Valid tax numbers are rare among these: each is a finding of its own. */
const taxNumbers = (page: number): string => generators.requisites(27_000, page);

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="ru"><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`;

const home = page(
  'Hostile',
  [
    ...Array.from({ length: 40 }, (_, at) => `<a href="/contact/${at}">Контакты ${at}</a>`),
    ...Array.from({ length: 200 }, (_, at) => `<a href="/x${at}${repeat('/a', 200)}?${repeat('b=1&', 100)}">x</a>`),
    repeat('<div><span>', 5_000),
    `<style>${repeat('a,b,c ', 20_000)}{color:red}</style>`,
    `<script type="application/ld+json">${repeat('[', 20_000)}${repeat(']', 20_000)}</script>`,
    repeat('<form><input name=email><label>Согласен', 500),
  ].join(''),
);

const imageSvg = generators.svg_white_space(100_000);

/** Serves the site on the loopback address. */
export async function startHostileSite(): Promise<HostileSite> {
  let url = '';
  const server: Listening = await listen(
    (req, res) => {
      const path = (req.url ?? '/').split('?')[0] ?? '/';
      const send = (type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
        void res.writeHead(200, { 'content-type': type, ...headers }).end(body);
      if (path === '/robots.txt') return send('text/plain', robots);
      if (path === '/sitemap.xml') return send('application/xml', sitemapOf(url), { 'content-encoding': 'gzip' });
      if (path.endsWith('.svg')) return send('image/svg+xml', imageSvg);
      const contact = /^\/contact\/(\d+)$/.exec(path);
      if (contact)
        return send('text/html; charset=utf-8', page('Контакты', `<p>${taxNumbers(Number(contact[1]))}</p>`));
      return send('text/html; charset=utf-8', home);
    },
    { port: 0, host: '127.0.0.1' },
  );
  url = `http://127.0.0.1:${server.port}`;
  return { url, close: () => server.close(200) };
}
