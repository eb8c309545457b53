import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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

test('files that a worker thread reads first do not lower the priority of the threads that read files for all', async () => {
  const preload = fileURLToPath(new URL('../lower-threads.js', import.meta.url));
  const reader = `import { readFile } from 'node:fs/promises';
    import { parentPort } from 'node:worker_threads';
    await readFile('/proc/self/status');
    parentPort.postMessage('read');`;
  const program = `import { readdirSync, readFileSync } from 'node:fs';
    import { Worker } from 'node:worker_threads';
    const thread = new Worker(new URL(${JSON.stringify(`data:text/javascript,${encodeURIComponent(reader)}`)}));
    thread.once('message', () => {
      const stats = readdirSync('/proc/self/task').map((id) => readFileSync('/proc/self/task/' + id + '/stat', 'utf8'));
      // The nice value is field 19 (proc_pid_stat(5)); the name in parentheses is field 2.
      const pool = stats.filter((stat) => stat.includes('(libuv-worker)'));
      console.log(pool.map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]).join());
      process.exit(0);
    });`;
  if (process.platform !== 'linux') return;
  const args = ['--import', preload, '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout.trim()).toBe(Array.from({ length: 4 }, () => getPriority(0)).join());
});
