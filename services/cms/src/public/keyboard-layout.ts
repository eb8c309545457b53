/** Keys of the layouts QWERTY and ЙЦУКЕН, in one order. */
const latin = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>';
const cyrillic = 'ёйцукенгшщзхъфывапролджэячсмитьбюЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ';

const keys = (from: string, to: string): ReadonlyMap<string, string> =>
  new Map([...from].map((key, at) => [key, to[at] as string]));
const toCyrillic = keys(latin, cyrillic);
const toLatin = keys(cyrillic, latin);

/**
 * What the keys of a text mean in the other keyboard layout, Russian or Latin: `yfcnhjqrf` is `настройка`, and
 * `ызуув` is `speed`. Null for a text with letters of both or of neither.
 */
export function switchLayout(text: string): string | null {
  const isLatin = /[a-z]/i.test(text);
  const isCyrillic = /[а-яё]/i.test(text);
  if (isLatin === isCyrillic) return null;
  const other = isLatin ? toCyrillic : toLatin;
  return [...text].map((key) => other.get(key) ?? key).join('');
}
