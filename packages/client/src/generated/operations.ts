// Made by `make clients` from packages/contracts/openapi.json.

import type { Operation, Page } from '../operation.ts';
import type * as S from './schemas.ts';

/** State of the platform and its services. */
export const getHealth: Operation<{ data: S.Health }> = { method: 'GET', path: '/v1/health', auth: 'none', repeat: 'always', timeout: 10 };

/** This API as an OpenAPI 3.1 document. */
export const getOpenApi: Operation<{ data: Record<string, unknown> }> = { method: 'GET', path: '/v1/openapi.json', auth: 'none', repeat: 'always', timeout: 10, as: 'json' };

/** Find out why a user token is refused. */
export const checkToken: Operation<{ params: { application_id: S.Uuid }; body: S.TokenToCheck; data: S.TokenCheckResult }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/identity-provider/check-token', auth: 'admin', repeat: 'always', timeout: 10 };

/** Register the token holder, or refresh the profile. */
export const registerUser: Operation<{ params: { app_code: string }; body?: S.RegisterBody; data: S.Registration }> = { method: 'POST', path: '/v1/applications/{app_code}/users/register', auth: 'user', repeat: 'always', timeout: 10 };

/** Read the profile of the user. */
export const getMyProfile: Operation<{ params: { app_code: string }; data: S.User }> = { method: 'GET', path: '/v1/applications/{app_code}/users/me', auth: 'user', repeat: 'always', timeout: 10 };

/** Change the profile of the user. */
export const updateMyProfile: Operation<{ params: { app_code: string }; body?: S.ProfilePatch; data: S.User }> = { method: 'PATCH', path: '/v1/applications/{app_code}/users/me', auth: 'user', repeat: 'never', timeout: 10 };

/** Erase the personal data of the user. */
export const eraseMe: Operation<{ params: { app_code: string } }> = { method: 'DELETE', path: '/v1/applications/{app_code}/users/me', auth: 'user', repeat: 'always', timeout: 10, as: 'none' };

/** List the logins that lead to a user. */
export const getUserLogins: Operation<{ params: { application_id: S.Uuid; user_id: S.Uuid }; data: S.UserLogins }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/users/{user_id}/logins', auth: 'admin', repeat: 'always', timeout: 10 };

/** Bind a user to another login. */
export const setUserLogin: Operation<{ params: { application_id: S.Uuid; user_id: S.Uuid }; body: S.UserLoginChange; data: S.UserLogins }> = { method: 'PUT', path: '/v1/admin/applications/{application_id}/users/{user_id}/login', auth: 'admin', repeat: 'always', timeout: 10 };

/** Bind users to their new logins, from CSV or JSON Lines. */
export const importLogins: Operation<{ params: { application_id: S.Uuid }; query: { dry_run?: string; on_taken?: 'fail' | 'merge' }; body: Blob; data: S.LoginImport }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/users/logins/import', auth: 'admin', repeat: 'always', timeout: 305 };

/** Merge another user into a user. */
export const mergeUsers: Operation<{ params: { application_id: S.Uuid; user_id: S.Uuid }; body: S.UserMerge; data: S.UserLogins }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/users/{user_id}/merge', auth: 'admin', repeat: 'always', timeout: 10 };

/** List or export imported customers, newest first. */
export const listCustomers: Operation<{ params: { application_id: S.Uuid }; query: { limit?: number; cursor?: string; state?: 'waiting' | 'recognized'; format?: 'json' | 'csv' }; data: Page<S.Customer> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/customers', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Find imported customers by e-mail or subject. */
export const searchCustomers: Operation<{ params: { application_id: S.Uuid }; body?: S.CustomerSearch; data: Page<S.Customer> }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/customers/search', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Remove a waiting customer with everything that waits for the person. */
export const removeCustomer: Operation<{ params: { application_id: S.Uuid; customer_id: S.Uuid }; query: { reason?: 'person_request' | 'consent_withdrawn' | 'purpose_reached' | 'unlawful_processing' | 'authority_demand' } }> = { method: 'DELETE', path: '/v1/admin/applications/{application_id}/customers/{customer_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** List or export the users of an application, newest first. */
export const listUsers: Operation<{ params: { application_id: S.Uuid }; query: { limit?: number; cursor?: string; q?: string; entitlement_code?: string; plan_code?: string; expires_from?: string; expires_until?: string; access?: 'active' | 'ended'; acquisition_source?: string; created_from?: string; created_until?: string; timezone?: string; format?: 'json' | 'csv' }; data: Page<S.ListedUser> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/users', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Search the users of an application. */
export const searchUsers: Operation<{ params: { application_id: S.Uuid }; body?: S.UserSearch; data: Page<S.ListedUser> }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/users/search', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read a user with devices, grants and payments. */
export const getUser: Operation<{ params: { application_id: S.Uuid; user_id: S.Uuid }; data: S.UserOverview }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/users/{user_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Erase the personal data of a user. */
export const eraseUser: Operation<{ params: { application_id: S.Uuid; user_id: S.Uuid }; body: S.UserErasure; data: S.ErasureRecord }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/users/{user_id}/erase', auth: 'admin', repeat: 'always', timeout: 10 };

/** List or export the records of erasures, newest first. */
export const listErasures: Operation<{ query: { limit?: number; cursor?: string; owner_type?: 'application' | 'cms_site' | 'brand'; owner_id?: S.Uuid; person_id?: S.Uuid; from?: string; to?: string; timezone?: string; format?: 'json' | 'csv' }; data: Page<S.ErasureRecord> }> = { method: 'GET', path: '/v1/admin/erasures', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read the record of one erasure. */
export const getErasure: Operation<{ params: { erasure_id: S.Uuid }; data: S.ErasureRecord }> = { method: 'GET', path: '/v1/admin/erasures/{erasure_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Register the device of the user, or refresh it. */
export const registerDevice: Operation<{ body: S.DeviceRegistration; data: S.Device }> = { method: 'POST', path: '/v1/devices/register', auth: 'user', repeat: 'always', timeout: 10 };

/** List the devices of the user, newest first. */
export const listMyDevices: Operation<{ query: { limit?: number; cursor?: string; application_code?: string }; data: Page<S.Device> }> = { method: 'GET', path: '/v1/devices', auth: 'user', repeat: 'always', timeout: 10, as: 'page' };

/** Revoke a device of the user. */
export const revokeMyDevice: Operation<{ params: { device_id: S.Uuid } }> = { method: 'DELETE', path: '/v1/devices/{device_id}', auth: 'user', repeat: 'always', timeout: 10, as: 'none' };

/** Check whether documents must be accepted again. */
export const getMyConsents: Operation<{ params: { app_code: string }; data: S.ReconsentState }> = { method: 'GET', path: '/v1/applications/{app_code}/users/me/consents', auth: 'user', repeat: 'always', timeout: 10 };

/** Accept or withdraw consents. */
export const acceptConsents: Operation<{ params: { app_code: string }; body: S.AcceptConsentsBody; data: S.ReconsentState }> = { method: 'POST', path: '/v1/applications/{app_code}/users/me/consents', auth: 'user', repeat: 'always', timeout: 10 };

/** List the consents, refusals and withdrawals of the user, newest first. */
export const listMyConsentRecords: Operation<{ params: { app_code: string }; query: { limit?: number; cursor?: string }; data: Page<S.OwnConsentRecord> }> = { method: 'GET', path: '/v1/applications/{app_code}/users/me/consents/records', auth: 'user', repeat: 'always', timeout: 10, as: 'page' };

/** Get a signed receipt of a consent of the user. */
export const getMyConsentReceipt: Operation<{ params: { app_code: string; consent_id: S.Uuid }; data: S.ConsentReceipt }> = { method: 'GET', path: '/v1/applications/{app_code}/users/me/consents/records/{consent_id}/receipt', auth: 'user', repeat: 'always', timeout: 10 };

/** Public keys that verify consent receipts and signed chain heads. */
export const getConsentKeys: Operation<{ data: S.JsonWebKeySet }> = { method: 'GET', path: '/.well-known/consents-jwks.json', auth: 'none', repeat: 'always', timeout: 10, as: 'json' };

/** Read or export the consent journal. */
export const listConsents: Operation<{ params: { application_id: S.Uuid }; query: { limit?: number; cursor?: string; user_id?: S.Uuid; document_id?: S.Uuid; doc_kind?: S.DocKind; source?: 'registration' | 'paywall' | 'site_form' | 'newsletter' | 'other'; accepted?: string; from?: string; to?: string; timezone?: string; format?: 'json' | 'csv' | 'jsonl' }; data: Page<S.ConsentRecord> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/consents', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read the last verification of the consent ledger of an application. */
export const verifyConsents: Operation<{ params: { application_id: S.Uuid }; data: S.ChainVerification }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/consents/verify', auth: 'admin', repeat: 'always', timeout: 10 };

/** Verify the consent ledger of an application. */
export const requestConsentsVerification: Operation<{ params: { application_id: S.Uuid }; body?: S.VerificationRequest; data: S.ChainVerification }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/consents/verify', auth: 'admin', repeat: 'always', timeout: 10 };

/** List the daily signed heads of the consent ledger, newest first. */
export const listChainHeads: Operation<{ params: { application_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.SignedChainHead> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/consents/heads', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Get a signed receipt of one consent. */
export const getConsentReceipt: Operation<{ params: { application_id: S.Uuid; consent_id: S.Uuid }; data: S.ConsentReceipt }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/consents/{consent_id}/receipt', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read or export the consent journal of a site. */
export const listSiteConsents: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; subject_id?: S.Uuid; document_id?: S.Uuid; doc_kind?: S.DocKind; source?: 'registration' | 'paywall' | 'site_form' | 'newsletter' | 'other'; accepted?: string; from?: string; to?: string; timezone?: string; format?: 'json' | 'csv' | 'jsonl' }; data: Page<S.ConsentRecord> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/consents', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read or export the consents of a person on a site. */
export const searchSiteConsents: Operation<{ params: { site_id: S.Uuid }; body?: S.SiteConsentSearch; data: Page<S.ConsentRecord> }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/consents/search', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read the last verification of the consent ledger of a site. */
export const verifySiteConsents: Operation<{ params: { site_id: S.Uuid }; data: S.ChainVerification }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/consents/verify', auth: 'admin', repeat: 'always', timeout: 10 };

/** Verify the consent ledger of a site. */
export const requestSiteConsentsVerification: Operation<{ params: { site_id: S.Uuid }; body?: S.VerificationRequest; data: S.ChainVerification }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/consents/verify', auth: 'admin', repeat: 'always', timeout: 10 };

/** List the daily signed heads of the consent ledger of a site, newest first. */
export const listSiteChainHeads: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.SignedChainHead> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/consents/heads', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Get a signed receipt of one consent to a site. */
export const getSiteConsentReceipt: Operation<{ params: { site_id: S.Uuid; consent_id: S.Uuid }; data: S.ConsentReceipt }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/consents/{consent_id}/receipt', auth: 'admin', repeat: 'always', timeout: 10 };

/** List or export the users with a withdrawn consent. */
export const listWithdrawnConsents: Operation<{ params: { application_id: S.Uuid }; query: { limit?: number; cursor?: string; doc_kind?: S.DocKind; format?: 'json' | 'csv' }; data: Page<S.WithdrawnConsent> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/consents/withdrawn', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** List or export the users who may be mailed now. */
export const listMailableUsers: Operation<{ params: { application_id: S.Uuid }; query: { limit?: number; cursor?: string; format?: 'json' | 'csv' }; data: Page<S.MailableUser> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/consents/mailable', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** List or export the persons of a site with a withdrawn consent. */
export const listWithdrawnSiteConsents: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; doc_kind?: S.DocKind; format?: 'json' | 'csv' }; data: Page<S.WithdrawnConsent> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/consents/withdrawn', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** List the published legal documents of the application. */
export const listLegalDocuments: Operation<{ params: { app_code: string }; data: Array<S.LegalDocument> }> = { method: 'GET', path: '/v1/applications/{app_code}/legal', auth: 'key', repeat: 'always', timeout: 10 };

/** Read one published legal document with its text. */
export const getLegalDocument: Operation<{ params: { app_code: string; doc_kind: S.DocKind }; query: { version?: string; format?: 'html' }; data: S.LegalDocumentWithBody }> = { method: 'GET', path: '/v1/applications/{app_code}/legal/{doc_kind}', auth: 'key', repeat: 'always', timeout: 10 };

/** List the published legal documents of a site. */
export const listSiteLegalDocuments: Operation<{ params: { site_code: string }; data: Array<S.LegalDocument> }> = { method: 'GET', path: '/v1/sites/{site_code}/legal', auth: 'site_key', repeat: 'always', timeout: 10 };

/** Read one published legal document of a site with its text. */
export const getSiteLegalDocument: Operation<{ params: { site_code: string; doc_kind: S.DocKind }; query: { version?: string; format?: 'html' }; data: S.LegalDocumentWithBody }> = { method: 'GET', path: '/v1/sites/{site_code}/legal/{doc_kind}', auth: 'site_key', repeat: 'always', timeout: 10 };

/** List the published legal documents of a site of the application. */
export const listApplicationSiteLegalDocuments: Operation<{ params: { app_code: string; site_code: string }; data: Array<S.LegalDocument> }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/legal', auth: 'key', repeat: 'always', timeout: 10 };

/** Read one published legal document of a site of the application with its text. */
export const getApplicationSiteLegalDocument: Operation<{ params: { app_code: string; site_code: string; doc_kind: S.DocKind }; query: { version?: string; format?: 'html' }; data: S.LegalDocumentWithBody }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/legal/{doc_kind}', auth: 'key', repeat: 'always', timeout: 10 };

/** Read a legal document as an HTML page. */
export const readLegalDocumentPage: Operation<{ params: { id: S.Uuid }; query: { version?: string }; data: string }> = { method: 'GET', path: '/v1/legal-documents/{id}', auth: 'none', repeat: 'always', timeout: 10, as: 'text' };

/** List the applications whose users register without a required consent. */
export const listMissingLegalDocuments: Operation<{ data: Array<S.MissingLegalDocuments> }> = { method: 'GET', path: '/v1/admin/legal-documents/missing', auth: 'admin', repeat: 'always', timeout: 10 };

/** List the legal documents of an owner, drafts included. */
export const listLegalDrafts: Operation<{ params: { owner_type: 'application' | 'cms_site'; owner_id: S.Uuid }; data: Array<S.LegalDraft> }> = { method: 'GET', path: '/v1/legal/owners/{owner_type}/{owner_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read a legal document for editing. */
export const getLegalDraft: Operation<{ params: { owner_type: 'application' | 'cms_site'; owner_id: S.Uuid; kind: S.DocKind }; data: S.LegalDraft }> = { method: 'GET', path: '/v1/legal/owners/{owner_type}/{owner_id}/{kind}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Write the draft of a legal document. */
export const saveLegalDraft: Operation<{ params: { owner_type: 'application' | 'cms_site'; owner_id: S.Uuid; kind: S.DocKind }; body: S.LegalDraftBody; ifMatch: 'optional'; data: S.SavedLegalDraft }> = { method: 'PUT', path: '/v1/legal/owners/{owner_type}/{owner_id}/{kind}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Publish the draft as the next version. */
export const publishLegalDocument: Operation<{ params: { owner_type: 'application' | 'cms_site'; owner_id: S.Uuid; kind: S.DocKind }; body?: S.LegalPublication; ifMatch: 'required'; data: S.PublishedLegalDocument }> = { method: 'POST', path: '/v1/legal/owners/{owner_type}/{owner_id}/{kind}/publish', auth: 'admin', repeat: 'never', timeout: 10 };

/** Withdraw the published version by a superseding revision. */
export const withdrawLegalDocument: Operation<{ params: { owner_type: 'application' | 'cms_site'; owner_id: S.Uuid; kind: S.DocKind }; data: S.LegalDraft }> = { method: 'POST', path: '/v1/legal/owners/{owner_type}/{owner_id}/{kind}/withdraw', auth: 'admin', repeat: 'never', timeout: 10 };

/** List the published revisions, newest first. */
export const listLegalRevisions: Operation<{ params: { owner_type: 'application' | 'cms_site'; owner_id: S.Uuid; kind: S.DocKind }; query: { limit?: number; cursor?: string }; data: Page<S.LegalRevision> }> = { method: 'GET', path: '/v1/legal/owners/{owner_type}/{owner_id}/{kind}/revisions', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Open an admin session. */
export const openAdminSession: Operation<{ body: S.AdminLogin; data: S.AdminSession }> = { method: 'POST', path: '/v1/admin/sessions', auth: 'none', repeat: 'never', timeout: 10 };

/** Close the current admin session. */
export const closeAdminSession: Operation<{  }> = { method: 'DELETE', path: '/v1/admin/sessions/current', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** Read the admin account of the caller. */
export const getCurrentAdmin: Operation<{ data: S.Admin }> = { method: 'GET', path: '/v1/admin/me', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change the password of the caller. */
export const changeOwnPassword: Operation<{ body: S.AdminPasswordChange }> = { method: 'POST', path: '/v1/admin/me/password', auth: 'admin', repeat: 'never', timeout: 10, as: 'none' };

/** List administrators. */
export const listAdmins: Operation<{ query: { limit?: number; cursor?: string }; data: Page<S.Admin> }> = { method: 'GET', path: '/v1/admin/admins', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Add an administrator. */
export const createAdmin: Operation<{ body: S.AdminCreate; data: S.Admin }> = { method: 'POST', path: '/v1/admin/admins', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Change the role or password of an administrator. */
export const updateAdmin: Operation<{ params: { admin_id: S.Uuid }; body?: S.AdminPatch; data: S.Admin }> = { method: 'PATCH', path: '/v1/admin/admins/{admin_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Remove an administrator and end the sessions of the account. */
export const deleteAdmin: Operation<{ params: { admin_id: S.Uuid } }> = { method: 'DELETE', path: '/v1/admin/admins/{admin_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** List admin API keys, newest first. */
export const listAdminApiKeys: Operation<{ query: { limit?: number; cursor?: string }; data: Page<S.AdminApiKey> }> = { method: 'GET', path: '/v1/admin/api-keys', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Create an admin API key. */
export const createAdminApiKey: Operation<{ body: S.AdminApiKeyCreate; data: S.NewAdminApiKey }> = { method: 'POST', path: '/v1/admin/api-keys', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Revoke an admin API key. */
export const deleteAdminApiKey: Operation<{ params: { api_key_id: S.Uuid } }> = { method: 'DELETE', path: '/v1/admin/api-keys/{api_key_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** Read the changes of administrators, newest first. */
export const listAuditLog: Operation<{ query: { limit?: number; cursor?: string; application_id?: S.Uuid; admin_id?: S.Uuid; action?: string; target_id?: string; from?: string; to?: string; timezone?: string }; data: Page<S.AuditRecord> }> = { method: 'GET', path: '/v1/admin/audit-log', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read name, icon and site of the application. */
export const getBranding: Operation<{ params: { app_code: string }; data: S.Branding }> = { method: 'GET', path: '/v1/applications/{app_code}/branding', auth: 'key', repeat: 'always', timeout: 10 };

/** Read an uploaded file. */
export const getAsset: Operation<{ params: { name: string }; data: Blob }> = { method: 'GET', path: '/assets/{name}', auth: 'none', repeat: 'always', timeout: 10, as: 'file' };

/** List applications. */
export const listApplications: Operation<{ query: { limit?: number; cursor?: string; status?: 'active' | 'draft' | 'suspended' | 'archived' }; data: Page<S.Application> }> = { method: 'GET', path: '/v1/admin/applications', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Create an application with its public key. */
export const createApplication: Operation<{ body: S.ApplicationCreate; data: S.ApplicationWithKeys }> = { method: 'POST', path: '/v1/admin/applications', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read an application with its public keys. */
export const getApplication: Operation<{ params: { application_id: S.Uuid }; data: S.ApplicationWithKeys }> = { method: 'GET', path: '/v1/admin/applications/{application_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change an application. */
export const updateApplication: Operation<{ params: { application_id: S.Uuid }; body?: S.ApplicationPatch; ifMatch: 'optional'; data: S.Application }> = { method: 'PATCH', path: '/v1/admin/applications/{application_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Archive an application: it is no longer served. */
export const archiveApplication: Operation<{ params: { application_id: S.Uuid }; query: { confirm?: string }; ifMatch: 'optional'; data: S.Application }> = { method: 'DELETE', path: '/v1/admin/applications/{application_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Upload the icon of an application. */
export const setApplicationIcon: Operation<{ params: { application_id: S.Uuid }; body: Blob; ifMatch: 'optional'; data: S.Application }> = { method: 'PUT', path: '/v1/admin/applications/{application_id}/icon', auth: 'admin', repeat: 'always', timeout: 10 };

/** Remove the icon of an application. */
export const deleteApplicationIcon: Operation<{ params: { application_id: S.Uuid }; ifMatch: 'optional'; data: S.Application }> = { method: 'DELETE', path: '/v1/admin/applications/{application_id}/icon', auth: 'admin', repeat: 'always', timeout: 10 };

/** Rotate the public key, with a grace period for the old one. */
export const rotatePublicKey: Operation<{ params: { application_id: S.Uuid }; body?: S.KeyRotation; data: S.PublicKeys }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/keys/rotate', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** List all public keys of an application, ended ones too, newest first. */
export const listPublicKeys: Operation<{ params: { application_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.PublicKey> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/keys', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Prolong or shorten the grace period of a former public key. */
export const updatePublicKey: Operation<{ params: { application_id: S.Uuid; key_id: S.Uuid }; body: S.KeyExpiry; data: S.PublicKey }> = { method: 'PATCH', path: '/v1/admin/applications/{application_id}/keys/{key_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Revoke one public key. */
export const revokePublicKey: Operation<{ params: { application_id: S.Uuid; key_id: S.Uuid }; data: S.PublicKey }> = { method: 'DELETE', path: '/v1/admin/applications/{application_id}/keys/{key_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the identity provider of an application. */
export const getIdentityProvider: Operation<{ params: { application_id: S.Uuid }; data: S.IdentityProvider | null }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/identity-provider', auth: 'admin', repeat: 'always', timeout: 10 };

/** Set the identity provider of an application. */
export const setIdentityProvider: Operation<{ params: { application_id: S.Uuid }; body: S.IdentityProviderBody; ifMatch: 'optional'; data: S.CheckedIdentityProvider }> = { method: 'PUT', path: '/v1/admin/applications/{application_id}/identity-provider', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the remote parameters. */
export const getConfig: Operation<{ params: { app_code: string }; query: { platform?: string; app_version?: string }; data: S.RemoteConfig }> = { method: 'GET', path: '/v1/applications/{app_code}/config', auth: 'application', repeat: 'always', timeout: 10 };

/** List the remote parameters with their rules. */
export const listConfig: Operation<{ params: { application_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.ConfigParameter> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/config', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read a remote parameter. */
export const getConfigParameter: Operation<{ params: { application_id: S.Uuid; key: string }; data: S.ConfigParameter }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/config/{key}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Create or change a remote parameter. */
export const putConfigParameter: Operation<{ params: { application_id: S.Uuid; key: string }; body: S.ConfigParameterBody; ifMatch: 'optional'; data: S.ConfigParameter }> = { method: 'PUT', path: '/v1/admin/applications/{application_id}/config/{key}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Remove a remote parameter; its versions stay. */
export const deleteConfigParameter: Operation<{ params: { application_id: S.Uuid; key: string }; ifMatch: 'optional' }> = { method: 'DELETE', path: '/v1/admin/applications/{application_id}/config/{key}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** List the versions of a remote parameter, newest first. */
export const listConfigVersions: Operation<{ params: { application_id: S.Uuid; key: string }; query: { limit?: number; cursor?: string }; data: Page<S.SettingVersion> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/config/{key}/versions', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Restore an earlier version as a new version. */
export const rollBackConfigParameter: Operation<{ params: { application_id: S.Uuid; key: string }; body: S.SettingRollback; ifMatch: 'optional'; data: S.ConfigParameter }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/config/{key}/rollback', auth: 'admin', repeat: 'never', timeout: 10 };

/** Read the feature flags of the user. */
export const getFeatures: Operation<{ params: { app_code: string }; query: { platform?: string; app_version?: string }; data: S.Features }> = { method: 'GET', path: '/v1/applications/{app_code}/features', auth: 'user', repeat: 'always', timeout: 10 };

/** Evaluate all flags (OpenFeature Remote Evaluation Protocol). */
export const evaluateFlags: Operation<{ body?: S.OfrepRequest; data: S.OfrepBulk }> = { method: 'POST', path: '/ofrep/v1/evaluate/flags', auth: 'user_or_key', repeat: 'always', timeout: 10, as: 'json' };

/** Evaluate one flag (OpenFeature Remote Evaluation Protocol). */
export const evaluateFlag: Operation<{ params: { key: string }; body?: S.OfrepRequest; data: S.OfrepEvaluation }> = { method: 'POST', path: '/ofrep/v1/evaluate/flags/{key}', auth: 'user_or_key', repeat: 'always', timeout: 10, as: 'json' };

/** List the feature flags with their rules. */
export const listFeatures: Operation<{ params: { application_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.FeatureFlag> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/features', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Create a feature flag. */
export const createFeature: Operation<{ params: { application_id: S.Uuid }; body: S.FeatureCreate; data: S.FeatureFlag }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/features', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read a feature flag. */
export const getFeature: Operation<{ params: { application_id: S.Uuid; code: string }; data: S.FeatureFlag }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/features/{code}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change a feature flag. */
export const updateFeature: Operation<{ params: { application_id: S.Uuid; code: string }; body?: S.FeaturePatch; ifMatch: 'optional'; data: S.FeatureFlag }> = { method: 'PATCH', path: '/v1/admin/applications/{application_id}/features/{code}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Remove a feature flag; its versions stay. */
export const deleteFeature: Operation<{ params: { application_id: S.Uuid; code: string }; ifMatch: 'optional' }> = { method: 'DELETE', path: '/v1/admin/applications/{application_id}/features/{code}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** List the versions of a feature flag, newest first. */
export const listFeatureVersions: Operation<{ params: { application_id: S.Uuid; code: string }; query: { limit?: number; cursor?: string }; data: Page<S.SettingVersion> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/features/{code}/versions', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Restore an earlier version as a new version. */
export const rollBackFeature: Operation<{ params: { application_id: S.Uuid; code: string }; body: S.SettingRollback; ifMatch: 'optional'; data: S.FeatureFlag }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/features/{code}/rollback', auth: 'admin', repeat: 'never', timeout: 10 };

/** Read the current entitlements of the user. */
export const getMyEntitlements: Operation<{ params: { app_code: string }; data: S.EntitlementSnapshot }> = { method: 'GET', path: '/v1/applications/{app_code}/entitlements/me', auth: 'user', repeat: 'always', timeout: 10 };

/** Read the current entitlements of a user by token subject. */
export const getSubjectEntitlements: Operation<{ params: { application_id: S.Uuid; subject: string }; query: { issuer?: string }; data: S.EntitlementSnapshot }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/subjects/{subject}/entitlements', auth: 'admin', repeat: 'always', timeout: 10 };

/** Public keys that verify snapshot tokens. */
export const getSnapshotKeys: Operation<{ data: S.JsonWebKeySet }> = { method: 'GET', path: '/.well-known/jwks.json', auth: 'none', repeat: 'always', timeout: 10, as: 'json' };

/** List entitlements. */
export const listEntitlements: Operation<{ params: { application_id: S.Uuid }; query: { limit?: number; cursor?: string; status?: 'active' | 'archived' }; data: Page<S.Entitlement> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/entitlements', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Create an entitlement. */
export const createEntitlement: Operation<{ params: { application_id: S.Uuid }; body: S.EntitlementCreate; data: S.Entitlement }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/entitlements', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read an entitlement. */
export const getEntitlement: Operation<{ params: { application_id: S.Uuid; entitlement_id: S.Uuid }; data: S.Entitlement }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/entitlements/{entitlement_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change an entitlement. */
export const updateEntitlement: Operation<{ params: { application_id: S.Uuid; entitlement_id: S.Uuid }; body?: S.EntitlementPatch; ifMatch: 'optional'; data: S.Entitlement }> = { method: 'PATCH', path: '/v1/admin/applications/{application_id}/entitlements/{entitlement_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Archive an entitlement: it cannot be added to further plans or users. */
export const archiveEntitlement: Operation<{ params: { application_id: S.Uuid; entitlement_id: S.Uuid }; ifMatch: 'optional'; data: S.Entitlement }> = { method: 'DELETE', path: '/v1/admin/applications/{application_id}/entitlements/{entitlement_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** List plans with prices and entitlements. */
export const listPlans: Operation<{ params: { application_id: S.Uuid }; query: { limit?: number; cursor?: string; status?: 'draft' | 'active' | 'archived' }; data: Page<S.Plan> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/plans', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Create a plan. */
export const createPlan: Operation<{ params: { application_id: S.Uuid }; body: S.PlanCreate; data: S.Plan }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/plans', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read a plan with prices and entitlements. */
export const getPlan: Operation<{ params: { application_id: S.Uuid; plan_id: S.Uuid }; data: S.Plan }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/plans/{plan_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change a plan. */
export const updatePlan: Operation<{ params: { application_id: S.Uuid; plan_id: S.Uuid }; body?: S.PlanPatch; ifMatch: 'optional'; data: S.ChangedPlan }> = { method: 'PATCH', path: '/v1/admin/applications/{application_id}/plans/{plan_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Archive a plan: it is no longer sold. */
export const archivePlan: Operation<{ params: { application_id: S.Uuid; plan_id: S.Uuid }; ifMatch: 'optional'; data: S.ChangedPlan }> = { method: 'DELETE', path: '/v1/admin/applications/{application_id}/plans/{plan_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Add a price to a plan. */
export const createPlanPrice: Operation<{ params: { application_id: S.Uuid; plan_id: S.Uuid }; body: S.PlanPriceCreate; data: S.AdminPlanPrice }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/plans/{plan_id}/prices', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Activate, deactivate or re-label a price. */
export const updatePlanPrice: Operation<{ params: { application_id: S.Uuid; plan_id: S.Uuid; plan_price_id: S.Uuid }; body?: S.PlanPricePatch; ifMatch: 'optional'; data: S.ChangedPlanPrice }> = { method: 'PATCH', path: '/v1/admin/applications/{application_id}/plans/{plan_id}/prices/{plan_price_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Archive a price: it is no longer active. */
export const archivePlanPrice: Operation<{ params: { application_id: S.Uuid; plan_id: S.Uuid; plan_price_id: S.Uuid }; ifMatch: 'optional'; data: S.ChangedPlanPrice }> = { method: 'DELETE', path: '/v1/admin/applications/{application_id}/plans/{plan_id}/prices/{plan_price_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Set the entitlements of a plan. */
export const setPlanEntitlements: Operation<{ params: { application_id: S.Uuid; plan_id: S.Uuid }; body: S.PlanEntitlements; ifMatch: 'optional'; data: S.PlanWithEntitlements }> = { method: 'PUT', path: '/v1/admin/applications/{application_id}/plans/{plan_id}/entitlements', auth: 'admin', repeat: 'always', timeout: 10 };

/** List the backfills of a plan, newest first. */
export const listPlanBackfills: Operation<{ params: { application_id: S.Uuid; plan_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.PlanBackfill> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/plans/{plan_id}/backfills', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read the progress of a backfill. */
export const getPlanBackfill: Operation<{ params: { application_id: S.Uuid; plan_id: S.Uuid; backfill_id: S.Uuid }; data: S.PlanBackfill }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/plans/{plan_id}/backfills/{backfill_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read a paywall. */
export const getPaywall: Operation<{ params: { app_code: string; paywall_code: string }; data: S.PublicPaywall }> = { method: 'GET', path: '/v1/applications/{app_code}/paywalls/{paywall_code}', auth: 'key', repeat: 'always', timeout: 10 };

/** List paywalls. */
export const listPaywalls: Operation<{ params: { application_id: S.Uuid }; query: { limit?: number; cursor?: string; status?: 'draft' | 'active' | 'archived' }; data: Page<S.Paywall> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/paywalls', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Create a paywall. */
export const createPaywall: Operation<{ params: { application_id: S.Uuid }; body: S.PaywallCreate; data: S.Paywall }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/paywalls', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read a paywall as administrators see it. */
export const getPaywallById: Operation<{ params: { application_id: S.Uuid; paywall_id: S.Uuid }; data: S.Paywall }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/paywalls/{paywall_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change a paywall. */
export const updatePaywall: Operation<{ params: { application_id: S.Uuid; paywall_id: S.Uuid }; body?: S.PaywallPatch; ifMatch: 'optional'; data: S.Paywall }> = { method: 'PATCH', path: '/v1/admin/applications/{application_id}/paywalls/{paywall_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Archive a paywall: it is no longer served. */
export const archivePaywall: Operation<{ params: { application_id: S.Uuid; paywall_id: S.Uuid }; ifMatch: 'optional'; data: S.Paywall }> = { method: 'DELETE', path: '/v1/admin/applications/{application_id}/paywalls/{paywall_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Set the offers of a paywall, in order. */
export const setPaywallItems: Operation<{ params: { application_id: S.Uuid; paywall_id: S.Uuid }; body: S.PaywallItems; ifMatch: 'optional'; data: S.Paywall }> = { method: 'PUT', path: '/v1/admin/applications/{application_id}/paywalls/{paywall_id}/items', auth: 'admin', repeat: 'always', timeout: 10 };

/** Grant a plan or entitlements to a user. */
export const grantEntitlements: Operation<{ params: { application_id: S.Uuid; user_id: S.Uuid }; body: S.GrantCreate; data: S.Grant }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/users/{user_id}/grants', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Revoke a grant of an administrator immediately. */
export const revokeGrant: Operation<{ params: { application_id: S.Uuid; user_id: S.Uuid; grant_id: S.Uuid }; data: S.Grant }> = { method: 'DELETE', path: '/v1/admin/applications/{application_id}/users/{user_id}/grants/{grant_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Revoke a grant immediately, for a reason. */
export const revokeGrantForReason: Operation<{ params: { application_id: S.Uuid; user_id: S.Uuid; grant_id: S.Uuid }; body: S.GrantReason; data: S.Grant }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/users/{user_id}/grants/{grant_id}/revoke', auth: 'admin', repeat: 'always', timeout: 10 };

/** Undo the revocation of a grant. */
export const restoreGrant: Operation<{ params: { application_id: S.Uuid; user_id: S.Uuid; grant_id: S.Uuid }; body: S.GrantReason; data: S.Grant }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/users/{user_id}/grants/{grant_id}/restore', auth: 'admin', repeat: 'always', timeout: 10 };

/** Import customers with their purchases, from CSV or JSON Lines. */
export const importCustomers: Operation<{ params: { application_id: S.Uuid }; query: { dry_run?: string; reason: string }; body: Blob; data: S.CustomerImport }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/customers/import', auth: 'admin', repeat: 'always', timeout: 305 };

/** List batches of license keys, newest first. */
export const listLicenseBatches: Operation<{ params: { application_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.LicenseKeyBatch> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/license-batches', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read a batch of license keys and how many of them are used. */
export const getLicenseBatch: Operation<{ params: { application_id: S.Uuid; license_batch_id: S.Uuid }; data: S.LicenseKeyBatchWithUse }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/license-batches/{license_batch_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change the label or the limits of a batch. */
export const updateLicenseBatch: Operation<{ params: { application_id: S.Uuid; license_batch_id: S.Uuid }; body?: S.LicenseBatchPatch; ifMatch: 'optional'; data: S.LicenseKeyBatch }> = { method: 'PATCH', path: '/v1/admin/applications/{application_id}/license-batches/{license_batch_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Revoke all license keys of a batch and everything they have granted. */
export const revokeLicenseBatch: Operation<{ params: { application_id: S.Uuid; license_batch_id: S.Uuid }; body: S.LicenseBatchRevocation; ifMatch: 'optional'; data: S.LicenseKeyBatch }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/license-batches/{license_batch_id}/revoke', auth: 'admin', repeat: 'never', timeout: 10 };

/** Activate a license key. */
export const activateLicenseKey: Operation<{ params: { app_code: string }; body: S.LicenseActivation; data: S.LicenseSnapshot }> = { method: 'POST', path: '/v1/applications/{app_code}/license-keys/activate', auth: 'user', repeat: 'always', timeout: 10 };

/** Issue a batch of license keys. */
export const issueLicenseKeys: Operation<{ params: { application_id: S.Uuid }; body: S.LicenseIssue; data: S.LicenseBatch }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/license-keys', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** List license keys, newest first, or export them as CSV. */
export const listLicenseKeys: Operation<{ params: { application_id: S.Uuid }; query: { limit?: number; cursor?: string; batch_id?: S.Uuid; status?: 'unused' | 'in_use' | 'exhausted' | 'expired' | 'revoked'; hint?: string; user_id?: S.Uuid; format?: 'json' | 'csv' }; data: Page<S.LicenseKey> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/license-keys', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read a license key and who activated it. */
export const getLicenseKey: Operation<{ params: { application_id: S.Uuid; license_key_id: S.Uuid }; data: S.LicenseKeyWithActivations }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/license-keys/{license_key_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Revoke a license key and everything it has granted. */
export const revokeLicenseKey: Operation<{ params: { application_id: S.Uuid; license_key_id: S.Uuid }; body: S.LicenseKeyRevocation; data: S.LicenseKey }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/license-keys/{license_key_id}/revoke', auth: 'admin', repeat: 'never', timeout: 10 };

/** Start a payment. */
export const createPayment: Operation<{ body: S.PaymentCreate; data: S.PaymentStarted }> = { method: 'POST', path: '/v1/payments', auth: 'user_and_key', repeat: 'with_key', timeout: 50 };

/** List the payments of the user, newest first. */
export const listMyPayments: Operation<{ query: { limit?: number; cursor?: string }; data: Page<S.Payment> }> = { method: 'GET', path: '/v1/payments', auth: 'user', repeat: 'always', timeout: 10, as: 'page' };

/** Read a payment of the user. */
export const getMyPayment: Operation<{ params: { payment_id: S.Uuid }; data: S.Payment }> = { method: 'GET', path: '/v1/payments/{payment_id}', auth: 'user', repeat: 'always', timeout: 10 };

/** Check one payment at the provider and settle it. */
export const syncPayment: Operation<{ params: { payment_id: S.Uuid }; data: S.PaymentSync }> = { method: 'POST', path: '/v1/payments/{payment_id}/sync', auth: 'user_or_admin', repeat: 'always', timeout: 50 };

/** Check pending payments at the provider, oldest first. */
export const syncPendingPayments: Operation<{ data: S.ReconcileReport }> = { method: 'POST', path: '/v1/payments/sync-pending', auth: 'admin', repeat: 'always', timeout: 65 };

/** Refund a payment, in whole or in part. */
export const refundPayment: Operation<{ params: { payment_id: S.Uuid }; body?: S.RefundCreate; data: S.AdminPayment }> = { method: 'POST', path: '/v1/payments/{payment_id}/refund', auth: 'admin', repeat: 'with_key', timeout: 50 };

/** List the payments of an application, newest first. */
export const listPayments: Operation<{ params: { application_id: S.Uuid }; query: { limit?: number; cursor?: string; status?: 'pending' | 'succeeded' | 'canceled' | 'refunded'; user_id?: S.Uuid; provider_payment_id?: string; receipt_number?: string; receipt_registration?: 'pending' | 'succeeded' | 'canceled'; plan_code?: string; amount?: number; has_mismatch?: 'true' | 'false'; created_from?: string; created_until?: string; timezone?: string; format?: 'json' | 'csv' }; data: Page<S.AdminPayment> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/payments', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Search the payments of an application by the e-mail address of the user. */
export const searchPayments: Operation<{ params: { application_id: S.Uuid }; body: S.PaymentSearch; data: Page<S.AdminPayment> }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/payments/search', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read a payment with its refunds. */
export const getPayment: Operation<{ params: { application_id: S.Uuid; payment_id: S.Uuid }; data: S.PaymentWithRefunds }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/payments/{payment_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** List the refunds of an application, newest first. */
export const listRefunds: Operation<{ params: { application_id: S.Uuid }; query: { limit?: number; cursor?: string; status?: 'pending' | 'succeeded' | 'canceled'; payment_id?: S.Uuid; provider_refund_id?: string; receipt_registration?: 'pending' | 'succeeded' | 'canceled'; created_from?: string; created_until?: string; timezone?: string; format?: 'json' | 'csv' }; data: Page<S.Refund> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/refunds', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read a refund. */
export const getRefund: Operation<{ params: { application_id: S.Uuid; refund_id: S.Uuid }; data: S.Refund }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/refunds/{refund_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the shop of an application. */
export const getApplicationShop: Operation<{ params: { application_id: S.Uuid }; data: S.ApplicationShop }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/shop', auth: 'admin', repeat: 'always', timeout: 10 };

/** Set the shop of an application, or another key of it. */
export const setApplicationShop: Operation<{ params: { application_id: S.Uuid }; body: S.ApplicationShopSet; data: S.ApplicationShopWithWebhook }> = { method: 'PUT', path: '/v1/admin/applications/{application_id}/shop', auth: 'admin', repeat: 'always', timeout: 50 };

/** Return an application to the shop of the installation. */
export const removeApplicationShop: Operation<{ params: { application_id: S.Uuid }; data: S.ApplicationShop }> = { method: 'DELETE', path: '/v1/admin/applications/{application_id}/shop', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read a site. */
export const readSite: Operation<{ params: { site_code: string }; data: S.PublicSite }> = { method: 'GET', path: '/v1/sites/{site_code}', auth: 'site_key', repeat: 'always', timeout: 10 };

/** Read a site, of a site of the application. */
export const readApplicationSite: Operation<{ params: { app_code: string; site_code: string }; data: S.PublicSite }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}', auth: 'key', repeat: 'always', timeout: 10 };

/** Read name, logo and links of a site. */
export const readSiteBranding: Operation<{ params: { site_code: string }; data: S.SiteBranding }> = { method: 'GET', path: '/v1/sites/{site_code}/branding', auth: 'site_key', repeat: 'always', timeout: 10 };

/** Read name, logo and links of a site, of a site of the application. */
export const readApplicationSiteBranding: Operation<{ params: { app_code: string; site_code: string }; data: S.SiteBranding }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/branding', auth: 'key', repeat: 'always', timeout: 10 };

/** List sites, newest first. */
export const listSites: Operation<{ query: { limit?: number; cursor?: string; application_id?: S.Uuid; status?: 'active' | 'archived' }; data: Page<S.Site> }> = { method: 'GET', path: '/v1/cms/sites', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Create a site with its key. */
export const createSite: Operation<{ body: S.SiteCreate; data: S.SiteWithNewKey }> = { method: 'POST', path: '/v1/cms/sites', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read a site with the hints of its keys. */
export const getSite: Operation<{ params: { site_id: S.Uuid }; data: S.SiteWithKeys }> = { method: 'GET', path: '/v1/cms/sites/{site_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change a site, link it to an application, archive it. */
export const updateSite: Operation<{ params: { site_id: S.Uuid }; body?: S.SitePatch; ifMatch: 'optional'; data: S.Site }> = { method: 'PATCH', path: '/v1/cms/sites/{site_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Rotate the site key, with a grace period for the old one. */
export const rotateSiteKey: Operation<{ params: { site_id: S.Uuid }; body?: S.SiteKeyRotation; data: S.NewSiteKey }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/keys/rotate', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** List all keys of a site, ended ones too, newest first. */
export const listSiteKeys: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.SiteKey> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/keys', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Prolong or shorten the grace period of a former site key. */
export const updateSiteKey: Operation<{ params: { site_id: S.Uuid; key_id: S.Uuid }; body: S.KeyExpiry; data: S.SiteKey }> = { method: 'PATCH', path: '/v1/cms/sites/{site_id}/keys/{key_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Revoke one site key. */
export const revokeSiteKey: Operation<{ params: { site_id: S.Uuid; key_id: S.Uuid }; data: S.SiteKey }> = { method: 'DELETE', path: '/v1/cms/sites/{site_id}/keys/{key_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Upload the icon of a site. */
export const setSiteIcon: Operation<{ params: { site_id: S.Uuid }; body: Blob; ifMatch: 'optional'; data: S.Site }> = { method: 'PUT', path: '/v1/cms/sites/{site_id}/icon', auth: 'admin', repeat: 'always', timeout: 10 };

/** Remove the icon of a site. */
export const removeSiteIcon: Operation<{ params: { site_id: S.Uuid }; ifMatch: 'optional'; data: S.Site }> = { method: 'DELETE', path: '/v1/cms/sites/{site_id}/icon', auth: 'admin', repeat: 'always', timeout: 10 };

/** List uploaded files, newest first. */
export const listAssets: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; kind?: 'image' | 'svg' | 'pdf' | 'file'; q?: string }; data: Page<S.CmsAsset> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/assets', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Upload an image or a small file. */
export const uploadAsset: Operation<{ params: { site_id: S.Uuid }; query: { file_name?: string }; body: Blob; data: S.CmsAsset }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/assets', auth: 'admin', repeat: 'never', timeout: 125 };

/** Upload a large file, for downloads. */
export const uploadFile: Operation<{ params: { site_id: S.Uuid }; query: { file_name?: string }; body: Blob; data: S.CmsAsset }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/files', auth: 'admin', repeat: 'never', timeout: 905 };

/** Read an uploaded file with the places that use it. */
export const getAssetOfSite: Operation<{ params: { site_id: S.Uuid; asset_id: S.Uuid }; data: S.CmsAssetWithUsages }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/assets/{asset_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change text and focal point of a file. */
export const updateAsset: Operation<{ params: { site_id: S.Uuid; asset_id: S.Uuid }; body?: S.CmsAssetPatch; ifMatch: 'optional'; data: S.CmsAsset }> = { method: 'PATCH', path: '/v1/cms/sites/{site_id}/assets/{asset_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Delete a file that nothing uses. */
export const deleteAsset: Operation<{ params: { site_id: S.Uuid; asset_id: S.Uuid }; ifMatch: 'optional' }> = { method: 'DELETE', path: '/v1/cms/sites/{site_id}/assets/{asset_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** Read an uploaded file of a site. */
export const openAsset: Operation<{ params: { name: string }; data: Blob }> = { method: 'GET', path: '/assets/cms/{name}', auth: 'none', repeat: 'always', timeout: 10, as: 'file' };

/** List items of every kind; with from and to, the calendar of publications. */
export const listContent: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; kind?: 'post' | 'article' | 'document' | 'download' | 'changelog_entry' | 'banner'; status?: 'draft' | 'scheduled' | 'published' | 'archived'; locale?: S.Locale; q?: string; from?: string; to?: string; timezone?: string }; data: Page<S.ContentEntry> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/content', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Apply one action to many items; each item succeeds or fails on its own. */
export const bulkContent: Operation<{ params: { site_id: S.Uuid }; body: S.BulkAction; data: S.BulkResult }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/content/bulk', auth: 'admin', repeat: 'never', timeout: 305 };

/** Publish the newest revision at once. */
export const publishContent: Operation<{ params: { site_id: S.Uuid; item_id: S.Uuid }; ifMatch: 'required'; data: S.PublishedContent }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/content/{item_id}/publish', auth: 'admin', repeat: 'never', timeout: 10 };

/** Schedule the publication of the newest revision. */
export const scheduleContent: Operation<{ params: { site_id: S.Uuid; item_id: S.Uuid }; body?: S.ContentSchedule; ifMatch: 'required'; data: S.ContentEntry }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/content/{item_id}/schedule', auth: 'admin', repeat: 'never', timeout: 10 };

/** Cancel the schedule. */
export const unscheduleContent: Operation<{ params: { site_id: S.Uuid; item_id: S.Uuid }; ifMatch: 'required'; data: S.ContentEntry }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/content/{item_id}/unschedule', auth: 'admin', repeat: 'never', timeout: 10 };

/** Unpublish an item; it becomes a draft. */
export const unpublishContent: Operation<{ params: { site_id: S.Uuid; item_id: S.Uuid }; ifMatch: 'required'; data: S.UnpublishedContent }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/content/{item_id}/unpublish', auth: 'admin', repeat: 'never', timeout: 10 };

/** Archive an item; readers no longer find it. */
export const archiveContent: Operation<{ params: { site_id: S.Uuid; item_id: S.Uuid }; ifMatch: 'required'; data: S.ContentEntry }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/content/{item_id}/archive', auth: 'admin', repeat: 'never', timeout: 10 };

/** Make an archived item a draft again. */
export const unarchiveContent: Operation<{ params: { site_id: S.Uuid; item_id: S.Uuid }; ifMatch: 'required'; data: S.ContentEntry }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/content/{item_id}/unarchive', auth: 'admin', repeat: 'never', timeout: 10 };

/** Destroy an item of any kind for good. */
export const destroyContent: Operation<{ params: { site_id: S.Uuid; item_id: S.Uuid }; body: S.ContentDestruction; data: S.DestroyedContent }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/content/{item_id}/destroy', auth: 'admin', repeat: 'never', timeout: 10 };

/** List the revisions of an item, newest first. */
export const listContentRevisions: Operation<{ params: { site_id: S.Uuid; item_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.ContentRevision> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/content/{item_id}/revisions', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read a revision with its fields. */
export const getContentRevision: Operation<{ params: { site_id: S.Uuid; item_id: S.Uuid; revision: number }; data: S.ContentRevisionWithFields }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/content/{item_id}/revisions/{revision}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Compare a revision with another one. */
export const diffContentRevisions: Operation<{ params: { site_id: S.Uuid; item_id: S.Uuid; revision: number }; query: { against?: number }; data: S.ContentDifference }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/content/{item_id}/revisions/{revision}/diff', auth: 'admin', repeat: 'always', timeout: 10 };

/** Make an earlier revision the draft again, as a new revision. */
export const restoreContentRevision: Operation<{ params: { site_id: S.Uuid; item_id: S.Uuid; revision: number }; ifMatch: 'required'; data: S.RestoredContent }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/content/{item_id}/revisions/{revision}/restore', auth: 'admin', repeat: 'never', timeout: 10 };

/** Create a preview token that shows a draft to its bearer. */
export const createPreviewToken: Operation<{ params: { site_id: S.Uuid; item_id: S.Uuid }; body?: S.PreviewTokenCreate; data: S.PreviewToken }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/content/{item_id}/preview-tokens', auth: 'admin', repeat: 'never', timeout: 10 };

/** Revoke all preview tokens of an item. */
export const revokePreviewTokens: Operation<{ params: { site_id: S.Uuid; item_id: S.Uuid }; data: S.RevokedPreviewTokens }> = { method: 'DELETE', path: '/v1/cms/sites/{site_id}/content/{item_id}/preview-tokens', auth: 'admin', repeat: 'always', timeout: 10 };

/** Fill empty fields of a post or an article for search engines. */
export const generateContentFields: Operation<{ params: { site_id: S.Uuid }; body: S.GenerateFields; data: S.GeneratedContentFields }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/generate-fields', auth: 'admin', repeat: 'with_key', timeout: 80 };

/** Read the results of an item: readers, leads, issues, registrations and revenue. */
export const getContentInsights: Operation<{ params: { site_id: S.Uuid; item_id: S.Uuid }; query: { days?: number; locale?: 'ru' | 'en' }; data: S.ItemInsights }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/content/{item_id}/insights', auth: 'admin', repeat: 'always', timeout: 10 };

/** List posts, drafts included. */
export const listPosts: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; status?: 'draft' | 'scheduled' | 'published' | 'archived'; locale?: S.Locale; q?: string; sort?: '-updated_at' | 'updated_at' | 'title'; category_id?: S.Uuid; author_id?: S.Uuid; tag?: string }; data: Page<S.PostEntry> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/blog/posts', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Write a post as a draft. */
export const createPost: Operation<{ params: { site_id: S.Uuid }; body: S.PostCreate; data: S.SavedPost }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/blog/posts', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read a post for editing. */
export const getPost: Operation<{ params: { site_id: S.Uuid; post_id: S.Uuid }; data: S.Post }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/blog/posts/{post_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change a post; creates a new revision unless nothing changes. */
export const updatePost: Operation<{ params: { site_id: S.Uuid; post_id: S.Uuid }; body?: S.PostPatch; ifMatch: 'required'; data: S.SavedPost }> = { method: 'PATCH', path: '/v1/cms/sites/{site_id}/blog/posts/{post_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Delete a post, or archive it if it was ever published. */
export const deletePost: Operation<{ params: { site_id: S.Uuid; post_id: S.Uuid }; ifMatch: 'required' }> = { method: 'DELETE', path: '/v1/cms/sites/{site_id}/blog/posts/{post_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** List published posts. */
export const readPosts: Operation<{ params: { site_code: string }; query: { limit?: number; cursor?: string; page?: number; locale?: S.Locale | ('*'); q?: string; updated_since?: string; from?: string; to?: string; timezone?: string; include?: 'body' | 'seo' | 'body,seo'; format?: 'html'; anchors?: 'page'; sort?: '-published_at' | 'published_at' | '-updated_at' | 'updated_at' | 'title'; category?: S.Slug; tag?: string; author?: S.Slug; featured?: string }; data: Page<S.PublicPostEntry> }> = { method: 'GET', path: '/v1/sites/{site_code}/blog/posts', auth: 'site_key', repeat: 'always', timeout: 10, as: 'page' };

/** List published posts, of a site of the application. */
export const readApplicationPosts: Operation<{ params: { app_code: string; site_code: string }; query: { limit?: number; cursor?: string; page?: number; locale?: S.Locale | ('*'); q?: string; updated_since?: string; from?: string; to?: string; timezone?: string; include?: 'body' | 'seo' | 'body,seo'; format?: 'html'; anchors?: 'page'; sort?: '-published_at' | 'published_at' | '-updated_at' | 'updated_at' | 'title'; category?: S.Slug; tag?: string; author?: S.Slug; featured?: string }; data: Page<S.PublicPostEntry> }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/blog/posts', auth: 'key', repeat: 'always', timeout: 10, as: 'page' };

/** Read a published post. */
export const readPost: Operation<{ params: { site_code: string; slug: string }; query: { locale?: S.Locale; format?: 'html'; preview?: string }; data: S.PublicPost }> = { method: 'GET', path: '/v1/sites/{site_code}/blog/posts/{slug}', auth: 'site_key', repeat: 'always', timeout: 10 };

/** Read a published post, of a site of the application. */
export const readApplicationPost: Operation<{ params: { app_code: string; site_code: string; slug: string }; query: { locale?: S.Locale; format?: 'html'; preview?: string }; data: S.PublicPost }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/blog/posts/{slug}', auth: 'key', repeat: 'always', timeout: 10 };

/** List the tags of published posts, most used first. */
export const readTags: Operation<{ params: { site_code: string }; query: { locale?: S.Locale | ('*') }; data: Array<S.TagCount> }> = { method: 'GET', path: '/v1/sites/{site_code}/blog/tags', auth: 'site_key', repeat: 'always', timeout: 10 };

/** List the tags of published posts, most used first, of a site of the application. */
export const readApplicationTags: Operation<{ params: { app_code: string; site_code: string }; query: { locale?: S.Locale | ('*') }; data: Array<S.TagCount> }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/blog/tags', auth: 'key', repeat: 'always', timeout: 10 };

/** List the categories of the blog. */
export const readCategories: Operation<{ params: { site_code: string }; query: { locale?: S.Locale | ('*') }; data: Array<S.PublicCategory> }> = { method: 'GET', path: '/v1/sites/{site_code}/blog/categories', auth: 'site_key', repeat: 'always', timeout: 10 };

/** List the categories of the blog, of a site of the application. */
export const readApplicationCategories: Operation<{ params: { app_code: string; site_code: string }; query: { locale?: S.Locale | ('*') }; data: Array<S.PublicCategory> }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/blog/categories', auth: 'key', repeat: 'always', timeout: 10 };

/** List the authors of published posts, by name. */
export const readAuthors: Operation<{ params: { site_code: string }; query: { locale?: S.Locale | ('*') }; data: Array<S.PublicAuthorCount> }> = { method: 'GET', path: '/v1/sites/{site_code}/blog/authors', auth: 'site_key', repeat: 'always', timeout: 10 };

/** List the authors of published posts, by name, of a site of the application. */
export const readApplicationAuthors: Operation<{ params: { app_code: string; site_code: string }; query: { locale?: S.Locale | ('*') }; data: Array<S.PublicAuthorCount> }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/blog/authors', auth: 'key', repeat: 'always', timeout: 10 };

/** List categories by position. */
export const listCategories: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.BlogCategory> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/blog/categories', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Create a category. */
export const createCategory: Operation<{ params: { site_id: S.Uuid }; body: S.BlogCategoryCreate; data: S.BlogCategory }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/blog/categories', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read a category. */
export const getCategory: Operation<{ params: { site_id: S.Uuid; category_id: S.Uuid }; data: S.BlogCategory }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/blog/categories/{category_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change a category; the change is public at once. */
export const updateCategory: Operation<{ params: { site_id: S.Uuid; category_id: S.Uuid }; body?: S.BlogCategoryPatch; ifMatch: 'optional'; data: S.BlogCategory }> = { method: 'PATCH', path: '/v1/cms/sites/{site_id}/blog/categories/{category_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Delete a category without posts. */
export const deleteCategory: Operation<{ params: { site_id: S.Uuid; category_id: S.Uuid }; ifMatch: 'optional' }> = { method: 'DELETE', path: '/v1/cms/sites/{site_id}/blog/categories/{category_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** List authors by name. */
export const listAuthors: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.BlogAuthor> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/authors', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Create an author. */
export const createAuthor: Operation<{ params: { site_id: S.Uuid }; body: S.BlogAuthorCreate; data: S.BlogAuthor }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/authors', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read an author. */
export const getAuthor: Operation<{ params: { site_id: S.Uuid; author_id: S.Uuid }; data: S.BlogAuthor }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/authors/{author_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change an author; the change is public at once. */
export const updateAuthor: Operation<{ params: { site_id: S.Uuid; author_id: S.Uuid }; body?: S.BlogAuthorPatch; ifMatch: 'optional'; data: S.BlogAuthor }> = { method: 'PATCH', path: '/v1/cms/sites/{site_id}/authors/{author_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Delete an author without posts. */
export const deleteAuthor: Operation<{ params: { site_id: S.Uuid; author_id: S.Uuid }; ifMatch: 'optional' }> = { method: 'DELETE', path: '/v1/cms/sites/{site_id}/authors/{author_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** Destroy an author for good, also one with posts. */
export const destroyAuthor: Operation<{ params: { site_id: S.Uuid; author_id: S.Uuid }; body: S.AuthorDestruction; data: S.DestroyedContent }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/authors/{author_id}/destroy', auth: 'admin', repeat: 'never', timeout: 10 };

/** List articles, drafts included. */
export const listArticles: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; status?: 'draft' | 'scheduled' | 'published' | 'archived'; locale?: S.Locale; q?: string; sort?: '-updated_at' | 'updated_at' | 'title'; folder_id?: S.Uuid }; data: Page<S.ArticleEntry> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/kb/articles', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Write an article as a draft. */
export const createArticle: Operation<{ params: { site_id: S.Uuid }; body: S.ArticleCreate; data: S.SavedArticle }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/kb/articles', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read an article for editing. */
export const getArticle: Operation<{ params: { site_id: S.Uuid; article_id: S.Uuid }; data: S.Article }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/kb/articles/{article_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change an article; creates a new revision unless nothing changes. */
export const updateArticle: Operation<{ params: { site_id: S.Uuid; article_id: S.Uuid }; body?: S.ArticlePatch; ifMatch: 'required'; data: S.SavedArticle }> = { method: 'PATCH', path: '/v1/cms/sites/{site_id}/kb/articles/{article_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Delete an article, or archive it if it was ever published. */
export const deleteArticle: Operation<{ params: { site_id: S.Uuid; article_id: S.Uuid }; ifMatch: 'required' }> = { method: 'DELETE', path: '/v1/cms/sites/{site_id}/kb/articles/{article_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** List folders by position. */
export const listFolders: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.Folder> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/kb/folders', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Create a folder. */
export const createFolder: Operation<{ params: { site_id: S.Uuid }; body: S.FolderCreate; data: S.Folder }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/kb/folders', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read a folder. */
export const getFolder: Operation<{ params: { site_id: S.Uuid; folder_id: S.Uuid }; data: S.Folder }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/kb/folders/{folder_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Rename or move a folder with its content. */
export const updateFolder: Operation<{ params: { site_id: S.Uuid; folder_id: S.Uuid }; body?: S.FolderPatch; ifMatch: 'optional'; data: S.Folder }> = { method: 'PATCH', path: '/v1/cms/sites/{site_id}/kb/folders/{folder_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Delete a folder; its content is moved first. */
export const deleteFolder: Operation<{ params: { site_id: S.Uuid; folder_id: S.Uuid }; query: { move_to?: S.Uuid | ('top') }; ifMatch: 'optional' }> = { method: 'DELETE', path: '/v1/cms/sites/{site_id}/kb/folders/{folder_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** Set the order of folders and articles of one folder. */
export const orderKnowledgeBase: Operation<{ params: { site_id: S.Uuid }; body: S.KnowledgeBaseOrder; data: S.KnowledgeBaseOrdered }> = { method: 'PUT', path: '/v1/cms/sites/{site_id}/kb/order', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the tree of folders and articles. */
export const readTree: Operation<{ params: { site_code: string }; query: { locale?: S.Locale | ('*') }; data: S.KnowledgeBaseTree }> = { method: 'GET', path: '/v1/sites/{site_code}/kb/tree', auth: 'site_key', repeat: 'always', timeout: 10 };

/** Read the tree of folders and articles, of a site of the application. */
export const readApplicationTree: Operation<{ params: { app_code: string; site_code: string }; query: { locale?: S.Locale | ('*') }; data: S.KnowledgeBaseTree }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/kb/tree', auth: 'key', repeat: 'always', timeout: 10 };

/** List published articles. */
export const readArticles: Operation<{ params: { site_code: string }; query: { limit?: number; cursor?: string; page?: number; locale?: S.Locale | ('*'); q?: string; updated_since?: string; from?: string; to?: string; timezone?: string; include?: 'body' | 'seo' | 'body,seo'; format?: 'html'; anchors?: 'page'; sort?: '-published_at' | 'published_at' | '-updated_at' | 'updated_at' | 'title' }; data: Page<S.PublicArticleEntry> }> = { method: 'GET', path: '/v1/sites/{site_code}/kb/articles', auth: 'site_key', repeat: 'always', timeout: 10, as: 'page' };

/** List published articles, of a site of the application. */
export const readApplicationArticles: Operation<{ params: { app_code: string; site_code: string }; query: { limit?: number; cursor?: string; page?: number; locale?: S.Locale | ('*'); q?: string; updated_since?: string; from?: string; to?: string; timezone?: string; include?: 'body' | 'seo' | 'body,seo'; format?: 'html'; anchors?: 'page'; sort?: '-published_at' | 'published_at' | '-updated_at' | 'updated_at' | 'title' }; data: Page<S.PublicArticleEntry> }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/kb/articles', auth: 'key', repeat: 'always', timeout: 10, as: 'page' };

/** Read a published article. */
export const readArticle: Operation<{ params: { site_code: string; slug: string }; query: { locale?: S.Locale; format?: 'html'; preview?: string }; data: S.PublicArticle }> = { method: 'GET', path: '/v1/sites/{site_code}/kb/articles/{slug}', auth: 'site_key', repeat: 'always', timeout: 10 };

/** Read a published article, of a site of the application. */
export const readApplicationArticle: Operation<{ params: { app_code: string; site_code: string; slug: string }; query: { locale?: S.Locale; format?: 'html'; preview?: string }; data: S.PublicArticle }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/kb/articles/{slug}', auth: 'key', repeat: 'always', timeout: 10 };

/** List the most read articles of the last 90 days. */
export const readPopularArticles: Operation<{ params: { site_code: string }; query: { locale?: S.Locale | ('*'); limit?: number }; data: Array<S.PopularArticle> }> = { method: 'GET', path: '/v1/sites/{site_code}/kb/popular', auth: 'site_key', repeat: 'always', timeout: 10 };

/** List the most read articles of the last 90 days, of a site of the application. */
export const readApplicationPopularArticles: Operation<{ params: { app_code: string; site_code: string }; query: { locale?: S.Locale | ('*'); limit?: number }; data: Array<S.PopularArticle> }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/kb/popular', auth: 'key', repeat: 'always', timeout: 10 };

/** Count a view of an article. */
export const countArticleView: Operation<{ params: { site_code: string; slug: string }; query: { locale?: S.Locale } }> = { method: 'POST', path: '/v1/sites/{site_code}/kb/articles/{slug}/view', auth: 'site_key', repeat: 'always', timeout: 10, as: 'none' };

/** Count a view of an article, of a site of the application. */
export const countApplicationArticleView: Operation<{ params: { app_code: string; site_code: string; slug: string }; query: { locale?: S.Locale } }> = { method: 'POST', path: '/v1/applications/{app_code}/sites/{site_code}/kb/articles/{slug}/view', auth: 'key', repeat: 'always', timeout: 10, as: 'none' };

/** List documents, drafts included. */
export const listDocuments: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; status?: 'draft' | 'scheduled' | 'published' | 'archived'; locale?: S.Locale; q?: string; sort?: '-updated_at' | 'updated_at' | 'title'; doc_kind?: string }; data: Page<S.DocumentEntry> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/documents', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Write a document as a draft. */
export const createDocument: Operation<{ params: { site_id: S.Uuid }; body: S.DocumentCreate; data: S.SavedDocument }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/documents', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read a document for editing. */
export const getDocument: Operation<{ params: { site_id: S.Uuid; document_id: S.Uuid }; data: S.Document }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/documents/{document_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change a document; creates a new revision unless nothing changes. */
export const updateDocument: Operation<{ params: { site_id: S.Uuid; document_id: S.Uuid }; body?: S.DocumentPatch; ifMatch: 'required'; data: S.SavedDocument }> = { method: 'PATCH', path: '/v1/cms/sites/{site_id}/documents/{document_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Delete a document, or archive it if it was ever published. */
export const deleteDocument: Operation<{ params: { site_id: S.Uuid; document_id: S.Uuid }; ifMatch: 'required' }> = { method: 'DELETE', path: '/v1/cms/sites/{site_id}/documents/{document_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** Rotate the public address of a document; the old one ends at once. */
export const rotateDocumentToken: Operation<{ params: { site_id: S.Uuid; document_id: S.Uuid }; ifMatch: 'optional'; data: S.DocumentAddress }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/documents/{document_id}/rotate-token', auth: 'admin', repeat: 'never', timeout: 10 };

/** List published documents. */
export const readDocuments: Operation<{ params: { site_code: string }; query: { limit?: number; cursor?: string; page?: number; locale?: S.Locale | ('*'); q?: string; updated_since?: string; from?: string; to?: string; timezone?: string; include?: 'body'; format?: 'html'; anchors?: 'page'; sort?: '-published_at' | 'published_at' | '-updated_at' | 'updated_at' | 'title'; kind?: string }; data: Page<S.PublicDocumentEntry> }> = { method: 'GET', path: '/v1/sites/{site_code}/documents', auth: 'site_key', repeat: 'always', timeout: 10, as: 'page' };

/** List published documents, of a site of the application. */
export const readApplicationDocuments: Operation<{ params: { app_code: string; site_code: string }; query: { limit?: number; cursor?: string; page?: number; locale?: S.Locale | ('*'); q?: string; updated_since?: string; from?: string; to?: string; timezone?: string; include?: 'body'; format?: 'html'; anchors?: 'page'; sort?: '-published_at' | 'published_at' | '-updated_at' | 'updated_at' | 'title'; kind?: string }; data: Page<S.PublicDocumentEntry> }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/documents', auth: 'key', repeat: 'always', timeout: 10, as: 'page' };

/** Read a published document. */
export const readDocument: Operation<{ params: { site_code: string; slug: string }; query: { locale?: S.Locale; format?: 'html'; preview?: string }; data: S.PublicDocument }> = { method: 'GET', path: '/v1/sites/{site_code}/documents/{slug}', auth: 'site_key', repeat: 'always', timeout: 10 };

/** Read a published document, of a site of the application. */
export const readApplicationDocument: Operation<{ params: { app_code: string; site_code: string; slug: string }; query: { locale?: S.Locale; format?: 'html'; preview?: string }; data: S.PublicDocument }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/documents/{slug}', auth: 'key', repeat: 'always', timeout: 10 };

/** Open a document by its token. */
export const openDocument: Operation<{ params: { access_token: string }; data: Blob }> = { method: 'GET', path: '/v1/cms-documents/{access_token}', auth: 'none', repeat: 'always', timeout: 10, as: 'file' };

/** List downloads, drafts included. */
export const listDownloads: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; status?: 'draft' | 'scheduled' | 'published' | 'archived'; locale?: S.Locale; q?: string; sort?: '-updated_at' | 'updated_at' | 'title'; platform?: string; channel?: string }; data: Page<S.DownloadEntry> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/downloads', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Write a download as a draft. */
export const createDownload: Operation<{ params: { site_id: S.Uuid }; body: S.DownloadCreate; data: S.SavedDownload }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/downloads', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read a download for editing. */
export const getDownload: Operation<{ params: { site_id: S.Uuid; download_id: S.Uuid }; data: S.Download }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/downloads/{download_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change a download; creates a new revision unless nothing changes. */
export const updateDownload: Operation<{ params: { site_id: S.Uuid; download_id: S.Uuid }; body?: S.DownloadPatch; ifMatch: 'required'; data: S.SavedDownload }> = { method: 'PATCH', path: '/v1/cms/sites/{site_id}/downloads/{download_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Delete a download, or archive it if it was ever published. */
export const deleteDownload: Operation<{ params: { site_id: S.Uuid; download_id: S.Uuid }; ifMatch: 'required' }> = { method: 'DELETE', path: '/v1/cms/sites/{site_id}/downloads/{download_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** List published downloads, newest version first. */
export const readDownloads: Operation<{ params: { site_code: string }; query: { platform?: string; channel?: string; format?: 'html' }; data: Array<S.PublicDownload> }> = { method: 'GET', path: '/v1/sites/{site_code}/downloads', auth: 'site_key', repeat: 'always', timeout: 10 };

/** List published downloads, newest version first, of a site of the application. */
export const readApplicationDownloads: Operation<{ params: { app_code: string; site_code: string }; query: { platform?: string; channel?: string; format?: 'html' }; data: Array<S.PublicDownload> }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/downloads', auth: 'key', repeat: 'always', timeout: 10 };

/** Read the newest build for a platform; null when there is none. */
export const readLatestDownload: Operation<{ params: { site_code: string; platform: string }; query: { channel?: string; arch?: string; current_version?: string; format?: 'html' }; data: S.LatestDownloadOrNone }> = { method: 'GET', path: '/v1/sites/{site_code}/downloads/{platform}/latest', auth: 'site_key', repeat: 'always', timeout: 10 };

/** Read the newest build for a platform; null when there is none, of a site of the application. */
export const readApplicationLatestDownload: Operation<{ params: { app_code: string; site_code: string; platform: string }; query: { channel?: string; arch?: string; current_version?: string; format?: 'html' }; data: S.LatestDownloadOrNone }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/downloads/{platform}/latest', auth: 'key', repeat: 'always', timeout: 10 };

/** Redirect to the file of the newest build, for a download button. */
export const openLatestDownload: Operation<{ params: { site_code: string; platform: string }; query: { channel?: string; arch?: string; public_key?: string } }> = { method: 'GET', path: '/v1/sites/{site_code}/downloads/{platform}/latest/file', auth: 'site_key', repeat: 'always', timeout: 10, as: 'none' };

/** List changelog entries, drafts included. */
export const listChangelogEntries: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; status?: 'draft' | 'scheduled' | 'published' | 'archived'; locale?: S.Locale; q?: string; sort?: '-updated_at' | 'updated_at' | 'title' }; data: Page<S.ChangelogEntryHead> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/changelog', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Write a changelog entry as a draft. */
export const createChangelogEntry: Operation<{ params: { site_id: S.Uuid }; body: S.ChangelogEntryCreate; data: S.SavedChangelogEntry }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/changelog', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read a changelog entry for editing. */
export const getChangelogEntry: Operation<{ params: { site_id: S.Uuid; entry_id: S.Uuid }; data: S.ChangelogEntry }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/changelog/{entry_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change a changelog entry; creates a new revision unless nothing changes. */
export const updateChangelogEntry: Operation<{ params: { site_id: S.Uuid; entry_id: S.Uuid }; body?: S.ChangelogEntryPatch; ifMatch: 'required'; data: S.SavedChangelogEntry }> = { method: 'PATCH', path: '/v1/cms/sites/{site_id}/changelog/{entry_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Delete a changelog entry, or archive it if it was ever published. */
export const deleteChangelogEntry: Operation<{ params: { site_id: S.Uuid; entry_id: S.Uuid }; ifMatch: 'required' }> = { method: 'DELETE', path: '/v1/cms/sites/{site_id}/changelog/{entry_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** List published changelog entries with their texts. */
export const readChangelog: Operation<{ params: { site_code: string }; query: { limit?: number; cursor?: string; page?: number; locale?: S.Locale | ('*'); q?: string; updated_since?: string; from?: string; to?: string; timezone?: string; include?: 'body'; format?: 'html'; anchors?: 'page'; sort?: '-published_at' | 'published_at' | '-updated_at' | 'updated_at' | 'title'; platform?: string }; data: Page<S.PublicChangelogEntryHead> }> = { method: 'GET', path: '/v1/sites/{site_code}/changelog', auth: 'site_key', repeat: 'always', timeout: 10, as: 'page' };

/** List published changelog entries with their texts, of a site of the application. */
export const readApplicationChangelog: Operation<{ params: { app_code: string; site_code: string }; query: { limit?: number; cursor?: string; page?: number; locale?: S.Locale | ('*'); q?: string; updated_since?: string; from?: string; to?: string; timezone?: string; include?: 'body'; format?: 'html'; anchors?: 'page'; sort?: '-published_at' | 'published_at' | '-updated_at' | 'updated_at' | 'title'; platform?: string }; data: Page<S.PublicChangelogEntryHead> }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/changelog', auth: 'key', repeat: 'always', timeout: 10, as: 'page' };

/** Read a published changelog entry. */
export const readChangelogEntry: Operation<{ params: { site_code: string; slug: string }; query: { locale?: S.Locale; format?: 'html'; preview?: string }; data: S.PublicChangelogEntry }> = { method: 'GET', path: '/v1/sites/{site_code}/changelog/{slug}', auth: 'site_key', repeat: 'always', timeout: 10 };

/** Read a published changelog entry, of a site of the application. */
export const readApplicationChangelogEntry: Operation<{ params: { app_code: string; site_code: string; slug: string }; query: { locale?: S.Locale; format?: 'html'; preview?: string }; data: S.PublicChangelogEntry }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/changelog/{slug}', auth: 'key', repeat: 'always', timeout: 10 };

/** List banners, drafts included. */
export const listBanners: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; status?: 'draft' | 'scheduled' | 'published' | 'archived'; locale?: S.Locale; q?: string; sort?: '-updated_at' | 'updated_at' | 'title' }; data: Page<S.BannerEntry> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/banners', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Write a banner as a draft. */
export const createBanner: Operation<{ params: { site_id: S.Uuid }; body: S.BannerCreate; data: S.SavedBanner }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/banners', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read a banner for editing. */
export const getBanner: Operation<{ params: { site_id: S.Uuid; banner_id: S.Uuid }; data: S.Banner }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/banners/{banner_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change a banner; creates a new revision unless nothing changes. */
export const updateBanner: Operation<{ params: { site_id: S.Uuid; banner_id: S.Uuid }; body?: S.BannerPatch; ifMatch: 'required'; data: S.SavedBanner }> = { method: 'PATCH', path: '/v1/cms/sites/{site_id}/banners/{banner_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Delete a banner, or archive it if it was ever published. */
export const deleteBanner: Operation<{ params: { site_id: S.Uuid; banner_id: S.Uuid }; ifMatch: 'required' }> = { method: 'DELETE', path: '/v1/cms/sites/{site_id}/banners/{banner_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** List the banners that are live now, the most important first. */
export const readBanners: Operation<{ params: { site_code: string }; query: { path?: string; locale?: S.Locale; platform?: string; app_version?: string }; data: Array<S.PublicBanner> }> = { method: 'GET', path: '/v1/sites/{site_code}/banners', auth: 'site_key', repeat: 'always', timeout: 10 };

/** List the banners that are live now, the most important first, of a site of the application. */
export const readApplicationSiteBanners: Operation<{ params: { app_code: string; site_code: string }; query: { path?: string; locale?: S.Locale; platform?: string; app_version?: string }; data: Array<S.PublicBanner> }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/banners', auth: 'key', repeat: 'always', timeout: 10 };

/** Read a banner that is live now. */
export const readBanner: Operation<{ params: { site_code: string; banner_id: string }; data: S.PublicBanner }> = { method: 'GET', path: '/v1/sites/{site_code}/banners/{banner_id}', auth: 'site_key', repeat: 'always', timeout: 10 };

/** Read a banner that is live now, of a site of the application. */
export const readApplicationSiteBanner: Operation<{ params: { app_code: string; site_code: string; banner_id: string }; data: S.PublicBanner }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/banners/{banner_id}', auth: 'key', repeat: 'always', timeout: 10 };

/** List the live banners of an application, from all of its sites. */
export const readApplicationBanners: Operation<{ params: { app_code: string }; query: { path?: string; locale?: S.Locale; platform?: string; app_version?: string }; data: Array<S.PublicBanner> }> = { method: 'GET', path: '/v1/applications/{app_code}/banners', auth: 'key', repeat: 'always', timeout: 10 };

/** Read a live banner of an application. */
export const readApplicationBanner: Operation<{ params: { app_code: string; banner_id: string }; data: S.PublicBanner }> = { method: 'GET', path: '/v1/applications/{app_code}/banners/{banner_id}', auth: 'key', repeat: 'always', timeout: 10 };

/** Search posts, articles, documents and changelog. */
export const searchSite: Operation<{ params: { site_code: string }; query: { q: string; locale?: S.Locale; kind?: 'post' | 'article' | 'document' | 'changelog_entry'; limit?: number }; data: Array<S.SearchResult> }> = { method: 'GET', path: '/v1/sites/{site_code}/search', auth: 'site_key', repeat: 'always', timeout: 10 };

/** Search posts, articles, documents and changelog, of a site of the application. */
export const searchApplicationSite: Operation<{ params: { app_code: string; site_code: string }; query: { q: string; locale?: S.Locale; kind?: 'post' | 'article' | 'document' | 'changelog_entry'; limit?: number }; data: Array<S.SearchResult> }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/search', auth: 'key', repeat: 'always', timeout: 10 };

/** Search posts, articles, documents and changelog, in pages. */
export const readSearchResults: Operation<{ params: { site_code: string }; query: { q: string; locale?: S.Locale; kind?: 'post' | 'article' | 'document' | 'changelog_entry'; limit?: number; cursor?: string }; data: Page<S.SearchResult> }> = { method: 'GET', path: '/v1/sites/{site_code}/search/results', auth: 'site_key', repeat: 'always', timeout: 10, as: 'page' };

/** Search posts, articles, documents and changelog, in pages, of a site of the application. */
export const readApplicationSearchResults: Operation<{ params: { app_code: string; site_code: string }; query: { q: string; locale?: S.Locale; kind?: 'post' | 'article' | 'document' | 'changelog_entry'; limit?: number; cursor?: string }; data: Page<S.SearchResult> }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/search/results', auth: 'key', repeat: 'always', timeout: 10, as: 'page' };

/** List addresses of texts that are gone, for incremental builds. */
export const readRemovedTexts: Operation<{ params: { site_code: string }; query: { since?: string; kind?: 'post' | 'article' | 'document' | 'changelog_entry' }; data: S.RemovedTexts }> = { method: 'GET', path: '/v1/sites/{site_code}/removed-texts', auth: 'site_key', repeat: 'always', timeout: 10 };

/** List addresses of texts that are gone, for incremental builds, of a site of the application. */
export const readApplicationRemovedTexts: Operation<{ params: { app_code: string; site_code: string }; query: { since?: string; kind?: 'post' | 'article' | 'document' | 'changelog_entry' }; data: S.RemovedTexts }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/removed-texts', auth: 'key', repeat: 'always', timeout: 10 };

/** The twenty newest posts as RSS 2.0. */
export const readRssFeed: Operation<{ params: { site_code: string }; query: { locale?: S.Locale; public_key?: string; self_url?: string }; data: string }> = { method: 'GET', path: '/v1/sites/{site_code}/feed.xml', auth: 'site_key', repeat: 'always', timeout: 10, as: 'text' };

/** The twenty newest posts as Atom. */
export const readAtomFeed: Operation<{ params: { site_code: string }; query: { locale?: S.Locale; public_key?: string; self_url?: string }; data: string }> = { method: 'GET', path: '/v1/sites/{site_code}/feed.atom', auth: 'site_key', repeat: 'always', timeout: 10, as: 'text' };

/** The twenty newest posts as JSON Feed 1.1. */
export const readJsonFeed: Operation<{ params: { site_code: string }; query: { locale?: S.Locale; public_key?: string; self_url?: string }; data: Record<string, unknown> }> = { method: 'GET', path: '/v1/sites/{site_code}/feed.json', auth: 'site_key', repeat: 'always', timeout: 10, as: 'json' };

/** Addresses of published texts as a sitemap, with their languages. */
export const readSitemap: Operation<{ params: { site_code: string }; query: { public_key?: string }; data: string }> = { method: 'GET', path: '/v1/sites/{site_code}/sitemap.xml', auth: 'site_key', repeat: 'always', timeout: 10, as: 'text' };

/** List redirects, for the server of the site. */
export const readRedirects: Operation<{ params: { site_code: string }; data: Array<S.PublicRedirect> }> = { method: 'GET', path: '/v1/sites/{site_code}/redirects', auth: 'site_key', repeat: 'always', timeout: 10 };

/** List redirects, for the server of the site, of a site of the application. */
export const readApplicationRedirects: Operation<{ params: { app_code: string; site_code: string }; data: Array<S.PublicRedirect> }> = { method: 'GET', path: '/v1/applications/{app_code}/sites/{site_code}/redirects', auth: 'key', repeat: 'always', timeout: 10 };

/** List redirects, newest first. */
export const listRedirects: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.Redirect> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/redirects', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Add a redirect. */
export const createRedirect: Operation<{ params: { site_id: S.Uuid }; body: S.RedirectCreate; data: S.Redirect }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/redirects', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Remove a redirect. */
export const deleteRedirect: Operation<{ params: { site_id: S.Uuid; redirect_id: S.Uuid } }> = { method: 'DELETE', path: '/v1/cms/sites/{site_id}/redirects/{redirect_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** Export a whole site as a zip archive. */
export const exportSite: Operation<{ params: { site_id: S.Uuid }; data: Blob }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/export', auth: 'admin', repeat: 'always', timeout: 65, as: 'file' };

/** Import an archive, or a site of Ghost or WordPress. */
export const startImport: Operation<{ params: { site_id: S.Uuid }; query: { file_name?: string; format: 'markdown_zip' | 'ghost_json' | 'wordpress_wxr'; dry_run?: string; publish?: string; fetch_images?: string; take?: string; source_url?: string }; body: Blob; data: S.SiteImport }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/imports', auth: 'admin', repeat: 'with_key', timeout: 605 };

/** List imports, newest first. */
export const listImports: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.SiteImport> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/imports', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read an import with a page of its entries. */
export const getImport: Operation<{ params: { site_id: S.Uuid; import_id: S.Uuid }; query: { limit?: number; cursor?: string; outcome?: 'created' | 'updated' | 'skipped' | 'failed'; with_warnings?: string }; data: S.SiteImportWithEntries }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/imports/{import_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Submit a form of a site. */
export const submitLead: Operation<{ params: { site_code: string }; body: S.LeadForm; data: S.LeadAnswer }> = { method: 'POST', path: '/v1/sites/{site_code}/leads', auth: 'site_key', repeat: 'always', timeout: 20 };

/** Submit a form of a site, of a site of the application. */
export const submitApplicationLead: Operation<{ params: { app_code: string; site_code: string }; body: S.LeadForm; data: S.LeadAnswer }> = { method: 'POST', path: '/v1/applications/{app_code}/sites/{site_code}/leads', auth: 'key', repeat: 'always', timeout: 20 };

/** Read the settings of forms. */
export const getLeadSettings: Operation<{ params: { site_id: S.Uuid }; data: S.LeadSettings }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/lead-settings', auth: 'admin', repeat: 'always', timeout: 10 };

/** Set the settings of forms. */
export const putLeadSettings: Operation<{ params: { site_id: S.Uuid }; body?: S.LeadSettingsPut; ifMatch: 'optional'; data: S.LeadSettings }> = { method: 'PUT', path: '/v1/cms/sites/{site_id}/lead-settings', auth: 'admin', repeat: 'always', timeout: 10 };

/** List or export leads, newest first. */
export const listLeads: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; state?: 'new' | 'in_progress' | 'done' | 'spam'; form?: 'contact' | 'newsletter'; form_code?: string; from?: string; to?: string; timezone?: string; format?: 'json' | 'csv' }; data: Page<S.Lead> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/leads', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** List or export the leads of a person, newest first. */
export const searchLeads: Operation<{ params: { site_id: S.Uuid }; body?: S.LeadSearch; data: Page<S.Lead> }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/leads/search', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read a lead. */
export const getLead: Operation<{ params: { site_id: S.Uuid; lead_id: S.Uuid }; data: S.Lead }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/leads/{lead_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change the state of a lead. */
export const updateLead: Operation<{ params: { site_id: S.Uuid; lead_id: S.Uuid }; body: S.LeadPatch; ifMatch: 'optional'; data: S.Lead }> = { method: 'PATCH', path: '/v1/cms/sites/{site_id}/leads/{lead_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Remove a lead; the last lead of a person erases the person. */
export const deleteLead: Operation<{ params: { site_id: S.Uuid; lead_id: S.Uuid }; ifMatch: 'optional' }> = { method: 'DELETE', path: '/v1/cms/sites/{site_id}/leads/{lead_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** Erase everything about a person without an account. */
export const eraseLeads: Operation<{ params: { site_id: S.Uuid }; body: S.LeadErasure; data: S.ErasedSubjects }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/leads/erase', auth: 'admin', repeat: 'never', timeout: 10 };

/** Page with the button that confirms a subscription. */
export const showConfirmation: Operation<{ params: { token: string }; data: string }> = { method: 'GET', path: '/v1/newsletter/confirm/{token}', auth: 'none', repeat: 'always', timeout: 10, as: 'text' };

/** Confirm a subscription. */
export const confirmSubscription: Operation<{ params: { token: string }; data: string }> = { method: 'POST', path: '/v1/newsletter/confirm/{token}', auth: 'none', repeat: 'never', timeout: 10, as: 'text' };

/** Page with the button that ends a subscription. */
export const showUnsubscription: Operation<{ params: { token: string }; data: string }> = { method: 'GET', path: '/v1/newsletter/unsubscribe/{token}', auth: 'none', repeat: 'always', timeout: 10, as: 'text' };

/** End a subscription (RFC 8058). */
export const unsubscribe: Operation<{ params: { token: string }; data: string }> = { method: 'POST', path: '/v1/newsletter/unsubscribe/{token}', auth: 'none', repeat: 'never', timeout: 10, as: 'text' };

/** List subscribers, or export the confirmed ones. */
export const listSubscribers: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; status?: 'pending' | 'confirmed' | 'unsubscribed'; format?: 'json' | 'csv' }; data: Page<S.Subscriber> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/subscribers', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** List mails of the last 90 days, newest first. */
export const listMails: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; status?: 'queued' | 'sent' | 'failed' }; data: Page<S.Mail> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/mails', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Send a failed or waiting mail again. */
export const retryMail: Operation<{ params: { site_id: S.Uuid; mail_id: S.Uuid }; data: S.Mail }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/mails/{mail_id}/retry', auth: 'admin', repeat: 'never', timeout: 10 };

/** Open a ticket. */
export const createTicket: Operation<{ body: S.TicketCreate; data: S.TicketWithMessages }> = { method: 'POST', path: '/v1/support/tickets', auth: 'user', repeat: 'with_key', timeout: 10 };

/** List the tickets of the user, newest first. */
export const listMyTickets: Operation<{ query: { limit?: number; cursor?: string; status?: 'open' | 'pending' | 'closed' }; data: Page<S.Ticket> }> = { method: 'GET', path: '/v1/support/tickets', auth: 'user', repeat: 'always', timeout: 10, as: 'page' };

/** Read a ticket of the user with its messages. */
export const getMyTicket: Operation<{ params: { ticket_id: S.Uuid }; data: S.TicketWithMessages }> = { method: 'GET', path: '/v1/support/tickets/{ticket_id}', auth: 'user', repeat: 'always', timeout: 10 };

/** Add a message to a ticket of the user. */
export const addTicketMessage: Operation<{ params: { ticket_id: S.Uuid }; body: S.TicketMessageCreate; data: S.TicketMessage }> = { method: 'POST', path: '/v1/support/tickets/{ticket_id}/messages', auth: 'user', repeat: 'with_key', timeout: 10 };

/** Close a ticket of the user. */
export const closeMyTicket: Operation<{ params: { ticket_id: S.Uuid }; data: S.Ticket }> = { method: 'POST', path: '/v1/support/tickets/{ticket_id}/close', auth: 'user', repeat: 'always', timeout: 10 };

/** Upload a file for a later message. */
export const uploadAttachment: Operation<{ query: { file_name?: string }; body: Blob; data: S.SupportAttachment }> = { method: 'POST', path: '/v1/support/attachments', auth: 'user', repeat: 'with_key', timeout: 125 };

/** Read a file of a ticket by its signed address. */
export const openAttachment: Operation<{ params: { file_token: string }; data: Blob }> = { method: 'GET', path: '/v1/support/files/{file_token}', auth: 'none', repeat: 'always', timeout: 10, as: 'file' };

/** List tickets, newest first. */
export const listTickets: Operation<{ query: { limit?: number; cursor?: string; application_id?: S.Uuid; user_id?: S.Uuid; status?: 'open' | 'pending' | 'closed'; priority?: 'low' | 'normal' | 'high'; assignee_id?: S.Uuid | ('none') }; data: Page<S.AdminTicket> }> = { method: 'GET', path: '/v1/admin/support/tickets', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read a ticket with messages and internal notes. */
export const getTicket: Operation<{ params: { ticket_id: S.Uuid }; data: S.AdminTicketWithMessages }> = { method: 'GET', path: '/v1/admin/support/tickets/{ticket_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change status, assignee or priority of a ticket. */
export const updateTicket: Operation<{ params: { ticket_id: S.Uuid }; body?: S.TicketPatch; ifMatch: 'optional'; data: S.AdminTicket }> = { method: 'PATCH', path: '/v1/admin/support/tickets/{ticket_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Answer a ticket, or leave an internal note. */
export const answerTicket: Operation<{ params: { ticket_id: S.Uuid }; body: S.TicketAnswer; data: S.AdminTicketMessage }> = { method: 'POST', path: '/v1/admin/support/tickets/{ticket_id}/messages', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Upload a file for a later answer. */
export const uploadStaffAttachment: Operation<{ query: { file_name?: string }; body: Blob; data: S.SupportAttachment }> = { method: 'POST', path: '/v1/admin/support/attachments', auth: 'admin', repeat: 'with_key', timeout: 125 };

/** Record one event. */
export const recordEvent: Operation<{ body: S.ClientEvent; data: S.EventsAccepted }> = { method: 'POST', path: '/v1/events', auth: 'user', repeat: 'always', timeout: 10 };

/** Record up to 500 events. */
export const recordEvents: Operation<{ body: {
  /** The events */
  events: Array<S.ClientEvent>;
  /** Time at which the device sent the batch, by the clock of the device; used to correct a wrong clock */
  sent_at?: S.Timestamp;
  /** Id of the application, if no header contains it */
  application_id?: S.Uuid;
  /** Code of the application, if no header contains it */
  application_code?: string;
} | Array<S.ClientEvent>; data: S.EventsAccepted }> = { method: 'POST', path: '/v1/events/batch', auth: 'user', repeat: 'always', timeout: 10 };

/** Record up to 500 events of users for a back end. */
export const recordBackEndEvents: Operation<{ params: { application_id: S.Uuid }; body: S.BackEndEvents; data: S.EventsAccepted }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/events', auth: 'admin', repeat: 'always', timeout: 10 };

/** Record what a visitor of a site did: one event, or up to 500. */
export const recordSiteEvents: Operation<{ params: { site_code: string }; query: { public_key?: string }; body?: {
  /** The events */
  events: Array<S.SiteEvent>;
} | Array<S.SiteEvent> | S.SiteEvent | Record<string, unknown>; data: S.EventsAccepted }> = { method: 'POST', path: '/v1/sites/{site_code}/events', auth: 'site_key', repeat: 'always', timeout: 10 };

/** Read the totals of an application, of all of them, or of a site. */
export const getAnalyticsSummary: Operation<{ query: { days?: number; from?: string; to?: string; application_code?: string; cms_site_code?: string; format?: 'json' | 'csv' }; data: S.ApplicationSummary | S.SiteSummary }> = { method: 'GET', path: '/v1/analytics/summary', auth: 'admin', repeat: 'always', timeout: 10 };

/** List the versions of the application in use. */
export const getAppVersions: Operation<{ query: { days?: number; from?: string; to?: string; application_code?: string; platform?: string; format?: 'json' | 'csv' }; data: S.AppVersions }> = { method: 'GET', path: '/v1/analytics/versions', auth: 'admin', repeat: 'always', timeout: 10 };

/** List users with their app version, last seen first. */
export const listAppVersionUsers: Operation<{ query: { limit?: number; cursor?: string; days?: number; from?: string; to?: string; application_code?: string; platform?: string; app_version?: string; format?: 'json' | 'csv' }; data: Page<S.AppVersionUser> }> = { method: 'GET', path: '/v1/analytics/versions/users', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** List users that saw a paywall and did not buy, last seen first. */
export const listPaywallNoPurchase: Operation<{ query: { limit?: number; cursor?: string; days?: number; from?: string; to?: string; application_code?: string; format?: 'json' | 'csv' }; data: Page<S.PaywallNoPurchaseUser> }> = { method: 'GET', path: '/v1/analytics/cohorts/paywall-no-purchase', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Count users that completed these steps in order. */
export const getFunnel: Operation<{ query: { days?: number; from?: string; to?: string; application_code: string; steps: string; window_hours?: number; breakdown?: 'platform' | 'app_version' | 'country_code' | 'channel'; format?: 'json' | 'csv' }; data: S.Funnel }> = { method: 'GET', path: '/v1/analytics/funnel', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the retention of registered users. */
export const getRetention: Operation<{ query: { days?: number; from?: string; to?: string; application_code: string; unit?: 'day' | 'week'; periods?: number; format?: 'json' | 'csv' }; data: S.Retention }> = { method: 'GET', path: '/v1/analytics/retention', auth: 'admin', repeat: 'always', timeout: 10 };

/** Count stored, repeated and refused events. */
export const getIngestion: Operation<{ query: { days?: number; from?: string; to?: string; application_code: string }; data: S.Ingestion }> = { method: 'GET', path: '/v1/analytics/ingestion', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the analytics settings of an application. */
export const getAnalyticsSettings: Operation<{ params: { application_id: S.Uuid }; data: S.AnalyticsSettings }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/analytics', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change the analytics settings of an application. */
export const setAnalyticsSettings: Operation<{ params: { application_id: S.Uuid }; body?: S.AnalyticsSettingsChange; data: S.AnalyticsSettings }> = { method: 'PUT', path: '/v1/admin/applications/{application_id}/analytics', auth: 'admin', repeat: 'always', timeout: 10 };

/** List the event names of an application. */
export const listEventNames: Operation<{ params: { application_id: S.Uuid }; query: { limit?: number; cursor?: string; status?: 'seen' | 'allowed' | 'merged' }; data: Page<S.EventName> }> = { method: 'GET', path: '/v1/admin/applications/{application_id}/event-names', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Allow an event name of an application. */
export const allowEventName: Operation<{ params: { application_id: S.Uuid; event_name: string }; data: S.EventName }> = { method: 'PUT', path: '/v1/admin/applications/{application_id}/event-names/{event_name}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Remove an event name of an application. */
export const removeEventName: Operation<{ params: { application_id: S.Uuid; event_name: string } }> = { method: 'DELETE', path: '/v1/admin/applications/{application_id}/event-names/{event_name}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** Merge event names of an application. */
export const mergeEventNames: Operation<{ params: { application_id: S.Uuid }; body: S.EventNameMerge; data: S.EventName }> = { method: 'POST', path: '/v1/admin/applications/{application_id}/event-names/merge', auth: 'admin', repeat: 'never', timeout: 10 };

/** List the event names of a site. */
export const listSiteEventNames: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; status?: 'seen' | 'allowed' | 'merged' }; data: Page<S.EventName> }> = { method: 'GET', path: '/v1/admin/sites/{site_id}/event-names', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Allow an event name of a site. */
export const allowSiteEventName: Operation<{ params: { site_id: S.Uuid; event_name: string }; data: S.EventName }> = { method: 'PUT', path: '/v1/admin/sites/{site_id}/event-names/{event_name}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Remove an event name of a site. */
export const removeSiteEventName: Operation<{ params: { site_id: S.Uuid; event_name: string } }> = { method: 'DELETE', path: '/v1/admin/sites/{site_id}/event-names/{event_name}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** Merge event names of a site. */
export const mergeSiteEventNames: Operation<{ params: { site_id: S.Uuid }; body: S.EventNameMerge; data: S.EventName }> = { method: 'POST', path: '/v1/admin/sites/{site_id}/event-names/merge', auth: 'admin', repeat: 'never', timeout: 10 };

/** Start an audit of a site. */
export const startSeoScan: Operation<{ params: { site_id: S.Uuid }; body?: S.ScanOptionsPatch; data: S.StartedSeoScan }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/scans', auth: 'admin', repeat: 'always', timeout: 10 };

/** List audits of a site, newest first. */
export const listSeoScans: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.SeoScan> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/scans', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read an audit and its progress. */
export const getSeoScan: Operation<{ params: { site_id: S.Uuid; scan_id: S.Uuid }; data: S.SeoScan }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/scans/{scan_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Cancel an audit. */
export const cancelSeoScan: Operation<{ params: { site_id: S.Uuid; scan_id: S.Uuid }; data: S.SeoScan }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/scans/{scan_id}/cancel', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the settings of audits. */
export const getSeoSettings: Operation<{ params: { site_id: S.Uuid }; data: S.SeoSettings }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/settings', auth: 'admin', repeat: 'always', timeout: 10 };

/** Replace the settings of audits. */
export const putSeoSettings: Operation<{ params: { site_id: S.Uuid }; body?: S.SeoSettingsPut; data: S.SeoSettings }> = { method: 'PUT', path: '/v1/cms/sites/{site_id}/seo/settings', auth: 'admin', repeat: 'always', timeout: 10 };

/** List or export issues, the most severe first. */
export const listSeoIssues: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; status?: 'open' | 'resolved' | 'ignored'; issue_type?: S.SeoIssueType; severity?: 'critical' | 'high' | 'medium' | 'low'; owner?: 'landing_dev' | 'cms_editor' | 'operations' | 'content'; origin?: 'spec' | 'extended'; item_id?: S.Uuid; url?: string; locale?: 'ru' | 'en'; group_by?: 'issue_type' | 'owner' | 'severity' | 'url' | 'item_id'; format?: 'json' | 'csv' }; data: Page<S.SeoIssue> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/issues', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Change the status of many issues. */
export const updateSeoIssues: Operation<{ params: { site_id: S.Uuid }; body: S.SeoIssuesPatch; data: S.SeoIssuesChanged }> = { method: 'PATCH', path: '/v1/cms/sites/{site_id}/seo/issues', auth: 'admin', repeat: 'never', timeout: 10 };

/** Group open issues into tasks, the largest gain first. */
export const summarizeSeoIssues: Operation<{ params: { site_id: S.Uuid }; query: { locale?: 'ru' | 'en' }; data: Array<S.SeoTask> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/tasks', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read an issue with its history. */
export const getSeoIssue: Operation<{ params: { site_id: S.Uuid; issue_id: S.Uuid }; query: { locale?: 'ru' | 'en' }; data: S.SeoIssueWithHistory }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/issues/{issue_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change the status of an issue. */
export const updateSeoIssue: Operation<{ params: { site_id: S.Uuid; issue_id: S.Uuid }; body: S.SeoIssuePatch; data: S.SeoIssue }> = { method: 'PATCH', path: '/v1/cms/sites/{site_id}/seo/issues/{issue_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Read the catalogue of rules. */
export const listSeoRules: Operation<{ query: { locale?: 'ru' | 'en' }; data: S.SeoRules }> = { method: 'GET', path: '/v1/cms/seo/rules', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the verdict of the last scan. */
export const getSeoVerdict: Operation<{ params: { site_id: S.Uuid }; query: { locale?: 'ru' | 'en' }; data: S.SeoVerdict }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/verdict', auth: 'admin', repeat: 'always', timeout: 10 };

/** List or export pages of the last scan, in the order of the crawl. */
export const listSeoPages: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; indexable?: string; status?: number; format?: 'json' | 'csv' }; data: Page<S.SeoPage> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/pages', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read a page with its facts, issues and links to it. */
export const getSeoPage: Operation<{ params: { site_id: S.Uuid; page_id: S.Uuid }; query: { locale?: 'ru' | 'en' }; data: S.SeoPageWithFacts }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/pages/{page_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the settings of the AI provider. */
export const getAiSettings: Operation<{ data: S.AiSettings }> = { method: 'GET', path: '/v1/settings/ai', auth: 'admin', repeat: 'always', timeout: 10 };

/** Replace the settings of the AI provider. */
export const putAiSettings: Operation<{ body?: S.AiSettingsPut; data: S.AiSettings }> = { method: 'PUT', path: '/v1/settings/ai', auth: 'admin', repeat: 'always', timeout: 10 };

/** Test the AI provider with a short request. */
export const testAiSettings: Operation<{ data: S.AiTest }> = { method: 'POST', path: '/v1/settings/ai/test', auth: 'admin', repeat: 'never', timeout: 105 };

/** Read the usage of the AI provider in the last 90 days, newest day first. */
export const listAiUsage: Operation<{ data: Array<S.AiUsage> }> = { method: 'GET', path: '/v1/settings/ai/usage', auth: 'admin', repeat: 'always', timeout: 10 };

/** Judge pages again. */
export const recheckSeoPages: Operation<{ params: { site_id: S.Uuid }; body: S.SeoRecheckBody; data: S.RequestedSeoRechecks }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/recheck', auth: 'admin', repeat: 'always', timeout: 10 };

/** Judge the page of an issue again. */
export const recheckSeoIssue: Operation<{ params: { site_id: S.Uuid; issue_id: S.Uuid }; data: S.RequestedSeoRechecks }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/issues/{issue_id}/recheck', auth: 'admin', repeat: 'always', timeout: 10 };

/** Announce changed addresses to search engines. */
export const submitSeoIndexNow: Operation<{ params: { site_id: S.Uuid }; body?: S.SeoIndexNowBody; data: S.SeoIndexNowResult }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/indexnow', auth: 'admin', repeat: 'always', timeout: 65 };

/** List changed addresses, the newest change first. */
export const listSeoIndexNow: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.SeoIndexNowUrl> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/indexnow', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Score published posts. */
export const scoreBlogReadiness: Operation<{ params: { site_id: S.Uuid }; body?: S.ReadinessBody; data: Array<S.ItemReadiness> }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/readiness/blog', auth: 'admin', repeat: 'always', timeout: 65 };

/** Score published articles. */
export const scoreKbReadiness: Operation<{ params: { site_id: S.Uuid }; body?: S.ReadinessBody; data: Array<S.ItemReadiness> }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/readiness/kb', auth: 'admin', repeat: 'always', timeout: 65 };

/** List scores of published texts. */
export const listSeoReadiness: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.ItemReadiness> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/readiness', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read the score of a published text. */
export const getSeoReadiness: Operation<{ params: { site_id: S.Uuid; item_type: 'blog' | 'kb'; item_id: S.Uuid }; data: S.ItemReadiness }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/readiness/{item_type}/{item_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Measure the speed of pages with PageSpeed Insights. */
export const measureSeoPsi: Operation<{ params: { site_id: S.Uuid }; body?: S.SeoPsiBody; data: S.SeoPsiResults }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/psi', auth: 'admin', repeat: 'always', timeout: 10 };

/** List measured pages, the newest request first. */
export const listSeoPsi: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.SeoPsiResult> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/psi', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** List reports of a site, newest first. */
export const listSeoReports: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.SeoReportSummary> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/reports', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read a report with its plan and runbook. */
export const getSeoReport: Operation<{ params: { site_id: S.Uuid; report_id: S.Uuid }; query: { locale?: 'ru' | 'en' }; data: S.SeoReport }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/reports/{report_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the tasks of developers as a document. */
export const getSeoDeveloperDoc: Operation<{ params: { site_id: S.Uuid; report_id: S.Uuid }; query: { locale?: 'ru' | 'en' }; data: S.SeoDeveloperDoc }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/reports/{report_id}/developer-doc', auth: 'admin', repeat: 'always', timeout: 10 };

/** Summarize a report with the most important fixes. */
export const adviseOnSeoReport: Operation<{ params: { site_id: S.Uuid; report_id: S.Uuid }; query: { locale?: 'ru' | 'en' }; data: S.SeoReportAdvice }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/reports/{report_id}/ai', auth: 'admin', repeat: 'with_key', timeout: 105 };

/** Read the overview of a site. */
export const getSeoDashboard: Operation<{ params: { site_id: S.Uuid }; query: { days?: number; locale?: 'ru' | 'en' }; data: S.SeoDashboard }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/dashboard', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the history of scores and issues. */
export const getSeoHistory: Operation<{ params: { site_id: S.Uuid }; query: { days?: number }; data: S.SeoHistory }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/history', auth: 'admin', repeat: 'always', timeout: 10 };

/** List published items with their score, issues and impressions. */
export const listSeoContent: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.SeoContentItem> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/content', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Plan the open issues over weeks. */
export const generateSeoWorkPlan: Operation<{ params: { site_id: S.Uuid }; query: { locale?: 'ru' | 'en' }; body?: S.SeoWorkPlanOrder; data: S.SeoWorkPlan }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/work-plan/generate', auth: 'admin', repeat: 'with_key', timeout: 105 };

/** Read the plan with its progress. */
export const getSeoWorkPlan: Operation<{ params: { site_id: S.Uuid }; query: { locale?: 'ru' | 'en' }; data: S.SeoWorkPlan }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/work-plan', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the plan as a document, and as tickets for a tracker. */
export const getSeoWorkPlanMarkdown: Operation<{ params: { site_id: S.Uuid }; query: { locale?: 'ru' | 'en'; style?: 'checklist' | 'github' }; data: S.SeoPlanDocument }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/work-plan/markdown', auth: 'admin', repeat: 'always', timeout: 10 };

/** Create a digest of the last days. */
export const createSeoDigest: Operation<{ params: { site_id: S.Uuid }; query: { locale?: 'ru' | 'en' }; body?: S.SeoDigestOrder; data: S.SeoDigest }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/digest', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** List digests, newest first. */
export const listSeoDigests: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; locale?: 'ru' | 'en' }; data: Page<S.SeoDigest> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/digests', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read the search consoles of a site. */
export const getSearchConsoles: Operation<{ params: { site_id: S.Uuid }; data: S.SearchConsoles }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/search', auth: 'admin', repeat: 'always', timeout: 10 };

/** Start the connection of a search console. */
export const connectSearchConsole: Operation<{ params: { site_id: S.Uuid; provider: 'google' | 'yandex' }; body?: S.SearchConnectionStart; data: S.StartedSearchConnection }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/search/connect/{provider}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Finish the connection of Yandex Webmaster with the code of its page. */
export const enterYandexSearchCode: Operation<{ params: { site_id: S.Uuid }; body: S.SearchCode; data: S.SearchConsole }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/search/connect/yandex/code', auth: 'admin', repeat: 'never', timeout: 65 };

/** Finish the connection of a search console in mode `callback`. */
export const confirmSearchConsole: Operation<{ params: { site_id: S.Uuid; provider: 'google' | 'yandex' }; body: S.ConnectionConfirmation; data: S.SearchConsole }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/search/connect/{provider}/confirm', auth: 'admin', repeat: 'never', timeout: 65 };

/** Redirect URI for Google. */
export const finishGoogleSearch: Operation<{ query: { state?: string; code?: string; error?: string }; data: string }> = { method: 'GET', path: '/v1/cms/seo/oauth/google/callback', auth: 'none', repeat: 'never', timeout: 10, as: 'text' };

/** Redirect URI for Yandex. */
export const finishYandexSearch: Operation<{ query: { state?: string; code?: string; error?: string }; data: string }> = { method: 'GET', path: '/v1/cms/seo/oauth/yandex/callback', auth: 'none', repeat: 'never', timeout: 10, as: 'text' };

/** Choose the property of the account for this site. */
export const setSearchProperty: Operation<{ params: { site_id: S.Uuid; provider: 'google' | 'yandex' }; body: S.SearchPropertyPut; data: S.SearchConsole }> = { method: 'PUT', path: '/v1/cms/sites/{site_id}/seo/search/{provider}/property', auth: 'admin', repeat: 'always', timeout: 10 };

/** Sync the properties of the account and the keywords of 28 days. */
export const syncSearchConsole: Operation<{ params: { site_id: S.Uuid; provider: 'google' | 'yandex' }; data: S.SearchConsole }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/search/{provider}/sync', auth: 'admin', repeat: 'always', timeout: 10 };

/** Disconnect a search console. */
export const disconnectSearchConsole: Operation<{ params: { site_id: S.Uuid; provider: 'google' | 'yandex' }; data: S.SearchConsole }> = { method: 'DELETE', path: '/v1/cms/sites/{site_id}/seo/search/{provider}', auth: 'admin', repeat: 'always', timeout: 10 };

/** List keywords of a site, those with the most impressions first. */
export const listKeywords: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; source?: 'google' | 'yandex' | 'import' | 'content' }; data: Page<S.SeoKeyword> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/keywords', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Import keywords from a CSV file. */
export const importKeywords: Operation<{ params: { site_id: S.Uuid }; body: Blob; data: S.SeoKeywordImport }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/keywords/import', auth: 'admin', repeat: 'always', timeout: 65 };

/** List clusters of keywords, those with the most impressions first. */
export const listClusters: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; relation?: 'gap' | 'mapped' | 'cannibal'; decision?: 'new' | 'accepted' | 'rejected' }; data: Page<S.SeoCluster> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/clusters', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Generate the clusters of a site again. */
export const generateClusters: Operation<{ params: { site_id: S.Uuid }; data: S.SeoClusterGeneration }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/clusters/generate', auth: 'admin', repeat: 'always', timeout: 125 };

/** Accept or reject a cluster. */
export const decideCluster: Operation<{ params: { site_id: S.Uuid; cluster_id: S.Uuid }; body: S.SeoClusterDecision; data: S.SeoCluster }> = { method: 'PATCH', path: '/v1/cms/sites/{site_id}/seo/clusters/{cluster_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** List competitors of a site, newest first. */
export const listCompetitors: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.SeoCompetitor> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/seo/competitors', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Compare sitemaps of other sites with the site. */
export const addCompetitors: Operation<{ params: { site_id: S.Uuid }; body: S.SeoCompetitorsAdd; data: S.SeoCompetitors }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/seo/competitors', auth: 'admin', repeat: 'always', timeout: 10 };

/** Remove a competitor. */
export const removeCompetitor: Operation<{ params: { site_id: S.Uuid; competitor_id: S.Uuid } }> = { method: 'DELETE', path: '/v1/cms/sites/{site_id}/seo/competitors/{competitor_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** Start a personal-data scan of a site. */
export const startRknScan: Operation<{ params: { site_id: S.Uuid }; body?: S.RknScanOptionsPatch; data: S.StartedRknScan }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/rkn/scans', auth: 'admin', repeat: 'always', timeout: 10 };

/** List personal-data scans of a site, newest first. */
export const listRknScans: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.RknScan> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/rkn/scans', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read a scan with its findings. */
export const getRknScan: Operation<{ params: { site_id: S.Uuid; scan_id: S.Uuid }; query: { locale?: 'ru' | 'en' }; data: S.RknResult }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/rkn/scans/{scan_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Cancel a scan. */
export const cancelRknScan: Operation<{ params: { site_id: S.Uuid; scan_id: S.Uuid }; data: S.RknScan }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/rkn/scans/{scan_id}/cancel', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the findings to fix as a document. */
export const getRknDeveloperDoc: Operation<{ params: { site_id: S.Uuid; scan_id: S.Uuid }; query: { locale?: 'ru' | 'en' }; data: S.RknDeveloperDoc }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/rkn/scans/{scan_id}/developer-doc', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the newest finished scan with its open findings. */
export const getLatestRknScan: Operation<{ params: { site_id: S.Uuid }; query: { locale?: 'ru' | 'en' }; data: S.RknResult }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/rkn/latest', auth: 'admin', repeat: 'always', timeout: 10 };

/** List findings of a site, the most severe first. */
export const listRknIssues: Operation<{ params: { site_id: S.Uuid }; query: { limit?: number; cursor?: string; locale?: 'ru' | 'en'; status?: 'open' | 'resolved' | 'ignored'; code?: S.RknCode; severity?: 'critical' | 'high' | 'medium' | 'low' }; data: Page<S.RknIssue> }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/rkn/issues', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Change the status of a finding. */
export const updateRknIssue: Operation<{ params: { site_id: S.Uuid; issue_id: S.Uuid }; body: S.RknIssuePatch; data: S.RknIssue }> = { method: 'PATCH', path: '/v1/cms/sites/{site_id}/rkn/issues/{issue_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Judge the pages of a finding again. */
export const recheckRknIssue: Operation<{ params: { site_id: S.Uuid; issue_id: S.Uuid }; data: S.RequestedRknRecheck }> = { method: 'POST', path: '/v1/cms/sites/{site_id}/rkn/issues/{issue_id}/recheck', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the law data of scans. */
export const listRknRules: Operation<{ query: { locale?: 'ru' | 'en'; rule_version?: S.CalendarDay }; data: S.RknRules }> = { method: 'GET', path: '/v1/cms/rkn/rules', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the profile of the operator. */
export const getRknProfile: Operation<{ params: { site_id: S.Uuid }; data: S.RknProfile }> = { method: 'GET', path: '/v1/cms/sites/{site_id}/rkn/profile', auth: 'admin', repeat: 'always', timeout: 10 };

/** Replace the profile of the operator. */
export const putRknProfile: Operation<{ params: { site_id: S.Uuid }; body?: S.RknProfilePut; ifMatch: 'optional'; data: S.RknProfile }> = { method: 'PUT', path: '/v1/cms/sites/{site_id}/rkn/profile', auth: 'admin', repeat: 'always', timeout: 10 };

/** Check a legal document of a site. */
export const checkSiteDocument: Operation<{ params: { site_id: S.Uuid; kind: S.DocKind }; query: { locale?: 'ru' | 'en' }; body?: S.RknDocumentCheckBody; data: S.RknDocumentCheck }> = { method: 'POST', path: '/v1/legal/owners/cms_site/{site_id}/{kind}/rkn-check', auth: 'admin', repeat: 'with_key', timeout: 105 };

/** Read the newest check of a legal document of a site. */
export const getSiteDocumentCheck: Operation<{ params: { site_id: S.Uuid; kind: S.DocKind }; query: { which?: 'draft' | 'published'; locale?: 'ru' | 'en' }; data: S.RknDocumentCheck }> = { method: 'GET', path: '/v1/legal/owners/cms_site/{site_id}/{kind}/rkn-check/latest', auth: 'admin', repeat: 'always', timeout: 10 };

/** Check a legal document of an application. */
export const checkApplicationDocument: Operation<{ params: { application_id: S.Uuid; kind: S.DocKind }; query: { locale?: 'ru' | 'en' }; body?: S.RknDocumentCheckBody; data: S.RknDocumentCheck }> = { method: 'POST', path: '/v1/legal/owners/application/{application_id}/{kind}/rkn-check', auth: 'admin', repeat: 'with_key', timeout: 105 };

/** Read the newest check of a legal document of an application. */
export const getApplicationDocumentCheck: Operation<{ params: { application_id: S.Uuid; kind: S.DocKind }; query: { which?: 'draft' | 'published'; locale?: 'ru' | 'en' }; data: S.RknDocumentCheck }> = { method: 'GET', path: '/v1/legal/owners/application/{application_id}/{kind}/rkn-check/latest', auth: 'admin', repeat: 'always', timeout: 10 };

/** List brands, newest first. */
export const listSocialBrands: Operation<{ query: { limit?: number; cursor?: string; archived?: 'true' | 'false' }; data: Page<S.SocialBrand> }> = { method: 'GET', path: '/v1/social/brands', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Create a brand. */
export const createSocialBrand: Operation<{ body: S.SocialBrandCreate; data: S.SocialBrand }> = { method: 'POST', path: '/v1/social/brands', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read a brand. */
export const getSocialBrand: Operation<{ params: { brand_id: S.Uuid }; data: S.SocialBrand }> = { method: 'GET', path: '/v1/social/brands/{brand_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change a brand. */
export const updateSocialBrand: Operation<{ params: { brand_id: S.Uuid }; body?: S.SocialBrandPatch; ifMatch: 'optional'; data: S.SocialBrand }> = { method: 'PATCH', path: '/v1/social/brands/{brand_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Archive a brand. */
export const deleteSocialBrand: Operation<{ params: { brand_id: S.Uuid }; ifMatch: 'optional'; data: S.SocialBrand }> = { method: 'DELETE', path: '/v1/social/brands/{brand_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the limits of each channel. */
export const listSocialChannels: Operation<{ data: S.SocialChannels }> = { method: 'GET', path: '/v1/social/channels', auth: 'admin', repeat: 'always', timeout: 10 };

/** List the advertising law of the channels, newest first. */
export const listSocialChannelPolicies: Operation<{ query: { limit?: number; cursor?: string; channel?: S.SocialChannel }; data: Page<S.SocialChannelPolicy> }> = { method: 'GET', path: '/v1/social/channel-policies', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Add a rule of the advertising law of a channel. */
export const createSocialChannelPolicy: Operation<{ body: S.SocialChannelPolicyCreate; data: S.SocialChannelPolicy }> = { method: 'POST', path: '/v1/social/channel-policies', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** List the accounts of a brand, newest first. */
export const listSocialAccounts: Operation<{ params: { brand_id: S.Uuid }; query: { limit?: number; cursor?: string; state?: 'unverified' | 'active' | 'needs_reconnect' | 'paused' | 'archived' }; data: Page<S.SocialAccount> }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/accounts', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Create an account. */
export const createSocialAccount: Operation<{ params: { brand_id: S.Uuid }; body: S.SocialAccountCreate; data: S.SocialAccount }> = { method: 'POST', path: '/v1/social/brands/{brand_id}/accounts', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read an account. */
export const getSocialAccount: Operation<{ params: { account_id: S.Uuid }; data: S.SocialAccount }> = { method: 'GET', path: '/v1/social/accounts/{account_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change or pause an account. */
export const updateSocialAccount: Operation<{ params: { account_id: S.Uuid }; body?: S.SocialAccountPatch; ifMatch: 'optional'; data: S.SocialAccount }> = { method: 'PATCH', path: '/v1/social/accounts/{account_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Archive an account. */
export const deleteSocialAccount: Operation<{ params: { account_id: S.Uuid }; ifMatch: 'optional'; data: S.SocialAccount }> = { method: 'DELETE', path: '/v1/social/accounts/{account_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Set the credentials of an account. */
export const putSocialCredentials: Operation<{ params: { account_id: S.Uuid }; body?: S.SocialCredentials; ifMatch: 'optional'; data: S.SocialAccount }> = { method: 'PUT', path: '/v1/social/accounts/{account_id}/credentials', auth: 'admin', repeat: 'always', timeout: 10 };

/** Verify that the credentials may post. */
export const verifySocialAccount: Operation<{ params: { account_id: S.Uuid }; data: S.SocialAccount }> = { method: 'POST', path: '/v1/social/accounts/{account_id}/verify', auth: 'admin', repeat: 'always', timeout: 65 };

/** Start the connection of an account of Instagram or Threads. */
export const startSocialOauth: Operation<{ params: { provider: 'instagram' | 'threads' }; query: { account_id: S.Uuid }; data: S.SocialOauthStart }> = { method: 'GET', path: '/v1/social/oauth/{provider}/start', auth: 'admin', repeat: 'always', timeout: 10 };

/** Redirect URI for networks of Meta. */
export const finishSocialOauth: Operation<{ params: { provider: 'instagram' | 'threads' }; query: { state?: string; code?: string; error?: string }; data: string }> = { method: 'GET', path: '/v1/social/oauth/{provider}/callback', auth: 'none', repeat: 'never', timeout: 10, as: 'text' };

/** Finish the connection of an account of Instagram or Threads. */
export const confirmSocialOauth: Operation<{ params: { account_id: S.Uuid }; body: S.ConnectionConfirmation; data: S.SocialAccount }> = { method: 'POST', path: '/v1/social/accounts/{account_id}/oauth/confirm', auth: 'admin', repeat: 'never', timeout: 65 };

/** List the ideas of a brand, newest first. */
export const listSocialIdeas: Operation<{ params: { brand_id: S.Uuid }; query: { limit?: number; cursor?: string; state?: 'new' | 'planned' | 'used' | 'dropped' }; data: Page<S.SocialIdea> }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/ideas', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Create an idea. */
export const createSocialIdea: Operation<{ params: { brand_id: S.Uuid }; body: S.SocialIdeaCreate; data: S.SocialIdea }> = { method: 'POST', path: '/v1/social/brands/{brand_id}/ideas', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read an idea. */
export const getSocialIdea: Operation<{ params: { idea_id: S.Uuid }; data: S.SocialIdea }> = { method: 'GET', path: '/v1/social/ideas/{idea_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change an idea. */
export const updateSocialIdea: Operation<{ params: { idea_id: S.Uuid }; body?: S.SocialIdeaPatch; ifMatch: 'optional'; data: S.SocialIdea }> = { method: 'PATCH', path: '/v1/social/ideas/{idea_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Delete an idea without posts. */
export const deleteSocialIdea: Operation<{ params: { idea_id: S.Uuid }; ifMatch: 'optional' }> = { method: 'DELETE', path: '/v1/social/ideas/{idea_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** Create a post for several accounts. */
export const createSocialContent: Operation<{ params: { brand_id: S.Uuid }; body: S.SocialContentCreate; data: S.SocialContent }> = { method: 'POST', path: '/v1/social/brands/{brand_id}/content', auth: 'admin', repeat: 'with_key', timeout: 65 };

/** Create a post of an idea. */
export const createSocialVariant: Operation<{ params: { idea_id: S.Uuid }; body: S.SocialVariantCreate; data: S.SocialVariant }> = { method: 'POST', path: '/v1/social/ideas/{idea_id}/variants', auth: 'admin', repeat: 'with_key', timeout: 65 };

/** List the posts of a brand, newest first. */
export const listSocialVariants: Operation<{ params: { brand_id: S.Uuid }; query: { limit?: number; cursor?: string; state?: S.SocialVariantState; account_id?: S.Uuid }; data: Page<S.SocialVariant> }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/variants', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read a post. */
export const getSocialVariant: Operation<{ params: { variant_id: S.Uuid }; data: S.SocialVariant }> = { method: 'GET', path: '/v1/social/variants/{variant_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change a post. */
export const updateSocialVariant: Operation<{ params: { variant_id: S.Uuid }; body?: S.SocialVariantPatch; ifMatch: 'optional'; data: S.SocialVariant }> = { method: 'PATCH', path: '/v1/social/variants/{variant_id}', auth: 'admin', repeat: 'never', timeout: 65 };

/** Delete a draft. */
export const deleteSocialVariant: Operation<{ params: { variant_id: S.Uuid }; ifMatch: 'optional' }> = { method: 'DELETE', path: '/v1/social/variants/{variant_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** Upload the image of a post. */
export const putSocialCover: Operation<{ params: { variant_id: S.Uuid }; query: { alt?: string; fit?: 'pad' | 'crop' | 'refuse' }; body: Blob; ifMatch: 'optional'; data: S.SocialVariant }> = { method: 'PUT', path: '/v1/social/variants/{variant_id}/cover', auth: 'admin', repeat: 'always', timeout: 125 };

/** Remove the image of a post. */
export const deleteSocialCover: Operation<{ params: { variant_id: S.Uuid }; ifMatch: 'optional'; data: S.SocialVariant }> = { method: 'DELETE', path: '/v1/social/variants/{variant_id}/cover', auth: 'admin', repeat: 'always', timeout: 10 };

/** Preview the requests to the channel. */
export const previewSocialVariant: Operation<{ params: { variant_id: S.Uuid }; data: S.SocialPreview }> = { method: 'GET', path: '/v1/social/variants/{variant_id}/preview', auth: 'admin', repeat: 'always', timeout: 10 };

/** List the versions of a post, newest first. */
export const listSocialRevisions: Operation<{ params: { variant_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.SocialRevision> }> = { method: 'GET', path: '/v1/social/variants/{variant_id}/revisions', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read the image of a post. */
export const openSocialCover: Operation<{ params: { name: string }; data: Blob }> = { method: 'GET', path: '/assets/social/{name}', auth: 'none', repeat: 'always', timeout: 10, as: 'file' };

/** Read the slots of up to 92 days. */
export const readSocialCalendar: Operation<{ params: { brand_id: S.Uuid }; query: { from: string; to: string; account_id?: S.Uuid; format?: 'json' | 'csv' }; data: S.SocialCalendar }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/calendar', auth: 'admin', repeat: 'always', timeout: 10 };

/** Create a slot. */
export const createSocialSlot: Operation<{ params: { brand_id: S.Uuid }; body: S.SocialSlotCreate; data: S.SocialSlot }> = { method: 'POST', path: '/v1/social/brands/{brand_id}/slots', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Move a slot, or assign a post to it. */
export const updateSocialSlot: Operation<{ params: { slot_id: S.Uuid }; body?: S.SocialSlotPatch; ifMatch: 'optional'; data: S.SocialSlot }> = { method: 'PATCH', path: '/v1/social/slots/{slot_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Delete a slot. */
export const deleteSocialSlot: Operation<{ params: { slot_id: S.Uuid }; ifMatch: 'optional' }> = { method: 'DELETE', path: '/v1/social/slots/{slot_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** Ask for the approval of a draft. */
export const submitSocialVariant: Operation<{ params: { variant_id: S.Uuid }; ifMatch: 'optional'; data: S.SocialVariant }> = { method: 'POST', path: '/v1/social/variants/{variant_id}/submit', auth: 'admin', repeat: 'always', timeout: 10 };

/** List the approvals of a brand, newest first. */
export const listSocialApprovals: Operation<{ params: { brand_id: S.Uuid }; query: { limit?: number; cursor?: string; state?: 'pending' | 'approved' | 'rejected' | 'changes_requested' | 'voided' }; data: Page<S.SocialApproval> }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/approvals', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read an approval. */
export const getSocialApproval: Operation<{ params: { approval_id: S.Uuid }; data: S.SocialApproval }> = { method: 'GET', path: '/v1/social/approvals/{approval_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Approve a post, reject it, or ask for changes. */
export const decideSocialApproval: Operation<{ params: { approval_id: S.Uuid }; body: S.SocialDecision; data: S.SocialApproval }> = { method: 'POST', path: '/v1/social/approvals/{approval_id}/decide', auth: 'admin', repeat: 'never', timeout: 10 };

/** Publish a post now. */
export const publishSocialVariant: Operation<{ params: { variant_id: S.Uuid }; ifMatch: 'optional'; data: S.SocialVariant }> = { method: 'POST', path: '/v1/social/variants/{variant_id}/publish', auth: 'admin', repeat: 'always', timeout: 50 };

/** Schedule an approved post. */
export const scheduleSocialVariant: Operation<{ params: { variant_id: S.Uuid }; body?: S.SocialSchedule; ifMatch: 'optional'; data: S.SocialVariant }> = { method: 'POST', path: '/v1/social/variants/{variant_id}/schedule', auth: 'admin', repeat: 'always', timeout: 10 };

/** Remove a post from the schedule. */
export const unscheduleSocialVariant: Operation<{ params: { variant_id: S.Uuid }; ifMatch: 'optional'; data: S.SocialVariant }> = { method: 'POST', path: '/v1/social/variants/{variant_id}/unschedule', auth: 'admin', repeat: 'always', timeout: 10 };

/** Cancel an unpublished post. */
export const cancelSocialVariant: Operation<{ params: { variant_id: S.Uuid }; ifMatch: 'optional'; data: S.SocialVariant }> = { method: 'POST', path: '/v1/social/variants/{variant_id}/cancel', auth: 'admin', repeat: 'always', timeout: 10 };

/** Resolve a post with an unknown outcome. */
export const resolveSocialVariant: Operation<{ params: { variant_id: S.Uuid }; body: S.SocialResolution; ifMatch: 'optional'; data: S.SocialVariant }> = { method: 'POST', path: '/v1/social/variants/{variant_id}/resolve', auth: 'admin', repeat: 'always', timeout: 10 };

/** List the attempts to publish a post, newest first. */
export const listSocialAttempts: Operation<{ params: { variant_id: S.Uuid }; query: { limit?: number; cursor?: string; format?: 'json' | 'csv' }; data: Page<S.SocialAttempt> }> = { method: 'GET', path: '/v1/social/variants/{variant_id}/attempts', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Schedule failed or missed posts at once. */
export const retrySocialVariants: Operation<{ params: { brand_id: S.Uuid }; body: S.SocialRetry; data: S.SocialRetryResult }> = { method: 'POST', path: '/v1/social/brands/{brand_id}/variants/retry', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change a published post at its channel. */
export const editSocialRemote: Operation<{ params: { variant_id: S.Uuid }; body?: S.SocialRemotePatch; ifMatch: 'optional'; data: S.SocialVariant }> = { method: 'PATCH', path: '/v1/social/variants/{variant_id}/remote', auth: 'admin', repeat: 'never', timeout: 65 };

/** Delete a published post at its channel. */
export const deleteSocialRemote: Operation<{ params: { variant_id: S.Uuid }; ifMatch: 'optional'; data: S.SocialVariant }> = { method: 'DELETE', path: '/v1/social/variants/{variant_id}/remote', auth: 'admin', repeat: 'always', timeout: 65 };

/** Read the discovery answers of a brand. */
export const getSocialDiscovery: Operation<{ params: { brand_id: S.Uuid }; data: S.SocialDiscovery }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/discovery', auth: 'admin', repeat: 'always', timeout: 10 };

/** Set the discovery answers of a brand. */
export const putSocialDiscovery: Operation<{ params: { brand_id: S.Uuid }; body: S.SocialDiscoveryAnswers; ifMatch: 'optional'; data: S.SocialDiscovery }> = { method: 'PUT', path: '/v1/social/brands/{brand_id}/discovery', auth: 'admin', repeat: 'always', timeout: 10 };

/** List the strategies of a brand, newest first. */
export const listSocialStrategies: Operation<{ params: { brand_id: S.Uuid }; query: { limit?: number; cursor?: string; state?: 'draft' | 'active' | 'archived' }; data: Page<S.SocialStrategy> }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/strategies', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Create a draft of a strategy from the goals of a brand. */
export const generateSocialStrategy: Operation<{ params: { brand_id: S.Uuid }; body?: S.SocialStrategyGenerate; data: S.SocialStrategy }> = { method: 'POST', path: '/v1/social/brands/{brand_id}/strategies/generate', auth: 'admin', repeat: 'with_key', timeout: 75 };

/** Read a strategy. */
export const getSocialStrategy: Operation<{ params: { brand_id: S.Uuid; version: number }; data: S.SocialStrategy }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/strategies/{version}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Change a draft of a strategy. */
export const updateSocialStrategy: Operation<{ params: { brand_id: S.Uuid; version: number }; body?: S.SocialStrategyPatch; ifMatch: 'optional'; data: S.SocialStrategy }> = { method: 'PATCH', path: '/v1/social/brands/{brand_id}/strategies/{version}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Activate a strategy for the plans. */
export const activateSocialStrategy: Operation<{ params: { brand_id: S.Uuid }; body: S.SocialStrategyActivate; data: S.SocialStrategy }> = { method: 'POST', path: '/v1/social/brands/{brand_id}/strategy/activate', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the occasions of a brand, the next one first. */
export const listSocialOccasions: Operation<{ params: { brand_id: S.Uuid }; data: S.SocialOccasions }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/occasions', auth: 'admin', repeat: 'always', timeout: 10 };

/** Create an occasion. */
export const createSocialOccasion: Operation<{ params: { brand_id: S.Uuid }; body: S.SocialOccasionCreate; data: S.SocialOccasion }> = { method: 'POST', path: '/v1/social/brands/{brand_id}/occasions', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Delete an occasion. */
export const deleteSocialOccasion: Operation<{ params: { occasion_id: S.Uuid } }> = { method: 'DELETE', path: '/v1/social/occasions/{occasion_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** List the memory of a brand, newest first. */
export const listSocialMemory: Operation<{ params: { brand_id: S.Uuid }; query: { limit?: number; cursor?: string; kind?: 'fact' | 'rule' | 'avoid' | 'learned' }; data: Page<S.SocialMemory> }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/memory', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Add an entry to the memory of a brand. */
export const createSocialMemory: Operation<{ params: { brand_id: S.Uuid }; body: S.SocialMemoryCreate; data: S.SocialMemory }> = { method: 'POST', path: '/v1/social/brands/{brand_id}/memory', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Change an entry of the memory of a brand. */
export const updateSocialMemory: Operation<{ params: { memory_id: S.Uuid }; body?: S.SocialMemoryPatch; ifMatch: 'optional'; data: S.SocialMemory }> = { method: 'PATCH', path: '/v1/social/memory/{memory_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Delete an entry of the memory of a brand. */
export const deleteSocialMemory: Operation<{ params: { memory_id: S.Uuid }; ifMatch: 'optional' }> = { method: 'DELETE', path: '/v1/social/memory/{memory_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** Plan the posts of the days ahead. */
export const generateSocialPlan: Operation<{ params: { brand_id: S.Uuid }; body?: S.SocialPlanGenerate; data: S.SocialPlanRun }> = { method: 'POST', path: '/v1/social/brands/{brand_id}/plan/generate', auth: 'admin', repeat: 'with_key', timeout: 35 };

/** List the runs of the plan of a brand, newest first. */
export const listSocialPlanRuns: Operation<{ params: { brand_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.SocialPlanRun> }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/plan/runs', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read a run of the plan. */
export const getSocialPlanRun: Operation<{ params: { run_id: S.Uuid }; data: S.SocialPlanRun }> = { method: 'GET', path: '/v1/social/plan-runs/{run_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Read the results of the posts of a brand: visits, registrations, payments and revenue. */
export const getSocialAttribution: Operation<{ params: { brand_id: S.Uuid }; query: { from: string; to: string; group_by?: 'campaign' | 'channel' | 'variant' | 'day'; format?: 'json' | 'csv' }; data: S.SocialAttribution }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/attribution', auth: 'admin', repeat: 'always', timeout: 10 };

/** List the experiments of a brand, newest first. */
export const listSocialExperiments: Operation<{ params: { brand_id: S.Uuid }; query: { limit?: number; cursor?: string; state?: 'draft' | 'running' | 'completed' | 'stopped' }; data: Page<S.SocialExperiment> }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/experiments', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Create a draft of an experiment. */
export const createSocialExperiment: Operation<{ params: { brand_id: S.Uuid }; body: S.SocialExperimentCreate; data: S.SocialExperiment }> = { method: 'POST', path: '/v1/social/brands/{brand_id}/experiments', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Read an experiment with its numbers so far. */
export const getSocialExperiment: Operation<{ params: { experiment_id: S.Uuid }; data: S.SocialExperiment }> = { method: 'GET', path: '/v1/social/experiments/{experiment_id}', auth: 'admin', repeat: 'always', timeout: 10 };

/** Start an experiment: schedule its posts in a random order. */
export const startSocialExperiment: Operation<{ params: { experiment_id: S.Uuid }; data: S.SocialExperiment }> = { method: 'POST', path: '/v1/social/experiments/{experiment_id}/start', auth: 'admin', repeat: 'always', timeout: 10 };

/** Stop an experiment without a verdict. */
export const stopSocialExperiment: Operation<{ params: { experiment_id: S.Uuid }; data: S.SocialExperiment }> = { method: 'POST', path: '/v1/social/experiments/{experiment_id}/stop', auth: 'admin', repeat: 'always', timeout: 10 };

/** List or export the numbers of an account and its posts, newest first. */
export const listSocialAccountMetrics: Operation<{ params: { account_id: S.Uuid }; query: { limit?: number; cursor?: string; of?: 'account' | 'posts'; format?: 'json' | 'csv' }; data: Page<S.SocialSnapshot> }> = { method: 'GET', path: '/v1/social/accounts/{account_id}/metrics', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Read the numbers of an account and its 50 newest posts now. */
export const pullSocialMetrics: Operation<{ params: { account_id: S.Uuid }; data: S.SocialPull }> = { method: 'POST', path: '/v1/social/accounts/{account_id}/metrics/pull', auth: 'admin', repeat: 'never', timeout: 45 };

/** List or export the numbers of a post, newest first. */
export const listSocialVariantMetrics: Operation<{ params: { variant_id: S.Uuid }; query: { limit?: number; cursor?: string; format?: 'json' | 'csv' }; data: Page<S.SocialSnapshot> }> = { method: 'GET', path: '/v1/social/variants/{variant_id}/metrics', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** List the weekly reports of a brand, newest first. */
export const listSocialInsights: Operation<{ params: { brand_id: S.Uuid }; query: { limit?: number; cursor?: string; week?: S.CalendarDay }; data: Page<S.SocialInsight> }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/insights/weekly', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Create the report of a week of a brand. */
export const createSocialInsight: Operation<{ params: { brand_id: S.Uuid }; body?: S.SocialInsightCreate; data: S.SocialInsight }> = { method: 'POST', path: '/v1/social/brands/{brand_id}/insights/weekly', auth: 'admin', repeat: 'with_key', timeout: 75 };

/** Read the dashboard of a brand. */
export const readSocialDashboard: Operation<{ params: { brand_id: S.Uuid }; query: { days?: number }; data: S.SocialDashboard }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/dashboard', auth: 'admin', repeat: 'always', timeout: 10 };

/** List the inbox of a brand, newest first. */
export const listSocialInbox: Operation<{ params: { brand_id: S.Uuid }; query: { limit?: number; cursor?: string; state?: 'open' | 'done' | 'spam'; account_id?: S.Uuid }; data: Page<S.SocialInboxItem> }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/inbox', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Add an inbox item by hand. */
export const createSocialInboxItem: Operation<{ params: { brand_id: S.Uuid }; body: S.SocialInboxItemCreate; data: S.SocialInboxItem }> = { method: 'POST', path: '/v1/social/brands/{brand_id}/inbox', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** Fetch comments and messages of a brand now. */
export const pullSocialInbox: Operation<{ params: { brand_id: S.Uuid }; data: S.SocialInboxPull }> = { method: 'POST', path: '/v1/social/brands/{brand_id}/inbox/pull', auth: 'admin', repeat: 'always', timeout: 65 };

/** Set the state or the assignee of an item. */
export const updateSocialInboxItem: Operation<{ params: { item_id: S.Uuid }; body?: S.SocialInboxItemPatch; ifMatch: 'optional'; data: S.SocialInboxItem }> = { method: 'PATCH', path: '/v1/social/inbox/{item_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Reply to an item. */
export const replySocialInboxItem: Operation<{ params: { item_id: S.Uuid }; body: S.SocialReplyCreate; data: S.SocialReply }> = { method: 'POST', path: '/v1/social/inbox/{item_id}/reply', auth: 'admin', repeat: 'with_key', timeout: 65 };

/** Erase the person who wrote an item. */
export const eraseSocialPerson: Operation<{ params: { item_id: S.Uuid }; body?: S.SocialPersonErasure; data: S.ErasedSocialPerson }> = { method: 'POST', path: '/v1/social/inbox/{item_id}/erase', auth: 'admin', repeat: 'never', timeout: 10 };

/** Verify the address of a webhook for Meta. */
export const verifySocialWebhook: Operation<{ params: { provider: S.SocialChannel; hook_token: string }; query: { 'hub.mode'?: string; 'hub.verify_token'?: string; 'hub.challenge'?: string }; data: string }> = { method: 'GET', path: '/v1/social/webhooks/{provider}/{hook_token}', auth: 'none', repeat: 'always', timeout: 10, as: 'text' };

/** Receive comments and messages from a channel. */
export const receiveSocialWebhook: Operation<{ params: { provider: S.SocialChannel; hook_token: string }; body?: S.SocialDelivery; data: string }> = { method: 'POST', path: '/v1/social/webhooks/{provider}/{hook_token}', auth: 'none', repeat: 'always', timeout: 10, as: 'text' };

/** List the listening items of a brand, newest first. */
export const listSocialListening: Operation<{ params: { brand_id: S.Uuid }; query: { limit?: number; cursor?: string; state?: 'new' | 'seen' | 'idea' | 'ignored'; source?: 'inbox' | 'rss' | 'vk_search' | 'threads_search' }; data: Page<S.SocialListeningItem> }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/listening', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Add a query to the listening of a brand. */
export const createSocialListeningQuery: Operation<{ params: { brand_id: S.Uuid }; body: S.SocialListeningQueryCreate; data: S.SocialListeningQuery }> = { method: 'POST', path: '/v1/social/brands/{brand_id}/listening', auth: 'admin', repeat: 'with_key', timeout: 10 };

/** List the listening queries of a brand, newest first. */
export const listSocialListeningQueries: Operation<{ params: { brand_id: S.Uuid }; query: { limit?: number; cursor?: string }; data: Page<S.SocialListeningQuery> }> = { method: 'GET', path: '/v1/social/brands/{brand_id}/listening/queries', auth: 'admin', repeat: 'always', timeout: 10, as: 'page' };

/** Run the listening queries of a brand now. */
export const runSocialListening: Operation<{ params: { brand_id: S.Uuid }; data: S.SocialListeningRun }> = { method: 'POST', path: '/v1/social/brands/{brand_id}/listening/run', auth: 'admin', repeat: 'always', timeout: 65 };

/** Change a listening query. */
export const updateSocialListeningQuery: Operation<{ params: { query_id: S.Uuid }; body?: S.SocialListeningQueryPatch; ifMatch: 'optional'; data: S.SocialListeningQuery }> = { method: 'PATCH', path: '/v1/social/listening-queries/{query_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Delete a listening query. */
export const deleteSocialListeningQuery: Operation<{ params: { query_id: S.Uuid }; ifMatch: 'optional' }> = { method: 'DELETE', path: '/v1/social/listening-queries/{query_id}', auth: 'admin', repeat: 'always', timeout: 10, as: 'none' };

/** Set the state of an item. */
export const updateSocialListeningItem: Operation<{ params: { item_id: S.Uuid }; body: S.SocialListeningItemPatch; ifMatch: 'optional'; data: S.SocialListeningItem }> = { method: 'PATCH', path: '/v1/social/listening/{item_id}', auth: 'admin', repeat: 'never', timeout: 10 };

/** Erase the person who wrote a text that listening found. */
export const eraseSocialFoundPerson: Operation<{ params: { item_id: S.Uuid }; body?: S.SocialPersonErasure; data: S.ErasedSocialPerson }> = { method: 'POST', path: '/v1/social/listening/{item_id}/erase', auth: 'admin', repeat: 'never', timeout: 10 };

/** Read the state of publishing. */
export const readSocialHealth: Operation<{ data: S.SocialHealth }> = { method: 'GET', path: '/v1/social/health', auth: 'admin', repeat: 'always', timeout: 10 };
