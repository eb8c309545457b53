import { randomBytes } from 'node:crypto';
import { newId } from '@platform/runtime';
import pg from 'pg';
import { emptyChain, linkEntries } from '../src/consents/chain.ts';
import { contentHash } from '../src/legal/legal-document.ts';

/**
 * A program that fills the empty ledger of an application with ROWS records, as if as many people had
 * accepted: linked as the service links them, written past it as superuser. `make bench` starts it.
 */
const { DATABASE_URL, OWNER_ID, ROWS } = process.env;
const owner_id = OWNER_ID ?? '';
const total = Number(ROWS);
const batchSize = 5_000;

/** A text of its own for each document, of the length that such texts have. */
const textOf = (kind: string): string => `${owner_id} ${kind}\n\n${'Текст документа. '.repeat(600)}`;

const documents = ['personal_data_consent', 'terms_notes', 'privacy_policy', 'marketing_consent'].map((doc_kind) => ({
  document_id: newId(),
  doc_kind,
  content_hash: contentHash(textOf(doc_kind)),
  checkbox_text: 'Я даю согласие на обработку моих персональных данных на условиях, изложенных в документе',
}));

/** Size of a text of this many bytes in the ledger: with nonce and tag, as base64. */
const ciphertext = (length: number) => randomBytes(length + 28).toString('base64');

function content(n: number) {
  const user_id = newId();
  const document = documents[n % documents.length];
  if (!document) throw new Error('there are documents');
  return {
    id: newId(),
    owner_type: 'application',
    owner_id,
    subject_id: user_id,
    user_id,
    ...document,
    version: String(1 + (n % 3)),
    accepted: n % 10 !== 0,
    source: n % 4 === 0 ? 'paywall' : 'registration',
    platform: 'web',
    metadata: (n % 20 === 0 ? { flow: 'reconsent', source_screen: 'reconsent_modal' } : {}) as Record<string, string>,
    reference: n % 4 === 0 ? newId() : null,
    email_ciphertext: ciphertext(22),
    ip_ciphertext: ciphertext(12),
    user_agent_ciphertext: ciphertext(115),
    recorded_at: new Date(Date.UTC(2026, 0, 1) + n * 1_234),
  };
}

const client = new pg.Client({ connectionString: DATABASE_URL });
await client.connect();
await client.query('BEGIN');
for (const { doc_kind, content_hash } of documents)
  await client.query('INSERT INTO identity.legal_bodies (content_hash, body) VALUES ($1, $2)', [
    content_hash,
    textOf(doc_kind),
  ]);
let head = emptyChain;
while (head.seq < total) {
  const from = head.seq;
  const linked = linkEntries(
    head,
    Array.from({ length: Math.min(batchSize, total - from) }, (_, n) => content(from + n)),
  );
  await client.query(
    'INSERT INTO identity.consent_ledger SELECT * FROM jsonb_populate_recordset(NULL::identity.consent_ledger, $1)',
    [JSON.stringify(linked.entries)],
  );
  head = linked.head;
}
await client.query(
  `INSERT INTO identity.consent_chains (owner_type, owner_id, seq, head_hash) VALUES ('application', $1, $2, $3)`,
  [owner_id, head.seq, head.hash],
);
await client.query('COMMIT');
await client.query('VACUUM ANALYZE identity.consent_ledger');
await client.end();
