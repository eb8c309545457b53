import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import fc from 'fast-check';
import { type ChannelName, givenChannel, tickOf } from './given-posts.ts';
import { dataOf, publicUrl, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
beforeAll(async () => {
  t = await startSocial({ PUBLIC_API_URL: publicUrl, LOG_LEVEL: 'error' });
});
afterAll(() => t.stop());

/** `SOCIAL_PREVIEWS` is the number of posts. */
const posts = Number(process.env.SOCIAL_PREVIEWS ?? 100);
const batch = 20;
const channels: ChannelName[] = ['telegram', 'vk', 'threads', 'max', 'instagram'];

const word = fc.constantFrom(
  'слово',
  'word',
  '**bold**',
  '*it*',
  '~~old~~',
  '`x < y`',
  '[link](https://notes.example.com/a?b=1)',
  'https://notes.example.com/p',
  'https://other.test/x',
  '<b>&amp;',
  '👍🏽',
  '#tag',
  '@name',
  '{photo}',
  '{container}',
  '> quote',
  '\n\n- item',
  '"q"',
);
const buttons = fc.array(
  fc.record({
    text: fc.constantFrom('Read', 'Читать', '{x}'),
    url: fc.constantFrom('https://notes.example.com/go', 'https://e.ru/?q={photo}'),
  }),
  { maxLength: 2 },
);
const content = fc.record({
  channel: fc.constantFrom(...channels),
  body: fc.array(word, { minLength: 1, maxLength: 20 }).map((words) => words.join(' ')),
  buttons,
  isAd: fc.boolean(),
  hasImage: fc.boolean(),
});

/**
 * A request as both sides write it: fields of forms are texts, objects in them JSON; steps before filled
 * braces.
 */
const leaves = (body: Record<string, unknown>): string =>
  JSON.stringify(
    Object.entries(body)
      .filter(
        ([name]) =>
          ![
            'access_token',
            'v',
            'chat_id',
            'type',
            'creation_id',
            'attachments',
            'photo',
            'data',
            'server',
            'hash',
            'group',
          ].includes(name),
      )
      .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
      .toSorted(),
  );
const fromJournal = (entry: { path: string; body: unknown }) => ({
  path: entry.path
    .replace(/\?.*$/, '')
    .replace('/bot***', '/bot{token}')
    .replace(/\/upload(\/\w+)?$/, '{upload_url}'),
  body: leaves((entry.body ?? {}) as Record<string, unknown>),
});
const fromPreview = ({ path, body }: { path: string; body: Record<string, unknown> }) => ({
  path: path.replace(/\?.*$/, ''),
  body: leaves(body),
});

test('what the preview shows is what the channel gets', async () => {
  const open = Object.fromEntries(
    await Promise.all(
      channels.map(
        async (name) =>
          [
            name,
            await givenChannel(t, name, { brand: { link_hosts: ['notes.example.com'], jurisdiction: 'none' } }),
          ] as const,
      ),
    ),
  ) as Record<ChannelName, Awaited<ReturnType<typeof givenChannel>>>;
  // The daily check of an account would stand among its posts.
  await t.service.database.query('UPDATE social.accounts SET check_at = NULL');
  const samples = fc.sample(content, { numRuns: posts, seed: 20_270_301 });
  let compared = 0;
  for (let from = 0; from < samples.length; from += batch) {
    for (const { channel, body, buttons: own, isAd, hasImage } of samples.slice(from, from + batch)) {
      const here = open[channel];
      // No two posts are equal, however few words there are.
      const text = `${body} ${newId().slice(-12)}`;
      const ad = isAd
        ? { is_ad: true, erid: '2VtzqwErid01', advertiser: { name: 'ООО Ромашка', inn: '7707083893' } }
        : {};
      const fields = { body: text, buttons: own, ...(channel === 'instagram' || channel === 'threads' ? {} : ad) };
      const variant_id = await here.draft(fields, hasImage || channel === 'instagram');
      if ((await here.read(variant_id)).checks.some(({ level }) => level === 'error')) continue;
      const preview = dataOf(await t.owner.previewSocialVariant({ params: { variant_id } }));
      await here.approve(variant_id);
      const before = t[channel].journal().length;
      dataOf(await here.schedule(variant_id, 1));
      t.clock.advance({ minutes: 31 });
      await tickOf(t);
      if ((await here.read(variant_id)).state === 'awaiting_media') {
        t.clock.advance({ seconds: 6 });
        await tickOf(t);
      }
      const post = await here.read(variant_id);
      expect([post.state, post.last_error]).toEqual(['published', null]);
      const sent = t[channel]
        .journal()
        .slice(before)
        .filter(({ method }) => method === 'POST');
      expect(sent.map(fromJournal)).toEqual(preview.requests.map(fromPreview));
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(posts / 2);
}, 900_000);
