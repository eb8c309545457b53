import type { AttackName } from './attacks.ts';
import { answerRows, callRows } from './header-rows.ts';

/** A place that reads bytes from outside, or runs a pattern over them. */
export interface ForeignBytes {
  what: string;
  /** Who sends them. */
  from: string;
  /** The code that reads them. */
  code: string;
  /** The largest input. */
  bound: string;
  /** Main thread at once, main thread with turns of the event loop in between, or a worker thread with limits. */
  way: 'linear' | 'turns' | 'thread';
  /** What the cost is linear in, or the limits of the thread. */
  cost: string;
  /** The bound in characters or bytes. No input of the test is smaller. */
  largest?: number;
  /** Inputs that the test feeds, each at this size; none where another suite named in `suite` does. */
  attacks?: Partial<Record<AttackName, number>>;
  /** Why the input of the test is smaller than the bound. */
  smaller?: string;
  /** A suite that feeds inputs of its own, and the name of a test in it. */
  suite?: string;
  test?: string;
}

/** Every such place of services and packages that run in production. */
export const foreignBytes: readonly ForeignBytes[] = [
  {
    what: 'SVG of an icon, an asset or an import',
    from: 'staff; a site that an import fetches from',
    code: 'packages/runtime/src/images/svg.ts',
    bound: '1 MiB',
    way: 'linear',
    cost: 'bytes, and 1,000,000 comparisons of names; above 16 KiB in a thread of 10 s and 256 MiB',
    attacks: { svg_classes: 1_048_576, svg_white_space: 1_048_576, svg_elements: 1_048_576 },
    largest: 1_048_576,
  },
  {
    what: 'SVG in its thread',
    from: 'staff; a site that an import fetches from',
    code: 'packages/runtime/src/images/check-svg.ts',
    bound: '1 MiB',
    way: 'thread',
    cost: '10 s, 256 MiB, 20 wait',
    attacks: { svg_elements: 1_048_576 },
    largest: 1_048_576,
  },
  {
    what: 'Kind of an uploaded file',
    from: 'staff and users',
    code: 'packages/runtime/src/images/svg.ts (isSvg)',
    bound: '1 MiB',
    way: 'linear',
    cost: 'bytes, for 32 parts before the root',
    attacks: { svg_document_types: 1_048_576 },
    largest: 1_048_576,
  },
  {
    what: 'PNG and WebP of an icon',
    from: 'staff',
    code: 'packages/runtime/src/images/png.ts, webp.ts',
    bound: '1 MiB, 2,048 × 2,048 pixels',
    way: 'linear',
    cost: 'bytes; pixels are inflated in a thread of libuv, to the size in the header',
    suite: 'packages/runtime/src/images/image.test.ts',
    test: 'that would inflate to a gigabyte is refused before that',
  },
  {
    what: 'Raster image of an asset or attachment',
    from: 'staff and users',
    code: 'services/cms/src/assets/process-image.ts',
    bound: '20 MiB, 50 megapixels',
    way: 'thread',
    cost: 'threads of libvips, 30 s',
    suite: 'services/cms/test/assets.service.test.ts',
    test: 'loses its metadata, stands upright and gets variants that are not larger than it',
  },
  {
    what: 'robots.txt, reading',
    from: 'a scanned site',
    code: 'services/seo-rkn/src/crawl/robots.ts (readRobots)',
    bound: '500 KiB',
    way: 'linear',
    cost: 'bytes: 2,048 rules of 2,048 characters and 32 parts',
    attacks: { robots_rules: 512_000, robots_names: 512_000 },
    largest: 512_000,
  },
  {
    what: 'Clean-param and robots rules over listed addresses',
    from: 'a scanned site',
    code: 'services/seo-rkn/src/scans/seeds.ts, crawl/url-key.ts, crawl/wildcard.ts',
    bound: '50,000 addresses of 2,048 characters',
    way: 'turns',
    cost: 'addresses: 5,000 comparisons each for Clean-param, 100,000 for the rules',
    attacks: { clean_param: 512_000 },
    largest: 512_000,
    smaller: 'the rules are at their bound; 3,000 of 50,000 addresses show the turns, and each costs the same',
  },
  {
    what: 'Sitemap',
    from: 'a scanned site',
    code: 'services/seo-rkn/src/crawl/sitemap-file.ts',
    bound: '50 MiB, 50,000 addresses',
    way: 'turns',
    cost: 'bytes',
    attacks: { sitemap: 4_000_000 },
    largest: 52_428_800,
    smaller: '4 MB show the turns: each slice costs the same',
  },
  {
    what: 'HTML, JSON-LD, text and charset of a page',
    from: 'a scanned site',
    code: 'services/seo-rkn/src/pages/read-in-worker.ts',
    bound: 'max_body_bytes of the scan',
    way: 'thread',
    cost: 'limits of the page reader; facts are capped in read-page.ts and read-rkn-page.ts',
    suite: 'services/seo-rkn/src/pages/read-in-worker.test.ts',
    test: '50,000 nested elements are too complex, the pages after them are read, and the event loop stays free',
  },
  {
    what: 'Requisites in a text',
    from: 'a scanned site',
    code: 'services/seo-rkn/src/rkn/requisites.ts',
    bound: '100,000 characters, 50 requisites',
    way: 'linear',
    cost: 'characters',
    attacks: { requisites: 100_000 },
    largest: 100_000,
  },
  {
    what: 'Rules about personal data',
    from: 'a scanned site',
    code: 'services/seo-rkn/src/rkn/judge/judge-in-thread.ts',
    bound: '60 pages of 120,000 characters; 20 findings of a page and rule, 300 of a rule',
    way: 'thread',
    cost: '20 s, 512 MiB',
    suite: 'services/seo-rkn/test/rkn-hostile-pages.test.ts',
    test: 'other requests have their turns while a site is judged',
  },
  {
    what: 'Legal document against the clauses',
    from: 'administrators; a scanned site',
    code: 'services/seo-rkn/src/document-check/checker.ts',
    bound: '200,000 characters',
    way: 'thread',
    cost: '3 s, 256 MiB',
    suite: 'services/seo-rkn/src/document-check/checker.test.ts',
    test: 'a text over its time ends its thread, and the next one gets another',
  },
  {
    what: 'Style of a banner',
    from: 'staff',
    code: 'packages/markdown/src/banner-style.ts',
    bound: '50,000 characters',
    way: 'linear',
    cost: 'characters; a value has 120 at most',
    attacks: { banner_style: 50_000 },
    largest: 50_000,
  },
  {
    what: 'Strength of a password',
    from: 'administrators',
    code: 'services/identity/src/admins/password-strength.ts',
    bound: '200 characters, the first 64 are judged',
    way: 'thread',
    cost: '10 s, 128 MiB, 20 wait',
    attacks: { password: 200 },
    largest: 200,
  },
  {
    what: 'Banner',
    from: 'staff; an import; a schedule',
    code: 'packages/markdown/src/renderer.ts (renderBanner)',
    bound: '50,000 characters',
    way: 'thread',
    cost: '5 s, 512 MiB, 64 wait',
    attacks: { banner_elements: 50_000 },
    largest: 50_000,
  },
  {
    what: 'Markdown of a text',
    from: 'staff; an import; a schedule',
    code: 'packages/markdown/src/renderer.ts (render)',
    bound: '200,000 characters',
    way: 'thread',
    cost: '5 s, 512 MiB, 64 wait; a scheduled text that is refused three times loses its schedule',
    attacks: { markdown_footnotes: 20_000 },
    largest: 200_000,
    smaller: 'a thread is ended after 5 s, and 20,000 footnotes keep it busy for long enough to count turns',
  },
  {
    what: 'Secrets in remote config',
    from: 'administrators, API keys',
    code: 'services/catalog/src/settings/secrets.ts',
    bound: '32,768 characters a value, 20 rules',
    way: 'linear',
    cost: 'characters',
    attacks: { config_value: 655_360, config_tokens: 655_360 },
    largest: 655_360,
  },
  {
    what: 'RSS and Atom feed',
    from: 'a feed that an administrator named',
    code: 'services/social/src/listening/read-feed.ts',
    bound: '2 MiB, 200 entries',
    way: 'turns',
    cost: 'bytes, 65,536 characters a turn',
    attacks: { feed_entries: 2_097_152 },
    largest: 2_097_152,
  },
  {
    what: 'CSV of keywords',
    from: 'administrators',
    code: 'services/seo-rkn/src/keywords/read-keyword-file.ts',
    bound: '10 MiB',
    way: 'turns',
    cost: 'bytes, 16,384 characters a turn',
    attacks: { keyword_file: 300_000 },
    largest: 10_485_760,
    smaller: 'each slice of 16,384 characters costs the same; 300 KB are 18 of them',
  },
  {
    what: 'Archive of a site: ZIP, WXR, Ghost, front matter, HTML to Markdown',
    from: 'administrators',
    code: 'services/cms/src/transfer/thread.ts',
    bound: 'upload limit of the endpoint',
    way: 'thread',
    cost: 'time and memory of the transfer thread',
    suite: 'services/cms/test/transfer-bombs.service.test.ts',
    test: '%s is refused whole, with a reason',
  },
  {
    what: 'JSON body, application in a body',
    from: 'everybody',
    code: 'packages/runtime/src/http/json-walk.ts',
    bound: 'body limit of the endpoint',
    way: 'linear',
    cost: 'bytes; the gateway walks large bodies in slices',
    attacks: { json_depth: 1_048_576 },
    largest: 1_048_576,
  },
  {
    what: 'Key set (JWKS)',
    from: 'an identity provider',
    code: 'packages/runtime/src/key-set-document.ts',
    bound: '256 KiB',
    way: 'linear',
    cost: 'bytes',
    suite: 'services/gateway/src/credentials/key-sets.test.ts',
    test: 'is fetched once for all tokens that come together, and every five seconds when others are forged',
  },
  ...callRows,
  ...answerRows,
];
