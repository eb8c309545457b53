import type { DescribedSite } from '@platform/contracts';
import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { absolute, bareHost, type PageFacts } from '../pages/page-facts.ts';
import { kindsOfField, personalKinds } from '../rkn/facts/field-kinds.ts';
import { collectsData } from '../rkn/facts/form-grounds.ts';
import type { RknFacts, RknLink, RknSeen } from '../rkn/facts/rkn-facts.ts';
import { type KnownService, serviceAt } from '../rkn/facts/services.ts';
import { kindOfLink } from '../rkn/judge/documents.ts';
import { pages, rkn_pages, scans } from '../schema.ts';
import { linkKey, type ObservedForm, type ObservedService, type SiteObservations } from './site-observations.ts';

/** Pages that are looked at: those with forms first. */
const maxPages = 200;
const maxLost = 2_000;
/** Fields that no person sees, and forms of a search or a login, ask for nothing. */
const isAsking = ({ role, fields }: PageFacts['forms'][number]): boolean =>
  role !== 'search' && !fields.some(({ type }) => type === 'password');

const kindNames = {
  policy: 'privacy_policy',
  consent: 'personal_data_consent',
  marketing_consent: 'marketing_consent',
  offer: 'license_offer',
} as const;

/**
 * What the last scans of a site saw of its forms and services: that of personal data, else the audit; nothing
 * known without one.
 */
export async function readObservations({ db }: Pick<App, 'db'>, site: DescribedSite): Promise<SiteObservations> {
  const url = site.website_url === null ? null : URL.parse(site.website_url);
  const host = url === null ? null : bareHost(url.hostname);
  const scanned = await findScan({ db }, site.id, 'rkn');
  const storedPages = scanned === null ? [] : await readScanned({ db }, scanned);
  const audit = await findScan({ db }, site.id, 'seo');
  const lost = await readLost({ db }, scanned, audit);
  if (storedPages.length > 0) return { host, lost, ...observationsOfScan(storedPages) };
  if (audit === null) return { host, lost, forms: null, services: null };
  const rows = await db
    .select({ facts: pages.facts, rendered: pages.rendered })
    .from(pages)
    .where(eq(pages.scan_id, audit))
    .orderBy(sql`(jsonb_array_length(coalesce(${pages.facts} -> 'forms', '[]')) > 0) DESC`, pages.number)
    .limit(maxPages);
  return { host, lost, ...observationsOf(rows.flatMap(({ facts, rendered }) => rendered ?? facts ?? [])) };
}

/** The newest scan of a kind that ended and has its pages; null without any. */
async function findScan({ db }: Pick<App, 'db'>, site_id: string, kind: 'seo' | 'rkn'): Promise<string | null> {
  const [scan] = await db
    .select({ id: scans.id })
    .from(scans)
    .where(
      and(
        eq(scans.site_id, site_id),
        eq(scans.kind, kind),
        eq(scans.is_pruned, false),
        inArray(scans.state, ['succeeded', 'partial']),
      ),
    )
    .orderBy(desc(scans.id))
    .limit(1);
  return scan?.id ?? null;
}

/** Pages of a scan of personal data that could be read. */
const readScanned = ({ db }: Pick<App, 'db'>, scan_id: string): Promise<ScannedPage[]> =>
  db
    .select({ facts: rkn_pages.facts, rendered: rkn_pages.rendered, seen: rkn_pages.seen })
    .from(rkn_pages)
    .where(and(eq(rkn_pages.scan_id, scan_id), isNotNull(rkn_pages.facts)))
    .orderBy(rkn_pages.number)
    .limit(maxPages);

/** Statuses of pages that are not there. */
const gone = [404, 410];

/** Pages that the last scans of both kinds did not find; of two answers of a page the later one counts. */
async function readLost({ db }: Pick<App, 'db'>, scanned: string | null, audit: string | null): Promise<string[]> {
  const lost = new Set<string>();
  const kinds = [
    { scan_id: scanned, table: rkn_pages },
    { scan_id: audit, table: pages },
  ];
  // Ids of scans grow with time.
  for (const { scan_id, table } of kinds.sort((one, other) => ((one.scan_id ?? '') < (other.scan_id ?? '') ? -1 : 1))) {
    if (scan_id === null) continue;
    const isAsked = or(inArray(table.status, gone), lost.size === 0 ? undefined : inArray(table.url, [...lost]));
    const rows = await db
      .select({ url: table.url, status: table.status })
      .from(table)
      .where(and(eq(table.scan_id, scan_id), isAsked))
      .orderBy(table.number)
      .limit(maxLost);
    for (const { url, status } of rows)
      if (gone.includes(status ?? 0)) lost.add(url);
      else lost.delete(url);
  }
  return [...lost].flatMap((url) => linkKey(url) ?? []);
}

/** Pages of a scan of personal data, as it stored them. */
export interface ScannedPage {
  facts: RknFacts | null;
  rendered: RknFacts | null;
  seen: RknSeen | null;
}

/** Forms and services of a scan of personal data. */
export function observationsOfScan(scanned: readonly ScannedPage[]): Pick<SiteObservations, 'forms' | 'services'> {
  const services = new Map<string, ObservedService>();
  const forms = new Map<string, ObservedForm>();
  for (const { facts, rendered, seen } of scanned) {
    const shownFacts = rendered ?? facts;
    const addresses = [...(facts?.resources ?? []), ...(rendered?.resources ?? [])].map(({ address }) => address);
    for (const address of [...addresses, ...(seen?.requests ?? [])]) {
      const service = serviceAt(address);
      if (service) services.set(service.name, toObserved(service));
    }
    for (const { key, kinds, purpose, links } of shownFacts?.forms ?? []) {
      const personal = kinds.filter((kind) => personalKinds.has(kind));
      if (personal.length === 0 || !collectsData(purpose) || forms.has(key)) continue;
      forms.set(key, { url: shownFacts?.url ?? '', kinds: personal, documents: documentsOf(links) });
    }
  }
  return { forms: [...forms.values()], services: [...services.values()] };
}

const toObserved = ({ name, is_foreign, aliases }: KnownService): ObservedService => ({ name, is_foreign, aliases });

/** Kinds of the documents that links lead to. */
function documentsOf(links: readonly RknLink[]): string[] {
  const kinds = links.flatMap((link) => kindOfLink(link) ?? []);
  return [...new Set(kinds.map((kind) => kindNames[kind]))];
}

/** Forms and services of pages of an audit. */
export function observationsOf(facts: readonly PageFacts[]): Pick<SiteObservations, 'forms' | 'services'> {
  const services = new Map<string, ObservedService>();
  const add = (service: KnownService | null) => service && services.set(service.name, toObserved(service));
  const forms: ObservedForm[] = [];
  for (const page of facts) {
    for (const { address } of page.resources) add(serviceAt(address));
    for (const form of page.forms.filter(isAsking)) {
      const kinds = new Set(form.fields.filter(({ is_hidden }) => !is_hidden).flatMap((field) => kindsOfField(field)));
      const personal = [...kinds].filter((kind) => personalKinds.has(kind));
      if (personal.length === 0) continue;
      const documents = documentsOf(form.links.map((reference) => ({ url: absolute(reference, page), text: '' })));
      forms.push({ url: page.url, kinds: personal, documents });
    }
  }
  return { forms, services: [...services.values()] };
}
