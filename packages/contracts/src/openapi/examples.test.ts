import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ClientEvent, SiteEvent } from '../analytics/client-events.ts';
import { AdminPayment } from '../billing.ts';
import { Application } from '../catalog/applications.ts';
import { User } from '../identity/users.ts';
import type { Endpoint } from '../kit.ts';
import { openApiDocument } from '../openapi.ts';
import { platform } from '../platform.ts';
import { routeTable } from '../route-table.ts';
import { documentVersion } from '../version.ts';
import { exampleOf } from './examples.ts';
import { exampleId } from './field-examples.ts';

type Node = Record<string, unknown>;
const document = openApiDocument(platform, documentVersion) as unknown as {
  paths: Record<string, Record<string, { requestBody?: Node; responses: Record<string, Node> }>>;
  components: { responses: Record<string, Node> };
};

describe('the examples', () => {
  const table = routeTable(platform);
  /** The content of a request or an answer, of a component where the operation refers to one. */
  const contentOf = (part: Node | undefined): Record<string, Node> | undefined => {
    const name = typeof part?.$ref === 'string' ? part.$ref.replace('#/components/responses/', '') : undefined;
    return (name === undefined ? part : document.components.responses[name])?.content as
      | Record<string, Node>
      | undefined;
  };
  const operationOf = ({ method, path }: Endpoint) => document.paths[path]?.[method.toLowerCase()];

  test('of request bodies are there for each JSON body, and its schema accepts them', () => {
    for (const { id, endpoint } of table) {
      if (!endpoint.body) continue;
      const example = contentOf(operationOf(endpoint)?.requestBody)?.['application/json']?.example;
      expect([id, example]).toEqual([id, expect.anything()]);
      expect([id, endpoint.body.safeParse(example).error?.issues]).toEqual([id, undefined]);
    }
  });

  test('of answers are there for each success with a body, and are what its schema would send', () => {
    for (const { id, endpoint } of table) {
      const content = contentOf(operationOf(endpoint)?.responses[String(endpoint.status ?? 200)]);
      if (endpoint.produces === 'html' && endpoint.mediaType)
        expect(content?.[endpoint.mediaType]).toMatchObject({ example: expect.any(String) });
      else if (endpoint.produces === 'html')
        expect(content?.['text/html']).toMatchObject({ example: expect.stringMatching(/^<!doctype/) });
      if (!endpoint.response) continue;
      const example = content?.[endpoint.mediaType ?? 'application/json']?.example as Node;
      const rows = endpoint.produces ? [example] : endpoint.paginated ? (example.data as unknown[]) : [example.data];
      expect([id, rows.length]).toEqual([id, 1]);
      for (const row of rows)
        expect([id, endpoint.response.safeParse(row)]).toEqual([id, { success: true, data: row }]);
    }
  });

  test('are valid in the JSON Schemas of the document, where nothing is left undescribed', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, 'document');
    for (const { id, endpoint } of table) {
      const { requestBody, responses } = operationOf(endpoint) ?? {};
      for (const part of [requestBody, responses?.[String(endpoint.status ?? 200)]]) {
        const { schema, example } = contentOf(part)?.['application/json'] ?? {};
        if (schema === undefined) continue;
        const inDocument = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as Node;
        const isValid = ajv.compile({ ...inDocument, unevaluatedProperties: false });
        expect([id, isValid(example), isValid.errors]).toEqual([id, true, null]);
      }
    }
  });

  test('of batches hold events that are valid one by one', () => {
    const eventsOf = (id: 'recordEvents' | 'recordSiteEvents') =>
      (exampleOf(platform.analytics.endpoints[id].body, 'input') as { events: unknown[] }).events;
    for (const item of eventsOf('recordEvents')) expect(ClientEvent.safeParse(item).success).toBe(true);
    for (const item of eventsOf('recordSiteEvents')) expect(SiteEvent.safeParse(item).success).toBe(true);
  });

  test('of events are taken whenever the document is read: they have no time that grows old', () => {
    const texts = (['recordEvent', 'recordEvents', 'recordBackEndEvents'] as const).map((id) =>
      JSON.stringify(exampleOf(platform.analytics.endpoints[id].body, 'input')),
    );
    for (const text of texts) expect(text).not.toMatch(/occurred_at|sent_at/);
  });

  test('of license keys have the form of a real one: five groups of five characters of Crockford', () => {
    const examples = [...JSON.stringify(openApiDocument(platform, '1')).matchAll(/"key":"([^"]*-[^"]*)"/g)];
    expect(examples.length).toBeGreaterThan(1);
    for (const [, key] of examples) expect(key).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){4}$/);
  });

  test('name one object by one id everywhere', () => {
    const user = exampleOf(User, 'output') as Node;
    expect(exampleOf(AdminPayment, 'output')).toMatchObject({ user_id: user.id });
    expect(exampleOf(Application, 'output')).toMatchObject({ id: exampleId('application_id') });
  });
});
