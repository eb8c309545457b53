import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually, type Fixture, PAYMENT, startFixture } from './sandbox-fixture.ts';

let dataDir: string;
let f: Fixture;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'yookassa-'));
  f = await startFixture({ dataDir });
});
afterEach(async () => {
  await f.close();
  rmSync(dataDir, { recursive: true });
});

const file = () => join(dataDir, 'yookassa.jsonl');

describe('a sandbox with a data folder', () => {
  test('knows payments, refunds, receipts and idempotence keys after it is opened again', async () => {
    const key = { 'idempotence-key': 'once' };
    const items = [{ description: 'Pro', quantity: 1, amount: PAYMENT.amount, vat_code: 1 }];
    const body = { ...PAYMENT, receipt: { customer: { email: 'ada@example.com' }, items } };
    const created = await f.api('POST', '/payments', body, key);
    f.sandbox.pay(String(created.body.id));
    await f.api('POST', '/refunds', { payment_id: created.body.id, amount: { value: '90.00', currency: 'RUB' } });
    await f.sandbox.flush();
    const known = async () => [f.sandbox.payments(), f.sandbox.refunds(), (await f.api('GET', '/receipts')).body];
    const before = await known();
    expect(before[2]).toMatchObject({ items: [{ payment_id: created.body.id }] });
    await f.reopen();
    expect(await known()).toEqual(before);
    expect((await f.api('POST', '/payments', body, key)).body).toEqual(created.body);
    await f.reopen();
    const second = await f.create();
    expect(((await f.api('GET', '/payments')).body.items as { id: string }[])[0]?.id).toBe(second.id);
    expect(f.sandbox.payments()).toHaveLength(2);
  });

  test('delivers what was undelivered, and nothing twice', async () => {
    f.receiver.status = () => 503;
    f.sandbox.pay((await f.create()).id);
    await f.sandbox.flush();
    f.receiver.status = () => 200;
    await f.reopen();
    await eventually(() => f.sandbox.deliveries()[0]?.state === 'delivered');
    const count = f.received.length;
    await f.reopen();
    await f.sandbox.flush();
    expect(f.received).toHaveLength(count);
  });

  test('survives a line torn by a kill', async () => {
    const { id } = await f.create();
    const kept = readFileSync(file(), 'utf8');
    await f.sandbox.stop();
    writeFileSync(file(), kept);
    appendFileSync(file(), '[{"kind":"payment","value":{"pay');
    await f.reopen();
    expect(f.sandbox.payments().map((payment) => payment.id)).toEqual([id]);
    f.sandbox.pay(id);
    await f.reopen();
    expect(f.sandbox.payments()[0]?.status).toBe('succeeded');
  });

  test('expires after a restart what it left open', async () => {
    await f.create();
    f.clock.advance(60 * 60 * 1000);
    await f.reopen();
    await f.sandbox.flush();
    expect(f.received.map(({ event }) => event)).toEqual(['payment.canceled']);
  });
});
