import type { OauthChannel } from '@platform/contracts';
import { z } from 'zod';
import type { Channel, IssuedToken, Verified } from './channel.ts';
import { ChannelError, type ChannelErrorKind, cleanMessage } from './channel-error.ts';
import { channelFacts, credentialFields } from './channel-facts.ts';
import type { ChannelCall, ChannelHttp, ChannelReply } from './channel-http.ts';
import type { Credentials } from './credentials.ts';

const Failure = z.object({
  error: z.object({
    message: z.string().default(''),
    code: z.number().default(0),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().default(false),
  }),
});
const throttled = [4, 17, 32, 341, 613, 80002];
/** Meta fetches the image again, or failed for a moment. */
const passing = [2207003, 2207052, 2207082];
/** The container expired or failed: another one has to be made. */
const lostContainers = [2207020, 2207032];
const number = z.union([z.number(), z.string()]).transform(String);

function kindOf(code: number, subcode: number | undefined, isTransient: boolean): ChannelErrorKind {
  if (subcode === 2207051) return 'blocked';
  if (subcode === 2207042) return 'quota';
  if (lostContainers.includes(subcode ?? 0)) return 'media';
  if (code === 9007 || code === 24 || subcode === 4279009) return 'not_ready';
  if (throttled.includes(code)) return 'throttled';
  if (code === 190 || code === 10 || (code >= 200 && code < 300)) return 'auth';
  if (code === 1 || code === 2 || isTransient || passing.includes(subcode ?? 0)) return 'server';
  return 'content';
}

/**
 * Reads an answer of the Graph API (https://developers.facebook.com/docs/graph-api/guides/error-handling).
 * @throws ChannelError
 */
export function readMeta<S extends z.ZodType>(
  schema: S,
  { status, json, retryAfterMs }: ChannelReply,
  token: string,
): z.output<S> {
  const failure = Failure.safeParse(json).data;
  if (failure) {
    const { code, error_subcode, message, is_transient } = failure.error;
    const name = error_subcode === undefined ? String(code) : `${code}/${error_subcode}`;
    throw new ChannelError(kindOf(code, error_subcode, is_transient), name, cleanMessage(message, [token]), {
      retryAfterMs,
    });
  }
  const result = schema.safeParse(json);
  if (status === 200 && result.success) return result.data;
  if (status === 200)
    throw new ChannelError('no_answer', 'unexpected', 'Meta returned an answer that its API does not describe');
  // An answer that is none of the API says nothing of what became of the call.
  throw new ChannelError('server', String(status), `Meta answered ${status}`);
}

/** What differs between Instagram (with the Instagram login) and Threads. */
export const metaNetworks = {
  instagram: {
    version: '/v21.0',
    me: 'user_id,username,followers_count',
    quota: 'content_publishing_limit',
    exchange: 'ig_exchange_token',
    refresh: 'ig_refresh_token',
    scopes: ['instagram_business_basic', 'instagram_business_content_publish', 'instagram_business_manage_insights'],
    profile: (username: string) => `https://www.instagram.com/${username}/`,
  },
  threads: {
    version: '/v1.0',
    me: 'id,username',
    quota: 'threads_publishing_limit',
    exchange: 'th_exchange_token',
    refresh: 'th_refresh_token',
    scopes: ['threads_basic', 'threads_content_publish', 'threads_manage_insights'],
    profile: (username: string) => `https://www.threads.net/@${username}`,
  },
} as const;

const Me = z.object({
  id: number.optional(),
  user_id: number.optional(),
  username: z.string().default(''),
  followers_count: z.number().optional(),
});
const Quota = z.object({
  data: z.array(z.object({ quota_usage: z.number(), config: z.object({ quota_total: z.number() }).optional() })),
});
const LongToken = z.object({ access_token: z.string().min(1).max(4_096), expires_in: z.number().positive() });

/** A network of Meta, and the calls of its OAuth that go to the API. */
export interface MetaChannel extends Channel {
  /** The profile of a token. @throws ChannelError */
  readProfile(access_token: string): Promise<{ user_id: string; username: string; followers: number | null }>;
  /** Exchanges a token of an hour for one of sixty days. @throws ChannelError */
  exchangeToken(access_token: string, client_secret: string): Promise<IssuedToken>;
}

/** Instagram and Threads. */
export function metaChannel(network: OauthChannel, http: ChannelHttp): MetaChannel {
  const networkFacts = metaNetworks[network];
  const ask = async <S extends z.ZodType>(access_token: string, schema: S, call: ChannelCall): Promise<z.output<S>> => {
    const headers = { authorization: `Bearer ${access_token}` };
    return readMeta(schema, await http.call({ method: 'GET', ...call, headers }), access_token);
  };
  const readProfile: MetaChannel['readProfile'] = async (access_token) => {
    const me = await ask(access_token, Me, { path: `${networkFacts.version}/me`, query: { fields: networkFacts.me } });
    const user_id = me.user_id ?? me.id;
    if (user_id === undefined) throw new ChannelError('no_answer', 'unexpected', 'Meta returned no profile');
    return { user_id, username: me.username, followers: me.followers_count ?? null };
  };
  const askForToken = async (access_token: string, path: string, query: Record<string, string>): Promise<IssuedToken> =>
    // The token is a parameter here, as the documents of Meta have it.
    readMeta(LongToken, await http.call({ method: 'GET', path, query: { ...query, access_token } }), access_token);

  const verify = async ({ access_token = '', user_id = '' }: Credentials): Promise<Verified> => {
    const profile = await readProfile(access_token);
    if (profile.user_id !== user_id) throw new ChannelError('auth', 'profile', 'the token belongs to another profile');
    // Only a token with the right to publish reads the quota.
    await ask(access_token, Quota, {
      path: `${networkFacts.version}/${user_id}/${networkFacts.quota}`,
      query: { fields: 'quota_usage,config' },
    });
    return {
      remote: { id: user_id, title: profile.username, url: networkFacts.profile(profile.username), is_group: false },
      abilities: { photos: true, reads_posts: true, edits: false, deletes: network === 'threads' },
      members: profile.followers,
    };
  };

  return {
    facts: channelFacts[network],
    destinationField: 'user_id',
    secretFields: ['access_token'],
    ...credentialFields(channelFacts[network]),
    verify,
    refresh: (access_token) => askForToken(access_token, '/refresh_access_token', { grant_type: networkFacts.refresh }),
    readProfile,
    exchangeToken: (access_token, client_secret) =>
      askForToken(access_token, '/access_token', { grant_type: networkFacts.exchange, client_secret }),
    close: () => http.close(),
  };
}
