import { randomBytes } from 'node:crypto';
import { newId } from '@platform/runtime';

/** The document and the person of a generated record. */
export interface RecordAbout {
  owner_id: string;
  user_id: string;
  document: { document_id: string; doc_kind: string; content_hash: string; version: string };
  recorded_at: Date;
}

/** Size of a text of this many bytes in the ledger: with nonce and tag, as base64. */
const ciphertext = (length: number) => randomBytes(length + 28).toString('base64');

/**
 * The `n`-th generated record of the ledger of an application, of the size of a real one. Its person has no
 * data key, as after an erasure, so its ciphertexts open for nothing.
 */
export const generatedRecord = (n: number, { owner_id, user_id, document, recorded_at }: RecordAbout) => ({
  id: newId(),
  owner_type: 'application',
  owner_id,
  subject_id: user_id,
  user_id,
  ...document,
  checkbox_text: 'Я даю согласие на обработку моих персональных данных на условиях, изложенных в документе',
  accepted: n % 10 !== 0,
  source: n % 4 === 0 ? 'paywall' : 'registration',
  platform: 'web',
  metadata: (n % 20 === 0 ? { flow: 'reconsent', source_screen: 'reconsent_modal' } : {}) as Record<string, string>,
  reference: n % 4 === 0 ? newId() : null,
  email_ciphertext: ciphertext(22),
  ip_ciphertext: ciphertext(12),
  user_agent_ciphertext: ciphertext(115),
  recorded_at,
});
