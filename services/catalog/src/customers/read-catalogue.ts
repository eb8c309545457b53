import type { Database } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import { entitlementCodesOf } from '../plans/read-plans.ts';
import { entitlements, identity_providers, plans } from '../schema.ts';
import type { Product } from './judge-purchase.ts';
import type { Purchase } from './read-purchases.ts';

/** What an import has to know about the application. */
export interface Catalogue {
  /** The product of a purchase, or why there is none. */
  productOf(purchase: Purchase): Product | { path: string; message: string };
  /** The issuer that users belong to; null for no issuer while the application has no identity provider. */
  canonicalIssuer(issuer: string | undefined): string | null;
}

/** Reads plans, entitlements and identity provider of an application. An archived plan was sold once, and is found. */
export async function readCatalogue({ db }: { db: Database }, application_id: string): Promise<Catalogue> {
  const [provider] = await db
    .select({ issuer: identity_providers.issuer, aliases: identity_providers.issuer_aliases })
    .from(identity_providers)
    .where(eq(identity_providers.application_id, application_id));
  const planRows = await db.select().from(plans).where(eq(plans.application_id, application_id));
  const codesOf = await entitlementCodesOf(
    db,
    planRows.map(({ id }) => id),
  );
  const codeRows = await db
    .select({ code: entitlements.code, status: entitlements.status })
    .from(entitlements)
    .where(eq(entitlements.application_id, application_id));
  const statusOf = new Map(codeRows.map(({ code, status }) => [code, status]));
  const products = new Map(
    planRows.map(({ id, code, duration_days }): [string, Product] => [
      code,
      { plan_id: id, plan_code: code, entitlement_codes: codesOf.get(id) ?? [], duration_days },
    ]),
  );
  return {
    productOf({ plan_code, entitlement_codes = [] }) {
      if (plan_code !== undefined)
        return products.get(plan_code) ?? { path: 'plan_code', message: 'names no plan of this application' };
      const wrong = entitlement_codes.find((code) => statusOf.get(code) !== 'active');
      if (wrong === undefined) return { plan_id: null, plan_code: null, entitlement_codes, duration_days: null };
      const message = statusOf.has(wrong) ? `the entitlement ${wrong} is archived` : `there is no entitlement ${wrong}`;
      return { path: 'entitlement_codes', message };
    },
    canonicalIssuer: (issuer) =>
      issuer === undefined || provider?.aliases.includes(issuer) ? (provider?.issuer ?? null) : issuer,
  };
}
