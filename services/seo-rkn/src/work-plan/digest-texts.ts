import type { RuleLocale } from '@platform/contracts';

/** Words of digests. */
export interface DigestTexts {
  title: (days: number) => string;
  score: string;
  unknown: string;
  scans: string;
  opened: string;
  resolved: string;
  ignored: string;
  open: string;
  urgent: string;
  topOpened: string;
  topResolved: string;
  next: string;
}

export const digestTexts: Record<RuleLocale, DigestTexts> = {
  ru: {
    title: (days) => `SEO за последние дни: ${days}`,
    score: 'Оценка',
    unknown: 'неизвестна',
    scans: 'Проверок',
    opened: 'Появилось замечаний',
    resolved: 'Исправлено',
    ignored: 'Отклонено',
    open: 'Открыто сейчас',
    urgent: 'критичных и важных',
    topOpened: 'Что появилось',
    topResolved: 'Что исправлено',
    next: 'Что исправить дальше',
  },
  en: {
    title: (days) => `SEO, last ${days} days`,
    score: 'Score',
    unknown: 'unknown',
    scans: 'Scans',
    opened: 'Issues opened',
    resolved: 'Issues resolved',
    ignored: 'Issues ignored',
    open: 'Open now',
    urgent: 'critical and high',
    topOpened: 'What is new',
    topResolved: 'What was fixed',
    next: 'What to fix next',
  },
};
