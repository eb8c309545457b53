import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { pageQuery } from '../fields.ts';
import { endpoint, service } from '../kit.ts';
import { openApiDocument } from '../openapi.ts';

type Part = Record<string, unknown>;
interface Operation {
  parameters: Part[];
  responses: Record<string, { headers?: Part; content: Record<string, { schema: { allOf: Part[] } }> }>;
}

const version = z.int().describe('Version');
const notes = service({
  name: 'notes',
  endpoints: {
    changeNote: endpoint({
      method: 'PATCH',
      path: '/v1/notes',
      summary: 'Change the note',
      auth: 'none',
      rate: 'public_ip',
      versioned: 'required',
      response: z.object({ version }).meta({ id: 'Note' }),
    }),
    readFeed: endpoint({
      method: 'GET',
      path: '/v1/feed',
      summary: 'Read the feed',
      auth: 'none',
      rate: 'public_ip',
      produces: 'xml',
    }),
    readFile: endpoint({
      method: 'GET',
      path: '/v1/file',
      summary: 'Read the file',
      auth: 'none',
      rate: 'public_ip',
      produces: 'file',
      streams: true,
    }),
    listNotes: endpoint({
      method: 'GET',
      path: '/v1/list',
      summary: 'List notes',
      auth: 'none',
      rate: 'public_ip',
      paginated: true,
      query: z.object(pageQuery),
      response: z.object({ version }).meta({ id: 'Note' }),
    }),
  },
  events: {},
  queries: {},
  commands: {},
});
const { paths } = openApiDocument({ notes }, '1') as unknown as {
  paths: Record<'/v1/notes' | '/v1/file' | '/v1/feed' | '/v1/list', Record<'get' | 'patch', Operation>>;
};

test('a change that requires If-Match says so in the API document, with the answers to a missing and an old one', () => {
  const { parameters, responses } = paths['/v1/notes'].patch;
  expect(parameters).toEqual([expect.objectContaining({ name: 'If-Match', in: 'header', required: true })]);
  expect(parameters[0]).toMatchObject({ schema: { pattern: expect.stringContaining('*') } });
  const refusal = (status: string) => responses[status]?.content['application/json']?.schema.allOf ?? [];
  expect(refusal('428')).toContainEqual({ properties: { error: { enum: ['precondition_required'] } } });
  const [, , present] = refusal('412') as { properties: Part }[];
  expect(Object.keys(present?.properties ?? {})).toEqual(['version', 'updated_by']);
  expect(responses['200']?.headers).toHaveProperty('ETag');
});

test('an XML document has its type in the API document, and a list its count', () => {
  expect(Object.keys(paths['/v1/feed'].get.responses['200']?.content ?? {})).toEqual(['application/xml']);
  expect(paths['/v1/list'].get.responses['200']?.headers).toHaveProperty('X-Total-Count');
  expect(paths['/v1/feed'].get.responses['200']?.headers).not.toHaveProperty('X-Total-Count');
});

test('a stored file has its parts in the API document', () => {
  const { parameters, responses } = paths['/v1/file'].get;
  expect(parameters.map(({ name }) => name)).toEqual(['If-None-Match', 'Range', 'If-Range']);
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '206', '304', '416']));
  expect(responses['206']?.headers).toHaveProperty('Content-Range');
});
