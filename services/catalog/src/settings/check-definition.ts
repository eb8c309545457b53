import { type ConfigDefinition, type FeatureDefinition, maxJsonOfParameter } from '@platform/contracts';
import { findRangeProblem, invalidField } from '@platform/runtime';
import { secretIn } from './secrets.ts';

/**
 * Checks beyond the contract: values that are too long together, ranges that cannot be read or contain no
 * version, rules that no user reaches, values of another type than the parameter's, and secrets.
 * @throws `validation_failed`
 */
export function checkConfigDefinition(definition: ConfigDefinition): void {
  const values = [
    { path: 'value', value: definition.value },
    ...definition.rules.map(({ value }, at) => ({ path: `rules.${at}.value`, value })),
  ];
  const length = values.reduce((sum, { value }) => sum + JSON.stringify(value).length, 0);
  if (length > maxJsonOfParameter)
    invalidField(
      'rules',
      `have values of ${length} characters of JSON in total; at most ${maxJsonOfParameter} are allowed`,
    );
  for (const { path, value } of values) {
    if (definition.type !== 'json' && typeof value !== definition.type)
      invalidField(
        path,
        `has to be a ${definition.type === 'string' ? 'text' : definition.type}, because the parameter has this type`,
      );
    const secret = secretIn(value);
    if (secret) invalidField(path, `looks like ${secret}; the config is public`);
  }
  checkRanges(definition.rules);
  checkReach(definition.rules);
}

/**
 * Checks beyond the contract: ranges that cannot be read or contain no version, countries that do not exist, and rules
 * that no user reaches.
 * @throws `validation_failed`
 */
export function checkFeatureDefinition({ rules }: Pick<FeatureDefinition, 'rules'>): void {
  checkRanges(rules);
  checkReach(rules);
  for (const [at, { countries = [] }] of rules.entries()) {
    const unknown = countries.find((code) => !isCountry(code));
    if (unknown)
      invalidField(`rules.${at}.countries`, `has ${unknown}, which is the code of no country (ISO 3166-1 alpha-2)`);
  }
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Codes that have a name there and are no country: groups of countries, tests and the unknown country. */
const groups = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
const isCountry = (code: string): boolean => !groups.has(code) && regions.of(code) !== undefined;

/** A rule without conditions matches every user: what stands behind it decides nothing. */
function checkReach(rules: readonly object[]): void {
  const last = rules.findIndex((rule) =>
    Object.entries(rule).every(([name, condition]) => name === 'value' || condition === undefined),
  );
  if (last !== -1 && last < rules.length - 1)
    invalidField(
      `rules.${last + 1}`,
      `is reached by no user, because entry ${last + 1} has no conditions and matches everyone: put that entry last`,
    );
}

function checkRanges(rules: readonly { app_version?: string | undefined }[]): void {
  for (const [at, { app_version }] of rules.entries()) {
    const problem = app_version === undefined ? null : findRangeProblem(app_version);
    if (problem !== null) invalidField(`rules.${at}.app_version`, problem);
  }
}
