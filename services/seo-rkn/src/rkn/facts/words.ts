/**
 * Patterns of phrases that classify texts of Russian sites. `\w` and `\b` of JavaScript do not match Cyrillic
 * letters, so words end at {@link end} and begin at {@link begin}, and endings are `\p{L}*`.
 */

/** No letter, digit or underscore stands before. */
const begin = String.raw`(?<![\p{L}\p{N}_])`;
/** No letter, digit or underscore stands behind. */
const end = String.raw`(?![\p{L}\p{N}_])`;

/** A pattern of whole words, case ignored; in it `~` stands for any ending. */
export const words = (pattern: string, flags = 'iu'): RegExp =>
  new RegExp(`${begin}(?:${pattern.replaceAll('~', String.raw`\p{L}*`)})${end}`, flags);

/** The act of consent: «согласен», «соглашаюсь», «даю согласие»; «соглашение» (terms) is none. */
export const agreement = words(
  'соглас(?:ен|на|ны|ие|ия|ии|ию|ием|иям|иями|иях|ившись)|соглаша~|даю (?:свое |своё )?согл~|consent|i agree|agree',
);

/** Personal data in the words of the law, and of those that shorten them. */
export const personalData = words(
  'персональн~(?:[\\s-]+данн~)?|перс\\.? данн~|персданн~|пдн|личн~ данн~|personal data',
);

/** The policy by its usual names. */
export const policyName = words(
  'политик~(?:[\\s,«»"()-]+\\p{L}+){0,6}?[\\s«"]+(?:конфиденциальност~|обработк~|персональн~(?:[\\s]+данн~)?|данн~|приватност~|пдн)(?:[\\s]+(?:персональн~ )?данн~)?|политик~ (?:конфиденциальност~|приватност~|обработки)|(?:положени~|инструкци~|регламент~) об? (?:порядке |политике )?(?:обработк~|защит~)(?: и защит~)?(?: персональн~)? данн~|правил~ (?:конфиденциальност~|приватност~|(?:обработк~|защит~|использовани~)(?: и защит~)? (?:персональн~ данн~|пдн))|(?:соглашени~|положени~|заявлени~|уведомлени~) о (?:конфиденциальност~|приватност~)|privacy(?: policy| notice)?',
);
/** Names that may be those of a policy, and of other texts: what stands in the page decides. The whole text of a link. */
export const doubtfulPolicyName =
  /^[\s«"]*(?:об? |информация об? |положение об? |порядок |как мы )?(?:обрабатываем (?:персональные |ваши )*данные|(?:обработк[аиеу]|защит[аеуы]|использовани[еия]|обработка и защита)(?: и защит[аы])? (?:персональных |личных )?данных|(?:персональные|личные|персональных|личных) данны[ех](?: пользователей| клиентов| посетителей)?|политик[аи](?: [\p{L}«»"]+){0,3}|конфиденциальност[ьи]|приватность|пдн|обработк[аи] пдн|152-?фз|соглашени\p{L} (?:об?|на) обработк\p{L} (?:персональных |личных )?(?:данных|пдн)|policy|personal data|data protection|(?:правовая|юридическая|правовые|юридические) (?:информация|документы)|документы|legal)[\s»".]*$/iu;
/** The same in an address. */
export const policyAddress = /privacy|politik|policy|konfiden|personal[-_ ]?data|persdata|pdn(?![a-z])/i;
export const doubtfulPolicyAddress =
  /obrabotk|zaschit|zashchit|zashit|confidenti|personal[a-z]{0,4}[-_]?dan|[/_-](?:pd|pers|152|legal|doc|dokument|pravo|soglashenie)/i;
/** Policies about something else: returns, quality, cookies, payments. */
export const otherPolicyName = words(
  'возврат~|обмен~|качеств~|cookies?|куки|доставк~|антикоррупц~|противодействи~|ценообразован~|безопасност~ труда|охран~ труда|экологи~|кадров~|уч[её]тн~|санкци~|refunds?|returns?|shipping|quality|exchange|cancellation',
);
export const otherPolicyAddress = /return|refund|vozvrat|obmen|quality|kachestv|cookie|shipping|dostavk/i;
/** A text about documents is none: «Как составить политику конфиденциальности». */
export const aboutDocuments = words(
  'как|зачем|почему|что такое|образ(?:ец|цы)|шаблон~|составить|разработа(?:ть|ем)|штраф~',
);

export const consentAddress = /soglas|consent|pd[-_]?agree|personal[-_]?data[-_]?consent/i;
export const offerName = words(
  'оферт~|публичн~ договор~|услови~ (?:использовани~|обслуживани~|продаж~|оказани~|сервис~|пользовани~)|пользовательск~ соглашени~|лицензионн~ (?:соглашени~|договор~)|правил~ (?:пользовани~|сервис~|сайт~)|договор~[ -]оферт~|terms(?: of (?:use|service))?',
);
export const offerAddress = /ofert|offer(?!s)|terms|agreement|dogovor|soglashen/i;

export const marketing = words(
  'рассылк~|реклам~|новост~|акци(?:я|и|й|ях|ям|ями|ю)|спецпредложени~|(?:рекламн~|специальн~|выгодн~) предложени~|получать предложени~|скидк~|информационн~ сообщени~|newsletter~?|marketing|promotions?',
);
export const thirdParty = words('треть(?:им|их|ими|и|ему|его) лиц~|партн[её]р~|third part(?:y|ies)');
/** An action that a text takes for an agreement. */
const impliedAct =
  'нажима~|нажав~?|нажат(?:ие|ием|ия|ии)|нажмите|жм[иеёя]~|жать|кликая|кликнув~?|клик~|тапая|щ[её]лк~|отправля~|отправив~?|отправк(?:а|ой|е|и)|продолжа~|продолжив~?|оставля~|оставив~?|заполня~|заполнив~?|заполнени(?:е|ем|и)|подавая|подав|подач(?:а|ей|е)|оформля~|оформив~?|регистрируясь|регистрация|подписываясь|подписавшись|используя|указывая|указав|вводя|введя|передавая|предоставляя|записываясь|бронируя|заказывая|совершая|ставя|сделав|делая|пользуясь';
const impliedAgreement =
  'соглаша~|соглас(?:ны|ен|на|ие|ия|ием)|да[её](?:те|шь|м)|даю|да[её]т|принимаете|принимаю|принимает|подтверждаете|подтверждаю|подтверждает|разрешаете|разрешаю';
/** Text that says a person agreed by an action: «нажимая кнопку, вы соглашаетесь». */
export const impliedConsent = words(
  `(?:${impliedAct})[^.!?]{0,160}?(?:${impliedAgreement})|` +
    `(?:(?:by|when|upon|on|if|once) (?:you )?(?:click~|submit~|continu~|send~|press~|tapp?~|fill~|sign~|provid~|using|subscrib~|register~|check~|proceed~)|(?:click|submitt|continu|send|press|sign|subscrib|register)ing)[^.!?]{0,160}?(?:agree|consent|accept|acknowledge)`,
);

/** A person joins a list of recipients. */
export const subscription = words(
  'подпис(?:аться|ка|ки|ку|ывайся|ывайтесь|ать|аться на)~?|подпишит~|рассылк~|newsletter|subscribe',
);
export const login = words('вход|войти|авторизац~|авторизоваться|личн~ кабинет~|log ?in|sign ?in');
export const registration = words('регистрац~|зарегистрировать~|создать аккаунт|sign ?up|register|create account');
export const checkout = words(
  'оформ(?:ить|ление) заказ~?|оплатить|оплата|купить|корзин~|checkout|place order|pay now|buy',
);
/** An amount of money beside what it buys. */
export const price = /\d\s*(?:₽|руб(?:\.|лей|ля)?(?!\p{L})|р\.(?!\p{L}))/iu;
export const search = words('поиск|найти|искать|search');

/** Hints in an address that a page has a form. */
export const formAddress =
  /contact|kontakt|feedback|callback|zayavk|zakaz|order|request|quote|subscribe|podpis|anket|vakans|career|register|signup|zapis|booking|support|form/i;
/** Hints in the text of a link that its page has a form. */
export const formName = words(
  'контакт~|обратн~ связ~|заявк~|заказ~|записаться|запись|консультац~|подпис~|вакансии|анкет~|бронировани~|регистрац~|рассчитать|оставить отзыв|напишите|написать нам|связаться',
);
export const contactsName = words('контакт~|реквизит~|о компании|contacts?|about');
export const contactsAddress = /contact|kontakt|rekvizit|about|o-kompanii/i;
export const checkoutAddress = /checkout|cart|basket|korzin|oformlen|payment|oplata/i;
export const loginAddress = /login|signin|auth|lk(?![a-z])|cabinet|kabinet/i;

/** A notice about cookies. */
export const cookieNotice = words('(?:файл~ )?(?:cookies?|куки)(?:-файл~)?');
export const cookieBannerName =
  /cookie[-_ ]?(?:consent|banner|notice|bar|popup|policy-banner)|cookiebot|cookieyes|onetrust/i;
export const acceptButton = words(
  'принять(?: вс[её])?|приним~|соглас~|соглаша~|хорошо|понятно|ок|ok|accept(?: all)?|got it|agree|allow(?: all)?',
);
export const rejectButton = words(
  'отклон~|отказ~|не соглас~|только необходим~|запретить|reject(?: all)?|decline|deny|necessary only',
);

/** Text with collapsed white space. */
export const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();
