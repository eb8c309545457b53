import { expect, test } from '@jest/globals';
import { readForeignMarkdown, readMarkdown, writeMarkdown } from './front-matter.ts';

test('a text comes back as it was written, whatever stands in it', () => {
  const front = { title: 'Ёлки: «да» # нет', noindex: false, tags: ['a', '1', 'null'], at: '2026-01-10T12:00:00.000Z' };
  for (const body of ['', 'Text', '\n\nText\r\n---\nnot the end\n', '---\ntitle: other\n---\n', '  indented'])
    expect(readMarkdown(writeMarkdown({ front, body }))).toEqual({ front, body });
});

test('a text without front matter is a body', () => {
  expect(readMarkdown('# Hello\n---\n')).toEqual({ front: {}, body: '# Hello\n---\n' });
});

test('a front matter that is none is refused, an endless one too', () => {
  expect(() => readMarkdown('---\ntitle: x\n')).toThrow('no end');
  expect(() => readMarkdown('---\n- a\n---\n')).toThrow('not a mapping');
  expect(() => readMarkdown('---\na: [\n---\n')).toThrow('not YAML');
  const bomb = [
    'a: &a [x, x]',
    ...'bcdefgh'.split('').map((name, at) => `${name}: &${name} [*${'abcdefg'[at]}, *${'abcdefg'[at]}]`),
  ];
  expect(() => readMarkdown(`---\n${bomb.join('\n')}\n---\n`)).toThrow();
});

test.each([
  ['YAML', '---\ntitle: A\ndraft: true\n---\nText'],
  ['TOML', '+++\ntitle = "A"\ndraft = true\n+++\nText'],
  ['JSON', '{\n  "title": "A", "draft": true\n}\nText'],
  ['JSON between semicolons', ';;;\n{"title": "A", "draft": true}\n;;;\nText'],
])('front matter in %s is read', (_, text) => {
  expect(readForeignMarkdown(text)).toEqual({ front: { title: 'A', draft: true }, body: 'Text', fault: null });
});

test('lines of names and values before a text are its front matter, and a sentence with a colon is not', () => {
  const front = { title: 'A: b', status: 'draft' };
  expect(readForeignMarkdown('Title: A: b\nStatus: draft\n\nText')).toEqual({ front, body: 'Text', fault: null });
  const sentence = 'Summary: this is a text,\nwhich goes on.\n\nText';
  expect(readForeignMarkdown(sentence)).toEqual({ front: {}, body: sentence, fault: null });
});

test.each(['+++\ntitle = = 1\n+++\nText', '+++\ntitle = "A"\n', '{ "title": "A"', '{"a":'.repeat(100)])(
  'a block that nobody can read stays in the text and has a reason: %s',
  (text) => {
    expect(readForeignMarkdown(text)).toEqual({ front: {}, body: text, fault: expect.any(String) });
  },
);
