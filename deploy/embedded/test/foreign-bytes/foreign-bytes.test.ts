import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { growthOf, linearGrowth, ticksDuring } from '@platform/testing';
import { plainStyle } from '../../../../packages/markdown/src/banner-style.ts';
import { createRenderer } from '../../../../packages/markdown/src/renderer.ts';
import { parseVersionRange } from '../../../../packages/runtime/src/app-version.ts';
import { clientKindOf } from '../../../../packages/runtime/src/client-kind.ts';
import { hasMoreItems } from '../../../../packages/runtime/src/http/json-walk.ts';
import { openFilePart } from '../../../../packages/runtime/src/http/multipart-file.ts';
import { matchedETag } from '../../../../packages/runtime/src/http/respond.ts';
import { readRange } from '../../../../packages/runtime/src/http/send-file.ts';
import { checkSvg } from '../../../../packages/runtime/src/images/check-svg.ts';
import { isSvg, sanitizeSvg } from '../../../../packages/runtime/src/images/svg.ts';
import { addressPattern, findHeaderFault, maskAddress } from '../../../../packages/runtime/src/mail/mail-headers.ts';
import { secretIn } from '../../../../services/catalog/src/settings/secrets.ts';
import { chooseBanners } from '../../../../services/cms/src/banners/live-banners.ts';
import { searchWords } from '../../../../services/cms/src/public/search-words.ts';
import { assertFormat } from '../../../../services/gateway/src/credentials/token-verifier.ts';
import { passwordWeakness } from '../../../../services/identity/src/admins/password-strength.ts';
import { cleanText } from '../../../../services/seo-rkn/src/ai/clean-output.ts';
import { plainText } from '../../../../services/seo-rkn/src/ai/field-rules.ts';
import { readJsonText } from '../../../../services/seo-rkn/src/ai/read-answer.ts';
import { readRobots } from '../../../../services/seo-rkn/src/crawl/robots.ts';
import { readSitemapFile } from '../../../../services/seo-rkn/src/crawl/sitemap-file.ts';
import { readKeywordFile } from '../../../../services/seo-rkn/src/keywords/read-keyword-file.ts';
import { readPsiAnswer } from '../../../../services/seo-rkn/src/performance/read-psi-answer.ts';
import { findRequisites } from '../../../../services/seo-rkn/src/rkn/requisites.ts';
import { collectSeeds } from '../../../../services/seo-rkn/src/scans/seeds.ts';
import { foldKeywords } from '../../../../services/seo-rkn/src/search/keyword-rows.ts';
import { adSignals } from '../../../../services/social/src/ad-law/resembles-ad.ts';
import { findAssertions } from '../../../../services/social/src/facts/find-assertions.ts';
import { readFeed } from '../../../../services/social/src/listening/read-feed.ts';
import { type AttackName, attacks } from './attacks.ts';
import { pageFile, writePage } from './page.ts';
import { foreignBytes } from './rows.ts';

const renderer = createRenderer({ timeoutMs: 60_000 });
afterAll(() => renderer.close());

/** A refusal is an answer, too. */
const orRefusal = (read: () => unknown): void => {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
};

const locs = Array.from({ length: 3_000 }, (_, at) => ({
  url: `https://a.test/${'a'.repeat(1_950)}?zz=${at}`,
  alternates: [],
}));
const bytesOf = (text: string): Buffer => Buffer.from(text);

const postOf = (text: string) => ({ text, urls: [], buttons: [] });
/** Twenty banners with twenty globs each, as one site may have them. */
const bannersOf = (glob: string) =>
  Array.from({ length: 20 }, (_, at) => ({
    locale: 'ru',
    default_locale: 'ru',
    group_id: String(at),
    starts_at: null,
    ends_at: null,
    fields: {
      target: {
        paths: Array.from({ length: 20 }, () => glob),
        locales: [],
        exclude_paths: [],
        platforms: [],
        app_version: null,
      },
    },
  }));
async function* bytesOneByOne(text: string) {
  for (const byte of Buffer.from(text)) {
    await setImmediate();
    yield Buffer.of(byte);
  }
}

const linear: Partial<Record<AttackName, (text: string) => unknown>> = {
  svg_classes: (text) => orRefusal(() => sanitizeSvg(bytesOf(text))),
  svg_white_space: (text) => orRefusal(() => sanitizeSvg(bytesOf(text))),
  svg_elements: (text) => sanitizeSvg(bytesOf(text)),
  svg_document_types: (text) => isSvg(bytesOf(text)),
  robots_rules: (text) => readRobots(bytesOf(text)),
  robots_names: (text) => readRobots(bytesOf(text)),
  requisites: findRequisites,
  banner_style: plainStyle,
  config_value: secretIn,
  config_tokens: secretIn,
  user_agent: clientKindOf,
  search_query: searchWords,
  mail_address: (text) => [addressPattern.test(text), findHeaderFault({ to: text }), maskAddress(text)],
  token: (text) => orRefusal(() => assertFormat(text)),
  etags: (text) => matchedETag({ headers: { 'if-none-match': text } } as IncomingMessage, ['"b"']),
  byte_ranges: (text) => readRange(text, 1_000_000),
  version_range: parseVersionRange,
  model_links: (text) => cleanText(text, []),
  model_tags: (text) => cleanText(text, []),
  model_fence: readJsonText,
  body_pictures: plainText,
  post_numbers: (text) => [findAssertions(postOf(text)), adSignals(postOf(text), { name: 'Tea', link_hosts: [] })],
  psi_audits: (text) => readPsiAnswer(200, JSON.parse(text)),
  keyword_rows: (text) => foldKeywords(JSON.parse(text)),
  json_depth: (text) => hasMoreItems(bytesOf(text), { list: 'items', max: 100 }),
};

const inTurns: Partial<Record<AttackName, (text: string) => Promise<unknown>>> = {
  svg_elements: (text) => checkSvg(bytesOf(text)),
  clean_param: (text) =>
    collectSeeds(readRobots(bytesOf(text)).cleanParams, { home: 'https://a.test/', items: [], locs }),
  sitemap: (text) => readSitemapFile(bytesOf(text), 'application/xml'),
  feed_entries: (text) => readFeed(bytesOf(text), { address: 'https://a.test/feed', contentType: null }),
  keyword_file: (text) => readKeywordFile(bytesOf(text)),
  password: (text) => passwordWeakness(text, 'owner@example.test'),
  banner_elements: (text) => renderer.renderBanner(text, null),
  path_glob: (glob) => chooseBanners(bannersOf(glob), { path: `/${'a'.repeat(2_047)}` }, new Date()),
  form_head: (text) => openFilePart(bytesOneByOne(text), 'multipart/form-data; boundary=b').catch(String),
  markdown_footnotes: (text) => renderer.render(text, { embed_providers: [] }),
};

const cases = foreignBytes.flatMap(({ what, way, attacks: sizes = {} }) =>
  Object.entries(sizes).map(([name, size]) => ({ what, way, name: name as AttackName, size })),
);

describe('reading bytes from outside at once costs no more than their length', () => {
  test.each(cases.filter(({ way }) => way === 'linear'))('$what: $name', ({ name, size }) => {
    const read = linear[name];
    if (!read) throw new Error(`no reader of ${name}`);
    expect(growthOf<string>(attacks[name], size, read)).toBeLessThan(linearGrowth);
  });
});

describe('other requests have their turns while bytes from outside are read', () => {
  test.each(cases.filter(({ way }) => way !== 'linear'))('$what: $name', async ({ name, size }) => {
    const read = inTurns[name];
    if (!read) throw new Error(`no reader of ${name}`);
    const input = attacks[name](size);
    expect(await ticksDuring(() => read(input))).toBeGreaterThan(3);
  });
});

/** Characters at which a quadratic form shows. */
const visibleSize = 32_768;

test('a reader that takes quadratic time is seen at the smallest size of the table', () => {
  const quadratic = (text: string) => /a+$/.test(text);
  const inputOf = (size: number) => `${'a'.repeat(size)}b`;
  expect(growthOf(inputOf, visibleSize, quadratic)).toBeGreaterThan(linearGrowth);
  for (const { name, size } of cases.filter(({ way }) => way === 'linear'))
    expect([name, size >= visibleSize]).toEqual([name, true]);
});

test('no input is smaller than the bound of its row, unless the row says why', () => {
  for (const { what, attacks: sizes, largest, smaller } of foreignBytes)
    for (const size of Object.values(sizes ?? {}))
      expect([what, smaller !== undefined || size >= (largest ?? Number.POSITIVE_INFINITY)]).toEqual([what, true]);
});

test('each row has an attack, or a test of a suite that feeds one', () => {
  const root = new URL('../../../../', import.meta.url);
  for (const { what, attacks: sizes, suite, test: name } of foreignBytes) {
    if (sizes !== undefined) continue;
    const file = fileURLToPath(new URL(suite ?? 'none', root));
    const text = suite !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '';
    expect([what, name !== undefined && text.includes(`'${name}'`)]).toEqual([what, true]);
  }
});

test('the page of the table is written from its rows', () => {
  expect(readFileSync(pageFile, 'utf8')).toBe(writePage());
});
