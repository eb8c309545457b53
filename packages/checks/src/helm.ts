import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { configurationViolations, type GivenEnvironment, type ServiceConfiguration } from './configuration.ts';
import { notesViolations, runbookLinkViolations } from './helm-commands.ts';
import { refusalViolations } from './helm-refusals.ts';
import { type Helm, openHelm, renderChart, renderFile } from './helm-render.ts';
import { chart, existingObjectsOf, extraNamesOf, readValues, type Values, valuesFiles } from './helm-values.ts';
import { type containersOf, nameOf, workloadsOf } from './kubernetes-objects.ts';
import { policyViolations } from './kubernetes-policies.ts';
import { type Rendering, renderingOf } from './kubernetes-rendering.ts';
import { schemaViolations } from './kubernetes-schemas.ts';

const gateway = 'gateway';

/** Linted as well: the other values files give the same templates other values. */
const lintedFiles = ['values-minimal.yaml', 'values-production.yaml', 'ci/default-values.yaml'];

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

/**
 * The variables that the Deployments of a rendering set, beside those that the services read.
 * @param extra variables that the values give beside the settings
 */
function chartConfigurationViolations(
  rendering: Rendering,
  configurations: readonly ServiceConfiguration[],
  extra: ReadonlySet<string>,
): string[] {
  const names = configurations.map(({ service }) => service);
  const others = names.filter((name) => name !== gateway);
  const deployed = workloadsOf(rendering.objects).filter(({ object }) => object.kind === 'Deployment');
  const unknown = deployed.map(({ pod }) => pod.containers[0]?.name ?? '').filter((name) => !names.includes(name));
  return [
    ...unknown.map((name) => `there is no service ${name} in services/`),
    ...configurations.flatMap((configuration) => {
      const container = deployed.map(({ pod }) => pod.containers[0]).find((one) => one?.name === configuration.service);
      return container
        ? configurationViolations(
            configuration,
            new Map(
              [...environmentOf(rendering, container)].filter(
                // Node and the exporter of traces read these.
                ([name]) => !extra.has(name) && name !== 'NODE_EXTRA_CA_CERTS' && !name.startsWith('OTEL_TRACES_'),
              ),
            ),
            others,
          )
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

/** A template that none of the values files uses is one that nothing checks. */
async function unusedTemplateViolations(helm: Helm): Promise<string[]> {
  const rendered = await Promise.all(valuesFiles.map((file) => renderFile(helm, file)));
  const used = new Set(rendered.flatMap(({ templates }) => [...templates]));
  return readdirSync(join(chart, 'templates'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.yaml') && name !== 'checks.yaml' && !used.has(name))
    .map((name) => `no file of values makes templates/${name} render anything`);
}

/** One service has a new tag: nothing but its own pods and its own migration may change. */
async function releaseAloneViolations(helm: Helm, file: string, service: string): Promise<string[]> {
  const [before, after] = await Promise.all([
    renderFile(helm, file),
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
    lintedFiles.includes(file) ? helm(['lint', '--strict', '--quiet', chart, '-f', join(chart, file)]) : null,
    renderFile(helm, file),
  ]);
  if (lint?.failure || rendered.failure)
    return [lint?.failure, rendered.failure].filter((text) => typeof text === 'string');
  const broken = (await Promise.all(rendered.objects.map(schemaViolations))).flat();
  // The policies rely on the shapes.
  if (broken.length > 0) return broken;
  const values = readValues(file);
  const rendering = renderingOf(rendered.objects, {
    existingObjects: existingObjectsOf(values),
    gateway,
    reaches: new Map(configurations.map((one) => [one.service, one])),
  });
  return [
    ...policyViolations(rendering),
    ...chartConfigurationViolations(rendering, configurations, extraNamesOf(values)),
  ];
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
      notesViolations(helm, 'values-production.yaml'),
      runbookLinkViolations(helm, 'values-production.yaml'),
      runbookLinkViolations(helm, 'ci/monitoring-values.yaml'),
      helm(['template', 'platform', chart]).then(({ failure }) =>
        failure ? [] : ['rendered with nothing but defaults, though secrets have none'],
      ),
    ].map(async (found) => (await found).map((problem) => `helm: ${problem}`)),
  ]);
  return all.flat();
}
