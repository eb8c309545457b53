import { createSecretKey, type KeyObject } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ConsentRecord } from '@platform/contracts';
import { decryptWithKey } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { consent_ledger } from '../schema.ts';
import { isSealedLabel, openLabel } from './checkbox-label.ts';
import { subjectKeys } from './subject-key.ts';

/** The columns of the ledger that {@link openRecords} reads. */
export const recordColumns = {
  id: consent_ledger.id,
  owner_type: consent_ledger.owner_type,
  owner_id: consent_ledger.owner_id,
  seq: consent_ledger.seq,
  subject_id: consent_ledger.subject_id,
  user_id: consent_ledger.user_id,
  document_id: consent_ledger.document_id,
  doc_kind: consent_ledger.doc_kind,
  version: consent_ledger.version,
  content_hash: consent_ledger.content_hash,
  checkbox_text: consent_ledger.checkbox_text,
  accepted: consent_ledger.accepted,
  source: consent_ledger.source,
  platform: consent_ledger.platform,
  metadata: consent_ledger.metadata,
  email_ciphertext: consent_ledger.email_ciphertext,
  ip_ciphertext: consent_ledger.ip_ciphertext,
  user_agent_ciphertext: consent_ledger.user_agent_ciphertext,
  recorded_at: consent_ledger.recorded_at,
  prev_hash: consent_ledger.prev_hash,
  entry_hash: consent_ledger.entry_hash,
};

/** Rows that are opened before others get their turn: about a millisecond. */
const openedAtOnce = 30;

export type StoredRecord = Pick<typeof consent_ledger.$inferSelect, keyof typeof recordColumns>;
export type OpenedRecord = z.input<typeof ConsentRecord>;

/**
 * Rows of the ledger with their personal columns decrypted, in the order of the rows. A field is null when it
 * was not known or was erased with the key of the person: a person that comes back after an erasure has a new
 * key, which is younger than the records of before. Another field that does not open with its key was altered: it is
 * null as well, so that the rest can be read, and an ERROR names the record. No key is held longer than this call.
 */
export async function openRecords(
  app: Pick<App, 'db' | 'sealer' | 'log'>,
  rows: readonly StoredRecord[],
): Promise<OpenedRecord[]> {
  const encrypted = rows.filter(
    (row) => row.email_ciphertext ?? row.ip_ciphertext ?? row.user_agent_ciphertext ?? isSealedLabel(row.checkbox_text),
  );
  const keys = await subjectKeys.read(app, app.db, new Set(encrypted.map((row) => row.subject_id)));
  try {
    const opened: OpenedRecord[] = [];
    const objects = new Map<string, OpeningKey>();
    for (const [subjectId, { key, created_at }] of keys)
      objects.set(subjectId, { key: createSecretKey(key), created_at });
    for (const [at, row] of rows.entries()) {
      if (at % openedAtOnce === openedAtOnce - 1) await setImmediate();
      opened.push(openRecord(app, row, objects.get(row.subject_id)));
    }
    return opened;
  } finally {
    for (const { key } of keys.values()) key.fill(0);
  }
}

interface OpeningKey {
  key: KeyObject;
  created_at: Date;
}

function openRecord({ log }: Pick<App, 'log'>, row: StoredRecord, opening: OpeningKey | undefined): OpenedRecord {
  const closed: string[] = [];
  const open = (column: 'email' | 'ip' | 'user_agent'): string | null => {
    const ciphertext = row[`${column}_ciphertext`];
    if (opening === undefined || ciphertext === null) return null;
    try {
      return decryptWithKey(opening.key, Buffer.from(ciphertext, 'base64'), `consent:${row.id}:${column}`).toString();
    } catch {
      // By the clocks of replicas; the verification of the chain does not depend on them.
      if (row.recorded_at >= opening.created_at) closed.push(column);
      return null;
    }
  };
  const label = (): string | null => {
    if (!isSealedLabel(row.checkbox_text)) return row.checkbox_text;
    if (opening === undefined) return null;
    try {
      return openLabel(opening.key, row.id, row.checkbox_text);
    } catch {
      if (row.recorded_at >= opening.created_at) closed.push('checkbox_text');
      return null;
    }
  };
  const { email_ciphertext: _email, ip_ciphertext: _ip, user_agent_ciphertext: _agent, ...shown } = row;
  const record = {
    ...shown,
    checkbox_text: label(),
    email: open('email'),
    ip: open('ip'),
    user_agent: open('user_agent'),
    recorded_at: row.recorded_at.toISOString(),
  };
  if (closed.length > 0) log.error({ consent_id: row.id, columns: closed }, 'a consent record was altered');
  return record;
}
