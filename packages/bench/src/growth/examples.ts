import type pg from 'pg';
import type { Examples } from './example-values.ts';
import { readContentExamples } from './examples-content.ts';

/** A moment and its day: fields take one of them. */
const moment = (daysAgo: number): string[] => {
  const text = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  return [text, text.slice(0, 10)];
};

/**
 * Values that the generated data answers with many rows, few rows and none. A field without an entry takes
 * the values of its type, else the example of its contract.
 * @param client the database as its superuser
 */
export async function readExamples(client: pg.Client, applicationId: string): Promise<Examples> {
  const readOne = async (text: string): Promise<string> => {
    const { rows } = await client.query<{ value: unknown }>(text);
    const value = rows[0]?.value;
    if (typeof value !== 'string') throw new Error(`no row of the generated data: ${text}`);
    return value;
  };
  const person = (column: string) => readOne(`SELECT ${column}::text AS value FROM bench.people WHERE n = 1005`);
  const user_id = await person('user_id');
  const payment_id = await person('first_payment');
  const document_id = await readOne(
    `SELECT document_id::text AS value FROM identity.consent_ledger WHERE owner_id = '${applicationId}' LIMIT 1`,
  );
  const demo = (table: string, column = 'id') =>
    readOne(
      `SELECT ${column}::text AS value FROM catalog.${table} WHERE application_id = '${applicationId}' ORDER BY id LIMIT 1`,
    );
  const setting = (kind: string) =>
    readOne(
      `SELECT key AS value FROM catalog.settings WHERE application_id = '${applicationId}' AND kind = '${kind}' LIMIT 1`,
    );
  const refundOf = (column: string) =>
    readOne(`SELECT ${column}::text AS value FROM billing.refunds ORDER BY id LIMIT 1`);
  const site_id = await readOne('SELECT id::text AS value FROM cms.sites ORDER BY id LIMIT 1');
  const site_code = await readOne(`SELECT code AS value FROM cms.sites WHERE id = '${site_id}'`);
  const [paid_number, amount] = await Promise.all(
    ['provider_payment_id', 'amount::text'].map((column) =>
      readOne(`SELECT ${column} AS value FROM billing.payments WHERE id = '${payment_id}'`),
    ),
  );
  const refund = {
    id: await refundOf('id'),
    payment_id: await refundOf('payment_id'),
    provider_refund_id: await refundOf('provider_refund_id'),
  };
  const absent = '00000000-0000-7000-8000-0000000000ff';
  return {
    ...(await readContentExamples(client)),
    application_id: [applicationId],
    application_code: ['demo'],
    app_code: ['demo'],
    user_id: [user_id, absent],
    'getUser.user_id': [user_id],
    subject: ['growth-1005'],
    erasure_id: [await readOne('SELECT id::text AS value FROM identity.erasure_records ORDER BY id LIMIT 1')],
    person_id: [absent],
    consent_id: [await readOne(`SELECT id::text AS value FROM identity.consent_ledger WHERE user_id = '${user_id}'`)],
    document_id: [document_id, absent],
    doc_kind: ['personal_data_consent', 'privacy_policy'],
    owner_type: ['application'],
    owner_id: [applicationId],
    kind: ['personal_data_consent'],
    site_id: [site_id],
    site_code: [site_code],
    cms_site_code: [site_code],
    paywall_code: ['main'],
    subject_id: [absent],
    plan_id: [await demo('plans')],
    entitlement_id: [await demo('entitlements')],
    paywall_id: [await demo('paywalls')],
    key: [await setting('config')],
    code: [await setting('feature')],
    batch_id: ['00000000-0000-7000-8001-000000000000', absent],
    license_batch_id: ['00000000-0000-7000-8001-000000000000', absent],
    backfill_id: [await readOne('SELECT id::text AS value FROM catalog.plan_backfills ORDER BY id LIMIT 1')],
    q: [user_id, 'growth-1005', 'user1005@', 'example', 'us', 'nobodyatall', 'user10'],
    email: ['u', 'user1005', 'user1005@example', 'nobodyatall', 'user10'],
    entitlement_code: ['export_pdf', 'notes_basic'],
    plan_code: ['monthly', 'lifetime'],
    // The next week, a week long ago, and a time that no term reaches; a month, a week long ago, and the time to come.
    expires_from: [moment(0), moment(200), moment(-3_650)].flatMap(([time = '']) => time),
    expires_until: [moment(-7), moment(193), moment(3_650)].flatMap(([time = '']) => time),
    created_from: [moment(30), moment(337), moment(-1)].flatMap(([time = '']) => time),
    created_until: [moment(1), moment(330), moment(3_650)].flatMap(([time = '']) => time),
    acquisition_source: ['search', 'nowhere'],
    display_name: ['Smith 1005', 'смирнова', 'an', 'nobody at all'],
    payment_id: [payment_id],
    'listRefunds.payment_id': [refund.payment_id, absent],
    refund_id: [refund.id],
    provider_refund_id: [refund.provider_refund_id, absent],
    license_key_id: [await readOne('SELECT key_id::text AS value FROM bench.keys WHERE n = 1010')],
    hint: ['7Q2XK', 'AAAAA'],
    provider_payment_id: [paid_number ?? '', absent],
    receipt_number: ['1005', 'none'],
    amount: [amount ?? '', '1'],
    'searchPayments.email': ['user1005@example.com', 'nobody@example.com'],
    admin_id: ['00000000-0000-7000-8000-000000000001', absent],
    action: ['updatePlan', 'archiveApplication'],
    target_id: [user_id, applicationId, payment_id, 'flag_7', absent],
    days: ['7', '365'],
    from: [...moment(30), new Date(Date.now() + 86_400_000).toISOString()],
    to: [...moment(2), new Date(0).toISOString()],
    // A report has a beginning, too.
    'analytics.to': moment(2),
    accepted: ['true', 'false'],
    platform: ['ios', 'none'],
    app_version: ['3.1.0', '0.0.0'],
    steps: ['app_opened,paywall_viewed'],
  };
}
