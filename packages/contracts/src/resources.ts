import type { ErrorCode } from './errors.ts';

/** The facts about a resource that follow for each endpoint whose request names it. */
interface ResourceFacts {
  /** The owner of one of its kind. Callers of another owner do not find it. */
  readonly of: 'platform' | 'application' | 'user';
  /**
   * Codes for a name that leads to nothing the caller may reach. An endpoint answers the first one that it
   * lists. Without any the name is a filter or a note: it is taken, and leads to nothing.
   */
  readonly missing: readonly ErrorCode[];
}

const platform = (...missing: ErrorCode[]) => ({ of: 'platform', missing }) as const satisfies ResourceFacts;
const application = (...missing: ErrorCode[]) => ({ of: 'application', missing }) as const satisfies ResourceFacts;
const user = (...missing: ErrorCode[]) => ({ of: 'user', missing }) as const satisfies ResourceFacts;

/**
 * The kinds of values in requests that name a resource. A field says which one it is with
 * `.meta({ resource })`, so that a test can build a request for any endpoint.
 */
export const resources = {
  /** An id or a code that names nothing here: the client, the provider or a standard made it. */
  nothing: platform(),
  /** A moment that is not long ago. */
  recent_moment: platform(),
  /** A moment that is not far ahead. */
  coming_moment: platform(),

  /* the platform */
  admin_id: platform('admin_not_found'),
  api_key_id: platform('api_key_not_found'),
  asset_name: platform('not_found'),
  audit_target: platform(),
  /** The password of the calling administrator. */
  own_password: platform('invalid_credentials'),

  /* applications and sites */
  application_id: application('application_mismatch', 'application_not_found'),
  application_code: application('application_mismatch', 'application_not_found'),
  /** The code of the application that the path names, to confirm a change of it. */
  confirmed_application_code: platform(),
  token_issuer: platform(),
  jwks_url: platform(),
  /** A former key in its grace period. */
  public_key_id: application('key_not_found'),
  site_key_id: application('key_not_found'),
  site_id: application('site_not_found'),
  site_code: application('site_not_found'),

  /* content of sites */
  content_item_id: application('content_not_found'),
  /** An item that no other request needs, and its slug. */
  destroyable_item_id: application('content_not_found'),
  destroyable_item_slug: platform(),
  /** A number that counts in each item. */
  content_revision: platform('revision_not_found'),
  post_id: application('content_not_found'),
  post_slug: application('content_not_found'),
  article_id: application('content_not_found'),
  article_slug: application('content_not_found'),
  cms_document_id: application('content_not_found'),
  document_slug: application('content_not_found'),
  document_token: platform('content_not_found'),
  download_id: application('content_not_found'),
  /** A platform without a build is no mistake of the caller, but where a file is asked for. */
  download_platform: application('content_not_found'),
  changelog_entry_id: application('content_not_found'),
  changelog_slug: application('content_not_found'),
  banner_id: application('content_not_found'),
  category_id: application('category_not_found'),
  author_id: application('author_not_found'),
  destroyable_author_id: application('author_not_found'),
  destroyable_author_slug: platform(),
  folder_id: application('folder_not_found'),
  asset_id: application('asset_not_found'),
  cms_asset_name: platform('not_found'),
  redirect_id: application('redirect_not_found'),
  import_id: application('import_not_found'),
  scan_id: application('scan_not_found'),
  issue_id: application('issue_not_found'),
  rkn_scan_id: application('scan_not_found'),
  rkn_issue_id: application('issue_not_found'),
  page_id: application('page_not_found'),
  report_id: application('report_not_found'),
  competitor_id: application('competitor_not_found'),
  cluster_id: application('cluster_not_found'),
  search_property: platform(),
  yandex_search_code: platform(),
  /** What the last page of a connection to a search console shows. */
  connection_confirmation_code: platform(),
  lead_id: application('lead_not_found'),
  /** The pseudonym of a person without an account. */
  lead_subject_id: application(),
  /** The token of a link in a mail; the site is not named beside it. */
  confirmation_token: platform('not_found'),
  unsubscription_token: platform('not_found'),
  mail_id: application('mail_not_found'),
  ticket_id: user('ticket_not_found'),
  attachment_id: user('attachment_not_found'),
  /** A file that an administrator uploaded. */
  staff_attachment_id: platform('attachment_not_found'),
  support_file_token: platform('attachment_not_found'),
  /** A site that an event names; the event is stored in any case. */
  event_site_code: application(),
  /** Each owner has names of its own: the same text names another one. */
  event_name: platform('event_name_not_found'),

  /* people and documents */
  user_id: application('user_not_found', 'grant_not_found'),
  /** `sub` of the tokens of a user. */
  user_subject: application('user_not_found'),
  /** `sub` of a login that a user may be bound to. */
  new_user_subject: platform(),
  /** A user whose login no other request needs. */
  movable_user_id: application('user_not_found'),
  /** A user to be merged into another one. */
  other_user_id: application('user_not_found'),
  /** A record of an erasure. */
  erasure_id: platform('erasure_not_found'),
  /** The owner of erased persons, in a filter. */
  erasure_owner_id: platform(),
  /** A person who may have been erased, in a filter. */
  erased_person_id: platform(),
  /** An imported customer who waits for the first registration. */
  customer_id: application('customer_not_found'),
  device_id: user('device_not_found'),
  consent_id: user('consent_not_found'),
  /** A record in the ledger of a site. */
  site_consent_id: application('consent_not_found'),
  document_owner_type: application('site_not_found'),
  document_owner_id: application('application_not_found'),
  document_kind: application('legal_document_not_found'),
  site_document_kind: application('legal_document_not_found'),
  /** A document that was checked. */
  checked_document_kind: application('document_check_not_found'),
  checked_site_document_kind: application('document_check_not_found'),
  document_id: application('consent_document_unknown', 'legal_document_not_found'),
  /** Accepting entries for each published document of the application. */
  consents: platform(),
  /** A document that forms of the site ask for. */
  site_document_id: application('consent_document_unknown'),
  /** Accepting entries for the documents that forms of the site ask for. */
  site_consents: platform(),

  /* plans, paywalls, grants and payments */
  entitlement_id: application('entitlement_not_found'),
  entitlement_code: application('entitlement_not_found'),
  plan_id: application('plan_not_found'),
  backfill_id: application('plan_backfill_not_found'),
  plan_code: application('plan_not_found'),
  plan_price_id: application('plan_price_not_found', 'plan_price_unavailable'),
  paywall_id: application('paywall_not_found'),
  paywall_code: application('paywall_not_found'),
  grant_id: application('grant_not_found'),
  /** A grant of an administrator that was revoked. */
  revoked_grant_id: application('grant_not_found'),
  license_key_id: application('license_key_not_found'),
  license_key: application('license_key_invalid'),
  license_batch_id: application('license_batch_not_found'),
  payment_id: user('payment_not_found'),
  /** A payment that was paid and settled. */
  paid_payment_id: user('payment_not_found'),
  refund_id: application('refund_not_found'),
  /** A shop at the payment provider, and its key. */
  provider_shop_id: platform(),
  provider_secret_key: platform(),

  /* social posts */
  brand_id: platform('brand_not_found'),
  account_id: platform('account_not_found'),
  idea_id: platform('idea_not_found'),
  variant_id: platform('variant_not_found'),
  slot_id: platform('slot_not_found'),
  strategy_version: platform('strategy_not_found'),
  occasion_id: platform('occasion_not_found'),
  memory_id: platform('memory_not_found'),
  plan_run_id: platform('plan_run_not_found'),
  experiment_id: platform('experiment_not_found'),
  /** Arms with posts of an account. */
  experiment_arms: platform(),
  inbox_item_id: platform('inbox_item_not_found'),
  listening_query_id: platform('listening_query_not_found'),
  listening_item_id: platform('listening_item_not_found'),
  /** The secret part of the address that a channel calls. */
  hook_token: platform('webhook_refused'),
  cover_name: platform('not_found'),
  /** An image that was uploaded, by its id or its name. */
  cover_asset: platform('cover_not_found'),
  approval_id: platform('approval_not_found'),
  /** A post that is approved, and not scheduled. */
  approved_variant_id: platform('variant_not_found'),
  /** A post that its channel has. */
  published_variant_id: platform('variant_not_found'),
  /** A post whose channel did not say whether it is there. */
  uncertain_variant_id: platform('variant_not_found'),
  /** What a pending approval is about. */
  content_hash: platform('conflict'),

  /* settings */
  config_key: application('config_parameter_not_found'),
  feature_code: application('feature_not_found'),
} as const satisfies Record<string, ResourceFacts>;

export type Resource = keyof typeof resources;

declare module 'zod' {
  interface GlobalMeta {
    /** The resource that the value of this field names. */
    resource?: Resource;
  }
}
