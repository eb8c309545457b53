import { readdirSync, readFileSync } from 'node:fs';
import { chown, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contractClient, serviceNames } from '@platform/contracts';
import { baseConfig, type Environment } from '@platform/runtime';
import { servicesWithSchema } from '@platform/testing';
import { buyOnce, type ComposeWorld, openComposeWorld, readDemoFacts, repository, run } from './compose-world.ts';
import { type Container, killContainers, type OpenedImage, startContainer } from './containers.ts';
import { freePort } from './free-port.ts';
import { allEndpoints, until } from './harness.ts';

/**
 * The images of the Dockerfile, started as docker-compose.yml and the chart start them: `make images` builds them
 * before. The servers are those of the tests.
 */
const demo = 'demo-application';
const names = [...serviceNames, demo];
/** Over the base image. Dependencies are most of it; the parsers and Chromium's driver are of seo-rkn. */
const largestImage = 260_000_000;
const largestDemo = 700_000_000;
const user = 1_000;

let world: ComposeWorld;
const images: Record<string, OpenedImage> = {};
const containers: Record<string, Container> = {};

const imageOf = (name: string): OpenedImage => {
  const image = images[name];
  if (!image) throw new Error(`no image of ${name}`);
  return image;
};
const containerOf = (name: string): Container => {
  const container = containers[name];
  if (!container) throw new Error(`${name} does not run`);
  return container;
};

/** The container of docker-compose.yml with this name, with its volumes as folders of this test. */
async function startOf(name: string): Promise<Container> {
  const { command, image = '', volumes = [] } = world.services[name] ?? {};
  const folders: Record<string, string> = {};
  for (const volume of volumes) {
    const [source = '', path = ''] = volume.split(':');
    const folder = join(world.folder, 'volumes', source);
    await mkdir(folder, { recursive: true });
    await chown(folder, user, user);
    folders[path] = folder;
  }
  const opened = imageOf(image.replace(/^platform-/, ''));
  const env: Environment = world.environmentOf(name);
  return startContainer(opened, { env, volumes: folders, ...(command ? { args: command } : {}) });
}

const checkForEnds = () => {
  const ended = Object.entries(containers).find(([, container]) => !container.isRunning());
  if (ended) throw new Error(`${ended[0]} ended:\n${ended[1].output()}`);
};
const readiness = (name: string): Promise<number> =>
  fetch(`http://127.0.0.1:${world.opsPorts.get(name)}/ready`).then(
    ({ status }) => status,
    () => 0,
  );
/** The command of the image's health check as an engine runs it. */
const health = (name: string, env: Environment = {}): Promise<number | null> => {
  const [kind, ...argv] = imageOf(name).config.Healthcheck?.Test ?? [];
  if (kind !== 'CMD' || argv.length === 0) throw new Error(`${name} has no health check`);
  return containerOf(name).exec(argv, env);
};

beforeAll(async () => {
  world = await openComposeWorld();
  await run(join(repository, 'deploy/docker/open-image'), [world.folder, ...names]);
  for (const name of names)
    images[name] = JSON.parse(await readFile(join(world.folder, `${name}.json`), 'utf8')) as OpenedImage;
});
afterAll(async () => {
  await killContainers();
  await world?.stop();
});

/** Files of a folder that the user of the images may change. */
async function writableFiles(root: string): Promise<string[]> {
  const paths = ['/platform', '/usr', '/etc'].map((path) => join(root, path));
  const tests = [
    '(',
    '-uid',
    String(user),
    '-o',
    '-gid',
    String(user),
    '-o',
    '-perm',
    '-o=w',
    ')',
    '-not',
    '-type',
    'l',
  ];
  const { stdout } = await run('find', [...paths, ...tests]);
  return stdout.split('\n').filter(Boolean);
}

describe.each(names)('the image of %s', (name) => {
  test('has no more than it needs', () => {
    const { size } = imageOf(name);
    expect(size).toBeGreaterThan(10_000_000);
    expect(size).toBeLessThan(name === demo ? largestDemo : largestImage);
  });

  test('runs as a user without rights that may change none of its files', async () => {
    const { config, root } = imageOf(name);
    expect(config.User).toBe(`${user}:${user}`);
    expect(await writableFiles(root)).toEqual([]);
  });

  test('holds its own sources, the licence, and those of no other service', () => {
    const { root, config } = imageOf(name);
    for (const file of ['LICENSE', 'NOTICE', 'package.json'])
      expect(readFileSync(join(root, 'platform', file), 'utf8')).not.toBe('');
    expect(readFileSync(join(root, config.WorkingDir, config.Entrypoint.at(-1) ?? ''), 'utf8')).not.toBe('');
    expect(readdirSync(join(root, 'platform/services'))).toEqual(name === demo ? [...serviceNames].sort() : [name]);
  });

  test('lists in its bill of materials the packages that it holds, all of its dependencies and no tools', async () => {
    const { root } = imageOf(name);
    const bill = JSON.parse(readFileSync(join(root, 'platform/sbom.cdx.json'), 'utf8')) as {
      bomFormat: string;
      components: { 'bom-ref': string; purl: string; licenses?: object[] }[];
    };
    expect(bill.bomFormat).toBe('CycloneDX');
    const listed = bill.components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', ''))).sort();
    const manifests = (await run('find', [join(root, 'platform'), '-name', 'package.json', '-printf', '%P\\n'])).stdout
      .split('\n')
      // Folders of packages, and of workspaces; not those that a package has inside for its formats.
      .filter((path) =>
        /^(?:(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+|(?:packages|services|deploy)\/[^/]+)\/package\.json$/.test(path),
      );
    const held = manifests.map((path) => {
      const manifest = JSON.parse(readFileSync(join(root, 'platform', path), 'utf8')) as Record<string, string>;
      return `${manifest.name}@${manifest.version}`;
    });
    expect(listed).toEqual([...new Set(held)].sort());
    for (const path of manifests.filter((path) => !path.includes('node_modules'))) {
      const { dependencies = {} } = JSON.parse(readFileSync(join(repository, path), 'utf8')) as {
        dependencies?: Record<string, string>;
      };
      expect(listed).toEqual(expect.arrayContaining(Object.entries(dependencies).map((entry) => entry.join('@'))));
    }
    const tools = ['jest', 'drizzle-kit', 'typescript', '@biomejs/biome', 'fast-check', '@platform/testing'];
    expect(listed.filter((entry) => tools.includes(entry.replace(/@[^@]+$/, '')))).toEqual([]);
  });
});

test('an image exposes the ports that a service has without configuration', () => {
  const { PORT, OPS_PORT } = baseConfig.pick({ PORT: true, OPS_PORT: true }).parse({});
  for (const name of serviceNames)
    expect(Object.keys(imageOf(name).config.ExposedPorts ?? {})).toEqual([`${PORT}/tcp`, `${OPS_PORT}/tcp`]);
  expect(Object.keys(imageOf(demo).config.ExposedPorts ?? {})).toEqual(['8090/tcp']);
});

test('the chart and docker-compose.yml run an image as its user, on its ports, by its command', async () => {
  const read = (path: string) => readFile(join(repository, path), 'utf8');
  expect(await read('helm/templates/_helpers.tpl')).toContain(`runAsUser: ${user}\n`);
  const deployment = await read('helm/templates/deployment.yaml');
  const ports = [...deployment.matchAll(/containerPort: (\d+)/g)].map(([, port]) => `${port}/tcp`);
  expect(ports).toEqual(Object.keys(imageOf('billing').config.ExposedPorts ?? {}));
  // Their own commands would replace `serve`.
  expect(deployment).not.toMatch(/^ +(command|args):/m);
  for (const name of serviceNames) {
    expect([name, world.services[name]?.command]).toEqual([name, undefined]);
    expect([name, imageOf(name).config.Entrypoint, imageOf(name).config.Cmd]).toEqual([
      name,
      ['tini', '--', 'node', 'src/main.ts'],
      ['serve'],
    ]);
  }
  expect(await read('helm/templates/migrate.yaml')).toMatch(/^ +args: \[migrate\]$/m);
});

test('an image without configuration ends with 1 and names what is missing', async () => {
  for (const name of ['gateway', 'billing']) {
    const container = await startContainer(imageOf(name), { env: {} });
    expect(await container.ended).toEqual({ code: 1, signal: null });
    expect(container.output()).toMatch(new RegExp(`^The configuration of ${name} has .*(\n {2}- .*)+ is missing`));
  }
});

/** Waits until a service is ready or not ready, and expects the same of its health check. */
async function expectHealth(name: string, { isReady }: { isReady: boolean }): Promise<void> {
  await until(`the readiness of ${name} is ${isReady}`, async () => {
    checkForEnds();
    return (await readiness(name)) === (isReady ? 200 : 503);
  });
  expect([name, await health(name)]).toEqual([name, isReady ? 0 : 1]);
}

test('services that wait for their schema run and are not healthy', async () => {
  for (const name of serviceNames) containers[name] = await startOf(name);
  for (const name of servicesWithSchema()) await expectHealth(name, { isReady: false });
});

test('the migrations of docker-compose.yml run from the images, and the services become healthy', async () => {
  await Promise.all(
    servicesWithSchema().map(async (name) => {
      const migration = await startOf(`${name}-migrate`);
      const { code } = await migration.ended;
      if (code !== 0) throw new Error(`${name}-migrate ended with ${code}:\n${migration.output()}`);
    }),
  );
  for (const name of serviceNames) await expectHealth(name, { isReady: true });
});

test('a container has no rights, and its filesystem is read-only except for /tmp and its volumes', async () => {
  for (const name of serviceNames) {
    const status = await readFile(`/proc/${await containerOf(name).pid()}/status`, 'utf8');
    const field = (key: string) => new RegExp(`^${key}:\\s+(.*)$`, 'm').exec(status)?.[1]?.split('\t');
    expect([name, field('Uid'), field('Gid')]).toEqual([name, Array(4).fill('1000'), Array(4).fill('1000')]);
    expect([field('CapEff'), field('CapBnd'), field('NoNewPrivs')]).toEqual([
      [`${'0'.repeat(16)}`],
      ['0'.repeat(16)],
      ['1'],
    ]);
    const touch = (path: string) => containerOf(name).exec(['touch', path]);
    expect([name, await touch('/platform/x'), await touch('/usr/local/x'), await touch('/tmp/x')]).toEqual([
      name,
      1,
      1,
      0,
    ]);
  }
});

/** Processes below the first process of a container; one that ended is among them until it is reaped. */
async function childrenOf(name: string): Promise<string[]> {
  const pid = await containerOf(name).pid();
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);
}

test('a process that its parent left behind is reaped when it ends', async () => {
  for (const name of ['seo-rkn', 'gateway']) {
    const before = await childrenOf(name);
    expect(await containerOf(name).exec(['sh', '-c', 'sh -c "sleep 3; exit 3" & exit 0'])).toBe(0);
    expect(await childrenOf(name)).not.toEqual(before);
    await until(`the orphan in ${name} is reaped`, async () => (await childrenOf(name)).join() === before.join());
  }
});

test('a purchase on the platform of the images is granted', async () => {
  containers[demo] = await startOf(demo);
  const file = `/proc/${await containerOf(demo).pid()}/root/tmp/demo/demo.json`;
  const facts = await readDemoFacts(file, checkForEnds);
  await buyOnce(facts);
  const client = contractClient(allEndpoints, { baseUrl: facts.base_url });
  expect((await client.getHealth()).data).toMatchObject({ status: 'ok' });
});

test('a health check fails where nothing answers', async () => {
  const OPS_PORT = String(await freePort());
  for (const name of serviceNames) expect([name, await health(name, { OPS_PORT })]).toEqual([name, 1]);
});

test('a container that is told to stop ends with 0', async () => {
  const ends = await Promise.all(
    Object.entries(containers).map(async ([name, container]) => [name, await container.end('SIGTERM')] as const),
  );
  const unclean = ends.filter(([, { code }]) => code !== 0);
  expect(unclean.map(([name, end]) => `${name} ${JSON.stringify(end)}:\n${containerOf(name).output()}`)).toEqual([]);
  for (const { output } of Object.values(containers))
    expect(output()).not.toMatch(/EROFS|EACCES|read-only file system/i);
});
