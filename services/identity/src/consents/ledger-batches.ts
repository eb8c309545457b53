import { setImmediate } from 'node:timers/promises';
import type { App } from '../app.ts';
import type { LegalOwner } from '../legal/legal-owner.ts';
import type { ChainEntry } from './chain.ts';

/** Rows of one statement, which takes a small share of the statement timeout. */
const batchSize = 1000;
/** Rows that are worked on before others get their turn: about a millisecond. */
const partSize = 50;

const text = `
  SELECT seq, id, subject_id, user_id, document_id, doc_kind, version, content_hash, checkbox_text, accepted, source,
         platform, metadata, reference, email_ciphertext, ip_ciphertext, user_agent_ciphertext,
         to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), prev_hash, entry_hash
    FROM identity.consent_ledger
   WHERE owner_type = $1 AND owner_id = $2 AND seq > $3 AND seq <= $4
   ORDER BY seq
   LIMIT ${batchSize}`;

/** A value as PostgreSQL writes it; most of them are hashed like that. */
const asWritten = { getTypeParser: () => (value: string | Buffer) => value };

/**
 * The records of an owner behind number `after` up to `last`, in parts. Statements are short, and the next is read
 * while one is worked on.
 */
export async function* ledgerBatches(
  { pool }: Pick<App, 'pool'>,
  owner: LegalOwner,
  { after: begin, last }: { after: number; last: number },
): AsyncGenerator<ChainEntry[]> {
  const read = async (after: number) => {
    const { rows } = await pool.query<LedgerText>({
      name: 'consent_ledger_batch',
      text,
      values: [owner.owner_type, owner.owner_id, after, last],
      rowMode: 'array',
      types: asWritten,
    });
    return rows;
  };
  let next = read(begin);
  try {
    for (;;) {
      const rows = await next;
      const seq = rows.at(-1)?.[0];
      if (seq === undefined) return;
      next = rows.length < batchSize ? noRows : read(Number(seq));
      // A consumer that stops in the middle must not leave an unhandled rejection.
      next.catch(() => {});
      for (let at = 0; at < rows.length; at += partSize) {
        yield rows.slice(at, at + partSize).map((row) => toEntry(owner, row));
        // Others get their turn, and what has arrived of the next statement is taken in, so that the server
        // goes on.
        await setImmediate();
      }
    }
  } finally {
    await next.catch(() => {});
  }
}

type LedgerText = [
  seq: string,
  id: string,
  subject_id: string,
  user_id: string | null,
  document_id: string,
  doc_kind: string,
  version: string,
  content_hash: string,
  checkbox_text: string,
  accepted: 't' | 'f',
  source: string,
  platform: string | null,
  metadata: string,
  reference: string | null,
  email_ciphertext: string | null,
  ip_ciphertext: string | null,
  user_agent_ciphertext: string | null,
  recorded_at: string | null,
  prev_hash: string,
  entry_hash: string,
];

const noRows: Promise<LedgerText[]> = Promise.resolve([]);
const noMetadata = {};

const toEntry = (owner: LegalOwner, row: LedgerText): ChainEntry => ({
  owner_type: owner.owner_type,
  owner_id: owner.owner_id,
  seq: Number(row[0]),
  id: row[1],
  subject_id: row[2],
  user_id: row[3],
  document_id: row[4],
  doc_kind: row[5],
  version: row[6],
  content_hash: row[7],
  checkbox_text: row[8],
  accepted: row[9] === 't',
  source: row[10],
  platform: row[11],
  metadata: row[12] === '{}' ? noMetadata : (JSON.parse(row[12]) as Record<string, string>),
  reference: row[13],
  email_ciphertext: row[14],
  ip_ciphertext: row[15],
  user_agent_ciphertext: row[16],
  recorded_at: isoMilliseconds(row[17]),
  prev_hash: row[18],
  entry_hash: row[19],
});

/** The ledger stores milliseconds; a time with microseconds is a foreign write and must not pass as one. */
const isoMilliseconds = (time: string | null): string =>
  time?.endsWith('000Z') ? `${time.slice(0, -4)}Z` : String(time);
