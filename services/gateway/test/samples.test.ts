import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ApiOperation, readApiDocument } from '../src/pages/reference/api-document.ts';
import { curlSample, typeScriptSample } from '../src/pages/reference/samples.ts';
import { routes } from './gateway-test.ts';

/** The samples of the reference, each of them taken seriously: a shell reads those for curl, the compiler the others. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
let operations: ApiOperation[];
beforeAll(async () => {
  operations = (await readApiDocument()).operations;
});

/** The arguments that curl would get, for each sample. */
async function argumentsOfCurl(samples: readonly string[]): Promise<string[][]> {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\n\\0'; }\nuuidgen() { echo key; }\n${samples.join('\n')}`;
  const variables = [...new Set(script.match(/\$[A-Z_]+/g))].map((name) => name.slice(1));
  const env = Object.fromEntries(variables.map((name) => [name, `<${name}>`]));
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], { env, maxBuffer: 16_777_216 });
  return stdout
    .split('\n\0')
    .slice(0, -1)
    .map((call) => call.split('\0').slice(0, -1));
}

const valueAfter = (args: readonly string[], name: string): string | undefined => args[args.indexOf(name) + 1];

test('each sample with curl calls its operation, with a body that the contract accepts', async () => {
  const calls = await argumentsOfCurl(operations.map(curlSample));
  expect(calls).toHaveLength(operations.length);
  for (const [at, { id, method, path }] of operations.entries()) {
    const args = calls[at] ?? [];
    const address = args.find((value) => value.startsWith('<API>')) ?? '';
    const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => `<${name.toUpperCase()}>`);
    expect([id, address.split('?')[0]]).toEqual([id, `<API>${filled}`]);
    expect([id, args.includes('-X') ? valueAfter(args, '-X') : 'GET']).toEqual([id, method]);
    const body = args.includes('-d') ? JSON.parse(valueAfter(args, '-d') ?? '') : undefined;
    const contract = routes.find((route) => route.id === id)?.endpoint;
    if (body !== undefined) expect([id, contract?.body?.safeParse(body).error]).toEqual([id, undefined]);
  }
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(root, 'services/gateway/test/samples-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('each sample in TypeScript compiles with the client', async () => {
  const names = ['baseUrl', 'apiKey', 'applicationCode', 'publicKey', 'siteCode', 'siteKey'];
  const samples = operations.map(typeScriptSample).filter((sample) => sample !== null);
  expect(samples.length).toBeGreaterThan(500);
  const lines = samples.map((sample) => sample.split('\n'));
  const imports = new Set(lines.flatMap((sample) => sample.filter((line) => line.startsWith('import '))));
  const given = new Set(samples.flatMap((sample) => sample.match(/\b[A-Z][A-Z_]*\b(?=[,\s}])/g) ?? []));
  const declarations = [
    ...names.map((name) => `declare const ${name}: string;`),
    'declare const getToken: () => Promise<string>;',
    ...[...given].map((name) => `declare const ${name}: any;`),
  ];
  const bodies = lines.map((sample) => `{\n${sample.filter((line) => !line.startsWith('import ')).join('\n')}\n}`);
  await writeFile(join(folder, 'samples.ts'), [...imports, ...declarations, ...bodies].join('\n'));
  const client = '../../../../packages/client/src';
  const options = {
    extends: '../../../../tsconfig.base.json',
    compilerOptions: {
      lib: ['es2024', 'dom'],
      noUnusedLocals: false,
      paths: {
        '@platform/client': [`${client}/index.ts`],
        '@platform/client/operations': [`${client}/operations.ts`],
        '@platform/client/server': [`${client}/server.ts`],
      },
    },
    include: ['samples.ts'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const compiled = promisify(execFile)('tsc', ['--checkers', '1', '-p', folder]);
  const faults = await compiled.then(
    () => '',
    (error) => String(error.stdout),
  );
  expect(faults).toBe('');
});
