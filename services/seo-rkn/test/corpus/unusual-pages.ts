import { type CorpusSite, jsonLd, origin, pageOf, textOf } from './corpus-site.ts';

/** Correct pages that look like faulty ones, and faulty pages that look like correct ones. */

const shell = (body: string, head = '') =>
  `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>App</title>${head}</head><body>${body}</body></html>`;
const shells: Record<string, string> = {
  'Create React App': shell(
    '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
    '<script defer src="/static/js/main.1c2d3e.js"></script>',
  ),
  'Vue CLI': shell(
    '<div id="app"></div><script src="/js/chunk-vendors.2b.js"></script><script src="/js/app.3f.js"></script>',
  ),
  'Angular 12': shell(
    '<app-root></app-root><script src="/runtime.1a.js" defer></script><script src="/main.2b.js" defer></script>',
  ),
  Gatsby: shell('<div id="___gatsby"></div><script src="/app-8c2.js" async></script>'),
  Quasar: shell('<div id="q-app"></div><script defer src="/js/vendor.0a.js"></script>'),
  Svelte: shell('', '<script defer src="/build/bundle.js"></script>'),
  Ember: shell('<script src="/assets/vendor-1.js"></script><script src="/assets/my-app-2.js"></script>', ''),
  docsify: shell('<div id="app">Loading...</div><script src="//cdn.example/docsify@5"></script>'),
  'Swagger UI': shell('<div id="swagger-ui"></div><script src="./swagger-ui-bundle.js"></script>'),
  Vite: shell('<div id="app"></div>', '<script type="module" src="/assets/index-1a2b.js"></script>'),
};

const shellSite = (name: string, html: string): CorpusSite => ({
  name: `the shell of ${name} is unrendered, and its content is unknown`,
  language: 'ru',
  answers: { '/': html },
  right: [],
  forbidden: [
    'missing_h1',
    'missing_title',
    'missing_description',
    'thin_content',
    'missing_canonical',
    'missing_viewport',
  ],
});

const article = (path: string, language: CorpusSite['language'], title: string, words = 450): string =>
  pageOf(path, {
    language,
    title,
    words,
    isRich: true,
    head: jsonLd({
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: title,
      image: `${origin}/cover.png`,
      datePublished: '2026-05-01',
      author: { '@type': 'Person', name: 'A. Writer', url: `${origin}/` },
    }),
  });

const twin = (path: string): string =>
  pageOf('/shop-us', {
    language: 'en',
    title: 'Delivery of flowers in your town',
    description: 'Flowers at your door within two hours: prices, terms and answers to frequent questions.',
    canonical: path,
  });
const versions =
  `<xhtml:link rel="alternate" hreflang="en-US" href="${origin}/shop-us"/>` +
  `<xhtml:link rel="alternate" hreflang="en-GB" href="${origin}/shop-gb"/>`;

const refresh = (target: string) =>
  `<!doctype html><html><head><meta http-equiv="refresh" content="0; URL=${target}"></head><body><a href="${target}">→</a></body></html>`;

export const unusualSites: readonly CorpusSite[] = [
  ...Object.entries(shells)
    .filter(([name]) => name !== 'Ember')
    .map(([name, html]) => shellSite(name, html)),
  {
    name: 'a short page of text with an analytics script is no shell',
    language: 'ru',
    answers: {
      '/': pageOf('/', { links: ['/novost'] }),
      '/novost': pageOf('/novost', { words: 30, head: '<script src="https://mc.example/watch.js" async></script>' }),
    },
    right: ['thin_content /novost'],
    forbidden: ['js_only_content'],
  },
  {
    name: 'articles about the error 404 are texts',
    language: 'ru',
    answers: {
      '/': pageOf('/', { links: ['/oshibka-404', '/dns'] }),
      '/oshibka-404': article('/oshibka-404', 'ru', 'Как исправить ошибку 404 на сайте: инструкция'),
      '/dns': article('/dns', 'ru', 'DNS server not found: что делать пользователю'),
    },
    right: [],
    forbidden: ['http_4xx:soft_404'],
  },
  {
    name: 'the number 404 may be a room, a model or a song',
    language: 'en',
    answers: {
      '/': pageOf('/', { language: 'en', links: ['/room', '/song', '/peugeot'] }),
      '/room': pageOf('/room', { language: 'en', title: 'Room 404 with a sea view and a balcony', words: 60 }),
      '/song': pageOf('/song', { language: 'en', title: 'Love Not Found by The Example Band', words: 60 }),
      '/peugeot': pageOf('/peugeot', { language: 'en', title: 'Запчасти для Peugeot 404 в наличии', words: 60 }),
    },
    right: ['thin_content /room', 'thin_content /song', 'thin_content /peugeot'],
    forbidden: ['http_4xx:soft_404'],
  },
  {
    name: 'pages of errors say so in other words, too',
    language: 'en',
    answers: {
      '/': pageOf('/', { language: 'en', links: ['/oops', '/net', '/zhao'] }),
      '/oops': pageOf('/oops', { language: 'en', title: 'Oops! That page can’t be found.', words: 20 }),
      '/net': pageOf('/net', { language: 'en', title: 'Ошибка: такой страницы нет', words: 20 }),
      '/zhao': pageOf('/zhao', { language: 'en', title: '页面不存在', words: 20 }),
    },
    right: ['http_4xx:soft_404 /oops', 'http_4xx:soft_404 /net', 'http_4xx:soft_404 /zhao'],
    forbidden: ['thin_content'],
  },
  {
    name: 'a short page with pictures or fields and a bundle of scripts is no shell',
    language: 'ru',
    answers: {
      '/': `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>Портфолио студии дизайна квартир</title><meta name="viewport" content="width=device-width"><meta name="description" content="Работы студии: квартиры, дома и офисы, которые мы сделали за последние десять лет."><link rel="canonical" href="${origin}/"></head><body>${'<img src="/cover.png">'.repeat(6)}<script src="/js/main.js"></script></body></html>`,
    },
    right: ['missing_h1 /', 'images_without_alt /', 'missing_json_ld /', 'missing_og /'],
    forbidden: ['js_only_content'],
  },
  {
    name: 'a page that says that it does not exist, and little else, is a soft 404',
    language: 'ru',
    answers: {
      '/': pageOf('/', { links: ['/tovar-17', '/uslugi'] }),
      '/uslugi': pageOf('/uslugi'),
      '/tovar-17': pageOf('/tovar-17', { title: 'Товар не найден', words: 12 }),
    },
    right: ['http_4xx:soft_404 /tovar-17'],
    forbidden: ['thin_content', 'missing_title:too_short'],
  },
  {
    name: 'a Chinese article has as many words as its text, and short titles fill the line',
    language: 'zh',
    answers: {
      '/': pageOf('/', { language: 'zh', links: ['/zhuangxiu'] }),
      '/zhuangxiu': article('/zhuangxiu', 'zh', '公寓装修预算与材料选择完全指南', 500),
    },
    right: [],
    forbidden: ['thin_content', 'missing_title:too_short', 'missing_description:too_short'],
  },
  {
    name: 'a Chinese page with one sentence is thin, and a title of three characters is short',
    language: 'zh',
    answers: {
      '/': pageOf('/', { language: 'zh', links: ['/duan'] }),
      '/duan': pageOf('/duan', { language: 'zh', title: '装修页', words: 20 }),
    },
    right: ['missing_title:too_short /duan', 'thin_content /duan'],
    forbidden: [],
  },
  {
    name: 'a home page that refreshes at once leads to the home page of a language',
    language: 'en',
    answers: {
      '/': refresh('en/index.html'),
      '/en/index.html': pageOf('/en/index.html', { language: 'en', isRich: true, links: ['/en/prices'] }),
      '/en/prices': pageOf('/en/prices', { language: 'en', isRich: false, head: breadcrumbs('/en/prices') }),
    },
    unlisted: ['/'],
    right: [],
    forbidden: [
      'missing_title',
      'missing_h1',
      'missing_canonical',
      'missing_lang',
      'missing_og',
      'missing_json_ld',
      'orphan_page',
    ],
  },
  {
    name: 'a listed page that refreshes at once is a redirect',
    language: 'en',
    answers: {
      '/': pageOf('/', { language: 'en', links: ['/new'] }),
      '/new': pageOf('/new', { language: 'en' }),
      '/old': refresh('/new'),
    },
    right: ['noindex_in_sitemap:redirect /old'],
    forbidden: ['missing_title', 'thin_content', 'missing_canonical'],
  },
  {
    name: 'a slow refresh is a page of its own',
    language: 'en',
    answers: {
      '/': pageOf('/', { language: 'en', links: ['/score'] }),
      '/score': pageOf('/score', {
        language: 'en',
        head: '<meta http-equiv="refresh" content="60; url=/score?x=1"><meta http-equiv="refresh" content="30">',
        description: null,
      }),
    },
    right: ['missing_description /score'],
    forbidden: ['noindex_in_sitemap:redirect'],
  },
  {
    name: 'valid UTF-8 that prints the replacement character is read as it is',
    language: 'ru',
    answers: {
      '/': pageOf('/', { links: ['/kodirovki'] }),
      '/kodirovki': pageOf('/kodirovki', {
        main: '<p>Знак \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD} выводят вместо неизвестного.</p>',
      }),
    },
    right: [],
    forbidden: ['charset_mismatch:wrong_decode'],
  },
  {
    name: 'bytes of windows-1251 that are declared as UTF-8 are garbled',
    language: 'ru',
    answers: {
      '/': pageOf('/', { links: ['/garbled'] }),
      '/garbled': {
        body: Buffer.concat([
          Buffer.from(pageOf('/garbled', { words: 0 }).replace('</main>', '')),
          Buffer.from([0xd0, 0xe5, 0xec, 0xee, 0xed, 0xf2, 0x20, 0xea, 0xe2, 0xe0, 0xf0, 0xf2, 0xe8, 0xf0]),
        ]),
      },
    },
    right: ['charset_mismatch:wrong_decode /garbled'],
    forbidden: ['thin_content'],
  },
  {
    name: 'pages of accounts, carts, search, thanks and errors answer no query',
    language: 'ru',
    answers: {
      '/': pageOf('/', {
        links: [
          '/examples/login-page.html',
          '/forgot_password',
          '/my-account/',
          '/wishlist',
          '/spasibo',
          '/page_403.html',
          '/poisk',
        ],
      }),
      '/examples/login-page.html': pageOf('/examples/login-page.html', { words: 3 }),
      '/my-account/': pageOf('/my-account/', { words: 8 }),
      '/wishlist': pageOf('/wishlist', { words: 10 }),
      '/spasibo': pageOf('/spasibo', { words: 6 }),
      '/poisk': pageOf('/poisk', { words: 5 }),
    },
    right: ['http_4xx /forgot_password', 'http_4xx /page_403.html'],
    forbidden: ['thin_content'],
  },
  {
    name: 'a twin under index.html is one fault, and not six',
    language: 'ru',
    answers: {
      '/': pageOf('/', { canonical: null, words: 120, links: ['/index.html', '/uslugi'] }),
      '/index.html': pageOf('/', { canonical: null, words: 120, links: ['/index.html', '/uslugi'] }),
      '/uslugi': pageOf('/uslugi'),
    },
    unlisted: ['/index.html'],
    right: ['mirror_not_redirected:index_html /', 'missing_canonical /'],
    forbidden: [
      'duplicate_content',
      'duplicate_title',
      'thin_content',
      'page_not_in_sitemap',
      'missing_description:duplicate',
    ],
  },
  {
    name: 'a canonical to a page that names another one, or that robots.txt closes, is no canonical',
    language: 'ru',
    answers: {
      '/': pageOf('/', { links: ['/a', '/b', '/c', '/d'] }),
      '/a': pageOf('/a', { canonical: '/b' }),
      '/b': pageOf('/b', { canonical: '/c' }),
      '/c': pageOf('/c'),
      '/d': pageOf('/d'),
    },
    unlisted: ['/a', '/b'],
    right: ['missing_canonical:target_not_200 /a'],
    forbidden: ['duplicate_content'],
  },
  {
    name: 'a few copies of texts of another site are no fault of the whole site',
    language: 'en',
    answers: {
      '/': pageOf('/', { language: 'en', links: ['/a', '/b', '/c', '/d', '/e', '/f', '/copy'] }),
      ...Object.fromEntries(
        ['/a', '/b', '/c', '/d', '/e', '/f'].map((path) => [path, pageOf(path, { language: 'en' })]),
      ),
      '/copy': pageOf('/copy', { language: 'en', canonical: 'https://partner.test/text' }),
    },
    unlisted: ['/copy'],
    right: ['missing_canonical:other_site /copy'],
    forbidden: ['noindex_in_sitemap'],
  },
  {
    name: 'pages of a list share their title, and are one list',
    language: 'en',
    answers: {
      '/': pageOf('/', { language: 'en', links: ['/blog'] }),
      '/blog': pageOf('/blog', { language: 'en', title: 'All posts of the blog', links: ['/blog?page=2'] }),
      '/blog?page=2': pageOf('/blog?page=2', { language: 'en', title: 'All posts of the blog' }),
    },
    unlisted: ['/blog?page=2'],
    right: [],
    forbidden: ['duplicate_title', 'page_not_in_sitemap'],
  },
  {
    name: 'a title in an SVG image is no title of the page, and an empty h1 is none',
    language: 'en',
    answers: {
      '/': pageOf('/', { language: 'en', links: ['/svg', '/empty'] }),
      '/svg': pageOf('/svg', { language: 'en', main: '<svg><title>Logo</title></svg>' }),
      '/empty': pageOf('/empty', { language: 'en', h1: '' }),
    },
    right: ['missing_h1 /empty'],
    forbidden: ['missing_title:multiple'],
  },
  {
    name: 'images that decorate, measure or are hidden need no text',
    language: 'en',
    answers: {
      '/': pageOf('/', { language: 'en', links: ['/images'] }),
      '/images': pageOf('/images', {
        language: 'en',
        main: '<img src="/cover.png" alt=""><img src="/cover.png" width="1" height="1"><img src="/cover.png" role="presentation"><a href="/"><img src="/cover.png" alt="Home"></a>',
      }),
    },
    right: [],
    forbidden: ['images_without_alt'],
  },
  {
    name: 'an image that is the only content of a link needs a text',
    language: 'ru',
    answers: {
      '/': pageOf('/', { links: ['/galereya'] }),
      '/galereya': pageOf('/galereya', { main: '<a href="/"><img src="/cover.png" alt=""></a><img src="/cover.png">' }),
    },
    right: ['images_without_alt /galereya', 'accessibility:link_unnamed /galereya'],
    forbidden: ['broken_image'],
  },
  {
    name: 'twins of a language that the sitemap announces are no duplicates',
    language: 'en',
    answers: {
      '/': pageOf('/', { language: 'en', links: ['/shop-us', '/shop-gb'] }),
      '/shop-us': twin('/shop-us'),
      '/shop-gb': twin('/shop-gb'),
      '/sitemap.xml': {
        type: 'application/xml',
        body: `<urlset><url><loc>${origin}/</loc></url><url><loc>${origin}/shop-us</loc>${versions}</url><url><loc>${origin}/shop-gb</loc>${versions}</url></urlset>`,
      },
    },
    right: [],
    forbidden: ['duplicate_content:exact', 'duplicate_title', 'missing_description:duplicate'],
  },
  {
    name: 'a version that the sitemap announces and that does not answer back is a fault',
    language: 'en',
    answers: {
      '/': pageOf('/', { language: 'en', links: ['/shop-us', '/shop-gb'] }),
      '/shop-us': pageOf('/shop-us', { language: 'en' }),
      '/shop-gb': pageOf('/shop-gb', { language: 'en' }),
      '/sitemap.xml': {
        type: 'application/xml',
        body: `<urlset><url><loc>${origin}/</loc></url><url><loc>${origin}/shop-us</loc>${versions}</url><url><loc>${origin}/shop-gb</loc></url></urlset>`,
      },
    },
    right: ['hreflang_invalid:no_return /shop-us'],
    forbidden: ['hreflang_invalid:no_self'],
  },
  {
    name: 'fields, buttons, links and frames with a name of any kind are open to all',
    language: 'en',
    answers: {
      '/': pageOf('/', { language: 'en', links: ['/form'] }),
      '/form': pageOf('/form', {
        language: 'en',
        main:
          '<form action="/send" method="post"><label>Name <input name="a"></label><label for="b">Mail</label><input id="b" type="email">' +
          '<input name="c" aria-label="City"><input name="d" placeholder="Phone"><input type="hidden" name="e"><select title="Size"><option>1</option></select>' +
          '<button><img src="/cover.png" alt="Send"></button><input type="submit"></form>' +
          '<a href="/"><svg aria-label="Home"></svg></a><a href="/" aria-label="Home"><i class="icon"></i></a>' +
          '<iframe title="Map" src="https://maps.example/embed"></iframe><iframe width="1" height="1" src="https://pixel.example/"></iframe>' +
          '<div hidden><a href="/"></a><input name="f"></div>',
      }),
    },
    right: [],
    forbidden: ['accessibility:control_unlabelled', 'accessibility:link_unnamed', 'accessibility:button_unnamed'],
  },
  {
    name: 'barriers of single pages are issues of these pages',
    language: 'en',
    answers: {
      '/': pageOf('/', { language: 'en', links: ['/a', '/b', '/c', '/d', '/e', '/f'] }),
      '/a': pageOf('/a', {
        language: 'en',
        main: '<form action="/send" method="post"><input name="x"><button>Send</button></form>',
      }),
      '/b': pageOf('/b', { language: 'en', main: '<button><i class="icon"></i></button>' }),
      '/c': pageOf('/c', { language: 'en', main: '<a href="/a"><i class="icon"></i></a>' }),
      '/d': pageOf('/d', { language: 'en', main: '<iframe src="https://maps.example/embed"></iframe>' }),
      '/e': pageOf('/e', {
        language: 'en',
        viewport: false,
        head: '<meta name="viewport" content="width=device-width, maximum-scale=1, user-scalable=no">',
      }),
      '/f': pageOf('/f', {
        language: 'en',
        viewport: false,
        head: '<meta name="viewport" content="width=device-width, maximum-scale=5">',
      }),
    },
    right: [
      'accessibility:control_unlabelled /a',
      'accessibility:button_unnamed /b',
      'accessibility:link_unnamed /c',
      'accessibility:frame_untitled /d',
      'accessibility:zoom_blocked /e',
    ],
    forbidden: ['missing_viewport'],
  },
  {
    name: 'a link without a text on every page is one fault of the template',
    language: 'ru',
    answers: Object.fromEntries(
      ['/', '/a', '/b', '/c'].map((path) => [
        path,
        pageOf(path, { links: ['/a', '/b', '/c'], main: '<a href="/a"><i class="icon"></i></a>' }),
      ]),
    ),
    right: ['accessibility:link_unnamed *'],
    forbidden: [],
  },
  {
    name: 'a site that refuses crawlers of training alone is open to answer engines',
    language: 'en',
    answers: {
      '/robots.txt': {
        type: 'text/plain',
        body: `User-agent: GPTBot\nUser-agent: CCBot\nUser-agent: Google-Extended\nDisallow: /\n\nUser-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml`,
      },
      '/': pageOf('/', { language: 'en' }),
    },
    right: [],
    forbidden: ['ai_readers_refused', 'robots_blocks_all'],
  },
  {
    name: 'a site that refuses answer engines and has a llms.txt without a heading hears of both',
    language: 'en',
    answers: {
      '/robots.txt': {
        type: 'text/plain',
        body: `User-agent: OAI-SearchBot\nUser-agent: PerplexityBot\nDisallow: /\n\nUser-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml`,
      },
      '/': pageOf('/', { language: 'en' }),
    },
    input: {
      ai_readers: { refused: ['OAI-SearchBot', 'PerplexityBot'], allowed: ['Claude-SearchBot'], llms_txt: 'invalid' },
    },
    right: ['ai_readers_refused *', 'llms_txt_invalid *'],
    forbidden: ['robots_blocks_all'],
  },
  {
    name: 'a text in two languages has the language of its greater part',
    language: 'ru',
    answers: {
      '/': pageOf('/', { links: ['/slovar', '/guide'] }),
      '/slovar': pageOf('/slovar', { main: `<p>${textOf('en', 'glossary', 100)}</p>` }),
      '/guide': pageOf('/guide', { main: `<p>${textOf('en', 'guide', 700)}</p>`, words: 60 }),
    },
    right: ['missing_lang:mismatch /guide'],
    forbidden: ['missing_lang:invalid'],
  },
];

function breadcrumbs(path: string): string {
  return jsonLd({
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${origin}/` },
      { '@type': 'ListItem', position: 2, name: path, item: `${origin}${path}` },
    ],
  });
}
