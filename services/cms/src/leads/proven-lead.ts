import type { RecordedConsent } from '@platform/contracts';
import type { LeadRow } from './lead-content.ts';

/** A lead whose records are in the ledger. */
export interface ProvenLead {
  lead: LeadRow;
  consents: RecordedConsent[];
  email: string | undefined;
  locale: string | undefined;
}
