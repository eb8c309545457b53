import type { ReadinessCheck, ReadinessText } from '@platform/contracts';
import { fold } from '../issues/fold-title.ts';
import { columnsOf, lengthOf, type PageFacts } from '../pages/page-facts.ts';

/** Facts of the text that its HTML shows. */
export type TextFacts = Pick<PageFacts, 'words' | 'h1s' | 'headings' | 'images' | 'letters'>;

export interface Readiness {
  score: number;
  checks: ReadinessCheck[];
  /** Codes of checks without all their points. */
  failed: string[];
}

/** A check before its points are added: `share` of the weight is reached. */
interface Check extends Omit<ReadinessCheck, 'ok'> {
  share: number;
}

const wordsPerHeading = 300;
const minWords = 400;
const fewWords = 200;
/** A text of fewer words is none. */
const noWords = 30;
const maxSlug = 75;
const minCoverWidth = 1_200;
const minInternalLinks = 2;
/** Minimum of words to detect the language of a text from its script. */
const minScriptWords = 50;

/**
 * Scores a text (facts §5): weights sum to 100, and checks that do not apply leave the sum.
 * @param keywords heads of accepted clusters that belong to the text
 * @param leadText the first hundred words of the text
 */
export function scoreReadiness(
  text: ReadinessText,
  facts: TextFacts,
  { keywords, leadText }: { keywords: readonly string[]; leadText: string },
): Readiness {
  const checks: Check[] = [
    ...checkHead(text),
    ...checkBody(text, facts),
    ...checkImages(text, facts),
    ...checkLinks(text),
    ...checkKeywords(text, keywords, leadText),
  ];
  const total = checks.reduce((sum, { weight }) => sum + weight, 0);
  const reached = checks.reduce((sum, { weight, share }) => sum + weight * share, 0);
  return {
    score: Math.min(Math.round((reached / total) * 100), mostOf(facts.words)),
    checks: checks.map(({ share, ...check }) => ({ ...check, ok: share === 1 })),
    failed: checks.filter(({ share }) => share < 1).map(({ code }) => code),
  };
}

/** Points that a text may have by its words: the rest of a text without one is of no use to a reader. */
const mostOf = (words: number): number => (words < noWords ? 30 : 100);

const passed = (isPassed: boolean): number => (isPassed ? 1 : 0);
const isWithin = (length: number, min: number, max: number): boolean => length >= min && length <= max;

function checkHead(text: ReadinessText): Check[] {
  const title = columnsOf((text.meta_title ?? text.title).trim());
  const description = columnsOf((text.meta_description ?? '').trim());
  const checks: Check[] = [
    {
      code: 'title_length',
      weight: 12,
      got: title,
      want: '20–70',
      share: passed(isWithin(title, 20, 70)),
      hint: 'Write a `meta_title` of 20 to 70 characters.',
    },
    {
      code: 'title_unique',
      weight: 5,
      got: null,
      want: 'unique',
      share: passed(text.is_title_unique),
      hint: 'Another text of this language has the same title: say what is special about this one.',
    },
    {
      code: 'description_length',
      weight: 12,
      got: description,
      want: '50–160',
      share: passed(isWithin(description, 50, 160)),
      hint: 'Write a `meta_description` of 50 to 160 characters.',
    },
    {
      code: 'slug',
      weight: 8,
      got: text.slug,
      want: `a–z, 0–9 and hyphens, ≤ ${maxSlug}`,
      share: passed(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text.slug) && text.slug.length <= maxSlug),
      hint: 'Choose a short `slug` of Latin letters, digits and hyphens; the old address redirects.',
    },
  ];
  if (description > 0)
    checks.push({
      code: 'description_unique',
      weight: 3,
      got: null,
      want: 'unique',
      share: passed(text.is_description_unique),
      hint: 'Another text of this language has the same description.',
    });
  if (text.has_category !== null)
    checks.push({
      code: 'category',
      weight: 3,
      got: text.has_category ? 'set' : null,
      want: 'set',
      share: passed(text.has_category),
      hint: 'Put the post into a category.',
    });
  return checks;
}

function checkBody(text: ReadinessText, { words, h1s, headings, letters }: TextFacts): Check[] {
  const h1 = h1s.length + (text.has_h1 ? 0 : 1);
  const levels = headings.map((heading) => Number(heading[0]));
  const h2 = levels.filter((level) => level === 2).length;
  // The template, or the text, begins with the first level.
  const isJump = levels.some((level, at) => level > (levels[at - 1] ?? 1) + 1);
  const wantedHeadings = Math.floor(words / wordsPerHeading);
  const checks: Check[] = [];
  // Nothing is to be divided in a short text without headings.
  if (wantedHeadings > 0 || levels.length > 0)
    checks.push({
      code: 'headings',
      weight: 5,
      got: h2,
      want: `≥ ${wantedHeadings}, no level left out`,
      share: passed(h2 >= wantedHeadings && !isJump),
      hint: 'Divide the text by H2, about one for 300 words, and leave out no level.',
    });
  checks.push(
    {
      code: 'one_h1',
      weight: 8,
      got: h1,
      want: '1',
      share: passed(h1 === 1),
      hint: 'Keep one H1: that of the template, or one in the text.',
    },
    {
      code: 'words',
      weight: 15,
      got: words,
      want: `≥ ${minWords}`,
      share: words >= minWords ? 1 : words >= fewWords ? 0.5 : 0,
      hint: 'Write the text out: 400 words or more answer what its title asks.',
    },
  );
  const known = letters.latin + letters.cyrillic + letters.other;
  if (words >= minScriptWords && known > 0) {
    const ownLetters = letters[scriptOf(text.locale)];
    checks.push({
      code: 'locale',
      weight: 2,
      got: text.locale,
      want: 'the language of the text',
      share: passed(ownLetters * 2 >= known),
      hint: 'The text is written in another script than its language has.',
    });
  }
  return checks;
}

/** Script of a language; Latin for those that are not named. */
function scriptOf(locale: string): keyof TextFacts['letters'] {
  if (/^(?:ru|uk|be|bg|kk|sr|mk|mn|ky|tg)\b/.test(locale)) return 'cyrillic';
  return /^(?:zh|ja|ko|th|lo|km|my|ar|fa|he|hi|ka|hy|el)\b/.test(locale) ? 'other' : 'latin';
}

const isFileName = (alt: string): boolean =>
  /\.(jpe?g|png|gif|webp|avif|svg)$/i.test(alt) || /^(img|dsc|image)[-_ ]?\d+$/i.test(alt);

function checkImages({ cover }: ReadinessText, { images }: TextFacts): Check[] {
  const checks: Check[] = [
    {
      code: 'cover',
      weight: 6,
      got: cover === null ? null : (cover.width ?? 'width unknown'),
      want: `≥ ${minCoverWidth} px wide`,
      hint: 'Add a cover that is at least 1200 pixels wide.',
      share: passed(cover !== null && (cover.width ?? minCoverWidth) >= minCoverWidth),
    },
  ];
  if (cover !== null) {
    const alt = (cover.alt ?? '').trim();
    checks.push({
      code: 'cover_alt',
      weight: 6,
      got: lengthOf(alt),
      want: '5–125 characters, no file name',
      share: passed(isWithin(lengthOf(alt), 5, 125) && !isFileName(alt)),
      hint: 'Say in `cover_alt` what the cover shows.',
    });
  }
  if (images.length > 0) {
    const without = images.filter(({ alt }) => alt === null).length;
    checks.push({
      code: 'image_alts',
      weight: 4,
      got: without,
      want: '0 without alt',
      share: passed(without === 0),
      hint: 'Say of each image what it shows.',
    });
  }
  return checks;
}

function checkLinks({ internal_links, dead_links }: ReadinessText): Check[] {
  const live = internal_links - dead_links;
  return [
    {
      code: 'internal_links',
      weight: 5,
      got: live,
      want: `≥ ${minInternalLinks}`,
      share: passed(live >= minInternalLinks),
      hint: 'Link to two texts of the site that go on from here.',
    },
    {
      code: 'dead_links',
      weight: 3,
      got: dead_links,
      want: '0',
      share: passed(dead_links === 0),
      hint: 'Mend links to texts that are not published.',
    },
  ];
}

function checkKeywords(text: ReadinessText, keywords: readonly string[], leadText: string): Check[] {
  if (keywords.length === 0) return [];
  const prominentTexts = [text.meta_title ?? '', text.title, leadText].map(fold);
  const usedKeyword = keywords.find((keyword) =>
    prominentTexts.some((prominentText) => prominentText.includes(fold(keyword))),
  );
  return [
    {
      code: 'keyword',
      weight: 3,
      got: usedKeyword ?? null,
      want: keywords.slice(0, 3).join(', '),
      share: passed(usedKeyword !== undefined),
      hint: 'Use the query that the text is for in its title or its first hundred words.',
    },
  ];
}
