import type { WireReply } from './probes.ts';

/** Words of the validation library and of programs, which no person understands. */
const rawWords =
  /\bInvalid (input|option|string|type|ISO|email|UUID|URL|key|value|element|union|discriminator|number)|expected \w+, received|\bToo (small|big)\b|Unrecognized key|\bundefined\b|\bNaN\b|\[object |unknown field|^\w[\w.-]*: [a-z]/;

/** The form of a sentence: it begins with a capital letter or the name of a field, and ends. */
const sentence = /^[\p{Lu}`\d].*[.!?)]$/su;

/** What keeps a text from being a sentence that a person understands; undefined for such a sentence. */
export function faultOfSentence(text: unknown): string | undefined {
  if (typeof text !== 'string') return 'is no text';
  if (rawWords.test(text)) return 'has words of the validation library';
  return sentence.test(text) ? undefined : 'is no sentence';
}

/** Texts of a refusal that a client shows and that are no sentences: its message, and those of its details. */
export function wordlessTextsOf({ json }: Pick<WireReply, 'json'>): string[] {
  const details = Array.isArray(json.details) ? (json.details as { message?: unknown }[]) : [];
  return [json.message, ...details.map(({ message }) => message)].flatMap((text) => {
    const fault = faultOfSentence(text);
    return fault === undefined ? [] : [`${fault}: ${String(text)}`];
  });
}
