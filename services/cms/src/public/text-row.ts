import { createBatchLoader, defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import type { TextLoader, TextRow } from './published-text.ts';

/**
 * The parts of a text that stand in other tables, as JSON. `p` is the publication. A cover or an avatar that is no image,
 * from before such files were refused, is left out.
 */
export const textParts = `
  (SELECT jsonb_build_object('slug', c.slug, 'name', coalesce(c.names ->> p.locale, c.name))
     FROM cms.categories c WHERE c.id = p.category_id) AS category,
  (SELECT jsonb_build_object('slug', a.slug, 'name', coalesce(a.names ->> p.locale, a.name),
                             'bio', coalesce(a.bios ->> p.locale, a.bio), 'url', a.url, 'avatar_file', f.file)
     FROM cms.authors a LEFT JOIN cms.assets f ON f.id = a.avatar_asset_id AND f.kind IN ('image', 'svg') WHERE a.id = p.author_id) AS author,
  (SELECT jsonb_build_object('file', i.file, 'width', i.width, 'height', i.height, 'alt', i.alt,
                             'placeholder', i.placeholder, 'variants', i.variants)
     FROM cms.assets i WHERE i.id = (p.fields ->> 'cover_asset_id')::uuid AND i.kind IN ('image', 'svg')) AS cover,
  (SELECT jsonb_build_object('kind', d.kind, 'name', d.file_name, 'size_bytes', d.size_bytes,
                             'content_type', d.content_type)
     FROM cms.assets d WHERE p.kind = 'document' AND d.id = (p.fields ->> 'asset_id')::uuid) AS file`;

/** A text in all languages that it is published in. */
export const alternatesColumn = `
  (SELECT jsonb_agg(jsonb_build_object('locale', o.locale, 'slug', o.slug) ORDER BY o.locale)
     FROM cms.publications o WHERE o.group_id = p.group_id) AS alternates`;

/** Other texts of the kind and the language of a publication. */
const sameShelf = `SELECT r.slug, r.title, r.locale, r.published_at, r.item_id FROM cms.publications r
            WHERE r.site_id = p.site_id AND r.kind = p.kind AND r.locale = p.locale AND r.item_id <> p.item_id`;

const textStatement = defineStatement({
  name: 'read_text',
  text: `
SELECT w.ordinality, p.item_id, p.kind, p.locale, p.slug, p.title, p.fields, p.body,
  CASE WHEN w.with_html THEN p.html END AS html, p.outline, p.revision, p.tags, p.published_at,
  p.updated_at, t.access_token,${textParts},
  ${alternatesColumn},
  (SELECT coalesce(jsonb_agg(jsonb_build_object('slug', r.slug, 'title', r.title, 'locale', r.locale)
                             ORDER BY r.published_at DESC, r.item_id DESC), '[]')
     FROM (${sameShelf} AND jsonb_array_length(p.fields -> 'related_ids') > 0
             AND r.item_id = ANY (ARRAY(SELECT jsonb_array_elements_text(p.fields -> 'related_ids')::uuid))
           UNION ALL
           (${sameShelf} AND coalesce(jsonb_array_length(p.fields -> 'related_ids'), 0) = 0
             AND p.tags <> '{}' AND r.tags && p.tags
            ORDER BY r.published_at DESC, r.item_id DESC LIMIT 6)) AS r) AS related,
  jsonb_build_object('name', s.name, 'website_url', s.website_url, 'url_templates', s.url_templates,
                     'default_locale', s.default_locale, 'timezone', s.timezone) AS site
FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::boolean[])
  WITH ORDINALITY AS w(site_id, kind, locale, slug, with_html, ordinality)
JOIN cms.sites s ON s.id = w.site_id
JOIN cms.publications p
  ON p.site_id = w.site_id AND p.kind = w.kind AND p.locale = coalesce(w.locale, s.default_locale) AND p.slug = w.slug
JOIN cms.items t ON t.id = p.item_id`,
});

/** Texts of one statement. */
const textsAtOnce = 16;

/** Loads published texts, one at once and those that come meanwhile together. */
export const createTextLoader = ({ db }: Pick<App, 'db'>): TextLoader =>
  createBatchLoader({
    size: textsAtOnce,
    // Two connections of the pool, so that one is left of the smallest.
    atOnce: 2,
    async load(addresses) {
      const values = [
        addresses.map(({ siteId }) => siteId),
        addresses.map(({ kind }) => kind),
        addresses.map(({ locale }) => locale ?? null),
        addresses.map(({ slug }) => slug),
        addresses.map(({ withHtml }) => withHtml),
      ];
      const { rows } = await runStatement<TextRow & { ordinality: string }>(db, textStatement, values);
      const rowsByOrdinal = new Map(rows.map(({ ordinality, ...row }) => [Number(ordinality), row]));
      return addresses.map((_, at) => rowsByOrdinal.get(at + 1) ?? null);
    },
  });
