import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { HttpUrl, oneLinePattern, text } from './fields.ts';
import { platform } from './platform.ts';
import { routeTable } from './route-table.ts';

/** A string of a body, with its path: `createPost.title`, `[]` for members of a list, `{}` for values of a record. */
interface Leaf {
  place: string;
  schema: z.core.$ZodType;
}

/** All strings that a schema takes. */
function leavesOf(schema: z.core.$ZodType, place: string): Leaf[] {
  const def = schema._zod.def as unknown as Record<string, unknown> & { type: string };
  const inner = (key: string): z.core.$ZodType => def[key] as z.core.$ZodType;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape as Record<string, z.core.$ZodType>).flatMap(([name, field]) =>
        leavesOf(field, `${place}.${name}`),
      );
    case 'array':
      return leavesOf(inner('element'), `${place}[]`);
    case 'record':
      return leavesOf(inner('valueType'), `${place}{}`);
    case 'union':
      return (def.options as z.core.$ZodType[]).flatMap((option) => leavesOf(option, place));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return leavesOf(inner('innerType'), place);
    case 'pipe':
      return leavesOf(inner('in'), place);
    case 'lazy':
      return [];
    case 'string':
      return [{ place, schema }];
    default:
      return [];
  }
}

/** Bodies whose texts are compared and not stored. */
const keepsNothing = new Set(['evaluateFlag', 'evaluateFlags', 'receiveYookassaWebhook']);
const bodies = routeTable(platform).flatMap(({ id, endpoint }) =>
  endpoint.body && !endpoint.search && !keepsNothing.has(id) ? leavesOf(endpoint.body, id) : [],
);
const fieldOf = ({ place }: Leaf) => place.replace(/^.*\./, '').replaceAll(/\[\]|\{\}/g, '');

/** Texts of several lines, and values that are compared byte by byte and shown to no reader. */
const severalLines = new Set([
  'body',
  'html',
  'release_notes',
  'message',
  'text',
  'answer',
  'comment',
  'note',
  'reason',
  'basis',
  'description',
  'descriptions',
  'subtitle',
  'custom_subtitle',
  'excerpt',
  'bio',
  'bios',
  'brief',
  'hypothesis',
  'product',
  'audience',
  'offers',
  'competitors',
  'taboos',
  'checkbox_text',
  'fields',
]);
const comparedOnly = new Set([
  'timezone',
  'file_name',
  'password',
  'current_password',
  'new_password',
  'hs256_secret',
  'token',
  'captcha_token',
  'website',
  'key',
  'document_id',
  'version',
  'user_ids',
  'entitlement_codes',
  'application_code',
  'targetingKey',
  'id',
]);

describe('texts of requests', () => {
  test('are in one line wherever a name, a title, a label or a reference is meant', () => {
    expect(bodies.length).toBeGreaterThan(400);
    const broken = bodies.filter((leaf) => {
      if (severalLines.has(fieldOf(leaf)) || comparedOnly.has(fieldOf(leaf))) return false;
      const parsed = z.safeParse(leaf.schema, 'Line\r\nBcc: other@example.test\u0007');
      return parsed.success && typeof parsed.data === 'string' && !oneLinePattern.test(parsed.data);
    });
    expect(broken.map(({ place }) => place)).toEqual([]);
  });

  test('keep their words when they are brought into one line', () => {
    expect(text(120).parse(' Line\r\nBreak\tand\u2028more ')).toBe('Line Break and more');
    expect(text(120).safeParse('\n\t ').success).toBe(false);
  });
});

describe('addresses of requests', () => {
  const addresses = bodies.filter(({ schema }) => (schema as z.ZodType & { format?: string | null }).format === 'url');

  test.each([
    ['https://a.test/"><script>alert(1)</script>', 'https://a.test/%22%3E%3Cscript%3Ealert(1)%3C/script%3E'],
    ['https://a.test/x y', 'https://a.test/x%20y'],
    ['https://a.test/\\x', 'https://a.test//x'],
    ['HTTPS://A.Test:443/a/../b', 'https://a.test/b'],
    ['https://заметки.рф/о', 'https://xn--80akegjk7b.xn--p1ai/%D0%BE'],
    ['https://user:secret@a.test/', 'https://a.test/'],
  ])('%s is kept as the URL standard writes it', (given, kept) => {
    expect(HttpUrl.parse(given)).toBe(kept);
    expect(HttpUrl.parse(kept)).toBe(kept);
  });

  test('are in their normal form in every field of every body', () => {
    expect(addresses.length).toBeGreaterThan(40);
    const wrong = addresses.filter(({ schema }) => {
      const parsed = z.safeParse(schema, 'https://user:secret@a.test/"><b>?q=1');
      return parsed.success && parsed.data !== 'https://a.test/%22%3E%3Cb%3E?q=1';
    });
    expect(wrong.map(({ place }) => place)).toEqual([]);
  });

  test('have no slash at the end where paths are appended to them', () => {
    const [base] = bodies.filter(({ place }) => place === 'createSite.website_url');
    for (const given of ['https://A.test', 'https://a.test/', 'https://a.test//'])
      expect(base && z.parse(base.schema, given)).toBe('https://a.test');
  });

  test('are not longer than 2,048 characters in their normal form', () => {
    expect(HttpUrl.safeParse(`https://a.test/${'"'.repeat(1_000)}`).success).toBe(false);
  });
});
