import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listen } from '@platform/runtime';
import { accessibilityFaults, eventually, openBrowser } from '@platform/testing';
import type { Browser, Page } from 'playwright-core';
import { createLanding } from '../demo-landing/landing.ts';
import { seedContent } from '../src/seed-content.ts';
import { anyVersion } from './content-world.ts';
import { ok } from './front-door.ts';
import { type PlatformClient, startTestPlatform, type TestPlatform } from './test-platform.ts';

let t: TestPlatform;
let admin: PlatformClient;
let browser: Browser;
let page: Page;
let landing: { url: string; close(): Promise<void> };
let site: { site_id: string };
let indexNowKey: string;

beforeAll(async () => {
  t = await startTestPlatform();
  const headers = await t.adminHeaders();
  admin = t.client(headers);
  const { site_code, site_key, application_id } = t.demo;
  let show = createLanding({ apiUrl: t.baseUrl, siteCode: site_code, siteKey: site_key });
  const server = await listen((req, res) => show(req, res), { port: 0, host: '127.0.0.1' });
  landing = { url: `http://localhost:${server.port}`, close: () => server.close(0) };
  const seed = () => seedContent({ baseUrl: t.baseUrl, headers, application_id, landingUrl: landing.url });
  // A seed that is repeated makes nothing twice.
  await seed();
  indexNowKey = (await seed()) ?? '';
  show = createLanding({ apiUrl: t.baseUrl, siteCode: site_code, siteKey: site_key, indexNowKey });
  const [demo] = ok(await admin.listSites({ query: { application_id } }));
  site = { site_id: demo?.id ?? '' };
  browser = await openBrowser();
  page = await browser.newPage();
});
afterAll(async () => {
  await browser.close();
  await landing.close();
  await t.stop();
});

const open = (path: string) => page.goto(`${landing.url}${path}`);
const attribute = (selector: string, name: string) => page.locator(selector).first().getAttribute(name);

describe('the demo landing', () => {
  test('has the banner, the latest build and the newest posts on its home page', async () => {
    await open('/');
    expect(await page.title()).toBe('Demo Notes: новости, справка и загрузка');
    expect(await page.locator('.banner').count()).toBe(1);
    expect(await page.locator('a.download').textContent()).toBe('Скачать 1.1.0 (windows)');
    expect(await page.locator('.posts li').count()).toBe(1);
    expect(await page.locator('footer a').allTextContents()).toEqual(
      expect.arrayContaining(['Политика обработки персональных данных', 'Согласие на рассылку']),
    );
  });

  test('shows the prices of the paywall, which lead to the application', async () => {
    const application = {
      code: t.demo.application_code,
      publicKey: t.demo.public_key,
      url: 'https://app.example.test/',
    };
    const { site_code, site_key } = t.demo;
    const show = createLanding({ apiUrl: t.baseUrl, siteCode: site_code, siteKey: site_key, application });
    const server = await listen((req, res) => show(req, res), { port: 0, host: '127.0.0.1' });
    await page.goto(`http://localhost:${server.port}/en/`);
    const cards = (await page.locator('#prices + .cards .card').allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, ' '),
    );
    expect(cards).toEqual([
      expect.stringContaining('Free ₽0'),
      expect.stringMatching(/^Pro for a month Most people choose it ₽299 formerly ₽460 for 30 days/),
      expect.stringContaining('Pro for ever ₽4,990 once'),
    ]);
    expect(await page.getByRole('link', { name: 'Choose' }).first().getAttribute('href')).toBe(application.url);
    await server.close(0);
  });

  test('reads with the server key, and gives the public key alone to browsers', async () => {
    const { site_code, site_key } = t.demo;
    const { site_key: serverKey } = ok(await admin.rotateSiteKey({ params: site, body: { kind: 'server' } }));
    const sentKeys = new Set<unknown>();
    const watched = await listen(
      async (req, res) => {
        sentKeys.add(req.headers['x-public-key']);
        const headers = { 'x-public-key': String(req.headers['x-public-key']) };
        const answer = await fetch(`${t.baseUrl}${req.url}`, { headers });
        res.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
        res.end(await answer.text());
      },
      { port: 0, host: '127.0.0.1' },
    );
    const apiUrl = `http://127.0.0.1:${watched.port}`;
    const show = createLanding({ apiUrl, siteCode: site_code, siteKey: site_key, serverKey });
    const server = await listen((req, res) => show(req, res), { port: 0, host: '127.0.0.1' });
    const contact = await fetch(`http://localhost:${server.port}/contact`);
    const text = await contact.text();
    expect([contact.status, text.includes(site_key), text.includes(serverKey)]).toEqual([200, true, false]);
    expect([...sentKeys]).toEqual([serverKey]);
    await server.close(0);
    await watched.close(0);
  });

  test('has an icon, words of one language on each page, and no fault of accessibility in light and dark', async () => {
    const icon = await fetch(`${landing.url}/favicon.ico`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    await open('/en/');
    const text = (await page.locator('body').innerText()).replace('Русский', '');
    expect(text.match(/[а-яё]+/gi)).toBeNull();
    for (const colorScheme of ['light', 'dark'] as const)
      for (const path of ['/', '/en/', '/blog', '/help', '/contact', '/blog/zametki-na-vseh-ustroystvah', '/missing']) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width: colorScheme === 'dark' ? 390 : 1280, height: 800 });
        await open(path);
        expect([path, await accessibilityFaults(page)]).toEqual([path, []]);
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect([path, overflow <= 0]).toEqual([path, true]);
      }
  });

  test('shows a post with everything that search engines read, in both languages', async () => {
    await open('/');
    await page.locator('.posts li a').click();
    expect(page.url()).toBe(`${landing.url}/blog/zametki-na-vseh-ustroystvah`);
    expect(await page.title()).toBe('Заметки на всех устройствах');
    expect(await attribute('link[rel=canonical]', 'href')).toBe(page.url());
    expect(await attribute('meta[name=description]', 'content')).toMatch(/^Пишите на телефоне/);
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '');
    expect(data).toMatchObject({ '@type': 'BlogPosting', headline: 'Заметки на всех устройствах', inLanguage: 'ru' });
    // Audits compare it with the revision that the platform published.
    expect(await attribute('meta[name=platform-revision]', 'content')).toBe('1');
    await open((await attribute('link[hreflang=en]', 'href'))?.slice(landing.url.length) ?? '');
    expect(await page.locator('h1').textContent()).toBe('Notes on every device');
  });

  test('shows everything that a text may have, within the width of a phone and in both colours', async () => {
    const picture = await page.evaluate<number[]>(`(async () => {
      const canvas = new OffscreenCanvas(900, 600);
      canvas.getContext('2d').fillRect(0, 0, 900, 600);
      return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
    })()`);
    const file = new Blob([Uint8Array.from(picture)]);
    const { path } = ok(await admin.uploadAsset({ params: site, query: { file_name: 'a.png' }, file }));
    const long = 'Превысокомногорассмотрительствующий'.repeat(8);
    const cells = Array.from({ length: 12 }, (_, at) => `Столбец_${at}_${'x'.repeat(20)}`);
    const body = [
      `Начало: ${long}, \`${'code_'.repeat(60)}\`.`,
      `## ${long}`,
      `![Снимок](${path} "Подпись к снимку")`,
      `| ${cells.join(' | ')} |\n| ${cells.map(() => '---').join(' | ')} |\n| ${cells.join(' | ')} |`,
      `\`\`\`ts\nconst line = '${'long '.repeat(80)}';\n\`\`\``,
      '> [!WARNING]\n> Осторожно.',
      '$$\n\\int_0^1 x^2\\,dx = \\sum_{n=1}^{\\infty} a_n + b_n + c_n + d_n + e_n + f_n + g_n + h_n + i_n + j_n + k_n\n$$',
      `- [ ] Дело\n- [x] Готово\n\n<details><summary>Ещё</summary>\n\n<kbd>Ctrl</kbd> ${long}\n\n</details>`,
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      `Сноска[^1].\n\n[^1]: https://example.com/${'path'.repeat(60)}`,
      '# Заголовок посередине',
    ].join('\n\n');
    const { id, slug } = ok(await admin.createPost({ params: site, body: { title: 'Всё сразу', body } }));
    ok(await admin.publishContent({ params: { ...site, item_id: id }, headers: anyVersion }));
    await page.setViewportSize({ width: 390, height: 844 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await open(`/blog/${slug}`);
      expect(await page.locator('h1').allTextContents()).toEqual(['Всё сразу', 'Заголовок посередине']);
      const image = page.locator('article figure img');
      await image.scrollIntoViewIfNeeded();
      await page.waitForFunction("document.querySelector('article figure img').naturalWidth > 0");
      expect(await image.getAttribute('srcset')).toContain('480w');
      const scrollWidth = await page.evaluate('document.documentElement.scrollWidth');
      const wide = await page.evaluate(`[...document.querySelectorAll('article > *')]
        .filter((element) => element.getBoundingClientRect().right > 390).map(({ tagName }) => tagName)`);
      expect([scrollWidth, wide]).toEqual([390, []]);
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test('shows the tree of the help and an article in it', async () => {
    await open('/help');
    await page.getByRole('link', { name: 'Первые шаги' }).click();
    expect(await page.locator('article nav').first().textContent()).toContain('Начало');
    expect(await page.locator('h2#установка').count()).toBe(1);
  });

  test('has robots.txt, sitemaps, the key file of IndexNow and feeds', async () => {
    const read = async (path: string) => await (await fetch(`${landing.url}${path}`)).text();
    expect(await read('/robots.txt')).toContain(`Sitemap: ${landing.url}/sitemap.xml`);
    expect(await read('/sitemap.xml')).toContain(`<loc>${landing.url}/en/blog/notes-on-every-device</loc>`);
    expect(await read('/robots.txt')).toContain(`Sitemap: ${landing.url}/pages.xml`);
    expect(await read('/pages.xml')).toContain(`<loc>${landing.url}/en/help</loc>`);
    expect(await read(`/${indexNowKey}.txt`)).toMatch(/^[0-9a-f]{32}$/);
    for (const feed of ['/feed.xml', '/feed.atom', '/feed.json'])
      expect(await read(feed)).toContain(`${landing.url}/blog/zametki-na-vseh-ustroystvah`);
  });

  test('redirects a former slug, and answers 404 for an unpublished page', async () => {
    const body = { title: 'Renamed', slug: 'before' };
    const post = ok(await admin.createPost({ params: site, body }));
    const item = { params: { ...site, item_id: post.id }, headers: anyVersion };
    expect((await open('/blog/before'))?.status()).toBe(404);
    ok(await admin.publishContent(item));
    ok(await admin.updatePost({ params: { ...site, post_id: post.id }, body: { slug: 'after' }, headers: anyVersion }));
    ok(await admin.publishContent(item));
    await open('/blog/before');
    expect(page.url()).toBe(`${landing.url}/blog/after`);
  });

  test('shows a draft to the bearer of a preview token alone', async () => {
    const post = ok(await admin.createPost({ params: site, body: { title: 'Secret draft' } }));
    const { preview_url } = ok(await admin.createPreviewToken({ params: { ...site, item_id: post.id }, body: {} }));
    expect((await open('/blog/secret-draft'))?.status()).toBe(404);
    expect((await page.goto(preview_url ?? ''))?.status()).toBe(200);
    expect(await page.locator('h1').textContent()).toBe('Secret draft');
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex, nofollow');
    expect(await page.locator('link[rel=canonical]').count()).toBe(0);
  });

  test('sends a message with the box as it was shown, and the ledger has the record', async () => {
    ok(await admin.putLeadSettings({ params: site, body: { min_fill_ms: 0 } }));
    await open('/contact?utm_source=search&utm_campaign=autumn');
    await page.getByLabel('Почта').fill('Visitor@example.test');
    await page.getByLabel('Имя').fill('Вера');
    await page.getByLabel('Сообщение').fill('Перезвоните мне, пожалуйста.');
    await page.getByRole('button', { name: 'Отправить' }).click();
    expect(ok(await admin.listLeads({ params: site, query: {} }))).toEqual([]);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Отправить' }).click();
    await page.locator('output[data-state=accepted]').waitFor();
    const [lead] = ok(await admin.listLeads({ params: site, query: {} }));
    expect(lead).toMatchObject({
      form: 'contact',
      state: 'new',
      email: 'visitor@example.test',
      name: 'Вера',
      page_url: `${landing.url}/contact`,
      utm_source: 'search',
      utm_campaign: 'autumn',
      locale: 'ru',
      consents: [{ doc_kind: 'personal_data_consent', accepted: true }],
    });
    const consent_id = lead?.consents[0]?.consent_id ?? '';
    const { record } = ok(await admin.getSiteConsentReceipt({ params: { ...site, consent_id } }));
    expect(record).toMatchObject({ checkbox_text: 'Я принимаю: Согласие на обработку персональных данных' });
  });

  test('shows an error when the platform refuses a form, and when it cannot be reached', async () => {
    await open('/contact');
    const fill = async () => {
      await page.getByLabel('Почта').fill('other@example.test');
      await page.getByLabel('Сообщение').fill('Hello');
      await page.getByRole('checkbox').check();
    };
    await fill();
    await page.locator('input[data-version]').evaluate((box) => box.setAttribute('data-version', '99'));
    await page.getByRole('button', { name: 'Отправить' }).click();
    await page.locator('output[data-state=refused]').waitFor();
    await open('/contact');
    await fill();
    const requests: string[] = [];
    await page.route('**/leads', async (route) => {
      requests.push((route.request().postDataJSON() as { submission_id: string }).submission_id);
      await (requests.length === 1 ? route.abort() : route.continue());
    });
    await page.getByRole('button', { name: 'Отправить' }).click();
    await page.locator('output[data-state=unreachable]').waitFor();
    await page.getByRole('button', { name: 'Отправить' }).click();
    await page.locator('output[data-state=accepted]').waitFor();
    await page.unroute('**/leads');
    // The second request is the same submission.
    expect([requests.length, new Set(requests).size]).toEqual([2, 1]);
  });

  test('subscribes to news by a mail whose link asks to confirm by a button', async () => {
    await open('/en/');
    await page.getByLabel('E-mail').fill('reader@example.test');
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.locator('output[data-state=pending_confirmation]').waitFor();
    const mail = await eventually(() =>
      t.sandboxes.mail.mails().find(({ text }) => text.includes('/newsletter/confirm/')),
    );
    const [link = ''] = /http\S+newsletter\/confirm\/\S+/.exec(mail.text) ?? [];
    await page.goto(link);
    const subscribers = async () =>
      ok(await admin.listSubscribers({ params: site, query: {} })).map(({ status }) => status);
    expect(await subscribers()).toEqual(['pending']);
    await page.getByRole('button').click();
    await page.waitForLoadState();
    expect(await subscribers()).toEqual(['confirmed']);
  });
});
