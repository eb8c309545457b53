import { fail, findRow } from '@platform/runtime';
import type { App } from '../app.ts';
import type { PaymentProvider, ShopCredentials } from '../providers/payment-provider.ts';
import { AccessDenied } from '../providers/unwrap.ts';
import { shops } from '../schema.ts';
import { shopKeySealContext } from './shop.ts';

/** The provider, on behalf of one shop: of the row with this id, or of the installation for null. */
export type ProviderOf = (shop: string | null) => Promise<PaymentProvider>;

interface Opened {
  sealed_secret_key: string;
  provider: PaymentProvider;
}

/**
 * Opens shops by the rows of their applications. The row is read for each use, so a new key holds in every process
 * from its commit on.
 * @param installation the shop of the environment
 * @param open makes the client of a shop
 */
export function createProviderOf(
  { db, sealer, log }: Pick<App, 'db' | 'sealer' | 'log'>,
  installation: PaymentProvider,
  open: (credentials: ShopCredentials) => PaymentProvider,
): ProviderOf {
  const opened = new Map<string, Opened>();
  return async (id) => {
    if (id === null) return installation;
    const row = await findRow(db, shops, { id });
    if (!row) throw new Error(`there is no shop ${id}`);
    const { shop_id: shopId, sealed_secret_key } = row;
    const present = opened.get(id);
    if (present?.sealed_secret_key === sealed_secret_key) return present.provider;
    let secretKey: string;
    try {
      secretKey = sealer.open(sealed_secret_key, shopKeySealContext(id)).toString();
    } catch (error) {
      log.error({ err: error, application_id: row.application_id }, 'the secret key of a shop cannot be decrypted');
      return fail('service_unavailable', { cause: new AccessDenied('the secret key of the shop cannot be decrypted') });
    }
    const provider = open({ shopId, secretKey });
    opened.set(id, { sealed_secret_key, provider });
    return provider;
  };
}
