import { urlKey } from '../../crawl/url-key.ts';
import { isSelfDeclaredPolicy, kindOfLegalText } from '../facts/legal-text.ts';
import type { RknFacts, RknLink } from '../facts/rkn-facts.ts';
import {
  aboutDocuments,
  agreement,
  consentAddress,
  doubtfulPolicyAddress,
  doubtfulPolicyName,
  marketing,
  offerAddress,
  offerName,
  otherPolicyAddress,
  otherPolicyName,
  personalData,
  policyAddress,
  policyName,
  words,
} from '../facts/words.ts';
import { factsOf, type RknPage, type RknSite } from './rkn-site.ts';

export type DocumentKind = 'policy' | 'consent' | 'marketing_consent' | 'offer';

const consentName = words('соглас(?:ие|ия)|consent');
/** A name of a policy that is no policy of cookies, returns or quality. */
export const namesPolicy = (name: string): boolean => {
  const words = policyName.exec(name)?.[0];
  if (words === undefined) return false;
  return /конфиденц|персональн|приватн|пдн|личн|privacy/iu.test(words) || !otherPolicyName.test(name);
};

/** Kind of a document by its name alone. */
function kindOfName(name: string): DocumentKind | null {
  if (aboutDocuments.test(name)) return null;
  if (consentName.test(name) && !policyName.test(name.split(/соглас/i)[0] ?? '')) {
    if (marketing.test(name)) return 'marketing_consent';
    if (personalData.test(name)) return 'consent';
  }
  if (namesPolicy(name)) return 'policy';
  return offerName.test(name) ? 'offer' : null;
}

/** Kind of a document by its address alone. */
function kindOfAddress(address: string): DocumentKind | null {
  const path = URL.parse(address)?.pathname ?? '';
  if (consentAddress.test(path)) return /market|reklam|rassyl/i.test(path) ? 'marketing_consent' : 'consent';
  if (policyAddress.test(path) && !otherPolicyAddress.test(path)) return 'policy';
  return offerAddress.test(path) ? 'offer' : null;
}

/** Kind of a document by its name, else by its address; null for a page that is none. */
export const kindOfDocument = (name: string, address: string): DocumentKind | null =>
  kindOfName(name) ?? (otherPolicyName.test(name) || aboutDocuments.test(name) ? null : kindOfAddress(address));

const aboutData = /персональн|конфиденциальн|личн\p{L}{2,3} данн|(?<!\p{L})пдн(?!\p{L})|privacy|personal data/iu;

/** Names and beginning of a page. */
export interface NamedText {
  h1: string;
  title: string;
  url: string;
  text: string;
}

/**
 * Kind of a document by its names; where they or the address may mean other texts as well, by what it says; else by
 * its address. Null for a page that is none.
 */
export function kindOfNamedText({ h1, title, url, text }: NamedText): DocumentKind | null {
  const named = kindOfName(h1) ?? (aboutDocuments.test(h1) ? null : kindOfName(title));
  if (named !== null) return named;
  const known = kindOfDocument(h1 || title, url);
  const path = URL.parse(url)?.pathname ?? '';
  const isDoubtful = [h1, title].some((name) => doubtfulPolicyName.test(name)) || doubtfulPolicyAddress.test(path);
  const said = isDoubtful || known === 'policy' || known === 'consent' ? kindOfLegalText(text) : null;
  // «/politika» may be news: a text that never speaks of data is no policy.
  if (said !== null) return said;
  if (known === null) return isSelfDeclaredPolicy(text) ? 'policy' : null;
  return known === 'policy' && text !== '' && !aboutData.test(text) ? null : known;
}

/** Shortest text of a document that has a form on its page. */
const minDocument = 1_500;

/** Kind of the page itself; null where it is no document. */
export function kindOfPage(page: RknPage): DocumentKind | null {
  const facts = factsOf(page);
  if (facts === null) return kindOfDocument('', page.url);
  const { h1, title, document, text } = facts;
  const hasForm = facts.forms.some(({ purpose }) => purpose !== 'newsletter' && purpose !== 'search');
  const kind = kindOfNamedText({ h1, title, url: page.url, text: document || text });
  if (!hasForm) return kind;
  const isNamed = kindOfName(h1) !== null && text.length > minDocument;
  return isNamed || kindOfLegalText(document || text) !== null ? kind : null;
}

/** Whether a link leads to a policy, by its text or its address. */
export const isPolicyLink = ({ url, text }: RknLink): boolean => {
  if (aboutDocuments.test(text) || (consentName.test(text) && !policyName.test(text))) return false;
  if (namesPolicy(text)) return true;
  if (otherPolicyName.test(text)) return false;
  const path = URL.parse(url)?.pathname ?? '';
  return policyAddress.test(path) && !otherPolicyAddress.test(path) && !consentAddress.test(path);
};

/** Whether only the page behind a link can tell if it is a policy. */
export const mayBePolicyLink = ({ url, text }: RknLink): boolean =>
  doubtfulPolicyName.test(text) || doubtfulPolicyAddress.test(URL.parse(url)?.pathname ?? '');

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
