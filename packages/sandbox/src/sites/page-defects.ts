import type { Defect } from './defect.ts';
import type { PageModel } from './site-model.ts';

/** A defect of one page: what it changes, and the issue that a scan is to open on it. */
const onPage = (
  id: string,
  issue: string,
  change: (page: PageModel, origin: string) => void,
  kind: PageModel['kind'] = 'post',
): Defect => {
  const [issueType = '', variant = null] = issue.split(':');
  return {
    id,
    victims: 1,
    kind,
    apply(site, [page]) {
      if (!page) return [];
      change(page, site.origin);
      return [{ issue_type: issueType, variant, path: page.path }];
    },
  };
};

const firstTitle = (page: PageModel): string => page.titles[0] ?? '';

function rename(page: PageModel, path: string, origin: string): void {
  const old = page.path;
  page.path = path;
  page.canonicals = [origin + path];
  page.jsonLd = page.jsonLd.map((block) => block.replaceAll(`${origin}${old}"`, `${origin}${path}"`));
  if (page.item) page.item.slug = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}

export const pageDefects: readonly Defect[] = [
  onPage('noindex', 'noindex_in_sitemap', (page) => {
    page.robots = 'noindex, follow';
  }),
  onPage('noindex_header', 'noindex_in_sitemap', (page) => {
    page.headers['x-robots-tag'] = 'yandex: none';
  }),
  onPage('canonical_elsewhere', 'noindex_in_sitemap:canonical_elsewhere', (page, origin) => {
    page.canonicals = [`${origin}/services/service-1`];
  }),
  onPage('canonical_to_other_site', 'noindex_in_sitemap:other_site', (page) => {
    page.canonicals = [`https://staging.invalid${page.path}`];
  }),
  onPage('no_canonical', 'missing_canonical', (page) => {
    page.canonicals = [];
  }),
  onPage('canonical_relative', 'missing_canonical:relative', (page) => {
    page.canonicals = [page.path];
  }),
  onPage('canonical_multiple', 'missing_canonical:multiple', (page) => {
    page.canonicals = [...page.canonicals, ...page.canonicals];
  }),
  onPage('canonical_outside_head', 'missing_canonical:outside_head', (page) => {
    page.bodyEnd = `<link rel="canonical" href="${page.canonicals[0]}">`;
    page.canonicals = [];
  }),
  onPage('canonical_header', 'missing_canonical:header_mismatch', (page, origin) => {
    page.headers.link = `<${origin}/services>; rel="canonical"`;
  }),
  onPage('canonical_to_home', 'canonical_to_home', (page, origin) => {
    page.canonicals = [`${origin}/`];
  }),
  onPage('server_error', 'http_5xx', (page) => {
    page.status = 500;
    page.raw = '<h1>Внутренняя ошибка</h1>';
  }),
  onPage('no_title', 'missing_title', (page) => {
    page.titles = [];
  }),
  onPage('short_title', 'missing_title:too_short', (page) => {
    page.titles = [`Окна ${page.path.slice(11)}`];
  }),
  onPage('long_title', 'missing_title:too_long', (page) => {
    page.titles = [`${firstTitle(page)}: подробный разбор для тех, кто делает всё впервые`];
  }),
  onPage('two_titles', 'missing_title:multiple', (page) => {
    page.titles = [firstTitle(page), 'Второй заголовок той же страницы'];
  }),
  onPage('no_description', 'missing_description', (page) => {
    page.description = null;
  }),
  onPage('short_description', 'missing_description:too_short', (page) => {
    page.description = `Коротко о деле ${page.path.slice(11)}.`;
  }),
  onPage('long_description', 'missing_description:too_long', (page) => {
    page.description = `${page.description} ${page.description}`;
  }),
  onPage('no_h1', 'missing_h1', (page) => {
    page.h1s = [];
  }),
  onPage('hidden_h1', 'missing_h1', (page) => {
    page.bodyEnd = `<div style="display:none"><h1>${page.h1s[0]}</h1></div>`;
    page.h1s = [];
  }),
  onPage('two_h1', 'multiple_h1', (page) => {
    page.h1s = [...page.h1s, 'Второй заголовок'];
  }),
  onPage('thin_article', 'thin_content', (page) => {
    page.text = [`${page.text[0]}`.split(' ').slice(0, 45).join(' ')];
  }),
  onPage('short_article', 'thin_content', (page) => {
    page.text = [page.text.join(' ').split(' ').slice(0, 300).join(' ')];
  }),
  onPage('cyrillic_slug', 'dirty_url_slug', (page, origin) => {
    rename(page, `/blog/${encodeURIComponent(`статья-${page.path.slice(11)}`)}`, origin);
  }),
  onPage('capital_slug', 'dirty_url_slug', (page, origin) => {
    rename(page, `/blog/Post_${page.path.slice(11)}`, origin);
  }),
  onPage('no_alt', 'images_without_alt', (page) => {
    page.images = page.images.map((image) => (image.isCover ? image : { ...image, alt: null }));
  }),
  onPage('empty_cover_alt', 'images_without_alt', (page) => {
    page.images = page.images.map((image) => (image.isCover ? { ...image, alt: '' } : image));
  }),
  onPage('no_article', 'missing_json_ld', (page) => {
    page.jsonLd = page.jsonLd.slice(1);
  }),
  onPage('no_breadcrumbs', 'missing_json_ld', (page) => {
    page.jsonLd = page.jsonLd.slice(0, 1);
  }),
  onPage(
    'no_organisation',
    'missing_json_ld',
    (page) => {
      page.jsonLd = [];
    },
    'home',
  ),
  onPage('bad_date', 'schema_invalid', (page) => {
    page.jsonLd = page.jsonLd.map((block) => block.replace(/2026-03-14T[^"]*/, '14.03.2026'));
  }),
  onPage('relative_data_url', 'schema_invalid:recommended', (page, origin) => {
    page.jsonLd = page.jsonLd.map((block) => block.replaceAll(`"item":"${origin}/`, '"item":"/'));
  }),
  onPage('broken_json', 'schema_invalid:parse_error', (page) => {
    page.jsonLd = page.jsonLd.map((block, index) => (index === 0 ? block.replace(/\}$/, ',}') : block));
  }),
  onPage('wrong_position', 'schema_invalid', (page) => {
    page.jsonLd = page.jsonLd.map((block) => block.replace('"position":2', '"position":5'));
  }),
  onPage('orphan', 'orphan_page', (page) => {
    page.is_linked = false;
  }),
  onPage('bad_hreflang', 'hreflang_invalid:bad_code', (page, origin) => {
    page.hreflang = [
      { code: 'ru', href: origin + page.path },
      { code: 'en-UK', href: origin + page.path },
    ];
  }),
  onPage('header_and_meta', 'charset_mismatch:header_meta', (page) => {
    page.metaCharset = 'windows-1251';
  }),
  onPage('wrong_bytes', 'charset_mismatch:wrong_decode', (page) => {
    page.encoding = 'windows-1251';
    page.headers['content-type'] = 'text/html; charset=utf-8';
  }),
  onPage('no_charset', 'charset_mismatch:undeclared', (page) => {
    page.metaCharset = null;
    page.headers['content-type'] = 'text/html';
  }),
  onPage('ignored_title', 'cms_field_ignored:title', (page) => {
    if (page.item) page.item.meta_title = 'Заголовок, который написал редактор';
  }),
  onPage('ignored_description', 'cms_field_ignored:description', (page) => {
    if (page.item) page.item.meta_description = 'Описание, которое написал редактор для этой страницы сайта.';
  }),
  onPage('absent_image', 'broken_image', (page) => {
    page.images = [...page.images, { src: '/media/absent.png', alt: 'Схема дома', isCover: false }];
  }),
  onPage('no_og', 'missing_og', (page) => {
    page.og = false;
  }),
  onPage('no_lang', 'missing_lang:absent', (page) => {
    page.lang = null;
  }),
  onPage('bad_lang', 'missing_lang:invalid', (page) => {
    page.lang = 'ru_RU';
  }),
  onPage('wrong_lang', 'missing_lang:mismatch', (page) => {
    page.lang = 'en';
  }),
  onPage('field_without_label', 'accessibility:control_unlabelled', (page) => {
    page.bodyEnd = '<form action="/search" method="get"><input name="q"><button>Найти</button></form>';
  }),
  onPage('button_without_name', 'accessibility:button_unnamed', (page) => {
    page.bodyEnd = '<button type="button"><i class="icon-menu"></i></button>';
  }),
  onPage('link_without_text', 'accessibility:link_unnamed', (page) => {
    page.bodyEnd = '<a href="/services"><i class="icon-next"></i></a>';
  }),
  onPage('frame_without_title', 'accessibility:frame_untitled', (page, origin) => {
    page.bodyEnd = `<iframe src="${origin}/services"></iframe>`;
  }),
  onPage('zoom_blocked', 'accessibility:zoom_blocked', (page) => {
    page.viewport = false;
    page.headEnd = '<meta name="viewport" content="width=device-width, user-scalable=no">';
  }),
  onPage('no_viewport', 'missing_viewport', (page) => {
    page.viewport = false;
  }),
  onPage('active_http', 'mixed_content:active', (page) => {
    page.bodyEnd = '<script src="http://cdn.invalid/a.js"></script>';
  }),
  onPage('passive_http', 'mixed_content:passive', (page) => {
    page.bodyEnd = '<audio src="http://cdn.invalid/a.mp3"></audio>';
  }),
];
