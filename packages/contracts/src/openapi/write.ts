import type { JsonObject } from './json.ts';

const longestLine = 110;

/**
 * The document as text. A list of plain values, and an object that is only a reference, is one line where it
 * is short: most lines of the document would be their brackets.
 */
export const writeOpenApi = (document: JsonObject): string =>
  `${JSON.stringify(document, null, 2)}\n`
    .replaceAll(/\{\n\s+("\$ref": "[^"]+")\n\s+\}/g, '{ $1 }')
    // Line breaks within a text are escaped, so these are between the values.
    .replaceAll(
      /(^ *.*)\[\n((?:\s+(?:"(?:[^"\\]|\\.)*"|[-\w.]+),?\n)+)\s+\]/gm,
      (whole, before: string, values: string) => {
        const line = `${before}[${values.trim().replaceAll(/\n\s+/g, ' ')}]`;
        return line.length <= longestLine ? line : whole;
      },
    );
