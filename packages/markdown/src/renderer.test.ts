import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, expect, test } from '@jest/globals';
import { ticksDuring } from '@platform/testing';
import { MarkdownBusyError, MarkdownTooSlowError } from './errors.ts';
import { createRenderer, type Renderer, type RendererOptions } from './renderer.ts';

const options = { embed_providers: [] };
/** The longest text that the platform takes. */
const bigTable = `| a | b |\n|---|---|\n${'| x | y |\n'.repeat(19_998)}`;
/** Takes minutes: the plugin of footnotes copies all of them for each of them. */
const slowText = '^[a]'.repeat(50_000);

const opened: Renderer[] = [];
const open = (settings?: RendererOptions): Renderer => {
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
  await expect(slow).rejects.toThrow(MarkdownTooSlowError);
  expect((await next).html).toBe('<p><em>a</em></p>\n');
  expect((await renderer.render('*b*', options)).html).toBe('<p><em>b</em></p>\n');
});

test('the limit of a text counts its own processor time, and no time in which the machine did not run it', async () => {
  const script = `
    import { createRenderer } from ${JSON.stringify(new URL('renderer.ts', import.meta.url))};
    const renderer = createRenderer({ timeoutMs: 4000 });
    await renderer.render('a', { embed_providers: [] });
    const rendering = renderer.render(${JSON.stringify(bigTable.slice(0, 100_000))}, { embed_providers: [] });
    process.stdout.write('begun ');
    await rendering.then(() => process.stdout.write('rendered'), ({ name }) => process.stdout.write(name));`;
  const child = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  let output = '';
  child.stdout.on('data', (part: Buffer) => {
    output += String(part);
  });
  await Promise.race([once(child.stdout, 'data'), closed]);
  child.kill('SIGSTOP');
  await sleep(5_000);
  child.kill('SIGCONT');
  await closed;
  expect(output).toBe('begun rendered');
});

test('a banner is cleaned while the main loop goes on', async () => {
  const renderer = open({ timeoutMs: 60_000 });
  let html = '';
  const turns = await ticksDuring(async () => {
    html = await renderer.renderBanner('<p onclick="a()">Sale</p>'.repeat(2_000), null);
  });
  expect(html).toBe('<p>Sale</p>'.repeat(2_000));
  expect(turns).toBeGreaterThan(100);
  const marked = await renderer.renderBanner('<a href="https://a.test/">b</a>', { erid: 'x' });
  expect(marked).toContain('href="https://a.test/?erid=x"');
});

test('texts are rendered in the order of the calls', async () => {
  const renderer = open({ timeoutMs: 60_000 });
  const done: string[] = [];
  const texts = [bigTable.slice(0, 100_000), 'a', `# b\n\n${'c '.repeat(20_000)}`, 'd'];
  await Promise.all(
    texts.map(async (text) => {
      await renderer.render(text, options);
      done.push(text);
    }),
  );
  expect(done).toEqual(texts);
});

test('a full queue refuses a text, and takes one again later', async () => {
  const renderer = open({ timeoutMs: 60_000, maxQueue: 2 });
  const taken = ['a', 'b', 'c'].map((text) => renderer.render(text, options));
  await expect(renderer.render('d', options)).rejects.toThrow(MarkdownBusyError);
  expect((await Promise.all(taken)).map(({ plain_text }) => plain_text)).toEqual(['a', 'b', 'c']);
  expect((await renderer.render('d', options)).plain_text).toBe('d');
});

test('a closed renderer refuses the texts that wait and those that come', async () => {
  const renderer = open({ timeoutMs: 60_000 });
  const waiting = [slowText, 'a'].map((text) => renderer.render(text, options));
  const refused = Promise.allSettled(waiting);
  await renderer.close();
  expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(renderer.render('b', options)).rejects.toThrow('the renderer is closed');
  await renderer.close();
});

test('an idle renderer keeps no process alive', async () => {
  const script = `
    import { createRenderer } from ${JSON.stringify(new URL('renderer.ts', import.meta.url))};
    const { html } = await createRenderer().render('a', { embed_providers: [] });
    process.stdout.write(html);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', script], {
    timeout: 100_000,
  });
  expect(stdout).toBe('<p>a</p>\n');
});

test('an idle thread ends, and the next text gets a new one', async () => {
  const renderer = createRenderer({ idleMs: 10 });
  try {
    for (const text of ['one', 'two']) {
      expect((await renderer.render(text, { embed_providers: [] })).html).toContain(text);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    await renderer.close();
  }
});
