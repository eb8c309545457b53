import { z } from 'zod';

export const billingConfig = z.object({
  YOOKASSA_API_URL: z.url().default('https://api.yookassa.ru/v3').describe('Base address of the payment provider'),
  YOOKASSA_SHOP_ID: z.string().min(1).describe('Shop id at the payment provider'),
  YOOKASSA_SECRET_KEY: z.string().min(1).describe('Secret key at the payment provider'),
  YOOKASSA_TEST_PAYMENTS: z
    .enum(['refuse', 'accept'])
    .default('refuse')
    .describe('Whether payments of a test shop grant entitlements; never `accept` in production'),
});

export type BillingConfig = z.output<typeof billingConfig>;
