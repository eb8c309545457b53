import { catalog, type cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { assertVersion, fail, findRow, invalidField, requireFound, requireOpen, type Tx } from '@platform/runtime';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { asset_usages, assets, type FormerTemplates, items, publications, sites } from '../schema.ts';
import { mergeTemplates, rememberTemplates } from './former-templates.ts';
import { findCollidingKinds, publicPath } from './public-url.ts';
import { publicSiteChanged, toSite } from './site.ts';
import type { SiteRow } from './site-row.ts';

type Changes = EndpointRequest<typeof cms.endpoints.updateSite>['body'];

/**
 * Changes a site. Absent fields keep their values. An archived site may become active again, because
 * archiving is the only way to switch a site off.
 * @param ifMatch the version that the change is based on; null for any version
 * @throws AppError `site_not_found`, `application_not_found`, `asset_not_found`, `precondition_failed`,
 * `conflict` for an archived application,
 * `in_use` when texts use a removed language, `validation_failed` when the default language is not one of the
 * languages, the logo is no image, or two texts would have one address
 */
export async function updateSite(app: App, id: string, changes: Changes, ifMatch: number | null) {
  if (typeof changes.application_id === 'string')
    requireOpen(
      requireFound(
        await app.ask(catalog.queries.getApplicationFacts, { application_id: changes.application_id }),
        'application',
      ),
    );
  return app.db.transaction((tx) => changeSite(app, tx, { id, changes, ifMatch }));
}

/** As {@link updateSite}, in the transaction of the caller, which has checked the application. */
export async function changeSite(
  app: Pick<App, 'emit' | 'clock' | 'audit' | 'publicReads'>,
  tx: Tx,
  {
    id,
    changes: { url_templates, ...changes },
    formerTemplates = [],
    ifMatch,
  }: {
    id: string;
    changes: Changes;
    /** Templates that a copy of the site had. */
    formerTemplates?: readonly FormerTemplates[];
    ifMatch: number | null;
  },
) {
  const current = await findRow(tx, sites, { id }, 'update');
  if (!current) return fail('site_not_found');
  assertVersion(ifMatch, current.version);
  await requireLocales(tx, current, changes);
  const next = { ...current, ...changes, url_templates: { ...current.url_templates, ...url_templates } };
  const isMoved = hasOtherPaths(current, next);
  if (isMoved || next.locales.some((locale) => !current.locales.includes(locale)))
    requireDistinctTemplates(next, current);
  // Without an address of the site, two texts may have one path.
  const hasFirstAddress = current.website_url === null && next.website_url !== null;
  if (isMoved || hasFirstAddress) await requireDistinctPaths(tx, current, next);
  const ownTemplates =
    isMoved && (await wasPublished(tx, id)) ? rememberTemplates(current, app.clock.now()) : current.former_templates;
  const former_templates = formerTemplates.length === 0 ? ownTemplates : mergeTemplates(ownTemplates, formerTemplates);
  const { logo_asset_id } = changes;
  if (logo_asset_id !== undefined && logo_asset_id !== current.logo_asset_id)
    await trackLogo(tx, current.id, logo_asset_id);
  const [row] = await tx
    .update(sites)
    .set({
      ...changes,
      url_templates: next.url_templates,
      former_templates,
      ...(isShownOtherwise(current, next) ? { texts_changed_at: app.clock.now() } : {}),
      version: current.version + 1,
      updated_at: app.clock.now(),
    })
    .where(eq(sites.id, id))
    .returning();
  if (!row) return fail('site_not_found');
  await publicSiteChanged(app, tx, row);
  // The audit log of an application shows when a site left it.
  const application_id = row.application_id ?? current.application_id;
  await app.audit.record(tx, { before: toSite(current), after: toSite(row), application_id });
  return toSite(row);
}

/** Records that a file is used as the logo, which protects it from deletion. Locks the row of the file. */
async function trackLogo(tx: Tx, site_id: string, asset_id: string | null): Promise<void> {
  const usage = { owner_kind: 'site', owner_id: site_id, field: 'logo_asset_id' };
  await tx
    .delete(asset_usages)
    .where(and(eq(asset_usages.owner_kind, usage.owner_kind), eq(asset_usages.owner_id, site_id)));
  if (asset_id === null) return;
  const [asset] = await tx
    .select({ kind: assets.kind })
    .from(assets)
    .where(and(eq(assets.id, asset_id), eq(assets.site_id, site_id)))
    .for('key share');
  if (!asset) return fail('asset_not_found');
  if (asset.kind !== 'image' && asset.kind !== 'svg')
    return invalidField('logo_asset_id', 'is not an image: name an image of the site');
  await tx.insert(asset_usages).values({ asset_id, ...usage });
}

/** Whether every text has another address or head after a change. */
const isShownOtherwise = (current: SiteRow, next: SiteRow): boolean =>
  hasOtherPaths(current, next) ||
  current.website_url !== next.website_url ||
  current.default_locale !== next.default_locale ||
  current.name !== next.name;

/** Whether texts of some kind and language have other paths after a change. */
const hasOtherPaths = (current: SiteRow, next: SiteRow): boolean =>
  Object.keys(next.url_templates).some((kind) =>
    current.locales.some((locale) => {
      const text = { kind, locale, slug: '{slug}' };
      return publicPath(current, text) !== publicPath(next, text);
    }),
  );

/**
 * Asserts that texts of two kinds with equal slugs have different addresses.
 * @param current the site before; what collided there already is not refused again. Null for a new site
 * @throws AppError `validation_failed`
 */
export function requireDistinctTemplates(
  site: Pick<SiteRow, 'url_templates' | 'default_locale' | 'locales'>,
  current: SiteRow | null,
): void {
  const pairOf = (kinds: readonly string[]) => kinds.toSorted().join(' ');
  const before = new Set(current === null ? [] : findCollidingKinds(current).map(pairOf));
  const collision = findCollidingKinds(site).find((kinds) => !before.has(pairOf(kinds)));
  if (!collision) return;
  const [kind, other] = collision;
  invalidField(
    `url_templates.${other}`,
    `has the addresses of \`${kind}\`: give each kind another path, such as /blog/{slug} and /help/{slug}`,
  );
}

/**
 * Asserts that a change of templates, or the first address of the site, gives no two published texts one address, such as
 * those of two languages.
 * @throws AppError `validation_failed`
 */
async function requireDistinctPaths(tx: Tx, current: SiteRow, next: SiteRow): Promise<void> {
  const { kind, locale, slug } = publications;
  const texts = await tx.select({ kind, locale, slug }).from(publications).where(eq(publications.site_id, current.id));
  const textByPath = new Map<string, (typeof texts)[number]>();
  for (const text of texts) {
    const path = publicPath(next, text);
    const other = path === null ? undefined : textByPath.get(path);
    if (other && current.website_url === null && next.website_url !== null)
      invalidField(
        'website_url',
        `may not give one address, ${path}, to two published texts, ${other.kind} (${other.locale}) and ${text.kind} (${text.locale}): put {locale} into the template of ${text.kind}, or give one of them another slug`,
      );
    if (other && publicPath(current, other) !== publicPath(current, text))
      invalidField(
        `url_templates.${text.kind}`,
        `has one address, ${path}, for two published texts, ${other.kind} (${other.locale}) and ${text.kind} (${text.locale}): keep {locale} in the template, or give one of them another slug`,
      );
    if (path !== null) textByPath.set(path, text);
  }
}

/** Whether an address of a text of the site was ever public. */
async function wasPublished(tx: Tx, site_id: string): Promise<boolean> {
  const seen = and(eq(items.site_id, site_id), isNotNull(items.first_published_at));
  return (await tx.select({ id: items.id }).from(items).where(seen).limit(1)).length > 0;
}

/** Asserts that the new languages include the default language and the languages of all texts. */
async function requireLocales(tx: Tx, current: SiteRow, changes: Pick<Changes, 'default_locale' | 'locales'>) {
  const locales = changes.locales ?? current.locales;
  if (!locales.includes(changes.default_locale ?? current.default_locale))
    return invalidField('locales', 'has to contain `default_locale`');
  const removedLocales = current.locales.filter((locale) => !locales.includes(locale));
  if (removedLocales.length === 0) return;
  const used = await tx
    .select({ kind: items.kind, id: items.id, title: items.title })
    .from(items)
    .where(and(eq(items.site_id, current.id), inArray(items.locale, removedLocales)))
    .limit(20);
  if (used.length > 0) fail('in_use', { fields: { usages: used.map((item) => ({ ...item, field: 'locale' })) } });
}
