import { expect, test } from '@jest/globals';
import { growthOf, linearGrowth, ticksDuring } from '@platform/testing';
import { judgeInThread } from '../src/rkn/judge/judge-in-thread.ts';
import { judgeRkn } from '../src/rkn/judge/judge-rkn.ts';
import type { RknSite } from '../src/rkn/judge/rkn-site.ts';
import { findRequisites } from '../src/rkn/requisites.ts';
import { knownSite, pageOf } from './rkn-answers.ts';

const origin = 'https://hostile.example';

/** A home page and contact pages, each of which states its own wrong numbers. */
function siteOf(pages: number, numbers: number): RknSite {
  const textOf = (page: number) =>
    Array.from({ length: numbers }, (_, at) => `ИНН ${1_000_000_000 + page * 10_000 + at}`).join(' ');
  const contacts = Array.from({ length: pages }, (_, page) =>
    pageOf(`${origin}/contact/${page}`, `<html><body><h1>Contacts</h1><p>${textOf(page)}</p></body></html>`),
  );
  return knownSite(origin, [pageOf(`${origin}/`, '<html><body><h1>Home</h1></body></html>'), ...contacts]);
}

test('a page of hundreds of wrong requisites gives some findings, and the last says how many more there are', () => {
  const { sightings } = judgeRkn(siteOf(8, 1_000), () => null);
  const found = sightings.filter(({ code }) => code === 'requisites_invalid');
  const ofPages = Map.groupBy(found, ({ url }) => url);
  expect([...ofPages.values()].map(({ length }) => length)).toEqual(Array.from({ length: 8 }, () => 20));
  expect(found.at(-1)?.snippet).toMatch(/^INN \d{10} \(\+\d+\)$/);
  expect(found.at(-2)?.snippet).toMatch(/^INN \d{10}$/);
});

test('of one text some requisites are read, the first ones', () => {
  const text = Array.from({ length: 1_000 }, (_, at) => `ИНН/КПП ${7_707_083_893 + at}/773601001`).join(' ');
  const found = findRequisites(text);
  expect(found).toHaveLength(50);
  expect(found[0]?.digits).toBe('7707083893');
});

test('what a finding of many pages leaves out is not taken for gone', () => {
  const { unverifiedSubjects, sightings } = judgeRkn(siteOf(30, 40), () => null);
  expect(sightings.filter(({ code }) => code === 'requisites_invalid')).toHaveLength(300);
  expect([...unverifiedSubjects].filter((one) => one.startsWith('requisites_invalid ')).length).toBeGreaterThan(300);
});

test('the cost of judging grows no faster than the number of pages', () => {
  expect(
    growthOf(
      (pages) => siteOf(pages, 1_800),
      48,
      (site) => judgeRkn(site, () => null),
    ),
  ).toBeLessThan(linearGrowth);
});

test('other requests have their turns while a site is judged', async () => {
  const site = siteOf(59, 1_800);
  let count = 0;
  const turns = await ticksDuring(async () => {
    count = (await judgeInThread({ site, documents: new Map() })).sightings.length;
  });
  expect(count).toBeGreaterThan(0);
  expect(turns).toBeGreaterThan(100);
});
