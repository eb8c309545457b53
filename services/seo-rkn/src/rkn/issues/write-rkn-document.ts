import type { RknResult, RuleLocale } from '@platform/contracts';
import type { z } from 'zod';
import { codeSpan, plainText } from '../../reports/markdown.ts';
import { newestLaw, rknRuleOf } from '../law.ts';
import { describeServices, reasonWords, wordsOfMeasure } from './finding-words.ts';
import type { RknIssueView } from './rkn-issue.ts';

/** Markdown of scans about personal data. Texts of pages appear only in code spans. */

const texts = {
  ru: {
    title: 'Персональные данные: что исправить',
    score: (score: number, risk: string, coverage: number) =>
      `Оценка: ${score} из 100, риск: ${risk}. Проверено правил: ${coverage} %.`,
    outdated: 'Данные о законе старше 180 дней: ни одно нарушение не считается подтверждённым.',
    where: 'Где',
    how: 'Как исправить',
    law: 'Закон',
    source: 'источник',
    seen: 'Что найдено',
    services: 'Сервисы',
    acceptance: 'Проверка',
    verified: 'данные о законе от',
    nothing: 'Нарушений не найдено.',
    unverified: 'Не удалось проверить',
    since: 'с',
    severities: { critical: 'критично', high: 'высокая', medium: 'средняя', low: 'низкая' },
    certainties: { confirmed: 'подтверждено', detected: 'обнаружено', unverified: 'не проверено' },
    counted: (seen: string, counted: string) => `${seen}, по закону считается как «${counted}»`,
    risks: { low: 'низкий', medium: 'средний', high: 'высокий', critical: 'критический', unknown: 'неизвестен' },
  },
  en: {
    title: 'Personal data: what to mend',
    score: (score: number, risk: string, coverage: number) =>
      `Score: ${score} of 100, risk: ${risk}. Rules that were judged: ${coverage} %.`,
    outdated: 'The law data are older than 180 days: no finding counts as confirmed.',
    where: 'Where',
    how: 'How to mend it',
    law: 'Law',
    source: 'source',
    seen: 'Found',
    services: 'Services',
    acceptance: 'Accepted when',
    verified: 'law data of',
    nothing: 'Nothing was found.',
    unverified: 'Could not be judged',
    since: 'since',
    severities: { critical: 'critical', high: 'high', medium: 'medium', low: 'low' },
    certainties: { confirmed: 'confirmed', detected: 'detected', unverified: 'unverified' },
    counted: (seen: string, counted: string) => `${seen}, counts as ${counted} by its law`,
    risks: { low: 'low', medium: 'medium', high: 'high', critical: 'critical', unknown: 'unknown' },
  },
} as const;

/** Addresses of a finding in the document. */
const shownUrls = 5;

/** Findings of a scan as a checklist, the heaviest first, with law and acceptance. */
export function writeRknDocument(result: z.input<typeof RknResult>, locale: RuleLocale): string {
  const localeTexts = texts[locale];
  const { score, risk, coverage_score, exposure, issues, unverified, rules_outdated } = result;
  return [
    `# ${localeTexts.title}`,
    '',
    localeTexts.score(score ?? 0, localeTexts.risks[risk ?? 'unknown'], coverage_score ?? 0),
    ...(rules_outdated ? ['', localeTexts.outdated] : []),
    ...(exposure
      ? ['', plainText(`${exposure.disclaimer} (${localeTexts.verified} ${exposure.law_verified_at})`)]
      : []),
    '',
    ...issues.flatMap((issue) => writeIssue(issue, locale)),
    ...(issues.length === 0 ? [localeTexts.nothing] : []),
    ...(unverified.length > 0
      ? [
          '',
          `## ${localeTexts.unverified}`,
          '',
          ...unverified.map(
            ({ code, reason }) =>
              `- ${plainText(rknRuleOf(newestLaw, code, null, locale).title)} · \`${code}\`: ${plainText(reasonWords[locale][reason])}`,
          ),
        ]
      : []),
    '',
  ].join('\n');
}

function writeIssue(
  { title, code, severity, certainty, effective_certainty, where, how, acceptance, law }: RknIssueView,
  locale: RuleLocale,
): string[] {
  const localeTexts = texts[locale];
  const urls = [where.url, ...where.related].slice(0, shownUrls).map(codeSpan).join(', ');
  const evidence = [where.selector, where.snippet]
    .filter((text) => text !== null && text !== '')
    .map((text) => codeSpan(text ?? ''));
  const lines = law.map(({ act, article, since, mark_text, source_urls }) => {
    const provision = [act, article].filter((part) => part !== null).join(' ');
    const validity = since === null ? '' : `, ${localeTexts.since} ${since}`;
    const sources = source_urls.length === 0 ? '' : `; ${localeTexts.source}: ${source_urls.map(codeSpan).join(', ')}`;
    return `${plainText(`${provision}${validity} (${mark_text}`)}${sources})`;
  });
  const measure = wordsOfMeasure(code, where.measured, locale);
  const services = code === 'policy_services_undisclosed' ? describeServices(where.snippet ?? '', locale) : [];
  const sure =
    certainty === effective_certainty
      ? localeTexts.certainties[certainty]
      : localeTexts.counted(localeTexts.certainties[certainty], localeTexts.certainties[effective_certainty]);
  return [
    `- [ ] **${plainText(title)}** · \`${code}\` · ${localeTexts.severities[severity]} · ${sure}`,
    `  - ${localeTexts.where}: ${[urls, ...evidence].join(' · ')}`,
    ...(measure === null ? [] : [`  - ${localeTexts.seen}: ${plainText(measure)}`]),
    ...services.map((service) => `  - ${localeTexts.services}: ${plainText(service)}`),
    `  - ${localeTexts.how}: ${plainText(how)}`,
    ...acceptance.map((line) => `  - ${localeTexts.acceptance}: ${plainText(line)}`),
    `  - ${localeTexts.law}: ${lines.join('; ')}`,
  ];
}
