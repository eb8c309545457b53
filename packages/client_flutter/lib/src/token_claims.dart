import 'dart:convert';
import 'dart:typed_data';

import 'json.dart';

/// Bytes of base64url without padding (RFC 4648 §5). Throws [FormatException].
Uint8List fromBase64Url(String text) => base64Url.decode(base64Url.normalize(text));

/// The JSON object in one part of a JWT; null when there is none.
JsonObject? decodePart(String part) {
  try {
    final value = jsonDecode(utf8.decode(fromBase64Url(part)));
    return value is JsonObject ? value : null;
  } on FormatException {
    return null;
  }
}

/// A name of the person behind a token, from its `iss` and `sub`; `guest` without one. It separates what is stored
/// for different people: the platform verifies the token, not this function.
String personOf(String? token) {
  if (token == null) return 'guest';
  final parts = token.split('.');
  final claims = (parts.length > 1 ? decodePart(parts[1]) : null) ?? const <String, Object?>{};
  return _hash('${claims['iss'] ?? ''}\n${claims['sub'] ?? token}');
}

/// `sub` of a token; null for a token without one.
String? subjectOf(String? token) {
  final parts = token?.split('.') ?? const <String>[];
  return switch (parts.length > 1 ? decodePart(parts[1])?['sub'] : null) {
    final String subject => subject,
    _ => null,
  };
}

/// A hash of 53 bits (cyrb53), so that no identifier of a person is a name in the storage.
String _hash(String text) {
  var high = 0xdeadbeef;
  var low = 0x41c6ce57;
  for (final code in text.codeUnits) {
    high = _multiply(high ^ code, 2654435761);
    low = _multiply(low ^ code, 1597334677);
  }
  final mixedHigh = _multiply(high ^ (high >> 16), 2246822507) ^ _multiply(low ^ (low >> 13), 3266489909);
  final mixedLow =
      _multiply(low ^ (low >> 16), 2246822507) ^ _multiply(mixedHigh ^ (mixedHigh >> 13), 3266489909);
  return (4294967296 * (mixedLow & 2097151) + mixedHigh).toRadixString(36);
}

/// The low 32 bits of a product. On the web an integer is exact up to 2^53 only, so [a] is split.
int _multiply(int a, int b) {
  final upper = ((a >> 16) * b & 0xffff) << 16;
  return ((a & 0xffff) * b + upper) & 0xffffffff;
}
