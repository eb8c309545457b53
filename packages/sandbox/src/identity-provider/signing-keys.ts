import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calculateJwkThumbprint, type JWK } from 'jose';

/** Algorithms of the signing keys. */
export type SigningAlgorithm = 'RS256' | 'ES256';

/** One key pair. */
export type SigningKey = { alg: SigningAlgorithm; kid: string; privateKey: KeyObject; privateJwk: JWK; publicJwk: JWK };

/** The provider's secrets, newest keys first. */
export type ProviderSecrets = { keys: SigningKey[]; cookieKey: string; sharedSecret: string };

type StoredSecrets = { keys: JWK[]; cookieKey: string; sharedSecret: string };

async function fromPrivateJwk(jwk: JWK): Promise<SigningKey> {
  const alg: SigningAlgorithm = jwk.kty === 'EC' ? 'ES256' : 'RS256';
  const kid = await calculateJwkThumbprint(jwk);
  const { d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...publicPart } = jwk;
  const common = { kid, alg, use: 'sig' };
  return {
    alg,
    kid,
    privateKey: createPrivateKey({ key: { ...jwk }, format: 'jwk' }),
    privateJwk: { ...jwk, ...common },
    publicJwk: { ...publicPart, ...common },
  };
}

/** A new RS256 key and a new ES256 key. */
export async function generateSigningKeys(): Promise<SigningKey[]> {
  const pairs = [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ];
  return Promise.all(pairs.map(({ privateKey }) => fromPrivateJwk(privateKey.export({ format: 'jwk' }) as JWK)));
}

function secretsFile(dataDir: string): string {
  return join(dataDir, 'identity-provider.json');
}

/**
 * Loads the provider's secrets, or makes them.
 * @param dataDir folder of `identity-provider.json`; `undefined` makes new ones each time
 */
export async function loadSecrets(dataDir: string | undefined): Promise<ProviderSecrets> {
  if (dataDir !== undefined && existsSync(secretsFile(dataDir))) {
    const stored = JSON.parse(readFileSync(secretsFile(dataDir), 'utf8')) as StoredSecrets;
    return { ...stored, keys: await Promise.all(stored.keys.map(fromPrivateJwk)) };
  }
  const secrets: ProviderSecrets = {
    keys: await generateSigningKeys(),
    cookieKey: randomBytes(32).toString('base64url'),
    sharedSecret: randomBytes(32).toString('base64url'),
  };
  saveSecrets(dataDir, secrets);
  return secrets;
}

/**
 * Writes the secrets, readable by their owner only.
 * @param dataDir folder; nothing is written without one
 * @param secrets what to write
 */
export function saveSecrets(dataDir: string | undefined, secrets: ProviderSecrets): void {
  if (dataDir === undefined) return;
  mkdirSync(dataDir, { recursive: true });
  const stored: StoredSecrets = { ...secrets, keys: secrets.keys.map(({ privateJwk }) => privateJwk) };
  const draft = `${secretsFile(dataDir)}.new`;
  writeFileSync(draft, JSON.stringify(stored), { mode: 0o600 });
  renameSync(draft, secretsFile(dataDir));
}
