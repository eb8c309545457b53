import { findRequisites, type LabelledRequisite } from '../requisites.ts';

/** Who a text says its operator is, by names and numbers. */

/** A company by its name in quotes, a person by surname and first letter: both as texts of one site repeat them. */
export interface OperatorName {
  /** As the text writes it. */
  text: string;
  /** What two writings of the same name share. */
  key: string;
  kind: 'company' | 'person';
}

/** A number with the name that stands before it. */
export interface OwnedRequisite extends LabelledRequisite {
  /** Key of the name; null where none stands near. */
  of: string | null;
}

export interface Operator {
  requisites: OwnedRequisite[];
  names: OperatorName[];
}

/** Characters before a name or number in which its role stands. */
const roleReach = 250;
/** A sentence ends behind a word of four letters or more; «г.», «ул.» and «обл.» are abbreviations. «Реклама.» is the role of what follows. */
const boundary = /[\p{L}\d]{4}[»")]{0,2}(?<![Рр]еклама)[.;!?]\s+(?=\p{Lu})|\n/gu;
/** The text names its owner. */
const ownRole =
  /(?<!\p{L})(?:оператор(?:ом|а)? (?:персональных данных )?(?:является|выступает|—|–|-)|оператор(?: персональных данных)?:|оператор [\p{Lu}(«]|продав(?:ец|ца|цом)|владел(?:ец|ьца|ьцем) сайта|администраци\p{L} сайта|исполнител(?:ь|ем|я)(?!\p{L}))/giu;
/** The text names a processor, a recipient, a bank, a developer, a partner. */
const otherRole =
  /(?<!\p{L})(?:поруч(?:а|е|и)\p{L}{1,4}|по поручению|обработчик\p{L}{0,3}|переда(?:ва|ч|[её][тм]|ют|н)\p{L}{0,4}|предоставля\p{L}{1,3} доступ|получател\p{L}{1,3}|получа(?:ет|ют)|привлека\p{L}{2,4}|транспортн\p{L}{2,3} компани\p{L}{1,2}|дата-?центр\p{L}{0,3}|аудитор\p{L}{0,3}|подрядчик\p{L}{0,3}|облачн\p{L}{2,3}|хостинг\p{L}{0,3}|банк\p{L}{0,2}|эквайр\p{L}{0,6}|плат[её]жн\p{L}{2,3}|партн[её]р\p{L}{0,3}|агент\p{L}{0,2}|оператор\p{L}{0,2} связи|курьер\p{L}{0,5}|служб\p{L} доставки|сервис\p{L}{0,2}|провайдер\p{L}{0,2}|контрагент\p{L}{0,2}|третьи\p{L}{1,2} лиц\p{L}{0,3}|(?:создан\p{L}{1,3}|разработ\p{L}{2,6}|дизайн|поддержка) (?:и \p{L}{3,20} )?сайт\p{L}{0,2}|сайт (?:создан|разработан|сделан)\p{L}{0,2}|(?:наши )?(?:клиент|заказчик|поставщик|производител|арендодател|страховщик)\p{L}{1,3}|рекламодател\p{L}{1,3}|реклама\.)/giu;

const lastMatch = (text: string, pattern: RegExp): number => {
  let last = -1;
  for (const { index } of text.matchAll(pattern)) last = index;
  return last;
};

/** Longest item of a list, and the reach of the line that introduces it. */
const maxItem = 200;
const introReach = 800;

/** The clause before an offset, with the line that introduces its list: «Обработчики:». */
function clauseBefore(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - roleReach), index);
  const end = lastMatch(before, boundary);
  const clause = end < 0 ? before : before.slice(end + 1);
  if (end < 0 || before[end] !== '\n') return clause;
  const lines = text
    .slice(Math.max(0, index - introReach), index)
    .split(/\n+/)
    .slice(0, -1);
  const intro = lines.findLastIndex((line) => line.trimEnd().endsWith(':'));
  const isList = intro >= 0 && lines.slice(intro + 1).every((line) => line.length <= maxItem);
  return isList ? `${lines[intro]} ${clause}` : clause;
}

/** Whether what stands at an offset belongs to the owner of the text, to another party, or nobody says to whom. */
function roleAt(text: string, index: number): 'own' | 'other' | 'unsaid' {
  const clause = clauseBefore(text, index);
  const own = lastMatch(clause, ownRole);
  const other = lastMatch(clause, otherRole);
  if (other > own) return 'other';
  return own >= 0 ? 'own' : 'unsaid';
}

const legalForm = String.raw`(?:(?<!\p{L})(?:ООО|ОАО|ЗАО|ПАО|НАО|АО|АНО|НКО)(?!\p{L})|[Оо]бществ\p{L}{1,3} с ограниченной ответственностью|ОБЩЕСТВО С ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ|[Аа]кционерн\p{L}{2,3} обществ\p{L}{1,2})`;
const company = new RegExp(String.raw`${legalForm}\s{0,2}[«"“]([^»"”\n]{2,80})[»"”]`, 'gu');
const entrepreneur = String.raw`(?:(?<!\p{L})ИП(?!\p{L})|[Ии]ндивидуальн\p{L}{1,4} предпринимател\p{L}{1,4}|ИНДИВИДУАЛЬНЫЙ ПРЕДПРИНИМАТЕЛЬ|[Сс]амозанят\p{L}{2,4})`;
const person = new RegExp(
  String.raw`${entrepreneur}[ :—–-]{1,4}(\p{Lu}\p{L}{2,30}(?:-\p{Lu}\p{L}{2,30})?) (\p{Lu})`,
  'gu',
);

/** A surname without the ending of its case: «Смирнова», «Смирновой»; «Достоевский», «Достоевского». */
const stemOf = (surname: string): string =>
  surname
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/(?:ого|ому|ой|ей|ым|им|ом|ем|ую|юю|ая|яя|ий|ый|а|у|ы|и|е|ю|я)$/u, '');
const foldName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\d]+/gu, '');

const maxNames = 20;

function namesIn(text: string): (OperatorName & { index: number })[] {
  const companies = [...text.matchAll(company)].map(({ 0: words, 1: name = '', index }) => ({
    index,
    text: words,
    key: foldName(name),
    kind: 'company' as const,
  }));
  const persons = [...text.matchAll(person)].map(({ 0: words, 1: surname = '', 2: initial = '', index }) => ({
    index,
    text: `${words}.`,
    key: `${stemOf(surname)} ${initial.toLowerCase()}`,
    kind: 'person' as const,
  }));
  return [...companies, ...persons].toSorted((one, other) => one.index - other.index).slice(0, maxNames);
}

/** Beginning of a document, where it names its operator. */
const headOfDocument = 700;
/** Characters between a name and its number. */
const nameReach = 300;

/**
 * Names and numbers of the owner of a text; those of its processors, banks and partners are left out. In a document,
 * what stands behind its begin counts where the text says whose it is.
 */
export function operatorIn(text: string, isDocument = false): Operator {
  const all = namesIn(text);
  const isOwn = (index: number): boolean => {
    const role = roleAt(text, index);
    return role === 'own' || (role === 'unsaid' && (!isDocument || index < headOfDocument));
  };
  const names = all.filter(({ index }) => isOwn(index));
  const requisites = findRequisites(text).flatMap((one) => {
    const before = all.findLast(({ index }) => index < one.index && one.index - index < nameReach);
    const isOfOwn = before !== undefined && names.includes(before);
    return isOwn(one.index) || isOfOwn ? [{ ...one, of: before?.key ?? null }] : [];
  });
  return { requisites, names };
}
