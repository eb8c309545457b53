import { fail } from '@platform/runtime';
import type { ProviderResult } from './payment-provider.ts';

/**
 * The result of a call of the provider, or the failure that the client receives.
 * @throws AppError `provider_error`, `service_unavailable` where it may have worked
 */
export function unwrap<T>(result: ProviderResult<T>): T {
  if (result.kind === 'ok') return result.value;
  if (result.kind === 'unknown') {
    const retryAfterSeconds = Math.max(1, Math.ceil((result.retryAfterMs ?? 1_000) / 1000));
    return fail('service_unavailable', {
      message: 'The payment provider did not answer; the payment is not lost.',
      retryAfterSeconds,
      cause: result.reason,
    });
  }
  const reason = result.kind === 'refused' ? `${result.code}: ${result.message}` : 'the provider does not know it';
  return fail('provider_error', { cause: new Error(reason) });
}
