import { type AppVersion, parseAppVersion } from '@platform/runtime';
import { type Audience, type Conditions, compileConditions, type Matcher } from './targeting.ts';

/** Conditions of a rule. */
export type Condition = keyof Conditions;

/** A parameter or flag as it is stored: the default value, and rules for some users. */
export interface Definition<V> {
  value: V;
  rules: (Conditions & { value: V })[];
}

/**
 * How a value was found, in the terms of OpenFeature: a rule matched, a rule with a percentage matched, none
 * of the rules matched, there are no rules, or the flag is switched off.
 */
export type Reason = 'TARGETING_MATCH' | 'SPLIT' | 'DEFAULT' | 'STATIC' | 'DISABLED';

interface Outcome<V> {
  value: V;
  reason: Reason;
}

/** A definition that is ready to be asked. */
export interface Setting<V> {
  key: string;
  version: number;
  /** Conditions of its rules. */
  conditions: readonly Condition[];
  /** The value for an audience, and where it comes from. */
  evaluate(audience: Audience, version: AppVersion | null): Outcome<V>;
}

/**
 * The first rule that matches decides, else the default.
 */
export function compileSetting<V>(key: string, version: number, definition: Definition<V>): Setting<V> {
  const rules: { matches: Matcher; outcome: Outcome<V> }[] = definition.rules.map(({ value, ...conditions }) => ({
    matches: compileConditions(key, conditions),
    outcome: { value, reason: conditions.percentage === undefined ? 'TARGETING_MATCH' : 'SPLIT' },
  }));
  const otherwise: Outcome<V> = { value: definition.value, reason: rules.length === 0 ? 'STATIC' : 'DEFAULT' };
  return {
    key,
    version,
    conditions: definition.rules.flatMap(({ value: _, ...conditions }) => Object.keys(conditions) as Condition[]),
    evaluate(audience, appVersion) {
      for (const rule of rules) if (rule.matches(audience, appVersion)) return rule.outcome;
      return otherwise;
    },
  };
}

/** A setting that is switched off: the same value for every user, and no rule is asked. */
export const disabledSetting = <V>(key: string, version: number, value: V): Setting<V> => ({
  key,
  version,
  conditions: [],
  evaluate: () => ({ value, reason: 'DISABLED' }),
});

/** Every setting with its value for this audience, by key. */
export function evaluateAll<V>(settings: readonly Setting<V>[], audience: Audience): Record<string, V> {
  const version = parseAppVersion(audience.app_version);
  // Not an object literal: a parameter may be called __proto__.
  const values: Record<string, V> = Object.create(null);
  for (const setting of settings) values[setting.key] = setting.evaluate(audience, version).value;
  return values;
}
