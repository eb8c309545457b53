import { type Consumer, consumeAll } from '@platform/runtime';
import type { App } from './app.ts';
import { forgetCustomer } from './payments/forget-customer.ts';
import { mergeCustomers } from './payments/merge-customers.ts';
import { recordRevocation } from './payments/record-revocation.ts';
import { consumes } from './subscriptions.ts';

/** Consumers of events of other services. */
export const consumers = (app: App): Consumer[] =>
  consumeAll(consumes, {
    'forget-customer': (tx, { data, occurred_at }) =>
      forgetCustomer(app, tx, { user_id: data.user_id, erased_at: occurred_at }),
    'merge-customers': (tx, { data, application_id }) => mergeCustomers(app, tx, { ...data, application_id }),
    'note-revocation': (tx, { data, occurred_at }) => recordRevocation(tx, data, occurred_at),
    'record-restoration': (tx, { data }) => recordRevocation(tx, data, null),
  });
