import { cutText } from '@platform/contracts/cut-text';
import { matchesOf } from './text-search.ts';

/** What is left of a template: gaps and names that are not filled in. */
const patterns: readonly RegExp[] = [
  /\[[^\]\n]{2,60}\](?!\()/gu,
  /\{\{?[\p{L}\p{N}_]{1,60}\}\}?/gu,
  /_{3,}/g,
  /<[A-ZА-ЯЁ_ ]{3,60}>/g,
  /Ромашк\p{L}/gu,
  /Иванов\p{L}? Иван\p{L}? Иванович\p{L}?/gu,
  /(?<![\p{L}\p{N}.-])example\.(?:com|ru)(?![\p{L}\p{N}])/giu,
  /(?<!\p{L})ваш(?:его)? сайт/giu,
  /lorem ipsum/giu,
  /(?<!\d)00\.00\.\d{4}/g,
  /(?<!\p{L})ИНН[\s:№-]{0,5}(?:1234567890|0{10,12})(?!\d)/giu,
];

/** Placeholders that 20 findings at most name. */
const maxPlaceholders = 20;

/** Placeholders in a text, each once, in the order of their kinds; 20 at most. */
export function placeholdersIn(text: string): string[] {
  const placeholders = new Set<string>();
  for (const pattern of patterns)
    for (const match of matchesOf(text, pattern)) {
      placeholders.add(match.text.length > 60 ? `${cutText(match.text, 60)}…` : match.text);
      if (placeholders.size >= maxPlaceholders) return [...placeholders];
    }
  return [...placeholders];
}
