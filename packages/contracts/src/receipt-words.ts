import { z } from 'zod';

/*
 * Closed lists of a fiscal receipt (54-FZ).
 * Source: https://yookassa.ru/developers/payment-acceptance/receipts/54fz/yoomoney/parameters-values
 */

/** Kind of the product (tag 1212). */
export const PaymentSubject = z.enum([
  'commodity',
  'excise',
  'job',
  'service',
  'gambling_bet',
  'gambling_prize',
  'lottery',
  'lottery_prize',
  'intellectual_activity',
  'payment',
  'agent_commission',
  'composite',
  'another',
  'property_right',
  'non_operating_gain',
  'insurance_premium',
  'sales_tax',
  'resort_fee',
  'marked',
  'non_marked',
  'marked_excise',
  'non_marked_excise',
  'fine',
  'tax',
  'lien',
  'cost',
  'agent_withdrawals',
  'pension_insurance_without_payouts',
  'pension_insurance_with_payouts',
  'health_insurance_without_payouts',
  'health_insurance_with_payouts',
  'health_insurance',
  'casino',
]);

/** Kind of the payment (tag 1214). */
export const PaymentMode = z.enum([
  'full_prepayment',
  'partial_prepayment',
  'advance',
  'full_payment',
  'partial_payment',
  'credit',
  'credit_payment',
]);

/** Unit of the quantity (tag 2108). */
export const Measure = z.enum([
  'piece',
  'gram',
  'kilogram',
  'ton',
  'centimeter',
  'decimeter',
  'meter',
  'square_centimeter',
  'square_decimeter',
  'square_meter',
  'milliliter',
  'liter',
  'cubic_meter',
  'kilowatt_hour',
  'gigacalorie',
  'day',
  'hour',
  'minute',
  'second',
  'kilobyte',
  'megabyte',
  'gigabyte',
  'terabyte',
  'another',
]);
