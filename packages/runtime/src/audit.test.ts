import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Endpoint, PlatformContext, ServiceContract } from '@platform/contracts/kit';
import { type Audit, createAudit, underAudit } from './audit.ts';
import { currentScope } from './scope.ts';
import { createLog } from './telemetry/log.ts';

const change: Endpoint = { method: 'POST', path: '/v1/admin/things', summary: '', auth: 'admin', rate: 'admin' };
const contract: ServiceContract = { name: 'things', endpoints: { change }, events: {}, queries: {}, commands: {} };
const context: PlatformContext = {
  request_id: 'r1',
  client_ip: '203.0.113.7',
  user_agent: 'test',
  admin: { id: 'a1', email: 'owner@example.test', role: 'owner', session_id: 's1' },
};

let errors: string[];
let emit: jest.Mock<() => Promise<void>>;
let audit: Audit;
beforeEach(() => {
  errors = [];
  emit = jest.fn(async () => {});
  audit = createAudit(contract, emit, { now: () => new Date(0) });
});

const run = (
  work: () => unknown,
  { endpoint = change, of = context }: { endpoint?: Endpoint; of?: PlatformContext } = {},
) => {
  const log = createLog('test', 'error', { write: (line: string) => void errors.push(line) });
  return underAudit(
    { route: { id: 'change', service: 'things', endpoint }, context: of, params: { id: 'x' }, log },
    work,
  );
};
/** Stands for a record that was committed. */
const recorded = () => {
  const call = currentScope()?.audited;
  if (call) call.records += 1;
};

describe('a call of an administrator that changes something', () => {
  test('and leaves no record, or two, is an error in the log, and answered all the same', async () => {
    expect(await run(() => 'done')).toBe('done');
    expect(errors.join()).toContain('audit record');
    errors = [];
    await run(() => [recorded(), recorded()]);
    expect(errors).toHaveLength(1);
  });

  test('and leaves one is none', async () => {
    await run(recorded);
    expect(errors).toEqual([]);
  });

  test('and fails owes nothing', async () => {
    await expect(run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(errors).toEqual([]);
  });

  test('and postpones its record gets the administrator, the action and the origin', async () => {
    expect(await run(() => audit.postpone())).toEqual({
      action: 'change',
      admin: { id: 'a1', email: 'owner@example.test', role: 'owner' },
      params: { id: 'x' },
      client_ip: '203.0.113.7',
      user_agent: 'test',
      request_id: 'r1',
    });
    expect(errors).toEqual([]);
  });
});

test('reads and calls of other users owe no audit record', async () => {
  const { admin: _, ...user } = context;
  await run(() => {}, { endpoint: { ...change, method: 'GET' } });
  await run(() => {}, { of: user, endpoint: { ...change, auth: 'user_or_admin' } });
  expect(errors).toEqual([]);
});

test('work that no administrator began is not recorded', async () => {
  await audit.record({} as never, { before: null, after: { id: 'x' } });
  await audit.record({} as never, { before: null, after: { id: 'x' } }, null);
  expect(audit.postpone()).toBeNull();
  expect(emit).not.toHaveBeenCalled();
});

test('an object that the contract does not describe cannot be recorded', async () => {
  const origin = await run(() => audit.postpone());
  await expect(audit.record({} as never, { before: null, after: { id: 'x' } }, origin as never)).rejects.toThrow(
    'the contract does not define what the audit log stores of change',
  );
});
