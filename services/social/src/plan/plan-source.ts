import type { IdeaSource, PlanSourceKind } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import type { z } from 'zod';

/** Something that a post can be made from. */
export interface PlanSource {
  /** The same for the same thing in each run. */
  key: string;
  kind: PlanSourceKind;
  title: string;
  /** What it says, without its title; empty where there is no more. */
  text: string;
  /** As the idea names it. Its excerpt holds everything that the fact check may rest on. */
  source: z.output<typeof IdeaSource>;
  /** The days of an occasion, `YYYY-MM-DD`; null for any day. */
  days: readonly string[] | null;
}

const maxExcerpt = 2_000;

/** The excerpt of a source: its title and what it says. */
export const excerptOf = (title: string, text: string): string =>
  cutText(text === '' ? title : `${title}\n${text}`, maxExcerpt);
