import type { identity } from '@platform/contracts';
import { Answer, type Handlers } from '@platform/contracts/kit';
import { createAdminApiKey } from './admin-api-keys/create-api-key.ts';
import { deleteAdminApiKey } from './admin-api-keys/delete-api-key.ts';
import { listAdminApiKeys } from './admin-api-keys/list-api-keys.ts';
import { changeOwnPassword } from './admins/change-own-password.ts';
import { closeAdminSession } from './admins/close-admin-session.ts';
import { createAdmin } from './admins/create-admin.ts';
import { deleteAdmin } from './admins/delete-admin.ts';
import { openAdminSession } from './admins/open-admin-session.ts';
import { getCurrentAdmin, listAdmins } from './admins/read-admins.ts';
import { updateAdmin } from './admins/update-admin.ts';
import type { App } from './app.ts';
import { listAuditLog } from './audit-log/list-audit-log.ts';
import { acceptConsents } from './consents/accept-consents.ts';
import { getConsentReceipt, getMyConsentReceipt } from './consents/consent-receipt.ts';
import { listChainHeads } from './consents/list-chain-heads.ts';
import { listOwnConsents } from './consents/list-own-consents.ts';
import { listMailable, listWithdrawn } from './consents/list-withdrawn.ts';
import { readJournal, readSiteJournal } from './consents/read-journal.ts';
import { readReconsent } from './consents/read-reconsent.ts';
import { readVerification } from './consents/read-verification.ts';
import { requestVerification } from './consents/request-verification.ts';
import { listCustomers, searchCustomers } from './customers/list-customers.ts';
import { removeCustomer } from './customers/remove-customer.ts';
import { listDevices } from './devices/list-devices.ts';
import { registerDevice } from './devices/register-device.ts';
import { revokeDevice } from './devices/revoke-device.ts';
import { getErasure, listErasures } from './erasures/read-erasures.ts';
import type { LegalOwner } from './legal/legal-owner.ts';
import { legalPageHeaders } from './legal/legal-page.ts';
import { listLegalRevisions } from './legal/list-legal-revisions.ts';
import { listMissingDocuments } from './legal/missing-documents.ts';
import { publishLegalDocument } from './legal/publish-legal-document.ts';
import { getLegalDocument, listLegalDocuments } from './legal/read-legal-documents.ts';
import { getLegalDraft, listLegalDrafts } from './legal/read-legal-drafts.ts';
import { readLegalPage } from './legal/read-legal-page.ts';
import { saveLegalDraft } from './legal/save-legal-draft.ts';
import { withdrawLegalDocument } from './legal/withdraw-legal-document.ts';
import { eraseMyself, eraseUser } from './users/erase-user.ts';
import { getUser } from './users/get-user.ts';
import { importLogins } from './users/import-logins.ts';
import { findUsers, listUsers } from './users/list-users.ts';
import { mergeUsers } from './users/merge-users.ts';
import { getProfile, updateProfile } from './users/profile-of-user.ts';
import { registerUser } from './users/register-user.ts';
import { setUserLogin } from './users/set-user-login.ts';
import { getUserLogins } from './users/user-logins.ts';

interface UserCall {
  application: { id: string };
  user: { id: string };
}
const me = ({ application, user }: UserCall) => ({ application_id: application.id, user_id: user.id });
const origin = ({ client_ip, user_agent }: { client_ip: string; user_agent: string }) => ({ client_ip, user_agent });

const applicationOwner = ({ application_id }: { application_id: string }): LegalOwner => ({
  owner_type: 'application',
  owner_id: application_id,
});
const siteOwner = ({ site_id }: { site_id: string }): LegalOwner => ({ owner_type: 'cms_site', owner_id: site_id });
const ofApplication = ({ application }: { application: { id: string } }) =>
  applicationOwner({ application_id: application.id });
const ofSite = ({ site }: { site: { id: string } }) => siteOwner({ site_id: site.id });

/** One line per endpoint: unpack, call, shape. No SQL, no rules. */
export const routes = (app: App): Handlers<typeof identity> => ({
  registerUser: ({ body, context }) =>
    registerUser(app, {
      application_id: context.application.id,
      holder: context.user,
      form: body,
      ...origin(context),
    }),
  getMyProfile: ({ context }) => getProfile(app, me(context)),
  eraseMe: async ({ context }) => void (await eraseMyself(app, me(context))),
  listMyConsentRecords: ({ query, context }) => listOwnConsents(app, { ...me(context), ...query }),
  getMyConsentReceipt: ({ params, context }) =>
    getMyConsentReceipt(app, { ...me(context), consent_id: params.consent_id }),
  getConsentKeys: () => ({ keys: app.evidence.keys.map((key) => ({ ...key })) }),
  listConsents: ({ params, query }) => readJournal(app, applicationOwner(params), query),
  listWithdrawnConsents: ({ params, query }) => listWithdrawn(app, applicationOwner(params), query),
  listMailableUsers: ({ params, query }) => listMailable(app, applicationOwner(params), query),
  listWithdrawnSiteConsents: ({ params, query }) => listWithdrawn(app, siteOwner(params), query),
  verifyConsents: ({ params }) => readVerification(app, applicationOwner(params)),
  requestConsentsVerification: ({ params, body }) => requestVerification(app, applicationOwner(params), body),
  listChainHeads: ({ params, query }) => listChainHeads(app, applicationOwner(params), query),
  getConsentReceipt: ({ params }) => getConsentReceipt(app, applicationOwner(params), params.consent_id),
  listSiteConsents: ({ params, query }) => readSiteJournal(app, params.site_id, query),
  searchSiteConsents: ({ params, body }) => readSiteJournal(app, params.site_id, body),
  verifySiteConsents: ({ params }) => readVerification(app, siteOwner(params)),
  requestSiteConsentsVerification: ({ params, body }) => requestVerification(app, siteOwner(params), body),
  listSiteChainHeads: ({ params, query }) => listChainHeads(app, siteOwner(params), query),
  getSiteConsentReceipt: ({ params }) => getConsentReceipt(app, siteOwner(params), params.consent_id),
  updateMyProfile: ({ body, context }) => updateProfile(app, me(context), body),
  getMyConsents: ({ context }) => readReconsent(app, me(context)),
  acceptConsents: ({ body, context }) =>
    acceptConsents(app, {
      ...me(context),
      consents: body.consents,
      source_screen: body.source_screen,
      ...origin(context),
    }),

  registerDevice: ({ body, context }) =>
    registerDevice(app, { ...me(context), ...body, client_ip: context.client_ip }).then(
      ({ device, created }) => new Answer(device, { status: created ? 201 : 200 }),
    ),
  listMyDevices: ({ query, context }) =>
    listDevices(app, { ...query, application: context.application, user_id: context.user.id }),
  revokeMyDevice: async ({ params, context }) => void (await revokeDevice(app, { ...me(context), ...params })),

  listLegalDocuments: ({ context }) => listLegalDocuments(app, ofApplication(context)),
  getLegalDocument: ({ params, query, context }) =>
    getLegalDocument(app, { ...ofApplication(context), kind: params.doc_kind }, query),
  listSiteLegalDocuments: ({ context }) => listLegalDocuments(app, ofSite(context)),
  getSiteLegalDocument: ({ params, query, context }) =>
    getLegalDocument(app, { ...ofSite(context), kind: params.doc_kind }, query),
  listApplicationSiteLegalDocuments: ({ context }) => listLegalDocuments(app, ofSite(context)),
  getApplicationSiteLegalDocument: ({ params, query, context }) =>
    getLegalDocument(app, { ...ofSite(context), kind: params.doc_kind }, query),
  readLegalDocumentPage: async ({ params, query }) =>
    new Answer(await readLegalPage(app, params.id, query.version), {
      headers: legalPageHeaders(app.config.PUBLIC_API_URL),
    }),

  openAdminSession: ({ body, context }) =>
    openAdminSession(app, { ...body, ...origin(context), request_id: context.request_id }),
  closeAdminSession: async ({ context }) => void (await closeAdminSession(app, context.admin)),
  getCurrentAdmin: ({ context }) => getCurrentAdmin(app, context.admin),
  changeOwnPassword: async ({ body, context: { admin, client_ip } }) =>
    void (await changeOwnPassword(app, { ...admin, client_ip }, body)),
  listAdmins: ({ query }) => listAdmins(app, query),
  createAdmin: ({ body }) => createAdmin(app, body),
  updateAdmin: ({ params, body }) => updateAdmin(app, params.admin_id, body),
  deleteAdmin: async ({ params }) => void (await deleteAdmin(app, params.admin_id)),

  listAdminApiKeys: ({ query }) => listAdminApiKeys(app, query),
  createAdminApiKey: ({ body, context }) => createAdminApiKey(app, context.admin.id, body),
  deleteAdminApiKey: async ({ params }) => void (await deleteAdminApiKey(app, params.api_key_id)),

  listAuditLog: ({ query, context }) => listAuditLog(app, context.admin, query),

  listUsers: ({ params, query }) => listUsers(app, params.application_id, query),
  searchUsers: ({ params, body }) => findUsers(app, params.application_id, body),
  getUser: ({ params }) => getUser(app, params),
  getUserLogins: ({ params }) => getUserLogins(app, params),
  setUserLogin: ({ params, body }) => setUserLogin(app, params, body),
  importLogins: ({ params, query, file }) => importLogins(app, { ...params, ...query }, file),
  mergeUsers: ({ params, body }) => mergeUsers(app, params, body),
  eraseUser: ({ params, body, context }) => eraseUser(app, params, { admin_id: context.admin.id, ...body }),
  listCustomers: ({ params, query }) => listCustomers(app, params.application_id, query),
  searchCustomers: ({ params, body }) => searchCustomers(app, params.application_id, body),
  removeCustomer: async ({ params, query, context }) =>
    void (await removeCustomer(app, params, { admin_id: context.admin.id, ...query })),
  listErasures: ({ query, context: { admin } }) => listErasures(app, query, admin.application_ids),
  getErasure: ({ params }) => getErasure(app, params.erasure_id),

  listMissingLegalDocuments: ({ context: { admin } }) => listMissingDocuments(app, admin.application_ids),
  listLegalDrafts: ({ params }) => listLegalDrafts(app, params),
  getLegalDraft: ({ params }) => getLegalDraft(app, params),
  saveLegalDraft: ({ params, body, if_match }) => saveLegalDraft(app, params, body, if_match),
  withdrawLegalDocument: ({ params, context }) => withdrawLegalDocument(app, params, context.admin.id),
  publishLegalDocument: ({ params, body, if_match, context }) =>
    publishLegalDocument(app, params, { ...body, admin_id: context.admin.id, ifMatch: if_match }),
  listLegalRevisions: ({ params, query }) => listLegalRevisions(app, params, query),
});
