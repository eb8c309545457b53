import type { ApplicationShop } from '@platform/contracts';
import { findRow, randomBase62, sha256 } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { shops } from '../schema.ts';

export type ShopRow = typeof shops.$inferSelect;
type ShopView = z.input<typeof ApplicationShop>;

/** The associated data of a stored secret key: it binds the key to its shop. */
export const shopKeySealContext = (id: string): string => `shops:${id}:sealed_secret_key`;

/** The shop of an application as administrators see it; null is the shop of the installation. */
export const toShop = (row: ShopRow | null | undefined): ShopView => ({
  source: row ? 'application' : 'installation',
  shop_id: row?.shop_id ?? null,
  key_hint: row?.key_hint ?? null,
  is_test: row?.is_test ?? null,
  created_at: row?.created_at.toISOString() ?? null,
  updated_at: row?.updated_at.toISOString() ?? null,
});

/** A token of 190 random bits for a notification address, and what is stored of it. */
export function newWebhookToken(): { webhook_token: string; webhook_token_hash: string } {
  const webhook_token = `svc_whk_${randomBase62(32)}`;
  return { webhook_token, webhook_token_hash: sha256(webhook_token) };
}

/** The shop to which new payments of an application go; undefined for the shop of the installation. */
export async function findCurrentShop({ db }: Pick<App, 'db'>, application_id: string): Promise<ShopRow | undefined> {
  return findRow(db, shops, and(eq(shops.application_id, application_id), eq(shops.is_current, true)));
}

/** Id at the provider of a shop; null is the shop of the installation. */
export async function providerShopId(
  { db, settings }: Pick<App, 'db' | 'settings'>,
  id: string | null,
): Promise<string | null> {
  if (id === null) return settings.YOOKASSA_SHOP_ID;
  return (await findRow(db, shops, { id }))?.shop_id ?? null;
}
