import { copyRows } from '@platform/testing';
import pg from 'pg';
import { emptyChain, linkEntries } from '../src/consents/chain.ts';
import { generatedRecord } from './generated-record.ts';

/**
 * A program that appends a record for each row of `bench.people` (n, user_id, at) to the empty ledger of an
 * application: an answer to its published personal data consent, linked as the service links them, written
 * past it as superuser by COPY. `make bench-growth` starts it.
 */
const { DATABASE_URL, OWNER_ID } = process.env;
const owner_id = OWNER_ID ?? '';
const batchSize = 5_000;

const client = new pg.Client({ connectionString: DATABASE_URL });
await client.connect();
const { rows: documents } = await client.query(
  `SELECT id AS document_id, doc_kind, published_hash AS content_hash, published_version AS version
     FROM identity.legal_documents WHERE owner_id = $1 AND doc_kind = 'personal_data_consent'`,
  [owner_id],
);
const [document] = documents;
if (!document) throw new Error('the application has no published personal data consent');

await client.query('BEGIN');
let head = emptyChain;
for (;;) {
  const { rows: people } = await client.query<{ n: string; user_id: string; at: Date }>(
    'SELECT n, user_id, at FROM bench.people WHERE n > $1 ORDER BY n LIMIT $2',
    [head.seq, batchSize],
  );
  if (people.length === 0) break;
  const contents = people.map(({ n, user_id, at }) =>
    generatedRecord(Number(n), { owner_id, user_id, document, recorded_at: at }),
  );
  const linked = linkEntries(head, contents);
  const columns = Object.keys(linked.entries[0] ?? {}) as (keyof (typeof linked.entries)[number])[];
  await copyRows(
    client,
    'identity.consent_ledger',
    columns,
    linked.entries.map((entry) => columns.map((column) => entry[column])),
  );
  head = linked.head;
}
await client.query(
  `INSERT INTO identity.consent_chains (owner_type, owner_id, seq, head_hash) VALUES ('application', $1, $2, $3)`,
  [owner_id, head.seq, head.hash],
);
await client.query('COMMIT');
await client.end();
