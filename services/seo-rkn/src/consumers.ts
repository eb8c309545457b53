import { type Consumer, consumeAll } from '@platform/runtime';
import type { App } from './app.ts';
import { recheckItem } from './rechecks/schedule-rechecks.ts';
import { consumes } from './subscriptions.ts';

/** Consumers of events of other services. Events come in any order, and may come again. */
export const consumers = (app: App): Consumer[] =>
  consumeAll(consumes, {
    'recheck-published': (tx, event) => recheckItem(app, tx, event),
    'recheck-unpublished': (tx, event) => recheckItem(app, tx, event),
  });
