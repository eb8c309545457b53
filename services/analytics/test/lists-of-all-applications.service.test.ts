import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { anApplication } from '@platform/testing';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';

const second = anApplication();
const range = { from: '2026-04-01' };
const wholeRange = { ...range, limit: 200 };

let t: AnalyticsTest;
beforeAll(async () => {
  t = await startAnalytics('2026-04-10T20:00:00Z', [second]);
  // In turns, so that a page has users of both.
  for (let at = 0; at < 9; at += 1) await givenViewer(at % 2 === 0 ? t.application.id : second.id, `0${at + 1}`);
  await t.counted();
});
afterAll(() => t.service.stop());

/** A user with one paywall view on a day of April. */
async function givenViewer(application_id: string, day: string): Promise<void> {
  const user_id = newId();
  const facts = { user_id, acquisition_source: null, platform: null, utm_campaign: null, country_code: null };
  const occurred_at = `2026-04-${day}T12:00:00Z`;
  await t.service.deliver(identity.events.userRegistered, facts, { application_id, occurred_at });
  const event = { user_id, event: 'paywall_viewed', occurred_at, platform: 'ios', app_version: '1.0' };
  await t.store([event], application_id);
}

interface Row {
  user_id: string;
  application_id: string;
}
type Read = (query: {
  limit: number;
  cursor?: string;
  application_code?: string;
  from: string;
  to?: string;
}) => Promise<{
  data: Row[];
  next_cursor?: string | null | undefined;
}>;

async function pagesOf(read: Read, limit: number): Promise<Row[]> {
  const first = await read({ ...range, limit });
  const rows = [...first.data];
  for (let cursor = first.next_cursor; cursor; ) {
    const page = await read({ ...range, limit, cursor });
    rows.push(...page.data);
    cursor = page.next_cursor;
  }
  return rows;
}

test.each<[string, () => Read]>([
  ['users of versions', () => (query) => t.admin.listAppVersionUsers({ query })],
  ['users without a purchase', () => (query) => t.admin.listPaywallNoPurchase({ query })],
])('%s without an application are those of all applications, seen last first, each on one page', async (_, of) => {
  const read = of();
  const all = await read(wholeRange);
  const ids = Array.from({ length: 9 }, (_, at) => (at % 2 === 0 ? t.application.id : second.id)).toReversed();
  expect(all.data.map(({ application_id }) => application_id)).toEqual(ids);
  expect(await pagesOf(read, 2)).toEqual(all.data);
  const over = await read({ ...wholeRange, to: '2026-04-09' });
  expect(over.data).toEqual(all.data);
  for (const { id, code } of [t.application, second]) {
    const one = await read({ ...wholeRange, application_code: code });
    expect(one.data).toEqual(all.data.filter(({ application_id }) => application_id === id));
  }
});

test.each(['versions/users', 'cohorts/paywall-no-purchase'])(
  'a file of %s has the users of all applications',
  async (path) => {
    const endpoint = path === 'versions/users' ? 'listAppVersionUsers' : 'listPaywallNoPurchase';
    const admin = { id: newId(), email: 'a@b.test', role: 'owner', session_id: newId() } as const;
    const response = await fetch(`${t.service.baseUrl}/v1/analytics/${path}?from=2026-04-01&format=csv`, {
      headers: { 'x-platform-context': t.service.sign({ admin }, endpoint) },
    });
    expect(response.headers.get('content-disposition')).toContain('-all-2026-04-10.csv');
    const lines = (await response.text()).trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(9);
    expect(lines.filter((line) => line.endsWith(second.id))).toHaveLength(4);
  },
);
