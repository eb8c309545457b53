import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { analyticsErrors } from './errors/analytics.ts';
import { billingErrors } from './errors/billing.ts';
import { catalogErrors } from './errors/catalog.ts';
import { cmsErrors } from './errors/cms.ts';
import { commonErrors } from './errors/common.ts';
import { identityErrors } from './errors/identity.ts';
import { seoRknErrors } from './errors/seo-rkn.ts';
import { socialErrors } from './errors/social.ts';
import { errorCatalog } from './errors.ts';
import { defaultTimeoutSeconds, expressPath, repeatOf, type ServiceContract } from './kit.ts';
import { platform } from './platform.ts';
import { rateClasses } from './rate-classes.ts';
import { errorsOf, type Route, rateClassFor, refusesUnknownParameters, routeTable } from './route-table.ts';
import { schedules } from './schedules.ts';

const services: [string, ServiceContract][] = Object.entries(platform);
const table = routeTable(platform);
const requestsOf = ({ queries, commands }: ServiceContract) => [...Object.values(queries), ...Object.values(commands)];
const repeated = (names: string[]) => names.filter((name, at) => names.indexOf(name) !== at);

describe('the route table', () => {
  test('has every endpoint of every service once, under an id of its own', () => {
    expect(repeated(table.map(({ id }) => id))).toEqual([]);
    expect(table).toHaveLength(services.reduce((sum, [, contract]) => sum + Object.keys(contract.endpoints).length, 0));
    for (const { id } of table) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
  });

  test('has every address once, also when the names of parameters are not looked at', () => {
    const addresses = table.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(repeated(addresses)).toEqual([]);
  });

  test('lets no cache show a price that changed for longer than five minutes', () => {
    for (const { id, endpoint } of table) {
      const stale = Number(/stale-while-revalidate=(\d+)/.exec(endpoint.cache ?? '')?.[1] ?? 0);
      const hasPrice = JSON.stringify(
        z.toJSONSchema(endpoint.response ?? z.null(), { unrepresentable: 'any' }),
      ).includes('"amount"');
      if (hasPrice) expect([id, stale]).toEqual([id, Math.min(stale, 300)]);
    }
  });

  test('has addresses that are well-formed, versioned, and name exactly their parameters', () => {
    for (const { id, endpoint } of table) {
      expect([id, endpoint.path]).toEqual([
        id,
        expect.stringMatching(/^(\/v1|\/ofrep\/v1|\/\.well-known|\/assets)(\/([a-z0-9._-]+|\{[a-z_]+\}))+$/),
      ]);
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
      expect([id, Object.keys(endpoint.params?.shape ?? {}).toSorted()]).toEqual([id, inPath.toSorted()]);
      expect(expressPath(endpoint.path)).not.toMatch(/[{}]/);
    }
  });

  test('reads nothing from a body where a body has no meaning, and writes only with methods that write', () => {
    for (const { id, endpoint } of table) {
      if (endpoint.method === 'GET' || endpoint.method === 'DELETE')
        expect([id, endpoint.body, endpoint.idempotent]).toEqual([id, undefined, undefined]);
      // A read may be a POST only where a protocol has it so.
      if (endpoint.cache && !endpoint.path.startsWith('/ofrep/')) expect([id, endpoint.method]).toEqual([id, 'GET']);
      const page = endpoint.search ? endpoint.body : endpoint.query;
      if (endpoint.paginated) expect([id, page instanceof z.ZodObject && 'cursor' in page.shape]).toEqual([id, true]);
    }
  });

  test('has no e-mail address and no phone number of a person in an address', () => {
    const isContact = (name: string, schema: z.ZodType) => {
      const { format, pattern = '' } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      const isPhone =
        schema.safeParse('+79161234567').success &&
        !['some words', '16'].some((text) => schema.safeParse(text).success);
      return /(^|_)(e_?mail|mail|phone|tel)s?$/i.test(name) || format === 'email' || pattern.includes('@') || isPhone;
    };
    const found = table.flatMap(({ id, endpoint }) =>
      [endpoint.params, endpoint.query].flatMap((place) =>
        Object.entries((place?.shape ?? {}) as Record<string, z.ZodType>)
          .filter(([name, schema]) => isContact(name, schema))
          .map(([name]) => `${id} ${name}`),
      ),
    );
    expect(found).toEqual([]);
    for (const { id, endpoint } of table)
      if (endpoint.search) expect([id, endpoint.method, endpoint.path.endsWith('/search')]).toEqual([id, 'POST', true]);
  });

  test('says of a POST alone that it may be repeated, and never beside an idempotency key', () => {
    for (const { id, endpoint } of table) {
      if (endpoint.repeatable) expect([id, endpoint.method, endpoint.idempotent]).toEqual([id, 'POST', undefined]);
      if (endpoint.repeatable === false) expect([id, endpoint.method]).toEqual([id, 'GET']);
    }
    const repeatable = (id: string) => table.some((route) => route.id === id && repeatOf(route.endpoint) === 'always');
    for (const id of ['registerUser', 'registerDevice', 'syncPayment', 'activateLicenseKey', 'recordEvents'])
      expect([id, repeatable(id)]).toEqual([id, true]);
    const callbacks = ['finishGoogleSearch', 'finishYandexSearch', 'finishSocialOauth'];
    for (const id of ['createPayment', 'uploadAttachment', 'openAdminSession', ...callbacks])
      expect([id, repeatable(id)]).toEqual([id, false]);
  });

  test('names an endpoint that follows a deprecated one, and keeps the deprecated one for a year', () => {
    for (const { id, endpoint } of table) {
      if (!endpoint.deprecated) continue;
      const { since, sunset, use } = endpoint.deprecated;
      expect([id, table.some((route) => route.id === use && !route.endpoint.deprecated)]).toEqual([id, true]);
      expect([id, (Date.parse(sunset) - Date.parse(since)) / 86_400_000 >= 365]).toEqual([id, true]);
    }
  });

  test('asks administrators under the address of administrators for a role, and creating ones keep idempotency keys', () => {
    for (const { id, endpoint } of table) {
      const isAdminPath = endpoint.path.startsWith('/v1/admin/') && endpoint.path !== '/v1/admin/sessions';
      if (isAdminPath) expect([id, endpoint.auth]).toEqual([id, 'admin']);
      if (endpoint.role) expect([id, endpoint.auth]).toEqual([id, 'admin']);
      // The body of a streamed upload is known when it is stored: no key can be compared with it before.
      if (isAdminPath && endpoint.method === 'POST' && endpoint.status === 201 && !endpoint.upload)
        expect([id, endpoint.idempotent]).toEqual([id, true]);
    }
  });

  test('refuses unknown fields from administrators and ignores them from clients', () => {
    for (const { id, endpoint } of table) {
      if (!endpoint.body) continue;
      const issues = endpoint.body.safeParse({ no_such_field: 1 }).error?.issues ?? [];
      // A body of several forms refuses it in each of them.
      const refuses = issues.some((issue) =>
        issue.code === 'invalid_union'
          ? issue.errors.every((form) => form.some(({ code }) => code === 'unrecognized_keys'))
          : issue.code === 'unrecognized_keys',
      );
      const isAdmin = endpoint.auth === 'admin' || id === 'openAdminSession';
      expect([id, refuses]).toEqual([id, isAdmin]);
    }
  });

  test('leaves it to the kind of the caller whether an unknown query parameter is refused', () => {
    for (const { id, endpoint } of table)
      expect([id, endpoint.query?.safeParse({ no_such_parameter: '1' }).error?.issues ?? []]).toEqual([
        id,
        expect.not.arrayContaining([expect.objectContaining({ code: 'unrecognized_keys' })]),
      ]);
    const strict = table
      .filter(({ endpoint }) => refusesUnknownParameters(endpoint))
      .map(({ endpoint }) => endpoint.auth);
    expect([...new Set(strict)].sort()).toEqual(['admin', 'none', 'user', 'user_and_key', 'user_or_admin']);
  });

  test('counts with classes that exist, and an administrator always by the administrator', () => {
    for (const { id, endpoint } of table) {
      expect([id, rateClasses[endpoint.rate] !== undefined]).toEqual([id, true]);
      const isOfAdmins = rateClasses[endpoint.rate].countedBy === 'admin';
      expect(rateClassFor(endpoint, true)).toBe(isOfAdmins ? endpoint.rate : 'admin');
      expect(rateClassFor(endpoint, false)).toBe(endpoint.rate);
    }
  });

  test('schedules only what the worker secret alone can call, within the minute that a tick may take', () => {
    const scheduled = table.filter(({ endpoint }) => endpoint.schedule);
    expect(scheduled.map(({ id }) => id)).toContain('reconcilePayments');
    for (const { id, endpoint } of scheduled) {
      expect([id, endpoint.auth, endpoint.method]).toEqual([id, 'worker', 'POST']);
      expect([id, endpoint.path]).toEqual([id, expect.stringMatching(/^\/v1\/internal\/[a-z0-9/-]+$/)]);
      expect([id, endpoint.query, endpoint.body]).toEqual([id, undefined, undefined]);
      expect(endpoint.timeoutSeconds ?? defaultTimeoutSeconds).toBeLessThanOrEqual(60);
      expect((endpoint.schedule?.everySeconds ?? 0) % 60).toBe(0);
    }
    expect(schedules).toEqual(
      scheduled.map(({ id, endpoint: { path, schedule, timeoutSeconds = defaultTimeoutSeconds } }) => ({
        id,
        path,
        everySeconds: schedule?.everySeconds,
        timeoutSeconds,
      })),
    );
  });

  test('lists errors that exist, sorted and once', () => {
    for (const { id, endpoint } of table) {
      const errors = errorsOf(endpoint);
      expect([id, errors]).toEqual([id, [...new Set(errors)].toSorted()]);
      expect([id, errors.filter((code) => !(code in errorCatalog))]).toEqual([id, []]);
    }
  });
});

describe('events', () => {
  const events = services.flatMap(([, contract]) => Object.values(contract.events));

  test('have types of their own, written as entity and past participle', () => {
    expect(repeated(events.map(({ type }) => type))).toEqual([]);
    for (const { type, description } of events) {
      expect(type).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
      expect([type, description]).toEqual([type, expect.stringMatching(/^[A-Z].+\.$/)]);
    }
  });

  test('and queries and commands travel as JSON without loss', () => {
    const schemas = [
      ...events.map(({ type, data }) => [type, data] as const),
      ...services.flatMap(([, contract]) =>
        requestsOf(contract).flatMap(({ subject, input, output }) => [
          [`${subject} input`, input] as const,
          [`${subject} output`, output] as const,
        ]),
      ),
    ];
    // A type that JSON has no word for (Date, bigint, Map) throws here.
    for (const [, schema] of schemas)
      for (const io of ['input', 'output'] as const) expect(() => z.toJSONSchema(schema, { io })).not.toThrow();
  });
});

describe('queries', () => {
  test('about grants read as the previous release asks and answers them, which runs beside this one in an upgrade', () => {
    const { isPlanCovered, listUserGrants } = platform.catalog.queries;
    const [application_id, user_id, plan_id] = Array.from({ length: 3 }, () => '01975a4c-0000-7000-8000-000000000001');
    const [granted_after, covers_until] = ['2026-01-01T00:00:00Z', '2026-01-31T00:00:00Z'];
    const asked = { application_id, user_id, plan_id, entitlement_codes: ['pro'], granted_after, covers_until };
    expect(isPlanCovered.input.parse(asked)).toEqual(asked);
    const grant = {
      id: user_id,
      source: 'payment',
      source_id: plan_id,
      plan_code: 'month',
      entitlement_codes: ['pro'],
      starts_at: granted_after,
      expires_at: covers_until,
      revoked_at: null,
      reason: null,
      created_at: granted_after,
    };
    expect(listUserGrants.output.parse({ grants: [grant] })).toEqual({ grants: [{ ...grant, terms: [] }] });
  });

  test('have subjects of their own that name their service and a resource, and a verb where there are several', () => {
    for (const [name, contract] of services) {
      for (const { subject, description } of Object.values(contract.queries)) {
        expect(subject).toMatch(new RegExp(`^query\\.${name}(\\.[a-z_]+){1,2}$`));
        expect([subject, description]).toEqual([subject, expect.stringMatching(/^[A-Z].+\.$/)]);
      }
    }
  });
});

describe('commands', () => {
  const commands = services.flatMap(([name, contract]) =>
    Object.values(contract.commands).map((each) => ({ name, ...each })),
  );

  test('have subjects of their own that name their service, a resource and a verb', () => {
    expect(commands.length).toBeGreaterThan(0);
    for (const { name, subject, description } of commands) {
      expect(subject).toMatch(new RegExp(`^command\\.${name}\\.[a-z_]+\\.[a-z_]+$`));
      expect([subject, description]).toEqual([subject, expect.stringMatching(/^[A-Z].+\.$/)]);
    }
  });

  test('share no subject with a query or another command, nor with one of the release before', () => {
    const former = commands.flatMap(({ formerly }) => formerly ?? []);
    expect(
      repeated([...services.flatMap(([, each]) => requestsOf(each).map(({ subject }) => subject)), ...former]),
    ).toEqual([]);
  });

  test('are answered within the time that the gateway waits for their caller', () => {
    // A language model is slow; endpoints that ask it say how long they take.
    const ofModels = ['command.seo-rkn.ai.complete', 'command.seo-rkn.fields.generate'];
    for (const { subject, timeoutMs } of commands) {
      const longest = ofModels.includes(subject) ? 60 : defaultTimeoutSeconds - 1;
      expect([subject, timeoutMs > 0, timeoutMs <= longest * 1000]).toEqual([subject, true, true]);
    }
  });

  test('are known to the previous release by the subject of a query, which runs beside this one in an upgrade', () => {
    // A command without one is new: no process of the release before calls it.
    expect(commands.flatMap(({ formerly }) => formerly ?? [])).toEqual([
      'query.identity.consents.record',
      'query.identity.devices.heartbeat',
      'query.identity.users.place',
      'query.billing.payments.settle_open',
    ]);
  });
});

test('services are registered under their names', () => {
  for (const [name, contract] of services) expect(contract.name).toBe(name);
});

test('every error code has a status of its kind and a text', () => {
  for (const [code, [status, text]] of Object.entries(errorCatalog)) {
    expect(code).toMatch(/^[a-z][a-z0-9_]+$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(text).toMatch(/^\S.+\.$/);
  }
});

test('each error code is declared by one service', () => {
  const tables = [
    commonErrors,
    identityErrors,
    catalogErrors,
    billingErrors,
    cmsErrors,
    analyticsErrors,
    seoRknErrors,
    socialErrors,
  ];
  const codes = tables.flatMap((table) => Object.keys(table));
  expect(repeated(codes)).toEqual([]);
  expect(codes.toSorted()).toEqual(Object.keys(errorCatalog).toSorted());
});

describe('a PATCH says of each field that only the creation takes why it is fixed, and what to do instead', () => {
  const shapeOf = (schema: z.ZodType | undefined) => Object.keys(schema instanceof z.ZodObject ? schema.shape : {});
  /** Forms, questions and posts of people: nothing is created in their place. */
  const written = ['updateLead', 'updateTicket', 'updateSocialListeningItem'];
  const patches = table.filter(({ id, endpoint }) => endpoint.method === 'PATCH' && !written.includes(id));
  const creationOf = ({ service, endpoint: { path } }: Route) => {
    const list = path.replace(/\/\{[a-z_]+\}$/, '');
    const isOf = (other: string) => other === list || other.endsWith(`/${list.split('/').at(-1)}`);
    return table.find(
      ({ service: other, endpoint }) =>
        other === service && endpoint.method === 'POST' && endpoint.body && isOf(endpoint.path),
    );
  };
  const fields = patches.flatMap((route) =>
    shapeOf(creationOf(route)?.endpoint.body)
      .filter((field) => !shapeOf(route.endpoint.body).includes(field))
      .map((field): [string, string, Route] => [route.id, field, route]),
  );

  test.each(fields)('%s %s', (_id, field, { endpoint }) => {
    expect(endpoint.fixedFields?.[field]).toMatch(/^[a-z].+\.$/);
  });

  test('these are many, and none of them may be changed', () => {
    expect(fields.length).toBeGreaterThan(15);
    for (const { id, endpoint } of table) {
      const both = Object.keys(endpoint.fixedFields ?? {}).filter((field) => shapeOf(endpoint.body).includes(field));
      expect([id, both]).toEqual([id, []]);
    }
  });
});
