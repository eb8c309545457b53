import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Threads } from '@platform/threads';
import { ifMatch, type Newsroom, ok, openNewsroom } from './newsroom.ts';

/** Texts that the renderers of this process got so far. */
let rendered = 0;
const { run } = Threads.prototype;
let n: Newsroom;
beforeAll(async () => {
  Threads.prototype.run = function (this: Threads<unknown>, ...args: Parameters<typeof run>) {
    if (String(args[0]) === 'renderText') rendered += 1;
    return run.apply(this, args);
  };
  n = await openNewsroom();
});
afterAll(async () => {
  Threads.prototype.run = run;
  await n.stop();
});

/** A text that takes about a second. */
const longTable = (name: string) => `${name}\n\n| a | b |\n|---|---|\n${'| x | y |\n'.repeat(19_000)}`;

/** A reader of the preview of a draft. */
const previewOf = async ({ id, slug }: { id: string; slug: string }) => {
  const { token } = ok(await n.admin.createPreviewToken({ params: { ...n.at, item_id: id }, body: {} }));
  const params = { site_code: n.site.code, slug };
  return () => n.reader.readPost({ params, query: { preview: token, format: 'html' } });
};

test('a revision is rendered once for all of its previews and its publication', async () => {
  const before = rendered;
  const post = await n.post({ title: 'Draft', body: 'A *draft*' });
  const read = await previewOf(post);
  for (const reply of await Promise.all([read(), read(), read()])) expect(ok(reply).html).toContain('<em>draft</em>');
  await read();
  await n.publish(post.id);
  expect(rendered - before).toBe(1);
  const params = { ...n.at, post_id: post.id };
  ok(await n.admin.updatePost({ params, body: { body: 'Another *text*' }, headers: ifMatch('*') }));
  expect(ok(await read()).html).toContain('<em>text</em>');
  expect(rendered - before).toBe(2);
});

test('a publication of another site does not wait behind previews', async () => {
  const drafts = [];
  for (let at = 0; at < 6; at += 1) {
    const draft = await n.post({ title: `Slow ${at}`, slug: `slow-${at}` });
    // Not through the API, which renders what it saves.
    await n.t.database.query(
      `UPDATE cms.revisions SET fields = fields || jsonb_build_object('body', $2::text) WHERE item_id = $1`,
      [draft.id, longTable(`Table ${at}`)],
    );
    drafts.push(draft);
  }
  const reads = await Promise.all(drafts.map(previewOf));
  const site = ok(await n.admin.createSite({ body: { name: 'Neighbour' } }));
  const hello = ok(await n.admin.createPost({ params: { site_id: site.id }, body: { title: 'Hello', body: 'Hello' } }));
  let pending = reads.length;
  const previews = reads.map(async (read) => {
    const reply = await read();
    pending -= 1;
    return reply.status;
  });
  const target = { params: { site_id: site.id, item_id: hello.id }, headers: ifMatch('*') };
  ok(await n.admin.publishContent(target));
  expect(pending).toBeGreaterThanOrEqual(2);
  expect(new Set(await Promise.all(previews))).toEqual(new Set([200]));
});

test('a draft that takes too long to render is refused again without being rendered again', async () => {
  const before = rendered;
  const read = await previewOf(await n.post({ title: 'Endless', slug: 'endless', body: '^[a]'.repeat(50_000) }));
  for (let at = 0; at < 3; at += 1) expect((await read()).error).toBe('validation_failed');
  expect(rendered - before).toBe(1);
});

test('a draft whose code makes more HTML than a page may have is refused, and says how much it makes', async () => {
  const code = `\`\`\`js\n${'1,'.repeat(900)}\n\`\`\`\n`;
  const read = await previewOf(await n.post({ title: 'Colours', slug: 'colours', body: code.repeat(90) }));
  const refused = await read();
  expect(refused.error).toBe('validation_failed');
  expect(refused.body).toMatchObject({
    message: expect.stringMatching(/^`body` makes [23]\d{6} characters of HTML; at most 2000000 are allowed\.$/),
  });
});
