import type { Ed25519Verify } from './snapshot.ts';

interface Subtle {
  importKey(
    ...keyImport: [format: 'raw', key: Uint8Array, algorithm: string, isExtractable: boolean, usages: string[]]
  ): Promise<unknown>;
  verify(algorithm: string, key: unknown, signature: Uint8Array, message: Uint8Array): Promise<boolean>;
}

/** Ed25519 of WebCrypto. Undefined where a device has none: pages without TLS, Hermes, older browsers. */
export const webCryptoVerify: Ed25519Verify = async (publicKey, signature, message) => {
  const { crypto } = globalThis as unknown as { crypto?: { subtle?: Subtle } };
  if (!crypto?.subtle) return undefined;
  let key: unknown;
  try {
    key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  } catch {
    return undefined;
  }
  return crypto.subtle.verify('Ed25519', key, signature, message);
};
