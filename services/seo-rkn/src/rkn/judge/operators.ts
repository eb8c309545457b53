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

export interface Operator {
  requisites: LabelledRequisite[];
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
  /(?<!\p{L})(?:поруч(?:а|е|и)\p{L}{1,4}|по поручению|обработчик\p{L}{0,3}|переда(?:ва|ч|[её]т|ют|н)\p{L}{0,4}|предоставля\p{L}{1,3} доступ|получател\p{L}{1,3}|привлека\p{L}{2,4}|хостинг\p{L}{0,3}|банк\p{L}{0,2}|эквайр\p{L}{0,6}|плат[её]жн\p{L}{2,3}|партн[её]р\p{L}{0,3}|агент\p{L}{0,2}|оператор\p{L}{0,2} связи|курьер\p{L}{0,5}|служб\p{L} доставки|сервис\p{L}{0,2}|провайдер\p{L}{0,2}|контрагент\p{L}{0,2}|третьи\p{L}{1,2} лиц\p{L}{0,3}|(?:создан\p{L}{1,3}|разработ\p{L}{2,6}|дизайн|поддержка) (?:и \p{L}{3,20} )?сайт\p{L}{0,2}|сайт (?:создан|разработан|сделан)\p{L}{0,2}|(?:наши )?(?:клиент|заказчик|поставщик|производител|арендодател|страховщик)\p{L}{1,3}|рекламодател\p{L}{1,3}|реклама\.)/giu;

const lastMatch = (text: string, pattern: RegExp): number => {
  let last = -1;
  for (const { index } of text.matchAll(pattern)) last = index;
  return last;
};

/** Whether what stands at an offset belongs to another party than the owner of the text, by the words before it. */
function isOfAnother(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - roleReach), index);
  const end = lastMatch(before, boundary);
  const clause = end < 0 ? before : before.slice(end + 1);
  return lastMatch(clause, otherRole) > lastMatch(clause, ownRole);
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

/** Names and numbers of the owner of a text; those of its processors, banks and partners are left out. */
export function operatorIn(text: string): Operator {
  const isOwn = ({ index }: { index: number }) => !isOfAnother(text, index);
  return { requisites: findRequisites(text).filter(isOwn), names: namesIn(text).filter(isOwn) };
}
