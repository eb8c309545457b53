import { randomBytes } from 'node:crypto';
import { createSealer, createTokenSigner, encryptWithKey, newId, subjectKeyContext } from '@platform/runtime';
import { copyRows } from '@platform/testing';
import pg from 'pg';
import { type ChainHead, emptyChain, linkEntries } from '../src/consents/chain.ts';
import { signHead } from '../src/consents/signed-head.ts';
import { generatedRecord } from './generated-record.ts';

/**
 * A program that fills the empty ledger of an application with ROWS records about its published documents,
 * each of a different person: linked as the service does it, written past it as superuser by COPY. The first
 * SEALED records are sealed with the keys of their people; the people of the others were erased. The head of
 * record SIGNED is signed. `make bench-ledger` starts it, with the keys of the service in ENCRYPTION_KEYS and
 * CONSENT_SIGNING_KEYS.
 */
const { DATABASE_URL, OWNER_ID, ROWS, SEALED, SIGNED, ENCRYPTION_KEYS, CONSENT_SIGNING_KEYS = '' } = process.env;
const owner_id = OWNER_ID ?? '';
const total = Number(ROWS);
const sealed = Number(SEALED);
const signed = Number(SIGNED);
const batchSize = 5_000;
const sealer = createSealer((ENCRYPTION_KEYS ?? '').split(','));

const client = new pg.Client({ connectionString: DATABASE_URL });
await client.connect();
const { rows: documents } = await client.query(
  `SELECT id AS document_id, doc_kind, published_hash AS content_hash, published_version AS version
     FROM identity.legal_documents WHERE owner_id = $1 AND published_version IS NOT NULL`,
  [owner_id],
);
if (documents.length === 0) throw new Error('the application has no published document');

const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

const momentOf = (n: number) => new Date(Date.now() - (total - n) * 100);

function recordOf(n: number) {
  const document = documents[n % documents.length];
  const user_id = newId();
  const content = generatedRecord(n, { owner_id, user_id, document, recorded_at: momentOf(n) });
  if (n >= sealed) return { key: null, content };
  const key = randomBytes(32);
  const seal = (column: string, value: string) =>
    encryptWithKey(key, Buffer.from(value), `consent:${content.id}:${column}`).toString('base64');
  return {
    key: [user_id, sealer.seal(key, subjectKeyContext(user_id)), new Date()],
    content: {
      ...content,
      email_ciphertext: seal('email', `user${n}@mail.example`),
      ip_ciphertext: seal('ip', `203.0.${n % 256}.${(n >> 8) % 256}`),
      user_agent_ciphertext: seal('user_agent', agent),
    },
  };
}

async function signAt({ seq, hash }: ChainHead): Promise<void> {
  const now = new Date();
  const statement = {
    owner_type: 'application' as const,
    owner_id,
    day: now.toISOString().slice(0, 10),
    seq,
    head_hash: hash,
  };
  const evidence = createTokenSigner(CONSENT_SIGNING_KEYS.split(','));
  const config = { PUBLIC_API_URL: 'http://localhost' } as Parameters<typeof signHead>[0]['config'];
  await client.query(
    `INSERT INTO identity.consent_chain_heads (id, owner_type, owner_id, day, seq, head_hash, token, signed_at)
     VALUES ($1, 'application', $2, $3, $4, $5, $6, $7)`,
    [newId(), owner_id, statement.day, seq, hash, await signHead({ evidence, config }, statement, now), now],
  );
}

let head = emptyChain;
while (head.seq < total) {
  const from = head.seq;
  const made = Array.from({ length: Math.min(batchSize, total - from) }, (_, n) => recordOf(from + n));
  const linked = linkEntries(
    head,
    made.map(({ content }) => content),
  );
  const columns = Object.keys(linked.entries[0] ?? {}) as (keyof (typeof linked.entries)[number])[];
  await copyRows(
    client,
    'identity.subject_keys',
    ['subject_id', 'sealed_key', 'created_at'],
    made.flatMap(({ key }) => (key ? [key] : [])),
  );
  await copyRows(
    client,
    'identity.consent_ledger',
    columns,
    linked.entries.map((entry) => columns.map((column) => entry[column])),
  );
  head = linked.head;
  const entry = linked.entries.find(({ seq }) => seq === signed);
  if (entry) await signAt({ seq: entry.seq, hash: entry.entry_hash });
}
await client.query(
  `INSERT INTO identity.consent_chains (owner_type, owner_id, seq, head_hash) VALUES ('application', $1, $2, $3)`,
  [owner_id, head.seq, head.hash],
);
await client.end();
