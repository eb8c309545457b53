import { newId } from '@platform/runtime';
import pg from 'pg';
import { emptyChain, linkEntries } from '../src/consents/chain.ts';
import { contentHash } from '../src/legal/legal-document.ts';
import { generatedRecord } from './generated-record.ts';

/**
 * A program that fills the empty ledger of an application without documents with ROWS records, as if as many
 * people had accepted three versions of four documents: linked as the service links them, written past it as
 * superuser. `make bench` starts it.
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
}));

function content(n: number) {
  const document = documents[n % documents.length];
  if (!document) throw new Error('there are documents');
  return generatedRecord(n, {
    owner_id,
    user_id: newId(),
    document: { ...document, version: String(1 + (n % 3)) },
    recorded_at: new Date(Date.UTC(2026, 0, 1) + n * 1_234),
  });
}

const client = new pg.Client({ connectionString: DATABASE_URL });
await client.connect();
await client.query('BEGIN');
for (const { document_id, doc_kind, content_hash } of documents) {
  await client.query('INSERT INTO identity.legal_bodies (content_hash, body) VALUES ($1, $2)', [
    content_hash,
    textOf(doc_kind),
  ]);
  await client.query(
    `INSERT INTO identity.legal_documents (id, owner_type, owner_id, doc_kind, draft_title, draft_body, published_version,
       published_title, published_hash, published_at, updated_at)
     VALUES ($1, 'application', $2, $3, $3, '', '3', $3, $4, now(), now())`,
    [document_id, owner_id, doc_kind, content_hash],
  );
  for (const version of ['1', '2', '3'])
    await client.query(
      `INSERT INTO identity.legal_revisions (id, document_id, version, title, content_hash, published_at, published_by)
       VALUES ($1, $2, $3, $4, $5, now(), $1)`,
      [newId(), document_id, version, doc_kind, content_hash],
    );
}
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
