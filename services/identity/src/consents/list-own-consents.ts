import type { OwnConsentRecord } from '@platform/contracts';
import type { Page } from '@platform/contracts/kit';
import { toPage } from '@platform/runtime';
import { and, desc } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { versionUrl } from '../legal/legal-document.ts';
import { consent_ledger } from '../schema.ts';
import { labelOpener } from './checkbox-label.ts';
import { isBehind, isNamedBy } from './consent-filter.ts';
import { anywhere } from './record-bounds.ts';

export interface ListOwnConsents {
  application_id: string;
  user_id: string;
  limit: number;
  cursor?: string | undefined;
}

/**
 * One page of what a user of an application has answered, newest first.
 * @throws `validation_failed`
 */
export async function listOwnConsents(
  app: Pick<App, 'db' | 'config' | 'sealer' | 'log'>,
  { application_id, user_id, limit, cursor }: ListOwnConsents,
): Promise<Page<z.input<typeof OwnConsentRecord>>> {
  const owner = { owner_type: 'application', owner_id: application_id } as const;
  const rows = await app.db
    .select({
      id: consent_ledger.id,
      subject_id: consent_ledger.subject_id,
      document_id: consent_ledger.document_id,
      doc_kind: consent_ledger.doc_kind,
      version: consent_ledger.version,
      content_hash: consent_ledger.content_hash,
      checkbox_text: consent_ledger.checkbox_text,
      accepted: consent_ledger.accepted,
      source: consent_ledger.source,
      recorded_at: consent_ledger.recorded_at,
    })
    .from(consent_ledger)
    .where(and(isNamedBy(owner, { user_id }, anywhere), isBehind(owner, cursor)))
    .orderBy(desc(consent_ledger.seq))
    .limit(limit + 1);
  const labelOf = await labelOpener(app, rows);
  return toPage(rows, limit, ({ subject_id, ...row }) => ({
    ...row,
    checkbox_text: labelOf({ ...row, subject_id }),
    recorded_at: row.recorded_at.toISOString(),
    public_url: versionUrl(app.config.PUBLIC_API_URL, row.document_id, row.version),
  }));
}
