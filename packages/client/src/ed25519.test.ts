import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { ed25519Verify } from './ed25519.ts';
import { sha512 } from './sha512.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** RFC 8032 §7.1: public key, message, signature. */
const vectors = [
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
] as const;

test('SHA-512 equals that of node for messages around the block length', () => {
  for (const length of [0, 1, 111, 112, 127, 128, 129, 240, 1_000]) {
    const message = randomBytes(length);
    expect(Buffer.from(sha512(message)).toString('hex')).toBe(createHash('sha512').update(message).digest('hex'));
  }
});

describe('a signature', () => {
  test('of RFC 8032 verifies, and does not with one bit changed anywhere', async () => {
    for (const [key, message, signature] of vectors) {
      const verify = (k: Uint8Array, s: Uint8Array, m: Uint8Array) => ed25519Verify(k, s, m);
      const [k, m, s] = [bytes(key), bytes(message), bytes(signature)];
      expect(await verify(k, s, m)).toBe(true);
      for (const at of [0, 31, 32, 62]) {
        const altered = Uint8Array.from(s, (byte, index) => (index === at ? byte ^ 1 : byte));
        expect(await verify(k, altered, m)).toBe(false);
      }
      expect(
        await verify(
          Uint8Array.from(k, (byte, at) => (at === 3 ? byte ^ 1 : byte)),
          s,
          m,
        ),
      ).toBe(false);
      expect(await verify(k, s, Uint8Array.from([...m, 0]))).toBe(false);
    }
  });

  test('of node verifies for random keys and messages', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      const message = randomBytes(round * 37);
      const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
      const signature = sign(null, message, privateKey);
      expect(await ed25519Verify(key, signature, message)).toBe(true);
      expect(await ed25519Verify(key, signature, randomBytes(20))).toBe(false);
    }
  });

  test('with a second form of the same number is refused, as are wrong lengths', async () => {
    const [key, , signature] = vectors[0];
    const order = (1n << 252n) + 27742317777372353535851937790883648493n;
    const s = bytes(signature).reverse();
    let number = BigInt(`0x${Buffer.from(s.slice(0, 32)).toString('hex')}`) + order;
    const malleated = bytes(signature);
    for (let at = 32; at < 64; at += 1, number >>= 8n) malleated[at] = Number(number & 255n);
    const empty = new Uint8Array();
    expect(await ed25519Verify(bytes(key), malleated, empty)).toBe(false);
    expect(await ed25519Verify(bytes(key).slice(1), bytes(signature), empty)).toBe(false);
    expect(await ed25519Verify(bytes(key), bytes(signature).slice(1), empty)).toBe(false);
  });
});
