import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anAdmin } from '@platform/testing';
import { aPhoto } from './asset-files.ts';
import { type Newsroom, ok, openNewsroom } from './newsroom.ts';
import { ghostExport, ghostPosts } from './samples/ghost.ts';
import { exportOf, importInto, unzip, zipOf } from './transfer-files.ts';

/** One damaged part of a file costs that part alone. */

let n: Newsroom;
beforeAll(async () => {
  n = await openNewsroom();
});
afterAll(() => n.t.stop());

const emptySite = async () =>
  ok(await n.admin.createSite({ body: { name: 'Empty', website_url: 'https://empty.example.com' } })).id;

test('a text that cannot be converted fails alone, and so does one that needs too much time or memory', async () => {
  const [first] = ghostPosts;
  const deep = { ...first, id: 'deep', slug: 'deep', title: 'Deep', html: '<div>'.repeat(60_000), lexical: null };
  const control = { ...first, id: 'control', slug: 'control', title: 'A\0B\ud83d', html: '<p>Text</p>', lexical: null };
  const file = ghostExport([deep, control]);
  const done = await importInto(n.admin, await emptySite(), file, { format: 'ghost_json' });
  expect([done.status, done.error]).toEqual(['finished', null]);
  const posts = done.entries.filter(({ kind }) => kind === 'post');
  expect(posts.map(({ title, outcome, reason }) => [title, outcome, reason?.code ?? null])).toEqual([
    ['Deep', 'failed', expect.stringMatching(/^(not_convertible|too_slow|too_large)$/)],
    ['AB\ufffd', 'created', null],
  ]);
  expect(posts[1]?.warnings.map(({ code }) => code)).toContain('characters_lost');
});

test('a warning that is cut inside an emoji does not cost the text', async () => {
  const files = Object.fromEntries(
    ['', 'a'].map((lead) => [
      `help/post-${lead}b.md`,
      `---\ntitle: Kept\n? ${lead}${'😀'.repeat(400)}\n: x\n---\nText\n`,
    ]),
  );
  const done = await importInto(n.admin, await emptySite(), await zipOf(files), { format: 'markdown_zip' });
  const texts = done.entries.filter(({ kind }) => kind === 'article');
  expect(texts.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['created', null],
    ['created', null],
  ]);
  expect(JSON.stringify(done)).not.toMatch(/\\ud[89a-f]/);
});

test('a post and an author arrive without the picture that cannot be read', async () => {
  const file = new Blob([new Uint8Array(await aPhoto({ seed: 5 }))]);
  const photo = ok(await n.admin.uploadAsset({ params: n.at, query: { file_name: 'a.png' }, file }));
  const body = { name: 'Anna', avatar_asset_id: photo.id };
  const author = ok(await n.admin.createAuthor({ params: n.at, body }));
  await n.post({ title: 'With a picture', body: 'Text', author_id: author.id, cover_asset_id: photo.id });

  const archive = await unzip(await exportOf(n.t, anAdmin(), n.site.id));
  const damaged = Object.fromEntries(
    [...archive].map(([name, bytes]) => [
      name,
      name.startsWith('assets/') ? bytes.subarray(0, bytes.length / 2) : bytes,
    ]),
  );
  const done = await importInto(n.admin, await emptySite(), await zipOf(damaged), { format: 'markdown_zip' });
  const outcomes = done.entries.map(({ kind, outcome, warnings }) => [kind, outcome, warnings.map(({ code }) => code)]);
  expect(outcomes).toContainEqual(['asset', 'failed', []]);
  expect(outcomes).toContainEqual(['author', 'created', ['reference_lost']]);
  expect(outcomes).toContainEqual(['post', 'created', ['reference_lost']]);
});
