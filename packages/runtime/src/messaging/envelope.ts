import { z } from 'zod';

/** An event on its way. */
export const Envelope = z.object({
  id: z.uuid(),
  type: z.string(),
  occurred_at: z.iso.datetime(),
  application_id: z.uuid().nullable(),
  request_id: z.string(),
  traceparent: z.string().nullable(),
  data: z.unknown(),
});
export type Envelope = z.output<typeof Envelope>;
