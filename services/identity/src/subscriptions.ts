import { auditEventOf, cms, identity, social, upstreamNames } from '@platform/contracts';

/** Services that report the actions of administrators, by the name of the consumer of their reports. */
export const auditedServices: ReadonlyMap<string, string> = new Map(
  upstreamNames.map((name) => [name === identity.name ? 'write-audit-record' : `write-audit-record-of-${name}`, name]),
);

/** Events that this service reacts to, by the name of the consumer. */
export const consumes = {
  ...Object.fromEntries([...auditedServices].map(([consumer, service]) => [consumer, auditEventOf(service)])),
  'erase-again': identity.events.userErased,
  'erase-subject': cms.events.leadSubjectErased,
  'record-expired-subject': cms.events.leadSubjectExpired,
  'record-erased-person': social.events.socialPersonErased,
  'record-destroyed-content': cms.events.contentDestroyed,
} as const;

/** Events that drop caches of every process. */
export const observes = [identity.events.legalDocumentPublished, identity.events.legalDocumentWithdrawn] as const;
