import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { type Comparison, compare, readCorpus, tableFile, tableOf } from './corpus.ts';

let all: Comparison[];
let plain: Comparison[];
beforeAll(() => {
  all = readCorpus().map(compare);
  plain = all.filter(({ hasHtml }) => !hasHtml);
});

test('at least 150 real files are compared', () => {
  expect(all.length).toBeGreaterThanOrEqual(150);
  expect(plain.length).toBeGreaterThanOrEqual(80);
});

test('a file without HTML shows the text, blocks, links and images of remark-gfm and rehype', () => {
  const differing = plain.filter(
    ({ ours, theirs }) =>
      ours.text !== theirs.text || ours.structure !== theirs.structure || ours.images !== theirs.images,
  );
  expect(differing.map(({ path }) => path)).toEqual([]);
});

/** Footnotes have other ids, which their marks know. */
const isOfFootnote = (href: string): boolean => /^#fn(?:ref)?[-\d]/.test(href);

test('at least 99 % of the in-page links that work in the reference work here', () => {
  for (const files of [plain, all]) {
    const wanted = files.flatMap(({ path, theirs }) =>
      theirs.working.filter((href) => !isOfFootnote(href)).map((href) => `${path} ${href}`),
    );
    const working = new Set(
      files.flatMap(({ path, ours }) => ours.working.map((href) => `${path} ${href}`.toLowerCase())),
    );
    const dead = wanted.filter((link) => !working.has(link.toLowerCase()));
    expect(dead.length).toBeLessThanOrEqual(wanted.length * 0.01);
  }
});

test('every link and image that is left out, and every link to a missing anchor, is a warning', () => {
  for (const { path, ours, theirs, warnings } of plain) {
    const count = (code: string) => warnings.filter((warning) => warning.code === code).length;
    const droppedLinks = theirs.links - ours.links;
    if (droppedLinks > 0) expect([path, count('link_dropped')]).toEqual([path, droppedLinks]);
    if (theirs.images > ours.images)
      expect([path, count('image_dropped')]).toEqual([path, theirs.images - ours.images]);
    if (ours.working.length < ours.inPage.length) expect([path, count('anchor_missing')]).not.toEqual([path, 0]);
  }
});

test('the table of differences is that of this version', () => {
  expect(tableOf(all)).toBe(readFileSync(tableFile, 'utf8'));
});
