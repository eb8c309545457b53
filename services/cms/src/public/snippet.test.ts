import { expect, test } from '@jest/globals';
import { snippetOf, wordsLike } from './snippet.ts';

const stems = (lexemes: string[]) => ({ lexemes, prefixes: [] });

test('words that may be forms of a stem are found in any case, with ё for е and between other characters', () => {
  const text = 'Про «Ёлки», ЁЛКУ-палку, котёлки и company, companies & comb.';
  const alike = wordsLike(text, stems(['елк', 'compani']));
  expect(alike.map(({ word }) => word)).toEqual(['елки', 'елку', 'company', 'companies']);
  expect(alike.map(({ from, to }) => text.slice(from, to))).toEqual(['Ёлки', 'ЁЛКУ', 'company', 'companies']);
});

test('words keep their places behind characters that are longer in lower case', () => {
  const text = 'İİİ needle';
  expect(wordsLike(text, stems(['needl'])).map(({ from, to }) => text.slice(from, to))).toEqual(['needle']);
});

test('a snippet shows found words as they were written, and escapes everything else', () => {
  const text = 'Про «Ёлки» & <b>палки</b>';
  expect(snippetOf(text, wordsLike(text, stems(['елк'])))).toBe(
    'Про «<mark>Ёлки</mark>» &amp; &lt;b&gt;палки&lt;/b&gt;',
  );
});

test('a snippet of a long text begins a little before the first found word', () => {
  const text = `${'word '.repeat(100)}needle ${'word '.repeat(100)}`;
  const snippet = snippetOf(text, wordsLike(text, stems(['needl'])));
  expect(snippet).toMatch(/^…(word )+<mark>needle<\/mark>( word)+…$/);
  expect(snippet.length).toBeLessThan(240);
});

test('a snippet of a text without found words is its beginning', () => {
  expect(snippetOf('Short text', [])).toBe('Short text');
});

test('words that begin with some letters are found whole', () => {
  const text = 'Подписка, подвал, неподписанный';
  const alike = wordsLike(text, { lexemes: [], prefixes: ['подп'] });
  expect(alike.map(({ word }) => word)).toEqual(['подписка']);
  expect(snippetOf(text, alike)).toBe('<mark>Подписка</mark>, подвал, неподписанный');
});
