import { z } from 'zod';

export const billingConfig = z.object({
  YOOKASSA_API_URL: z.url().default('https://api.yookassa.ru/v3').describe('Base address of the payment provider'),
  YOOKASSA_SHOP_ID: z.string().min(1).describe('Shop id at the payment provider'),
  YOOKASSA_SECRET_KEY: z.string().min(1).describe('Secret key at the payment provider'),
  YOOKASSA_TEST_PAYMENTS: z
    .enum(['refuse', 'accept'])
    .default('refuse')
    .describe('Whether a payment of a test shop grants anything; never `accept` where money is real'),
});

export type BillingConfig = z.output<typeof billingConfig>;
