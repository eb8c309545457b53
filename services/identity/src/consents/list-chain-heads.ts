import type { SignedChainHead } from '@platform/contracts';
import type { Page } from '@platform/contracts/kit';
import { type PageQuery, readPageRows, toPage } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { type LegalOwner, requireOwner } from '../legal/legal-owner.ts';
import { consent_chain_heads } from '../schema.ts';

/** The signed heads of an owner's ledger, newest first. */
export async function listChainHeads(
  app: App,
  owner: LegalOwner,
  { limit, cursor }: PageQuery,
): Promise<Page<z.input<typeof SignedChainHead>>> {
  await requireOwner(app, owner);
  const rows = await readPageRows(
    app.db,
    consent_chain_heads,
    { owner_type: owner.owner_type, owner_id: owner.owner_id },
    { limit, cursor },
  );
  return toPage(rows, limit, ({ day, seq, head_hash, token, signed_at }) => ({
    day,
    seq,
    head_hash,
    token,
    signed_at: signed_at.toISOString(),
  }));
}
