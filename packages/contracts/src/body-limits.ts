import type { Endpoint } from './kit.ts';

/** How long a JSON body may be in bytes, unless its endpoint says less. */
export const jsonBodyLimit = 1_048_576;

/** Overhead of a form beside its file, in bytes. */
export const formEnvelopeBytes = 16_384;

/**
 * How long the body of a request may be as it is sent, in bytes: JSON has one limit, a file that of its
 * endpoint.
 */
export const bodyLimitOf = ({ upload, maxBodyBytes }: Pick<Endpoint, 'upload' | 'maxBodyBytes'>): number =>
  upload ? upload.maxBytes + formEnvelopeBytes : (maxBodyBytes ?? jsonBodyLimit);

/**
 * How long a compressed body may be when it is inflated, in bytes: as long as one that is not compressed, or
 * less.
 */
export const inflatedLimitOf = (endpoint: Pick<Endpoint, 'upload' | 'maxBodyBytes' | 'maxInflatedBytes'>): number =>
  endpoint.maxInflatedBytes ?? bodyLimitOf(endpoint);
