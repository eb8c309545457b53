import { hkdfSync } from 'node:crypto';
import { createSealer, type Sealer, sha256 } from '../crypto.ts';

const keyBytes = 32;
const idCharacters = 8;

/** HKDF-SHA256 (RFC 5869) of a context key. The id follows from the key, so that both sides know it. */
function deriveKey(contextKey: string): string {
  const key = Buffer.from(
    hkdfSync('sha256', Buffer.from(contextKey, 'base64url'), '', 'platform-answer-to-gateway', keyBytes),
  );
  return `${sha256(key).slice(0, idCharacters)}:${key.toString('base64')}`;
}

/**
 * Seals secrets in the answers of one service to the gateway, so that neither the bus nor the store of the
 * gateways has them readable. The keys are derived from the context keys of the service, which the gateway
 * derives itself: it holds no key of what the service stores.
 * @param contextKeys context keys of the service, one for each secret; the first seals, all open
 * @throws Error without a key
 */
export const createGatewaySealer = (contextKeys: readonly string[]): Sealer => createSealer(contextKeys.map(deriveKey));
