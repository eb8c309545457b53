import { identity } from '@platform/contracts';
import { type Consumer, consume } from '@platform/runtime';
import { forgetCustomer } from './payments/forget-customer.ts';

/** What this service does when something happened elsewhere. */
export const consumers = (): Consumer[] => [
  consume('forget-customer', identity.events.userErased, (tx, { data }) => forgetCustomer(tx, data.user_id)),
];
