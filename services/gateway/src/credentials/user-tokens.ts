import { hash } from 'node:crypto';
import { identity, type ResolvedApplication } from '@platform/contracts';
import type { UserContext } from '@platform/contracts/kit';
import { boundedCache, bytesOf, fail, isAppError, type Observer, type Platform } from '@platform/runtime';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { GatewayMetrics } from '../metrics.ts';
import { createKeySets, KeysLostError } from './key-sets.ts';

/** Admission check before the expensive steps of a verification. */
export interface Gates {
  admit(): void;
  count(user: UserContext<null>): Promise<void> | undefined;
}

export interface UserTokens {
  /**
   * The holder of a token of this application's identity provider; `id` is null before registration.
   * @param gates.admit called before a token that never was verified costs anything
   * @param gates.count called with the holder before identity is asked whose token it is; what either throws
   * is thrown
   * @throws AppError `invalid_token`, `token_expired`, `service_unavailable` when the provider's keys cannot
   * be fetched
   */
  verify(application: ResolvedApplication, token: string, gates: Gates): Promise<UserContext<string | null>>;
  /** Whether a token was valid when it was last seen. It is verified all the same. */
  isProven(token: string): boolean;
  observers: Observer[];
}

const clockToleranceSeconds = 30;
const rememberedMs = 60_000;
const mebibyte = 1024 * 1024;
/** TTL of the user of a subject, here and in the shared store: for the time that identity cannot be asked. */
const keptSeconds = 3_600;

/** A hash of 43 characters each: room for some sixty thousand. */
const provenBytes = 16 * 1024 * 1024;

const proofOf = (token: string): string => hash('sha256', token, 'base64url');

const erasedName = (userId: string): string => `erased:${userId}`;

/** Algorithms of public keys. HS* and `none` are absent: a public key must never serve as a shared secret. */
const publicKeyAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

type Provider = NonNullable<ResolvedApplication['identity_provider']>;

/**
 * Verifies end-user tokens with jose, each application by its own provider, and remembers them for at most 60
 * s.
 * @param options.keysTimeoutMs how long a fetch of the keys of a provider may take
 */
export function createUserTokens(
  {
    ask,
    sealer,
    safeFetch,
    kv,
    log,
    metrics,
  }: Pick<Platform<GatewayMetrics>, 'ask' | 'sealer' | 'safeFetch' | 'kv' | 'log' | 'metrics'>,
  { keysTimeoutMs }: { keysTimeoutMs?: number | undefined } = {},
): UserTokens {
  const keySets = createKeySets({ safeFetch, log, metrics, timeoutMs: keysTimeoutMs });
  /** Users that were erased within the longest cache TTL. */
  const erased = boundedCache<true>({ maxBytes: 16 * mebibyte, ttlMs: keptSeconds * 1000 + rememberedMs });
  /** Users by subject, as written to the shared store, which may have been down at the time of the write. */
  const people = boundedCache<string>({ maxBytes: 16 * mebibyte, ttlMs: keptSeconds * 1000 });
  /** By the token itself: to hash one costs more than all the rest of a request that is let through. */
  const verified = boundedCache<Verified>({ maxBytes: 32 * mebibyte, sizeOf: ({ user }) => bytesOf(user) });
  /**
   * Hashes of verified tokens, until they expire. The failure budget of their address does not apply to them.
   */
  const proven = boundedCache<true>({ maxBytes: provenBytes });

  const check = async (application: ResolvedApplication, provider: Provider, token: string): Promise<JWTPayload> => {
    const options = {
      issuer: provider.issuer,
      audience: provider.audience,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['exp', 'sub'],
    };
    try {
      if (provider.jwks_url !== null) {
        return (await jwtVerify(token, keySets.at(provider.jwks_url), { ...options, algorithms: publicKeyAlgorithms }))
          .payload;
      }
      const secret = sealer.open(provider.sealed_hs256_secret ?? '', `identity_provider:${application.id}`);
      return (await jwtVerify(token, new Uint8Array(secret), { ...options, algorithms: ['HS256'] })).payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) return fail('token_expired', { cause: error });
      if (isTokenFault(error)) return fail('invalid_token', { cause: error });
      // The fetch of the keys logs it once.
      if (!(error instanceof KeysLostError))
        log.warn({ err: error, application: application.code }, 'the keys of an identity provider could not be read');
      return fail('service_unavailable', {
        message: 'The identity provider of the application does not answer.',
        cause: error,
      });
    }
  };

  const rememberErased = (user_id: string): void => {
    erased.set(user_id, true);
    kv.set(erasedName(user_id), '1', keptSeconds).catch((err: unknown) =>
      log.warn({ err, user_id }, 'an erased user may still be remembered in the shared store'),
    );
  };

  /**
   * A subject that lost its user was erased, and other gateways may have missed the event as this one has.
   */
  const forget = async (name: string): Promise<void> => {
    const here = people.get(name);
    people.delete(name);
    const user_id = here ?? (await kv.get(name));
    if (user_id === null) return;
    rememberErased(user_id);
    await kv.delete(name);
  };

  /**
   * The user of a subject never changes until the user is erased. So while identity is down, an entry that
   * any gateway cached within the last hour still serves, unless the shared store knows the user as erased.
   * While the store is down too, the cache serves no user: an erased user must never be served because of an
   * outage.
   */
  const findUserId = async (application_id: string, { issuer, subject }: UserContext<null>): Promise<string | null> => {
    const name = `person:${application_id}:${hash('sha256', `${issuer}\n${subject}`, 'base64url')}`;
    try {
      const { user_id } = await ask(identity.queries.resolveUser, { application_id, issuer, subject });
      if (user_id !== null) {
        people.set(name, user_id);
        void kv.set(name, user_id, keptSeconds).catch(() => {});
      } else void forget(name).catch(() => {});
      return user_id;
    } catch (error) {
      if (!isAppError(error, 'service_unavailable')) throw error;
      const user_id = people.get(name) ?? (await kv.get(name).catch(() => null));
      if (user_id === null || erased.has(user_id)) throw error;
      const isErased = await kv.get(erasedName(user_id)).then(
        (found) => found !== null,
        // The store is down too: taken as erased.
        () => true,
      );
      if (isErased) throw error;
      return user_id;
    }
  };

  return {
    isProven: (token) => proven.has(proofOf(token)),
    async verify(application, token, { admit, count }) {
      const provider = application.identity_provider;
      if (!provider) return fail('invalid_token', { message: 'The application has no identity provider yet.' });
      const present = verified.get(token);
      // When the directory loads an application anew, its tokens are verified anew.
      const remembered = present?.application === application ? present.user : undefined;
      if (remembered && remembered.id !== null && !erased.has(remembered.id)) return remembered;

      const proof = proofOf(token);
      if (!proven.has(proof)) admit();
      const user = remembered ?? toUser(await check(application, provider, token), provider);
      const holder = { ...user, id: null };
      await count(holder);
      const resolved = { ...user, id: await findUserId(application.id, holder) };
      const msLeft = expiryOf(token) - Date.now();
      if (msLeft > 0) {
        verified.set(token, { application, user: resolved }, { ttl: Math.min(rememberedMs, msLeft) });
        proven.set(proof, true, { ttl: msLeft });
      }
      return resolved;
    },
    observers: [
      {
        type: identity.events.userErased.type,
        observe(envelope) {
          const { user_id } = identity.events.userErased.data.parse(envelope.data);
          rememberErased(user_id);
        },
      },
    ],
  };
}

/** The holder of a token, for the application as it was known when the token was verified. */
interface Verified {
  application: ResolvedApplication;
  user: UserContext<string | null>;
}

/** Longer tokens are refused before anything is done with them. */
const maxTokenLength = 8_192;

/**
 * A token of an identity provider (RFC 7519) has three parts that are none of them endless; a session token
 * of ours has one.
 */
export const isJwt = (token: string): boolean => token.split('.', 4).length === 3;
export const isTooLong = (token: string): boolean => token.length > maxTokenLength;

/** Failures that the token itself is to blame for; the rest is the provider's. */
const isTokenFault = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== 'ERR_JOSE_GENERIC';

/** `exp` of a token whose signature has been verified, in milliseconds. */
const expiryOf = (token: string): number => {
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp?: number };
  return (payload.exp ?? 0) * 1000;
};

/**
 * The holder as the claims describe it. `user_metadata` can be edited by its holder and serves display only.
 * API keys of Supabase (`anon`, `service_role`) are signed like tokens but belong to no user.
 */
function toUser(payload: JWTPayload, provider: Provider): UserContext<null> {
  const { sub = '', role, azp } = payload;
  if (sub === '' || sub.length > 255 || !isStorable(sub)) return fail('invalid_token');
  if (role === 'anon' || role === 'service_role') return fail('invalid_token');
  if (provider.authorized_party !== null && azp !== provider.authorized_party) return fail('invalid_token');
  const metadata = (
    typeof payload.user_metadata === 'object' && payload.user_metadata !== null ? payload.user_metadata : {}
  ) as Record<string, unknown>;
  return {
    id: null,
    issuer: provider.issuer,
    subject: sub,
    email: payload.email_verified === false ? null : first(254, payload.email),
    display_name: first(120, metadata.full_name, metadata.name, payload.name, payload.preferred_username),
    avatar_url:
      [metadata.avatar_url, metadata.picture, payload.picture, payload.avatar_url]
        .map((url) => first(2_048, url))
        .find((url) => url?.startsWith('https://')) ?? null,
  };
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The first of the values that is text of a sensible length. */
const first = (max: number, ...values: unknown[]): string | null =>
  values
    .find(
      (value): value is string =>
        typeof value === 'string' && value.trim() !== '' && value.length <= max && isStorable(value),
    )
    ?.trim() ?? null;
