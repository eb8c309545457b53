import { contractClient, platform as contracts, type Reply } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { channelTitles, type DemoChannels, demoChannelCredentials } from './demo-channels.ts';

/** Code of the demo brand: the `utm_campaign` of its links. */
export const demoBrandCode = 'demo-notes';

/** The demo brand and the account of each channel, by channel. */
export interface SeededSocial {
  brand_id: string;
  accounts: Record<string, string>;
}

type Social = ReturnType<typeof contractClient<typeof contracts.social.endpoints>>;

export interface SocialSeedOptions {
  baseUrl: string;
  /** Credential of an administrator. */
  headers: Record<string, string>;
  application_id: string;
}

/**
 * Makes the demo brand with an account on each emulated channel, verified there, and an active strategy. What
 * is there stays as it is, so that a half-finished seed continues where it stopped.
 * @returns null where an administrator archived the brand
 * @throws Error when the platform refuses a step or does not answer
 */
export async function seedSocial({
  baseUrl,
  headers,
  application_id,
}: SocialSeedOptions): Promise<SeededSocial | null> {
  const social: Social = contractClient(contracts.social.endpoints, { baseUrl, headers });
  const cms = contractClient(contracts.cms.endpoints, { baseUrl, headers });
  const [site] = expectOk(await cms.listSites({ query: { application_id, status: 'active', limit: 1 } }));
  const site_id = site?.id ?? null;
  const ofCode = ({ code }: { code: string }) => code === demoBrandCode;
  const present = expectOk(await social.listSocialBrands({ query: { limit: 200 } })).find(ofCode);
  const archived = { query: { archived: 'true' as const, limit: 200 } };
  if (!present && expectOk(await social.listSocialBrands(archived)).some(ofCode)) return null;
  const body = { code: demoBrandCode, name: 'Demo Notes', timezone: 'Europe/Moscow', application_id, site_id };
  const brand_id = present?.id ?? expectOk(await social.createSocialBrand({ body, headers: once() })).id;

  const params = { brand_id };
  const knownAccounts = expectOk(await social.listSocialAccounts({ params, query: { limit: 200 } }));
  const accounts: Record<string, string> = {};
  for (const channel of Object.keys(demoChannelCredentials) as (keyof DemoChannels)[]) {
    const account =
      knownAccounts.find((one) => one.channel === channel) ??
      expectOk(
        await social.createSocialAccount({ params, body: { channel, name: channelTitles[channel] }, headers: once() }),
      );
    accounts[channel] = account.id;
    if (account.state !== 'unverified') continue;
    const at = { params: { account_id: account.id } };
    if (account.credentials === null)
      expectOk(await social.putSocialCredentials({ ...at, body: demoChannelCredentials[channel] }));
    const verified = await social.verifySocialAccount(at);
    // A channel that the caller configured may be out of reach: the start goes on without it.
    if (verified.error !== 'provider_error') expectOk(verified);
  }
  await seedStrategy(social, brand_id);
  return { brand_id, accounts };
}

/** Activates a strategy, so that the demo brand can be planned. A brand with a strategy keeps it. */
async function seedStrategy(social: Social, brand_id: string): Promise<void> {
  const params = { brand_id };
  if (expectOk(await social.listSocialStrategies({ params, query: { limit: 1 } })).length > 0) return;
  expectOk(await social.putSocialDiscovery({ params, body: demoDiscovery }));
  const { version } = expectOk(await social.generateSocialStrategy({ params, body: { use_ai: false } }));
  expectOk(await social.activateSocialStrategy({ params, body: { version } }));
}

const demoDiscovery = {
  product: 'Demo Notes хранит заметки и синхронизирует их на всех устройствах, в том числе без сети.',
  audience: ['Студенты', 'Авторы', 'Небольшие команды'],
  goals: ['registrations' as const, 'traffic' as const],
  offers: ['Месяц и год со всеми функциями, есть бесплатный тариф'],
  competitors: [],
  proofs: [],
  taboos: ['Не сравнивать с другими продуктами по именам'],
  faq: [
    {
      question: 'Заметки есть без сети?',
      answer: 'Да, они хранятся на устройстве и синхронизируются позже.',
      url: null,
    },
  ],
};

const once = () => ({ 'idempotency-key': newId() });

function expectOk<T>(reply: Reply<T>): T {
  if (reply.status >= 400)
    throw new Error(`the demo brand could not be written: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.data;
}
