import 'dart:async';
import 'dart:math';

import 'answer.dart';
import 'api_exception.dart';
import 'caller.dart';
import 'generated/errors.dart';
import 'generated/operations.dart' as operations;
import 'json.dart';
import 'operation.dart';
import 'session.dart';
import 'storage.dart';

/// Feature flags and remote parameters: the stored ones first, and the present ones as soon as they come.
final class Settings {
  Settings(this._caller, this._session, this._query, {required this.fallbacks, required this.onChange});

  final Caller _caller;
  final Session _session;

  /// Facts that flags depend on: platform and version of the application.
  final JsonObject _query;
  final JsonObject fallbacks;
  final void Function(Topic topic) onChange;
  final _kept = <Topic, JsonObject>{};
  Timer? _timer;

  bool feature(String code, {required bool fallback}) => switch (_values(Topic.features)[code]) {
        final bool value => value,
        _ => fallback,
      };

  /// A value of another type than the fallback would break the caller, so it counts as absent. A list is a
  /// `List<Object?>`.
  T config<T extends Object>(String key, {required T fallback}) =>
      switch (_values(Topic.config)[key] ?? fallbacks[key]) {
        final T value => value,
        // JSON has one type of number: a whole one is read as an int.
        final num value when fallback is double => value.toDouble() as T,
        _ => fallback,
      };

  /// Uses what is stored.
  Future<void> load() async {
    final shelf = _session.shelf;
    for (final topic in [Topic.features, Topic.config]) {
      final stored = await shelf.read(topic);
      if (stored == null || _kept.containsKey(topic) || _session.shelf != shelf) continue;
      _kept[topic] = stored;
      onChange(topic);
    }
  }

  /// Reads what changed. Throws ApiException.
  Future<void> refresh() async {
    await _session.identify();
    await Future.wait([
      _read(Topic.config, operations.getConfig),
      _readFeatures(),
    ]);
  }

  /// The flags of the person, or those of a guest and of a person who is not registered yet: by the public key alone.
  Future<void> _readFeatures() async {
    if (_session.person != 'guest') {
      try {
        return await _read(Topic.features, operations.getFeatures);
      } on ApiException catch (failure) {
        if (failure.error != ErrorCodes.userNotFound) rethrow;
      }
    }
    final context = {..._query, 'targetingKey': _session.subject ?? await _session.installation()};
    final evaluate = operations.evaluateFlags;
    final byKey = Operation(
      method: evaluate.method,
      path: evaluate.path,
      auth: 'key',
      repeat: evaluate.repeat,
      timeout: evaluate.timeout,
      read: evaluate.read,
    );
    await _readValues(Topic.features, byKey, _flagsOf, body: {'context': context});
  }

  /// The flags in an evaluation, which has the remote parameters, too.
  static JsonObject _flagsOf(Answer answer) {
    final evaluations = readJson(asType<JsonObject>)(answer)['flags'];
    return {
      if (evaluations is List<Object?>)
        for (final evaluation in evaluations)
          if (evaluation case {'key': final String key, 'value': final bool value})
            if (evaluation case {'metadata': {'kind': 'feature'}}) key: value,
    };
  }

  /// Reads every minute: to be stopped while the application is in the background. The reads of many clients spread
  /// over 54 to 66 seconds.
  void watch() {
    _timer?.cancel();
    _timer = Timer(Duration(milliseconds: 54000 + Random().nextInt(12000)), () {
      unawaited(refresh().catchError((Object _) {}));
      watch();
    });
  }

  /// Drops the flags of the former person. Parameters are the same for all.
  void forget() {
    if (_kept.remove(Topic.features) != null) onChange(Topic.features);
  }

  void stop() => _timer?.cancel();

  JsonObject _values(Topic topic) => switch (_kept[topic]?['values']) {
        final JsonObject values => values,
        _ => const {},
      };

  Future<void> _read(Topic topic, Operation<Object?> operation) => _readValues(
        topic,
        operation,
        (answer) => switch (readData(asType<JsonObject>)(answer)[topic.name]) {
          final JsonObject values => values,
          _ => const {},
        },
        query: _query,
      );

  Future<void> _readValues(
    Topic topic,
    Operation<Object?> operation,
    JsonObject Function(Answer answer) valuesOf, {
    JsonObject query = const {},
    Object? body,
  }) async {
    final shelf = _session.shelf;
    final etag = _kept[topic]?['etag'];
    final answer = await _caller.invoke(
      operation.reading(
        (answer) => (
          isSame: answer.status == 304,
          etag: answer.headers['etag'],
          values: answer.status == 304 ? null : valuesOf(answer),
        ),
      ),
      query: query,
      body: body,
      options: CallOptions(headers: {if (etag is String) 'if-none-match': etag}),
    );
    if (answer.isSame || _session.shelf != shelf) return;
    final next = <String, Object?>{'etag': answer.etag, 'values': answer.values};
    _kept[topic] = next;
    onChange(topic);
    await shelf.write(topic, next);
  }
}
