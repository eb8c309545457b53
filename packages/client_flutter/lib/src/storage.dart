import 'dart:async';
import 'dart:convert';

import 'json.dart';

/// A place for texts, for example SharedPreferences. A failure loses values and is never thrown further.
abstract interface class PlatformStorage {
  FutureOr<String?> read(String key);
  FutureOr<void> write(String key, String value);
  FutureOr<void> remove(String key);
}

/// Keeps values for the life of the process.
final class MemoryStorage implements PlatformStorage {
  final _values = <String, String>{};

  @override
  String? read(String key) => _values[key];

  @override
  void write(String key, String value) => _values[key] = value;

  @override
  void remove(String key) => _values.remove(key);
}

/// The id of this installation of the application: made once, the same for each person.
Future<String> installationId(PlatformStorage storage, String applicationCode, String Function() make) async {
  final key = 'platform:$applicationCode:installation';
  try {
    final stored = await storage.read(key);
    if (stored != null) return stored;
    final value = make();
    await storage.write(key, value);
    return value;
  } catch (_) {
    return make();
  }
}

/// What is kept, each under a key of its own.
enum Topic {
  snapshot,
  payment,
  features,
  config,
  paywalls,
  events,

  /// Of guests: the person who is a guest now.
  owner,
}

/// Values of one person of one application.
final class Shelf {
  Shelf(this._storage, this._applicationCode, this.person);

  final PlatformStorage _storage;
  final String _applicationCode;

  /// `guest` without a token.
  final String person;

  var _isClosed = false;

  /// Later writes keep nothing: an answer that comes after a sign-out leaves no trace.
  void close() => _isClosed = true;

  String _key(Topic topic) => 'platform:$_applicationCode:$person:${topic.name}';

  Future<JsonObject?> read(Topic topic) async {
    try {
      final text = await _storage.read(_key(topic));
      final value = text == null ? null : jsonDecode(text);
      return value is JsonObject ? value : null;
    } catch (_) {
      return null;
    }
  }

  Future<void> write(Topic topic, JsonObject value) async {
    if (_isClosed) return;
    try {
      await _storage.write(_key(topic), jsonEncode(value));
    } catch (_) {
      // What is not kept is read from the network again.
    }
  }

  Future<void> remove(Topic topic) async {
    try {
      await _storage.remove(_key(topic));
    } catch (_) {
      // As above.
    }
  }

  Future<void> wipe() => Future.wait(Topic.values.map(remove));
}
