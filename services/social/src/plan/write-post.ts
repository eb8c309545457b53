import type { SocialChannel } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import type { PlanSource } from './plan-source.ts';

type Language = 'ru' | 'en';

/** Characters of what a source says on each channel: the text has to fit with its links and marks. */
const textLength: Record<SocialChannel, number> = {
  telegram: 700,
  vk: 1_200,
  max: 1_200,
  instagram: 900,
  threads: 220,
};
const titleLength: Record<SocialChannel, number> = { telegram: 200, vk: 200, max: 200, instagram: 200, threads: 120 };

/** A line over the title. It is a word, and no statement. */
const leads: Record<Language, Partial<Record<PlanSource['kind'], string>>> = {
  ru: { changelog_entry: 'Что нового', article: 'Разбираемся', download: 'Можно скачать', faq: 'Вопрос и ответ' },
  en: {
    changelog_entry: 'What is new',
    article: 'How it works',
    download: 'Ready to download',
    faq: 'Question and answer',
  },
};
const buttonTexts: Record<Language, Partial<Record<PlanSource['kind'], string>>> = {
  ru: { changelog_entry: 'Все изменения', download: 'Скачать', own_post: 'Читать' },
  en: { changelog_entry: 'All changes', download: 'Download', own_post: 'Read' },
};
const readMore: Record<Language, string> = { ru: 'Читать дальше', en: 'Read more' };

/** The whole words of a text that fit. */
function cut(text: string, most: number): string {
  const line = text.trim();
  if (line.length <= most) return line;
  const part = cutText(line.toWellFormed(), most - 1);
  const end = part.lastIndexOf(' ');
  return `${(end > most / 2 ? part.slice(0, end) : part).trimEnd()}…`;
}

/** A text that the markdown subset of posts takes as it is. */
const plain = (text: string): string =>
  text
    .replaceAll(/[*_~`[\]<>\\]/g, ' ')
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim();

/** The language of the words that a template adds. */
export const templateLanguage = (languages: readonly string[]): Language =>
  languages[0]?.startsWith('ru') ? 'ru' : 'en';

/**
 * The text of a post by the template of its kind of source and its channel: it says what the source says, and
 * nothing else.
 */
export function writePost(
  { kind, title, text, source }: PlanSource,
  channel: SocialChannel,
  language: Language,
): { body: string; buttons: { text: string; url: string }[] } {
  const lead = leads[language][kind];
  const plainText = plain(text);
  // An own post is posted again as it was.
  const parts =
    kind === 'own_post'
      ? [cut(text, textLength[channel])]
      : [
          `${lead === undefined ? '' : `${lead}. `}**${cut(plain(title), titleLength[channel])}**`,
          ...(plainText === '' || plainText === plain(title) ? [] : [cut(plainText, textLength[channel])]),
        ];
  const { url } = source;
  const isWeb = url?.startsWith('https://') ?? false;
  const buttons = isWeb && url !== null ? [{ text: buttonTexts[language][kind] ?? readMore[language], url }] : [];
  return { body: parts.join('\n\n'), buttons };
}
