// Made by `make clients` from packages/contracts/openapi.json.
// ignore_for_file: lines_longer_than_80_chars

import '../json.dart';

final class AcceptConsentsBody {
  const AcceptConsentsBody({
    required this.consents,
    this.sourceScreen,
    this.more = const {},
  });

  factory AcceptConsentsBody.fromJson(JsonObject json) => AcceptConsentsBody(
    consents: readField(json, 'consents', listOf(objectOf(ConsentEntry.fromJson))),
    sourceScreen: readField(json, 'source_screen', asType<String?>),
    more: othersOf(json, const {'consents', 'source_screen'}),
  );

  /// One entry for each checkbox
  final List<ConsentEntry> consents;

  /// Name of the screen, never anything about the person; the re-consent dialog sends `reconsent_modal`
  final String? sourceScreen;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'consents': [for (final item in consents) item.toJson()],
    if (sourceScreen case final value?) 'source_screen': value,
  };
}

final class AdMarkingRequiredFields {
  const AdMarkingRequiredFields({
    required this.missing,
    this.more = const {},
  });

  factory AdMarkingRequiredFields.fromJson(JsonObject json) => AdMarkingRequiredFields(
    missing: readField(json, 'missing', listOf(asType<String>)),
    more: othersOf(json, const {'missing'}),
  );

  /// Fields of the mark that are missing
  final List<String> missing;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'missing': missing,
  };
}

/// An administrator of the platform
final class Admin {
  const Admin({
    required this.id,
    required this.email,
    required this.role,
    required this.createdAt,
    this.more = const {},
  });

  factory Admin.fromJson(JsonObject json) => Admin(
    id: readField(json, 'id', asType<Uuid>),
    email: readField(json, 'email', asType<String>),
    role: readField(json, 'role', asType<AdminRole>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'email', 'role', 'created_at'}),
  );

  /// Id of the administrator
  final Uuid id;

  /// Login name
  final String email;

  /// owner > admin > staff
  final AdminRole role;

  /// Creation time of the account
  final Timestamp createdAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'email': email,
    'role': role,
    'created_at': createdAt,
  };
}

/// A credential of a program that calls operations of administrators
final class AdminApiKey {
  const AdminApiKey({
    required this.id,
    required this.name,
    required this.role,
    required this.applicationIds,
    required this.hint,
    required this.expiresAt,
    required this.createdBy,
    required this.createdAt,
    required this.lastUsedAt,
    this.more = const {},
  });

  factory AdminApiKey.fromJson(JsonObject json) => AdminApiKey(
    id: readField(json, 'id', asType<Uuid>),
    name: readField(json, 'name', asType<String>),
    role: readField(json, 'role', asType<AdminApiKeyRole>),
    applicationIds: readField(json, 'application_ids', orNull(listOf(asType<Uuid>))),
    hint: readField(json, 'hint', asType<String>),
    expiresAt: readField(json, 'expires_at', asType<Timestamp?>),
    createdBy: readField(json, 'created_by', asType<Uuid>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    lastUsedAt: readField(json, 'last_used_at', asType<Timestamp?>),
    more: othersOf(json, const {'id', 'name', 'role', 'application_ids', 'hint', 'expires_at', 'created_by', 'created_at', 'last_used_at'}),
  );

  /// Id of the key
  final Uuid id;

  /// Name in the audit log, `key:<name>`; one of a kind
  final String name;

  /// What it may do, like an administrator of this role
  final AdminApiKeyRole role;

  /// It opens paths with one of these as `{application_id}` alone; null for all paths
  final List<Uuid>? applicationIds;

  /// Last four characters; the key itself was shown once and is stored hashed
  final String hint;

  /// End of the key; null for none
  final Timestamp? expiresAt;

  /// Id of the owner that made it
  final Uuid createdBy;

  /// When it was made
  final Timestamp createdAt;

  /// Last use, to the hour; null before the first one
  final Timestamp? lastUsedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'name': name,
    'role': role,
    'application_ids': applicationIds,
    'hint': hint,
    'expires_at': expiresAt,
    'created_by': createdBy,
    'created_at': createdAt,
    'last_used_at': lastUsedAt,
  };
}

final class AdminApiKeyCreate {
  const AdminApiKeyCreate({
    required this.name,
    required this.role,
    this.applicationIds,
    this.expiresAt,
    this.more = const {},
  });

  factory AdminApiKeyCreate.fromJson(JsonObject json) => AdminApiKeyCreate(
    name: readField(json, 'name', asType<String>),
    role: readField(json, 'role', asType<AdminApiKeyCreateRole>),
    applicationIds: readField(json, 'application_ids', orNull(listOf(asType<Uuid>))),
    expiresAt: readField(json, 'expires_at', asType<Timestamp?>),
    more: othersOf(json, const {'name', 'role', 'application_ids', 'expires_at'}),
  );

  /// Name in the audit log, `key:<name>`; one of a kind
  final String name;

  /// What it may do, like an administrator of this role
  final AdminApiKeyCreateRole role;

  /// Restricts it to paths with one of these as `{application_id}`
  final List<Uuid>? applicationIds;

  /// End of the key, ahead
  final Timestamp? expiresAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'name': name,
    'role': role,
    if (applicationIds case final value?) 'application_ids': value,
    if (expiresAt case final value?) 'expires_at': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const AdminApiKeyCreateRole(String wire) implements String {
  static const staff = AdminApiKeyCreateRole('staff');
  static const admin = AdminApiKeyCreateRole('admin');
  static const values = [staff, admin];
}

/// A later version of the platform may send values that are not among [values].
extension type const AdminApiKeyRole(String wire) implements String {
  static const staff = AdminApiKeyRole('staff');
  static const admin = AdminApiKeyRole('admin');
  static const values = [staff, admin];
}

final class AdminCreate {
  const AdminCreate({
    required this.email,
    required this.password,
    required this.role,
    this.more = const {},
  });

  factory AdminCreate.fromJson(JsonObject json) => AdminCreate(
    email: readField(json, 'email', asType<String>),
    password: readField(json, 'password', asType<String>),
    role: readField(json, 'role', asType<AdminCreateRole>),
    more: othersOf(json, const {'email', 'password', 'role'}),
  );

  /// Login name
  final String email;

  /// At least 12 characters, not easy to guess and not made of the e-mail (zxcvbn score 3 or more)
  final String password;

  /// owner > admin > staff
  final AdminCreateRole role;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'email': email,
    'password': password,
    'role': role,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const AdminCreateRole(String wire) implements String {
  static const staff = AdminCreateRole('staff');
  static const admin = AdminCreateRole('admin');
  static const owner = AdminCreateRole('owner');
  static const values = [staff, admin, owner];
}

final class AdminLogin {
  const AdminLogin({
    required this.email,
    required this.password,
    this.more = const {},
  });

  factory AdminLogin.fromJson(JsonObject json) => AdminLogin(
    email: readField(json, 'email', asType<String>),
    password: readField(json, 'password', asType<String>),
    more: othersOf(json, const {'email', 'password'}),
  );

  /// Login name
  final String email;

  /// Password of the account
  final String password;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'email': email,
    'password': password,
  };
}

final class AdminPasswordChange {
  const AdminPasswordChange({
    required this.currentPassword,
    required this.newPassword,
    this.more = const {},
  });

  factory AdminPasswordChange.fromJson(JsonObject json) => AdminPasswordChange(
    currentPassword: readField(json, 'current_password', asType<String>),
    newPassword: readField(json, 'new_password', asType<String>),
    more: othersOf(json, const {'current_password', 'new_password'}),
  );

  /// Password of the account
  final String currentPassword;

  /// At least 12 characters, not easy to guess and not made of the e-mail (zxcvbn score 3 or more)
  final String newPassword;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'current_password': currentPassword,
    'new_password': newPassword,
  };
}

final class AdminPatch {
  const AdminPatch({
    this.password,
    this.role,
    this.more = const {},
  });

  factory AdminPatch.fromJson(JsonObject json) => AdminPatch(
    password: readField(json, 'password', asType<String?>),
    role: readField(json, 'role', asType<AdminPatchRole?>),
    more: othersOf(json, const {'password', 'role'}),
  );

  /// At least 12 characters, not easy to guess and not made of the e-mail (zxcvbn score 3 or more)
  final String? password;

  /// owner > admin > staff
  final AdminPatchRole? role;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (password case final value?) 'password': value,
    if (role case final value?) 'role': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const AdminPatchRole(String wire) implements String {
  static const staff = AdminPatchRole('staff');
  static const admin = AdminPatchRole('admin');
  static const owner = AdminPatchRole('owner');
  static const values = [staff, admin, owner];
}

final class AdminPayment {
  const AdminPayment({
    required this.paymentId,
    required this.providerPaymentId,
    required this.status,
    required this.statusReason,
    required this.confirmationUrl,
    required this.amount,
    required this.currency,
    required this.refundedAmount,
    required this.planPriceId,
    required this.planCode,
    required this.requiresPurchase,
    required this.createdAt,
    required this.succeededAt,
    required this.userId,
    required this.acquisitionSource,
    required this.utmMedium,
    required this.utmCampaign,
    this.more = const {},
  });

  factory AdminPayment.fromJson(JsonObject json) => AdminPayment(
    paymentId: readField(json, 'payment_id', asType<Uuid>),
    providerPaymentId: readField(json, 'provider_payment_id', asType<String?>),
    status: readField(json, 'status', asType<PaymentStatus>),
    statusReason: readField(json, 'status_reason', asType<String?>),
    confirmationUrl: readField(json, 'confirmation_url', asType<String?>),
    amount: readField(json, 'amount', asType<num>),
    currency: readField(json, 'currency', asType<String>),
    refundedAmount: readField(json, 'refunded_amount', asType<num>),
    planPriceId: readField(json, 'plan_price_id', asType<Uuid>),
    planCode: readField(json, 'plan_code', asType<String>),
    requiresPurchase: readField(json, 'requires_purchase', asType<bool>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    succeededAt: readField(json, 'succeeded_at', asType<Timestamp?>),
    userId: readField(json, 'user_id', asType<Uuid>),
    acquisitionSource: readField(json, 'acquisition_source', asType<String?>),
    utmMedium: readField(json, 'utm_medium', asType<String?>),
    utmCampaign: readField(json, 'utm_campaign', asType<String?>),
    more: othersOf(json, const {'payment_id', 'provider_payment_id', 'status', 'status_reason', 'confirmation_url', 'amount', 'currency', 'refunded_amount', 'plan_price_id', 'plan_code', 'requires_purchase', 'created_at', 'succeeded_at', 'user_id', 'acquisition_source', 'utm_medium', 'utm_campaign'}),
  );

  /// Id of the payment here
  final Uuid paymentId;

  /// Id at the provider
  final String? providerPaymentId;

  /// pending → succeeded or canceled; succeeded → refunded
  final PaymentStatus status;

  /// Why it was canceled, for example expired_on_confirmation
  final String? statusReason;

  /// Where the person pays; null once it is settled
  final String? confirmationUrl;

  /// What is charged
  final num amount;

  /// ISO 4217
  final String currency;

  /// How much of it went back
  final num refundedAmount;

  /// The price that was bought
  final Uuid planPriceId;

  /// The plan that was bought
  final String planCode;

  /// Always true for a payment
  final bool requiresPurchase;

  /// When it was started
  final Timestamp createdAt;

  /// When it was paid
  final Timestamp? succeededAt;

  /// The user that pays
  final Uuid userId;

  /// Channel of the user when the payment was started
  final String? acquisitionSource;

  /// Attribution inherited from the user
  final String? utmMedium;

  /// Attribution inherited from the user
  final String? utmCampaign;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'payment_id': paymentId,
    'provider_payment_id': providerPaymentId,
    'status': status,
    'status_reason': statusReason,
    'confirmation_url': confirmationUrl,
    'amount': amount,
    'currency': currency,
    'refunded_amount': refundedAmount,
    'plan_price_id': planPriceId,
    'plan_code': planCode,
    'requires_purchase': requiresPurchase,
    'created_at': createdAt,
    'succeeded_at': succeededAt,
    'user_id': userId,
    'acquisition_source': acquisitionSource,
    'utm_medium': utmMedium,
    'utm_campaign': utmCampaign,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const AdminRole(String wire) implements String {
  static const staff = AdminRole('staff');
  static const admin = AdminRole('admin');
  static const owner = AdminRole('owner');
  static const values = [staff, admin, owner];
}

final class AdminSession {
  const AdminSession({
    required this.accessToken,
    required this.expiresAt,
    required this.admin,
    this.more = const {},
  });

  factory AdminSession.fromJson(JsonObject json) => AdminSession(
    accessToken: readField(json, 'access_token', asType<String>),
    expiresAt: readField(json, 'expires_at', asType<Timestamp>),
    admin: readField(json, 'admin', objectOf(Admin.fromJson)),
    more: othersOf(json, const {'access_token', 'expires_at', 'admin'}),
  );

  /// Send as `Authorization: Bearer`
  final String accessToken;

  /// End of the session
  final Timestamp expiresAt;

  final Admin admin;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'access_token': accessToken,
    'expires_at': expiresAt,
    'admin': admin.toJson(),
  };
}

/// A ticket, as staff sees it
final class AdminTicket {
  const AdminTicket({
    required this.id,
    required this.status,
    required this.category,
    required this.appVersion,
    required this.platform,
    required this.messageCount,
    required this.createdAt,
    required this.lastMessageAt,
    required this.closedAt,
    required this.subject,
    required this.applicationId,
    required this.userId,
    required this.priority,
    required this.assigneeId,
    required this.version,
    required this.updatedAt,
    this.more = const {},
  });

  factory AdminTicket.fromJson(JsonObject json) => AdminTicket(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<AdminTicketStatus>),
    category: readField(json, 'category', asType<String?>),
    appVersion: readField(json, 'app_version', asType<String?>),
    platform: readField(json, 'platform', asType<String?>),
    messageCount: readField(json, 'message_count', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    lastMessageAt: readField(json, 'last_message_at', asType<Timestamp>),
    closedAt: readField(json, 'closed_at', asType<Timestamp?>),
    subject: readField(json, 'subject', asType<String?>),
    applicationId: readField(json, 'application_id', asType<Uuid>),
    userId: readField(json, 'user_id', asType<Uuid>),
    priority: readField(json, 'priority', asType<AdminTicketPriority>),
    assigneeId: readField(json, 'assignee_id', asType<Uuid?>),
    version: readField(json, 'version', asInt),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'status', 'category', 'app_version', 'platform', 'message_count', 'created_at', 'last_message_at', 'closed_at', 'subject', 'application_id', 'user_id', 'priority', 'assignee_id', 'version', 'updated_at'}),
  );

  /// Id
  final Uuid id;

  /// `open`: staff has to act; `pending`: answered, waits for the user; `closed`
  final AdminTicketStatus status;

  /// Code that the client gave
  final String? category;

  /// Version of the client
  final String? appVersion;

  /// Platform of the client
  final String? platform;

  /// Messages, without internal notes
  final int messageCount;

  /// When it was opened
  final Timestamp createdAt;

  /// When the last message came, internal notes aside
  final Timestamp lastMessageAt;

  /// When it was closed; a message in the next 14 days opens it again
  final Timestamp? closedAt;

  /// Subject; null when the user was erased
  final String? subject;

  /// Application
  final Uuid applicationId;

  /// User
  final Uuid userId;

  /// Urgency; no user sees it
  final AdminTicketPriority priority;

  /// Assigned administrator
  final Uuid? assigneeId;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it changed last
  final Timestamp updatedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'category': category,
    'app_version': appVersion,
    'platform': platform,
    'message_count': messageCount,
    'created_at': createdAt,
    'last_message_at': lastMessageAt,
    'closed_at': closedAt,
    'subject': subject,
    'application_id': applicationId,
    'user_id': userId,
    'priority': priority,
    'assignee_id': assigneeId,
    'version': version,
    'updated_at': updatedAt,
  };
}

/// A message of a ticket, as staff sees it
final class AdminTicketMessage {
  const AdminTicketMessage({
    required this.id,
    required this.author,
    required this.attachments,
    required this.createdAt,
    required this.message,
    required this.isInternal,
    required this.adminId,
    this.more = const {},
  });

  factory AdminTicketMessage.fromJson(JsonObject json) => AdminTicketMessage(
    id: readField(json, 'id', asType<Uuid>),
    author: readField(json, 'author', asType<AdminTicketMessageAuthor>),
    attachments: readField(json, 'attachments', listOf(objectOf(SupportAttachment.fromJson))),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    message: readField(json, 'message', asType<String?>),
    isInternal: readField(json, 'is_internal', asType<bool>),
    adminId: readField(json, 'admin_id', asType<Uuid?>),
    more: othersOf(json, const {'id', 'author', 'attachments', 'created_at', 'message', 'is_internal', 'admin_id'}),
  );

  /// Id
  final Uuid id;

  /// Side that wrote it
  final AdminTicketMessageAuthor author;

  /// Files
  final List<SupportAttachment> attachments;

  /// When it was written
  final Timestamp createdAt;

  /// Text; null when the user was erased
  final String? message;

  /// A note for staff, which no user sees
  final bool isInternal;

  /// The administrator who wrote it
  final Uuid? adminId;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'author': author,
    'attachments': [for (final item in attachments) item.toJson()],
    'created_at': createdAt,
    'message': message,
    'is_internal': isInternal,
    'admin_id': adminId,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const AdminTicketMessageAuthor(String wire) implements String {
  static const user = AdminTicketMessageAuthor('user');
  static const staff = AdminTicketMessageAuthor('staff');
  static const values = [user, staff];
}

/// A later version of the platform may send values that are not among [values].
extension type const AdminTicketPriority(String wire) implements String {
  static const low = AdminTicketPriority('low');
  static const normal = AdminTicketPriority('normal');
  static const high = AdminTicketPriority('high');
  static const values = [low, normal, high];
}

/// A later version of the platform may send values that are not among [values].
extension type const AdminTicketStatus(String wire) implements String {
  static const open = AdminTicketStatus('open');
  static const pending = AdminTicketStatus('pending');
  static const closed = AdminTicketStatus('closed');
  static const values = [open, pending, closed];
}

final class AdminTicketWithMessages {
  const AdminTicketWithMessages({
    required this.id,
    required this.status,
    required this.category,
    required this.appVersion,
    required this.platform,
    required this.messageCount,
    required this.createdAt,
    required this.lastMessageAt,
    required this.closedAt,
    required this.subject,
    required this.applicationId,
    required this.userId,
    required this.priority,
    required this.assigneeId,
    required this.version,
    required this.updatedAt,
    required this.messages,
    this.more = const {},
  });

  factory AdminTicketWithMessages.fromJson(JsonObject json) => AdminTicketWithMessages(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<AdminTicketStatus>),
    category: readField(json, 'category', asType<String?>),
    appVersion: readField(json, 'app_version', asType<String?>),
    platform: readField(json, 'platform', asType<String?>),
    messageCount: readField(json, 'message_count', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    lastMessageAt: readField(json, 'last_message_at', asType<Timestamp>),
    closedAt: readField(json, 'closed_at', asType<Timestamp?>),
    subject: readField(json, 'subject', asType<String?>),
    applicationId: readField(json, 'application_id', asType<Uuid>),
    userId: readField(json, 'user_id', asType<Uuid>),
    priority: readField(json, 'priority', asType<AdminTicketPriority>),
    assigneeId: readField(json, 'assignee_id', asType<Uuid?>),
    version: readField(json, 'version', asInt),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    messages: readField(json, 'messages', listOf(objectOf(AdminTicketMessage.fromJson))),
    more: othersOf(json, const {'id', 'status', 'category', 'app_version', 'platform', 'message_count', 'created_at', 'last_message_at', 'closed_at', 'subject', 'application_id', 'user_id', 'priority', 'assignee_id', 'version', 'updated_at', 'messages'}),
  );

  /// Id
  final Uuid id;

  /// `open`: staff has to act; `pending`: answered, waits for the user; `closed`
  final AdminTicketStatus status;

  /// Code that the client gave
  final String? category;

  /// Version of the client
  final String? appVersion;

  /// Platform of the client
  final String? platform;

  /// Messages, without internal notes
  final int messageCount;

  /// When it was opened
  final Timestamp createdAt;

  /// When the last message came, internal notes aside
  final Timestamp lastMessageAt;

  /// When it was closed; a message in the next 14 days opens it again
  final Timestamp? closedAt;

  /// Subject; null when the user was erased
  final String? subject;

  /// Application
  final Uuid applicationId;

  /// User
  final Uuid userId;

  /// Urgency; no user sees it
  final AdminTicketPriority priority;

  /// Assigned administrator
  final Uuid? assigneeId;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it changed last
  final Timestamp updatedAt;

  /// Oldest first
  final List<AdminTicketMessage> messages;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'category': category,
    'app_version': appVersion,
    'platform': platform,
    'message_count': messageCount,
    'created_at': createdAt,
    'last_message_at': lastMessageAt,
    'closed_at': closedAt,
    'subject': subject,
    'application_id': applicationId,
    'user_id': userId,
    'priority': priority,
    'assignee_id': assigneeId,
    'version': version,
    'updated_at': updatedAt,
    'messages': [for (final item in messages) item.toJson()],
  };
}

final class Advertiser {
  const Advertiser({
    required this.name,
    required this.inn,
    this.more = const {},
  });

  factory Advertiser.fromJson(JsonObject json) => Advertiser(
    name: readField(json, 'name', asType<String>),
    inn: readField(json, 'inn', asType<String>),
    more: othersOf(json, const {'name', 'inn'}),
  );

  /// Name of the advertiser
  final String name;

  /// ИНН, 10 or 12 digits
  final String inn;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'name': name,
    'inn': inn,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const AdviseOnSeoReportLocale(String wire) implements String {
  static const ru = AdviseOnSeoReportLocale('ru');
  static const en = AdviseOnSeoReportLocale('en');
  static const values = [ru, en];
}

/// Why no text of a model came
/// A later version of the platform may send values that are not among [values].
extension type const AiFailure(String wire) implements String {
  static const notConfigured = AiFailure('not_configured');
  static const featureOff = AiFailure('feature_off');
  static const legalTextsOff = AiFailure('legal_texts_off');
  static const inputTooLong = AiFailure('input_too_long');
  static const budgetExceeded = AiFailure('budget_exceeded');
  static const addressRefused = AiFailure('address_refused');
  static const unreachable = AiFailure('unreachable');
  static const timeout = AiFailure('timeout');
  static const keyRefused = AiFailure('key_refused');
  static const quotaExhausted = AiFailure('quota_exhausted');
  static const rateLimited = AiFailure('rate_limited');
  static const providerError = AiFailure('provider_error');
  static const refused = AiFailure('refused');
  static const invalidOutput = AiFailure('invalid_output');
  static const unknownOutcome = AiFailure('unknown_outcome');
  static const values = [notConfigured, featureOff, legalTextsOff, inputTooLong, budgetExceeded, addressRefused, unreachable, timeout, keyRefused, quotaExhausted, rateLimited, providerError, refused, invalidOutput, unknownOutcome];
}

/// The parts of the platform that may ask
final class AiFeatures {
  const AiFeatures({
    required this.seo,
    required this.social,
    this.more = const {},
  });

  factory AiFeatures.fromJson(JsonObject json) => AiFeatures(
    seo: readField(json, 'seo', asType<bool>),
    social: readField(json, 'social', asType<bool>),
    more: othersOf(json, const {'seo', 'social'}),
  );

  /// Audits, fields of texts, reports
  final bool seo;

  /// Posts for social networks
  final bool social;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'seo': seo,
    'social': social,
  };
}

/// Settings of the provider of language models
final class AiSettings {
  const AiSettings({
    required this.provider,
    required this.baseUrl,
    required this.model,
    required this.folderId,
    required this.enabled,
    required this.features,
    required this.dailyTokens,
    required this.monthlyTokens,
    required this.timeoutSeconds,
    required this.allowPrivateAddress,
    required this.legalTexts,
    required this.apiKey,
    required this.updatedAt,
    required this.updatedBy,
    this.more = const {},
  });

  factory AiSettings.fromJson(JsonObject json) => AiSettings(
    provider: readField(json, 'provider', asType<AiSettingsProvider>),
    baseUrl: readField(json, 'base_url', asType<String?>),
    model: readField(json, 'model', asType<String?>),
    folderId: readField(json, 'folder_id', asType<String?>),
    enabled: readField(json, 'enabled', asType<bool>),
    features: readField(json, 'features', objectOf(AiFeatures.fromJson)),
    dailyTokens: readField(json, 'daily_tokens', asInt),
    monthlyTokens: readField(json, 'monthly_tokens', asInt),
    timeoutSeconds: readField(json, 'timeout_seconds', asInt),
    allowPrivateAddress: readField(json, 'allow_private_address', asType<bool>),
    legalTexts: readField(json, 'legal_texts', asType<bool>),
    apiKey: readField(json, 'api_key', asType<String?>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp?>),
    updatedBy: readField(json, 'updated_by', asType<String?>),
    more: othersOf(json, const {'provider', 'base_url', 'model', 'folder_id', 'enabled', 'features', 'daily_tokens', 'monthly_tokens', 'timeout_seconds', 'allow_private_address', 'legal_texts', 'api_key', 'updated_at', 'updated_by'}),
  );

  /// The dialect that the provider speaks; `custom` is that of OpenAI
  final AiSettingsProvider provider;

  /// Address of the API, up to `/chat/completions`; that of the provider when null
  final String? baseUrl;

  /// Name of the model
  final String? model;

  /// Folder of Yandex Cloud, for `yandex`
  final String? folderId;

  /// Whether texts of a model are asked for at all
  final bool enabled;

  final AiFeatures features;

  /// Tokens of a day (UTC) at most
  final int dailyTokens;

  /// Tokens of a calendar month (UTC) at most
  final int monthlyTokens;

  /// Seconds for one answer, with all its tries
  final int timeoutSeconds;

  /// `base_url` may be inside the network, for a model of your own; the role `owner` sets it
  final bool allowPrivateAddress;

  /// Texts of legal documents may be sent to the provider
  final bool legalTexts;

  /// The last four characters behind `…`; null without a key
  final String? apiKey;

  /// Last change; null before the first one
  final Timestamp? updatedAt;

  /// E-mail of the administrator who changed it last
  final String? updatedBy;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'provider': provider,
    'base_url': baseUrl,
    'model': model,
    'folder_id': folderId,
    'enabled': enabled,
    'features': features.toJson(),
    'daily_tokens': dailyTokens,
    'monthly_tokens': monthlyTokens,
    'timeout_seconds': timeoutSeconds,
    'allow_private_address': allowPrivateAddress,
    'legal_texts': legalTexts,
    'api_key': apiKey,
    'updated_at': updatedAt,
    'updated_by': updatedBy,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const AiSettingsProvider(String wire) implements String {
  static const openai = AiSettingsProvider('openai');
  static const openrouter = AiSettingsProvider('openrouter');
  static const yandex = AiSettingsProvider('yandex');
  static const gigachat = AiSettingsProvider('gigachat');
  static const ollama = AiSettingsProvider('ollama');
  static const custom = AiSettingsProvider('custom');
  static const values = [openai, openrouter, yandex, gigachat, ollama, custom];
}

final class AiSettingsPut {
  const AiSettingsPut({
    this.provider,
    this.baseUrl,
    this.model,
    this.folderId,
    this.enabled,
    this.features,
    this.dailyTokens,
    this.monthlyTokens,
    this.timeoutSeconds,
    this.allowPrivateAddress,
    this.legalTexts,
    this.apiKey,
    this.more = const {},
  });

  factory AiSettingsPut.fromJson(JsonObject json) => AiSettingsPut(
    provider: readField(json, 'provider', asType<AiSettingsPutProvider?>),
    baseUrl: readField(json, 'base_url', asType<String?>),
    model: readField(json, 'model', asType<String?>),
    folderId: readField(json, 'folder_id', asType<String?>),
    enabled: readField(json, 'enabled', asType<bool?>),
    features: readField(json, 'features', orNull(objectOf(AiFeatures.fromJson))),
    dailyTokens: readField(json, 'daily_tokens', orNull(asInt)),
    monthlyTokens: readField(json, 'monthly_tokens', orNull(asInt)),
    timeoutSeconds: readField(json, 'timeout_seconds', orNull(asInt)),
    allowPrivateAddress: readField(json, 'allow_private_address', asType<bool?>),
    legalTexts: readField(json, 'legal_texts', asType<bool?>),
    apiKey: readField(json, 'api_key', asType<String?>),
    more: othersOf(json, const {'provider', 'base_url', 'model', 'folder_id', 'enabled', 'features', 'daily_tokens', 'monthly_tokens', 'timeout_seconds', 'allow_private_address', 'legal_texts', 'api_key'}),
  );

  /// The dialect that the provider speaks; `custom` is that of OpenAI
  final AiSettingsPutProvider? provider;

  /// Address of the API, up to `/chat/completions`; that of the provider when null
  final String? baseUrl;

  /// Name of the model
  final String? model;

  /// Folder of Yandex Cloud, for `yandex`
  final String? folderId;

  /// Whether texts of a model are asked for at all
  final bool? enabled;

  final AiFeatures? features;

  /// Tokens of a day (UTC) at most
  final int? dailyTokens;

  /// Tokens of a calendar month (UTC) at most
  final int? monthlyTokens;

  /// Seconds for one answer, with all its tries
  final int? timeoutSeconds;

  /// `base_url` may be inside the network, for a model of your own; the role `owner` sets it
  final bool? allowPrivateAddress;

  /// Texts of legal documents may be sent to the provider
  final bool? legalTexts;

  /// Key of the provider; of GigaChat the authorization key. The masked key of a read changes nothing
  final String? apiKey;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (provider case final value?) 'provider': value,
    if (baseUrl case final value?) 'base_url': value,
    if (model case final value?) 'model': value,
    if (folderId case final value?) 'folder_id': value,
    if (enabled case final value?) 'enabled': value,
    if (features case final value?) 'features': value.toJson(),
    if (dailyTokens case final value?) 'daily_tokens': value,
    if (monthlyTokens case final value?) 'monthly_tokens': value,
    if (timeoutSeconds case final value?) 'timeout_seconds': value,
    if (allowPrivateAddress case final value?) 'allow_private_address': value,
    if (legalTexts case final value?) 'legal_texts': value,
    if (apiKey case final value?) 'api_key': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const AiSettingsPutProvider(String wire) implements String {
  static const openai = AiSettingsPutProvider('openai');
  static const openrouter = AiSettingsPutProvider('openrouter');
  static const yandex = AiSettingsPutProvider('yandex');
  static const gigachat = AiSettingsPutProvider('gigachat');
  static const ollama = AiSettingsPutProvider('ollama');
  static const custom = AiSettingsPutProvider('custom');
  static const values = [openai, openrouter, yandex, gigachat, ollama, custom];
}

final class AiTest {
  const AiTest({
    required this.ok,
    required this.latencyMs,
    required this.error,
    this.more = const {},
  });

  factory AiTest.fromJson(JsonObject json) => AiTest(
    ok: readField(json, 'ok', asType<bool>),
    latencyMs: readField(json, 'latency_ms', asInt),
    error: readField(json, 'error', asType<AiFailure?>),
    more: othersOf(json, const {'ok', 'latency_ms', 'error'}),
  );

  /// The provider answered as it should
  final bool ok;

  /// Milliseconds until the answer or the failure
  final int latencyMs;

  /// What went wrong; null for a success
  final AiFailure? error;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'ok': ok,
    'latency_ms': latencyMs,
    'error': error,
  };
}

final class AiUsage {
  const AiUsage({
    required this.day,
    required this.feature,
    required this.requests,
    required this.tokens,
    required this.failed,
    this.more = const {},
  });

  factory AiUsage.fromJson(JsonObject json) => AiUsage(
    day: readField(json, 'day', asType<String>),
    feature: readField(json, 'feature', asType<AiUsageFeature>),
    requests: readField(json, 'requests', asInt),
    tokens: readField(json, 'tokens', asInt),
    failed: readField(json, 'failed', asInt),
    more: othersOf(json, const {'day', 'feature', 'requests', 'tokens', 'failed'}),
  );

  /// Day (UTC)
  final String day;

  /// The part of the platform; `test` is the test call
  final AiUsageFeature feature;

  /// Texts that were asked for
  final int requests;

  /// Tokens that they cost, as the provider counts them
  final int tokens;

  /// Requests without a usable text
  final int failed;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'day': day,
    'feature': feature,
    'requests': requests,
    'tokens': tokens,
    'failed': failed,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const AiUsageFeature(String wire) implements String {
  static const seo = AiUsageFeature('seo');
  static const social = AiUsageFeature('social');
  static const test = AiUsageFeature('test');
  static const values = [seo, social, test];
}

/// The same text in another language
final class Alternate {
  const Alternate({
    required this.locale,
    required this.slug,
    required this.url,
    this.more = const {},
  });

  factory Alternate.fromJson(JsonObject json) => Alternate(
    locale: readField(json, 'locale', asType<String>),
    slug: readField(json, 'slug', asType<String>),
    url: readField(json, 'url', asType<String?>),
    more: othersOf(json, const {'locale', 'slug', 'url'}),
  );

  /// Language
  final String locale;

  /// Its slug there
  final String slug;

  /// Its address there
  final String? url;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'locale': locale,
    'slug': slug,
    'url': url,
  };
}

final class AnalyticsSettings {
  const AnalyticsSettings({
    required this.timezone,
    required this.retentionDays,
    this.more = const {},
  });

  factory AnalyticsSettings.fromJson(JsonObject json) => AnalyticsSettings(
    timezone: readField(json, 'timezone', asType<String>),
    retentionDays: readField(json, 'retention_days', asInt),
    more: othersOf(json, const {'timezone', 'retention_days'}),
  );

  /// Whose days reports count
  final String timezone;

  /// How long single events are kept; counted days stay
  final int retentionDays;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'timezone': timezone,
    'retention_days': retentionDays,
  };
}

final class AnalyticsSettingsChange {
  const AnalyticsSettingsChange({
    this.timezone,
    this.retentionDays,
    this.more = const {},
  });

  factory AnalyticsSettingsChange.fromJson(JsonObject json) => AnalyticsSettingsChange(
    timezone: readField(json, 'timezone', asType<String?>),
    retentionDays: readField(json, 'retention_days', orNull(asInt)),
    more: othersOf(json, const {'timezone', 'retention_days'}),
  );

  /// Whose days reports count, by name
  final String? timezone;

  /// How long single events are kept; counted days stay
  final int? retentionDays;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (timezone case final value?) 'timezone': value,
    if (retentionDays case final value?) 'retention_days': value,
  };
}

final class AppVersionUser {
  const AppVersionUser({
    required this.applicationId,
    required this.userId,
    required this.platform,
    required this.appVersion,
    required this.lastEventAt,
    this.more = const {},
  });

  factory AppVersionUser.fromJson(JsonObject json) => AppVersionUser(
    applicationId: readField(json, 'application_id', asType<Uuid>),
    userId: readField(json, 'user_id', asType<Uuid>),
    platform: readField(json, 'platform', asType<String?>),
    appVersion: readField(json, 'app_version', asType<String?>),
    lastEventAt: readField(json, 'last_event_at', asType<Timestamp>),
    more: othersOf(json, const {'application_id', 'user_id', 'platform', 'app_version', 'last_event_at'}),
  );

  /// The application of the user
  final Uuid applicationId;

  /// The user
  final Uuid userId;

  /// Client platform
  final String? platform;

  /// Version of the latest event there
  final String? appVersion;

  /// When that was
  final Timestamp lastEventAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'application_id': applicationId,
    'user_id': userId,
    'platform': platform,
    'app_version': appVersion,
    'last_event_at': lastEventAt,
  };
}

final class AppVersions {
  const AppVersions({
    required this.from,
    required this.to,
    required this.timezone,
    required this.asOf,
    required this.totalUsers,
    required this.versions,
    this.more = const {},
  });

  factory AppVersions.fromJson(JsonObject json) => AppVersions(
    from: readField(json, 'from', asType<CalendarDay>),
    to: readField(json, 'to', asType<CalendarDay>),
    timezone: readField(json, 'timezone', asType<String>),
    asOf: readField(json, 'as_of', asType<Timestamp>),
    totalUsers: readField(json, 'total_users', asInt),
    versions: readField(json, 'versions', listOf(objectOf(AppVersionsVersionsItem.fromJson))),
    more: othersOf(json, const {'from', 'to', 'timezone', 'as_of', 'total_users', 'versions'}),
  );

  /// First day
  final CalendarDay from;

  /// Last day, included
  final CalendarDay to;

  /// Whose days they are
  final String timezone;

  /// Every event that was stored by then is counted
  final Timestamp asOf;

  /// A user on two platforms counts on both
  final int totalUsers;

  /// Most users first
  final List<AppVersionsVersionsItem> versions;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'from': from,
    'to': to,
    'timezone': timezone,
    'as_of': asOf,
    'total_users': totalUsers,
    'versions': [for (final item in versions) item.toJson()],
  };
}

final class AppVersionsVersionsItem {
  const AppVersionsVersionsItem({
    required this.platform,
    required this.appVersion,
    required this.users,
    required this.share,
    this.more = const {},
  });

  factory AppVersionsVersionsItem.fromJson(JsonObject json) => AppVersionsVersionsItem(
    platform: readField(json, 'platform', asType<String?>),
    appVersion: readField(json, 'app_version', asType<String?>),
    users: readField(json, 'users', asInt),
    share: readField(json, 'share', asType<num>),
    more: othersOf(json, const {'platform', 'app_version', 'users', 'share'}),
  );

  /// Client platform
  final String? platform;

  /// Version; null when the client did not say
  final String? appVersion;

  /// Users whose latest event there came from it
  final int users;

  /// Part of all, in percent with two decimals
  final num share;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'platform': platform,
    'app_version': appVersion,
    'users': users,
    'share': share,
  };
}

final class Application {
  const Application({
    required this.id,
    required this.code,
    required this.name,
    required this.description,
    required this.status,
    required this.paymentsEnabled,
    required this.iconUrl,
    required this.websiteUrl,
    required this.offlineGraceDays,
    required this.returnUrlSchemes,
    required this.receiptSettings,
    required this.maxActiveDevices,
    required this.deviceLimitPolicy,
    required this.createdAt,
    required this.updatedAt,
    this.more = const {},
  });

  factory Application.fromJson(JsonObject json) => Application(
    id: readField(json, 'id', asType<Uuid>),
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    description: readField(json, 'description', asType<String?>),
    status: readField(json, 'status', asType<ApplicationStatus>),
    paymentsEnabled: readField(json, 'payments_enabled', asType<bool>),
    iconUrl: readField(json, 'icon_url', asType<String?>),
    websiteUrl: readField(json, 'website_url', asType<String?>),
    offlineGraceDays: readField(json, 'offline_grace_days', asInt),
    returnUrlSchemes: readField(json, 'return_url_schemes', listOf(asType<String>)),
    receiptSettings: readField(json, 'receipt_settings', orNull(objectOf(ReceiptSettings.fromJson))),
    maxActiveDevices: readField(json, 'max_active_devices', asInt),
    deviceLimitPolicy: readField(json, 'device_limit_policy', asType<ApplicationDeviceLimitPolicy>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'code', 'name', 'description', 'status', 'payments_enabled', 'icon_url', 'website_url', 'offline_grace_days', 'return_url_schemes', 'receipt_settings', 'max_active_devices', 'device_limit_policy', 'created_at', 'updated_at'}),
  );

  /// Usable as `X-Application-Id`
  final Uuid id;

  /// Stable code that clients use
  final String code;

  /// Label
  final String name;

  /// Text
  final String? description;

  /// Only `active` is served publicly
  final ApplicationStatus status;

  /// Whether paid checkout is on
  final bool paymentsEnabled;

  /// Public address of the icon
  final String? iconUrl;

  /// Marketing or product site
  final String? websiteUrl;

  /// How many days a client may trust a snapshot without asking again
  final int offlineGraceDays;

  /// App schemes that a return_url may use besides http and https
  final List<String> returnUrlSchemes;

  /// 54-FZ receipts of payments; null sends none
  final ReceiptSettings? receiptSettings;

  /// How many devices one user may have active at a time
  final int maxActiveDevices;

  /// A device too many is refused, or the one that was seen longest ago is revoked for it
  final ApplicationDeviceLimitPolicy deviceLimitPolicy;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'code': code,
    'name': name,
    'description': description,
    'status': status,
    'payments_enabled': paymentsEnabled,
    'icon_url': iconUrl,
    'website_url': websiteUrl,
    'offline_grace_days': offlineGraceDays,
    'return_url_schemes': returnUrlSchemes,
    'receipt_settings': receiptSettings?.toJson(),
    'max_active_devices': maxActiveDevices,
    'device_limit_policy': deviceLimitPolicy,
    'created_at': createdAt,
    'updated_at': updatedAt,
  };
}

final class ApplicationCreate {
  const ApplicationCreate({
    required this.code,
    required this.name,
    this.description,
    this.websiteUrl,
    this.status,
    this.paymentsEnabled,
    this.offlineGraceDays,
    this.returnUrlSchemes,
    this.receiptSettings,
    this.maxActiveDevices,
    this.deviceLimitPolicy,
    this.more = const {},
  });

  factory ApplicationCreate.fromJson(JsonObject json) => ApplicationCreate(
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    description: readField(json, 'description', asType<String?>),
    websiteUrl: readField(json, 'website_url', asType<String?>),
    status: readField(json, 'status', asType<ApplicationCreateStatus?>),
    paymentsEnabled: readField(json, 'payments_enabled', asType<bool?>),
    offlineGraceDays: readField(json, 'offline_grace_days', orNull(asInt)),
    returnUrlSchemes: readField(json, 'return_url_schemes', orNull(listOf(asType<String>))),
    receiptSettings: readField(json, 'receipt_settings', orNull(objectOf(ReceiptSettingsInput.fromJson))),
    maxActiveDevices: readField(json, 'max_active_devices', orNull(asInt)),
    deviceLimitPolicy: readField(json, 'device_limit_policy', asType<ApplicationCreateDeviceLimitPolicy?>),
    more: othersOf(json, const {'code', 'name', 'description', 'website_url', 'status', 'payments_enabled', 'offline_grace_days', 'return_url_schemes', 'receipt_settings', 'max_active_devices', 'device_limit_policy'}),
  );

  /// Stable code that clients use; never changes
  final String code;

  /// Label
  final String name;

  /// Text
  final String? description;

  /// Marketing or product site
  final String? websiteUrl;

  /// Whether it is served at once
  final ApplicationCreateStatus? status;

  /// Whether paid checkout is on
  final bool? paymentsEnabled;

  /// How many days a snapshot is trusted offline
  final int? offlineGraceDays;

  /// App schemes that a return_url may use besides http and https
  final List<String>? returnUrlSchemes;

  /// 54-FZ receipts of payments; null sends none
  final ReceiptSettingsInput? receiptSettings;

  /// How many devices one user may have active at a time
  final int? maxActiveDevices;

  /// A device too many is refused, or the one that was seen longest ago is revoked for it
  final ApplicationCreateDeviceLimitPolicy? deviceLimitPolicy;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'name': name,
    if (description case final value?) 'description': value,
    if (websiteUrl case final value?) 'website_url': value,
    if (status case final value?) 'status': value,
    if (paymentsEnabled case final value?) 'payments_enabled': value,
    if (offlineGraceDays case final value?) 'offline_grace_days': value,
    if (returnUrlSchemes case final value?) 'return_url_schemes': value,
    if (receiptSettings case final value?) 'receipt_settings': value.toJson(),
    if (maxActiveDevices case final value?) 'max_active_devices': value,
    if (deviceLimitPolicy case final value?) 'device_limit_policy': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ApplicationCreateDeviceLimitPolicy(String wire) implements String {
  static const reject = ApplicationCreateDeviceLimitPolicy('reject');
  static const evictOldest = ApplicationCreateDeviceLimitPolicy('evict_oldest');
  static const values = [reject, evictOldest];
}

/// A later version of the platform may send values that are not among [values].
extension type const ApplicationCreateStatus(String wire) implements String {
  static const active = ApplicationCreateStatus('active');
  static const draft = ApplicationCreateStatus('draft');
  static const values = [active, draft];
}

/// A later version of the platform may send values that are not among [values].
extension type const ApplicationDeviceLimitPolicy(String wire) implements String {
  static const reject = ApplicationDeviceLimitPolicy('reject');
  static const evictOldest = ApplicationDeviceLimitPolicy('evict_oldest');
  static const values = [reject, evictOldest];
}

final class ApplicationPatch {
  const ApplicationPatch({
    this.name,
    this.description,
    this.websiteUrl,
    this.status,
    this.paymentsEnabled,
    this.offlineGraceDays,
    this.returnUrlSchemes,
    this.receiptSettings,
    this.maxActiveDevices,
    this.deviceLimitPolicy,
    this.more = const {},
  });

  factory ApplicationPatch.fromJson(JsonObject json) => ApplicationPatch(
    name: readField(json, 'name', asType<String?>),
    description: readField(json, 'description', asType<String?>),
    websiteUrl: readField(json, 'website_url', asType<String?>),
    status: readField(json, 'status', asType<ApplicationPatchStatus?>),
    paymentsEnabled: readField(json, 'payments_enabled', asType<bool?>),
    offlineGraceDays: readField(json, 'offline_grace_days', orNull(asInt)),
    returnUrlSchemes: readField(json, 'return_url_schemes', orNull(listOf(asType<String>))),
    receiptSettings: readField(json, 'receipt_settings', orNull(objectOf(ReceiptSettingsInput.fromJson))),
    maxActiveDevices: readField(json, 'max_active_devices', orNull(asInt)),
    deviceLimitPolicy: readField(json, 'device_limit_policy', asType<ApplicationPatchDeviceLimitPolicy?>),
    more: othersOf(json, const {'name', 'description', 'website_url', 'status', 'payments_enabled', 'offline_grace_days', 'return_url_schemes', 'receipt_settings', 'max_active_devices', 'device_limit_policy'}),
  );

  /// Label
  final String? name;

  /// Text
  final String? description;

  /// Marketing or product site
  final String? websiteUrl;

  /// draft → active ⇄ suspended, and from each of them to archived, which is final. Only `active` is served
  final ApplicationPatchStatus? status;

  /// Whether paid checkout is on
  final bool? paymentsEnabled;

  /// How many days a snapshot is trusted offline
  final int? offlineGraceDays;

  /// App schemes that a return_url may use besides http and https
  final List<String>? returnUrlSchemes;

  /// 54-FZ receipts of payments; null sends none
  final ReceiptSettingsInput? receiptSettings;

  /// How many devices one user may have active at a time
  final int? maxActiveDevices;

  /// A device too many is refused, or the one that was seen longest ago is revoked for it
  final ApplicationPatchDeviceLimitPolicy? deviceLimitPolicy;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (name case final value?) 'name': value,
    if (description case final value?) 'description': value,
    if (websiteUrl case final value?) 'website_url': value,
    if (status case final value?) 'status': value,
    if (paymentsEnabled case final value?) 'payments_enabled': value,
    if (offlineGraceDays case final value?) 'offline_grace_days': value,
    if (returnUrlSchemes case final value?) 'return_url_schemes': value,
    if (receiptSettings case final value?) 'receipt_settings': value.toJson(),
    if (maxActiveDevices case final value?) 'max_active_devices': value,
    if (deviceLimitPolicy case final value?) 'device_limit_policy': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ApplicationPatchDeviceLimitPolicy(String wire) implements String {
  static const reject = ApplicationPatchDeviceLimitPolicy('reject');
  static const evictOldest = ApplicationPatchDeviceLimitPolicy('evict_oldest');
  static const values = [reject, evictOldest];
}

/// A later version of the platform may send values that are not among [values].
extension type const ApplicationPatchStatus(String wire) implements String {
  static const active = ApplicationPatchStatus('active');
  static const draft = ApplicationPatchStatus('draft');
  static const suspended = ApplicationPatchStatus('suspended');
  static const archived = ApplicationPatchStatus('archived');
  static const values = [active, draft, suspended, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const ApplicationStatus(String wire) implements String {
  static const active = ApplicationStatus('active');
  static const draft = ApplicationStatus('draft');
  static const suspended = ApplicationStatus('suspended');
  static const archived = ApplicationStatus('archived');
  static const values = [active, draft, suspended, archived];
}

final class ApplicationWithKeys {
  const ApplicationWithKeys({
    required this.id,
    required this.code,
    required this.name,
    required this.description,
    required this.status,
    required this.paymentsEnabled,
    required this.iconUrl,
    required this.websiteUrl,
    required this.offlineGraceDays,
    required this.returnUrlSchemes,
    required this.receiptSettings,
    required this.maxActiveDevices,
    required this.deviceLimitPolicy,
    required this.createdAt,
    required this.updatedAt,
    required this.publicKeys,
    this.more = const {},
  });

  factory ApplicationWithKeys.fromJson(JsonObject json) => ApplicationWithKeys(
    id: readField(json, 'id', asType<Uuid>),
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    description: readField(json, 'description', asType<String?>),
    status: readField(json, 'status', asType<ApplicationStatus>),
    paymentsEnabled: readField(json, 'payments_enabled', asType<bool>),
    iconUrl: readField(json, 'icon_url', asType<String?>),
    websiteUrl: readField(json, 'website_url', asType<String?>),
    offlineGraceDays: readField(json, 'offline_grace_days', asInt),
    returnUrlSchemes: readField(json, 'return_url_schemes', listOf(asType<String>)),
    receiptSettings: readField(json, 'receipt_settings', orNull(objectOf(ReceiptSettings.fromJson))),
    maxActiveDevices: readField(json, 'max_active_devices', asInt),
    deviceLimitPolicy: readField(json, 'device_limit_policy', asType<ApplicationDeviceLimitPolicy>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    publicKeys: readField(json, 'public_keys', listOf(objectOf(PublicKey.fromJson))),
    more: othersOf(json, const {'id', 'code', 'name', 'description', 'status', 'payments_enabled', 'icon_url', 'website_url', 'offline_grace_days', 'return_url_schemes', 'receipt_settings', 'max_active_devices', 'device_limit_policy', 'created_at', 'updated_at', 'public_keys'}),
  );

  /// Usable as `X-Application-Id`
  final Uuid id;

  /// Stable code that clients use
  final String code;

  /// Label
  final String name;

  /// Text
  final String? description;

  /// Only `active` is served publicly
  final ApplicationStatus status;

  /// Whether paid checkout is on
  final bool paymentsEnabled;

  /// Public address of the icon
  final String? iconUrl;

  /// Marketing or product site
  final String? websiteUrl;

  /// How many days a client may trust a snapshot without asking again
  final int offlineGraceDays;

  /// App schemes that a return_url may use besides http and https
  final List<String> returnUrlSchemes;

  /// 54-FZ receipts of payments; null sends none
  final ReceiptSettings? receiptSettings;

  /// How many devices one user may have active at a time
  final int maxActiveDevices;

  /// A device too many is refused, or the one that was seen longest ago is revoked for it
  final ApplicationDeviceLimitPolicy deviceLimitPolicy;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// Live keys, newest first
  final List<PublicKey> publicKeys;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'code': code,
    'name': name,
    'description': description,
    'status': status,
    'payments_enabled': paymentsEnabled,
    'icon_url': iconUrl,
    'website_url': websiteUrl,
    'offline_grace_days': offlineGraceDays,
    'return_url_schemes': returnUrlSchemes,
    'receipt_settings': receiptSettings?.toJson(),
    'max_active_devices': maxActiveDevices,
    'device_limit_policy': deviceLimitPolicy,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'public_keys': [for (final item in publicKeys) item.toJson()],
  };
}

/// A help article as its authors see it
final class Article {
  const Article({
    required this.id,
    required this.status,
    required this.lockVersion,
    required this.revision,
    required this.publishedRevision,
    required this.scheduledRevision,
    required this.scheduledAt,
    required this.unpublishAt,
    required this.scheduleError,
    required this.translationOf,
    required this.url,
    required this.createdAt,
    required this.updatedAt,
    required this.updatedBy,
    required this.slug,
    required this.locale,
    required this.title,
    required this.excerpt,
    required this.coverAssetId,
    required this.coverUrl,
    required this.coverAlt,
    required this.metaTitle,
    required this.metaDescription,
    required this.canonicalUrl,
    required this.noindex,
    required this.relatedIds,
    required this.publishedAt,
    required this.folderId,
    required this.position,
    required this.body,
    this.more = const {},
  });

  factory Article.fromJson(JsonObject json) => Article(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<ArticleEntryStatus>),
    lockVersion: readField(json, 'lock_version', asInt),
    revision: readField(json, 'revision', asInt),
    publishedRevision: readField(json, 'published_revision', orNull(asInt)),
    scheduledRevision: readField(json, 'scheduled_revision', orNull(asInt)),
    scheduledAt: readField(json, 'scheduled_at', asType<Timestamp?>),
    unpublishAt: readField(json, 'unpublish_at', asType<Timestamp?>),
    scheduleError: readField(json, 'schedule_error', asType<String?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    updatedBy: readField(json, 'updated_by', asType<String?>),
    slug: readField(json, 'slug', asType<Slug>),
    locale: readField(json, 'locale', asType<Locale>),
    title: readField(json, 'title', asType<String>),
    excerpt: readField(json, 'excerpt', asType<String?>),
    coverAssetId: readField(json, 'cover_asset_id', asType<Uuid?>),
    coverUrl: readField(json, 'cover_url', asType<String?>),
    coverAlt: readField(json, 'cover_alt', asType<String?>),
    metaTitle: readField(json, 'meta_title', asType<String?>),
    metaDescription: readField(json, 'meta_description', asType<String?>),
    canonicalUrl: readField(json, 'canonical_url', asType<String?>),
    noindex: readField(json, 'noindex', asType<bool>),
    relatedIds: readField(json, 'related_ids', listOf(asType<Uuid>)),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    folderId: readField(json, 'folder_id', asType<Uuid?>),
    position: readField(json, 'position', asInt),
    body: readField(json, 'body', asType<String>),
    more: othersOf(json, const {'id', 'status', 'lock_version', 'revision', 'published_revision', 'scheduled_revision', 'scheduled_at', 'unpublish_at', 'schedule_error', 'translation_of', 'url', 'created_at', 'updated_at', 'updated_by', 'slug', 'locale', 'title', 'excerpt', 'cover_asset_id', 'cover_url', 'cover_alt', 'meta_title', 'meta_description', 'canonical_url', 'noindex', 'related_ids', 'published_at', 'folder_id', 'position', 'body'}),
  );

  /// Id
  final Uuid id;

  /// State of the item
  final ArticleEntryStatus status;

  /// Counts the changes; send it as `If-Match: "<lock_version>"`
  final int lockVersion;

  /// Number of the newest revision, which is the draft
  final int revision;

  /// Number of the revision that readers see
  final int? publishedRevision;

  /// Number of the revision that the schedule will publish
  final int? scheduledRevision;

  /// When the schedule publishes it
  final Timestamp? scheduledAt;

  /// When it is taken from readers
  final Timestamp? unpublishAt;

  /// Why the schedule could not publish it; it tries again
  final String? scheduleError;

  /// The first item of its group of translations; null for the first one
  final Uuid? translationOf;

  /// Its address on the site; null without one
  final String? url;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// E-mail of the administrator who changed it last
  final String? updatedBy;

  /// Part of the address; made from the title when absent at creation
  final Slug slug;

  /// Language; one of the site. It never changes
  final Locale locale;

  /// Title
  final String title;

  /// A few sentences for lists
  final String? excerpt;

  /// An uploaded image
  final Uuid? coverAssetId;

  /// An image elsewhere; an uploaded one wins
  final String? coverUrl;

  /// Text instead of the cover
  final String? coverAlt;

  /// Title for search engines; the title when empty
  final String? metaTitle;

  /// Description for search engines; the excerpt when empty
  final String? metaDescription;

  /// The address that search engines shall keep instead
  final String? canonicalUrl;

  /// Search engines shall not keep it
  final bool noindex;

  /// Items of the same kind to read next; those that share tags when empty
  final List<Uuid> relatedIds;

  /// The moment that readers see; that of the first publication when null
  final Timestamp? publishedAt;

  /// Folder; null for the top
  final Uuid? folderId;

  /// Order in its folder, smallest first
  final int position;

  /// The article, Markdown
  final String body;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'lock_version': lockVersion,
    'revision': revision,
    'published_revision': publishedRevision,
    'scheduled_revision': scheduledRevision,
    'scheduled_at': scheduledAt,
    'unpublish_at': unpublishAt,
    'schedule_error': scheduleError,
    'translation_of': translationOf,
    'url': url,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'updated_by': updatedBy,
    'slug': slug,
    'locale': locale,
    'title': title,
    'excerpt': excerpt,
    'cover_asset_id': coverAssetId,
    'cover_url': coverUrl,
    'cover_alt': coverAlt,
    'meta_title': metaTitle,
    'meta_description': metaDescription,
    'canonical_url': canonicalUrl,
    'noindex': noindex,
    'related_ids': relatedIds,
    'published_at': publishedAt,
    'folder_id': folderId,
    'position': position,
    'body': body,
  };
}

final class ArticleCreate {
  const ArticleCreate({
    this.slug,
    this.locale,
    this.translationOf,
    required this.title,
    this.excerpt,
    this.body,
    this.coverAssetId,
    this.coverUrl,
    this.coverAlt,
    this.metaTitle,
    this.metaDescription,
    this.canonicalUrl,
    this.noindex,
    this.relatedIds,
    this.publishedAt,
    this.folderId,
    this.position,
    this.more = const {},
  });

  factory ArticleCreate.fromJson(JsonObject json) => ArticleCreate(
    slug: readField(json, 'slug', asType<Slug?>),
    locale: readField(json, 'locale', asType<Locale?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    title: readField(json, 'title', asType<String>),
    excerpt: readField(json, 'excerpt', asType<String?>),
    body: readField(json, 'body', asType<String?>),
    coverAssetId: readField(json, 'cover_asset_id', asType<Uuid?>),
    coverUrl: readField(json, 'cover_url', asType<String?>),
    coverAlt: readField(json, 'cover_alt', asType<String?>),
    metaTitle: readField(json, 'meta_title', asType<String?>),
    metaDescription: readField(json, 'meta_description', asType<String?>),
    canonicalUrl: readField(json, 'canonical_url', asType<String?>),
    noindex: readField(json, 'noindex', asType<bool?>),
    relatedIds: readField(json, 'related_ids', orNull(listOf(asType<Uuid>))),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    folderId: readField(json, 'folder_id', asType<Uuid?>),
    position: readField(json, 'position', orNull(asInt)),
    more: othersOf(json, const {'slug', 'locale', 'translation_of', 'title', 'excerpt', 'body', 'cover_asset_id', 'cover_url', 'cover_alt', 'meta_title', 'meta_description', 'canonical_url', 'noindex', 'related_ids', 'published_at', 'folder_id', 'position'}),
  );

  /// Part of the address; made from the title when absent at creation
  final Slug? slug;

  /// Language; the default one of the site when absent
  final Locale? locale;

  /// The item that this one translates, of the same kind
  final Uuid? translationOf;

  /// Title
  final String title;

  /// A few sentences for lists
  final String? excerpt;

  /// Markdown
  final String? body;

  /// An uploaded image
  final Uuid? coverAssetId;

  /// An image elsewhere; an uploaded one wins
  final String? coverUrl;

  /// Text instead of the cover
  final String? coverAlt;

  /// Title for search engines; the title when empty
  final String? metaTitle;

  /// Description for search engines; the excerpt when empty
  final String? metaDescription;

  /// The address that search engines shall keep instead
  final String? canonicalUrl;

  /// Search engines shall not keep it
  final bool? noindex;

  /// Items of the same kind to read next; those that share tags when empty
  final List<Uuid>? relatedIds;

  /// The moment that readers see; that of the first publication when null
  final Timestamp? publishedAt;

  /// Folder; null for the top
  final Uuid? folderId;

  /// Order in its folder, smallest first
  final int? position;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (slug case final value?) 'slug': value,
    if (locale case final value?) 'locale': value,
    if (translationOf case final value?) 'translation_of': value,
    'title': title,
    if (excerpt case final value?) 'excerpt': value,
    if (body case final value?) 'body': value,
    if (coverAssetId case final value?) 'cover_asset_id': value,
    if (coverUrl case final value?) 'cover_url': value,
    if (coverAlt case final value?) 'cover_alt': value,
    if (metaTitle case final value?) 'meta_title': value,
    if (metaDescription case final value?) 'meta_description': value,
    if (canonicalUrl case final value?) 'canonical_url': value,
    if (noindex case final value?) 'noindex': value,
    if (relatedIds case final value?) 'related_ids': value,
    if (publishedAt case final value?) 'published_at': value,
    if (folderId case final value?) 'folder_id': value,
    if (position case final value?) 'position': value,
  };
}

final class ArticleEntry {
  const ArticleEntry({
    required this.id,
    required this.status,
    required this.lockVersion,
    required this.revision,
    required this.publishedRevision,
    required this.scheduledRevision,
    required this.scheduledAt,
    required this.unpublishAt,
    required this.scheduleError,
    required this.translationOf,
    required this.url,
    required this.createdAt,
    required this.updatedAt,
    required this.updatedBy,
    required this.slug,
    required this.locale,
    required this.title,
    required this.excerpt,
    required this.coverAssetId,
    required this.coverUrl,
    required this.coverAlt,
    required this.metaTitle,
    required this.metaDescription,
    required this.canonicalUrl,
    required this.noindex,
    required this.relatedIds,
    required this.publishedAt,
    required this.folderId,
    required this.position,
    this.more = const {},
  });

  factory ArticleEntry.fromJson(JsonObject json) => ArticleEntry(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<ArticleEntryStatus>),
    lockVersion: readField(json, 'lock_version', asInt),
    revision: readField(json, 'revision', asInt),
    publishedRevision: readField(json, 'published_revision', orNull(asInt)),
    scheduledRevision: readField(json, 'scheduled_revision', orNull(asInt)),
    scheduledAt: readField(json, 'scheduled_at', asType<Timestamp?>),
    unpublishAt: readField(json, 'unpublish_at', asType<Timestamp?>),
    scheduleError: readField(json, 'schedule_error', asType<String?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    updatedBy: readField(json, 'updated_by', asType<String?>),
    slug: readField(json, 'slug', asType<Slug>),
    locale: readField(json, 'locale', asType<Locale>),
    title: readField(json, 'title', asType<String>),
    excerpt: readField(json, 'excerpt', asType<String?>),
    coverAssetId: readField(json, 'cover_asset_id', asType<Uuid?>),
    coverUrl: readField(json, 'cover_url', asType<String?>),
    coverAlt: readField(json, 'cover_alt', asType<String?>),
    metaTitle: readField(json, 'meta_title', asType<String?>),
    metaDescription: readField(json, 'meta_description', asType<String?>),
    canonicalUrl: readField(json, 'canonical_url', asType<String?>),
    noindex: readField(json, 'noindex', asType<bool>),
    relatedIds: readField(json, 'related_ids', listOf(asType<Uuid>)),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    folderId: readField(json, 'folder_id', asType<Uuid?>),
    position: readField(json, 'position', asInt),
    more: othersOf(json, const {'id', 'status', 'lock_version', 'revision', 'published_revision', 'scheduled_revision', 'scheduled_at', 'unpublish_at', 'schedule_error', 'translation_of', 'url', 'created_at', 'updated_at', 'updated_by', 'slug', 'locale', 'title', 'excerpt', 'cover_asset_id', 'cover_url', 'cover_alt', 'meta_title', 'meta_description', 'canonical_url', 'noindex', 'related_ids', 'published_at', 'folder_id', 'position'}),
  );

  /// Id
  final Uuid id;

  /// State of the item
  final ArticleEntryStatus status;

  /// Counts the changes; send it as `If-Match: "<lock_version>"`
  final int lockVersion;

  /// Number of the newest revision, which is the draft
  final int revision;

  /// Number of the revision that readers see
  final int? publishedRevision;

  /// Number of the revision that the schedule will publish
  final int? scheduledRevision;

  /// When the schedule publishes it
  final Timestamp? scheduledAt;

  /// When it is taken from readers
  final Timestamp? unpublishAt;

  /// Why the schedule could not publish it; it tries again
  final String? scheduleError;

  /// The first item of its group of translations; null for the first one
  final Uuid? translationOf;

  /// Its address on the site; null without one
  final String? url;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// E-mail of the administrator who changed it last
  final String? updatedBy;

  /// Part of the address; made from the title when absent at creation
  final Slug slug;

  /// Language; one of the site. It never changes
  final Locale locale;

  /// Title
  final String title;

  /// A few sentences for lists
  final String? excerpt;

  /// An uploaded image
  final Uuid? coverAssetId;

  /// An image elsewhere; an uploaded one wins
  final String? coverUrl;

  /// Text instead of the cover
  final String? coverAlt;

  /// Title for search engines; the title when empty
  final String? metaTitle;

  /// Description for search engines; the excerpt when empty
  final String? metaDescription;

  /// The address that search engines shall keep instead
  final String? canonicalUrl;

  /// Search engines shall not keep it
  final bool noindex;

  /// Items of the same kind to read next; those that share tags when empty
  final List<Uuid> relatedIds;

  /// The moment that readers see; that of the first publication when null
  final Timestamp? publishedAt;

  /// Folder; null for the top
  final Uuid? folderId;

  /// Order in its folder, smallest first
  final int position;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'lock_version': lockVersion,
    'revision': revision,
    'published_revision': publishedRevision,
    'scheduled_revision': scheduledRevision,
    'scheduled_at': scheduledAt,
    'unpublish_at': unpublishAt,
    'schedule_error': scheduleError,
    'translation_of': translationOf,
    'url': url,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'updated_by': updatedBy,
    'slug': slug,
    'locale': locale,
    'title': title,
    'excerpt': excerpt,
    'cover_asset_id': coverAssetId,
    'cover_url': coverUrl,
    'cover_alt': coverAlt,
    'meta_title': metaTitle,
    'meta_description': metaDescription,
    'canonical_url': canonicalUrl,
    'noindex': noindex,
    'related_ids': relatedIds,
    'published_at': publishedAt,
    'folder_id': folderId,
    'position': position,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ArticleEntryStatus(String wire) implements String {
  static const draft = ArticleEntryStatus('draft');
  static const scheduled = ArticleEntryStatus('scheduled');
  static const published = ArticleEntryStatus('published');
  static const archived = ArticleEntryStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

final class ArticlePatch {
  const ArticlePatch({
    this.slug,
    this.note,
    this.title,
    this.excerpt,
    this.body,
    this.coverAssetId,
    this.coverUrl,
    this.coverAlt,
    this.metaTitle,
    this.metaDescription,
    this.canonicalUrl,
    this.noindex,
    this.relatedIds,
    this.publishedAt,
    this.folderId,
    this.position,
    this.more = const {},
  });

  factory ArticlePatch.fromJson(JsonObject json) => ArticlePatch(
    slug: readField(json, 'slug', asType<Slug?>),
    note: readField(json, 'note', asType<String?>),
    title: readField(json, 'title', asType<String?>),
    excerpt: readField(json, 'excerpt', asType<String?>),
    body: readField(json, 'body', asType<String?>),
    coverAssetId: readField(json, 'cover_asset_id', asType<Uuid?>),
    coverUrl: readField(json, 'cover_url', asType<String?>),
    coverAlt: readField(json, 'cover_alt', asType<String?>),
    metaTitle: readField(json, 'meta_title', asType<String?>),
    metaDescription: readField(json, 'meta_description', asType<String?>),
    canonicalUrl: readField(json, 'canonical_url', asType<String?>),
    noindex: readField(json, 'noindex', asType<bool?>),
    relatedIds: readField(json, 'related_ids', orNull(listOf(asType<Uuid>))),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    folderId: readField(json, 'folder_id', asType<Uuid?>),
    position: readField(json, 'position', orNull(asInt)),
    more: othersOf(json, const {'slug', 'note', 'title', 'excerpt', 'body', 'cover_asset_id', 'cover_url', 'cover_alt', 'meta_title', 'meta_description', 'canonical_url', 'noindex', 'related_ids', 'published_at', 'folder_id', 'position'}),
  );

  /// Part of the address; made from the title when absent at creation
  final Slug? slug;

  /// What this revision is about
  final String? note;

  /// Title
  final String? title;

  /// A few sentences for lists
  final String? excerpt;

  /// The article, Markdown
  final String? body;

  /// An uploaded image
  final Uuid? coverAssetId;

  /// An image elsewhere; an uploaded one wins
  final String? coverUrl;

  /// Text instead of the cover
  final String? coverAlt;

  /// Title for search engines; the title when empty
  final String? metaTitle;

  /// Description for search engines; the excerpt when empty
  final String? metaDescription;

  /// The address that search engines shall keep instead
  final String? canonicalUrl;

  /// Search engines shall not keep it
  final bool? noindex;

  /// Items of the same kind to read next; those that share tags when empty
  final List<Uuid>? relatedIds;

  /// The moment that readers see; that of the first publication when null
  final Timestamp? publishedAt;

  /// Folder; null for the top
  final Uuid? folderId;

  /// Order in its folder, smallest first
  final int? position;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (slug case final value?) 'slug': value,
    if (note case final value?) 'note': value,
    if (title case final value?) 'title': value,
    if (excerpt case final value?) 'excerpt': value,
    if (body case final value?) 'body': value,
    if (coverAssetId case final value?) 'cover_asset_id': value,
    if (coverUrl case final value?) 'cover_url': value,
    if (coverAlt case final value?) 'cover_alt': value,
    if (metaTitle case final value?) 'meta_title': value,
    if (metaDescription case final value?) 'meta_description': value,
    if (canonicalUrl case final value?) 'canonical_url': value,
    if (noindex case final value?) 'noindex': value,
    if (relatedIds case final value?) 'related_ids': value,
    if (publishedAt case final value?) 'published_at': value,
    if (folderId case final value?) 'folder_id': value,
    if (position case final value?) 'position': value,
  };
}

/// One change by an administrator. A value longer than 16384 characters stands as `{sha256, length}`. Secrets are never in it
final class AuditRecord {
  const AuditRecord({
    required this.id,
    required this.occurredAt,
    required this.action,
    required this.admin,
    required this.clientIp,
    required this.userAgent,
    required this.requestId,
    required this.applicationId,
    required this.target,
    required this.before,
    required this.after,
    required this.changed,
    this.more = const {},
  });

  factory AuditRecord.fromJson(JsonObject json) => AuditRecord(
    id: readField(json, 'id', asType<Uuid>),
    occurredAt: readField(json, 'occurred_at', asType<Timestamp>),
    action: readField(json, 'action', asType<String>),
    admin: readField(json, 'admin', objectOf(AuditRecordAdmin.fromJson)),
    clientIp: readField(json, 'client_ip', asType<String>),
    userAgent: readField(json, 'user_agent', asType<String>),
    requestId: readField(json, 'request_id', asType<String>),
    applicationId: readField(json, 'application_id', asType<Uuid?>),
    target: readField(json, 'target', mapOf(asType<String>)),
    before: readField(json, 'before', asType<JsonObject?>),
    after: readField(json, 'after', asType<JsonObject?>),
    changed: readField(json, 'changed', listOf(asType<String>)),
    more: othersOf(json, const {'id', 'occurred_at', 'action', 'admin', 'client_ip', 'user_agent', 'request_id', 'application_id', 'target', 'before', 'after', 'changed'}),
  );

  /// Id of the record
  final Uuid id;

  /// When
  final Timestamp occurredAt;

  /// Id of the endpoint that was called (`operationId`)
  final String action;

  /// Caller
  final AuditRecordAdmin admin;

  /// From where
  final String clientIp;

  /// With what
  final String userAgent;

  /// `X-Request-Id` of the call
  final String requestId;

  /// The application it belongs to; null for the platform itself
  final Uuid? applicationId;

  /// What was changed: the parameters of the address, and ids and codes of the object
  final Map<String, String> target;

  /// The object before; null when it was made
  final JsonObject? before;

  /// The object since; null when it was removed
  final JsonObject? after;

  /// Names of the fields that differ, and of secrets that were set
  final List<String> changed;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'occurred_at': occurredAt,
    'action': action,
    'admin': admin.toJson(),
    'client_ip': clientIp,
    'user_agent': userAgent,
    'request_id': requestId,
    'application_id': applicationId,
    'target': target,
    'before': before,
    'after': after,
    'changed': changed,
  };
}

final class AuditRecordAdmin {
  const AuditRecordAdmin({
    required this.id,
    required this.email,
    required this.role,
    this.more = const {},
  });

  factory AuditRecordAdmin.fromJson(JsonObject json) => AuditRecordAdmin(
    id: readField(json, 'id', asType<Uuid>),
    email: readField(json, 'email', asType<String>),
    role: readField(json, 'role', asType<AuditRecordAdminRole>),
    more: othersOf(json, const {'id', 'email', 'role'}),
  );

  /// Administrator
  final Uuid id;

  /// Login name then
  final String email;

  /// Role then
  final AuditRecordAdminRole role;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'email': email,
    'role': role,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const AuditRecordAdminRole(String wire) implements String {
  static const staff = AuditRecordAdminRole('staff');
  static const admin = AuditRecordAdminRole('admin');
  static const owner = AuditRecordAdminRole('owner');
  static const values = [staff, admin, owner];
}

final class AuditSchedule {
  const AuditSchedule({
    required this.every,
    required this.weekday,
    required this.hour,
    required this.timezone,
    this.more = const {},
  });

  factory AuditSchedule.fromJson(JsonObject json) => AuditSchedule(
    every: readField(json, 'every', asType<AuditScheduleEvery>),
    weekday: readField(json, 'weekday', asInt),
    hour: readField(json, 'hour', asInt),
    timezone: readField(json, 'timezone', asType<String>),
    more: othersOf(json, const {'every', 'weekday', 'hour', 'timezone'}),
  );

  /// How often
  final AuditScheduleEvery every;

  /// Of `week`: 1 is Monday
  final int weekday;

  /// Hour of the day in `timezone`
  final int hour;

  /// IANA time zone
  final String timezone;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'every': every,
    'weekday': weekday,
    'hour': hour,
    'timezone': timezone,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const AuditScheduleEvery(String wire) implements String {
  static const off = AuditScheduleEvery('off');
  static const day = AuditScheduleEvery('day');
  static const week = AuditScheduleEvery('week');
  static const month = AuditScheduleEvery('month');
  static const values = [off, day, week, month];
}

final class AuditScheduleInput {
  const AuditScheduleInput({
    required this.every,
    this.weekday,
    this.hour,
    this.timezone,
    this.more = const {},
  });

  factory AuditScheduleInput.fromJson(JsonObject json) => AuditScheduleInput(
    every: readField(json, 'every', asType<AuditScheduleInputEvery>),
    weekday: readField(json, 'weekday', orNull(asInt)),
    hour: readField(json, 'hour', orNull(asInt)),
    timezone: readField(json, 'timezone', asType<String?>),
    more: othersOf(json, const {'every', 'weekday', 'hour', 'timezone'}),
  );

  /// How often
  final AuditScheduleInputEvery every;

  /// Of `week`: 1 is Monday
  final int? weekday;

  /// Hour of the day in `timezone`
  final int? hour;

  /// IANA time zone
  final String? timezone;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'every': every,
    if (weekday case final value?) 'weekday': value,
    if (hour case final value?) 'hour': value,
    if (timezone case final value?) 'timezone': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const AuditScheduleInputEvery(String wire) implements String {
  static const off = AuditScheduleInputEvery('off');
  static const day = AuditScheduleInputEvery('day');
  static const week = AuditScheduleInputEvery('week');
  static const month = AuditScheduleInputEvery('month');
  static const values = [off, day, week, month];
}

/// A banner as its authors see it
final class Banner {
  const Banner({
    required this.id,
    required this.status,
    required this.lockVersion,
    required this.revision,
    required this.publishedRevision,
    required this.scheduledRevision,
    required this.scheduledAt,
    required this.unpublishAt,
    required this.scheduleError,
    required this.translationOf,
    required this.url,
    required this.createdAt,
    required this.updatedAt,
    required this.updatedBy,
    required this.slug,
    required this.locale,
    required this.name,
    required this.audience,
    required this.placement,
    required this.size,
    required this.width,
    required this.height,
    required this.assetId,
    required this.alt,
    required this.linkUrl,
    required this.startsAt,
    required this.endsAt,
    required this.target,
    required this.frequency,
    required this.delaySeconds,
    required this.priority,
    required this.dismissible,
    required this.isAd,
    required this.erid,
    required this.advertiser,
    required this.html,
    this.more = const {},
  });

  factory Banner.fromJson(JsonObject json) => Banner(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<BannerEntryStatus>),
    lockVersion: readField(json, 'lock_version', asInt),
    revision: readField(json, 'revision', asInt),
    publishedRevision: readField(json, 'published_revision', orNull(asInt)),
    scheduledRevision: readField(json, 'scheduled_revision', orNull(asInt)),
    scheduledAt: readField(json, 'scheduled_at', asType<Timestamp?>),
    unpublishAt: readField(json, 'unpublish_at', asType<Timestamp?>),
    scheduleError: readField(json, 'schedule_error', asType<String?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    updatedBy: readField(json, 'updated_by', asType<String?>),
    slug: readField(json, 'slug', asType<Slug>),
    locale: readField(json, 'locale', asType<Locale>),
    name: readField(json, 'name', asType<String>),
    audience: readField(json, 'audience', asType<BannerEntryAudience>),
    placement: readField(json, 'placement', asType<BannerEntryPlacement>),
    size: readField(json, 'size', asType<BannerEntrySize>),
    width: readField(json, 'width', orNull(asInt)),
    height: readField(json, 'height', orNull(asInt)),
    assetId: readField(json, 'asset_id', asType<Uuid?>),
    alt: readField(json, 'alt', asType<String?>),
    linkUrl: readField(json, 'link_url', asType<String?>),
    startsAt: readField(json, 'starts_at', asType<Timestamp?>),
    endsAt: readField(json, 'ends_at', asType<Timestamp?>),
    target: readField(json, 'target', objectOf(BannerTarget.fromJson)),
    frequency: readField(json, 'frequency', orNull(objectOf(BannerFrequency.fromJson))),
    delaySeconds: readField(json, 'delay_seconds', asInt),
    priority: readField(json, 'priority', asInt),
    dismissible: readField(json, 'dismissible', asType<bool>),
    isAd: readField(json, 'is_ad', asType<bool>),
    erid: readField(json, 'erid', asType<String?>),
    advertiser: readField(json, 'advertiser', orNull(objectOf(Advertiser.fromJson))),
    html: readField(json, 'html', asType<String?>),
    more: othersOf(json, const {'id', 'status', 'lock_version', 'revision', 'published_revision', 'scheduled_revision', 'scheduled_at', 'unpublish_at', 'schedule_error', 'translation_of', 'url', 'created_at', 'updated_at', 'updated_by', 'slug', 'locale', 'name', 'audience', 'placement', 'size', 'width', 'height', 'asset_id', 'alt', 'link_url', 'starts_at', 'ends_at', 'target', 'frequency', 'delay_seconds', 'priority', 'dismissible', 'is_ad', 'erid', 'advertiser', 'html'}),
  );

  /// Id
  final Uuid id;

  /// State of the item
  final BannerEntryStatus status;

  /// Counts the changes; send it as `If-Match: "<lock_version>"`
  final int lockVersion;

  /// Number of the newest revision, which is the draft
  final int revision;

  /// Number of the revision that readers see
  final int? publishedRevision;

  /// Number of the revision that the schedule will publish
  final int? scheduledRevision;

  /// When the schedule publishes it
  final Timestamp? scheduledAt;

  /// When it is taken from readers
  final Timestamp? unpublishAt;

  /// Why the schedule could not publish it; it tries again
  final String? scheduleError;

  /// The first item of its group of translations; null for the first one
  final Uuid? translationOf;

  /// Its address on the site; null without one
  final String? url;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// E-mail of the administrator who changed it last
  final String? updatedBy;

  /// Part of the address; made from the title when absent at creation
  final Slug slug;

  /// Language; one of the site. It never changes
  final Locale locale;

  /// Label for its authors
  final String name;

  /// Where it is shown
  final BannerEntryAudience audience;

  /// How it is shown
  final BannerEntryPlacement placement;

  /// Size of the placement: the page can reserve its place
  final BannerEntrySize size;

  /// Width of a `custom` size, in pixels
  final int? width;

  /// Height of a `custom` size, in pixels
  final int? height;

  /// An image instead of HTML
  final Uuid? assetId;

  /// Text instead of the image
  final String? alt;

  /// Where a click on the image goes
  final String? linkUrl;

  /// Not shown before
  final Timestamp? startsAt;

  /// Not shown from then on
  final Timestamp? endsAt;

  /// Audience; every given condition must hold
  final BannerTarget target;

  /// How often a visitor sees it
  final BannerFrequency? frequency;

  /// Wait before it is shown
  final int delaySeconds;

  /// The highest is first
  final int priority;

  /// A visitor may close it
  final bool dismissible;

  /// Advertising: published only with erid and advertiser
  final bool isAd;

  /// Token of the advertising register
  final String? erid;

  /// Payer of the advertising
  final Advertiser? advertiser;

  /// What it shows; what could run or load something is taken out
  final String? html;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'lock_version': lockVersion,
    'revision': revision,
    'published_revision': publishedRevision,
    'scheduled_revision': scheduledRevision,
    'scheduled_at': scheduledAt,
    'unpublish_at': unpublishAt,
    'schedule_error': scheduleError,
    'translation_of': translationOf,
    'url': url,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'updated_by': updatedBy,
    'slug': slug,
    'locale': locale,
    'name': name,
    'audience': audience,
    'placement': placement,
    'size': size,
    'width': width,
    'height': height,
    'asset_id': assetId,
    'alt': alt,
    'link_url': linkUrl,
    'starts_at': startsAt,
    'ends_at': endsAt,
    'target': target.toJson(),
    'frequency': frequency?.toJson(),
    'delay_seconds': delaySeconds,
    'priority': priority,
    'dismissible': dismissible,
    'is_ad': isAd,
    'erid': erid,
    'advertiser': advertiser?.toJson(),
    'html': html,
  };
}

final class BannerCreate {
  const BannerCreate({
    this.slug,
    this.locale,
    this.translationOf,
    required this.name,
    this.audience,
    required this.placement,
    required this.size,
    this.width,
    this.height,
    this.html,
    this.assetId,
    this.alt,
    this.linkUrl,
    this.startsAt,
    this.endsAt,
    this.target,
    this.frequency,
    this.delaySeconds,
    this.priority,
    this.dismissible,
    this.isAd,
    this.erid,
    this.advertiser,
    this.more = const {},
  });

  factory BannerCreate.fromJson(JsonObject json) => BannerCreate(
    slug: readField(json, 'slug', asType<Slug?>),
    locale: readField(json, 'locale', asType<Locale?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    name: readField(json, 'name', asType<String>),
    audience: readField(json, 'audience', asType<BannerCreateAudience?>),
    placement: readField(json, 'placement', asType<BannerCreatePlacement>),
    size: readField(json, 'size', asType<BannerCreateSize>),
    width: readField(json, 'width', orNull(asInt)),
    height: readField(json, 'height', orNull(asInt)),
    html: readField(json, 'html', asType<String?>),
    assetId: readField(json, 'asset_id', asType<Uuid?>),
    alt: readField(json, 'alt', asType<String?>),
    linkUrl: readField(json, 'link_url', asType<String?>),
    startsAt: readField(json, 'starts_at', asType<Timestamp?>),
    endsAt: readField(json, 'ends_at', asType<Timestamp?>),
    target: readField(json, 'target', orNull(objectOf(BannerTargetInput.fromJson))),
    frequency: readField(json, 'frequency', orNull(objectOf(BannerFrequency.fromJson))),
    delaySeconds: readField(json, 'delay_seconds', orNull(asInt)),
    priority: readField(json, 'priority', orNull(asInt)),
    dismissible: readField(json, 'dismissible', asType<bool?>),
    isAd: readField(json, 'is_ad', asType<bool?>),
    erid: readField(json, 'erid', asType<String?>),
    advertiser: readField(json, 'advertiser', orNull(objectOf(Advertiser.fromJson))),
    more: othersOf(json, const {'slug', 'locale', 'translation_of', 'name', 'audience', 'placement', 'size', 'width', 'height', 'html', 'asset_id', 'alt', 'link_url', 'starts_at', 'ends_at', 'target', 'frequency', 'delay_seconds', 'priority', 'dismissible', 'is_ad', 'erid', 'advertiser'}),
  );

  /// Part of the address; made from the title when absent at creation
  final Slug? slug;

  /// Language; the default one of the site when absent
  final Locale? locale;

  /// The item that this one translates, of the same kind
  final Uuid? translationOf;

  /// Label for its authors
  final String name;

  /// Where it is shown
  final BannerCreateAudience? audience;

  /// How it is shown
  final BannerCreatePlacement placement;

  /// Size of the placement: the page can reserve its place
  final BannerCreateSize size;

  /// Width of a `custom` size, in pixels
  final int? width;

  /// Height of a `custom` size, in pixels
  final int? height;

  /// What it shows; what could run or load something is taken out
  final String? html;

  /// An image instead of HTML
  final Uuid? assetId;

  /// Text instead of the image
  final String? alt;

  /// Where a click on the image goes
  final String? linkUrl;

  /// Not shown before
  final Timestamp? startsAt;

  /// Not shown from then on
  final Timestamp? endsAt;

  /// Audience; every given condition must hold
  final BannerTargetInput? target;

  /// How often a visitor sees it
  final BannerFrequency? frequency;

  /// Wait before it is shown
  final int? delaySeconds;

  /// The highest is first
  final int? priority;

  /// A visitor may close it
  final bool? dismissible;

  /// Advertising: published only with erid and advertiser
  final bool? isAd;

  /// Token of the advertising register
  final String? erid;

  /// Payer of the advertising
  final Advertiser? advertiser;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (slug case final value?) 'slug': value,
    if (locale case final value?) 'locale': value,
    if (translationOf case final value?) 'translation_of': value,
    'name': name,
    if (audience case final value?) 'audience': value,
    'placement': placement,
    'size': size,
    if (width case final value?) 'width': value,
    if (height case final value?) 'height': value,
    if (html case final value?) 'html': value,
    if (assetId case final value?) 'asset_id': value,
    if (alt case final value?) 'alt': value,
    if (linkUrl case final value?) 'link_url': value,
    if (startsAt case final value?) 'starts_at': value,
    if (endsAt case final value?) 'ends_at': value,
    if (target case final value?) 'target': value.toJson(),
    if (frequency case final value?) 'frequency': value.toJson(),
    if (delaySeconds case final value?) 'delay_seconds': value,
    if (priority case final value?) 'priority': value,
    if (dismissible case final value?) 'dismissible': value,
    if (isAd case final value?) 'is_ad': value,
    if (erid case final value?) 'erid': value,
    if (advertiser case final value?) 'advertiser': value.toJson(),
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const BannerCreateAudience(String wire) implements String {
  static const site = BannerCreateAudience('site');
  static const application = BannerCreateAudience('application');
  static const both = BannerCreateAudience('both');
  static const values = [site, application, both];
}

/// A later version of the platform may send values that are not among [values].
extension type const BannerCreatePlacement(String wire) implements String {
  static const modal = BannerCreatePlacement('modal');
  static const fullscreen = BannerCreatePlacement('fullscreen');
  static const inline = BannerCreatePlacement('inline');
  static const values = [modal, fullscreen, inline];
}

/// A later version of the platform may send values that are not among [values].
extension type const BannerCreateSize(String wire) implements String {
  static const small = BannerCreateSize('small');
  static const medium = BannerCreateSize('medium');
  static const large = BannerCreateSize('large');
  static const full = BannerCreateSize('full');
  static const leaderboard = BannerCreateSize('leaderboard');
  static const rectangle = BannerCreateSize('rectangle');
  static const billboard = BannerCreateSize('billboard');
  static const strip = BannerCreateSize('strip');
  static const custom = BannerCreateSize('custom');
  static const values = [small, medium, large, full, leaderboard, rectangle, billboard, strip, custom];
}

final class BannerEntry {
  const BannerEntry({
    required this.id,
    required this.status,
    required this.lockVersion,
    required this.revision,
    required this.publishedRevision,
    required this.scheduledRevision,
    required this.scheduledAt,
    required this.unpublishAt,
    required this.scheduleError,
    required this.translationOf,
    required this.url,
    required this.createdAt,
    required this.updatedAt,
    required this.updatedBy,
    required this.slug,
    required this.locale,
    required this.name,
    required this.audience,
    required this.placement,
    required this.size,
    required this.width,
    required this.height,
    required this.assetId,
    required this.alt,
    required this.linkUrl,
    required this.startsAt,
    required this.endsAt,
    required this.target,
    required this.frequency,
    required this.delaySeconds,
    required this.priority,
    required this.dismissible,
    required this.isAd,
    required this.erid,
    required this.advertiser,
    this.more = const {},
  });

  factory BannerEntry.fromJson(JsonObject json) => BannerEntry(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<BannerEntryStatus>),
    lockVersion: readField(json, 'lock_version', asInt),
    revision: readField(json, 'revision', asInt),
    publishedRevision: readField(json, 'published_revision', orNull(asInt)),
    scheduledRevision: readField(json, 'scheduled_revision', orNull(asInt)),
    scheduledAt: readField(json, 'scheduled_at', asType<Timestamp?>),
    unpublishAt: readField(json, 'unpublish_at', asType<Timestamp?>),
    scheduleError: readField(json, 'schedule_error', asType<String?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    updatedBy: readField(json, 'updated_by', asType<String?>),
    slug: readField(json, 'slug', asType<Slug>),
    locale: readField(json, 'locale', asType<Locale>),
    name: readField(json, 'name', asType<String>),
    audience: readField(json, 'audience', asType<BannerEntryAudience>),
    placement: readField(json, 'placement', asType<BannerEntryPlacement>),
    size: readField(json, 'size', asType<BannerEntrySize>),
    width: readField(json, 'width', orNull(asInt)),
    height: readField(json, 'height', orNull(asInt)),
    assetId: readField(json, 'asset_id', asType<Uuid?>),
    alt: readField(json, 'alt', asType<String?>),
    linkUrl: readField(json, 'link_url', asType<String?>),
    startsAt: readField(json, 'starts_at', asType<Timestamp?>),
    endsAt: readField(json, 'ends_at', asType<Timestamp?>),
    target: readField(json, 'target', objectOf(BannerTarget.fromJson)),
    frequency: readField(json, 'frequency', orNull(objectOf(BannerFrequency.fromJson))),
    delaySeconds: readField(json, 'delay_seconds', asInt),
    priority: readField(json, 'priority', asInt),
    dismissible: readField(json, 'dismissible', asType<bool>),
    isAd: readField(json, 'is_ad', asType<bool>),
    erid: readField(json, 'erid', asType<String?>),
    advertiser: readField(json, 'advertiser', orNull(objectOf(Advertiser.fromJson))),
    more: othersOf(json, const {'id', 'status', 'lock_version', 'revision', 'published_revision', 'scheduled_revision', 'scheduled_at', 'unpublish_at', 'schedule_error', 'translation_of', 'url', 'created_at', 'updated_at', 'updated_by', 'slug', 'locale', 'name', 'audience', 'placement', 'size', 'width', 'height', 'asset_id', 'alt', 'link_url', 'starts_at', 'ends_at', 'target', 'frequency', 'delay_seconds', 'priority', 'dismissible', 'is_ad', 'erid', 'advertiser'}),
  );

  /// Id
  final Uuid id;

  /// State of the item
  final BannerEntryStatus status;

  /// Counts the changes; send it as `If-Match: "<lock_version>"`
  final int lockVersion;

  /// Number of the newest revision, which is the draft
  final int revision;

  /// Number of the revision that readers see
  final int? publishedRevision;

  /// Number of the revision that the schedule will publish
  final int? scheduledRevision;

  /// When the schedule publishes it
  final Timestamp? scheduledAt;

  /// When it is taken from readers
  final Timestamp? unpublishAt;

  /// Why the schedule could not publish it; it tries again
  final String? scheduleError;

  /// The first item of its group of translations; null for the first one
  final Uuid? translationOf;

  /// Its address on the site; null without one
  final String? url;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// E-mail of the administrator who changed it last
  final String? updatedBy;

  /// Part of the address; made from the title when absent at creation
  final Slug slug;

  /// Language; one of the site. It never changes
  final Locale locale;

  /// Label for its authors
  final String name;

  /// Where it is shown
  final BannerEntryAudience audience;

  /// How it is shown
  final BannerEntryPlacement placement;

  /// Size of the placement: the page can reserve its place
  final BannerEntrySize size;

  /// Width of a `custom` size, in pixels
  final int? width;

  /// Height of a `custom` size, in pixels
  final int? height;

  /// An image instead of HTML
  final Uuid? assetId;

  /// Text instead of the image
  final String? alt;

  /// Where a click on the image goes
  final String? linkUrl;

  /// Not shown before
  final Timestamp? startsAt;

  /// Not shown from then on
  final Timestamp? endsAt;

  /// Audience; every given condition must hold
  final BannerTarget target;

  /// How often a visitor sees it
  final BannerFrequency? frequency;

  /// Wait before it is shown
  final int delaySeconds;

  /// The highest is first
  final int priority;

  /// A visitor may close it
  final bool dismissible;

  /// Advertising: published only with erid and advertiser
  final bool isAd;

  /// Token of the advertising register
  final String? erid;

  /// Payer of the advertising
  final Advertiser? advertiser;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'lock_version': lockVersion,
    'revision': revision,
    'published_revision': publishedRevision,
    'scheduled_revision': scheduledRevision,
    'scheduled_at': scheduledAt,
    'unpublish_at': unpublishAt,
    'schedule_error': scheduleError,
    'translation_of': translationOf,
    'url': url,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'updated_by': updatedBy,
    'slug': slug,
    'locale': locale,
    'name': name,
    'audience': audience,
    'placement': placement,
    'size': size,
    'width': width,
    'height': height,
    'asset_id': assetId,
    'alt': alt,
    'link_url': linkUrl,
    'starts_at': startsAt,
    'ends_at': endsAt,
    'target': target.toJson(),
    'frequency': frequency?.toJson(),
    'delay_seconds': delaySeconds,
    'priority': priority,
    'dismissible': dismissible,
    'is_ad': isAd,
    'erid': erid,
    'advertiser': advertiser?.toJson(),
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const BannerEntryAudience(String wire) implements String {
  static const site = BannerEntryAudience('site');
  static const application = BannerEntryAudience('application');
  static const both = BannerEntryAudience('both');
  static const values = [site, application, both];
}

/// A later version of the platform may send values that are not among [values].
extension type const BannerEntryPlacement(String wire) implements String {
  static const modal = BannerEntryPlacement('modal');
  static const fullscreen = BannerEntryPlacement('fullscreen');
  static const inline = BannerEntryPlacement('inline');
  static const values = [modal, fullscreen, inline];
}

/// A later version of the platform may send values that are not among [values].
extension type const BannerEntrySize(String wire) implements String {
  static const small = BannerEntrySize('small');
  static const medium = BannerEntrySize('medium');
  static const large = BannerEntrySize('large');
  static const full = BannerEntrySize('full');
  static const leaderboard = BannerEntrySize('leaderboard');
  static const rectangle = BannerEntrySize('rectangle');
  static const billboard = BannerEntrySize('billboard');
  static const strip = BannerEntrySize('strip');
  static const custom = BannerEntrySize('custom');
  static const values = [small, medium, large, full, leaderboard, rectangle, billboard, strip, custom];
}

/// A later version of the platform may send values that are not among [values].
extension type const BannerEntryStatus(String wire) implements String {
  static const draft = BannerEntryStatus('draft');
  static const scheduled = BannerEntryStatus('scheduled');
  static const published = BannerEntryStatus('published');
  static const archived = BannerEntryStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

/// Kept by the page
final class BannerFrequency {
  const BannerFrequency({
    required this.maxShows,
    required this.per,
    this.more = const {},
  });

  factory BannerFrequency.fromJson(JsonObject json) => BannerFrequency(
    maxShows: readField(json, 'max_shows', asInt),
    per: readField(json, 'per', asType<BannerFrequencyPer>),
    more: othersOf(json, const {'max_shows', 'per'}),
  );

  /// How often
  final int maxShows;

  /// In which time
  final BannerFrequencyPer per;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'max_shows': maxShows,
    'per': per,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const BannerFrequencyPer(String wire) implements String {
  static const session = BannerFrequencyPer('session');
  static const day = BannerFrequencyPer('day');
  static const ever = BannerFrequencyPer('ever');
  static const values = [session, day, ever];
}

final class BannerPatch {
  const BannerPatch({
    this.slug,
    this.note,
    this.name,
    this.audience,
    this.placement,
    this.size,
    this.width,
    this.height,
    this.html,
    this.assetId,
    this.alt,
    this.linkUrl,
    this.startsAt,
    this.endsAt,
    this.target,
    this.frequency,
    this.delaySeconds,
    this.priority,
    this.dismissible,
    this.isAd,
    this.erid,
    this.advertiser,
    this.more = const {},
  });

  factory BannerPatch.fromJson(JsonObject json) => BannerPatch(
    slug: readField(json, 'slug', asType<Slug?>),
    note: readField(json, 'note', asType<String?>),
    name: readField(json, 'name', asType<String?>),
    audience: readField(json, 'audience', asType<BannerPatchAudience?>),
    placement: readField(json, 'placement', asType<BannerPatchPlacement?>),
    size: readField(json, 'size', asType<BannerPatchSize?>),
    width: readField(json, 'width', orNull(asInt)),
    height: readField(json, 'height', orNull(asInt)),
    html: readField(json, 'html', asType<String?>),
    assetId: readField(json, 'asset_id', asType<Uuid?>),
    alt: readField(json, 'alt', asType<String?>),
    linkUrl: readField(json, 'link_url', asType<String?>),
    startsAt: readField(json, 'starts_at', asType<Timestamp?>),
    endsAt: readField(json, 'ends_at', asType<Timestamp?>),
    target: readField(json, 'target', orNull(objectOf(BannerTargetInput.fromJson))),
    frequency: readField(json, 'frequency', orNull(objectOf(BannerFrequency.fromJson))),
    delaySeconds: readField(json, 'delay_seconds', orNull(asInt)),
    priority: readField(json, 'priority', orNull(asInt)),
    dismissible: readField(json, 'dismissible', asType<bool?>),
    isAd: readField(json, 'is_ad', asType<bool?>),
    erid: readField(json, 'erid', asType<String?>),
    advertiser: readField(json, 'advertiser', orNull(objectOf(Advertiser.fromJson))),
    more: othersOf(json, const {'slug', 'note', 'name', 'audience', 'placement', 'size', 'width', 'height', 'html', 'asset_id', 'alt', 'link_url', 'starts_at', 'ends_at', 'target', 'frequency', 'delay_seconds', 'priority', 'dismissible', 'is_ad', 'erid', 'advertiser'}),
  );

  /// Part of the address; made from the title when absent at creation
  final Slug? slug;

  /// What this revision is about
  final String? note;

  /// Label for its authors
  final String? name;

  /// Where it is shown
  final BannerPatchAudience? audience;

  /// How it is shown
  final BannerPatchPlacement? placement;

  /// Size of the placement: the page can reserve its place
  final BannerPatchSize? size;

  /// Width of a `custom` size, in pixels
  final int? width;

  /// Height of a `custom` size, in pixels
  final int? height;

  /// What it shows; what could run or load something is taken out
  final String? html;

  /// An image instead of HTML
  final Uuid? assetId;

  /// Text instead of the image
  final String? alt;

  /// Where a click on the image goes
  final String? linkUrl;

  /// Not shown before
  final Timestamp? startsAt;

  /// Not shown from then on
  final Timestamp? endsAt;

  /// Audience; every given condition must hold
  final BannerTargetInput? target;

  /// How often a visitor sees it
  final BannerFrequency? frequency;

  /// Wait before it is shown
  final int? delaySeconds;

  /// The highest is first
  final int? priority;

  /// A visitor may close it
  final bool? dismissible;

  /// Advertising: published only with erid and advertiser
  final bool? isAd;

  /// Token of the advertising register
  final String? erid;

  /// Payer of the advertising
  final Advertiser? advertiser;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (slug case final value?) 'slug': value,
    if (note case final value?) 'note': value,
    if (name case final value?) 'name': value,
    if (audience case final value?) 'audience': value,
    if (placement case final value?) 'placement': value,
    if (size case final value?) 'size': value,
    if (width case final value?) 'width': value,
    if (height case final value?) 'height': value,
    if (html case final value?) 'html': value,
    if (assetId case final value?) 'asset_id': value,
    if (alt case final value?) 'alt': value,
    if (linkUrl case final value?) 'link_url': value,
    if (startsAt case final value?) 'starts_at': value,
    if (endsAt case final value?) 'ends_at': value,
    if (target case final value?) 'target': value.toJson(),
    if (frequency case final value?) 'frequency': value.toJson(),
    if (delaySeconds case final value?) 'delay_seconds': value,
    if (priority case final value?) 'priority': value,
    if (dismissible case final value?) 'dismissible': value,
    if (isAd case final value?) 'is_ad': value,
    if (erid case final value?) 'erid': value,
    if (advertiser case final value?) 'advertiser': value.toJson(),
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const BannerPatchAudience(String wire) implements String {
  static const site = BannerPatchAudience('site');
  static const application = BannerPatchAudience('application');
  static const both = BannerPatchAudience('both');
  static const values = [site, application, both];
}

/// A later version of the platform may send values that are not among [values].
extension type const BannerPatchPlacement(String wire) implements String {
  static const modal = BannerPatchPlacement('modal');
  static const fullscreen = BannerPatchPlacement('fullscreen');
  static const inline = BannerPatchPlacement('inline');
  static const values = [modal, fullscreen, inline];
}

/// A later version of the platform may send values that are not among [values].
extension type const BannerPatchSize(String wire) implements String {
  static const small = BannerPatchSize('small');
  static const medium = BannerPatchSize('medium');
  static const large = BannerPatchSize('large');
  static const full = BannerPatchSize('full');
  static const leaderboard = BannerPatchSize('leaderboard');
  static const rectangle = BannerPatchSize('rectangle');
  static const billboard = BannerPatchSize('billboard');
  static const strip = BannerPatchSize('strip');
  static const custom = BannerPatchSize('custom');
  static const values = [small, medium, large, full, leaderboard, rectangle, billboard, strip, custom];
}

final class BannerTarget {
  const BannerTarget({
    required this.locales,
    required this.paths,
    required this.excludePaths,
    required this.platforms,
    required this.appVersion,
    this.more = const {},
  });

  factory BannerTarget.fromJson(JsonObject json) => BannerTarget(
    locales: readField(json, 'locales', listOf(asType<Locale>)),
    paths: readField(json, 'paths', listOf(asType<String>)),
    excludePaths: readField(json, 'exclude_paths', listOf(asType<String>)),
    platforms: readField(json, 'platforms', listOf(asType<String>)),
    appVersion: readField(json, 'app_version', asType<String?>),
    more: othersOf(json, const {'locales', 'paths', 'exclude_paths', 'platforms', 'app_version'}),
  );

  /// Languages; all when empty
  final List<Locale> locales;

  /// Paths, `*` for one part, `**` for any; all when empty
  final List<String> paths;

  /// Paths that do not show it
  final List<String> excludePaths;

  /// Platforms; all when empty
  final List<String> platforms;

  /// Semantic version range of the application, `>=2.1.0 <3`
  final String? appVersion;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'locales': locales,
    'paths': paths,
    'exclude_paths': excludePaths,
    'platforms': platforms,
    'app_version': appVersion,
  };
}

final class BannerTargetInput {
  const BannerTargetInput({
    this.locales,
    this.paths,
    this.excludePaths,
    this.platforms,
    this.appVersion,
    this.more = const {},
  });

  factory BannerTargetInput.fromJson(JsonObject json) => BannerTargetInput(
    locales: readField(json, 'locales', orNull(listOf(asType<Locale>))),
    paths: readField(json, 'paths', orNull(listOf(asType<String>))),
    excludePaths: readField(json, 'exclude_paths', orNull(listOf(asType<String>))),
    platforms: readField(json, 'platforms', orNull(listOf(asType<String>))),
    appVersion: readField(json, 'app_version', asType<String?>),
    more: othersOf(json, const {'locales', 'paths', 'exclude_paths', 'platforms', 'app_version'}),
  );

  /// Languages; all when empty
  final List<Locale>? locales;

  /// Paths, `*` for one part, `**` for any; all when empty
  final List<String>? paths;

  /// Paths that do not show it
  final List<String>? excludePaths;

  /// Platforms; all when empty
  final List<String>? platforms;

  /// Semantic version range of the application, `>=2.1.0 <3`
  final String? appVersion;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (locales case final value?) 'locales': value,
    if (paths case final value?) 'paths': value,
    if (excludePaths case final value?) 'exclude_paths': value,
    if (platforms case final value?) 'platforms': value,
    if (appVersion case final value?) 'app_version': value,
  };
}

final class BlogAuthor {
  const BlogAuthor({
    required this.id,
    required this.version,
    required this.createdAt,
    required this.updatedAt,
    required this.name,
    required this.bio,
    required this.avatarAssetId,
    required this.url,
    this.more = const {},
  });

  factory BlogAuthor.fromJson(JsonObject json) => BlogAuthor(
    id: readField(json, 'id', asType<Uuid>),
    version: readField(json, 'version', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    name: readField(json, 'name', asType<String>),
    bio: readField(json, 'bio', asType<String?>),
    avatarAssetId: readField(json, 'avatar_asset_id', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    more: othersOf(json, const {'id', 'version', 'created_at', 'updated_at', 'name', 'bio', 'avatar_asset_id', 'url'}),
  );

  /// Id
  final Uuid id;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// Name
  final String name;

  /// A few sentences
  final String? bio;

  /// An uploaded image
  final Uuid? avatarAssetId;

  /// Page of the author
  final String? url;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'version': version,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'name': name,
    'bio': bio,
    'avatar_asset_id': avatarAssetId,
    'url': url,
  };
}

final class BlogAuthorCreate {
  const BlogAuthorCreate({
    required this.name,
    this.bio,
    this.avatarAssetId,
    this.url,
    this.more = const {},
  });

  factory BlogAuthorCreate.fromJson(JsonObject json) => BlogAuthorCreate(
    name: readField(json, 'name', asType<String>),
    bio: readField(json, 'bio', asType<String?>),
    avatarAssetId: readField(json, 'avatar_asset_id', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    more: othersOf(json, const {'name', 'bio', 'avatar_asset_id', 'url'}),
  );

  /// Name
  final String name;

  /// A few sentences
  final String? bio;

  /// An uploaded image
  final Uuid? avatarAssetId;

  /// Page of the author
  final String? url;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'name': name,
    if (bio case final value?) 'bio': value,
    if (avatarAssetId case final value?) 'avatar_asset_id': value,
    if (url case final value?) 'url': value,
  };
}

final class BlogAuthorPatch {
  const BlogAuthorPatch({
    this.name,
    this.bio,
    this.avatarAssetId,
    this.url,
    this.more = const {},
  });

  factory BlogAuthorPatch.fromJson(JsonObject json) => BlogAuthorPatch(
    name: readField(json, 'name', asType<String?>),
    bio: readField(json, 'bio', asType<String?>),
    avatarAssetId: readField(json, 'avatar_asset_id', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    more: othersOf(json, const {'name', 'bio', 'avatar_asset_id', 'url'}),
  );

  /// Name
  final String? name;

  /// A few sentences
  final String? bio;

  /// An uploaded image
  final Uuid? avatarAssetId;

  /// Page of the author
  final String? url;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (name case final value?) 'name': value,
    if (bio case final value?) 'bio': value,
    if (avatarAssetId case final value?) 'avatar_asset_id': value,
    if (url case final value?) 'url': value,
  };
}

final class BlogCategory {
  const BlogCategory({
    required this.id,
    required this.version,
    required this.createdAt,
    required this.updatedAt,
    required this.slug,
    required this.name,
    required this.description,
    required this.position,
    this.more = const {},
  });

  factory BlogCategory.fromJson(JsonObject json) => BlogCategory(
    id: readField(json, 'id', asType<Uuid>),
    version: readField(json, 'version', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    slug: readField(json, 'slug', asType<Slug>),
    name: readField(json, 'name', asType<String>),
    description: readField(json, 'description', asType<String?>),
    position: readField(json, 'position', asInt),
    more: othersOf(json, const {'id', 'version', 'created_at', 'updated_at', 'slug', 'name', 'description', 'position'}),
  );

  /// Id
  final Uuid id;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// Part of addresses; made from the name when absent at creation
  final Slug slug;

  /// Name
  final String name;

  /// What belongs there
  final String? description;

  /// Order in lists, smallest first
  final int position;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'version': version,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'slug': slug,
    'name': name,
    'description': description,
    'position': position,
  };
}

final class BlogCategoryCreate {
  const BlogCategoryCreate({
    this.slug,
    required this.name,
    this.description,
    this.position,
    this.more = const {},
  });

  factory BlogCategoryCreate.fromJson(JsonObject json) => BlogCategoryCreate(
    slug: readField(json, 'slug', asType<Slug?>),
    name: readField(json, 'name', asType<String>),
    description: readField(json, 'description', asType<String?>),
    position: readField(json, 'position', orNull(asInt)),
    more: othersOf(json, const {'slug', 'name', 'description', 'position'}),
  );

  /// Part of addresses; made from the name when absent at creation
  final Slug? slug;

  /// Name
  final String name;

  /// What belongs there
  final String? description;

  /// Order in lists, smallest first
  final int? position;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (slug case final value?) 'slug': value,
    'name': name,
    if (description case final value?) 'description': value,
    if (position case final value?) 'position': value,
  };
}

final class BlogCategoryPatch {
  const BlogCategoryPatch({
    this.slug,
    this.name,
    this.description,
    this.position,
    this.more = const {},
  });

  factory BlogCategoryPatch.fromJson(JsonObject json) => BlogCategoryPatch(
    slug: readField(json, 'slug', asType<Slug?>),
    name: readField(json, 'name', asType<String?>),
    description: readField(json, 'description', asType<String?>),
    position: readField(json, 'position', orNull(asInt)),
    more: othersOf(json, const {'slug', 'name', 'description', 'position'}),
  );

  /// Part of addresses; made from the name when absent at creation
  final Slug? slug;

  /// Name
  final String? name;

  /// What belongs there
  final String? description;

  /// Order in lists, smallest first
  final int? position;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (slug case final value?) 'slug': value,
    if (name case final value?) 'name': value,
    if (description case final value?) 'description': value,
    if (position case final value?) 'position': value,
  };
}

final class Branding {
  const Branding({
    required this.code,
    required this.name,
    required this.description,
    required this.iconUrl,
    required this.websiteUrl,
    this.more = const {},
  });

  factory Branding.fromJson(JsonObject json) => Branding(
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    description: readField(json, 'description', asType<String?>),
    iconUrl: readField(json, 'icon_url', asType<String?>),
    websiteUrl: readField(json, 'website_url', asType<String?>),
    more: othersOf(json, const {'code', 'name', 'description', 'icon_url', 'website_url'}),
  );

  /// Code of the application
  final String code;

  /// Name
  final String name;

  /// Text
  final String? description;

  /// Icon
  final String? iconUrl;

  /// Site
  final String? websiteUrl;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'name': name,
    'description': description,
    'icon_url': iconUrl,
    'website_url': websiteUrl,
  };
}

final class Breadcrumb {
  const Breadcrumb({
    required this.id,
    required this.name,
    this.more = const {},
  });

  factory Breadcrumb.fromJson(JsonObject json) => Breadcrumb(
    id: readField(json, 'id', asType<Uuid>),
    name: readField(json, 'name', asType<String>),
    more: othersOf(json, const {'id', 'name'}),
  );

  /// Id of the folder
  final Uuid id;

  /// Its name
  final String name;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'name': name,
  };
}

final class BulkAction {
  const BulkAction({
    required this.action,
    required this.ids,
    this.more = const {},
  });

  factory BulkAction.fromJson(JsonObject json) => BulkAction(
    action: readField(json, 'action', asType<BulkActionAction>),
    ids: readField(json, 'ids', listOf(asType<Uuid>)),
    more: othersOf(json, const {'action', 'ids'}),
  );

  /// What to do
  final BulkActionAction action;

  /// Items
  final List<Uuid> ids;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'action': action,
    'ids': ids,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const BulkActionAction(String wire) implements String {
  static const publish = BulkActionAction('publish');
  static const unpublish = BulkActionAction('unpublish');
  static const archive = BulkActionAction('archive');
  static const unarchive = BulkActionAction('unarchive');
  static const delete = BulkActionAction('delete');
  static const values = [publish, unpublish, archive, unarchive, delete];
}

final class BulkResult {
  const BulkResult({
    required this.results,
    this.more = const {},
  });

  factory BulkResult.fromJson(JsonObject json) => BulkResult(
    results: readField(json, 'results', listOf(objectOf(BulkResultResultsItem.fromJson))),
    more: othersOf(json, const {'results'}),
  );

  /// One for each id, in the order of the request
  final List<BulkResultResultsItem> results;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'results': [for (final item in results) item.toJson()],
  };
}

final class BulkResultResultsItem {
  const BulkResultResultsItem({
    required this.id,
    required this.isDone,
    required this.status,
    required this.error,
    required this.message,
    this.more = const {},
  });

  factory BulkResultResultsItem.fromJson(JsonObject json) => BulkResultResultsItem(
    id: readField(json, 'id', asType<Uuid>),
    isDone: readField(json, 'is_done', asType<bool>),
    status: readField(json, 'status', asType<BulkResultResultsItemStatus?>),
    error: readField(json, 'error', asType<String?>),
    message: readField(json, 'message', asType<String?>),
    more: othersOf(json, const {'id', 'is_done', 'status', 'error', 'message'}),
  );

  /// The item
  final Uuid id;

  /// Whether the action was done
  final bool isDone;

  /// State of the item now; null for one that is gone
  final BulkResultResultsItemStatus? status;

  /// Code of the refusal
  final String? error;

  /// Its text
  final String? message;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'is_done': isDone,
    'status': status,
    'error': error,
    'message': message,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const BulkResultResultsItemStatus(String wire) implements String {
  static const draft = BulkResultResultsItemStatus('draft');
  static const scheduled = BulkResultResultsItemStatus('scheduled');
  static const published = BulkResultResultsItemStatus('published');
  static const archived = BulkResultResultsItemStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

typedef CalendarDay = String;

final class CategoryName {
  const CategoryName({
    required this.slug,
    required this.name,
    this.more = const {},
  });

  factory CategoryName.fromJson(JsonObject json) => CategoryName(
    slug: readField(json, 'slug', asType<String>),
    name: readField(json, 'name', asType<String>),
    more: othersOf(json, const {'slug', 'name'}),
  );

  /// Slug
  final String slug;

  /// Name
  final String name;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'slug': slug,
    'name': name,
  };
}

/// Outcome of checking the whole ledger of an owner
final class ChainVerification {
  const ChainVerification({
    required this.intact,
    required this.entries,
    required this.head,
    required this.signedHeads,
    required this.unverifiableHeads,
    required this.problem,
    this.more = const {},
  });

  factory ChainVerification.fromJson(JsonObject json) => ChainVerification(
    intact: readField(json, 'intact', asType<bool>),
    entries: readField(json, 'entries', asInt),
    head: readField(json, 'head', objectOf(ChainVerificationHead.fromJson)),
    signedHeads: readField(json, 'signed_heads', asInt),
    unverifiableHeads: readField(json, 'unverifiable_heads', asInt),
    problem: readField(json, 'problem', orNull(objectOf(ChainVerificationProblem.fromJson))),
    more: othersOf(json, const {'intact', 'entries', 'head', 'signed_heads', 'unverifiable_heads', 'problem'}),
  );

  /// Nothing was altered, removed, added or reordered
  final bool intact;

  /// Records that were verified
  final int entries;

  /// Where the intact part ends
  final ChainVerificationHead head;

  /// Daily signed heads that were compared
  final int signedHeads;

  /// Signed heads of keys that are no longer configured: compare them with copies that were kept elsewhere
  final int unverifiableHeads;

  /// The first bad record; null when intact
  final ChainVerificationProblem? problem;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'intact': intact,
    'entries': entries,
    'head': head.toJson(),
    'signed_heads': signedHeads,
    'unverifiable_heads': unverifiableHeads,
    'problem': problem?.toJson(),
  };
}

final class ChainVerificationHead {
  const ChainVerificationHead({
    required this.seq,
    required this.hash,
    this.more = const {},
  });

  factory ChainVerificationHead.fromJson(JsonObject json) => ChainVerificationHead(
    seq: readField(json, 'seq', asInt),
    hash: readField(json, 'hash', asType<String>),
    more: othersOf(json, const {'seq', 'hash'}),
  );

  /// Number of the last record
  final int seq;

  /// Its hash
  final String hash;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'seq': seq,
    'hash': hash,
  };
}

final class ChainVerificationProblem {
  const ChainVerificationProblem({
    required this.seq,
    required this.consentId,
    required this.reason,
    this.more = const {},
  });

  factory ChainVerificationProblem.fromJson(JsonObject json) => ChainVerificationProblem(
    seq: readField(json, 'seq', asInt),
    consentId: readField(json, 'consent_id', asType<Uuid?>),
    reason: readField(json, 'reason', asType<ChainVerificationProblemReason>),
    more: othersOf(json, const {'seq', 'consent_id', 'reason'}),
  );

  /// Number of the first bad record
  final int seq;

  /// Id of the record that stands there, null when it is missing
  final Uuid? consentId;

  /// What is wrong with it
  final ChainVerificationProblemReason reason;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'seq': seq,
    'consent_id': consentId,
    'reason': reason,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ChainVerificationProblemReason(String wire) implements String {
  static const gap = ChainVerificationProblemReason('gap');
  static const brokenLink = ChainVerificationProblemReason('broken_link');
  static const altered = ChainVerificationProblemReason('altered');
  static const truncated = ChainVerificationProblemReason('truncated');
  static const signedHeadMismatch = ChainVerificationProblemReason('signed_head_mismatch');
  static const bodyAltered = ChainVerificationProblemReason('body_altered');
  static const values = [gap, brokenLink, altered, truncated, signedHeadMismatch, bodyAltered];
}

/// Release notes as their authors see them
final class ChangelogEntry {
  const ChangelogEntry({
    required this.id,
    required this.status,
    required this.lockVersion,
    required this.revision,
    required this.publishedRevision,
    required this.scheduledRevision,
    required this.scheduledAt,
    required this.unpublishAt,
    required this.scheduleError,
    required this.translationOf,
    required this.url,
    required this.createdAt,
    required this.updatedAt,
    required this.updatedBy,
    required this.slug,
    required this.locale,
    required this.title,
    required this.version,
    required this.labels,
    required this.platforms,
    required this.publishedAt,
    required this.body,
    this.more = const {},
  });

  factory ChangelogEntry.fromJson(JsonObject json) => ChangelogEntry(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<ChangelogEntryHeadStatus>),
    lockVersion: readField(json, 'lock_version', asInt),
    revision: readField(json, 'revision', asInt),
    publishedRevision: readField(json, 'published_revision', orNull(asInt)),
    scheduledRevision: readField(json, 'scheduled_revision', orNull(asInt)),
    scheduledAt: readField(json, 'scheduled_at', asType<Timestamp?>),
    unpublishAt: readField(json, 'unpublish_at', asType<Timestamp?>),
    scheduleError: readField(json, 'schedule_error', asType<String?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    updatedBy: readField(json, 'updated_by', asType<String?>),
    slug: readField(json, 'slug', asType<Slug>),
    locale: readField(json, 'locale', asType<Locale>),
    title: readField(json, 'title', asType<String>),
    version: readField(json, 'version', asType<String?>),
    labels: readField(json, 'labels', listOf(asType<ChangelogEntryHeadLabelsItem>)),
    platforms: readField(json, 'platforms', listOf(asType<String>)),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    body: readField(json, 'body', asType<String>),
    more: othersOf(json, const {'id', 'status', 'lock_version', 'revision', 'published_revision', 'scheduled_revision', 'scheduled_at', 'unpublish_at', 'schedule_error', 'translation_of', 'url', 'created_at', 'updated_at', 'updated_by', 'slug', 'locale', 'title', 'version', 'labels', 'platforms', 'published_at', 'body'}),
  );

  /// Id
  final Uuid id;

  /// State of the item
  final ChangelogEntryHeadStatus status;

  /// Counts the changes; send it as `If-Match: "<lock_version>"`
  final int lockVersion;

  /// Number of the newest revision, which is the draft
  final int revision;

  /// Number of the revision that readers see
  final int? publishedRevision;

  /// Number of the revision that the schedule will publish
  final int? scheduledRevision;

  /// When the schedule publishes it
  final Timestamp? scheduledAt;

  /// When it is taken from readers
  final Timestamp? unpublishAt;

  /// Why the schedule could not publish it; it tries again
  final String? scheduleError;

  /// The first item of its group of translations; null for the first one
  final Uuid? translationOf;

  /// Its address on the site; null without one
  final String? url;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// E-mail of the administrator who changed it last
  final String? updatedBy;

  /// Part of the address; made from the title when absent at creation
  final Slug slug;

  /// Language; one of the site. It never changes
  final Locale locale;

  /// Title
  final String title;

  /// Version that it is about
  final String? version;

  /// Kinds of changes
  final List<ChangelogEntryHeadLabelsItem> labels;

  /// Platforms that it is about; all when empty
  final List<String> platforms;

  /// The moment that readers see; that of the first publication when null
  final Timestamp? publishedAt;

  /// What changed, Markdown
  final String body;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'lock_version': lockVersion,
    'revision': revision,
    'published_revision': publishedRevision,
    'scheduled_revision': scheduledRevision,
    'scheduled_at': scheduledAt,
    'unpublish_at': unpublishAt,
    'schedule_error': scheduleError,
    'translation_of': translationOf,
    'url': url,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'updated_by': updatedBy,
    'slug': slug,
    'locale': locale,
    'title': title,
    'version': version,
    'labels': labels,
    'platforms': platforms,
    'published_at': publishedAt,
    'body': body,
  };
}

final class ChangelogEntryCreate {
  const ChangelogEntryCreate({
    this.slug,
    this.locale,
    this.translationOf,
    required this.title,
    this.version,
    this.body,
    this.labels,
    this.platforms,
    this.publishedAt,
    this.more = const {},
  });

  factory ChangelogEntryCreate.fromJson(JsonObject json) => ChangelogEntryCreate(
    slug: readField(json, 'slug', asType<Slug?>),
    locale: readField(json, 'locale', asType<Locale?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    title: readField(json, 'title', asType<String>),
    version: readField(json, 'version', asType<String?>),
    body: readField(json, 'body', asType<String?>),
    labels: readField(json, 'labels', orNull(listOf(asType<ChangelogEntryCreateLabelsItem>))),
    platforms: readField(json, 'platforms', orNull(listOf(asType<String>))),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    more: othersOf(json, const {'slug', 'locale', 'translation_of', 'title', 'version', 'body', 'labels', 'platforms', 'published_at'}),
  );

  /// Part of the address; made from the title when absent at creation
  final Slug? slug;

  /// Language; the default one of the site when absent
  final Locale? locale;

  /// The item that this one translates, of the same kind
  final Uuid? translationOf;

  /// Title
  final String title;

  /// Version that it is about
  final String? version;

  /// What changed, Markdown
  final String? body;

  /// Kinds of changes
  final List<ChangelogEntryCreateLabelsItem>? labels;

  /// Platforms that it is about; all when empty
  final List<String>? platforms;

  /// The moment that readers see; that of the first publication when null
  final Timestamp? publishedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (slug case final value?) 'slug': value,
    if (locale case final value?) 'locale': value,
    if (translationOf case final value?) 'translation_of': value,
    'title': title,
    if (version case final value?) 'version': value,
    if (body case final value?) 'body': value,
    if (labels case final value?) 'labels': value,
    if (platforms case final value?) 'platforms': value,
    if (publishedAt case final value?) 'published_at': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ChangelogEntryCreateLabelsItem(String wire) implements String {
  static const added = ChangelogEntryCreateLabelsItem('added');
  static const changed = ChangelogEntryCreateLabelsItem('changed');
  static const fixed = ChangelogEntryCreateLabelsItem('fixed');
  static const removed = ChangelogEntryCreateLabelsItem('removed');
  static const security = ChangelogEntryCreateLabelsItem('security');
  static const values = [added, changed, fixed, removed, security];
}

final class ChangelogEntryHead {
  const ChangelogEntryHead({
    required this.id,
    required this.status,
    required this.lockVersion,
    required this.revision,
    required this.publishedRevision,
    required this.scheduledRevision,
    required this.scheduledAt,
    required this.unpublishAt,
    required this.scheduleError,
    required this.translationOf,
    required this.url,
    required this.createdAt,
    required this.updatedAt,
    required this.updatedBy,
    required this.slug,
    required this.locale,
    required this.title,
    required this.version,
    required this.labels,
    required this.platforms,
    required this.publishedAt,
    this.more = const {},
  });

  factory ChangelogEntryHead.fromJson(JsonObject json) => ChangelogEntryHead(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<ChangelogEntryHeadStatus>),
    lockVersion: readField(json, 'lock_version', asInt),
    revision: readField(json, 'revision', asInt),
    publishedRevision: readField(json, 'published_revision', orNull(asInt)),
    scheduledRevision: readField(json, 'scheduled_revision', orNull(asInt)),
    scheduledAt: readField(json, 'scheduled_at', asType<Timestamp?>),
    unpublishAt: readField(json, 'unpublish_at', asType<Timestamp?>),
    scheduleError: readField(json, 'schedule_error', asType<String?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    updatedBy: readField(json, 'updated_by', asType<String?>),
    slug: readField(json, 'slug', asType<Slug>),
    locale: readField(json, 'locale', asType<Locale>),
    title: readField(json, 'title', asType<String>),
    version: readField(json, 'version', asType<String?>),
    labels: readField(json, 'labels', listOf(asType<ChangelogEntryHeadLabelsItem>)),
    platforms: readField(json, 'platforms', listOf(asType<String>)),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    more: othersOf(json, const {'id', 'status', 'lock_version', 'revision', 'published_revision', 'scheduled_revision', 'scheduled_at', 'unpublish_at', 'schedule_error', 'translation_of', 'url', 'created_at', 'updated_at', 'updated_by', 'slug', 'locale', 'title', 'version', 'labels', 'platforms', 'published_at'}),
  );

  /// Id
  final Uuid id;

  /// State of the item
  final ChangelogEntryHeadStatus status;

  /// Counts the changes; send it as `If-Match: "<lock_version>"`
  final int lockVersion;

  /// Number of the newest revision, which is the draft
  final int revision;

  /// Number of the revision that readers see
  final int? publishedRevision;

  /// Number of the revision that the schedule will publish
  final int? scheduledRevision;

  /// When the schedule publishes it
  final Timestamp? scheduledAt;

  /// When it is taken from readers
  final Timestamp? unpublishAt;

  /// Why the schedule could not publish it; it tries again
  final String? scheduleError;

  /// The first item of its group of translations; null for the first one
  final Uuid? translationOf;

  /// Its address on the site; null without one
  final String? url;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// E-mail of the administrator who changed it last
  final String? updatedBy;

  /// Part of the address; made from the title when absent at creation
  final Slug slug;

  /// Language; one of the site. It never changes
  final Locale locale;

  /// Title
  final String title;

  /// Version that it is about
  final String? version;

  /// Kinds of changes
  final List<ChangelogEntryHeadLabelsItem> labels;

  /// Platforms that it is about; all when empty
  final List<String> platforms;

  /// The moment that readers see; that of the first publication when null
  final Timestamp? publishedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'lock_version': lockVersion,
    'revision': revision,
    'published_revision': publishedRevision,
    'scheduled_revision': scheduledRevision,
    'scheduled_at': scheduledAt,
    'unpublish_at': unpublishAt,
    'schedule_error': scheduleError,
    'translation_of': translationOf,
    'url': url,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'updated_by': updatedBy,
    'slug': slug,
    'locale': locale,
    'title': title,
    'version': version,
    'labels': labels,
    'platforms': platforms,
    'published_at': publishedAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ChangelogEntryHeadLabelsItem(String wire) implements String {
  static const added = ChangelogEntryHeadLabelsItem('added');
  static const changed = ChangelogEntryHeadLabelsItem('changed');
  static const fixed = ChangelogEntryHeadLabelsItem('fixed');
  static const removed = ChangelogEntryHeadLabelsItem('removed');
  static const security = ChangelogEntryHeadLabelsItem('security');
  static const values = [added, changed, fixed, removed, security];
}

/// A later version of the platform may send values that are not among [values].
extension type const ChangelogEntryHeadStatus(String wire) implements String {
  static const draft = ChangelogEntryHeadStatus('draft');
  static const scheduled = ChangelogEntryHeadStatus('scheduled');
  static const published = ChangelogEntryHeadStatus('published');
  static const archived = ChangelogEntryHeadStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

final class ChangelogEntryPatch {
  const ChangelogEntryPatch({
    this.slug,
    this.note,
    this.title,
    this.version,
    this.body,
    this.labels,
    this.platforms,
    this.publishedAt,
    this.more = const {},
  });

  factory ChangelogEntryPatch.fromJson(JsonObject json) => ChangelogEntryPatch(
    slug: readField(json, 'slug', asType<Slug?>),
    note: readField(json, 'note', asType<String?>),
    title: readField(json, 'title', asType<String?>),
    version: readField(json, 'version', asType<String?>),
    body: readField(json, 'body', asType<String?>),
    labels: readField(json, 'labels', orNull(listOf(asType<ChangelogEntryPatchLabelsItem>))),
    platforms: readField(json, 'platforms', orNull(listOf(asType<String>))),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    more: othersOf(json, const {'slug', 'note', 'title', 'version', 'body', 'labels', 'platforms', 'published_at'}),
  );

  /// Part of the address; made from the title when absent at creation
  final Slug? slug;

  /// What this revision is about
  final String? note;

  /// Title
  final String? title;

  /// Version that it is about
  final String? version;

  /// What changed, Markdown
  final String? body;

  /// Kinds of changes
  final List<ChangelogEntryPatchLabelsItem>? labels;

  /// Platforms that it is about; all when empty
  final List<String>? platforms;

  /// The moment that readers see; that of the first publication when null
  final Timestamp? publishedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (slug case final value?) 'slug': value,
    if (note case final value?) 'note': value,
    if (title case final value?) 'title': value,
    if (version case final value?) 'version': value,
    if (body case final value?) 'body': value,
    if (labels case final value?) 'labels': value,
    if (platforms case final value?) 'platforms': value,
    if (publishedAt case final value?) 'published_at': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ChangelogEntryPatchLabelsItem(String wire) implements String {
  static const added = ChangelogEntryPatchLabelsItem('added');
  static const changed = ChangelogEntryPatchLabelsItem('changed');
  static const fixed = ChangelogEntryPatchLabelsItem('fixed');
  static const removed = ChangelogEntryPatchLabelsItem('removed');
  static const security = ChangelogEntryPatchLabelsItem('security');
  static const values = [added, changed, fixed, removed, security];
}

final class ChannelCheckFailedFields {
  const ChannelCheckFailedFields({
    required this.checks,
    this.more = const {},
  });

  factory ChannelCheckFailedFields.fromJson(JsonObject json) => ChannelCheckFailedFields(
    checks: readField(json, 'checks', listOf(objectOf(SocialCheck.fromJson))),
    more: othersOf(json, const {'checks'}),
  );

  /// What was found
  final List<SocialCheck> checks;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'checks': [for (final item in checks) item.toJson()],
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const CheckApplicationDocumentLocale(String wire) implements String {
  static const ru = CheckApplicationDocumentLocale('ru');
  static const en = CheckApplicationDocumentLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const CheckSiteDocumentLocale(String wire) implements String {
  static const ru = CheckSiteDocumentLocale('ru');
  static const en = CheckSiteDocumentLocale('en');
  static const values = [ru, en];
}

final class CheckedIdentityProvider {
  const CheckedIdentityProvider({
    required this.issuer,
    required this.issuerAliases,
    required this.audience,
    required this.allowMissingAudience,
    required this.jwksUrl,
    required this.hasHs256Secret,
    required this.authorizedParty,
    required this.updatedAt,
    required this.check,
    this.more = const {},
  });

  factory CheckedIdentityProvider.fromJson(JsonObject json) => CheckedIdentityProvider(
    issuer: readField(json, 'issuer', asType<String>),
    issuerAliases: readField(json, 'issuer_aliases', listOf(asType<String>)),
    audience: readField(json, 'audience', asType<String?>),
    allowMissingAudience: readField(json, 'allow_missing_audience', asType<bool>),
    jwksUrl: readField(json, 'jwks_url', asType<String?>),
    hasHs256Secret: readField(json, 'has_hs256_secret', asType<bool>),
    authorizedParty: readField(json, 'authorized_party', asType<String?>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    check: readField(json, 'check', orNull(objectOf(CheckedIdentityProviderCheck.fromJson))),
    more: othersOf(json, const {'issuer', 'issuer_aliases', 'audience', 'allow_missing_audience', 'jwks_url', 'has_hs256_secret', 'authorized_party', 'updated_at', 'check'}),
  );

  /// Exact `iss` of the tokens; users belong to it
  final String issuer;

  /// Other `iss` of the same provider, for example of its new domain while the domain changes. Their users are those of `issuer`
  final List<String> issuerAliases;

  /// A value that `aud` must contain; null when `authorized_party` or `allow_missing_audience` stands for it
  final String? audience;

  /// Accepts tokens without `aud`; where `audience` is given, one that has an `aud` must still name it
  final bool allowMissingAudience;

  /// Where the public keys are; null for a shared secret alone
  final String? jwksUrl;

  /// A shared secret is stored; it is never shown again
  final bool hasHs256Secret;

  /// When set, `azp` must equal it, or `client_id` in a token without `azp` (Keycloak, Clerk, Cognito)
  final String? authorizedParty;

  /// Last change
  final Timestamp updatedAt;

  /// Keys found at jwks_url; null without a check
  final CheckedIdentityProviderCheck? check;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'issuer': issuer,
    'issuer_aliases': issuerAliases,
    'audience': audience,
    'allow_missing_audience': allowMissingAudience,
    'jwks_url': jwksUrl,
    'has_hs256_secret': hasHs256Secret,
    'authorized_party': authorizedParty,
    'updated_at': updatedAt,
    'check': check?.toJson(),
  };
}

final class CheckedIdentityProviderCheck {
  const CheckedIdentityProviderCheck({
    required this.ok,
    required this.keyCount,
    required this.algorithms,
    this.more = const {},
  });

  factory CheckedIdentityProviderCheck.fromJson(JsonObject json) => CheckedIdentityProviderCheck(
    ok: readField(json, 'ok', asType<bool>),
    keyCount: readField(json, 'key_count', asInt),
    algorithms: readField(json, 'algorithms', listOf(asType<String>)),
    more: othersOf(json, const {'ok', 'key_count', 'algorithms'}),
  );

  /// The keys were read just now
  final bool ok;

  /// How many of them can verify tokens
  final int keyCount;

  /// With which algorithms
  final List<String> algorithms;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'ok': ok,
    'key_count': keyCount,
    'algorithms': algorithms,
  };
}

/// One thing that a user did
final class ClientEvent {
  const ClientEvent({
    required this.event,
    this.eventId,
    this.occurredAt,
    this.platform,
    this.appVersion,
    this.installationId,
    this.properties,
    this.applicationId,
    this.applicationCode,
    this.cmsSiteCode,
    this.more = const {},
  });

  factory ClientEvent.fromJson(JsonObject json) => ClientEvent(
    event: readField(json, 'event', asType<String>),
    eventId: readField(json, 'event_id', asType<Uuid?>),
    occurredAt: readField(json, 'occurred_at', asType<Timestamp?>),
    platform: readField(json, 'platform', asType<String?>),
    appVersion: readField(json, 'app_version', asType<String?>),
    installationId: readField(json, 'installation_id', asType<Uuid?>),
    properties: readField(json, 'properties', asType<JsonObject?>),
    applicationId: readField(json, 'application_id', asType<Uuid?>),
    applicationCode: readField(json, 'application_code', asType<String?>),
    cmsSiteCode: readField(json, 'cms_site_code', asType<String?>),
    more: othersOf(json, const {'event', 'event_id', 'occurred_at', 'platform', 'app_version', 'installation_id', 'properties', 'application_id', 'application_code', 'cms_site_code'}),
  );

  /// What happened; free, `object_action` is recommended: paywall_viewed, app_opened. A new name that finds no room counts as `(other)`
  final String event;

  /// Made by the client once for each event: the same id is counted once
  final Uuid? eventId;

  /// By the clock of the device; at most 7 days old and 5 minutes ahead. The moment of arrival when absent
  final Timestamp? occurredAt;

  /// For example web, android, ios
  final String? platform;

  /// Version of the client
  final String? appVersion;

  /// With a platform, the event counts as a sign of life of this device
  final Uuid? installationId;

  /// Anything about it, at most 16 KiB and 20 levels deep; no personal data
  final JsonObject? properties;

  /// Names the application where no header does
  final Uuid? applicationId;

  /// The same by code
  final String? applicationCode;

  /// Site of the application on which it happened; also `properties.site_code`
  final String? cmsSiteCode;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'event': event,
    if (eventId case final value?) 'event_id': value,
    if (occurredAt case final value?) 'occurred_at': value,
    if (platform case final value?) 'platform': value,
    if (appVersion case final value?) 'app_version': value,
    if (installationId case final value?) 'installation_id': value,
    if (properties case final value?) 'properties': value,
    if (applicationId case final value?) 'application_id': value,
    if (applicationCode case final value?) 'application_code': value,
    if (cmsSiteCode case final value?) 'cms_site_code': value,
  };
}

/// An uploaded file
final class CmsAsset {
  const CmsAsset({
    required this.id,
    required this.kind,
    required this.fileName,
    required this.contentType,
    required this.sizeBytes,
    required this.sha256,
    required this.url,
    required this.path,
    required this.width,
    required this.height,
    required this.alt,
    required this.focalX,
    required this.focalY,
    required this.placeholder,
    required this.variants,
    required this.usageCount,
    required this.version,
    required this.createdAt,
    required this.createdBy,
    this.more = const {},
  });

  factory CmsAsset.fromJson(JsonObject json) => CmsAsset(
    id: readField(json, 'id', asType<Uuid>),
    kind: readField(json, 'kind', asType<CmsAssetKind>),
    fileName: readField(json, 'file_name', asType<String>),
    contentType: readField(json, 'content_type', asType<String>),
    sizeBytes: readField(json, 'size_bytes', asInt),
    sha256: readField(json, 'sha256', asType<String>),
    url: readField(json, 'url', asType<String>),
    path: readField(json, 'path', asType<String>),
    width: readField(json, 'width', orNull(asInt)),
    height: readField(json, 'height', orNull(asInt)),
    alt: readField(json, 'alt', asType<String?>),
    focalX: readField(json, 'focal_x', asType<num>),
    focalY: readField(json, 'focal_y', asType<num>),
    placeholder: readField(json, 'placeholder', asType<String?>),
    variants: readField(json, 'variants', listOf(objectOf(CmsAssetVariantsItem.fromJson))),
    usageCount: readField(json, 'usage_count', asInt),
    version: readField(json, 'version', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    createdBy: readField(json, 'created_by', asType<String?>),
    more: othersOf(json, const {'id', 'kind', 'file_name', 'content_type', 'size_bytes', 'sha256', 'url', 'path', 'width', 'height', 'alt', 'focal_x', 'focal_y', 'placeholder', 'variants', 'usage_count', 'version', 'created_at', 'created_by'}),
  );

  /// Id
  final Uuid id;

  /// Detected from the content
  final CmsAssetKind kind;

  /// As the uploader called it
  final String fileName;

  /// As it is served
  final String contentType;

  /// Size
  final int sizeBytes;

  /// SHA-256 of what is served, hexadecimal
  final String sha256;

  /// Public address; it changes with the content
  final String url;

  /// Path of the address, `/assets/cms/…`: as texts name it
  final String path;

  /// Pixels of an image
  final int? width;

  /// Pixels of an image
  final int? height;

  /// Text instead of the image
  final String? alt;

  /// What stays in a cut, from the left, 0 to 1
  final num focalX;

  /// What stays in a cut, from the top, 0 to 1
  final num focalY;

  /// A tiny image as a data address
  final String? placeholder;

  /// Smaller ones
  final List<CmsAssetVariantsItem> variants;

  /// Places that use it
  final int usageCount;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it was uploaded
  final Timestamp createdAt;

  /// E-mail of the uploader
  final String? createdBy;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'kind': kind,
    'file_name': fileName,
    'content_type': contentType,
    'size_bytes': sizeBytes,
    'sha256': sha256,
    'url': url,
    'path': path,
    'width': width,
    'height': height,
    'alt': alt,
    'focal_x': focalX,
    'focal_y': focalY,
    'placeholder': placeholder,
    'variants': [for (final item in variants) item.toJson()],
    'usage_count': usageCount,
    'version': version,
    'created_at': createdAt,
    'created_by': createdBy,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const CmsAssetKind(String wire) implements String {
  static const image = CmsAssetKind('image');
  static const svg = CmsAssetKind('svg');
  static const pdf = CmsAssetKind('pdf');
  static const file = CmsAssetKind('file');
  static const values = [image, svg, pdf, file];
}

final class CmsAssetPatch {
  const CmsAssetPatch({
    this.fileName,
    this.alt,
    this.focalX,
    this.focalY,
    this.more = const {},
  });

  factory CmsAssetPatch.fromJson(JsonObject json) => CmsAssetPatch(
    fileName: readField(json, 'file_name', asType<String?>),
    alt: readField(json, 'alt', asType<String?>),
    focalX: readField(json, 'focal_x', asType<num?>),
    focalY: readField(json, 'focal_y', asType<num?>),
    more: othersOf(json, const {'file_name', 'alt', 'focal_x', 'focal_y'}),
  );

  /// Name of the file
  final String? fileName;

  /// Text instead of the image
  final String? alt;

  /// What stays in a cut, from the left
  final num? focalX;

  /// What stays in a cut, from the top
  final num? focalY;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (fileName case final value?) 'file_name': value,
    if (alt case final value?) 'alt': value,
    if (focalX case final value?) 'focal_x': value,
    if (focalY case final value?) 'focal_y': value,
  };
}

final class CmsAssetVariantsItem {
  const CmsAssetVariantsItem({
    required this.name,
    required this.url,
    required this.width,
    required this.height,
    this.more = const {},
  });

  factory CmsAssetVariantsItem.fromJson(JsonObject json) => CmsAssetVariantsItem(
    name: readField(json, 'name', asType<String>),
    url: readField(json, 'url', asType<String>),
    width: readField(json, 'width', asInt),
    height: readField(json, 'height', asInt),
    more: othersOf(json, const {'name', 'url', 'width', 'height'}),
  );

  /// What it is for: its width, or `og`
  final String name;

  /// WebP
  final String url;

  /// Pixels
  final int width;

  /// Pixels
  final int height;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'name': name,
    'url': url,
    'width': width,
    'height': height,
  };
}

final class CmsAssetWithUsages {
  const CmsAssetWithUsages({
    required this.id,
    required this.kind,
    required this.fileName,
    required this.contentType,
    required this.sizeBytes,
    required this.sha256,
    required this.url,
    required this.path,
    required this.width,
    required this.height,
    required this.alt,
    required this.focalX,
    required this.focalY,
    required this.placeholder,
    required this.variants,
    required this.usageCount,
    required this.version,
    required this.createdAt,
    required this.createdBy,
    required this.usages,
    this.more = const {},
  });

  factory CmsAssetWithUsages.fromJson(JsonObject json) => CmsAssetWithUsages(
    id: readField(json, 'id', asType<Uuid>),
    kind: readField(json, 'kind', asType<CmsAssetKind>),
    fileName: readField(json, 'file_name', asType<String>),
    contentType: readField(json, 'content_type', asType<String>),
    sizeBytes: readField(json, 'size_bytes', asInt),
    sha256: readField(json, 'sha256', asType<String>),
    url: readField(json, 'url', asType<String>),
    path: readField(json, 'path', asType<String>),
    width: readField(json, 'width', orNull(asInt)),
    height: readField(json, 'height', orNull(asInt)),
    alt: readField(json, 'alt', asType<String?>),
    focalX: readField(json, 'focal_x', asType<num>),
    focalY: readField(json, 'focal_y', asType<num>),
    placeholder: readField(json, 'placeholder', asType<String?>),
    variants: readField(json, 'variants', listOf(objectOf(CmsAssetVariantsItem.fromJson))),
    usageCount: readField(json, 'usage_count', asInt),
    version: readField(json, 'version', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    createdBy: readField(json, 'created_by', asType<String?>),
    usages: readField(json, 'usages', listOf(objectOf(Usage.fromJson))),
    more: othersOf(json, const {'id', 'kind', 'file_name', 'content_type', 'size_bytes', 'sha256', 'url', 'path', 'width', 'height', 'alt', 'focal_x', 'focal_y', 'placeholder', 'variants', 'usage_count', 'version', 'created_at', 'created_by', 'usages'}),
  );

  /// Id
  final Uuid id;

  /// Detected from the content
  final CmsAssetKind kind;

  /// As the uploader called it
  final String fileName;

  /// As it is served
  final String contentType;

  /// Size
  final int sizeBytes;

  /// SHA-256 of what is served, hexadecimal
  final String sha256;

  /// Public address; it changes with the content
  final String url;

  /// Path of the address, `/assets/cms/…`: as texts name it
  final String path;

  /// Pixels of an image
  final int? width;

  /// Pixels of an image
  final int? height;

  /// Text instead of the image
  final String? alt;

  /// What stays in a cut, from the left, 0 to 1
  final num focalX;

  /// What stays in a cut, from the top, 0 to 1
  final num focalY;

  /// A tiny image as a data address
  final String? placeholder;

  /// Smaller ones
  final List<CmsAssetVariantsItem> variants;

  /// Places that use it
  final int usageCount;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it was uploaded
  final Timestamp createdAt;

  /// E-mail of the uploader
  final String? createdBy;

  /// Places that use it, 20 at most
  final List<Usage> usages;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'kind': kind,
    'file_name': fileName,
    'content_type': contentType,
    'size_bytes': sizeBytes,
    'sha256': sha256,
    'url': url,
    'path': path,
    'width': width,
    'height': height,
    'alt': alt,
    'focal_x': focalX,
    'focal_y': focalY,
    'placeholder': placeholder,
    'variants': [for (final item in variants) item.toJson()],
    'usage_count': usageCount,
    'version': version,
    'created_at': createdAt,
    'created_by': createdBy,
    'usages': [for (final item in usages) item.toJson()],
  };
}

/// A remote parameter. It is public: no secrets
final class ConfigParameter {
  const ConfigParameter({
    required this.key,
    required this.type_,
    required this.value,
    required this.rules,
    required this.description,
    required this.version,
    required this.createdAt,
    required this.updatedAt,
    this.more = const {},
  });

  factory ConfigParameter.fromJson(JsonObject json) => ConfigParameter(
    key: readField(json, 'key', asType<String>),
    type_: readField(json, 'type', asType<ConfigParameterType>),
    value: readField(json, 'value', asAny),
    rules: readField(json, 'rules', listOf(objectOf(ConfigRule.fromJson))),
    description: readField(json, 'description', asType<String?>),
    version: readField(json, 'version', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    more: othersOf(json, const {'key', 'type', 'value', 'rules', 'description', 'version', 'created_at', 'updated_at'}),
  );

  /// What clients read it by; case matters
  final String key;

  /// What every value of it is
  final ConfigParameterType type_;

  /// The value for every user that no rule matches
  final Object? value;

  /// The first that matches decides
  final List<ConfigRule> rules;

  /// For its authors
  final String? description;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'key': key,
    'type': type_,
    'value': value,
    'rules': [for (final item in rules) item.toJson()],
    'description': description,
    'version': version,
    'created_at': createdAt,
    'updated_at': updatedAt,
  };
}

final class ConfigParameterBody {
  const ConfigParameterBody({
    required this.type_,
    required this.value,
    this.rules,
    this.description,
    this.more = const {},
  });

  factory ConfigParameterBody.fromJson(JsonObject json) => ConfigParameterBody(
    type_: readField(json, 'type', asType<ConfigParameterBodyType>),
    value: readField(json, 'value', asAny),
    rules: readField(json, 'rules', orNull(listOf(objectOf(ConfigRule.fromJson)))),
    description: readField(json, 'description', asType<String?>),
    more: othersOf(json, const {'type', 'value', 'rules', 'description'}),
  );

  /// What every value of it is
  final ConfigParameterBodyType type_;

  /// The value for every user that no rule matches
  final Object? value;

  /// The first that matches decides
  final List<ConfigRule>? rules;

  /// For its authors
  final String? description;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'type': type_,
    'value': value,
    if (rules case final value?) 'rules': [for (final item in value) item.toJson()],
    if (description case final value?) 'description': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ConfigParameterBodyType(String wire) implements String {
  static const boolean = ConfigParameterBodyType('boolean');
  static const string = ConfigParameterBodyType('string');
  static const number = ConfigParameterBodyType('number');
  static const json = ConfigParameterBodyType('json');
  static const values = [boolean, string, number, json];
}

/// A later version of the platform may send values that are not among [values].
extension type const ConfigParameterType(String wire) implements String {
  static const boolean = ConfigParameterType('boolean');
  static const string = ConfigParameterType('string');
  static const number = ConfigParameterType('number');
  static const json = ConfigParameterType('json');
  static const values = [boolean, string, number, json];
}

/// A value for some clients; every given condition must hold
final class ConfigRule {
  const ConfigRule({
    this.platforms,
    this.appVersion,
    required this.value,
    this.more = const {},
  });

  factory ConfigRule.fromJson(JsonObject json) => ConfigRule(
    platforms: readField(json, 'platforms', orNull(listOf(asType<String>))),
    appVersion: readField(json, 'app_version', asType<String?>),
    value: readField(json, 'value', asAny),
    more: othersOf(json, const {'platforms', 'app_version', 'value'}),
  );

  /// One of these, in any case
  final List<String>? platforms;

  /// Semantic version range, for example `>=2.1.0 <3`
  final String? appVersion;

  /// What they get
  final Object? value;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (platforms case final value?) 'platforms': value,
    if (appVersion case final value?) 'app_version': value,
    'value': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ConnectSearchConsoleProvider(String wire) implements String {
  static const google = ConnectSearchConsoleProvider('google');
  static const yandex = ConnectSearchConsoleProvider('yandex');
  static const values = [google, yandex];
}

final class ConsentDocumentUnknownFields {
  const ConsentDocumentUnknownFields({
    required this.documentId,
    this.more = const {},
  });

  factory ConsentDocumentUnknownFields.fromJson(JsonObject json) => ConsentDocumentUnknownFields(
    documentId: readField(json, 'document_id', asType<String>),
    more: othersOf(json, const {'document_id'}),
  );

  /// The id that was sent
  final String documentId;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'document_id': documentId,
  };
}

/// One checkbox of a consent form
final class ConsentEntry {
  const ConsentEntry({
    required this.documentId,
    required this.version,
    required this.checkboxText,
    required this.accepted,
    this.more = const {},
  });

  factory ConsentEntry.fromJson(JsonObject json) => ConsentEntry(
    documentId: readField(json, 'document_id', asType<String>),
    version: readField(json, 'version', asType<String>),
    checkboxText: readField(json, 'checkbox_text', asType<String>),
    accepted: readField(json, 'accepted', asType<bool>),
    more: othersOf(json, const {'document_id', 'version', 'checkbox_text', 'accepted'}),
  );

  /// `id` from the legal document read
  final String documentId;

  /// `version` from the same read, as a string
  final String version;

  /// The label the person saw beside the checkbox; the same for every user, kept for ever
  final String checkboxText;

  /// Whether the box was ticked
  final bool accepted;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'document_id': documentId,
    'version': version,
    'checkbox_text': checkboxText,
    'accepted': accepted,
  };
}

/// Signed proof of one record, for the user to keep
final class ConsentReceipt {
  const ConsentReceipt({
    required this.receipt,
    required this.record,
    required this.entryHash,
    this.more = const {},
  });

  factory ConsentReceipt.fromJson(JsonObject json) => ConsentReceipt(
    receipt: readField(json, 'receipt', asType<String>),
    record: readField(json, 'record', objectOf(OwnConsentRecord.fromJson)),
    entryHash: readField(json, 'entry_hash', asType<String>),
    more: othersOf(json, const {'receipt', 'record', 'entry_hash'}),
  );

  /// Compact JWS (EdDSA); keys at /.well-known/consents-jwks.json
  final String receipt;

  final OwnConsentRecord record;

  /// Hash of the record in the ledger, signed in the receipt
  final String entryHash;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'receipt': receipt,
    'record': record.toJson(),
    'entry_hash': entryHash,
  };
}

/// One answer to one checkbox, as it stands in the ledger
final class ConsentRecord {
  const ConsentRecord({
    required this.id,
    required this.seq,
    required this.userId,
    required this.email,
    required this.documentId,
    required this.docKind,
    required this.version,
    required this.contentHash,
    required this.checkboxText,
    required this.accepted,
    required this.source,
    required this.platform,
    required this.metadata,
    required this.ip,
    required this.userAgent,
    required this.recordedAt,
    required this.prevHash,
    required this.entryHash,
    required this.ownerType,
    required this.ownerId,
    required this.subjectId,
    this.more = const {},
  });

  factory ConsentRecord.fromJson(JsonObject json) => ConsentRecord(
    id: readField(json, 'id', asType<Uuid>),
    seq: readField(json, 'seq', asInt),
    userId: readField(json, 'user_id', asType<Uuid?>),
    email: readField(json, 'email', asType<String?>),
    documentId: readField(json, 'document_id', asType<Uuid>),
    docKind: readField(json, 'doc_kind', asType<DocKind>),
    version: readField(json, 'version', asType<String>),
    contentHash: readField(json, 'content_hash', asType<String>),
    checkboxText: readField(json, 'checkbox_text', asType<String>),
    accepted: readField(json, 'accepted', asType<bool>),
    source: readField(json, 'source', asType<ConsentRecordSource>),
    platform: readField(json, 'platform', asType<String?>),
    metadata: readField(json, 'metadata', mapOf(asType<String>)),
    ip: readField(json, 'ip', asType<String?>),
    userAgent: readField(json, 'user_agent', asType<String?>),
    recordedAt: readField(json, 'recorded_at', asType<Timestamp>),
    prevHash: readField(json, 'prev_hash', asType<String>),
    entryHash: readField(json, 'entry_hash', asType<String>),
    ownerType: readField(json, 'owner_type', asType<ConsentRecordOwnerType>),
    ownerId: readField(json, 'owner_id', asType<Uuid>),
    subjectId: readField(json, 'subject_id', asType<Uuid>),
    more: othersOf(json, const {'id', 'seq', 'user_id', 'email', 'document_id', 'doc_kind', 'version', 'content_hash', 'checkbox_text', 'accepted', 'source', 'platform', 'metadata', 'ip', 'user_agent', 'recorded_at', 'prev_hash', 'entry_hash', 'owner_type', 'owner_id', 'subject_id'}),
  );

  /// Id of the record
  final Uuid id;

  /// Its number in the ledger of the application or site, from 1
  final int seq;

  /// The user; stays after an erasure as a pseudonym; null for a person without an account
  final Uuid? userId;

  /// E-mail at that moment; null when unknown or erased
  final String? email;

  /// The document
  final Uuid documentId;

  final DocKind docKind;

  /// Its version, published at that moment
  final String version;

  /// SHA-256 of the text of that version, hexadecimal
  final String contentHash;

  /// The label the person saw beside the checkbox
  final String checkboxText;

  /// False for a refusal or withdrawal
  final bool accepted;

  /// Where it was answered
  final ConsentRecordSource source;

  /// Client platform
  final String? platform;

  /// `flow: reconsent` for the re-consent dialog, `flow: double_opt_in` for a confirmed subscription
  final Map<String, String> metadata;

  /// Client address; null when erased
  final String? ip;

  /// Client software; null when unknown or erased
  final String? userAgent;

  /// When
  final Timestamp recordedAt;

  /// Hash of the record before, hexadecimal
  final String prevHash;

  /// SHA-256 of `prev_hash` and the canonical JSON of the record as it is stored
  final String entryHash;

  /// Whether it was answered to an application or to a site
  final ConsentRecordOwnerType ownerType;

  /// Id of that application or site
  final Uuid ownerId;

  /// The person: the user, or the pseudonym of a person without an account
  final Uuid subjectId;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'seq': seq,
    'user_id': userId,
    'email': email,
    'document_id': documentId,
    'doc_kind': docKind,
    'version': version,
    'content_hash': contentHash,
    'checkbox_text': checkboxText,
    'accepted': accepted,
    'source': source,
    'platform': platform,
    'metadata': metadata,
    'ip': ip,
    'user_agent': userAgent,
    'recorded_at': recordedAt,
    'prev_hash': prevHash,
    'entry_hash': entryHash,
    'owner_type': ownerType,
    'owner_id': ownerId,
    'subject_id': subjectId,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ConsentRecordOwnerType(String wire) implements String {
  static const application = ConsentRecordOwnerType('application');
  static const cmsSite = ConsentRecordOwnerType('cms_site');
  static const values = [application, cmsSite];
}

/// A later version of the platform may send values that are not among [values].
extension type const ConsentRecordSource(String wire) implements String {
  static const registration = ConsentRecordSource('registration');
  static const paywall = ConsentRecordSource('paywall');
  static const siteForm = ConsentRecordSource('site_form');
  static const newsletter = ConsentRecordSource('newsletter');
  static const other = ConsentRecordSource('other');
  static const values = [registration, paywall, siteForm, newsletter, other];
}

final class ConsentVersionMismatchFields {
  const ConsentVersionMismatchFields({
    required this.documentId,
    required this.publishedVersion,
    this.more = const {},
  });

  factory ConsentVersionMismatchFields.fromJson(JsonObject json) => ConsentVersionMismatchFields(
    documentId: readField(json, 'document_id', asType<String>),
    publishedVersion: readField(json, 'published_version', asType<String>),
    more: othersOf(json, const {'document_id', 'published_version'}),
  );

  /// The document
  final String documentId;

  /// Its published version
  final String publishedVersion;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'document_id': documentId,
    'published_version': publishedVersion,
  };
}

final class ContentDifference {
  const ContentDifference({
    required this.fields,
    required this.bodyPatch,
    this.more = const {},
  });

  factory ContentDifference.fromJson(JsonObject json) => ContentDifference(
    fields: readField(json, 'fields', listOf(objectOf(ContentDifferenceFieldsItem.fromJson))),
    bodyPatch: readField(json, 'body_patch', asType<String?>),
    more: othersOf(json, const {'fields', 'body_patch'}),
  );

  /// Fields that differ, but for the text
  final List<ContentDifferenceFieldsItem> fields;

  /// The text as a unified diff; null when it is the same
  final String? bodyPatch;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'fields': [for (final item in fields) item.toJson()],
    'body_patch': bodyPatch,
  };
}

final class ContentDifferenceFieldsItem {
  const ContentDifferenceFieldsItem({
    required this.field,
    this.before,
    this.after,
    this.more = const {},
  });

  factory ContentDifferenceFieldsItem.fromJson(JsonObject json) => ContentDifferenceFieldsItem(
    field: readField(json, 'field', asType<String>),
    before: readField(json, 'before', asAny),
    after: readField(json, 'after', asAny),
    more: othersOf(json, const {'field', 'before', 'after'}),
  );

  /// What differs
  final String field;

  /// In the other revision; absent when it had none
  final Object? before;

  /// In this one; absent when it has none
  final Object? after;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'field': field,
    if (before case final value?) 'before': value,
    if (after case final value?) 'after': value,
  };
}

/// An item of any kind
final class ContentEntry {
  const ContentEntry({
    required this.id,
    required this.status,
    required this.lockVersion,
    required this.revision,
    required this.publishedRevision,
    required this.scheduledRevision,
    required this.scheduledAt,
    required this.unpublishAt,
    required this.scheduleError,
    required this.translationOf,
    required this.url,
    required this.createdAt,
    required this.updatedAt,
    required this.updatedBy,
    required this.kind,
    required this.locale,
    required this.slug,
    required this.title,
    required this.publishedAt,
    this.more = const {},
  });

  factory ContentEntry.fromJson(JsonObject json) => ContentEntry(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<ContentEntryStatus>),
    lockVersion: readField(json, 'lock_version', asInt),
    revision: readField(json, 'revision', asInt),
    publishedRevision: readField(json, 'published_revision', orNull(asInt)),
    scheduledRevision: readField(json, 'scheduled_revision', orNull(asInt)),
    scheduledAt: readField(json, 'scheduled_at', asType<Timestamp?>),
    unpublishAt: readField(json, 'unpublish_at', asType<Timestamp?>),
    scheduleError: readField(json, 'schedule_error', asType<String?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    updatedBy: readField(json, 'updated_by', asType<String?>),
    kind: readField(json, 'kind', asType<ContentEntryKind>),
    locale: readField(json, 'locale', asType<String>),
    slug: readField(json, 'slug', asType<String>),
    title: readField(json, 'title', asType<String>),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    more: othersOf(json, const {'id', 'status', 'lock_version', 'revision', 'published_revision', 'scheduled_revision', 'scheduled_at', 'unpublish_at', 'schedule_error', 'translation_of', 'url', 'created_at', 'updated_at', 'updated_by', 'kind', 'locale', 'slug', 'title', 'published_at'}),
  );

  /// Id
  final Uuid id;

  /// State of the item
  final ContentEntryStatus status;

  /// Counts the changes; send it as `If-Match: "<lock_version>"`
  final int lockVersion;

  /// Number of the newest revision, which is the draft
  final int revision;

  /// Number of the revision that readers see
  final int? publishedRevision;

  /// Number of the revision that the schedule will publish
  final int? scheduledRevision;

  /// When the schedule publishes it
  final Timestamp? scheduledAt;

  /// When it is taken from readers
  final Timestamp? unpublishAt;

  /// Why the schedule could not publish it; it tries again
  final String? scheduleError;

  /// The first item of its group of translations; null for the first one
  final Uuid? translationOf;

  /// Its address on the site; null without one
  final String? url;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// E-mail of the administrator who changed it last
  final String? updatedBy;

  /// What it is
  final ContentEntryKind kind;

  /// Language
  final String locale;

  /// Part of its address, of the newest revision
  final String slug;

  /// Title, or the name of what has none
  final String title;

  /// When it was published, as readers see it
  final Timestamp? publishedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'lock_version': lockVersion,
    'revision': revision,
    'published_revision': publishedRevision,
    'scheduled_revision': scheduledRevision,
    'scheduled_at': scheduledAt,
    'unpublish_at': unpublishAt,
    'schedule_error': scheduleError,
    'translation_of': translationOf,
    'url': url,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'updated_by': updatedBy,
    'kind': kind,
    'locale': locale,
    'slug': slug,
    'title': title,
    'published_at': publishedAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ContentEntryKind(String wire) implements String {
  static const post = ContentEntryKind('post');
  static const article = ContentEntryKind('article');
  static const document = ContentEntryKind('document');
  static const download = ContentEntryKind('download');
  static const changelogEntry = ContentEntryKind('changelog_entry');
  static const banner = ContentEntryKind('banner');
  static const values = [post, article, document, download, changelogEntry, banner];
}

/// A later version of the platform may send values that are not among [values].
extension type const ContentEntryStatus(String wire) implements String {
  static const draft = ContentEntryStatus('draft');
  static const scheduled = ContentEntryStatus('scheduled');
  static const published = ContentEntryStatus('published');
  static const archived = ContentEntryStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

final class ContentReadiness {
  const ContentReadiness({
    required this.score,
    required this.failed,
    this.more = const {},
  });

  factory ContentReadiness.fromJson(JsonObject json) => ContentReadiness(
    score: readField(json, 'score', asInt),
    failed: readField(json, 'failed', listOf(asType<String>)),
    more: othersOf(json, const {'score', 'failed'}),
  );

  /// Readiness for search engines, in percent
  final int score;

  /// Checks that fail
  final List<String> failed;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'score': score,
    'failed': failed,
  };
}

/// One immutable revision of an item
final class ContentRevision {
  const ContentRevision({
    required this.revision,
    required this.author,
    required this.note,
    required this.createdAt,
    required this.isPublished,
    this.more = const {},
  });

  factory ContentRevision.fromJson(JsonObject json) => ContentRevision(
    revision: readField(json, 'revision', asInt),
    author: readField(json, 'author', asType<String?>),
    note: readField(json, 'note', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    isPublished: readField(json, 'is_published', asType<bool>),
    more: othersOf(json, const {'revision', 'author', 'note', 'created_at', 'is_published'}),
  );

  /// Number, from 1
  final int revision;

  /// E-mail of the administrator who wrote it
  final String? author;

  /// What the author says of it
  final String? note;

  /// When
  final Timestamp createdAt;

  /// Readers see it
  final bool isPublished;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'revision': revision,
    'author': author,
    'note': note,
    'created_at': createdAt,
    'is_published': isPublished,
  };
}

final class ContentRevisionWithFields {
  const ContentRevisionWithFields({
    required this.revision,
    required this.author,
    required this.note,
    required this.createdAt,
    required this.isPublished,
    required this.fields,
    this.more = const {},
  });

  factory ContentRevisionWithFields.fromJson(JsonObject json) => ContentRevisionWithFields(
    revision: readField(json, 'revision', asInt),
    author: readField(json, 'author', asType<String?>),
    note: readField(json, 'note', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    isPublished: readField(json, 'is_published', asType<bool>),
    fields: readField(json, 'fields', asType<JsonObject>),
    more: othersOf(json, const {'revision', 'author', 'note', 'created_at', 'is_published', 'fields'}),
  );

  /// Number, from 1
  final int revision;

  /// E-mail of the administrator who wrote it
  final String? author;

  /// What the author says of it
  final String? note;

  /// When
  final Timestamp createdAt;

  /// Readers see it
  final bool isPublished;

  /// The fields of the kind as they were
  final JsonObject fields;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'revision': revision,
    'author': author,
    'note': note,
    'created_at': createdAt,
    'is_published': isPublished,
    'fields': fields,
  };
}

final class ContentSchedule {
  const ContentSchedule({
    required this.scheduledAt,
    this.unpublishAt,
    this.more = const {},
  });

  factory ContentSchedule.fromJson(JsonObject json) => ContentSchedule(
    scheduledAt: readField(json, 'scheduled_at', asType<Timestamp>),
    unpublishAt: readField(json, 'unpublish_at', asType<Timestamp?>),
    more: othersOf(json, const {'scheduled_at', 'unpublish_at'}),
  );

  /// In the future, at most two years ahead
  final Timestamp scheduledAt;

  /// When it is taken from readers again, after `scheduled_at`
  final Timestamp? unpublishAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'scheduled_at': scheduledAt,
    if (unpublishAt case final value?) 'unpublish_at': value,
  };
}

final class ContentWarning {
  const ContentWarning({
    required this.code,
    required this.message,
    required this.field,
    this.more = const {},
  });

  factory ContentWarning.fromJson(JsonObject json) => ContentWarning(
    code: readField(json, 'code', asType<String>),
    message: readField(json, 'message', asType<String>),
    field: readField(json, 'field', asType<String?>),
    more: othersOf(json, const {'code', 'message', 'field'}),
  );

  /// What it is about, for programs
  final String code;

  /// What to look at
  final String message;

  /// The field that it is about
  final String? field;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'message': message,
    'field': field,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const CreateSeoDigestLocale(String wire) implements String {
  static const ru = CreateSeoDigestLocale('ru');
  static const en = CreateSeoDigestLocale('en');
  static const values = [ru, en];
}

/// An installation of the application, as one user has it
final class Device {
  const Device({
    required this.id,
    required this.installationId,
    required this.platform,
    required this.appVersion,
    required this.timezone,
    required this.countryCode,
    required this.city,
    required this.lastSeenAt,
    required this.revokedAt,
    required this.createdAt,
    this.more = const {},
  });

  factory Device.fromJson(JsonObject json) => Device(
    id: readField(json, 'id', asType<Uuid>),
    installationId: readField(json, 'installation_id', asType<Uuid>),
    platform: readField(json, 'platform', asType<String>),
    appVersion: readField(json, 'app_version', asType<String>),
    timezone: readField(json, 'timezone', asType<String?>),
    countryCode: readField(json, 'country_code', asType<String?>),
    city: readField(json, 'city', asType<String?>),
    lastSeenAt: readField(json, 'last_seen_at', asType<Timestamp>),
    revokedAt: readField(json, 'revoked_at', asType<Timestamp?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'installation_id', 'platform', 'app_version', 'timezone', 'country_code', 'city', 'last_seen_at', 'revoked_at', 'created_at'}),
  );

  /// Id of the device, for its removal
  final Uuid id;

  /// Stable UUID of the installation, made by the client
  final Uuid installationId;

  /// Client platform
  final String platform;

  /// Version of the client
  final String appVersion;

  /// IANA time zone: what the device said, else what its address tells
  final String? timezone;

  /// ISO 3166-1 alpha-2, from the client address (IP Geolocation by DB-IP, https://db-ip.com)
  final String? countryCode;

  /// City, from the client address
  final String? city;

  /// Time of the last registration or event, up to a minute old
  final Timestamp lastSeenAt;

  /// Set while the device is not active
  final Timestamp? revokedAt;

  /// First registration
  final Timestamp createdAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'installation_id': installationId,
    'platform': platform,
    'app_version': appVersion,
    'timezone': timezone,
    'country_code': countryCode,
    'city': city,
    'last_seen_at': lastSeenAt,
    'revoked_at': revokedAt,
    'created_at': createdAt,
  };
}

final class DeviceLimitReachedFields {
  const DeviceLimitReachedFields({
    required this.maxActiveDevices,
    this.more = const {},
  });

  factory DeviceLimitReachedFields.fromJson(JsonObject json) => DeviceLimitReachedFields(
    maxActiveDevices: readField(json, 'max_active_devices', asInt),
    more: othersOf(json, const {'max_active_devices'}),
  );

  /// Devices that may be active at once
  final int maxActiveDevices;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'max_active_devices': maxActiveDevices,
  };
}

final class DeviceRegistration {
  const DeviceRegistration({
    required this.installationId,
    required this.platform,
    required this.appVersion,
    this.timezone,
    this.more = const {},
  });

  factory DeviceRegistration.fromJson(JsonObject json) => DeviceRegistration(
    installationId: readField(json, 'installation_id', asType<Uuid>),
    platform: readField(json, 'platform', asType<String>),
    appVersion: readField(json, 'app_version', asType<String>),
    timezone: readField(json, 'timezone', asType<String?>),
    more: othersOf(json, const {'installation_id', 'platform', 'app_version', 'timezone'}),
  );

  /// Stable UUID that the client makes at its installation
  final Uuid installationId;

  /// For example web, android, ios
  final String platform;

  /// Version of the client
  final String appVersion;

  /// From the device
  final String? timezone;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'installation_id': installationId,
    'platform': platform,
    'app_version': appVersion,
    if (timezone case final value?) 'timezone': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const DisconnectSearchConsoleProvider(String wire) implements String {
  static const google = DisconnectSearchConsoleProvider('google');
  static const yandex = DisconnectSearchConsoleProvider('yandex');
  static const values = [google, yandex];
}

/// Slot of a legal document
typedef DocKind = String;

/// A document of a site as its authors see it
final class Document {
  const Document({
    required this.id,
    required this.status,
    required this.lockVersion,
    required this.revision,
    required this.publishedRevision,
    required this.scheduledRevision,
    required this.scheduledAt,
    required this.unpublishAt,
    required this.scheduleError,
    required this.translationOf,
    required this.url,
    required this.createdAt,
    required this.updatedAt,
    required this.updatedBy,
    required this.slug,
    required this.locale,
    required this.title,
    required this.docKind,
    required this.sourceType,
    required this.assetId,
    required this.externalUrl,
    required this.version,
    required this.description,
    required this.isIndexable,
    required this.publicUrl,
    required this.body,
    this.more = const {},
  });

  factory Document.fromJson(JsonObject json) => Document(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<DocumentEntryStatus>),
    lockVersion: readField(json, 'lock_version', asInt),
    revision: readField(json, 'revision', asInt),
    publishedRevision: readField(json, 'published_revision', orNull(asInt)),
    scheduledRevision: readField(json, 'scheduled_revision', orNull(asInt)),
    scheduledAt: readField(json, 'scheduled_at', asType<Timestamp?>),
    unpublishAt: readField(json, 'unpublish_at', asType<Timestamp?>),
    scheduleError: readField(json, 'schedule_error', asType<String?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    updatedBy: readField(json, 'updated_by', asType<String?>),
    slug: readField(json, 'slug', asType<Slug>),
    locale: readField(json, 'locale', asType<Locale>),
    title: readField(json, 'title', asType<String>),
    docKind: readField(json, 'doc_kind', asType<String>),
    sourceType: readField(json, 'source_type', asType<DocumentEntrySourceType>),
    assetId: readField(json, 'asset_id', asType<Uuid?>),
    externalUrl: readField(json, 'external_url', asType<String?>),
    version: readField(json, 'version', asType<String?>),
    description: readField(json, 'description', asType<String?>),
    isIndexable: readField(json, 'is_indexable', asType<bool>),
    publicUrl: readField(json, 'public_url', asType<String>),
    body: readField(json, 'body', asType<String?>),
    more: othersOf(json, const {'id', 'status', 'lock_version', 'revision', 'published_revision', 'scheduled_revision', 'scheduled_at', 'unpublish_at', 'schedule_error', 'translation_of', 'url', 'created_at', 'updated_at', 'updated_by', 'slug', 'locale', 'title', 'doc_kind', 'source_type', 'asset_id', 'external_url', 'version', 'description', 'is_indexable', 'public_url', 'body'}),
  );

  /// Id
  final Uuid id;

  /// State of the item
  final DocumentEntryStatus status;

  /// Counts the changes; send it as `If-Match: "<lock_version>"`
  final int lockVersion;

  /// Number of the newest revision, which is the draft
  final int revision;

  /// Number of the revision that readers see
  final int? publishedRevision;

  /// Number of the revision that the schedule will publish
  final int? scheduledRevision;

  /// When the schedule publishes it
  final Timestamp? scheduledAt;

  /// When it is taken from readers
  final Timestamp? unpublishAt;

  /// Why the schedule could not publish it; it tries again
  final String? scheduleError;

  /// The first item of its group of translations; null for the first one
  final Uuid? translationOf;

  /// Its address on the site; null without one
  final String? url;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// E-mail of the administrator who changed it last
  final String? updatedBy;

  /// Part of the address; made from the title when absent at creation
  final Slug slug;

  /// Language; one of the site. It never changes
  final Locale locale;

  /// Title
  final String title;

  /// What it is
  final String docKind;

  /// `file`: an uploaded one; `url`: elsewhere; `text`: Markdown
  final DocumentEntrySourceType sourceType;

  /// The uploaded file
  final Uuid? assetId;

  /// The address elsewhere
  final String? externalUrl;

  /// Version, as readers see it
  final String? version;

  /// What it is about
  final String? description;

  /// Search engines may keep its page
  final bool isIndexable;

  /// Opens it without a credential; the token in it can be rotated
  final String publicUrl;

  /// Markdown
  final String? body;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'lock_version': lockVersion,
    'revision': revision,
    'published_revision': publishedRevision,
    'scheduled_revision': scheduledRevision,
    'scheduled_at': scheduledAt,
    'unpublish_at': unpublishAt,
    'schedule_error': scheduleError,
    'translation_of': translationOf,
    'url': url,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'updated_by': updatedBy,
    'slug': slug,
    'locale': locale,
    'title': title,
    'doc_kind': docKind,
    'source_type': sourceType,
    'asset_id': assetId,
    'external_url': externalUrl,
    'version': version,
    'description': description,
    'is_indexable': isIndexable,
    'public_url': publicUrl,
    'body': body,
  };
}

final class DocumentAddress {
  const DocumentAddress({
    required this.publicUrl,
    this.more = const {},
  });

  factory DocumentAddress.fromJson(JsonObject json) => DocumentAddress(
    publicUrl: readField(json, 'public_url', asType<String>),
    more: othersOf(json, const {'public_url'}),
  );

  /// The new address
  final String publicUrl;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'public_url': publicUrl,
  };
}

final class DocumentCreate {
  const DocumentCreate({
    this.slug,
    this.locale,
    this.translationOf,
    required this.title,
    required this.docKind,
    required this.sourceType,
    this.assetId,
    this.externalUrl,
    this.body,
    this.version,
    this.description,
    this.isIndexable,
    this.more = const {},
  });

  factory DocumentCreate.fromJson(JsonObject json) => DocumentCreate(
    slug: readField(json, 'slug', asType<Slug?>),
    locale: readField(json, 'locale', asType<Locale?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    title: readField(json, 'title', asType<String>),
    docKind: readField(json, 'doc_kind', asType<String>),
    sourceType: readField(json, 'source_type', asType<DocumentCreateSourceType>),
    assetId: readField(json, 'asset_id', asType<Uuid?>),
    externalUrl: readField(json, 'external_url', asType<String?>),
    body: readField(json, 'body', asType<String?>),
    version: readField(json, 'version', asType<String?>),
    description: readField(json, 'description', asType<String?>),
    isIndexable: readField(json, 'is_indexable', asType<bool?>),
    more: othersOf(json, const {'slug', 'locale', 'translation_of', 'title', 'doc_kind', 'source_type', 'asset_id', 'external_url', 'body', 'version', 'description', 'is_indexable'}),
  );

  /// Part of the address; made from the title when absent at creation
  final Slug? slug;

  /// Language; the default one of the site when absent
  final Locale? locale;

  /// The item that this one translates, of the same kind
  final Uuid? translationOf;

  /// Title
  final String title;

  /// What it is, for filters; never a kind of legal documents
  final String docKind;

  /// `file`: an uploaded one; `url`: elsewhere; `text`: Markdown
  final DocumentCreateSourceType sourceType;

  /// The uploaded file
  final Uuid? assetId;

  /// The address elsewhere
  final String? externalUrl;

  /// Markdown
  final String? body;

  /// Version, as readers see it; `1` for a text that has none
  final String? version;

  /// What it is about
  final String? description;

  /// Search engines may keep its page
  final bool? isIndexable;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (slug case final value?) 'slug': value,
    if (locale case final value?) 'locale': value,
    if (translationOf case final value?) 'translation_of': value,
    'title': title,
    'doc_kind': docKind,
    'source_type': sourceType,
    if (assetId case final value?) 'asset_id': value,
    if (externalUrl case final value?) 'external_url': value,
    if (body case final value?) 'body': value,
    if (version case final value?) 'version': value,
    if (description case final value?) 'description': value,
    if (isIndexable case final value?) 'is_indexable': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const DocumentCreateSourceType(String wire) implements String {
  static const file = DocumentCreateSourceType('file');
  static const url = DocumentCreateSourceType('url');
  static const text = DocumentCreateSourceType('text');
  static const values = [file, url, text];
}

final class DocumentEntry {
  const DocumentEntry({
    required this.id,
    required this.status,
    required this.lockVersion,
    required this.revision,
    required this.publishedRevision,
    required this.scheduledRevision,
    required this.scheduledAt,
    required this.unpublishAt,
    required this.scheduleError,
    required this.translationOf,
    required this.url,
    required this.createdAt,
    required this.updatedAt,
    required this.updatedBy,
    required this.slug,
    required this.locale,
    required this.title,
    required this.docKind,
    required this.sourceType,
    required this.assetId,
    required this.externalUrl,
    required this.version,
    required this.description,
    required this.isIndexable,
    required this.publicUrl,
    this.more = const {},
  });

  factory DocumentEntry.fromJson(JsonObject json) => DocumentEntry(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<DocumentEntryStatus>),
    lockVersion: readField(json, 'lock_version', asInt),
    revision: readField(json, 'revision', asInt),
    publishedRevision: readField(json, 'published_revision', orNull(asInt)),
    scheduledRevision: readField(json, 'scheduled_revision', orNull(asInt)),
    scheduledAt: readField(json, 'scheduled_at', asType<Timestamp?>),
    unpublishAt: readField(json, 'unpublish_at', asType<Timestamp?>),
    scheduleError: readField(json, 'schedule_error', asType<String?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    updatedBy: readField(json, 'updated_by', asType<String?>),
    slug: readField(json, 'slug', asType<Slug>),
    locale: readField(json, 'locale', asType<Locale>),
    title: readField(json, 'title', asType<String>),
    docKind: readField(json, 'doc_kind', asType<String>),
    sourceType: readField(json, 'source_type', asType<DocumentEntrySourceType>),
    assetId: readField(json, 'asset_id', asType<Uuid?>),
    externalUrl: readField(json, 'external_url', asType<String?>),
    version: readField(json, 'version', asType<String?>),
    description: readField(json, 'description', asType<String?>),
    isIndexable: readField(json, 'is_indexable', asType<bool>),
    publicUrl: readField(json, 'public_url', asType<String>),
    more: othersOf(json, const {'id', 'status', 'lock_version', 'revision', 'published_revision', 'scheduled_revision', 'scheduled_at', 'unpublish_at', 'schedule_error', 'translation_of', 'url', 'created_at', 'updated_at', 'updated_by', 'slug', 'locale', 'title', 'doc_kind', 'source_type', 'asset_id', 'external_url', 'version', 'description', 'is_indexable', 'public_url'}),
  );

  /// Id
  final Uuid id;

  /// State of the item
  final DocumentEntryStatus status;

  /// Counts the changes; send it as `If-Match: "<lock_version>"`
  final int lockVersion;

  /// Number of the newest revision, which is the draft
  final int revision;

  /// Number of the revision that readers see
  final int? publishedRevision;

  /// Number of the revision that the schedule will publish
  final int? scheduledRevision;

  /// When the schedule publishes it
  final Timestamp? scheduledAt;

  /// When it is taken from readers
  final Timestamp? unpublishAt;

  /// Why the schedule could not publish it; it tries again
  final String? scheduleError;

  /// The first item of its group of translations; null for the first one
  final Uuid? translationOf;

  /// Its address on the site; null without one
  final String? url;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// E-mail of the administrator who changed it last
  final String? updatedBy;

  /// Part of the address; made from the title when absent at creation
  final Slug slug;

  /// Language; one of the site. It never changes
  final Locale locale;

  /// Title
  final String title;

  /// What it is
  final String docKind;

  /// `file`: an uploaded one; `url`: elsewhere; `text`: Markdown
  final DocumentEntrySourceType sourceType;

  /// The uploaded file
  final Uuid? assetId;

  /// The address elsewhere
  final String? externalUrl;

  /// Version, as readers see it
  final String? version;

  /// What it is about
  final String? description;

  /// Search engines may keep its page
  final bool isIndexable;

  /// Opens it without a credential; the token in it can be rotated
  final String publicUrl;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'lock_version': lockVersion,
    'revision': revision,
    'published_revision': publishedRevision,
    'scheduled_revision': scheduledRevision,
    'scheduled_at': scheduledAt,
    'unpublish_at': unpublishAt,
    'schedule_error': scheduleError,
    'translation_of': translationOf,
    'url': url,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'updated_by': updatedBy,
    'slug': slug,
    'locale': locale,
    'title': title,
    'doc_kind': docKind,
    'source_type': sourceType,
    'asset_id': assetId,
    'external_url': externalUrl,
    'version': version,
    'description': description,
    'is_indexable': isIndexable,
    'public_url': publicUrl,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const DocumentEntrySourceType(String wire) implements String {
  static const file = DocumentEntrySourceType('file');
  static const url = DocumentEntrySourceType('url');
  static const text = DocumentEntrySourceType('text');
  static const values = [file, url, text];
}

/// A later version of the platform may send values that are not among [values].
extension type const DocumentEntryStatus(String wire) implements String {
  static const draft = DocumentEntryStatus('draft');
  static const scheduled = DocumentEntryStatus('scheduled');
  static const published = DocumentEntryStatus('published');
  static const archived = DocumentEntryStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

final class DocumentPatch {
  const DocumentPatch({
    this.slug,
    this.note,
    this.title,
    this.docKind,
    this.sourceType,
    this.assetId,
    this.externalUrl,
    this.body,
    this.version,
    this.description,
    this.isIndexable,
    this.more = const {},
  });

  factory DocumentPatch.fromJson(JsonObject json) => DocumentPatch(
    slug: readField(json, 'slug', asType<Slug?>),
    note: readField(json, 'note', asType<String?>),
    title: readField(json, 'title', asType<String?>),
    docKind: readField(json, 'doc_kind', asType<String?>),
    sourceType: readField(json, 'source_type', asType<DocumentPatchSourceType?>),
    assetId: readField(json, 'asset_id', asType<Uuid?>),
    externalUrl: readField(json, 'external_url', asType<String?>),
    body: readField(json, 'body', asType<String?>),
    version: readField(json, 'version', asType<String?>),
    description: readField(json, 'description', asType<String?>),
    isIndexable: readField(json, 'is_indexable', asType<bool?>),
    more: othersOf(json, const {'slug', 'note', 'title', 'doc_kind', 'source_type', 'asset_id', 'external_url', 'body', 'version', 'description', 'is_indexable'}),
  );

  /// Part of the address; made from the title when absent at creation
  final Slug? slug;

  /// What this revision is about
  final String? note;

  /// Title
  final String? title;

  /// What it is, for filters; never a kind of legal documents
  final String? docKind;

  /// `file`: an uploaded one; `url`: elsewhere; `text`: Markdown
  final DocumentPatchSourceType? sourceType;

  /// The uploaded file
  final Uuid? assetId;

  /// The address elsewhere
  final String? externalUrl;

  /// Markdown
  final String? body;

  /// Version, as readers see it
  final String? version;

  /// What it is about
  final String? description;

  /// Search engines may keep its page
  final bool? isIndexable;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (slug case final value?) 'slug': value,
    if (note case final value?) 'note': value,
    if (title case final value?) 'title': value,
    if (docKind case final value?) 'doc_kind': value,
    if (sourceType case final value?) 'source_type': value,
    if (assetId case final value?) 'asset_id': value,
    if (externalUrl case final value?) 'external_url': value,
    if (body case final value?) 'body': value,
    if (version case final value?) 'version': value,
    if (description case final value?) 'description': value,
    if (isIndexable case final value?) 'is_indexable': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const DocumentPatchSourceType(String wire) implements String {
  static const file = DocumentPatchSourceType('file');
  static const url = DocumentPatchSourceType('url');
  static const text = DocumentPatchSourceType('text');
  static const values = [file, url, text];
}

/// A build as its authors see it
final class Download {
  const Download({
    required this.id,
    required this.status,
    required this.lockVersion,
    required this.revision,
    required this.publishedRevision,
    required this.scheduledRevision,
    required this.scheduledAt,
    required this.unpublishAt,
    required this.scheduleError,
    required this.translationOf,
    required this.url,
    required this.createdAt,
    required this.updatedAt,
    required this.updatedBy,
    required this.slug,
    required this.locale,
    required this.platform,
    required this.channel,
    required this.arch,
    required this.version,
    required this.buildNumber,
    required this.assetId,
    required this.externalUrl,
    required this.sha256,
    required this.minOs,
    required this.changelogEntryId,
    required this.publishedAt,
    required this.releaseNotes,
    this.more = const {},
  });

  factory Download.fromJson(JsonObject json) => Download(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<DownloadEntryStatus>),
    lockVersion: readField(json, 'lock_version', asInt),
    revision: readField(json, 'revision', asInt),
    publishedRevision: readField(json, 'published_revision', orNull(asInt)),
    scheduledRevision: readField(json, 'scheduled_revision', orNull(asInt)),
    scheduledAt: readField(json, 'scheduled_at', asType<Timestamp?>),
    unpublishAt: readField(json, 'unpublish_at', asType<Timestamp?>),
    scheduleError: readField(json, 'schedule_error', asType<String?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    updatedBy: readField(json, 'updated_by', asType<String?>),
    slug: readField(json, 'slug', asType<Slug>),
    locale: readField(json, 'locale', asType<Locale>),
    platform: readField(json, 'platform', asType<String>),
    channel: readField(json, 'channel', asType<String>),
    arch: readField(json, 'arch', asType<String?>),
    version: readField(json, 'version', asType<String>),
    buildNumber: readField(json, 'build_number', orNull(asInt)),
    assetId: readField(json, 'asset_id', asType<Uuid?>),
    externalUrl: readField(json, 'external_url', asType<String?>),
    sha256: readField(json, 'sha256', asType<String?>),
    minOs: readField(json, 'min_os', asType<String?>),
    changelogEntryId: readField(json, 'changelog_entry_id', asType<Uuid?>),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    releaseNotes: readField(json, 'release_notes', asType<String?>),
    more: othersOf(json, const {'id', 'status', 'lock_version', 'revision', 'published_revision', 'scheduled_revision', 'scheduled_at', 'unpublish_at', 'schedule_error', 'translation_of', 'url', 'created_at', 'updated_at', 'updated_by', 'slug', 'locale', 'platform', 'channel', 'arch', 'version', 'build_number', 'asset_id', 'external_url', 'sha256', 'min_os', 'changelog_entry_id', 'published_at', 'release_notes'}),
  );

  /// Id
  final Uuid id;

  /// State of the item
  final DownloadEntryStatus status;

  /// Counts the changes; send it as `If-Match: "<lock_version>"`
  final int lockVersion;

  /// Number of the newest revision, which is the draft
  final int revision;

  /// Number of the revision that readers see
  final int? publishedRevision;

  /// Number of the revision that the schedule will publish
  final int? scheduledRevision;

  /// When the schedule publishes it
  final Timestamp? scheduledAt;

  /// When it is taken from readers
  final Timestamp? unpublishAt;

  /// Why the schedule could not publish it; it tries again
  final String? scheduleError;

  /// The first item of its group of translations; null for the first one
  final Uuid? translationOf;

  /// Its address on the site; null without one
  final String? url;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// E-mail of the administrator who changed it last
  final String? updatedBy;

  /// Part of the address; made from the title when absent at creation
  final Slug slug;

  /// Language; one of the site. It never changes
  final Locale locale;

  /// What it runs on: windows, macos, linux, android …
  final String platform;

  /// Release channel
  final String channel;

  /// Processor; null for any
  final String? arch;

  /// Semantic version
  final String version;

  /// Number of the build
  final int? buildNumber;

  /// The uploaded file
  final Uuid? assetId;

  /// The file elsewhere
  final String? externalUrl;

  /// Hash of the file elsewhere; that of an uploaded one is known
  final String? sha256;

  /// Oldest system that it runs on
  final String? minOs;

  /// The changelog entry of this version
  final Uuid? changelogEntryId;

  /// First publication
  final Timestamp? publishedAt;

  /// Markdown
  final String? releaseNotes;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'lock_version': lockVersion,
    'revision': revision,
    'published_revision': publishedRevision,
    'scheduled_revision': scheduledRevision,
    'scheduled_at': scheduledAt,
    'unpublish_at': unpublishAt,
    'schedule_error': scheduleError,
    'translation_of': translationOf,
    'url': url,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'updated_by': updatedBy,
    'slug': slug,
    'locale': locale,
    'platform': platform,
    'channel': channel,
    'arch': arch,
    'version': version,
    'build_number': buildNumber,
    'asset_id': assetId,
    'external_url': externalUrl,
    'sha256': sha256,
    'min_os': minOs,
    'changelog_entry_id': changelogEntryId,
    'published_at': publishedAt,
    'release_notes': releaseNotes,
  };
}

final class DownloadCreate {
  const DownloadCreate({
    this.slug,
    this.locale,
    this.translationOf,
    required this.platform,
    this.channel,
    this.arch,
    required this.version,
    this.buildNumber,
    this.assetId,
    this.externalUrl,
    this.sha256,
    this.minOs,
    this.releaseNotes,
    this.changelogEntryId,
    this.more = const {},
  });

  factory DownloadCreate.fromJson(JsonObject json) => DownloadCreate(
    slug: readField(json, 'slug', asType<Slug?>),
    locale: readField(json, 'locale', asType<Locale?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    platform: readField(json, 'platform', asType<String>),
    channel: readField(json, 'channel', asType<String?>),
    arch: readField(json, 'arch', asType<String?>),
    version: readField(json, 'version', asType<String>),
    buildNumber: readField(json, 'build_number', orNull(asInt)),
    assetId: readField(json, 'asset_id', asType<Uuid?>),
    externalUrl: readField(json, 'external_url', asType<String?>),
    sha256: readField(json, 'sha256', asType<String?>),
    minOs: readField(json, 'min_os', asType<String?>),
    releaseNotes: readField(json, 'release_notes', asType<String?>),
    changelogEntryId: readField(json, 'changelog_entry_id', asType<Uuid?>),
    more: othersOf(json, const {'slug', 'locale', 'translation_of', 'platform', 'channel', 'arch', 'version', 'build_number', 'asset_id', 'external_url', 'sha256', 'min_os', 'release_notes', 'changelog_entry_id'}),
  );

  /// Part of the address; made from the title when absent at creation
  final Slug? slug;

  /// Language; the default one of the site when absent
  final Locale? locale;

  /// The item that this one translates, of the same kind
  final Uuid? translationOf;

  /// What it runs on: windows, macos, linux, android …
  final String platform;

  /// Release channel
  final String? channel;

  /// Processor; null for any
  final String? arch;

  /// Semantic version
  final String version;

  /// Number of the build
  final int? buildNumber;

  /// The uploaded file
  final Uuid? assetId;

  /// The file elsewhere
  final String? externalUrl;

  /// Hash of the file elsewhere; that of an uploaded one is known
  final String? sha256;

  /// Oldest system that it runs on
  final String? minOs;

  /// Markdown
  final String? releaseNotes;

  /// The changelog entry of this version
  final Uuid? changelogEntryId;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (slug case final value?) 'slug': value,
    if (locale case final value?) 'locale': value,
    if (translationOf case final value?) 'translation_of': value,
    'platform': platform,
    if (channel case final value?) 'channel': value,
    if (arch case final value?) 'arch': value,
    'version': version,
    if (buildNumber case final value?) 'build_number': value,
    if (assetId case final value?) 'asset_id': value,
    if (externalUrl case final value?) 'external_url': value,
    if (sha256 case final value?) 'sha256': value,
    if (minOs case final value?) 'min_os': value,
    if (releaseNotes case final value?) 'release_notes': value,
    if (changelogEntryId case final value?) 'changelog_entry_id': value,
  };
}

final class DownloadEntry {
  const DownloadEntry({
    required this.id,
    required this.status,
    required this.lockVersion,
    required this.revision,
    required this.publishedRevision,
    required this.scheduledRevision,
    required this.scheduledAt,
    required this.unpublishAt,
    required this.scheduleError,
    required this.translationOf,
    required this.url,
    required this.createdAt,
    required this.updatedAt,
    required this.updatedBy,
    required this.slug,
    required this.locale,
    required this.platform,
    required this.channel,
    required this.arch,
    required this.version,
    required this.buildNumber,
    required this.assetId,
    required this.externalUrl,
    required this.sha256,
    required this.minOs,
    required this.changelogEntryId,
    required this.publishedAt,
    this.more = const {},
  });

  factory DownloadEntry.fromJson(JsonObject json) => DownloadEntry(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<DownloadEntryStatus>),
    lockVersion: readField(json, 'lock_version', asInt),
    revision: readField(json, 'revision', asInt),
    publishedRevision: readField(json, 'published_revision', orNull(asInt)),
    scheduledRevision: readField(json, 'scheduled_revision', orNull(asInt)),
    scheduledAt: readField(json, 'scheduled_at', asType<Timestamp?>),
    unpublishAt: readField(json, 'unpublish_at', asType<Timestamp?>),
    scheduleError: readField(json, 'schedule_error', asType<String?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    updatedBy: readField(json, 'updated_by', asType<String?>),
    slug: readField(json, 'slug', asType<Slug>),
    locale: readField(json, 'locale', asType<Locale>),
    platform: readField(json, 'platform', asType<String>),
    channel: readField(json, 'channel', asType<String>),
    arch: readField(json, 'arch', asType<String?>),
    version: readField(json, 'version', asType<String>),
    buildNumber: readField(json, 'build_number', orNull(asInt)),
    assetId: readField(json, 'asset_id', asType<Uuid?>),
    externalUrl: readField(json, 'external_url', asType<String?>),
    sha256: readField(json, 'sha256', asType<String?>),
    minOs: readField(json, 'min_os', asType<String?>),
    changelogEntryId: readField(json, 'changelog_entry_id', asType<Uuid?>),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    more: othersOf(json, const {'id', 'status', 'lock_version', 'revision', 'published_revision', 'scheduled_revision', 'scheduled_at', 'unpublish_at', 'schedule_error', 'translation_of', 'url', 'created_at', 'updated_at', 'updated_by', 'slug', 'locale', 'platform', 'channel', 'arch', 'version', 'build_number', 'asset_id', 'external_url', 'sha256', 'min_os', 'changelog_entry_id', 'published_at'}),
  );

  /// Id
  final Uuid id;

  /// State of the item
  final DownloadEntryStatus status;

  /// Counts the changes; send it as `If-Match: "<lock_version>"`
  final int lockVersion;

  /// Number of the newest revision, which is the draft
  final int revision;

  /// Number of the revision that readers see
  final int? publishedRevision;

  /// Number of the revision that the schedule will publish
  final int? scheduledRevision;

  /// When the schedule publishes it
  final Timestamp? scheduledAt;

  /// When it is taken from readers
  final Timestamp? unpublishAt;

  /// Why the schedule could not publish it; it tries again
  final String? scheduleError;

  /// The first item of its group of translations; null for the first one
  final Uuid? translationOf;

  /// Its address on the site; null without one
  final String? url;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// E-mail of the administrator who changed it last
  final String? updatedBy;

  /// Part of the address; made from the title when absent at creation
  final Slug slug;

  /// Language; one of the site. It never changes
  final Locale locale;

  /// What it runs on: windows, macos, linux, android …
  final String platform;

  /// Release channel
  final String channel;

  /// Processor; null for any
  final String? arch;

  /// Semantic version
  final String version;

  /// Number of the build
  final int? buildNumber;

  /// The uploaded file
  final Uuid? assetId;

  /// The file elsewhere
  final String? externalUrl;

  /// Hash of the file elsewhere; that of an uploaded one is known
  final String? sha256;

  /// Oldest system that it runs on
  final String? minOs;

  /// The changelog entry of this version
  final Uuid? changelogEntryId;

  /// First publication
  final Timestamp? publishedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'lock_version': lockVersion,
    'revision': revision,
    'published_revision': publishedRevision,
    'scheduled_revision': scheduledRevision,
    'scheduled_at': scheduledAt,
    'unpublish_at': unpublishAt,
    'schedule_error': scheduleError,
    'translation_of': translationOf,
    'url': url,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'updated_by': updatedBy,
    'slug': slug,
    'locale': locale,
    'platform': platform,
    'channel': channel,
    'arch': arch,
    'version': version,
    'build_number': buildNumber,
    'asset_id': assetId,
    'external_url': externalUrl,
    'sha256': sha256,
    'min_os': minOs,
    'changelog_entry_id': changelogEntryId,
    'published_at': publishedAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const DownloadEntryStatus(String wire) implements String {
  static const draft = DownloadEntryStatus('draft');
  static const scheduled = DownloadEntryStatus('scheduled');
  static const published = DownloadEntryStatus('published');
  static const archived = DownloadEntryStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

final class DownloadPatch {
  const DownloadPatch({
    this.slug,
    this.note,
    this.platform,
    this.channel,
    this.arch,
    this.version,
    this.buildNumber,
    this.assetId,
    this.externalUrl,
    this.sha256,
    this.minOs,
    this.releaseNotes,
    this.changelogEntryId,
    this.more = const {},
  });

  factory DownloadPatch.fromJson(JsonObject json) => DownloadPatch(
    slug: readField(json, 'slug', asType<Slug?>),
    note: readField(json, 'note', asType<String?>),
    platform: readField(json, 'platform', asType<String?>),
    channel: readField(json, 'channel', asType<String?>),
    arch: readField(json, 'arch', asType<String?>),
    version: readField(json, 'version', asType<String?>),
    buildNumber: readField(json, 'build_number', orNull(asInt)),
    assetId: readField(json, 'asset_id', asType<Uuid?>),
    externalUrl: readField(json, 'external_url', asType<String?>),
    sha256: readField(json, 'sha256', asType<String?>),
    minOs: readField(json, 'min_os', asType<String?>),
    releaseNotes: readField(json, 'release_notes', asType<String?>),
    changelogEntryId: readField(json, 'changelog_entry_id', asType<Uuid?>),
    more: othersOf(json, const {'slug', 'note', 'platform', 'channel', 'arch', 'version', 'build_number', 'asset_id', 'external_url', 'sha256', 'min_os', 'release_notes', 'changelog_entry_id'}),
  );

  /// Part of the address; made from the title when absent at creation
  final Slug? slug;

  /// What this revision is about
  final String? note;

  /// What it runs on: windows, macos, linux, android …
  final String? platform;

  /// Release channel
  final String? channel;

  /// Processor; null for any
  final String? arch;

  /// Semantic version
  final String? version;

  /// Number of the build
  final int? buildNumber;

  /// The uploaded file
  final Uuid? assetId;

  /// The file elsewhere
  final String? externalUrl;

  /// Hash of the file elsewhere; that of an uploaded one is known
  final String? sha256;

  /// Oldest system that it runs on
  final String? minOs;

  /// Markdown
  final String? releaseNotes;

  /// The changelog entry of this version
  final Uuid? changelogEntryId;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (slug case final value?) 'slug': value,
    if (note case final value?) 'note': value,
    if (platform case final value?) 'platform': value,
    if (channel case final value?) 'channel': value,
    if (arch case final value?) 'arch': value,
    if (version case final value?) 'version': value,
    if (buildNumber case final value?) 'build_number': value,
    if (assetId case final value?) 'asset_id': value,
    if (externalUrl case final value?) 'external_url': value,
    if (sha256 case final value?) 'sha256': value,
    if (minOs case final value?) 'min_os': value,
    if (releaseNotes case final value?) 'release_notes': value,
    if (changelogEntryId case final value?) 'changelog_entry_id': value,
  };
}

final class Entitlement {
  const Entitlement({
    required this.id,
    required this.code,
    required this.name,
    required this.description,
    required this.status,
    this.more = const {},
  });

  factory Entitlement.fromJson(JsonObject json) => Entitlement(
    id: readField(json, 'id', asType<Uuid>),
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    description: readField(json, 'description', asType<String?>),
    status: readField(json, 'status', asType<EntitlementStatus>),
    more: othersOf(json, const {'id', 'code', 'name', 'description', 'status'}),
  );

  /// Id
  final Uuid id;

  /// What clients gate on
  final String code;

  /// Label for administrators
  final String name;

  /// Notes
  final String? description;

  /// An `archived` one is given to no further plan or user
  final EntitlementStatus status;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'code': code,
    'name': name,
    'description': description,
    'status': status,
  };
}

final class EntitlementCreate {
  const EntitlementCreate({
    required this.code,
    required this.name,
    this.description,
    this.more = const {},
  });

  factory EntitlementCreate.fromJson(JsonObject json) => EntitlementCreate(
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    description: readField(json, 'description', asType<String?>),
    more: othersOf(json, const {'code', 'name', 'description'}),
  );

  /// What clients gate on; never changes
  final String code;

  /// Label
  final String name;

  /// Notes
  final String? description;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'name': name,
    if (description case final value?) 'description': value,
  };
}

final class EntitlementPatch {
  const EntitlementPatch({
    this.name,
    this.description,
    this.status,
    this.more = const {},
  });

  factory EntitlementPatch.fromJson(JsonObject json) => EntitlementPatch(
    name: readField(json, 'name', asType<String?>),
    description: readField(json, 'description', asType<String?>),
    status: readField(json, 'status', asType<EntitlementPatchStatus?>),
    more: othersOf(json, const {'name', 'description', 'status'}),
  );

  /// Label
  final String? name;

  /// Notes; null clears them
  final String? description;

  /// An `archived` one is given to no further plan or user
  final EntitlementPatchStatus? status;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (name case final value?) 'name': value,
    if (description case final value?) 'description': value,
    if (status case final value?) 'status': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const EntitlementPatchStatus(String wire) implements String {
  static const active = EntitlementPatchStatus('active');
  static const archived = EntitlementPatchStatus('archived');
  static const values = [active, archived];
}

final class EntitlementSnapshot {
  const EntitlementSnapshot({
    required this.codes,
    required this.entitlements,
    required this.expiresAt,
    required this.isLifetime,
    required this.snapshotToken,
    this.more = const {},
  });

  factory EntitlementSnapshot.fromJson(JsonObject json) => EntitlementSnapshot(
    codes: readField(json, 'codes', listOf(asType<String>)),
    entitlements: readField(json, 'entitlements', listOf(objectOf(EntitlementSnapshotEntitlementsItem.fromJson))),
    expiresAt: readField(json, 'expires_at', asType<Timestamp?>),
    isLifetime: readField(json, 'is_lifetime', asType<bool>),
    snapshotToken: readField(json, 'snapshot_token', asType<String>),
    more: othersOf(json, const {'codes', 'entitlements', 'expires_at', 'is_lifetime', 'snapshot_token'}),
  );

  /// Active entitlement codes, sorted
  final List<String> codes;

  /// One row for each active code
  final List<EntitlementSnapshotEntitlementsItem> entitlements;

  /// When the last timed entitlement ends; null with none or lifetime
  final Timestamp? expiresAt;

  /// Some entitlement never expires
  final bool isLifetime;

  /// Compact JWS (EdDSA) of the same content for offline use; `aud` is the application code; keys at /.well-known/jwks.json
  final String snapshotToken;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'codes': codes,
    'entitlements': [for (final item in entitlements) item.toJson()],
    'expires_at': expiresAt,
    'is_lifetime': isLifetime,
    'snapshot_token': snapshotToken,
  };
}

final class EntitlementSnapshotEntitlementsItem {
  const EntitlementSnapshotEntitlementsItem({
    required this.code,
    required this.source,
    required this.startsAt,
    required this.expiresAt,
    required this.isLifetime,
    this.more = const {},
  });

  factory EntitlementSnapshotEntitlementsItem.fromJson(JsonObject json) => EntitlementSnapshotEntitlementsItem(
    code: readField(json, 'code', asType<String>),
    source: readField(json, 'source', asType<EntitlementSnapshotEntitlementsItemSource>),
    startsAt: readField(json, 'starts_at', asType<Timestamp>),
    expiresAt: readField(json, 'expires_at', asType<Timestamp?>),
    isLifetime: readField(json, 'is_lifetime', asType<bool>),
    more: othersOf(json, const {'code', 'source', 'starts_at', 'expires_at', 'is_lifetime'}),
  );

  /// Entitlement code
  final String code;

  /// Where it came from
  final EntitlementSnapshotEntitlementsItemSource source;

  /// Since when it is active without a gap
  final Timestamp startsAt;

  /// Until when it stays active without a gap, exclusive; null for lifetime
  final Timestamp? expiresAt;

  /// No expiry
  final bool isLifetime;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'source': source,
    'starts_at': startsAt,
    'expires_at': expiresAt,
    'is_lifetime': isLifetime,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const EntitlementSnapshotEntitlementsItemSource(String wire) implements String {
  static const payment = EntitlementSnapshotEntitlementsItemSource('payment');
  static const license = EntitlementSnapshotEntitlementsItemSource('license');
  static const admin = EntitlementSnapshotEntitlementsItemSource('admin');
  static const values = [payment, license, admin];
}

/// A later version of the platform may send values that are not among [values].
extension type const EntitlementStatus(String wire) implements String {
  static const active = EntitlementStatus('active');
  static const archived = EntitlementStatus('archived');
  static const values = [active, archived];
}

final class ErasedSubjects {
  const ErasedSubjects({
    required this.subjects,
    required this.leads,
    this.more = const {},
  });

  factory ErasedSubjects.fromJson(JsonObject json) => ErasedSubjects(
    subjects: readField(json, 'subjects', asInt),
    leads: readField(json, 'leads', asInt),
    more: othersOf(json, const {'subjects', 'leads'}),
  );

  /// People of whom something was removed
  final int subjects;

  /// Leads that were removed
  final int leads;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'subjects': subjects,
    'leads': leads,
  };
}

/// A name that events of an application or a site come with
final class EventName {
  const EventName({
    required this.eventName,
    required this.status,
    required this.mergedInto,
    required this.events,
    required this.firstSeenAt,
    required this.lastSeenAt,
    this.more = const {},
  });

  factory EventName.fromJson(JsonObject json) => EventName(
    eventName: readField(json, 'event_name', asType<String>),
    status: readField(json, 'status', asType<EventNameStatus>),
    mergedInto: readField(json, 'merged_into', asType<String?>),
    events: readField(json, 'events', asInt),
    firstSeenAt: readField(json, 'first_seen_at', asType<Timestamp>),
    lastSeenAt: readField(json, 'last_seen_at', asType<Timestamp?>),
    more: othersOf(json, const {'event_name', 'status', 'merged_into', 'events', 'first_seen_at', 'last_seen_at'}),
  );

  /// Name of an event
  final String eventName;

  /// seen: a client sent it first; allowed: an administrator did; merged: events count under another name
  final EventNameStatus status;

  /// Where its events count since the merge
  final String? mergedInto;

  /// Events that came with this name since it is listed, repeats included
  final int events;

  /// When it was listed
  final Timestamp firstSeenAt;

  /// When an event came with it last, about a minute late
  final Timestamp? lastSeenAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'event_name': eventName,
    'status': status,
    'merged_into': mergedInto,
    'events': events,
    'first_seen_at': firstSeenAt,
    'last_seen_at': lastSeenAt,
  };
}

final class EventNameMerge {
  const EventNameMerge({
    required this.from,
    required this.into,
    this.more = const {},
  });

  factory EventNameMerge.fromJson(JsonObject json) => EventNameMerge(
    from: readField(json, 'from', listOf(asType<String>)),
    into: readField(json, 'into', asType<String>),
    more: othersOf(json, const {'from', 'into'}),
  );

  /// Names that end; those no event came with yet included
  final List<String> from;

  /// The name that stays; `(other)` counts them together with the rest
  final String into;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'from': from,
    'into': into,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const EventNameStatus(String wire) implements String {
  static const seen = EventNameStatus('seen');
  static const allowed = EventNameStatus('allowed');
  static const merged = EventNameStatus('merged');
  static const values = [seen, allowed, merged];
}

final class EventsAccepted {
  const EventsAccepted({
    required this.accepted,
    required this.rejected,
    this.more = const {},
  });

  factory EventsAccepted.fromJson(JsonObject json) => EventsAccepted(
    accepted: readField(json, 'accepted', asInt),
    rejected: readField(json, 'rejected', listOf(objectOf(EventsAcceptedRejectedItem.fromJson))),
    more: othersOf(json, const {'accepted', 'rejected'}),
  );

  /// Events that are stored now, or were before under the same `event_id`
  final int accepted;

  /// Events that will never be taken as they are
  final List<EventsAcceptedRejectedItem> rejected;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'accepted': accepted,
    'rejected': [for (final item in rejected) item.toJson()],
  };
}

final class EventsAcceptedRejectedItem {
  const EventsAcceptedRejectedItem({
    required this.index,
    required this.error,
    required this.message,
    this.more = const {},
  });

  factory EventsAcceptedRejectedItem.fromJson(JsonObject json) => EventsAcceptedRejectedItem(
    index: readField(json, 'index', asInt),
    error: readField(json, 'error', asType<EventsAcceptedRejectedItemError>),
    message: readField(json, 'message', asType<String>),
    more: othersOf(json, const {'index', 'error', 'message'}),
  );

  /// Place in the batch, from 0
  final int index;

  /// Why
  final EventsAcceptedRejectedItemError error;

  /// For a person
  final String message;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'index': index,
    'error': error,
    'message': message,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const EventsAcceptedRejectedItemError(String wire) implements String {
  static const validationFailed = EventsAcceptedRejectedItemError('validation_failed');
  static const applicationMismatch = EventsAcceptedRejectedItemError('application_mismatch');
  static const propertiesTooLarge = EventsAcceptedRejectedItemError('properties_too_large');
  static const occurredAtTooOld = EventsAcceptedRejectedItemError('occurred_at_too_old');
  static const occurredAtInFuture = EventsAcceptedRejectedItemError('occurred_at_in_future');
  static const values = [validationFailed, applicationMismatch, propertiesTooLarge, occurredAtTooOld, occurredAtInFuture];
}

final class FeatureCreate {
  const FeatureCreate({
    required this.code,
    this.enabled,
    this.value,
    this.rules,
    this.description,
    this.more = const {},
  });

  factory FeatureCreate.fromJson(JsonObject json) => FeatureCreate(
    code: readField(json, 'code', asType<String>),
    enabled: readField(json, 'enabled', asType<bool?>),
    value: readField(json, 'value', asType<bool?>),
    rules: readField(json, 'rules', orNull(listOf(objectOf(FeatureRule.fromJson)))),
    description: readField(json, 'description', asType<String?>),
    more: othersOf(json, const {'code', 'enabled', 'value', 'rules', 'description'}),
  );

  /// What clients read it by; case matters
  final String code;

  /// The kill switch: false answers false to every user, at once
  final bool? enabled;

  /// The value for every user that no rule matches
  final bool? value;

  /// The first that matches decides
  final List<FeatureRule>? rules;

  /// For its authors
  final String? description;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    if (enabled case final value?) 'enabled': value,
    if (value case final value?) 'value': value,
    if (rules case final value?) 'rules': [for (final item in value) item.toJson()],
    if (description case final value?) 'description': value,
  };
}

/// A feature flag
final class FeatureFlag {
  const FeatureFlag({
    required this.code,
    required this.enabled,
    required this.value,
    required this.rules,
    required this.description,
    required this.version,
    required this.createdAt,
    required this.updatedAt,
    this.more = const {},
  });

  factory FeatureFlag.fromJson(JsonObject json) => FeatureFlag(
    code: readField(json, 'code', asType<String>),
    enabled: readField(json, 'enabled', asType<bool>),
    value: readField(json, 'value', asType<bool>),
    rules: readField(json, 'rules', listOf(objectOf(FeatureRule.fromJson))),
    description: readField(json, 'description', asType<String?>),
    version: readField(json, 'version', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    more: othersOf(json, const {'code', 'enabled', 'value', 'rules', 'description', 'version', 'created_at', 'updated_at'}),
  );

  /// What clients read it by; case matters
  final String code;

  /// The kill switch: false answers false to every user, at once
  final bool enabled;

  /// The value for every user that no rule matches
  final bool value;

  /// The first that matches decides
  final List<FeatureRule> rules;

  /// For its authors
  final String? description;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'enabled': enabled,
    'value': value,
    'rules': [for (final item in rules) item.toJson()],
    'description': description,
    'version': version,
    'created_at': createdAt,
    'updated_at': updatedAt,
  };
}

final class FeaturePatch {
  const FeaturePatch({
    this.enabled,
    this.value,
    this.rules,
    this.description,
    this.more = const {},
  });

  factory FeaturePatch.fromJson(JsonObject json) => FeaturePatch(
    enabled: readField(json, 'enabled', asType<bool?>),
    value: readField(json, 'value', asType<bool?>),
    rules: readField(json, 'rules', orNull(listOf(objectOf(FeatureRule.fromJson)))),
    description: readField(json, 'description', asType<String?>),
    more: othersOf(json, const {'enabled', 'value', 'rules', 'description'}),
  );

  /// The kill switch: false answers false to every user, at once
  final bool? enabled;

  /// The value for every user that no rule matches
  final bool? value;

  /// All rules; the first that matches decides
  final List<FeatureRule>? rules;

  /// For its authors
  final String? description;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (enabled case final value?) 'enabled': value,
    if (value case final value?) 'value': value,
    if (rules case final value?) 'rules': [for (final item in value) item.toJson()],
    if (description case final value?) 'description': value,
  };
}

/// A value for some users; every given condition must hold
final class FeatureRule {
  const FeatureRule({
    this.platforms,
    this.appVersion,
    this.countries,
    this.entitlementCodes,
    this.userIds,
    this.percentage,
    required this.value,
    this.more = const {},
  });

  factory FeatureRule.fromJson(JsonObject json) => FeatureRule(
    platforms: readField(json, 'platforms', orNull(listOf(asType<String>))),
    appVersion: readField(json, 'app_version', asType<String?>),
    countries: readField(json, 'countries', orNull(listOf(asType<String>))),
    entitlementCodes: readField(json, 'entitlement_codes', orNull(listOf(asType<String>))),
    userIds: readField(json, 'user_ids', orNull(listOf(asType<String>))),
    percentage: readField(json, 'percentage', orNull(asInt)),
    value: readField(json, 'value', asType<bool>),
    more: othersOf(json, const {'platforms', 'app_version', 'countries', 'entitlement_codes', 'user_ids', 'percentage', 'value'}),
  );

  /// One of these, in any case
  final List<String>? platforms;

  /// Semantic version range, for example `>=2.1.0 <3`
  final String? appVersion;

  /// Countries of the client address
  final List<String>? countries;

  /// Holders of one of these
  final List<String>? entitlementCodes;

  /// These people: the `sub` of their tokens, or the `targetingKey` of a caller without a token
  final List<String>? userIds;

  /// Share of the users, always the same ones; raising it only adds users. They are told apart as in `user_ids`
  final int? percentage;

  /// What they get
  final bool value;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (platforms case final value?) 'platforms': value,
    if (appVersion case final value?) 'app_version': value,
    if (countries case final value?) 'countries': value,
    if (entitlementCodes case final value?) 'entitlement_codes': value,
    if (userIds case final value?) 'user_ids': value,
    if (percentage case final value?) 'percentage': value,
    'value': value,
  };
}

final class Features {
  const Features({
    required this.features,
    this.more = const {},
  });

  factory Features.fromJson(JsonObject json) => Features(
    features: readField(json, 'features', mapOf(asType<bool>)),
    more: othersOf(json, const {'features'}),
  );

  /// Values by code
  final Map<String, bool> features;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'features': features,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const FinishSocialOauthProvider(String wire) implements String {
  static const instagram = FinishSocialOauthProvider('instagram');
  static const threads = FinishSocialOauthProvider('threads');
  static const values = [instagram, threads];
}

/// A folder of the knowledge base
final class Folder {
  const Folder({
    required this.id,
    required this.name,
    required this.names,
    required this.description,
    required this.parentId,
    required this.position,
    required this.level,
    required this.version,
    required this.createdAt,
    required this.updatedAt,
    this.more = const {},
  });

  factory Folder.fromJson(JsonObject json) => Folder(
    id: readField(json, 'id', asType<Uuid>),
    name: readField(json, 'name', asType<String>),
    names: readField(json, 'names', mapOf(asType<String>)),
    description: readField(json, 'description', asType<String?>),
    parentId: readField(json, 'parent_id', asType<Uuid?>),
    position: readField(json, 'position', asInt),
    level: readField(json, 'level', asInt),
    version: readField(json, 'version', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'name', 'names', 'description', 'parent_id', 'position', 'level', 'version', 'created_at', 'updated_at'}),
  );

  /// Id
  final Uuid id;

  /// Name
  final String name;

  /// Name in other languages
  final Map<String, String> names;

  /// What belongs there
  final String? description;

  /// The folder that it is in
  final Uuid? parentId;

  /// Order among its neighbours, smallest first
  final int position;

  /// 1 at the top
  final int level;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'name': name,
    'names': names,
    'description': description,
    'parent_id': parentId,
    'position': position,
    'level': level,
    'version': version,
    'created_at': createdAt,
    'updated_at': updatedAt,
  };
}

final class FolderCreate {
  const FolderCreate({
    required this.name,
    this.names,
    this.description,
    this.parentId,
    this.position,
    this.more = const {},
  });

  factory FolderCreate.fromJson(JsonObject json) => FolderCreate(
    name: readField(json, 'name', asType<String>),
    names: readField(json, 'names', orNull(mapOf(asType<String>))),
    description: readField(json, 'description', asType<String?>),
    parentId: readField(json, 'parent_id', asType<Uuid?>),
    position: readField(json, 'position', orNull(asInt)),
    more: othersOf(json, const {'name', 'names', 'description', 'parent_id', 'position'}),
  );

  /// Name
  final String name;

  /// Name in other languages
  final Map<String, String>? names;

  /// What belongs there
  final String? description;

  /// The folder that it is in; null for the top
  final Uuid? parentId;

  /// Order among its neighbours, smallest first
  final int? position;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'name': name,
    if (names case final value?) 'names': value,
    if (description case final value?) 'description': value,
    if (parentId case final value?) 'parent_id': value,
    if (position case final value?) 'position': value,
  };
}

final class FolderPatch {
  const FolderPatch({
    this.name,
    this.names,
    this.description,
    this.parentId,
    this.position,
    this.more = const {},
  });

  factory FolderPatch.fromJson(JsonObject json) => FolderPatch(
    name: readField(json, 'name', asType<String?>),
    names: readField(json, 'names', orNull(mapOf(asType<String>))),
    description: readField(json, 'description', asType<String?>),
    parentId: readField(json, 'parent_id', asType<Uuid?>),
    position: readField(json, 'position', orNull(asInt)),
    more: othersOf(json, const {'name', 'names', 'description', 'parent_id', 'position'}),
  );

  /// Name
  final String? name;

  /// Name in other languages
  final Map<String, String>? names;

  /// What belongs there
  final String? description;

  /// The folder that it is in; null for the top
  final Uuid? parentId;

  /// Order among its neighbours, smallest first
  final int? position;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (name case final value?) 'name': value,
    if (names case final value?) 'names': value,
    if (description case final value?) 'description': value,
    if (parentId case final value?) 'parent_id': value,
    if (position case final value?) 'position': value,
  };
}

final class FreePlanOfflineFields {
  const FreePlanOfflineFields({
    required this.isFree,
    required this.requiresPurchase,
    required this.worksOffline,
    this.more = const {},
  });

  factory FreePlanOfflineFields.fromJson(JsonObject json) => FreePlanOfflineFields(
    isFree: readField(json, 'is_free', asType<bool>),
    requiresPurchase: readField(json, 'requires_purchase', asType<bool>),
    worksOffline: readField(json, 'works_offline', asType<bool>),
    more: othersOf(json, const {'is_free', 'requires_purchase', 'works_offline'}),
  );

  /// The price is free
  final bool isFree;

  /// No payment is needed
  final bool requiresPurchase;

  /// The client needs no network for it
  final bool worksOffline;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'is_free': isFree,
    'requires_purchase': requiresPurchase,
    'works_offline': worksOffline,
  };
}

final class Funnel {
  const Funnel({
    required this.from,
    required this.to,
    required this.timezone,
    required this.asOf,
    required this.windowHours,
    required this.steps,
    required this.breakdown,
    this.more = const {},
  });

  factory Funnel.fromJson(JsonObject json) => Funnel(
    from: readField(json, 'from', asType<CalendarDay>),
    to: readField(json, 'to', asType<CalendarDay>),
    timezone: readField(json, 'timezone', asType<String>),
    asOf: readField(json, 'as_of', asType<Timestamp>),
    windowHours: readField(json, 'window_hours', asInt),
    steps: readField(json, 'steps', listOf(objectOf(FunnelStepsItem.fromJson))),
    breakdown: readField(json, 'breakdown', listOf(objectOf(FunnelBreakdownItem.fromJson))),
    more: othersOf(json, const {'from', 'to', 'timezone', 'as_of', 'window_hours', 'steps', 'breakdown'}),
  );

  /// First day
  final CalendarDay from;

  /// Last day, included
  final CalendarDay to;

  /// Whose days they are
  final String timezone;

  /// Every event that was stored by then is counted
  final Timestamp asOf;

  /// As asked
  final int windowHours;

  /// In the order that was asked for
  final List<FunnelStepsItem> steps;

  /// At most 50 values, most users first; empty unless asked for
  final List<FunnelBreakdownItem> breakdown;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'from': from,
    'to': to,
    'timezone': timezone,
    'as_of': asOf,
    'window_hours': windowHours,
    'steps': [for (final item in steps) item.toJson()],
    'breakdown': [for (final item in breakdown) item.toJson()],
  };
}

final class FunnelBreakdownItem {
  const FunnelBreakdownItem({
    required this.value,
    required this.users,
    this.more = const {},
  });

  factory FunnelBreakdownItem.fromJson(JsonObject json) => FunnelBreakdownItem(
    value: readField(json, 'value', asType<String?>),
    users: readField(json, 'users', listOf(asInt)),
    more: othersOf(json, const {'value', 'users'}),
  );

  /// Value of the first step
  final String? value;

  /// Users who came as far as each step
  final List<int> users;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'value': value,
    'users': users,
  };
}

final class FunnelStepsItem {
  const FunnelStepsItem({
    required this.event,
    required this.users,
    required this.shareOfFirst,
    required this.shareOfPrevious,
    this.more = const {},
  });

  factory FunnelStepsItem.fromJson(JsonObject json) => FunnelStepsItem(
    event: readField(json, 'event', asType<String>),
    users: readField(json, 'users', asInt),
    shareOfFirst: readField(json, 'share_of_first', asType<num>),
    shareOfPrevious: readField(json, 'share_of_previous', asType<num>),
    more: othersOf(json, const {'event', 'users', 'share_of_first', 'share_of_previous'}),
  );

  /// The step
  final String event;

  /// Users who came this far
  final int users;

  /// Part of all, in percent with two decimals
  final num shareOfFirst;

  /// Part of all, in percent with two decimals
  final num shareOfPrevious;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'event': event,
    'users': users,
    'share_of_first': shareOfFirst,
    'share_of_previous': shareOfPrevious,
  };
}

final class GenerateFields {
  const GenerateFields({
    required this.kind,
    required this.itemId,
    this.fields,
    this.apply,
    this.more = const {},
  });

  factory GenerateFields.fromJson(JsonObject json) => GenerateFields(
    kind: readField(json, 'kind', asType<GenerateFieldsKind>),
    itemId: readField(json, 'item_id', asType<Uuid>),
    fields: readField(json, 'fields', orNull(listOf(asType<GenerateFieldsFieldsItem>))),
    apply: readField(json, 'apply', asType<bool?>),
    more: othersOf(json, const {'kind', 'item_id', 'fields', 'apply'}),
  );

  /// What the item is
  final GenerateFieldsKind kind;

  /// The item
  final Uuid itemId;

  /// Fields to fill, if they are empty
  final List<GenerateFieldsFieldsItem>? fields;

  /// Write them into the draft; false only shows them
  final bool? apply;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'kind': kind,
    'item_id': itemId,
    if (fields case final value?) 'fields': value,
    if (apply case final value?) 'apply': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const GenerateFieldsFieldsItem(String wire) implements String {
  static const metaTitle = GenerateFieldsFieldsItem('meta_title');
  static const metaDescription = GenerateFieldsFieldsItem('meta_description');
  static const body = GenerateFieldsFieldsItem('body');
  static const coverAlt = GenerateFieldsFieldsItem('cover_alt');
  static const values = [metaTitle, metaDescription, body, coverAlt];
}

/// A later version of the platform may send values that are not among [values].
extension type const GenerateFieldsKind(String wire) implements String {
  static const post = GenerateFieldsKind('post');
  static const article = GenerateFieldsKind('article');
  static const values = [post, article];
}

/// A later version of the platform may send values that are not among [values].
extension type const GenerateSeoWorkPlanLocale(String wire) implements String {
  static const ru = GenerateSeoWorkPlanLocale('ru');
  static const en = GenerateSeoWorkPlanLocale('en');
  static const values = [ru, en];
}

final class GeneratedContentFields {
  const GeneratedContentFields({
    required this.fields,
    required this.skipped,
    required this.source,
    this.more = const {},
  });

  factory GeneratedContentFields.fromJson(JsonObject json) => GeneratedContentFields(
    fields: readField(json, 'fields', objectOf(GeneratedFields.fromJson)),
    skipped: readField(json, 'skipped', listOf(objectOf(SkippedField.fromJson))),
    source: readField(json, 'source', asType<GeneratedContentFieldsSource>),
    more: othersOf(json, const {'fields', 'skipped', 'source'}),
  );

  /// What was written, or would be
  final GeneratedFields fields;

  /// Fields that stay as they are
  final List<SkippedField> skipped;

  /// The author: a language model, or rules
  final GeneratedContentFieldsSource source;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'fields': fields.toJson(),
    'skipped': [for (final item in skipped) item.toJson()],
    'source': source,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const GeneratedContentFieldsSource(String wire) implements String {
  static const ai = GeneratedContentFieldsSource('ai');
  static const rules = GeneratedContentFieldsSource('rules');
  static const values = [ai, rules];
}

/// Fields that were generated
final class GeneratedFields {
  const GeneratedFields({
    this.metaTitle,
    this.metaDescription,
    this.body,
    this.coverAlt,
    this.more = const {},
  });

  factory GeneratedFields.fromJson(JsonObject json) => GeneratedFields(
    metaTitle: readField(json, 'meta_title', asType<String?>),
    metaDescription: readField(json, 'meta_description', asType<String?>),
    body: readField(json, 'body', asType<String?>),
    coverAlt: readField(json, 'cover_alt', asType<String?>),
    more: othersOf(json, const {'meta_title', 'meta_description', 'body', 'cover_alt'}),
  );

  /// Title for search engines
  final String? metaTitle;

  /// Description for search engines
  final String? metaDescription;

  /// Markdown that begins with a heading of the first level
  final String? body;

  /// Text instead of the cover
  final String? coverAlt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (metaTitle case final value?) 'meta_title': value,
    if (metaDescription case final value?) 'meta_description': value,
    if (body case final value?) 'body': value,
    if (coverAlt case final value?) 'cover_alt': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const GetAnalyticsSummaryFormat(String wire) implements String {
  static const json = GetAnalyticsSummaryFormat('json');
  static const csv = GetAnalyticsSummaryFormat('csv');
  static const values = [json, csv];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetAppVersionsFormat(String wire) implements String {
  static const json = GetAppVersionsFormat('json');
  static const csv = GetAppVersionsFormat('csv');
  static const values = [json, csv];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetApplicationDocumentCheckLocale(String wire) implements String {
  static const ru = GetApplicationDocumentCheckLocale('ru');
  static const en = GetApplicationDocumentCheckLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetApplicationDocumentCheckWhich(String wire) implements String {
  static const draft = GetApplicationDocumentCheckWhich('draft');
  static const published = GetApplicationDocumentCheckWhich('published');
  static const values = [draft, published];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetContentInsightsLocale(String wire) implements String {
  static const ru = GetContentInsightsLocale('ru');
  static const en = GetContentInsightsLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetFunnelBreakdown(String wire) implements String {
  static const platform = GetFunnelBreakdown('platform');
  static const appVersion = GetFunnelBreakdown('app_version');
  static const countryCode = GetFunnelBreakdown('country_code');
  static const channel = GetFunnelBreakdown('channel');
  static const values = [platform, appVersion, countryCode, channel];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetFunnelFormat(String wire) implements String {
  static const json = GetFunnelFormat('json');
  static const csv = GetFunnelFormat('csv');
  static const values = [json, csv];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetImportOutcome(String wire) implements String {
  static const created = GetImportOutcome('created');
  static const updated = GetImportOutcome('updated');
  static const skipped = GetImportOutcome('skipped');
  static const failed = GetImportOutcome('failed');
  static const values = [created, updated, skipped, failed];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetLatestRknScanLocale(String wire) implements String {
  static const ru = GetLatestRknScanLocale('ru');
  static const en = GetLatestRknScanLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetLegalDraftOwnerType(String wire) implements String {
  static const application = GetLegalDraftOwnerType('application');
  static const cmsSite = GetLegalDraftOwnerType('cms_site');
  static const values = [application, cmsSite];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetRetentionFormat(String wire) implements String {
  static const json = GetRetentionFormat('json');
  static const csv = GetRetentionFormat('csv');
  static const values = [json, csv];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetRetentionUnit(String wire) implements String {
  static const day = GetRetentionUnit('day');
  static const week = GetRetentionUnit('week');
  static const values = [day, week];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetRknDeveloperDocLocale(String wire) implements String {
  static const ru = GetRknDeveloperDocLocale('ru');
  static const en = GetRknDeveloperDocLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetRknScanLocale(String wire) implements String {
  static const ru = GetRknScanLocale('ru');
  static const en = GetRknScanLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetSeoDashboardLocale(String wire) implements String {
  static const ru = GetSeoDashboardLocale('ru');
  static const en = GetSeoDashboardLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetSeoDeveloperDocLocale(String wire) implements String {
  static const ru = GetSeoDeveloperDocLocale('ru');
  static const en = GetSeoDeveloperDocLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetSeoIssueLocale(String wire) implements String {
  static const ru = GetSeoIssueLocale('ru');
  static const en = GetSeoIssueLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetSeoPageLocale(String wire) implements String {
  static const ru = GetSeoPageLocale('ru');
  static const en = GetSeoPageLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetSeoReadinessItemType(String wire) implements String {
  static const blog = GetSeoReadinessItemType('blog');
  static const kb = GetSeoReadinessItemType('kb');
  static const values = [blog, kb];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetSeoReportLocale(String wire) implements String {
  static const ru = GetSeoReportLocale('ru');
  static const en = GetSeoReportLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetSeoVerdictLocale(String wire) implements String {
  static const ru = GetSeoVerdictLocale('ru');
  static const en = GetSeoVerdictLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetSeoWorkPlanLocale(String wire) implements String {
  static const ru = GetSeoWorkPlanLocale('ru');
  static const en = GetSeoWorkPlanLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetSeoWorkPlanMarkdownLocale(String wire) implements String {
  static const ru = GetSeoWorkPlanMarkdownLocale('ru');
  static const en = GetSeoWorkPlanMarkdownLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetSeoWorkPlanMarkdownStyle(String wire) implements String {
  static const checklist = GetSeoWorkPlanMarkdownStyle('checklist');
  static const github = GetSeoWorkPlanMarkdownStyle('github');
  static const values = [checklist, github];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetSiteDocumentCheckLocale(String wire) implements String {
  static const ru = GetSiteDocumentCheckLocale('ru');
  static const en = GetSiteDocumentCheckLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const GetSiteDocumentCheckWhich(String wire) implements String {
  static const draft = GetSiteDocumentCheckWhich('draft');
  static const published = GetSiteDocumentCheckWhich('published');
  static const values = [draft, published];
}

final class Grant {
  const Grant({
    required this.id,
    required this.source,
    required this.sourceId,
    required this.planCode,
    required this.entitlementCodes,
    required this.startsAt,
    required this.expiresAt,
    required this.terms,
    required this.revokedAt,
    required this.reason,
    required this.createdAt,
    this.more = const {},
  });

  factory Grant.fromJson(JsonObject json) => Grant(
    id: readField(json, 'id', asType<Uuid>),
    source: readField(json, 'source', asType<GrantSource>),
    sourceId: readField(json, 'source_id', asType<String>),
    planCode: readField(json, 'plan_code', asType<String?>),
    entitlementCodes: readField(json, 'entitlement_codes', listOf(asType<String>)),
    startsAt: readField(json, 'starts_at', asType<Timestamp>),
    expiresAt: readField(json, 'expires_at', asType<Timestamp?>),
    terms: readField(json, 'terms', listOf(objectOf(GrantTermsItem.fromJson))),
    revokedAt: readField(json, 'revoked_at', asType<Timestamp?>),
    reason: readField(json, 'reason', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'source', 'source_id', 'plan_code', 'entitlement_codes', 'starts_at', 'expires_at', 'terms', 'revoked_at', 'reason', 'created_at'}),
  );

  /// Id of the grant
  final Uuid id;

  /// What caused it
  final GrantSource source;

  /// Id of the payment, license activation or admin grant
  final String sourceId;

  /// Plan, if it came from one
  final String? planCode;

  /// What it grants
  final List<String> entitlementCodes;

  /// First start of its codes; the end of the year 9999 while a lifetime covers them all
  final Timestamp startsAt;

  /// Last end of its codes, exclusive; null for lifetime
  final Timestamp? expiresAt;

  /// Term of each code; codes that have not begun because of a lifetime are left out
  final List<GrantTermsItem> terms;

  /// Set when it was revoked; it covers nothing from then on
  final Timestamp? revokedAt;

  /// Why an administrator granted or revoked it
  final String? reason;

  /// When it was written
  final Timestamp createdAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'source': source,
    'source_id': sourceId,
    'plan_code': planCode,
    'entitlement_codes': entitlementCodes,
    'starts_at': startsAt,
    'expires_at': expiresAt,
    'terms': [for (final item in terms) item.toJson()],
    'revoked_at': revokedAt,
    'reason': reason,
    'created_at': createdAt,
  };
}

final class GrantCreate {
  const GrantCreate({
    this.planCode,
    this.entitlementCodes,
    this.startsAt,
    this.expiresAt,
    required this.reason,
    this.more = const {},
  });

  factory GrantCreate.fromJson(JsonObject json) => GrantCreate(
    planCode: readField(json, 'plan_code', asType<String?>),
    entitlementCodes: readField(json, 'entitlement_codes', orNull(listOf(asType<String>))),
    startsAt: readField(json, 'starts_at', asType<Timestamp?>),
    expiresAt: readField(json, 'expires_at', asType<Timestamp?>),
    reason: readField(json, 'reason', asType<String>),
    more: othersOf(json, const {'plan_code', 'entitlement_codes', 'starts_at', 'expires_at', 'reason'}),
  );

  /// Grant what this plan grants
  final String? planCode;

  /// Grant these codes instead
  final List<String>? entitlementCodes;

  /// Makes a fixed window from here, which moves no other grant
  final Timestamp? startsAt;

  /// Makes a fixed window until here; null for lifetime. Without dates the time of the plan is added
  final Timestamp? expiresAt;

  /// Reason, kept with the grant
  final String reason;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (planCode case final value?) 'plan_code': value,
    if (entitlementCodes case final value?) 'entitlement_codes': value,
    if (startsAt case final value?) 'starts_at': value,
    if (expiresAt case final value?) 'expires_at': value,
    'reason': reason,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const GrantSource(String wire) implements String {
  static const payment = GrantSource('payment');
  static const license = GrantSource('license');
  static const admin = GrantSource('admin');
  static const values = [payment, license, admin];
}

final class GrantTermsItem {
  const GrantTermsItem({
    required this.code,
    required this.startsAt,
    required this.expiresAt,
    this.more = const {},
  });

  factory GrantTermsItem.fromJson(JsonObject json) => GrantTermsItem(
    code: readField(json, 'code', asType<String>),
    startsAt: readField(json, 'starts_at', asType<Timestamp>),
    expiresAt: readField(json, 'expires_at', asType<Timestamp?>),
    more: othersOf(json, const {'code', 'starts_at', 'expires_at'}),
  );

  /// Entitlement code
  final String code;

  /// Start of its coverage by this grant
  final Timestamp startsAt;

  /// End, exclusive; null for lifetime
  final Timestamp? expiresAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'starts_at': startsAt,
    'expires_at': expiresAt,
  };
}

final class Health {
  const Health({
    required this.status,
    required this.version,
    required this.services,
    required this.seo,
    required this.legal,
    this.more = const {},
  });

  factory Health.fromJson(JsonObject json) => Health(
    status: readField(json, 'status', asType<HealthStatus>),
    version: readField(json, 'version', asType<String>),
    services: readField(json, 'services', mapOf(asType<HealthServicesValue>)),
    seo: readField(json, 'seo', objectOf(HealthSeo.fromJson)),
    legal: readField(json, 'legal', objectOf(HealthLegal.fromJson)),
    more: othersOf(json, const {'status', 'version', 'services', 'seo', 'legal'}),
  );

  /// `ok` while every service is ready
  final HealthStatus status;

  /// Version of the platform
  final String version;

  /// Readiness of each service
  final Map<String, HealthServicesValue> services;

  /// Site audits
  final HealthSeo seo;

  /// Legal documents
  final HealthLegal legal;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'status': status,
    'version': version,
    'services': services,
    'seo': seo.toJson(),
    'legal': legal.toJson(),
  };
}

final class HealthLegal {
  const HealthLegal({
    required this.applicationsWithoutDocuments,
    this.more = const {},
  });

  factory HealthLegal.fromJson(JsonObject json) => HealthLegal(
    applicationsWithoutDocuments: readField(json, 'applications_without_documents', orNull(asInt)),
    more: othersOf(json, const {'applications_without_documents'}),
  );

  /// How many have users that register without a required consent; null while it is not known
  final int? applicationsWithoutDocuments;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'applications_without_documents': applicationsWithoutDocuments,
  };
}

final class HealthSeo {
  const HealthSeo({
    required this.pagespeed,
    this.more = const {},
  });

  factory HealthSeo.fromJson(JsonObject json) => HealthSeo(
    pagespeed: readField(json, 'pagespeed', asType<HealthSeoPagespeed>),
    more: othersOf(json, const {'pagespeed'}),
  );

  /// Whether the performance-API key is set
  final HealthSeoPagespeed pagespeed;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'pagespeed': pagespeed,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const HealthSeoPagespeed(String wire) implements String {
  static const configured = HealthSeoPagespeed('configured');
  static const notConfigured = HealthSeoPagespeed('not_configured');
  static const values = [configured, notConfigured];
}

/// A later version of the platform may send values that are not among [values].
extension type const HealthServicesValue(String wire) implements String {
  static const up = HealthServicesValue('up');
  static const down = HealthServicesValue('down');
  static const values = [up, down];
}

/// A later version of the platform may send values that are not among [values].
extension type const HealthStatus(String wire) implements String {
  static const ok = HealthStatus('ok');
  static const degraded = HealthStatus('degraded');
  static const values = [ok, degraded];
}

final class IdentityProvider {
  const IdentityProvider({
    required this.issuer,
    required this.issuerAliases,
    required this.audience,
    required this.allowMissingAudience,
    required this.jwksUrl,
    required this.hasHs256Secret,
    required this.authorizedParty,
    required this.updatedAt,
    this.more = const {},
  });

  factory IdentityProvider.fromJson(JsonObject json) => IdentityProvider(
    issuer: readField(json, 'issuer', asType<String>),
    issuerAliases: readField(json, 'issuer_aliases', listOf(asType<String>)),
    audience: readField(json, 'audience', asType<String?>),
    allowMissingAudience: readField(json, 'allow_missing_audience', asType<bool>),
    jwksUrl: readField(json, 'jwks_url', asType<String?>),
    hasHs256Secret: readField(json, 'has_hs256_secret', asType<bool>),
    authorizedParty: readField(json, 'authorized_party', asType<String?>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    more: othersOf(json, const {'issuer', 'issuer_aliases', 'audience', 'allow_missing_audience', 'jwks_url', 'has_hs256_secret', 'authorized_party', 'updated_at'}),
  );

  /// Exact `iss` of the tokens; users belong to it
  final String issuer;

  /// Other `iss` of the same provider, for example of its new domain while the domain changes. Their users are those of `issuer`
  final List<String> issuerAliases;

  /// A value that `aud` must contain; null when `authorized_party` or `allow_missing_audience` stands for it
  final String? audience;

  /// Accepts tokens without `aud`; where `audience` is given, one that has an `aud` must still name it
  final bool allowMissingAudience;

  /// Where the public keys are; null for a shared secret alone
  final String? jwksUrl;

  /// A shared secret is stored; it is never shown again
  final bool hasHs256Secret;

  /// When set, `azp` must equal it, or `client_id` in a token without `azp` (Keycloak, Clerk, Cognito)
  final String? authorizedParty;

  /// Last change
  final Timestamp updatedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'issuer': issuer,
    'issuer_aliases': issuerAliases,
    'audience': audience,
    'allow_missing_audience': allowMissingAudience,
    'jwks_url': jwksUrl,
    'has_hs256_secret': hasHs256Secret,
    'authorized_party': authorizedParty,
    'updated_at': updatedAt,
  };
}

final class IdentityProviderBody {
  const IdentityProviderBody({
    required this.issuer,
    this.issuerAliases,
    required this.audience,
    this.allowMissingAudience,
    this.jwksUrl,
    this.hs256Secret,
    this.authorizedParty,
    this.skipCheck,
    this.confirm,
    this.more = const {},
  });

  factory IdentityProviderBody.fromJson(JsonObject json) => IdentityProviderBody(
    issuer: readField(json, 'issuer', asType<String>),
    issuerAliases: readField(json, 'issuer_aliases', orNull(listOf(asType<String>))),
    audience: readField(json, 'audience', asType<String?>),
    allowMissingAudience: readField(json, 'allow_missing_audience', asType<bool?>),
    jwksUrl: readField(json, 'jwks_url', asType<String?>),
    hs256Secret: readField(json, 'hs256_secret', asType<String?>),
    authorizedParty: readField(json, 'authorized_party', asType<String?>),
    skipCheck: readField(json, 'skip_check', asType<bool?>),
    confirm: readField(json, 'confirm', asType<bool?>),
    more: othersOf(json, const {'issuer', 'issuer_aliases', 'audience', 'allow_missing_audience', 'jwks_url', 'hs256_secret', 'authorized_party', 'skip_check', 'confirm'}),
  );

  /// Exact `iss`, with or without the trailing slash that the tokens have; users belong to it
  final String issuer;

  /// Other `iss` of the same provider, for example of its new domain while the domain changes. Their users are those of `issuer`
  final List<String>? issuerAliases;

  /// A value that `aud` must contain; null when `authorized_party` or `allow_missing_audience` stands for it
  final String? audience;

  /// Accepts tokens without `aud`; where `audience` is given, one that has an `aud` must still name it
  final bool? allowMissingAudience;

  /// Public keys; it must not redirect. Of a discovery document (`/.well-known/openid-configuration`) the `jwks_uri` is saved
  final String? jwksUrl;

  /// Legacy shared secret of HS256 tokens, alone or beside `jwks_url` while a provider changes to keys
  final String? hs256Secret;

  /// When set, `azp` must equal it, or `client_id` in a token without `azp` (Keycloak, Clerk, Cognito)
  final String? authorizedParty;

  /// Save it without a check of jwks_url
  final bool? skipCheck;

  /// Change `issuer` also when users belong to the present one; they register anew and lose what they have
  final bool? confirm;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'issuer': issuer,
    if (issuerAliases case final value?) 'issuer_aliases': value,
    'audience': audience,
    if (allowMissingAudience case final value?) 'allow_missing_audience': value,
    if (jwksUrl case final value?) 'jwks_url': value,
    if (hs256Secret case final value?) 'hs256_secret': value,
    if (authorizedParty case final value?) 'authorized_party': value,
    if (skipCheck case final value?) 'skip_check': value,
    if (confirm case final value?) 'confirm': value,
  };
}

final class ImportEntry {
  const ImportEntry({
    required this.sourceId,
    required this.kind,
    required this.title,
    required this.outcome,
    required this.objectId,
    required this.reason,
    required this.warnings,
    this.more = const {},
  });

  factory ImportEntry.fromJson(JsonObject json) => ImportEntry(
    sourceId: readField(json, 'source_id', asType<String>),
    kind: readField(json, 'kind', asType<ImportEntryKind>),
    title: readField(json, 'title', asType<String>),
    outcome: readField(json, 'outcome', asType<ImportEntryOutcome>),
    objectId: readField(json, 'object_id', asType<Uuid?>),
    reason: readField(json, 'reason', orNull(objectOf(ImportNote.fromJson))),
    warnings: readField(json, 'warnings', listOf(objectOf(ImportNote.fromJson))),
    more: othersOf(json, const {'source_id', 'kind', 'title', 'outcome', 'object_id', 'reason', 'warnings'}),
  );

  /// Its id in the file
  final String sourceId;

  /// What it is; `other` for what has no place here
  final ImportEntryKind kind;

  /// Its title, name or path
  final String title;

  /// What became of it
  final ImportEntryOutcome outcome;

  /// Id of the object here
  final Uuid? objectId;

  /// Why it was skipped, or failed
  final ImportNote? reason;

  /// What was lost or changed on the way
  final List<ImportNote> warnings;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'source_id': sourceId,
    'kind': kind,
    'title': title,
    'outcome': outcome,
    'object_id': objectId,
    'reason': reason?.toJson(),
    'warnings': [for (final item in warnings) item.toJson()],
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ImportEntryKind(String wire) implements String {
  static const site = ImportEntryKind('site');
  static const category = ImportEntryKind('category');
  static const author = ImportEntryKind('author');
  static const folder = ImportEntryKind('folder');
  static const asset = ImportEntryKind('asset');
  static const redirect = ImportEntryKind('redirect');
  static const other = ImportEntryKind('other');
  static const post = ImportEntryKind('post');
  static const article = ImportEntryKind('article');
  static const document = ImportEntryKind('document');
  static const download = ImportEntryKind('download');
  static const changelogEntry = ImportEntryKind('changelog_entry');
  static const banner = ImportEntryKind('banner');
  static const values = [site, category, author, folder, asset, redirect, other, post, article, document, download, changelogEntry, banner];
}

/// A later version of the platform may send values that are not among [values].
extension type const ImportEntryOutcome(String wire) implements String {
  static const created = ImportEntryOutcome('created');
  static const updated = ImportEntryOutcome('updated');
  static const skipped = ImportEntryOutcome('skipped');
  static const failed = ImportEntryOutcome('failed');
  static const values = [created, updated, skipped, failed];
}

final class ImportNote {
  const ImportNote({
    required this.code,
    required this.message,
    this.more = const {},
  });

  factory ImportNote.fromJson(JsonObject json) => ImportNote(
    code: readField(json, 'code', asType<String>),
    message: readField(json, 'message', asType<String>),
    more: othersOf(json, const {'code', 'message'}),
  );

  /// What it is about, for programs
  final String code;

  /// What it is about
  final String message;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'message': message,
  };
}

final class ImportReport {
  const ImportReport({
    required this.created,
    required this.updated,
    required this.skipped,
    required this.failed,
    required this.warnings,
    this.more = const {},
  });

  factory ImportReport.fromJson(JsonObject json) => ImportReport(
    created: readField(json, 'created', asInt),
    updated: readField(json, 'updated', asInt),
    skipped: readField(json, 'skipped', asInt),
    failed: readField(json, 'failed', asInt),
    warnings: readField(json, 'warnings', asInt),
    more: othersOf(json, const {'created', 'updated', 'skipped', 'failed', 'warnings'}),
  );

  /// Objects that the import made
  final int created;

  /// Objects of an earlier import that the file has in another form now
  final int updated;

  /// Objects that stay as they are; the entry says why
  final int skipped;

  /// Objects that could not be taken; the entry says why
  final int failed;

  /// Losses and changes on the way; each is named by its entry
  final int warnings;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'created': created,
    'updated': updated,
    'skipped': skipped,
    'failed': failed,
    'warnings': warnings,
  };
}

final class InUseFields {
  const InUseFields({
    required this.usages,
    this.more = const {},
  });

  factory InUseFields.fromJson(JsonObject json) => InUseFields(
    usages: readField(json, 'usages', listOf(objectOf(PlaceOfUse.fromJson))),
    more: othersOf(json, const {'usages'}),
  );

  /// Places that use it, 20 at most
  final List<PlaceOfUse> usages;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'usages': [for (final item in usages) item.toJson()],
  };
}

final class InboundLink {
  const InboundLink({
    required this.itemId,
    required this.kind,
    required this.title,
    required this.slug,
    this.more = const {},
  });

  factory InboundLink.fromJson(JsonObject json) => InboundLink(
    itemId: readField(json, 'item_id', asType<Uuid>),
    kind: readField(json, 'kind', asType<InboundLinkKind>),
    title: readField(json, 'title', asType<String>),
    slug: readField(json, 'slug', asType<String>),
    more: othersOf(json, const {'item_id', 'kind', 'title', 'slug'}),
  );

  /// The item that links to it
  final Uuid itemId;

  /// What that is
  final InboundLinkKind kind;

  /// Its title
  final String title;

  /// Part of its address
  final String slug;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'item_id': itemId,
    'kind': kind,
    'title': title,
    'slug': slug,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const InboundLinkKind(String wire) implements String {
  static const post = InboundLinkKind('post');
  static const article = InboundLinkKind('article');
  static const document = InboundLinkKind('document');
  static const download = InboundLinkKind('download');
  static const changelogEntry = InboundLinkKind('changelog_entry');
  static const banner = InboundLinkKind('banner');
  static const values = [post, article, document, download, changelogEntry, banner];
}

final class IndexnowKeyUnverifiedFields {
  const IndexnowKeyUnverifiedFields({
    required this.key,
    required this.keyLocation,
    this.more = const {},
  });

  factory IndexnowKeyUnverifiedFields.fromJson(JsonObject json) => IndexnowKeyUnverifiedFields(
    key: readField(json, 'key', asType<String>),
    keyLocation: readField(json, 'key_location', asType<String>),
    more: othersOf(json, const {'key', 'key_location'}),
  );

  /// Text of the file
  final String key;

  /// Address of the file
  final String keyLocation;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'key': key,
    'key_location': keyLocation,
  };
}

final class Ingestion {
  const Ingestion({
    required this.from,
    required this.to,
    required this.timezone,
    required this.asOf,
    required this.days,
    required this.eventNames,
    required this.maxEventNames,
    this.more = const {},
  });

  factory Ingestion.fromJson(JsonObject json) => Ingestion(
    from: readField(json, 'from', asType<CalendarDay>),
    to: readField(json, 'to', asType<CalendarDay>),
    timezone: readField(json, 'timezone', asType<String>),
    asOf: readField(json, 'as_of', asType<Timestamp>),
    days: readField(json, 'days', listOf(objectOf(IngestionDaysItem.fromJson))),
    eventNames: readField(json, 'event_names', asInt),
    maxEventNames: readField(json, 'max_event_names', asInt),
    more: othersOf(json, const {'from', 'to', 'timezone', 'as_of', 'days', 'event_names', 'max_event_names'}),
  );

  /// First day
  final CalendarDay from;

  /// Last day, included
  final CalendarDay to;

  /// Whose days they are
  final String timezone;

  /// Every event that was stored by then is counted
  final Timestamp asOf;

  /// Every day of the range
  final List<IngestionDaysItem> days;

  /// Different event names so far
  final int eventNames;

  /// How many there may be
  final int maxEventNames;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'from': from,
    'to': to,
    'timezone': timezone,
    'as_of': asOf,
    'days': [for (final item in days) item.toJson()],
    'event_names': eventNames,
    'max_event_names': maxEventNames,
  };
}

final class IngestionDaysItem {
  const IngestionDaysItem({
    required this.date,
    required this.stored,
    required this.duplicates,
    required this.rejected,
    required this.withoutName,
    this.more = const {},
  });

  factory IngestionDaysItem.fromJson(JsonObject json) => IngestionDaysItem(
    date: readField(json, 'date', asType<CalendarDay>),
    stored: readField(json, 'stored', asInt),
    duplicates: readField(json, 'duplicates', asInt),
    rejected: readField(json, 'rejected', mapOf(asInt)),
    withoutName: readField(json, 'without_name', asInt),
    more: othersOf(json, const {'date', 'stored', 'duplicates', 'rejected', 'without_name'}),
  );

  /// Day of arrival (UTC)
  final CalendarDay date;

  /// Stored
  final int stored;

  /// Were there already
  final int duplicates;

  /// Refused, by reason
  final Map<String, int> rejected;

  /// Counted as `(other)`: a new name that found no room
  final int withoutName;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'date': date,
    'stored': stored,
    'duplicates': duplicates,
    'rejected': rejected,
    'without_name': withoutName,
  };
}

final class InvalidTransitionFields {
  const InvalidTransitionFields({
    required this.status,
    required this.allowed,
    this.more = const {},
  });

  factory InvalidTransitionFields.fromJson(JsonObject json) => InvalidTransitionFields(
    status: readField(json, 'status', asType<String>),
    allowed: readField(json, 'allowed', listOf(asType<String>)),
    more: othersOf(json, const {'status', 'allowed'}),
  );

  /// The present state
  final String status;

  /// Actions that it allows
  final List<String> allowed;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'status': status,
    'allowed': allowed,
  };
}

final class IssuerHasUsersFields {
  const IssuerHasUsersFields({
    required this.userCount,
    this.more = const {},
  });

  factory IssuerHasUsersFields.fromJson(JsonObject json) => IssuerHasUsersFields(
    userCount: readField(json, 'user_count', asInt),
    more: othersOf(json, const {'user_count'}),
  );

  /// Users of the present issuer
  final int userCount;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'user_count': userCount,
  };
}

final class ItemAnnouncement {
  const ItemAnnouncement({
    required this.state,
    required this.at,
    this.more = const {},
  });

  factory ItemAnnouncement.fromJson(JsonObject json) => ItemAnnouncement(
    state: readField(json, 'state', asType<ItemAnnouncementState>),
    at: readField(json, 'at', asType<Timestamp>),
    more: othersOf(json, const {'state', 'at'}),
  );

  /// State
  final ItemAnnouncementState state;

  /// When search engines accepted it, else when the page changed
  final Timestamp at;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'state': state,
    'at': at,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ItemAnnouncementState(String wire) implements String {
  static const pending = ItemAnnouncementState('pending');
  static const accepted = ItemAnnouncementState('accepted');
  static const failed = ItemAnnouncementState('failed');
  static const values = [pending, accepted, failed];
}

/// What became of an item
final class ItemInsights {
  const ItemInsights({
    required this.itemId,
    required this.kind,
    required this.days,
    required this.views,
    required this.visitors,
    required this.articleViews,
    required this.leads,
    required this.seo,
    required this.indexnow,
    required this.registrations,
    required this.revenue,
    required this.missing,
    this.more = const {},
  });

  factory ItemInsights.fromJson(JsonObject json) => ItemInsights(
    itemId: readField(json, 'item_id', asType<Uuid>),
    kind: readField(json, 'kind', asType<ItemInsightsKind>),
    days: readField(json, 'days', asInt),
    views: readField(json, 'views', orNull(asInt)),
    visitors: readField(json, 'visitors', orNull(asInt)),
    articleViews: readField(json, 'article_views', orNull(asInt)),
    leads: readField(json, 'leads', orNull(asInt)),
    seo: readField(json, 'seo', orNull(objectOf(ItemSeo.fromJson))),
    indexnow: readField(json, 'indexnow', orNull(objectOf(ItemAnnouncement.fromJson))),
    registrations: readField(json, 'registrations', orNull(asInt)),
    revenue: readField(json, 'revenue', orNull(listOf(objectOf(ItemRevenue.fromJson)))),
    missing: readField(json, 'missing', listOf(objectOf(MissingInsight.fromJson))),
    more: othersOf(json, const {'item_id', 'kind', 'days', 'views', 'visitors', 'article_views', 'leads', 'seo', 'indexnow', 'registrations', 'revenue', 'missing'}),
  );

  /// Item
  final Uuid itemId;

  /// Kind
  final ItemInsightsKind kind;

  /// Days before now that readers and leads are counted in
  final int days;

  /// Views of its page
  final int? views;

  /// Different visitors of each day, summed
  final int? visitors;

  /// Visitors of the article and a day, counted by its reads; null for others
  final int? articleViews;

  /// Leads of its page, without spam
  final int? leads;

  /// What audits say
  final ItemSeo? seo;

  /// The newest announcement of its page to search engines; null before the first
  final ItemAnnouncement? indexnow;

  /// Users of the application who registered by links with its slug as `utm_content`
  final int? registrations;

  /// What users by such links paid, whenever they registered
  final List<ItemRevenue>? revenue;

  /// Parts that are null, and why
  final List<MissingInsight> missing;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'item_id': itemId,
    'kind': kind,
    'days': days,
    'views': views,
    'visitors': visitors,
    'article_views': articleViews,
    'leads': leads,
    'seo': seo?.toJson(),
    'indexnow': indexnow?.toJson(),
    'registrations': registrations,
    'revenue': switch (revenue) { final value? => [for (final item in value) item.toJson()], null => null },
    'missing': [for (final item in missing) item.toJson()],
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ItemInsightsKind(String wire) implements String {
  static const post = ItemInsightsKind('post');
  static const article = ItemInsightsKind('article');
  static const document = ItemInsightsKind('document');
  static const download = ItemInsightsKind('download');
  static const changelogEntry = ItemInsightsKind('changelog_entry');
  static const banner = ItemInsightsKind('banner');
  static const values = [post, article, document, download, changelogEntry, banner];
}

final class ItemIssue {
  const ItemIssue({
    required this.id,
    required this.issueType,
    required this.title,
    required this.severity,
    this.more = const {},
  });

  factory ItemIssue.fromJson(JsonObject json) => ItemIssue(
    id: readField(json, 'id', asType<Uuid>),
    issueType: readField(json, 'issue_type', asType<String>),
    title: readField(json, 'title', asType<String>),
    severity: readField(json, 'severity', asType<ItemIssueSeverity>),
    more: othersOf(json, const {'id', 'issue_type', 'title', 'severity'}),
  );

  /// Issue
  final Uuid id;

  /// What is wrong
  final String issueType;

  /// What is wrong, in a sentence
  final String title;

  /// Severity
  final ItemIssueSeverity severity;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'issue_type': issueType,
    'title': title,
    'severity': severity,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ItemIssueSeverity(String wire) implements String {
  static const critical = ItemIssueSeverity('critical');
  static const high = ItemIssueSeverity('high');
  static const medium = ItemIssueSeverity('medium');
  static const low = ItemIssueSeverity('low');
  static const values = [critical, high, medium, low];
}

/// How ready a text is for search engines
final class ItemReadiness {
  const ItemReadiness({
    required this.kind,
    required this.itemId,
    required this.revision,
    required this.seoScore,
    required this.checks,
    required this.scoredAt,
    this.more = const {},
  });

  factory ItemReadiness.fromJson(JsonObject json) => ItemReadiness(
    kind: readField(json, 'kind', asType<ItemReadinessKind>),
    itemId: readField(json, 'item_id', asType<Uuid>),
    revision: readField(json, 'revision', asInt),
    seoScore: readField(json, 'seo_score', asInt),
    checks: readField(json, 'checks', listOf(objectOf(ReadinessCheck.fromJson))),
    scoredAt: readField(json, 'scored_at', asType<Timestamp>),
    more: othersOf(json, const {'kind', 'item_id', 'revision', 'seo_score', 'checks', 'scored_at'}),
  );

  /// `post` of the blog, `article` of the knowledge base
  final ItemReadinessKind kind;

  /// Id of the item
  final Uuid itemId;

  /// Revision that was scored
  final int revision;

  /// Points reached of those that apply, in percent
  final int seoScore;

  /// Checks that apply to the text
  final List<ReadinessCheck> checks;

  /// When
  final Timestamp scoredAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'kind': kind,
    'item_id': itemId,
    'revision': revision,
    'seo_score': seoScore,
    'checks': [for (final item in checks) item.toJson()],
    'scored_at': scoredAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ItemReadinessKind(String wire) implements String {
  static const post = ItemReadinessKind('post');
  static const article = ItemReadinessKind('article');
  static const values = [post, article];
}

final class ItemRevenue {
  const ItemRevenue({
    required this.amount,
    required this.currency,
    this.more = const {},
  });

  factory ItemRevenue.fromJson(JsonObject json) => ItemRevenue(
    amount: readField(json, 'amount', asType<num>),
    currency: readField(json, 'currency', asType<String>),
    more: othersOf(json, const {'amount', 'currency'}),
  );

  /// Payments less refunds
  final num amount;

  /// ISO 4217
  final String currency;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'amount': amount,
    'currency': currency,
  };
}

final class ItemSeo {
  const ItemSeo({
    required this.score,
    required this.pageScore,
    required this.openIssues,
    this.more = const {},
  });

  factory ItemSeo.fromJson(JsonObject json) => ItemSeo(
    score: readField(json, 'score', orNull(asInt)),
    pageScore: readField(json, 'page_score', orNull(asInt)),
    openIssues: readField(json, 'open_issues', listOf(objectOf(ItemIssue.fromJson))),
    more: othersOf(json, const {'score', 'page_score', 'open_issues'}),
  );

  /// Readiness of its text, 0 to 100; null for kinds without one
  final int? score;

  /// Score of its page in the last audit, 0 to 100
  final int? pageScore;

  /// Open issues, the heaviest first; 20 at most
  final List<ItemIssue> openIssues;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'score': score,
    'page_score': pageScore,
    'open_issues': [for (final item in openIssues) item.toJson()],
  };
}

/// Any JSON value
typedef JsonValue = Object?;

final class JsonWebKey {
  const JsonWebKey({
    required this.kty,
    required this.crv,
    required this.alg,
    required this.use,
    required this.kid,
    required this.x,
    this.more = const {},
  });

  factory JsonWebKey.fromJson(JsonObject json) => JsonWebKey(
    kty: readField(json, 'kty', asType<String>),
    crv: readField(json, 'crv', asType<String>),
    alg: readField(json, 'alg', asType<String>),
    use: readField(json, 'use', asType<String>),
    kid: readField(json, 'kid', asType<String>),
    x: readField(json, 'x', asType<String>),
    more: othersOf(json, const {'kty', 'crv', 'alg', 'use', 'kid', 'x'}),
  );

  /// Key type
  final String kty;

  /// Curve
  final String crv;

  /// Algorithm of the signatures
  final String alg;

  /// It signs, and encrypts nothing
  final String use;

  /// Name of the key, as the header of a token has it
  final String kid;

  /// The 32 bytes of the key, base64url
  final String x;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'kty': kty,
    'crv': crv,
    'alg': alg,
    'use': use,
    'kid': kid,
    'x': x,
  };
}

final class JsonWebKeySet {
  const JsonWebKeySet({
    required this.keys,
    this.more = const {},
  });

  factory JsonWebKeySet.fromJson(JsonObject json) => JsonWebKeySet(
    keys: readField(json, 'keys', listOf(objectOf(JsonWebKey.fromJson))),
    more: othersOf(json, const {'keys'}),
  );

  /// JSON Web Keys, the signing one first
  final List<JsonWebKey> keys;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'keys': [for (final item in keys) item.toJson()],
  };
}

final class KeyRotation {
  const KeyRotation({
    this.graceHours,
    this.more = const {},
  });

  factory KeyRotation.fromJson(JsonObject json) => KeyRotation(
    graceHours: readField(json, 'grace_hours', orNull(asInt)),
    more: othersOf(json, const {'grace_hours'}),
  );

  /// How long the old key stays valid
  final int? graceHours;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (graceHours case final value?) 'grace_hours': value,
  };
}

final class KnowledgeBaseOrder {
  const KnowledgeBaseOrder({
    required this.parentId,
    required this.ids,
    this.more = const {},
  });

  factory KnowledgeBaseOrder.fromJson(JsonObject json) => KnowledgeBaseOrder(
    parentId: readField(json, 'parent_id', asType<Uuid?>),
    ids: readField(json, 'ids', listOf(asType<Uuid>)),
    more: othersOf(json, const {'parent_id', 'ids'}),
  );

  /// The folder that it is in; null for the top
  final Uuid? parentId;

  /// Folders and articles of it, first to last; those left out come behind them
  final List<Uuid> ids;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'parent_id': parentId,
    'ids': ids,
  };
}

final class KnowledgeBaseOrdered {
  const KnowledgeBaseOrdered({
    required this.ordered,
    this.more = const {},
  });

  factory KnowledgeBaseOrdered.fromJson(JsonObject json) => KnowledgeBaseOrdered(
    ordered: readField(json, 'ordered', asInt),
    more: othersOf(json, const {'ordered'}),
  );

  /// Folders and articles that were put in order
  final int ordered;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'ordered': ordered,
  };
}

final class KnowledgeBaseTree {
  const KnowledgeBaseTree({
    required this.folders,
    required this.articles,
    this.more = const {},
  });

  factory KnowledgeBaseTree.fromJson(JsonObject json) => KnowledgeBaseTree(
    folders: readField(json, 'folders', listOf(objectOf(TreeFolder.fromJson))),
    articles: readField(json, 'articles', listOf(objectOf(TreeArticle.fromJson))),
    more: othersOf(json, const {'folders', 'articles'}),
  );

  /// Folders at the top
  final List<TreeFolder> folders;

  /// Articles at the top
  final List<TreeArticle> articles;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'folders': [for (final item in folders) item.toJson()],
    'articles': [for (final item in articles) item.toJson()],
  };
}

final class LatestDownload {
  const LatestDownload({
    required this.platform,
    required this.channel,
    required this.arch,
    required this.version,
    required this.buildNumber,
    required this.url,
    required this.fileName,
    required this.sizeBytes,
    required this.sha256,
    required this.minOs,
    required this.releaseNotes,
    required this.changelogSlug,
    required this.publishedAt,
    this.updateAvailable,
    this.more = const {},
  });

  factory LatestDownload.fromJson(JsonObject json) => LatestDownload(
    platform: readField(json, 'platform', asType<String>),
    channel: readField(json, 'channel', asType<String>),
    arch: readField(json, 'arch', asType<String?>),
    version: readField(json, 'version', asType<String>),
    buildNumber: readField(json, 'build_number', orNull(asInt)),
    url: readField(json, 'url', asType<String>),
    fileName: readField(json, 'file_name', asType<String?>),
    sizeBytes: readField(json, 'size_bytes', orNull(asInt)),
    sha256: readField(json, 'sha256', asType<String?>),
    minOs: readField(json, 'min_os', asType<String?>),
    releaseNotes: readField(json, 'release_notes', asType<String?>),
    changelogSlug: readField(json, 'changelog_slug', asType<String?>),
    publishedAt: readField(json, 'published_at', asType<Timestamp>),
    updateAvailable: readField(json, 'update_available', asType<bool?>),
    more: othersOf(json, const {'platform', 'channel', 'arch', 'version', 'build_number', 'url', 'file_name', 'size_bytes', 'sha256', 'min_os', 'release_notes', 'changelog_slug', 'published_at', 'update_available'}),
  );

  /// What it runs on
  final String platform;

  /// Release channel
  final String channel;

  /// Processor; null for any
  final String? arch;

  /// Semantic version
  final String version;

  /// Number of the build
  final int? buildNumber;

  /// Address of the file
  final String url;

  /// Name of an uploaded file
  final String? fileName;

  /// Size of an uploaded file
  final int? sizeBytes;

  /// SHA-256 of the file, hexadecimal
  final String? sha256;

  /// Oldest system that it runs on
  final String? minOs;

  /// Markdown
  final String? releaseNotes;

  /// The published changelog entry of this version
  final String? changelogSlug;

  /// When it was published
  final Timestamp publishedAt;

  /// It is newer than `current_version`
  final bool? updateAvailable;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'platform': platform,
    'channel': channel,
    'arch': arch,
    'version': version,
    'build_number': buildNumber,
    'url': url,
    'file_name': fileName,
    'size_bytes': sizeBytes,
    'sha256': sha256,
    'min_os': minOs,
    'release_notes': releaseNotes,
    'changelog_slug': changelogSlug,
    'published_at': publishedAt,
    if (updateAvailable case final value?) 'update_available': value,
  };
}

typedef LatestDownloadOrNone = LatestDownload?;

/// A form that a person sent
final class Lead {
  const Lead({
    required this.id,
    required this.form,
    required this.formCode,
    required this.state,
    required this.email,
    required this.phone,
    required this.name,
    required this.message,
    required this.fields,
    required this.pageUrl,
    required this.pagePath,
    required this.referrer,
    required this.utmSource,
    required this.utmMedium,
    required this.utmCampaign,
    required this.utmTerm,
    required this.utmContent,
    required this.locale,
    required this.subjectId,
    required this.consents,
    required this.version,
    required this.createdAt,
    required this.updatedAt,
    this.more = const {},
  });

  factory Lead.fromJson(JsonObject json) => Lead(
    id: readField(json, 'id', asType<Uuid>),
    form: readField(json, 'form', asType<LeadFormValue>),
    formCode: readField(json, 'form_code', asType<String?>),
    state: readField(json, 'state', asType<LeadState>),
    email: readField(json, 'email', asType<String?>),
    phone: readField(json, 'phone', asType<String?>),
    name: readField(json, 'name', asType<String?>),
    message: readField(json, 'message', asType<String?>),
    fields: readField(json, 'fields', mapOf(asType<String>)),
    pageUrl: readField(json, 'page_url', asType<String?>),
    pagePath: readField(json, 'page_path', asType<String?>),
    referrer: readField(json, 'referrer', asType<String?>),
    utmSource: readField(json, 'utm_source', asType<String?>),
    utmMedium: readField(json, 'utm_medium', asType<String?>),
    utmCampaign: readField(json, 'utm_campaign', asType<String?>),
    utmTerm: readField(json, 'utm_term', asType<String?>),
    utmContent: readField(json, 'utm_content', asType<String?>),
    locale: readField(json, 'locale', asType<String?>),
    subjectId: readField(json, 'subject_id', asType<Uuid>),
    consents: readField(json, 'consents', listOf(objectOf(LeadConsentsItem.fromJson))),
    version: readField(json, 'version', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'form', 'form_code', 'state', 'email', 'phone', 'name', 'message', 'fields', 'page_url', 'page_path', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'locale', 'subject_id', 'consents', 'version', 'created_at', 'updated_at'}),
  );

  /// Id
  final Uuid id;

  /// Kind of the form
  final LeadFormValue form;

  /// Which form of the site it was
  final String? formCode;

  /// `spam`: it looked like spam; it has no record in the ledger until it is released
  final LeadState state;

  /// E-mail; null when none was given or the person was erased
  final String? email;

  /// Phone, E.164
  final String? phone;

  /// Name
  final String? name;

  /// Message
  final String? message;

  /// Other inputs of the form
  final Map<String, String> fields;

  /// The page that the form was on
  final String? pageUrl;

  /// Path of that page; parts that look like personal data are `*`
  final String? pagePath;

  /// Where the person came from
  final String? referrer;

  /// Campaign source
  final String? utmSource;

  /// Campaign medium
  final String? utmMedium;

  /// Campaign
  final String? utmCampaign;

  /// Campaign term
  final String? utmTerm;

  /// Campaign content
  final String? utmContent;

  /// Language of the page
  final String? locale;

  /// Pseudonym of the person on this site, as in the consent journal
  final Uuid subjectId;

  /// Its records in the consent ledger
  final List<LeadConsentsItem> consents;

  /// Counts the changes; send it as `If-Match: "<version>"`
  final int version;

  /// When it arrived
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'form': form,
    'form_code': formCode,
    'state': state,
    'email': email,
    'phone': phone,
    'name': name,
    'message': message,
    'fields': fields,
    'page_url': pageUrl,
    'page_path': pagePath,
    'referrer': referrer,
    'utm_source': utmSource,
    'utm_medium': utmMedium,
    'utm_campaign': utmCampaign,
    'utm_term': utmTerm,
    'utm_content': utmContent,
    'locale': locale,
    'subject_id': subjectId,
    'consents': [for (final item in consents) item.toJson()],
    'version': version,
    'created_at': createdAt,
    'updated_at': updatedAt,
  };
}

final class LeadAnswer {
  const LeadAnswer({
    required this.leadId,
    required this.status,
    this.more = const {},
  });

  factory LeadAnswer.fromJson(JsonObject json) => LeadAnswer(
    leadId: readField(json, 'lead_id', asType<Uuid>),
    status: readField(json, 'status', asType<LeadAnswerStatus>),
    more: othersOf(json, const {'lead_id', 'status'}),
  );

  /// Id of the lead
  final Uuid leadId;

  /// `pending_confirmation`: the link in a mail confirms the subscription. Mails to an address that does not confirm go at growing intervals, five at most until the subscription is confirmed, or removed seven days after the last form
  final LeadAnswerStatus status;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'lead_id': leadId,
    'status': status,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const LeadAnswerStatus(String wire) implements String {
  static const accepted = LeadAnswerStatus('accepted');
  static const pendingConfirmation = LeadAnswerStatus('pending_confirmation');
  static const values = [accepted, pendingConfirmation];
}

final class LeadConsentsItem {
  const LeadConsentsItem({
    required this.consentId,
    required this.documentId,
    required this.docKind,
    required this.version,
    required this.accepted,
    this.more = const {},
  });

  factory LeadConsentsItem.fromJson(JsonObject json) => LeadConsentsItem(
    consentId: readField(json, 'consent_id', asType<Uuid>),
    documentId: readField(json, 'document_id', asType<Uuid>),
    docKind: readField(json, 'doc_kind', asType<String>),
    version: readField(json, 'version', asType<String>),
    accepted: readField(json, 'accepted', asType<bool>),
    more: othersOf(json, const {'consent_id', 'document_id', 'doc_kind', 'version', 'accepted'}),
  );

  /// Record in the consent ledger of the site
  final Uuid consentId;

  /// The document
  final Uuid documentId;

  /// Its slot
  final String docKind;

  /// Its version
  final String version;

  /// Whether the box was ticked
  final bool accepted;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'consent_id': consentId,
    'document_id': documentId,
    'doc_kind': docKind,
    'version': version,
    'accepted': accepted,
  };
}

typedef LeadErasure = JsonObject;

final class LeadForm {
  const LeadForm({
    required this.form,
    this.formCode,
    this.email,
    this.phone,
    this.name,
    this.message,
    this.fields,
    this.pageUrl,
    this.referrer,
    this.utmSource,
    this.utmMedium,
    this.utmCampaign,
    this.utmTerm,
    this.utmContent,
    this.locale,
    required this.consents,
    this.submissionId,
    this.website,
    this.filledMs,
    this.captchaToken,
    this.more = const {},
  });

  factory LeadForm.fromJson(JsonObject json) => LeadForm(
    form: readField(json, 'form', asType<LeadFormForm>),
    formCode: readField(json, 'form_code', asType<String?>),
    email: readField(json, 'email', asType<String?>),
    phone: readField(json, 'phone', asType<String?>),
    name: readField(json, 'name', asType<String?>),
    message: readField(json, 'message', asType<String?>),
    fields: readField(json, 'fields', orNull(mapOf(asType<String>))),
    pageUrl: readField(json, 'page_url', asType<String?>),
    referrer: readField(json, 'referrer', asType<String?>),
    utmSource: readField(json, 'utm_source', asType<String?>),
    utmMedium: readField(json, 'utm_medium', asType<String?>),
    utmCampaign: readField(json, 'utm_campaign', asType<String?>),
    utmTerm: readField(json, 'utm_term', asType<String?>),
    utmContent: readField(json, 'utm_content', asType<String?>),
    locale: readField(json, 'locale', asType<Locale?>),
    consents: readField(json, 'consents', listOf(objectOf(SiteConsentEntry.fromJson))),
    submissionId: readField(json, 'submission_id', asType<String?>),
    website: readField(json, 'website', asType<String?>),
    filledMs: readField(json, 'filled_ms', orNull(asInt)),
    captchaToken: readField(json, 'captcha_token', asType<String?>),
    more: othersOf(json, const {'form', 'form_code', 'email', 'phone', 'name', 'message', 'fields', 'page_url', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'locale', 'consents', 'submission_id', 'website', 'filled_ms', 'captcha_token'}),
  );

  /// `newsletter` asks for a confirmation by mail
  final LeadFormForm form;

  /// Which form of the site it is
  final String? formCode;

  /// E-mail; needed by `newsletter`, by `contact` without `phone`
  final String? email;

  /// E.164
  final String? phone;

  /// Name
  final String? name;

  /// Message
  final String? message;

  /// Other inputs of the form, up to 20 by their codes
  final Map<String, String>? fields;

  /// The page that the form is on
  final String? pageUrl;

  /// Where the person came from
  final String? referrer;

  /// Campaign source
  final String? utmSource;

  /// Campaign medium
  final String? utmMedium;

  /// Campaign
  final String? utmCampaign;

  /// Campaign term
  final String? utmTerm;

  /// Campaign content
  final String? utmContent;

  /// Language of the page
  final Locale? locale;

  /// One entry for each checkbox; `personal_data_consent` always, for `newsletter` `marketing_consent` too
  final List<SiteConsentEntry> consents;

  /// Id that the page makes for one submission: a repeat with it gets the same answer
  final String? submissionId;

  /// Honeypot: an input that people do not see and leave empty
  final String? website;

  /// Milliseconds from the first sight of the form until it was sent
  final int? filledMs;

  /// Token of the captcha, where the site has one
  final String? captchaToken;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'form': form,
    if (formCode case final value?) 'form_code': value,
    if (email case final value?) 'email': value,
    if (phone case final value?) 'phone': value,
    if (name case final value?) 'name': value,
    if (message case final value?) 'message': value,
    if (fields case final value?) 'fields': value,
    if (pageUrl case final value?) 'page_url': value,
    if (referrer case final value?) 'referrer': value,
    if (utmSource case final value?) 'utm_source': value,
    if (utmMedium case final value?) 'utm_medium': value,
    if (utmCampaign case final value?) 'utm_campaign': value,
    if (utmTerm case final value?) 'utm_term': value,
    if (utmContent case final value?) 'utm_content': value,
    if (locale case final value?) 'locale': value,
    'consents': [for (final item in consents) item.toJson()],
    if (submissionId case final value?) 'submission_id': value,
    if (website case final value?) 'website': value,
    if (filledMs case final value?) 'filled_ms': value,
    if (captchaToken case final value?) 'captcha_token': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const LeadFormForm(String wire) implements String {
  static const contact = LeadFormForm('contact');
  static const newsletter = LeadFormForm('newsletter');
  static const values = [contact, newsletter];
}

/// A later version of the platform may send values that are not among [values].
extension type const LeadFormValue(String wire) implements String {
  static const contact = LeadFormValue('contact');
  static const newsletter = LeadFormValue('newsletter');
  static const values = [contact, newsletter];
}

final class LeadPatch {
  const LeadPatch({
    required this.state,
    this.more = const {},
  });

  factory LeadPatch.fromJson(JsonObject json) => LeadPatch(
    state: readField(json, 'state', asType<LeadPatchState>),
    more: othersOf(json, const {'state'}),
  );

  /// New state
  final LeadPatchState state;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'state': state,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const LeadPatchState(String wire) implements String {
  static const new_ = LeadPatchState('new');
  static const inProgress = LeadPatchState('in_progress');
  static const done = LeadPatchState('done');
  static const spam = LeadPatchState('spam');
  static const values = [new_, inProgress, done, spam];
}

final class LeadSettings {
  const LeadSettings({
    required this.captcha,
    required this.captchaKey,
    required this.hasCaptchaSecret,
    required this.minFillMs,
    required this.notifyEmails,
    required this.replyTo,
    required this.retentionDays,
    required this.version,
    this.more = const {},
  });

  factory LeadSettings.fromJson(JsonObject json) => LeadSettings(
    captcha: readField(json, 'captcha', asType<LeadSettingsCaptcha>),
    captchaKey: readField(json, 'captcha_key', asType<String?>),
    hasCaptchaSecret: readField(json, 'has_captcha_secret', asType<bool>),
    minFillMs: readField(json, 'min_fill_ms', asInt),
    notifyEmails: readField(json, 'notify_emails', listOf(asType<String>)),
    replyTo: readField(json, 'reply_to', asType<String?>),
    retentionDays: readField(json, 'retention_days', asInt),
    version: readField(json, 'version', asInt),
    more: othersOf(json, const {'captcha', 'captcha_key', 'has_captcha_secret', 'min_fill_ms', 'notify_emails', 'reply_to', 'retention_days', 'version'}),
  );

  /// Captcha of the forms
  final LeadSettingsCaptcha captcha;

  /// Public key of the captcha, for the page
  final String? captchaKey;

  /// Whether the secret is set; it is never shown
  final bool hasCaptchaSecret;

  /// A form that was filled in faster is spam
  final int minFillMs;

  /// Addresses that get a notice about each lead, without personal data
  final List<String> notifyEmails;

  /// Address for answers to mails of the site
  final String? replyTo;

  /// Days after which leads are removed
  final int retentionDays;

  /// Counts the changes; send it as `If-Match: "<version>"`
  final int version;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'captcha': captcha,
    'captcha_key': captchaKey,
    'has_captcha_secret': hasCaptchaSecret,
    'min_fill_ms': minFillMs,
    'notify_emails': notifyEmails,
    'reply_to': replyTo,
    'retention_days': retentionDays,
    'version': version,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const LeadSettingsCaptcha(String wire) implements String {
  static const none = LeadSettingsCaptcha('none');
  static const smartcaptcha = LeadSettingsCaptcha('smartcaptcha');
  static const values = [none, smartcaptcha];
}

final class LeadSettingsPut {
  const LeadSettingsPut({
    this.captcha,
    this.captchaKey,
    this.captchaSecret,
    this.minFillMs,
    this.notifyEmails,
    this.replyTo,
    this.retentionDays,
    this.more = const {},
  });

  factory LeadSettingsPut.fromJson(JsonObject json) => LeadSettingsPut(
    captcha: readField(json, 'captcha', asType<LeadSettingsPutCaptcha?>),
    captchaKey: readField(json, 'captcha_key', asType<String?>),
    captchaSecret: readField(json, 'captcha_secret', asType<String?>),
    minFillMs: readField(json, 'min_fill_ms', orNull(asInt)),
    notifyEmails: readField(json, 'notify_emails', orNull(listOf(asType<String>))),
    replyTo: readField(json, 'reply_to', asType<String?>),
    retentionDays: readField(json, 'retention_days', orNull(asInt)),
    more: othersOf(json, const {'captcha', 'captcha_key', 'captcha_secret', 'min_fill_ms', 'notify_emails', 'reply_to', 'retention_days'}),
  );

  /// Captcha of the forms
  final LeadSettingsPutCaptcha? captcha;

  /// Public key of the captcha
  final String? captchaKey;

  /// Server key of the captcha; stays when absent
  final String? captchaSecret;

  /// A form that was filled in faster is spam
  final int? minFillMs;

  /// Addresses that get a notice about each lead
  final List<String>? notifyEmails;

  /// Address for answers to mails of the site
  final String? replyTo;

  /// Days after which leads are removed
  final int? retentionDays;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (captcha case final value?) 'captcha': value,
    if (captchaKey case final value?) 'captcha_key': value,
    if (captchaSecret case final value?) 'captcha_secret': value,
    if (minFillMs case final value?) 'min_fill_ms': value,
    if (notifyEmails case final value?) 'notify_emails': value,
    if (replyTo case final value?) 'reply_to': value,
    if (retentionDays case final value?) 'retention_days': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const LeadSettingsPutCaptcha(String wire) implements String {
  static const none = LeadSettingsPutCaptcha('none');
  static const smartcaptcha = LeadSettingsPutCaptcha('smartcaptcha');
  static const values = [none, smartcaptcha];
}

/// A later version of the platform may send values that are not among [values].
extension type const LeadState(String wire) implements String {
  static const new_ = LeadState('new');
  static const inProgress = LeadState('in_progress');
  static const done = LeadState('done');
  static const spam = LeadState('spam');
  static const values = [new_, inProgress, done, spam];
}

/// A published legal document
final class LegalDocument {
  const LegalDocument({
    required this.id,
    required this.docKind,
    required this.version,
    required this.title,
    required this.contentHash,
    required this.publicUrl,
    required this.publishedAt,
    this.more = const {},
  });

  factory LegalDocument.fromJson(JsonObject json) => LegalDocument(
    id: readField(json, 'id', asType<Uuid>),
    docKind: readField(json, 'doc_kind', asType<DocKind>),
    version: readField(json, 'version', asType<String>),
    title: readField(json, 'title', asType<String>),
    contentHash: readField(json, 'content_hash', asType<String>),
    publicUrl: readField(json, 'public_url', asType<String>),
    publishedAt: readField(json, 'published_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'doc_kind', 'version', 'title', 'content_hash', 'public_url', 'published_at'}),
  );

  /// Id of the document; stays the same over its versions
  final Uuid id;

  final DocKind docKind;

  /// Published version, to be sent back as a string
  final String version;

  /// Title
  final String title;

  /// SHA-256 of the published body, hexadecimal
  final String contentHash;

  /// Page of the document
  final String publicUrl;

  /// When this version was published
  final Timestamp publishedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'doc_kind': docKind,
    'version': version,
    'title': title,
    'content_hash': contentHash,
    'public_url': publicUrl,
    'published_at': publishedAt,
  };
}

final class LegalDocumentRequiredFields {
  const LegalDocumentRequiredFields({
    required this.docKind,
    this.more = const {},
  });

  factory LegalDocumentRequiredFields.fromJson(JsonObject json) => LegalDocumentRequiredFields(
    docKind: readField(json, 'doc_kind', asType<String>),
    more: othersOf(json, const {'doc_kind'}),
  );

  /// The kind that is missing
  final String docKind;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'doc_kind': docKind,
  };
}

final class LegalDocumentWithBody {
  const LegalDocumentWithBody({
    required this.id,
    required this.docKind,
    required this.version,
    required this.title,
    required this.contentHash,
    required this.publicUrl,
    required this.publishedAt,
    required this.body,
    this.html,
    this.more = const {},
  });

  factory LegalDocumentWithBody.fromJson(JsonObject json) => LegalDocumentWithBody(
    id: readField(json, 'id', asType<Uuid>),
    docKind: readField(json, 'doc_kind', asType<DocKind>),
    version: readField(json, 'version', asType<String>),
    title: readField(json, 'title', asType<String>),
    contentHash: readField(json, 'content_hash', asType<String>),
    publicUrl: readField(json, 'public_url', asType<String>),
    publishedAt: readField(json, 'published_at', asType<Timestamp>),
    body: readField(json, 'body', asType<String>),
    html: readField(json, 'html', asType<String?>),
    more: othersOf(json, const {'id', 'doc_kind', 'version', 'title', 'content_hash', 'public_url', 'published_at', 'body', 'html'}),
  );

  /// Id of the document; stays the same over its versions
  final Uuid id;

  final DocKind docKind;

  /// Published version, to be sent back as a string
  final String version;

  /// Title
  final String title;

  /// SHA-256 of the published body, hexadecimal
  final String contentHash;

  /// Page of the document
  final String publicUrl;

  /// When this version was published
  final Timestamp publishedAt;

  /// Markdown
  final String body;

  /// The text as HTML, safe to be put into a page; with `format=html`
  final String? html;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'doc_kind': docKind,
    'version': version,
    'title': title,
    'content_hash': contentHash,
    'public_url': publicUrl,
    'published_at': publishedAt,
    'body': body,
    if (html case final value?) 'html': value,
  };
}

/// A legal document as its authors see it
final class LegalDraft {
  const LegalDraft({
    required this.id,
    required this.docKind,
    required this.title,
    required this.body,
    required this.publishedVersion,
    required this.hasUnpublishedChanges,
    required this.lockVersion,
    required this.updatedAt,
    this.more = const {},
  });

  factory LegalDraft.fromJson(JsonObject json) => LegalDraft(
    id: readField(json, 'id', asType<Uuid>),
    docKind: readField(json, 'doc_kind', asType<DocKind>),
    title: readField(json, 'title', asType<String>),
    body: readField(json, 'body', asType<String>),
    publishedVersion: readField(json, 'published_version', asType<String?>),
    hasUnpublishedChanges: readField(json, 'has_unpublished_changes', asType<bool>),
    lockVersion: readField(json, 'lock_version', asInt),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'doc_kind', 'title', 'body', 'published_version', 'has_unpublished_changes', 'lock_version', 'updated_at'}),
  );

  /// Id of the document
  final Uuid id;

  final DocKind docKind;

  /// Title of the draft
  final String title;

  /// Markdown of the draft
  final String body;

  /// Latest published version
  final String? publishedVersion;

  /// The draft differs from what is published
  final bool hasUnpublishedChanges;

  /// Counts the changes of the draft; send it as `If-Match: "<lock_version>"`
  final int lockVersion;

  /// Last change of the draft
  final Timestamp updatedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'doc_kind': docKind,
    'title': title,
    'body': body,
    'published_version': publishedVersion,
    'has_unpublished_changes': hasUnpublishedChanges,
    'lock_version': lockVersion,
    'updated_at': updatedAt,
  };
}

final class LegalDraftBody {
  const LegalDraftBody({
    required this.title,
    required this.body,
    this.more = const {},
  });

  factory LegalDraftBody.fromJson(JsonObject json) => LegalDraftBody(
    title: readField(json, 'title', asType<String>),
    body: readField(json, 'body', asType<String>),
    more: othersOf(json, const {'title', 'body'}),
  );

  /// Title
  final String title;

  /// Markdown
  final String body;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'title': title,
    'body': body,
  };
}

/// One immutable published revision
final class LegalRevision {
  const LegalRevision({
    required this.version,
    required this.status,
    required this.title,
    required this.contentHash,
    required this.publishedAt,
    required this.publishedBy,
    this.more = const {},
  });

  factory LegalRevision.fromJson(JsonObject json) => LegalRevision(
    version: readField(json, 'version', asType<String>),
    status: readField(json, 'status', asType<LegalRevisionStatus>),
    title: readField(json, 'title', asType<String>),
    contentHash: readField(json, 'content_hash', asType<String>),
    publishedAt: readField(json, 'published_at', asType<Timestamp>),
    publishedBy: readField(json, 'published_by', asType<String?>),
    more: othersOf(json, const {'version', 'status', 'title', 'content_hash', 'published_at', 'published_by'}),
  );

  /// Version, as clients send it back
  final String version;

  /// A `withdrawn` one ends the one before and is never accepted
  final LegalRevisionStatus status;

  /// Title
  final String title;

  /// SHA-256 of the body, hexadecimal; of the text it ends when it is withdrawn
  final String contentHash;

  /// When
  final Timestamp publishedAt;

  /// Administrator who published it
  final String? publishedBy;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'version': version,
    'status': status,
    'title': title,
    'content_hash': contentHash,
    'published_at': publishedAt,
    'published_by': publishedBy,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const LegalRevisionStatus(String wire) implements String {
  static const published = LegalRevisionStatus('published');
  static const withdrawn = LegalRevisionStatus('withdrawn');
  static const values = [published, withdrawn];
}

final class LicenseActivation {
  const LicenseActivation({
    required this.key,
    this.installationId,
    this.more = const {},
  });

  factory LicenseActivation.fromJson(JsonObject json) => LicenseActivation(
    key: readField(json, 'key', asType<String>),
    installationId: readField(json, 'installation_id', asType<Uuid?>),
    more: othersOf(json, const {'key', 'installation_id'}),
  );

  /// The key; case, dashes and spaces do not matter
  final String key;

  /// The installation; needed where the key limits devices
  final Uuid? installationId;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'key': key,
    if (installationId case final value?) 'installation_id': value,
  };
}

/// Freshly issued keys
final class LicenseBatch {
  const LicenseBatch({
    required this.batchId,
    required this.batchName,
    required this.planCode,
    required this.maxRedemptions,
    required this.maxDevices,
    required this.validUntil,
    required this.keys,
    this.more = const {},
  });

  factory LicenseBatch.fromJson(JsonObject json) => LicenseBatch(
    batchId: readField(json, 'batch_id', asType<Uuid>),
    batchName: readField(json, 'batch_name', asType<String>),
    planCode: readField(json, 'plan_code', asType<String>),
    maxRedemptions: readField(json, 'max_redemptions', asInt),
    maxDevices: readField(json, 'max_devices', orNull(asInt)),
    validUntil: readField(json, 'valid_until', asType<Timestamp?>),
    keys: readField(json, 'keys', listOf(objectOf(LicenseBatchKeysItem.fromJson))),
    more: othersOf(json, const {'batch_id', 'batch_name', 'plan_code', 'max_redemptions', 'max_devices', 'valid_until', 'keys'}),
  );

  /// Id of the batch
  final Uuid batchId;

  /// Label of the batch
  final String batchName;

  /// The plan that the keys grant
  final String planCode;

  /// How many users may activate a key
  final int maxRedemptions;

  /// On how many installations a key may be activated; null for any number
  final int? maxDevices;

  /// Last moment of a first activation, exclusive; null for never ending
  final Timestamp? validUntil;

  /// The keys
  final List<LicenseBatchKeysItem> keys;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'batch_id': batchId,
    'batch_name': batchName,
    'plan_code': planCode,
    'max_redemptions': maxRedemptions,
    'max_devices': maxDevices,
    'valid_until': validUntil,
    'keys': [for (final item in keys) item.toJson()],
  };
}

final class LicenseBatchKeysItem {
  const LicenseBatchKeysItem({
    required this.id,
    required this.key,
    this.more = const {},
  });

  factory LicenseBatchKeysItem.fromJson(JsonObject json) => LicenseBatchKeysItem(
    id: readField(json, 'id', asType<Uuid>),
    key: readField(json, 'key', asType<String>),
    more: othersOf(json, const {'id', 'key'}),
  );

  /// Id of the key
  final Uuid id;

  /// The key. It is shown here and never again
  final String key;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'key': key,
  };
}

final class LicenseIssue {
  const LicenseIssue({
    required this.planCode,
    this.quantity,
    this.batchName,
    this.maxRedemptions,
    this.maxDevices,
    this.validUntil,
    this.more = const {},
  });

  factory LicenseIssue.fromJson(JsonObject json) => LicenseIssue(
    planCode: readField(json, 'plan_code', asType<String>),
    quantity: readField(json, 'quantity', orNull(asInt)),
    batchName: readField(json, 'batch_name', asType<String?>),
    maxRedemptions: readField(json, 'max_redemptions', orNull(asInt)),
    maxDevices: readField(json, 'max_devices', orNull(asInt)),
    validUntil: readField(json, 'valid_until', asType<Timestamp?>),
    more: othersOf(json, const {'plan_code', 'quantity', 'batch_name', 'max_redemptions', 'max_devices', 'valid_until'}),
  );

  /// The plan that the keys grant; not a free one
  final String planCode;

  /// How many keys
  final int? quantity;

  /// Label of the batch, for example a shop or a campaign
  final String? batchName;

  /// How many users may activate a key
  final int? maxRedemptions;

  /// On how many installations a key may be activated; null for any number
  final int? maxDevices;

  /// Last moment of a first activation, exclusive; null for never ending
  final Timestamp? validUntil;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'plan_code': planCode,
    if (quantity case final value?) 'quantity': value,
    if (batchName case final value?) 'batch_name': value,
    if (maxRedemptions case final value?) 'max_redemptions': value,
    if (maxDevices case final value?) 'max_devices': value,
    if (validUntil case final value?) 'valid_until': value,
  };
}

/// A license key, without the key itself
final class LicenseKey {
  const LicenseKey({
    required this.id,
    required this.batchId,
    required this.batchName,
    required this.hint,
    required this.planCode,
    required this.status,
    required this.redemptions,
    required this.maxRedemptions,
    required this.maxDevices,
    required this.validUntil,
    required this.firstActivatedAt,
    required this.revokedAt,
    required this.createdAt,
    this.more = const {},
  });

  factory LicenseKey.fromJson(JsonObject json) => LicenseKey(
    id: readField(json, 'id', asType<Uuid>),
    batchId: readField(json, 'batch_id', asType<Uuid>),
    batchName: readField(json, 'batch_name', asType<String>),
    hint: readField(json, 'hint', asType<String>),
    planCode: readField(json, 'plan_code', asType<String>),
    status: readField(json, 'status', asType<LicenseKeyStatus>),
    redemptions: readField(json, 'redemptions', asInt),
    maxRedemptions: readField(json, 'max_redemptions', asInt),
    maxDevices: readField(json, 'max_devices', orNull(asInt)),
    validUntil: readField(json, 'valid_until', asType<Timestamp?>),
    firstActivatedAt: readField(json, 'first_activated_at', asType<Timestamp?>),
    revokedAt: readField(json, 'revoked_at', asType<Timestamp?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'batch_id', 'batch_name', 'hint', 'plan_code', 'status', 'redemptions', 'max_redemptions', 'max_devices', 'valid_until', 'first_activated_at', 'revoked_at', 'created_at'}),
  );

  /// Id of the key
  final Uuid id;

  /// The batch it was issued in
  final Uuid batchId;

  /// Label of the batch
  final String batchName;

  /// Last five characters; the whole key is shown only when it is issued
  final String hint;

  /// The plan it grants
  final String planCode;

  /// unused, in_use, exhausted (no redemption left), expired (term or valid_until over), revoked
  final LicenseKeyStatus status;

  /// How many users have activated it
  final int redemptions;

  /// How many users may activate a key
  final int maxRedemptions;

  /// On how many installations a key may be activated; null for any number
  final int? maxDevices;

  /// Last moment of a first activation, exclusive; null for never ending
  final Timestamp? validUntil;

  /// When it was activated first; null before
  final Timestamp? firstActivatedAt;

  /// When it was revoked
  final Timestamp? revokedAt;

  /// When it was issued
  final Timestamp createdAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'batch_id': batchId,
    'batch_name': batchName,
    'hint': hint,
    'plan_code': planCode,
    'status': status,
    'redemptions': redemptions,
    'max_redemptions': maxRedemptions,
    'max_devices': maxDevices,
    'valid_until': validUntil,
    'first_activated_at': firstActivatedAt,
    'revoked_at': revokedAt,
    'created_at': createdAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const LicenseKeyStatus(String wire) implements String {
  static const unused = LicenseKeyStatus('unused');
  static const inUse = LicenseKeyStatus('in_use');
  static const exhausted = LicenseKeyStatus('exhausted');
  static const expired = LicenseKeyStatus('expired');
  static const revoked = LicenseKeyStatus('revoked');
  static const values = [unused, inUse, exhausted, expired, revoked];
}

final class LicenseSnapshot {
  const LicenseSnapshot({
    required this.codes,
    required this.entitlements,
    required this.expiresAt,
    required this.isLifetime,
    required this.snapshotToken,
    required this.license,
    this.more = const {},
  });

  factory LicenseSnapshot.fromJson(JsonObject json) => LicenseSnapshot(
    codes: readField(json, 'codes', listOf(asType<String>)),
    entitlements: readField(json, 'entitlements', listOf(objectOf(EntitlementSnapshotEntitlementsItem.fromJson))),
    expiresAt: readField(json, 'expires_at', asType<Timestamp?>),
    isLifetime: readField(json, 'is_lifetime', asType<bool>),
    snapshotToken: readField(json, 'snapshot_token', asType<String>),
    license: readField(json, 'license', objectOf(LicenseSnapshotLicense.fromJson)),
    more: othersOf(json, const {'codes', 'entitlements', 'expires_at', 'is_lifetime', 'snapshot_token', 'license'}),
  );

  /// Active entitlement codes, sorted
  final List<String> codes;

  /// One row for each active code
  final List<EntitlementSnapshotEntitlementsItem> entitlements;

  /// When the last timed entitlement ends; null with none or lifetime
  final Timestamp? expiresAt;

  /// Some entitlement never expires
  final bool isLifetime;

  /// Compact JWS (EdDSA) of the same content for offline use; `aud` is the application code; keys at /.well-known/jwks.json
  final String snapshotToken;

  /// The activated license
  final LicenseSnapshotLicense license;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'codes': codes,
    'entitlements': [for (final item in entitlements) item.toJson()],
    'expires_at': expiresAt,
    'is_lifetime': isLifetime,
    'snapshot_token': snapshotToken,
    'license': license.toJson(),
  };
}

final class LicenseSnapshotLicense {
  const LicenseSnapshotLicense({
    required this.planCode,
    required this.activatedAt,
    required this.expiresAt,
    this.more = const {},
  });

  factory LicenseSnapshotLicense.fromJson(JsonObject json) => LicenseSnapshotLicense(
    planCode: readField(json, 'plan_code', asType<String>),
    activatedAt: readField(json, 'activated_at', asType<Timestamp>),
    expiresAt: readField(json, 'expires_at', asType<Timestamp?>),
    more: othersOf(json, const {'plan_code', 'activated_at', 'expires_at'}),
  );

  /// What was activated
  final String planCode;

  /// When this user activated it
  final Timestamp activatedAt;

  /// End of the time that it added, exclusive; null for lifetime, the year 9999 while a lifetime covers it
  final Timestamp? expiresAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'plan_code': planCode,
    'activated_at': activatedAt,
    'expires_at': expiresAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ListAppVersionUsersFormat(String wire) implements String {
  static const json = ListAppVersionUsersFormat('json');
  static const csv = ListAppVersionUsersFormat('csv');
  static const values = [json, csv];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListApplicationsStatus(String wire) implements String {
  static const active = ListApplicationsStatus('active');
  static const draft = ListApplicationsStatus('draft');
  static const suspended = ListApplicationsStatus('suspended');
  static const archived = ListApplicationsStatus('archived');
  static const values = [active, draft, suspended, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListArticlesStatus(String wire) implements String {
  static const draft = ListArticlesStatus('draft');
  static const scheduled = ListArticlesStatus('scheduled');
  static const published = ListArticlesStatus('published');
  static const archived = ListArticlesStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListAssetsKind(String wire) implements String {
  static const image = ListAssetsKind('image');
  static const svg = ListAssetsKind('svg');
  static const pdf = ListAssetsKind('pdf');
  static const file = ListAssetsKind('file');
  static const values = [image, svg, pdf, file];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListBannersStatus(String wire) implements String {
  static const draft = ListBannersStatus('draft');
  static const scheduled = ListBannersStatus('scheduled');
  static const published = ListBannersStatus('published');
  static const archived = ListBannersStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListChangelogEntriesStatus(String wire) implements String {
  static const draft = ListChangelogEntriesStatus('draft');
  static const scheduled = ListChangelogEntriesStatus('scheduled');
  static const published = ListChangelogEntriesStatus('published');
  static const archived = ListChangelogEntriesStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListClustersDecision(String wire) implements String {
  static const new_ = ListClustersDecision('new');
  static const accepted = ListClustersDecision('accepted');
  static const rejected = ListClustersDecision('rejected');
  static const values = [new_, accepted, rejected];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListClustersRelation(String wire) implements String {
  static const gap = ListClustersRelation('gap');
  static const mapped = ListClustersRelation('mapped');
  static const cannibal = ListClustersRelation('cannibal');
  static const values = [gap, mapped, cannibal];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListConsentsFormat(String wire) implements String {
  static const json = ListConsentsFormat('json');
  static const csv = ListConsentsFormat('csv');
  static const jsonl = ListConsentsFormat('jsonl');
  static const values = [json, csv, jsonl];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListConsentsSource(String wire) implements String {
  static const registration = ListConsentsSource('registration');
  static const paywall = ListConsentsSource('paywall');
  static const siteForm = ListConsentsSource('site_form');
  static const newsletter = ListConsentsSource('newsletter');
  static const other = ListConsentsSource('other');
  static const values = [registration, paywall, siteForm, newsletter, other];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListContentKind(String wire) implements String {
  static const post = ListContentKind('post');
  static const article = ListContentKind('article');
  static const document = ListContentKind('document');
  static const download = ListContentKind('download');
  static const changelogEntry = ListContentKind('changelog_entry');
  static const banner = ListContentKind('banner');
  static const values = [post, article, document, download, changelogEntry, banner];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListContentStatus(String wire) implements String {
  static const draft = ListContentStatus('draft');
  static const scheduled = ListContentStatus('scheduled');
  static const published = ListContentStatus('published');
  static const archived = ListContentStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListDocumentsStatus(String wire) implements String {
  static const draft = ListDocumentsStatus('draft');
  static const scheduled = ListDocumentsStatus('scheduled');
  static const published = ListDocumentsStatus('published');
  static const archived = ListDocumentsStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListDownloadsStatus(String wire) implements String {
  static const draft = ListDownloadsStatus('draft');
  static const scheduled = ListDownloadsStatus('scheduled');
  static const published = ListDownloadsStatus('published');
  static const archived = ListDownloadsStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListEntitlementsStatus(String wire) implements String {
  static const active = ListEntitlementsStatus('active');
  static const archived = ListEntitlementsStatus('archived');
  static const values = [active, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListEventNamesStatus(String wire) implements String {
  static const seen = ListEventNamesStatus('seen');
  static const allowed = ListEventNamesStatus('allowed');
  static const merged = ListEventNamesStatus('merged');
  static const values = [seen, allowed, merged];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListKeywordsSource(String wire) implements String {
  static const google = ListKeywordsSource('google');
  static const yandex = ListKeywordsSource('yandex');
  static const import_ = ListKeywordsSource('import');
  static const content = ListKeywordsSource('content');
  static const values = [google, yandex, import_, content];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListLeadsForm(String wire) implements String {
  static const contact = ListLeadsForm('contact');
  static const newsletter = ListLeadsForm('newsletter');
  static const values = [contact, newsletter];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListLeadsFormat(String wire) implements String {
  static const json = ListLeadsFormat('json');
  static const csv = ListLeadsFormat('csv');
  static const values = [json, csv];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListLeadsState(String wire) implements String {
  static const new_ = ListLeadsState('new');
  static const inProgress = ListLeadsState('in_progress');
  static const done = ListLeadsState('done');
  static const spam = ListLeadsState('spam');
  static const values = [new_, inProgress, done, spam];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListLegalDraftsOwnerType(String wire) implements String {
  static const application = ListLegalDraftsOwnerType('application');
  static const cmsSite = ListLegalDraftsOwnerType('cms_site');
  static const values = [application, cmsSite];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListLegalRevisionsOwnerType(String wire) implements String {
  static const application = ListLegalRevisionsOwnerType('application');
  static const cmsSite = ListLegalRevisionsOwnerType('cms_site');
  static const values = [application, cmsSite];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListLicenseKeysFormat(String wire) implements String {
  static const json = ListLicenseKeysFormat('json');
  static const csv = ListLicenseKeysFormat('csv');
  static const values = [json, csv];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListLicenseKeysStatus(String wire) implements String {
  static const unused = ListLicenseKeysStatus('unused');
  static const inUse = ListLicenseKeysStatus('in_use');
  static const exhausted = ListLicenseKeysStatus('exhausted');
  static const expired = ListLicenseKeysStatus('expired');
  static const revoked = ListLicenseKeysStatus('revoked');
  static const values = [unused, inUse, exhausted, expired, revoked];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListMailsStatus(String wire) implements String {
  static const queued = ListMailsStatus('queued');
  static const sent = ListMailsStatus('sent');
  static const failed = ListMailsStatus('failed');
  static const values = [queued, sent, failed];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListMyTicketsStatus(String wire) implements String {
  static const open = ListMyTicketsStatus('open');
  static const pending = ListMyTicketsStatus('pending');
  static const closed = ListMyTicketsStatus('closed');
  static const values = [open, pending, closed];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListPaymentsStatus(String wire) implements String {
  static const pending = ListPaymentsStatus('pending');
  static const succeeded = ListPaymentsStatus('succeeded');
  static const canceled = ListPaymentsStatus('canceled');
  static const refunded = ListPaymentsStatus('refunded');
  static const values = [pending, succeeded, canceled, refunded];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListPaywallNoPurchaseFormat(String wire) implements String {
  static const json = ListPaywallNoPurchaseFormat('json');
  static const csv = ListPaywallNoPurchaseFormat('csv');
  static const values = [json, csv];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListPaywallsStatus(String wire) implements String {
  static const draft = ListPaywallsStatus('draft');
  static const active = ListPaywallsStatus('active');
  static const archived = ListPaywallsStatus('archived');
  static const values = [draft, active, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListPlansStatus(String wire) implements String {
  static const draft = ListPlansStatus('draft');
  static const active = ListPlansStatus('active');
  static const archived = ListPlansStatus('archived');
  static const values = [draft, active, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListPostsStatus(String wire) implements String {
  static const draft = ListPostsStatus('draft');
  static const scheduled = ListPostsStatus('scheduled');
  static const published = ListPostsStatus('published');
  static const archived = ListPostsStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListRknIssuesLocale(String wire) implements String {
  static const ru = ListRknIssuesLocale('ru');
  static const en = ListRknIssuesLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListRknIssuesSeverity(String wire) implements String {
  static const critical = ListRknIssuesSeverity('critical');
  static const high = ListRknIssuesSeverity('high');
  static const medium = ListRknIssuesSeverity('medium');
  static const low = ListRknIssuesSeverity('low');
  static const values = [critical, high, medium, low];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListRknIssuesStatus(String wire) implements String {
  static const open = ListRknIssuesStatus('open');
  static const resolved = ListRknIssuesStatus('resolved');
  static const ignored = ListRknIssuesStatus('ignored');
  static const values = [open, resolved, ignored];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListRknRulesLocale(String wire) implements String {
  static const ru = ListRknRulesLocale('ru');
  static const en = ListRknRulesLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSeoDigestsLocale(String wire) implements String {
  static const ru = ListSeoDigestsLocale('ru');
  static const en = ListSeoDigestsLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSeoIssuesFormat(String wire) implements String {
  static const json = ListSeoIssuesFormat('json');
  static const csv = ListSeoIssuesFormat('csv');
  static const values = [json, csv];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSeoIssuesGroupBy(String wire) implements String {
  static const issueType = ListSeoIssuesGroupBy('issue_type');
  static const owner = ListSeoIssuesGroupBy('owner');
  static const severity = ListSeoIssuesGroupBy('severity');
  static const url = ListSeoIssuesGroupBy('url');
  static const itemId = ListSeoIssuesGroupBy('item_id');
  static const values = [issueType, owner, severity, url, itemId];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSeoIssuesLocale(String wire) implements String {
  static const ru = ListSeoIssuesLocale('ru');
  static const en = ListSeoIssuesLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSeoIssuesOrigin(String wire) implements String {
  static const spec = ListSeoIssuesOrigin('spec');
  static const extended = ListSeoIssuesOrigin('extended');
  static const values = [spec, extended];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSeoIssuesOwner(String wire) implements String {
  static const landingDev = ListSeoIssuesOwner('landing_dev');
  static const cmsEditor = ListSeoIssuesOwner('cms_editor');
  static const operations = ListSeoIssuesOwner('operations');
  static const content = ListSeoIssuesOwner('content');
  static const values = [landingDev, cmsEditor, operations, content];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSeoIssuesSeverity(String wire) implements String {
  static const critical = ListSeoIssuesSeverity('critical');
  static const high = ListSeoIssuesSeverity('high');
  static const medium = ListSeoIssuesSeverity('medium');
  static const low = ListSeoIssuesSeverity('low');
  static const values = [critical, high, medium, low];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSeoIssuesStatus(String wire) implements String {
  static const open = ListSeoIssuesStatus('open');
  static const resolved = ListSeoIssuesStatus('resolved');
  static const ignored = ListSeoIssuesStatus('ignored');
  static const values = [open, resolved, ignored];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSeoPagesFormat(String wire) implements String {
  static const json = ListSeoPagesFormat('json');
  static const csv = ListSeoPagesFormat('csv');
  static const values = [json, csv];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSeoRulesLocale(String wire) implements String {
  static const ru = ListSeoRulesLocale('ru');
  static const en = ListSeoRulesLocale('en');
  static const values = [ru, en];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSiteConsentsFormat(String wire) implements String {
  static const json = ListSiteConsentsFormat('json');
  static const csv = ListSiteConsentsFormat('csv');
  static const jsonl = ListSiteConsentsFormat('jsonl');
  static const values = [json, csv, jsonl];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSiteConsentsSource(String wire) implements String {
  static const registration = ListSiteConsentsSource('registration');
  static const paywall = ListSiteConsentsSource('paywall');
  static const siteForm = ListSiteConsentsSource('site_form');
  static const newsletter = ListSiteConsentsSource('newsletter');
  static const other = ListSiteConsentsSource('other');
  static const values = [registration, paywall, siteForm, newsletter, other];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSiteEventNamesStatus(String wire) implements String {
  static const seen = ListSiteEventNamesStatus('seen');
  static const allowed = ListSiteEventNamesStatus('allowed');
  static const merged = ListSiteEventNamesStatus('merged');
  static const values = [seen, allowed, merged];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSitesStatus(String wire) implements String {
  static const active = ListSitesStatus('active');
  static const archived = ListSitesStatus('archived');
  static const values = [active, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSocialAccountsState(String wire) implements String {
  static const unverified = ListSocialAccountsState('unverified');
  static const active = ListSocialAccountsState('active');
  static const needsReconnect = ListSocialAccountsState('needs_reconnect');
  static const paused = ListSocialAccountsState('paused');
  static const archived = ListSocialAccountsState('archived');
  static const values = [unverified, active, needsReconnect, paused, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSocialApprovalsState(String wire) implements String {
  static const pending = ListSocialApprovalsState('pending');
  static const approved = ListSocialApprovalsState('approved');
  static const rejected = ListSocialApprovalsState('rejected');
  static const changesRequested = ListSocialApprovalsState('changes_requested');
  static const voided = ListSocialApprovalsState('voided');
  static const values = [pending, approved, rejected, changesRequested, voided];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSocialBrandsArchived(String wire) implements String {
  static const true_ = ListSocialBrandsArchived('true');
  static const false_ = ListSocialBrandsArchived('false');
  static const values = [true_, false_];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSocialIdeasState(String wire) implements String {
  static const new_ = ListSocialIdeasState('new');
  static const planned = ListSocialIdeasState('planned');
  static const used = ListSocialIdeasState('used');
  static const dropped = ListSocialIdeasState('dropped');
  static const values = [new_, planned, used, dropped];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSocialVariantsState(String wire) implements String {
  static const draft = ListSocialVariantsState('draft');
  static const pendingApproval = ListSocialVariantsState('pending_approval');
  static const approved = ListSocialVariantsState('approved');
  static const values = [draft, pendingApproval, approved];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSubscribersFormat(String wire) implements String {
  static const json = ListSubscribersFormat('json');
  static const csv = ListSubscribersFormat('csv');
  static const values = [json, csv];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListSubscribersStatus(String wire) implements String {
  static const pending = ListSubscribersStatus('pending');
  static const confirmed = ListSubscribersStatus('confirmed');
  static const unsubscribed = ListSubscribersStatus('unsubscribed');
  static const values = [pending, confirmed, unsubscribed];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListTicketsPriority(String wire) implements String {
  static const low = ListTicketsPriority('low');
  static const normal = ListTicketsPriority('normal');
  static const high = ListTicketsPriority('high');
  static const values = [low, normal, high];
}

/// A later version of the platform may send values that are not among [values].
extension type const ListTicketsStatus(String wire) implements String {
  static const open = ListTicketsStatus('open');
  static const pending = ListTicketsStatus('pending');
  static const closed = ListTicketsStatus('closed');
  static const values = [open, pending, closed];
}

/// Language, `ll` or `ll-CC`
typedef Locale = String;

/// A mail, without its text
final class Mail {
  const Mail({
    required this.id,
    required this.kind,
    required this.status,
    required this.recipient,
    required this.attempts,
    required this.nextAttemptAt,
    required this.lastError,
    required this.createdAt,
    required this.sentAt,
    this.more = const {},
  });

  factory Mail.fromJson(JsonObject json) => Mail(
    id: readField(json, 'id', asType<Uuid>),
    kind: readField(json, 'kind', asType<String>),
    status: readField(json, 'status', asType<MailStatus>),
    recipient: readField(json, 'recipient', asType<String?>),
    attempts: readField(json, 'attempts', asInt),
    nextAttemptAt: readField(json, 'next_attempt_at', asType<Timestamp?>),
    lastError: readField(json, 'last_error', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    sentAt: readField(json, 'sent_at', asType<Timestamp?>),
    more: othersOf(json, const {'id', 'kind', 'status', 'recipient', 'attempts', 'next_attempt_at', 'last_error', 'created_at', 'sent_at'}),
  );

  /// Id; the `Message-ID` of the mail is made from it
  final Uuid id;

  /// What it is about
  final String kind;

  /// `failed`: given up after eight tries, or refused for good
  final MailStatus status;

  /// First letter and domain of the address; null for a person who was erased
  final String? recipient;

  /// Tries so far
  final int attempts;

  /// When it is tried next
  final Timestamp? nextAttemptAt;

  /// Why the last try failed, with the codes of the mail server
  final String? lastError;

  /// When it was asked for
  final Timestamp createdAt;

  /// When the mail server took it
  final Timestamp? sentAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'kind': kind,
    'status': status,
    'recipient': recipient,
    'attempts': attempts,
    'next_attempt_at': nextAttemptAt,
    'last_error': lastError,
    'created_at': createdAt,
    'sent_at': sentAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const MailStatus(String wire) implements String {
  static const queued = MailStatus('queued');
  static const sent = MailStatus('sent');
  static const failed = MailStatus('failed');
  static const values = [queued, sent, failed];
}

/// A document that has to be accepted
final class MissingConsent {
  const MissingConsent({
    required this.docKind,
    required this.documentId,
    required this.version,
    this.more = const {},
  });

  factory MissingConsent.fromJson(JsonObject json) => MissingConsent(
    docKind: readField(json, 'doc_kind', asType<String>),
    documentId: readField(json, 'document_id', asType<String>),
    version: readField(json, 'version', asType<String>),
    more: othersOf(json, const {'doc_kind', 'document_id', 'version'}),
  );

  /// Kind of the document
  final String docKind;

  /// The document to accept
  final String documentId;

  /// Its published version
  final String version;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'doc_kind': docKind,
    'document_id': documentId,
    'version': version,
  };
}

/// The documents that a person has to accept first
final class MissingConsents {
  const MissingConsents({
    required this.missing,
    this.more = const {},
  });

  factory MissingConsents.fromJson(JsonObject json) => MissingConsents(
    missing: readField(json, 'missing', listOf(objectOf(MissingConsent.fromJson))),
    more: othersOf(json, const {'missing'}),
  );

  /// The documents without an accepted entry
  final List<MissingConsent> missing;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'missing': [for (final item in missing) item.toJson()],
  };
}

final class MissingInsight {
  const MissingInsight({
    required this.part_,
    required this.reason,
    this.more = const {},
  });

  factory MissingInsight.fromJson(JsonObject json) => MissingInsight(
    part_: readField(json, 'part', asType<MissingInsightPart>),
    reason: readField(json, 'reason', asType<MissingInsightReason>),
    more: othersOf(json, const {'part', 'reason'}),
  );

  /// What is null; `seo` with `indexnow`, `revenue` with `registrations`
  final MissingInsightPart part_;

  /// The service is down, no page has the item, or the site belongs to no application
  final MissingInsightReason reason;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'part': part_,
    'reason': reason,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const MissingInsightPart(String wire) implements String {
  static const readers = MissingInsightPart('readers');
  static const leads = MissingInsightPart('leads');
  static const seo = MissingInsightPart('seo');
  static const revenue = MissingInsightPart('revenue');
  static const values = [readers, leads, seo, revenue];
}

/// A later version of the platform may send values that are not among [values].
extension type const MissingInsightReason(String wire) implements String {
  static const notAnswering = MissingInsightReason('not_answering');
  static const noAddress = MissingInsightReason('no_address');
  static const noApplication = MissingInsightReason('no_application');
  static const values = [notAnswering, noAddress, noApplication];
}

/// An application whose users register without a consent
final class MissingLegalDocuments {
  const MissingLegalDocuments({
    required this.applicationId,
    required this.missing,
    this.more = const {},
  });

  factory MissingLegalDocuments.fromJson(JsonObject json) => MissingLegalDocuments(
    applicationId: readField(json, 'application_id', asType<Uuid>),
    missing: readField(json, 'missing', listOf(asType<MissingLegalDocumentsMissingItem>)),
    more: othersOf(json, const {'application_id', 'missing'}),
  );

  /// Application
  final Uuid applicationId;

  /// Required documents that are not published; `terms`: no agreement is
  final List<MissingLegalDocumentsMissingItem> missing;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'application_id': applicationId,
    'missing': missing,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const MissingLegalDocumentsMissingItem(String wire) implements String {
  static const terms = MissingLegalDocumentsMissingItem('terms');
  static const personalDataConsent = MissingLegalDocumentsMissingItem('personal_data_consent');
  static const values = [terms, personalDataConsent];
}

final class MovedFields {
  const MovedFields({
    required this.redirectSlug,
    required this.redirectUrl,
    this.more = const {},
  });

  factory MovedFields.fromJson(JsonObject json) => MovedFields(
    redirectSlug: readField(json, 'redirect_slug', asType<String>),
    redirectUrl: readField(json, 'redirect_url', asType<String?>),
    more: othersOf(json, const {'redirect_slug', 'redirect_url'}),
  );

  /// The present slug
  final String redirectSlug;

  /// Its address; null for a site without `website_url`
  final String? redirectUrl;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'redirect_slug': redirectSlug,
    'redirect_url': redirectUrl,
  };
}

final class NewAdminApiKey {
  const NewAdminApiKey({
    required this.id,
    required this.name,
    required this.role,
    required this.applicationIds,
    required this.hint,
    required this.expiresAt,
    required this.createdBy,
    required this.createdAt,
    required this.lastUsedAt,
    required this.apiKey,
    this.more = const {},
  });

  factory NewAdminApiKey.fromJson(JsonObject json) => NewAdminApiKey(
    id: readField(json, 'id', asType<Uuid>),
    name: readField(json, 'name', asType<String>),
    role: readField(json, 'role', asType<AdminApiKeyRole>),
    applicationIds: readField(json, 'application_ids', orNull(listOf(asType<Uuid>))),
    hint: readField(json, 'hint', asType<String>),
    expiresAt: readField(json, 'expires_at', asType<Timestamp?>),
    createdBy: readField(json, 'created_by', asType<Uuid>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    lastUsedAt: readField(json, 'last_used_at', asType<Timestamp?>),
    apiKey: readField(json, 'api_key', asType<String>),
    more: othersOf(json, const {'id', 'name', 'role', 'application_ids', 'hint', 'expires_at', 'created_by', 'created_at', 'last_used_at', 'api_key'}),
  );

  /// Id of the key
  final Uuid id;

  /// Name in the audit log, `key:<name>`; one of a kind
  final String name;

  /// What it may do, like an administrator of this role
  final AdminApiKeyRole role;

  /// It opens paths with one of these as `{application_id}` alone; null for all paths
  final List<Uuid>? applicationIds;

  /// Last four characters; the key itself was shown once and is stored hashed
  final String hint;

  /// End of the key; null for none
  final Timestamp? expiresAt;

  /// Id of the owner that made it
  final Uuid createdBy;

  /// When it was made
  final Timestamp createdAt;

  /// Last use, to the hour; null before the first one
  final Timestamp? lastUsedAt;

  /// `svc_adm_` and 32 characters. It is shown in this answer alone
  final String apiKey;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'name': name,
    'role': role,
    'application_ids': applicationIds,
    'hint': hint,
    'expires_at': expiresAt,
    'created_by': createdBy,
    'created_at': createdAt,
    'last_used_at': lastUsedAt,
    'api_key': apiKey,
  };
}

final class NewSiteKey {
  const NewSiteKey({
    required this.siteKey,
    required this.siteKeys,
    this.more = const {},
  });

  factory NewSiteKey.fromJson(JsonObject json) => NewSiteKey(
    siteKey: readField(json, 'site_key', asType<String>),
    siteKeys: readField(json, 'site_keys', listOf(objectOf(SiteKey.fromJson))),
    more: othersOf(json, const {'site_key', 'site_keys'}),
  );

  /// `svc_cms_…`, shown in this answer and never again
  final String siteKey;

  /// Live keys, newest first
  final List<SiteKey> siteKeys;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'site_key': siteKey,
    'site_keys': [for (final item in siteKeys) item.toJson()],
  };
}

final class OfrepBulk {
  const OfrepBulk({
    required this.flags,
    required this.metadata,
    this.more = const {},
  });

  factory OfrepBulk.fromJson(JsonObject json) => OfrepBulk(
    flags: readField(json, 'flags', listOf(objectOf(OfrepEvaluation.fromJson))),
    metadata: readField(json, 'metadata', asType<JsonObject>),
    more: othersOf(json, const {'flags', 'metadata'}),
  );

  /// Every flag
  final List<OfrepEvaluation> flags;

  /// Nothing
  final JsonObject metadata;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'flags': [for (final item in flags) item.toJson()],
    'metadata': metadata,
  };
}

/// OpenFeature Remote Evaluation Protocol: one evaluated flag
final class OfrepEvaluation {
  const OfrepEvaluation({
    required this.key,
    this.value,
    required this.reason,
    this.variant,
    required this.metadata,
    this.more = const {},
  });

  factory OfrepEvaluation.fromJson(JsonObject json) => OfrepEvaluation(
    key: readField(json, 'key', asType<String>),
    value: readField(json, 'value', asAny),
    reason: readField(json, 'reason', asType<OfrepEvaluationReason>),
    variant: readField(json, 'variant', asType<OfrepEvaluationVariant?>),
    metadata: readField(json, 'metadata', objectOf(OfrepEvaluationMetadata.fromJson)),
    more: othersOf(json, const {'key', 'value', 'reason', 'variant', 'metadata'}),
  );

  /// Code of the flag or key of the parameter
  final String key;

  /// Its value; absent for null, which leaves the default to the caller
  final Object? value;

  /// Why: a rule matched, a rule with a percentage matched, none of the rules matched, there are no rules, the flag is switched off
  final OfrepEvaluationReason reason;

  /// Name of a boolean value
  final OfrepEvaluationVariant? variant;

  /// About it
  final OfrepEvaluationMetadata metadata;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'key': key,
    if (value case final value?) 'value': value,
    'reason': reason,
    if (variant case final value?) 'variant': value,
    'metadata': metadata.toJson(),
  };
}

final class OfrepEvaluationMetadata {
  const OfrepEvaluationMetadata({
    required this.version,
    this.more = const {},
  });

  factory OfrepEvaluationMetadata.fromJson(JsonObject json) => OfrepEvaluationMetadata(
    version: readField(json, 'version', asInt),
    more: othersOf(json, const {'version'}),
  );

  /// Version of the flag or parameter
  final int version;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'version': version,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const OfrepEvaluationReason(String wire) implements String {
  static const targetingMATCH = OfrepEvaluationReason('TARGETING_MATCH');
  static const split_ = OfrepEvaluationReason('SPLIT');
  static const default_ = OfrepEvaluationReason('DEFAULT');
  static const static_ = OfrepEvaluationReason('STATIC');
  static const disabled = OfrepEvaluationReason('DISABLED');
  static const values = [targetingMATCH, split_, default_, static_, disabled];
}

/// A later version of the platform may send values that are not among [values].
extension type const OfrepEvaluationVariant(String wire) implements String {
  static const on_ = OfrepEvaluationVariant('on');
  static const off = OfrepEvaluationVariant('off');
  static const values = [on_, off];
}

final class OfrepRequest {
  const OfrepRequest({
    this.context,
    this.more = const {},
  });

  factory OfrepRequest.fromJson(JsonObject json) => OfrepRequest(
    context: readField(json, 'context', orNull(objectOf(OfrepRequestContext.fromJson))),
    more: othersOf(json, const {'context'}),
  );

  /// Evaluation context. Attributes that no rule knows are ignored; null, another type or a text that is too long is for not known
  final OfrepRequestContext? context;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (context case final value?) 'context': value.toJson(),
  };
}

final class OfrepRequestContext {
  const OfrepRequestContext({
    this.targetingKey,
    this.platform,
    this.appVersion,
    this.countryCode,
    this.more = const {},
  });

  factory OfrepRequestContext.fromJson(JsonObject json) => OfrepRequestContext(
    targetingKey: readField(json, 'targetingKey', asType<String?>),
    platform: readField(json, 'platform', asType<String?>),
    appVersion: readField(json, 'app_version', asType<String?>),
    countryCode: readField(json, 'country_code', asType<String?>),
    more: othersOf(json, const {'targetingKey', 'platform', 'app_version', 'country_code'}),
  );

  /// The user that it is for; the `sub` of a user token wins over it
  final String? targetingKey;

  /// For example web, android, ios
  final String? platform;

  /// Semantic version of the client
  final String? appVersion;

  /// ISO 3166-1 alpha-2, instead of the country of the client address
  final String? countryCode;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (targetingKey case final value?) 'targetingKey': value,
    if (platform case final value?) 'platform': value,
    if (appVersion case final value?) 'app_version': value,
    if (countryCode case final value?) 'country_code': value,
  };
}

/// One own answer to one checkbox
final class OwnConsentRecord {
  const OwnConsentRecord({
    required this.id,
    required this.documentId,
    required this.docKind,
    required this.version,
    required this.contentHash,
    required this.checkboxText,
    required this.accepted,
    required this.source,
    required this.recordedAt,
    required this.publicUrl,
    this.more = const {},
  });

  factory OwnConsentRecord.fromJson(JsonObject json) => OwnConsentRecord(
    id: readField(json, 'id', asType<Uuid>),
    documentId: readField(json, 'document_id', asType<Uuid>),
    docKind: readField(json, 'doc_kind', asType<DocKind>),
    version: readField(json, 'version', asType<String>),
    contentHash: readField(json, 'content_hash', asType<String>),
    checkboxText: readField(json, 'checkbox_text', asType<String>),
    accepted: readField(json, 'accepted', asType<bool>),
    source: readField(json, 'source', asType<OwnConsentRecordSource>),
    recordedAt: readField(json, 'recorded_at', asType<Timestamp>),
    publicUrl: readField(json, 'public_url', asType<String>),
    more: othersOf(json, const {'id', 'document_id', 'doc_kind', 'version', 'content_hash', 'checkbox_text', 'accepted', 'source', 'recorded_at', 'public_url'}),
  );

  /// Id of the record
  final Uuid id;

  /// The document
  final Uuid documentId;

  final DocKind docKind;

  /// Its version, published at that moment
  final String version;

  /// SHA-256 of the text of that version, hexadecimal
  final String contentHash;

  /// The label the person saw beside the checkbox
  final String checkboxText;

  /// False for a refusal or withdrawal
  final bool accepted;

  /// Where it was answered
  final OwnConsentRecordSource source;

  /// When
  final Timestamp recordedAt;

  /// Page of exactly that version
  final String publicUrl;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'document_id': documentId,
    'doc_kind': docKind,
    'version': version,
    'content_hash': contentHash,
    'checkbox_text': checkboxText,
    'accepted': accepted,
    'source': source,
    'recorded_at': recordedAt,
    'public_url': publicUrl,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const OwnConsentRecordSource(String wire) implements String {
  static const registration = OwnConsentRecordSource('registration');
  static const paywall = OwnConsentRecordSource('paywall');
  static const siteForm = OwnConsentRecordSource('site_form');
  static const newsletter = OwnConsentRecordSource('newsletter');
  static const other = OwnConsentRecordSource('other');
  static const values = [registration, paywall, siteForm, newsletter, other];
}

final class Payment {
  const Payment({
    required this.paymentId,
    required this.providerPaymentId,
    required this.status,
    required this.statusReason,
    required this.confirmationUrl,
    required this.amount,
    required this.currency,
    required this.refundedAmount,
    required this.planPriceId,
    required this.planCode,
    required this.requiresPurchase,
    required this.createdAt,
    required this.succeededAt,
    this.more = const {},
  });

  factory Payment.fromJson(JsonObject json) => Payment(
    paymentId: readField(json, 'payment_id', asType<Uuid>),
    providerPaymentId: readField(json, 'provider_payment_id', asType<String?>),
    status: readField(json, 'status', asType<PaymentStatus>),
    statusReason: readField(json, 'status_reason', asType<String?>),
    confirmationUrl: readField(json, 'confirmation_url', asType<String?>),
    amount: readField(json, 'amount', asType<num>),
    currency: readField(json, 'currency', asType<String>),
    refundedAmount: readField(json, 'refunded_amount', asType<num>),
    planPriceId: readField(json, 'plan_price_id', asType<Uuid>),
    planCode: readField(json, 'plan_code', asType<String>),
    requiresPurchase: readField(json, 'requires_purchase', asType<bool>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    succeededAt: readField(json, 'succeeded_at', asType<Timestamp?>),
    more: othersOf(json, const {'payment_id', 'provider_payment_id', 'status', 'status_reason', 'confirmation_url', 'amount', 'currency', 'refunded_amount', 'plan_price_id', 'plan_code', 'requires_purchase', 'created_at', 'succeeded_at'}),
  );

  /// Id of the payment here
  final Uuid paymentId;

  /// Id at the provider
  final String? providerPaymentId;

  /// pending → succeeded or canceled; succeeded → refunded
  final PaymentStatus status;

  /// Why it was canceled, for example expired_on_confirmation
  final String? statusReason;

  /// Where the person pays; null once it is settled
  final String? confirmationUrl;

  /// What is charged
  final num amount;

  /// ISO 4217
  final String currency;

  /// How much of it went back
  final num refundedAmount;

  /// The price that was bought
  final Uuid planPriceId;

  /// The plan that was bought
  final String planCode;

  /// Always true for a payment
  final bool requiresPurchase;

  /// When it was started
  final Timestamp createdAt;

  /// When it was paid
  final Timestamp? succeededAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'payment_id': paymentId,
    'provider_payment_id': providerPaymentId,
    'status': status,
    'status_reason': statusReason,
    'confirmation_url': confirmationUrl,
    'amount': amount,
    'currency': currency,
    'refunded_amount': refundedAmount,
    'plan_price_id': planPriceId,
    'plan_code': planCode,
    'requires_purchase': requiresPurchase,
    'created_at': createdAt,
    'succeeded_at': succeededAt,
  };
}

final class PaymentCreate {
  const PaymentCreate({
    this.applicationCode,
    required this.planPriceId,
    required this.returnUrl,
    this.consents,
    this.platform,
    this.receiptEmail,
    this.receiptPhone,
    this.more = const {},
  });

  factory PaymentCreate.fromJson(JsonObject json) => PaymentCreate(
    applicationCode: readField(json, 'application_code', asType<String?>),
    planPriceId: readField(json, 'plan_price_id', asType<Uuid>),
    returnUrl: readField(json, 'return_url', asType<String>),
    consents: readField(json, 'consents', orNull(listOf(objectOf(ConsentEntry.fromJson)))),
    platform: readField(json, 'platform', asType<String?>),
    receiptEmail: readField(json, 'receipt_email', asType<String?>),
    receiptPhone: readField(json, 'receipt_phone', asType<String?>),
    more: othersOf(json, const {'application_code', 'plan_price_id', 'return_url', 'consents', 'platform', 'receipt_email', 'receipt_phone'}),
  );

  /// Must name the application of the key
  final String? applicationCode;

  /// From the paywall
  final Uuid planPriceId;

  /// Where the provider sends the person back: http(s) or a registered app scheme
  final String returnUrl;

  /// Must contain an accepted `license_offer` entry
  final List<ConsentEntry>? consents;

  /// Client platform, for the consent journal; the one of the registration when absent
  final String? platform;

  /// Where the receipt goes instead of the e-mail address of the user
  final String? receiptEmail;

  /// Where the receipt goes instead, in the form of E.164
  final String? receiptPhone;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (applicationCode case final value?) 'application_code': value,
    'plan_price_id': planPriceId,
    'return_url': returnUrl,
    if (consents case final value?) 'consents': [for (final item in value) item.toJson()],
    if (platform case final value?) 'platform': value,
    if (receiptEmail case final value?) 'receipt_email': value,
    if (receiptPhone case final value?) 'receipt_phone': value,
  };
}

final class PaymentStarted {
  const PaymentStarted({
    required this.paymentId,
    required this.providerPaymentId,
    required this.status,
    required this.confirmationUrl,
    required this.amount,
    required this.currency,
    required this.requiresPurchase,
    this.more = const {},
  });

  factory PaymentStarted.fromJson(JsonObject json) => PaymentStarted(
    paymentId: readField(json, 'payment_id', asType<Uuid>),
    providerPaymentId: readField(json, 'provider_payment_id', asType<String>),
    status: readField(json, 'status', asType<PaymentStartedStatus>),
    confirmationUrl: readField(json, 'confirmation_url', asType<String?>),
    amount: readField(json, 'amount', asType<num>),
    currency: readField(json, 'currency', asType<String>),
    requiresPurchase: readField(json, 'requires_purchase', asType<bool>),
    more: othersOf(json, const {'payment_id', 'provider_payment_id', 'status', 'confirmation_url', 'amount', 'currency', 'requires_purchase'}),
  );

  /// Id of the payment here
  final Uuid paymentId;

  /// Id at the provider
  final String providerPaymentId;

  /// pending; a replayed call tells how the payment stands by now
  final PaymentStartedStatus status;

  /// Where the person pays
  final String? confirmationUrl;

  /// What is charged
  final num amount;

  /// ISO 4217
  final String currency;

  /// Always true here
  final bool requiresPurchase;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'payment_id': paymentId,
    'provider_payment_id': providerPaymentId,
    'status': status,
    'confirmation_url': confirmationUrl,
    'amount': amount,
    'currency': currency,
    'requires_purchase': requiresPurchase,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PaymentStartedStatus(String wire) implements String {
  static const pending = PaymentStartedStatus('pending');
  static const succeeded = PaymentStartedStatus('succeeded');
  static const canceled = PaymentStartedStatus('canceled');
  static const refunded = PaymentStartedStatus('refunded');
  static const values = [pending, succeeded, canceled, refunded];
}

/// A later version of the platform may send values that are not among [values].
extension type const PaymentStatus(String wire) implements String {
  static const pending = PaymentStatus('pending');
  static const succeeded = PaymentStatus('succeeded');
  static const canceled = PaymentStatus('canceled');
  static const refunded = PaymentStatus('refunded');
  static const values = [pending, succeeded, canceled, refunded];
}

final class PaymentSync {
  const PaymentSync({
    required this.paymentId,
    required this.status,
    required this.statusReason,
    required this.entitlementsGranted,
    this.more = const {},
  });

  factory PaymentSync.fromJson(JsonObject json) => PaymentSync(
    paymentId: readField(json, 'payment_id', asType<Uuid>),
    status: readField(json, 'status', asType<PaymentSyncStatus>),
    statusReason: readField(json, 'status_reason', asType<String?>),
    entitlementsGranted: readField(json, 'entitlements_granted', asType<bool>),
    more: othersOf(json, const {'payment_id', 'status', 'status_reason', 'entitlements_granted'}),
  );

  /// Id of the payment
  final Uuid paymentId;

  /// State after asking
  final PaymentSyncStatus status;

  /// Why it was canceled
  final String? statusReason;

  /// The next entitlements read shows what was bought
  final bool entitlementsGranted;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'payment_id': paymentId,
    'status': status,
    'status_reason': statusReason,
    'entitlements_granted': entitlementsGranted,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PaymentSyncStatus(String wire) implements String {
  static const pending = PaymentSyncStatus('pending');
  static const succeeded = PaymentSyncStatus('succeeded');
  static const canceled = PaymentSyncStatus('canceled');
  static const refunded = PaymentSyncStatus('refunded');
  static const values = [pending, succeeded, canceled, refunded];
}

/// A paywall as administrators see it
final class Paywall {
  const Paywall({
    required this.id,
    required this.code,
    required this.name,
    required this.title,
    required this.subtitle,
    required this.status,
    required this.items,
    this.more = const {},
  });

  factory Paywall.fromJson(JsonObject json) => Paywall(
    id: readField(json, 'id', asType<Uuid>),
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    title: readField(json, 'title', asType<String?>),
    subtitle: readField(json, 'subtitle', asType<String?>),
    status: readField(json, 'status', asType<PaywallStatus>),
    items: readField(json, 'items', listOf(objectOf(PaywallItemsItem.fromJson))),
    more: othersOf(json, const {'id', 'code', 'name', 'title', 'subtitle', 'status', 'items'}),
  );

  /// Id
  final Uuid id;

  /// Code in the address that clients read; usually main
  final String code;

  /// Label for administrators
  final String name;

  /// Client copy
  final String? title;

  /// Client copy
  final String? subtitle;

  /// Clients get only an `active` paywall
  final PaywallStatus status;

  /// Offers in display order
  final List<PaywallItemsItem> items;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'code': code,
    'name': name,
    'title': title,
    'subtitle': subtitle,
    'status': status,
    'items': [for (final item in items) item.toJson()],
  };
}

final class PaywallCreate {
  const PaywallCreate({
    required this.code,
    required this.name,
    this.title,
    this.subtitle,
    this.status,
    this.more = const {},
  });

  factory PaywallCreate.fromJson(JsonObject json) => PaywallCreate(
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    title: readField(json, 'title', asType<String?>),
    subtitle: readField(json, 'subtitle', asType<String?>),
    status: readField(json, 'status', asType<PaywallCreateStatus?>),
    more: othersOf(json, const {'code', 'name', 'title', 'subtitle', 'status'}),
  );

  /// Code in the address that clients read; usually main
  final String code;

  /// Label for administrators
  final String name;

  /// Client copy
  final String? title;

  /// Client copy
  final String? subtitle;

  /// Whether it is served at once
  final PaywallCreateStatus? status;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'name': name,
    if (title case final value?) 'title': value,
    if (subtitle case final value?) 'subtitle': value,
    if (status case final value?) 'status': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PaywallCreateStatus(String wire) implements String {
  static const draft = PaywallCreateStatus('draft');
  static const active = PaywallCreateStatus('active');
  static const values = [draft, active];
}

final class PaywallItems {
  const PaywallItems({
    required this.items,
    this.more = const {},
  });

  factory PaywallItems.fromJson(JsonObject json) => PaywallItems(
    items: readField(json, 'items', listOf(objectOf(PaywallItemsItemsItem.fromJson))),
    more: othersOf(json, const {'items'}),
  );

  /// Offers in display order; they replace the present ones
  final List<PaywallItemsItemsItem> items;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'items': [for (final item in items) item.toJson()],
  };
}

final class PaywallItemsItem {
  const PaywallItemsItem({
    required this.planPriceId,
    required this.position,
    required this.isRecommended,
    required this.badge,
    required this.customTitle,
    required this.customSubtitle,
    this.more = const {},
  });

  factory PaywallItemsItem.fromJson(JsonObject json) => PaywallItemsItem(
    planPriceId: readField(json, 'plan_price_id', asType<Uuid>),
    position: readField(json, 'position', asInt),
    isRecommended: readField(json, 'is_recommended', asType<bool>),
    badge: readField(json, 'badge', asType<String?>),
    customTitle: readField(json, 'custom_title', asType<String?>),
    customSubtitle: readField(json, 'custom_subtitle', asType<String?>),
    more: othersOf(json, const {'plan_price_id', 'position', 'is_recommended', 'badge', 'custom_title', 'custom_subtitle'}),
  );

  /// Price on offer
  final Uuid planPriceId;

  /// Order
  final int position;

  /// Whether clients highlight the offer
  final bool isRecommended;

  /// Badge text
  final String? badge;

  /// Title in place of the plan name
  final String? customTitle;

  /// Subtitle below the title
  final String? customSubtitle;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'plan_price_id': planPriceId,
    'position': position,
    'is_recommended': isRecommended,
    'badge': badge,
    'custom_title': customTitle,
    'custom_subtitle': customSubtitle,
  };
}

final class PaywallItemsItemsItem {
  const PaywallItemsItemsItem({
    required this.planPriceId,
    this.position,
    this.isRecommended,
    this.badge,
    this.customTitle,
    this.customSubtitle,
    this.more = const {},
  });

  factory PaywallItemsItemsItem.fromJson(JsonObject json) => PaywallItemsItemsItem(
    planPriceId: readField(json, 'plan_price_id', asType<Uuid>),
    position: readField(json, 'position', orNull(asInt)),
    isRecommended: readField(json, 'is_recommended', asType<bool?>),
    badge: readField(json, 'badge', asType<String?>),
    customTitle: readField(json, 'custom_title', asType<String?>),
    customSubtitle: readField(json, 'custom_subtitle', asType<String?>),
    more: othersOf(json, const {'plan_price_id', 'position', 'is_recommended', 'badge', 'custom_title', 'custom_subtitle'}),
  );

  /// Price on offer
  final Uuid planPriceId;

  /// Order; in every item or in none
  final int? position;

  /// Whether clients highlight the offer
  final bool? isRecommended;

  /// Badge text
  final String? badge;

  /// Title in place of the plan name
  final String? customTitle;

  /// Subtitle below the title
  final String? customSubtitle;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'plan_price_id': planPriceId,
    if (position case final value?) 'position': value,
    if (isRecommended case final value?) 'is_recommended': value,
    if (badge case final value?) 'badge': value,
    if (customTitle case final value?) 'custom_title': value,
    if (customSubtitle case final value?) 'custom_subtitle': value,
  };
}

final class PaywallNoPurchaseUser {
  const PaywallNoPurchaseUser({
    required this.applicationId,
    required this.userId,
    required this.views,
    required this.firstViewedAt,
    required this.lastViewedAt,
    required this.channel,
    required this.registeredAt,
    this.more = const {},
  });

  factory PaywallNoPurchaseUser.fromJson(JsonObject json) => PaywallNoPurchaseUser(
    applicationId: readField(json, 'application_id', asType<Uuid>),
    userId: readField(json, 'user_id', asType<Uuid>),
    views: readField(json, 'views', asInt),
    firstViewedAt: readField(json, 'first_viewed_at', asType<Timestamp>),
    lastViewedAt: readField(json, 'last_viewed_at', asType<Timestamp>),
    channel: readField(json, 'channel', asType<String>),
    registeredAt: readField(json, 'registered_at', asType<Timestamp?>),
    more: othersOf(json, const {'application_id', 'user_id', 'views', 'first_viewed_at', 'last_viewed_at', 'channel', 'registered_at'}),
  );

  /// The application of the user
  final Uuid applicationId;

  /// The user
  final Uuid userId;

  /// How often in the range
  final int views;

  /// First time in the range
  final Timestamp firstViewedAt;

  /// Last time in the range
  final Timestamp lastViewedAt;

  /// Acquisition source, `direct` without one
  final String channel;

  /// When the user registered
  final Timestamp? registeredAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'application_id': applicationId,
    'user_id': userId,
    'views': views,
    'first_viewed_at': firstViewedAt,
    'last_viewed_at': lastViewedAt,
    'channel': channel,
    'registered_at': registeredAt,
  };
}

final class PaywallPatch {
  const PaywallPatch({
    this.name,
    this.title,
    this.subtitle,
    this.status,
    this.more = const {},
  });

  factory PaywallPatch.fromJson(JsonObject json) => PaywallPatch(
    name: readField(json, 'name', asType<String?>),
    title: readField(json, 'title', asType<String?>),
    subtitle: readField(json, 'subtitle', asType<String?>),
    status: readField(json, 'status', asType<PaywallPatchStatus?>),
    more: othersOf(json, const {'name', 'title', 'subtitle', 'status'}),
  );

  /// Label for administrators
  final String? name;

  /// Client copy; null clears it
  final String? title;

  /// Client copy; null clears it
  final String? subtitle;

  /// Clients get only an `active` paywall
  final PaywallPatchStatus? status;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (name case final value?) 'name': value,
    if (title case final value?) 'title': value,
    if (subtitle case final value?) 'subtitle': value,
    if (status case final value?) 'status': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PaywallPatchStatus(String wire) implements String {
  static const draft = PaywallPatchStatus('draft');
  static const active = PaywallPatchStatus('active');
  static const archived = PaywallPatchStatus('archived');
  static const values = [draft, active, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const PaywallStatus(String wire) implements String {
  static const draft = PaywallStatus('draft');
  static const active = PaywallStatus('active');
  static const archived = PaywallStatus('archived');
  static const values = [draft, active, archived];
}

/// A published version that the user has not accepted yet
final class PendingReconsent {
  const PendingReconsent({
    required this.documentId,
    required this.publishedVersion,
    required this.docKind,
    required this.title,
    required this.publicUrl,
    this.more = const {},
  });

  factory PendingReconsent.fromJson(JsonObject json) => PendingReconsent(
    documentId: readField(json, 'document_id', asType<Uuid>),
    publishedVersion: readField(json, 'published_version', asType<String>),
    docKind: readField(json, 'doc_kind', asType<DocKind>),
    title: readField(json, 'title', asType<String>),
    publicUrl: readField(json, 'public_url', asType<String>),
    more: othersOf(json, const {'document_id', 'published_version', 'doc_kind', 'title', 'public_url'}),
  );

  /// The document to accept
  final Uuid documentId;

  /// The version to accept, as a string
  final String publishedVersion;

  final DocKind docKind;

  /// Title of the published version
  final String title;

  /// Where a person can read it
  final String publicUrl;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'document_id': documentId,
    'published_version': publishedVersion,
    'doc_kind': docKind,
    'title': title,
    'public_url': publicUrl,
  };
}

/// Something that uses what was to go
final class PlaceOfUse {
  const PlaceOfUse({
    required this.kind,
    required this.id,
    required this.title,
    required this.field,
    this.more = const {},
  });

  factory PlaceOfUse.fromJson(JsonObject json) => PlaceOfUse(
    kind: readField(json, 'kind', asType<String>),
    id: readField(json, 'id', asType<String>),
    title: readField(json, 'title', asType<String>),
    field: readField(json, 'field', asType<String>),
    more: othersOf(json, const {'kind', 'id', 'title', 'field'}),
  );

  /// Kind of the place
  final String kind;

  /// Its id
  final String id;

  /// Its title
  final String title;

  /// The field that names it
  final String field;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'kind': kind,
    'id': id,
    'title': title,
    'field': field,
  };
}

final class Plan {
  const Plan({
    required this.id,
    required this.code,
    required this.name,
    required this.billingType,
    required this.durationDays,
    required this.isLifetime,
    required this.status,
    required this.entitlementCodes,
    required this.prices,
    this.more = const {},
  });

  factory Plan.fromJson(JsonObject json) => Plan(
    id: readField(json, 'id', asType<Uuid>),
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    billingType: readField(json, 'billing_type', asType<PlanBillingType>),
    durationDays: readField(json, 'duration_days', orNull(asInt)),
    isLifetime: readField(json, 'is_lifetime', asType<bool>),
    status: readField(json, 'status', asType<PlanStatus>),
    entitlementCodes: readField(json, 'entitlement_codes', listOf(asType<String>)),
    prices: readField(json, 'prices', listOf(objectOf(PlanPrice.fromJson))),
    more: othersOf(json, const {'id', 'code', 'name', 'billing_type', 'duration_days', 'is_lifetime', 'status', 'entitlement_codes', 'prices'}),
  );

  /// Id
  final Uuid id;

  /// Stable code
  final String code;

  /// Shown on the paywall
  final String name;

  /// How the plan is charged
  final PlanBillingType billingType;

  /// Length of a term; null without an end
  final int? durationDays;

  /// True means no expiry
  final bool isLifetime;

  /// `active` plans appear on paywalls
  final PlanStatus status;

  /// Granted on purchase
  final List<String> entitlementCodes;

  /// Prices, active first
  final List<PlanPrice> prices;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'code': code,
    'name': name,
    'billing_type': billingType,
    'duration_days': durationDays,
    'is_lifetime': isLifetime,
    'status': status,
    'entitlement_codes': entitlementCodes,
    'prices': [for (final item in prices) item.toJson()],
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PlanBillingType(String wire) implements String {
  static const oneTime = PlanBillingType('one_time');
  static const recurring = PlanBillingType('recurring');
  static const lifetime = PlanBillingType('lifetime');
  static const free = PlanBillingType('free');
  static const values = [oneTime, recurring, lifetime, free];
}

final class PlanCreate {
  const PlanCreate({
    required this.code,
    required this.name,
    required this.billingType,
    this.durationDays,
    this.status,
    this.entitlementCodes,
    this.more = const {},
  });

  factory PlanCreate.fromJson(JsonObject json) => PlanCreate(
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    billingType: readField(json, 'billing_type', asType<PlanCreateBillingType>),
    durationDays: readField(json, 'duration_days', orNull(asInt)),
    status: readField(json, 'status', asType<PlanCreateStatus?>),
    entitlementCodes: readField(json, 'entitlement_codes', orNull(listOf(asType<String>))),
    more: othersOf(json, const {'code', 'name', 'billing_type', 'duration_days', 'status', 'entitlement_codes'}),
  );

  /// Stable code; never changes
  final String code;

  /// Shown on the paywall
  final String name;

  /// `one_time` and `recurring` are timed, `lifetime` and `free` have no term
  final PlanCreateBillingType billingType;

  /// Required for timed plans
  final int? durationDays;

  /// Whether it may be sold at once
  final PlanCreateStatus? status;

  /// Granted on purchase
  final List<String>? entitlementCodes;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'name': name,
    'billing_type': billingType,
    if (durationDays case final value?) 'duration_days': value,
    if (status case final value?) 'status': value,
    if (entitlementCodes case final value?) 'entitlement_codes': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PlanCreateBillingType(String wire) implements String {
  static const oneTime = PlanCreateBillingType('one_time');
  static const recurring = PlanCreateBillingType('recurring');
  static const lifetime = PlanCreateBillingType('lifetime');
  static const free = PlanCreateBillingType('free');
  static const values = [oneTime, recurring, lifetime, free];
}

/// A later version of the platform may send values that are not among [values].
extension type const PlanCreateStatus(String wire) implements String {
  static const draft = PlanCreateStatus('draft');
  static const active = PlanCreateStatus('active');
  static const values = [draft, active];
}

final class PlanEntitlements {
  const PlanEntitlements({
    required this.codes,
    this.more = const {},
  });

  factory PlanEntitlements.fromJson(JsonObject json) => PlanEntitlements(
    codes: readField(json, 'codes', listOf(asType<String>)),
    more: othersOf(json, const {'codes'}),
  );

  /// Entitlement codes
  final List<String> codes;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'codes': codes,
  };
}

final class PlanPatch {
  const PlanPatch({
    this.name,
    this.status,
    this.more = const {},
  });

  factory PlanPatch.fromJson(JsonObject json) => PlanPatch(
    name: readField(json, 'name', asType<String?>),
    status: readField(json, 'status', asType<PlanPatchStatus?>),
    more: othersOf(json, const {'name', 'status'}),
  );

  /// Shown on the paywall
  final String? name;

  /// Only `active` plans are sold
  final PlanPatchStatus? status;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (name case final value?) 'name': value,
    if (status case final value?) 'status': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PlanPatchStatus(String wire) implements String {
  static const draft = PlanPatchStatus('draft');
  static const active = PlanPatchStatus('active');
  static const archived = PlanPatchStatus('archived');
  static const values = [draft, active, archived];
}

final class PlanPrice {
  const PlanPrice({
    required this.id,
    required this.amount,
    required this.currency,
    required this.discountPercent,
    required this.paymentProvider,
    required this.isActive,
    required this.compareAtAmount,
    required this.hasDiscount,
    required this.display,
    required this.isFree,
    required this.requiresPurchase,
    required this.worksOffline,
    this.more = const {},
  });

  factory PlanPrice.fromJson(JsonObject json) => PlanPrice(
    id: readField(json, 'id', asType<Uuid>),
    amount: readField(json, 'amount', asType<num>),
    currency: readField(json, 'currency', asType<String>),
    discountPercent: readField(json, 'discount_percent', asInt),
    paymentProvider: readField(json, 'payment_provider', asType<PlanPricePaymentProvider>),
    isActive: readField(json, 'is_active', asType<bool>),
    compareAtAmount: readField(json, 'compare_at_amount', asType<num?>),
    hasDiscount: readField(json, 'has_discount', asType<bool>),
    display: readField(json, 'display', objectOf(PlanPriceDisplay.fromJson)),
    isFree: readField(json, 'is_free', asType<bool>),
    requiresPurchase: readField(json, 'requires_purchase', asType<bool>),
    worksOffline: readField(json, 'works_offline', asType<bool>),
    more: othersOf(json, const {'id', 'amount', 'currency', 'discount_percent', 'payment_provider', 'is_active', 'compare_at_amount', 'has_discount', 'display', 'is_free', 'requires_purchase', 'works_offline'}),
  );

  /// Used as `plan_price_id`
  final Uuid id;

  /// What is charged; 0 for free
  final num amount;

  /// ISO 4217
  final String currency;

  /// Cosmetic only: the charge is always `amount`
  final int discountPercent;

  /// Payment provider that collects the amount
  final PlanPricePaymentProvider paymentProvider;

  /// Listed and purchasable
  final bool isActive;

  /// Strike-through value derived from the discount
  final num? compareAtAmount;

  /// Whether to show the strike-through value
  final bool hasDiscount;

  /// Texts for a client that formats nothing itself
  final PlanPriceDisplay display;

  /// Costs nothing
  final bool isFree;

  /// Has to be paid for
  final bool requiresPurchase;

  /// The free tier never needs the network
  final bool worksOffline;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'amount': amount,
    'currency': currency,
    'discount_percent': discountPercent,
    'payment_provider': paymentProvider,
    'is_active': isActive,
    'compare_at_amount': compareAtAmount,
    'has_discount': hasDiscount,
    'display': display.toJson(),
    'is_free': isFree,
    'requires_purchase': requiresPurchase,
    'works_offline': worksOffline,
  };
}

final class PlanPriceCreate {
  const PlanPriceCreate({
    required this.amount,
    required this.currency,
    this.discountPercent,
    this.paymentProvider,
    this.isActive,
    this.more = const {},
  });

  factory PlanPriceCreate.fromJson(JsonObject json) => PlanPriceCreate(
    amount: readField(json, 'amount', asType<num>),
    currency: readField(json, 'currency', asType<String>),
    discountPercent: readField(json, 'discount_percent', orNull(asInt)),
    paymentProvider: readField(json, 'payment_provider', asType<PlanPriceCreatePaymentProvider?>),
    isActive: readField(json, 'is_active', asType<bool?>),
    more: othersOf(json, const {'amount', 'currency', 'discount_percent', 'payment_provider', 'is_active'}),
  );

  /// What is charged, from 1 to 350000; 0 is free, whatever the plan is
  final num amount;

  /// ISO 4217; RUB for an amount that is charged
  final String currency;

  /// Cosmetic only
  final int? discountPercent;

  /// Follows from the amount: `free` exactly when it is 0
  final PlanPriceCreatePaymentProvider? paymentProvider;

  /// Listed and purchasable
  final bool? isActive;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'amount': amount,
    'currency': currency,
    if (discountPercent case final value?) 'discount_percent': value,
    if (paymentProvider case final value?) 'payment_provider': value,
    if (isActive case final value?) 'is_active': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PlanPriceCreatePaymentProvider(String wire) implements String {
  static const yookassa = PlanPriceCreatePaymentProvider('yookassa');
  static const free = PlanPriceCreatePaymentProvider('free');
  static const values = [yookassa, free];
}

final class PlanPriceDisplay {
  const PlanPriceDisplay({
    required this.amount,
    required this.compareAtAmount,
    required this.discount,
    this.more = const {},
  });

  factory PlanPriceDisplay.fromJson(JsonObject json) => PlanPriceDisplay(
    amount: readField(json, 'amount', asType<String>),
    compareAtAmount: readField(json, 'compare_at_amount', asType<String?>),
    discount: readField(json, 'discount', asType<String?>),
    more: othersOf(json, const {'amount', 'compare_at_amount', 'discount'}),
  );

  /// Formatted amount
  final String amount;

  /// Formatted strike-through value
  final String? compareAtAmount;

  /// For example −30 %
  final String? discount;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'amount': amount,
    'compare_at_amount': compareAtAmount,
    'discount': discount,
  };
}

final class PlanPricePatch {
  const PlanPricePatch({
    this.isActive,
    this.discountPercent,
    this.more = const {},
  });

  factory PlanPricePatch.fromJson(JsonObject json) => PlanPricePatch(
    isActive: readField(json, 'is_active', asType<bool?>),
    discountPercent: readField(json, 'discount_percent', orNull(asInt)),
    more: othersOf(json, const {'is_active', 'discount_percent'}),
  );

  /// Listed and purchasable
  final bool? isActive;

  /// Cosmetic only
  final int? discountPercent;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (isActive case final value?) 'is_active': value,
    if (discountPercent case final value?) 'discount_percent': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PlanPricePaymentProvider(String wire) implements String {
  static const yookassa = PlanPricePaymentProvider('yookassa');
  static const free = PlanPricePaymentProvider('free');
  static const values = [yookassa, free];
}

/// A later version of the platform may send values that are not among [values].
extension type const PlanStatus(String wire) implements String {
  static const draft = PlanStatus('draft');
  static const active = PlanStatus('active');
  static const archived = PlanStatus('archived');
  static const values = [draft, active, archived];
}

final class PopularArticle {
  const PopularArticle({
    required this.slug,
    required this.locale,
    required this.title,
    required this.excerpt,
    required this.url,
    required this.position,
    required this.updatedAt,
    required this.viewCount,
    this.more = const {},
  });

  factory PopularArticle.fromJson(JsonObject json) => PopularArticle(
    slug: readField(json, 'slug', asType<String>),
    locale: readField(json, 'locale', asType<String>),
    title: readField(json, 'title', asType<String>),
    excerpt: readField(json, 'excerpt', asType<String?>),
    url: readField(json, 'url', asType<String?>),
    position: readField(json, 'position', asInt),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    viewCount: readField(json, 'view_count', asInt),
    more: othersOf(json, const {'slug', 'locale', 'title', 'excerpt', 'url', 'position', 'updated_at', 'view_count'}),
  );

  /// Part of its address
  final String slug;

  /// Language
  final String locale;

  /// Title
  final String title;

  /// A few sentences
  final String? excerpt;

  /// Its address
  final String? url;

  /// Order among the folders and articles beside it, smallest first; articles win ties
  final int position;

  /// Last change that readers see
  final Timestamp updatedAt;

  /// Visitors of a day, summed up over 90 days
  final int viewCount;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'slug': slug,
    'locale': locale,
    'title': title,
    'excerpt': excerpt,
    'url': url,
    'position': position,
    'updated_at': updatedAt,
    'view_count': viewCount,
  };
}

/// A blog post as its authors see it
final class Post {
  const Post({
    required this.id,
    required this.status,
    required this.lockVersion,
    required this.revision,
    required this.publishedRevision,
    required this.scheduledRevision,
    required this.scheduledAt,
    required this.unpublishAt,
    required this.scheduleError,
    required this.translationOf,
    required this.url,
    required this.createdAt,
    required this.updatedAt,
    required this.updatedBy,
    required this.slug,
    required this.locale,
    required this.title,
    required this.excerpt,
    required this.coverAssetId,
    required this.coverUrl,
    required this.coverAlt,
    required this.metaTitle,
    required this.metaDescription,
    required this.canonicalUrl,
    required this.noindex,
    required this.relatedIds,
    required this.publishedAt,
    required this.categoryId,
    required this.tags,
    required this.authorId,
    required this.isFeatured,
    required this.body,
    this.more = const {},
  });

  factory Post.fromJson(JsonObject json) => Post(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<PostEntryStatus>),
    lockVersion: readField(json, 'lock_version', asInt),
    revision: readField(json, 'revision', asInt),
    publishedRevision: readField(json, 'published_revision', orNull(asInt)),
    scheduledRevision: readField(json, 'scheduled_revision', orNull(asInt)),
    scheduledAt: readField(json, 'scheduled_at', asType<Timestamp?>),
    unpublishAt: readField(json, 'unpublish_at', asType<Timestamp?>),
    scheduleError: readField(json, 'schedule_error', asType<String?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    updatedBy: readField(json, 'updated_by', asType<String?>),
    slug: readField(json, 'slug', asType<Slug>),
    locale: readField(json, 'locale', asType<Locale>),
    title: readField(json, 'title', asType<String>),
    excerpt: readField(json, 'excerpt', asType<String?>),
    coverAssetId: readField(json, 'cover_asset_id', asType<Uuid?>),
    coverUrl: readField(json, 'cover_url', asType<String?>),
    coverAlt: readField(json, 'cover_alt', asType<String?>),
    metaTitle: readField(json, 'meta_title', asType<String?>),
    metaDescription: readField(json, 'meta_description', asType<String?>),
    canonicalUrl: readField(json, 'canonical_url', asType<String?>),
    noindex: readField(json, 'noindex', asType<bool>),
    relatedIds: readField(json, 'related_ids', listOf(asType<Uuid>)),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    categoryId: readField(json, 'category_id', asType<Uuid?>),
    tags: readField(json, 'tags', listOf(asType<String>)),
    authorId: readField(json, 'author_id', asType<Uuid?>),
    isFeatured: readField(json, 'is_featured', asType<bool>),
    body: readField(json, 'body', asType<String>),
    more: othersOf(json, const {'id', 'status', 'lock_version', 'revision', 'published_revision', 'scheduled_revision', 'scheduled_at', 'unpublish_at', 'schedule_error', 'translation_of', 'url', 'created_at', 'updated_at', 'updated_by', 'slug', 'locale', 'title', 'excerpt', 'cover_asset_id', 'cover_url', 'cover_alt', 'meta_title', 'meta_description', 'canonical_url', 'noindex', 'related_ids', 'published_at', 'category_id', 'tags', 'author_id', 'is_featured', 'body'}),
  );

  /// Id
  final Uuid id;

  /// State of the item
  final PostEntryStatus status;

  /// Counts the changes; send it as `If-Match: "<lock_version>"`
  final int lockVersion;

  /// Number of the newest revision, which is the draft
  final int revision;

  /// Number of the revision that readers see
  final int? publishedRevision;

  /// Number of the revision that the schedule will publish
  final int? scheduledRevision;

  /// When the schedule publishes it
  final Timestamp? scheduledAt;

  /// When it is taken from readers
  final Timestamp? unpublishAt;

  /// Why the schedule could not publish it; it tries again
  final String? scheduleError;

  /// The first item of its group of translations; null for the first one
  final Uuid? translationOf;

  /// Its address on the site; null without one
  final String? url;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// E-mail of the administrator who changed it last
  final String? updatedBy;

  /// Part of the address; made from the title when absent at creation
  final Slug slug;

  /// Language; one of the site. It never changes
  final Locale locale;

  /// Title
  final String title;

  /// A few sentences for lists
  final String? excerpt;

  /// An uploaded image
  final Uuid? coverAssetId;

  /// An image elsewhere; an uploaded one wins
  final String? coverUrl;

  /// Text instead of the cover
  final String? coverAlt;

  /// Title for search engines; the title when empty
  final String? metaTitle;

  /// Description for search engines; the excerpt when empty
  final String? metaDescription;

  /// The address that search engines shall keep instead
  final String? canonicalUrl;

  /// Search engines shall not keep it
  final bool noindex;

  /// Items of the same kind to read next; those that share tags when empty
  final List<Uuid> relatedIds;

  /// The moment that readers see; that of the first publication when null
  final Timestamp? publishedAt;

  /// Category
  final Uuid? categoryId;

  /// Tags
  final List<String> tags;

  /// Author
  final Uuid? authorId;

  /// Shown first by sites that do so
  final bool isFeatured;

  /// Markdown
  final String body;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'lock_version': lockVersion,
    'revision': revision,
    'published_revision': publishedRevision,
    'scheduled_revision': scheduledRevision,
    'scheduled_at': scheduledAt,
    'unpublish_at': unpublishAt,
    'schedule_error': scheduleError,
    'translation_of': translationOf,
    'url': url,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'updated_by': updatedBy,
    'slug': slug,
    'locale': locale,
    'title': title,
    'excerpt': excerpt,
    'cover_asset_id': coverAssetId,
    'cover_url': coverUrl,
    'cover_alt': coverAlt,
    'meta_title': metaTitle,
    'meta_description': metaDescription,
    'canonical_url': canonicalUrl,
    'noindex': noindex,
    'related_ids': relatedIds,
    'published_at': publishedAt,
    'category_id': categoryId,
    'tags': tags,
    'author_id': authorId,
    'is_featured': isFeatured,
    'body': body,
  };
}

final class PostCreate {
  const PostCreate({
    this.slug,
    this.locale,
    this.translationOf,
    required this.title,
    this.excerpt,
    this.body,
    this.coverAssetId,
    this.coverUrl,
    this.coverAlt,
    this.metaTitle,
    this.metaDescription,
    this.canonicalUrl,
    this.noindex,
    this.relatedIds,
    this.publishedAt,
    this.categoryId,
    this.tags,
    this.authorId,
    this.isFeatured,
    this.more = const {},
  });

  factory PostCreate.fromJson(JsonObject json) => PostCreate(
    slug: readField(json, 'slug', asType<Slug?>),
    locale: readField(json, 'locale', asType<Locale?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    title: readField(json, 'title', asType<String>),
    excerpt: readField(json, 'excerpt', asType<String?>),
    body: readField(json, 'body', asType<String?>),
    coverAssetId: readField(json, 'cover_asset_id', asType<Uuid?>),
    coverUrl: readField(json, 'cover_url', asType<String?>),
    coverAlt: readField(json, 'cover_alt', asType<String?>),
    metaTitle: readField(json, 'meta_title', asType<String?>),
    metaDescription: readField(json, 'meta_description', asType<String?>),
    canonicalUrl: readField(json, 'canonical_url', asType<String?>),
    noindex: readField(json, 'noindex', asType<bool?>),
    relatedIds: readField(json, 'related_ids', orNull(listOf(asType<Uuid>))),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    categoryId: readField(json, 'category_id', asType<Uuid?>),
    tags: readField(json, 'tags', orNull(listOf(asType<String>))),
    authorId: readField(json, 'author_id', asType<Uuid?>),
    isFeatured: readField(json, 'is_featured', asType<bool?>),
    more: othersOf(json, const {'slug', 'locale', 'translation_of', 'title', 'excerpt', 'body', 'cover_asset_id', 'cover_url', 'cover_alt', 'meta_title', 'meta_description', 'canonical_url', 'noindex', 'related_ids', 'published_at', 'category_id', 'tags', 'author_id', 'is_featured'}),
  );

  /// Part of the address; made from the title when absent at creation
  final Slug? slug;

  /// Language; the default one of the site when absent
  final Locale? locale;

  /// The item that this one translates, of the same kind
  final Uuid? translationOf;

  /// Title
  final String title;

  /// A few sentences for lists
  final String? excerpt;

  /// Markdown
  final String? body;

  /// An uploaded image
  final Uuid? coverAssetId;

  /// An image elsewhere; an uploaded one wins
  final String? coverUrl;

  /// Text instead of the cover
  final String? coverAlt;

  /// Title for search engines; the title when empty
  final String? metaTitle;

  /// Description for search engines; the excerpt when empty
  final String? metaDescription;

  /// The address that search engines shall keep instead
  final String? canonicalUrl;

  /// Search engines shall not keep it
  final bool? noindex;

  /// Items of the same kind to read next; those that share tags when empty
  final List<Uuid>? relatedIds;

  /// The moment that readers see; that of the first publication when null
  final Timestamp? publishedAt;

  /// Category
  final Uuid? categoryId;

  /// Tags
  final List<String>? tags;

  /// Author
  final Uuid? authorId;

  /// Shown first by sites that do so
  final bool? isFeatured;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (slug case final value?) 'slug': value,
    if (locale case final value?) 'locale': value,
    if (translationOf case final value?) 'translation_of': value,
    'title': title,
    if (excerpt case final value?) 'excerpt': value,
    if (body case final value?) 'body': value,
    if (coverAssetId case final value?) 'cover_asset_id': value,
    if (coverUrl case final value?) 'cover_url': value,
    if (coverAlt case final value?) 'cover_alt': value,
    if (metaTitle case final value?) 'meta_title': value,
    if (metaDescription case final value?) 'meta_description': value,
    if (canonicalUrl case final value?) 'canonical_url': value,
    if (noindex case final value?) 'noindex': value,
    if (relatedIds case final value?) 'related_ids': value,
    if (publishedAt case final value?) 'published_at': value,
    if (categoryId case final value?) 'category_id': value,
    if (tags case final value?) 'tags': value,
    if (authorId case final value?) 'author_id': value,
    if (isFeatured case final value?) 'is_featured': value,
  };
}

final class PostEntry {
  const PostEntry({
    required this.id,
    required this.status,
    required this.lockVersion,
    required this.revision,
    required this.publishedRevision,
    required this.scheduledRevision,
    required this.scheduledAt,
    required this.unpublishAt,
    required this.scheduleError,
    required this.translationOf,
    required this.url,
    required this.createdAt,
    required this.updatedAt,
    required this.updatedBy,
    required this.slug,
    required this.locale,
    required this.title,
    required this.excerpt,
    required this.coverAssetId,
    required this.coverUrl,
    required this.coverAlt,
    required this.metaTitle,
    required this.metaDescription,
    required this.canonicalUrl,
    required this.noindex,
    required this.relatedIds,
    required this.publishedAt,
    required this.categoryId,
    required this.tags,
    required this.authorId,
    required this.isFeatured,
    this.more = const {},
  });

  factory PostEntry.fromJson(JsonObject json) => PostEntry(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<PostEntryStatus>),
    lockVersion: readField(json, 'lock_version', asInt),
    revision: readField(json, 'revision', asInt),
    publishedRevision: readField(json, 'published_revision', orNull(asInt)),
    scheduledRevision: readField(json, 'scheduled_revision', orNull(asInt)),
    scheduledAt: readField(json, 'scheduled_at', asType<Timestamp?>),
    unpublishAt: readField(json, 'unpublish_at', asType<Timestamp?>),
    scheduleError: readField(json, 'schedule_error', asType<String?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    updatedBy: readField(json, 'updated_by', asType<String?>),
    slug: readField(json, 'slug', asType<Slug>),
    locale: readField(json, 'locale', asType<Locale>),
    title: readField(json, 'title', asType<String>),
    excerpt: readField(json, 'excerpt', asType<String?>),
    coverAssetId: readField(json, 'cover_asset_id', asType<Uuid?>),
    coverUrl: readField(json, 'cover_url', asType<String?>),
    coverAlt: readField(json, 'cover_alt', asType<String?>),
    metaTitle: readField(json, 'meta_title', asType<String?>),
    metaDescription: readField(json, 'meta_description', asType<String?>),
    canonicalUrl: readField(json, 'canonical_url', asType<String?>),
    noindex: readField(json, 'noindex', asType<bool>),
    relatedIds: readField(json, 'related_ids', listOf(asType<Uuid>)),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    categoryId: readField(json, 'category_id', asType<Uuid?>),
    tags: readField(json, 'tags', listOf(asType<String>)),
    authorId: readField(json, 'author_id', asType<Uuid?>),
    isFeatured: readField(json, 'is_featured', asType<bool>),
    more: othersOf(json, const {'id', 'status', 'lock_version', 'revision', 'published_revision', 'scheduled_revision', 'scheduled_at', 'unpublish_at', 'schedule_error', 'translation_of', 'url', 'created_at', 'updated_at', 'updated_by', 'slug', 'locale', 'title', 'excerpt', 'cover_asset_id', 'cover_url', 'cover_alt', 'meta_title', 'meta_description', 'canonical_url', 'noindex', 'related_ids', 'published_at', 'category_id', 'tags', 'author_id', 'is_featured'}),
  );

  /// Id
  final Uuid id;

  /// State of the item
  final PostEntryStatus status;

  /// Counts the changes; send it as `If-Match: "<lock_version>"`
  final int lockVersion;

  /// Number of the newest revision, which is the draft
  final int revision;

  /// Number of the revision that readers see
  final int? publishedRevision;

  /// Number of the revision that the schedule will publish
  final int? scheduledRevision;

  /// When the schedule publishes it
  final Timestamp? scheduledAt;

  /// When it is taken from readers
  final Timestamp? unpublishAt;

  /// Why the schedule could not publish it; it tries again
  final String? scheduleError;

  /// The first item of its group of translations; null for the first one
  final Uuid? translationOf;

  /// Its address on the site; null without one
  final String? url;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// E-mail of the administrator who changed it last
  final String? updatedBy;

  /// Part of the address; made from the title when absent at creation
  final Slug slug;

  /// Language; one of the site. It never changes
  final Locale locale;

  /// Title
  final String title;

  /// A few sentences for lists
  final String? excerpt;

  /// An uploaded image
  final Uuid? coverAssetId;

  /// An image elsewhere; an uploaded one wins
  final String? coverUrl;

  /// Text instead of the cover
  final String? coverAlt;

  /// Title for search engines; the title when empty
  final String? metaTitle;

  /// Description for search engines; the excerpt when empty
  final String? metaDescription;

  /// The address that search engines shall keep instead
  final String? canonicalUrl;

  /// Search engines shall not keep it
  final bool noindex;

  /// Items of the same kind to read next; those that share tags when empty
  final List<Uuid> relatedIds;

  /// The moment that readers see; that of the first publication when null
  final Timestamp? publishedAt;

  /// Category
  final Uuid? categoryId;

  /// Tags
  final List<String> tags;

  /// Author
  final Uuid? authorId;

  /// Shown first by sites that do so
  final bool isFeatured;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'lock_version': lockVersion,
    'revision': revision,
    'published_revision': publishedRevision,
    'scheduled_revision': scheduledRevision,
    'scheduled_at': scheduledAt,
    'unpublish_at': unpublishAt,
    'schedule_error': scheduleError,
    'translation_of': translationOf,
    'url': url,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'updated_by': updatedBy,
    'slug': slug,
    'locale': locale,
    'title': title,
    'excerpt': excerpt,
    'cover_asset_id': coverAssetId,
    'cover_url': coverUrl,
    'cover_alt': coverAlt,
    'meta_title': metaTitle,
    'meta_description': metaDescription,
    'canonical_url': canonicalUrl,
    'noindex': noindex,
    'related_ids': relatedIds,
    'published_at': publishedAt,
    'category_id': categoryId,
    'tags': tags,
    'author_id': authorId,
    'is_featured': isFeatured,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PostEntryStatus(String wire) implements String {
  static const draft = PostEntryStatus('draft');
  static const scheduled = PostEntryStatus('scheduled');
  static const published = PostEntryStatus('published');
  static const archived = PostEntryStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

final class PostPatch {
  const PostPatch({
    this.slug,
    this.note,
    this.title,
    this.excerpt,
    this.body,
    this.coverAssetId,
    this.coverUrl,
    this.coverAlt,
    this.metaTitle,
    this.metaDescription,
    this.canonicalUrl,
    this.noindex,
    this.relatedIds,
    this.publishedAt,
    this.categoryId,
    this.tags,
    this.authorId,
    this.isFeatured,
    this.more = const {},
  });

  factory PostPatch.fromJson(JsonObject json) => PostPatch(
    slug: readField(json, 'slug', asType<Slug?>),
    note: readField(json, 'note', asType<String?>),
    title: readField(json, 'title', asType<String?>),
    excerpt: readField(json, 'excerpt', asType<String?>),
    body: readField(json, 'body', asType<String?>),
    coverAssetId: readField(json, 'cover_asset_id', asType<Uuid?>),
    coverUrl: readField(json, 'cover_url', asType<String?>),
    coverAlt: readField(json, 'cover_alt', asType<String?>),
    metaTitle: readField(json, 'meta_title', asType<String?>),
    metaDescription: readField(json, 'meta_description', asType<String?>),
    canonicalUrl: readField(json, 'canonical_url', asType<String?>),
    noindex: readField(json, 'noindex', asType<bool?>),
    relatedIds: readField(json, 'related_ids', orNull(listOf(asType<Uuid>))),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    categoryId: readField(json, 'category_id', asType<Uuid?>),
    tags: readField(json, 'tags', orNull(listOf(asType<String>))),
    authorId: readField(json, 'author_id', asType<Uuid?>),
    isFeatured: readField(json, 'is_featured', asType<bool?>),
    more: othersOf(json, const {'slug', 'note', 'title', 'excerpt', 'body', 'cover_asset_id', 'cover_url', 'cover_alt', 'meta_title', 'meta_description', 'canonical_url', 'noindex', 'related_ids', 'published_at', 'category_id', 'tags', 'author_id', 'is_featured'}),
  );

  /// Part of the address; made from the title when absent at creation
  final Slug? slug;

  /// What this revision is about
  final String? note;

  /// Title
  final String? title;

  /// A few sentences for lists
  final String? excerpt;

  /// Markdown
  final String? body;

  /// An uploaded image
  final Uuid? coverAssetId;

  /// An image elsewhere; an uploaded one wins
  final String? coverUrl;

  /// Text instead of the cover
  final String? coverAlt;

  /// Title for search engines; the title when empty
  final String? metaTitle;

  /// Description for search engines; the excerpt when empty
  final String? metaDescription;

  /// The address that search engines shall keep instead
  final String? canonicalUrl;

  /// Search engines shall not keep it
  final bool? noindex;

  /// Items of the same kind to read next; those that share tags when empty
  final List<Uuid>? relatedIds;

  /// The moment that readers see; that of the first publication when null
  final Timestamp? publishedAt;

  /// Category
  final Uuid? categoryId;

  /// Tags
  final List<String>? tags;

  /// Author
  final Uuid? authorId;

  /// Shown first by sites that do so
  final bool? isFeatured;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (slug case final value?) 'slug': value,
    if (note case final value?) 'note': value,
    if (title case final value?) 'title': value,
    if (excerpt case final value?) 'excerpt': value,
    if (body case final value?) 'body': value,
    if (coverAssetId case final value?) 'cover_asset_id': value,
    if (coverUrl case final value?) 'cover_url': value,
    if (coverAlt case final value?) 'cover_alt': value,
    if (metaTitle case final value?) 'meta_title': value,
    if (metaDescription case final value?) 'meta_description': value,
    if (canonicalUrl case final value?) 'canonical_url': value,
    if (noindex case final value?) 'noindex': value,
    if (relatedIds case final value?) 'related_ids': value,
    if (publishedAt case final value?) 'published_at': value,
    if (categoryId case final value?) 'category_id': value,
    if (tags case final value?) 'tags': value,
    if (authorId case final value?) 'author_id': value,
    if (isFeatured case final value?) 'is_featured': value,
  };
}

final class PreconditionFailedFields {
  const PreconditionFailedFields({
    this.version,
    this.updatedBy,
    this.more = const {},
  });

  factory PreconditionFailedFields.fromJson(JsonObject json) => PreconditionFailedFields(
    version: readField(json, 'version', orNull(asInt)),
    updatedBy: readField(json, 'updated_by', asType<String?>),
    more: othersOf(json, const {'version', 'updated_by'}),
  );

  /// The present version; null where there is none
  final int? version;

  /// The author of the present version, where it is known
  final String? updatedBy;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (version case final value?) 'version': value,
    if (updatedBy case final value?) 'updated_by': value,
  };
}

final class PreviewToken {
  const PreviewToken({
    required this.token,
    required this.previewUrl,
    required this.expiresAt,
    this.more = const {},
  });

  factory PreviewToken.fromJson(JsonObject json) => PreviewToken(
    token: readField(json, 'token', asType<String>),
    previewUrl: readField(json, 'preview_url', asType<String?>),
    expiresAt: readField(json, 'expires_at', asType<Timestamp>),
    more: othersOf(json, const {'token', 'preview_url', 'expires_at'}),
  );

  /// Shown once; it opens this item as `?preview=`
  final String token;

  /// The address of the item with the token; null without a `website_url`
  final String? previewUrl;

  /// End of its life
  final Timestamp expiresAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'token': token,
    'preview_url': previewUrl,
    'expires_at': expiresAt,
  };
}

final class PreviewTokenCreate {
  const PreviewTokenCreate({
    this.ttlMinutes,
    this.revision,
    this.more = const {},
  });

  factory PreviewTokenCreate.fromJson(JsonObject json) => PreviewTokenCreate(
    ttlMinutes: readField(json, 'ttl_minutes', orNull(asInt)),
    revision: readField(json, 'revision', orNull(asInt)),
    more: othersOf(json, const {'ttl_minutes', 'revision'}),
  );

  /// Life in minutes
  final int? ttlMinutes;

  /// This revision; null for always the newest one
  final int? revision;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (ttlMinutes case final value?) 'ttl_minutes': value,
    if (revision case final value?) 'revision': value,
  };
}

final class ProfilePatch {
  const ProfilePatch({
    this.displayName,
    this.avatarUrl,
    this.timezone,
    this.more = const {},
  });

  factory ProfilePatch.fromJson(JsonObject json) => ProfilePatch(
    displayName: readField(json, 'display_name', asType<String?>),
    avatarUrl: readField(json, 'avatar_url', asType<String?>),
    timezone: readField(json, 'timezone', asType<String?>),
    more: othersOf(json, const {'display_name', 'avatar_url', 'timezone'}),
  );

  /// Name to show; null clears it
  final String? displayName;

  /// Picture to show; null clears it
  final String? avatarUrl;

  /// IANA time zone; null clears it
  final String? timezone;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (displayName case final value?) 'display_name': value,
    if (avatarUrl case final value?) 'avatar_url': value,
    if (timezone case final value?) 'timezone': value,
  };
}

final class PublicArticle {
  const PublicArticle({
    required this.slug,
    required this.locale,
    required this.status,
    required this.title,
    required this.url,
    required this.publishedAt,
    required this.updatedAt,
    required this.excerpt,
    required this.body,
    this.html,
    required this.coverUrl,
    required this.coverAssetPath,
    required this.coverAlt,
    required this.cover,
    required this.metaTitle,
    required this.metaDescription,
    required this.readingMinutes,
    required this.canonicalUrl,
    required this.noindex,
    required this.hasH1,
    required this.toc,
    required this.related,
    required this.alternates,
    required this.seo,
    required this.breadcrumbs,
    required this.previous,
    required this.next,
    this.more = const {},
  });

  factory PublicArticle.fromJson(JsonObject json) => PublicArticle(
    slug: readField(json, 'slug', asType<String>),
    locale: readField(json, 'locale', asType<String>),
    status: readField(json, 'status', asType<PublicArticleStatus>),
    title: readField(json, 'title', asType<String>),
    url: readField(json, 'url', asType<String?>),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    excerpt: readField(json, 'excerpt', asType<String?>),
    body: readField(json, 'body', asType<String>),
    html: readField(json, 'html', asType<String?>),
    coverUrl: readField(json, 'cover_url', asType<String?>),
    coverAssetPath: readField(json, 'cover_asset_path', asType<String?>),
    coverAlt: readField(json, 'cover_alt', asType<String?>),
    cover: readField(json, 'cover', orNull(objectOf(PublicImage.fromJson))),
    metaTitle: readField(json, 'meta_title', asType<String?>),
    metaDescription: readField(json, 'meta_description', asType<String?>),
    readingMinutes: readField(json, 'reading_minutes', asInt),
    canonicalUrl: readField(json, 'canonical_url', asType<String?>),
    noindex: readField(json, 'noindex', asType<bool>),
    hasH1: readField(json, 'has_h1', asType<bool>),
    toc: readField(json, 'toc', listOf(objectOf(TocEntry.fromJson))),
    related: readField(json, 'related', listOf(objectOf(TextLink.fromJson))),
    alternates: readField(json, 'alternates', listOf(objectOf(Alternate.fromJson))),
    seo: readField(json, 'seo', objectOf(SeoHead.fromJson)),
    breadcrumbs: readField(json, 'breadcrumbs', listOf(objectOf(Breadcrumb.fromJson))),
    previous: readField(json, 'previous', orNull(objectOf(TextLink.fromJson))),
    next: readField(json, 'next', orNull(objectOf(TextLink.fromJson))),
    more: othersOf(json, const {'slug', 'locale', 'status', 'title', 'url', 'published_at', 'updated_at', 'excerpt', 'body', 'html', 'cover_url', 'cover_asset_path', 'cover_alt', 'cover', 'meta_title', 'meta_description', 'reading_minutes', 'canonical_url', 'noindex', 'has_h1', 'toc', 'related', 'alternates', 'seo', 'breadcrumbs', 'previous', 'next'}),
  );

  /// Part of its address
  final String slug;

  /// Language
  final String locale;

  /// `published`, but in a preview
  final PublicArticleStatus status;

  /// Title
  final String title;

  /// Its address on the site
  final String? url;

  /// When it was published; null in the preview of one that was not
  final Timestamp? publishedAt;

  /// Last change that readers see
  final Timestamp updatedAt;

  /// A few sentences
  final String? excerpt;

  /// Markdown
  final String body;

  /// The text as HTML, safe to be put into a page
  final String? html;

  /// Address of the cover
  final String? coverUrl;

  /// Path of the cover here, `/assets/cms/…`
  final String? coverAssetPath;

  /// Text instead of the cover
  final String? coverAlt;

  /// The cover in its sizes
  final PublicImage? cover;

  /// Title for search engines
  final String? metaTitle;

  /// Description for search engines
  final String? metaDescription;

  /// At 200 words a minute, 1 at least
  final int readingMinutes;

  /// The address that search engines shall keep instead
  final String? canonicalUrl;

  /// Search engines shall not keep it
  final bool noindex;

  /// The text begins with a heading of its own
  final bool hasH1;

  /// Headings of the second to fourth level
  final List<TocEntry> toc;

  /// What to read next
  final List<TextLink> related;

  /// The same text in all languages, this one included
  final List<Alternate> alternates;

  /// What the head of its page needs
  final SeoHead seo;

  /// Folders from the top
  final List<Breadcrumb> breadcrumbs;

  /// The article before it in the tree
  final TextLink? previous;

  /// The article behind it in the tree
  final TextLink? next;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'slug': slug,
    'locale': locale,
    'status': status,
    'title': title,
    'url': url,
    'published_at': publishedAt,
    'updated_at': updatedAt,
    'excerpt': excerpt,
    'body': body,
    if (html case final value?) 'html': value,
    'cover_url': coverUrl,
    'cover_asset_path': coverAssetPath,
    'cover_alt': coverAlt,
    'cover': cover?.toJson(),
    'meta_title': metaTitle,
    'meta_description': metaDescription,
    'reading_minutes': readingMinutes,
    'canonical_url': canonicalUrl,
    'noindex': noindex,
    'has_h1': hasH1,
    'toc': [for (final item in toc) item.toJson()],
    'related': [for (final item in related) item.toJson()],
    'alternates': [for (final item in alternates) item.toJson()],
    'seo': seo.toJson(),
    'breadcrumbs': [for (final item in breadcrumbs) item.toJson()],
    'previous': previous?.toJson(),
    'next': next?.toJson(),
  };
}

final class PublicArticleEntry {
  const PublicArticleEntry({
    required this.slug,
    required this.locale,
    required this.status,
    required this.title,
    required this.url,
    required this.publishedAt,
    required this.updatedAt,
    required this.excerpt,
    this.body,
    this.html,
    required this.coverUrl,
    required this.coverAssetPath,
    required this.coverAlt,
    required this.cover,
    required this.metaTitle,
    required this.metaDescription,
    required this.readingMinutes,
    this.more = const {},
  });

  factory PublicArticleEntry.fromJson(JsonObject json) => PublicArticleEntry(
    slug: readField(json, 'slug', asType<String>),
    locale: readField(json, 'locale', asType<String>),
    status: readField(json, 'status', asType<PublicArticleEntryStatus>),
    title: readField(json, 'title', asType<String>),
    url: readField(json, 'url', asType<String?>),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    excerpt: readField(json, 'excerpt', asType<String?>),
    body: readField(json, 'body', asType<String?>),
    html: readField(json, 'html', asType<String?>),
    coverUrl: readField(json, 'cover_url', asType<String?>),
    coverAssetPath: readField(json, 'cover_asset_path', asType<String?>),
    coverAlt: readField(json, 'cover_alt', asType<String?>),
    cover: readField(json, 'cover', orNull(objectOf(PublicImage.fromJson))),
    metaTitle: readField(json, 'meta_title', asType<String?>),
    metaDescription: readField(json, 'meta_description', asType<String?>),
    readingMinutes: readField(json, 'reading_minutes', asInt),
    more: othersOf(json, const {'slug', 'locale', 'status', 'title', 'url', 'published_at', 'updated_at', 'excerpt', 'body', 'html', 'cover_url', 'cover_asset_path', 'cover_alt', 'cover', 'meta_title', 'meta_description', 'reading_minutes'}),
  );

  /// Part of its address
  final String slug;

  /// Language
  final String locale;

  /// `published`, but in a preview
  final PublicArticleEntryStatus status;

  /// Title
  final String title;

  /// Its address on the site
  final String? url;

  /// When it was published; null in the preview of one that was not
  final Timestamp? publishedAt;

  /// Last change that readers see
  final Timestamp updatedAt;

  /// A few sentences
  final String? excerpt;

  /// Markdown
  final String? body;

  /// The text as HTML, safe to be put into a page
  final String? html;

  /// Address of the cover
  final String? coverUrl;

  /// Path of the cover here, `/assets/cms/…`
  final String? coverAssetPath;

  /// Text instead of the cover
  final String? coverAlt;

  /// The cover in its sizes
  final PublicImage? cover;

  /// Title for search engines
  final String? metaTitle;

  /// Description for search engines
  final String? metaDescription;

  /// At 200 words a minute, 1 at least
  final int readingMinutes;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'slug': slug,
    'locale': locale,
    'status': status,
    'title': title,
    'url': url,
    'published_at': publishedAt,
    'updated_at': updatedAt,
    'excerpt': excerpt,
    if (body case final value?) 'body': value,
    if (html case final value?) 'html': value,
    'cover_url': coverUrl,
    'cover_asset_path': coverAssetPath,
    'cover_alt': coverAlt,
    'cover': cover?.toJson(),
    'meta_title': metaTitle,
    'meta_description': metaDescription,
    'reading_minutes': readingMinutes,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PublicArticleEntryStatus(String wire) implements String {
  static const draft = PublicArticleEntryStatus('draft');
  static const scheduled = PublicArticleEntryStatus('scheduled');
  static const published = PublicArticleEntryStatus('published');
  static const archived = PublicArticleEntryStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const PublicArticleStatus(String wire) implements String {
  static const draft = PublicArticleStatus('draft');
  static const scheduled = PublicArticleStatus('scheduled');
  static const published = PublicArticleStatus('published');
  static const archived = PublicArticleStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

final class PublicAuthor {
  const PublicAuthor({
    required this.name,
    required this.bio,
    required this.avatarUrl,
    required this.url,
    this.more = const {},
  });

  factory PublicAuthor.fromJson(JsonObject json) => PublicAuthor(
    name: readField(json, 'name', asType<String>),
    bio: readField(json, 'bio', asType<String?>),
    avatarUrl: readField(json, 'avatar_url', asType<String?>),
    url: readField(json, 'url', asType<String?>),
    more: othersOf(json, const {'name', 'bio', 'avatar_url', 'url'}),
  );

  /// Name
  final String name;

  /// A few sentences
  final String? bio;

  /// Picture
  final String? avatarUrl;

  /// Page of the author
  final String? url;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'name': name,
    'bio': bio,
    'avatar_url': avatarUrl,
    'url': url,
  };
}

final class PublicBanner {
  const PublicBanner({
    required this.id,
    required this.placement,
    required this.size,
    required this.width,
    required this.height,
    required this.html,
    required this.image,
    required this.linkUrl,
    required this.startsAt,
    required this.endsAt,
    required this.target,
    required this.frequency,
    required this.delaySeconds,
    required this.priority,
    required this.dismissible,
    required this.ad,
    this.more = const {},
  });

  factory PublicBanner.fromJson(JsonObject json) => PublicBanner(
    id: readField(json, 'id', asType<Uuid>),
    placement: readField(json, 'placement', asType<PublicBannerPlacement>),
    size: readField(json, 'size', asType<PublicBannerSize>),
    width: readField(json, 'width', orNull(asInt)),
    height: readField(json, 'height', orNull(asInt)),
    html: readField(json, 'html', asType<String?>),
    image: readField(json, 'image', orNull(objectOf(PublicImage.fromJson))),
    linkUrl: readField(json, 'link_url', asType<String?>),
    startsAt: readField(json, 'starts_at', asType<Timestamp?>),
    endsAt: readField(json, 'ends_at', asType<Timestamp?>),
    target: readField(json, 'target', objectOf(BannerTarget.fromJson)),
    frequency: readField(json, 'frequency', orNull(objectOf(BannerFrequency.fromJson))),
    delaySeconds: readField(json, 'delay_seconds', asInt),
    priority: readField(json, 'priority', asInt),
    dismissible: readField(json, 'dismissible', asType<bool>),
    ad: readField(json, 'ad', orNull(objectOf(PublicBannerAd.fromJson))),
    more: othersOf(json, const {'id', 'placement', 'size', 'width', 'height', 'html', 'image', 'link_url', 'starts_at', 'ends_at', 'target', 'frequency', 'delay_seconds', 'priority', 'dismissible', 'ad'}),
  );

  /// Id
  final Uuid id;

  /// How it is shown
  final PublicBannerPlacement placement;

  /// Size of the placement
  final PublicBannerSize size;

  /// Pixels; null for the whole width
  final int? width;

  /// Pixels; null for the whole height
  final int? height;

  /// What it shows, safe to be put into a page
  final String? html;

  /// An image instead of HTML
  final PublicImage? image;

  /// Where a click on the image goes
  final String? linkUrl;

  /// Not shown before
  final Timestamp? startsAt;

  /// Not shown from then on
  final Timestamp? endsAt;

  /// Audience
  final BannerTarget target;

  /// How often a visitor sees it: kept by the page
  final BannerFrequency? frequency;

  /// Wait before it is shown
  final int delaySeconds;

  /// The highest is first
  final int priority;

  /// A visitor may close it
  final bool dismissible;

  /// The mark that the law on advertising asks for
  final PublicBannerAd? ad;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'placement': placement,
    'size': size,
    'width': width,
    'height': height,
    'html': html,
    'image': image?.toJson(),
    'link_url': linkUrl,
    'starts_at': startsAt,
    'ends_at': endsAt,
    'target': target.toJson(),
    'frequency': frequency?.toJson(),
    'delay_seconds': delaySeconds,
    'priority': priority,
    'dismissible': dismissible,
    'ad': ad?.toJson(),
  };
}

final class PublicBannerAd {
  const PublicBannerAd({
    required this.label,
    required this.erid,
    required this.advertiser,
    this.more = const {},
  });

  factory PublicBannerAd.fromJson(JsonObject json) => PublicBannerAd(
    label: readField(json, 'label', asType<String>),
    erid: readField(json, 'erid', asType<String>),
    advertiser: readField(json, 'advertiser', objectOf(Advertiser.fromJson)),
    more: othersOf(json, const {'label', 'erid', 'advertiser'}),
  );

  /// Shown beside it
  final String label;

  /// Token of the advertising register
  final String erid;

  /// Payer of the advertising
  final Advertiser advertiser;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'label': label,
    'erid': erid,
    'advertiser': advertiser.toJson(),
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PublicBannerPlacement(String wire) implements String {
  static const modal = PublicBannerPlacement('modal');
  static const fullscreen = PublicBannerPlacement('fullscreen');
  static const inline = PublicBannerPlacement('inline');
  static const values = [modal, fullscreen, inline];
}

/// A later version of the platform may send values that are not among [values].
extension type const PublicBannerSize(String wire) implements String {
  static const small = PublicBannerSize('small');
  static const medium = PublicBannerSize('medium');
  static const large = PublicBannerSize('large');
  static const full = PublicBannerSize('full');
  static const leaderboard = PublicBannerSize('leaderboard');
  static const rectangle = PublicBannerSize('rectangle');
  static const billboard = PublicBannerSize('billboard');
  static const strip = PublicBannerSize('strip');
  static const custom = PublicBannerSize('custom');
  static const values = [small, medium, large, full, leaderboard, rectangle, billboard, strip, custom];
}

final class PublicCategory {
  const PublicCategory({
    required this.slug,
    required this.name,
    required this.description,
    required this.posts,
    this.more = const {},
  });

  factory PublicCategory.fromJson(JsonObject json) => PublicCategory(
    slug: readField(json, 'slug', asType<String>),
    name: readField(json, 'name', asType<String>),
    description: readField(json, 'description', asType<String?>),
    posts: readField(json, 'posts', asInt),
    more: othersOf(json, const {'slug', 'name', 'description', 'posts'}),
  );

  /// Slug
  final String slug;

  /// Name
  final String name;

  /// What belongs there
  final String? description;

  /// Published posts in it
  final int posts;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'slug': slug,
    'name': name,
    'description': description,
    'posts': posts,
  };
}

final class PublicChangelogEntry {
  const PublicChangelogEntry({
    required this.slug,
    required this.locale,
    required this.status,
    required this.title,
    required this.url,
    required this.publishedAt,
    required this.updatedAt,
    required this.version,
    required this.labels,
    required this.platforms,
    required this.body,
    this.html,
    required this.alternates,
    required this.seo,
    this.more = const {},
  });

  factory PublicChangelogEntry.fromJson(JsonObject json) => PublicChangelogEntry(
    slug: readField(json, 'slug', asType<String>),
    locale: readField(json, 'locale', asType<String>),
    status: readField(json, 'status', asType<PublicChangelogEntryHeadStatus>),
    title: readField(json, 'title', asType<String>),
    url: readField(json, 'url', asType<String?>),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    version: readField(json, 'version', asType<String?>),
    labels: readField(json, 'labels', listOf(asType<PublicChangelogEntryHeadLabelsItem>)),
    platforms: readField(json, 'platforms', listOf(asType<String>)),
    body: readField(json, 'body', asType<String>),
    html: readField(json, 'html', asType<String?>),
    alternates: readField(json, 'alternates', listOf(objectOf(Alternate.fromJson))),
    seo: readField(json, 'seo', objectOf(SeoHead.fromJson)),
    more: othersOf(json, const {'slug', 'locale', 'status', 'title', 'url', 'published_at', 'updated_at', 'version', 'labels', 'platforms', 'body', 'html', 'alternates', 'seo'}),
  );

  /// Part of its address
  final String slug;

  /// Language
  final String locale;

  /// `published`, but in a preview
  final PublicChangelogEntryHeadStatus status;

  /// Title
  final String title;

  /// Its address on the site
  final String? url;

  /// When it was published; null in the preview of one that was not
  final Timestamp? publishedAt;

  /// Last change that readers see
  final Timestamp updatedAt;

  /// Version that it is about
  final String? version;

  /// Kinds of changes
  final List<PublicChangelogEntryHeadLabelsItem> labels;

  /// Platforms that it is about; all when empty
  final List<String> platforms;

  /// Markdown
  final String body;

  /// The text as HTML, safe to be put into a page
  final String? html;

  /// The same entry in all languages, this one included
  final List<Alternate> alternates;

  /// What the head of its page needs
  final SeoHead seo;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'slug': slug,
    'locale': locale,
    'status': status,
    'title': title,
    'url': url,
    'published_at': publishedAt,
    'updated_at': updatedAt,
    'version': version,
    'labels': labels,
    'platforms': platforms,
    'body': body,
    if (html case final value?) 'html': value,
    'alternates': [for (final item in alternates) item.toJson()],
    'seo': seo.toJson(),
  };
}

final class PublicChangelogEntryHead {
  const PublicChangelogEntryHead({
    required this.slug,
    required this.locale,
    required this.status,
    required this.title,
    required this.url,
    required this.publishedAt,
    required this.updatedAt,
    required this.version,
    required this.labels,
    required this.platforms,
    required this.body,
    this.html,
    this.more = const {},
  });

  factory PublicChangelogEntryHead.fromJson(JsonObject json) => PublicChangelogEntryHead(
    slug: readField(json, 'slug', asType<String>),
    locale: readField(json, 'locale', asType<String>),
    status: readField(json, 'status', asType<PublicChangelogEntryHeadStatus>),
    title: readField(json, 'title', asType<String>),
    url: readField(json, 'url', asType<String?>),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    version: readField(json, 'version', asType<String?>),
    labels: readField(json, 'labels', listOf(asType<PublicChangelogEntryHeadLabelsItem>)),
    platforms: readField(json, 'platforms', listOf(asType<String>)),
    body: readField(json, 'body', asType<String>),
    html: readField(json, 'html', asType<String?>),
    more: othersOf(json, const {'slug', 'locale', 'status', 'title', 'url', 'published_at', 'updated_at', 'version', 'labels', 'platforms', 'body', 'html'}),
  );

  /// Part of its address
  final String slug;

  /// Language
  final String locale;

  /// `published`, but in a preview
  final PublicChangelogEntryHeadStatus status;

  /// Title
  final String title;

  /// Its address on the site
  final String? url;

  /// When it was published; null in the preview of one that was not
  final Timestamp? publishedAt;

  /// Last change that readers see
  final Timestamp updatedAt;

  /// Version that it is about
  final String? version;

  /// Kinds of changes
  final List<PublicChangelogEntryHeadLabelsItem> labels;

  /// Platforms that it is about; all when empty
  final List<String> platforms;

  /// Markdown
  final String body;

  /// The text as HTML, safe to be put into a page
  final String? html;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'slug': slug,
    'locale': locale,
    'status': status,
    'title': title,
    'url': url,
    'published_at': publishedAt,
    'updated_at': updatedAt,
    'version': version,
    'labels': labels,
    'platforms': platforms,
    'body': body,
    if (html case final value?) 'html': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PublicChangelogEntryHeadLabelsItem(String wire) implements String {
  static const added = PublicChangelogEntryHeadLabelsItem('added');
  static const changed = PublicChangelogEntryHeadLabelsItem('changed');
  static const fixed = PublicChangelogEntryHeadLabelsItem('fixed');
  static const removed = PublicChangelogEntryHeadLabelsItem('removed');
  static const security = PublicChangelogEntryHeadLabelsItem('security');
  static const values = [added, changed, fixed, removed, security];
}

/// A later version of the platform may send values that are not among [values].
extension type const PublicChangelogEntryHeadStatus(String wire) implements String {
  static const draft = PublicChangelogEntryHeadStatus('draft');
  static const scheduled = PublicChangelogEntryHeadStatus('scheduled');
  static const published = PublicChangelogEntryHeadStatus('published');
  static const archived = PublicChangelogEntryHeadStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

final class PublicDocument {
  const PublicDocument({
    required this.slug,
    required this.locale,
    required this.status,
    required this.title,
    required this.url,
    required this.publishedAt,
    required this.updatedAt,
    required this.docKind,
    required this.sourceType,
    required this.version,
    required this.description,
    required this.publicUrl,
    required this.body,
    this.html,
    required this.alternates,
    required this.seo,
    this.more = const {},
  });

  factory PublicDocument.fromJson(JsonObject json) => PublicDocument(
    slug: readField(json, 'slug', asType<String>),
    locale: readField(json, 'locale', asType<String>),
    status: readField(json, 'status', asType<PublicDocumentStatus>),
    title: readField(json, 'title', asType<String>),
    url: readField(json, 'url', asType<String?>),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    docKind: readField(json, 'doc_kind', asType<String>),
    sourceType: readField(json, 'source_type', asType<PublicDocumentSourceType>),
    version: readField(json, 'version', asType<String?>),
    description: readField(json, 'description', asType<String?>),
    publicUrl: readField(json, 'public_url', asType<String>),
    body: readField(json, 'body', asType<String?>),
    html: readField(json, 'html', asType<String?>),
    alternates: readField(json, 'alternates', listOf(objectOf(Alternate.fromJson))),
    seo: readField(json, 'seo', objectOf(SeoHead.fromJson)),
    more: othersOf(json, const {'slug', 'locale', 'status', 'title', 'url', 'published_at', 'updated_at', 'doc_kind', 'source_type', 'version', 'description', 'public_url', 'body', 'html', 'alternates', 'seo'}),
  );

  /// Part of its address
  final String slug;

  /// Language
  final String locale;

  /// `published`, but in a preview
  final PublicDocumentStatus status;

  /// Title
  final String title;

  /// Its address on the site
  final String? url;

  /// When it was published; null in the preview of one that was not
  final Timestamp? publishedAt;

  /// Last change that readers see
  final Timestamp updatedAt;

  /// What it is
  final String docKind;

  /// `file`, `url` or `text`
  final PublicDocumentSourceType sourceType;

  /// Version
  final String? version;

  /// What it is about
  final String? description;

  /// Opens it without a credential
  final String publicUrl;

  /// Markdown of a text
  final String? body;

  /// A text as HTML, safe to be put into a page
  final String? html;

  /// The same document in all languages, this one included
  final List<Alternate> alternates;

  /// What the head of its page needs
  final SeoHead seo;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'slug': slug,
    'locale': locale,
    'status': status,
    'title': title,
    'url': url,
    'published_at': publishedAt,
    'updated_at': updatedAt,
    'doc_kind': docKind,
    'source_type': sourceType,
    'version': version,
    'description': description,
    'public_url': publicUrl,
    'body': body,
    if (html case final value?) 'html': value,
    'alternates': [for (final item in alternates) item.toJson()],
    'seo': seo.toJson(),
  };
}

final class PublicDocumentEntry {
  const PublicDocumentEntry({
    required this.slug,
    required this.locale,
    required this.status,
    required this.title,
    required this.url,
    required this.publishedAt,
    required this.updatedAt,
    required this.docKind,
    required this.sourceType,
    required this.version,
    required this.description,
    required this.publicUrl,
    this.body,
    this.html,
    this.more = const {},
  });

  factory PublicDocumentEntry.fromJson(JsonObject json) => PublicDocumentEntry(
    slug: readField(json, 'slug', asType<String>),
    locale: readField(json, 'locale', asType<String>),
    status: readField(json, 'status', asType<PublicDocumentEntryStatus>),
    title: readField(json, 'title', asType<String>),
    url: readField(json, 'url', asType<String?>),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    docKind: readField(json, 'doc_kind', asType<String>),
    sourceType: readField(json, 'source_type', asType<PublicDocumentEntrySourceType>),
    version: readField(json, 'version', asType<String?>),
    description: readField(json, 'description', asType<String?>),
    publicUrl: readField(json, 'public_url', asType<String>),
    body: readField(json, 'body', asType<String?>),
    html: readField(json, 'html', asType<String?>),
    more: othersOf(json, const {'slug', 'locale', 'status', 'title', 'url', 'published_at', 'updated_at', 'doc_kind', 'source_type', 'version', 'description', 'public_url', 'body', 'html'}),
  );

  /// Part of its address
  final String slug;

  /// Language
  final String locale;

  /// `published`, but in a preview
  final PublicDocumentEntryStatus status;

  /// Title
  final String title;

  /// Its address on the site
  final String? url;

  /// When it was published; null in the preview of one that was not
  final Timestamp? publishedAt;

  /// Last change that readers see
  final Timestamp updatedAt;

  /// What it is
  final String docKind;

  /// `file`, `url` or `text`
  final PublicDocumentEntrySourceType sourceType;

  /// Version
  final String? version;

  /// What it is about
  final String? description;

  /// Opens it without a credential
  final String publicUrl;

  /// Markdown of a text
  final String? body;

  /// A text as HTML, safe to be put into a page
  final String? html;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'slug': slug,
    'locale': locale,
    'status': status,
    'title': title,
    'url': url,
    'published_at': publishedAt,
    'updated_at': updatedAt,
    'doc_kind': docKind,
    'source_type': sourceType,
    'version': version,
    'description': description,
    'public_url': publicUrl,
    if (body case final value?) 'body': value,
    if (html case final value?) 'html': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PublicDocumentEntrySourceType(String wire) implements String {
  static const file = PublicDocumentEntrySourceType('file');
  static const url = PublicDocumentEntrySourceType('url');
  static const text = PublicDocumentEntrySourceType('text');
  static const values = [file, url, text];
}

/// A later version of the platform may send values that are not among [values].
extension type const PublicDocumentEntryStatus(String wire) implements String {
  static const draft = PublicDocumentEntryStatus('draft');
  static const scheduled = PublicDocumentEntryStatus('scheduled');
  static const published = PublicDocumentEntryStatus('published');
  static const archived = PublicDocumentEntryStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const PublicDocumentSourceType(String wire) implements String {
  static const file = PublicDocumentSourceType('file');
  static const url = PublicDocumentSourceType('url');
  static const text = PublicDocumentSourceType('text');
  static const values = [file, url, text];
}

/// A later version of the platform may send values that are not among [values].
extension type const PublicDocumentStatus(String wire) implements String {
  static const draft = PublicDocumentStatus('draft');
  static const scheduled = PublicDocumentStatus('scheduled');
  static const published = PublicDocumentStatus('published');
  static const archived = PublicDocumentStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

final class PublicDownload {
  const PublicDownload({
    required this.platform,
    required this.channel,
    required this.arch,
    required this.version,
    required this.buildNumber,
    required this.url,
    required this.fileName,
    required this.sizeBytes,
    required this.sha256,
    required this.minOs,
    required this.releaseNotes,
    required this.changelogSlug,
    required this.publishedAt,
    this.more = const {},
  });

  factory PublicDownload.fromJson(JsonObject json) => PublicDownload(
    platform: readField(json, 'platform', asType<String>),
    channel: readField(json, 'channel', asType<String>),
    arch: readField(json, 'arch', asType<String?>),
    version: readField(json, 'version', asType<String>),
    buildNumber: readField(json, 'build_number', orNull(asInt)),
    url: readField(json, 'url', asType<String>),
    fileName: readField(json, 'file_name', asType<String?>),
    sizeBytes: readField(json, 'size_bytes', orNull(asInt)),
    sha256: readField(json, 'sha256', asType<String?>),
    minOs: readField(json, 'min_os', asType<String?>),
    releaseNotes: readField(json, 'release_notes', asType<String?>),
    changelogSlug: readField(json, 'changelog_slug', asType<String?>),
    publishedAt: readField(json, 'published_at', asType<Timestamp>),
    more: othersOf(json, const {'platform', 'channel', 'arch', 'version', 'build_number', 'url', 'file_name', 'size_bytes', 'sha256', 'min_os', 'release_notes', 'changelog_slug', 'published_at'}),
  );

  /// What it runs on
  final String platform;

  /// Release channel
  final String channel;

  /// Processor; null for any
  final String? arch;

  /// Semantic version
  final String version;

  /// Number of the build
  final int? buildNumber;

  /// Address of the file
  final String url;

  /// Name of an uploaded file
  final String? fileName;

  /// Size of an uploaded file
  final int? sizeBytes;

  /// SHA-256 of the file, hexadecimal
  final String? sha256;

  /// Oldest system that it runs on
  final String? minOs;

  /// Markdown
  final String? releaseNotes;

  /// The published changelog entry of this version
  final String? changelogSlug;

  /// When it was published
  final Timestamp publishedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'platform': platform,
    'channel': channel,
    'arch': arch,
    'version': version,
    'build_number': buildNumber,
    'url': url,
    'file_name': fileName,
    'size_bytes': sizeBytes,
    'sha256': sha256,
    'min_os': minOs,
    'release_notes': releaseNotes,
    'changelog_slug': changelogSlug,
    'published_at': publishedAt,
  };
}

final class PublicImage {
  const PublicImage({
    required this.url,
    required this.width,
    required this.height,
    required this.alt,
    required this.placeholder,
    required this.variants,
    this.more = const {},
  });

  factory PublicImage.fromJson(JsonObject json) => PublicImage(
    url: readField(json, 'url', asType<String>),
    width: readField(json, 'width', orNull(asInt)),
    height: readField(json, 'height', orNull(asInt)),
    alt: readField(json, 'alt', asType<String?>),
    placeholder: readField(json, 'placeholder', asType<String?>),
    variants: readField(json, 'variants', listOf(objectOf(PublicImageVariantsItem.fromJson))),
    more: othersOf(json, const {'url', 'width', 'height', 'alt', 'placeholder', 'variants'}),
  );

  /// The image as it was uploaded
  final String url;

  /// Pixels
  final int? width;

  /// Pixels
  final int? height;

  /// Text instead of the image
  final String? alt;

  /// A tiny image as a data address, shown while the image loads
  final String? placeholder;

  /// Smaller ones, for `srcset`
  final List<PublicImageVariantsItem> variants;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'url': url,
    'width': width,
    'height': height,
    'alt': alt,
    'placeholder': placeholder,
    'variants': [for (final item in variants) item.toJson()],
  };
}

final class PublicImageVariantsItem {
  const PublicImageVariantsItem({
    required this.url,
    required this.width,
    required this.height,
    this.more = const {},
  });

  factory PublicImageVariantsItem.fromJson(JsonObject json) => PublicImageVariantsItem(
    url: readField(json, 'url', asType<String>),
    width: readField(json, 'width', asInt),
    height: readField(json, 'height', asInt),
    more: othersOf(json, const {'url', 'width', 'height'}),
  );

  /// WebP
  final String url;

  /// Pixels
  final int width;

  /// Pixels
  final int height;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'url': url,
    'width': width,
    'height': height,
  };
}

final class PublicKey {
  const PublicKey({
    required this.key,
    required this.createdAt,
    required this.validUntil,
    this.more = const {},
  });

  factory PublicKey.fromJson(JsonObject json) => PublicKey(
    key: readField(json, 'key', asType<String>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    validUntil: readField(json, 'valid_until', asType<Timestamp?>),
    more: othersOf(json, const {'key', 'created_at', 'valid_until'}),
  );

  /// `svc_pub_…`; it is in every client binary and can be read again
  final String key;

  /// When it was made
  final Timestamp createdAt;

  /// End of the grace period after a rotation; null for the current key
  final Timestamp? validUntil;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'key': key,
    'created_at': createdAt,
    'valid_until': validUntil,
  };
}

final class PublicKeys {
  const PublicKeys({
    required this.publicKeys,
    this.more = const {},
  });

  factory PublicKeys.fromJson(JsonObject json) => PublicKeys(
    publicKeys: readField(json, 'public_keys', listOf(objectOf(PublicKey.fromJson))),
    more: othersOf(json, const {'public_keys'}),
  );

  /// Live keys, newest first
  final List<PublicKey> publicKeys;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'public_keys': [for (final item in publicKeys) item.toJson()],
  };
}

/// A paywall as clients render it
final class PublicPaywall {
  const PublicPaywall({
    required this.code,
    required this.name,
    required this.title,
    required this.subtitle,
    required this.paywallItems,
    this.more = const {},
  });

  factory PublicPaywall.fromJson(JsonObject json) => PublicPaywall(
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    title: readField(json, 'title', asType<String?>),
    subtitle: readField(json, 'subtitle', asType<String?>),
    paywallItems: readField(json, 'paywall_items', listOf(objectOf(PublicPaywallPaywallItemsItem.fromJson))),
    more: othersOf(json, const {'code', 'name', 'title', 'subtitle', 'paywall_items'}),
  );

  /// Code of the paywall
  final String code;

  /// Label for administrators
  final String name;

  /// Client copy
  final String? title;

  /// Client copy
  final String? subtitle;

  /// Offers in display order
  final List<PublicPaywallPaywallItemsItem> paywallItems;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'name': name,
    'title': title,
    'subtitle': subtitle,
    'paywall_items': [for (final item in paywallItems) item.toJson()],
  };
}

final class PublicPaywallPaywallItemsItem {
  const PublicPaywallPaywallItemsItem({
    required this.planPriceId,
    required this.position,
    required this.isRecommended,
    required this.badge,
    required this.customTitle,
    required this.customSubtitle,
    required this.planPrices,
    required this.plan,
    required this.planEntitlements,
    this.more = const {},
  });

  factory PublicPaywallPaywallItemsItem.fromJson(JsonObject json) => PublicPaywallPaywallItemsItem(
    planPriceId: readField(json, 'plan_price_id', asType<Uuid>),
    position: readField(json, 'position', asInt),
    isRecommended: readField(json, 'is_recommended', asType<bool>),
    badge: readField(json, 'badge', asType<String?>),
    customTitle: readField(json, 'custom_title', asType<String?>),
    customSubtitle: readField(json, 'custom_subtitle', asType<String?>),
    planPrices: readField(json, 'plan_prices', objectOf(PlanPrice.fromJson)),
    plan: readField(json, 'plan', objectOf(PublicPaywallPaywallItemsItemPlan.fromJson)),
    planEntitlements: readField(json, 'plan_entitlements', listOf(objectOf(PublicPaywallPaywallItemsItemPlanEntitlementsItem.fromJson))),
    more: othersOf(json, const {'plan_price_id', 'position', 'is_recommended', 'badge', 'custom_title', 'custom_subtitle', 'plan_prices', 'plan', 'plan_entitlements'}),
  );

  /// Send this to POST /v1/payments
  final Uuid planPriceId;

  /// Display order, from 1
  final int position;

  /// Whether clients highlight the offer
  final bool isRecommended;

  /// Badge text
  final String? badge;

  /// Title in place of the plan name
  final String? customTitle;

  /// Subtitle below the title
  final String? customSubtitle;

  /// The price
  final PlanPrice planPrices;

  /// The plan
  final PublicPaywallPaywallItemsItemPlan plan;

  /// What the plan grants
  final List<PublicPaywallPaywallItemsItemPlanEntitlementsItem> planEntitlements;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'plan_price_id': planPriceId,
    'position': position,
    'is_recommended': isRecommended,
    'badge': badge,
    'custom_title': customTitle,
    'custom_subtitle': customSubtitle,
    'plan_prices': planPrices.toJson(),
    'plan': plan.toJson(),
    'plan_entitlements': [for (final item in planEntitlements) item.toJson()],
  };
}

final class PublicPaywallPaywallItemsItemPlan {
  const PublicPaywallPaywallItemsItemPlan({
    required this.id,
    required this.code,
    required this.name,
    required this.billingType,
    required this.durationDays,
    required this.isLifetime,
    this.more = const {},
  });

  factory PublicPaywallPaywallItemsItemPlan.fromJson(JsonObject json) => PublicPaywallPaywallItemsItemPlan(
    id: readField(json, 'id', asType<Uuid>),
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    billingType: readField(json, 'billing_type', asType<PublicPaywallPaywallItemsItemPlanBillingType>),
    durationDays: readField(json, 'duration_days', orNull(asInt)),
    isLifetime: readField(json, 'is_lifetime', asType<bool>),
    more: othersOf(json, const {'id', 'code', 'name', 'billing_type', 'duration_days', 'is_lifetime'}),
  );

  /// Id
  final Uuid id;

  /// Code of the plan
  final String code;

  /// Name to show
  final String name;

  /// How the plan is charged
  final PublicPaywallPaywallItemsItemPlanBillingType billingType;

  /// Length of a term
  final int? durationDays;

  /// No expiry
  final bool isLifetime;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'code': code,
    'name': name,
    'billing_type': billingType,
    'duration_days': durationDays,
    'is_lifetime': isLifetime,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PublicPaywallPaywallItemsItemPlanBillingType(String wire) implements String {
  static const oneTime = PublicPaywallPaywallItemsItemPlanBillingType('one_time');
  static const recurring = PublicPaywallPaywallItemsItemPlanBillingType('recurring');
  static const lifetime = PublicPaywallPaywallItemsItemPlanBillingType('lifetime');
  static const free = PublicPaywallPaywallItemsItemPlanBillingType('free');
  static const values = [oneTime, recurring, lifetime, free];
}

final class PublicPaywallPaywallItemsItemPlanEntitlementsItem {
  const PublicPaywallPaywallItemsItemPlanEntitlementsItem({
    required this.code,
    required this.name,
    required this.description,
    this.more = const {},
  });

  factory PublicPaywallPaywallItemsItemPlanEntitlementsItem.fromJson(JsonObject json) => PublicPaywallPaywallItemsItemPlanEntitlementsItem(
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    description: readField(json, 'description', asType<String?>),
    more: othersOf(json, const {'code', 'name', 'description'}),
  );

  /// Entitlement code
  final String code;

  /// Label for administrators
  final String name;

  /// Notes
  final String? description;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'name': name,
    'description': description,
  };
}

final class PublicPost {
  const PublicPost({
    required this.slug,
    required this.locale,
    required this.status,
    required this.title,
    required this.url,
    required this.publishedAt,
    required this.updatedAt,
    required this.excerpt,
    required this.body,
    this.html,
    required this.coverUrl,
    required this.coverAssetPath,
    required this.coverAlt,
    required this.cover,
    required this.metaTitle,
    required this.metaDescription,
    required this.readingMinutes,
    required this.canonicalUrl,
    required this.noindex,
    required this.hasH1,
    required this.toc,
    required this.related,
    required this.alternates,
    required this.seo,
    required this.category,
    required this.tags,
    required this.author,
    required this.isFeatured,
    this.more = const {},
  });

  factory PublicPost.fromJson(JsonObject json) => PublicPost(
    slug: readField(json, 'slug', asType<String>),
    locale: readField(json, 'locale', asType<String>),
    status: readField(json, 'status', asType<PublicPostStatus>),
    title: readField(json, 'title', asType<String>),
    url: readField(json, 'url', asType<String?>),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    excerpt: readField(json, 'excerpt', asType<String?>),
    body: readField(json, 'body', asType<String>),
    html: readField(json, 'html', asType<String?>),
    coverUrl: readField(json, 'cover_url', asType<String?>),
    coverAssetPath: readField(json, 'cover_asset_path', asType<String?>),
    coverAlt: readField(json, 'cover_alt', asType<String?>),
    cover: readField(json, 'cover', orNull(objectOf(PublicImage.fromJson))),
    metaTitle: readField(json, 'meta_title', asType<String?>),
    metaDescription: readField(json, 'meta_description', asType<String?>),
    readingMinutes: readField(json, 'reading_minutes', asInt),
    canonicalUrl: readField(json, 'canonical_url', asType<String?>),
    noindex: readField(json, 'noindex', asType<bool>),
    hasH1: readField(json, 'has_h1', asType<bool>),
    toc: readField(json, 'toc', listOf(objectOf(TocEntry.fromJson))),
    related: readField(json, 'related', listOf(objectOf(TextLink.fromJson))),
    alternates: readField(json, 'alternates', listOf(objectOf(Alternate.fromJson))),
    seo: readField(json, 'seo', objectOf(SeoHead.fromJson)),
    category: readField(json, 'category', orNull(objectOf(CategoryName.fromJson))),
    tags: readField(json, 'tags', listOf(asType<String>)),
    author: readField(json, 'author', orNull(objectOf(PublicAuthor.fromJson))),
    isFeatured: readField(json, 'is_featured', asType<bool>),
    more: othersOf(json, const {'slug', 'locale', 'status', 'title', 'url', 'published_at', 'updated_at', 'excerpt', 'body', 'html', 'cover_url', 'cover_asset_path', 'cover_alt', 'cover', 'meta_title', 'meta_description', 'reading_minutes', 'canonical_url', 'noindex', 'has_h1', 'toc', 'related', 'alternates', 'seo', 'category', 'tags', 'author', 'is_featured'}),
  );

  /// Part of its address
  final String slug;

  /// Language
  final String locale;

  /// `published`, but in a preview
  final PublicPostStatus status;

  /// Title
  final String title;

  /// Its address on the site
  final String? url;

  /// When it was published; null in the preview of one that was not
  final Timestamp? publishedAt;

  /// Last change that readers see
  final Timestamp updatedAt;

  /// A few sentences
  final String? excerpt;

  /// Markdown
  final String body;

  /// The text as HTML, safe to be put into a page
  final String? html;

  /// Address of the cover
  final String? coverUrl;

  /// Path of the cover here, `/assets/cms/…`
  final String? coverAssetPath;

  /// Text instead of the cover
  final String? coverAlt;

  /// The cover in its sizes
  final PublicImage? cover;

  /// Title for search engines
  final String? metaTitle;

  /// Description for search engines
  final String? metaDescription;

  /// At 200 words a minute, 1 at least
  final int readingMinutes;

  /// The address that search engines shall keep instead
  final String? canonicalUrl;

  /// Search engines shall not keep it
  final bool noindex;

  /// The text begins with a heading of its own
  final bool hasH1;

  /// Headings of the second to fourth level
  final List<TocEntry> toc;

  /// What to read next
  final List<TextLink> related;

  /// The same text in all languages, this one included
  final List<Alternate> alternates;

  /// What the head of its page needs
  final SeoHead seo;

  /// Category
  final CategoryName? category;

  /// Tags
  final List<String> tags;

  /// Author
  final PublicAuthor? author;

  /// Shown first by sites that do so
  final bool isFeatured;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'slug': slug,
    'locale': locale,
    'status': status,
    'title': title,
    'url': url,
    'published_at': publishedAt,
    'updated_at': updatedAt,
    'excerpt': excerpt,
    'body': body,
    if (html case final value?) 'html': value,
    'cover_url': coverUrl,
    'cover_asset_path': coverAssetPath,
    'cover_alt': coverAlt,
    'cover': cover?.toJson(),
    'meta_title': metaTitle,
    'meta_description': metaDescription,
    'reading_minutes': readingMinutes,
    'canonical_url': canonicalUrl,
    'noindex': noindex,
    'has_h1': hasH1,
    'toc': [for (final item in toc) item.toJson()],
    'related': [for (final item in related) item.toJson()],
    'alternates': [for (final item in alternates) item.toJson()],
    'seo': seo.toJson(),
    'category': category?.toJson(),
    'tags': tags,
    'author': author?.toJson(),
    'is_featured': isFeatured,
  };
}

final class PublicPostEntry {
  const PublicPostEntry({
    required this.slug,
    required this.locale,
    required this.status,
    required this.title,
    required this.url,
    required this.publishedAt,
    required this.updatedAt,
    required this.excerpt,
    this.body,
    this.html,
    required this.coverUrl,
    required this.coverAssetPath,
    required this.coverAlt,
    required this.cover,
    required this.metaTitle,
    required this.metaDescription,
    required this.readingMinutes,
    required this.category,
    required this.tags,
    required this.author,
    required this.isFeatured,
    this.more = const {},
  });

  factory PublicPostEntry.fromJson(JsonObject json) => PublicPostEntry(
    slug: readField(json, 'slug', asType<String>),
    locale: readField(json, 'locale', asType<String>),
    status: readField(json, 'status', asType<PublicArticleEntryStatus>),
    title: readField(json, 'title', asType<String>),
    url: readField(json, 'url', asType<String?>),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    excerpt: readField(json, 'excerpt', asType<String?>),
    body: readField(json, 'body', asType<String?>),
    html: readField(json, 'html', asType<String?>),
    coverUrl: readField(json, 'cover_url', asType<String?>),
    coverAssetPath: readField(json, 'cover_asset_path', asType<String?>),
    coverAlt: readField(json, 'cover_alt', asType<String?>),
    cover: readField(json, 'cover', orNull(objectOf(PublicImage.fromJson))),
    metaTitle: readField(json, 'meta_title', asType<String?>),
    metaDescription: readField(json, 'meta_description', asType<String?>),
    readingMinutes: readField(json, 'reading_minutes', asInt),
    category: readField(json, 'category', orNull(objectOf(CategoryName.fromJson))),
    tags: readField(json, 'tags', listOf(asType<String>)),
    author: readField(json, 'author', orNull(objectOf(PublicAuthor.fromJson))),
    isFeatured: readField(json, 'is_featured', asType<bool>),
    more: othersOf(json, const {'slug', 'locale', 'status', 'title', 'url', 'published_at', 'updated_at', 'excerpt', 'body', 'html', 'cover_url', 'cover_asset_path', 'cover_alt', 'cover', 'meta_title', 'meta_description', 'reading_minutes', 'category', 'tags', 'author', 'is_featured'}),
  );

  /// Part of its address
  final String slug;

  /// Language
  final String locale;

  /// `published`, but in a preview
  final PublicArticleEntryStatus status;

  /// Title
  final String title;

  /// Its address on the site
  final String? url;

  /// When it was published; null in the preview of one that was not
  final Timestamp? publishedAt;

  /// Last change that readers see
  final Timestamp updatedAt;

  /// A few sentences
  final String? excerpt;

  /// Markdown
  final String? body;

  /// The text as HTML, safe to be put into a page
  final String? html;

  /// Address of the cover
  final String? coverUrl;

  /// Path of the cover here, `/assets/cms/…`
  final String? coverAssetPath;

  /// Text instead of the cover
  final String? coverAlt;

  /// The cover in its sizes
  final PublicImage? cover;

  /// Title for search engines
  final String? metaTitle;

  /// Description for search engines
  final String? metaDescription;

  /// At 200 words a minute, 1 at least
  final int readingMinutes;

  /// Category
  final CategoryName? category;

  /// Tags
  final List<String> tags;

  /// Author
  final PublicAuthor? author;

  /// Shown first by sites that do so
  final bool isFeatured;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'slug': slug,
    'locale': locale,
    'status': status,
    'title': title,
    'url': url,
    'published_at': publishedAt,
    'updated_at': updatedAt,
    'excerpt': excerpt,
    if (body case final value?) 'body': value,
    if (html case final value?) 'html': value,
    'cover_url': coverUrl,
    'cover_asset_path': coverAssetPath,
    'cover_alt': coverAlt,
    'cover': cover?.toJson(),
    'meta_title': metaTitle,
    'meta_description': metaDescription,
    'reading_minutes': readingMinutes,
    'category': category?.toJson(),
    'tags': tags,
    'author': author?.toJson(),
    'is_featured': isFeatured,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PublicPostStatus(String wire) implements String {
  static const draft = PublicPostStatus('draft');
  static const scheduled = PublicPostStatus('scheduled');
  static const published = PublicPostStatus('published');
  static const archived = PublicPostStatus('archived');
  static const values = [draft, scheduled, published, archived];
}

final class PublicRedirect {
  const PublicRedirect({
    required this.from,
    required this.to,
    required this.status,
    this.more = const {},
  });

  factory PublicRedirect.fromJson(JsonObject json) => PublicRedirect(
    from: readField(json, 'from', asType<String>),
    to: readField(json, 'to', asType<String?>),
    status: readField(json, 'status', asInt),
    more: othersOf(json, const {'from', 'to', 'status'}),
  );

  /// Path
  final String from;

  /// Path or address; null for 410
  final String? to;

  /// 301, 302 or 410
  final int status;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'from': from,
    'to': to,
    'status': status,
  };
}

/// A site as its pages see it
final class PublicSite {
  const PublicSite({
    required this.code,
    required this.name,
    required this.description,
    required this.iconUrl,
    required this.logo,
    required this.websiteUrl,
    required this.accentColor,
    required this.links,
    required this.defaultLocale,
    required this.locales,
    required this.urlTemplates,
    required this.legal,
    required this.forms,
    required this.contentVersion,
    required this.updatedAt,
    this.more = const {},
  });

  factory PublicSite.fromJson(JsonObject json) => PublicSite(
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    description: readField(json, 'description', asType<String?>),
    iconUrl: readField(json, 'icon_url', asType<String?>),
    logo: readField(json, 'logo', orNull(objectOf(PublicImage.fromJson))),
    websiteUrl: readField(json, 'website_url', asType<String?>),
    accentColor: readField(json, 'accent_color', asType<String?>),
    links: readField(json, 'links', listOf(objectOf(SiteLink.fromJson))),
    defaultLocale: readField(json, 'default_locale', asType<String>),
    locales: readField(json, 'locales', listOf(asType<String>)),
    urlTemplates: readField(json, 'url_templates', mapOf(asType<String>)),
    legal: readField(json, 'legal', listOf(objectOf(PublicSiteLegalItem.fromJson))),
    forms: readField(json, 'forms', objectOf(PublicSiteForms.fromJson)),
    contentVersion: readField(json, 'content_version', asInt),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    more: othersOf(json, const {'code', 'name', 'description', 'icon_url', 'logo', 'website_url', 'accent_color', 'links', 'default_locale', 'locales', 'url_templates', 'legal', 'forms', 'content_version', 'updated_at'}),
  );

  /// Code of the site
  final String code;

  /// Name
  final String name;

  /// What it is about
  final String? description;

  /// Icon
  final String? iconUrl;

  /// Logo
  final PublicImage? logo;

  /// Where the site is
  final String? websiteUrl;

  /// Colour of the brand
  final String? accentColor;

  /// Links for header or footer
  final List<SiteLink> links;

  /// The language of texts that name none
  final String defaultLocale;

  /// Languages of the site
  final List<String> locales;

  /// Paths of its texts, by kind
  final Map<String, String> urlTemplates;

  /// Published legal documents
  final List<PublicSiteLegalItem> legal;

  /// What the forms of the site have to know
  final PublicSiteForms forms;

  /// Grows with every public change: one cheap question whether to build anew
  final int contentVersion;

  /// Last public change
  final Timestamp updatedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'name': name,
    'description': description,
    'icon_url': iconUrl,
    'logo': logo?.toJson(),
    'website_url': websiteUrl,
    'accent_color': accentColor,
    'links': [for (final item in links) item.toJson()],
    'default_locale': defaultLocale,
    'locales': locales,
    'url_templates': urlTemplates,
    'legal': [for (final item in legal) item.toJson()],
    'forms': forms.toJson(),
    'content_version': contentVersion,
    'updated_at': updatedAt,
  };
}

final class PublicSiteForms {
  const PublicSiteForms({
    required this.captcha,
    required this.captchaKey,
    required this.minFillMs,
    this.more = const {},
  });

  factory PublicSiteForms.fromJson(JsonObject json) => PublicSiteForms(
    captcha: readField(json, 'captcha', asType<PublicSiteFormsCaptcha>),
    captchaKey: readField(json, 'captcha_key', asType<String?>),
    minFillMs: readField(json, 'min_fill_ms', asInt),
    more: othersOf(json, const {'captcha', 'captcha_key', 'min_fill_ms'}),
  );

  /// Captcha that the forms need
  final PublicSiteFormsCaptcha captcha;

  /// Its public key
  final String? captchaKey;

  /// A form that is sent sooner is taken for spam
  final int minFillMs;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'captcha': captcha,
    'captcha_key': captchaKey,
    'min_fill_ms': minFillMs,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PublicSiteFormsCaptcha(String wire) implements String {
  static const none = PublicSiteFormsCaptcha('none');
  static const smartcaptcha = PublicSiteFormsCaptcha('smartcaptcha');
  static const values = [none, smartcaptcha];
}

final class PublicSiteLegalItem {
  const PublicSiteLegalItem({
    required this.docKind,
    required this.documentId,
    required this.version,
    required this.publicUrl,
    this.more = const {},
  });

  factory PublicSiteLegalItem.fromJson(JsonObject json) => PublicSiteLegalItem(
    docKind: readField(json, 'doc_kind', asType<String>),
    documentId: readField(json, 'document_id', asType<Uuid>),
    version: readField(json, 'version', asType<String>),
    publicUrl: readField(json, 'public_url', asType<String>),
    more: othersOf(json, const {'doc_kind', 'document_id', 'version', 'public_url'}),
  );

  /// Slot of the document
  final String docKind;

  /// Id of the document
  final Uuid documentId;

  /// Published version
  final String version;

  /// Page of the document
  final String publicUrl;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'doc_kind': docKind,
    'document_id': documentId,
    'version': version,
    'public_url': publicUrl,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PublishLegalDocumentOwnerType(String wire) implements String {
  static const application = PublishLegalDocumentOwnerType('application');
  static const cmsSite = PublishLegalDocumentOwnerType('cms_site');
  static const values = [application, cmsSite];
}

final class PublishedContent {
  const PublishedContent({
    required this.item,
    required this.warnings,
    required this.readiness,
    this.more = const {},
  });

  factory PublishedContent.fromJson(JsonObject json) => PublishedContent(
    item: readField(json, 'item', objectOf(ContentEntry.fromJson)),
    warnings: readField(json, 'warnings', listOf(objectOf(ContentWarning.fromJson))),
    readiness: readField(json, 'readiness', orNull(objectOf(ContentReadiness.fromJson))),
    more: othersOf(json, const {'item', 'warnings', 'readiness'}),
  );

  /// The item as it is now
  final ContentEntry item;

  /// What readers may stumble over; it is published all the same
  final List<ContentWarning> warnings;

  /// Never blocks; null for other kinds, and while no score comes
  final ContentReadiness? readiness;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'item': item.toJson(),
    'warnings': [for (final item in warnings) item.toJson()],
    'readiness': readiness?.toJson(),
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const PutSocialCoverFit(String wire) implements String {
  static const pad = PutSocialCoverFit('pad');
  static const crop = PutSocialCoverFit('crop');
  static const refuse = PutSocialCoverFit('refuse');
  static const values = [pad, crop, refuse];
}

/// A later version of the platform may send values that are not among [values].
extension type const ReadApplicationArticlesSort(String wire) implements String {
  static const minusPublishedAt = ReadApplicationArticlesSort('-published_at');
  static const publishedAt = ReadApplicationArticlesSort('published_at');
  static const minusUpdatedAt = ReadApplicationArticlesSort('-updated_at');
  static const updatedAt = ReadApplicationArticlesSort('updated_at');
  static const title = ReadApplicationArticlesSort('title');
  static const values = [minusPublishedAt, publishedAt, minusUpdatedAt, updatedAt, title];
}

/// A later version of the platform may send values that are not among [values].
extension type const ReadApplicationChangelogSort(String wire) implements String {
  static const minusPublishedAt = ReadApplicationChangelogSort('-published_at');
  static const publishedAt = ReadApplicationChangelogSort('published_at');
  static const minusUpdatedAt = ReadApplicationChangelogSort('-updated_at');
  static const updatedAt = ReadApplicationChangelogSort('updated_at');
  static const title = ReadApplicationChangelogSort('title');
  static const values = [minusPublishedAt, publishedAt, minusUpdatedAt, updatedAt, title];
}

/// A later version of the platform may send values that are not among [values].
extension type const ReadApplicationDocumentsSort(String wire) implements String {
  static const minusPublishedAt = ReadApplicationDocumentsSort('-published_at');
  static const publishedAt = ReadApplicationDocumentsSort('published_at');
  static const minusUpdatedAt = ReadApplicationDocumentsSort('-updated_at');
  static const updatedAt = ReadApplicationDocumentsSort('updated_at');
  static const title = ReadApplicationDocumentsSort('title');
  static const values = [minusPublishedAt, publishedAt, minusUpdatedAt, updatedAt, title];
}

/// A later version of the platform may send values that are not among [values].
extension type const ReadApplicationPostsSort(String wire) implements String {
  static const minusPublishedAt = ReadApplicationPostsSort('-published_at');
  static const publishedAt = ReadApplicationPostsSort('published_at');
  static const minusUpdatedAt = ReadApplicationPostsSort('-updated_at');
  static const updatedAt = ReadApplicationPostsSort('updated_at');
  static const title = ReadApplicationPostsSort('title');
  static const values = [minusPublishedAt, publishedAt, minusUpdatedAt, updatedAt, title];
}

/// A later version of the platform may send values that are not among [values].
extension type const ReadArticlesSort(String wire) implements String {
  static const minusPublishedAt = ReadArticlesSort('-published_at');
  static const publishedAt = ReadArticlesSort('published_at');
  static const minusUpdatedAt = ReadArticlesSort('-updated_at');
  static const updatedAt = ReadArticlesSort('updated_at');
  static const title = ReadArticlesSort('title');
  static const values = [minusPublishedAt, publishedAt, minusUpdatedAt, updatedAt, title];
}

/// A later version of the platform may send values that are not among [values].
extension type const ReadChangelogSort(String wire) implements String {
  static const minusPublishedAt = ReadChangelogSort('-published_at');
  static const publishedAt = ReadChangelogSort('published_at');
  static const minusUpdatedAt = ReadChangelogSort('-updated_at');
  static const updatedAt = ReadChangelogSort('updated_at');
  static const title = ReadChangelogSort('title');
  static const values = [minusPublishedAt, publishedAt, minusUpdatedAt, updatedAt, title];
}

/// A later version of the platform may send values that are not among [values].
extension type const ReadDocumentsSort(String wire) implements String {
  static const minusPublishedAt = ReadDocumentsSort('-published_at');
  static const publishedAt = ReadDocumentsSort('published_at');
  static const minusUpdatedAt = ReadDocumentsSort('-updated_at');
  static const updatedAt = ReadDocumentsSort('updated_at');
  static const title = ReadDocumentsSort('title');
  static const values = [minusPublishedAt, publishedAt, minusUpdatedAt, updatedAt, title];
}

/// A later version of the platform may send values that are not among [values].
extension type const ReadPostsSort(String wire) implements String {
  static const minusPublishedAt = ReadPostsSort('-published_at');
  static const publishedAt = ReadPostsSort('published_at');
  static const minusUpdatedAt = ReadPostsSort('-updated_at');
  static const updatedAt = ReadPostsSort('updated_at');
  static const title = ReadPostsSort('title');
  static const values = [minusPublishedAt, publishedAt, minusUpdatedAt, updatedAt, title];
}

final class ReadinessBody {
  const ReadinessBody({
    this.itemIds,
    this.more = const {},
  });

  factory ReadinessBody.fromJson(JsonObject json) => ReadinessBody(
    itemIds: readField(json, 'item_ids', orNull(listOf(asType<Uuid>))),
    more: othersOf(json, const {'item_ids'}),
  );

  /// Published items; the 200 that changed last without it
  final List<Uuid>? itemIds;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (itemIds case final value?) 'item_ids': value,
  };
}

final class ReadinessCheck {
  const ReadinessCheck({
    required this.code,
    required this.ok,
    required this.weight,
    required this.got,
    required this.want,
    required this.hint,
    this.more = const {},
  });

  factory ReadinessCheck.fromJson(JsonObject json) => ReadinessCheck(
    code: readField(json, 'code', asType<String>),
    ok: readField(json, 'ok', asType<bool>),
    weight: readField(json, 'weight', asInt),
    got: readField(json, 'got', asType<Object?>),
    want: readField(json, 'want', asType<String>),
    hint: readField(json, 'hint', asType<String>),
    more: othersOf(json, const {'code', 'ok', 'weight', 'got', 'want', 'hint'}),
  );

  /// What is checked, for programs
  final String code;

  /// It has all its points
  final bool ok;

  /// Points
  final int weight;

  /// What the text has
  final Object? got;

  /// What it should have
  final String want;

  /// How it is mended
  final String hint;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'ok': ok,
    'weight': weight,
    'got': got,
    'want': want,
    'hint': hint,
  };
}

/// Fiscal receipt (54-FZ) for the provider
final class Receipt {
  const Receipt({
    required this.customer,
    required this.items,
    this.taxSystemCode,
    this.more = const {},
  });

  factory Receipt.fromJson(JsonObject json) => Receipt(
    customer: readField(json, 'customer', objectOf(ReceiptCustomer.fromJson)),
    items: readField(json, 'items', listOf(objectOf(ReceiptItemsItem.fromJson))),
    taxSystemCode: readField(json, 'tax_system_code', orNull(asInt)),
    more: othersOf(json, const {'customer', 'items', 'tax_system_code'}),
  );

  /// Recipient of the receipt
  final ReceiptCustomer customer;

  /// Lines; they add up to the amount
  final List<ReceiptItemsItem> items;

  /// Tax system, code of the provider
  final int? taxSystemCode;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'customer': customer.toJson(),
    'items': [for (final item in items) item.toJson()],
    if (taxSystemCode case final value?) 'tax_system_code': value,
  };
}

final class ReceiptCustomer {
  const ReceiptCustomer({
    this.email,
    this.phone,
    this.more = const {},
  });

  factory ReceiptCustomer.fromJson(JsonObject json) => ReceiptCustomer(
    email: readField(json, 'email', asType<String?>),
    phone: readField(json, 'phone', asType<String?>),
    more: othersOf(json, const {'email', 'phone'}),
  );

  /// Where the receipt goes; e-mail or phone is needed
  final String? email;

  /// International format
  final String? phone;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (email case final value?) 'email': value,
    if (phone case final value?) 'phone': value,
  };
}

final class ReceiptItemsItem {
  const ReceiptItemsItem({
    required this.description,
    required this.quantity,
    required this.amount,
    required this.vatCode,
    this.paymentSubject,
    this.paymentMode,
    this.measure,
    this.more = const {},
  });

  factory ReceiptItemsItem.fromJson(JsonObject json) => ReceiptItemsItem(
    description: readField(json, 'description', asType<String>),
    quantity: readField(json, 'quantity', asType<num>),
    amount: readField(json, 'amount', objectOf(ReceiptItemsItemAmount.fromJson)),
    vatCode: readField(json, 'vat_code', asInt),
    paymentSubject: readField(json, 'payment_subject', asType<String?>),
    paymentMode: readField(json, 'payment_mode', asType<String?>),
    measure: readField(json, 'measure', asType<String?>),
    more: othersOf(json, const {'description', 'quantity', 'amount', 'vat_code', 'payment_subject', 'payment_mode', 'measure'}),
  );

  /// What it was paid for
  final String description;

  /// How many
  final num quantity;

  /// Price of one
  final ReceiptItemsItemAmount amount;

  /// VAT rate, code of the provider
  final int vatCode;

  /// What is sold, for example service
  final String? paymentSubject;

  /// How it is paid, for example full_payment
  final String? paymentMode;

  /// Unit of the quantity, for example piece
  final String? measure;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'description': description,
    'quantity': quantity,
    'amount': amount.toJson(),
    'vat_code': vatCode,
    if (paymentSubject case final value?) 'payment_subject': value,
    if (paymentMode case final value?) 'payment_mode': value,
    if (measure case final value?) 'measure': value,
  };
}

final class ReceiptItemsItemAmount {
  const ReceiptItemsItemAmount({
    required this.value,
    required this.currency,
    this.more = const {},
  });

  factory ReceiptItemsItemAmount.fromJson(JsonObject json) => ReceiptItemsItemAmount(
    value: readField(json, 'value', asType<String>),
    currency: readField(json, 'currency', asType<String>),
    more: othersOf(json, const {'value', 'currency'}),
  );

  /// Two decimals, for example "990.00"
  final String value;

  /// ISO 4217
  final String currency;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'value': value,
    'currency': currency,
  };
}

final class ReceiptSettings {
  const ReceiptSettings({
    required this.vatCode,
    required this.paymentSubject,
    required this.paymentMode,
    this.taxSystemCode,
    this.more = const {},
  });

  factory ReceiptSettings.fromJson(JsonObject json) => ReceiptSettings(
    vatCode: readField(json, 'vat_code', asInt),
    paymentSubject: readField(json, 'payment_subject', asType<String>),
    paymentMode: readField(json, 'payment_mode', asType<String>),
    taxSystemCode: readField(json, 'tax_system_code', orNull(asInt)),
    more: othersOf(json, const {'vat_code', 'payment_subject', 'payment_mode', 'tax_system_code'}),
  );

  /// VAT rate, code of the provider
  final int vatCode;

  /// What is sold
  final String paymentSubject;

  /// How it is paid
  final String paymentMode;

  /// Tax system, code of the provider
  final int? taxSystemCode;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'vat_code': vatCode,
    'payment_subject': paymentSubject,
    'payment_mode': paymentMode,
    if (taxSystemCode case final value?) 'tax_system_code': value,
  };
}

final class ReceiptSettingsInput {
  const ReceiptSettingsInput({
    required this.vatCode,
    this.paymentSubject,
    this.paymentMode,
    this.taxSystemCode,
    this.more = const {},
  });

  factory ReceiptSettingsInput.fromJson(JsonObject json) => ReceiptSettingsInput(
    vatCode: readField(json, 'vat_code', asInt),
    paymentSubject: readField(json, 'payment_subject', asType<String?>),
    paymentMode: readField(json, 'payment_mode', asType<String?>),
    taxSystemCode: readField(json, 'tax_system_code', orNull(asInt)),
    more: othersOf(json, const {'vat_code', 'payment_subject', 'payment_mode', 'tax_system_code'}),
  );

  /// VAT rate, code of the provider
  final int vatCode;

  /// What is sold
  final String? paymentSubject;

  /// How it is paid
  final String? paymentMode;

  /// Tax system, code of the provider
  final int? taxSystemCode;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'vat_code': vatCode,
    if (paymentSubject case final value?) 'payment_subject': value,
    if (paymentMode case final value?) 'payment_mode': value,
    if (taxSystemCode case final value?) 'tax_system_code': value,
  };
}

final class ReconcileReport {
  const ReconcileReport({
    required this.checked,
    required this.succeeded,
    required this.canceled,
    required this.failed,
    this.more = const {},
  });

  factory ReconcileReport.fromJson(JsonObject json) => ReconcileReport(
    checked: readField(json, 'checked', asInt),
    succeeded: readField(json, 'succeeded', asInt),
    canceled: readField(json, 'canceled', asInt),
    failed: readField(json, 'failed', asInt),
    more: othersOf(json, const {'checked', 'succeeded', 'canceled', 'failed'}),
  );

  /// Payments that were asked about
  final int checked;

  /// Now paid
  final int succeeded;

  /// Now canceled
  final int canceled;

  /// The provider did not answer; tried again later
  final int failed;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'checked': checked,
    'succeeded': succeeded,
    'canceled': canceled,
    'failed': failed,
  };
}

final class ReconsentState {
  const ReconsentState({
    required this.needsReconsent,
    required this.pendingReconsent,
    this.more = const {},
  });

  factory ReconsentState.fromJson(JsonObject json) => ReconsentState(
    needsReconsent: readField(json, 'needs_reconsent', asType<bool>),
    pendingReconsent: readField(json, 'pending_reconsent', listOf(objectOf(PendingReconsent.fromJson))),
    more: othersOf(json, const {'needs_reconsent', 'pending_reconsent'}),
  );

  /// Show the re-consent dialog when true
  final bool needsReconsent;

  /// What the dialog has to ask for
  final List<PendingReconsent> pendingReconsent;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'needs_reconsent': needsReconsent,
    'pending_reconsent': [for (final item in pendingReconsent) item.toJson()],
  };
}

final class Redirect {
  const Redirect({
    required this.id,
    required this.from,
    required this.to,
    required this.status,
    required this.source,
    required this.createdAt,
    this.more = const {},
  });

  factory Redirect.fromJson(JsonObject json) => Redirect(
    id: readField(json, 'id', asType<Uuid>),
    from: readField(json, 'from', asType<String>),
    to: readField(json, 'to', asType<String?>),
    status: readField(json, 'status', asInt),
    source: readField(json, 'source', asType<RedirectSource>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'from', 'to', 'status', 'source', 'created_at'}),
  );

  /// Id
  final Uuid id;

  /// Path
  final String from;

  /// Path or address; null for 410
  final String? to;

  /// 301, 302 or 410
  final int status;

  /// `slug`: left by a text that was renamed
  final RedirectSource source;

  /// When it was made
  final Timestamp createdAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'from': from,
    'to': to,
    'status': status,
    'source': source,
    'created_at': createdAt,
  };
}

final class RedirectCreate {
  const RedirectCreate({
    required this.from,
    this.to,
    this.status,
    this.more = const {},
  });

  factory RedirectCreate.fromJson(JsonObject json) => RedirectCreate(
    from: readField(json, 'from', asType<String>),
    to: readField(json, 'to', asType<String?>),
    status: readField(json, 'status', orNull(asInt)),
    more: othersOf(json, const {'from', 'to', 'status'}),
  );

  /// Path
  final String from;

  /// Path or address; null for 410
  final String? to;

  /// 301, 302, or 410 for what is gone
  final int? status;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'from': from,
    if (to case final value?) 'to': value,
    if (status case final value?) 'status': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const RedirectSource(String wire) implements String {
  static const slug = RedirectSource('slug');
  static const manual = RedirectSource('manual');
  static const values = [slug, manual];
}

final class RefundCreate {
  const RefundCreate({
    this.amount,
    this.reason,
    this.receipt,
    this.more = const {},
  });

  factory RefundCreate.fromJson(JsonObject json) => RefundCreate(
    amount: readField(json, 'amount', asType<num?>),
    reason: readField(json, 'reason', asType<String?>),
    receipt: readField(json, 'receipt', orNull(objectOf(Receipt.fromJson))),
    more: othersOf(json, const {'amount', 'reason', 'receipt'}),
  );

  /// What is left of the payment when absent
  final num? amount;

  /// Shown to the person by the provider
  final String? reason;

  final Receipt? receipt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (amount case final value?) 'amount': value,
    if (reason case final value?) 'reason': value,
    if (receipt case final value?) 'receipt': value.toJson(),
  };
}

final class RegisterBody {
  const RegisterBody({
    this.platform,
    this.explicitConsent,
    this.consents,
    this.utmSource,
    this.utmMedium,
    this.utmCampaign,
    this.utmContent,
    this.acquisitionSource,
    this.timezone,
    this.avatarUrl,
    this.more = const {},
  });

  factory RegisterBody.fromJson(JsonObject json) => RegisterBody(
    platform: readField(json, 'platform', asType<String?>),
    explicitConsent: readField(json, 'explicit_consent', asType<bool?>),
    consents: readField(json, 'consents', orNull(listOf(objectOf(ConsentEntry.fromJson)))),
    utmSource: readField(json, 'utm_source', asType<String?>),
    utmMedium: readField(json, 'utm_medium', asType<String?>),
    utmCampaign: readField(json, 'utm_campaign', asType<String?>),
    utmContent: readField(json, 'utm_content', asType<String?>),
    acquisitionSource: readField(json, 'acquisition_source', asType<String?>),
    timezone: readField(json, 'timezone', asType<String?>),
    avatarUrl: readField(json, 'avatar_url', asType<String?>),
    more: othersOf(json, const {'platform', 'explicit_consent', 'consents', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'acquisition_source', 'timezone', 'avatar_url'}),
  );

  /// For example web, android, ios
  final String? platform;

  /// True only from a screen with checkboxes: only then are consents stored
  final bool? explicitConsent;

  /// One entry for each checkbox
  final List<ConsentEntry>? consents;

  /// Stored at the first registration, never overwritten
  final String? utmSource;

  /// Stored at the first registration, never overwritten
  final String? utmMedium;

  /// Stored at the first registration, never overwritten
  final String? utmCampaign;

  /// Stored at the first registration, never overwritten
  final String? utmContent;

  /// Channel of the user; `utm_source` stands in for it where it is absent or empty
  final String? acquisitionSource;

  /// From the device
  final String? timezone;

  /// Instead of the picture in the token
  final String? avatarUrl;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (platform case final value?) 'platform': value,
    if (explicitConsent case final value?) 'explicit_consent': value,
    if (consents case final value?) 'consents': [for (final item in value) item.toJson()],
    if (utmSource case final value?) 'utm_source': value,
    if (utmMedium case final value?) 'utm_medium': value,
    if (utmCampaign case final value?) 'utm_campaign': value,
    if (utmContent case final value?) 'utm_content': value,
    if (acquisitionSource case final value?) 'acquisition_source': value,
    if (timezone case final value?) 'timezone': value,
    if (avatarUrl case final value?) 'avatar_url': value,
  };
}

final class Registration {
  const Registration({
    required this.user,
    required this.created,
    required this.needsReconsent,
    required this.pendingReconsent,
    this.more = const {},
  });

  factory Registration.fromJson(JsonObject json) => Registration(
    user: readField(json, 'user', objectOf(User.fromJson)),
    created: readField(json, 'created', asType<bool>),
    needsReconsent: readField(json, 'needs_reconsent', asType<bool>),
    pendingReconsent: readField(json, 'pending_reconsent', listOf(objectOf(PendingReconsent.fromJson))),
    more: othersOf(json, const {'user', 'created', 'needs_reconsent', 'pending_reconsent'}),
  );

  final User user;

  /// True when this call registered the user
  final bool created;

  /// Show the re-consent dialog when true
  final bool needsReconsent;

  /// What the dialog has to ask for
  final List<PendingReconsent> pendingReconsent;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'user': user.toJson(),
    'created': created,
    'needs_reconsent': needsReconsent,
    'pending_reconsent': [for (final item in pendingReconsent) item.toJson()],
  };
}

final class RemoteConfig {
  const RemoteConfig({
    required this.config,
    this.more = const {},
  });

  factory RemoteConfig.fromJson(JsonObject json) => RemoteConfig(
    config: readField(json, 'config', mapOf(asAny)),
    more: othersOf(json, const {'config'}),
  );

  /// Values by key
  final Map<String, Object?> config;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'config': config,
  };
}

final class RequestedRknRecheck {
  const RequestedRknRecheck({
    required this.issueId,
    required this.urls,
    this.more = const {},
  });

  factory RequestedRknRecheck.fromJson(JsonObject json) => RequestedRknRecheck(
    issueId: readField(json, 'issue_id', asType<Uuid>),
    urls: readField(json, 'urls', listOf(asType<String>)),
    more: othersOf(json, const {'issue_id', 'urls'}),
  );

  /// Finding
  final Uuid issueId;

  /// Pages that are fetched
  final List<String> urls;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'issue_id': issueId,
    'urls': urls,
  };
}

final class RequestedSeoRechecks {
  const RequestedSeoRechecks({
    required this.rechecks,
    this.more = const {},
  });

  factory RequestedSeoRechecks.fromJson(JsonObject json) => RequestedSeoRechecks(
    rechecks: readField(json, 'rechecks', listOf(objectOf(SeoRecheck.fromJson))),
    more: othersOf(json, const {'rechecks'}),
  );

  /// Pages that are fetched within seconds; an address that came twice is one
  final List<SeoRecheck> rechecks;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'rechecks': [for (final item in rechecks) item.toJson()],
  };
}

final class Retention {
  const Retention({
    required this.from,
    required this.to,
    required this.timezone,
    required this.asOf,
    required this.unit,
    required this.cohorts,
    this.more = const {},
  });

  factory Retention.fromJson(JsonObject json) => Retention(
    from: readField(json, 'from', asType<CalendarDay>),
    to: readField(json, 'to', asType<CalendarDay>),
    timezone: readField(json, 'timezone', asType<String>),
    asOf: readField(json, 'as_of', asType<Timestamp>),
    unit: readField(json, 'unit', asType<RetentionUnit>),
    cohorts: readField(json, 'cohorts', listOf(objectOf(RetentionCohortsItem.fromJson))),
    more: othersOf(json, const {'from', 'to', 'timezone', 'as_of', 'unit', 'cohorts'}),
  );

  /// First day
  final CalendarDay from;

  /// Last day, included
  final CalendarDay to;

  /// Whose days they are
  final String timezone;

  /// Every event that was stored by then is counted
  final Timestamp asOf;

  /// As asked
  final RetentionUnit unit;

  /// Every day or week of the range
  final List<RetentionCohortsItem> cohorts;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'from': from,
    'to': to,
    'timezone': timezone,
    'as_of': asOf,
    'unit': unit,
    'cohorts': [for (final item in cohorts) item.toJson()],
  };
}

final class RetentionCohortsItem {
  const RetentionCohortsItem({
    required this.start,
    required this.users,
    required this.returned,
    this.more = const {},
  });

  factory RetentionCohortsItem.fromJson(JsonObject json) => RetentionCohortsItem(
    start: readField(json, 'start', asType<CalendarDay>),
    users: readField(json, 'users', asInt),
    returned: readField(json, 'returned', listOf(orNull(asInt))),
    more: othersOf(json, const {'start', 'users', 'returned'}),
  );

  /// First day of the cohort
  final CalendarDay start;

  /// Users who registered in it
  final int users;

  /// Users with an event 0, 1, 2 … units later; null while that time is not over
  final List<int?> returned;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'start': start,
    'users': users,
    'returned': returned,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const RetentionUnit(String wire) implements String {
  static const day = RetentionUnit('day');
  static const week = RetentionUnit('week');
  static const values = [day, week];
}

final class RevokedPreviewTokens {
  const RevokedPreviewTokens({
    required this.revoked,
    this.more = const {},
  });

  factory RevokedPreviewTokens.fromJson(JsonObject json) => RevokedPreviewTokens(
    revoked: readField(json, 'revoked', asInt),
    more: othersOf(json, const {'revoked'}),
  );

  /// Tokens that were alive
  final int revoked;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'revoked': revoked,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const RknCertainty(String wire) implements String {
  static const confirmed = RknCertainty('confirmed');
  static const detected = RknCertainty('detected');
  static const unverified = RknCertainty('unverified');
  static const values = [confirmed, detected, unverified];
}

/// A later version of the platform may send values that are not among [values].
extension type const RknCode(String wire) implements String {
  static const formNoConsent = RknCode('form_no_consent');
  static const consentPrechecked = RknCode('consent_prechecked');
  static const consentImplied = RknCode('consent_implied');
  static const consentNoLink = RknCode('consent_no_link');
  static const consentNotSeparate = RknCode('consent_not_separate');
  static const consentBundled = RknCode('consent_bundled');
  static const marketingMerged = RknCode('marketing_merged');
  static const newsletterNoConsent = RknCode('newsletter_no_consent');
  static const excessFields = RknCode('excess_fields');
  static const specialCategory = RknCode('special_category');
  static const childrenData = RknCode('children_data');
  static const formInsecure = RknCode('form_insecure');
  static const formForeignEndpoint = RknCode('form_foreign_endpoint');
  static const policyMissing = RknCode('policy_missing');
  static const policyUnreachable = RknCode('policy_unreachable');
  static const policyNotOnCollectingPage = RknCode('policy_not_on_collecting_page');
  static const policyIncomplete = RknCode('policy_incomplete');
  static const policyPlaceholders = RknCode('policy_placeholders');
  static const policyServicesUndisclosed = RknCode('policy_services_undisclosed');
  static const consentDocMissing = RknCode('consent_doc_missing');
  static const consentDocIncomplete = RknCode('consent_doc_incomplete');
  static const consentVersionStale = RknCode('consent_version_stale');
  static const reconsentBacklog = RknCode('reconsent_backlog');
  static const foreignAnalytics = RknCode('foreign_analytics');
  static const foreignWidget = RknCode('foreign_widget');
  static const trackerBeforeConsent = RknCode('tracker_before_consent');
  static const cookieNoticeAbsent = RknCode('cookie_notice_absent');
  static const cookieNoReject = RknCode('cookie_no_reject');
  static const choiceIneffective = RknCode('choice_ineffective');
  static const webvisorForms = RknCode('webvisor_forms');
  static const hostingOutsideRu = RknCode('hosting_outside_ru');
  static const mailForeignMx = RknCode('mail_foreign_mx');
  static const operatorRequisitesMissing = RknCode('operator_requisites_missing');
  static const requisitesInvalid = RknCode('requisites_invalid');
  static const ownerContactMissing = RknCode('owner_contact_missing');
  static const rknRegistryUnconfirmed = RknCode('rkn_registry_unconfirmed');
  static const crossborderNoticeMissing = RknCode('crossborder_notice_missing');
  static const foreignAuth = RknCode('foreign_auth');
  static const recommenderUndisclosed = RknCode('recommender_undisclosed');
  static const adUnmarked = RknCode('ad_unmarked');
  static const restrictedPlatformPromo = RknCode('restricted_platform_promo');
  static const foreignLanguageText = RknCode('foreign_language_text');
  static const ageMark = RknCode('age_mark');
  static const offerMissing = RknCode('offer_missing');
  static const unsubscribeMissing = RknCode('unsubscribe_missing');
  static const publicPersonsData = RknCode('public_persons_data');
  static const httpsMissing = RknCode('https_missing');
  static const mixedContent = RknCode('mixed_content');
  static const tlsLegacy = RknCode('tls_legacy');
  static const hstsMissing = RknCode('hsts_missing');
  static const cookieFlags = RknCode('cookie_flags');
  static const cspMissing = RknCode('csp_missing');
  static const corsWildcard = RknCode('cors_wildcard');
  static const pdPageCacheable = RknCode('pd_page_cacheable');
  static const values = [formNoConsent, consentPrechecked, consentImplied, consentNoLink, consentNotSeparate, consentBundled, marketingMerged, newsletterNoConsent, excessFields, specialCategory, childrenData, formInsecure, formForeignEndpoint, policyMissing, policyUnreachable, policyNotOnCollectingPage, policyIncomplete, policyPlaceholders, policyServicesUndisclosed, consentDocMissing, consentDocIncomplete, consentVersionStale, reconsentBacklog, foreignAnalytics, foreignWidget, trackerBeforeConsent, cookieNoticeAbsent, cookieNoReject, choiceIneffective, webvisorForms, hostingOutsideRu, mailForeignMx, operatorRequisitesMissing, requisitesInvalid, ownerContactMissing, rknRegistryUnconfirmed, crossborderNoticeMissing, foreignAuth, recommenderUndisclosed, adUnmarked, restrictedPlatformPromo, foreignLanguageText, ageMark, offerMissing, unsubscribeMissing, publicPersonsData, httpsMissing, mixedContent, tlsLegacy, hstsMissing, cookieFlags, cspMissing, corsWildcard, pdPageCacheable];
}

final class RknDeveloperDoc {
  const RknDeveloperDoc({
    required this.scanId,
    required this.markdown,
    required this.items,
    this.more = const {},
  });

  factory RknDeveloperDoc.fromJson(JsonObject json) => RknDeveloperDoc(
    scanId: readField(json, 'scan_id', asType<Uuid>),
    markdown: readField(json, 'markdown', asType<String>),
    items: readField(json, 'items', listOf(objectOf(RknIssue.fromJson))),
    more: othersOf(json, const {'scan_id', 'markdown', 'items'}),
  );

  /// Scan it is made of
  final Uuid scanId;

  /// The document, in GitHub Flavored Markdown
  final String markdown;

  /// Findings of the scan, the heaviest first
  final List<RknIssue> items;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'scan_id': scanId,
    'markdown': markdown,
    'items': [for (final item in items) item.toJson()],
  };
}

/// What a legal document says and lacks
final class RknDocumentCheck {
  const RknDocumentCheck({
    required this.id,
    required this.docKind,
    required this.which,
    required this.version,
    required this.contentHash,
    required this.score,
    required this.verdict,
    required this.elements,
    required this.blockers,
    required this.placeholders,
    required this.contradictions,
    required this.ruleVersion,
    required this.lawVerifiedAt,
    required this.disclaimer,
    required this.createdAt,
    this.more = const {},
  });

  factory RknDocumentCheck.fromJson(JsonObject json) => RknDocumentCheck(
    id: readField(json, 'id', asType<Uuid>),
    docKind: readField(json, 'doc_kind', asType<DocKind>),
    which: readField(json, 'which', asType<RknDocumentCheckWhich>),
    version: readField(json, 'version', asType<String?>),
    contentHash: readField(json, 'content_hash', asType<String>),
    score: readField(json, 'score', asInt),
    verdict: readField(json, 'verdict', asType<RknDocumentCheckVerdict>),
    elements: readField(json, 'elements', listOf(objectOf(RknDocumentElement.fromJson))),
    blockers: readField(json, 'blockers', listOf(asType<String>)),
    placeholders: readField(json, 'placeholders', listOf(asType<String>)),
    contradictions: readField(json, 'contradictions', listOf(objectOf(RknDocumentContradiction.fromJson))),
    ruleVersion: readField(json, 'rule_version', asType<CalendarDay>),
    lawVerifiedAt: readField(json, 'law_verified_at', asType<CalendarDay>),
    disclaimer: readField(json, 'disclaimer', asType<String>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'doc_kind', 'which', 'version', 'content_hash', 'score', 'verdict', 'elements', 'blockers', 'placeholders', 'contradictions', 'rule_version', 'law_verified_at', 'disclaimer', 'created_at'}),
  );

  /// Id of the check
  final Uuid id;

  final DocKind docKind;

  /// Text that was checked
  final RknDocumentCheckWhich which;

  /// Published version; null for a draft of a document without one
  final String? version;

  /// SHA-256 of the text, hexadecimal
  final String contentHash;

  /// Share of the statements that apply
  final int score;

  /// `block`: a blocker is missing or less than 50; `pass`: 85 or more, else `fix`
  final RknDocumentCheckVerdict verdict;

  /// Statements that a document of this kind needs
  final List<RknDocumentElement> elements;

  /// Codes of missing blockers
  final List<String> blockers;

  /// What is left of a template, 20 at most
  final List<String> placeholders;

  /// What the site does otherwise than the text says
  final List<RknDocumentContradiction> contradictions;

  /// Version of the clauses
  final CalendarDay ruleVersion;

  /// Day on which they were last verified
  final CalendarDay lawVerifiedAt;

  /// What the check is not
  final String disclaimer;

  /// When
  final Timestamp createdAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'doc_kind': docKind,
    'which': which,
    'version': version,
    'content_hash': contentHash,
    'score': score,
    'verdict': verdict,
    'elements': [for (final item in elements) item.toJson()],
    'blockers': blockers,
    'placeholders': placeholders,
    'contradictions': [for (final item in contradictions) item.toJson()],
    'rule_version': ruleVersion,
    'law_verified_at': lawVerifiedAt,
    'disclaimer': disclaimer,
    'created_at': createdAt,
  };
}

final class RknDocumentCheckBody {
  const RknDocumentCheckBody({
    this.which,
    this.useAi,
    this.more = const {},
  });

  factory RknDocumentCheckBody.fromJson(JsonObject json) => RknDocumentCheckBody(
    which: readField(json, 'which', asType<RknDocumentCheckBodyWhich?>),
    useAi: readField(json, 'use_ai', asType<bool?>),
    more: othersOf(json, const {'which', 'use_ai'}),
  );

  /// Text to check
  final RknDocumentCheckBodyWhich? which;

  /// Let the language model word the suggested clauses, where `legal_texts` of its settings is on
  final bool? useAi;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (which case final value?) 'which': value,
    if (useAi case final value?) 'use_ai': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const RknDocumentCheckBodyWhich(String wire) implements String {
  static const draft = RknDocumentCheckBodyWhich('draft');
  static const published = RknDocumentCheckBodyWhich('published');
  static const values = [draft, published];
}

/// A later version of the platform may send values that are not among [values].
extension type const RknDocumentCheckVerdict(String wire) implements String {
  static const pass = RknDocumentCheckVerdict('pass');
  static const fix = RknDocumentCheckVerdict('fix');
  static const block = RknDocumentCheckVerdict('block');
  static const values = [pass, fix, block];
}

/// A later version of the platform may send values that are not among [values].
extension type const RknDocumentCheckWhich(String wire) implements String {
  static const draft = RknDocumentCheckWhich('draft');
  static const published = RknDocumentCheckWhich('published');
  static const values = [draft, published];
}

final class RknDocumentContradiction {
  const RknDocumentContradiction({
    required this.code,
    required this.text,
    required this.quote,
    required this.seen,
    this.more = const {},
  });

  factory RknDocumentContradiction.fromJson(JsonObject json) => RknDocumentContradiction(
    code: readField(json, 'code', asType<RknDocumentContradictionCode>),
    text: readField(json, 'text', asType<String>),
    quote: readField(json, 'quote', asType<String?>),
    seen: readField(json, 'seen', listOf(asType<String>)),
    more: othersOf(json, const {'code', 'text', 'quote', 'seen'}),
  );

  /// What contradicts what
  final RknDocumentContradictionCode code;

  /// In a sentence
  final String text;

  /// Place in the text, 200 characters at most
  final String? quote;

  /// What the site does: fields, services, or values; ten at most
  final List<String> seen;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'text': text,
    'quote': quote,
    'seen': seen,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const RknDocumentContradictionCode(String wire) implements String {
  static const dataDenied = RknDocumentContradictionCode('data_denied');
  static const fieldsNotNamed = RknDocumentContradictionCode('fields_not_named');
  static const servicesNotNamed = RknDocumentContradictionCode('services_not_named');
  static const crossborderDenied = RknDocumentContradictionCode('crossborder_denied');
  static const operatorDiffers = RknDocumentContradictionCode('operator_differs');
  static const domainDiffers = RknDocumentContradictionCode('domain_differs');
  static const futureDate = RknDocumentContradictionCode('future_date');
  static const outdatedLaw = RknDocumentContradictionCode('outdated_law');
  static const deadLinks = RknDocumentContradictionCode('dead_links');
  static const values = [dataDenied, fieldsNotNamed, servicesNotNamed, crossborderDenied, operatorDiffers, domainDiffers, futureDate, outdatedLaw, deadLinks];
}

final class RknDocumentElement {
  const RknDocumentElement({
    required this.code,
    required this.title,
    required this.status,
    required this.weight,
    required this.isBlocker,
    required this.quote,
    required this.law,
    required this.howToFix,
    required this.suggestedClause,
    required this.suggestedBy,
    this.more = const {},
  });

  factory RknDocumentElement.fromJson(JsonObject json) => RknDocumentElement(
    code: readField(json, 'code', asType<String>),
    title: readField(json, 'title', asType<String>),
    status: readField(json, 'status', asType<RknDocumentElementStatus>),
    weight: readField(json, 'weight', asType<num>),
    isBlocker: readField(json, 'is_blocker', asType<bool>),
    quote: readField(json, 'quote', asType<String?>),
    law: readField(json, 'law', listOf(objectOf(RknLawLine.fromJson))),
    howToFix: readField(json, 'how_to_fix', asType<String>),
    suggestedClause: readField(json, 'suggested_clause', asType<String?>),
    suggestedBy: readField(json, 'suggested_by', asType<RknDocumentElementSuggestedBy?>),
    more: othersOf(json, const {'code', 'title', 'status', 'weight', 'is_blocker', 'quote', 'law', 'how_to_fix', 'suggested_clause', 'suggested_by'}),
  );

  /// Statement that a document of this kind needs
  final String code;

  /// What it says
  final String title;

  /// `weak` counts half; `na` does not apply and does not count
  final RknDocumentElementStatus status;

  /// Its share of 100 points
  final num weight;

  /// A document without it is no good
  final bool isBlocker;

  /// Where the text says it, or what spoils it; 200 characters at most
  final String? quote;

  /// Law that asks for it; empty where the law data name none
  final List<RknLawLine> law;

  /// How it is mended
  final String howToFix;

  /// Words for it, in Russian; null for what is there
  final String? suggestedClause;

  /// What the words are from; a model decides nothing else
  final RknDocumentElementSuggestedBy? suggestedBy;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'title': title,
    'status': status,
    'weight': weight,
    'is_blocker': isBlocker,
    'quote': quote,
    'law': [for (final item in law) item.toJson()],
    'how_to_fix': howToFix,
    'suggested_clause': suggestedClause,
    'suggested_by': suggestedBy,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const RknDocumentElementStatus(String wire) implements String {
  static const present = RknDocumentElementStatus('present');
  static const weak = RknDocumentElementStatus('weak');
  static const missing = RknDocumentElementStatus('missing');
  static const na = RknDocumentElementStatus('na');
  static const values = [present, weak, missing, na];
}

/// A later version of the platform may send values that are not among [values].
extension type const RknDocumentElementSuggestedBy(String wire) implements String {
  static const rules = RknDocumentElementSuggestedBy('rules');
  static const ai = RknDocumentElementSuggestedBy('ai');
  static const values = [rules, ai];
}

/// Fines for a first offence, each group once
final class RknExposure {
  const RknExposure({
    required this.confirmed,
    required this.detected,
    required this.unknownGroups,
    required this.disclaimer,
    required this.lawVerifiedAt,
    this.more = const {},
  });

  factory RknExposure.fromJson(JsonObject json) => RknExposure(
    confirmed: readField(json, 'confirmed', orNull(objectOf(RknFineRange.fromJson))),
    detected: readField(json, 'detected', orNull(objectOf(RknFineRange.fromJson))),
    unknownGroups: readField(json, 'unknown_groups', listOf(asType<RknSanctionGroup>)),
    disclaimer: readField(json, 'disclaimer', asType<String>),
    lawVerifiedAt: readField(json, 'law_verified_at', asType<CalendarDay>),
    more: othersOf(json, const {'confirmed', 'detected', 'unknown_groups', 'disclaimer', 'law_verified_at'}),
  );

  /// Of groups with a confirmed finding; null where no amount is known
  final RknFineRange? confirmed;

  /// Of groups with a detected finding alone; null where no amount is known
  final RknFineRange? detected;

  /// Groups without a verified amount: the sums are lower bounds then
  final List<RknSanctionGroup> unknownGroups;

  /// What the amounts are not
  final String disclaimer;

  /// Day on which the law data were last verified
  final CalendarDay lawVerifiedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'confirmed': confirmed?.toJson(),
    'detected': detected?.toJson(),
    'unknown_groups': unknownGroups,
    'disclaimer': disclaimer,
    'law_verified_at': lawVerifiedAt,
  };
}

final class RknFineRange {
  const RknFineRange({
    required this.min,
    required this.max,
    this.more = const {},
  });

  factory RknFineRange.fromJson(JsonObject json) => RknFineRange(
    min: readField(json, 'min', asInt),
    max: readField(json, 'max', asInt),
    more: othersOf(json, const {'min', 'max'}),
  );

  /// Roubles at least
  final int min;

  /// Roubles at most
  final int max;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'min': min,
    'max': max,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const RknGroup(String wire) implements String {
  static const gPROC = RknGroup('G_PROC');
  static const gWRITTEN = RknGroup('G_WRITTEN');
  static const gPOLICY = RknGroup('G_POLICY');
  static const gINFORM = RknGroup('G_INFORM');
  static const gLOCAL = RknGroup('G_LOCAL');
  static const gNOTICE = RknGroup('G_NOTICE');
  static const gLEAK = RknGroup('G_LEAK');
  static const gSPAM = RknGroup('G_SPAM');
  static const gERID = RknGroup('G_ERID');
  static const gBANAD = RknGroup('G_BANAD');
  static const gAUTH = RknGroup('G_AUTH');
  static const gLANG = RknGroup('G_LANG');
  static const none = RknGroup('none');
  static const technical = RknGroup('technical');
  static const values = [gPROC, gWRITTEN, gPOLICY, gINFORM, gLOCAL, gNOTICE, gLEAK, gSPAM, gERID, gBANAD, gAUTH, gLANG, none, technical];
}

/// A finding about personal data
final class RknIssue {
  const RknIssue({
    required this.id,
    required this.code,
    required this.variant,
    required this.title,
    required this.certainty,
    required this.effectiveCertainty,
    required this.severity,
    required this.group,
    required this.status,
    required this.where,
    required this.how,
    required this.acceptance,
    required this.law,
    required this.stale,
    required this.firstSeenAt,
    required this.lastSeenAt,
    required this.resolvedAt,
    required this.resolvedBy,
    required this.reopenedCount,
    this.more = const {},
  });

  factory RknIssue.fromJson(JsonObject json) => RknIssue(
    id: readField(json, 'id', asType<Uuid>),
    code: readField(json, 'code', asType<RknCode>),
    variant: readField(json, 'variant', asType<String?>),
    title: readField(json, 'title', asType<String>),
    certainty: readField(json, 'certainty', asType<RknCertainty>),
    effectiveCertainty: readField(json, 'effective_certainty', asType<RknCertainty>),
    severity: readField(json, 'severity', asType<RknIssueSeverity>),
    group: readField(json, 'group', asType<RknGroup>),
    status: readField(json, 'status', asType<RknIssueStatus>),
    where: readField(json, 'where', objectOf(RknIssueWhere.fromJson)),
    how: readField(json, 'how', asType<String>),
    acceptance: readField(json, 'acceptance', listOf(asType<String>)),
    law: readField(json, 'law', listOf(objectOf(RknLawLine.fromJson))),
    stale: readField(json, 'stale', asType<bool>),
    firstSeenAt: readField(json, 'first_seen_at', asType<Timestamp>),
    lastSeenAt: readField(json, 'last_seen_at', asType<Timestamp>),
    resolvedAt: readField(json, 'resolved_at', asType<Timestamp?>),
    resolvedBy: readField(json, 'resolved_by', asType<RknIssueResolvedBy?>),
    reopenedCount: readField(json, 'reopened_count', asInt),
    more: othersOf(json, const {'id', 'code', 'variant', 'title', 'certainty', 'effective_certainty', 'severity', 'group', 'status', 'where', 'how', 'acceptance', 'law', 'stale', 'first_seen_at', 'last_seen_at', 'resolved_at', 'resolved_by', 'reopened_count'}),
  );

  /// Id
  final Uuid id;

  /// What is wrong
  final RknCode code;

  /// Sub-case; null for the main one
  final String? variant;

  /// What is wrong, in a sentence
  final String title;

  /// How sure the observation is; not `confirmed` by law that is outdated
  final RknCertainty certainty;

  /// What it counts with in score, risk and exposure: its certainty, capped by the mark of the law; `unverified` costs nothing
  final RknCertainty effectiveCertainty;

  /// Severity
  final RknIssueSeverity severity;

  /// Group that one fine is for
  final RknGroup group;

  /// Status
  final RknIssueStatus status;

  /// Where it was seen
  final RknIssueWhere where;

  /// How it is mended
  final String how;

  /// When it is mended
  final List<String> acceptance;

  /// Law that it rests on, with date and source
  final List<RknLawLine> law;

  /// The last scan could not tell whether it is still there; it costs nothing then
  final bool stale;

  /// When it was first seen
  final Timestamp firstSeenAt;

  /// When it was last seen
  final Timestamp lastSeenAt;

  /// When it was resolved
  final Timestamp? resolvedAt;

  /// What resolved it
  final RknIssueResolvedBy? resolvedBy;

  /// How often it came back
  final int reopenedCount;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'code': code,
    'variant': variant,
    'title': title,
    'certainty': certainty,
    'effective_certainty': effectiveCertainty,
    'severity': severity,
    'group': group,
    'status': status,
    'where': where.toJson(),
    'how': how,
    'acceptance': acceptance,
    'law': [for (final item in law) item.toJson()],
    'stale': stale,
    'first_seen_at': firstSeenAt,
    'last_seen_at': lastSeenAt,
    'resolved_at': resolvedAt,
    'resolved_by': resolvedBy,
    'reopened_count': reopenedCount,
  };
}

final class RknIssuePatch {
  const RknIssuePatch({
    required this.status,
    this.comment,
    this.more = const {},
  });

  factory RknIssuePatch.fromJson(JsonObject json) => RknIssuePatch(
    status: readField(json, 'status', asType<RknIssuePatchStatus>),
    comment: readField(json, 'comment', asType<String?>),
    more: othersOf(json, const {'status', 'comment'}),
  );

  /// Status
  final RknIssuePatchStatus status;

  /// Remark for the history
  final String? comment;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'status': status,
    if (comment case final value?) 'comment': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const RknIssuePatchStatus(String wire) implements String {
  static const open = RknIssuePatchStatus('open');
  static const resolved = RknIssuePatchStatus('resolved');
  static const ignored = RknIssuePatchStatus('ignored');
  static const values = [open, resolved, ignored];
}

/// A later version of the platform may send values that are not among [values].
extension type const RknIssueResolvedBy(String wire) implements String {
  static const scan = RknIssueResolvedBy('scan');
  static const recheck = RknIssueResolvedBy('recheck');
  static const person = RknIssueResolvedBy('person');
  static const values = [scan, recheck, person];
}

/// A later version of the platform may send values that are not among [values].
extension type const RknIssueSeverity(String wire) implements String {
  static const critical = RknIssueSeverity('critical');
  static const high = RknIssueSeverity('high');
  static const medium = RknIssueSeverity('medium');
  static const low = RknIssueSeverity('low');
  static const values = [critical, high, medium, low];
}

/// A later version of the platform may send values that are not among [values].
extension type const RknIssueStatus(String wire) implements String {
  static const open = RknIssueStatus('open');
  static const resolved = RknIssueStatus('resolved');
  static const ignored = RknIssueStatus('ignored');
  static const values = [open, resolved, ignored];
}

final class RknIssueWhere {
  const RknIssueWhere({
    required this.url,
    required this.selector,
    required this.snippet,
    required this.measured,
    required this.related,
    this.more = const {},
  });

  factory RknIssueWhere.fromJson(JsonObject json) => RknIssueWhere(
    url: readField(json, 'url', asType<String>),
    selector: readField(json, 'selector', asType<String?>),
    snippet: readField(json, 'snippet', asType<String?>),
    measured: readField(json, 'measured', asType<Object?>),
    related: readField(json, 'related', listOf(asType<String>)),
    more: othersOf(json, const {'url', 'selector', 'snippet', 'measured', 'related'}),
  );

  /// Address, readable
  final String url;

  /// Place in the page
  final String? selector;

  /// Text of the page; never a value of a form
  final String? snippet;

  /// What was measured
  final Object? measured;

  /// Other addresses that show it, 20 at most
  final List<String> related;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'url': url,
    'selector': selector,
    'snippet': snippet,
    'measured': measured,
    'related': related,
  };
}

/// A line of the law that a finding rests on
final class RknLawLine {
  const RknLawLine({
    required this.act,
    required this.article,
    required this.since,
    required this.mark,
    required this.source,
    this.more = const {},
  });

  factory RknLawLine.fromJson(JsonObject json) => RknLawLine(
    act: readField(json, 'act', asType<String>),
    article: readField(json, 'article', asType<String?>),
    since: readField(json, 'since', asType<CalendarDay?>),
    mark: readField(json, 'mark', asType<RknLawLineMark>),
    source: readField(json, 'source', asType<String?>),
    more: othersOf(json, const {'act', 'article', 'since', 'mark', 'source'}),
  );

  /// Act, as Russian lawyers name it
  final String act;

  /// Article and part; null where the act is cited as a whole
  final String? article;

  /// Since when it is in force in this form; null where that is not known
  final CalendarDay? since;

  /// V: a source says it. P: a source agrees in substance. U: not verified; it costs nothing
  final RknLawLineMark mark;

  /// Keys of the sources, parted by spaces; null where the data hold none
  final String? source;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'act': act,
    'article': article,
    'since': since,
    'mark': mark,
    'source': source,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const RknLawLineMark(String wire) implements String {
  static const v = RknLawLineMark('V');
  static const p = RknLawLineMark('P');
  static const u = RknLawLineMark('U');
  static const values = [v, p, u];
}

/// The operator of personal data of a site
final class RknProfile {
  const RknProfile({
    required this.subjectType,
    required this.name,
    required this.inn,
    required this.ogrn,
    required this.address,
    required this.registryStatus,
    required this.registryNumber,
    required this.registryDate,
    required this.crossborderStatus,
    required this.crossborderNoticeDate,
    required this.recommender,
    required this.distributionConsents,
    required this.version,
    this.more = const {},
  });

  factory RknProfile.fromJson(JsonObject json) => RknProfile(
    subjectType: readField(json, 'subject_type', asType<RknSubjectType?>),
    name: readField(json, 'name', asType<String?>),
    inn: readField(json, 'inn', asType<String?>),
    ogrn: readField(json, 'ogrn', asType<String?>),
    address: readField(json, 'address', asType<String?>),
    registryStatus: readField(json, 'registry_status', asType<RknProfileRegistryStatus>),
    registryNumber: readField(json, 'registry_number', asType<String?>),
    registryDate: readField(json, 'registry_date', asType<CalendarDay?>),
    crossborderStatus: readField(json, 'crossborder_status', asType<RknProfileCrossborderStatus>),
    crossborderNoticeDate: readField(json, 'crossborder_notice_date', asType<CalendarDay?>),
    recommender: readField(json, 'recommender', asType<bool>),
    distributionConsents: readField(json, 'distribution_consents', asType<bool>),
    version: readField(json, 'version', asInt),
    more: othersOf(json, const {'subject_type', 'name', 'inn', 'ogrn', 'address', 'registry_status', 'registry_number', 'registry_date', 'crossborder_status', 'crossborder_notice_date', 'recommender', 'distribution_consents', 'version'}),
  );

  /// `ooo`: a company, `ip`: a sole proprietor; without it no amount of a fine is named
  final RknSubjectType? subjectType;

  /// Name of the company or the person
  final String? name;

  /// INN: 10 digits of a company, 12 of a person
  final String? inn;

  /// OGRN: 13 digits of a company; OGRNIP: 15 digits
  final String? ogrn;

  /// Address
  final String? address;

  /// Notification of processing of personal data; `unknown` leaves its finding unverified
  final RknProfileRegistryStatus registryStatus;

  /// Number of the record in the registry of operators
  final String? registryNumber;

  /// Day of the record
  final CalendarDay? registryDate;

  /// Notification of cross-border transfer; `unknown` leaves its finding unverified
  final RknProfileCrossborderStatus crossborderStatus;

  /// Day of the notification
  final CalendarDay? crossborderNoticeDate;

  /// The site uses recommender technologies
  final bool recommender;

  /// Consents to the distribution of data are there
  final bool distributionConsents;

  /// Counts the changes; send it as `If-Match: "<version>"`
  final int version;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'subject_type': subjectType,
    'name': name,
    'inn': inn,
    'ogrn': ogrn,
    'address': address,
    'registry_status': registryStatus,
    'registry_number': registryNumber,
    'registry_date': registryDate,
    'crossborder_status': crossborderStatus,
    'crossborder_notice_date': crossborderNoticeDate,
    'recommender': recommender,
    'distribution_consents': distributionConsents,
    'version': version,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const RknProfileCrossborderStatus(String wire) implements String {
  static const filed = RknProfileCrossborderStatus('filed');
  static const notFiled = RknProfileCrossborderStatus('not_filed');
  static const unknown = RknProfileCrossborderStatus('unknown');
  static const values = [filed, notFiled, unknown];
}

final class RknProfilePut {
  const RknProfilePut({
    this.subjectType,
    this.name,
    this.inn,
    this.ogrn,
    this.address,
    this.registryStatus,
    this.registryNumber,
    this.registryDate,
    this.crossborderStatus,
    this.crossborderNoticeDate,
    this.recommender,
    this.distributionConsents,
    this.more = const {},
  });

  factory RknProfilePut.fromJson(JsonObject json) => RknProfilePut(
    subjectType: readField(json, 'subject_type', asType<RknSubjectType?>),
    name: readField(json, 'name', asType<String?>),
    inn: readField(json, 'inn', asType<String?>),
    ogrn: readField(json, 'ogrn', asType<String?>),
    address: readField(json, 'address', asType<String?>),
    registryStatus: readField(json, 'registry_status', asType<RknProfilePutRegistryStatus?>),
    registryNumber: readField(json, 'registry_number', asType<String?>),
    registryDate: readField(json, 'registry_date', asType<CalendarDay?>),
    crossborderStatus: readField(json, 'crossborder_status', asType<RknProfilePutCrossborderStatus?>),
    crossborderNoticeDate: readField(json, 'crossborder_notice_date', asType<CalendarDay?>),
    recommender: readField(json, 'recommender', asType<bool?>),
    distributionConsents: readField(json, 'distribution_consents', asType<bool?>),
    more: othersOf(json, const {'subject_type', 'name', 'inn', 'ogrn', 'address', 'registry_status', 'registry_number', 'registry_date', 'crossborder_status', 'crossborder_notice_date', 'recommender', 'distribution_consents'}),
  );

  /// `ooo`: a company, `ip`: a sole proprietor; without it no amount of a fine is named
  final RknSubjectType? subjectType;

  /// Name of the company or the person
  final String? name;

  /// INN: 10 digits of a company, 12 of a person
  final String? inn;

  /// OGRN: 13 digits of a company; OGRNIP: 15 digits
  final String? ogrn;

  /// Address
  final String? address;

  /// Notification of processing of personal data; `unknown` leaves its finding unverified
  final RknProfilePutRegistryStatus? registryStatus;

  /// Number of the record in the registry of operators
  final String? registryNumber;

  /// Day of the record
  final CalendarDay? registryDate;

  /// Notification of cross-border transfer; `unknown` leaves its finding unverified
  final RknProfilePutCrossborderStatus? crossborderStatus;

  /// Day of the notification
  final CalendarDay? crossborderNoticeDate;

  /// The site uses recommender technologies
  final bool? recommender;

  /// Consents to the distribution of data are there
  final bool? distributionConsents;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (subjectType case final value?) 'subject_type': value,
    if (name case final value?) 'name': value,
    if (inn case final value?) 'inn': value,
    if (ogrn case final value?) 'ogrn': value,
    if (address case final value?) 'address': value,
    if (registryStatus case final value?) 'registry_status': value,
    if (registryNumber case final value?) 'registry_number': value,
    if (registryDate case final value?) 'registry_date': value,
    if (crossborderStatus case final value?) 'crossborder_status': value,
    if (crossborderNoticeDate case final value?) 'crossborder_notice_date': value,
    if (recommender case final value?) 'recommender': value,
    if (distributionConsents case final value?) 'distribution_consents': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const RknProfilePutCrossborderStatus(String wire) implements String {
  static const filed = RknProfilePutCrossborderStatus('filed');
  static const notFiled = RknProfilePutCrossborderStatus('not_filed');
  static const unknown = RknProfilePutCrossborderStatus('unknown');
  static const values = [filed, notFiled, unknown];
}

/// A later version of the platform may send values that are not among [values].
extension type const RknProfilePutRegistryStatus(String wire) implements String {
  static const filed = RknProfilePutRegistryStatus('filed');
  static const notFiled = RknProfilePutRegistryStatus('not_filed');
  static const unknown = RknProfilePutRegistryStatus('unknown');
  static const values = [filed, notFiled, unknown];
}

/// A later version of the platform may send values that are not among [values].
extension type const RknProfileRegistryStatus(String wire) implements String {
  static const filed = RknProfileRegistryStatus('filed');
  static const notFiled = RknProfileRegistryStatus('not_filed');
  static const unknown = RknProfileRegistryStatus('unknown');
  static const values = [filed, notFiled, unknown];
}

/// Registration of a channel with more than 10,000 followers
final class RknRegistration {
  const RknRegistration({
    required this.number,
    required this.url,
    this.more = const {},
  });

  factory RknRegistration.fromJson(JsonObject json) => RknRegistration(
    number: readField(json, 'number', asType<String>),
    url: readField(json, 'url', asType<String>),
    more: othersOf(json, const {'number', 'url'}),
  );

  /// Number in the register of Roskomnadzor
  final String number;

  /// Its page
  final String url;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'number': number,
    'url': url,
  };
}

/// What a scan found
final class RknResult {
  const RknResult({
    required this.scan,
    required this.score,
    required this.risk,
    required this.coverageScore,
    required this.exposure,
    required this.rulesOutdated,
    required this.issues,
    required this.ignored,
    required this.unverified,
    this.more = const {},
  });

  factory RknResult.fromJson(JsonObject json) => RknResult(
    scan: readField(json, 'scan', objectOf(RknScan.fromJson)),
    score: readField(json, 'score', orNull(asInt)),
    risk: readField(json, 'risk', asType<RknRisk?>),
    coverageScore: readField(json, 'coverage_score', orNull(asInt)),
    exposure: readField(json, 'exposure', orNull(objectOf(RknExposure.fromJson))),
    rulesOutdated: readField(json, 'rules_outdated', asType<bool>),
    issues: readField(json, 'issues', listOf(objectOf(RknIssue.fromJson))),
    ignored: readField(json, 'ignored', listOf(objectOf(RknIssue.fromJson))),
    unverified: readField(json, 'unverified', listOf(objectOf(RknResultUnverifiedItem.fromJson))),
    more: othersOf(json, const {'scan', 'score', 'risk', 'coverage_score', 'exposure', 'rules_outdated', 'issues', 'ignored', 'unverified'}),
  );

  /// The scan
  final RknScan scan;

  /// 100 less what findings cost; null before the scan ends
  final int? score;

  /// `unknown`: less than half of the rules could be judged
  final RknRisk? risk;

  /// Rules that could be judged, in percent of those that apply
  final int? coverageScore;

  /// Fines that the findings may cost; null before the scan ends
  final RknExposure? exposure;

  /// The law was verified more than 180 days ago: nothing is `confirmed`
  final bool rulesOutdated;

  /// Findings that count, and unverified ones, the heaviest first
  final List<RknIssue> issues;

  /// Findings that an administrator ignores: they leave score, risk and exposure
  final List<RknIssue> ignored;

  /// Rules that apply to the site and could not be judged: they lower `coverage_score` alone
  final List<RknResultUnverifiedItem> unverified;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'scan': scan.toJson(),
    'score': score,
    'risk': risk,
    'coverage_score': coverageScore,
    'exposure': exposure?.toJson(),
    'rules_outdated': rulesOutdated,
    'issues': [for (final item in issues) item.toJson()],
    'ignored': [for (final item in ignored) item.toJson()],
    'unverified': [for (final item in unverified) item.toJson()],
  };
}

final class RknResultUnverifiedItem {
  const RknResultUnverifiedItem({
    required this.code,
    required this.reason,
    this.more = const {},
  });

  factory RknResultUnverifiedItem.fromJson(JsonObject json) => RknResultUnverifiedItem(
    code: readField(json, 'code', asType<RknCode>),
    reason: readField(json, 'reason', asType<RknResultUnverifiedItemReason>),
    more: othersOf(json, const {'code', 'reason'}),
  );

  /// Rule
  final RknCode code;

  /// Why nothing is known
  final RknResultUnverifiedItemReason reason;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'reason': reason,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const RknResultUnverifiedItemReason(String wire) implements String {
  static const notRendered = RknResultUnverifiedItemReason('not_rendered');
  static const notFetched = RknResultUnverifiedItemReason('not_fetched');
  static const sourceDown = RknResultUnverifiedItemReason('source_down');
  static const unanswered = RknResultUnverifiedItemReason('unanswered');
  static const needsClick = RknResultUnverifiedItemReason('needs_click');
  static const unknownPlace = RknResultUnverifiedItemReason('unknown_place');
  static const unreadable = RknResultUnverifiedItemReason('unreadable');
  static const values = [notRendered, notFetched, sourceDown, unanswered, needsClick, unknownPlace, unreadable];
}

/// A later version of the platform may send values that are not among [values].
extension type const RknRisk(String wire) implements String {
  static const low = RknRisk('low');
  static const medium = RknRisk('medium');
  static const high = RknRisk('high');
  static const critical = RknRisk('critical');
  static const unknown = RknRisk('unknown');
  static const values = [low, medium, high, critical, unknown];
}

/// Law data of scans of personal data
final class RknRules {
  const RknRules({
    required this.ruleVersion,
    required this.verifiedAt,
    required this.rulesOutdated,
    required this.disclaimer,
    required this.rules,
    required this.fines,
    required this.sources,
    this.more = const {},
  });

  factory RknRules.fromJson(JsonObject json) => RknRules(
    ruleVersion: readField(json, 'rule_version', asType<CalendarDay>),
    verifiedAt: readField(json, 'verified_at', asType<CalendarDay>),
    rulesOutdated: readField(json, 'rules_outdated', asType<bool>),
    disclaimer: readField(json, 'disclaimer', asType<String>),
    rules: readField(json, 'rules', listOf(objectOf(RknRulesRulesItem.fromJson))),
    fines: readField(json, 'fines', listOf(objectOf(RknRulesFinesItem.fromJson))),
    sources: readField(json, 'sources', mapOf(listOf(asType<String>))),
    more: othersOf(json, const {'rule_version', 'verified_at', 'rules_outdated', 'disclaimer', 'rules', 'fines', 'sources'}),
  );

  /// Version of the law data
  final CalendarDay ruleVersion;

  /// Day on which they were last verified
  final CalendarDay verifiedAt;

  /// They were verified more than 180 days ago: no finding is `confirmed` until they are verified anew
  final bool rulesOutdated;

  /// What the rules are not
  final String disclaimer;

  /// One for each code
  final List<RknRulesRulesItem> rules;

  /// One for each group
  final List<RknRulesFinesItem> fines;

  /// Addresses of the sources, by key
  final Map<String, List<String>> sources;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'rule_version': ruleVersion,
    'verified_at': verifiedAt,
    'rules_outdated': rulesOutdated,
    'disclaimer': disclaimer,
    'rules': [for (final item in rules) item.toJson()],
    'fines': [for (final item in fines) item.toJson()],
    'sources': sources,
  };
}

final class RknRulesFinesItem {
  const RknRulesFinesItem({
    required this.group,
    required this.law,
    required this.fines,
    this.more = const {},
  });

  factory RknRulesFinesItem.fromJson(JsonObject json) => RknRulesFinesItem(
    group: readField(json, 'group', asType<RknSanctionGroup>),
    law: readField(json, 'law', objectOf(RknLawLine.fromJson)),
    fines: readField(json, 'fines', objectOf(RknRulesFinesItemFines.fromJson)),
    more: othersOf(json, const {'group', 'law', 'fines'}),
  );

  /// Group
  final RknSanctionGroup group;

  /// Rule that has the fine
  final RknLawLine law;

  /// Fines of a first offence
  final RknRulesFinesItemFines fines;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'group': group,
    'law': law.toJson(),
    'fines': fines.toJson(),
  };
}

final class RknRulesFinesItemFines {
  const RknRulesFinesItemFines({
    required this.ooo,
    required this.ip,
    required this.selfEmployed,
    this.more = const {},
  });

  factory RknRulesFinesItemFines.fromJson(JsonObject json) => RknRulesFinesItemFines(
    ooo: readField(json, 'ooo', orNull(objectOf(RknFineRange.fromJson))),
    ip: readField(json, 'ip', orNull(objectOf(RknFineRange.fromJson))),
    selfEmployed: readField(json, 'self_employed', orNull(objectOf(RknFineRange.fromJson))),
    more: othersOf(json, const {'ooo', 'ip', 'self_employed'}),
  );

  /// Of a company; null where no amount is verified
  final RknFineRange? ooo;

  /// Of a sole proprietor
  final RknFineRange? ip;

  /// Of a self-employed person
  final RknFineRange? selfEmployed;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'ooo': ooo?.toJson(),
    'ip': ip?.toJson(),
    'self_employed': selfEmployed?.toJson(),
  };
}

final class RknRulesRulesItem {
  const RknRulesRulesItem({
    required this.code,
    required this.severity,
    required this.group,
    required this.certainty,
    required this.verifiedAt,
    required this.law,
    required this.title,
    required this.how,
    required this.acceptance,
    required this.variants,
    this.more = const {},
  });

  factory RknRulesRulesItem.fromJson(JsonObject json) => RknRulesRulesItem(
    code: readField(json, 'code', asType<RknCode>),
    severity: readField(json, 'severity', asType<RknRulesRulesItemSeverity>),
    group: readField(json, 'group', asType<RknGroup>),
    certainty: readField(json, 'certainty', asType<RknCertainty>),
    verifiedAt: readField(json, 'verified_at', asType<CalendarDay>),
    law: readField(json, 'law', listOf(objectOf(RknLawLine.fromJson))),
    title: readField(json, 'title', asType<String>),
    how: readField(json, 'how', asType<String>),
    acceptance: readField(json, 'acceptance', listOf(asType<String>)),
    variants: readField(json, 'variants', mapOf(objectOf(RknRulesRulesItemVariantsValue.fromJson))),
    more: othersOf(json, const {'code', 'severity', 'group', 'certainty', 'verified_at', 'law', 'title', 'how', 'acceptance', 'variants'}),
  );

  /// Code
  final RknCode code;

  /// Severity of the main case
  final RknRulesRulesItemSeverity severity;

  /// Group that one fine is for
  final RknGroup group;

  /// The highest certainty that a finding may have
  final RknCertainty certainty;

  /// Day on which its law was last verified
  final CalendarDay verifiedAt;

  /// Law; the group rests on the first line
  final List<RknLawLine> law;

  /// What is wrong, in a sentence
  final String title;

  /// How it is mended
  final String how;

  /// When it is mended
  final List<String> acceptance;

  /// Sub-cases
  final Map<String, RknRulesRulesItemVariantsValue> variants;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'severity': severity,
    'group': group,
    'certainty': certainty,
    'verified_at': verifiedAt,
    'law': [for (final item in law) item.toJson()],
    'title': title,
    'how': how,
    'acceptance': acceptance,
    'variants': {for (final MapEntry(:key, value: item) in variants.entries) key: item.toJson()},
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const RknRulesRulesItemSeverity(String wire) implements String {
  static const critical = RknRulesRulesItemSeverity('critical');
  static const high = RknRulesRulesItemSeverity('high');
  static const medium = RknRulesRulesItemSeverity('medium');
  static const low = RknRulesRulesItemSeverity('low');
  static const values = [critical, high, medium, low];
}

final class RknRulesRulesItemVariantsValue {
  const RknRulesRulesItemVariantsValue({
    required this.severity,
    required this.certainty,
    required this.title,
    this.more = const {},
  });

  factory RknRulesRulesItemVariantsValue.fromJson(JsonObject json) => RknRulesRulesItemVariantsValue(
    severity: readField(json, 'severity', asType<RknRulesRulesItemVariantsValueSeverity>),
    certainty: readField(json, 'certainty', asType<RknCertainty>),
    title: readField(json, 'title', asType<String>),
    more: othersOf(json, const {'severity', 'certainty', 'title'}),
  );

  /// Severity
  final RknRulesRulesItemVariantsValueSeverity severity;

  /// The highest certainty
  final RknCertainty certainty;

  /// What is wrong, in a sentence
  final String title;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'severity': severity,
    'certainty': certainty,
    'title': title,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const RknRulesRulesItemVariantsValueSeverity(String wire) implements String {
  static const critical = RknRulesRulesItemVariantsValueSeverity('critical');
  static const high = RknRulesRulesItemVariantsValueSeverity('high');
  static const medium = RknRulesRulesItemVariantsValueSeverity('medium');
  static const low = RknRulesRulesItemVariantsValueSeverity('low');
  static const values = [critical, high, medium, low];
}

/// A later version of the platform may send values that are not among [values].
extension type const RknSanctionGroup(String wire) implements String {
  static const gPROC = RknSanctionGroup('G_PROC');
  static const gWRITTEN = RknSanctionGroup('G_WRITTEN');
  static const gPOLICY = RknSanctionGroup('G_POLICY');
  static const gINFORM = RknSanctionGroup('G_INFORM');
  static const gLOCAL = RknSanctionGroup('G_LOCAL');
  static const gNOTICE = RknSanctionGroup('G_NOTICE');
  static const gLEAK = RknSanctionGroup('G_LEAK');
  static const gSPAM = RknSanctionGroup('G_SPAM');
  static const gERID = RknSanctionGroup('G_ERID');
  static const gBANAD = RknSanctionGroup('G_BANAD');
  static const gAUTH = RknSanctionGroup('G_AUTH');
  static const gLANG = RknSanctionGroup('G_LANG');
  static const values = [gPROC, gWRITTEN, gPOLICY, gINFORM, gLOCAL, gNOTICE, gLEAK, gSPAM, gERID, gBANAD, gAUTH, gLANG];
}

/// A scan of a site by the law of personal data
final class RknScan {
  const RknScan({
    required this.id,
    required this.state,
    required this.phase,
    required this.trigger,
    required this.origin,
    required this.progress,
    required this.issues,
    required this.ruleVersion,
    required this.error,
    required this.createdAt,
    required this.createdBy,
    required this.startedAt,
    required this.finishedAt,
    required this.options,
    required this.score,
    required this.risk,
    required this.coverageScore,
    this.more = const {},
  });

  factory RknScan.fromJson(JsonObject json) => RknScan(
    id: readField(json, 'id', asType<Uuid>),
    state: readField(json, 'state', asType<RknScanState>),
    phase: readField(json, 'phase', asType<RknScanPhase?>),
    trigger: readField(json, 'trigger', asType<RknScanTrigger>),
    origin: readField(json, 'origin', asType<String>),
    progress: readField(json, 'progress', objectOf(ScanProgress.fromJson)),
    issues: readField(json, 'issues', orNull(objectOf(RknScanIssues.fromJson))),
    ruleVersion: readField(json, 'rule_version', asType<String>),
    error: readField(json, 'error', orNull(objectOf(ScanError.fromJson))),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    createdBy: readField(json, 'created_by', asType<String?>),
    startedAt: readField(json, 'started_at', asType<Timestamp?>),
    finishedAt: readField(json, 'finished_at', asType<Timestamp?>),
    options: readField(json, 'options', objectOf(RknScanOptions.fromJson)),
    score: readField(json, 'score', orNull(asInt)),
    risk: readField(json, 'risk', asType<RknRisk?>),
    coverageScore: readField(json, 'coverage_score', orNull(asInt)),
    more: othersOf(json, const {'id', 'state', 'phase', 'trigger', 'origin', 'progress', 'issues', 'rule_version', 'error', 'created_at', 'created_by', 'started_at', 'finished_at', 'options', 'score', 'risk', 'coverage_score'}),
  );

  /// Id
  final Uuid id;

  /// `partial`: a limit or failures kept it from seeing everything; `error` says which
  final RknScanState state;

  /// What it does; null before it begins
  final RknScanPhase? phase;

  /// How it was started
  final RknScanTrigger trigger;

  /// Origin of the site when the scan was started
  final String origin;

  final ScanProgress progress;

  /// What the scan changed; null before it ends
  final RknScanIssues? issues;

  /// Version of the rules
  final String ruleVersion;

  /// Why it failed or saw not everything
  final ScanError? error;

  /// When it was asked for
  final Timestamp createdAt;

  /// E-mail of the administrator; null for a schedule
  final String? createdBy;

  /// When the work began
  final Timestamp? startedAt;

  /// When the work ended
  final Timestamp? finishedAt;

  /// Limits
  final RknScanOptions options;

  /// 100 less what findings cost; null before the scan ends
  final int? score;

  /// `unknown`: less than half of the rules could be judged
  final RknRisk? risk;

  /// Rules that could be judged, in percent of those that apply
  final int? coverageScore;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'state': state,
    'phase': phase,
    'trigger': trigger,
    'origin': origin,
    'progress': progress.toJson(),
    'issues': issues?.toJson(),
    'rule_version': ruleVersion,
    'error': error?.toJson(),
    'created_at': createdAt,
    'created_by': createdBy,
    'started_at': startedAt,
    'finished_at': finishedAt,
    'options': options.toJson(),
    'score': score,
    'risk': risk,
    'coverage_score': coverageScore,
  };
}

final class RknScanIssues {
  const RknScanIssues({
    required this.found,
    required this.opened,
    required this.resolved,
    required this.stale,
    this.more = const {},
  });

  factory RknScanIssues.fromJson(JsonObject json) => RknScanIssues(
    found: readField(json, 'found', asInt),
    opened: readField(json, 'opened', asInt),
    resolved: readField(json, 'resolved', asInt),
    stale: readField(json, 'stale', asInt),
    more: othersOf(json, const {'found', 'opened', 'resolved', 'stale'}),
  );

  /// Issues that it saw
  final int found;

  /// Issues that are new, or came back
  final int opened;

  /// Issues that are gone
  final int resolved;

  /// Open issues that it could not judge
  final int stale;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'found': found,
    'opened': opened,
    'resolved': resolved,
    'stale': stale,
  };
}

final class RknScanOptions {
  const RknScanOptions({
    required this.maxPages,
    required this.render,
    required this.intervalMs,
    required this.maxBodyBytes,
    required this.ignoreRobots,
    this.more = const {},
  });

  factory RknScanOptions.fromJson(JsonObject json) => RknScanOptions(
    maxPages: readField(json, 'max_pages', asInt),
    render: readField(json, 'render', asType<RknScanOptionsRender>),
    intervalMs: readField(json, 'interval_ms', asInt),
    maxBodyBytes: readField(json, 'max_body_bytes', asInt),
    ignoreRobots: readField(json, 'ignore_robots', asType<bool>),
    more: othersOf(json, const {'max_pages', 'render', 'interval_ms', 'max_body_bytes', 'ignore_robots'}),
  );

  /// Pages that are fetched at most
  final int maxPages;

  /// Whether a browser shows each page, where the platform has one
  final RknScanOptionsRender render;

  /// Milliseconds between the starts of two requests
  final int intervalMs;

  /// Bytes of a decoded page at most
  final int maxBodyBytes;

  /// Fetch what robots.txt disallows
  final bool ignoreRobots;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'max_pages': maxPages,
    'render': render,
    'interval_ms': intervalMs,
    'max_body_bytes': maxBodyBytes,
    'ignore_robots': ignoreRobots,
  };
}

final class RknScanOptionsPatch {
  const RknScanOptionsPatch({
    this.maxPages,
    this.render,
    this.intervalMs,
    this.maxBodyBytes,
    this.ignoreRobots,
    this.more = const {},
  });

  factory RknScanOptionsPatch.fromJson(JsonObject json) => RknScanOptionsPatch(
    maxPages: readField(json, 'max_pages', orNull(asInt)),
    render: readField(json, 'render', asType<RknScanOptionsPatchRender?>),
    intervalMs: readField(json, 'interval_ms', orNull(asInt)),
    maxBodyBytes: readField(json, 'max_body_bytes', orNull(asInt)),
    ignoreRobots: readField(json, 'ignore_robots', asType<bool?>),
    more: othersOf(json, const {'max_pages', 'render', 'interval_ms', 'max_body_bytes', 'ignore_robots'}),
  );

  /// Pages that are fetched at most
  final int? maxPages;

  /// Whether a browser shows each page, where the platform has one
  final RknScanOptionsPatchRender? render;

  /// Milliseconds between the starts of two requests
  final int? intervalMs;

  /// Bytes of a decoded page at most
  final int? maxBodyBytes;

  /// Fetch what robots.txt disallows
  final bool? ignoreRobots;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (maxPages case final value?) 'max_pages': value,
    if (render case final value?) 'render': value,
    if (intervalMs case final value?) 'interval_ms': value,
    if (maxBodyBytes case final value?) 'max_body_bytes': value,
    if (ignoreRobots case final value?) 'ignore_robots': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const RknScanOptionsPatchRender(String wire) implements String {
  static const never = RknScanOptionsPatchRender('never');
  static const always = RknScanOptionsPatchRender('always');
  static const values = [never, always];
}

/// A later version of the platform may send values that are not among [values].
extension type const RknScanOptionsRender(String wire) implements String {
  static const never = RknScanOptionsRender('never');
  static const always = RknScanOptionsRender('always');
  static const values = [never, always];
}

/// A later version of the platform may send values that are not among [values].
extension type const RknScanPhase(String wire) implements String {
  static const robots = RknScanPhase('robots');
  static const crawl = RknScanPhase('crawl');
  static const render = RknScanPhase('render');
  static const analyse = RknScanPhase('analyse');
  static const psi = RknScanPhase('psi');
  static const values = [robots, crawl, render, analyse, psi];
}

/// A later version of the platform may send values that are not among [values].
extension type const RknScanState(String wire) implements String {
  static const queued = RknScanState('queued');
  static const running = RknScanState('running');
  static const succeeded = RknScanState('succeeded');
  static const partial = RknScanState('partial');
  static const failed = RknScanState('failed');
  static const canceled = RknScanState('canceled');
  static const values = [queued, running, succeeded, partial, failed, canceled];
}

/// A later version of the platform may send values that are not among [values].
extension type const RknScanTrigger(String wire) implements String {
  static const manual = RknScanTrigger('manual');
  static const schedule = RknScanTrigger('schedule');
  static const values = [manual, schedule];
}

/// A later version of the platform may send values that are not among [values].
extension type const RknSubjectType(String wire) implements String {
  static const ooo = RknSubjectType('ooo');
  static const ip = RknSubjectType('ip');
  static const selfEmployed = RknSubjectType('self_employed');
  static const values = [ooo, ip, selfEmployed];
}

/// A later version of the platform may send values that are not among [values].
extension type const SaveLegalDraftOwnerType(String wire) implements String {
  static const application = SaveLegalDraftOwnerType('application');
  static const cmsSite = SaveLegalDraftOwnerType('cms_site');
  static const values = [application, cmsSite];
}

final class SavedArticle {
  const SavedArticle({
    required this.id,
    required this.status,
    required this.lockVersion,
    required this.revision,
    required this.publishedRevision,
    required this.scheduledRevision,
    required this.scheduledAt,
    required this.unpublishAt,
    required this.scheduleError,
    required this.translationOf,
    required this.url,
    required this.createdAt,
    required this.updatedAt,
    required this.updatedBy,
    required this.slug,
    required this.locale,
    required this.title,
    required this.excerpt,
    required this.coverAssetId,
    required this.coverUrl,
    required this.coverAlt,
    required this.metaTitle,
    required this.metaDescription,
    required this.canonicalUrl,
    required this.noindex,
    required this.relatedIds,
    required this.publishedAt,
    required this.folderId,
    required this.position,
    required this.body,
    required this.readiness,
    this.more = const {},
  });

  factory SavedArticle.fromJson(JsonObject json) => SavedArticle(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<ArticleEntryStatus>),
    lockVersion: readField(json, 'lock_version', asInt),
    revision: readField(json, 'revision', asInt),
    publishedRevision: readField(json, 'published_revision', orNull(asInt)),
    scheduledRevision: readField(json, 'scheduled_revision', orNull(asInt)),
    scheduledAt: readField(json, 'scheduled_at', asType<Timestamp?>),
    unpublishAt: readField(json, 'unpublish_at', asType<Timestamp?>),
    scheduleError: readField(json, 'schedule_error', asType<String?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    updatedBy: readField(json, 'updated_by', asType<String?>),
    slug: readField(json, 'slug', asType<Slug>),
    locale: readField(json, 'locale', asType<Locale>),
    title: readField(json, 'title', asType<String>),
    excerpt: readField(json, 'excerpt', asType<String?>),
    coverAssetId: readField(json, 'cover_asset_id', asType<Uuid?>),
    coverUrl: readField(json, 'cover_url', asType<String?>),
    coverAlt: readField(json, 'cover_alt', asType<String?>),
    metaTitle: readField(json, 'meta_title', asType<String?>),
    metaDescription: readField(json, 'meta_description', asType<String?>),
    canonicalUrl: readField(json, 'canonical_url', asType<String?>),
    noindex: readField(json, 'noindex', asType<bool>),
    relatedIds: readField(json, 'related_ids', listOf(asType<Uuid>)),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    folderId: readField(json, 'folder_id', asType<Uuid?>),
    position: readField(json, 'position', asInt),
    body: readField(json, 'body', asType<String>),
    readiness: readField(json, 'readiness', orNull(objectOf(ContentReadiness.fromJson))),
    more: othersOf(json, const {'id', 'status', 'lock_version', 'revision', 'published_revision', 'scheduled_revision', 'scheduled_at', 'unpublish_at', 'schedule_error', 'translation_of', 'url', 'created_at', 'updated_at', 'updated_by', 'slug', 'locale', 'title', 'excerpt', 'cover_asset_id', 'cover_url', 'cover_alt', 'meta_title', 'meta_description', 'canonical_url', 'noindex', 'related_ids', 'published_at', 'folder_id', 'position', 'body', 'readiness'}),
  );

  /// Id
  final Uuid id;

  /// State of the item
  final ArticleEntryStatus status;

  /// Counts the changes; send it as `If-Match: "<lock_version>"`
  final int lockVersion;

  /// Number of the newest revision, which is the draft
  final int revision;

  /// Number of the revision that readers see
  final int? publishedRevision;

  /// Number of the revision that the schedule will publish
  final int? scheduledRevision;

  /// When the schedule publishes it
  final Timestamp? scheduledAt;

  /// When it is taken from readers
  final Timestamp? unpublishAt;

  /// Why the schedule could not publish it; it tries again
  final String? scheduleError;

  /// The first item of its group of translations; null for the first one
  final Uuid? translationOf;

  /// Its address on the site; null without one
  final String? url;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// E-mail of the administrator who changed it last
  final String? updatedBy;

  /// Part of the address; made from the title when absent at creation
  final Slug slug;

  /// Language; one of the site. It never changes
  final Locale locale;

  /// Title
  final String title;

  /// A few sentences for lists
  final String? excerpt;

  /// An uploaded image
  final Uuid? coverAssetId;

  /// An image elsewhere; an uploaded one wins
  final String? coverUrl;

  /// Text instead of the cover
  final String? coverAlt;

  /// Title for search engines; the title when empty
  final String? metaTitle;

  /// Description for search engines; the excerpt when empty
  final String? metaDescription;

  /// The address that search engines shall keep instead
  final String? canonicalUrl;

  /// Search engines shall not keep it
  final bool noindex;

  /// Items of the same kind to read next; those that share tags when empty
  final List<Uuid> relatedIds;

  /// The moment that readers see; that of the first publication when null
  final Timestamp? publishedAt;

  /// Folder; null for the top
  final Uuid? folderId;

  /// Order in its folder, smallest first
  final int position;

  /// The article, Markdown
  final String body;

  /// Of the draft of an article. Never blocks; null while no score comes
  final ContentReadiness? readiness;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'lock_version': lockVersion,
    'revision': revision,
    'published_revision': publishedRevision,
    'scheduled_revision': scheduledRevision,
    'scheduled_at': scheduledAt,
    'unpublish_at': unpublishAt,
    'schedule_error': scheduleError,
    'translation_of': translationOf,
    'url': url,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'updated_by': updatedBy,
    'slug': slug,
    'locale': locale,
    'title': title,
    'excerpt': excerpt,
    'cover_asset_id': coverAssetId,
    'cover_url': coverUrl,
    'cover_alt': coverAlt,
    'meta_title': metaTitle,
    'meta_description': metaDescription,
    'canonical_url': canonicalUrl,
    'noindex': noindex,
    'related_ids': relatedIds,
    'published_at': publishedAt,
    'folder_id': folderId,
    'position': position,
    'body': body,
    'readiness': readiness?.toJson(),
  };
}

final class SavedPost {
  const SavedPost({
    required this.id,
    required this.status,
    required this.lockVersion,
    required this.revision,
    required this.publishedRevision,
    required this.scheduledRevision,
    required this.scheduledAt,
    required this.unpublishAt,
    required this.scheduleError,
    required this.translationOf,
    required this.url,
    required this.createdAt,
    required this.updatedAt,
    required this.updatedBy,
    required this.slug,
    required this.locale,
    required this.title,
    required this.excerpt,
    required this.coverAssetId,
    required this.coverUrl,
    required this.coverAlt,
    required this.metaTitle,
    required this.metaDescription,
    required this.canonicalUrl,
    required this.noindex,
    required this.relatedIds,
    required this.publishedAt,
    required this.categoryId,
    required this.tags,
    required this.authorId,
    required this.isFeatured,
    required this.body,
    required this.readiness,
    this.more = const {},
  });

  factory SavedPost.fromJson(JsonObject json) => SavedPost(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<PostEntryStatus>),
    lockVersion: readField(json, 'lock_version', asInt),
    revision: readField(json, 'revision', asInt),
    publishedRevision: readField(json, 'published_revision', orNull(asInt)),
    scheduledRevision: readField(json, 'scheduled_revision', orNull(asInt)),
    scheduledAt: readField(json, 'scheduled_at', asType<Timestamp?>),
    unpublishAt: readField(json, 'unpublish_at', asType<Timestamp?>),
    scheduleError: readField(json, 'schedule_error', asType<String?>),
    translationOf: readField(json, 'translation_of', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    updatedBy: readField(json, 'updated_by', asType<String?>),
    slug: readField(json, 'slug', asType<Slug>),
    locale: readField(json, 'locale', asType<Locale>),
    title: readField(json, 'title', asType<String>),
    excerpt: readField(json, 'excerpt', asType<String?>),
    coverAssetId: readField(json, 'cover_asset_id', asType<Uuid?>),
    coverUrl: readField(json, 'cover_url', asType<String?>),
    coverAlt: readField(json, 'cover_alt', asType<String?>),
    metaTitle: readField(json, 'meta_title', asType<String?>),
    metaDescription: readField(json, 'meta_description', asType<String?>),
    canonicalUrl: readField(json, 'canonical_url', asType<String?>),
    noindex: readField(json, 'noindex', asType<bool>),
    relatedIds: readField(json, 'related_ids', listOf(asType<Uuid>)),
    publishedAt: readField(json, 'published_at', asType<Timestamp?>),
    categoryId: readField(json, 'category_id', asType<Uuid?>),
    tags: readField(json, 'tags', listOf(asType<String>)),
    authorId: readField(json, 'author_id', asType<Uuid?>),
    isFeatured: readField(json, 'is_featured', asType<bool>),
    body: readField(json, 'body', asType<String>),
    readiness: readField(json, 'readiness', orNull(objectOf(ContentReadiness.fromJson))),
    more: othersOf(json, const {'id', 'status', 'lock_version', 'revision', 'published_revision', 'scheduled_revision', 'scheduled_at', 'unpublish_at', 'schedule_error', 'translation_of', 'url', 'created_at', 'updated_at', 'updated_by', 'slug', 'locale', 'title', 'excerpt', 'cover_asset_id', 'cover_url', 'cover_alt', 'meta_title', 'meta_description', 'canonical_url', 'noindex', 'related_ids', 'published_at', 'category_id', 'tags', 'author_id', 'is_featured', 'body', 'readiness'}),
  );

  /// Id
  final Uuid id;

  /// State of the item
  final PostEntryStatus status;

  /// Counts the changes; send it as `If-Match: "<lock_version>"`
  final int lockVersion;

  /// Number of the newest revision, which is the draft
  final int revision;

  /// Number of the revision that readers see
  final int? publishedRevision;

  /// Number of the revision that the schedule will publish
  final int? scheduledRevision;

  /// When the schedule publishes it
  final Timestamp? scheduledAt;

  /// When it is taken from readers
  final Timestamp? unpublishAt;

  /// Why the schedule could not publish it; it tries again
  final String? scheduleError;

  /// The first item of its group of translations; null for the first one
  final Uuid? translationOf;

  /// Its address on the site; null without one
  final String? url;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// E-mail of the administrator who changed it last
  final String? updatedBy;

  /// Part of the address; made from the title when absent at creation
  final Slug slug;

  /// Language; one of the site. It never changes
  final Locale locale;

  /// Title
  final String title;

  /// A few sentences for lists
  final String? excerpt;

  /// An uploaded image
  final Uuid? coverAssetId;

  /// An image elsewhere; an uploaded one wins
  final String? coverUrl;

  /// Text instead of the cover
  final String? coverAlt;

  /// Title for search engines; the title when empty
  final String? metaTitle;

  /// Description for search engines; the excerpt when empty
  final String? metaDescription;

  /// The address that search engines shall keep instead
  final String? canonicalUrl;

  /// Search engines shall not keep it
  final bool noindex;

  /// Items of the same kind to read next; those that share tags when empty
  final List<Uuid> relatedIds;

  /// The moment that readers see; that of the first publication when null
  final Timestamp? publishedAt;

  /// Category
  final Uuid? categoryId;

  /// Tags
  final List<String> tags;

  /// Author
  final Uuid? authorId;

  /// Shown first by sites that do so
  final bool isFeatured;

  /// Markdown
  final String body;

  /// Of the draft of a post. Never blocks; null while no score comes
  final ContentReadiness? readiness;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'lock_version': lockVersion,
    'revision': revision,
    'published_revision': publishedRevision,
    'scheduled_revision': scheduledRevision,
    'scheduled_at': scheduledAt,
    'unpublish_at': unpublishAt,
    'schedule_error': scheduleError,
    'translation_of': translationOf,
    'url': url,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'updated_by': updatedBy,
    'slug': slug,
    'locale': locale,
    'title': title,
    'excerpt': excerpt,
    'cover_asset_id': coverAssetId,
    'cover_url': coverUrl,
    'cover_alt': coverAlt,
    'meta_title': metaTitle,
    'meta_description': metaDescription,
    'canonical_url': canonicalUrl,
    'noindex': noindex,
    'related_ids': relatedIds,
    'published_at': publishedAt,
    'category_id': categoryId,
    'tags': tags,
    'author_id': authorId,
    'is_featured': isFeatured,
    'body': body,
    'readiness': readiness?.toJson(),
  };
}

final class ScanError {
  const ScanError({
    required this.code,
    required this.message,
    this.more = const {},
  });

  factory ScanError.fromJson(JsonObject json) => ScanError(
    code: readField(json, 'code', asType<String>),
    message: readField(json, 'message', asType<String>),
    more: othersOf(json, const {'code', 'message'}),
  );

  /// Why, for programs
  final String code;

  /// Why
  final String message;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'message': message,
  };
}

final class ScanOptions {
  const ScanOptions({
    required this.maxPages,
    required this.maxDepth,
    required this.maxMinutes,
    required this.concurrency,
    required this.intervalMs,
    required this.maxBodyBytes,
    required this.render,
    required this.ignoreRobots,
    required this.include,
    required this.exclude,
    required this.psiPages,
    this.more = const {},
  });

  factory ScanOptions.fromJson(JsonObject json) => ScanOptions(
    maxPages: readField(json, 'max_pages', asInt),
    maxDepth: readField(json, 'max_depth', asInt),
    maxMinutes: readField(json, 'max_minutes', asInt),
    concurrency: readField(json, 'concurrency', asInt),
    intervalMs: readField(json, 'interval_ms', asInt),
    maxBodyBytes: readField(json, 'max_body_bytes', asInt),
    render: readField(json, 'render', asType<ScanOptionsRender>),
    ignoreRobots: readField(json, 'ignore_robots', asType<bool>),
    include: readField(json, 'include', listOf(asType<String>)),
    exclude: readField(json, 'exclude', listOf(asType<String>)),
    psiPages: readField(json, 'psi_pages', asInt),
    more: othersOf(json, const {'max_pages', 'max_depth', 'max_minutes', 'concurrency', 'interval_ms', 'max_body_bytes', 'render', 'ignore_robots', 'include', 'exclude', 'psi_pages'}),
  );

  /// Pages that are fetched at most
  final int maxPages;

  /// Clicks from the home page or a listed page
  final int maxDepth;

  /// Minutes that the crawl takes at most
  final int maxMinutes;

  /// Requests at once
  final int concurrency;

  /// Milliseconds between the starts of two requests
  final int intervalMs;

  /// Bytes of a decoded page at most
  final int maxBodyBytes;

  /// Pages that a browser renders, 100 at most: none, those whose HTML is a shell for scripts, or all
  final ScanOptionsRender render;

  /// Fetch what robots.txt disallows
  final bool ignoreRobots;

  /// Only paths like these; every path when empty
  final List<String> include;

  /// No paths like these
  final List<String> exclude;

  /// Pages whose speed is measured, where the platform has a key of PageSpeed Insights
  final int psiPages;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'max_pages': maxPages,
    'max_depth': maxDepth,
    'max_minutes': maxMinutes,
    'concurrency': concurrency,
    'interval_ms': intervalMs,
    'max_body_bytes': maxBodyBytes,
    'render': render,
    'ignore_robots': ignoreRobots,
    'include': include,
    'exclude': exclude,
    'psi_pages': psiPages,
  };
}

final class ScanOptionsPatch {
  const ScanOptionsPatch({
    this.maxPages,
    this.maxDepth,
    this.maxMinutes,
    this.concurrency,
    this.intervalMs,
    this.maxBodyBytes,
    this.render,
    this.ignoreRobots,
    this.include,
    this.exclude,
    this.psiPages,
    this.more = const {},
  });

  factory ScanOptionsPatch.fromJson(JsonObject json) => ScanOptionsPatch(
    maxPages: readField(json, 'max_pages', orNull(asInt)),
    maxDepth: readField(json, 'max_depth', orNull(asInt)),
    maxMinutes: readField(json, 'max_minutes', orNull(asInt)),
    concurrency: readField(json, 'concurrency', orNull(asInt)),
    intervalMs: readField(json, 'interval_ms', orNull(asInt)),
    maxBodyBytes: readField(json, 'max_body_bytes', orNull(asInt)),
    render: readField(json, 'render', asType<ScanOptionsPatchRender?>),
    ignoreRobots: readField(json, 'ignore_robots', asType<bool?>),
    include: readField(json, 'include', orNull(listOf(asType<String>))),
    exclude: readField(json, 'exclude', orNull(listOf(asType<String>))),
    psiPages: readField(json, 'psi_pages', orNull(asInt)),
    more: othersOf(json, const {'max_pages', 'max_depth', 'max_minutes', 'concurrency', 'interval_ms', 'max_body_bytes', 'render', 'ignore_robots', 'include', 'exclude', 'psi_pages'}),
  );

  /// Pages that are fetched at most
  final int? maxPages;

  /// Clicks from the home page or a listed page
  final int? maxDepth;

  /// Minutes that the crawl takes at most
  final int? maxMinutes;

  /// Requests at once
  final int? concurrency;

  /// Milliseconds between the starts of two requests
  final int? intervalMs;

  /// Bytes of a decoded page at most
  final int? maxBodyBytes;

  /// Pages that a browser renders, 100 at most: none, those whose HTML is a shell for scripts, or all
  final ScanOptionsPatchRender? render;

  /// Fetch what robots.txt disallows
  final bool? ignoreRobots;

  /// Only paths like these; every path when empty
  final List<String>? include;

  /// No paths like these
  final List<String>? exclude;

  /// Pages whose speed is measured, where the platform has a key of PageSpeed Insights
  final int? psiPages;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (maxPages case final value?) 'max_pages': value,
    if (maxDepth case final value?) 'max_depth': value,
    if (maxMinutes case final value?) 'max_minutes': value,
    if (concurrency case final value?) 'concurrency': value,
    if (intervalMs case final value?) 'interval_ms': value,
    if (maxBodyBytes case final value?) 'max_body_bytes': value,
    if (render case final value?) 'render': value,
    if (ignoreRobots case final value?) 'ignore_robots': value,
    if (include case final value?) 'include': value,
    if (exclude case final value?) 'exclude': value,
    if (psiPages case final value?) 'psi_pages': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const ScanOptionsPatchRender(String wire) implements String {
  static const never = ScanOptionsPatchRender('never');
  static const auto = ScanOptionsPatchRender('auto');
  static const always = ScanOptionsPatchRender('always');
  static const values = [never, auto, always];
}

/// A later version of the platform may send values that are not among [values].
extension type const ScanOptionsRender(String wire) implements String {
  static const never = ScanOptionsRender('never');
  static const auto = ScanOptionsRender('auto');
  static const always = ScanOptionsRender('always');
  static const values = [never, auto, always];
}

/// How far a scan is
final class ScanProgress {
  const ScanProgress({
    required this.pagesDone,
    required this.pagesPlanned,
    required this.failed,
    required this.skipped,
    required this.etaSeconds,
    this.more = const {},
  });

  factory ScanProgress.fromJson(JsonObject json) => ScanProgress(
    pagesDone: readField(json, 'pages_done', asInt),
    pagesPlanned: readField(json, 'pages_planned', asInt),
    failed: readField(json, 'failed', asInt),
    skipped: readField(json, 'skipped', mapOf(asInt)),
    etaSeconds: readField(json, 'eta_seconds', orNull(asInt)),
    more: othersOf(json, const {'pages_done', 'pages_planned', 'failed', 'skipped', 'eta_seconds'}),
  );

  /// Pages that were fetched
  final int pagesDone;

  /// Pages that will be fetched, those that were included
  final int pagesPlanned;

  /// Pages that gave no answer, or a server error
  final int failed;

  /// Addresses that were left out, by reason
  final Map<String, int> skipped;

  /// Seconds that the crawl may still take; null when unknown
  final int? etaSeconds;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'pages_done': pagesDone,
    'pages_planned': pagesPlanned,
    'failed': failed,
    'skipped': skipped,
    'eta_seconds': etaSeconds,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SearchApplicationSiteKind(String wire) implements String {
  static const post = SearchApplicationSiteKind('post');
  static const article = SearchApplicationSiteKind('article');
  static const document = SearchApplicationSiteKind('document');
  static const changelogEntry = SearchApplicationSiteKind('changelog_entry');
  static const values = [post, article, document, changelogEntry];
}

final class SearchCode {
  const SearchCode({
    required this.code,
    this.more = const {},
  });

  factory SearchCode.fromJson(JsonObject json) => SearchCode(
    code: readField(json, 'code', asType<String>),
    more: othersOf(json, const {'code'}),
  );

  /// The code; blanks around it are cut
  final String code;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
  };
}

final class SearchConnectionStart {
  const SearchConnectionStart({
    this.returnUrl,
    this.more = const {},
  });

  factory SearchConnectionStart.fromJson(JsonObject json) => SearchConnectionStart(
    returnUrl: readField(json, 'return_url', asType<String?>),
    more: othersOf(json, const {'return_url'}),
  );

  /// Where the browser goes in the end
  final String? returnUrl;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (returnUrl case final value?) 'return_url': value,
  };
}

/// A search console of a site. Its tokens are never shown
final class SearchConsole {
  const SearchConsole({
    required this.provider,
    required this.state,
    required this.mode,
    required this.redirectUri,
    required this.properties,
    required this.property,
    required this.isSyncing,
    required this.lastSyncAt,
    required this.lastSyncRows,
    required this.lastError,
    required this.recrawlQuota,
    required this.connectedBy,
    required this.connectedAt,
    this.more = const {},
  });

  factory SearchConsole.fromJson(JsonObject json) => SearchConsole(
    provider: readField(json, 'provider', asType<SearchConsoleProvider>),
    state: readField(json, 'state', asType<SearchConsoleState>),
    mode: readField(json, 'mode', asType<SearchConsoleMode>),
    redirectUri: readField(json, 'redirect_uri', asType<String>),
    properties: readField(json, 'properties', listOf(objectOf(SearchProperty.fromJson))),
    property: readField(json, 'property', asType<String?>),
    isSyncing: readField(json, 'is_syncing', asType<bool>),
    lastSyncAt: readField(json, 'last_sync_at', asType<Timestamp?>),
    lastSyncRows: readField(json, 'last_sync_rows', orNull(asInt)),
    lastError: readField(json, 'last_error', asType<SearchConsoleLastError?>),
    recrawlQuota: readField(json, 'recrawl_quota', orNull(objectOf(SearchConsoleRecrawlQuota.fromJson))),
    connectedBy: readField(json, 'connected_by', asType<String?>),
    connectedAt: readField(json, 'connected_at', asType<Timestamp?>),
    more: othersOf(json, const {'provider', 'state', 'mode', 'redirect_uri', 'properties', 'property', 'is_syncing', 'last_sync_at', 'last_sync_rows', 'last_error', 'recrawl_quota', 'connected_by', 'connected_at'}),
  );

  /// Provider
  final SearchConsoleProvider provider;

  /// `not_configured`: the platform has no client id and secret; `no_property`: none of `properties` is chosen; `needs_reconnect`: the provider refuses the stored access
  final SearchConsoleState state;

  /// How it is connected
  final SearchConsoleMode mode;

  /// The redirect URI of the authorize request, to be registered at the provider
  final String redirectUri;

  /// Properties of the account, 1000 at most
  final List<SearchProperty> properties;

  /// The one that is read
  final String? property;

  /// A sync waits or runs
  final bool isSyncing;

  /// When keywords were read last
  final Timestamp? lastSyncAt;

  /// Keywords that it read
  final int? lastSyncRows;

  /// Why the last sync failed; it is tried again. `access_refused` and `renewal_lost` need a new connection: the provider refuses the access, or gave another one that was lost on its way into the database
  final SearchConsoleLastError? lastError;

  /// Of Yandex, at the last sync; null where it is not known
  final SearchConsoleRecrawlQuota? recrawlQuota;

  /// Administrator
  final String? connectedBy;

  /// When it was connected
  final Timestamp? connectedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'provider': provider,
    'state': state,
    'mode': mode,
    'redirect_uri': redirectUri,
    'properties': [for (final item in properties) item.toJson()],
    'property': property,
    'is_syncing': isSyncing,
    'last_sync_at': lastSyncAt,
    'last_sync_rows': lastSyncRows,
    'last_error': lastError,
    'recrawl_quota': recrawlQuota?.toJson(),
    'connected_by': connectedBy,
    'connected_at': connectedAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SearchConsoleLastError(String wire) implements String {
  static const quotaExceeded = SearchConsoleLastError('quota_exceeded');
  static const propertyForbidden = SearchConsoleLastError('property_forbidden');
  static const clientRefused = SearchConsoleLastError('client_refused');
  static const scopeMissing = SearchConsoleLastError('scope_missing');
  static const unreachable = SearchConsoleLastError('unreachable');
  static const accessRefused = SearchConsoleLastError('access_refused');
  static const renewalLost = SearchConsoleLastError('renewal_lost');
  static const values = [quotaExceeded, propertyForbidden, clientRefused, scopeMissing, unreachable, accessRefused, renewalLost];
}

/// A later version of the platform may send values that are not among [values].
extension type const SearchConsoleMode(String wire) implements String {
  static const callback = SearchConsoleMode('callback');
  static const code = SearchConsoleMode('code');
  static const values = [callback, code];
}

/// A later version of the platform may send values that are not among [values].
extension type const SearchConsoleProvider(String wire) implements String {
  static const google = SearchConsoleProvider('google');
  static const yandex = SearchConsoleProvider('yandex');
  static const values = [google, yandex];
}

final class SearchConsoleRecrawlQuota {
  const SearchConsoleRecrawlQuota({
    required this.daily,
    required this.left,
    this.more = const {},
  });

  factory SearchConsoleRecrawlQuota.fromJson(JsonObject json) => SearchConsoleRecrawlQuota(
    daily: readField(json, 'daily', asInt),
    left: readField(json, 'left', asInt),
    more: othersOf(json, const {'daily', 'left'}),
  );

  /// Pages that may be sent to be crawled again, each day
  final int daily;

  /// Of those, left today
  final int left;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'daily': daily,
    'left': left,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SearchConsoleState(String wire) implements String {
  static const notConfigured = SearchConsoleState('not_configured');
  static const disconnected = SearchConsoleState('disconnected');
  static const connected = SearchConsoleState('connected');
  static const noProperty = SearchConsoleState('no_property');
  static const needsReconnect = SearchConsoleState('needs_reconnect');
  static const values = [notConfigured, disconnected, connected, noProperty, needsReconnect];
}

final class SearchConsoles {
  const SearchConsoles({
    required this.consoles,
    this.more = const {},
  });

  factory SearchConsoles.fromJson(JsonObject json) => SearchConsoles(
    consoles: readField(json, 'consoles', listOf(objectOf(SearchConsole.fromJson))),
    more: othersOf(json, const {'consoles'}),
  );

  /// One for each provider
  final List<SearchConsole> consoles;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'consoles': [for (final item in consoles) item.toJson()],
  };
}

final class SearchProperty {
  const SearchProperty({
    required this.id,
    required this.url,
    required this.isVerified,
    this.more = const {},
  });

  factory SearchProperty.fromJson(JsonObject json) => SearchProperty(
    id: readField(json, 'id', asType<String>),
    url: readField(json, 'url', asType<String>),
    isVerified: readField(json, 'is_verified', asType<bool>),
    more: othersOf(json, const {'id', 'url', 'is_verified'}),
  );

  /// Name at the provider
  final String id;

  /// Address, readable
  final String url;

  /// The account proved that the site is its own
  final bool isVerified;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'url': url,
    'is_verified': isVerified,
  };
}

final class SearchPropertyPut {
  const SearchPropertyPut({
    required this.property,
    this.more = const {},
  });

  factory SearchPropertyPut.fromJson(JsonObject json) => SearchPropertyPut(
    property: readField(json, 'property', asType<String>),
    more: othersOf(json, const {'property'}),
  );

  /// `id` of one of `properties`
  final String property;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'property': property,
  };
}

final class SearchResult {
  const SearchResult({
    required this.kind,
    required this.slug,
    required this.locale,
    required this.title,
    required this.url,
    required this.snippet,
    this.more = const {},
  });

  factory SearchResult.fromJson(JsonObject json) => SearchResult(
    kind: readField(json, 'kind', asType<SearchResultKind>),
    slug: readField(json, 'slug', asType<String>),
    locale: readField(json, 'locale', asType<String>),
    title: readField(json, 'title', asType<String>),
    url: readField(json, 'url', asType<String?>),
    snippet: readField(json, 'snippet', asType<String>),
    more: othersOf(json, const {'kind', 'slug', 'locale', 'title', 'url', 'snippet'}),
  );

  /// What it is
  final SearchResultKind kind;

  /// Part of its address
  final String slug;

  /// Language
  final String locale;

  /// Title
  final String title;

  /// Its address
  final String? url;

  /// The place that was found, as HTML: found words in `<mark>`, all else escaped
  final String snippet;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'kind': kind,
    'slug': slug,
    'locale': locale,
    'title': title,
    'url': url,
    'snippet': snippet,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SearchResultKind(String wire) implements String {
  static const post = SearchResultKind('post');
  static const article = SearchResultKind('article');
  static const document = SearchResultKind('document');
  static const changelogEntry = SearchResultKind('changelog_entry');
  static const values = [post, article, document, changelogEntry];
}

/// A later version of the platform may send values that are not among [values].
extension type const SearchSiteKind(String wire) implements String {
  static const post = SearchSiteKind('post');
  static const article = SearchSiteKind('article');
  static const document = SearchSiteKind('document');
  static const changelogEntry = SearchSiteKind('changelog_entry');
  static const values = [post, article, document, changelogEntry];
}

final class SeoCapacity {
  const SeoCapacity({
    this.landingDev,
    this.cmsEditor,
    this.operations,
    this.content,
    this.more = const {},
  });

  factory SeoCapacity.fromJson(JsonObject json) => SeoCapacity(
    landingDev: readField(json, 'landing_dev', asType<num?>),
    cmsEditor: readField(json, 'cms_editor', asType<num?>),
    operations: readField(json, 'operations', asType<num?>),
    content: readField(json, 'content', asType<num?>),
    more: othersOf(json, const {'landing_dev', 'cms_editor', 'operations', 'content'}),
  );

  /// Days a week of developers of the landing page
  final num? landingDev;

  /// Days a week of editors
  final num? cmsEditor;

  /// Days a week of operations
  final num? operations;

  /// Days a week of authors
  final num? content;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (landingDev case final value?) 'landing_dev': value,
    if (cmsEditor case final value?) 'cms_editor': value,
    if (operations case final value?) 'operations': value,
    if (content case final value?) 'content': value,
  };
}

/// Queries with one intent
final class SeoCluster {
  const SeoCluster({
    required this.id,
    required this.head,
    required this.keywordCount,
    required this.impressions,
    required this.relation,
    required this.advice,
    required this.decision,
    required this.pageUrl,
    required this.keywords,
    required this.pages,
    this.more = const {},
  });

  factory SeoCluster.fromJson(JsonObject json) => SeoCluster(
    id: readField(json, 'id', asType<Uuid>),
    head: readField(json, 'head', asType<String>),
    keywordCount: readField(json, 'keyword_count', asInt),
    impressions: readField(json, 'impressions', asInt),
    relation: readField(json, 'relation', asType<SeoClusterRelation>),
    advice: readField(json, 'advice', asType<SeoClusterAdvice>),
    decision: readField(json, 'decision', asType<SeoClusterDecisionValue>),
    pageUrl: readField(json, 'page_url', asType<String?>),
    keywords: readField(json, 'keywords', listOf(asType<String>)),
    pages: readField(json, 'pages', listOf(objectOf(SeoClusterPagesItem.fromJson))),
    more: othersOf(json, const {'id', 'head', 'keyword_count', 'impressions', 'relation', 'advice', 'decision', 'page_url', 'keywords', 'pages'}),
  );

  /// Id; the same for the same query in every generation
  final Uuid id;

  /// The query with the most impressions
  final String head;

  /// Queries
  final int keywordCount;

  /// Impressions of all of them
  final int impressions;

  /// `gap`: no page answers it; `mapped`: one page does; `cannibal`: pages compete for it
  final SeoClusterRelation relation;

  /// `create` a page, `keep` the page, `merge` the others into the first with a 301, name the first as `canonical`, or `differentiate` the pages
  final SeoClusterAdvice advice;

  /// Of a person; it outlives a new generation
  final SeoClusterDecisionValue decision;

  /// Page that a person chose for it
  final String? pageUrl;

  /// The queries with the most impressions, 50 at most
  final List<String> keywords;

  /// Pages that are shown for it or whose title names it, 10 at most
  final List<SeoClusterPagesItem> pages;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'head': head,
    'keyword_count': keywordCount,
    'impressions': impressions,
    'relation': relation,
    'advice': advice,
    'decision': decision,
    'page_url': pageUrl,
    'keywords': keywords,
    'pages': [for (final item in pages) item.toJson()],
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoClusterAdvice(String wire) implements String {
  static const create = SeoClusterAdvice('create');
  static const keep = SeoClusterAdvice('keep');
  static const merge = SeoClusterAdvice('merge');
  static const canonical = SeoClusterAdvice('canonical');
  static const differentiate = SeoClusterAdvice('differentiate');
  static const values = [create, keep, merge, canonical, differentiate];
}

final class SeoClusterDecision {
  const SeoClusterDecision({
    required this.decision,
    this.pageUrl,
    this.more = const {},
  });

  factory SeoClusterDecision.fromJson(JsonObject json) => SeoClusterDecision(
    decision: readField(json, 'decision', asType<SeoClusterDecisionDecision>),
    pageUrl: readField(json, 'page_url', asType<String?>),
    more: othersOf(json, const {'decision', 'page_url'}),
  );

  /// Decision
  final SeoClusterDecisionDecision decision;

  /// Page for it; null for none; as it is when absent
  final String? pageUrl;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'decision': decision,
    if (pageUrl case final value?) 'page_url': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoClusterDecisionDecision(String wire) implements String {
  static const new_ = SeoClusterDecisionDecision('new');
  static const accepted = SeoClusterDecisionDecision('accepted');
  static const rejected = SeoClusterDecisionDecision('rejected');
  static const values = [new_, accepted, rejected];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoClusterDecisionValue(String wire) implements String {
  static const new_ = SeoClusterDecisionValue('new');
  static const accepted = SeoClusterDecisionValue('accepted');
  static const rejected = SeoClusterDecisionValue('rejected');
  static const values = [new_, accepted, rejected];
}

final class SeoClusterGeneration {
  const SeoClusterGeneration({
    required this.clusters,
    required this.keywords,
    required this.gaps,
    required this.cannibals,
    required this.fromContent,
    this.more = const {},
  });

  factory SeoClusterGeneration.fromJson(JsonObject json) => SeoClusterGeneration(
    clusters: readField(json, 'clusters', asInt),
    keywords: readField(json, 'keywords', asInt),
    gaps: readField(json, 'gaps', asInt),
    cannibals: readField(json, 'cannibals', asInt),
    fromContent: readField(json, 'from_content', asType<bool>),
    more: othersOf(json, const {'clusters', 'keywords', 'gaps', 'cannibals', 'from_content'}),
  );

  /// Clusters
  final int clusters;

  /// Keywords that they were made of
  final int keywords;

  /// Clusters that no page answers
  final int gaps;

  /// Clusters that pages compete for
  final int cannibals;

  /// The keywords are titles and H1 of pages: there are no others
  final bool fromContent;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'clusters': clusters,
    'keywords': keywords,
    'gaps': gaps,
    'cannibals': cannibals,
    'from_content': fromContent,
  };
}

final class SeoClusterPagesItem {
  const SeoClusterPagesItem({
    required this.url,
    required this.share,
    this.more = const {},
  });

  factory SeoClusterPagesItem.fromJson(JsonObject json) => SeoClusterPagesItem(
    url: readField(json, 'url', asType<String>),
    share: readField(json, 'share', asType<num?>),
    more: othersOf(json, const {'url', 'share'}),
  );

  /// Address
  final String url;

  /// Part of the impressions of pages, 0 to 1; null without numbers
  final num? share;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'url': url,
    'share': share,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoClusterRelation(String wire) implements String {
  static const gap = SeoClusterRelation('gap');
  static const mapped = SeoClusterRelation('mapped');
  static const cannibal = SeoClusterRelation('cannibal');
  static const values = [gap, mapped, cannibal];
}

/// Another site. Paths are compared without locale, ending and numbers
final class SeoCompetitor {
  const SeoCompetitor({
    required this.id,
    required this.origin,
    required this.state,
    required this.error,
    required this.paths,
    required this.overlapPct,
    required this.jaccard,
    required this.wordOverlapPct,
    required this.missingPaths,
    required this.createdAt,
    required this.checkedAt,
    this.more = const {},
  });

  factory SeoCompetitor.fromJson(JsonObject json) => SeoCompetitor(
    id: readField(json, 'id', asType<Uuid>),
    origin: readField(json, 'origin', asType<String>),
    state: readField(json, 'state', asType<SeoCompetitorState>),
    error: readField(json, 'error', asType<SeoCompetitorError?>),
    paths: readField(json, 'paths', orNull(asInt)),
    overlapPct: readField(json, 'overlap_pct', asType<num?>),
    jaccard: readField(json, 'jaccard', asType<num?>),
    wordOverlapPct: readField(json, 'word_overlap_pct', asType<num?>),
    missingPaths: readField(json, 'missing_paths', listOf(asType<String>)),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    checkedAt: readField(json, 'checked_at', asType<Timestamp?>),
    more: othersOf(json, const {'id', 'origin', 'state', 'error', 'paths', 'overlap_pct', 'jaccard', 'word_overlap_pct', 'missing_paths', 'created_at', 'checked_at'}),
  );

  /// Id
  final Uuid id;

  /// Origin
  final String origin;

  /// `done`: the figures are those of its sitemaps
  final SeoCompetitorState state;

  /// Why it failed
  final SeoCompetitorError? error;

  /// Paths in its sitemaps, 5000 at most; null without a sitemap
  final int? paths;

  /// Part of its paths that the site has, too, in percent; null without a sitemap or without pages of the site
  final num? overlapPct;

  /// Common paths of all paths, 0 to 1
  final num? jaccard;

  /// Part of the words in the ends of its paths that the site has in its own, in percent
  final num? wordOverlapPct;

  /// Its paths that the site has not, the largest folders first, 50 at most
  final List<String> missingPaths;

  /// When it was added
  final Timestamp createdAt;

  /// When it was compared last
  final Timestamp? checkedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'origin': origin,
    'state': state,
    'error': error,
    'paths': paths,
    'overlap_pct': overlapPct,
    'jaccard': jaccard,
    'word_overlap_pct': wordOverlapPct,
    'missing_paths': missingPaths,
    'created_at': createdAt,
    'checked_at': checkedAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoCompetitorError(String wire) implements String {
  static const addressRefused = SeoCompetitorError('address_refused');
  static const robotsRefused = SeoCompetitorError('robots_refused');
  static const unreachable = SeoCompetitorError('unreachable');
  static const values = [addressRefused, robotsRefused, unreachable];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoCompetitorState(String wire) implements String {
  static const waiting = SeoCompetitorState('waiting');
  static const running = SeoCompetitorState('running');
  static const done = SeoCompetitorState('done');
  static const failed = SeoCompetitorState('failed');
  static const values = [waiting, running, done, failed];
}

final class SeoCompetitors {
  const SeoCompetitors({
    required this.competitors,
    this.more = const {},
  });

  factory SeoCompetitors.fromJson(JsonObject json) => SeoCompetitors(
    competitors: readField(json, 'competitors', listOf(objectOf(SeoCompetitor.fromJson))),
    more: othersOf(json, const {'competitors'}),
  );

  /// Those that were named
  final List<SeoCompetitor> competitors;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'competitors': [for (final item in competitors) item.toJson()],
  };
}

final class SeoCompetitorsAdd {
  const SeoCompetitorsAdd({
    required this.origins,
    this.more = const {},
  });

  factory SeoCompetitorsAdd.fromJson(JsonObject json) => SeoCompetitorsAdd(
    origins: readField(json, 'origins', listOf(asType<String>)),
    more: othersOf(json, const {'origins'}),
  );

  /// Their addresses
  final List<String> origins;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'origins': origins,
  };
}

/// A published item with what audits and search engines say of it
final class SeoContentItem {
  const SeoContentItem({
    required this.itemId,
    required this.kind,
    required this.locale,
    required this.slug,
    required this.title,
    required this.url,
    required this.publishedAt,
    required this.isLive,
    required this.pageId,
    required this.pageScore,
    required this.seoScore,
    required this.openIssues,
    required this.impressions,
    this.more = const {},
  });

  factory SeoContentItem.fromJson(JsonObject json) => SeoContentItem(
    itemId: readField(json, 'item_id', asType<Uuid>),
    kind: readField(json, 'kind', asType<String>),
    locale: readField(json, 'locale', asType<String>),
    slug: readField(json, 'slug', asType<String>),
    title: readField(json, 'title', asType<String?>),
    url: readField(json, 'url', asType<String?>),
    publishedAt: readField(json, 'published_at', asType<Timestamp>),
    isLive: readField(json, 'is_live', asType<bool?>),
    pageId: readField(json, 'page_id', asType<Uuid?>),
    pageScore: readField(json, 'page_score', orNull(asInt)),
    seoScore: readField(json, 'seo_score', orNull(asInt)),
    openIssues: readField(json, 'open_issues', asInt),
    impressions: readField(json, 'impressions', orNull(asInt)),
    more: othersOf(json, const {'item_id', 'kind', 'locale', 'slug', 'title', 'url', 'published_at', 'is_live', 'page_id', 'page_score', 'seo_score', 'open_issues', 'impressions'}),
  );

  /// Item of the cms
  final Uuid itemId;

  /// Kind of the item
  final String kind;

  /// Locale
  final String locale;

  /// Slug
  final String slug;

  /// Title
  final String? title;

  /// Address, readable; null where the site has no template of addresses for it
  final String? url;

  /// When it was published
  final Timestamp publishedAt;

  /// The last scan got it with status 200; null when it did not ask
  final bool? isLive;

  /// Page of the last scan
  final Uuid? pageId;

  /// Score of the page; null when not judged
  final int? pageScore;

  /// Readiness of the text; null when not computed yet
  final int? seoScore;

  /// Open issues of the item
  final int openIssues;

  /// Impressions in search results of 28 days; null without search data
  final int? impressions;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'item_id': itemId,
    'kind': kind,
    'locale': locale,
    'slug': slug,
    'title': title,
    'url': url,
    'published_at': publishedAt,
    'is_live': isLive,
    'page_id': pageId,
    'page_score': pageScore,
    'seo_score': seoScore,
    'open_issues': openIssues,
    'impressions': impressions,
  };
}

final class SeoCoverage {
  const SeoCoverage({
    required this.fetched,
    required this.blocked,
    required this.failed,
    required this.unrendered,
    required this.pct,
    this.more = const {},
  });

  factory SeoCoverage.fromJson(JsonObject json) => SeoCoverage(
    fetched: readField(json, 'fetched', asInt),
    blocked: readField(json, 'blocked', asInt),
    failed: readField(json, 'failed', asInt),
    unrendered: readField(json, 'unrendered', asInt),
    pct: readField(json, 'pct', asInt),
    more: othersOf(json, const {'fetched', 'blocked', 'failed', 'unrendered', 'pct'}),
  );

  /// Pages that answered
  final int fetched;

  /// Addresses that robots.txt or the server refuses
  final int blocked;

  /// Pages without an answer
  final int failed;

  /// Pages whose text needs JavaScript
  final int unrendered;

  /// Judged pages of all, in percent
  final int pct;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'fetched': fetched,
    'blocked': blocked,
    'failed': failed,
    'unrendered': unrendered,
    'pct': pct,
  };
}

final class SeoDashboard {
  const SeoDashboard({
    required this.verdict,
    required this.counts,
    required this.trend,
    required this.openScan,
    required this.nextScanAt,
    this.more = const {},
  });

  factory SeoDashboard.fromJson(JsonObject json) => SeoDashboard(
    verdict: readField(json, 'verdict', objectOf(SeoVerdict.fromJson)),
    counts: readField(json, 'counts', objectOf(SeoIssueCounts.fromJson)),
    trend: readField(json, 'trend', listOf(objectOf(SeoTrendPoint.fromJson))),
    openScan: readField(json, 'open_scan', orNull(objectOf(SeoScan.fromJson))),
    nextScanAt: readField(json, 'next_scan_at', asType<Timestamp?>),
    more: othersOf(json, const {'verdict', 'counts', 'trend', 'open_scan', 'next_scan_at'}),
  );

  /// The verdict of the last scan
  final SeoVerdict verdict;

  /// Issues at this moment
  final SeoIssueCounts counts;

  /// A point for each scan with a verdict, oldest first; the newest 1000 at most
  final List<SeoTrendPoint> trend;

  /// The scan that waits or runs
  final SeoScan? openScan;

  /// When the schedule starts the next scan; null when it is off
  final Timestamp? nextScanAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'verdict': verdict.toJson(),
    'counts': counts.toJson(),
    'trend': [for (final item in trend) item.toJson()],
    'open_scan': openScan?.toJson(),
    'next_scan_at': nextScanAt,
  };
}

final class SeoDeveloperDoc {
  const SeoDeveloperDoc({
    required this.reportId,
    required this.markdown,
    required this.items,
    this.more = const {},
  });

  factory SeoDeveloperDoc.fromJson(JsonObject json) => SeoDeveloperDoc(
    reportId: readField(json, 'report_id', asType<Uuid>),
    markdown: readField(json, 'markdown', asType<String>),
    items: readField(json, 'items', listOf(objectOf(SeoTask.fromJson))),
    more: othersOf(json, const {'report_id', 'markdown', 'items'}),
  );

  /// Report it is made of
  final Uuid reportId;

  /// The document, in GitHub Flavored Markdown
  final String markdown;

  /// Tasks of developers and operations, the largest gain first
  final List<SeoTask> items;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'report_id': reportId,
    'markdown': markdown,
    'items': [for (final item in items) item.toJson()],
  };
}

/// What happened in some days
final class SeoDigest {
  const SeoDigest({
    required this.id,
    required this.createdAt,
    required this.days,
    required this.numbers,
    required this.markdown,
    this.more = const {},
  });

  factory SeoDigest.fromJson(JsonObject json) => SeoDigest(
    id: readField(json, 'id', asType<Uuid>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    days: readField(json, 'days', asInt),
    numbers: readField(json, 'numbers', objectOf(SeoDigestNumbers.fromJson)),
    markdown: readField(json, 'markdown', asType<String>),
    more: othersOf(json, const {'id', 'created_at', 'days', 'numbers', 'markdown'}),
  );

  /// Id
  final Uuid id;

  /// When it was made
  final Timestamp createdAt;

  /// Days before that it covers
  final int days;

  /// What happened
  final SeoDigestNumbers numbers;

  /// The same as a text
  final String markdown;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'created_at': createdAt,
    'days': days,
    'numbers': numbers.toJson(),
    'markdown': markdown,
  };
}

final class SeoDigestNumbers {
  const SeoDigestNumbers({
    required this.scans,
    required this.score,
    required this.scoreBefore,
    required this.opened,
    required this.resolved,
    required this.resolvedByPeople,
    required this.ignored,
    required this.open,
    required this.critical,
    required this.high,
    required this.topOpened,
    required this.topResolved,
    required this.next,
    this.more = const {},
  });

  factory SeoDigestNumbers.fromJson(JsonObject json) => SeoDigestNumbers(
    scans: readField(json, 'scans', asInt),
    score: readField(json, 'score', orNull(asInt)),
    scoreBefore: readField(json, 'score_before', orNull(asInt)),
    opened: readField(json, 'opened', asInt),
    resolved: readField(json, 'resolved', asInt),
    resolvedByPeople: readField(json, 'resolved_by_people', asInt),
    ignored: readField(json, 'ignored', asInt),
    open: readField(json, 'open', asInt),
    critical: readField(json, 'critical', asInt),
    high: readField(json, 'high', asInt),
    topOpened: readField(json, 'top_opened', listOf(objectOf(SeoTypeCount.fromJson))),
    topResolved: readField(json, 'top_resolved', listOf(objectOf(SeoTypeCount.fromJson))),
    next: readField(json, 'next', listOf(objectOf(SeoTypeCount.fromJson))),
    more: othersOf(json, const {'scans', 'score', 'score_before', 'opened', 'resolved', 'resolved_by_people', 'ignored', 'open', 'critical', 'high', 'top_opened', 'top_resolved', 'next'}),
  );

  /// Scans that ended
  final int scans;

  /// Score of the last scan
  final int? score;

  /// Score before these days, or of the first scan in them
  final int? scoreBefore;

  /// Issues that are new, or came back
  final int opened;

  /// Issues that were resolved
  final int resolved;

  /// Of these, those that an administrator resolved
  final int resolvedByPeople;

  /// Issues that an administrator ignored
  final int ignored;

  /// Open issues at its end
  final int open;

  /// Of these critical
  final int critical;

  /// Of these high
  final int high;

  /// Types that opened most, five at most
  final List<SeoTypeCount> topOpened;

  /// Types that were resolved most, five at most
  final List<SeoTypeCount> topResolved;

  /// What to fix next, three at most
  final List<SeoTypeCount> next;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'scans': scans,
    'score': score,
    'score_before': scoreBefore,
    'opened': opened,
    'resolved': resolved,
    'resolved_by_people': resolvedByPeople,
    'ignored': ignored,
    'open': open,
    'critical': critical,
    'high': high,
    'top_opened': [for (final item in topOpened) item.toJson()],
    'top_resolved': [for (final item in topResolved) item.toJson()],
    'next': [for (final item in next) item.toJson()],
  };
}

final class SeoDigestOrder {
  const SeoDigestOrder({
    this.days,
    this.more = const {},
  });

  factory SeoDigestOrder.fromJson(JsonObject json) => SeoDigestOrder(
    days: readField(json, 'days', orNull(asInt)),
    more: othersOf(json, const {'days'}),
  );

  /// Days before now
  final int? days;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (days case final value?) 'days': value,
  };
}

final class SeoHead {
  const SeoHead({
    required this.title,
    required this.description,
    required this.canonical,
    required this.robots,
    required this.revision,
    required this.og,
    required this.jsonLd,
    this.more = const {},
  });

  factory SeoHead.fromJson(JsonObject json) => SeoHead(
    title: readField(json, 'title', asType<String>),
    description: readField(json, 'description', asType<String?>),
    canonical: readField(json, 'canonical', asType<String?>),
    robots: readField(json, 'robots', asType<String>),
    revision: readField(json, 'revision', asInt),
    og: readField(json, 'og', mapOf(asType<String>)),
    jsonLd: readField(json, 'json_ld', asType<JsonObject?>),
    more: othersOf(json, const {'title', 'description', 'canonical', 'robots', 'revision', 'og', 'json_ld'}),
  );

  /// `<title>`
  final String title;

  /// `<meta name="description">`; null for a post or an article whose editor wrote none
  final String? description;

  /// `<link rel="canonical">`
  final String? canonical;

  /// `<meta name="robots">`
  final String robots;

  /// `<meta name="platform-revision">`: the revision that is shown. Audits see by it that a page is up to date
  final int revision;

  /// Open Graph, by property
  final Map<String, String> og;

  /// schema.org, for `application/ld+json`
  final JsonObject? jsonLd;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'title': title,
    'description': description,
    'canonical': canonical,
    'robots': robots,
    'revision': revision,
    'og': og,
    'json_ld': jsonLd,
  };
}

final class SeoHistory {
  const SeoHistory({
    required this.days,
    required this.points,
    this.more = const {},
  });

  factory SeoHistory.fromJson(JsonObject json) => SeoHistory(
    days: readField(json, 'days', asInt),
    points: readField(json, 'points', listOf(objectOf(SeoTrendPoint.fromJson))),
    more: othersOf(json, const {'days', 'points'}),
  );

  /// Days that it covers
  final int days;

  /// A point for each scan with a verdict, oldest first; the newest 1000 at most
  final List<SeoTrendPoint> points;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'days': days,
    'points': [for (final item in points) item.toJson()],
  };
}

final class SeoIndexNowBody {
  const SeoIndexNowBody({
    this.urls,
    this.more = const {},
  });

  factory SeoIndexNowBody.fromJson(JsonObject json) => SeoIndexNowBody(
    urls: readField(json, 'urls', orNull(listOf(asType<String>))),
    more: othersOf(json, const {'urls'}),
  );

  /// Addresses of the site; those that wait without it
  final List<String>? urls;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (urls case final value?) 'urls': value,
  };
}

final class SeoIndexNowResult {
  const SeoIndexNowResult({
    required this.sent,
    required this.accepted,
    required this.pending,
    this.more = const {},
  });

  factory SeoIndexNowResult.fromJson(JsonObject json) => SeoIndexNowResult(
    sent: readField(json, 'sent', asInt),
    accepted: readField(json, 'accepted', asInt),
    pending: readField(json, 'pending', asInt),
    more: othersOf(json, const {'sent', 'accepted', 'pending'}),
  );

  /// Addresses in this call
  final int sent;

  /// Those that search engines took
  final int accepted;

  /// Addresses of the site that still wait
  final int pending;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'sent': sent,
    'accepted': accepted,
    'pending': pending,
  };
}

final class SeoIndexNowUrl {
  const SeoIndexNowUrl({
    required this.id,
    required this.url,
    required this.state,
    required this.changedAt,
    required this.sentAt,
    required this.httpStatus,
    required this.reason,
    this.more = const {},
  });

  factory SeoIndexNowUrl.fromJson(JsonObject json) => SeoIndexNowUrl(
    id: readField(json, 'id', asType<Uuid>),
    url: readField(json, 'url', asType<String>),
    state: readField(json, 'state', asType<SeoIndexNowUrlState>),
    changedAt: readField(json, 'changed_at', asType<Timestamp>),
    sentAt: readField(json, 'sent_at', asType<Timestamp?>),
    httpStatus: readField(json, 'http_status', orNull(asInt)),
    reason: readField(json, 'reason', asType<SeoIndexNowUrlReason?>),
    more: othersOf(json, const {'id', 'url', 'state', 'changed_at', 'sent_at', 'http_status', 'reason'}),
  );

  /// Id of the change
  final Uuid id;

  /// Address, readable
  final String url;

  /// `pending`: it is sent soon, or again; `failed`: it is sent no more
  final SeoIndexNowUrlState state;

  /// When the content changed
  final Timestamp changedAt;

  /// When search engines last accepted it
  final Timestamp? sentAt;

  /// Last answer of IndexNow; null without one
  final int? httpStatus;

  /// Why it waits for another try, or is sent no more; null for none. `key_file_missing`: the site does not serve its key; `key_refused`: search engines refuse the key that the site serves, five times it is tried; `too_many`: they asked for a pause of a day. A change of the page, and naming it in a call, begin anew
  final SeoIndexNowUrlReason? reason;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'url': url,
    'state': state,
    'changed_at': changedAt,
    'sent_at': sentAt,
    'http_status': httpStatus,
    'reason': reason,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoIndexNowUrlReason(String wire) implements String {
  static const websiteUrlMissing = SeoIndexNowUrlReason('website_url_missing');
  static const otherHost = SeoIndexNowUrlReason('other_host');
  static const keyFileMissing = SeoIndexNowUrlReason('key_file_missing');
  static const keyRefused = SeoIndexNowUrlReason('key_refused');
  static const tooMany = SeoIndexNowUrlReason('too_many');
  static const refused = SeoIndexNowUrlReason('refused');
  static const unreachable = SeoIndexNowUrlReason('unreachable');
  static const values = [websiteUrlMissing, otherHost, keyFileMissing, keyRefused, tooMany, refused, unreachable];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoIndexNowUrlState(String wire) implements String {
  static const pending = SeoIndexNowUrlState('pending');
  static const accepted = SeoIndexNowUrlState('accepted');
  static const failed = SeoIndexNowUrlState('failed');
  static const values = [pending, accepted, failed];
}

/// A fault of a site
final class SeoIssue {
  const SeoIssue({
    required this.id,
    required this.issueType,
    required this.variant,
    required this.origin,
    required this.title,
    required this.status,
    required this.severity,
    required this.weight,
    required this.owner,
    required this.where,
    required this.steps,
    required this.acceptance,
    required this.url,
    required this.evidence,
    required this.stale,
    required this.firstSeenAt,
    required this.lastSeenAt,
    required this.resolvedAt,
    required this.resolvedBy,
    required this.reopenedCount,
    required this.itemId,
    this.count,
    this.more = const {},
  });

  factory SeoIssue.fromJson(JsonObject json) => SeoIssue(
    id: readField(json, 'id', asType<Uuid>),
    issueType: readField(json, 'issue_type', asType<SeoIssueType>),
    variant: readField(json, 'variant', asType<String?>),
    origin: readField(json, 'origin', asType<SeoIssueOrigin>),
    title: readField(json, 'title', asType<String>),
    status: readField(json, 'status', asType<SeoIssueStatus>),
    severity: readField(json, 'severity', asType<SeoIssueSeverity>),
    weight: readField(json, 'weight', asInt),
    owner: readField(json, 'owner', asType<SeoIssueOwner>),
    where: readField(json, 'where', asType<String>),
    steps: readField(json, 'steps', listOf(asType<String>)),
    acceptance: readField(json, 'acceptance', listOf(asType<String>)),
    url: readField(json, 'url', asType<String>),
    evidence: readField(json, 'evidence', objectOf(SeoIssueEvidence.fromJson)),
    stale: readField(json, 'stale', asType<bool>),
    firstSeenAt: readField(json, 'first_seen_at', asType<Timestamp>),
    lastSeenAt: readField(json, 'last_seen_at', asType<Timestamp>),
    resolvedAt: readField(json, 'resolved_at', asType<Timestamp?>),
    resolvedBy: readField(json, 'resolved_by', asType<SeoIssueResolvedBy?>),
    reopenedCount: readField(json, 'reopened_count', asInt),
    itemId: readField(json, 'item_id', asType<Uuid?>),
    count: readField(json, 'count', orNull(asInt)),
    more: othersOf(json, const {'id', 'issue_type', 'variant', 'origin', 'title', 'status', 'severity', 'weight', 'owner', 'where', 'steps', 'acceptance', 'url', 'evidence', 'stale', 'first_seen_at', 'last_seen_at', 'resolved_at', 'resolved_by', 'reopened_count', 'item_id', 'count'}),
  );

  /// Id
  final Uuid id;

  /// What is wrong
  final SeoIssueType issueType;

  /// Sub-case; null for the main one
  final String? variant;

  /// `extended`: a type beyond those that every site is judged by
  final SeoIssueOrigin origin;

  /// What is wrong, in a sentence
  final String title;

  /// Status
  final SeoIssueStatus status;

  /// Severity, by weight
  final SeoIssueSeverity severity;

  /// Points: 40, 20, 8 or 2
  final int weight;

  /// Role that mends it
  final SeoIssueOwner owner;

  /// Where it is mended
  final String where;

  /// How it is mended
  final List<String> steps;

  /// When it is mended
  final List<String> acceptance;

  /// Address, readable
  final String url;

  /// What was seen
  final SeoIssueEvidence evidence;

  /// The last scan could not tell whether it is still there
  final bool stale;

  /// When it was first seen
  final Timestamp firstSeenAt;

  /// When it was last seen
  final Timestamp lastSeenAt;

  /// When it was resolved
  final Timestamp? resolvedAt;

  /// What resolved it; null while it is not resolved
  final SeoIssueResolvedBy? resolvedBy;

  /// How often it came back
  final int reopenedCount;

  /// Item of the site behind the page
  final Uuid? itemId;

  /// In a grouped list: issues that the row stands for
  final int? count;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'issue_type': issueType,
    'variant': variant,
    'origin': origin,
    'title': title,
    'status': status,
    'severity': severity,
    'weight': weight,
    'owner': owner,
    'where': where,
    'steps': steps,
    'acceptance': acceptance,
    'url': url,
    'evidence': evidence.toJson(),
    'stale': stale,
    'first_seen_at': firstSeenAt,
    'last_seen_at': lastSeenAt,
    'resolved_at': resolvedAt,
    'resolved_by': resolvedBy,
    'reopened_count': reopenedCount,
    'item_id': itemId,
    if (count case final value?) 'count': value,
  };
}

final class SeoIssueChange {
  const SeoIssueChange({
    required this.at,
    required this.from,
    required this.to,
    required this.by,
    required this.adminEmail,
    required this.comment,
    this.more = const {},
  });

  factory SeoIssueChange.fromJson(JsonObject json) => SeoIssueChange(
    at: readField(json, 'at', asType<Timestamp>),
    from: readField(json, 'from', asType<SeoIssueChangeFrom?>),
    to: readField(json, 'to', asType<SeoIssueChangeTo>),
    by: readField(json, 'by', asType<SeoIssueChangeBy>),
    adminEmail: readField(json, 'admin_email', asType<String?>),
    comment: readField(json, 'comment', asType<String?>),
    more: othersOf(json, const {'at', 'from', 'to', 'by', 'admin_email', 'comment'}),
  );

  /// When
  final Timestamp at;

  /// Status before; null when it was found
  final SeoIssueChangeFrom? from;

  /// Status since
  final SeoIssueChangeTo to;

  /// What changed it
  final SeoIssueChangeBy by;

  /// E-mail of the administrator
  final String? adminEmail;

  /// Remark of the administrator
  final String? comment;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'at': at,
    'from': from,
    'to': to,
    'by': by,
    'admin_email': adminEmail,
    'comment': comment,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoIssueChangeBy(String wire) implements String {
  static const scan = SeoIssueChangeBy('scan');
  static const recheck = SeoIssueChangeBy('recheck');
  static const person = SeoIssueChangeBy('person');
  static const values = [scan, recheck, person];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoIssueChangeFrom(String wire) implements String {
  static const open = SeoIssueChangeFrom('open');
  static const resolved = SeoIssueChangeFrom('resolved');
  static const ignored = SeoIssueChangeFrom('ignored');
  static const values = [open, resolved, ignored];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoIssueChangeTo(String wire) implements String {
  static const open = SeoIssueChangeTo('open');
  static const resolved = SeoIssueChangeTo('resolved');
  static const ignored = SeoIssueChangeTo('ignored');
  static const values = [open, resolved, ignored];
}

final class SeoIssueCounts {
  const SeoIssueCounts({
    required this.open,
    required this.critical,
    required this.high,
    required this.medium,
    required this.low,
    required this.stale,
    required this.ignored,
    required this.tasks,
    required this.byOwner,
    this.more = const {},
  });

  factory SeoIssueCounts.fromJson(JsonObject json) => SeoIssueCounts(
    open: readField(json, 'open', asInt),
    critical: readField(json, 'critical', asInt),
    high: readField(json, 'high', asInt),
    medium: readField(json, 'medium', asInt),
    low: readField(json, 'low', asInt),
    stale: readField(json, 'stale', asInt),
    ignored: readField(json, 'ignored', asInt),
    tasks: readField(json, 'tasks', asInt),
    byOwner: readField(json, 'by_owner', objectOf(SeoOpenByOwner.fromJson)),
    more: othersOf(json, const {'open', 'critical', 'high', 'medium', 'low', 'stale', 'ignored', 'tasks', 'by_owner'}),
  );

  /// Open issues
  final int open;

  /// Of these critical
  final int critical;

  /// Of these high
  final int high;

  /// Of these medium
  final int medium;

  /// Of these low
  final int low;

  /// Of these, those that the last scan could not judge
  final int stale;

  /// Issues that are ignored
  final int ignored;

  /// Tasks that the open issues make
  final int tasks;

  /// Open issues by role
  final SeoOpenByOwner byOwner;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'open': open,
    'critical': critical,
    'high': high,
    'medium': medium,
    'low': low,
    'stale': stale,
    'ignored': ignored,
    'tasks': tasks,
    'by_owner': byOwner.toJson(),
  };
}

final class SeoIssueEvidence {
  const SeoIssueEvidence({
    this.selector,
    this.snippet,
    this.measured,
    this.threshold,
    this.related,
    this.more = const {},
  });

  factory SeoIssueEvidence.fromJson(JsonObject json) => SeoIssueEvidence(
    selector: readField(json, 'selector', asType<String?>),
    snippet: readField(json, 'snippet', asType<String?>),
    measured: readField(json, 'measured', asType<Object?>),
    threshold: readField(json, 'threshold', asType<Object?>),
    related: readField(json, 'related', orNull(listOf(asType<String>))),
    more: othersOf(json, const {'selector', 'snippet', 'measured', 'threshold', 'related'}),
  );

  /// Place in the page
  final String? selector;

  /// Text of the page
  final String? snippet;

  /// What was measured
  final Object? measured;

  /// What it is held to
  final Object? threshold;

  /// Other addresses it is about
  final List<String>? related;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (selector case final value?) 'selector': value,
    if (snippet case final value?) 'snippet': value,
    if (measured case final value?) 'measured': value,
    if (threshold case final value?) 'threshold': value,
    if (related case final value?) 'related': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoIssueOrigin(String wire) implements String {
  static const spec = SeoIssueOrigin('spec');
  static const extended = SeoIssueOrigin('extended');
  static const values = [spec, extended];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoIssueOwner(String wire) implements String {
  static const landingDev = SeoIssueOwner('landing_dev');
  static const cmsEditor = SeoIssueOwner('cms_editor');
  static const operations = SeoIssueOwner('operations');
  static const content = SeoIssueOwner('content');
  static const values = [landingDev, cmsEditor, operations, content];
}

final class SeoIssuePatch {
  const SeoIssuePatch({
    required this.status,
    this.comment,
    this.more = const {},
  });

  factory SeoIssuePatch.fromJson(JsonObject json) => SeoIssuePatch(
    status: readField(json, 'status', asType<SeoIssuePatchStatus>),
    comment: readField(json, 'comment', asType<String?>),
    more: othersOf(json, const {'status', 'comment'}),
  );

  /// New status
  final SeoIssuePatchStatus status;

  /// Why; kept in the history
  final String? comment;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'status': status,
    if (comment case final value?) 'comment': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoIssuePatchStatus(String wire) implements String {
  static const open = SeoIssuePatchStatus('open');
  static const resolved = SeoIssuePatchStatus('resolved');
  static const ignored = SeoIssuePatchStatus('ignored');
  static const values = [open, resolved, ignored];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoIssueResolvedBy(String wire) implements String {
  static const scan = SeoIssueResolvedBy('scan');
  static const recheck = SeoIssueResolvedBy('recheck');
  static const person = SeoIssueResolvedBy('person');
  static const values = [scan, recheck, person];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoIssueSeverity(String wire) implements String {
  static const critical = SeoIssueSeverity('critical');
  static const high = SeoIssueSeverity('high');
  static const medium = SeoIssueSeverity('medium');
  static const low = SeoIssueSeverity('low');
  static const values = [critical, high, medium, low];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoIssueStatus(String wire) implements String {
  static const open = SeoIssueStatus('open');
  static const resolved = SeoIssueStatus('resolved');
  static const ignored = SeoIssueStatus('ignored');
  static const values = [open, resolved, ignored];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoIssueType(String wire) implements String {
  static const sitemapUnreachable = SeoIssueType('sitemap_unreachable');
  static const robotsUnreachable = SeoIssueType('robots_unreachable');
  static const robotsBlocksAll = SeoIssueType('robots_blocks_all');
  static const robotsSitemapMissing = SeoIssueType('robots_sitemap_missing');
  static const noindexInSitemap = SeoIssueType('noindex_in_sitemap');
  static const missingCanonical = SeoIssueType('missing_canonical');
  static const canonicalToHome = SeoIssueType('canonical_to_home');
  static const http4xx = SeoIssueType('http_4xx');
  static const http5xx = SeoIssueType('http_5xx');
  static const httpUnreachable = SeoIssueType('http_unreachable');
  static const missingTitle = SeoIssueType('missing_title');
  static const duplicateTitle = SeoIssueType('duplicate_title');
  static const missingDescription = SeoIssueType('missing_description');
  static const missingH1 = SeoIssueType('missing_h1');
  static const multipleH1 = SeoIssueType('multiple_h1');
  static const thinContent = SeoIssueType('thin_content');
  static const dirtyUrlSlug = SeoIssueType('dirty_url_slug');
  static const imagesWithoutAlt = SeoIssueType('images_without_alt');
  static const missingJsonLd = SeoIssueType('missing_json_ld');
  static const schemaInvalid = SeoIssueType('schema_invalid');
  static const cmsSeoReadiness = SeoIssueType('cms_seo_readiness');
  static const cmsNoWebsiteUrl = SeoIssueType('cms_no_website_url');
  static const psiLowScore = SeoIssueType('psi_low_score');
  static const cwvLcp = SeoIssueType('cwv_lcp');
  static const cwvCls = SeoIssueType('cwv_cls');
  static const cwvInp = SeoIssueType('cwv_inp');
  static const slowTtfb = SeoIssueType('slow_ttfb');
  static const mirrorNotRedirected = SeoIssueType('mirror_not_redirected');
  static const cmsItemNotLive = SeoIssueType('cms_item_not_live');
  static const redirectChain = SeoIssueType('redirect_chain');
  static const orphanPage = SeoIssueType('orphan_page');
  static const hreflangInvalid = SeoIssueType('hreflang_invalid');
  static const duplicateContent = SeoIssueType('duplicate_content');
  static const mixedContent = SeoIssueType('mixed_content');
  static const crawlTrap = SeoIssueType('crawl_trap');
  static const jsOnlyContent = SeoIssueType('js_only_content');
  static const charsetMismatch = SeoIssueType('charset_mismatch');
  static const cmsFieldIgnored = SeoIssueType('cms_field_ignored');
  static const pageNotInSitemap = SeoIssueType('page_not_in_sitemap');
  static const brokenExternalLink = SeoIssueType('broken_external_link');
  static const brokenImage = SeoIssueType('broken_image');
  static const missingOg = SeoIssueType('missing_og');
  static const missingLang = SeoIssueType('missing_lang');
  static const missingViewport = SeoIssueType('missing_viewport');
  static const deepPage = SeoIssueType('deep_page');
  static const values = [sitemapUnreachable, robotsUnreachable, robotsBlocksAll, robotsSitemapMissing, noindexInSitemap, missingCanonical, canonicalToHome, http4xx, http5xx, httpUnreachable, missingTitle, duplicateTitle, missingDescription, missingH1, multipleH1, thinContent, dirtyUrlSlug, imagesWithoutAlt, missingJsonLd, schemaInvalid, cmsSeoReadiness, cmsNoWebsiteUrl, psiLowScore, cwvLcp, cwvCls, cwvInp, slowTtfb, mirrorNotRedirected, cmsItemNotLive, redirectChain, orphanPage, hreflangInvalid, duplicateContent, mixedContent, crawlTrap, jsOnlyContent, charsetMismatch, cmsFieldIgnored, pageNotInSitemap, brokenExternalLink, brokenImage, missingOg, missingLang, missingViewport, deepPage];
}

final class SeoIssueWithHistory {
  const SeoIssueWithHistory({
    required this.id,
    required this.issueType,
    required this.variant,
    required this.origin,
    required this.title,
    required this.status,
    required this.severity,
    required this.weight,
    required this.owner,
    required this.where,
    required this.steps,
    required this.acceptance,
    required this.url,
    required this.evidence,
    required this.stale,
    required this.firstSeenAt,
    required this.lastSeenAt,
    required this.resolvedAt,
    required this.resolvedBy,
    required this.reopenedCount,
    required this.itemId,
    this.count,
    required this.history,
    this.more = const {},
  });

  factory SeoIssueWithHistory.fromJson(JsonObject json) => SeoIssueWithHistory(
    id: readField(json, 'id', asType<Uuid>),
    issueType: readField(json, 'issue_type', asType<SeoIssueType>),
    variant: readField(json, 'variant', asType<String?>),
    origin: readField(json, 'origin', asType<SeoIssueOrigin>),
    title: readField(json, 'title', asType<String>),
    status: readField(json, 'status', asType<SeoIssueStatus>),
    severity: readField(json, 'severity', asType<SeoIssueSeverity>),
    weight: readField(json, 'weight', asInt),
    owner: readField(json, 'owner', asType<SeoIssueOwner>),
    where: readField(json, 'where', asType<String>),
    steps: readField(json, 'steps', listOf(asType<String>)),
    acceptance: readField(json, 'acceptance', listOf(asType<String>)),
    url: readField(json, 'url', asType<String>),
    evidence: readField(json, 'evidence', objectOf(SeoIssueEvidence.fromJson)),
    stale: readField(json, 'stale', asType<bool>),
    firstSeenAt: readField(json, 'first_seen_at', asType<Timestamp>),
    lastSeenAt: readField(json, 'last_seen_at', asType<Timestamp>),
    resolvedAt: readField(json, 'resolved_at', asType<Timestamp?>),
    resolvedBy: readField(json, 'resolved_by', asType<SeoIssueResolvedBy?>),
    reopenedCount: readField(json, 'reopened_count', asInt),
    itemId: readField(json, 'item_id', asType<Uuid?>),
    count: readField(json, 'count', orNull(asInt)),
    history: readField(json, 'history', listOf(objectOf(SeoIssueChange.fromJson))),
    more: othersOf(json, const {'id', 'issue_type', 'variant', 'origin', 'title', 'status', 'severity', 'weight', 'owner', 'where', 'steps', 'acceptance', 'url', 'evidence', 'stale', 'first_seen_at', 'last_seen_at', 'resolved_at', 'resolved_by', 'reopened_count', 'item_id', 'count', 'history'}),
  );

  /// Id
  final Uuid id;

  /// What is wrong
  final SeoIssueType issueType;

  /// Sub-case; null for the main one
  final String? variant;

  /// `extended`: a type beyond those that every site is judged by
  final SeoIssueOrigin origin;

  /// What is wrong, in a sentence
  final String title;

  /// Status
  final SeoIssueStatus status;

  /// Severity, by weight
  final SeoIssueSeverity severity;

  /// Points: 40, 20, 8 or 2
  final int weight;

  /// Role that mends it
  final SeoIssueOwner owner;

  /// Where it is mended
  final String where;

  /// How it is mended
  final List<String> steps;

  /// When it is mended
  final List<String> acceptance;

  /// Address, readable
  final String url;

  /// What was seen
  final SeoIssueEvidence evidence;

  /// The last scan could not tell whether it is still there
  final bool stale;

  /// When it was first seen
  final Timestamp firstSeenAt;

  /// When it was last seen
  final Timestamp lastSeenAt;

  /// When it was resolved
  final Timestamp? resolvedAt;

  /// What resolved it; null while it is not resolved
  final SeoIssueResolvedBy? resolvedBy;

  /// How often it came back
  final int reopenedCount;

  /// Item of the site behind the page
  final Uuid? itemId;

  /// In a grouped list: issues that the row stands for
  final int? count;

  /// Changes of the status, newest first; 100 at most
  final List<SeoIssueChange> history;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'issue_type': issueType,
    'variant': variant,
    'origin': origin,
    'title': title,
    'status': status,
    'severity': severity,
    'weight': weight,
    'owner': owner,
    'where': where,
    'steps': steps,
    'acceptance': acceptance,
    'url': url,
    'evidence': evidence.toJson(),
    'stale': stale,
    'first_seen_at': firstSeenAt,
    'last_seen_at': lastSeenAt,
    'resolved_at': resolvedAt,
    'resolved_by': resolvedBy,
    'reopened_count': reopenedCount,
    'item_id': itemId,
    if (count case final value?) 'count': value,
    'history': [for (final item in history) item.toJson()],
  };
}

final class SeoIssuesChanged {
  const SeoIssuesChanged({
    required this.changed,
    this.more = const {},
  });

  factory SeoIssuesChanged.fromJson(JsonObject json) => SeoIssuesChanged(
    changed: readField(json, 'changed', asInt),
    more: othersOf(json, const {'changed'}),
  );

  /// Issues that changed
  final int changed;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'changed': changed,
  };
}

final class SeoIssuesPatch {
  const SeoIssuesPatch({
    required this.filter,
    required this.status,
    this.comment,
    this.more = const {},
  });

  factory SeoIssuesPatch.fromJson(JsonObject json) => SeoIssuesPatch(
    filter: readField(json, 'filter', objectOf(SeoIssuesPatchFilter.fromJson)),
    status: readField(json, 'status', asType<SeoIssuesPatchStatus>),
    comment: readField(json, 'comment', asType<String?>),
    more: othersOf(json, const {'filter', 'status', 'comment'}),
  );

  /// Issues that change
  final SeoIssuesPatchFilter filter;

  /// New status
  final SeoIssuesPatchStatus status;

  /// Why; kept in the history
  final String? comment;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'filter': filter.toJson(),
    'status': status,
    if (comment case final value?) 'comment': value,
  };
}

final class SeoIssuesPatchFilter {
  const SeoIssuesPatchFilter({
    this.status,
    this.issueType,
    this.severity,
    this.owner,
    this.origin,
    this.itemId,
    this.more = const {},
  });

  factory SeoIssuesPatchFilter.fromJson(JsonObject json) => SeoIssuesPatchFilter(
    status: readField(json, 'status', asType<SeoIssuesPatchFilterStatus?>),
    issueType: readField(json, 'issue_type', asType<SeoIssueType?>),
    severity: readField(json, 'severity', asType<SeoIssuesPatchFilterSeverity?>),
    owner: readField(json, 'owner', asType<SeoIssuesPatchFilterOwner?>),
    origin: readField(json, 'origin', asType<SeoIssuesPatchFilterOrigin?>),
    itemId: readField(json, 'item_id', asType<Uuid?>),
    more: othersOf(json, const {'status', 'issue_type', 'severity', 'owner', 'origin', 'item_id'}),
  );

  /// Only these
  final SeoIssuesPatchFilterStatus? status;

  /// Only this type
  final SeoIssueType? issueType;

  /// Only these
  final SeoIssuesPatchFilterSeverity? severity;

  /// Only of this owner
  final SeoIssuesPatchFilterOwner? owner;

  /// Only of this origin
  final SeoIssuesPatchFilterOrigin? origin;

  /// Only of this item
  final Uuid? itemId;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (status case final value?) 'status': value,
    if (issueType case final value?) 'issue_type': value,
    if (severity case final value?) 'severity': value,
    if (owner case final value?) 'owner': value,
    if (origin case final value?) 'origin': value,
    if (itemId case final value?) 'item_id': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoIssuesPatchFilterOrigin(String wire) implements String {
  static const spec = SeoIssuesPatchFilterOrigin('spec');
  static const extended = SeoIssuesPatchFilterOrigin('extended');
  static const values = [spec, extended];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoIssuesPatchFilterOwner(String wire) implements String {
  static const landingDev = SeoIssuesPatchFilterOwner('landing_dev');
  static const cmsEditor = SeoIssuesPatchFilterOwner('cms_editor');
  static const operations = SeoIssuesPatchFilterOwner('operations');
  static const content = SeoIssuesPatchFilterOwner('content');
  static const values = [landingDev, cmsEditor, operations, content];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoIssuesPatchFilterSeverity(String wire) implements String {
  static const critical = SeoIssuesPatchFilterSeverity('critical');
  static const high = SeoIssuesPatchFilterSeverity('high');
  static const medium = SeoIssuesPatchFilterSeverity('medium');
  static const low = SeoIssuesPatchFilterSeverity('low');
  static const values = [critical, high, medium, low];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoIssuesPatchFilterStatus(String wire) implements String {
  static const open = SeoIssuesPatchFilterStatus('open');
  static const resolved = SeoIssuesPatchFilterStatus('resolved');
  static const ignored = SeoIssuesPatchFilterStatus('ignored');
  static const values = [open, resolved, ignored];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoIssuesPatchStatus(String wire) implements String {
  static const open = SeoIssuesPatchStatus('open');
  static const resolved = SeoIssuesPatchStatus('resolved');
  static const ignored = SeoIssuesPatchStatus('ignored');
  static const values = [open, resolved, ignored];
}

final class SeoKeyword {
  const SeoKeyword({
    required this.id,
    required this.query,
    required this.url,
    required this.source,
    required this.impressions,
    required this.clicks,
    required this.position,
    this.more = const {},
  });

  factory SeoKeyword.fromJson(JsonObject json) => SeoKeyword(
    id: readField(json, 'id', asType<Uuid>),
    query: readField(json, 'query', asType<String>),
    url: readField(json, 'url', asType<String?>),
    source: readField(json, 'source', asType<SeoKeywordSource>),
    impressions: readField(json, 'impressions', asInt),
    clicks: readField(json, 'clicks', asInt),
    position: readField(json, 'position', asType<num?>),
    more: othersOf(json, const {'id', 'query', 'url', 'source', 'impressions', 'clicks', 'position'}),
  );

  /// Id
  final Uuid id;

  /// What people searched for
  final String query;

  /// Page of the site that was shown; null where the source names none
  final String? url;

  /// `content`: a title or H1 of a page, without any number
  final SeoKeywordSource source;

  /// How often the site was shown for it
  final int impressions;

  /// How often it was clicked
  final int clicks;

  /// Average position; null where it is not known
  final num? position;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'query': query,
    'url': url,
    'source': source,
    'impressions': impressions,
    'clicks': clicks,
    'position': position,
  };
}

final class SeoKeywordImport {
  const SeoKeywordImport({
    required this.imported,
    required this.merged,
    required this.rejectedCount,
    required this.rejected,
    this.more = const {},
  });

  factory SeoKeywordImport.fromJson(JsonObject json) => SeoKeywordImport(
    imported: readField(json, 'imported', asInt),
    merged: readField(json, 'merged', asInt),
    rejectedCount: readField(json, 'rejected_count', asInt),
    rejected: readField(json, 'rejected', listOf(objectOf(SeoKeywordImportRejectedItem.fromJson))),
    more: othersOf(json, const {'imported', 'merged', 'rejected_count', 'rejected'}),
  );

  /// Keywords that are stored: each query and page once
  final int imported;

  /// Lines that repeat a query and page: their counts are added to those of the first one
  final int merged;

  /// Lines that were not
  final int rejectedCount;

  /// Lines that were not taken, the first 1000
  final List<SeoKeywordImportRejectedItem> rejected;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'imported': imported,
    'merged': merged,
    'rejected_count': rejectedCount,
    'rejected': [for (final item in rejected) item.toJson()],
  };
}

final class SeoKeywordImportRejectedItem {
  const SeoKeywordImportRejectedItem({
    required this.line,
    required this.error,
    this.more = const {},
  });

  factory SeoKeywordImportRejectedItem.fromJson(JsonObject json) => SeoKeywordImportRejectedItem(
    line: readField(json, 'line', asInt),
    error: readField(json, 'error', asType<String>),
    more: othersOf(json, const {'line', 'error'}),
  );

  /// Line of the file, from 1
  final int line;

  /// What is wrong with it
  final String error;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'line': line,
    'error': error,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoKeywordSource(String wire) implements String {
  static const google = SeoKeywordSource('google');
  static const yandex = SeoKeywordSource('yandex');
  static const import_ = SeoKeywordSource('import');
  static const content = SeoKeywordSource('content');
  static const values = [google, yandex, import_, content];
}

final class SeoOpenByOwner {
  const SeoOpenByOwner({
    required this.landingDev,
    required this.cmsEditor,
    required this.operations,
    required this.content,
    this.more = const {},
  });

  factory SeoOpenByOwner.fromJson(JsonObject json) => SeoOpenByOwner(
    landingDev: readField(json, 'landing_dev', asInt),
    cmsEditor: readField(json, 'cms_editor', asInt),
    operations: readField(json, 'operations', asInt),
    content: readField(json, 'content', asInt),
    more: othersOf(json, const {'landing_dev', 'cms_editor', 'operations', 'content'}),
  );

  /// Open issues of the developer of the landing page
  final int landingDev;

  /// Open issues of editors
  final int cmsEditor;

  /// Open issues of operations
  final int operations;

  /// Open issues of authors
  final int content;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'landing_dev': landingDev,
    'cms_editor': cmsEditor,
    'operations': operations,
    'content': content,
  };
}

final class SeoOwnerIssues {
  const SeoOwnerIssues({
    required this.owner,
    required this.issues,
    required this.critical,
    required this.high,
    required this.medium,
    required this.low,
    required this.tasks,
    this.more = const {},
  });

  factory SeoOwnerIssues.fromJson(JsonObject json) => SeoOwnerIssues(
    owner: readField(json, 'owner', asType<SeoOwnerIssuesOwner>),
    issues: readField(json, 'issues', asInt),
    critical: readField(json, 'critical', asInt),
    high: readField(json, 'high', asInt),
    medium: readField(json, 'medium', asInt),
    low: readField(json, 'low', asInt),
    tasks: readField(json, 'tasks', asInt),
    more: othersOf(json, const {'owner', 'issues', 'critical', 'high', 'medium', 'low', 'tasks'}),
  );

  /// Role
  final SeoOwnerIssuesOwner owner;

  /// Open issues
  final int issues;

  /// Of these critical
  final int critical;

  /// Of these high
  final int high;

  /// Of these medium
  final int medium;

  /// Of these low
  final int low;

  /// Tasks of the plan
  final int tasks;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'owner': owner,
    'issues': issues,
    'critical': critical,
    'high': high,
    'medium': medium,
    'low': low,
    'tasks': tasks,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoOwnerIssuesOwner(String wire) implements String {
  static const landingDev = SeoOwnerIssuesOwner('landing_dev');
  static const cmsEditor = SeoOwnerIssuesOwner('cms_editor');
  static const operations = SeoOwnerIssuesOwner('operations');
  static const content = SeoOwnerIssuesOwner('content');
  static const values = [landingDev, cmsEditor, operations, content];
}

/// A page, as the last scan saw it
final class SeoPage {
  const SeoPage({
    required this.id,
    required this.scanId,
    required this.url,
    required this.finalUrl,
    required this.status,
    required this.failure,
    required this.isIndexable,
    required this.isListed,
    required this.depth,
    required this.title,
    required this.words,
    required this.ttfbMs,
    required this.bytes,
    required this.pageScore,
    required this.issueCount,
    required this.inlinkCount,
    required this.itemId,
    required this.isUnchanged,
    required this.isRendered,
    required this.renderFailure,
    required this.fetchedAt,
    this.more = const {},
  });

  factory SeoPage.fromJson(JsonObject json) => SeoPage(
    id: readField(json, 'id', asType<Uuid>),
    scanId: readField(json, 'scan_id', asType<Uuid>),
    url: readField(json, 'url', asType<String>),
    finalUrl: readField(json, 'final_url', asType<String>),
    status: readField(json, 'status', orNull(asInt)),
    failure: readField(json, 'failure', asType<String?>),
    isIndexable: readField(json, 'is_indexable', asType<bool>),
    isListed: readField(json, 'is_listed', asType<bool>),
    depth: readField(json, 'depth', orNull(asInt)),
    title: readField(json, 'title', asType<String?>),
    words: readField(json, 'words', orNull(asInt)),
    ttfbMs: readField(json, 'ttfb_ms', orNull(asInt)),
    bytes: readField(json, 'bytes', asInt),
    pageScore: readField(json, 'page_score', orNull(asInt)),
    issueCount: readField(json, 'issue_count', asInt),
    inlinkCount: readField(json, 'inlink_count', asInt),
    itemId: readField(json, 'item_id', asType<Uuid?>),
    isUnchanged: readField(json, 'is_unchanged', asType<bool>),
    isRendered: readField(json, 'is_rendered', asType<bool>),
    renderFailure: readField(json, 'render_failure', asType<SeoPageRenderFailure?>),
    fetchedAt: readField(json, 'fetched_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'scan_id', 'url', 'final_url', 'status', 'failure', 'is_indexable', 'is_listed', 'depth', 'title', 'words', 'ttfb_ms', 'bytes', 'page_score', 'issue_count', 'inlink_count', 'item_id', 'is_unchanged', 'is_rendered', 'render_failure', 'fetched_at'}),
  );

  /// Id
  final Uuid id;

  /// Scan that fetched it
  final Uuid scanId;

  /// Address, readable
  final String url;

  /// Address that answered, readable
  final String finalUrl;

  /// HTTP status; null without an answer
  final int? status;

  /// Why there is no complete answer, for programs
  final String? failure;

  /// Search engines may list it
  final bool isIndexable;

  /// The site or a sitemap lists it
  final bool isListed;

  /// Clicks from the home page; null when no link leads to it
  final int? depth;

  /// Title
  final String? title;

  /// Words of the main text
  final int? words;

  /// Milliseconds to the first byte
  final int? ttfbMs;

  /// Bytes of the decoded page
  final int bytes;

  /// 100 less the weights of its types; null when not judged
  final int? pageScore;

  /// Findings of the scan
  final int issueCount;

  /// Other crawled pages that link to it
  final int inlinkCount;

  /// Item of the site behind it
  final Uuid? itemId;

  /// The server said that it did not change (304): facts of the scan before count
  final bool isUnchanged;

  /// A browser rendered it: title and words are those of the rendered page
  final bool isRendered;

  /// Why the browser could not render it; null where it could, or was not asked
  final SeoPageRenderFailure? renderFailure;

  /// When it was fetched
  final Timestamp fetchedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'scan_id': scanId,
    'url': url,
    'final_url': finalUrl,
    'status': status,
    'failure': failure,
    'is_indexable': isIndexable,
    'is_listed': isListed,
    'depth': depth,
    'title': title,
    'words': words,
    'ttfb_ms': ttfbMs,
    'bytes': bytes,
    'page_score': pageScore,
    'issue_count': issueCount,
    'inlink_count': inlinkCount,
    'item_id': itemId,
    'is_unchanged': isUnchanged,
    'is_rendered': isRendered,
    'render_failure': renderFailure,
    'fetched_at': fetchedAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoPageRenderFailure(String wire) implements String {
  static const timeout = SeoPageRenderFailure('timeout');
  static const tooLarge = SeoPageRenderFailure('too_large');
  static const moved = SeoPageRenderFailure('moved');
  static const status = SeoPageRenderFailure('status');
  static const unreachable = SeoPageRenderFailure('unreachable');
  static const crashed = SeoPageRenderFailure('crashed');
  static const values = [timeout, tooLarge, moved, status, unreachable, crashed];
}

final class SeoPageWithFacts {
  const SeoPageWithFacts({
    required this.id,
    required this.scanId,
    required this.url,
    required this.finalUrl,
    required this.status,
    required this.failure,
    required this.isIndexable,
    required this.isListed,
    required this.depth,
    required this.title,
    required this.words,
    required this.ttfbMs,
    required this.bytes,
    required this.pageScore,
    required this.issueCount,
    required this.inlinkCount,
    required this.itemId,
    required this.isUnchanged,
    required this.isRendered,
    required this.renderFailure,
    required this.fetchedAt,
    required this.hops,
    required this.facts,
    required this.renderedFacts,
    required this.issues,
    required this.inlinks,
    this.more = const {},
  });

  factory SeoPageWithFacts.fromJson(JsonObject json) => SeoPageWithFacts(
    id: readField(json, 'id', asType<Uuid>),
    scanId: readField(json, 'scan_id', asType<Uuid>),
    url: readField(json, 'url', asType<String>),
    finalUrl: readField(json, 'final_url', asType<String>),
    status: readField(json, 'status', orNull(asInt)),
    failure: readField(json, 'failure', asType<String?>),
    isIndexable: readField(json, 'is_indexable', asType<bool>),
    isListed: readField(json, 'is_listed', asType<bool>),
    depth: readField(json, 'depth', orNull(asInt)),
    title: readField(json, 'title', asType<String?>),
    words: readField(json, 'words', orNull(asInt)),
    ttfbMs: readField(json, 'ttfb_ms', orNull(asInt)),
    bytes: readField(json, 'bytes', asInt),
    pageScore: readField(json, 'page_score', orNull(asInt)),
    issueCount: readField(json, 'issue_count', asInt),
    inlinkCount: readField(json, 'inlink_count', asInt),
    itemId: readField(json, 'item_id', asType<Uuid?>),
    isUnchanged: readField(json, 'is_unchanged', asType<bool>),
    isRendered: readField(json, 'is_rendered', asType<bool>),
    renderFailure: readField(json, 'render_failure', asType<SeoPageRenderFailure?>),
    fetchedAt: readField(json, 'fetched_at', asType<Timestamp>),
    hops: readField(json, 'hops', listOf(objectOf(SeoPageWithFactsHopsItem.fromJson))),
    facts: readField(json, 'facts', asType<JsonObject?>),
    renderedFacts: readField(json, 'rendered_facts', asType<JsonObject?>),
    issues: readField(json, 'issues', listOf(objectOf(SeoIssue.fromJson))),
    inlinks: readField(json, 'inlinks', listOf(asType<String>)),
    more: othersOf(json, const {'id', 'scan_id', 'url', 'final_url', 'status', 'failure', 'is_indexable', 'is_listed', 'depth', 'title', 'words', 'ttfb_ms', 'bytes', 'page_score', 'issue_count', 'inlink_count', 'item_id', 'is_unchanged', 'is_rendered', 'render_failure', 'fetched_at', 'hops', 'facts', 'rendered_facts', 'issues', 'inlinks'}),
  );

  /// Id
  final Uuid id;

  /// Scan that fetched it
  final Uuid scanId;

  /// Address, readable
  final String url;

  /// Address that answered, readable
  final String finalUrl;

  /// HTTP status; null without an answer
  final int? status;

  /// Why there is no complete answer, for programs
  final String? failure;

  /// Search engines may list it
  final bool isIndexable;

  /// The site or a sitemap lists it
  final bool isListed;

  /// Clicks from the home page; null when no link leads to it
  final int? depth;

  /// Title
  final String? title;

  /// Words of the main text
  final int? words;

  /// Milliseconds to the first byte
  final int? ttfbMs;

  /// Bytes of the decoded page
  final int bytes;

  /// 100 less the weights of its types; null when not judged
  final int? pageScore;

  /// Findings of the scan
  final int issueCount;

  /// Other crawled pages that link to it
  final int inlinkCount;

  /// Item of the site behind it
  final Uuid? itemId;

  /// The server said that it did not change (304): facts of the scan before count
  final bool isUnchanged;

  /// A browser rendered it: title and words are those of the rendered page
  final bool isRendered;

  /// Why the browser could not render it; null where it could, or was not asked
  final SeoPageRenderFailure? renderFailure;

  /// When it was fetched
  final Timestamp fetchedAt;

  /// Redirects on the way
  final List<SeoPageWithFactsHopsItem> hops;

  /// What was read from it; null when it is no HTML
  final JsonObject? facts;

  /// What was read from the rendered page; null when it was not rendered
  final JsonObject? renderedFacts;

  /// Issues at this address, not those that are resolved
  final List<SeoIssue> issues;

  /// Pages that link to it, 100 at most
  final List<String> inlinks;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'scan_id': scanId,
    'url': url,
    'final_url': finalUrl,
    'status': status,
    'failure': failure,
    'is_indexable': isIndexable,
    'is_listed': isListed,
    'depth': depth,
    'title': title,
    'words': words,
    'ttfb_ms': ttfbMs,
    'bytes': bytes,
    'page_score': pageScore,
    'issue_count': issueCount,
    'inlink_count': inlinkCount,
    'item_id': itemId,
    'is_unchanged': isUnchanged,
    'is_rendered': isRendered,
    'render_failure': renderFailure,
    'fetched_at': fetchedAt,
    'hops': [for (final item in hops) item.toJson()],
    'facts': facts,
    'rendered_facts': renderedFacts,
    'issues': [for (final item in issues) item.toJson()],
    'inlinks': inlinks,
  };
}

final class SeoPageWithFactsHopsItem {
  const SeoPageWithFactsHopsItem({
    required this.url,
    required this.status,
    required this.location,
    this.more = const {},
  });

  factory SeoPageWithFactsHopsItem.fromJson(JsonObject json) => SeoPageWithFactsHopsItem(
    url: readField(json, 'url', asType<String>),
    status: readField(json, 'status', asInt),
    location: readField(json, 'location', asType<String>),
    more: othersOf(json, const {'url', 'status', 'location'}),
  );

  /// Address that was asked
  final String url;

  /// HTTP status
  final int status;

  /// Address that it leads to
  final String location;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'url': url,
    'status': status,
    'location': location,
  };
}

final class SeoPlanCapacity {
  const SeoPlanCapacity({
    required this.landingDev,
    required this.cmsEditor,
    required this.operations,
    required this.content,
    this.more = const {},
  });

  factory SeoPlanCapacity.fromJson(JsonObject json) => SeoPlanCapacity(
    landingDev: readField(json, 'landing_dev', asType<num>),
    cmsEditor: readField(json, 'cms_editor', asType<num>),
    operations: readField(json, 'operations', asType<num>),
    content: readField(json, 'content', asType<num>),
    more: othersOf(json, const {'landing_dev', 'cms_editor', 'operations', 'content'}),
  );

  /// Days a week of developers of the landing page
  final num landingDev;

  /// Days a week of editors
  final num cmsEditor;

  /// Days a week of operations
  final num operations;

  /// Days a week of authors
  final num content;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'landing_dev': landingDev,
    'cms_editor': cmsEditor,
    'operations': operations,
    'content': content,
  };
}

final class SeoPlanDocument {
  const SeoPlanDocument({
    required this.markdown,
    required this.items,
    this.more = const {},
  });

  factory SeoPlanDocument.fromJson(JsonObject json) => SeoPlanDocument(
    markdown: readField(json, 'markdown', asType<String>),
    items: readField(json, 'items', listOf(objectOf(SeoPlanItem.fromJson))),
    more: othersOf(json, const {'markdown', 'items'}),
  );

  /// The plan, in GitHub Flavored Markdown
  final String markdown;

  /// A ticket for each planned task that is not done
  final List<SeoPlanItem> items;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'markdown': markdown,
    'items': [for (final item in items) item.toJson()],
  };
}

final class SeoPlanItem {
  const SeoPlanItem({
    required this.title,
    required this.body,
    required this.labels,
    this.more = const {},
  });

  factory SeoPlanItem.fromJson(JsonObject json) => SeoPlanItem(
    title: readField(json, 'title', asType<String>),
    body: readField(json, 'body', asType<String>),
    labels: readField(json, 'labels', listOf(asType<String>)),
    more: othersOf(json, const {'title', 'body', 'labels'}),
  );

  /// Title, one line without markup
  final String title;

  /// Text, in GitHub Flavored Markdown
  final String body;

  /// Labels: severity, owner, effort and week
  final List<String> labels;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'title': title,
    'body': body,
    'labels': labels,
  };
}

final class SeoPlanWeek {
  const SeoPlanWeek({
    required this.week,
    required this.tasks,
    this.more = const {},
  });

  factory SeoPlanWeek.fromJson(JsonObject json) => SeoPlanWeek(
    week: readField(json, 'week', asInt),
    tasks: readField(json, 'tasks', listOf(objectOf(SeoPlannedTask.fromJson))),
    more: othersOf(json, const {'week', 'tasks'}),
  );

  /// Week, from 1
  final int week;

  /// Tasks that begin in it, in the order of the plan
  final List<SeoPlannedTask> tasks;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'week': week,
    'tasks': [for (final item in tasks) item.toJson()],
  };
}

final class SeoPlannedTask {
  const SeoPlannedTask({
    required this.task,
    required this.days,
    required this.why,
    required this.openNow,
    this.more = const {},
  });

  factory SeoPlannedTask.fromJson(JsonObject json) => SeoPlannedTask(
    task: readField(json, 'task', objectOf(SeoTask.fromJson)),
    days: readField(json, 'days', asType<num>),
    why: readField(json, 'why', asType<String?>),
    openNow: readField(json, 'open_now', asInt),
    more: othersOf(json, const {'task', 'days', 'why', 'open_now'}),
  );

  /// Task, as it was when the plan was made
  final SeoTask task;

  /// Days of work: S 0.5, M 1, L 3
  final num days;

  /// Why it comes at its place, in the words of the model; null in the order of the rules
  final String? why;

  /// Issues of it that are open at this moment; 0 when it is done
  final int openNow;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'task': task.toJson(),
    'days': days,
    'why': why,
    'open_now': openNow,
  };
}

final class SeoPriority {
  const SeoPriority({
    required this.issueIds,
    required this.why,
    this.more = const {},
  });

  factory SeoPriority.fromJson(JsonObject json) => SeoPriority(
    issueIds: readField(json, 'issue_ids', listOf(asType<Uuid>)),
    why: readField(json, 'why', asType<String>),
    more: othersOf(json, const {'issue_ids', 'why'}),
  );

  /// Open issues of the report
  final List<Uuid> issueIds;

  /// Why they come first
  final String why;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'issue_ids': issueIds,
    'why': why,
  };
}

final class SeoPsiBody {
  const SeoPsiBody({
    this.urls,
    this.strategy,
    this.more = const {},
  });

  factory SeoPsiBody.fromJson(JsonObject json) => SeoPsiBody(
    urls: readField(json, 'urls', orNull(listOf(asType<String>))),
    strategy: readField(json, 'strategy', asType<SeoPsiBodyStrategy?>),
    more: othersOf(json, const {'urls', 'strategy'}),
  );

  /// Addresses of the site; its home page without it
  final List<String>? urls;

  /// Device
  final SeoPsiBodyStrategy? strategy;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (urls case final value?) 'urls': value,
    if (strategy case final value?) 'strategy': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoPsiBodyStrategy(String wire) implements String {
  static const mobile = SeoPsiBodyStrategy('mobile');
  static const desktop = SeoPsiBodyStrategy('desktop');
  static const values = [mobile, desktop];
}

/// 75th percentile of the visits of 28 days
final class SeoPsiField {
  const SeoPsiField({
    required this.of_,
    required this.lcpMs,
    required this.cls,
    required this.inpMs,
    required this.ttfbMs,
    this.more = const {},
  });

  factory SeoPsiField.fromJson(JsonObject json) => SeoPsiField(
    of_: readField(json, 'of', asType<SeoPsiFieldOf>),
    lcpMs: readField(json, 'lcp_ms', asType<num?>),
    cls: readField(json, 'cls', asType<num?>),
    inpMs: readField(json, 'inp_ms', asType<num?>),
    ttfbMs: readField(json, 'ttfb_ms', asType<num?>),
    more: othersOf(json, const {'of', 'lcp_ms', 'cls', 'inp_ms', 'ttfb_ms'}),
  );

  /// Visits of the page, or of the whole origin where it has few
  final SeoPsiFieldOf of_;

  /// Largest Contentful Paint, in milliseconds; null without it
  final num? lcpMs;

  /// Cumulative Layout Shift, without a unit; null without it
  final num? cls;

  /// Interaction to Next Paint, in milliseconds; null without it
  final num? inpMs;

  /// Time to First Byte, in milliseconds; null without it
  final num? ttfbMs;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'of': of_,
    'lcp_ms': lcpMs,
    'cls': cls,
    'inp_ms': inpMs,
    'ttfb_ms': ttfbMs,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoPsiFieldOf(String wire) implements String {
  static const page = SeoPsiFieldOf('page');
  static const origin = SeoPsiFieldOf('origin');
  static const values = [page, origin];
}

/// One run of Lighthouse
final class SeoPsiLab {
  const SeoPsiLab({
    required this.lcpMs,
    required this.cls,
    required this.tbtMs,
    required this.ttfbMs,
    this.more = const {},
  });

  factory SeoPsiLab.fromJson(JsonObject json) => SeoPsiLab(
    lcpMs: readField(json, 'lcp_ms', asType<num?>),
    cls: readField(json, 'cls', asType<num?>),
    tbtMs: readField(json, 'tbt_ms', asType<num?>),
    ttfbMs: readField(json, 'ttfb_ms', asType<num?>),
    more: othersOf(json, const {'lcp_ms', 'cls', 'tbt_ms', 'ttfb_ms'}),
  );

  /// Largest Contentful Paint, in milliseconds; null without it
  final num? lcpMs;

  /// Cumulative Layout Shift, without a unit; null without it
  final num? cls;

  /// Total Blocking Time, in milliseconds; null without it
  final num? tbtMs;

  /// Time to First Byte of the document, in milliseconds; null without it
  final num? ttfbMs;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'lcp_ms': lcpMs,
    'cls': cls,
    'tbt_ms': tbtMs,
    'ttfb_ms': ttfbMs,
  };
}

final class SeoPsiResult {
  const SeoPsiResult({
    required this.id,
    required this.url,
    required this.strategy,
    required this.state,
    required this.error,
    required this.score,
    required this.field,
    required this.lab,
    required this.topAudits,
    required this.requestedAt,
    required this.measuredAt,
    this.more = const {},
  });

  factory SeoPsiResult.fromJson(JsonObject json) => SeoPsiResult(
    id: readField(json, 'id', asType<Uuid>),
    url: readField(json, 'url', asType<String>),
    strategy: readField(json, 'strategy', asType<SeoPsiResultStrategy>),
    state: readField(json, 'state', asType<SeoPsiResultState>),
    error: readField(json, 'error', asType<SeoPsiResultError?>),
    score: readField(json, 'score', orNull(asInt)),
    field: readField(json, 'field', orNull(objectOf(SeoPsiField.fromJson))),
    lab: readField(json, 'lab', orNull(objectOf(SeoPsiLab.fromJson))),
    topAudits: readField(json, 'top_audits', listOf(asType<String>)),
    requestedAt: readField(json, 'requested_at', asType<Timestamp>),
    measuredAt: readField(json, 'measured_at', asType<Timestamp?>),
    more: othersOf(json, const {'id', 'url', 'strategy', 'state', 'error', 'score', 'field', 'lab', 'top_audits', 'requested_at', 'measured_at'}),
  );

  /// Id
  final Uuid id;

  /// Address, readable
  final String url;

  /// Device
  final SeoPsiResultStrategy strategy;

  /// `waiting`, `running`: the values are those of the measurement before
  final SeoPsiResultState state;

  /// Why the last measurement failed; `page_failed`: Lighthouse could not measure the page, which is no low score
  final SeoPsiResultError? error;

  /// Performance score; null before the first measurement
  final int? score;

  /// What visitors measured; null for a page and an origin with few of them
  final SeoPsiField? field;

  /// What the laboratory measured
  final SeoPsiLab? lab;

  /// Lighthouse audits with the largest saving, 3 at most
  final List<String> topAudits;

  /// When it was asked for
  final Timestamp requestedAt;

  /// When it was measured; null before the first measurement
  final Timestamp? measuredAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'url': url,
    'strategy': strategy,
    'state': state,
    'error': error,
    'score': score,
    'field': field?.toJson(),
    'lab': lab?.toJson(),
    'top_audits': topAudits,
    'requested_at': requestedAt,
    'measured_at': measuredAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoPsiResultError(String wire) implements String {
  static const keyRefused = SeoPsiResultError('key_refused');
  static const quotaExceeded = SeoPsiResultError('quota_exceeded');
  static const pageFailed = SeoPsiResultError('page_failed');
  static const unreachable = SeoPsiResultError('unreachable');
  static const values = [keyRefused, quotaExceeded, pageFailed, unreachable];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoPsiResultState(String wire) implements String {
  static const waiting = SeoPsiResultState('waiting');
  static const running = SeoPsiResultState('running');
  static const done = SeoPsiResultState('done');
  static const failed = SeoPsiResultState('failed');
  static const values = [waiting, running, done, failed];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoPsiResultStrategy(String wire) implements String {
  static const mobile = SeoPsiResultStrategy('mobile');
  static const desktop = SeoPsiResultStrategy('desktop');
  static const values = [mobile, desktop];
}

final class SeoPsiResults {
  const SeoPsiResults({
    required this.results,
    this.more = const {},
  });

  factory SeoPsiResults.fromJson(JsonObject json) => SeoPsiResults(
    results: readField(json, 'results', listOf(objectOf(SeoPsiResult.fromJson))),
    more: othersOf(json, const {'results'}),
  );

  /// Those that were named, an address that came twice once
  final List<SeoPsiResult> results;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'results': [for (final item in results) item.toJson()],
  };
}

final class SeoRecheck {
  const SeoRecheck({
    required this.url,
    this.more = const {},
  });

  factory SeoRecheck.fromJson(JsonObject json) => SeoRecheck(
    url: readField(json, 'url', asType<String>),
    more: othersOf(json, const {'url'}),
  );

  /// Address, readable
  final String url;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'url': url,
  };
}

final class SeoRecheckBody {
  const SeoRecheckBody({
    required this.urls,
    this.more = const {},
  });

  factory SeoRecheckBody.fromJson(JsonObject json) => SeoRecheckBody(
    urls: readField(json, 'urls', listOf(asType<String>)),
    more: othersOf(json, const {'urls'}),
  );

  /// Addresses of the site
  final List<String> urls;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'urls': urls,
  };
}

/// What a scan saw, and what to do about it
final class SeoReport {
  const SeoReport({
    required this.id,
    required this.scanId,
    required this.createdAt,
    required this.state,
    required this.score,
    required this.verdict,
    required this.openIssues,
    required this.ruleVersion,
    required this.parts,
    required this.coverage,
    required this.delta,
    required this.issuesByOwner,
    required this.fixPlan,
    required this.runbookMarkdown,
    this.more = const {},
  });

  factory SeoReport.fromJson(JsonObject json) => SeoReport(
    id: readField(json, 'id', asType<Uuid>),
    scanId: readField(json, 'scan_id', asType<Uuid>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    state: readField(json, 'state', asType<SeoReportSummaryState>),
    score: readField(json, 'score', orNull(asInt)),
    verdict: readField(json, 'verdict', asType<SeoReportSummaryVerdict>),
    openIssues: readField(json, 'open_issues', asInt),
    ruleVersion: readField(json, 'rule_version', asType<String>),
    parts: readField(json, 'parts', objectOf(SeoVerdictParts.fromJson)),
    coverage: readField(json, 'coverage', objectOf(SeoReportCoverage.fromJson)),
    delta: readField(json, 'delta', orNull(objectOf(SeoReportDelta.fromJson))),
    issuesByOwner: readField(json, 'issues_by_owner', listOf(objectOf(SeoOwnerIssues.fromJson))),
    fixPlan: readField(json, 'fix_plan', listOf(objectOf(SeoTask.fromJson))),
    runbookMarkdown: readField(json, 'runbook_markdown', asType<String>),
    more: othersOf(json, const {'id', 'scan_id', 'created_at', 'state', 'score', 'verdict', 'open_issues', 'rule_version', 'parts', 'coverage', 'delta', 'issues_by_owner', 'fix_plan', 'runbook_markdown'}),
  );

  /// Id
  final Uuid id;

  /// Scan it is about
  final Uuid scanId;

  /// When the scan ended
  final Timestamp createdAt;

  /// How the scan ended
  final SeoReportSummaryState state;

  /// 0 to 100; null when unknown
  final int? score;

  /// The score in a word
  final SeoReportSummaryVerdict verdict;

  /// Open issues behind the scan
  final int openIssues;

  /// Version of the rules
  final String ruleVersion;

  /// Parts that were not measured are null and do not count
  final SeoVerdictParts parts;

  /// How much was seen
  final SeoReportCoverage coverage;

  /// What changed since the scan before; null for the first one
  final SeoReportDelta? delta;

  /// Open issues of each role that has any
  final List<SeoOwnerIssues> issuesByOwner;

  /// Every open fault as tasks, the largest gain first
  final List<SeoTask> fixPlan;

  /// The plan as checklists by role, in GitHub Flavored Markdown
  final String runbookMarkdown;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'scan_id': scanId,
    'created_at': createdAt,
    'state': state,
    'score': score,
    'verdict': verdict,
    'open_issues': openIssues,
    'rule_version': ruleVersion,
    'parts': parts.toJson(),
    'coverage': coverage.toJson(),
    'delta': delta?.toJson(),
    'issues_by_owner': [for (final item in issuesByOwner) item.toJson()],
    'fix_plan': [for (final item in fixPlan) item.toJson()],
    'runbook_markdown': runbookMarkdown,
  };
}

final class SeoReportAdvice {
  const SeoReportAdvice({
    required this.summary,
    required this.priorities,
    required this.source,
    required this.model,
    required this.tokens,
    this.more = const {},
  });

  factory SeoReportAdvice.fromJson(JsonObject json) => SeoReportAdvice(
    summary: readField(json, 'summary', asType<String>),
    priorities: readField(json, 'priorities', listOf(objectOf(SeoPriority.fromJson))),
    source: readField(json, 'source', asType<SeoReportAdviceSource>),
    model: readField(json, 'model', asType<String?>),
    tokens: readField(json, 'tokens', asInt),
    more: othersOf(json, const {'summary', 'priorities', 'source', 'model', 'tokens'}),
  );

  /// What the report says, in a few sentences
  final String summary;

  /// What to fix first, ten groups at most
  final List<SeoPriority> priorities;

  /// The author: a language model, or rules
  final SeoReportAdviceSource source;

  /// Name of the model; null for rules
  final String? model;

  /// Tokens that were spent, also in vain
  final int tokens;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'summary': summary,
    'priorities': [for (final item in priorities) item.toJson()],
    'source': source,
    'model': model,
    'tokens': tokens,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoReportAdviceSource(String wire) implements String {
  static const ai = SeoReportAdviceSource('ai');
  static const rules = SeoReportAdviceSource('rules');
  static const values = [ai, rules];
}

final class SeoReportCoverage {
  const SeoReportCoverage({
    required this.pages,
    required this.skipped,
    required this.robotsStatus,
    required this.sitemaps,
    required this.unmeasured,
    this.more = const {},
  });

  factory SeoReportCoverage.fromJson(JsonObject json) => SeoReportCoverage(
    pages: readField(json, 'pages', objectOf(SeoCoverage.fromJson)),
    skipped: readField(json, 'skipped', mapOf(asInt)),
    robotsStatus: readField(json, 'robots_status', orNull(asInt)),
    sitemaps: readField(json, 'sitemaps', asInt),
    unmeasured: readField(json, 'unmeasured', listOf(asType<String>)),
    more: othersOf(json, const {'pages', 'skipped', 'robots_status', 'sitemaps', 'unmeasured'}),
  );

  /// How much was seen
  final SeoCoverage pages;

  /// Addresses that were left out, by reason
  final Map<String, int> skipped;

  /// HTTP status of robots.txt; null without an answer
  final int? robotsStatus;

  /// Sitemaps that could be read
  final int sitemaps;

  /// Parts of the verdict that nothing was measured for
  final List<String> unmeasured;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'pages': pages.toJson(),
    'skipped': skipped,
    'robots_status': robotsStatus,
    'sitemaps': sitemaps,
    'unmeasured': unmeasured,
  };
}

final class SeoReportDelta {
  const SeoReportDelta({
    required this.scanId,
    required this.score,
    required this.openIssues,
    required this.opened,
    required this.resolved,
    required this.rulesChanged,
    this.more = const {},
  });

  factory SeoReportDelta.fromJson(JsonObject json) => SeoReportDelta(
    scanId: readField(json, 'scan_id', asType<Uuid>),
    score: readField(json, 'score', orNull(asInt)),
    openIssues: readField(json, 'open_issues', asInt),
    opened: readField(json, 'opened', asInt),
    resolved: readField(json, 'resolved', asInt),
    rulesChanged: readField(json, 'rules_changed', asType<bool>),
    more: othersOf(json, const {'scan_id', 'score', 'open_issues', 'opened', 'resolved', 'rules_changed'}),
  );

  /// Scan before
  final Uuid scanId;

  /// Points more or less; null where one of the two has no score
  final int? score;

  /// Open issues more or less
  final int openIssues;

  /// Issues that are new, or came back
  final int opened;

  /// Issues that are gone
  final int resolved;

  /// The two scans were judged by rules of another version
  final bool rulesChanged;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'scan_id': scanId,
    'score': score,
    'open_issues': openIssues,
    'opened': opened,
    'resolved': resolved,
    'rules_changed': rulesChanged,
  };
}

final class SeoReportSummary {
  const SeoReportSummary({
    required this.id,
    required this.scanId,
    required this.createdAt,
    required this.state,
    required this.score,
    required this.verdict,
    required this.openIssues,
    required this.ruleVersion,
    this.more = const {},
  });

  factory SeoReportSummary.fromJson(JsonObject json) => SeoReportSummary(
    id: readField(json, 'id', asType<Uuid>),
    scanId: readField(json, 'scan_id', asType<Uuid>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    state: readField(json, 'state', asType<SeoReportSummaryState>),
    score: readField(json, 'score', orNull(asInt)),
    verdict: readField(json, 'verdict', asType<SeoReportSummaryVerdict>),
    openIssues: readField(json, 'open_issues', asInt),
    ruleVersion: readField(json, 'rule_version', asType<String>),
    more: othersOf(json, const {'id', 'scan_id', 'created_at', 'state', 'score', 'verdict', 'open_issues', 'rule_version'}),
  );

  /// Id
  final Uuid id;

  /// Scan it is about
  final Uuid scanId;

  /// When the scan ended
  final Timestamp createdAt;

  /// How the scan ended
  final SeoReportSummaryState state;

  /// 0 to 100; null when unknown
  final int? score;

  /// The score in a word
  final SeoReportSummaryVerdict verdict;

  /// Open issues behind the scan
  final int openIssues;

  /// Version of the rules
  final String ruleVersion;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'scan_id': scanId,
    'created_at': createdAt,
    'state': state,
    'score': score,
    'verdict': verdict,
    'open_issues': openIssues,
    'rule_version': ruleVersion,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoReportSummaryState(String wire) implements String {
  static const succeeded = SeoReportSummaryState('succeeded');
  static const partial = SeoReportSummaryState('partial');
  static const values = [succeeded, partial];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoReportSummaryVerdict(String wire) implements String {
  static const excellent = SeoReportSummaryVerdict('excellent');
  static const good = SeoReportSummaryVerdict('good');
  static const needsWork = SeoReportSummaryVerdict('needs_work');
  static const critical = SeoReportSummaryVerdict('critical');
  static const unknown = SeoReportSummaryVerdict('unknown');
  static const values = [excellent, good, needsWork, critical, unknown];
}

final class SeoRules {
  const SeoRules({
    required this.ruleVersion,
    required this.verifiedAt,
    required this.rules,
    this.more = const {},
  });

  factory SeoRules.fromJson(JsonObject json) => SeoRules(
    ruleVersion: readField(json, 'rule_version', asType<String>),
    verifiedAt: readField(json, 'verified_at', asType<String>),
    rules: readField(json, 'rules', listOf(objectOf(SeoRulesRulesItem.fromJson))),
    more: othersOf(json, const {'rule_version', 'verified_at', 'rules'}),
  );

  /// Version of the rules
  final String ruleVersion;

  /// Day on which they were last compared with their sources
  final String verifiedAt;

  /// One for each type
  final List<SeoRulesRulesItem> rules;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'rule_version': ruleVersion,
    'verified_at': verifiedAt,
    'rules': [for (final item in rules) item.toJson()],
  };
}

final class SeoRulesRulesItem {
  const SeoRulesRulesItem({
    required this.issueType,
    required this.origin,
    required this.owner,
    required this.weight,
    required this.variants,
    required this.title,
    required this.why,
    required this.where,
    required this.steps,
    required this.acceptance,
    this.more = const {},
  });

  factory SeoRulesRulesItem.fromJson(JsonObject json) => SeoRulesRulesItem(
    issueType: readField(json, 'issue_type', asType<SeoIssueType>),
    origin: readField(json, 'origin', asType<SeoRulesRulesItemOrigin>),
    owner: readField(json, 'owner', asType<SeoRulesRulesItemOwner>),
    weight: readField(json, 'weight', asInt),
    variants: readField(json, 'variants', mapOf(asInt)),
    title: readField(json, 'title', asType<String>),
    why: readField(json, 'why', asType<String>),
    where: readField(json, 'where', asType<String>),
    steps: readField(json, 'steps', listOf(asType<String>)),
    acceptance: readField(json, 'acceptance', listOf(asType<String>)),
    more: othersOf(json, const {'issue_type', 'origin', 'owner', 'weight', 'variants', 'title', 'why', 'where', 'steps', 'acceptance'}),
  );

  /// Type
  final SeoIssueType issueType;

  /// Origin
  final SeoRulesRulesItemOrigin origin;

  /// Role that mends it
  final SeoRulesRulesItemOwner owner;

  /// Points of the main case
  final int weight;

  /// Points of the sub-cases
  final Map<String, int> variants;

  /// What is wrong
  final String title;

  /// Why it matters
  final String why;

  /// Where it is mended
  final String where;

  /// How it is mended
  final List<String> steps;

  /// When it is mended
  final List<String> acceptance;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'issue_type': issueType,
    'origin': origin,
    'owner': owner,
    'weight': weight,
    'variants': variants,
    'title': title,
    'why': why,
    'where': where,
    'steps': steps,
    'acceptance': acceptance,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoRulesRulesItemOrigin(String wire) implements String {
  static const spec = SeoRulesRulesItemOrigin('spec');
  static const extended = SeoRulesRulesItemOrigin('extended');
  static const values = [spec, extended];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoRulesRulesItemOwner(String wire) implements String {
  static const landingDev = SeoRulesRulesItemOwner('landing_dev');
  static const cmsEditor = SeoRulesRulesItemOwner('cms_editor');
  static const operations = SeoRulesRulesItemOwner('operations');
  static const content = SeoRulesRulesItemOwner('content');
  static const values = [landingDev, cmsEditor, operations, content];
}

/// An audit of a site
final class SeoScan {
  const SeoScan({
    required this.id,
    required this.state,
    required this.phase,
    required this.trigger,
    required this.origin,
    required this.options,
    required this.progress,
    required this.issues,
    required this.ruleVersion,
    required this.error,
    required this.createdAt,
    required this.createdBy,
    required this.startedAt,
    required this.finishedAt,
    this.more = const {},
  });

  factory SeoScan.fromJson(JsonObject json) => SeoScan(
    id: readField(json, 'id', asType<Uuid>),
    state: readField(json, 'state', asType<SeoScanState>),
    phase: readField(json, 'phase', asType<SeoScanPhase?>),
    trigger: readField(json, 'trigger', asType<SeoScanTrigger>),
    origin: readField(json, 'origin', asType<String>),
    options: readField(json, 'options', objectOf(ScanOptions.fromJson)),
    progress: readField(json, 'progress', objectOf(ScanProgress.fromJson)),
    issues: readField(json, 'issues', orNull(objectOf(SeoScanIssues.fromJson))),
    ruleVersion: readField(json, 'rule_version', asType<String>),
    error: readField(json, 'error', orNull(objectOf(ScanError.fromJson))),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    createdBy: readField(json, 'created_by', asType<String?>),
    startedAt: readField(json, 'started_at', asType<Timestamp?>),
    finishedAt: readField(json, 'finished_at', asType<Timestamp?>),
    more: othersOf(json, const {'id', 'state', 'phase', 'trigger', 'origin', 'options', 'progress', 'issues', 'rule_version', 'error', 'created_at', 'created_by', 'started_at', 'finished_at'}),
  );

  /// Id
  final Uuid id;

  /// `partial`: a limit or failures kept it from seeing everything; `error` says which
  final SeoScanState state;

  /// What it does; null before it begins
  final SeoScanPhase? phase;

  /// How it was started
  final SeoScanTrigger trigger;

  /// Origin of the site when the scan was started
  final String origin;

  /// Limits
  final ScanOptions options;

  final ScanProgress progress;

  /// What the scan changed; null before it ends
  final SeoScanIssues? issues;

  /// Version of the rules
  final String ruleVersion;

  /// Why it failed or saw not everything
  final ScanError? error;

  /// When it was asked for
  final Timestamp createdAt;

  /// E-mail of the administrator; null for a schedule
  final String? createdBy;

  /// When the work began
  final Timestamp? startedAt;

  /// When the work ended
  final Timestamp? finishedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'state': state,
    'phase': phase,
    'trigger': trigger,
    'origin': origin,
    'options': options.toJson(),
    'progress': progress.toJson(),
    'issues': issues?.toJson(),
    'rule_version': ruleVersion,
    'error': error?.toJson(),
    'created_at': createdAt,
    'created_by': createdBy,
    'started_at': startedAt,
    'finished_at': finishedAt,
  };
}

final class SeoScanIssues {
  const SeoScanIssues({
    required this.found,
    required this.opened,
    required this.resolved,
    required this.stale,
    this.more = const {},
  });

  factory SeoScanIssues.fromJson(JsonObject json) => SeoScanIssues(
    found: readField(json, 'found', asInt),
    opened: readField(json, 'opened', asInt),
    resolved: readField(json, 'resolved', asInt),
    stale: readField(json, 'stale', asInt),
    more: othersOf(json, const {'found', 'opened', 'resolved', 'stale'}),
  );

  /// Issues that it saw
  final int found;

  /// Issues that are new, or came back
  final int opened;

  /// Issues that are gone
  final int resolved;

  /// Open issues that it could not judge
  final int stale;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'found': found,
    'opened': opened,
    'resolved': resolved,
    'stale': stale,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoScanPhase(String wire) implements String {
  static const robots = SeoScanPhase('robots');
  static const crawl = SeoScanPhase('crawl');
  static const render = SeoScanPhase('render');
  static const analyse = SeoScanPhase('analyse');
  static const psi = SeoScanPhase('psi');
  static const values = [robots, crawl, render, analyse, psi];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoScanState(String wire) implements String {
  static const queued = SeoScanState('queued');
  static const running = SeoScanState('running');
  static const succeeded = SeoScanState('succeeded');
  static const partial = SeoScanState('partial');
  static const failed = SeoScanState('failed');
  static const canceled = SeoScanState('canceled');
  static const values = [queued, running, succeeded, partial, failed, canceled];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoScanTrigger(String wire) implements String {
  static const manual = SeoScanTrigger('manual');
  static const schedule = SeoScanTrigger('schedule');
  static const values = [manual, schedule];
}

final class SeoSettings {
  const SeoSettings({
    required this.scan,
    required this.schedules,
    required this.overrides,
    required this.brandWords,
    required this.indexnowKey,
    this.more = const {},
  });

  factory SeoSettings.fromJson(JsonObject json) => SeoSettings(
    scan: readField(json, 'scan', objectOf(ScanOptionsPatch.fromJson)),
    schedules: readField(json, 'schedules', objectOf(SeoSettingsSchedules.fromJson)),
    overrides: readField(json, 'overrides', listOf(objectOf(SeoSettingsOverridesItem.fromJson))),
    brandWords: readField(json, 'brand_words', listOf(asType<String>)),
    indexnowKey: readField(json, 'indexnow_key', asType<String>),
    more: othersOf(json, const {'scan', 'schedules', 'overrides', 'brand_words', 'indexnow_key'}),
  );

  /// Options of scans of this site, where the platform has others
  final ScanOptionsPatch scan;

  /// When scans start by themselves
  final SeoSettingsSchedules schedules;

  /// Extended types that this site weighs in its own way
  final List<SeoSettingsOverridesItem> overrides;

  /// Names that end titles: they are cut before titles are compared
  final List<String> brandWords;

  /// Public key of the site for IndexNow: the site serves it as text at `/<key>.txt`
  final String indexnowKey;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'scan': scan.toJson(),
    'schedules': schedules.toJson(),
    'overrides': [for (final item in overrides) item.toJson()],
    'brand_words': brandWords,
    'indexnow_key': indexnowKey,
  };
}

final class SeoSettingsOverridesItem {
  const SeoSettingsOverridesItem({
    required this.issueType,
    required this.off,
    required this.weight,
    this.more = const {},
  });

  factory SeoSettingsOverridesItem.fromJson(JsonObject json) => SeoSettingsOverridesItem(
    issueType: readField(json, 'issue_type', asType<String>),
    off: readField(json, 'off', asType<bool>),
    weight: readField(json, 'weight', orNull(asInt)),
    more: othersOf(json, const {'issue_type', 'off', 'weight'}),
  );

  /// A type of `origin: extended`
  final String issueType;

  /// The type is not reported
  final bool off;

  /// Weight instead of that of the rule
  final int? weight;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'issue_type': issueType,
    'off': off,
    'weight': weight,
  };
}

final class SeoSettingsPut {
  const SeoSettingsPut({
    this.scan,
    this.schedules,
    this.overrides,
    this.brandWords,
    this.more = const {},
  });

  factory SeoSettingsPut.fromJson(JsonObject json) => SeoSettingsPut(
    scan: readField(json, 'scan', orNull(objectOf(ScanOptionsPatch.fromJson))),
    schedules: readField(json, 'schedules', orNull(objectOf(SeoSettingsPutSchedules.fromJson))),
    overrides: readField(json, 'overrides', orNull(listOf(objectOf(SeoSettingsPutOverridesItem.fromJson)))),
    brandWords: readField(json, 'brand_words', orNull(listOf(asType<String>))),
    more: othersOf(json, const {'scan', 'schedules', 'overrides', 'brand_words'}),
  );

  /// Options of scans of this site, where the platform has others
  final ScanOptionsPatch? scan;

  /// When scans start by themselves
  final SeoSettingsPutSchedules? schedules;

  /// Extended types that this site weighs in its own way
  final List<SeoSettingsPutOverridesItem>? overrides;

  /// Names that end titles: they are cut before titles are compared
  final List<String>? brandWords;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (scan case final value?) 'scan': value.toJson(),
    if (schedules case final value?) 'schedules': value.toJson(),
    if (overrides case final value?) 'overrides': [for (final item in value) item.toJson()],
    if (brandWords case final value?) 'brand_words': value,
  };
}

final class SeoSettingsPutOverridesItem {
  const SeoSettingsPutOverridesItem({
    required this.issueType,
    this.off,
    this.weight,
    this.more = const {},
  });

  factory SeoSettingsPutOverridesItem.fromJson(JsonObject json) => SeoSettingsPutOverridesItem(
    issueType: readField(json, 'issue_type', asType<String>),
    off: readField(json, 'off', asType<bool?>),
    weight: readField(json, 'weight', orNull(asInt)),
    more: othersOf(json, const {'issue_type', 'off', 'weight'}),
  );

  /// A type of `origin: extended`
  final String issueType;

  /// The type is not reported
  final bool? off;

  /// Weight instead of that of the rule
  final int? weight;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'issue_type': issueType,
    if (off case final value?) 'off': value,
    if (weight case final value?) 'weight': value,
  };
}

final class SeoSettingsPutSchedules {
  const SeoSettingsPutSchedules({
    this.seo,
    this.rkn,
    this.more = const {},
  });

  factory SeoSettingsPutSchedules.fromJson(JsonObject json) => SeoSettingsPutSchedules(
    seo: readField(json, 'seo', orNull(objectOf(AuditScheduleInput.fromJson))),
    rkn: readField(json, 'rkn', orNull(objectOf(AuditScheduleInput.fromJson))),
    more: othersOf(json, const {'seo', 'rkn'}),
  );

  /// When audits start by themselves
  final AuditScheduleInput? seo;

  /// When scans by the law of personal data start by themselves
  final AuditScheduleInput? rkn;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (seo case final value?) 'seo': value.toJson(),
    if (rkn case final value?) 'rkn': value.toJson(),
  };
}

final class SeoSettingsSchedules {
  const SeoSettingsSchedules({
    required this.seo,
    required this.rkn,
    this.more = const {},
  });

  factory SeoSettingsSchedules.fromJson(JsonObject json) => SeoSettingsSchedules(
    seo: readField(json, 'seo', objectOf(AuditSchedule.fromJson)),
    rkn: readField(json, 'rkn', objectOf(AuditSchedule.fromJson)),
    more: othersOf(json, const {'seo', 'rkn'}),
  );

  /// When audits start by themselves
  final AuditSchedule seo;

  /// When scans by the law of personal data start by themselves
  final AuditSchedule rkn;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'seo': seo.toJson(),
    'rkn': rkn.toJson(),
  };
}

final class SeoTask {
  const SeoTask({
    required this.issueType,
    required this.variant,
    required this.title,
    required this.owner,
    required this.where,
    required this.severity,
    required this.pages,
    required this.stale,
    required this.effort,
    required this.gain,
    required this.issueIds,
    required this.sampleUrls,
    required this.steps,
    required this.acceptance,
    this.more = const {},
  });

  factory SeoTask.fromJson(JsonObject json) => SeoTask(
    issueType: readField(json, 'issue_type', asType<SeoIssueType>),
    variant: readField(json, 'variant', asType<String?>),
    title: readField(json, 'title', asType<String>),
    owner: readField(json, 'owner', asType<SeoTaskOwner>),
    where: readField(json, 'where', asType<String>),
    severity: readField(json, 'severity', asType<SeoTaskSeverity>),
    pages: readField(json, 'pages', asInt),
    stale: readField(json, 'stale', asInt),
    effort: readField(json, 'effort', asType<SeoTaskEffort>),
    gain: readField(json, 'gain', asInt),
    issueIds: readField(json, 'issue_ids', listOf(asType<Uuid>)),
    sampleUrls: readField(json, 'sample_urls', listOf(asType<String>)),
    steps: readField(json, 'steps', listOf(asType<String>)),
    acceptance: readField(json, 'acceptance', listOf(asType<String>)),
    more: othersOf(json, const {'issue_type', 'variant', 'title', 'owner', 'where', 'severity', 'pages', 'stale', 'effort', 'gain', 'issue_ids', 'sample_urls', 'steps', 'acceptance'}),
  );

  /// What is wrong
  final SeoIssueType issueType;

  /// Sub-case
  final String? variant;

  /// What is wrong, in a sentence
  final String title;

  /// Role that mends it
  final SeoTaskOwner owner;

  /// Where it is mended
  final String where;

  /// Severity of the heaviest
  final SeoTaskSeverity severity;

  /// Issues in it
  final int pages;

  /// Issues that the last scan could not judge
  final int stale;

  /// How much work it is
  final SeoTaskEffort effort;

  /// Sum of weight × pages that the fault is on
  final int gain;

  /// The heaviest issues, ten at most
  final List<Uuid> issueIds;

  /// Their addresses
  final List<String> sampleUrls;

  /// How it is mended
  final List<String> steps;

  /// When it is mended
  final List<String> acceptance;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'issue_type': issueType,
    'variant': variant,
    'title': title,
    'owner': owner,
    'where': where,
    'severity': severity,
    'pages': pages,
    'stale': stale,
    'effort': effort,
    'gain': gain,
    'issue_ids': issueIds,
    'sample_urls': sampleUrls,
    'steps': steps,
    'acceptance': acceptance,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoTaskEffort(String wire) implements String {
  static const s = SeoTaskEffort('S');
  static const m = SeoTaskEffort('M');
  static const l = SeoTaskEffort('L');
  static const values = [s, m, l];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoTaskOwner(String wire) implements String {
  static const landingDev = SeoTaskOwner('landing_dev');
  static const cmsEditor = SeoTaskOwner('cms_editor');
  static const operations = SeoTaskOwner('operations');
  static const content = SeoTaskOwner('content');
  static const values = [landingDev, cmsEditor, operations, content];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoTaskSeverity(String wire) implements String {
  static const critical = SeoTaskSeverity('critical');
  static const high = SeoTaskSeverity('high');
  static const medium = SeoTaskSeverity('medium');
  static const low = SeoTaskSeverity('low');
  static const values = [critical, high, medium, low];
}

final class SeoTrendPoint {
  const SeoTrendPoint({
    required this.scanId,
    required this.at,
    required this.state,
    required this.score,
    required this.verdict,
    required this.parts,
    required this.pages,
    required this.found,
    required this.opened,
    required this.resolved,
    required this.ruleVersion,
    this.more = const {},
  });

  factory SeoTrendPoint.fromJson(JsonObject json) => SeoTrendPoint(
    scanId: readField(json, 'scan_id', asType<Uuid>),
    at: readField(json, 'at', asType<Timestamp>),
    state: readField(json, 'state', asType<SeoTrendPointState>),
    score: readField(json, 'score', orNull(asInt)),
    verdict: readField(json, 'verdict', asType<SeoTrendPointVerdict>),
    parts: readField(json, 'parts', objectOf(SeoVerdictParts.fromJson)),
    pages: readField(json, 'pages', asInt),
    found: readField(json, 'found', asInt),
    opened: readField(json, 'opened', asInt),
    resolved: readField(json, 'resolved', asInt),
    ruleVersion: readField(json, 'rule_version', asType<String>),
    more: othersOf(json, const {'scan_id', 'at', 'state', 'score', 'verdict', 'parts', 'pages', 'found', 'opened', 'resolved', 'rule_version'}),
  );

  /// Scan
  final Uuid scanId;

  /// When it ended
  final Timestamp at;

  /// How the scan ended
  final SeoTrendPointState state;

  /// 0 to 100; null when unknown
  final int? score;

  /// The score in a word
  final SeoTrendPointVerdict verdict;

  /// Parts that were not measured are null and do not count
  final SeoVerdictParts parts;

  /// Pages that were fetched
  final int pages;

  /// Issues that it saw
  final int found;

  /// Issues that are new, or came back
  final int opened;

  /// Issues that are gone
  final int resolved;

  /// Version of the rules: scores of two versions are not alike
  final String ruleVersion;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'scan_id': scanId,
    'at': at,
    'state': state,
    'score': score,
    'verdict': verdict,
    'parts': parts.toJson(),
    'pages': pages,
    'found': found,
    'opened': opened,
    'resolved': resolved,
    'rule_version': ruleVersion,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoTrendPointState(String wire) implements String {
  static const succeeded = SeoTrendPointState('succeeded');
  static const partial = SeoTrendPointState('partial');
  static const values = [succeeded, partial];
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoTrendPointVerdict(String wire) implements String {
  static const excellent = SeoTrendPointVerdict('excellent');
  static const good = SeoTrendPointVerdict('good');
  static const needsWork = SeoTrendPointVerdict('needs_work');
  static const critical = SeoTrendPointVerdict('critical');
  static const unknown = SeoTrendPointVerdict('unknown');
  static const values = [excellent, good, needsWork, critical, unknown];
}

final class SeoTypeCount {
  const SeoTypeCount({
    required this.issueType,
    required this.title,
    required this.count,
    this.more = const {},
  });

  factory SeoTypeCount.fromJson(JsonObject json) => SeoTypeCount(
    issueType: readField(json, 'issue_type', asType<SeoIssueType>),
    title: readField(json, 'title', asType<String>),
    count: readField(json, 'count', asInt),
    more: othersOf(json, const {'issue_type', 'title', 'count'}),
  );

  /// What is wrong
  final SeoIssueType issueType;

  /// What is wrong, in a sentence
  final String title;

  /// Issues
  final int count;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'issue_type': issueType,
    'title': title,
    'count': count,
  };
}

final class SeoVerdict {
  const SeoVerdict({
    required this.score,
    required this.verdict,
    required this.parts,
    required this.caps,
    required this.coverage,
    required this.delta,
    required this.topFixes,
    required this.reason,
    required this.scanId,
    required this.judgedAt,
    this.more = const {},
  });

  factory SeoVerdict.fromJson(JsonObject json) => SeoVerdict(
    score: readField(json, 'score', orNull(asInt)),
    verdict: readField(json, 'verdict', asType<SeoVerdictVerdict>),
    parts: readField(json, 'parts', objectOf(SeoVerdictParts.fromJson)),
    caps: readField(json, 'caps', listOf(objectOf(SeoVerdictCapsItem.fromJson))),
    coverage: readField(json, 'coverage', objectOf(SeoCoverage.fromJson)),
    delta: readField(json, 'delta', orNull(asInt)),
    topFixes: readField(json, 'top_fixes', listOf(objectOf(SeoVerdictTopFixesItem.fromJson))),
    reason: readField(json, 'reason', asType<String?>),
    scanId: readField(json, 'scan_id', asType<Uuid?>),
    judgedAt: readField(json, 'judged_at', asType<Timestamp?>),
    more: othersOf(json, const {'score', 'verdict', 'parts', 'caps', 'coverage', 'delta', 'top_fixes', 'reason', 'scan_id', 'judged_at'}),
  );

  /// 0 to 100; null when unknown
  final int? score;

  /// The score in a word
  final SeoVerdictVerdict verdict;

  /// Parts that were not measured are null and do not count
  final SeoVerdictParts parts;

  /// Faults that limit the score
  final List<SeoVerdictCapsItem> caps;

  /// How much was seen
  final SeoCoverage coverage;

  /// Points since the scan before
  final int? delta;

  /// What to fix first, three at most
  final List<SeoVerdictTopFixesItem> topFixes;

  /// Why it is unknown
  final String? reason;

  /// Scan it is about
  final Uuid? scanId;

  /// When the scan ended
  final Timestamp? judgedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'score': score,
    'verdict': verdict,
    'parts': parts.toJson(),
    'caps': [for (final item in caps) item.toJson()],
    'coverage': coverage.toJson(),
    'delta': delta,
    'top_fixes': [for (final item in topFixes) item.toJson()],
    'reason': reason,
    'scan_id': scanId,
    'judged_at': judgedAt,
  };
}

final class SeoVerdictCapsItem {
  const SeoVerdictCapsItem({
    required this.issueType,
    required this.max,
    this.more = const {},
  });

  factory SeoVerdictCapsItem.fromJson(JsonObject json) => SeoVerdictCapsItem(
    issueType: readField(json, 'issue_type', asType<String>),
    max: readField(json, 'max', asInt),
    more: othersOf(json, const {'issue_type', 'max'}),
  );

  /// Fault
  final String issueType;

  /// Highest score with it
  final int max;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'issue_type': issueType,
    'max': max,
  };
}

final class SeoVerdictParts {
  const SeoVerdictParts({
    required this.crawl,
    required this.onPage,
    required this.cms,
    required this.performance,
    this.more = const {},
  });

  factory SeoVerdictParts.fromJson(JsonObject json) => SeoVerdictParts(
    crawl: readField(json, 'crawl', orNull(asInt)),
    onPage: readField(json, 'on_page', orNull(asInt)),
    cms: readField(json, 'cms', orNull(asInt)),
    performance: readField(json, 'performance', orNull(asInt)),
    more: othersOf(json, const {'crawl', 'on_page', 'cms', 'performance'}),
  );

  /// Reaching and indexing, 35 %
  final int? crawl;

  /// Texts of pages, 30 %
  final int? onPage;

  /// Content and structured data, 15 %
  final int? cms;

  /// Speed, 20 %
  final int? performance;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'crawl': crawl,
    'on_page': onPage,
    'cms': cms,
    'performance': performance,
  };
}

final class SeoVerdictTopFixesItem {
  const SeoVerdictTopFixesItem({
    required this.issueType,
    required this.title,
    required this.pages,
    required this.gain,
    this.more = const {},
  });

  factory SeoVerdictTopFixesItem.fromJson(JsonObject json) => SeoVerdictTopFixesItem(
    issueType: readField(json, 'issue_type', asType<String>),
    title: readField(json, 'title', asType<String>),
    pages: readField(json, 'pages', asInt),
    gain: readField(json, 'gain', asInt),
    more: othersOf(json, const {'issue_type', 'title', 'pages', 'gain'}),
  );

  /// What is wrong
  final String issueType;

  /// What is wrong, in a sentence
  final String title;

  /// Open issues
  final int pages;

  /// Sum of weight × pages that the fault is on
  final int gain;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'issue_type': issueType,
    'title': title,
    'pages': pages,
    'gain': gain,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoVerdictVerdict(String wire) implements String {
  static const excellent = SeoVerdictVerdict('excellent');
  static const good = SeoVerdictVerdict('good');
  static const needsWork = SeoVerdictVerdict('needs_work');
  static const critical = SeoVerdictVerdict('critical');
  static const unknown = SeoVerdictVerdict('unknown');
  static const values = [excellent, good, needsWork, critical, unknown];
}

final class SeoWorkPlan {
  const SeoWorkPlan({
    required this.generatedAt,
    required this.source,
    required this.capacity,
    required this.weeks,
    required this.unplanned,
    this.more = const {},
  });

  factory SeoWorkPlan.fromJson(JsonObject json) => SeoWorkPlan(
    generatedAt: readField(json, 'generated_at', asType<Timestamp?>),
    source: readField(json, 'source', asType<SeoWorkPlanSource>),
    capacity: readField(json, 'capacity', objectOf(SeoPlanCapacity.fromJson)),
    weeks: readField(json, 'weeks', listOf(objectOf(SeoPlanWeek.fromJson))),
    unplanned: readField(json, 'unplanned', listOf(objectOf(SeoPlannedTask.fromJson))),
    more: othersOf(json, const {'generated_at', 'source', 'capacity', 'weeks', 'unplanned'}),
  );

  /// When it was generated; null for one of this moment with defaults
  final Timestamp? generatedAt;

  /// What the order comes from
  final SeoWorkPlanSource source;

  /// Days of work of each role in a week
  final SeoPlanCapacity capacity;

  /// Weeks of the plan, those without a task included
  final List<SeoPlanWeek> weeks;

  /// Tasks for which the weeks are too short
  final List<SeoPlannedTask> unplanned;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'generated_at': generatedAt,
    'source': source,
    'capacity': capacity.toJson(),
    'weeks': [for (final item in weeks) item.toJson()],
    'unplanned': [for (final item in unplanned) item.toJson()],
  };
}

final class SeoWorkPlanOrder {
  const SeoWorkPlanOrder({
    this.weeks,
    this.capacity,
    this.useAi,
    this.more = const {},
  });

  factory SeoWorkPlanOrder.fromJson(JsonObject json) => SeoWorkPlanOrder(
    weeks: readField(json, 'weeks', orNull(asInt)),
    capacity: readField(json, 'capacity', orNull(objectOf(SeoCapacity.fromJson))),
    useAi: readField(json, 'use_ai', asType<bool?>),
    more: othersOf(json, const {'weeks', 'capacity', 'use_ai'}),
  );

  /// Weeks
  final int? weeks;

  /// Days of work of each role in a week; 2 for one that is not named
  final SeoCapacity? capacity;

  /// Let the configured model order the tasks; `source` says whether it did
  final bool? useAi;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (weeks case final value?) 'weeks': value,
    if (capacity case final value?) 'capacity': value.toJson(),
    if (useAi case final value?) 'use_ai': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SeoWorkPlanSource(String wire) implements String {
  static const rules = SeoWorkPlanSource('rules');
  static const ai = SeoWorkPlanSource('ai');
  static const values = [rules, ai];
}

/// A later version of the platform may send values that are not among [values].
extension type const SetSearchPropertyProvider(String wire) implements String {
  static const google = SetSearchPropertyProvider('google');
  static const yandex = SetSearchPropertyProvider('yandex');
  static const values = [google, yandex];
}

final class SettingRollback {
  const SettingRollback({
    required this.version,
    this.more = const {},
  });

  factory SettingRollback.fromJson(JsonObject json) => SettingRollback(
    version: readField(json, 'version', asInt),
    more: othersOf(json, const {'version'}),
  );

  /// The version to go back to
  final int version;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'version': version,
  };
}

/// One immutable version
final class SettingVersion {
  const SettingVersion({
    required this.version,
    required this.isDeleted,
    required this.changes,
    required this.definition,
    required this.changedBy,
    required this.changedAt,
    this.more = const {},
  });

  factory SettingVersion.fromJson(JsonObject json) => SettingVersion(
    version: readField(json, 'version', asInt),
    isDeleted: readField(json, 'is_deleted', asType<bool>),
    changes: readField(json, 'changes', listOf(objectOf(SettingVersionChangesItem.fromJson))),
    definition: readField(json, 'definition', asType<JsonObject?>),
    changedBy: readField(json, 'changed_by', objectOf(SettingVersionChangedBy.fromJson)),
    changedAt: readField(json, 'changed_at', asType<Timestamp>),
    more: othersOf(json, const {'version', 'is_deleted', 'changes', 'definition', 'changed_by', 'changed_at'}),
  );

  /// Number of the change
  final int version;

  /// This change removed it
  final bool isDeleted;

  /// The difference to the version before
  final List<SettingVersionChangesItem> changes;

  /// All of it in this version; null when deleted
  final JsonObject? definition;

  /// Author of the change
  final SettingVersionChangedBy changedBy;

  /// When
  final Timestamp changedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'version': version,
    'is_deleted': isDeleted,
    'changes': [for (final item in changes) item.toJson()],
    'definition': definition,
    'changed_by': changedBy.toJson(),
    'changed_at': changedAt,
  };
}

final class SettingVersionChangedBy {
  const SettingVersionChangedBy({
    required this.id,
    required this.email,
    this.more = const {},
  });

  factory SettingVersionChangedBy.fromJson(JsonObject json) => SettingVersionChangedBy(
    id: readField(json, 'id', asType<Uuid>),
    email: readField(json, 'email', asType<String>),
    more: othersOf(json, const {'id', 'email'}),
  );

  /// Administrator
  final Uuid id;

  /// Login name then
  final String email;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'email': email,
  };
}

final class SettingVersionChangesItem {
  const SettingVersionChangesItem({
    required this.field,
    this.before,
    this.after,
    this.more = const {},
  });

  factory SettingVersionChangesItem.fromJson(JsonObject json) => SettingVersionChangesItem(
    field: readField(json, 'field', asType<String>),
    before: readField(json, 'before', asAny),
    after: readField(json, 'after', asAny),
    more: othersOf(json, const {'field', 'before', 'after'}),
  );

  /// What changed
  final String field;

  /// Its value before; absent when there was none
  final Object? before;

  /// Its value since; absent when it was removed
  final Object? after;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'field': field,
    if (before case final value?) 'before': value,
    if (after case final value?) 'after': value,
  };
}

/// A signed statement of how a ledger stood; keep copies elsewhere
final class SignedChainHead {
  const SignedChainHead({
    required this.day,
    required this.seq,
    required this.headHash,
    required this.token,
    required this.signedAt,
    this.more = const {},
  });

  factory SignedChainHead.fromJson(JsonObject json) => SignedChainHead(
    day: readField(json, 'day', asType<CalendarDay>),
    seq: readField(json, 'seq', asInt),
    headHash: readField(json, 'head_hash', asType<String>),
    token: readField(json, 'token', asType<String>),
    signedAt: readField(json, 'signed_at', asType<Timestamp>),
    more: othersOf(json, const {'day', 'seq', 'head_hash', 'token', 'signed_at'}),
  );

  /// UTC day at whose end, or during which, it was signed
  final CalendarDay day;

  /// Number of the last record then
  final int seq;

  /// Its hash
  final String headHash;

  /// Compact JWS (EdDSA) of owner, day, number and hash
  final String token;

  /// When it was signed
  final Timestamp signedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'day': day,
    'seq': seq,
    'head_hash': headHash,
    'token': token,
    'signed_at': signedAt,
  };
}

final class Site {
  const Site({
    required this.id,
    required this.code,
    required this.name,
    required this.websiteUrl,
    required this.iconUrl,
    required this.applicationId,
    required this.status,
    required this.defaultLocale,
    required this.locales,
    required this.timezone,
    required this.urlTemplates,
    required this.description,
    required this.accentColor,
    required this.logoAssetId,
    required this.links,
    required this.allowedOrigins,
    required this.staffMayPublish,
    required this.embedProviders,
    required this.version,
    required this.createdAt,
    required this.updatedAt,
    this.more = const {},
  });

  factory Site.fromJson(JsonObject json) => Site(
    id: readField(json, 'id', asType<Uuid>),
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    websiteUrl: readField(json, 'website_url', asType<String?>),
    iconUrl: readField(json, 'icon_url', asType<String?>),
    applicationId: readField(json, 'application_id', asType<Uuid?>),
    status: readField(json, 'status', asType<SiteStatus>),
    defaultLocale: readField(json, 'default_locale', asType<String>),
    locales: readField(json, 'locales', listOf(asType<String>)),
    timezone: readField(json, 'timezone', asType<String>),
    urlTemplates: readField(json, 'url_templates', mapOf(asType<String>)),
    description: readField(json, 'description', asType<String?>),
    accentColor: readField(json, 'accent_color', asType<String?>),
    logoAssetId: readField(json, 'logo_asset_id', asType<Uuid?>),
    links: readField(json, 'links', listOf(objectOf(SiteLink.fromJson))),
    allowedOrigins: readField(json, 'allowed_origins', listOf(asType<String>)),
    staffMayPublish: readField(json, 'staff_may_publish', asType<bool>),
    embedProviders: readField(json, 'embed_providers', listOf(asType<SiteEmbedProvidersItem>)),
    version: readField(json, 'version', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'code', 'name', 'website_url', 'icon_url', 'application_id', 'status', 'default_locale', 'locales', 'timezone', 'url_templates', 'description', 'accent_color', 'logo_asset_id', 'links', 'allowed_origins', 'staff_may_publish', 'embed_providers', 'version', 'created_at', 'updated_at'}),
  );

  /// Id
  final Uuid id;

  /// Made from the name at creation; never changes
  final String code;

  /// Label
  final String name;

  /// Where the site is
  final String? websiteUrl;

  /// Public address of the icon
  final String? iconUrl;

  /// The application it belongs to, if any
  final Uuid? applicationId;

  /// Only `active` is served
  final SiteStatus status;

  /// The language of texts that name none
  final String defaultLocale;

  /// Languages of the site
  final List<String> locales;

  /// Where its days begin
  final String timezone;

  /// Paths of its texts, by kind
  final Map<String, String> urlTemplates;

  /// What it is about
  final String? description;

  /// Colour of the brand
  final String? accentColor;

  /// An uploaded image
  final Uuid? logoAssetId;

  /// Links for header or footer
  final List<SiteLink> links;

  /// Origins that may write; any when empty
  final List<String> allowedOrigins;

  /// Whether the role staff may publish and schedule
  final bool staffMayPublish;

  /// Video services whose players texts may show
  final List<SiteEmbedProvidersItem> embedProviders;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'code': code,
    'name': name,
    'website_url': websiteUrl,
    'icon_url': iconUrl,
    'application_id': applicationId,
    'status': status,
    'default_locale': defaultLocale,
    'locales': locales,
    'timezone': timezone,
    'url_templates': urlTemplates,
    'description': description,
    'accent_color': accentColor,
    'logo_asset_id': logoAssetId,
    'links': [for (final item in links) item.toJson()],
    'allowed_origins': allowedOrigins,
    'staff_may_publish': staffMayPublish,
    'embed_providers': embedProviders,
    'version': version,
    'created_at': createdAt,
    'updated_at': updatedAt,
  };
}

final class SiteBranding {
  const SiteBranding({
    required this.code,
    required this.name,
    required this.description,
    required this.iconUrl,
    required this.logo,
    required this.websiteUrl,
    required this.accentColor,
    required this.links,
    this.more = const {},
  });

  factory SiteBranding.fromJson(JsonObject json) => SiteBranding(
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    description: readField(json, 'description', asType<String?>),
    iconUrl: readField(json, 'icon_url', asType<String?>),
    logo: readField(json, 'logo', orNull(objectOf(PublicImage.fromJson))),
    websiteUrl: readField(json, 'website_url', asType<String?>),
    accentColor: readField(json, 'accent_color', asType<String?>),
    links: readField(json, 'links', listOf(objectOf(SiteLink.fromJson))),
    more: othersOf(json, const {'code', 'name', 'description', 'icon_url', 'logo', 'website_url', 'accent_color', 'links'}),
  );

  /// Code of the site
  final String code;

  /// Name
  final String name;

  /// What it is about
  final String? description;

  /// Icon
  final String? iconUrl;

  /// Logo
  final PublicImage? logo;

  /// Where the site is
  final String? websiteUrl;

  /// Colour of the brand
  final String? accentColor;

  /// Links for header or footer
  final List<SiteLink> links;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'name': name,
    'description': description,
    'icon_url': iconUrl,
    'logo': logo?.toJson(),
    'website_url': websiteUrl,
    'accent_color': accentColor,
    'links': [for (final item in links) item.toJson()],
  };
}

/// One checkbox of a form of a site
final class SiteConsentEntry {
  const SiteConsentEntry({
    required this.documentId,
    required this.version,
    required this.checkboxText,
    required this.accepted,
    this.more = const {},
  });

  factory SiteConsentEntry.fromJson(JsonObject json) => SiteConsentEntry(
    documentId: readField(json, 'document_id', asType<String>),
    version: readField(json, 'version', asType<String>),
    checkboxText: readField(json, 'checkbox_text', asType<String>),
    accepted: readField(json, 'accepted', asType<bool>),
    more: othersOf(json, const {'document_id', 'version', 'checkbox_text', 'accepted'}),
  );

  /// `document_id` from `legal` of the site
  final String documentId;

  /// `version` from the same read, as a string
  final String version;

  /// The label the person saw beside the checkbox; the same for every user, kept for ever
  final String checkboxText;

  /// Whether the box was ticked
  final bool accepted;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'document_id': documentId,
    'version': version,
    'checkbox_text': checkboxText,
    'accepted': accepted,
  };
}

final class SiteCreate {
  const SiteCreate({
    required this.name,
    this.websiteUrl,
    this.applicationId,
    this.defaultLocale,
    this.locales,
    this.timezone,
    this.urlTemplates,
    this.description,
    this.accentColor,
    this.links,
    this.allowedOrigins,
    this.staffMayPublish,
    this.embedProviders,
    this.more = const {},
  });

  factory SiteCreate.fromJson(JsonObject json) => SiteCreate(
    name: readField(json, 'name', asType<String>),
    websiteUrl: readField(json, 'website_url', asType<String?>),
    applicationId: readField(json, 'application_id', asType<Uuid?>),
    defaultLocale: readField(json, 'default_locale', asType<Locale?>),
    locales: readField(json, 'locales', orNull(listOf(asType<Locale>))),
    timezone: readField(json, 'timezone', asType<String?>),
    urlTemplates: readField(json, 'url_templates', orNull(objectOf(UrlTemplates.fromJson))),
    description: readField(json, 'description', asType<String?>),
    accentColor: readField(json, 'accent_color', asType<String?>),
    links: readField(json, 'links', orNull(listOf(objectOf(SiteLink.fromJson)))),
    allowedOrigins: readField(json, 'allowed_origins', orNull(listOf(asType<String>))),
    staffMayPublish: readField(json, 'staff_may_publish', asType<bool?>),
    embedProviders: readField(json, 'embed_providers', orNull(listOf(asType<SiteCreateEmbedProvidersItem>))),
    more: othersOf(json, const {'name', 'website_url', 'application_id', 'default_locale', 'locales', 'timezone', 'url_templates', 'description', 'accent_color', 'links', 'allowed_origins', 'staff_may_publish', 'embed_providers'}),
  );

  /// Label
  final String name;

  /// Where the site is
  final String? websiteUrl;

  /// The application it belongs to; null for none
  final Uuid? applicationId;

  /// The language of texts that name none
  final Locale? defaultLocale;

  /// Languages of the site; the default one alone when absent
  final List<Locale>? locales;

  /// Where its days begin
  final String? timezone;

  /// Paths of its texts
  final UrlTemplates? urlTemplates;

  /// What it is about
  final String? description;

  /// Colour of the brand
  final String? accentColor;

  /// Links for header or footer
  final List<SiteLink>? links;

  /// Origins that may write, any when empty; reads are open
  final List<String>? allowedOrigins;

  /// Whether the role staff may publish and schedule
  final bool? staffMayPublish;

  /// Video services whose players texts may show
  final List<SiteCreateEmbedProvidersItem>? embedProviders;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'name': name,
    if (websiteUrl case final value?) 'website_url': value,
    if (applicationId case final value?) 'application_id': value,
    if (defaultLocale case final value?) 'default_locale': value,
    if (locales case final value?) 'locales': value,
    if (timezone case final value?) 'timezone': value,
    if (urlTemplates case final value?) 'url_templates': value.toJson(),
    if (description case final value?) 'description': value,
    if (accentColor case final value?) 'accent_color': value,
    if (links case final value?) 'links': [for (final item in value) item.toJson()],
    if (allowedOrigins case final value?) 'allowed_origins': value,
    if (staffMayPublish case final value?) 'staff_may_publish': value,
    if (embedProviders case final value?) 'embed_providers': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SiteCreateEmbedProvidersItem(String wire) implements String {
  static const rutube = SiteCreateEmbedProvidersItem('rutube');
  static const vkVideo = SiteCreateEmbedProvidersItem('vk_video');
  static const youtube = SiteCreateEmbedProvidersItem('youtube');
  static const values = [rutube, vkVideo, youtube];
}

/// A later version of the platform may send values that are not among [values].
extension type const SiteEmbedProvidersItem(String wire) implements String {
  static const rutube = SiteEmbedProvidersItem('rutube');
  static const vkVideo = SiteEmbedProvidersItem('vk_video');
  static const youtube = SiteEmbedProvidersItem('youtube');
  static const values = [rutube, vkVideo, youtube];
}

/// An import into a site
final class SiteImport {
  const SiteImport({
    required this.id,
    required this.format,
    required this.dryRun,
    required this.publish,
    required this.fetchImages,
    required this.sourceUrl,
    required this.fileName,
    required this.sizeBytes,
    required this.status,
    required this.error,
    required this.report,
    required this.createdAt,
    required this.createdBy,
    required this.startedAt,
    required this.finishedAt,
    this.more = const {},
  });

  factory SiteImport.fromJson(JsonObject json) => SiteImport(
    id: readField(json, 'id', asType<Uuid>),
    format: readField(json, 'format', asType<SiteImportFormat>),
    dryRun: readField(json, 'dry_run', asType<bool>),
    publish: readField(json, 'publish', asType<bool>),
    fetchImages: readField(json, 'fetch_images', asType<bool>),
    sourceUrl: readField(json, 'source_url', asType<String?>),
    fileName: readField(json, 'file_name', asType<String>),
    sizeBytes: readField(json, 'size_bytes', asInt),
    status: readField(json, 'status', asType<SiteImportStatus>),
    error: readField(json, 'error', orNull(objectOf(ImportNote.fromJson))),
    report: readField(json, 'report', objectOf(ImportReport.fromJson)),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    createdBy: readField(json, 'created_by', asType<String>),
    startedAt: readField(json, 'started_at', asType<Timestamp?>),
    finishedAt: readField(json, 'finished_at', asType<Timestamp?>),
    more: othersOf(json, const {'id', 'format', 'dry_run', 'publish', 'fetch_images', 'source_url', 'file_name', 'size_bytes', 'status', 'error', 'report', 'created_at', 'created_by', 'started_at', 'finished_at'}),
  );

  /// Id
  final Uuid id;

  /// Format of the file
  final SiteImportFormat format;

  /// It writes nothing but its report
  final bool dryRun;

  /// It publishes what is published in the other system
  final bool publish;

  /// It fetches images of texts
  final bool fetchImages;

  /// Address of the former site
  final String? sourceUrl;

  /// Name of the file; empty without one
  final String fileName;

  /// Size of the file
  final int sizeBytes;

  /// `failed`: `error` says why it stopped
  final SiteImportStatus status;

  /// Why the whole file was refused, or the import stopped
  final ImportNote? error;

  /// So far; of a dry run: what it would do
  final ImportReport report;

  /// When the file arrived
  final Timestamp createdAt;

  /// E-mail of the administrator
  final String createdBy;

  /// When the work began
  final Timestamp? startedAt;

  /// When the work ended
  final Timestamp? finishedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'format': format,
    'dry_run': dryRun,
    'publish': publish,
    'fetch_images': fetchImages,
    'source_url': sourceUrl,
    'file_name': fileName,
    'size_bytes': sizeBytes,
    'status': status,
    'error': error?.toJson(),
    'report': report.toJson(),
    'created_at': createdAt,
    'created_by': createdBy,
    'started_at': startedAt,
    'finished_at': finishedAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SiteImportFormat(String wire) implements String {
  static const markdownZip = SiteImportFormat('markdown_zip');
  static const ghostJson = SiteImportFormat('ghost_json');
  static const wordpressWxr = SiteImportFormat('wordpress_wxr');
  static const values = [markdownZip, ghostJson, wordpressWxr];
}

/// A later version of the platform may send values that are not among [values].
extension type const SiteImportStatus(String wire) implements String {
  static const queued = SiteImportStatus('queued');
  static const running = SiteImportStatus('running');
  static const finished = SiteImportStatus('finished');
  static const failed = SiteImportStatus('failed');
  static const values = [queued, running, finished, failed];
}

final class SiteImportWithEntries {
  const SiteImportWithEntries({
    required this.id,
    required this.format,
    required this.dryRun,
    required this.publish,
    required this.fetchImages,
    required this.sourceUrl,
    required this.fileName,
    required this.sizeBytes,
    required this.status,
    required this.error,
    required this.report,
    required this.createdAt,
    required this.createdBy,
    required this.startedAt,
    required this.finishedAt,
    required this.entries,
    required this.nextCursor,
    this.more = const {},
  });

  factory SiteImportWithEntries.fromJson(JsonObject json) => SiteImportWithEntries(
    id: readField(json, 'id', asType<Uuid>),
    format: readField(json, 'format', asType<SiteImportFormat>),
    dryRun: readField(json, 'dry_run', asType<bool>),
    publish: readField(json, 'publish', asType<bool>),
    fetchImages: readField(json, 'fetch_images', asType<bool>),
    sourceUrl: readField(json, 'source_url', asType<String?>),
    fileName: readField(json, 'file_name', asType<String>),
    sizeBytes: readField(json, 'size_bytes', asInt),
    status: readField(json, 'status', asType<SiteImportStatus>),
    error: readField(json, 'error', orNull(objectOf(ImportNote.fromJson))),
    report: readField(json, 'report', objectOf(ImportReport.fromJson)),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    createdBy: readField(json, 'created_by', asType<String>),
    startedAt: readField(json, 'started_at', asType<Timestamp?>),
    finishedAt: readField(json, 'finished_at', asType<Timestamp?>),
    entries: readField(json, 'entries', listOf(objectOf(ImportEntry.fromJson))),
    nextCursor: readField(json, 'next_cursor', asType<String?>),
    more: othersOf(json, const {'id', 'format', 'dry_run', 'publish', 'fetch_images', 'source_url', 'file_name', 'size_bytes', 'status', 'error', 'report', 'created_at', 'created_by', 'started_at', 'finished_at', 'entries', 'next_cursor'}),
  );

  /// Id
  final Uuid id;

  /// Format of the file
  final SiteImportFormat format;

  /// It writes nothing but its report
  final bool dryRun;

  /// It publishes what is published in the other system
  final bool publish;

  /// It fetches images of texts
  final bool fetchImages;

  /// Address of the former site
  final String? sourceUrl;

  /// Name of the file; empty without one
  final String fileName;

  /// Size of the file
  final int sizeBytes;

  /// `failed`: `error` says why it stopped
  final SiteImportStatus status;

  /// Why the whole file was refused, or the import stopped
  final ImportNote? error;

  /// So far; of a dry run: what it would do
  final ImportReport report;

  /// When the file arrived
  final Timestamp createdAt;

  /// E-mail of the administrator
  final String createdBy;

  /// When the work began
  final Timestamp? startedAt;

  /// When the work ended
  final Timestamp? finishedAt;

  /// What became of each object
  final List<ImportEntry> entries;

  /// Cursor of the next entries; null on the last page
  final String? nextCursor;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'format': format,
    'dry_run': dryRun,
    'publish': publish,
    'fetch_images': fetchImages,
    'source_url': sourceUrl,
    'file_name': fileName,
    'size_bytes': sizeBytes,
    'status': status,
    'error': error?.toJson(),
    'report': report.toJson(),
    'created_at': createdAt,
    'created_by': createdBy,
    'started_at': startedAt,
    'finished_at': finishedAt,
    'entries': [for (final item in entries) item.toJson()],
    'next_cursor': nextCursor,
  };
}

final class SiteKey {
  const SiteKey({
    required this.hint,
    required this.createdAt,
    required this.validUntil,
    this.more = const {},
  });

  factory SiteKey.fromJson(JsonObject json) => SiteKey(
    hint: readField(json, 'hint', asType<String>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    validUntil: readField(json, 'valid_until', asType<Timestamp?>),
    more: othersOf(json, const {'hint', 'created_at', 'valid_until'}),
  );

  /// Last four characters; the key itself was shown once and is stored hashed
  final String hint;

  /// When it was made
  final Timestamp createdAt;

  /// End of the grace period after a rotation; null for the current key
  final Timestamp? validUntil;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'hint': hint,
    'created_at': createdAt,
    'valid_until': validUntil,
  };
}

final class SiteLink {
  const SiteLink({
    required this.label,
    required this.url,
    this.more = const {},
  });

  factory SiteLink.fromJson(JsonObject json) => SiteLink(
    label: readField(json, 'label', asType<String>),
    url: readField(json, 'url', asType<String>),
    more: othersOf(json, const {'label', 'url'}),
  );

  /// Text of the link
  final String label;

  /// Address
  final String url;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'label': label,
    'url': url,
  };
}

final class SitePatch {
  const SitePatch({
    this.name,
    this.websiteUrl,
    this.applicationId,
    this.defaultLocale,
    this.locales,
    this.timezone,
    this.urlTemplates,
    this.description,
    this.accentColor,
    this.logoAssetId,
    this.links,
    this.allowedOrigins,
    this.staffMayPublish,
    this.embedProviders,
    this.status,
    this.more = const {},
  });

  factory SitePatch.fromJson(JsonObject json) => SitePatch(
    name: readField(json, 'name', asType<String?>),
    websiteUrl: readField(json, 'website_url', asType<String?>),
    applicationId: readField(json, 'application_id', asType<Uuid?>),
    defaultLocale: readField(json, 'default_locale', asType<Locale?>),
    locales: readField(json, 'locales', orNull(listOf(asType<Locale>))),
    timezone: readField(json, 'timezone', asType<String?>),
    urlTemplates: readField(json, 'url_templates', orNull(objectOf(UrlTemplatesPatch.fromJson))),
    description: readField(json, 'description', asType<String?>),
    accentColor: readField(json, 'accent_color', asType<String?>),
    logoAssetId: readField(json, 'logo_asset_id', asType<Uuid?>),
    links: readField(json, 'links', orNull(listOf(objectOf(SiteLink.fromJson)))),
    allowedOrigins: readField(json, 'allowed_origins', orNull(listOf(asType<String>))),
    staffMayPublish: readField(json, 'staff_may_publish', asType<bool?>),
    embedProviders: readField(json, 'embed_providers', orNull(listOf(asType<SitePatchEmbedProvidersItem>))),
    status: readField(json, 'status', asType<SitePatchStatus?>),
    more: othersOf(json, const {'name', 'website_url', 'application_id', 'default_locale', 'locales', 'timezone', 'url_templates', 'description', 'accent_color', 'logo_asset_id', 'links', 'allowed_origins', 'staff_may_publish', 'embed_providers', 'status'}),
  );

  /// Label
  final String? name;

  /// Where the site is
  final String? websiteUrl;

  /// The application it belongs to; null for none
  final Uuid? applicationId;

  /// The language of texts that name none
  final Locale? defaultLocale;

  /// Languages of the site, the default one included
  final List<Locale>? locales;

  /// Where its days begin
  final String? timezone;

  /// Paths of its texts; an absent one stays
  final UrlTemplatesPatch? urlTemplates;

  /// What it is about
  final String? description;

  /// Colour of the brand
  final String? accentColor;

  /// An uploaded image
  final Uuid? logoAssetId;

  /// Links for header or footer
  final List<SiteLink>? links;

  /// Origins that may write, any when empty; reads are open
  final List<String>? allowedOrigins;

  /// Whether the role staff may publish and schedule
  final bool? staffMayPublish;

  /// Video services whose players texts may show
  final List<SitePatchEmbedProvidersItem>? embedProviders;

  /// `archived` answers 404 to every caller; it may become `active` again
  final SitePatchStatus? status;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (name case final value?) 'name': value,
    if (websiteUrl case final value?) 'website_url': value,
    if (applicationId case final value?) 'application_id': value,
    if (defaultLocale case final value?) 'default_locale': value,
    if (locales case final value?) 'locales': value,
    if (timezone case final value?) 'timezone': value,
    if (urlTemplates case final value?) 'url_templates': value.toJson(),
    if (description case final value?) 'description': value,
    if (accentColor case final value?) 'accent_color': value,
    if (logoAssetId case final value?) 'logo_asset_id': value,
    if (links case final value?) 'links': [for (final item in value) item.toJson()],
    if (allowedOrigins case final value?) 'allowed_origins': value,
    if (staffMayPublish case final value?) 'staff_may_publish': value,
    if (embedProviders case final value?) 'embed_providers': value,
    if (status case final value?) 'status': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SitePatchEmbedProvidersItem(String wire) implements String {
  static const rutube = SitePatchEmbedProvidersItem('rutube');
  static const vkVideo = SitePatchEmbedProvidersItem('vk_video');
  static const youtube = SitePatchEmbedProvidersItem('youtube');
  static const values = [rutube, vkVideo, youtube];
}

/// A later version of the platform may send values that are not among [values].
extension type const SitePatchStatus(String wire) implements String {
  static const active = SitePatchStatus('active');
  static const archived = SitePatchStatus('archived');
  static const values = [active, archived];
}

/// A later version of the platform may send values that are not among [values].
extension type const SiteStatus(String wire) implements String {
  static const active = SiteStatus('active');
  static const archived = SiteStatus('archived');
  static const values = [active, archived];
}

final class SiteWithKeys {
  const SiteWithKeys({
    required this.id,
    required this.code,
    required this.name,
    required this.websiteUrl,
    required this.iconUrl,
    required this.applicationId,
    required this.status,
    required this.defaultLocale,
    required this.locales,
    required this.timezone,
    required this.urlTemplates,
    required this.description,
    required this.accentColor,
    required this.logoAssetId,
    required this.links,
    required this.allowedOrigins,
    required this.staffMayPublish,
    required this.embedProviders,
    required this.version,
    required this.createdAt,
    required this.updatedAt,
    required this.siteKeys,
    this.more = const {},
  });

  factory SiteWithKeys.fromJson(JsonObject json) => SiteWithKeys(
    id: readField(json, 'id', asType<Uuid>),
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    websiteUrl: readField(json, 'website_url', asType<String?>),
    iconUrl: readField(json, 'icon_url', asType<String?>),
    applicationId: readField(json, 'application_id', asType<Uuid?>),
    status: readField(json, 'status', asType<SiteStatus>),
    defaultLocale: readField(json, 'default_locale', asType<String>),
    locales: readField(json, 'locales', listOf(asType<String>)),
    timezone: readField(json, 'timezone', asType<String>),
    urlTemplates: readField(json, 'url_templates', mapOf(asType<String>)),
    description: readField(json, 'description', asType<String?>),
    accentColor: readField(json, 'accent_color', asType<String?>),
    logoAssetId: readField(json, 'logo_asset_id', asType<Uuid?>),
    links: readField(json, 'links', listOf(objectOf(SiteLink.fromJson))),
    allowedOrigins: readField(json, 'allowed_origins', listOf(asType<String>)),
    staffMayPublish: readField(json, 'staff_may_publish', asType<bool>),
    embedProviders: readField(json, 'embed_providers', listOf(asType<SiteEmbedProvidersItem>)),
    version: readField(json, 'version', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    siteKeys: readField(json, 'site_keys', listOf(objectOf(SiteKey.fromJson))),
    more: othersOf(json, const {'id', 'code', 'name', 'website_url', 'icon_url', 'application_id', 'status', 'default_locale', 'locales', 'timezone', 'url_templates', 'description', 'accent_color', 'logo_asset_id', 'links', 'allowed_origins', 'staff_may_publish', 'embed_providers', 'version', 'created_at', 'updated_at', 'site_keys'}),
  );

  /// Id
  final Uuid id;

  /// Made from the name at creation; never changes
  final String code;

  /// Label
  final String name;

  /// Where the site is
  final String? websiteUrl;

  /// Public address of the icon
  final String? iconUrl;

  /// The application it belongs to, if any
  final Uuid? applicationId;

  /// Only `active` is served
  final SiteStatus status;

  /// The language of texts that name none
  final String defaultLocale;

  /// Languages of the site
  final List<String> locales;

  /// Where its days begin
  final String timezone;

  /// Paths of its texts, by kind
  final Map<String, String> urlTemplates;

  /// What it is about
  final String? description;

  /// Colour of the brand
  final String? accentColor;

  /// An uploaded image
  final Uuid? logoAssetId;

  /// Links for header or footer
  final List<SiteLink> links;

  /// Origins that may write; any when empty
  final List<String> allowedOrigins;

  /// Whether the role staff may publish and schedule
  final bool staffMayPublish;

  /// Video services whose players texts may show
  final List<SiteEmbedProvidersItem> embedProviders;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// Live keys, newest first
  final List<SiteKey> siteKeys;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'code': code,
    'name': name,
    'website_url': websiteUrl,
    'icon_url': iconUrl,
    'application_id': applicationId,
    'status': status,
    'default_locale': defaultLocale,
    'locales': locales,
    'timezone': timezone,
    'url_templates': urlTemplates,
    'description': description,
    'accent_color': accentColor,
    'logo_asset_id': logoAssetId,
    'links': [for (final item in links) item.toJson()],
    'allowed_origins': allowedOrigins,
    'staff_may_publish': staffMayPublish,
    'embed_providers': embedProviders,
    'version': version,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'site_keys': [for (final item in siteKeys) item.toJson()],
  };
}

final class SiteWithNewKey {
  const SiteWithNewKey({
    required this.id,
    required this.code,
    required this.name,
    required this.websiteUrl,
    required this.iconUrl,
    required this.applicationId,
    required this.status,
    required this.defaultLocale,
    required this.locales,
    required this.timezone,
    required this.urlTemplates,
    required this.description,
    required this.accentColor,
    required this.logoAssetId,
    required this.links,
    required this.allowedOrigins,
    required this.staffMayPublish,
    required this.embedProviders,
    required this.version,
    required this.createdAt,
    required this.updatedAt,
    required this.siteKeys,
    required this.siteKey,
    this.more = const {},
  });

  factory SiteWithNewKey.fromJson(JsonObject json) => SiteWithNewKey(
    id: readField(json, 'id', asType<Uuid>),
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    websiteUrl: readField(json, 'website_url', asType<String?>),
    iconUrl: readField(json, 'icon_url', asType<String?>),
    applicationId: readField(json, 'application_id', asType<Uuid?>),
    status: readField(json, 'status', asType<SiteStatus>),
    defaultLocale: readField(json, 'default_locale', asType<String>),
    locales: readField(json, 'locales', listOf(asType<String>)),
    timezone: readField(json, 'timezone', asType<String>),
    urlTemplates: readField(json, 'url_templates', mapOf(asType<String>)),
    description: readField(json, 'description', asType<String?>),
    accentColor: readField(json, 'accent_color', asType<String?>),
    logoAssetId: readField(json, 'logo_asset_id', asType<Uuid?>),
    links: readField(json, 'links', listOf(objectOf(SiteLink.fromJson))),
    allowedOrigins: readField(json, 'allowed_origins', listOf(asType<String>)),
    staffMayPublish: readField(json, 'staff_may_publish', asType<bool>),
    embedProviders: readField(json, 'embed_providers', listOf(asType<SiteEmbedProvidersItem>)),
    version: readField(json, 'version', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    siteKeys: readField(json, 'site_keys', listOf(objectOf(SiteKey.fromJson))),
    siteKey: readField(json, 'site_key', asType<String>),
    more: othersOf(json, const {'id', 'code', 'name', 'website_url', 'icon_url', 'application_id', 'status', 'default_locale', 'locales', 'timezone', 'url_templates', 'description', 'accent_color', 'logo_asset_id', 'links', 'allowed_origins', 'staff_may_publish', 'embed_providers', 'version', 'created_at', 'updated_at', 'site_keys', 'site_key'}),
  );

  /// Id
  final Uuid id;

  /// Made from the name at creation; never changes
  final String code;

  /// Label
  final String name;

  /// Where the site is
  final String? websiteUrl;

  /// Public address of the icon
  final String? iconUrl;

  /// The application it belongs to, if any
  final Uuid? applicationId;

  /// Only `active` is served
  final SiteStatus status;

  /// The language of texts that name none
  final String defaultLocale;

  /// Languages of the site
  final List<String> locales;

  /// Where its days begin
  final String timezone;

  /// Paths of its texts, by kind
  final Map<String, String> urlTemplates;

  /// What it is about
  final String? description;

  /// Colour of the brand
  final String? accentColor;

  /// An uploaded image
  final Uuid? logoAssetId;

  /// Links for header or footer
  final List<SiteLink> links;

  /// Origins that may write; any when empty
  final List<String> allowedOrigins;

  /// Whether the role staff may publish and schedule
  final bool staffMayPublish;

  /// Video services whose players texts may show
  final List<SiteEmbedProvidersItem> embedProviders;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it was made
  final Timestamp createdAt;

  /// Last change
  final Timestamp updatedAt;

  /// Live keys, newest first
  final List<SiteKey> siteKeys;

  /// `svc_cms_…`, shown in this answer and never again
  final String siteKey;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'code': code,
    'name': name,
    'website_url': websiteUrl,
    'icon_url': iconUrl,
    'application_id': applicationId,
    'status': status,
    'default_locale': defaultLocale,
    'locales': locales,
    'timezone': timezone,
    'url_templates': urlTemplates,
    'description': description,
    'accent_color': accentColor,
    'logo_asset_id': logoAssetId,
    'links': [for (final item in links) item.toJson()],
    'allowed_origins': allowedOrigins,
    'staff_may_publish': staffMayPublish,
    'embed_providers': embedProviders,
    'version': version,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'site_keys': [for (final item in siteKeys) item.toJson()],
    'site_key': siteKey,
  };
}

final class SkippedField {
  const SkippedField({
    required this.field,
    required this.reason,
    this.more = const {},
  });

  factory SkippedField.fromJson(JsonObject json) => SkippedField(
    field: readField(json, 'field', asType<SkippedFieldField>),
    reason: readField(json, 'reason', asType<SkippedFieldReason>),
    more: othersOf(json, const {'field', 'reason'}),
  );

  /// The field
  final SkippedFieldField field;

  /// `filled_meanwhile`: a person wrote it while it was generated; `no_source`: nothing to make it from
  final SkippedFieldReason reason;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'field': field,
    'reason': reason,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SkippedFieldField(String wire) implements String {
  static const metaTitle = SkippedFieldField('meta_title');
  static const metaDescription = SkippedFieldField('meta_description');
  static const body = SkippedFieldField('body');
  static const coverAlt = SkippedFieldField('cover_alt');
  static const values = [metaTitle, metaDescription, body, coverAlt];
}

/// A later version of the platform may send values that are not among [values].
extension type const SkippedFieldReason(String wire) implements String {
  static const notEmpty = SkippedFieldReason('not_empty');
  static const filledMeanwhile = SkippedFieldReason('filled_meanwhile');
  static const noSource = SkippedFieldReason('no_source');
  static const noCover = SkippedFieldReason('no_cover');
  static const values = [notEmpty, filledMeanwhile, noSource, noCover];
}

/// Part of the address that names it
typedef Slug = String;

final class SocialAbilities {
  const SocialAbilities({
    required this.photos,
    required this.readsPosts,
    required this.edits,
    required this.deletes,
    this.more = const {},
  });

  factory SocialAbilities.fromJson(JsonObject json) => SocialAbilities(
    photos: readField(json, 'photos', asType<bool>),
    readsPosts: readField(json, 'reads_posts', asType<bool>),
    edits: readField(json, 'edits', asType<bool>),
    deletes: readField(json, 'deletes', asType<bool>),
    more: othersOf(json, const {'photos', 'reads_posts', 'edits', 'deletes'}),
  );

  /// The credentials may upload images
  final bool photos;

  /// An unknown outcome can be proven by reading the posts
  final bool readsPosts;

  /// Published posts can be changed
  final bool edits;

  /// Published posts can be deleted
  final bool deletes;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'photos': photos,
    'reads_posts': readsPosts,
    'edits': edits,
    'deletes': deletes,
  };
}

/// A place that a brand posts to. Its secrets are never shown
final class SocialAccount {
  const SocialAccount({
    required this.id,
    required this.brandId,
    required this.channel,
    required this.name,
    required this.state,
    required this.credentials,
    required this.remote,
    required this.abilities,
    required this.members,
    required this.rknRegistration,
    required this.lastError,
    required this.accessExpiresAt,
    required this.verifiedAt,
    required this.version,
    required this.createdAt,
    required this.updatedAt,
    this.more = const {},
  });

  factory SocialAccount.fromJson(JsonObject json) => SocialAccount(
    id: readField(json, 'id', asType<Uuid>),
    brandId: readField(json, 'brand_id', asType<Uuid>),
    channel: readField(json, 'channel', asType<SocialAccountChannel>),
    name: readField(json, 'name', asType<String>),
    state: readField(json, 'state', asType<SocialAccountState>),
    credentials: readField(json, 'credentials', orNull(mapOf(asType<String>))),
    remote: readField(json, 'remote', orNull(objectOf(SocialAccountRemote.fromJson))),
    abilities: readField(json, 'abilities', orNull(objectOf(SocialAbilities.fromJson))),
    members: readField(json, 'members', orNull(asInt)),
    rknRegistration: readField(json, 'rkn_registration', orNull(objectOf(RknRegistration.fromJson))),
    lastError: readField(json, 'last_error', orNull(objectOf(SocialAccountLastError.fromJson))),
    accessExpiresAt: readField(json, 'access_expires_at', asType<Timestamp?>),
    verifiedAt: readField(json, 'verified_at', asType<Timestamp?>),
    version: readField(json, 'version', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'brand_id', 'channel', 'name', 'state', 'credentials', 'remote', 'abilities', 'members', 'rkn_registration', 'last_error', 'access_expires_at', 'verified_at', 'version', 'created_at', 'updated_at'}),
  );

  /// Id
  final Uuid id;

  /// Brand
  final Uuid brandId;

  /// Channel
  final SocialAccountChannel channel;

  /// Name in lists
  final String name;

  /// `unverified`: nothing proved that it may post; `needs_reconnect`: the channel refuses the credentials; only `active` publishes
  final SocialAccountState state;

  /// Stored credentials; a secret is `…` and its last four characters
  final Map<String, String>? credentials;

  /// What the channel says it is; null before it was verified
  final SocialAccountRemote? remote;

  /// What the credentials may do; null before it was verified
  final SocialAbilities? abilities;

  /// Followers at the last check; null where they are not known
  final int? members;

  /// Registration of a channel with more than 10,000 followers
  final RknRegistration? rknRegistration;

  /// Why the last check failed; null when it did not
  final SocialAccountLastError? lastError;

  /// When the access ends; null where it does not
  final Timestamp? accessExpiresAt;

  /// When the channel last proved the credentials
  final Timestamp? verifiedAt;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it was made
  final Timestamp createdAt;

  /// When it changed last
  final Timestamp updatedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'brand_id': brandId,
    'channel': channel,
    'name': name,
    'state': state,
    'credentials': credentials,
    'remote': remote?.toJson(),
    'abilities': abilities?.toJson(),
    'members': members,
    'rkn_registration': rknRegistration?.toJson(),
    'last_error': lastError?.toJson(),
    'access_expires_at': accessExpiresAt,
    'verified_at': verifiedAt,
    'version': version,
    'created_at': createdAt,
    'updated_at': updatedAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialAccountChannel(String wire) implements String {
  static const telegram = SocialAccountChannel('telegram');
  static const vk = SocialAccountChannel('vk');
  static const instagram = SocialAccountChannel('instagram');
  static const threads = SocialAccountChannel('threads');
  static const max = SocialAccountChannel('max');
  static const values = [telegram, vk, instagram, threads, max];
}

final class SocialAccountCreate {
  const SocialAccountCreate({
    required this.channel,
    required this.name,
    this.rknRegistration,
    this.more = const {},
  });

  factory SocialAccountCreate.fromJson(JsonObject json) => SocialAccountCreate(
    channel: readField(json, 'channel', asType<SocialAccountCreateChannel>),
    name: readField(json, 'name', asType<String>),
    rknRegistration: readField(json, 'rkn_registration', orNull(objectOf(RknRegistration.fromJson))),
    more: othersOf(json, const {'channel', 'name', 'rkn_registration'}),
  );

  /// Channel, never changed
  final SocialAccountCreateChannel channel;

  /// Name in lists
  final String name;

  /// Registration of a large channel
  final RknRegistration? rknRegistration;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'channel': channel,
    'name': name,
    if (rknRegistration case final value?) 'rkn_registration': value.toJson(),
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialAccountCreateChannel(String wire) implements String {
  static const telegram = SocialAccountCreateChannel('telegram');
  static const vk = SocialAccountCreateChannel('vk');
  static const instagram = SocialAccountCreateChannel('instagram');
  static const threads = SocialAccountCreateChannel('threads');
  static const max = SocialAccountCreateChannel('max');
  static const values = [telegram, vk, instagram, threads, max];
}

final class SocialAccountLastError {
  const SocialAccountLastError({
    required this.code,
    required this.message,
    required this.at,
    this.more = const {},
  });

  factory SocialAccountLastError.fromJson(JsonObject json) => SocialAccountLastError(
    code: readField(json, 'code', asType<String>),
    message: readField(json, 'message', asType<String>),
    at: readField(json, 'at', asType<Timestamp>),
    more: othersOf(json, const {'code', 'message', 'at'}),
  );

  /// Code of the channel
  final String code;

  /// What the channel said, without secrets
  final String message;

  /// When
  final Timestamp at;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'message': message,
    'at': at,
  };
}

final class SocialAccountPatch {
  const SocialAccountPatch({
    this.name,
    this.rknRegistration,
    this.isPaused,
    this.more = const {},
  });

  factory SocialAccountPatch.fromJson(JsonObject json) => SocialAccountPatch(
    name: readField(json, 'name', asType<String?>),
    rknRegistration: readField(json, 'rkn_registration', orNull(objectOf(RknRegistration.fromJson))),
    isPaused: readField(json, 'is_paused', asType<bool?>),
    more: othersOf(json, const {'name', 'rkn_registration', 'is_paused'}),
  );

  /// Name in lists
  final String? name;

  /// Registration of a large channel
  final RknRegistration? rknRegistration;

  /// Whether it waits
  final bool? isPaused;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (name case final value?) 'name': value,
    if (rknRegistration case final value?) 'rkn_registration': value.toJson(),
    if (isPaused case final value?) 'is_paused': value,
  };
}

final class SocialAccountRemote {
  const SocialAccountRemote({
    required this.id,
    required this.title,
    required this.url,
    required this.isGroup,
    this.more = const {},
  });

  factory SocialAccountRemote.fromJson(JsonObject json) => SocialAccountRemote(
    id: readField(json, 'id', asType<String>),
    title: readField(json, 'title', asType<String>),
    url: readField(json, 'url', asType<String?>),
    isGroup: readField(json, 'is_group', asType<bool>),
    more: othersOf(json, const {'id', 'title', 'url', 'is_group'}),
  );

  /// Chat, community or profile at the channel
  final String id;

  /// Its name there
  final String title;

  /// Its public address
  final String? url;

  /// A group, in which the channel allows fewer posts a minute
  final bool isGroup;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'title': title,
    'url': url,
    'is_group': isGroup,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialAccountState(String wire) implements String {
  static const unverified = SocialAccountState('unverified');
  static const active = SocialAccountState('active');
  static const needsReconnect = SocialAccountState('needs_reconnect');
  static const paused = SocialAccountState('paused');
  static const archived = SocialAccountState('archived');
  static const values = [unverified, active, needsReconnect, paused, archived];
}

final class SocialAdvertiser {
  const SocialAdvertiser({
    required this.name,
    required this.inn,
    this.more = const {},
  });

  factory SocialAdvertiser.fromJson(JsonObject json) => SocialAdvertiser(
    name: readField(json, 'name', asType<String>),
    inn: readField(json, 'inn', asType<String>),
    more: othersOf(json, const {'name', 'inn'}),
  );

  /// Name of the advertiser
  final String name;

  /// Taxpayer number
  final String inn;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'name': name,
    'inn': inn,
  };
}

final class SocialApproval {
  const SocialApproval({
    required this.id,
    required this.brandId,
    required this.variantId,
    required this.contentHash,
    required this.scheduledAt,
    required this.state,
    required this.required_,
    required this.decisions,
    required this.changed,
    required this.submittedBy,
    required this.createdAt,
    required this.decidedAt,
    this.more = const {},
  });

  factory SocialApproval.fromJson(JsonObject json) => SocialApproval(
    id: readField(json, 'id', asType<Uuid>),
    brandId: readField(json, 'brand_id', asType<Uuid>),
    variantId: readField(json, 'variant_id', asType<Uuid>),
    contentHash: readField(json, 'content_hash', asType<String>),
    scheduledAt: readField(json, 'scheduled_at', asType<Timestamp?>),
    state: readField(json, 'state', asType<SocialApprovalState>),
    required_: readField(json, 'required', asInt),
    decisions: readField(json, 'decisions', listOf(objectOf(SocialApprovalDecisionsItem.fromJson))),
    changed: readField(json, 'changed', listOf(asType<SocialApprovalChangedItem>)),
    submittedBy: readField(json, 'submitted_by', asType<String>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    decidedAt: readField(json, 'decided_at', asType<Timestamp?>),
    more: othersOf(json, const {'id', 'brand_id', 'variant_id', 'content_hash', 'scheduled_at', 'state', 'required', 'decisions', 'changed', 'submitted_by', 'created_at', 'decided_at'}),
  );

  /// Id
  final Uuid id;

  /// Brand
  final Uuid brandId;

  /// Post
  final Uuid variantId;

  /// What it is about: SHA-256 of the post
  final String contentHash;

  /// The time that it is about; null for any
  final Timestamp? scheduledAt;

  /// `voided`: the post changed since
  final SocialApprovalState state;

  /// Distinct administrators that have to approve
  final int required_;

  /// In their order
  final List<SocialApprovalDecisionsItem> decisions;

  /// What differs from the approval before; empty for the first
  final List<SocialApprovalChangedItem> changed;

  /// E-mail of the author
  final String submittedBy;

  /// When it was asked for
  final Timestamp createdAt;

  /// When it ended; null while it is pending
  final Timestamp? decidedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'brand_id': brandId,
    'variant_id': variantId,
    'content_hash': contentHash,
    'scheduled_at': scheduledAt,
    'state': state,
    'required': required_,
    'decisions': [for (final item in decisions) item.toJson()],
    'changed': changed,
    'submitted_by': submittedBy,
    'created_at': createdAt,
    'decided_at': decidedAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialApprovalChangedItem(String wire) implements String {
  static const body = SocialApprovalChangedItem('body');
  static const cover = SocialApprovalChangedItem('cover');
  static const buttons = SocialApprovalChangedItem('buttons');
  static const ad = SocialApprovalChangedItem('ad');
  static const time = SocialApprovalChangedItem('time');
  static const values = [body, cover, buttons, ad, time];
}

final class SocialApprovalDecisionsItem {
  const SocialApprovalDecisionsItem({
    required this.adminId,
    required this.decidedBy,
    required this.decision,
    required this.comment,
    required this.at,
    this.more = const {},
  });

  factory SocialApprovalDecisionsItem.fromJson(JsonObject json) => SocialApprovalDecisionsItem(
    adminId: readField(json, 'admin_id', asType<Uuid>),
    decidedBy: readField(json, 'decided_by', asType<String>),
    decision: readField(json, 'decision', asType<SocialApprovalDecisionsItemDecision>),
    comment: readField(json, 'comment', asType<String>),
    at: readField(json, 'at', asType<Timestamp>),
    more: othersOf(json, const {'admin_id', 'decided_by', 'decision', 'comment', 'at'}),
  );

  /// Administrator
  final Uuid adminId;

  /// E-mail of the administrator
  final String decidedBy;

  /// Decision
  final SocialApprovalDecisionsItemDecision decision;

  /// Comment
  final String comment;

  /// When
  final Timestamp at;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'admin_id': adminId,
    'decided_by': decidedBy,
    'decision': decision,
    'comment': comment,
    'at': at,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialApprovalDecisionsItemDecision(String wire) implements String {
  static const approve = SocialApprovalDecisionsItemDecision('approve');
  static const reject = SocialApprovalDecisionsItemDecision('reject');
  static const changesRequested = SocialApprovalDecisionsItemDecision('changes_requested');
  static const values = [approve, reject, changesRequested];
}

final class SocialApprovalRule {
  const SocialApprovalRule({
    required this.required_,
    required this.approverIds,
    required this.selfApproval,
    required this.timeToleranceMin,
    this.more = const {},
  });

  factory SocialApprovalRule.fromJson(JsonObject json) => SocialApprovalRule(
    required_: readField(json, 'required', asInt),
    approverIds: readField(json, 'approver_ids', listOf(asType<Uuid>)),
    selfApproval: readField(json, 'self_approval', asType<bool>),
    timeToleranceMin: readField(json, 'time_tolerance_min', asInt),
    more: othersOf(json, const {'required', 'approver_ids', 'self_approval', 'time_tolerance_min'}),
  );

  /// Distinct administrators that have to approve
  final int required_;

  /// Administrators that may approve; every one of the role `admin` and above when empty
  final List<Uuid> approverIds;

  /// An author may approve an own post
  final bool selfApproval;

  /// Minutes that an approved post may move without another approval
  final int timeToleranceMin;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'required': required_,
    'approver_ids': approverIds,
    'self_approval': selfApproval,
    'time_tolerance_min': timeToleranceMin,
  };
}

final class SocialApprovalRuleInput {
  const SocialApprovalRuleInput({
    this.required_,
    this.approverIds,
    this.selfApproval,
    this.timeToleranceMin,
    this.more = const {},
  });

  factory SocialApprovalRuleInput.fromJson(JsonObject json) => SocialApprovalRuleInput(
    required_: readField(json, 'required', orNull(asInt)),
    approverIds: readField(json, 'approver_ids', orNull(listOf(asType<Uuid>))),
    selfApproval: readField(json, 'self_approval', asType<bool?>),
    timeToleranceMin: readField(json, 'time_tolerance_min', orNull(asInt)),
    more: othersOf(json, const {'required', 'approver_ids', 'self_approval', 'time_tolerance_min'}),
  );

  /// Distinct administrators that have to approve
  final int? required_;

  /// Administrators that may approve; every one of the role `admin` and above when empty
  final List<Uuid>? approverIds;

  /// An author may approve an own post
  final bool? selfApproval;

  /// Minutes that an approved post may move without another approval
  final int? timeToleranceMin;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (required_ case final value?) 'required': value,
    if (approverIds case final value?) 'approver_ids': value,
    if (selfApproval case final value?) 'self_approval': value,
    if (timeToleranceMin case final value?) 'time_tolerance_min': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialApprovalState(String wire) implements String {
  static const pending = SocialApprovalState('pending');
  static const approved = SocialApprovalState('approved');
  static const rejected = SocialApprovalState('rejected');
  static const changesRequested = SocialApprovalState('changes_requested');
  static const voided = SocialApprovalState('voided');
  static const values = [pending, approved, rejected, changesRequested, voided];
}

final class SocialBlackout {
  const SocialBlackout({
    required this.from,
    required this.to,
    required this.reason,
    this.more = const {},
  });

  factory SocialBlackout.fromJson(JsonObject json) => SocialBlackout(
    from: readField(json, 'from', asType<String>),
    to: readField(json, 'to', asType<String>),
    reason: readField(json, 'reason', asType<String>),
    more: othersOf(json, const {'from', 'to', 'reason'}),
  );

  /// First minute, in the time zone of the brand
  final String from;

  /// End, exclusive
  final String to;

  /// Why
  final String reason;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'from': from,
    'to': to,
    'reason': reason,
  };
}

final class SocialBlackoutInput {
  const SocialBlackoutInput({
    required this.from,
    required this.to,
    this.reason,
    this.more = const {},
  });

  factory SocialBlackoutInput.fromJson(JsonObject json) => SocialBlackoutInput(
    from: readField(json, 'from', asType<String>),
    to: readField(json, 'to', asType<String>),
    reason: readField(json, 'reason', asType<String?>),
    more: othersOf(json, const {'from', 'to', 'reason'}),
  );

  /// First minute, in the time zone of the brand
  final String from;

  /// End, exclusive
  final String to;

  /// Why
  final String? reason;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'from': from,
    'to': to,
    if (reason case final value?) 'reason': value,
  };
}

final class SocialBrand {
  const SocialBrand({
    required this.id,
    required this.code,
    required this.name,
    required this.timezone,
    required this.languages,
    required this.applicationId,
    required this.siteId,
    required this.linkHosts,
    required this.tone,
    required this.autonomy,
    required this.approval,
    required this.jurisdiction,
    required this.lateLimitMin,
    required this.minGapMin,
    required this.refillDays,
    required this.blackouts,
    required this.isArchived,
    required this.version,
    required this.createdAt,
    required this.updatedAt,
    this.more = const {},
  });

  factory SocialBrand.fromJson(JsonObject json) => SocialBrand(
    id: readField(json, 'id', asType<Uuid>),
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    timezone: readField(json, 'timezone', asType<String>),
    languages: readField(json, 'languages', listOf(asType<String>)),
    applicationId: readField(json, 'application_id', asType<Uuid?>),
    siteId: readField(json, 'site_id', asType<Uuid?>),
    linkHosts: readField(json, 'link_hosts', listOf(asType<String>)),
    tone: readField(json, 'tone', objectOf(SocialTone.fromJson)),
    autonomy: readField(json, 'autonomy', asType<SocialBrandAutonomy>),
    approval: readField(json, 'approval', objectOf(SocialApprovalRule.fromJson)),
    jurisdiction: readField(json, 'jurisdiction', asType<SocialBrandJurisdiction>),
    lateLimitMin: readField(json, 'late_limit_min', asInt),
    minGapMin: readField(json, 'min_gap_min', asInt),
    refillDays: readField(json, 'refill_days', asInt),
    blackouts: readField(json, 'blackouts', listOf(objectOf(SocialBlackout.fromJson))),
    isArchived: readField(json, 'is_archived', asType<bool>),
    version: readField(json, 'version', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'code', 'name', 'timezone', 'languages', 'application_id', 'site_id', 'link_hosts', 'tone', 'autonomy', 'approval', 'jurisdiction', 'late_limit_min', 'min_gap_min', 'refill_days', 'blackouts', 'is_archived', 'version', 'created_at', 'updated_at'}),
  );

  /// Id
  final Uuid id;

  /// Code: the `utm_campaign` of its links
  final String code;

  /// Name
  final String name;

  /// Time zone of its local times
  final String timezone;

  /// Languages of its posts, the main one first
  final List<String> languages;

  final Uuid? applicationId;

  final Uuid? siteId;

  /// Hosts whose links are tagged with `utm_…`; an empty list gets the host of the site
  final List<String> linkHosts;

  /// How it speaks
  final SocialTone tone;

  /// What happens without a person
  final SocialBrandAutonomy autonomy;

  /// Who has to approve
  final SocialApprovalRule approval;

  /// Advertising law that holds for its posts
  final SocialBrandJurisdiction jurisdiction;

  /// Minutes after which a due post is missed and not sent
  final int lateLimitMin;

  /// Least minutes between planned posts of an account
  final int minGapMin;

  /// Days ahead that the plan is kept filled
  final int refillDays;

  /// Times without planned posts
  final List<SocialBlackout> blackouts;

  /// It was deleted: it is kept and publishes nothing
  final bool isArchived;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it was made
  final Timestamp createdAt;

  /// When it changed last
  final Timestamp updatedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'code': code,
    'name': name,
    'timezone': timezone,
    'languages': languages,
    'application_id': applicationId,
    'site_id': siteId,
    'link_hosts': linkHosts,
    'tone': tone.toJson(),
    'autonomy': autonomy,
    'approval': approval.toJson(),
    'jurisdiction': jurisdiction,
    'late_limit_min': lateLimitMin,
    'min_gap_min': minGapMin,
    'refill_days': refillDays,
    'blackouts': [for (final item in blackouts) item.toJson()],
    'is_archived': isArchived,
    'version': version,
    'created_at': createdAt,
    'updated_at': updatedAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialBrandAutonomy(String wire) implements String {
  static const manual = SocialBrandAutonomy('manual');
  static const assisted = SocialBrandAutonomy('assisted');
  static const autopilot = SocialBrandAutonomy('autopilot');
  static const fullManager = SocialBrandAutonomy('full_manager');
  static const values = [manual, assisted, autopilot, fullManager];
}

final class SocialBrandCreate {
  const SocialBrandCreate({
    required this.code,
    required this.name,
    required this.timezone,
    this.languages,
    this.applicationId,
    this.siteId,
    this.linkHosts,
    this.tone,
    this.autonomy,
    this.approval,
    this.jurisdiction,
    this.lateLimitMin,
    this.minGapMin,
    this.refillDays,
    this.blackouts,
    this.more = const {},
  });

  factory SocialBrandCreate.fromJson(JsonObject json) => SocialBrandCreate(
    code: readField(json, 'code', asType<String>),
    name: readField(json, 'name', asType<String>),
    timezone: readField(json, 'timezone', asType<String>),
    languages: readField(json, 'languages', orNull(listOf(asType<String>))),
    applicationId: readField(json, 'application_id', asType<Uuid?>),
    siteId: readField(json, 'site_id', asType<Uuid?>),
    linkHosts: readField(json, 'link_hosts', orNull(listOf(asType<String>))),
    tone: readField(json, 'tone', orNull(objectOf(SocialToneInput.fromJson))),
    autonomy: readField(json, 'autonomy', asType<SocialBrandCreateAutonomy?>),
    approval: readField(json, 'approval', orNull(objectOf(SocialApprovalRuleInput.fromJson))),
    jurisdiction: readField(json, 'jurisdiction', asType<SocialBrandCreateJurisdiction?>),
    lateLimitMin: readField(json, 'late_limit_min', orNull(asInt)),
    minGapMin: readField(json, 'min_gap_min', orNull(asInt)),
    refillDays: readField(json, 'refill_days', orNull(asInt)),
    blackouts: readField(json, 'blackouts', orNull(listOf(objectOf(SocialBlackoutInput.fromJson)))),
    more: othersOf(json, const {'code', 'name', 'timezone', 'languages', 'application_id', 'site_id', 'link_hosts', 'tone', 'autonomy', 'approval', 'jurisdiction', 'late_limit_min', 'min_gap_min', 'refill_days', 'blackouts'}),
  );

  /// Code, never changed
  final String code;

  /// Name
  final String name;

  /// Time zone of its local times
  final String timezone;

  /// Languages of its posts, the main one first
  final List<String>? languages;

  final Uuid? applicationId;

  final Uuid? siteId;

  /// Hosts whose links are tagged with `utm_…`; an empty list gets the host of the site
  final List<String>? linkHosts;

  /// How it speaks
  final SocialToneInput? tone;

  /// What happens without a person
  final SocialBrandCreateAutonomy? autonomy;

  /// Who has to approve
  final SocialApprovalRuleInput? approval;

  /// Advertising law that holds for its posts
  final SocialBrandCreateJurisdiction? jurisdiction;

  /// Minutes after which a due post is missed and not sent
  final int? lateLimitMin;

  /// Least minutes between planned posts of an account
  final int? minGapMin;

  /// Days ahead that the plan is kept filled
  final int? refillDays;

  /// Times without planned posts
  final List<SocialBlackoutInput>? blackouts;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'name': name,
    'timezone': timezone,
    if (languages case final value?) 'languages': value,
    if (applicationId case final value?) 'application_id': value,
    if (siteId case final value?) 'site_id': value,
    if (linkHosts case final value?) 'link_hosts': value,
    if (tone case final value?) 'tone': value.toJson(),
    if (autonomy case final value?) 'autonomy': value,
    if (approval case final value?) 'approval': value.toJson(),
    if (jurisdiction case final value?) 'jurisdiction': value,
    if (lateLimitMin case final value?) 'late_limit_min': value,
    if (minGapMin case final value?) 'min_gap_min': value,
    if (refillDays case final value?) 'refill_days': value,
    if (blackouts case final value?) 'blackouts': [for (final item in value) item.toJson()],
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialBrandCreateAutonomy(String wire) implements String {
  static const manual = SocialBrandCreateAutonomy('manual');
  static const assisted = SocialBrandCreateAutonomy('assisted');
  static const autopilot = SocialBrandCreateAutonomy('autopilot');
  static const fullManager = SocialBrandCreateAutonomy('full_manager');
  static const values = [manual, assisted, autopilot, fullManager];
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialBrandCreateJurisdiction(String wire) implements String {
  static const ru = SocialBrandCreateJurisdiction('RU');
  static const none = SocialBrandCreateJurisdiction('none');
  static const values = [ru, none];
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialBrandJurisdiction(String wire) implements String {
  static const ru = SocialBrandJurisdiction('RU');
  static const none = SocialBrandJurisdiction('none');
  static const values = [ru, none];
}

final class SocialBrandPatch {
  const SocialBrandPatch({
    this.name,
    this.timezone,
    this.languages,
    this.applicationId,
    this.siteId,
    this.linkHosts,
    this.tone,
    this.autonomy,
    this.approval,
    this.jurisdiction,
    this.lateLimitMin,
    this.minGapMin,
    this.refillDays,
    this.blackouts,
    this.more = const {},
  });

  factory SocialBrandPatch.fromJson(JsonObject json) => SocialBrandPatch(
    name: readField(json, 'name', asType<String?>),
    timezone: readField(json, 'timezone', asType<String?>),
    languages: readField(json, 'languages', orNull(listOf(asType<String>))),
    applicationId: readField(json, 'application_id', asType<Uuid?>),
    siteId: readField(json, 'site_id', asType<Uuid?>),
    linkHosts: readField(json, 'link_hosts', orNull(listOf(asType<String>))),
    tone: readField(json, 'tone', orNull(objectOf(SocialToneInput.fromJson))),
    autonomy: readField(json, 'autonomy', asType<SocialBrandPatchAutonomy?>),
    approval: readField(json, 'approval', orNull(objectOf(SocialApprovalRuleInput.fromJson))),
    jurisdiction: readField(json, 'jurisdiction', asType<SocialBrandPatchJurisdiction?>),
    lateLimitMin: readField(json, 'late_limit_min', orNull(asInt)),
    minGapMin: readField(json, 'min_gap_min', orNull(asInt)),
    refillDays: readField(json, 'refill_days', orNull(asInt)),
    blackouts: readField(json, 'blackouts', orNull(listOf(objectOf(SocialBlackoutInput.fromJson)))),
    more: othersOf(json, const {'name', 'timezone', 'languages', 'application_id', 'site_id', 'link_hosts', 'tone', 'autonomy', 'approval', 'jurisdiction', 'late_limit_min', 'min_gap_min', 'refill_days', 'blackouts'}),
  );

  /// Name
  final String? name;

  /// Time zone of its local times
  final String? timezone;

  /// Languages of its posts, the main one first
  final List<String>? languages;

  final Uuid? applicationId;

  final Uuid? siteId;

  /// Hosts whose links are tagged with `utm_…`; an empty list gets the host of the site
  final List<String>? linkHosts;

  /// How it speaks
  final SocialToneInput? tone;

  /// What happens without a person
  final SocialBrandPatchAutonomy? autonomy;

  /// Who has to approve
  final SocialApprovalRuleInput? approval;

  /// Advertising law that holds for its posts
  final SocialBrandPatchJurisdiction? jurisdiction;

  /// Minutes after which a due post is missed and not sent
  final int? lateLimitMin;

  /// Least minutes between planned posts of an account
  final int? minGapMin;

  /// Days ahead that the plan is kept filled
  final int? refillDays;

  /// Times without planned posts
  final List<SocialBlackoutInput>? blackouts;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (name case final value?) 'name': value,
    if (timezone case final value?) 'timezone': value,
    if (languages case final value?) 'languages': value,
    if (applicationId case final value?) 'application_id': value,
    if (siteId case final value?) 'site_id': value,
    if (linkHosts case final value?) 'link_hosts': value,
    if (tone case final value?) 'tone': value.toJson(),
    if (autonomy case final value?) 'autonomy': value,
    if (approval case final value?) 'approval': value.toJson(),
    if (jurisdiction case final value?) 'jurisdiction': value,
    if (lateLimitMin case final value?) 'late_limit_min': value,
    if (minGapMin case final value?) 'min_gap_min': value,
    if (refillDays case final value?) 'refill_days': value,
    if (blackouts case final value?) 'blackouts': [for (final item in value) item.toJson()],
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialBrandPatchAutonomy(String wire) implements String {
  static const manual = SocialBrandPatchAutonomy('manual');
  static const assisted = SocialBrandPatchAutonomy('assisted');
  static const autopilot = SocialBrandPatchAutonomy('autopilot');
  static const fullManager = SocialBrandPatchAutonomy('full_manager');
  static const values = [manual, assisted, autopilot, fullManager];
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialBrandPatchJurisdiction(String wire) implements String {
  static const ru = SocialBrandPatchJurisdiction('RU');
  static const none = SocialBrandPatchJurisdiction('none');
  static const values = [ru, none];
}

final class SocialButton {
  const SocialButton({
    required this.text,
    required this.url,
    this.more = const {},
  });

  factory SocialButton.fromJson(JsonObject json) => SocialButton(
    text: readField(json, 'text', asType<String>),
    url: readField(json, 'url', asType<String>),
    more: othersOf(json, const {'text', 'url'}),
  );

  /// Label
  final String text;

  /// Where it leads
  final String url;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'text': text,
    'url': url,
  };
}

final class SocialCalendar {
  const SocialCalendar({
    required this.timezone,
    required this.slots,
    required this.isCut,
    this.more = const {},
  });

  factory SocialCalendar.fromJson(JsonObject json) => SocialCalendar(
    timezone: readField(json, 'timezone', asType<String>),
    slots: readField(json, 'slots', listOf(objectOf(SocialCalendarSlotsItem.fromJson))),
    isCut: readField(json, 'is_cut', asType<bool>),
    more: othersOf(json, const {'timezone', 'slots', 'is_cut'}),
  );

  /// Time zone of the brand
  final String timezone;

  /// By time, 2000 at most
  final List<SocialCalendarSlotsItem> slots;

  /// There are more
  final bool isCut;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'timezone': timezone,
    'slots': [for (final item in slots) item.toJson()],
    'is_cut': isCut,
  };
}

final class SocialCalendarSlotsItem {
  const SocialCalendarSlotsItem({
    required this.id,
    required this.brandId,
    required this.accountId,
    required this.channel,
    required this.at,
    required this.localTime,
    required this.rubric,
    required this.state,
    required this.variantId,
    required this.origin,
    required this.pinned,
    required this.version,
    required this.createdAt,
    required this.updatedAt,
    required this.title,
    this.more = const {},
  });

  factory SocialCalendarSlotsItem.fromJson(JsonObject json) => SocialCalendarSlotsItem(
    id: readField(json, 'id', asType<Uuid>),
    brandId: readField(json, 'brand_id', asType<Uuid>),
    accountId: readField(json, 'account_id', asType<Uuid>),
    channel: readField(json, 'channel', asType<SocialSlotChannel>),
    at: readField(json, 'at', asType<Timestamp>),
    localTime: readField(json, 'local_time', asType<String>),
    rubric: readField(json, 'rubric', asType<String?>),
    state: readField(json, 'state', asType<SocialSlotState>),
    variantId: readField(json, 'variant_id', asType<Uuid?>),
    origin: readField(json, 'origin', asType<SocialSlotOrigin>),
    pinned: readField(json, 'pinned', asType<bool>),
    version: readField(json, 'version', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    title: readField(json, 'title', asType<String?>),
    more: othersOf(json, const {'id', 'brand_id', 'account_id', 'channel', 'at', 'local_time', 'rubric', 'state', 'variant_id', 'origin', 'pinned', 'version', 'created_at', 'updated_at', 'title'}),
  );

  /// Id
  final Uuid id;

  /// Brand
  final Uuid brandId;

  /// Account
  final Uuid accountId;

  /// Channel
  final SocialSlotChannel channel;

  /// When
  final Timestamp at;

  /// When, in the time zone of the brand
  final String localTime;

  /// Rubric
  final String? rubric;

  /// State
  final SocialSlotState state;

  /// Its post; null while it is empty
  final Uuid? variantId;

  /// What made it
  final SocialSlotOrigin origin;

  /// A new plan leaves it alone
  final bool pinned;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it was made
  final Timestamp createdAt;

  /// When it changed last
  final Timestamp updatedAt;

  /// Title of the idea of its post
  final String? title;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'brand_id': brandId,
    'account_id': accountId,
    'channel': channel,
    'at': at,
    'local_time': localTime,
    'rubric': rubric,
    'state': state,
    'variant_id': variantId,
    'origin': origin,
    'pinned': pinned,
    'version': version,
    'created_at': createdAt,
    'updated_at': updatedAt,
    'title': title,
  };
}

final class SocialChannelFacts {
  const SocialChannelFacts({
    required this.channel,
    required this.isEnabled,
    required this.oauth,
    required this.credentials,
    required this.text,
    required this.cover,
    required this.buttons,
    required this.remote,
    this.more = const {},
  });

  factory SocialChannelFacts.fromJson(JsonObject json) => SocialChannelFacts(
    channel: readField(json, 'channel', asType<SocialChannelFactsChannel>),
    isEnabled: readField(json, 'is_enabled', asType<bool>),
    oauth: readField(json, 'oauth', asType<SocialChannelFactsOauth>),
    credentials: readField(json, 'credentials', listOf(asType<String>)),
    text: readField(json, 'text', objectOf(SocialChannelFactsText.fromJson)),
    cover: readField(json, 'cover', objectOf(SocialChannelFactsCover.fromJson)),
    buttons: readField(json, 'buttons', asType<SocialChannelFactsButtons>),
    remote: readField(json, 'remote', objectOf(SocialChannelFactsRemote.fromJson)),
    more: othersOf(json, const {'channel', 'is_enabled', 'oauth', 'credentials', 'text', 'cover', 'buttons', 'remote'}),
  );

  /// Channel
  final SocialChannelFactsChannel channel;

  /// The operator allows it
  final bool isEnabled;

  /// `missing`: the operator has to set the client id and secret of the channel
  final SocialChannelFactsOauth oauth;

  /// Fields of its credentials; one with `?` may be absent
  final List<String> credentials;

  /// Text
  final SocialChannelFactsText text;

  /// Image
  final SocialChannelFactsCover cover;

  /// `lines`: they stand in the text; `attachment`: the first is a link of the post
  final SocialChannelFactsButtons buttons;

  /// What can be done with a published post
  final SocialChannelFactsRemote remote;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'channel': channel,
    'is_enabled': isEnabled,
    'oauth': oauth,
    'credentials': credentials,
    'text': text.toJson(),
    'cover': cover.toJson(),
    'buttons': buttons,
    'remote': remote.toJson(),
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialChannelFactsButtons(String wire) implements String {
  static const keyboard = SocialChannelFactsButtons('keyboard');
  static const lines = SocialChannelFactsButtons('lines');
  static const attachment = SocialChannelFactsButtons('attachment');
  static const values = [keyboard, lines, attachment];
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialChannelFactsChannel(String wire) implements String {
  static const telegram = SocialChannelFactsChannel('telegram');
  static const vk = SocialChannelFactsChannel('vk');
  static const instagram = SocialChannelFactsChannel('instagram');
  static const threads = SocialChannelFactsChannel('threads');
  static const max = SocialChannelFactsChannel('max');
  static const values = [telegram, vk, instagram, threads, max];
}

final class SocialChannelFactsCover {
  const SocialChannelFactsCover({
    required this.isRequired,
    required this.maxBytes,
    required this.needsPublicUrl,
    this.more = const {},
  });

  factory SocialChannelFactsCover.fromJson(JsonObject json) => SocialChannelFactsCover(
    isRequired: readField(json, 'is_required', asType<bool>),
    maxBytes: readField(json, 'max_bytes', asInt),
    needsPublicUrl: readField(json, 'needs_public_url', asType<bool>),
    more: othersOf(json, const {'is_required', 'max_bytes', 'needs_public_url'}),
  );

  /// There is no post without an image
  final bool isRequired;

  /// Largest file
  final int maxBytes;

  /// The channel fetches it from the address of the platform
  final bool needsPublicUrl;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'is_required': isRequired,
    'max_bytes': maxBytes,
    'needs_public_url': needsPublicUrl,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialChannelFactsOauth(String wire) implements String {
  static const none = SocialChannelFactsOauth('none');
  static const ready = SocialChannelFactsOauth('ready');
  static const missing = SocialChannelFactsOauth('missing');
  static const values = [none, ready, missing];
}

final class SocialChannelFactsRemote {
  const SocialChannelFactsRemote({
    required this.edits,
    required this.deletes,
    this.more = const {},
  });

  factory SocialChannelFactsRemote.fromJson(JsonObject json) => SocialChannelFactsRemote(
    edits: readField(json, 'edits', asType<bool>),
    deletes: readField(json, 'deletes', asType<bool>),
    more: othersOf(json, const {'edits', 'deletes'}),
  );

  /// Published posts can be changed
  final bool edits;

  /// Published posts can be deleted
  final bool deletes;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'edits': edits,
    'deletes': deletes,
  };
}

final class SocialChannelFactsText {
  const SocialChannelFactsText({
    required this.max,
    required this.maxWithCover,
    required this.unit,
    required this.format,
    this.more = const {},
  });

  factory SocialChannelFactsText.fromJson(JsonObject json) => SocialChannelFactsText(
    max: readField(json, 'max', asInt),
    maxWithCover: readField(json, 'max_with_cover', asInt),
    unit: readField(json, 'unit', asType<SocialChannelFactsTextUnit>),
    format: readField(json, 'format', asType<SocialChannelFactsTextFormat>),
    more: othersOf(json, const {'max', 'max_with_cover', 'unit', 'format'}),
  );

  /// Longest text, with everything that is put to it
  final int max;

  /// Longest text under an image
  final int maxWithCover;

  /// How it is counted; `threads`: an emoji counts its UTF-8 bytes
  final SocialChannelFactsTextUnit unit;

  /// Whether it keeps bold, italic and links
  final SocialChannelFactsTextFormat format;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'max': max,
    'max_with_cover': maxWithCover,
    'unit': unit,
    'format': format,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialChannelFactsTextFormat(String wire) implements String {
  static const html = SocialChannelFactsTextFormat('html');
  static const plain = SocialChannelFactsTextFormat('plain');
  static const values = [html, plain];
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialChannelFactsTextUnit(String wire) implements String {
  static const codePoints = SocialChannelFactsTextUnit('code_points');
  static const utf16 = SocialChannelFactsTextUnit('utf16');
  static const threads = SocialChannelFactsTextUnit('threads');
  static const values = [codePoints, utf16, threads];
}

final class SocialChannels {
  const SocialChannels({
    required this.channels,
    this.more = const {},
  });

  factory SocialChannels.fromJson(JsonObject json) => SocialChannels(
    channels: readField(json, 'channels', listOf(objectOf(SocialChannelFacts.fromJson))),
    more: othersOf(json, const {'channels'}),
  );

  /// All channels
  final List<SocialChannelFacts> channels;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'channels': [for (final item in channels) item.toJson()],
  };
}

final class SocialCheck {
  const SocialCheck({
    required this.code,
    required this.level,
    required this.message,
    this.more = const {},
  });

  factory SocialCheck.fromJson(JsonObject json) => SocialCheck(
    code: readField(json, 'code', asType<String>),
    level: readField(json, 'level', asType<SocialCheckLevel>),
    message: readField(json, 'message', asType<String>),
    more: othersOf(json, const {'code', 'level', 'message'}),
  );

  /// What was found
  final String code;

  /// An `error` keeps the post from being submitted
  final SocialCheckLevel level;

  /// In words
  final String message;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'code': code,
    'level': level,
    'message': message,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialCheckLevel(String wire) implements String {
  static const error = SocialCheckLevel('error');
  static const warning = SocialCheckLevel('warning');
  static const values = [error, warning];
}

final class SocialContent {
  const SocialContent({
    required this.idea,
    required this.variants,
    required this.slotIds,
    this.more = const {},
  });

  factory SocialContent.fromJson(JsonObject json) => SocialContent(
    idea: readField(json, 'idea', objectOf(SocialIdea.fromJson)),
    variants: readField(json, 'variants', listOf(objectOf(SocialVariant.fromJson))),
    slotIds: readField(json, 'slot_ids', listOf(asType<Uuid>)),
    more: othersOf(json, const {'idea', 'variants', 'slot_ids'}),
  );

  /// Idea
  final SocialIdea idea;

  /// A post for each account
  final List<SocialVariant> variants;

  /// Slots; empty without a time
  final List<Uuid> slotIds;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'idea': idea.toJson(),
    'variants': [for (final item in variants) item.toJson()],
    'slot_ids': slotIds,
  };
}

final class SocialContentCreate {
  const SocialContentCreate({
    required this.accountIds,
    required this.title,
    this.rubric,
    this.localTime,
    this.body,
    this.buttons,
    this.isAd,
    this.erid,
    this.advertiser,
    this.more = const {},
  });

  factory SocialContentCreate.fromJson(JsonObject json) => SocialContentCreate(
    accountIds: readField(json, 'account_ids', listOf(asType<Uuid>)),
    title: readField(json, 'title', asType<String>),
    rubric: readField(json, 'rubric', asType<String?>),
    localTime: readField(json, 'local_time', asType<String?>),
    body: readField(json, 'body', asType<String?>),
    buttons: readField(json, 'buttons', orNull(listOf(objectOf(SocialButton.fromJson)))),
    isAd: readField(json, 'is_ad', asType<bool?>),
    erid: readField(json, 'erid', asType<String?>),
    advertiser: readField(json, 'advertiser', orNull(objectOf(SocialAdvertiser.fromJson))),
    more: othersOf(json, const {'account_ids', 'title', 'rubric', 'local_time', 'body', 'buttons', 'is_ad', 'erid', 'advertiser'}),
  );

  /// Accounts, each once
  final List<Uuid> accountIds;

  /// Title of the idea
  final String title;

  /// Rubric
  final String? rubric;

  /// When, in the time zone of the brand
  final String? localTime;

  /// Markdown: bold, italic, strike, code, links, quotes and lists. HTML is shown as text
  final String? body;

  /// Links under the post
  final List<SocialButton>? buttons;

  /// It is an advertisement, as a person says
  final bool? isAd;

  /// Token of the advertising register
  final String? erid;

  /// For whom it is an advertisement
  final SocialAdvertiser? advertiser;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'account_ids': accountIds,
    'title': title,
    if (rubric case final value?) 'rubric': value,
    if (localTime case final value?) 'local_time': value,
    if (body case final value?) 'body': value,
    if (buttons case final value?) 'buttons': [for (final item in value) item.toJson()],
    if (isAd case final value?) 'is_ad': value,
    if (erid case final value?) 'erid': value,
    if (advertiser case final value?) 'advertiser': value.toJson(),
  };
}

/// telegram: `bot_token`, `chat_id`, `probe_chat_id?`; vk: `access_token`, `owner_id`; max: `access_token`, `chat_id`; instagram and threads: `access_token`, `user_id`
final class SocialCredentials {
  const SocialCredentials({
    this.botToken,
    this.accessToken,
    this.chatId,
    this.probeChatId,
    this.ownerId,
    this.userId,
    this.more = const {},
  });

  factory SocialCredentials.fromJson(JsonObject json) => SocialCredentials(
    botToken: readField(json, 'bot_token', asType<JsonObject?>),
    accessToken: readField(json, 'access_token', asType<String?>),
    chatId: readField(json, 'chat_id', asType<String?>),
    probeChatId: readField(json, 'probe_chat_id', asType<String?>),
    ownerId: readField(json, 'owner_id', asType<String?>),
    userId: readField(json, 'user_id', asType<String?>),
    more: othersOf(json, const {'bot_token', 'access_token', 'chat_id', 'probe_chat_id', 'owner_id', 'user_id'}),
  );

  /// Token of the bot (telegram)
  final JsonObject? botToken;

  /// Access token (vk, instagram, threads, max)
  final String? accessToken;

  /// Channel or group (telegram, max)
  final String? chatId;

  /// A private channel of the bot, in which it looks whether a post with an unknown outcome is there
  final String? probeChatId;

  /// Community (vk)
  final String? ownerId;

  /// Professional profile (instagram, threads)
  final String? userId;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (botToken case final value?) 'bot_token': value,
    if (accessToken case final value?) 'access_token': value,
    if (chatId case final value?) 'chat_id': value,
    if (probeChatId case final value?) 'probe_chat_id': value,
    if (ownerId case final value?) 'owner_id': value,
    if (userId case final value?) 'user_id': value,
  };
}

final class SocialDecision {
  const SocialDecision({
    required this.decision,
    required this.contentHash,
    this.comment,
    this.scheduledAt,
    this.more = const {},
  });

  factory SocialDecision.fromJson(JsonObject json) => SocialDecision(
    decision: readField(json, 'decision', asType<SocialDecisionDecision>),
    contentHash: readField(json, 'content_hash', asType<String>),
    comment: readField(json, 'comment', asType<String?>),
    scheduledAt: readField(json, 'scheduled_at', asType<String?>),
    more: othersOf(json, const {'decision', 'content_hash', 'comment', 'scheduled_at'}),
  );

  /// Decision
  final SocialDecisionDecision decision;

  /// `content_hash` of the approval, as it was read
  final String contentHash;

  /// Needed unless it approves
  final String? comment;

  /// When the post is due; null leaves it
  final String? scheduledAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'decision': decision,
    'content_hash': contentHash,
    if (comment case final value?) 'comment': value,
    if (scheduledAt case final value?) 'scheduled_at': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialDecisionDecision(String wire) implements String {
  static const approve = SocialDecisionDecision('approve');
  static const reject = SocialDecisionDecision('reject');
  static const changesRequested = SocialDecisionDecision('changes_requested');
  static const values = [approve, reject, changesRequested];
}

final class SocialIdea {
  const SocialIdea({
    required this.id,
    required this.brandId,
    required this.title,
    required this.brief,
    required this.rubric,
    required this.sources,
    required this.state,
    required this.version,
    required this.createdAt,
    required this.updatedAt,
    this.more = const {},
  });

  factory SocialIdea.fromJson(JsonObject json) => SocialIdea(
    id: readField(json, 'id', asType<Uuid>),
    brandId: readField(json, 'brand_id', asType<Uuid>),
    title: readField(json, 'title', asType<String>),
    brief: readField(json, 'brief', asType<String>),
    rubric: readField(json, 'rubric', asType<String?>),
    sources: readField(json, 'sources', listOf(objectOf(SocialSource.fromJson))),
    state: readField(json, 'state', asType<SocialIdeaState>),
    version: readField(json, 'version', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'brand_id', 'title', 'brief', 'rubric', 'sources', 'state', 'version', 'created_at', 'updated_at'}),
  );

  /// Id
  final Uuid id;

  /// Brand
  final Uuid brandId;

  /// Title
  final String title;

  /// What it is about
  final String brief;

  /// Rubric
  final String? rubric;

  /// What it is made from
  final List<SocialSource> sources;

  /// `used`: a post of it was published
  final SocialIdeaState state;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it was made
  final Timestamp createdAt;

  /// When it changed last
  final Timestamp updatedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'brand_id': brandId,
    'title': title,
    'brief': brief,
    'rubric': rubric,
    'sources': [for (final item in sources) item.toJson()],
    'state': state,
    'version': version,
    'created_at': createdAt,
    'updated_at': updatedAt,
  };
}

final class SocialIdeaCreate {
  const SocialIdeaCreate({
    required this.title,
    this.brief,
    this.rubric,
    this.sources,
    this.more = const {},
  });

  factory SocialIdeaCreate.fromJson(JsonObject json) => SocialIdeaCreate(
    title: readField(json, 'title', asType<String>),
    brief: readField(json, 'brief', asType<String?>),
    rubric: readField(json, 'rubric', asType<String?>),
    sources: readField(json, 'sources', orNull(listOf(objectOf(SocialSourceInput.fromJson)))),
    more: othersOf(json, const {'title', 'brief', 'rubric', 'sources'}),
  );

  /// Title
  final String title;

  /// What it is about
  final String? brief;

  /// Rubric
  final String? rubric;

  /// What it is made from
  final List<SocialSourceInput>? sources;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'title': title,
    if (brief case final value?) 'brief': value,
    if (rubric case final value?) 'rubric': value,
    if (sources case final value?) 'sources': [for (final item in value) item.toJson()],
  };
}

final class SocialIdeaPatch {
  const SocialIdeaPatch({
    this.title,
    this.brief,
    this.rubric,
    this.sources,
    this.state,
    this.more = const {},
  });

  factory SocialIdeaPatch.fromJson(JsonObject json) => SocialIdeaPatch(
    title: readField(json, 'title', asType<String?>),
    brief: readField(json, 'brief', asType<String?>),
    rubric: readField(json, 'rubric', asType<String?>),
    sources: readField(json, 'sources', orNull(listOf(objectOf(SocialSourceInput.fromJson)))),
    state: readField(json, 'state', asType<SocialIdeaPatchState?>),
    more: othersOf(json, const {'title', 'brief', 'rubric', 'sources', 'state'}),
  );

  /// Title
  final String? title;

  /// What it is about
  final String? brief;

  /// Rubric
  final String? rubric;

  /// What it is made from
  final List<SocialSourceInput>? sources;

  /// Whether it counts
  final SocialIdeaPatchState? state;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (title case final value?) 'title': value,
    if (brief case final value?) 'brief': value,
    if (rubric case final value?) 'rubric': value,
    if (sources case final value?) 'sources': [for (final item in value) item.toJson()],
    if (state case final value?) 'state': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialIdeaPatchState(String wire) implements String {
  static const new_ = SocialIdeaPatchState('new');
  static const dropped = SocialIdeaPatchState('dropped');
  static const values = [new_, dropped];
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialIdeaState(String wire) implements String {
  static const new_ = SocialIdeaState('new');
  static const planned = SocialIdeaState('planned');
  static const used = SocialIdeaState('used');
  static const dropped = SocialIdeaState('dropped');
  static const values = [new_, planned, used, dropped];
}

final class SocialOauthStart {
  const SocialOauthStart({
    required this.provider,
    required this.accountId,
    required this.redirectUri,
    required this.expiresAt,
    required this.authorizeUrl,
    this.more = const {},
  });

  factory SocialOauthStart.fromJson(JsonObject json) => SocialOauthStart(
    provider: readField(json, 'provider', asType<SocialOauthStartProvider>),
    accountId: readField(json, 'account_id', asType<Uuid>),
    redirectUri: readField(json, 'redirect_uri', asType<String>),
    expiresAt: readField(json, 'expires_at', asType<Timestamp>),
    authorizeUrl: readField(json, 'authorize_url', asType<String>),
    more: othersOf(json, const {'provider', 'account_id', 'redirect_uri', 'expires_at', 'authorize_url'}),
  );

  /// Network
  final SocialOauthStartProvider provider;

  /// Account that is connected
  final Uuid accountId;

  /// Redirect URI, to be registered at the network
  final String redirectUri;

  /// Until when it has to be finished
  final Timestamp expiresAt;

  /// Where the administrator allows the access
  final String authorizeUrl;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'provider': provider,
    'account_id': accountId,
    'redirect_uri': redirectUri,
    'expires_at': expiresAt,
    'authorize_url': authorizeUrl,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialOauthStartProvider(String wire) implements String {
  static const instagram = SocialOauthStartProvider('instagram');
  static const threads = SocialOauthStartProvider('threads');
  static const values = [instagram, threads];
}

final class SocialPreview {
  const SocialPreview({
    required this.requests,
    required this.text,
    required this.length,
    required this.cover,
    required this.degraded,
    required this.checks,
    required this.contentHash,
    this.more = const {},
  });

  factory SocialPreview.fromJson(JsonObject json) => SocialPreview(
    requests: readField(json, 'requests', listOf(objectOf(SocialPreviewRequestsItem.fromJson))),
    text: readField(json, 'text', asType<String>),
    length: readField(json, 'length', objectOf(SocialPreviewLength.fromJson)),
    cover: readField(json, 'cover', orNull(objectOf(SocialPreviewCover.fromJson))),
    degraded: readField(json, 'degraded', listOf(asType<String>)),
    checks: readField(json, 'checks', listOf(objectOf(SocialCheck.fromJson))),
    contentHash: readField(json, 'content_hash', asType<String>),
    more: othersOf(json, const {'requests', 'text', 'length', 'cover', 'degraded', 'checks', 'content_hash'}),
  );

  /// What is sent, in this order
  final List<SocialPreviewRequestsItem> requests;

  /// As its readers see it
  final String text;

  /// Length of the text with everything that is put to it
  final SocialPreviewLength length;

  /// Image; null without one
  final SocialPreviewCover? cover;

  /// What the channel shows in another way than it was written
  final List<String> degraded;

  /// What is wrong with it
  final List<SocialCheck> checks;

  /// SHA-256 of what is posted
  final String contentHash;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'requests': [for (final item in requests) item.toJson()],
    'text': text,
    'length': length.toJson(),
    'cover': cover?.toJson(),
    'degraded': degraded,
    'checks': [for (final item in checks) item.toJson()],
    'content_hash': contentHash,
  };
}

final class SocialPreviewCover {
  const SocialPreviewCover({
    required this.url,
    this.more = const {},
  });

  factory SocialPreviewCover.fromJson(JsonObject json) => SocialPreviewCover(
    url: readField(json, 'url', asType<String>),
    more: othersOf(json, const {'url'}),
  );

  /// Image
  final String url;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'url': url,
  };
}

final class SocialPreviewLength {
  const SocialPreviewLength({
    required this.value,
    required this.max,
    required this.unit,
    this.more = const {},
  });

  factory SocialPreviewLength.fromJson(JsonObject json) => SocialPreviewLength(
    value: readField(json, 'value', asInt),
    max: readField(json, 'max', asInt),
    unit: readField(json, 'unit', asType<SocialPreviewLengthUnit>),
    more: othersOf(json, const {'value', 'max', 'unit'}),
  );

  /// Length
  final int value;

  /// Longest
  final int max;

  /// How the channel counts
  final SocialPreviewLengthUnit unit;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'value': value,
    'max': max,
    'unit': unit,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialPreviewLengthUnit(String wire) implements String {
  static const codePoints = SocialPreviewLengthUnit('code_points');
  static const utf16 = SocialPreviewLengthUnit('utf16');
  static const threads = SocialPreviewLengthUnit('threads');
  static const values = [codePoints, utf16, threads];
}

final class SocialPreviewRequestsItem {
  const SocialPreviewRequestsItem({
    required this.step,
    required this.method,
    required this.path,
    required this.body,
    this.more = const {},
  });

  factory SocialPreviewRequestsItem.fromJson(JsonObject json) => SocialPreviewRequestsItem(
    step: readField(json, 'step', asType<SocialPreviewRequestsItemStep>),
    method: readField(json, 'method', asType<String>),
    path: readField(json, 'path', asType<String>),
    body: readField(json, 'body', asType<JsonObject>),
    more: othersOf(json, const {'step', 'method', 'path', 'body'}),
  );

  /// What it is for
  final SocialPreviewRequestsItemStep step;

  /// Method
  final String method;

  /// Path; `{token}` stands for the secret
  final String path;

  /// Fields; braces stand for what a step before gave
  final JsonObject body;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'step': step,
    'method': method,
    'path': path,
    'body': body,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialPreviewRequestsItemStep(String wire) implements String {
  static const upload = SocialPreviewRequestsItemStep('upload');
  static const container = SocialPreviewRequestsItemStep('container');
  static const publish = SocialPreviewRequestsItemStep('publish');
  static const values = [upload, container, publish];
}

final class SocialRevision {
  const SocialRevision({
    required this.id,
    required this.version,
    required this.contentHash,
    required this.body,
    required this.buttons,
    required this.coverName,
    required this.author,
    required this.createdAt,
    this.more = const {},
  });

  factory SocialRevision.fromJson(JsonObject json) => SocialRevision(
    id: readField(json, 'id', asType<Uuid>),
    version: readField(json, 'version', asInt),
    contentHash: readField(json, 'content_hash', asType<String>),
    body: readField(json, 'body', asType<String>),
    buttons: readField(json, 'buttons', listOf(objectOf(SocialButton.fromJson))),
    coverName: readField(json, 'cover_name', asType<String?>),
    author: readField(json, 'author', asType<String>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'version', 'content_hash', 'body', 'buttons', 'cover_name', 'author', 'created_at'}),
  );

  /// Id
  final Uuid id;

  /// Version of the post
  final int version;

  /// SHA-256 of what was posted then
  final String contentHash;

  /// Markdown
  final String body;

  /// Links under the post
  final List<SocialButton> buttons;

  /// Name of its image
  final String? coverName;

  /// E-mail of the author
  final String author;

  /// When
  final Timestamp createdAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'version': version,
    'content_hash': contentHash,
    'body': body,
    'buttons': [for (final item in buttons) item.toJson()],
    'cover_name': coverName,
    'author': author,
    'created_at': createdAt,
  };
}

final class SocialSlot {
  const SocialSlot({
    required this.id,
    required this.brandId,
    required this.accountId,
    required this.channel,
    required this.at,
    required this.localTime,
    required this.rubric,
    required this.state,
    required this.variantId,
    required this.origin,
    required this.pinned,
    required this.version,
    required this.createdAt,
    required this.updatedAt,
    this.more = const {},
  });

  factory SocialSlot.fromJson(JsonObject json) => SocialSlot(
    id: readField(json, 'id', asType<Uuid>),
    brandId: readField(json, 'brand_id', asType<Uuid>),
    accountId: readField(json, 'account_id', asType<Uuid>),
    channel: readField(json, 'channel', asType<SocialSlotChannel>),
    at: readField(json, 'at', asType<Timestamp>),
    localTime: readField(json, 'local_time', asType<String>),
    rubric: readField(json, 'rubric', asType<String?>),
    state: readField(json, 'state', asType<SocialSlotState>),
    variantId: readField(json, 'variant_id', asType<Uuid?>),
    origin: readField(json, 'origin', asType<SocialSlotOrigin>),
    pinned: readField(json, 'pinned', asType<bool>),
    version: readField(json, 'version', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'brand_id', 'account_id', 'channel', 'at', 'local_time', 'rubric', 'state', 'variant_id', 'origin', 'pinned', 'version', 'created_at', 'updated_at'}),
  );

  /// Id
  final Uuid id;

  /// Brand
  final Uuid brandId;

  /// Account
  final Uuid accountId;

  /// Channel
  final SocialSlotChannel channel;

  /// When
  final Timestamp at;

  /// When, in the time zone of the brand
  final String localTime;

  /// Rubric
  final String? rubric;

  /// State
  final SocialSlotState state;

  /// Its post; null while it is empty
  final Uuid? variantId;

  /// What made it
  final SocialSlotOrigin origin;

  /// A new plan leaves it alone
  final bool pinned;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it was made
  final Timestamp createdAt;

  /// When it changed last
  final Timestamp updatedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'brand_id': brandId,
    'account_id': accountId,
    'channel': channel,
    'at': at,
    'local_time': localTime,
    'rubric': rubric,
    'state': state,
    'variant_id': variantId,
    'origin': origin,
    'pinned': pinned,
    'version': version,
    'created_at': createdAt,
    'updated_at': updatedAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialSlotChannel(String wire) implements String {
  static const telegram = SocialSlotChannel('telegram');
  static const vk = SocialSlotChannel('vk');
  static const instagram = SocialSlotChannel('instagram');
  static const threads = SocialSlotChannel('threads');
  static const max = SocialSlotChannel('max');
  static const values = [telegram, vk, instagram, threads, max];
}

final class SocialSlotCreate {
  const SocialSlotCreate({
    required this.accountId,
    required this.localTime,
    this.rubric,
    this.pinned,
    this.more = const {},
  });

  factory SocialSlotCreate.fromJson(JsonObject json) => SocialSlotCreate(
    accountId: readField(json, 'account_id', asType<Uuid>),
    localTime: readField(json, 'local_time', asType<String>),
    rubric: readField(json, 'rubric', asType<String?>),
    pinned: readField(json, 'pinned', asType<bool?>),
    more: othersOf(json, const {'account_id', 'local_time', 'rubric', 'pinned'}),
  );

  /// Account of the brand
  final Uuid accountId;

  /// In the time zone of the brand. A time that the clocks skip is the first minute behind the gap; of a time that comes twice it is the first
  final String localTime;

  /// Rubric
  final String? rubric;

  /// A new plan leaves it alone
  final bool? pinned;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'account_id': accountId,
    'local_time': localTime,
    if (rubric case final value?) 'rubric': value,
    if (pinned case final value?) 'pinned': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialSlotOrigin(String wire) implements String {
  static const manual = SocialSlotOrigin('manual');
  static const content = SocialSlotOrigin('content');
  static const plan = SocialSlotOrigin('plan');
  static const values = [manual, content, plan];
}

final class SocialSlotPatch {
  const SocialSlotPatch({
    this.localTime,
    this.rubric,
    this.pinned,
    this.variantId,
    this.more = const {},
  });

  factory SocialSlotPatch.fromJson(JsonObject json) => SocialSlotPatch(
    localTime: readField(json, 'local_time', asType<String?>),
    rubric: readField(json, 'rubric', asType<String?>),
    pinned: readField(json, 'pinned', asType<bool?>),
    variantId: readField(json, 'variant_id', asType<Uuid?>),
    more: othersOf(json, const {'local_time', 'rubric', 'pinned', 'variant_id'}),
  );

  /// In the time zone of the brand. A time that the clocks skip is the first minute behind the gap; of a time that comes twice it is the first
  final String? localTime;

  /// Rubric
  final String? rubric;

  /// A new plan leaves it alone
  final bool? pinned;

  final Uuid? variantId;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (localTime case final value?) 'local_time': value,
    if (rubric case final value?) 'rubric': value,
    if (pinned case final value?) 'pinned': value,
    if (variantId case final value?) 'variant_id': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialSlotState(String wire) implements String {
  static const empty = SocialSlotState('empty');
  static const planned = SocialSlotState('planned');
  static const published = SocialSlotState('published');
  static const missed = SocialSlotState('missed');
  static const failed = SocialSlotState('failed');
  static const values = [empty, planned, published, missed, failed];
}

final class SocialSource {
  const SocialSource({
    required this.kind,
    required this.id,
    required this.url,
    required this.revision,
    required this.excerpt,
    this.more = const {},
  });

  factory SocialSource.fromJson(JsonObject json) => SocialSource(
    kind: readField(json, 'kind', asType<SocialSourceKind>),
    id: readField(json, 'id', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    revision: readField(json, 'revision', orNull(asInt)),
    excerpt: readField(json, 'excerpt', asType<String>),
    more: othersOf(json, const {'kind', 'id', 'url', 'revision', 'excerpt'}),
  );

  /// What it is
  final SocialSourceKind kind;

  final Uuid? id;

  /// Its address
  final String? url;

  /// The revision that was read
  final int? revision;

  /// What it says
  final String excerpt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'kind': kind,
    'id': id,
    'url': url,
    'revision': revision,
    'excerpt': excerpt,
  };
}

final class SocialSourceInput {
  const SocialSourceInput({
    required this.kind,
    this.id,
    this.url,
    this.revision,
    this.excerpt,
    this.more = const {},
  });

  factory SocialSourceInput.fromJson(JsonObject json) => SocialSourceInput(
    kind: readField(json, 'kind', asType<SocialSourceInputKind>),
    id: readField(json, 'id', asType<Uuid?>),
    url: readField(json, 'url', asType<String?>),
    revision: readField(json, 'revision', orNull(asInt)),
    excerpt: readField(json, 'excerpt', asType<String?>),
    more: othersOf(json, const {'kind', 'id', 'url', 'revision', 'excerpt'}),
  );

  /// What it is
  final SocialSourceInputKind kind;

  final Uuid? id;

  /// Its address
  final String? url;

  /// The revision that was read
  final int? revision;

  /// What it says
  final String? excerpt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'kind': kind,
    if (id case final value?) 'id': value,
    if (url case final value?) 'url': value,
    if (revision case final value?) 'revision': value,
    if (excerpt case final value?) 'excerpt': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialSourceInputKind(String wire) implements String {
  static const post = SocialSourceInputKind('post');
  static const article = SocialSourceInputKind('article');
  static const changelogEntry = SocialSourceInputKind('changelog_entry');
  static const download = SocialSourceInputKind('download');
  static const occasion = SocialSourceInputKind('occasion');
  static const memory = SocialSourceInputKind('memory');
  static const ownPost = SocialSourceInputKind('own_post');
  static const url = SocialSourceInputKind('url');
  static const values = [post, article, changelogEntry, download, occasion, memory, ownPost, url];
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialSourceKind(String wire) implements String {
  static const post = SocialSourceKind('post');
  static const article = SocialSourceKind('article');
  static const changelogEntry = SocialSourceKind('changelog_entry');
  static const download = SocialSourceKind('download');
  static const occasion = SocialSourceKind('occasion');
  static const memory = SocialSourceKind('memory');
  static const ownPost = SocialSourceKind('own_post');
  static const url = SocialSourceKind('url');
  static const values = [post, article, changelogEntry, download, occasion, memory, ownPost, url];
}

final class SocialTone {
  const SocialTone({
    required this.style,
    required this.address,
    required this.emoji,
    required this.bannedWords,
    this.more = const {},
  });

  factory SocialTone.fromJson(JsonObject json) => SocialTone(
    style: readField(json, 'style', listOf(asType<String>)),
    address: readField(json, 'address', asType<SocialToneAddress>),
    emoji: readField(json, 'emoji', asType<SocialToneEmoji>),
    bannedWords: readField(json, 'banned_words', listOf(asType<String>)),
    more: othersOf(json, const {'style', 'address', 'emoji', 'banned_words'}),
  );

  /// Words for its style
  final List<String> style;

  /// How readers are addressed
  final SocialToneAddress address;

  /// How many emoji
  final SocialToneEmoji emoji;

  /// Words that no post may have
  final List<String> bannedWords;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'style': style,
    'address': address,
    'emoji': emoji,
    'banned_words': bannedWords,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialToneAddress(String wire) implements String {
  static const informal = SocialToneAddress('informal');
  static const formal = SocialToneAddress('formal');
  static const neutral = SocialToneAddress('neutral');
  static const values = [informal, formal, neutral];
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialToneEmoji(String wire) implements String {
  static const none = SocialToneEmoji('none');
  static const few = SocialToneEmoji('few');
  static const many = SocialToneEmoji('many');
  static const values = [none, few, many];
}

final class SocialToneInput {
  const SocialToneInput({
    this.style,
    this.address,
    this.emoji,
    this.bannedWords,
    this.more = const {},
  });

  factory SocialToneInput.fromJson(JsonObject json) => SocialToneInput(
    style: readField(json, 'style', orNull(listOf(asType<String>))),
    address: readField(json, 'address', asType<SocialToneInputAddress?>),
    emoji: readField(json, 'emoji', asType<SocialToneInputEmoji?>),
    bannedWords: readField(json, 'banned_words', orNull(listOf(asType<String>))),
    more: othersOf(json, const {'style', 'address', 'emoji', 'banned_words'}),
  );

  /// Words for its style
  final List<String>? style;

  /// How readers are addressed
  final SocialToneInputAddress? address;

  /// How many emoji
  final SocialToneInputEmoji? emoji;

  /// Words that no post may have
  final List<String>? bannedWords;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (style case final value?) 'style': value,
    if (address case final value?) 'address': value,
    if (emoji case final value?) 'emoji': value,
    if (bannedWords case final value?) 'banned_words': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialToneInputAddress(String wire) implements String {
  static const informal = SocialToneInputAddress('informal');
  static const formal = SocialToneInputAddress('formal');
  static const neutral = SocialToneInputAddress('neutral');
  static const values = [informal, formal, neutral];
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialToneInputEmoji(String wire) implements String {
  static const none = SocialToneInputEmoji('none');
  static const few = SocialToneInputEmoji('few');
  static const many = SocialToneInputEmoji('many');
  static const values = [none, few, many];
}

/// A post for one account
final class SocialVariant {
  const SocialVariant({
    required this.id,
    required this.brandId,
    required this.accountId,
    required this.ideaId,
    required this.channel,
    required this.body,
    required this.buttons,
    required this.cover,
    required this.isAd,
    required this.erid,
    required this.advertiser,
    required this.ref,
    required this.state,
    required this.checks,
    required this.contentHash,
    required this.version,
    required this.createdAt,
    required this.updatedAt,
    this.more = const {},
  });

  factory SocialVariant.fromJson(JsonObject json) => SocialVariant(
    id: readField(json, 'id', asType<Uuid>),
    brandId: readField(json, 'brand_id', asType<Uuid>),
    accountId: readField(json, 'account_id', asType<Uuid>),
    ideaId: readField(json, 'idea_id', asType<Uuid>),
    channel: readField(json, 'channel', asType<SocialVariantChannel>),
    body: readField(json, 'body', asType<String>),
    buttons: readField(json, 'buttons', listOf(objectOf(SocialButton.fromJson))),
    cover: readField(json, 'cover', orNull(objectOf(SocialVariantCover.fromJson))),
    isAd: readField(json, 'is_ad', asType<bool>),
    erid: readField(json, 'erid', asType<String?>),
    advertiser: readField(json, 'advertiser', orNull(objectOf(SocialAdvertiser.fromJson))),
    ref: readField(json, 'ref', asType<String>),
    state: readField(json, 'state', asType<SocialVariantState>),
    checks: readField(json, 'checks', listOf(objectOf(SocialCheck.fromJson))),
    contentHash: readField(json, 'content_hash', asType<String>),
    version: readField(json, 'version', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'brand_id', 'account_id', 'idea_id', 'channel', 'body', 'buttons', 'cover', 'is_ad', 'erid', 'advertiser', 'ref', 'state', 'checks', 'content_hash', 'version', 'created_at', 'updated_at'}),
  );

  /// Id
  final Uuid id;

  /// Brand
  final Uuid brandId;

  /// Account
  final Uuid accountId;

  /// Idea
  final Uuid ideaId;

  /// Channel
  final SocialVariantChannel channel;

  /// Markdown
  final String body;

  /// Links under the post
  final List<SocialButton> buttons;

  /// Image; null without one
  final SocialVariantCover? cover;

  /// It is an advertisement, as a person says
  final bool isAd;

  /// Token of the advertising register
  final String? erid;

  /// For whom it is an advertisement
  final SocialAdvertiser? advertiser;

  /// The `utm_content` of its links
  final String ref;

  /// `approved`: an approval of exactly this content holds
  final SocialVariantState state;

  /// What was found at the last save
  final List<SocialCheck> checks;

  /// SHA-256 of what is posted
  final String contentHash;

  /// Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen
  final int version;

  /// When it was made
  final Timestamp createdAt;

  /// When it changed last
  final Timestamp updatedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'brand_id': brandId,
    'account_id': accountId,
    'idea_id': ideaId,
    'channel': channel,
    'body': body,
    'buttons': [for (final item in buttons) item.toJson()],
    'cover': cover?.toJson(),
    'is_ad': isAd,
    'erid': erid,
    'advertiser': advertiser?.toJson(),
    'ref': ref,
    'state': state,
    'checks': [for (final item in checks) item.toJson()],
    'content_hash': contentHash,
    'version': version,
    'created_at': createdAt,
    'updated_at': updatedAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialVariantChannel(String wire) implements String {
  static const telegram = SocialVariantChannel('telegram');
  static const vk = SocialVariantChannel('vk');
  static const instagram = SocialVariantChannel('instagram');
  static const threads = SocialVariantChannel('threads');
  static const max = SocialVariantChannel('max');
  static const values = [telegram, vk, instagram, threads, max];
}

final class SocialVariantCover {
  const SocialVariantCover({
    required this.url,
    required this.name,
    required this.width,
    required this.height,
    required this.alt,
    required this.fit,
    this.more = const {},
  });

  factory SocialVariantCover.fromJson(JsonObject json) => SocialVariantCover(
    url: readField(json, 'url', asType<String>),
    name: readField(json, 'name', asType<String>),
    width: readField(json, 'width', asInt),
    height: readField(json, 'height', asInt),
    alt: readField(json, 'alt', asType<String>),
    fit: readField(json, 'fit', asType<SocialVariantCoverFit>),
    more: othersOf(json, const {'url', 'name', 'width', 'height', 'alt', 'fit'}),
  );

  /// Image as the channel gets it
  final String url;

  /// Name of the image, made from its content
  final String name;

  /// Pixels
  final int width;

  /// Pixels
  final int height;

  /// Text instead of the image
  final String alt;

  /// How it was made to fit
  final SocialVariantCoverFit fit;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'url': url,
    'name': name,
    'width': width,
    'height': height,
    'alt': alt,
    'fit': fit,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialVariantCoverFit(String wire) implements String {
  static const pad = SocialVariantCoverFit('pad');
  static const crop = SocialVariantCoverFit('crop');
  static const refuse = SocialVariantCoverFit('refuse');
  static const values = [pad, crop, refuse];
}

final class SocialVariantCreate {
  const SocialVariantCreate({
    required this.accountId,
    this.body,
    this.buttons,
    this.isAd,
    this.erid,
    this.advertiser,
    this.more = const {},
  });

  factory SocialVariantCreate.fromJson(JsonObject json) => SocialVariantCreate(
    accountId: readField(json, 'account_id', asType<Uuid>),
    body: readField(json, 'body', asType<String?>),
    buttons: readField(json, 'buttons', orNull(listOf(objectOf(SocialButton.fromJson)))),
    isAd: readField(json, 'is_ad', asType<bool?>),
    erid: readField(json, 'erid', asType<String?>),
    advertiser: readField(json, 'advertiser', orNull(objectOf(SocialAdvertiser.fromJson))),
    more: othersOf(json, const {'account_id', 'body', 'buttons', 'is_ad', 'erid', 'advertiser'}),
  );

  /// Account of the brand
  final Uuid accountId;

  /// Markdown: bold, italic, strike, code, links, quotes and lists. HTML is shown as text
  final String? body;

  /// Links under the post
  final List<SocialButton>? buttons;

  /// It is an advertisement, as a person says
  final bool? isAd;

  /// Token of the advertising register
  final String? erid;

  /// For whom it is an advertisement
  final SocialAdvertiser? advertiser;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'account_id': accountId,
    if (body case final value?) 'body': value,
    if (buttons case final value?) 'buttons': [for (final item in value) item.toJson()],
    if (isAd case final value?) 'is_ad': value,
    if (erid case final value?) 'erid': value,
    if (advertiser case final value?) 'advertiser': value.toJson(),
  };
}

final class SocialVariantPatch {
  const SocialVariantPatch({
    this.body,
    this.buttons,
    this.isAd,
    this.erid,
    this.advertiser,
    this.cover,
    this.more = const {},
  });

  factory SocialVariantPatch.fromJson(JsonObject json) => SocialVariantPatch(
    body: readField(json, 'body', asType<String?>),
    buttons: readField(json, 'buttons', orNull(listOf(objectOf(SocialButton.fromJson)))),
    isAd: readField(json, 'is_ad', asType<bool?>),
    erid: readField(json, 'erid', asType<String?>),
    advertiser: readField(json, 'advertiser', orNull(objectOf(SocialAdvertiser.fromJson))),
    cover: readField(json, 'cover', orNull(objectOf(SocialVariantPatchCover.fromJson))),
    more: othersOf(json, const {'body', 'buttons', 'is_ad', 'erid', 'advertiser', 'cover'}),
  );

  /// Markdown: bold, italic, strike, code, links, quotes and lists. HTML is shown as text
  final String? body;

  /// Links under the post
  final List<SocialButton>? buttons;

  /// It is an advertisement, as a person says
  final bool? isAd;

  /// Token of the advertising register
  final String? erid;

  /// For whom it is an advertisement
  final SocialAdvertiser? advertiser;

  /// Image; null takes it away
  final SocialVariantPatchCover? cover;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (body case final value?) 'body': value,
    if (buttons case final value?) 'buttons': [for (final item in value) item.toJson()],
    if (isAd case final value?) 'is_ad': value,
    if (erid case final value?) 'erid': value,
    if (advertiser case final value?) 'advertiser': value.toJson(),
    if (cover case final value?) 'cover': value.toJson(),
  };
}

final class SocialVariantPatchCover {
  const SocialVariantPatchCover({
    required this.url,
    this.alt,
    this.fit,
    this.more = const {},
  });

  factory SocialVariantPatchCover.fromJson(JsonObject json) => SocialVariantPatchCover(
    url: readField(json, 'url', asType<String>),
    alt: readField(json, 'alt', asType<String?>),
    fit: readField(json, 'fit', asType<SocialVariantPatchCoverFit?>),
    more: othersOf(json, const {'url', 'alt', 'fit'}),
  );

  /// JPEG, PNG or WebP of 10 MiB at most
  final String url;

  /// Text instead of the image
  final String? alt;

  /// What is done with an image of another shape than the channel takes
  final SocialVariantPatchCoverFit? fit;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'url': url,
    if (alt case final value?) 'alt': value,
    if (fit case final value?) 'fit': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialVariantPatchCoverFit(String wire) implements String {
  static const pad = SocialVariantPatchCoverFit('pad');
  static const crop = SocialVariantPatchCoverFit('crop');
  static const refuse = SocialVariantPatchCoverFit('refuse');
  static const values = [pad, crop, refuse];
}

/// A later version of the platform may send values that are not among [values].
extension type const SocialVariantState(String wire) implements String {
  static const draft = SocialVariantState('draft');
  static const pendingApproval = SocialVariantState('pending_approval');
  static const approved = SocialVariantState('approved');
  static const values = [draft, pendingApproval, approved];
}

/// A later version of the platform may send values that are not among [values].
extension type const StartImportFormat(String wire) implements String {
  static const markdownZip = StartImportFormat('markdown_zip');
  static const ghostJson = StartImportFormat('ghost_json');
  static const wordpressWxr = StartImportFormat('wordpress_wxr');
  static const values = [markdownZip, ghostJson, wordpressWxr];
}

/// A later version of the platform may send values that are not among [values].
extension type const StartSocialOauthProvider(String wire) implements String {
  static const instagram = StartSocialOauthProvider('instagram');
  static const threads = StartSocialOauthProvider('threads');
  static const values = [instagram, threads];
}

final class StartedRknScan {
  const StartedRknScan({
    required this.scan,
    required this.joined,
    this.more = const {},
  });

  factory StartedRknScan.fromJson(JsonObject json) => StartedRknScan(
    scan: readField(json, 'scan', objectOf(RknScan.fromJson)),
    joined: readField(json, 'joined', asType<bool>),
    more: othersOf(json, const {'scan', 'joined'}),
  );

  /// The scan
  final RknScan scan;

  /// It was open already: this call started nothing
  final bool joined;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'scan': scan.toJson(),
    'joined': joined,
  };
}

final class StartedSearchConnection {
  const StartedSearchConnection({
    required this.provider,
    required this.mode,
    required this.redirectUri,
    required this.expiresAt,
    required this.authorizeUrl,
    this.more = const {},
  });

  factory StartedSearchConnection.fromJson(JsonObject json) => StartedSearchConnection(
    provider: readField(json, 'provider', asType<StartedSearchConnectionProvider>),
    mode: readField(json, 'mode', asType<StartedSearchConnectionMode>),
    redirectUri: readField(json, 'redirect_uri', asType<String>),
    expiresAt: readField(json, 'expires_at', asType<Timestamp>),
    authorizeUrl: readField(json, 'authorize_url', asType<String>),
    more: othersOf(json, const {'provider', 'mode', 'redirect_uri', 'expires_at', 'authorize_url'}),
  );

  /// Provider
  final StartedSearchConnectionProvider provider;

  /// `callback`: the browser comes back by itself; `code`: the provider shows a code to be copied
  final StartedSearchConnectionMode mode;

  /// The redirect URI of the authorize request, to be registered at the provider
  final String redirectUri;

  /// Until when it has to be finished
  final Timestamp expiresAt;

  /// Where the administrator allows the access
  final String authorizeUrl;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'provider': provider,
    'mode': mode,
    'redirect_uri': redirectUri,
    'expires_at': expiresAt,
    'authorize_url': authorizeUrl,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const StartedSearchConnectionMode(String wire) implements String {
  static const callback = StartedSearchConnectionMode('callback');
  static const code = StartedSearchConnectionMode('code');
  static const values = [callback, code];
}

/// A later version of the platform may send values that are not among [values].
extension type const StartedSearchConnectionProvider(String wire) implements String {
  static const google = StartedSearchConnectionProvider('google');
  static const yandex = StartedSearchConnectionProvider('yandex');
  static const values = [google, yandex];
}

final class StartedSeoScan {
  const StartedSeoScan({
    required this.scan,
    required this.joined,
    this.more = const {},
  });

  factory StartedSeoScan.fromJson(JsonObject json) => StartedSeoScan(
    scan: readField(json, 'scan', objectOf(SeoScan.fromJson)),
    joined: readField(json, 'joined', asType<bool>),
    more: othersOf(json, const {'scan', 'joined'}),
  );

  /// The scan
  final SeoScan scan;

  /// It was open already: this call started nothing
  final bool joined;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'scan': scan.toJson(),
    'joined': joined,
  };
}

final class Subscriber {
  const Subscriber({
    required this.id,
    required this.email,
    required this.status,
    required this.locale,
    required this.subjectId,
    required this.unsubscribeUrl,
    required this.createdAt,
    required this.confirmedAt,
    required this.unsubscribedAt,
    this.more = const {},
  });

  factory Subscriber.fromJson(JsonObject json) => Subscriber(
    id: readField(json, 'id', asType<Uuid>),
    email: readField(json, 'email', asType<String?>),
    status: readField(json, 'status', asType<SubscriberStatus>),
    locale: readField(json, 'locale', asType<String?>),
    subjectId: readField(json, 'subject_id', asType<Uuid>),
    unsubscribeUrl: readField(json, 'unsubscribe_url', asType<String>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    confirmedAt: readField(json, 'confirmed_at', asType<Timestamp?>),
    unsubscribedAt: readField(json, 'unsubscribed_at', asType<Timestamp?>),
    more: othersOf(json, const {'id', 'email', 'status', 'locale', 'subject_id', 'unsubscribe_url', 'created_at', 'confirmed_at', 'unsubscribed_at'}),
  );

  /// Id
  final Uuid id;

  /// E-mail; null when the person was erased
  final String? email;

  /// `pending` for seven days at most
  final SubscriberStatus status;

  /// Language of the page with the form
  final String? locale;

  /// Pseudonym of the person on this site, as in the consent journal
  final Uuid subjectId;

  /// Ends the subscription: a page for GET, one click for POST; belongs into each mail
  final String unsubscribeUrl;

  /// When it was asked for first
  final Timestamp createdAt;

  /// When it was confirmed
  final Timestamp? confirmedAt;

  /// When it was ended
  final Timestamp? unsubscribedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'email': email,
    'status': status,
    'locale': locale,
    'subject_id': subjectId,
    'unsubscribe_url': unsubscribeUrl,
    'created_at': createdAt,
    'confirmed_at': confirmedAt,
    'unsubscribed_at': unsubscribedAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SubscriberStatus(String wire) implements String {
  static const pending = SubscriberStatus('pending');
  static const confirmed = SubscriberStatus('confirmed');
  static const unsubscribed = SubscriberStatus('unsubscribed');
  static const values = [pending, confirmed, unsubscribed];
}

/// A later version of the platform may send values that are not among [values].
extension type const SummarizeSeoIssuesLocale(String wire) implements String {
  static const ru = SummarizeSeoIssuesLocale('ru');
  static const en = SummarizeSeoIssuesLocale('en');
  static const values = [ru, en];
}

/// A file of a ticket
final class SupportAttachment {
  const SupportAttachment({
    required this.id,
    required this.fileName,
    required this.contentType,
    required this.sizeBytes,
    required this.width,
    required this.height,
    required this.url,
    required this.urlExpiresAt,
    this.more = const {},
  });

  factory SupportAttachment.fromJson(JsonObject json) => SupportAttachment(
    id: readField(json, 'id', asType<Uuid>),
    fileName: readField(json, 'file_name', asType<String?>),
    contentType: readField(json, 'content_type', asType<String>),
    sizeBytes: readField(json, 'size_bytes', asInt),
    width: readField(json, 'width', orNull(asInt)),
    height: readField(json, 'height', orNull(asInt)),
    url: readField(json, 'url', asType<String>),
    urlExpiresAt: readField(json, 'url_expires_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'file_name', 'content_type', 'size_bytes', 'width', 'height', 'url', 'url_expires_at'}),
  );

  /// Id, for `attachment_ids`
  final Uuid id;

  /// As the sender called it; null when the user was erased
  final String? fileName;

  /// Detected from the content
  final String contentType;

  /// Size
  final int sizeBytes;

  /// Pixels of an image
  final int? width;

  /// Pixels of an image
  final int? height;

  /// Signed address of the bytes; it needs no credential until it expires
  final String url;

  /// Ten minutes after this answer; a new read has a new address
  final Timestamp urlExpiresAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'file_name': fileName,
    'content_type': contentType,
    'size_bytes': sizeBytes,
    'width': width,
    'height': height,
    'url': url,
    'url_expires_at': urlExpiresAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const SyncSearchConsoleProvider(String wire) implements String {
  static const google = SyncSearchConsoleProvider('google');
  static const yandex = SyncSearchConsoleProvider('yandex');
  static const values = [google, yandex];
}

final class TagCount {
  const TagCount({
    required this.tag,
    required this.posts,
    this.more = const {},
  });

  factory TagCount.fromJson(JsonObject json) => TagCount(
    tag: readField(json, 'tag', asType<String>),
    posts: readField(json, 'posts', asInt),
    more: othersOf(json, const {'tag', 'posts'}),
  );

  /// Tag
  final String tag;

  /// Published posts with it
  final int posts;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'tag': tag,
    'posts': posts,
  };
}

final class TextLink {
  const TextLink({
    required this.slug,
    required this.title,
    required this.url,
    this.more = const {},
  });

  factory TextLink.fromJson(JsonObject json) => TextLink(
    slug: readField(json, 'slug', asType<String>),
    title: readField(json, 'title', asType<String>),
    url: readField(json, 'url', asType<String?>),
    more: othersOf(json, const {'slug', 'title', 'url'}),
  );

  /// Part of its address
  final String slug;

  /// Title
  final String title;

  /// Its address
  final String? url;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'slug': slug,
    'title': title,
    'url': url,
  };
}

/// A ticket, as its user sees it
final class Ticket {
  const Ticket({
    required this.id,
    required this.status,
    required this.category,
    required this.appVersion,
    required this.platform,
    required this.messageCount,
    required this.createdAt,
    required this.lastMessageAt,
    required this.closedAt,
    required this.subject,
    this.more = const {},
  });

  factory Ticket.fromJson(JsonObject json) => Ticket(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<TicketStatus>),
    category: readField(json, 'category', asType<String?>),
    appVersion: readField(json, 'app_version', asType<String?>),
    platform: readField(json, 'platform', asType<String?>),
    messageCount: readField(json, 'message_count', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    lastMessageAt: readField(json, 'last_message_at', asType<Timestamp>),
    closedAt: readField(json, 'closed_at', asType<Timestamp?>),
    subject: readField(json, 'subject', asType<String>),
    more: othersOf(json, const {'id', 'status', 'category', 'app_version', 'platform', 'message_count', 'created_at', 'last_message_at', 'closed_at', 'subject'}),
  );

  /// Id
  final Uuid id;

  /// `open`: staff has to act; `pending`: answered, waits for the user; `closed`
  final TicketStatus status;

  /// Code that the client gave
  final String? category;

  /// Version of the client
  final String? appVersion;

  /// Platform of the client
  final String? platform;

  /// Messages, without internal notes
  final int messageCount;

  /// When it was opened
  final Timestamp createdAt;

  /// When the last message came, internal notes aside
  final Timestamp lastMessageAt;

  /// When it was closed; a message in the next 14 days opens it again
  final Timestamp? closedAt;

  /// Subject
  final String subject;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'category': category,
    'app_version': appVersion,
    'platform': platform,
    'message_count': messageCount,
    'created_at': createdAt,
    'last_message_at': lastMessageAt,
    'closed_at': closedAt,
    'subject': subject,
  };
}

final class TicketAnswer {
  const TicketAnswer({
    required this.message,
    this.isInternal,
    this.attachmentIds,
    this.more = const {},
  });

  factory TicketAnswer.fromJson(JsonObject json) => TicketAnswer(
    message: readField(json, 'message', asType<String>),
    isInternal: readField(json, 'is_internal', asType<bool?>),
    attachmentIds: readField(json, 'attachment_ids', orNull(listOf(asType<Uuid>))),
    more: othersOf(json, const {'message', 'is_internal', 'attachment_ids'}),
  );

  /// Text
  final String message;

  /// A note for staff
  final bool? isInternal;

  /// Uploaded files, each for one message
  final List<Uuid>? attachmentIds;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'message': message,
    if (isInternal case final value?) 'is_internal': value,
    if (attachmentIds case final value?) 'attachment_ids': value,
  };
}

final class TicketCreate {
  const TicketCreate({
    required this.subject,
    required this.message,
    this.category,
    this.appVersion,
    this.platform,
    this.attachmentIds,
    this.more = const {},
  });

  factory TicketCreate.fromJson(JsonObject json) => TicketCreate(
    subject: readField(json, 'subject', asType<String>),
    message: readField(json, 'message', asType<String>),
    category: readField(json, 'category', asType<String?>),
    appVersion: readField(json, 'app_version', asType<String?>),
    platform: readField(json, 'platform', asType<String?>),
    attachmentIds: readField(json, 'attachment_ids', orNull(listOf(asType<Uuid>))),
    more: othersOf(json, const {'subject', 'message', 'category', 'app_version', 'platform', 'attachment_ids'}),
  );

  /// Subject
  final String subject;

  /// Text
  final String message;

  /// Code of the client for the kind of question
  final String? category;

  /// Version of the client
  final String? appVersion;

  /// For example web, android, ios
  final String? platform;

  /// Uploaded files, each for one message
  final List<Uuid>? attachmentIds;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'subject': subject,
    'message': message,
    if (category case final value?) 'category': value,
    if (appVersion case final value?) 'app_version': value,
    if (platform case final value?) 'platform': value,
    if (attachmentIds case final value?) 'attachment_ids': value,
  };
}

/// A message of a ticket, as its user sees it
final class TicketMessage {
  const TicketMessage({
    required this.id,
    required this.author,
    required this.attachments,
    required this.createdAt,
    required this.message,
    this.more = const {},
  });

  factory TicketMessage.fromJson(JsonObject json) => TicketMessage(
    id: readField(json, 'id', asType<Uuid>),
    author: readField(json, 'author', asType<TicketMessageAuthor>),
    attachments: readField(json, 'attachments', listOf(objectOf(SupportAttachment.fromJson))),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    message: readField(json, 'message', asType<String>),
    more: othersOf(json, const {'id', 'author', 'attachments', 'created_at', 'message'}),
  );

  /// Id
  final Uuid id;

  /// Side that wrote it
  final TicketMessageAuthor author;

  /// Files
  final List<SupportAttachment> attachments;

  /// When it was written
  final Timestamp createdAt;

  /// Text
  final String message;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'author': author,
    'attachments': [for (final item in attachments) item.toJson()],
    'created_at': createdAt,
    'message': message,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const TicketMessageAuthor(String wire) implements String {
  static const user = TicketMessageAuthor('user');
  static const staff = TicketMessageAuthor('staff');
  static const values = [user, staff];
}

final class TicketMessageCreate {
  const TicketMessageCreate({
    required this.message,
    this.attachmentIds,
    this.more = const {},
  });

  factory TicketMessageCreate.fromJson(JsonObject json) => TicketMessageCreate(
    message: readField(json, 'message', asType<String>),
    attachmentIds: readField(json, 'attachment_ids', orNull(listOf(asType<Uuid>))),
    more: othersOf(json, const {'message', 'attachment_ids'}),
  );

  /// Text
  final String message;

  /// Uploaded files, each for one message
  final List<Uuid>? attachmentIds;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'message': message,
    if (attachmentIds case final value?) 'attachment_ids': value,
  };
}

final class TicketPatch {
  const TicketPatch({
    this.status,
    this.assigneeId,
    this.priority,
    this.more = const {},
  });

  factory TicketPatch.fromJson(JsonObject json) => TicketPatch(
    status: readField(json, 'status', asType<TicketPatchStatus?>),
    assigneeId: readField(json, 'assignee_id', asType<Uuid?>),
    priority: readField(json, 'priority', asType<TicketPatchPriority?>),
    more: othersOf(json, const {'status', 'assignee_id', 'priority'}),
  );

  /// `open`: staff has to act; `pending`: answered, waits for the user; `closed`
  final TicketPatchStatus? status;

  final Uuid? assigneeId;

  /// Urgency
  final TicketPatchPriority? priority;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (status case final value?) 'status': value,
    if (assigneeId case final value?) 'assignee_id': value,
    if (priority case final value?) 'priority': value,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const TicketPatchPriority(String wire) implements String {
  static const low = TicketPatchPriority('low');
  static const normal = TicketPatchPriority('normal');
  static const high = TicketPatchPriority('high');
  static const values = [low, normal, high];
}

/// A later version of the platform may send values that are not among [values].
extension type const TicketPatchStatus(String wire) implements String {
  static const open = TicketPatchStatus('open');
  static const pending = TicketPatchStatus('pending');
  static const closed = TicketPatchStatus('closed');
  static const values = [open, pending, closed];
}

/// A later version of the platform may send values that are not among [values].
extension type const TicketStatus(String wire) implements String {
  static const open = TicketStatus('open');
  static const pending = TicketStatus('pending');
  static const closed = TicketStatus('closed');
  static const values = [open, pending, closed];
}

final class TicketWithMessages {
  const TicketWithMessages({
    required this.id,
    required this.status,
    required this.category,
    required this.appVersion,
    required this.platform,
    required this.messageCount,
    required this.createdAt,
    required this.lastMessageAt,
    required this.closedAt,
    required this.subject,
    required this.messages,
    this.more = const {},
  });

  factory TicketWithMessages.fromJson(JsonObject json) => TicketWithMessages(
    id: readField(json, 'id', asType<Uuid>),
    status: readField(json, 'status', asType<TicketStatus>),
    category: readField(json, 'category', asType<String?>),
    appVersion: readField(json, 'app_version', asType<String?>),
    platform: readField(json, 'platform', asType<String?>),
    messageCount: readField(json, 'message_count', asInt),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    lastMessageAt: readField(json, 'last_message_at', asType<Timestamp>),
    closedAt: readField(json, 'closed_at', asType<Timestamp?>),
    subject: readField(json, 'subject', asType<String>),
    messages: readField(json, 'messages', listOf(objectOf(TicketMessage.fromJson))),
    more: othersOf(json, const {'id', 'status', 'category', 'app_version', 'platform', 'message_count', 'created_at', 'last_message_at', 'closed_at', 'subject', 'messages'}),
  );

  /// Id
  final Uuid id;

  /// `open`: staff has to act; `pending`: answered, waits for the user; `closed`
  final TicketStatus status;

  /// Code that the client gave
  final String? category;

  /// Version of the client
  final String? appVersion;

  /// Platform of the client
  final String? platform;

  /// Messages, without internal notes
  final int messageCount;

  /// When it was opened
  final Timestamp createdAt;

  /// When the last message came, internal notes aside
  final Timestamp lastMessageAt;

  /// When it was closed; a message in the next 14 days opens it again
  final Timestamp? closedAt;

  /// Subject
  final String subject;

  /// Oldest first
  final List<TicketMessage> messages;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'status': status,
    'category': category,
    'app_version': appVersion,
    'platform': platform,
    'message_count': messageCount,
    'created_at': createdAt,
    'last_message_at': lastMessageAt,
    'closed_at': closedAt,
    'subject': subject,
    'messages': [for (final item in messages) item.toJson()],
  };
}

/// RFC 3339, UTC, with `Z`
typedef Timestamp = String;

final class TocEntry {
  const TocEntry({
    required this.id,
    required this.text,
    required this.level,
    this.more = const {},
  });

  factory TocEntry.fromJson(JsonObject json) => TocEntry(
    id: readField(json, 'id', asType<String>),
    text: readField(json, 'text', asType<String>),
    level: readField(json, 'level', asInt),
    more: othersOf(json, const {'id', 'text', 'level'}),
  );

  /// Anchor
  final String id;

  /// Heading
  final String text;

  /// 2 to 4
  final int level;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'text': text,
    'level': level,
  };
}

final class TokenCheckResult {
  const TokenCheckResult({
    required this.isAccepted,
    required this.failed,
    required this.expected,
    required this.found,
    required this.subject,
    required this.expiresAt,
    this.more = const {},
  });

  factory TokenCheckResult.fromJson(JsonObject json) => TokenCheckResult(
    isAccepted: readField(json, 'is_accepted', asType<bool>),
    failed: readField(json, 'failed', asType<TokenCheckResultFailed?>),
    expected: readField(json, 'expected', asType<String?>),
    found: readField(json, 'found', asType<String?>),
    subject: readField(json, 'subject', asType<String?>),
    expiresAt: readField(json, 'expires_at', asType<Timestamp?>),
    more: othersOf(json, const {'is_accepted', 'failed', 'expected', 'found', 'subject', 'expires_at'}),
  );

  /// Whether a request with this token is let in
  final bool isAccepted;

  /// The first check that fails; null for an accepted token
  final TokenCheckResultFailed? failed;

  /// What that check expects
  final String? expected;

  /// What the token has, or why the keys cannot be read
  final String? found;

  /// `sub` of an accepted token
  final String? subject;

  /// `exp` of an accepted token
  final Timestamp? expiresAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'is_accepted': isAccepted,
    'failed': failed,
    'expected': expected,
    'found': found,
    'subject': subject,
    'expires_at': expiresAt,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const TokenCheckResultFailed(String wire) implements String {
  static const provider = TokenCheckResultFailed('provider');
  static const format = TokenCheckResultFailed('format');
  static const algorithm = TokenCheckResultFailed('algorithm');
  static const key = TokenCheckResultFailed('key');
  static const issuer = TokenCheckResultFailed('issuer');
  static const audience = TokenCheckResultFailed('audience');
  static const expiry = TokenCheckResultFailed('expiry');
  static const subject = TokenCheckResultFailed('subject');
  static const values = [provider, format, algorithm, key, issuer, audience, expiry, subject];
}

final class TokenToCheck {
  const TokenToCheck({
    required this.token,
    this.more = const {},
  });

  factory TokenToCheck.fromJson(JsonObject json) => TokenToCheck(
    token: readField(json, 'token', asType<String>),
    more: othersOf(json, const {'token'}),
  );

  /// The token alone, without `Bearer`
  final String token;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'token': token,
  };
}

final class TreeArticle {
  const TreeArticle({
    required this.slug,
    required this.locale,
    required this.title,
    required this.excerpt,
    required this.url,
    required this.position,
    required this.updatedAt,
    this.more = const {},
  });

  factory TreeArticle.fromJson(JsonObject json) => TreeArticle(
    slug: readField(json, 'slug', asType<String>),
    locale: readField(json, 'locale', asType<String>),
    title: readField(json, 'title', asType<String>),
    excerpt: readField(json, 'excerpt', asType<String?>),
    url: readField(json, 'url', asType<String?>),
    position: readField(json, 'position', asInt),
    updatedAt: readField(json, 'updated_at', asType<Timestamp>),
    more: othersOf(json, const {'slug', 'locale', 'title', 'excerpt', 'url', 'position', 'updated_at'}),
  );

  /// Part of its address
  final String slug;

  /// Language
  final String locale;

  /// Title
  final String title;

  /// A few sentences
  final String? excerpt;

  /// Its address
  final String? url;

  /// Order among the folders and articles beside it, smallest first; articles win ties
  final int position;

  /// Last change that readers see
  final Timestamp updatedAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'slug': slug,
    'locale': locale,
    'title': title,
    'excerpt': excerpt,
    'url': url,
    'position': position,
    'updated_at': updatedAt,
  };
}

final class TreeFolder {
  const TreeFolder({
    required this.id,
    required this.name,
    required this.description,
    required this.position,
    required this.articles,
    required this.folders,
    this.more = const {},
  });

  factory TreeFolder.fromJson(JsonObject json) => TreeFolder(
    id: readField(json, 'id', asType<Uuid>),
    name: readField(json, 'name', asType<String>),
    description: readField(json, 'description', asType<String?>),
    position: readField(json, 'position', asInt),
    articles: readField(json, 'articles', listOf(objectOf(TreeArticle.fromJson))),
    folders: readField(json, 'folders', listOf(objectOf(TreeFolder.fromJson))),
    more: othersOf(json, const {'id', 'name', 'description', 'position', 'articles', 'folders'}),
  );

  /// Id
  final Uuid id;

  /// Name in the language of the tree
  final String name;

  /// What belongs there
  final String? description;

  /// Order among the folders and articles beside it, smallest first; articles win ties
  final int position;

  /// Articles in it, by position
  final List<TreeArticle> articles;

  /// Folders in it, by position; none of them empty
  final List<TreeFolder> folders;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'name': name,
    'description': description,
    'position': position,
    'articles': [for (final item in articles) item.toJson()],
    'folders': [for (final item in folders) item.toJson()],
  };
}

final class UnpublishedContent {
  const UnpublishedContent({
    required this.item,
    required this.inboundLinks,
    this.more = const {},
  });

  factory UnpublishedContent.fromJson(JsonObject json) => UnpublishedContent(
    item: readField(json, 'item', objectOf(ContentEntry.fromJson)),
    inboundLinks: readField(json, 'inbound_links', listOf(objectOf(InboundLink.fromJson))),
    more: othersOf(json, const {'item', 'inbound_links'}),
  );

  /// The item as it is now
  final ContentEntry item;

  /// Published items that link to it
  final List<InboundLink> inboundLinks;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'item': item.toJson(),
    'inbound_links': [for (final item in inboundLinks) item.toJson()],
  };
}

/// Paths of texts on the site; `{locale}` is empty for the default one
final class UrlTemplates {
  const UrlTemplates({
    this.post,
    this.article,
    this.document,
    this.changelogEntry,
    this.more = const {},
  });

  factory UrlTemplates.fromJson(JsonObject json) => UrlTemplates(
    post: readField(json, 'post', asType<String?>),
    article: readField(json, 'article', asType<String?>),
    document: readField(json, 'document', asType<String?>),
    changelogEntry: readField(json, 'changelog_entry', asType<String?>),
    more: othersOf(json, const {'post', 'article', 'document', 'changelog_entry'}),
  );

  /// Of a blog post
  final String? post;

  /// Of a help article
  final String? article;

  /// Of a document
  final String? document;

  /// Of a changelog entry
  final String? changelogEntry;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (post case final value?) 'post': value,
    if (article case final value?) 'article': value,
    if (document case final value?) 'document': value,
    if (changelogEntry case final value?) 'changelog_entry': value,
  };
}

final class UrlTemplatesPatch {
  const UrlTemplatesPatch({
    this.post,
    this.article,
    this.document,
    this.changelogEntry,
    this.more = const {},
  });

  factory UrlTemplatesPatch.fromJson(JsonObject json) => UrlTemplatesPatch(
    post: readField(json, 'post', asType<String?>),
    article: readField(json, 'article', asType<String?>),
    document: readField(json, 'document', asType<String?>),
    changelogEntry: readField(json, 'changelog_entry', asType<String?>),
    more: othersOf(json, const {'post', 'article', 'document', 'changelog_entry'}),
  );

  /// Of a blog post
  final String? post;

  /// Of a help article
  final String? article;

  /// Of a document
  final String? document;

  /// Of a changelog entry
  final String? changelogEntry;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (post case final value?) 'post': value,
    if (article case final value?) 'article': value,
    if (document case final value?) 'document': value,
    if (changelogEntry case final value?) 'changelog_entry': value,
  };
}

final class Usage {
  const Usage({
    required this.kind,
    required this.id,
    required this.title,
    required this.field,
    this.more = const {},
  });

  factory Usage.fromJson(JsonObject json) => Usage(
    kind: readField(json, 'kind', asType<UsageKind>),
    id: readField(json, 'id', asType<Uuid>),
    title: readField(json, 'title', asType<String>),
    field: readField(json, 'field', asType<String>),
    more: othersOf(json, const {'kind', 'id', 'title', 'field'}),
  );

  /// What uses it
  final UsageKind kind;

  /// Its id
  final Uuid id;

  /// Its title or name
  final String title;

  /// The field
  final String field;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'kind': kind,
    'id': id,
    'title': title,
    'field': field,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const UsageKind(String wire) implements String {
  static const post = UsageKind('post');
  static const article = UsageKind('article');
  static const document = UsageKind('document');
  static const download = UsageKind('download');
  static const changelogEntry = UsageKind('changelog_entry');
  static const banner = UsageKind('banner');
  static const site = UsageKind('site');
  static const author = UsageKind('author');
  static const category = UsageKind('category');
  static const folder = UsageKind('folder');
  static const values = [post, article, document, download, changelogEntry, banner, site, author, category, folder];
}

/// A user of one application
final class User {
  const User({
    required this.id,
    required this.email,
    required this.displayName,
    required this.avatarUrl,
    required this.platform,
    required this.countryCode,
    required this.city,
    required this.timezone,
    required this.utmSource,
    required this.utmMedium,
    required this.utmCampaign,
    required this.utmContent,
    required this.acquisitionSource,
    required this.createdAt,
    this.more = const {},
  });

  factory User.fromJson(JsonObject json) => User(
    id: readField(json, 'id', asType<Uuid>),
    email: readField(json, 'email', asType<String?>),
    displayName: readField(json, 'display_name', asType<String?>),
    avatarUrl: readField(json, 'avatar_url', asType<String?>),
    platform: readField(json, 'platform', asType<String?>),
    countryCode: readField(json, 'country_code', asType<String?>),
    city: readField(json, 'city', asType<String?>),
    timezone: readField(json, 'timezone', asType<String?>),
    utmSource: readField(json, 'utm_source', asType<String?>),
    utmMedium: readField(json, 'utm_medium', asType<String?>),
    utmCampaign: readField(json, 'utm_campaign', asType<String?>),
    utmContent: readField(json, 'utm_content', asType<String?>),
    acquisitionSource: readField(json, 'acquisition_source', asType<String?>),
    createdAt: readField(json, 'created_at', asType<Timestamp>),
    more: othersOf(json, const {'id', 'email', 'display_name', 'avatar_url', 'platform', 'country_code', 'city', 'timezone', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'acquisition_source', 'created_at'}),
  );

  /// Id of the user in this application
  final Uuid id;

  /// E-mail the identity provider vouches for
  final String? email;

  /// Name to show
  final String? displayName;

  /// Picture to show
  final String? avatarUrl;

  /// Client platform at registration
  final String? platform;

  /// ISO 3166-1 alpha-2, from the client address (IP Geolocation by DB-IP, https://db-ip.com)
  final String? countryCode;

  /// City, from the client address
  final String? city;

  /// IANA time zone
  final String? timezone;

  /// First-touch attribution
  final String? utmSource;

  /// First-touch attribution; payments inherit it
  final String? utmMedium;

  /// First-touch attribution; equals a social brand code; payments inherit it
  final String? utmCampaign;

  /// First-touch attribution; the slug of the text of a site that led here
  final String? utmContent;

  /// Channel of the user: the given `acquisition_source`, else `utm_source`; payments and analytics inherit it
  final String? acquisitionSource;

  /// When the user registered
  final Timestamp createdAt;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'id': id,
    'email': email,
    'display_name': displayName,
    'avatar_url': avatarUrl,
    'platform': platform,
    'country_code': countryCode,
    'city': city,
    'timezone': timezone,
    'utm_source': utmSource,
    'utm_medium': utmMedium,
    'utm_campaign': utmCampaign,
    'utm_content': utmContent,
    'acquisition_source': acquisitionSource,
    'created_at': createdAt,
  };
}

final class UserOverview {
  const UserOverview({
    required this.user,
    required this.devices,
    required this.grants,
    required this.payments,
    this.more = const {},
  });

  factory UserOverview.fromJson(JsonObject json) => UserOverview(
    user: readField(json, 'user', objectOf(User.fromJson)),
    devices: readField(json, 'devices', listOf(objectOf(Device.fromJson))),
    grants: readField(json, 'grants', listOf(objectOf(Grant.fromJson))),
    payments: readField(json, 'payments', listOf(objectOf(AdminPayment.fromJson))),
    more: othersOf(json, const {'user', 'devices', 'grants', 'payments'}),
  );

  final User user;

  /// Devices of the user, newest first, at most 200
  final List<Device> devices;

  /// What the user was granted, newest first
  final List<Grant> grants;

  /// Payments of the user, newest first
  final List<AdminPayment> payments;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'user': user.toJson(),
    'devices': [for (final item in devices) item.toJson()],
    'grants': [for (final item in grants) item.toJson()],
    'payments': [for (final item in payments) item.toJson()],
  };
}

typedef Uuid = String;

final class ValidationFailedFields {
  const ValidationFailedFields({
    this.details,
    this.more = const {},
  });

  factory ValidationFailedFields.fromJson(JsonObject json) => ValidationFailedFields(
    details: readField(json, 'details', orNull(listOf(objectOf(ValidationFailedFieldsDetailsItem.fromJson)))),
    more: othersOf(json, const {'details'}),
  );

  /// The wrong fields
  final List<ValidationFailedFieldsDetailsItem>? details;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    if (details case final value?) 'details': [for (final item in value) item.toJson()],
  };
}

final class ValidationFailedFieldsDetailsItem {
  const ValidationFailedFieldsDetailsItem({
    required this.path,
    required this.message,
    this.more = const {},
  });

  factory ValidationFailedFieldsDetailsItem.fromJson(JsonObject json) => ValidationFailedFieldsDetailsItem(
    path: readField(json, 'path', asType<String>),
    message: readField(json, 'message', asType<String>),
    more: othersOf(json, const {'path', 'message'}),
  );

  /// Where the field is, with dots
  final String path;

  /// What is wrong with it
  final String message;

  /// Fields that this version does not know, and those that are null. A field here is sent as it is.
  final JsonObject more;

  JsonObject toJson() => {
    ...more,
    'path': path,
    'message': message,
  };
}

/// A later version of the platform may send values that are not among [values].
extension type const WithdrawLegalDocumentOwnerType(String wire) implements String {
  static const application = WithdrawLegalDocumentOwnerType('application');
  static const cmsSite = WithdrawLegalDocumentOwnerType('cms_site');
  static const values = [application, cmsSite];
}
