import 'dart:async';
import 'dart:convert';

import 'api_exception.dart';
import 'caller.dart';
import 'generated/api.dart';
import 'generated/errors.dart';
import 'json.dart';
import 'session.dart';
import 'storage.dart';
import 'uuid.dart';

const _flushAt = 20;
const _flushTime = Duration(seconds: 10);
const _maxQueued = 1000;
const _maxBatch = 500;

/// Events that wait until they are sent. They survive a restart and an outage; an event counts once.
final class Events {
  Events(this._caller, this._session, this._common, {required this.onError});

  final Caller _caller;
  final Session _session;

  /// Fields of every event: platform and version of the application.
  final JsonObject _common;

  /// Told about a batch or an event that was refused; the event is null for a batch.
  final void Function(ApiException error, JsonObject? event) onError;

  var _queue = <JsonObject>[];
  Shelf? _loaded;
  var _isClosed = false;
  Future<void>? _sending;
  Future<void> _writes = Future<void>.value();
  Timer? _timer;

  /// Events that found no room while the platform was away.
  int get dropped => _dropped;
  int _dropped = 0;

  /// Records an event; it is sent later, with others. No personal data. A second one with the same [eventId] is none.
  void track(String event, [JsonObject? properties, String? eventId]) {
    final id = eventId ?? uuid();
    if (_queue.any((waiting) => waiting['event_id'] == id)) return;
    final queued = {
      'event': event,
      'event_id': id,
      'occurred_at': DateTime.now().toUtc().toIso8601String(),
      ..._common,
      if (properties != null) 'properties': properties,
    };
    try {
      jsonEncode(properties);
    } on JsonUnsupportedObjectError catch (failure) {
      // It would block the queue for ever.
      _dropped += 1;
      onError(ApiException.noAnswer(ErrorCodes.validationFailed, '$failure'), queued);
      return;
    }
    _queue.add(queued);
    _trim();
    unawaited(_persist());
    if (_queue.length >= _flushAt) {
      unawaited(flush());
    } else {
      _schedule();
    }
  }

  /// Takes what an earlier run left in the storage.
  Future<void> load() {
    final shelf = _loaded = _session.shelf;
    return _writes = _writes.then((_) => _merge(shelf));
  }

  /// Sends what waits: to be called when the application goes to the background. Never throws.
  Future<void> flush() {
    _timer?.cancel();
    _timer = null;
    return _sending ??= _run().whenComplete(() {
      _sending = null;
      if (_queue.isNotEmpty) _schedule();
    });
  }

  /// The queue of the former person stays in its storage. The events of guests on this device, those of earlier starts
  /// included, go on with the person who signs in.
  void change(String former, {required bool isIdentified}) {
    final person = _session.person;
    final guestQueue = former == 'guest' && isIdentified ? _queue : const <JsonObject>[];
    // Events of before the first answer of the provider are those of the person that it names.
    if (isIdentified) _queue = [];
    if (person == 'guest') {
      unawaited(load());
    } else {
      _writes = _writes.then((_) => _inherit(person, guestQueue));
    }
  }

  /// Forgets what waits, and that the person used the device; completes when no write is on its way.
  Future<void> clear() {
    _queue = [];
    _timer?.cancel();
    _timer = null;
    return _writes = _writes.then((_) => _session.shelfOf('guest').remove(Topic.owner));
  }

  void stop() {
    _isClosed = true;
    _timer?.cancel();
  }

  Future<void> _run() async {
    await _session.identify();
    await _writes;
    if (_session.person == 'guest') return;
    while (_queue.isNotEmpty && await _sendBatch()) {}
    await _persist();
  }

  /// Sends one batch; answers whether the queue may go on.
  Future<bool> _sendBatch() async {
    final batch = _queue.take(_maxBatch).toList();
    final body = {'events': batch, 'sent_at': DateTime.now().toUtc().toIso8601String()};
    try {
      final answer = await _caller.recordEvents(body: body);
      _leave(batch);
      for (final rejected in answer.rejected) {
        final event = batch.elementAtOrNull(rejected.index);
        final error = ApiException(status: 200, error: rejected.error, message: rejected.message);
        if (event != null) onError(error, event);
      }
      return true;
    } on ApiException catch (failure) {
      onError(failure, null);
      // A batch that is refused as a whole would block the queue for ever.
      final isRefused = failure.status == 400 || failure.status == 413;
      if (isRefused) _leave(batch);
      return isRefused;
    } catch (_) {
      // The token provider of the application failed: its own calls see that.
      return false;
    }
  }

  void _leave(List<JsonObject> batch) {
    final ids = {for (final event in batch) event['event_id']};
    _queue = [
      for (final event in _queue)
        if (!ids.contains(event['event_id'])) event,
    ];
  }

  void _trim() {
    final extra = _queue.length - _maxQueued;
    if (extra <= 0) return;
    _dropped += extra;
    _queue = _queue.sublist(extra);
  }

  /// Gives the events of guests on this device to a person who signed in. A guest is the next person to sign in, as in
  /// PostHog, Segment and Amplitude. After a session that ended without a sign-out it is still the former person: then
  /// the events go to the queue of that person. A stop halfway leaves an event in both queues, where its id makes it
  /// count once.
  Future<void> _inherit(String person, List<JsonObject> guestQueue) async {
    final guest = _session.shelfOf('guest');
    final owner = switch ((await guest.read(Topic.owner))?['person']) {
      final String name => name,
      _ => person,
    };
    await guest.write(Topic.owner, {'person': owner});
    final waiting = _eachOnce([...await _storedOf(guest), ...guestQueue]);
    final heir = _session.shelfOf(owner);
    final stored = await _storedOf(heir);
    if (owner == _session.person) {
      _loaded = heir;
      _queue = _eachOnce([...waiting, ...stored, ..._queue]);
      _trim();
      await _store(heir, _queue);
    } else {
      await _store(heir, _eachOnce([...stored, ...waiting]));
    }
    await guest.write(Topic.owner, {'person': person});
    await guest.remove(Topic.events);
    if (owner != _session.person) unawaited(load());
    if (_queue.isNotEmpty) _schedule();
  }

  Future<void> _merge(Shelf shelf) async {
    final stored = await _storedOf(shelf);
    if (_session.shelf != shelf || stored.isEmpty) return;
    _queue = _eachOnce([...stored, ..._queue]);
    _trim();
    _schedule();
  }

  static Future<List<JsonObject>> _storedOf(Shelf shelf) async {
    final stored = (await shelf.read(Topic.events))?['events'];
    return [
      if (stored is List<Object?>)
        for (final event in stored)
          if (event is JsonObject) event,
    ];
  }

  static Future<void> _store(Shelf shelf, List<JsonObject> events) =>
      events.isEmpty ? shelf.remove(Topic.events) : shelf.write(Topic.events, {'events': events});

  /// Each event once, at its first place.
  static List<JsonObject> _eachOnce(List<JsonObject> events) {
    final known = <Object?>{};
    return [
      for (final event in events)
        if (known.add(event['event_id'])) event,
    ];
  }

  /// Writes follow one another, so that an older queue never replaces a newer one, and what an earlier run left is
  /// read before it is replaced.
  Future<void> _persist() {
    final known = _session.isIdentified ? _session.shelf : null;
    final waiting = _queue;
    return _writes = _writes.then((_) async {
      // Nothing is written for a guest before the provider has said that it is one.
      if (!_session.isIdentified) await _session.identify();
      final shelf = known ?? _session.shelf;
      if (_session.shelf != shelf) return _store(shelf, waiting);
      if (_loaded != shelf) {
        _loaded = shelf;
        await _merge(shelf);
      }
      await _store(shelf, _queue);
    });
  }

  void _schedule() {
    if (!_isClosed) _timer ??= Timer(_flushTime, () => unawaited(flush()));
  }
}
