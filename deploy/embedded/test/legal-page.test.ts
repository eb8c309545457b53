import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, publicationOf } from '@platform/testing';
import type { Browser, Page } from 'playwright-core';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';

const russian = `## 1. Общие положения

Настоящая политика действует с даты публикации. Подробности — на [сайте](https://example.test/policy).

| Данные | Цель | Срок |
| --- | --- | --- |
| Адрес электронной почты | Вход и чеки по 54-ФЗ | До отзыва согласия |
| IP-адрес | Доказательство согласия | 3 года |

1. Первый пункт
2. Второй пункт с очень длинным словом ${'Бесперебойность'.repeat(12)}

> Согласие можно отозвать в любой момент.

<script>document.title = 'broken in'</script>
<img src="https://tracker.example.test/pixel.png" onerror="document.title = 'broken in'">
[не нажимать](javascript:document.title='broken-in')
`;

let t: TestPlatform;
let browser: Browser;
let url: string;

beforeAll(async () => {
  t = await startTestPlatform();
  browser = await openBrowser();
  await publish('privacy_policy', 'Политика обработки данных', 'Первая редакция.');
  url = await publish('privacy_policy', 'Политика обработки данных', russian);
});
afterAll(async () => {
  await browser.close();
  await t.stop();
});

async function publish(kind: string, title: string, body: string): Promise<string> {
  const admin = t.client(await t.adminHeaders());
  const params = { owner_type: 'application', owner_id: t.demo.application_id, kind } as const;
  const { data: draft } = await admin.saveLegalDraft({ params, body: { title, body } });
  return (await admin.publishLegalDocument({ params, ...publicationOf(draft) })).data.public_url;
}

/** Opens the page in a browser with these settings; `complaints` are the errors of the browser. */
async function open(address: string, appearance: { colorScheme?: 'light' | 'dark'; width?: number } = {}) {
  const context = await browser.newContext({
    colorScheme: appearance.colorScheme ?? 'light',
    viewport: { width: appearance.width ?? 1100, height: 900 },
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(t.baseUrl)) foreign.push(request.url());
  });
  await page.goto(address);
  return { page, complaints, foreign, close: () => context.close() };
}

/**
 * Brightness of the page as it is on the screen: 0 black to 255 white, the mean and the darkest and brightest
 * spot.
 */
async function brightness(page: Page): Promise<{ mean: number; min: number; max: number }> {
  const png = (await page.screenshot()).toString('base64');
  const blank = await page.context().newPage();
  try {
    return await blank.evaluate<{ mean: number; min: number; max: number }>(`(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${png}';
      await image.decode();
      const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d');
      drawing.drawImage(image, 0, 0);
      const { data } = drawing.getImageData(0, 0, image.width, image.height);
      let [sum, min, max] = [0, 255, 0];
      for (let at = 0; at < data.length; at += 4) {
        const light = (data[at] + data[at + 1] + data[at + 2]) / 3;
        sum += light;
        min = Math.min(min, light);
        max = Math.max(max, light);
      }
      return { mean: sum / (data.length / 4), min, max };
    })()`);
  } finally {
    await blank.close();
  }
}

test('a person reads the document: title, version, date, checksum, table, list and the earlier revisions', async () => {
  const { page, complaints, foreign, close } = await open(url);
  expect(await page.title()).toBe('Политика обработки данных');
  expect(await page.locator('html').getAttribute('lang')).toBe('ru');
  const text = await page.locator('main').innerText();
  expect(text).toContain('Версия 2 от ');
  expect(text).toMatch(/Контрольная сумма текста \(SHA-256\): [0-9a-f]{64}/);
  expect(await page.locator('article table tr').count()).toBe(3);
  expect(await page.locator('article ol li').count()).toBe(2);
  await page.locator('nav a').first().click();
  expect(await page.locator('article').innerText()).toBe('Первая редакция.');
  expect(await page.locator('.note').innerText()).toContain('Это не последняя версия документа.');
  await page.locator('.note a').click();
  expect(await page.locator('article table').count()).toBe(1);
  expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
  await close();
});

test('scripts from an author, or from a thief of the author’s password, do nothing', async () => {
  const { page, foreign, close } = await open(url);
  expect(await page.title()).toBe('Политика обработки данных');
  expect(await page.locator('article script, article img').count()).toBe(0);
  expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
  expect(await page.locator('article').innerText()).not.toContain('broken in');
  expect(foreign).toEqual([]);
  await close();
});

test('it is dark on light by day, light on dark by night, and always readable', async () => {
  const day = await open(url, { colorScheme: 'light' });
  const night = await open(url, { colorScheme: 'dark' });
  const [light, dark] = [await brightness(day.page), await brightness(night.page)];
  expect(light.mean).toBeGreaterThan(220);
  expect(light.min).toBeLessThan(60);
  expect(dark.mean).toBeLessThan(60);
  expect(dark.max).toBeGreaterThan(190);
  await day.close();
  await night.close();
});

test('on paper it is black on white without navigation, also for a reader with dark mode', async () => {
  const { page, close } = await open(url, { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const seen = await brightness(page);
  expect(seen.mean).toBeGreaterThan(220);
  expect(await page.locator('nav').isVisible()).toBe(false);
  await close();
});

test('on a small telephone nothing sticks out sideways', async () => {
  const { page, close } = await open(url, { width: 320 });
  const sizes = await page.evaluate<number[]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  expect(sizes).toEqual([320, 320]);
  await close();
});

test('around an English text everything is English', async () => {
  const { page, close } = await open(await publish('mobile_apps_terms', 'Terms of use', 'Be kind.'));
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  const text = await page.locator('main').innerText();
  expect(text).toContain('Version 1 of ');
  expect(text).not.toMatch(/\p{Script=Cyrillic}/u);
  await close();
});
