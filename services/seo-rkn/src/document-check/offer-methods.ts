import {
  address,
  contact,
  editionAt,
  openEnded,
  operatorOf,
  partyNear,
  perpetual,
  requisitesOf,
  term,
} from './lexicon.ts';
import { absentAt, type Method, missing, notApplicable, present, presentAt, weak } from './method.ts';
import { purposeWord } from './purposes.ts';
import { matchesOf, offsetNear, offsetOf } from './text-search.ts';

const price = /(?<!\p{L})(?:цен[аыуе]?|стоимост\p{L}{1,3}|тариф\p{L}{0,3})(?!\p{L})/iu;
/** A product that costs nothing has no price, and no refund. */
const isFree = (text: string): boolean => /безвозмездн|бесплатн/iu.test(text) && !price.test(text);

const sellerRequisites: Method = ({ text }) => {
  const operator = operatorOf(text);
  const { status } = requisitesOf(text);
  const foundParts = [operator?.status === 'named', status === 'both', address.test(text)].filter(Boolean).length;
  const index = operator?.index ?? null;
  if (foundParts === 3) return present(index);
  return foundParts === 2 ? weak(index) : missing(index);
};

const subject: Method = ({ text }) =>
  presentAt(
    offsetOf(text, /предмет\p{L}{0,3} (?:\p{L}{1,20} )?(?:договор|соглашени|оферт)/iu) ??
      offsetOf(text, /предоставля\p{L}{1,4} [^.\n]{0,60}(?:право|доступ|лицензи)/iu),
  );

const recurring = /ежемесячн|ежегодн|подписк|в месяц|в год/iu;
const renewal = /продлен|продлева|автоплат|автоматическ\p{L}{1,3} списан/iu;

const priceTermRenewal: Method = ({ text }) => {
  if (isFree(text)) return notApplicable;
  const at = offsetOf(text, price);
  const period = offsetNear(text, new RegExp(price.source, 'giu'), /(?<!\p{L})(?:срок|период)/iu, {
    before: 300,
    behind: 300,
  });
  if (at === null || period === null) return at === null ? missing() : weak(at);
  return recurring.test(text) && !renewal.test(text) ? weak(at) : present(at);
};

const paymentRefund: Method = ({ text }) => {
  if (isFree(text)) return notApplicable;
  const refund = offsetOf(text, /(?<!\p{L})возврат/iu);
  const payment = offsetOf(text, /оплат/iu);
  if (refund !== null && payment !== null) return present(refund);
  return refund === null && payment === null ? missing() : weak(refund ?? payment);
};

const provider = /ЮKassa|ЮКасса|ЮMoney|YooKassa|CloudPayments|Робокасса|Robokassa|Т-?Банк|Тинькофф|Сбербанк|СБП/iu;

const paymentDataList: Method = ({ text }) => {
  for (const { index } of matchesOf(text, /(?<!\p{L})(?:перечень|состав|данн(?:ые|ых))/giu)) {
    const list = text.slice(index, index + 300);
    const nouns =
      /(?<!\p{L})карт\p{L}{1,2}(?!\p{L})|реквизит|e-?mail|электронн\p{L}{1,3} почт|телефон|(?<!\p{L})сумм/iu;
    if (nouns.test(list)) return openEnded.test(list) ? weak(index) : present(index);
  }
  return missing();
};

const paymentTerm: Method = ({ text }) => {
  const endless = offsetOf(text, perpetual);
  return endless === null ? presentAt(offsetOf(text, term)) : missing(endless);
};

/** Methods of offers, agreements, and the consent to the processing of payment data. */
export const offerMethods = {
  offer_seller_requisites: sellerRequisites,
  offer_subject: subject,
  offer_price_term_renewal: priceTermRenewal,
  offer_payment_refund: paymentRefund,
  offer_acceptance_moment: ({ text }) =>
    presentAt(offsetOf(text, /(?<!\p{L})акцепт|считается (?:принят|заключ)|с момента (?:оплаты|регистрации)/iu)),
  offer_support_contacts: ({ text }) =>
    presentAt(offsetNear(text, /поддержк|обращени|претензи/giu, contact, { before: 100, behind: 150 })),
  offer_edition_date: ({ text }) => presentAt(editionAt(text)),
  offer_no_pd_consent_clause: ({ text }) =>
    absentAt(
      offsetOf(
        text,
        /(?:согла(?:с|ша)\p{L}{0,8}|да[её]т согласие)[^.]{0,200}обработк\p{L}{1,3} [^.]{0,100}персональн/iu,
      ),
    ),
  payment_provider_recipient: ({ text }) => {
    const known = offsetNear(text, new RegExp(provider.source, 'giu'), /плат[её]ж|оплат|банк|эквайр/iu, {
      before: 150,
      behind: 150,
    });
    return presentAt(known ?? partyNear(text, /плат[её]ж|банк|эквайр/iu, 120));
  },
  payment_data_list: paymentDataList,
  payment_purpose_payment: ({ text }) =>
    presentAt(offsetNear(text, purposeWord, /оплат|плат[её]ж/iu, { before: 0, behind: 120 })),
  payment_term: paymentTerm,
} satisfies Record<string, Method>;
