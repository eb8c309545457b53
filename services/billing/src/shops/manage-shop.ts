import { type billing, catalog } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { fail, isUniqueViolation, newId, requireFound, requireOpen, type Tx } from '@platform/runtime';
import { and, eq, ne } from 'drizzle-orm';
import type { App } from '../app.ts';
import { unwrap } from '../providers/unwrap.ts';
import { shops } from '../schema.ts';
import { findCurrentShop, newWebhookToken, type ShopRow, shopKeySealContext, toShop } from './shop.ts';

type Body = EndpointRequest<typeof billing.endpoints.setApplicationShop>['body'];

const requireApplication = async ({ ask }: Pick<App, 'ask'>, application_id: string) =>
  requireFound(await ask(catalog.queries.getApplicationFacts, { application_id }), 'application');

/** @throws AppError `application_not_found` */
export async function getApplicationShop(app: Pick<App, 'db' | 'ask'>, application_id: string) {
  await requireApplication(app, application_id);
  return toShop(await findCurrentShop(app, application_id));
}

/**
 * Sets the shop to which new payments of an application go, after the provider has accepted its key. A shop that the
 * application had before is the same row again, with its notification address. The same call again changes nothing.
 * @throws AppError `application_not_found`; `shop_refused` where the provider does not accept the shop;
 * `service_unavailable` where it does not answer; `conflict` when another call sets a shop at the same time, or the application is archived
 */
export async function setApplicationShop(app: App, application_id: string, body: Body) {
  requireOpen(await requireApplication(app, application_id));
  const is_test = await checkShop(app, body);
  const token = newWebhookToken();
  const set = await app.db
    .transaction(async (tx) => {
      const rows = await tx.select().from(shops).where(eq(shops.application_id, application_id)).for('update');
      const current = rows.find((row) => row.is_current);
      const present = rows.find(({ shop_id }) => shop_id === body.shop_id);
      await tx
        .update(shops)
        .set({ is_current: false })
        .where(
          and(eq(shops.application_id, application_id), eq(shops.is_current, true), ne(shops.shop_id, body.shop_id)),
        );
      const isNewToken = !present || body.rotate_webhook_token;
      const row = present
        ? await changeShop(app, tx, present, { body, is_test, token })
        : await insertShop(app, tx, { application_id, body, is_test, token });
      const isNewKey = present?.sealed_secret_key !== row.sealed_secret_key;
      const secrets = [...(isNewKey ? ['secret_key'] : []), ...(isNewToken ? ['webhook_token'] : [])];
      await app.audit.record(tx, { before: toShop(current), after: toShop(row), secrets });
      return { shop: toShop(row), isNewToken };
    })
    .catch((error) =>
      isUniqueViolation(error, 'shops_current') || isUniqueViolation(error, 'shops_of_application')
        ? fail('conflict', { message: 'Another call sets the shop of this application. Read the shop, and try again.' })
        : Promise.reject(error),
    );
  const base = app.config.PUBLIC_API_URL.replace(/\/$/, '');
  const webhook_url = set.isNewToken ? `${base}/v1/webhooks/yookassa?token=${token.webhook_token}` : null;
  return { ...set.shop, webhook_url };
}

interface CheckedShop {
  body: Body;
  is_test: boolean;
  token: ReturnType<typeof newWebhookToken>;
}

async function insertShop(
  app: Pick<App, 'clock' | 'sealer'>,
  tx: Tx,
  { application_id, body, is_test, token }: CheckedShop & { application_id: string },
): Promise<ShopRow> {
  const id = newId();
  const now = app.clock.now();
  const row: ShopRow = {
    id,
    application_id,
    shop_id: body.shop_id,
    sealed_secret_key: app.sealer.seal(body.secret_key, shopKeySealContext(id)),
    key_hint: body.secret_key.slice(-4),
    is_test,
    webhook_token_hash: token.webhook_token_hash,
    is_current: true,
    created_at: now,
    updated_at: now,
  };
  await tx.insert(shops).values(row);
  return row;
}

/** The row with the new key, and current again; unchanged where nothing is new. */
async function changeShop(
  app: Pick<App, 'clock' | 'sealer'>,
  tx: Tx,
  present: ShopRow,
  { body, is_test, token }: CheckedShop,
): Promise<ShopRow> {
  const context = shopKeySealContext(present.id);
  const isSameKey = opensTo(app, present, body.secret_key);
  const isUnchanged = isSameKey && present.is_current && present.is_test === is_test && !body.rotate_webhook_token;
  if (isUnchanged) return present;
  const row: ShopRow = {
    ...present,
    sealed_secret_key: isSameKey ? present.sealed_secret_key : app.sealer.seal(body.secret_key, context),
    key_hint: body.secret_key.slice(-4),
    is_test,
    webhook_token_hash: body.rotate_webhook_token ? token.webhook_token_hash : present.webhook_token_hash,
    is_current: true,
    updated_at: app.clock.now(),
  };
  await tx.update(shops).set(row).where(eq(shops.id, present.id));
  return row;
}

/** Whether the stored key is this one. A key that does not open is replaced. */
function opensTo({ sealer }: Pick<App, 'sealer'>, { id, sealed_secret_key }: ShopRow, secretKey: string): boolean {
  try {
    return sealer.open(sealed_secret_key, shopKeySealContext(id)).toString() === secretKey;
  } catch {
    return false;
  }
}

/**
 * Asks the provider whether id and key belong together.
 * @returns whether it is a test shop
 * @throws AppError `shop_refused`; `service_unavailable` without an answer
 */
async function checkShop(app: Pick<App, 'openShop' | 'settings'>, { shop_id, secret_key }: Body): Promise<boolean> {
  const result = await app.openShop({ shopId: shop_id, secretKey: secret_key }).getShop();
  if (result.kind === 'unknown')
    return fail('service_unavailable', {
      message: 'The payment provider did not answer, and nothing was changed. Send the same call again.',
      retryAfterSeconds: 5,
    });
  if (result.kind === 'denied' || result.kind === 'refused' || result.kind === 'not_found')
    return fail('shop_refused', { message: 'The payment provider refuses this shop id with this secret key.' });
  const shop = unwrap(result);
  if (shop.id !== shop_id)
    return fail('shop_refused', { message: `The secret key belongs to shop ${shop.id}, not to ${shop_id}.` });
  if (!shop.is_enabled)
    return fail('shop_refused', { message: 'The shop is disabled at the payment provider. Enable it there first.' });
  if (shop.is_test && app.settings.YOOKASSA_TEST_PAYMENTS === 'refuse')
    return fail('shop_refused', {
      message: 'This is a test shop, and this installation refuses test payments. Use the key of the real shop.',
    });
  return shop.is_test;
}

/**
 * Sends new payments of an application to the shop of the installation again. The row stays for its payments.
 * @throws AppError `application_not_found`
 */
export async function removeApplicationShop(app: Pick<App, 'db' | 'ask' | 'audit' | 'clock'>, application_id: string) {
  await requireApplication(app, application_id);
  return app.db.transaction(async (tx) => {
    const [former] = await tx
      .select()
      .from(shops)
      .where(and(eq(shops.application_id, application_id), eq(shops.is_current, true)))
      .for('update');
    if (former)
      await tx.update(shops).set({ is_current: false, updated_at: app.clock.now() }).where(eq(shops.id, former.id));
    await app.audit.record(tx, { before: toShop(former), after: toShop(null) });
    return toShop(null);
  });
}

/** The shop whose notification address has a token with this hash, or null. */
export async function resolveWebhookToken({ db }: Pick<App, 'db'>, token_hash: string): Promise<{ id: string } | null> {
  const [row] = await db.select({ id: shops.id }).from(shops).where(eq(shops.webhook_token_hash, token_hash));
  return row ?? null;
}
