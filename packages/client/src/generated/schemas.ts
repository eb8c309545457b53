// Made by `make clients` from packages/contracts/openapi.json.

export interface AcceptConsentsBody {
  /** One entry for each checkbox */
  consents: Array<ConsentEntry>;
  /** Name of the screen, without personal data; the re-consent dialog sends `reconsent_modal` */
  source_screen?: string;
}

/** An administrator of the platform */
export interface Admin {
  /** Id of the administrator */
  id: Uuid;
  /** Login name */
  email: string;
  /** owner > admin > staff */
  role: 'staff' | 'admin' | 'owner';
  /** Creation time of the account */
  created_at: Timestamp;
}

/** A credential of a program that calls operations for administrators */
export interface AdminApiKey {
  /** Id of the key */
  id: Uuid;
  /** Unique name; `key:<name>` in the audit log */
  name: string;
  /** Role: the key has the rights of an administrator with this role */
  role: 'staff' | 'admin';
  /** Ids of applications: the key is valid only for requests about them; null for all requests */
  application_ids: Array<Uuid> | null;
  /** Last four characters; the key itself was shown once and is stored hashed */
  hint: string;
  /** Expiry of the key; null for none */
  expires_at: Timestamp | null;
  /** Id of the owner that created it */
  created_by: Uuid;
  /** Creation time */
  created_at: Timestamp;
  /** Last use, to the hour; null before the first one */
  last_used_at: Timestamp | null;
}

export interface AdminApiKeyCreate {
  /** Unique name; `key:<name>` in the audit log */
  name: string;
  /** Role: the key has the rights of an administrator with this role */
  role: 'staff' | 'admin';
  /** Ids of applications; restricts the key to requests about them */
  application_ids?: Array<Uuid> | null;
  /** Expiry of the key, in the future */
  expires_at?: Timestamp | null;
}

export interface AdminApiKeyPage {
  data: Array<AdminApiKey>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface AdminCreate {
  /** Login name */
  email: string;
  /** At least 12 characters, not easy to guess and not made of the e-mail (zxcvbn score 3 or more) */
  password: string;
  /** owner > admin > staff */
  role: 'staff' | 'admin' | 'owner';
}

export interface AdminLogin {
  /** Login name */
  email: string;
  /** Password of the account */
  password: string;
}

export interface AdminPage {
  data: Array<Admin>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface AdminPasswordChange {
  /** Password of the account */
  current_password: string;
  /** At least 12 characters, not easy to guess and not made of the e-mail (zxcvbn score 3 or more) */
  new_password: string;
}

export interface AdminPatch {
  /** At least 12 characters, not easy to guess and not made of the e-mail (zxcvbn score 3 or more) */
  password?: string;
  /** owner > admin > staff */
  role?: 'staff' | 'admin' | 'owner';
}

export type AdminPayment = Payment & {
  /** User of the payment */
  user_id: Uuid;
  /** Channel of the user when the payment was started */
  acquisition_source: string | null;
  /** Attribution inherited from the user */
  utm_medium: string | null;
  /** Attribution inherited from the user */
  utm_campaign: string | null;
  /** Attribution inherited from the user */
  utm_content: string | null;
  /** When the platform learned that it was paid: the bought time begins here */
  settled_at: Timestamp | null;
  /** Shop at the provider that takes the money; null for a payment of the release before */
  provider_shop_id: string | null;
  /**
   * The fact that the provider reports differently: such a payment grants nothing until a person has looked
   */
  mismatch: string | null;
  /**
   * State of the fiscal receipt (54-FZ) at the tax office; null without one. After three days of `pending`,
   * or `canceled`, ask the support of the provider
   */
  receipt_registration: ('pending' | 'succeeded' | 'canceled') | null;
  /** Number of the fiscal document, as printed on the receipt */
  receipt_number: string | null;
  /** Records of the consent ledger that belong to this payment; their `metadata` names the payment */
  consents: Array<{
    /** Id of the record in the consent ledger */
    consent_id: Uuid;
    /** The document */
    document_id: Uuid;
    /** Kind of the document */
    doc_kind: string;
    /** Version of the document */
    version: string;
    /** The answer of the buyer */
    accepted: boolean;
  }>;
};

export interface AdminPaymentPage {
  data: Array<AdminPayment>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface AdminPaymentResponse {
  data: AdminPayment;
}

/** A price as administrators see it */
export type AdminPlanPrice = PlanPrice & {
  /** Plan that the price belongs to */
  plan_id: Uuid;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
};

export interface AdminPlanPriceResponse {
  data: AdminPlanPrice;
}

export interface AdminResponse {
  data: Admin;
}

export interface AdminSession {
  /** Send as `Authorization: Bearer` */
  access_token: string;
  /** End of the session */
  expires_at: Timestamp;
  admin: Admin;
}

export interface AdminSessionResponse {
  data: AdminSession;
}

/** A ticket, as staff sees it */
export interface AdminTicket {
  /** Id */
  id: Uuid;
  /** `open`: waits for staff; `pending`: answered, waits for the user; `closed` */
  status: 'open' | 'pending' | 'closed';
  /** Code that the client gave */
  category: string | null;
  /** Version of the client */
  app_version: string | null;
  /** Platform of the client */
  platform: string | null;
  /** Messages, without internal notes */
  message_count: number;
  /** When it was opened */
  created_at: Timestamp;
  /** Time of the last message, internal notes excluded */
  last_message_at: Timestamp;
  /** When it was closed; a message in the next 14 days opens it again */
  closed_at: Timestamp | null;
  /** Subject; null when the user was erased */
  subject: string | null;
  /** Application */
  application_id: Uuid;
  /** User */
  user_id: Uuid;
  /** Priority, visible only to staff */
  priority: 'low' | 'normal' | 'high';
  /** Assigned administrator */
  assignee_id: Uuid | null;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Time of the last change */
  updated_at: Timestamp;
}

/** A message of a ticket, as staff sees it */
export interface AdminTicketMessage {
  /** Id */
  id: Uuid;
  /** Author of the message: the user or staff */
  author: 'user' | 'staff';
  /** Files */
  attachments: Array<SupportAttachment>;
  /** When it was written */
  created_at: Timestamp;
  /** Text; null when the user was erased */
  message: string | null;
  /** Internal note, visible only to staff */
  is_internal: boolean;
  /** The administrator who wrote it */
  admin_id: Uuid | null;
}

export interface AdminTicketMessageResponse {
  data: AdminTicketMessage;
}

export interface AdminTicketPage {
  data: Array<AdminTicket>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface AdminTicketResponse {
  data: AdminTicket;
}

export type AdminTicketWithMessages = AdminTicket & {
  /** Oldest first */
  messages: Array<AdminTicketMessage>;
};

export interface AdminTicketWithMessagesResponse {
  data: AdminTicketWithMessages;
}

/** A user of one application as administrators see it */
export type AdminUser = User & {
  /** `iss` of the tokens of the user: the identity provider */
  issuer: string;
  /** `sub` of the tokens of the user: its id at the identity provider */
  subject: string;
  /** Newest activity of a device of the user, to about a minute; null without a device */
  last_seen_at: Timestamp | null;
};

export interface Advertiser {
  /** Name of the advertiser */
  name: string;
  /** ИНН, 10 or 12 digits */
  inn: string;
}

export interface AffectedPaywall {
  /** Id of the paywall */
  id: Uuid;
  /** Code of the paywall */
  code: string;
  /** Number of items that clients no longer get */
  hidden_items: number;
  /** Whether no item is left that clients get */
  is_empty: boolean;
}

/** Reason for an answer without a text of a model */
export type AiFailure = 'not_configured' | 'feature_off' | 'legal_texts_off' | 'input_too_long' | 'budget_exceeded' | 'address_refused' | 'unreachable' | 'timeout' | 'key_refused' | 'quota_exhausted' | 'rate_limited' | 'provider_error' | 'refused' | 'invalid_output' | 'unknown_outcome';

/** Parts of the platform that may use the model */
export interface AiFeatures {
  /** Audits, fields of texts, reports */
  seo: boolean;
  /** Posts for social networks */
  social: boolean;
}

/** Settings of the provider of language models */
export interface AiSettings {
  /** API format of the provider; `custom` is the format of OpenAI */
  provider: 'openai' | 'openrouter' | 'yandex' | 'gigachat' | 'ollama' | 'custom';
  /** Address of the API, without `/chat/completions`; the address of the provider when null */
  base_url: string | null;
  /** Name of the model */
  model: string | null;
  /** Folder of Yandex Cloud, for `yandex` */
  folder_id: string | null;
  /** Whether texts are requested from a model at all */
  enabled: boolean;
  features: AiFeatures;
  /** Limit of tokens per day (UTC) */
  daily_tokens: number;
  /** Limit of tokens per calendar month (UTC) */
  monthly_tokens: number;
  /** Seconds for one answer, retries included */
  timeout_seconds: number;
  /** Whether `base_url` may be inside the network, for your own model; only the role `owner` sets it */
  allow_private_address: boolean;
  /** Whether texts of legal documents may be sent to the provider */
  legal_texts: boolean;
  /** `…` and the last four characters; null without a key */
  api_key: string | null;
  /** Time of the last change; null before the first one */
  updated_at: Timestamp | null;
  /** E-mail of the administrator who changed it last */
  updated_by: string | null;
}

export interface AiSettingsPut {
  /** API format of the provider; `custom` is the format of OpenAI */
  provider?: 'openai' | 'openrouter' | 'yandex' | 'gigachat' | 'ollama' | 'custom';
  /** Address of the API, without `/chat/completions`; the address of the provider when null */
  base_url?: string | null;
  /** Name of the model */
  model?: string | null;
  /** Folder of Yandex Cloud, for `yandex` */
  folder_id?: string | null;
  /** Whether texts are requested from a model at all */
  enabled?: boolean;
  features?: AiFeatures;
  /** Limit of tokens per day (UTC) */
  daily_tokens?: number;
  /** Limit of tokens per calendar month (UTC) */
  monthly_tokens?: number;
  /** Seconds for one answer, retries included */
  timeout_seconds?: number;
  /** Whether `base_url` may be inside the network, for your own model; only the role `owner` sets it */
  allow_private_address?: boolean;
  /** Whether texts of legal documents may be sent to the provider */
  legal_texts?: boolean;
  /** Key of the provider; for GigaChat, the authorization key. The masked key from a read changes nothing */
  api_key?: string | null;
}

export interface AiSettingsResponse {
  data: AiSettings;
}

export interface AiTest {
  /** Whether the provider answered correctly */
  ok: boolean;
  /** Milliseconds until the answer or the failure */
  latency_ms: number;
  /** Error; null for a success */
  error: AiFailure | null;
}

export interface AiTestResponse {
  data: AiTest;
}

export interface AiUsage {
  /** Day (UTC) */
  day: string;
  /** The part of the platform; `test` is the test call */
  feature: 'seo' | 'social' | 'test';
  /** Requested texts */
  requests: number;
  /** Tokens that these texts used, as counted by the provider */
  tokens: number;
  /** Requests without a usable text */
  failed: number;
}

export interface AiUsageListResponse {
  data: Array<AiUsage>;
}

/** The same text in another language */
export interface Alternate {
  /** Language */
  locale: string;
  /** Slug in that language */
  slug: string;
  /** Address in that language */
  url: string | null;
}

export interface AnalyticsSettings {
  /** Time zone of the days in reports */
  timezone: string;
  /** Retention of single events; the totals of past days stay */
  retention_days: number;
}

export interface AnalyticsSettingsChange {
  /** Name of the time zone of the days in reports */
  timezone?: string;
  /** Retention of single events; the totals of past days stay */
  retention_days?: number;
}

export interface AnalyticsSettingsResponse {
  data: AnalyticsSettings;
}

export interface ApiError {
  /** Stable code */
  error: string;
  /** What is wrong and what to do next, as a sentence for a person */
  message: string;
  /** Id of the request, for support */
  request_id: string;
  /** Page about the code: its meaning and its remedy */
  doc_url: string;
  /** Invalid fields of `validation_failed` */
  details?: Array<{
    /**
     * Path of the field, with dots: a field of the body by its name, others as `query.…`, `params.…` and
     * `headers.…`; empty for the whole body
     */
    path?: string;
    /** What is wrong with the field and what to send, as a sentence for a person */
    message?: string;
  }>;
}

export interface Application {
  /** Usable as `X-Application-Id` */
  id: Uuid;
  /** Stable code that clients use */
  code: string;
  /** Label */
  name: string;
  /** Text */
  description: string | null;
  /** Only an `active` application is served publicly */
  status: 'active' | 'draft' | 'suspended' | 'archived';
  /** Whether paid checkout is on */
  payments_enabled: boolean;
  /** Public address of the icon */
  icon_url: string | null;
  /** Marketing or product site */
  website_url: string | null;
  /** Number of days for which a client may trust an entitlement snapshot offline */
  offline_grace_days: number;
  /** App schemes that a return_url may use besides http and https */
  return_url_schemes: Array<string>;
  /** 54-FZ receipts of payments; null sends none */
  receipt_settings: ReceiptSettings | null;
  /** Limit of active devices of one user */
  max_active_devices: number;
  /** At the device limit, the new device is refused, or the least recently seen device is revoked for it */
  device_limit_policy: 'reject' | 'evict_oldest';
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface ApplicationCreate {
  /** Stable code that clients use; it can be changed until the application has users */
  code: string;
  /** Label */
  name: string;
  /** Text */
  description?: string | null;
  /** Marketing or product site */
  website_url?: string | null;
  /** Initial status; an `active` application is served at once */
  status?: 'active' | 'draft';
  /** Whether paid checkout is on */
  payments_enabled?: boolean;
  /** Number of days for which a client may trust an entitlement snapshot offline */
  offline_grace_days?: number;
  /** App schemes that a return_url may use besides http and https */
  return_url_schemes?: Array<string>;
  /** 54-FZ receipts of payments; null sends none */
  receipt_settings?: ReceiptSettingsInput | null;
  /** Limit of active devices of one user */
  max_active_devices?: number;
  /** At the device limit, the new device is refused, or the least recently seen device is revoked for it */
  device_limit_policy?: 'reject' | 'evict_oldest';
}

export interface ApplicationPage {
  data: Array<Application>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface ApplicationPatch {
  /** Label */
  name?: string;
  /** Text */
  description?: string | null;
  /** Marketing or product site */
  website_url?: string | null;
  /**
   * draft → active ⇄ suspended, and from each of them to archived. An owner restores an archived application
   * to `active`, `suspended` or the status that it had. Only `active` is served
   */
  status?: 'active' | 'draft' | 'suspended' | 'archived';
  /** Whether paid checkout is on */
  payments_enabled?: boolean;
  /** Number of days for which a client may trust an entitlement snapshot offline */
  offline_grace_days?: number;
  /** App schemes that a return_url may use besides http and https */
  return_url_schemes?: Array<string>;
  /** 54-FZ receipts of payments; null sends none */
  receipt_settings?: ReceiptSettingsInput | null;
  /** Limit of active devices of one user */
  max_active_devices?: number;
  /** At the device limit, the new device is refused, or the least recently seen device is revoked for it */
  device_limit_policy?: 'reject' | 'evict_oldest';
  /** Code of the application; required to archive it */
  confirm?: string;
  /** Stable code that clients use; it changes only while the application has no user */
  code?: string;
}

export interface ApplicationResponse {
  data: Application;
}

/** The shop at the payment provider to which new payments go */
export interface ApplicationShop {
  /** `installation`: the application has no shop, and its payments go to the shop of the environment */
  source: 'application' | 'installation';
  /** Id of the shop at the provider; null for the shop of the installation */
  shop_id: string | null;
  /** Last four characters of the stored key; the key itself is never answered */
  key_hint: string | null;
  /** Whether it is a test shop of the provider */
  is_test: boolean | null;
  /** When the application first had this shop */
  created_at: Timestamp | null;
  /** Time of the last change */
  updated_at: Timestamp | null;
}

export interface ApplicationShopResponse {
  data: ApplicationShop;
}

export interface ApplicationShopSet {
  /** Id of the shop at the provider */
  shop_id: string;
  /** Secret key of the shop; stored encrypted */
  secret_key: string;
  /** Makes a new `webhook_url` for a shop that has one; the former address is refused at once */
  rotate_webhook_token?: boolean;
}

export type ApplicationShopWithWebhook = ApplicationShop & {
  /**
   * Notification address with its token, shown only when it is new: for a new shop, and with
   * `rotate_webhook_token`
   */
  webhook_url: string | null;
};

export interface ApplicationShopWithWebhookResponse {
  data: ApplicationShopWithWebhook;
}

export interface ApplicationSummary {
  /** A summary of applications */
  kind: 'application';
  /** Null for all applications together */
  application_code: string | null;
  /** First day */
  from: CalendarDay;
  /** Last day, included */
  to: CalendarDay;
  /** Time zone of the days */
  timezone: string;
  /** All events that were stored before this time are counted */
  as_of: Timestamp;
  /** Previous range, for comparison */
  previous: PreviousRange;
  /** Counts */
  metrics: {
    /** Events */
    events: Metric;
    /** Distinct users with an event of a client: the active users */
    uniques: Metric;
    /** Mean of the distinct users of each day */
    dau: Metric;
    /** Distinct users in the last 7 days */
    wau: Metric;
    /** Distinct users in the last 30 days */
    mau: Metric;
    /** Mean of the distinct users of each of the last 30 days ÷ mau, in percent with two decimals */
    stickiness: Metric;
    /** Users who registered */
    new_users: Metric;
    /** Devices that are not revoked, at the end */
    active_devices: Metric;
    /** Payments created */
    payments_started: Metric;
    /** Payments confirmed */
    payments_succeeded: Metric;
    /** Payments canceled */
    payments_canceled: Metric;
    /** Completed refunds */
    refunds_count: Metric;
    /** Distinct users with a confirmed payment */
    paying_users: Metric;
    /** Distinct users who were active or paid */
    active_or_paying_users: Metric;
    /** paying_users ÷ active_or_paying_users, in percent with two decimals */
    conversion: Metric;
    /** Created payments that were confirmed, in percent of all with two decimals */
    checkout_conversion: Metric;
    /** Users with a running paid period, at the end */
    active_subscriptions: Metric;
    /** Paid periods that do not continue another one */
    new_subscriptions: Metric;
    /** Paid periods that continue another one */
    renewed_subscriptions: Metric;
    /** Users whose last paid period ended */
    ended_subscriptions: Metric;
  };
  /** One entry for each currency, by its code */
  money: Array<{
    /** ISO 4217 */
    currency: string;
    /** Confirmed payments */
    revenue: Metric;
    /** Refunded amount */
    refunds: Metric;
    /** revenue − refunds */
    net_revenue: Metric;
    /** net_revenue ÷ active_or_paying_users */
    arpu: Metric;
    /** net_revenue ÷ the sum of the users of each day */
    arpdau: Metric;
  }>;
  /** Most active first */
  channels: Array<{
    /** Acquisition source of the user, `direct` without one */
    channel: string;
    /** Users who registered in the range */
    new_users: number;
    /** Users who were active in the range */
    uniques: number;
    /** Users with a confirmed payment */
    paying_users: number;
    /** Amounts that these users paid */
    revenue: Array<Money>;
  }>;
  /** Most users first */
  countries: Array<{
    /** ISO 3166-1 alpha-2; null when it is not known */
    country_code: string | null;
    /** Distinct users */
    uniques: number;
    /** Share of the total, in percent with two decimals, at most 100 */
    share: number;
  }>;
  /** Most users first */
  platforms: Array<{
    /** Client platform */
    platform: string | null;
    /** Distinct users */
    uniques: number;
    /** Share of the total, in percent with two decimals, at most 100 */
    share: number;
  }>;
  /** At most 100 */
  top_events: Array<{
    /** Name of the event */
    event: string;
    /** Number of events */
    events: number;
    /** Distinct users */
    uniques: number;
  }>;
  /** Every day of the range */
  series: Array<{
    /** The day */
    date: CalendarDay;
    /** Number of events */
    events: number;
    /** Distinct users */
    uniques: number;
    /** Users who registered on this day */
    new_users: number;
    /** Payments confirmed on this day */
    payments_succeeded: number;
    /** Paid amount */
    revenue: Array<Money>;
    /** Refunded amount */
    refunds: Array<Money>;
  }>;
  /**
   * Every hour of a range of at most 7 days that has begun, also one without events; empty for a longer range
   */
  hours: Array<{
    /** Start of the hour */
    hour: Timestamp;
    /** Number of events */
    events: number;
    /** Distinct users */
    uniques: number;
  }>;
}

export type ApplicationWithKeys = Application & PublicKeys;

export interface ApplicationWithKeysResponse {
  data: ApplicationWithKeys;
}

export interface AppVersions {
  /** First day */
  from: CalendarDay;
  /** Last day, included */
  to: CalendarDay;
  /** Time zone of the days */
  timezone: string;
  /** All events that were stored before this time are counted */
  as_of: Timestamp;
  /** A user on two platforms counts on both */
  total_users: number;
  /** Most users first */
  versions: Array<{
    /** Client platform */
    platform: string | null;
    /** Version; null if the client sent none */
    app_version: string | null;
    /** Users whose latest event on this platform has this version */
    users: number;
    /** Share of the total, in percent with two decimals, at most 100 */
    share: number;
    /** Version as rules on `app_version` compare it; null if it matches no range */
    compared_as: string | null;
  }>;
}

export interface AppVersionsResponse {
  data: AppVersions;
}

export interface AppVersionUser {
  /** The application of the user */
  application_id: Uuid;
  /** The user */
  user_id: Uuid;
  /** Client platform */
  platform: string | null;
  /** Version in the latest event on this platform */
  app_version: string | null;
  /** Time of the latest event on this platform */
  last_event_at: Timestamp;
}

export interface AppVersionUserPage {
  data: Array<AppVersionUser>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

/** A help article as its authors see it */
export type Article = ArticleEntry & {
  /** The article, Markdown */
  body: string;
};

export interface ArticleCreate {
  /** Slug, part of the address; derived from the title when absent at creation */
  slug?: Slug;
  /** Language; the default one of the site when absent */
  locale?: Locale;
  /** The item that this one translates, of the same kind */
  translation_of?: Uuid | null;
  /** Title */
  title: string;
  /** A few sentences for lists */
  excerpt?: string | null;
  /** Markdown */
  body?: string;
  /** An uploaded image */
  cover_asset_id?: Uuid | null;
  /** Address of an external image; an uploaded image takes precedence */
  cover_url?: string | null;
  /** Text instead of the cover */
  cover_alt?: string | null;
  /** Title for search engines; the title when empty */
  meta_title?: string | null;
  /** Description for search engines; the excerpt when empty */
  meta_description?: string | null;
  /** Canonical address for search engines */
  canonical_url?: string | null;
  /** Whether search engines must not index it */
  noindex?: boolean;
  /**
   * Publication time that readers see, not in the future when it is published; the time of the first
   * publication when null
   */
  published_at?: Timestamp | null;
  /** Related items of the same kind and site; items with shared tags when empty */
  related_ids?: Array<Uuid>;
  /** Folder; null for the top level */
  folder_id?: Uuid | null;
  /** Order in its folder, smallest first */
  position?: number;
}

export interface ArticleEntry {
  /** Id */
  id: Uuid;
  /** State of the item */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Version number, increased by each change. Send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** Number of the newest revision, which is the draft */
  revision: number;
  /** Number of the revision that readers see */
  published_revision: number | null;
  /** Number of the revision that the schedule will publish */
  scheduled_revision: number | null;
  /** When the schedule publishes it */
  scheduled_at: Timestamp | null;
  /** Time at which the schedule unpublishes it */
  unpublish_at: Timestamp | null;
  /** Error of the last scheduled publication. A text that is refused three times loses its schedule */
  schedule_error: string | null;
  /** The first item of its group of translations; null for the first one */
  translation_of: Uuid | null;
  /** Its address on the site; null without one */
  url: string | null;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
  /** E-mail of the administrator who changed it last */
  updated_by: string | null;
  /** Slug, part of the address; derived from the title when absent at creation */
  slug: Slug;
  /** Language, one of the languages of the site; it cannot be changed */
  locale: Locale;
  /** Title */
  title: string;
  /** A few sentences for lists */
  excerpt: string | null;
  /** An uploaded image */
  cover_asset_id: Uuid | null;
  /** Address of an external image; an uploaded image takes precedence */
  cover_url: string | null;
  /** Text instead of the cover */
  cover_alt: string | null;
  /** Title for search engines; the title when empty */
  meta_title: string | null;
  /** Description for search engines; the excerpt when empty */
  meta_description: string | null;
  /** Canonical address for search engines */
  canonical_url: string | null;
  /** Whether search engines must not index it */
  noindex: boolean;
  /**
   * Publication time that readers see, not in the future when it is published; the time of the first
   * publication when null
   */
  published_at: Timestamp | null;
  /** Related items of the same kind and site; items with shared tags when empty */
  related_ids: Array<Uuid>;
  /** Folder; null for the top level */
  folder_id: Uuid | null;
  /** Order in its folder, smallest first */
  position: number;
}

export interface ArticleEntryPage {
  data: Array<ArticleEntry>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface ArticlePatch {
  /** Slug, part of the address; derived from the title when absent at creation */
  slug?: Slug;
  /** Note about this revision */
  note?: string | null;
  /**
   * Whether the editor saves by itself. The new revision takes the place of one that the same author
   * autosaved less than 10 minutes after the first of them, and that nobody published or scheduled; else it
   * is one more. Numbers and `lock_version` grow in any case
   */
  autosave?: boolean;
  /** Title */
  title?: string;
  /** A few sentences for lists */
  excerpt?: string | null;
  /** The article, Markdown */
  body?: string;
  /** An uploaded image */
  cover_asset_id?: Uuid | null;
  /** Address of an external image; an uploaded image takes precedence */
  cover_url?: string | null;
  /** Text instead of the cover */
  cover_alt?: string | null;
  /** Title for search engines; the title when empty */
  meta_title?: string | null;
  /** Description for search engines; the excerpt when empty */
  meta_description?: string | null;
  /** Canonical address for search engines */
  canonical_url?: string | null;
  /** Whether search engines must not index it */
  noindex?: boolean;
  /**
   * Publication time that readers see, not in the future when it is published; the time of the first
   * publication when null
   */
  published_at?: Timestamp | null;
  /** Related items of the same kind and site; items with shared tags when empty */
  related_ids?: Array<Uuid>;
  /** Folder; null for the top level */
  folder_id?: Uuid | null;
  /** Order in its folder, smallest first */
  position?: number;
}

export interface ArticleResponse {
  data: Article;
}

/**
 * One change by an administrator. A value longer than 16384 characters is replaced by `{sha256, length}`. The
 * record never contains secrets
 */
export interface AuditRecord {
  /** Id of the record */
  id: Uuid;
  /** Time of the change */
  occurred_at: Timestamp;
  /** Id of the endpoint that was called (`operationId`) */
  action: string;
  /** Caller */
  admin: {
    /** Administrator */
    id: Uuid;
    /** Login name at that time */
    email: string;
    /** Role at that time */
    role: 'staff' | 'admin' | 'owner';
  };
  /** IP address of the caller */
  client_ip: string;
  /** `User-Agent` of the caller */
  user_agent: string;
  /** `X-Request-Id` of the call */
  request_id: string;
  /** Application of the changed object; null for the platform itself */
  application_id: Uuid | null;
  /** Changed object: the path parameters, and ids and codes of the object */
  target: Record<string, string>;
  /** The object before the change; null for a creation */
  before: Record<string, unknown> | null;
  /** The object after the change; null for a removal */
  after: Record<string, unknown> | null;
  /** Names of the fields that differ, and of secrets that were set */
  changed: Array<string>;
}

export interface AuditRecordPage {
  data: Array<AuditRecord>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface AuditSchedule {
  /** Interval of the schedule */
  every: 'off' | 'day' | 'week' | 'month';
  /** Weekday for `week`; 1 is Monday */
  weekday: number;
  /** Hour of the day in `timezone` */
  hour: number;
  /** Time zone of the schedule */
  timezone: string;
}

export interface AuditScheduleChoice {
  /** Interval of the schedule */
  every: 'off' | 'day' | 'week' | 'month';
  /** Weekday for `week`; 1 is Monday */
  weekday?: number;
  /** Hour of the day in `timezone` */
  hour?: number;
  /** Time zone of the schedule; when absent, that of the site at the time of the call */
  timezone?: string;
}

export interface AuthorDestruction {
  /** Slug of the author */
  confirm?: string;
  /**
   * Why the data is destroyed: the person asked for it, withdrew the consent, the purpose is reached, the
   * processing was unlawful, or an authority demands it
   */
  reason: 'person_request' | 'consent_withdrawn' | 'purpose_reached' | 'unlawful_processing' | 'authority_demand';
  /** Whether its files that nothing else uses are destroyed, too, at once instead of after seven days */
  destroy_files?: boolean;
}

/** An event of a user that a back end sends */
export interface BackEndEvent {
  /** Id of the user */
  user_id?: Uuid;
  /** `sub` of the tokens of the user, instead of `user_id` */
  subject?: string;
  /** `iss` of the tokens, with `subject`; the current issuer of the application when absent */
  issuer?: string;
  /**
   * Name of the event, free text; `object_action` is recommended, for example paywall_viewed or app_opened. A
   * new name beyond the limit of names counts as `(other)`
   */
  event: string;
  /**
   * Deduplication id that the back end creates for each event: events with the same id are counted once.
   * Without it, each repeat counts
   */
  event_id?: Uuid;
  /**
   * Time of the event, at most 7 days in the past and 5 minutes in the future. The time of arrival when
   * absent
   */
  occurred_at?: Timestamp;
  /** Any properties of the event, at most 16 KiB and 20 levels deep; no personal data */
  properties?: Record<string, unknown>;
}

export interface BackEndEvents {
  /** The events */
  events: Array<BackEndEvent>;
}

/** A banner as its authors see it */
export type Banner = BannerEntry & {
  /**
   * HTML of the banner; everything that runs scripts or loads resources is removed. Classes have no effect,
   * and of styles only colours, gradients, sizes, spacing and alignment remain: `warnings` name with its line
   * what is left out
   */
  html: string | null;
};

export interface BannerCreate {
  /** Slug, part of the address; derived from the title when absent at creation */
  slug?: Slug;
  /** Language; the default one of the site when absent */
  locale?: Locale;
  /** The item that this one translates, of the same kind */
  translation_of?: Uuid | null;
  /** Label for authors */
  name: string;
  /** Place where it is shown */
  audience?: 'site' | 'application' | 'both';
  /** Placement */
  placement: 'modal' | 'fullscreen' | 'inline';
  /** Size of the placement: the page can reserve its place */
  size: 'small' | 'medium' | 'large' | 'full' | 'leaderboard' | 'rectangle' | 'billboard' | 'strip' | 'custom';
  /** Width of a `custom` size, in pixels */
  width?: number | null;
  /** Height of a `custom` size, in pixels */
  height?: number | null;
  /**
   * HTML of the banner; everything that runs scripts or loads resources is removed. Classes have no effect,
   * and of styles only colours, gradients, sizes, spacing and alignment remain: `warnings` name with its line
   * what is left out
   */
  html?: string | null;
  /** An image instead of HTML */
  asset_id?: Uuid | null;
  /** Text instead of the image */
  alt?: string | null;
  /** Link target of the image */
  link_url?: string | null;
  /** Start of the display period */
  starts_at?: Timestamp | null;
  /** End of the display period, exclusive */
  ends_at?: Timestamp | null;
  /** Audience; every given condition must hold */
  target?: BannerTargetInput;
  /** Frequency cap per visitor */
  frequency?: BannerFrequency | null;
  /** Delay before it is shown */
  delay_seconds?: number;
  /** Priority; the banner with the highest one is first */
  priority?: number;
  /** Whether a visitor may close it */
  dismissible?: boolean;
  /** Advertising: published only with erid and advertiser */
  is_ad?: boolean;
  /** Token of the advertising register */
  erid?: string | null;
  /** Payer of the advertising */
  advertiser?: Advertiser | null;
}

export interface BannerEntry {
  /** Id */
  id: Uuid;
  /** State of the item */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Version number, increased by each change. Send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** Number of the newest revision, which is the draft */
  revision: number;
  /** Number of the revision that readers see */
  published_revision: number | null;
  /** Number of the revision that the schedule will publish */
  scheduled_revision: number | null;
  /** When the schedule publishes it */
  scheduled_at: Timestamp | null;
  /** Time at which the schedule unpublishes it */
  unpublish_at: Timestamp | null;
  /** Error of the last scheduled publication. A text that is refused three times loses its schedule */
  schedule_error: string | null;
  /** The first item of its group of translations; null for the first one */
  translation_of: Uuid | null;
  /** Its address on the site; null without one */
  url: string | null;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
  /** E-mail of the administrator who changed it last */
  updated_by: string | null;
  /** Slug, part of the address; derived from the title when absent at creation */
  slug: Slug;
  /** Language, one of the languages of the site; it cannot be changed */
  locale: Locale;
  /** Label for authors */
  name: string;
  /** Place where it is shown */
  audience: 'site' | 'application' | 'both';
  /** Placement */
  placement: 'modal' | 'fullscreen' | 'inline';
  /** Size of the placement: the page can reserve its place */
  size: 'small' | 'medium' | 'large' | 'full' | 'leaderboard' | 'rectangle' | 'billboard' | 'strip' | 'custom';
  /** Width of a `custom` size, in pixels */
  width: number | null;
  /** Height of a `custom` size, in pixels */
  height: number | null;
  /** An image instead of HTML */
  asset_id: Uuid | null;
  /** Text instead of the image */
  alt: string | null;
  /** Link target of the image */
  link_url: string | null;
  /** Start of the display period */
  starts_at: Timestamp | null;
  /** End of the display period, exclusive */
  ends_at: Timestamp | null;
  /** Audience; every given condition must hold */
  target: BannerTarget;
  /** Frequency cap per visitor */
  frequency: BannerFrequency | null;
  /** Delay before it is shown */
  delay_seconds: number;
  /** Priority; the banner with the highest one is first */
  priority: number;
  /** Whether a visitor may close it */
  dismissible: boolean;
  /** Advertising: published only with erid and advertiser */
  is_ad: boolean;
  /** Token of the advertising register */
  erid: string | null;
  /** Payer of the advertising */
  advertiser: Advertiser | null;
}

export interface BannerEntryPage {
  data: Array<BannerEntry>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

/** Frequency cap, enforced by the page */
export interface BannerFrequency {
  /** Maximum number of displays */
  max_shows: number;
  /** Period of the maximum; `day` is a day in `timezone` of the site */
  per: 'session' | 'day' | 'ever';
}

export interface BannerPatch {
  /** Slug, part of the address; derived from the title when absent at creation */
  slug?: Slug;
  /** Note about this revision */
  note?: string | null;
  /**
   * Whether the editor saves by itself. The new revision takes the place of one that the same author
   * autosaved less than 10 minutes after the first of them, and that nobody published or scheduled; else it
   * is one more. Numbers and `lock_version` grow in any case
   */
  autosave?: boolean;
  /** Label for authors */
  name?: string;
  /** Place where it is shown */
  audience?: 'site' | 'application' | 'both';
  /** Placement */
  placement?: 'modal' | 'fullscreen' | 'inline';
  /** Size of the placement: the page can reserve its place */
  size?: 'small' | 'medium' | 'large' | 'full' | 'leaderboard' | 'rectangle' | 'billboard' | 'strip' | 'custom';
  /** Width of a `custom` size, in pixels */
  width?: number | null;
  /** Height of a `custom` size, in pixels */
  height?: number | null;
  /**
   * HTML of the banner; everything that runs scripts or loads resources is removed. Classes have no effect,
   * and of styles only colours, gradients, sizes, spacing and alignment remain: `warnings` name with its line
   * what is left out
   */
  html?: string | null;
  /** An image instead of HTML */
  asset_id?: Uuid | null;
  /** Text instead of the image */
  alt?: string | null;
  /** Link target of the image */
  link_url?: string | null;
  /** Start of the display period */
  starts_at?: Timestamp | null;
  /** End of the display period, exclusive */
  ends_at?: Timestamp | null;
  /** Audience; every given condition must hold */
  target?: BannerTargetInput;
  /** Frequency cap per visitor */
  frequency?: BannerFrequency | null;
  /** Delay before it is shown */
  delay_seconds?: number;
  /** Priority; the banner with the highest one is first */
  priority?: number;
  /** Whether a visitor may close it */
  dismissible?: boolean;
  /** Advertising: published only with erid and advertiser */
  is_ad?: boolean;
  /** Token of the advertising register */
  erid?: string | null;
  /** Payer of the advertising */
  advertiser?: Advertiser | null;
}

export interface BannerResponse {
  data: Banner;
}

export interface BannerTarget {
  /** Languages; all when empty */
  locales: Array<Locale>;
  /** Paths, `*` for one part, `**` for any; all when empty */
  paths: Array<string>;
  /** Paths that do not show it */
  exclude_paths: Array<string>;
  /** Platforms; all when empty */
  platforms: Array<string>;
  /**
   * Range of app versions, for example `>=2.1.0 <3`. Missing parts of a bound are zeros; `2.0`, `2.x` and
   * `~2.0` are all versions 2.0; `||` separates alternatives. A pre-release comes before its release:
   * `>=2.0.0-0` includes those of 2.0.0
   */
  app_version: string | null;
}

export interface BannerTargetInput {
  /** Languages; all when empty */
  locales?: Array<Locale>;
  /** Paths, `*` for one part, `**` for any; all when empty */
  paths?: Array<string>;
  /** Paths that do not show it */
  exclude_paths?: Array<string>;
  /** Platforms; all when empty */
  platforms?: Array<string>;
  /**
   * Range of app versions, for example `>=2.1.0 <3`. Missing parts of a bound are zeros; `2.0`, `2.x` and
   * `~2.0` are all versions 2.0; `||` separates alternatives. A pre-release comes before its release:
   * `>=2.0.0-0` includes those of 2.0.0
   */
  app_version?: string | null;
}

export interface BlogAuthor {
  /** Id */
  id: Uuid;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
  /** Slug; null for a moment after an import */
  slug: Slug | null;
  /** Name */
  name: string;
  /** Name in other languages */
  names: Record<string, string>;
  /** A few sentences */
  bio: string | null;
  /** The sentences in other languages */
  bios: Record<string, string>;
  /** An uploaded image */
  avatar_asset_id: Uuid | null;
  /** Page of the author */
  url: string | null;
}

export interface BlogAuthorCreate {
  /** Slug, part of addresses; derived from the name when absent at creation */
  slug?: Slug;
  /** Name */
  name: string;
  /** Name in other languages */
  names?: Record<string, string>;
  /** A few sentences */
  bio?: string | null;
  /** The sentences in other languages */
  bios?: Record<string, string>;
  /** An uploaded image */
  avatar_asset_id?: Uuid | null;
  /** Page of the author */
  url?: string | null;
}

export interface BlogAuthorPage {
  data: Array<BlogAuthor>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface BlogAuthorPatch {
  /** Slug, part of addresses; derived from the name when absent at creation */
  slug?: Slug;
  /** Name */
  name?: string;
  /** Name in other languages */
  names?: Record<string, string>;
  /** A few sentences */
  bio?: string | null;
  /** The sentences in other languages */
  bios?: Record<string, string>;
  /** An uploaded image */
  avatar_asset_id?: Uuid | null;
  /** Page of the author */
  url?: string | null;
}

export interface BlogAuthorResponse {
  data: BlogAuthor;
}

export interface BlogCategory {
  /** Id */
  id: Uuid;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
  /** Slug, part of addresses; derived from the name when absent at creation */
  slug: Slug;
  /** Name */
  name: string;
  /** Name in other languages */
  names: Record<string, string>;
  /** Description of its content */
  description: string | null;
  /** Description in other languages */
  descriptions: Record<string, string>;
  /** Order in lists, smallest first */
  position: number;
}

export interface BlogCategoryCreate {
  /** Slug, part of addresses; derived from the name when absent at creation */
  slug?: Slug;
  /** Name */
  name: string;
  /** Name in other languages */
  names?: Record<string, string>;
  /** Description of its content */
  description?: string | null;
  /** Description in other languages */
  descriptions?: Record<string, string>;
  /** Order in lists, smallest first */
  position?: number;
}

export interface BlogCategoryPage {
  data: Array<BlogCategory>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface BlogCategoryPatch {
  /** Slug, part of addresses; derived from the name when absent at creation */
  slug?: Slug;
  /** Name */
  name?: string;
  /** Name in other languages */
  names?: Record<string, string>;
  /** Description of its content */
  description?: string | null;
  /** Description in other languages */
  descriptions?: Record<string, string>;
  /** Order in lists, smallest first */
  position?: number;
}

export interface BlogCategoryResponse {
  data: BlogCategory;
}

export interface Branding {
  /** Code of the application */
  code: string;
  /** Name */
  name: string;
  /** Text */
  description: string | null;
  /** Icon */
  icon_url: string | null;
  /** Site */
  website_url: string | null;
}

export interface BrandingResponse {
  data: Branding;
}

export interface Breadcrumb {
  /** Id of the folder */
  id: Uuid;
  /** Its name */
  name: string;
}

export interface BulkAction {
  /** Action to apply */
  action: 'publish' | 'unpublish' | 'archive' | 'unarchive' | 'delete';
  /** Items */
  ids: Array<Uuid>;
}

export interface BulkResult {
  /** One result for each id, in the order of the request */
  results: Array<{
    /** The item */
    id: Uuid;
    /** Whether the action was done */
    is_done: boolean;
    /** Current state of the item; null for a deleted item */
    status: ('draft' | 'scheduled' | 'published' | 'archived') | null;
    /** Error code */
    error: string | null;
    /** Error message */
    message: string | null;
  }>;
}

export interface BulkResultResponse {
  data: BulkResult;
}

export type CalendarDay = string;

export interface CategoryName {
  /** Slug */
  slug: string;
  /** Name */
  name: string;
}

/** Result of the last verification of a ledger, and progress of the running one */
export interface ChainVerification {
  /** Nothing was altered, removed, added or reordered; null before the first verification has finished */
  intact: boolean | null;
  /** Records up to the end of the intact part */
  entries: number;
  /** End of the intact part */
  head: {
    /** Number of the last record */
    seq: number;
    /** Hash of the last record */
    hash: string;
  } | null;
  /** Daily signed heads that were compared */
  signed_heads: number;
  /** Number of signed heads whose keys are no longer configured: compare them with external copies */
  unverifiable_heads: number;
  /** The first bad record; null when intact */
  problem: {
    /** Number of the first bad record */
    seq: number;
    /** Id of the record with this number; null when it is missing */
    consent_id: Uuid | null;
    /** Kind of the defect */
    reason: 'gap' | 'broken_link' | 'altered' | 'truncated' | 'signed_head_mismatch' | 'body_altered';
  } | null;
  /** Which records were read */
  scope: ('recent' | 'whole') | null;
  /**
   * Number of the record after which records were read. It is the record of a signed head that an earlier
   * verification reached; 0 when every record was read
   */
  from_seq: number | null;
  /** Start of the verification; records that were altered after this time may be missed */
  started_at: Timestamp | null;
  /** When the verification finished */
  verified_at: Timestamp | null;
  /** When the last verification of `whole` finished */
  whole_verified_at: Timestamp | null;
  /** The verification that waits or runs */
  running: {
    /** Which records it reads */
    scope: 'recent' | 'whole';
    /** Records that were read so far */
    verified: number;
    /** Records to read; null before it has begun */
    total: number | null;
    /** When it was requested */
    requested_at: Timestamp;
    /** When it began; null while it waits for others */
    started_at: Timestamp | null;
  } | null;
}

export interface ChainVerificationResponse {
  data: ChainVerification;
}

export type ChangedPlan = Plan & {
  /** Active paywalls that lose items by this change of the plan, by code */
  affected_paywalls: Array<AffectedPaywall>;
};

export type ChangedPlanPrice = AdminPlanPrice & {
  /** Active paywalls that lose items by this change of the price, by code */
  affected_paywalls: Array<AffectedPaywall>;
};

export interface ChangedPlanPriceResponse {
  data: ChangedPlanPrice;
}

export interface ChangedPlanResponse {
  data: ChangedPlan;
}

/** Release notes as their authors see them */
export type ChangelogEntry = ChangelogEntryHead & {
  /** Description of the changes, Markdown */
  body: string;
};

export interface ChangelogEntryCreate {
  /** Slug, part of the address; derived from the title when absent at creation */
  slug?: Slug;
  /** Language; the default one of the site when absent */
  locale?: Locale;
  /** The item that this one translates, of the same kind */
  translation_of?: Uuid | null;
  /** Title */
  title: string;
  /** Version that the entry describes */
  version?: string | null;
  /** Description of the changes, Markdown */
  body?: string;
  /** Kinds of changes */
  labels?: Array<'added' | 'changed' | 'fixed' | 'removed' | 'security'>;
  /** Platforms that the entry applies to; all when empty */
  platforms?: Array<string>;
  /**
   * Publication time that readers see, not in the future when it is published; the time of the first
   * publication when null
   */
  published_at?: Timestamp | null;
}

export interface ChangelogEntryHead {
  /** Id */
  id: Uuid;
  /** State of the item */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Version number, increased by each change. Send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** Number of the newest revision, which is the draft */
  revision: number;
  /** Number of the revision that readers see */
  published_revision: number | null;
  /** Number of the revision that the schedule will publish */
  scheduled_revision: number | null;
  /** When the schedule publishes it */
  scheduled_at: Timestamp | null;
  /** Time at which the schedule unpublishes it */
  unpublish_at: Timestamp | null;
  /** Error of the last scheduled publication. A text that is refused three times loses its schedule */
  schedule_error: string | null;
  /** The first item of its group of translations; null for the first one */
  translation_of: Uuid | null;
  /** Its address on the site; null without one */
  url: string | null;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
  /** E-mail of the administrator who changed it last */
  updated_by: string | null;
  /** Slug, part of the address; derived from the title when absent at creation */
  slug: Slug;
  /** Language, one of the languages of the site; it cannot be changed */
  locale: Locale;
  /** Title */
  title: string;
  /** Version that the entry describes */
  version: string | null;
  /** Kinds of changes */
  labels: Array<'added' | 'changed' | 'fixed' | 'removed' | 'security'>;
  /** Platforms that the entry applies to; all when empty */
  platforms: Array<string>;
  /**
   * Publication time that readers see, not in the future when it is published; the time of the first
   * publication when null
   */
  published_at: Timestamp | null;
}

export interface ChangelogEntryHeadPage {
  data: Array<ChangelogEntryHead>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface ChangelogEntryPatch {
  /** Slug, part of the address; derived from the title when absent at creation */
  slug?: Slug;
  /** Note about this revision */
  note?: string | null;
  /**
   * Whether the editor saves by itself. The new revision takes the place of one that the same author
   * autosaved less than 10 minutes after the first of them, and that nobody published or scheduled; else it
   * is one more. Numbers and `lock_version` grow in any case
   */
  autosave?: boolean;
  /** Title */
  title?: string;
  /** Version that the entry describes */
  version?: string | null;
  /** Description of the changes, Markdown */
  body?: string;
  /** Kinds of changes */
  labels?: Array<'added' | 'changed' | 'fixed' | 'removed' | 'security'>;
  /** Platforms that the entry applies to; all when empty */
  platforms?: Array<string>;
  /**
   * Publication time that readers see, not in the future when it is published; the time of the first
   * publication when null
   */
  published_at?: Timestamp | null;
}

export interface ChangelogEntryResponse {
  data: ChangelogEntry;
}

export type CheckedIdentityProvider = IdentityProvider & {
  /** Keys found at jwks_url; null without a check */
  check: {
    /** The keys were read just now */
    ok: true;
    /** Number of keys that can verify tokens */
    key_count: number;
    /** Algorithms of these keys */
    algorithms: Array<string>;
  } | null;
};

export interface CheckedIdentityProviderResponse {
  data: CheckedIdentityProvider;
}

/** An event of a user */
export interface ClientEvent {
  /**
   * Name of the event, free text; `object_action` is recommended, for example paywall_viewed or app_opened. A
   * new name beyond the limit of names counts as `(other)`
   */
  event: string;
  /**
   * Deduplication id that the client creates for each event: events with the same id are counted once.
   * Without it, each repeat counts
   */
  event_id?: Uuid;
  /**
   * Time of the event by the clock of the device, at most 7 days in the past and 5 minutes in the future. The
   * time of arrival when absent
   */
  occurred_at?: Timestamp;
  /** For example web, android, ios */
  platform?: string;
  /** Version of the client */
  app_version?: string;
  /**
   * Installation of the client. Together with `platform`, the event updates the last-seen time of this device
   */
  installation_id?: Uuid;
  /** Any properties of the event, at most 16 KiB and 20 levels deep; no personal data */
  properties?: Record<string, unknown>;
  /** Id of the application, if no header contains it */
  application_id?: Uuid;
  /** Code of the application, if no header contains it */
  application_code?: string;
  /** Site of the application on which the event happened; `properties.site_code` is accepted too */
  cms_site_code?: string;
}

/** An uploaded file */
export interface CmsAsset {
  /** Id */
  id: Uuid;
  /** Detected from the content */
  kind: 'image' | 'svg' | 'pdf' | 'file';
  /** File name at the upload */
  file_name: string;
  /** Media type of the served file */
  content_type: string;
  /** Size */
  size_bytes: number;
  /** SHA-256 of the served bytes, hexadecimal */
  sha256: string;
  /** Public address; it changes with the content */
  url: string;
  /** Path of the address, `/assets/cms/…`, for use in texts */
  path: string;
  /** Pixels of an image or a video */
  width: number | null;
  /** Pixels of an image or a video */
  height: number | null;
  /** Text instead of the image */
  alt: string | null;
  /** Horizontal focal point for cropping, from the left, 0 to 1 */
  focal_x: number;
  /** Vertical focal point for cropping, from the top, 0 to 1 */
  focal_y: number;
  /** A tiny placeholder image as a data URL */
  placeholder: string | null;
  /** Smaller variants */
  variants: Array<{
    /** Name of the variant: its width, or `og` */
    name: string;
    /** WebP */
    url: string;
    /** Pixels */
    width: number;
    /** Pixels */
    height: number;
  }>;
  /** Number of places that use the file */
  usage_count: number;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** When it was uploaded */
  created_at: Timestamp;
  /** E-mail of the uploader */
  created_by: string | null;
}

export interface CmsAssetPage {
  data: Array<CmsAsset>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface CmsAssetPatch {
  /** Name of the file */
  file_name?: string;
  /** Text instead of the image */
  alt?: string | null;
  /** Horizontal focal point for cropping, from the left */
  focal_x?: number;
  /** Vertical focal point for cropping, from the top */
  focal_y?: number;
}

export interface CmsAssetResponse {
  data: CmsAsset;
}

export type CmsAssetWithUsages = CmsAsset & {
  /** Places that use it, 20 at most */
  usages: Array<Usage>;
};

export interface CmsAssetWithUsagesResponse {
  data: CmsAssetWithUsages;
}

export interface CmsTick {
  /** Items that were published */
  published: number;
  /** Items that were unpublished */
  unpublished: number;
  /** Items with a `schedule_error` */
  failed: number;
}

export interface CmsTickResponse {
  data: CmsTick;
}

/** A remote parameter. It is public and must not contain secrets */
export interface ConfigParameter {
  /** Name by which clients read it; case-sensitive */
  key: string;
  /** Type of all values */
  type: 'boolean' | 'string' | 'number' | 'json';
  /** Default value, for every user that matches no rule */
  value: JsonValue;
  /**
   * Targeting rules; the first matching rule decides. All values together have at most 262144 characters of
   * JSON
   */
  rules: Array<ConfigRule>;
  /** Description for administrators */
  description: string | null;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface ConfigParameterBody {
  /** Type of all values */
  type: 'boolean' | 'string' | 'number' | 'json';
  /** Default value, for every user that matches no rule */
  value: JsonValue;
  /**
   * Targeting rules; the first matching rule decides. All values together have at most 262144 characters of
   * JSON
   */
  rules?: Array<ConfigRule>;
  /** Description for administrators */
  description?: string | null;
}

export interface ConfigParameterPage {
  data: Array<ConfigParameter>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface ConfigParameterResponse {
  data: ConfigParameter;
}

/** A targeting rule: a value for clients that match every given condition */
export interface ConfigRule {
  /** Platforms, one of which must match; case-insensitive */
  platforms?: Array<string>;
  /**
   * Range of app versions, for example `>=2.1.0 <3`. Missing parts of a bound are zeros; `2.0`, `2.x` and
   * `~2.0` are all versions 2.0; `||` separates alternatives. A pre-release comes before its release:
   * `>=2.0.0-0` includes those of 2.0.0
   */
  app_version?: string;
  /** Value for clients that match the rule */
  value: JsonValue;
}

export interface ConnectionConfirmation {
  /** Confirmation code of the last page. Case, dashes and blanks do not count */
  confirmation_code: string;
}

/** One checkbox of a consent form */
export interface ConsentEntry {
  /** `id` from the legal document read */
  document_id: string;
  /** `version` from the same read, as a string */
  version: string;
  /**
   * The label that the user saw beside the checkbox. The `checkbox_text` of the document, or its title, is
   * stored permanently; any other label is sealed with the key of the person
   */
  checkbox_text: string;
  /** Whether the checkbox was checked */
  accepted: boolean;
}

/** Signed proof of one record, for the user to keep */
export interface ConsentReceipt {
  /** Compact JWS (EdDSA); keys at /.well-known/consents-jwks.json */
  receipt: string;
  record: OwnConsentRecord;
  /** Hash of the record in the ledger, signed in the receipt */
  entry_hash: string;
}

export interface ConsentReceiptResponse {
  data: ConsentReceipt;
}

/** One answer to one checkbox, as recorded in the ledger */
export interface ConsentRecord {
  /** Id of the record */
  id: Uuid;
  /** Its number in the ledger of the application or site, from 1 */
  seq: number;
  /** The user; stays after an erasure as a pseudonym; null for a person without an account */
  user_id: Uuid | null;
  /** E-mail at that time; null when unknown or erased */
  email: string | null;
  /** The document */
  document_id: Uuid;
  doc_kind: DocKind;
  /** Version of the document, published at that time */
  version: string;
  /** SHA-256 of the text of that version, hexadecimal */
  content_hash: string;
  /**
   * The label that the user saw beside the checkbox; null when erased. A label that the document was
   * published with, `checkbox_text` or the title, stays
   */
  checkbox_text: string | null;
  /** False for a refusal or withdrawal */
  accepted: boolean;
  /** Source of the answer */
  source: 'registration' | 'paywall' | 'site_form' | 'newsletter' | 'other';
  /**
   * Client platform: `web`, `android`, `ios`, `ipados`, `macos`, `windows`, `linux` and others; `other` for a
   * name that the platform does not know
   */
  platform: string | null;
  /** `flow: reconsent` for the re-consent dialog, `flow: double_opt_in` for a confirmed subscription */
  metadata: Record<string, string>;
  /** Client address; null when erased */
  ip: string | null;
  /** Client software; null when unknown or erased */
  user_agent: string | null;
  /** Time of the record */
  recorded_at: Timestamp;
  /** Hash of the previous record, hexadecimal */
  prev_hash: string;
  /** SHA-256 of `prev_hash` and the canonical JSON of the record as it is stored */
  entry_hash: string;
  /** Owner of the ledger: an application or a site */
  owner_type: 'application' | 'cms_site';
  /** Id of that application or site */
  owner_id: Uuid;
  /** The user, or the pseudonym of a person without an account */
  subject_id: Uuid;
}

export interface ConsentRecordPage {
  data: Array<ConsentRecord>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface ContentDestruction {
  /** Slug of the item, of its newest revision */
  confirm?: string;
  /**
   * Why the data is destroyed: the person asked for it, withdrew the consent, the purpose is reached, the
   * processing was unlawful, or an authority demands it
   */
  reason: 'person_request' | 'consent_withdrawn' | 'purpose_reached' | 'unlawful_processing' | 'authority_demand';
  /** Whether its files that nothing else uses are destroyed, too, at once instead of after seven days */
  destroy_files?: boolean;
}

export interface ContentDifference {
  /** Fields that differ, except the text */
  fields: Array<{
    /** Name of the field */
    field: string;
    /** Value in the other revision; absent if there is none */
    before?: unknown;
    /** Value in this revision; absent if there is none */
    after?: unknown;
  }>;
  /** The text as a unified diff; null when it is the same */
  body_patch: string | null;
}

export interface ContentDifferenceResponse {
  data: ContentDifference;
}

/** An item of any kind */
export interface ContentEntry {
  /** Id */
  id: Uuid;
  /** State of the item */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Version number, increased by each change. Send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** Number of the newest revision, which is the draft */
  revision: number;
  /** Number of the revision that readers see */
  published_revision: number | null;
  /** Number of the revision that the schedule will publish */
  scheduled_revision: number | null;
  /** When the schedule publishes it */
  scheduled_at: Timestamp | null;
  /** Time at which the schedule unpublishes it */
  unpublish_at: Timestamp | null;
  /** Error of the last scheduled publication. A text that is refused three times loses its schedule */
  schedule_error: string | null;
  /** The first item of its group of translations; null for the first one */
  translation_of: Uuid | null;
  /** Its address on the site; null without one */
  url: string | null;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
  /** E-mail of the administrator who changed it last */
  updated_by: string | null;
  /** Kind of the item */
  kind: 'post' | 'article' | 'document' | 'download' | 'changelog_entry' | 'banner';
  /** Language */
  locale: string;
  /** Part of its address, of the newest revision */
  slug: string;
  /** Title, or the name of an item without a title */
  title: string;
  /** Publication time that readers see */
  published_at: Timestamp | null;
}

export interface ContentEntryPage {
  data: Array<ContentEntry>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface ContentEntryResponse {
  data: ContentEntry;
}

export interface ContentReadiness {
  /** Readiness for search engines, in percent */
  score: number;
  /** Checks that fail */
  failed: Array<string>;
}

/** One immutable revision of an item */
export interface ContentRevision {
  /** Number, from 1 */
  revision: number;
  /** E-mail of the administrator who wrote it */
  author: string | null;
  /** Note of the author */
  note: string | null;
  /** Creation time */
  created_at: Timestamp;
  /** Whether readers see this revision */
  is_published: boolean;
}

export interface ContentRevisionPage {
  data: Array<ContentRevision>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export type ContentRevisionWithFields = ContentRevision & {
  /** The fields of the kind as they were */
  fields: Record<string, unknown>;
};

export interface ContentRevisionWithFieldsResponse {
  data: ContentRevisionWithFields;
}

export interface ContentSchedule {
  /**
   * In the future, at most two years ahead. Without it, `unpublish_at` sets the end of the published text or
   * of its schedule, and no draft is published
   */
  scheduled_at?: Timestamp | null;
  /** Time at which it is unpublished again, in the future and after `scheduled_at` */
  unpublish_at?: Timestamp | null;
}

export interface ContentWarning {
  /**
   * Code of the warning. Readers do not get what `link_dropped`, `image_dropped` and `html_dropped` name;
   * `anchor_missing` is a link to an anchor that the text lacks; `asset_missing` is a file that the site does
   * not have (any more), `not_an_image` another file where an image is meant, `reference_missing` what a
   * restored revision named
   */
  code: string;
  /** Text of the warning */
  message: string;
  /** Field that the warning refers to */
  field: string | null;
  /** Line of the field, from 1; null for a warning about all of it */
  line: number | null;
}

/** A person of an import. The personal data of an erased user is removed */
export interface Customer {
  /** Id of the customer */
  id: Uuid;
  /** `iss` that the subject belongs to; null without a subject */
  issuer: string | null;
  /** `sub` of the tokens; null if the file has only the e-mail */
  subject: string | null;
  /** E-mail in lower case; null if the file has only the subject */
  email: string | null;
  /** `recognized` since a registration with the subject or the verified e-mail */
  state: 'waiting' | 'recognized';
  /** The user; null while the customer waits */
  user_id: Uuid | null;
  /** When the customer was imported first */
  created_at: Timestamp;
  /** When the customer was found to be a user */
  recognized_at: Timestamp | null;
}

/** Outcome of an import of customers */
export interface CustomerImport {
  /** Whether nothing was written */
  dry_run: boolean;
  /** Rows of the file */
  rows: number;
  /** Rows whose grant the import creates */
  created: number;
  /** Rows whose grant gets other dates */
  updated: number;
  /** Rows whose grant is there already */
  unchanged: number;
  /** Rows whose grant an administrator revoked: it stays revoked */
  revoked: number;
  /** Rows that are not imported; `failures` has the reasons */
  failed: number;
  /** Imported rows of registered users: they have the access now */
  granted: number;
  /** Imported rows of customers who are not registered: their first registration brings the access */
  waiting: number;
  /** The first 100 rows that failed, in the order of the file */
  failures: Array<RowFailure>;
}

export interface CustomerImportResponse {
  data: CustomerImport;
}

export interface CustomerPage {
  data: Array<Customer>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface CustomerSearch {
  /** Rows in a page */
  limit?: number;
  /** `next_cursor` of the page before; it belongs to this list with these filters */
  cursor?: string;
  /** The whole e-mail, in any case */
  email?: string;
  /** `sub` of the tokens */
  subject?: string;
}

/** What was destroyed for good */
export interface DestroyedContent {
  /** The record under `/v1/admin/erasures`, which exists some seconds later */
  erasure_id: Uuid;
  /** Number of files that were destroyed with it */
  destroyed_files: number;
}

export interface DestroyedContentResponse {
  data: DestroyedContent;
}

/** An installation of the application, for one user */
export interface Device {
  /** Id of the device, for its removal */
  id: Uuid;
  /** Stable UUID of the installation, created by the client */
  installation_id: Uuid;
  /** Client platform */
  platform: string;
  /** Version of the client */
  app_version: string;
  /** IANA time zone that the device sent, or that is derived from its IP address */
  timezone: string | null;
  /** ISO 3166-1 alpha-2, from the client address (IP Geolocation by DB-IP, https://db-ip.com) */
  country_code: string | null;
  /** City, from the client address */
  city: string | null;
  /** Time of the last registration or event, up to a minute old */
  last_seen_at: Timestamp;
  /** Set while the device is not active */
  revoked_at: Timestamp | null;
  /** First registration */
  created_at: Timestamp;
}

export interface DevicePage {
  data: Array<Device>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface DeviceRegistration {
  /** Stable UUID that the client creates at its installation */
  installation_id: Uuid;
  /** For example web, android, ios */
  platform: string;
  /** Version of the client */
  app_version: string;
  /** Time zone of the device: its IANA name, or an offset such as `+03:00` */
  timezone?: string;
}

export interface DeviceResponse {
  data: Device;
}

/** Slot of a legal document */
export type DocKind = string;

/** A document of a site as its authors see it */
export type Document = DocumentEntry & {
  /** Markdown */
  body: string | null;
};

export interface DocumentAddress {
  /** The new address */
  public_url: string;
}

export interface DocumentAddressResponse {
  data: DocumentAddress;
}

export interface DocumentCreate {
  /** Slug, part of the address; derived from the title when absent at creation */
  slug?: Slug;
  /** Language; the default one of the site when absent */
  locale?: Locale;
  /** The item that this one translates, of the same kind */
  translation_of?: Uuid | null;
  /** Title */
  title: string;
  /** Kind of the document, for filters; the kinds of legal documents are not allowed */
  doc_kind: string;
  /** `file`: an uploaded file; `url`: an external address; `text`: Markdown */
  source_type: 'file' | 'url' | 'text';
  /** The uploaded file */
  asset_id?: Uuid | null;
  /** External address */
  external_url?: string | null;
  /** Markdown */
  body?: string | null;
  /** Version, as readers see it; `1` for a text that has none */
  version?: string | null;
  /** Short description */
  description?: string | null;
  /** Whether search engines may index its page */
  is_indexable?: boolean;
}

export interface DocumentEntry {
  /** Id */
  id: Uuid;
  /** State of the item */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Version number, increased by each change. Send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** Number of the newest revision, which is the draft */
  revision: number;
  /** Number of the revision that readers see */
  published_revision: number | null;
  /** Number of the revision that the schedule will publish */
  scheduled_revision: number | null;
  /** When the schedule publishes it */
  scheduled_at: Timestamp | null;
  /** Time at which the schedule unpublishes it */
  unpublish_at: Timestamp | null;
  /** Error of the last scheduled publication. A text that is refused three times loses its schedule */
  schedule_error: string | null;
  /** The first item of its group of translations; null for the first one */
  translation_of: Uuid | null;
  /** Its address on the site; null without one */
  url: string | null;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
  /** E-mail of the administrator who changed it last */
  updated_by: string | null;
  /** Slug, part of the address; derived from the title when absent at creation */
  slug: Slug;
  /** Language, one of the languages of the site; it cannot be changed */
  locale: Locale;
  /** Title */
  title: string;
  /** Kind of the document */
  doc_kind: string;
  /** `file`: an uploaded file; `url`: an external address; `text`: Markdown */
  source_type: 'file' | 'url' | 'text';
  /** The uploaded file */
  asset_id: Uuid | null;
  /** External address */
  external_url: string | null;
  /** Version, as readers see it */
  version: string | null;
  /** Short description */
  description: string | null;
  /** Whether search engines may index its page */
  is_indexable: boolean;
  /** Address that opens the document without a credential; its token can be rotated */
  public_url: string;
}

export interface DocumentEntryPage {
  data: Array<DocumentEntry>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface DocumentFile {
  /** Name */
  name: string;
  /** Size */
  size_bytes: number;
  /** Type, as it is served */
  content_type: string;
}

export interface DocumentPatch {
  /** Slug, part of the address; derived from the title when absent at creation */
  slug?: Slug;
  /** Note about this revision */
  note?: string | null;
  /**
   * Whether the editor saves by itself. The new revision takes the place of one that the same author
   * autosaved less than 10 minutes after the first of them, and that nobody published or scheduled; else it
   * is one more. Numbers and `lock_version` grow in any case
   */
  autosave?: boolean;
  /** Title */
  title?: string;
  /** Kind of the document, for filters; the kinds of legal documents are not allowed */
  doc_kind?: string;
  /** `file`: an uploaded file; `url`: an external address; `text`: Markdown */
  source_type?: 'file' | 'url' | 'text';
  /** The uploaded file */
  asset_id?: Uuid | null;
  /** External address */
  external_url?: string | null;
  /** Markdown */
  body?: string | null;
  /** Version, as readers see it */
  version?: string | null;
  /** Short description */
  description?: string | null;
  /** Whether search engines may index its page */
  is_indexable?: boolean;
}

export interface DocumentResponse {
  data: Document;
}

/** A build as its authors see it */
export type Download = DownloadEntry & {
  /** Markdown */
  release_notes: string | null;
};

export interface DownloadCreate {
  /** Slug, part of the address; derived from the title when absent at creation */
  slug?: Slug;
  /** Language; the default one of the site when absent */
  locale?: Locale;
  /** The item that this one translates, of the same kind */
  translation_of?: Uuid | null;
  /** Platform of the build: windows, macos, linux, android … */
  platform: string;
  /** Release channel */
  channel?: string;
  /** Processor; null for any */
  arch?: string | null;
  /** Semantic version; missing parts are zeros */
  version: string;
  /** Number of the build */
  build_number?: number | null;
  /** The uploaded file */
  asset_id?: Uuid | null;
  /** Address of the external file, or of the page of a store */
  external_url?: string | null;
  /**
   * SHA-256 of the external file, where it is known; the page of a store has none, and for an uploaded file
   * it is computed
   */
  sha256?: string | null;
  /** Minimum version of the operating system */
  min_os?: string | null;
  /** Markdown */
  release_notes?: string | null;
  /** The changelog entry of this version */
  changelog_entry_id?: Uuid | null;
}

export interface DownloadEntry {
  /** Id */
  id: Uuid;
  /** State of the item */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Version number, increased by each change. Send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** Number of the newest revision, which is the draft */
  revision: number;
  /** Number of the revision that readers see */
  published_revision: number | null;
  /** Number of the revision that the schedule will publish */
  scheduled_revision: number | null;
  /** When the schedule publishes it */
  scheduled_at: Timestamp | null;
  /** Time at which the schedule unpublishes it */
  unpublish_at: Timestamp | null;
  /** Error of the last scheduled publication. A text that is refused three times loses its schedule */
  schedule_error: string | null;
  /** The first item of its group of translations; null for the first one */
  translation_of: Uuid | null;
  /** Its address on the site; null without one */
  url: string | null;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
  /** E-mail of the administrator who changed it last */
  updated_by: string | null;
  /** Slug, part of the address; derived from the title when absent at creation */
  slug: Slug;
  /** Language, one of the languages of the site; it cannot be changed */
  locale: Locale;
  /** Platform of the build: windows, macos, linux, android … */
  platform: string;
  /** Release channel */
  channel: string;
  /** Processor; null for any */
  arch: string | null;
  /** Semantic version; missing parts are zeros */
  version: string;
  /** Number of the build */
  build_number: number | null;
  /** The uploaded file */
  asset_id: Uuid | null;
  /** Address of the external file, or of the page of a store */
  external_url: string | null;
  /**
   * SHA-256 of the external file, where it is known; the page of a store has none, and for an uploaded file
   * it is computed
   */
  sha256: string | null;
  /** Minimum version of the operating system */
  min_os: string | null;
  /** The changelog entry of this version */
  changelog_entry_id: Uuid | null;
  /** First publication */
  published_at: Timestamp | null;
}

export interface DownloadEntryPage {
  data: Array<DownloadEntry>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface DownloadPatch {
  /** Slug, part of the address; derived from the title when absent at creation */
  slug?: Slug;
  /** Note about this revision */
  note?: string | null;
  /**
   * Whether the editor saves by itself. The new revision takes the place of one that the same author
   * autosaved less than 10 minutes after the first of them, and that nobody published or scheduled; else it
   * is one more. Numbers and `lock_version` grow in any case
   */
  autosave?: boolean;
  /** Platform of the build: windows, macos, linux, android … */
  platform?: string;
  /** Release channel */
  channel?: string;
  /** Processor; null for any */
  arch?: string | null;
  /** Semantic version; missing parts are zeros */
  version?: string;
  /** Number of the build */
  build_number?: number | null;
  /** The uploaded file */
  asset_id?: Uuid | null;
  /** Address of the external file, or of the page of a store */
  external_url?: string | null;
  /**
   * SHA-256 of the external file, where it is known; the page of a store has none, and for an uploaded file
   * it is computed
   */
  sha256?: string | null;
  /** Minimum version of the operating system */
  min_os?: string | null;
  /** Markdown */
  release_notes?: string | null;
  /** The changelog entry of this version */
  changelog_entry_id?: Uuid | null;
}

export interface DownloadResponse {
  data: Download;
}

export interface Entitlement {
  /** Id */
  id: Uuid;
  /** Code that clients check to unlock a feature */
  code: string;
  /** Label for administrators */
  name: string;
  /** Notes */
  description: string | null;
  /** An `archived` entitlement cannot be added to further plans or users */
  status: 'active' | 'archived';
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface EntitlementCreate {
  /** Code that clients check to unlock a feature; it can be changed until it is in use */
  code: string;
  /** Label */
  name: string;
  /** Notes */
  description?: string | null;
}

export interface EntitlementPage {
  data: Array<Entitlement>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface EntitlementPatch {
  /** Label */
  name?: string;
  /** Notes; null clears them */
  description?: string | null;
  /** An `archived` entitlement cannot be added to further plans or users */
  status?: 'active' | 'archived';
  /** Code that clients check, until it is in use */
  code?: string;
}

export interface EntitlementResponse {
  data: Entitlement;
}

export interface EntitlementSnapshot {
  /** Active entitlement codes, sorted */
  codes: Array<string>;
  /** One row for each active code */
  entitlements: Array<{
    /** Entitlement code */
    code: string;
    /** Source of the grant that `expires_at` comes from */
    source: 'payment' | 'license' | 'admin';
    /** Start of the uninterrupted active period */
    starts_at: Timestamp;
    /** End of the uninterrupted active period, exclusive; null for lifetime */
    expires_at: Timestamp | null;
    /** No expiry */
    is_lifetime: boolean;
  }>;
  /**
   * When the first of the entitlements ends: until then every code is active. Null without codes, and when
   * every code is for life
   */
  expires_at: Timestamp | null;
  /** Whether every entitlement is for life; false without codes */
  is_lifetime: boolean;
  /**
   * Compact JWS (EdDSA) of the same content for offline use; `aud` is the application code; keys at
   * /.well-known/jwks.json
   */
  snapshot_token: string;
}

export interface EntitlementSnapshotResponse {
  data: EntitlementSnapshot;
}

export interface ErasedSocialPerson {
  /** Items of the inbox and of listening that were removed */
  items: number;
}

export interface ErasedSocialPersonResponse {
  data: ErasedSocialPerson;
}

export interface ErasedSubjects {
  /** Number of persons whose data was removed */
  subjects: number;
  /** Leads that were removed */
  leads: number;
}

export interface ErasedSubjectsResponse {
  data: ErasedSubjects;
}

/** Proof of an erasure. It names no person */
export interface ErasureRecord {
  /** Id of the record */
  id: Uuid;
  /** Kind of the owner of the data */
  owner_type: 'application' | 'cms_site' | 'brand';
  /** Application, site or brand whose person was erased */
  owner_id: Uuid;
  /**
   * A user, a person of forms and newsletters, a person of a social channel, an imported customer who never
   * registered, or a destroyed text or author of a site
   */
  person: 'user' | 'site_person' | 'brand_person' | 'customer' | 'site_text' | 'site_author';
  /** Keyed hash of the id of the person, base64url. Only the platform, with its keys, can compute it */
  pseudonym: string;
  /** When the data was destroyed */
  erased_at: Timestamp;
  /** `person`: in the application or by a link; `platform`: the retention ended */
  erased_by: 'person' | 'admin' | 'platform';
  /** Administrator or admin API key; null unless `erased_by` is `admin` */
  admin_id: Uuid | null;
  /** Why the data was destroyed */
  reason: 'person_request' | 'consent_withdrawn' | 'purpose_reached' | 'unlawful_processing' | 'authority_demand' | 'retention_ended';
  /** Categories of personal data that were destroyed, as far as the platform had them */
  categories: Array<'profile' | 'identity_provider_account' | 'devices' | 'consent_identifiers' | 'receipt_contact' | 'support_requests' | 'analytics_identifiers' | 'license_installations' | 'form_submissions' | 'newsletter_subscription' | 'channel_author' | 'channel_messages' | 'published_text' | 'author_profile' | 'site_files'>;
  /** Compact JWS (EdDSA) of this record; keys at /.well-known/consents-jwks.json */
  receipt: string;
}

export interface ErasureRecordPage {
  data: Array<ErasureRecord>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface ErasureRecordResponse {
  data: ErasureRecord;
}

/** A name of events of an application or a site */
export interface EventName {
  /** Name of an event */
  event_name: string;
  /**
   * `seen`: added by an event of a client; `allowed`: added by an administrator; `merged`: its events count
   * under another name
   */
  status: 'seen' | 'allowed' | 'merged';
  /** Name under which its events count since the merge */
  merged_into: string | null;
  /** Stored events that came with this name since it was added; a repeated `event_id` counts once */
  events: number;
  /** Time at which the name was added */
  first_seen_at: Timestamp;
  /** Time of the last stored event that came with this name, updated about a minute late */
  last_seen_at: Timestamp | null;
}

export interface EventNameMerge {
  /** Names to merge; a name without events is allowed */
  from: Array<string>;
  /** Target name; `(other)` is the common name of all events beyond the limit of names */
  into: string;
}

export interface EventNamePage {
  data: Array<EventName>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface EventNameResponse {
  data: EventName;
}

export interface EventsAccepted {
  /** Number of stored events, repeats of a stored `event_id` included */
  accepted: number;
  /** Refused events; the same event is refused again */
  rejected: Array<{
    /** Index in the batch, from 0 */
    index: number;
    /** Reason */
    error: 'validation_failed' | 'application_mismatch' | 'user_not_found' | 'properties_too_large' | 'occurred_at_too_old' | 'occurred_at_in_future';
    /** Human-readable message */
    message: string;
  }>;
}

export interface EventsAcceptedResponse {
  data: EventsAccepted;
}

export interface FeatureCreate {
  /** Name by which clients read it; case-sensitive */
  code: string;
  /** Kill switch: `false` turns the flag off for every user at once */
  enabled?: boolean;
  /** Default value, for every user that matches no rule */
  value?: boolean;
  /** Targeting rules; the first matching rule decides */
  rules?: Array<FeatureRule>;
  /** Description for administrators */
  description?: string | null;
}

/** A feature flag */
export interface FeatureFlag {
  /** Name by which clients read it; case-sensitive */
  code: string;
  /** Kill switch: `false` turns the flag off for every user at once */
  enabled: boolean;
  /** Default value, for every user that matches no rule */
  value: boolean;
  /** Targeting rules; the first matching rule decides */
  rules: Array<FeatureRule>;
  /** Description for administrators */
  description: string | null;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface FeatureFlagPage {
  data: Array<FeatureFlag>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface FeatureFlagResponse {
  data: FeatureFlag;
}

export interface FeaturePatch {
  /** Kill switch: `false` turns the flag off for every user at once */
  enabled?: boolean;
  /** Default value, for every user that matches no rule */
  value?: boolean;
  /** All targeting rules; the first matching rule decides */
  rules?: Array<FeatureRule>;
  /** Description for administrators */
  description?: string | null;
}

/** A targeting rule: a value for users that match every given condition */
export interface FeatureRule {
  /** Platforms, one of which must match; case-insensitive */
  platforms?: Array<string>;
  /**
   * Range of app versions, for example `>=2.1.0 <3`. Missing parts of a bound are zeros; `2.0`, `2.x` and
   * `~2.0` are all versions 2.0; `||` separates alternatives. A pre-release comes before its release:
   * `>=2.0.0-0` includes those of 2.0.0
   */
  app_version?: string;
  /** Countries; the country of the client address must be one of them */
  countries?: Array<string>;
  /** Entitlement codes of the application; the user must have one of them */
  entitlement_codes?: Array<string>;
  /** Ids of users: the `sub` of a user token, or the `targetingKey` of a caller without a token */
  user_ids?: Array<string>;
  /**
   * Percentage of the users. The selection is stable: a higher percentage only adds users. Users are
   * identified as in `user_ids`
   */
  percentage?: number;
  /** Value for users that match the rule */
  value: boolean;
}

export interface Features {
  /** Values by code */
  features: Record<string, boolean>;
}

export interface FeaturesResponse {
  data: Features;
}

export interface FileOf104857600Bytes {
  /** One file of at most 104857600 bytes, in a field of any name; its type is detected from its content */
  file: Blob;
}

export interface FileOf10485760Bytes {
  /** One file of at most 10485760 bytes, in a field of any name; its type is detected from its content */
  file: Blob;
}

export interface FileOf1048576Bytes {
  /** One file of at most 1048576 bytes, in a field of any name; its type is detected from its content */
  file: Blob;
}

export interface FileOf20971520Bytes {
  /** One file of at most 20971520 bytes, in a field of any name; its type is detected from its content */
  file: Blob;
}

export interface FileOf536870912Bytes {
  /** One file of at most 536870912 bytes, in a field of any name; its type is detected from its content */
  file: Blob;
}

/** A folder of the knowledge base */
export interface Folder {
  /** Id */
  id: Uuid;
  /** Name */
  name: string;
  /** Name in other languages */
  names: Record<string, string>;
  /** Description of its content */
  description: string | null;
  /** Parent folder */
  parent_id: Uuid | null;
  /** Position among its siblings, smallest first */
  position: number;
  /** 1 at the top */
  level: number;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface FolderCreate {
  /** Name */
  name: string;
  /** Name in other languages */
  names?: Record<string, string>;
  /** Description of its content */
  description?: string | null;
  /** Parent folder; null for the top level */
  parent_id?: Uuid | null;
  /** Position among its siblings, smallest first */
  position?: number;
}

export interface FolderPage {
  data: Array<Folder>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface FolderPatch {
  /** Name */
  name?: string;
  /** Name in other languages */
  names?: Record<string, string>;
  /** Description of its content */
  description?: string | null;
  /** Parent folder; null for the top level */
  parent_id?: Uuid | null;
  /** Position among its siblings, smallest first */
  position?: number;
}

export interface FolderResponse {
  data: Folder;
}

export interface Funnel {
  /** First day */
  from: CalendarDay;
  /** Last day, included */
  to: CalendarDay;
  /** Time zone of the days */
  timezone: string;
  /** All events that were stored before this time are counted */
  as_of: Timestamp;
  /** Value from the request */
  window_hours: number;
  /** In the order of the request */
  steps: Array<{
    /** The step */
    event: string;
    /** False for a step that is no fact and no event that the application has had: it may be misspelt */
    is_known: boolean;
    /** Users who reached this step */
    users: number;
    /** Share of the total, in percent with two decimals, at most 100 */
    share_of_first: number;
    /** Share of the total, in percent with two decimals, at most 100 */
    share_of_previous: number;
  }>;
  /** At most 50 values, most users first; empty if not requested */
  breakdown: Array<{
    /** Value of the first step */
    value: string | null;
    /** Users who reached each step */
    users: Array<number>;
  }>;
}

export interface FunnelResponse {
  data: Funnel;
}

export interface GeneratedContentFields {
  /** Generated texts, by field */
  fields: GeneratedFields;
  /** Unchanged fields */
  skipped: Array<SkippedField>;
  /** Source of the text: a language model, or rules */
  source: 'ai' | 'rules';
}

export interface GeneratedContentFieldsResponse {
  data: GeneratedContentFields;
}

/** Fields that were generated */
export interface GeneratedFields {
  /** Title for search engines */
  meta_title?: string;
  /** Description for search engines */
  meta_description?: string;
  /** Markdown that starts with a heading of the first level */
  body?: string;
  /** Text instead of the cover */
  cover_alt?: string;
}

export interface GenerateFields {
  /** Kind of the item */
  kind: 'post' | 'article';
  /** The item */
  item_id: Uuid;
  /** Fields to fill, if they are empty */
  fields?: Array<'meta_title' | 'meta_description' | 'body' | 'cover_alt'>;
  /** `true` writes the texts into the draft; `false` only returns them */
  apply?: boolean;
}

export interface GetAnalyticsSummaryResponse {
  data: ApplicationSummary | SiteSummary;
}

export interface GetIdentityProviderResponse {
  data: IdentityProvider | null;
}

export interface Grant {
  /** Id of the grant */
  id: Uuid;
  /** Source of the grant */
  source: 'payment' | 'license' | 'admin';
  /** Id of the payment, license activation or admin grant */
  source_id: string;
  /** Code of the plan, if the grant comes from a plan */
  plan_code: string | null;
  /** Granted entitlement codes */
  entitlement_codes: Array<string>;
  /** Earliest start of the terms; the end of the year 9999 while a lifetime grant covers all codes */
  starts_at: Timestamp;
  /** Latest end of the terms, exclusive; null for lifetime */
  expires_at: Timestamp | null;
  /** Term of each code. A code whose term has not started because of a lifetime grant is left out */
  terms: Array<{
    /** Entitlement code */
    code: string;
    /** Start of the term */
    starts_at: Timestamp;
    /** End, exclusive; null for lifetime */
    expires_at: Timestamp | null;
  }>;
  /** Time of the revocation; the grant has no effect from then on */
  revoked_at: Timestamp | null;
  /** Why it was granted, revoked or restored last */
  reason: string | null;
  /** Creation time */
  created_at: Timestamp;
}

export interface GrantCreate {
  /** Plan whose entitlements are granted */
  plan_code?: string;
  /** Entitlement codes to grant, instead of a plan */
  entitlement_codes?: Array<string>;
  /** Start of a fixed term, which does not move other grants */
  starts_at?: Timestamp;
  /**
   * End of a fixed term; null for lifetime. Without both dates, the term of the plan is added;
   * entitlement_codes have no term of their own and need this field
   */
  expires_at?: Timestamp | null;
  /** Reason, stored with the grant */
  reason: string;
}

export interface GrantReason {
  /** Reason, stored with the grant */
  reason: string;
}

export interface GrantResponse {
  data: Grant;
}

export interface Health {
  /** `ok` while every service is ready */
  status: 'ok' | 'degraded';
  /** Version of the platform, as `info.version` of its API document */
  version: string;
  /** Readiness of each service */
  services: Record<string, 'up' | 'down'>;
  /** Site audits */
  seo: {
    /** Whether the performance-API key is set */
    pagespeed: 'configured' | 'not_configured';
  };
  /** Legal documents */
  legal: {
    /** Number of applications whose users register without a required consent; null while it is not known */
    applications_without_documents: number | null;
  };
}

export interface HealthResponse {
  data: Health;
}

export interface IdentityProvider {
  /** Exact `iss` of the tokens; users belong to it */
  issuer: string;
  /**
   * Other `iss` values of the same provider, for example of its new domain during a change of the domain.
   * Their users belong to `issuer`
   */
  issuer_aliases: Array<string>;
  /** A value that `aud` must contain; null when `authorized_party` or `allow_missing_audience` replaces it */
  audience: string | null;
  /** Accepts tokens without `aud`. If `audience` is set, a token with an `aud` must still contain it */
  allow_missing_audience: boolean;
  /** Address of the public keys (JWKS); null with only a shared secret */
  jwks_url: string | null;
  /** A shared secret is stored; it is never shown again */
  has_hs256_secret: boolean;
  /** When set, `azp` must equal it, or `client_id` in a token without `azp` (Keycloak, Clerk, Cognito) */
  authorized_party: string | null;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface IdentityProviderBody {
  /**
   * Exact `iss` of the tokens, with a trailing slash if and only if the tokens have one; users belong to it
   */
  issuer: string;
  /**
   * Other `iss` values of the same provider, for example of its new domain during a change of the domain.
   * Their users belong to `issuer`
   */
  issuer_aliases?: Array<string>;
  /** A value that `aud` must contain; null when `authorized_party` or `allow_missing_audience` replaces it */
  audience: string | null;
  /** Accepts tokens without `aud`. If `audience` is set, a token with an `aud` must still contain it */
  allow_missing_audience?: boolean;
  /**
   * Address of the public keys (JWKS); it must not redirect. If it is a discovery document
   * (`/.well-known/openid-configuration`), its `jwks_uri` is saved
   */
  jwks_url?: string | null;
  /**
   * Legacy shared secret of HS256 tokens, alone or together with `jwks_url` while a provider changes to
   * public keys
   */
  hs256_secret?: string | null;
  /** When set, `azp` must equal it, or `client_id` in a token without `azp` (Keycloak, Clerk, Cognito) */
  authorized_party?: string | null;
  /** Save without a check of `jwks_url` */
  skip_check?: boolean;
  /**
   * Change `issuer` even if users belong to the current issuer. These users register again as new users and
   * lose what they have
   */
  confirm?: boolean;
}

export interface ImportEntry {
  /** Id of the object in the file */
  source_id: string;
  /** Kind of the object; `other` for an object that the platform does not have */
  kind: 'site' | 'category' | 'author' | 'folder' | 'asset' | 'redirect' | 'other' | 'post' | 'article' | 'document' | 'download' | 'changelog_entry' | 'banner';
  /** Title, name or path of the object */
  title: string;
  /** Result for the object */
  outcome: 'created' | 'updated' | 'skipped' | 'failed';
  /** Id of the object in the platform */
  object_id: Uuid | null;
  /** Reason if it was skipped or failed */
  reason: ImportNote | null;
  /** Warnings about lost or changed content */
  warnings: Array<ImportNote>;
}

export interface ImportLoss {
  /** Code of the notes */
  code: string;
  /** Notes with the code, up to 50 of an object */
  count: number;
  /** The first three of them */
  examples: Array<ImportLossExample>;
}

export interface ImportLossExample {
  /** Kind of the object */
  kind: 'site' | 'category' | 'author' | 'folder' | 'asset' | 'redirect' | 'other' | 'post' | 'article' | 'document' | 'download' | 'changelog_entry' | 'banner';
  /** Title, name or path of the object */
  title: string;
  /** Text of the note */
  message: string;
}

export interface ImportNote {
  /** Code of the note */
  code: string;
  /** Text of the note */
  message: string;
}

export interface ImportReport {
  /** Objects that the import created */
  created: number;
  /** Objects of an earlier import that changed in the file */
  updated: number;
  /** Unchanged objects; the entry has the reason */
  skipped: number;
  /** Objects that could not be imported; the entry has the reason */
  failed: number;
  /** Warnings about lost or changed content; each warning is in its entry */
  warnings: number;
}

export interface InboundLink {
  /** The item that links to it */
  item_id: Uuid;
  /** Kind of that item */
  kind: 'post' | 'article' | 'document' | 'download' | 'changelog_entry' | 'banner';
  /** Its title */
  title: string;
  /** Part of its address */
  slug: string;
}

export interface Ingestion {
  /** First day */
  from: CalendarDay;
  /** Last day, included */
  to: CalendarDay;
  /** Time zone of the days */
  timezone: string;
  /** All events that were stored before this time are counted */
  as_of: Timestamp;
  /** Every day of the range */
  days: Array<{
    /** Day of arrival (UTC) */
    date: CalendarDay;
    /** Stored */
    stored: number;
    /** Repeats of stored events */
    duplicates: number;
    /** Refused events, by reason */
    rejected: Record<string, number>;
    /** Events counted as `(other)`: new names beyond the limit */
    without_name: number;
  }>;
  /** Sites of the application, for each day of the range with events of visitors */
  sites: Array<{
    /** Code of the site */
    site_code: string;
    /** Day of arrival (UTC) */
    date: CalendarDay;
    /** Bytes of events that visitors sent */
    stored_bytes: number;
    /** Requests refused with 429 because the site used up its day */
    over_budget: number;
    /** Bytes that the site may store in a day */
    budget_bytes: number;
  }>;
  /** Distinct event names so far */
  event_names: number;
  /** Limit of distinct event names */
  max_event_names: number;
}

export interface IngestionResponse {
  data: Ingestion;
}

export interface ItemAnnouncement {
  /** State */
  state: 'pending' | 'accepted' | 'failed';
  /**
   * Time at which search engines accepted the announcement; until then, the time of the change of the page
   */
  at: Timestamp;
}

/** Results of an item */
export interface ItemInsights {
  /** Item */
  item_id: Uuid;
  /** Kind */
  kind: 'post' | 'article' | 'document' | 'download' | 'changelog_entry' | 'banner';
  /** Number of past days of the site, today included, in which readers and leads are counted */
  days: number;
  /** Views of its page */
  views: number | null;
  /** Sum of the distinct visitors of each day */
  visitors: number | null;
  /** Views of the article, counted at its reads once per visitor and day; null for other kinds */
  article_views: number | null;
  /** Leads from its page, without spam */
  leads: number | null;
  /** Results of audits */
  seo: ItemSeo | null;
  /** The newest announcement of its page to search engines; null before the first */
  indexnow: ItemAnnouncement | null;
  /** Users of the application who registered through links with its slug as `utm_content` */
  registrations: number | null;
  /** Revenue of users of such links, regardless of their registration time */
  revenue: Array<ItemRevenue> | null;
  /** Parts that are null, with the reason */
  missing: Array<MissingInsight>;
}

export interface ItemInsightsResponse {
  data: ItemInsights;
}

export interface ItemIssue {
  /** Issue */
  id: Uuid;
  /** Type of the issue */
  issue_type: string;
  /** Title of the issue, one sentence */
  title: string;
  /** Severity */
  severity: 'critical' | 'high' | 'medium' | 'low';
}

/** Readiness of a text for search engines */
export interface ItemReadiness {
  /** `post` of the blog, `article` of the knowledge base */
  kind: 'post' | 'article';
  /** Id of the item */
  item_id: Uuid;
  /** Revision that was scored */
  revision: number;
  /** Percentage of the applicable points */
  seo_score: number;
  /** Checks that apply to the text */
  checks: Array<ReadinessCheck>;
  /** Time of the scoring */
  scored_at: Timestamp;
}

export interface ItemReadinessListResponse {
  data: Array<ItemReadiness>;
}

export interface ItemReadinessPage {
  data: Array<ItemReadiness>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface ItemReadinessResponse {
  data: ItemReadiness;
}

export interface ItemRevenue {
  /** Payments minus refunds */
  amount: number;
  /** ISO 4217 */
  currency: string;
}

export interface ItemSeo {
  /** Readiness of its text, 0 to 100; null for kinds without one */
  score: number | null;
  /** Score of its page in the last audit, 0 to 100 */
  page_score: number | null;
  /** Open issues, the most severe first; 20 at most */
  open_issues: Array<ItemIssue>;
}

/** Any JSON value */
export type JsonValue = unknown;

export interface JsonWebKey {
  /** Key type */
  kty: 'OKP';
  /** Curve */
  crv: 'Ed25519';
  /** Algorithm of the signatures */
  alg: 'EdDSA';
  /** Use of the key: signatures only */
  use: 'sig';
  /** Name of the key, equal to `kid` in the header of a token */
  kid: string;
  /** The 32 bytes of the key, base64url */
  x: string;
}

export interface JsonWebKeySet {
  /** JSON Web Keys, the signing key first */
  keys: Array<JsonWebKey>;
}

export interface KeyExpiry {
  /** End of the grace period, in the future */
  valid_until: Timestamp;
}

export interface KeyRotation {
  /**
   * Grace period of the current key. Keys of earlier rotations keep their end. 0 is for an emergency: all
   * former keys end at once, those of earlier rotations too, and only the new key is valid
   */
  grace_hours?: number;
}

export interface KnowledgeBaseOrder {
  /** Parent folder; null for the top level */
  parent_id: Uuid | null;
  /** Folders and articles of the folder in their new order; omitted ones follow at the end */
  ids: Array<Uuid>;
}

export interface KnowledgeBaseOrdered {
  /** Number of folders and articles that were ordered */
  ordered: number;
}

export interface KnowledgeBaseOrderedResponse {
  data: KnowledgeBaseOrdered;
}

export interface KnowledgeBaseTree {
  /** Folders at the top */
  folders: Array<TreeFolder>;
  /** Articles at the top */
  articles: Array<TreeArticle>;
}

export interface KnowledgeBaseTreeResponse {
  data: KnowledgeBaseTree;
}

export type LatestDownload = PublicDownload & {
  /** Whether it is newer than `current_version`; absent without a `current_version` that is a version */
  update_available?: boolean;
};

export type LatestDownloadOrNone = LatestDownload | null;

export interface LatestDownloadOrNoneResponse {
  data: LatestDownloadOrNone;
}

/** A submitted form */
export interface Lead {
  /** Id */
  id: Uuid;
  /** Kind of the form */
  form: 'contact' | 'newsletter';
  /** Code of the form on the site */
  form_code: string | null;
  /** `spam`: classified as spam; such a lead has no record in the ledger until it is released */
  state: 'new' | 'in_progress' | 'done' | 'spam';
  /** E-mail; null if there is none, or if the person was erased */
  email: string | null;
  /** Phone, E.164 */
  phone: string | null;
  /** Name */
  name: string | null;
  /** Message */
  message: string | null;
  /** Other fields of the form */
  fields: Record<string, string>;
  /** Page of the form */
  page_url: string | null;
  /** Path of that page; parts that look like personal data are replaced by `*` */
  page_path: string | null;
  /** Referrer */
  referrer: string | null;
  /** Campaign source */
  utm_source: string | null;
  /** Campaign medium */
  utm_medium: string | null;
  /** Campaign */
  utm_campaign: string | null;
  /** Campaign term */
  utm_term: string | null;
  /** Campaign content */
  utm_content: string | null;
  /** Language of the page */
  locale: string | null;
  /** Pseudonym of the person on this site, as in the consent journal */
  subject_id: Uuid;
  /** Its records in the consent ledger */
  consents: Array<{
    /** Record in the consent ledger of the site */
    consent_id: Uuid;
    /** The document */
    document_id: Uuid;
    /** Slot of the document */
    doc_kind: string;
    /** Version of the document */
    version: string;
    /** Whether the checkbox was checked */
    accepted: boolean;
  }>;
  /**
   * Where its person withdraws an accepted `marketing_consent`, also without a subscription: GET shows a
   * page, POST is the one-click unsubscribe. Each mail must contain it. null for a form without this consent
   * or without an e-mail
   */
  unsubscribe_url: string | null;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` */
  version: number;
  /** When it arrived */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface LeadAnswer {
  /** Id of the lead */
  lead_id: Uuid;
  /**
   * `pending_confirmation`: the link in a mail confirms the subscription. An unconfirmed address gets at most
   * five mails, at growing intervals. An unconfirmed subscription is removed seven days after the last form
   */
  status: 'accepted' | 'pending_confirmation';
}

export interface LeadAnswerResponse {
  data: LeadAnswer;
}

export type LeadErasure = {
  /** E-mail of the person */
  email: string;
  /**
   * Why the data is destroyed: the person asked for it, withdrew the consent, the purpose is reached, the
   * processing was unlawful, or an authority demands it
   */
  reason?: 'person_request' | 'consent_withdrawn' | 'purpose_reached' | 'unlawful_processing' | 'authority_demand';
} | {
  /**
   * Phone number of the person, as people type it: with a plus sign and its country code, or as people of the
   * `country` of the site dial it, such as `8 (916) 123-45-67`
   */
  phone: string;
  /**
   * Why the data is destroyed: the person asked for it, withdrew the consent, the purpose is reached, the
   * processing was unlawful, or an authority demands it
   */
  reason?: 'person_request' | 'consent_withdrawn' | 'purpose_reached' | 'unlawful_processing' | 'authority_demand';
};

export interface LeadForm {
  /** Kind of the form; `newsletter` requires a confirmation by mail */
  form: 'contact' | 'newsletter';
  /** Code of the form on the site */
  form_code?: string;
  /** E-mail; required for `newsletter`, and for `contact` without `phone` */
  email?: string | ('');
  /**
   * Phone number, as people type it: with a plus sign and its country code, or as people of the `country` of
   * the site dial it, such as `8 (916) 123-45-67`; it is stored in E.164
   */
  phone?: string | ('');
  /** Name */
  name?: string | ('');
  /** Message */
  message?: string | ('');
  /**
   * Other fields of the form by their names, in any script: texts, numbers, true or false. A field beside
   * them that this schema does not name counts as one of them. At most 50 together
   */
  fields?: Record<string, ((string | number | boolean) | Array<string | number | boolean>) | null>;
  /** Page of the form */
  page_url?: string;
  /** Referrer */
  referrer?: string | ('');
  /** Campaign source */
  utm_source?: string | ('');
  /** Campaign medium */
  utm_medium?: string | ('');
  /** Campaign */
  utm_campaign?: string | ('');
  /** Campaign term */
  utm_term?: string | ('');
  /** Campaign content */
  utm_content?: string | ('');
  /** Language of the page */
  locale?: Locale;
  /**
   * One entry for each checkbox. `personal_data_consent` is always required; `newsletter` also requires
   * `marketing_consent`
   */
  consents: Array<SiteConsentEntry>;
  /**
   * Idempotency key of the submission, created by the page: a repeat with the same id gets the same answer,
   * and another form with it `idempotency_conflict`
   */
  submission_id?: string;
  /** Honeypot: a hidden input that must stay empty */
  website?: string;
  /** Milliseconds between the display of the form and its submission */
  filled_ms?: number;
  /** Token of the captcha, where the site has one */
  captcha_token?: string;
  [field: string]: unknown;
}

export interface LeadPage {
  data: Array<Lead>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface LeadPatch {
  /** New state */
  state: 'new' | 'in_progress' | 'done' | 'spam';
}

export interface LeadResponse {
  data: Lead;
}

export interface LeadSearch {
  /** Rows in a page */
  limit?: number;
  /** `next_cursor` of the page before; it belongs to this list with these filters */
  cursor?: string;
  /** Only of the person with this e-mail */
  email?: string;
  /**
   * Only with this phone number, as people type it: with a plus sign and its country code, or as people of
   * the `country` of the site dial it, such as `8 (916) 123-45-67`
   */
  phone?: string;
  /** Only with this state; all except `spam` when absent */
  state?: 'new' | 'in_progress' | 'done' | 'spam';
  /** Only with this kind of form */
  form?: 'contact' | 'newsletter';
  /** Only of this form */
  form_code?: string;
  /** Arrived at this time or later; a day counts from its first moment in `timezone` */
  from?: string;
  /** Arrived before this time; a day is included as a whole */
  to?: string;
  /**
   * Time zone of the days in the filters, by its IANA name; when absent, that of the site in a list of a
   * site, and UTC in any other list
   */
  timezone?: string;
  /** `csv` returns a file */
  format?: 'json' | 'csv';
}

export interface LeadSettings {
  /** Captcha of the forms */
  captcha: 'none' | 'smartcaptcha';
  /** Public key of the captcha, for the page */
  captcha_key: string | null;
  /** Whether the secret is set; it is never shown */
  has_captcha_secret: boolean;
  /** Minimum fill time; a form that is sent sooner counts as spam */
  min_fill_ms: number;
  /** Addresses that receive a notification about each lead, without personal data */
  notify_emails: Array<string>;
  /** `Reply-To` address of mails of the site */
  reply_to: string | null;
  /** Days after which leads are removed */
  retention_days: number;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` */
  version: number;
}

export interface LeadSettingsPut {
  /** Captcha of the forms */
  captcha?: 'none' | 'smartcaptcha';
  /** Public key of the captcha */
  captcha_key?: string | null;
  /** Secret key of the captcha; unchanged when absent */
  captcha_secret?: string | null;
  /** Minimum fill time; a form that is sent sooner counts as spam */
  min_fill_ms?: number;
  /** Addresses that receive a notification about each lead */
  notify_emails?: Array<string>;
  /** `Reply-To` address of mails of the site */
  reply_to?: string | null;
  /** Days after which leads are removed */
  retention_days?: number;
}

export interface LeadSettingsResponse {
  data: LeadSettings;
}

/** A published legal document */
export interface LegalDocument {
  /** Id of the document; stays the same over its versions */
  id: Uuid;
  doc_kind: DocKind;
  /** Published version, to be returned as a string */
  version: string;
  /** Title */
  title: string;
  /** SHA-256 of the published body, hexadecimal */
  content_hash: string;
  /** Page of the document */
  public_url: string;
  /** When this version was published */
  published_at: Timestamp;
  /** An editorial version changes no meaning: an acceptance of the version before it stays in effect */
  editorial: boolean;
  /** When the version enters into force; null if it was not stated */
  effective_at: Timestamp | null;
  /** What changed, for the persons who accept it */
  change_note: string | null;
  /** Label of the checkbox that asks for it; null where the client words the label */
  checkbox_text: string | null;
}

export interface LegalDocumentListResponse {
  data: Array<LegalDocument>;
}

export type LegalDocumentWithBody = LegalDocument & {
  /** Markdown */
  body: string;
  /** The text as sanitized HTML, safe to insert into a page; only with `format=html` */
  html?: string;
};

export interface LegalDocumentWithBodyResponse {
  data: LegalDocumentWithBody;
}

/** A legal document as its authors see it */
export interface LegalDraft {
  /** Id of the document */
  id: Uuid;
  doc_kind: DocKind;
  /** Title of the draft */
  title: string;
  /** Markdown of the draft */
  body: string;
  /** Label of the checkbox that asks for it; null where the client words the label */
  checkbox_text: string | null;
  /** Latest published version */
  published_version: string | null;
  /** Whether the draft differs from the published version */
  has_unpublished_changes: boolean;
  /** Version number of the draft, increased by each change. Send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** Time of the last change of the draft */
  updated_at: Timestamp;
}

export interface LegalDraftBody {
  /** Title */
  title: string;
  /** Markdown */
  body: string;
  /**
   * Label of the checkbox that asks for it. The ledger stores this label readable, and every other label
   * sealed with the key of the person. null removes it; absent keeps it
   */
  checkbox_text?: string | null;
}

export interface LegalDraftListResponse {
  data: Array<LegalDraft>;
}

export interface LegalDraftResponse {
  data: LegalDraft;
}

export interface LegalPublication {
  /**
   * The version changes no meaning: nobody is asked again. Refused for the first version, and if the wording
   * of the checkbox changed: `checkbox_text`, or without one the title
   */
  editorial?: boolean;
  /** When the version enters into force */
  effective_at?: Timestamp | null;
  /** What changed, for the persons who accept it */
  change_note?: string | null;
}

/** One immutable published revision */
export interface LegalRevision {
  /** Version, as clients send it back */
  version: string;
  /** A `withdrawn` revision ends the previous one and cannot be accepted */
  status: 'published' | 'withdrawn';
  /** Title */
  title: string;
  /** SHA-256 of the body, hexadecimal; for a `withdrawn` revision, of the text that it ends */
  content_hash: string;
  /** Time of the publication */
  published_at: Timestamp;
  /** Administrator who published it */
  published_by: string | null;
  /** An editorial version changes no meaning: an acceptance of the version before it stays in effect */
  editorial: boolean;
  /** When the version enters into force; null if it was not stated */
  effective_at: Timestamp | null;
  /** What changed, for the persons who accept it */
  change_note: string | null;
  /** Label of the checkbox that asks for it; null where the client words the label */
  checkbox_text: string | null;
}

export interface LegalRevisionPage {
  data: Array<LegalRevision>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface LicenseActivation {
  /** The key; case, dashes and spaces are ignored */
  key: string;
  /** The installation; required if the key limits devices */
  installation_id?: Uuid;
}

/** Freshly issued keys */
export interface LicenseBatch {
  /** Id of the batch */
  batch_id: Uuid;
  /** Label of the batch */
  batch_name: string;
  /** The plan that the keys grant */
  plan_code: string;
  /** Number of users that may activate a key */
  max_redemptions: number;
  /** Number of installations on which a key may be activated; null for unlimited */
  max_devices: number | null;
  /** End of the period for first activations, exclusive; null for no end */
  valid_until: Timestamp | null;
  /** The keys */
  keys: Array<{
    /** Id of the key */
    id: Uuid;
    /** The key. It is shown only in this answer */
    key: string;
  }>;
}

export interface LicenseBatchPatch {
  /** Label of the batch */
  name?: string;
  /** Number of users that may activate a key */
  max_redemptions?: number;
  /** Number of installations on which a key may be activated; null for unlimited */
  max_devices?: number | null;
  /** End of the period for first activations, exclusive; null for no end */
  valid_until?: Timestamp | null;
}

export interface LicenseBatchResponse {
  data: LicenseBatch;
}

export interface LicenseBatchRevocation {
  /** Reason, stored with the keys and their grants */
  reason: string;
}

export interface LicenseIssue {
  /** The plan that the keys grant; not a free one */
  plan_code: string;
  /** Number of keys */
  quantity?: number;
  /** Label of the batch, for example a shop or a campaign */
  batch_name?: string;
  /** Number of users that may activate a key */
  max_redemptions?: number;
  /** Number of installations on which a key may be activated; null for unlimited */
  max_devices?: number | null;
  /** End of the period for first activations, exclusive; null for no end */
  valid_until?: Timestamp | null;
}

/** A license key, without the key itself */
export interface LicenseKey {
  /** Id of the key */
  id: Uuid;
  /** The batch it was issued in */
  batch_id: Uuid;
  /** Label of the batch */
  batch_name: string;
  /** Last five characters; the whole key is shown only when it is issued */
  hint: string;
  /** The plan it grants */
  plan_code: string;
  /** unused, in_use, exhausted (no redemption left), expired (term or valid_until over), revoked */
  status: 'unused' | 'in_use' | 'exhausted' | 'expired' | 'revoked';
  /** Number of users that activated the key */
  redemptions: number;
  /** Number of users that may activate a key */
  max_redemptions: number;
  /** Number of installations on which a key may be activated; null for unlimited */
  max_devices: number | null;
  /** End of the period for first activations, exclusive; null for no end */
  valid_until: Timestamp | null;
  /** Time of the first activation; null before it */
  first_activated_at: Timestamp | null;
  /** When it was revoked */
  revoked_at: Timestamp | null;
  /** Why it was revoked */
  revocation_reason: string | null;
  /** When it was issued */
  created_at: Timestamp;
}

/** Keys that were issued together */
export interface LicenseKeyBatch {
  /** Id of the batch */
  id: Uuid;
  /** Label of the batch */
  name: string;
  /** The plan that its keys grant */
  plan_code: string;
  /** Number of its keys */
  quantity: number;
  /** Number of users that may activate a key */
  max_redemptions: number;
  /** Number of installations on which a key may be activated; null for unlimited */
  max_devices: number | null;
  /** End of the period for first activations, exclusive; null for no end */
  valid_until: Timestamp | null;
  /** When all of its keys were revoked together; null while they were not */
  revoked_at: Timestamp | null;
  /** Why they were revoked */
  revocation_reason: string | null;
  /** When the last grant of a revoked key had ended; null while the background job runs */
  revocation_ended_at: Timestamp | null;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface LicenseKeyBatchPage {
  data: Array<LicenseKeyBatch>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface LicenseKeyBatchResponse {
  data: LicenseKeyBatch;
}

export type LicenseKeyBatchWithUse = LicenseKeyBatch & {
  /** Keys that no user has activated and that are not revoked */
  unused: number;
  /** Keys that a user has activated and that are not revoked */
  used: number;
  /** Keys that are revoked */
  revoked: number;
  /** Activations of all keys */
  redemptions: number;
};

export interface LicenseKeyBatchWithUseResponse {
  data: LicenseKeyBatchWithUse;
}

export interface LicenseKeyPage {
  data: Array<LicenseKey>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface LicenseKeyResponse {
  data: LicenseKey;
}

export interface LicenseKeyRevocation {
  /** Reason, stored with the key and its grants */
  reason: string;
}

export type LicenseKeyWithActivations = LicenseKey & {
  /** Activations, newest first, at most 200 */
  activations: Array<{
    /** The user */
    user_id: Uuid;
    /** The grant that the activation made */
    grant_id: Uuid | null;
    /** When the user activated the key */
    activated_at: Timestamp;
  }>;
};

export interface LicenseKeyWithActivationsResponse {
  data: LicenseKeyWithActivations;
}

export type LicenseSnapshot = EntitlementSnapshot & {
  /** The activated license */
  license: {
    /** Activated license */
    plan_code: string;
    /** Time of the activation by this user */
    activated_at: Timestamp;
    /** End of the added term, exclusive; null for lifetime, the year 9999 while a lifetime grant covers it */
    expires_at: Timestamp | null;
  };
};

export interface LicenseSnapshotResponse {
  data: LicenseSnapshot;
}

export type ListedUser = AdminUser & {
  /**
   * The terms that match `entitlement_code`, `plan_code`, `expires_from`, `expires_until` and `access`, those
   * that end last first, at most 20; null without these filters
   */
  terms: Array<UserTerm> | null;
};

export interface ListedUserPage {
  data: Array<ListedUser>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

/** Language by BCP 47: `ll`, `ll-CC` or `ll-Ssss`, in any case */
export type Locale = string;

/** Outcome of an import of logins */
export interface LoginImport {
  /** Whether nothing was written */
  dry_run: boolean;
  /** Rows of the file */
  rows: number;
  /** Users that get their new login, and customers of before who wait for it from now on */
  moved: number;
  /** Users into which the user that had the new login is merged */
  merged: number;
  /** Users to which the new login leads already */
  unchanged: number;
  /** Rows without an effect; `failures` has the reasons */
  failed: number;
  /** The first 100 rows that failed, in the order of the file */
  failures: Array<RowFailure>;
}

export interface LoginImportResponse {
  data: LoginImport;
}

/** A mail, without its text */
export interface Mail {
  /** Id; the `Message-ID` of the mail is made from it */
  id: Uuid;
  /** Kind of the mail */
  kind: string;
  /** `failed`: not delivered after eight attempts, or refused permanently */
  status: 'queued' | 'sent' | 'failed';
  /** First letter and domain of the address; null for a person who was erased */
  recipient: string | null;
  /** Attempts so far */
  attempts: number;
  /** Time of the next attempt */
  next_attempt_at: Timestamp | null;
  /** Error of the last attempt, with the codes of the mail server */
  last_error: string | null;
  /** Time of the request */
  created_at: Timestamp;
  /** Time at which the mail server accepted it */
  sent_at: Timestamp | null;
}

/** A user who may be mailed now */
export interface MailableUser {
  /** The user */
  user_id: Uuid;
  /** E-mail that the identity provider has verified */
  email: string;
  /** Name to show */
  display_name: string | null;
  /** Accepted version of `marketing_consent` */
  version: string;
  /** When it was accepted */
  accepted_at: Timestamp;
}

export interface MailableUserPage {
  data: Array<MailableUser>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface MailPage {
  data: Array<Mail>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface MailResponse {
  data: Mail;
}

/** A number and its value in the previous range; defined in METRICS.md of analytics */
export interface Metric {
  /** Value in the range */
  value: number;
  /** Value in the previous range */
  previous: number;
}

/** A document that must be accepted */
export interface MissingConsent {
  /** Kind of the document */
  doc_kind: string;
  /** The document to accept */
  document_id: string;
  /** Its published version */
  version: string;
}

/** The documents that a user must accept first */
export interface MissingConsents {
  /** The documents without an accepted entry */
  missing: Array<MissingConsent>;
}

export interface MissingInsight {
  /** Part that is null; `seo` includes `indexnow`, `revenue` includes `registrations` */
  part: 'readers' | 'leads' | 'seo' | 'revenue';
  /** Reason: the service is down, no page has the item, or the site belongs to no application */
  reason: 'not_answering' | 'no_address' | 'no_application';
}

/** An application whose users register without a consent */
export interface MissingLegalDocuments {
  /** Application */
  application_id: Uuid;
  /** Required documents that are not published; `terms`: no agreement is published */
  missing: Array<'terms' | 'personal_data_consent'>;
}

export interface MissingLegalDocumentsListResponse {
  data: Array<MissingLegalDocuments>;
}

export interface Money {
  /** ISO 4217 */
  currency: string;
  /** Amount */
  value: number;
}

export type NewAdminApiKey = AdminApiKey & {
  /** The key: `svc_adm_` and 32 characters. It is shown only in this answer */
  api_key: string;
};

export interface NewAdminApiKeyResponse {
  data: NewAdminApiKey;
}

export interface NewSiteKey {
  /** The key, shown in this answer and never again: `svc_cms_…`, or `svc_cms_srv_…` of a server */
  site_key: string;
  /** Live keys, newest first */
  site_keys: Array<SiteKey>;
}

export interface NewSiteKeyResponse {
  data: NewSiteKey;
}

export interface OfrepBulk {
  /** Every flag */
  flags: Array<OfrepEvaluation>;
  /** Nothing */
  metadata: Record<string, unknown>;
}

/** OpenFeature Remote Evaluation Protocol: one evaluated flag */
export interface OfrepEvaluation {
  /** Code of the flag or key of the parameter */
  key: string;
  /** Value; absent for null: the caller uses its default */
  value?: JsonValue;
  /**
   * Reason of the value: a rule matched, a rule with a percentage matched, no rule matched, there are no
   * rules, the flag is switched off
   */
  reason: 'TARGETING_MATCH' | 'SPLIT' | 'DEFAULT' | 'STATIC' | 'DISABLED';
  /** Name of a boolean value */
  variant?: 'on' | 'off';
  /** Metadata of the flag or parameter */
  metadata: {
    /** Version of the flag or parameter */
    version: number;
    /** A feature flag or a remote parameter */
    kind: 'feature' | 'config';
  };
}

export interface OfrepFailure {
  /** Code of the flag, if the path contains it */
  key?: string;
  /** Error code of OpenFeature */
  errorCode: 'PARSE_ERROR' | 'INVALID_CONTEXT' | 'FLAG_NOT_FOUND' | 'GENERAL';
  /** What is wrong and what to do next, as a sentence for a person */
  errorDetails: string;
}

export interface OfrepRequest {
  /**
   * Evaluation context. Attributes that no rule uses are ignored. An attribute that is null, of another type
   * or too long counts as unknown
   */
  context?: {
    /** Id of the user; the `sub` of a user token takes precedence */
    targetingKey?: string | null;
    /** For example web, android, ios */
    platform?: string | null;
    /**
     * Version of the client. Missing parts are zeros (`2.0` is `2.0.0`), a fourth number and a build suffix
     * do not count (`2.0.0.1234`, `2.0.0 (45)`). Another text matches no range
     */
    app_version?: string | null;
    /** ISO 3166-1 alpha-2, instead of the country of the client address */
    country_code?: string | null;
    [field: string]: unknown;
  } | null;
}

export interface OpenLatestDownloadResponse {
  data: null;
}

/** One answer of the user to one checkbox */
export interface OwnConsentRecord {
  /** Id of the record */
  id: Uuid;
  /** The document */
  document_id: Uuid;
  doc_kind: DocKind;
  /** Version of the document, published at that time */
  version: string;
  /** SHA-256 of the text of that version, hexadecimal */
  content_hash: string;
  /**
   * The label that the user saw beside the checkbox; null when erased. A label that the document was
   * published with, `checkbox_text` or the title, stays
   */
  checkbox_text: string | null;
  /** False for a refusal or withdrawal */
  accepted: boolean;
  /** Source of the answer */
  source: 'registration' | 'paywall' | 'site_form' | 'newsletter' | 'other';
  /** Time of the record */
  recorded_at: Timestamp;
  /** Page of exactly that version */
  public_url: string;
}

export interface OwnConsentRecordPage {
  data: Array<OwnConsentRecord>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface Payment {
  /** Id of the payment */
  id?: Uuid;
  /** The same id; use `id`, which every object of the API has */
  payment_id: Uuid;
  /** Id at the provider */
  provider_payment_id: string | null;
  /** pending → succeeded or canceled; succeeded → refunded */
  status: 'pending' | 'succeeded' | 'canceled' | 'refunded';
  /**
   * Reason of the cancellation, for example expired_on_confirmation, `mismatch` for a pending payment of
   * which the provider reports something else (an administrator sees what), or reason of a refund by the
   * platform itself: already_owned, paid_twice, user_erased
   */
  status_reason: string | null;
  /** Address of the payment page; null after the settlement, and for a `mismatch` */
  confirmation_url: string | null;
  /** Amount to charge */
  amount: number;
  /** ISO 4217 */
  currency: string;
  /** Refunded amount */
  refunded_amount: number;
  /** The price that was bought */
  plan_price_id: Uuid;
  /** The plan that was bought */
  plan_code: string;
  /** Always true for a payment */
  requires_purchase: boolean;
  /** When it was started */
  created_at: Timestamp;
  /** When the provider took the money */
  succeeded_at: Timestamp | null;
  /** When the platform learned of the cancellation */
  canceled_at: Timestamp | null;
  /** When the last refund was made at the provider */
  refunded_at: Timestamp | null;
}

export interface PaymentCreate {
  /** Must name the application of the key */
  application_code?: string;
  /** From the paywall */
  plan_price_id: Uuid;
  /**
   * Address to which the provider redirects the user after the payment: http(s) or a registered app scheme
   */
  return_url: string;
  /** Must contain an accepted `license_offer` entry */
  consents?: Array<ConsentEntry>;
  /** Client platform, for the consent journal; the platform of the registration when absent */
  platform?: string;
  /** E-mail address for the receipt, instead of the address of the user */
  receipt_email?: string;
  /**
   * Phone number for the receipt, instead of an e-mail address, as people type it: with a plus sign and its
   * country code, or as people in Russia dial it, such as `8 (916) 123-45-67`
   */
  receipt_phone?: string;
}

export interface PaymentPage {
  data: Array<Payment>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface PaymentResponse {
  data: Payment;
}

export interface PaymentSearch {
  /** Rows in a page */
  limit?: number;
  /** `next_cursor` of the page before; it belongs to this list with these filters */
  cursor?: string;
  /** Only of users with this e-mail address */
  email: string;
  /** Only with this status */
  status?: 'pending' | 'succeeded' | 'canceled' | 'refunded';
  /** Only of this user */
  user_id?: Uuid;
  /** Only the payment with this id at the provider */
  provider_payment_id?: string;
  /** Only with this number of the fiscal document */
  receipt_number?: string;
  /** Only with a fiscal receipt in this state */
  receipt_registration?: 'pending' | 'succeeded' | 'canceled';
  /** Only of this plan */
  plan_code?: string;
  /** Only of this amount */
  amount?: number;
  /** Only those of which the provider reports something else, or only the others */
  has_mismatch?: 'true' | 'false';
  /** Only those created at this time or later; a day counts from its first moment in `timezone` */
  created_from?: string;
  /** Only those created before this time; a day is included as a whole */
  created_until?: string;
  /**
   * Time zone of the days in the filters, by its IANA name; when absent, that of the site in a list of a
   * site, and UTC in any other list
   */
  timezone?: string;
  /** `csv` returns the rows as a file */
  format?: 'json' | 'csv';
}

export interface PaymentStarted {
  /** Id of the payment */
  id: Uuid;
  /** The same id; use `id`, which every object of the API has */
  payment_id: Uuid;
  /** Id at the provider */
  provider_payment_id: string;
  /** `pending` for a new payment; a replayed call returns the current status */
  status: 'pending' | 'succeeded' | 'canceled' | 'refunded';
  /** Address of the payment page */
  confirmation_url: string | null;
  /** Amount to charge */
  amount: number;
  /** ISO 4217 */
  currency: string;
  /** Always true here */
  requires_purchase: boolean;
}

export interface PaymentStartedResponse {
  data: PaymentStarted;
}

export interface PaymentSync {
  /** Id of the payment */
  payment_id: Uuid;
  /** Status after the check at the provider */
  status: 'pending' | 'succeeded' | 'canceled' | 'refunded';
  /** Why it was canceled, or `mismatch` */
  status_reason: string | null;
  /** Whether the next read of the entitlements includes the purchase */
  entitlements_granted: boolean;
}

export interface PaymentSyncResponse {
  data: PaymentSync;
}

export type PaymentWithRefunds = AdminPayment & {
  /** Its refunds, newest first */
  refunds: Array<Refund>;
};

export interface PaymentWithRefundsResponse {
  data: PaymentWithRefunds;
}

/** A paywall as administrators see it */
export interface Paywall {
  /** Id */
  id: Uuid;
  /** Code in the address that clients read; usually main */
  code: string;
  /** Label for administrators */
  name: string;
  /** Text that clients show */
  title: string | null;
  /** Text that clients show */
  subtitle: string | null;
  /** Clients get only an `active` paywall */
  status: 'draft' | 'active' | 'archived';
  /** Offers in display order, hidden ones included */
  items: Array<{
    /** Price on offer */
    plan_price_id: Uuid;
    /** Order */
    position: number;
    /** Whether clients highlight the offer */
    is_recommended: boolean;
    /** Badge text */
    badge: string | null;
    /** Title in place of the plan name */
    custom_title: string | null;
    /** Subtitle below the title */
    custom_subtitle: string | null;
    /**
     * Why clients do not get the item: its price is inactive, its plan is a draft or archived, or the plan
     * grants nothing and the price is charged; null for an item that clients get
     */
    hidden_reason: ('price_inactive' | 'plan_draft' | 'plan_archived' | 'plan_grants_nothing') | null;
  }>;
  /** Number of items that clients get while the paywall is `active`; 0 shows no offer */
  shown_items: number;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface PaywallCreate {
  /** Code in the address that clients read; usually main */
  code: string;
  /** Label for administrators */
  name: string;
  /** Text that clients show */
  title?: string | null;
  /** Text that clients show */
  subtitle?: string | null;
  /** Initial status; an `active` paywall is served at once */
  status?: 'draft' | 'active';
}

export interface PaywallItems {
  /** Offers in display order; they replace the current ones */
  items: Array<{
    /** Price on offer */
    plan_price_id: Uuid;
    /** Order; in every item or in none */
    position?: number;
    /** Whether clients highlight the offer */
    is_recommended?: boolean;
    /** Badge text */
    badge?: string | null;
    /** Title in place of the plan name */
    custom_title?: string | null;
    /** Subtitle below the title */
    custom_subtitle?: string | null;
    /** As it was read; it changes nothing */
    hidden_reason?: ('price_inactive' | 'plan_draft' | 'plan_archived' | 'plan_grants_nothing') | null;
  }>;
}

export interface PaywallNoPurchaseUser {
  /** The application of the user */
  application_id: Uuid;
  /** The user */
  user_id: Uuid;
  /** Paywall views in the range */
  views: number;
  /** First time in the range */
  first_viewed_at: Timestamp;
  /** Last time in the range */
  last_viewed_at: Timestamp;
  /** Acquisition source, `direct` without one */
  channel: string;
  /** When the user registered */
  registered_at: Timestamp | null;
}

export interface PaywallNoPurchaseUserPage {
  data: Array<PaywallNoPurchaseUser>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface PaywallPage {
  data: Array<Paywall>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface PaywallPatch {
  /** Label for administrators */
  name?: string;
  /** Text that clients show; null clears it */
  title?: string | null;
  /** Text that clients show; null clears it */
  subtitle?: string | null;
  /** Clients get only an `active` paywall */
  status?: 'draft' | 'active' | 'archived';
  /** Code in the address that clients read; only of a paywall that is not `active` */
  code?: string;
}

export interface PaywallResponse {
  data: Paywall;
}

/** A published version that the user has not accepted yet */
export interface PendingReconsent {
  /** The document to accept */
  document_id: Uuid;
  /** The version to accept, as a string */
  published_version: string;
  doc_kind: DocKind;
  /** Title of the published version */
  title: string;
  /** Page of the document */
  public_url: string;
  /** What changed in the version that asks for the consent */
  change_note: string | null;
  /** When that version enters into force */
  effective_at: Timestamp | null;
  /** Label of the checkbox; null where the client words it */
  checkbox_text: string | null;
}

/** A place that uses the object to delete */
export interface PlaceOfUse {
  /** Kind of the place */
  kind: string;
  /** Its id */
  id: string;
  /** Its title */
  title: string;
  /** Field that refers to the object */
  field: string;
}

export interface Plan {
  /** Id */
  id: Uuid;
  /** Stable code */
  code: string;
  /** Shown on the paywall */
  name: string;
  /** How the plan is charged */
  billing_type: 'one_time' | 'recurring' | 'lifetime' | 'free';
  /** Length of a term; null without an end */
  duration_days: number | null;
  /** True means no expiry */
  is_lifetime: boolean;
  /** `active` plans appear on paywalls */
  status: 'draft' | 'active' | 'archived';
  /** Granted on purchase */
  entitlement_codes: Array<string>;
  /** Prices, active first */
  prices: Array<AdminPlanPrice>;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

/** Brings the owners of a plan to its present entitlements, in the background */
export interface PlanBackfill {
  /** Id of the backfill */
  id: Uuid;
  /** The plan */
  plan_id: Uuid;
  /**
   * `superseded`: a later backfill of the plan takes its place. `failed`: an owner could not be written,
   * again and again; setting the entitlements once more goes on.
   */
  state: 'queued' | 'running' | 'finished' | 'superseded' | 'failed';
  /** What each owner has when it is finished */
  entitlement_codes: Array<string>;
  /** Owners without these entitlements when it began; null before */
  owners_total: number | null;
  /** Owners whose entitlements it has changed */
  owners_done: number;
  /** Administrator who asked for it */
  admin_id: Uuid;
  /** When it was asked for */
  created_at: Timestamp;
  /** When it ended; null before */
  finished_at: Timestamp | null;
}

export interface PlanBackfillPage {
  data: Array<PlanBackfill>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface PlanBackfillResponse {
  data: PlanBackfill;
}

export interface PlanCreate {
  /** Stable code; it can be changed until the plan is in use */
  code: string;
  /** Shown on the paywall */
  name: string;
  /**
   * `one_time` and `recurring` are timed, `lifetime` and `free` have no term. A `recurring` plan is not
   * charged again by itself: the person buys the next term
   */
  billing_type: 'one_time' | 'recurring' | 'lifetime' | 'free';
  /** Required for timed plans */
  duration_days?: number | null;
  /** Initial status; an `active` plan is sold at once */
  status?: 'draft' | 'active';
  /** Granted on purchase */
  entitlement_codes?: Array<string>;
}

export interface PlanEntitlements {
  /** Codes that the plan grants; they replace the present ones */
  entitlement_codes?: Array<string>;
  /** The same under the former name: use `entitlement_codes` */
  codes?: Array<string>;
  /** `new`: purchases from now on; `owners`: also all users who own the plan */
  apply_to?: 'new' | 'owners';
}

export interface PlanPage {
  data: Array<Plan>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface PlanPatch {
  /** Shown on the paywall */
  name?: string;
  /** Only `active` plans are sold */
  status?: 'draft' | 'active' | 'archived';
  /** Stable code, until the plan is in use */
  code?: string;
  /** How the plan is charged, until the plan is in use */
  billing_type?: 'one_time' | 'recurring' | 'lifetime' | 'free';
  /** Length of a term, until the plan is in use; null for types without a term */
  duration_days?: number | null;
}

export interface PlanPrice {
  /** Id of the price, used as `plan_price_id` */
  id: Uuid;
  /** Amount to charge; 0 for free */
  amount: number;
  /** ISO 4217 */
  currency: string;
  /** For display only: the charge is always `amount` */
  discount_percent: number;
  /** Payment provider that collects the amount */
  payment_provider: 'yookassa' | 'free';
  /** Listed and purchasable */
  is_active: boolean;
  /** Strike-through value derived from the discount */
  compare_at_amount: number | null;
  /** Whether to show the strike-through value */
  has_discount: boolean;
  /** Formatted texts, for clients that do not format prices */
  display: {
    /** Formatted amount */
    amount: string;
    /** Formatted strike-through value */
    compare_at_amount: string | null;
    /** For example −30 % */
    discount: string | null;
  };
  /** Whether the price is free */
  is_free: boolean;
  /** Whether a payment is required */
  requires_purchase: boolean;
  /** The free tier never needs the network */
  works_offline: boolean;
}

export interface PlanPriceCreate {
  /** Amount to charge, from 1 to 350000; 0 is free for any type of plan */
  amount: number;
  /** ISO 4217; RUB for an amount that is charged */
  currency: string;
  /** For display only */
  discount_percent?: number;
  /** Derived from the amount: `free` if and only if the amount is 0 */
  payment_provider?: 'yookassa' | 'free';
  /** Listed and purchasable */
  is_active?: boolean;
}

export interface PlanPricePatch {
  /** Listed and purchasable */
  is_active?: boolean;
  /** For display only */
  discount_percent?: number;
  /** Amount to charge, until a payment refers to the price */
  amount?: number;
  /** ISO 4217, until a payment refers to the price */
  currency?: string;
}

export interface PlanResponse {
  data: Plan;
}

export type PlanWithEntitlements = ChangedPlan & {
  /**
   * Active paywalls with a charged price of this plan, while the plan grants nothing: they hide it, and
   * nobody can buy it
   */
  emptied_paywalls: Array<{
    /** Id of the paywall */
    id: Uuid;
    /** Code of the paywall */
    code: string;
  }>;
  /** The backfill that `apply_to: owners` began; null without it */
  backfill: PlanBackfill | null;
};

export interface PlanWithEntitlementsResponse {
  data: PlanWithEntitlements;
}

export type PopularArticle = TreeArticle & {
  /** Sum of the visitors of each day over 90 days */
  view_count: number;
};

export interface PopularArticleListResponse {
  data: Array<PopularArticle>;
}

/** A blog post as its authors see it */
export type Post = PostEntry & {
  /** Markdown */
  body: string;
};

export interface PostCreate {
  /** Slug, part of the address; derived from the title when absent at creation */
  slug?: Slug;
  /** Language; the default one of the site when absent */
  locale?: Locale;
  /** The item that this one translates, of the same kind */
  translation_of?: Uuid | null;
  /** Title */
  title: string;
  /** A few sentences for lists */
  excerpt?: string | null;
  /** Markdown */
  body?: string;
  /** An uploaded image */
  cover_asset_id?: Uuid | null;
  /** Address of an external image; an uploaded image takes precedence */
  cover_url?: string | null;
  /** Text instead of the cover */
  cover_alt?: string | null;
  /** Title for search engines; the title when empty */
  meta_title?: string | null;
  /** Description for search engines; the excerpt when empty */
  meta_description?: string | null;
  /** Canonical address for search engines */
  canonical_url?: string | null;
  /** Whether search engines must not index it */
  noindex?: boolean;
  /**
   * Publication time that readers see, not in the future when it is published; the time of the first
   * publication when null
   */
  published_at?: Timestamp | null;
  /** Related items of the same kind and site; items with shared tags when empty */
  related_ids?: Array<Uuid>;
  /** Category */
  category_id?: Uuid | null;
  /** Tags */
  tags?: Array<string>;
  /** Author */
  author_id?: Uuid | null;
  /** Whether the post is featured: sites may show it first */
  is_featured?: boolean;
}

export interface PostEntry {
  /** Id */
  id: Uuid;
  /** State of the item */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Version number, increased by each change. Send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** Number of the newest revision, which is the draft */
  revision: number;
  /** Number of the revision that readers see */
  published_revision: number | null;
  /** Number of the revision that the schedule will publish */
  scheduled_revision: number | null;
  /** When the schedule publishes it */
  scheduled_at: Timestamp | null;
  /** Time at which the schedule unpublishes it */
  unpublish_at: Timestamp | null;
  /** Error of the last scheduled publication. A text that is refused three times loses its schedule */
  schedule_error: string | null;
  /** The first item of its group of translations; null for the first one */
  translation_of: Uuid | null;
  /** Its address on the site; null without one */
  url: string | null;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
  /** E-mail of the administrator who changed it last */
  updated_by: string | null;
  /** Slug, part of the address; derived from the title when absent at creation */
  slug: Slug;
  /** Language, one of the languages of the site; it cannot be changed */
  locale: Locale;
  /** Title */
  title: string;
  /** A few sentences for lists */
  excerpt: string | null;
  /** An uploaded image */
  cover_asset_id: Uuid | null;
  /** Address of an external image; an uploaded image takes precedence */
  cover_url: string | null;
  /** Text instead of the cover */
  cover_alt: string | null;
  /** Title for search engines; the title when empty */
  meta_title: string | null;
  /** Description for search engines; the excerpt when empty */
  meta_description: string | null;
  /** Canonical address for search engines */
  canonical_url: string | null;
  /** Whether search engines must not index it */
  noindex: boolean;
  /**
   * Publication time that readers see, not in the future when it is published; the time of the first
   * publication when null
   */
  published_at: Timestamp | null;
  /** Related items of the same kind and site; items with shared tags when empty */
  related_ids: Array<Uuid>;
  /** Category */
  category_id: Uuid | null;
  /** Tags */
  tags: Array<string>;
  /** Author */
  author_id: Uuid | null;
  /** Whether the post is featured: sites may show it first */
  is_featured: boolean;
}

export interface PostEntryPage {
  data: Array<PostEntry>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface PostPatch {
  /** Slug, part of the address; derived from the title when absent at creation */
  slug?: Slug;
  /** Note about this revision */
  note?: string | null;
  /**
   * Whether the editor saves by itself. The new revision takes the place of one that the same author
   * autosaved less than 10 minutes after the first of them, and that nobody published or scheduled; else it
   * is one more. Numbers and `lock_version` grow in any case
   */
  autosave?: boolean;
  /** Title */
  title?: string;
  /** A few sentences for lists */
  excerpt?: string | null;
  /** Markdown */
  body?: string;
  /** An uploaded image */
  cover_asset_id?: Uuid | null;
  /** Address of an external image; an uploaded image takes precedence */
  cover_url?: string | null;
  /** Text instead of the cover */
  cover_alt?: string | null;
  /** Title for search engines; the title when empty */
  meta_title?: string | null;
  /** Description for search engines; the excerpt when empty */
  meta_description?: string | null;
  /** Canonical address for search engines */
  canonical_url?: string | null;
  /** Whether search engines must not index it */
  noindex?: boolean;
  /**
   * Publication time that readers see, not in the future when it is published; the time of the first
   * publication when null
   */
  published_at?: Timestamp | null;
  /** Related items of the same kind and site; items with shared tags when empty */
  related_ids?: Array<Uuid>;
  /** Category */
  category_id?: Uuid | null;
  /** Tags */
  tags?: Array<string>;
  /** Author */
  author_id?: Uuid | null;
  /** Whether the post is featured: sites may show it first */
  is_featured?: boolean;
}

export interface PostResponse {
  data: Post;
}

export interface PreviewToken {
  /** Preview token, shown only in this answer; it opens this item as `?preview=` */
  token: string;
  /** The address of the item with the token; null without a `website_url` */
  preview_url: string | null;
  /** Expiry of the token */
  expires_at: Timestamp;
}

export interface PreviewTokenCreate {
  /** Lifetime in minutes */
  ttl_minutes?: number;
  /** Revision to show; null for always the newest one */
  revision?: number | null;
}

export interface PreviewTokenResponse {
  data: PreviewToken;
}

export interface PreviousRange {
  /** First day */
  from: CalendarDay;
  /** Last day */
  to: CalendarDay;
}

export interface ProfilePatch {
  /** Name to show; null clears it */
  display_name?: string | null;
  /** Picture to show; null clears it */
  avatar_url?: string | null;
  /** Time zone: its IANA name, or an offset such as `+03:00`; null clears it */
  timezone?: string | null;
}

export interface PublicArticle {
  /** Part of its address */
  slug: string;
  /** Language */
  locale: string;
  /** `published`, except in a preview */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Title */
  title: string;
  /** Its address on the site */
  url: string | null;
  /** Publication time; null in the preview of an unpublished text */
  published_at: Timestamp | null;
  /** Time of the last change that readers see */
  updated_at: Timestamp;
  /** A few sentences; the beginning of the text when its author wrote none */
  excerpt: string | null;
  /** Markdown */
  body: string;
  /** The text as sanitized HTML, safe to insert into a page */
  html?: string;
  /** Address of the cover */
  cover_url: string | null;
  /** Path of the cover in the platform, `/assets/cms/…` */
  cover_asset_path: string | null;
  /** Text instead of the cover */
  cover_alt: string | null;
  /** The cover in its sizes */
  cover: PublicImage | null;
  /** Title for search engines */
  meta_title: string | null;
  /** Description for search engines */
  meta_description: string | null;
  /** Whether the text starts with a title of its own, a heading of the first level; else show `title` */
  has_h1: boolean;
  /** Reading time in minutes at 200 words a minute; at least 1 */
  reading_minutes: number;
  /** The same text in all languages, this one included */
  alternates: Array<Alternate>;
  /** Metadata for the head of the page */
  seo: SeoHead;
  /** Canonical address for search engines */
  canonical_url: string | null;
  /** Whether search engines must not index it */
  noindex: boolean;
  /** Headings of the second to fourth level, the first 1,000 */
  toc: Array<TocEntry>;
  /** Related items */
  related: Array<TextLink>;
  /** Folders from the top */
  breadcrumbs: Array<Breadcrumb>;
  /** Previous article in the tree */
  previous: TextLink | null;
  /** Next article in the tree */
  next: TextLink | null;
}

export interface PublicArticleEntry {
  /** Part of its address */
  slug: string;
  /** Language */
  locale: string;
  /** `published`, except in a preview */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Title */
  title: string;
  /** Its address on the site */
  url: string | null;
  /** Publication time; null in the preview of an unpublished text */
  published_at: Timestamp | null;
  /** Time of the last change that readers see */
  updated_at: Timestamp;
  /** A few sentences; the beginning of the text when its author wrote none */
  excerpt: string | null;
  /** Markdown */
  body?: string;
  /** The text as sanitized HTML, safe to insert into a page */
  html?: string;
  /** Address of the cover */
  cover_url: string | null;
  /** Path of the cover in the platform, `/assets/cms/…` */
  cover_asset_path: string | null;
  /** Text instead of the cover */
  cover_alt: string | null;
  /** The cover in its sizes */
  cover: PublicImage | null;
  /** Title for search engines */
  meta_title: string | null;
  /** Description for search engines */
  meta_description: string | null;
  /** Whether the text starts with a title of its own, a heading of the first level; else show `title` */
  has_h1: boolean;
  /** Reading time in minutes at 200 words a minute; at least 1 */
  reading_minutes: number;
  /** The same text in all languages, with `include=seo` */
  alternates?: Array<Alternate>;
  /** Metadata for the head of the page, with `include=seo` */
  seo?: SeoHead;
}

export interface PublicArticleEntryPage {
  data: Array<PublicArticleEntry>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface PublicArticleResponse {
  data: PublicArticle;
}

export interface PublicAuthor {
  /** Slug, for `author` of the list of posts; null for a moment after an import */
  slug: string | null;
  /** Name, in the language of the text */
  name: string;
  /** A few sentences, in the language of the text */
  bio: string | null;
  /** Picture */
  avatar_url: string | null;
  /** Page of the author */
  url: string | null;
}

export type PublicAuthorCount = PublicAuthor & {
  /** Number of published posts by this author */
  posts: number;
};

export interface PublicAuthorCountListResponse {
  data: Array<PublicAuthorCount>;
}

export interface PublicBanner {
  /** Id */
  id: Uuid;
  /** Placement */
  placement: 'modal' | 'fullscreen' | 'inline';
  /** Size of the placement */
  size: 'small' | 'medium' | 'large' | 'full' | 'leaderboard' | 'rectangle' | 'billboard' | 'strip' | 'custom';
  /** Pixels; null for the whole width */
  width: number | null;
  /** Pixels; null for the whole height */
  height: number | null;
  /** HTML of the banner, safe to insert into a page */
  html: string | null;
  /** An image instead of HTML */
  image: PublicImage | null;
  /** Link target of the image */
  link_url: string | null;
  /** Start of the display period */
  starts_at: Timestamp | null;
  /** End of the display period, exclusive */
  ends_at: Timestamp | null;
  /** Audience */
  target: BannerTarget;
  /** Frequency cap per visitor, enforced by the page */
  frequency: BannerFrequency | null;
  /** Delay before it is shown */
  delay_seconds: number;
  /** Priority; the banner with the highest one is first */
  priority: number;
  /** Whether a visitor may close it */
  dismissible: boolean;
  /** Mark that the advertising law requires */
  ad: {
    /** Label to show beside the banner */
    label: string;
    /** Token of the advertising register */
    erid: string;
    /** Payer of the advertising */
    advertiser: Advertiser;
  } | null;
}

export interface PublicBannerListResponse {
  data: Array<PublicBanner>;
}

export interface PublicBannerResponse {
  data: PublicBanner;
}

export interface PublicCategory {
  /** Slug */
  slug: string;
  /** Name */
  name: string;
  /** Description of its content */
  description: string | null;
  /** Number of published posts in this category */
  posts: number;
}

export interface PublicCategoryListResponse {
  data: Array<PublicCategory>;
}

export type PublicChangelogEntry = PublicChangelogEntryHead & {
  /** The same entry in all languages, this one included */
  alternates: Array<Alternate>;
  /** Metadata for the head of the page */
  seo: SeoHead;
};

export interface PublicChangelogEntryHead {
  /** Part of its address */
  slug: string;
  /** Language */
  locale: string;
  /** `published`, except in a preview */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Title */
  title: string;
  /** Its address on the site */
  url: string | null;
  /** Publication time; null in the preview of an unpublished text */
  published_at: Timestamp | null;
  /** Time of the last change that readers see */
  updated_at: Timestamp;
  /** Version that the entry describes */
  version: string | null;
  /** Kinds of changes */
  labels: Array<'added' | 'changed' | 'fixed' | 'removed' | 'security'>;
  /** Platforms that the entry applies to; all when empty */
  platforms: Array<string>;
  /** Markdown */
  body: string;
  /** The text as sanitized HTML, safe to insert into a page */
  html?: string;
}

export interface PublicChangelogEntryHeadPage {
  data: Array<PublicChangelogEntryHead>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface PublicChangelogEntryResponse {
  data: PublicChangelogEntry;
}

export interface PublicDocument {
  /** Part of its address */
  slug: string;
  /** Language */
  locale: string;
  /** `published`, except in a preview */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Title */
  title: string;
  /** Its address on the site */
  url: string | null;
  /** Publication time; null in the preview of an unpublished text */
  published_at: Timestamp | null;
  /** Time of the last change that readers see */
  updated_at: Timestamp;
  /** Kind of the document */
  doc_kind: string;
  /** `file`, `url` or `text` */
  source_type: 'file' | 'url' | 'text';
  /** Version */
  version: string | null;
  /** Short description */
  description: string | null;
  /** Address that opens the document without a credential */
  public_url: string;
  /** The uploaded file of a document with the source `file` */
  file: DocumentFile | null;
  /** Markdown of a text */
  body: string | null;
  /** A text as sanitized HTML, safe to insert into a page */
  html?: string | null;
  /** The same document in all languages, this one included */
  alternates: Array<Alternate>;
  /** Metadata for the head of the page */
  seo: SeoHead;
}

export interface PublicDocumentEntry {
  /** Part of its address */
  slug: string;
  /** Language */
  locale: string;
  /** `published`, except in a preview */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Title */
  title: string;
  /** Its address on the site */
  url: string | null;
  /** Publication time; null in the preview of an unpublished text */
  published_at: Timestamp | null;
  /** Time of the last change that readers see */
  updated_at: Timestamp;
  /** Kind of the document */
  doc_kind: string;
  /** `file`, `url` or `text` */
  source_type: 'file' | 'url' | 'text';
  /** Version */
  version: string | null;
  /** Short description */
  description: string | null;
  /** Address that opens the document without a credential */
  public_url: string;
  /** The uploaded file of a document with the source `file` */
  file: DocumentFile | null;
  /** Markdown of a text */
  body?: string | null;
  /** A text as sanitized HTML, safe to insert into a page */
  html?: string | null;
}

export interface PublicDocumentEntryPage {
  data: Array<PublicDocumentEntry>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface PublicDocumentResponse {
  data: PublicDocument;
}

export interface PublicDownload {
  /** Platform of the build */
  platform: string;
  /** Release channel */
  channel: string;
  /** Processor; null for any */
  arch: string | null;
  /** Semantic version */
  version: string;
  /** Number of the build */
  build_number: number | null;
  /** Address of the file */
  url: string;
  /** Name of an uploaded file */
  file_name: string | null;
  /** Size of an uploaded file */
  size_bytes: number | null;
  /** SHA-256 of the file, hexadecimal; null where an external address has none */
  sha256: string | null;
  /** Minimum version of the operating system */
  min_os: string | null;
  /** Markdown; null in a list for builds behind the newest ones, whose notes have 1 MiB together */
  release_notes: string | null;
  /** The release notes as sanitized HTML with absolute addresses; with `format=html` alone */
  release_notes_html?: string | null;
  /** The published changelog entry of this version */
  changelog_slug: string | null;
  /** When it was published */
  published_at: Timestamp;
}

export interface PublicDownloadListResponse {
  data: Array<PublicDownload>;
}

export interface PublicImage {
  /** The image as it was uploaded */
  url: string;
  /** Pixels */
  width: number | null;
  /** Pixels */
  height: number | null;
  /** Text instead of the image */
  alt: string | null;
  /** A tiny placeholder image as a data URL, shown while the image loads */
  placeholder: string | null;
  /** Smaller variants, for `srcset` */
  variants: Array<{
    /** WebP */
    url: string;
    /** Pixels */
    width: number;
    /** Pixels */
    height: number;
  }>;
}

export interface PublicKey {
  /** Id of the key */
  id: Uuid;
  /** Public key, `svc_pub_…`; it is part of every copy of a client, and not secret */
  key: string;
  /** Creation time */
  created_at: Timestamp;
  /** End of the grace period after a rotation; null for the current key */
  valid_until: Timestamp | null;
  /** Time of the revocation; null for a key that was not revoked */
  revoked_at: Timestamp | null;
  /** Last use, to the hour; null before the first one */
  last_used_at: Timestamp | null;
}

export interface PublicKeyPage {
  data: Array<PublicKey>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface PublicKeyResponse {
  data: PublicKey;
}

export interface PublicKeys {
  /** Live keys, newest first */
  public_keys: Array<PublicKey>;
}

export interface PublicKeysResponse {
  data: PublicKeys;
}

/** A paywall as clients render it */
export interface PublicPaywall {
  /** Code of the paywall */
  code: string;
  /** Label for administrators */
  name: string;
  /** Text that clients show */
  title: string | null;
  /** Text that clients show */
  subtitle: string | null;
  /** Offers in display order */
  paywall_items: Array<{
    /** Send this to POST /v1/payments */
    plan_price_id: Uuid;
    /** Display order, from 1 */
    position: number;
    /** Whether clients highlight the offer */
    is_recommended: boolean;
    /** Badge text */
    badge: string | null;
    /** Title in place of the plan name */
    custom_title: string | null;
    /** Subtitle below the title */
    custom_subtitle: string | null;
    /** The price */
    plan_prices: PlanPrice;
    /** The plan */
    plan: {
      /** Id */
      id: Uuid;
      /** Code of the plan */
      code: string;
      /** Name to show */
      name: string;
      /** How the plan is charged */
      billing_type: 'one_time' | 'recurring' | 'lifetime' | 'free';
      /** Length of a term */
      duration_days: number | null;
      /** No expiry */
      is_lifetime: boolean;
    };
    /** Entitlements of the plan */
    plan_entitlements: Array<{
      /** Entitlement code */
      code: string;
      /** Label for administrators */
      name: string;
      /** Notes */
      description: string | null;
    }>;
  }>;
}

export interface PublicPaywallResponse {
  data: PublicPaywall;
}

export interface PublicPost {
  /** Part of its address */
  slug: string;
  /** Language */
  locale: string;
  /** `published`, except in a preview */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Title */
  title: string;
  /** Its address on the site */
  url: string | null;
  /** Publication time; null in the preview of an unpublished text */
  published_at: Timestamp | null;
  /** Time of the last change that readers see */
  updated_at: Timestamp;
  /** A few sentences; the beginning of the text when its author wrote none */
  excerpt: string | null;
  /** Markdown */
  body: string;
  /** The text as sanitized HTML, safe to insert into a page */
  html?: string;
  /** Address of the cover */
  cover_url: string | null;
  /** Path of the cover in the platform, `/assets/cms/…` */
  cover_asset_path: string | null;
  /** Text instead of the cover */
  cover_alt: string | null;
  /** The cover in its sizes */
  cover: PublicImage | null;
  /** Title for search engines */
  meta_title: string | null;
  /** Description for search engines */
  meta_description: string | null;
  /** Whether the text starts with a title of its own, a heading of the first level; else show `title` */
  has_h1: boolean;
  /** Reading time in minutes at 200 words a minute; at least 1 */
  reading_minutes: number;
  /** The same text in all languages, this one included */
  alternates: Array<Alternate>;
  /** Metadata for the head of the page */
  seo: SeoHead;
  /** Canonical address for search engines */
  canonical_url: string | null;
  /** Whether search engines must not index it */
  noindex: boolean;
  /** Headings of the second to fourth level, the first 1,000 */
  toc: Array<TocEntry>;
  /** Related items */
  related: Array<TextLink>;
  /** Category */
  category: CategoryName | null;
  /** Tags */
  tags: Array<string>;
  /** Author */
  author: PublicAuthor | null;
  /** Whether the post is featured: sites may show it first */
  is_featured: boolean;
}

export type PublicPostEntry = PublicArticleEntry & {
  /** Category */
  category: CategoryName | null;
  /** Tags */
  tags: Array<string>;
  /** Author */
  author: PublicAuthor | null;
  /** Whether the post is featured: sites may show it first */
  is_featured: boolean;
};

export interface PublicPostEntryPage {
  data: Array<PublicPostEntry>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface PublicPostResponse {
  data: PublicPost;
}

export interface PublicRedirect {
  /** Path */
  from: string;
  /** Path or address; null for 410 */
  to: string | null;
  /** 301, 302 or 410 */
  status: number;
}

export interface PublicRedirectListResponse {
  data: Array<PublicRedirect>;
}

/** Public data of a site, for its pages */
export type PublicSite = SiteBranding & {
  /** Default language of texts */
  default_locale: string;
  /** Languages of the site */
  locales: Array<string>;
  /** Time zone of the site, for dates on its pages */
  timezone: string;
  /** Paths of its texts, by kind */
  url_templates: Record<string, string>;
  /** Published legal documents */
  legal: Array<{
    /** Slot of the document */
    doc_kind: string;
    /** Id of the document */
    document_id: Uuid;
    /** Published version */
    version: string;
    /** Page of the document */
    public_url: string;
  }>;
  /** Settings for the forms of the site */
  forms: {
    /** Captcha that the forms need */
    captcha: 'none' | 'smartcaptcha';
    /** Its public key */
    captcha_key: string | null;
    /** Minimum fill time; a form that is sent sooner counts as spam */
    min_fill_ms: number;
  };
  /** Version number, increased by every public change; a cheap check whether a rebuild is needed */
  content_version: number;
  /** Last public change */
  updated_at: Timestamp;
};

export interface PublicSiteResponse {
  data: PublicSite;
}

export interface PublishedContent {
  /** The current item */
  item: ContentEntry;
  /** Possible problems for readers; they do not prevent the publication */
  warnings: Array<ContentWarning>;
  /**
   * Score of the text. It never blocks the publication; null for other kinds, and while no score is available
   */
  readiness: ContentReadiness | null;
}

export interface PublishedContentResponse {
  data: PublishedContent;
}

export type PublishedLegalDocument = LegalDocument & {
  /** Version number of the draft that was published */
  lock_version: number;
  /**
   * Possible problems for readers of the text, as `publishContent` reports them; null where it was not
   * rendered in time
   */
  warnings: Array<ContentWarning> | null;
};

export interface PublishedLegalDocumentResponse {
  data: PublishedLegalDocument;
}

export interface ReadinessBody {
  /** Published items; the 200 most recently changed ones when absent */
  item_ids?: Array<Uuid>;
}

export interface ReadinessCheck {
  /** Code of the check */
  code: string;
  /** Whether it has all its points */
  ok: boolean;
  /** Points */
  weight: number;
  /** Value in the text */
  got: string | number | null;
  /** Required value */
  want: string;
  /** How to fix it */
  hint: string;
}

/** Fiscal receipt (54-FZ) for the provider */
export interface Receipt {
  /** Recipient of the receipt */
  customer: {
    /** Recipient of the receipt; e-mail or phone is required */
    email?: string;
    /** International format */
    phone?: string;
  };
  /** Lines of the receipt; their sum is the amount of the payment */
  items: Array<{
    /** Description of the product */
    description: string;
    /** Quantity */
    quantity: number;
    /** Price of one unit */
    amount: {
      /** Two decimals, for example "990.00" */
      value: string;
      /** ISO 4217 */
      currency: string;
    };
    /** VAT rate, code of the provider */
    vat_code: number;
    /** Kind of the product, for example service */
    payment_subject?: 'commodity' | 'excise' | 'job' | 'service' | 'gambling_bet' | 'gambling_prize' | 'lottery' | 'lottery_prize' | 'intellectual_activity' | 'payment' | 'agent_commission' | 'composite' | 'another' | 'property_right' | 'non_operating_gain' | 'insurance_premium' | 'sales_tax' | 'resort_fee' | 'marked' | 'non_marked' | 'marked_excise' | 'non_marked_excise' | 'fine' | 'tax' | 'lien' | 'cost' | 'agent_withdrawals' | 'pension_insurance_without_payouts' | 'pension_insurance_with_payouts' | 'health_insurance_without_payouts' | 'health_insurance_with_payouts' | 'health_insurance' | 'casino';
    /** Kind of the payment, for example full_payment */
    payment_mode?: 'full_prepayment' | 'partial_prepayment' | 'advance' | 'full_payment' | 'partial_payment' | 'credit' | 'credit_payment';
    /** Unit of the quantity, for example piece */
    measure?: 'piece' | 'gram' | 'kilogram' | 'ton' | 'centimeter' | 'decimeter' | 'meter' | 'square_centimeter' | 'square_decimeter' | 'square_meter' | 'milliliter' | 'liter' | 'cubic_meter' | 'kilowatt_hour' | 'gigacalorie' | 'day' | 'hour' | 'minute' | 'second' | 'kilobyte' | 'megabyte' | 'gigabyte' | 'terabyte' | 'another';
  }>;
  /** Tax system, code of the provider */
  tax_system_code?: number;
}

export interface ReceiptSettings {
  /**
   * VAT: 1 none, 2 0 %, 3 10 %, 4 20 %, 5 10/110, 6 20/120, 7 5 %, 8 7 %, 9 5/105, 10 7/107, 11 22 %, 12
   * 22/122
   */
  vat_code: number;
  /** Tax system, code of the provider */
  tax_system_code?: number;
  /** Kind of the product */
  payment_subject: string;
  /** Kind of the payment */
  payment_mode: string;
  /** Unit of the quantity */
  measure?: string;
}

export interface ReceiptSettingsInput {
  /**
   * VAT: 1 none, 2 0 %, 3 10 %, 4 20 %, 5 10/110, 6 20/120, 7 5 %, 8 7 %, 9 5/105, 10 7/107, 11 22 %, 12
   * 22/122
   */
  vat_code: number;
  /** Tax system, code of the provider */
  tax_system_code?: number;
  /** Kind of the product */
  payment_subject?: 'commodity' | 'excise' | 'job' | 'service' | 'gambling_bet' | 'gambling_prize' | 'lottery' | 'lottery_prize' | 'intellectual_activity' | 'payment' | 'agent_commission' | 'composite' | 'another' | 'property_right' | 'non_operating_gain' | 'insurance_premium' | 'sales_tax' | 'resort_fee' | 'marked' | 'non_marked' | 'marked_excise' | 'non_marked_excise' | 'fine' | 'tax' | 'lien' | 'cost' | 'agent_withdrawals' | 'pension_insurance_without_payouts' | 'pension_insurance_with_payouts' | 'health_insurance_without_payouts' | 'health_insurance_with_payouts' | 'health_insurance' | 'casino';
  /** Kind of the payment */
  payment_mode?: 'full_prepayment' | 'partial_prepayment' | 'advance' | 'full_payment' | 'partial_payment' | 'credit' | 'credit_payment';
  /** Unit of the quantity, usually `piece`; required with the receipts of the provider and with FFD 1.2 */
  measure?: 'piece' | 'gram' | 'kilogram' | 'ton' | 'centimeter' | 'decimeter' | 'meter' | 'square_centimeter' | 'square_decimeter' | 'square_meter' | 'milliliter' | 'liter' | 'cubic_meter' | 'kilowatt_hour' | 'gigacalorie' | 'day' | 'hour' | 'minute' | 'second' | 'kilobyte' | 'megabyte' | 'gigabyte' | 'terabyte' | 'another';
}

export interface ReconcileReport {
  /** Payments that were checked at the provider */
  checked: number;
  /** Payments that are now paid */
  succeeded: number;
  /** Payments that are now canceled */
  canceled: number;
  /** Payments without an answer of the provider; they are checked again later */
  failed: number;
}

export interface ReconcileReportResponse {
  data: ReconcileReport;
}

export interface ReconsentState {
  /** Show the re-consent dialog when true */
  needs_reconsent: boolean;
  /** Documents that the dialog must ask for */
  pending_reconsent: Array<PendingReconsent>;
}

export interface ReconsentStateResponse {
  data: ReconsentState;
}

export interface Redirect {
  /** Id */
  id: Uuid;
  /** Path */
  from: string;
  /** Path or address; null for 410 */
  to: string | null;
  /** 301, 302 or 410 */
  status: number;
  /** `slug`: created by the rename of a text */
  source: 'slug' | 'manual';
  /** Creation time */
  created_at: Timestamp;
}

export interface RedirectCreate {
  /** Path */
  from: string;
  /** Path or address; null for 410 */
  to?: (string | string) | null;
  /** 301, 302, or 410 for removed content */
  status?: (301) | (302) | (410);
}

export interface RedirectPage {
  data: Array<Redirect>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface RedirectResponse {
  data: Redirect;
}

export interface Refund {
  /** Id of the refund in the platform */
  id: Uuid;
  /** The payment that it belongs to */
  payment_id: Uuid;
  /** Id at the provider; null until it has answered */
  provider_refund_id: string | null;
  /** `pending` until the provider has made or refused it */
  status: 'pending' | 'succeeded' | 'canceled';
  /** Why the provider refused or canceled it, for example insufficient_funds */
  status_reason: string | null;
  /** Amount that goes back */
  amount: number;
  /** ISO 4217 */
  currency: string;
  /** An administrator, the platform itself, or a person in the cabinet of the provider */
  requested_by: 'admin' | 'platform' | 'provider';
  /** The administrator who asked for it */
  admin_id: Uuid | null;
  /** Text that the provider shows to the user */
  reason: string | null;
  /** State of the fiscal receipt (54-FZ); null without one */
  receipt_registration: ('pending' | 'succeeded' | 'canceled') | null;
  /** Number of the fiscal document */
  receipt_number: string | null;
  /** When the platform learned of it */
  created_at: Timestamp;
  /** When it was made at the provider */
  refunded_at: Timestamp | null;
}

export interface RefundCreate {
  /** Amount to refund; the rest of the payment when absent */
  amount?: number;
  /** Text that the provider shows to the user */
  reason?: string;
  /** Instead of the receipt that the platform makes */
  receipt?: Receipt;
  /** E-mail address for the receipt of a partial refund, instead of the address of the user */
  receipt_email?: string;
  /**
   * Phone number for that receipt, as people type it: with a plus sign and its country code, or as people in
   * Russia dial it, such as `8 (916) 123-45-67`
   */
  receipt_phone?: string;
}

export interface RefundPage {
  data: Array<Refund>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface RefundResponse {
  data: Refund;
}

export interface RegisterBody {
  /** For example web, android, ios; the consent ledger stores `other` for a name that it does not know */
  platform?: string;
  /** True only from a screen with checkboxes; consents are stored only if it is true */
  explicit_consent?: boolean;
  /** One entry for each checkbox */
  consents?: Array<ConsentEntry>;
  /** Stored at the first registration, never overwritten */
  utm_source?: string;
  /** Stored at the first registration, never overwritten */
  utm_medium?: string;
  /** Stored at the first registration, never overwritten */
  utm_campaign?: string;
  /** Stored at the first registration, never overwritten */
  utm_content?: string;
  /** Channel of the user; `utm_source` is used if it is absent or empty */
  acquisition_source?: string;
  /** Time zone of the device: its IANA name, or an offset such as `+03:00` */
  timezone?: string;
  /** Picture, instead of the picture in the token */
  avatar_url?: string;
}

export interface Registration {
  user: User;
  /** True when this call registered the user */
  created: boolean;
  /** Show the re-consent dialog when true */
  needs_reconsent: boolean;
  /** Documents that the dialog must ask for */
  pending_reconsent: Array<PendingReconsent>;
}

export interface RegistrationResponse {
  data: Registration;
}

export interface RemoteConfig {
  /** Values by key */
  config: Record<string, JsonValue>;
}

export interface RemoteConfigResponse {
  data: RemoteConfig;
}

export interface RemovedTexts {
  /** Oldest first, up to 5,000 */
  texts: Array<{
    /** Kind of the text */
    kind: 'post' | 'article' | 'document' | 'changelog_entry';
    /** Language */
    locale: string;
    /** Part of its address */
    slug: string;
    /** Its address until then */
    url: string | null;
    /** Time of the removal */
    removed_at: Timestamp;
  }>;
  /** False where more texts were removed since then than the list has: build everything again */
  is_complete: boolean;
}

export interface RemovedTextsResponse {
  data: RemovedTexts;
}

export interface RequestedRknRecheck {
  /** Finding */
  issue_id: Uuid;
  /** Pages that are fetched */
  urls: Array<string>;
}

export interface RequestedRknRecheckResponse {
  data: RequestedRknRecheck;
}

export interface RequestedSeoRechecks {
  /** Pages that are fetched within seconds, without duplicates */
  rechecks: Array<SeoRecheck>;
}

export interface RequestedSeoRechecksResponse {
  data: RequestedSeoRechecks;
}

export type RestoredContent = ContentEntry & {
  /** What was left out, and possible problems for readers, as `publishContent` reports them */
  warnings: Array<ContentWarning>;
};

export interface RestoredContentResponse {
  data: RestoredContent;
}

export interface Retention {
  /** First day */
  from: CalendarDay;
  /** Last day, included */
  to: CalendarDay;
  /** Time zone of the days */
  timezone: string;
  /** All events that were stored before this time are counted */
  as_of: Timestamp;
  /** Value from the request */
  unit: 'day' | 'week';
  /** Every day or week of the range */
  cohorts: Array<{
    /** First day of the cohort */
    start: CalendarDay;
    /** Users who registered in it */
    users: number;
    /** Users with an event 0, 1, 2 … units later; null until that time is over */
    returned: Array<number | null>;
  }>;
}

export interface RetentionResponse {
  data: Retention;
}

export interface RevokedPreviewTokens {
  /** Number of revoked tokens */
  revoked: number;
}

export interface RevokedPreviewTokensResponse {
  data: RevokedPreviewTokens;
}

export type RknCertainty = 'confirmed' | 'detected' | 'unverified';

export type RknCode = 'form_no_consent' | 'consent_prechecked' | 'consent_implied' | 'consent_no_link' | 'consent_not_separate' | 'consent_bundled' | 'marketing_merged' | 'newsletter_no_consent' | 'excess_fields' | 'special_category' | 'children_data' | 'form_insecure' | 'form_foreign_endpoint' | 'policy_missing' | 'policy_unreachable' | 'policy_not_on_collecting_page' | 'policy_incomplete' | 'policy_placeholders' | 'policy_services_undisclosed' | 'consent_doc_missing' | 'consent_doc_incomplete' | 'consent_version_stale' | 'reconsent_backlog' | 'foreign_analytics' | 'foreign_widget' | 'tracker_before_consent' | 'cookie_notice_absent' | 'cookie_no_reject' | 'choice_ineffective' | 'webvisor_forms' | 'hosting_outside_ru' | 'mail_foreign_mx' | 'operator_requisites_missing' | 'requisites_invalid' | 'owner_contact_missing' | 'rkn_registry_unconfirmed' | 'crossborder_notice_missing' | 'foreign_auth' | 'recommender_undisclosed' | 'ad_unmarked' | 'restricted_platform_promo' | 'foreign_language_text' | 'age_mark' | 'offer_missing' | 'unsubscribe_missing' | 'public_persons_data' | 'https_missing' | 'mixed_content' | 'tls_legacy' | 'hsts_missing' | 'cookie_flags' | 'csp_missing' | 'cors_wildcard' | 'pd_page_cacheable';

export interface RknDeveloperDoc {
  /** Scan of the document */
  scan_id: Uuid;
  /** The document, in GitHub Flavored Markdown */
  markdown: string;
  /** Findings of the scan, the most severe first */
  items: Array<RknIssue>;
}

export interface RknDeveloperDocResponse {
  data: RknDeveloperDoc;
}

/** Present and missing statements of a legal document */
export interface RknDocumentCheck {
  /** Id of the check */
  id: Uuid;
  doc_kind: DocKind;
  /** Text that was checked */
  which: 'draft' | 'published';
  /** Published version; null for a draft without a published version */
  version: string | null;
  /** SHA-256 of the text, hexadecimal */
  content_hash: string;
  /** Score: share of the applicable statements that the text has */
  score: number;
  /**
   * `block`: a blocker is missing, or the score is less than 50; `pass`: the score is 85 or more; otherwise
   * `fix`
   */
  verdict: 'pass' | 'fix' | 'block';
  /** Statements that a document of this kind needs */
  elements: Array<RknDocumentElement>;
  /** Codes of missing blockers */
  blockers: Array<string>;
  /** Template placeholders that are left in the text, 20 at most */
  placeholders: Array<string>;
  /** Contradictions between the site and the text */
  contradictions: Array<RknDocumentContradiction>;
  /** Version of the clauses */
  rule_version: CalendarDay;
  /** Day of the last verification of the clauses */
  law_verified_at: CalendarDay;
  /** Disclaimer of the check */
  disclaimer: string;
  /** Time of the check */
  created_at: Timestamp;
}

export interface RknDocumentCheckBody {
  /** Text to check */
  which?: 'draft' | 'published';
  /** Whether the language model words the suggested clauses; it requires `legal_texts` in its settings */
  use_ai?: boolean;
}

export interface RknDocumentCheckResponse {
  data: RknDocumentCheck;
}

export interface RknDocumentContradiction {
  /** Kind of the contradiction */
  code: 'data_denied' | 'fields_not_named' | 'services_not_named' | 'crossborder_denied' | 'operator_differs' | 'domain_differs' | 'future_date' | 'outdated_law' | 'dead_links';
  /** Description, one sentence */
  text: string;
  /** Place in the text, 200 characters at most */
  quote: string | null;
  /** Facts of the site: fields, services or values; ten at most */
  seen: Array<string>;
}

export interface RknDocumentElement {
  /** Statement that a document of this kind needs */
  code: string;
  /** Title of the statement */
  title: string;
  /** `weak` counts half; `na` does not apply and does not count */
  status: 'present' | 'weak' | 'missing' | 'na';
  /** Weight of the statement, of 100 points */
  weight: number;
  /** Whether a document without it is unacceptable */
  is_blocker: boolean;
  /** Place in the text that contains or contradicts it; 200 characters at most */
  quote: string | null;
  /** Law that requires it; empty if the law data have none */
  law: Array<RknLawLine>;
  /** How to fix it */
  how_to_fix: string;
  /** Suggested clause, in Russian; null for a present statement */
  suggested_clause: string | null;
  /** Source of the clause; a model decides nothing else */
  suggested_by: ('rules' | 'ai') | null;
}

/** Fines for a first offence, each group once */
export interface RknExposure {
  /** Fines of groups with a confirmed finding; null if no amount is known */
  confirmed: RknFineRange | null;
  /** Fines of groups with only detected findings; null if no amount is known */
  detected: RknFineRange | null;
  /** Groups without a verified amount; if there are any, the sums are lower bounds */
  unknown_groups: Array<RknSanctionGroup>;
  /** Disclaimer of the amounts */
  disclaimer: string;
  /** Day on which the law data were last verified */
  law_verified_at: CalendarDay;
}

export interface RknFineRange {
  /** Minimum in roubles */
  min: number;
  /** Maximum in roubles */
  max: number;
}

export type RknGroup = 'G_PROC' | 'G_WRITTEN' | 'G_POLICY' | 'G_INFORM' | 'G_LOCAL' | 'G_NOTICE' | 'G_LEAK' | 'G_SPAM' | 'G_ERID' | 'G_BANAD' | 'G_AUTH' | 'G_LANG' | 'none' | 'technical';

/** A finding about personal data */
export interface RknIssue {
  /** Id */
  id: Uuid;
  /** Code of the rule */
  code: RknCode;
  /** Sub-case; null for the main one */
  variant: string | null;
  /** Title of the finding, one sentence */
  title: string;
  /** Certainty of the observation; never `confirmed` with outdated law data */
  certainty: RknCertainty;
  /**
   * Certainty for score, risk and exposure: the certainty, limited by the mark of the law; `unverified` has
   * no effect
   */
  effective_certainty: RknCertainty;
  /** Severity */
  severity: 'critical' | 'high' | 'medium' | 'low';
  /** Group of findings with one common fine */
  group: RknGroup;
  /** Status */
  status: 'open' | 'resolved' | 'ignored';
  /** Place of the finding */
  where: {
    /** Address, readable */
    url: string;
    /** Place in the page */
    selector: string | null;
    /** Text of the page; never a value of a form */
    snippet: string | null;
    /** Measured value */
    measured: string | number | null;
    /** Other affected addresses, 20 at most */
    related: Array<string>;
  };
  /** How to fix it */
  how: string;
  /** Acceptance criteria: when it counts as fixed */
  acceptance: Array<string>;
  /** Law that it is based on, with date and source */
  law: Array<RknLawLine>;
  /** Whether the last scan could not judge if it still exists; then it has no effect on the score */
  stale: boolean;
  /** When it was first seen */
  first_seen_at: Timestamp;
  /** When it was last seen */
  last_seen_at: Timestamp;
  /** When it was resolved */
  resolved_at: Timestamp | null;
  /** Source of the resolution */
  resolved_by: ('scan' | 'recheck' | 'person') | null;
  /** Number of times it was reopened */
  reopened_count: number;
}

export interface RknIssuePage {
  data: Array<RknIssue>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface RknIssuePatch {
  /** Status */
  status: 'open' | 'resolved' | 'ignored';
  /** Remark for the history */
  comment?: string;
}

export interface RknIssueResponse {
  data: RknIssue;
}

/** A provision of the law that a finding is based on */
export interface RknLawLine {
  /** Act, by its usual Russian name */
  act: string;
  /** Article and part; null if the whole act is cited */
  article: string | null;
  /** Start of the validity of this wording; null if it is not known */
  since: CalendarDay | null;
  /**
   * `V`: stated by a source. `P`: a source agrees in substance. `U`: not verified, without effect on the
   * score
   */
  mark: 'V' | 'P' | 'U';
  /** Keys of the sources, separated by spaces; null if the data have none */
  source: string | null;
  /** Meaning of the mark, in the language of the request */
  mark_text: string;
  /** Addresses of the sources; empty if the data have none */
  source_urls: Array<string>;
}

/** The operator of personal data of a site */
export interface RknProfile {
  /** `ooo`: a company; `ip`: a sole proprietor. Without it, fines have no amounts */
  subject_type: RknSubjectType | null;
  /** Name of the company or the person */
  name: string | null;
  /** INN: 10 digits of a company, 12 of a person */
  inn: string | null;
  /** OGRN: 13 digits of a company; OGRNIP: 15 digits */
  ogrn: string | null;
  /** Address */
  address: string | null;
  /** Notification of the processing of personal data; with `unknown`, its finding is unverified */
  registry_status: 'filed' | 'not_filed' | 'unknown';
  /** Number of the record in the registry of operators */
  registry_number: string | null;
  /** Day of the record */
  registry_date: CalendarDay | null;
  /** Notification of the cross-border transfer; with `unknown`, its finding is unverified */
  crossborder_status: 'filed' | 'not_filed' | 'unknown';
  /** Day of the notification */
  crossborder_notice_date: CalendarDay | null;
  /** Whether the site uses recommender technologies */
  recommender: boolean;
  /** Whether consents to the distribution of data exist */
  distribution_consents: boolean;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` */
  version: number;
}

export interface RknProfilePut {
  /** `ooo`: a company; `ip`: a sole proprietor. Without it, fines have no amounts */
  subject_type?: RknSubjectType | null;
  /** Name of the company or the person */
  name?: string | null;
  /** INN: 10 digits of a company, 12 of a person */
  inn?: string | null;
  /** OGRN: 13 digits of a company; OGRNIP: 15 digits */
  ogrn?: string | null;
  /** Address */
  address?: string | null;
  /** Notification of the processing of personal data; with `unknown`, its finding is unverified */
  registry_status?: 'filed' | 'not_filed' | 'unknown';
  /** Number of the record in the registry of operators */
  registry_number?: string | null;
  /** Day of the record */
  registry_date?: CalendarDay | null;
  /** Notification of the cross-border transfer; with `unknown`, its finding is unverified */
  crossborder_status?: 'filed' | 'not_filed' | 'unknown';
  /** Day of the notification */
  crossborder_notice_date?: CalendarDay | null;
  /** Whether the site uses recommender technologies */
  recommender?: boolean;
  /** Whether consents to the distribution of data exist */
  distribution_consents?: boolean;
}

export interface RknProfileResponse {
  data: RknProfile;
}

/** Registration of a channel with more than 10,000 followers */
export interface RknRegistration {
  /** Number in the register of Roskomnadzor */
  number: string;
  /** Its page */
  url: string;
}

/** Result of a scan */
export interface RknResult {
  /** The scan */
  scan: RknScan;
  /** 100 minus the points of the findings; null before the scan ends */
  score: number | null;
  /** `unknown`: less than half of the rules could be judged */
  risk: RknRisk | null;
  /** Percentage of the applicable rules that could be judged */
  coverage_score: number | null;
  /** Possible fines for the findings; null before the scan ends */
  exposure: RknExposure | null;
  /** Whether the law was verified more than 180 days ago; then no finding is `confirmed` */
  rules_outdated: boolean;
  /** Findings, unverified ones included, the most severe first */
  issues: Array<RknIssue>;
  /** Findings that an administrator ignores; they do not count in score, risk and exposure */
  ignored: Array<RknIssue>;
  /**
   * Rules that apply to the site and could not be judged, or not for all of it; they lower only
   * `coverage_score`
   */
  unverified: Array<{
    /** Rule */
    code: RknCode;
    /**
     * Reason for the missing result. `late_forms`: scripts, buttons or services may show forms that the scan
     * did not see
     */
    reason: 'not_rendered' | 'not_fetched' | 'source_down' | 'unanswered' | 'needs_click' | 'unknown_place' | 'unreadable' | 'late_forms';
  }>;
}

export interface RknResultResponse {
  data: RknResult;
}

export type RknRisk = 'low' | 'medium' | 'high' | 'critical' | 'unknown';

/** Law data of personal-data scans */
export interface RknRules {
  /** Version of the law data */
  rule_version: CalendarDay;
  /** Day on which they were last verified */
  verified_at: CalendarDay;
  /**
   * Whether the last verification was more than 180 days ago: then no finding is `confirmed` until the next
   * verification
   */
  rules_outdated: boolean;
  /** Disclaimer of the rules */
  disclaimer: string;
  /** One for each code */
  rules: Array<{
    /** Code */
    code: RknCode;
    /** Severity of the main case */
    severity: 'critical' | 'high' | 'medium' | 'low';
    /** Group of findings with one common fine */
    group: RknGroup;
    /** The highest certainty that a finding may have */
    certainty: RknCertainty;
    /** Day on which its law was last verified */
    verified_at: CalendarDay;
    /** Provisions of the law; the group is based on the first one */
    law: Array<RknLawLine>;
    /** Title of the finding, one sentence */
    title: string;
    /** How to fix it */
    how: string;
    /** Acceptance criteria: when it counts as fixed */
    acceptance: Array<string>;
    /** Sub-cases */
    variants: Record<string, {
      /** Severity */
      severity: 'critical' | 'high' | 'medium' | 'low';
      /** The highest certainty */
      certainty: RknCertainty;
      /** Title of the finding, one sentence */
      title: string;
    }>;
  }>;
  /** One for each group */
  fines: Array<{
    /** Group */
    group: RknSanctionGroup;
    /** Provision that sets the fine */
    law: RknLawLine;
    /** Fines of a first offence */
    fines: {
      /** Fine of a company; null if no amount is verified */
      ooo: RknFineRange | null;
      /** Fine of a sole proprietor */
      ip: RknFineRange | null;
      /** Fine of a self-employed person */
      self_employed: RknFineRange | null;
    };
  }>;
  /** Addresses of the sources, by key */
  sources: Record<string, Array<string>>;
}

export interface RknRulesResponse {
  data: RknRules;
}

export type RknSanctionGroup = 'G_PROC' | 'G_WRITTEN' | 'G_POLICY' | 'G_INFORM' | 'G_LOCAL' | 'G_NOTICE' | 'G_LEAK' | 'G_SPAM' | 'G_ERID' | 'G_BANAD' | 'G_AUTH' | 'G_LANG';

/** A personal-data scan of a site */
export interface RknScan {
  /** Id */
  id: Uuid;
  /** `partial`: limits or failures made the scan incomplete; `error` has the reason */
  state: 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'canceled';
  /**
   * What a queued scan waits for: `host`, another scan of the same host; `process`, a free process. Null for
   * other states; only in the answer of a single scan
   */
  waiting_for?: ('host' | 'process') | null;
  /** Current phase; null before the start */
  phase: ('robots' | 'crawl' | 'render' | 'analyse' | 'psi') | null;
  /** Trigger of the scan */
  trigger: 'manual' | 'schedule';
  /** Origin of the site at the start of the scan */
  origin: string;
  progress: ScanProgress;
  /** Changes by the scan; null before it ends */
  issues: {
    /** Issues that the scan found */
    found: number;
    /** New and reopened issues */
    opened: number;
    /** Resolved issues */
    resolved: number;
    /** Open issues that the scan could not judge */
    stale: number;
  } | null;
  /** Version of the rules */
  rule_version: string;
  /** Reason for a failed or partial scan */
  error: ScanError | null;
  /** Time of the request */
  created_at: Timestamp;
  /** E-mail of the administrator; null for a schedule */
  created_by: string | null;
  /** When the work began */
  started_at: Timestamp | null;
  /** When the work ended */
  finished_at: Timestamp | null;
  /** Limits */
  options: RknScanOptions;
  /** 100 minus the points of the findings; null before the scan ends */
  score: number | null;
  /** `unknown`: less than half of the rules could be judged */
  risk: RknRisk | null;
  /** Percentage of the applicable rules that could be judged */
  coverage_score: number | null;
}

export interface RknScanOptions {
  /** Limit of fetched pages */
  max_pages: number;
  /** Whether a browser renders each page, if the platform has a browser */
  render: 'never' | 'always';
  /** Milliseconds between the starts of two requests */
  interval_ms: number;
  /** Limit of the size of a decoded page in bytes */
  max_body_bytes: number;
  /** Fetch what robots.txt disallows */
  ignore_robots: boolean;
}

export interface RknScanOptionsPatch {
  /** Limit of fetched pages */
  max_pages?: number;
  /** Whether a browser renders each page, if the platform has a browser */
  render?: 'never' | 'always';
  /** Milliseconds between the starts of two requests */
  interval_ms?: number;
  /** Limit of the size of a decoded page in bytes */
  max_body_bytes?: number;
  /** Fetch what robots.txt disallows */
  ignore_robots?: boolean;
}

export interface RknScanPage {
  data: Array<RknScan>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface RknScanResponse {
  data: RknScan;
}

export type RknSubjectType = 'ooo' | 'ip' | 'self_employed';

/** A row of an imported file without an effect */
export interface RowFailure {
  /** Line of the file, from 1 */
  line: number;
  /** Name of the column; empty for the whole row */
  path: string;
  /** What is wrong */
  message: string;
}

export type SavedArticle = Article & {
  /**
   * Possible problems for readers of an article, as `publishContent` reports them; null where it was not
   * rendered in time
   */
  warnings: Array<ContentWarning> | null;
  /** Score of the draft of an article. It never blocks a change; null while no score is available */
  readiness: ContentReadiness | null;
};

export interface SavedArticleResponse {
  data: SavedArticle;
}

export type SavedBanner = Banner & {
  /**
   * Possible problems for readers of a banner, as `publishContent` reports them; null where it was not
   * rendered in time
   */
  warnings: Array<ContentWarning> | null;
};

export interface SavedBannerResponse {
  data: SavedBanner;
}

export type SavedChangelogEntry = ChangelogEntry & {
  /**
   * Possible problems for readers of a changelog entry, as `publishContent` reports them; null where it was
   * not rendered in time
   */
  warnings: Array<ContentWarning> | null;
};

export interface SavedChangelogEntryResponse {
  data: SavedChangelogEntry;
}

export type SavedDocument = Document & {
  /**
   * Possible problems for readers of a document, as `publishContent` reports them; null where it was not
   * rendered in time
   */
  warnings: Array<ContentWarning> | null;
};

export interface SavedDocumentResponse {
  data: SavedDocument;
}

export type SavedDownload = Download & {
  /**
   * Possible problems for readers of a download, as `publishContent` reports them; null where it was not
   * rendered in time
   */
  warnings: Array<ContentWarning> | null;
};

export interface SavedDownloadResponse {
  data: SavedDownload;
}

export type SavedLegalDraft = LegalDraft & {
  /**
   * Possible problems for readers of the draft, as `publishContent` reports them; null where it was not
   * rendered in time
   */
  warnings: Array<ContentWarning> | null;
};

export interface SavedLegalDraftResponse {
  data: SavedLegalDraft;
}

export type SavedPost = Post & {
  /**
   * Possible problems for readers of a post, as `publishContent` reports them; null where it was not rendered
   * in time
   */
  warnings: Array<ContentWarning> | null;
  /** Score of the draft of a post. It never blocks a change; null while no score is available */
  readiness: ContentReadiness | null;
};

export interface SavedPostResponse {
  data: SavedPost;
}

export interface ScanError {
  /** Code of the reason */
  code: string;
  /** Human-readable reason */
  message: string;
}

export interface ScanOptions {
  /** Limit of fetched pages */
  max_pages: number;
  /** Limit of clicks from the home page or a listed page */
  max_depth: number;
  /** Limit of the duration of the crawl in minutes */
  max_minutes: number;
  /** Limit of concurrent requests */
  concurrency: number;
  /** Milliseconds between the starts of two requests */
  interval_ms: number;
  /** Limit of the size of a decoded page in bytes */
  max_body_bytes: number;
  /**
   * Pages that a browser renders, 100 at most: no pages, pages whose HTML is only a shell for scripts, or all
   * pages
   */
  render: 'never' | 'auto' | 'always';
  /** Fetch what robots.txt disallows */
  ignore_robots: boolean;
  /** Path patterns to include; all paths when empty */
  include: Array<string>;
  /** Path patterns to exclude */
  exclude: Array<string>;
  /** Pages whose speed is measured, where the platform has a key of PageSpeed Insights */
  psi_pages: number;
}

export interface ScanOptionsPatch {
  /** Limit of fetched pages */
  max_pages?: number;
  /** Limit of clicks from the home page or a listed page */
  max_depth?: number;
  /** Limit of the duration of the crawl in minutes */
  max_minutes?: number;
  /** Limit of concurrent requests */
  concurrency?: number;
  /** Milliseconds between the starts of two requests */
  interval_ms?: number;
  /** Limit of the size of a decoded page in bytes */
  max_body_bytes?: number;
  /**
   * Pages that a browser renders, 100 at most: no pages, pages whose HTML is only a shell for scripts, or all
   * pages
   */
  render?: 'never' | 'auto' | 'always';
  /** Fetch what robots.txt disallows */
  ignore_robots?: boolean;
  /** Path patterns to include; all paths when empty */
  include?: Array<string>;
  /** Path patterns to exclude */
  exclude?: Array<string>;
  /** Pages whose speed is measured, where the platform has a key of PageSpeed Insights */
  psi_pages?: number;
}

/** Progress of a scan */
export interface ScanProgress {
  /** Pages that were fetched */
  pages_done: number;
  /** Pages to fetch, fetched pages included */
  pages_planned: number;
  /** Pages that gave no answer, or a server error */
  failed: number;
  /** Addresses that were left out, by reason */
  skipped: Record<string, number>;
  /** Requests behind the crawl that were made: links to other sites, images, samples of speed */
  checks_done: number;
  /** Requests behind the crawl, made ones included; 0 before they are known */
  checks_planned: number;
  /** Estimated remaining seconds of the phase; null if unknown */
  eta_seconds: number | null;
}

export interface SearchCode {
  /** The code; surrounding blanks are removed */
  code: string;
}

export interface SearchConnectionStart {
  /** Address to which the browser is finally redirected */
  return_url?: string | null;
}

/** A search console of a site. Its tokens are never shown */
export interface SearchConsole {
  /** Provider */
  provider: 'google' | 'yandex';
  /**
   * `not_configured`: the platform has no client id and secret; `no_property`: no item of `properties` is
   * chosen; `needs_reconnect`: the provider refuses the stored access
   */
  state: 'not_configured' | 'disconnected' | 'connected' | 'no_property' | 'needs_reconnect';
  /** How it is connected */
  mode: 'callback' | 'code';
  /** The redirect URI of the authorization request, to be registered at the provider */
  redirect_uri: string;
  /** Properties of the account, 1000 at most */
  properties: Array<SearchProperty>;
  /** Selected property */
  property: string | null;
  /** Whether a sync waits or runs */
  is_syncing: boolean;
  /** Time of the last sync of keywords */
  last_sync_at: Timestamp | null;
  /** Keywords of the last sync */
  last_sync_rows: number | null;
  /**
   * Reason why the last sync failed; it is tried again. `access_refused` and `renewal_lost` require a new
   * connection: the provider refuses the access, or a renewed token was lost before it was stored
   */
  last_error: ('quota_exceeded' | 'property_forbidden' | 'client_refused' | 'scope_missing' | 'unreachable' | 'access_refused' | 'renewal_lost') | null;
  /** Recrawl quota of Yandex at the last sync; null if it is not known */
  recrawl_quota: {
    /** Daily quota of pages for recrawl requests */
    daily: number;
    /** Remaining quota today */
    left: number;
  } | null;
  /** Administrator */
  connected_by: string | null;
  /** When it was connected */
  connected_at: Timestamp | null;
}

export interface SearchConsoleResponse {
  data: SearchConsole;
}

export interface SearchConsoles {
  /** One for each provider */
  consoles: Array<SearchConsole>;
}

export interface SearchConsolesResponse {
  data: SearchConsoles;
}

export interface SearchProperty {
  /** Name at the provider */
  id: string;
  /** Address, readable */
  url: string;
  /** Whether the account has verified the ownership of the site */
  is_verified: boolean;
}

export interface SearchPropertyPut {
  /** `id` of one of `properties` */
  property: string;
}

export interface SearchResult {
  /** Kind of the text */
  kind: 'post' | 'article' | 'document' | 'changelog_entry';
  /** Part of its address */
  slug: string;
  /** Language */
  locale: string;
  /** Title */
  title: string;
  /** Its address */
  url: string | null;
  /** Matching excerpt as HTML: matching words are in `<mark>`, everything else is escaped */
  snippet: string;
}

export interface SearchResultListResponse {
  data: Array<SearchResult>;
}

export interface SearchResultPage {
  data: Array<SearchResult>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SeoCapacity {
  /** Working days per week of developers of the landing page */
  landing_dev?: number;
  /** Working days per week of editors */
  cms_editor?: number;
  /** Working days per week of operations */
  operations?: number;
  /** Working days per week of authors */
  content?: number;
}

/** Queries with one intent */
export interface SeoCluster {
  /** Id; the same for the same query in every generation */
  id: Uuid;
  /** The query with the most impressions */
  head: string;
  /** Queries */
  keyword_count: number;
  /** Sum of the impressions of all queries */
  impressions: number;
  /**
   * `gap`: no page answers the queries; `mapped`: one page answers them; `cannibal`: several pages compete
   * for them
   */
  relation: 'gap' | 'mapped' | 'cannibal';
  /**
   * Recommended action: `create` a page, `keep` the page, `merge` the other pages into the first one with a
   * 301, make the first one the `canonical`, or `differentiate` the pages
   */
  advice: 'create' | 'keep' | 'merge' | 'canonical' | 'differentiate';
  /** Decision of an administrator; a new generation keeps it */
  decision: 'new' | 'accepted' | 'rejected';
  /** Page that an administrator chose for it */
  page_url: string | null;
  /** The queries with the most impressions, 50 at most */
  keywords: Array<string>;
  /** Pages that are shown for it or contain it in their titles, 10 at most */
  pages: Array<{
    /** Address */
    url: string;
    /** Share of the impressions of the pages, 0 to 1; null without numbers */
    share: number | null;
  }>;
}

export interface SeoClusterDecision {
  /** Decision */
  decision: 'new' | 'accepted' | 'rejected';
  /** Page for it; null for none; unchanged when absent */
  page_url?: string | null;
}

export interface SeoClusterGeneration {
  /** Clusters */
  clusters: number;
  /** Keywords in the clusters */
  keywords: number;
  /** Clusters that no page answers */
  gaps: number;
  /** Clusters that pages compete for */
  cannibals: number;
  /** Whether the keywords are titles and H1 of pages because there are no others */
  from_content: boolean;
}

export interface SeoClusterGenerationResponse {
  data: SeoClusterGeneration;
}

export interface SeoClusterPage {
  data: Array<SeoCluster>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SeoClusterResponse {
  data: SeoCluster;
}

/** Another site. Paths are compared without locale, ending and numbers */
export interface SeoCompetitor {
  /** Id */
  id: Uuid;
  /** Origin */
  origin: string;
  /** `done`: the figures come from its sitemaps */
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** Reason of the failure */
  error: ('address_refused' | 'robots_refused' | 'unreachable') | null;
  /** Paths in its sitemaps, 5000 at most; null without a sitemap */
  paths: number | null;
  /** Percentage of its paths that the site has too; null without a sitemap or without pages of the site */
  overlap_pct: number | null;
  /** Jaccard index: common paths divided by all paths, 0 to 1 */
  jaccard: number | null;
  /** Percentage of the words in the last parts of its paths that the site has in its paths */
  word_overlap_pct: number | null;
  /** Its paths that the site does not have, the largest folders first, 50 at most */
  missing_paths: Array<string>;
  /** When it was added */
  created_at: Timestamp;
  /** Time of the last comparison */
  checked_at: Timestamp | null;
}

export interface SeoCompetitorPage {
  data: Array<SeoCompetitor>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SeoCompetitors {
  /** The competitors of the request */
  competitors: Array<SeoCompetitor>;
}

export interface SeoCompetitorsAdd {
  /** Their addresses */
  origins: Array<string>;
}

export interface SeoCompetitorsResponse {
  data: SeoCompetitors;
}

/** A published item with the results of audits and search engines */
export interface SeoContentItem {
  /** Item of the cms */
  item_id: Uuid;
  /** Kind of the item */
  kind: string;
  /** Locale */
  locale: string;
  /** Slug */
  slug: string;
  /** Title */
  title: string | null;
  /** Address, readable; null where the site has no template of addresses for it */
  url: string | null;
  /** When it was published */
  published_at: Timestamp;
  /** Whether the last scan got status 200 for it; null if the scan did not request it */
  is_live: boolean | null;
  /** Page of the last scan */
  page_id: Uuid | null;
  /** Score of the page; null if it was not judged */
  page_score: number | null;
  /** Readiness of the text; null if it is not computed yet */
  seo_score: number | null;
  /** Open issues of the item */
  open_issues: number;
  /** Impressions in search results of 28 days; null without search data */
  impressions: number | null;
}

export interface SeoContentItemPage {
  data: Array<SeoContentItem>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SeoCoverage {
  /** Pages that answered */
  fetched: number;
  /** Addresses that robots.txt or the server refuses */
  blocked: number;
  /** Pages without an answer */
  failed: number;
  /** Pages whose text needs JavaScript */
  unrendered: number;
  /** Percentage of pages that were judged */
  pct: number;
}

export interface SeoDashboard {
  /** The verdict of the last scan */
  verdict: SeoVerdict;
  /** Current issues */
  counts: SeoIssueCounts;
  /** A point for each scan with a verdict, oldest first; the newest 1000 at most */
  trend: Array<SeoTrendPoint>;
  /** The scan that waits or runs */
  open_scan: SeoScan | null;
  /** When the schedule starts the next scan; null when it is off */
  next_scan_at: Timestamp | null;
}

export interface SeoDashboardResponse {
  data: SeoDashboard;
}

export interface SeoDeveloperDoc {
  /** Report of the document */
  report_id: Uuid;
  /** The document, in GitHub Flavored Markdown */
  markdown: string;
  /** Tasks of developers and operations, the largest gain first */
  items: Array<SeoTask>;
}

export interface SeoDeveloperDocResponse {
  data: SeoDeveloperDoc;
}

/** A digest of a period */
export interface SeoDigest {
  /** Id */
  id: Uuid;
  /** Creation time */
  created_at: Timestamp;
  /** Number of days that it covers */
  days: number;
  /** Facts of the period */
  numbers: SeoDigestNumbers;
  /** The facts as a text */
  markdown: string;
}

export interface SeoDigestNumbers {
  /** Scans that ended */
  scans: number;
  /** Score of the last scan */
  score: number | null;
  /** Score before the period, or of the first scan in it */
  score_before: number | null;
  /** New and reopened issues */
  opened: number;
  /** Issues that were resolved */
  resolved: number;
  /** Issues that an administrator resolved, part of the resolved ones */
  resolved_by_people: number;
  /** Issues that an administrator ignored */
  ignored: number;
  /** Open issues at the end of the period */
  open: number;
  /** Open critical issues */
  critical: number;
  /** Open high issues */
  high: number;
  /** Types with the most opened issues, five at most */
  top_opened: Array<SeoTypeCount>;
  /** Types with the most resolved issues, five at most */
  top_resolved: Array<SeoTypeCount>;
  /** Next tasks to fix, three at most */
  next: Array<SeoTypeCount>;
}

export interface SeoDigestOrder {
  /** Number of past days */
  days?: number;
}

export interface SeoDigestPage {
  data: Array<SeoDigest>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SeoDigestResponse {
  data: SeoDigest;
}

export interface SeoHead {
  /** `<title>` */
  title: string;
  /** `<meta name="description">`; null for a post or an article without a description by its editor */
  description: string | null;
  /** `<link rel="canonical">`; null in a preview */
  canonical: string | null;
  /** `<meta name="robots">`; `noindex, nofollow` in a preview */
  robots: string;
  /**
   * `<meta name="platform-revision">`: the revision that is shown. Audits use it to check whether a page is
   * up to date
   */
  revision: number;
  /** Open Graph, by property */
  og: Record<string, string>;
  /** schema.org, for `application/ld+json` */
  json_ld: Record<string, unknown> | null;
}

export interface SeoHistory {
  /** Days that it covers */
  days: number;
  /** A point for each scan with a verdict, oldest first; the newest 1000 at most */
  points: Array<SeoTrendPoint>;
}

export interface SeoHistoryResponse {
  data: SeoHistory;
}

export interface SeoIndexNowBody {
  /** Addresses of the site; the waiting addresses when absent */
  urls?: Array<string>;
}

export interface SeoIndexNowResult {
  /** Addresses in this call */
  sent: number;
  /** Addresses that search engines accepted */
  accepted: number;
  /** Addresses of the site that still wait */
  pending: number;
}

export interface SeoIndexNowResultResponse {
  data: SeoIndexNowResult;
}

export interface SeoIndexNowUrl {
  /** Id of the change */
  id: Uuid;
  /** Address, readable */
  url: string;
  /** `pending`: it is sent soon, or is retried; `failed`: it is not sent any more */
  state: 'pending' | 'accepted' | 'failed';
  /** When the content changed */
  changed_at: Timestamp;
  /** Time at which search engines last accepted it */
  sent_at: Timestamp | null;
  /** Last answer of IndexNow; null without one */
  http_status: number | null;
  /**
   * Reason why it is retried or not sent any more; null for none. `key_file_missing`: the site does not serve
   * its key; `key_refused`: search engines refuse the served key, with five attempts in all; `too_many`:
   * search engines requested a pause of one day. A change of the page, or its address in a call, starts the
   * attempts again
   */
  reason: ('website_url_missing' | 'other_host' | 'key_file_missing' | 'key_refused' | 'too_many' | 'refused' | 'unreachable') | null;
}

export interface SeoIndexNowUrlPage {
  data: Array<SeoIndexNowUrl>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

/** An issue of a site */
export interface SeoIssue {
  /** Id */
  id: Uuid;
  /** Type of the issue */
  issue_type: SeoIssueType;
  /** Sub-case; null for the main one */
  variant: string | null;
  /** `extended`: a type that is not part of the specification for every site */
  origin: 'spec' | 'extended';
  /** Title of the issue, one sentence */
  title: string;
  /** Status */
  status: 'open' | 'resolved' | 'ignored';
  /** Severity, by weight */
  severity: 'critical' | 'high' | 'medium' | 'low';
  /** Points: 40, 20, 8 or 2 */
  weight: (2) | (8) | (20) | (40);
  /** Role that fixes it */
  owner: 'landing_dev' | 'cms_editor' | 'operations' | 'content';
  /** Where to fix it */
  where: string;
  /** How to fix it */
  steps: Array<string>;
  /** Acceptance criteria: when it counts as fixed */
  acceptance: Array<string>;
  /** Address, readable */
  url: string;
  evidence: SeoIssueEvidence;
  /** Whether the last scan could not judge if the issue still exists */
  stale: boolean;
  /** When it was first seen */
  first_seen_at: Timestamp;
  /** When it was last seen */
  last_seen_at: Timestamp;
  /** When it was resolved */
  resolved_at: Timestamp | null;
  /** Source of the resolution; null while it is not resolved */
  resolved_by: ('scan' | 'recheck' | 'person') | null;
  /** Number of times it was reopened */
  reopened_count: number;
  /** Item of the site that the page shows */
  item_id: Uuid | null;
  /** In a grouped list: number of issues in the group */
  count?: number;
}

export interface SeoIssueChange {
  /** Time of the change */
  at: Timestamp;
  /** Status before; null when it was found */
  from: ('open' | 'resolved' | 'ignored') | null;
  /** Status after the change */
  to: 'open' | 'resolved' | 'ignored';
  /** Source of the change */
  by: 'scan' | 'recheck' | 'person';
  /** E-mail of the administrator */
  admin_email: string | null;
  /** Remark of the administrator */
  comment: string | null;
}

export interface SeoIssueCounts {
  /** Open issues */
  open: number;
  /** Open critical issues */
  critical: number;
  /** Open high issues */
  high: number;
  /** Open medium issues */
  medium: number;
  /** Open low issues */
  low: number;
  /** Open issues that the last scan could not judge */
  stale: number;
  /** Issues that are ignored */
  ignored: number;
  /** Tasks from the open issues */
  tasks: number;
  /** Open issues by role */
  by_owner: SeoOpenByOwner;
}

/** Evidence of an issue */
export interface SeoIssueEvidence {
  /** Place in the page */
  selector?: string;
  /** Text of the page */
  snippet?: string;
  /** Measured value */
  measured?: string | number;
  /** Threshold */
  threshold?: string | number;
  /** Number of affected pages of an issue of a group or of the site */
  pages?: number;
  /** Other affected addresses */
  related?: Array<string>;
}

export interface SeoIssuePage {
  data: Array<SeoIssue>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SeoIssuePatch {
  /** New status */
  status: 'open' | 'resolved' | 'ignored';
  /** Reason, stored in the history */
  comment?: string;
}

export interface SeoIssueResponse {
  data: SeoIssue;
}

export interface SeoIssuesChanged {
  /** Issues that changed */
  changed: number;
}

export interface SeoIssuesChangedResponse {
  data: SeoIssuesChanged;
}

export interface SeoIssuesPatch {
  /** Issues that change */
  filter: {
    /** Only with this status */
    status?: 'open' | 'resolved' | 'ignored';
    /** Only this type */
    issue_type?: SeoIssueType;
    /** Only with this severity */
    severity?: 'critical' | 'high' | 'medium' | 'low';
    /** Only of this owner */
    owner?: 'landing_dev' | 'cms_editor' | 'operations' | 'content';
    /** Only of this origin */
    origin?: 'spec' | 'extended';
    /** Only of this item */
    item_id?: Uuid;
  };
  /** New status */
  status: 'open' | 'resolved' | 'ignored';
  /** Reason, stored in the history */
  comment?: string;
}

export type SeoIssueType = 'sitemap_unreachable' | 'robots_unreachable' | 'robots_blocks_all' | 'robots_sitemap_missing' | 'noindex_in_sitemap' | 'missing_canonical' | 'canonical_to_home' | 'http_4xx' | 'http_5xx' | 'http_unreachable' | 'missing_title' | 'duplicate_title' | 'missing_description' | 'missing_h1' | 'multiple_h1' | 'thin_content' | 'dirty_url_slug' | 'images_without_alt' | 'missing_json_ld' | 'schema_invalid' | 'cms_seo_readiness' | 'cms_no_website_url' | 'psi_low_score' | 'cwv_lcp' | 'cwv_cls' | 'cwv_inp' | 'slow_ttfb' | 'mirror_not_redirected' | 'cms_item_not_live' | 'redirect_chain' | 'orphan_page' | 'hreflang_invalid' | 'duplicate_content' | 'mixed_content' | 'crawl_trap' | 'js_only_content' | 'charset_mismatch' | 'cms_field_ignored' | 'page_not_in_sitemap' | 'broken_external_link' | 'broken_image' | 'missing_og' | 'missing_lang' | 'missing_viewport' | 'deep_page' | 'accessibility' | 'security_headers' | 'ai_readers_refused' | 'llms_txt_invalid';

export type SeoIssueWithHistory = SeoIssue & {
  /** Changes of the status, newest first; 100 at most */
  history: Array<SeoIssueChange>;
};

export interface SeoIssueWithHistoryResponse {
  data: SeoIssueWithHistory;
}

export interface SeoKeyword {
  /** Id */
  id: Uuid;
  /** Search query */
  query: string;
  /** Page of the site in the search results; null if the source has none */
  url: string | null;
  /** `content`: a title or H1 of a page, without numbers */
  source: 'google' | 'yandex' | 'import' | 'content';
  /** Impressions of the site for this query */
  impressions: number;
  /** Clicks */
  clicks: number;
  /** Average position; null if it is not known */
  position: number | null;
}

export interface SeoKeywordImport {
  /** Stored keywords: each query and page once */
  imported: number;
  /** Lines that repeat a query and page; their counts are added to the first one */
  merged: number;
  /** Lines that were not imported */
  rejected_count: number;
  /** Lines that were not imported, the first 1000 */
  rejected: Array<{
    /** Line of the file, from 1 */
    line: number;
    /** Error of the line */
    error: string;
  }>;
}

export interface SeoKeywordImportResponse {
  data: SeoKeywordImport;
}

export interface SeoKeywordPage {
  data: Array<SeoKeyword>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SeoOpenByOwner {
  /** Open issues of the developer of the landing page */
  landing_dev: number;
  /** Open issues of editors */
  cms_editor: number;
  /** Open issues of operations */
  operations: number;
  /** Open issues of authors */
  content: number;
}

export interface SeoOwnerIssues {
  /** Role */
  owner: 'landing_dev' | 'cms_editor' | 'operations' | 'content';
  /** Open issues */
  issues: number;
  /** Open critical issues */
  critical: number;
  /** Open high issues */
  high: number;
  /** Open medium issues */
  medium: number;
  /** Open low issues */
  low: number;
  /** Tasks of the plan */
  tasks: number;
}

/** A page in the last scan */
export interface SeoPage {
  /** Id */
  id: Uuid;
  /** Scan that fetched it */
  scan_id: Uuid;
  /** Address, readable */
  url: string;
  /** Address that answered, in readable form */
  final_url: string;
  /** HTTP status; null without an answer */
  status: number | null;
  /** Code of the reason for an incomplete answer */
  failure: string | null;
  /** Whether search engines may index it */
  is_indexable: boolean;
  /** Whether the site or a sitemap links to it */
  is_listed: boolean;
  /** Clicks from the home page; null when no link leads to it */
  depth: number | null;
  /** Title */
  title: string | null;
  /** Words of the main text */
  words: number | null;
  /** Milliseconds to the first byte */
  ttfb_ms: number | null;
  /** Bytes of the decoded page */
  bytes: number;
  /** 100 minus the weights of its issue types; null if it was not judged */
  page_score: number | null;
  /** Findings of the scan */
  issue_count: number;
  /** Other crawled pages that link to it */
  inlink_count: number;
  /** Item of the site that the page shows */
  item_id: Uuid | null;
  /** Whether the server answered 304; the facts of the previous scan are used */
  is_unchanged: boolean;
  /** Whether a browser rendered it; then title and words come from the rendered page */
  is_rendered: boolean;
  /** Reason why the browser could not render it; null if it could, or if it was not used */
  render_failure: ('timeout' | 'too_large' | 'moved' | 'status' | 'unreachable' | 'crashed') | null;
  /** When it was fetched */
  fetched_at: Timestamp;
}

export interface SeoPagePage {
  data: Array<SeoPage>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export type SeoPageWithFacts = SeoPage & {
  /** Redirects on the way */
  hops: Array<{
    /** Requested address */
    url: string;
    /** HTTP status */
    status: number;
    /** Target address */
    location: string;
  }>;
  /** Facts of the page; null if it is not HTML */
  facts: Record<string, unknown> | null;
  /** Facts of the rendered page; null if it was not rendered */
  rendered_facts: Record<string, unknown> | null;
  /** Unresolved issues at this address */
  issues: Array<SeoIssue>;
  /** Pages that link to it, 100 at most */
  inlinks: Array<string>;
};

export interface SeoPageWithFactsResponse {
  data: SeoPageWithFacts;
}

export interface SeoPlanCapacity {
  /** Working days per week of developers of the landing page */
  landing_dev: number;
  /** Working days per week of editors */
  cms_editor: number;
  /** Working days per week of operations */
  operations: number;
  /** Working days per week of authors */
  content: number;
}

export interface SeoPlanDocument {
  /** The plan, in GitHub Flavored Markdown */
  markdown: string;
  /** A ticket for each planned, unfinished task */
  items: Array<SeoPlanItem>;
}

export interface SeoPlanDocumentResponse {
  data: SeoPlanDocument;
}

export interface SeoPlanItem {
  /** Title, one line without markup */
  title: string;
  /** Text, in GitHub Flavored Markdown */
  body: string;
  /** Labels: severity, owner, effort and week */
  labels: Array<string>;
}

export interface SeoPlannedTask {
  /** Task at the time of the plan */
  task: SeoTask;
  /** Days of work: S 0.5, M 1, L 3 */
  days: number;
  /** Reason of the model for its place in the order; null in the order of the rules */
  why: string | null;
  /** Currently open issues of the task; 0 when it is done */
  open_now: number;
}

export interface SeoPlanWeek {
  /** Week, from 1 */
  week: number;
  /** Tasks that start in this week, in the order of the plan */
  tasks: Array<SeoPlannedTask>;
}

export interface SeoPriority {
  /** Open issues of the report */
  issue_ids: Array<Uuid>;
  /** Reason for the priority */
  why: string;
}

export interface SeoPsiBody {
  /** Addresses of the site; its home page when absent */
  urls?: Array<string>;
  /** Device */
  strategy?: 'mobile' | 'desktop';
}

/** 75th percentile of the visits of 28 days */
export interface SeoPsiField {
  /** Source of the visits: the page, or the whole origin if the page has few */
  of: 'page' | 'origin';
  /** Largest Contentful Paint, in milliseconds; null without it */
  lcp_ms: number | null;
  /** Cumulative Layout Shift, without a unit; null without it */
  cls: number | null;
  /** Interaction to Next Paint, in milliseconds; null without it */
  inp_ms: number | null;
  /** Time to First Byte, in milliseconds; null without it */
  ttfb_ms: number | null;
}

/** One run of Lighthouse */
export interface SeoPsiLab {
  /** Largest Contentful Paint, in milliseconds; null without it */
  lcp_ms: number | null;
  /** Cumulative Layout Shift, without a unit; null without it */
  cls: number | null;
  /** Total Blocking Time, in milliseconds; null without it */
  tbt_ms: number | null;
  /** Time to First Byte of the document, in milliseconds; null without it */
  ttfb_ms: number | null;
}

export interface SeoPsiResult {
  /** Id */
  id: Uuid;
  /** Address, readable */
  url: string;
  /** Device */
  strategy: 'mobile' | 'desktop';
  /** `waiting`, `running`: the values come from the previous measurement */
  state: 'waiting' | 'running' | 'done' | 'failed';
  /**
   * Reason why the last measurement failed; `page_failed`: Lighthouse could not measure the page, which does
   * not mean a low score
   */
  error: ('key_refused' | 'quota_exceeded' | 'page_failed' | 'unreachable') | null;
  /** Performance score; null before the first measurement */
  score: number | null;
  /** Field data from visitors; null if the page and the origin have few visitors */
  field: SeoPsiField | null;
  /** Lab data */
  lab: SeoPsiLab | null;
  /** Lighthouse audits with the largest saving, 3 at most */
  top_audits: Array<string>;
  /** Time of the request */
  requested_at: Timestamp;
  /** When it was measured; null before the first measurement */
  measured_at: Timestamp | null;
}

export interface SeoPsiResultPage {
  data: Array<SeoPsiResult>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SeoPsiResults {
  /** The addresses of the request, without duplicates */
  results: Array<SeoPsiResult>;
}

export interface SeoPsiResultsResponse {
  data: SeoPsiResults;
}

export interface SeoRecheck {
  /** Address, readable */
  url: string;
}

export interface SeoRecheckBody {
  /** Addresses of the site */
  urls: Array<string>;
}

/** Results of a scan, with a plan */
export type SeoReport = SeoReportSummary & {
  /** Parts that were not measured are null and do not count */
  parts: SeoVerdictParts;
  /** Coverage of the scan */
  coverage: SeoReportCoverage;
  /** Changes since the previous scan; null for the first one */
  delta: SeoReportDelta | null;
  /** Open issues of each role with open issues */
  issues_by_owner: Array<SeoOwnerIssues>;
  /** All open issues as tasks, the largest gain first */
  fix_plan: Array<SeoTask>;
  /** The plan as checklists by role, in GitHub Flavored Markdown */
  runbook_markdown: string;
};

export interface SeoReportAdvice {
  /** Summary of the report, a few sentences */
  summary: string;
  /** What to fix first, ten groups at most */
  priorities: Array<SeoPriority>;
  /** Source of the text: a language model, or rules */
  source: 'ai' | 'rules';
  /** Name of the model; null for rules */
  model: string | null;
  /** Used tokens, failed requests included */
  tokens: number;
}

export interface SeoReportAdviceResponse {
  data: SeoReportAdvice;
}

export interface SeoReportCoverage {
  /** Coverage of the scan */
  pages: SeoCoverage;
  /** Addresses that were left out, by reason */
  skipped: Record<string, number>;
  /** HTTP status of robots.txt; null without an answer */
  robots_status: number | null;
  /** Sitemaps that could be read */
  sitemaps: number;
  /** Parts of the verdict without a measurement */
  unmeasured: Array<string>;
}

export interface SeoReportDelta {
  /** Previous scan */
  scan_id: Uuid;
  /** Difference of the score; null if one of the two has no score */
  score: number | null;
  /** Difference of the open issues */
  open_issues: number;
  /** New and reopened issues */
  opened: number;
  /** Resolved issues */
  resolved: number;
  /** Whether the two scans were judged by different versions of the rules */
  rules_changed: boolean;
}

export interface SeoReportResponse {
  data: SeoReport;
}

export interface SeoReportSummary {
  /** Id */
  id: Uuid;
  /** Scan of the report */
  scan_id: Uuid;
  /** When the scan ended */
  created_at: Timestamp;
  /** Final state of the scan */
  state: 'succeeded' | 'partial';
  /** 0 to 100; null when unknown */
  score: number | null;
  /** Level of the score */
  verdict: 'excellent' | 'good' | 'needs_work' | 'critical' | 'unknown';
  /** Open issues after the scan */
  open_issues: number;
  /** Version of the rules */
  rule_version: string;
}

export interface SeoReportSummaryPage {
  data: Array<SeoReportSummary>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SeoRules {
  /** Version of the rules */
  rule_version: string;
  /** Day of the last comparison of the rules with their sources */
  verified_at: string;
  /** One for each type */
  rules: Array<{
    /** Type */
    issue_type: SeoIssueType;
    /** Origin */
    origin: 'spec' | 'extended';
    /** Role that fixes it */
    owner: 'landing_dev' | 'cms_editor' | 'operations' | 'content';
    /** Points of the main case */
    weight: (2) | (8) | (20) | (40);
    /** Points of the sub-cases */
    variants: Record<string, (2) | (8) | (20) | (40)>;
    /** Title of the issue */
    title: string;
    /** Why it matters */
    why: string;
    /** Where to fix it */
    where: string;
    /** How to fix it */
    steps: Array<string>;
    /** Acceptance criteria: when it counts as fixed */
    acceptance: Array<string>;
  }>;
}

export interface SeoRulesResponse {
  data: SeoRules;
}

/** An audit of a site */
export interface SeoScan {
  /** Id */
  id: Uuid;
  /** `partial`: limits or failures made the scan incomplete; `error` has the reason */
  state: 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'canceled';
  /**
   * What a queued scan waits for: `host`, another scan of the same host; `process`, a free process. Null for
   * other states; only in the answer of a single scan
   */
  waiting_for?: ('host' | 'process') | null;
  /** Current phase; null before the start */
  phase: ('robots' | 'crawl' | 'render' | 'analyse' | 'psi') | null;
  /** Trigger of the scan */
  trigger: 'manual' | 'schedule';
  /** Origin of the site at the start of the scan */
  origin: string;
  /** Limits */
  options: ScanOptions;
  progress: ScanProgress;
  /** Changes by the scan; null before it ends */
  issues: {
    /** Issues that the scan found */
    found: number;
    /** New and reopened issues */
    opened: number;
    /** Resolved issues */
    resolved: number;
    /** Open issues that the scan could not judge */
    stale: number;
  } | null;
  /** Version of the rules */
  rule_version: string;
  /** Reason for a failed or partial scan */
  error: ScanError | null;
  /** Time of the request */
  created_at: Timestamp;
  /** E-mail of the administrator; null for a schedule */
  created_by: string | null;
  /** When the work began */
  started_at: Timestamp | null;
  /** When the work ended */
  finished_at: Timestamp | null;
}

export interface SeoScanPage {
  data: Array<SeoScan>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SeoScanResponse {
  data: SeoScan;
}

export interface SeoSettings {
  /** Options of scans of this site that differ from the defaults of the platform */
  scan: ScanOptionsPatch;
  /** Schedules of scans */
  schedules: {
    /** Schedule of audits */
    seo: AuditSchedule;
    /** Schedule of personal-data scans */
    rkn: AuditSchedule;
  };
  /** Extended types with their own settings for this site */
  overrides: Array<{
    /** A type of `origin: extended` */
    issue_type: string;
    /** Whether the type is not reported */
    off: boolean;
    /** Weight instead of the weight of the rule */
    weight: ((2) | (8) | (20) | (40)) | null;
  }>;
  /** Names at the end of titles; they are removed before titles are compared */
  brand_words: Array<string>;
  /** Public key of the site for IndexNow: the site serves it as text at `/<key>.txt` */
  indexnow_key: string;
}

export interface SeoSettingsPut {
  /** Options of scans of this site that differ from the defaults of the platform */
  scan?: ScanOptionsPatch;
  /** Schedules of scans */
  schedules?: {
    /** Schedule of audits */
    seo?: AuditScheduleChoice;
    /** Schedule of personal-data scans */
    rkn?: AuditScheduleChoice;
  };
  /** Extended types with their own settings for this site */
  overrides?: Array<{
    /** A type of `origin: extended` */
    issue_type: string;
    /** Whether the type is not reported */
    off?: boolean;
    /** Weight instead of the weight of the rule */
    weight?: ((2) | (8) | (20) | (40)) | null;
  }>;
  /** Names at the end of titles; they are removed before titles are compared */
  brand_words?: Array<string>;
}

export interface SeoSettingsResponse {
  data: SeoSettings;
}

export interface SeoTask {
  /** Type of the issue */
  issue_type: SeoIssueType;
  /** Sub-case */
  variant: string | null;
  /** Title of the issue, one sentence */
  title: string;
  /** Role that fixes it */
  owner: 'landing_dev' | 'cms_editor' | 'operations' | 'content';
  /** Where to fix it */
  where: string;
  /** Severity of the most severe issue */
  severity: 'critical' | 'high' | 'medium' | 'low';
  /** Number of issues in the task */
  pages: number;
  /** Issues that the last scan could not judge */
  stale: number;
  /** Effort */
  effort: 'S' | 'M' | 'L';
  /** Sum of weight × number of affected pages */
  gain: number;
  /** Ids of the most severe issues, ten at most */
  issue_ids: Array<Uuid>;
  /** Addresses of these issues */
  sample_urls: Array<string>;
  /** The most severe issues, 50 at most */
  samples: Array<SeoTaskSample>;
  /** How to fix it */
  steps: Array<string>;
  /** Acceptance criteria: when it counts as fixed */
  acceptance: Array<string>;
}

export interface SeoTaskListResponse {
  data: Array<SeoTask>;
}

export interface SeoTaskSample {
  /** Id of the issue */
  issue_id: Uuid;
  /** Address, readable */
  url: string;
  /** Evidence of the first ten; null for the others */
  evidence: SeoIssueEvidence | null;
}

export interface SeoTick {
  /** Audits that were started */
  scans_started: number;
  /** Search consoles whose sync was requested */
  synced: number;
  /** Changed addresses that were due for IndexNow */
  pings: number;
  /** Scans whose pages were removed */
  pruned: number;
}

export interface SeoTickResponse {
  data: SeoTick;
}

export interface SeoTrendPoint {
  /** Scan */
  scan_id: Uuid;
  /** When it ended */
  at: Timestamp;
  /** Final state of the scan */
  state: 'succeeded' | 'partial';
  /** 0 to 100; null when unknown */
  score: number | null;
  /** Level of the score */
  verdict: 'excellent' | 'good' | 'needs_work' | 'critical' | 'unknown';
  /** Parts that were not measured are null and do not count */
  parts: SeoVerdictParts;
  /** Pages that were fetched */
  pages: number;
  /** Issues that the scan found */
  found: number;
  /** New and reopened issues */
  opened: number;
  /** Resolved issues */
  resolved: number;
  /** Version of the rules; scores of two versions are not comparable */
  rule_version: string;
}

export interface SeoTypeCount {
  /** Type of the issue */
  issue_type: SeoIssueType;
  /** Title of the issue, one sentence */
  title: string;
  /** Issues */
  count: number;
}

export interface SeoVerdict {
  /** 0 to 100; null when unknown */
  score: number | null;
  /** Level of the score */
  verdict: 'excellent' | 'good' | 'needs_work' | 'critical' | 'unknown';
  /** Parts that were not measured are null and do not count */
  parts: SeoVerdictParts;
  /** Issues that limit the score */
  caps: Array<{
    /** Type of the issue */
    issue_type: string;
    /** Highest possible score with this issue */
    max: number;
  }>;
  /** Coverage of the scan */
  coverage: SeoCoverage;
  /** Difference from the score of the previous scan */
  delta: number | null;
  /** What to fix first, three at most */
  top_fixes: Array<{
    /** Type of the issue */
    issue_type: string;
    /** Title of the issue, one sentence */
    title: string;
    /** Open issues */
    pages: number;
    /** Sum of weight × number of affected pages */
    gain: number;
  }>;
  /** Reason if the verdict is unknown */
  reason: string | null;
  /** Scan of the verdict */
  scan_id: Uuid | null;
  /** When the scan ended */
  judged_at: Timestamp | null;
}

export interface SeoVerdictParts {
  /** Accessibility for crawlers and indexing, 35 % */
  crawl: number | null;
  /** Texts of pages, 30 % */
  on_page: number | null;
  /** Content and structured data, 15 % */
  cms: number | null;
  /** Speed, 20 % */
  performance: number | null;
}

export interface SeoVerdictResponse {
  data: SeoVerdict;
}

export interface SeoWorkPlan {
  /** Generation time; null for a plan that is computed at the read with defaults */
  generated_at: Timestamp | null;
  /** Source of the order */
  source: 'rules' | 'ai';
  /** Working days per week of each role */
  capacity: SeoPlanCapacity;
  /** Weeks of the plan, weeks without a task included */
  weeks: Array<SeoPlanWeek>;
  /** Tasks that do not fit into the weeks */
  unplanned: Array<SeoPlannedTask>;
}

export interface SeoWorkPlanOrder {
  /** Weeks */
  weeks?: number;
  /** Working days per week of each role; 2 for an absent role */
  capacity?: SeoCapacity;
  /** Whether the configured model orders the tasks; `source` shows whether it did */
  use_ai?: boolean;
}

export interface SeoWorkPlanResponse {
  data: SeoWorkPlan;
}

export interface SettingRollback {
  /** Version to restore */
  version: number;
}

/** One immutable version */
export interface SettingVersion {
  /** Version number */
  version: number;
  /** Whether this version is a removal */
  is_deleted: boolean;
  /** Differences from the previous version */
  changes: Array<{
    /** Name of the changed field */
    field: string;
    /** Value before the change; absent if there was none */
    before?: unknown;
    /** Value after the change; absent if it was removed */
    after?: unknown;
  }>;
  /** Full definition in this version; null when deleted */
  definition: Record<string, unknown> | null;
  /** Author of the change */
  changed_by: {
    /** Administrator */
    id: Uuid;
    /** Login name at that time */
    email: string;
  };
  /** Time of the change */
  changed_at: Timestamp;
}

export interface SettingVersionPage {
  data: Array<SettingVersion>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

/** A signed statement about the state of a ledger; keep external copies */
export interface SignedChainHead {
  /** UTC day of the signature: it was signed during this day or at its end */
  day: CalendarDay;
  /** Number of the last record at that time */
  seq: number;
  /** Hash of the last record */
  head_hash: string;
  /** Compact JWS (EdDSA) of owner, day, number and hash */
  token: string;
  /** When it was signed */
  signed_at: Timestamp;
}

export interface SignedChainHeadPage {
  data: Array<SignedChainHead>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface Site {
  /** Id */
  id: Uuid;
  /** Derived from the name at creation; it cannot be changed */
  code: string;
  /** Label */
  name: string;
  /** Address of the site */
  website_url: string | null;
  /** Public address of the icon */
  icon_url: string | null;
  /** Application of the site, if any */
  application_id: Uuid | null;
  /** Only `active` is served */
  status: 'active' | 'archived';
  /** Default language of texts */
  default_locale: string;
  /** Languages of the site */
  locales: Array<string>;
  /**
   * Time zone of the site: its days, in figures, filters and on pages of the platform, are days of this zone.
   * After a change the figures of past days whose events exist are counted again
   */
  timezone: string;
  /**
   * Country of the site (ISO 3166-1 alpha-2): phone numbers without a country code are read as numbers of it
   */
  country: string;
  /** Paths of its texts, by kind */
  url_templates: Record<string, string>;
  /** Paths of texts before; published texts redirect from them. The last 20 changes are kept */
  former_url_templates: Array<{
    /** Paths of texts until then, by kind */
    url_templates: Record<string, string>;
    /** Default language until then */
    default_locale: string;
    /** Time of the change */
    until: Timestamp;
  }>;
  /** Description of the site */
  description: string | null;
  /** Colour of the brand */
  accent_color: string | null;
  /** An uploaded image */
  logo_asset_id: Uuid | null;
  /** Links for header or footer */
  links: Array<SiteLink>;
  /** Origins that may write; any when empty */
  allowed_origins: Array<string>;
  /** Whether the role staff may publish and schedule */
  staff_may_publish: boolean;
  /** Video services whose players are allowed in texts */
  embed_providers: Array<'rutube' | 'vk_video' | 'youtube'>;
  /** Whether straight quotes, `--` and `...` of texts become those of the language, such as «…» in Russian */
  typographic_quotes: boolean;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface SiteBranding {
  /** Code of the site */
  code: string;
  /** Name */
  name: string;
  /** Description of the site */
  description: string | null;
  /** Icon */
  icon_url: string | null;
  /** Logo */
  logo: PublicImage | null;
  /** Address of the site */
  website_url: string | null;
  /** Colour of the brand */
  accent_color: string | null;
  /** Links for header or footer */
  links: Array<SiteLink>;
}

export interface SiteBrandingResponse {
  data: SiteBranding;
}

/** One checkbox of a form of a site */
export interface SiteConsentEntry {
  /** `document_id` from `legal` of the site */
  document_id: string;
  /** `version` from the same read, as a string */
  version: string;
  /**
   * The label that the user saw beside the checkbox. The `checkbox_text` of the document, or its title, is
   * stored permanently; any other label is sealed with the key of the person
   */
  checkbox_text: string;
  /** Whether the checkbox was checked */
  accepted: boolean;
}

export interface SiteConsentSearch {
  /** Rows in a page */
  limit?: number;
  /** `next_cursor` of the page before; it belongs to this list with these filters */
  cursor?: string;
  /** Records of one person, by pseudonym */
  subject_id?: Uuid;
  /**
   * Records of the person with this e-mail; the result is empty together with the `subject_id` of another
   * person
   */
  email?: string;
  /** Records about one document */
  document_id?: Uuid;
  doc_kind?: DocKind;
  /** Source of the answer */
  source?: 'registration' | 'paywall' | 'site_form' | 'newsletter' | 'other';
  /** Only acceptances, or only refusals and withdrawals */
  accepted?: boolean;
  /** Recorded at this time or later; a day counts from its first moment in `timezone` */
  from?: string;
  /** Recorded before this time; a day is included as a whole */
  to?: string;
  /**
   * Time zone of the days in the filters, by its IANA name; when absent, that of the site in a list of a
   * site, and UTC in any other list
   */
  timezone?: string;
  /** `csv` and `jsonl` return a file */
  format?: 'json' | 'csv' | 'jsonl';
}

export interface SiteCreate {
  /** Label */
  name: string;
  /** Address of the site */
  website_url?: string | null;
  /** Application of the site; null for none */
  application_id?: Uuid | null;
  /** Default language of texts; the first of `locales` when absent, and `ru` without both */
  default_locale?: Locale;
  /** Languages of the site; only the default one when absent */
  locales?: Array<Locale>;
  /**
   * Time zone of the site: its days, in figures, filters and on pages of the platform, are days of this zone.
   * After a change the figures of past days whose events exist are counted again
   */
  timezone?: string;
  /**
   * Country of the site (ISO 3166-1 alpha-2): phone numbers without a country code are read as numbers of it
   */
  country?: string;
  /** Paths of its texts */
  url_templates?: UrlTemplates;
  /** Description of the site */
  description?: string | null;
  /** Colour of the brand */
  accent_color?: string | null;
  /** Links for header or footer */
  links?: Array<SiteLink>;
  /** Origins that may write, any when empty; reads are open */
  allowed_origins?: Array<string>;
  /** Whether the role staff may publish and schedule */
  staff_may_publish?: boolean;
  /** Video services whose players are allowed in texts */
  embed_providers?: Array<'rutube' | 'vk_video' | 'youtube'>;
  /** Whether straight quotes, `--` and `...` of texts become those of the language, such as «…» in Russian */
  typographic_quotes?: boolean;
}

/** An event of a site visitor */
export interface SiteEvent {
  /** Name of the event: `page_viewed` for a page view; any other event is counted under its name */
  event: string;
  /**
   * Deduplication id of the event: events with the same id are counted once. Without it, each repeat counts
   */
  event_id?: Uuid;
  /** Address of the page; its query string is not stored */
  url: string;
  /** `document.referrer`; only its host is stored */
  referrer?: string;
  /** Campaign source */
  utm_source?: string;
  /** Campaign medium */
  utm_medium?: string;
  /** Campaign name */
  utm_campaign?: string;
  /** Campaign term */
  utm_term?: string;
  /** Campaign content */
  utm_content?: string;
  /** Any properties of the event, at most 2 KiB */
  properties?: Record<string, unknown>;
}

/** An import into a site */
export interface SiteImport {
  /** Id */
  id: Uuid;
  /** Format of the file */
  format: 'markdown_zip' | 'ghost_json' | 'wordpress_wxr';
  /** Dry run: it writes only its report */
  dry_run: boolean;
  /** Whether it publishes content that is published in the other system */
  publish: boolean;
  /** Whether it fetches images of texts */
  fetch_images: boolean;
  /** Settings that it takes from the file by their names */
  take: Array<'url_templates' | 'links' | 'allowed_origins' | 'staff_may_publish' | 'embed_providers' | 'external_redirects'>;
  /** Address of the former site */
  source_url: string | null;
  /** Name of the file; empty without one */
  file_name: string;
  /** Size of the file */
  size_bytes: number;
  /** `failed`: `error` has the reason */
  status: 'queued' | 'running' | 'finished' | 'failed';
  /** Reason for the refusal of the whole file, or for the stop of the import */
  error: ImportNote | null;
  /** Counts so far; for a dry run, the counts of what it would do */
  report: ImportReport;
  /** When the file arrived */
  created_at: Timestamp;
  /** E-mail of the administrator */
  created_by: string;
  /** When the work began */
  started_at: Timestamp | null;
  /** When the work ended */
  finished_at: Timestamp | null;
}

export interface SiteImportPage {
  data: Array<SiteImport>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SiteImportResponse {
  data: SiteImport;
}

export type SiteImportWithEntries = SiteImport & {
  /**
   * Everything that was lost, changed or left out, by its code, the most frequent first; also of a dry run.
   * On the first page; empty on later ones
   */
  losses: Array<ImportLoss>;
  /** Result for each object */
  entries: Array<ImportEntry>;
  /** Cursor of the next entries; null on the last page */
  next_cursor: string | null;
};

export interface SiteImportWithEntriesResponse {
  data: SiteImportWithEntries;
}

export interface SiteKey {
  /** Id of the key */
  id: Uuid;
  /**
   * A public key (`svc_cms_…`) may stand in a page: it reads published content and sends forms and events,
   * and nothing else. A server key (`svc_cms_srv_…`) is a secret: it reads published content for static
   * builds and servers, with a budget of its own
   */
  kind: 'public' | 'server';
  /** Last four characters; the key itself was shown once and is stored hashed */
  hint: string;
  /** Creation time */
  created_at: Timestamp;
  /** End of the grace period after a rotation; null for the current key */
  valid_until: Timestamp | null;
  /** Time of the revocation; null for a key that was not revoked */
  revoked_at: Timestamp | null;
  /** Last use, to the hour; null before the first one */
  last_used_at: Timestamp | null;
}

export interface SiteKeyPage {
  data: Array<SiteKey>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SiteKeyResponse {
  data: SiteKey;
}

export interface SiteKeyRotation {
  /**
   * Grace period of the current key. Keys of earlier rotations keep their end. 0 is for an emergency: all
   * former keys end at once, those of earlier rotations too, and only the new key is valid
   */
  grace_hours?: number;
  /** Kind of the key, of which only keys are rotated */
  kind?: 'public' | 'server';
}

export interface SiteLink {
  /** Text of the link */
  label: string;
  /** http, https, mailto or tel address */
  url: string | string;
}

export interface SitePage {
  data: Array<Site>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SitePatch {
  /** Label */
  name?: string;
  /** Address of the site */
  website_url?: string | null;
  /** Application of the site; null for none */
  application_id?: Uuid | null;
  /** Default language of texts */
  default_locale?: Locale;
  /** Languages of the site, the default one included */
  locales?: Array<Locale>;
  /**
   * Time zone of the site: its days, in figures, filters and on pages of the platform, are days of this zone.
   * After a change the figures of past days whose events exist are counted again
   */
  timezone?: string;
  /**
   * Country of the site (ISO 3166-1 alpha-2): phone numbers without a country code are read as numbers of it
   */
  country?: string;
  /** Paths of its texts; an absent path stays unchanged */
  url_templates?: UrlTemplatesPatch;
  /** Description of the site */
  description?: string | null;
  /** Colour of the brand */
  accent_color?: string | null;
  /** An uploaded image */
  logo_asset_id?: Uuid | null;
  /** Links for header or footer */
  links?: Array<SiteLink>;
  /** Origins that may write, any when empty; reads are open */
  allowed_origins?: Array<string>;
  /** Whether the role staff may publish and schedule */
  staff_may_publish?: boolean;
  /** Video services whose players are allowed in texts */
  embed_providers?: Array<'rutube' | 'vk_video' | 'youtube'>;
  /** Whether straight quotes, `--` and `...` of texts become those of the language, such as «…» in Russian */
  typographic_quotes?: boolean;
  /** `archived` answers 404 to every caller; it may become `active` again */
  status?: 'active' | 'archived';
}

export interface SiteResponse {
  data: Site;
}

export interface SiteSummary {
  /** A summary of a site */
  kind: 'site';
  /** The site */
  cms_site_code: string;
  /** First day */
  from: CalendarDay;
  /** Last day, included */
  to: CalendarDay;
  /** Time zone of the days */
  timezone: string;
  /** All events that were stored before this time are counted */
  as_of: Timestamp;
  /** Previous range, for comparison */
  previous: PreviousRange;
  /** Counts */
  metrics: {
    /** Page views */
    views: Metric;
    /** Sum of the distinct visitors of each day */
    visitors: Metric;
    /** All site events */
    events: Metric;
  };
  /**
   * Published content of the site; kinds without published items are absent. Null while the cms does not
   * answer
   */
  inventory: Array<{
    /** For example post, article, document */
    kind: string;
    /** Published now */
    published: number;
  }> | null;
  /**
   * Views of knowledge-base articles as the cms counts them: once per visitor, article and day. Null while
   * the cms does not answer
   */
  view_count: Metric | null;
  /** Most visitors first */
  sources: Array<{
    /** Campaign source or host */
    source: string;
    /** Sum of the distinct visitors of each day */
    visitors: number;
    /** Page views */
    views: number;
  }>;
  /** At most 100 */
  top_pages: Array<{
    /** Path of the page */
    path: string;
    /** Page views */
    views: number;
    /** Sum of the distinct visitors of each day */
    visitors: number;
  }>;
  /** Most visitors first */
  countries: Array<{
    /** ISO 3166-1 alpha-2; null when it is not known */
    country_code: string | null;
    /** Sum of the distinct visitors of each day */
    visitors: number;
    /** Share of the total, in percent with two decimals, at most 100 */
    share: number;
  }>;
  /** At most 100 */
  top_events: Array<{
    /** Name of the event */
    event: string;
    /** Number of events */
    events: number;
    /** Sum of the distinct visitors of each day */
    visitors: number;
  }>;
  /** Every day of the range */
  series: Array<{
    /** The day */
    date: CalendarDay;
    /** Page views */
    views: number;
    /** Sum of the distinct visitors of each day */
    visitors: number;
  }>;
}

export type SiteWithKeys = Site & {
  /** Live keys, newest first */
  site_keys: Array<SiteKey>;
};

export interface SiteWithKeysResponse {
  data: SiteWithKeys;
}

export type SiteWithNewKey = SiteWithKeys & {
  /** The key, shown in this answer and never again: `svc_cms_…`, or `svc_cms_srv_…` of a server */
  site_key: string;
};

export interface SiteWithNewKeyResponse {
  data: SiteWithNewKey;
}

export interface SkippedField {
  /** The field */
  field: 'meta_title' | 'meta_description' | 'body' | 'cover_alt';
  /**
   * `filled_meanwhile`: an editor filled the field during the generation; `no_source`: there is no text to
   * generate it from
   */
  reason: 'not_empty' | 'filled_meanwhile' | 'no_source' | 'no_cover';
}

/** Slug: the part of the address that identifies it */
export type Slug = string;

export interface SocialAbilities {
  /** Whether the credentials may upload images */
  photos: boolean;
  /** Whether an unknown outcome can be resolved by reading the posts */
  reads_posts: boolean;
  /** Whether published posts can be changed */
  edits: boolean;
  /** Whether published posts can be deleted */
  deletes: boolean;
}

/** A chat, community or profile that a brand posts to. Its secrets are never shown */
export interface SocialAccount {
  /** Id */
  id: Uuid;
  /** Brand */
  brand_id: Uuid;
  /** Channel */
  channel: SocialChannel;
  /** Name in lists */
  name: string;
  /**
   * `unverified`: the right to post is not verified; `needs_reconnect`: the channel refuses the credentials;
   * only an `active` account publishes
   */
  state: 'unverified' | 'active' | 'needs_reconnect' | 'paused' | 'archived';
  /** Stored credentials; a secret is `…` and its last four characters */
  credentials: Record<string, string> | null;
  /** Data from the channel; null before the verification */
  remote: {
    /** Chat, community or profile at the channel */
    id: string;
    /** Name at the channel */
    title: string;
    /** Public address */
    url: string | null;
    /** Whether it is a group, in which the channel allows fewer posts per minute */
    is_group: boolean;
  } | null;
  /** Rights of the credentials; null before the verification */
  abilities: SocialAbilities | null;
  /** Followers at the last check; null if they are not known */
  members: number | null;
  /** Registration of a channel with more than 10,000 followers */
  rkn_registration: RknRegistration | null;
  /** Error of the last check; null if it succeeded */
  last_error: {
    /** Code of the channel */
    code: string;
    /** Message of the channel, without secrets */
    message: string;
    /** Time of the failed check */
    at: Timestamp;
  } | null;
  /** Last part of the webhook address of the account, `/v1/social/webhooks/{channel}/…`; null for staff */
  hook_token: string | null;
  /**
   * Secret that the channel sends with each webhook: `secret_token` of Telegram, `secret` of VK and MAX, and
   * the verify token of Meta; null for staff
   */
  hook_secret: string | null;
  /** Expiry of the access; null if it does not expire */
  access_expires_at: Timestamp | null;
  /** Time of the last successful check of the credentials */
  verified_at: Timestamp | null;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface SocialAccountCreate {
  /** Channel; it cannot be changed */
  channel: SocialChannel;
  /** Name in lists */
  name: string;
  /** Registration of a large channel */
  rkn_registration?: RknRegistration | null;
}

export interface SocialAccountPage {
  data: Array<SocialAccount>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SocialAccountPatch {
  /** Name in lists */
  name?: string;
  /** Registration of a large channel */
  rkn_registration?: RknRegistration | null;
  /** Whether the account is paused */
  is_paused?: boolean;
}

export interface SocialAccountResponse {
  data: SocialAccount;
}

export type SocialAcknowledgement = 'ad_disputed' | 'looks_like_ad' | 'unsupported_claims' | 'local_platform_restricted';

export type SocialAdPolicy = 'allowed' | 'disputed' | 'prohibited';

export interface SocialAdvertiser {
  /** Name of the advertiser */
  name: string;
  /** Taxpayer number */
  inn: string;
}

export interface SocialApproval {
  /** Id */
  id: Uuid;
  /** Brand */
  brand_id: Uuid;
  /** Post */
  variant_id: Uuid;
  /** SHA-256 of the post that the approval is for */
  content_hash: string;
  /** Time that the approval is for; null for any time */
  scheduled_at: Timestamp | null;
  /** `voided`: the post has changed since */
  state: 'pending' | 'approved' | 'rejected' | 'changes_requested' | 'voided';
  /** Number of distinct administrators that must approve */
  required: number;
  /** Decisions, in their order */
  decisions: Array<{
    /** Administrator; null for a rule */
    admin_id: Uuid | null;
    /** E-mail of the administrator; `system` for a rule */
    decided_by: string;
    /** Decision */
    decision: 'approve' | 'reject' | 'changes_requested';
    /** Comment */
    comment: string;
    /** Findings that the approver acknowledged */
    acknowledged: Array<SocialAcknowledgement>;
    /** Time of the decision */
    at: Timestamp;
  }>;
  /** Differences from the previous approval; empty for the first one */
  changed: Array<'body' | 'cover' | 'buttons' | 'ad' | 'time' | 'law' | 'autonomy'>;
  /**
   * Reasons for a decision by a person. `autonomy`: the brand allows no approval by a rule; `first_posts`:
   * the account has fewer than five published posts; `uncertain_outcome`: an earlier post of the account has
   * an unknown outcome
   */
  reasons: Array<SocialPersonReason>;
  /** E-mail of the author */
  submitted_by: string;
  /** Time of the request */
  created_at: Timestamp;
  /** When it ended; null while it is pending */
  decided_at: Timestamp | null;
}

export interface SocialApprovalPage {
  data: Array<SocialApproval>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export type SocialApprovalReason = 'not_submitted' | 'pending' | 'rejected' | 'content' | 'time' | 'autonomy' | 'ad' | 'ad_disputed' | 'looks_like_ad' | 'unsupported_claims' | 'uncertain_outcome' | 'first_posts';

export interface SocialApprovalResponse {
  data: SocialApproval;
}

export interface SocialApprovalRule {
  /** Number of distinct administrators that must approve */
  required: number;
  /** Administrators that may approve; if empty, all administrators with the role `admin` or higher */
  approver_ids: Array<Uuid>;
  /** Whether authors may approve their own posts */
  self_approval: boolean;
  /** Minutes by which an approved post may be moved without another approval */
  time_tolerance_min: number;
}

export interface SocialApprovalRuleInput {
  /** Number of distinct administrators that must approve */
  required?: number;
  /** Administrators that may approve; if empty, all administrators with the role `admin` or higher */
  approver_ids?: Array<Uuid>;
  /** Whether authors may approve their own posts */
  self_approval?: boolean;
  /** Minutes by which an approved post may be moved without another approval */
  time_tolerance_min?: number;
}

export interface SocialAttempt {
  /** Id */
  id: Uuid;
  /** Kind of the attempt */
  kind: 'publish' | 'edit' | 'delete';
  /** SHA-256 of the posted content */
  content_hash: string;
  /** SHA-256 of the requests, as the preview shows them */
  request_hash: string | null;
  /** Approval of the attempt */
  approval_id: Uuid | null;
  /** Policy of the attempt */
  policy_id: Uuid | null;
  /**
   * Outcome; null while it runs. `uncertain`: it may have succeeded; `abandoned`: its process died before it
   * sent the request
   */
  outcome: ('published' | 'done' | 'not_sent' | 'throttled' | 'retry' | 'auth' | 'quota' | 'content' | 'media_again' | 'moved' | 'uncertain' | 'abandoned') | null;
  /** Resolution of an uncertain outcome */
  resolution: ('found' | 'absent' | 'person_published' | 'person_not_published') | null;
  /** Code of the channel, or of the connection */
  code: string | null;
  /** Message of the channel, without secrets */
  message: string | null;
  /** Id of the post at the channel */
  remote_id: string | null;
  /** Start of the attempt */
  started_at: Timestamp;
  /** Time directly before the publishing request was sent; null before it */
  sent_at: Timestamp | null;
  /** End of the attempt */
  ended_at: Timestamp | null;
}

export interface SocialAttemptPage {
  data: Array<SocialAttempt>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SocialAttributedPost {
  /** Id */
  id: Uuid;
  /** Account */
  account_id: Uuid;
  /** Channel */
  channel: SocialChannel;
  /** Title of its idea */
  title: string;
  /** Address of the post; null if the channel has none */
  url: string | null;
  /** When it was published */
  published_at: Timestamp | null;
}

export interface SocialAttribution {
  /** Code of the brand */
  campaign: string;
  /** First day */
  from: CalendarDay;
  /** Last day, included */
  to: CalendarDay;
  /** Time zone of the days: that of the brand */
  timezone: string;
  /** Grouping of the rows */
  group_by: 'campaign' | 'channel' | 'variant' | 'day';
  /** For `day`: every day of the range, in order; otherwise ordered by registrations, payments and visits */
  rows: Array<SocialAttributionRow>;
}

export interface SocialAttributionResponse {
  data: SocialAttribution;
}

export interface SocialAttributionRow {
  /**
   * Group of the row. For `campaign`: the code of the brand; for `channel`: `utm_source`; for `variant`:
   * `utm_content`, which is the `ref` of a post; for `day`: the day. Null for links without this value;
   * `(other)` for all groups beyond the first 1000
   */
  key: string | null;
  /** For `variant`: the post with this `ref`; null for a link of another origin */
  post: SocialAttributedPost | null;
  /** Sum of the daily visitors who viewed a page of a site through a link */
  visits: number;
  /** Users who registered through a link */
  registers: number;
  /** Distinct users of links with a confirmed payment */
  payers: number;
  /** Confirmed payments of users of links, later refunded ones included */
  payments: number;
  /** Completed refunds */
  refunds: number;
  /** Payments minus refunds, for each currency */
  net: Array<SocialMoney>;
}

export interface SocialBlackout {
  /** First minute, in the time zone of the brand */
  from: string;
  /** End, exclusive */
  to: string;
  /** Reason */
  reason: string;
}

export interface SocialBlackoutInput {
  /** First minute, in the time zone of the brand */
  from: string;
  /** End, exclusive */
  to: string;
  /** Reason */
  reason?: string;
}

export interface SocialBrand {
  /** Id */
  id: Uuid;
  /** Code: the `utm_campaign` of its links */
  code: string;
  /** Name */
  name: string;
  /** Time zone of its local times */
  timezone: string;
  /** Languages of its posts, the main one first */
  languages: Array<string>;
  application_id: Uuid | null;
  site_id: Uuid | null;
  /** Hosts whose links are tagged with `utm_…`; the host of the site if the list is empty */
  link_hosts: Array<string>;
  /** Tone of voice */
  tone: SocialTone;
  /** Autonomy: actions that need no person */
  autonomy: 'manual' | 'assisted' | 'autopilot' | 'full_manager';
  /** Approval rules */
  approval: SocialApprovalRule;
  /** Advertising law for its posts; only the role `owner` changes it */
  jurisdiction: 'RU' | 'none';
  /** Minutes after which a due post counts as missed and is not sent */
  late_limit_min: number;
  /** Minimum number of minutes between planned posts of an account */
  min_gap_min: number;
  /** Number of days ahead for which the plan is filled automatically */
  refill_days: number;
  /** Times without planned posts */
  blackouts: Array<SocialBlackout>;
  /** Whether it is archived: it is kept and publishes nothing */
  is_archived: boolean;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface SocialBrandCreate {
  /** Code; it cannot be changed */
  code: string;
  /** Name */
  name: string;
  /** Time zone of its local times */
  timezone: string;
  /** Languages of its posts, the main one first */
  languages?: Array<string>;
  application_id?: Uuid | null;
  site_id?: Uuid | null;
  /** Hosts whose links are tagged with `utm_…`; the host of the site if the list is empty */
  link_hosts?: Array<string>;
  /** Tone of voice */
  tone?: SocialToneInput;
  /** Autonomy: actions that need no person */
  autonomy?: 'manual' | 'assisted' | 'autopilot' | 'full_manager';
  /** Approval rules */
  approval?: SocialApprovalRuleInput;
  /** Advertising law for its posts; only the role `owner` changes it */
  jurisdiction?: 'RU' | 'none';
  /** Minutes after which a due post counts as missed and is not sent */
  late_limit_min?: number;
  /** Minimum number of minutes between planned posts of an account */
  min_gap_min?: number;
  /** Number of days ahead for which the plan is filled automatically */
  refill_days?: number;
  /** Times without planned posts */
  blackouts?: Array<SocialBlackoutInput>;
}

export interface SocialBrandPage {
  data: Array<SocialBrand>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SocialBrandPatch {
  /** Name */
  name?: string;
  /** Time zone of its local times */
  timezone?: string;
  /** Languages of its posts, the main one first */
  languages?: Array<string>;
  application_id?: Uuid | null;
  site_id?: Uuid | null;
  /** Hosts whose links are tagged with `utm_…`; the host of the site if the list is empty */
  link_hosts?: Array<string>;
  /** Tone of voice */
  tone?: SocialToneInput;
  /** Autonomy: actions that need no person */
  autonomy?: 'manual' | 'assisted' | 'autopilot' | 'full_manager';
  /** Approval rules */
  approval?: SocialApprovalRuleInput;
  /** Advertising law for its posts; only the role `owner` changes it */
  jurisdiction?: 'RU' | 'none';
  /** Minutes after which a due post counts as missed and is not sent */
  late_limit_min?: number;
  /** Minimum number of minutes between planned posts of an account */
  min_gap_min?: number;
  /** Number of days ahead for which the plan is filled automatically */
  refill_days?: number;
  /** Times without planned posts */
  blackouts?: Array<SocialBlackoutInput>;
  /** Restores an archived brand; its canceled posts stay canceled */
  is_archived?: false;
}

export interface SocialBrandResponse {
  data: SocialBrand;
}

export interface SocialButton {
  /** Label */
  text: string;
  /** Target of the link */
  url: string;
}

export interface SocialCadence {
  /** Account of the brand */
  account_id: Uuid;
  /** Posts a week, 5 a day at most */
  per_week: number;
  /** Times of the week; the platform chooses the missing ones */
  times: Array<SocialWeekTime>;
}

export interface SocialCadenceInput {
  /** Account of the brand */
  account_id: Uuid;
  /** Posts a week, 5 a day at most */
  per_week: number;
  /** Times of the week; the platform chooses the missing ones */
  times?: Array<SocialWeekTime>;
}

export interface SocialCalendar {
  /** Time zone of the brand */
  timezone: string;
  /** Slots ordered by time, 2000 at most */
  slots: Array<SocialSlot & {
    /** Title of the idea of its post */
    title: string | null;
  }>;
  /** Whether there are more slots */
  is_cut: boolean;
}

export interface SocialCalendarResponse {
  data: SocialCalendar;
}

export type SocialChannel = 'telegram' | 'vk' | 'instagram' | 'threads' | 'max';

export interface SocialChannelFacts {
  /** Channel */
  channel: SocialChannel;
  /** Whether the operator allows the channel */
  is_enabled: boolean;
  /** `missing`: the operator must set the client id and secret of the channel */
  oauth: 'none' | 'ready' | 'missing';
  /** Fields of its credentials; a field with `?` is optional */
  credentials: Array<string>;
  /** Text */
  text: {
    /** Longest text, all additions of the platform included */
    max: number;
    /** Longest text under an image */
    max_with_cover: number;
    /** Unit of the length; `threads`: an emoji counts with its UTF-8 bytes */
    unit: 'code_points' | 'utf16' | 'threads';
    /** Text format: whether bold, italic and links are supported */
    format: 'html' | 'plain';
  };
  /** Image */
  cover: {
    /** Whether a post requires an image */
    is_required: boolean;
    /** Largest file */
    max_bytes: number;
    /** Whether the channel downloads the image from the address of the platform */
    needs_public_url: boolean;
  };
  /** `lines`: lines in the text; `attachment`: the first one is a link attachment of the post */
  buttons: 'keyboard' | 'lines' | 'attachment';
  /** Actions for a published post */
  remote: {
    /** Whether published posts can be changed */
    edits: boolean;
    /** Whether published posts can be deleted */
    deletes: boolean;
  };
}

/** A rule of the advertising law. It is never changed or removed */
export interface SocialChannelPolicy {
  /** Id; each attempt to publish has the id of its policy */
  id: Uuid;
  /** Channel */
  channel: SocialChannel;
  /** Whether advertisements are allowed */
  ad: SocialAdPolicy;
  /** `large_unregistered`: accounts with more than 10,000 followers and without `rkn_registration` */
  applies_to: 'all' | 'large_unregistered';
  /** First day, in Moscow */
  from: CalendarDay;
  /** Last day, in Moscow; null without an end */
  to: CalendarDay | null;
  /** The law and its content */
  basis: string;
  /** Source */
  sources: Array<string>;
  /** Time of the last check of its sources */
  verified_at: Timestamp;
  /** Whether the last check of the sources was more than 90 days ago */
  is_stale: boolean;
  /** Whether it is the current policy for its channel and its accounts */
  holds_today: boolean;
  /** E-mail of the owner; `system` for a policy of the platform */
  created_by: string;
  /** Creation time */
  created_at: Timestamp;
}

export interface SocialChannelPolicyCreate {
  /** Channel */
  channel: SocialChannel;
  /** Whether advertisements are allowed */
  ad: SocialAdPolicy;
  /** `large_unregistered`: accounts with more than 10,000 followers and without `rkn_registration` */
  applies_to?: 'all' | 'large_unregistered';
  /** First day, in Moscow */
  from: CalendarDay;
  /** Last day, in Moscow; null without an end */
  to?: CalendarDay | null;
  /** The law and its content */
  basis: string;
  /** Source */
  sources: Array<string>;
}

export interface SocialChannelPolicyPage {
  data: Array<SocialChannelPolicy>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SocialChannelPolicyResponse {
  data: SocialChannelPolicy;
}

export interface SocialChannels {
  /** All channels */
  channels: Array<SocialChannelFacts>;
}

export interface SocialChannelsResponse {
  data: SocialChannels;
}

export interface SocialCheck {
  /** Code of the finding */
  code: string;
  /** An `error` prevents the submission of the post */
  level: 'error' | 'warning';
  /** Human-readable message */
  message: string;
}

export interface SocialContent {
  /** Idea */
  idea: SocialIdea;
  /** A post for each account */
  variants: Array<SocialVariant>;
  /** Slots; empty if there is no time */
  slot_ids: Array<Uuid>;
}

export interface SocialContentCreate {
  /** Accounts, without duplicates */
  account_ids: Array<Uuid>;
  /** Title of the idea */
  title: string;
  /** Rubric */
  rubric?: string | null;
  /** Time, in the time zone of the brand */
  local_time?: string | null;
  /** Whether each post is submitted for approval at once */
  submit?: boolean;
  /** Markdown: bold, italic, strikethrough, code, links, quotes and lists. HTML is shown as text */
  body?: string;
  /** Links under the post */
  buttons?: Array<SocialButton>;
  /** Whether the author declares it an advertisement */
  is_ad?: boolean;
  /** Token of the advertising register */
  erid?: string | null;
  /** Advertiser */
  advertiser?: SocialAdvertiser | null;
  /** Image; it is converted for the channel of each post */
  cover?: SocialCoverChoice | null;
}

export interface SocialContentResponse {
  data: SocialContent;
}

export interface SocialCoverChoice {
  /** Id or name of an image that was uploaded for a post */
  asset?: string;
  /** Address of a JPEG, PNG or WebP of 10 MiB at most */
  url?: string;
  /** Text instead of the image */
  alt?: string;
  /** Adaptation of an image whose aspect ratio the channel does not accept */
  fit?: 'pad' | 'crop' | 'refuse';
}

/**
 * telegram: `bot_token`, `chat_id`, `probe_chat_id?`; vk: `access_token`, `owner_id`, `confirmation_code?`;
 * max: `access_token`, `chat_id`; instagram and threads: `access_token`, `user_id`
 */
export interface SocialCredentials {
  /** Token of the bot (telegram) */
  bot_token?: unknown & unknown;
  /** Access token (vk, instagram, threads, max) */
  access_token?: string;
  /** Channel or group (telegram, max) */
  chat_id?: string;
  /**
   * A private channel of the bot; the bot uses it to find out whether a post with an unknown outcome exists
   */
  probe_chat_id?: string;
  /** Answer of the webhook when VK confirms the address (vk) */
  confirmation_code?: string;
  /** Community (vk) */
  owner_id?: string;
  /** Professional profile (instagram, threads) */
  user_id?: string;
}

export interface SocialDashboard {
  /** Posts by state; published posts are counted only for the period */
  states: Array<{
    /** State */
    state: SocialVariantState;
    /** Number of posts in this state */
    posts: number;
  }>;
  /** Today and the next six days */
  days: Array<{
    /** Day, in the time zone of the brand */
    date: string;
    /** Posts that the active strategy requires */
    wanted: number;
    /** Slots with a post */
    filled: number;
  }>;
  /** Posts with an unknown outcome */
  uncertain: {
    /** Number of posts */
    posts: number;
    /** Posts that a person must check */
    for_a_person: number;
    /** The newest ten */
    newest: Array<SocialUncertainPost>;
  };
  /** Accounts that are not archived, 100 at most */
  accounts: Array<{
    /** Id */
    id: Uuid;
    /** Channel */
    channel: SocialChannel;
    /** Name in lists */
    name: string;
    /**
     * `unverified`: the right to post is not verified; `needs_reconnect`: the channel refuses the
     * credentials; only an `active` account publishes
     */
    state: 'unverified' | 'active' | 'needs_reconnect' | 'paused' | 'archived';
    /** Followers at the last check; null if they are not known */
    members: number | null;
    /** Error of the last check; null if it succeeded */
    last_error: {
      /** Code of the channel */
      code: string;
      /** Message of the channel, without secrets */
      message: string;
      /** Time of the failed check */
      at: Timestamp;
    } | null;
  }>;
  /** Days of the period, up to now */
  period_days: number;
  /**
   * Numbers of the period; `before` is the previous period. Numbers of a post are those one day after its
   * publication
   */
  kpis: Array<SocialPeriodNumber>;
  /** Whether there were more than 5000 posts; then only the newest ones are counted */
  is_cut: boolean;
}

export interface SocialDashboardResponse {
  data: SocialDashboard;
}

export interface SocialDecision {
  /** Decision */
  decision: 'approve' | 'reject' | 'changes_requested';
  /** `content_hash` from the read of the approval */
  content_hash: string;
  /** Comment; required unless the decision approves */
  comment?: string;
  /** Findings that the approver acknowledges */
  acknowledge?: Array<SocialAcknowledgement>;
  /** New time of the post; null leaves the time unchanged */
  scheduled_at?: string | null;
}

/** Webhook body of the channel */
export interface SocialDelivery {
  /** Type of the event (VK, Instagram) */
  object?: unknown;
  [field: string]: unknown;
}

export interface SocialDiscovery {
  /** Brand */
  brand_id: Uuid;
  /** Answers */
  answers: SocialDiscoveryAnswers;
  /** Completeness in percent; a strategy requires 60 */
  completeness: number;
  /** Incomplete fields */
  missing: Array<string>;
  /** Version number, increased by each change; 0 before the first one */
  version: number;
  /** Time of the last change; null before the first one */
  updated_at: Timestamp | null;
}

export interface SocialDiscoveryAnswers {
  /** What the product is */
  product: string;
  /** Target groups */
  audience: Array<string>;
  /** Goals of the posts, the most important first */
  goals: Array<'awareness' | 'traffic' | 'registrations' | 'sales' | 'support'>;
  /** Offers for readers */
  offers: Array<string>;
  /** Competitors */
  competitors: Array<string>;
  /** Facts with a source */
  proofs: Array<{
    /** Fact */
    text: string;
    /** Source of the fact */
    source_url: string;
  }>;
  /** Statements that posts must not contain */
  taboos: Array<string>;
  /** Questions of readers: a source of posts */
  faq: Array<{
    /** Question */
    question: string;
    /** Answer */
    answer: string;
    /** Page with more information */
    url: string | null;
  }>;
}

export interface SocialDiscoveryResponse {
  data: SocialDiscovery;
}

export interface SocialExperiment {
  /** Id */
  id: Uuid;
  /** Brand */
  brand_id: Uuid;
  /** Account */
  account_id: Uuid;
  /** Channel */
  channel: SocialChannel;
  /** Name */
  name: string;
  /** Hypothesis */
  hypothesis: string;
  /**
   * `rate`: registrations divided by visits through the links of an arm; `per_post`: the mean of a metric of
   * the posts of an arm
   */
  metric: 'rate' | 'per_post';
  /** Metric, for `per_post` */
  post_metric: ('views' | 'reach' | 'likes' | 'reactions' | 'comments' | 'replies' | 'reposts' | 'quotes' | 'shares' | 'saved') | null;
  /** Hours after the publication at which the metric is taken, for `per_post` */
  age_h: number | null;
  /** Number of visits (`rate`) or posts with a number (`per_post`) that each arm needs for a verdict */
  min_n: number;
  /** Random seed that makes the order of the posts and the shuffles reproducible */
  seed: number;
  /** `completed`: `ends_at` was reached; `stopped`: an administrator ended it without a verdict */
  state: 'draft' | 'running' | 'completed' | 'stopped';
  /** Arms of the experiment */
  arms: Array<SocialExperimentArm>;
  /** Results. In a list, only for ended experiments; null for a draft, and while analytics does not answer */
  results: SocialExperimentResults | null;
  /** When it was started */
  started_at: Timestamp | null;
  /** Time of the verdict */
  ends_at: Timestamp;
  /** When it was completed or stopped */
  ended_at: Timestamp | null;
  /** E-mail of the author */
  created_by: string;
  /** Version number, increased by each change */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface SocialExperimentArm {
  /** Name */
  name: string;
  /** Its posts */
  posts: Array<SocialExperimentPost>;
}

export interface SocialExperimentArmCreate {
  /** Name of the arm, unique in the experiment */
  name: string;
  /** Posts of the arm; a post belongs to one arm only */
  variant_ids: Array<Uuid>;
}

export interface SocialExperimentArmResult {
  /** Arm */
  name: string;
  /** Visits, or posts with a number; registrations if there are fewer visits */
  n: number;
  /** Registrations; null for `per_post` */
  registers: number | null;
  /** Rate from 0 to 1, or mean; null without `n` */
  value: number | null;
  /** Lower limit of the 95 % Wilson interval; null for `per_post` */
  low: number | null;
  /** Upper limit of the 95 % Wilson interval; null for `per_post` */
  high: number | null;
}

export interface SocialExperimentComparison {
  /** Arm */
  a: string;
  /** The other arm */
  b: string;
  /**
   * `fisher`: Fisher's exact test, if an expected cell is below 5; `two_proportions`: z-test with a pooled
   * variance; `permutation`: permutation test of means, with every split for up to 20 values, otherwise with
   * 10,000 seeded shuffles. All tests are two-sided
   */
  test: 'fisher' | 'two_proportions' | 'permutation';
  /** p-value */
  p: number;
  /** p-value, adjusted for all comparisons by the Holm method */
  p_adjusted: number;
}

export interface SocialExperimentCreate {
  /** Name */
  name: string;
  /** Hypothesis */
  hypothesis?: string;
  /** Account of the brand */
  account_id: Uuid;
  /**
   * `rate`: registrations divided by visits through the links of an arm; `per_post`: the mean of a metric of
   * the posts of an arm
   */
  metric: 'rate' | 'per_post';
  /** Metric, for `per_post` */
  post_metric?: ('views' | 'reach' | 'likes' | 'reactions' | 'comments' | 'replies' | 'reposts' | 'quotes' | 'shares' | 'saved') | null;
  /** Hours after the publication at which the metric is taken, for `per_post` */
  age_h?: 1 | 24 | 72 | 168 | 720;
  /** Arms of the experiment */
  arms: Array<SocialExperimentArmCreate>;
  /** Number of visits (`rate`) or posts with a number (`per_post`) that each arm needs for a verdict */
  min_n: number;
  /** Time of the verdict, at most a year ahead */
  ends_at: Timestamp;
}

export interface SocialExperimentPage {
  data: Array<SocialExperiment>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SocialExperimentPost {
  /** Post */
  variant_id: Uuid;
  /** `utm_content` of its links */
  ref: string;
  /** State of the post */
  state: SocialVariantState;
  /** Time of the scheduled publication */
  scheduled_at: Timestamp | null;
  /** When it was published */
  published_at: Timestamp | null;
}

export interface SocialExperimentResponse {
  data: SocialExperiment;
}

export interface SocialExperimentResults {
  /** Time of the reading */
  taken_at: Timestamp;
  /** Results, in the order of the arms */
  arms: Array<SocialExperimentArmResult>;
  /**
   * Comparisons of each pair of arms at the end of the experiment; empty before the end, because an early
   * comparison would count as a test
   */
  comparisons: Array<SocialExperimentComparison>;
  /** Verdict; only for a completed experiment */
  verdict: {
    /** `winner`: better than every other arm, with an adjusted p-value below 0.05 in each comparison */
    outcome: 'winner' | 'no_difference' | 'not_enough_data';
    /** Name of the winning arm */
    winner: string | null;
  } | null;
}

export interface SocialHealth {
  /** All channels */
  channels: Array<{
    /** Channel */
    channel: SocialChannel;
    /** Whether the operator allows the channel */
    is_enabled: boolean;
    /** Whether accounts can be connected by OAuth */
    oauth: 'none' | 'ready' | 'missing';
    /**
     * State of the circuit breaker. `open`: the channel is not reachable, and posts wait; `half_open`: one
     * post is tried
     */
    circuit: 'closed' | 'open' | 'half_open';
    /** Time until which posts wait */
    open_until: Timestamp | null;
    /** Current advertising law; null if there is none */
    ad_policy: {
      /** Whether advertisements are allowed today */
      ad: SocialAdPolicy;
      /** Time of the last check of its sources */
      verified_at: Timestamp;
      /** Whether the sources must be checked again */
      is_stale: boolean;
    } | null;
  }>;
  /** Seconds that the oldest due post of an active account has waited */
  oldest_due_s: number;
  /** Due posts of active accounts */
  due: number;
  /** Due posts of accounts that cannot publish */
  held: number;
  /** Posts with an unknown outcome */
  uncertain: number;
  /** Posts with an unknown outcome that a person must check */
  for_a_person: number;
}

export interface SocialHealthResponse {
  data: SocialHealth;
}

export interface SocialHourNumbers {
  /** Account */
  account_id: Uuid;
  /** 1 is Monday */
  weekday: number;
  /** Hour in the time zone of the brand */
  hour: number;
  /** Posts in this hour, 5 at least */
  posts: number;
  /** Metric: reach, otherwise views */
  metric: 'views' | 'reach' | 'likes' | 'reactions' | 'comments' | 'replies' | 'reposts' | 'quotes' | 'shares' | 'saved';
  /** Median of these posts */
  median: number;
}

export interface SocialIdea {
  /** Id */
  id: Uuid;
  /** Brand */
  brand_id: Uuid;
  /** Title */
  title: string;
  /** Brief */
  brief: string;
  /** Rubric */
  rubric: string | null;
  /** Sources of the idea */
  sources: Array<SocialSource>;
  /** `used`: a post of it was published */
  state: 'new' | 'planned' | 'used' | 'dropped';
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface SocialIdeaCreate {
  /** Title */
  title: string;
  /** Brief */
  brief?: string;
  /** Rubric */
  rubric?: string | null;
  /** Sources of the idea */
  sources?: Array<SocialSourceInput>;
}

export interface SocialIdeaPage {
  data: Array<SocialIdea>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SocialIdeaPatch {
  /** Title */
  title?: string;
  /** Brief */
  brief?: string;
  /** Rubric */
  rubric?: string | null;
  /** Sources of the idea */
  sources?: Array<SocialSourceInput>;
  /** State of the idea */
  state?: 'new' | 'dropped';
}

export interface SocialIdeaResponse {
  data: SocialIdea;
}

export interface SocialInboxItem {
  /** Id */
  id: Uuid;
  /** Brand */
  brand_id: Uuid;
  /** Account that received it; null for an item that was entered by hand */
  account_id: Uuid | null;
  /** Channel of the account */
  channel: SocialChannel | null;
  /** `comment`: public; `message`: private, to the brand */
  kind: 'comment' | 'message';
  /** Text */
  text: string;
  /** Author; null if the channel has none */
  author: {
    /** Name */
    name: string;
    /** Id at the channel; null if the channel has none */
    id: string | null;
  } | null;
  /** Public address */
  url: string | null;
  /** Post at the channel that it refers to */
  post_remote_id: string | null;
  /** State */
  state: 'open' | 'done' | 'spam';
  /** Assigned administrator */
  assignee_id: Uuid | null;
  /** Time of the item at the channel */
  received_at: Timestamp;
  /** Replies and drafts, the newest first */
  replies: Array<SocialReply>;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface SocialInboxItemCreate {
  /** Kind */
  kind?: 'comment' | 'message';
  /** Text */
  text: string;
  /** Author; stored encrypted */
  author_name?: string | null;
  /** Address of the text */
  url?: string | null;
  /** Time of the text; null for now */
  received_at?: Timestamp | null;
}

export interface SocialInboxItemPage {
  data: Array<SocialInboxItem>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SocialInboxItemPatch {
  /** State */
  state?: 'open' | 'done' | 'spam';
  assignee_id?: Uuid | null;
}

export interface SocialInboxItemResponse {
  data: SocialInboxItem;
}

export interface SocialInboxPull {
  /** New items */
  new: number;
  /** Accounts whose channel did not answer */
  errors: Array<SocialPullError>;
}

export interface SocialInboxPullResponse {
  data: SocialInboxPull;
}

export interface SocialInsight {
  /** Id */
  id: Uuid;
  /** Brand */
  brand_id: Uuid;
  /** Monday of the week, in the time zone of the brand */
  week: string;
  /** Version number within the week, from 1 */
  version: number;
  /** Numbers of the week; `before` is the median of those of the four previous weeks that have a value */
  numbers: Array<SocialPeriodNumber>;
  /** Best posts of the week */
  top: Array<SocialRankedPost>;
  /** Weakest posts of the week, the weakest first */
  bottom: Array<SocialRankedPost>;
  /** Hours with five posts in twelve weeks, the best ten of each account */
  hours: Array<SocialHourNumbers>;
  /** Rubrics with five posts in twelve weeks, the best first */
  rubrics: Array<SocialRubricNumbers>;
  /** Money */
  revenue: SocialRevenue;
  /** Changes of the active strategy that the numbers suggest */
  proposals: Array<SocialProposal>;
  /** Whether there were more than 5000 posts in twelve weeks; then only the newest ones are counted */
  is_cut: boolean;
  /** Text of the report */
  text: string;
  /** `ai`: a model phrased it, and it states only facts from the numbers */
  text_source: 'rules' | 'ai';
  /**
   * Reason for a text without a model; `unsupported_claims`: the text of the model had claims without a
   * number. Null if a model phrased it
   */
  ai_reason: string | null;
  /** E-mail of the author */
  created_by: string;
  /** Creation time */
  created_at: Timestamp;
}

export interface SocialInsightCreate {
  /** A day of the week, which must be over; the last finished week when absent */
  week?: CalendarDay;
  /** Whether a language model phrases the text */
  use_ai?: boolean;
}

export interface SocialInsightPage {
  data: Array<SocialInsight>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SocialInsightResponse {
  data: SocialInsight;
}

export interface SocialListeningError {
  /** Code of the channel, or of the connection */
  code: string;
  /** Human-readable message, without secrets */
  message: string;
  /** Query */
  query_id: Uuid;
  /** Source */
  source: 'inbox' | 'rss' | 'vk_search' | 'threads_search';
  /** Feed; null for other sources */
  url: string | null;
}

export interface SocialListeningItem {
  /** Id */
  id: Uuid;
  /** Brand */
  brand_id: Uuid;
  /** Query that found it; null if the query is deleted */
  query_id: Uuid | null;
  /** Source */
  source: 'inbox' | 'rss' | 'vk_search' | 'threads_search';
  /** The beginning of its text */
  text: string;
  /** Public address */
  url: string | null;
  /** Matching keyword */
  keyword: string;
  /** `idea`: an idea was created from it */
  state: 'new' | 'seen' | 'idea' | 'ignored';
  /** Idea that was created from it */
  idea_id: Uuid | null;
  /** Time of the text; null if the source has none */
  published_at: Timestamp | null;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** When it was found */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface SocialListeningItemPage {
  data: Array<SocialListeningItem>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SocialListeningItemPatch {
  /** State */
  state: 'new' | 'seen' | 'idea' | 'ignored';
}

export interface SocialListeningItemResponse {
  data: SocialListeningItem;
}

export interface SocialListeningQuery {
  /** Id */
  id: Uuid;
  /** Brand */
  brand_id: Uuid;
  /** Words or phrases; an item contains at least one of them */
  keywords: Array<string>;
  /** Sources: the inbox of the brand, feeds, the news of VK, Threads */
  sources: Array<'inbox' | 'rss' | 'vk_search' | 'threads_search'>;
  /** RSS and Atom feeds of the source `rss` */
  feed_urls: Array<string>;
  /** Sources that failed in the last run */
  errors: Array<SocialListeningError>;
  /** Time of the last run; null before the first one */
  ran_at: Timestamp | null;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface SocialListeningQueryCreate {
  /** Words or phrases; an item contains at least one of them */
  keywords: Array<string>;
  /** Sources: the inbox of the brand, feeds, the news of VK, Threads */
  sources: Array<'inbox' | 'rss' | 'vk_search' | 'threads_search'>;
  /** RSS and Atom feeds of the source `rss` */
  feed_urls?: Array<string>;
}

export interface SocialListeningQueryPage {
  data: Array<SocialListeningQuery>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SocialListeningQueryPatch {
  /** Words or phrases; an item contains at least one of them */
  keywords?: Array<string>;
  /** Sources: the inbox of the brand, feeds, the news of VK, Threads */
  sources?: Array<'inbox' | 'rss' | 'vk_search' | 'threads_search'>;
  /** RSS and Atom feeds of the source `rss` */
  feed_urls?: Array<string>;
}

export interface SocialListeningQueryResponse {
  data: SocialListeningQuery;
}

export interface SocialListeningRun {
  /** New items */
  new: number;
  /** Sources that failed */
  errors: Array<SocialListeningError>;
  /** Queries that still run, beside this call */
  running: number;
}

export interface SocialListeningRunResponse {
  data: SocialListeningRun;
}

export interface SocialMeasured {
  /** Number; null (never 0) if there is no number */
  value: number | null;
  /**
   * Reason for a missing number. `not_offered_by_channel`: the API of the channel has no such number;
   * `no_permission`: the token may not read it; `not_received`: Telegram sends reactions in updates, and no
   * update was received; `not_available_yet`: the channel counts with a delay; `refused_by_channel`: the
   * channel does not return the number for this post; `post_is_gone`: the post does not exist any more
   */
  reason: SocialMetricMissing | null;
}

export interface SocialMemory {
  /** Id */
  id: Uuid;
  /** Brand */
  brand_id: Uuid;
  /**
   * `fact`: a fact that posts may state and that is a source of posts; `rule` and `avoid`: rules for the
   * style of posts; `learned`: a conclusion from numbers
   */
  kind: 'fact' | 'rule' | 'avoid' | 'learned';
  /** Text of the entry */
  text: string;
  /** Source of a fact */
  source_url: string | null;
  /** Expiry; null for none */
  expires_at: Timestamp | null;
  /** Whether it has expired; an expired entry is not used */
  is_expired: boolean;
  /** E-mail of the author */
  created_by: string;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface SocialMemoryCreate {
  /** Kind; it cannot be changed */
  kind: 'fact' | 'rule' | 'avoid' | 'learned';
  /** Text of the entry */
  text: string;
  /** Source of a fact */
  source_url?: string | null;
  /** Expiry; null for none */
  expires_at?: Timestamp | null;
}

export interface SocialMemoryPage {
  data: Array<SocialMemory>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SocialMemoryPatch {
  /** Text of the entry */
  text?: string;
  /** Source of a fact */
  source_url?: string | null;
  /** Expiry; null for none */
  expires_at?: Timestamp | null;
}

export interface SocialMemoryResponse {
  data: SocialMemory;
}

export type SocialMetricMissing = 'not_offered_by_channel' | 'no_permission' | 'not_received' | 'not_available_yet' | 'refused_by_channel' | 'post_is_gone';

export interface SocialMoney {
  /** Amount */
  amount: number;
  /** ISO 4217 */
  currency: string;
}

export interface SocialOauthStart {
  /** Network */
  provider: 'instagram' | 'threads';
  /** Account that is connected */
  account_id: Uuid;
  /** Redirect URI, to be registered at the network */
  redirect_uri: string;
  /** Time limit for the completion */
  expires_at: Timestamp;
  /** Address at which the administrator allows the access */
  authorize_url: string;
}

export interface SocialOauthStartResponse {
  data: SocialOauthStart;
}

export interface SocialOccasion {
  /** Id */
  id: Uuid;
  /** Date; null for a yearly occasion */
  date: CalendarDay | null;
  /** Rule for a yearly date (RFC 5545); null for a single date */
  rrule: string | null;
  /** Title */
  title: string;
  /** Notes for posts about it */
  note: string;
  /** Page about it */
  url: string | null;
  /** Whether an administrator created it; other occasions come with the platform */
  is_own: boolean;
  /** Next date, in the time zone of the brand; null if it is over */
  next_date: CalendarDay | null;
  /** Creation time; null for an occasion of the platform */
  created_at: Timestamp | null;
}

export interface SocialOccasionCreate {
  /** Date */
  date?: CalendarDay | null;
  /** Rule for a yearly date (RFC 5545) */
  rrule?: string | null;
  /** Title */
  title: string;
  /** Notes for posts about it */
  note?: string;
  /** Page about it */
  url?: string | null;
}

export interface SocialOccasionResponse {
  data: SocialOccasion;
}

export interface SocialOccasions {
  /** Time of the last check of the occasions of the platform */
  verified_at: CalendarDay;
  /** Occasions of the brand, 200 at most, and occasions of the platform */
  occasions: Array<SocialOccasion>;
}

export interface SocialOccasionsResponse {
  data: SocialOccasions;
}

export type SocialPeriodMetric = 'posts' | 'views' | 'reach' | 'likes' | 'reactions' | 'comments' | 'replies' | 'reposts' | 'quotes' | 'shares' | 'saved';

export type SocialPeriodMissing = 'not_offered_by_channel' | 'no_permission' | 'not_received' | 'not_available_yet' | 'refused_by_channel' | 'post_is_gone' | 'not_measured';

export interface SocialPeriodNumber {
  /** Metric; `posts` is the number of published posts */
  metric: SocialPeriodMetric;
  /** Sum over the posts with this metric; null if no post has it */
  value: number | null;
  /** Reason for a missing value; `not_measured`: no post is one day old */
  reason: SocialPeriodMissing | null;
  /** Value for comparison; null if there is none */
  before: number | null;
  /** Difference from the value for comparison in percent */
  change_percent: number | null;
}

export interface SocialPersonErasure {
  /**
   * Why the data is destroyed: the person asked for it, withdrew the consent, the purpose is reached, the
   * processing was unlawful, or an authority demands it
   */
  reason?: 'person_request' | 'consent_withdrawn' | 'purpose_reached' | 'unlawful_processing' | 'authority_demand';
}

export type SocialPersonReason = 'autonomy' | 'ad' | 'ad_disputed' | 'looks_like_ad' | 'unsupported_claims' | 'uncertain_outcome' | 'first_posts';

export interface SocialPlanGenerate {
  /** Days ahead */
  days?: number;
  /** Mode */
  mode?: 'fill' | 'fresh';
  /** Only these accounts; all accounts of the strategy when absent */
  account_ids?: Array<Uuid>;
  /** Whether a language model rewrites the drafts */
  use_ai?: boolean;
}

export interface SocialPlanRun {
  /** Id */
  id: Uuid;
  /** Brand */
  brand_id: Uuid;
  /** Mode */
  mode: 'fill' | 'fresh';
  /** Days ahead */
  days: number;
  /** Number of the used strategy */
  strategy_version: number;
  /** Created objects */
  created: {
    /** New slots */
    slots: number;
    /** New ideas */
    ideas: number;
    /** New posts */
    variants: number;
  };
  /** Slots of earlier plans that were removed first */
  replaced: number;
  /** Slots of these days that stayed unchanged */
  kept: number;
  /** Slots without a post, because no source is left; their ideas have a brief */
  empty: number;
  /** Skipped times, 400 at most */
  skipped: Array<{
    /** Time of the post; null for a whole account */
    at: Timestamp | null;
    /** Account */
    account_id: Uuid;
    /**
     * `duplicate`: the text of a source is nearly the same as a text of the last 90 days or of the plan, and
     * the next source was used; `day_full`: the limit of 5 posts a day; `too_many`: the limit of 400 posts a
     * run; `occupied`: another post is too near; `account_not_ready`: the account is archived
     */
    reason: 'blackout' | 'occupied' | 'day_full' | 'too_many' | 'duplicate' | 'account_not_ready';
  }>;
  /** `unavailable`: the content of the site could not be read, and the plan does not use it */
  content: 'read' | 'no_site' | 'unavailable';
  /** Texts of a language model */
  ai: {
    /**
     * `waiting`: a background job rewrites the drafts; `unavailable`: no model answers, and the texts stay
     * unchanged
     */
    status: 'off' | 'waiting' | 'done' | 'unavailable';
    /** Processed drafts */
    done: number;
    /** Drafts to process */
    total: number;
    /** Drafts with a text of the model; the other texts were rejected */
    written: number;
  };
  /** E-mail of the administrator; `system` for the automatic refill */
  created_by: string;
  /** Creation time */
  created_at: Timestamp;
}

export interface SocialPlanRunPage {
  data: Array<SocialPlanRun>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SocialPlanRunResponse {
  data: SocialPlanRun;
}

export interface SocialPreview {
  /** Requests, in this order */
  requests: Array<{
    /** Purpose of the request */
    step: 'upload' | 'container' | 'publish';
    /** Method */
    method: string;
    /** Path; `{token}` replaces the secret */
    path: string;
    /** Fields; braces mark values from a previous step */
    body: Record<string, unknown>;
  }>;
  /** Text as readers see it */
  text: string;
  /** Length of the text, all additions of the platform included */
  length: {
    /** Length */
    value: number;
    /** Longest */
    max: number;
    /** Unit of the channel for the length */
    unit: 'code_points' | 'utf16' | 'threads';
  };
  /** Image; null without one */
  cover: {
    /** Image */
    url: string;
  } | null;
  /** Formatting that the channel shows differently */
  degraded: Array<string>;
  /** Findings about the post */
  checks: Array<SocialCheck>;
  /** SHA-256 of the content to post */
  content_hash: string;
}

export interface SocialPreviewResponse {
  data: SocialPreview;
}

export interface SocialProposal {
  /** Subject of the proposal: weights of rubrics, or times of accounts */
  kind: 'weights' | 'times';
  /** Human-readable reason */
  why: string;
  /**
   * Body for `PATCH …/strategies/{version}` of a draft: generate a draft, send this body, and activate the
   * draft
   */
  patch: {
    /** Rubrics of the posts; the sum of the weights is 100 */
    rubrics?: Array<SocialStrategyRubric>;
    /** Posting frequency of each account */
    cadence?: Array<SocialCadence>;
  };
}

export interface SocialPull {
  /** Time of the reading */
  taken_at: Timestamp;
  /** Members, followers or participants */
  members: SocialMeasured;
  /** Posts whose numbers were read */
  posts: number;
  /** Posts that were not read, because the time limit was reached or the channel failed */
  left: number;
  /** Last error of the channel; null if there was none */
  error: string | null;
}

export interface SocialPullError {
  /** Code of the channel, or of the connection */
  code: string;
  /** Human-readable message, without secrets */
  message: string;
  /** Account */
  account_id: Uuid;
}

export interface SocialPullResponse {
  data: SocialPull;
}

export interface SocialRankedPost {
  /** Post */
  variant_id: Uuid;
  /** Account */
  account_id: Uuid;
  /** Channel */
  channel: SocialChannel;
  /** Title of its idea */
  title: string;
  /** Time of the publication */
  published_at: Timestamp;
  /** Address at the channel */
  url: string | null;
  /** Rubric */
  rubric: string | null;
  /** Metric of the ranking: reach, otherwise views, reactions or likes */
  metric: 'views' | 'reach' | 'likes' | 'reactions' | 'comments' | 'replies' | 'reposts' | 'quotes' | 'shares' | 'saved';
  /** Value of the metric */
  value: number;
  /** Value divided by the median of its account in twelve weeks; null if the median is 0 */
  ratio: number | null;
}

export interface SocialRemotePatch {
  /** Markdown: bold, italic, strikethrough, code, links, quotes and lists. HTML is shown as text */
  body?: string;
  /** Links under the post */
  buttons?: Array<SocialButton>;
}

export interface SocialReply {
  /** Id */
  id: Uuid;
  /** Item that the reply answers */
  item_id: Uuid;
  /** Text */
  text: string;
  /**
   * `draft`: waits for a person to send it; `uncertain`: the outcome at the channel is unknown, and the
   * platform never sends it again automatically
   */
  state: 'draft' | 'sending' | 'sent' | 'failed' | 'uncertain';
  /** Article of the knowledge base that is its source */
  source_url: string | null;
  /** Outcome; null while it runs */
  outcome: ('published' | 'done' | 'not_sent' | 'throttled' | 'retry' | 'auth' | 'quota' | 'content' | 'media_again' | 'moved' | 'uncertain' | 'abandoned') | null;
  /** Resolution of an uncertain outcome */
  resolution: ('found' | 'absent' | 'person_published' | 'person_not_published') | null;
  /** Code of the channel, or of the connection */
  code: string | null;
  /** Message of the channel, without secrets */
  message: string | null;
  /** Its id at the channel */
  remote_id: string | null;
  /** E-mail of the author; `system` for a rule */
  created_by: string;
  /** When it was written */
  created_at: Timestamp;
  /** Time directly before the publishing request was sent; null before it */
  sent_at: Timestamp | null;
  /** End of the attempt */
  ended_at: Timestamp | null;
}

export interface SocialReplyCreate {
  /** Plain text */
  text: string;
  /** Confirms that an administrator checked the channel: it does not have the uncertain reply */
  confirms_absent?: boolean;
}

export interface SocialReplyResponse {
  data: SocialReply;
}

export interface SocialResolution {
  /** Result of the check at the channel */
  outcome: 'published' | 'not_published';
  /** Address of the post, if it is published */
  remote_url?: string | null;
}

export interface SocialRetry {
  /** Posts, without duplicates */
  ids: Array<Uuid>;
}

export interface SocialRetryResult {
  /** In the order of the request */
  results: Array<{
    /** Post */
    id: Uuid;
    /** Current state; null for an unknown post */
    state: SocialVariantState | null;
    /** Error code; null if the post is scheduled */
    error: string | null;
  }>;
}

export interface SocialRetryResultResponse {
  data: SocialRetryResult;
}

export interface SocialRevenue {
  /** Revenue through the links of the brand; null if it is not known */
  totals: {
    /** Visits */
    visits: number;
    /** Registrations */
    registers: number;
    /** Number of paying users */
    payers: number;
    /** Payments */
    payments: number;
    /** Refunds */
    refunds: number;
    /** Payments minus refunds, by currency */
    net: Array<SocialMoney>;
  } | null;
  /** Reason for an unknown revenue; `no_application`: the brand has no application and no site */
  reason: ('no_application' | 'not_answering') | null;
}

export interface SocialRevision {
  /** Id */
  id: Uuid;
  /** Version of the post */
  version: number;
  /** SHA-256 of the content of this version */
  content_hash: string;
  /** Markdown */
  body: string;
  /** Links under the post */
  buttons: Array<SocialButton>;
  /** Name of its image */
  cover_name: string | null;
  /** E-mail of the author */
  author: string;
  /** Creation time */
  created_at: Timestamp;
}

export interface SocialRevisionPage {
  data: Array<SocialRevision>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SocialRubricNumbers {
  /** Rubric */
  rubric: string;
  /** Posts of this rubric, 5 at least */
  posts: number;
  /** Median of the ratios of its posts: 1 is an average post */
  ratio: number;
}

export interface SocialSchedule {
  /** Time, at most a year ahead; null for the time of its slot */
  scheduled_at?: string | null;
}

export interface SocialSlot {
  /** Id */
  id: Uuid;
  /** Brand */
  brand_id: Uuid;
  /** Account */
  account_id: Uuid;
  /** Channel */
  channel: SocialChannel;
  /** Time of the slot */
  at: Timestamp;
  /** Time, in the time zone of the brand */
  local_time: string;
  /** Rubric */
  rubric: string | null;
  /** State */
  state: 'empty' | 'planned' | 'published' | 'missed' | 'failed';
  /** Its post; null while it is empty */
  variant_id: Uuid | null;
  /** Origin of the slot */
  origin: 'manual' | 'content' | 'plan';
  /** Whether new plans leave the slot unchanged */
  pinned: boolean;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface SocialSlotCreate {
  /** Account of the brand */
  account_id: Uuid;
  /**
   * Local time in the time zone of the brand. A time that is skipped by a clock change means the first minute
   * after the gap; a time that occurs twice means the first occurrence
   */
  local_time: string;
  /** Rubric */
  rubric?: string | null;
  /** Whether new plans leave the slot unchanged */
  pinned?: boolean;
}

export interface SocialSlotPatch {
  /**
   * Local time in the time zone of the brand. A time that is skipped by a clock change means the first minute
   * after the gap; a time that occurs twice means the first occurrence
   */
  local_time?: string;
  /** Rubric */
  rubric?: string | null;
  /** Whether new plans leave the slot unchanged */
  pinned?: boolean;
  variant_id?: Uuid | null;
}

export interface SocialSlotResponse {
  data: SocialSlot;
}

export interface SocialSnapshot {
  /** Id */
  id: Uuid;
  /** Account */
  account_id: Uuid;
  /** Post; null for the account as a whole */
  variant_id: Uuid | null;
  /** `pull`: requested by an administrator */
  origin: 'schedule' | 'pull';
  /** Age of the post in hours: 1, 24, 72, 168, 720; null for any other time */
  age_h: number | null;
  /** Time of the reading */
  taken_at: Timestamp;
  /**
   * Numbers by name. For a post: views, reach, likes, reactions, comments, replies, reposts, quotes, shares,
   * saved. For an account: members (also followers, participants)
   */
  metrics: Record<string, SocialMeasured>;
}

export interface SocialSnapshotPage {
  data: Array<SocialSnapshot>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SocialSource {
  /** Kind of the source */
  kind: 'post' | 'article' | 'changelog_entry' | 'download' | 'occasion' | 'memory' | 'own_post' | 'faq' | 'url';
  id: Uuid | null;
  /** Address of the source */
  url: string | null;
  /** The revision that was read */
  revision: number | null;
  /** Excerpt of the source */
  excerpt: string;
}

export interface SocialSourceInput {
  /** Kind of the source */
  kind: 'post' | 'article' | 'changelog_entry' | 'download' | 'occasion' | 'memory' | 'own_post' | 'faq' | 'url';
  id?: Uuid | null;
  /** Address of the source */
  url?: string | null;
  /** The revision that was read */
  revision?: number | null;
  /** Excerpt of the source */
  excerpt?: string;
}

export interface SocialStrategy {
  /** Id */
  id: Uuid;
  /** Brand */
  brand_id: Uuid;
  /** Number in the brand, from 1 */
  version: number;
  /** `active`: plans use it; a brand has at most one active strategy */
  state: 'draft' | 'active' | 'archived';
  /** `rules`: weights from a table of goals; `ai`: weights from a model */
  source: 'rules' | 'ai';
  /**
   * Reason for weights without a model; null if no model was requested, or if the weights come from a model
   */
  ai_reason: string | null;
  /** Rubrics of the posts */
  rubrics: Array<SocialStrategyRubric>;
  /** Posting frequency of each account */
  cadence: Array<SocialCadence>;
  /** E-mail of the author */
  created_by: string;
  /** Version number, increased by each change. Send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** Time of the activation */
  activated_at: Timestamp | null;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface SocialStrategyActivate {
  /** Number of the strategy */
  version: number;
}

export interface SocialStrategyGenerate {
  /** Whether a language model sets the weights */
  use_ai?: boolean;
}

export interface SocialStrategyPage {
  data: Array<SocialStrategy>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SocialStrategyPatch {
  /** Rubrics of the posts; the sum of the weights is 100 */
  rubrics?: Array<SocialStrategyRubric>;
  /** Posting frequency of each account */
  cadence?: Array<SocialCadenceInput>;
}

export interface SocialStrategyResponse {
  data: SocialStrategy;
}

export interface SocialStrategyRubric {
  /** Code */
  code: string;
  /** Percent of the posts */
  weight: number;
  /** Sources of its posts, used in turn */
  sources: Array<'post' | 'article' | 'changelog_entry' | 'download' | 'occasion' | 'memory' | 'own_post' | 'faq'>;
}

export interface SocialTick {
  /** Milliseconds */
  took_ms: number;
  /** Due content of sites */
  cms: {
    /** Published items */
    published: number;
    /** Error of the publication; null for a success */
    error: string | null;
  };
  /** Posts */
  posts: {
    /** Posts that were claimed */
    claimed: number;
    /** Published posts */
    published: number;
    /** Posts whose media the channel still processes */
    waiting: number;
    /** Posts that are retried later */
    retry: number;
    /** Failed posts */
    failed: number;
    /** Missed posts, not sent because their time had passed */
    missed: number;
    /** Posts with an unknown outcome */
    uncertain: number;
    /** Remaining due posts of active accounts */
    left: number;
  };
  /** Posts with an unknown outcome that were checked */
  reconciled: {
    /** Posts that were found at the channel */
    published: number;
    /** Posts that are not at the channel; they are sent again or have failed */
    absent: number;
    /** Posts that are still unresolved */
    open: number;
  };
  /** Accounts */
  tokens: {
    /** Refreshed */
    refreshed: number;
    /** Checked */
    checked: number;
  };
  /** Automatic plans of brands */
  plans: {
    /** New posts */
    created: number;
  };
  /** Due readings of numbers at channels */
  metrics: {
    /** Posts whose numbers were read */
    posts: number;
    /** Accounts whose members were read */
    accounts: number;
    /** Failed readings of accounts */
    failed: number;
  };
  /** Due listening queries */
  listening: {
    /** New items */
    new: number;
    /** Sources that did not answer */
    failed: number;
  };
  /** Fetches of comments and messages */
  inbox: {
    /** New items */
    new: number;
    /** Accounts whose channel did not answer */
    failed: number;
    /** Questions that were answered from an article of the knowledge base, by a draft or a reply */
    answered: number;
  };
}

export interface SocialTickResponse {
  data: SocialTick;
}

export interface SocialTone {
  /** Words that describe the style */
  style: Array<string>;
  /** Form of address for readers */
  address: 'informal' | 'formal' | 'neutral';
  /** Amount of emoji */
  emoji: 'none' | 'few' | 'many';
  /** Words that posts must not contain */
  banned_words: Array<string>;
}

export interface SocialToneInput {
  /** Words that describe the style */
  style?: Array<string>;
  /** Form of address for readers */
  address?: 'informal' | 'formal' | 'neutral';
  /** Amount of emoji */
  emoji?: 'none' | 'few' | 'many';
  /** Words that posts must not contain */
  banned_words?: Array<string>;
}

export interface SocialUncertainPost {
  /** Post */
  variant_id: Uuid;
  /** Account */
  account_id: Uuid;
  /** Title of its idea */
  title: string;
  /** Whether a person must check the channel, because the platform has stopped looking */
  is_for_person: boolean;
  /** Time of the next check by the platform */
  next_attempt_at: Timestamp | null;
}

/** A post for one account */
export interface SocialVariant {
  /** Id */
  id: Uuid;
  /** Brand */
  brand_id: Uuid;
  /** Account */
  account_id: Uuid;
  /** Idea */
  idea_id: Uuid;
  /** Channel */
  channel: SocialChannel;
  /** Markdown */
  body: string;
  /** Links under the post */
  buttons: Array<SocialButton>;
  /** Image; null without one */
  cover: {
    /** Id of the image */
    id: Uuid;
    /** Address of the image as sent to the channel */
    url: string;
    /** Name of the image, derived from its content */
    name: string;
    /** Pixels */
    width: number;
    /** Pixels */
    height: number;
    /** Text instead of the image */
    alt: string;
    /** Adaptation of the image */
    fit: 'pad' | 'crop' | 'refuse';
  } | null;
  /** Whether the author declares it an advertisement */
  is_ad: boolean;
  /** Token of the advertising register */
  erid: string | null;
  /** Advertiser */
  advertiser: SocialAdvertiser | null;
  /** `utm_content` of its links */
  ref: string;
  /**
   * `approved`: an approval for exactly this content is valid; `scheduled`: it is published automatically;
   * `awaiting_media`: the channel processes its image; `uncertain`: the outcome at the channel is unknown;
   * `missed`: its time passed before it could be sent
   */
  state: SocialVariantState;
  /** Time of the scheduled publication; null before it was scheduled */
  scheduled_at: Timestamp | null;
  /** Time of the publication */
  published_at: Timestamp | null;
  /** The published post; null before the publication */
  remote: {
    /** Id at the channel, if known */
    id: string | null;
    /** Address, if it has one */
    url: string | null;
    /** Time of the last change at the channel */
    edited_at: Timestamp | null;
    /** Time of the deletion at the channel */
    deleted_at: Timestamp | null;
  } | null;
  /** Failures since it was scheduled; after the third one it is not retried */
  errors: number;
  /** Error of the last attempt */
  last_error: {
    /** Class of the failure */
    class: string;
    /** Code of the channel, or of the connection */
    code: string;
    /** Message of the channel, without secrets */
    message: string;
    /** Time of the attempt */
    at: Timestamp;
  } | null;
  /** Time of the next automatic attempt; null if a person must act */
  next_attempt_at: Timestamp | null;
  /** Action that a person must take; null for none */
  what_to_do: string | null;
  /** Findings of the last save */
  checks: Array<SocialCheck>;
  /** Numbers, dates, addresses, quotes and names in its text that are in no source of its idea */
  unsupported_claims: Array<string>;
  /** SHA-256 of the content to post */
  content_hash: string;
  /** Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates */
  version: number;
  /** Creation time */
  created_at: Timestamp;
  /** Time of the last change */
  updated_at: Timestamp;
}

export interface SocialVariantCreate {
  /** Account of the brand */
  account_id: Uuid;
  /** Markdown: bold, italic, strikethrough, code, links, quotes and lists. HTML is shown as text */
  body?: string;
  /** Links under the post */
  buttons?: Array<SocialButton>;
  /** Whether the author declares it an advertisement */
  is_ad?: boolean;
  /** Token of the advertising register */
  erid?: string | null;
  /** Advertiser */
  advertiser?: SocialAdvertiser | null;
  /** Image; it is converted for the channel of each post */
  cover?: SocialCoverChoice | null;
}

export interface SocialVariantPage {
  data: Array<SocialVariant>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface SocialVariantPatch {
  /** Markdown: bold, italic, strikethrough, code, links, quotes and lists. HTML is shown as text */
  body?: string;
  /** Links under the post */
  buttons?: Array<SocialButton>;
  /** Whether the author declares it an advertisement */
  is_ad?: boolean;
  /** Token of the advertising register */
  erid?: string | null;
  /** Advertiser */
  advertiser?: SocialAdvertiser | null;
  /** Image; null removes it */
  cover?: SocialCoverChoice | null;
}

export interface SocialVariantResponse {
  data: SocialVariant;
}

export type SocialVariantState = 'draft' | 'pending_approval' | 'approved' | 'scheduled' | 'publishing' | 'awaiting_media' | 'published' | 'uncertain' | 'failed' | 'missed' | 'canceled';

export interface SocialWeekTime {
  /** 1 is Monday */
  weekday: number;
  /** In the time zone of the brand */
  at: string;
}

export interface StartedRknScan {
  /** The scan */
  scan: RknScan;
  /** Whether the scan was already open; then this call started nothing */
  joined: boolean;
}

export interface StartedRknScanResponse {
  data: StartedRknScan;
}

export interface StartedSearchConnection {
  /** Provider */
  provider: 'google' | 'yandex';
  /**
   * `callback`: the provider redirects the browser back; `code`: the provider shows a code that the
   * administrator copies
   */
  mode: 'callback' | 'code';
  /** The redirect URI of the authorization request, to be registered at the provider */
  redirect_uri: string;
  /** Time limit for the completion */
  expires_at: Timestamp;
  /** Address at which the administrator allows the access */
  authorize_url: string;
}

export interface StartedSearchConnectionResponse {
  data: StartedSearchConnection;
}

export interface StartedSeoScan {
  /** The scan */
  scan: SeoScan;
  /** Whether the scan was already open; then this call started nothing */
  joined: boolean;
}

export interface StartedSeoScanResponse {
  data: StartedSeoScan;
}

export interface Subscriber {
  /** Id */
  id: Uuid;
  /** E-mail; null when the person was erased */
  email: string | null;
  /** `pending` for seven days at most */
  status: 'pending' | 'confirmed' | 'unsubscribed';
  /** Language of the page with the form */
  locale: string | null;
  /** Pseudonym of the person on this site, as in the consent journal */
  subject_id: Uuid;
  /** Unsubscribe address: GET shows a page, POST is the one-click unsubscribe. Each mail must contain it */
  unsubscribe_url: string;
  /** Time of the first request */
  created_at: Timestamp;
  /** When it was confirmed */
  confirmed_at: Timestamp | null;
  /** Time of the end */
  unsubscribed_at: Timestamp | null;
}

export interface SubscriberPage {
  data: Array<Subscriber>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

/** A file of a ticket */
export interface SupportAttachment {
  /** Id, for `attachment_ids` */
  id: Uuid;
  /** File name at the upload; null when the user was erased */
  file_name: string | null;
  /** Detected from the content */
  content_type: string;
  /** Size */
  size_bytes: number;
  /** Pixels of an image */
  width: number | null;
  /** Pixels of an image */
  height: number | null;
  /** Signed address of the bytes; it needs no credential until it expires */
  url: string;
  /** Expiry of the address, ten minutes after this answer; a new read returns a new address */
  url_expires_at: Timestamp;
}

export interface SupportAttachmentResponse {
  data: SupportAttachment;
}

export interface TagCount {
  /** Tag, as most posts write it */
  tag: string;
  /** Slug, for `tag` of the list of posts */
  slug: string;
  /** Number of published posts with this tag */
  posts: number;
}

export interface TagCountListResponse {
  data: Array<TagCount>;
}

export interface TextLink {
  /** Part of its address */
  slug: string;
  /** Title */
  title: string;
  /** Its address */
  url: string | null;
}

/** A ticket, as its user sees it */
export interface Ticket {
  /** Id */
  id: Uuid;
  /** `open`: waits for staff; `pending`: answered, waits for the user; `closed` */
  status: 'open' | 'pending' | 'closed';
  /** Code that the client gave */
  category: string | null;
  /** Version of the client */
  app_version: string | null;
  /** Platform of the client */
  platform: string | null;
  /** Messages, without internal notes */
  message_count: number;
  /** When it was opened */
  created_at: Timestamp;
  /** Time of the last message, internal notes excluded */
  last_message_at: Timestamp;
  /** When it was closed; a message in the next 14 days opens it again */
  closed_at: Timestamp | null;
  /** Subject */
  subject: string;
}

export interface TicketAnswer {
  /** Text */
  message: string;
  /** Internal note, visible only to staff */
  is_internal?: boolean;
  /** Uploaded files, each for one message */
  attachment_ids?: Array<Uuid>;
}

export interface TicketCreate {
  /** Subject */
  subject: string;
  /** Text */
  message: string;
  /** Code of the client for the kind of question */
  category?: string | null;
  /** Version of the client */
  app_version?: string | null;
  /** For example web, android, ios */
  platform?: string | null;
  /** Uploaded files, each for one message */
  attachment_ids?: Array<Uuid>;
}

/** A message of a ticket, as its user sees it */
export interface TicketMessage {
  /** Id */
  id: Uuid;
  /** Author of the message: the user or staff */
  author: 'user' | 'staff';
  /** Files */
  attachments: Array<SupportAttachment>;
  /** When it was written */
  created_at: Timestamp;
  /** Text */
  message: string;
}

export interface TicketMessageCreate {
  /** Text */
  message: string;
  /** Uploaded files, each for one message */
  attachment_ids?: Array<Uuid>;
}

export interface TicketMessageResponse {
  data: TicketMessage;
}

export interface TicketPage {
  data: Array<Ticket>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface TicketPatch {
  /** `open`: waits for staff; `pending`: answered, waits for the user; `closed` */
  status?: 'open' | 'pending' | 'closed';
  assignee_id?: Uuid | null;
  /** Urgency */
  priority?: 'low' | 'normal' | 'high';
}

export interface TicketResponse {
  data: Ticket;
}

export type TicketWithMessages = Ticket & {
  /** Oldest first */
  messages: Array<TicketMessage>;
};

export interface TicketWithMessagesResponse {
  data: TicketWithMessages;
}

/** RFC 3339: in UTC with `Z` in an answer; a request may have any offset, such as `+03:00` */
export type Timestamp = string;

export interface TocEntry {
  /** Anchor */
  id: string;
  /** Heading */
  text: string;
  /** 2 to 4 */
  level: number;
}

export interface TokenCheckResult {
  /** Whether a request with this token is accepted */
  is_accepted: boolean;
  /** The first check that fails; null for an accepted token */
  failed: ('provider' | 'format' | 'algorithm' | 'key' | 'issuer' | 'audience' | 'expiry' | 'subject') | null;
  /** Value that the check expects */
  expected: string | null;
  /** Value in the token, or the reason why the keys cannot be read */
  found: string | null;
  /** `sub` of an accepted token */
  subject: string | null;
  /** `exp` of an accepted token */
  expires_at: Timestamp | null;
}

export interface TokenCheckResultResponse {
  data: TokenCheckResult;
}

export interface TokenToCheck {
  /** The token, without `Bearer` */
  token: string;
}

export interface TreeArticle {
  /** Part of its address */
  slug: string;
  /** Language */
  locale: string;
  /** Title */
  title: string;
  /** A few sentences */
  excerpt: string | null;
  /** Its address */
  url: string | null;
  /** Position among sibling folders and articles, smallest first; at equal positions, articles come first */
  position: number;
  /** Time of the last change that readers see */
  updated_at: Timestamp;
}

export interface TreeFolder {
  /** Id */
  id: Uuid;
  /** Name in the language of the tree */
  name: string;
  /** Description of its content */
  description: string | null;
  /** Position among sibling folders and articles, smallest first; at equal positions, articles come first */
  position: number;
  /** Articles in it, by position */
  articles: Array<TreeArticle>;
  /** Folders in it, by position; none of them empty */
  folders: Array<TreeFolder>;
}

export interface UnpublishedContent {
  /** The current item */
  item: ContentEntry;
  /** Published items that link to it */
  inbound_links: Array<InboundLink>;
  /** Published legal texts of the site that link to it */
  inbound_legal_documents: Array<{
    /** The document */
    document_id: Uuid;
    /** Slot of the document */
    doc_kind: string;
    /** Published version */
    version: string;
  }>;
  /** Redirects that take effect again */
  warnings: Array<ContentWarning>;
}

export interface UnpublishedContentResponse {
  data: UnpublishedContent;
}

/** Paths of texts on the site; `{locale}` is empty for the default one */
export interface UrlTemplates {
  /** Of a blog post */
  post?: string;
  /** Of a help article */
  article?: string;
  /** Of a document */
  document?: string;
  /** Of a changelog entry */
  changelog_entry?: string;
}

export interface UrlTemplatesPatch {
  /** Of a blog post */
  post?: string;
  /** Of a help article */
  article?: string;
  /** Of a document */
  document?: string;
  /** Of a changelog entry */
  changelog_entry?: string;
}

export interface Usage {
  /** Kind of the object that uses the file; a legal document also by one of its former versions */
  kind: ('post' | 'article' | 'document' | 'download' | 'changelog_entry' | 'banner') | ('site' | 'author' | 'category' | 'folder' | 'legal_document');
  /** Id of this object */
  id: Uuid;
  /** Title or name of this object */
  title: string;
  /** Field of this object */
  field: string;
}

/** A user of one application */
export interface User {
  /** Id of the user in this application */
  id: Uuid;
  /** E-mail that the identity provider has verified */
  email: string | null;
  /** Name to show */
  display_name: string | null;
  /** Picture to show */
  avatar_url: string | null;
  /** Client platform at registration */
  platform: string | null;
  /** ISO 3166-1 alpha-2, from the client address (IP Geolocation by DB-IP, https://db-ip.com) */
  country_code: string | null;
  /** City, from the client address */
  city: string | null;
  /** IANA time zone */
  timezone: string | null;
  /** First-touch attribution */
  utm_source: string | null;
  /** First-touch attribution; payments inherit it */
  utm_medium: string | null;
  /** First-touch attribution; equals a social brand code; payments inherit it */
  utm_campaign: string | null;
  /**
   * First-touch attribution: the slug of the text of a site, or the `ref` of the social post, that led to the
   * registration; payments inherit it
   */
  utm_content: string | null;
  /**
   * Channel of the user: `acquisition_source`, or `utm_source` without it; payments and analytics inherit it
   */
  acquisition_source: string | null;
  /** When the user registered */
  created_at: Timestamp;
}

export interface UserErasure {
  /**
   * Why the data is destroyed: the person asked for it, withdrew the consent, the purpose is reached, the
   * processing was unlawful, or an authority demands it
   */
  reason: 'person_request' | 'consent_withdrawn' | 'purpose_reached' | 'unlawful_processing' | 'authority_demand';
}

export interface UserLogin {
  /** Identity provider */
  issuer: string;
  /** `sub` of the tokens of the person there */
  subject: string;
  /** The former user whose login it was; null for the login of this user */
  merged_user_id: Uuid | null;
  /** When that user was merged into this one */
  merged_at: Timestamp | null;
}

export interface UserLoginChange {
  /** `iss` of the tokens, or an alias of it; the issuer of the application when absent */
  issuer?: string;
  /** `sub` of the tokens */
  subject: string;
}

export interface UserLogins {
  /** Id of the user */
  id: Uuid;
  /** Logins that lead to the user, the one of the user itself first */
  logins: Array<UserLogin>;
}

export interface UserLoginsResponse {
  data: UserLogins;
}

export interface UserMerge {
  /** User that is merged into the user in the address */
  merged_user_id: Uuid;
}

export interface UserOverview {
  user: AdminUser;
  /** Devices of the user, newest first, at most 200 */
  devices: Array<Device>;
  /** Grants of the user, newest first */
  grants: Array<Grant>;
  /** Payments of the user, newest first */
  payments: Array<AdminPayment>;
}

export interface UserOverviewResponse {
  data: UserOverview;
}

export interface UserResponse {
  data: User;
}

export interface UserSearch {
  /** Rows in a page */
  limit?: number;
  /** `next_cursor` of the page before; it belongs to this list with these filters */
  cursor?: string;
  /**
   * Id of the user, `sub` of the token, or a part of the e-mail or of the name; a text of fewer than 3
   * characters matches only the start of the e-mail
   */
  q?: string;
  /** Start of the e-mail address */
  email?: string;
  /** Part of the name, in any case; a text of fewer than 3 characters matches only its start */
  display_name?: string;
  /** Only users with a term of this entitlement */
  entitlement_code?: string;
  /** Only users with a term from grants of this plan; grants of other plans do not prolong it */
  plan_code?: string;
  /**
   * Only terms that end at this time or later; a day counts from its first moment in `timezone`. A term for
   * life has no end and does not match
   */
  expires_from?: string;
  /** Only terms that end before this time; a day is included as a whole */
  expires_until?: string;
  /**
   * `active`: terms that have begun and not ended. `ended`: the last term of an entitlement that is no longer
   * active. Absent: `active`, or with a time of the end, each term that ends then
   */
  access?: 'active' | 'ended';
  /** Only users of this channel, as `acquisition_source` of the user shows it */
  acquisition_source?: string;
  /** Only those registered at this time or later; a day counts from its first moment in `timezone` */
  created_from?: string;
  /** Only those registered before this time; a day is included as a whole */
  created_until?: string;
  /**
   * Time zone of the days in the filters, by its IANA name; when absent, that of the site in a list of a
   * site, and UTC in any other list
   */
  timezone?: string;
  /** `csv` returns the rows as a file */
  format?: 'json' | 'csv';
}

export interface UserTerm {
  /** Entitlement code; null for a plan that unlocks nothing */
  code: string | null;
  /** Plan of the grant that reaches furthest; null without a plan */
  plan_code: string | null;
  /** Source of the grant that reaches furthest */
  source: 'payment' | 'license' | 'admin';
  /** Start of the uninterrupted access */
  starts_at: Timestamp;
  /** Its end, exclusive: a renewal without a gap moves it, a revocation ends it. Null for lifetime */
  expires_at: Timestamp | null;
}

export type Uuid = string;

export interface VerificationRequest {
  /**
   * `whole` reads every record. `recent` reads the records after the last signed head that an earlier
   * verification reached, and compares all signed heads. It does not find a record before this head that was
   * altered since. Without such a head, it reads every record and becomes `whole`
   */
  scope?: 'recent' | 'whole';
}

export interface WebhookReceipt {
  /** The webhook was processed */
  received: true;
}

export interface WebhookReceiptResponse {
  data: WebhookReceipt;
}

/** A person whose latest answer withdraws an accepted consent */
export interface WithdrawnConsent {
  /** The user; null for a person without an account */
  user_id: Uuid | null;
  /** The user, or the pseudonym of a person without an account */
  subject_id: Uuid;
  /** The document */
  document_id: Uuid;
  doc_kind: DocKind;
  /** Version that the withdrawal named */
  version: string;
  /** When the consent was withdrawn; a repeated withdrawal does not move it */
  withdrawn_at: Timestamp;
  /**
   * Of `personal_data_consent`: end of the 30 days within which the data has to be destroyed (152-FZ, article
   * 21 part 5); null for other kinds
   */
  destroy_by: Timestamp | null;
  /** E-mail of the user, to answer the person */
  email: string | null;
}

export interface WithdrawnConsentPage {
  data: Array<WithdrawnConsent>;
  /** Send it as `cursor` to get the next page; null on the last page */
  next_cursor: string | null;
}

export interface YookassaNotification {
  /** Always notification */
  type?: string;
  /** For example payment.succeeded */
  event: string;
  /** The payment or refund */
  object: {
    /** Id at the provider */
    id: string;
    /** Of a refund: id of its payment at the provider */
    payment_id?: string;
    /** Metadata that was sent with the payment */
    metadata?: Record<string, unknown>;
  };
}
