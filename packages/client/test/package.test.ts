import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';

const execute = promisify(execFile);
const own = fileURLToPath(new URL('..', import.meta.url));
const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url));

/** What a developer writes against the package: each marked line has to be refused. */
const consumer = `
import { createClient, createSiteClient, isPlatformError, PlatformError, type Schemas } from '@platform/client';
import { ed25519Verify } from '@platform/client/ed25519';
import { createCaller, createPayment, getMyConsentReceipt, getPaywall, updatePost } from '@platform/client/operations';
import { createAdminClient, operations, verifySnapshot } from '@platform/client/server';

const identity = { baseUrl: 'https://api.example', applicationCode: 'notes', publicKey: 'svc_pub_1' };
const p = createClient({ ...identity, getToken: () => null, freeEntitlements: ['notes_basic'], verify: ed25519Verify });
const site = createSiteClient({ baseUrl: 'https://api.example', siteCode: 's', siteKey: 'k' });
const caller = createCaller(identity);

export async function good(): Promise<void> {
  const paywall = await p.paywall('main');
  const source: 'network' | 'cache' | 'fallback' = paywall.source;
  const amount: number | undefined = paywall.paywall_items[0]?.plan_prices.amount;
  const posts = await site.blog.posts({ locale: 'ru' });
  const slug: string | undefined = posts.items[0]?.slug;
  const receipt = await p.call(getMyConsentReceipt, { params: { consent_id: 'c' } });
  const text: string = receipt.receipt;
  const { refusal } = await verifySnapshot('t', [], { applicationCode: 'notes', userId: 'u' });
  const admin = createAdminClient({ baseUrl: 'https://api.example', getToken: () => 't' });
  await admin.call(operations.listApplications);
  await admin.call(updatePost, { params: { site_id: 's', post_id: 'p' }, body: {}, ifMatch: 3 });
  const price: Schemas.PlanPrice | undefined = paywall.paywall_items[0]?.plan_prices;
  console.log(source, amount, slug, text, refusal, price);
}

export function narrowed(error: unknown): string[] {
  if (isPlatformError(error) && error.is('consents_required')) return error.body.missing.map(({ doc_kind }) => doc_kind);
  if (isPlatformError(error) && error.is('device_limit_reached')) return [error.body.max_active_devices.toFixed()];
  return [];
}

export async function wrong(error: PlatformError): Promise<void> {
  // @ts-expect-error the key of the application is missing
  createClient({ baseUrl: 'x', applicationCode: 'y' });
  // @ts-expect-error a code is a text
  p.has(7);
  // @ts-expect-error an operation that needs input gets none
  await p.call(getPaywall);
  // @ts-expect-error a parameter has another name
  await p.call(getPaywall, { params: { code: 'main' } });
  // @ts-expect-error a body is missing
  await p.call(createPayment);
  // @ts-expect-error a field of the body is missing
  await p.call(createPayment, { body: { return_url: 'x' } });
  // @ts-expect-error a field has another type
  await p.call(createPayment, { body: { plan_price_id: 7, return_url: 'x' } });
  // @ts-expect-error this change needs the version that it is based on
  await p.call(updatePost, { params: { site_id: 's', post_id: 'p' }, body: {} });
  // @ts-expect-error this operation has no body
  await p.call(getPaywall, { params: { paywall_code: 'main' }, body: {} });
  // @ts-expect-error this operation has no query
  await p.call(getPaywall, { params: { paywall_code: 'main' }, query: { limit: 1 } });
  // @ts-expect-error the answer has no such field
  (await p.call(getPaywall, { params: { paywall_code: 'main' } })).price;
  // @ts-expect-error there is no such change to listen to
  p.on('payments', () => {});
  // @ts-expect-error a flag is a boolean
  p.feature('editor', 'yes');
  // @ts-expect-error a parameter has the type of its fallback
  const megabytes: string = p.config('max_mb', 10);
  // @ts-expect-error there is no such form
  await p.legal.form('newsletter');
  // @ts-expect-error a label is a text
  (await p.legal.form('registration')).accept({ terms_notes: true });
  // @ts-expect-error there is no such code
  error.is('no_such_code');
  // @ts-expect-error only a narrowed error has the fields of its code
  error.body.missing;
  // @ts-expect-error an outcome has no such state
  if ((await p.checkout.settle()).status === 'refunded') return;
  // @ts-expect-error a lead names its form
  await site.leads.submit({ email: 'a@b.c', consents: [] });
  // @ts-expect-error a caller without an application has no checkout
  caller.checkout;
  console.log(megabytes);
}

export const run = async (): Promise<boolean> => {
  await p.ready({ timeoutMs: 50 });
  p.stop();
  return p.has('notes_basic') && !p.has('export_pdf');
};
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-consumer-'));
  const { stdout } = await execute('npm', ['pack', '--json', '--pack-destination', folder], { cwd: own });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[')));
  const manifest = { name: 'consumer', private: true, type: 'module' };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)], { cwd: folder });
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    outDir: 'out',
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['consumer.ts'] }));
  await writeFile(join(folder, 'consumer.ts'), consumer);
});
afterAll(async () => {
  await rm(join(own, 'dist'), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

describe('the package', () => {
  test('of a strict project compiles with TypeScript 5.9 and 7, and refuses each of twenty mistakes', async () => {
    expect(consumer.match(/@ts-expect-error/g)?.length).toBeGreaterThanOrEqual(20);
    for (const compiler of ['typescript-5', 'typescript']) {
      const outcome = await execute(process.execPath, [join(modules, compiler, 'bin/tsc'), '-p', folder]).catch(
        ({ stdout }: { stdout: string }) => ({ stdout }),
      );
      expect([compiler, outcome.stdout]).toEqual([compiler, '']);
    }
    const program = `import { run } from ${JSON.stringify(join(folder, 'out/consumer.js'))}; console.log(await run());`;
    const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', program]);
    expect(stdout.trim()).toBe('true');
  });

  test('has no dependency and no source of a test', async () => {
    const { stdout } = await execute('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: own });
    const [{ files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ files: { path: string }[] }];
    expect(
      files.map(({ path }) => path).filter((path) => !/^(dist\/.+\.(js|d\.ts)|README\.md|package\.json)$/.test(path)),
    ).toEqual([]);
    expect(files.map(({ path }) => path).filter((path) => path.includes('.test.'))).toEqual([]);
  });

  test('compiles for Hermes', async () => {
    await mkdir(join(folder, 'native'));
    const bundle = join(folder, 'native/index.js');
    const contents = "export * from '@platform/client'; export * from '@platform/client/ed25519';";
    await build({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      format: 'iife',
      globalName: 'platform',
      target: 'es2022',
      outfile: bundle,
    });
    const place: Record<string, string> = { linux: 'linux64-bin', darwin: 'osx-bin', win32: 'win64-bin' };
    const hermes = join(modules, 'hermes-compiler/hermesc', place[process.platform] ?? '', 'hermesc');
    const bytecode = join(folder, 'native/index.hbc');
    await execute(hermes, ['-O', '-w', '-emit-binary', '-out', bytecode, bundle]);
  });
});
