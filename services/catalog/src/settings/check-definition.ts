import { type ConfigDefinition, type FeatureDefinition, maxJsonOfParameter } from '@platform/contracts';
import { findRangeProblem, invalidField } from '@platform/runtime';
import { secretIn } from './secrets.ts';

/**
 * Checks beyond the contract: values that are too long together, ranges that cannot be read or contain no
 * version, values of another type than the parameter's, and secrets.
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
}

/** @see checkConfigDefinition */
export const checkFeatureDefinition = (definition: Pick<FeatureDefinition, 'rules'>): void =>
  checkRanges(definition.rules);

function checkRanges(rules: readonly { app_version?: string | undefined }[]): void {
  for (const [at, { app_version }] of rules.entries()) {
    const problem = app_version === undefined ? null : findRangeProblem(app_version);
    if (problem !== null) invalidField(`rules.${at}.app_version`, problem);
  }
}
