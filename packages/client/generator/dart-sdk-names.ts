/** Names of the Dart SDK and of `http` that the client uses, by the import that gives them. */
export const sdkNames: Readonly<Record<string, readonly string[]>> = {
  'dart:core': `
    ArgumentError DateTime Duration Exception FormatException Future Iterable List Map MapEntry Match Null Object RegExp
    Set Stopwatch Stream String Uri bool double dynamic int num override Deprecated
    add addAll any call cast catchError codeUnits compareTo contains containsKey delayed difference elapsed
    elementAtOrNull encodeComponent entries first firstOrNull fromJson generate identical inMilliseconds isAfter isEmpty
    isNotEmpty join key keys length listen map match message microseconds milliseconds millisecondsSinceEpoch name
    hasMatch notNull now padLeft parse putIfAbsent remove replaceAllMapped replaceFirst round seconds sort split start startsWith
    sublist substring take then timeout toInt toIso8601String toList toRadixString toString toUtc truncateToDouble
    tryParse value values wait whenComplete where zero onTimeout print byName removeAt toDouble toLowerCase`.split(
    /\s+/,
  ),
  'dart:async': [
    'FutureOr',
    'StreamController',
    'TimeoutException',
    'Timer',
    'broadcast',
    'cancel',
    'close',
    'isClosed',
    'stream',
    'unawaited',
  ],
  'dart:convert': [
    'allowMalformed',
    'base64',
    'base64Url',
    'decode',
    'encode',
    'jsonDecode',
    'jsonEncode',
    'JsonUnsupportedObjectError',
    'normalize',
    'utf8',
  ],
  'dart:io': ['File', 'readAsStringSync'],
  'dart:math': ['Random', 'nextDouble', 'nextInt', 'secure'],
  'dart:typed_data': ['Uint8List', 'fromList'],
  'package:http/http.dart': [
    'BaseRequest',
    'Client',
    'MultipartFile',
    'MultipartRequest',
    'Request',
    'Response',
    'bodyBytes',
    'files',
    'filename',
    'fromBytes',
    'fromStream',
    'headers',
    'send',
    'statusCode',
  ],
  'package:http/testing.dart': ['MockClient', 'ClientException', 'method', 'url'],
  'package:cryptography/cryptography.dart': [
    'Ed25519',
    'KeyPairType',
    'Signature',
    'SimplePublicKey',
    'ed25519',
    'publicKey',
    'type',
    'verify',
  ],
  'package:test/test.dart': `
    contains endsWith expect group hasLength having isA isEmpty isNot isNull matches startsWith test throwsA`.split(
    /\s+/,
  ),
};

/** Words that no identifier may be (https://dart.dev/language/keywords, those of the first column). */
export const reservedWords: ReadonlySet<string> = new Set(
  `assert await break case catch class const continue default do else enum extends false final finally for if in is new
  null rethrow return super switch this throw true try var void while with yield`.split(/\s+/),
);
