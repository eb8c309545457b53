import { readFileSync } from 'node:fs';

/** A regular expression that the analyser calls super-linear or does not finish, and what bounds its cost. */
export interface ReviewedPattern {
  path: string;
  /** As `/source/flags`. */
  pattern: string;
  /** Length of its input, or the thread that ends it. */
  bound: string;
}

/**
 * Code that reads foreign text in a worker thread with a time and a memory limit. What it shares with the main thread
 * takes texts of a few hundred characters (`clean` cuts them).
 */
export const threadFolders: readonly string[] = [
  'services/seo-rkn/src/document-check/',
  'services/seo-rkn/src/pages/',
  'services/seo-rkn/src/rkn/facts/',
  'services/seo-rkn/src/rkn/judge/',
  'services/cms/src/transfer/readers/',
  'packages/markdown/src/',
];

const file = new URL('../reviewed-patterns.json', import.meta.url);
export const reviewedPatterns = JSON.parse(readFileSync(file, 'utf8')) as readonly ReviewedPattern[];
