import type { social } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { applyChanges, assertVersion, fail, findRow, readPageRows, type Tx, toPage } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import { applicationOf } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { requireBrand } from '../brands/brand.ts';
import { newIdea } from '../ideas/manage-ideas.ts';
import { ideas, listening_items } from '../schema.ts';
import { type FoundRow, type FoundView, openFound, toFound } from './query.ts';

type Query = EndpointRequest<typeof social.endpoints.listSocialListening>['query'];
type Changes = EndpointRequest<typeof social.endpoints.updateSocialListeningItem>['body'];

/**
 * One page of what listening found for a brand, newest first.
 * @throws `brand_not_found`
 */
export async function listFound(
  app: Pick<App, 'db' | 'sealer' | 'log'>,
  brand_id: string,
  { limit, cursor, state, source }: Query,
): Promise<Page<FoundView>> {
  await requireBrand(app.db, brand_id);
  const rows = await readPageRows(app.db, listening_items, { brand_id, state, source }, { limit, cursor });
  return toPage(await openFound(app, app.db, rows), limit, toFound);
}

/**
 * Sets the state of an item; `idea` makes an idea of it.
 * @throws AppError `listening_item_not_found`, `precondition_failed`, `conflict` for another state of an item
 * that became an idea
 */
export async function updateFound(
  app: Pick<App, 'db' | 'clock' | 'audit' | 'sealer' | 'log'>,
  id: string,
  { state }: Changes,
  if_match: number | null,
): Promise<FoundView> {
  return app.db.transaction(async (tx) => {
    const before = await findRow(tx, listening_items, { id }, 'update');
    if (!before) return fail('listening_item_not_found');
    assertVersion(if_match, before.version);
    if (before.state === 'idea' && state !== 'idea')
      fail('conflict', { message: 'The item became an idea, so its state stays: change the idea.' });
    const now = app.clock.now();
    const [opened = before] = await openFound(app, tx, [before]);
    const idea_id = state === 'idea' && before.state !== 'idea' ? await makeIdea(tx, opened, now) : before.idea_id;
    const { row, isChanged } = applyChanges(before, { state, idea_id }, now);
    if (isChanged) await tx.update(listening_items).set(row).where(eq(listening_items.id, id));
    const { text, url } = opened;
    const views = { before: toFound(opened), after: toFound({ ...row, text, url }) };
    await app.audit.record(tx, { ...views, application_id: await applicationOf(tx, row) });
    return views.after;
  });
}

const longest = { title: 200, brief: 2_000 };

/** Makes an idea of an item. Answers its id. */
async function makeIdea(tx: Tx, { brand_id, text, url }: FoundRow, now: Date): Promise<string> {
  const title = cutText((text.split('\n')[0] ?? '').trim().toWellFormed(), longest.title);
  const brief = cutText(text.toWellFormed(), longest.brief);
  const sources = url === null ? [] : [{ kind: 'url' as const, id: null, url, revision: null, excerpt: brief }];
  const idea = newIdea(brand_id, { title, brief, rubric: null, sources }, now);
  await tx.insert(ideas).values(idea);
  return idea.id;
}
