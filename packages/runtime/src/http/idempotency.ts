import type pg from 'pg';
import type { Clock } from '../clock.ts';
import { hmac, type Sealer } from '../crypto.ts';
import { deleteInSteps } from '../db/delete-in-steps.ts';
import { fail, invalidField } from '../errors.ts';
import { hourMs } from '../time.ts';

export interface StoredAnswer {
  status: number;
  body: string;
}

export interface IdempotencyStore {
  /**
   * Runs `work` at most once for a scope and key within 24 hours and replays its answer afterwards.
   * Answers below 500 are stored; after a failure of ours the key is free again, so that a retry can succeed.
   * @param call.request what a repeat has to equal
   * @param call.formerRequest what a release before compared, if it differs: it runs beside this one in an upgrade
   * @param call.timeoutSeconds the time limit of the request
   * @throws AppError `idempotency_conflict` for another body, and with `in_progress` while the first request runs
   */
  once(
    call: { scope: string; key: string; request: string; formerRequest?: string; timeoutSeconds: number },
    work: () => Promise<StoredAnswer>,
  ): Promise<StoredAnswer & { replayed: boolean }>;
  /** Forgets keys that are older than 24 hours. */
  purge(): Promise<void>;
}

const retentionHours = 24;
/** How long a repeat waits for the end of the first call. */
const retryAfterSeconds = 1;
/** A process that died in the middle of a request holds its key so much longer than the request may take. */
const lockMarginSeconds = 60;

/**
 * The value of `Idempotency-Key`, or undefined.
 * @throws `validation_failed` when it is not 1–255 printable characters
 */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = Array.isArray(header) ? header.join(',') : header;
  return /^[\x21-\x7e ]{1,255}$/.test(key)
    ? key
    : invalidField('headers.idempotency-key', 'has to be 1 to 255 printable ASCII characters, such as a UUID');
}

const refuseOtherBody = (): never =>
  fail('idempotency_conflict', {
    message:
      'This `Idempotency-Key` was used before with another body. Create a new key for a new request. A repeat has the same JSON; white space and the order of names do not count.',
  });

/** Released clients wait on this code at a repeat of their own call: the first call has no code of its own. */
const refuseRunning = (): never =>
  fail('idempotency_conflict', {
    message:
      'The first call with this `Idempotency-Key` still runs. Wait for the number of seconds in `Retry-After`, then repeat the same call with the same key: the answer is that of the first call.',
    fields: { in_progress: true },
    retryAfterSeconds,
  });

/** Associated data of a stored answer. */
export const idempotencyContext = (service: string, scope: string, key: string): string =>
  `idempotency:${service}:${scope}:${key}`;

/**
 * @param options.secrets key the fingerprints of requests: a body may hold a password, and a reader of the
 *   table could guess it from a plain hash. The first makes new ones, all recognise a request.
 * @param options.sealer seals the answers, which may hold values that are shown only once
 */
export function createIdempotencyStore(
  service: string,
  pool: pg.Pool,
  clock: Clock,
  { secrets, sealer }: { secrets: readonly string[]; sealer: Sealer },
): IdempotencyStore {
  const contextOf = (scope: string, key: string) => idempotencyContext(service, scope, key);
  const seal = (body: string, scope: string, key: string) => sealer.seal(Buffer.from(body), contextOf(scope, key));
  const open = (body: string, scope: string, key: string) => sealer.open(body, contextOf(scope, key)).toString();
  const table = `"${service}"."idempotency_keys"`;
  const isHeld = 'scope = $1 AND key = $2 AND locked_until = $3 AND status IS NULL';
  const before = (ms: number) => new Date(clock.now().getTime() - ms);

  return {
    async once({ scope, key, request, formerRequest = request, timeoutSeconds }, work) {
      const hashes = [...new Set([request, formerRequest])].flatMap((text) =>
        secrets.map((secret) => hmac(secret, text)),
      );
      const now = clock.now();
      // The end of the lock also names its holder: a request that takes the key over has a later one.
      const locked = new Date(now.getTime() + (timeoutSeconds + lockMarginSeconds) * 1000);
      // Takes the key when it is new, older than a day, or left behind by a process that died.
      const takenKey = await pool.query(
        `INSERT INTO ${table} AS held (scope, key, request_hash, created_at, locked_until) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (scope, key) DO UPDATE
           SET request_hash = excluded.request_hash, status = NULL, body = NULL, created_at = excluded.created_at, locked_until = excluded.locked_until
           WHERE held.created_at < $6 OR (held.status IS NULL AND held.locked_until < $4 AND held.request_hash = ANY ($7))`,
        [scope, key, hashes[0], now, locked, before(retentionHours * hourMs), hashes],
      );
      if (takenKey.rowCount === 0) {
        const { rows } = await pool.query<{ request_hash: string; status: number | null; body: string | null }>(
          `SELECT request_hash, status, body FROM ${table} WHERE scope = $1 AND key = $2`,
          [scope, key],
        );
        const heldKey = rows[0];
        if (heldKey && !hashes.includes(heldKey.request_hash)) return refuseOtherBody();
        // A key that is gone now was freed by a first call that failed.
        if (!heldKey || heldKey.status === null) return refuseRunning();
        return { status: heldKey.status, body: open(heldKey.body ?? '', scope, key), replayed: true };
      }
      const answer = await work().catch(async (error) => {
        await pool.query(`DELETE FROM ${table} WHERE ${isHeld}`, [scope, key, locked]);
        throw error;
      });
      await pool.query(`UPDATE ${table} SET status = $4, body = $5 WHERE ${isHeld}`, [
        scope,
        key,
        locked,
        answer.status,
        seal(answer.body, scope, key),
      ]);
      return { ...answer, replayed: false };
    },
    async purge() {
      await deleteInSteps(pool, { table, condition: 'created_at < $1', values: [before(retentionHours * hourMs)] });
    },
  };
}
