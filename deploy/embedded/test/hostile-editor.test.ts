import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { xssStrings } from '@platform/markdown/xss-strings';
import { listen } from '@platform/runtime';
import { aSvg, openBrowser } from '@platform/testing';
import type { Browser, Page } from 'playwright-core';
import { createLanding } from '../demo-landing/landing.ts';
import { anyVersion } from './content-world.ts';
import { ok } from './front-door.ts';
import { type PlatformClient, startTestPlatform, type TestPlatform } from './test-platform.ts';

/**
 * An editor puts every attack that we know into every field that readers see. The pages are opened without
 * their content security policy, so that nothing but the sanitised texts stands between them and a script.
 */
let t: TestPlatform;
let admin: PlatformClient;
let site: { site_id: string; code: string };
let browser: Browser;
/** One page for all addresses: a page of its own for each would start a process of the browser each time. */
let page: Page;
/** What the page did since it opened its address. */
let hasDialog = false;
let foreign: string[] = [];
let landing: { url: string; close(): Promise<void> };

beforeAll(async () => {
  t = await startTestPlatform();
  admin = t.client(await t.adminHeaders());
  const server = await listen((req, res) => show(req, res), { port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${server.port}`;
  const [demo] = ok(await admin.listSites({ query: { application_id: t.demo.application_id } }));
  site = { site_id: demo?.id ?? '', code: demo?.code ?? '' };
  ok(await admin.updateSite({ params: site, body: { website_url: url } }));
  const show = createLanding({ apiUrl: t.baseUrl, siteCode: site.code, siteKey: t.demo.site_key });
  landing = { url, close: () => server.close(0) };
  browser = await openBrowser();
  const context = await browser.newContext({ bypassCSP: true });
  await context.addInitScript(`
    const ran = () => document.documentElement.setAttribute('data-ran', 'yes');
    Object.assign(window, { alert: ran, confirm: ran, prompt: ran, print: ran });
  `);
  page = await context.newPage();
  page.on('dialog', (dialog) => {
    hasDialog = true;
    void dialog.dismiss();
  });
  await page.route('**/*', (route) => {
    const { hostname } = new URL(route.request().url());
    if (['127.0.0.1', 'localhost', ''].includes(hostname)) return route.continue();
    foreign.push(`${route.request().resourceType()} ${route.request().url()}`);
    return route.abort();
  });
});
afterAll(async () => {
  await browser.close();
  await landing.close();
  await t.stop();
});

/** What a page did: whether a script ran, and what it asked of other machines. */
interface Seen {
  ran: boolean;
  foreign: string[];
}

async function open(address: string): Promise<Seen> {
  hasDialog = false;
  foreign = [];
  await page.goto(address, { waitUntil: 'load' });
  // Handlers of events that a reader causes: a move over everything, and focus.
  await page.mouse.move(0, 0);
  await page.mouse.move(100, 100);
  await page.evaluate(`
    for (const element of document.querySelectorAll('body *')) {
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
      element.focus?.();
    }
  `);
  const ran = await page.evaluate<boolean>(`document.documentElement.hasAttribute('data-ran')`);
  return { ran: ran || hasDialog, foreign };
}

/** Pictures of other hosts are what authors may show; anything else of them is not. */
const quiet = ({ ran, foreign }: Seen) => ({
  ran,
  foreign: foreign.filter((request) => !request.startsWith('image ')),
});
const nothing = { ran: false, foreign: [] };

/** Texts with a NUL or half a character are refused. */
const attacks = xssStrings.filter((attack) => attack.isWellFormed() && !attack.includes('\0'));
const chunks = Array.from({ length: Math.ceil(attacks.length / 10) }, (_, at) => attacks.slice(at * 10, at * 10 + 10));

/** Parts of a vector picture that run a script or ask another host, and some that only look so. */
const attacksInPictures = [
  '<script>alert(1)</script>',
  '<script href="https://evil.test/x.js"/>',
  '<g onload="alert(1)" onmouseover="alert(1)"/>',
  '<a href="javascript:alert(1)"><text y="12">x</text></a>',
  '<image href="https://evil.test/x.png" width="9" height="9"/>',
  '<image href="data:image/svg+xml,&lt;svg onload=alert(1)/&gt;" width="9" height="9"/>',
  '<use href="https://evil.test/x.svg#a"/>',
  '<style>@import "https://evil.test/x.css"; g { background: url(https://evil.test/x.png) }</style>',
  '<rect width="9" height="9" fill="url(https://evil.test/x.svg#a)"/>',
  '<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
  '<animate attributeName="href" values="javascript:alert(1)"/>',
  '<set attributeName="onmouseover" to="alert(1)"/>',
  '<metadata><script>alert(1)</script></metadata>',
  '<text y="12">&lt;script&gt;alert(1)&lt;/script&gt;</text>',
  '<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>',
  '<g data-onload="alert(1)" tabindex="0" autofocus=""/>',
];

describe('a hostile editor runs no script and asks no other host', () => {
  test('the browser of these tests notices a script that runs', async () => {
    const server = await listen((_req, res) => void res.end('<body><img src=x onerror=alert(1)>'), {
      port: 0,
      host: '127.0.0.1',
    });
    expect((await open(`http://127.0.0.1:${server.port}/`)).ran).toBe(true);
    await server.close(0);
  });

  test.each(chunks.map((chunk, at) => [at * 10, chunk] as const))(
    'with attacks from number %i on in fields and texts of posts',
    async (_at, chunk) => {
      const [short = ''] = chunk.map((attack) => attack.replaceAll(/\s+/g, ' ').trim().slice(0, 80) || 'attack');
      const body = {
        title: short,
        excerpt: short,
        body: chunk.join('\n\n'),
        cover_alt: short,
        meta_title: short,
        meta_description: short,
        tags: chunk.map((attack) => attack.slice(0, 40).trim() || 'tag'),
      };
      const post = ok(await admin.createPost({ params: site, body }));
      ok(await admin.publishContent({ params: { ...site, item_id: post.id }, headers: anyVersion }));
      expect(quiet(await open(`${landing.url}/blog/${post.slug}`))).toEqual(nothing);
    },
  );

  test('in the list, the help and the changelog of the landing', async () => {
    const together = attacks.join('\n\n');
    const article = ok(await admin.createArticle({ params: site, body: { title: attacks[0] ?? '', body: together } }));
    const entry = ok(
      await admin.createChangelogEntry({
        params: site,
        body: { title: attacks[1] ?? '', version: '<b>1', body: together },
      }),
    );
    for (const { id } of [article, entry])
      ok(await admin.publishContent({ params: { ...site, item_id: id }, headers: anyVersion }));
    const paths = ['/', '/blog', '/help', '/changelog', `/help/${article.slug}`, `/changelog/${entry.slug}`];
    for (const path of paths) expect([path, quiet(await open(`${landing.url}${path}`))]).toEqual([path, nothing]);
  });

  test('in the page of a document', async () => {
    const body = {
      title: '<script>alert(1)</script>',
      doc_kind: 'attack',
      source_type: 'text' as const,
      body: attacks.join('\n\n'),
    };
    const document = ok(await admin.createDocument({ params: site, body }));
    ok(await admin.publishContent({ params: { ...site, item_id: document.id }, headers: anyVersion }));
    expect(quiet(await open(document.public_url))).toEqual(nothing);
    expect(quiet(await open(`${landing.url}/docs/${document.slug}`))).toEqual(nothing);
  });

  test('in banners', async () => {
    for (const chunk of chunks) {
      const made = await Promise.all(
        chunk.map(async (html) => {
          const body = { name: 'Attack', placement: 'inline' as const, size: 'strip' as const, html };
          const { id } = ok(await admin.createBanner({ params: site, body }));
          ok(await admin.publishContent({ params: { ...site, item_id: id }, headers: anyVersion }));
          return id;
        }),
      );
      expect([chunk, quiet(await open(`${landing.url}/`))]).toEqual([chunk, nothing]);
      ok(await admin.bulkContent({ params: site, body: { action: 'archive', ids: made } }));
    }
  });

  test('in pictures, which are refused or shown without it', async () => {
    const shown: string[] = [];
    for (const [at, inside] of attacksInPictures.entries()) {
      const file = new Blob([aSvg(`${inside}<text y="12">picture ${at}</text>`)]);
      const uploaded = await admin.uploadAsset({ params: site, query: { file_name: `attack-${at}.svg` }, file });
      if (uploaded.status >= 400) {
        expect([inside, uploaded.error]).toEqual([inside, 'validation_failed']);
        continue;
      }
      const { id: cover_asset_id, url } = uploaded.data;
      shown.push(inside);
      // As a page of its own, where a script of the picture would run, and inside the page of a text.
      expect([inside, await open(url)]).toEqual([inside, nothing]);
      const body = { title: `Picture ${at}`, body: `![](${url})`, cover_asset_id };
      const post = ok(await admin.createPost({ params: site, body }));
      ok(await admin.publishContent({ params: { ...site, item_id: post.id }, headers: anyVersion }));
      expect([inside, await open(`${landing.url}/blog/${post.slug}`)]).toEqual([inside, nothing]);
    }
    expect(shown.length).toBeGreaterThanOrEqual(3);
  });

  test('in names of files', async () => {
    const names = attacks
      .map((attack) => attack.replaceAll(/\s+/g, ' ').trim().slice(0, 190))
      .filter((name) => name !== '' && !name.split(/[/\\]/).includes('..'));
    for (const [at, name] of names.slice(0, 40).entries()) {
      const file = new Blob([`<script>alert(1)</script> number ${at}`]);
      const asset = ok(await admin.uploadAsset({ params: site, query: { file_name: `${name}.html` }, file }));
      const answer = await fetch(asset.url, { headers: { connection: 'close' } });
      expect([name, answer.headers.get('content-disposition')]).toEqual([name, expect.stringMatching(/^attachment/)]);
      await answer.body?.cancel();
      if (at % 10 > 0) continue;
      const body = { platform: 'web', version: `1.0.${at}`, asset_id: asset.id };
      const build = ok(await admin.createDownload({ params: site, body }));
      ok(await admin.publishContent({ params: { ...site, item_id: build.id }, headers: anyVersion }));
      expect([name, quiet(await open(`${landing.url}/`))]).toEqual([name, nothing]);
    }
  });

  test('in addresses of links', async () => {
    for (const url of [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
    ]) {
      const link = { label: 'x', url };
      const replies = [
        await admin.updateSite({ params: site, body: { links: [link] } }),
        await admin.updateSite({ params: site, body: { website_url: url } }),
        await admin.createPost({ params: site, body: { title: 'x', cover_url: url } }),
        await admin.createPost({ params: site, body: { title: 'x', canonical_url: url } }),
        await admin.createAuthor({ params: site, body: { name: 'x', url } }),
        await admin.createRedirect({ params: site, body: { from: '/x', to: url } }),
        await admin.createDocument({
          params: site,
          body: { title: 'x', doc_kind: 'x', source_type: 'url', external_url: url },
        }),
      ];
      expect([url, replies.map(({ status }) => status)]).toEqual([url, replies.map(() => 400)]);
    }
  });
});
