import { expect, test } from '@jest/globals';
import { schemaViolations } from './kubernetes-schemas.ts';

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
  expect(await schemaViolations(deployment({}, { replica: 2 }))).toEqual([
    'Deployment/a: /spec/replica is no field that Kubernetes knows',
  ]);
  const container = { name: 'a', image: 'a:1', readinessProbe: { httpGet: { port: 80, pth: '/' } } };
  expect(await schemaViolations(deployment({ containers: [container] }))).toEqual([
    expect.stringContaining('/spec/template/spec/containers/0/readinessProbe/httpGet/pth'),
  ]);
  expect(await schemaViolations(deployment({ volumes: [{ name: 'x', emptyDir: { size: '1Mi' } }] }))).toEqual([
    expect.stringContaining('/volumes/0/emptyDir/size'),
  ]);
});

test('a value of another type and a missing field are found', async () => {
  expect(await schemaViolations(deployment({}, { replicas: 'two' }))).toEqual([expect.stringContaining('replicas')]);
  expect(await schemaViolations(deployment({ containers: [{ image: 'a:1' }] }))).toEqual([
    expect.stringContaining('name'),
  ]);
});

test('an unknown kind is said to be unknown', async () => {
  expect(await schemaViolations({ ...deployment(), kind: 'Deploiment' })).toEqual([
    expect.stringContaining('no schema is known'),
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
