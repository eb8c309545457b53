import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { ProviderSecrets, SigningAlgorithm } from './signing-keys.ts';
import { userClaims } from './user.ts';

/**
 * The kind of a minted token. All but `valid` and `supabase_user` are tokens that a verifier has to refuse.
 * - `hs256_with_public_key`: signed with HMAC, the secret being the PEM of the published RS256 key
 * - `unknown_key`: right claims, the signature of a key that was never published
 * - `supabase_user`, `supabase_anon`, `supabase_service_role`: HS256 with the shared secret of a legacy
 *   Supabase project; the last two are its API keys (issuer `supabase`, no `sub`)
 */
export type MintKind =
  | 'valid'
  | 'wrong_issuer'
  | 'wrong_audience'
  | 'expired'
  | 'not_yet_valid'
  | 'no_subject'
  | 'alg_none'
  | 'hs256_with_public_key'
  | 'unknown_key'
  | 'supabase_user'
  | 'supabase_anon'
  | 'supabase_service_role';

/** How a token is minted. */
export type MintOptions = {
  kind?: MintKind;
  /** Which published key signs the kinds that are signed with one; RS256 by default. */
  algorithm?: SigningAlgorithm;
  /** Whose token it is; `demo` by default. */
  username?: string;
  /**
   * Replaces header fields; `undefined` removes one. The signature is still made by the kind's own algorithm.
   */
  header?: Record<string, unknown>;
};

/** Options of a minted token. */
export type MintContext = { issuer: string; clientId: string; secrets: ProviderSecrets; now: () => Date };

const LIFETIME_S = 60 * 60;

function encode(value: Record<string, unknown>): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function asymmetricSignature(alg: SigningAlgorithm, input: string, key: KeyObject): string {
  return sign('sha256', Buffer.from(input), { key, dsaEncoding: alg === 'ES256' ? 'ieee-p1363' : 'der' }).toString(
    'base64url',
  );
}

function hmacSignature(input: string, secret: string): string {
  return createHmac('sha256', secret).update(input).digest('base64url');
}

function claimsOf(kind: MintKind, context: MintContext, username: string): Record<string, unknown> {
  const now = Math.floor(context.now().getTime() / 1000);
  const user = userClaims(username);
  const validClaims = {
    iss: context.issuer,
    aud: context.clientId,
    ...user,
    iat: now,
    exp: now + LIFETIME_S,
    jti: randomUUID(),
  };
  const project = `${new URL(context.issuer).origin}/auth/v1`;
  const apiKey = { iss: 'supabase', ref: 'demoproject', iat: now, exp: now + 10 * 365 * 24 * LIFETIME_S };
  if (kind === 'wrong_issuer') return { ...validClaims, iss: 'https://another-issuer.example' };
  if (kind === 'wrong_audience') return { ...validClaims, aud: 'another-client' };
  if (kind === 'expired') return { ...validClaims, iat: now - 2 * LIFETIME_S, exp: now - LIFETIME_S };
  if (kind === 'not_yet_valid') return { ...validClaims, nbf: now + LIFETIME_S, exp: now + 2 * LIFETIME_S };
  if (kind === 'no_subject') return { ...validClaims, sub: undefined };
  if (kind === 'supabase_anon') return { ...apiKey, role: 'anon' };
  if (kind === 'supabase_service_role') return { ...apiKey, role: 'service_role' };
  if (kind === 'supabase_user') {
    return {
      iss: project,
      aud: 'authenticated',
      sub: user.sub,
      role: 'authenticated',
      email: user.email,
      aal: 'aal1',
      session_id: randomUUID(),
      is_anonymous: false,
      iat: now,
      exp: now + LIFETIME_S,
      app_metadata: { provider: 'email' },
      user_metadata: { full_name: user.name },
    };
  }
  return validClaims;
}

/**
 * Makes a token.
 * @param context the provider
 * @param claims replace the kind's own claims; `undefined` removes one
 * @param options see the type
 * @returns the compact JWT
 */
export function mintToken(context: MintContext, claims: Record<string, unknown>, options: MintOptions): string {
  const kind = options.kind ?? 'valid';
  const alg = options.algorithm ?? 'RS256';
  const payload = { ...claimsOf(kind, context, options.username ?? 'demo'), ...claims };
  const published = (wanted: SigningAlgorithm) => {
    const key = context.secrets.keys.find((candidate) => candidate.alg === wanted);
    if (key === undefined) throw new Error(`there is no ${wanted} key`);
    return key;
  };
  function compact(header: Record<string, unknown>, signature: (input: string) => string): string {
    const input = `${encode({ ...header, ...options.header })}.${encode(payload)}`;
    return `${input}.${signature(input)}`;
  }

  if (kind === 'alg_none') return compact({ alg: 'none', typ: 'JWT' }, () => '');
  if (kind === 'hs256_with_public_key') {
    const { kid, privateKey } = published('RS256');
    const pem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
    return compact({ alg: 'HS256', kid, typ: 'JWT' }, (input) => hmacSignature(input, pem));
  }
  if (kind === 'supabase_user' || kind === 'supabase_anon' || kind === 'supabase_service_role') {
    return compact({ alg: 'HS256', typ: 'JWT' }, (input) => hmacSignature(input, context.secrets.sharedSecret));
  }
  const { kid, privateKey } = published(alg);
  if (kind === 'unknown_key') {
    const foreign =
      alg === 'RS256'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return compact({ alg, kid: randomUUID(), typ: 'JWT' }, (input) =>
      asymmetricSignature(alg, input, foreign.privateKey),
    );
  }
  return compact({ alg, kid, typ: 'JWT' }, (input) => asymmetricSignature(alg, input, privateKey));
}
