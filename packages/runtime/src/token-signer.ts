import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { type JWTPayload, SignJWT } from 'jose';
import { z } from 'zod';

/** PKCS #8 of an Ed25519 key is this prefix and the 32 bytes of the seed (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Configuration of signing keys, as {@link createTokenSigner} takes them. */
export const signingKeys = z
  .string()
  .transform((value) => value.split(',').map((key) => key.trim()))
  .pipe(
    z
      .array(z.string().regex(/^[a-z0-9-]+:[A-Za-z0-9+/]{43}=$/, '<kid>:<base64 of 32 bytes>'))
      .min(1)
      .max(3),
  );

/** A public key as a JWK (RFC 8037 §2). */
export interface PublicJwk {
  kty: 'OKP';
  crv: 'Ed25519';
  alg: 'EdDSA';
  use: 'sig';
  kid: string;
  /** The 32 bytes of the key, base64url. */
  x: string;
}

export interface TokenSigner {
  /** A compact JWS (EdDSA, Ed25519) of the claims. */
  sign(claims: JWTPayload): Promise<string>;
  /** Public keys as JWKs, the signing one first. */
  keys: PublicJwk[];
}

/**
 * @param encoded `<kid>:<base64 seed>`; the first key signs, all are published, so that keys rotate without a
 * gap
 */
export function createTokenSigner(encoded: readonly string[]): TokenSigner {
  const keys = encoded.map((entry) => {
    const at = entry.indexOf(':');
    const der = Buffer.concat([pkcs8Prefix, Buffer.from(entry.slice(at + 1), 'base64')]);
    return { kid: entry.slice(0, at), privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
  });
  const [current] = keys;
  if (!current) throw new Error('at least one signing key is needed');
  const header = { alg: 'EdDSA', typ: 'JWT', kid: current.kid };
  return {
    keys: keys.map(({ kid, privateKey }) => publicJwk(kid, privateKey)),
    sign: (claims) => new SignJWT(claims).setProtectedHeader(header).sign(current.privateKey),
  };
}

const publicJwk = (kid: string, privateKey: KeyObject): PublicJwk => {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (x === undefined) throw new Error('a key is not an Ed25519 key');
  return { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid, x };
};
