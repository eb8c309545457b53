/** Escapes in JSON that PostgreSQL takes in no jsonb: U+0000 and surrogates without their other half. */
const suspicious = /\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** JSON of a value from outside that PostgreSQL stores: U+FFFD stands for what it refuses. Pure. */
export function toStorableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!suspicious.test(json)) return json;
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\u0000', '\uFFFD').toWellFormed() : part,
  );
}
