import 'dart:async';
import 'dart:typed_data';

import 'json.dart';
import 'token_claims.dart';

/// A public key of the platform, from `/.well-known/jwks.json`.
typedef SnapshotKey = ({String kid, String x});

/// Verifies an Ed25519 signature (RFC 8032); null where this device cannot.
typedef Ed25519Verify = FutureOr<bool?> Function(
  Uint8List publicKey,
  Uint8List signature,
  Uint8List message,
);

/// Why a stored snapshot is not used.
enum SnapshotRefusal {
  malformed,
  algorithm,
  unknownKey,
  signature,
  notVerifiable,
  application,
  user,
  expired,
  clock,
}

/// What a snapshot token says; the platform signs it. Times are in seconds since 1970.
final class SnapshotClaims {
  const SnapshotClaims({
    required this.userId,
    required this.applicationCode,
    required this.issuedAt,
    required this.expiresAt,
    required this.ends,
  });

  /// Throws [FormatException].
  factory SnapshotClaims.fromJson(JsonObject json) => SnapshotClaims(
        userId: readField(json, 'sub', asType<String>),
        applicationCode: readField(json, 'aud', asType<Object?>),
        issuedAt: readField(json, 'iat', asType<num>),
        expiresAt: readField(json, 'exp', asType<num>),
        ends: {
          for (final row in readField(json, 'entitlements', listOf(asType<JsonObject>)))
            readField(row, 'code', asType<String>): _endOf(row),
        },
      );

  static DateTime? _endOf(JsonObject row) {
    if (!row.containsKey('expires_at')) throw const FormatException('no expires_at');
    final text = readField(row, 'expires_at', asType<String?>);
    return text == null ? null : DateTime.parse(text);
  }

  final String userId;
  final Object? applicationCode;
  final num issuedAt;
  final num expiresAt;

  /// The end of each code, exclusive; null for one without an end.
  final Map<String, DateTime?> ends;
}

/// What a snapshot has to fit, at a moment.
final class SnapshotContext {
  const SnapshotContext({
    required this.applicationCode,
    required this.userId,
    required this.now,
    required this.newest,
  });

  final String applicationCode;
  final String? userId;

  /// By the clock of the device.
  final DateTime now;

  /// Time of issue of the newest snapshot that this device has seen, in seconds since 1970.
  final num newest;
}

/// The content of a token whose signature is not looked at. null: it is no snapshot.
SnapshotClaims? readClaims(String token) {
  final parts = token.split('.');
  final claims = parts.length > 1 ? decodePart(parts[1]) : null;
  if (claims == null) return null;
  try {
    return SnapshotClaims.fromJson(claims);
  } on FormatException {
    return null;
  }
}

/// null for a good signature of a known key, else what is wrong with it.
Future<SnapshotRefusal?> signatureFault(
  String token,
  Iterable<SnapshotKey> keys,
  Ed25519Verify verify,
) async {
  final parts = token.split('.');
  final header = decodePart(parts.first);
  if (header == null || parts.length != 3 || parts[1].isEmpty) return SnapshotRefusal.malformed;
  if (header['alg'] != 'EdDSA') return SnapshotRefusal.algorithm;
  final key = keys.where((key) => key.kid == header['kid']).firstOrNull;
  if (key == null) return SnapshotRefusal.unknownKey;
  try {
    final message = Uint8List.fromList('${parts[0]}.${parts[1]}'.codeUnits);
    return switch (await verify(fromBase64Url(key.x), fromBase64Url(parts[2]), message)) {
      true => null,
      false => SnapshotRefusal.signature,
      null => SnapshotRefusal.notVerifiable,
    };
  } catch (_) {
    return SnapshotRefusal.signature;
  }
}

/// How far the clock may be behind the newest snapshot that was read, in seconds.
const _clockTolerance = 300;

/// What is wrong with the content of a stored snapshot; null when it may be used.
SnapshotRefusal? claimsFault(SnapshotClaims claims, SnapshotContext context) {
  final now = context.now.millisecondsSinceEpoch / 1000;
  final newest = claims.issuedAt > context.newest ? claims.issuedAt : context.newest;
  if (claims.applicationCode != context.applicationCode) return SnapshotRefusal.application;
  if (claims.userId != context.userId) return SnapshotRefusal.user;
  if (now >= claims.expiresAt) return SnapshotRefusal.expired;
  if (now < newest - _clockTolerance) return SnapshotRefusal.clock;
  return null;
}

/// A snapshot in use: a fresh one came over the network in this run, a stored one was verified. `age` is by a
/// monotonic clock.
typedef HeldSnapshot = ({SnapshotClaims claims, bool isFresh, Duration age});

/// The codes that are open at a moment, sorted: the free ones, and those of the snapshot. The clock of the device
/// decides about a stored snapshot. A fresh one lasts as long as it says, also while that clock is wrong.
List<String> openCodes(Iterable<String> free, HeldSnapshot? held, SnapshotContext context) {
  final codes = {...free};
  if (held != null) {
    final (:claims, :isFresh, :age) = held;
    final isOver = isFresh
        ? age.inMilliseconds > (claims.expiresAt - claims.issuedAt) * 1000
        : claimsFault(claims, context) != null;
    if (!isOver) {
      for (final MapEntry(key: code, value: end) in claims.ends.entries) {
        if (end == null || end.isAfter(context.now)) codes.add(code);
      }
    }
  }
  return codes.toList()..sort();
}
