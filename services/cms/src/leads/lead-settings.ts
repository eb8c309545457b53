import type { cms, LeadSettings as LeadSettingsSchema } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import {
  assertVersion,
  type Database,
  defineStatement,
  fail,
  findRow,
  invalidField,
  runStatement,
  type Tx,
} from '@platform/runtime';
import { getTableColumns } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { lead_settings, sites } from '../schema.ts';
import { publicSiteChanged, requireSite } from '../sites/site.ts';

type SettingsRow = typeof lead_settings.$inferSelect;
export type LeadSettingsRow = Omit<SettingsRow, 'site_id' | 'updated_at'>;
type View = z.input<typeof LeadSettingsSchema>;

const defaults: LeadSettingsRow = {
  captcha: 'none',
  captcha_key: null,
  sealed_captcha_secret: null,
  min_fill_ms: 2_000,
  notify_emails: [],
  reply_to: null,
  retention_days: 365,
  version: 1,
};

/** Associated data of the secret of a captcha. */
export const captchaSecretContext = (siteId: string): string => `lead_settings:${siteId}:captcha_secret`;

/** The settings of the forms of a site; the defaults where there are none. */
export async function readLeadSettings(db: Database | Tx, siteId: string): Promise<LeadSettingsRow> {
  const { rows } = await runStatement<SettingsRow>(db, findSettings, [siteId]);
  return rows[0] ?? defaults;
}

const columns = Object.keys(getTableColumns(lead_settings)).join(', ');
const findSettings = defineStatement({
  name: 'lead_settings',
  text: `SELECT ${columns} FROM cms.lead_settings WHERE site_id = $1`,
});

/** The server key of the captcha of a site; null where none is set. */
export const openCaptchaSecret = (
  { sealer }: Pick<App, 'sealer'>,
  siteId: string,
  { sealed_captcha_secret }: LeadSettingsRow,
): string | null =>
  sealed_captcha_secret === null ? null : sealer.open(sealed_captcha_secret, captchaSecretContext(siteId)).toString();

export async function getLeadSettings({ db }: Pick<App, 'db'>, siteId: string): Promise<View> {
  await requireSite(db, siteId);
  return toView(await readLeadSettings(db, siteId));
}

/**
 * Sets the settings of the forms of a site. The secret of the captcha stays when it is absent.
 * @throws AppError `site_not_found`, `precondition_failed`, `validation_failed` for a captcha without its
 * keys
 */
export async function putLeadSettings(
  app: App,
  siteId: string,
  { captcha_secret, ...settings }: EndpointRequest<typeof cms.endpoints.putLeadSettings>['body'],
  ifMatch: number | null,
): Promise<View> {
  return app.db.transaction(async (tx) => {
    // The row of the site orders the changes, since there may be no row of settings yet.
    const site = await findRow(tx, sites, { id: siteId }, 'update');
    if (!site) return fail('site_not_found');
    const current = await readLeadSettings(tx, siteId);
    assertVersion(ifMatch, current.version);
    const sealed_captcha_secret =
      captcha_secret === undefined
        ? current.sealed_captcha_secret
        : captcha_secret && app.sealer.seal(captcha_secret, captchaSecretContext(siteId));
    const hasKeys = settings.captcha_key !== null && sealed_captcha_secret !== null;
    if (settings.captcha !== 'none' && !hasKeys)
      return invalidField('captcha', 'needs `captcha_key` and `captcha_secret`: send both');
    const row = { ...settings, sealed_captcha_secret, version: current.version + 1, updated_at: app.clock.now() };
    // A secret that stays is not written: a reseal may have replaced it since it was read.
    const set = captcha_secret === undefined ? { ...row, sealed_captcha_secret: undefined } : row;
    await tx
      .insert(lead_settings)
      .values({ site_id: siteId, ...row })
      .onConflictDoUpdate({ target: lead_settings.site_id, set });
    const { application_id } = site;
    const secrets = captcha_secret === undefined ? [] : ['captcha_secret'];
    await app.audit.record(tx, { before: toAudit(current), after: toAudit(row), secrets, application_id });
    // The root of the site names the captcha.
    await publicSiteChanged(app, tx, site);
    return toView(row);
  });
}

const toView = ({ sealed_captcha_secret, ...row }: LeadSettingsRow): View => ({
  ...row,
  has_captcha_secret: sealed_captcha_secret !== null,
});
const toAudit = ({ notify_emails, ...row }: LeadSettingsRow) => ({ ...row, notified: notify_emails.length });
