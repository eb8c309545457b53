import { type AppVersion, parseVersionRange } from '@platform/runtime';
import { bucketOf } from './bucket.ts';

/** The audience of a rule. Every given condition must hold; a rule without conditions matches every user. */
export interface Conditions {
  platforms?: string[] | undefined;
  /** A range, `>=2.1.0 <3`. @see parseVersionRange */
  app_version?: string | undefined;
  countries?: string[] | undefined;
  entitlement_codes?: string[] | undefined;
  user_ids?: string[] | undefined;
  percentage?: number | undefined;
}

/** The known attributes of the user of an evaluation. */
export interface Audience {
  platform: string | null;
  app_version: string | null;
  country_code: string | null;
  entitlement_codes: readonly string[];
  /** The subject of the token, or the key of the evaluation context. */
  subject: string | null;
}

export type Matcher = (audience: Audience, version: AppVersion | null) => boolean;

/**
 * Compiles a rule's conditions for many evaluations. An unknown value does not match: a rule for Germany does
 * not match a user of an unknown country, and an invalid version is in no range.
 * @param code of the flag, which decides the percentage bucket
 */
export function compileConditions(code: string, conditions: Conditions): Matcher {
  const checks: Matcher[] = [];
  const { platforms, app_version, countries, entitlement_codes, user_ids, percentage } = conditions;
  if (platforms) {
    const platformSet = new Set(platforms.map((platform) => platform.toLowerCase()));
    checks.push(({ platform }) => platform !== null && platformSet.has(platform.toLowerCase()));
  }
  if (app_version !== undefined) {
    const range = parseVersionRange(app_version);
    checks.push((_, version) => version !== null && range?.test(version) === true);
  }
  if (countries) {
    const countrySet = new Set(countries);
    checks.push(({ country_code }) => country_code !== null && countrySet.has(country_code));
  }
  if (entitlement_codes) {
    const codeSet = new Set(entitlement_codes);
    checks.push((audience) => audience.entitlement_codes.some((held) => codeSet.has(held)));
  }
  if (user_ids) {
    const userSet = new Set(user_ids);
    checks.push(({ subject }) => subject !== null && userSet.has(subject));
  }
  if (percentage !== undefined) checks.push(({ subject }) => subject !== null && bucketOf(code, subject) <= percentage);
  return (audience, version) => checks.every((holds) => holds(audience, version));
}
