import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoint, service } from '@platform/contracts/kit';
import { assertVersion } from '@platform/runtime';
import { z } from 'zod';
import { startTopologies, type Topologies, ways } from './topologies.ts';

const path = '/v1/note';
const rules = { path, summary: 'The note', auth: 'none', rate: 'public_ip', versioned: 'required' } as const;
const notes = service({
  name: 'notes',
  endpoints: {
    readNote: endpoint({ ...rules, method: 'GET', response: z.object({ version: z.int() }) }),
    changeNote: endpoint({ ...rules, method: 'PATCH', response: z.object({ version: z.int() }) }),
    publishNote: endpoint({ ...rules, method: 'POST', response: z.object({ is_first: z.boolean() }) }),
    deleteNote: endpoint({ ...rules, method: 'DELETE', status: 204 }),
  },
  events: {},
  queries: {},
  commands: {},
});

let t: Topologies;
let present = 1;
let deleted = 0;
const check = (condition: number | null) => assertVersion(condition, present, { updated_by: 'b@x.test' });
beforeAll(async () => {
  t = await startTopologies(notes, {
    readNote: () => ({ version: present }),
    changeNote({ if_match }) {
      check(if_match);
      present += 1;
      return { version: present };
    },
    publishNote: () => ({ is_first: true }),
    deleteNote({ if_match }) {
      check(if_match);
      deleted += 1;
      return undefined;
    },
  });
});
afterAll(() => t.stop());

describe.each(ways)('with the service %s, a change that requires If-Match', (way) => {
  const call = async (method: string, ifMatch?: string) => {
    const answer = await fetch(t.urls[way] + path, {
      method,
      headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
    });
    const text = await answer.text();
    return { status: answer.status, etag: answer.headers.get('etag'), body: text === '' ? null : JSON.parse(text) };
  };

  test('is refused without one, and nothing happens', async () => {
    const before = { present, deleted };
    for (const method of ['PATCH', 'POST', 'DELETE'])
      expect(await call(method)).toMatchObject({ status: 428, body: { error: 'precondition_required' } });
    expect({ present, deleted }).toEqual(before);
  });

  test('is done on the version that it names, and answers the next one', async () => {
    const read = await call('GET');
    expect(read).toMatchObject({ status: 200, etag: `"${present}"` });
    const changed = await call('PATCH', read.etag ?? '');
    expect(changed).toMatchObject({ status: 200, etag: `"${present}"`, body: { data: { version: present } } });
  });

  test('is refused on another version, and hears the present one and its author', async () => {
    for (const method of ['PATCH', 'DELETE'])
      expect(await call(method, `"${present + 7}"`)).toMatchObject({
        status: 412,
        body: { error: 'precondition_failed', version: present, updated_by: 'b@x.test' },
      });
    expect(await call('PATCH', 'seven')).toMatchObject({ status: 412, body: { error: 'precondition_failed' } });
  });

  test('is done on any version when it names all of them', async () => {
    expect((await call('PATCH', '*')).status).toBe(200);
    expect((await call('DELETE', ' * ')).status).toBe(204);
  });

  test('has no ETag where its answer has no version', async () => {
    expect(await call('POST', '*')).toMatchObject({ status: 200, etag: null });
  });
});
