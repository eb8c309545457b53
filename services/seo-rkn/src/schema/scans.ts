import type {
  AuditSchedule,
  ScanOptions,
  ScanOptionsPatch,
  ScanPhase,
  ScanState,
  SeoVerdict,
} from '@platform/contracts';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { FetchedHeaders, FetchFailure, FetchTimings, Hop, ProtectionHeaders } from '../crawl/fetched.ts';
import type { Alternate } from '../crawl/sitemap-file.ts';
import type { SkippedPattern } from '../crawl/traps.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import type { RenderFailure } from '../render/render-page.ts';
import type { RknChecks } from '../rkn/scans/rkn-checks.ts';
import type { RknOutcome } from '../rkn/scans/rkn-outcome.ts';
import type { SiteChecks } from '../scans/site-checks.ts';
import type { SiteProbe } from '../scans/site-probe.ts';
import { schema, time } from './common.ts';

/** Settings of audits of a site, made with the first change. */
export const site_settings = schema.table(
  'site_settings',
  {
    /** A site of the cms. */
    site_id: uuid('site_id').primaryKey(),
    scan: jsonb('scan').$type<z.output<typeof ScanOptionsPatch>>().notNull(),
    schedule: jsonb('schedule').$type<AuditSchedule>().notNull(),
    overrides: jsonb('overrides')
      .$type<{ issue_type: string; off: boolean; weight: 2 | 8 | 20 | 40 | null }[]>()
      .notNull(),
    brand_words: text('brand_words').array().notNull(),
    /** When the schedule starts the next scan; null when it is off. */
    next_scan_at: time('next_scan_at'),
    /** The same for scans of kind `rkn`; null for a site that never chose. */
    rkn_schedule: jsonb('rkn_schedule').$type<AuditSchedule>(),
    rkn_next_scan_at: time('rkn_next_scan_at'),
  },
  (t) => [index('site_settings_due').on(t.next_scan_at), index('site_settings_rkn_due').on(t.rkn_next_scan_at)],
);

/** The verdict of a scan, without what is read beside it. */
export type ScanVerdict = Omit<z.output<typeof SeoVerdict>, 'top_fixes' | 'delta'>;

/** Scans of sites. */
export const scans = schema.table(
  'scans',
  {
    id: uuid('id').primaryKey(),
    site_id: uuid('site_id').notNull(),
    application_id: uuid('application_id'),
    kind: text('kind', { enum: ['seo', 'rkn', 'rkn_recheck'] }).notNull(),
    state: text('state').$type<ScanState>().notNull(),
    phase: text('phase').$type<ScanPhase>(),
    trigger: text('trigger', { enum: ['manual', 'schedule'] }).notNull(),
    /** Origin of the site. */
    origin: text('origin').notNull(),
    /** Host and port of the origin: one scan of a host runs at a time. */
    host: text('host').notNull(),
    options: jsonb('options').$type<ScanOptions>().notNull(),
    /** Facts about robots.txt, sitemaps and the site as a whole; null before they are read. */
    probe: jsonb('probe').$type<SiteProbe>(),
    pages_done: integer('pages_done').notNull().default(0),
    pages_planned: integer('pages_planned').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    /** Requests behind the crawl: those that were made, all of them, and when the first one was. */
    checks_done: integer('checks_done').notNull().default(0),
    checks_planned: integer('checks_planned').notNull().default(0),
    checks_started_at: time('checks_started_at'),
    /** Addresses that were left out, by reason. */
    skipped: jsonb('skipped').$type<Record<string, number>>().notNull().default({}),
    /** Patterns of addresses that the trap limits left out; null without any. */
    traps: jsonb('traps').$type<SkippedPattern[]>(),
    issues: jsonb('issues').$type<{ found: number; opened: number; resolved: number; stale: number }>(),
    verdict: jsonb('verdict').$type<ScanVerdict>(),
    /** Facts of the requests behind the crawl; null before they are made, or where the scan was pruned. */
    checks: jsonb('checks').$type<SiteChecks>(),
    /** Counts changes of its pages by rechecks: a judgement of older facts is not written. */
    facts_version: integer('facts_version').notNull().default(0),
    /** Of a scan of kind `rkn`: what it asked beside its pages, and what came of it. */
    rkn_checks: jsonb('rkn_checks').$type<RknChecks>(),
    rkn_outcome: jsonb('rkn_outcome').$type<RknOutcome>(),
    /** Verdict with the pages that were judged again since; null without any. */
    rechecked_verdict: jsonb('rechecked_verdict').$type<ScanVerdict>(),
    rule_version: text('rule_version').notNull(),
    error: jsonb('error').$type<{ code: string; message: string }>(),
    /** Its pages were removed, as those of older scans are. */
    is_pruned: boolean('is_pruned').notNull().default(false),
    /** When it is taken up; null for one that ended. The release before this one writes no value. */
    due_at: time('due_at').defaultNow(),
    lease_until: time('lease_until'),
    lease_fence: integer('lease_fence').notNull().default(0),
    /** Claims in a row, since the last page that was written. */
    tries: smallint('tries').notNull().default(0),
    /** Leases in a row that ended because their process died, since the last page that was written. */
    lost_leases: integer('lost_leases').notNull().default(0),
    /* Of the release before this one; a trigger keeps them equal to `lease_fence` and `due_at`. */
    attempt: integer('attempt').notNull().default(0),
    failures: integer('failures').notNull().default(0),
    not_before: time('not_before'),
    created_at: time('created_at').notNull(),
    /** E-mail of an administrator. */
    created_by: text('created_by'),
    started_at: time('started_at'),
    crawl_started_at: time('crawl_started_at'),
    finished_at: time('finished_at'),
  },
  (t) => [
    index('scans_of_site').on(t.site_id, t.id),
    index('scans_waiting').on(t.state, t.id).where(sql`${t.state} IN ('queued', 'running')`),
    index('scans_due').on(t.due_at),
    uniqueIndex('scans_one_open').on(t.site_id, t.kind).where(sql`${t.state} IN ('queued', 'running')`),
    uniqueIndex('scans_one_running').on(t.host).where(sql`${t.state} = 'running'`),
  ],
);

const ofScan = () =>
  uuid('scan_id')
    .notNull()
    .references(() => scans.id, { onDelete: 'cascade' });

/** The frontier: every address that a scan has found. Its pages and the addresses on them commit together. */
export const scan_urls = schema.table(
  'scan_urls',
  {
    scan_id: ofScan(),
    /** In the order of discovery. */
    number: integer('number').notNull(),
    /** First 128 bits of the SHA-256 of the URL key. */
    url_hash: uuid('url_hash').notNull(),
    /** The URL key. */
    url: text('url').notNull(),
    state: text('state', { enum: ['planned', 'retry', 'done', 'skipped'] }).notNull(),
    /** Clicks from the home page or a listed page when it was found. */
    depth: smallint('depth').notNull(),
    /**
     * Source of the address: `home`, `cms`, `sitemap`, `issue`, `link`, `recheck`. The first source in this
     * order counts.
     */
    source: text('source', { enum: ['home', 'cms', 'sitemap', 'issue', 'link', 'recheck'] }).notNull(),
    in_sitemap: boolean('in_sitemap').notNull().default(false),
    /** Item of the cms at this address. */
    item_id: uuid('item_id'),
    tries: smallint('tries').notNull().default(0),
    /** A second try after a failure does not begin before. */
    not_before: time('not_before'),
    /** Why it was left out. */
    skip_reason: text('skip_reason'),
    /** Versions in other languages that a sitemap names; null for none. */
    alternates: jsonb('alternates').$type<readonly Alternate[]>(),
  },
  (t) => [
    primaryKey({ columns: [t.scan_id, t.number] }),
    uniqueIndex('scan_urls_hash').on(t.scan_id, t.url_hash),
    index('scan_urls_planned').on(t.scan_id, t.state, t.depth, t.number).where(sql`${t.state} IN ('planned', 'retry')`),
  ],
);

/** The answer of the server behind a page, without its body. */
export interface PageAnswer {
  hops: Hop[];
  headers: FetchedHeaders;
  /** Of pages of scans about personal data alone. */
  protection?: ProtectionHeaders;
  timings: FetchTimings;
  failure: FetchFailure | { code: 'page_too_complex'; detail: string } | null;
  /** Reader of its facts, and when their content came (ISO 8601); absent behind a recheck. */
  facts_format?: string;
  read_at?: string;
  /**
   * Result of its rendering; absent if none was requested. A recheck replaces the answer together with this
   * result.
   */
  render?: PageRender;
}

/** How far the rendering of a page is. */
export interface PageRender {
  state: 'begun' | 'rendered' | 'failed';
  failure: RenderFailure | null;
  /** Processes that began with it: one that dies over a page may die over it again. */
  tries: number;
  /** Its scripts had the time in which pages show forms late. */
  has_waited?: true;
}

/** Pages that scans fetched. Facts of the last five scans of a site are retained. */
export const pages = schema.table(
  'pages',
  {
    id: uuid('id').primaryKey(),
    scan_id: ofScan(),
    site_id: uuid('site_id').notNull(),
    /** Of its address in the frontier. */
    number: integer('number').notNull(),
    /** URL keys. */
    url: text('url').notNull(),
    final_url: text('final_url').notNull(),
    status: smallint('status'),
    answer: jsonb('answer').$type<PageAnswer>().notNull(),
    /** Null where the answer is no HTML, or could not be read. */
    facts: jsonb('facts').$type<PageFacts>(),
    /** Facts of the rendered page; they count where `answer.render` says that it was rendered. */
    rendered: jsonb('rendered').$type<PageFacts>(),
    bytes: integer('bytes').notNull(),
    title: text('title'),
    words: integer('words'),
    item_id: uuid('item_id'),
    is_listed: boolean('is_listed').notNull(),
    /** Numbers of the addresses that it links to. */
    out_links: integer('out_links').array().notNull(),
    /* Written by the analysis. */
    is_indexable: boolean('is_indexable').notNull().default(false),
    depth: integer('depth'),
    inlink_count: integer('inlink_count').notNull().default(0),
    /** Numbers of pages that link to it, the first hundred. */
    inlinks: integer('inlinks').array().notNull().default([]),
    page_score: smallint('page_score'),
    issue_count: integer('issue_count').notNull().default(0),
    fetched_at: time('fetched_at').notNull(),
  },
  (t) => [
    uniqueIndex('pages_of_scan').on(t.scan_id, t.number),
    index('pages_by_status').on(t.scan_id, t.status, t.number),
    index('pages_of_site').on(t.site_id),
  ],
);
