import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { trimEndCharacters } from '@platform/contracts/trim-characters';
import { argon2id } from './argon2.ts';

export const sha256 = (value: string | Buffer): string => hash('sha256', value);

/** HMAC-SHA256 as base64url. */
export const hmac = (secret: string, value: string): string =>
  createHmac('sha256', secret).update(value).digest('base64url');

/** Constant-time comparison of two strings. Their length is no secret. */
export function secretEquals(received: string, expected: string): boolean {
  const [a, b] = [Buffer.from(received), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const base62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** `length` random base62 characters (5.95 bits each), without modulo bias. */
export function randomBase62(length: number): string {
  let result = '';
  while (result.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && result.length < length) result += base62[byte % 62];
    }
  }
  return result;
}

/* ----------------------------------------------------------------------------------------------- passwords */

// OWASP's recommendation for argon2id: 19 MiB, 2 passes.
const argon2Cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** The stored form of a password, PHC string format, argon2id. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await argon2id({ message: password, nonce, ...argon2Cost });
  if (tag === null) throw new Error('argon2 refused the configured cost');
  const { memory, passes, parallelism } = argon2Cost;
  const encode = (bytes: Buffer) => trimEndCharacters(bytes.toString('base64'), '=');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`;
}

/**
 * Whether `password` is the one that `stored` (PHC string) was made from. A malformed `stored` is never
 * equal.
 */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored);
  if (!match) return false;
  const [, memory, passes, parallelism, nonce = '', expected = ''] = match;
  const tag = await argon2id({
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: Buffer.from(expected, 'base64').length,
  });
  return tag !== null && timingSafeEqual(tag, Buffer.from(expected, 'base64'));
}

/* --------------------------------------------------------------------------------------- stored secrets */

export interface SymmetricKey {
  id: string;
  bytes: Buffer;
  /** The same key, as deciphers take it without a copy. */
  object: KeyObject;
}

/**
 * AES-256-GCM; the result is iv ‖ ciphertext ‖ tag. `context` is authenticated, not stored. The key goes in
 * as a KeyObject: from bytes Node makes a cipher six times slower.
 */
export function encryptWithKey(key: Buffer, plaintext: Buffer, context: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), iv).setAAD(Buffer.from(context));
  return Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** The length of the tag is fixed: a shorter one could be guessed. */
const tagOptions = { authTagLength: 16 };

/**
 * Reverse of {@link encryptWithKey}. A key that opens several values is given as a KeyObject.
 * @throws when key or context differ or the value was altered
 */
export function decryptWithKey(key: Buffer | KeyObject, sealed: Buffer, context: string): Buffer {
  const keyObject = Buffer.isBuffer(key) ? createSecretKey(key) : key;
  const decipher = createDecipheriv('aes-256-gcm', keyObject, sealed.subarray(0, 12), tagOptions);
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(-16));
  // GCM is a stream cipher: `final` compares the tag and has no bytes of its own.
  const plaintext = decipher.update(sealed.subarray(12, -16));
  decipher.final();
  return plaintext;
}

export interface Sealer {
  /**
   * Encrypts `plaintext` under a fresh data key that is itself encrypted with the first key of the service.
   */
  seal(plaintext: string | Buffer, context: string): string;
  /**
   * Reverse of `seal`; `context` must be the same.
   * @throws when the value is not ours or was altered
   */
  open(sealed: string, context: string): Buffer;
}

const parseKeys = (encoded: readonly string[]): { keys: SymmetricKey[]; current: SymmetricKey } => {
  const keys = encoded.map((entry): SymmetricKey => {
    const [id = '', bytes = ''] = entry.split(':');
    const key = Buffer.from(bytes, 'base64');
    return { id, bytes: key, object: createSecretKey(key) };
  });
  const current = keys[0];
  if (!current) throw new Error('at least one encryption key is needed');
  return { keys, current };
};

/**
 * Opens the data key of a sealed value.
 * @throws when the value is not ours or its key was altered
 */
function openDataKey(
  keys: readonly SymmetricKey[],
  sealed: string,
  context: string,
): { dataKey: Buffer; body: string } {
  const [version, keyId, wrapped, body] = sealed.split('.');
  const key = keys.find((candidate) => candidate.id === keyId);
  if (version !== 'v1' || !key || !wrapped || body === undefined)
    throw new Error('the key of a sealed value is not configured');
  return { dataKey: decryptWithKey(key.object, Buffer.from(wrapped, 'base64url'), context), body };
}

const wrapDataKey = ({ id, bytes }: SymmetricKey, dataKey: Buffer, context: string): string =>
  `v1.${id}.${encryptWithKey(bytes, dataKey, context).toString('base64url')}`;

/**
 * Envelope encryption for stored secrets. `context` says where the value lives (`identity_provider:<id>`), so
 * that a ciphertext copied to another row does not open there. The first key encrypts, all decrypt: that is
 * how keys rotate.
 */
export function createSealer(encoded: readonly string[]): Sealer {
  const { keys, current } = parseKeys(encoded);
  return {
    seal(plaintext, context) {
      const dataKey = randomBytes(32);
      const body = encryptWithKey(dataKey, Buffer.from(plaintext), context).toString('base64url');
      return `${wrapDataKey(current, dataKey, context)}.${body}`;
    },
    open(sealed, context) {
      const { dataKey, body } = openDataKey(keys, sealed, context);
      return decryptWithKey(dataKey, Buffer.from(body, 'base64url'), context);
    },
  };
}

export interface Resealer {
  /** What a value begins with that the first key sealed. */
  currentPrefix: string;
  /**
   * The same value with its data key encrypted with the first key. Its body stays as it is: the plaintext is
   * never opened.
   * @throws when the value is not ours or its data key was altered
   */
  reseal(sealed: string, context: string): string;
}

/** Moves sealed values to the first key of a service. @param encoded as those of {@link createSealer} */
export function createResealer(encoded: readonly string[]): Resealer {
  const { keys, current } = parseKeys(encoded);
  return {
    currentPrefix: `v1.${current.id}.`,
    reseal(sealed, context) {
      const { dataKey, body } = openDataKey(keys, sealed, context);
      return `${wrapDataKey(current, dataKey, context)}.${body}`;
    },
  };
}

/** The part of a sealed value that {@link Resealer.reseal} retains; no two values share it. */
export const sealedBody = (sealed: string): string => sealed.split('.')[3] ?? '';
