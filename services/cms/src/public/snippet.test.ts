import { expect, test } from '@jest/globals';
import { searchText } from '../content/search-text.ts';
import { snippetOf, startMark, stopMark } from './snippet.ts';

/** Marks a word as the database does. */
const marked = (text: string, word: string) => searchText(text).replaceAll(word, `${startMark}${word}${stopMark}`);

test('a snippet shows found words as they were written, and escapes everything else', () => {
  const text = 'Про «Ёлки» & <b>палки</b>';
  expect(snippetOf(text, marked(text, 'елки'))).toBe('Про «<mark>Ёлки</mark>» &amp; &lt;b&gt;палки&lt;/b&gt;');
});

test('a snippet of a long text begins a little before the first found word', () => {
  const text = `${'word '.repeat(100)}needle ${'word '.repeat(100)}`;
  const snippet = snippetOf(text, marked(text, 'needle'));
  expect(snippet).toMatch(/^…(word )+<mark>needle<\/mark>( word)+…$/);
  expect(snippet.length).toBeLessThan(240);
});

test('a snippet of a text without found words is its beginning', () => {
  expect(snippetOf('Short text', 'short text')).toBe('Short text');
});
