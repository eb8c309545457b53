import { catalog, cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { isUniqueViolation, newId, randomBase62, requireFound, requireOpen } from '@platform/runtime';
import type { App } from '../app.ts';
import { site_keys, sites } from '../schema.ts';
import { newSiteKey, toSite, toSiteKey } from './site.ts';
import { siteCode } from './site-code.ts';
import type { SiteRow } from './site-row.ts';
import { requireDistinctTemplates } from './update-site.ts';

type Body = EndpointRequest<typeof cms.endpoints.createSite>['body'];

const tries = 5;

/**
 * Makes a site with a code of its own and its first public key. The key is answered once; what stays is its hash.
 * @throws AppError `application_not_found`, `conflict` for an archived application, `validation_failed` for two kinds
 * whose texts would have one address
 */
export async function createSite(app: Pick<App, 'db' | 'emit' | 'clock' | 'audit' | 'ask'>, body: Body) {
  if (body.application_id !== null)
    requireOpen(
      requireFound(
        await app.ask(catalog.queries.getApplicationFacts, { application_id: body.application_id }),
        'application',
      ),
    );
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await insertSite(app, body, siteCode(body.name, randomBase62(5).toLowerCase()));
    } catch (error) {
      // Another site has this name and the same random suffix.
      if (!isUniqueViolation(error, 'sites_code') || attempt === tries) throw error;
    }
  }
}

async function insertSite(app: Pick<App, 'db' | 'emit' | 'clock' | 'audit'>, body: Body, code: string) {
  const now = app.clock.now();
  const default_locale = body.default_locale ?? body.locales?.[0] ?? 'ru';
  const locales = body.locales ?? [default_locale];
  requireDistinctTemplates({ url_templates: body.url_templates, default_locale, locales }, null);
  const row: SiteRow = {
    id: newId(),
    code,
    ...body,
    default_locale,
    locales,
    former_templates: [],
    icon_url: null,
    logo_asset_id: null,
    status: 'active',
    version: 1,
    content_version: 1,
    content_updated_at: null,
    texts_changed_at: null,
    removals_since: null,
    created_at: now,
    updated_at: now,
  };
  const { site_key, row: key } = newSiteKey(row.id, 'public', now);
  const view = { ...toSite(row), site_keys: [toSiteKey(key)] };
  await app.db.transaction(async (tx) => {
    await tx.insert(sites).values(row);
    await tx.insert(site_keys).values(key);
    const { application_id } = row;
    const about = { application_id, occurred_at: now };
    await app.emit(tx, cms.events.siteCreated, { site_id: row.id, code, application_id }, about);
    await app.audit.record(tx, { before: null, after: view, application_id });
  });
  return { ...view, site_key };
}
