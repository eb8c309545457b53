import { catalog, cms, isKindOf } from '@platform/contracts';
import { invalidField, requireFound } from '@platform/runtime';
import type { App } from '../app.ts';

/** The owner of a legal document and of the ledger of its acceptances. */
export interface LegalOwner {
  owner_type: 'application' | 'cms_site';
  owner_id: string;
}

/** The application that an owner is; null for a site. */
export const applicationOf = ({ owner_type, owner_id }: LegalOwner): string | null =>
  owner_type === 'application' ? owner_id : null;

/**
 * Asserts that a kind of document applies to such an owner.
 * @throws AppError `validation_failed`
 */
export function requireKind({ owner_type, kind }: { owner_type: LegalOwner['owner_type']; kind: string }): void {
  if (!isKindOf(owner_type, kind))
    invalidField('kind', 'is a kind of document of applications; a site has no such document');
}

/**
 * The code and the application of the owner, in any status. Asks another service, so never to be called inside a transaction.
 * @throws `application_not_found`, `site_not_found`
 */
export async function requireOwner(
  app: Pick<App, 'ask'>,
  { owner_type, owner_id }: LegalOwner,
): Promise<{ code: string; application_id: string | null; status: string }> {
  if (owner_type === 'application') {
    const facts = await app.ask(catalog.queries.getApplicationFacts, { application_id: owner_id });
    const { code, status } = requireFound(facts, 'application');
    return { code, status, application_id: owner_id };
  }
  return requireFound(await app.ask(cms.queries.resolveSite, { id: owner_id }), 'site');
}
