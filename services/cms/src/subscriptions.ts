import { cms, identity } from '@platform/contracts';

/** Events that this service reacts to, by the name of the consumer. */
export const consumes = {
  'project-legal-document': identity.events.legalDocumentPublished,
  'project-legal-withdrawal': identity.events.legalDocumentWithdrawn,
  'merge-support-user': identity.events.userMerged,
  'forget-support-user': identity.events.userErased,
} as const;

/** Events that drop caches of every process. */
export const observes = [cms.events.contentPublished, cms.events.contentUnpublished, cms.events.siteUpdated] as const;
