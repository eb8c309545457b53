// Made by `make clients` from packages/contracts/openapi.json.
// ignore_for_file: lines_longer_than_80_chars

import '../api_exception.dart';
import '../json.dart';
import 'models.dart';

/// Codes of a refusal.
abstract final class ErrorCodes {
  /// 409: The account was verified with credentials of another chat, community or profile.
  static const accountMismatch = 'account_mismatch';

  /// 404: No such account.
  static const accountNotFound = 'account_not_found';

  /// 409: The state of the account does not allow this action.
  static const accountNotReady = 'account_not_ready';

  /// 409: An advertisement requires its mark before the publication; `missing` lists the missing fields.
  static const adMarkingRequired = 'ad_marking_required';

  /// 409: The law prohibits advertisements on this channel; this cannot be overridden.
  static const adNotAllowedOnChannel = 'ad_not_allowed_on_channel';

  /// 400: The address of the site is inside the network or otherwise not public.
  static const addressRefused = 'address_refused';

  /// 404: No such administrator.
  static const adminNotFound = 'admin_not_found';

  /// 429: The budget of the AI provider is used up.
  static const aiBudgetExceeded = 'ai_budget_exceeded';

  /// 409: No AI provider is set.
  static const aiNotConfigured = 'ai_not_configured';

  /// 409: The user already has all entitlements of this price or license key for life.
  static const alreadyOwned = 'already_owned';

  /// 409: The post is published.
  static const alreadyPublished = 'already_published';

  /// 404: No such admin API key.
  static const apiKeyNotFound = 'api_key_not_found';

  /// 400: Path, headers, key and body contain different applications.
  static const applicationMismatch = 'application_mismatch';

  /// 404: No active application has this code or id.
  static const applicationNotFound = 'application_not_found';

  /// 404: No such approval.
  static const approvalNotFound = 'approval_not_found';

  /// 409: No approval is valid for the current content of this post at this time.
  static const approvalRequired = 'approval_required';

  /// 404: No such file of this site.
  static const assetNotFound = 'asset_not_found';

  /// 404: No such file. The address of a file is valid for ten minutes. A file without a message is deleted after 24 hours.
  static const attachmentNotFound = 'attachment_not_found';

  /// 404: No such author of this site.
  static const authorNotFound = 'author_not_found';

  /// 404: No such brand.
  static const brandNotFound = 'brand_not_found';

  /// 400: The captcha was not solved, or its token was used or has expired.
  static const captchaFailed = 'captcha_failed';

  /// 404: No such category of this site.
  static const categoryNotFound = 'category_not_found';

  /// 409: The change is not editorial; `changed` names why.
  static const changeNotEditorial = 'change_not_editorial';

  /// 400: The channel would refuse the post; `checks` lists the reasons.
  static const channelCheckFailed = 'channel_check_failed';

  /// 404: No such cluster of this site.
  static const clusterNotFound = 'cluster_not_found';

  /// 404: No such competitor of this site.
  static const competitorNotFound = 'competitor_not_found';

  /// 404: No such remote parameter in this application.
  static const configParameterNotFound = 'config_parameter_not_found';

  /// 400: No connection that you started waits for this confirmation code.
  static const confirmationCodeInvalid = 'confirmation_code_invalid';

  /// 409: The change has consequences for users or cannot be undone, and asks for the code or the slug of its object in `confirm`. The field `confirm` of the answer has it.
  static const confirmationRequired = 'confirmation_required';

  /// 409: The change conflicts with the current state, for example because the code is already in use.
  static const conflict = 'conflict';

  /// 400: No such published document belongs to this application.
  static const consentDocumentUnknown = 'consent_document_unknown';

  /// 404: No such record in this consent ledger.
  static const consentNotFound = 'consent_not_found';

  /// 400: The accepted version is not the published version; `published_version` is the published one.
  static const consentVersionMismatch = 'consent_version_mismatch';

  /// 400: Required documents were not accepted; `missing` lists them.
  static const consentsRequired = 'consents_required';

  /// 404: No such item; readers find only published items.
  static const contentNotFound = 'content_not_found';

  /// 404: No such image.
  static const coverNotFound = 'cover_not_found';

  /// 404: No such imported customer in this application.
  static const customerNotFound = 'customer_not_found';

  /// 403: The user or the license key has reached the limit of active devices; `max_active_devices` is the limit.
  static const deviceLimitReached = 'device_limit_reached';

  /// 404: No such device of this user.
  static const deviceNotFound = 'device_not_found';

  /// 404: The document was not checked yet.
  static const documentCheckNotFound = 'document_check_not_found';

  /// 409: The text takes too long to check.
  static const documentTooComplex = 'document_too_complex';

  /// 409: The account has a post with the same text in the 24 hours around this time.
  static const duplicateContent = 'duplicate_content';

  /// 404: No such entitlement in this application.
  static const entitlementNotFound = 'entitlement_not_found';

  /// 404: No such record of an erasure.
  static const erasureNotFound = 'erasure_not_found';

  /// 404: No such event name of this application or site.
  static const eventNameNotFound = 'event_name_not_found';

  /// 404: No such experiment.
  static const experimentNotFound = 'experiment_not_found';

  /// 404: No such feature flag in this application.
  static const featureNotFound = 'feature_not_found';

  /// 409: The field cannot be changed any more, because payments, grants, keys or users refer to it. `field` is its name; the message says what to do instead.
  static const fieldInUse = 'field_in_use';

  /// 400: A folder cannot be moved into itself.
  static const folderCycle = 'folder_cycle';

  /// 409: The folder has content; `move_to` must contain the target folder.
  static const folderNotEmpty = 'folder_not_empty';

  /// 404: No such folder of this site.
  static const folderNotFound = 'folder_not_found';

  /// 400: The knowledge base has five levels of folders at most, those inside a moved folder included.
  static const folderTooDeep = 'folder_too_deep';

  /// 403: Your role or your admin API key does not allow this. `required_role` is the lowest role that may do it, `role` is yours.
  static const forbidden = 'forbidden';

  /// 400: A free price needs no payment: the free tier works offline in the client.
  static const freePlanOffline = 'free_plan_offline';

  /// 404: No such grant of this user.
  static const grantNotFound = 'grant_not_found';

  /// 409: This option may overload a host, and the host is not verified as part of the site.
  static const hostNotVerified = 'host_not_verified';

  /// 404: No such idea.
  static const ideaNotFound = 'idea_not_found';

  /// 409: This `Idempotency-Key` was used before with another body. With `in_progress` and `Retry-After`, the first call with it still runs.
  static const idempotencyConflict = 'idempotency_conflict';

  /// 400: This call requires an `Idempotency-Key`: without a key, a repeat would run the operation twice.
  static const idempotencyKeyRequired = 'idempotency_key_required';

  /// 400: The image is broken, or has more than 50 million pixels.
  static const imageNotReadable = 'image_not_readable';

  /// 404: No such import of this site.
  static const importNotFound = 'import_not_found';

  /// 409: The object is in use; `usages` lists up to twenty places that use it.
  static const inUse = 'in_use';

  /// 404: No such item.
  static const inboxItemNotFound = 'inbox_item_not_found';

  /// 409: The IndexNow key file of the site is missing, or has another content.
  static const indexnowKeyUnverified = 'indexnow_key_unverified';

  /// 500: The platform failed to process the request; report the `request_id`.
  static const internalError = 'internal_error';

  /// 401: E-mail or password is wrong.
  static const invalidCredentials = 'invalid_credentials';

  /// 400: The body is not valid JSON.
  static const invalidJson = 'invalid_json';

  /// 401: The public key is not a valid key of this application.
  static const invalidPublicKey = 'invalid_public_key';

  /// 401: The token is malformed, revoked, not signed by the configured issuer, or not for this audience.
  static const invalidToken = 'invalid_token';

  /// 409: The current state of the item, `status`, does not allow this action; `allowed` lists the possible actions.
  static const invalidTransition = 'invalid_transition';

  /// 401: The webhook token is missing or wrong.
  static const invalidWebhookToken = 'invalid_webhook_token';

  /// 401: The `X-Worker-Secret` header is missing or wrong.
  static const invalidWorkerSecret = 'invalid_worker_secret';

  /// 404: No such issue of this site.
  static const issueNotFound = 'issue_not_found';

  /// 409: Users belong to the current issuer and cannot be found under another issuer; `user_count` is their number. `confirm` changes the issuer anyway.
  static const issuerHasUsers = 'issuer_has_users';

  /// 404: No such key of this application or site.
  static const keyNotFound = 'key_not_found';

  /// 404: No such lead of this site.
  static const leadNotFound = 'lead_not_found';

  /// 404: No such published document.
  static const legalDocumentNotFound = 'legal_document_not_found';

  /// 409: The site must first publish a document of the kind `doc_kind`.
  static const legalDocumentRequired = 'legal_document_required';

  /// 404: No such batch of license keys in this application.
  static const licenseBatchNotFound = 'license_batch_not_found';

  /// 409: The license key has no redemption left.
  static const licenseKeyExhausted = 'license_key_exhausted';

  /// 409: The license key has expired and can no longer be activated.
  static const licenseKeyExpired = 'license_key_expired';

  /// 400: This application has no such license key.
  static const licenseKeyInvalid = 'license_key_invalid';

  /// 404: No such license key in this application.
  static const licenseKeyNotFound = 'license_key_not_found';

  /// 409: The license key was revoked.
  static const licenseKeyRevoked = 'license_key_revoked';

  /// 400: A payment needs an accepted `license_offer` entry in `consents`; `missing` lists it, and is empty where no offer is published.
  static const licenseOfferRequired = 'license_offer_required';

  /// 404: No such item.
  static const listeningItemNotFound = 'listening_item_not_found';

  /// 404: No such query.
  static const listeningQueryNotFound = 'listening_query_not_found';

  /// 409: Another user of the application has this login; `user_id` is its id.
  static const loginTaken = 'login_taken';

  /// 409: The platform has no mail server: `MAIL_URL` is not set.
  static const mailNotConfigured = 'mail_not_configured';

  /// 404: No such mail of this site.
  static const mailNotFound = 'mail_not_found';

  /// 404: No such entry.
  static const memoryNotFound = 'memory_not_found';

  /// 405: This address exists, but not with this method; `Allow` lists the methods.
  static const methodNotAllowed = 'method_not_allowed';

  /// 401: The `X-Public-Key` header is missing.
  static const missingPublicKey = 'missing_public_key';

  /// 401: The `Authorization: Bearer` header is missing.
  static const missingToken = 'missing_token';

  /// 404: The slug has changed to `redirect_slug`; the address is now `redirect_url`.
  static const moved = 'moved';

  /// 404: There is no resource at this address.
  static const notFound = 'not_found';

  /// 400: The provider refuses the code, or no connection of this administrator and site waits for a code.
  static const oauthCodeInvalid = 'oauth_code_invalid';

  /// 400: The access was denied at the provider.
  static const oauthDenied = 'oauth_denied';

  /// 400: This connection was not started here, has expired, or is already finished.
  static const oauthStateInvalid = 'oauth_state_invalid';

  /// 404: No such occasion.
  static const occasionNotFound = 'occasion_not_found';

  /// 403: The site accepts no writes from this `Origin`; `allowed_origins` of the site lists the accepted origins.
  static const originNotAllowed = 'origin_not_allowed';

  /// 409: The channel did not confirm the change; the outcome is unknown.
  static const outcomeUncertain = 'outcome_uncertain';

  /// 409: The host of the page differs from the host of the site at its last scan.
  static const pageElsewhere = 'page_elsewhere';

  /// 404: No such page of this site, or its facts are no longer stored.
  static const pageNotFound = 'page_not_found';

  /// 413: The body is larger than this endpoint accepts.
  static const payloadTooLarge = 'payload_too_large';

  /// 404: No such payment.
  static const paymentNotFound = 'payment_not_found';

  /// 409: Only a succeeded payment can be refunded, up to its amount.
  static const paymentNotRefundable = 'payment_not_refundable';

  /// 403: Payments are switched off for this application.
  static const paymentsDisabled = 'payments_disabled';

  /// 404: This application serves no such paywall.
  static const paywallNotFound = 'paywall_not_found';

  /// 404: No such backfill of this plan.
  static const planBackfillNotFound = 'plan_backfill_not_found';

  /// 404: No such plan in this application.
  static const planNotFound = 'plan_not_found';

  /// 404: No such price of this plan.
  static const planPriceNotFound = 'plan_price_not_found';

  /// 400: The price does not exist, is inactive, or its plan is not on sale.
  static const planPriceUnavailable = 'plan_price_unavailable';

  /// 404: No such run.
  static const planRunNotFound = 'plan_run_not_found';

  /// 409: The platform has no client id and secret for this provider.
  static const platformOauthMissing = 'platform_oauth_missing';

  /// 412: The object has changed since it was read. `version` is the current version; `updated_by` is its author, if known.
  static const preconditionFailed = 'precondition_failed';

  /// 428: This change requires `If-Match: "<version>"` with the version that was read, or `If-Match: *` for any version.
  static const preconditionRequired = 'precondition_required';

  /// 502: A provider refused the request, did not answer, or sent an invalid answer.
  static const providerError = 'provider_error';

  /// 409: The platform has no key of PageSpeed Insights.
  static const psiNotConfigured = 'psi_not_configured';

  /// 400: The database query for this list exceeded its time limit. A narrower filter or a shorter range takes less time.
  static const queryTooExpensive = 'query_too_expensive';

  /// 416: The requested range is outside of the file; `Content-Range` has the length of the file.
  static const rangeNotSatisfiable = 'range_not_satisfiable';

  /// 429: The rate limit is exceeded; `Retry-After` has the number of seconds to wait.
  static const rateLimited = 'rate_limited';

  /// 400: The application sends receipts, and no e-mail address is known: send `receipt_email` or `receipt_phone`.
  static const receiptContactRequired = 'receipt_contact_required';

  /// 404: No such redirect of this site. The redirect of a renamed text is removed with the text.
  static const redirectNotFound = 'redirect_not_found';

  /// 404: No such refund in this application.
  static const refundNotFound = 'refund_not_found';

  /// 409: The channel does not support this action for a published post.
  static const remoteChangeNotSupported = 'remote_change_not_supported';

  /// 404: No such report of this site.
  static const reportNotFound = 'report_not_found';

  /// 404: No such revision of this item.
  static const revisionNotFound = 'revision_not_found';

  /// 409: The scan has ended.
  static const scanFinished = 'scan_finished';

  /// 409: The site has no finished scan, which is required to judge a page.
  static const scanMissing = 'scan_missing';

  /// 404: No such scan of this site.
  static const scanNotFound = 'scan_not_found';

  /// 409: The scan has no result yet.
  static const scanUnfinished = 'scan_unfinished';

  /// 409: The search console is not connected, or must be connected again.
  static const searchNotConnected = 'search_not_connected';

  /// 409: No property of the account is chosen.
  static const searchPropertyMissing = 'search_property_missing';

  /// 403: The key is a server key of the site (`svc_cms_srv_…`), a secret, and it came from a browser, in an address, or with something else than a read.
  static const serverKeyRefused = 'server_key_refused';

  /// 503: A dependency is down; retry after `Retry-After` seconds.
  static const serviceUnavailable = 'service_unavailable';

  /// 404: No such version, or this version is a removal.
  static const settingVersionNotFound = 'setting_version_not_found';

  /// 400: The payment provider does not accept this shop: the message says why. Nothing was changed.
  static const shopRefused = 'shop_refused';

  /// 404: No such site.
  static const siteNotFound = 'site_not_found';

  /// 404: No such slot.
  static const slotNotFound = 'slot_not_found';

  /// 409: The account has a slot at this time.
  static const slotTaken = 'slot_taken';

  /// 409: Another item of this kind and language already has this slug.
  static const slugTaken = 'slug_taken';

  /// 404: The brand has no strategy with this number.
  static const strategyNotFound = 'strategy_not_found';

  /// 409: The ticket was closed more than 14 days ago, or its user was erased. It cannot be opened again.
  static const ticketClosed = 'ticket_closed';

  /// 404: No such ticket.
  static const ticketNotFound = 'ticket_not_found';

  /// 401: The token or session has expired.
  static const tokenExpired = 'token_expired';

  /// 415: The endpoint does not accept the media type of the body. The type is `application/json` unless the reference lists another one.
  static const unsupportedMediaType = 'unsupported_media_type';

  /// 504: A service did not answer in time; the operation may or may not have happened.
  static const upstreamTimeout = 'upstream_timeout';

  /// 414: The address of the request is longer than 8,192 characters.
  static const uriTooLong = 'uri_too_long';

  /// 404: No such user. A token holder becomes a user by registration.
  static const userNotFound = 'user_not_found';

  /// 400: The request does not match the contract; `details` lists each invalid field.
  static const validationFailed = 'validation_failed';

  /// 404: No such post.
  static const variantNotFound = 'variant_not_found';

  /// 409: A build of this version already exists for this platform, processor and channel.
  static const versionExists = 'version_exists';

  /// 400: The version does not end with a number, so the change must contain the next version.
  static const versionNotIncrementable = 'version_not_incrementable';

  /// 404: This webhook delivery is not accepted.
  static const webhookRefused = 'webhook_refused';

  /// 409: The site has no `website_url`, so its texts have no addresses.
  static const websiteUrlMissing = 'website_url_missing';

  static const values = [accountMismatch, accountNotFound, accountNotReady, adMarkingRequired, adNotAllowedOnChannel, addressRefused, adminNotFound, aiBudgetExceeded, aiNotConfigured, alreadyOwned, alreadyPublished, apiKeyNotFound, applicationMismatch, applicationNotFound, approvalNotFound, approvalRequired, assetNotFound, attachmentNotFound, authorNotFound, brandNotFound, captchaFailed, categoryNotFound, changeNotEditorial, channelCheckFailed, clusterNotFound, competitorNotFound, configParameterNotFound, confirmationCodeInvalid, confirmationRequired, conflict, consentDocumentUnknown, consentNotFound, consentVersionMismatch, consentsRequired, contentNotFound, coverNotFound, customerNotFound, deviceLimitReached, deviceNotFound, documentCheckNotFound, documentTooComplex, duplicateContent, entitlementNotFound, erasureNotFound, eventNameNotFound, experimentNotFound, featureNotFound, fieldInUse, folderCycle, folderNotEmpty, folderNotFound, folderTooDeep, forbidden, freePlanOffline, grantNotFound, hostNotVerified, ideaNotFound, idempotencyConflict, idempotencyKeyRequired, imageNotReadable, importNotFound, inUse, inboxItemNotFound, indexnowKeyUnverified, internalError, invalidCredentials, invalidJson, invalidPublicKey, invalidToken, invalidTransition, invalidWebhookToken, invalidWorkerSecret, issueNotFound, issuerHasUsers, keyNotFound, leadNotFound, legalDocumentNotFound, legalDocumentRequired, licenseBatchNotFound, licenseKeyExhausted, licenseKeyExpired, licenseKeyInvalid, licenseKeyNotFound, licenseKeyRevoked, licenseOfferRequired, listeningItemNotFound, listeningQueryNotFound, loginTaken, mailNotConfigured, mailNotFound, memoryNotFound, methodNotAllowed, missingPublicKey, missingToken, moved, notFound, oauthCodeInvalid, oauthDenied, oauthStateInvalid, occasionNotFound, originNotAllowed, outcomeUncertain, pageElsewhere, pageNotFound, payloadTooLarge, paymentNotFound, paymentNotRefundable, paymentsDisabled, paywallNotFound, planBackfillNotFound, planNotFound, planPriceNotFound, planPriceUnavailable, planRunNotFound, platformOauthMissing, preconditionFailed, preconditionRequired, providerError, psiNotConfigured, queryTooExpensive, rangeNotSatisfiable, rateLimited, receiptContactRequired, redirectNotFound, refundNotFound, remoteChangeNotSupported, reportNotFound, revisionNotFound, scanFinished, scanMissing, scanNotFound, scanUnfinished, searchNotConnected, searchPropertyMissing, serverKeyRefused, serviceUnavailable, settingVersionNotFound, shopRefused, siteNotFound, slotNotFound, slotTaken, slugTaken, strategyNotFound, ticketClosed, ticketNotFound, tokenExpired, unsupportedMediaType, upstreamTimeout, uriTooLong, userNotFound, validationFailed, variantNotFound, versionExists, versionNotIncrementable, webhookRefused, websiteUrlMissing];
}

/// The fields that a code has beside those of every refusal; null for another code.
extension ErrorFields on ApiException {
  AdMarkingRequiredFields? get adMarkingRequired =>
      fieldsOf(ErrorCodes.adMarkingRequired, objectOf(AdMarkingRequiredFields.fromJson));

  AdNotAllowedOnChannelFields? get adNotAllowedOnChannel =>
      fieldsOf(ErrorCodes.adNotAllowedOnChannel, objectOf(AdNotAllowedOnChannelFields.fromJson));

  ApprovalRequiredFields? get approvalRequired =>
      fieldsOf(ErrorCodes.approvalRequired, objectOf(ApprovalRequiredFields.fromJson));

  ChangeNotEditorialFields? get changeNotEditorial =>
      fieldsOf(ErrorCodes.changeNotEditorial, objectOf(ChangeNotEditorialFields.fromJson));

  ChannelCheckFailedFields? get channelCheckFailed =>
      fieldsOf(ErrorCodes.channelCheckFailed, objectOf(ChannelCheckFailedFields.fromJson));

  ConfirmationRequiredFields? get confirmationRequired =>
      fieldsOf(ErrorCodes.confirmationRequired, objectOf(ConfirmationRequiredFields.fromJson));

  ConsentDocumentUnknownFields? get consentDocumentUnknown =>
      fieldsOf(ErrorCodes.consentDocumentUnknown, objectOf(ConsentDocumentUnknownFields.fromJson));

  ConsentVersionMismatchFields? get consentVersionMismatch =>
      fieldsOf(ErrorCodes.consentVersionMismatch, objectOf(ConsentVersionMismatchFields.fromJson));

  MissingConsents? get consentsRequired =>
      fieldsOf(ErrorCodes.consentsRequired, objectOf(MissingConsents.fromJson));

  DeviceLimitReachedFields? get deviceLimitReached =>
      fieldsOf(ErrorCodes.deviceLimitReached, objectOf(DeviceLimitReachedFields.fromJson));

  DuplicateContentFields? get duplicateContent =>
      fieldsOf(ErrorCodes.duplicateContent, objectOf(DuplicateContentFields.fromJson));

  FieldInUseFields? get fieldInUse =>
      fieldsOf(ErrorCodes.fieldInUse, objectOf(FieldInUseFields.fromJson));

  ForbiddenFields? get forbidden =>
      fieldsOf(ErrorCodes.forbidden, objectOf(ForbiddenFields.fromJson));

  FreePlanOfflineFields? get freePlanOffline =>
      fieldsOf(ErrorCodes.freePlanOffline, objectOf(FreePlanOfflineFields.fromJson));

  IdempotencyConflictFields? get idempotencyConflict =>
      fieldsOf(ErrorCodes.idempotencyConflict, objectOf(IdempotencyConflictFields.fromJson));

  InUseFields? get inUse =>
      fieldsOf(ErrorCodes.inUse, objectOf(InUseFields.fromJson));

  IndexnowKeyUnverifiedFields? get indexnowKeyUnverified =>
      fieldsOf(ErrorCodes.indexnowKeyUnverified, objectOf(IndexnowKeyUnverifiedFields.fromJson));

  InvalidTransitionFields? get invalidTransition =>
      fieldsOf(ErrorCodes.invalidTransition, objectOf(InvalidTransitionFields.fromJson));

  IssuerHasUsersFields? get issuerHasUsers =>
      fieldsOf(ErrorCodes.issuerHasUsers, objectOf(IssuerHasUsersFields.fromJson));

  LegalDocumentRequiredFields? get legalDocumentRequired =>
      fieldsOf(ErrorCodes.legalDocumentRequired, objectOf(LegalDocumentRequiredFields.fromJson));

  MissingConsents? get licenseOfferRequired =>
      fieldsOf(ErrorCodes.licenseOfferRequired, objectOf(MissingConsents.fromJson));

  LoginTakenFields? get loginTaken =>
      fieldsOf(ErrorCodes.loginTaken, objectOf(LoginTakenFields.fromJson));

  MovedFields? get moved =>
      fieldsOf(ErrorCodes.moved, objectOf(MovedFields.fromJson));

  PreconditionFailedFields? get preconditionFailed =>
      fieldsOf(ErrorCodes.preconditionFailed, objectOf(PreconditionFailedFields.fromJson));

  ValidationFailedFields? get validationFailed =>
      fieldsOf(ErrorCodes.validationFailed, objectOf(ValidationFailedFields.fromJson));

}
