import type { Adapter, AdapterPayload } from 'oidc-provider';

type Entry = { payload: AdapterPayload; expiresAt: number };

/** Beyond this many entries the expired ones are swept out. */
const SWEEP_SIZE = 5_000;

/**
 * Storage for oidc-provider in memory: sign-ins of the demo provider end with its process. Shared by the
 * providers that a key rotation replaces.
 * @returns the factory that oidc-provider calls once per model
 */
export function createMemoryAdapter(): (model: string) => Adapter {
  const entries = new Map<string, Entry>();

  function find(key: string): AdapterPayload | undefined {
    const entry = entries.get(key);
    return entry === undefined || entry.expiresAt <= Date.now() ? undefined : entry.payload;
  }

  function findWhere(model: string, matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const key of entries.keys()) {
      if (!key.startsWith(`${model}:`)) continue;
      const payload = find(key);
      if (payload !== undefined && matches(payload)) return payload;
    }
    return undefined;
  }

  return (model) => ({
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? Date.now() + expiresIn * 1000 : Number.POSITIVE_INFINITY;
      entries.set(`${model}:${id}`, { payload, expiresAt });
      if (entries.size > SWEEP_SIZE) {
        for (const [key, entry] of entries) if (entry.expiresAt <= Date.now()) entries.delete(key);
      }
    },
    async find(id) {
      return find(`${model}:${id}`);
    },
    async findByUid(uid) {
      return findWhere(model, (payload) => payload.uid === uid);
    },
    async findByUserCode(userCode) {
      return findWhere(model, (payload) => payload.userCode === userCode);
    },
    async destroy(id) {
      entries.delete(`${model}:${id}`);
    },
    async consume(id) {
      const payload = find(`${model}:${id}`);
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async revokeByGrantId(grantId) {
      // Only for this model: the sign-in of the next user refers to the grant that it ends, and has to
      // outlive it.
      for (const [key, { payload }] of entries)
        if (key.startsWith(`${model}:`) && payload.grantId === grantId) entries.delete(key);
    },
  });
}
