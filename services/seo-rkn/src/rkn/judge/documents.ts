import { urlKey } from '../../crawl/url-key.ts';
import type { RknFacts, RknLink } from '../facts/rkn-facts.ts';
import {
  agreement,
  consentAddress,
  marketing,
  offerAddress,
  offerName,
  personalData,
  policyAddress,
  policyName,
  words,
} from '../facts/words.ts';
import { factsOf, type RknPage, type RknSite } from './rkn-site.ts';

export type DocumentKind = 'policy' | 'consent' | 'marketing_consent' | 'offer';

const consentName = words('соглас(?:ие|ия)|consent');

/** Kind of a document by its name, else by its address; null for a page that is none. */
export function kindOfDocument(name: string, address: string): DocumentKind | null {
  if (consentName.test(name) && !policyName.test(name.split(/соглас/i)[0] ?? '')) {
    if (marketing.test(name)) return 'marketing_consent';
    if (personalData.test(name)) return 'consent';
  }
  if (policyName.test(name)) return 'policy';
  if (offerName.test(name)) return 'offer';
  const path = URL.parse(address)?.pathname ?? '';
  if (consentAddress.test(path)) return /market|reklam|rassyl/i.test(path) ? 'marketing_consent' : 'consent';
  if (policyAddress.test(path)) return 'policy';
  if (offerAddress.test(path)) return 'offer';
  return null;
}

/** Kind of the page itself; null where it is no document. */
export function kindOfPage(page: RknPage): DocumentKind | null {
  const facts = factsOf(page);
  if (facts === null || facts.forms.some(({ purpose }) => purpose !== 'newsletter' && purpose !== 'search')) {
    const isLegal = facts !== null && kindOfDocument(facts.h1, '') !== null && facts.text.length > 1_500;
    if (facts !== null && !isLegal) return null;
  }
  return facts === null ? kindOfDocument('', page.url) : kindOfDocument(facts.h1 || facts.title, page.url);
}

/** Whether a link leads to a policy, by its text or its address. */
export const isPolicyLink = ({ url, text }: RknLink): boolean => {
  if (consentName.test(text) && !policyName.test(text)) return false;
  const path = URL.parse(url)?.pathname ?? '';
  return policyName.test(text) || (policyAddress.test(path) && !consentAddress.test(path));
};

/** Kind of a document that a link names; null for another link. */
export const kindOfLink = ({ url, text }: RknLink): DocumentKind | null => kindOfDocument(text, url);

/** Finds pages by the addresses that links name, redirects followed. */
export function pageFinder({ pages }: RknSite): (url: string) => RknPage | null {
  const known = new Map<string, RknPage>();
  for (const page of pages) {
    known.set(page.url, page);
    const end = urlKey(page.fetched.final_url);
    if (end !== null && !known.has(end)) known.set(end, page);
  }
  return (url) => {
    const key = urlKey(url);
    return key === null ? null : (known.get(key) ?? null);
  };
}

/** Whether an address shows a public text: 200, HTML, and not a soft 404 page. */
export const isShown = (page: RknPage): boolean => page.fetched.status === 200 && factsOf(page) !== null;

/** Whether an address shows a text as a file that anyone can read: a policy or a consent may be one. */
export const isFile = ({ fetched: { status, headers } }: RknPage): boolean =>
  status === 200 &&
  /^(?:application\/(?:pdf|msword|rtf|vnd\.openxmlformats-officedocument|vnd\.oasis\.opendocument)|text\/(?:plain|rtf))/i.test(
    headers.content_type ?? '',
  );

/** Text of the first page of a kind that says enough to be that document; null without one. */
export function documentText(site: RknSite, kind: DocumentKind): { page: RknPage; text: string } | null {
  for (const page of site.pages) {
    const facts: RknFacts | null = factsOf(page);
    if (facts && isShown(page) && kindOfPage(page) === kind) return { page, text: facts.document || facts.text };
  }
  return null;
}

/** Whether a label asks for an agreement, not for taking note. */
export const asksForAgreement = (label: string): boolean =>
  agreement.test(label) || words('принима~|подтвержда~').test(label);
