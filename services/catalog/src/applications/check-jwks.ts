import { AppError, errorText, invalidField, type SafeFetch } from '@platform/runtime';
import { importJWK, type JWK } from 'jose';
import { z } from 'zod';

/** Result of a fetch of an identity provider's keys. */
export interface KeyCheck {
  ok: true;
  key_count: number;
  algorithms: string[];
}

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/** Algorithms of a key without `alg`, as the gateway accepts them. */
const algorithmsOf: Record<string, string> = {
  RSA: 'RS256',
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
  Ed25519: 'EdDSA',
};
const accepted = /^([RP]S|ES)(256|384|512)$|^EdDSA$/;

/**
 * Reads the public keys of an identity provider as the gateway will read them. Only the fault is reported: an
 * answer that is no key set is not shown.
 * @throws AppError `validation_failed` naming `jwks_url` when it cannot be read or no key of it can verify a
 * token
 */
export async function checkJwks(safeFetch: SafeFetch, url: string): Promise<KeyCheck> {
  const keys = await readKeys(safeFetch, url);
  const usable = (await Promise.all(keys.map(algorithmOf))).filter((algorithm) => algorithm !== null);
  if (usable.length === 0) return invalidField('jwks_url', 'has no public key that can verify tokens');
  return { ok: true, key_count: usable.length, algorithms: [...new Set(usable)].sort() };
}

async function readKeys(safeFetch: SafeFetch, url: string): Promise<JWK[]> {
  try {
    const { status, body } = await safeFetch(url, {
      timeoutMs: 5_000,
      maxBytes: 262_144,
      headers: { accept: 'application/json' },
    });
    if (status !== 200) return invalidField('jwks_url', `answered with status ${status}`);
    const parsed = KeySet.safeParse(JSON.parse(body.toString()));
    return parsed.success ? (parsed.data.keys as JWK[]) : invalidField('jwks_url', 'is not a JSON Web Key Set');
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof SyntaxError) return invalidField('jwks_url', 'is not JSON');
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
  if (algorithm === undefined || !accepted.test(algorithm)) return null;
  try {
    await importJWK(key, algorithm);
    return algorithm;
  } catch {
    return null;
  }
}
