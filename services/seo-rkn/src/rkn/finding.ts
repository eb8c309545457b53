import type { RknCertainty, RknCode } from '@platform/contracts';

/** What a rule of the law saw, before the law caps its certainty. */
export interface RknFinding {
  code: RknCode;
  /** Sub-case of the code; null for the main one. */
  variant: string | null;
  /** How sure the observation is. */
  certainty: RknCertainty;
}
