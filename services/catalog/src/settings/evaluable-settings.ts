import type { Condition, Setting } from './evaluate.ts';

/** A setting with its kind. */
export interface EvaluableSetting extends Setting<unknown> {
  kind: 'feature' | 'config';
}

/** All settings of an application, ready to be evaluated. */
export interface CurrentSettings {
  /** Names this content: another content has another one. */
  tag: string;
  config: Setting<unknown>[];
  features: Setting<boolean>[];
  /**
   * Flags and parameters in one name space, as OFREP reads them: a flag wins over a parameter of its name.
   */
  evaluable: ReadonlyMap<string, EvaluableSetting>;
  /** Conditions of the rules of all flags: no other fact about a caller is needed. */
  flagConditions: ReadonlySet<Condition>;
}
