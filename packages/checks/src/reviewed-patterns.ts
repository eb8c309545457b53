import { readFileSync } from 'node:fs';

/** A regular expression that the analyser calls super-linear or does not finish, and what bounds its cost. */
export interface ReviewedPattern {
  path: string;
  /** As `/source/flags`. */
  pattern: string;
  /** The longest text that it runs on, in characters: `measure-patterns.ts` measures it there. */
  size: number;
  /** What bounds its text. */
  bound: string;
}

const file = new URL('../reviewed-patterns.json', import.meta.url);
export const reviewedPatterns = JSON.parse(readFileSync(file, 'utf8')) as readonly ReviewedPattern[];
