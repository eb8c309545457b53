import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { billingService } from '@platform/billing';
import { serviceNames } from '@platform/contracts';
import { asRole, loadConfig } from '@platform/runtime';
import { eventually, mainOf, servicesWithSchema } from '@platform/testing';
import { buyOnce, type ComposeWorld, openComposeWorld, readDemoFacts, repository, run } from './compose-world.ts';
import { killWhatIsLeft, runNode, type TestProcess } from './processes.ts';

/**
 * docker-compose.yml without an engine: the programs that its containers run, with the environments that it
 * gives them, on the servers that it names. Only names of hosts become addresses of this machine, and folders
 * become folders of this test.
 */
let world: ComposeWorld;
const programs: Record<string, TestProcess> = {};

const metricsOf = (service: string) =>
  eventually(async () => (await fetch(`http://127.0.0.1:${world.opsPorts.get(service)}/metrics`)).text());

beforeAll(async () => {
  world = await openComposeWorld((folder) => [
    ['/files', join(folder, 'files')],
    ['/tmp/demo', join(folder, 'demo')],
  ]);
  // All at once, as docker compose starts them: none of them waits for another.
  await Promise.all(
    servicesWithSchema().map(async (name) => {
      const migration = runNode(fileURLToPath(mainOf(name)), ['migrate'], world.environmentOf(`${name}-migrate`));
      if ((await migration.ended).code !== 0) throw new Error(`${name}-migrate:\n${migration.output()}`);
    }),
  );
  for (const name of serviceNames)
    programs[name] = runNode(fileURLToPath(mainOf(name)), ['serve'], world.environmentOf(name));
  const demo = join(repository, 'deploy/embedded/src/demo.ts');
  programs.demo = runNode(demo, [], world.environmentOf('demo-application'));
});

afterAll(async () => {
  killWhatIsLeft();
  await world?.stop();
});

test('the database credentials of a service do not make it the owner of its tables', async () => {
  const billing = world.environmentOf('billing').DATABASE_URL ?? '';
  const { password } = new URL(billing);
  const enter = (url: string) => run('psql', [url, '--command', 'SELECT 1']);
  await enter(billing);
  await enter(world.environmentOf('billing-migrate').MIGRATION_DATABASE_URL ?? '');
  await expect(enter(asRole(billing, 'platform_migrator', password))).rejects.toThrow('password authentication failed');
  expect(world.environmentOf('postgres').POSTGRES_PASSWORD).not.toBe(password);
});

test('production values name no shop, and pay through the provider itself, without test payments', () => {
  const { production } = world;
  expect(() => world.environmentOf('billing', production)).toThrow('put the shop id into .env');
  const variables = {
    ...production,
    YOOKASSA_SHOP_ID: '1',
    YOOKASSA_SECRET_KEY: 'live_1',
    TRUSTED_PROXIES: '10.0.0.0/8',
  };
  const billing = world.environmentOf('billing', variables);
  expect(loadConfig('billing', billingService.config, billing)).toMatchObject({
    YOOKASSA_API_URL: 'https://api.yookassa.ru/v3',
    YOOKASSA_TEST_PAYMENTS: 'refuse',
  });
  expect(world.environmentOf('gateway', variables)).toMatchObject({
    TRUSTED_PROXIES: '10.0.0.0/8',
    RATE_LIMIT_USER: '',
  });
});

test('each figure that an alert takes the increase of is there before anything has happened', async () => {
  const rules = await readFile(join(repository, 'deploy/prometheus/rules/platform.yml'), 'utf8');
  const names = [...new Set([...rules.matchAll(/increase\((\w+)/g)].map(([, name]) => name))];
  expect(names).toEqual([
    'payment_mismatches_total',
    'automatic_refunds_total',
    'receipts_not_registered_total',
    'work_runs_total',
    'site_events_over_budget_total',
    'cms_over_budget_total',
    'cms_mails_total',
  ]);
  const metrics = await metricsOf('billing');
  const samples = [...metrics.matchAll(/^payment_mismatches_total\{field="(\w+)"\} (\d+)$/gm)];
  expect(samples.map(([, field, value]) => [field, value]).sort()).toEqual(
    ['amount', 'currency', 'id', 'metadata', 'refund', 'test'].map((field) => [field, '0']),
  );
  const refused = [...metrics.matchAll(/^automatic_refunds_total\{cause="(\w+)",outcome="refused"\} (\d+)$/gm)];
  expect(refused.map(([, cause, value]) => [cause, value]).sort()).toEqual([
    ['already_owned', '0'],
    ['paid_twice', '0'],
    ['user_erased', '0'],
  ]);
  const ofCms = await metricsOf('cms');
  const mails = [...ofCms.matchAll(/^cms_mails_total\{kind="(\w+)",outcome="(\w+)"\} 0$/gm)];
  expect(new Set(mails.map(([, , outcome]) => outcome))).toEqual(new Set(['sent', 'retried', 'failed']));
  expect(mails.map(([, kind]) => kind)).toContain('newsletter_confirmation');
  const works = [...ofCms.matchAll(/^work_runs_total\{service="cms",work="(\w+)",outcome="given_up"\} 0$/gm)];
  expect(works.map(([, work]) => work).sort()).toEqual(['imports', 'mails']);
  const budgets = [...ofCms.matchAll(/^cms_over_budget_total\{budget="(\w+)"\} 0$/gm)];
  expect(budgets.map(([, budget]) => budget).sort()).toEqual(['forms', 'uploads']);
  expect(await metricsOf('analytics')).toMatch(/^site_events_over_budget_total 0$/m);
});

test('a purchase through the containers of docker-compose.yml and its demo profile is granted', async () => {
  const facts = await readDemoFacts(join(world.folder, 'demo/demo.json'), () => {
    const ended = Object.entries(programs).find(([, program]) => !program.isRunning());
    if (ended) throw new Error(`${ended[0]} ended:\n${ended[1].output()}`);
  });
  await buyOnce(facts);

  const ends = await Promise.all(
    Object.entries(programs).map(async ([name, program]) => ({ name, code: (await program.end('SIGTERM')).code })),
  );
  const unclean = ends.filter(({ code }) => code !== 0).map(({ name }) => `${name}:\n${programs[name]?.output()}`);
  expect(unclean).toEqual([]);
});
