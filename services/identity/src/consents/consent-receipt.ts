import type { ConsentReceipt } from '@platform/contracts';
import { defineStatement, fail, findRow } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { versionUrl } from '../legal/legal-document.ts';
import { type LegalOwner, requireOwner } from '../legal/legal-owner.ts';
import { consent_ledger } from '../schema.ts';
import { emptyChain, hasHash } from './chain.ts';
import { labelOpener } from './checkbox-label.ts';
import { isInLedger } from './consent-filter.ts';

type Receipt = z.input<typeof ConsentReceipt>;

/**
 * A signed receipt of one record of an application or a site, for administrators.
 * @throws AppError `application_not_found`, `site_not_found`, `consent_not_found`
 */
export async function getConsentReceipt(app: App, owner: LegalOwner, consent_id: string): Promise<Receipt> {
  await requireOwner(app, owner);
  return receiptOf(app, await findRecord(app, owner, consent_id));
}

/** A signed receipt of an own record. */
export async function getMyConsentReceipt(
  app: App,
  { application_id, user_id, consent_id }: { application_id: string; user_id: string; consent_id: string },
): Promise<Receipt> {
  const record = await findRecord(app, { owner_type: 'application', owner_id: application_id }, consent_id);
  return record.user_id === user_id ? receiptOf(app, record) : fail('consent_not_found');
}

type LedgerRow = typeof consent_ledger.$inferSelect;

async function findRecord({ db }: App, owner: LegalOwner, consent_id: string): Promise<LedgerRow> {
  return (
    (await findRow(db, consent_ledger, and(eq(consent_ledger.id, consent_id), isInLedger(owner)))) ??
    fail('consent_not_found')
  );
}

const neighbours = defineStatement({
  name: 'consent_neighbours',
  text: `SELECT
      (SELECT entry_hash FROM identity.consent_ledger WHERE owner_type = $1 AND owner_id = $2 AND seq = $3::bigint - 1) AS before,
      coalesce(
        (SELECT prev_hash FROM identity.consent_ledger WHERE owner_type = $1 AND owner_id = $2 AND seq = $3::bigint + 1),
        (SELECT head_hash FROM identity.consent_chains WHERE owner_type = $1 AND owner_id = $2 AND seq = $3::bigint)
      ) AS behind`,
});

/** Whether the records before and behind, or the head of the chain, know the record by its hash. */
async function isLinked({ pool }: App, row: LedgerRow): Promise<boolean> {
  const { rows } = await pool.query<{ before: string | null; behind: string | null }>({
    ...neighbours,
    values: [row.owner_type, row.owner_id, row.seq],
  });
  const before = row.seq === 1 ? emptyChain.hash : rows[0]?.before;
  return before === row.prev_hash && rows[0]?.behind === row.entry_hash;
}

/**
 * The receipt names a person by pseudonym alone: e-mail, address and software of the client are not in it.
 */
async function receiptOf(app: App, row: LedgerRow): Promise<Receipt> {
  const { evidence, config, clock } = app;
  // An altered record must not get our signature.
  if (!hasHash(row) || !(await isLinked(app, row)))
    throw new Error(`the consent record ${row.id} was altered after it was appended: verify the ledger`);
  const { id, owner_type, owner_id, seq, user_id, entry_hash } = row;
  const answer = {
    document_id: row.document_id,
    doc_kind: row.doc_kind,
    version: row.version,
    content_hash: row.content_hash,
    checkbox_text: (await labelOpener(app, [row]))(row),
    accepted: row.accepted,
    source: row.source,
    recorded_at: row.recorded_at.toISOString(),
  };
  const receipt = await evidence.sign({
    iss: config.PUBLIC_API_URL,
    iat: Math.floor(clock.now().getTime() / 1000),
    kind: 'consent.receipt',
    ...(user_id === null ? {} : { sub: user_id }),
    consent_id: id,
    owner_type,
    owner_id,
    ...answer,
    seq,
    entry_hash,
  });
  const public_url = versionUrl(config.PUBLIC_API_URL, row.document_id, row.version);
  return { receipt, record: { id, ...answer, public_url }, entry_hash };
}
