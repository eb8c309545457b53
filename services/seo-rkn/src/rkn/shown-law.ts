import type { LawLine, RuleLocale, ShownLawLine } from '@platform/contracts';
import type { z } from 'zod';
import type { LawData } from './law.ts';

const marks: Record<RuleLocale, Record<LawLine['mark'], string>> = {
  ru: {
    V: 'норма подтверждена источником',
    P: 'источник согласен по существу',
    U: 'норма не проверена, на оценку не влияет',
  },
  en: {
    V: 'stated by a source',
    P: 'a source agrees in substance',
    U: 'not verified, without effect on the score',
  },
};

/** A provision with the meaning of its mark and the addresses of its sources. */
export const toShownLaw = (
  line: LawLine,
  { sources }: Pick<LawData, 'sources'>,
  locale: RuleLocale,
): z.input<typeof ShownLawLine> => ({
  ...line,
  mark_text: marks[locale][line.mark],
  source_urls: (line.source?.split(' ') ?? []).flatMap((key) => sources[key] ?? []),
});
