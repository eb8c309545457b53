import { setTimeout as sleep } from 'node:timers/promises';
import type { Payment } from '@platform/sandbox';
import { schemaNames } from '../../src/services.ts';
import type { SeparatePlatform } from '../processes.ts';
import type { Check } from './activity.ts';
import type { Purchase } from './buyers.ts';

/** The provider's books against ours, and ours against each other. */
export async function compareBooks(
  t: SeparatePlatform,
  control: (path: string) => Promise<Response>,
  purchases: readonly Purchase[],
  deadline: number,
): Promise<Check[]> {
  const admin = t.client(await t.adminHeaders());
  const number = async (statement: string): Promise<number> => {
    const [row] = await t.database.query<{ count: string }>(statement);
    return Number(row?.count);
  };
  const sum = (of: (schema: string) => string) =>
    number(`SELECT ${schemaNames.map((name) => `(${of(name)})`).join(' + ')} AS count`);
  const waiting = () => sum((schema) => `SELECT count(*) FROM "${schema}".outbox`);
  const atProvider = async () => (await (await control('/payments')).json()) as Payment[];
  const charged = (await atProvider()).filter(({ status }) => status === 'succeeded');
  const unsettled = () =>
    number(
      `SELECT count(*) FROM billing.payments WHERE status <> 'succeeded' AND provider_payment_id IN (${charged.map(({ id }) => `'${id}'`).join(',') || "''"})`,
    );
  const ungranted = () =>
    number(`SELECT count(*) FROM billing.payments p WHERE p.status = 'succeeded' AND NOT EXISTS
      (SELECT FROM catalog.grants g WHERE g.source = 'payment' AND g.source_id = p.id::text)`);
  const unprojected = () =>
    number(`SELECT count(*) FROM billing.payments p WHERE p.status = 'succeeded' AND NOT EXISTS
      (SELECT FROM analytics.payments a WHERE a.payment_id = p.id AND a.succeeded_at IS NOT NULL)`);
  // Open payments are synced, as an administrator may do at any time.
  while (Date.now() < deadline) {
    if (
      (await unsettled()) === 0 &&
      (await waiting()) === 0 &&
      (await ungranted()) === 0 &&
      (await unprojected()) === 0
    )
      break;
    await admin.syncPendingPayments().catch(() => {});
    await sleep(1_000);
  }

  const ours = await t.database.query<{
    id: string;
    status: string;
    provider_payment_id: string | null;
    grants: string;
  }>(
    `SELECT p.id, p.status, p.provider_payment_id,
       (SELECT count(*) FROM catalog.grants g WHERE g.source = 'payment' AND g.source_id = p.id::text AND g.revoked_at IS NULL) AS grants
     FROM billing.payments p`,
  );
  const byId = new Map(ours.map((payment) => [payment.id, payment]));
  const paidIds = new Set(charged.map(({ metadata }) => metadata.payment_id ?? ''));
  const grantedOnce = [...paidIds].filter((id) => byId.get(id)?.grants === '1' && byId.get(id)?.status === 'succeeded');
  const wrongly = ours.filter(({ id, grants }) => !paidIds.has(id) && grants !== '0');
  const stray = await number(`SELECT count(*) FROM catalog.grants g WHERE g.source = 'payment' AND NOT EXISTS
    (SELECT FROM billing.payments p WHERE p.id::text = g.source_id)`);
  const forgotten = purchases.filter(({ payment_id, fate }) => (fate === 'paid') !== paidIds.has(payment_id));
  const twiceCharged = charged.length - paidIds.size;
  const [outbox, dead, missing] = [
    await waiting(),
    await sum((schema) => `SELECT count(*) FROM "${schema}".dead_letters`),
    await unprojected(),
  ];
  return [
    {
      promise: 'every paid payment has exactly one grant',
      seen: `${grantedOnce.length} of ${paidIds.size}`,
      isKept: grantedOnce.length === paidIds.size && paidIds.size > 0,
    },
    {
      promise: 'no unpaid payment has a grant',
      seen: `${wrongly.length + stray} of ${ours.length - paidIds.size}`,
      isKept: wrongly.length + stray === 0,
    },
    {
      promise: 'no user paid twice, and a reported payment is paid',
      seen: `${twiceCharged} and ${forgotten.length}`,
      isKept: twiceCharged === 0 && forgotten.length === 0,
    },
    { promise: 'every success reached analytics', seen: `${missing} missing`, isKept: missing === 0 },
    { promise: 'outboxes are empty', seen: `${outbox} rows`, isKept: outbox === 0 },
    { promise: 'no dead letters', seen: `${dead} rows`, isKept: dead === 0 },
  ];
}
