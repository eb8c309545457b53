import type { AdminApiKey } from '@platform/contracts';
import { randomBase62, sha256 } from '@platform/runtime';
import type { z } from 'zod';
import type { admin_api_keys } from '../schema.ts';

export type ApiKeyRow = typeof admin_api_keys.$inferSelect;

/** A new key of 190 random bits, and what is stored of it. */
export function newApiKey() {
  const api_key = `svc_adm_${randomBase62(32)}`;
  return { api_key, key_hash: sha256(api_key), hint: api_key.slice(-4) };
}

/** How the audit log names the caller behind a key. */
export const callerName = ({ name }: Pick<ApiKeyRow, 'name'>): string => `key:${name}`;

/** A key as the contract shows one. */
export const toApiKey = ({
  key_hash: _hash,
  expires_at,
  created_at,
  last_used_at,
  ...row
}: ApiKeyRow): z.input<typeof AdminApiKey> => ({
  ...row,
  expires_at: expires_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});
