import type { Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import { consent_states } from '../schema.ts';
import type { CheckedEntry } from './consent-form.ts';

/**
 * The entries of a form that say something new. Answers that are in effect already are left out: forms are
 * sent at every login, and requests are repeated. The caller holds the row of the user, so that two equal
 * ones do not both find nothing.
 */
export async function unanswered(tx: Tx, userId: string, checked: CheckedEntry[]): Promise<CheckedEntry[]> {
  if (checked.length === 0) return [];
  const states = await tx.select().from(consent_states).where(eq(consent_states.user_id, userId));
  const byDocument = new Map(states.map((state) => [state.document_id, state]));
  return checked.filter(({ document, accepted }) => {
    const state = byDocument.get(document.id);
    return state?.version !== document.version || state.accepted !== accepted;
  });
}
