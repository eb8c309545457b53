import { wordsOf } from '../pages/scan-words.ts';
import { stemOf } from '../pages/text-signature.ts';

/** Words that say nothing about what is looked for. */
const stopWords = new Set(
  `а без более бы был была были было быть в вам вас весь во вот все всего вы где да для до его ее если есть еще же за
  здесь и из или им их к как ко когда кто ли либо мне может мы на надо наш не него нее нет ни них но ну о об однако он
  она они оно от очень по под при с со так также такой там те тем то того тоже той только том ты у уже хотя чего чей
  чем что чтобы чье чья эта эти это я a an and are as at be by for from how i in is it my of on or that the this to
  was what when where which who will with you your`.split(/\s+/),
);

/** Stems of a longer query that are compared: the work for a query grows with their combinations. */
export const maxStems = 7;

/** Words of queries repeat, and a stem takes far longer than a look-up. */
const maxKnown = 100_000;
const known = new Map<string, string>();

function cachedStem(word: string): string {
  const knownStem = known.get(word);
  if (knownStem !== undefined) return knownStem;
  if (known.size >= maxKnown) known.clear();
  const stem = stemOf(word);
  known.set(word, stem);
  return stem;
}

/**
 * What a query is about: its stems without stop words, each once, sorted, the first seven of the query. A
 * query of stop words alone keeps them.
 */
export function stemsOf(query: string): string[] {
  const words = wordsOf(query.toLowerCase().replaceAll('ё', 'е').replaceAll(/[-’']/g, ' '));
  const meant = words.filter((word) => !stopWords.has(word));
  const stems = new Set((meant.length > 0 ? meant : words).map(cachedStem));
  return [...stems].slice(0, maxStems).sort();
}
