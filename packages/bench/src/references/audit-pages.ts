import { createServer } from 'node:http';

/** A site of thirty pages: clean ones, and pages with one fault each that other tools detect too. */
const origin = `http://127.0.0.1:${process.env.PORT}`;
const text = Array.from({ length: 30 }, (_, at) => `Предложение ${at} говорит о работе нашей студии коротко и ясно.`);

const canonical = (path: string): string => `<link rel="canonical" href="${path}">`;

interface Parts {
  status?: number;
  lang?: string;
  title?: string;
  description?: string;
  head?: string;
  image?: string;
  /** Elements before the text. */
  main?: string;
  viewport?: string;
}
const jsonLd = (data: Record<string, unknown>): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`;
const withData = (path: string, data: Record<string, unknown>): Parts => ({
  head: canonical(origin + path) + jsonLd(data),
});
const author = { '@type': 'Person', name: 'Анна' };
const organization = { '@type': 'Organization', name: 'Студия' };
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
  '/field': { main: '<form action="/send" method="post"><input name="city"><button>Отправить</button></form>' },
  '/field-labelled': {
    main: '<form action="/send" method="post"><label>Город <input name="city"></label><label for="mail">Почта</label><input id="mail" type="email" name="mail"><input name="x" aria-label="Имя"><button>Отправить</button></form>',
  },
  '/select': {
    main: '<form action="/send" method="post"><select name="size"><option>1</option></select><button>Отправить</button></form>',
  },
  '/button': { main: '<button type="button"><i></i></button>' },
  '/button-named': {
    main: '<button type="button" aria-label="Меню"><i></i></button><button type="button"><img src="/photo.png" alt="Меню"></button>',
  },
  '/link': { main: '<a href="/link-named"><i></i></a>' },
  '/link-named': {
    main: '<a href="/link" aria-label="Дальше"><i></i></a><a href="/link"><img src="/photo.png" alt="Дальше"></a>',
  },
  '/frame': { main: '<iframe src="/"></iframe>' },
  '/frame-titled': { main: '<iframe src="/" title="Главная"></iframe>' },
  '/zoom': { viewport: 'width=device-width, user-scalable=no' },
  '/article': withData('/article', {
    '@type': 'Article',
    headline: 'Заметка',
    image: `${origin}/photo.png`,
    datePublished: '2026-05-01',
    author: { ...author, url: `${origin}/` },
    publisher: organization,
  }),
  '/product': withData('/product', {
    '@type': 'Product',
    name: 'Стол',
    image: `${origin}/photo.png`,
    offers: { '@type': 'Offer', price: '5000', priceCurrency: 'RUB', seller: organization },
  }),
  '/product-alone': withData('/product-alone', { '@type': 'Product', name: 'Стол' }),
  '/rating': withData('/rating', {
    '@type': 'Product',
    name: 'Стол',
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5 },
  }),
  '/job': withData('/job', { '@type': 'JobPosting', title: 'Мастер' }),
  '/video': withData('/video', { '@type': 'VideoObject', name: 'Ремонт' }),
  '/recipe': withData('/recipe', { '@type': 'Recipe', name: 'Пирог', image: [`${origin}/photo.png`] }),
  '/breadcrumbs': withData('/breadcrumbs', {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Главная', item: `${origin}/` },
      { '@type': 'ListItem', position: 2, name: 'Заметки' },
    ],
  }),
};

function pageOf(path: string): string {
  const { lang = ' lang="ru"', head = canonical(origin + path), image = '', main = '' } = parts[path] ?? {};
  const viewport = parts[path]?.viewport ?? 'width=device-width';
  const {
    title = `Заметка о работе студии: ${path}`,
    description = `Рассказ о том, как студия работает: страница ${path}`,
  } = parts[path] ?? {};
  const meta = description === '' ? '' : `<meta name="description" content="${description}">`;
  const links = Object.keys(parts).map((to) => `<a href="${to}">Страница ${to}</a>`);
  return `<!doctype html><html${lang}><head><meta charset="utf-8"><meta name="viewport" content="${viewport}">
    ${title === '' ? '' : `<title>${title}</title>`}${meta}${head}</head>
    <body><nav>${links.join(' ')}</nav><main><h1>Страница ${path}</h1>${image}${main}<p>${text.join('</p><p>')}</p></main></body></html>`;
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
