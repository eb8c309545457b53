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
  'company organization organisation org firm product file project site domain host app version os model template brand city country search query coupon promo server'.split(
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

const texts: [FieldKind, RegExp][] = [
  [
    'child',
    words(
      '(?:имя|фио|возраст|дат~ рождени~|фамили~) (?:вашего )?(?:реб[её]нка|детей|дочери|сына|ученика)|школа|класс реб[её]нка|номер школы',
    ),
  ],
  ['email', words('e-?mail|(?:адрес~ )?(?:электронн~|эл\\.) ?почт~|ваша почта|почта|имейл')],
  ['phone', words('(?:номер )?телефон~|мобильн~ номер|(?:ваш|контактн~) номер(?! (?!для )\\p{L})|phone(?: number)?')],
  [
    'name',
    words(
      'имя(?! (?:файл~|домен~|компани~|организаци~|пользовател~|проект~|сайт~))|фамили~|отчество|фио|ф\\. ?и\\. ?о|как (?:к вам|вас) (?:обращаться|зовут)|(?:your|full|first|last) name',
    ),
  ],
  ['birth_date', words('дат~ рождени~|день рождени~|date of birth')],
  ['gender', words('ваш пол|пол реб[её]нка|пол[ (:,]+м(?:уж~)? ?/ ?ж~|gender')],
  ['passport', words('паспорт~|серия и номер')],
  ['snils', words('снилс')],
  ['inn', words('инн')],
  [
    'address',
    words(
      'адрес~(?! (?:электронн~|эл\\.?|почты|e-?mail|сайт~|страниц~))(?: (?:доставк~|проживани~|регистраци~))?|почтов~ индекс',
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
  if (phoneMask.test(placeholder)) kinds.add('phone');
  if (genderOrFloor.test(shown) && [male, female].every((sex) => options.some((option) => sex.test(option))))
    kinds.add('gender');
  if (kinds.has('child')) kinds.delete('name');
  const isCompanyInn = companyInn.test(shown);
  if (isCompanyInn) kinds.delete('inn');
  if (kinds.size > 0) return [...kinds];
  const parts = tokensOf(name);
  if (parts.some((part) => impersonal.has(part))) return [];
  for (const part of parts) {
    const kind = tokens[part];
    if (kind && !(kind === 'inn' && isCompanyInn)) kinds.add(kind);
  }
  return [...kinds];
}
