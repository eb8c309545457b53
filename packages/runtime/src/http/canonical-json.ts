const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * One text for equal JSON: without white space, and with the names of objects in one order. A value that is nested too
 * deep to be printed is its own text.
 * @param raw the text as it came
 * @param value what it means
 */
export function canonicalJson(raw: string, value: unknown): string {
  try {
    return JSON.stringify(value, (_name, part: unknown) =>
      isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
    );
  } catch (error) {
    // The stack is not deep enough.
    if (error instanceof RangeError) return raw;
    throw error;
  }
}
