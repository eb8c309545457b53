import { z } from 'zod';

/** Issue types of a site audit that the specification names. */
export const specIssueTypes = [
  'sitemap_unreachable',
  'robots_unreachable',
  'robots_blocks_all',
  'robots_sitemap_missing',
  'noindex_in_sitemap',
  'missing_canonical',
  'canonical_to_home',
  'http_4xx',
  'http_5xx',
  'http_unreachable',
  'missing_title',
  'duplicate_title',
  'missing_description',
  'missing_h1',
  'multiple_h1',
  'thin_content',
  'dirty_url_slug',
  'images_without_alt',
  'missing_json_ld',
  'schema_invalid',
  'cms_seo_readiness',
  'cms_no_website_url',
  'psi_low_score',
  'cwv_lcp',
  'cwv_cls',
  'cwv_inp',
  'slow_ttfb',
] as const;

/** Issue types beyond the specification; a site may turn them off or weigh them again. */
export const extendedIssueTypes = [
  'mirror_not_redirected',
  'cms_item_not_live',
  'redirect_chain',
  'orphan_page',
  'hreflang_invalid',
  'duplicate_content',
  'mixed_content',
  'crawl_trap',
  'js_only_content',
  'charset_mismatch',
  'cms_field_ignored',
  'page_not_in_sitemap',
  'broken_external_link',
  'broken_image',
  'missing_og',
  'missing_lang',
  'missing_viewport',
  'deep_page',
  'accessibility',
  'security_headers',
  'ai_readers_refused',
  'llms_txt_invalid',
] as const;

export const IssueType = z.enum([...specIssueTypes, ...extendedIssueTypes]).meta({ id: 'SeoIssueType' });
export type IssueType = z.output<typeof IssueType>;
