import type { Answer } from '../http/answer.ts';
import { escapeHtml, type PageLanguage, pageAnswer } from '../http/page.ts';
import type { Payment } from './objects.ts';
import { SUCCESS_CARD, TEST_CARDS } from './test-cards.ts';

const TEXTS = {
  en: {
    title: 'Payment',
    badge: 'Test mode',
    shop: 'Shop',
    noDescription: 'Payment without description',
    pay: 'Pay',
    declines: 'Pay with a card that is declined',
    reasons: {
      insufficient_funds: 'Insufficient funds',
      '3d_secure_failed': '3-D Secure failed',
      general_decline: 'Declined',
    },
    anyCard: 'Or any test card number',
    go: 'Pay',
    leave: 'Cancel and return to the shop',
    explain: 'No money moves here. The payment is simulated.',
    unknownCard: 'The test shop knows no such card. Choose one from the list.',
    notFound: 'There is no such payment',
    succeeded: 'Paid',
    waiting_for_capture: 'Paid, waiting for the shop to confirm',
    canceled: 'The payment was canceled',
    reason: 'Reason',
    back: 'Return to the shop',
  },
  ru: {
    title: 'Оплата',
    badge: 'Тестовый режим',
    shop: 'Магазин',
    noDescription: 'Платёж без описания',
    pay: 'Оплатить',
    declines: 'Оплатить картой, которую отклонят',
    reasons: {
      insufficient_funds: 'Недостаточно средств',
      '3d_secure_failed': 'Ошибка 3-D Secure',
      general_decline: 'Отказ без причины',
    },
    anyCard: 'Или номер любой тестовой карты',
    go: 'Оплатить',
    leave: 'Отменить и вернуться в магазин',
    explain: 'Деньги не списываются: это имитация платежа.',
    unknownCard: 'Такой карты в тестовом магазине нет. Выберите карту из списка.',
    notFound: 'Такого платежа нет',
    succeeded: 'Оплачено',
    waiting_for_capture: 'Оплачено, ждёт подтверждения магазина',
    canceled: 'Платёж отменён',
    reason: 'Причина',
    back: 'Вернуться в магазин',
  },
} as const;

const DECLINE_BUTTONS = ['insufficient_funds', '3d_secure_failed', 'general_decline'] as const;

function grouped(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}

function formatAmount({ value, currency }: Payment['amount'], language: PageLanguage): string {
  // A test may make the API report anything as the currency.
  if (!/^[A-Z]{3}$/.test(currency)) return `${value} ${currency}`;
  return new Intl.NumberFormat(language === 'ru' ? 'ru-RU' : 'en-US', { style: 'currency', currency }).format(
    Number(value),
  );
}

function heading(payment: Payment, language: PageLanguage): string {
  const texts = TEXTS[language];
  return `<header><span>${texts.shop} ${escapeHtml(payment.recipient.account_id)}</span><span class="badge">${texts.badge}</span></header>
<h1 data-testid="amount">${escapeHtml(formatAmount(payment.amount, language))}</h1>
<p data-testid="description">${escapeHtml(payment.description ?? texts.noDescription)}</p>`;
}

function cardButton(id: string, number: string, label: string, primary: boolean): string {
  return `<button class="split${primary ? ' primary' : ''}" id="${id}" data-testid="${id}" name="card" value="${number}"><span>${escapeHtml(label)}</span><span class="digits">${primary ? grouped(number) : `•••• ${number.slice(-4)}`}</span></button>`;
}

/**
 * The page where a payer chooses how a pending payment ends.
 * @param payment the payment as the API reports it
 * @param language the page's language
 * @param unknownCard whether the payer just entered a card that the test shop does not know
 */
export function checkoutPage(payment: Payment, language: PageLanguage, unknownCard = false): Answer {
  const texts = TEXTS[language];
  const declines = DECLINE_BUTTONS.map((reason) => {
    const number = TEST_CARDS.find(({ decline }) => decline?.reason === reason)?.number ?? '';
    return cardButton(`pay-${reason.replaceAll('_', '-')}`, number, texts.reasons[reason], false);
  });
  const options = TEST_CARDS.map(
    ({ number, decline }) =>
      `<option value="${grouped(number)}">${decline === null ? texts.succeeded : decline.reason}</option>`,
  );
  const content = `${heading(payment, language)}
${unknownCard ? `<p class="notice bad" role="alert" data-testid="unknown-card">${texts.unknownCard}</p>` : ''}
<form method="post">
${cardButton('pay-success', SUCCESS_CARD.number, texts.pay, true)}
<h2>${texts.declines}</h2>
${declines.join('\n')}
</form>
<form method="post">
<h2><label for="card">${texts.anyCard}</label></h2>
<div class="row"><input id="card" name="card" data-testid="card-number" list="cards" inputmode="numeric" autocomplete="off" maxlength="23" required placeholder="2200 0000 0000 0004"><button id="pay-card" data-testid="pay-card">${texts.go}</button></div>
<datalist id="cards">${options.join('')}</datalist>
</form>
<form method="post"><button id="leave" data-testid="leave" name="leave" value="1">${texts.leave}</button></form>
<footer>${texts.explain}</footer>`;
  const formTarget = payment.confirmation?.return_url;
  return pageAnswer({ status: unknownCard ? 422 : 200, language, title: texts.title, content, formTarget });
}

/**
 * The page of a payment that needs nothing from the payer any more.
 * @param payment the payment as the API reports it
 * @param language the page's language
 * @param back where the shop is
 */
export function finishedPage(payment: Payment, language: PageLanguage, back: string): Answer {
  const texts = TEXTS[language];
  const status = payment.status === 'pending' ? 'waiting_for_capture' : payment.status;
  const reason = payment.cancellation_details?.reason;
  const content = `${heading(payment, language)}
<p class="notice ${status === 'canceled' ? 'bad' : 'good'}" role="status" data-testid="status" data-status="${status}">${texts[status]}${reason === undefined ? '' : `<br><span class="muted">${texts.reason}: ${escapeHtml(reason)}</span>`}</p>
<a class="button primary" id="return" data-testid="return" href="${escapeHtml(back)}">${texts.back}</a>
<footer>${texts.explain}</footer>`;
  return pageAnswer({ status: 200, language, title: texts.title, content });
}

/**
 * The page of an unknown payment.
 * @param language the page's language
 */
export function unknownPaymentPage(language: PageLanguage): Answer {
  const texts = TEXTS[language];
  const content = `<h1 class="words">${texts.notFound}</h1>\n<footer>${texts.explain}</footer>`;
  return pageAnswer({ status: 404, language, title: texts.title, content });
}
