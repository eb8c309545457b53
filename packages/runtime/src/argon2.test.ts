import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from '@jest/globals';
import { argon2id } from './argon2.ts';

const parameters = {
  message: 'password',
  nonce: Buffer.alloc(16),
  memory: 64,
  passes: 1,
  parallelism: 1,
  tagLength: 32,
};

test('the tag is the same for the same parameters and null for parameters that argon2 refuses', async () => {
  const [one, same, other, none] = await Promise.all([
    argon2id(parameters),
    argon2id(parameters),
    argon2id({ ...parameters, message: 'another' }),
    argon2id({ ...parameters, passes: 0 }),
  ]);
  expect(one?.length).toBe(32);
  expect(same).toEqual(one);
  expect(other).not.toEqual(one);
  expect(none).toBeNull();
});

(process.platform === 'linux' ? test : test.failing)(
  'hashes run in a thread of a lower priority than the rest',
  async () => {
    await argon2id(parameters);
    const threads = readdirSync('/proc/self/task').map((id) => {
      const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
      return {
        name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
        nice: Number(stat.split(') ').at(-1)?.split(' ')[16]),
      };
    });
    const worker = threads.find(({ name }) => name === 'WorkerThread');
    expect(worker?.nice).toBe(Math.max(5, getPriority(0)));
    expect(threads.find(({ name }) => name !== 'WorkerThread')?.nice).toBe(getPriority(0));
  },
);
