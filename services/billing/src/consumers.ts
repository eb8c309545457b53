import { catalog, identity } from '@platform/contracts';
import { type Consumer, consume } from '@platform/runtime';
import type { App } from './app.ts';
import { forgetCustomer } from './payments/forget-customer.ts';
import { noteRevocation } from './payments/note-revocation.ts';

/** Consumers of events of other services. */
export const consumers = (app: App): Consumer[] => [
  consume('forget-customer', identity.events.userErased, (tx, { data, occurred_at }) =>
    forgetCustomer(app, tx, { user_id: data.user_id, erased_at: occurred_at }),
  ),
  consume('note-revocation', catalog.events.entitlementRevoked, (tx, { data, occurred_at }) =>
    noteRevocation(tx, data, occurred_at),
  ),
];
