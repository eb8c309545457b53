import type { IssueType } from '@platform/contracts';
import type { Alternate } from '../crawl/sitemap-file.ts';
import type { FetchedFacts, PageFacts } from '../pages/page-facts.ts';

export type PageOrigin = 'home' | 'cms' | 'sitemap' | 'link' | 'external';

/** Item of the cms behind a page, as published. */
export interface PageItem {
  id: string;
  /** `post` of the blog, `article` of the knowledge base, or another kind. */
  kind: string;
  locale: string;
  title: string;
  meta_title: string | null;
  meta_description: string | null;
  cover_alt: string | null;
  slug: string;
  /** Epoch milliseconds. */
  published_at: number;
  body: string | null;
  /** Value of `<meta name="platform-revision">` on the page of this revision. */
  revision: string | null;
}

/** Second answer, 30 s after a failure. */
export type RetriedOutcome = Pick<FetchedFacts, 'status' | 'failure'>;

export interface PageInput {
  url_key: string;
  url: string;
  /** Null for a URL that the crawl did not ask for: robots.txt refuses it. */
  fetched: FetchedFacts | null;
  /** Outcome of the second try of a 5xx or a failure; null without one. */
  retried: RetriedOutcome | null;
  /** Null for anything but an HTML page that answered 200 without a redirect. */
  facts: PageFacts | null;
  /** The page takes more than its time or its memory to read. */
  is_too_complex: boolean;
  /** Facts of the rendered page; null where it was not rendered. */
  rendered: PageFacts | null;
  sources: readonly PageOrigin[];
  /** Versions in other languages that a sitemap names for it. */
  sitemap_hreflang: readonly Alternate[];
  depth: number;
  /** In a sitemap or in the cms. */
  is_listed: boolean;
  /** Allowed for `*`, Googlebot and Yandex. */
  robots_allowed: boolean;
  item: PageItem | null;
}

export interface RobotsInput {
  status: number | null;
  failure: FetchedFacts['failure'];
  /** The first 512 bytes hold `<!doctype` or `<html`. */
  is_html: boolean;
  /** Absolute addresses of the `Sitemap:` lines. */
  sitemaps: readonly string[];
  /** Product tokens that may not read `/`. */
  home_refused: readonly string[];
}

export interface AiReadersInput {
  /** Product tokens of crawlers whose engines answer people with links to their sources, and that may not read `/`. */
  refused: readonly string[];
  /** Those that may. */
  allowed: readonly string[];
  /** `/llms.txt`, a guide to the site in Markdown: https://llmstxt.org. */
  llms_txt: 'valid' | 'invalid' | 'absent';
}

export interface SitemapInput {
  url: string;
  /** Part of a sitemap index. */
  is_child: boolean;
  /** A guessed address, which no `Sitemap:` line names. */
  is_guess: boolean;
  status: number | null;
  /** `not_xml`: another root element, or a parse error. */
  outcome: 'ok' | 'unreachable' | 'not_xml' | 'empty' | 'too_large';
  own_locs: number;
  foreign_locs: number;
  /** Addresses of other hosts, 20 at most. */
  foreign_samples: readonly string[];
}

/** URLs that the crawl skipped by its trap limits. */
export interface TrapInput {
  kind: 'pattern' | 'query' | 'repeat' | 'length';
  /** Path with `:n` for digits, path of the query, or the start of the URL. Key of the finding. */
  pattern: string;
  skipped: number;
  samples: readonly string[];
}

/** Answer of a twin of the home page or of one deep page. */
export interface MirrorInput {
  kind: 'http' | 'www' | 'slash' | 'index_html';
  url: string;
  main_url: string;
  fetched: FetchedFacts;
  facts: PageFacts | null;
}

export interface LinkCheck {
  url: string;
  /** `gone`: 404, 410 or no DNS, twice. */
  outcome: 'ok' | 'gone' | 'unverified';
  status: number | null;
}

export interface ImageCheck {
  url: string;
  /** `broken`: 404, 410, 5xx twice, 0 bytes, or a type that is no image. */
  outcome: 'ok' | 'broken' | 'unverified';
  detail: string;
}

export interface ReadinessInput {
  item_id: string;
  url: string;
  url_key: string;
  score: number;
  /** Codes of the failed checks. */
  failed: readonly string[];
}

export interface PsiInput {
  url: string;
  url_key: string;
  /** Mobile scores 0–100: three runs, or one of each of the last two scans. */
  scores: readonly number[];
  field: { lcp_ms: number | null; cls: number | null; inp_ms: number | null } | null;
  lab: { lcp_ms: number | null; cls: number | null; tbt_ms: number | null } | null;
  /** Audits with the largest saving. */
  top_audits: readonly string[];
}

export interface IssueOverride {
  issue_type: IssueType;
  off: boolean;
  weight: 2 | 8 | 20 | 40 | null;
}

/** What the rules know of a site beside its pages. A null means: not measured, nothing is reported. */
export interface SiteInput {
  website_url: string | null;
  host: string;
  /** URL key of the home page: where `/` leads to. */
  home_key: string;
  /** URL key of an address; null for one of another site. */
  keyOf(url: string): string | null;
  /** Answer of `website_url`; null without one. */
  website: FetchedFacts | null;
  robots: RobotsInput;
  sitemaps: readonly SitemapInput[];
  /** What the site tells readers of answer engines; null where it was not asked. */
  ai_readers: AiReadersInput | null;
  traps: readonly TrapInput[];
  mirrors: readonly MirrorInput[];
  /** No limit cut the scan, 95 % of the planned pages were fetched, and none of them failed. */
  is_complete: boolean;
  /**
   * The same, except for 5 % of the pages: a site always has a failing page, and few links are only on that
   * page.
   */
  knows_links: boolean;
  external_links: readonly LinkCheck[] | null;
  images: readonly ImageCheck[] | null;
  /** Page of a random address; null when it was not asked for. */
  random_page: { status: number | null; facts: PageFacts | null } | null;
  /** Epoch milliseconds. */
  now: number;
  brand_words: readonly string[];
  overrides: readonly IssueOverride[];
  readiness: readonly ReadinessInput[] | null;
  psi: readonly PsiInput[] | null;
  ttfb: readonly { url: string; url_key: string; samples_ms: readonly number[] }[] | null;
}
