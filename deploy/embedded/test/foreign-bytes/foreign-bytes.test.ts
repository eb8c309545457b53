import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { growthOf, linearGrowth, turnsDuring } from '@platform/testing';
import { plainStyle } from '../../../../packages/markdown/src/banner-style.ts';
import { createRenderer } from '../../../../packages/markdown/src/renderer.ts';
import { hasMoreItems } from '../../../../packages/runtime/src/http/json-walk.ts';
import { checkSvg } from '../../../../packages/runtime/src/images/check-svg.ts';
import { isSvg, sanitizeSvg } from '../../../../packages/runtime/src/images/svg.ts';
import { secretIn } from '../../../../services/catalog/src/settings/secrets.ts';
import { readRobots } from '../../../../services/seo-rkn/src/crawl/robots.ts';
import { readSitemapFile } from '../../../../services/seo-rkn/src/crawl/sitemap-file.ts';
import { readKeywordFile } from '../../../../services/seo-rkn/src/keywords/read-keyword-file.ts';
import { findRequisites } from '../../../../services/seo-rkn/src/rkn/requisites.ts';
import { collectSeeds } from '../../../../services/seo-rkn/src/scans/seeds.ts';
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

const locs = Array.from({ length: 3_000 }, (_, at) => `https://a.test/${'a'.repeat(1_950)}?zz=${at}`);
const bytesOf = (text: string): Buffer => Buffer.from(text);

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
  json_depth: (text) => hasMoreItems(bytesOf(text), { list: 'items', max: 100 }),
};

const inTurns: Partial<Record<AttackName, (text: string) => Promise<unknown>>> = {
  svg_elements: (text) => checkSvg(bytesOf(text)),
  clean_param: (text) =>
    collectSeeds(readRobots(bytesOf(text)).cleanParams, { home: 'https://a.test/', items: [], locs }),
  sitemap: (text) => readSitemapFile(bytesOf(text), 'application/xml'),
  feed_entries: (text) => readFeed(bytesOf(text)),
  keyword_file: (text) => readKeywordFile(bytesOf(text)),
  banner_elements: (text) => renderer.renderBanner(text, null),
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
    expect(await turnsDuring(() => read(input))).toBeGreaterThan(3);
  });
});

test('each row has an attack, or a suite that exists and feeds one', () => {
  const root = new URL('../../../../', import.meta.url);
  for (const { what, attacks: sizes, suite } of foreignBytes) {
    const isTested = sizes !== undefined || (suite !== undefined && existsSync(fileURLToPath(new URL(suite, root))));
    expect([what, isTested]).toEqual([what, true]);
  }
});

test('the page of the table is written from its rows', () => {
  expect(readFileSync(pageFile, 'utf8')).toBe(writePage());
});
