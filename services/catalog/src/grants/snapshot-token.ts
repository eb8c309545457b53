import { createTokenSigner, dayMs, type PublicJwk } from '@platform/runtime';

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
  keys: PublicJwk[];
}

/**
 * @param encoded signing keys, see {@link createTokenSigner}
 * @param issuer `iss` of the tokens; their `aud` is the code of the application
 */
export function createSnapshotSigner(encoded: readonly string[], issuer: string): SnapshotSigner {
  const signer = createTokenSigner(encoded);
  return {
    keys: signer.keys,
    sign({ user_id, ...rest }, at, offlineGraceDays) {
      const expiresAt = Math.min(at.getTime() + offlineGraceDays * dayMs, lastEnd(rest.entitlements));
      return signer.sign({
        ...rest,
        iss: issuer,
        aud: rest.application_code,
        sub: user_id,
        iat: Math.floor(at.getTime() / 1000),
        exp: Math.floor(expiresAt / 1000),
      });
    },
  };
}

/** When the last entitlement ends, in milliseconds; Infinity when one is for life, and without any. */
const lastEnd = (entitlements: SnapshotClaims['entitlements']): number => {
  const ends = entitlements.map(({ expires_at }) => Date.parse(expires_at ?? ''));
  return ends.length === 0 || ends.some(Number.isNaN) ? Number.POSITIVE_INFINITY : Math.max(...ends);
};
