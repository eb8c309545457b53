import type { SocialChannel, social } from '@platform/contracts';
import type { Delivery, EndpointRequest } from '@platform/contracts/kit';
import { fail, findRow, secretEquals } from '@platform/runtime';
import { type AccountRow, openCredentials, openHooks } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { readRecipients, storeItems } from '../inbox/store-items.ts';
import { storeReactions } from '../metrics/store-reactions.ts';
import { accounts } from '../schema.ts';
import { isGenuine } from './is-genuine.ts';

type Receiver = Pick<App, 'db' | 'clock' | 'sealer' | 'channels' | 'settings' | 'personPseudonyms'>;
type Address = EndpointRequest<typeof social.endpoints.receiveSocialWebhook>['params'];
type Query = EndpointRequest<typeof social.endpoints.verifySocialWebhook>['query'];

/** What a channel wants to read behind each delivery. */
const received = 'ok';

/**
 * Answers Meta that the address is ours.
 * @returns the challenge
 * @throws AppError `webhook_refused`
 */
export async function verifyWebhook(app: Receiver, address: Address, query: Query): Promise<string> {
  const account = await requireHook(app, address);
  const { hook_secret } = openHooks(app, account);
  const isMeta = account.channel === 'instagram' || account.channel === 'threads';
  const isSecret = hook_secret !== null && secretEquals(query['hub.verify_token'] ?? '', hook_secret);
  const challenge = query['hub.challenge'];
  if (!isMeta || !isSecret || query['hub.mode'] !== 'subscribe' || challenge === undefined) fail('webhook_refused');
  return challenge;
}

/**
 * Takes the comments and messages of a delivery. One that comes again makes no second item.
 * @returns what the channel wants to read
 * @throws AppError `webhook_refused` for an address of no account, and for a delivery that its channel did
 * not sign
 */
export async function receiveWebhook(
  app: Receiver,
  address: Address,
  body: Record<string, unknown>,
  delivery: Delivery,
): Promise<string> {
  const account = await requireHook(app, address);
  if (account.channel === 'vk' && body.type === 'confirmation') return confirmVk(app, account, body);
  const { hook_secret } = openHooks(app, account);
  const secrets = { hook_secret, client_secret: clientSecret(app, account.channel) };
  if (!isGenuine(account.channel, delivery, body, secrets)) fail('webhook_refused');
  const { inbox } = app.channels[account.channel];
  // Meta uses one secret for the platform; VK uses a secret for each community.
  const isOwn = (destination_id: string | null) => account.channel !== 'vk' || destination_id === account.remote_id;
  const items = inbox.parse(body).filter(({ destination_id }) => isOwn(destination_id));
  const reactions = inbox.parseReactions?.(body) ?? [];
  if (items.length + reactions.length === 0) return received;
  const destination_ids = [...new Set([...items, ...reactions].flatMap(({ destination_id }) => destination_id ?? []))];
  await app.db.transaction(async (tx) => {
    const recipients = await readRecipients(tx, account, { updatesOf: inbox.updatesOf, destination_ids });
    await storeReactions(tx, recipients, reactions);
    await storeItems(app, tx, { recipients, items, now: app.clock.now() });
  });
  return received;
}

/**
 * VK asks for a text that the administrator of the community was shown; it sends the secret if it has one.
 */
function confirmVk(app: Receiver, account: AccountRow, { group_id, secret }: Record<string, unknown>): string {
  const { owner_id, confirmation_code } = openCredentials(app, account) ?? {};
  const { hook_secret } = openHooks(app, account);
  const isRight =
    secret === undefined || (typeof secret === 'string' && hook_secret !== null && secretEquals(secret, hook_secret));
  if (confirmation_code === undefined || owner_id !== `-${group_id}` || !isRight) return fail('webhook_refused');
  return confirmation_code;
}

/**
 * The live account of an address.
 * @throws `webhook_refused`
 */
async function requireHook({ db }: Receiver, { provider, hook_token }: Address): Promise<AccountRow> {
  const account = await findRow(db, accounts, { hook_token });
  return account && account.channel === provider && account.state !== 'archived' ? account : fail('webhook_refused');
}

function clientSecret({ settings }: Receiver, channel: SocialChannel): string | null {
  if (channel === 'instagram') return settings.SOCIAL_INSTAGRAM_CLIENT_SECRET ?? null;
  return channel === 'threads' ? (settings.SOCIAL_THREADS_CLIENT_SECRET ?? null) : null;
}
