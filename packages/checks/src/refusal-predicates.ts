import { isProductionFile, type SourceFile } from './source-files.ts';

/** How a sentence goes on behind the name of its field. */
const predicate =
  /^(is|are|has|have|may|belongs|and|needs|contains|looks|leads|takes|makes|does|differs|names|could|cannot|declares|refers|repeats|could not) /;
/** The second argument of a refusal of one field, where it is a text. A text that begins with a value is not judged. */
const refusals = /\binvalidField\(\s*(?:'[^']*'|`[^`]*`|[\w.]+)\s*,\s*(['"`])((?:(?!\1)[^\\]|\\.){1,400})\1/g;

/** Refusals of a field whose words are not the predicate of a sentence: `invalidField('to', 'either a or b')`. */
export const refusalPredicateViolations = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => isProductionFile(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(refusals)].flatMap(({ index, 2: words = '' }) => {
        if (predicate.test(words) && !words.endsWith('.')) return [];
        const line = text.slice(0, index).split('\n').length;
        return [`${path}:${line}: "${words}" is no predicate of a sentence about a field, such as "is in the past"`];
      }),
    );
