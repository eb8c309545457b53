import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalog, cms, identity } from '@platform/contracts';
import type { AdminRole, SiteContext } from '@platform/contracts/kit';
import { newId } from '@platform/runtime';
import { anAdmin, fakeClock } from '@platform/testing';
import { startCms, type TestCms } from './start-cms.ts';

export const noon = '2026-03-11T12:00:00.000Z';

type Client = ReturnType<TestCms['as']>;
type Made<K extends keyof Client> = Client[K] extends (...args: never[]) => Promise<{ data: infer D }> ? D : never;

/** The real service with a site, an administrator of it and a reader. */
export interface Newsroom {
  t: TestCms;
  clock: ReturnType<typeof fakeClock>;
  admin: Client;
  /** A client with another role. */
  as(role: AdminRole, email?: string): Client;
  site: SiteContext;
  at: { site_id: string };
  /** A page of the site. */
  reader: Client;
  post(body?: Record<string, unknown>): Promise<Made<'createPost'>>;
  publish(item_id: string): Promise<Made<'publishContent'>>;
  /** An asset whose bytes are in the store, as an upload leaves it. */
  asset(parts: {
    kind: 'image' | 'svg' | 'pdf' | 'file';
    bytes: Buffer;
    file_name: string;
    content_type: string;
  }): Promise<{
    id: string;
    file: string;
    sha256: string;
  }>;
  /** Published events of the site, in their order. */
  events(): Promise<{ type: string; data: Record<string, unknown> }[]>;
  stop(): Promise<void>;
}

/** The header of a change that is based on this version, or on any. */
export const ifMatch = (version: number | '*') => ({ 'if-match': version === '*' ? '*' : `"${version}"` });

/**
 * The data of a success.
 * @throws Error for an answer that refuses the call
 */
export function ok<T>(reply: { status: number; data: T; body: unknown }): T {
  if (reply.status >= 400) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.data;
}

export async function openNewsroom(
  site: Record<string, unknown> = {},
  env: Record<string, string> = {},
): Promise<Newsroom> {
  const clock = fakeClock(noon);
  const t = await startCms({ clock, env });
  await t.answer(catalog.queries.getApplicationFacts, () => ({ application: null }));
  await t.answer(identity.queries.listLegalStates, () => ({ documents: [] }));
  await t.answer(identity.queries.listLegalFiles, () => ({ files: [] }));
  const as = (role: AdminRole, email = `${role}@example.test`) =>
    t.as({ admin: { ...anAdmin(), id: newId(), role, email } });
  const admin = as('admin');
  const made = ok(
    await admin.createSite({
      body: { name: 'Notes', website_url: 'https://notes.example.com', locales: ['ru', 'en'], ...site },
    }),
  );
  const context = { id: made.id, code: made.code, application_id: null };
  const at = { site_id: made.id };
  return {
    t,
    clock,
    admin,
    as,
    site: context,
    at,
    reader: t.as({ site: context }),
    async post(body = {}) {
      return ok(await admin.createPost({ params: at, body: { title: 'First notes', body: '# Hello', ...body } }));
    },
    async publish(item_id) {
      return ok(await admin.publishContent({ params: { ...at, item_id }, headers: ifMatch('*') }));
    },
    async asset({ kind, bytes, file_name, content_type }) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const file = `${sha256}.${kind}`;
      await writeFile(join(t.filesDir, file), bytes);
      const id = newId();
      await t.database.query(
        `WITH stored AS (INSERT INTO cms.files (name, content_type, size_bytes, created_at) VALUES ($4, $6, $7, now()) RETURNING name)
         INSERT INTO cms.assets (id, site_id, kind, file, file_name, source_sha256, sha256, content_type, size_bytes,
           focal_x, focal_y, variants, version, created_at)
         SELECT $1, $2, $3, name, $5, $8, $8, $6, $7, 0.5, 0.5, '[]', 1, now() FROM stored`,
        [id, made.id, kind, file, file_name, content_type, bytes.length, sha256],
      );
      return { id, file, sha256 };
    },
    async events() {
      const published = (await t.published(cms.events.contentPublished)).map((data) => ({ type: 'published', data }));
      const unpublished = (await t.published(cms.events.contentUnpublished)).map((data) => ({
        type: 'unpublished',
        data,
      }));
      return [...published, ...unpublished].filter(({ data }) => data.site_id === made.id);
    },
    stop: () => t.stop(),
  };
}
