import { randomUUID } from 'node:crypto';
import type { identity } from '@platform/contracts';
import { defineStatement, type ReceivedEvent, runStatement, type Tx } from '@platform/runtime';
import { applicationOf } from '../projections/application-of.ts';
import { renameUsers } from './rename-users.ts';

const recordErasure = defineStatement({
  name: 'note_erasure',
  text: `INSERT INTO analytics.erasures (user_id, application_id, pseudonym, requested_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id) DO NOTHING`,
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
  await renameUsers(tx, [user_id]);
}
