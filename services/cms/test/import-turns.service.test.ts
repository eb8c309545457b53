import { expect, test } from '@jest/globals';
import { eventually } from '@platform/testing';
import { ok, openNewsroom } from './newsroom.ts';
import { importInto, zipOf } from './transfer-files.ts';

test('the import of a site does not wait behind all imports of another', async () => {
  const n = await openNewsroom();
  const other = ok(await n.admin.createSite({ body: { name: 'Neighbour' } })).id;
  const file = await zipOf({ 'blog/post.md': '---\ntitle: Post\n---\nText\n' });
  await importInto(n.admin, n.at.site_id, file, { format: 'markdown_zip', dry_run: true });
  // Waiting imports come through the database, since a process begins with the first one at once.
  await n.t.database.query(`
    CREATE TABLE public.begun (number serial, import_id uuid);
    CREATE FUNCTION public.note_begun() RETURNS trigger SECURITY DEFINER LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO public.begun (import_id) VALUES (NEW.id); RETURN NULL; END $$;
    CREATE TRIGGER note_begun AFTER UPDATE ON cms.imports FOR EACH ROW
      WHEN (OLD.status = 'queued' AND NEW.status = 'running') EXECUTE FUNCTION public.note_begun();`);
  const [firstSiteImport, otherSiteImport] = [
    'ffffffff-0000-7000-8000-000000000001',
    'ffffffff-0000-7000-8000-000000000002',
  ];
  await n.t.database.query(
    `INSERT INTO cms.imports SELECT (copy).* FROM (
       SELECT jsonb_populate_record(i, jsonb_build_object('id', waiting.id, 'site_id', waiting.site_id,
         'status', 'queued', 'due_at', i.created_at, 'started_at', null, 'finished_at', null)) AS copy
       FROM cms.imports i, (VALUES ($1::uuid, $2::uuid), ($3, $4)) AS waiting (id, site_id)) AS copies`,
    [firstSiteImport, n.at.site_id, otherSiteImport, other],
  );
  const begun = await eventually(async () => {
    const rows = await n.t.database.query<{ import_id: string }>('SELECT import_id FROM public.begun ORDER BY number');
    return rows.length === 2 && rows.map(({ import_id }) => import_id);
  });
  expect(begun).toEqual([otherSiteImport, firstSiteImport]);
  await n.stop();
});
