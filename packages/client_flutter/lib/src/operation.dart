import 'answer.dart';
import 'retry_delay.dart';

/// Whether a call may be repeated when its outcome is not known.
enum Repeat { always, withKey, never }

/// Reads the value of a success. Throws [FormatException] for an answer of another form.
typedef ReadAnswer<T> = T Function(Answer answer);

/// What a client has to know for one call. The constants are made from the API document.
final class Operation<T> {
  const Operation({
    required this.method,
    required this.path,
    required this.auth,
    required this.repeat,
    required this.timeout,
    required this.read,
  });

  final String method;
  final String path;

  /// The credential that it asks for, for example `user_and_key`.
  final String auth;
  final Repeat repeat;

  /// How long one attempt may take.
  final Duration timeout;
  final ReadAnswer<T> read;

  /// The same operation with another reader of its success; 304 is one too.
  Operation<R> reading<R>(ReadAnswer<R> read) => Operation(
        method: method,
        path: path,
        auth: auth,
        repeat: repeat,
        timeout: timeout,
        read: read,
      );
}

/// One page of a list.
final class ResultPage<T> {
  const ResultPage({required this.items, required this.nextCursor, this.total});

  final List<T> items;

  /// Send it as `cursor` to get the next page; null on the last page.
  final String? nextCursor;

  /// Total number of rows on all pages, if the list counts them.
  final int? total;
}

/// What a caller may say about one call.
final class CallOptions {
  const CallOptions({
    this.timeout,
    this.retries = maxRetries,
    this.idempotencyKey,
    this.headers = const {},
    this.abort,
  });

  /// How long one attempt may take, instead of the time of the operation.
  final Duration? timeout;

  /// Repeats after a failure.
  final int retries;

  /// The same key over several calls makes them one; a call without a key gets one of its own.
  final String? idempotencyKey;
  final Map<String, String> headers;

  /// Ends the call when it completes. An answer that comes later is dropped.
  final Future<void>? abort;
}
