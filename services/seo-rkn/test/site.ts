import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a site answers at a path. */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A site on this machine whose pages a test changes. */
export interface TestSite {
  origin: string;
  host: string;
  /** Answers by path and query; a function is called for each request. */
  pages: Map<string, Answer | (() => Answer | Promise<Answer>)>;
  /** Requests so far, in their order, with what they were answered. */
  requests: { method: string; url: string; user_agent: string; status: number; bytes: number }[];
  stop(): Promise<void>;
}

const words = `заметка студия работа проект решение задача команда клиент опыт процесс результат качество время план
  отчёт встреча письмо договор макет статья раздел пример вопрос ответ совет правило ошибка улучшение проверка выпуск
  обзор история новость сервис платформа доступ учётная запись оплата тариф подписка устройство`.split(/\s+/);

/** A text of 450 words that no other seed has. Deterministic. */
function textOf(seed: string): string {
  let state = 7;
  for (const letter of seed) state = (state * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647;
  return Array.from({ length: 450 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return words[state % words.length];
  }).join(' ');
}

const jsonLd = (name: string, path: string, origin: string): string => {
  const organization = { '@type': 'Organization', name: 'Ромашка', url: origin, logo: `${origin}/logo.png` };
  const crumbs = [
    { '@type': 'ListItem', position: 1, name: 'Главная', item: `${origin}/` },
    { '@type': 'ListItem', position: 2, name: name || 'Страница', item: `${origin}${path}` },
  ];
  const breadcrumbs = { '@type': 'BreadcrumbList', itemListElement: crumbs };
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': [organization, breadcrumbs] });
};

/** A page without a fault, but what `head` and `main` change. */
export const page = ({
  title,
  path,
  origin,
  head = '',
  main = '',
  links = [],
}: {
  title: string;
  path: string;
  origin: string;
  head?: string;
  main?: string;
  links?: string[];
}): Answer => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="description" content="${title}: подробный рассказ о том, что мы делаем, и почему это вам пригодится.">
    <meta property="og:title" content="${title}"><meta property="og:type" content="website">
    <meta property="og:url" content="${origin}${path}"><meta property="og:image" content="${origin}/cover.png">
    <link rel="canonical" href="${origin}${path}">
    <script type="application/ld+json">${jsonLd(title, path, origin)}</script>
    ${head}</head><body><main><h1>${title}</h1><p>${title}. ${textOf(path)}</p>${main}
    ${links.map((href) => `<a href="${href}">${href}</a>`).join(' ')}</main></body></html>`,
});

/** Starts a site with a home page, `robots.txt` and a sitemap of the pages that it has. */
export async function startSite(): Promise<TestSite> {
  const pages: TestSite['pages'] = new Map();
  const requests: TestSite['requests'] = [];
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const url = req.url ?? '';
    const request = { method: req.method ?? '', url, user_agent: req.headers['user-agent'] ?? '', status: 0, bytes: 0 };
    requests.push(request);
    const found = pages.get(url) ?? {
      status: 404,
      headers: { 'content-type': 'text/html' },
      body: 'Страница не найдена',
    };
    const { status = 200, headers = {}, body = '' } = typeof found === 'function' ? await found() : found;
    const isKnown = headers.etag !== undefined && headers.etag === req.headers['if-none-match'];
    const isOld =
      headers['last-modified'] !== undefined && headers['last-modified'] === req.headers['if-modified-since'];
    const isSame = status === 200 && (isKnown || isOld);
    const sent = isSame || req.method === 'HEAD' ? '' : body;
    Object.assign(request, { status: isSame ? 304 : status, bytes: Buffer.byteLength(sent) });
    const protection = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' };
    res.writeHead(request.status, { ...protection, ...headers }).end(sent);
  };
  const server = createServer((req, res) => void answer(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${host}`;
  pages.set('/robots.txt', {
    headers: { 'content-type': 'text/plain' },
    body: `User-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml\n`,
  });
  pages.set('/sitemap.xml', () => ({
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[...pages.keys()]
      .filter((path) => path === '/' || path.startsWith('/p/'))
      .map((path) => `<url><loc>${origin}${path}</loc></url>`)
      .join('')}</urlset>`,
  }));
  return {
    origin,
    host,
    pages,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
