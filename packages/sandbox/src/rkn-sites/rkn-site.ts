import type { SiteAnswer } from '../sites/render-site.ts';
import { type ExpectedFinding, exclusiveRknDefects, rknDefects } from './rkn-defects.ts';
import { baseRknSite, type RknPageModel, renderRknPage } from './rkn-model.ts';

export type { ExpectedFinding } from './rkn-defects.ts';

export interface RknSampleSite {
  origin: string;
  /** Answer of each path; every other path is 404. */
  answers: ReadonlyMap<string, SiteAnswer>;
  /** The findings that a scan has to report, by defect. */
  manifest: { defect: string; findings: ExpectedFinding[] }[];
}

/** Ids of all defects that one site can have at once. */
export const rknDefectIds: readonly string[] = rknDefects.map(({ id }) => id);
/** Ids of the defects that hide others; each makes a site of its own. */
export const exclusiveRknDefectIds: readonly string[] = exclusiveRknDefects.map(({ id }) => id);

/**
 * Codes that no page of a local site can show. They need https, a public address, a mail server or a click,
 * or they come from the profile of the operator and the data of the platform.
 */
export const notOnAnRknSite: readonly string[] = [
  'https_missing',
  'mixed_content',
  'tls_legacy',
  'hsts_missing',
  'hosting_outside_ru',
  'mail_foreign_mx',
  'choice_ineffective',
  'rkn_registry_unconfirmed',
  'crossborder_notice_missing',
  'consent_version_stale',
  'reconsent_backlog',
  'unsubscribe_missing',
];

/**
 * A Russian site of about thirty pages with forms and documents.
 * @param options `defects`: ids of its faults by the law of personal data, none for the clean twin
 */
export function createRknSite({ defects, origin }: { defects: readonly string[]; origin: string }): RknSampleSite {
  const site = baseRknSite(origin);
  const document = (title: string): RknPageModel => ({
    title,
    body: '',
    head: '',
    headers: {},
    status: 200,
    is_bare: false,
  });
  site.pages.set('/privacy', document('Политика обработки персональных данных'));
  site.pages.set('/consent', document('Согласие на обработку персональных данных'));
  site.pages.set('/forms', { ...document('Заявка принята'), status: 204 });
  const wanted = new Set(defects);
  const manifest = [...rknDefects, ...exclusiveRknDefects]
    .filter(({ id }) => wanted.has(id))
    .map((defect) => ({ defect: defect.id, findings: defect.apply(site) }));
  if (!site.has_policy) site.pages.delete('/privacy');
  const cookies = `Сайт использует файлы cookie и сервисы: ${site.services.join(', ')}.`;
  if (site.policy.has('cookies')) site.policy.set('cookies', cookies);
  const contact = `Обращения принимаются ${site.email === null ? '' : `по адресу ${site.email} и `}по телефону +7 495 123-45-67.`;
  site.policy.set('contact', contact);
  const text = (parts: ReadonlyMap<string, string>) => [...parts.values()].map((part) => `<p>${part}</p>`).join('\n');
  for (const [path, parts] of [
    ['/privacy', site.policy],
    ['/consent', site.consent],
  ] as const) {
    const page = site.pages.get(path);
    if (page && parts.size > 0) page.body += text(parts);
  }
  const answers = new Map<string, SiteAnswer>();
  for (const [path, page] of site.pages) answers.set(path, toAnswer(renderRknPage(site, path, page), page));
  answers.set('/robots.txt', {
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: Buffer.from('User-agent: *\nAllow: /\n'),
  });
  return { origin, answers, manifest };
}

const policy = "default-src 'self' https:; script-src 'self' 'unsafe-inline' https:; frame-src https:";

function toAnswer(html: string, { headers, status }: RknPageModel): SiteAnswer {
  const all: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  return { status, headers: sent, body: Buffer.from(status === 204 ? '' : html) };
}
