import type { ConfigDefinition, FeatureDefinition } from '@platform/contracts';
import { invalidField } from '@platform/runtime';
import { secretIn } from './secrets.ts';
import { parseRange } from './targeting.ts';

/**
 * Checks beyond the contract: ranges that no version library understands, values of another type than the
 * parameter's, and secrets. Throws `validation_failed`.
 */
export function checkConfigDefinition(definition: ConfigDefinition): void {
  const values = [
    { path: 'value', value: definition.value },
    ...definition.rules.map(({ value }, at) => ({ path: `rules.${at}.value`, value })),
  ];
  for (const { path, value } of values) {
    if (definition.type !== 'json' && typeof value !== definition.type)
      invalidField(path, `must be a ${definition.type}`);
    const secret = secretIn(value);
    if (secret) invalidField(path, `looks like ${secret}; the config is public`);
  }
  checkRanges(definition.rules);
}

/** @see checkConfigDefinition */
export const checkFeatureDefinition = (definition: Pick<FeatureDefinition, 'rules'>): void =>
  checkRanges(definition.rules);

function checkRanges(rules: readonly { app_version?: string | undefined }[]): void {
  for (const [at, { app_version }] of rules.entries())
    if (app_version !== undefined && parseRange(app_version) === null)
      invalidField(`rules.${at}.app_version`, 'is not a range of semantic versions, such as >=2.1.0 <3');
}
