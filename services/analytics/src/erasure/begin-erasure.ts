import { randomUUID } from 'node:crypto';
import type { identity } from '@platform/contracts';
import { defineStatement, type ReceivedEvent, runStatement, type Tx } from '@platform/runtime';
import { applicationOf } from '../projections/application-of.ts';
import { renameUsers } from './rename-users.ts';

const recordErasure = defineStatement({
  name: 'note_erasure',
  text: `INSERT INTO analytics.erasures (user_id, application_id, pseudonym, requested_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id) DO UPDATE SET pseudonym = excluded.pseudonym, requested_at = excluded.requested_at, is_merge = false
         WHERE erasures.is_merge`,
});

/** A merge that is not through ends in the same pseudonym: its rows would come back under an erased user. */
const eraseMergedToo = defineStatement({
  name: 'erase_merged_too',
  text: `UPDATE analytics.erasures AS merge SET pseudonym = erased.pseudonym, requested_at = erased.requested_at, is_merge = false
         FROM analytics.erasures AS erased WHERE erased.user_id = $1 AND merge.pseudonym = $1 AND merge.is_merge`,
});

/** A user that is erased or merged itself by now hands its new id on. */
const recordMerge = defineStatement({
  name: 'record_merge',
  text: `INSERT INTO analytics.erasures (user_id, application_id, pseudonym, requested_at, is_merge)
         SELECT $1, $2, coalesce(further.pseudonym, $3::uuid), $4, coalesce(further.is_merge, true)
         FROM (SELECT) AS one LEFT JOIN analytics.erasures AS further ON further.user_id = $3::uuid
         ON CONFLICT (user_id) DO NOTHING`,
});

const followMerge = defineStatement({
  name: 'follow_merge',
  text: `UPDATE analytics.erasures SET pseudonym = $2, requested_at = greatest(requested_at, now())
         WHERE pseudonym = $1 AND is_merge`,
});

/**
 * `user.erased`: what other services announced of the user is a pseudonym's from now on; the events follow by
 * {@link eraseUsers}. The pseudonym is random, so that nothing leads from it back to the user.
 */
export async function beginErasure(
  tx: Tx,
  event: ReceivedEvent<typeof identity.events.userErased>,
  now: Date,
): Promise<void> {
  const { user_id } = event.data;
  await runStatement(tx, recordErasure, [user_id, applicationOf(event), randomUUID(), now]);
  await runStatement(tx, eraseMergedToo, [user_id]);
  await renameUsers(tx, [user_id]);
}

/**
 * `user.merged`: what the former user did is the other user's from now on, as {@link beginErasure} does it with a
 * pseudonym, except that no value goes.
 */
export async function beginMerge(
  tx: Tx,
  event: ReceivedEvent<typeof identity.events.userMerged>,
  now: Date,
): Promise<void> {
  const { user_id, merged_user_id } = event.data;
  await runStatement(tx, recordMerge, [merged_user_id, applicationOf(event), user_id, now]);
  await runStatement(tx, followMerge, [merged_user_id, user_id]);
  await renameUsers(tx, [merged_user_id]);
}
