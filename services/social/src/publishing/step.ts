import type { AccountRow } from '../accounts/account.ts';
import type { BrandRow } from '../brands/brand.ts';
import type { attempts } from '../schema.ts';
import type { VariantRow } from '../variants/variant.ts';
import type { QueueFields } from './next-step.ts';

/** A step of a post that is to be written. */
export interface Step {
  variant: Pick<VariantRow, 'id' | 'idea_id' | 'ref'>;
  account: Pick<AccountRow, 'id' | 'channel'>;
  brand: Pick<BrandRow, 'id' | 'code' | 'application_id'>;
  attempt_id: string | null;
  /** The state that the post has to have: another one means that another process was faster. */
  from: 'publishing' | 'uncertain';
  fields: QueueFields;
  /** How the attempt ended, or what became of it; nothing while it goes on. */
  attempt: Partial<Pick<typeof attempts.$inferSelect, 'outcome' | 'resolution' | 'code' | 'message' | 'remote_id'>>;
}
