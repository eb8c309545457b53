import { z } from 'zod';

/** Nothing of its own yet: what every service reads is enough. */
export const seoRknConfig = z.object({});
