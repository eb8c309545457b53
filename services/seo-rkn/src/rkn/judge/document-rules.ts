import { urlKey } from '../../crawl/url-key.ts';
import { collectsData } from '../facts/form-grounds.ts';
import { kindOfLegalText } from '../facts/legal-text.ts';
import type { RknFacts, RknLink } from '../facts/rkn-facts.ts';
import { namesService } from '../facts/services.ts';
import { cookieNotice, doubtfulPolicyName, price } from '../facts/words.ts';
import {
  type DocumentKind,
  documentText,
  isFile,
  isPolicyLink,
  isShown,
  kindOfLink,
  kindOfPage,
  mayBePolicyLink,
  namesPolicy,
  pageFinder,
} from './documents.ts';
import { factsOf, isUnknown, type RknPage, type RknSite, readable, type SiteForm } from './rkn-site.ts';
import { servicesOf } from './services-of.ts';
import type { RknVerdicts, Unjudged } from './verdicts.ts';

/** What is wrong with the text of a document. */
export interface DocumentFaults {
  /** Codes of elements that are missing. */
  missing: string[];
  /** Those of them that make the document void. */
  blockers: string[];
  /** Pieces of a template that are not filled in. */
  placeholders: string[];
}

/** Faults of a text; null for one that took too long to read. */
export type DocumentReader = (kind: ReadKind, text: string) => DocumentFaults | null;
export type ReadKind = 'privacy_policy' | 'personal_data_consent';

/** Policies that links of one site name at most. */
const maxPolicies = 5;

/** Judges whether a site shows the documents that it needs, and what is in them. */
export function judgeDocuments(
  site: RknSite,
  forms: readonly SiteForm[],
  readDocument: DocumentReader,
  verdicts: RknVerdicts,
): void {
  const asking = forms.filter(({ form }) => collectsData(form.purpose));
  const isPolicy = policyLinkTest(site);
  const links = policyLinks(site, isPolicy);
  const isMissing = judgePolicyLinks(site, links, verdicts);
  judgePolicyTargets(site, links, verdicts);
  if (!isMissing) judgeCollectingPages(asking, isPolicy, verdicts);
  judgeText(site, 'policy', readDocument, verdicts);
  judgeText(site, 'consent', readDocument, verdicts);
  judgeDisclosure(site, verdicts);
  if (asking.length > 0) judgeConsentDocument(site, asking, verdicts);
  judgeOffer(site, verdicts);
}

/** Whether a link leads to a policy: by the page behind it, else by its text or address. */
function policyLinkTest(site: RknSite): (link: RknLink) => boolean {
  const findPage = pageFinder(site);
  const known = new Map<string, DocumentKind | 'other' | null>();
  /** Kind of the page at an address; `other` for a page that is no document, null where nothing is known. */
  const kindAt = (url: string): DocumentKind | 'other' | null => {
    const judged = known.get(url);
    if (judged !== undefined) return judged;
    const page = findPage(url);
    const kind = page !== null && isShown(page) ? (kindOfPage(page) ?? 'other') : null;
    known.set(url, kind);
    return kind;
  };
  return (link) => {
    const kind = kindAt(link.url);
    if (kind === 'policy' || (isPolicyLink(link) && (namesPolicy(link.text) || kind !== 'other'))) return true;
    return kind === 'other' && mayBePolicyLink(link) && saysPolicy(findPage(link.url));
  };
}

/** Whether a page without the name of a document is a policy by its text. */
function saysPolicy(page: RknPage | null): boolean {
  const facts = page && factsOf(page);
  return facts != null && kindOfLegalText(facts.document || facts.text) === 'policy';
}

const linksOf = (facts: RknFacts): RknLink[] => [...facts.links, ...facts.forms.flatMap((form) => form.links)];

/** Addresses of policies with the page that links to each first. */
function policyLinks(site: RknSite, isPolicy: (link: RknLink) => boolean): Map<string, RknPage> {
  const links = new Map<string, RknPage>();
  for (const { page, facts } of readable(site))
    for (const link of linksOf(facts))
      if (isPolicy(link) && !links.has(link.url) && links.size < maxPolicies) links.set(link.url, page);
  return links;
}

/** Why a link that may lead to a policy could not be read; null where each was read. */
function unreadPolicy(site: RknSite): Unjudged | null {
  const findPage = pageFinder(site);
  for (const { facts } of readable(site))
    for (const link of linksOf(facts)) {
      if (!doubtfulPolicyName.test(link.text)) continue;
      const page = findPage(link.url);
      if (page === null || page.fetched.failure !== null) return 'not_fetched';
      if (page.fetched.status === 200 && factsOf(page) === null && !page.is_soft_not_found) return 'unreadable';
    }
  return null;
}

const published = (site: RknSite, kind: string): boolean | null =>
  site.documents === null ? null : site.documents.some((one) => one.kind === kind && one.is_published);

/** @returns whether the site has no policy at all, or none that could be read */
function judgePolicyLinks(site: RknSite, links: ReadonlyMap<string, RknPage>, verdicts: RknVerdicts): boolean {
  const home = site.pages[0];
  if (links.size > 0 || site.pages.some((page) => isShown(page) && kindOfPage(page) === 'policy')) {
    verdicts.judge('policy_missing');
    return false;
  }
  const isRead = home !== undefined && factsOf(home) !== null;
  const unread = unreadPolicy(site);
  if (!isRead) verdicts.leave('policy_missing', 'not_fetched');
  else if (site.pages.some(isUnknown)) verdicts.leave('policy_missing', 'not_rendered');
  else if (unread !== null) verdicts.leave('policy_missing', unread);
  else if (published(site, 'privacy_policy') === null) verdicts.leave('policy_missing', 'source_down');
  else if (published(site, 'privacy_policy') === false)
    verdicts.report(
      'policy_missing',
      { subject: 'site:policy', url: home?.url ?? site.origin },
      { certainty: home?.rendered ? 'confirmed' : 'detected', measured: readable(site).length },
    );
  else {
    // The platform has the text, but no page links to it. The finding names the pages with forms.
    verdicts.judge('policy_missing');
    return false;
  }
  return true;
}

function judgePolicyTargets(site: RknSite, links: ReadonlyMap<string, RknPage>, verdicts: RknVerdicts): void {
  const findPage = pageFinder(site);
  for (const [url, from] of links) {
    const page = findPage(url);
    const subject = `document:${url}`;
    if (page === null || page.fetched.failure !== null) verdicts.leave('policy_unreachable', 'not_fetched', subject);
    else if (page.fetched.status === 200 && page.facts === null && !page.is_soft_not_found)
      verdicts.leave('policy_unreachable', 'unreadable', subject);
    else {
      verdicts.judge('policy_unreachable');
      const isAsked = page.facts?.forms.some(({ purpose }) => purpose === 'login') && page.fetched.hops.length > 0;
      if (!isShown(page) || isAsked)
        verdicts.report(
          'policy_unreachable',
          { subject, url: from.url },
          { certainty: 'confirmed', snippet: url, measured: isAsked ? 'login' : page.fetched.status, related: [url] },
        );
    }
  }
}

function judgeCollectingPages(
  asking: readonly SiteForm[],
  isPolicy: (link: RknLink) => boolean,
  verdicts: RknVerdicts,
): void {
  const bare = new Map<string, string>();
  for (const { form, pages } of asking) {
    verdicts.judge('policy_not_on_collecting_page');
    for (const page of pages) {
      const facts = page.rendered ?? page.facts;
      const hasLink = facts?.links.some(isPolicy) || form.links.some(isPolicy);
      if (!hasLink && !bare.has(page.url)) bare.set(page.url, form.selector);
    }
  }
  const [first, ...others] = [...bare];
  if (first)
    verdicts.report(
      'policy_not_on_collecting_page',
      { subject: 'site:collecting_pages', url: first[0] },
      { certainty: 'confirmed', selector: first[1], measured: bare.size, related: others.map(([url]) => url) },
    );
}

const documentKinds = { policy: 'privacy_policy', consent: 'personal_data_consent' } as const;

/** Text of a document as the site shows it, else as the platform published it. */
function textOf(site: RknSite, kind: 'policy' | 'consent'): { url: string; text: string } | null {
  const shown = documentText(site, kind);
  if (shown) return { url: shown.page.url, text: shown.text };
  const text = site.documents?.find((one) => one.kind === documentKinds[kind] && one.is_published)?.text ?? null;
  return text === null ? null : { url: site.pages[0]?.url ?? site.origin, text };
}

/** Texts of a site that {@link DocumentReader} is asked for. */
export const readTexts = (site: RknSite): { kind: ReadKind; text: string }[] =>
  (['policy', 'consent'] as const).flatMap((kind) => {
    const document = textOf(site, kind);
    return document === null ? [] : [{ kind: documentKinds[kind], text: document.text }];
  });

function judgeText(
  site: RknSite,
  kind: 'policy' | 'consent',
  readDocument: DocumentReader,
  verdicts: RknVerdicts,
): void {
  const document = textOf(site, kind);
  const code = kind === 'policy' ? 'policy_incomplete' : 'consent_doc_incomplete';
  if (document === null) {
    if (site.documents === null) verdicts.leave(code, 'source_down');
    return;
  }
  const faults = readDocument(documentKinds[kind], document.text);
  if (faults === null) {
    verdicts.leave(code, 'unreadable');
    return;
  }
  verdicts.judge(code);
  const { missing, blockers, placeholders } = faults;
  const target = { subject: `document:${kind}`, url: document.url };
  if (missing.length > 0)
    verdicts.report(code, target, { variant: blockers.length > 0 ? 'blocker' : null, snippet: missing.join(', ') });
  if (kind !== 'policy') return;
  verdicts.judge('policy_placeholders');
  if (placeholders.length > 0)
    verdicts.report('policy_placeholders', target, { snippet: placeholders.join(', '), measured: placeholders.length });
}

/** Services that a policy does not name. */
function judgeDisclosure(site: RknSite, verdicts: RknVerdicts): void {
  const services = [...servicesOf(site).values()].filter(({ service }) => service.kind !== 'auth');
  if (services.length === 0) return;
  const policy = textOf(site, 'policy');
  if (policy === null) {
    verdicts.leave('policy_services_undisclosed', site.documents === null ? 'source_down' : 'unreadable');
    return;
  }
  verdicts.judge('policy_services_undisclosed');
  const hidden = services.filter(({ service }) => !namesService(policy.text, service));
  if (hidden.length > 0)
    verdicts.report(
      'policy_services_undisclosed',
      { subject: 'document:policy', url: policy.url },
      {
        snippet: hidden.map(({ service }) => service.name).join(', '),
        related: hidden.map(({ urls }) => urls[0] ?? ''),
      },
    );
}

const fileAddress = /\.(?:pdf|docx?|rtf|odt)$/i;

/**
 * How boxes and texts of forms show a consent without a page of its own: as a file, as a file that was not fetched, or
 * by a script or a part of the same page. Null where nothing leads to one.
 */
function consentBeside(site: RknSite, forms: readonly SiteForm[]): 'file' | 'not_fetched' | 'needs_click' | null {
  const findPage = pageFinder(site);
  const consents = forms.flatMap(({ form }) => form.checkboxes.filter(({ kinds }) => kinds.includes('pd_consent')));
  const links = [...forms.flatMap(({ form }) => form.links), ...consents.flatMap((box) => box.links)];
  const files = links
    .filter((link) => kindOfLink(link) === 'consent')
    .map((link) => [link, findPage(link.url)] as const);
  if (files.some(([, page]) => page !== null && isFile(page))) return 'file';
  if (files.some(([{ url }, page]) => page === null && fileAddress.test(URL.parse(url)?.pathname ?? '')))
    return 'not_fetched';
  const isInPage = ({ form, pages }: SiteForm): boolean =>
    form.checkboxes.some(
      (box) =>
        box.kinds.includes('pd_consent') &&
        (box.opens_text || box.links.some(({ url }) => pages.some((page) => urlKey(url) === page.url))),
    );
  return forms.some(isInPage) ? 'needs_click' : null;
}

function judgeConsentDocument(site: RknSite, asking: readonly SiteForm[], verdicts: RknVerdicts): void {
  const beside = consentBeside(site, asking);
  const isShownThere = beside === 'file' || site.pages.some((page) => isShown(page) && kindOfPage(page) === 'consent');
  const isPublished = published(site, 'personal_data_consent');
  if (isShownThere || isPublished) verdicts.judge('consent_doc_missing');
  else if (isPublished === null) verdicts.leave('consent_doc_missing', 'source_down');
  else if (beside !== null) verdicts.leave('consent_doc_missing', beside);
  else if (site.pages.some(isUnknown)) verdicts.leave('consent_doc_missing', 'not_rendered');
  else
    verdicts.report(
      'consent_doc_missing',
      { subject: 'site:consent', url: asking[0]?.pages[0]?.url ?? site.origin },
      { selector: asking[0]?.form.selector ?? null, measured: asking.length },
    );
}

function judgeOffer(site: RknSite, verdicts: RknVerdicts): void {
  const shop = readable(site).find(
    ({ facts }) => facts.sells || facts.forms.some(({ purpose, text }) => purpose === 'checkout' && price.test(text)),
  );
  if (!shop) return;
  const hasOffer = site.pages.some((page) => isShown(page) && kindOfPage(page) === ('offer' satisfies DocumentKind));
  const isPublished = published(site, 'license_offer');
  if (hasOffer || isPublished) verdicts.judge('offer_missing');
  else if (isPublished === null) verdicts.leave('offer_missing', 'source_down');
  else verdicts.report('offer_missing', { subject: 'site:offer', url: shop.page.url });
}

/** Whether a policy speaks of cookies. */
export const policyNamesCookies = (site: RknSite): boolean => {
  const policy = textOf(site, 'policy');
  return policy !== null && cookieNotice.test(policy.text);
};
