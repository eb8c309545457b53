import { findRow } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { contentHash } from '../legal/legal-document.ts';
import type { LegalOwner } from '../legal/legal-owner.ts';
import { legal_bodies, legal_documents, legal_revisions } from '../schema.ts';
import type { Fault } from './read-chain.ts';

/** Records of one statement of a search. */
const searchSize = 10_000;

/** The texts that the records of an owner may name. */
export interface KnownTexts {
  /** Whether the text of a hash is published and is what the hash says; undefined while it has not been read. */
  hold(content_hash: string): boolean | undefined;
  /** {@link hold}, after reading the text. */
  check(content_hash: string): Promise<boolean>;
}

/** The texts that an owner has published. Each is read once, when a record names it first. */
export async function knownTexts(app: Pick<App, 'db'>, owner: LegalOwner): Promise<KnownTexts> {
  const published = await readPublished(app, owner);
  const read = new Map<string, boolean>();
  return {
    hold: (content_hash) => read.get(content_hash),
    async check(content_hash) {
      const holds = published.has(content_hash) && (await isUnaltered(app, content_hash));
      read.set(content_hash, holds);
      return holds;
    },
  };
}

/** The hashes of every text that an owner has published. */
async function readPublished({ db }: Pick<App, 'db'>, { owner_type, owner_id }: LegalOwner): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ content_hash: legal_revisions.content_hash })
    .from(legal_revisions)
    .innerJoin(legal_documents, eq(legal_documents.id, legal_revisions.document_id))
    .where(and(eq(legal_documents.owner_type, owner_type), eq(legal_documents.owner_id, owner_id)));
  return new Set(rows.map(({ content_hash }) => content_hash));
}

/** Whether the text of a hash is there and is what the hash says. */
async function isUnaltered({ db }: Pick<App, 'db'>, content_hash: string): Promise<boolean> {
  const text = await findRow(db, legal_bodies, { content_hash });
  return text !== undefined && contentHash(text.body) === content_hash;
}

/**
 * The first record about a text of the owner that is gone or is not what its hash says; null when there is
 * none. Each text is read once, however many records name it. Only with an altered text the records are searched,
 * all of them: what else the database says about the text, as the moment of its publication, no hash covers.
 * @throws the reason of the signal, when it ends the search
 */
export async function findAlteredText(
  app: Pick<App, 'db' | 'pool'>,
  owner: LegalOwner,
  signal: AbortSignal,
): Promise<Fault | null> {
  const altered: string[] = [];
  for (const content_hash of await readPublished(app, owner))
    if (!(await isUnaltered(app, content_hash))) altered.push(content_hash);
  const seq = altered.length === 0 ? null : await firstRecordAbout(app, owner, altered, signal);
  return seq === null ? null : { seq, reason: 'body_altered' };
}

/** The first record that names one of the texts, in steps that each take a small share of the statement timeout. */
async function firstRecordAbout(
  { pool }: Pick<App, 'pool'>,
  { owner_type, owner_id }: LegalOwner,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<number | null> {
  for (let after: string | null = '0'; after !== null; ) {
    signal.throwIfAborted();
    const { rows }: { rows: { found: string | null; last: string | null }[] } = await pool.query(
      `SELECT min(seq) FILTER (WHERE content_hash = ANY($4)) AS found, max(seq) AS last
         FROM (SELECT seq, content_hash FROM identity.consent_ledger
                WHERE owner_type = $1 AND owner_id = $2 AND seq > $3 ORDER BY seq LIMIT ${searchSize}) AS step`,
      [owner_type, owner_id, after, hashes],
    );
    const firstSeq = rows[0]?.found ?? null;
    if (firstSeq !== null) return Number(firstSeq);
    after = rows[0]?.last ?? null;
  }
  return null;
}
