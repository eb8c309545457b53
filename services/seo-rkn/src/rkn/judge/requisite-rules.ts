import { contactsAddress, contactsName, words } from '../facts/words.ts';
import { findRequisites, type LabelledRequisite } from '../requisites.ts';
import { kindOfPage } from './documents.ts';
import { type RknPage, type RknSite, readable } from './rkn-site.ts';
import type { RknVerdicts } from './verdicts.ts';

const legalName = words(
  'ооо|ао|пао|зао|ип|индивидуальн~ предпринимател~|самозанят~|нпд|общество с ограниченной ответственностью',
);
const address = /(?<!\d)\d{6}(?!\d)|(?<![\p{L}])(?:г\.|город|ул\.|улица|пр-т|проспект)(?![\p{L}])/iu;

interface Source {
  page: RknPage;
  text: string;
}

/** Texts in which an operator names itself: footers, the end of the home page, contacts, documents. */
function sourcesOf(site: RknSite): Source[] {
  return readable(site).flatMap(({ page, facts }) => {
    const path = new URL(page.url).pathname;
    const isOwn = kindOfPage(page) !== null || contactsAddress.test(path) || contactsName.test(facts.h1);
    if (isOwn) return [{ page, text: facts.text }];
    const ending = page === site.pages[0] && findRequisites(facts.footer).length === 0 ? (facts.ending ?? '') : '';
    const text = [facts.footer, ending].filter((part) => part !== '').join('\n');
    return text === '' ? [] : [{ page, text }];
  });
}

/** Judges whether the owner of a site names itself, with numbers that can be true. */
export function judgeRequisites(site: RknSite, verdicts: RknVerdicts): void {
  const sources = sourcesOf(site);
  const home = site.pages[0]?.url ?? site.origin;
  const allText = sources.map(({ text }) => text).join('\n');
  const requisites = sources.flatMap(({ page, text }) => findRequisites(text).map((one) => ({ ...one, page })));
  verdicts.judge('operator_requisites_missing', 'owner_contact_missing');
  const missing = [
    ...(legalName.test(allText) ? [] : ['name']),
    ...(requisites.length > 0 ? [] : ['INN or OGRN']),
    ...(address.test(allText) ? [] : ['address']),
  ];
  if (missing.length > 0)
    verdicts.report(
      'operator_requisites_missing',
      { subject: 'site:requisites', url: home },
      { measured: missing.join(', ') },
    );
  if (!readable(site).some(({ facts }) => facts.has_email))
    verdicts.report('owner_contact_missing', { subject: 'site:contact', url: home });
  if (requisites.length > 0) judgeNumbers(requisites, verdicts);
}

/**
 * Two sources share no number. A policy also names its processors, so a further number is no fault. Pairs of pages times
 * the numbers of a page: 60 × 60 × 50.
 */
function contradict(requisites: readonly (LabelledRequisite & { page: RknPage })[]): boolean {
  const ofPages = new Map<RknPage, Set<string>>();
  for (const { page, digits } of requisites) ofPages.set(page, (ofPages.get(page) ?? new Set()).add(digits));
  const sets = [...ofPages.values()];
  return sets.some((one, at) => sets.slice(at + 1).some((other) => [...one].every((digits) => !other.has(digits))));
}

function judgeNumbers(requisites: readonly (LabelledRequisite & { page: RknPage })[], verdicts: RknVerdicts): void {
  verdicts.judge('requisites_invalid');
  const wrong = requisites.filter(({ is_valid }) => !is_valid);
  for (const [number, [first, ...others]] of Map.groupBy(wrong, ({ digits }) => digits)) {
    if (first)
      verdicts.report(
        'requisites_invalid',
        { subject: `requisite:${number}`, url: first.page.url },
        {
          certainty: 'confirmed',
          snippet: `${first.kind.toUpperCase()} ${number}`,
          measured: 'checksum',
          related: others.map(({ page }) => page.url),
        },
      );
  }
  for (const kind of ['inn', 'ogrn'] as const) {
    const valid = requisites.filter((one) => one.kind === kind && one.is_valid);
    const numbers = [...new Set(valid.map(({ digits }) => digits))];
    if (contradict(valid))
      verdicts.report(
        'requisites_invalid',
        { subject: `requisite:${kind}`, url: valid[0]?.page.url ?? '' },
        {
          certainty: 'confirmed',
          snippet: numbers.join(', '),
          measured: 'differ',
          related: valid.map(({ page }) => page.url),
        },
      );
  }
}
