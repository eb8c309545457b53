import 'json.dart';

/// A call that was refused, or that got no answer.
final class ApiException implements Exception {
  const ApiException({
    required this.status,
    required this.error,
    required this.message,
    this.body = const {},
    this.retryAfter,
  });

  /// A call without an answer: [error] is `network_error`, `timeout` or `aborted`.
  const ApiException.noAnswer(this.error, this.message)
      : status = 0,
        body = const {},
        retryAfter = null;

  /// HTTP status; 0 without an answer.
  final int status;

  /// The code, see `ErrorCodes`. A later version of the platform may send others.
  final String error;
  final String message;

  /// The answer as it came; empty for one that is no JSON object.
  final JsonObject body;

  /// Seconds to wait before a repeat; null if the answer has no `Retry-After`.
  final num? retryAfter;

  /// Page about the code: its meaning and its remedy; null without an answer of the platform.
  String? get docUrl => switch (body['doc_url']) {
        final String url => url,
        _ => null,
      };

  /// Id of the request, for support.
  String? get requestId => switch (body['request_id']) {
        final String id => id,
        _ => null,
      };

  /// The fields of one code; null for another code.
  T? fieldsOf<T extends Object>(String code, T Function(Object? value) decode) {
    if (error != code) return null;
    try {
      return decode(body);
    } on FormatException {
      return null;
    }
  }

  @override
  String toString() => 'ApiException($status, $error): $message';
}
