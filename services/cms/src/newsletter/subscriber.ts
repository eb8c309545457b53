import type { Database, Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { openFor } from '../personal-data/subject-keys.ts';
import type { subscribers } from '../schema.ts';

export type SubscriberRow = typeof subscribers.$inferSelect;

/** What is stored sealed of a subscriber. */
export interface SubscriberContent {
  email: string;
  locale: string | null;
}

export const placeOf = (id: string) => `subscribers:${id}:sealed`;
export const withdrawalPlaceOf = (id: string) => `subscribers:${id}:sealed_withdrawal`;

/** Opens the contents of subscribers. The function answers null for one who was erased. */
export async function openSubscribers(
  app: Pick<App, 'sealer' | 'log'>,
  db: Database | Tx,
  rows: readonly Pick<SubscriberRow, 'subject_id'>[],
): Promise<(row: SubscriberRow) => SubscriberContent | null> {
  const open = await openFor(
    app,
    db,
    rows.map(({ subject_id }) => subject_id),
  );
  return ({ id, subject_id, sealed }) => {
    const content = open(subject_id, sealed, placeOf(id));
    return content === null ? null : (JSON.parse(content) as SubscriberContent);
  };
}
