import { beforeEach, describe, expect, test } from '@jest/globals';
import { memoryKeyValueStore } from '@platform/runtime';
import { createLoginGuard, type LoginGuard } from './login-guard.ts';
import { createPasswords } from './passwords.ts';

let guard: LoginGuard;
beforeEach(() => {
  guard = createLoginGuard(memoryKeyValueStore(), createPasswords());
});

/** A hash that is none: it is refused without the work that a real one costs. */
const unreadable = 'unreadable';
const guess = (client_ip: string, email = 'root@example.test', isKnownNetwork = false) =>
  guard
    .verify({ email, password: 'wrong', client_ip }, async () => ({ password_hash: unreadable, isKnownNetwork }))
    .catch((error: { code?: string }) => error.code);
const guesses = async (count: number, addressOf: (at: number) => string) => {
  const answers: unknown[] = [];
  for (let at = 0; at < count; at += 1) answers.push(await guess(addressOf(at)));
  return answers;
};

describe('wrong passwords', () => {
  test('close an account to the address that they came from, and to no other', async () => {
    expect(await guesses(11, () => '203.0.113.1')).toEqual([...Array(10).fill(false), 'rate_limited']);
    expect(await guess('203.0.113.2')).toBe(false);
    expect(await guess('203.0.113.1', 'other@example.test')).toBe(false);
  });

  test.each([
    ['2001:db8:0:1::1', '2001:db8:0:1:ffff:0:0:2', '2001:db8:0:2::1'],
    ['2001:db8::1', '2001:DB8:0:0:5::', '2001:db8:0:1::'],
    ['::1', '0:0:0:0:0:0:0:2', '1::1'],
  ])('count %s and %s as one network, %s as another', async (one, same, other) => {
    expect(await guesses(10, () => one)).toEqual(Array(10).fill(false));
    expect(await guess(same)).toBe('rate_limited');
    expect(await guess(other)).toBe(false);
  });

  test('from many addresses close it to all, after many more', async () => {
    const answers = await guesses(201, (at) => `198.51.100.${at}`);
    expect(answers).toEqual([...Array(200).fill(false), 'rate_limited']);
  });

  test('from many addresses leave the door open to a network that the account logs in from', async () => {
    await guesses(201, (at) => `198.51.100.${at}`);
    expect(await guess('203.0.113.1')).toBe('rate_limited');
    expect(await guess('203.0.113.2', undefined, true)).toBe(false);
  });

  test('of an address over its budget cost no question to the database', async () => {
    await guesses(10, () => '203.0.113.1');
    let asked = 0;
    const attempt = { email: 'root@example.test', password: 'wrong', client_ip: '203.0.113.1' };
    const refused = guard.verify(attempt, async () => {
      asked += 1;
      return undefined;
    });
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited' });
    expect(asked).toBe(0);
  });

  test('of an address that is refused use up nothing of the others', async () => {
    await guesses(300, () => '203.0.113.1');
    expect(await guess('203.0.113.2')).toBe(false);
  });
});

test('while others wait, a wrong password is followed by a cooldown, for which its caller does not wait', async () => {
  // On a busy machine one check may take seconds.
  const passwords = createPasswords(60_000);
  const stored = await passwords.hash('right');
  await passwords.verify('right', stored, { key: 'a' });
  const began = performance.now();
  const wrong = passwords.verify('wrong', stored, { key: 'a', rank: 0 });
  const right = passwords.verify('right', stored, { key: 'b', rank: 1 });
  expect(await wrong).toBe(false);
  const taken = performance.now() - began;
  expect(await right).toBe(true);
  // The cooldown is twice the time of the check.
  expect(performance.now() - began - taken).toBeGreaterThan(Math.min(490, taken * 1.5));
});
