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
}

/** Kinds that identify a person: a form that asks for one of them processes personal data. */
export const personalKinds: ReadonlySet<FieldKind> = new Set([
  ...(['name', 'phone', 'email', 'birth_date', 'address', 'passport', 'snils', 'inn', 'child'] as const),
  ...(['health', 'biometrics', 'religion', 'criminal_record'] as const),
]);

/** Tokens of a name that say it is about no person: `company_name`, `mobile_app_version`. */
const impersonal = new Set(
  'company organization organisation org firm product file project site domain host app version os model template brand city country search query coupon promo server'.split(
    ' ',
  ),
);

const tokens: Record<string, FieldKind> = {
  ...{ name: 'name', fullname: 'name', firstname: 'name', lastname: 'name', middlename: 'name', surname: 'name' },
  ...{ fname: 'name', lname: 'name', fio: 'name', imya: 'name', familiya: 'name', patronymic: 'name' },
  ...{ phone: 'phone', tel: 'phone', telephone: 'phone', mob: 'phone', mobile: 'phone', telefon: 'phone' },
  ...{ email: 'email', mail: 'email' },
  ...{ birth: 'birth_date', birthday: 'birth_date', birthdate: 'birth_date', dob: 'birth_date', bday: 'birth_date' },
  ...{ gender: 'gender', sex: 'gender', address: 'address', street: 'address', passport: 'passport' },
  ...{ snils: 'snils', inn: 'inn', religion: 'religion', diagnosis: 'health', child: 'child' },
};

const autocompletes: Record<string, FieldKind> = {
  ...{ name: 'name', 'given-name': 'name', 'family-name': 'name', 'additional-name': 'name' },
  ...{ tel: 'phone', 'tel-national': 'phone', email: 'email', bday: 'birth_date', sex: 'gender' },
  ...{ 'street-address': 'address', 'address-line1': 'address', 'postal-code': 'address' },
};

const texts: [FieldKind, RegExp][] = [
  [
    'child',
    words(
      '(?:имя|фио|возраст|дат~ рождени~|фамили~) (?:вашего )?(?:реб[её]нка|детей|дочери|сына|ученика)|школа|класс реб[её]нка|номер школы',
    ),
  ],
  ['email', words('e-?mail|(?:адрес~ )?(?:электронн~|эл\\.) ?почт~|ваша почта|почта|имейл')],
  ['phone', words('(?:номер )?телефон~|мобильн~ номер|phone(?: number)?')],
  [
    'name',
    words(
      'имя(?! (?:файл~|домен~|компани~|организаци~|пользовател~|проект~|сайт~))|фамили~|отчество|фио|ф\\. ?и\\. ?о|как (?:к вам|вас) (?:обращаться|зовут)|(?:your|full|first|last) name',
    ),
  ],
  ['birth_date', words('дат~ рождени~|день рождени~|date of birth')],
  ['gender', words('пол|ваш пол|gender')],
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

/** Words of a name of a field: `userPhone` gives `user`, `phone`. Pure. */
export const tokensOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((token) => token !== '');

/**
 * What a field asks for, by its type, `autocomplete`, label, placeholder and name. A label wins over a name. Pure.
 * @returns each kind once; empty for a field that is about no person
 */
export function kindsOfField({ type, name, label, placeholder, autocomplete }: FieldText): FieldKind[] {
  const kinds = new Set<FieldKind>();
  if (type === 'email') kinds.add('email');
  if (type === 'tel') kinds.add('phone');
  for (const token of autocomplete.toLowerCase().split(/\s+/)) {
    const kind = autocompletes[token];
    if (kind) kinds.add(kind);
  }
  const shown = `${label}\n${placeholder}`;
  for (const [kind, pattern] of texts) if (pattern.test(shown)) kinds.add(kind);
  if (kinds.has('child')) kinds.delete('name');
  if (kinds.size > 0) return [...kinds];
  const parts = tokensOf(name);
  if (parts.some((part) => impersonal.has(part))) return [];
  for (const part of parts) {
    const kind = tokens[part];
    if (kind) kinds.add(kind);
  }
  return [...kinds];
}
