import type { SignedChainHead } from '@platform/contracts';
import type { Page } from '@platform/contracts/kit';
import { type PageQuery, readCursor, toPage } from '@platform/runtime';
import { and, desc, eq, lt } from 'drizzle-orm';
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
  const after = readCursor(cursor);
  await requireOwner(app, owner);
  const rows = await app.db
    .select()
    .from(consent_chain_heads)
    .where(
      and(
        eq(consent_chain_heads.owner_type, owner.owner_type),
        eq(consent_chain_heads.owner_id, owner.owner_id),
        after === null ? undefined : lt(consent_chain_heads.id, after),
      ),
    )
    .orderBy(desc(consent_chain_heads.id))
    .limit(limit + 1);
  return toPage(rows, limit, ({ day, seq, head_hash, token, signed_at }) => ({
    day,
    seq,
    head_hash,
    token,
    signed_at: signed_at.toISOString(),
  }));
}
