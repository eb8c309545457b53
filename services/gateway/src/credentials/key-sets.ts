import {
  boundedCache,
  hourMs,
  NotAKeySetError,
  type Platform,
  readKeySetDocument,
  sha256,
  within,
} from '@platform/runtime';
import { createLocalJWKSet, errors, type JWK, type JWTVerifyGetKey } from 'jose';
import type { GatewayMetrics } from '../metrics.ts';

/** The public keys of identity providers, each set by its address. */
export interface KeySets {
  /**
   * Finds the key of a token in the set at this address. The key it answers throws JWKSNoMatchingKey when the
   * set has none for the token, KeysLostError when the set cannot be read.
   * @param savedAt when an administrator saved this address, in milliseconds since 1970: keys that were fetched for an
   * earlier save are fetched again
   */
  at(jwksUrl: string, savedAt?: number): JWTVerifyGetKey;
  /**
   * Fetches the set at this address again, for a signature that a known key did not make: a provider may make new keys
   * under the ids of the former ones. At most one fetch begins in five seconds, so forged signatures make no more. A
   * slow provider delays the token by a second at most; its answer serves the next token then.
   * @param tried `revisionAt` before the signature was verified: a fetch of another token may have changed the keys since
   * @returns whether the keys changed; false when they cannot be fetched
   */
  renew(jwksUrl: string, tried: string | null): Promise<boolean>;
  /** Identifies the keys that are known of the set at this address; null when none was read. */
  revisionAt(jwksUrl: string): string | null;
  /**
   * Ids of the keys that are known of the set at this address, to explain a refusal; null when none was read.
   */
  idsAt(jwksUrl: string): string[] | null;
}

/** The keys of an identity provider cannot be fetched, and none that are young enough are known. */
export class KeysLostError extends Error {
  constructor(cause: unknown) {
    super('the keys of an identity provider cannot be fetched', { cause });
    this.name = 'KeysLostError';
  }
}

/** How long keys serve before they are fetched again beside the work. */
const freshMs = 10 * 60_000;
/** How long keys serve that could not be fetched again. */
const staleMs = 24 * hourMs;
/** Least time between two fetches of one key set. */
const pauseMs = 5_000;
/** How long a token waits for keys that are fetched again while older ones could serve. */
const patienceMs = 1_000;
/** A lost key set that no token needed for so long is not reported. */
const usedMs = hourMs;
const defaultTimeoutMs = 5_000;
/** Memory for all sets, in bytes. */
const maxBytes = 64 * 1024 * 1024;

/** All times are in milliseconds of `performance.now()`. */
interface KeySet {
  find: ReturnType<typeof createLocalJWKSet> | null;
  /** Of its keys; one without `kid` has none. */
  ids: string[];
  /** Hash of its keys. */
  content: string;
  /** The latest save that its keys were fetched for, and the one that they have to be fetched for. */
  fetchedFor: number;
  savedAt: number;
  bytes: number;
  fetchedAt: number;
  triedAt: number;
  usedAt: number;
  running: Promise<void> | null;
  /** Why the last fetch failed, and since when all did; null when it did not. */
  lost: { cause: unknown; since: number } | null;
}

/**
 * Key sets as OpenID Connect Discovery 1.0 §10.1.1 has them rotate: a key id that is not known is fetched at
 * once, and so is a signature that a known key did not make. Of one set one fetch runs at a time and at most one
 * begins in five seconds: forgeries make no more, and each of them brings the keys of a true rotation with it. While
 * the address is lost, the keys that are known serve for 24 hours.
 */
export function createKeySets({
  safeFetch,
  log,
  metrics,
  timeoutMs = defaultTimeoutMs,
}: Pick<Platform<GatewayMetrics>, 'safeFetch' | 'log' | 'metrics'> & { timeoutMs?: number | undefined }): KeySets {
  const sets = boundedCache<KeySet>({ maxBytes, sizeOf: ({ bytes }) => 1_000 + 4 * bytes });

  const download = async (url: string, set: KeySet): Promise<void> => {
    const { savedAt } = set;
    try {
      const document = await readKeySetDocument(safeFetch, url, { timeoutMs });
      if (document.kind === 'discovery')
        throw new NotAKeySetError(`is a discovery document; the key set is at ${document.jwksUri}`);
      const { keySet, bytes } = document;
      set.find = createLocalJWKSet({ keys: keySet.keys.map(withoutCurveName) });
      set.ids = keySet.keys.map(({ kid }) => kid ?? '(no kid)');
      set.content = sha256(JSON.stringify(keySet.keys));
      set.fetchedFor = savedAt;
      set.bytes = bytes;
      set.fetchedAt = performance.now();
      set.lost = null;
      // Its size is known only now, and a value that is there already would not be measured again.
      sets.delete(url);
      sets.set(url, set);
    } catch (cause) {
      if (!set.lost) log.warn({ err: cause, url }, 'the keys of an identity provider cannot be fetched');
      set.lost = { cause, since: set.lost?.since ?? performance.now() };
    }
  };

  /** Fetches a set unless that was done a moment ago. Never throws: `lost` says how it went. */
  const refresh = (url: string, set: KeySet): Promise<void> => {
    if (set.running) return set.running;
    if (performance.now() - set.triedAt < pauseMs) return Promise.resolve();
    set.triedAt = performance.now();
    set.running = download(url, set).finally(() => {
      set.running = null;
    });
    return set.running;
  };

  /** The keys that serve now. */
  const current = async (url: string, set: KeySet): Promise<NonNullable<KeySet['find']>> => {
    const age = performance.now() - set.fetchedAt;
    if (set.find && age < freshMs && set.savedAt <= set.fetchedFor) return set.find;
    const isUsable = set.find !== null && age < staleMs;
    const wasLost = set.lost !== null;
    const refreshed = refresh(url, set);
    if (!isUsable) await refreshed;
    // The answer removes withdrawn keys. A lost address delays no token.
    else if (!wasLost) await within(patienceMs, refreshed, () => {});
    if (set.find && performance.now() - set.fetchedAt < staleMs) return set.find;
    throw new KeysLostError(set.lost?.cause);
  };

  metrics.onScrape(async () => {
    const now = performance.now();
    const used = [...sets.values()].filter(({ usedAt }) => now - usedAt < usedMs);
    metrics.identityProviderKeysLost.set(
      Math.max(
        0,
        ...used.map(({ lost, find, fetchedAt }) => {
          // Keys that were fetched a moment ago serve: a failed fetch for a forged token raises no alarm.
          const isFresh = find !== null && now - fetchedAt < freshMs;
          return lost && !isFresh ? (now - lost.since) / 1000 : 0;
        }),
      ),
    );
  });

  return {
    idsAt: (url) => {
      const set = sets.get(url);
      return set?.find ? set.ids : null;
    },
    async renew(url, tried) {
      const set = sets.get(url);
      if (!set?.find) return false;
      if (set.content === tried) await within(patienceMs, refresh(url, set), () => {});
      return set.content !== tried;
    },
    revisionAt: (url) => {
      const set = sets.get(url);
      return set?.find ? set.content : null;
    },
    at:
      (url, savedAt = 0) =>
      async (header, token) => {
        const set = sets.get(url) ?? {
          find: null,
          ids: [],
          content: '',
          fetchedFor: 0,
          savedAt,
          bytes: 0,
          fetchedAt: 0,
          triedAt: Number.NEGATIVE_INFINITY,
          usedAt: 0,
          running: null,
          lost: null,
        };
        if (!sets.has(url)) sets.set(url, set);
        set.usedAt = performance.now();
        set.savedAt = Math.max(set.savedAt, savedAt);
        const find = await current(url, set);
        try {
          return await find(header, token);
        } catch (error) {
          if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
          await refresh(url, set);
          if (set.find && set.find !== find) return set.find(header, token);
          // Whether the provider has the key cannot be known.
          if (set.lost) throw new KeysLostError(set.lost.cause);
          throw error;
        }
      },
  };
}

/**
 * `EdDSA` and `Ed25519` (RFC 9864) name one algorithm on this curve: a token may have either name, whichever
 * its key has.
 */
const withoutCurveName = (key: JWK): JWK =>
  key.crv === 'Ed25519' && (key.alg === 'EdDSA' || key.alg === 'Ed25519') ? { ...key, alg: undefined } : key;
