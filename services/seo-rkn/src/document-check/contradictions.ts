import type { DocumentContradiction } from '@platform/contracts';
import type { z } from 'zod';
import { namesService } from '../rkn/facts/services.ts';
import { findRequisites } from '../rkn/requisites.ts';
import { dataNamed, datesOf, operatorOf } from './lexicon.ts';
import type { DocumentText } from './method.ts';
import { fieldsOf, linkKey, type SiteObservations } from './site-observations.ts';
import { matchesOf, offsetOf, quoteAt } from './text-search.ts';

/** What a text says and the site, the profile or the calendar says otherwise. */
export interface Contradiction {
  code: z.output<typeof DocumentContradiction>['code'];
  quote: string | null;
  /** Kinds of fields, names of services, or values; ten at most. */
  seen: string[];
}

/** What documents are compared with beside the site. */
export interface OwnerFacts {
  /** INN of the profile of the operator; null without one. */
  inn: string | null;
  /** Name of the operator in the profile; null without one. */
  name: string | null;
  /** The current day, `YYYY-MM-DD`. */
  today: string;
}

const maxSeen = 10;

/** Contradictions of a text, each code once. */
export function contradictionsOf(document: DocumentText, owner: OwnerFacts): Contradiction[] {
  const { text } = document;
  const contradictions: Contradiction[] = [];
  const add = (code: Contradiction['code'], index: number | null, observed: readonly string[]) =>
    contradictions.push({
      code,
      quote: index === null ? null : quoteAt(text, index),
      seen: observed.slice(0, maxSeen),
    });
  compareWithSite(document, add);
  compareWithOwner(text, owner, add);
  const outdated = offsetOf(
    text,
    /(?<!\p{L})ред\p{L}{0,7}\.? от [^.\n]{0,12}\.?\d{0,2}\.?201\d|№ ?24-ФЗ|(?<!\d)24-ФЗ/iu,
  );
  if (outdated !== null) add('outdated_law', outdated, []);
  const ahead = datesOf(text).find(({ day }) => day > owner.today);
  if (ahead) add('future_date', ahead.index, [ahead.day]);
  return contradictions;
}

type Add = (code: Contradiction['code'], index: number | null, seen: readonly string[]) => void;

function compareWithSite({ kind, text, site }: DocumentText, add: Add): void {
  if (site === null) return;
  const isAboutData = kind === 'privacy_policy' || kind === 'personal_data_consent';
  const askedFields = isAboutData && site.forms !== null ? fieldsOf(site.forms, kind) : null;
  const denial = offsetOf(
    text,
    /(?:данные|сведения) (?:\p{L}{1,20} ){0,3}не собира|не собира\p{L}{1,4} (?:\p{L}{1,20} )?персональн/iu,
  );
  if (askedFields !== null && denial !== null) add('data_denied', denial, askedFields);
  else if (askedFields !== null) {
    const namedData = dataNamed(text);
    const unnamed = askedFields.filter((field) => !namedData.includes(field));
    if (unnamed.length > 0) add('fields_not_named', null, unnamed);
  }
  const services = site.services ?? [];
  const unnamed = services.filter((service) => !namesService(text, service)).map(({ name }) => name);
  if (kind === 'privacy_policy' && unnamed.length > 0) add('services_not_named', null, unnamed);
  const foreign = services.filter(({ is_foreign }) => is_foreign).map(({ name }) => name);
  const crossborder = offsetOf(
    text,
    /трансграничн\p{L}{1,3} передач\p{L}{1,3}[^.\n]{0,80}не (?:осуществля|производ|вед[её]т)|не (?:осуществля|производ)\p{L}{1,4} трансграничн/iu,
  );
  if (foreign.length > 0 && crossborder !== null) add('crossborder_denied', crossborder, foreign);
  compareDomain(text, site.host, add);
  compareLinks(text, site, add);
}

/** A domain that the text calls the site, where the own one is nowhere in it. */
function compareDomain(text: string, host: string | null, add: Add): void {
  if (host === null || text.toLowerCase().includes(host)) return;
  const siteNamed =
    /(?<!\p{L})сайт\p{L}{0,3}[^\n@]{0,40}?(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]{1,60}\.){1,3}(?:ru|com|рф|org|net|su|io|app|online|site)(?![\p{L}\p{N}])/giu;
  for (const { index, text: words } of matchesOf(text, siteNamed)) {
    const domain = /(?:[\p{L}\p{N}-]{1,60}\.){1,3}\p{L}{2,10}$/u.exec(words)?.[0];
    if (domain !== undefined) {
      add('domain_differs', index, [domain.toLowerCase(), host]);
      return;
    }
  }
}

/** Links to pages that the last scans of the site found to be gone. */
function compareLinks(text: string, { host, lost }: SiteObservations, add: Add): void {
  if (host === null || lost.length === 0) return;
  const gone = new Set(lost);
  const dead = new Map<string, number>();
  const links = /https?:\/\/[^\s()<>"«»]{1,500}|(?<=\()\/[^\s()<>"]{0,500}(?=\))/gu;
  for (const { index, text: linkText } of matchesOf(text, links)) {
    const link = linkText.replace(/[.,;:!?]+$/, '');
    const key = linkKey(link.startsWith('/') ? `https://${host}${link}` : link);
    if (key !== null && gone.has(key) && !dead.has(link)) dead.set(link, index);
  }
  const [first] = dead.values();
  if (first !== undefined) add('dead_links', first, [...dead.keys()]);
}

function compareWithOwner(text: string, { inn, name }: OwnerFacts, add: Add): void {
  const numbers = findRequisites(text).filter(({ kind, is_valid }) => kind === 'inn' && is_valid);
  const [first] = numbers;
  if (inn !== null && first && numbers.every(({ digits }) => digits !== inn)) {
    add('operator_differs', first.index, [first.digits, inn]);
    return;
  }
  const party = operatorOf(text);
  const core = name === null ? null : (/[«"“]([^»"”]{2,80})[»"”]/u.exec(name)?.[1] ?? name).toLowerCase();
  if (core !== null && party?.name && !text.toLowerCase().includes(core))
    add('operator_differs', party.index, [party.name, core]);
}
