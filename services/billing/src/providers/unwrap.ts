import { AppError, fail } from '@platform/runtime';
import type { ProviderResult } from './payment-provider.ts';

/** Cause of a failure: the provider denies access to our credentials or settings. */
export class AccessDenied extends Error {
  constructor(reason: string) {
    super(`access denied: ${reason}`);
    this.name = 'AccessDenied';
  }
}

/**
 * The result of a call of the provider, or the failure that the client receives.
 * @throws AppError `provider_error`; `service_unavailable` where the call may have worked, with the cause
 *   {@link AccessDenied} where the provider denies access
 */
export function unwrap<T>(result: ProviderResult<T>): T {
  switch (result.kind) {
    case 'ok':
      return result.value;
    case 'unknown':
      return failUnanswered(result.reason, result.retryAfterMs ?? 1_000);
    case 'denied':
      return failUnanswered(new AccessDenied(result.reason), 1_000);
    case 'refused':
      return fail('provider_error', { cause: new Error(`${result.code}: ${result.message}`) });
    case 'not_found':
      return fail('provider_error', { cause: new Error('the provider does not know the payment or refund') });
  }
}

function failUnanswered(cause: unknown, retryAfterMs: number): never {
  return fail('service_unavailable', {
    message: 'The payment provider did not answer. The payment is not lost: repeat the call in some seconds.',
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)),
    cause,
  });
}

/** Whether an error says that the provider denies us access. */
export const isAccessDenied = (error: unknown): error is AppError & { cause: AccessDenied } =>
  error instanceof AppError && error.cause instanceof AccessDenied;
