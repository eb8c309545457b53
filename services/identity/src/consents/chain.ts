import { sha256 } from '@platform/runtime';
import { canonicalJson, type Json } from './canonical-json.ts';

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
  recorded_at: Date;
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
 * The hash of an entry behind `prevHash`: SHA-256 of the previous hash (hexadecimal) and the canonical JSON of everything
 * else in the row, ciphertexts included (decisions, "The consent ledger").
 */
export function entryHash(prevHash: string, content: ChainContent): string {
  // Spelled out, so that a column added to the table later does not change what old rows hash to.
  const covered: Json = {
    id: content.id,
    owner_type: content.owner_type,
    owner_id: content.owner_id,
    seq: content.seq,
    subject_id: content.subject_id,
    user_id: content.user_id,
    document_id: content.document_id,
    doc_kind: content.doc_kind,
    version: content.version,
    content_hash: content.content_hash,
    checkbox_text: content.checkbox_text,
    accepted: content.accepted,
    source: content.source,
    platform: content.platform,
    metadata: content.metadata,
    reference: content.reference,
    email_ciphertext: content.email_ciphertext,
    ip_ciphertext: content.ip_ciphertext,
    user_agent_ciphertext: content.user_agent_ciphertext,
    recorded_at: content.recorded_at.toISOString(),
  };
  return sha256(prevHash + canonicalJson(covered));
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

export type ChainVerdict =
  | { intact: true; head: ChainHead }
  | { intact: false; seq: number; reason: 'gap' | 'broken_link' | 'altered' };

/**
 * Whether the entries of one owner, in order of `seq`, are what was appended: none removed, altered, added or reordered.
 * A long chain is verified in parts: the head that one part answers is where the next begins. That nothing is missing at
 * the end shows only in a comparison of the last head with one that was kept elsewhere.
 */
export function verifyChain(entries: Iterable<ChainEntry>, from: ChainHead = emptyChain): ChainVerdict {
  let head = from;
  for (const entry of entries) {
    const seq = head.seq + 1;
    if (entry.seq !== seq) return { intact: false, seq, reason: 'gap' };
    if (entry.prev_hash !== head.hash) return { intact: false, seq, reason: 'broken_link' };
    if (entryHash(head.hash, entry) !== entry.entry_hash) return { intact: false, seq, reason: 'altered' };
    head = { seq, hash: entry.entry_hash };
  }
  return { intact: true, head };
}
