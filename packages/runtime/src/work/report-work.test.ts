import { expect, test } from '@jest/globals';
import { serveOperations } from '../operations.ts';
import { createLog } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import type { WorkBacklog } from './backlog.ts';
import { WorkRegistry } from './report-work.ts';
import type { BackgroundWork } from './work-runner.ts';

const backlog: WorkBacklog = { waiting: 3, leased: 1, retried: 2, oldest_seconds: 61 };
const aWork = (name: string, readBacklog: () => Promise<WorkBacklog>): BackgroundWork => ({
  name,
  start() {},
  wake() {},
  stop: async () => {},
  readBacklog,
});

test('what waits is at /work and in the metrics, without the work whose database does not answer', async () => {
  const metrics = createMetrics();
  const works = new WorkRegistry(metrics);
  works.add('cms', [
    aWork('imports', async () => backlog),
    aWork('mails', async () => {
      throw new Error('the database is down');
    }),
  ]);
  const host = { log: createLog('test', 'silent'), metrics, works };
  const operations = await serveOperations(host, { isServing: async () => true, port: 0, host: '127.0.0.1' });
  const read = async (path: string) => (await fetch(`http://127.0.0.1:${operations.port}${path}`)).text();
  expect(JSON.parse(await read('/work'))).toEqual({ work: [{ service: 'cms', work: 'imports', ...backlog }] });
  const figures = await read('/metrics');
  expect(figures).toContain('work_waiting{service="cms",work="imports"} 3');
  expect(figures).toContain('work_runs_total{service="cms",work="mails",outcome="given_up"} 0');
  expect(figures).toContain('work_oldest_seconds{service="cms",work="imports"} 61');
  await operations.close(0);
});
