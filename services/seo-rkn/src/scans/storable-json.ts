/** Escapes in JSON that PostgreSQL takes in no jsonb: U+0000 and surrogates without their other half. */
const suspicious = /\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** JSON of a value from outside that PostgreSQL stores: U+FFFD stands for what it refuses, keys included. */
export function toStorableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!suspicious.test(json)) return json;
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'string') return cleanText(part);
    const isObject = typeof part === 'object' && part !== null && !Array.isArray(part);
    return isObject ? Object.fromEntries(Object.entries(part).map(([key, each]) => [cleanText(key), each])) : part;
  });
}

const cleanText = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed();

/** A value from outside in the form that {@link toStorableJson} writes, for a column of its own. */
export const storable = <T>(value: T): T => JSON.parse(toStorableJson(value)) as T;
