import { identity } from '@platform/contracts';
import type { AdminContext, AdminRole } from '@platform/contracts/kit';
import { type Envelope, fail, type Observer, type Platform, sha256 } from '@platform/runtime';
import { LRUCache } from 'lru-cache';

export interface AdminSessions {
  /** The administrator behind a session token. Throws `invalid_token`. */
  verify(token: string): Promise<AdminContext>;
  observers: Observer[];
}

/** A session that ended is refused after this time at the latest, even if the announcement was lost. */
const rememberedMs = 10_000;

/** Sessions are identity's; what it said is remembered for ten seconds and forgotten when it says so. */
export function createAdminSessions({ ask }: Pick<Platform, 'ask'>): AdminSessions {
  const known = new LRUCache<string, AdminContext>({ max: 5_000, ttl: rememberedMs });
  let generation = 0;
  return {
    async verify(token) {
      if (token.length > 256) return fail('invalid_token');
      const token_hash = sha256(token);
      const remembered = known.get(token_hash);
      if (remembered) return remembered;
      const began = generation;
      const { admin, expires_at } = await ask(identity.queries.resolveAdminSession, { token_hash });
      if (!admin || expires_at === null) return fail('invalid_token');
      const msLeft = Date.parse(expires_at) - Date.now();
      if (began === generation && msLeft > 0) known.set(token_hash, admin, { ttl: Math.min(rememberedMs, msLeft) });
      return admin;
    },
    observers: [
      {
        type: identity.events.adminSessionsRevoked.type,
        observe: ({ data }: Envelope) => {
          generation += 1;
          const { admin_id } = identity.events.adminSessionsRevoked.data.parse(data);
          for (const [hash, admin] of known.entries()) if (admin.id === admin_id) known.delete(hash);
        },
      },
    ],
  };
}

const rank: Record<AdminRole, number> = { staff: 0, admin: 1, owner: 2 };

export const hasRole = (admin: AdminContext, lowest: AdminRole): boolean => rank[admin.role] >= rank[lowest];
