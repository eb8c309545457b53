import { cms } from '@platform/contracts';
import { type Consumer, consume } from '@platform/runtime';
import type { App } from './app.ts';
import { recheckItem } from './rechecks/schedule-rechecks.ts';

/** Consumers of events of other services. Events come in any order, and may come again. */
export const consumers = (app: App): Consumer[] => [
  consume('recheck-published', cms.events.contentPublished, (tx, event) => recheckItem(app, tx, event)),
  consume('recheck-unpublished', cms.events.contentUnpublished, (tx, event) => recheckItem(app, tx, event)),
];
