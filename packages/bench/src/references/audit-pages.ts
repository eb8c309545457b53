import { createServer } from 'node:http';

/** A site of twelve pages: a clean one, and eleven with one fault each that Lighthouse also detects. */
const origin = `http://127.0.0.1:${process.env.PORT}`;
const text = Array.from({ length: 30 }, (_, at) => `Предложение ${at} говорит о работе нашей студии коротко и ясно.`);

interface Parts {
  status?: number;
  lang?: string;
  title?: string;
  description?: string;
  head?: string;
  image?: string;
}
const canonical = (path: string): string => `<link rel="canonical" href="${path}">`;
const alternate = (code: string, path: string): string =>
  `<link rel="alternate" hreflang="${code}" href="${origin}${path}">`;
const parts: Record<string, Parts> = {
  '/': {},
  '/no-title': { title: '' },
  '/no-description': { description: '' },
  '/gone': { status: 404 },
  '/noindex': { head: `<meta name="robots" content="noindex">${canonical(`${origin}/noindex`)}` },
  '/canonical-relative': { head: canonical('/canonical-relative') },
  '/canonical-twice': { head: canonical(`${origin}/canonical-twice`) + canonical(`${origin}/other`) },
  '/canonical-home': { head: canonical(`${origin}/`) },
  '/hreflang-code': { head: canonical(`${origin}/hreflang-code`) + alternate('xx-invalid', '/hreflang-code') },
  '/hreflang': { head: canonical(`${origin}/hreflang`) + alternate('ru', '/hreflang') },
  '/no-alt': { image: '<img src="/photo.png" width="300" height="200">' },
  '/no-lang': { lang: '' },
};

function pageOf(path: string): string {
  const { lang = ' lang="ru"', head = canonical(origin + path), image = '' } = parts[path] ?? {};
  const {
    title = `Заметка о работе студии: ${path}`,
    description = `Рассказ о том, как студия работает: страница ${path}`,
  } = parts[path] ?? {};
  const meta = description === '' ? '' : `<meta name="description" content="${description}">`;
  const links = Object.keys(parts).map((to) => `<a href="${to}">Страница ${to}</a>`);
  return `<!doctype html><html${lang}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    ${title === '' ? '' : `<title>${title}</title>`}${meta}${head}</head>
    <body><nav>${links.join(' ')}</nav><main><h1>Страница ${path}</h1>${image}<p>${text.join('</p><p>')}</p></main></body></html>`;
}

createServer((req, res) => {
  const path = req.url ?? '';
  if (path === '/robots.txt') {
    res
      .writeHead(200, { 'content-type': 'text/plain' })
      .end(`User-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml\n`);
  } else if (path === '/sitemap.xml') {
    const urls = Object.keys(parts).map((to) => `<url><loc>${origin}${to}</loc></url>`);
    res.writeHead(200, { 'content-type': 'application/xml' });
    res.end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`);
  } else if (path === '/photo.png') {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    res.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(pixel, 'base64'));
  } else if (parts[path]) {
    res.writeHead(parts[path].status ?? 200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(path));
  } else res.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><title>404</title>');
}).listen(Number(process.env.PORT), '127.0.0.1');
