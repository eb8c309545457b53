import { describe, expect, test } from '@jest/globals';
import { growthOf, linearGrowth } from '@platform/testing';
import { type RobotsAgent, readRobots } from './robots.ts';

const read = (text: string) => readRobots(Buffer.from(text));
const allows = (text: string, path: string, agent: RobotsAgent = 'AppPlatformBot') =>
  read(text).isAllowed(agent, `https://example.com${path}`);

describe('which group', () => {
  test('an empty file, and one without a group for the robot, allow everything', () => {
    expect(allows('', '/a')).toBe(true);
    expect(allows('User-agent: otherbot\nDisallow: /', '/a')).toBe(true);
  });

  test('the group of the robot counts, in any case and with a version, else the one of all', () => {
    const text = 'User-agent: *\nDisallow: /all\n\nUSER-AGENT: appplatformBOT/2.1 (x)\ndisallow: /own';
    expect([allows(text, '/own'), allows(text, '/all')]).toEqual([false, true]);
    expect([allows(text, '/own', 'Googlebot'), allows(text, '/all', 'Googlebot')]).toEqual([true, false]);
    expect([allows(text, '/own', '*'), allows(text, '/all', '*')]).toEqual([true, false]);
  });

  test('a longer name is another robot', () => {
    expect(allows('User-agent: Googlebot-Image\nDisallow: /', '/a', 'Googlebot')).toBe(true);
  });

  test('groups of one robot are one, wherever they stand', () => {
    const text =
      'User-agent: AppPlatformBot\nDisallow: /a\nUser-agent: *\nDisallow: /\nUser-agent: appplatformbot\nDisallow: /b';
    expect(['/a', '/b', '/c'].map((path) => allows(text, path))).toEqual([false, false, true]);
  });

  test('rules count for all names above them, also with other lines and comments between', () => {
    const text =
      'User-agent: AppPlatformBot\nSitemap: https://example.com/s.xml\n# note\n\nCrawl-delay: 5\nUser-agent: Googlebot\nDisallow: /a';
    expect(allows(text, '/a')).toBe(false);
    expect(allows(text, '/a', 'Googlebot')).toBe(false);
  });

  test('a group without a rule allows everything', () => {
    for (const own of ['User-agent: AppPlatformBot', 'User-agent: AppPlatformBot\nDisallow:'])
      expect(allows(`User-agent: *\nDisallow: /\n\n${own}`, '/a')).toBe(true);
  });

  test('Yandex obeys YandexBot before Yandex before all', () => {
    const all = 'User-agent: *\nDisallow: /all\n';
    const family = 'User-agent: Yandex\nDisallow: /family\n';
    const main = 'User-agent: YandexBot\nDisallow: /main\n';
    const refused = (text: string) => ['/all', '/family', '/main'].filter((path) => !allows(text, path, 'Yandex'));
    expect(refused(all)).toEqual(['/all']);
    expect(refused(all + family)).toEqual(['/family']);
    expect(refused(main + all + family)).toEqual(['/main']);
  });
});

describe('which rule', () => {
  const rules = (...lines: string[]) => ['User-agent: *', ...lines].join('\n');

  test('the longest rule that matches decides, in any order, and Allow among equals', () => {
    for (const order of [(lines: string[]) => lines, (lines: string[]) => lines.toReversed()]) {
      const text = rules(...order(['Disallow: /a', 'Allow: /a/b', 'Disallow: /a/b/c', 'Disallow: /x', 'Allow: /x']));
      expect(['/a', '/a/b', '/a/b/c', '/x', '/y'].map((path) => allows(text, path))).toEqual([
        false,
        true,
        false,
        true,
        true,
      ]);
    }
  });

  test('the home page alone may be allowed', () => {
    const text = rules('Disallow: /', 'Allow: /$');
    expect(['/', '/a', '/?x=1'].map((path) => allows(text, path))).toEqual([true, false, false]);
  });

  test.each([
    ['/*.php', '/a/b.php?x=1', false],
    ['/*.php$', '/b.php?x=1', true],
    ['/*.php$', '/a.php/b.php', false],
    ['/a*b*c$', '/a-b-c', false],
    ['/a*b*c$', '/a-c-b', true],
    ['/ab*ba$', '/aba', true],
    ['/ab*ba$', '/abba', false],
    ['*/private', '/x/private', false],
    ['/fish*', '/fish.html', false],
    ['/fish', '/Fish', true],
    ['/a$b', '/a$b', false],
    ['/a$b', '/a', true],
    ['/price%24', '/price$', false],
    ['/star%2A', '/star*', false],
    ['/star%2A', '/starling', true],
    ['/page?id=1', '/page?id=12', false],
    ['/%62%61z', '/baz', false],
    ['/baz', '/%62a%7A', false],
    ['/a%2fb', '/a/b', true],
    ['/a%2fb', '/a%2Fb', false],
    ['/новости', '/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8/1', false],
    ['/%d0%bd', '/новости', false],
    ['/', '/robots.txt', true],
  ])('Disallow: %s leaves %s allowed: %s', (rule, path, isAllowed) => {
    expect(allows(rules(`Disallow: ${rule}`), path)).toBe(isAllowed);
  });

  test('a rule of many asterisks is compared at once', () => {
    expect(allows(rules(`Disallow: /${'*a'.repeat(900)}b`), `/${'a'.repeat(2_000)}`)).toBe(true);
  });
});

describe('what a file looks like', () => {
  test('byte order mark, ends of lines of all systems, blanks and comments make no difference', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(allows(`\uFEFF  User-agent : * # all${end}Disallow:/a # no${end}${end}`, '/a')).toBe(false);
  });

  test('500 KiB are read, and a line that is cut there does not count', () => {
    const start = 'User-agent: *\nDisallow: /first\n';
    const fill = (bytes: number) => `${start}#${'x'.repeat(bytes - start.length - 2)}\n`;
    const inside = `${fill(511_950)}Disallow: /last\n`;
    expect(allows(inside, '/last')).toBe(false);
    expect(read(inside).errors).toEqual([]);
    const cut = read(`${fill(511_988)}Disallow: /secret\nDisallow: /beyond`);
    expect(['/first', '/se', '/s', '/beyond'].map((path) => cut.isAllowed('*', `https://example.com${path}`))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(cut.errors).toEqual([{ line: 3, code: 'too_large' }]);
  });

  test('a web page in its place is known, and is no list of rules', () => {
    for (const page of [
      '<!DOCTYPE html><p>User-agent: *\nDisallow: /',
      '\n <html lang="ru">\nUser-agent: *\nDisallow: /',
    ])
      expect([read(page).html_fallback, allows(page, '/a')]).toEqual([true, true]);
    expect(read('User-agent: *\nDisallow: /').html_fallback).toBe(false);
  });

  test('sitemaps are absolute addresses of the web, wherever they stand, each once', () => {
    const text =
      'Sitemap: https://example.com/a.xml\nUser-agent: *\nsitemap:http://cdn.example/b.xml\nSitemap: /c.xml\nSitemap: ftp://example.com/d.xml\nSitemap: https://example.com/a.xml';
    expect(read(text).sitemaps).toEqual(['https://example.com/a.xml', 'http://cdn.example/b.xml']);
    expect(read(text).errors).toEqual([
      { line: 4, code: 'bad_sitemap' },
      { line: 5, code: 'bad_sitemap' },
    ]);
  });

  test('Clean-param names parameters, and a prefix when it has one', () => {
    const text =
      'Clean-param: ref /dir/get_book.pl\nUser-agent: Yandex\nClean-param: s&sid /forum*/show\nClean-param: lang\nClean-param:\nClean-param: a b c';
    expect(read(text).cleanParams.map(({ params, path }) => ({ params, path: path.parts }))).toEqual([
      { params: ['ref'], path: ['/dir/get_book.pl'] },
      { params: ['s', 'sid'], path: ['/forum', '/show'] },
      { params: ['lang'], path: [''] },
    ]);
    expect(read(text).errors.map(({ line, code }) => [line, code])).toEqual([
      [5, 'bad_clean_param'],
      [6, 'bad_clean_param'],
    ]);
  });

  test('lines that say nothing are errors with their place, and their number is bounded', () => {
    const text = `Disallow: /early\nnonsense\nUser-agent: *\nDisallow: admin\nHost: example.com\nAllow: /${'x'.repeat(2_048)}`;
    expect(read(text).errors).toEqual([
      { line: 1, code: 'no_user_agent' },
      { line: 2, code: 'syntax' },
      { line: 4, code: 'bad_rule' },
      { line: 6, code: 'rule_too_long' },
    ]);
    expect(read('x\n'.repeat(1_000)).errors).toHaveLength(100);
  });
});

describe('a hostile file', () => {
  const path = `/${'a'.repeat(1_900)}`;
  const url = `https://example.com${path}`;

  test('a rule of more parts than real ones have counts as an error', () => {
    expect(read(`User-agent: *\nDisallow: /${'*a'.repeat(40)}`).errors).toEqual([
      { line: 2, code: 'rule_too_complex' },
    ]);
    expect(read(`Clean-param: a /${'*a'.repeat(40)}`).errors).toEqual([{ line: 1, code: 'rule_too_complex' }]);
  });

  test('an address for which its rules take too many steps is not fetched, others are', () => {
    const robots = read(`User-agent: *\n${`Disallow: /*${'a'.repeat(100)}b\n`.repeat(2_000)}`);
    expect(robots.isAllowed('*', url)).toBe(false);
    expect(robots.isAllowed('*', 'https://example.com/news')).toBe(true);
  });

  test('the cost of asking it grows no faster than the file', () => {
    const fileOf = (rules: number) =>
      read(`User-agent: *\n${`Disallow: /${'*aaaaaaaaab'.repeat(30)}\n`.repeat(rules)}`);
    const ask = ({ isAllowed }: ReturnType<typeof read>) => {
      for (let times = 0; times < 100; times += 1) isAllowed('*', url);
    };
    expect(growthOf(fileOf, 2_000, ask)).toBeLessThan(linearGrowth);
  });

  test('names of robots and rules that multiply are read at the cost of their length', () => {
    const textOf = (bytes: number) => {
      const names = Array.from({ length: bytes / 32 }, (_, at) => `User-agent: a${at}`).join('\n');
      return Buffer.from(`${names}\n${'Allow: /a\n'.repeat(bytes / 20)}`);
    };
    expect(growthOf(textOf, 512_000, readRobots)).toBeLessThan(linearGrowth);
  });
});
