import { isUuid } from '@platform/runtime';
import { type SQL, sql } from 'drizzle-orm';

/** What identity knows of the users of a list; an absent field asks for nothing. */
export interface UserFilter {
  /** Id of the user, or subject. */
  reference?: string | undefined;
  /** Id of the user, subject, or a part of the e-mail or of the name. */
  q?: string | undefined;
  /** Start of the e-mail. */
  email?: string | undefined;
  /** Part of the name. */
  display_name?: string | undefined;
  /** Channel, as `acquisition_source` is answered. */
  acquisition_source?: string | undefined;
  /** RFC 3339. */
  created_from?: string | undefined;
  /** RFC 3339, exclusive. */
  created_until?: string | undefined;
}

/** A user in the order of the registrations. */
export interface UserPosition {
  id: string;
  /** Microseconds since 1970, as a decimal number. */
  registered: string;
}

/** The registration of a user for a {@link UserPosition}. */
export const registeredColumn = sql`(extract(epoch FROM created_at) * 1000000)::bigint::text`;

/** The order of lists: the newest registration first. */
export const newestFirst = sql`created_at DESC, id DESC`;

/** Whether a filter has a text that no index orders by registration. */
export const hasText = ({ reference, q, email, display_name }: UserFilter): boolean =>
  [reference, q, email, display_name].some((text) => text !== undefined && text !== '');

/** Whether a filter asks for anything. */
export const hasUserFilter = (filter: UserFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);

/** Users of an application of a channel and a time of registration; an index has them in their order. */
export const isOfRange = (application_id: string, filter: UserFilter): SQL => {
  const { acquisition_source, created_from, created_until } = filter;
  const conditions = [
    sql`application_id = ${application_id}`,
    ...(acquisition_source === undefined
      ? []
      : [sql`coalesce(acquisition_source, utm_source) = ${acquisition_source}`]),
    ...(created_from === undefined ? [] : [sql`created_at >= ${new Date(created_from)}`]),
    ...(created_until === undefined ? [] : [sql`created_at < ${new Date(created_until)}`]),
  ];
  return sql.join(conditions, sql` AND `);
};

/** Users that are neither erased nor merged into another one. */
export const isShown = sql`erased_at IS NULL AND merged_into IS NULL`;

/** Users behind a position. */
export const isBehind = (after: UserPosition | null): SQL =>
  after === null
    ? sql`true`
    : sql`(created_at, id) < (timestamptz 'epoch' + ${after.registered}::bigint * interval '1 microsecond', ${after.id}::uuid)`;

/**
 * Users that the texts of a filter name. A short text is compared with the start: it has no trigram for an index.
 * @param usesIndex whether the condition has the parts that an index answers
 */
export function isNamed(
  application_id: string,
  { reference, q, email, display_name }: UserFilter,
  usesIndex: boolean,
): SQL {
  const conditions = [
    ...(reference ? [isReference(application_id, reference)] : []),
    ...(q ? [isReferenceOrPart(application_id, q, usesIndex)] : []),
    ...(email ? [emailIsLike(`${literal(email.trim())}%`)] : []),
    ...(display_name ? [nameHas(display_name, usesIndex)] : []),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

/** A former login and the id of a merged user name the user that remains. */
function isReference(application_id: string, text: string): SQL {
  const isOfUser = sql`(${isUuid(text) ? sql`id = ${text}` : sql`false`} OR subject = ${text})`;
  return sql`(${isOfUser} OR id = ANY (ARRAY(SELECT merged_into FROM identity.users
    WHERE application_id = ${application_id} AND ${isOfUser} AND merged_into IS NOT NULL)))`;
}

function isReferenceOrPart(application_id: string, q: string, usesIndex: boolean): SQL {
  const email = emailIsLike(/[\p{L}\p{N}]{3}/u.test(q) ? `%${literal(q)}%` : `${literal(q)}%`);
  const name = isShort(q) ? sql`false` : nameHas(q, usesIndex);
  return sql`(${isReference(application_id, q)} OR ${email} OR ${name})`;
}

const emailIsLike = (pattern: string): SQL => sql`lower(email) LIKE lower(${pattern})`;

/** The collation folds letters of any script in every locale of the database. */
function nameHas(text: string, usesIndex: boolean): SQL {
  const pattern = `${isShort(text) ? '' : '%'}${literal(text)}%`;
  const isLike = sql`lower(display_name COLLATE "und-x-icu") LIKE lower(${pattern}::text COLLATE "und-x-icu")`;
  if (!usesIndex || isShort(text)) return isLike;
  return sql`(identity.trigrams_of(display_name) @> identity.trigrams_of(${text}) AND ${isLike})`;
}

const isShort = (text: string): boolean => Array.from(text).length < 3;

/** Escapes a text for a LIKE pattern, so that `%` and `_` have no special meaning. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
