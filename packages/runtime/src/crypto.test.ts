import { describe, expect, test } from '@jest/globals';
import {
  createResealer,
  createSealer,
  decryptWithKey,
  encryptWithKey,
  hashPassword,
  hmac,
  randomBase62,
  sealedBody,
  secretEquals,
  sha256,
  verifyPassword,
} from './crypto.ts';

const keyOf = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString('base64')}`;
const [first, second] = [keyOf('k1', 1), keyOf('k2', 2)];

describe('a sealed secret', () => {
  const sealer = createSealer([first]);

  test('opens where it was sealed, whatever its content', () => {
    for (const text of ['', 'a', 'п'.repeat(5_000), '\0\u{1F600}']) {
      expect(sealer.open(sealer.seal(text, 'idp:1'), 'idp:1').toString()).toBe(text);
    }
    const bytes = Buffer.from([0, 255, 128]);
    expect(sealer.open(sealer.seal(bytes, 'c'), 'c')).toEqual(bytes);
  });

  test('shows nothing of what it holds and is never the same twice', () => {
    const sealed = sealer.seal('the secret of the shop', 'idp:1');
    expect(Buffer.from(sealed.split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain('secret');
    expect(sealer.seal('the secret of the shop', 'idp:1')).not.toBe(sealed);
  });

  test('does not open under another context: a ciphertext copied to another row is worthless', () => {
    const sealed = sealer.seal('secret', 'identity_provider:1');
    expect(() => sealer.open(sealed, 'identity_provider:2')).toThrow();
    expect(() => sealer.open(sealed, '')).toThrow();
  });

  test('outlives a rotation of keys as long as its key is kept', () => {
    const old = sealer.seal('secret', 'c');
    const rotated = createSealer([second, first]);
    expect(rotated.open(old, 'c').toString()).toBe('secret');
    const fresh = rotated.seal('secret', 'c');
    expect(fresh.split('.')[1]).toBe('k2');
    expect(() => sealer.open(fresh, 'c')).toThrow('the key of a sealed value is not configured');
    expect(() => createSealer([second]).open(old, 'c')).toThrow('the key of a sealed value is not configured');
    expect(() => createSealer([keyOf('k1', 9)]).open(old, 'c')).toThrow();
  });

  test('does not open when any of its bytes was changed or cut off', () => {
    const sealed = sealer.seal('secret', 'c');
    const [version, id, wrapped = '', body = ''] = sealed.split('.');
    const changedAt = (part: string, at: number) => {
      const bytes = Buffer.from(part, 'base64url');
      bytes.writeUInt8((bytes.readUInt8(at) ^ 1) & 255, at);
      return bytes.toString('base64url');
    };
    for (let at = 0; at < Buffer.from(wrapped, 'base64url').length; at += 1)
      expect(() => sealer.open([version, id, changedAt(wrapped, at), body].join('.'), 'c')).toThrow();
    for (let at = 0; at < Buffer.from(body, 'base64url').length; at += 1)
      expect(() => sealer.open([version, id, wrapped, changedAt(body, at)].join('.'), 'c')).toThrow();
    for (let length = 0; length < Buffer.from(body, 'base64url').length; length += 1) {
      const cut = Buffer.from(body, 'base64url').subarray(0, length).toString('base64url');
      expect(() => sealer.open([version, id, wrapped, cut].join('.'), 'c')).toThrow();
    }
    for (const nonsense of ['', 'v1', 'v2.k1.a.b', 'plain text', `v1.k1.${wrapped}`])
      expect(() => sealer.open(nonsense, 'c')).toThrow();
  });

  test('needs a key to be made', () => {
    expect(() => createSealer([])).toThrow('at least one');
  });
});

describe('a sealed secret under another key', () => {
  const sealed = createSealer([first]).seal('secret', 'c');
  const resealer = createResealer([second, first]);
  const moved = resealer.reseal(sealed, 'c');

  test('opens with the first key alone, and keeps its body', () => {
    expect(createSealer([second]).open(moved, 'c').toString()).toBe('secret');
    expect(() => createSealer([first]).open(moved, 'c')).toThrow('the key of a sealed value is not configured');
    expect(sealedBody(moved)).toBe(sealedBody(sealed));
    expect([sealed, moved].map((value) => value.startsWith(resealer.currentPrefix))).toEqual([false, true]);
  });

  test('is refused for another context, without the old key, and when its key was altered', () => {
    expect(() => resealer.reseal(sealed, 'd')).toThrow();
    expect(() => createResealer([second]).reseal(sealed, 'c')).toThrow('the key of a sealed value is not configured');
    expect(() => createResealer([second, keyOf('k1', 9)]).reseal(sealed, 'c')).toThrow();
    expect(() => createResealer([])).toThrow('at least one');
  });
});

test('a value encrypted with a key opens with this key and context alone, and never with a shortened tag', () => {
  const key = Buffer.alloc(32, 5);
  const sealed = encryptWithKey(key, Buffer.from('text'), 'c');
  expect(decryptWithKey(key, sealed, 'c').toString()).toBe('text');
  expect(() => decryptWithKey(Buffer.alloc(32, 6), sealed, 'c')).toThrow();
  // With fewer than 28 bytes the tag would be short, and a short tag can be guessed.
  for (const length of [4, 8, 12, 13, 15]) {
    expect(() => decryptWithKey(key, Buffer.alloc(length, 1), 'c')).toThrow(/tag/i);
  }
});

describe('a password', () => {
  test('is recognised by its hash, and only it', async () => {
    const stored = await hashPassword('correct horse');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await verifyPassword('correct horse', stored)).toBe(true);
    expect(await verifyPassword('correct horse ', stored)).toBe(false);
    expect(await verifyPassword('', stored)).toBe(false);
    expect(await hashPassword('correct horse')).not.toBe(stored);
  });

  test('is checked with the cost that was stored with it', async () => {
    // Argon2 reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword('password', reference)).toBe(true);
    expect(await verifyPassword('Password', reference)).toBe(false);
  });

  test('never equals a stored form that is malformed', async () => {
    const stored = await hashPassword('p');
    for (const malformed of [
      '',
      'p',
      stored.slice(0, -1),
      stored.replace('argon2id', 'argon2i'),
      '$argon2id$v=19$m=8,t=1,p=1$AA$AA',
      '$argon2id$v=19$m=1,t=0,p=0$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    ]) {
      expect(await verifyPassword('p', malformed)).toBe(false);
    }
  });
});

test('random base62 has the asked length, its alphabet and every character about as often', () => {
  for (const length of [0, 1, 32, 43]) expect(randomBase62(length)).toHaveLength(length);
  const text = randomBase62(62_000);
  expect(text).toMatch(/^[A-Za-z0-9]+$/);
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // 1000 are expected; 8 standard deviations (31 each) do not happen, but a modulo bias (+25 %) does.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(250);
  expect(randomBase62(32)).not.toBe(randomBase62(32));
});

test('secrets are equal only when they are the same, whatever their lengths', () => {
  expect(secretEquals('secret', 'secret')).toBe(true);
  expect(secretEquals('', '')).toBe(true);
  for (const other of ['', 'secre', 'secret ', 'Secret', 'secretsecret']) {
    expect(secretEquals(other, 'secret')).toBe(false);
    expect(secretEquals('secret', other)).toBe(false);
  }
});

test('digests are those of the standards', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  // RFC 4231, test case 2.
  expect(Buffer.from(hmac('Jefe', 'what do ya want for nothing?'), 'base64url').toString('hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});
