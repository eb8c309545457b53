// Made by `make clients` from packages/contracts/openapi.json.

export interface AcceptConsentsBody {
  /** One entry for each checkbox */
  consents: Array<ConsentEntry>;
  /** Name of the screen, never anything about the person; the re-consent dialog sends `reconsent_modal` */
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

/** A credential of a program that calls operations of administrators */
export interface AdminApiKey {
  /** Id of the key */
  id: Uuid;
  /** Name in the audit log, `key:<name>`; one of a kind */
  name: string;
  /** What it may do, like an administrator of this role */
  role: 'staff' | 'admin';
  /** It opens paths with one of these as `{application_id}` alone; null for all paths */
  application_ids: Array<Uuid> | null;
  /** Last four characters; the key itself was shown once and is stored hashed */
  hint: string;
  /** End of the key; null for none */
  expires_at: Timestamp | null;
  /** Id of the owner that made it */
  created_by: Uuid;
  /** When it was made */
  created_at: Timestamp;
  /** Last use, to the hour; null before the first one */
  last_used_at: Timestamp | null;
}

export interface AdminApiKeyCreate {
  /** Name in the audit log, `key:<name>`; one of a kind */
  name: string;
  /** What it may do, like an administrator of this role */
  role: 'staff' | 'admin';
  /** Restricts it to paths with one of these as `{application_id}` */
  application_ids?: Array<Uuid> | null;
  /** End of the key, ahead */
  expires_at?: Timestamp | null;
}

export interface AdminApiKeyPage {
  data: Array<AdminApiKey>;
  /** Give it as `cursor` for the next page */
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
  /** Give it as `cursor` for the next page */
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
  /** The user that pays */
  user_id: Uuid;
  /** Channel of the user when the payment was started */
  acquisition_source: string | null;
  /** Attribution inherited from the user */
  utm_medium: string | null;
  /** Attribution inherited from the user */
  utm_campaign: string | null;
  /** Attribution inherited from the user */
  utm_content: string | null;
};

export interface AdminPaymentPage {
  data: Array<AdminPayment>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface AdminPaymentResponse {
  data: AdminPayment;
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
  /** `open`: staff has to act; `pending`: answered, waits for the user; `closed` */
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
  /** When the last message came, internal notes aside */
  last_message_at: Timestamp;
  /** When it was closed; a message in the next 14 days opens it again */
  closed_at: Timestamp | null;
  /** Subject; null when the user was erased */
  subject: string | null;
  /** Application */
  application_id: Uuid;
  /** User */
  user_id: Uuid;
  /** Urgency; no user sees it */
  priority: 'low' | 'normal' | 'high';
  /** Assigned administrator */
  assignee_id: Uuid | null;
  /** Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen */
  version: number;
  /** When it changed last */
  updated_at: Timestamp;
}

/** A message of a ticket, as staff sees it */
export interface AdminTicketMessage {
  /** Id */
  id: Uuid;
  /** Side that wrote it */
  author: 'user' | 'staff';
  /** Files */
  attachments: Array<SupportAttachment>;
  /** When it was written */
  created_at: Timestamp;
  /** Text; null when the user was erased */
  message: string | null;
  /** A note for staff, which no user sees */
  is_internal: boolean;
  /** The administrator who wrote it */
  admin_id: Uuid | null;
}

export interface AdminTicketMessageResponse {
  data: AdminTicketMessage;
}

export interface AdminTicketPage {
  data: Array<AdminTicket>;
  /** Give it as `cursor` for the next page */
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

export interface Advertiser {
  /** Name of the advertiser */
  name: string;
  /** ИНН, 10 or 12 digits */
  inn: string;
}

/** Why no text of a model came */
export type AiFailure = 'not_configured' | 'feature_off' | 'legal_texts_off' | 'input_too_long' | 'budget_exceeded' | 'address_refused' | 'unreachable' | 'timeout' | 'key_refused' | 'quota_exhausted' | 'rate_limited' | 'provider_error' | 'refused' | 'invalid_output' | 'unknown_outcome';

/** The parts of the platform that may ask */
export interface AiFeatures {
  /** Audits, fields of texts, reports */
  seo: boolean;
  /** Posts for social networks */
  social: boolean;
}

/** Settings of the provider of language models */
export interface AiSettings {
  /** The dialect that the provider speaks; `custom` is that of OpenAI */
  provider: 'openai' | 'openrouter' | 'yandex' | 'gigachat' | 'ollama' | 'custom';
  /** Address of the API, up to `/chat/completions`; that of the provider when null */
  base_url: string | null;
  /** Name of the model */
  model: string | null;
  /** Folder of Yandex Cloud, for `yandex` */
  folder_id: string | null;
  /** Whether texts of a model are asked for at all */
  enabled: boolean;
  features: AiFeatures;
  /** Tokens of a day (UTC) at most */
  daily_tokens: number;
  /** Tokens of a calendar month (UTC) at most */
  monthly_tokens: number;
  /** Seconds for one answer, with all its tries */
  timeout_seconds: number;
  /** `base_url` may be inside the network, for a model of your own; the role `owner` sets it */
  allow_private_address: boolean;
  /** Texts of legal documents may be sent to the provider */
  legal_texts: boolean;
  /** The last four characters behind `…`; null without a key */
  api_key: string | null;
  /** Last change; null before the first one */
  updated_at: Timestamp | null;
  /** E-mail of the administrator who changed it last */
  updated_by: string | null;
}

export interface AiSettingsPut {
  /** The dialect that the provider speaks; `custom` is that of OpenAI */
  provider?: 'openai' | 'openrouter' | 'yandex' | 'gigachat' | 'ollama' | 'custom';
  /** Address of the API, up to `/chat/completions`; that of the provider when null */
  base_url?: string | null;
  /** Name of the model */
  model?: string | null;
  /** Folder of Yandex Cloud, for `yandex` */
  folder_id?: string | null;
  /** Whether texts of a model are asked for at all */
  enabled?: boolean;
  features?: AiFeatures;
  /** Tokens of a day (UTC) at most */
  daily_tokens?: number;
  /** Tokens of a calendar month (UTC) at most */
  monthly_tokens?: number;
  /** Seconds for one answer, with all its tries */
  timeout_seconds?: number;
  /** `base_url` may be inside the network, for a model of your own; the role `owner` sets it */
  allow_private_address?: boolean;
  /** Texts of legal documents may be sent to the provider */
  legal_texts?: boolean;
  /** Key of the provider; of GigaChat the authorization key. The masked key of a read changes nothing */
  api_key?: string | null;
}

export interface AiSettingsResponse {
  data: AiSettings;
}

export interface AiTest {
  /** The provider answered as it should */
  ok: boolean;
  /** Milliseconds until the answer or the failure */
  latency_ms: number;
  /** What went wrong; null for a success */
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
  /** Texts that were asked for */
  requests: number;
  /** Tokens that they cost, as the provider counts them */
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
  /** Its slug there */
  slug: string;
  /** Its address there */
  url: string | null;
}

export interface AnalyticsSettings {
  /** Whose days reports count */
  timezone: string;
  /** How long single events are kept; counted days stay */
  retention_days: number;
}

export interface AnalyticsSettingsChange {
  /** Whose days reports count, by name */
  timezone?: string;
  /** How long single events are kept; counted days stay */
  retention_days?: number;
}

export interface AnalyticsSettingsResponse {
  data: AnalyticsSettings;
}

export interface ApiError {
  /** Stable code */
  error: string;
  /** Text for people */
  message: string;
  /** Quote it when you ask for help */
  request_id: string;
  /** Page about the code: its meaning and its remedy */
  doc_url: string;
  /** The wrong fields of `validation_failed` */
  details?: Array<{
    /** Where the field is, with dots */
    path?: string;
    /** What is wrong with it */
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
  /** Only `active` is served publicly */
  status: 'active' | 'draft' | 'suspended' | 'archived';
  /** Whether paid checkout is on */
  payments_enabled: boolean;
  /** Public address of the icon */
  icon_url: string | null;
  /** Marketing or product site */
  website_url: string | null;
  /** How many days a client may trust a snapshot without asking again */
  offline_grace_days: number;
  /** App schemes that a return_url may use besides http and https */
  return_url_schemes: Array<string>;
  /** 54-FZ receipts of payments; null sends none */
  receipt_settings: ReceiptSettings | null;
  /** How many devices one user may have active at a time */
  max_active_devices: number;
  /** A device too many is refused, or the one that was seen longest ago is revoked for it */
  device_limit_policy: 'reject' | 'evict_oldest';
  /** When it was made */
  created_at: Timestamp;
  /** Last change */
  updated_at: Timestamp;
}

export interface ApplicationCreate {
  /** Stable code that clients use; never changes */
  code: string;
  /** Label */
  name: string;
  /** Text */
  description?: string | null;
  /** Marketing or product site */
  website_url?: string | null;
  /** Whether it is served at once */
  status?: 'active' | 'draft';
  /** Whether paid checkout is on */
  payments_enabled?: boolean;
  /** How many days a snapshot is trusted offline */
  offline_grace_days?: number;
  /** App schemes that a return_url may use besides http and https */
  return_url_schemes?: Array<string>;
  /** 54-FZ receipts of payments; null sends none */
  receipt_settings?: ReceiptSettingsInput | null;
  /** How many devices one user may have active at a time */
  max_active_devices?: number;
  /** A device too many is refused, or the one that was seen longest ago is revoked for it */
  device_limit_policy?: 'reject' | 'evict_oldest';
}

export interface ApplicationPage {
  data: Array<Application>;
  /** Give it as `cursor` for the next page */
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
   * draft → active ⇄ suspended, and from each of them to archived, which is final. Only `active` is served
   */
  status?: 'active' | 'draft' | 'suspended' | 'archived';
  /** Whether paid checkout is on */
  payments_enabled?: boolean;
  /** How many days a snapshot is trusted offline */
  offline_grace_days?: number;
  /** App schemes that a return_url may use besides http and https */
  return_url_schemes?: Array<string>;
  /** 54-FZ receipts of payments; null sends none */
  receipt_settings?: ReceiptSettingsInput | null;
  /** How many devices one user may have active at a time */
  max_active_devices?: number;
  /** A device too many is refused, or the one that was seen longest ago is revoked for it */
  device_limit_policy?: 'reject' | 'evict_oldest';
}

export interface ApplicationResponse {
  data: Application;
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
  /** Whose days they are */
  timezone: string;
  /** Every event that was stored by then is counted */
  as_of: Timestamp;
  /** Compared with */
  previous: PreviousRange;
  /** Counts */
  metrics: {
    /** Events */
    events: Metric;
    /** Different users */
    uniques: Metric;
    /** Mean of the different users of each day */
    dau: Metric;
    /** Different users in the last 7 days */
    wau: Metric;
    /** Different users in the last 30 days */
    mau: Metric;
    /** dau ÷ mau, in percent with two decimals */
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
    /** Refunds that went through */
    refunds_count: Metric;
    /** Different users with a confirmed payment */
    paying_users: Metric;
    /** paying_users ÷ uniques, in percent with two decimals */
    conversion: Metric;
    /** Created payments that were confirmed, in percent of all with two decimals */
    checkout_conversion: Metric;
    /** Users with a running paid period, at the end */
    active_subscriptions: Metric;
    /** Paid periods that continue no other */
    new_subscriptions: Metric;
    /** Paid periods that continue another */
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
    /** Money that went back */
    refunds: Metric;
    /** revenue − refunds */
    net_revenue: Metric;
    /** net_revenue ÷ uniques */
    arpu: Metric;
    /** net_revenue ÷ the sum of the users of each day */
    arpdau: Metric;
  }>;
  /** Most active first */
  channels: Array<{
    /** Acquisition source of the user, `direct` without one */
    channel: string;
    /** Registered in the range */
    new_users: number;
    /** Active in the range */
    uniques: number;
    /** With a confirmed payment */
    paying_users: number;
    /** What they paid */
    revenue: Array<Money>;
  }>;
  /** Most users first */
  countries: Array<{
    /** ISO 3166-1 alpha-2; null when it is not known */
    country_code: string | null;
    /** Different users */
    uniques: number;
    /** Part of all, in percent with two decimals */
    share: number;
  }>;
  /** Most users first */
  platforms: Array<{
    /** Client platform */
    platform: string | null;
    /** Different users */
    uniques: number;
    /** Part of all, in percent with two decimals */
    share: number;
  }>;
  /** At most 100 */
  top_events: Array<{
    /** Name of the event */
    event: string;
    /** How many there were */
    events: number;
    /** Different users */
    uniques: number;
  }>;
  /** Every day of the range */
  series: Array<{
    /** The day */
    date: CalendarDay;
    /** How many there were */
    events: number;
    /** Different users */
    uniques: number;
    /** Registered on it */
    new_users: number;
    /** Payments confirmed on it */
    payments_succeeded: number;
    /** What was paid */
    revenue: Array<Money>;
    /** What went back */
    refunds: Array<Money>;
  }>;
  /** Every hour of the range when it has at most 7 days, else empty */
  hours: Array<{
    /** Its beginning */
    hour: Timestamp;
    /** How many there were */
    events: number;
    /** Different users */
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
  /** Whose days they are */
  timezone: string;
  /** Every event that was stored by then is counted */
  as_of: Timestamp;
  /** A user on two platforms counts on both */
  total_users: number;
  /** Most users first */
  versions: Array<{
    /** Client platform */
    platform: string | null;
    /** Version; null when the client did not say */
    app_version: string | null;
    /** Users whose latest event there came from it */
    users: number;
    /** Part of all, in percent with two decimals */
    share: number;
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
  /** Version of the latest event there */
  app_version: string | null;
  /** When that was */
  last_event_at: Timestamp;
}

export interface AppVersionUserPage {
  data: Array<AppVersionUser>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

/** A help article as its authors see it */
export type Article = ArticleEntry & {
  /** The article, Markdown */
  body: string;
};

export interface ArticleCreate {
  /** Part of the address; made from the title when absent at creation */
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
  /** An image elsewhere; an uploaded one wins */
  cover_url?: string | null;
  /** Text instead of the cover */
  cover_alt?: string | null;
  /** Title for search engines; the title when empty */
  meta_title?: string | null;
  /** Description for search engines; the excerpt when empty */
  meta_description?: string | null;
  /** The address that search engines shall keep instead */
  canonical_url?: string | null;
  /** Search engines shall not keep it */
  noindex?: boolean;
  /** Items of the same kind to read next; those that share tags when empty */
  related_ids?: Array<Uuid>;
  /** The moment that readers see; that of the first publication when null */
  published_at?: Timestamp | null;
  /** Folder; null for the top */
  folder_id?: Uuid | null;
  /** Order in its folder, smallest first */
  position?: number;
}

export interface ArticleEntry {
  /** Id */
  id: Uuid;
  /** State of the item */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Counts the changes; send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** Number of the newest revision, which is the draft */
  revision: number;
  /** Number of the revision that readers see */
  published_revision: number | null;
  /** Number of the revision that the schedule will publish */
  scheduled_revision: number | null;
  /** When the schedule publishes it */
  scheduled_at: Timestamp | null;
  /** When it is taken from readers */
  unpublish_at: Timestamp | null;
  /** Why the schedule could not publish it; it tries again */
  schedule_error: string | null;
  /** The first item of its group of translations; null for the first one */
  translation_of: Uuid | null;
  /** Its address on the site; null without one */
  url: string | null;
  /** When it was made */
  created_at: Timestamp;
  /** Last change */
  updated_at: Timestamp;
  /** E-mail of the administrator who changed it last */
  updated_by: string | null;
  /** Part of the address; made from the title when absent at creation */
  slug: Slug;
  /** Language; one of the site. It never changes */
  locale: Locale;
  /** Title */
  title: string;
  /** A few sentences for lists */
  excerpt: string | null;
  /** An uploaded image */
  cover_asset_id: Uuid | null;
  /** An image elsewhere; an uploaded one wins */
  cover_url: string | null;
  /** Text instead of the cover */
  cover_alt: string | null;
  /** Title for search engines; the title when empty */
  meta_title: string | null;
  /** Description for search engines; the excerpt when empty */
  meta_description: string | null;
  /** The address that search engines shall keep instead */
  canonical_url: string | null;
  /** Search engines shall not keep it */
  noindex: boolean;
  /** Items of the same kind to read next; those that share tags when empty */
  related_ids: Array<Uuid>;
  /** The moment that readers see; that of the first publication when null */
  published_at: Timestamp | null;
  /** Folder; null for the top */
  folder_id: Uuid | null;
  /** Order in its folder, smallest first */
  position: number;
}

export interface ArticleEntryPage {
  data: Array<ArticleEntry>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface ArticlePatch {
  /** Part of the address; made from the title when absent at creation */
  slug?: Slug;
  /** What this revision is about */
  note?: string | null;
  /** Title */
  title?: string;
  /** A few sentences for lists */
  excerpt?: string | null;
  /** The article, Markdown */
  body?: string;
  /** An uploaded image */
  cover_asset_id?: Uuid | null;
  /** An image elsewhere; an uploaded one wins */
  cover_url?: string | null;
  /** Text instead of the cover */
  cover_alt?: string | null;
  /** Title for search engines; the title when empty */
  meta_title?: string | null;
  /** Description for search engines; the excerpt when empty */
  meta_description?: string | null;
  /** The address that search engines shall keep instead */
  canonical_url?: string | null;
  /** Search engines shall not keep it */
  noindex?: boolean;
  /** Items of the same kind to read next; those that share tags when empty */
  related_ids?: Array<Uuid>;
  /** The moment that readers see; that of the first publication when null */
  published_at?: Timestamp | null;
  /** Folder; null for the top */
  folder_id?: Uuid | null;
  /** Order in its folder, smallest first */
  position?: number;
}

export interface ArticleResponse {
  data: Article;
}

/**
 * One change by an administrator. A value longer than 16384 characters stands as `{sha256, length}`. Secrets
 * are never in it
 */
export interface AuditRecord {
  /** Id of the record */
  id: Uuid;
  /** When */
  occurred_at: Timestamp;
  /** Id of the endpoint that was called (`operationId`) */
  action: string;
  /** Caller */
  admin: {
    /** Administrator */
    id: Uuid;
    /** Login name then */
    email: string;
    /** Role then */
    role: 'staff' | 'admin' | 'owner';
  };
  /** From where */
  client_ip: string;
  /** With what */
  user_agent: string;
  /** `X-Request-Id` of the call */
  request_id: string;
  /** The application it belongs to; null for the platform itself */
  application_id: Uuid | null;
  /** What was changed: the parameters of the address, and ids and codes of the object */
  target: Record<string, string>;
  /** The object before; null when it was made */
  before: Record<string, unknown> | null;
  /** The object since; null when it was removed */
  after: Record<string, unknown> | null;
  /** Names of the fields that differ, and of secrets that were set */
  changed: Array<string>;
}

export interface AuditRecordPage {
  data: Array<AuditRecord>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface AuditSchedule {
  /** How often */
  every: 'off' | 'day' | 'week' | 'month';
  /** Of `week`: 1 is Monday */
  weekday: number;
  /** Hour of the day in `timezone` */
  hour: number;
  /** IANA time zone */
  timezone: string;
}

export interface AuditScheduleInput {
  /** How often */
  every: 'off' | 'day' | 'week' | 'month';
  /** Of `week`: 1 is Monday */
  weekday?: number;
  /** Hour of the day in `timezone` */
  hour?: number;
  /** IANA time zone */
  timezone?: string;
}

/** A banner as its authors see it */
export type Banner = BannerEntry & {
  /** What it shows; what could run or load something is taken out */
  html: string | null;
};

export interface BannerCreate {
  /** Part of the address; made from the title when absent at creation */
  slug?: Slug;
  /** Language; the default one of the site when absent */
  locale?: Locale;
  /** The item that this one translates, of the same kind */
  translation_of?: Uuid | null;
  /** Label for its authors */
  name: string;
  /** Where it is shown */
  audience?: 'site' | 'application' | 'both';
  /** How it is shown */
  placement: 'modal' | 'fullscreen' | 'inline';
  /** Size of the placement: the page can reserve its place */
  size: 'small' | 'medium' | 'large' | 'full' | 'leaderboard' | 'rectangle' | 'billboard' | 'strip' | 'custom';
  /** Width of a `custom` size, in pixels */
  width?: number | null;
  /** Height of a `custom` size, in pixels */
  height?: number | null;
  /** What it shows; what could run or load something is taken out */
  html?: string | null;
  /** An image instead of HTML */
  asset_id?: Uuid | null;
  /** Text instead of the image */
  alt?: string | null;
  /** Where a click on the image goes */
  link_url?: string | null;
  /** Not shown before */
  starts_at?: Timestamp | null;
  /** Not shown from then on */
  ends_at?: Timestamp | null;
  /** Audience; every given condition must hold */
  target?: BannerTargetInput;
  /** How often a visitor sees it */
  frequency?: BannerFrequency | null;
  /** Wait before it is shown */
  delay_seconds?: number;
  /** The highest is first */
  priority?: number;
  /** A visitor may close it */
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
  /** Counts the changes; send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** Number of the newest revision, which is the draft */
  revision: number;
  /** Number of the revision that readers see */
  published_revision: number | null;
  /** Number of the revision that the schedule will publish */
  scheduled_revision: number | null;
  /** When the schedule publishes it */
  scheduled_at: Timestamp | null;
  /** When it is taken from readers */
  unpublish_at: Timestamp | null;
  /** Why the schedule could not publish it; it tries again */
  schedule_error: string | null;
  /** The first item of its group of translations; null for the first one */
  translation_of: Uuid | null;
  /** Its address on the site; null without one */
  url: string | null;
  /** When it was made */
  created_at: Timestamp;
  /** Last change */
  updated_at: Timestamp;
  /** E-mail of the administrator who changed it last */
  updated_by: string | null;
  /** Part of the address; made from the title when absent at creation */
  slug: Slug;
  /** Language; one of the site. It never changes */
  locale: Locale;
  /** Label for its authors */
  name: string;
  /** Where it is shown */
  audience: 'site' | 'application' | 'both';
  /** How it is shown */
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
  /** Where a click on the image goes */
  link_url: string | null;
  /** Not shown before */
  starts_at: Timestamp | null;
  /** Not shown from then on */
  ends_at: Timestamp | null;
  /** Audience; every given condition must hold */
  target: BannerTarget;
  /** How often a visitor sees it */
  frequency: BannerFrequency | null;
  /** Wait before it is shown */
  delay_seconds: number;
  /** The highest is first */
  priority: number;
  /** A visitor may close it */
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
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

/** Kept by the page */
export interface BannerFrequency {
  /** How often */
  max_shows: number;
  /** In which time */
  per: 'session' | 'day' | 'ever';
}

export interface BannerPatch {
  /** Part of the address; made from the title when absent at creation */
  slug?: Slug;
  /** What this revision is about */
  note?: string | null;
  /** Label for its authors */
  name?: string;
  /** Where it is shown */
  audience?: 'site' | 'application' | 'both';
  /** How it is shown */
  placement?: 'modal' | 'fullscreen' | 'inline';
  /** Size of the placement: the page can reserve its place */
  size?: 'small' | 'medium' | 'large' | 'full' | 'leaderboard' | 'rectangle' | 'billboard' | 'strip' | 'custom';
  /** Width of a `custom` size, in pixels */
  width?: number | null;
  /** Height of a `custom` size, in pixels */
  height?: number | null;
  /** What it shows; what could run or load something is taken out */
  html?: string | null;
  /** An image instead of HTML */
  asset_id?: Uuid | null;
  /** Text instead of the image */
  alt?: string | null;
  /** Where a click on the image goes */
  link_url?: string | null;
  /** Not shown before */
  starts_at?: Timestamp | null;
  /** Not shown from then on */
  ends_at?: Timestamp | null;
  /** Audience; every given condition must hold */
  target?: BannerTargetInput;
  /** How often a visitor sees it */
  frequency?: BannerFrequency | null;
  /** Wait before it is shown */
  delay_seconds?: number;
  /** The highest is first */
  priority?: number;
  /** A visitor may close it */
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
  /** Semantic version range of the application, `>=2.1.0 <3` */
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
  /** Semantic version range of the application, `>=2.1.0 <3` */
  app_version?: string | null;
}

export interface BlogAuthor {
  /** Id */
  id: Uuid;
  /** Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen */
  version: number;
  /** When it was made */
  created_at: Timestamp;
  /** Last change */
  updated_at: Timestamp;
  /** Name */
  name: string;
  /** A few sentences */
  bio: string | null;
  /** An uploaded image */
  avatar_asset_id: Uuid | null;
  /** Page of the author */
  url: string | null;
}

export interface BlogAuthorCreate {
  /** Name */
  name: string;
  /** A few sentences */
  bio?: string | null;
  /** An uploaded image */
  avatar_asset_id?: Uuid | null;
  /** Page of the author */
  url?: string | null;
}

export interface BlogAuthorPage {
  data: Array<BlogAuthor>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface BlogAuthorPatch {
  /** Name */
  name?: string;
  /** A few sentences */
  bio?: string | null;
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
  /** Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen */
  version: number;
  /** When it was made */
  created_at: Timestamp;
  /** Last change */
  updated_at: Timestamp;
  /** Part of addresses; made from the name when absent at creation */
  slug: Slug;
  /** Name */
  name: string;
  /** What belongs there */
  description: string | null;
  /** Order in lists, smallest first */
  position: number;
}

export interface BlogCategoryCreate {
  /** Part of addresses; made from the name when absent at creation */
  slug?: Slug;
  /** Name */
  name: string;
  /** What belongs there */
  description?: string | null;
  /** Order in lists, smallest first */
  position?: number;
}

export interface BlogCategoryPage {
  data: Array<BlogCategory>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface BlogCategoryPatch {
  /** Part of addresses; made from the name when absent at creation */
  slug?: Slug;
  /** Name */
  name?: string;
  /** What belongs there */
  description?: string | null;
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
  /** What to do */
  action: 'publish' | 'unpublish' | 'archive' | 'unarchive' | 'delete';
  /** Items */
  ids: Array<Uuid>;
}

export interface BulkResult {
  /** One for each id, in the order of the request */
  results: Array<{
    /** The item */
    id: Uuid;
    /** Whether the action was done */
    is_done: boolean;
    /** State of the item now; null for one that is gone */
    status: ('draft' | 'scheduled' | 'published' | 'archived') | null;
    /** Code of the refusal */
    error: string | null;
    /** Its text */
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

/** Result of the last verification of a ledger, and the progress of the one that runs */
export interface ChainVerification {
  /** Nothing was altered, removed, added or reordered; null before the first verification has finished */
  intact: boolean | null;
  /** Records up to the end of the intact part */
  entries: number;
  /** Where the intact part ends */
  head: {
    /** Number of the last record */
    seq: number;
    /** Its hash */
    hash: string;
  } | null;
  /** Daily signed heads that were compared */
  signed_heads: number;
  /** Signed heads of keys that are no longer configured: compare them with copies that were kept elsewhere */
  unverifiable_heads: number;
  /** The first bad record; null when intact */
  problem: {
    /** Number of the first bad record */
    seq: number;
    /** Id of the record that stands there, null when it is missing */
    consent_id: Uuid | null;
    /** What is wrong with it */
    reason: 'gap' | 'broken_link' | 'altered' | 'truncated' | 'signed_head_mismatch' | 'body_altered';
  } | null;
  /** Which records were read */
  scope: ('recent' | 'whole') | null;
  /**
   * Records behind this one were read. It is the record of a signed head that an earlier verification had
   * reached; 0 when every record was read
   */
  from_seq: number | null;
  /** When the verification began: records that were altered after this moment may not be seen */
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

/** Release notes as their authors see them */
export type ChangelogEntry = ChangelogEntryHead & {
  /** What changed, Markdown */
  body: string;
};

export interface ChangelogEntryCreate {
  /** Part of the address; made from the title when absent at creation */
  slug?: Slug;
  /** Language; the default one of the site when absent */
  locale?: Locale;
  /** The item that this one translates, of the same kind */
  translation_of?: Uuid | null;
  /** Title */
  title: string;
  /** Version that it is about */
  version?: string | null;
  /** What changed, Markdown */
  body?: string;
  /** Kinds of changes */
  labels?: Array<'added' | 'changed' | 'fixed' | 'removed' | 'security'>;
  /** Platforms that it is about; all when empty */
  platforms?: Array<string>;
  /** The moment that readers see; that of the first publication when null */
  published_at?: Timestamp | null;
}

export interface ChangelogEntryHead {
  /** Id */
  id: Uuid;
  /** State of the item */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Counts the changes; send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** Number of the newest revision, which is the draft */
  revision: number;
  /** Number of the revision that readers see */
  published_revision: number | null;
  /** Number of the revision that the schedule will publish */
  scheduled_revision: number | null;
  /** When the schedule publishes it */
  scheduled_at: Timestamp | null;
  /** When it is taken from readers */
  unpublish_at: Timestamp | null;
  /** Why the schedule could not publish it; it tries again */
  schedule_error: string | null;
  /** The first item of its group of translations; null for the first one */
  translation_of: Uuid | null;
  /** Its address on the site; null without one */
  url: string | null;
  /** When it was made */
  created_at: Timestamp;
  /** Last change */
  updated_at: Timestamp;
  /** E-mail of the administrator who changed it last */
  updated_by: string | null;
  /** Part of the address; made from the title when absent at creation */
  slug: Slug;
  /** Language; one of the site. It never changes */
  locale: Locale;
  /** Title */
  title: string;
  /** Version that it is about */
  version: string | null;
  /** Kinds of changes */
  labels: Array<'added' | 'changed' | 'fixed' | 'removed' | 'security'>;
  /** Platforms that it is about; all when empty */
  platforms: Array<string>;
  /** The moment that readers see; that of the first publication when null */
  published_at: Timestamp | null;
}

export interface ChangelogEntryHeadPage {
  data: Array<ChangelogEntryHead>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface ChangelogEntryPatch {
  /** Part of the address; made from the title when absent at creation */
  slug?: Slug;
  /** What this revision is about */
  note?: string | null;
  /** Title */
  title?: string;
  /** Version that it is about */
  version?: string | null;
  /** What changed, Markdown */
  body?: string;
  /** Kinds of changes */
  labels?: Array<'added' | 'changed' | 'fixed' | 'removed' | 'security'>;
  /** Platforms that it is about; all when empty */
  platforms?: Array<string>;
  /** The moment that readers see; that of the first publication when null */
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
    /** How many of them can verify tokens */
    key_count: number;
    /** With which algorithms */
    algorithms: Array<string>;
  } | null;
};

export interface CheckedIdentityProviderResponse {
  data: CheckedIdentityProvider;
}

/** One thing that a user did */
export interface ClientEvent {
  /**
   * What happened; free, `object_action` is recommended: paywall_viewed, app_opened. A new name that finds no
   * room counts as `(other)`
   */
  event: string;
  /** Made by the client once for each event: the same id is counted once */
  event_id?: Uuid;
  /** By the clock of the device; at most 7 days old and 5 minutes ahead. The moment of arrival when absent */
  occurred_at?: Timestamp;
  /** For example web, android, ios */
  platform?: string;
  /** Version of the client */
  app_version?: string;
  /** With a platform, the event counts as a sign of life of this device */
  installation_id?: Uuid;
  /** Anything about it, at most 16 KiB and 20 levels deep; no personal data */
  properties?: Record<string, unknown>;
  /** Names the application where no header does */
  application_id?: Uuid;
  /** The same by code */
  application_code?: string;
  /** Site of the application on which it happened; also `properties.site_code` */
  cms_site_code?: string;
}

/** An uploaded file */
export interface CmsAsset {
  /** Id */
  id: Uuid;
  /** Detected from the content */
  kind: 'image' | 'svg' | 'pdf' | 'file';
  /** As the uploader called it */
  file_name: string;
  /** As it is served */
  content_type: string;
  /** Size */
  size_bytes: number;
  /** SHA-256 of what is served, hexadecimal */
  sha256: string;
  /** Public address; it changes with the content */
  url: string;
  /** Path of the address, `/assets/cms/…`: as texts name it */
  path: string;
  /** Pixels of an image */
  width: number | null;
  /** Pixels of an image */
  height: number | null;
  /** Text instead of the image */
  alt: string | null;
  /** What stays in a cut, from the left, 0 to 1 */
  focal_x: number;
  /** What stays in a cut, from the top, 0 to 1 */
  focal_y: number;
  /** A tiny image as a data address */
  placeholder: string | null;
  /** Smaller ones */
  variants: Array<{
    /** What it is for: its width, or `og` */
    name: string;
    /** WebP */
    url: string;
    /** Pixels */
    width: number;
    /** Pixels */
    height: number;
  }>;
  /** Places that use it */
  usage_count: number;
  /** Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen */
  version: number;
  /** When it was uploaded */
  created_at: Timestamp;
  /** E-mail of the uploader */
  created_by: string | null;
}

export interface CmsAssetPage {
  data: Array<CmsAsset>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface CmsAssetPatch {
  /** Name of the file */
  file_name?: string;
  /** Text instead of the image */
  alt?: string | null;
  /** What stays in a cut, from the left */
  focal_x?: number;
  /** What stays in a cut, from the top */
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
  /** Items whose time was over */
  unpublished: number;
  /** Items with a `schedule_error` */
  failed: number;
}

export interface CmsTickResponse {
  data: CmsTick;
}

/** A remote parameter. It is public: no secrets */
export interface ConfigParameter {
  /** What clients read it by; case matters */
  key: string;
  /** What every value of it is */
  type: 'boolean' | 'string' | 'number' | 'json';
  /** The value for every user that no rule matches */
  value: JsonValue;
  /** The first that matches decides */
  rules: Array<ConfigRule>;
  /** For its authors */
  description: string | null;
  /** Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen */
  version: number;
  /** When it was made */
  created_at: Timestamp;
  /** Last change */
  updated_at: Timestamp;
}

export interface ConfigParameterBody {
  /** What every value of it is */
  type: 'boolean' | 'string' | 'number' | 'json';
  /** The value for every user that no rule matches */
  value: JsonValue;
  /** The first that matches decides */
  rules?: Array<ConfigRule>;
  /** For its authors */
  description?: string | null;
}

export interface ConfigParameterPage {
  data: Array<ConfigParameter>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface ConfigParameterResponse {
  data: ConfigParameter;
}

/** A value for some clients; every given condition must hold */
export interface ConfigRule {
  /** One of these, in any case */
  platforms?: Array<string>;
  /** Semantic version range, for example `>=2.1.0 <3` */
  app_version?: string;
  /** What they get */
  value: JsonValue;
}

/** One checkbox of a consent form */
export interface ConsentEntry {
  /** `id` from the legal document read */
  document_id: string;
  /** `version` from the same read, as a string */
  version: string;
  /** The label the person saw beside the checkbox; the same for every user, kept for ever */
  checkbox_text: string;
  /** Whether the box was ticked */
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

/** One answer to one checkbox, as it stands in the ledger */
export interface ConsentRecord {
  /** Id of the record */
  id: Uuid;
  /** Its number in the ledger of the application or site, from 1 */
  seq: number;
  /** The user; stays after an erasure as a pseudonym; null for a person without an account */
  user_id: Uuid | null;
  /** E-mail at that moment; null when unknown or erased */
  email: string | null;
  /** The document */
  document_id: Uuid;
  doc_kind: DocKind;
  /** Its version, published at that moment */
  version: string;
  /** SHA-256 of the text of that version, hexadecimal */
  content_hash: string;
  /** The label the person saw beside the checkbox */
  checkbox_text: string;
  /** False for a refusal or withdrawal */
  accepted: boolean;
  /** Where it was answered */
  source: 'registration' | 'paywall' | 'site_form' | 'newsletter' | 'other';
  /** Client platform */
  platform: string | null;
  /** `flow: reconsent` for the re-consent dialog, `flow: double_opt_in` for a confirmed subscription */
  metadata: Record<string, string>;
  /** Client address; null when erased */
  ip: string | null;
  /** Client software; null when unknown or erased */
  user_agent: string | null;
  /** When */
  recorded_at: Timestamp;
  /** Hash of the record before, hexadecimal */
  prev_hash: string;
  /** SHA-256 of `prev_hash` and the canonical JSON of the record as it is stored */
  entry_hash: string;
  /** Whether it was answered to an application or to a site */
  owner_type: 'application' | 'cms_site';
  /** Id of that application or site */
  owner_id: Uuid;
  /** The person: the user, or the pseudonym of a person without an account */
  subject_id: Uuid;
}

export interface ConsentRecordPage {
  data: Array<ConsentRecord>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface ContentDifference {
  /** Fields that differ, but for the text */
  fields: Array<{
    /** What differs */
    field: string;
    /** In the other revision; absent when it had none */
    before?: unknown;
    /** In this one; absent when it has none */
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
  /** Counts the changes; send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** Number of the newest revision, which is the draft */
  revision: number;
  /** Number of the revision that readers see */
  published_revision: number | null;
  /** Number of the revision that the schedule will publish */
  scheduled_revision: number | null;
  /** When the schedule publishes it */
  scheduled_at: Timestamp | null;
  /** When it is taken from readers */
  unpublish_at: Timestamp | null;
  /** Why the schedule could not publish it; it tries again */
  schedule_error: string | null;
  /** The first item of its group of translations; null for the first one */
  translation_of: Uuid | null;
  /** Its address on the site; null without one */
  url: string | null;
  /** When it was made */
  created_at: Timestamp;
  /** Last change */
  updated_at: Timestamp;
  /** E-mail of the administrator who changed it last */
  updated_by: string | null;
  /** What it is */
  kind: 'post' | 'article' | 'document' | 'download' | 'changelog_entry' | 'banner';
  /** Language */
  locale: string;
  /** Part of its address, of the newest revision */
  slug: string;
  /** Title, or the name of what has none */
  title: string;
  /** When it was published, as readers see it */
  published_at: Timestamp | null;
}

export interface ContentEntryPage {
  data: Array<ContentEntry>;
  /** Give it as `cursor` for the next page */
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
  /** What the author says of it */
  note: string | null;
  /** When */
  created_at: Timestamp;
  /** Readers see it */
  is_published: boolean;
}

export interface ContentRevisionPage {
  data: Array<ContentRevision>;
  /** Give it as `cursor` for the next page */
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
  /** In the future, at most two years ahead */
  scheduled_at: Timestamp;
  /** When it is taken from readers again, after `scheduled_at` */
  unpublish_at?: Timestamp | null;
}

export interface ContentWarning {
  /** What it is about, for programs */
  code: string;
  /** What to look at */
  message: string;
  /** The field that it is about */
  field: string | null;
}

/** An installation of the application, as one user has it */
export interface Device {
  /** Id of the device, for its removal */
  id: Uuid;
  /** Stable UUID of the installation, made by the client */
  installation_id: Uuid;
  /** Client platform */
  platform: string;
  /** Version of the client */
  app_version: string;
  /** IANA time zone: what the device said, else what its address tells */
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
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface DeviceRegistration {
  /** Stable UUID that the client makes at its installation */
  installation_id: Uuid;
  /** For example web, android, ios */
  platform: string;
  /** Version of the client */
  app_version: string;
  /** From the device */
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
  /** Part of the address; made from the title when absent at creation */
  slug?: Slug;
  /** Language; the default one of the site when absent */
  locale?: Locale;
  /** The item that this one translates, of the same kind */
  translation_of?: Uuid | null;
  /** Title */
  title: string;
  /** What it is, for filters; never a kind of legal documents */
  doc_kind: string;
  /** `file`: an uploaded one; `url`: elsewhere; `text`: Markdown */
  source_type: 'file' | 'url' | 'text';
  /** The uploaded file */
  asset_id?: Uuid | null;
  /** The address elsewhere */
  external_url?: string | null;
  /** Markdown */
  body?: string | null;
  /** Version, as readers see it; `1` for a text that has none */
  version?: string | null;
  /** What it is about */
  description?: string | null;
  /** Search engines may keep its page */
  is_indexable?: boolean;
}

export interface DocumentEntry {
  /** Id */
  id: Uuid;
  /** State of the item */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Counts the changes; send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** Number of the newest revision, which is the draft */
  revision: number;
  /** Number of the revision that readers see */
  published_revision: number | null;
  /** Number of the revision that the schedule will publish */
  scheduled_revision: number | null;
  /** When the schedule publishes it */
  scheduled_at: Timestamp | null;
  /** When it is taken from readers */
  unpublish_at: Timestamp | null;
  /** Why the schedule could not publish it; it tries again */
  schedule_error: string | null;
  /** The first item of its group of translations; null for the first one */
  translation_of: Uuid | null;
  /** Its address on the site; null without one */
  url: string | null;
  /** When it was made */
  created_at: Timestamp;
  /** Last change */
  updated_at: Timestamp;
  /** E-mail of the administrator who changed it last */
  updated_by: string | null;
  /** Part of the address; made from the title when absent at creation */
  slug: Slug;
  /** Language; one of the site. It never changes */
  locale: Locale;
  /** Title */
  title: string;
  /** What it is */
  doc_kind: string;
  /** `file`: an uploaded one; `url`: elsewhere; `text`: Markdown */
  source_type: 'file' | 'url' | 'text';
  /** The uploaded file */
  asset_id: Uuid | null;
  /** The address elsewhere */
  external_url: string | null;
  /** Version, as readers see it */
  version: string | null;
  /** What it is about */
  description: string | null;
  /** Search engines may keep its page */
  is_indexable: boolean;
  /** Opens it without a credential; the token in it can be rotated */
  public_url: string;
}

export interface DocumentEntryPage {
  data: Array<DocumentEntry>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface DocumentPatch {
  /** Part of the address; made from the title when absent at creation */
  slug?: Slug;
  /** What this revision is about */
  note?: string | null;
  /** Title */
  title?: string;
  /** What it is, for filters; never a kind of legal documents */
  doc_kind?: string;
  /** `file`: an uploaded one; `url`: elsewhere; `text`: Markdown */
  source_type?: 'file' | 'url' | 'text';
  /** The uploaded file */
  asset_id?: Uuid | null;
  /** The address elsewhere */
  external_url?: string | null;
  /** Markdown */
  body?: string | null;
  /** Version, as readers see it */
  version?: string | null;
  /** What it is about */
  description?: string | null;
  /** Search engines may keep its page */
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
  /** Part of the address; made from the title when absent at creation */
  slug?: Slug;
  /** Language; the default one of the site when absent */
  locale?: Locale;
  /** The item that this one translates, of the same kind */
  translation_of?: Uuid | null;
  /** What it runs on: windows, macos, linux, android … */
  platform: string;
  /** Release channel */
  channel?: string;
  /** Processor; null for any */
  arch?: string | null;
  /** Semantic version */
  version: string;
  /** Number of the build */
  build_number?: number | null;
  /** The uploaded file */
  asset_id?: Uuid | null;
  /** The file elsewhere */
  external_url?: string | null;
  /** Hash of the file elsewhere; that of an uploaded one is known */
  sha256?: string | null;
  /** Oldest system that it runs on */
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
  /** Counts the changes; send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** Number of the newest revision, which is the draft */
  revision: number;
  /** Number of the revision that readers see */
  published_revision: number | null;
  /** Number of the revision that the schedule will publish */
  scheduled_revision: number | null;
  /** When the schedule publishes it */
  scheduled_at: Timestamp | null;
  /** When it is taken from readers */
  unpublish_at: Timestamp | null;
  /** Why the schedule could not publish it; it tries again */
  schedule_error: string | null;
  /** The first item of its group of translations; null for the first one */
  translation_of: Uuid | null;
  /** Its address on the site; null without one */
  url: string | null;
  /** When it was made */
  created_at: Timestamp;
  /** Last change */
  updated_at: Timestamp;
  /** E-mail of the administrator who changed it last */
  updated_by: string | null;
  /** Part of the address; made from the title when absent at creation */
  slug: Slug;
  /** Language; one of the site. It never changes */
  locale: Locale;
  /** What it runs on: windows, macos, linux, android … */
  platform: string;
  /** Release channel */
  channel: string;
  /** Processor; null for any */
  arch: string | null;
  /** Semantic version */
  version: string;
  /** Number of the build */
  build_number: number | null;
  /** The uploaded file */
  asset_id: Uuid | null;
  /** The file elsewhere */
  external_url: string | null;
  /** Hash of the file elsewhere; that of an uploaded one is known */
  sha256: string | null;
  /** Oldest system that it runs on */
  min_os: string | null;
  /** The changelog entry of this version */
  changelog_entry_id: Uuid | null;
  /** First publication */
  published_at: Timestamp | null;
}

export interface DownloadEntryPage {
  data: Array<DownloadEntry>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface DownloadPatch {
  /** Part of the address; made from the title when absent at creation */
  slug?: Slug;
  /** What this revision is about */
  note?: string | null;
  /** What it runs on: windows, macos, linux, android … */
  platform?: string;
  /** Release channel */
  channel?: string;
  /** Processor; null for any */
  arch?: string | null;
  /** Semantic version */
  version?: string;
  /** Number of the build */
  build_number?: number | null;
  /** The uploaded file */
  asset_id?: Uuid | null;
  /** The file elsewhere */
  external_url?: string | null;
  /** Hash of the file elsewhere; that of an uploaded one is known */
  sha256?: string | null;
  /** Oldest system that it runs on */
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
  /** What clients gate on */
  code: string;
  /** Label for administrators */
  name: string;
  /** Notes */
  description: string | null;
  /** An `archived` one is given to no further plan or user */
  status: 'active' | 'archived';
}

export interface EntitlementCreate {
  /** What clients gate on; never changes */
  code: string;
  /** Label */
  name: string;
  /** Notes */
  description?: string | null;
}

export interface EntitlementPage {
  data: Array<Entitlement>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface EntitlementPatch {
  /** Label */
  name?: string;
  /** Notes; null clears them */
  description?: string | null;
  /** An `archived` one is given to no further plan or user */
  status?: 'active' | 'archived';
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
    /** Where it came from */
    source: 'payment' | 'license' | 'admin';
    /** Since when it is active without a gap */
    starts_at: Timestamp;
    /** Until when it stays active without a gap, exclusive; null for lifetime */
    expires_at: Timestamp | null;
    /** No expiry */
    is_lifetime: boolean;
  }>;
  /** When the last timed entitlement ends; null with none or lifetime */
  expires_at: Timestamp | null;
  /** Some entitlement never expires */
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

export interface ErasedSubjects {
  /** People of whom something was removed */
  subjects: number;
  /** Leads that were removed */
  leads: number;
}

export interface ErasedSubjectsResponse {
  data: ErasedSubjects;
}

/** A name that events of an application or a site come with */
export interface EventName {
  /** Name of an event */
  event_name: string;
  /** seen: a client sent it first; allowed: an administrator did; merged: events count under another name */
  status: 'seen' | 'allowed' | 'merged';
  /** Where its events count since the merge */
  merged_into: string | null;
  /** Events that came with this name since it is listed, repeats included */
  events: number;
  /** When it was listed */
  first_seen_at: Timestamp;
  /** When an event came with it last, about a minute late */
  last_seen_at: Timestamp | null;
}

export interface EventNameMerge {
  /** Names that end; those no event came with yet included */
  from: Array<string>;
  /** The name that stays; `(other)` counts them together with the rest */
  into: string;
}

export interface EventNamePage {
  data: Array<EventName>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface EventNameResponse {
  data: EventName;
}

export interface EventsAccepted {
  /** Events that are stored now, or were before under the same `event_id` */
  accepted: number;
  /** Events that will never be taken as they are */
  rejected: Array<{
    /** Place in the batch, from 0 */
    index: number;
    /** Why */
    error: 'validation_failed' | 'application_mismatch' | 'properties_too_large' | 'occurred_at_too_old' | 'occurred_at_in_future';
    /** For a person */
    message: string;
  }>;
}

export interface EventsAcceptedResponse {
  data: EventsAccepted;
}

export interface FeatureCreate {
  /** What clients read it by; case matters */
  code: string;
  /** The kill switch: false answers false to every user, at once */
  enabled?: boolean;
  /** The value for every user that no rule matches */
  value?: boolean;
  /** The first that matches decides */
  rules?: Array<FeatureRule>;
  /** For its authors */
  description?: string | null;
}

/** A feature flag */
export interface FeatureFlag {
  /** What clients read it by; case matters */
  code: string;
  /** The kill switch: false answers false to every user, at once */
  enabled: boolean;
  /** The value for every user that no rule matches */
  value: boolean;
  /** The first that matches decides */
  rules: Array<FeatureRule>;
  /** For its authors */
  description: string | null;
  /** Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen */
  version: number;
  /** When it was made */
  created_at: Timestamp;
  /** Last change */
  updated_at: Timestamp;
}

export interface FeatureFlagPage {
  data: Array<FeatureFlag>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface FeatureFlagResponse {
  data: FeatureFlag;
}

export interface FeaturePatch {
  /** The kill switch: false answers false to every user, at once */
  enabled?: boolean;
  /** The value for every user that no rule matches */
  value?: boolean;
  /** All rules; the first that matches decides */
  rules?: Array<FeatureRule>;
  /** For its authors */
  description?: string | null;
}

/** A value for some users; every given condition must hold */
export interface FeatureRule {
  /** One of these, in any case */
  platforms?: Array<string>;
  /** Semantic version range, for example `>=2.1.0 <3` */
  app_version?: string;
  /** Countries of the client address */
  countries?: Array<string>;
  /** Holders of one of these */
  entitlement_codes?: Array<string>;
  /** These people: the `sub` of their tokens, or the `targetingKey` of a caller without a token */
  user_ids?: Array<string>;
  /**
   * Share of the users, always the same ones; raising it only adds users. They are told apart as in
   * `user_ids`
   */
  percentage?: number;
  /** What they get */
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
  /** What belongs there */
  description: string | null;
  /** The folder that it is in */
  parent_id: Uuid | null;
  /** Order among its neighbours, smallest first */
  position: number;
  /** 1 at the top */
  level: number;
  /** Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen */
  version: number;
  /** When it was made */
  created_at: Timestamp;
  /** Last change */
  updated_at: Timestamp;
}

export interface FolderCreate {
  /** Name */
  name: string;
  /** Name in other languages */
  names?: Record<string, string>;
  /** What belongs there */
  description?: string | null;
  /** The folder that it is in; null for the top */
  parent_id?: Uuid | null;
  /** Order among its neighbours, smallest first */
  position?: number;
}

export interface FolderPage {
  data: Array<Folder>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface FolderPatch {
  /** Name */
  name?: string;
  /** Name in other languages */
  names?: Record<string, string>;
  /** What belongs there */
  description?: string | null;
  /** The folder that it is in; null for the top */
  parent_id?: Uuid | null;
  /** Order among its neighbours, smallest first */
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
  /** Whose days they are */
  timezone: string;
  /** Every event that was stored by then is counted */
  as_of: Timestamp;
  /** As asked */
  window_hours: number;
  /** In the order that was asked for */
  steps: Array<{
    /** The step */
    event: string;
    /** Users who came this far */
    users: number;
    /** Part of all, in percent with two decimals */
    share_of_first: number;
    /** Part of all, in percent with two decimals */
    share_of_previous: number;
  }>;
  /** At most 50 values, most users first; empty unless asked for */
  breakdown: Array<{
    /** Value of the first step */
    value: string | null;
    /** Users who came as far as each step */
    users: Array<number>;
  }>;
}

export interface FunnelResponse {
  data: Funnel;
}

export interface GeneratedContentFields {
  /** What was written, or would be */
  fields: GeneratedFields;
  /** Fields that stay as they are */
  skipped: Array<SkippedField>;
  /** The author: a language model, or rules */
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
  /** Markdown that begins with a heading of the first level */
  body?: string;
  /** Text instead of the cover */
  cover_alt?: string;
}

export interface GenerateFields {
  /** What the item is */
  kind: 'post' | 'article';
  /** The item */
  item_id: Uuid;
  /** Fields to fill, if they are empty */
  fields?: Array<'meta_title' | 'meta_description' | 'body' | 'cover_alt'>;
  /** Write them into the draft; false only shows them */
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
  /** What caused it */
  source: 'payment' | 'license' | 'admin';
  /** Id of the payment, license activation or admin grant */
  source_id: string;
  /** Plan, if it came from one */
  plan_code: string | null;
  /** What it grants */
  entitlement_codes: Array<string>;
  /** First start of its codes; the end of the year 9999 while a lifetime covers them all */
  starts_at: Timestamp;
  /** Last end of its codes, exclusive; null for lifetime */
  expires_at: Timestamp | null;
  /** Term of each code; codes that have not begun because of a lifetime are left out */
  terms: Array<{
    /** Entitlement code */
    code: string;
    /** Start of its coverage by this grant */
    starts_at: Timestamp;
    /** End, exclusive; null for lifetime */
    expires_at: Timestamp | null;
  }>;
  /** Set when it was revoked; it covers nothing from then on */
  revoked_at: Timestamp | null;
  /** Why an administrator granted or revoked it */
  reason: string | null;
  /** When it was written */
  created_at: Timestamp;
}

export interface GrantCreate {
  /** Grant what this plan grants */
  plan_code?: string;
  /** Grant these codes instead */
  entitlement_codes?: Array<string>;
  /** Makes a fixed window from here, which moves no other grant */
  starts_at?: Timestamp;
  /** Makes a fixed window until here; null for lifetime. Without dates the time of the plan is added */
  expires_at?: Timestamp | null;
  /** Reason, kept with the grant */
  reason: string;
}

export interface GrantResponse {
  data: Grant;
}

export interface Health {
  /** `ok` while every service is ready */
  status: 'ok' | 'degraded';
  /** Version of the platform */
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
    /** How many have users that register without a required consent; null while it is not known */
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
   * Other `iss` of the same provider, for example of its new domain while the domain changes. Their users are
   * those of `issuer`
   */
  issuer_aliases: Array<string>;
  /**
   * A value that `aud` must contain; null when `authorized_party` or `allow_missing_audience` stands for it
   */
  audience: string | null;
  /** Accepts tokens without `aud`; where `audience` is given, one that has an `aud` must still name it */
  allow_missing_audience: boolean;
  /** Where the public keys are; null for a shared secret alone */
  jwks_url: string | null;
  /** A shared secret is stored; it is never shown again */
  has_hs256_secret: boolean;
  /** When set, `azp` must equal it, or `client_id` in a token without `azp` (Keycloak, Clerk, Cognito) */
  authorized_party: string | null;
  /** Last change */
  updated_at: Timestamp;
}

export interface IdentityProviderBody {
  /** Exact `iss`, with or without the trailing slash that the tokens have; users belong to it */
  issuer: string;
  /**
   * Other `iss` of the same provider, for example of its new domain while the domain changes. Their users are
   * those of `issuer`
   */
  issuer_aliases?: Array<string>;
  /**
   * A value that `aud` must contain; null when `authorized_party` or `allow_missing_audience` stands for it
   */
  audience: string | null;
  /** Accepts tokens without `aud`; where `audience` is given, one that has an `aud` must still name it */
  allow_missing_audience?: boolean;
  /**
   * Public keys; it must not redirect. Of a discovery document (`/.well-known/openid-configuration`) the
   * `jwks_uri` is saved
   */
  jwks_url?: string | null;
  /** Legacy shared secret of HS256 tokens, alone or beside `jwks_url` while a provider changes to keys */
  hs256_secret?: string | null;
  /** When set, `azp` must equal it, or `client_id` in a token without `azp` (Keycloak, Clerk, Cognito) */
  authorized_party?: string | null;
  /** Save it without a check of jwks_url */
  skip_check?: boolean;
  /** Change `issuer` also when users belong to the present one; they register anew and lose what they have */
  confirm?: boolean;
}

export interface ImportEntry {
  /** Its id in the file */
  source_id: string;
  /** What it is; `other` for what has no place here */
  kind: 'site' | 'category' | 'author' | 'folder' | 'asset' | 'redirect' | 'other' | 'post' | 'article' | 'document' | 'download' | 'changelog_entry' | 'banner';
  /** Its title, name or path */
  title: string;
  /** What became of it */
  outcome: 'created' | 'updated' | 'skipped' | 'failed';
  /** Id of the object here */
  object_id: Uuid | null;
  /** Why it was skipped, or failed */
  reason: ImportNote | null;
  /** What was lost or changed on the way */
  warnings: Array<ImportNote>;
}

export interface ImportNote {
  /** What it is about, for programs */
  code: string;
  /** What it is about */
  message: string;
}

export interface ImportReport {
  /** Objects that the import made */
  created: number;
  /** Objects of an earlier import that the file has in another form now */
  updated: number;
  /** Objects that stay as they are; the entry says why */
  skipped: number;
  /** Objects that could not be taken; the entry says why */
  failed: number;
  /** Losses and changes on the way; each is named by its entry */
  warnings: number;
}

export interface InboundLink {
  /** The item that links to it */
  item_id: Uuid;
  /** What that is */
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
  /** Whose days they are */
  timezone: string;
  /** Every event that was stored by then is counted */
  as_of: Timestamp;
  /** Every day of the range */
  days: Array<{
    /** Day of arrival (UTC) */
    date: CalendarDay;
    /** Stored */
    stored: number;
    /** Were there already */
    duplicates: number;
    /** Refused, by reason */
    rejected: Record<string, number>;
    /** Counted as `(other)`: a new name that found no room */
    without_name: number;
  }>;
  /** Different event names so far */
  event_names: number;
  /** How many there may be */
  max_event_names: number;
}

export interface IngestionResponse {
  data: Ingestion;
}

export interface ItemAnnouncement {
  /** State */
  state: 'pending' | 'accepted' | 'failed';
  /** When search engines accepted it, else when the page changed */
  at: Timestamp;
}

/** What became of an item */
export interface ItemInsights {
  /** Item */
  item_id: Uuid;
  /** Kind */
  kind: 'post' | 'article' | 'document' | 'download' | 'changelog_entry' | 'banner';
  /** Days before now that readers and leads are counted in */
  days: number;
  /** Views of its page */
  views: number | null;
  /** Different visitors of each day, summed */
  visitors: number | null;
  /** Visitors of the article and a day, counted by its reads; null for others */
  article_views: number | null;
  /** Leads of its page, without spam */
  leads: number | null;
  /** What audits say */
  seo: ItemSeo | null;
  /** The newest announcement of its page to search engines; null before the first */
  indexnow: ItemAnnouncement | null;
  /** Users of the application who registered by links with its slug as `utm_content` */
  registrations: number | null;
  /** What users by such links paid, whenever they registered */
  revenue: Array<ItemRevenue> | null;
  /** Parts that are null, and why */
  missing: Array<MissingInsight>;
}

export interface ItemInsightsResponse {
  data: ItemInsights;
}

export interface ItemIssue {
  /** Issue */
  id: Uuid;
  /** What is wrong */
  issue_type: string;
  /** What is wrong, in a sentence */
  title: string;
  /** Severity */
  severity: 'critical' | 'high' | 'medium' | 'low';
}

/** How ready a text is for search engines */
export interface ItemReadiness {
  /** `post` of the blog, `article` of the knowledge base */
  kind: 'post' | 'article';
  /** Id of the item */
  item_id: Uuid;
  /** Revision that was scored */
  revision: number;
  /** Points reached of those that apply, in percent */
  seo_score: number;
  /** Checks that apply to the text */
  checks: Array<ReadinessCheck>;
  /** When */
  scored_at: Timestamp;
}

export interface ItemReadinessListResponse {
  data: Array<ItemReadiness>;
}

export interface ItemReadinessPage {
  data: Array<ItemReadiness>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface ItemReadinessResponse {
  data: ItemReadiness;
}

export interface ItemRevenue {
  /** Payments less refunds */
  amount: number;
  /** ISO 4217 */
  currency: string;
}

export interface ItemSeo {
  /** Readiness of its text, 0 to 100; null for kinds without one */
  score: number | null;
  /** Score of its page in the last audit, 0 to 100 */
  page_score: number | null;
  /** Open issues, the heaviest first; 20 at most */
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
  /** It signs, and encrypts nothing */
  use: 'sig';
  /** Name of the key, as the header of a token has it */
  kid: string;
  /** The 32 bytes of the key, base64url */
  x: string;
}

export interface JsonWebKeySet {
  /** JSON Web Keys, the signing one first */
  keys: Array<JsonWebKey>;
}

export interface KeyRotation {
  /** How long the old key stays valid */
  grace_hours?: number;
}

export interface KnowledgeBaseOrder {
  /** The folder that it is in; null for the top */
  parent_id: Uuid | null;
  /** Folders and articles of it, first to last; those left out come behind them */
  ids: Array<Uuid>;
}

export interface KnowledgeBaseOrdered {
  /** Folders and articles that were put in order */
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
  /** It is newer than `current_version` */
  update_available?: boolean;
};

export type LatestDownloadOrNone = LatestDownload | null;

export interface LatestDownloadOrNoneResponse {
  data: LatestDownloadOrNone;
}

/** A form that a person sent */
export interface Lead {
  /** Id */
  id: Uuid;
  /** Kind of the form */
  form: 'contact' | 'newsletter';
  /** Which form of the site it was */
  form_code: string | null;
  /** `spam`: it looked like spam; it has no record in the ledger until it is released */
  state: 'new' | 'in_progress' | 'done' | 'spam';
  /** E-mail; null when none was given or the person was erased */
  email: string | null;
  /** Phone, E.164 */
  phone: string | null;
  /** Name */
  name: string | null;
  /** Message */
  message: string | null;
  /** Other inputs of the form */
  fields: Record<string, string>;
  /** The page that the form was on */
  page_url: string | null;
  /** Path of that page; parts that look like personal data are `*` */
  page_path: string | null;
  /** Where the person came from */
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
    /** Its slot */
    doc_kind: string;
    /** Its version */
    version: string;
    /** Whether the box was ticked */
    accepted: boolean;
  }>;
  /** Counts the changes; send it as `If-Match: "<version>"` */
  version: number;
  /** When it arrived */
  created_at: Timestamp;
  /** Last change */
  updated_at: Timestamp;
}

export interface LeadAnswer {
  /** Id of the lead */
  lead_id: Uuid;
  /**
   * `pending_confirmation`: the link in a mail confirms the subscription. Mails to an address that does not
   * confirm go at growing intervals, five at most until the subscription is confirmed, or removed seven days
   * after the last form
   */
  status: 'accepted' | 'pending_confirmation';
}

export interface LeadAnswerResponse {
  data: LeadAnswer;
}

export type LeadErasure = {
  /** E-mail of the person */
  email: string;
} | {
  /** Phone number of the person */
  phone: string;
};

export interface LeadForm {
  /** `newsletter` asks for a confirmation by mail */
  form: 'contact' | 'newsletter';
  /** Which form of the site it is */
  form_code?: string;
  /** E-mail; needed by `newsletter`, by `contact` without `phone` */
  email?: string | ('');
  /** E.164 */
  phone?: string | ('');
  /** Name */
  name?: string | ('');
  /** Message */
  message?: string | ('');
  /** Other inputs of the form, up to 20 by their codes */
  fields?: Record<string, string>;
  /** The page that the form is on */
  page_url?: string;
  /** Where the person came from */
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
  /** One entry for each checkbox; `personal_data_consent` always, for `newsletter` `marketing_consent` too */
  consents: Array<SiteConsentEntry>;
  /** Id that the page makes for one submission: a repeat with it gets the same answer */
  submission_id?: string;
  /** Honeypot: an input that people do not see and leave empty */
  website?: string;
  /** Milliseconds from the first sight of the form until it was sent */
  filled_ms?: number;
  /** Token of the captcha, where the site has one */
  captcha_token?: string;
}

export interface LeadPage {
  data: Array<Lead>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface LeadPatch {
  /** New state */
  state: 'new' | 'in_progress' | 'done' | 'spam';
}

export interface LeadResponse {
  data: Lead;
}

export interface LeadSettings {
  /** Captcha of the forms */
  captcha: 'none' | 'smartcaptcha';
  /** Public key of the captcha, for the page */
  captcha_key: string | null;
  /** Whether the secret is set; it is never shown */
  has_captcha_secret: boolean;
  /** A form that was filled in faster is spam */
  min_fill_ms: number;
  /** Addresses that get a notice about each lead, without personal data */
  notify_emails: Array<string>;
  /** Address for answers to mails of the site */
  reply_to: string | null;
  /** Days after which leads are removed */
  retention_days: number;
  /** Counts the changes; send it as `If-Match: "<version>"` */
  version: number;
}

export interface LeadSettingsPut {
  /** Captcha of the forms */
  captcha?: 'none' | 'smartcaptcha';
  /** Public key of the captcha */
  captcha_key?: string | null;
  /** Server key of the captcha; stays when absent */
  captcha_secret?: string | null;
  /** A form that was filled in faster is spam */
  min_fill_ms?: number;
  /** Addresses that get a notice about each lead */
  notify_emails?: Array<string>;
  /** Address for answers to mails of the site */
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
  /** Published version, to be sent back as a string */
  version: string;
  /** Title */
  title: string;
  /** SHA-256 of the published body, hexadecimal */
  content_hash: string;
  /** Page of the document */
  public_url: string;
  /** When this version was published */
  published_at: Timestamp;
}

export interface LegalDocumentListResponse {
  data: Array<LegalDocument>;
}

export interface LegalDocumentResponse {
  data: LegalDocument;
}

export type LegalDocumentWithBody = LegalDocument & {
  /** Markdown */
  body: string;
  /** The text as HTML, safe to be put into a page; with `format=html` */
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
  /** Latest published version */
  published_version: string | null;
  /** The draft differs from what is published */
  has_unpublished_changes: boolean;
  /** Counts the changes of the draft; send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** Last change of the draft */
  updated_at: Timestamp;
}

export interface LegalDraftBody {
  /** Title */
  title: string;
  /** Markdown */
  body: string;
}

export interface LegalDraftListResponse {
  data: Array<LegalDraft>;
}

export interface LegalDraftResponse {
  data: LegalDraft;
}

/** One immutable published revision */
export interface LegalRevision {
  /** Version, as clients send it back */
  version: string;
  /** A `withdrawn` one ends the one before and is never accepted */
  status: 'published' | 'withdrawn';
  /** Title */
  title: string;
  /** SHA-256 of the body, hexadecimal; of the text it ends when it is withdrawn */
  content_hash: string;
  /** When */
  published_at: Timestamp;
  /** Administrator who published it */
  published_by: string | null;
}

export interface LegalRevisionPage {
  data: Array<LegalRevision>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface LicenseActivation {
  /** The key; case, dashes and spaces do not matter */
  key: string;
  /** The installation; needed where the key limits devices */
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
  /** How many users may activate a key */
  max_redemptions: number;
  /** On how many installations a key may be activated; null for any number */
  max_devices: number | null;
  /** Last moment of a first activation, exclusive; null for never ending */
  valid_until: Timestamp | null;
  /** The keys */
  keys: Array<{
    /** Id of the key */
    id: Uuid;
    /** The key. It is shown here and never again */
    key: string;
  }>;
}

export interface LicenseBatchResponse {
  data: LicenseBatch;
}

export interface LicenseIssue {
  /** The plan that the keys grant; not a free one */
  plan_code: string;
  /** How many keys */
  quantity?: number;
  /** Label of the batch, for example a shop or a campaign */
  batch_name?: string;
  /** How many users may activate a key */
  max_redemptions?: number;
  /** On how many installations a key may be activated; null for any number */
  max_devices?: number | null;
  /** Last moment of a first activation, exclusive; null for never ending */
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
  /** How many users have activated it */
  redemptions: number;
  /** How many users may activate a key */
  max_redemptions: number;
  /** On how many installations a key may be activated; null for any number */
  max_devices: number | null;
  /** Last moment of a first activation, exclusive; null for never ending */
  valid_until: Timestamp | null;
  /** When it was activated first; null before */
  first_activated_at: Timestamp | null;
  /** When it was revoked */
  revoked_at: Timestamp | null;
  /** When it was issued */
  created_at: Timestamp;
}

export interface LicenseKeyPage {
  data: Array<LicenseKey>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface LicenseKeyResponse {
  data: LicenseKey;
}

export type LicenseSnapshot = EntitlementSnapshot & {
  /** The activated license */
  license: {
    /** What was activated */
    plan_code: string;
    /** When this user activated it */
    activated_at: Timestamp;
    /**
     * End of the time that it added, exclusive; null for lifetime, the year 9999 while a lifetime covers it
     */
    expires_at: Timestamp | null;
  };
};

export interface LicenseSnapshotResponse {
  data: LicenseSnapshot;
}

/** Language, `ll` or `ll-CC` */
export type Locale = string;

/** A mail, without its text */
export interface Mail {
  /** Id; the `Message-ID` of the mail is made from it */
  id: Uuid;
  /** What it is about */
  kind: string;
  /** `failed`: given up after eight tries, or refused for good */
  status: 'queued' | 'sent' | 'failed';
  /** First letter and domain of the address; null for a person who was erased */
  recipient: string | null;
  /** Tries so far */
  attempts: number;
  /** When it is tried next */
  next_attempt_at: Timestamp | null;
  /** Why the last try failed, with the codes of the mail server */
  last_error: string | null;
  /** When it was asked for */
  created_at: Timestamp;
  /** When the mail server took it */
  sent_at: Timestamp | null;
}

export interface MailPage {
  data: Array<Mail>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface MailResponse {
  data: Mail;
}

/** A number and what it was before; definitions in METRICS.md of analytics */
export interface Metric {
  /** In the range */
  value: number;
  /** In the range before */
  previous: number;
}

/** A document that has to be accepted */
export interface MissingConsent {
  /** Kind of the document */
  doc_kind: string;
  /** The document to accept */
  document_id: string;
  /** Its published version */
  version: string;
}

/** The documents that a person has to accept first */
export interface MissingConsents {
  /** The documents without an accepted entry */
  missing: Array<MissingConsent>;
}

export interface MissingInsight {
  /** What is null; `seo` with `indexnow`, `revenue` with `registrations` */
  part: 'readers' | 'leads' | 'seo' | 'revenue';
  /** The service is down, no page has the item, or the site belongs to no application */
  reason: 'not_answering' | 'no_address' | 'no_application';
}

/** An application whose users register without a consent */
export interface MissingLegalDocuments {
  /** Application */
  application_id: Uuid;
  /** Required documents that are not published; `terms`: no agreement is */
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
  /** `svc_adm_` and 32 characters. It is shown in this answer alone */
  api_key: string;
};

export interface NewAdminApiKeyResponse {
  data: NewAdminApiKey;
}

export interface NewSiteKey {
  /** `svc_cms_…`, shown in this answer and never again */
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
  /** Its value; absent for null, which leaves the default to the caller */
  value?: JsonValue;
  /**
   * Why: a rule matched, a rule with a percentage matched, none of the rules matched, there are no rules, the
   * flag is switched off
   */
  reason: 'TARGETING_MATCH' | 'SPLIT' | 'DEFAULT' | 'STATIC' | 'DISABLED';
  /** Name of a boolean value */
  variant?: 'on' | 'off';
  /** About it */
  metadata: {
    /** Version of the flag or parameter */
    version: number;
  };
}

export interface OfrepFailure {
  /** The flag, where the path names one */
  key?: string;
  /** Error code of OpenFeature */
  errorCode: 'PARSE_ERROR' | 'INVALID_CONTEXT' | 'FLAG_NOT_FOUND' | 'GENERAL';
  /** Text for people */
  errorDetails: string;
}

export interface OfrepRequest {
  /**
   * Evaluation context. Attributes that no rule knows are ignored; null, another type or a text that is too
   * long is for not known
   */
  context?: {
    /** The user that it is for; the `sub` of a user token wins over it */
    targetingKey?: string | null;
    /** For example web, android, ios */
    platform?: string | null;
    /** Semantic version of the client */
    app_version?: string | null;
    /** ISO 3166-1 alpha-2, instead of the country of the client address */
    country_code?: string | null;
    [field: string]: unknown;
  } | null;
}

export interface OpenLatestDownloadResponse {
  data: null;
}

/** One own answer to one checkbox */
export interface OwnConsentRecord {
  /** Id of the record */
  id: Uuid;
  /** The document */
  document_id: Uuid;
  doc_kind: DocKind;
  /** Its version, published at that moment */
  version: string;
  /** SHA-256 of the text of that version, hexadecimal */
  content_hash: string;
  /** The label the person saw beside the checkbox */
  checkbox_text: string;
  /** False for a refusal or withdrawal */
  accepted: boolean;
  /** Where it was answered */
  source: 'registration' | 'paywall' | 'site_form' | 'newsletter' | 'other';
  /** When */
  recorded_at: Timestamp;
  /** Page of exactly that version */
  public_url: string;
}

export interface OwnConsentRecordPage {
  data: Array<OwnConsentRecord>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface Payment {
  /** Id of the payment here */
  payment_id: Uuid;
  /** Id at the provider */
  provider_payment_id: string | null;
  /** pending → succeeded or canceled; succeeded → refunded */
  status: 'pending' | 'succeeded' | 'canceled' | 'refunded';
  /** Why it was canceled, for example expired_on_confirmation */
  status_reason: string | null;
  /** Where the person pays; null once it is settled */
  confirmation_url: string | null;
  /** What is charged */
  amount: number;
  /** ISO 4217 */
  currency: string;
  /** How much of it went back */
  refunded_amount: number;
  /** The price that was bought */
  plan_price_id: Uuid;
  /** The plan that was bought */
  plan_code: string;
  /** Always true for a payment */
  requires_purchase: boolean;
  /** When it was started */
  created_at: Timestamp;
  /** When it was paid */
  succeeded_at: Timestamp | null;
}

export interface PaymentCreate {
  /** Must name the application of the key */
  application_code?: string;
  /** From the paywall */
  plan_price_id: Uuid;
  /** Where the provider sends the person back: http(s) or a registered app scheme */
  return_url: string;
  /** Must contain an accepted `license_offer` entry */
  consents?: Array<ConsentEntry>;
  /** Client platform, for the consent journal; the one of the registration when absent */
  platform?: string;
  /** Where the receipt goes instead of the e-mail address of the user */
  receipt_email?: string;
  /** Where the receipt goes instead, in the form of E.164 */
  receipt_phone?: string;
}

export interface PaymentPage {
  data: Array<Payment>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface PaymentResponse {
  data: Payment;
}

export interface PaymentStarted {
  /** Id of the payment here */
  payment_id: Uuid;
  /** Id at the provider */
  provider_payment_id: string;
  /** pending; a replayed call tells how the payment stands by now */
  status: 'pending' | 'succeeded' | 'canceled' | 'refunded';
  /** Where the person pays */
  confirmation_url: string | null;
  /** What is charged */
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
  /** State after asking */
  status: 'pending' | 'succeeded' | 'canceled' | 'refunded';
  /** Why it was canceled */
  status_reason: string | null;
  /** The next entitlements read shows what was bought */
  entitlements_granted: boolean;
}

export interface PaymentSyncResponse {
  data: PaymentSync;
}

/** A paywall as administrators see it */
export interface Paywall {
  /** Id */
  id: Uuid;
  /** Code in the address that clients read; usually main */
  code: string;
  /** Label for administrators */
  name: string;
  /** Client copy */
  title: string | null;
  /** Client copy */
  subtitle: string | null;
  /** Clients get only an `active` paywall */
  status: 'draft' | 'active' | 'archived';
  /** Offers in display order */
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
  }>;
}

export interface PaywallCreate {
  /** Code in the address that clients read; usually main */
  code: string;
  /** Label for administrators */
  name: string;
  /** Client copy */
  title?: string | null;
  /** Client copy */
  subtitle?: string | null;
  /** Whether it is served at once */
  status?: 'draft' | 'active';
}

export interface PaywallItems {
  /** Offers in display order; they replace the present ones */
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
  }>;
}

export interface PaywallNoPurchaseUser {
  /** The application of the user */
  application_id: Uuid;
  /** The user */
  user_id: Uuid;
  /** How often in the range */
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
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface PaywallPage {
  data: Array<Paywall>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface PaywallPatch {
  /** Label for administrators */
  name?: string;
  /** Client copy; null clears it */
  title?: string | null;
  /** Client copy; null clears it */
  subtitle?: string | null;
  /** Clients get only an `active` paywall */
  status?: 'draft' | 'active' | 'archived';
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
  /** Where a person can read it */
  public_url: string;
}

/** Something that uses what was to go */
export interface PlaceOfUse {
  /** Kind of the place */
  kind: string;
  /** Its id */
  id: string;
  /** Its title */
  title: string;
  /** The field that names it */
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
  prices: Array<PlanPrice>;
}

export interface PlanCreate {
  /** Stable code; never changes */
  code: string;
  /** Shown on the paywall */
  name: string;
  /** `one_time` and `recurring` are timed, `lifetime` and `free` have no term */
  billing_type: 'one_time' | 'recurring' | 'lifetime' | 'free';
  /** Required for timed plans */
  duration_days?: number | null;
  /** Whether it may be sold at once */
  status?: 'draft' | 'active';
  /** Granted on purchase */
  entitlement_codes?: Array<string>;
}

export interface PlanEntitlements {
  /** Entitlement codes */
  codes: Array<string>;
}

export interface PlanPage {
  data: Array<Plan>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface PlanPatch {
  /** Shown on the paywall */
  name?: string;
  /** Only `active` plans are sold */
  status?: 'draft' | 'active' | 'archived';
}

export interface PlanPrice {
  /** Used as `plan_price_id` */
  id: Uuid;
  /** What is charged; 0 for free */
  amount: number;
  /** ISO 4217 */
  currency: string;
  /** Cosmetic only: the charge is always `amount` */
  discount_percent: number;
  /** Payment provider that collects the amount */
  payment_provider: 'yookassa' | 'free';
  /** Listed and purchasable */
  is_active: boolean;
  /** Strike-through value derived from the discount */
  compare_at_amount: number | null;
  /** Whether to show the strike-through value */
  has_discount: boolean;
  /** Texts for a client that formats nothing itself */
  display: {
    /** Formatted amount */
    amount: string;
    /** Formatted strike-through value */
    compare_at_amount: string | null;
    /** For example −30 % */
    discount: string | null;
  };
  /** Costs nothing */
  is_free: boolean;
  /** Has to be paid for */
  requires_purchase: boolean;
  /** The free tier never needs the network */
  works_offline: boolean;
}

export interface PlanPriceCreate {
  /** What is charged, from 1 to 350000; 0 is free, whatever the plan is */
  amount: number;
  /** ISO 4217; RUB for an amount that is charged */
  currency: string;
  /** Cosmetic only */
  discount_percent?: number;
  /** Follows from the amount: `free` exactly when it is 0 */
  payment_provider?: 'yookassa' | 'free';
  /** Listed and purchasable */
  is_active?: boolean;
}

export interface PlanPricePatch {
  /** Listed and purchasable */
  is_active?: boolean;
  /** Cosmetic only */
  discount_percent?: number;
}

export interface PlanPriceResponse {
  data: PlanPrice;
}

export interface PlanResponse {
  data: Plan;
}

export type PopularArticle = TreeArticle & {
  /** Visitors of a day, summed up over 90 days */
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
  /** Part of the address; made from the title when absent at creation */
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
  /** An image elsewhere; an uploaded one wins */
  cover_url?: string | null;
  /** Text instead of the cover */
  cover_alt?: string | null;
  /** Title for search engines; the title when empty */
  meta_title?: string | null;
  /** Description for search engines; the excerpt when empty */
  meta_description?: string | null;
  /** The address that search engines shall keep instead */
  canonical_url?: string | null;
  /** Search engines shall not keep it */
  noindex?: boolean;
  /** Items of the same kind to read next; those that share tags when empty */
  related_ids?: Array<Uuid>;
  /** The moment that readers see; that of the first publication when null */
  published_at?: Timestamp | null;
  /** Category */
  category_id?: Uuid | null;
  /** Tags */
  tags?: Array<string>;
  /** Author */
  author_id?: Uuid | null;
  /** Shown first by sites that do so */
  is_featured?: boolean;
}

export interface PostEntry {
  /** Id */
  id: Uuid;
  /** State of the item */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Counts the changes; send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** Number of the newest revision, which is the draft */
  revision: number;
  /** Number of the revision that readers see */
  published_revision: number | null;
  /** Number of the revision that the schedule will publish */
  scheduled_revision: number | null;
  /** When the schedule publishes it */
  scheduled_at: Timestamp | null;
  /** When it is taken from readers */
  unpublish_at: Timestamp | null;
  /** Why the schedule could not publish it; it tries again */
  schedule_error: string | null;
  /** The first item of its group of translations; null for the first one */
  translation_of: Uuid | null;
  /** Its address on the site; null without one */
  url: string | null;
  /** When it was made */
  created_at: Timestamp;
  /** Last change */
  updated_at: Timestamp;
  /** E-mail of the administrator who changed it last */
  updated_by: string | null;
  /** Part of the address; made from the title when absent at creation */
  slug: Slug;
  /** Language; one of the site. It never changes */
  locale: Locale;
  /** Title */
  title: string;
  /** A few sentences for lists */
  excerpt: string | null;
  /** An uploaded image */
  cover_asset_id: Uuid | null;
  /** An image elsewhere; an uploaded one wins */
  cover_url: string | null;
  /** Text instead of the cover */
  cover_alt: string | null;
  /** Title for search engines; the title when empty */
  meta_title: string | null;
  /** Description for search engines; the excerpt when empty */
  meta_description: string | null;
  /** The address that search engines shall keep instead */
  canonical_url: string | null;
  /** Search engines shall not keep it */
  noindex: boolean;
  /** Items of the same kind to read next; those that share tags when empty */
  related_ids: Array<Uuid>;
  /** The moment that readers see; that of the first publication when null */
  published_at: Timestamp | null;
  /** Category */
  category_id: Uuid | null;
  /** Tags */
  tags: Array<string>;
  /** Author */
  author_id: Uuid | null;
  /** Shown first by sites that do so */
  is_featured: boolean;
}

export interface PostEntryPage {
  data: Array<PostEntry>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface PostPatch {
  /** Part of the address; made from the title when absent at creation */
  slug?: Slug;
  /** What this revision is about */
  note?: string | null;
  /** Title */
  title?: string;
  /** A few sentences for lists */
  excerpt?: string | null;
  /** Markdown */
  body?: string;
  /** An uploaded image */
  cover_asset_id?: Uuid | null;
  /** An image elsewhere; an uploaded one wins */
  cover_url?: string | null;
  /** Text instead of the cover */
  cover_alt?: string | null;
  /** Title for search engines; the title when empty */
  meta_title?: string | null;
  /** Description for search engines; the excerpt when empty */
  meta_description?: string | null;
  /** The address that search engines shall keep instead */
  canonical_url?: string | null;
  /** Search engines shall not keep it */
  noindex?: boolean;
  /** Items of the same kind to read next; those that share tags when empty */
  related_ids?: Array<Uuid>;
  /** The moment that readers see; that of the first publication when null */
  published_at?: Timestamp | null;
  /** Category */
  category_id?: Uuid | null;
  /** Tags */
  tags?: Array<string>;
  /** Author */
  author_id?: Uuid | null;
  /** Shown first by sites that do so */
  is_featured?: boolean;
}

export interface PostResponse {
  data: Post;
}

export interface PreviewToken {
  /** Shown once; it opens this item as `?preview=` */
  token: string;
  /** The address of the item with the token; null without a `website_url` */
  preview_url: string | null;
  /** End of its life */
  expires_at: Timestamp;
}

export interface PreviewTokenCreate {
  /** Life in minutes */
  ttl_minutes?: number;
  /** This revision; null for always the newest one */
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
  /** IANA time zone; null clears it */
  timezone?: string | null;
}

export interface PublicArticle {
  /** Part of its address */
  slug: string;
  /** Language */
  locale: string;
  /** `published`, but in a preview */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Title */
  title: string;
  /** Its address on the site */
  url: string | null;
  /** When it was published; null in the preview of one that was not */
  published_at: Timestamp | null;
  /** Last change that readers see */
  updated_at: Timestamp;
  /** A few sentences */
  excerpt: string | null;
  /** Markdown */
  body: string;
  /** The text as HTML, safe to be put into a page */
  html?: string;
  /** Address of the cover */
  cover_url: string | null;
  /** Path of the cover here, `/assets/cms/…` */
  cover_asset_path: string | null;
  /** Text instead of the cover */
  cover_alt: string | null;
  /** The cover in its sizes */
  cover: PublicImage | null;
  /** Title for search engines */
  meta_title: string | null;
  /** Description for search engines */
  meta_description: string | null;
  /** At 200 words a minute, 1 at least */
  reading_minutes: number;
  /** The address that search engines shall keep instead */
  canonical_url: string | null;
  /** Search engines shall not keep it */
  noindex: boolean;
  /** The text begins with a heading of its own */
  has_h1: boolean;
  /** Headings of the second to fourth level */
  toc: Array<TocEntry>;
  /** What to read next */
  related: Array<TextLink>;
  /** The same text in all languages, this one included */
  alternates: Array<Alternate>;
  /** What the head of its page needs */
  seo: SeoHead;
  /** Folders from the top */
  breadcrumbs: Array<Breadcrumb>;
  /** The article before it in the tree */
  previous: TextLink | null;
  /** The article behind it in the tree */
  next: TextLink | null;
}

export interface PublicArticleEntry {
  /** Part of its address */
  slug: string;
  /** Language */
  locale: string;
  /** `published`, but in a preview */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Title */
  title: string;
  /** Its address on the site */
  url: string | null;
  /** When it was published; null in the preview of one that was not */
  published_at: Timestamp | null;
  /** Last change that readers see */
  updated_at: Timestamp;
  /** A few sentences */
  excerpt: string | null;
  /** Markdown */
  body?: string;
  /** The text as HTML, safe to be put into a page */
  html?: string;
  /** Address of the cover */
  cover_url: string | null;
  /** Path of the cover here, `/assets/cms/…` */
  cover_asset_path: string | null;
  /** Text instead of the cover */
  cover_alt: string | null;
  /** The cover in its sizes */
  cover: PublicImage | null;
  /** Title for search engines */
  meta_title: string | null;
  /** Description for search engines */
  meta_description: string | null;
  /** At 200 words a minute, 1 at least */
  reading_minutes: number;
}

export interface PublicArticleEntryPage {
  data: Array<PublicArticleEntry>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface PublicArticleResponse {
  data: PublicArticle;
}

export interface PublicAuthor {
  /** Name */
  name: string;
  /** A few sentences */
  bio: string | null;
  /** Picture */
  avatar_url: string | null;
  /** Page of the author */
  url: string | null;
}

export interface PublicBanner {
  /** Id */
  id: Uuid;
  /** How it is shown */
  placement: 'modal' | 'fullscreen' | 'inline';
  /** Size of the placement */
  size: 'small' | 'medium' | 'large' | 'full' | 'leaderboard' | 'rectangle' | 'billboard' | 'strip' | 'custom';
  /** Pixels; null for the whole width */
  width: number | null;
  /** Pixels; null for the whole height */
  height: number | null;
  /** What it shows, safe to be put into a page */
  html: string | null;
  /** An image instead of HTML */
  image: PublicImage | null;
  /** Where a click on the image goes */
  link_url: string | null;
  /** Not shown before */
  starts_at: Timestamp | null;
  /** Not shown from then on */
  ends_at: Timestamp | null;
  /** Audience */
  target: BannerTarget;
  /** How often a visitor sees it: kept by the page */
  frequency: BannerFrequency | null;
  /** Wait before it is shown */
  delay_seconds: number;
  /** The highest is first */
  priority: number;
  /** A visitor may close it */
  dismissible: boolean;
  /** The mark that the law on advertising asks for */
  ad: {
    /** Shown beside it */
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
  /** What belongs there */
  description: string | null;
  /** Published posts in it */
  posts: number;
}

export interface PublicCategoryListResponse {
  data: Array<PublicCategory>;
}

export type PublicChangelogEntry = PublicChangelogEntryHead & {
  /** The same entry in all languages, this one included */
  alternates: Array<Alternate>;
  /** What the head of its page needs */
  seo: SeoHead;
};

export interface PublicChangelogEntryHead {
  /** Part of its address */
  slug: string;
  /** Language */
  locale: string;
  /** `published`, but in a preview */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Title */
  title: string;
  /** Its address on the site */
  url: string | null;
  /** When it was published; null in the preview of one that was not */
  published_at: Timestamp | null;
  /** Last change that readers see */
  updated_at: Timestamp;
  /** Version that it is about */
  version: string | null;
  /** Kinds of changes */
  labels: Array<'added' | 'changed' | 'fixed' | 'removed' | 'security'>;
  /** Platforms that it is about; all when empty */
  platforms: Array<string>;
  /** Markdown */
  body: string;
  /** The text as HTML, safe to be put into a page */
  html?: string;
}

export interface PublicChangelogEntryHeadPage {
  data: Array<PublicChangelogEntryHead>;
  /** Give it as `cursor` for the next page */
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
  /** `published`, but in a preview */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Title */
  title: string;
  /** Its address on the site */
  url: string | null;
  /** When it was published; null in the preview of one that was not */
  published_at: Timestamp | null;
  /** Last change that readers see */
  updated_at: Timestamp;
  /** What it is */
  doc_kind: string;
  /** `file`, `url` or `text` */
  source_type: 'file' | 'url' | 'text';
  /** Version */
  version: string | null;
  /** What it is about */
  description: string | null;
  /** Opens it without a credential */
  public_url: string;
  /** Markdown of a text */
  body: string | null;
  /** A text as HTML, safe to be put into a page */
  html?: string | null;
  /** The same document in all languages, this one included */
  alternates: Array<Alternate>;
  /** What the head of its page needs */
  seo: SeoHead;
}

export interface PublicDocumentEntry {
  /** Part of its address */
  slug: string;
  /** Language */
  locale: string;
  /** `published`, but in a preview */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Title */
  title: string;
  /** Its address on the site */
  url: string | null;
  /** When it was published; null in the preview of one that was not */
  published_at: Timestamp | null;
  /** Last change that readers see */
  updated_at: Timestamp;
  /** What it is */
  doc_kind: string;
  /** `file`, `url` or `text` */
  source_type: 'file' | 'url' | 'text';
  /** Version */
  version: string | null;
  /** What it is about */
  description: string | null;
  /** Opens it without a credential */
  public_url: string;
  /** Markdown of a text */
  body?: string | null;
  /** A text as HTML, safe to be put into a page */
  html?: string | null;
}

export interface PublicDocumentEntryPage {
  data: Array<PublicDocumentEntry>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface PublicDocumentResponse {
  data: PublicDocument;
}

export interface PublicDownload {
  /** What it runs on */
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
  /** SHA-256 of the file, hexadecimal */
  sha256: string | null;
  /** Oldest system that it runs on */
  min_os: string | null;
  /** Markdown */
  release_notes: string | null;
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
  /** A tiny image as a data address, shown while the image loads */
  placeholder: string | null;
  /** Smaller ones, for `srcset` */
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
  /** `svc_pub_…`; it is in every client binary and can be read again */
  key: string;
  /** When it was made */
  created_at: Timestamp;
  /** End of the grace period after a rotation; null for the current key */
  valid_until: Timestamp | null;
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
  /** Client copy */
  title: string | null;
  /** Client copy */
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
    /** What the plan grants */
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
  /** `published`, but in a preview */
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  /** Title */
  title: string;
  /** Its address on the site */
  url: string | null;
  /** When it was published; null in the preview of one that was not */
  published_at: Timestamp | null;
  /** Last change that readers see */
  updated_at: Timestamp;
  /** A few sentences */
  excerpt: string | null;
  /** Markdown */
  body: string;
  /** The text as HTML, safe to be put into a page */
  html?: string;
  /** Address of the cover */
  cover_url: string | null;
  /** Path of the cover here, `/assets/cms/…` */
  cover_asset_path: string | null;
  /** Text instead of the cover */
  cover_alt: string | null;
  /** The cover in its sizes */
  cover: PublicImage | null;
  /** Title for search engines */
  meta_title: string | null;
  /** Description for search engines */
  meta_description: string | null;
  /** At 200 words a minute, 1 at least */
  reading_minutes: number;
  /** The address that search engines shall keep instead */
  canonical_url: string | null;
  /** Search engines shall not keep it */
  noindex: boolean;
  /** The text begins with a heading of its own */
  has_h1: boolean;
  /** Headings of the second to fourth level */
  toc: Array<TocEntry>;
  /** What to read next */
  related: Array<TextLink>;
  /** The same text in all languages, this one included */
  alternates: Array<Alternate>;
  /** What the head of its page needs */
  seo: SeoHead;
  /** Category */
  category: CategoryName | null;
  /** Tags */
  tags: Array<string>;
  /** Author */
  author: PublicAuthor | null;
  /** Shown first by sites that do so */
  is_featured: boolean;
}

export type PublicPostEntry = PublicArticleEntry & {
  /** Category */
  category: CategoryName | null;
  /** Tags */
  tags: Array<string>;
  /** Author */
  author: PublicAuthor | null;
  /** Shown first by sites that do so */
  is_featured: boolean;
};

export interface PublicPostEntryPage {
  data: Array<PublicPostEntry>;
  /** Give it as `cursor` for the next page */
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

/** A site as its pages see it */
export type PublicSite = SiteBranding & {
  /** The language of texts that name none */
  default_locale: string;
  /** Languages of the site */
  locales: Array<string>;
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
  /** What the forms of the site have to know */
  forms: {
    /** Captcha that the forms need */
    captcha: 'none' | 'smartcaptcha';
    /** Its public key */
    captcha_key: string | null;
    /** A form that is sent sooner is taken for spam */
    min_fill_ms: number;
  };
  /** Grows with every public change: one cheap question whether to build anew */
  content_version: number;
  /** Last public change */
  updated_at: Timestamp;
};

export interface PublicSiteResponse {
  data: PublicSite;
}

export interface PublishedContent {
  /** The item as it is now */
  item: ContentEntry;
  /** What readers may stumble over; it is published all the same */
  warnings: Array<ContentWarning>;
  /** Never blocks; null for other kinds, and while no score comes */
  readiness: ContentReadiness | null;
}

export interface PublishedContentResponse {
  data: PublishedContent;
}

export interface ReadinessBody {
  /** Published items; the 200 that changed last without it */
  item_ids?: Array<Uuid>;
}

export interface ReadinessCheck {
  /** What is checked, for programs */
  code: string;
  /** It has all its points */
  ok: boolean;
  /** Points */
  weight: number;
  /** What the text has */
  got: string | number | null;
  /** What it should have */
  want: string;
  /** How it is mended */
  hint: string;
}

/** Fiscal receipt (54-FZ) for the provider */
export interface Receipt {
  /** Recipient of the receipt */
  customer: {
    /** Where the receipt goes; e-mail or phone is needed */
    email?: string;
    /** International format */
    phone?: string;
  };
  /** Lines; they add up to the amount */
  items: Array<{
    /** What it was paid for */
    description: string;
    /** How many */
    quantity: number;
    /** Price of one */
    amount: {
      /** Two decimals, for example "990.00" */
      value: string;
      /** ISO 4217 */
      currency: string;
    };
    /** VAT rate, code of the provider */
    vat_code: number;
    /** What is sold, for example service */
    payment_subject?: string;
    /** How it is paid, for example full_payment */
    payment_mode?: string;
    /** Unit of the quantity, for example piece */
    measure?: string;
  }>;
  /** Tax system, code of the provider */
  tax_system_code?: number;
}

export interface ReceiptSettings {
  /** VAT rate, code of the provider */
  vat_code: number;
  /** What is sold */
  payment_subject: string;
  /** How it is paid */
  payment_mode: string;
  /** Tax system, code of the provider */
  tax_system_code?: number;
}

export interface ReceiptSettingsInput {
  /** VAT rate, code of the provider */
  vat_code: number;
  /** What is sold */
  payment_subject?: string;
  /** How it is paid */
  payment_mode?: string;
  /** Tax system, code of the provider */
  tax_system_code?: number;
}

export interface ReconcileReport {
  /** Payments that were asked about */
  checked: number;
  /** Now paid */
  succeeded: number;
  /** Now canceled */
  canceled: number;
  /** The provider did not answer; tried again later */
  failed: number;
}

export interface ReconcileReportResponse {
  data: ReconcileReport;
}

export interface ReconsentState {
  /** Show the re-consent dialog when true */
  needs_reconsent: boolean;
  /** What the dialog has to ask for */
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
  /** `slug`: left by a text that was renamed */
  source: 'slug' | 'manual';
  /** When it was made */
  created_at: Timestamp;
}

export interface RedirectCreate {
  /** Path */
  from: string;
  /** Path or address; null for 410 */
  to?: (string | string) | null;
  /** 301, 302, or 410 for what is gone */
  status?: (301) | (302) | (410);
}

export interface RedirectPage {
  data: Array<Redirect>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface RedirectResponse {
  data: Redirect;
}

export interface RefundCreate {
  /** What is left of the payment when absent */
  amount?: number;
  /** Shown to the person by the provider */
  reason?: string;
  receipt?: Receipt;
}

export interface RegisterBody {
  /** For example web, android, ios */
  platform?: string;
  /** True only from a screen with checkboxes: only then are consents stored */
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
  /** Channel of the user; `utm_source` stands in for it where it is absent or empty */
  acquisition_source?: string;
  /** From the device */
  timezone?: string;
  /** Instead of the picture in the token */
  avatar_url?: string;
}

export interface Registration {
  user: User;
  /** True when this call registered the user */
  created: boolean;
  /** Show the re-consent dialog when true */
  needs_reconsent: boolean;
  /** What the dialog has to ask for */
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
  /** Pages that are fetched within seconds; an address that came twice is one */
  rechecks: Array<SeoRecheck>;
}

export interface RequestedSeoRechecksResponse {
  data: RequestedSeoRechecks;
}

export interface Retention {
  /** First day */
  from: CalendarDay;
  /** Last day, included */
  to: CalendarDay;
  /** Whose days they are */
  timezone: string;
  /** Every event that was stored by then is counted */
  as_of: Timestamp;
  /** As asked */
  unit: 'day' | 'week';
  /** Every day or week of the range */
  cohorts: Array<{
    /** First day of the cohort */
    start: CalendarDay;
    /** Users who registered in it */
    users: number;
    /** Users with an event 0, 1, 2 … units later; null while that time is not over */
    returned: Array<number | null>;
  }>;
}

export interface RetentionResponse {
  data: Retention;
}

export interface RevokedPreviewTokens {
  /** Tokens that were alive */
  revoked: number;
}

export interface RevokedPreviewTokensResponse {
  data: RevokedPreviewTokens;
}

export type RknCertainty = 'confirmed' | 'detected' | 'unverified';

export type RknCode = 'form_no_consent' | 'consent_prechecked' | 'consent_implied' | 'consent_no_link' | 'consent_not_separate' | 'consent_bundled' | 'marketing_merged' | 'newsletter_no_consent' | 'excess_fields' | 'special_category' | 'children_data' | 'form_insecure' | 'form_foreign_endpoint' | 'policy_missing' | 'policy_unreachable' | 'policy_not_on_collecting_page' | 'policy_incomplete' | 'policy_placeholders' | 'policy_services_undisclosed' | 'consent_doc_missing' | 'consent_doc_incomplete' | 'consent_version_stale' | 'reconsent_backlog' | 'foreign_analytics' | 'foreign_widget' | 'tracker_before_consent' | 'cookie_notice_absent' | 'cookie_no_reject' | 'choice_ineffective' | 'webvisor_forms' | 'hosting_outside_ru' | 'mail_foreign_mx' | 'operator_requisites_missing' | 'requisites_invalid' | 'owner_contact_missing' | 'rkn_registry_unconfirmed' | 'crossborder_notice_missing' | 'foreign_auth' | 'recommender_undisclosed' | 'ad_unmarked' | 'restricted_platform_promo' | 'foreign_language_text' | 'age_mark' | 'offer_missing' | 'unsubscribe_missing' | 'public_persons_data' | 'https_missing' | 'mixed_content' | 'tls_legacy' | 'hsts_missing' | 'cookie_flags' | 'csp_missing' | 'cors_wildcard' | 'pd_page_cacheable';

export interface RknDeveloperDoc {
  /** Scan it is made of */
  scan_id: Uuid;
  /** The document, in GitHub Flavored Markdown */
  markdown: string;
  /** Findings of the scan, the heaviest first */
  items: Array<RknIssue>;
}

export interface RknDeveloperDocResponse {
  data: RknDeveloperDoc;
}

/** What a legal document says and lacks */
export interface RknDocumentCheck {
  /** Id of the check */
  id: Uuid;
  doc_kind: DocKind;
  /** Text that was checked */
  which: 'draft' | 'published';
  /** Published version; null for a draft of a document without one */
  version: string | null;
  /** SHA-256 of the text, hexadecimal */
  content_hash: string;
  /** Share of the statements that apply */
  score: number;
  /** `block`: a blocker is missing or less than 50; `pass`: 85 or more, else `fix` */
  verdict: 'pass' | 'fix' | 'block';
  /** Statements that a document of this kind needs */
  elements: Array<RknDocumentElement>;
  /** Codes of missing blockers */
  blockers: Array<string>;
  /** What is left of a template, 20 at most */
  placeholders: Array<string>;
  /** What the site does otherwise than the text says */
  contradictions: Array<RknDocumentContradiction>;
  /** Version of the clauses */
  rule_version: CalendarDay;
  /** Day on which they were last verified */
  law_verified_at: CalendarDay;
  /** What the check is not */
  disclaimer: string;
  /** When */
  created_at: Timestamp;
}

export interface RknDocumentCheckBody {
  /** Text to check */
  which?: 'draft' | 'published';
  /** Let the language model word the suggested clauses, where `legal_texts` of its settings is on */
  use_ai?: boolean;
}

export interface RknDocumentCheckResponse {
  data: RknDocumentCheck;
}

export interface RknDocumentContradiction {
  /** What contradicts what */
  code: 'data_denied' | 'fields_not_named' | 'services_not_named' | 'crossborder_denied' | 'operator_differs' | 'domain_differs' | 'future_date' | 'outdated_law' | 'dead_links';
  /** In a sentence */
  text: string;
  /** Place in the text, 200 characters at most */
  quote: string | null;
  /** What the site does: fields, services, or values; ten at most */
  seen: Array<string>;
}

export interface RknDocumentElement {
  /** Statement that a document of this kind needs */
  code: string;
  /** What it says */
  title: string;
  /** `weak` counts half; `na` does not apply and does not count */
  status: 'present' | 'weak' | 'missing' | 'na';
  /** Its share of 100 points */
  weight: number;
  /** A document without it is no good */
  is_blocker: boolean;
  /** Where the text says it, or what spoils it; 200 characters at most */
  quote: string | null;
  /** Law that asks for it; empty where the law data name none */
  law: Array<RknLawLine>;
  /** How it is mended */
  how_to_fix: string;
  /** Words for it, in Russian; null for what is there */
  suggested_clause: string | null;
  /** What the words are from; a model decides nothing else */
  suggested_by: ('rules' | 'ai') | null;
}

/** Fines for a first offence, each group once */
export interface RknExposure {
  /** Of groups with a confirmed finding; null where no amount is known */
  confirmed: RknFineRange | null;
  /** Of groups with a detected finding alone; null where no amount is known */
  detected: RknFineRange | null;
  /** Groups without a verified amount: the sums are lower bounds then */
  unknown_groups: Array<RknSanctionGroup>;
  /** What the amounts are not */
  disclaimer: string;
  /** Day on which the law data were last verified */
  law_verified_at: CalendarDay;
}

export interface RknFineRange {
  /** Roubles at least */
  min: number;
  /** Roubles at most */
  max: number;
}

export type RknGroup = 'G_PROC' | 'G_WRITTEN' | 'G_POLICY' | 'G_INFORM' | 'G_LOCAL' | 'G_NOTICE' | 'G_LEAK' | 'G_SPAM' | 'G_ERID' | 'G_BANAD' | 'G_AUTH' | 'G_LANG' | 'none' | 'technical';

/** A finding about personal data */
export interface RknIssue {
  /** Id */
  id: Uuid;
  /** What is wrong */
  code: RknCode;
  /** Sub-case; null for the main one */
  variant: string | null;
  /** What is wrong, in a sentence */
  title: string;
  /** How sure the observation is; not `confirmed` by law that is outdated */
  certainty: RknCertainty;
  /**
   * What it counts with in score, risk and exposure: its certainty, capped by the mark of the law;
   * `unverified` costs nothing
   */
  effective_certainty: RknCertainty;
  /** Severity */
  severity: 'critical' | 'high' | 'medium' | 'low';
  /** Group that one fine is for */
  group: RknGroup;
  /** Status */
  status: 'open' | 'resolved' | 'ignored';
  /** Where it was seen */
  where: {
    /** Address, readable */
    url: string;
    /** Place in the page */
    selector: string | null;
    /** Text of the page; never a value of a form */
    snippet: string | null;
    /** What was measured */
    measured: string | number | null;
    /** Other addresses that show it, 20 at most */
    related: Array<string>;
  };
  /** How it is mended */
  how: string;
  /** When it is mended */
  acceptance: Array<string>;
  /** Law that it rests on, with date and source */
  law: Array<RknLawLine>;
  /** The last scan could not tell whether it is still there; it costs nothing then */
  stale: boolean;
  /** When it was first seen */
  first_seen_at: Timestamp;
  /** When it was last seen */
  last_seen_at: Timestamp;
  /** When it was resolved */
  resolved_at: Timestamp | null;
  /** What resolved it */
  resolved_by: ('scan' | 'recheck' | 'person') | null;
  /** How often it came back */
  reopened_count: number;
}

export interface RknIssuePage {
  data: Array<RknIssue>;
  /** Give it as `cursor` for the next page */
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

/** A line of the law that a finding rests on */
export interface RknLawLine {
  /** Act, as Russian lawyers name it */
  act: string;
  /** Article and part; null where the act is cited as a whole */
  article: string | null;
  /** Since when it is in force in this form; null where that is not known */
  since: CalendarDay | null;
  /** V: a source says it. P: a source agrees in substance. U: not verified; it costs nothing */
  mark: 'V' | 'P' | 'U';
  /** Keys of the sources, parted by spaces; null where the data hold none */
  source: string | null;
}

/** The operator of personal data of a site */
export interface RknProfile {
  /** `ooo`: a company, `ip`: a sole proprietor; without it no amount of a fine is named */
  subject_type: RknSubjectType | null;
  /** Name of the company or the person */
  name: string | null;
  /** INN: 10 digits of a company, 12 of a person */
  inn: string | null;
  /** OGRN: 13 digits of a company; OGRNIP: 15 digits */
  ogrn: string | null;
  /** Address */
  address: string | null;
  /** Notification of processing of personal data; `unknown` leaves its finding unverified */
  registry_status: 'filed' | 'not_filed' | 'unknown';
  /** Number of the record in the registry of operators */
  registry_number: string | null;
  /** Day of the record */
  registry_date: CalendarDay | null;
  /** Notification of cross-border transfer; `unknown` leaves its finding unverified */
  crossborder_status: 'filed' | 'not_filed' | 'unknown';
  /** Day of the notification */
  crossborder_notice_date: CalendarDay | null;
  /** The site uses recommender technologies */
  recommender: boolean;
  /** Consents to the distribution of data are there */
  distribution_consents: boolean;
  /** Counts the changes; send it as `If-Match: "<version>"` */
  version: number;
}

export interface RknProfilePut {
  /** `ooo`: a company, `ip`: a sole proprietor; without it no amount of a fine is named */
  subject_type?: RknSubjectType | null;
  /** Name of the company or the person */
  name?: string | null;
  /** INN: 10 digits of a company, 12 of a person */
  inn?: string | null;
  /** OGRN: 13 digits of a company; OGRNIP: 15 digits */
  ogrn?: string | null;
  /** Address */
  address?: string | null;
  /** Notification of processing of personal data; `unknown` leaves its finding unverified */
  registry_status?: 'filed' | 'not_filed' | 'unknown';
  /** Number of the record in the registry of operators */
  registry_number?: string | null;
  /** Day of the record */
  registry_date?: CalendarDay | null;
  /** Notification of cross-border transfer; `unknown` leaves its finding unverified */
  crossborder_status?: 'filed' | 'not_filed' | 'unknown';
  /** Day of the notification */
  crossborder_notice_date?: CalendarDay | null;
  /** The site uses recommender technologies */
  recommender?: boolean;
  /** Consents to the distribution of data are there */
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

/** What a scan found */
export interface RknResult {
  /** The scan */
  scan: RknScan;
  /** 100 less what findings cost; null before the scan ends */
  score: number | null;
  /** `unknown`: less than half of the rules could be judged */
  risk: RknRisk | null;
  /** Rules that could be judged, in percent of those that apply */
  coverage_score: number | null;
  /** Fines that the findings may cost; null before the scan ends */
  exposure: RknExposure | null;
  /** The law was verified more than 180 days ago: nothing is `confirmed` */
  rules_outdated: boolean;
  /** Findings that count, and unverified ones, the heaviest first */
  issues: Array<RknIssue>;
  /** Findings that an administrator ignores: they leave score, risk and exposure */
  ignored: Array<RknIssue>;
  /** Rules that apply to the site and could not be judged: they lower `coverage_score` alone */
  unverified: Array<{
    /** Rule */
    code: RknCode;
    /** Why nothing is known */
    reason: 'not_rendered' | 'not_fetched' | 'source_down' | 'unanswered' | 'needs_click' | 'unknown_place' | 'unreadable';
  }>;
}

export interface RknResultResponse {
  data: RknResult;
}

export type RknRisk = 'low' | 'medium' | 'high' | 'critical' | 'unknown';

/** Law data of scans of personal data */
export interface RknRules {
  /** Version of the law data */
  rule_version: CalendarDay;
  /** Day on which they were last verified */
  verified_at: CalendarDay;
  /** They were verified more than 180 days ago: no finding is `confirmed` until they are verified anew */
  rules_outdated: boolean;
  /** What the rules are not */
  disclaimer: string;
  /** One for each code */
  rules: Array<{
    /** Code */
    code: RknCode;
    /** Severity of the main case */
    severity: 'critical' | 'high' | 'medium' | 'low';
    /** Group that one fine is for */
    group: RknGroup;
    /** The highest certainty that a finding may have */
    certainty: RknCertainty;
    /** Day on which its law was last verified */
    verified_at: CalendarDay;
    /** Law; the group rests on the first line */
    law: Array<RknLawLine>;
    /** What is wrong, in a sentence */
    title: string;
    /** How it is mended */
    how: string;
    /** When it is mended */
    acceptance: Array<string>;
    /** Sub-cases */
    variants: Record<string, {
      /** Severity */
      severity: 'critical' | 'high' | 'medium' | 'low';
      /** The highest certainty */
      certainty: RknCertainty;
      /** What is wrong, in a sentence */
      title: string;
    }>;
  }>;
  /** One for each group */
  fines: Array<{
    /** Group */
    group: RknSanctionGroup;
    /** Rule that has the fine */
    law: RknLawLine;
    /** Fines of a first offence */
    fines: {
      /** Of a company; null where no amount is verified */
      ooo: RknFineRange | null;
      /** Of a sole proprietor */
      ip: RknFineRange | null;
      /** Of a self-employed person */
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

/** A scan of a site by the law of personal data */
export interface RknScan {
  /** Id */
  id: Uuid;
  /** `partial`: a limit or failures kept it from seeing everything; `error` says which */
  state: 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'canceled';
  /** What it does; null before it begins */
  phase: ('robots' | 'crawl' | 'render' | 'analyse' | 'psi') | null;
  /** How it was started */
  trigger: 'manual' | 'schedule';
  /** Origin of the site when the scan was started */
  origin: string;
  progress: ScanProgress;
  /** What the scan changed; null before it ends */
  issues: {
    /** Issues that it saw */
    found: number;
    /** Issues that are new, or came back */
    opened: number;
    /** Issues that are gone */
    resolved: number;
    /** Open issues that it could not judge */
    stale: number;
  } | null;
  /** Version of the rules */
  rule_version: string;
  /** Why it failed or saw not everything */
  error: ScanError | null;
  /** When it was asked for */
  created_at: Timestamp;
  /** E-mail of the administrator; null for a schedule */
  created_by: string | null;
  /** When the work began */
  started_at: Timestamp | null;
  /** When the work ended */
  finished_at: Timestamp | null;
  /** Limits */
  options: RknScanOptions;
  /** 100 less what findings cost; null before the scan ends */
  score: number | null;
  /** `unknown`: less than half of the rules could be judged */
  risk: RknRisk | null;
  /** Rules that could be judged, in percent of those that apply */
  coverage_score: number | null;
}

export interface RknScanOptions {
  /** Pages that are fetched at most */
  max_pages: number;
  /** Whether a browser shows each page, where the platform has one */
  render: 'never' | 'always';
  /** Milliseconds between the starts of two requests */
  interval_ms: number;
  /** Bytes of a decoded page at most */
  max_body_bytes: number;
  /** Fetch what robots.txt disallows */
  ignore_robots: boolean;
}

export interface RknScanOptionsPatch {
  /** Pages that are fetched at most */
  max_pages?: number;
  /** Whether a browser shows each page, where the platform has one */
  render?: 'never' | 'always';
  /** Milliseconds between the starts of two requests */
  interval_ms?: number;
  /** Bytes of a decoded page at most */
  max_body_bytes?: number;
  /** Fetch what robots.txt disallows */
  ignore_robots?: boolean;
}

export interface RknScanPage {
  data: Array<RknScan>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface RknScanResponse {
  data: RknScan;
}

export type RknSubjectType = 'ooo' | 'ip' | 'self_employed';

export type SavedArticle = Article & {
  /** Of the draft of an article. Never blocks; null while no score comes */
  readiness: ContentReadiness | null;
};

export interface SavedArticleResponse {
  data: SavedArticle;
}

export type SavedPost = Post & {
  /** Of the draft of a post. Never blocks; null while no score comes */
  readiness: ContentReadiness | null;
};

export interface SavedPostResponse {
  data: SavedPost;
}

export interface ScanError {
  /** Why, for programs */
  code: string;
  /** Why */
  message: string;
}

export interface ScanOptions {
  /** Pages that are fetched at most */
  max_pages: number;
  /** Clicks from the home page or a listed page */
  max_depth: number;
  /** Minutes that the crawl takes at most */
  max_minutes: number;
  /** Requests at once */
  concurrency: number;
  /** Milliseconds between the starts of two requests */
  interval_ms: number;
  /** Bytes of a decoded page at most */
  max_body_bytes: number;
  /** Pages that a browser renders, 100 at most: none, those whose HTML is a shell for scripts, or all */
  render: 'never' | 'auto' | 'always';
  /** Fetch what robots.txt disallows */
  ignore_robots: boolean;
  /** Only paths like these; every path when empty */
  include: Array<string>;
  /** No paths like these */
  exclude: Array<string>;
  /** Pages whose speed is measured, where the platform has a key of PageSpeed Insights */
  psi_pages: number;
}

export interface ScanOptionsPatch {
  /** Pages that are fetched at most */
  max_pages?: number;
  /** Clicks from the home page or a listed page */
  max_depth?: number;
  /** Minutes that the crawl takes at most */
  max_minutes?: number;
  /** Requests at once */
  concurrency?: number;
  /** Milliseconds between the starts of two requests */
  interval_ms?: number;
  /** Bytes of a decoded page at most */
  max_body_bytes?: number;
  /** Pages that a browser renders, 100 at most: none, those whose HTML is a shell for scripts, or all */
  render?: 'never' | 'auto' | 'always';
  /** Fetch what robots.txt disallows */
  ignore_robots?: boolean;
  /** Only paths like these; every path when empty */
  include?: Array<string>;
  /** No paths like these */
  exclude?: Array<string>;
  /** Pages whose speed is measured, where the platform has a key of PageSpeed Insights */
  psi_pages?: number;
}

/** How far a scan is */
export interface ScanProgress {
  /** Pages that were fetched */
  pages_done: number;
  /** Pages that will be fetched, those that were included */
  pages_planned: number;
  /** Pages that gave no answer, or a server error */
  failed: number;
  /** Addresses that were left out, by reason */
  skipped: Record<string, number>;
  /** Seconds that the crawl may still take; null when unknown */
  eta_seconds: number | null;
}

export interface SearchCode {
  /** The code; blanks around it are cut */
  code: string;
}

export interface SearchConnectionStart {
  /** Where the browser goes in the end */
  return_url?: string | null;
}

/** A search console of a site. Its tokens are never shown */
export interface SearchConsole {
  /** Provider */
  provider: 'google' | 'yandex';
  /**
   * `not_configured`: the platform has no client id and secret; `no_property`: none of `properties` is
   * chosen; `needs_reconnect`: the provider refuses the stored access
   */
  state: 'not_configured' | 'disconnected' | 'connected' | 'no_property' | 'needs_reconnect';
  /** How it is connected */
  mode: 'callback' | 'code';
  /** The redirect URI of the authorize request, to be registered at the provider */
  redirect_uri: string;
  /** Properties of the account, 1000 at most */
  properties: Array<SearchProperty>;
  /** The one that is read */
  property: string | null;
  /** A sync waits or runs */
  is_syncing: boolean;
  /** When keywords were read last */
  last_sync_at: Timestamp | null;
  /** Keywords that it read */
  last_sync_rows: number | null;
  /**
   * Why the last sync failed; it is tried again. `access_refused` and `renewal_lost` need a new connection:
   * the provider refuses the access, or gave another one that was lost on its way into the database
   */
  last_error: ('quota_exceeded' | 'property_forbidden' | 'client_refused' | 'scope_missing' | 'unreachable' | 'access_refused' | 'renewal_lost') | null;
  /** Of Yandex, at the last sync; null where it is not known */
  recrawl_quota: {
    /** Pages that may be sent to be crawled again, each day */
    daily: number;
    /** Of those, left today */
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
  /** The account proved that the site is its own */
  is_verified: boolean;
}

export interface SearchPropertyPut {
  /** `id` of one of `properties` */
  property: string;
}

export interface SearchResult {
  /** What it is */
  kind: 'post' | 'article' | 'document' | 'changelog_entry';
  /** Part of its address */
  slug: string;
  /** Language */
  locale: string;
  /** Title */
  title: string;
  /** Its address */
  url: string | null;
  /** The place that was found, as HTML: found words in `<mark>`, all else escaped */
  snippet: string;
}

export interface SearchResultListResponse {
  data: Array<SearchResult>;
}

export interface SeoCapacity {
  /** Days a week of developers of the landing page */
  landing_dev?: number;
  /** Days a week of editors */
  cms_editor?: number;
  /** Days a week of operations */
  operations?: number;
  /** Days a week of authors */
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
  /** Impressions of all of them */
  impressions: number;
  /** `gap`: no page answers it; `mapped`: one page does; `cannibal`: pages compete for it */
  relation: 'gap' | 'mapped' | 'cannibal';
  /**
   * `create` a page, `keep` the page, `merge` the others into the first with a 301, name the first as
   * `canonical`, or `differentiate` the pages
   */
  advice: 'create' | 'keep' | 'merge' | 'canonical' | 'differentiate';
  /** Of a person; it outlives a new generation */
  decision: 'new' | 'accepted' | 'rejected';
  /** Page that a person chose for it */
  page_url: string | null;
  /** The queries with the most impressions, 50 at most */
  keywords: Array<string>;
  /** Pages that are shown for it or whose title names it, 10 at most */
  pages: Array<{
    /** Address */
    url: string;
    /** Part of the impressions of pages, 0 to 1; null without numbers */
    share: number | null;
  }>;
}

export interface SeoClusterDecision {
  /** Decision */
  decision: 'new' | 'accepted' | 'rejected';
  /** Page for it; null for none; as it is when absent */
  page_url?: string | null;
}

export interface SeoClusterGeneration {
  /** Clusters */
  clusters: number;
  /** Keywords that they were made of */
  keywords: number;
  /** Clusters that no page answers */
  gaps: number;
  /** Clusters that pages compete for */
  cannibals: number;
  /** The keywords are titles and H1 of pages: there are no others */
  from_content: boolean;
}

export interface SeoClusterGenerationResponse {
  data: SeoClusterGeneration;
}

export interface SeoClusterPage {
  data: Array<SeoCluster>;
  /** Give it as `cursor` for the next page */
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
  /** `done`: the figures are those of its sitemaps */
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** Why it failed */
  error: ('address_refused' | 'robots_refused' | 'unreachable') | null;
  /** Paths in its sitemaps, 5000 at most; null without a sitemap */
  paths: number | null;
  /**
   * Part of its paths that the site has, too, in percent; null without a sitemap or without pages of the site
   */
  overlap_pct: number | null;
  /** Common paths of all paths, 0 to 1 */
  jaccard: number | null;
  /** Part of the words in the ends of its paths that the site has in its own, in percent */
  word_overlap_pct: number | null;
  /** Its paths that the site has not, the largest folders first, 50 at most */
  missing_paths: Array<string>;
  /** When it was added */
  created_at: Timestamp;
  /** When it was compared last */
  checked_at: Timestamp | null;
}

export interface SeoCompetitorPage {
  data: Array<SeoCompetitor>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SeoCompetitors {
  /** Those that were named */
  competitors: Array<SeoCompetitor>;
}

export interface SeoCompetitorsAdd {
  /** Their addresses */
  origins: Array<string>;
}

export interface SeoCompetitorsResponse {
  data: SeoCompetitors;
}

/** A published item with what audits and search engines say of it */
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
  /** The last scan got it with status 200; null when it did not ask */
  is_live: boolean | null;
  /** Page of the last scan */
  page_id: Uuid | null;
  /** Score of the page; null when not judged */
  page_score: number | null;
  /** Readiness of the text; null when not computed yet */
  seo_score: number | null;
  /** Open issues of the item */
  open_issues: number;
  /** Impressions in search results of 28 days; null without search data */
  impressions: number | null;
}

export interface SeoContentItemPage {
  data: Array<SeoContentItem>;
  /** Give it as `cursor` for the next page */
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
  /** Judged pages of all, in percent */
  pct: number;
}

export interface SeoDashboard {
  /** The verdict of the last scan */
  verdict: SeoVerdict;
  /** Issues at this moment */
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
  /** Report it is made of */
  report_id: Uuid;
  /** The document, in GitHub Flavored Markdown */
  markdown: string;
  /** Tasks of developers and operations, the largest gain first */
  items: Array<SeoTask>;
}

export interface SeoDeveloperDocResponse {
  data: SeoDeveloperDoc;
}

/** What happened in some days */
export interface SeoDigest {
  /** Id */
  id: Uuid;
  /** When it was made */
  created_at: Timestamp;
  /** Days before that it covers */
  days: number;
  /** What happened */
  numbers: SeoDigestNumbers;
  /** The same as a text */
  markdown: string;
}

export interface SeoDigestNumbers {
  /** Scans that ended */
  scans: number;
  /** Score of the last scan */
  score: number | null;
  /** Score before these days, or of the first scan in them */
  score_before: number | null;
  /** Issues that are new, or came back */
  opened: number;
  /** Issues that were resolved */
  resolved: number;
  /** Of these, those that an administrator resolved */
  resolved_by_people: number;
  /** Issues that an administrator ignored */
  ignored: number;
  /** Open issues at its end */
  open: number;
  /** Of these critical */
  critical: number;
  /** Of these high */
  high: number;
  /** Types that opened most, five at most */
  top_opened: Array<SeoTypeCount>;
  /** Types that were resolved most, five at most */
  top_resolved: Array<SeoTypeCount>;
  /** What to fix next, three at most */
  next: Array<SeoTypeCount>;
}

export interface SeoDigestOrder {
  /** Days before now */
  days?: number;
}

export interface SeoDigestPage {
  data: Array<SeoDigest>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SeoDigestResponse {
  data: SeoDigest;
}

export interface SeoHead {
  /** `<title>` */
  title: string;
  /** `<meta name="description">`; null for a post or an article whose editor wrote none */
  description: string | null;
  /** `<link rel="canonical">` */
  canonical: string | null;
  /** `<meta name="robots">` */
  robots: string;
  /**
   * `<meta name="platform-revision">`: the revision that is shown. Audits see by it that a page is up to date
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
  /** Addresses of the site; those that wait without it */
  urls?: Array<string>;
}

export interface SeoIndexNowResult {
  /** Addresses in this call */
  sent: number;
  /** Those that search engines took */
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
  /** `pending`: it is sent soon, or again; `failed`: it is sent no more */
  state: 'pending' | 'accepted' | 'failed';
  /** When the content changed */
  changed_at: Timestamp;
  /** When search engines last accepted it */
  sent_at: Timestamp | null;
  /** Last answer of IndexNow; null without one */
  http_status: number | null;
  /**
   * Why it waits for another try, or is sent no more; null for none. `key_file_missing`: the site does not
   * serve its key; `key_refused`: search engines refuse the key that the site serves, five times it is tried;
   * `too_many`: they asked for a pause of a day. A change of the page, and naming it in a call, begin anew
   */
  reason: ('website_url_missing' | 'other_host' | 'key_file_missing' | 'key_refused' | 'too_many' | 'refused' | 'unreachable') | null;
}

export interface SeoIndexNowUrlPage {
  data: Array<SeoIndexNowUrl>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

/** A fault of a site */
export interface SeoIssue {
  /** Id */
  id: Uuid;
  /** What is wrong */
  issue_type: SeoIssueType;
  /** Sub-case; null for the main one */
  variant: string | null;
  /** `extended`: a type beyond those that every site is judged by */
  origin: 'spec' | 'extended';
  /** What is wrong, in a sentence */
  title: string;
  /** Status */
  status: 'open' | 'resolved' | 'ignored';
  /** Severity, by weight */
  severity: 'critical' | 'high' | 'medium' | 'low';
  /** Points: 40, 20, 8 or 2 */
  weight: (2) | (8) | (20) | (40);
  /** Role that mends it */
  owner: 'landing_dev' | 'cms_editor' | 'operations' | 'content';
  /** Where it is mended */
  where: string;
  /** How it is mended */
  steps: Array<string>;
  /** When it is mended */
  acceptance: Array<string>;
  /** Address, readable */
  url: string;
  /** What was seen */
  evidence: {
    /** Place in the page */
    selector?: string;
    /** Text of the page */
    snippet?: string;
    /** What was measured */
    measured?: string | number;
    /** What it is held to */
    threshold?: string | number;
    /** Other addresses it is about */
    related?: Array<string>;
  };
  /** The last scan could not tell whether it is still there */
  stale: boolean;
  /** When it was first seen */
  first_seen_at: Timestamp;
  /** When it was last seen */
  last_seen_at: Timestamp;
  /** When it was resolved */
  resolved_at: Timestamp | null;
  /** What resolved it; null while it is not resolved */
  resolved_by: ('scan' | 'recheck' | 'person') | null;
  /** How often it came back */
  reopened_count: number;
  /** Item of the site behind the page */
  item_id: Uuid | null;
  /** In a grouped list: issues that the row stands for */
  count?: number;
}

export interface SeoIssueChange {
  /** When */
  at: Timestamp;
  /** Status before; null when it was found */
  from: ('open' | 'resolved' | 'ignored') | null;
  /** Status since */
  to: 'open' | 'resolved' | 'ignored';
  /** What changed it */
  by: 'scan' | 'recheck' | 'person';
  /** E-mail of the administrator */
  admin_email: string | null;
  /** Remark of the administrator */
  comment: string | null;
}

export interface SeoIssueCounts {
  /** Open issues */
  open: number;
  /** Of these critical */
  critical: number;
  /** Of these high */
  high: number;
  /** Of these medium */
  medium: number;
  /** Of these low */
  low: number;
  /** Of these, those that the last scan could not judge */
  stale: number;
  /** Issues that are ignored */
  ignored: number;
  /** Tasks that the open issues make */
  tasks: number;
  /** Open issues by role */
  by_owner: SeoOpenByOwner;
}

export interface SeoIssuePage {
  data: Array<SeoIssue>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SeoIssuePatch {
  /** New status */
  status: 'open' | 'resolved' | 'ignored';
  /** Why; kept in the history */
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
    /** Only these */
    status?: 'open' | 'resolved' | 'ignored';
    /** Only this type */
    issue_type?: SeoIssueType;
    /** Only these */
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
  /** Why; kept in the history */
  comment?: string;
}

export type SeoIssueType = 'sitemap_unreachable' | 'robots_unreachable' | 'robots_blocks_all' | 'robots_sitemap_missing' | 'noindex_in_sitemap' | 'missing_canonical' | 'canonical_to_home' | 'http_4xx' | 'http_5xx' | 'http_unreachable' | 'missing_title' | 'duplicate_title' | 'missing_description' | 'missing_h1' | 'multiple_h1' | 'thin_content' | 'dirty_url_slug' | 'images_without_alt' | 'missing_json_ld' | 'schema_invalid' | 'cms_seo_readiness' | 'cms_no_website_url' | 'psi_low_score' | 'cwv_lcp' | 'cwv_cls' | 'cwv_inp' | 'slow_ttfb' | 'mirror_not_redirected' | 'cms_item_not_live' | 'redirect_chain' | 'orphan_page' | 'hreflang_invalid' | 'duplicate_content' | 'mixed_content' | 'crawl_trap' | 'js_only_content' | 'charset_mismatch' | 'cms_field_ignored' | 'page_not_in_sitemap' | 'broken_external_link' | 'broken_image' | 'missing_og' | 'missing_lang' | 'missing_viewport' | 'deep_page';

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
  /** What people searched for */
  query: string;
  /** Page of the site that was shown; null where the source names none */
  url: string | null;
  /** `content`: a title or H1 of a page, without any number */
  source: 'google' | 'yandex' | 'import' | 'content';
  /** How often the site was shown for it */
  impressions: number;
  /** How often it was clicked */
  clicks: number;
  /** Average position; null where it is not known */
  position: number | null;
}

export interface SeoKeywordImport {
  /** Keywords that are stored: each query and page once */
  imported: number;
  /** Lines that repeat a query and page: their counts are added to those of the first one */
  merged: number;
  /** Lines that were not */
  rejected_count: number;
  /** Lines that were not taken, the first 1000 */
  rejected: Array<{
    /** Line of the file, from 1 */
    line: number;
    /** What is wrong with it */
    error: string;
  }>;
}

export interface SeoKeywordImportResponse {
  data: SeoKeywordImport;
}

export interface SeoKeywordPage {
  data: Array<SeoKeyword>;
  /** Give it as `cursor` for the next page */
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
  /** Of these critical */
  critical: number;
  /** Of these high */
  high: number;
  /** Of these medium */
  medium: number;
  /** Of these low */
  low: number;
  /** Tasks of the plan */
  tasks: number;
}

/** A page, as the last scan saw it */
export interface SeoPage {
  /** Id */
  id: Uuid;
  /** Scan that fetched it */
  scan_id: Uuid;
  /** Address, readable */
  url: string;
  /** Address that answered, readable */
  final_url: string;
  /** HTTP status; null without an answer */
  status: number | null;
  /** Why there is no complete answer, for programs */
  failure: string | null;
  /** Search engines may list it */
  is_indexable: boolean;
  /** The site or a sitemap lists it */
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
  /** 100 less the weights of its types; null when not judged */
  page_score: number | null;
  /** Findings of the scan */
  issue_count: number;
  /** Other crawled pages that link to it */
  inlink_count: number;
  /** Item of the site behind it */
  item_id: Uuid | null;
  /** The server said that it did not change (304): facts of the scan before count */
  is_unchanged: boolean;
  /** A browser rendered it: title and words are those of the rendered page */
  is_rendered: boolean;
  /** Why the browser could not render it; null where it could, or was not asked */
  render_failure: ('timeout' | 'too_large' | 'moved' | 'status' | 'unreachable' | 'crashed') | null;
  /** When it was fetched */
  fetched_at: Timestamp;
}

export interface SeoPagePage {
  data: Array<SeoPage>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export type SeoPageWithFacts = SeoPage & {
  /** Redirects on the way */
  hops: Array<{
    /** Address that was asked */
    url: string;
    /** HTTP status */
    status: number;
    /** Address that it leads to */
    location: string;
  }>;
  /** What was read from it; null when it is no HTML */
  facts: Record<string, unknown> | null;
  /** What was read from the rendered page; null when it was not rendered */
  rendered_facts: Record<string, unknown> | null;
  /** Issues at this address, not those that are resolved */
  issues: Array<SeoIssue>;
  /** Pages that link to it, 100 at most */
  inlinks: Array<string>;
};

export interface SeoPageWithFactsResponse {
  data: SeoPageWithFacts;
}

export interface SeoPlanCapacity {
  /** Days a week of developers of the landing page */
  landing_dev: number;
  /** Days a week of editors */
  cms_editor: number;
  /** Days a week of operations */
  operations: number;
  /** Days a week of authors */
  content: number;
}

export interface SeoPlanDocument {
  /** The plan, in GitHub Flavored Markdown */
  markdown: string;
  /** A ticket for each planned task that is not done */
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
  /** Task, as it was when the plan was made */
  task: SeoTask;
  /** Days of work: S 0.5, M 1, L 3 */
  days: number;
  /** Why it comes at its place, in the words of the model; null in the order of the rules */
  why: string | null;
  /** Issues of it that are open at this moment; 0 when it is done */
  open_now: number;
}

export interface SeoPlanWeek {
  /** Week, from 1 */
  week: number;
  /** Tasks that begin in it, in the order of the plan */
  tasks: Array<SeoPlannedTask>;
}

export interface SeoPriority {
  /** Open issues of the report */
  issue_ids: Array<Uuid>;
  /** Why they come first */
  why: string;
}

export interface SeoPsiBody {
  /** Addresses of the site; its home page without it */
  urls?: Array<string>;
  /** Device */
  strategy?: 'mobile' | 'desktop';
}

/** 75th percentile of the visits of 28 days */
export interface SeoPsiField {
  /** Visits of the page, or of the whole origin where it has few */
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
  /** `waiting`, `running`: the values are those of the measurement before */
  state: 'waiting' | 'running' | 'done' | 'failed';
  /**
   * Why the last measurement failed; `page_failed`: Lighthouse could not measure the page, which is no low
   * score
   */
  error: ('key_refused' | 'quota_exceeded' | 'page_failed' | 'unreachable') | null;
  /** Performance score; null before the first measurement */
  score: number | null;
  /** What visitors measured; null for a page and an origin with few of them */
  field: SeoPsiField | null;
  /** What the laboratory measured */
  lab: SeoPsiLab | null;
  /** Lighthouse audits with the largest saving, 3 at most */
  top_audits: Array<string>;
  /** When it was asked for */
  requested_at: Timestamp;
  /** When it was measured; null before the first measurement */
  measured_at: Timestamp | null;
}

export interface SeoPsiResultPage {
  data: Array<SeoPsiResult>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SeoPsiResults {
  /** Those that were named, an address that came twice once */
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

/** What a scan saw, and what to do about it */
export type SeoReport = SeoReportSummary & {
  /** Parts that were not measured are null and do not count */
  parts: SeoVerdictParts;
  /** How much was seen */
  coverage: SeoReportCoverage;
  /** What changed since the scan before; null for the first one */
  delta: SeoReportDelta | null;
  /** Open issues of each role that has any */
  issues_by_owner: Array<SeoOwnerIssues>;
  /** Every open fault as tasks, the largest gain first */
  fix_plan: Array<SeoTask>;
  /** The plan as checklists by role, in GitHub Flavored Markdown */
  runbook_markdown: string;
};

export interface SeoReportAdvice {
  /** What the report says, in a few sentences */
  summary: string;
  /** What to fix first, ten groups at most */
  priorities: Array<SeoPriority>;
  /** The author: a language model, or rules */
  source: 'ai' | 'rules';
  /** Name of the model; null for rules */
  model: string | null;
  /** Tokens that were spent, also in vain */
  tokens: number;
}

export interface SeoReportAdviceResponse {
  data: SeoReportAdvice;
}

export interface SeoReportCoverage {
  /** How much was seen */
  pages: SeoCoverage;
  /** Addresses that were left out, by reason */
  skipped: Record<string, number>;
  /** HTTP status of robots.txt; null without an answer */
  robots_status: number | null;
  /** Sitemaps that could be read */
  sitemaps: number;
  /** Parts of the verdict that nothing was measured for */
  unmeasured: Array<string>;
}

export interface SeoReportDelta {
  /** Scan before */
  scan_id: Uuid;
  /** Points more or less; null where one of the two has no score */
  score: number | null;
  /** Open issues more or less */
  open_issues: number;
  /** Issues that are new, or came back */
  opened: number;
  /** Issues that are gone */
  resolved: number;
  /** The two scans were judged by rules of another version */
  rules_changed: boolean;
}

export interface SeoReportResponse {
  data: SeoReport;
}

export interface SeoReportSummary {
  /** Id */
  id: Uuid;
  /** Scan it is about */
  scan_id: Uuid;
  /** When the scan ended */
  created_at: Timestamp;
  /** How the scan ended */
  state: 'succeeded' | 'partial';
  /** 0 to 100; null when unknown */
  score: number | null;
  /** The score in a word */
  verdict: 'excellent' | 'good' | 'needs_work' | 'critical' | 'unknown';
  /** Open issues behind the scan */
  open_issues: number;
  /** Version of the rules */
  rule_version: string;
}

export interface SeoReportSummaryPage {
  data: Array<SeoReportSummary>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SeoRules {
  /** Version of the rules */
  rule_version: string;
  /** Day on which they were last compared with their sources */
  verified_at: string;
  /** One for each type */
  rules: Array<{
    /** Type */
    issue_type: SeoIssueType;
    /** Origin */
    origin: 'spec' | 'extended';
    /** Role that mends it */
    owner: 'landing_dev' | 'cms_editor' | 'operations' | 'content';
    /** Points of the main case */
    weight: (2) | (8) | (20) | (40);
    /** Points of the sub-cases */
    variants: Record<string, (2) | (8) | (20) | (40)>;
    /** What is wrong */
    title: string;
    /** Why it matters */
    why: string;
    /** Where it is mended */
    where: string;
    /** How it is mended */
    steps: Array<string>;
    /** When it is mended */
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
  /** `partial`: a limit or failures kept it from seeing everything; `error` says which */
  state: 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'canceled';
  /** What it does; null before it begins */
  phase: ('robots' | 'crawl' | 'render' | 'analyse' | 'psi') | null;
  /** How it was started */
  trigger: 'manual' | 'schedule';
  /** Origin of the site when the scan was started */
  origin: string;
  /** Limits */
  options: ScanOptions;
  progress: ScanProgress;
  /** What the scan changed; null before it ends */
  issues: {
    /** Issues that it saw */
    found: number;
    /** Issues that are new, or came back */
    opened: number;
    /** Issues that are gone */
    resolved: number;
    /** Open issues that it could not judge */
    stale: number;
  } | null;
  /** Version of the rules */
  rule_version: string;
  /** Why it failed or saw not everything */
  error: ScanError | null;
  /** When it was asked for */
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
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SeoScanResponse {
  data: SeoScan;
}

export interface SeoSettings {
  /** Options of scans of this site, where the platform has others */
  scan: ScanOptionsPatch;
  /** When scans start by themselves */
  schedules: {
    /** When audits start by themselves */
    seo: AuditSchedule;
    /** When scans by the law of personal data start by themselves */
    rkn: AuditSchedule;
  };
  /** Extended types that this site weighs in its own way */
  overrides: Array<{
    /** A type of `origin: extended` */
    issue_type: string;
    /** The type is not reported */
    off: boolean;
    /** Weight instead of that of the rule */
    weight: ((2) | (8) | (20) | (40)) | null;
  }>;
  /** Names that end titles: they are cut before titles are compared */
  brand_words: Array<string>;
  /** Public key of the site for IndexNow: the site serves it as text at `/<key>.txt` */
  indexnow_key: string;
}

export interface SeoSettingsPut {
  /** Options of scans of this site, where the platform has others */
  scan?: ScanOptionsPatch;
  /** When scans start by themselves */
  schedules?: {
    /** When audits start by themselves */
    seo?: AuditScheduleInput;
    /** When scans by the law of personal data start by themselves */
    rkn?: AuditScheduleInput;
  };
  /** Extended types that this site weighs in its own way */
  overrides?: Array<{
    /** A type of `origin: extended` */
    issue_type: string;
    /** The type is not reported */
    off?: boolean;
    /** Weight instead of that of the rule */
    weight?: ((2) | (8) | (20) | (40)) | null;
  }>;
  /** Names that end titles: they are cut before titles are compared */
  brand_words?: Array<string>;
}

export interface SeoSettingsResponse {
  data: SeoSettings;
}

export interface SeoTask {
  /** What is wrong */
  issue_type: SeoIssueType;
  /** Sub-case */
  variant: string | null;
  /** What is wrong, in a sentence */
  title: string;
  /** Role that mends it */
  owner: 'landing_dev' | 'cms_editor' | 'operations' | 'content';
  /** Where it is mended */
  where: string;
  /** Severity of the heaviest */
  severity: 'critical' | 'high' | 'medium' | 'low';
  /** Issues in it */
  pages: number;
  /** Issues that the last scan could not judge */
  stale: number;
  /** How much work it is */
  effort: 'S' | 'M' | 'L';
  /** Sum of weight × pages that the fault is on */
  gain: number;
  /** The heaviest issues, ten at most */
  issue_ids: Array<Uuid>;
  /** Their addresses */
  sample_urls: Array<string>;
  /** How it is mended */
  steps: Array<string>;
  /** When it is mended */
  acceptance: Array<string>;
}

export interface SeoTaskListResponse {
  data: Array<SeoTask>;
}

export interface SeoTick {
  /** Audits that were started */
  scans_started: number;
  /** Search consoles whose sync was asked for */
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
  /** How the scan ended */
  state: 'succeeded' | 'partial';
  /** 0 to 100; null when unknown */
  score: number | null;
  /** The score in a word */
  verdict: 'excellent' | 'good' | 'needs_work' | 'critical' | 'unknown';
  /** Parts that were not measured are null and do not count */
  parts: SeoVerdictParts;
  /** Pages that were fetched */
  pages: number;
  /** Issues that it saw */
  found: number;
  /** Issues that are new, or came back */
  opened: number;
  /** Issues that are gone */
  resolved: number;
  /** Version of the rules: scores of two versions are not alike */
  rule_version: string;
}

export interface SeoTypeCount {
  /** What is wrong */
  issue_type: SeoIssueType;
  /** What is wrong, in a sentence */
  title: string;
  /** Issues */
  count: number;
}

export interface SeoVerdict {
  /** 0 to 100; null when unknown */
  score: number | null;
  /** The score in a word */
  verdict: 'excellent' | 'good' | 'needs_work' | 'critical' | 'unknown';
  /** Parts that were not measured are null and do not count */
  parts: SeoVerdictParts;
  /** Faults that limit the score */
  caps: Array<{
    /** Fault */
    issue_type: string;
    /** Highest score with it */
    max: number;
  }>;
  /** How much was seen */
  coverage: SeoCoverage;
  /** Points since the scan before */
  delta: number | null;
  /** What to fix first, three at most */
  top_fixes: Array<{
    /** What is wrong */
    issue_type: string;
    /** What is wrong, in a sentence */
    title: string;
    /** Open issues */
    pages: number;
    /** Sum of weight × pages that the fault is on */
    gain: number;
  }>;
  /** Why it is unknown */
  reason: string | null;
  /** Scan it is about */
  scan_id: Uuid | null;
  /** When the scan ended */
  judged_at: Timestamp | null;
}

export interface SeoVerdictParts {
  /** Reaching and indexing, 35 % */
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
  /** When it was generated; null for one of this moment with defaults */
  generated_at: Timestamp | null;
  /** What the order comes from */
  source: 'rules' | 'ai';
  /** Days of work of each role in a week */
  capacity: SeoPlanCapacity;
  /** Weeks of the plan, those without a task included */
  weeks: Array<SeoPlanWeek>;
  /** Tasks for which the weeks are too short */
  unplanned: Array<SeoPlannedTask>;
}

export interface SeoWorkPlanOrder {
  /** Weeks */
  weeks?: number;
  /** Days of work of each role in a week; 2 for one that is not named */
  capacity?: SeoCapacity;
  /** Let the configured model order the tasks; `source` says whether it did */
  use_ai?: boolean;
}

export interface SeoWorkPlanResponse {
  data: SeoWorkPlan;
}

export interface SettingRollback {
  /** The version to go back to */
  version: number;
}

/** One immutable version */
export interface SettingVersion {
  /** Number of the change */
  version: number;
  /** This change removed it */
  is_deleted: boolean;
  /** The difference to the version before */
  changes: Array<{
    /** What changed */
    field: string;
    /** Its value before; absent when there was none */
    before?: unknown;
    /** Its value since; absent when it was removed */
    after?: unknown;
  }>;
  /** All of it in this version; null when deleted */
  definition: Record<string, unknown> | null;
  /** Author of the change */
  changed_by: {
    /** Administrator */
    id: Uuid;
    /** Login name then */
    email: string;
  };
  /** When */
  changed_at: Timestamp;
}

export interface SettingVersionPage {
  data: Array<SettingVersion>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

/** A signed statement of how a ledger stood; keep copies elsewhere */
export interface SignedChainHead {
  /** UTC day at whose end, or during which, it was signed */
  day: CalendarDay;
  /** Number of the last record then */
  seq: number;
  /** Its hash */
  head_hash: string;
  /** Compact JWS (EdDSA) of owner, day, number and hash */
  token: string;
  /** When it was signed */
  signed_at: Timestamp;
}

export interface SignedChainHeadPage {
  data: Array<SignedChainHead>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface Site {
  /** Id */
  id: Uuid;
  /** Made from the name at creation; never changes */
  code: string;
  /** Label */
  name: string;
  /** Where the site is */
  website_url: string | null;
  /** Public address of the icon */
  icon_url: string | null;
  /** The application it belongs to, if any */
  application_id: Uuid | null;
  /** Only `active` is served */
  status: 'active' | 'archived';
  /** The language of texts that name none */
  default_locale: string;
  /** Languages of the site */
  locales: Array<string>;
  /** Where its days begin */
  timezone: string;
  /** Paths of its texts, by kind */
  url_templates: Record<string, string>;
  /** What it is about */
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
  /** Video services whose players texts may show */
  embed_providers: Array<'rutube' | 'vk_video' | 'youtube'>;
  /** Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen */
  version: number;
  /** When it was made */
  created_at: Timestamp;
  /** Last change */
  updated_at: Timestamp;
}

export interface SiteBranding {
  /** Code of the site */
  code: string;
  /** Name */
  name: string;
  /** What it is about */
  description: string | null;
  /** Icon */
  icon_url: string | null;
  /** Logo */
  logo: PublicImage | null;
  /** Where the site is */
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
  /** The label the person saw beside the checkbox; the same for every user, kept for ever */
  checkbox_text: string;
  /** Whether the box was ticked */
  accepted: boolean;
}

export interface SiteCreate {
  /** Label */
  name: string;
  /** Where the site is */
  website_url?: string | null;
  /** The application it belongs to; null for none */
  application_id?: Uuid | null;
  /** The language of texts that name none */
  default_locale?: Locale;
  /** Languages of the site; the default one alone when absent */
  locales?: Array<Locale>;
  /** Where its days begin */
  timezone?: string;
  /** Paths of its texts */
  url_templates?: UrlTemplates;
  /** What it is about */
  description?: string | null;
  /** Colour of the brand */
  accent_color?: string | null;
  /** Links for header or footer */
  links?: Array<SiteLink>;
  /** Origins that may write, any when empty; reads are open */
  allowed_origins?: Array<string>;
  /** Whether the role staff may publish and schedule */
  staff_may_publish?: boolean;
  /** Video services whose players texts may show */
  embed_providers?: Array<'rutube' | 'vk_video' | 'youtube'>;
}

/** One thing that a visitor of a site did */
export interface SiteEvent {
  /** page_viewed for a view; anything else is counted by its name */
  event: string;
  /** Made once for each event: the same id is counted once */
  event_id?: Uuid;
  /** Address of the page; its query is not kept */
  url: string;
  /** `document.referrer`; only its host is kept */
  referrer?: string;
  /** Where the visitor came from */
  utm_source?: string;
  /** By what */
  utm_medium?: string;
  /** By which campaign */
  utm_campaign?: string;
  /** By which words */
  utm_term?: string;
  /** By which variant */
  utm_content?: string;
  /** Anything about it, at most 16 KiB */
  properties?: Record<string, unknown>;
}

/** An import into a site */
export interface SiteImport {
  /** Id */
  id: Uuid;
  /** Format of the file */
  format: 'markdown_zip' | 'ghost_json' | 'wordpress_wxr';
  /** It writes nothing but its report */
  dry_run: boolean;
  /** It publishes what is published in the other system */
  publish: boolean;
  /** It fetches images of texts */
  fetch_images: boolean;
  /** Address of the former site */
  source_url: string | null;
  /** Name of the file; empty without one */
  file_name: string;
  /** Size of the file */
  size_bytes: number;
  /** `failed`: `error` says why it stopped */
  status: 'queued' | 'running' | 'finished' | 'failed';
  /** Why the whole file was refused, or the import stopped */
  error: ImportNote | null;
  /** So far; of a dry run: what it would do */
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
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SiteImportResponse {
  data: SiteImport;
}

export type SiteImportWithEntries = SiteImport & {
  /** What became of each object */
  entries: Array<ImportEntry>;
  /** Cursor of the next entries; null on the last page */
  next_cursor: string | null;
};

export interface SiteImportWithEntriesResponse {
  data: SiteImportWithEntries;
}

export interface SiteKey {
  /** Last four characters; the key itself was shown once and is stored hashed */
  hint: string;
  /** When it was made */
  created_at: Timestamp;
  /** End of the grace period after a rotation; null for the current key */
  valid_until: Timestamp | null;
}

export interface SiteLink {
  /** Text of the link */
  label: string;
  /** Address */
  url: string;
}

export interface SitePage {
  data: Array<Site>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SitePatch {
  /** Label */
  name?: string;
  /** Where the site is */
  website_url?: string | null;
  /** The application it belongs to; null for none */
  application_id?: Uuid | null;
  /** The language of texts that name none */
  default_locale?: Locale;
  /** Languages of the site, the default one included */
  locales?: Array<Locale>;
  /** Where its days begin */
  timezone?: string;
  /** Paths of its texts; an absent one stays */
  url_templates?: UrlTemplatesPatch;
  /** What it is about */
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
  /** Video services whose players texts may show */
  embed_providers?: Array<'rutube' | 'vk_video' | 'youtube'>;
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
  /** Whose days they are */
  timezone: string;
  /** Every event that was stored by then is counted */
  as_of: Timestamp;
  /** Compared with */
  previous: PreviousRange;
  /** Counts */
  metrics: {
    /** Page views */
    views: Metric;
    /** Different visitors of each day, summed */
    visitors: Metric;
    /** All site events */
    events: Metric;
  };
  /** What the site offers; kinds without published items are absent. Null while the cms does not answer */
  inventory: Array<{
    /** For example post, article, document */
    kind: string;
    /** Published now */
    published: number;
  }> | null;
  /**
   * Views of knowledge-base articles, as the cms counts them: visitors of an article and a day. Null while
   * the cms does not answer
   */
  view_count: Metric | null;
  /** Most visitors first */
  sources: Array<{
    /** Campaign source or host */
    source: string;
    /** Different visitors of each day, summed */
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
    /** Different visitors of each day, summed */
    visitors: number;
  }>;
  /** Most visitors first */
  countries: Array<{
    /** ISO 3166-1 alpha-2; null when it is not known */
    country_code: string | null;
    /** Different visitors of each day, summed */
    visitors: number;
    /** Part of all, in percent with two decimals */
    share: number;
  }>;
  /** At most 100 */
  top_events: Array<{
    /** Name of the event */
    event: string;
    /** How many there were */
    events: number;
    /** Different visitors of each day, summed */
    visitors: number;
  }>;
  /** Every day of the range */
  series: Array<{
    /** The day */
    date: CalendarDay;
    /** Page views */
    views: number;
    /** Different visitors of each day, summed */
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
  /** `svc_cms_…`, shown in this answer and never again */
  site_key: string;
};

export interface SiteWithNewKeyResponse {
  data: SiteWithNewKey;
}

export interface SkippedField {
  /** The field */
  field: 'meta_title' | 'meta_description' | 'body' | 'cover_alt';
  /** `filled_meanwhile`: a person wrote it while it was generated; `no_source`: nothing to make it from */
  reason: 'not_empty' | 'filled_meanwhile' | 'no_source' | 'no_cover';
}

/** Part of the address that names it */
export type Slug = string;

export interface SocialAbilities {
  /** The credentials may upload images */
  photos: boolean;
  /** An unknown outcome can be proven by reading the posts */
  reads_posts: boolean;
  /** Published posts can be changed */
  edits: boolean;
  /** Published posts can be deleted */
  deletes: boolean;
}

/** A place that a brand posts to. Its secrets are never shown */
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
   * `unverified`: nothing proved that it may post; `needs_reconnect`: the channel refuses the credentials;
   * only `active` publishes
   */
  state: 'unverified' | 'active' | 'needs_reconnect' | 'paused' | 'archived';
  /** Stored credentials; a secret is `…` and its last four characters */
  credentials: Record<string, string> | null;
  /** What the channel says it is; null before it was verified */
  remote: {
    /** Chat, community or profile at the channel */
    id: string;
    /** Its name there */
    title: string;
    /** Its public address */
    url: string | null;
    /** A group, in which the channel allows fewer posts a minute */
    is_group: boolean;
  } | null;
  /** What the credentials may do; null before it was verified */
  abilities: SocialAbilities | null;
  /** Followers at the last check; null where they are not known */
  members: number | null;
  /** Registration of a channel with more than 10,000 followers */
  rkn_registration: RknRegistration | null;
  /** Why the last check failed; null when it did not */
  last_error: {
    /** Code of the channel */
    code: string;
    /** What the channel said, without secrets */
    message: string;
    /** When */
    at: Timestamp;
  } | null;
  /** Last part of the address that its channel calls, `/v1/social/webhooks/{channel}/…`; null for staff */
  hook_token: string | null;
  /**
   * Secret that the channel sends with each call: `secret_token` of Telegram, `secret` of VK and MAX, and the
   * verify token of Meta; null for staff
   */
  hook_secret: string | null;
  /** When the access ends; null where it does not */
  access_expires_at: Timestamp | null;
  /** When the channel last proved the credentials */
  verified_at: Timestamp | null;
  /** Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen */
  version: number;
  /** When it was made */
  created_at: Timestamp;
  /** When it changed last */
  updated_at: Timestamp;
}

export interface SocialAccountCreate {
  /** Channel, never changed */
  channel: SocialChannel;
  /** Name in lists */
  name: string;
  /** Registration of a large channel */
  rkn_registration?: RknRegistration | null;
}

export interface SocialAccountPage {
  data: Array<SocialAccount>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SocialAccountPatch {
  /** Name in lists */
  name?: string;
  /** Registration of a large channel */
  rkn_registration?: RknRegistration | null;
  /** Whether it waits */
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
  /** What it is about: SHA-256 of the post */
  content_hash: string;
  /** The time that it is about; null for any */
  scheduled_at: Timestamp | null;
  /** `voided`: the post changed since */
  state: 'pending' | 'approved' | 'rejected' | 'changes_requested' | 'voided';
  /** Distinct administrators that have to approve */
  required: number;
  /** In their order */
  decisions: Array<{
    /** Administrator; null for a rule */
    admin_id: Uuid | null;
    /** E-mail of the administrator; `system` for a rule */
    decided_by: string;
    /** Decision */
    decision: 'approve' | 'reject' | 'changes_requested';
    /** Comment */
    comment: string;
    /** What the approver confirmed to have seen */
    acknowledged: Array<SocialAcknowledgement>;
    /** When */
    at: Timestamp;
  }>;
  /** What differs from the approval before; empty for the first */
  changed: Array<'body' | 'cover' | 'buttons' | 'ad' | 'time' | 'law' | 'autonomy'>;
  /**
   * Why a person decides. `autonomy`: the brand lets no rule approve; `first_posts`: the account has fewer
   * than five published posts; `uncertain_outcome`: whether an earlier post of the account is there is not
   * known
   */
  reasons: Array<SocialPersonReason>;
  /** E-mail of the author */
  submitted_by: string;
  /** When it was asked for */
  created_at: Timestamp;
  /** When it ended; null while it is pending */
  decided_at: Timestamp | null;
}

export interface SocialApprovalPage {
  data: Array<SocialApproval>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export type SocialApprovalReason = 'not_submitted' | 'pending' | 'rejected' | 'content' | 'time' | 'autonomy' | 'ad' | 'ad_disputed' | 'looks_like_ad' | 'unsupported_claims' | 'uncertain_outcome' | 'first_posts';

export interface SocialApprovalResponse {
  data: SocialApproval;
}

export interface SocialApprovalRule {
  /** Distinct administrators that have to approve */
  required: number;
  /** Administrators that may approve; every one of the role `admin` and above when empty */
  approver_ids: Array<Uuid>;
  /** An author may approve an own post */
  self_approval: boolean;
  /** Minutes that an approved post may move without another approval */
  time_tolerance_min: number;
}

export interface SocialApprovalRuleInput {
  /** Distinct administrators that have to approve */
  required?: number;
  /** Administrators that may approve; every one of the role `admin` and above when empty */
  approver_ids?: Array<Uuid>;
  /** An author may approve an own post */
  self_approval?: boolean;
  /** Minutes that an approved post may move without another approval */
  time_tolerance_min?: number;
}

export interface SocialAttempt {
  /** Id */
  id: Uuid;
  /** What was tried */
  kind: 'publish' | 'edit' | 'delete';
  /** SHA-256 of what was posted */
  content_hash: string;
  /** SHA-256 of the requests, as the preview shows them */
  request_hash: string | null;
  /** The approval that it goes back to */
  approval_id: Uuid | null;
  /** The policy that it was judged by */
  policy_id: Uuid | null;
  /**
   * How it ended; null while it runs. `uncertain`: it may have worked; `abandoned`: its process died before
   * it sent
   */
  outcome: ('published' | 'done' | 'not_sent' | 'throttled' | 'retry' | 'auth' | 'quota' | 'content' | 'media_again' | 'moved' | 'uncertain' | 'abandoned') | null;
  /** What became of an uncertain one */
  resolution: ('found' | 'absent' | 'person_published' | 'person_not_published') | null;
  /** Code of the channel, or of the connection */
  code: string | null;
  /** What the channel said, without secrets */
  message: string | null;
  /** Id of the post at the channel */
  remote_id: string | null;
  /** When it began */
  started_at: Timestamp;
  /** When the deciding request was about to leave; null before */
  sent_at: Timestamp | null;
  /** When it ended */
  ended_at: Timestamp | null;
}

export interface SocialAttemptPage {
  data: Array<SocialAttempt>;
  /** Give it as `cursor` for the next page */
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
  /** Where it is; null where the channel says none */
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
  /** Whose days they are: UTC */
  timezone: string;
  /** What a row is of */
  group_by: 'campaign' | 'channel' | 'variant' | 'day';
  /** Days in their order, each of the range; others by registrations, payments and visits */
  rows: Array<SocialAttributionRow>;
}

export interface SocialAttributionResponse {
  data: SocialAttribution;
}

export interface SocialAttributionRow {
  /**
   * By `campaign` the code of the brand; by `channel` the `utm_source`; by `variant` the `utm_content`, which
   * is the `ref` of a post; by `day` the day. Null for links without one; `(other)` for all beyond the first
   * 1000
   */
  key: string | null;
  /** By `variant` the post with this `ref`; null for a link of another origin */
  post: SocialAttributedPost | null;
  /** Visitors of a day who viewed a page of a site by a link */
  visits: number;
  /** Users who registered by a link */
  registers: number;
  /** Different users of links with a confirmed payment */
  payers: number;
  /** Confirmed payments of users of links, also those that were refunded later */
  payments: number;
  /** Refunds that went through */
  refunds: number;
  /** Payments less refunds, for each currency */
  net: Array<SocialMoney>;
}

export interface SocialBlackout {
  /** First minute, in the time zone of the brand */
  from: string;
  /** End, exclusive */
  to: string;
  /** Why */
  reason: string;
}

export interface SocialBlackoutInput {
  /** First minute, in the time zone of the brand */
  from: string;
  /** End, exclusive */
  to: string;
  /** Why */
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
  /** Hosts whose links are tagged with `utm_…`; an empty list gets the host of the site */
  link_hosts: Array<string>;
  /** How it speaks */
  tone: SocialTone;
  /** What happens without a person */
  autonomy: 'manual' | 'assisted' | 'autopilot' | 'full_manager';
  /** Who has to approve */
  approval: SocialApprovalRule;
  /** Advertising law that holds for its posts; an owner changes it */
  jurisdiction: 'RU' | 'none';
  /** Minutes after which a due post is missed and not sent */
  late_limit_min: number;
  /** Least minutes between planned posts of an account */
  min_gap_min: number;
  /** Days ahead that the plan is kept filled */
  refill_days: number;
  /** Times without planned posts */
  blackouts: Array<SocialBlackout>;
  /** It was deleted: it is kept and publishes nothing */
  is_archived: boolean;
  /** Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen */
  version: number;
  /** When it was made */
  created_at: Timestamp;
  /** When it changed last */
  updated_at: Timestamp;
}

export interface SocialBrandCreate {
  /** Code, never changed */
  code: string;
  /** Name */
  name: string;
  /** Time zone of its local times */
  timezone: string;
  /** Languages of its posts, the main one first */
  languages?: Array<string>;
  application_id?: Uuid | null;
  site_id?: Uuid | null;
  /** Hosts whose links are tagged with `utm_…`; an empty list gets the host of the site */
  link_hosts?: Array<string>;
  /** How it speaks */
  tone?: SocialToneInput;
  /** What happens without a person */
  autonomy?: 'manual' | 'assisted' | 'autopilot' | 'full_manager';
  /** Who has to approve */
  approval?: SocialApprovalRuleInput;
  /** Advertising law that holds for its posts; an owner changes it */
  jurisdiction?: 'RU' | 'none';
  /** Minutes after which a due post is missed and not sent */
  late_limit_min?: number;
  /** Least minutes between planned posts of an account */
  min_gap_min?: number;
  /** Days ahead that the plan is kept filled */
  refill_days?: number;
  /** Times without planned posts */
  blackouts?: Array<SocialBlackoutInput>;
}

export interface SocialBrandPage {
  data: Array<SocialBrand>;
  /** Give it as `cursor` for the next page */
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
  /** Hosts whose links are tagged with `utm_…`; an empty list gets the host of the site */
  link_hosts?: Array<string>;
  /** How it speaks */
  tone?: SocialToneInput;
  /** What happens without a person */
  autonomy?: 'manual' | 'assisted' | 'autopilot' | 'full_manager';
  /** Who has to approve */
  approval?: SocialApprovalRuleInput;
  /** Advertising law that holds for its posts; an owner changes it */
  jurisdiction?: 'RU' | 'none';
  /** Minutes after which a due post is missed and not sent */
  late_limit_min?: number;
  /** Least minutes between planned posts of an account */
  min_gap_min?: number;
  /** Days ahead that the plan is kept filled */
  refill_days?: number;
  /** Times without planned posts */
  blackouts?: Array<SocialBlackoutInput>;
}

export interface SocialBrandResponse {
  data: SocialBrand;
}

export interface SocialButton {
  /** Label */
  text: string;
  /** Where it leads */
  url: string;
}

export interface SocialCadence {
  /** Account of the brand */
  account_id: Uuid;
  /** Posts a week, 5 a day at most */
  per_week: number;
  /** Times of a week; the platform chooses those that are absent */
  times: Array<SocialWeekTime>;
}

export interface SocialCadenceInput {
  /** Account of the brand */
  account_id: Uuid;
  /** Posts a week, 5 a day at most */
  per_week: number;
  /** Times of a week; the platform chooses those that are absent */
  times?: Array<SocialWeekTime>;
}

export interface SocialCalendar {
  /** Time zone of the brand */
  timezone: string;
  /** By time, 2000 at most */
  slots: Array<SocialSlot & {
    /** Title of the idea of its post */
    title: string | null;
  }>;
  /** There are more */
  is_cut: boolean;
}

export interface SocialCalendarResponse {
  data: SocialCalendar;
}

export type SocialChannel = 'telegram' | 'vk' | 'instagram' | 'threads' | 'max';

export interface SocialChannelFacts {
  /** Channel */
  channel: SocialChannel;
  /** The operator allows it */
  is_enabled: boolean;
  /** `missing`: the operator has to set the client id and secret of the channel */
  oauth: 'none' | 'ready' | 'missing';
  /** Fields of its credentials; one with `?` may be absent */
  credentials: Array<string>;
  /** Text */
  text: {
    /** Longest text, with everything that is put to it */
    max: number;
    /** Longest text under an image */
    max_with_cover: number;
    /** How it is counted; `threads`: an emoji counts its UTF-8 bytes */
    unit: 'code_points' | 'utf16' | 'threads';
    /** Whether it keeps bold, italic and links */
    format: 'html' | 'plain';
  };
  /** Image */
  cover: {
    /** There is no post without an image */
    is_required: boolean;
    /** Largest file */
    max_bytes: number;
    /** The channel fetches it from the address of the platform */
    needs_public_url: boolean;
  };
  /** `lines`: they stand in the text; `attachment`: the first is a link of the post */
  buttons: 'keyboard' | 'lines' | 'attachment';
  /** What can be done with a published post */
  remote: {
    /** Published posts can be changed */
    edits: boolean;
    /** Published posts can be deleted */
    deletes: boolean;
  };
}

/** A rule of the advertising law. Never changed, never removed */
export interface SocialChannelPolicy {
  /** Id; an attempt to publish names the policy that it was judged by */
  id: Uuid;
  /** Channel */
  channel: SocialChannel;
  /** Whether an advertisement may be there */
  ad: SocialAdPolicy;
  /** `large_unregistered`: accounts with more than 10,000 followers and without `rkn_registration` */
  applies_to: 'all' | 'large_unregistered';
  /** First day, in Moscow */
  from: CalendarDay;
  /** Last day, in Moscow; null without an end */
  to: CalendarDay | null;
  /** The law, and what it says */
  basis: string;
  /** Where it was read */
  sources: Array<string>;
  /** When its sources were read */
  verified_at: Timestamp;
  /** The sources were read more than 90 days ago */
  is_stale: boolean;
  /** It is the policy of today for its channel and its accounts */
  holds_today: boolean;
  /** E-mail of the owner; `system` for those that come with the platform */
  created_by: string;
  /** When it was written down */
  created_at: Timestamp;
}

export interface SocialChannelPolicyCreate {
  /** Channel */
  channel: SocialChannel;
  /** Whether an advertisement may be there */
  ad: SocialAdPolicy;
  /** `large_unregistered`: accounts with more than 10,000 followers and without `rkn_registration` */
  applies_to?: 'all' | 'large_unregistered';
  /** First day, in Moscow */
  from: CalendarDay;
  /** Last day, in Moscow; null without an end */
  to?: CalendarDay | null;
  /** The law, and what it says */
  basis: string;
  /** Where it was read */
  sources: Array<string>;
}

export interface SocialChannelPolicyPage {
  data: Array<SocialChannelPolicy>;
  /** Give it as `cursor` for the next page */
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
  /** What was found */
  code: string;
  /** An `error` keeps the post from being submitted */
  level: 'error' | 'warning';
  /** In words */
  message: string;
}

export interface SocialContent {
  /** Idea */
  idea: SocialIdea;
  /** A post for each account */
  variants: Array<SocialVariant>;
  /** Slots; empty without a time */
  slot_ids: Array<Uuid>;
}

export interface SocialContentCreate {
  /** Accounts, each once */
  account_ids: Array<Uuid>;
  /** Title of the idea */
  title: string;
  /** Rubric */
  rubric?: string | null;
  /** When, in the time zone of the brand */
  local_time?: string | null;
  /** Asks for the approval of each post at once */
  submit?: boolean;
  /** Markdown: bold, italic, strike, code, links, quotes and lists. HTML is shown as text */
  body?: string;
  /** Links under the post */
  buttons?: Array<SocialButton>;
  /** It is an advertisement, as a person says */
  is_ad?: boolean;
  /** Token of the advertising register */
  erid?: string | null;
  /** For whom it is an advertisement */
  advertiser?: SocialAdvertiser | null;
  /** Image; it is made for the channel of each post */
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
  /** What is done with an image of another shape than the channel takes */
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
  /** A private channel of the bot, in which it looks whether a post with an unknown outcome is there */
  probe_chat_id?: string;
  /** What the webhook answers when VK confirms the address (vk) */
  confirmation_code?: string;
  /** Community (vk) */
  owner_id?: string;
  /** Professional profile (instagram, threads) */
  user_id?: string;
}

export interface SocialDashboard {
  /** Posts by state; those that are published count for the period alone */
  states: Array<{
    /** State */
    state: SocialVariantState;
    /** Posts in it */
    posts: number;
  }>;
  /** Today and the six days behind it */
  days: Array<{
    /** Day, in the time zone of the brand */
    date: string;
    /** Posts that the active strategy asks for */
    wanted: number;
    /** Slots with a post */
    filled: number;
  }>;
  /** Posts with an unknown outcome */
  uncertain: {
    /** How many */
    posts: number;
    /** Those that a person has to look for */
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
     * `unverified`: nothing proved that it may post; `needs_reconnect`: the channel refuses the credentials;
     * only `active` publishes
     */
    state: 'unverified' | 'active' | 'needs_reconnect' | 'paused' | 'archived';
    /** Followers at the last check; null where they are not known */
    members: number | null;
    /** Why the last check failed; null when it did not */
    last_error: {
      /** Code of the channel */
      code: string;
      /** What the channel said, without secrets */
      message: string;
      /** When */
      at: Timestamp;
    } | null;
  }>;
  /** Days of the period, up to now */
  period_days: number;
  /** The period; `before` is the period before it. Numbers of posts are those a day after publication */
  kpis: Array<SocialPeriodNumber>;
  /** There were more than 5000 posts: the newest counted */
  is_cut: boolean;
}

export interface SocialDashboardResponse {
  data: SocialDashboard;
}

export interface SocialDecision {
  /** Decision */
  decision: 'approve' | 'reject' | 'changes_requested';
  /** `content_hash` of the approval, as it was read */
  content_hash: string;
  /** Needed unless it approves */
  comment?: string;
  /** What the approver has seen and confirms */
  acknowledge?: Array<SocialAcknowledgement>;
  /** When the post is due; null leaves it */
  scheduled_at?: string | null;
}

/** What the channel sends */
export interface SocialDelivery {
  /** What happened (VK, Instagram) */
  object?: unknown;
  [field: string]: unknown;
}

export interface SocialDiscovery {
  /** Brand */
  brand_id: Uuid;
  /** What it says */
  answers: SocialDiscoveryAnswers;
  /** Percent; a strategy starts from 60 */
  completeness: number;
  /** Fields that have less than they need */
  missing: Array<string>;
  /** Counts the changes; 0 before the first */
  version: number;
  /** When it changed last; null before the first time */
  updated_at: Timestamp | null;
}

export interface SocialDiscoveryAnswers {
  /** What the product is */
  product: string;
  /** Who it is for */
  audience: Array<string>;
  /** What posts are for, the first counts most */
  goals: Array<'awareness' | 'traffic' | 'registrations' | 'sales' | 'support'>;
  /** What readers can get */
  offers: Array<string>;
  /** Who else readers choose */
  competitors: Array<string>;
  /** Facts with a source */
  proofs: Array<{
    /** What holds */
    text: string;
    /** Where that stands */
    source_url: string;
  }>;
  /** What posts never say */
  taboos: Array<string>;
  /** Questions of readers: a source of posts */
  faq: Array<{
    /** Question */
    question: string;
    /** Answer */
    answer: string;
    /** Page with more */
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
  /** What it is to show */
  hypothesis: string;
  /**
   * `rate`: registrations of visits by the links of an arm; `per_post`: the mean of a number of the posts of
   * an arm
   */
  metric: 'rate' | 'per_post';
  /** The number, for `per_post` */
  post_metric: ('views' | 'reach' | 'likes' | 'reactions' | 'comments' | 'replies' | 'reposts' | 'quotes' | 'shares' | 'saved') | null;
  /** Hours after the publication at which it counts, for `per_post` */
  age_h: number | null;
  /** Each arm needs so many visits (`rate`) or posts with a number (`per_post`) for a verdict */
  min_n: number;
  /** Seed of the order of the posts and of the shuffles: it makes both repeatable */
  seed: number;
  /** `completed`: it came to `ends_at`; `stopped`: a person ended it, without a verdict */
  state: 'draft' | 'running' | 'completed' | 'stopped';
  /** What is compared */
  arms: Array<SocialExperimentArm>;
  /** Numbers. In a list only of ended ones; null for a draft, and while analytics does not answer */
  results: SocialExperimentResults | null;
  /** When it was started */
  started_at: Timestamp | null;
  /** When the verdict is given */
  ends_at: Timestamp;
  /** When it was completed or stopped */
  ended_at: Timestamp | null;
  /** E-mail of the author */
  created_by: string;
  /** Counts the changes */
  version: number;
  /** When it was made */
  created_at: Timestamp;
  /** When it changed last */
  updated_at: Timestamp;
}

export interface SocialExperimentArm {
  /** Name */
  name: string;
  /** Its posts */
  posts: Array<SocialExperimentPost>;
}

export interface SocialExperimentArmCreate {
  /** Name of the arm, each once */
  name: string;
  /** Its posts, each of one arm */
  variant_ids: Array<Uuid>;
}

export interface SocialExperimentArmResult {
  /** Arm */
  name: string;
  /** Visits, or posts with a number; registrations where visits are fewer */
  n: number;
  /** Registrations; null for `per_post` */
  registers: number | null;
  /** Rate from 0 to 1, or mean; null without `n` */
  value: number | null;
  /** Lower end of the 95 % interval of Wilson; null for `per_post` */
  low: number | null;
  /** Its upper end */
  high: number | null;
}

export interface SocialExperimentComparison {
  /** Arm */
  a: string;
  /** The other arm */
  b: string;
  /**
   * `fisher`: Fisher's exact test, where an expected cell is below 5; `two_proportions`: z-test with a pooled
   * variance; `permutation`: of means, every split up to 20 values, else 10,000 seeded shuffles. All are
   * two-sided
   */
  test: 'fisher' | 'two_proportions' | 'permutation';
  /** p-value */
  p: number;
  /** p-value, adjusted for all comparisons by Holm */
  p_adjusted: number;
}

export interface SocialExperimentCreate {
  /** Name */
  name: string;
  /** What it is to show */
  hypothesis?: string;
  /** Account of the brand */
  account_id: Uuid;
  /**
   * `rate`: registrations of visits by the links of an arm; `per_post`: the mean of a number of the posts of
   * an arm
   */
  metric: 'rate' | 'per_post';
  /** The number, for `per_post` */
  post_metric?: ('views' | 'reach' | 'likes' | 'reactions' | 'comments' | 'replies' | 'reposts' | 'quotes' | 'shares' | 'saved') | null;
  /** Hours after the publication at which it counts, for `per_post` */
  age_h?: 1 | 24 | 72 | 168 | 720;
  /** What is compared */
  arms: Array<SocialExperimentArmCreate>;
  /** Each arm needs so many visits (`rate`) or posts with a number (`per_post`) for a verdict */
  min_n: number;
  /** When the verdict is given, a year ahead at most */
  ends_at: Timestamp;
}

export interface SocialExperimentPage {
  data: Array<SocialExperiment>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SocialExperimentPost {
  /** Post */
  variant_id: Uuid;
  /** `utm_content` of its links */
  ref: string;
  /** State of the post */
  state: SocialVariantState;
  /** When it goes out */
  scheduled_at: Timestamp | null;
  /** When it was published */
  published_at: Timestamp | null;
}

export interface SocialExperimentResponse {
  data: SocialExperiment;
}

export interface SocialExperimentResults {
  /** When the numbers were read */
  taken_at: Timestamp;
  /** In the order of the arms */
  arms: Array<SocialExperimentArmResult>;
  /** Of each two arms, at the end; empty before: a look would be a test */
  comparisons: Array<SocialExperimentComparison>;
  /** Only of a completed experiment */
  verdict: {
    /** `winner`: better than every other arm, each with an adjusted p-value below 0.05 */
    outcome: 'winner' | 'no_difference' | 'not_enough_data';
    /** The arm */
    winner: string | null;
  } | null;
}

export interface SocialHealth {
  /** All channels */
  channels: Array<{
    /** Channel */
    channel: SocialChannel;
    /** The operator allows it */
    is_enabled: boolean;
    /** Whether accounts can be connected by OAuth */
    oauth: 'none' | 'ready' | 'missing';
    /** `open`: the channel is out of reach, and posts wait; `half_open`: one post tries */
    circuit: 'closed' | 'open' | 'half_open';
    /** Until when posts wait */
    open_until: Timestamp | null;
    /** Advertising law of today; null without any */
    ad_policy: {
      /** Whether an advertisement may be there today */
      ad: SocialAdPolicy;
      /** When its sources were read */
      verified_at: Timestamp;
      /** They have to be read again */
      is_stale: boolean;
    } | null;
  }>;
  /** Seconds that the oldest due post of an active account waits */
  oldest_due_s: number;
  /** Due posts of active accounts */
  due: number;
  /** Due posts of accounts that cannot publish */
  held: number;
  /** Posts with an unknown outcome */
  uncertain: number;
  /** Those of them that a person has to look for */
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
  /** Posts in it, 5 at least */
  posts: number;
  /** Reach, else views */
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
  /** What it is about */
  brief: string;
  /** Rubric */
  rubric: string | null;
  /** What it is made from */
  sources: Array<SocialSource>;
  /** `used`: a post of it was published */
  state: 'new' | 'planned' | 'used' | 'dropped';
  /** Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen */
  version: number;
  /** When it was made */
  created_at: Timestamp;
  /** When it changed last */
  updated_at: Timestamp;
}

export interface SocialIdeaCreate {
  /** Title */
  title: string;
  /** What it is about */
  brief?: string;
  /** Rubric */
  rubric?: string | null;
  /** What it is made from */
  sources?: Array<SocialSourceInput>;
}

export interface SocialIdeaPage {
  data: Array<SocialIdea>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SocialIdeaPatch {
  /** Title */
  title?: string;
  /** What it is about */
  brief?: string;
  /** Rubric */
  rubric?: string | null;
  /** What it is made from */
  sources?: Array<SocialSourceInput>;
  /** Whether it counts */
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
  /** Account that it was written to; null for one that was entered by hand */
  account_id: Uuid | null;
  /** Channel of the account */
  channel: SocialChannel | null;
  /** `comment`: everybody reads it; `message`: it was written to the brand alone */
  kind: 'comment' | 'message';
  /** Text */
  text: string;
  /** Author; null where the channel names none */
  author: {
    /** Name */
    name: string;
    /** Id at the channel; null where it names none */
    id: string | null;
  } | null;
  /** Its public address */
  url: string | null;
  /** Post at the channel that it is about */
  post_remote_id: string | null;
  /** State */
  state: 'open' | 'done' | 'spam';
  /** Administrator that looks after it */
  assignee_id: Uuid | null;
  /** When it was written, as the channel says */
  received_at: Timestamp;
  /** Replies and drafts, the newest first */
  replies: Array<SocialReply>;
  /** Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen */
  version: number;
  /** When it came in */
  created_at: Timestamp;
  /** When it changed last */
  updated_at: Timestamp;
}

export interface SocialInboxItemCreate {
  /** Kind */
  kind?: 'comment' | 'message';
  /** Text */
  text: string;
  /** Author; stored encrypted */
  author_name?: string | null;
  /** Where it stands */
  url?: string | null;
  /** When it was written; null for now */
  received_at?: Timestamp | null;
}

export interface SocialInboxItemPage {
  data: Array<SocialInboxItem>;
  /** Give it as `cursor` for the next page */
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
  /** Its Monday, in the time zone of the brand */
  week: string;
  /** Number in the week, from 1 */
  version: number;
  /** The week; `before` is the median of the four weeks before that have one */
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
  /** Changes of the active strategy that the numbers speak for */
  proposals: Array<SocialProposal>;
  /** There were more than 5000 posts in twelve weeks: the newest counted */
  is_cut: boolean;
  /** In words */
  text: string;
  /** `ai`: a model phrased it, and it states what the numbers say alone */
  text_source: 'rules' | 'ai';
  /** Why no model phrased it; `unsupported_claims`: its text said what no number says. Null where it did */
  ai_reason: string | null;
  /** E-mail of the author */
  created_by: string;
  /** When it was made */
  created_at: Timestamp;
}

export interface SocialInsightCreate {
  /** A day of the week, which has to be over; the last one when absent */
  week?: CalendarDay;
  /** Let a language model phrase it */
  use_ai?: boolean;
}

export interface SocialInsightPage {
  data: Array<SocialInsight>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SocialInsightResponse {
  data: SocialInsight;
}

export interface SocialListeningError {
  /** Code of the channel, or of the connection */
  code: string;
  /** In words, without secrets */
  message: string;
  /** Query */
  query_id: Uuid;
  /** Source */
  source: 'inbox' | 'rss' | 'vk_search' | 'threads_search';
  /** Feed; null for the other sources */
  url: string | null;
}

export interface SocialListeningItem {
  /** Id */
  id: Uuid;
  /** Brand */
  brand_id: Uuid;
  /** Query that found it; null when that is deleted */
  query_id: Uuid | null;
  /** Source */
  source: 'inbox' | 'rss' | 'vk_search' | 'threads_search';
  /** The beginning of its text */
  text: string;
  /** Its public address */
  url: string | null;
  /** The keyword that it has */
  keyword: string;
  /** `idea`: an idea was made of it */
  state: 'new' | 'seen' | 'idea' | 'ignored';
  /** That idea */
  idea_id: Uuid | null;
  /** When it was written; null where the source does not say */
  published_at: Timestamp | null;
  /** Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen */
  version: number;
  /** When it was found */
  created_at: Timestamp;
  /** When it changed last */
  updated_at: Timestamp;
}

export interface SocialListeningItemPage {
  data: Array<SocialListeningItem>;
  /** Give it as `cursor` for the next page */
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
  /** Words or phrases; an item has one of them */
  keywords: Array<string>;
  /** Where to look: the own inbox, feeds, the news of VK, Threads */
  sources: Array<'inbox' | 'rss' | 'vk_search' | 'threads_search'>;
  /** RSS and Atom feeds of the source `rss` */
  feed_urls: Array<string>;
  /** Sources that gave nothing at the last run */
  errors: Array<SocialListeningError>;
  /** When it ran last; null before its first run */
  ran_at: Timestamp | null;
  /** Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen */
  version: number;
  /** When it was made */
  created_at: Timestamp;
  /** When it changed last */
  updated_at: Timestamp;
}

export interface SocialListeningQueryCreate {
  /** Words or phrases; an item has one of them */
  keywords: Array<string>;
  /** Where to look: the own inbox, feeds, the news of VK, Threads */
  sources: Array<'inbox' | 'rss' | 'vk_search' | 'threads_search'>;
  /** RSS and Atom feeds of the source `rss` */
  feed_urls?: Array<string>;
}

export interface SocialListeningQueryPage {
  data: Array<SocialListeningQuery>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SocialListeningQueryPatch {
  /** Words or phrases; an item has one of them */
  keywords?: Array<string>;
  /** Where to look: the own inbox, feeds, the news of VK, Threads */
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
  /** Sources that gave nothing */
  errors: Array<SocialListeningError>;
}

export interface SocialListeningRunResponse {
  data: SocialListeningRun;
}

export interface SocialMeasured {
  /** Number; null where there is none, and never 0 instead */
  value: number | null;
  /**
   * Why there is none. `not_offered_by_channel`: its API has no such number; `no_permission`: the token may
   * not read it; `not_received`: Telegram sends reactions in updates, and none came; `not_available_yet`: the
   * channel counts late; `refused_by_channel`: it does not give the number of this post; `post_is_gone`: the
   * post is there no more
   */
  reason: SocialMetricMissing | null;
}

export interface SocialMemory {
  /** Id */
  id: Uuid;
  /** Brand */
  brand_id: Uuid;
  /**
   * `fact`: posts may say it, and are made from it; `rule` and `avoid`: how posts are written; `learned`:
   * what numbers showed
   */
  kind: 'fact' | 'rule' | 'avoid' | 'learned';
  /** What it says */
  text: string;
  /** Where a fact stands */
  source_url: string | null;
  /** When it ends; null for never */
  expires_at: Timestamp | null;
  /** It ended: nothing uses it */
  is_expired: boolean;
  /** E-mail of the author */
  created_by: string;
  /** Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen */
  version: number;
  /** When it was made */
  created_at: Timestamp;
  /** When it changed last */
  updated_at: Timestamp;
}

export interface SocialMemoryCreate {
  /** Kind, never changed */
  kind: 'fact' | 'rule' | 'avoid' | 'learned';
  /** What it says */
  text: string;
  /** Where a fact stands */
  source_url?: string | null;
  /** When it ends; null for never */
  expires_at?: Timestamp | null;
}

export interface SocialMemoryPage {
  data: Array<SocialMemory>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SocialMemoryPatch {
  /** What it says */
  text?: string;
  /** Where a fact stands */
  source_url?: string | null;
  /** When it ends; null for never */
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
  /** Until when it has to be finished */
  expires_at: Timestamp;
  /** Where the administrator allows the access */
  authorize_url: string;
}

export interface SocialOauthStartResponse {
  data: SocialOauthStart;
}

export interface SocialOccasion {
  /** Id */
  id: Uuid;
  /** The day; null for one of each year */
  date: CalendarDay | null;
  /** The day of each year (RFC 5545); null for one day */
  rrule: string | null;
  /** Title */
  title: string;
  /** What to say about it */
  note: string;
  /** Page about it */
  url: string | null;
  /** An administrator made it; the others come with the platform */
  is_own: boolean;
  /** The next day of it, in the time zone of the brand; null when it is over */
  next_date: CalendarDay | null;
  /** When it was made; null for one that comes with the platform */
  created_at: Timestamp | null;
}

export interface SocialOccasionCreate {
  /** The day */
  date?: CalendarDay | null;
  /** The day of each year (RFC 5545) */
  rrule?: string | null;
  /** Title */
  title: string;
  /** What to say about it */
  note?: string;
  /** Page about it */
  url?: string | null;
}

export interface SocialOccasionResponse {
  data: SocialOccasion;
}

export interface SocialOccasions {
  /** When those that come with the platform were checked */
  verified_at: CalendarDay;
  /** Own ones, 200 at most, and those that come with the platform */
  occasions: Array<SocialOccasion>;
}

export interface SocialOccasionsResponse {
  data: SocialOccasions;
}

export type SocialPeriodMetric = 'posts' | 'views' | 'reach' | 'likes' | 'reactions' | 'comments' | 'replies' | 'reposts' | 'quotes' | 'shares' | 'saved';

export type SocialPeriodMissing = 'not_offered_by_channel' | 'no_permission' | 'not_received' | 'not_available_yet' | 'refused_by_channel' | 'post_is_gone' | 'not_measured';

export interface SocialPeriodNumber {
  /** Which; `posts` counts the published ones */
  metric: SocialPeriodMetric;
  /** Sum over the posts that have it; null where none has */
  value: number | null;
  /** Why there is none; `not_measured`: no post is a day old */
  reason: SocialPeriodMissing | null;
  /** What it is compared with; null without any */
  before: number | null;
  /** Percent above or below it */
  change_percent: number | null;
}

export type SocialPersonReason = 'autonomy' | 'ad' | 'ad_disputed' | 'looks_like_ad' | 'unsupported_claims' | 'uncertain_outcome' | 'first_posts';

export interface SocialPlanGenerate {
  /** Days ahead */
  days?: number;
  /** Mode */
  mode?: 'fill' | 'fresh';
  /** Only these accounts; all of the strategy when absent */
  account_ids?: Array<Uuid>;
  /** Let a language model rewrite the drafts */
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
  /** Number of the strategy that it followed */
  strategy_version: number;
  /** What it made */
  created: {
    /** New slots */
    slots: number;
    /** New ideas */
    ideas: number;
    /** New posts */
    variants: number;
  };
  /** Slots of earlier plans that it removed first */
  replaced: number;
  /** Slots of these days that it left alone */
  kept: number;
  /** Slots without a post: no source is left. Their ideas have a brief */
  empty: number;
  /** Times without a post, 400 at most */
  skipped: Array<{
    /** When; null for an account as a whole */
    at: Timestamp | null;
    /** Account */
    account_id: Uuid;
    /**
     * `duplicate`: the text of a source nearly equals one of the last 90 days or of the plan, and the next
     * source was taken; `day_full`: 5 posts a day; `too_many`: 400 posts a run; `occupied`: another post is
     * near; `account_not_ready`: it is archived
     */
    reason: 'blackout' | 'occupied' | 'day_full' | 'too_many' | 'duplicate' | 'account_not_ready';
  }>;
  /** `unavailable`: the content of the site could not be read, and the plan goes without */
  content: 'read' | 'no_site' | 'unavailable';
  /** Texts of a language model */
  ai: {
    /** `waiting`: a job rewrites the drafts; `unavailable`: no model answers, and the texts stay */
    status: 'off' | 'waiting' | 'done' | 'unavailable';
    /** Drafts that are decided about */
    done: number;
    /** Drafts that it looks at */
    total: number;
    /** Drafts that have a text of the model; it dropped the others */
    written: number;
  };
  /** E-mail of the administrator; `system` for the refill */
  created_by: string;
  /** When */
  created_at: Timestamp;
}

export interface SocialPlanRunPage {
  data: Array<SocialPlanRun>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SocialPlanRunResponse {
  data: SocialPlanRun;
}

export interface SocialPreview {
  /** What is sent, in this order */
  requests: Array<{
    /** What it is for */
    step: 'upload' | 'container' | 'publish';
    /** Method */
    method: string;
    /** Path; `{token}` stands for the secret */
    path: string;
    /** Fields; braces stand for what a step before gave */
    body: Record<string, unknown>;
  }>;
  /** As its readers see it */
  text: string;
  /** Length of the text with everything that is put to it */
  length: {
    /** Length */
    value: number;
    /** Longest */
    max: number;
    /** How the channel counts */
    unit: 'code_points' | 'utf16' | 'threads';
  };
  /** Image; null without one */
  cover: {
    /** Image */
    url: string;
  } | null;
  /** What the channel shows in another way than it was written */
  degraded: Array<string>;
  /** What is wrong with it */
  checks: Array<SocialCheck>;
  /** SHA-256 of what is posted */
  content_hash: string;
}

export interface SocialPreviewResponse {
  data: SocialPreview;
}

export interface SocialProposal {
  /** Weights of rubrics, or times of accounts */
  kind: 'weights' | 'times';
  /** In words */
  why: string;
  /** Body for `PATCH …/strategies/{version}` of a draft: generate one, send it, and activate the draft */
  patch: {
    /** What it posts about; the weights make 100 */
    rubrics?: Array<SocialStrategyRubric>;
    /** How often each account posts */
    cadence?: Array<SocialCadence>;
  };
}

export interface SocialPull {
  /** When */
  taken_at: Timestamp;
  /** Members, followers or participants */
  members: SocialMeasured;
  /** Posts whose numbers were read */
  posts: number;
  /** Posts that were not read: the time was over, or the channel failed */
  left: number;
  /** What the channel said last; null when it answered */
  error: string | null;
}

export interface SocialPullError {
  /** Code of the channel, or of the connection */
  code: string;
  /** In words, without secrets */
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
  /** When it went out */
  published_at: Timestamp;
  /** Address at the channel */
  url: string | null;
  /** Rubric */
  rubric: string | null;
  /** What it is ranked by: reach, else views, reactions or likes */
  metric: 'views' | 'reach' | 'likes' | 'reactions' | 'comments' | 'replies' | 'reposts' | 'quotes' | 'shares' | 'saved';
  /** How much */
  value: number;
  /** Value by the median of its account in twelve weeks; null where that is 0 */
  ratio: number | null;
}

export interface SocialRemotePatch {
  /** Markdown: bold, italic, strike, code, links, quotes and lists. HTML is shown as text */
  body?: string;
  /** Links under the post */
  buttons?: Array<SocialButton>;
}

export interface SocialReply {
  /** Id */
  id: Uuid;
  /** Item that it answers */
  item_id: Uuid;
  /** Text */
  text: string;
  /**
   * `draft`: a person sends it; `uncertain`: the channel did not say whether it is there, and it is never
   * sent again by itself
   */
  state: 'draft' | 'sending' | 'sent' | 'failed' | 'uncertain';
  /** Article of the knowledge base that it is made from */
  source_url: string | null;
  /** How it ended; null while it runs */
  outcome: ('published' | 'done' | 'not_sent' | 'throttled' | 'retry' | 'auth' | 'quota' | 'content' | 'media_again' | 'moved' | 'uncertain' | 'abandoned') | null;
  /** What became of an uncertain one */
  resolution: ('found' | 'absent' | 'person_published' | 'person_not_published') | null;
  /** Code of the channel, or of the connection */
  code: string | null;
  /** What the channel said, without secrets */
  message: string | null;
  /** Its id at the channel */
  remote_id: string | null;
  /** E-mail of the author; `system` for a rule */
  created_by: string;
  /** When it was written */
  created_at: Timestamp;
  /** When the deciding request was about to leave; null before */
  sent_at: Timestamp | null;
  /** When it ended */
  ended_at: Timestamp | null;
}

export interface SocialReplyCreate {
  /** Text, plain */
  text: string;
  /** An administrator looked: the channel does not have the uncertain reply */
  confirms_absent?: boolean;
}

export interface SocialReplyResponse {
  data: SocialReply;
}

export interface SocialResolution {
  /** What a person saw */
  outcome: 'published' | 'not_published';
  /** Address of the post, when it is there */
  remote_url?: string | null;
}

export interface SocialRetry {
  /** Posts, each once */
  ids: Array<Uuid>;
}

export interface SocialRetryResult {
  /** In the order that was asked for */
  results: Array<{
    /** Post */
    id: Uuid;
    /** Its state now; null for one that is not there */
    state: SocialVariantState | null;
    /** Code of the error; null when it is scheduled */
    error: string | null;
  }>;
}

export interface SocialRetryResultResponse {
  data: SocialRetryResult;
}

export interface SocialRevenue {
  /** What the links of the brand brought; null where it is not known */
  totals: {
    /** Visits */
    visits: number;
    /** Registrations */
    registers: number;
    /** Users that paid */
    payers: number;
    /** Payments */
    payments: number;
    /** Refunds */
    refunds: number;
    /** Payments less refunds, by currency */
    net: Array<SocialMoney>;
  } | null;
  /** Why it is not known; `no_application`: the brand has no application and no site */
  reason: ('no_application' | 'not_answering') | null;
}

export interface SocialRevision {
  /** Id */
  id: Uuid;
  /** Version of the post */
  version: number;
  /** SHA-256 of what was posted then */
  content_hash: string;
  /** Markdown */
  body: string;
  /** Links under the post */
  buttons: Array<SocialButton>;
  /** Name of its image */
  cover_name: string | null;
  /** E-mail of the author */
  author: string;
  /** When */
  created_at: Timestamp;
}

export interface SocialRevisionPage {
  data: Array<SocialRevision>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SocialRubricNumbers {
  /** Rubric */
  rubric: string;
  /** Posts of it, 5 at least */
  posts: number;
  /** Median of the ratios of its posts: 1 is an average post */
  ratio: number;
}

export interface SocialSchedule {
  /** When, a year ahead at most; null for the time of its slot */
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
  /** When */
  at: Timestamp;
  /** When, in the time zone of the brand */
  local_time: string;
  /** Rubric */
  rubric: string | null;
  /** State */
  state: 'empty' | 'planned' | 'published' | 'missed' | 'failed';
  /** Its post; null while it is empty */
  variant_id: Uuid | null;
  /** What made it */
  origin: 'manual' | 'content' | 'plan';
  /** A new plan leaves it alone */
  pinned: boolean;
  /** Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen */
  version: number;
  /** When it was made */
  created_at: Timestamp;
  /** When it changed last */
  updated_at: Timestamp;
}

export interface SocialSlotCreate {
  /** Account of the brand */
  account_id: Uuid;
  /**
   * In the time zone of the brand. A time that the clocks skip is the first minute behind the gap; of a time
   * that comes twice it is the first
   */
  local_time: string;
  /** Rubric */
  rubric?: string | null;
  /** A new plan leaves it alone */
  pinned?: boolean;
}

export interface SocialSlotPatch {
  /**
   * In the time zone of the brand. A time that the clocks skip is the first minute behind the gap; of a time
   * that comes twice it is the first
   */
  local_time?: string;
  /** Rubric */
  rubric?: string | null;
  /** A new plan leaves it alone */
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
  /** `pull`: it was asked for */
  origin: 'schedule' | 'pull';
  /** Hours after the publication that it stands for: 1, 24, 72, 168, 720; null for any other time */
  age_h: number | null;
  /** When it was read */
  taken_at: Timestamp;
  /**
   * By name. Of a post: views, reach, likes, reactions, comments, replies, reposts, quotes, shares, saved. Of
   * an account: members (also followers, participants)
   */
  metrics: Record<string, SocialMeasured>;
}

export interface SocialSnapshotPage {
  data: Array<SocialSnapshot>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SocialSource {
  /** What it is */
  kind: 'post' | 'article' | 'changelog_entry' | 'download' | 'occasion' | 'memory' | 'own_post' | 'faq' | 'url';
  id: Uuid | null;
  /** Its address */
  url: string | null;
  /** The revision that was read */
  revision: number | null;
  /** What it says */
  excerpt: string;
}

export interface SocialSourceInput {
  /** What it is */
  kind: 'post' | 'article' | 'changelog_entry' | 'download' | 'occasion' | 'memory' | 'own_post' | 'faq' | 'url';
  id?: Uuid | null;
  /** Its address */
  url?: string | null;
  /** The revision that was read */
  revision?: number | null;
  /** What it says */
  excerpt?: string;
}

export interface SocialStrategy {
  /** Id */
  id: Uuid;
  /** Brand */
  brand_id: Uuid;
  /** Number in the brand, from 1 */
  version: number;
  /** `active`: plans follow it; one at most */
  state: 'draft' | 'active' | 'archived';
  /** `rules`: a table of goals and weights; `ai`: a model shared the weights */
  source: 'rules' | 'ai';
  /** Why no model shared the weights; null where none was asked or it did */
  ai_reason: string | null;
  /** What it posts about */
  rubrics: Array<SocialStrategyRubric>;
  /** How often each account posts */
  cadence: Array<SocialCadence>;
  /** E-mail of the author */
  created_by: string;
  /** Counts the changes; send it as `If-Match: "<lock_version>"` */
  lock_version: number;
  /** When plans began to follow it */
  activated_at: Timestamp | null;
  /** When it was made */
  created_at: Timestamp;
  /** When it changed last */
  updated_at: Timestamp;
}

export interface SocialStrategyActivate {
  /** Number of the strategy */
  version: number;
}

export interface SocialStrategyGenerate {
  /** Ask a language model for the weights */
  use_ai?: boolean;
}

export interface SocialStrategyPage {
  data: Array<SocialStrategy>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SocialStrategyPatch {
  /** What it posts about; the weights make 100 */
  rubrics?: Array<SocialStrategyRubric>;
  /** How often each account posts */
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
  /** What its posts are made from, in turn */
  sources: Array<'post' | 'article' | 'changelog_entry' | 'download' | 'occasion' | 'memory' | 'own_post' | 'faq'>;
}

export interface SocialTick {
  /** Milliseconds */
  took_ms: number;
  /** Content of sites that was due */
  cms: {
    /** Items that went out */
    published: number;
    /** Why they could not; null when they could */
    error: string | null;
  };
  /** Posts */
  posts: {
    /** Posts that were taken up */
    claimed: number;
    /** The channel has them */
    published: number;
    /** The channel works on their media */
    waiting: number;
    /** Tried again later */
    retry: number;
    /** Given up */
    failed: number;
    /** Their time had passed: not sent */
    missed: number;
    /** The channel did not say */
    uncertain: number;
    /** Due posts of active accounts that are left */
    left: number;
  };
  /** Posts with an unknown outcome that were looked for */
  reconciled: {
    /** Found at the channel */
    published: number;
    /** Proven absent: they are sent again, or failed */
    absent: number;
    /** Not proven yet */
    open: number;
  };
  /** Accounts */
  tokens: {
    /** Refreshed */
    refreshed: number;
    /** Checked */
    checked: number;
  };
  /** Days ahead of brands that fill them by themselves */
  plans: {
    /** New posts */
    created: number;
  };
  /** Numbers of channels that were due */
  metrics: {
    /** Posts whose numbers were read */
    posts: number;
    /** Accounts whose members were read */
    accounts: number;
    /** Readings of accounts that their channel did not answer */
    failed: number;
  };
  /** Listening queries that were due */
  listening: {
    /** New items */
    new: number;
    /** Sources that did not answer */
    failed: number;
  };
  /** Accounts that were asked for comments and messages */
  inbox: {
    /** New items */
    new: number;
    /** Accounts whose channel did not answer */
    failed: number;
    /** Questions that an article of the knowledge base answered: drafts, and replies */
    answered: number;
  };
}

export interface SocialTickResponse {
  data: SocialTick;
}

export interface SocialTone {
  /** Words for its style */
  style: Array<string>;
  /** How readers are addressed */
  address: 'informal' | 'formal' | 'neutral';
  /** How many emoji */
  emoji: 'none' | 'few' | 'many';
  /** Words that no post may have */
  banned_words: Array<string>;
}

export interface SocialToneInput {
  /** Words for its style */
  style?: Array<string>;
  /** How readers are addressed */
  address?: 'informal' | 'formal' | 'neutral';
  /** How many emoji */
  emoji?: 'none' | 'few' | 'many';
  /** Words that no post may have */
  banned_words?: Array<string>;
}

export interface SocialUncertainPost {
  /** Post */
  variant_id: Uuid;
  /** Account */
  account_id: Uuid;
  /** Title of its idea */
  title: string;
  /** The platform looks no more: a person has to */
  is_for_person: boolean;
  /** When the platform looks again */
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
    /** Image as the channel gets it */
    url: string;
    /** Name of the image, made from its content */
    name: string;
    /** Pixels */
    width: number;
    /** Pixels */
    height: number;
    /** Text instead of the image */
    alt: string;
    /** How it was made to fit */
    fit: 'pad' | 'crop' | 'refuse';
  } | null;
  /** It is an advertisement, as a person says */
  is_ad: boolean;
  /** Token of the advertising register */
  erid: string | null;
  /** For whom it is an advertisement */
  advertiser: SocialAdvertiser | null;
  /** The `utm_content` of its links */
  ref: string;
  /**
   * `approved`: an approval of exactly this content holds; `scheduled`: it goes out by itself;
   * `awaiting_media`: the channel works on its image; `uncertain`: the channel did not say whether it is
   * there; `missed`: its time passed before it could be sent
   */
  state: SocialVariantState;
  /** When it goes out, or went; null before it was scheduled */
  scheduled_at: Timestamp | null;
  /** When the channel took it */
  published_at: Timestamp | null;
  /** The published post; null before */
  remote: {
    /** Its id at the channel, where it is known */
    id: string | null;
    /** Its address, where it has one */
    url: string | null;
    /** When it was last changed there */
    edited_at: Timestamp | null;
    /** When it was deleted there */
    deleted_at: Timestamp | null;
  } | null;
  /** Failures since it was scheduled; the third ends it */
  errors: number;
  /** Why the last attempt failed */
  last_error: {
    /** Class of the failure */
    class: string;
    /** Code of the channel, or of the connection */
    code: string;
    /** What the channel said, without secrets */
    message: string;
    /** When */
    at: Timestamp;
  } | null;
  /** When the platform goes on by itself; null when a person has to */
  next_attempt_at: Timestamp | null;
  /** What a person has to do; null when nothing */
  what_to_do: string | null;
  /** What was found at the last save */
  checks: Array<SocialCheck>;
  /** Numbers, dates, addresses, quotes and names of its text that no source of its idea has */
  unsupported_claims: Array<string>;
  /** SHA-256 of what is posted */
  content_hash: string;
  /** Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen */
  version: number;
  /** When it was made */
  created_at: Timestamp;
  /** When it changed last */
  updated_at: Timestamp;
}

export interface SocialVariantCreate {
  /** Account of the brand */
  account_id: Uuid;
  /** Markdown: bold, italic, strike, code, links, quotes and lists. HTML is shown as text */
  body?: string;
  /** Links under the post */
  buttons?: Array<SocialButton>;
  /** It is an advertisement, as a person says */
  is_ad?: boolean;
  /** Token of the advertising register */
  erid?: string | null;
  /** For whom it is an advertisement */
  advertiser?: SocialAdvertiser | null;
  /** Image; it is made for the channel of each post */
  cover?: SocialCoverChoice | null;
}

export interface SocialVariantPage {
  data: Array<SocialVariant>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface SocialVariantPatch {
  /** Markdown: bold, italic, strike, code, links, quotes and lists. HTML is shown as text */
  body?: string;
  /** Links under the post */
  buttons?: Array<SocialButton>;
  /** It is an advertisement, as a person says */
  is_ad?: boolean;
  /** Token of the advertising register */
  erid?: string | null;
  /** For whom it is an advertisement */
  advertiser?: SocialAdvertiser | null;
  /** Image; null takes it away */
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
  /** It was open already: this call started nothing */
  joined: boolean;
}

export interface StartedRknScanResponse {
  data: StartedRknScan;
}

export interface StartedSearchConnection {
  /** Provider */
  provider: 'google' | 'yandex';
  /** `callback`: the browser comes back by itself; `code`: the provider shows a code to be copied */
  mode: 'callback' | 'code';
  /** The redirect URI of the authorize request, to be registered at the provider */
  redirect_uri: string;
  /** Until when it has to be finished */
  expires_at: Timestamp;
  /** Where the administrator allows the access */
  authorize_url: string;
}

export interface StartedSearchConnectionResponse {
  data: StartedSearchConnection;
}

export interface StartedSeoScan {
  /** The scan */
  scan: SeoScan;
  /** It was open already: this call started nothing */
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
  /** Ends the subscription: a page for GET, one click for POST; belongs into each mail */
  unsubscribe_url: string;
  /** When it was asked for first */
  created_at: Timestamp;
  /** When it was confirmed */
  confirmed_at: Timestamp | null;
  /** When it was ended */
  unsubscribed_at: Timestamp | null;
}

export interface SubscriberPage {
  data: Array<Subscriber>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

/** A file of a ticket */
export interface SupportAttachment {
  /** Id, for `attachment_ids` */
  id: Uuid;
  /** As the sender called it; null when the user was erased */
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
  /** Ten minutes after this answer; a new read has a new address */
  url_expires_at: Timestamp;
}

export interface SupportAttachmentResponse {
  data: SupportAttachment;
}

export interface TagCount {
  /** Tag */
  tag: string;
  /** Published posts with it */
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
  /** `open`: staff has to act; `pending`: answered, waits for the user; `closed` */
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
  /** When the last message came, internal notes aside */
  last_message_at: Timestamp;
  /** When it was closed; a message in the next 14 days opens it again */
  closed_at: Timestamp | null;
  /** Subject */
  subject: string;
}

export interface TicketAnswer {
  /** Text */
  message: string;
  /** A note for staff */
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
  /** Side that wrote it */
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
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface TicketPatch {
  /** `open`: staff has to act; `pending`: answered, waits for the user; `closed` */
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

/** RFC 3339, UTC, with `Z` */
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
  /** Whether a request with this token is let in */
  is_accepted: boolean;
  /** The first check that fails; null for an accepted token */
  failed: ('provider' | 'format' | 'algorithm' | 'key' | 'issuer' | 'audience' | 'expiry' | 'subject') | null;
  /** What that check expects */
  expected: string | null;
  /** What the token has, or why the keys cannot be read */
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
  /** The token alone, without `Bearer` */
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
  /** Order among the folders and articles beside it, smallest first; articles win ties */
  position: number;
  /** Last change that readers see */
  updated_at: Timestamp;
}

export interface TreeFolder {
  /** Id */
  id: Uuid;
  /** Name in the language of the tree */
  name: string;
  /** What belongs there */
  description: string | null;
  /** Order among the folders and articles beside it, smallest first; articles win ties */
  position: number;
  /** Articles in it, by position */
  articles: Array<TreeArticle>;
  /** Folders in it, by position; none of them empty */
  folders: Array<TreeFolder>;
}

export interface UnpublishedContent {
  /** The item as it is now */
  item: ContentEntry;
  /** Published items that link to it */
  inbound_links: Array<InboundLink>;
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
  /** What uses it */
  kind: ('post' | 'article' | 'document' | 'download' | 'changelog_entry' | 'banner') | ('site' | 'author' | 'category' | 'folder');
  /** Its id */
  id: Uuid;
  /** Its title or name */
  title: string;
  /** The field */
  field: string;
}

/** A user of one application */
export interface User {
  /** Id of the user in this application */
  id: Uuid;
  /** E-mail the identity provider vouches for */
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
   * First-touch attribution; the slug of the text of a site, or the `ref` of the social post, that led here;
   * payments inherit it
   */
  utm_content: string | null;
  /**
   * Channel of the user: the given `acquisition_source`, else `utm_source`; payments and analytics inherit it
   */
  acquisition_source: string | null;
  /** When the user registered */
  created_at: Timestamp;
}

export interface UserOverview {
  user: User;
  /** Devices of the user, newest first, at most 200 */
  devices: Array<Device>;
  /** What the user was granted, newest first */
  grants: Array<Grant>;
  /** Payments of the user, newest first */
  payments: Array<AdminPayment>;
}

export interface UserOverviewResponse {
  data: UserOverview;
}

export interface UserPage {
  data: Array<User>;
  /** Give it as `cursor` for the next page */
  next_cursor: string | null;
}

export interface UserResponse {
  data: User;
}

export type Uuid = string;

export interface VerificationRequest {
  /**
   * `whole` reads every record. `recent` reads those behind the last signed head that an earlier verification
   * has reached, and compares all signed heads; it does not find a record before it that was altered since.
   * Without such a head it reads every record, and is `whole`
   */
  scope?: 'recent' | 'whole';
}

export interface WebhookReceipt {
  /** Seen and dealt with */
  received: true;
}

export interface WebhookReceiptResponse {
  data: WebhookReceipt;
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
    /** What was sent with the payment */
    metadata?: Record<string, unknown>;
  };
}
