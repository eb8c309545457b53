import { expect, test } from '@jest/globals';
import { command, event, query, service } from '@platform/contracts/kit';
import { z } from 'zod';
import { natsAccounts, natsPermissions } from './nats-permissions.ts';

const happened = event('note.written', 'For these tests.', z.object({}));
const foreign = event('user.erased', 'For these tests.', z.object({}));
const find = query('query.notes.find', 'For these tests.', z.object({}), z.object({}));
const keep = command('command.notes.keep', 'For these tests.', {
  limits: { timeoutMs: 30_000, formerly: 'query.notes.keep' },
  input: z.object({}),
  output: z.object({}),
});
const asked = query('query.identity.users.resolve', 'For these tests.', z.object({}), z.object({}));
const contract = service({
  name: 'notes',
  endpoints: {},
  events: { happened },
  queries: { find },
  commands: { keep },
});
const declaration = {
  contract,
  migrations: new URL('file:///migrations/'),
  dependencies: [asked],
  consumes: { 'forget-user': foreign },
  observes: [happened],
};

test('a service publishes its events, asks what it declares and consumes with its own consumers alone', () => {
  expect(natsPermissions(declaration)).toEqual({
    publish: [
      '$JS.ACK.PLATFORM.notes__forget-user.>',
      'JS.PLATFORM.API.CONSUMER.INFO.PLATFORM.notes__forget-user',
      'JS.PLATFORM.API.CONSUMER.MSG.NEXT.PLATFORM.notes__forget-user',
      'JS.PLATFORM.API.INFO',
      '_INBOX.service.*.notes.>',
      'evt.admin.action_recorded.notes',
      'evt.note.written',
      'query.identity.users.resolve',
    ],
    subscribe: [
      '_INBOX.service.notes.>',
      'command.notes.keep',
      'evt.note.written',
      'query.notes.find',
      'query.notes.keep',
    ],
  });
});

test('a service without declarations has its inbox and nothing else', () => {
  const bare = service({ name: 'bare', endpoints: {}, events: {}, queries: {}, commands: {} });
  expect(natsPermissions({ contract: bare })).toEqual({
    publish: [],
    subscribe: ['_INBOX.service.bare.>'],
  });
});

test('a service that loses an ask loses the right to it', () => {
  const without = natsPermissions({ ...declaration, dependencies: [] });
  expect(without.publish).not.toContain('query.identity.users.resolve');
});

test('passwords come from the environment of the server', () => {
  const text = natsAccounts([declaration]);
  expect(text).toContain('{ user: "nats-admin", password: $NATS_ADMIN_PASSWORD }');
  expect(text).toContain('{ user: "notes", password: $NOTES_NATS_PASSWORD, permissions: {');
});

test('a service without rights is refused everything, where an empty list would allow everything', () => {
  const bare = service({ name: 'bare', endpoints: {}, events: {}, queries: {}, commands: {} });
  expect(natsAccounts([{ contract: bare }])).toContain('publish: { deny: ">" }');
});

test('services reach the account of the stream by the exported requests alone', () => {
  const text = natsAccounts([declaration]);
  const lines = text.split('\n').map((line) => line.trim());
  const exported = lines.slice(lines.indexOf('exports: ['), lines.indexOf('SERVICES {'));
  expect(exported.filter((line) => /STREAM\.|DELETE|PURGE/.test(line))).toEqual([]);
  expect(exported.filter((line) => line.startsWith('{ service'))).toHaveLength(
    lines.filter((line) => line.startsWith('{ service: { account: STREAM')).length,
  );
});
