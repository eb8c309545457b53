import type { SemVer } from 'semver';
import { type Audience, type Conditions, compileConditions, type Matcher, parseVersion } from './targeting.ts';

/** Conditions of a rule. */
export type Condition = keyof Conditions;

/** A parameter or flag as it is stored: the default value, and rules for some users. */
export interface Definition<V> {
  value: V;
  rules: (Conditions & { value: V })[];
}

/** A definition that is ready to be asked. */
export interface Setting<V> {
  key: string;
  version: number;
  /** Conditions of its rules. */
  conditions: readonly Condition[];
  /** Switched off: it answers the same to every user. */
  isDisabled?: true;
  /** The value for an audience, and whether a rule or the default gave it. */
  evaluate(audience: Audience, version: SemVer | null): { value: V; isTargeted: boolean };
}

/**
 * The first rule that matches decides, else the default (specification, "Remote config and features";
 * decisions, `features`).
 */
export function compileSetting<V>(key: string, version: number, definition: Definition<V>): Setting<V> {
  const rules: { matches: Matcher; value: V }[] = definition.rules.map(({ value, ...conditions }) => ({
    matches: compileConditions(key, conditions),
    value,
  }));
  return {
    key,
    version,
    conditions: definition.rules.flatMap(({ value: _, ...conditions }) => Object.keys(conditions) as Condition[]),
    evaluate(audience, appVersion) {
      for (const rule of rules) if (rule.matches(audience, appVersion)) return { value: rule.value, isTargeted: true };
      return { value: definition.value, isTargeted: false };
    },
  };
}

/** Every setting with its value for this audience, by key. */
export function evaluateAll<V>(settings: readonly Setting<V>[], audience: Audience): Record<string, V> {
  const version = parseVersion(audience.app_version);
  // Not an object literal: a parameter may be called __proto__.
  const values: Record<string, V> = Object.create(null);
  for (const setting of settings) values[setting.key] = setting.evaluate(audience, version).value;
  return values;
}
