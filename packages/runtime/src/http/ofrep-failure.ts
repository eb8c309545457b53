import type { ErrorCode } from '@platform/contracts/errors';

/** A failure in the words of the OpenFeature Remote Evaluation Protocol 0.3. */
export interface OfrepFailure {
  /** Code of the flag, if the path contains it. */
  key?: string;
  errorCode: 'PARSE_ERROR' | 'INVALID_CONTEXT' | 'FLAG_NOT_FOUND' | 'GENERAL';
  errorDetails: string;
}

/** Codes of the protocol for ours; any other failure is GENERAL. */
const errorCodes: { [code in ErrorCode]?: OfrepFailure['errorCode'] } = {
  invalid_json: 'PARSE_ERROR',
  unsupported_media_type: 'PARSE_ERROR',
  validation_failed: 'INVALID_CONTEXT',
  feature_not_found: 'FLAG_NOT_FOUND',
};

/**
 * The fields that a failure has for an OpenFeature provider. It is found by the path, so that a request that
 * matches no endpoint has them too.
 * @param target of the request, with its query
 * @returns undefined for every other path
 */
export function ofrepFailure(target: string, code: ErrorCode, message: string): OfrepFailure | undefined {
  if (!target.startsWith('/ofrep/')) return undefined;
  const key = keyIn(target);
  return { ...(key === undefined ? {} : { key }), errorCode: errorCodes[code] ?? 'GENERAL', errorDetails: message };
}

function keyIn(target: string): string | undefined {
  const [, encoded] = /^\/ofrep\/v1\/evaluate\/flags\/([^/?]+)/.exec(target) ?? [];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
