// Made by `make clients` from packages/contracts/openapi.json.
// ignore_for_file: lines_longer_than_80_chars

import 'dart:typed_data';

import '../caller.dart';
import '../json.dart';
import '../operation.dart';
import 'models.dart';
import 'operations.dart' as operations;

/// Every operation as a method with typed input.
extension PlatformApi on Caller {
  /// State of the platform and its services.
  Future<Health> getHealth({
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getHealth,
    options: options,
  );

  /// This API as an OpenAPI 3.1 document.
  Future<JsonObject> getOpenApi({
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getOpenApi,
    options: options,
  );

  /// Find out why a user token is refused.
  Future<TokenCheckResult> checkToken({
    required Uuid applicationId,
    required TokenToCheck body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.checkToken,
    params: {'application_id': applicationId},
    body: body.toJson(),
    options: options,
  );

  /// Register the token holder, or refresh the profile.
  Future<Registration> registerUser({
    String? appCode,
    RegisterBody? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.registerUser,
    params: {'app_code': appCode},
    body: body?.toJson(),
    options: options,
  );

  /// Read the profile of the user.
  Future<User> getMyProfile({
    String? appCode,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getMyProfile,
    params: {'app_code': appCode},
    options: options,
  );

  /// Change the profile of the user.
  Future<User> updateMyProfile({
    String? appCode,
    ProfilePatch? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateMyProfile,
    params: {'app_code': appCode},
    body: body?.toJson(),
    options: options,
  );

  /// Erase the personal data of the user.
  Future<void> eraseMe({
    String? appCode,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.eraseMe,
    params: {'app_code': appCode},
    options: options,
  );

  /// List the logins that lead to a user.
  Future<UserLogins> getUserLogins({
    required Uuid applicationId,
    required Uuid userId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getUserLogins,
    params: {'application_id': applicationId, 'user_id': userId},
    options: options,
  );

  /// Bind a user to another login.
  Future<UserLogins> setUserLogin({
    required Uuid applicationId,
    required Uuid userId,
    required UserLoginChange body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.setUserLogin,
    params: {'application_id': applicationId, 'user_id': userId},
    body: body.toJson(),
    options: options,
  );

  /// Bind users to their new logins, from CSV or JSON Lines.
  Future<LoginImport> importLogins({
    required Uuid applicationId,
    String? dryRun,
    ImportLoginsOnTaken? onTaken,
    required Uint8List body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.importLogins,
    params: {'application_id': applicationId},
    query: {'dry_run': dryRun, 'on_taken': onTaken},
    body: body,
    options: options,
  );

  /// Merge another user into a user.
  Future<UserLogins> mergeUsers({
    required Uuid applicationId,
    required Uuid userId,
    required UserMerge body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.mergeUsers,
    params: {'application_id': applicationId, 'user_id': userId},
    body: body.toJson(),
    options: options,
  );

  /// List or export imported customers, newest first.
  Future<ResultPage<Customer>> listCustomers({
    required Uuid applicationId,
    int? limit,
    String? cursor,
    ListCustomersState? state,
    ListCustomersFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listCustomers,
    params: {'application_id': applicationId},
    query: {'limit': limit, 'cursor': cursor, 'state': state, 'format': format},
    options: options,
  );

  /// Find imported customers by e-mail or subject.
  Future<ResultPage<Customer>> searchCustomers({
    required Uuid applicationId,
    CustomerSearch? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.searchCustomers,
    params: {'application_id': applicationId},
    body: body?.toJson(),
    options: options,
  );

  /// Remove a waiting customer with everything that waits for the person.
  Future<void> removeCustomer({
    required Uuid applicationId,
    required Uuid customerId,
    RemoveCustomerReason? reason,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.removeCustomer,
    params: {'application_id': applicationId, 'customer_id': customerId},
    query: {'reason': reason},
    options: options,
  );

  /// List or export the users of an application, newest first.
  Future<ResultPage<ListedUser>> listUsers({
    required Uuid applicationId,
    int? limit,
    String? cursor,
    String? q,
    String? entitlementCode,
    String? planCode,
    String? expiresFrom,
    String? expiresUntil,
    ListUsersAccess? access,
    String? acquisitionSource,
    String? createdFrom,
    String? createdUntil,
    String? timezone,
    ListUsersFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listUsers,
    params: {'application_id': applicationId},
    query: {'limit': limit, 'cursor': cursor, 'q': q, 'entitlement_code': entitlementCode, 'plan_code': planCode, 'expires_from': expiresFrom, 'expires_until': expiresUntil, 'access': access, 'acquisition_source': acquisitionSource, 'created_from': createdFrom, 'created_until': createdUntil, 'timezone': timezone, 'format': format},
    options: options,
  );

  /// Search the users of an application.
  Future<ResultPage<ListedUser>> searchUsers({
    required Uuid applicationId,
    UserSearch? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.searchUsers,
    params: {'application_id': applicationId},
    body: body?.toJson(),
    options: options,
  );

  /// Read a user with devices, grants and payments.
  Future<UserOverview> getUser({
    required Uuid applicationId,
    required Uuid userId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getUser,
    params: {'application_id': applicationId, 'user_id': userId},
    options: options,
  );

  /// Erase the personal data of a user.
  Future<ErasureRecord> eraseUser({
    required Uuid applicationId,
    required Uuid userId,
    required UserErasure body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.eraseUser,
    params: {'application_id': applicationId, 'user_id': userId},
    body: body.toJson(),
    options: options,
  );

  /// List or export the records of erasures, newest first.
  Future<ResultPage<ErasureRecord>> listErasures({
    int? limit,
    String? cursor,
    ListErasuresOwnerType? ownerType,
    Uuid? ownerId,
    Uuid? personId,
    String? from,
    String? to,
    String? timezone,
    ListErasuresFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listErasures,
    query: {'limit': limit, 'cursor': cursor, 'owner_type': ownerType, 'owner_id': ownerId, 'person_id': personId, 'from': from, 'to': to, 'timezone': timezone, 'format': format},
    options: options,
  );

  /// Read the record of one erasure.
  Future<ErasureRecord> getErasure({
    required Uuid erasureId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getErasure,
    params: {'erasure_id': erasureId},
    options: options,
  );

  /// Register the device of the user, or refresh it.
  Future<Device> registerDevice({
    required DeviceRegistration body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.registerDevice,
    body: body.toJson(),
    options: options,
  );

  /// List the devices of the user, newest first.
  Future<ResultPage<Device>> listMyDevices({
    int? limit,
    String? cursor,
    String? applicationCode,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listMyDevices,
    query: {'limit': limit, 'cursor': cursor, 'application_code': applicationCode},
    options: options,
  );

  /// Revoke a device of the user.
  Future<void> revokeMyDevice({
    required Uuid deviceId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.revokeMyDevice,
    params: {'device_id': deviceId},
    options: options,
  );

  /// Check whether documents must be accepted again.
  Future<ReconsentState> getMyConsents({
    String? appCode,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getMyConsents,
    params: {'app_code': appCode},
    options: options,
  );

  /// Accept or withdraw consents.
  Future<ReconsentState> acceptConsents({
    String? appCode,
    required AcceptConsentsBody body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.acceptConsents,
    params: {'app_code': appCode},
    body: body.toJson(),
    options: options,
  );

  /// List the consents, refusals and withdrawals of the user, newest first.
  Future<ResultPage<OwnConsentRecord>> listMyConsentRecords({
    String? appCode,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listMyConsentRecords,
    params: {'app_code': appCode},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Get a signed receipt of a consent of the user.
  Future<ConsentReceipt> getMyConsentReceipt({
    String? appCode,
    required Uuid consentId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getMyConsentReceipt,
    params: {'app_code': appCode, 'consent_id': consentId},
    options: options,
  );

  /// Public keys that verify consent receipts and signed chain heads.
  Future<JsonWebKeySet> getConsentKeys({
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getConsentKeys,
    options: options,
  );

  /// Read or export the consent journal.
  Future<ResultPage<ConsentRecord>> listConsents({
    required Uuid applicationId,
    int? limit,
    String? cursor,
    Uuid? userId,
    Uuid? documentId,
    DocKind? docKind,
    ListConsentsSource? source,
    String? accepted,
    String? from,
    String? to,
    String? timezone,
    ListConsentsFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listConsents,
    params: {'application_id': applicationId},
    query: {'limit': limit, 'cursor': cursor, 'user_id': userId, 'document_id': documentId, 'doc_kind': docKind, 'source': source, 'accepted': accepted, 'from': from, 'to': to, 'timezone': timezone, 'format': format},
    options: options,
  );

  /// Read the last verification of the consent ledger of an application.
  Future<ChainVerification> verifyConsents({
    required Uuid applicationId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.verifyConsents,
    params: {'application_id': applicationId},
    options: options,
  );

  /// Verify the consent ledger of an application.
  Future<ChainVerification> requestConsentsVerification({
    required Uuid applicationId,
    VerificationRequest? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.requestConsentsVerification,
    params: {'application_id': applicationId},
    body: body?.toJson(),
    options: options,
  );

  /// List the daily signed heads of the consent ledger, newest first.
  Future<ResultPage<SignedChainHead>> listChainHeads({
    required Uuid applicationId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listChainHeads,
    params: {'application_id': applicationId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Get a signed receipt of one consent.
  Future<ConsentReceipt> getConsentReceipt({
    required Uuid applicationId,
    required Uuid consentId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getConsentReceipt,
    params: {'application_id': applicationId, 'consent_id': consentId},
    options: options,
  );

  /// Read or export the consent journal of a site.
  Future<ResultPage<ConsentRecord>> listSiteConsents({
    required Uuid siteId,
    int? limit,
    String? cursor,
    Uuid? subjectId,
    Uuid? documentId,
    DocKind? docKind,
    ListSiteConsentsSource? source,
    String? accepted,
    String? from,
    String? to,
    String? timezone,
    ListSiteConsentsFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSiteConsents,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'subject_id': subjectId, 'document_id': documentId, 'doc_kind': docKind, 'source': source, 'accepted': accepted, 'from': from, 'to': to, 'timezone': timezone, 'format': format},
    options: options,
  );

  /// Read or export the consents of a person on a site.
  Future<ResultPage<ConsentRecord>> searchSiteConsents({
    required Uuid siteId,
    SiteConsentSearch? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.searchSiteConsents,
    params: {'site_id': siteId},
    body: body?.toJson(),
    options: options,
  );

  /// Read the last verification of the consent ledger of a site.
  Future<ChainVerification> verifySiteConsents({
    required Uuid siteId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.verifySiteConsents,
    params: {'site_id': siteId},
    options: options,
  );

  /// Verify the consent ledger of a site.
  Future<ChainVerification> requestSiteConsentsVerification({
    required Uuid siteId,
    VerificationRequest? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.requestSiteConsentsVerification,
    params: {'site_id': siteId},
    body: body?.toJson(),
    options: options,
  );

  /// List the daily signed heads of the consent ledger of a site, newest first.
  Future<ResultPage<SignedChainHead>> listSiteChainHeads({
    required Uuid siteId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSiteChainHeads,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Get a signed receipt of one consent to a site.
  Future<ConsentReceipt> getSiteConsentReceipt({
    required Uuid siteId,
    required Uuid consentId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSiteConsentReceipt,
    params: {'site_id': siteId, 'consent_id': consentId},
    options: options,
  );

  /// List or export the users with a withdrawn consent.
  Future<ResultPage<WithdrawnConsent>> listWithdrawnConsents({
    required Uuid applicationId,
    int? limit,
    String? cursor,
    DocKind? docKind,
    ListWithdrawnConsentsFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listWithdrawnConsents,
    params: {'application_id': applicationId},
    query: {'limit': limit, 'cursor': cursor, 'doc_kind': docKind, 'format': format},
    options: options,
  );

  /// List or export the users who may be mailed now.
  Future<ResultPage<MailableUser>> listMailableUsers({
    required Uuid applicationId,
    int? limit,
    String? cursor,
    ListMailableUsersFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listMailableUsers,
    params: {'application_id': applicationId},
    query: {'limit': limit, 'cursor': cursor, 'format': format},
    options: options,
  );

  /// List or export the persons of a site with a withdrawn consent.
  Future<ResultPage<WithdrawnConsent>> listWithdrawnSiteConsents({
    required Uuid siteId,
    int? limit,
    String? cursor,
    DocKind? docKind,
    ListWithdrawnSiteConsentsFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listWithdrawnSiteConsents,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'doc_kind': docKind, 'format': format},
    options: options,
  );

  /// List the published legal documents of the application.
  Future<List<LegalDocument>> listLegalDocuments({
    String? appCode,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listLegalDocuments,
    params: {'app_code': appCode},
    options: options,
  );

  /// Read one published legal document with its text.
  Future<LegalDocumentWithBody> getLegalDocument({
    String? appCode,
    required DocKind docKind,
    String? version,
    String? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getLegalDocument,
    params: {'app_code': appCode, 'doc_kind': docKind},
    query: {'version': version, 'format': format},
    options: options,
  );

  /// List the published legal documents of a site.
  Future<List<LegalDocument>> listSiteLegalDocuments({
    String? siteCode,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSiteLegalDocuments,
    params: {'site_code': siteCode},
    options: options,
  );

  /// Read one published legal document of a site with its text.
  Future<LegalDocumentWithBody> getSiteLegalDocument({
    String? siteCode,
    required DocKind docKind,
    String? version,
    String? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSiteLegalDocument,
    params: {'site_code': siteCode, 'doc_kind': docKind},
    query: {'version': version, 'format': format},
    options: options,
  );

  /// List the published legal documents of a site of the application.
  Future<List<LegalDocument>> listApplicationSiteLegalDocuments({
    String? appCode,
    String? siteCode,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listApplicationSiteLegalDocuments,
    params: {'app_code': appCode, 'site_code': siteCode},
    options: options,
  );

  /// Read one published legal document of a site of the application with its text.
  Future<LegalDocumentWithBody> getApplicationSiteLegalDocument({
    String? appCode,
    String? siteCode,
    required DocKind docKind,
    String? version,
    String? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getApplicationSiteLegalDocument,
    params: {'app_code': appCode, 'site_code': siteCode, 'doc_kind': docKind},
    query: {'version': version, 'format': format},
    options: options,
  );

  /// Read a legal document as an HTML page.
  Future<String> readLegalDocumentPage({
    required Uuid id,
    String? version,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readLegalDocumentPage,
    params: {'id': id},
    query: {'version': version},
    options: options,
  );

  /// List the applications whose users register without a required consent.
  Future<List<MissingLegalDocuments>> listMissingLegalDocuments({
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listMissingLegalDocuments,
    options: options,
  );

  /// List the legal documents of an owner, drafts included.
  Future<List<LegalDraft>> listLegalDrafts({
    required ListLegalDraftsOwnerType ownerType,
    required Uuid ownerId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listLegalDrafts,
    params: {'owner_type': ownerType, 'owner_id': ownerId},
    options: options,
  );

  /// Read a legal document for editing.
  Future<LegalDraft> getLegalDraft({
    required GetLegalDraftOwnerType ownerType,
    required Uuid ownerId,
    required DocKind kind,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getLegalDraft,
    params: {'owner_type': ownerType, 'owner_id': ownerId, 'kind': kind},
    options: options,
  );

  /// Write the draft of a legal document.
  Future<SavedLegalDraft> saveLegalDraft({
    required SaveLegalDraftOwnerType ownerType,
    required Uuid ownerId,
    required DocKind kind,
    required LegalDraftBody body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.saveLegalDraft,
    params: {'owner_type': ownerType, 'owner_id': ownerId, 'kind': kind},
    body: body.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Publish the draft as the next version.
  Future<PublishedLegalDocument> publishLegalDocument({
    required PublishLegalDocumentOwnerType ownerType,
    required Uuid ownerId,
    required DocKind kind,
    LegalPublication? body,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.publishLegalDocument,
    params: {'owner_type': ownerType, 'owner_id': ownerId, 'kind': kind},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Withdraw the published version by a superseding revision.
  Future<LegalDraft> withdrawLegalDocument({
    required WithdrawLegalDocumentOwnerType ownerType,
    required Uuid ownerId,
    required DocKind kind,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.withdrawLegalDocument,
    params: {'owner_type': ownerType, 'owner_id': ownerId, 'kind': kind},
    options: options,
  );

  /// List the published revisions, newest first.
  Future<ResultPage<LegalRevision>> listLegalRevisions({
    required ListLegalRevisionsOwnerType ownerType,
    required Uuid ownerId,
    required DocKind kind,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listLegalRevisions,
    params: {'owner_type': ownerType, 'owner_id': ownerId, 'kind': kind},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Open an admin session.
  Future<AdminSession> openAdminSession({
    required AdminLogin body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.openAdminSession,
    body: body.toJson(),
    options: options,
  );

  /// Close the current admin session.
  Future<void> closeAdminSession({
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.closeAdminSession,
    options: options,
  );

  /// Read the admin account of the caller.
  Future<Admin> getCurrentAdmin({
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getCurrentAdmin,
    options: options,
  );

  /// Change the password of the caller.
  Future<void> changeOwnPassword({
    required AdminPasswordChange body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.changeOwnPassword,
    body: body.toJson(),
    options: options,
  );

  /// List administrators.
  Future<ResultPage<Admin>> listAdmins({
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listAdmins,
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Add an administrator.
  Future<Admin> createAdmin({
    required AdminCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createAdmin,
    body: body.toJson(),
    options: options,
  );

  /// Change the role or password of an administrator.
  Future<Admin> updateAdmin({
    required Uuid adminId,
    AdminPatch? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateAdmin,
    params: {'admin_id': adminId},
    body: body?.toJson(),
    options: options,
  );

  /// Remove an administrator and end the sessions of the account.
  Future<void> deleteAdmin({
    required Uuid adminId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteAdmin,
    params: {'admin_id': adminId},
    options: options,
  );

  /// List admin API keys, newest first.
  Future<ResultPage<AdminApiKey>> listAdminApiKeys({
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listAdminApiKeys,
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Create an admin API key.
  Future<NewAdminApiKey> createAdminApiKey({
    required AdminApiKeyCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createAdminApiKey,
    body: body.toJson(),
    options: options,
  );

  /// Revoke an admin API key.
  Future<void> deleteAdminApiKey({
    required Uuid apiKeyId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteAdminApiKey,
    params: {'api_key_id': apiKeyId},
    options: options,
  );

  /// Read the changes of administrators, newest first.
  Future<ResultPage<AuditRecord>> listAuditLog({
    int? limit,
    String? cursor,
    Uuid? applicationId,
    Uuid? adminId,
    String? action,
    String? targetId,
    String? from,
    String? to,
    String? timezone,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listAuditLog,
    query: {'limit': limit, 'cursor': cursor, 'application_id': applicationId, 'admin_id': adminId, 'action': action, 'target_id': targetId, 'from': from, 'to': to, 'timezone': timezone},
    options: options,
  );

  /// Read name, icon and site of the application.
  Future<Branding> getBranding({
    String? appCode,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getBranding,
    params: {'app_code': appCode},
    options: options,
  );

  /// Read an uploaded file.
  Future<Uint8List> getAsset({
    required String name,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getAsset,
    params: {'name': name},
    options: options,
  );

  /// List applications.
  Future<ResultPage<Application>> listApplications({
    int? limit,
    String? cursor,
    ListApplicationsStatus? status,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listApplications,
    query: {'limit': limit, 'cursor': cursor, 'status': status},
    options: options,
  );

  /// Create an application with its public key.
  Future<ApplicationWithKeys> createApplication({
    required ApplicationCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createApplication,
    body: body.toJson(),
    options: options,
  );

  /// Read an application with its public keys.
  Future<ApplicationWithKeys> getApplication({
    required Uuid applicationId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getApplication,
    params: {'application_id': applicationId},
    options: options,
  );

  /// Change an application.
  Future<Application> updateApplication({
    required Uuid applicationId,
    ApplicationPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateApplication,
    params: {'application_id': applicationId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Archive an application: it is no longer served.
  Future<Application> archiveApplication({
    required Uuid applicationId,
    String? confirm,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.archiveApplication,
    params: {'application_id': applicationId},
    query: {'confirm': confirm},
    ifMatch: ifMatch,
    options: options,
  );

  /// Upload the icon of an application.
  Future<Application> setApplicationIcon({
    required Uuid applicationId,
    required Uint8List body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.setApplicationIcon,
    params: {'application_id': applicationId},
    body: body,
    ifMatch: ifMatch,
    options: options,
  );

  /// Remove the icon of an application.
  Future<Application> deleteApplicationIcon({
    required Uuid applicationId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteApplicationIcon,
    params: {'application_id': applicationId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Rotate the public key, with a grace period for the old one.
  Future<PublicKeys> rotatePublicKey({
    required Uuid applicationId,
    KeyRotation? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.rotatePublicKey,
    params: {'application_id': applicationId},
    body: body?.toJson(),
    options: options,
  );

  /// List all public keys of an application, ended ones too, newest first.
  Future<ResultPage<PublicKey>> listPublicKeys({
    required Uuid applicationId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listPublicKeys,
    params: {'application_id': applicationId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Prolong or shorten the grace period of a former public key.
  Future<PublicKey> updatePublicKey({
    required Uuid applicationId,
    required Uuid keyId,
    required KeyExpiry body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updatePublicKey,
    params: {'application_id': applicationId, 'key_id': keyId},
    body: body.toJson(),
    options: options,
  );

  /// Revoke one public key.
  Future<PublicKey> revokePublicKey({
    required Uuid applicationId,
    required Uuid keyId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.revokePublicKey,
    params: {'application_id': applicationId, 'key_id': keyId},
    options: options,
  );

  /// Read the identity provider of an application.
  Future<IdentityProvider?> getIdentityProvider({
    required Uuid applicationId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getIdentityProvider,
    params: {'application_id': applicationId},
    options: options,
  );

  /// Set the identity provider of an application.
  Future<CheckedIdentityProvider> setIdentityProvider({
    required Uuid applicationId,
    required IdentityProviderBody body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.setIdentityProvider,
    params: {'application_id': applicationId},
    body: body.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Read the remote parameters.
  Future<RemoteConfig> getConfig({
    String? appCode,
    String? platform,
    String? appVersion,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getConfig,
    params: {'app_code': appCode},
    query: {'platform': platform, 'app_version': appVersion},
    options: options,
  );

  /// List the remote parameters with their rules.
  Future<ResultPage<ConfigParameter>> listConfig({
    required Uuid applicationId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listConfig,
    params: {'application_id': applicationId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Read a remote parameter.
  Future<ConfigParameter> getConfigParameter({
    required Uuid applicationId,
    required String key,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getConfigParameter,
    params: {'application_id': applicationId, 'key': key},
    options: options,
  );

  /// Create or change a remote parameter.
  Future<ConfigParameter> putConfigParameter({
    required Uuid applicationId,
    required String key,
    required ConfigParameterBody body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.putConfigParameter,
    params: {'application_id': applicationId, 'key': key},
    body: body.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Remove a remote parameter; its versions stay.
  Future<void> deleteConfigParameter({
    required Uuid applicationId,
    required String key,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteConfigParameter,
    params: {'application_id': applicationId, 'key': key},
    ifMatch: ifMatch,
    options: options,
  );

  /// List the versions of a remote parameter, newest first.
  Future<ResultPage<SettingVersion>> listConfigVersions({
    required Uuid applicationId,
    required String key,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listConfigVersions,
    params: {'application_id': applicationId, 'key': key},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Restore an earlier version as a new version.
  Future<ConfigParameter> rollBackConfigParameter({
    required Uuid applicationId,
    required String key,
    required SettingRollback body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.rollBackConfigParameter,
    params: {'application_id': applicationId, 'key': key},
    body: body.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Read the feature flags of the user.
  Future<Features> getFeatures({
    String? appCode,
    String? platform,
    String? appVersion,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getFeatures,
    params: {'app_code': appCode},
    query: {'platform': platform, 'app_version': appVersion},
    options: options,
  );

  /// Evaluate all flags (OpenFeature Remote Evaluation Protocol).
  Future<OfrepBulk> evaluateFlags({
    OfrepRequest? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.evaluateFlags,
    body: body?.toJson(),
    options: options,
  );

  /// Evaluate one flag (OpenFeature Remote Evaluation Protocol).
  Future<OfrepEvaluation> evaluateFlag({
    required String key,
    OfrepRequest? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.evaluateFlag,
    params: {'key': key},
    body: body?.toJson(),
    options: options,
  );

  /// List the feature flags with their rules.
  Future<ResultPage<FeatureFlag>> listFeatures({
    required Uuid applicationId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listFeatures,
    params: {'application_id': applicationId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Create a feature flag.
  Future<FeatureFlag> createFeature({
    required Uuid applicationId,
    required FeatureCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createFeature,
    params: {'application_id': applicationId},
    body: body.toJson(),
    options: options,
  );

  /// Read a feature flag.
  Future<FeatureFlag> getFeature({
    required Uuid applicationId,
    required String code,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getFeature,
    params: {'application_id': applicationId, 'code': code},
    options: options,
  );

  /// Change a feature flag.
  Future<FeatureFlag> updateFeature({
    required Uuid applicationId,
    required String code,
    FeaturePatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateFeature,
    params: {'application_id': applicationId, 'code': code},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Remove a feature flag; its versions stay.
  Future<void> deleteFeature({
    required Uuid applicationId,
    required String code,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteFeature,
    params: {'application_id': applicationId, 'code': code},
    ifMatch: ifMatch,
    options: options,
  );

  /// List the versions of a feature flag, newest first.
  Future<ResultPage<SettingVersion>> listFeatureVersions({
    required Uuid applicationId,
    required String code,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listFeatureVersions,
    params: {'application_id': applicationId, 'code': code},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Restore an earlier version as a new version.
  Future<FeatureFlag> rollBackFeature({
    required Uuid applicationId,
    required String code,
    required SettingRollback body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.rollBackFeature,
    params: {'application_id': applicationId, 'code': code},
    body: body.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Read the current entitlements of the user.
  Future<EntitlementSnapshot> getMyEntitlements({
    String? appCode,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getMyEntitlements,
    params: {'app_code': appCode},
    options: options,
  );

  /// Read the current entitlements of a user by token subject.
  Future<EntitlementSnapshot> getSubjectEntitlements({
    required Uuid applicationId,
    required String subject,
    String? issuer,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSubjectEntitlements,
    params: {'application_id': applicationId, 'subject': subject},
    query: {'issuer': issuer},
    options: options,
  );

  /// Public keys that verify snapshot tokens.
  Future<JsonWebKeySet> getSnapshotKeys({
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSnapshotKeys,
    options: options,
  );

  /// List entitlements.
  Future<ResultPage<Entitlement>> listEntitlements({
    required Uuid applicationId,
    int? limit,
    String? cursor,
    ListEntitlementsStatus? status,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listEntitlements,
    params: {'application_id': applicationId},
    query: {'limit': limit, 'cursor': cursor, 'status': status},
    options: options,
  );

  /// Create an entitlement.
  Future<Entitlement> createEntitlement({
    required Uuid applicationId,
    required EntitlementCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createEntitlement,
    params: {'application_id': applicationId},
    body: body.toJson(),
    options: options,
  );

  /// Read an entitlement.
  Future<Entitlement> getEntitlement({
    required Uuid applicationId,
    required Uuid entitlementId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getEntitlement,
    params: {'application_id': applicationId, 'entitlement_id': entitlementId},
    options: options,
  );

  /// Change an entitlement.
  Future<Entitlement> updateEntitlement({
    required Uuid applicationId,
    required Uuid entitlementId,
    EntitlementPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateEntitlement,
    params: {'application_id': applicationId, 'entitlement_id': entitlementId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Archive an entitlement: it cannot be added to further plans or users.
  Future<Entitlement> archiveEntitlement({
    required Uuid applicationId,
    required Uuid entitlementId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.archiveEntitlement,
    params: {'application_id': applicationId, 'entitlement_id': entitlementId},
    ifMatch: ifMatch,
    options: options,
  );

  /// List plans with prices and entitlements.
  Future<ResultPage<Plan>> listPlans({
    required Uuid applicationId,
    int? limit,
    String? cursor,
    ListPlansStatus? status,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listPlans,
    params: {'application_id': applicationId},
    query: {'limit': limit, 'cursor': cursor, 'status': status},
    options: options,
  );

  /// Create a plan.
  Future<Plan> createPlan({
    required Uuid applicationId,
    required PlanCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createPlan,
    params: {'application_id': applicationId},
    body: body.toJson(),
    options: options,
  );

  /// Read a plan with prices and entitlements.
  Future<Plan> getPlan({
    required Uuid applicationId,
    required Uuid planId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getPlan,
    params: {'application_id': applicationId, 'plan_id': planId},
    options: options,
  );

  /// Change a plan.
  Future<ChangedPlan> updatePlan({
    required Uuid applicationId,
    required Uuid planId,
    PlanPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updatePlan,
    params: {'application_id': applicationId, 'plan_id': planId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Archive a plan: it is no longer sold.
  Future<ChangedPlan> archivePlan({
    required Uuid applicationId,
    required Uuid planId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.archivePlan,
    params: {'application_id': applicationId, 'plan_id': planId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Add a price to a plan.
  Future<AdminPlanPrice> createPlanPrice({
    required Uuid applicationId,
    required Uuid planId,
    required PlanPriceCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createPlanPrice,
    params: {'application_id': applicationId, 'plan_id': planId},
    body: body.toJson(),
    options: options,
  );

  /// Activate, deactivate or re-label a price.
  Future<ChangedPlanPrice> updatePlanPrice({
    required Uuid applicationId,
    required Uuid planId,
    required Uuid planPriceId,
    PlanPricePatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updatePlanPrice,
    params: {'application_id': applicationId, 'plan_id': planId, 'plan_price_id': planPriceId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Archive a price: it is no longer active.
  Future<ChangedPlanPrice> archivePlanPrice({
    required Uuid applicationId,
    required Uuid planId,
    required Uuid planPriceId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.archivePlanPrice,
    params: {'application_id': applicationId, 'plan_id': planId, 'plan_price_id': planPriceId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Set the entitlements of a plan.
  Future<PlanWithEntitlements> setPlanEntitlements({
    required Uuid applicationId,
    required Uuid planId,
    required PlanEntitlements body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.setPlanEntitlements,
    params: {'application_id': applicationId, 'plan_id': planId},
    body: body.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// List the backfills of a plan, newest first.
  Future<ResultPage<PlanBackfill>> listPlanBackfills({
    required Uuid applicationId,
    required Uuid planId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listPlanBackfills,
    params: {'application_id': applicationId, 'plan_id': planId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Read the progress of a backfill.
  Future<PlanBackfill> getPlanBackfill({
    required Uuid applicationId,
    required Uuid planId,
    required Uuid backfillId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getPlanBackfill,
    params: {'application_id': applicationId, 'plan_id': planId, 'backfill_id': backfillId},
    options: options,
  );

  /// Read a paywall.
  Future<PublicPaywall> getPaywall({
    String? appCode,
    required String paywallCode,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getPaywall,
    params: {'app_code': appCode, 'paywall_code': paywallCode},
    options: options,
  );

  /// List paywalls.
  Future<ResultPage<Paywall>> listPaywalls({
    required Uuid applicationId,
    int? limit,
    String? cursor,
    ListPaywallsStatus? status,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listPaywalls,
    params: {'application_id': applicationId},
    query: {'limit': limit, 'cursor': cursor, 'status': status},
    options: options,
  );

  /// Create a paywall.
  Future<Paywall> createPaywall({
    required Uuid applicationId,
    required PaywallCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createPaywall,
    params: {'application_id': applicationId},
    body: body.toJson(),
    options: options,
  );

  /// Read a paywall as administrators see it.
  Future<Paywall> getPaywallById({
    required Uuid applicationId,
    required Uuid paywallId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getPaywallById,
    params: {'application_id': applicationId, 'paywall_id': paywallId},
    options: options,
  );

  /// Change a paywall.
  Future<Paywall> updatePaywall({
    required Uuid applicationId,
    required Uuid paywallId,
    PaywallPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updatePaywall,
    params: {'application_id': applicationId, 'paywall_id': paywallId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Archive a paywall: it is no longer served.
  Future<Paywall> archivePaywall({
    required Uuid applicationId,
    required Uuid paywallId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.archivePaywall,
    params: {'application_id': applicationId, 'paywall_id': paywallId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Set the offers of a paywall, in order.
  Future<Paywall> setPaywallItems({
    required Uuid applicationId,
    required Uuid paywallId,
    required PaywallItems body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.setPaywallItems,
    params: {'application_id': applicationId, 'paywall_id': paywallId},
    body: body.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Grant a plan or entitlements to a user.
  Future<Grant> grantEntitlements({
    required Uuid applicationId,
    required Uuid userId,
    required GrantCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.grantEntitlements,
    params: {'application_id': applicationId, 'user_id': userId},
    body: body.toJson(),
    options: options,
  );

  /// Revoke a grant of an administrator immediately.
  Future<Grant> revokeGrant({
    required Uuid applicationId,
    required Uuid userId,
    required Uuid grantId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.revokeGrant,
    params: {'application_id': applicationId, 'user_id': userId, 'grant_id': grantId},
    options: options,
  );

  /// Revoke a grant immediately, for a reason.
  Future<Grant> revokeGrantForReason({
    required Uuid applicationId,
    required Uuid userId,
    required Uuid grantId,
    required GrantReason body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.revokeGrantForReason,
    params: {'application_id': applicationId, 'user_id': userId, 'grant_id': grantId},
    body: body.toJson(),
    options: options,
  );

  /// Undo the revocation of a grant.
  Future<Grant> restoreGrant({
    required Uuid applicationId,
    required Uuid userId,
    required Uuid grantId,
    required GrantReason body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.restoreGrant,
    params: {'application_id': applicationId, 'user_id': userId, 'grant_id': grantId},
    body: body.toJson(),
    options: options,
  );

  /// Import customers with their purchases, from CSV or JSON Lines.
  Future<CustomerImport> importCustomers({
    required Uuid applicationId,
    String? dryRun,
    required String reason,
    required Uint8List body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.importCustomers,
    params: {'application_id': applicationId},
    query: {'dry_run': dryRun, 'reason': reason},
    body: body,
    options: options,
  );

  /// List batches of license keys, newest first.
  Future<ResultPage<LicenseKeyBatch>> listLicenseBatches({
    required Uuid applicationId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listLicenseBatches,
    params: {'application_id': applicationId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Read a batch of license keys and how many of them are used.
  Future<LicenseKeyBatchWithUse> getLicenseBatch({
    required Uuid applicationId,
    required Uuid licenseBatchId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getLicenseBatch,
    params: {'application_id': applicationId, 'license_batch_id': licenseBatchId},
    options: options,
  );

  /// Change the label or the limits of a batch.
  Future<LicenseKeyBatch> updateLicenseBatch({
    required Uuid applicationId,
    required Uuid licenseBatchId,
    LicenseBatchPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateLicenseBatch,
    params: {'application_id': applicationId, 'license_batch_id': licenseBatchId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Revoke all license keys of a batch and everything they have granted.
  Future<LicenseKeyBatch> revokeLicenseBatch({
    required Uuid applicationId,
    required Uuid licenseBatchId,
    required LicenseBatchRevocation body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.revokeLicenseBatch,
    params: {'application_id': applicationId, 'license_batch_id': licenseBatchId},
    body: body.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Activate a license key.
  Future<LicenseSnapshot> activateLicenseKey({
    String? appCode,
    required LicenseActivation body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.activateLicenseKey,
    params: {'app_code': appCode},
    body: body.toJson(),
    options: options,
  );

  /// Issue a batch of license keys.
  Future<LicenseBatch> issueLicenseKeys({
    required Uuid applicationId,
    required LicenseIssue body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.issueLicenseKeys,
    params: {'application_id': applicationId},
    body: body.toJson(),
    options: options,
  );

  /// List license keys, newest first, or export them as CSV.
  Future<ResultPage<LicenseKey>> listLicenseKeys({
    required Uuid applicationId,
    int? limit,
    String? cursor,
    Uuid? batchId,
    ListLicenseKeysStatus? status,
    String? hint,
    Uuid? userId,
    ListLicenseKeysFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listLicenseKeys,
    params: {'application_id': applicationId},
    query: {'limit': limit, 'cursor': cursor, 'batch_id': batchId, 'status': status, 'hint': hint, 'user_id': userId, 'format': format},
    options: options,
  );

  /// Read a license key and who activated it.
  Future<LicenseKeyWithActivations> getLicenseKey({
    required Uuid applicationId,
    required Uuid licenseKeyId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getLicenseKey,
    params: {'application_id': applicationId, 'license_key_id': licenseKeyId},
    options: options,
  );

  /// Revoke a license key and everything it has granted.
  Future<LicenseKey> revokeLicenseKey({
    required Uuid applicationId,
    required Uuid licenseKeyId,
    required LicenseKeyRevocation body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.revokeLicenseKey,
    params: {'application_id': applicationId, 'license_key_id': licenseKeyId},
    body: body.toJson(),
    options: options,
  );

  /// Start a payment.
  Future<PaymentStarted> createPayment({
    required PaymentCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createPayment,
    body: body.toJson(),
    options: options,
  );

  /// List the payments of the user, newest first.
  Future<ResultPage<Payment>> listMyPayments({
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listMyPayments,
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Read a payment of the user.
  Future<Payment> getMyPayment({
    required Uuid paymentId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getMyPayment,
    params: {'payment_id': paymentId},
    options: options,
  );

  /// Check one payment at the provider and settle it.
  Future<PaymentSync> syncPayment({
    required Uuid paymentId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.syncPayment,
    params: {'payment_id': paymentId},
    options: options,
  );

  /// Check pending payments at the provider, oldest first.
  Future<ReconcileReport> syncPendingPayments({
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.syncPendingPayments,
    options: options,
  );

  /// Refund a payment, in whole or in part.
  Future<AdminPayment> refundPayment({
    required Uuid paymentId,
    RefundCreate? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.refundPayment,
    params: {'payment_id': paymentId},
    body: body?.toJson(),
    options: options,
  );

  /// List the payments of an application, newest first.
  Future<ResultPage<AdminPayment>> listPayments({
    required Uuid applicationId,
    int? limit,
    String? cursor,
    ListPaymentsStatus? status,
    Uuid? userId,
    String? providerPaymentId,
    String? receiptNumber,
    ListPaymentsReceiptRegistration? receiptRegistration,
    String? planCode,
    num? amount,
    ListPaymentsHasMismatch? hasMismatch,
    String? createdFrom,
    String? createdUntil,
    String? timezone,
    ListPaymentsFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listPayments,
    params: {'application_id': applicationId},
    query: {'limit': limit, 'cursor': cursor, 'status': status, 'user_id': userId, 'provider_payment_id': providerPaymentId, 'receipt_number': receiptNumber, 'receipt_registration': receiptRegistration, 'plan_code': planCode, 'amount': amount, 'has_mismatch': hasMismatch, 'created_from': createdFrom, 'created_until': createdUntil, 'timezone': timezone, 'format': format},
    options: options,
  );

  /// Search the payments of an application by the e-mail address of the user.
  Future<ResultPage<AdminPayment>> searchPayments({
    required Uuid applicationId,
    required PaymentSearch body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.searchPayments,
    params: {'application_id': applicationId},
    body: body.toJson(),
    options: options,
  );

  /// Read a payment with its refunds.
  Future<PaymentWithRefunds> getPayment({
    required Uuid applicationId,
    required Uuid paymentId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getPayment,
    params: {'application_id': applicationId, 'payment_id': paymentId},
    options: options,
  );

  /// List the refunds of an application, newest first.
  Future<ResultPage<Refund>> listRefunds({
    required Uuid applicationId,
    int? limit,
    String? cursor,
    ListRefundsStatus? status,
    Uuid? paymentId,
    String? providerRefundId,
    ListRefundsReceiptRegistration? receiptRegistration,
    String? createdFrom,
    String? createdUntil,
    String? timezone,
    ListRefundsFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listRefunds,
    params: {'application_id': applicationId},
    query: {'limit': limit, 'cursor': cursor, 'status': status, 'payment_id': paymentId, 'provider_refund_id': providerRefundId, 'receipt_registration': receiptRegistration, 'created_from': createdFrom, 'created_until': createdUntil, 'timezone': timezone, 'format': format},
    options: options,
  );

  /// Read a refund.
  Future<Refund> getRefund({
    required Uuid applicationId,
    required Uuid refundId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getRefund,
    params: {'application_id': applicationId, 'refund_id': refundId},
    options: options,
  );

  /// Read the shop of an application.
  Future<ApplicationShop> getApplicationShop({
    required Uuid applicationId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getApplicationShop,
    params: {'application_id': applicationId},
    options: options,
  );

  /// Set the shop of an application, or another key of it.
  Future<ApplicationShopWithWebhook> setApplicationShop({
    required Uuid applicationId,
    required ApplicationShopSet body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.setApplicationShop,
    params: {'application_id': applicationId},
    body: body.toJson(),
    options: options,
  );

  /// Return an application to the shop of the installation.
  Future<ApplicationShop> removeApplicationShop({
    required Uuid applicationId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.removeApplicationShop,
    params: {'application_id': applicationId},
    options: options,
  );

  /// Read a site.
  Future<PublicSite> readSite({
    String? siteCode,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readSite,
    params: {'site_code': siteCode},
    options: options,
  );

  /// Read a site, of a site of the application.
  Future<PublicSite> readApplicationSite({
    String? appCode,
    String? siteCode,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationSite,
    params: {'app_code': appCode, 'site_code': siteCode},
    options: options,
  );

  /// Read name, logo and links of a site.
  Future<SiteBranding> readSiteBranding({
    String? siteCode,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readSiteBranding,
    params: {'site_code': siteCode},
    options: options,
  );

  /// Read name, logo and links of a site, of a site of the application.
  Future<SiteBranding> readApplicationSiteBranding({
    String? appCode,
    String? siteCode,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationSiteBranding,
    params: {'app_code': appCode, 'site_code': siteCode},
    options: options,
  );

  /// List sites, newest first.
  Future<ResultPage<Site>> listSites({
    int? limit,
    String? cursor,
    Uuid? applicationId,
    ListSitesStatus? status,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSites,
    query: {'limit': limit, 'cursor': cursor, 'application_id': applicationId, 'status': status},
    options: options,
  );

  /// Create a site with its key.
  Future<SiteWithNewKey> createSite({
    required SiteCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createSite,
    body: body.toJson(),
    options: options,
  );

  /// Read a site with the hints of its keys.
  Future<SiteWithKeys> getSite({
    required Uuid siteId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSite,
    params: {'site_id': siteId},
    options: options,
  );

  /// Change a site, link it to an application, archive it.
  Future<Site> updateSite({
    required Uuid siteId,
    SitePatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateSite,
    params: {'site_id': siteId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Rotate the site key, with a grace period for the old one.
  Future<NewSiteKey> rotateSiteKey({
    required Uuid siteId,
    SiteKeyRotation? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.rotateSiteKey,
    params: {'site_id': siteId},
    body: body?.toJson(),
    options: options,
  );

  /// List all keys of a site, ended ones too, newest first.
  Future<ResultPage<SiteKey>> listSiteKeys({
    required Uuid siteId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSiteKeys,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Prolong or shorten the grace period of a former site key.
  Future<SiteKey> updateSiteKey({
    required Uuid siteId,
    required Uuid keyId,
    required KeyExpiry body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateSiteKey,
    params: {'site_id': siteId, 'key_id': keyId},
    body: body.toJson(),
    options: options,
  );

  /// Revoke one site key.
  Future<SiteKey> revokeSiteKey({
    required Uuid siteId,
    required Uuid keyId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.revokeSiteKey,
    params: {'site_id': siteId, 'key_id': keyId},
    options: options,
  );

  /// Upload the icon of a site.
  Future<Site> setSiteIcon({
    required Uuid siteId,
    required Uint8List body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.setSiteIcon,
    params: {'site_id': siteId},
    body: body,
    ifMatch: ifMatch,
    options: options,
  );

  /// Remove the icon of a site.
  Future<Site> removeSiteIcon({
    required Uuid siteId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.removeSiteIcon,
    params: {'site_id': siteId},
    ifMatch: ifMatch,
    options: options,
  );

  /// List uploaded files, newest first.
  Future<ResultPage<CmsAsset>> listAssets({
    required Uuid siteId,
    int? limit,
    String? cursor,
    ListAssetsKind? kind,
    String? q,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listAssets,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'kind': kind, 'q': q},
    options: options,
  );

  /// Upload an image or a small file.
  Future<CmsAsset> uploadAsset({
    required Uuid siteId,
    String? fileName,
    required Uint8List body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.uploadAsset,
    params: {'site_id': siteId},
    query: {'file_name': fileName},
    body: body,
    options: options,
  );

  /// Upload a large file, for downloads.
  Future<CmsAsset> uploadFile({
    required Uuid siteId,
    String? fileName,
    required Uint8List body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.uploadFile,
    params: {'site_id': siteId},
    query: {'file_name': fileName},
    body: body,
    options: options,
  );

  /// Read an uploaded file with the places that use it.
  Future<CmsAssetWithUsages> getAssetOfSite({
    required Uuid siteId,
    required Uuid assetId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getAssetOfSite,
    params: {'site_id': siteId, 'asset_id': assetId},
    options: options,
  );

  /// Change text and focal point of a file.
  Future<CmsAsset> updateAsset({
    required Uuid siteId,
    required Uuid assetId,
    CmsAssetPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateAsset,
    params: {'site_id': siteId, 'asset_id': assetId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Delete a file that nothing uses.
  Future<void> deleteAsset({
    required Uuid siteId,
    required Uuid assetId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteAsset,
    params: {'site_id': siteId, 'asset_id': assetId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Read an uploaded file of a site.
  Future<Uint8List> openAsset({
    required String name,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.openAsset,
    params: {'name': name},
    options: options,
  );

  /// List items of every kind; with from and to, the calendar of publications.
  Future<ResultPage<ContentEntry>> listContent({
    required Uuid siteId,
    int? limit,
    String? cursor,
    ListContentKind? kind,
    ListContentStatus? status,
    Locale? locale,
    String? q,
    String? from,
    String? to,
    String? timezone,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listContent,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'kind': kind, 'status': status, 'locale': locale, 'q': q, 'from': from, 'to': to, 'timezone': timezone},
    options: options,
  );

  /// Apply one action to many items; each item succeeds or fails on its own.
  Future<BulkResult> bulkContent({
    required Uuid siteId,
    required BulkAction body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.bulkContent,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Publish the newest revision at once.
  Future<PublishedContent> publishContent({
    required Uuid siteId,
    required Uuid itemId,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.publishContent,
    params: {'site_id': siteId, 'item_id': itemId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Schedule the publication of the newest revision.
  Future<ContentEntry> scheduleContent({
    required Uuid siteId,
    required Uuid itemId,
    ContentSchedule? body,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.scheduleContent,
    params: {'site_id': siteId, 'item_id': itemId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Cancel the schedule.
  Future<ContentEntry> unscheduleContent({
    required Uuid siteId,
    required Uuid itemId,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.unscheduleContent,
    params: {'site_id': siteId, 'item_id': itemId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Unpublish an item; it becomes a draft.
  Future<UnpublishedContent> unpublishContent({
    required Uuid siteId,
    required Uuid itemId,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.unpublishContent,
    params: {'site_id': siteId, 'item_id': itemId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Archive an item; readers no longer find it.
  Future<ContentEntry> archiveContent({
    required Uuid siteId,
    required Uuid itemId,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.archiveContent,
    params: {'site_id': siteId, 'item_id': itemId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Make an archived item a draft again.
  Future<ContentEntry> unarchiveContent({
    required Uuid siteId,
    required Uuid itemId,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.unarchiveContent,
    params: {'site_id': siteId, 'item_id': itemId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Destroy an item of any kind for good.
  Future<DestroyedContent> destroyContent({
    required Uuid siteId,
    required Uuid itemId,
    required ContentDestruction body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.destroyContent,
    params: {'site_id': siteId, 'item_id': itemId},
    body: body.toJson(),
    options: options,
  );

  /// List the revisions of an item, newest first.
  Future<ResultPage<ContentRevision>> listContentRevisions({
    required Uuid siteId,
    required Uuid itemId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listContentRevisions,
    params: {'site_id': siteId, 'item_id': itemId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Read a revision with its fields.
  Future<ContentRevisionWithFields> getContentRevision({
    required Uuid siteId,
    required Uuid itemId,
    required int revision,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getContentRevision,
    params: {'site_id': siteId, 'item_id': itemId, 'revision': revision},
    options: options,
  );

  /// Compare a revision with another one.
  Future<ContentDifference> diffContentRevisions({
    required Uuid siteId,
    required Uuid itemId,
    required int revision,
    int? against,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.diffContentRevisions,
    params: {'site_id': siteId, 'item_id': itemId, 'revision': revision},
    query: {'against': against},
    options: options,
  );

  /// Make an earlier revision the draft again, as a new revision.
  Future<RestoredContent> restoreContentRevision({
    required Uuid siteId,
    required Uuid itemId,
    required int revision,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.restoreContentRevision,
    params: {'site_id': siteId, 'item_id': itemId, 'revision': revision},
    ifMatch: ifMatch,
    options: options,
  );

  /// Create a preview token that shows a draft to its bearer.
  Future<PreviewToken> createPreviewToken({
    required Uuid siteId,
    required Uuid itemId,
    PreviewTokenCreate? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createPreviewToken,
    params: {'site_id': siteId, 'item_id': itemId},
    body: body?.toJson(),
    options: options,
  );

  /// Revoke all preview tokens of an item.
  Future<RevokedPreviewTokens> revokePreviewTokens({
    required Uuid siteId,
    required Uuid itemId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.revokePreviewTokens,
    params: {'site_id': siteId, 'item_id': itemId},
    options: options,
  );

  /// Fill empty fields of a post or an article for search engines.
  Future<GeneratedContentFields> generateContentFields({
    required Uuid siteId,
    required GenerateFields body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.generateContentFields,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Read the results of an item: readers, leads, issues, registrations and revenue.
  Future<ItemInsights> getContentInsights({
    required Uuid siteId,
    required Uuid itemId,
    int? days,
    GetContentInsightsLocale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getContentInsights,
    params: {'site_id': siteId, 'item_id': itemId},
    query: {'days': days, 'locale': locale},
    options: options,
  );

  /// List posts, drafts included.
  Future<ResultPage<PostEntry>> listPosts({
    required Uuid siteId,
    int? limit,
    String? cursor,
    ListPostsStatus? status,
    Locale? locale,
    String? q,
    ListPostsSort? sort,
    Uuid? categoryId,
    Uuid? authorId,
    String? tag,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listPosts,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'status': status, 'locale': locale, 'q': q, 'sort': sort, 'category_id': categoryId, 'author_id': authorId, 'tag': tag},
    options: options,
  );

  /// Write a post as a draft.
  Future<SavedPost> createPost({
    required Uuid siteId,
    required PostCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createPost,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Read a post for editing.
  Future<Post> getPost({
    required Uuid siteId,
    required Uuid postId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getPost,
    params: {'site_id': siteId, 'post_id': postId},
    options: options,
  );

  /// Change a post; creates a new revision unless nothing changes.
  Future<SavedPost> updatePost({
    required Uuid siteId,
    required Uuid postId,
    PostPatch? body,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updatePost,
    params: {'site_id': siteId, 'post_id': postId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Delete a post, or archive it if it was ever published.
  Future<void> deletePost({
    required Uuid siteId,
    required Uuid postId,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deletePost,
    params: {'site_id': siteId, 'post_id': postId},
    ifMatch: ifMatch,
    options: options,
  );

  /// List published posts.
  Future<ResultPage<PublicPostEntry>> readPosts({
    String? siteCode,
    int? limit,
    String? cursor,
    int? page,
    String? locale,
    String? q,
    String? updatedSince,
    String? from,
    String? to,
    String? timezone,
    ReadPostsInclude? include,
    String? format,
    String? anchors,
    ReadPostsSort? sort,
    Slug? category,
    String? tag,
    Slug? author,
    String? featured,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readPosts,
    params: {'site_code': siteCode},
    query: {'limit': limit, 'cursor': cursor, 'page': page, 'locale': locale, 'q': q, 'updated_since': updatedSince, 'from': from, 'to': to, 'timezone': timezone, 'include': include, 'format': format, 'anchors': anchors, 'sort': sort, 'category': category, 'tag': tag, 'author': author, 'featured': featured},
    options: options,
  );

  /// List published posts, of a site of the application.
  Future<ResultPage<PublicPostEntry>> readApplicationPosts({
    String? appCode,
    String? siteCode,
    int? limit,
    String? cursor,
    int? page,
    String? locale,
    String? q,
    String? updatedSince,
    String? from,
    String? to,
    String? timezone,
    ReadApplicationPostsInclude? include,
    String? format,
    String? anchors,
    ReadApplicationPostsSort? sort,
    Slug? category,
    String? tag,
    Slug? author,
    String? featured,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationPosts,
    params: {'app_code': appCode, 'site_code': siteCode},
    query: {'limit': limit, 'cursor': cursor, 'page': page, 'locale': locale, 'q': q, 'updated_since': updatedSince, 'from': from, 'to': to, 'timezone': timezone, 'include': include, 'format': format, 'anchors': anchors, 'sort': sort, 'category': category, 'tag': tag, 'author': author, 'featured': featured},
    options: options,
  );

  /// Read a published post.
  Future<PublicPost> readPost({
    String? siteCode,
    required String slug,
    Locale? locale,
    String? format,
    String? preview,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readPost,
    params: {'site_code': siteCode, 'slug': slug},
    query: {'locale': locale, 'format': format, 'preview': preview},
    options: options,
  );

  /// Read a published post, of a site of the application.
  Future<PublicPost> readApplicationPost({
    String? appCode,
    String? siteCode,
    required String slug,
    Locale? locale,
    String? format,
    String? preview,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationPost,
    params: {'app_code': appCode, 'site_code': siteCode, 'slug': slug},
    query: {'locale': locale, 'format': format, 'preview': preview},
    options: options,
  );

  /// List the tags of published posts, most used first.
  Future<List<TagCount>> readTags({
    String? siteCode,
    String? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readTags,
    params: {'site_code': siteCode},
    query: {'locale': locale},
    options: options,
  );

  /// List the tags of published posts, most used first, of a site of the application.
  Future<List<TagCount>> readApplicationTags({
    String? appCode,
    String? siteCode,
    String? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationTags,
    params: {'app_code': appCode, 'site_code': siteCode},
    query: {'locale': locale},
    options: options,
  );

  /// List the categories of the blog.
  Future<List<PublicCategory>> readCategories({
    String? siteCode,
    String? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readCategories,
    params: {'site_code': siteCode},
    query: {'locale': locale},
    options: options,
  );

  /// List the categories of the blog, of a site of the application.
  Future<List<PublicCategory>> readApplicationCategories({
    String? appCode,
    String? siteCode,
    String? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationCategories,
    params: {'app_code': appCode, 'site_code': siteCode},
    query: {'locale': locale},
    options: options,
  );

  /// List the authors of published posts, by name.
  Future<List<PublicAuthorCount>> readAuthors({
    String? siteCode,
    String? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readAuthors,
    params: {'site_code': siteCode},
    query: {'locale': locale},
    options: options,
  );

  /// List the authors of published posts, by name, of a site of the application.
  Future<List<PublicAuthorCount>> readApplicationAuthors({
    String? appCode,
    String? siteCode,
    String? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationAuthors,
    params: {'app_code': appCode, 'site_code': siteCode},
    query: {'locale': locale},
    options: options,
  );

  /// List categories by position.
  Future<ResultPage<BlogCategory>> listCategories({
    required Uuid siteId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listCategories,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Create a category.
  Future<BlogCategory> createCategory({
    required Uuid siteId,
    required BlogCategoryCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createCategory,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Read a category.
  Future<BlogCategory> getCategory({
    required Uuid siteId,
    required Uuid categoryId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getCategory,
    params: {'site_id': siteId, 'category_id': categoryId},
    options: options,
  );

  /// Change a category; the change is public at once.
  Future<BlogCategory> updateCategory({
    required Uuid siteId,
    required Uuid categoryId,
    BlogCategoryPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateCategory,
    params: {'site_id': siteId, 'category_id': categoryId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Delete a category without posts.
  Future<void> deleteCategory({
    required Uuid siteId,
    required Uuid categoryId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteCategory,
    params: {'site_id': siteId, 'category_id': categoryId},
    ifMatch: ifMatch,
    options: options,
  );

  /// List authors by name.
  Future<ResultPage<BlogAuthor>> listAuthors({
    required Uuid siteId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listAuthors,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Create an author.
  Future<BlogAuthor> createAuthor({
    required Uuid siteId,
    required BlogAuthorCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createAuthor,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Read an author.
  Future<BlogAuthor> getAuthor({
    required Uuid siteId,
    required Uuid authorId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getAuthor,
    params: {'site_id': siteId, 'author_id': authorId},
    options: options,
  );

  /// Change an author; the change is public at once.
  Future<BlogAuthor> updateAuthor({
    required Uuid siteId,
    required Uuid authorId,
    BlogAuthorPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateAuthor,
    params: {'site_id': siteId, 'author_id': authorId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Delete an author without posts.
  Future<void> deleteAuthor({
    required Uuid siteId,
    required Uuid authorId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteAuthor,
    params: {'site_id': siteId, 'author_id': authorId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Destroy an author for good, also one with posts.
  Future<DestroyedContent> destroyAuthor({
    required Uuid siteId,
    required Uuid authorId,
    required AuthorDestruction body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.destroyAuthor,
    params: {'site_id': siteId, 'author_id': authorId},
    body: body.toJson(),
    options: options,
  );

  /// List articles, drafts included.
  Future<ResultPage<ArticleEntry>> listArticles({
    required Uuid siteId,
    int? limit,
    String? cursor,
    ListArticlesStatus? status,
    Locale? locale,
    String? q,
    ListArticlesSort? sort,
    Uuid? folderId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listArticles,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'status': status, 'locale': locale, 'q': q, 'sort': sort, 'folder_id': folderId},
    options: options,
  );

  /// Write an article as a draft.
  Future<SavedArticle> createArticle({
    required Uuid siteId,
    required ArticleCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createArticle,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Read an article for editing.
  Future<Article> getArticle({
    required Uuid siteId,
    required Uuid articleId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getArticle,
    params: {'site_id': siteId, 'article_id': articleId},
    options: options,
  );

  /// Change an article; creates a new revision unless nothing changes.
  Future<SavedArticle> updateArticle({
    required Uuid siteId,
    required Uuid articleId,
    ArticlePatch? body,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateArticle,
    params: {'site_id': siteId, 'article_id': articleId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Delete an article, or archive it if it was ever published.
  Future<void> deleteArticle({
    required Uuid siteId,
    required Uuid articleId,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteArticle,
    params: {'site_id': siteId, 'article_id': articleId},
    ifMatch: ifMatch,
    options: options,
  );

  /// List folders by position.
  Future<ResultPage<Folder>> listFolders({
    required Uuid siteId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listFolders,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Create a folder.
  Future<Folder> createFolder({
    required Uuid siteId,
    required FolderCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createFolder,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Read a folder.
  Future<Folder> getFolder({
    required Uuid siteId,
    required Uuid folderId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getFolder,
    params: {'site_id': siteId, 'folder_id': folderId},
    options: options,
  );

  /// Rename or move a folder with its content.
  Future<Folder> updateFolder({
    required Uuid siteId,
    required Uuid folderId,
    FolderPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateFolder,
    params: {'site_id': siteId, 'folder_id': folderId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Delete a folder; its content is moved first.
  Future<void> deleteFolder({
    required Uuid siteId,
    required Uuid folderId,
    String? moveTo,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteFolder,
    params: {'site_id': siteId, 'folder_id': folderId},
    query: {'move_to': moveTo},
    ifMatch: ifMatch,
    options: options,
  );

  /// Set the order of folders and articles of one folder.
  Future<KnowledgeBaseOrdered> orderKnowledgeBase({
    required Uuid siteId,
    required KnowledgeBaseOrder body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.orderKnowledgeBase,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Read the tree of folders and articles.
  Future<KnowledgeBaseTree> readTree({
    String? siteCode,
    String? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readTree,
    params: {'site_code': siteCode},
    query: {'locale': locale},
    options: options,
  );

  /// Read the tree of folders and articles, of a site of the application.
  Future<KnowledgeBaseTree> readApplicationTree({
    String? appCode,
    String? siteCode,
    String? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationTree,
    params: {'app_code': appCode, 'site_code': siteCode},
    query: {'locale': locale},
    options: options,
  );

  /// List published articles.
  Future<ResultPage<PublicArticleEntry>> readArticles({
    String? siteCode,
    int? limit,
    String? cursor,
    int? page,
    String? locale,
    String? q,
    String? updatedSince,
    String? from,
    String? to,
    String? timezone,
    ReadArticlesInclude? include,
    String? format,
    String? anchors,
    ReadArticlesSort? sort,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readArticles,
    params: {'site_code': siteCode},
    query: {'limit': limit, 'cursor': cursor, 'page': page, 'locale': locale, 'q': q, 'updated_since': updatedSince, 'from': from, 'to': to, 'timezone': timezone, 'include': include, 'format': format, 'anchors': anchors, 'sort': sort},
    options: options,
  );

  /// List published articles, of a site of the application.
  Future<ResultPage<PublicArticleEntry>> readApplicationArticles({
    String? appCode,
    String? siteCode,
    int? limit,
    String? cursor,
    int? page,
    String? locale,
    String? q,
    String? updatedSince,
    String? from,
    String? to,
    String? timezone,
    ReadApplicationArticlesInclude? include,
    String? format,
    String? anchors,
    ReadApplicationArticlesSort? sort,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationArticles,
    params: {'app_code': appCode, 'site_code': siteCode},
    query: {'limit': limit, 'cursor': cursor, 'page': page, 'locale': locale, 'q': q, 'updated_since': updatedSince, 'from': from, 'to': to, 'timezone': timezone, 'include': include, 'format': format, 'anchors': anchors, 'sort': sort},
    options: options,
  );

  /// Read a published article.
  Future<PublicArticle> readArticle({
    String? siteCode,
    required String slug,
    Locale? locale,
    String? format,
    String? preview,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readArticle,
    params: {'site_code': siteCode, 'slug': slug},
    query: {'locale': locale, 'format': format, 'preview': preview},
    options: options,
  );

  /// Read a published article, of a site of the application.
  Future<PublicArticle> readApplicationArticle({
    String? appCode,
    String? siteCode,
    required String slug,
    Locale? locale,
    String? format,
    String? preview,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationArticle,
    params: {'app_code': appCode, 'site_code': siteCode, 'slug': slug},
    query: {'locale': locale, 'format': format, 'preview': preview},
    options: options,
  );

  /// List the most read articles of the last 90 days.
  Future<List<PopularArticle>> readPopularArticles({
    String? siteCode,
    String? locale,
    int? limit,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readPopularArticles,
    params: {'site_code': siteCode},
    query: {'locale': locale, 'limit': limit},
    options: options,
  );

  /// List the most read articles of the last 90 days, of a site of the application.
  Future<List<PopularArticle>> readApplicationPopularArticles({
    String? appCode,
    String? siteCode,
    String? locale,
    int? limit,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationPopularArticles,
    params: {'app_code': appCode, 'site_code': siteCode},
    query: {'locale': locale, 'limit': limit},
    options: options,
  );

  /// Count a view of an article.
  Future<void> countArticleView({
    String? siteCode,
    required String slug,
    Locale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.countArticleView,
    params: {'site_code': siteCode, 'slug': slug},
    query: {'locale': locale},
    options: options,
  );

  /// Count a view of an article, of a site of the application.
  Future<void> countApplicationArticleView({
    String? appCode,
    String? siteCode,
    required String slug,
    Locale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.countApplicationArticleView,
    params: {'app_code': appCode, 'site_code': siteCode, 'slug': slug},
    query: {'locale': locale},
    options: options,
  );

  /// List documents, drafts included.
  Future<ResultPage<DocumentEntry>> listDocuments({
    required Uuid siteId,
    int? limit,
    String? cursor,
    ListDocumentsStatus? status,
    Locale? locale,
    String? q,
    ListDocumentsSort? sort,
    String? docKind,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listDocuments,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'status': status, 'locale': locale, 'q': q, 'sort': sort, 'doc_kind': docKind},
    options: options,
  );

  /// Write a document as a draft.
  Future<SavedDocument> createDocument({
    required Uuid siteId,
    required DocumentCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createDocument,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Read a document for editing.
  Future<Document> getDocument({
    required Uuid siteId,
    required Uuid documentId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getDocument,
    params: {'site_id': siteId, 'document_id': documentId},
    options: options,
  );

  /// Change a document; creates a new revision unless nothing changes.
  Future<SavedDocument> updateDocument({
    required Uuid siteId,
    required Uuid documentId,
    DocumentPatch? body,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateDocument,
    params: {'site_id': siteId, 'document_id': documentId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Delete a document, or archive it if it was ever published.
  Future<void> deleteDocument({
    required Uuid siteId,
    required Uuid documentId,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteDocument,
    params: {'site_id': siteId, 'document_id': documentId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Rotate the public address of a document; the old one ends at once.
  Future<DocumentAddress> rotateDocumentToken({
    required Uuid siteId,
    required Uuid documentId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.rotateDocumentToken,
    params: {'site_id': siteId, 'document_id': documentId},
    ifMatch: ifMatch,
    options: options,
  );

  /// List published documents.
  Future<ResultPage<PublicDocumentEntry>> readDocuments({
    String? siteCode,
    int? limit,
    String? cursor,
    int? page,
    String? locale,
    String? q,
    String? updatedSince,
    String? from,
    String? to,
    String? timezone,
    String? include,
    String? format,
    String? anchors,
    ReadDocumentsSort? sort,
    String? kind,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readDocuments,
    params: {'site_code': siteCode},
    query: {'limit': limit, 'cursor': cursor, 'page': page, 'locale': locale, 'q': q, 'updated_since': updatedSince, 'from': from, 'to': to, 'timezone': timezone, 'include': include, 'format': format, 'anchors': anchors, 'sort': sort, 'kind': kind},
    options: options,
  );

  /// List published documents, of a site of the application.
  Future<ResultPage<PublicDocumentEntry>> readApplicationDocuments({
    String? appCode,
    String? siteCode,
    int? limit,
    String? cursor,
    int? page,
    String? locale,
    String? q,
    String? updatedSince,
    String? from,
    String? to,
    String? timezone,
    String? include,
    String? format,
    String? anchors,
    ReadApplicationDocumentsSort? sort,
    String? kind,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationDocuments,
    params: {'app_code': appCode, 'site_code': siteCode},
    query: {'limit': limit, 'cursor': cursor, 'page': page, 'locale': locale, 'q': q, 'updated_since': updatedSince, 'from': from, 'to': to, 'timezone': timezone, 'include': include, 'format': format, 'anchors': anchors, 'sort': sort, 'kind': kind},
    options: options,
  );

  /// Read a published document.
  Future<PublicDocument> readDocument({
    String? siteCode,
    required String slug,
    Locale? locale,
    String? format,
    String? preview,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readDocument,
    params: {'site_code': siteCode, 'slug': slug},
    query: {'locale': locale, 'format': format, 'preview': preview},
    options: options,
  );

  /// Read a published document, of a site of the application.
  Future<PublicDocument> readApplicationDocument({
    String? appCode,
    String? siteCode,
    required String slug,
    Locale? locale,
    String? format,
    String? preview,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationDocument,
    params: {'app_code': appCode, 'site_code': siteCode, 'slug': slug},
    query: {'locale': locale, 'format': format, 'preview': preview},
    options: options,
  );

  /// Open a document by its token.
  Future<Uint8List> openDocument({
    required String accessToken,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.openDocument,
    params: {'access_token': accessToken},
    options: options,
  );

  /// List downloads, drafts included.
  Future<ResultPage<DownloadEntry>> listDownloads({
    required Uuid siteId,
    int? limit,
    String? cursor,
    ListDownloadsStatus? status,
    Locale? locale,
    String? q,
    ListDownloadsSort? sort,
    String? platform,
    String? channel,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listDownloads,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'status': status, 'locale': locale, 'q': q, 'sort': sort, 'platform': platform, 'channel': channel},
    options: options,
  );

  /// Write a download as a draft.
  Future<SavedDownload> createDownload({
    required Uuid siteId,
    required DownloadCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createDownload,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Read a download for editing.
  Future<Download> getDownload({
    required Uuid siteId,
    required Uuid downloadId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getDownload,
    params: {'site_id': siteId, 'download_id': downloadId},
    options: options,
  );

  /// Change a download; creates a new revision unless nothing changes.
  Future<SavedDownload> updateDownload({
    required Uuid siteId,
    required Uuid downloadId,
    DownloadPatch? body,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateDownload,
    params: {'site_id': siteId, 'download_id': downloadId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Delete a download, or archive it if it was ever published.
  Future<void> deleteDownload({
    required Uuid siteId,
    required Uuid downloadId,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteDownload,
    params: {'site_id': siteId, 'download_id': downloadId},
    ifMatch: ifMatch,
    options: options,
  );

  /// List published downloads, newest version first.
  Future<List<PublicDownload>> readDownloads({
    String? siteCode,
    String? platform,
    String? channel,
    String? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readDownloads,
    params: {'site_code': siteCode},
    query: {'platform': platform, 'channel': channel, 'format': format},
    options: options,
  );

  /// List published downloads, newest version first, of a site of the application.
  Future<List<PublicDownload>> readApplicationDownloads({
    String? appCode,
    String? siteCode,
    String? platform,
    String? channel,
    String? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationDownloads,
    params: {'app_code': appCode, 'site_code': siteCode},
    query: {'platform': platform, 'channel': channel, 'format': format},
    options: options,
  );

  /// Read the newest build for a platform; null when there is none.
  Future<LatestDownload?> readLatestDownload({
    String? siteCode,
    required String platform,
    String? channel,
    String? arch,
    String? currentVersion,
    String? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readLatestDownload,
    params: {'site_code': siteCode, 'platform': platform},
    query: {'channel': channel, 'arch': arch, 'current_version': currentVersion, 'format': format},
    options: options,
  );

  /// Read the newest build for a platform; null when there is none, of a site of the application.
  Future<LatestDownload?> readApplicationLatestDownload({
    String? appCode,
    String? siteCode,
    required String platform,
    String? channel,
    String? arch,
    String? currentVersion,
    String? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationLatestDownload,
    params: {'app_code': appCode, 'site_code': siteCode, 'platform': platform},
    query: {'channel': channel, 'arch': arch, 'current_version': currentVersion, 'format': format},
    options: options,
  );

  /// Redirect to the file of the newest build, for a download button.
  Future<void> openLatestDownload({
    String? siteCode,
    required String platform,
    String? channel,
    String? arch,
    String? publicKey,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.openLatestDownload,
    params: {'site_code': siteCode, 'platform': platform},
    query: {'channel': channel, 'arch': arch, 'public_key': publicKey},
    options: options,
  );

  /// List changelog entries, drafts included.
  Future<ResultPage<ChangelogEntryHead>> listChangelogEntries({
    required Uuid siteId,
    int? limit,
    String? cursor,
    ListChangelogEntriesStatus? status,
    Locale? locale,
    String? q,
    ListChangelogEntriesSort? sort,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listChangelogEntries,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'status': status, 'locale': locale, 'q': q, 'sort': sort},
    options: options,
  );

  /// Write a changelog entry as a draft.
  Future<SavedChangelogEntry> createChangelogEntry({
    required Uuid siteId,
    required ChangelogEntryCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createChangelogEntry,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Read a changelog entry for editing.
  Future<ChangelogEntry> getChangelogEntry({
    required Uuid siteId,
    required Uuid entryId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getChangelogEntry,
    params: {'site_id': siteId, 'entry_id': entryId},
    options: options,
  );

  /// Change a changelog entry; creates a new revision unless nothing changes.
  Future<SavedChangelogEntry> updateChangelogEntry({
    required Uuid siteId,
    required Uuid entryId,
    ChangelogEntryPatch? body,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateChangelogEntry,
    params: {'site_id': siteId, 'entry_id': entryId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Delete a changelog entry, or archive it if it was ever published.
  Future<void> deleteChangelogEntry({
    required Uuid siteId,
    required Uuid entryId,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteChangelogEntry,
    params: {'site_id': siteId, 'entry_id': entryId},
    ifMatch: ifMatch,
    options: options,
  );

  /// List published changelog entries with their texts.
  Future<ResultPage<PublicChangelogEntryHead>> readChangelog({
    String? siteCode,
    int? limit,
    String? cursor,
    int? page,
    String? locale,
    String? q,
    String? updatedSince,
    String? from,
    String? to,
    String? timezone,
    String? include,
    String? format,
    String? anchors,
    ReadChangelogSort? sort,
    String? platform,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readChangelog,
    params: {'site_code': siteCode},
    query: {'limit': limit, 'cursor': cursor, 'page': page, 'locale': locale, 'q': q, 'updated_since': updatedSince, 'from': from, 'to': to, 'timezone': timezone, 'include': include, 'format': format, 'anchors': anchors, 'sort': sort, 'platform': platform},
    options: options,
  );

  /// List published changelog entries with their texts, of a site of the application.
  Future<ResultPage<PublicChangelogEntryHead>> readApplicationChangelog({
    String? appCode,
    String? siteCode,
    int? limit,
    String? cursor,
    int? page,
    String? locale,
    String? q,
    String? updatedSince,
    String? from,
    String? to,
    String? timezone,
    String? include,
    String? format,
    String? anchors,
    ReadApplicationChangelogSort? sort,
    String? platform,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationChangelog,
    params: {'app_code': appCode, 'site_code': siteCode},
    query: {'limit': limit, 'cursor': cursor, 'page': page, 'locale': locale, 'q': q, 'updated_since': updatedSince, 'from': from, 'to': to, 'timezone': timezone, 'include': include, 'format': format, 'anchors': anchors, 'sort': sort, 'platform': platform},
    options: options,
  );

  /// Read a published changelog entry.
  Future<PublicChangelogEntry> readChangelogEntry({
    String? siteCode,
    required String slug,
    Locale? locale,
    String? format,
    String? preview,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readChangelogEntry,
    params: {'site_code': siteCode, 'slug': slug},
    query: {'locale': locale, 'format': format, 'preview': preview},
    options: options,
  );

  /// Read a published changelog entry, of a site of the application.
  Future<PublicChangelogEntry> readApplicationChangelogEntry({
    String? appCode,
    String? siteCode,
    required String slug,
    Locale? locale,
    String? format,
    String? preview,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationChangelogEntry,
    params: {'app_code': appCode, 'site_code': siteCode, 'slug': slug},
    query: {'locale': locale, 'format': format, 'preview': preview},
    options: options,
  );

  /// List banners, drafts included.
  Future<ResultPage<BannerEntry>> listBanners({
    required Uuid siteId,
    int? limit,
    String? cursor,
    ListBannersStatus? status,
    Locale? locale,
    String? q,
    ListBannersSort? sort,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listBanners,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'status': status, 'locale': locale, 'q': q, 'sort': sort},
    options: options,
  );

  /// Write a banner as a draft.
  Future<SavedBanner> createBanner({
    required Uuid siteId,
    required BannerCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createBanner,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Read a banner for editing.
  Future<Banner> getBanner({
    required Uuid siteId,
    required Uuid bannerId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getBanner,
    params: {'site_id': siteId, 'banner_id': bannerId},
    options: options,
  );

  /// Change a banner; creates a new revision unless nothing changes.
  Future<SavedBanner> updateBanner({
    required Uuid siteId,
    required Uuid bannerId,
    BannerPatch? body,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateBanner,
    params: {'site_id': siteId, 'banner_id': bannerId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Delete a banner, or archive it if it was ever published.
  Future<void> deleteBanner({
    required Uuid siteId,
    required Uuid bannerId,
    required Object ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteBanner,
    params: {'site_id': siteId, 'banner_id': bannerId},
    ifMatch: ifMatch,
    options: options,
  );

  /// List the banners that are live now, the most important first.
  Future<List<PublicBanner>> readBanners({
    String? siteCode,
    String? path,
    Locale? locale,
    String? platform,
    String? appVersion,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readBanners,
    params: {'site_code': siteCode},
    query: {'path': path, 'locale': locale, 'platform': platform, 'app_version': appVersion},
    options: options,
  );

  /// List the banners that are live now, the most important first, of a site of the application.
  Future<List<PublicBanner>> readApplicationSiteBanners({
    String? appCode,
    String? siteCode,
    String? path,
    Locale? locale,
    String? platform,
    String? appVersion,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationSiteBanners,
    params: {'app_code': appCode, 'site_code': siteCode},
    query: {'path': path, 'locale': locale, 'platform': platform, 'app_version': appVersion},
    options: options,
  );

  /// Read a banner that is live now.
  Future<PublicBanner> readBanner({
    String? siteCode,
    required String bannerId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readBanner,
    params: {'site_code': siteCode, 'banner_id': bannerId},
    options: options,
  );

  /// Read a banner that is live now, of a site of the application.
  Future<PublicBanner> readApplicationSiteBanner({
    String? appCode,
    String? siteCode,
    required String bannerId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationSiteBanner,
    params: {'app_code': appCode, 'site_code': siteCode, 'banner_id': bannerId},
    options: options,
  );

  /// List the live banners of an application, from all of its sites.
  Future<List<PublicBanner>> readApplicationBanners({
    String? appCode,
    String? path,
    Locale? locale,
    String? platform,
    String? appVersion,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationBanners,
    params: {'app_code': appCode},
    query: {'path': path, 'locale': locale, 'platform': platform, 'app_version': appVersion},
    options: options,
  );

  /// Read a live banner of an application.
  Future<PublicBanner> readApplicationBanner({
    String? appCode,
    required String bannerId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationBanner,
    params: {'app_code': appCode, 'banner_id': bannerId},
    options: options,
  );

  /// Search posts, articles, documents and changelog.
  Future<List<SearchResult>> searchSite({
    String? siteCode,
    required String q,
    Locale? locale,
    SearchSiteKind? kind,
    int? limit,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.searchSite,
    params: {'site_code': siteCode},
    query: {'q': q, 'locale': locale, 'kind': kind, 'limit': limit},
    options: options,
  );

  /// Search posts, articles, documents and changelog, of a site of the application.
  Future<List<SearchResult>> searchApplicationSite({
    String? appCode,
    String? siteCode,
    required String q,
    Locale? locale,
    SearchApplicationSiteKind? kind,
    int? limit,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.searchApplicationSite,
    params: {'app_code': appCode, 'site_code': siteCode},
    query: {'q': q, 'locale': locale, 'kind': kind, 'limit': limit},
    options: options,
  );

  /// Search posts, articles, documents and changelog, in pages.
  Future<ResultPage<SearchResult>> readSearchResults({
    String? siteCode,
    required String q,
    Locale? locale,
    ReadSearchResultsKind? kind,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readSearchResults,
    params: {'site_code': siteCode},
    query: {'q': q, 'locale': locale, 'kind': kind, 'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Search posts, articles, documents and changelog, in pages, of a site of the application.
  Future<ResultPage<SearchResult>> readApplicationSearchResults({
    String? appCode,
    String? siteCode,
    required String q,
    Locale? locale,
    ReadApplicationSearchResultsKind? kind,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationSearchResults,
    params: {'app_code': appCode, 'site_code': siteCode},
    query: {'q': q, 'locale': locale, 'kind': kind, 'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// List addresses of texts that are gone, for incremental builds.
  Future<RemovedTexts> readRemovedTexts({
    String? siteCode,
    String? since,
    ReadRemovedTextsKind? kind,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readRemovedTexts,
    params: {'site_code': siteCode},
    query: {'since': since, 'kind': kind},
    options: options,
  );

  /// List addresses of texts that are gone, for incremental builds, of a site of the application.
  Future<RemovedTexts> readApplicationRemovedTexts({
    String? appCode,
    String? siteCode,
    String? since,
    ReadApplicationRemovedTextsKind? kind,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationRemovedTexts,
    params: {'app_code': appCode, 'site_code': siteCode},
    query: {'since': since, 'kind': kind},
    options: options,
  );

  /// The twenty newest posts as RSS 2.0.
  Future<String> readRssFeed({
    String? siteCode,
    Locale? locale,
    String? publicKey,
    String? selfUrl,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readRssFeed,
    params: {'site_code': siteCode},
    query: {'locale': locale, 'public_key': publicKey, 'self_url': selfUrl},
    options: options,
  );

  /// The twenty newest posts as Atom.
  Future<String> readAtomFeed({
    String? siteCode,
    Locale? locale,
    String? publicKey,
    String? selfUrl,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readAtomFeed,
    params: {'site_code': siteCode},
    query: {'locale': locale, 'public_key': publicKey, 'self_url': selfUrl},
    options: options,
  );

  /// The twenty newest posts as JSON Feed 1.1.
  Future<JsonObject> readJsonFeed({
    String? siteCode,
    Locale? locale,
    String? publicKey,
    String? selfUrl,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readJsonFeed,
    params: {'site_code': siteCode},
    query: {'locale': locale, 'public_key': publicKey, 'self_url': selfUrl},
    options: options,
  );

  /// Addresses of published texts as a sitemap, with their languages.
  Future<String> readSitemap({
    String? siteCode,
    String? publicKey,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readSitemap,
    params: {'site_code': siteCode},
    query: {'public_key': publicKey},
    options: options,
  );

  /// List redirects, for the server of the site.
  Future<List<PublicRedirect>> readRedirects({
    String? siteCode,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readRedirects,
    params: {'site_code': siteCode},
    options: options,
  );

  /// List redirects, for the server of the site, of a site of the application.
  Future<List<PublicRedirect>> readApplicationRedirects({
    String? appCode,
    String? siteCode,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readApplicationRedirects,
    params: {'app_code': appCode, 'site_code': siteCode},
    options: options,
  );

  /// List redirects, newest first.
  Future<ResultPage<Redirect>> listRedirects({
    required Uuid siteId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listRedirects,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Add a redirect.
  Future<Redirect> createRedirect({
    required Uuid siteId,
    required RedirectCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createRedirect,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Remove a redirect.
  Future<void> deleteRedirect({
    required Uuid siteId,
    required Uuid redirectId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteRedirect,
    params: {'site_id': siteId, 'redirect_id': redirectId},
    options: options,
  );

  /// Export a whole site as a zip archive.
  Future<Uint8List> exportSite({
    required Uuid siteId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.exportSite,
    params: {'site_id': siteId},
    options: options,
  );

  /// Import an archive, or a site of Ghost or WordPress.
  Future<SiteImport> startImport({
    required Uuid siteId,
    String? fileName,
    required StartImportFormat format,
    String? dryRun,
    String? publish,
    String? fetchImages,
    String? take,
    String? sourceUrl,
    required Uint8List body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.startImport,
    params: {'site_id': siteId},
    query: {'file_name': fileName, 'format': format, 'dry_run': dryRun, 'publish': publish, 'fetch_images': fetchImages, 'take': take, 'source_url': sourceUrl},
    body: body,
    options: options,
  );

  /// List imports, newest first.
  Future<ResultPage<SiteImport>> listImports({
    required Uuid siteId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listImports,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Read an import with a page of its entries.
  Future<SiteImportWithEntries> getImport({
    required Uuid siteId,
    required Uuid importId,
    int? limit,
    String? cursor,
    GetImportOutcome? outcome,
    String? withWarnings,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getImport,
    params: {'site_id': siteId, 'import_id': importId},
    query: {'limit': limit, 'cursor': cursor, 'outcome': outcome, 'with_warnings': withWarnings},
    options: options,
  );

  /// Submit a form of a site.
  Future<LeadAnswer> submitLead({
    String? siteCode,
    required LeadForm body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.submitLead,
    params: {'site_code': siteCode},
    body: body.toJson(),
    options: options,
  );

  /// Submit a form of a site, of a site of the application.
  Future<LeadAnswer> submitApplicationLead({
    String? appCode,
    String? siteCode,
    required LeadForm body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.submitApplicationLead,
    params: {'app_code': appCode, 'site_code': siteCode},
    body: body.toJson(),
    options: options,
  );

  /// Read the settings of forms.
  Future<LeadSettings> getLeadSettings({
    required Uuid siteId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getLeadSettings,
    params: {'site_id': siteId},
    options: options,
  );

  /// Set the settings of forms.
  Future<LeadSettings> putLeadSettings({
    required Uuid siteId,
    LeadSettingsPut? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.putLeadSettings,
    params: {'site_id': siteId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// List or export leads, newest first.
  Future<ResultPage<Lead>> listLeads({
    required Uuid siteId,
    int? limit,
    String? cursor,
    ListLeadsState? state,
    ListLeadsForm? form,
    String? formCode,
    String? from,
    String? to,
    String? timezone,
    ListLeadsFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listLeads,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'state': state, 'form': form, 'form_code': formCode, 'from': from, 'to': to, 'timezone': timezone, 'format': format},
    options: options,
  );

  /// List or export the leads of a person, newest first.
  Future<ResultPage<Lead>> searchLeads({
    required Uuid siteId,
    LeadSearch? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.searchLeads,
    params: {'site_id': siteId},
    body: body?.toJson(),
    options: options,
  );

  /// Read a lead.
  Future<Lead> getLead({
    required Uuid siteId,
    required Uuid leadId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getLead,
    params: {'site_id': siteId, 'lead_id': leadId},
    options: options,
  );

  /// Change the state of a lead.
  Future<Lead> updateLead({
    required Uuid siteId,
    required Uuid leadId,
    required LeadPatch body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateLead,
    params: {'site_id': siteId, 'lead_id': leadId},
    body: body.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Remove a lead; the last lead of a person erases the person.
  Future<void> deleteLead({
    required Uuid siteId,
    required Uuid leadId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteLead,
    params: {'site_id': siteId, 'lead_id': leadId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Erase everything about a person without an account.
  Future<ErasedSubjects> eraseLeads({
    required Uuid siteId,
    required LeadErasure body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.eraseLeads,
    params: {'site_id': siteId},
    body: body,
    options: options,
  );

  /// Page with the button that confirms a subscription.
  Future<String> showConfirmation({
    required String token,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.showConfirmation,
    params: {'token': token},
    options: options,
  );

  /// Confirm a subscription.
  Future<String> confirmSubscription({
    required String token,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.confirmSubscription,
    params: {'token': token},
    options: options,
  );

  /// Page with the button that ends a subscription.
  Future<String> showUnsubscription({
    required String token,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.showUnsubscription,
    params: {'token': token},
    options: options,
  );

  /// End a subscription (RFC 8058).
  Future<String> unsubscribe({
    required String token,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.unsubscribe,
    params: {'token': token},
    options: options,
  );

  /// List subscribers, or export the confirmed ones.
  Future<ResultPage<Subscriber>> listSubscribers({
    required Uuid siteId,
    int? limit,
    String? cursor,
    ListSubscribersStatus? status,
    ListSubscribersFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSubscribers,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'status': status, 'format': format},
    options: options,
  );

  /// List mails of the last 90 days, newest first.
  Future<ResultPage<Mail>> listMails({
    required Uuid siteId,
    int? limit,
    String? cursor,
    ListMailsStatus? status,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listMails,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'status': status},
    options: options,
  );

  /// Send a failed or waiting mail again.
  Future<Mail> retryMail({
    required Uuid siteId,
    required Uuid mailId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.retryMail,
    params: {'site_id': siteId, 'mail_id': mailId},
    options: options,
  );

  /// Open a ticket.
  Future<TicketWithMessages> createTicket({
    required TicketCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createTicket,
    body: body.toJson(),
    options: options,
  );

  /// List the tickets of the user, newest first.
  Future<ResultPage<Ticket>> listMyTickets({
    int? limit,
    String? cursor,
    ListMyTicketsStatus? status,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listMyTickets,
    query: {'limit': limit, 'cursor': cursor, 'status': status},
    options: options,
  );

  /// Read a ticket of the user with its messages.
  Future<TicketWithMessages> getMyTicket({
    required Uuid ticketId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getMyTicket,
    params: {'ticket_id': ticketId},
    options: options,
  );

  /// Add a message to a ticket of the user.
  Future<TicketMessage> addTicketMessage({
    required Uuid ticketId,
    required TicketMessageCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.addTicketMessage,
    params: {'ticket_id': ticketId},
    body: body.toJson(),
    options: options,
  );

  /// Close a ticket of the user.
  Future<Ticket> closeMyTicket({
    required Uuid ticketId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.closeMyTicket,
    params: {'ticket_id': ticketId},
    options: options,
  );

  /// Upload a file for a later message.
  Future<SupportAttachment> uploadAttachment({
    String? fileName,
    required Uint8List body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.uploadAttachment,
    query: {'file_name': fileName},
    body: body,
    options: options,
  );

  /// Read a file of a ticket by its signed address.
  Future<Uint8List> openAttachment({
    required String fileToken,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.openAttachment,
    params: {'file_token': fileToken},
    options: options,
  );

  /// List tickets, newest first.
  Future<ResultPage<AdminTicket>> listTickets({
    int? limit,
    String? cursor,
    Uuid? applicationId,
    Uuid? userId,
    ListTicketsStatus? status,
    ListTicketsPriority? priority,
    String? assigneeId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listTickets,
    query: {'limit': limit, 'cursor': cursor, 'application_id': applicationId, 'user_id': userId, 'status': status, 'priority': priority, 'assignee_id': assigneeId},
    options: options,
  );

  /// Read a ticket with messages and internal notes.
  Future<AdminTicketWithMessages> getTicket({
    required Uuid ticketId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getTicket,
    params: {'ticket_id': ticketId},
    options: options,
  );

  /// Change status, assignee or priority of a ticket.
  Future<AdminTicket> updateTicket({
    required Uuid ticketId,
    TicketPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateTicket,
    params: {'ticket_id': ticketId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Answer a ticket, or leave an internal note.
  Future<AdminTicketMessage> answerTicket({
    required Uuid ticketId,
    required TicketAnswer body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.answerTicket,
    params: {'ticket_id': ticketId},
    body: body.toJson(),
    options: options,
  );

  /// Upload a file for a later answer.
  Future<SupportAttachment> uploadStaffAttachment({
    String? fileName,
    required Uint8List body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.uploadStaffAttachment,
    query: {'file_name': fileName},
    body: body,
    options: options,
  );

  /// Record one event.
  Future<EventsAccepted> recordEvent({
    required ClientEvent body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.recordEvent,
    body: body.toJson(),
    options: options,
  );

  /// Record up to 500 events.
  Future<EventsAccepted> recordEvents({
    required Object body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.recordEvents,
    body: body,
    options: options,
  );

  /// Record up to 500 events of users for a back end.
  Future<EventsAccepted> recordBackEndEvents({
    required Uuid applicationId,
    required BackEndEvents body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.recordBackEndEvents,
    params: {'application_id': applicationId},
    body: body.toJson(),
    options: options,
  );

  /// Record what a visitor of a site did: one event, or up to 500.
  Future<EventsAccepted> recordSiteEvents({
    String? siteCode,
    String? publicKey,
    Object? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.recordSiteEvents,
    params: {'site_code': siteCode},
    query: {'public_key': publicKey},
    body: body,
    options: options,
  );

  /// Read the totals of an application, of all of them, or of a site.
  Future<JsonObject> getAnalyticsSummary({
    int? days,
    String? from,
    String? to,
    String? applicationCode,
    String? cmsSiteCode,
    GetAnalyticsSummaryFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getAnalyticsSummary,
    query: {'days': days, 'from': from, 'to': to, 'application_code': applicationCode, 'cms_site_code': cmsSiteCode, 'format': format},
    options: options,
  );

  /// List the versions of the application in use.
  Future<AppVersions> getAppVersions({
    int? days,
    String? from,
    String? to,
    String? applicationCode,
    String? platform,
    GetAppVersionsFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getAppVersions,
    query: {'days': days, 'from': from, 'to': to, 'application_code': applicationCode, 'platform': platform, 'format': format},
    options: options,
  );

  /// List users with their app version, last seen first.
  Future<ResultPage<AppVersionUser>> listAppVersionUsers({
    int? limit,
    String? cursor,
    int? days,
    String? from,
    String? to,
    String? applicationCode,
    String? platform,
    String? appVersion,
    ListAppVersionUsersFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listAppVersionUsers,
    query: {'limit': limit, 'cursor': cursor, 'days': days, 'from': from, 'to': to, 'application_code': applicationCode, 'platform': platform, 'app_version': appVersion, 'format': format},
    options: options,
  );

  /// List users that saw a paywall and did not buy, last seen first.
  Future<ResultPage<PaywallNoPurchaseUser>> listPaywallNoPurchase({
    int? limit,
    String? cursor,
    int? days,
    String? from,
    String? to,
    String? applicationCode,
    ListPaywallNoPurchaseFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listPaywallNoPurchase,
    query: {'limit': limit, 'cursor': cursor, 'days': days, 'from': from, 'to': to, 'application_code': applicationCode, 'format': format},
    options: options,
  );

  /// Count users that completed these steps in order.
  Future<Funnel> getFunnel({
    int? days,
    String? from,
    String? to,
    required String applicationCode,
    required String steps,
    int? windowHours,
    GetFunnelBreakdown? breakdown,
    GetFunnelFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getFunnel,
    query: {'days': days, 'from': from, 'to': to, 'application_code': applicationCode, 'steps': steps, 'window_hours': windowHours, 'breakdown': breakdown, 'format': format},
    options: options,
  );

  /// Read the retention of registered users.
  Future<Retention> getRetention({
    int? days,
    String? from,
    String? to,
    required String applicationCode,
    GetRetentionUnit? unit,
    int? periods,
    GetRetentionFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getRetention,
    query: {'days': days, 'from': from, 'to': to, 'application_code': applicationCode, 'unit': unit, 'periods': periods, 'format': format},
    options: options,
  );

  /// Count stored, repeated and refused events.
  Future<Ingestion> getIngestion({
    int? days,
    String? from,
    String? to,
    required String applicationCode,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getIngestion,
    query: {'days': days, 'from': from, 'to': to, 'application_code': applicationCode},
    options: options,
  );

  /// Read the analytics settings of an application.
  Future<AnalyticsSettings> getAnalyticsSettings({
    required Uuid applicationId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getAnalyticsSettings,
    params: {'application_id': applicationId},
    options: options,
  );

  /// Change the analytics settings of an application.
  Future<AnalyticsSettings> setAnalyticsSettings({
    required Uuid applicationId,
    AnalyticsSettingsChange? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.setAnalyticsSettings,
    params: {'application_id': applicationId},
    body: body?.toJson(),
    options: options,
  );

  /// List the event names of an application.
  Future<ResultPage<EventName>> listEventNames({
    required Uuid applicationId,
    int? limit,
    String? cursor,
    ListEventNamesStatus? status,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listEventNames,
    params: {'application_id': applicationId},
    query: {'limit': limit, 'cursor': cursor, 'status': status},
    options: options,
  );

  /// Allow an event name of an application.
  Future<EventName> allowEventName({
    required Uuid applicationId,
    required String eventName,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.allowEventName,
    params: {'application_id': applicationId, 'event_name': eventName},
    options: options,
  );

  /// Remove an event name of an application.
  Future<void> removeEventName({
    required Uuid applicationId,
    required String eventName,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.removeEventName,
    params: {'application_id': applicationId, 'event_name': eventName},
    options: options,
  );

  /// Merge event names of an application.
  Future<EventName> mergeEventNames({
    required Uuid applicationId,
    required EventNameMerge body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.mergeEventNames,
    params: {'application_id': applicationId},
    body: body.toJson(),
    options: options,
  );

  /// List the event names of a site.
  Future<ResultPage<EventName>> listSiteEventNames({
    required Uuid siteId,
    int? limit,
    String? cursor,
    ListSiteEventNamesStatus? status,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSiteEventNames,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'status': status},
    options: options,
  );

  /// Allow an event name of a site.
  Future<EventName> allowSiteEventName({
    required Uuid siteId,
    required String eventName,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.allowSiteEventName,
    params: {'site_id': siteId, 'event_name': eventName},
    options: options,
  );

  /// Remove an event name of a site.
  Future<void> removeSiteEventName({
    required Uuid siteId,
    required String eventName,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.removeSiteEventName,
    params: {'site_id': siteId, 'event_name': eventName},
    options: options,
  );

  /// Merge event names of a site.
  Future<EventName> mergeSiteEventNames({
    required Uuid siteId,
    required EventNameMerge body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.mergeSiteEventNames,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Start an audit of a site.
  Future<StartedSeoScan> startSeoScan({
    required Uuid siteId,
    ScanOptionsPatch? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.startSeoScan,
    params: {'site_id': siteId},
    body: body?.toJson(),
    options: options,
  );

  /// List audits of a site, newest first.
  Future<ResultPage<SeoScan>> listSeoScans({
    required Uuid siteId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSeoScans,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Read an audit and its progress.
  Future<SeoScan> getSeoScan({
    required Uuid siteId,
    required Uuid scanId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSeoScan,
    params: {'site_id': siteId, 'scan_id': scanId},
    options: options,
  );

  /// Cancel an audit.
  Future<SeoScan> cancelSeoScan({
    required Uuid siteId,
    required Uuid scanId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.cancelSeoScan,
    params: {'site_id': siteId, 'scan_id': scanId},
    options: options,
  );

  /// Read the settings of audits.
  Future<SeoSettings> getSeoSettings({
    required Uuid siteId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSeoSettings,
    params: {'site_id': siteId},
    options: options,
  );

  /// Replace the settings of audits.
  Future<SeoSettings> putSeoSettings({
    required Uuid siteId,
    SeoSettingsPut? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.putSeoSettings,
    params: {'site_id': siteId},
    body: body?.toJson(),
    options: options,
  );

  /// List or export issues, the most severe first.
  Future<ResultPage<SeoIssue>> listSeoIssues({
    required Uuid siteId,
    int? limit,
    String? cursor,
    ListSeoIssuesStatus? status,
    SeoIssueType? issueType,
    ListSeoIssuesSeverity? severity,
    ListSeoIssuesOwner? owner,
    ListSeoIssuesOrigin? origin,
    Uuid? itemId,
    String? url,
    ListSeoIssuesLocale? locale,
    ListSeoIssuesGroupBy? groupBy,
    ListSeoIssuesFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSeoIssues,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'status': status, 'issue_type': issueType, 'severity': severity, 'owner': owner, 'origin': origin, 'item_id': itemId, 'url': url, 'locale': locale, 'group_by': groupBy, 'format': format},
    options: options,
  );

  /// Change the status of many issues.
  Future<SeoIssuesChanged> updateSeoIssues({
    required Uuid siteId,
    required SeoIssuesPatch body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateSeoIssues,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Group open issues into tasks, the largest gain first.
  Future<List<SeoTask>> summarizeSeoIssues({
    required Uuid siteId,
    SummarizeSeoIssuesLocale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.summarizeSeoIssues,
    params: {'site_id': siteId},
    query: {'locale': locale},
    options: options,
  );

  /// Read an issue with its history.
  Future<SeoIssueWithHistory> getSeoIssue({
    required Uuid siteId,
    required Uuid issueId,
    GetSeoIssueLocale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSeoIssue,
    params: {'site_id': siteId, 'issue_id': issueId},
    query: {'locale': locale},
    options: options,
  );

  /// Change the status of an issue.
  Future<SeoIssue> updateSeoIssue({
    required Uuid siteId,
    required Uuid issueId,
    required SeoIssuePatch body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateSeoIssue,
    params: {'site_id': siteId, 'issue_id': issueId},
    body: body.toJson(),
    options: options,
  );

  /// Read the catalogue of rules.
  Future<SeoRules> listSeoRules({
    ListSeoRulesLocale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSeoRules,
    query: {'locale': locale},
    options: options,
  );

  /// Read the verdict of the last scan.
  Future<SeoVerdict> getSeoVerdict({
    required Uuid siteId,
    GetSeoVerdictLocale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSeoVerdict,
    params: {'site_id': siteId},
    query: {'locale': locale},
    options: options,
  );

  /// List or export pages of the last scan, in the order of the crawl.
  Future<ResultPage<SeoPage>> listSeoPages({
    required Uuid siteId,
    int? limit,
    String? cursor,
    String? indexable,
    int? status,
    ListSeoPagesFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSeoPages,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'indexable': indexable, 'status': status, 'format': format},
    options: options,
  );

  /// Read a page with its facts, issues and links to it.
  Future<SeoPageWithFacts> getSeoPage({
    required Uuid siteId,
    required Uuid pageId,
    GetSeoPageLocale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSeoPage,
    params: {'site_id': siteId, 'page_id': pageId},
    query: {'locale': locale},
    options: options,
  );

  /// Read the settings of the AI provider.
  Future<AiSettings> getAiSettings({
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getAiSettings,
    options: options,
  );

  /// Replace the settings of the AI provider.
  Future<AiSettings> putAiSettings({
    AiSettingsPut? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.putAiSettings,
    body: body?.toJson(),
    options: options,
  );

  /// Test the AI provider with a short request.
  Future<AiTest> testAiSettings({
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.testAiSettings,
    options: options,
  );

  /// Read the usage of the AI provider in the last 90 days, newest day first.
  Future<List<AiUsage>> listAiUsage({
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listAiUsage,
    options: options,
  );

  /// Judge pages again.
  Future<RequestedSeoRechecks> recheckSeoPages({
    required Uuid siteId,
    required SeoRecheckBody body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.recheckSeoPages,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Judge the page of an issue again.
  Future<RequestedSeoRechecks> recheckSeoIssue({
    required Uuid siteId,
    required Uuid issueId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.recheckSeoIssue,
    params: {'site_id': siteId, 'issue_id': issueId},
    options: options,
  );

  /// Announce changed addresses to search engines.
  Future<SeoIndexNowResult> submitSeoIndexNow({
    required Uuid siteId,
    SeoIndexNowBody? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.submitSeoIndexNow,
    params: {'site_id': siteId},
    body: body?.toJson(),
    options: options,
  );

  /// List changed addresses, the newest change first.
  Future<ResultPage<SeoIndexNowUrl>> listSeoIndexNow({
    required Uuid siteId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSeoIndexNow,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Score published posts.
  Future<List<ItemReadiness>> scoreBlogReadiness({
    required Uuid siteId,
    ReadinessBody? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.scoreBlogReadiness,
    params: {'site_id': siteId},
    body: body?.toJson(),
    options: options,
  );

  /// Score published articles.
  Future<List<ItemReadiness>> scoreKbReadiness({
    required Uuid siteId,
    ReadinessBody? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.scoreKbReadiness,
    params: {'site_id': siteId},
    body: body?.toJson(),
    options: options,
  );

  /// List scores of published texts.
  Future<ResultPage<ItemReadiness>> listSeoReadiness({
    required Uuid siteId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSeoReadiness,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Read the score of a published text.
  Future<ItemReadiness> getSeoReadiness({
    required Uuid siteId,
    required GetSeoReadinessItemType itemType,
    required Uuid itemId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSeoReadiness,
    params: {'site_id': siteId, 'item_type': itemType, 'item_id': itemId},
    options: options,
  );

  /// Measure the speed of pages with PageSpeed Insights.
  Future<SeoPsiResults> measureSeoPsi({
    required Uuid siteId,
    SeoPsiBody? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.measureSeoPsi,
    params: {'site_id': siteId},
    body: body?.toJson(),
    options: options,
  );

  /// List measured pages, the newest request first.
  Future<ResultPage<SeoPsiResult>> listSeoPsi({
    required Uuid siteId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSeoPsi,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// List reports of a site, newest first.
  Future<ResultPage<SeoReportSummary>> listSeoReports({
    required Uuid siteId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSeoReports,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Read a report with its plan and runbook.
  Future<SeoReport> getSeoReport({
    required Uuid siteId,
    required Uuid reportId,
    GetSeoReportLocale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSeoReport,
    params: {'site_id': siteId, 'report_id': reportId},
    query: {'locale': locale},
    options: options,
  );

  /// Read the tasks of developers as a document.
  Future<SeoDeveloperDoc> getSeoDeveloperDoc({
    required Uuid siteId,
    required Uuid reportId,
    GetSeoDeveloperDocLocale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSeoDeveloperDoc,
    params: {'site_id': siteId, 'report_id': reportId},
    query: {'locale': locale},
    options: options,
  );

  /// Summarize a report with the most important fixes.
  Future<SeoReportAdvice> adviseOnSeoReport({
    required Uuid siteId,
    required Uuid reportId,
    AdviseOnSeoReportLocale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.adviseOnSeoReport,
    params: {'site_id': siteId, 'report_id': reportId},
    query: {'locale': locale},
    options: options,
  );

  /// Read the overview of a site.
  Future<SeoDashboard> getSeoDashboard({
    required Uuid siteId,
    int? days,
    GetSeoDashboardLocale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSeoDashboard,
    params: {'site_id': siteId},
    query: {'days': days, 'locale': locale},
    options: options,
  );

  /// Read the history of scores and issues.
  Future<SeoHistory> getSeoHistory({
    required Uuid siteId,
    int? days,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSeoHistory,
    params: {'site_id': siteId},
    query: {'days': days},
    options: options,
  );

  /// List published items with their score, issues and impressions.
  Future<ResultPage<SeoContentItem>> listSeoContent({
    required Uuid siteId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSeoContent,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Plan the open issues over weeks.
  Future<SeoWorkPlan> generateSeoWorkPlan({
    required Uuid siteId,
    GenerateSeoWorkPlanLocale? locale,
    SeoWorkPlanOrder? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.generateSeoWorkPlan,
    params: {'site_id': siteId},
    query: {'locale': locale},
    body: body?.toJson(),
    options: options,
  );

  /// Read the plan with its progress.
  Future<SeoWorkPlan> getSeoWorkPlan({
    required Uuid siteId,
    GetSeoWorkPlanLocale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSeoWorkPlan,
    params: {'site_id': siteId},
    query: {'locale': locale},
    options: options,
  );

  /// Read the plan as a document, and as tickets for a tracker.
  Future<SeoPlanDocument> getSeoWorkPlanMarkdown({
    required Uuid siteId,
    GetSeoWorkPlanMarkdownLocale? locale,
    GetSeoWorkPlanMarkdownStyle? style,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSeoWorkPlanMarkdown,
    params: {'site_id': siteId},
    query: {'locale': locale, 'style': style},
    options: options,
  );

  /// Create a digest of the last days.
  Future<SeoDigest> createSeoDigest({
    required Uuid siteId,
    CreateSeoDigestLocale? locale,
    SeoDigestOrder? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createSeoDigest,
    params: {'site_id': siteId},
    query: {'locale': locale},
    body: body?.toJson(),
    options: options,
  );

  /// List digests, newest first.
  Future<ResultPage<SeoDigest>> listSeoDigests({
    required Uuid siteId,
    int? limit,
    String? cursor,
    ListSeoDigestsLocale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSeoDigests,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'locale': locale},
    options: options,
  );

  /// Read the search consoles of a site.
  Future<SearchConsoles> getSearchConsoles({
    required Uuid siteId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSearchConsoles,
    params: {'site_id': siteId},
    options: options,
  );

  /// Start the connection of a search console.
  Future<StartedSearchConnection> connectSearchConsole({
    required Uuid siteId,
    required ConnectSearchConsoleProvider provider,
    SearchConnectionStart? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.connectSearchConsole,
    params: {'site_id': siteId, 'provider': provider},
    body: body?.toJson(),
    options: options,
  );

  /// Finish the connection of Yandex Webmaster with the code of its page.
  Future<SearchConsole> enterYandexSearchCode({
    required Uuid siteId,
    required SearchCode body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.enterYandexSearchCode,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Finish the connection of a search console in mode `callback`.
  Future<SearchConsole> confirmSearchConsole({
    required Uuid siteId,
    required ConfirmSearchConsoleProvider provider,
    required ConnectionConfirmation body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.confirmSearchConsole,
    params: {'site_id': siteId, 'provider': provider},
    body: body.toJson(),
    options: options,
  );

  /// Redirect URI for Google.
  Future<String> finishGoogleSearch({
    String? state,
    String? code,
    String? error,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.finishGoogleSearch,
    query: {'state': state, 'code': code, 'error': error},
    options: options,
  );

  /// Redirect URI for Yandex.
  Future<String> finishYandexSearch({
    String? state,
    String? code,
    String? error,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.finishYandexSearch,
    query: {'state': state, 'code': code, 'error': error},
    options: options,
  );

  /// Choose the property of the account for this site.
  Future<SearchConsole> setSearchProperty({
    required Uuid siteId,
    required SetSearchPropertyProvider provider,
    required SearchPropertyPut body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.setSearchProperty,
    params: {'site_id': siteId, 'provider': provider},
    body: body.toJson(),
    options: options,
  );

  /// Sync the properties of the account and the keywords of 28 days.
  Future<SearchConsole> syncSearchConsole({
    required Uuid siteId,
    required SyncSearchConsoleProvider provider,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.syncSearchConsole,
    params: {'site_id': siteId, 'provider': provider},
    options: options,
  );

  /// Disconnect a search console.
  Future<SearchConsole> disconnectSearchConsole({
    required Uuid siteId,
    required DisconnectSearchConsoleProvider provider,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.disconnectSearchConsole,
    params: {'site_id': siteId, 'provider': provider},
    options: options,
  );

  /// List keywords of a site, those with the most impressions first.
  Future<ResultPage<SeoKeyword>> listKeywords({
    required Uuid siteId,
    int? limit,
    String? cursor,
    ListKeywordsSource? source,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listKeywords,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'source': source},
    options: options,
  );

  /// Import keywords from a CSV file.
  Future<SeoKeywordImport> importKeywords({
    required Uuid siteId,
    required Uint8List body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.importKeywords,
    params: {'site_id': siteId},
    body: body,
    options: options,
  );

  /// List clusters of keywords, those with the most impressions first.
  Future<ResultPage<SeoCluster>> listClusters({
    required Uuid siteId,
    int? limit,
    String? cursor,
    ListClustersRelation? relation,
    ListClustersDecision? decision,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listClusters,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'relation': relation, 'decision': decision},
    options: options,
  );

  /// Generate the clusters of a site again.
  Future<SeoClusterGeneration> generateClusters({
    required Uuid siteId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.generateClusters,
    params: {'site_id': siteId},
    options: options,
  );

  /// Accept or reject a cluster.
  Future<SeoCluster> decideCluster({
    required Uuid siteId,
    required Uuid clusterId,
    required SeoClusterDecision body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.decideCluster,
    params: {'site_id': siteId, 'cluster_id': clusterId},
    body: body.toJson(),
    options: options,
  );

  /// List competitors of a site, newest first.
  Future<ResultPage<SeoCompetitor>> listCompetitors({
    required Uuid siteId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listCompetitors,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Compare sitemaps of other sites with the site.
  Future<SeoCompetitors> addCompetitors({
    required Uuid siteId,
    required SeoCompetitorsAdd body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.addCompetitors,
    params: {'site_id': siteId},
    body: body.toJson(),
    options: options,
  );

  /// Remove a competitor.
  Future<void> removeCompetitor({
    required Uuid siteId,
    required Uuid competitorId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.removeCompetitor,
    params: {'site_id': siteId, 'competitor_id': competitorId},
    options: options,
  );

  /// Start a personal-data scan of a site.
  Future<StartedRknScan> startRknScan({
    required Uuid siteId,
    RknScanOptionsPatch? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.startRknScan,
    params: {'site_id': siteId},
    body: body?.toJson(),
    options: options,
  );

  /// List personal-data scans of a site, newest first.
  Future<ResultPage<RknScan>> listRknScans({
    required Uuid siteId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listRknScans,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Read a scan with its findings.
  Future<RknResult> getRknScan({
    required Uuid siteId,
    required Uuid scanId,
    GetRknScanLocale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getRknScan,
    params: {'site_id': siteId, 'scan_id': scanId},
    query: {'locale': locale},
    options: options,
  );

  /// Cancel a scan.
  Future<RknScan> cancelRknScan({
    required Uuid siteId,
    required Uuid scanId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.cancelRknScan,
    params: {'site_id': siteId, 'scan_id': scanId},
    options: options,
  );

  /// Read the findings to fix as a document.
  Future<RknDeveloperDoc> getRknDeveloperDoc({
    required Uuid siteId,
    required Uuid scanId,
    GetRknDeveloperDocLocale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getRknDeveloperDoc,
    params: {'site_id': siteId, 'scan_id': scanId},
    query: {'locale': locale},
    options: options,
  );

  /// Read the newest finished scan with its open findings.
  Future<RknResult> getLatestRknScan({
    required Uuid siteId,
    GetLatestRknScanLocale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getLatestRknScan,
    params: {'site_id': siteId},
    query: {'locale': locale},
    options: options,
  );

  /// List findings of a site, the most severe first.
  Future<ResultPage<RknIssue>> listRknIssues({
    required Uuid siteId,
    int? limit,
    String? cursor,
    ListRknIssuesLocale? locale,
    ListRknIssuesStatus? status,
    RknCode? code,
    ListRknIssuesSeverity? severity,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listRknIssues,
    params: {'site_id': siteId},
    query: {'limit': limit, 'cursor': cursor, 'locale': locale, 'status': status, 'code': code, 'severity': severity},
    options: options,
  );

  /// Change the status of a finding.
  Future<RknIssue> updateRknIssue({
    required Uuid siteId,
    required Uuid issueId,
    required RknIssuePatch body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateRknIssue,
    params: {'site_id': siteId, 'issue_id': issueId},
    body: body.toJson(),
    options: options,
  );

  /// Judge the pages of a finding again.
  Future<RequestedRknRecheck> recheckRknIssue({
    required Uuid siteId,
    required Uuid issueId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.recheckRknIssue,
    params: {'site_id': siteId, 'issue_id': issueId},
    options: options,
  );

  /// Read the law data of scans.
  Future<RknRules> listRknRules({
    ListRknRulesLocale? locale,
    CalendarDay? ruleVersion,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listRknRules,
    query: {'locale': locale, 'rule_version': ruleVersion},
    options: options,
  );

  /// Read the profile of the operator.
  Future<RknProfile> getRknProfile({
    required Uuid siteId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getRknProfile,
    params: {'site_id': siteId},
    options: options,
  );

  /// Replace the profile of the operator.
  Future<RknProfile> putRknProfile({
    required Uuid siteId,
    RknProfilePut? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.putRknProfile,
    params: {'site_id': siteId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Check a legal document of a site.
  Future<RknDocumentCheck> checkSiteDocument({
    required Uuid siteId,
    required DocKind kind,
    CheckSiteDocumentLocale? locale,
    RknDocumentCheckBody? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.checkSiteDocument,
    params: {'site_id': siteId, 'kind': kind},
    query: {'locale': locale},
    body: body?.toJson(),
    options: options,
  );

  /// Read the newest check of a legal document of a site.
  Future<RknDocumentCheck> getSiteDocumentCheck({
    required Uuid siteId,
    required DocKind kind,
    GetSiteDocumentCheckWhich? which,
    GetSiteDocumentCheckLocale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSiteDocumentCheck,
    params: {'site_id': siteId, 'kind': kind},
    query: {'which': which, 'locale': locale},
    options: options,
  );

  /// Check a legal document of an application.
  Future<RknDocumentCheck> checkApplicationDocument({
    required Uuid applicationId,
    required DocKind kind,
    CheckApplicationDocumentLocale? locale,
    RknDocumentCheckBody? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.checkApplicationDocument,
    params: {'application_id': applicationId, 'kind': kind},
    query: {'locale': locale},
    body: body?.toJson(),
    options: options,
  );

  /// Read the newest check of a legal document of an application.
  Future<RknDocumentCheck> getApplicationDocumentCheck({
    required Uuid applicationId,
    required DocKind kind,
    GetApplicationDocumentCheckWhich? which,
    GetApplicationDocumentCheckLocale? locale,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getApplicationDocumentCheck,
    params: {'application_id': applicationId, 'kind': kind},
    query: {'which': which, 'locale': locale},
    options: options,
  );

  /// List brands, newest first.
  Future<ResultPage<SocialBrand>> listSocialBrands({
    int? limit,
    String? cursor,
    ListSocialBrandsArchived? archived,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialBrands,
    query: {'limit': limit, 'cursor': cursor, 'archived': archived},
    options: options,
  );

  /// Create a brand.
  Future<SocialBrand> createSocialBrand({
    required SocialBrandCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createSocialBrand,
    body: body.toJson(),
    options: options,
  );

  /// Read a brand.
  Future<SocialBrand> getSocialBrand({
    required Uuid brandId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSocialBrand,
    params: {'brand_id': brandId},
    options: options,
  );

  /// Change a brand.
  Future<SocialBrand> updateSocialBrand({
    required Uuid brandId,
    SocialBrandPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateSocialBrand,
    params: {'brand_id': brandId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Archive a brand.
  Future<SocialBrand> deleteSocialBrand({
    required Uuid brandId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteSocialBrand,
    params: {'brand_id': brandId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Read the limits of each channel.
  Future<SocialChannels> listSocialChannels({
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialChannels,
    options: options,
  );

  /// List the advertising law of the channels, newest first.
  Future<ResultPage<SocialChannelPolicy>> listSocialChannelPolicies({
    int? limit,
    String? cursor,
    SocialChannel? channel,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialChannelPolicies,
    query: {'limit': limit, 'cursor': cursor, 'channel': channel},
    options: options,
  );

  /// Add a rule of the advertising law of a channel.
  Future<SocialChannelPolicy> createSocialChannelPolicy({
    required SocialChannelPolicyCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createSocialChannelPolicy,
    body: body.toJson(),
    options: options,
  );

  /// List the accounts of a brand, newest first.
  Future<ResultPage<SocialAccount>> listSocialAccounts({
    required Uuid brandId,
    int? limit,
    String? cursor,
    ListSocialAccountsState? state,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialAccounts,
    params: {'brand_id': brandId},
    query: {'limit': limit, 'cursor': cursor, 'state': state},
    options: options,
  );

  /// Create an account.
  Future<SocialAccount> createSocialAccount({
    required Uuid brandId,
    required SocialAccountCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createSocialAccount,
    params: {'brand_id': brandId},
    body: body.toJson(),
    options: options,
  );

  /// Read an account.
  Future<SocialAccount> getSocialAccount({
    required Uuid accountId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSocialAccount,
    params: {'account_id': accountId},
    options: options,
  );

  /// Change or pause an account.
  Future<SocialAccount> updateSocialAccount({
    required Uuid accountId,
    SocialAccountPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateSocialAccount,
    params: {'account_id': accountId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Archive an account.
  Future<SocialAccount> deleteSocialAccount({
    required Uuid accountId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteSocialAccount,
    params: {'account_id': accountId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Set the credentials of an account.
  Future<SocialAccount> putSocialCredentials({
    required Uuid accountId,
    SocialCredentials? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.putSocialCredentials,
    params: {'account_id': accountId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Verify that the credentials may post.
  Future<SocialAccount> verifySocialAccount({
    required Uuid accountId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.verifySocialAccount,
    params: {'account_id': accountId},
    options: options,
  );

  /// Start the connection of an account of Instagram or Threads.
  Future<SocialOauthStart> startSocialOauth({
    required StartSocialOauthProvider provider,
    required Uuid accountId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.startSocialOauth,
    params: {'provider': provider},
    query: {'account_id': accountId},
    options: options,
  );

  /// Redirect URI for networks of Meta.
  Future<String> finishSocialOauth({
    required FinishSocialOauthProvider provider,
    String? state,
    String? code,
    String? error,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.finishSocialOauth,
    params: {'provider': provider},
    query: {'state': state, 'code': code, 'error': error},
    options: options,
  );

  /// Finish the connection of an account of Instagram or Threads.
  Future<SocialAccount> confirmSocialOauth({
    required Uuid accountId,
    required ConnectionConfirmation body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.confirmSocialOauth,
    params: {'account_id': accountId},
    body: body.toJson(),
    options: options,
  );

  /// List the ideas of a brand, newest first.
  Future<ResultPage<SocialIdea>> listSocialIdeas({
    required Uuid brandId,
    int? limit,
    String? cursor,
    ListSocialIdeasState? state,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialIdeas,
    params: {'brand_id': brandId},
    query: {'limit': limit, 'cursor': cursor, 'state': state},
    options: options,
  );

  /// Create an idea.
  Future<SocialIdea> createSocialIdea({
    required Uuid brandId,
    required SocialIdeaCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createSocialIdea,
    params: {'brand_id': brandId},
    body: body.toJson(),
    options: options,
  );

  /// Read an idea.
  Future<SocialIdea> getSocialIdea({
    required Uuid ideaId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSocialIdea,
    params: {'idea_id': ideaId},
    options: options,
  );

  /// Change an idea.
  Future<SocialIdea> updateSocialIdea({
    required Uuid ideaId,
    SocialIdeaPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateSocialIdea,
    params: {'idea_id': ideaId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Delete an idea without posts.
  Future<void> deleteSocialIdea({
    required Uuid ideaId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteSocialIdea,
    params: {'idea_id': ideaId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Create a post for several accounts.
  Future<SocialContent> createSocialContent({
    required Uuid brandId,
    required SocialContentCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createSocialContent,
    params: {'brand_id': brandId},
    body: body.toJson(),
    options: options,
  );

  /// Create a post of an idea.
  Future<SocialVariant> createSocialVariant({
    required Uuid ideaId,
    required SocialVariantCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createSocialVariant,
    params: {'idea_id': ideaId},
    body: body.toJson(),
    options: options,
  );

  /// List the posts of a brand, newest first.
  Future<ResultPage<SocialVariant>> listSocialVariants({
    required Uuid brandId,
    int? limit,
    String? cursor,
    SocialVariantState? state,
    Uuid? accountId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialVariants,
    params: {'brand_id': brandId},
    query: {'limit': limit, 'cursor': cursor, 'state': state, 'account_id': accountId},
    options: options,
  );

  /// Read a post.
  Future<SocialVariant> getSocialVariant({
    required Uuid variantId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSocialVariant,
    params: {'variant_id': variantId},
    options: options,
  );

  /// Change a post.
  Future<SocialVariant> updateSocialVariant({
    required Uuid variantId,
    SocialVariantPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateSocialVariant,
    params: {'variant_id': variantId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Delete a draft.
  Future<void> deleteSocialVariant({
    required Uuid variantId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteSocialVariant,
    params: {'variant_id': variantId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Upload the image of a post.
  Future<SocialVariant> putSocialCover({
    required Uuid variantId,
    String? alt,
    PutSocialCoverFit? fit,
    required Uint8List body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.putSocialCover,
    params: {'variant_id': variantId},
    query: {'alt': alt, 'fit': fit},
    body: body,
    ifMatch: ifMatch,
    options: options,
  );

  /// Remove the image of a post.
  Future<SocialVariant> deleteSocialCover({
    required Uuid variantId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteSocialCover,
    params: {'variant_id': variantId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Preview the requests to the channel.
  Future<SocialPreview> previewSocialVariant({
    required Uuid variantId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.previewSocialVariant,
    params: {'variant_id': variantId},
    options: options,
  );

  /// List the versions of a post, newest first.
  Future<ResultPage<SocialRevision>> listSocialRevisions({
    required Uuid variantId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialRevisions,
    params: {'variant_id': variantId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Read the image of a post.
  Future<Uint8List> openSocialCover({
    required String name,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.openSocialCover,
    params: {'name': name},
    options: options,
  );

  /// Read the slots of up to 92 days.
  Future<SocialCalendar> readSocialCalendar({
    required Uuid brandId,
    required String from,
    required String to,
    Uuid? accountId,
    ReadSocialCalendarFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readSocialCalendar,
    params: {'brand_id': brandId},
    query: {'from': from, 'to': to, 'account_id': accountId, 'format': format},
    options: options,
  );

  /// Create a slot.
  Future<SocialSlot> createSocialSlot({
    required Uuid brandId,
    required SocialSlotCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createSocialSlot,
    params: {'brand_id': brandId},
    body: body.toJson(),
    options: options,
  );

  /// Move a slot, or assign a post to it.
  Future<SocialSlot> updateSocialSlot({
    required Uuid slotId,
    SocialSlotPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateSocialSlot,
    params: {'slot_id': slotId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Delete a slot.
  Future<void> deleteSocialSlot({
    required Uuid slotId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteSocialSlot,
    params: {'slot_id': slotId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Ask for the approval of a draft.
  Future<SocialVariant> submitSocialVariant({
    required Uuid variantId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.submitSocialVariant,
    params: {'variant_id': variantId},
    ifMatch: ifMatch,
    options: options,
  );

  /// List the approvals of a brand, newest first.
  Future<ResultPage<SocialApproval>> listSocialApprovals({
    required Uuid brandId,
    int? limit,
    String? cursor,
    ListSocialApprovalsState? state,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialApprovals,
    params: {'brand_id': brandId},
    query: {'limit': limit, 'cursor': cursor, 'state': state},
    options: options,
  );

  /// Read an approval.
  Future<SocialApproval> getSocialApproval({
    required Uuid approvalId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSocialApproval,
    params: {'approval_id': approvalId},
    options: options,
  );

  /// Approve a post, reject it, or ask for changes.
  Future<SocialApproval> decideSocialApproval({
    required Uuid approvalId,
    required SocialDecision body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.decideSocialApproval,
    params: {'approval_id': approvalId},
    body: body.toJson(),
    options: options,
  );

  /// Publish a post now.
  Future<SocialVariant> publishSocialVariant({
    required Uuid variantId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.publishSocialVariant,
    params: {'variant_id': variantId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Schedule an approved post.
  Future<SocialVariant> scheduleSocialVariant({
    required Uuid variantId,
    SocialSchedule? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.scheduleSocialVariant,
    params: {'variant_id': variantId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Remove a post from the schedule.
  Future<SocialVariant> unscheduleSocialVariant({
    required Uuid variantId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.unscheduleSocialVariant,
    params: {'variant_id': variantId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Cancel an unpublished post.
  Future<SocialVariant> cancelSocialVariant({
    required Uuid variantId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.cancelSocialVariant,
    params: {'variant_id': variantId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Resolve a post with an unknown outcome.
  Future<SocialVariant> resolveSocialVariant({
    required Uuid variantId,
    required SocialResolution body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.resolveSocialVariant,
    params: {'variant_id': variantId},
    body: body.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// List the attempts to publish a post, newest first.
  Future<ResultPage<SocialAttempt>> listSocialAttempts({
    required Uuid variantId,
    int? limit,
    String? cursor,
    ListSocialAttemptsFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialAttempts,
    params: {'variant_id': variantId},
    query: {'limit': limit, 'cursor': cursor, 'format': format},
    options: options,
  );

  /// Schedule failed or missed posts at once.
  Future<SocialRetryResult> retrySocialVariants({
    required Uuid brandId,
    required SocialRetry body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.retrySocialVariants,
    params: {'brand_id': brandId},
    body: body.toJson(),
    options: options,
  );

  /// Change a published post at its channel.
  Future<SocialVariant> editSocialRemote({
    required Uuid variantId,
    SocialRemotePatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.editSocialRemote,
    params: {'variant_id': variantId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Delete a published post at its channel.
  Future<SocialVariant> deleteSocialRemote({
    required Uuid variantId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteSocialRemote,
    params: {'variant_id': variantId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Read the discovery answers of a brand.
  Future<SocialDiscovery> getSocialDiscovery({
    required Uuid brandId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSocialDiscovery,
    params: {'brand_id': brandId},
    options: options,
  );

  /// Set the discovery answers of a brand.
  Future<SocialDiscovery> putSocialDiscovery({
    required Uuid brandId,
    required SocialDiscoveryAnswers body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.putSocialDiscovery,
    params: {'brand_id': brandId},
    body: body.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// List the strategies of a brand, newest first.
  Future<ResultPage<SocialStrategy>> listSocialStrategies({
    required Uuid brandId,
    int? limit,
    String? cursor,
    ListSocialStrategiesState? state,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialStrategies,
    params: {'brand_id': brandId},
    query: {'limit': limit, 'cursor': cursor, 'state': state},
    options: options,
  );

  /// Create a draft of a strategy from the goals of a brand.
  Future<SocialStrategy> generateSocialStrategy({
    required Uuid brandId,
    SocialStrategyGenerate? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.generateSocialStrategy,
    params: {'brand_id': brandId},
    body: body?.toJson(),
    options: options,
  );

  /// Read a strategy.
  Future<SocialStrategy> getSocialStrategy({
    required Uuid brandId,
    required int version,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSocialStrategy,
    params: {'brand_id': brandId, 'version': version},
    options: options,
  );

  /// Change a draft of a strategy.
  Future<SocialStrategy> updateSocialStrategy({
    required Uuid brandId,
    required int version,
    SocialStrategyPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateSocialStrategy,
    params: {'brand_id': brandId, 'version': version},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Activate a strategy for the plans.
  Future<SocialStrategy> activateSocialStrategy({
    required Uuid brandId,
    required SocialStrategyActivate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.activateSocialStrategy,
    params: {'brand_id': brandId},
    body: body.toJson(),
    options: options,
  );

  /// Read the occasions of a brand, the next one first.
  Future<SocialOccasions> listSocialOccasions({
    required Uuid brandId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialOccasions,
    params: {'brand_id': brandId},
    options: options,
  );

  /// Create an occasion.
  Future<SocialOccasion> createSocialOccasion({
    required Uuid brandId,
    required SocialOccasionCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createSocialOccasion,
    params: {'brand_id': brandId},
    body: body.toJson(),
    options: options,
  );

  /// Delete an occasion.
  Future<void> deleteSocialOccasion({
    required Uuid occasionId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteSocialOccasion,
    params: {'occasion_id': occasionId},
    options: options,
  );

  /// List the memory of a brand, newest first.
  Future<ResultPage<SocialMemory>> listSocialMemory({
    required Uuid brandId,
    int? limit,
    String? cursor,
    ListSocialMemoryKind? kind,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialMemory,
    params: {'brand_id': brandId},
    query: {'limit': limit, 'cursor': cursor, 'kind': kind},
    options: options,
  );

  /// Add an entry to the memory of a brand.
  Future<SocialMemory> createSocialMemory({
    required Uuid brandId,
    required SocialMemoryCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createSocialMemory,
    params: {'brand_id': brandId},
    body: body.toJson(),
    options: options,
  );

  /// Change an entry of the memory of a brand.
  Future<SocialMemory> updateSocialMemory({
    required Uuid memoryId,
    SocialMemoryPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateSocialMemory,
    params: {'memory_id': memoryId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Delete an entry of the memory of a brand.
  Future<void> deleteSocialMemory({
    required Uuid memoryId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteSocialMemory,
    params: {'memory_id': memoryId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Plan the posts of the days ahead.
  Future<SocialPlanRun> generateSocialPlan({
    required Uuid brandId,
    SocialPlanGenerate? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.generateSocialPlan,
    params: {'brand_id': brandId},
    body: body?.toJson(),
    options: options,
  );

  /// List the runs of the plan of a brand, newest first.
  Future<ResultPage<SocialPlanRun>> listSocialPlanRuns({
    required Uuid brandId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialPlanRuns,
    params: {'brand_id': brandId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Read a run of the plan.
  Future<SocialPlanRun> getSocialPlanRun({
    required Uuid runId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSocialPlanRun,
    params: {'run_id': runId},
    options: options,
  );

  /// Read the results of the posts of a brand: visits, registrations, payments and revenue.
  Future<SocialAttribution> getSocialAttribution({
    required Uuid brandId,
    required String from,
    required String to,
    GetSocialAttributionGroupBy? groupBy,
    GetSocialAttributionFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSocialAttribution,
    params: {'brand_id': brandId},
    query: {'from': from, 'to': to, 'group_by': groupBy, 'format': format},
    options: options,
  );

  /// List the experiments of a brand, newest first.
  Future<ResultPage<SocialExperiment>> listSocialExperiments({
    required Uuid brandId,
    int? limit,
    String? cursor,
    ListSocialExperimentsState? state,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialExperiments,
    params: {'brand_id': brandId},
    query: {'limit': limit, 'cursor': cursor, 'state': state},
    options: options,
  );

  /// Create a draft of an experiment.
  Future<SocialExperiment> createSocialExperiment({
    required Uuid brandId,
    required SocialExperimentCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createSocialExperiment,
    params: {'brand_id': brandId},
    body: body.toJson(),
    options: options,
  );

  /// Read an experiment with its numbers so far.
  Future<SocialExperiment> getSocialExperiment({
    required Uuid experimentId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.getSocialExperiment,
    params: {'experiment_id': experimentId},
    options: options,
  );

  /// Start an experiment: schedule its posts in a random order.
  Future<SocialExperiment> startSocialExperiment({
    required Uuid experimentId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.startSocialExperiment,
    params: {'experiment_id': experimentId},
    options: options,
  );

  /// Stop an experiment without a verdict.
  Future<SocialExperiment> stopSocialExperiment({
    required Uuid experimentId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.stopSocialExperiment,
    params: {'experiment_id': experimentId},
    options: options,
  );

  /// List or export the numbers of an account and its posts, newest first.
  Future<ResultPage<SocialSnapshot>> listSocialAccountMetrics({
    required Uuid accountId,
    int? limit,
    String? cursor,
    ListSocialAccountMetricsOf? of_,
    ListSocialAccountMetricsFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialAccountMetrics,
    params: {'account_id': accountId},
    query: {'limit': limit, 'cursor': cursor, 'of': of_, 'format': format},
    options: options,
  );

  /// Read the numbers of an account and its 50 newest posts now.
  Future<SocialPull> pullSocialMetrics({
    required Uuid accountId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.pullSocialMetrics,
    params: {'account_id': accountId},
    options: options,
  );

  /// List or export the numbers of a post, newest first.
  Future<ResultPage<SocialSnapshot>> listSocialVariantMetrics({
    required Uuid variantId,
    int? limit,
    String? cursor,
    ListSocialVariantMetricsFormat? format,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialVariantMetrics,
    params: {'variant_id': variantId},
    query: {'limit': limit, 'cursor': cursor, 'format': format},
    options: options,
  );

  /// List the weekly reports of a brand, newest first.
  Future<ResultPage<SocialInsight>> listSocialInsights({
    required Uuid brandId,
    int? limit,
    String? cursor,
    CalendarDay? week,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialInsights,
    params: {'brand_id': brandId},
    query: {'limit': limit, 'cursor': cursor, 'week': week},
    options: options,
  );

  /// Create the report of a week of a brand.
  Future<SocialInsight> createSocialInsight({
    required Uuid brandId,
    SocialInsightCreate? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createSocialInsight,
    params: {'brand_id': brandId},
    body: body?.toJson(),
    options: options,
  );

  /// Read the dashboard of a brand.
  Future<SocialDashboard> readSocialDashboard({
    required Uuid brandId,
    int? days,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readSocialDashboard,
    params: {'brand_id': brandId},
    query: {'days': days},
    options: options,
  );

  /// List the inbox of a brand, newest first.
  Future<ResultPage<SocialInboxItem>> listSocialInbox({
    required Uuid brandId,
    int? limit,
    String? cursor,
    ListSocialInboxState? state,
    Uuid? accountId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialInbox,
    params: {'brand_id': brandId},
    query: {'limit': limit, 'cursor': cursor, 'state': state, 'account_id': accountId},
    options: options,
  );

  /// Add an inbox item by hand.
  Future<SocialInboxItem> createSocialInboxItem({
    required Uuid brandId,
    required SocialInboxItemCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createSocialInboxItem,
    params: {'brand_id': brandId},
    body: body.toJson(),
    options: options,
  );

  /// Fetch comments and messages of a brand now.
  Future<SocialInboxPull> pullSocialInbox({
    required Uuid brandId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.pullSocialInbox,
    params: {'brand_id': brandId},
    options: options,
  );

  /// Set the state or the assignee of an item.
  Future<SocialInboxItem> updateSocialInboxItem({
    required Uuid itemId,
    SocialInboxItemPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateSocialInboxItem,
    params: {'item_id': itemId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Reply to an item.
  Future<SocialReply> replySocialInboxItem({
    required Uuid itemId,
    required SocialReplyCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.replySocialInboxItem,
    params: {'item_id': itemId},
    body: body.toJson(),
    options: options,
  );

  /// Erase the person who wrote an item.
  Future<ErasedSocialPerson> eraseSocialPerson({
    required Uuid itemId,
    SocialPersonErasure? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.eraseSocialPerson,
    params: {'item_id': itemId},
    body: body?.toJson(),
    options: options,
  );

  /// Verify the address of a webhook for Meta.
  Future<String> verifySocialWebhook({
    required SocialChannel provider,
    required String hookToken,
    String? hubMode,
    String? hubVerifyToken,
    String? hubChallenge,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.verifySocialWebhook,
    params: {'provider': provider, 'hook_token': hookToken},
    query: {'hub.mode': hubMode, 'hub.verify_token': hubVerifyToken, 'hub.challenge': hubChallenge},
    options: options,
  );

  /// Receive comments and messages from a channel.
  Future<String> receiveSocialWebhook({
    required SocialChannel provider,
    required String hookToken,
    SocialDelivery? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.receiveSocialWebhook,
    params: {'provider': provider, 'hook_token': hookToken},
    body: body?.toJson(),
    options: options,
  );

  /// List the listening items of a brand, newest first.
  Future<ResultPage<SocialListeningItem>> listSocialListening({
    required Uuid brandId,
    int? limit,
    String? cursor,
    ListSocialListeningState? state,
    ListSocialListeningSource? source,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialListening,
    params: {'brand_id': brandId},
    query: {'limit': limit, 'cursor': cursor, 'state': state, 'source': source},
    options: options,
  );

  /// Add a query to the listening of a brand.
  Future<SocialListeningQuery> createSocialListeningQuery({
    required Uuid brandId,
    required SocialListeningQueryCreate body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.createSocialListeningQuery,
    params: {'brand_id': brandId},
    body: body.toJson(),
    options: options,
  );

  /// List the listening queries of a brand, newest first.
  Future<ResultPage<SocialListeningQuery>> listSocialListeningQueries({
    required Uuid brandId,
    int? limit,
    String? cursor,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.listSocialListeningQueries,
    params: {'brand_id': brandId},
    query: {'limit': limit, 'cursor': cursor},
    options: options,
  );

  /// Run the listening queries of a brand now.
  Future<SocialListeningRun> runSocialListening({
    required Uuid brandId,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.runSocialListening,
    params: {'brand_id': brandId},
    options: options,
  );

  /// Change a listening query.
  Future<SocialListeningQuery> updateSocialListeningQuery({
    required Uuid queryId,
    SocialListeningQueryPatch? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateSocialListeningQuery,
    params: {'query_id': queryId},
    body: body?.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Delete a listening query.
  Future<void> deleteSocialListeningQuery({
    required Uuid queryId,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.deleteSocialListeningQuery,
    params: {'query_id': queryId},
    ifMatch: ifMatch,
    options: options,
  );

  /// Set the state of an item.
  Future<SocialListeningItem> updateSocialListeningItem({
    required Uuid itemId,
    required SocialListeningItemPatch body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.updateSocialListeningItem,
    params: {'item_id': itemId},
    body: body.toJson(),
    ifMatch: ifMatch,
    options: options,
  );

  /// Erase the person who wrote a text that listening found.
  Future<ErasedSocialPerson> eraseSocialFoundPerson({
    required Uuid itemId,
    SocialPersonErasure? body,
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.eraseSocialFoundPerson,
    params: {'item_id': itemId},
    body: body?.toJson(),
    options: options,
  );

  /// Read the state of publishing.
  Future<SocialHealth> readSocialHealth({
    CallOptions options = const CallOptions(),
  }) => invoke(
    operations.readSocialHealth,
    options: options,
  );
}
