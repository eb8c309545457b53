// Made by `make clients` from packages/contracts/openapi.json.

import type * as S from './schemas.ts';

/** Every code of a refusal, with the fields that only this code has. */
export interface ErrorFields {
  /** 409: The account was verified with credentials of another chat, community or profile. */
  account_mismatch: unknown;
  /** 404: No such account. */
  account_not_found: unknown;
  /** 409: The state of the account does not allow this action. */
  account_not_ready: unknown;
  /** 409: An advertisement requires its mark before the publication; `missing` lists the missing fields. */
  ad_marking_required: {
    /** Fields of the mark that are missing */
    missing: Array<string>;
  };
  /** 409: The law prohibits advertisements on this channel; this cannot be overridden. */
  ad_not_allowed_on_channel: {
    /** The policy that prohibits it */
    policy_id: S.Uuid;
    /** The law */
    basis: string;
  };
  /** 400: The address of the site is inside the network or otherwise not public. */
  address_refused: unknown;
  /** 404: No such administrator. */
  admin_not_found: unknown;
  /** 429: The budget of the AI provider is used up. */
  ai_budget_exceeded: unknown;
  /** 409: No AI provider is set. */
  ai_not_configured: unknown;
  /** 409: The user already has all entitlements of this price or license key for life. */
  already_owned: unknown;
  /** 409: The post is published. */
  already_published: unknown;
  /** 404: No such admin API key. */
  api_key_not_found: unknown;
  /** 400: Path, headers, key and body contain different applications. */
  application_mismatch: unknown;
  /** 404: No active application has this code or id. */
  application_not_found: unknown;
  /** 404: No such approval. */
  approval_not_found: unknown;
  /** 409: No approval is valid for the current content of this post at this time. */
  approval_required: {
    /** Post */
    variant_id: S.Uuid;
    /** Its newest approval; null before it was submitted */
    approval_id: S.Uuid | null;
    /**
     * `content`: the post has changed since; `time`: another time was approved; `ad_disputed` and
     * `looks_like_ad`: an approver must acknowledge it. Reasons for a decision by a person: `autonomy`: the
     * brand allows no approval by a rule; `first_posts`: the account has fewer than five published posts;
     * `uncertain_outcome`: an earlier post of the account has an unknown outcome
     */
    reasons: Array<S.SocialApprovalReason>;
  };
  /** 404: No such file of this site. */
  asset_not_found: unknown;
  /**
   * 404: No such file. The address of a file is valid for ten minutes. A file without a message is deleted
   * after 24 hours.
   */
  attachment_not_found: unknown;
  /** 404: No such author of this site. */
  author_not_found: unknown;
  /** 404: No such brand. */
  brand_not_found: unknown;
  /** 400: The captcha was not solved, or its token was used or has expired. */
  captcha_failed: unknown;
  /** 404: No such category of this site. */
  category_not_found: unknown;
  /** 409: The change is not editorial; `changed` names why. */
  change_not_editorial: {
    /**
     * The label of the checkbox, or the title that stands for it; `unpublished`: no published version
     * precedes it
     */
    changed: 'checkbox_text' | 'title' | 'unpublished';
  };
  /** 400: The channel would refuse the post; `checks` lists the reasons. */
  channel_check_failed: {
    /** Findings */
    checks: Array<S.SocialCheck>;
  };
  /** 404: No such cluster of this site. */
  cluster_not_found: unknown;
  /** 404: No such competitor of this site. */
  competitor_not_found: unknown;
  /** 404: No such remote parameter in this application. */
  config_parameter_not_found: unknown;
  /** 400: No connection that you started waits for this confirmation code. */
  confirmation_code_invalid: unknown;
  /**
   * 409: The change has consequences for users or cannot be undone, and asks for the code or the slug of its
   * object in `confirm`. The field `confirm` of the answer has it.
   */
  confirmation_required: {
    /** Value that `confirm` must have */
    confirm: string;
  };
  /** 409: The change conflicts with the current state, for example because the code is already in use. */
  conflict: unknown;
  /** 400: No such published document belongs to this application. */
  consent_document_unknown: {
    /** The id that was sent */
    document_id: string;
  };
  /** 404: No such record in this consent ledger. */
  consent_not_found: unknown;
  /** 400: The accepted version is not the published version; `published_version` is the published one. */
  consent_version_mismatch: {
    /** The document */
    document_id: string;
    /** Its published version */
    published_version: string;
  };
  /** 400: Required documents were not accepted; `missing` lists them. */
  consents_required: S.MissingConsents;
  /** 404: No such item; readers find only published items. */
  content_not_found: unknown;
  /** 404: No such image. */
  cover_not_found: unknown;
  /** 404: No such imported customer in this application. */
  customer_not_found: unknown;
  /**
   * 403: The user or the license key has reached the limit of active devices; `max_active_devices` is the
   * limit.
   */
  device_limit_reached: {
    /** Limit of active devices */
    max_active_devices: number;
  };
  /** 404: No such device of this user. */
  device_not_found: unknown;
  /** 404: The document was not checked yet. */
  document_check_not_found: unknown;
  /** 409: The text takes too long to check. */
  document_too_complex: unknown;
  /** 409: The account has a post with the same text in the 24 hours around this time. */
  duplicate_content: {
    /** The other post */
    variant_id: S.Uuid;
  };
  /** 404: No such entitlement in this application. */
  entitlement_not_found: unknown;
  /** 404: No such record of an erasure. */
  erasure_not_found: unknown;
  /** 404: No such event name of this application or site. */
  event_name_not_found: unknown;
  /** 404: No such experiment. */
  experiment_not_found: unknown;
  /** 404: No such feature flag in this application. */
  feature_not_found: unknown;
  /**
   * 409: The field cannot be changed any more, because payments, grants, keys or users refer to it. `field`
   * is its name; the message says what to do instead.
   */
  field_in_use: {
    /** Field that cannot be changed any more */
    field: string;
  };
  /** 400: A folder cannot be moved into itself. */
  folder_cycle: unknown;
  /** 409: The folder has content; `move_to` must contain the target folder. */
  folder_not_empty: unknown;
  /** 404: No such folder of this site. */
  folder_not_found: unknown;
  /** 400: The knowledge base has five levels of folders at most, those inside a moved folder included. */
  folder_too_deep: unknown;
  /**
   * 403: Your role or your admin API key does not allow this. `required_role` is the lowest role that may do
   * it, `role` is yours.
   */
  forbidden: {
    /** Lowest role that may do it, where the role decides */
    required_role?: 'staff' | 'admin' | 'owner';
    /** Role of the caller, where the role decides */
    role?: 'staff' | 'admin' | 'owner';
  };
  /** 400: A free price needs no payment: the free tier works offline in the client. */
  free_plan_offline: {
    /** The price is free */
    is_free: true;
    /** No payment is needed */
    requires_purchase: false;
    /** The client needs no network for it */
    works_offline: true;
  };
  /** 404: No such grant of this user. */
  grant_not_found: unknown;
  /** 409: This option may overload a host, and the host is not verified as part of the site. */
  host_not_verified: unknown;
  /** 404: No such idea. */
  idea_not_found: unknown;
  /**
   * 409: This `Idempotency-Key` was used before with another body. With `in_progress` and `Retry-After`, the
   * first call with it still runs.
   */
  idempotency_conflict: {
    /** The first call still runs, and this one has the same body; absent for another body */
    in_progress?: true;
  };
  /** 400: This call requires an `Idempotency-Key`: without a key, a repeat would run the operation twice. */
  idempotency_key_required: unknown;
  /** 400: The image is broken, or has more than 50 million pixels. */
  image_not_readable: unknown;
  /** 404: No such import of this site. */
  import_not_found: unknown;
  /** 409: The object is in use; `usages` lists up to twenty places that use it. */
  in_use: {
    /** Places that use it, 20 at most */
    usages: Array<S.PlaceOfUse>;
  };
  /** 404: No such item. */
  inbox_item_not_found: unknown;
  /** 409: The IndexNow key file of the site is missing, or has another content. */
  indexnow_key_unverified: {
    /** Text of the file */
    key: string;
    /** Address of the file */
    key_location: string;
  };
  /** 500: The platform failed to process the request; report the `request_id`. */
  internal_error: unknown;
  /** 401: E-mail or password is wrong. */
  invalid_credentials: unknown;
  /** 400: The body is not valid JSON. */
  invalid_json: unknown;
  /** 401: The public key is not a valid key of this application. */
  invalid_public_key: unknown;
  /** 401: The token is malformed, revoked, not signed by the configured issuer, or not for this audience. */
  invalid_token: unknown;
  /**
   * 409: The current state of the item, `status`, does not allow this action; `allowed` lists the possible
   * actions.
   */
  invalid_transition: {
    /** Current state */
    status: string;
    /** Actions that this state allows */
    allowed: Array<string>;
  };
  /** 401: The webhook token is missing or wrong. */
  invalid_webhook_token: unknown;
  /** 401: The `X-Worker-Secret` header is missing or wrong. */
  invalid_worker_secret: unknown;
  /** 404: No such issue of this site. */
  issue_not_found: unknown;
  /**
   * 409: Users belong to the current issuer and cannot be found under another issuer; `user_count` is their
   * number. `confirm` changes the issuer anyway.
   */
  issuer_has_users: {
    /** Number of users of the current issuer */
    user_count: number;
  };
  /** 404: No such key of this application or site. */
  key_not_found: unknown;
  /** 404: No such lead of this site. */
  lead_not_found: unknown;
  /** 404: No such published document. */
  legal_document_not_found: unknown;
  /** 409: The site must first publish a document of the kind `doc_kind`. */
  legal_document_required: {
    /** The kind that is missing */
    doc_kind: string;
  };
  /** 404: No such batch of license keys in this application. */
  license_batch_not_found: unknown;
  /** 409: The license key has no redemption left. */
  license_key_exhausted: unknown;
  /** 409: The license key has expired and can no longer be activated. */
  license_key_expired: unknown;
  /** 400: This application has no such license key. */
  license_key_invalid: unknown;
  /** 404: No such license key in this application. */
  license_key_not_found: unknown;
  /** 409: The license key was revoked. */
  license_key_revoked: unknown;
  /**
   * 400: A payment needs an accepted `license_offer` entry in `consents`; `missing` lists it, and is empty
   * where no offer is published.
   */
  license_offer_required: S.MissingConsents;
  /** 404: No such item. */
  listening_item_not_found: unknown;
  /** 404: No such query. */
  listening_query_not_found: unknown;
  /** 409: Another user of the application has this login; `user_id` is its id. */
  login_taken: {
    /** The user with this login */
    user_id: string;
  };
  /** 409: The platform has no mail server: `MAIL_URL` is not set. */
  mail_not_configured: unknown;
  /** 404: No such mail of this site. */
  mail_not_found: unknown;
  /** 404: No such entry. */
  memory_not_found: unknown;
  /** 405: This address exists, but not with this method; `Allow` lists the methods. */
  method_not_allowed: unknown;
  /** 401: The `X-Public-Key` header is missing. */
  missing_public_key: unknown;
  /** 401: The `Authorization: Bearer` header is missing. */
  missing_token: unknown;
  /** 404: The slug has changed to `redirect_slug`; the address is now `redirect_url`. */
  moved: {
    /** Current slug */
    redirect_slug: string;
    /** Current address; null for a site without `website_url` */
    redirect_url: string | null;
  };
  /** 404: There is no resource at this address. */
  not_found: unknown;
  /** 400: The provider refuses the code, or no connection of this administrator and site waits for a code. */
  oauth_code_invalid: unknown;
  /** 400: The access was denied at the provider. */
  oauth_denied: unknown;
  /** 400: This connection was not started here, has expired, or is already finished. */
  oauth_state_invalid: unknown;
  /** 404: No such occasion. */
  occasion_not_found: unknown;
  /**
   * 403: The site accepts no writes from this `Origin`; `allowed_origins` of the site lists the accepted
   * origins.
   */
  origin_not_allowed: unknown;
  /** 409: The channel did not confirm the change; the outcome is unknown. */
  outcome_uncertain: unknown;
  /** 409: The host of the page differs from the host of the site at its last scan. */
  page_elsewhere: unknown;
  /** 404: No such page of this site, or its facts are no longer stored. */
  page_not_found: unknown;
  /** 413: The body is larger than this endpoint accepts. */
  payload_too_large: unknown;
  /** 404: No such payment. */
  payment_not_found: unknown;
  /** 409: Only a succeeded payment can be refunded, up to its amount. */
  payment_not_refundable: unknown;
  /** 403: Payments are switched off for this application. */
  payments_disabled: unknown;
  /** 404: This application serves no such paywall. */
  paywall_not_found: unknown;
  /** 404: No such backfill of this plan. */
  plan_backfill_not_found: unknown;
  /** 404: No such plan in this application. */
  plan_not_found: unknown;
  /** 404: No such price of this plan. */
  plan_price_not_found: unknown;
  /** 400: The price does not exist, is inactive, or its plan is not on sale. */
  plan_price_unavailable: unknown;
  /** 404: No such run. */
  plan_run_not_found: unknown;
  /** 409: The platform has no client id and secret for this provider. */
  platform_oauth_missing: unknown;
  /**
   * 412: The object has changed since it was read. `version` is the current version; `updated_by` is its
   * author, if known.
   */
  precondition_failed: {
    /** Current version; null if there is none */
    version?: number | null;
    /** Author of the current version, if known */
    updated_by?: string | null;
  };
  /**
   * 428: This change requires `If-Match: "<version>"` with the version that was read, or `If-Match: *` for
   * any version.
   */
  precondition_required: unknown;
  /** 502: A provider refused the request, did not answer, or sent an invalid answer. */
  provider_error: unknown;
  /** 409: The platform has no key of PageSpeed Insights. */
  psi_not_configured: unknown;
  /**
   * 400: The database query for this list exceeded its time limit. A narrower filter or a shorter range takes
   * less time.
   */
  query_too_expensive: unknown;
  /** 416: The requested range is outside of the file; `Content-Range` has the length of the file. */
  range_not_satisfiable: unknown;
  /** 429: The rate limit is exceeded; `Retry-After` has the number of seconds to wait. */
  rate_limited: unknown;
  /**
   * 400: The application sends receipts, and no e-mail address is known: send `receipt_email` or
   * `receipt_phone`.
   */
  receipt_contact_required: unknown;
  /** 404: No such redirect of this site. The redirect of a renamed text is removed with the text. */
  redirect_not_found: unknown;
  /** 404: No such refund in this application. */
  refund_not_found: unknown;
  /** 409: The channel does not support this action for a published post. */
  remote_change_not_supported: unknown;
  /** 404: No such report of this site. */
  report_not_found: unknown;
  /** 404: No such revision of this item. */
  revision_not_found: unknown;
  /** 409: The scan has ended. */
  scan_finished: unknown;
  /** 409: The site has no finished scan, which is required to judge a page. */
  scan_missing: unknown;
  /** 404: No such scan of this site. */
  scan_not_found: unknown;
  /** 409: The scan has no result yet. */
  scan_unfinished: unknown;
  /** 409: The search console is not connected, or must be connected again. */
  search_not_connected: unknown;
  /** 409: No property of the account is chosen. */
  search_property_missing: unknown;
  /**
   * 403: The key is a server key of the site (`svc_cms_srv_…`), a secret, and it came from a browser, in an
   * address, or with something else than a read.
   */
  server_key_refused: unknown;
  /** 503: A dependency is down; retry after `Retry-After` seconds. */
  service_unavailable: unknown;
  /** 404: No such version, or this version is a removal. */
  setting_version_not_found: unknown;
  /** 400: The payment provider does not accept this shop: the message says why. Nothing was changed. */
  shop_refused: unknown;
  /** 404: No such site. */
  site_not_found: unknown;
  /** 404: No such slot. */
  slot_not_found: unknown;
  /** 409: The account has a slot at this time. */
  slot_taken: unknown;
  /** 409: Another item of this kind and language already has this slug. */
  slug_taken: unknown;
  /** 404: The brand has no strategy with this number. */
  strategy_not_found: unknown;
  /** 409: The ticket was closed more than 14 days ago, or its user was erased. It cannot be opened again. */
  ticket_closed: unknown;
  /** 404: No such ticket. */
  ticket_not_found: unknown;
  /** 401: The token or session has expired. */
  token_expired: unknown;
  /**
   * 415: The endpoint does not accept the media type of the body. The type is `application/json` unless the
   * reference lists another one.
   */
  unsupported_media_type: unknown;
  /** 504: A service did not answer in time; the operation may or may not have happened. */
  upstream_timeout: unknown;
  /** 414: The address of the request is longer than 8,192 characters. */
  uri_too_long: unknown;
  /** 404: No such user. A token holder becomes a user by registration. */
  user_not_found: unknown;
  /** 400: The request does not match the contract; `details` lists each invalid field. */
  validation_failed: {
    /** Invalid fields */
    details?: Array<{
      /**
       * Path of the field, with dots: a field of the body by its name, others as `query.…`, `params.…` and
       * `headers.…`; empty for the whole body
       */
      path: string;
      /** What is wrong with the field and what to send, as a sentence for a person */
      message: string;
    }>;
  };
  /** 404: No such post. */
  variant_not_found: unknown;
  /** 409: A build of this version already exists for this platform, processor and channel. */
  version_exists: unknown;
  /** 400: The version does not end with a number, so the change must contain the next version. */
  version_not_incrementable: unknown;
  /** 404: This webhook delivery is not accepted. */
  webhook_refused: unknown;
  /** 409: The site has no `website_url`, so its texts have no addresses. */
  website_url_missing: unknown;
}

/**
 * Codes that have fields of their own: ad_marking_required, ad_not_allowed_on_channel, approval_required,
 * change_not_editorial, channel_check_failed, confirmation_required, consent_document_unknown,
 * consent_version_mismatch, consents_required, device_limit_reached, duplicate_content, field_in_use,
 * forbidden, free_plan_offline, idempotency_conflict, in_use, indexnow_key_unverified, invalid_transition,
 * issuer_has_users, legal_document_required, license_offer_required, login_taken, moved, precondition_failed,
 * validation_failed.
 */
export type ErrorCode = keyof ErrorFields;
