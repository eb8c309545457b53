import { fail } from '@platform/runtime';
import type { App } from '../app.ts';
import { requireApplication } from '../require-application.ts';

/** Who a legal document, and the ledger of its acceptances, belongs to. */
export interface LegalOwner {
  owner_type: 'application' | 'cms_site';
  owner_id: string;
}

/** The application that an owner is; null for a site. */
export const applicationOf = ({ owner_type, owner_id }: LegalOwner): string | null =>
  owner_type === 'application' ? owner_id : null;

/** Throws `application_not_found`, or `not_found` for a site: there are none yet. Never inside a transaction. */
export async function requireOwner(app: Pick<App, 'ask'>, { owner_type, owner_id }: LegalOwner): Promise<void> {
  if (owner_type === 'cms_site') return fail('not_found');
  await requireApplication(app, owner_id);
}
