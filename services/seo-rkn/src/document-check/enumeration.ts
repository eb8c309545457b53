import { address, contact } from './lexicon.ts';
import { matchesOf } from './text-search.ts';

/** Longest sentence that is read as an enumeration. */
const maxSentence = 600;
/** Longest paragraph that is an item of a list, and how many of them a list has. */
const maxItem = 200;
const maxItems = 40;

/** A sentence ends behind a word of two letters or more: «г.» and initials are abbreviations. */
const sentenceEnd =
  /(?<=[\p{L}\d»")]{2})(?<!(?:^|[^\p{L}])(?:ул|пр|обл|стр|корп|эл|др|пр|т|тел))[.!?](?=\s+[\p{Lu}«"\d]|\s*$)/u;
const bullet = /^\s{0,8}(?:[-–—•·*▪]|\d{1,2}(?:\.\d{1,2}){0,2}[.)]|\p{Ll}\))\s{0,4}/u;

/** The sentence from an offset to its end, without the paragraphs behind it. */
export function sentenceFrom(text: string, index: number): string {
  const paragraph = text.slice(index, index + maxSentence).split('\n')[0] ?? '';
  const end = sentenceEnd.exec(paragraph);
  return end ? paragraph.slice(0, end.index) : paragraph;
}

/** Whether a paragraph goes on with a list: an item with a mark, or a short line in lower case or with a comma. */
const isItem = (line: string): boolean =>
  line.length <= maxItem && !line.endsWith(':') && (bullet.test(line) || /^\p{Ll}/u.test(line) || /[;,]$/.test(line));

/**
 * What a passage enumerates: the rest of its sentence, and the items of the list behind it where the paragraph ends
 * with a colon or is a heading. Lists of HTML have paragraphs as items, lists of Markdown have lines.
 */
export function enumerationFrom(text: string, index: number): string {
  const sentence = sentenceFrom(text, index);
  const rest = text.slice(index + sentence.length, index + sentence.length + maxItem * maxItems);
  // A sentence with a full stop introduces nothing, except a list with marks.
  const isIntroduction = /^:?\s*\n/.test(rest);
  if (!isIntroduction && !/^\.\s*\n/.test(rest)) return sentence;
  const lines = rest
    .slice(1)
    .split(/\n+/)
    .map((line) => line.trim());
  const items: string[] = [];
  for (const line of lines.filter((one) => one !== '')) {
    // The last item of a list of short words has neither a mark nor a comma.
    const isFirst = isIntroduction && items.length === 0 && line.length <= maxItem && !line.endsWith(':');
    const isNext = isIntroduction ? isItem(line) || isFirst : bullet.test(line);
    if (!isNext || items.length >= maxItems) break;
    items.push(line);
    if (/[^;,]$/.test(line) && /\.$/.test(line) && !bullet.test(line)) break;
  }
  return [sentence, ...items].join('\n');
}

/** How a person sends a request: data that it names are those of the operator. */
const requestChannel =
  /(?<!\p{L})(?:отоз|отзыв|направ(?:ить|ив|ля(?!ть ответ))|обраща(?:ть|й)ся|обратит|по (?:адрес|телефон|электронн|e-?mail|почте)|на (?:адрес|электронн|e-?mail|почту)|письм)/iu;

const ownAddress = /(?<!\p{L})адрес\p{L}{0,3} (?:регистрации )?(?:оператора|компании|сайта)/giu;

/**
 * The part of an enumeration that names data of a person: up to a channel for requests. Empty where it holds a contact
 * or an address that is filled in, because that is the one of the operator.
 */
export function ofPerson(enumeration: string): string {
  const named = enumeration.slice(0, requestChannel.exec(enumeration)?.index ?? enumeration.length);
  return contact.test(named) || address.test(named) ? '' : named.replaceAll(ownAddress, ' ');
}

const data = String.raw`(?:персональн\p{L}{2,3} )?данн(?:ые|ых|ым|ыми)|сведени(?:я|й)|ПДн`;
/** «Перечень …», «следующие данные», «категории …». */
const listWord = String.raw`(?<!\p{L})(?:перечень|перечн\p{L}|состав|объ[её]м персональн\p{L}{2,3} данн|категори\p{L}{1,2}|следующ\p{L}{2,3} (?:мо\p{L}{1,2} )?(?:${data}|информаци\p{L})|обработке подлежат|распространяется на мо)`;
/** «…данных: …», «…данных, а именно …», «…данных (имя, …)»; the data of an operator are none of a person. */
const listed = String.raw`(?<!контактн\p{L}{2} )(?<!\p{L})(?:${data})(?! (?:оператор|компани))(?: (?:субъекта|пользовател\p{L}{1,3}|посетител\p{L}{1,3}|клиент\p{L}{1,3}|заявител\p{L}{1,3}))?(?=\s?:|,? (?:а именно|именно|включая|в том числе|такие как|таких как|как то|состоящ\p{L}{2,3} из)|,? к которым относ|, (?:на обработку )?котор[^.:\n]{0,80}:|,? [^.:;\n]{1,120}, а именно| (?:я |субъект )?(?:понима|относ|явля)\p{L}{1,4}:|,? как |\s?\(|\s[-–—]\s)`;
/** A heading or the head of a column that names data and nothing else. */
const heading = String.raw`(?<=^|\n|\| ?)(?:#{0,3} ?)?(?:\d{1,2}(?:\.\d{1,2})?[.)]? )?(?:[Кк]акие|[Оо]брабатываемые|[Сс]обираемые|[Пп]редоставляемые|[Пп]ерсональные|[Вв]аши|[Мм]ои|[Сс]остав)? ?(?:персональные )?[Дд]анн(?:ые|ых)(?: мы (?:собираем|обрабатываем))?\??(?=\s{0,2}(?:\n|\|))`;
/** «…обработку моих фамилии, имени …». */
const objects = String.raw`(?<!\p{L})обработк\p{L} (?:мо\p{L}{1,3} |сво\p{L}{1,3} |следующ\p{L}{1,3} )?(?=(?:фамили|имен|ФИО|Ф\. ?И|номер\p{L}? телефон|телефон|адрес\p{L}{1,2} электронн|электронн|e-?mail))`;
const anchors = new RegExp(`${listWord}|${listed}|${objects}`, 'giu');
const headings = new RegExp(heading, 'gu');

/**
 * Passages that may enumerate data of a person, in the order of the text: behind «перечень», «следующие данные»,
 * «данных:», «а именно», «включая», below a heading or in a table.
 */
export function* dataEnumerations(text: string): Generator<{ index: number; list: string }> {
  for (const { index } of matchesOf(text, anchors)) yield { index, list: ofPerson(enumerationFrom(text, index)) };
  for (const { index, length } of matchesOf(text, headings)) {
    const cells = text.slice(index + length, index + length + 800).split(/\n+|\|/);
    const list = cells.map((cell) => cell.trim()).find((cell) => cell.length > 8 && /[,;]|\sи\s/u.test(cell));
    if (list !== undefined && list.length <= 400) yield { index, list: ofPerson(list) };
  }
}
