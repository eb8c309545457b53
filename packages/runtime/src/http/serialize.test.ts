import { describe, expect, test } from '@jest/globals';
import type { Endpoint } from '@platform/contracts/kit';
import { z } from 'zod';
import { serialize, serializeInSlices } from './serialize.ts';

const Row = z.object({ name: z.string(), size: z.number().optional() });
const rows = (length: number) => Array.from({ length }, (_, at) => ({ name: `row "${at}"`, secret: 'kept back' }));
const endpoint = (more: Partial<Endpoint>) => ({ method: 'GET', path: '/', auth: 'admin', ...more }) as Endpoint;

const Report = z.object({
  title: z.string(),
  note: z.string().optional(),
  rows: z.array(Row),
  more: z.array(Row).optional(),
  total: z.number().nullable(),
});

describe('an answer that is made in slices has the text of one that is made at once', () => {
  test.each([
    ['a long page', endpoint({ paginated: true, response: Row }), { items: rows(250), next_cursor: 'c' }],
    ['a short page', endpoint({ paginated: true, response: Row }), { items: rows(2), next_cursor: null }],
    ['an object with a long list', endpoint({ response: Report }), { title: 't', rows: rows(500), total: null, x: 1 }],
    ['an object with short lists', endpoint({ response: Report }), { title: 't', rows: [], more: rows(3), total: 1 }],
    ['a list', endpoint({ response: z.array(Row) }), rows(300)],
    [
      'a list with a check',
      endpoint({ response: Report.extend({ rows: z.array(Row).min(1).max(400) }) }),
      { title: 't', rows: rows(300), total: 1 },
    ],
    [
      'an object with a check of its list',
      endpoint({ response: Report.refine(({ rows }) => rows.length > 0) }),
      { title: 't', rows: rows(300), total: 1 },
    ],
    [
      'a list of nothing',
      endpoint({ response: z.object({ rows: z.array(z.undefined()) }) }),
      { rows: Array(200).fill(undefined) },
    ],
    [
      'a document',
      endpoint({ produces: 'json_document', response: Report }),
      { title: 't', rows: rows(200), total: 2 },
    ],
    ['nothing', endpoint({}), undefined],
  ])('%s', async (_, of, data) => {
    const text = await serializeInSlices(of, data);
    expect(text).toBe(serialize(of, data));
    expect(text).not.toContain('kept back');
  });
});

test('other requests are served while the rows of a long answer are made', async () => {
  let made = 0;
  const Slow = z.object({ name: z.string() }).transform((row) => {
    made += 1;
    for (const until = performance.now() + 0.2; performance.now() < until; );
    return row;
  });
  const answer = serializeInSlices(endpoint({ response: z.object({ rows: z.array(Slow) }) }), { rows: rows(200) });
  const seen: number[] = [];
  const other = (): void => {
    seen.push(made);
    if (made < 200) setImmediate(other);
  };
  setImmediate(other);
  await answer;
  expect(seen.filter((count) => count > 0 && count < 200).length).toBeGreaterThan(2);
});

test('a row that the contract does not allow rejects', async () => {
  const data = { title: 't', rows: [...rows(200), { name: 1 }], total: 1 };
  await expect(serializeInSlices(endpoint({ response: Report }), data)).rejects.toThrow('has to be a text');
});
