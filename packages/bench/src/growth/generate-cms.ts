import type { Copies } from './copies.ts';
import type { GeneratorStatement } from './generator-statement.ts';

/** An original by the slug of its first revision; copies have slugs that are longer. */
const originals = `slug IN ('growth-post', 'growth-article', 'growth-changelog', 'growth-document')`;

const title = `'Growth ' || made.kind || ' ' || made.n`;
const slug = `original.slug || '-' || made.n`;
/** The fields of a revision: its title, and the tag and category that lists of posts filter by. */
const fields = `original.fields || jsonb_build_object('title', ${title}) || CASE WHEN made.kind = 'post'
  THEN jsonb_build_object('tags', jsonb_build_array('tag' || made.n % 50), 'category_id', made.category_id) ELSE '{}' END`;

/**
 * Texts of a site: one for each tenth person, of four kinds, four fifths of them published; with their
 * revisions, links, former slugs, views and images.
 */
export const cmsStatements: (GeneratorStatement | Copies)[] = [
  {
    what: 'categories, authors and folders',
    text: `CREATE TABLE bench.fifty AS SELECT n, now() AS at, uuidv7() AS id FROM generate_series(1, 50) AS n`,
  },
  ...['categories', 'authors', 'folders'].map(
    (table): Copies => ({
      what: table,
      table: `cms.${table}`,
      of: 'true',
      made: `SELECT * FROM bench.fifty ${table === 'folders' ? '' : 'WHERE n <= 20'}`,
      set: {
        id: 'made.id',
        name: `original.name || ' ' || made.n`,
        ...(table === 'categories' ? { slug: `original.slug || '-' || made.n` } : {}),
      },
    }),
  ),
  {
    what: 'texts',
    text: `CREATE TABLE bench.texts AS
      SELECT n, at, uuidv7(at - now()) AS id, kind, 'growth-' || split_part(kind, '_', 1) AS original_slug,
             (ARRAY['draft','archived','scheduled','published','published','published','published','published','published','published'])[1 + n / 10 % 10] AS status,
             (SELECT id FROM bench.fifty f WHERE f.n = 1 + texts.n % 50) AS folder_id,
             (SELECT id FROM bench.fifty f WHERE f.n = 1 + texts.n % 20) AS category_id
      FROM (SELECT n, now() - interval '1 year' * (($3::bigint / 10 - n + 1)::float8 / ($3::bigint / 10)) AS at,
                   (ARRAY['post','article','post','article','post','article','post','article','changelog_entry','document'])[1 + n % 10] AS kind
              FROM generate_series(1, $3::bigint / 10) AS n) AS texts ORDER BY n`,
  },
  {
    what: 'items',
    table: 'cms.items',
    of: originals,
    made: 'SELECT * FROM bench.texts',
    on: 'original.slug = made.original_slug',
    set: {
      id: 'made.id',
      group_id: 'made.id',
      slug,
      title,
      status: 'made.status',
      published_revision: `CASE WHEN made.status = 'published' THEN 1 END`,
      scheduled_revision: `CASE WHEN made.status = 'scheduled' THEN 1 END`,
      scheduled_at: `CASE WHEN made.status = 'scheduled' THEN now() + interval '30 days' + made.n * interval '1 minute' END`,
      first_published_at: `CASE WHEN made.status = 'published' THEN made.at END`,
      folder_id: `CASE WHEN made.kind = 'article' THEN made.folder_id END`,
      position: 'made.n % 100',
      access_token: `CASE WHEN original.access_token IS NOT NULL THEN replace(made.id::text, '-', '') END`,
      created_at: 'made.at',
      updated_at: 'made.at',
    },
  },
  {
    what: 'revisions',
    table: 'cms.revisions',
    of: originals,
    made: 'SELECT * FROM bench.texts',
    on: 'original.slug = made.original_slug',
    set: { item_id: 'made.id', slug, fields, created_at: 'made.at', was_published: `made.status = 'published'` },
  },
  {
    what: 'publications',
    table: 'cms.publications',
    of: originals,
    made: `SELECT * FROM bench.texts WHERE status = 'published'`,
    on: 'original.slug = made.original_slug',
    set: {
      item_id: 'made.id',
      group_id: 'made.id',
      slug,
      title,
      fields,
      tags: `CASE WHEN made.kind = 'post' THEN ARRAY['tag' || made.n % 50] ELSE original.tags END`,
      category_id: `CASE WHEN made.kind = 'post' THEN made.category_id END`,
      // A word that twenty texts share, as many at each size.
      search: `original.search || to_tsvector('simple', 'growthword' || made.n / 20)`,
      published_at: 'made.at',
      updated_at: 'made.at',
    },
  },
  ...(['download', 'banner'] as const).map(
    (kind): Copies => ({
      what: `${kind}s`,
      table: 'cms.items',
      of: `slug = 'growth-${kind}'`,
      made: `SELECT n, at, uuidv7(at - now()) AS id FROM bench.texts WHERE n % 100 = 7`,
      set: {
        id: 'made.id',
        group_id: 'made.id',
        slug,
        unique_key: 'NULL',
        status: `'archived'`,
        published_revision: 'NULL',
        created_at: 'made.at',
        updated_at: 'made.at',
      },
    }),
  ),
  {
    what: 'revisions of downloads and banners',
    table: 'cms.revisions',
    of: `slug IN ('growth-download', 'growth-banner')`,
    made: `SELECT row_number() OVER (ORDER BY id) AS n, id, kind, slug, created_at FROM cms.items
      WHERE slug LIKE 'growth-download-%' OR slug LIKE 'growth-banner-%'`,
    on: `original.slug = 'growth-' || made.kind`,
    set: { item_id: 'made.id', slug: 'made.slug', created_at: 'made.created_at' },
  },
  {
    what: 'links, former slugs and views',
    text: `INSERT INTO cms.internal_links (item_id, site_id, path)
        SELECT item_id, site_id, '/help/growth-article-' || row_number() OVER () FROM cms.publications WHERE slug LIKE 'growth-%-%';
      INSERT INTO cms.slug_redirects (id, site_id, kind, locale, slug, item_id, created_at)
        SELECT uuidv7(), site_id, kind, locale, 'was-' || slug, item_id, published_at FROM cms.publications
        WHERE slug LIKE 'growth-%-%5' AND kind = 'post';
      INSERT INTO cms.article_views (item_id, site_id, day, views)
        SELECT item_id, site_id, (now() - days * interval '1 day')::date, 1 + length(slug) FROM cms.publications, generate_series(0, 60, 20) AS days
        WHERE slug LIKE 'growth-article-%';
      INSERT INTO cms.lead_refusals (site_id, day, form_code, page_path, refused)
        SELECT s.id, (now() - n % 30 * interval '1 day')::date, '', '/page-' || n, 1
        FROM (SELECT id FROM cms.sites ORDER BY id LIMIT 1) AS s, bench.texts WHERE n % 10 = 0`,
  },
  {
    // They share the bytes of the original, which are there.
    what: 'assets',
    table: 'cms.assets',
    of: `kind = 'image'`,
    made: `SELECT *, encode(sha256(id::text::bytea), 'hex') AS hash FROM bench.texts WHERE n % 2 = 0`,
    set: {
      id: 'made.id',
      file_name: `'growth-' || made.n || '.png'`,
      source_sha256: 'made.hash',
      created_at: 'made.at',
    },
  },
  {
    what: 'uses of assets and redirects',
    text: `INSERT INTO cms.asset_usages (asset_id, owner_kind, owner_id, field) SELECT id, kind, id, 'cover_asset_id' FROM bench.texts WHERE n % 2 = 0;
      INSERT INTO cms.redirects (id, site_id, from_path, to_url, status, created_at)
        SELECT uuidv7(at - now()), r.site_id, '/growth-' || n, r.to_url, r.status, at FROM bench.texts, (SELECT * FROM cms.redirects LIMIT 1) AS r WHERE n % 100 = 0`,
  },
  {
    what: 'imports',
    table: 'cms.imports',
    of: 'true',
    made: 'SELECT * FROM bench.texts WHERE n % 1000 = 0',
    set: { id: 'made.id', created_at: 'made.at', started_at: 'made.at', finished_at: 'made.at' },
  },
  {
    what: 'entries of an import',
    table: 'cms.import_entries',
    of: 'number = 0',
    made: 'SELECT * FROM bench.texts WHERE n <= 20000',
    set: {
      number: 'made.n',
      source_id: 'made.n::text',
      object_id: 'made.id',
      outcome: `(ARRAY['created','updated','skipped','failed'])[1 + made.n % 4]`,
    },
  },
];
