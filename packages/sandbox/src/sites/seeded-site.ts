import type { Defect, ExpectedIssue } from './defect.ts';
import { pageDefects } from './page-defects.ts';
import { renderSite, type SiteAnswer } from './render-site.ts';
import { chanceOf } from './seeded-text.ts';
import { exclusiveDefects, siteDefects } from './site-defects.ts';
import { baseSite, type PageModel } from './site-model.ts';

export type { ExpectedIssue } from './defect.ts';
export type { SiteAnswer } from './render-site.ts';

/** Item that the cms of the site published. */
export interface SiteItem {
  id: string;
  kind: 'post';
  locale: 'ru';
  path: string;
  slug: string;
  title: string;
  meta_title: string | null;
  meta_description: string | null;
}

export interface SeededSite {
  origin: string;
  /** Answer of each path with its percent-encoding; every other path is 404. */
  answers: ReadonlyMap<string, SiteAnswer>;
  items: SiteItem[];
  /** Defect by defect, the issues that a scan is to open. */
  manifest: { defect: string; issues: ExpectedIssue[] }[];
}

const together: readonly Defect[] = [...pageDefects, ...siteDefects];
const all: readonly Defect[] = [...together, ...exclusiveDefects];
/** They show on https alone. */
const httpsOnly = new Set(['active_http', 'passive_http']);

/** Ids of all defects that one site can have at once. */
export const defectIds: readonly string[] = together.map(({ id }) => id);
/** Ids of the defects that hide others; each makes a site of its own. */
export const exclusiveDefectIds: readonly string[] = exclusiveDefects.map(({ id }) => id);

/**
 * Types and variants that no page and no file of a site shows: they come from other sources or from the
 * limits of a crawl.
 */
export const notOnASite: readonly string[] = [
  'cms_seo_readiness',
  'cms_no_website_url',
  'psi_low_score',
  'cwv_lcp',
  'cwv_cls',
  'cwv_inp',
  'slow_ttfb',
  'sitemap_unreachable:too_large',
  'http_unreachable:body_too_large',
  'http_unreachable:page_too_complex',
  'mirror_not_redirected',
  'crawl_trap',
  'js_only_content',
  'security_headers',
  'llms_txt_invalid',
];

/**
 * Generates a site of about a hundred Russian pages.
 * @param options `seed`: equal seeds give equal sites; `defects`: ids of its faults, none for the clean twin.
 * The pages   of a defect depend on the seed alone, so a site without one of the defects equals the repaired
 * site.
 */
export function createSite(options: { seed: number; defects: readonly string[]; origin: string }): SeededSite {
  const { seed, origin } = options;
  const site = baseSite(seed, origin);
  const isHttp = origin.startsWith('http:');
  const wanted = new Set(options.defects.filter((id) => !isHttp || !httpsOnly.has(id)));
  const pool = chanceOf(seed ^ 0x5eed).shuffle(site.pages.filter(({ kind }) => kind === 'post'));
  const manifest: SeededSite['manifest'] = [];
  for (const defect of all) {
    const victims: PageModel[] =
      defect.kind === 'post'
        ? pool.splice(0, defect.victims)
        : site.pages.filter(({ kind }) => kind === defect.kind).slice(0, 1);
    if (wanted.has(defect.id)) manifest.push({ defect: defect.id, issues: defect.apply(site, victims) });
  }
  const items = site.pages.flatMap(({ item, path, titles, description }) =>
    item
      ? [
          {
            id: item.id,
            kind: 'post' as const,
            locale: 'ru' as const,
            path,
            slug: item.slug,
            title: item.title,
            meta_title: item.meta_title ?? titles[0] ?? null,
            meta_description: item.meta_description ?? description,
          },
        ]
      : [],
  );
  return { origin, answers: renderSite(site), items, manifest };
}

/**
 * A site with one to six random defects on random pages.
 * @param seed chooses texts, defects and pages
 */
export function mutate(seed: number, origin: string): SeededSite {
  const chance = chanceOf(seed * 7_919 + 17);
  const defects = chance.shuffle(defectIds).slice(0, 1 + chance.below(6));
  if (chance.below(10) === 0)
    defects.splice(0, defects.length, exclusiveDefectIds[chance.below(exclusiveDefectIds.length)] ?? '');
  return createSite({ seed, defects, origin });
}
