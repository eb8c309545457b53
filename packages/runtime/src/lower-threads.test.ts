import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from '@jest/globals';

test('a worker thread has a lower priority than the event loop of its process', async () => {
  const program = `import { getPriority } from 'node:os';
    import { parentPort } from 'node:worker_threads';
    parentPort.postMessage(getPriority(0));`;
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  const [niceness] = await once(thread, 'message');
  await thread.terminate();
  // Elsewhere than on Linux the priority is the one of the process.
  expect(niceness).toBe(process.platform === 'linux' ? Math.max(5, getPriority(0)) : getPriority(0));
});
