/**
 * A text without these characters at its end. A loop, since a pattern such as `/x+$/` tries each run of a text and
 * takes quadratic time.
 * @param characters each a single UTF-16 unit
 */
export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A text without these characters at both ends; see {@link trimEndCharacters}. */
export function trimCharacters(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return trimEndCharacters(text.slice(start), characters);
}

/** A text without its last word and the white space before it; the whole text where it is one word. */
export function cutLastWord(text: string): string {
  let end = text.length;
  while (end > 0 && !/\s/.test(text.charAt(end - 1))) end -= 1;
  return end === 0 ? text : text.slice(0, end).trimEnd();
}
