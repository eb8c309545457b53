import { expect, test } from '@jest/globals';
import { AttemptOutcome } from '@platform/contracts';
import { ChannelError } from '../channels/channel-error.ts';
import { gaveUp } from '../channels/channel-http.ts';
import type { Failure, FailureClass } from '../delivery/outcome.ts';
import {
  afterFinding,
  nextPoll,
  nextProbe,
  nextStep,
  type PostOutcome,
  type QueueFields,
  scheduledAt,
} from './next-step.ts';

const now = new Date('2027-03-01T09:00:00Z');
const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
const sent = (fields: Partial<QueueFields> = {}): QueueFields => {
  const { scheduled_at: _at, ...planned } = scheduledAt(now);
  return { ...planned, state: 'publishing', due_at: null, attempt_id: 'attempt', ...fields };
};
const media = { container_id: '1', content_hash: 'a', made_at: now.toISOString(), polls: 0 };
const failed = (kind: FailureClass, more: Partial<Failure> = {}): PostOutcome => ({
  kind: 'failed',
  class: kind,
  media,
  failure: { code: 'x', message: 'x', retryAfterMs: null, movedTo: null, ...more },
});
const times = { now, sentAt: now, quotaEnd: null };

test('every class leads to its state, and the third failure that counts ends the post', () => {
  const seen = Object.fromEntries(
    AttemptOutcome.options
      .filter((name) => name !== 'published' && name !== 'done')
      .map((name) => {
        const { fields } = nextStep(sent({ errors: 2 }), failed(name as FailureClass), times);
        return [name, [fields.state, fields.errors, fields.due_at?.getTime()]];
      }),
  );
  expect(seen).toEqual({
    not_sent: ['failed', 3, undefined],
    retry: ['failed', 3, undefined],
    throttled: ['scheduled', 2, at(60).getTime()],
    auth: ['scheduled', 2, now.getTime()],
    quota: ['scheduled', 2, at(3_600).getTime()],
    content: ['failed', 2, undefined],
    media_again: ['awaiting_media', 2, at(5).getTime()],
    moved: ['scheduled', 2, now.getTime()],
    uncertain: ['uncertain', 2, at(10).getTime()],
    abandoned: ['awaiting_media', 2, now.getTime()],
  });
});

test('failures wait a minute and five minutes; a request that was given up before it was sent does not count', () => {
  expect(nextStep(sent(), failed('retry'), times).fields).toMatchObject({ errors: 1, due_at: at(60) });
  expect(nextStep(sent({ errors: 1 }), failed('not_sent'), times).fields).toMatchObject({ errors: 2, due_at: at(300) });
  const late = nextStep(sent({ errors: 2 }), failed('not_sent', { code: gaveUp }), times);
  expect(late.fields).toMatchObject({ state: 'scheduled', errors: 2, due_at: now });
});

test('a chat that moves twice in a row ends the post', () => {
  const first = nextStep(sent(), failed('moved'), times).fields;
  const second = nextStep({ ...first, state: 'publishing' }, failed('moved'), times);
  expect([first.state, second.fields.state]).toEqual(['scheduled', 'failed']);
});

test('a doubtful post keeps its attempt, and is looked for at 10 s, 95 s, 5 min, then each 5 min for a day', () => {
  expect(nextStep(sent(), failed('uncertain'), times).fields.attempt_id).toBe('attempt');
  expect([0, 1, 2].map((probes) => nextProbe(now, probes, now))).toEqual([at(10), at(95), at(300)]);
  expect(nextProbe(now, 3, at(300))).toEqual(at(600));
  expect(nextProbe(now, 400, at(86_300))).toBeNull();
  expect(nextPoll({ ...media, polls: 9 }, at(580))).toBeNull();
});

test('absence proves nothing before 90 seconds; on VK and MAX it has to be seen twice', () => {
  const before = sent({ state: 'uncertain', tries: 1 });
  const probe = (channel: 'telegram' | 'vk' | 'max', seconds: number, fields: QueueFields = before) =>
    afterFinding(fields, { kind: 'absent' }, { sentAt: now, channel, now: at(seconds) });
  expect(probe('telegram', 89)).toMatchObject({ result: 'open', fields: { state: 'uncertain' } });
  expect(probe('telegram', 90)).toMatchObject({ result: 'absent', fields: { state: 'scheduled', errors: 1 } });
  for (const channel of ['vk', 'max'] as const) {
    const first = probe(channel, 95);
    expect(first).toMatchObject({ result: 'open', fields: { absences: 1 } });
    expect(probe(channel, 300, first.fields)).toMatchObject({ result: 'absent', fields: { state: 'scheduled' } });
  }
  const unreadable = new ChannelError('no_answer', 'timeout', 'no answer');
  expect(afterFinding(before, unreadable, { sentAt: now, channel: 'vk', now: at(95) })).toMatchObject({
    result: 'open',
    resolution: null,
    fields: { absences: 0, state: 'uncertain' },
  });
});
