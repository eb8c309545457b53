/// Repeats of a call after its first attempt.
const maxRetries = 2;

/// Longest `Retry-After` in seconds that a call waits for by itself.
const _longestWait = 30;

/// No answer, a timeout, a limit, a gateway without a service: a later attempt may not get it.
const _passing = {0, 408, 429, 502, 503, 504};

/// Time until the next attempt, or null when the failure is final. Backoff is exponential with full jitter:
/// [random] is from 0 to 1, [attempt] counts the attempts that failed before this one.
Duration? retryDelay({
  required int status,
  required num? retryAfter,
  required int attempt,
  required int retries,
  required double random,
}) {
  if (attempt >= retries || !_passing.contains(status)) return null;
  final wait = retryAfter ?? 0;
  if (wait > _longestWait) return null;
  return Duration(microseconds: ((wait + random * 0.5 * (1 << attempt)) * 1000000).round());
}
