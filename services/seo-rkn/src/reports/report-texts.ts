import type { IssueOwner, IssueSeverity, RuleLocale } from '@platform/contracts';

/** What the other addresses of an issue are: pages that link there, pages that are alike, or others. */
export type RelatedKind = 'linking' | 'alike' | 'absent' | 'images' | 'files' | 'versions' | 'pages';

/** Words of reports, plans and digests. */
export interface ReportTexts {
  runbook: string;
  plan: string;
  week: string;
  unplanned: string;
  developerDoc: string;
  score: string;
  unknown: string;
  coverage: (fetched: number, pct: number) => string;
  nothing: string;
  where: string;
  steps: string;
  acceptance: string;
  pages: string;
  check: string;
  more: (count: number) => string;
  found: string;
  limit: string;
  place: string;
  text: string;
  affected: string;
  /** What the other addresses of an issue are. */
  related: Record<RelatedKind, string>;
  effort: string;
  owners: Record<IssueOwner, string>;
  severities: Record<IssueSeverity, string>;
}

export const reportTexts: Record<RuleLocale, ReportTexts> = {
  ru: {
    runbook: 'План исправлений сайта',
    plan: 'План работ',
    week: 'Неделя',
    unplanned: 'Вне плана',
    developerDoc: 'Задачи для разработчиков',
    score: 'Оценка',
    unknown: 'неизвестна',
    coverage: (fetched, pct) => `Получено страниц: ${fetched}, проверено: ${pct} %.`,
    nothing: 'Открытых замечаний нет.',
    where: 'Где',
    steps: 'Что сделать',
    acceptance: 'Готово, когда',
    pages: 'Адреса',
    check: 'Проверка',
    more: (count) => `и ещё ${count}`,
    found: 'Найдено',
    limit: 'норма',
    place: 'Место',
    text: 'Текст',
    affected: 'Затронуто страниц',
    related: {
      linking: 'Ссылаются',
      alike: 'Одинаковы',
      absent: 'Отсутствуют',
      images: 'Изображения',
      files: 'Файлы',
      versions: 'Версии',
      pages: 'Страницы',
    },
    effort: 'Объём',
    owners: {
      landing_dev: 'Разработчик лендинга',
      cms_editor: 'Редактор CMS',
      content: 'Автор текстов',
      operations: 'Эксплуатация',
    },
    severities: { critical: 'критично', high: 'важно', medium: 'средне', low: 'мелочь' },
  },
  en: {
    runbook: 'Plan of repairs of the site',
    plan: 'Work plan',
    week: 'Week',
    unplanned: 'Not planned',
    developerDoc: 'Tasks for developers',
    score: 'Score',
    unknown: 'unknown',
    coverage: (fetched, pct) => `Pages fetched: ${fetched}, judged: ${pct} %.`,
    nothing: 'No issue is open.',
    where: 'Where',
    steps: 'What to do',
    acceptance: 'Done when',
    pages: 'Addresses',
    check: 'Check',
    more: (count) => `and ${count} more`,
    found: 'Found',
    limit: 'limit',
    place: 'Place',
    text: 'Text',
    affected: 'Affected pages',
    related: {
      linking: 'Linked from',
      alike: 'Alike',
      absent: 'Absent',
      images: 'Images',
      files: 'Files',
      versions: 'Versions',
      pages: 'Pages',
    },
    effort: 'Effort',
    owners: {
      landing_dev: 'Developer of the landing page',
      cms_editor: 'Editor of the CMS',
      content: 'Author of texts',
      operations: 'Operations',
    },
    severities: { critical: 'critical', high: 'high', medium: 'medium', low: 'low' },
  },
};
