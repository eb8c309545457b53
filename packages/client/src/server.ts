import { type Caller, createCaller } from './caller.ts';
import { getSubjectEntitlements, recordBackEndEvents } from './generated/operations.ts';
import type { BackEndEvent, EntitlementSnapshot, EventsAccepted } from './generated/schemas.ts';
import {
  claimsFault,
  type Ed25519Verify,
  readClaims,
  type SnapshotClaims,
  type SnapshotKey,
  type SnapshotRefusal,
  signatureFault,
} from './snapshot.ts';
import { uuid } from './uuid.ts';
import { webCryptoVerify } from './web-crypto.ts';

export interface AdminClientOptions {
  baseUrl: string;
  /** An admin API key, `svc_adm_…`. */
  apiKey?: string;
  /** Instead of a key: the token of an administrator's session; `refresh` asks for a new one. */
  getToken?: (options: { refresh: boolean }) => string | Promise<string>;
  /** Id of the application of {@link AdminClient.entitlementsOf} and {@link AdminClient.recordEvents}. */
  applicationId?: string;
  fetch?: typeof fetch;
}

/** Calls operations of administrators. */
export interface AdminClient extends Caller {
  /**
   * What a user of the application may use now.
   * @param subject `sub` of the tokens of the user
   * @param issuer `iss` of the tokens, where several issuers know the subject
   * @throws PlatformError `user_not_found`, and `conflict` when the issuer is needed; TypeError without
   *   `applicationId`
   */
  entitlementsOf(subject: string, issuer?: string): Promise<EntitlementSnapshot>;
  /**
   * Records events of users of the application, which the back end knows of. An event without `event_id` gets
   * one, so that a repeat of the call counts it once.
   * @param events 1 to 500, each with `user_id` or `subject`
   * @returns how many are stored, and the refused ones with their index and code
   * @throws PlatformError; TypeError without `applicationId`
   */
  recordEvents(events: readonly BackEndEvent[]): Promise<EventsAccepted>;
}

/** A client of the administrators' operations, for back ends. Its key never goes into an application. */
export function createAdminClient({ apiKey, applicationId, ...options }: AdminClientOptions): AdminClient {
  const getToken = options.getToken ?? (() => apiKey ?? fail('createAdminClient needs apiKey or getToken'));
  const caller = createCaller({ ...options, getToken });
  return {
    ...caller,
    async entitlementsOf(subject, issuer) {
      const application_id = applicationId ?? fail('entitlementsOf needs applicationId');
      return caller.call(getSubjectEntitlements, { params: { application_id, subject }, query: { issuer } });
    },
    async recordEvents(events) {
      const application_id = applicationId ?? fail('recordEvents needs applicationId');
      const named = events.map((event) => ({ ...event, event_id: event.event_id ?? uuid() }));
      return caller.call(recordBackEndEvents, { params: { application_id }, body: { events: named } });
    },
  };
}

const fail = (message: string): never => {
  throw new TypeError(message);
};

/** A verified snapshot, or why it is refused. */
export type VerifiedSnapshot = { claims: SnapshotClaims; refusal: null } | { claims: null; refusal: SnapshotRefusal };

/**
 * Verifies a `snapshot_token` that a client sends to its own back end, without a call of the platform.
 * @param keys of `/.well-known/jwks.json`
 * @param options.userId id of the user that it has to be of, as the registration answered it; null takes the
 *   snapshot of anyone, so that one person may send that of another
 */
export async function verifySnapshot(
  token: string,
  keys: readonly SnapshotKey[],
  options: { applicationCode: string; userId: string | null; now?: number; verify?: Ed25519Verify },
): Promise<VerifiedSnapshot> {
  const fault = await signatureFault(token, keys, options.verify ?? webCryptoVerify);
  const claims = readClaims(token);
  if (fault !== null || claims === null) return { claims: null, refusal: fault ?? 'malformed' };
  const { applicationCode, now = Date.now() } = options;
  const userId = options.userId ?? claims.sub;
  const refusal = claimsFault(claims, { applicationCode, userId, now, newest: 0 });
  return refusal === null ? { claims, refusal } : { claims: null, refusal };
}

export type { Caller } from './caller.ts';
export * as operations from './generated/operations.ts';
export type { BackEndEvent, EventsAccepted } from './generated/schemas.ts';
export { isPlatformError, PlatformError } from './platform-error.ts';
export { activeCodes, type SnapshotClaims, type SnapshotKey, type SnapshotRefusal } from './snapshot.ts';
