import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cms, seoRkn } from '@platform/contracts';
import { dayMs, newId } from '@platform/runtime';
import { eventually } from '@platform/testing';
import { tickOf } from './given-posts.ts';
import { dataOf, givenAccount, givenBrand, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
const site_id = newId();
const words =
  'альфа бета гамма дельта эпсилон дзета эта тета йота каппа лямбда мю ню кси омикрон пи ро сигма тау'.split(' ');
const textOf = (number: number): string => {
  let state = number + 1;
  return Array.from({ length: 12 }, () => {
    state = (state * 48_271 + 11) % 2_147_483_647;
    return words[state % words.length];
  }).join(' ');
};
const contentOf = (kind: 'post' | 'changelog_entry', count: number, from: number) =>
  Array.from({ length: count }, (_, at) => ({
    kind,
    id: newId(),
    revision: 2,
    title: `${kind === 'post' ? 'Пост' : 'Версия'} ${from + at}`,
    locale: 'ru',
    views: 0,
    excerpt: textOf(from + at),
    url: `https://notes.example.com/${kind}/${from + at}`,
    published_at: new Date(Date.parse('2027-02-20T00:00:00Z') - at * dayMs).toISOString(),
  }));
let content = [...contentOf('post', 20, 0), ...contentOf('changelog_entry', 10, 100)];
/** What the model writes for a text; null without a model. */
let write: (text: string) => string | null | Promise<string> = () => null;

beforeAll(async () => {
  t = await startSocial();
  await t.service.answer(cms.queries.describeSite, ({ id }) => ({
    site: {
      id,
      code: 'notes',
      name: 'Notes',
      status: 'active' as const,
      application_id: null,
      default_locale: 'ru',
      website_url: 'https://notes.example.com/',
      locales: ['ru'],
    },
  }));
  await t.service.answer(cms.queries.listContentSources, ({ kinds }) => ({
    sources: content.filter(({ kind }) => kinds.includes(kind)),
  }));
  await t.service.answer(seoRkn.commands.completeAi, async ({ input }) => {
    const text = await write((input as { text: string }).text);
    if (text === null) return { output: null, source: 'none' as const, reason: 'not_configured' as const, tokens: 0 };
    return { output: { text }, source: 'ai' as const, reason: null, tokens: 1 };
  });
});
afterAll(() => t.stop());

const answers = {
  product: 'Notes that are there on each device, also without a network.',
  audience: ['Students'],
  goals: ['traffic' as const],
  offers: ['Free for a year'],
  competitors: [],
  proofs: [],
  taboos: [],
  faq: [],
};
const rubrics = [
  { code: 'how_to', weight: 65, sources: ['post' as const] },
  { code: 'news', weight: 35, sources: ['changelog_entry' as const] },
];

async function givenPlanned({ per_week = 7, brand = {}, channels = ['telegram'] as ('telegram' | 'vk')[] } = {}) {
  const brand_id = (await givenBrand(t.owner, { site_id, ...brand })).id;
  const params = { brand_id };
  const ids: string[] = [];
  for (const channel of channels) ids.push((await givenAccount(t.owner, brand_id, channel, null)).id);
  dataOf(await t.owner.putSocialDiscovery({ params, body: answers }));
  dataOf(await t.owner.generateSocialStrategy({ params, body: {} }));
  const cadence = ids.map((account_id) => ({ account_id, per_week }));
  dataOf(
    await t.owner.updateSocialStrategy({ params: { ...params, version: 1 as never }, body: { rubrics, cadence } }),
  );
  dataOf(await t.owner.activateSocialStrategy({ params, body: { version: 1 } }));
  const generate = async (body: object = {}) =>
    dataOf(await t.staff.generateSocialPlan({ params, body: { days: 28, use_ai: false, ...body } }));
  const calendar = async () =>
    dataOf(await t.staff.readSocialCalendar({ params, query: { from: '2027-03-01', to: '2027-04-15' } })).slots;
  const posts = async () => dataOf(await t.staff.listSocialVariants({ params, query: { limit: 200 } }));
  /** Everything that a brand has, without what changes with each run. */
  const rowsOf = async (variant_ids: readonly string[]) =>
    Promise.all([
      t.service.database.query('SELECT * FROM social.variants WHERE id = ANY($1) ORDER BY id', [variant_ids]),
      t.service.database.query('SELECT * FROM social.slots WHERE variant_id = ANY($1) ORDER BY id', [variant_ids]),
      t.service.database.query('SELECT * FROM social.variant_revisions WHERE variant_id = ANY($1) ORDER BY id', [
        variant_ids,
      ]),
    ]);
  return { brand_id, params, account_ids: ids, generate, calendar, posts, rowsOf };
}

/** What a plan says, without the ids that each run makes again. */
async function saidBy({ calendar, posts }: Awaited<ReturnType<typeof givenPlanned>>): Promise<string> {
  const bodies = new Map((await posts()).map(({ id, body, buttons }) => [id, { body, buttons }]));
  const slots = await calendar();
  return JSON.stringify(
    slots.map(({ at, account_id, rubric, title, variant_id }) => ({
      at,
      account_id,
      rubric,
      title,
      ...bodies.get(variant_id ?? ''),
    })),
  );
}

test('20 posts and 10 entries of the changelog fill 28 slots without a model, each with the address of its source', async () => {
  const world = await givenPlanned();
  const run = await world.generate();
  expect(run).toMatchObject({
    mode: 'fill',
    days: 28,
    strategy_version: 1,
    created: { slots: 28, ideas: 28, variants: 28 },
    content: 'read',
    replaced: 0,
    kept: 0,
    empty: 0,
    skipped: [],
    ai: { status: 'off', total: 0 },
  });
  const ideas = dataOf(await t.staff.listSocialIdeas({ params: world.params, query: { limit: 200 } }));
  expect(ideas).toHaveLength(28);
  for (const { sources, state } of ideas) {
    expect(state).toBe('planned');
    expect(sources).toMatchObject([{ url: expect.stringMatching(/^https:\/\/notes\.example\.com\//), revision: 2 }]);
  }
  // The template says nothing that its source does not say.
  for (const { checks, unsupported_claims, state } of await world.posts())
    expect({ checks, unsupported_claims, state }).toEqual({ checks: [], unsupported_claims: [], state: 'draft' });
  expect((await world.calendar()).every(({ origin, variant_id }) => origin === 'plan' && variant_id !== null)).toBe(
    true,
  );
  expect(dataOf(await t.staff.getSocialPlanRun({ params: { run_id: run.id } }))).toEqual(run);
  expect(dataOf(await t.staff.listSocialPlanRuns({ params: world.params, query: {} }))).toEqual([run]);
});

test('a second fill creates nothing, and the same input gives the same plan', async () => {
  const world = await givenPlanned({ channels: ['telegram', 'vk'] });
  const first = await world.generate();
  expect(first.created).toEqual({ slots: 56, ideas: 28, variants: 56 });
  const said = await saidBy(world);
  const nothing = { slots: 0, ideas: 0, variants: 0 };
  expect(await world.generate()).toMatchObject({ created: nothing, replaced: 0, kept: 56, skipped: [] });
  expect(await world.generate({ mode: 'fresh' })).toMatchObject({ created: first.created, replaced: 56, kept: 0 });
  expect(await saidBy(world)).toBe(said);
  // Ten at once make one plan.
  const again = await givenPlanned();
  const runs = await Promise.all(Array.from({ length: 10 }, () => again.generate()));
  expect(runs.map(({ created }) => created.slots).toSorted((a, b) => b - a)).toEqual([28, ...Array(9).fill(0)]);
});

test('fresh leaves what a person edited, approved, pinned, moved or made as it is', async () => {
  content = [...contentOf('post', 200, 1_000), ...contentOf('changelog_entry', 100, 2_000)];
  try {
    const world = await givenPlanned({ per_week: 35, brand: { min_gap_min: 0 } });
    expect((await world.generate({ days: 42 })).created.variants).toBe(210);
    const made = (await world.calendar()).filter(({ variant_id }) => variant_id !== null);
    const touched = made.slice(0, 200);
    for (const [at, { id: slot_id, variant_id: post, local_time }] of touched.entries()) {
      const variant_id = post ?? '';
      if (at % 4 === 0)
        dataOf(await t.staff.updateSocialVariant({ params: { variant_id }, body: { body: `Edited ${at}` } }));
      else if (at % 4 === 1) dataOf(await t.staff.submitSocialVariant({ params: { variant_id } }));
      else if (at % 4 === 2) dataOf(await t.staff.updateSocialSlot({ params: { slot_id }, body: { pinned: true } }));
      else {
        const moved = `${local_time.slice(0, 13)}:0${local_time.endsWith('00') ? 7 : 8}`;
        dataOf(await t.staff.updateSocialSlot({ params: { slot_id }, body: { local_time: moved } }));
      }
    }
    const manual = dataOf(
      await t.staff.createSocialContent({
        params: world.params,
        body: { account_ids: world.account_ids, title: 'By hand', body: 'By hand', local_time: '2027-03-05T09:11' },
      }),
    );
    const ids = [...touched.map(({ variant_id }) => variant_id ?? ''), manual.variants[0]?.id ?? ''];
    const before = await world.rowsOf(ids);
    const run = await world.generate({ days: 42, mode: 'fresh' });
    expect(run.replaced).toBe(10);
    expect(await world.rowsOf(ids)).toEqual(before);
    expect(before.map(({ length }) => length)).toEqual([201, 201, 251]);
  } finally {
    content = [...contentOf('post', 20, 0), ...contentOf('changelog_entry', 10, 100)];
  }
});

test('without a source the slots stay empty, and an idea says what is wanted; new content fills them', async () => {
  const all = content;
  content = all.slice(0, 3);
  try {
    const world = await givenPlanned();
    const run = await world.generate({ days: 7 });
    expect(run).toMatchObject({ created: { slots: 7, variants: 3 }, empty: 4 });
    const ideas = dataOf(await t.staff.listSocialIdeas({ params: world.params, query: { state: 'new' } }));
    expect(ideas[0]?.brief).toMatch(/^No source is left for the rubric \w+\. Slots without a post: 2027-03-0/);
    expect(await world.generate({ days: 7 })).toMatchObject({ created: { slots: 0, ideas: 0, variants: 0 }, empty: 4 });
    content = all;
    expect(await world.generate({ days: 7 })).toMatchObject({ created: { slots: 0, ideas: 4, variants: 4 }, empty: 0 });
  } finally {
    content = all;
  }
});

test('dropped ideas and texts that were posted keep their sources out of the plan', async () => {
  const world = await givenPlanned();
  const [first, second] = content;
  const idea = dataOf(
    await t.staff.createSocialIdea({
      params: world.params,
      body: { title: 'Not this', sources: [{ kind: 'post', id: first?.id ?? null, excerpt: 'Not this' }] },
    }),
  );
  dataOf(await t.staff.updateSocialIdea({ params: { idea_id: idea.id }, body: { state: 'dropped' } }));
  const body = `**${second?.title}**\n\n${second?.excerpt}`;
  dataOf(
    await t.staff.createSocialContent({
      params: world.params,
      body: { account_ids: world.account_ids, title: 'Said', body },
    }),
  );
  const run = await world.generate();
  expect(run.skipped).toMatchObject([{ reason: 'duplicate' }]);
  const titles = (await world.calendar()).map(({ title }) => title);
  expect(titles).not.toContain(first?.title);
  expect(titles).not.toContain(second?.title);
});

test('a plan needs an active strategy, own accounts, and sixty days at most', async () => {
  const brand_id = (await givenBrand(t.owner)).id;
  const call = (id: string, body: object) => t.staff.generateSocialPlan({ params: { brand_id: id }, body });
  expect(await call(brand_id, {})).toMatchObject({ status: 409, body: { error: 'conflict' } });
  const world = await givenPlanned();
  expect(await call(world.brand_id, { days: 61 })).toMatchObject({ status: 400 });
  const other = await givenAccount(t.owner, brand_id, 'vk', null);
  expect(await call(world.brand_id, { account_ids: [other.id] })).toMatchObject({ status: 404 });
  expect(await call(newId(), {})).toMatchObject({ status: 404, body: { error: 'brand_not_found' } });
});

test('a model rewrites the drafts that no person touched, and its invented 37 % is dropped', async () => {
  const world = await givenPlanned();
  const [started, edits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  write = async (text) => {
    asked += 1;
    const own = asked;
    started.resolve();
    await edits.promise;
    if (own % 3 === 0) return `${text} Это на 37 % быстрее.`;
    return own % 3 === 1 ? `${text} Загляните к нам.` : `${text} Подробнее в Evernote.`;
  };
  try {
    const { id: run_id } = await world.generate({ days: 9, use_ai: true });
    await started.promise;
    // One text is asked for already, the other one is not.
    const all = await world.posts();
    const byHand = [all.at(-1)?.id ?? '', all[0]?.id ?? ''];
    for (const variant_id of byHand)
      dataOf(await t.staff.updateSocialVariant({ params: { variant_id }, body: { body: `By hand ${variant_id}` } }));
    edits.resolve();
    const read = async () => dataOf(await t.staff.getSocialPlanRun({ params: { run_id } }));
    await eventually(async () => (await read()).ai.status === 'done');
    expect(await read()).toMatchObject({ ai: { done: 9, total: 9 } });
    const posts = await world.posts();
    const written = posts.filter(({ body }) => body.endsWith('Загляните к нам.'));
    expect([1, 2, 3]).toContain(written.length);
    expect(asked).toBe(9);
    expect((await read()).ai.written).toBe(written.length);
    expect(written[0]).toMatchObject({ version: 2, state: 'draft', unsupported_claims: [] });
    const bodies = posts.map(({ body }) => body).join(' ');
    expect(bodies).not.toMatch(/37 %|Evernote/);
    for (const variant_id of byHand)
      expect(posts.find(({ id }) => id === variant_id)).toMatchObject({ body: `By hand ${variant_id}`, version: 2 });
    const revisions = dataOf(
      await t.staff.listSocialRevisions({ params: { variant_id: written[0]?.id ?? '' }, query: {} }),
    );
    expect(revisions.map(({ version, author }) => [version, author])).toEqual([
      [2, 'system'],
      [1, 'owner@example.test'],
    ]);
    // What the model wrote is the plan's own: a fresh plan replaces it, and leaves what was written by hand.
    expect(await world.generate({ days: 9, mode: 'fresh' })).toMatchObject({ replaced: 7, kept: 2 });
  } finally {
    write = () => null;
    edits.resolve();
  }
});

test('without a model the texts of the templates stay', async () => {
  const world = await givenPlanned();
  const { id: run_id, ai } = await world.generate({ days: 5, use_ai: true });
  expect(ai).toMatchObject({ status: 'waiting', total: 5, written: 0 });
  const read = async () => dataOf(await t.staff.getSocialPlanRun({ params: { run_id } })).ai;
  await eventually(async () => (await read()).status !== 'waiting');
  expect(await read()).toEqual({ status: 'unavailable', done: 5, total: 5, written: 0 });
  expect((await world.posts()).map(({ version }) => version)).toEqual([1, 1, 1, 1, 1]);
});

test('the tick fills the days ahead of brands that do so by themselves, once an hour below a half', async () => {
  const [manual, assisted] = [await givenPlanned(), await givenPlanned({ brand: { autonomy: 'assisted' } })];
  const tick = async () => (await tickOf(t)).plans;
  expect(await tick()).toEqual({ created: 7 });
  expect(await manual.posts()).toEqual([]);
  await eventually(async () => (await assisted.posts()).every(({ state }) => state === 'pending_approval'));
  expect(await assisted.posts()).toHaveLength(7);
  const [approval] = dataOf(await t.staff.listSocialApprovals({ params: assisted.params, query: { limit: 1 } }));
  expect(approval).toMatchObject({ submitted_by: 'system', reasons: expect.arrayContaining(['autonomy']) });
  // Three of the seven days are left: less than a half. Not within the hour, and once behind it.
  await t.service.database.query('DELETE FROM social.slots WHERE brand_id = $1 AND local_time > $2', [
    assisted.brand_id,
    '2027-03-05',
  ]);
  expect(await tick()).toEqual({ created: 0 });
  t.clock.advance({ hours: 1 });
  const ticks = await Promise.all([tick(), tick(), tick()]);
  expect(ticks.reduce((sum, { created }) => sum + created, 0)).toBe(4);
  expect(dataOf(await t.staff.listSocialPlanRuns({ params: assisted.params, query: {} }))[0]).toMatchObject({
    mode: 'fill',
    days: 7,
    created_by: 'system',
    kept: 3,
  });
});
