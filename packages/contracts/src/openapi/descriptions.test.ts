import { expect, test } from '@jest/globals';
import { platform } from '../platform.ts';
import { routeTable } from '../route-table.ts';

const writes = routeTable(platform).filter(({ endpoint }) => endpoint.method !== 'GET');

/** Verbs of operations that take something away, show it to the public, or pay money back. */
const consequential =
  /^(erase|revoke|rotate|remove|withdraw|archive|unpublish|publish|disconnect|refund|cancel|merge|stop)[A-Z]/;
const wayBack = /undone|restor|bring|comes back|again/;

test('every operation that changes something has a description of its own, beside the generated text', () => {
  const undescribed = writes.filter(({ endpoint: { description = '', summary } }) => {
    const ownWords = description.replaceAll(summary, '').trim();
    return !/^[A-Z`].{18,}\.$/su.test(ownWords);
  });
  expect(undescribed.map(({ id }) => id)).toEqual([]);
  expect(writes.length).toBeGreaterThan(200);
});

test('every operation that takes something away or makes it public says whether it can be undone, and how', () => {
  const final = writes.filter(({ id, endpoint: { method } }) => method === 'DELETE' || consequential.test(id));
  expect(final.filter(({ endpoint }) => !wayBack.test(endpoint.description ?? '')).map(({ id }) => id)).toEqual([]);
  expect(final.length).toBeGreaterThan(60);
});
