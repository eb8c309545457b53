import { cutText } from '@platform/contracts/cut-text';
import { cutLastWord } from '@platform/contracts/trim-characters';
/** An article of the knowledge base. */
export interface Article {
  title: string;
  excerpt: string | null;
  url: string | null;
}

/** The articles that answer a question, the best first. */
export interface Answers<A extends Article> {
  best: A | null;
  isOnly: boolean;
}

/** Stop words: words without information about the topic of a question. */
const common = new Set(
  `как что где когда почему зачем можно это для или при над под ваш ваша ваше вас нас мне меня есть быть буду
  how what where when why can does the and for with you your our this that there have will would should from into`.split(
    /\s+/,
  ),
);
const interrogative =
  /^(как|что|где|когда|почему|зачем|можно|есть ли|сколько|какой|какая|какие|кто|how|what|where|when|why|can|could|does|do|is|are|will|who|which)(?![\p{L}])/iu;

/** Endings differ, the beginning of a word hardly does. */
const stemCharacters = 5;
const leastCharacters = 3;
/** Words of a title that a question shares: at least so many, and this share of them. */
const least = { words: 2, share: 0.5 };

const stemsOf = (text: string): Set<string> =>
  new Set(
    (
      text
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll('ё', 'е')
        .match(/[\p{L}\p{N}]+/gu) ?? []
    )
      .filter((word) => word.length >= leastCharacters && !common.has(word))
      .map((word) => word.slice(0, stemCharacters)),
  );

/** Whether a text asks something. */
export const isQuestion = (text: string): boolean => text.includes('?') || interrogative.test(text.trim());

/**
 * The articles whose title a question is about: it has two words and half of the words of the title.
 * @param articles in the order in which equal ones are preferred
 */
export function chooseArticle<A extends Article>(question: string, articles: readonly A[]): Answers<A> {
  if (!isQuestion(question)) return { best: null, isOnly: false };
  const questionStems = stemsOf(question);
  const fitting = articles
    .filter(({ url }) => url !== null)
    .map((article) => {
      const title = [...stemsOf(article.title)];
      const shared = title.filter((stem) => questionStems.has(stem)).length;
      return { article, shared, share: title.length === 0 ? 0 : shared / title.length };
    })
    .filter(({ shared, share }) => shared >= least.words && share >= least.share)
    .toSorted((a, b) => b.shared - a.shared || b.share - a.share);
  return { best: fitting[0]?.article ?? null, isOnly: fitting.length === 1 };
}

const maxExcerpt = 300;

/** A reply made from an article: its excerpt and its address. */
export function replyFrom({ title, excerpt, url }: Article): string {
  const trimmedExcerpt = (excerpt ?? '').trim();
  const short =
    trimmedExcerpt.length > maxExcerpt ? `${cutLastWord(cutText(trimmedExcerpt, maxExcerpt))}…` : trimmedExcerpt;
  return [title, short, url ?? ''].filter((part) => part !== '').join('\n');
}
