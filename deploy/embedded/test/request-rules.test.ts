import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type Resource,
  type Route,
  refusesConditions,
  refusesUnknownParameters,
  requestPath,
  resources,
} from '@platform/contracts';
import { dayMs, hourMs } from '@platform/runtime';
import {
  asFile,
  asJson,
  exampleRequest,
  type Field,
  fieldsOf,
  named,
  type Parts,
  routes,
  tableContents,
  type Values,
  type WireReply,
  wire,
} from './probes.ts';
import { wordlessTextsOf } from './refusal-words.ts';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';
import { createWorld, type World } from './world.ts';

/**
 * Rules that hold for every operation alike: its query parameters, the times of its filters, its cursors and its files.
 * The contract gives the requests: a new operation is covered without a line here.
 */

let t: TestPlatform;
let send: ReturnType<typeof wire>;
let world: World;
let values: Values;

beforeAll(async () => {
  startedAt = Date.now();
  t = await startTestPlatform();
  send = wire(t.baseUrl);
  const adminHeaders = await t.adminHeaders();
  const made = { t, adminHeaders, admin: t.client(adminHeaders), code: 'rules', username: 'anna' };
  world = createWorld(made);
  const all = Object.keys(resources) as Resource[];
  values = await world.given(all);
  // A second row for lists of the same application and site.
  await createWorld({ ...made, code: 'rules-two', username: 'bert', within: world }).given(all);
  await t.untilIdle();
});
afterAll(async () => {
  send.close();
  await t.stop();
});

interface Changed {
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  target?: string;
  headers?: Record<string, string>;
}

/** The request of an operation, with other query parameters, headers and fields of its body. */
async function call(route: Route, changed: Changed = {}): Promise<WireReply> {
  const { endpoint } = route;
  const { params, query, body }: Parts = exampleRequest(route, values);
  const sent = endpoint.upload
    ? asFile(route)
    : endpoint.body
      ? asJson({ ...(body as Record<string, unknown>), ...changed.body })
      : { headers: {} };
  const path = requestPath(endpoint, { params, query: { ...query, ...changed.query } });
  const reply = await send({
    method: endpoint.method,
    target: changed.target ? `${path}${path.includes('?') ? '&' : '?'}${changed.target}` : path,
    headers: { ...(await world.headersFor(route)), ...sent.headers, ...changed.headers },
    ...('body' in sent ? { body: sent.body } : {}),
  });
  if (reply.status >= 400) expect([route.id, wordlessTextsOf(reply)]).toEqual([route.id, []]);
  return reply;
}

/** Puts fields where the operation has its filters. */
const asFilters = ({ endpoint }: Route, fields: Record<string, string>) =>
  endpoint.search ? { body: fields } : { query: fields };

const hasField = ({ endpoint }: Route, name: string): boolean =>
  fieldsOf(endpoint).some(({ place, path }) => place !== 'params' && path.join() === name);

const pathsOf = ({ json }: WireReply): unknown[] =>
  Array.isArray(json.details) ? json.details.map(({ path }: { path: unknown }) => path) : [];

/* ---------------------------------------------------------------------------------------------- query parameters */

const unknown = 'no_such_parameter=1';

describe('administrators and users are told of a parameter that the operation does not have', () => {
  const strict = routes.filter(({ endpoint }) => refusesUnknownParameters(endpoint));

  test('these are all operations of administrators and of users', () => {
    const isPersonal = ({ endpoint: { auth, path } }: Route) =>
      /^(admin|user|user_and_key|user_or_admin)$/.test(auth) || path.startsWith('/v1/admin/');
    expect(strict.map(({ id }) => id)).toEqual(routes.filter(isPersonal).map(({ id }) => id));
    expect(strict.length).toBeGreaterThan(400);
  });

  test.each(named(strict))('%s', async (_id, route) => {
    const reply = await call(route, { target: unknown });
    expect([reply.status, reply.error, pathsOf(reply)]).toEqual([
      400,
      'validation_failed',
      ['query.no_such_parameter'],
    ]);
  });
});

describe('other callers are served with a parameter that the operation does not have', () => {
  test.each(named(routes.filter(({ endpoint }) => !refusesUnknownParameters(endpoint))))('%s', async (_id, route) => {
    const reply = await call(route, { target: `${unknown}&utm_source=letter` });
    expect(pathsOf(reply).filter((path) => String(path).startsWith('query.'))).toEqual([]);
    if (route.endpoint.method !== 'GET') return;
    const plain = await call(route);
    expect([reply.status, reply.error]).toEqual([plain.status, plain.error]);
  });
});

/* ---------------------------------------------------------------------------------------------- times of filters */

const boundOf = ({ schema }: Field): string | undefined =>
  [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])].find(({ time_bound }) => time_bound)?.time_bound;
const boundsOf = ({ endpoint }: Route) =>
  fieldsOf(endpoint).flatMap((field) => {
    const bound = boundOf(field);
    return bound === undefined ? [] : [{ name: field.path.join('.'), isStart: /^f/.test(bound) }];
  });
const filtered = routes.filter((route) => boundsOf(route).length > 0);

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** When the first row was made. A midnight of UTC may be between the rows, and between them and the request. */
let startedAt: number;
/** The days of UTC in which rows were made, and one day before and after them: each row is in one of them in any zone. */
function daysAround(): string[] {
  const first = dayAfter(dayOf(startedAt), -1);
  const last = dayAfter(dayOf(Date.now()), 1);
  const length = 1 + (Date.parse(last) - Date.parse(first)) / dayMs;
  return Array.from({ length }, (_, at) => dayAfter(first, at));
}

/** The bounds of one time: `created_from` and `created_until`, and the days that have rows here. */
function groupsOf(route: Route): { bounds: ReturnType<typeof boundsOf>; first: string; last: string }[] {
  const groups = Map.groupBy(boundsOf(route), ({ name }) => name.replace(/_?(from|until|to|since)$/, ''));
  return [...groups].map(([name, bounds]) => ({
    bounds,
    first: dayAfter(dayOf(startedAt), -1),
    // Grants of the world end with its first moment.
    last: name === 'expires' ? '2099-01-01' : dayAfter(dayOf(Date.now()), 1),
  }));
}

/** The beginning of a day of a time zone, with an offset of three hours more. */
const offsets: Record<string, number> = { UTC: 0, 'Europe/Moscow': 3 };
const eastern = (day: string, timezone: string): string => {
  const hours = offsets[timezone];
  if (hours === undefined) throw new Error(`no offset of ${timezone}`);
  const local = new Date(Date.parse(`${day}T00:00:00Z`) + 3 * hourMs).toISOString().slice(0, 19);
  return `${local}+0${hours + 3}:00`;
};

/** Zones without summer time. At any moment it is another day than in UTC in one of them. */
const otherZones = [
  { timezone: 'Pacific/Kiritimati', offset: '+14:00' },
  { timezone: 'Pacific/Pago_Pago', offset: '-11:00' },
];

/** What an answer says, without its own time. */
const content = ({ text }: WireReply): string => text.replace(/"(as_of|next_cursor)":"[^"]*"/g, '');
const zoneOf = ({ json }: WireReply): string => (json.data as { timezone?: string }).timezone ?? 'UTC';

describe('filters of time take a day and a time with any offset, which mean the same', () => {
  test('each filter of a time is one of them', () => {
    const isTime = ({ path, schema }: Field) =>
      schema.format === 'date-time' || /(^|_)(from|until|since)$|^to$/.test(path.at(-1) ?? '');
    const queries = routes.flatMap(({ id, endpoint }) =>
      fieldsOf(endpoint)
        .filter(({ place }) => place === 'query' || (endpoint.search && place === 'body'))
        .map((field) => ({ id, field })),
    );
    const others = queries.filter(({ field }) => isTime(field) && boundOf(field) === undefined);
    expect(others.map(({ id, field }) => `${id} ${field.path.join('.')}`)).toEqual([]);
    expect(filtered.length).toBeGreaterThan(20);
  });

  /** Filters that had rows to choose from. */
  let withRows = 0;

  test.each(named(filtered))('%s', async (id, route) => {
    await t.untilIdle();
    for (const { bounds, first, last } of groupsOf(route)) {
      const withBounds = (ofStart: string, ofEnd: string, more: Record<string, string> = {}) => {
        const fields = bounds.map(({ name, isStart }) => [name, isStart ? ofStart : ofEnd]);
        return call(route, asFilters(route, { ...more, ...Object.fromEntries(fields) }));
      };
      const days = await withBounds(first, last);
      expect([id, days.status, days.error]).toEqual([id, 200, undefined]);
      const times = await withBounds(eastern(first, zoneOf(days)), eastern(dayAfter(last, 1), zoneOf(days)));
      expect([id, times.status, content(times)]).toEqual([id, 200, content(days)]);
      const wrong = await withBounds('nonsense', 'nonsense');
      expect([id, wrong.status, wrong.error]).toEqual([id, 400, 'validation_failed']);
      expect(wrong.json.message).toMatch(/has to be a day .*, or a time, such as /);

      if (!hasField(route, 'timezone')) continue;
      const noZone = await withBounds(first, last, { timezone: 'Europe/Nowhere' });
      expect(pathsOf(noZone)).toEqual([route.endpoint.search ? 'timezone' : 'query.timezone']);
      if ((days.json.data as unknown[]).length === 0) continue;
      withRows += 1;
      if (last === '2099-01-01') continue;
      // A row is in one of these zones on another day than in UTC.
      let otherDays = 0;
      for (const day of daysAround()) {
        const inUtc = content(await withBounds(day, day));
        for (const { timezone, offset } of otherZones) {
          const inZone = content(await withBounds(day, day, { timezone }));
          const times = await withBounds(`${day}T00:00:00${offset}`, `${dayAfter(day, 1)}T00:00:00${offset}`);
          expect([id, day, timezone, inZone]).toEqual([id, day, timezone, content(times)]);
          if (inZone !== inUtc) otherDays += 1;
        }
      }
      expect([id, otherDays]).not.toEqual([id, 0]);
    }
  });

  test('most of these lists have rows here', () => {
    expect(withRows).toBeGreaterThan(9);
  });

  test.each(named(filtered.filter(({ endpoint }) => !endpoint.search)))(
    '%s with a plain + in the address',
    async (_id, route) => {
      const [start] = boundsOf(route).filter(({ isStart }) => isStart);
      const others = boundsOf(route).filter(({ name }) => name !== start?.name);
      const bounds = [
        `${start?.name}=2026-10-05T00:00:00+03:00`,
        ...others.map(({ name }) => `${name}=2026-10-06T00:00:00+03:00`),
      ];
      const { params, query } = exampleRequest(route, values);
      const rest = Object.entries(query).filter(([name]) => !boundsOf(route).some((bound) => bound.name === name));
      const path = requestPath(route.endpoint, { params, query: Object.fromEntries(rest) });
      const target = `${path}${path.includes('?') ? '&' : '?'}${bounds.join('&')}`;
      const reply = await send({ method: 'GET', target, headers: await world.headersFor(route) });
      expect([reply.status, reply.error]).toEqual([200, undefined]);
    },
  );
});

/* ------------------------------------------------------------------------------------------------------- cursors */

const lists = routes.filter((route) => hasField(route, 'cursor'));
const aPage = (route: Route, fields: Record<string, unknown>) =>
  call(route, asFilters(route, fields as Record<string, string>));
const firstRow = ({ endpoint }: Route) => ({ limit: endpoint.search ? 1 : '1' });
const nextCursor = ({ json }: WireReply): unknown =>
  json.next_cursor ?? (json.data as { next_cursor?: unknown } | undefined)?.next_cursor;

describe('a cursor belongs to one list with its filters', () => {
  test.each(named(lists))('%s takes no cursor of another list', async (id, route) => {
    const other = lists.find((list) => list.id === (id === 'listAuditLog' ? 'listUsers' : 'listAuditLog'));
    const cursor = nextCursor(await aPage(other as Route, { limit: '1' }));
    expect(cursor).toEqual(expect.any(String));
    const reply = await aPage(route, { cursor });
    expect([reply.status, reply.error]).toEqual([400, 'validation_failed']);
    expect(reply.json.message).toMatch(/cursor of another list or of other filters/);
  });

  const found: string[] = [];
  test.each(named(lists))('%s goes on with its own cursor, and not with other filters', async (id, route) => {
    const cursor = nextCursor(await aPage(route, firstRow(route)));
    if (typeof cursor !== 'string') return;
    found.push(id);
    const second = await aPage(route, { cursor });
    expect([second.status, second.error]).toEqual([200, undefined]);
    const [bound] = boundsOf(route);
    const filter = bound ? { [bound.name]: '2026-01-10' } : undefined;
    if (!filter) return;
    const changed = await aPage(route, { cursor, ...filter });
    expect([changed.status, changed.error]).toEqual([400, 'validation_failed']);
  });

  test('many lists have a second page here', () => {
    expect(found.length).toBeGreaterThan(40);
    expect(found).toEqual(expect.arrayContaining(['readPosts', 'listUsers', 'listAuditLog', 'listContent']));
  });
});

/* --------------------------------------------------------------------------------------------------------- files */

describe('a list answers CSV, or refuses to', () => {
  const tables = routes.filter((route) => route.endpoint.paginated || hasField(route, 'format'));

  test.each(named(tables))('%s', async (_id, route) => {
    const [format] = fieldsOf(route.endpoint).filter(({ path }) => path.join() === 'format');
    const reply = await aPage(route, { format: 'csv' });
    if (format?.schema.enum?.includes('csv'))
      expect([reply.status, reply.headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/csv;/)]);
    // A public read ignores a parameter that it does not have.
    else if (!format && !refusesUnknownParameters(route.endpoint)) expect(reply.status).toBe(200);
    else expect([reply.status, reply.error]).toEqual([400, 'validation_failed']);
  });
});

/* ---------------------------------------------------------------------------------------------------- conditions */

const changes = routes.filter(({ endpoint }) => endpoint.method !== 'GET');
const versioned = changes.filter(({ endpoint }) => endpoint.versioned);
const conditional = (route: Route, condition: string) => call(route, { headers: { 'if-match': condition } });

/** The data of all services. Counts of views are written some time after the reads. */
const stored = async () => {
  const { 'cms.article_views': _, ...contents } = await tableContents(t.database);
  return contents;
};

describe('a change whose condition is false is not made', () => {
  let before: Record<string, string>;
  beforeAll(async () => {
    await t.untilIdle();
    before = await stored();
  });

  test.each(named(versioned))('%s', async (_id, route) => {
    for (const [condition, text] of [
      ['"999999"', /has changed since it was read/],
      ['W/"1"', /weak entity tag .* never matches/],
      ['W/"999999"', /weak entity tag .* never matches/],
      ['"nope"', /has no version\. Send the version/],
      ['1', /has no version\. Send the version/],
      ['', /has no version\. Send the version/],
    ] as const) {
      const reply = await conditional(route, condition);
      expect([condition, reply.status, reply.error, reply.json.message]).toEqual([
        condition,
        412,
        'precondition_failed',
        expect.stringMatching(text),
      ]);
      expect(reply.json).toHaveProperty('version');
    }
  });

  test('the data is as it was', async () => {
    await t.untilIdle();
    expect(await stored()).toEqual(before);
    expect(versioned.length).toBeGreaterThan(60);
  });
});

describe('a condition that cannot be checked is refused', () => {
  const unversioned = changes.filter(({ endpoint }) => refusesConditions(endpoint));

  test.each(named(unversioned))('%s', async (_id, route) => {
    const reply = await conditional(route, '"1"');
    expect([reply.status, reply.error, pathsOf(reply)]).toEqual([400, 'validation_failed', ['headers.if-match']]);
    expect(reply.json.message).toMatch(/checks no version/);
  });

  test('each change is either one of them or has a version', () => {
    expect([...unversioned, ...versioned].length).toBe(changes.length);
  });
});

test('none of it was our failure', () => {
  expect(t.errors()).toEqual([]);
});
