/**
 * Codes in `rejected` of an answer to a batch of events that no request is refused with: what they mean, and what the
 * sender does next.
 */
export const eventRejections = {
  properties_too_large: [
    'The properties of the event have too many bytes of JSON. The others of the batch are stored.',
    'Send fewer or shorter properties: 16 KiB of JSON for an event of an application, and less for one of a site.',
  ],
  occurred_at_too_old: [
    'The event happened more than 7 days ago. The others of the batch are stored.',
    'Send events within 7 days. A device whose clock is wrong sends `sent_at` with the batch: its times are corrected.',
  ],
  occurred_at_in_future: [
    'The event happened more than 5 minutes after its arrival. The others of the batch are stored.',
    'Correct the clock of the sender. A device whose clock is wrong sends `sent_at` with the batch: its times are corrected.',
  ],
} as const;
