import { z } from 'zod';

export const catalogConfig = z.object({
  SNAPSHOT_SIGNING_KEYS: z
    .string()
    .transform((value) => value.split(',').map((key) => key.trim()))
    .pipe(
      z
        .array(z.string().regex(/^[a-z0-9-]+:[A-Za-z0-9+/]{43}=$/, '<kid>:<base64 of 32 bytes>'))
        .min(1)
        .max(3),
    )
    .describe('Ed25519 seeds of snapshot tokens, <kid>:<base64 of 32 bytes>; the first signs, all are published'),
});
