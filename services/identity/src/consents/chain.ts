import { sha256 } from '@platform/runtime';
import { canonicalJson } from './canonical-json.ts';

/** A ledger row as far as the chain covers it: all of it but the two hashes. */
export interface ChainContent {
  id: string;
  owner_type: string;
  owner_id: string;
  seq: number;
  subject_id: string;
  user_id: string | null;
  document_id: string;
  doc_kind: string;
  version: string;
  content_hash: string;
  checkbox_text: string;
  accepted: boolean;
  source: string;
  platform: string | null;
  metadata: Record<string, string>;
  reference: string | null;
  email_ciphertext: string | null;
  ip_ciphertext: string | null;
  user_agent_ciphertext: string | null;
  /** A text is in the format of `Date.toISOString` already. */
  recorded_at: Date | string;
}

export interface ChainEntry extends ChainContent {
  prev_hash: string;
  entry_hash: string;
}

/** Where a chain stands: how many entries it has and the hash of the last. */
export interface ChainHead {
  seq: number;
  hash: string;
}

/** The head of a chain without entries. */
export const emptyChain: ChainHead = { seq: 0, hash: '0'.repeat(64) };

/**
 * The hash of an entry behind `prevHash`: SHA-256 of the previous hash (hexadecimal) and the canonical JSON
 * of everything else in the row, ciphertexts included.
 * @throws TypeError for content without a spelling, which can never have been appended (see {@link
 * canonicalJson})
 */
export const entryHash = (prevHash: string, content: ChainContent): string =>
  sha256(bytesOf([prevHash, ...spellingParts(content)]));

const bytes = Buffer.alloc(64 * 1024);

/**
 * The parts behind each other as UTF-8, until the next call. Written one by one into memory that lies ready:
 * joined, a single letter beyond Latin-1 would make the conversion of everything slow.
 */
function bytesOf(parts: readonly string[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length * 3 > bytes.length) return Buffer.from(parts.join(''));
  return bytes.subarray(
    0,
    parts.reduce((at, part) => at + bytes.write(part, at), 0),
  );
}

/**
 * {@link canonicalJson} of a row, written for its fields: they are always the same and stand here sorted,
 * which is several times as fast. A column that is added to the table later does not change what old rows
 * hash to.
 */
export const spelling = (row: ChainContent): string => spellingParts(row).join('');

function spellingParts(row: ChainContent): string[] {
  const before = JSON.stringify({
    accepted: row.accepted,
    checkbox_text: row.checkbox_text,
    content_hash: row.content_hash,
    doc_kind: row.doc_kind,
    document_id: row.document_id,
    email_ciphertext: row.email_ciphertext,
    id: row.id,
    ip_ciphertext: row.ip_ciphertext,
  });
  const behind = JSON.stringify({
    owner_id: row.owner_id,
    owner_type: row.owner_type,
    platform: row.platform,
    recorded_at: row.recorded_at,
    reference: row.reference,
    seq: row.seq,
    source: row.source,
    subject_id: row.subject_id,
    user_agent_ciphertext: row.user_agent_ciphertext,
    user_id: row.user_id,
    version: row.version,
  });
  // JSON.stringify escapes half of a surrogate pair, which has no canonical spelling.
  if (before.includes('\\ud') || behind.includes('\\ud')) requireWellFormed(row);
  return [before.slice(0, -1), `,"metadata":${canonicalJson(row.metadata)},`, behind.slice(1)];
}

function requireWellFormed(row: ChainContent): void {
  for (const value of Object.values(row)) if (typeof value === 'string') canonicalJson(value);
}

/** Puts entries behind a head, in their order: numbers them and links each to the one before. */
export function linkEntries<Content extends Omit<ChainContent, 'seq'>>(
  head: ChainHead,
  contents: readonly Content[],
): { entries: (Content & ChainEntry)[]; head: ChainHead } {
  let current = head;
  const entries = contents.map((content) => {
    const numbered = { ...content, seq: current.seq + 1 };
    const entry = { ...numbered, prev_hash: current.hash, entry_hash: entryHash(current.hash, numbered) };
    current = { seq: entry.seq, hash: entry.entry_hash };
    return entry;
  });
  return { entries, head: current };
}

/** The number of an invalid entry, and its fault. */
export interface ChainProblem {
  seq: number;
  reason: 'gap' | 'broken_link' | 'altered';
}

export type ChainVerdict = { intact: true; head: ChainHead } | ({ intact: false } & ChainProblem);

/**
 * Whether the entries of one owner, in order of `seq`, are the appended ones: none removed, altered, added or
 * reordered. A long chain is verified in parts: the head that one part answers is where the next begins. That
 * nothing is missing at the end shows only in a comparison of the last head with one that was stored elsewhere.
 */
export function verifyChain(entries: Iterable<ChainEntry>, from: ChainHead = emptyChain): ChainVerdict {
  let head = from;
  for (const entry of entries) {
    const next = verifyEntry(head, entry);
    if ('reason' in next) return { intact: false, ...next };
    head = next;
  }
  return { intact: true, head };
}

/** The head that `entry` makes after `head`, or its fault there. */
export function verifyEntry(head: ChainHead, entry: ChainEntry): ChainHead | ChainProblem {
  const seq = head.seq + 1;
  if (entry.seq !== seq) return { seq, reason: 'gap' };
  if (entry.prev_hash !== head.hash) return { seq, reason: 'broken_link' };
  if (!hasHash(entry)) return { seq, reason: 'altered' };
  return { seq, hash: entry.entry_hash };
}

/** Whether an entry is what its hash was made of. */
export function hasHash(entry: ChainEntry): boolean {
  try {
    return entryHash(entry.prev_hash, entry) === entry.entry_hash;
  } catch {
    // It has no spelling, so it was never appended like this.
    return false;
  }
}
