import { postalAddress } from '../facts/postal-address.ts';
import { contactsAddress, contactsName, words } from '../facts/words.ts';
import { findRequisites, type LabelledRequisite } from '../requisites.ts';
import { kindOfPage } from './documents.ts';
import { type Operator, type OwnedRequisite, operatorIn } from './operators.ts';
import { type RknPage, type RknSite, readable } from './rkn-site.ts';
import type { RknVerdicts } from './verdicts.ts';

const legalName = words(
  'ооо|ао|пао|зао|оао|нао|ано|нко|ип|индивидуальн~ предпринимател~|самозанят~|нпд|общество с ограниченной ответственностью|акционерное общество',
);

interface Source {
  page: RknPage;
  text: string;
  isDocument?: boolean;
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

/**
 * Own texts of documents, of contacts and of footers, each without the frame of its page: every page has the same
 * footer, so a document with it would agree with everything.
 */
function ownTextsOf(site: RknSite): Source[] {
  const footers = new Set<string>();
  return readable(site).flatMap(({ page, facts }) => {
    const { document, text, footer, h1 } = facts;
    const bare = footer === '' ? text : text.replace(footer, ' ');
    if (kindOfPage(page) !== null) return [{ page, text: document || bare, isDocument: true }];
    const isContacts = contactsAddress.test(new URL(page.url).pathname) || contactsName.test(h1);
    const isNew = footer !== '' && !footers.has(footer);
    footers.add(footer);
    const frame = footer === '' && page === site.pages[0] ? (facts.ending ?? '') : footer;
    return [
      ...(isContacts ? [{ page, text: bare }] : []),
      ...(isNew || (footer === '' && frame !== '') ? [{ page, text: frame }] : []),
    ];
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
    ...(postalAddress.test(allText) ? [] : ['address']),
  ];
  if (missing.length > 0)
    verdicts.report(
      'operator_requisites_missing',
      { subject: 'site:requisites', url: home },
      { measured: missing.join(', ') },
    );
  if (!readable(site).some(({ facts }) => facts.has_email))
    verdicts.report('owner_contact_missing', { subject: 'site:contact', url: home });
  judgeNumbers(site, requisites, verdicts);
}

const haveCommon = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((value) => other.has(value));

interface NamedSource extends Operator {
  page: RknPage;
  isDocument: boolean;
}

type Pair = [NamedSource, NamedSource];

/** Two sources that name an owner each, and nothing in common; null where all agree. */
function findContradiction(
  sources: readonly NamedSource[],
  valuesOf: (source: NamedSource, other: NamedSource) => readonly string[],
): Pair | null {
  for (const [at, one] of sources.entries())
    for (const other of sources.slice(at + 1)) {
      const [values, others] = [new Set(valuesOf(one, other)), new Set(valuesOf(other, one))];
      if (values.size > 0 && others.size > 0 && !haveCommon(values, others)) return [one, other];
    }
  return null;
}

const keysOf = ({ names }: NamedSource): Set<string> => new Set(names.map(({ key }) => key));

/** Valid numbers of a kind. Of two texts that name the same owner, those of this owner alone. */
function numbersOf(kind: 'inn' | 'ogrn'): (source: NamedSource, other: NamedSource) => string[] {
  return (source, other) => {
    const common = [...keysOf(source)].filter((key) => keysOf(other).has(key));
    const isOfCommon = ({ of }: OwnedRequisite) => common.length === 0 || of === null || common.includes(of);
    return source.requisites
      .filter((one) => one.kind === kind && one.is_valid && isOfCommon(one))
      .map(({ digits }) => digits);
  };
}

function judgeNumbers(
  site: RknSite,
  requisites: readonly (LabelledRequisite & { page: RknPage })[],
  verdicts: RknVerdicts,
): void {
  const sources = ownTextsOf(site).map(({ page, text, isDocument }) => ({
    page,
    isDocument: isDocument === true,
    ...operatorIn(text, isDocument),
  }));
  if (requisites.length === 0 && sources.every(({ names }) => names.length === 0)) return;
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
  const isFound = judgeDifference(sources, 'inn', verdicts) || judgeDifference(sources, 'ogrn', verdicts);
  if (!isFound) judgeNames(sources, verdicts);
}

/** Numbers of two sources that cannot be those of one owner. Of one owner, each text states the same INN. */
function judgeDifference(sources: readonly NamedSource[], kind: 'inn' | 'ogrn', verdicts: RknVerdicts): boolean {
  const valuesOf = numbersOf(kind);
  const pair = findContradiction(sources, valuesOf);
  if (pair === null) return false;
  const [one, other] = pair;
  verdicts.report(
    'requisites_invalid',
    { subject: `requisite:${kind}`, url: other.page.url },
    {
      // A page of contacts may name a branch, a franchisee or a company of the same group.
      certainty: one.isDocument || other.isDocument ? 'confirmed' : 'detected',
      snippet: [...new Set([...valuesOf(one, other), ...valuesOf(other, one)])]
        .map((digits) => `${kind.toUpperCase()} ${digits}`)
        .join(', '),
      measured: 'differ',
      related: [one.page.url],
    },
  );
  return true;
}

/** Names of two sources that differ, where no number tells. Brands beside the owner are possible, so nothing is sure. */
function judgeNames(sources: readonly NamedSource[], verdicts: RknVerdicts): void {
  const digitsOf = ({ requisites }: NamedSource) => new Set(requisites.map(({ digits }) => digits));
  const pair = findContradiction(sources, (source) => [...keysOf(source)]);
  if (pair === null) return;
  const [one, other] = pair;
  if (haveCommon(digitsOf(one), digitsOf(other))) return;
  verdicts.report(
    'requisites_invalid',
    { subject: 'requisite:name', url: other.page.url },
    {
      certainty: 'detected',
      snippet: pair.flatMap(({ names }) => names[0]?.text ?? []).join(', '),
      measured: 'names differ',
      related: [one.page.url],
    },
  );
}
