import type { IssueType, RuleLocale, SeoDigest } from '@platform/contracts';
import type { z } from 'zod';
import { ruleOf } from '../issues/rules.ts';
import { plainText } from '../reports/markdown.ts';
import { digestTexts } from './digest-texts.ts';

/** Digests: the numbers of some days, and their text. */

type Digest = z.output<typeof SeoDigest>;
type Lists = 'top_opened' | 'top_resolved' | 'next';

export interface TypeCount {
  issue_type: IssueType;
  count: number;
}

/** Numbers as they are stored: without texts of a language. */
export type DigestNumbers = Omit<Digest['numbers'], Lists> & Record<Lists, TypeCount[]>;

export interface DigestRow {
  id: string;
  created_at: Date;
  days: number;
  numbers: DigestNumbers;
}

/** A digest as administrators see it. */
export function toDigest({ id, created_at, days, numbers }: DigestRow, locale: RuleLocale): Digest {
  const named = (types: readonly TypeCount[]) =>
    types.map(({ issue_type, count }) => ({ issue_type, title: ruleOf(issue_type, null, locale).title, count }));
  const { top_opened, top_resolved, next } = numbers;
  const shown = {
    ...numbers,
    top_opened: named(top_opened),
    top_resolved: named(top_resolved),
    next: named(next),
  };
  return { id, created_at: created_at.toISOString(), days, numbers: shown, markdown: write(days, shown, locale) };
}

function write(days: number, numbers: Digest['numbers'], locale: RuleLocale): string {
  const texts = digestTexts[locale];
  const { score, score_before } = numbers;
  const change = score === null || score_before === null ? null : score - score_before;
  const signed = change === null ? '' : ` (${change > 0 ? '+' : ''}${change})`;
  const list = (title: string, types: Digest['numbers']['next']) =>
    types.length === 0 ? [] : ['', `## ${title}`, '', ...types.map((one) => `- ${plainText(one.title)}: ${one.count}`)];
  return [
    `# ${texts.title(days)}`,
    '',
    `- ${texts.score}: ${score ?? texts.unknown}${signed}`,
    `- ${texts.scans}: ${numbers.scans}`,
    `- ${texts.opened}: ${numbers.opened}`,
    `- ${texts.resolved}: ${numbers.resolved}`,
    `- ${texts.ignored}: ${numbers.ignored}`,
    `- ${texts.open}: ${numbers.open} (${texts.urgent}: ${numbers.critical + numbers.high})`,
    ...list(texts.topResolved, numbers.top_resolved),
    ...list(texts.topOpened, numbers.top_opened),
    ...list(texts.next, numbers.next),
    '',
  ].join('\n');
}
