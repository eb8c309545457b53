import { expect, test } from '@jest/globals';
import { breakingChanges, type Surface } from './breaking-changes.ts';
import { currentSurface } from './released-surface.ts';

/** A released document with one endpoint of each kind. */
const released = (): Surface => ({
  paths: {
    '/v1/notes': {
      get: {
        security: [{ user_token: [] }],
        parameters: [{ $ref: '#/components/parameters/Limit' } as never],
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } } } },
      },
      post: {
        security: [{ user_token: [] }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/NoteBody' } } } },
        responses: {
          201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } } },
          409: { $ref: '#/components/responses/conflict' },
        },
      },
    },
  },
  components: {
    parameters: { Limit: { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 200 } } },
    responses: {
      conflict: {
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/ApiError' },
                { properties: { error: { enum: ['conflict', 'note_locked'] } } },
              ],
            },
          },
        },
      },
    },
    schemas: {
      ApiError: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
      Note: {
        type: 'object',
        required: ['id', 'text'],
        properties: {
          id: { type: 'string' },
          text: { type: 'string' },
          kind: { type: 'string', enum: ['plain'] },
          links: {
            type: 'object',
            additionalProperties: { type: 'object', properties: { url: { type: 'string' } } },
          },
          parent: { anyOf: [{ $ref: '#/components/schemas/Note' }, { type: 'null' }] },
        },
      },
      NoteBody: {
        type: 'object',
        required: ['text'],
        properties: {
          text: { type: 'string', maxLength: 100 },
          kind: { type: 'string', enum: ['plain', 'rich'] },
          tags: { type: 'array', items: { type: 'string' }, maxItems: 10 },
          extra: {},
          size: { type: 'integer', exclusiveMinimum: 0 },
          due: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        },
        additionalProperties: false,
      },
    },
  },
  'x-events': {
    'note.created': {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string' }, by: { type: 'string' } },
    },
  },
});

type Key = string | number;
const notes = ['paths', '/v1/notes'];
const schemas = ['components', 'schemas'];
const limit = ['components', 'parameters', 'Limit', 'schema'];
const text = [...schemas, 'NoteBody', 'properties', 'text'];
const codes = [
  'components',
  'responses',
  'conflict',
  'content',
  'application/json',
  'schema',
  'allOf',
  1,
  'properties',
  'error',
  'enum',
];

/** What breaks when the value at this place becomes another one; undefined removes it. */
function after(place: readonly Key[], value: unknown): string[] {
  const current = released();
  let at = current as unknown as Record<Key, unknown>;
  for (const key of place.slice(0, -1)) at = at[key] as Record<Key, unknown>;
  const last = place.at(-1) ?? '';
  if (value === undefined) delete at[last];
  else at[last] = value;
  return breakingChanges(released(), current);
}

test('the same document breaks nothing, and neither does the one of this commit with itself', () => {
  expect(breakingChanges(released(), released())).toEqual([]);
  expect(breakingChanges(currentSurface(), currentSurface())).toEqual([]);
});

test.each<[string, readonly Key[], unknown, string]>([
  ['a path that is gone', notes, undefined, 'GET /v1/notes is gone'],
  ['a method that is gone', [...notes, 'post'], undefined, 'POST /v1/notes is gone'],
  [
    'another credential',
    [...notes, 'get', 'security'],
    [{ admin_session: [] }],
    'GET /v1/notes: asks for another credential',
  ],
  ['a parameter that is gone', [...notes, 'get', 'parameters'], [], 'GET /v1/notes: query limit is gone'],
  ['a parameter that takes less', [...limit, 'maximum'], 100, 'GET /v1/notes: query limit takes less: maximum is 100'],
  [
    'a new required parameter',
    [...notes, 'get', 'parameters', 1],
    { name: 'q', in: 'query', required: true },
    'GET /v1/notes: query q is required now',
  ],
  [
    'a field of an answer that is gone',
    [...schemas, 'Note', 'properties', 'text'],
    undefined,
    'GET /v1/notes: 200.text is gone',
  ],
  [
    'a field of an answer that may be left out',
    [...schemas, 'Note', 'required'],
    ['id'],
    'GET /v1/notes: 200.text may be left out now',
  ],
  [
    'a field of an answer that may be null',
    [...schemas, 'Note', 'properties', 'text', 'type'],
    ['string', 'null'],
    'GET /v1/notes: 200.text may be null now',
  ],
  ['an error code that is gone', codes, ['conflict'], 'POST /v1/notes: 409.error has no "note_locked" any more'],
  ['a status that is gone', [...notes, 'post', 'responses', 409], undefined, 'POST /v1/notes: answers no 409 any more'],
  [
    'a field that is required now',
    [...schemas, 'NoteBody', 'required', 1],
    'kind',
    'POST /v1/notes: body.kind is required now',
  ],
  [
    'a field that is not taken any more',
    [...schemas, 'NoteBody', 'properties', 'tags'],
    undefined,
    'POST /v1/notes: body.tags is gone',
  ],
  [
    'a value that is not taken any more',
    [...schemas, 'NoteBody', 'properties', 'kind', 'enum'],
    ['plain'],
    'POST /v1/notes: body.kind has no "rich" any more',
  ],
  ['a shorter text', [...text, 'maxLength'], 50, 'POST /v1/notes: body.text takes less: maxLength is 50'],
  [
    'items of another type',
    [...schemas, 'NoteBody', 'properties', 'tags', 'items', 'type'],
    'integer',
    'POST /v1/notes: body.tags[] is no string any more',
  ],
  [
    'a field that takes no null any more',
    [...schemas, 'NoteBody', 'properties', 'due'],
    { type: 'string' },
    'POST /v1/notes: body.due has no variant 2 as it was',
  ],
  [
    'a body that is required now',
    [...notes, 'post', 'requestBody', 'required'],
    true,
    'POST /v1/notes: a body is required now',
  ],
  [
    'a field of an answer that gained null',
    [...schemas, 'Note', 'properties', 'text'],
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    'GET /v1/notes: 200.text has a variant 2 that is new',
  ],
  [
    'a field that takes other types now',
    text,
    { anyOf: [{ type: 'number' }, { type: 'boolean' }] },
    'POST /v1/notes: body.text has no variant 1 as it was',
  ],
  [
    'a field that took anything',
    [...schemas, 'NoteBody', 'properties', 'extra'],
    { type: 'string' },
    'POST /v1/notes: body.extra takes only string now',
  ],
  [
    'a record whose values lost a field',
    [...schemas, 'Note', 'properties', 'links', 'additionalProperties', 'properties'],
    {},
    'GET /v1/notes: 200.links{}.url is gone',
  ],
  ['an event that is gone', ['x-events', 'note.created'], undefined, 'event note.created is gone'],
  [
    'a field of an event that is gone',
    ['x-events', 'note.created', 'properties', 'by'],
    undefined,
    'event note.created: data.by is gone',
  ],
])('%s is a breaking change', (_what, place, value, line) => {
  expect(after(place, value)).toContain(line);
});

test.each<[string, readonly Key[], unknown]>([
  ['a new path', ['paths', '/v1/tags'], { get: { responses: {} } }],
  ['a new optional parameter', [...notes, 'get', 'parameters', 1], { name: 'q', in: 'query' }],
  ['a new field of an answer', [...schemas, 'Note', 'properties', 'more'], { type: 'string' }],
  ['a new value in an answer', [...schemas, 'Note', 'properties', 'kind', 'enum', 1], 'rich'],
  ['a new optional field of a body', [...schemas, 'NoteBody', 'properties', 'more'], { type: 'string' }],
  ['a body that takes more', [...text, 'maxLength'], undefined],
  ['a number where an integer was', [...limit, 'type'], 'number'],
  ['another way to prove who calls', [...notes, 'get', 'security'], [{ public_key: [] }, { user_token: [] }]],
  ['a body field that takes null too', text, { anyOf: [{ type: 'string', maxLength: 100 }, { type: 'null' }] }],
  [
    'a bound that takes one value more',
    [...schemas, 'NoteBody', 'properties', 'size'],
    { type: 'integer', minimum: 0 },
  ],
  ['a new status', [...notes, 'post', 'responses', 423], {}],
  ['a new event', ['x-events', 'note.deleted'], {}],
])('%s breaks no client', (_what, place, value) => {
  expect(after(place, value)).toEqual([]);
});
