import { z } from 'zod';
import { Timestamp } from '../fields.ts';

/** Limits that all keys of a batch have. */
export const licenseLimits = {
  max_redemptions: z.int().min(1).max(1_000_000).describe('Number of users that may activate a key'),
  max_devices: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .describe('Number of installations on which a key may be activated; null for unlimited'),
  valid_until: Timestamp.nullable().describe('End of the period for first activations, exclusive; null for no end'),
};
