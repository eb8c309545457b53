import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { anAdmin } from '@platform/testing';
import { ok } from './newsroom.ts';
import { startCms, type TestCms } from './start-cms.ts';
import { exportOf, importInto, unzip, zipOf } from './transfer-files.ts';

const admin = anAdmin();
const half = 'Политика. '.repeat(10);
let t: TestCms;
beforeAll(async () => {
  t = await startCms();
});
afterAll(() => t.stop());

test('an export has the legal texts of its site, and fails as a whole while they cannot be read', async () => {
  const client = t.as({ admin });
  const { id: site_id } = ok(await client.createSite({ body: { name: 'Blog' } }));
  await expect(exportOf(t, admin, site_id)).rejects.toThrow('503');

  const states = { published_version: '2', draft_changed: true, withdrawn: false };
  await t.answer(identity.queries.listLegalStates, ({ owner }) => ({
    documents: owner.owner_id === site_id ? [{ doc_kind: 'privacy_policy', ...states }] : [],
  }));
  await t.answer(identity.queries.getLegalText, ({ which, offset }) => ({
    document: {
      document_id: site_id,
      version: '2',
      title: 'Политика',
      body_markdown: which === 'draft' ? 'Черновик' : half,
      content_hash: which,
      next_offset: which === 'published' && offset === 0 ? half.length : null,
    },
  }));
  const files = await unzip(await exportOf(t, admin, site_id));
  const legal = [...files].flatMap(([name, bytes]) => (name.startsWith('legal/') ? [[name, bytes.toString()]] : []));
  expect(legal).toEqual([
    [
      'legal/privacy_policy.md',
      `---\ndoc_kind: privacy_policy\npart: published\ntitle: Политика\nversion: "2"\ncontent_hash: published\n---\n${half}${half}`,
    ],
    [
      'legal/privacy_policy.draft.md',
      '---\ndoc_kind: privacy_policy\npart: draft\ntitle: Политика\ncontent_hash: draft\n---\nЧерновик',
    ],
  ]);

  const { id: other } = ok(await client.createSite({ body: { name: 'Other' } }));
  const done = await importInto(client, other, await zipOf(Object.fromEntries(files)), { format: 'markdown_zip' });
  expect(
    done.entries.filter(({ kind }) => kind === 'other').map(({ outcome, reason }) => [outcome, reason?.code]),
  ).toEqual([
    ['skipped', 'legal_text'],
    ['skipped', 'legal_text'],
  ]);
});
