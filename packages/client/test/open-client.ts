import { jest } from '@jest/globals';
import { type ClientOptions, createClient, type PlatformClient } from '../src/create-client.ts';
import { PlatformError } from '../src/platform-error.ts';
import { userToken } from './fake-platform.ts';

/** The application that the tests are clients of. */
export const identity = { baseUrl: 'https://api.example', applicationCode: 'notes', publicKey: 'svc_pub_1' };
/** Where the fake platform serves the paths of that application. */
export const base = '/v1/applications/notes';
export const entitlementsAddress = `GET ${base}/entitlements/me`;
export const keysAddress = 'GET /.well-known/jwks.json';

/** Longer than any work here takes on a busy machine: `ready` returns when its work is done. */
export const patientMs = 60_000;

/** A client of that application for the person `ada`, over a fake network. Nothing is read before `ready`. */
export const clientOf = (fetch: typeof globalThis.fetch, options: Partial<ClientOptions> = {}): PlatformClient =>
  createClient({ ...identity, getToken: () => userToken('ada'), fetch, ...options });

/**
 * The refusal of a call.
 * @throws Error when it succeeds, or fails in another way
 */
export async function failureOf(call: Promise<unknown>): Promise<PlatformError> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof PlatformError)) throw new Error(`no failure: ${String(outcome)}`);
  return outcome;
}

/** Takes the jitter from retries, so that they follow at once; `jest.restoreAllMocks` ends it. */
export const withoutJitter = () => jest.spyOn(Math, 'random').mockReturnValue(0);
