import { expect, test } from '@jest/globals';
import { openHelm, renderChart } from './helm-render.ts';
import { serviceListViolations } from './service-list.ts';
import { root } from './source-files.ts';

test('every folder of a service is in the contracts, and every contract has a folder', () => {
  expect(serviceListViolations()).toEqual([]);
});

test('a folder that the contracts do not name is found, and a contract without a folder', () => {
  expect(serviceListViolations(['billing', 'push-news'], ['billing', 'social'])).toEqual([
    'services/push-news: packages/contracts/src/platform.ts does not name it',
    'packages/contracts/src/platform.ts: there is no folder services/social',
  ]);
});

test('the chart gives the gateway the address of a service with a dash in its name', async () => {
  const values = JSON.stringify({
    services: { 'push-news': { migrates: false } },
    reaches: { 'push-news': { redis: false, internetPorts: [] } },
  });
  const { objects, failure } = await renderChart(
    openHelm(),
    ['-f', `${root}helm/ci/default-values.yaml`, '-f', '-'],
    values,
  );
  expect(failure).toBeNull();
  const gateway = objects.find(({ kind, data }) => kind === 'ConfigMap' && data?.CATALOG_URL !== undefined);
  expect(gateway?.data).toMatchObject({ PUSH_NEWS_URL: 'http://platform-push-news:8080' });
  const deployed = objects.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
  expect(deployed).toContain('platform-push-news');
});
