import { createLocalJWKSet, errors, type JWK, jwtVerify } from 'jose';
import type { App } from '../app.ts';
import type { consent_chain_heads } from '../schema.ts';

/** Content of a signed head: the state of the chain of an owner on a day. */
export type HeadStatement = Pick<
  typeof consent_chain_heads.$inferSelect,
  'owner_type' | 'owner_id' | 'day' | 'seq' | 'head_hash'
>;

const kind = 'consent.chain_head';

/** The statement as a compact JWS of our evidence key. */
export const signHead = (
  { evidence, config }: Pick<App, 'evidence' | 'config'>,
  { owner_type, owner_id, day, seq, head_hash }: HeadStatement,
  at: Date,
): Promise<string> =>
  evidence.sign({
    iss: config.PUBLIC_API_URL,
    iat: Math.floor(at.getTime() / 1000),
    kind,
    owner_type,
    owner_id,
    day,
    seq,
    head_hash,
  });

/**
 * `unknown_key`: signed with a key that was taken out of the configuration, so nothing can be said about it
 * here.
 */
export type HeadTrust = 'holds' | 'broken' | 'unknown_key';

/**
 * Makes the check whether a stored head says what its token says, and the token is of one of `keys`. The
 * address of the platform (`iss`) may change over the years and does not matter.
 */
export function headChecker(keys: JWK[]): (head: HeadStatement & { token: string }) => Promise<HeadTrust> {
  const keySet = createLocalJWKSet({ keys });
  return async ({ token, ...stored }) => {
    try {
      const { payload } = await jwtVerify(token, keySet, { algorithms: ['EdDSA'] });
      return payload.kind === kind &&
        payload.owner_type === stored.owner_type &&
        payload.owner_id === stored.owner_id &&
        payload.day === stored.day &&
        payload.seq === stored.seq &&
        payload.head_hash === stored.head_hash
        ? 'holds'
        : 'broken';
    } catch (error) {
      return error instanceof errors.JWKSNoMatchingKey ? 'unknown_key' : 'broken';
    }
  };
}
