import 'caller.dart';
import 'storage.dart';
import 'token_claims.dart';

/// The person that the client works for now. Every token of the application names the person.
final class Session {
  Session({
    required this.applicationCode,
    required this.storage,
    required GetToken? getToken,
    required void Function(Shelf former) onChange,
  })  : _getToken = getToken,
        _onChange = onChange;

  final String applicationCode;
  final PlatformStorage storage;
  final GetToken? _getToken;

  /// Called at once when another person takes over, before anything is done for that person.
  final void Function(Shelf former) _onChange;
  late final _seen = {'guest': Shelf(storage, applicationCode, 'guest')};
  late Shelf _shelf = _seen['guest']!;

  /// What is stored for the person.
  Shelf get shelf => _shelf;

  /// `guest` without a token.
  String get person => _shelf.person;

  Future<String?> token({required bool refresh}) async {
    final token = await _getToken?.call(refresh: refresh);
    final next = personOf(token);
    if (next != person) _become(next);
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
    if (left.contains(_shelf)) _become('guest');
    await Future.wait(left.map((shelf) => shelf.wipe()));
  }

  void _become(String next) {
    final former = _shelf;
    _shelf = _seen.putIfAbsent(next, () => Shelf(storage, applicationCode, next));
    if (former.person != next) _onChange(former);
  }
}
