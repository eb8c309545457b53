import { expect, test } from '@jest/globals';
import { chooseArticle, isQuestion, replyFrom } from './choose-article.ts';

const article = (title: string, url: string | null = `https://e.com/${title.length}`) => ({
  title,
  excerpt: 'How.',
  url,
});
const exporting = article('Export notes to a file');
const restoring = article('Восстановление удалённых заметок');

test.each([
  ['How do I export notes?', true],
  ['Как восстановить заметки', true],
  ['How nice', true],
  ['Каково это', false],
  ['I like it.', false],
])('%j asks something: %s', (text, expected) => {
  expect(isQuestion(text)).toBe(expected);
});

test('an article answers when a question has two words and half of its title', () => {
  expect(chooseArticle('How do I export my notes?', [exporting, restoring])).toEqual({ best: exporting, isOnly: true });
  expect(chooseArticle('Как восстановить удаленную заметку?', [exporting, restoring])).toEqual({
    best: restoring,
    isOnly: true,
  });
  expect(chooseArticle('Where are my notes?', [exporting])).toEqual({ best: null, isOnly: false });
  expect(chooseArticle('I export notes to a file.', [exporting])).toEqual({ best: null, isOnly: false });
});

test('of several articles the one with more words of the question is the best, and it is not the only one', () => {
  const other = article('Export notes');
  expect(chooseArticle('How to export notes to a file?', [other, exporting])).toEqual({
    best: exporting,
    isOnly: false,
  });
});

test('an article without an address answers nothing', () => {
  expect(chooseArticle('How do I export notes?', [article('Export notes', null)]).best).toBeNull();
});

test('a reply has the title, the beginning of the text, and the address', () => {
  expect(replyFrom(exporting)).toBe('Export notes to a file\nHow.\nhttps://e.com/22');
  const long = replyFrom({ ...exporting, excerpt: 'word '.repeat(100) });
  expect(long.split('\n')[1]).toMatch(/^(word ){59}word…$/);
});
