import 'dart:async';

import 'api_exception.dart';
import 'caller.dart';
import 'generated/api.dart';
import 'generated/errors.dart';
import 'generated/models.dart';
import 'json.dart';
import 'operation.dart';
import 'session.dart';
import 'storage.dart';

/// State of the payment that was started last. `pending`: the time was over before an outcome.
enum OutcomeStatus { succeeded, canceled, pending, none }

typedef Outcome = ({OutcomeStatus status, String? paymentId, String? statusReason});

const Outcome _none = (status: OutcomeStatus.none, paymentId: null, statusReason: null);

/// How long a grant may be missing in entitlements that could be read, before the outcome is told without it.
const _grantTime = Duration(seconds: 10);

/// Moments of the questions, in seconds after the first.
List<int> questionTimes(Duration timeout) {
  final times = [0];
  var (time, next) = (1, 2);
  while (Duration(seconds: time) <= timeout) {
    times.add(time);
    (time, next) = (next, time + next);
  }
  return times;
}

/// Payments of the person.
final class Checkout {
  Checkout(
    this._caller,
    this._session, {
    required this.fingerprint,
    required this.track,
    required this.refresh,
  });

  final Caller _caller;
  final Session _session;

  /// What the person holds now.
  final String? Function() fingerprint;
  final void Function(String event, JsonObject properties, {String? eventId}) track;

  /// Reads the entitlements anew.
  final Future<void> Function() refresh;

  /// Starts a payment; send the person to its `confirmationUrl`. Throws [ApiException].
  Future<PaymentStarted> start(PaymentCreate order, {CallOptions options = const CallOptions()}) async {
    await _session.identify();
    final shelf = _session.shelf;
    final before = fingerprint();
    final payment = await _caller.createPayment(body: order, options: options);
    final about = {'payment_id': payment.paymentId, 'plan_price_id': order.planPriceId};
    await shelf.write(Topic.payment, {...about, 'before': before});
    track('checkout_started', about);
    return payment;
  }

  /// Asks for the outcome of the payment that was started last, also after a restart. An outage is waited for.
  /// Throws [ApiException] for a refusal.
  Future<Outcome> settle({Duration timeout = const Duration(seconds: 60)}) async {
    await _session.identify();
    final shelf = _session.shelf;
    final open = await shelf.read(Topic.payment);
    final id = open?['payment_id'];
    if (open == null || id is! String) return _none;
    track('checkout_returned', {'payment_id': id});
    final running = Stopwatch()..start();
    Outcome? paid;
    Duration? readAt;
    for (final second in questionTimes(timeout)) {
      final wait = Duration(seconds: second) - running.elapsed;
      if (wait > Duration.zero) await Future<void>.delayed(wait);
      if (_session.shelf != shelf) break;
      if (readAt != null && running.elapsed - readAt > _grantTime) break;
      final left = timeout - running.elapsed;
      final outcome = await _ask(id, left > const Duration(seconds: 1) ? left : const Duration(seconds: 1));
      if (outcome == null) continue;
      if (outcome.status == OutcomeStatus.succeeded) {
        if (paid == null) {
          track('payment_succeeded', {'payment_id': id, 'plan_price_id': open['plan_price_id']}, eventId: id);
        }
        paid = outcome;
        // The grant follows the money by an event: it is asked for until it is readable.
        final isShown = await _showsGrant(open['before']);
        if (isShown == false) readAt ??= running.elapsed;
        if (isShown != true) continue;
      }
      await shelf.remove(Topic.payment);
      return outcome;
    }
    if (paid == null) return (status: OutcomeStatus.pending, paymentId: id, statusReason: null);
    await shelf.remove(Topic.payment);
    return paid;
  }

  /// Whether the entitlements show what was bought; null when they cannot be read.
  Future<bool?> _showsGrant(Object? before) async {
    try {
      await refresh();
    } catch (_) {
      return null;
    }
    return before == null || fingerprint() != before;
  }

  /// The outcome so far; null while it is open or not known.
  Future<Outcome?> _ask(String id, Duration timeout) async {
    try {
      final payment = await _caller.syncPayment(
        paymentId: id,
        options: CallOptions(retries: 0, timeout: timeout),
      );
      final String state = payment.status;
      final status = switch (state) {
        'pending' => null,
        'succeeded' => OutcomeStatus.succeeded,
        _ => OutcomeStatus.canceled,
      };
      return status == null ? null : (status: status, paymentId: id, statusReason: payment.statusReason);
    } on ApiException catch (failure) {
      // The storage is older than the platform, for example one that was set up anew.
      if (failure.error == ErrorCodes.paymentNotFound) return _none;
      final ApiException(:status) = failure;
      if (status >= 400 && status < 429 && status != 408) rethrow;
      return null;
    }
  }
}
