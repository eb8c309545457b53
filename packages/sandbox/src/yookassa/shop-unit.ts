import type { IncomingMessage, ServerResponse } from 'node:http';
import { createApi } from './api.ts';
import type { FaultState } from './faults.ts';
import type { Journal } from './journal.ts';
import type { SandboxShop } from './sandbox-interface.ts';
import { createShop, type Shop } from './shop.ts';
import { openStore, type Store } from './store.ts';
import { createWebhookSender, type WebhookSender } from './webhooks.ts';

/** One shop of the provider with its own payments, idempotence keys and events. */
export type ShopUnit = {
  /** Its secret and notification address now. */
  credentials: Required<SandboxShop>;
  store: Store;
  shop: Shop;
  webhooks: WebhookSender;
  api(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void>;
};

/** What the shops of one provider share. */
export type ProviderParts = {
  publicUrl: string;
  retryDelaysMs: readonly number[];
  receiptRequired: boolean;
  faults: FaultState;
  journal: Journal;
  now: () => Date;
  stopping: AbortSignal;
  log: (line: string) => void;
};

/** Opens a shop. @param dataDir folder of its store; `undefined` holds everything in memory */
export function openShopUnit(
  { shopId, secretKey, webhookUrl = null }: SandboxShop,
  dataDir: string | undefined,
  parts: ProviderParts,
): ShopUnit {
  const { publicUrl, retryDelaysMs, receiptRequired, faults, journal, now, stopping, log } = parts;
  const credentials = { shopId, secretKey, webhookUrl };
  const store = openStore(dataDir, now());
  const webhooks = createWebhookSender({ url: () => credentials.webhookUrl, retryDelaysMs, store, faults, now, log });
  const shop = createShop({ shopId, publicUrl, store, webhooks, faults, now });
  const api = createApi({
    shopId,
    secretKey: () => credentials.secretKey,
    receiptRequired,
    store,
    shop,
    webhooks,
    faults,
    journal,
    now,
    stopping,
  });
  return { credentials, store, shop, webhooks, api };
}

/** The name in a Basic authorization; undefined without one. */
export function shopIdOf({ headers }: IncomingMessage): string | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString().split(':')[0];
}
