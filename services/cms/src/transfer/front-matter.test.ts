import { expect, test } from '@jest/globals';
import { readMarkdown, writeMarkdown } from './front-matter.ts';

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
