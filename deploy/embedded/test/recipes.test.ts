import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { diskFolder } from '@platform/testing';
import { freePort } from './free-port.ts';
import { until } from './harness.ts';
import { killWhatIsLeft, runNode } from './processes.ts';
import { copyRepository, type ScratchCopy } from './scratch-copy.ts';

/**
 * In a copy of the repository: `make service` writes new services, and the recipe of the README for a new
 * endpoint is followed step by step.
 */

const names = ['push-news', 'demo'];

const contract = `    renameEntitlement: endpoint({
      ...adminWrites,
      method: 'POST',
      path: '/v1/admin/applications/{application_id}/entitlements/{entitlement_id}/rename',
      summary: 'Give an entitlement another label',
      params: ApplicationIdParams.extend({ entitlement_id: idOf('entitlement_id', 'Id of the entitlement') }),
      body: z.strictObject({ name: text(120).describe('Label') }).meta({ id: 'EntitlementRename' }),
      response: Entitlement,
      errors: ['application_not_found', 'entitlement_not_found'],
    }),
`;

const useCase = `import { fail, withIsoTimes } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { catalogChanged, requireApplication } from '../applications/application.ts';
import { entitlements } from '../schema.ts';

/** @throws AppError \`application_not_found\`, \`entitlement_not_found\` */
export async function renameEntitlement(
  app: App,
  target: { application_id: string; entitlement_id: string },
  name: string,
) {
  return app.db.transaction(async (tx) => {
    await requireApplication(tx, target.application_id);
    const mine = and(
      eq(entitlements.id, target.entitlement_id),
      eq(entitlements.application_id, target.application_id),
    );
    const [before] = await tx.select().from(entitlements).where(mine).for('no key update');
    const [row] = await tx.update(entitlements).set({ name }).where(mine).returning();
    if (!before || !row) return fail('entitlement_not_found');
    await catalogChanged(app, tx, target.application_id);
    await app.audit.record(tx, { before: withIsoTimes(before), after: withIsoTimes(row) });
    return withIsoTimes(row);
  });
}
`;

const serviceTest = `import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, type Catalog, givenApplication, givenEntitlement, startCatalog } from './support.ts';

let t: Catalog;
beforeAll(async () => {
  t = await startCatalog();
});
afterAll(() => t.stop());

test('an entitlement gets another label', async () => {
  const { params, ...application } = await givenApplication(t);
  const { id } = await givenEntitlement(t, { params, ...application });
  const target = { ...params, entitlement_id: id };
  const renamed = await admin(t).renameEntitlement({ params: target, body: { name: 'Renamed' } });
  expect(renamed).toMatchObject({ status: 200, data: { id, name: 'Renamed' } });
});
`;

let folder: string;
let scratch: ScratchCopy;
let heading: string;
let steps: string[];

const read = (path: string) => readFile(join(scratch.root, path), 'utf8');
async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(scratch.root, path)), { recursive: true });
  await writeFile(join(scratch.root, path), text);
}
/** Puts text before a line of a file, or replaces that line. */
async function edit(path: string, line: string, replacement: string): Promise<void> {
  const text = await read(path);
  expect([path, text.split(line).length]).toEqual([path, 2]);
  await write(
    path,
    text.replace(line, () => replacement),
  );
}
const changedFiles = async (): Promise<string[]> =>
  (await scratch.succeed('git', 'status', '--porcelain', '--untracked-files=all'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3));

/** Whether a step of the recipe names the place of a file. */
const isNamed = (step: string, path: string): boolean =>
  [...step.matchAll(/`((?:packages|services|deploy)\/[^`]+)`/g)].some(([, place = '']) => {
    const pattern = place.replaceAll('.', '\\.').replaceAll(/<[a-z-]+>/g, '[a-z-]+');
    const folder = pattern.replace('/[a-z-]+\\.ts', '/');
    return new RegExp(`^${pattern}`).test(path) || path.startsWith(folder);
  });

beforeAll(async () => {
  folder = await mkdtemp(join(diskFolder(), 'platform-recipes-'));
  scratch = await copyRepository(join(folder, 'repository'));
  const architecture = await readFile(
    fileURLToPath(new URL('../../../.github/ARCHITECTURE.md', import.meta.url)),
    'utf8',
  );
  const recipe = /## Add an endpoint in ([a-z]+) edits\n([\s\S]*?)\n## /.exec(architecture);
  heading = recipe?.[1] ?? '';
  steps = (recipe?.[2] ?? '').split(/^(?=\d\. )/m).filter((text) => /^\d\. /.test(text));
});
afterAll(async () => {
  killWhatIsLeft();
  await rm(folder, { recursive: true, force: true });
});

test('new services are written and connected by one command', async () => {
  // The list of files is brought up to date once, after both.
  await scratch.succeed('node', 'packages/testing/src/new-service/main.ts', 'push-news');
  await scratch.succeed('make', 'service', 'name=demo');
  const deployed = [
    'docker-compose.yml',
    'helm/values.yaml',
    'deploy/postgres/roles.sql',
    'deploy/prometheus/prometheus.yml',
    'deploy/prometheus/rules/platform.yml',
    'deploy/configuration.md',
  ];
  for (const path of deployed)
    expect([path, await readFile(join(scratch.root, path), 'utf8')]).toEqual([
      path,
      expect.stringContaining('push-news'),
    ]);

  await scratch.succeed('git', 'add', '--all');
  await scratch.succeed(
    'git',
    '-c',
    'user.name=test',
    '-c',
    'user.email=test@example.test',
    'commit',
    '--quiet',
    '--message',
    'before',
  );
});

test('the README names four edits, and a step for each', () => {
  expect([heading, steps.length]).toEqual(['four', 4]);
});

test('the recipe takes the four edits that it names', async () => {
  const contractFile = 'packages/contracts/src/catalog/entitlements.ts';
  const line = '    updateEntitlement: endpoint({\n';
  await edit(contractFile, line, contract + line);
  // The service alone: `make check` below reads every file.
  const project = 'tsconfig.catalog.json';
  await write(project, JSON.stringify({ extends: './tsconfig.base.json', include: ['services/catalog/src'] }));
  const types = await scratch.run('tsc', '-p', project, '--checkers', '1');
  await rm(join(scratch.root, project));
  expect([types.code === 0, types.output]).toEqual([false, expect.stringContaining('renameEntitlement')]);

  const useCaseFile = 'services/catalog/src/entitlements/rename-entitlement.ts';
  await write(useCaseFile, useCase);

  const routesFile = 'services/catalog/src/routes.ts';
  const before = '  updateEntitlement: (';
  await edit(
    routesFile,
    before,
    `  renameEntitlement: ({ params, body }) => renameEntitlement(app, params, body.name),\n${before}`,
  );
  const neighbour = "import { getMyEntitlements } from './grants/get-my-entitlements.ts';\n";
  await edit(
    routesFile,
    neighbour,
    `import { renameEntitlement } from './entitlements/rename-entitlement.ts';\n${neighbour}`,
  );

  const testFile = 'services/catalog/test/rename-entitlement.service.test.ts';
  await write(testFile, serviceTest);

  const edited = [contractFile, useCaseFile, routesFile, testFile];
  expect((await changedFiles()).toSorted()).toEqual(edited.toSorted());
  for (const [at, path] of edited.entries()) expect([path, isNamed(steps[at] ?? '', path)]).toEqual([path, true]);

  await scratch.succeed('make', 'openapi');
  const made = [
    'packages/client/src/generated/operations.ts',
    'packages/client/src/generated/schemas.ts',
    ...['api', 'models', 'operations'].map((name) => `packages/client_flutter/lib/src/generated/${name}.dart`),
    'packages/contracts/openapi.json',
  ];
  expect((await changedFiles()).toSorted()).toEqual([...edited, ...made].toSorted());
});

test('the new services and the new endpoint pass every check', async () => {
  expect(await scratch.succeed('make', 'check')).not.toContain('installing');
});

test('the four matrices cover the new endpoint without a word about it', async () => {
  const matrices = ['credential-matrix', 'isolation-matrix', 'bad-input', 'audit-log'];
  const files = matrices.map((name) => `deploy/embedded/test/${name}.test.ts`);
  for (const path of files) expect([path, await read(path)]).toEqual([path, expect.not.stringContaining('rename')]);
  const own = 'services/catalog/test/rename-entitlement.service.test.ts';
  const covers = '(renameEntitlement|another label|each of these requests works)';
  const only = `--runInBand --silent --json --outputFile=${join(folder, 'report.json')} --testNamePattern '${covers}'`;
  const tests = `TEST=${[...files, own].join(' ')} ${only}`;
  await scratch.succeed('env', 'ENDPOINT=renameEntitlement', 'make', 'test', tests);
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as {
    testResults: { name: string; assertionResults: { status: string }[] }[];
  };
  const passed = report.testResults.map(({ name, assertionResults }) => [
    name.slice(scratch.root.length + 1),
    assertionResults.filter(({ status }) => status === 'passed').length > 0,
  ]);
  expect(passed.toSorted()).toEqual([...files, own].map((path) => [path, true]).toSorted());
});

test('the new services start in the embedded process and are healthy', async () => {
  const port = await freePort();
  const program = runNode(join(scratch.root, 'deploy/embedded/src/main.ts'), [], {
    PLATFORM_PORT: String(port),
    LANDING_PORT: '0',
    APP_PORT: '0',
    PLATFORM_DATA_DIR: join(folder, 'data'),
  });
  let services: Record<string, string> = {};
  await until('the platform is healthy', async () => {
    if (!program.isRunning()) throw new Error(program.output());
    const answer = await fetch(`http://127.0.0.1:${port}/v1/health`).catch(() => null);
    if (answer?.status !== 200) return false;
    services = ((await answer.json()) as { data: { services: Record<string, string> } }).data.services;
    return true;
  });
  for (const name of names) expect([name, services[name]]).toEqual([name, 'up']);
  // It seeds the demo application before it can be stopped without an error.
  await until('the welcome', () => program.output().includes(`${port}/docs`));
  expect((await program.end('SIGTERM')).code).toBe(0);
});

test.each([
  ['a name that is there', 'demo', 'services/demo is there already'],
  ['the name of an engine', 'postgres', 'docker-compose.yml has a container postgres already'],
  ['no name', '', 'nothing is no name of a service'],
  ['a name with capitals', 'PushNews', 'PushNews is no name of a service'],
])('%s is refused before anything is written', async (_, name, sentence) => {
  const { code, output } = await scratch.run('node', 'packages/testing/src/new-service/main.ts', name);
  expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
});
