/**
 * Legal documents of a company that does not exist, for checks of their texts: with and without each clause.
 */

/** A clause as a clean document has it, and what stands there without it. */
interface SandboxClause {
  code: string;
  /** Empty where the document has to say nothing. */
  text: string;
  /** What a document without the clause says instead; nothing when absent. */
  without?: string;
}

const seller =
  'ООО «Северный свет», ИНН 7707083893, ОГРН 1027700132195, адрес: 117312, г. Москва, ул. Вавилова, д. 19.';

const policy: SandboxClause[] = [
  { code: 'operator_name', text: 'Оператор персональных данных — ООО «Северный свет».' },
  { code: 'inn_ogrn', text: 'ИНН 7707083893, ОГРН 1027700132195.' },
  { code: 'address', text: 'Место нахождения: 117312, г. Москва, ул. Вавилова, д. 19.' },
  { code: 'contact', text: 'Вопросы о данных принимаются по адресу privacy@sever.test.' },
  { code: 'law_basis', text: 'Основа политики — Федеральный закон от 27.07.2006 № 152-ФЗ «О персональных данных».' },
  { code: 'purposes', text: '## Цели обработки\n\n- ответы на обращения;\n- исполнение договора.' },
  { code: 'legal_grounds', text: 'Правовые основания обработки: согласие, договор и требования закона.' },
  { code: 'data_list', text: 'Перечень данных: имя, телефон, адрес электронной почты.' },
  {
    code: 'terms',
    text: 'Срок хранения — 3 года или до достижения целей обработки.',
  },
  { code: 'subject_categories', text: 'Категории субъектов: посетители сайта и клиенты.' },
  { code: 'localization', text: 'Базы данных находятся на территории Российской Федерации.' },
  { code: 'security', text: 'Оператор принимает правовые, организационные и технические меры по защите данных.' },
  {
    code: 'actions_methods',
    text: 'С данными совершаются сбор, запись, систематизация, накопление, хранение, уточнение, извлечение, использование, обезличивание, блокирование и удаление; обработка автоматизированная.',
  },
  { code: 'cookies_analytics', text: 'Сайт использует файлы cookie и сервис Яндекс Метрика.' },
  { code: 'crossborder', text: 'Трансграничная передача не осуществляется.' },
  { code: 'destruction', text: 'Когда данные больше не нужны, комиссия уничтожает их и составляет акт.' },
  { code: 'recipients', text: 'Оператор поручает хостинг обработчику АО «Облако данных».' },
  {
    code: 'rights',
    text: 'Субъект вправе узнать о своих данных и отозвать согласие; оператор отвечает за 10 рабочих дней.',
  },
  { code: 'edition_date', text: 'Редакция от 01.09.2026.' },
  {
    code: 'no_rights_limits',
    text: '',
    without: 'Оператор не несёт ответственности за последствия обработки.',
  },
];

const consent: SandboxClause[] = [
  { code: 'subject_identity', text: 'Субъект: Петров Пётр Петрович, паспорт серии 45 10.' },
  {
    code: 'representative',
    text: 'Представитель: Сидорова Анна Ивановна, доверенность № 7.',
    without: 'За субъекта действует представитель.',
  },
  {
    code: 'operator_name_address',
    text: 'Оператор: ООО «Северный свет», адрес: 117312, г. Москва, ул. Вавилова, д. 19.',
  },
  { code: 'purpose', text: 'Цель обработки: ответ на обращение.' },
  { code: 'data_list', text: 'Перечень данных: имя и адрес электронной почты.' },
  { code: 'matches_site', text: 'В форме указывается также телефон.' },
  {
    code: 'actions_methods',
    text: 'Разрешены сбор, запись, систематизация, накопление, хранение, уточнение, извлечение, использование, удаление и уничтожение; обработка смешанная.',
  },
  { code: 'term_withdrawal', text: 'Согласие действует 1 год. Его можно отозвать письмом на consent@sever.test.' },
  { code: 'free_choice', text: '', without: 'Согласие — обязательное условие доступа к сайту.' },
  { code: 'no_perpetual', text: '', without: 'Хранение данных бессрочное.' },
  { code: 'separate_document', text: '', without: 'Субъект принимает также условия публичной оферты.' },
  {
    code: 'crossborder_named',
    text: 'Трансграничная передача ведётся в страну: Казахстан.',
    without: 'Трансграничная передача ведётся.',
  },
  { code: 'signature_record', text: 'Подпись субъекта поставлена собственноручно.' },
  {
    code: 'third_parties_named',
    text: 'Данные передаются третьему лицу: АО «Быстрая доставка».',
    without: 'Данные передаются третьим лицам.',
  },
  {
    code: 'processors',
    text: 'Обработка поручается обработчику АО «Облако данных», адрес: 190000, г. Санкт-Петербург.',
    without: 'Обработка поручается обработчику.',
  },
];

const marketing: SandboxClause[] = [
  { code: 'advertiser', text: 'Рекламодатель — ООО «Северный свет».' },
  { code: 'channels', text: 'Каналы: электронная почта и SMS.' },
  { code: 'content_kind', text: 'Сообщения содержат новости и предложения о товарах.' },
  {
    code: 'separate_from_pd_consent',
    text: '',
    without: 'Также даётся согласие на обработку персональных данных для исполнения договора.',
  },
  { code: 'optional', text: 'Согласие добровольное.' },
  {
    code: 'withdrawal_unsubscribe',
    text: 'Отказаться можно в любой момент по ссылке https://sever.test/stop.',
  },
  { code: 'sender', text: 'Рекламодатель отправляет их самостоятельно.' },
  { code: 'term', text: 'Согласие действует до отзыва.' },
];

const offer: SandboxClause[] = [
  { code: 'seller_requisites', text: `Продавец: ${seller}` },
  { code: 'subject', text: 'Предмет договора: программа для заметок.' },
  { code: 'price_term_renewal', text: 'Стоимость — 990 рублей, период использования — тридцать суток.' },
  { code: 'payment_refund', text: 'Оплата проходит картой. Возврат денег — по заявлению.' },
  { code: 'acceptance_moment', text: 'Договор считается заключённым с момента регистрации.' },
  { code: 'support_contacts', text: 'Обращения в поддержку: help@sever.test.' },
  { code: 'edition_date', text: 'Редакция от 01.09.2026.' },
  {
    code: 'no_pd_consent_clause',
    text: '',
    without: 'Покупатель даёт согласие на обработку персональных данных.',
  },
];

const payment: SandboxClause[] = [
  { code: 'provider_recipient', text: 'Получатель платежа — банк АО «Расчётный дом».' },
  { code: 'data_list', text: 'Перечень данных: номер карты и сумма.' },
  { code: 'purpose_payment', text: 'Цель: оплата заказа.' },
  { code: 'term', text: 'Срок хранения — 3 года.' },
];

const documents: Readonly<Record<string, readonly SandboxClause[]>> = {
  privacy_policy: policy,
  personal_data_consent: consent,
  marketing_consent: marketing,
  license_offer: offer,
  'terms_*': offer,
  mobile_apps_terms: offer,
  payment_data_consent: payment,
};

/** Kinds of legal documents; `terms_*` stands for every agreement. */
export const sandboxDocumentKinds: readonly string[] = Object.keys(documents);

/** Codes of the clauses of a kind, as its document has them. */
export const sandboxClauseCodes = (kind: string): string[] => clausesOf(kind).map(({ code }) => code);

/**
 * Markdown of a clean document.
 * @param kind slot of the document; `terms_…` are agreements
 * @param without code of a clause that it lacks, or breaks
 * @throws Error for a kind or a clause that there is none of
 */
export function sandboxDocument(kind: string, { without }: { without?: string } = {}): string {
  const clauses = clausesOf(kind);
  if (without !== undefined && !clauses.some(({ code }) => code === without))
    throw new Error(`a document ${kind} has no clause ${without}`);
  return clauses
    .map((clause) => (clause.code === without ? (clause.without ?? '') : clause.text))
    .filter((text) => text !== '')
    .join('\n\n');
}

function clausesOf(kind: string): readonly SandboxClause[] {
  const clauses = documents[kind.startsWith('terms_') ? 'terms_*' : kind];
  if (!clauses) throw new Error(`there is no document ${kind}`);
  return clauses;
}
