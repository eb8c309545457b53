import 'caller.dart';
import 'storage.dart';
import 'token_claims.dart';
import 'uuid.dart';

/// The person that the client works for now. Every token of the application names the person.
final class Session {
  Session({
    required this.applicationCode,
    required this.storage,
    required GetToken? getToken,
    required void Function(String former, {required bool isIdentified}) onChange,
  })  : _getToken = getToken,
        _onChange = onChange;

  final String applicationCode;
  final PlatformStorage storage;
  final GetToken? _getToken;

  /// Called at once when another person takes over, before anything is done for that person. Before the first answer
  /// of the provider nobody is known, and the former person is a guest that is not identified.
  final void Function(String former, {required bool isIdentified}) _onChange;
  Future<String>? _installation;
  late final _seen = {'guest': Shelf(storage, applicationCode, 'guest')};
  late Shelf _shelf = _seen['guest']!;

  /// What is stored for the person.
  Shelf get shelf => _shelf;

  /// Whether the provider has said who the person is.
  bool get isIdentified => _isIdentified;
  var _isIdentified = false;

  /// `sub` of the token; null without one. Flags go by it.
  String? get subject => _subject;
  String? _subject;

  /// What is stored for another person, or for guests.
  Shelf shelfOf(String person) => _seen[person] ?? Shelf(storage, applicationCode, person);

  /// Id of this installation, by which a guest is in a percentage.
  Future<String> installation() => _installation ??= installationId(storage, applicationCode, uuid);

  /// `guest` without a token.
  String get person => _shelf.person;

  Future<String?> token({required bool refresh}) async {
    final token = await _getToken?.call(refresh: refresh);
    final next = personOf(token);
    _subject = subjectOf(token);
    if (next != person) _become(next);
    _isIdentified = true;
    return token;
  }

  /// Learns the present person. A provider that fails leaves the person as it is.
  Future<void> identify() async {
    try {
      await token(refresh: false);
    } catch (_) {
      // The calls of the application see the failure themselves.
    }
  }

  /// Removes what is stored for a person. The present one is a guest until the next token.
  Future<void> leave(String person) => _remove([..._seen.values.where((shelf) => shelf.person == person)]);

  /// Removes what is stored for each person of this run.
  Future<void> wipe() => _remove([..._seen.values]);

  Future<void> _remove(List<Shelf> left) async {
    for (final shelf in left) {
      shelf.close();
      _seen.remove(shelf.person);
    }
    if (left.contains(_shelf)) {
      _subject = null;
      _become('guest');
    }
    await Future.wait(left.map((shelf) => shelf.wipe()));
  }

  void _become(String next) {
    final former = _shelf;
    _shelf = _seen.putIfAbsent(next, () => Shelf(storage, applicationCode, next));
    if (former.person != next) _onChange(former.person, isIdentified: _isIdentified);
  }
}
