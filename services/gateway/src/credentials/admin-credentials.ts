import { identity } from '@platform/contracts';
import type { AdminContext, AdminRole } from '@platform/contracts/kit';
import { boundedCache, type Envelope, errorText, fail, type Observer, refuseRole, sha256 } from '@platform/runtime';
import type { GatewayPlatform } from '../dependencies.ts';
import type { AskInTurn } from './failed-credentials.ts';
import { isAdminApiKey, isSessionToken } from './names.ts';

/** An administrator, or a program with an admin API key. */
export interface AdminCaller {
  admin: AdminContext;
  /** Applications that a restricted key opens; null without a restriction. */
  application_ids: readonly string[] | null;
}

export interface AdminCredentials {
  /**
   * The caller behind the token of a session or an admin API key.
   * @param askInTurn asks about a credential that was not seen before; what it throws is thrown
   * @throws `invalid_token`
   */
  verify(token: string, askInTurn: AskInTurn): Promise<AdminCaller>;
  observers: Observer[];
}

/** A credential that ended is refused after this time at the latest, even if the announcement was lost. */
const rememberedMs = 10_000;
/** Memory for callers, in bytes. */
const rememberedBytes = 4 * 1024 * 1024;

interface Resolved extends AdminCaller {
  expires_at: string | null;
}

interface Remembered extends AdminCaller {
  /** When identity has to be asked again, in milliseconds of `performance.now()`. */
  freshUntil: number;
}

/** Sessions and keys are identity's; its answers are cached for ten seconds and dropped when one ends. */
export function createAdminCredentials({
  ask,
  call,
  log,
}: Pick<GatewayPlatform, 'ask' | 'call' | 'log'>): AdminCredentials {
  const credentials = boundedCache<Remembered>({ maxBytes: rememberedBytes });
  let generation = 0;

  const resolveSession = async (token_hash: string): Promise<Resolved | null> => {
    const { admin, expires_at } = await ask(identity.queries.resolveAdminSession, { token_hash });
    return admin && expires_at !== null ? { admin, application_ids: null, expires_at } : null;
  };
  const resolveKey = async (key_hash: string): Promise<Resolved | null> => {
    const { api_key } = await ask(identity.queries.resolveAdminApiKey, { key_hash });
    if (api_key?.is_use_stale) recordUse(api_key.admin.id);
    return api_key;
  };
  /** The call of the program does not wait for it. After a failure a later one repeats it. */
  const recordUse = (api_key_id: string): void => {
    call(identity.commands.noteAdminApiKeyUse, { api_key_id }).catch((error) =>
      log.debug({ reason: errorText(error) }, 'the use of an admin API key could not be recorded'),
    );
  };
  const forget = (isEnded: (admin: AdminContext) => boolean): void => {
    generation += 1;
    for (const [hash, { admin }] of credentials.entries()) if (isEnded(admin)) credentials.delete(hash);
  };

  return {
    async verify(token, askInTurn) {
      const resolveBy = isSessionToken(token) ? resolveSession : isAdminApiKey(token) ? resolveKey : null;
      if (resolveBy === null) return fail('invalid_token', { message: notAdmin });
      const hash = sha256(token);
      const remembered = credentials.get(hash);
      if (remembered && remembered.freshUntil > performance.now()) return remembered;
      let began = generation;
      const resolve = () => {
        began = generation;
        return resolveBy(hash);
      };
      const resolved = await (remembered ? resolve() : askInTurn(identity.name, resolve));
      if (!resolved) {
        credentials.delete(hash);
        return fail('invalid_token', { message: notAdmin });
      }
      const { expires_at, ...caller } = resolved;
      const msLeft = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) - Date.now();
      const freshUntil = performance.now() + Math.min(rememberedMs, msLeft);
      if (began === generation) credentials.set(hash, { ...caller, freshUntil });
      return caller;
    },
    observers: [
      {
        type: identity.events.adminSessionsRevoked.type,
        observe: ({ data }: Envelope) => {
          const { admin_id } = identity.events.adminSessionsRevoked.data.parse(data);
          forget(({ id }) => id === admin_id);
        },
      },
      {
        type: identity.events.adminApiKeyRevoked.type,
        observe: ({ data }: Envelope) => {
          const { api_key_id } = identity.events.adminApiKeyRevoked.data.parse(data);
          forget(({ id }) => id === api_key_id);
        },
      },
    ],
  };
}

const notAdmin =
  'The session or the admin API key is not known, or was ended: log in again, or use another admin API key.';

const rank: Record<AdminRole, number> = { staff: 0, admin: 1, owner: 2 };

/** @throws AppError `forbidden` that names both roles, for a lower role than `lowest` */
export function requireRole({ role }: AdminContext, lowest: AdminRole): void {
  if (rank[role] < rank[lowest]) refuseRole(lowest, role);
}
