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

type Entry = { application: ResolvedApplication | null };

/**
 * What the gateway knows of applications: remembered for a minute, forgotten at once when catalog says that something
 * changed. While catalog is down, what any gateway saw within the last hour still serves.
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
      if (began === generation) known.set(name, { application }, { ttl: application ? freshMs : missingMs });
      if (application)
        await kv.set(`application:${name}`, JSON.stringify(application), rememberedSeconds).catch(() => {});
      return application;
    } catch (error) {
      if (!isAppError(error, 'service_unavailable')) throw error;
      const remembered = await kv.get(`application:${name}`).catch(() => null);
      if (remembered === null) throw error;
      log.warn({ application: name }, 'catalog does not answer; using what was remembered of an application');
      return ResolvedApplication.parse(JSON.parse(remembered));
    }
  };

  const forget = ({ application_id }: Envelope) => {
    generation += 1;
    for (const [name, entry] of known.entries()) {
      if (entry.application === null || entry.application.id === application_id) known.delete(name);
    }
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
