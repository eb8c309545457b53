import { expect, test } from '@jest/globals';
import { command, event, query, service } from '@platform/contracts/kit';
import { z } from 'zod';
import { natsAuthorization, natsPermissions } from './nats-permissions.ts';

const happened = event('note.written', 'For these tests.', z.object({}));
const foreign = event('user.erased', 'For these tests.', z.object({}));
const find = query('query.notes.find', 'For these tests.', z.object({}), z.object({}));
const keep = command(
  'command.notes.keep',
  'For these tests.',
  { timeoutMs: 30_000, formerly: 'query.notes.keep' },
  z.object({}),
  z.object({}),
);
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
  asks: [asked],
  consumes: { 'forget-user': foreign },
  observes: [happened],
};

test('a service publishes its events, asks what it declares and consumes with its own consumers alone', () => {
  expect(natsPermissions(declaration)).toEqual({
    publish: [
      '$JS.ACK.PLATFORM.notes__forget-user.>',
      '$JS.API.CONSUMER.CREATE.PLATFORM.notes__forget-user.evt.user.erased',
      '$JS.API.CONSUMER.INFO.PLATFORM.notes__forget-user',
      '$JS.API.CONSUMER.MSG.NEXT.PLATFORM.notes__forget-user',
      'evt.admin.action_recorded.notes',
      'evt.note.written',
      'query.identity.users.resolve',
    ],
    subscribe: ['_INBOX.notes.>', 'command.notes.keep', 'evt.note.written', 'query.notes.find', 'query.notes.keep'],
    answerSeconds: 35,
  });
});

test('a service without declarations has its inbox and nothing else', () => {
  const bare = service({ name: 'bare', endpoints: {}, events: {}, queries: {}, commands: {} });
  expect(natsPermissions({ contract: bare })).toEqual({
    publish: [],
    subscribe: ['_INBOX.bare.>'],
    answerSeconds: null,
  });
});

test('a service that loses an ask loses the right to it', () => {
  const without = natsPermissions({ ...declaration, asks: [] });
  expect(without.publish).not.toContain('query.identity.users.resolve');
});

test('passwords come from the environment of the server', () => {
  const text = natsAuthorization([declaration]);
  expect(text).toContain('{ user: "nats-admin", password: $NATS_ADMIN_PASSWORD }');
  expect(text).toContain('{ user: "notes", password: $NOTES_NATS_PASSWORD, permissions: {');
  expect(text).toContain('allow_responses: { max: 1, expires: "35s" }');
});
