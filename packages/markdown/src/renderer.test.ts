import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { ticksDuring } from '@platform/testing';
import { ThreadLimitError } from '@platform/threads';
import { createRenderer, type Renderer } from './renderer.ts';

const options = { embed_providers: [] };
/** The longest text that the platform takes. */
const bigTable = `| a | b |\n|---|---|\n${'| x | y |\n'.repeat(19_998)}`;
/** Takes minutes: the plugin of footnotes copies all of them for each of them. */
const slowText = '^[a]'.repeat(50_000);

const opened: Renderer[] = [];
const open = (settings: { timeoutMs: number }): Renderer => {
  const renderer = createRenderer(settings);
  opened.push(renderer);
  return renderer;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((renderer) => renderer.close()));
});

test('a table of 200,000 characters renders while the main loop goes on', async () => {
  let isDone = false;
  const rendering = open({ timeoutMs: 60_000 })
    .render(bigTable, options)
    .finally(() => {
      isDone = true;
    });
  for (let turn = 0; turn < 100; turn += 1) {
    await nextTurn();
    expect(isDone).toBe(false);
  }
  const { html, words } = await rendering;
  expect(html.match(/<tr>/g)).toHaveLength(19_999);
  expect(words).toBe(2 * 19_999);
});

test('a text over the limit is refused, and the texts after it render in a new thread', async () => {
  const renderer = open({ timeoutMs: 3000 });
  const slow = renderer.render(slowText, options);
  const next = renderer.render('*a*', options);
  await expect(slow).rejects.toThrow(ThreadLimitError);
  expect((await next).html).toBe('<p><em>a</em></p>\n');
  expect((await renderer.render('*b*', options)).html).toBe('<p><em>b</em></p>\n');
});

test('a banner is cleaned while the main loop goes on', async () => {
  const renderer = open({ timeoutMs: 60_000 });
  let html = '';
  const turns = await ticksDuring(async () => {
    ({ html } = await renderer.renderBanner('<p onclick="a()">Sale</p>'.repeat(2_000), null));
  });
  expect(html).toBe('<p>Sale</p>'.repeat(2_000));
  expect(turns).toBeGreaterThan(100);
  const { html: marked } = await renderer.renderBanner('<a href="https://a.test/">b</a>', { erid: 'x' });
  expect(marked).toContain('href="https://a.test/?erid=x"');
});
