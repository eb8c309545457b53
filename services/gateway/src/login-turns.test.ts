import { EventEmitter } from 'node:events';
import { expect, test } from '@jest/globals';
import { memoryKeyValueStore } from '@platform/runtime';
import { createLoginTurns } from './login-turns.ts';

/** An answer whose head is written some time after the handler is done, as the real ones. */
const answer = () => Object.assign(new EventEmitter(), { statusCode: 200 });
const send = (res: ReturnType<typeof answer>, status: number) => {
  res.statusCode = status;
  res.emit('finish');
};

test('an address that logged in before goes ahead of all that wait', async () => {
  const kv = memoryKeyValueStore();
  // Another replica saw the login.
  const turns = createLoginTurns(kv);
  const first = answer();
  await createLoginTurns(kv).run('203.0.113.1', first, () => {});
  send(first, 201);

  const order: string[] = [];
  const ends: (() => void)[] = [];
  const login = (address: string) =>
    turns.run(address, answer(), () => {
      order.push(address);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = Array.from({ length: 60 }, (_, at) => login(`198.51.100.${at}`));
  all.push(login('203.0.113.1'));
  const served = () => new Promise((resolve) => setImmediate(resolve));
  await served();
  const running = ends.splice(0);
  expect(order).toHaveLength(running.length);
  running[0]?.();
  await served();
  expect(order.at(-1)).toBe('203.0.113.1');
  for (const end of running) end();
  for (let end = ends.shift(); end; end = ends.shift()) {
    end();
    await served();
  }
  await Promise.all(all);
});
