export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * The one spelling of a JSON value (RFC 8785): keys sorted by UTF-16 code units, no spaces, numbers and
 * strings as ECMAScript writes them. Two equal values always give the same bytes, so they can be hashed.
 * @throws TypeError for what has no such spelling: NaN, infinities, half of a surrogate pair
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('a number without a JSON representation');
    return JSON.stringify(value);
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('text with an unpaired surrogate');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${canonicalJson(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}
