import 'dart:async';

import 'package:http/http.dart' as http;

import 'api_exception.dart';
import 'caller.dart';
import 'checkout.dart';
import 'consent_form.dart';
import 'entitlements.dart';
import 'events.dart';
import 'generated/api.dart';
import 'generated/errors.dart';
import 'generated/models.dart';
import 'json.dart';
import 'operation.dart';
import 'session.dart';
import 'settings.dart';
import 'snapshot.dart';
import 'storage.dart';

/// Things that change without a call of the application.
enum Change { entitlements, features, config }

/// Where a paywall came from. A payment checks the price again, whatever was shown.
enum PaywallSource { network, cache, fallback }

typedef ShownPaywall = ({PublicPaywall paywall, PaywallSource source});

/// The client of one application, for the person whose token `getToken` answers.
final class PlatformClient {
  /// Nothing is read before [ready]. Without [verify] a stored snapshot opens nothing. Without [storage] nothing
  /// survives a restart.
  PlatformClient({
    required String baseUrl,
    required this.applicationCode,
    required String publicKey,
    GetToken? getToken,
    this.platform,
    this.appVersion,
    PlatformStorage? storage,
    List<SnapshotKey>? snapshotKeys,
    Ed25519Verify? verify,
    List<String> freeEntitlements = const [],
    this.fallbackPaywalls = const {},
    JsonObject fallbackConfig = const {},
    this.onError,
    http.Client? httpClient,
    DateTime Function()? now,
  }) {
    session = Session(
      applicationCode: applicationCode,
      storage: storage ?? MemoryStorage(),
      getToken: getToken,
      onChange: (former, {required isIdentified}) {
        entitlements.forget();
        settings.forget();
        events.change(former, isIdentified: isIdentified);
      },
    );
    api = Caller(
      baseUrl: baseUrl,
      applicationCode: applicationCode,
      publicKey: publicKey,
      getToken: session.token,
      httpClient: httpClient,
    );
    entitlements = Entitlements(
      api,
      session,
      freeEntitlements: freeEntitlements,
      snapshotKeys: snapshotKeys,
      verify: verify ?? ((_, __, ___) => null),
      now: now ?? DateTime.now,
      onChange: () => _emit(Change.entitlements),
    );
    final about = <String, Object?>{
      if (platform case final value?) 'platform': value,
      if (appVersion case final value?) 'app_version': value,
    };
    settings = Settings(
      api,
      session,
      about,
      fallbacks: fallbackConfig,
      onChange: (topic) => _emit(topic == Topic.features ? Change.features : Change.config),
    );
    events = Events(api, session, about, onError: (error, event) => onError?.call(error, event));
    checkout = Checkout(
      api,
      session,
      fingerprint: () => entitlements.fingerprint,
      track: (event, properties, {eventId}) => events.track(event, properties, eventId),
      refresh: () => entitlements.refresh(),
    );
  }

  final String applicationCode;
  final String? platform;
  final String? appVersion;
  final Map<String, PublicPaywall> fallbackPaywalls;

  /// Told about failures of work in the background; `event` is an event that the platform will never take.
  final void Function(ApiException error, JsonObject? event)? onError;

  late final Session session;

  /// Every operation, with the same rules.
  late final Caller api;
  late final Entitlements entitlements;
  late final Settings settings;
  late final Events events;
  late final Checkout checkout;
  final _changes = StreamController<Change>.broadcast();
  List<PendingReconsent> _pending = const [];
  var _isStopped = false;
  var _isOpened = false;

  /// The work of [ready] while it runs.
  Future<void>? _starting;

  /// What changed, also without a call of the application.
  Stream<Change> get changes => _changes.stream;

  /// Uses what is stored, then what the network has. After [timeout] the rest goes on in the background. Never throws.
  /// Once per start is enough. Calls at the same time share one work; a later call reads again, and records no second
  /// `app_opened`.
  Future<void> ready({Duration timeout = const Duration(seconds: 2)}) {
    final starting = _starting ??= _start().catchError(_report).whenComplete(() => _starting = null);
    return starting.timeout(timeout, onTimeout: () {});
  }

  Future<void> _start() async {
    await session.identify();
    await Future.wait([entitlements.load(), settings.load(), events.load()]);
    if (_isStopped) return;
    if (!_isOpened) events.track('app_opened');
    _isOpened = true;
    settings.watch();
    await refresh();
  }

  /// Whether a code may be used now: at once, also without the network. Gate on codes, never on plans.
  bool has(String code) => entitlements.codes.contains(code);

  /// Reads entitlements, flags and parameters anew. Throws [ApiException].
  Future<void> refresh() async {
    await Future.wait([entitlements.refresh(), settings.refresh()]);
  }

  /// The documents that a form has to show, as they are published now. Throws [ApiException].
  Future<ConsentForm> legalForm(FormPurpose purpose) async =>
      ConsentForm.of(await api.listLegalDocuments(), purpose);

  /// Registers the person, or refreshes the profile: to be called after every sign-in. Consents come from a form whose
  /// boxes the person ticked; without them nothing is accepted.
  /// Throws [ApiException], `consents_required` for a first registration without them.
  Future<Registration> register({
    List<ConsentEntry> consents = const [],
    RegisterBody about = const RegisterBody(),
  }) async {
    final body = RegisterBody.fromJson({
      if (platform case final value?) 'platform': value,
      ...about.toJson(),
      if (consents.isNotEmpty) ...{
        'consents': [for (final entry in consents) entry.toJson()],
        'explicit_consent': true,
      },
    });
    final registration = await api.registerUser(body: body);
    _pending = registration.needsReconsent ? registration.pendingReconsent : const [];
    // What waits for a sign-in is read now, flags included. A failure leaves it to the next read.
    await refresh().catchError(_report);
    return registration;
  }

  /// The form for versions that were published since; without documents when there are none.
  ConsentForm get reconsentForm => ConsentForm.reconsent(_pending);

  /// Accepts them all, after the dialog. [labels] are the texts beside the boxes that were ticked, by kind.
  /// Throws [ArgumentError] when a document has no label, and [ApiException].
  Future<void> acceptReconsent(Map<String, String> labels) async {
    if (_pending.isEmpty) _pending = (await api.getMyConsents()).pendingReconsent;
    final consents = reconsentForm.accept(labels);
    if (consents.isEmpty) return;
    final body = AcceptConsentsBody(consents: consents, sourceScreen: 'reconsent_modal');
    final state = await api.acceptConsents(body: body);
    _pending = state.needsReconsent ? state.pendingReconsent : const [];
  }

  /// The paywall with a code: from the network within two seconds, else the one that was read last, else the one that
  /// the application was built with. Throws [ApiException] when there is none, and `paywall_not_found`, which no copy
  /// replaces.
  Future<ShownPaywall> paywall(String code) async {
    final shown = await _paywall(code);
    events.track('paywall_viewed', {'paywall_code': code, 'source': shown.source.name});
    return shown;
  }

  /// Activates a license key; what it grants may be used at once. Throws [ApiException].
  Future<LicenseSnapshot> activateLicense(String key, {String? installationId}) async {
    await session.identify();
    final shelf = session.shelf;
    final body = LicenseActivation(key: key, installationId: installationId);
    final activation = await api.activateLicenseKey(body: body);
    if (session.shelf == shelf) await entitlements.accept(activation.snapshotToken);
    return activation;
  }

  /// Erases the person's data on the platform and on this device. Throws [ApiException].
  Future<void> erase() async {
    await session.identify();
    final person = session.person;
    try {
      await api.eraseMe();
    } on ApiException catch (failure) {
      // The answer to an erasure that worked was lost, and the repeat finds no user.
      if (failure.error != ErrorCodes.userNotFound) rethrow;
    }
    // Another person may have signed in meanwhile, whose events and entitlements stay.
    if (session.person == person) {
      await events.clear();
      entitlements.forget();
    }
    await session.leave(person);
  }

  /// Sends what waits, for two seconds at most, and removes everything that is kept for the persons of this run, the
  /// remaining events included.
  Future<void> signOut() async {
    await events.flush().timeout(const Duration(seconds: 2), onTimeout: () {});
    await events.clear();
    entitlements.forget();
    settings.forget();
    await session.wipe();
  }

  /// Ends connections, timers and [changes]. Events that wait stay in the storage.
  void stop() {
    _isStopped = true;
    entitlements.stop();
    settings.stop();
    events.stop();
    api.close();
    unawaited(_changes.close());
  }

  Future<ShownPaywall> _paywall(String code) async {
    final shelf = session.shelf;
    try {
      const once = CallOptions(retries: 0, timeout: Duration(seconds: 2));
      final paywall = await api.getPaywall(paywallCode: code, options: once);
      await shelf.write(Topic.paywalls, {...?await shelf.read(Topic.paywalls), code: paywall.toJson()});
      return (paywall: paywall, source: PaywallSource.network);
    } on ApiException catch (failure) {
      if (failure.error == ErrorCodes.paywallNotFound) rethrow;
      final cached = (await shelf.read(Topic.paywalls))?[code];
      try {
        if (cached is JsonObject) {
          return (paywall: PublicPaywall.fromJson(cached), source: PaywallSource.cache);
        }
      } on FormatException {
        // What another version of the application has stored.
      }
      final fallback = fallbackPaywalls[code];
      if (fallback == null) rethrow;
      return (paywall: fallback, source: PaywallSource.fallback);
    }
  }

  void _emit(Change change) {
    if (!_changes.isClosed) _changes.add(change);
  }

  void _report(Object error) {
    // A person who is not registered yet, or not any more, is no failure.
    if (error is! ApiException || error.error == ErrorCodes.userNotFound) return;
    onError?.call(error, null);
  }
}
