// Made by `make clients` from packages/contracts/openapi.json.
// ignore_for_file: lines_longer_than_80_chars

import 'dart:typed_data';

import '../answer.dart';
import '../json.dart';
import '../operation.dart';
import 'models.dart';

/// State of the platform and its services.
final getHealth = Operation<Health>(
  method: 'GET',
  path: '/v1/health',
  auth: 'none',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Health.fromJson)),
);

/// This API as an OpenAPI 3.1 document.
final getOpenApi = Operation<JsonObject>(
  method: 'GET',
  path: '/v1/openapi.json',
  auth: 'none',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readJson(asType<JsonObject>),
);

/// Find out why a user token is refused.
final checkToken = Operation<TokenCheckResult>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/identity-provider/check-token',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(TokenCheckResult.fromJson)),
);

/// Register the token holder, or refresh the profile.
final registerUser = Operation<Registration>(
  method: 'POST',
  path: '/v1/applications/{app_code}/users/register',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Registration.fromJson)),
);

/// Read the profile of the user.
final getMyProfile = Operation<User>(
  method: 'GET',
  path: '/v1/applications/{app_code}/users/me',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(User.fromJson)),
);

/// Change the profile of the user.
final updateMyProfile = Operation<User>(
  method: 'PATCH',
  path: '/v1/applications/{app_code}/users/me',
  auth: 'user',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(User.fromJson)),
);

/// Erase the personal data of the user.
final eraseMe = Operation<void>(
  method: 'DELETE',
  path: '/v1/applications/{app_code}/users/me',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// List the logins that lead to a user.
final getUserLogins = Operation<UserLogins>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/users/{user_id}/logins',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(UserLogins.fromJson)),
);

/// Bind a user to another login.
final setUserLogin = Operation<UserLogins>(
  method: 'PUT',
  path: '/v1/admin/applications/{application_id}/users/{user_id}/login',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(UserLogins.fromJson)),
);

/// Bind users to their new logins, from CSV or JSON Lines.
final importLogins = Operation<LoginImport>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/users/logins/import',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 305),
  read: readData(objectOf(LoginImport.fromJson)),
);

/// Merge another user into a user.
final mergeUsers = Operation<UserLogins>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/users/{user_id}/merge',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(UserLogins.fromJson)),
);

/// List or export imported customers, newest first.
final listCustomers = Operation<ResultPage<Customer>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/customers',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Customer.fromJson)),
);

/// Find imported customers by e-mail or subject.
final searchCustomers = Operation<ResultPage<Customer>>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/customers/search',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Customer.fromJson)),
);

/// Remove a waiting customer with everything that waits for the person.
final removeCustomer = Operation<void>(
  method: 'DELETE',
  path: '/v1/admin/applications/{application_id}/customers/{customer_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// List or export the users of an application, newest first.
final listUsers = Operation<ResultPage<ListedUser>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/users',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(ListedUser.fromJson)),
);

/// Search the users of an application.
final searchUsers = Operation<ResultPage<ListedUser>>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/users/search',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(ListedUser.fromJson)),
);

/// Read a user with devices, grants and payments.
final getUser = Operation<UserOverview>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/users/{user_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(UserOverview.fromJson)),
);

/// Erase the personal data of a user.
final eraseUser = Operation<ErasureRecord>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/users/{user_id}/erase',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ErasureRecord.fromJson)),
);

/// List or export the records of erasures, newest first.
final listErasures = Operation<ResultPage<ErasureRecord>>(
  method: 'GET',
  path: '/v1/admin/erasures',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(ErasureRecord.fromJson)),
);

/// Read the record of one erasure.
final getErasure = Operation<ErasureRecord>(
  method: 'GET',
  path: '/v1/admin/erasures/{erasure_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ErasureRecord.fromJson)),
);

/// Register the device of the user, or refresh it.
final registerDevice = Operation<Device>(
  method: 'POST',
  path: '/v1/devices/register',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Device.fromJson)),
);

/// List the devices of the user, newest first.
final listMyDevices = Operation<ResultPage<Device>>(
  method: 'GET',
  path: '/v1/devices',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Device.fromJson)),
);

/// Revoke a device of the user.
final revokeMyDevice = Operation<void>(
  method: 'DELETE',
  path: '/v1/devices/{device_id}',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Check whether documents must be accepted again.
final getMyConsents = Operation<ReconsentState>(
  method: 'GET',
  path: '/v1/applications/{app_code}/users/me/consents',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ReconsentState.fromJson)),
);

/// Accept or withdraw consents.
final acceptConsents = Operation<ReconsentState>(
  method: 'POST',
  path: '/v1/applications/{app_code}/users/me/consents',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ReconsentState.fromJson)),
);

/// List the consents, refusals and withdrawals of the user, newest first.
final listMyConsentRecords = Operation<ResultPage<OwnConsentRecord>>(
  method: 'GET',
  path: '/v1/applications/{app_code}/users/me/consents/records',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(OwnConsentRecord.fromJson)),
);

/// Get a signed receipt of a consent of the user.
final getMyConsentReceipt = Operation<ConsentReceipt>(
  method: 'GET',
  path: '/v1/applications/{app_code}/users/me/consents/records/{consent_id}/receipt',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ConsentReceipt.fromJson)),
);

/// Public keys that verify consent receipts and signed chain heads.
final getConsentKeys = Operation<JsonWebKeySet>(
  method: 'GET',
  path: '/.well-known/consents-jwks.json',
  auth: 'none',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readJson(objectOf(JsonWebKeySet.fromJson)),
);

/// Read or export the consent journal.
final listConsents = Operation<ResultPage<ConsentRecord>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/consents',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(ConsentRecord.fromJson)),
);

/// Read the last verification of the consent ledger of an application.
final verifyConsents = Operation<ChainVerification>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/consents/verify',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ChainVerification.fromJson)),
);

/// Verify the consent ledger of an application.
final requestConsentsVerification = Operation<ChainVerification>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/consents/verify',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ChainVerification.fromJson)),
);

/// List the daily signed heads of the consent ledger, newest first.
final listChainHeads = Operation<ResultPage<SignedChainHead>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/consents/heads',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SignedChainHead.fromJson)),
);

/// Get a signed receipt of one consent.
final getConsentReceipt = Operation<ConsentReceipt>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/consents/{consent_id}/receipt',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ConsentReceipt.fromJson)),
);

/// Read or export the consent journal of a site.
final listSiteConsents = Operation<ResultPage<ConsentRecord>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/consents',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(ConsentRecord.fromJson)),
);

/// Read or export the consents of a person on a site.
final searchSiteConsents = Operation<ResultPage<ConsentRecord>>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/consents/search',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(ConsentRecord.fromJson)),
);

/// Read the last verification of the consent ledger of a site.
final verifySiteConsents = Operation<ChainVerification>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/consents/verify',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ChainVerification.fromJson)),
);

/// Verify the consent ledger of a site.
final requestSiteConsentsVerification = Operation<ChainVerification>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/consents/verify',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ChainVerification.fromJson)),
);

/// List the daily signed heads of the consent ledger of a site, newest first.
final listSiteChainHeads = Operation<ResultPage<SignedChainHead>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/consents/heads',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SignedChainHead.fromJson)),
);

/// Get a signed receipt of one consent to a site.
final getSiteConsentReceipt = Operation<ConsentReceipt>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/consents/{consent_id}/receipt',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ConsentReceipt.fromJson)),
);

/// List or export the users with a withdrawn consent.
final listWithdrawnConsents = Operation<ResultPage<WithdrawnConsent>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/consents/withdrawn',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(WithdrawnConsent.fromJson)),
);

/// List or export the users who may be mailed now.
final listMailableUsers = Operation<ResultPage<MailableUser>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/consents/mailable',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(MailableUser.fromJson)),
);

/// List or export the persons of a site with a withdrawn consent.
final listWithdrawnSiteConsents = Operation<ResultPage<WithdrawnConsent>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/consents/withdrawn',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(WithdrawnConsent.fromJson)),
);

/// List the published legal documents of the application.
final listLegalDocuments = Operation<List<LegalDocument>>(
  method: 'GET',
  path: '/v1/applications/{app_code}/legal',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(LegalDocument.fromJson))),
);

/// Read one published legal document with its text.
final getLegalDocument = Operation<LegalDocumentWithBody>(
  method: 'GET',
  path: '/v1/applications/{app_code}/legal/{doc_kind}',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(LegalDocumentWithBody.fromJson)),
);

/// List the published legal documents of a site.
final listSiteLegalDocuments = Operation<List<LegalDocument>>(
  method: 'GET',
  path: '/v1/sites/{site_code}/legal',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(LegalDocument.fromJson))),
);

/// Read one published legal document of a site with its text.
final getSiteLegalDocument = Operation<LegalDocumentWithBody>(
  method: 'GET',
  path: '/v1/sites/{site_code}/legal/{doc_kind}',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(LegalDocumentWithBody.fromJson)),
);

/// List the published legal documents of a site of the application.
final listApplicationSiteLegalDocuments = Operation<List<LegalDocument>>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/legal',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(LegalDocument.fromJson))),
);

/// Read one published legal document of a site of the application with its text.
final getApplicationSiteLegalDocument = Operation<LegalDocumentWithBody>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/legal/{doc_kind}',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(LegalDocumentWithBody.fromJson)),
);

/// Read a legal document as an HTML page.
final readLegalDocumentPage = Operation<String>(
  method: 'GET',
  path: '/v1/legal-documents/{id}',
  auth: 'none',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readText,
);

/// List the applications whose users register without a required consent.
final listMissingLegalDocuments = Operation<List<MissingLegalDocuments>>(
  method: 'GET',
  path: '/v1/admin/legal-documents/missing',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(MissingLegalDocuments.fromJson))),
);

/// List the legal documents of an owner, drafts included.
final listLegalDrafts = Operation<List<LegalDraft>>(
  method: 'GET',
  path: '/v1/legal/owners/{owner_type}/{owner_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(LegalDraft.fromJson))),
);

/// Read a legal document for editing.
final getLegalDraft = Operation<LegalDraft>(
  method: 'GET',
  path: '/v1/legal/owners/{owner_type}/{owner_id}/{kind}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(LegalDraft.fromJson)),
);

/// Write the draft of a legal document.
final saveLegalDraft = Operation<SavedLegalDraft>(
  method: 'PUT',
  path: '/v1/legal/owners/{owner_type}/{owner_id}/{kind}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SavedLegalDraft.fromJson)),
);

/// Publish the draft as the next version.
final publishLegalDocument = Operation<PublishedLegalDocument>(
  method: 'POST',
  path: '/v1/legal/owners/{owner_type}/{owner_id}/{kind}/publish',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublishedLegalDocument.fromJson)),
);

/// Withdraw the published version by a superseding revision.
final withdrawLegalDocument = Operation<LegalDraft>(
  method: 'POST',
  path: '/v1/legal/owners/{owner_type}/{owner_id}/{kind}/withdraw',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(LegalDraft.fromJson)),
);

/// List the published revisions, newest first.
final listLegalRevisions = Operation<ResultPage<LegalRevision>>(
  method: 'GET',
  path: '/v1/legal/owners/{owner_type}/{owner_id}/{kind}/revisions',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(LegalRevision.fromJson)),
);

/// Open an admin session.
final openAdminSession = Operation<AdminSession>(
  method: 'POST',
  path: '/v1/admin/sessions',
  auth: 'none',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(AdminSession.fromJson)),
);

/// Close the current admin session.
final closeAdminSession = Operation<void>(
  method: 'DELETE',
  path: '/v1/admin/sessions/current',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Read the admin account of the caller.
final getCurrentAdmin = Operation<Admin>(
  method: 'GET',
  path: '/v1/admin/me',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Admin.fromJson)),
);

/// Change the password of the caller.
final changeOwnPassword = Operation<void>(
  method: 'POST',
  path: '/v1/admin/me/password',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// List administrators.
final listAdmins = Operation<ResultPage<Admin>>(
  method: 'GET',
  path: '/v1/admin/admins',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Admin.fromJson)),
);

/// Add an administrator.
final createAdmin = Operation<Admin>(
  method: 'POST',
  path: '/v1/admin/admins',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Admin.fromJson)),
);

/// Change the role or password of an administrator.
final updateAdmin = Operation<Admin>(
  method: 'PATCH',
  path: '/v1/admin/admins/{admin_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Admin.fromJson)),
);

/// Remove an administrator and end the sessions of the account.
final deleteAdmin = Operation<void>(
  method: 'DELETE',
  path: '/v1/admin/admins/{admin_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// List admin API keys, newest first.
final listAdminApiKeys = Operation<ResultPage<AdminApiKey>>(
  method: 'GET',
  path: '/v1/admin/api-keys',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(AdminApiKey.fromJson)),
);

/// Create an admin API key.
final createAdminApiKey = Operation<NewAdminApiKey>(
  method: 'POST',
  path: '/v1/admin/api-keys',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(NewAdminApiKey.fromJson)),
);

/// Revoke an admin API key.
final deleteAdminApiKey = Operation<void>(
  method: 'DELETE',
  path: '/v1/admin/api-keys/{api_key_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Read the changes of administrators, newest first.
final listAuditLog = Operation<ResultPage<AuditRecord>>(
  method: 'GET',
  path: '/v1/admin/audit-log',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(AuditRecord.fromJson)),
);

/// Read name, icon and site of the application.
final getBranding = Operation<Branding>(
  method: 'GET',
  path: '/v1/applications/{app_code}/branding',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Branding.fromJson)),
);

/// Read an uploaded file.
final getAsset = Operation<Uint8List>(
  method: 'GET',
  path: '/assets/{name}',
  auth: 'none',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readFile,
);

/// List applications.
final listApplications = Operation<ResultPage<Application>>(
  method: 'GET',
  path: '/v1/admin/applications',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Application.fromJson)),
);

/// Create an application with its public key.
final createApplication = Operation<ApplicationWithKeys>(
  method: 'POST',
  path: '/v1/admin/applications',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ApplicationWithKeys.fromJson)),
);

/// Read an application with its public keys.
final getApplication = Operation<ApplicationWithKeys>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ApplicationWithKeys.fromJson)),
);

/// Change an application.
final updateApplication = Operation<Application>(
  method: 'PATCH',
  path: '/v1/admin/applications/{application_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Application.fromJson)),
);

/// Archive an application: it is no longer served.
final archiveApplication = Operation<Application>(
  method: 'DELETE',
  path: '/v1/admin/applications/{application_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Application.fromJson)),
);

/// Upload the icon of an application.
final setApplicationIcon = Operation<Application>(
  method: 'PUT',
  path: '/v1/admin/applications/{application_id}/icon',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Application.fromJson)),
);

/// Remove the icon of an application.
final deleteApplicationIcon = Operation<Application>(
  method: 'DELETE',
  path: '/v1/admin/applications/{application_id}/icon',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Application.fromJson)),
);

/// Rotate the public key, with a grace period for the old one.
final rotatePublicKey = Operation<PublicKeys>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/keys/rotate',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublicKeys.fromJson)),
);

/// List all public keys of an application, ended ones too, newest first.
final listPublicKeys = Operation<ResultPage<PublicKey>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/keys',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(PublicKey.fromJson)),
);

/// Prolong or shorten the grace period of a former public key.
final updatePublicKey = Operation<PublicKey>(
  method: 'PATCH',
  path: '/v1/admin/applications/{application_id}/keys/{key_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublicKey.fromJson)),
);

/// Revoke one public key.
final revokePublicKey = Operation<PublicKey>(
  method: 'DELETE',
  path: '/v1/admin/applications/{application_id}/keys/{key_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublicKey.fromJson)),
);

/// Read the identity provider of an application.
final getIdentityProvider = Operation<IdentityProvider?>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/identity-provider',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(orNull(objectOf(IdentityProvider.fromJson))),
);

/// Set the identity provider of an application.
final setIdentityProvider = Operation<CheckedIdentityProvider>(
  method: 'PUT',
  path: '/v1/admin/applications/{application_id}/identity-provider',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(CheckedIdentityProvider.fromJson)),
);

/// Read the remote parameters.
final getConfig = Operation<RemoteConfig>(
  method: 'GET',
  path: '/v1/applications/{app_code}/config',
  auth: 'application',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RemoteConfig.fromJson)),
);

/// List the remote parameters with their rules.
final listConfig = Operation<ResultPage<ConfigParameter>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/config',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(ConfigParameter.fromJson)),
);

/// Read a remote parameter.
final getConfigParameter = Operation<ConfigParameter>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/config/{key}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ConfigParameter.fromJson)),
);

/// Create or change a remote parameter.
final putConfigParameter = Operation<ConfigParameter>(
  method: 'PUT',
  path: '/v1/admin/applications/{application_id}/config/{key}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ConfigParameter.fromJson)),
);

/// Remove a remote parameter; its versions stay.
final deleteConfigParameter = Operation<void>(
  method: 'DELETE',
  path: '/v1/admin/applications/{application_id}/config/{key}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// List the versions of a remote parameter, newest first.
final listConfigVersions = Operation<ResultPage<SettingVersion>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/config/{key}/versions',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SettingVersion.fromJson)),
);

/// Restore an earlier version as a new version.
final rollBackConfigParameter = Operation<ConfigParameter>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/config/{key}/rollback',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ConfigParameter.fromJson)),
);

/// Read the feature flags of the user.
final getFeatures = Operation<Features>(
  method: 'GET',
  path: '/v1/applications/{app_code}/features',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Features.fromJson)),
);

/// Evaluate all flags (OpenFeature Remote Evaluation Protocol).
final evaluateFlags = Operation<OfrepBulk>(
  method: 'POST',
  path: '/ofrep/v1/evaluate/flags',
  auth: 'user_or_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readJson(objectOf(OfrepBulk.fromJson)),
);

/// Evaluate one flag (OpenFeature Remote Evaluation Protocol).
final evaluateFlag = Operation<OfrepEvaluation>(
  method: 'POST',
  path: '/ofrep/v1/evaluate/flags/{key}',
  auth: 'user_or_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readJson(objectOf(OfrepEvaluation.fromJson)),
);

/// List the feature flags with their rules.
final listFeatures = Operation<ResultPage<FeatureFlag>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/features',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(FeatureFlag.fromJson)),
);

/// Create a feature flag.
final createFeature = Operation<FeatureFlag>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/features',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(FeatureFlag.fromJson)),
);

/// Read a feature flag.
final getFeature = Operation<FeatureFlag>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/features/{code}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(FeatureFlag.fromJson)),
);

/// Change a feature flag.
final updateFeature = Operation<FeatureFlag>(
  method: 'PATCH',
  path: '/v1/admin/applications/{application_id}/features/{code}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(FeatureFlag.fromJson)),
);

/// Remove a feature flag; its versions stay.
final deleteFeature = Operation<void>(
  method: 'DELETE',
  path: '/v1/admin/applications/{application_id}/features/{code}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// List the versions of a feature flag, newest first.
final listFeatureVersions = Operation<ResultPage<SettingVersion>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/features/{code}/versions',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SettingVersion.fromJson)),
);

/// Restore an earlier version as a new version.
final rollBackFeature = Operation<FeatureFlag>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/features/{code}/rollback',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(FeatureFlag.fromJson)),
);

/// Read the current entitlements of the user.
final getMyEntitlements = Operation<EntitlementSnapshot>(
  method: 'GET',
  path: '/v1/applications/{app_code}/entitlements/me',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(EntitlementSnapshot.fromJson)),
);

/// Read the current entitlements of a user by token subject.
final getSubjectEntitlements = Operation<EntitlementSnapshot>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/subjects/{subject}/entitlements',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(EntitlementSnapshot.fromJson)),
);

/// Public keys that verify snapshot tokens.
final getSnapshotKeys = Operation<JsonWebKeySet>(
  method: 'GET',
  path: '/.well-known/jwks.json',
  auth: 'none',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readJson(objectOf(JsonWebKeySet.fromJson)),
);

/// List entitlements.
final listEntitlements = Operation<ResultPage<Entitlement>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/entitlements',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Entitlement.fromJson)),
);

/// Create an entitlement.
final createEntitlement = Operation<Entitlement>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/entitlements',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Entitlement.fromJson)),
);

/// Read an entitlement.
final getEntitlement = Operation<Entitlement>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/entitlements/{entitlement_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Entitlement.fromJson)),
);

/// Change an entitlement.
final updateEntitlement = Operation<Entitlement>(
  method: 'PATCH',
  path: '/v1/admin/applications/{application_id}/entitlements/{entitlement_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Entitlement.fromJson)),
);

/// Archive an entitlement: it cannot be added to further plans or users.
final archiveEntitlement = Operation<Entitlement>(
  method: 'DELETE',
  path: '/v1/admin/applications/{application_id}/entitlements/{entitlement_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Entitlement.fromJson)),
);

/// List plans with prices and entitlements.
final listPlans = Operation<ResultPage<Plan>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/plans',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Plan.fromJson)),
);

/// Create a plan.
final createPlan = Operation<Plan>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/plans',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Plan.fromJson)),
);

/// Read a plan with prices and entitlements.
final getPlan = Operation<Plan>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/plans/{plan_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Plan.fromJson)),
);

/// Change a plan.
final updatePlan = Operation<ChangedPlan>(
  method: 'PATCH',
  path: '/v1/admin/applications/{application_id}/plans/{plan_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ChangedPlan.fromJson)),
);

/// Archive a plan: it is no longer sold.
final archivePlan = Operation<ChangedPlan>(
  method: 'DELETE',
  path: '/v1/admin/applications/{application_id}/plans/{plan_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ChangedPlan.fromJson)),
);

/// Add a price to a plan.
final createPlanPrice = Operation<AdminPlanPrice>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/plans/{plan_id}/prices',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(AdminPlanPrice.fromJson)),
);

/// Activate, deactivate or re-label a price.
final updatePlanPrice = Operation<ChangedPlanPrice>(
  method: 'PATCH',
  path: '/v1/admin/applications/{application_id}/plans/{plan_id}/prices/{plan_price_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ChangedPlanPrice.fromJson)),
);

/// Archive a price: it is no longer active.
final archivePlanPrice = Operation<ChangedPlanPrice>(
  method: 'DELETE',
  path: '/v1/admin/applications/{application_id}/plans/{plan_id}/prices/{plan_price_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ChangedPlanPrice.fromJson)),
);

/// Set the entitlements of a plan.
final setPlanEntitlements = Operation<PlanWithEntitlements>(
  method: 'PUT',
  path: '/v1/admin/applications/{application_id}/plans/{plan_id}/entitlements',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PlanWithEntitlements.fromJson)),
);

/// List the backfills of a plan, newest first.
final listPlanBackfills = Operation<ResultPage<PlanBackfill>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/plans/{plan_id}/backfills',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(PlanBackfill.fromJson)),
);

/// Read the progress of a backfill.
final getPlanBackfill = Operation<PlanBackfill>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/plans/{plan_id}/backfills/{backfill_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PlanBackfill.fromJson)),
);

/// Read a paywall.
final getPaywall = Operation<PublicPaywall>(
  method: 'GET',
  path: '/v1/applications/{app_code}/paywalls/{paywall_code}',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublicPaywall.fromJson)),
);

/// List paywalls.
final listPaywalls = Operation<ResultPage<Paywall>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/paywalls',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Paywall.fromJson)),
);

/// Create a paywall.
final createPaywall = Operation<Paywall>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/paywalls',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Paywall.fromJson)),
);

/// Read a paywall as administrators see it.
final getPaywallById = Operation<Paywall>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/paywalls/{paywall_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Paywall.fromJson)),
);

/// Change a paywall.
final updatePaywall = Operation<Paywall>(
  method: 'PATCH',
  path: '/v1/admin/applications/{application_id}/paywalls/{paywall_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Paywall.fromJson)),
);

/// Archive a paywall: it is no longer served.
final archivePaywall = Operation<Paywall>(
  method: 'DELETE',
  path: '/v1/admin/applications/{application_id}/paywalls/{paywall_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Paywall.fromJson)),
);

/// Set the offers of a paywall, in order.
final setPaywallItems = Operation<Paywall>(
  method: 'PUT',
  path: '/v1/admin/applications/{application_id}/paywalls/{paywall_id}/items',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Paywall.fromJson)),
);

/// Grant a plan or entitlements to a user.
final grantEntitlements = Operation<Grant>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/users/{user_id}/grants',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Grant.fromJson)),
);

/// Revoke a grant of an administrator immediately.
final revokeGrant = Operation<Grant>(
  method: 'DELETE',
  path: '/v1/admin/applications/{application_id}/users/{user_id}/grants/{grant_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Grant.fromJson)),
);

/// Revoke a grant immediately, for a reason.
final revokeGrantForReason = Operation<Grant>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/users/{user_id}/grants/{grant_id}/revoke',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Grant.fromJson)),
);

/// Undo the revocation of a grant.
final restoreGrant = Operation<Grant>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/users/{user_id}/grants/{grant_id}/restore',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Grant.fromJson)),
);

/// Import customers with their purchases, from CSV or JSON Lines.
final importCustomers = Operation<CustomerImport>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/customers/import',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 305),
  read: readData(objectOf(CustomerImport.fromJson)),
);

/// List batches of license keys, newest first.
final listLicenseBatches = Operation<ResultPage<LicenseKeyBatch>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/license-batches',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(LicenseKeyBatch.fromJson)),
);

/// Read a batch of license keys and how many of them are used.
final getLicenseBatch = Operation<LicenseKeyBatchWithUse>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/license-batches/{license_batch_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(LicenseKeyBatchWithUse.fromJson)),
);

/// Change the label or the limits of a batch.
final updateLicenseBatch = Operation<LicenseKeyBatch>(
  method: 'PATCH',
  path: '/v1/admin/applications/{application_id}/license-batches/{license_batch_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(LicenseKeyBatch.fromJson)),
);

/// Revoke all license keys of a batch and everything they have granted.
final revokeLicenseBatch = Operation<LicenseKeyBatch>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/license-batches/{license_batch_id}/revoke',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(LicenseKeyBatch.fromJson)),
);

/// Activate a license key.
final activateLicenseKey = Operation<LicenseSnapshot>(
  method: 'POST',
  path: '/v1/applications/{app_code}/license-keys/activate',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(LicenseSnapshot.fromJson)),
);

/// Issue a batch of license keys.
final issueLicenseKeys = Operation<LicenseBatch>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/license-keys',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(LicenseBatch.fromJson)),
);

/// List license keys, newest first, or export them as CSV.
final listLicenseKeys = Operation<ResultPage<LicenseKey>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/license-keys',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(LicenseKey.fromJson)),
);

/// Read a license key and who activated it.
final getLicenseKey = Operation<LicenseKeyWithActivations>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/license-keys/{license_key_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(LicenseKeyWithActivations.fromJson)),
);

/// Revoke a license key and everything it has granted.
final revokeLicenseKey = Operation<LicenseKey>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/license-keys/{license_key_id}/revoke',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(LicenseKey.fromJson)),
);

/// Start a payment.
final createPayment = Operation<PaymentStarted>(
  method: 'POST',
  path: '/v1/payments',
  auth: 'user_and_key',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 50),
  read: readData(objectOf(PaymentStarted.fromJson)),
);

/// List the payments of the user, newest first.
final listMyPayments = Operation<ResultPage<Payment>>(
  method: 'GET',
  path: '/v1/payments',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Payment.fromJson)),
);

/// Read a payment of the user.
final getMyPayment = Operation<Payment>(
  method: 'GET',
  path: '/v1/payments/{payment_id}',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Payment.fromJson)),
);

/// Check one payment at the provider and settle it.
final syncPayment = Operation<PaymentSync>(
  method: 'POST',
  path: '/v1/payments/{payment_id}/sync',
  auth: 'user_or_admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 50),
  read: readData(objectOf(PaymentSync.fromJson)),
);

/// Check pending payments at the provider, oldest first.
final syncPendingPayments = Operation<ReconcileReport>(
  method: 'POST',
  path: '/v1/payments/sync-pending',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 65),
  read: readData(objectOf(ReconcileReport.fromJson)),
);

/// Refund a payment, in whole or in part.
final refundPayment = Operation<AdminPayment>(
  method: 'POST',
  path: '/v1/payments/{payment_id}/refund',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 50),
  read: readData(objectOf(AdminPayment.fromJson)),
);

/// List the payments of an application, newest first.
final listPayments = Operation<ResultPage<AdminPayment>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/payments',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(AdminPayment.fromJson)),
);

/// Search the payments of an application by the e-mail address of the user.
final searchPayments = Operation<ResultPage<AdminPayment>>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/payments/search',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(AdminPayment.fromJson)),
);

/// Read a payment with its refunds.
final getPayment = Operation<PaymentWithRefunds>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/payments/{payment_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PaymentWithRefunds.fromJson)),
);

/// List the refunds of an application, newest first.
final listRefunds = Operation<ResultPage<Refund>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/refunds',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Refund.fromJson)),
);

/// Read a refund.
final getRefund = Operation<Refund>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/refunds/{refund_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Refund.fromJson)),
);

/// Read the shop of an application.
final getApplicationShop = Operation<ApplicationShop>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/shop',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ApplicationShop.fromJson)),
);

/// Set the shop of an application, or another key of it.
final setApplicationShop = Operation<ApplicationShopWithWebhook>(
  method: 'PUT',
  path: '/v1/admin/applications/{application_id}/shop',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 50),
  read: readData(objectOf(ApplicationShopWithWebhook.fromJson)),
);

/// Return an application to the shop of the installation.
final removeApplicationShop = Operation<ApplicationShop>(
  method: 'DELETE',
  path: '/v1/admin/applications/{application_id}/shop',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ApplicationShop.fromJson)),
);

/// Read a site.
final readSite = Operation<PublicSite>(
  method: 'GET',
  path: '/v1/sites/{site_code}',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublicSite.fromJson)),
);

/// Read a site, of a site of the application.
final readApplicationSite = Operation<PublicSite>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublicSite.fromJson)),
);

/// Read name, logo and links of a site.
final readSiteBranding = Operation<SiteBranding>(
  method: 'GET',
  path: '/v1/sites/{site_code}/branding',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SiteBranding.fromJson)),
);

/// Read name, logo and links of a site, of a site of the application.
final readApplicationSiteBranding = Operation<SiteBranding>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/branding',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SiteBranding.fromJson)),
);

/// List sites, newest first.
final listSites = Operation<ResultPage<Site>>(
  method: 'GET',
  path: '/v1/cms/sites',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Site.fromJson)),
);

/// Create a site with its key.
final createSite = Operation<SiteWithNewKey>(
  method: 'POST',
  path: '/v1/cms/sites',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SiteWithNewKey.fromJson)),
);

/// Read a site with the hints of its keys.
final getSite = Operation<SiteWithKeys>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SiteWithKeys.fromJson)),
);

/// Change a site, link it to an application, archive it.
final updateSite = Operation<Site>(
  method: 'PATCH',
  path: '/v1/cms/sites/{site_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Site.fromJson)),
);

/// Rotate the site key, with a grace period for the old one.
final rotateSiteKey = Operation<NewSiteKey>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/keys/rotate',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(NewSiteKey.fromJson)),
);

/// List all keys of a site, ended ones too, newest first.
final listSiteKeys = Operation<ResultPage<SiteKey>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/keys',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SiteKey.fromJson)),
);

/// Prolong or shorten the grace period of a former site key.
final updateSiteKey = Operation<SiteKey>(
  method: 'PATCH',
  path: '/v1/cms/sites/{site_id}/keys/{key_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SiteKey.fromJson)),
);

/// Revoke one site key.
final revokeSiteKey = Operation<SiteKey>(
  method: 'DELETE',
  path: '/v1/cms/sites/{site_id}/keys/{key_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SiteKey.fromJson)),
);

/// Upload the icon of a site.
final setSiteIcon = Operation<Site>(
  method: 'PUT',
  path: '/v1/cms/sites/{site_id}/icon',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Site.fromJson)),
);

/// Remove the icon of a site.
final removeSiteIcon = Operation<Site>(
  method: 'DELETE',
  path: '/v1/cms/sites/{site_id}/icon',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Site.fromJson)),
);

/// List uploaded files, newest first.
final listAssets = Operation<ResultPage<CmsAsset>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/assets',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(CmsAsset.fromJson)),
);

/// Upload an image or a small file.
final uploadAsset = Operation<CmsAsset>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/assets',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 125),
  read: readData(objectOf(CmsAsset.fromJson)),
);

/// Upload a large file, for downloads.
final uploadFile = Operation<CmsAsset>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/files',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 905),
  read: readData(objectOf(CmsAsset.fromJson)),
);

/// Read an uploaded file with the places that use it.
final getAssetOfSite = Operation<CmsAssetWithUsages>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/assets/{asset_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(CmsAssetWithUsages.fromJson)),
);

/// Change text and focal point of a file.
final updateAsset = Operation<CmsAsset>(
  method: 'PATCH',
  path: '/v1/cms/sites/{site_id}/assets/{asset_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(CmsAsset.fromJson)),
);

/// Delete a file that nothing uses.
final deleteAsset = Operation<void>(
  method: 'DELETE',
  path: '/v1/cms/sites/{site_id}/assets/{asset_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Read an uploaded file of a site.
final openAsset = Operation<Uint8List>(
  method: 'GET',
  path: '/assets/cms/{name}',
  auth: 'none',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readFile,
);

/// List items of every kind; with from and to, the calendar of publications.
final listContent = Operation<ResultPage<ContentEntry>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/content',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(ContentEntry.fromJson)),
);

/// Apply one action to many items; each item succeeds or fails on its own.
final bulkContent = Operation<BulkResult>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/content/bulk',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 305),
  read: readData(objectOf(BulkResult.fromJson)),
);

/// Publish the newest revision at once.
final publishContent = Operation<PublishedContent>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/content/{item_id}/publish',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublishedContent.fromJson)),
);

/// Schedule the publication of the newest revision.
final scheduleContent = Operation<ContentEntry>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/content/{item_id}/schedule',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ContentEntry.fromJson)),
);

/// Cancel the schedule.
final unscheduleContent = Operation<ContentEntry>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/content/{item_id}/unschedule',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ContentEntry.fromJson)),
);

/// Unpublish an item; it becomes a draft.
final unpublishContent = Operation<UnpublishedContent>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/content/{item_id}/unpublish',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(UnpublishedContent.fromJson)),
);

/// Archive an item; readers no longer find it.
final archiveContent = Operation<ContentEntry>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/content/{item_id}/archive',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ContentEntry.fromJson)),
);

/// Make an archived item a draft again.
final unarchiveContent = Operation<ContentEntry>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/content/{item_id}/unarchive',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ContentEntry.fromJson)),
);

/// Destroy an item of any kind for good.
final destroyContent = Operation<DestroyedContent>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/content/{item_id}/destroy',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(DestroyedContent.fromJson)),
);

/// List the revisions of an item, newest first.
final listContentRevisions = Operation<ResultPage<ContentRevision>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/content/{item_id}/revisions',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(ContentRevision.fromJson)),
);

/// Read a revision with its fields.
final getContentRevision = Operation<ContentRevisionWithFields>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/content/{item_id}/revisions/{revision}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ContentRevisionWithFields.fromJson)),
);

/// Compare a revision with another one.
final diffContentRevisions = Operation<ContentDifference>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/content/{item_id}/revisions/{revision}/diff',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ContentDifference.fromJson)),
);

/// Make an earlier revision the draft again, as a new revision.
final restoreContentRevision = Operation<RestoredContent>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/content/{item_id}/revisions/{revision}/restore',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RestoredContent.fromJson)),
);

/// Create a preview token that shows a draft to its bearer.
final createPreviewToken = Operation<PreviewToken>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/content/{item_id}/preview-tokens',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PreviewToken.fromJson)),
);

/// Revoke all preview tokens of an item.
final revokePreviewTokens = Operation<RevokedPreviewTokens>(
  method: 'DELETE',
  path: '/v1/cms/sites/{site_id}/content/{item_id}/preview-tokens',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RevokedPreviewTokens.fromJson)),
);

/// Fill empty fields of a post or an article for search engines.
final generateContentFields = Operation<GeneratedContentFields>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/generate-fields',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 80),
  read: readData(objectOf(GeneratedContentFields.fromJson)),
);

/// Read the results of an item: readers, leads, issues, registrations and revenue.
final getContentInsights = Operation<ItemInsights>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/content/{item_id}/insights',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ItemInsights.fromJson)),
);

/// List posts, drafts included.
final listPosts = Operation<ResultPage<PostEntry>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/blog/posts',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(PostEntry.fromJson)),
);

/// Write a post as a draft.
final createPost = Operation<SavedPost>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/blog/posts',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SavedPost.fromJson)),
);

/// Read a post for editing.
final getPost = Operation<Post>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/blog/posts/{post_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Post.fromJson)),
);

/// Change a post; creates a new revision unless nothing changes.
final updatePost = Operation<SavedPost>(
  method: 'PATCH',
  path: '/v1/cms/sites/{site_id}/blog/posts/{post_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SavedPost.fromJson)),
);

/// Delete a post, or archive it if it was ever published.
final deletePost = Operation<void>(
  method: 'DELETE',
  path: '/v1/cms/sites/{site_id}/blog/posts/{post_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// List published posts.
final readPosts = Operation<ResultPage<PublicPostEntry>>(
  method: 'GET',
  path: '/v1/sites/{site_code}/blog/posts',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(PublicPostEntry.fromJson)),
);

/// List published posts, of a site of the application.
final readApplicationPosts = Operation<ResultPage<PublicPostEntry>>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/blog/posts',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(PublicPostEntry.fromJson)),
);

/// Read a published post.
final readPost = Operation<PublicPost>(
  method: 'GET',
  path: '/v1/sites/{site_code}/blog/posts/{slug}',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublicPost.fromJson)),
);

/// Read a published post, of a site of the application.
final readApplicationPost = Operation<PublicPost>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/blog/posts/{slug}',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublicPost.fromJson)),
);

/// List the tags of published posts, most used first.
final readTags = Operation<List<TagCount>>(
  method: 'GET',
  path: '/v1/sites/{site_code}/blog/tags',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(TagCount.fromJson))),
);

/// List the tags of published posts, most used first, of a site of the application.
final readApplicationTags = Operation<List<TagCount>>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/blog/tags',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(TagCount.fromJson))),
);

/// List the categories of the blog.
final readCategories = Operation<List<PublicCategory>>(
  method: 'GET',
  path: '/v1/sites/{site_code}/blog/categories',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(PublicCategory.fromJson))),
);

/// List the categories of the blog, of a site of the application.
final readApplicationCategories = Operation<List<PublicCategory>>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/blog/categories',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(PublicCategory.fromJson))),
);

/// List the authors of published posts, by name.
final readAuthors = Operation<List<PublicAuthorCount>>(
  method: 'GET',
  path: '/v1/sites/{site_code}/blog/authors',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(PublicAuthorCount.fromJson))),
);

/// List the authors of published posts, by name, of a site of the application.
final readApplicationAuthors = Operation<List<PublicAuthorCount>>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/blog/authors',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(PublicAuthorCount.fromJson))),
);

/// List categories by position.
final listCategories = Operation<ResultPage<BlogCategory>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/blog/categories',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(BlogCategory.fromJson)),
);

/// Create a category.
final createCategory = Operation<BlogCategory>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/blog/categories',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(BlogCategory.fromJson)),
);

/// Read a category.
final getCategory = Operation<BlogCategory>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/blog/categories/{category_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(BlogCategory.fromJson)),
);

/// Change a category; the change is public at once.
final updateCategory = Operation<BlogCategory>(
  method: 'PATCH',
  path: '/v1/cms/sites/{site_id}/blog/categories/{category_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(BlogCategory.fromJson)),
);

/// Delete a category without posts.
final deleteCategory = Operation<void>(
  method: 'DELETE',
  path: '/v1/cms/sites/{site_id}/blog/categories/{category_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// List authors by name.
final listAuthors = Operation<ResultPage<BlogAuthor>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/authors',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(BlogAuthor.fromJson)),
);

/// Create an author.
final createAuthor = Operation<BlogAuthor>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/authors',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(BlogAuthor.fromJson)),
);

/// Read an author.
final getAuthor = Operation<BlogAuthor>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/authors/{author_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(BlogAuthor.fromJson)),
);

/// Change an author; the change is public at once.
final updateAuthor = Operation<BlogAuthor>(
  method: 'PATCH',
  path: '/v1/cms/sites/{site_id}/authors/{author_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(BlogAuthor.fromJson)),
);

/// Delete an author without posts.
final deleteAuthor = Operation<void>(
  method: 'DELETE',
  path: '/v1/cms/sites/{site_id}/authors/{author_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Destroy an author for good, also one with posts.
final destroyAuthor = Operation<DestroyedContent>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/authors/{author_id}/destroy',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(DestroyedContent.fromJson)),
);

/// List articles, drafts included.
final listArticles = Operation<ResultPage<ArticleEntry>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/kb/articles',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(ArticleEntry.fromJson)),
);

/// Write an article as a draft.
final createArticle = Operation<SavedArticle>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/kb/articles',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SavedArticle.fromJson)),
);

/// Read an article for editing.
final getArticle = Operation<Article>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/kb/articles/{article_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Article.fromJson)),
);

/// Change an article; creates a new revision unless nothing changes.
final updateArticle = Operation<SavedArticle>(
  method: 'PATCH',
  path: '/v1/cms/sites/{site_id}/kb/articles/{article_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SavedArticle.fromJson)),
);

/// Delete an article, or archive it if it was ever published.
final deleteArticle = Operation<void>(
  method: 'DELETE',
  path: '/v1/cms/sites/{site_id}/kb/articles/{article_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// List folders by position.
final listFolders = Operation<ResultPage<Folder>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/kb/folders',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Folder.fromJson)),
);

/// Create a folder.
final createFolder = Operation<Folder>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/kb/folders',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Folder.fromJson)),
);

/// Read a folder.
final getFolder = Operation<Folder>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/kb/folders/{folder_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Folder.fromJson)),
);

/// Rename or move a folder with its content.
final updateFolder = Operation<Folder>(
  method: 'PATCH',
  path: '/v1/cms/sites/{site_id}/kb/folders/{folder_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Folder.fromJson)),
);

/// Delete a folder; its content is moved first.
final deleteFolder = Operation<void>(
  method: 'DELETE',
  path: '/v1/cms/sites/{site_id}/kb/folders/{folder_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Set the order of folders and articles of one folder.
final orderKnowledgeBase = Operation<KnowledgeBaseOrdered>(
  method: 'PUT',
  path: '/v1/cms/sites/{site_id}/kb/order',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(KnowledgeBaseOrdered.fromJson)),
);

/// Read the tree of folders and articles.
final readTree = Operation<KnowledgeBaseTree>(
  method: 'GET',
  path: '/v1/sites/{site_code}/kb/tree',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(KnowledgeBaseTree.fromJson)),
);

/// Read the tree of folders and articles, of a site of the application.
final readApplicationTree = Operation<KnowledgeBaseTree>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/kb/tree',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(KnowledgeBaseTree.fromJson)),
);

/// List published articles.
final readArticles = Operation<ResultPage<PublicArticleEntry>>(
  method: 'GET',
  path: '/v1/sites/{site_code}/kb/articles',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(PublicArticleEntry.fromJson)),
);

/// List published articles, of a site of the application.
final readApplicationArticles = Operation<ResultPage<PublicArticleEntry>>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/kb/articles',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(PublicArticleEntry.fromJson)),
);

/// Read a published article.
final readArticle = Operation<PublicArticle>(
  method: 'GET',
  path: '/v1/sites/{site_code}/kb/articles/{slug}',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublicArticle.fromJson)),
);

/// Read a published article, of a site of the application.
final readApplicationArticle = Operation<PublicArticle>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/kb/articles/{slug}',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublicArticle.fromJson)),
);

/// List the most read articles of the last 90 days.
final readPopularArticles = Operation<List<PopularArticle>>(
  method: 'GET',
  path: '/v1/sites/{site_code}/kb/popular',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(PopularArticle.fromJson))),
);

/// List the most read articles of the last 90 days, of a site of the application.
final readApplicationPopularArticles = Operation<List<PopularArticle>>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/kb/popular',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(PopularArticle.fromJson))),
);

/// Count a view of an article.
final countArticleView = Operation<void>(
  method: 'POST',
  path: '/v1/sites/{site_code}/kb/articles/{slug}/view',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Count a view of an article, of a site of the application.
final countApplicationArticleView = Operation<void>(
  method: 'POST',
  path: '/v1/applications/{app_code}/sites/{site_code}/kb/articles/{slug}/view',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// List documents, drafts included.
final listDocuments = Operation<ResultPage<DocumentEntry>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/documents',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(DocumentEntry.fromJson)),
);

/// Write a document as a draft.
final createDocument = Operation<SavedDocument>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/documents',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SavedDocument.fromJson)),
);

/// Read a document for editing.
final getDocument = Operation<Document>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/documents/{document_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Document.fromJson)),
);

/// Change a document; creates a new revision unless nothing changes.
final updateDocument = Operation<SavedDocument>(
  method: 'PATCH',
  path: '/v1/cms/sites/{site_id}/documents/{document_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SavedDocument.fromJson)),
);

/// Delete a document, or archive it if it was ever published.
final deleteDocument = Operation<void>(
  method: 'DELETE',
  path: '/v1/cms/sites/{site_id}/documents/{document_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Rotate the public address of a document; the old one ends at once.
final rotateDocumentToken = Operation<DocumentAddress>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/documents/{document_id}/rotate-token',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(DocumentAddress.fromJson)),
);

/// List published documents.
final readDocuments = Operation<ResultPage<PublicDocumentEntry>>(
  method: 'GET',
  path: '/v1/sites/{site_code}/documents',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(PublicDocumentEntry.fromJson)),
);

/// List published documents, of a site of the application.
final readApplicationDocuments = Operation<ResultPage<PublicDocumentEntry>>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/documents',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(PublicDocumentEntry.fromJson)),
);

/// Read a published document.
final readDocument = Operation<PublicDocument>(
  method: 'GET',
  path: '/v1/sites/{site_code}/documents/{slug}',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublicDocument.fromJson)),
);

/// Read a published document, of a site of the application.
final readApplicationDocument = Operation<PublicDocument>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/documents/{slug}',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublicDocument.fromJson)),
);

/// Open a document by its token.
final openDocument = Operation<Uint8List>(
  method: 'GET',
  path: '/v1/cms-documents/{access_token}',
  auth: 'none',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readFile,
);

/// List downloads, drafts included.
final listDownloads = Operation<ResultPage<DownloadEntry>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/downloads',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(DownloadEntry.fromJson)),
);

/// Write a download as a draft.
final createDownload = Operation<SavedDownload>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/downloads',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SavedDownload.fromJson)),
);

/// Read a download for editing.
final getDownload = Operation<Download>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/downloads/{download_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Download.fromJson)),
);

/// Change a download; creates a new revision unless nothing changes.
final updateDownload = Operation<SavedDownload>(
  method: 'PATCH',
  path: '/v1/cms/sites/{site_id}/downloads/{download_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SavedDownload.fromJson)),
);

/// Delete a download, or archive it if it was ever published.
final deleteDownload = Operation<void>(
  method: 'DELETE',
  path: '/v1/cms/sites/{site_id}/downloads/{download_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// List published downloads, newest version first.
final readDownloads = Operation<List<PublicDownload>>(
  method: 'GET',
  path: '/v1/sites/{site_code}/downloads',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(PublicDownload.fromJson))),
);

/// List published downloads, newest version first, of a site of the application.
final readApplicationDownloads = Operation<List<PublicDownload>>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/downloads',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(PublicDownload.fromJson))),
);

/// Read the newest build for a platform; null when there is none.
final readLatestDownload = Operation<LatestDownload?>(
  method: 'GET',
  path: '/v1/sites/{site_code}/downloads/{platform}/latest',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(orNull(objectOf(LatestDownload.fromJson))),
);

/// Read the newest build for a platform; null when there is none, of a site of the application.
final readApplicationLatestDownload = Operation<LatestDownload?>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/downloads/{platform}/latest',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(orNull(objectOf(LatestDownload.fromJson))),
);

/// Redirect to the file of the newest build, for a download button.
final openLatestDownload = Operation<void>(
  method: 'GET',
  path: '/v1/sites/{site_code}/downloads/{platform}/latest/file',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// List changelog entries, drafts included.
final listChangelogEntries = Operation<ResultPage<ChangelogEntryHead>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/changelog',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(ChangelogEntryHead.fromJson)),
);

/// Write a changelog entry as a draft.
final createChangelogEntry = Operation<SavedChangelogEntry>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/changelog',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SavedChangelogEntry.fromJson)),
);

/// Read a changelog entry for editing.
final getChangelogEntry = Operation<ChangelogEntry>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/changelog/{entry_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ChangelogEntry.fromJson)),
);

/// Change a changelog entry; creates a new revision unless nothing changes.
final updateChangelogEntry = Operation<SavedChangelogEntry>(
  method: 'PATCH',
  path: '/v1/cms/sites/{site_id}/changelog/{entry_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SavedChangelogEntry.fromJson)),
);

/// Delete a changelog entry, or archive it if it was ever published.
final deleteChangelogEntry = Operation<void>(
  method: 'DELETE',
  path: '/v1/cms/sites/{site_id}/changelog/{entry_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// List published changelog entries with their texts.
final readChangelog = Operation<ResultPage<PublicChangelogEntryHead>>(
  method: 'GET',
  path: '/v1/sites/{site_code}/changelog',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(PublicChangelogEntryHead.fromJson)),
);

/// List published changelog entries with their texts, of a site of the application.
final readApplicationChangelog = Operation<ResultPage<PublicChangelogEntryHead>>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/changelog',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(PublicChangelogEntryHead.fromJson)),
);

/// Read a published changelog entry.
final readChangelogEntry = Operation<PublicChangelogEntry>(
  method: 'GET',
  path: '/v1/sites/{site_code}/changelog/{slug}',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublicChangelogEntry.fromJson)),
);

/// Read a published changelog entry, of a site of the application.
final readApplicationChangelogEntry = Operation<PublicChangelogEntry>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/changelog/{slug}',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublicChangelogEntry.fromJson)),
);

/// List banners, drafts included.
final listBanners = Operation<ResultPage<BannerEntry>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/banners',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(BannerEntry.fromJson)),
);

/// Write a banner as a draft.
final createBanner = Operation<SavedBanner>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/banners',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SavedBanner.fromJson)),
);

/// Read a banner for editing.
final getBanner = Operation<Banner>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/banners/{banner_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Banner.fromJson)),
);

/// Change a banner; creates a new revision unless nothing changes.
final updateBanner = Operation<SavedBanner>(
  method: 'PATCH',
  path: '/v1/cms/sites/{site_id}/banners/{banner_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SavedBanner.fromJson)),
);

/// Delete a banner, or archive it if it was ever published.
final deleteBanner = Operation<void>(
  method: 'DELETE',
  path: '/v1/cms/sites/{site_id}/banners/{banner_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// List the banners that are live now, the most important first.
final readBanners = Operation<List<PublicBanner>>(
  method: 'GET',
  path: '/v1/sites/{site_code}/banners',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(PublicBanner.fromJson))),
);

/// List the banners that are live now, the most important first, of a site of the application.
final readApplicationSiteBanners = Operation<List<PublicBanner>>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/banners',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(PublicBanner.fromJson))),
);

/// Read a banner that is live now.
final readBanner = Operation<PublicBanner>(
  method: 'GET',
  path: '/v1/sites/{site_code}/banners/{banner_id}',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublicBanner.fromJson)),
);

/// Read a banner that is live now, of a site of the application.
final readApplicationSiteBanner = Operation<PublicBanner>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/banners/{banner_id}',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublicBanner.fromJson)),
);

/// List the live banners of an application, from all of its sites.
final readApplicationBanners = Operation<List<PublicBanner>>(
  method: 'GET',
  path: '/v1/applications/{app_code}/banners',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(PublicBanner.fromJson))),
);

/// Read a live banner of an application.
final readApplicationBanner = Operation<PublicBanner>(
  method: 'GET',
  path: '/v1/applications/{app_code}/banners/{banner_id}',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(PublicBanner.fromJson)),
);

/// Search posts, articles, documents and changelog.
final searchSite = Operation<List<SearchResult>>(
  method: 'GET',
  path: '/v1/sites/{site_code}/search',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(SearchResult.fromJson))),
);

/// Search posts, articles, documents and changelog, of a site of the application.
final searchApplicationSite = Operation<List<SearchResult>>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/search',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(SearchResult.fromJson))),
);

/// Search posts, articles, documents and changelog, in pages.
final readSearchResults = Operation<ResultPage<SearchResult>>(
  method: 'GET',
  path: '/v1/sites/{site_code}/search/results',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SearchResult.fromJson)),
);

/// Search posts, articles, documents and changelog, in pages, of a site of the application.
final readApplicationSearchResults = Operation<ResultPage<SearchResult>>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/search/results',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SearchResult.fromJson)),
);

/// List addresses of texts that are gone, for incremental builds.
final readRemovedTexts = Operation<RemovedTexts>(
  method: 'GET',
  path: '/v1/sites/{site_code}/removed-texts',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RemovedTexts.fromJson)),
);

/// List addresses of texts that are gone, for incremental builds, of a site of the application.
final readApplicationRemovedTexts = Operation<RemovedTexts>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/removed-texts',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RemovedTexts.fromJson)),
);

/// The twenty newest posts as RSS 2.0.
final readRssFeed = Operation<String>(
  method: 'GET',
  path: '/v1/sites/{site_code}/feed.xml',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readText,
);

/// The twenty newest posts as Atom.
final readAtomFeed = Operation<String>(
  method: 'GET',
  path: '/v1/sites/{site_code}/feed.atom',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readText,
);

/// The twenty newest posts as JSON Feed 1.1.
final readJsonFeed = Operation<JsonObject>(
  method: 'GET',
  path: '/v1/sites/{site_code}/feed.json',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readJson(asType<JsonObject>),
);

/// Addresses of published texts as a sitemap, with their languages.
final readSitemap = Operation<String>(
  method: 'GET',
  path: '/v1/sites/{site_code}/sitemap.xml',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readText,
);

/// List redirects, for the server of the site.
final readRedirects = Operation<List<PublicRedirect>>(
  method: 'GET',
  path: '/v1/sites/{site_code}/redirects',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(PublicRedirect.fromJson))),
);

/// List redirects, for the server of the site, of a site of the application.
final readApplicationRedirects = Operation<List<PublicRedirect>>(
  method: 'GET',
  path: '/v1/applications/{app_code}/sites/{site_code}/redirects',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(PublicRedirect.fromJson))),
);

/// List redirects, newest first.
final listRedirects = Operation<ResultPage<Redirect>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/redirects',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Redirect.fromJson)),
);

/// Add a redirect.
final createRedirect = Operation<Redirect>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/redirects',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Redirect.fromJson)),
);

/// Remove a redirect.
final deleteRedirect = Operation<void>(
  method: 'DELETE',
  path: '/v1/cms/sites/{site_id}/redirects/{redirect_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Export a whole site as a zip archive.
final exportSite = Operation<Uint8List>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/export',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 65),
  read: readFile,
);

/// Import an archive, or a site of Ghost or WordPress.
final startImport = Operation<SiteImport>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/imports',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 605),
  read: readData(objectOf(SiteImport.fromJson)),
);

/// List imports, newest first.
final listImports = Operation<ResultPage<SiteImport>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/imports',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SiteImport.fromJson)),
);

/// Read an import with a page of its entries.
final getImport = Operation<SiteImportWithEntries>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/imports/{import_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SiteImportWithEntries.fromJson)),
);

/// Submit a form of a site.
final submitLead = Operation<LeadAnswer>(
  method: 'POST',
  path: '/v1/sites/{site_code}/leads',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 20),
  read: readData(objectOf(LeadAnswer.fromJson)),
);

/// Submit a form of a site, of a site of the application.
final submitApplicationLead = Operation<LeadAnswer>(
  method: 'POST',
  path: '/v1/applications/{app_code}/sites/{site_code}/leads',
  auth: 'key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 20),
  read: readData(objectOf(LeadAnswer.fromJson)),
);

/// Read the settings of forms.
final getLeadSettings = Operation<LeadSettings>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/lead-settings',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(LeadSettings.fromJson)),
);

/// Set the settings of forms.
final putLeadSettings = Operation<LeadSettings>(
  method: 'PUT',
  path: '/v1/cms/sites/{site_id}/lead-settings',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(LeadSettings.fromJson)),
);

/// List or export leads, newest first.
final listLeads = Operation<ResultPage<Lead>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/leads',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Lead.fromJson)),
);

/// List or export the leads of a person, newest first.
final searchLeads = Operation<ResultPage<Lead>>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/leads/search',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Lead.fromJson)),
);

/// Read a lead.
final getLead = Operation<Lead>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/leads/{lead_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Lead.fromJson)),
);

/// Change the state of a lead.
final updateLead = Operation<Lead>(
  method: 'PATCH',
  path: '/v1/cms/sites/{site_id}/leads/{lead_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Lead.fromJson)),
);

/// Remove a lead; the last lead of a person erases the person.
final deleteLead = Operation<void>(
  method: 'DELETE',
  path: '/v1/cms/sites/{site_id}/leads/{lead_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Erase everything about a person without an account.
final eraseLeads = Operation<ErasedSubjects>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/leads/erase',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ErasedSubjects.fromJson)),
);

/// Page with the button that confirms a subscription.
final showConfirmation = Operation<String>(
  method: 'GET',
  path: '/v1/newsletter/confirm/{token}',
  auth: 'none',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readText,
);

/// Confirm a subscription.
final confirmSubscription = Operation<String>(
  method: 'POST',
  path: '/v1/newsletter/confirm/{token}',
  auth: 'none',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readText,
);

/// Page with the button that ends a subscription.
final showUnsubscription = Operation<String>(
  method: 'GET',
  path: '/v1/newsletter/unsubscribe/{token}',
  auth: 'none',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readText,
);

/// End a subscription (RFC 8058).
final unsubscribe = Operation<String>(
  method: 'POST',
  path: '/v1/newsletter/unsubscribe/{token}',
  auth: 'none',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readText,
);

/// List subscribers, or export the confirmed ones.
final listSubscribers = Operation<ResultPage<Subscriber>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/subscribers',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Subscriber.fromJson)),
);

/// List mails of the last 90 days, newest first.
final listMails = Operation<ResultPage<Mail>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/mails',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Mail.fromJson)),
);

/// Send a failed or waiting mail again.
final retryMail = Operation<Mail>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/mails/{mail_id}/retry',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Mail.fromJson)),
);

/// Open a ticket.
final createTicket = Operation<TicketWithMessages>(
  method: 'POST',
  path: '/v1/support/tickets',
  auth: 'user',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(TicketWithMessages.fromJson)),
);

/// List the tickets of the user, newest first.
final listMyTickets = Operation<ResultPage<Ticket>>(
  method: 'GET',
  path: '/v1/support/tickets',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(Ticket.fromJson)),
);

/// Read a ticket of the user with its messages.
final getMyTicket = Operation<TicketWithMessages>(
  method: 'GET',
  path: '/v1/support/tickets/{ticket_id}',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(TicketWithMessages.fromJson)),
);

/// Add a message to a ticket of the user.
final addTicketMessage = Operation<TicketMessage>(
  method: 'POST',
  path: '/v1/support/tickets/{ticket_id}/messages',
  auth: 'user',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(TicketMessage.fromJson)),
);

/// Close a ticket of the user.
final closeMyTicket = Operation<Ticket>(
  method: 'POST',
  path: '/v1/support/tickets/{ticket_id}/close',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Ticket.fromJson)),
);

/// Upload a file for a later message.
final uploadAttachment = Operation<SupportAttachment>(
  method: 'POST',
  path: '/v1/support/attachments',
  auth: 'user',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 125),
  read: readData(objectOf(SupportAttachment.fromJson)),
);

/// Read a file of a ticket by its signed address.
final openAttachment = Operation<Uint8List>(
  method: 'GET',
  path: '/v1/support/files/{file_token}',
  auth: 'none',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readFile,
);

/// List tickets, newest first.
final listTickets = Operation<ResultPage<AdminTicket>>(
  method: 'GET',
  path: '/v1/admin/support/tickets',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(AdminTicket.fromJson)),
);

/// Read a ticket with messages and internal notes.
final getTicket = Operation<AdminTicketWithMessages>(
  method: 'GET',
  path: '/v1/admin/support/tickets/{ticket_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(AdminTicketWithMessages.fromJson)),
);

/// Change status, assignee or priority of a ticket.
final updateTicket = Operation<AdminTicket>(
  method: 'PATCH',
  path: '/v1/admin/support/tickets/{ticket_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(AdminTicket.fromJson)),
);

/// Answer a ticket, or leave an internal note.
final answerTicket = Operation<AdminTicketMessage>(
  method: 'POST',
  path: '/v1/admin/support/tickets/{ticket_id}/messages',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(AdminTicketMessage.fromJson)),
);

/// Upload a file for a later answer.
final uploadStaffAttachment = Operation<SupportAttachment>(
  method: 'POST',
  path: '/v1/admin/support/attachments',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 125),
  read: readData(objectOf(SupportAttachment.fromJson)),
);

/// Record one event.
final recordEvent = Operation<EventsAccepted>(
  method: 'POST',
  path: '/v1/events',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(EventsAccepted.fromJson)),
);

/// Record up to 500 events.
final recordEvents = Operation<EventsAccepted>(
  method: 'POST',
  path: '/v1/events/batch',
  auth: 'user',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(EventsAccepted.fromJson)),
);

/// Record up to 500 events of users for a back end.
final recordBackEndEvents = Operation<EventsAccepted>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/events',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(EventsAccepted.fromJson)),
);

/// Record what a visitor of a site did: one event, or up to 500.
final recordSiteEvents = Operation<EventsAccepted>(
  method: 'POST',
  path: '/v1/sites/{site_code}/events',
  auth: 'site_key',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(EventsAccepted.fromJson)),
);

/// Read the totals of an application, of all of them, or of a site.
final getAnalyticsSummary = Operation<JsonObject>(
  method: 'GET',
  path: '/v1/analytics/summary',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(asType<JsonObject>),
);

/// List the versions of the application in use.
final getAppVersions = Operation<AppVersions>(
  method: 'GET',
  path: '/v1/analytics/versions',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(AppVersions.fromJson)),
);

/// List users with their app version, last seen first.
final listAppVersionUsers = Operation<ResultPage<AppVersionUser>>(
  method: 'GET',
  path: '/v1/analytics/versions/users',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(AppVersionUser.fromJson)),
);

/// List users that saw a paywall and did not buy, last seen first.
final listPaywallNoPurchase = Operation<ResultPage<PaywallNoPurchaseUser>>(
  method: 'GET',
  path: '/v1/analytics/cohorts/paywall-no-purchase',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(PaywallNoPurchaseUser.fromJson)),
);

/// Count users that completed these steps in order.
final getFunnel = Operation<Funnel>(
  method: 'GET',
  path: '/v1/analytics/funnel',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Funnel.fromJson)),
);

/// Read the retention of registered users.
final getRetention = Operation<Retention>(
  method: 'GET',
  path: '/v1/analytics/retention',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Retention.fromJson)),
);

/// Count stored, repeated and refused events.
final getIngestion = Operation<Ingestion>(
  method: 'GET',
  path: '/v1/analytics/ingestion',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(Ingestion.fromJson)),
);

/// Read the analytics settings of an application.
final getAnalyticsSettings = Operation<AnalyticsSettings>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/analytics',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(AnalyticsSettings.fromJson)),
);

/// Change the analytics settings of an application.
final setAnalyticsSettings = Operation<AnalyticsSettings>(
  method: 'PUT',
  path: '/v1/admin/applications/{application_id}/analytics',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(AnalyticsSettings.fromJson)),
);

/// List the event names of an application.
final listEventNames = Operation<ResultPage<EventName>>(
  method: 'GET',
  path: '/v1/admin/applications/{application_id}/event-names',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(EventName.fromJson)),
);

/// Allow an event name of an application.
final allowEventName = Operation<EventName>(
  method: 'PUT',
  path: '/v1/admin/applications/{application_id}/event-names/{event_name}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(EventName.fromJson)),
);

/// Remove an event name of an application.
final removeEventName = Operation<void>(
  method: 'DELETE',
  path: '/v1/admin/applications/{application_id}/event-names/{event_name}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Merge event names of an application.
final mergeEventNames = Operation<EventName>(
  method: 'POST',
  path: '/v1/admin/applications/{application_id}/event-names/merge',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(EventName.fromJson)),
);

/// List the event names of a site.
final listSiteEventNames = Operation<ResultPage<EventName>>(
  method: 'GET',
  path: '/v1/admin/sites/{site_id}/event-names',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(EventName.fromJson)),
);

/// Allow an event name of a site.
final allowSiteEventName = Operation<EventName>(
  method: 'PUT',
  path: '/v1/admin/sites/{site_id}/event-names/{event_name}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(EventName.fromJson)),
);

/// Remove an event name of a site.
final removeSiteEventName = Operation<void>(
  method: 'DELETE',
  path: '/v1/admin/sites/{site_id}/event-names/{event_name}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Merge event names of a site.
final mergeSiteEventNames = Operation<EventName>(
  method: 'POST',
  path: '/v1/admin/sites/{site_id}/event-names/merge',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(EventName.fromJson)),
);

/// Start an audit of a site.
final startSeoScan = Operation<StartedSeoScan>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/scans',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(StartedSeoScan.fromJson)),
);

/// List audits of a site, newest first.
final listSeoScans = Operation<ResultPage<SeoScan>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/scans',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SeoScan.fromJson)),
);

/// Read an audit and its progress.
final getSeoScan = Operation<SeoScan>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/scans/{scan_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoScan.fromJson)),
);

/// Cancel an audit.
final cancelSeoScan = Operation<SeoScan>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/scans/{scan_id}/cancel',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoScan.fromJson)),
);

/// Read the settings of audits.
final getSeoSettings = Operation<SeoSettings>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/settings',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoSettings.fromJson)),
);

/// Replace the settings of audits.
final putSeoSettings = Operation<SeoSettings>(
  method: 'PUT',
  path: '/v1/cms/sites/{site_id}/seo/settings',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoSettings.fromJson)),
);

/// List or export issues, the most severe first.
final listSeoIssues = Operation<ResultPage<SeoIssue>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/issues',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SeoIssue.fromJson)),
);

/// Change the status of many issues.
final updateSeoIssues = Operation<SeoIssuesChanged>(
  method: 'PATCH',
  path: '/v1/cms/sites/{site_id}/seo/issues',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoIssuesChanged.fromJson)),
);

/// Group open issues into tasks, the largest gain first.
final summarizeSeoIssues = Operation<List<SeoTask>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/tasks',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(SeoTask.fromJson))),
);

/// Read an issue with its history.
final getSeoIssue = Operation<SeoIssueWithHistory>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/issues/{issue_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoIssueWithHistory.fromJson)),
);

/// Change the status of an issue.
final updateSeoIssue = Operation<SeoIssue>(
  method: 'PATCH',
  path: '/v1/cms/sites/{site_id}/seo/issues/{issue_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoIssue.fromJson)),
);

/// Read the catalogue of rules.
final listSeoRules = Operation<SeoRules>(
  method: 'GET',
  path: '/v1/cms/seo/rules',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoRules.fromJson)),
);

/// Read the verdict of the last scan.
final getSeoVerdict = Operation<SeoVerdict>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/verdict',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoVerdict.fromJson)),
);

/// List or export pages of the last scan, in the order of the crawl.
final listSeoPages = Operation<ResultPage<SeoPage>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/pages',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SeoPage.fromJson)),
);

/// Read a page with its facts, issues and links to it.
final getSeoPage = Operation<SeoPageWithFacts>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/pages/{page_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoPageWithFacts.fromJson)),
);

/// Read the settings of the AI provider.
final getAiSettings = Operation<AiSettings>(
  method: 'GET',
  path: '/v1/settings/ai',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(AiSettings.fromJson)),
);

/// Replace the settings of the AI provider.
final putAiSettings = Operation<AiSettings>(
  method: 'PUT',
  path: '/v1/settings/ai',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(AiSettings.fromJson)),
);

/// Test the AI provider with a short request.
final testAiSettings = Operation<AiTest>(
  method: 'POST',
  path: '/v1/settings/ai/test',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 105),
  read: readData(objectOf(AiTest.fromJson)),
);

/// Read the usage of the AI provider in the last 90 days, newest day first.
final listAiUsage = Operation<List<AiUsage>>(
  method: 'GET',
  path: '/v1/settings/ai/usage',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(listOf(objectOf(AiUsage.fromJson))),
);

/// Judge pages again.
final recheckSeoPages = Operation<RequestedSeoRechecks>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/recheck',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RequestedSeoRechecks.fromJson)),
);

/// Judge the page of an issue again.
final recheckSeoIssue = Operation<RequestedSeoRechecks>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/issues/{issue_id}/recheck',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RequestedSeoRechecks.fromJson)),
);

/// Announce changed addresses to search engines.
final submitSeoIndexNow = Operation<SeoIndexNowResult>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/indexnow',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 65),
  read: readData(objectOf(SeoIndexNowResult.fromJson)),
);

/// List changed addresses, the newest change first.
final listSeoIndexNow = Operation<ResultPage<SeoIndexNowUrl>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/indexnow',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SeoIndexNowUrl.fromJson)),
);

/// Score published posts.
final scoreBlogReadiness = Operation<List<ItemReadiness>>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/readiness/blog',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 65),
  read: readData(listOf(objectOf(ItemReadiness.fromJson))),
);

/// Score published articles.
final scoreKbReadiness = Operation<List<ItemReadiness>>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/readiness/kb',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 65),
  read: readData(listOf(objectOf(ItemReadiness.fromJson))),
);

/// List scores of published texts.
final listSeoReadiness = Operation<ResultPage<ItemReadiness>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/readiness',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(ItemReadiness.fromJson)),
);

/// Read the score of a published text.
final getSeoReadiness = Operation<ItemReadiness>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/readiness/{item_type}/{item_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ItemReadiness.fromJson)),
);

/// Measure the speed of pages with PageSpeed Insights.
final measureSeoPsi = Operation<SeoPsiResults>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/psi',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoPsiResults.fromJson)),
);

/// List measured pages, the newest request first.
final listSeoPsi = Operation<ResultPage<SeoPsiResult>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/psi',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SeoPsiResult.fromJson)),
);

/// List reports of a site, newest first.
final listSeoReports = Operation<ResultPage<SeoReportSummary>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/reports',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SeoReportSummary.fromJson)),
);

/// Read a report with its plan and runbook.
final getSeoReport = Operation<SeoReport>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/reports/{report_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoReport.fromJson)),
);

/// Read the tasks of developers as a document.
final getSeoDeveloperDoc = Operation<SeoDeveloperDoc>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/reports/{report_id}/developer-doc',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoDeveloperDoc.fromJson)),
);

/// Summarize a report with the most important fixes.
final adviseOnSeoReport = Operation<SeoReportAdvice>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/reports/{report_id}/ai',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 105),
  read: readData(objectOf(SeoReportAdvice.fromJson)),
);

/// Read the overview of a site.
final getSeoDashboard = Operation<SeoDashboard>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/dashboard',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoDashboard.fromJson)),
);

/// Read the history of scores and issues.
final getSeoHistory = Operation<SeoHistory>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/history',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoHistory.fromJson)),
);

/// List published items with their score, issues and impressions.
final listSeoContent = Operation<ResultPage<SeoContentItem>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/content',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SeoContentItem.fromJson)),
);

/// Plan the open issues over weeks.
final generateSeoWorkPlan = Operation<SeoWorkPlan>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/work-plan/generate',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 105),
  read: readData(objectOf(SeoWorkPlan.fromJson)),
);

/// Read the plan with its progress.
final getSeoWorkPlan = Operation<SeoWorkPlan>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/work-plan',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoWorkPlan.fromJson)),
);

/// Read the plan as a document, and as tickets for a tracker.
final getSeoWorkPlanMarkdown = Operation<SeoPlanDocument>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/work-plan/markdown',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoPlanDocument.fromJson)),
);

/// Create a digest of the last days.
final createSeoDigest = Operation<SeoDigest>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/digest',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoDigest.fromJson)),
);

/// List digests, newest first.
final listSeoDigests = Operation<ResultPage<SeoDigest>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/digests',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SeoDigest.fromJson)),
);

/// Read the search consoles of a site.
final getSearchConsoles = Operation<SearchConsoles>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/search',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SearchConsoles.fromJson)),
);

/// Start the connection of a search console.
final connectSearchConsole = Operation<StartedSearchConnection>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/search/connect/{provider}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(StartedSearchConnection.fromJson)),
);

/// Finish the connection of Yandex Webmaster with the code of its page.
final enterYandexSearchCode = Operation<SearchConsole>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/search/connect/yandex/code',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 65),
  read: readData(objectOf(SearchConsole.fromJson)),
);

/// Finish the connection of a search console in mode `callback`.
final confirmSearchConsole = Operation<SearchConsole>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/search/connect/{provider}/confirm',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 65),
  read: readData(objectOf(SearchConsole.fromJson)),
);

/// Redirect URI for Google.
final finishGoogleSearch = Operation<String>(
  method: 'GET',
  path: '/v1/cms/seo/oauth/google/callback',
  auth: 'none',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readText,
);

/// Redirect URI for Yandex.
final finishYandexSearch = Operation<String>(
  method: 'GET',
  path: '/v1/cms/seo/oauth/yandex/callback',
  auth: 'none',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readText,
);

/// Choose the property of the account for this site.
final setSearchProperty = Operation<SearchConsole>(
  method: 'PUT',
  path: '/v1/cms/sites/{site_id}/seo/search/{provider}/property',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SearchConsole.fromJson)),
);

/// Sync the properties of the account and the keywords of 28 days.
final syncSearchConsole = Operation<SearchConsole>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/search/{provider}/sync',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SearchConsole.fromJson)),
);

/// Disconnect a search console.
final disconnectSearchConsole = Operation<SearchConsole>(
  method: 'DELETE',
  path: '/v1/cms/sites/{site_id}/seo/search/{provider}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SearchConsole.fromJson)),
);

/// List keywords of a site, those with the most impressions first.
final listKeywords = Operation<ResultPage<SeoKeyword>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/keywords',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SeoKeyword.fromJson)),
);

/// Import keywords from a CSV file.
final importKeywords = Operation<SeoKeywordImport>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/keywords/import',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 65),
  read: readData(objectOf(SeoKeywordImport.fromJson)),
);

/// List clusters of keywords, those with the most impressions first.
final listClusters = Operation<ResultPage<SeoCluster>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/clusters',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SeoCluster.fromJson)),
);

/// Generate the clusters of a site again.
final generateClusters = Operation<SeoClusterGeneration>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/clusters/generate',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 125),
  read: readData(objectOf(SeoClusterGeneration.fromJson)),
);

/// Accept or reject a cluster.
final decideCluster = Operation<SeoCluster>(
  method: 'PATCH',
  path: '/v1/cms/sites/{site_id}/seo/clusters/{cluster_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoCluster.fromJson)),
);

/// List competitors of a site, newest first.
final listCompetitors = Operation<ResultPage<SeoCompetitor>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/seo/competitors',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SeoCompetitor.fromJson)),
);

/// Compare sitemaps of other sites with the site.
final addCompetitors = Operation<SeoCompetitors>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/seo/competitors',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SeoCompetitors.fromJson)),
);

/// Remove a competitor.
final removeCompetitor = Operation<void>(
  method: 'DELETE',
  path: '/v1/cms/sites/{site_id}/seo/competitors/{competitor_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Start a personal-data scan of a site.
final startRknScan = Operation<StartedRknScan>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/rkn/scans',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(StartedRknScan.fromJson)),
);

/// List personal-data scans of a site, newest first.
final listRknScans = Operation<ResultPage<RknScan>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/rkn/scans',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(RknScan.fromJson)),
);

/// Read a scan with its findings.
final getRknScan = Operation<RknResult>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/rkn/scans/{scan_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RknResult.fromJson)),
);

/// Cancel a scan.
final cancelRknScan = Operation<RknScan>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/rkn/scans/{scan_id}/cancel',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RknScan.fromJson)),
);

/// Read the findings to fix as a document.
final getRknDeveloperDoc = Operation<RknDeveloperDoc>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/rkn/scans/{scan_id}/developer-doc',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RknDeveloperDoc.fromJson)),
);

/// Read the newest finished scan with its open findings.
final getLatestRknScan = Operation<RknResult>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/rkn/latest',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RknResult.fromJson)),
);

/// List findings of a site, the most severe first.
final listRknIssues = Operation<ResultPage<RknIssue>>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/rkn/issues',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(RknIssue.fromJson)),
);

/// Change the status of a finding.
final updateRknIssue = Operation<RknIssue>(
  method: 'PATCH',
  path: '/v1/cms/sites/{site_id}/rkn/issues/{issue_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RknIssue.fromJson)),
);

/// Judge the pages of a finding again.
final recheckRknIssue = Operation<RequestedRknRecheck>(
  method: 'POST',
  path: '/v1/cms/sites/{site_id}/rkn/issues/{issue_id}/recheck',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RequestedRknRecheck.fromJson)),
);

/// Read the law data of scans.
final listRknRules = Operation<RknRules>(
  method: 'GET',
  path: '/v1/cms/rkn/rules',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RknRules.fromJson)),
);

/// Read the profile of the operator.
final getRknProfile = Operation<RknProfile>(
  method: 'GET',
  path: '/v1/cms/sites/{site_id}/rkn/profile',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RknProfile.fromJson)),
);

/// Replace the profile of the operator.
final putRknProfile = Operation<RknProfile>(
  method: 'PUT',
  path: '/v1/cms/sites/{site_id}/rkn/profile',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RknProfile.fromJson)),
);

/// Check a legal document of a site.
final checkSiteDocument = Operation<RknDocumentCheck>(
  method: 'POST',
  path: '/v1/legal/owners/cms_site/{site_id}/{kind}/rkn-check',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 105),
  read: readData(objectOf(RknDocumentCheck.fromJson)),
);

/// Read the newest check of a legal document of a site.
final getSiteDocumentCheck = Operation<RknDocumentCheck>(
  method: 'GET',
  path: '/v1/legal/owners/cms_site/{site_id}/{kind}/rkn-check/latest',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RknDocumentCheck.fromJson)),
);

/// Check a legal document of an application.
final checkApplicationDocument = Operation<RknDocumentCheck>(
  method: 'POST',
  path: '/v1/legal/owners/application/{application_id}/{kind}/rkn-check',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 105),
  read: readData(objectOf(RknDocumentCheck.fromJson)),
);

/// Read the newest check of a legal document of an application.
final getApplicationDocumentCheck = Operation<RknDocumentCheck>(
  method: 'GET',
  path: '/v1/legal/owners/application/{application_id}/{kind}/rkn-check/latest',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(RknDocumentCheck.fromJson)),
);

/// List brands, newest first.
final listSocialBrands = Operation<ResultPage<SocialBrand>>(
  method: 'GET',
  path: '/v1/social/brands',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialBrand.fromJson)),
);

/// Create a brand.
final createSocialBrand = Operation<SocialBrand>(
  method: 'POST',
  path: '/v1/social/brands',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialBrand.fromJson)),
);

/// Read a brand.
final getSocialBrand = Operation<SocialBrand>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialBrand.fromJson)),
);

/// Change a brand.
final updateSocialBrand = Operation<SocialBrand>(
  method: 'PATCH',
  path: '/v1/social/brands/{brand_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialBrand.fromJson)),
);

/// Archive a brand.
final deleteSocialBrand = Operation<SocialBrand>(
  method: 'DELETE',
  path: '/v1/social/brands/{brand_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialBrand.fromJson)),
);

/// Read the limits of each channel.
final listSocialChannels = Operation<SocialChannels>(
  method: 'GET',
  path: '/v1/social/channels',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialChannels.fromJson)),
);

/// List the advertising law of the channels, newest first.
final listSocialChannelPolicies = Operation<ResultPage<SocialChannelPolicy>>(
  method: 'GET',
  path: '/v1/social/channel-policies',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialChannelPolicy.fromJson)),
);

/// Add a rule of the advertising law of a channel.
final createSocialChannelPolicy = Operation<SocialChannelPolicy>(
  method: 'POST',
  path: '/v1/social/channel-policies',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialChannelPolicy.fromJson)),
);

/// List the accounts of a brand, newest first.
final listSocialAccounts = Operation<ResultPage<SocialAccount>>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/accounts',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialAccount.fromJson)),
);

/// Create an account.
final createSocialAccount = Operation<SocialAccount>(
  method: 'POST',
  path: '/v1/social/brands/{brand_id}/accounts',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialAccount.fromJson)),
);

/// Read an account.
final getSocialAccount = Operation<SocialAccount>(
  method: 'GET',
  path: '/v1/social/accounts/{account_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialAccount.fromJson)),
);

/// Change or pause an account.
final updateSocialAccount = Operation<SocialAccount>(
  method: 'PATCH',
  path: '/v1/social/accounts/{account_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialAccount.fromJson)),
);

/// Archive an account.
final deleteSocialAccount = Operation<SocialAccount>(
  method: 'DELETE',
  path: '/v1/social/accounts/{account_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialAccount.fromJson)),
);

/// Set the credentials of an account.
final putSocialCredentials = Operation<SocialAccount>(
  method: 'PUT',
  path: '/v1/social/accounts/{account_id}/credentials',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialAccount.fromJson)),
);

/// Verify that the credentials may post.
final verifySocialAccount = Operation<SocialAccount>(
  method: 'POST',
  path: '/v1/social/accounts/{account_id}/verify',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 65),
  read: readData(objectOf(SocialAccount.fromJson)),
);

/// Start the connection of an account of Instagram or Threads.
final startSocialOauth = Operation<SocialOauthStart>(
  method: 'GET',
  path: '/v1/social/oauth/{provider}/start',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialOauthStart.fromJson)),
);

/// Redirect URI for networks of Meta.
final finishSocialOauth = Operation<String>(
  method: 'GET',
  path: '/v1/social/oauth/{provider}/callback',
  auth: 'none',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readText,
);

/// Finish the connection of an account of Instagram or Threads.
final confirmSocialOauth = Operation<SocialAccount>(
  method: 'POST',
  path: '/v1/social/accounts/{account_id}/oauth/confirm',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 65),
  read: readData(objectOf(SocialAccount.fromJson)),
);

/// List the ideas of a brand, newest first.
final listSocialIdeas = Operation<ResultPage<SocialIdea>>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/ideas',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialIdea.fromJson)),
);

/// Create an idea.
final createSocialIdea = Operation<SocialIdea>(
  method: 'POST',
  path: '/v1/social/brands/{brand_id}/ideas',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialIdea.fromJson)),
);

/// Read an idea.
final getSocialIdea = Operation<SocialIdea>(
  method: 'GET',
  path: '/v1/social/ideas/{idea_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialIdea.fromJson)),
);

/// Change an idea.
final updateSocialIdea = Operation<SocialIdea>(
  method: 'PATCH',
  path: '/v1/social/ideas/{idea_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialIdea.fromJson)),
);

/// Delete an idea without posts.
final deleteSocialIdea = Operation<void>(
  method: 'DELETE',
  path: '/v1/social/ideas/{idea_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Create a post for several accounts.
final createSocialContent = Operation<SocialContent>(
  method: 'POST',
  path: '/v1/social/brands/{brand_id}/content',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 65),
  read: readData(objectOf(SocialContent.fromJson)),
);

/// Create a post of an idea.
final createSocialVariant = Operation<SocialVariant>(
  method: 'POST',
  path: '/v1/social/ideas/{idea_id}/variants',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 65),
  read: readData(objectOf(SocialVariant.fromJson)),
);

/// List the posts of a brand, newest first.
final listSocialVariants = Operation<ResultPage<SocialVariant>>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/variants',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialVariant.fromJson)),
);

/// Read a post.
final getSocialVariant = Operation<SocialVariant>(
  method: 'GET',
  path: '/v1/social/variants/{variant_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialVariant.fromJson)),
);

/// Change a post.
final updateSocialVariant = Operation<SocialVariant>(
  method: 'PATCH',
  path: '/v1/social/variants/{variant_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 65),
  read: readData(objectOf(SocialVariant.fromJson)),
);

/// Delete a draft.
final deleteSocialVariant = Operation<void>(
  method: 'DELETE',
  path: '/v1/social/variants/{variant_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Upload the image of a post.
final putSocialCover = Operation<SocialVariant>(
  method: 'PUT',
  path: '/v1/social/variants/{variant_id}/cover',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 125),
  read: readData(objectOf(SocialVariant.fromJson)),
);

/// Remove the image of a post.
final deleteSocialCover = Operation<SocialVariant>(
  method: 'DELETE',
  path: '/v1/social/variants/{variant_id}/cover',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialVariant.fromJson)),
);

/// Preview the requests to the channel.
final previewSocialVariant = Operation<SocialPreview>(
  method: 'GET',
  path: '/v1/social/variants/{variant_id}/preview',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialPreview.fromJson)),
);

/// List the versions of a post, newest first.
final listSocialRevisions = Operation<ResultPage<SocialRevision>>(
  method: 'GET',
  path: '/v1/social/variants/{variant_id}/revisions',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialRevision.fromJson)),
);

/// Read the image of a post.
final openSocialCover = Operation<Uint8List>(
  method: 'GET',
  path: '/assets/social/{name}',
  auth: 'none',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readFile,
);

/// Read the slots of up to 92 days.
final readSocialCalendar = Operation<SocialCalendar>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/calendar',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialCalendar.fromJson)),
);

/// Create a slot.
final createSocialSlot = Operation<SocialSlot>(
  method: 'POST',
  path: '/v1/social/brands/{brand_id}/slots',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialSlot.fromJson)),
);

/// Move a slot, or assign a post to it.
final updateSocialSlot = Operation<SocialSlot>(
  method: 'PATCH',
  path: '/v1/social/slots/{slot_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialSlot.fromJson)),
);

/// Delete a slot.
final deleteSocialSlot = Operation<void>(
  method: 'DELETE',
  path: '/v1/social/slots/{slot_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Ask for the approval of a draft.
final submitSocialVariant = Operation<SocialVariant>(
  method: 'POST',
  path: '/v1/social/variants/{variant_id}/submit',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialVariant.fromJson)),
);

/// List the approvals of a brand, newest first.
final listSocialApprovals = Operation<ResultPage<SocialApproval>>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/approvals',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialApproval.fromJson)),
);

/// Read an approval.
final getSocialApproval = Operation<SocialApproval>(
  method: 'GET',
  path: '/v1/social/approvals/{approval_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialApproval.fromJson)),
);

/// Approve a post, reject it, or ask for changes.
final decideSocialApproval = Operation<SocialApproval>(
  method: 'POST',
  path: '/v1/social/approvals/{approval_id}/decide',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialApproval.fromJson)),
);

/// Publish a post now.
final publishSocialVariant = Operation<SocialVariant>(
  method: 'POST',
  path: '/v1/social/variants/{variant_id}/publish',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 50),
  read: readData(objectOf(SocialVariant.fromJson)),
);

/// Schedule an approved post.
final scheduleSocialVariant = Operation<SocialVariant>(
  method: 'POST',
  path: '/v1/social/variants/{variant_id}/schedule',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialVariant.fromJson)),
);

/// Remove a post from the schedule.
final unscheduleSocialVariant = Operation<SocialVariant>(
  method: 'POST',
  path: '/v1/social/variants/{variant_id}/unschedule',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialVariant.fromJson)),
);

/// Cancel an unpublished post.
final cancelSocialVariant = Operation<SocialVariant>(
  method: 'POST',
  path: '/v1/social/variants/{variant_id}/cancel',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialVariant.fromJson)),
);

/// Resolve a post with an unknown outcome.
final resolveSocialVariant = Operation<SocialVariant>(
  method: 'POST',
  path: '/v1/social/variants/{variant_id}/resolve',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialVariant.fromJson)),
);

/// List the attempts to publish a post, newest first.
final listSocialAttempts = Operation<ResultPage<SocialAttempt>>(
  method: 'GET',
  path: '/v1/social/variants/{variant_id}/attempts',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialAttempt.fromJson)),
);

/// Schedule failed or missed posts at once.
final retrySocialVariants = Operation<SocialRetryResult>(
  method: 'POST',
  path: '/v1/social/brands/{brand_id}/variants/retry',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialRetryResult.fromJson)),
);

/// Change a published post at its channel.
final editSocialRemote = Operation<SocialVariant>(
  method: 'PATCH',
  path: '/v1/social/variants/{variant_id}/remote',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 65),
  read: readData(objectOf(SocialVariant.fromJson)),
);

/// Delete a published post at its channel.
final deleteSocialRemote = Operation<SocialVariant>(
  method: 'DELETE',
  path: '/v1/social/variants/{variant_id}/remote',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 65),
  read: readData(objectOf(SocialVariant.fromJson)),
);

/// Read the discovery answers of a brand.
final getSocialDiscovery = Operation<SocialDiscovery>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/discovery',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialDiscovery.fromJson)),
);

/// Set the discovery answers of a brand.
final putSocialDiscovery = Operation<SocialDiscovery>(
  method: 'PUT',
  path: '/v1/social/brands/{brand_id}/discovery',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialDiscovery.fromJson)),
);

/// List the strategies of a brand, newest first.
final listSocialStrategies = Operation<ResultPage<SocialStrategy>>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/strategies',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialStrategy.fromJson)),
);

/// Create a draft of a strategy from the goals of a brand.
final generateSocialStrategy = Operation<SocialStrategy>(
  method: 'POST',
  path: '/v1/social/brands/{brand_id}/strategies/generate',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 75),
  read: readData(objectOf(SocialStrategy.fromJson)),
);

/// Read a strategy.
final getSocialStrategy = Operation<SocialStrategy>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/strategies/{version}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialStrategy.fromJson)),
);

/// Change a draft of a strategy.
final updateSocialStrategy = Operation<SocialStrategy>(
  method: 'PATCH',
  path: '/v1/social/brands/{brand_id}/strategies/{version}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialStrategy.fromJson)),
);

/// Activate a strategy for the plans.
final activateSocialStrategy = Operation<SocialStrategy>(
  method: 'POST',
  path: '/v1/social/brands/{brand_id}/strategy/activate',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialStrategy.fromJson)),
);

/// Read the occasions of a brand, the next one first.
final listSocialOccasions = Operation<SocialOccasions>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/occasions',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialOccasions.fromJson)),
);

/// Create an occasion.
final createSocialOccasion = Operation<SocialOccasion>(
  method: 'POST',
  path: '/v1/social/brands/{brand_id}/occasions',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialOccasion.fromJson)),
);

/// Delete an occasion.
final deleteSocialOccasion = Operation<void>(
  method: 'DELETE',
  path: '/v1/social/occasions/{occasion_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// List the memory of a brand, newest first.
final listSocialMemory = Operation<ResultPage<SocialMemory>>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/memory',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialMemory.fromJson)),
);

/// Add an entry to the memory of a brand.
final createSocialMemory = Operation<SocialMemory>(
  method: 'POST',
  path: '/v1/social/brands/{brand_id}/memory',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialMemory.fromJson)),
);

/// Change an entry of the memory of a brand.
final updateSocialMemory = Operation<SocialMemory>(
  method: 'PATCH',
  path: '/v1/social/memory/{memory_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialMemory.fromJson)),
);

/// Delete an entry of the memory of a brand.
final deleteSocialMemory = Operation<void>(
  method: 'DELETE',
  path: '/v1/social/memory/{memory_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Plan the posts of the days ahead.
final generateSocialPlan = Operation<SocialPlanRun>(
  method: 'POST',
  path: '/v1/social/brands/{brand_id}/plan/generate',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 35),
  read: readData(objectOf(SocialPlanRun.fromJson)),
);

/// List the runs of the plan of a brand, newest first.
final listSocialPlanRuns = Operation<ResultPage<SocialPlanRun>>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/plan/runs',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialPlanRun.fromJson)),
);

/// Read a run of the plan.
final getSocialPlanRun = Operation<SocialPlanRun>(
  method: 'GET',
  path: '/v1/social/plan-runs/{run_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialPlanRun.fromJson)),
);

/// Read the results of the posts of a brand: visits, registrations, payments and revenue.
final getSocialAttribution = Operation<SocialAttribution>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/attribution',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialAttribution.fromJson)),
);

/// List the experiments of a brand, newest first.
final listSocialExperiments = Operation<ResultPage<SocialExperiment>>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/experiments',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialExperiment.fromJson)),
);

/// Create a draft of an experiment.
final createSocialExperiment = Operation<SocialExperiment>(
  method: 'POST',
  path: '/v1/social/brands/{brand_id}/experiments',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialExperiment.fromJson)),
);

/// Read an experiment with its numbers so far.
final getSocialExperiment = Operation<SocialExperiment>(
  method: 'GET',
  path: '/v1/social/experiments/{experiment_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialExperiment.fromJson)),
);

/// Start an experiment: schedule its posts in a random order.
final startSocialExperiment = Operation<SocialExperiment>(
  method: 'POST',
  path: '/v1/social/experiments/{experiment_id}/start',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialExperiment.fromJson)),
);

/// Stop an experiment without a verdict.
final stopSocialExperiment = Operation<SocialExperiment>(
  method: 'POST',
  path: '/v1/social/experiments/{experiment_id}/stop',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialExperiment.fromJson)),
);

/// List or export the numbers of an account and its posts, newest first.
final listSocialAccountMetrics = Operation<ResultPage<SocialSnapshot>>(
  method: 'GET',
  path: '/v1/social/accounts/{account_id}/metrics',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialSnapshot.fromJson)),
);

/// Read the numbers of an account and its 50 newest posts now.
final pullSocialMetrics = Operation<SocialPull>(
  method: 'POST',
  path: '/v1/social/accounts/{account_id}/metrics/pull',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 45),
  read: readData(objectOf(SocialPull.fromJson)),
);

/// List or export the numbers of a post, newest first.
final listSocialVariantMetrics = Operation<ResultPage<SocialSnapshot>>(
  method: 'GET',
  path: '/v1/social/variants/{variant_id}/metrics',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialSnapshot.fromJson)),
);

/// List the weekly reports of a brand, newest first.
final listSocialInsights = Operation<ResultPage<SocialInsight>>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/insights/weekly',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialInsight.fromJson)),
);

/// Create the report of a week of a brand.
final createSocialInsight = Operation<SocialInsight>(
  method: 'POST',
  path: '/v1/social/brands/{brand_id}/insights/weekly',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 75),
  read: readData(objectOf(SocialInsight.fromJson)),
);

/// Read the dashboard of a brand.
final readSocialDashboard = Operation<SocialDashboard>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/dashboard',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialDashboard.fromJson)),
);

/// List the inbox of a brand, newest first.
final listSocialInbox = Operation<ResultPage<SocialInboxItem>>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/inbox',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialInboxItem.fromJson)),
);

/// Add an inbox item by hand.
final createSocialInboxItem = Operation<SocialInboxItem>(
  method: 'POST',
  path: '/v1/social/brands/{brand_id}/inbox',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialInboxItem.fromJson)),
);

/// Fetch comments and messages of a brand now.
final pullSocialInbox = Operation<SocialInboxPull>(
  method: 'POST',
  path: '/v1/social/brands/{brand_id}/inbox/pull',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 65),
  read: readData(objectOf(SocialInboxPull.fromJson)),
);

/// Set the state or the assignee of an item.
final updateSocialInboxItem = Operation<SocialInboxItem>(
  method: 'PATCH',
  path: '/v1/social/inbox/{item_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialInboxItem.fromJson)),
);

/// Reply to an item.
final replySocialInboxItem = Operation<SocialReply>(
  method: 'POST',
  path: '/v1/social/inbox/{item_id}/reply',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 65),
  read: readData(objectOf(SocialReply.fromJson)),
);

/// Erase the person who wrote an item.
final eraseSocialPerson = Operation<ErasedSocialPerson>(
  method: 'POST',
  path: '/v1/social/inbox/{item_id}/erase',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ErasedSocialPerson.fromJson)),
);

/// Verify the address of a webhook for Meta.
final verifySocialWebhook = Operation<String>(
  method: 'GET',
  path: '/v1/social/webhooks/{provider}/{hook_token}',
  auth: 'none',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readText,
);

/// Receive comments and messages from a channel.
final receiveSocialWebhook = Operation<String>(
  method: 'POST',
  path: '/v1/social/webhooks/{provider}/{hook_token}',
  auth: 'none',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readText,
);

/// List the listening items of a brand, newest first.
final listSocialListening = Operation<ResultPage<SocialListeningItem>>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/listening',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialListeningItem.fromJson)),
);

/// Add a query to the listening of a brand.
final createSocialListeningQuery = Operation<SocialListeningQuery>(
  method: 'POST',
  path: '/v1/social/brands/{brand_id}/listening',
  auth: 'admin',
  repeat: Repeat.withKey,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialListeningQuery.fromJson)),
);

/// List the listening queries of a brand, newest first.
final listSocialListeningQueries = Operation<ResultPage<SocialListeningQuery>>(
  method: 'GET',
  path: '/v1/social/brands/{brand_id}/listening/queries',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readPage(objectOf(SocialListeningQuery.fromJson)),
);

/// Run the listening queries of a brand now.
final runSocialListening = Operation<SocialListeningRun>(
  method: 'POST',
  path: '/v1/social/brands/{brand_id}/listening/run',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 65),
  read: readData(objectOf(SocialListeningRun.fromJson)),
);

/// Change a listening query.
final updateSocialListeningQuery = Operation<SocialListeningQuery>(
  method: 'PATCH',
  path: '/v1/social/listening-queries/{query_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialListeningQuery.fromJson)),
);

/// Delete a listening query.
final deleteSocialListeningQuery = Operation<void>(
  method: 'DELETE',
  path: '/v1/social/listening-queries/{query_id}',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readNothing,
);

/// Set the state of an item.
final updateSocialListeningItem = Operation<SocialListeningItem>(
  method: 'PATCH',
  path: '/v1/social/listening/{item_id}',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialListeningItem.fromJson)),
);

/// Erase the person who wrote a text that listening found.
final eraseSocialFoundPerson = Operation<ErasedSocialPerson>(
  method: 'POST',
  path: '/v1/social/listening/{item_id}/erase',
  auth: 'admin',
  repeat: Repeat.never,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(ErasedSocialPerson.fromJson)),
);

/// Read the state of publishing.
final readSocialHealth = Operation<SocialHealth>(
  method: 'GET',
  path: '/v1/social/health',
  auth: 'admin',
  repeat: Repeat.always,
  timeout: const Duration(seconds: 10),
  read: readData(objectOf(SocialHealth.fromJson)),
);
