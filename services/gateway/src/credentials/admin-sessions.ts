import { identity } from '@platform/contracts';
import type { AdminContext, AdminRole } from '@platform/contracts/kit';
import { boundedCache, type Envelope, fail, type Observer, type Platform, sha256 } from '@platform/runtime';
import type { AskInTurn } from './failed-credentials.ts';
import { isSessionToken } from './names.ts';

export interface AdminSessions {
  /**
   * The administrator behind a session token. Throws `invalid_token`.
   * @param askInTurn asks about a session that was not seen before; what it throws is thrown
   */
  verify(token: string, askInTurn: AskInTurn): Promise<AdminContext>;
  observers: Observer[];
}

/** A session that ended is refused after this time at the latest, even if the announcement was lost. */
const rememberedMs = 10_000;
/** Memory for sessions, in bytes. */
const rememberedBytes = 4 * 1024 * 1024;

interface Session {
  admin: AdminContext;
  /** When identity has to be asked anew, in milliseconds of `performance.now()`. */
  freshUntil: number;
}

/** Sessions are identity's; what it said is remembered for ten seconds and forgotten when it says so. */
export function createAdminSessions({ ask }: Pick<Platform, 'ask'>): AdminSessions {
  const known = boundedCache<Session>({ maxBytes: rememberedBytes });
  let generation = 0;
  return {
    async verify(token, askInTurn) {
      if (!isSessionToken(token)) return fail('invalid_token');
      const token_hash = sha256(token);
      const remembered = known.get(token_hash);
      if (remembered && remembered.freshUntil > performance.now()) return remembered.admin;
      let began = generation;
      const resolve = () => {
        began = generation;
        return ask(identity.queries.resolveAdminSession, { token_hash });
      };
      const { admin, expires_at } = await (remembered ? resolve() : askInTurn(identity.name, resolve));
      if (!admin || expires_at === null) {
        known.delete(token_hash);
        return fail('invalid_token');
      }
      const msLeft = Date.parse(expires_at) - Date.now();
      if (began === generation)
        known.set(token_hash, { admin, freshUntil: performance.now() + Math.min(rememberedMs, msLeft) });
      return admin;
    },
    observers: [
      {
        type: identity.events.adminSessionsRevoked.type,
        observe: ({ data }: Envelope) => {
          generation += 1;
          const { admin_id } = identity.events.adminSessionsRevoked.data.parse(data);
          for (const [hash, { admin }] of known.entries()) if (admin.id === admin_id) known.delete(hash);
        },
      },
    ],
  };
}

const rank: Record<AdminRole, number> = { staff: 0, admin: 1, owner: 2 };

export const hasRole = (admin: AdminContext, lowest: AdminRole): boolean => rank[admin.role] >= rank[lowest];
