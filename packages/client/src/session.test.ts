import { describe, expect, test } from '@jest/globals';
import { openSession } from './session.ts';
import type { ClientStorage } from './storage.ts';

const tokenOf = (sub: string) => `.${Buffer.from(JSON.stringify({ iss: 'idp', sub })).toString('base64url')}.`;

/** A session on a storage whose content can be read. */
function open() {
  const values = new Map<string, string>();
  const storage: ClientStorage = {
    get: (key) => values.get(key),
    set: (key, value) => values.set(key, value),
    remove: (key) => values.delete(key),
  };
  let token: string | null = tokenOf('anna');
  const session = openSession({ applicationCode: 'notes', storage, getToken: () => token }, () => {});
  return {
    session,
    values,
    signIn: async (next: string | null) => {
      token = next;
      await session.identify();
    },
  };
}

describe('a person who leaves', () => {
  test('leaves the present person alone where another one has signed in', async () => {
    const { session, values, signIn } = open();
    await session.identify();
    const { person } = session;
    await session.shelf.write('user', 'anna');
    await signIn(tokenOf('boris'));
    await session.shelf.write('user', 'boris');
    await session.leave(person);
    expect([...values.values()]).toEqual(['"boris"']);
    expect(await session.shelf.read('user')).toBe('boris');
  });

  test('is followed by no value that was still on its way', async () => {
    const { session, values } = open();
    await session.identify();
    const { shelf } = session;
    await shelf.write('paywalls', { main: 1 });
    expect(values.size).toBe(1);
    await session.leave(session.person);
    await shelf.write('paywalls', { main: 2 });
    expect([values.size, session.person]).toEqual([0, 'guest']);
  });

  test('finds a storage that keeps values after the next sign-in', async () => {
    const { session, values, signIn } = open();
    await session.identify();
    await session.wipe();
    await session.shelf.write('config', 1);
    await signIn(tokenOf('anna'));
    await session.shelf.write('user', 'anna');
    expect(await session.shelf.read('user')).toBe('anna');
    expect(values.size).toBe(2);
  });

  test('takes the values of the other persons of this run along when all are wiped, and not when it leaves', async () => {
    const { session, values, signIn } = open();
    await session.identify();
    await session.shelf.write('user', 'anna');
    await signIn(tokenOf('boris'));
    await session.shelf.write('user', 'boris');
    await session.leave(session.person);
    expect([...values.values()]).toEqual(['"anna"']);
    await session.wipe();
    expect(values.size).toBe(0);
  });
});
