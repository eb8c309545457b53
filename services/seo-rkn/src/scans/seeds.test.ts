import { expect, test } from '@jest/globals';
import { ticksDuring } from '@platform/testing';
import { readRobots } from '../crawl/robots.ts';
import { collectSeeds } from './seeds.ts';

test('other requests have their turns while the addresses of a hostile site are collected', async () => {
  const { cleanParams } = readRobots(Buffer.from(`Clean-param: zz /*${'a*'.repeat(20)}b\n`.repeat(500)));
  expect(cleanParams).toHaveLength(500);
  const locs = Array.from({ length: 5_000 }, (_, at) => ({
    url: `https://example.com/${'a'.repeat(1_950)}?zz=${at}`,
    alternates: [],
  }));
  let count = 0;
  const turns = await ticksDuring(async () => {
    count = (await collectSeeds(cleanParams, { home: 'https://example.com/', items: [], locs })).length;
  });
  expect(count).toBe(5_001);
  expect(turns).toBeGreaterThan(3);
});
