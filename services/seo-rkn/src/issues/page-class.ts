import { absolute, type PageFacts } from '../pages/page-facts.ts';
import type { PageItem } from './site-input.ts';

export type PageClass = 'home' | 'article' | 'listing' | 'legal' | 'contact' | 'service' | 'other';

const legalPath =
  /\/(?:(?:[a-z0-9-]*-)?(?:privacy|policy|policies|terms|oferta|offer|legal|consent|agreement|personal-data|cookies?|rekvizity)|(?:politika|soglashenie|soglasie)(?:-[a-z0-9-]*)?)(?:\/|\.|$)/i;
const contactPath = /\/(?:contacts?|kontakty?|contact-us)(?:\/|\.|$)/i;
/** Names of pages that serve a step and answer no query: accounts, carts, search, thanks, errors. */
const serviceNames = [
  'log-?(?:in|out)|sign-?(?:in|up|out)|register|registration|auth|vhod|registraciya|lk',
  '(?:forgot|reset|recover|recovery|change|lost)(?:[-_]?password)?|password|vosstanovlenie(?:-parolya)?',
  'verify|verification|2fa|otp|lock-?screen|lock',
  'account|my-account|profile|settings|kabinet|lichnyy-kabinet',
  'cart|basket|checkout|korzina|oformlenie-zakaza|wishlist|favorites?|izbrannoe|compare|sravnenie',
  'search|poisk|thanks?|thank-you|spasibo|success|unsubscribe|otpiska',
  '40[0-9]|50[0-9]|error|offline|maintenance|coming-soon',
];
const servicePath = new RegExp(
  `/(?:[a-z0-9]+[-_])?(?:${serviceNames.join('|')})(?:[-_](?:page|v?[0-9]|fa))?(?:/|[.]|$)`,
  'i',
);
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
  if (servicePath.test(path)) return 'service';
  const types = [...facts.json_ld.types, ...facts.microdata];
  // A list says so itself, however short it is: https://schema.org/CollectionPage.
  if (types.includes('CollectionPage')) return 'listing';
  if (types.some((type) => articleTypes.has(type)) || facts.og['og:type'] === 'article') return 'article';
  if (facts.words < listingWords && patternLinks(facts) >= listingLinks) return 'listing';
  return facts.has_article ? 'article' : 'other';
}
