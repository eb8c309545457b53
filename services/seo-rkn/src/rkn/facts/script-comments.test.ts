import { expect, test } from '@jest/globals';
import { withoutComments } from './script-comments.ts';

test.each([
  ['a comment of a line', 'a(1); // load("https://hotjar.com/c.js")\nb(2)', 'a(1); \nb(2)'],
  ['a comment at the begin', '// off\nb(2)', '\nb(2)'],
  ['a block', 'a(1);/* load("https://hotjar.com") */b(2)', 'a(1); b(2)'],
  ['a block with quotes of one kind', "/* don't */load('https://x.example')", " load('https://x.example')"],
  ['an address in quotes', 'load("https://x.example//a")', 'load("https://x.example//a")'],
  ['an address without its scheme', 'load("//x.example/a")', 'load("//x.example/a")'],
  ['a mark of a comment in quotes', 'accept("image/*"); load("//x.example")', 'accept("image/*"); load("//x.example")'],
  ['an escaped quote', String.raw`a("\"// b") // c`, String.raw`a("\"// b") `],
  ['a template', 'a(`// b /* c */\n// d`)', 'a(`// b /* c */\n// d`)'],
  ['a text whose quote does not end', 'a = "b\nc() // d', 'a = "b\nc() '],
  ['a block that does not end', 'a() /* b(); /* c()', 'a() /* b(); /* c()'],
  ['a regular expression of an address', String.raw`/https?:\/\//.test(a)`, String.raw`/https?:\/\//.test(a)`],
])('comments of scripts: %s', (_what, code, expected) => {
  expect(withoutComments(code)).toBe(expected);
});

/** Five million characters: a scan that begins again at each mark needs hours for them. */
const size = 5_000_000;

test.each([
  ['blocks that do not end', '/* b', (code: string) => code],
  ['comments of one line', ' //', () => ' '],
  ['texts that do not end', '"\n', (code: string) => code],
  ['escaped quotes', '"\\"', (code: string) => code],
  ['templates', '`a', (code: string) => code],
  ['slashes', '/', (code: string) => code],
  ['ended blocks', '/**/', (code: string) => ' '.repeat(code.length / 4)],
])('a script of five megabytes is read in one pass: %s', (_what, part, expected) => {
  const code = part.repeat(size / part.length);
  // Slashes alone are one comment.
  const wanted = part === '/' ? '' : expected(code);
  expect(withoutComments(code) === wanted).toBe(true);
});
