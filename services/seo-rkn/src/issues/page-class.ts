import { absolute, type PageFacts } from '../pages/page-facts.ts';
import type { PageItem } from './site-input.ts';

export type PageClass = 'home' | 'article' | 'listing' | 'legal' | 'contact' | 'auth' | 'other';

const legalPath =
  /\/(?:(?:[a-z0-9-]*-)?(?:privacy|policy|policies|terms|oferta|offer|legal|consent|agreement|personal-data|cookies?|rekvizity)|(?:politika|soglashenie|soglasie)(?:-[a-z0-9-]*)?)(?:\/|\.|$)/i;
const contactPath = /\/(?:contacts?|kontakty?|contact-us)(?:\/|\.|$)/i;
const authPath =
  /\/(?:login|logout|signin|signup|sign-in|sign-up|register|registration|auth|account|cart|basket|checkout|korzina|vhod)(?:\/|\.|$)/i;
const legalTitle =
  /^\s*(?:политика (?:конфиденциальности|обработки)|согласие на (?:обработку|получение)|публичная оферта|договор(?:-| )оферт|пользовательское соглашение|privacy policy|terms of)/iu;
const articleTypes = new Set(['Article', 'BlogPosting', 'NewsArticle', 'TechArticle']);
const listingLinks = 10;
const listingWords = 200;

/** Most links that share a folder or a pattern of digits; the top level is the navigation of the site. */
function patternLinks(facts: PageFacts): number {
  const counts = new Map<string, number>();
  const footer = new Set(facts.footer_links);
  let most = 0;
  for (const reference of facts.own_links) {
    if (footer.has(reference)) continue;
    const path = reference.startsWith('/')
      ? (reference.split('?')[0] ?? '/')
      : new URL(absolute(reference, facts)).pathname;
    const segments = path.split('/').filter(Boolean);
    if (segments.length < 2 && !/\d/.test(path)) continue;
    const pattern = [...segments.slice(0, -1), /\d/.test(segments.at(-1) ?? '') ? ':n' : ''].join('/');
    const count = (counts.get(pattern) ?? 0) + 1;
    counts.set(pattern, count);
    most = Math.max(most, count);
  }
  return most;
}

/** Class of a page: it decides how much text and which structured data a page has to have. */
export function pageClassOf(page: {
  facts: PageFacts;
  path: string;
  is_home: boolean;
  item: Pick<PageItem, 'kind'> | null;
}): PageClass {
  const { facts, path, item } = page;
  if (page.is_home || path === '/' || /^\/[a-z]{2}\/?$/i.test(path)) return 'home';
  if (item?.kind === 'post' || item?.kind === 'article') return 'article';
  if (item?.kind === 'document' || legalPath.test(path) || legalTitle.test(facts.titles[0] ?? '')) return 'legal';
  if (contactPath.test(path)) return 'contact';
  if (authPath.test(path)) return 'auth';
  const types = [...facts.json_ld.types, ...facts.microdata];
  // A list says so itself, however short it is: https://schema.org/CollectionPage.
  if (types.includes('CollectionPage')) return 'listing';
  if (types.some((type) => articleTypes.has(type)) || facts.og['og:type'] === 'article') return 'article';
  if (facts.words < listingWords && patternLinks(facts) >= listingLinks) return 'listing';
  return facts.has_article ? 'article' : 'other';
}
