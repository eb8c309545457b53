import { words } from './words.ts';

/** What a field of a form asks a person for. */
export type FieldKind =
  | 'name'
  | 'phone'
  | 'email'
  | 'birth_date'
  | 'gender'
  | 'address'
  | 'passport'
  | 'snils'
  | 'inn'
  | 'health'
  | 'biometrics'
  | 'religion'
  | 'criminal_record'
  | 'child';

/** A field as it stands in a page, without its value. */
export interface FieldText {
  type: string;
  name: string;
  label: string;
  placeholder: string;
  autocomplete: string;
  /** Texts of the choices of a `<select>`. */
  options?: readonly string[];
}

/**
 * Kinds that identify a person: a form that asks for one of them processes personal data. An INN alone does
 * not: it may be that of a company.
 */
export const personalKinds: ReadonlySet<FieldKind> = new Set([
  'name',
  'phone',
  'email',
  'birth_date',
  'address',
  'passport',
  'snils',
  'child',
  'health',
  'biometrics',
  'religion',
  'criminal_record',
]);

/** Tokens of a name that say it is about no person: `company_name`, `mobile_app_version`. */
const impersonal = new Set(
  'company organization organisation org firm product file project site domain host app version os model template brand city country search query coupon promo server pet animal dog cat'.split(
    ' ',
  ),
);

const tokens: Record<string, FieldKind> = {
  name: 'name',
  fullname: 'name',
  firstname: 'name',
  lastname: 'name',
  middlename: 'name',
  surname: 'name',
  fname: 'name',
  lname: 'name',
  fio: 'name',
  imya: 'name',
  familiya: 'name',
  patronymic: 'name',
  phone: 'phone',
  tel: 'phone',
  telephone: 'phone',
  mob: 'phone',
  mobile: 'phone',
  telefon: 'phone',
  email: 'email',
  mail: 'email',
  birth: 'birth_date',
  birthday: 'birth_date',
  birthdate: 'birth_date',
  dob: 'birth_date',
  bday: 'birth_date',
  gender: 'gender',
  sex: 'gender',
  address: 'address',
  street: 'address',
  passport: 'passport',
  snils: 'snils',
  inn: 'inn',
  religion: 'religion',
  diagnosis: 'health',
  child: 'child',
};

const autocompletes: Record<string, FieldKind> = {
  name: 'name',
  'given-name': 'name',
  'family-name': 'name',
  'additional-name': 'name',
  tel: 'phone',
  'tel-national': 'phone',
  email: 'email',
  bday: 'birth_date',
  sex: 'gender',
  'street-address': 'address',
  'address-line1': 'address',
  'postal-code': 'address',
};

const animal =
  '(?:питом~|животн~|собак~|соба[чк]~|кош[аке]~|кота|коту|щен[оак]~|кот[её]н~|лошад~|попуга~|хомяк~|клич~|pets?|dogs?|cats?|puppy)';
/** A name of these is that of no person. */
const unnamed =
  '(?:файл~|домен~|компани~|организаци~|пользовател~|проект~|сайт~|сервер~|хост~|товар~|групп~|команд~|событи~)';

const texts: [FieldKind, RegExp][] = [
  [
    'child',
    words(
      '(?:имя|фио|возраст|дат~ рождени~|фамили~) (?:вашего )?(?:реб[её]нка|детей|дочери|сына|ученика)|школа|класс реб[её]нка|номер школы',
    ),
  ],
  [
    'email',
    words(
      'e-?mail|(?:адрес~ )?(?:электронн~|эл\\.?) ?(?:почт~|адрес~)|ваш[ау] почт[ау]|почт[ау](?! росси)|(?:электронк|мыло|имейл|емейл|мейл|имэйл)~',
    ),
  ],
  [
    'phone',
    words(
      '(?<!(?:модел|марк|тип|цвет|бренд|ремонт|экран|неисправност|поломк)\\p{L}{0,4} )(?:номер )?телефон~|тел\\.?(?! (?:вращени|жидк))|моб\\.?(?! (?:верси|прилож))|мобильн(?:ый|ого|ому|ая|ые)(?: номер~)?(?! (?:верси|прилож|сайт|устройств|модел|игр))|сотов~|' +
        '(?:ваш|контактн~) номер(?! (?!для )\\p{L})|номер~ (?:для (?:связи|звонка|обратн~)|(?:в |вашего |сво~ )?(?:whats ?app|вот?с[аэ]пп?~|ватс[аэ]пп?~|вацап~|viber|вайбер~|telegram|телеграм~|max|макс))|' +
        '(?:ваш~ )?(?:whats ?app|вотсап~|ватсап~|вацап~|viber|вайбер~)|куда (?:вам )?(?:пере)?(?:по)?звонить|(?:ваш|ник|аккаунт)(?: в| вашего)? (?:telegram|телеграм~)|' +
        '(?:ваш~|оставьте|оставить|укажите|сво~) контакт(?:ы|ов|ам)?|контактн~ (?:данн~|информаци~)|контакт~ для связи|как с вами связаться|' +
        'phone(?: number)?(?! (?:model|brand|type|case|system|plan|app))|telephone|mobile(?: (?:number|phone))?(?! (?:app|version))|cell(?:phone)?|contact (?:number|details)|(?:your|whats ?app) number',
    ),
  ],
  [
    'name',
    words(
      `имя(?! (?:${unnamed}|${animal}))|фамили~|отчество|фио|ф\\. ?и\\. ?о|как (?:к вам|вас|вам) (?:можно )?(?:обращаться|обратиться|зовут|звать|называть|величать)|представьтесь|контактное лицо|(?:your|full|first|last|middle|given|family) name|surname|contact person`,
    ),
  ],
  ['birth_date', words('дат~ рождени~|день рождени~|date of birth|birth ?(?:day|date)')],
  ['gender', words('ваш пол|пол реб[её]нка|пол[ (:,]+м(?:уж~)? ?/ ?ж~|gender')],
  [
    'passport',
    words(
      'паспортн~ данн~|(?:номер|серия|скан|копия|фото) паспорт~(?! (?!гражданин|рф|росси|иностран|заграничн)\\p{L})|паспорт(?:а|у|ом)?(?! (?!гражданин|рф|росси|иностран|заграничн|сери|номер|и |выдан|кем|код|или )\\p{L})|загранпаспорт~|серия и номер(?! (?!паспорт|документ)\\p{L})|passport',
    ),
  ],
  ['snils', words('снилс')],
  ['inn', words('инн')],
  [
    'address',
    words(
      'адрес~(?! (?:электронн~|эл\\.?|почты|e-?mail|сайт~|страниц~|магазин~|офис~|компани~|организаци~))(?: (?:доставк~|проживани~|регистраци~))?|почтов~ индекс|(?:home|street|postal|delivery|shipping|mailing|billing|your) address',
    ),
  ],
  [
    'health',
    words('диагноз~|заболевани~|состояни~ здоровь~|здоровь~|аллерги~|инвалидност~|симптом~|жалоб~ на здоровь~'),
  ],
  ['biometrics', words('фото(?:графи~)? (?:лица|с паспортом)|селфи|голосов~ образц~|отпечат~ пальц~|биометри~')],
  ['religion', words('вероисповедани~|религи~')],
  ['criminal_record', words('судимост~')],
];

/** Labels that are one word: «Name», «Контакты», in a longer label they say another thing. */
const wholeLabels: [FieldKind, RegExp][] = [
  ['name', /^[^\p{L}]*(?:name|your name|имя)[^\p{L}]*$/iu],
  ['phone', /^[^\p{L}]*(?:контакты|контакт|contacts?)[^\p{L}]*$/iu],
];
const aboutAnimal = words(animal);
/** Kinds that a field about an animal does not ask for. */
const notOfAnimals: readonly FieldKind[] = ['name', 'birth_date', 'gender', 'passport', 'health', 'child'];
const loginLabel = words('логин~|login|username|user name|имя пользователя|ник(?:нейм)?|nickname');
/** An example of an address: `ivan@mail.ru`. */
const emailExample = /[\p{L}\d._-]@[\p{L}\d-]+\.\p{L}{2,}/u;
/** Names whose «address» is none of a house: `Email_Address`, `ip_address`. */
const virtual = new Set(['email', 'mail', 'ip', 'mac', 'web', 'wallet', 'url']);

/** `+7 (___) ___-__-__`, `8 (999)`. */
const phoneMask = /^\s*(?:\+7|8)\s{0,2}[(_-]/;

/** «Пол» is also a floor: it is the gender where one chooses between «М» and «Ж». */
const genderOrFloor = words('пол');
const male = words('м|муж|мужской|мужчина');
const female = words('ж|жен|женский|женщина');

const company =
  '(?:компани~|организаци~|юр~|фирм~|контрагент~|поставщик~|заказчик~|предприяти~|учреждени~|работодател~|ооо|кпп|огрн)';
/** «ИНН компании», «ИНН/КПП», «Организация (ИНН)»: a number about no person. */
const companyInn = words(
  `инн(?:[ ,/(]| или | и )+(?:ваш~ |сво~ )?(?:названи~ |наименовани~ )?${company}|${company}[ ,/(:]+инн`,
);

/** Words of a name of a field: `userPhone` gives `user`, `phone`. */
export const tokensOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((token) => token !== '');

/**
 * What a field asks for, by its type, `autocomplete`, label, placeholder and name. A label wins over a name.
 * @returns each kind once; empty for a field without personal data
 */
export function kindsOfField(field: FieldText): FieldKind[] {
  const { type, name, label, placeholder, autocomplete, options = [] } = field;
  const kinds = new Set<FieldKind>();
  if (type === 'email') kinds.add('email');
  if (type === 'tel') kinds.add('phone');
  for (const token of autocomplete.toLowerCase().split(/\s+/)) {
    const kind = autocompletes[token];
    if (kind) kinds.add(kind);
  }
  const shown = `${label}\n${placeholder}`;
  for (const [kind, pattern] of texts) if (pattern.test(shown)) kinds.add(kind);
  for (const [kind, pattern] of wholeLabels)
    if (kinds.size === 0 && (pattern.test(label) || (label === '' && pattern.test(placeholder)))) kinds.add(kind);
  if (phoneMask.test(placeholder)) kinds.add('phone');
  if (emailExample.test(placeholder)) kinds.add('email');
  if (genderOrFloor.test(shown) && [male, female].every((sex) => options.some((option) => sex.test(option))))
    kinds.add('gender');
  if (kinds.has('child')) kinds.delete('name');
  const isAboutAnimal = aboutAnimal.test(shown);
  if (isAboutAnimal) for (const kind of notOfAnimals) kinds.delete(kind);
  const isCompanyInn = companyInn.test(shown);
  if (isCompanyInn) kinds.delete('inn');
  if (kinds.size > 0) return [...kinds];
  const parts = tokensOf(name);
  if (parts.some((part) => impersonal.has(part))) return [];
  const isLogin = loginLabel.test(shown);
  const isVirtual = parts.some((part) => virtual.has(part));
  for (const part of parts) {
    const kind = tokens[part];
    if (!kind || (kind === 'inn' && isCompanyInn) || (kind === 'name' && isLogin)) continue;
    if ((kind === 'address' && isVirtual) || (isAboutAnimal && notOfAnimals.includes(kind))) continue;
    // A label that says which document, or whose birthday, it asks for goes before a name.
    if (kind === 'passport' && /паспорт/iu.test(shown)) continue;
    kinds.add(kind);
  }
  return [...kinds];
}
