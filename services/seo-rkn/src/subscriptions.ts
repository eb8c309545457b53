import { cms } from '@platform/contracts';

/** Events that this service reacts to, by the name of the consumer. */
export const consumes = {
  'recheck-published': cms.events.contentPublished,
  'recheck-unpublished': cms.events.contentUnpublished,
} as const;
