import { describe, expect, test } from '@jest/globals';
import { currentSurface, releaseViolations, surfaceViolations, writeSurface } from './released-surface.ts';
import {
  appended,
  editSurface,
  field,
  gone,
  icon,
  list,
  operation,
  type Place,
  parameter,
  payments,
  register,
  schema,
  scheme,
  without,
} from './surface-edits.ts';
import type { VersionedSurface } from './surface-versions.ts';

/**
 * The document of this commit as if it were released: changes that later commits may make, and changes that
 * fail.
 */
const released = currentSurface();

const edited = (place: Place, value: unknown): VersionedSurface => editSurface(released, place, value);

/** Later versions, as a change that breaks no client has them. */
function bumped(surface: VersionedSurface): VersionedSurface {
  const clients = { typescript: '99.0.0', flutter: released['x-clients']?.flutter ? '99.0.0' : null };
  return { ...surface, info: { version: '99.0.0' }, 'x-clients': clients };
}

const breaks: [what: string, place: Place, value: unknown, violation: string][] = [
  ['a path is gone', ['paths', '/v1/payments/{payment_id}/sync'], gone, 'POST /v1/payments/{payment_id}/sync is gone'],
  ['a method is gone', payments(), gone, 'POST /v1/payments is gone'],
  [
    'an operation has another name',
    payments('operationId'),
    'startPayment',
    'createPayment is called startPayment now',
  ],
  ['a call may not be repeated', register('x-repeat'), 'never', 'users/register: a call that may be repeated always'],
  [
    'an open endpoint asks for a credential',
    operation('get', '/v1/health', 'security'),
    [{ admin_session: [] }],
    'GET /v1/health: asks for another credential',
  ],
  [
    'another credential is asked for',
    list('security'),
    [{ admin_session: [] }],
    'GET /v1/payments: asks for another credential',
  ],
  [
    'a second credential is asked for',
    payments('security', 0, 'admin_session'),
    [],
    'POST /v1/payments: asks for another credential',
  ],
  [
    'one of two credentials is refused',
    operation('post', '/ofrep/v1/evaluate/flags', 'security'),
    [{ public_key: [] }],
    'POST /ofrep/v1/evaluate/flags: asks for another credential',
  ],
  [
    'a credential goes into another header',
    scheme('public_key', 'name'),
    'X-Api-Public',
    'credential public_key: its name is X-Api-Public now, it was X-Public-Key',
  ],
  ['a credential goes into the query', scheme('public_key', 'in'), 'query', 'public_key: its in is query now'],
  ['a token has another scheme', scheme('user_token', 'scheme'), 'basic', 'user_token: its scheme is basic now'],
  ['a credential has another type', scheme('site_key', 'type'), 'http', 'site_key: its type is http now'],
  ['a credential is gone', scheme('worker_secret'), gone, 'credential worker_secret is gone'],
  [
    'another kind of credential is asked for',
    list('x-auth'),
    'worker',
    'GET /v1/payments: asks for worker now, it was user',
  ],
  [
    'one of two kinds of credentials is refused',
    operation('post', '/ofrep/v1/evaluate/flags', 'x-auth'),
    'key',
    'evaluate/flags: asks for key now, it was user_or_key',
  ],
  [
    'an open endpoint asks for the code of the application',
    operation('get', '/v1/health', 'x-auth'),
    'application',
    'GET /v1/health: asks for application now, it was none',
  ],
  [
    'a higher role is asked for',
    operation('post', '/v1/admin/applications', 'x-role'),
    'owner',
    'POST /v1/admin/applications: the lowest role is owner now, it was admin',
  ],
  ['an admin API key is refused', list('x-needs-session'), true, 'GET /v1/payments: refuses an admin API key now'],
  ['a call ends earlier', payments('x-timeout-seconds'), 1, 'POST /v1/payments: ends after 1 seconds now, it was 45'],
  [
    'a call without a time of its own ends earlier',
    list('x-timeout-seconds'),
    10,
    'GET /v1/payments: ends after 10 seconds now, it was 30',
  ],
  ['a call has no longer time of its own', payments('x-timeout-seconds'), gone, 'ends after 30 seconds now'],
  [
    'a parameter has another default',
    parameter('Limit', 'schema', 'default'),
    10,
    'GET /v1/payments: query limit has the default 10 now, it was 50',
  ],
  [
    'a field of a body has another default',
    field('PlanCreate', 'status', 'default'),
    'draft',
    'plans: body.status has the default "draft" now, it was "active"',
  ],
  [
    'a field of a named type has another default',
    field('SiteCreate', 'timezone', 'default'),
    'UTC',
    'sites: body.timezone has the default "UTC" now, it was "Europe/Moscow"',
  ],
  [
    'an optional field of a body has a default',
    field('PaymentCreate', 'platform', 'default'),
    'ios',
    'POST /v1/payments: body.platform has the default "ios" now, it was none',
  ],
  [
    'a list of a body takes no value twice',
    field('PlanCreate', 'entitlement_codes', 'uniqueItems'),
    true,
    'plans: body.entitlement_codes takes less: uniqueItems is true',
  ],
  [
    'a field of an answer has no format any more',
    schema('Timestamp', 'format'),
    gone,
    'GET /v1/payments: 200.data[].created_at has the format none now, it was date-time',
  ],
  ['a parameter is gone', list('parameters'), [], 'GET /v1/payments: query limit is gone'],
  [
    'a parameter takes smaller numbers',
    parameter('Limit', 'schema', 'maximum'),
    100,
    'GET /v1/payments: query limit takes less: maximum is 100',
  ],
  [
    'a parameter takes fewer values',
    parameter('Format', 'schema', 'enum'),
    without('csv'),
    'query format has no "csv"',
  ],
  [
    'a parameter has another type',
    parameter('Cursor', 'schema', 'type'),
    'integer',
    'GET /v1/payments: query cursor is no string any more',
  ],
  [
    'a parameter has a pattern',
    parameter('AppCode', 'schema', 'pattern'),
    '^[a-z]+$',
    'path app_code takes less: pattern is ^[a-z]+$',
  ],
  [
    'a new parameter is required',
    list('parameters'),
    appended({ name: 'q', in: 'query', required: true, schema: {} }),
    'GET /v1/payments: query q is required now',
  ],
  [
    'a header is required',
    payments('parameters'),
    appended({ name: 'X-New', in: 'header', required: true }),
    'POST /v1/payments: header X-New is required now',
  ],
  ['a body is required', register('requestBody', 'required'), true, 'users/register: a body is required now'],
  [
    'a type of a body is refused',
    icon('requestBody', 'content', 'multipart/form-data'),
    gone,
    'icon: takes no multipart/form-data any more',
  ],
  [
    'a field of a body is gone',
    field('PaymentCreate', 'receipt_email'),
    gone,
    'POST /v1/payments: body.receipt_email is gone',
  ],
  [
    'a field of a body is required',
    schema('PaymentCreate', 'required'),
    appended('platform'),
    'POST /v1/payments: body.platform is required now',
  ],
  [
    'a field of a body takes fewer values',
    field('LeadForm', 'form', 'enum'),
    without('newsletter'),
    'leads: body.form has no "newsletter" any more',
  ],
  [
    'a text of a body is shorter',
    field('PaymentCreate', 'return_url', 'maxLength'),
    100,
    'POST /v1/payments: body.return_url takes less: maxLength is 100',
  ],
  [
    'a text of a body is longer',
    field('PaymentCreate', 'return_url', 'minLength'),
    10,
    'POST /v1/payments: body.return_url takes less: minLength is 10',
  ],
  [
    'a number of a body is greater',
    field('PlanCreate', 'duration_days', 'minimum'),
    7,
    'plans: body.duration_days takes less: minimum is 7',
  ],
  [
    'a list of a body is shorter',
    field('PaymentCreate', 'consents', 'maxItems'),
    5,
    'POST /v1/payments: body.consents takes less: maxItems is 5',
  ],
  [
    'a field of a body takes no null',
    field('PlanCreate', 'duration_days', 'type'),
    'integer',
    'plans: body.duration_days is no null any more',
  ],
  [
    'a field of a body has another type',
    field('PaymentCreate', 'return_url', 'type'),
    'object',
    'POST /v1/payments: body.return_url is no string any more',
  ],
  [
    'a field of an item of a body is required',
    schema('ConsentEntry', 'required'),
    appended('shown_at'),
    'POST /v1/payments: body.consents[].shown_at is required now',
  ],
  [
    'a body takes no further fields',
    schema('PaymentCreate', 'additionalProperties'),
    false,
    'POST /v1/payments: body takes no further fields now',
  ],
  ['a success has another status', payments('responses', '201'), gone, 'POST /v1/payments: answers no 201 any more'],
  [
    'an answer has another type',
    ['components', 'responses', 'Page', 'content', 'text/html'],
    gone,
    'answers 200 without text/html',
  ],
  [
    'an answer has no header any more',
    list('responses', '200', 'headers', 'X-Total-Count'),
    gone,
    'GET /v1/payments: answers 200 without the header X-Total-Count',
  ],
  ['a field of an answer is gone', field('Payment', 'amount'), gone, 'GET /v1/payments: 200.data[].amount is gone'],
  [
    'a field of an answer may be missing',
    schema('Payment', 'required'),
    without('status'),
    'GET /v1/payments: 200.data[].status may be left out now',
  ],
  [
    'a field of an answer may be null',
    field('Payment', 'amount', 'type'),
    ['number', 'null'],
    'GET /v1/payments: 200.data[].amount may be null now',
  ],
  [
    'a field of an answer has another type',
    field('Payment', 'amount', 'type'),
    'string',
    'GET /v1/payments: 200.data[].amount may be string now',
  ],
  [
    'a field deep in an answer is gone',
    field('EntitlementSnapshot', 'entitlements', 'items', 'properties', 'expires_at'),
    gone,
    'entitlements/me: 200.data.entitlements[].expires_at is gone',
  ],
  [
    'an operation answers a code no more',
    payments('responses', '409', 'content', 'application/json', 'schema', 'allOf', 1, 'properties', 'error', 'enum'),
    without('already_owned'),
    'POST /v1/payments: 409.error has no "already_owned" any more',
  ],
  ['an error code is gone', ['x-errors', 'moved'], gone, 'error moved is gone'],
  [
    'an error code has another status',
    ['x-errors', 'already_owned', 'status'],
    400,
    'error already_owned: its status is 400 now',
  ],
  [
    'a field of an error is gone',
    ['x-errors', 'moved', 'fields', 'properties', 'redirect_url'],
    gone,
    'error moved: fields.redirect_url is gone',
  ],
  ['an event is gone', ['x-events', 'payment.succeeded'], gone, 'event payment.succeeded is gone'],
  [
    'a field of an event is gone',
    ['x-events', 'payment.succeeded', 'properties', 'payment_id'],
    gone,
    'event payment.succeeded: data.payment_id is gone',
  ],
];

const additions: [what: string, place: Place, value: unknown][] = [
  ['a path', ['paths', '/v1/new'], { get: { operationId: 'readNew', responses: {} } }],
  ['an optional parameter', list('parameters'), appended({ name: 'q', in: 'query', schema: { type: 'string' } })],
  ['a greater maximum', parameter('Limit', 'schema', 'maximum'), 500],
  ['an optional field of a body', field('PaymentCreate', 'note'), { type: 'string' }],
  ['a value that a body may have', field('LeadForm', 'form', 'enum'), appended('callback')],
  ['a longer text of a body', field('PaymentCreate', 'return_url', 'maxLength'), 4096],
  ['a field of an answer', field('Payment', 'note'), { type: 'string' }],
  ['a value of an answer', field('Payment', 'status', 'enum'), appended('disputed')],
  ['a header of an answer', list('responses', '200', 'headers', 'X-New'), {}],
  ['an error code', ['x-errors', 'new_code'], { status: 409, description: 'New.', remedy: 'None.' }],
  ['another credential that is enough', list('security'), appended({ admin_session: [] })],
  ['an open endpoint', operation('get', '/v1/admin/me', 'security'), []],
  ['another kind of credential that is enough', list('x-auth'), 'user_or_admin'],
  ['a kind of credential that is needed no more', list('x-auth'), 'none'],
  ['a lower role', operation('post', '/v1/admin/applications', 'x-role'), 'staff'],
  ['an admin API key', operation('delete', '/v1/admin/sessions/current', 'x-needs-session'), gone],
  ['a longer time of a call', payments('x-timeout-seconds'), 120],
  ['a default of a required field of a body', field('PlanCreate', 'name', 'default'), 'Pro'],
  ['a list of an answer without repeats', field('EntitlementSnapshot', 'codes', 'uniqueItems'), true],
  ['a format of a field of an answer', field('Payment', 'plan_code', 'format'), 'uuid'],
  ['a call that may be repeated', payments('x-repeat'), 'always'],
  ['an event', ['x-events', 'new.event'], { type: 'object' }],
];

describe('a release', () => {
  test('needs the document of its own surface', () => {
    expect(releaseViolations(writeSurface(released), released)).toEqual([]);
    expect(releaseViolations(null, released)).toEqual([expect.stringContaining('released-openapi.json is absent')]);
    const larger = edited(field('Payment', 'note'), { type: 'string' });
    expect(releaseViolations(writeSurface(released), larger)).toEqual([
      expect.stringContaining('is not the surface of this commit'),
    ]);
  });
});

describe('a change of the released document', () => {
  test('is tried in fifty ways that break a client', () => {
    expect(new Set(breaks.map(([what]) => what)).size).toBeGreaterThanOrEqual(50);
  });

  test.each(breaks)('is refused: %s', (_what, place, value, violation) => {
    // Later versions excuse nothing.
    const violations = surfaceViolations(released, bumped(edited(place, value)));
    expect(violations).toContainEqual(expect.stringContaining(violation));
    for (const line of violations) expect(line).toMatch(/^released-openapi\.json: /);
  });

  test.each(additions)('is allowed with later versions: %s', (_what, place, value) => {
    expect(surfaceViolations(released, bumped(edited(place, value)))).toEqual([]);
  });

  test('is refused without a later version of the document and of each client', () => {
    const larger = edited(field('Payment', 'note'), { type: 'string' });
    const before = { ...released, 'x-clients': { typescript: '0.2.0', flutter: '0.2.0' }, info: { version: '0.2.0' } };
    const named = (typescript: string, flutter: string | null, version: string) =>
      surfaceViolations(before, { ...larger, 'x-clients': { typescript, flutter }, info: { version } }).map(
        (line) => /(documentVersion|package\.json|pubspec\.yaml)/.exec(line)?.[1],
      );
    expect(named('0.3.0', '0.2.1', '0.3.0')).toEqual([]);
    expect(named('0.2.0', '0.2.0', '0.2.0')).toEqual(['documentVersion', 'package.json', 'pubspec.yaml']);
    expect(named('0.10.0', '0.1.9', '1.0.0')).toEqual(['pubspec.yaml']);
    expect(named('0.1.9', null, '0.2.1-rc.1')).toEqual(['package.json', 'pubspec.yaml']);
  });

  test('of texts alone needs no later version', () => {
    const place = field('Payment', 'amount', 'description');
    expect(surfaceViolations(released, edited(place, 'Another text'))).toEqual([]);
    const named = edited(field('Payment', 'description'), { type: 'string' });
    expect(surfaceViolations(released, named)).not.toEqual([]);
  });
});
