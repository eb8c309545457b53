import type { Database, Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { openRows } from '../personal-data/subject-keys.ts';
import type { subscribers } from '../schema.ts';

export type SubscriberRow = typeof subscribers.$inferSelect;

/** What is stored sealed of a subscriber. */
export interface SubscriberContent {
  email: string;
  locale: string | null;
}

export const subscriberSealContext = (id: string) => `subscribers:${id}:sealed`;
export const withdrawalSealContext = (id: string) => `subscribers:${id}:sealed_withdrawal`;

/** Opens the contents of subscribers. The function answers null for one who was erased. */
export const openSubscribers = (
  app: Pick<App, 'sealer' | 'log'>,
  db: Database | Tx,
  rows: readonly Pick<SubscriberRow, 'id' | 'subject_id' | 'sealed'>[],
) => openRows<SubscriberContent>(app, db, rows, subscriberSealContext);
