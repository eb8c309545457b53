import { decodePart, fromBase64Url } from './token-claims.ts';

/** One entitlement of a snapshot. */
export interface SnapshotRow {
  code: string;
  expires_at: string | null;
}

/** Content of a snapshot token; the platform signs it. */
export interface SnapshotClaims {
  /** Id of the user. */
  sub: string;
  /** Code of the application. */
  aud: string;
  /** Seconds since 1970. */
  iat: number;
  exp: number;
  entitlements: SnapshotRow[];
}

/** A public key of the platform, from `/.well-known/jwks.json`. */
export interface SnapshotKey {
  kid: string;
  x: string;
  kty?: string;
  crv?: string;
}

/** Verifies an Ed25519 signature (RFC 8032); undefined where this device cannot. */
export type Ed25519Verify = (
  publicKey: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
) => boolean | undefined | Promise<boolean | undefined>;

/** Why a stored snapshot is not used. */
export type SnapshotRefusal =
  | 'malformed'
  | 'algorithm'
  | 'unknown_key'
  | 'signature'
  | 'not_verifiable'
  | 'application'
  | 'user'
  | 'expired'
  | 'clock';

/** How far the clock may be behind the newest snapshot that was read, in seconds. */
const clockTolerance = 300;

/** The content of a token, without a check of its signature. Null if it is not a snapshot. */
export function readClaims(token: string): SnapshotClaims | null {
  const claims = decodePart(token.split('.')[1]) as Partial<SnapshotClaims> | null;
  const isWhole =
    typeof claims?.sub === 'string' &&
    typeof claims.iat === 'number' &&
    typeof claims.exp === 'number' &&
    Array.isArray(claims.entitlements);
  return isWhole ? (claims as SnapshotClaims) : null;
}

/** @returns null for a good signature of a known key, else what is wrong with it */
export async function signatureFault(
  token: string,
  keys: readonly SnapshotKey[],
  verify: Ed25519Verify,
): Promise<SnapshotRefusal | null> {
  const [head, payload, signature, ...rest] = token.split('.');
  const header = decodePart(head);
  if (header === null || !payload || signature === undefined || rest.length > 0) return 'malformed';
  if (header.alg !== 'EdDSA') return 'algorithm';
  const key = keys.find(({ kid }) => kid === header.kid);
  if (!key) return 'unknown_key';
  try {
    const message = Uint8Array.from(`${head}.${payload}`, (character) => character.charCodeAt(0));
    const isGood = await verify(fromBase64Url(key.x), fromBase64Url(signature), message);
    return isGood === undefined ? 'not_verifiable' : isGood ? null : 'signature';
  } catch {
    return 'signature';
  }
}

/**
 * What is wrong with the content of a stored snapshot, at a moment; null when it may be used.
 * @param now milliseconds since 1970 by the clock of the device
 * @param newest `iat` of the newest snapshot that this device has seen, in seconds
 */
export function claimsFault(
  claims: SnapshotClaims,
  expected: { applicationCode: string; userId: string | null; now: number; newest: number },
): SnapshotRefusal | null {
  const now = expected.now / 1_000;
  if (claims.aud !== expected.applicationCode) return 'application';
  if (claims.sub !== expected.userId) return 'user';
  if (now >= claims.exp) return 'expired';
  if (now < Math.max(claims.iat, expected.newest) - clockTolerance) return 'clock';
  return null;
}

/** Codes whose own end is ahead at a moment in milliseconds since 1970. */
export const activeCodes = (rows: readonly SnapshotRow[], now: number): string[] =>
  rows.filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > now).map(({ code }) => code);

/** A snapshot in use: a fresh one came over the network in this run, a stored one was verified. */
export interface HeldSnapshot {
  claims: SnapshotClaims;
  isFresh: boolean;
  /** Seconds since it came, by a monotonic clock. */
  age: number;
}

/**
 * The codes that are open at a moment, sorted: the free ones, and those of the snapshot. The clock of the
 * device decides about a stored snapshot. A fresh snapshot is valid for its own lifetime, even if that clock
 * is wrong.
 */
export function openCodes(
  free: readonly string[],
  heldSnapshot: HeldSnapshot | null,
  expected: { applicationCode: string; userId: string | null; now: number; newest: number },
): string[] {
  if (!heldSnapshot) return [...new Set(free)].sort();
  const { claims, isFresh, age } = heldSnapshot;
  const isOver = isFresh ? age > claims.exp - claims.iat : claimsFault(claims, expected) !== null;
  return [...new Set([...free, ...(isOver ? [] : activeCodes(claims.entitlements, expected.now))])].sort();
}
