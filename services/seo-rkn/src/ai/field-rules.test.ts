import { expect, test } from '@jest/globals';
import { growthOf, linearGrowth } from '@platform/testing';
import { makeFields, plainText, shortenLine, withOneH1 } from './field-rules.ts';

const source = {
  title: 'Зелёный чай на вечер',
  brand: 'Чайная',
  excerpt: null,
  meta_description: null,
  body: '# Зелёный чай\n\nПервое **предложение** о [чае](https://tea.example) для вечера. Второе предложение о воде и чашке.\n\n```\nкод\n```',
  has_cover: true,
};

test('a title has the brand where both fit, and is cut between words where it is too long', () => {
  expect(makeFields(source, ['meta_title']).fields.meta_title).toBe('Зелёный чай на вечер — Чайная');
  expect(makeFields({ ...source, title: 'Чайная на углу' }, ['meta_title']).fields.meta_title).toBe('Чайная на углу');
  const long =
    makeFields({ ...source, title: 'Очень длинный заголовок '.repeat(6) }, ['meta_title']).fields.meta_title ?? '';
  expect([...long].length).toBeLessThanOrEqual(70);
  expect(long).toMatch(/заголовок…$|длинный…$|Очень…$/);
});

test('a description is made of the excerpt, else of the first sentences, and of nothing is nothing made', () => {
  const { fields } = makeFields(source, ['meta_description']);
  expect(fields.meta_description).toBe('Первое предложение о чае для вечера. Второе предложение о воде и чашке.');
  const excerpt = 'Короткий рассказ о зелёном чае, который пьют вечером перед сном.';
  expect(makeFields({ ...source, excerpt }, ['meta_description']).fields.meta_description).toBe(excerpt);
  expect(makeFields({ ...source, body: '# Одна шапка' }, ['meta_description'])).toEqual({
    fields: {},
    skipped: [{ field: 'meta_description', reason: 'no_source' }],
  });
});

test('a sentence that is longer than a description is cut', () => {
  const body = `${'слово '.repeat(60).trim()}.`;
  const description = makeFields({ ...source, body }, ['meta_description']).fields.meta_description ?? '';
  expect([...description].length).toBeLessThanOrEqual(160);
  expect(description).toMatch(/ слово…$/);
});

test('a cover gets the title, and no cover gets nothing', () => {
  expect(makeFields(source, ['cover_alt']).fields).toEqual({ cover_alt: source.title });
  expect(makeFields({ ...source, has_cover: false }, ['cover_alt']).skipped).toEqual([
    { field: 'cover_alt', reason: 'no_cover' },
  ]);
});

test('a body begins with its one heading of the first level', () => {
  expect(makeFields(source, ['body']).fields.body).toBe('# Зелёный чай на вечер');
  expect(withOneH1('# A\n\n# B\n\n```\n# c\n```', 'T')).toBe('# A\n\n## B\n\n```\n# c\n```');
  expect(withOneH1('Text\n\n# B', 'T')).toBe('# T\n\nText\n\n## B');
});

test('emoji count as one, and the words of Markdown are left', () => {
  expect([...shortenLine('😀'.repeat(90), 70)].length).toBe(70);
  expect(plainText('> a\n\n- b\n1. c\n\n| d | e |\n|---|---|')).toBe('a b c d e');
});

/** The longest body. */
const size = 200_000;
test.each(['![', '![](', '[a', '[a](', '[](((', '```\n', '<a', '> ', '- ', '|'])(
  'the words of a body of many %j are found in time in proportion to its length',
  (part) => {
    expect(growthOf((length) => part.repeat(length / part.length), size, plainText)).toBeLessThan(linearGrowth);
  },
);

test('links and pictures with brackets inside give their words', () => {
  expect(plainText('See [the [1] note](https://a.test/a_(b)) and ![a [b]](/p_(1).png) end')).toBe(
    'See the [1] note and end',
  );
});
