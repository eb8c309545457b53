import { randomBytes } from 'node:crypto';
import { createSealer, dayMs, encryptWithKey, openDatabase, subjectKeyContext } from '@platform/runtime';
import { copyRows } from '@platform/testing';
import pg from 'pg';
import { sealContent } from '../src/leads/lead.ts';
import { createPseudonyms } from '../src/leads/pseudonyms.ts';
import { mailSealContext as mailPlace } from '../src/mails/mail.ts';
import { subscriberSealContext as subscriberPlace } from '../src/newsletter/subscriber.ts';
import { hashOfToken, tokensOf } from '../src/newsletter/subscription-links.ts';
import { messageSealContext, subjectSealContext } from '../src/support/ticket.ts';

/**
 * A program that writes what each tenth row of `bench.people` (n, user_id, at) sent to the site and to
 * support: a lead, and for each second of them a subscriber with a mail, or a ticket with two messages. Each
 * row is sealed with the key of its person, as the service does. `make bench-growth` starts it. A lead is in
 * the table already: its consents are those of the others.
 */
const { DATABASE_URL = '', CMS_ENCRYPTION_KEYS = '', APPLICATION_ID = '' } = process.env;
const batchSize = 5_000;

const client = new pg.Client({ connectionString: DATABASE_URL });
await client.connect();
const sealer = createSealer(CMS_ENCRYPTION_KEYS.split(','));
const log = { warn() {} } as never;
const { db, close } = openDatabase({ url: DATABASE_URL, poolSize: 1, service: 'cms', log });
const { rows: originals } = await client.query<{ site_id: string; consents: object }>(
  `SELECT site_id, consents FROM cms.leads WHERE form = 'contact' ORDER BY id LIMIT 1`,
);
const [original] = originals;
if (!original) throw new Error('the site has no lead');
const { site_id } = original;
const pseudonyms = await createPseudonyms({ db, sealer, clock: { now: () => new Date() } as never }).of(site_id);

type Rows = Record<string, Record<string, unknown>[]>;

interface Person {
  n: number;
  user_id: string;
  at: Date;
  /** New ids of the moment `at`. */
  ids: string[];
}

function personOf(subject_id: string, created_at: Date, rows: Rows) {
  const key = randomBytes(32);
  add(rows, 'subject_keys', { subject_id, sealed_key: sealer.seal(key, subjectKeyContext(subject_id)), created_at });
  return (text: string, place: string) => encryptWithKey(key, Buffer.from(text), place).toString('base64url');
}

const add = (rows: Rows, table: string, row: Record<string, unknown>) => {
  rows[table] ??= [];
  rows[table].push(row);
};

function addLead(rows: Rows, { n, at, ids: [id = '', subscriber_id = '', mail_id = ''] }: Person): void {
  const email = `lead${n}@people.test`;
  const subject_id = pseudonyms.subjectOf({ email });
  const seal = personOf(subject_id, at, rows);
  const about = { email, name: `Person ${n}`, phone: '+79161234567', message: 'Is there a price for schools?' };
  const place = { page_url: 'https://notes.example/prices', locale: 'ru', consents: [] };
  const client_of = { client_ip: '203.0.113.7', user_agent: 'Mozilla/5.0 (X11; Linux x86_64)' };
  const turn = n / 10;
  add(rows, 'leads', {
    id,
    site_id,
    form: turn % 2 === 0 ? 'newsletter' : 'contact',
    form_code: turn % 3 === 0 ? 'prices' : null,
    state: ['new', 'in_progress', 'done', 'done', 'spam'][turn % 5],
    subject_id,
    email_hash: pseudonyms.hash('email', email),
    phone_hash: pseudonyms.hash('phone', `+7916${String(n).padStart(7, '0')}`),
    content_hash: pseudonyms.hash('content', String(n)),
    sealed: sealContent(seal, id, { ...about, ...place, ...client_of }),
    page_path: pageOf(turn),
    utm_campaign: null,
    consents: JSON.stringify(original?.consents),
    version: 1,
    created_at: at,
    updated_at: at,
  });
  add(rows, 'lead_submissions', { site_id, submission_hash: pseudonyms.hash('submission', id), lead_id: id });
  if (turn % 2 === 0)
    addSubscriber(rows, { n: turn, email, subject_id, lead_id: id, id: subscriber_id, mail_id, at, seal });
}

interface Subscribing {
  n: number;
  email: string;
  subject_id: string;
  lead_id: string;
  id: string;
  mail_id: string;
  at: Date;
  seal(text: string, place: string): string;
}

function addSubscriber(rows: Rows, { n, email, subject_id, lead_id, id, mail_id, at, seal }: Subscribing): void {
  const tokens = tokensOf(pseudonyms, { id, round: 1 });
  const status = n % 20 === 0 ? 'unsubscribed' : 'confirmed';
  add(rows, 'subscribers', {
    id,
    site_id,
    subject_id,
    sealed: seal(JSON.stringify({ email, locale: 'ru' }), subscriberPlace(id)),
    status,
    round: 1,
    consent_reference: `lead:${lead_id}`,
    confirm_hash: hashOfToken(tokens.confirm),
    unsubscribe_hash: hashOfToken(tokens.unsubscribe),
    confirm_until: new Date(at.getTime() + 7 * dayMs),
    mailed_at: at,
    opt_in_mails: 1,
    created_at: at,
    is_withdrawal_due: false,
    confirmed_at: at,
    unsubscribed_at: status === 'confirmed' ? null : new Date(),
  });
  const mail = { to: email, reply_to: null, subject: 'Confirm', text: 'Open the link.', html: '<p>Open the link.</p>' };
  add(rows, 'mails', {
    id: mail_id,
    site_id,
    kind: 'newsletter_confirmation',
    subject_id,
    sealed: seal(JSON.stringify(mail), mailPlace(mail_id)),
    status: n % 100 === 2 ? 'failed' : 'sent',
    attempts: 1,
    created_at: recent(at),
    sent_at: recent(at),
  });
}

/** A third of the leads come from one page; each tenth text, a post, brings up to ten of the others. */
const pageOf = (turn: number): string =>
  turn % 3 === 0 ? '/prices' : `/blog/growth-post-${Math.ceil(turn / 10) * 10}`;

/** Mails are kept for 90 days. */
const recent = (at: Date): Date => new Date(Date.now() - (Date.now() - at.getTime()) / 5);

function addTicket(rows: Rows, { n, user_id, at, ids }: Person): void {
  const seal = personOf(user_id, at, rows);
  const [, , , id = '', ...messages] = ids;
  const turn = (n - 10) / 20;
  const status = ['closed', 'open', 'closed', 'pending', 'closed'][turn % 5];
  const assignee_id = turn % 2 === 0 ? null : '00000000-0000-7000-8000-000000000001';
  add(rows, 'support_tickets', {
    id,
    application_id: APPLICATION_ID,
    user_id,
    subject: seal('Notes are gone', subjectSealContext(id)),
    category: 'sync',
    app_version: '3.1.0',
    platform: 'ios',
    status,
    assignee_id,
    version: 2,
    message_count: 2,
    priority: ['low', 'normal', 'normal', 'high'][turn % 4],
    // A ticket that waits for its user is closed after some days.
    pending_since: status === 'pending' ? new Date() : null,
    closed_at: status === 'closed' ? at : null,
    created_at: at,
    updated_at: at,
    last_message_at: at,
  });
  for (const [place, author] of ['user', 'staff'].entries()) {
    const message_id = messages[place] ?? '';
    const admin_id = author === 'user' ? null : '00000000-0000-7000-8000-000000000001';
    const message = seal('Since the update of yesterday', messageSealContext(message_id));
    add(rows, 'support_messages', {
      id: message_id,
      ticket_id: id,
      author,
      admin_id,
      is_internal: false,
      message,
      created_at: at,
    });
  }
}

await client.query('BEGIN');
for (let last = 0; ; ) {
  const { rows: people } = await client.query<Person>(
    `SELECT n::int, user_id, at, ARRAY(SELECT uuidv7(at - now())::text FROM generate_series(1, 6)) AS ids
       FROM bench.people WHERE n > $1 AND n % 10 = 0 ORDER BY n LIMIT $2`,
    [last, batchSize],
  );
  if (people.length === 0) break;
  const rows: Rows = {};
  for (const person of people) {
    addLead(rows, person);
    if (person.n % 20 === 10) addTicket(rows, person);
  }
  for (const [table, made] of Object.entries(rows)) {
    const columns = Object.keys(made[0] ?? {});
    await copyRows(
      client,
      `cms.${table}`,
      columns,
      made.map((row) => columns.map((column) => row[column])),
    );
  }
  last = people.at(-1)?.n ?? last;
}
await client.query('COMMIT');
await client.end();
await close();
