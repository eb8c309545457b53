import { identity } from '@platform/contracts';
import { type Consumer, consume } from '@platform/runtime';
import type { App } from './app.ts';
import { projectLegalDocument } from './sites/project-legal-document.ts';
import { forgetUser } from './support/forget-user.ts';

/** Consumers of events of other services. Events come in any order, and may come again. */
export const consumers = (app: App): Consumer[] => [
  consume('project-legal-document', identity.events.legalDocumentPublished, (tx, event) =>
    projectLegalDocument(app, tx, event, false),
  ),
  consume('project-legal-withdrawal', identity.events.legalDocumentWithdrawn, (tx, event) =>
    projectLegalDocument(app, tx, event, true),
  ),
  consume('forget-support-user', identity.events.userErased, (tx, { data }) => forgetUser(app, tx, data.user_id)),
];
