import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { nodeProgram } from '@platform/testing';

const mebibyte = 1_048_576;
const fileBytes = 512 * mebibyte;
const piece = Buffer.alloc(262_144, 7);

const hosts: ChildProcess[] = [];
afterAll(() => {
  for (const host of hosts) host.kill();
});

/** Starts a process of file-host.ts. */
async function start(...args: string[]) {
  const host = fork(fileURLToPath(new URL('file-host.ts', import.meta.url)), args, {
    ...nodeProgram,
  });
  hosts.push(host);
  const [{ port }] = (await once(host, 'message')) as [{ port: number }];
  const peak = async () => {
    host.send('memory');
    const [answer] = (await once(host, 'message')) as [{ peak: number }];
    return answer.peak;
  };
  return { url: `http://127.0.0.1:${port}`, peak };
}

const upload = (url: string, bytes: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/octet-stream', 'content-length': bytes };
    const sent = request(`${url}/v1/file`, { method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    let left = bytes;
    const write = () => {
      while (left > 0) {
        left -= piece.length;
        if (!sent.write(piece)) return void sent.once('drain', write);
      }
      sent.end();
    };
    write();
  });

const download = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}/v1/file`, (answer) => {
      let size = 0;
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      answer.on('end', () => resolve(size)).on('error', reject);
    });
    sent.on('error', reject).end();
  });

test.each(['embedded', 'separate'])(
  'a file of 512 MiB goes up and down in constant memory, %s processes',
  async (topology) => {
    const service = await start(topology === 'embedded' ? 'embedded' : 'service');
    const front = topology === 'embedded' ? service : await start('gateway', service.url);
    const both = topology === 'embedded' ? [service] : [service, front];
    // Warm: code is loaded and compiled, and the heap has its size.
    expect(await upload(front.url, 128 * mebibyte)).toBe(200);
    expect(await download(front.url)).toBe(fileBytes);
    for (const each of both) await each.peak();
    const before = await Promise.all(both.map((each) => each.peak()));
    expect(await upload(front.url, fileBytes)).toBe(200);
    expect(await download(front.url)).toBe(fileBytes);
    const after = await Promise.all(both.map((each) => each.peak()));
    const growth = after.map((peak, at) => (peak - (before[at] ?? 0)) / mebibyte);
    if (process.env.TEST_LOG_LEVEL) process.stderr.write(`${topology}: ${growth.map(Math.round)} MiB\n`);
    // The amount of garbage varies from run to run; a file that is held in memory is four times as large.
    for (const each of growth) expect(each).toBeLessThanOrEqual(128);
  },
);
