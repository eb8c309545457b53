/**
 * Amount limits of one YooKassa payment: 1 to 350 000 roubles, the limits of a bank card. A shop is
 * in roubles.
 * Source: https://yookassa.ru/developers/payment-acceptance/getting-started/payment-process
 */
export const yookassaLimits = { currencies: ['RUB'], min: 1, max: 350_000 } as const;

interface Price {
  amount: number;
  currency: string;
  payment_provider?: 'yookassa' | 'free' | undefined;
}

/** The provider that takes the money of a price; `free` for a price of nothing. */
export const providerOf = ({ amount }: Pick<Price, 'amount'>): 'yookassa' | 'free' =>
  amount === 0 ? 'free' : 'yookassa';

/** Whether the provider of a price is absent, or matches the amount. */
export const isProviderRight = (price: Price): boolean =>
  price.payment_provider === undefined || price.payment_provider === providerOf(price);

/** Whether the provider takes this amount in one payment. A price of nothing is never charged. */
export const isAmountTaken = ({ amount }: Price): boolean =>
  amount === 0 || (amount >= yookassaLimits.min && amount <= yookassaLimits.max);

/** Whether the provider takes this currency (ISO 4217). A price of nothing may be shown in any. */
export const isCurrencyTaken = ({ amount, currency }: Price): boolean =>
  amount === 0 || yookassaLimits.currencies.some((taken) => taken === currency);
