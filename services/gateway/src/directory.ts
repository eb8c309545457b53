import {
  boundedCache,
  type Envelope,
  isAppError,
  type KeyValuePlatform,
  type Observer,
  type Platform,
  singleFlight,
} from '@platform/runtime';
import type { AskInTurn } from './credentials/failed-credentials.ts';

export interface Directory<T, Key> {
  /**
   * The value of a key, in any status, or null.
   * @param askInTurn asks about a key under which nothing was found so far; what it throws is thrown
   * @throws `service_unavailable` when its owner is down and the cache is empty
   */
  find(key: Key, askInTurn?: AskInTurn): Promise<T | null>;
  observers: Observer[];
}

export interface DirectoryOptions<T extends { id: string }, Key> {
  /** The kind of value, in the names of the shared store and in the log. */
  kind: string;
  /** The service that is asked. */
  owner: string;
  load(key: Key): Promise<T | null>;
  /**
   * Parses a value of the shared store.
   * @throws for another shape
   */
  parse(remembered: unknown): T;
  nameOf(key: Key): string;
  /** The id, where the key is one. */
  idIn(key: Key): string | null;
  isNamed(value: T, key: Key): boolean;
  /** Types of the events that say that one was made or changed. */
  changes: readonly string[];
  /** The id of the one that an event is about; null when it says of none. */
  changedId(envelope: Envelope): string | null;
}

const askAtOnce: AskInTurn = (_service, question) => question();

const freshMs = 60_000;
const missingMs = 2_000;
/** Memory for the names of hits and misses, in bytes. */
const knownBytes = 16 * 1024 * 1024;

interface Entry<T> {
  value: T | null;
  /** When it has to be asked for again, in milliseconds of `performance.now()`. */
  freshUntil: number;
}
/** How long the shared store remembers a value for the time that its owner is down. */
const rememberedSeconds = 3_600;
/** How long what the store remembered serves before the owner is asked again. */
const remembersMs = 5_000;

/**
 * Cache of values that another service owns: TTL of a minute, invalidated at once by an event of the owner.
 * While the owner is down, a value that any gateway saw within the last hour still serves, unless it changed
 * meanwhile.
 *
 * The shared store has a value once, under its id, and its other names only point there: so one delete
 * withdraws it under every name, also those that only another gateway has seen.
 */
export function createDirectory<T extends { id: string }, Key>(
  { kv, log }: KeyValuePlatform & Pick<Platform, 'log'>,
  options: DirectoryOptions<T, Key>,
): Directory<T, Key> {
  const { kind, owner, nameOf } = options;
  const entries = boundedCache<Entry<T>>({ maxBytes: knownBytes });
  const shareLoad = singleFlight();
  let generation = 0;
  /** In milliseconds of `performance.now()`. */
  let ownerDownUntil = 0;
  const underId = (id: string): string => `${kind}:${id}`;
  const underName = (name: string): string => `${kind}_name:${name}`;

  const load = async (name: string, key: Key): Promise<T | null> => {
    const began = generation;
    try {
      const value = await options.load(key);
      // An answer from before a change that was announced meanwhile must not be cached.
      if (began === generation) {
        entries.set(name, { value, freshUntil: performance.now() + (value ? freshMs : missingMs) });
        await (value ? remember(name, value) : withdraw(name, key)).catch(() => {});
      }
      return value;
    } catch (error) {
      if (!isAppError(error, 'service_unavailable')) throw error;
      ownerDownUntil = performance.now() + remembersMs;
      const value = await recallAndServe(name, key);
      if (value === null) throw error;
      return value;
    }
  };

  /**
   * The value of the shared store, which serves for a while; null when it has none, is down, or a change came
   * meanwhile.
   */
  const recallAndServe = async (name: string, key: Key): Promise<T | null> => {
    const began = generation;
    const value = await recall(name, key).catch(() => null);
    if (value === null || began !== generation) return null;
    // By its id: the name may hold a key.
    log.warn({ [kind]: value.id }, `${owner} does not answer; using the cached ${kind}`);
    // One object for a while: the tokens that were verified for it are remembered by it.
    entries.set(name, { value, freshUntil: performance.now() + remembersMs });
    return value;
  };

  const remember = async (name: string, value: T): Promise<void> => {
    await Promise.all([
      kv.set(underId(value.id), JSON.stringify(value), rememberedSeconds),
      kv.set(underName(name), value.id, rememberedSeconds),
    ]);
  };

  const recall = async (name: string, key: Key): Promise<T | null> => {
    const id = await kv.get(underName(name));
    const text = id === null ? null : await kv.get(underId(id));
    if (text === null) return null;
    const value = options.parse(JSON.parse(text));
    // Under another name it may have been loaded again since, without the code or key that is asked for.
    return options.isNamed(value, key) ? value : null;
  };

  /** The owner knows nothing under this name (any more), so its cached value is out of date. */
  const withdraw = async (name: string, key: Key): Promise<void> => {
    const id = options.idIn(key) ?? (await kv.get(underName(name)));
    if (id !== null) await Promise.all([kv.delete(underName(name)), kv.delete(underId(id))]);
  };

  const forget = (envelope: Envelope) => {
    const id = options.changedId(envelope);
    generation += 1;
    for (const [name, { value }] of entries.entries()) if (value === null || value.id === id) entries.delete(name);
    if (id === null) return;
    kv.delete(underId(id)).catch((error: unknown) =>
      log.warn({ err: error, id }, `a changed ${kind} is still cached in the shared store`),
    );
  };

  const fresh = (name: string): Entry<T> | undefined => {
    const entry = entries.get(name);
    return entry && entry.freshUntil > performance.now() ? entry : undefined;
  };

  /** One load of a name at a time. */
  const flightOf = (name: string): string => `${generation}:${name}`;
  const loadOnce = (name: string, key: Key): Promise<T | null> => shareLoad(flightOf(name), () => load(name, key));

  return {
    find(key, askInTurn = askAtOnce) {
      const name = nameOf(key);
      const entry = fresh(name);
      if (entry) return Promise.resolve(entry.value);
      if (entries.get(name)?.value || shareLoad.isRunning(flightOf(name))) return loadOnce(name, key);
      // The name may have been loaded for another caller while this one waited.
      return askInTurn(owner, async () => {
        const loaded = fresh(name);
        if (loaded) return loaded.value;
        // A question to an owner that hangs would hold the turn for seconds.
        const recalled = performance.now() < ownerDownUntil ? await recallAndServe(name, key) : null;
        return recalled ?? loadOnce(name, key);
      });
    },
    observers: options.changes.map((type) => ({ type, observe: forget })),
  };
}
