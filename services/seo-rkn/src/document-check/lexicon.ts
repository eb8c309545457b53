import { postalAddress } from '../rkn/facts/postal-address.ts';
import { findRequisites } from '../rkn/requisites.ts';
import { matchesOf, offsetNear, offsetOf } from './text-search.ts';

/** What texts of documents are searched for (lists of words by their kind). */

const legalForm = String.raw`(?<!\p{L})(?:ООО|АО|ПАО|ЗАО|ОАО|НАО|ИП|НПД|АНО|НКО|ФГБУ|ФГУП|ГБУ|ГБУЗ|МБУ|МБОУ|ТСЖ|СНТ|КФХ)(?!\p{L})`;
const legalFormWords = String.raw`[Ии]ндивидуальн\p{L}{1,4} предпринимател\p{L}{1,4}|ИНДИВИДУАЛЬНЫЙ ПРЕДПРИНИМАТЕЛЬ|[Сс]амозанят\p{L}{2,4}|[Оо]бществ\p{L}{1,3} с ограниченной ответственностью|ОБЩЕСТВО С ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ|[Аа]кционерн\p{L}{2,3} обществ\p{L}{1,2}`;
const personName = String.raw`\p{Lu}\p{L}{1,30}(?:-\p{Lu}\p{L}{1,30})? \p{Lu}(?:\p{L}{1,30}|\.)`;
/**
 * A legal form with a name in quotes or the name of a person within 60 characters, or with a word in capitals behind
 * it: «ООО Вектор».
 */
const named = new RegExp(
  `(?:${legalForm}|${legalFormWords})(?:[^\\n]{0,60}?(?:[«"“][^«»"“”\\n]{2,80}[»"”]|${personName})| \\p{Lu}[\\p{L}\\d-]{1,40})`,
  'gu',
);
const form = new RegExp(`${legalForm}|${legalFormWords}`, 'u');

export interface NamedParty {
  index: number;
  /** Name in quotes, or the words of the match. */
  name: string;
}

/** Companies and persons with a legal form and a name. */
export const partiesOf = (text: string): NamedParty[] =>
  [...matchesOf(text, named)].map(({ index, text: words }) => ({
    index,
    name: (/[«"“]([^»"”]{2,80})[»"”]/u.exec(words)?.[1] ?? words).toLowerCase(),
  }));

export const isSelfEmployed = (text: string): boolean => /самозанят|(?<!\p{L})НПД(?!\p{L})/u.test(text);

export const address = postalAddress;
export const email = /[\p{L}\d._%+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,4}/u;
export const phone = /(?<!\d)(?:\+7|8)[ (-]{0,3}\d{3}[ )-]{0,3}\d{3}[ -]?\d{2}[ -]?\d{2}(?!\d)/;
export const contact = new RegExp(`${email.source}|${phone.source}`, 'u');
export const link = /https?:\/\/|\(\/[^)\s]{1,200}\)|(?<!\p{L})ссылк/iu;

/** Kinds of data that documents name. */
export const dataNouns: Record<string, RegExp> = {
  name: /(?<!\p{L})(?:имя|имени|фамили\p{L}{1,2}|отчеств\p{L}|фио|ф\. ?и\. ?о\.)(?!\p{L})/iu,
  phone: /телефон/iu,
  email: /электронн\p{L}{1,3} (?:почт|адрес)|эл\. ?почт|e-?mail|(?<!\p{L})имейл|(?<!\p{L})емейл/iu,
  address:
    /(?<!\p{L})адрес\p{L}{0,3}(?!\p{L})(?! (?:электронн|e-?mail|сайта|страниц))|место (?:жительства|проживания)/iu,
  birth_date: /дат\p{L} рождени/iu,
  gender: /(?<!\p{L})пол(?!\p{L})/iu,
  passport: /паспорт|документ\p{L}{0,3}, удостоверяющ/iu,
  snils: /снилс/iu,
  inn: /(?<!\p{L})инн(?!\p{L})/iu,
  ip: /(?<!\p{L})ip-?адрес/iu,
  cookie: /cookie|куки/iu,
  health: /здоровь|диагноз/iu,
  biometrics: /биометри|изображени\p{L} лица/iu,
};

/** Kinds of data that a text names. */
export const dataNamed = (text: string): string[] =>
  Object.entries(dataNouns).flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []));

/** A list that does not end. */
export const openEnded =
  /(?<!\p{L})(?:и|а также|или)(?: любы\p{L}{1,2})? (?:друг(?:ие|их|ую|ой|ая)|ины(?:е|х)|ин(?:ую|ой|ая)|проч(?:ие|их|ее)|др\.|пр\.)(?! (?:действи|цел|способ|лиц))|(?<!\p{L})и т\. ?[дп]\.|(?:включая|в том числе)[^.\n]{0,10} (?:но )?не ограничива|(?<!\p{L})люб(?:ые|ых) (?:друг|ин)(?:ые|их|ых)? ?(?:данн|сведени)/iu;

/** Stems of nouns and verbs of the thirteen actions (152-ФЗ, 3, п.3). */
const actionStems = [
  'с(?:бор|обира)',
  'запис',
  'систематиз',
  'нак(?:оп|апл)',
  'хран(?:ен|и|я)',
  'уточн',
  'извле(?:ч|к)',
  'использ',
  'переда[втчёе]',
  'обезлич',
  'блокир',
  'удал(?:ен|и|я)',
  'уничтож',
].map((stem) => new RegExp(`(?<!\\p{L})${stem}`, 'iu'));
/** How many of the thirteen actions with data a text names, and where the first one stands. */
export function actionsOf(text: string): { count: number; index: number | null } {
  const offsets = actionStems.map((stem) => offsetOf(text, stem)).filter((offset) => offset !== null);
  const first = offsetOf(text, /(?<!\p{L})(?:сбор|запись|систематизац|накоплен)/iu);
  return { count: offsets.length, index: first ?? offsets[0] ?? null };
}

/**
 * How data are processed, as the law says it («с использованием средств автоматизации или без использования таких
 * средств», 152-ФЗ, 3, п.3), or as practice does: automated, mixed, by hand, on paper.
 */
export const processingMethod =
  /автоматизирован|автоматизаци|смешанн\p{L}{2,3} (?:способ|обработк|образ)|обработк\p{L} (?:\p{L}{1,20} )?смешанн|без (?:их |таких )?использования (?:так\p{L}{2} )?средств|вычислительной техники|на бумажных носител|(?<!\p{L})вручную/iu;

const numeral = String.raw`(?:\d{1,4}|одного|одной|двух|тр[её]х|пяти|шести|десяти|тридцати)`;
export const term = new RegExp(
  `(?<!\\p{L}|\\d)${numeral} ?(?:\\([^)\\n]{1,30}\\) ?)?(?:календарн\\p{L}{1,3} |рабоч\\p{L}{1,3} )?(?:дн(?:я|ей|и)|день|месяц|лет|года?|недел)` +
    `|до (?:момента )?(?:достижени|отзыва|расторжени|истечени|исполнени|окончани)|по достижении цел|в течение срока`,
  'iu',
);
export const perpetual = /бессрочн|неограничен/iu;

const monthNames = 'января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря';
export const date = new RegExp(
  `(?<!\\d)\\d{1,2}\\.\\d{1,2}\\.\\d{4}(?!\\d)|(?<!\\d)\\d{4}-\\d{2}-\\d{2}(?!\\d)|(?<!\\d)[«"]?\\d{1,2}[»"]? (?:${monthNames}) \\d{4}`,
  'u',
);
const months = monthNames.split('|');

/** Days that a text names, with their offsets. */
export function datesOf(text: string): { index: number; day: string; text: string }[] {
  return [...matchesOf(text, new RegExp(date.source, 'gu'))].flatMap(({ index, text: words }) => {
    const numbers = words.match(/\d+/g) ?? [];
    const month = months.findIndex((name) => words.includes(name));
    const [day, number, year] = /^\d{4}-/.test(words)
      ? [numbers[2], numbers[1], numbers[0]]
      : month >= 0
        ? [numbers[0], String(month + 1), numbers[1]]
        : numbers;
    const iso = `${year}-${number?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
    return Number.isNaN(Date.parse(iso)) ? [] : [{ index, day: iso, text: words }];
  });
}

/** Words before the name of a recipient or a processor: it is not the operator. */
const recipientBefore = /(?:поруч|обработчик|переда(?:ва|ч|[её]т|ют)|получател)[^.\n]{0,80}$/iu;
const isRecipient = (text: string, index: number) => recipientBefore.test(text.slice(Math.max(0, index - 100), index));

/** Where a text names an operator with its form and name; `form` without a name. */
export function operatorOf(text: string): { status: 'named' | 'form'; index: number; name: string | null } | null {
  const party = partiesOf(text).find(({ index }) => !isRecipient(text, index));
  if (party) return { status: 'named', ...party };
  for (const { index } of matchesOf(text, new RegExp(form.source, 'gu')))
    if (!isRecipient(text, index)) return { status: 'form', index, name: null };
  return null;
}

/** Whether INN and OGRN of a text are there and hold their checksums. */
export function requisitesOf(text: string): { status: 'both' | 'one' | 'wrong' | 'none'; index: number | null } {
  const requisites = findRequisites(text);
  const wrong = requisites.find(({ is_valid }) => !is_valid);
  if (wrong) return { status: 'wrong', index: wrong.index };
  const [first] = requisites;
  if (!first) return { status: 'none', index: null };
  const kinds = new Set(requisites.map(({ kind }) => kind));
  // The self-employed have no OGRN.
  const isWhole = kinds.size === 2 || (kinds.has('inn') && isSelfEmployed(text));
  return { status: isWhole ? 'both' : 'one', index: first.index };
}

/**
 * Offset of a party with a name near other words, beside those that are left out by name; null without one.
 */
export function partyNear(text: string, other: RegExp, reach: number, except: readonly string[] = []): number | null {
  for (const { index, name } of partiesOf(text)) {
    if (except.includes(name)) continue;
    if (other.test(text.slice(Math.max(0, index - reach), index + reach))) return index;
  }
  return null;
}

/** Offset of a date or a number of an edition; null without one. */
export const editionAt = (text: string): number | null =>
  offsetNear(
    text,
    /(?<!\p{L})(?:редакци|дат|верси)\p{L}{0,3}(?!\p{L})/giu,
    new RegExp(`${date.source}|верси\\p{L}{1,2}:? ?№? ?\\d`, 'iu'),
    {
      before: 30,
      behind: 60,
    },
  );
