import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listen } from '@platform/runtime';
import { eventually, openBrowser } from '@platform/testing';
import type { Browser } from 'playwright-core';
import { createLanding } from '../demo-landing/landing.ts';
import { anyVersion } from './content-world.ts';
import { freePort } from './free-port.ts';
import { ok } from './front-door.ts';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';

/** One text with images in three landings of their own origins, each by the code of its guide alone. */

const execute = promisify(execFile);
const repository = fileURLToPath(new URL('../../..', import.meta.url));

let t: TestPlatform;
let browser: Browser;
let folder: string;
let site: { code: string; publicKey: string };

beforeAll(async () => {
  [t, folder, browser] = await Promise.all([
    startTestPlatform(),
    mkdtemp(join(tmpdir(), 'platform-landings-')),
    openBrowser(),
  ]);
  const admin = t.client(await t.adminHeaders());
  const made = ok(await admin.createSite({ body: { name: 'Notes', website_url: 'https://notes.example.com' } }));
  const params = { site_id: made.id };
  const page = await browser.newPage();
  const images: string[] = [];
  for (const color of ['#4a7', '#a47', '#47a']) {
    const bytes = await page.evaluate<number[]>(`(async () => {
      const canvas = new OffscreenCanvas(900, 600);
      const context = canvas.getContext('2d');
      context.fillStyle = '${color}';
      context.fillRect(0, 0, 900, 600);
      return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
    })()`);
    const file = new Blob([Uint8Array.from(bytes)]);
    images.push(ok(await admin.uploadAsset({ params, query: { file_name: `${color}.png` }, file })).path);
  }
  await page.close();
  const [first, second, third] = images;
  const body = `Text.\n\n![One](${first})\n\n![Two](${second} "Caption")\n\n<img src="${third}" alt="Three">`;
  const { id } = ok(await admin.createPost({ params, body: { title: 'Hello', slug: 'hello', body } }));
  ok(await admin.publishContent({ params: { ...params, item_id: id }, headers: anyVersion }));
  const serverKey = ok(await admin.rotateSiteKey({ params, body: { kind: 'server' } })).site_key;
  site = { code: made.code, publicKey: made.site_key };

  // The folder that the guides work in, with the client as it is published.
  const client = join(folder, 'node_modules/@platform/client');
  await mkdir(client, { recursive: true });
  await cp(join(repository, 'packages/client/package.json'), join(client, 'package.json'));
  const compiler = join(repository, 'node_modules/.bin/tsc');
  const project = join(repository, 'packages/client/tsconfig.build.json');
  await execute(compiler, ['-p', project, '--outDir', join(client, 'dist')]);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const key = { baseUrl: t.baseUrl, siteCode: made.code, siteKey: serverKey };
  await writeFile(join(folder, 'build.json'), JSON.stringify(key));
});
afterAll(async () => {
  await browser.close();
  await t.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Writes a program of a guide into the folder. */
async function takeFromGuide(guide: string, name: string): Promise<void> {
  const text = await readFile(join(repository, `services/gateway/docs/${guide}.md`), 'utf8');
  const [, program] = text.split(`cat > ${name} <<'EOF'\n`)[1]?.match(/^([\s\S]*?)^EOF$/m) ?? [];
  await writeFile(join(folder, name), program ?? '');
}

/** Opens a page and waits until all of its images have loaded. */
async function loadImages(url: string) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(url);
  const widths = `[...document.images].map((image) => { image.loading = 'eager'; return image.naturalWidth; })`;
  await eventually(async () => (await page.evaluate<number[]>(widths)).every((width) => width > 0));
  const found = await page.evaluate<{ alts: string[]; title: string | null; robots: string | null }>(`({
    alts: [...document.images].map(({ alt }) => alt),
    title: document.querySelector('h1')?.textContent ?? null,
    robots: document.querySelector('meta[name=robots]')?.content ?? null,
  })`);
  await page.close();
  return found;
}

const all = { alts: ['One', 'Two', 'Three'], title: 'Hello' };

test('the demo landing shows a text with all of its images', async () => {
  const show = createLanding({ apiUrl: t.baseUrl, siteCode: site.code, siteKey: site.publicKey });
  const server = await listen((req, res) => show(req, res), { port: 0, host: '127.0.0.1' });
  expect(await loadImages(`http://localhost:${server.port}/blog/hello`)).toMatchObject(all);
  await server.close(0);
});

test('the static build of the guide shows a text with all of its images, and has its head', async () => {
  await takeFromGuide('static-builds', 'build-site.js');
  await execute(process.execPath, ['build-site.js'], { cwd: folder });
  const page = await readFile(join(folder, 'dist/blog/hello/index.html'));
  const server = await listen((_, res) => void res.writeHead(200, { 'content-type': 'text/html' }).end(page), {
    port: 0,
    host: '127.0.0.1',
  });
  const found = await loadImages(`http://localhost:${server.port}/`);
  expect(found).toEqual({ ...all, robots: expect.stringContaining('index, follow') });
  expect(String(page)).toContain('<link rel="canonical" href="https://notes.example.com/blog/hello">');
  await server.close(0);
});

test('a server that renders pages by the guide shows a text with all of its images', async () => {
  await takeFromGuide('landing-page', 'render.js');
  const port = await freePort();
  const environment = { ...process.env, RENDER_PORT: String(port) };
  const server: ChildProcess = spawn(process.execPath, ['render.js'], { cwd: folder, env: environment });
  const answers = () =>
    fetch(`http://localhost:${port}/blog/missing`).then(
      ({ status }) => status === 404,
      () => false,
    );
  await eventually(answers);
  expect(await loadImages(`http://localhost:${port}/blog/hello`)).toMatchObject(all);
  server.kill();
  await once(server, 'exit');
});
