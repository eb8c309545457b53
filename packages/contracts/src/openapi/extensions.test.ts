import { describe, expect, test } from '@jest/globals';
import { errorCatalog } from '../errors.ts';
import { endpoint, service } from '../kit.ts';
import { openApiDocument } from '../openapi.ts';
import { platform } from '../platform.ts';
import { documentVersion } from '../version.ts';

const source = openApiDocument(platform, documentVersion) as unknown as {
  paths: Record<string, Record<string, Record<string, unknown>>>;
  'x-errors': Record<string, { status: number; fields?: object }>;
};

describe('a client that is made from the document', () => {
  const ended = openApiDocument(
    {
      demo: service({
        name: 'demo',
        endpoints: {
          readOld: endpoint({
            method: 'GET',
            path: '/v1/old',
            summary: 'Read',
            auth: 'user',
            rate: 'user',
            deprecated: { since: '2026-01-15', sunset: '2027-02-01', use: 'readNew' },
          }),
        },
        events: {},
        queries: {},
        commands: {},
      }),
    },
    documentVersion,
  ) as unknown as { paths: Record<string, Record<string, Record<string, unknown>>> };

  test('finds the credential, the repeat and the timeout of each operation', () => {
    const operations = Object.values(source.paths).flatMap((methods) => Object.values(methods));
    const rules = new Map(operations.map((operation) => [operation.operationId, operation]));
    const rulesOf = (id: string) => {
      const { 'x-auth': auth, 'x-repeat': repeat, 'x-timeout-seconds': timeout } = Object(rules.get(id));
      return [auth, repeat, timeout];
    };
    expect(rulesOf('createPayment')).toEqual(['user_and_key', 'with_key', 45]);
    expect(rulesOf('registerUser')).toEqual(['user', 'always', undefined]);
    expect(rulesOf('getPaywall')).toEqual(['key', 'always', undefined]);
    expect(rulesOf('uploadAttachment')).toEqual(['user', 'with_key', 120]);
    expect(rulesOf('openAdminSession')).toEqual(['none', 'never', undefined]);
  });

  test('finds what makes a call a repeat, where a body without an id acts each time', () => {
    const operations = Object.values(source.paths).flatMap((methods) => Object.values(methods));
    const descriptionOf = (id: string) => String(operations.find(({ operationId }) => operationId === id)?.description);
    const ids = {
      recordEvent: 'an event without `event_id` counts each time',
      recordEvents: 'an event without `event_id` counts each time',
      recordBackEndEvents: 'an event without `event_id` counts each time',
      recordSiteEvents: 'an event without `event_id` counts each time',
      submitLead: 'A repeat with the same `submission_id` has no further effect.',
      acceptConsents: 'a later one creates another record',
    };
    for (const [id, words] of Object.entries(ids)) {
      expect([id, descriptionOf(id)]).toEqual([id, expect.stringContaining(words)]);
      expect([id, descriptionOf(id)]).toEqual([id, expect.not.stringContaining('A repeat has no further effect.')]);
    }
    expect(descriptionOf('registerUser')).toContain('A repeat has no further effect.');
  });

  test('finds the lowest role of an administrator, and the operations that refuse an admin API key', () => {
    const operations = Object.values(source.paths).flatMap((methods) => Object.values(methods));
    const rulesOf = (id: string) => {
      const found = operations.find(({ operationId }) => operationId === id);
      return [found?.['x-role'], found?.['x-needs-session']];
    };
    expect(rulesOf('createAdmin')).toEqual(['owner', undefined]);
    expect(rulesOf('createApplication')).toEqual(['admin', undefined]);
    expect(rulesOf('listApplications')).toEqual(['staff', undefined]);
    expect(rulesOf('closeAdminSession')).toEqual(['staff', true]);
    expect(rulesOf('createPayment')).toEqual([undefined, undefined]);
  });

  test('reads how large the body of each operation may be', () => {
    const operations = Object.values(source.paths).flatMap((methods) => Object.values(methods));
    const limitOf = (id: string) =>
      /Largest body: ([\d,]+) bytes\./.exec(
        String(operations.find((each) => each.operationId === id)?.description),
      )?.[1];
    expect(limitOf('createPayment')).toBe('1,048,576');
    expect(limitOf('listPayments')).toBeUndefined();
    for (const { operationId, requestBody } of operations)
      expect([operationId, limitOf(String(operationId)) !== undefined]).toEqual([
        operationId,
        requestBody !== undefined,
      ]);
  });

  test('finds every error code with its status, its remedy and the fields that only this code has', () => {
    const errors = (
      source as unknown as { 'x-errors': Record<string, { status: number; remedy: string; fields?: object }> }
    )['x-errors'];
    expect(Object.keys(errors)).toEqual(Object.keys(errorCatalog).toSorted());
    expect(errors.consents_required).toEqual({
      status: 400,
      description: expect.any(String),
      remedy: expect.stringMatching(/^Show the documents in `missing`/),
      fields: { $ref: '#/components/schemas/MissingConsents' },
    });
    expect(errors.not_found?.fields).toBeUndefined();
    for (const [code, { remedy }] of Object.entries(errors))
      expect([code, remedy]).toEqual([code, expect.stringMatching(/^[A-Z].{8,}\.$/)]);
  });

  test('finds what is deprecated, since when, until when, and what follows', () => {
    const operation = ended.paths['/v1/old']?.get;
    expect(operation).toMatchObject({
      deprecated: true,
      'x-deprecated': { since: '2026-01-15', sunset: '2027-02-01', use: 'readNew' },
      responses: { 200: { headers: { Deprecation: expect.anything(), Sunset: expect.anything() } } },
    });
    expect(operation?.description).toContain('use `readNew`');
  });
});
