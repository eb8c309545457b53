import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type {
  PublicArticle,
  PublicBanner,
  PublicChangelogEntry,
  PublicDocument,
  PublicPaywall,
  PublicPost,
  PublicPostEntry,
  PublicSite,
} from '@platform/contracts';
import type { z } from 'zod';
import {
  contactForm,
  type FormTarget,
  formScriptSource,
  formWordsOf,
  type LegalText,
  newsletterForm,
} from './forms.ts';
import { ownHead, ownPages, ownTextOf, textHead } from './heads.ts';
import { featureCards, hero, postCards, priceCards } from './home.ts';
import { type Html, html } from './html.ts';
import {
  breadcrumbs,
  changelogList,
  type Frame,
  type LatestBuild,
  neighbours,
  page,
  pathOf,
  postList,
  shareImagePath,
  type Tree,
  textPage,
  treeOf,
} from './pages.ts';
import { faviconOf } from './pictures.ts';
import { drawShareImage } from './share-image.ts';
import {
  type ApplicationApi,
  MovedError,
  NotFoundError,
  openApplicationApi,
  openSiteApi,
  type SiteApi,
  type SiteApiOptions,
} from './site-api.ts';
import { wordsOf } from './words.ts';

/**
 * A landing page that is rendered on the server from the public API alone: the example for developers of
 * landings, and what audits of the demo crawl. It has no state of its own, and one script, which sends forms:
 * the browser has to send them itself, because the address of the visitor is a part of the proof of a
 * consent.
 * @param options.siteKey public key of the site, which the forms in the pages send
 * @param options.serverKey server key of the site for the reads of the landing; the public key reads when it is absent
 * @param options.publicApiUrl address of the platform for browsers, if it differs
 * @param options.platform platform of the build that the download button offers
 * @param options.indexNowKey proves to search engines that changes of the site are announced by its owner;
 * audits name it in their settings
 * @param options.application the application whose paywall the home page shows; its prices are read, not written down
 */
export function createLanding(
  options: SiteApiOptions & {
    serverKey?: string | null;
    publicApiUrl?: string;
    platform?: string;
    indexNowKey?: string | null;
    application?: LandingApplication;
  },
): RequestListener {
  const { apiUrl, siteCode, siteKey, serverKey } = options;
  const api = openSiteApi({ apiUrl, siteCode, siteKey: serverKey ?? siteKey });
  const { application } = options;
  const app = application && { url: application.url, api: openApplicationApi(options.apiUrl, application) };
  const publicApi = new URL(options.publicApiUrl ?? options.apiUrl).origin;
  const forms: FormTarget = {
    action: `${publicApi}/v1/sites/${encodeURIComponent(options.siteCode)}/leads`,
    siteKey: options.siteKey,
  };
  // Only the script of the forms may run. Images may come from the platform and from addresses in texts.
  const csp = `default-src 'none'; script-src ${formScriptSource}; connect-src ${publicApi}; style-src 'unsafe-inline'; img-src 'self' data: https: ${publicApi}; frame-src https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

  return async (req, res) => {
    res.setHeader('content-security-policy', csp);
    res.setHeader('x-content-type-options', 'nosniff');
    res.setHeader('referrer-policy', 'strict-origin-when-cross-origin');
    try {
      const { platform = 'windows', indexNowKey = null } = options;
      await answer(api, { forms, platform, indexNowKey, app: app ?? null }, req, res);
    } catch (error) {
      send(res, {
        status: 502,
        type: 'text/plain; charset=utf-8',
        body: `The platform cannot be reached: ${String(error)}\n`,
      });
    }
  };
}

/** The application that a landing sells: its paywall is public, `url` is where people buy. */
export interface LandingApplication {
  code: string;
  publicKey: string;
  url: string;
}

const send = (
  res: ServerResponse,
  {
    status,
    type,
    body,
    headers = {},
  }: { status: number; type: string; body: string | Buffer; headers?: Record<string, string> },
) => void res.writeHead(status, { 'content-type': type, ...headers }).end(body);

const shareImage = drawShareImage();

/** Documents of the platform that the landing hands on. */
const documents = ['/feed.xml', '/feed.atom', '/feed.json', '/sitemap.xml'];

async function answer(api: SiteApi, shown: Shown, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://landing.invalid');
  if (req.method !== 'GET' && req.method !== 'HEAD')
    return send(res, { status: 405, type: 'text/plain', body: '', headers: { allow: 'GET, HEAD' } });
  if (url.pathname === shareImagePath) return send(res, { status: 200, type: 'image/png', body: shareImage });
  const site = await api.read<z.output<typeof PublicSite>>('');
  const file = ownFiles(site, shown.indexNowKey)[url.pathname];
  if (url.pathname === '/favicon.ico')
    return send(res, { status: 200, type: 'image/svg+xml', body: faviconOf(site.accent_color) });
  if (file) return send(res, { status: 200, type: file.type, body: file.text });
  if (documents.includes(url.pathname)) {
    const { type, text } = await api.readDocument(url.pathname);
    return send(res, { status: 200, type, body: text });
  }
  const { locale, path } = localeOf(site, url.pathname);
  const banners = await api.read<z.output<typeof PublicBanner>[]>('/banners', { path: url.pathname, locale });
  const frame: Frame = { site, locale, banners };
  try {
    const preview = url.searchParams.get('preview') ?? undefined;
    const body = await render(api, frame, path, { ...shown, preview });
    send(res, {
      status: 200,
      type: 'text/html; charset=utf-8',
      body,
      headers: preview ? { 'cache-control': 'no-store' } : {},
    });
  } catch (error) {
    if (error instanceof MovedError && error.url)
      return send(res, { status: 301, type: 'text/plain', body: '', headers: { location: error.url } });
    if (!(error instanceof NotFoundError || error instanceof MovedError)) throw error;
    const redirects = await api.read<{ from: string; to: string | null; status: number }[]>('/redirects');
    const redirect = redirects.find(({ from }) => from === url.pathname);
    if (redirect?.to)
      return send(res, { status: redirect.status, type: 'text/plain', body: '', headers: { location: redirect.to } });
    const title = wordsOf(locale).missing;
    send(res, {
      status: redirect ? 410 : 404,
      type: 'text/html; charset=utf-8',
      body: page(frame, { title, robots: 'noindex' }, [], html`<h1>${title}</h1>`),
    });
  }
}

/**
 * Files of the landing itself. `/sitemap.xml` has the texts of the platform, `/pages.xml` the other pages.
 */
function ownFiles(site: Frame['site'], indexNowKey: string | null): Record<string, { type: string; text: string }> {
  const text = 'text/plain; charset=utf-8';
  const sitemaps = ['/sitemap.xml', '/pages.xml'].map((path) => `Sitemap: ${site.website_url}${path}\n`);
  const locs = site.locales.flatMap((locale) =>
    Object.values(ownPages).map(
      (path) => html`<url><loc>${site.website_url}${pathOf({ site, locale }, path)}</loc></url>\n`,
    ),
  );
  const pages = html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${locs}</urlset>
`;
  return {
    '/robots.txt': { type: text, text: `User-agent: *\nAllow: /\n${sitemaps.join('')}` },
    '/pages.xml': { type: 'application/xml', text: pages.text },
    // https://www.indexnow.org/documentation
    ...(indexNowKey === null ? {} : { [`/${indexNowKey}.txt`]: { type: text, text: indexNowKey } }),
  };
}

/** The language of a path: its first part, where that is a language of the site. */
function localeOf(site: Frame['site'], path: string): { locale: string; path: string } {
  const [, first = '', ...rest] = path.split('/');
  if (first === site.default_locale || !site.locales.includes(first)) return { locale: site.default_locale, path };
  return { locale: first, path: `/${rest.join('/')}` };
}

interface Shown {
  forms: FormTarget;
  /** What the download button offers. */
  platform: string;
  indexNowKey: string | null;
  app: { url: string; api: ApplicationApi } | null;
}

interface Asked extends Shown {
  preview: string | undefined;
}

/** The home page down to its prices. */
async function homeTop(api: SiteApi, frame: Frame, { platform, app }: Asked): Promise<Html> {
  const build = await api.read<LatestBuild>(`/downloads/${platform}/latest`);
  const { description } = ownTextOf(frame.site, frame.locale, 'home');
  const paywall = app && (await app.api.readPaywall<z.output<typeof PublicPaywall>>('main'));
  return html`${hero(frame, description, build, app?.url ?? null)}${featureCards(frame)}${
    paywall && app && priceCards(frame, paywall.paywall_items, app.url)
  }`;
}

async function render(api: SiteApi, frame: Frame, path: string, asked: Asked): Promise<string> {
  const { preview, forms } = asked;
  const { site, locale } = frame;
  const words = wordsOf(locale);
  const pages = site.locales.map((other) => ({
    locale: other,
    url: `${site.website_url}${pathOf({ ...frame, locale: other }, path)}`,
  }));
  const posts = (limit: string) => api.read<z.output<typeof PublicPostEntry>[]>('/blog/posts', { locale, limit });
  const formFrame = async () => ({ ...forms, locale, legal: await api.read<LegalText[]>('/legal') });
  const [, section = '', slug] = path.split('/');
  const query = { locale, format: 'html', preview };
  const at = (folder: string) => `${folder}/${encodeURIComponent(slug ?? '')}`;

  if (slug === undefined || slug === '') {
    switch (section) {
      case '': {
        const newsletter = newsletterForm(await formFrame());
        const body = html`${await homeTop(api, frame, asked)}${postCards(frame, await posts('3'))}<section class="band"><h2>${formWordsOf(locale).newsletter}</h2>${newsletter}</section>`;
        return page(frame, ownHead(frame, 'home'), pages, body, 'wide');
      }
      case 'blog':
        return page(
          frame,
          ownHead(frame, 'blog'),
          pages,
          html`<h1>${words.blog}</h1>${postList(await posts('50'), locale)}`,
        );
      case 'help': {
        const tree = await api.read<Tree>('/kb/tree', { locale });
        return page(frame, ownHead(frame, 'help'), pages, html`<h1>${words.help}</h1>${treeOf(tree)}`);
      }
      case 'contact': {
        const title = formWordsOf(locale).contact;
        const body = html`<h1>${title}</h1>${contactForm(await formFrame())}`;
        return page(frame, ownHead(frame, 'contact'), pages, body);
      }
      case 'changelog': {
        const entries = await api.read<z.output<typeof PublicChangelogEntry>[]>('/changelog', { locale });
        return page(
          frame,
          ownHead(frame, 'changelog'),
          pages,
          html`<h1>${words.changelog}</h1>${changelogList(entries, locale)}`,
        );
      }
    }
    throw new NotFoundError(path);
  }
  switch (section) {
    case 'blog': {
      const post = await api.read<z.output<typeof PublicPost>>(at('/blog/posts'), query);
      const by = html`${post.tags.length > 0 && html`<p class="tags">${post.tags.map((tag) => `#${tag} `)}</p>`}`;
      return page(frame, textHead(frame, post, 'blog'), post.alternates, textPage(post, locale, by));
    }
    case 'help': {
      const article = await api.read<z.output<typeof PublicArticle>>(at('/kb/articles'), query);
      return page(
        frame,
        textHead(frame, article, 'help'),
        article.alternates,
        html`${textPage(article, locale, breadcrumbs(article, locale))}${neighbours(article)}`,
      );
    }
    case 'changelog': {
      const entry = await api.read<z.output<typeof PublicChangelogEntry>>(at('/changelog'), query);
      return page(frame, textHead(frame, entry, 'changelog'), entry.alternates, textPage(entry, locale));
    }
    case 'docs': {
      const document = await api.read<z.output<typeof PublicDocument>>(at('/documents'), query);
      const link = html`<p><a href="${document.public_url}">${document.title} ${document.version}</a></p>`;
      return page(frame, textHead(frame, document), document.alternates, textPage(document, locale, link));
    }
  }
  throw new NotFoundError(path);
}
