import type { RequestListener } from 'node:http';
import { listen } from '@platform/runtime';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

/** An identity provider on this machine: its keys, and tokens that are signed with them. */
export interface Issuer {
  jwksUrl: string;
  /** Address of a discovery document that names the key set. */
  discoveryUrl: string;
  /** A token with these claims; `undefined` leaves one out. It is an hour old at the most. */
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>;
  /** The same token by a key that is not in the set, under the id of one that is. */
  forge(claims: JWTPayload): Promise<string>;
  stop(): Promise<void>;
}

export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

/**
 * Starts an identity provider with one key.
 * @param algorithm of its tokens
 * @param port a free one by default
 */
export async function startIssuer(algorithm: string, port = 0): Promise<Issuer> {
  const kid = `key-${algorithm}`;
  const [own, foreign] = [await generateKeyPair(algorithm), await generateKeyPair(algorithm)];
  const keys: JWK[] = [{ ...(await exportJWK(own.publicKey)), kid, alg: algorithm, use: 'sig' }];
  let address = '';
  const answer: RequestListener = (req, res) => {
    const isDiscovery = req.url === '/.well-known/openid-configuration';
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify(isDiscovery ? { issuer: address, jwks_uri: `${address}/jwks.json` } : { keys }));
  };
  const server = await listen(answer, { port, host: '127.0.0.1' });
  address = `http://127.0.0.1:${server.port}`;
  const signWith = (key: CryptoKey, claims: JWTPayload, header: Record<string, unknown>) =>
    new SignJWT({ iat: inSeconds(0), exp: inSeconds(3_600), ...claims })
      .setProtectedHeader({ alg: algorithm, kid, ...header })
      .sign(key);
  return {
    jwksUrl: `${address}/jwks.json`,
    discoveryUrl: `${address}/.well-known/openid-configuration`,
    sign: (claims, header = {}) => signWith(own.privateKey, claims, header),
    forge: (claims) => signWith(foreign.privateKey, claims, {}),
    stop: () => server.close(0),
  };
}
