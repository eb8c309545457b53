import { expect, test } from '@jest/globals';
import { z } from 'zod';
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
      ...{ method: 'PATCH', path: '/v1/notes', summary: 'Change the note', auth: 'none', rate: 'public_ip' },
      versioned: 'required',
      response: z.object({ version }).meta({ id: 'Note' }),
    }),
  },
  events: {},
  queries: {},
  commands: {},
});
const { paths } = openApiDocument({ notes }, '1') as unknown as { paths: { '/v1/notes': { patch: Operation } } };

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
