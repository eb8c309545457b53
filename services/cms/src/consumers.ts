import { type Consumer, consumeAll } from '@platform/runtime';
import type { App } from './app.ts';
import { projectLegalDocument } from './sites/project-legal-document.ts';
import { consumes } from './subscriptions.ts';
import { forgetUser } from './support/forget-user.ts';
import { mergeSupportUser } from './support/merge-support-user.ts';

/** Consumers of events of other services. Events come in any order, and may come again. */
export const consumers = (app: App): Consumer[] =>
  consumeAll(consumes, {
    'project-legal-document': (tx, event) => projectLegalDocument(app, tx, event, false),
    'project-legal-withdrawal': (tx, event) => projectLegalDocument(app, tx, event, true),
    'merge-support-user': (tx, { data }) => mergeSupportUser(app, tx, data),
    'forget-support-user': (tx, { data }) => forgetUser(app, tx, data.user_id),
  });
