import 'dart:async';
import 'dart:convert';
import 'dart:math';
import 'dart:typed_data';

import 'package:http/http.dart' as http;

import 'answer.dart';
import 'api_exception.dart';
import 'generated/errors.dart';
import 'generated/version.dart';
import 'json.dart';
import 'operation.dart';
import 'retry_delay.dart';
import 'uuid.dart';

/// The token of the signed-in person; `refresh` asks for one that is not the last one. null while there is no
/// sign-in.
typedef GetToken = FutureOr<String?> Function({required bool refresh});

/// How long a repeat waits while the first call under its idempotency key is still running.
const _runningPause = Duration(seconds: 1);

const _aborted = ApiException.noAnswer('aborted', 'The call was aborted.');

/// A caller of operations. `PlatformApi` gives it a method for each of them.
final class Caller {
  Caller({
    required this.baseUrl,
    this.applicationCode,
    this.publicKey,
    this.siteCode,
    this.siteKey,
    this.getToken,
    http.Client? httpClient,
    Future<void> Function(Duration time)? pause,
    double Function()? random,
  })  : _http = httpClient ?? http.Client(),
        _isOwnClient = httpClient == null,
        _pause = pause ?? Future<void>.delayed,
        _random = random ?? Random().nextDouble;

  /// Address of the platform, for example `https://api.example.com`.
  final String baseUrl;
  final String? applicationCode;
  final String? publicKey;
  final String? siteCode;
  final String? siteKey;
  final GetToken? getToken;
  final http.Client _http;
  final bool _isOwnClient;
  final Future<void> Function(Duration time) _pause;
  final double Function() _random;
  Future<String?>? _renewal;

  /// Calls an operation: credentials, timeout, repeats and idempotency key are those of its contract.
  /// Throws [ApiException].
  Future<T> invoke<T>(
    Operation<T> operation, {
    JsonObject params = const {},
    JsonObject query = const {},
    Object? body,
    Object? ifMatch,
    CallOptions options = const CallOptions(),
  }) async {
    final address = _addressOf(operation.path, params, query);
    final key = options.idempotencyKey ?? (operation.repeat == Repeat.withKey ? uuid() : null);
    // A key protects only where the contract honours it.
    final retries = operation.repeat == Repeat.never ? 0 : options.retries;
    final requestId = uuid();
    final running = Stopwatch()..start();
    var isAborted = false;
    unawaited(options.abort?.then((_) => isAborted = true));
    var bearer = _takesToken(operation) ? await getToken?.call(refresh: false) : null;
    var isRenewed = false;
    var attempt = 0;
    while (true) {
      if (isAborted) throw _aborted;
      final headers = {
        ..._credentialsOf(operation, bearer),
        if (key != null) 'idempotency-key': key,
        if (ifMatch != null) 'if-match': ifMatch is int ? '"$ifMatch"' : '$ifMatch',
        'x-request-id': requestId,
        'x-platform-client': 'flutter/$clientVersion',
        ...options.headers,
      };
      try {
        return operation.read(await _attempt(operation, address, headers, body, options));
      } on FormatException {
        // A proxy has cut or replaced the answer.
        const failure = ApiException.noAnswer('network_error', 'The answer has another form.');
        final delay = _delay(failure, attempt, retries);
        if (delay == null) throw failure;
        attempt += 1;
        await _wait(delay, options.abort);
      } on ApiException catch (failure) {
        if (failure.error == ErrorCodes.tokenExpired && bearer != null && !isRenewed) {
          isRenewed = true;
          // Another call may have a new one already: a provider may take a refresh token once.
          final present = await getToken?.call(refresh: false);
          bearer = present == bearer ? await _renewed() : present;
          continue;
        }
        if (failure.error == 'aborted') rethrow;
        // The first call runs on: its outcome is what the repeat is after. Another body has no `Retry-After`; a platform
        // of before sends none for either.
        final isRunning = retries > 0 &&
            failure.error == ErrorCodes.idempotencyConflict &&
            (failure.retryAfter != null || attempt > 0) &&
            running.elapsed < operation.timeout;
        final delay = isRunning ? _runningPause : _delay(failure, attempt, retries);
        if (delay == null) rethrow;
        if (!isRunning) attempt += 1;
        await _wait(delay, options.abort);
      }
    }
  }

  /// Ends the connections, unless they are of a client that the application gave.
  void close() {
    if (_isOwnClient) _http.close();
  }

  Future<void> _wait(Duration delay, Future<void>? abort) =>
      abort == null ? _pause(delay) : Future.any<void>([_pause(delay), abort]);

  Duration? _delay(ApiException failure, int attempt, int retries) => retryDelay(
        status: failure.status,
        retryAfter: failure.retryAfter,
        attempt: attempt,
        retries: retries,
        random: _random(),
      );

  /// Calls that find their token expired at once share one new token.
  Future<String?> _renewed() => _renewal ??=
      Future<String?>(() => getToken?.call(refresh: true)).whenComplete(() => _renewal = null);

  static bool _takesToken(Operation<Object?> operation) =>
      operation.auth.contains('user') || operation.auth.contains('admin');

  Uri _addressOf(String path, JsonObject params, JsonObject query) {
    final known = {'app_code': applicationCode, 'site_code': siteCode};
    final filled = path.replaceAllMapped(RegExp(r'\{(\w+)\}'), (match) {
      final name = match[1]!;
      final value = params[name] ?? known[name] ?? (throw ArgumentError.notNull(name));
      // These would name another path, also percent-encoded.
      if (RegExp(r'^\.{0,2}$').hasMatch('$value')) throw ArgumentError.value(value, name);
      return Uri.encodeComponent('$value');
    });
    final pairs = [
      for (final MapEntry(:key, :value) in query.entries)
        if (value != null) '${Uri.encodeComponent(key)}=${Uri.encodeComponent(_queryText(value))}',
    ];
    final base = baseUrl.replaceFirst(RegExp(r'/+$'), '');
    return Uri.parse('$base$filled${pairs.isEmpty ? '' : '?${pairs.join('&')}'}');
  }

  static String _queryText(Object value) => value is Iterable<Object?> ? value.join(',') : '$value';

  Map<String, String> _credentialsOf(Operation<Object?> operation, String? bearer) {
    final Operation(:auth, :path) = operation;
    final key = auth == 'site_key' ? siteKey : (auth.contains('key') ? publicKey : null);
    final code = auth.contains('application') || auth.contains('user') ? applicationCode : null;
    return {
      if (key != null) 'x-public-key': key,
      if (bearer != null) 'authorization': 'Bearer $bearer',
      if (code != null && !path.contains('{app_code}')) 'x-application-code': code,
    };
  }

  Future<Answer> _attempt(
    Operation<Object?> operation,
    Uri address,
    Map<String, String> headers,
    Object? body,
    CallOptions options,
  ) async {
    final abort = options.abort;
    try {
      return await Future.any([
        _request(operation, address, headers, body).timeout(options.timeout ?? operation.timeout),
        if (abort != null) abort.then<Answer>((_) => throw _aborted),
      ]);
    } on ApiException {
      rethrow;
    } on TimeoutException {
      throw const ApiException.noAnswer('timeout', 'The platform did not answer in time.');
    } on Exception {
      throw const ApiException.noAnswer('network_error', 'The platform could not be reached.');
    }
  }

  Future<Answer> _request(
    Operation<Object?> operation,
    Uri address,
    Map<String, String> headers,
    Object? body,
  ) async {
    final http.BaseRequest request;
    if (body is Uint8List) {
      final file = http.MultipartFile.fromBytes('file', body, filename: 'file');
      request = http.MultipartRequest(operation.method, address)..files.add(file);
    } else {
      final plain = http.Request(operation.method, address);
      if (body != null) {
        plain.headers['content-type'] = 'application/json';
        plain.bodyBytes = utf8.encode(jsonEncode(body));
      }
      request = plain;
    }
    request.headers.addAll(headers);
    final response = await http.Response.fromStream(await _http.send(request));
    if (response.statusCode >= 400) throw _refusalOf(response);
    return Answer(status: response.statusCode, headers: response.headers, bytes: response.bodyBytes);
  }

  static ApiException _refusalOf(http.Response response) {
    final status = response.statusCode;
    Object? decoded;
    try {
      decoded = jsonDecode(utf8.decode(response.bodyBytes, allowMalformed: true));
    } on FormatException {
      decoded = null;
    }
    final body = decoded is JsonObject ? decoded : const <String, Object?>{};
    final error = body['error'];
    final message = body['message'];
    return ApiException(
      status: status,
      error: error is String ? error : 'http_$status',
      message: message is String ? message : 'The answer has status $status.',
      body: body,
      retryAfter: num.tryParse(response.headers['retry-after'] ?? ''),
    );
  }
}
