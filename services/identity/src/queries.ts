import type { identity } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';
import { apiKeyResolver } from './admin-api-keys/resolve-api-key.ts';
import { adminExists } from './admins/read-admins.ts';
import { sessionResolver } from './admins/resolve-admin-session.ts';
import type { App } from './app.ts';
import { checkConsents } from './consents/check-consents.ts';
import { getConsentCoverage } from './consents/consent-coverage.ts';
import { getErasureOwner } from './erasures/read-erasures.ts';
import { getLegalText } from './legal/get-legal-text.ts';
import { listLegalFiles } from './legal/list-legal-files.ts';
import { listLegalStates } from './legal/list-legal-states.ts';
import { listMissingDocuments } from './legal/missing-documents.ts';
import { findUsersByEmail, findUsersBySubject } from './users/find-user.ts';
import { countUsersOfIssuer, getAttribution, hasUsers, prepareResolveUser, userExists } from './users/resolve-user.ts';
import { resolveUsers } from './users/resolve-users.ts';

/** Queries for other services. */
export const queries = (app: App): QueryHandlers<typeof identity> => {
  const resolveUser = prepareResolveUser(app);
  const resolveSession = sessionResolver(app);
  const resolveApiKey = apiKeyResolver(app);
  return {
    resolveUser: async (subject) => ({ user_id: await resolveUser(subject) }),
    findUsersBySubject: async (subject) => ({ users: await findUsersBySubject(app, subject) }),
    resolveUsers: (asked) => resolveUsers(app, asked),
    findUsersByEmail: async (key) => ({ user_ids: await findUsersByEmail(app, key) }),
    countUsersOfIssuer: async (key) => ({ user_count: await countUsersOfIssuer(app, key) }),
    hasUsers: async (key) => ({ has_users: await hasUsers(app, key) }),
    userExists: async (key) => ({ exists: await userExists(app, key) }),
    getUserAttribution: (key) => getAttribution(app, key),
    adminExists: async ({ admin_id }) => ({ exists: await adminExists(app, admin_id) }),
    resolveAdminSession: ({ token_hash }) => resolveSession(token_hash),
    resolveAdminApiKey: ({ key_hash }) => resolveApiKey(key_hash),
    countApplicationsWithoutDocuments: async () => ({ application_count: (await listMissingDocuments(app)).length }),
    getErasureOwner: async ({ erasure_id }) => ({ owner_id: await getErasureOwner(app, erasure_id) }),
    getLegalText: (input) => getLegalText(app, input),
    listLegalFiles: (input) => listLegalFiles(app, input),
    listLegalStates: async ({ owner }) => ({ documents: await listLegalStates(app, owner) }),
    getConsentCoverage: async (input) => ({ coverage: await getConsentCoverage(app, input) }),
    checkConsents: async (form) => ({ problem: await checkConsents(app, form) }),
  };
};
