import type { InsightFacts, PeriodMetric } from '@platform/contracts';
import { templateLanguage } from '../plan/write-post.ts';
import { addDays } from './week.ts';

type Language = ReturnType<typeof templateLanguage>;

const names: Record<Language, Record<PeriodMetric, string>> = {
  ru: {
    posts: 'Публикации',
    views: 'Просмотры',
    reach: 'Охват',
    likes: 'Отметки «нравится»',
    reactions: 'Реакции',
    comments: 'Комментарии',
    replies: 'Ответы',
    reposts: 'Репосты',
    quotes: 'Цитаты',
    shares: 'Пересылки',
    saved: 'Сохранения',
  },
  en: {
    posts: 'Posts',
    views: 'Views',
    reach: 'Reach',
    likes: 'Likes',
    reactions: 'Reactions',
    comments: 'Comments',
    replies: 'Replies',
    reposts: 'Reposts',
    quotes: 'Quotes',
    shares: 'Shares',
    saved: 'Saves',
  },
};
const words = {
  ru: {
    week: 'Неделя',
    median: 'медиана четырёх недель',
    best: 'Лучшая публикация',
    worst: 'Самая слабая публикация',
    hours: 'Лучший час',
    rubric: 'Рубрика',
    ofUsual: 'от обычной',
    proposal: 'Предложение',
    money: 'Выручка',
    empty: 'Публикаций не было.',
    registers: 'регистрации',
    payments: 'платежи',
    unknown: 'Выручка неизвестна.',
    days: ['понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота', 'воскресенье'],
  },
  en: {
    week: 'Week',
    median: 'median of four weeks',
    best: 'Best post',
    worst: 'Weakest post',
    hours: 'Best hour',
    rubric: 'Rubric',
    ofUsual: 'of a usual one',
    proposal: 'Proposal',
    money: 'Revenue',
    empty: 'There were no posts.',
    registers: 'registrations',
    payments: 'payments',
    unknown: 'The revenue is not known.',
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  },
} as const;

const signed = (percent: number): string => `${percent > 0 ? '+' : ''}${percent} %`;

/** The report about a week in words: it says what the numbers say, and nothing else. */
export function writeReport(facts: InsightFacts, monday: string, languages: readonly string[]): string {
  const language = templateLanguage(languages);
  const phrases = words[language];
  const lines = [`${phrases.week} ${monday} – ${addDays(monday, 6)}.`];
  const posts = facts.numbers.find(({ metric }) => metric === 'posts');
  if (posts?.value === 0) lines.push(phrases.empty);
  for (const { metric, value, before, change_percent } of facts.numbers) {
    if (value === null || (metric === 'posts' && value === 0)) continue;
    const change = change_percent === null ? '' : `, ${signed(change_percent)}`;
    const compared = before === null ? '' : ` (${phrases.median}: ${before}${change})`;
    lines.push(`${names[language][metric]}: ${value}${compared}.`);
  }
  for (const [label, list] of [
    [phrases.best, facts.top],
    [phrases.worst, facts.bottom],
  ] as const) {
    const [post] = list;
    if (!post) continue;
    const ratio = post.ratio === null ? '' : ` (× ${post.ratio} ${phrases.ofUsual})`;
    lines.push(`${label}: «${post.title}», ${names[language][post.metric].toLowerCase()} ${post.value}${ratio}.`);
  }
  const [hour] = facts.hours;
  // Hours of several accounts cannot be compared: a text names the best one where there is one account.
  const isOfOne = facts.hours.every(({ account_id }) => account_id === hour?.account_id);
  if (hour && isOfOne)
    lines.push(`${phrases.hours}: ${phrases.days[hour.weekday - 1] ?? ''}, ${hour.hour}:00, n = ${hour.posts}.`);
  for (const { rubric, ratio, posts: n } of facts.rubrics)
    lines.push(`${phrases.rubric} ${rubric}: × ${ratio} ${phrases.ofUsual}, n = ${n}.`);
  const { totals } = facts.revenue;
  if (totals === null) lines.push(phrases.unknown);
  else {
    const net = totals.net.map(({ amount, currency }) => `${amount} ${currency}`).join(', ') || '0';
    lines.push(
      `${phrases.money}: ${net}; ${phrases.registers}: ${totals.registers}, ${phrases.payments}: ${totals.payments}.`,
    );
  }
  for (const { why } of facts.proposals) lines.push(`${phrases.proposal}: ${why}.`);
  return lines.join('\n');
}
