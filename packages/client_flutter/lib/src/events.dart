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

  /// The queue of the former person stays in its storage; that of a guest goes on with the person.
  void change(Shelf former) {
    if (former.person != 'guest') _queue = [];
    unawaited(load());
    if (_queue.isEmpty) return;
    unawaited(_persist());
    _writes = _writes.then((_) => former.remove(Topic.events));
  }

  /// Forgets what waits; completes when no write is on its way.
  Future<void> clear() {
    _queue = [];
    _timer?.cancel();
    _timer = null;
    return _writes;
  }

  void stop() {
    _isClosed = true;
    _timer?.cancel();
  }

  Future<void> _run() async {
    await _session.identify();
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

  Future<void> _merge(Shelf shelf) async {
    final stored = (await shelf.read(Topic.events))?['events'];
    if (_session.shelf != shelf || stored is! List<Object?>) return;
    final known = {for (final event in _queue) event['event_id']};
    final left = [
      for (final event in stored)
        if (event is JsonObject && !known.contains(event['event_id'])) event,
    ];
    if (left.isEmpty) return;
    _queue = [...left, ..._queue];
    _trim();
    _schedule();
  }

  /// Writes follow one another, so that an older queue never replaces a newer one, and what an earlier run left is
  /// read before it is replaced.
  Future<void> _persist() {
    final shelf = _session.shelf;
    if (_loaded != shelf) unawaited(load());
    final waiting = _queue;
    return _writes = _writes.then((_) {
      final events = _session.shelf == shelf ? _queue : waiting;
      return events.isEmpty ? shelf.remove(Topic.events) : shelf.write(Topic.events, {'events': events});
    });
  }

  void _schedule() {
    if (!_isClosed) _timer ??= Timer(_flushTime, () => unawaited(flush()));
  }
}
