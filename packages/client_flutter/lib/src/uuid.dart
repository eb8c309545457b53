import 'dart:math';

final _random = Random.secure();

/// A UUIDv7 (RFC 9562 §5.7): ids that are made later sort later.
String uuid() {
  final time = DateTime.now().millisecondsSinceEpoch.toRadixString(16).padLeft(12, '0');
  final bytes = List<int>.generate(10, (_) => _random.nextInt(256));
  bytes[0] = (bytes[0] & 0x0f) | 0x70;
  bytes[2] = (bytes[2] & 0x3f) | 0x80;
  final hex = time + bytes.map((byte) => byte.toRadixString(16).padLeft(2, '0')).join();
  return [
    hex.substring(0, 8),
    hex.substring(8, 12),
    hex.substring(12, 16),
    hex.substring(16, 20),
    hex.substring(20),
  ].join('-');
}
