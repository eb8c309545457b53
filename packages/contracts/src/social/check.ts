import { z } from 'zod';

/** A finding about a post. */
export const Check = z
  .object({
    code: z.string().describe('What was found').meta({ example: 'too_long' }),
    level: z.enum(['error', 'warning']).describe('An `error` keeps the post from being submitted'),
    message: z.string().describe('In words'),
  })
  .meta({ id: 'SocialCheck' });
