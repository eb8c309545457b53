import type { GeneratedField, GeneratedFields } from '@platform/contracts';
import { cutLastWord, trimEndCharacters } from '@platform/contracts/trim-characters';

/** Fields of a text without a language model: title and brand, first sentences. Lengths in code points. */

/** What fields are made from. */
export interface FieldSource {
  title: string;
  brand: string;
  excerpt: string | null;
  meta_description: string | null;
  /** Markdown. */
  body: string;
  has_cover: boolean;
}

export interface MadeFields {
  fields: GeneratedFields;
  skipped: { field: GeneratedField; reason: 'no_source' | 'no_cover' }[];
}

export const longestTitle = 70;
export const shortestDescription = 50;
export const longestDescription = 160;
export const longestAlt = 125;

const lengthOf = (text: string): number => [...text].length;
const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** A text of so many code points at most, cut between words. */
export function shortenLine(text: string, longest: number): string {
  const letters = [...inOneLine(text)];
  if (letters.length <= longest) return letters.join('');
  const head = letters.slice(0, longest - 1).join('');
  const atWord = cutLastWord(head);
  return `${trimEndCharacters(lengthOf(atWord) > longest / 2 ? atWord : head, ' \t\n,;:–—-')}…`;
}

/** Words and target have brackets of one level, so that a search ends at the second opening one. */
const words = String.raw`(?:[^[\]\n]|\[[^[\]\n]{0,100}\]){0,500}`;
const target = String.raw`(?:[^()\n]|\([^()\n]{0,500}\)){0,1000}`;
const image = new RegExp(String.raw`!\[${words}\]\(${target}\)`, 'g');
const link = new RegExp(String.raw`\[(${words})\]\(${target}\)`, 'g');

/** The words of Markdown. */
export const plainText = (markdown: string): string =>
  inOneLine(
    markdown
      .replaceAll(/^(```|~~~)[\s\S]*?^\1.*$/gm, ' ')
      .replaceAll(/^#{1,6}\s.*$/gm, ' ')
      .replaceAll(image, ' ')
      .replaceAll(link, '$1')
      .replaceAll(/^[ \t]*(?:>|[-*+]|\d{1,9}[.)])[ \t]/gm, ' ')
      .replaceAll(/^[ \t:|-]+$/gm, ' ')
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll(/[*_`|]/g, ''),
  );

/** The first sentences of a text, as many as a description takes. */
function firstSentences(text: string): string {
  let taken = '';
  for (const sentence of text.split(/(?<=[.!?…])\s+/)) {
    const more = taken === '' ? sentence : `${taken} ${sentence}`;
    if (lengthOf(more) > longestDescription) break;
    taken = more;
  }
  return lengthOf(taken) >= shortestDescription ? taken : shortenLine(text, longestDescription);
}

const titleOf = ({ title, brand }: FieldSource): string => {
  const both = brand === '' || title.toLowerCase().includes(brand.toLowerCase()) ? title : `${title} — ${brand}`;
  return lengthOf(inOneLine(both)) <= longestTitle ? inOneLine(both) : shortenLine(title, longestTitle);
};

const descriptionOf = ({ excerpt, body }: FieldSource): string | null => {
  const ownExcerpt = inOneLine(excerpt ?? '');
  const text = lengthOf(ownExcerpt) >= shortestDescription ? ownExcerpt : inOneLine(`${ownExcerpt} ${plainText(body)}`);
  return text === '' ? null : firstSentences(text);
};

const bodyOf = ({ title, excerpt, meta_description }: FieldSource): string =>
  [`# ${inOneLine(title)}`, inOneLine(excerpt ?? meta_description ?? '')].filter((part) => part !== '').join('\n\n');

/** A text that begins with its one heading of the first level; others become second ones. */
export function withOneH1(markdown: string, title: string): string {
  const lines = markdown.trim().split('\n');
  let isInCode = false;
  const demoted = lines.map((line, at) => {
    if (/^\s*(```|~~~)/.test(line)) isInCode = !isInCode;
    return at > 0 && !isInCode && /^#\s/.test(line) ? `#${line}` : line;
  });
  const [first = ''] = demoted;
  return /^#\s+\S/.test(first) ? demoted.join('\n') : [`# ${inOneLine(title)}`, '', ...demoted].join('\n');
}

/** Makes these fields, as far as there is anything to make them from. */
export function makeFields(source: FieldSource, wantedFields: readonly GeneratedField[]): MadeFields {
  const madeFields: MadeFields = { fields: {}, skipped: [] };
  for (const field of wantedFields) {
    if (field === 'cover_alt' && !source.has_cover) {
      madeFields.skipped.push({ field, reason: 'no_cover' });
      continue;
    }
    const text = makers[field](source);
    if (text === null) madeFields.skipped.push({ field, reason: 'no_source' });
    else madeFields.fields[field] = text;
  }
  return madeFields;
}

const makers: Record<GeneratedField, (source: FieldSource) => string | null> = {
  meta_title: titleOf,
  meta_description: descriptionOf,
  body: bodyOf,
  cover_alt: (source) => shortenLine(lengthOf(source.title) < 5 ? titleOf(source) : source.title, longestAlt),
};
