import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { type JWK, SignJWT } from 'jose';

export interface SnapshotClaims {
  user_id: string;
  application_code: string;
  codes: string[];
  entitlements: { code: string; source: string; starts_at: string; expires_at: string | null; is_lifetime: boolean }[];
  expires_at: string | null;
  is_lifetime: boolean;
}

export interface SnapshotSigner {
  /** A compact JWS (EdDSA) of the snapshot that a client may trust offline until `exp`. */
  sign(claims: SnapshotClaims, at: Date, offlineGraceDays: number): Promise<string>;
  /** Public keys as JWKs, the signing one first. */
  keys: JWK[];
}

const dayMs = 86_400_000;
/** PKCS #8 of an Ed25519 key is this prefix and the 32 bytes of the seed (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * @param encoded `<kid>:<base64 seed>`; the first key signs, all are published, so that keys rotate without a gap
 * @param issuer `iss` of the tokens
 */
export function createSnapshotSigner(encoded: readonly string[], issuer: string): SnapshotSigner {
  const keys = encoded.map((entry) => {
    const at = entry.indexOf(':');
    const der = Buffer.concat([pkcs8Prefix, Buffer.from(entry.slice(at + 1), 'base64')]);
    return { kid: entry.slice(0, at), privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
  });
  const [current] = keys;
  if (!current) throw new Error('at least one signing key is needed');

  return {
    keys: keys.map(({ kid, privateKey }) => publicJwk(kid, privateKey)),
    async sign(claims, at, offlineGraceDays) {
      const { user_id, ...rest } = claims;
      const now = at.getTime();
      const expiresAt = Math.min(
        now + offlineGraceDays * dayMs,
        claims.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(claims.expires_at),
      );
      return new SignJWT(rest)
        .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: current.kid })
        .setIssuer(issuer)
        .setSubject(user_id)
        .setIssuedAt(Math.floor(now / 1000))
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(current.privateKey);
    },
  };
}

const publicJwk = (kid: string, privateKey: KeyObject): JWK => ({
  ...(createPublicKey(privateKey).export({ format: 'jwk' }) as JWK),
  kid,
  alg: 'EdDSA',
  use: 'sig',
});
