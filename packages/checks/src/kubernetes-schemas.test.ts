import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { kubernetesVersions, schemaViolations } from './kubernetes-schemas.ts';
import { root } from './source-files.ts';

/** A finding of each version. */
const byEach = (problem: string) =>
  Object.keys(kubernetesVersions).map((version) =>
    expect.stringMatching(new RegExp(`${problem}.*\\(Kubernetes ${version}\\)$`)),
  );

const deployment = (pod: object = {}, spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'a', labels: { anything: 'goes' } },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'a', image: 'a:1', resources: { limits: { memory: '1Gi' } } }], ...pod },
    },
    ...spec,
  },
});

test('an object of the right shape is fine, with any labels and resources', async () => {
  expect(await schemaViolations(deployment())).toEqual([]);
});

test('a field that does not exist is found, at any depth', async () => {
  expect(await schemaViolations(deployment({}, { replica: 2 }))).toEqual(
    byEach('^Deployment/a: /spec/replica is no known field'),
  );
  const container = { name: 'a', image: 'a:1', readinessProbe: { httpGet: { port: 80, pth: '/' } } };
  expect(await schemaViolations(deployment({ containers: [container] }))).toEqual(
    byEach('/spec/template/spec/containers/0/readinessProbe/httpGet/pth'),
  );
  expect(await schemaViolations(deployment({ volumes: [{ name: 'x', emptyDir: { size: '1Mi' } }] }))).toEqual(
    byEach('/volumes/0/emptyDir/size'),
  );
});

test('a value of another type and a missing field are found', async () => {
  expect(await schemaViolations(deployment({}, { replicas: 'two' }))).toEqual(byEach('replicas'));
  expect(await schemaViolations(deployment({ containers: [{ image: 'a:1' }] }))).toEqual(byEach('name'));
});

test('an unknown kind is said to be unknown', async () => {
  expect(await schemaViolations({ ...deployment(), kind: 'Deploiment' })).toEqual(byEach('no schema is known'));
});

test('the documents of the chart name the versions of Kubernetes that it is checked with', () => {
  const versions = Object.keys(kubernetesVersions);
  expect(versions.length).toBeGreaterThan(1);
  expect(readFileSync(`${root}helm/README.md`, 'utf8')).toContain(`schemas of Kubernetes ${versions.join(' and ')}`);
});

test('a field of a newer Kubernetes is refused as long as an older one is supported', async () => {
  expect(await schemaViolations(deployment({ hostnameOverride: 'a' }))).toEqual([
    'Deployment/a: /spec/template/spec/hostnameOverride is no known field (Kubernetes 1.33)',
  ]);
});

test('a route of the Gateway API is checked in the same way', async () => {
  const route = (rule: object) => ({
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: { name: 'a' },
    spec: { parentRefs: [{ name: 'public' }], rules: [{ backendRefs: [{ name: 'a', port: 8080 }], ...rule }] },
  });
  expect(await schemaViolations(route({ timeouts: { request: '910s' } }))).toEqual([]);
  expect(await schemaViolations(route({ timeouts: { reqest: '910s' } }))).toEqual([
    expect.stringContaining('/timeouts/reqest'),
  ]);
  expect(await schemaViolations(route({ timeouts: { request: 'long' } }))).toEqual([
    expect.stringContaining('request'),
  ]);
});

test('objects of the Prometheus operator are checked in the same way', async () => {
  const monitor = (endpoint: object) => ({
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata: { name: 'a' },
    spec: { selector: { matchLabels: { a: 'b' } }, endpoints: [endpoint] },
  });
  expect(await schemaViolations(monitor({ port: 'ops', interval: '15s' }))).toEqual([]);
  expect(await schemaViolations(monitor({ port: 'ops', intervall: '15s' }))).toEqual([
    expect.stringContaining('intervall'),
  ]);
  expect(await schemaViolations(monitor({ port: 'ops', interval: 'often' }))).toEqual([
    expect.stringContaining('interval'),
  ]);
});
