import { expect, test } from '@jest/globals';
import { judgeSiteEvent } from './judge-site-event.ts';

const view = { event: 'page_viewed', url: 'https://example.test/pricing?plan=pro' };

test('a view of a page is taken with its path, its source and its properties', () => {
  const event_id = '01890A5D-AC96-774B-BCCE-B302099A8057';
  expect(
    judgeSiteEvent({ ...view, event_id, referrer: 'https://google.com/', utm_source: 'ad', properties: { a: 1 } }),
  ).toEqual({
    event: 'page_viewed',
    event_id: event_id.toLowerCase(),
    visit: {
      path: '/pricing',
      referrer_host: 'google.com',
      utm_source: 'ad',
      utm_medium: null,
      utm_campaign: null,
      utm_term: null,
      utm_content: null,
    },
    properties: '{"a":1}',
  });
});

test.each<[string, unknown, string, string]>([
  ['nothing', null, 'validation_failed', ''],
  ['a text', 'page_viewed', 'validation_failed', ''],
  ['no name', { url: view.url }, 'validation_failed', 'event'],
  ['no address', { event: 'x' }, 'validation_failed', 'url'],
  ['an address of a script', { event: 'x', url: 'javascript:alert(1)' }, 'validation_failed', 'url'],
  ['a NUL in a campaign', { ...view, utm_source: 'a\0b' }, 'validation_failed', 'utm_source'],
  ['half a surrogate pair in its name', { ...view, event: 'a\ud800' }, 'validation_failed', 'event'],
  ['an id that is none', { ...view, event_id: '1' }, 'validation_failed', 'event_id'],
  ['properties that are a list', { ...view, properties: [] }, 'validation_failed', 'properties'],
  ['3 KiB of properties', { ...view, properties: { a: 'x'.repeat(3_000) } }, 'properties_too_large', 'properties'],
])('an event with %s is refused by name', (_what, raw, error, path) => {
  expect(judgeSiteEvent(raw)).toMatchObject({ error, path });
});
