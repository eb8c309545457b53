import { publicKeyAlgorithms, type ResolvedApplication, type ResolvedIdentityProvider } from '@platform/contracts';
import type { Sealer } from '@platform/runtime';
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import type { KeySets } from './key-sets.ts';
import { audienceFault, claimFault, clockToleranceSeconds, issuersOf, subjectFault } from './token-claims.ts';
import { shown, TokenRefusedError } from './token-fault.ts';

/**
 * The only verification of user tokens. Every request uses it, and so does the check of a token by an
 * administrator.
 * @returns the claims, whose `sub` names a person
 * @throws TokenRefusedError with the first check that failed, KeysLostError while the keys cannot be read
 */
export type VerifyToken = (application: ResolvedApplication, token: string) => Promise<JWTPayload>;

/** Longer tokens are refused before any other check; a request head may have 24 KiB. */
const maxTokenLength = 16_384;

/** A token of an identity provider (RFC 7519) has three parts; a session token of the platform has one. */
export const isJwt = (token: string): boolean => token.split('.', 4).length === 3;
const isTooLong = (token: string): boolean => token.length > maxTokenLength;

/**
 * Asserts that a text has the format of a token of an identity provider.
 * @throws TokenRefusedError
 */
export function assertFormat(token: string): void {
  if (isTooLong(token))
    throw new TokenRefusedError({
      check: 'format',
      expected: `at most ${maxTokenLength} characters`,
      found: `${token.length} characters`,
    });
  if (!isJwt(token)) throw malformed(`${token.split('.').length} part(s)`);
}

/**
 * @param dependencies.sealer opens the shared secret of a provider, as the catalog seals it for the gateway
 */
export function createTokenVerifier({ keySets, sealer }: { keySets: KeySets; sealer: Sealer }): VerifyToken {
  /** The key for an algorithm. A shared secret and public keys never verify the same algorithm. */
  const keyFor = (application: ResolvedApplication, provider: ResolvedIdentityProvider, alg: unknown) => {
    const { jwks_url, sealed_hs256_secret } = provider;
    if (alg === 'HS256' && sealed_hs256_secret !== null)
      return new Uint8Array(sealer.open(sealed_hs256_secret, `identity_provider:${application.id}`));
    if (jwks_url !== null && publicKeyAlgorithms.includes(String(alg)))
      return keySets.at(jwks_url, provider.saved_at === null ? 0 : Date.parse(provider.saved_at));
    const accepted = [
      ...(jwks_url === null ? [] : publicKeyAlgorithms),
      ...(sealed_hs256_secret === null ? [] : ['HS256']),
    ];
    throw new TokenRefusedError({
      check: 'algorithm',
      expected: `alg is one of ${accepted.join(', ')}`,
      found: `alg: ${shown(alg)}`,
    });
  };

  const signedClaims = async (
    application: ResolvedApplication,
    provider: ResolvedIdentityProvider,
    token: string,
  ): Promise<JWTPayload> => {
    const { alg, kid } = headerOf(token);
    const key = keyFor(application, provider, alg);
    const options = {
      issuer: issuersOf(provider),
      algorithms: [String(alg)],
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['exp', 'sub'],
    };
    const verify = async (): Promise<JWTPayload> =>
      (typeof key === 'function' ? await jwtVerify(token, key, options) : await jwtVerify(token, key, options)).payload;
    const url = typeof key === 'function' ? provider.jwks_url : null;
    const tried = url === null ? null : keySets.revisionAt(url);
    try {
      return await verify().catch(async (error: unknown) => {
        if (url === null || !(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
        if (!(await keySets.renew(url, tried))) throw error;
        return verify();
      });
    } catch (cause) {
      const isExpired = cause instanceof errors.JWTExpired;
      if (isExpired || cause instanceof errors.JWTClaimValidationFailed) {
        // For a token of another application, the reported fault is the audience, even if the token has
        // expired too.
        const isTime = isExpired || cause.claim === 'nbf';
        const stranger = isTime ? audienceFault(cause.payload, provider) : null;
        const fault = stranger ?? claimFault(cause, provider);
        throw new TokenRefusedError(fault, { isExpired: isExpired && stranger === null, cause });
      }
      if (isKeyFault(cause)) throw keyRefused(provider, kid, alg, cause);
      if (isTokenFault(cause)) throw malformed('a part that cannot be read', cause);
      // Web Crypto and jose throw these for a key that is too short or of another algorithm.
      if (cause instanceof TypeError || cause instanceof DOMException)
        throw new TokenRefusedError(
          { check: 'key', expected: `a key that ${shown(alg)} can use`, found: cause.message },
          { cause },
        );
      throw cause;
    }
  };

  const keyRefused = (provider: ResolvedIdentityProvider, kid: unknown, alg: unknown, cause: unknown) => {
    const url = alg === 'HS256' ? null : provider.jwks_url;
    if (url === null)
      return new TokenRefusedError(
        { check: 'key', expected: 'a signature with hs256_secret', found: 'a signature with another secret' },
        { cause },
      );
    const ids = keySets.idsAt(url) ?? [];
    const expected =
      ids.length === 0
        ? `a key of ${url}, which is an empty key set: such a provider signs with a shared secret`
        : `a key of ${url}, which has ${shown(ids.join(', '))}`;
    const actual =
      cause instanceof errors.JWSSignatureVerificationFailed ? 'a signature by another key' : `no such key`;
    return new TokenRefusedError({ check: 'key', expected, found: `kid: ${shown(kid)}; ${actual}` }, { cause });
  };

  return async (application, token) => {
    const provider = application.identity_provider;
    if (!provider)
      throw new TokenRefusedError({
        check: 'provider',
        expected: 'an identity provider of the application',
        found: 'none is set',
      });
    assertFormat(token);
    const payload = await signedClaims(application, provider, token);
    const fault = audienceFault(payload, provider) ?? subjectFault(payload);
    if (fault) throw new TokenRefusedError(fault);
    return payload;
  };
}

function headerOf(token: string): { alg?: unknown; kid?: unknown } {
  try {
    return decodeProtectedHeader(token);
  } catch (cause) {
    throw malformed('a header that is not JSON', cause);
  }
}

const malformed = (found: string, cause?: unknown) =>
  new TokenRefusedError(
    { check: 'format', expected: 'a signed JWT: three parts in base64url with dots between', found },
    { cause },
  );

const isKeyFault = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JWSSignatureVerificationFailed;

/** Failures that the token itself causes. The provider causes all others. */
const isTokenFault = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== 'ERR_JOSE_GENERIC';
