/** The outcome of a payment with a card of the test shop. */
export type TestCard = {
  number: string;
  type: 'MasterCard' | 'Visa' | 'Mir';
  threeDSecure: boolean;
  /** `null`: the payment succeeds. */
  decline: { party: string; reason: string } | null;
};

function accepted(number: string, type: TestCard['type'], threeDSecure: boolean): TestCard {
  return { number, type, threeDSecure, decline: null };
}

function declined(lastFour: string, reason: string, party = 'payment_network'): TestCard {
  return { number: `555555555555${lastFour}`, type: 'MasterCard', threeDSecure: true, decline: { party, reason } };
}

/** The card that every "just pay" uses. */
export const SUCCESS_CARD: TestCard = accepted('5555555555554477', 'MasterCard', true);

/**
 * The cards of a YooKassa test shop.
 * Source: https://yookassa.ru/developers/payment-acceptance/testing-and-going-live/testing
 */
export const TEST_CARDS: readonly TestCard[] = [
  SUCCESS_CARD,
  accepted('5555555555554444', 'MasterCard', false),
  accepted('4793128161644804', 'Visa', true),
  accepted('4111111111111111', 'Visa', false),
  accepted('2200000000000004', 'Mir', true),
  accepted('2202474301322987', 'Mir', false),
  declined('4592', '3d_secure_failed'),
  declined('4535', 'call_issuer'),
  declined('4543', 'card_expired'),
  declined('4568', 'fraud_suspected'),
  declined('4527', 'general_decline'),
  declined('4600', 'insufficient_funds'),
  declined('4618', 'invalid_card_number'),
  declined('4626', 'invalid_csc'),
  declined('4501', 'issuer_unavailable'),
  declined('4576', 'payment_method_limit_exceeded'),
  declined('4550', 'payment_method_restricted'),
  declined('4584', 'country_forbidden', 'yoo_money'),
  declined('4634', 'fraud_suspected', 'yoo_money'),
];

/**
 * Finds a test card by its number.
 * @param number digits, with or without spaces and dashes
 * @returns the card, or `undefined` when the test shop knows no such card
 */
export function findTestCard(number: string): TestCard | undefined {
  const digits = number.replace(/[\s-]/g, '');
  return TEST_CARDS.find((card) => card.number === digits);
}

/**
 * The party that declines for a reason, as in `cancellation_details.party`.
 * @param reason a cancellation reason; unknown ones are allowed, as at the provider
 */
export function partyOf(reason: string): string {
  if (reason === 'canceled_by_merchant') return 'merchant';
  const card = TEST_CARDS.find(({ decline }) => decline?.reason === reason);
  if (card?.decline) return card.decline.party;
  return 'yoo_money';
}
