import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { serviceNames } from '@platform/contracts';
import { parse } from 'yaml';
import { openHelm, renderChart, renderFile } from './helm-render.ts';
import { chart } from './helm-values.ts';
import { type KubernetesObject, type Workload, workloadsOf } from './kubernetes-objects.ts';

const helm = openHelm();
const component = 'app.kubernetes.io/component';

async function rendered(file: string): Promise<{ objects: KubernetesObject[]; workloads: Workload[] }> {
  const { objects, failure } = await renderFile(helm, file);
  expect(failure).toBeNull();
  return { objects, workloads: workloadsOf(objects) };
}
const servicesIn = (workloads: readonly Workload[]): Workload[] =>
  workloads.filter(({ object }) => object.kind === 'Deployment');
const migrationsIn = (workloads: readonly Workload[]): Workload[] =>
  workloads.filter(({ labels }) => labels[component] === 'migrate');
const variableOf = ({ pod }: Workload, name: string): string | undefined =>
  pod.containers[0]?.env?.find((variable) => variable.name === name)?.value;
/** Volume that a container has at a path. */
const volumeAt = ({ pod }: Workload, path: string): unknown => {
  const mounts = (pod.containers[0] as { volumeMounts?: { name: string; mountPath: string }[] } | undefined)
    ?.volumeMounts;
  const mount = mounts?.find(({ mountPath }) => mountPath === path);
  return pod.volumes?.find(({ name }) => name === mount?.name);
};

test('each service and each migration trusts the authorities of a ConfigMap that is there already', async () => {
  const { workloads, objects } = await rendered('ci/managed-postgresql-values.yaml');
  const trusting = [...servicesIn(workloads), ...migrationsIn(workloads)];
  expect(trusting).toHaveLength(2 * serviceNames.length - 1);
  for (const workload of trusting) {
    expect([workload.name, variableOf(workload, 'NODE_EXTRA_CA_CERTS')]).toEqual([
      workload.name,
      '/etc/platform/ca/ca.crt',
    ]);
    expect(volumeAt(workload, '/etc/platform/ca')).toMatchObject({
      configMap: { name: 'managed-postgresql-ca', items: [{ key: 'root.crt', path: 'ca.crt' }] },
    });
  }
  expect(objects.filter(({ metadata }) => metadata.name.endsWith('-ca'))).toEqual([]);
});

test('certificates in the values are in a ConfigMap of the services, and in one that is there before the migrations', async () => {
  const { workloads, objects } = await rendered('ci/mail-values.yaml');
  const maps = objects.filter(
    ({ kind, data }) => kind === 'ConfigMap' && data?.['ca.crt']?.includes('BEGIN CERTIFICATE'),
  );
  expect(maps.map(({ metadata }) => [metadata.name, metadata.annotations?.['helm.sh/hook'] ?? null])).toEqual([
    ['platform-ca', null],
    ['platform-migrate-ca', 'pre-install,pre-upgrade'],
  ]);
  for (const workload of servicesIn(workloads))
    expect(volumeAt(workload, '/etc/platform/ca')).toMatchObject({ configMap: { name: 'platform-ca' } });
  for (const workload of migrationsIn(workloads))
    expect(volumeAt(workload, '/etc/platform/ca')).toMatchObject({ configMap: { name: 'platform-migrate-ca' } });
});

test('variables, volumes and labels of the defaults and of a service are added up', async () => {
  const extras = (name: string) => ({
    extraEnv: [{ name: `${name.toUpperCase()}_VARIABLE`, value: name }],
    extraVolumes: [{ name, emptyDir: {} }],
    extraVolumeMounts: [{ name, mountPath: `/${name}` }],
    podLabels: { [name]: 'yes' },
    serviceAccount: { annotations: { [name]: 'yes' } },
  });
  const values = JSON.stringify({
    defaults: extras('every'),
    services: { cms: extras('one') },
    migrations: extras('job'),
  });
  const files = ['-f', join(chart, 'values-production.yaml'), '-f', '-'];
  const { objects, failure } = await renderChart(helm, files, values);
  expect(failure).toBeNull();
  const workloads = workloadsOf(objects);
  const found = (workload: Workload | undefined) =>
    ['every', 'one', 'job'].filter(
      (name) =>
        workload !== undefined &&
        variableOf(workload, `${name.toUpperCase()}_VARIABLE`) === name &&
        volumeAt(workload, `/${name}`) !== undefined,
    );
  const of = (name: string) => workloads.find((workload) => workload.name === name);
  expect(found(of('Deployment/platform-cms'))).toEqual(['every', 'one']);
  expect(found(of('Deployment/platform-billing'))).toEqual(['every']);
  expect(found(of('Job/platform-cms-migrate'))).toEqual(['job']);
  expect(workloads.filter(({ labels }) => labels.every !== 'yes').map(({ name }) => name)).toEqual([]);
  expect(workloads.filter(({ labels }) => labels.one === 'yes').map(({ name }) => name)).toEqual([
    'Deployment/platform-cms',
  ]);
  const accounts = objects.filter(({ kind }) => kind === 'ServiceAccount');
  const annotated = (name: string) =>
    accounts.filter(({ metadata }) => metadata.annotations?.[name] === 'yes').map(({ metadata }) => metadata.name);
  expect(annotated('every')).toHaveLength(serviceNames.length);
  expect([annotated('one'), annotated('job')]).toEqual([['platform-cms'], ['platform-migrate']]);
  expect(of('Job/platform-cms-migrate')?.pod.serviceAccountName).toBe('platform-migrate');
});

test('a shared setting reaches the services that read it, and no other', async () => {
  const { objects, workloads } = await rendered('ci/city-database-values.yaml');
  const reading = objects.filter(
    ({ kind, data }) => kind === 'ConfigMap' && data?.GEO_DATABASE_PATH === '/places/city.mmdb',
  );
  expect(reading.map(({ metadata }) => metadata.name).sort()).toEqual(
    ['analytics', 'catalog', 'identity', 'seo-rkn'].map((name) => `platform-${name}`),
  );
  for (const workload of servicesIn(workloads))
    expect(volumeAt(workload, '/places')).toMatchObject({
      persistentVolumeClaim: { claimName: 'places', readOnly: true },
    });
});

test('the pod with Chromium alone has the profile of the nodes, shared memory, and its path', async () => {
  const { objects, workloads } = await rendered('ci/chromium-values.yaml');
  const profiles = servicesIn(workloads).map(({ name, pod }) => [name, pod.securityContext?.seccompProfile]);
  expect(profiles.filter(([, profile]) => (profile as { type: string }).type !== 'RuntimeDefault')).toEqual([
    ['Deployment/platform-seo-rkn', { type: 'Localhost', localhostProfile: 'platform/seccomp-chromium.json' }],
  ]);
  const browser = workloads.find(({ name }) => name === 'Deployment/platform-seo-rkn');
  expect(browser && volumeAt(browser, '/dev/shm')).toMatchObject({ emptyDir: { medium: 'Memory' } });
  expect(browser?.pod.containers[0]?.resources?.limits?.memory).toBe('2Gi');
  const config = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'platform-seo-rkn');
  expect(config?.data?.SEO_CHROMIUM_PATH).toBe('/usr/bin/chromium');
  expect(readFileSync(join(chart, 'files/seccomp-chromium.json'), 'utf8')).toContain('SCMP_ACT_ERRNO');
});

test('a load balancer leads to the API alone, and the policy lets in the networks that it lets in', async () => {
  const { objects } = await rendered('ci/load-balancer-values.yaml');
  const service = objects.find(({ kind, spec }) => kind === 'Service' && spec.type === 'LoadBalancer');
  expect(service?.spec).toMatchObject({
    externalTrafficPolicy: 'Local',
    loadBalancerClass: 'service.k8s.aws/nlb',
    ports: [{ port: 443, targetPort: 'http' }],
    selector: { [component]: 'gateway' },
  });
  const policy = objects.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'platform-gateway');
  const blocks = policy?.spec.ingress[0].from.flatMap(
    ({ ipBlock }: { ipBlock?: { cidr: string } }) => ipBlock?.cidr ?? [],
  );
  expect(blocks).toEqual(service?.spec.loadBalancerSourceRanges);
});

test('the dashboards of the repository are ConfigMaps with the label that the sidecar of Grafana looks for', async () => {
  const { objects } = await rendered('ci/monitoring-values.yaml');
  const folder = join(chart, '../deploy/grafana/dashboards');
  const maps = objects.filter(({ metadata }) => metadata.labels?.grafana_dashboard === '1');
  const held = Object.fromEntries(maps.flatMap(({ data }) => Object.entries(data ?? {})));
  expect(Object.keys(held).sort()).toEqual(readdirSync(folder).sort());
  for (const [name, text] of Object.entries(held))
    expect(JSON.parse(text)).toEqual(JSON.parse(readFileSync(join(folder, name), 'utf8')));
  expect(maps.every(({ metadata }) => metadata.annotations?.grafana_folder === 'Platform')).toBe(true);
});

test('the documented secrets of each service are those that the chart asks for', () => {
  const { services } = parse(readFileSync(join(chart, 'values.yaml'), 'utf8')) as {
    services: Record<string, { secrets: { required: string[]; optional?: string[] } }>;
  };
  const rows = readFileSync(join(chart, 'README.md'), 'utf8').split('\n');
  const missing = Object.entries(services).flatMap(([name, { secrets }]) => {
    const row = rows.find((line) => line.startsWith(`| \`services.${name}.secrets\` |`)) ?? '';
    return [...secrets.required, ...(secrets.optional ?? [])].filter((key) => !row.includes(`\`${key}\``));
  });
  expect(missing).toEqual([]);
});
