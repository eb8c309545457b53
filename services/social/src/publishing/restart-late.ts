import { defineStatement, runStatement, type Tx } from '@platform/runtime';

/** A wait that a channel imposes on an account, or on all accounts of a token. */
export interface ImposedWait {
  account_id: string | null;
  /** Key of the pace of a token. */
  token: string | null;
  until: Date;
}

const restart = defineStatement({
  name: 'social_restart_late',
  text: `UPDATE social.variants v SET late_from = h.until
    FROM (SELECT p.id, r.until FROM jsonb_to_recordset($1::jsonb) AS r (account_id uuid, token text, until timestamptz)
      JOIN social.accounts a ON a.id = r.account_id OR 'token:' || a.channel || ':' || a.credential_hash = r.token
      JOIN social.variants p ON p.account_id = a.id
      WHERE p.state = 'scheduled' AND p.due_at < r.until AND p.late_from < r.until
      FOR UPDATE OF p SKIP LOCKED) AS h
    WHERE v.id = h.id`,
});

/**
 * For posts that are due while their channel makes them wait, lateness counts from the end of that wait. A
 * post that another transaction is changing is skipped, because that change sets the start itself.
 */
export async function restartLate(tx: Tx, waits: readonly ImposedWait[]): Promise<void> {
  if (waits.length > 0) await runStatement(tx, restart, [JSON.stringify(waits)]);
}
