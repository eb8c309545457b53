import { defineStatement, runStatement, SubjectErasedError, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { openFor, sealFor } from '../personal-data/subject-keys.ts';
import { nameSealContext } from './attachment.ts';
import { forgetUser } from './forget-user.ts';
import { markMerged } from './present-user.ts';
import { messageSealContext, subjectSealContext } from './ticket.ts';

/** Rows that are sealed again with one statement. */
const rowsAtOnce = 500;

/** A table with a sealed column of the user of a ticket. */
interface SealedColumn {
  read: ReturnType<typeof defineStatement>;
  write: ReturnType<typeof defineStatement>;
  sealContextOf: (id: string) => string;
}

const sealedColumn = (
  name: string,
  { table, column, isOfUser }: { table: string; column: string; isOfUser: string },
  sealContextOf: (id: string) => string,
): SealedColumn => ({
  read: defineStatement({
    name: `${name}_of_merged`,
    text: `SELECT id, ${column} AS sealed FROM cms.${table} WHERE ${isOfUser} AND id > $2 ORDER BY id LIMIT ${rowsAtOnce}`,
  }),
  write: defineStatement({
    name: `reseal_${name}`,
    text: `UPDATE cms.${table} AS row SET ${column} = made.sealed FROM unnest($1::uuid[], $2::text[]) AS made (id, sealed) WHERE row.id = made.id`,
  }),
  sealContextOf,
});

const sealedColumns = [
  sealedColumn(
    'ticket_subjects',
    { table: 'support_tickets', column: 'subject', isOfUser: 'user_id = $1' },
    subjectSealContext,
  ),
  sealedColumn(
    'ticket_messages',
    {
      table: 'support_messages',
      column: 'message',
      isOfUser: 'ticket_id IN (SELECT id FROM cms.support_tickets WHERE user_id = $1)',
    },
    messageSealContext,
  ),
  sealedColumn(
    'ticket_files',
    { table: 'support_attachments', column: 'file_name', isOfUser: 'user_id = $1' },
    nameSealContext,
  ),
];

const lockTickets = defineStatement({
  name: 'lock_merged_tickets',
  text: 'SELECT id FROM cms.support_tickets WHERE user_id = $1 ORDER BY id FOR UPDATE',
});
const moveTickets = defineStatement({
  name: 'move_tickets',
  text: 'UPDATE cms.support_tickets SET user_id = $1 WHERE user_id = $2',
});
const moveFiles = defineStatement({
  name: 'move_ticket_files',
  text: 'UPDATE cms.support_attachments SET user_id = $1 WHERE user_id = $2',
});

/**
 * `user.merged`: the tickets of the former user become the other user's, sealed with the key of that user. A user that
 * is erased by now takes them along. A repeat moves nothing.
 */
export async function mergeSupportUser(
  app: Pick<App, 'clock' | 'emit' | 'sealer' | 'log'>,
  tx: Tx,
  merge: { user_id: string; merged_user_id: string },
): Promise<void> {
  const { merged_user_id } = merge;
  const user_id = await markMerged(tx, merge.user_id, merged_user_id);
  await runStatement(tx, lockTickets, [merged_user_id]);
  try {
    const seal = await sealFor(app, tx, user_id);
    const open = await openFor(app, tx, [merged_user_id]);
    for (const column of sealedColumns)
      await resealColumn(tx, column, merged_user_id, (sealed, sealContext) => {
        const text = open(merged_user_id, sealed, sealContext);
        return text === null ? null : seal(text, sealContext);
      });
  } catch (error) {
    if (error instanceof SubjectErasedError) return forgetUser(app, tx, merged_user_id);
    throw error;
  }
  await runStatement(tx, moveTickets, [user_id, merged_user_id]);
  await runStatement(tx, moveFiles, [user_id, merged_user_id]);
}

/** @param reseal the new ciphertext; null for a text that does not open, which stays as it is */
async function resealColumn(
  tx: Tx,
  { read, write, sealContextOf }: SealedColumn,
  userId: string,
  reseal: (sealed: string, sealContext: string) => string | null,
): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await runStatement<{ id: string; sealed: string }>(tx, read, [userId, after]);
    const last = rows.at(-1);
    if (!last) return;
    const resealed = rows.flatMap(({ id, sealed }) => {
      const made = reseal(sealed, sealContextOf(id));
      return made === null ? [] : [{ id, sealed: made }];
    });
    await runStatement(tx, write, [resealed.map(({ id }) => id), resealed.map(({ sealed }) => sealed)]);
    if (rows.length < rowsAtOnce) return;
    after = last.id;
  }
}
