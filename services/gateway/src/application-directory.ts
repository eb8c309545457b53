import { catalog, ResolvedApplication } from '@platform/contracts';
import { type Envelope, isAppError, type Observer, type Platform } from '@platform/runtime';
import { LRUCache } from 'lru-cache';

export type ApplicationKey = { code: string } | { id: string } | { public_key: string };

export interface ApplicationDirectory {
  /** An application in any status, or null. Throws `service_unavailable` when catalog is down and nothing is remembered. */
  find(key: ApplicationKey): Promise<ResolvedApplication | null>;
  observers: Observer[];
}

const freshMs = 60_000;
const missingMs = 2_000;
/** How long the shared store remembers an application for the time that catalog is down. */
const rememberedSeconds = 3_600;
/** How long what the store remembered serves before catalog is asked again. */
const remembersMs = 5_000;

const underId = (id: string): string => `application:${id}`;
const underName = (name: string): string => `application_name:${name}`;

const isNamed = (application: ResolvedApplication, key: ApplicationKey): boolean =>
  'code' in key
    ? application.code === key.code
    : 'id' in key
      ? application.id === key.id
      : application.public_keys.some((live) => live.key === key.public_key);

type Entry = { application: ResolvedApplication | null };

/**
 * What the gateway knows of applications: remembered for a minute, forgotten at once when catalog says that something
 * changed. While catalog is down, what any gateway saw within the last hour still serves, unless it changed meanwhile.
 *
 * The shared store has the application once, under its id, and its other names only point there: so one delete withdraws
 * it under every name, also those that only another gateway has seen.
 */
export function createApplicationDirectory({
  ask,
  kv,
  log,
}: Pick<Platform, 'ask' | 'kv' | 'log'>): ApplicationDirectory {
  const known = new LRUCache<string, Entry>({ max: 20_000, ttl: freshMs });
  const loading = new Map<string, Promise<ResolvedApplication | null>>();
  let generation = 0;

  const load = async (name: string, key: ApplicationKey): Promise<ResolvedApplication | null> => {
    const began = generation;
    try {
      const { application } = await ask(catalog.queries.resolveApplication, key);
      // An answer from before a change that was announced meanwhile must not be kept.
      if (began === generation) {
        known.set(name, { application }, { ttl: application ? freshMs : missingMs });
        await (application ? remember(name, application) : withdraw(name, key)).catch(() => {});
      }
      return application;
    } catch (error) {
      if (!isAppError(error, 'service_unavailable')) throw error;
      const asked = generation;
      const application = await recall(name, key).catch(() => null);
      if (application === null || asked !== generation) throw error;
      log.warn({ application: name }, 'catalog does not answer; using what was remembered of an application');
      // One object for a while: the tokens that were verified for it are remembered by it.
      known.set(name, { application }, { ttl: remembersMs });
      return application;
    }
  };

  const remember = async (name: string, application: ResolvedApplication): Promise<void> => {
    await Promise.all([
      kv.set(underId(application.id), JSON.stringify(application), rememberedSeconds),
      kv.set(underName(name), application.id, rememberedSeconds),
    ]);
  };

  const recall = async (name: string, key: ApplicationKey): Promise<ResolvedApplication | null> => {
    const id = await kv.get(underName(name));
    const text = id === null ? null : await kv.get(underId(id));
    if (text === null) return null;
    const application = ResolvedApplication.parse(JSON.parse(text));
    // Under another name it may have been loaded anew since, without the code or key that is asked for.
    return isNamed(application, key) ? application : null;
  };

  /** Catalog knows nothing under this name (any more), so what was remembered under it is out of date. */
  const withdraw = async (name: string, key: ApplicationKey): Promise<void> => {
    const id = 'id' in key ? key.id : await kv.get(underName(name));
    if (id !== null) await Promise.all([kv.delete(underName(name)), kv.delete(underId(id))]);
  };

  const forget = ({ application_id }: Envelope) => {
    generation += 1;
    for (const [name, entry] of known.entries()) {
      if (entry.application === null || entry.application.id === application_id) known.delete(name);
    }
    if (application_id === null) return;
    kv.delete(underId(application_id)).catch((error: unknown) =>
      log.warn({ err: error, application_id }, 'an application that changed is still remembered in the shared store'),
    );
  };

  return {
    find(key) {
      const name = 'code' in key ? `code:${key.code}` : 'id' in key ? `id:${key.id}` : `key:${key.public_key}`;
      const entry = known.get(name);
      if (entry) return Promise.resolve(entry.application);
      const flight = `${generation}:${name}`;
      const running = loading.get(flight) ?? load(name, key).finally(() => loading.delete(flight));
      loading.set(flight, running);
      return running;
    },
    observers: [
      { type: catalog.events.applicationCreated.type, observe: forget },
      { type: catalog.events.applicationUpdated.type, observe: forget },
    ],
  };
}
