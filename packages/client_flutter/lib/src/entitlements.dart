import 'dart:async';

import 'api_exception.dart';
import 'caller.dart';
import 'generated/api.dart';
import 'generated/errors.dart';
import 'operation.dart';
import 'session.dart';
import 'snapshot.dart';
import 'storage.dart';

/// Timers of browsers count milliseconds in 32 bits; a longer one would end at once.
const _longestTimer = Duration(milliseconds: 0x7fffffff);

/// What the person may use: the gate of the application.
final class Entitlements {
  Entitlements(
    this._caller,
    this._session, {
    required this.freeEntitlements,
    required this.snapshotKeys,
    required this.verify,
    required this.now,
    required this.onChange,
  }) : _keys = snapshotKeys ?? const [];

  final Caller _caller;
  final Session _session;
  final List<String> freeEntitlements;

  /// Pinned keys: only these verify, and none are fetched.
  final List<SnapshotKey>? snapshotKeys;
  final Ed25519Verify verify;
  final DateTime Function() now;
  final void Function() onChange;

  List<SnapshotKey> _keys;
  ({SnapshotClaims claims, bool isFresh, Stopwatch since})? _current;
  num _newest = 0;
  String? _userId;
  Timer? _timer;

  /// Every code that may be used now, sorted.
  List<String> get codes {
    final current = _current;
    final held = current == null
        ? null
        : (claims: current.claims, isFresh: current.isFresh, age: current.since.elapsed);
    return openCodes(freeEntitlements, held, _context);
  }

  /// What is held now, so that a later reading tells whether it changed; null before the first one.
  String? get fingerprint => _current?.claims.ends.toString();

  /// Uses what is stored, when it verifies. Answers why it was refused; null when it is used or absent.
  Future<SnapshotRefusal?> load() async {
    final shelf = _session.shelf;
    final stored = await shelf.read(Topic.snapshot);
    final token = stored?['token'];
    if (stored == null || token is! String) return null;
    final known = snapshotKeys ?? _keysIn(stored['keys']);
    final fault = await signatureFault(token, known, verify);
    final claims = readClaims(token);
    final newest = stored['newest'];
    final user = stored['user'];
    if (_session.shelf != shelf || (_current?.isFresh ?? false)) return null;
    if (newest is num && newest > _newest) _newest = newest;
    _userId = user is String ? user : null;
    if (_keys.isEmpty) _keys = known;
    if (fault != null || claims == null) return fault ?? SnapshotRefusal.malformed;
    final problem = claimsFault(claims, _context);
    if (problem == null) _use(claims, isFresh: false);
    return problem;
  }

  /// Reads from the network; a person who is not registered holds nothing. Throws [ApiException].
  Future<void> refresh() async {
    await _session.identify();
    final shelf = _session.shelf;
    if (shelf.person == 'guest') return;
    try {
      final snapshot = await _caller.getMyEntitlements();
      if (_session.shelf == shelf) await accept(snapshot.snapshotToken);
    } on ApiException catch (failure) {
      // Not registered yet, or erased on another device: nothing of the person may be used any more.
      if (failure.error != ErrorCodes.userNotFound) rethrow;
      if (_session.shelf == shelf) forget();
      await shelf.remove(Topic.snapshot);
    }
  }

  /// Takes a snapshot that an answer carried.
  Future<void> accept(String token) async {
    final shelf = _session.shelf;
    final fault = await _faultOfFresh(token);
    final claims = readClaims(token);
    // Another person took over while the call was on its way.
    if (_session.shelf != shelf || claims == null) return;
    final isRefused = switch (fault) {
      null || SnapshotRefusal.notVerifiable => false,
      SnapshotRefusal.unknownKey => snapshotKeys != null,
      _ => true,
    };
    if (isRefused || claims.applicationCode != _session.applicationCode) return _use(null);
    if (claims.issuedAt > _newest) _newest = claims.issuedAt;
    _userId = claims.userId;
    _use(claims, isFresh: true);
    await shelf.write(Topic.snapshot, {
      'token': token,
      'keys': [for (final key in _keys) {'kid': key.kid, 'x': key.x}],
      'newest': _newest,
      'user': _userId,
    });
  }

  /// Drops what belongs to the former person.
  void forget() {
    _newest = 0;
    _userId = null;
    if (_current != null) _use(null);
  }

  void stop() => _timer?.cancel();

  SnapshotContext get _context => SnapshotContext(
        applicationCode: _session.applicationCode,
        userId: _userId,
        now: now(),
        newest: _newest,
      );

  void _use(SnapshotClaims? claims, {bool isFresh = false, Stopwatch? since}) {
    _timer?.cancel();
    final held = since ?? (Stopwatch()..start());
    _current = claims == null ? null : (claims: claims, isFresh: isFresh, since: held);
    final time = now();
    final ends = [
      for (final end in claims?.ends.values ?? const <DateTime?>[])
        if (end != null && end.isAfter(time)) end,
    ]..sort();
    // An end takes effect at its moment; listeners are called then. A timer that is set again keeps the age.
    if (ends.isNotEmpty) {
      final left = ends.first.difference(time);
      _timer = Timer(left < _longestTimer ? left : _longestTimer, () {
        if (identical(_current?.claims, claims)) _use(claims, isFresh: isFresh, since: held);
      });
    }
    onChange();
  }

  /// Fresh snapshots are trusted unless their signature is wrong; keys are fetched where none fits.
  Future<SnapshotRefusal?> _faultOfFresh(String token) async {
    final fault = await signatureFault(token, _keys, verify);
    if (fault != SnapshotRefusal.unknownKey || snapshotKeys != null) return fault;
    try {
      const once = CallOptions(retries: 0, timeout: Duration(seconds: 5));
      final published = await _caller.getSnapshotKeys(options: once);
      _keys = [for (final key in published.keys) (kid: key.kid, x: key.x)];
    } on ApiException {
      return fault;
    }
    return signatureFault(token, _keys, verify);
  }

  static List<SnapshotKey> _keysIn(Object? stored) => [
        if (stored is List<Object?>)
          for (final key in stored)
            if (key case {'kid': final String kid, 'x': final String x}) (kid: kid, x: x),
      ];
}
