import type { Fetched } from '../../crawl/fetched.ts';
import { urlKey } from '../../crawl/url-key.ts';
import { impliedConsentIn, isConsentText } from '../facts/label-kinds.ts';
import type { RknFacts, RknForm, RknLink, RknSeen } from '../facts/rkn-facts.ts';
import type { SiteNewsletter } from './own-data.ts';

/** A page of a scan, as input of the rules. */
export interface RknPage {
  /** URL key. */
  url: string;
  fetched: Pick<Fetched, 'final_url' | 'hops' | 'status' | 'failure' | 'headers' | 'protection'>;
  facts: RknFacts | null;
  /** Facts as rendered by a browser; null if the page was not rendered. */
  rendered: RknFacts | null;
  /** The browser gave its scripts the time in which pages show forms late. */
  has_waited?: boolean;
  /** Requests and cookies of a browser before a choice of cookies; null if the page was not rendered. */
  seen: RknSeen | null;
  /** Country of its server; null if it is unknown, private, or part of a delivery network (CDN). */
  country: string | null;
  /** The page answers like an address without a page (soft 404). */
  is_soft_not_found: boolean;
}

/** State of one kind of legal document of the site in the platform. */
export interface OwnDocument {
  kind: string;
  is_published: boolean;
  /** Text of the published version; null where it was not read. */
  text: string | null;
}

/** Leads and refused submissions of one form on one page. */
export interface OwnConsents {
  form_code: string | null;
  page_path: string | null;
  leads: number;
  unproven: number;
  refused_stale: number;
}

/** Statements of the operator of a site. */
export interface OwnProfile {
  registry_status: 'filed' | 'not_filed' | 'unknown';
  crossborder_status: 'filed' | 'not_filed' | 'unknown';
  distribution_consents: boolean;
}

/** Input of the rules about personal data. A part is null if its source did not answer. */
export interface RknSite {
  origin: string;
  /** The operator allowed this host with plain http, so rules about https do not apply. */
  is_trusted_host: boolean;
  pages: readonly RknPage[];
  /** Answers of the target addresses of forms, to a HEAD request with a foreign `Origin`. */
  endpoints: readonly { url: string; allow_origin: string | null; allow_credentials: boolean }[];
  /** Reason of a failed https connection, in the words of `safe-fetch`; null if the connection succeeded. */
  tls_failure: string | null;
  /** Whether `http:` of the host redirects to `https:`; null if it was not requested. */
  redirects_to_https: boolean | null;
  /** Whether the server accepts TLS 1.0 or 1.1; null if unknown. */
  accepts_legacy_tls: boolean | null;
  /** Names of mail servers; null if unknown. */
  mail_hosts: readonly string[] | null;
  documents: readonly OwnDocument[] | null;
  consents: readonly OwnConsents[] | null;
  /**
   * Share of users with only an older accepted version, 14 days or more after the newest one; null if
   * unknown.
   */
  reconsent: { share: number; doc_kind: string } | 'none' | null;
  newsletter: SiteNewsletter | null;
  profile: OwnProfile | null;
}

/** Facts to judge a page by: those of the rendered page, else those of its HTML. Null for a soft 404. */
export const factsOf = ({ rendered, facts, is_soft_not_found }: RknPage): RknFacts | null =>
  is_soft_not_found ? null : (rendered ?? facts);

/** Whether a page is an application shell that was not rendered: missing content proves nothing. */
export const isUnknown = ({ rendered, facts }: RknPage): boolean => rendered === null && (facts?.is_shell ?? false);

/** Pages that can be judged, with their facts. */
export const readable = (site: Pick<RknSite, 'pages'>): { page: RknPage; facts: RknFacts }[] =>
  site.pages.flatMap((page) => {
    const facts = factsOf(page);
    return facts === null || isUnknown(page) ? [] : [{ page, facts }];
  });

/** A form with the pages that show it alike. */
export interface SiteForm {
  form: RknForm;
  /** The first page represents the form. */
  pages: RknPage[];
  /** What findings about it are named after. */
  subject: string;
}

/**
 * What makes one form differ from another with the same fields: its purpose, its boxes with their state and their
 * links, how it is sent, and its words of agreement.
 */
function variantOf({ purpose, method, checkboxes, agreements, text }: RknForm, page: string): string {
  const texts = (agreements ?? [text]).filter((one) => isConsentText(one) || impliedConsentIn(one) !== null);
  // A link to a part of the page differs on each page by the page alone.
  const linked = (links: readonly RknLink[]) => links.map(({ url }) => (urlKey(url) === page ? '' : url));
  const boxes = checkboxes.map(({ label, is_checked, is_required, links }) => [
    label,
    is_checked,
    is_required,
    linked(links),
  ]);
  return JSON.stringify([purpose, method, boxes, texts]);
}

/**
 * Forms of a site that ask for personal data, each once, with the pages that they are on. A form that one page shows
 * otherwise than another is a form of its own.
 */
export function formsOf(site: Pick<RknSite, 'pages'>): SiteForm[] {
  const rendered = renderedVariants(site);
  const forms = new Map<string, Map<string, SiteForm>>();
  for (const { page, facts } of readable(site))
    for (const form of facts.forms) {
      const variants = forms.get(form.key) ?? new Map<string, SiteForm>();
      forms.set(form.key, variants);
      const shown = page.rendered === null ? rendered.get(`${form.key} ${variantOf(form, page.url)}`) : undefined;
      const variant = variantOf(shown ?? form, page.url);
      const known = variants.get(variant);
      if (known && !known.pages.includes(page)) known.pages.push(page);
      if (known) continue;
      // The first one is named by the form alone: its texts may change, and the finding stays the same.
      const ofPage = [...variants.values()].filter(({ pages }) => pages[0] === page).length;
      const subject =
        variants.size === 0 ? `form:${form.key}` : `form:${form.key} ${page.url}${ofPage > 0 ? ` ${ofPage + 1}` : ''}`;
      variants.set(variant, { form: shown ?? form, pages: [page], subject });
    }
  return [...forms.values()].flatMap((variants) => [...variants.values()]);
}

/** Forms as scripts left them, by what the HTML of the same page says: the same HTML elsewhere becomes the same. */
function renderedVariants({ pages }: Pick<RknSite, 'pages'>): Map<string, RknForm> {
  const variants = new Map<string, RknForm>();
  for (const { url, facts, rendered } of pages) {
    const forms = facts?.forms ?? [];
    for (const [at, form] of rendered === null ? [] : forms.entries()) {
      const nth = forms.slice(0, at).filter(({ key }) => key === form.key).length;
      const shown = rendered?.forms.filter(({ key }) => key === form.key)[nth];
      if (shown) variants.set(`${form.key} ${variantOf(form, url)}`, shown);
    }
  }
  return variants;
}
