import type { JSONWebKeySet, JWK } from 'jose';
import { z } from 'zod';
import type { SafeFetch } from './safe-fetch.ts';

/** Longest key set of an identity provider that is read, in bytes. */
const maxBytes = 262_144;

/** An answer that is not a JSON Web Key Set. The message describes the answer and the expected address. */
export class NotAKeySetError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotAKeySetError';
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** A key of any kind: what is in it is checked by the library that uses it. */
const KeySet = z.looseObject({ keys: z.array(z.custom<JWK>(isObject)) });
const Discovery = z.looseObject({ jwks_uri: z.url({ protocol: /^https?$/ }).max(2_048) });
const Certificates = z.record(z.string(), z.string().startsWith('-----BEGIN CERTIFICATE-----'));

/** What the address of the keys of an identity provider answered. */
export type KeySetDocument =
  | { kind: 'key_set'; keySet: JSONWebKeySet; bytes: number }
  /** An OpenID Connect discovery document; the key set is at `jwksUri`. */
  | { kind: 'discovery'; jwksUri: string };

/**
 * Reads the document at the address of the keys of an identity provider.
 * @returns the key set, or where a discovery document says that it is
 * @throws SafeFetchError when the address is refused or lost, NotAKeySetError for another answer, which is
 * not shown
 */
export async function readKeySetDocument(
  safeFetch: SafeFetch,
  url: string,
  { timeoutMs }: { timeoutMs: number },
): Promise<KeySetDocument> {
  const { status, body } = await safeFetch(url, { timeoutMs, maxBytes, headers: { accept: 'application/json' } });
  if (status !== 200) throw new NotAKeySetError(`answered with status ${status}`);
  const value = parse(body);
  const keySet = KeySet.safeParse(value);
  if (keySet.success) return { kind: 'key_set', keySet: keySet.data, bytes: body.length };
  const discovery = Discovery.safeParse(value);
  if (discovery.success) return { kind: 'discovery', jwksUri: discovery.data.jwks_uri };
  if (Certificates.safeParse(value).success && Object.keys(value as object).length > 0)
    throw new NotAKeySetError(
      'is a map of certificates, not a JSON Web Key Set. Firebase has its key set at https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
    );
  throw new NotAKeySetError('is not a JSON Web Key Set');
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new NotAKeySetError('is not JSON');
  }
}
