import type { Fetched } from '../../crawl/fetched.ts';
import type { RknFacts, RknForm, RknSeen } from '../facts/rkn-facts.ts';
import type { SiteNewsletter } from './own-data.ts';

/** A page of a scan as the rules take it. */
export interface RknPage {
  /** URL key. */
  url: string;
  fetched: Pick<Fetched, 'final_url' | 'hops' | 'status' | 'failure' | 'headers' | 'protection'>;
  facts: RknFacts | null;
  /** As a browser shows it; null where none did. */
  rendered: RknFacts | null;
  /** What a browser asked for before a choice; null where none did. */
  seen: RknSeen | null;
  /** Country of its server; null for one that is unknown, private or of a delivery network. */
  country: string | null;
  /** It answers like an address that nothing is at. */
  is_soft_not_found: boolean;
}

/** State of one kind of legal document of the site in the platform. */
export interface OwnDocument {
  kind: string;
  is_published: boolean;
  /** Text of the published version; null where it was not read. */
  text: string | null;
}

/** What people were asked, and what came of it. */
export interface OwnConsents {
  form_code: string | null;
  page_path: string | null;
  leads: number;
  unproven: number;
  refused_stale: number;
}

/** What the operator of a site says about itself. */
export interface OwnProfile {
  registry_status: 'filed' | 'not_filed' | 'unknown';
  crossborder_status: 'filed' | 'not_filed' | 'unknown';
  distribution_consents: boolean;
}

/** What the rules of personal data know of a site. A part whose source did not answer is null. */
export interface RknSite {
  origin: string;
  /** Plain http is the choice of an operator who allowed the host: rules of https do not apply. */
  is_trusted_host: boolean;
  pages: readonly RknPage[];
  /** Answers of addresses that forms send to, HEAD with a foreign `Origin`. */
  endpoints: readonly { url: string; allow_origin: string | null; allow_credentials: boolean }[];
  /** Why no https connection stood, as `safe-fetch` words it; null where one did. */
  tls_failure: string | null;
  /** Whether `http:` of the host leads to `https:`; null where it was not asked. */
  redirects_to_https: boolean | null;
  /** Whether the server takes TLS 1.0 or 1.1; null where that is unknown. */
  accepts_legacy_tls: boolean | null;
  /** Names of mail servers; null where they are unknown. */
  mail_hosts: readonly string[] | null;
  documents: readonly OwnDocument[] | null;
  consents: readonly OwnConsents[] | null;
  /** Share of users who accepted an older version alone, 14 days and more behind the newest; null when unknown. */
  reconsent: { share: number; doc_kind: string } | 'none' | null;
  newsletter: SiteNewsletter | null;
  profile: OwnProfile | null;
}

/** Facts that count for a page: as a browser shows it, else as its HTML says. */
export const factsOf = ({ rendered, facts, is_soft_not_found }: RknPage): RknFacts | null =>
  is_soft_not_found ? null : (rendered ?? facts);

/** Whether a page is a shell that no browser filled: nothing that it lacks is known. */
export const isUnknown = ({ rendered, facts }: RknPage): boolean => rendered === null && (facts?.is_shell ?? false);

/** Pages whose facts can be judged, with them. */
export const readable = (site: Pick<RknSite, 'pages'>): { page: RknPage; facts: RknFacts }[] =>
  site.pages.flatMap((page) => {
    const facts = factsOf(page);
    return facts === null || isUnknown(page) ? [] : [{ page, facts }];
  });

/** A form with the pages that show it. */
export interface SiteForm {
  form: RknForm;
  /** The first of them stands for the form. */
  pages: RknPage[];
}

/** Forms of a site that ask for personal data, each once, with the pages that they are on. */
export function formsOf(site: Pick<RknSite, 'pages'>): SiteForm[] {
  const forms = new Map<string, SiteForm>();
  for (const { page, facts } of readable(site))
    for (const form of facts.forms) {
      const known = forms.get(form.key);
      if (known) known.pages.push(page);
      else forms.set(form.key, { form, pages: [page] });
    }
  return [...forms.values()];
}
