import type { Caller } from './caller.ts';
import type { Emitter } from './emitter.ts';
import { getMyEntitlements, getSnapshotKeys } from './generated/operations.ts';
import type { EntitlementSnapshot } from './generated/schemas.ts';
import { later } from './pause.ts';
import { isPlatformError } from './platform-error.ts';
import type { Session } from './session.ts';
import {
  claimsFault,
  type Ed25519Verify,
  openCodes,
  readClaims,
  type SnapshotClaims,
  type SnapshotKey,
  type SnapshotRefusal,
  signatureFault,
} from './snapshot.ts';

/** What stands on the device: the token, and the keys that were current then. */
interface Stored {
  token: string;
  keys: SnapshotKey[];
}

/** The snapshot in use. A fresh one came over the network in this run; a stored one was verified. */
interface Current {
  claims: SnapshotClaims;
  isFresh: boolean;
  /** Reading of the monotonic clock when it came, in milliseconds. */
  since: number;
}

export interface EntitlementOptions {
  applicationCode: string;
  freeEntitlements?: readonly string[];
  /** Pinned keys: only these verify, and none are fetched. */
  snapshotKeys?: readonly SnapshotKey[];
  verify: Ed25519Verify;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface Entitlements {
  has(code: string): boolean;
  codes(): string[];
  /** Uses the stored snapshot if it verifies. Answers why it was refused; null if it is used or absent. */
  load(): Promise<SnapshotRefusal | null>;
  /**
   * Reads from the network; a person who is not registered holds nothing.
   * @throws PlatformError
   */
  refresh(): Promise<void>;
  /** Takes a snapshot that an answer carried. */
  accept(snapshot: EntitlementSnapshot): Promise<void>;
  /**
   * Fingerprint of the present entitlements, to detect a change at a later read; null before the first read.
   */
  fingerprint(): string | null;
  forget(): void;
  stop(): void;
}

/** A monotonic clock, in milliseconds. */
const monotonic = (): number => (typeof performance === 'undefined' ? Date.now() : performance.now());

export function createEntitlements(
  options: EntitlementOptions,
  { caller, session, emitter }: { caller: Caller; session: Session; emitter: Emitter },
): Entitlements {
  const free = options.freeEntitlements ?? [];
  let current: Current | null = null;
  let newest = 0;
  let userId: string | null = null;
  let stopTimer = () => {};

  const codes = (): string[] => {
    const heldSnapshot = current && { ...current, age: (monotonic() - current.since) / 1_000 };
    return openCodes(free, heldSnapshot, {
      applicationCode: options.applicationCode,
      userId,
      now: options.now(),
      newest,
    });
  };

  const use = (next: Current | null) => {
    current = next;
    stopTimer();
    const now = options.now();
    const ends = (next?.claims.entitlements ?? [])
      .map(({ expires_at }) => (expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at)))
      .filter((end) => end > now && Number.isFinite(end));
    // An expiry takes effect at its time; listeners are called then.
    if (next && ends.length > 0) stopTimer = later(Math.min(...ends) - now + 1, () => use(current));
    emitter.emit('entitlements');
  };

  const fetchKeys = async (): Promise<SnapshotKey[]> => {
    return (await caller.call(getSnapshotKeys, { retries: 0, timeoutMs: 5_000 })).keys;
  };

  let keys: readonly SnapshotKey[] = options.snapshotKeys ?? [];
  /** Fresh snapshots are trusted unless their signature is wrong; keys are fetched where none fits. */
  const faultOfFresh = async (token: string): Promise<SnapshotRefusal | null> => {
    const fault = await signatureFault(token, keys, options.verify);
    if (fault !== 'unknown_key' || options.snapshotKeys) return fault;
    try {
      keys = await fetchKeys();
    } catch {
      return fault;
    }
    return signatureFault(token, keys, options.verify);
  };

  const accept = async ({ snapshot_token: token }: EntitlementSnapshot): Promise<void> => {
    const { person, shelf } = session;
    const fault = await faultOfFresh(token);
    const claims = readClaims(token);
    // Another person took over while the call was on its way.
    if (session.person !== person || !claims) return;
    const isRefused =
      fault !== null && fault !== 'not_verifiable' && (fault !== 'unknown_key' || options.snapshotKeys !== undefined);
    if (isRefused || claims.aud !== options.applicationCode) return use(null);
    newest = Math.max(newest, claims.iat);
    userId = claims.sub;
    use({ claims, isFresh: true, since: monotonic() });
    const stored: Stored = { token, keys: [...keys] };
    await Promise.all([shelf.write('snapshot', stored), shelf.write('newest', newest), shelf.write('user', userId)]);
  };

  return {
    codes,
    has: (code) => codes().includes(code),
    accept,
    async load() {
      const { person, shelf } = session;
      const [stored, storedNewest, storedUser] = await Promise.all([
        shelf.read<Stored>('snapshot'),
        shelf.read<number>('newest'),
        shelf.read<string>('user'),
      ]);
      if (!stored || typeof stored.token !== 'string') return null;
      const knownKeys = options.snapshotKeys ?? (Array.isArray(stored.keys) ? stored.keys : []);
      const fault = await signatureFault(stored.token, knownKeys, options.verify);
      const claims = readClaims(stored.token);
      if (session.person !== person || current?.isFresh) return null;
      newest = Math.max(newest, Number(storedNewest ?? 0));
      userId = storedUser;
      keys = keys.length > 0 ? keys : knownKeys;
      if (fault !== null || !claims) return fault ?? 'malformed';
      const expected = { applicationCode: options.applicationCode, userId, now: options.now(), newest };
      const problem = claimsFault(claims, expected);
      if (problem === null) use({ claims, isFresh: false, since: monotonic() });
      return problem;
    },
    async refresh() {
      await session.identify();
      const { person } = session;
      if (person === 'guest') return;
      const { shelf } = session;
      try {
        const snapshot = await caller.call(getMyEntitlements);
        if (session.person === person) await accept(snapshot);
      } catch (error) {
        // Not registered yet, or erased on another device: nothing of the person may be used any more.
        if (!isPlatformError(error, 'user_not_found')) throw error;
        if (session.person === person && current) use(null);
        await shelf.remove('snapshot');
      }
    },
    fingerprint: () =>
      current && JSON.stringify(current.claims.entitlements.map(({ code, expires_at }) => [code, expires_at])),
    forget() {
      newest = 0;
      userId = null;
      if (current) use(null);
    },
    stop: () => stopTimer(),
  };
}
