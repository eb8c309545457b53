import { consentMethods } from './consent-methods.ts';
import type { Method } from './method.ts';
import { offerMethods } from './offer-methods.ts';
import { policyMethods } from './policy-methods.ts';

/** Methods that find clauses, by the name that the data of clauses has. */
export const methods: Readonly<Record<string, Method>> = { ...policyMethods, ...consentMethods, ...offerMethods };
