import { defaultTimeoutSeconds } from '@platform/contracts';

/** The part of an operation that says who may call it, and how long a call takes at most. */
export interface Access {
  security?: Record<string, string[]>[];
  /** The kind of credential: an `AuthKind` of the contracts. */
  'x-auth'?: string;
  /** The lowest role of an administrator; `staff` when absent. */
  'x-role'?: string;
  /** An admin API key is refused. */
  'x-needs-session'?: boolean;
  /** {@link defaultTimeoutSeconds} when absent. */
  'x-timeout-seconds'?: number;
}

/** Kinds of credentials that take at least what another kind takes. */
const wider: Partial<Record<string, readonly string[]>> = {
  key: ['user_or_key'],
  user: ['user_or_key', 'user_or_admin'],
  admin: ['user_or_admin'],
};
const roles = ['staff', 'admin', 'owner'];
/** The parts of a security scheme by which a client sends the credential. */
const ways = ['type', 'in', 'name', 'scheme'] as const;

/** Whether each credential, or each set of them, that was enough is still enough. */
function keepsCredentials(was: Access, is: Access): boolean {
  const alternativesOf = ({ security = [] }: Access): string[] =>
    // Without an alternative no credential is needed.
    security.length === 0 ? [''] : security.map((each) => Object.keys(each).sort().join(' '));
  const now = alternativesOf(is);
  return alternativesOf(was).every((alternative) => now.includes(alternative) || now.includes(''));
}

/**
 * Calls that an operation refuses or ends now and did not before.
 * @returns one line for each change, after the place of the operation
 */
export function accessChanges(where: string, was: Access, is: Access): string[] {
  const { 'x-auth': before = 'none', 'x-role': roleBefore = 'staff' } = was;
  const { 'x-auth': now = 'none', 'x-role': role = 'staff' } = is;
  const takesKind = [before, 'none', ...(wider[before] ?? [])].includes(now);
  const isRaised = roles.indexOf(role) > roles.indexOf(roleBefore);
  const [longBefore, long] = [was, is].map((each) => each['x-timeout-seconds'] ?? defaultTimeoutSeconds) as [
    number,
    number,
  ];
  return [
    ...(keepsCredentials(was, is) ? [] : [`${where}: asks for another credential`]),
    ...(takesKind ? [] : [`${where}: asks for ${now} now, it was ${before}`]),
    ...(isRaised ? [`${where}: the lowest role is ${role} now, it was ${roleBefore}`] : []),
    ...(is['x-needs-session'] && !was['x-needs-session'] ? [`${where}: refuses an admin API key now`] : []),
    ...(long < longBefore ? [`${where}: ends after ${long} seconds now, it was ${longBefore}`] : []),
  ];
}

/**
 * Security schemes that clients send in another way than the released document says.
 * @param released `components.securitySchemes` of the released document
 * @returns one line for each change, with the name of the scheme
 */
export function schemeChanges(released: Record<string, unknown> = {}, current: Record<string, unknown> = {}): string[] {
  return Object.entries(released).flatMap(([name, scheme]) => {
    const [was, is] = [Object(scheme), Object(current[name])] as Record<string, unknown>[];
    if (!(name in current)) return [`credential ${name} is gone`];
    return ways
      .filter((way) => was?.[way] !== is?.[way])
      .map((way) => `credential ${name}: its ${way} is ${is?.[way]} now, it was ${was?.[way]}`);
  });
}
