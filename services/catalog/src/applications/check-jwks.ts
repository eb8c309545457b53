import { publicKeyAlgorithms } from '@platform/contracts';
import { errorText, invalidField, NotAKeySetError, readKeySetDocument, type SafeFetch } from '@platform/runtime';
import { importJWK, type JWK } from 'jose';

/** Result of a fetch of an identity provider's keys. */
export interface KeyCheck {
  ok: true;
  key_count: number;
  algorithms: string[];
}

/** The keys that were found, and where: a discovery document leads to another address. */
export interface CheckedKeys {
  jwks_url: string;
  check: KeyCheck;
}

/** Algorithms of a key without `alg`, as the gateway accepts them. */
const algorithmsOf: Record<string, string> = {
  RSA: 'RS256',
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
  Ed25519: 'EdDSA',
};
const timeoutMs = 5_000;

/**
 * Reads the public keys of an identity provider as the gateway will read them. Only the fault is reported: an
 * answer that is no key set is not shown.
 * @param url of the key set, or of the discovery document that names it
 * @param options.mayBeEmpty a shared secret stands beside the keys, so that the set may have none yet
 * @throws AppError `validation_failed` naming `jwks_url` when it cannot be read or no key of it can verify a
 * token
 */
export async function checkJwks(
  safeFetch: SafeFetch,
  url: string,
  { mayBeEmpty }: { mayBeEmpty: boolean },
): Promise<CheckedKeys> {
  const { jwks_url, keys } = await findKeys(safeFetch, url);
  const usable = (await Promise.all(keys.map(algorithmOf))).filter((algorithm) => algorithm !== null);
  if (keys.length === 0 && !mayBeEmpty)
    return invalidField(
      'jwks_url',
      'is an empty key set: such a provider signs with a shared secret. Set hs256_secret, or create signing keys at the provider',
    );
  if (usable.length === 0 && keys.length > 0)
    return invalidField(
      'jwks_url',
      'has no public key that can verify tokens: compare the address with the settings of the provider',
    );
  return { jwks_url, check: { ok: true, key_count: usable.length, algorithms: [...new Set(usable)].sort() } };
}

async function findKeys(safeFetch: SafeFetch, url: string): Promise<{ jwks_url: string; keys: JWK[] }> {
  try {
    const document = await readKeySetDocument(safeFetch, url, { timeoutMs });
    if (document.kind === 'key_set') return { jwks_url: url, keys: document.keySet.keys };
    const keySetDocument = await readKeySetDocument(safeFetch, document.jwksUri, { timeoutMs });
    if (keySetDocument.kind === 'key_set') return { jwks_url: document.jwksUri, keys: keySetDocument.keySet.keys };
    throw new NotAKeySetError('is a discovery document whose jwks_uri is another discovery document');
  } catch (error) {
    if (error instanceof NotAKeySetError) return invalidField('jwks_url', error.message);
    return invalidField('jwks_url', `could not be read: ${errorText(error)}`);
  }
}

/**
 * The algorithm whose signatures this key verifies; null for a key that is secret, private, broken or for
 * something else.
 */
async function algorithmOf(key: JWK): Promise<string | null> {
  if (key.kty === 'oct' || key.d !== undefined) return null;
  if ((key.use ?? 'sig') !== 'sig' || key.key_ops?.includes('verify') === false) return null;
  const algorithm = key.alg ?? algorithmsOf[key.crv ?? key.kty ?? ''];
  if (algorithm === undefined || !publicKeyAlgorithms.includes(algorithm)) return null;
  try {
    await importJWK(key, algorithm);
    return algorithm;
  } catch {
    return null;
  }
}
