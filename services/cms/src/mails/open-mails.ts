import type { Database } from '@platform/runtime';
import type { App } from '../app.ts';
import { openFor } from '../personal-data/subject-keys.ts';
import { type MailRow, placeOf, type SealedMail } from './mail.ts';

/** Opens mails. The function answers null for one whose person was erased. */
export async function openMails(
  app: Pick<App, 'sealer' | 'log'>,
  db: Database,
  rows: readonly Pick<MailRow, 'subject_id'>[],
): Promise<(row: Pick<MailRow, 'id' | 'subject_id' | 'sealed'>) => SealedMail | null> {
  const open = await openFor(
    app,
    db,
    rows.flatMap(({ subject_id }) => subject_id ?? []),
  );
  return ({ id, subject_id, sealed }) => {
    const content =
      subject_id === null ? app.sealer.open(sealed, placeOf(id)).toString() : open(subject_id, sealed, placeOf(id));
    return content === null ? null : (JSON.parse(content) as SealedMail);
  };
}
