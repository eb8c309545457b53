import { hash } from 'node:crypto';
import { identity, type ResolvedApplication } from '@platform/contracts';
import { withAsciiDomain } from '@platform/contracts/email-address';
import type { UserContext } from '@platform/contracts/kit';
import { boundedCache, bytesOf, fail, isAppError, type Observer } from '@platform/runtime';
import type { JWTPayload } from 'jose';
import type { GatewayPlatform } from '../dependencies.ts';
import { KeysLostError } from './key-sets.ts';
import { isStorable } from './token-claims.ts';
import { TokenRefusedError } from './token-fault.ts';
import { assertFormat, type VerifyToken } from './token-verifier.ts';

/** Admission check before the expensive steps of a verification. */
export interface Gates {
  admit(): void;
  count(user: UserContext<null>): Promise<void> | undefined;
}

const rememberedMs = 60_000;
const mebibyte = 1024 * 1024;
/** TTL of the user of a subject, here and in the shared store: for the time that identity cannot be asked. */
const retentionSeconds = 3_600;

/** A hash of 43 characters each: room for some sixty thousand. */
const provenBytes = 16 * 1024 * 1024;

const proofOf = (token: string): string => hash('sha256', token, 'base64url');

const erasedName = (userId: string): string => `erased:${userId}`;

/**
 * End-user tokens, each verified by the provider of its application and remembered for at most 60 s.
 * Refusals are counted and logged by their reason, without the token.
 */
export class UserTokens {
  readonly observers: Observer[];
  readonly #platform: Pick<GatewayPlatform, 'ask' | 'kv' | 'log' | 'metrics'>;
  readonly #verifyToken: VerifyToken;
  /** Users that were erased within the longest cache TTL. */
  readonly #erased = boundedCache<true>({ maxBytes: 16 * mebibyte, ttlMs: retentionSeconds * 1000 + rememberedMs });
  /** When users got another login: tokens that were verified before are resolved again. */
  readonly #rebound = boundedCache<number>({ maxBytes: 4 * mebibyte, ttlMs: 2 * rememberedMs });
  /** Users by subject, as written to the shared store, which may have been down at the time of the write. */
  readonly #people = boundedCache<string>({ maxBytes: 16 * mebibyte, ttlMs: retentionSeconds * 1000 });
  /** By the token itself: to hash one costs more than all the rest of a request that is let through. */
  readonly #verified = boundedCache<Verified>({ maxBytes: 32 * mebibyte, sizeOf: ({ user }) => bytesOf(user) });
  /**
   * Hashes of verified tokens, until they expire. The failure budget of their address does not apply to them.
   */
  readonly #proven = boundedCache<true>({ maxBytes: provenBytes });

  constructor(platform: Pick<GatewayPlatform, 'ask' | 'kv' | 'log' | 'metrics'>, verifyToken: VerifyToken) {
    this.#platform = platform;
    this.#verifyToken = verifyToken;
    const { userErased, userMerged, userRebound } = identity.events;
    this.observers = [
      {
        type: userErased.type,
        observe: ({ data }) => this.#rememberErased(userErased.data.parse(data).user_id),
      },
      {
        // No login leads to the former user any longer.
        type: userMerged.type,
        observe: ({ data }) => this.#rememberErased(userMerged.data.parse(data).merged_user_id),
      },
      {
        type: userRebound.type,
        observe: ({ application_id, data }) => {
          const { user_id, former_login_hash } = userRebound.data.parse(data);
          this.#rebound.set(user_id, performance.now());
          if (application_id !== null) this.#dropLogin(nameOfLogin(application_id, former_login_hash));
        },
      },
    ];
  }

  /** Whether a token was valid when it was last verified. It is verified again in any case. */
  isProven(token: string): boolean {
    return this.#proven.has(proofOf(token));
  }

  /**
   * Refuses text that cannot be a token, before anything is done with it; the application may not be known
   * yet.
   * @throws AppError `invalid_token`
   */
  assertFormat(token: string, application?: ResolvedApplication): void {
    try {
      assertFormat(token);
    } catch (error) {
      if (error instanceof TokenRefusedError) this.#refuse(error, application);
      throw error;
    }
  }

  /**
   * The holder of a token of this application's identity provider; `id` is null before registration.
   * @param gates.admit called before a token that never was verified costs anything
   * @param gates.count called with the holder before identity is asked whose token it is; what either throws
   * is thrown
   * @throws AppError `invalid_token`, `token_expired`, `service_unavailable` when the provider's keys cannot
   * be fetched
   */
  async verify(
    application: ResolvedApplication,
    token: string,
    { admit, count }: Gates,
  ): Promise<UserContext<string | null>> {
    const present = this.#verified.get(token);
    // After the directory has reloaded an application, its tokens are verified again.
    const remembered = present?.application === application ? present.user : undefined;
    if (remembered && remembered.id !== null && !this.#erased.has(remembered.id)) {
      if ((this.#rebound.get(remembered.id) ?? Number.NEGATIVE_INFINITY) < (present?.resolved_at ?? 0))
        return remembered;
    }

    const proof = proofOf(token);
    if (!this.#proven.has(proof)) admit();
    const user = remembered ?? toUser(await this.#check(application, token), application);
    const holder = { ...user, id: null };
    await count(holder);
    const resolved_at = performance.now();
    const resolved = { ...user, id: await this.#findUserId(application.id, holder) };
    const msLeft = expiryOf(token) - Date.now();
    if (msLeft > 0) {
      this.#verified.set(token, { application, user: resolved, resolved_at }, { ttl: Math.min(rememberedMs, msLeft) });
      this.#proven.set(proof, true, { ttl: msLeft });
    }
    return resolved;
  }

  #refuse(cause: TokenRefusedError, application?: ResolvedApplication): never {
    const reason = cause.fault.check;
    this.#platform.metrics.userTokensRefused.inc({ reason });
    this.#platform.log.info({ reason, application: application?.code }, 'a user token is refused');
    if (cause.isExpired) return fail('token_expired', { cause });
    if (reason === 'provider')
      return fail('invalid_token', {
        message: 'The application has no identity provider yet: an administrator has to set one.',
        cause,
      });
    return fail('invalid_token', { cause });
  }

  async #check(application: ResolvedApplication, token: string): Promise<JWTPayload> {
    try {
      return await this.#verifyToken(application, token);
    } catch (error) {
      if (error instanceof TokenRefusedError) return this.#refuse(error, application);
      // The fetch of the keys logs it once.
      if (!(error instanceof KeysLostError)) {
        const about = { err: error, application: application.code };
        this.#platform.log.warn(about, 'the keys of an identity provider could not be read');
      }
      return fail('service_unavailable', {
        message: 'The identity provider of the application does not answer: try again in some seconds.',
        cause: error,
      });
    }
  }

  #rememberErased(user_id: string): void {
    this.#erased.set(user_id, true);
    this.#platform.kv
      .set(erasedName(user_id), '1', retentionSeconds)
      .catch((err: unknown) =>
        this.#platform.log.warn({ err, user_id }, 'an erased user may still be cached in the shared store'),
      );
  }

  /** A login that leads to no user any longer: while identity is down, no cache may serve it. */
  #dropLogin(name: string): void {
    this.#people.delete(name);
    this.#platform.kv
      .delete(name)
      .catch((err: unknown) =>
        this.#platform.log.warn({ err }, 'a former login may still be cached in the shared store'),
      );
  }

  /**
   * A subject that lost its user was erased, and other gateways may have missed the event as this one has.
   */
  async #forget(name: string): Promise<void> {
    const { kv } = this.#platform;
    const cachedUser = this.#people.get(name);
    this.#people.delete(name);
    const user_id = cachedUser ?? (await kv.get(name));
    if (user_id === null) return;
    this.#rememberErased(user_id);
    await kv.delete(name);
  }

  /**
   * The user of a subject changes with an erasure, a merge and another login only, and each of them is an event.
   * So while identity is down, an entry that any gateway cached within the last hour still serves, unless the shared
   * store knows the user as erased.
   * While the store is down too, the cache serves no user: an erased user must never be served because of an
   * outage.
   */
  async #findUserId(application_id: string, { issuer, subject }: UserContext<null>): Promise<string | null> {
    const { ask, kv } = this.#platform;
    const name = nameOfLogin(application_id, hash('sha256', `${issuer}\n${subject}`, 'base64url'));
    try {
      const { user_id } = await ask(identity.queries.resolveUser, { application_id, issuer, subject });
      if (user_id !== null) {
        this.#people.set(name, user_id);
        void kv.set(name, user_id, retentionSeconds).catch(() => {});
      } else void this.#forget(name).catch(() => {});
      return user_id;
    } catch (error) {
      if (!isAppError(error, 'service_unavailable')) throw error;
      const user_id = this.#people.get(name) ?? (await kv.get(name).catch(() => null));
      if (user_id === null || this.#erased.has(user_id)) throw error;
      const isErased = await kv.get(erasedName(user_id)).then(
        (found) => found !== null,
        // The store is down too: taken as erased.
        () => true,
      );
      if (isErased) throw error;
      return user_id;
    }
  }
}

/** A login in the caches; the hash is of issuer, newline and subject. */
const nameOfLogin = (applicationId: string, loginHash: string): string => `person:${applicationId}:${loginHash}`;

/** The holder of a token, for the application as it was known when the token was verified. */
interface Verified {
  application: ResolvedApplication;
  user: UserContext<string | null>;
  /** Before identity was asked for the user; milliseconds of the monotonic clock. */
  resolved_at: number;
}

/** `exp` of a token whose signature has been verified, in milliseconds. */
const expiryOf = (token: string): number => {
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp?: number };
  return (payload.exp ?? 0) * 1000;
};

/**
 * The holder as the claims describe it. `user_metadata` can be edited by its holder and serves display only.
 * The user belongs to the issuer of the configuration, also when the token has an alias of it.
 */
function toUser(payload: JWTPayload, { identity_provider }: ResolvedApplication): UserContext<null> {
  const metadata = (
    typeof payload.user_metadata === 'object' && payload.user_metadata !== null ? payload.user_metadata : {}
  ) as Record<string, unknown>;
  return {
    id: null,
    issuer: identity_provider?.issuer ?? '',
    subject: payload.sub ?? '',
    email: payload.email_verified === false ? null : asciiEmail(first(254, payload.email)),
    display_name: first(120, metadata.full_name, metadata.name, payload.name, payload.preferred_username),
    avatar_url:
      [metadata.avatar_url, metadata.picture, payload.picture, payload.avatar_url]
        .map((url) => first(2_048, url))
        .find((url) => url?.startsWith('https://')) ?? null,
  };
}

/** One address has one form, whichever of the two a provider writes. */
const asciiEmail = (email: string | null): string | null => (email === null ? null : withAsciiDomain(email));

/** The first of the values that is text of a sensible length. */
const first = (max: number, ...values: unknown[]): string | null =>
  values
    .find(
      (value): value is string =>
        typeof value === 'string' && value.trim() !== '' && value.length <= max && isStorable(value),
    )
    ?.trim() ?? null;
