import type { SourceEntry } from './entry.ts';

/** Text that PostgreSQL can store: without NUL, and with U+FFFD for half of a surrogate pair. */
export const toStorable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** An entry of a file with text that can be stored; a warning says where text was changed. */
export function withStorableText<Entry extends SourceEntry>(entry: Entry): Entry {
  let isChanged = false;
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const text = toStorable(value);
      isChanged ||= text !== value;
      return text;
    }
    if (Array.isArray(value)) return value.map(clean);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, clean(each)]));
  };
  const cleaned = clean(entry) as Entry;
  if (isChanged)
    cleaned.warnings.push({ code: 'characters_lost', message: 'It has characters that cannot be stored.' });
  return cleaned;
}
