import { z } from 'zod';
import { SnakeCode, Timestamp, Uuid } from '../fields.ts';
import { query } from '../kit.ts';
import { GrantSource } from './entitlement-snapshot.ts';

/** State of the access of a user to an entitlement now. */
export const AccessState = z.enum(['active', 'ended']);

/** Uninterrupted access of a user to one entitlement, from one grant or from several that follow on each other. */
export const UserTerm = z
  .object({
    code: z.string().nullable().describe('Entitlement code; null for a plan that unlocks nothing'),
    plan_code: z.string().nullable().describe('Plan of the grant that reaches furthest; null without a plan'),
    source: GrantSource.describe('Source of the grant that reaches furthest'),
    starts_at: Timestamp.describe('Start of the uninterrupted access'),
    expires_at: Timestamp.nullable().describe(
      'Its end, exclusive: a renewal without a gap moves it, a revocation ends it. Null for lifetime',
    ),
  })
  .meta({ id: 'UserTerm' });

/** Terms of one user in an answer, those that end last first. */
export const maxTermsOfUser = 20;

/** Which terms of users a list asks for. An absent field asks for nothing. */
export const TermFilter = z.object({
  entitlement_code: SnakeCode.optional(),
  plan_code: z.string().optional(),
  expires_from: Timestamp.optional(),
  expires_until: Timestamp.optional(),
  access: AccessState.optional(),
});

/** End of a grant as the database has it, with microseconds. Its calendar has no year 0. */
export const StoredEnd = z.iso.datetime({ precision: 6 }).refine((text) => !text.startsWith('0000'));

/**
 * Position in the list of users with terms: behind a user, and whether the search scans grants. In a list by end, it is
 * behind this end of the user.
 */
const Position = z.object({ before: Uuid.nullable(), is_scanning: z.boolean(), end: StoredEnd.nullable() });

export const userTermQueries = {
  listEntitledUsers: query(
    'query.catalog.grants.entitled_users',
    `Users of an application with a matching term, and at most ${maxTermsOfUser} of these terms, by user id from the newest; of \`user_ids\` only, when given. An answer may be short or empty with further ones behind it; it is refused with \`entitlement_not_found\` or \`plan_not_found\` for an unknown code.`,
    z.object({
      application_id: Uuid,
      filter: TermFilter,
      user_ids: z.array(Uuid).max(200).optional(),
      position: Position,
      limit: z.int().min(1).max(200),
    }),
    z.object({
      users: z.array(z.object({ user_id: Uuid, terms: z.array(UserTerm), end: StoredEnd.nullable() })),
      /** Null behind the last user. */
      next: Position.nullable(),
    }),
  ),
} as const;
