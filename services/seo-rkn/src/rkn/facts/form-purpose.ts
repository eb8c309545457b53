import { type FieldKind, personalKinds, tokensOf } from './field-kinds.ts';
import type { FormPurpose, RknField } from './rkn-facts.ts';
import { checkout, login, registration, search, subscription, words } from './words.ts';

/** What a page says about the purpose of a form. */
export interface FormOutline {
  kinds: readonly FieldKind[];
  hasPassword: boolean;
  /** Visible fields. */
  fields: readonly RknField[];
  /** Captions of the buttons that send it, else of all its buttons. */
  buttons: readonly string[];
  /** The heading in it, else the nearest one before it in the same part of the page. */
  heading: string;
  /** Its `id`, `class` and `name`. */
  names: string;
  /** Path and query of its `action`. */
  action: string;
  /** Path of its page. */
  path: string;
  isSearch: boolean;
  text: string;
}

/** Kinds that reach a person, or name one. */
const contacts: ReadonlySet<FieldKind> = new Set(['name', 'phone', 'email', 'passport', 'snils', 'child']);

const unsubscribe = words(
  'отпис(?:аться|ка|ки|ать|ываюсь)|отказ(?:аться|ываюсь)? от (?:\\p{L}+ )?(?:рассыл~|подписк~|новост~|писем|уведомлени~)|' +
    'отмен(?:ить|а) подписк~|не (?:хочу )?получать (?:больше )?(?:рассылк~|писем|письма)|' +
    'unsubscribe|opt[ -]?out|stop (?:receiving )?e?mails?',
);
const unsubscribeName = /^(?:unsubscribe|unsub|optout|otpiska|otpisatsya)$/;

const recovery = words(
  '(?:восстанов~|сброс~|напомн~|напомин~|забы~) (?:\\p{L}+ )?(?:парол~|логин~|аккаунт~)|контрольн~ строк~|' +
    'восстанов~ доступ~(?! к (?!аккаунт|личн|кабинет|уч|профил|систем|портал|сервис))|' +
    '(?:выслать|прислать|получить|сменить|смена|обновить|установить|задать|придум~) (?:\\p{L}+ )?парол~|новый пароль|' +
    '(?:reset|forgot(?:ten)?|recover|restore|lost|send|set|choose)(?: (?:your|my|the|a|new))* (?:password|account|login)|' +
    'send reset (?:link|instructions)|password (?:reset|recovery)|account recovery',
);
/** A caption of one word. */
const recoveryCaption = /^[^\p{L}]*(?:восстановить|сбросить|напомнить|reset|recover)[^\p{L}]*$/iu;
const recoveryName =
  /^(?:forgot|recover|recovery|lostpassword|forgotpassword|resetpassword|passwordreset|passwordrecovery|vosstanovlenie)$/;

/** A heading, or a caption, of a login: «Вход свободный» is none. */
const loginHeading = words(
  'вход(?: (?:в|на|для|по) (?:\\p{L}+ )?(?:кабинет~|сайт~|аккаунт~|систем~|профил~|портал~|сервис~|телефон~|номер~|код~|смс|sms|e-?mail~|почт~|клиент~|пользовател~|партн[её]р~|сотрудник~|администратор~|магазин~|приложени~))|' +
    'вход(?= ?(?:$|/|\\||или))|вой(?:ти|дите)|авториз~|log ?in|sign ?in|sign into',
);
const loginName = /^(?:login|signin|auth|otp|authorize|authorization|avtorizaciya|vhod|lk)$/;
const codeRequest = words(
  '(?:получ~|высла~|отправ~|присла~|запрос~|подтверд~|ввести|введите) (?:\\p{L}+ ){0,2}?код~|код (?:в|из|по) (?:смс|sms)|' +
    '(?:get|send|request|enter|verify)(?: (?:me|the|a|my|your|login|sms|verification))* code',
);
const codeField = words(
  'код~ (?:из|в|по) (?:смс|sms|письм~|звонк~)|код~ подтвержд~|смс-?код~|sms-?код~|(?:sms|verification|confirmation|one-?time) code|otp',
);
/** A code that is a reward and no proof of a number. */
const reward = words('промокод~|скидк~|купон~|подар~|бонус~|розыгрыш~|promo~|discount~|coupon~|gift~|voucher~');

const statusRequest = words(
  'статус~|отсле(?:дить|живан~|ди)|где (?:мой|моя|мо[её]|наш) (?:заказ|посылка|отправление)|' +
    '(?:провер~|узна~|посмотр~|найти|показать|отменить|отмена|перенести|перенос) (?:\\p{L}+ ){0,2}?(?:заказ~|заявк~|готовност~|посылк~|баланс~|бонус~|отправлени~|гаранти~|запис~|бронировани~|брон[иь]|ремонт~|договор~|сертификат~|штраф~|задолженност~)|' +
    '(?:track|check|find|look ?up)(?: (?:your|my|the|an?))* (?:order|parcel|shipment|booking|status|balance|reservation)|order (?:status|tracking)|track',
);
const exactStatus = words('статус~|отсле~|готовност~|баланс~|track~|status');
const statusName = /^(?:status|track|tracking|ordertracking|otsledit|otslezhivanie)$/;
/** A number that the operator gave before. */
const issuedNumber = words(
  '(?:номер|№|код) (?:вашего |сво~ |мо~ )?(?:заказ~|заявк~|договор~|посылк~|отправлени~|накладн~|квитанц~|брон~|карт~|сертификат~|обращени~|полис~|запис~)|серийн~ номер|трек[- ]?(?:номер|код)|лицев~ сч[её]т~|' +
    '(?:order|tracking|booking|reservation|ticket|shipment|invoice|card)(?: (?:number|id|no\\.?|code|#))|order',
);

/** Words of an account of a person who is signed in. */
const accountHeading = words(
  '(?:мо[ийея]|мои|личн~|контактн~|учётн~|учетн~|редактир~|изменени~|измен~|ваш~) (?:\\p{L}+ )?(?:данн~|профил~|аккаунт~|запис~|парол~|кабинет~|адрес~)|профил~|настройк~(?: (?:аккаунта|профиля|уведомлени~|безопасности))?|смена пароля|' +
    '(?:my|your|edit|update|account|profile|personal)(?: (?:your|my))? (?:account|profile|settings|details|information|data|addresses)|settings|profile|change password',
);
const accountName = /^(?:account|profile|profil|settings|lk|cabinet|kabinet|personal|nastroyki|editaccount)$/;
const saveCaption = words('сохран(?:ить|ение)|обновить|изменить|применить|save|update|apply|change');
/** Acts of a person whose data is there: a withdrawal, the end of an account, a letter that is sent once more. */
const ownDataCaption =
  /отозвать (?:мо[её] |сво[её] )?соглас|отзыв соглас|удалить (?:мой |свой )?(?:аккаунт|профил)|(?:отправить|выслать) (?:письмо |код |ссылку )?(?:повторно|ещё раз|еще раз|снова)|withdraw (?:my |your )?consent|delete (?:my |your |the )?account|resend (?:the )?(?:email|link|code)/iu;
const accountCaption = words(
  '(?:сохранить|обновить|изменить|сменить) (?:\\p{L}+ )?(?:изменени~|профил~|настройк~|парол~|данн~|адрес~|аккаунт~)|' +
    '(?:save|update|change|edit)(?: (?:your|my|the))? (?:changes|profile|settings|password|account|details|address)',
);

const deliveryCheck = words(
  'доставк~|доставля~|доставим|зон~|курьер~|покрыти~|подключени~|провер~|район~|ближайш~|delivery|deliver|shipping|coverage|zone|check|nearest|availability',
);
const calculation = words('рассч~|расч[её]т~|калькулятор~|посчитать|вычислить|подобрать|calculat~|estimate|compute');
/** Where somebody comes to a person, or something is brought, an address is needed. */
const visit = words(
  'доставк~|доставить|замер~|вызов~|вызвать|выезд~|выехать|курьер~|монтаж~|подключ~|уборк~|клининг~|переезд~|эвакуатор~|мастер~|установк~|ремонт~|адрес~ (?:объект~|дома|квартир~|установк~|выезд~|подач~)|' +
    'delivery|deliver|shipping|installation|pickup|cleaning|moving|visit|call-?out|repair',
);

/** A caption that says what is sent, whatever its heading says. */
const specific = words(
  'заяв~|звон~|перезвон~|консультац~|записаться|запись|заказ~|отзыв~|комментари~|вопрос~|сообщени~|связаться|подпис~|зарегистр~|бронир~|купить|оплат~|предложени~|презентац~|участв~|' +
    'call ?back|request|submit (?:review|comment)|comment|message|order|book|buy|contact|subscribe|register|sign ?up',
);

/** Words of an address, and of names: `/my-account/lost-password/` gives `my`, `account`, `lost`, `password`. */
const namesIn = (text: string): string[] => {
  const tokens = tokensOf(text);
  // `lost-password` and `order_tracking` are names too.
  return [...tokens, ...tokens.slice(1).map((token, at) => `${tokens[at]}${token}`)];
};

/** A form that asks for an address and stands where somebody visits, or brings something. */
export const needsAddress = ({
  heading,
  buttons,
  fields,
}: Pick<FormOutline, 'heading' | 'buttons' | 'fields'>): boolean =>
  visit.test([heading, ...buttons, ...fields.map(({ label }) => label)].join('\n'));

/**
 * What a form is for, by its fields, captions, heading, addresses and buttons together. A button that names its
 * purpose goes before a heading, and a heading before an address.
 */
export function purposeOf(outline: FormOutline): FormPurpose {
  const { kinds, hasPassword, fields, heading, isSearch, text } = outline;
  const caption = outline.buttons.join(' ');
  if (isSearch || fields.every(({ type }) => type === 'search') || search.test(caption)) {
    if (!kinds.some((kind) => personalKinds.has(kind))) return 'search';
    // A search for a person or a place sends nothing by which the visitor is reached.
    const reaches = kinds.some((kind) => kind !== 'name' && kind !== 'address' && personalKinds.has(kind));
    if (!reaches && fields.length <= 2 && !fields.some(({ type }) => type === 'textarea')) return 'search';
  }
  const names = namesIn(`${outline.names} ${outline.action}`);
  const pathNames = namesIn(outline.path);
  const isGeneric = !specific.test(caption);
  const passwords = fields.filter(({ type }) => type === 'password').length;
  /** Its own names, or those of its page where no button says another thing. */
  const isNamed = (pattern: RegExp) =>
    names.some((name) => pattern.test(name)) || (isGeneric && pathNames.some((name) => pattern.test(name)));
  /** The caption says it, or nothing else than heading and address say anything. */
  const says = (inCaption: RegExp, inHeading: RegExp = inCaption, inName: RegExp | null = null) =>
    inCaption.test(caption) || (isGeneric && (inHeading.test(heading) || (inName !== null && isNamed(inName))));

  if (says(unsubscribe, unsubscribe, unsubscribeName)) return 'unsubscribe';
  const asksForChange =
    accountCaption.test(caption) ||
    ownDataCaption.test(caption) ||
    fields.some(({ name }) => /(?:old|current)[-_]?pass|pass(?:word)?[-_](?:old|current)/i.test(name));
  if (asksForChange && !recovery.test(heading)) return 'account';
  const isRecovery = recoveryCaption.test(caption) || says(recovery, recovery, recoveryName);
  if (isRecovery && !registration.test(caption) && !kinds.includes('name')) return 'recovery';
  if (
    saveCaption.test(caption) &&
    (accountHeading.test(heading) || isNamed(accountName) || pathNames.some((name) => accountName.test(name)))
  )
    return 'account';

  const isRegistration =
    registration.test(caption) || names.some((name) => /^(?:register|registration|signup)$/.test(name));
  if (hasPassword) {
    const isLogin = login.test(caption) || loginHeading.test(heading);
    if (passwords > 1 || (isRegistration && !login.test(caption))) return 'registration';
    return isLogin || !kinds.includes('name') ? 'login' : 'registration';
  }
  const hasCode = fields.some(
    ({ label, name, kinds: asked }) =>
      asked.length === 0 && (codeField.test(label) || /^(?:otp|code|sms|sms[-_]?code|confirm[-_]?code)$/i.test(name)),
  );
  const asksForCode = codeRequest.test(caption) && !reward.test(`${caption} ${heading} ${text}`);
  if (!kinds.includes('name') && fields.length <= 3) {
    const isAboutLogin =
      loginHeading.test(heading) || isNamed(loginName) || pathNames.some((name) => loginName.test(name));
    if (login.test(caption) || (isGeneric && loginHeading.test(heading) && fields.length <= 2)) return 'login';
    const hasLoginName = names.some((one) => loginName.test(one)) || (heading === '' && isNamed(loginName));
    if (isGeneric && (hasCode || (hasLoginName && fields.length <= 2))) return 'login';
    if (asksForCode && (isAboutLogin || (fields.length === 1 && kinds.includes('phone')))) return 'login';
  }
  if (isRegistration || (isGeneric && registration.test(heading))) return 'registration';

  const hasNumber = fields.some(
    ({ label, name, kinds: asked }) =>
      asked.length === 0 && (issuedNumber.test(label) || /order|track|invoice/i.test(name)),
  );
  // A surname beside an issued number is how people are asked for their booking or policy.
  const isNamedOrder = hasNumber && !kinds.includes('phone') && !kinds.includes('email');
  if ((!kinds.includes('name') || isNamedOrder) && !fields.some(({ type }) => type === 'textarea')) {
    if (statusRequest.test(caption) && (hasNumber || exactStatus.test(caption))) return 'status';
    if (hasNumber && (statusRequest.test(heading) || isNamed(statusName)) && !/звон|заявк|callback/i.test(caption))
      return 'status';
  }
  if (!kinds.some((kind) => contacts.has(kind))) {
    const words = [caption, heading, ...fields.map(({ label }) => label)].join('\n');
    if (kinds.includes('address') && deliveryCheck.test(words)) return 'delivery_check';
    if (calculation.test(words)) return 'calculator';
  }
  if (names.some((name) => /^(?:checkout|cart|order|payment)$/.test(name)) || checkout.test(caption)) return 'checkout';
  const others = kinds.filter((kind) => kind !== 'email');
  if (kinds.includes('email') && others.length === 0 && fields.length <= 2) {
    const isMessage = fields.some(({ type }) => type === 'textarea');
    const isSubscription =
      subscription.test(`${caption} ${text}`) || names.some((name) => /^(?:subscribe|newsletter)$/.test(name));
    if (!isMessage && isSubscription) return 'newsletter';
  }
  return 'contact';
}
