import { isInn, type RknProfile, type seoRkn } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { assertVersion, type Database, dayOf, findRow, invalidField, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireSite } from '../scans/require-site.ts';
import { rkn_profiles } from '../schema.ts';
import { isOgrn } from './requisites.ts';

export type Profile = z.output<typeof RknProfile>;
type Body = EndpointRequest<typeof seoRkn.endpoints.putRknProfile>['body'];

const defaults: Profile = {
  subject_type: null,
  name: null,
  inn: null,
  ogrn: null,
  address: null,
  registry_status: 'unknown',
  registry_number: null,
  registry_date: null,
  crossborder_status: 'unknown',
  crossborder_notice_date: null,
  recommender: false,
  distribution_consents: false,
  version: 1,
};

/** The operator of a site; an empty profile if none was set. */
export async function readProfile(db: Database | Tx, site_id: string): Promise<Profile> {
  const row = await findRow(db, rkn_profiles, { site_id });
  return row ? toProfile(row) : defaults;
}

const toProfile = ({ site_id: _, ...profile }: typeof rkn_profiles.$inferSelect): Profile => profile;

/** @throws `site_not_found` */
export async function getProfile(app: Pick<App, 'db' | 'ask'>, site_id: string): Promise<Profile> {
  await requireSite(app, site_id);
  return readProfile(app.db, site_id);
}

/**
 * Replaces the profile of the operator.
 * @throws AppError `site_not_found`, `precondition_failed`, `validation_failed` for requisites that are wrong
 * or do not fit the subject, and for future dates
 */
export async function putProfile(
  app: Pick<App, 'db' | 'ask' | 'clock' | 'audit'>,
  site_id: string,
  body: Body,
  ifMatch: number | null,
): Promise<Profile> {
  const { application_id, timezone } = await requireSite(app, site_id);
  requireSound(body, dayOf(app.clock.now(), timezone));
  return app.db.transaction(async (tx) => {
    // The row orders the changes, also the first ones.
    await tx.insert(rkn_profiles).values({ site_id }).onConflictDoNothing();
    const row = await findRow(tx, rkn_profiles, { site_id }, 'update');
    const before = row ? toProfile(row) : defaults;
    assertVersion(ifMatch, before.version);
    const after = { ...body, version: before.version + 1 };
    await tx.update(rkn_profiles).set(after).where(eq(rkn_profiles.site_id, site_id));
    await app.audit.record(tx, { before, after, application_id });
    return after;
  });
}

function requireSound(body: Body, today: string): void {
  const { subject_type, inn, ogrn } = body;
  if (inn !== null && !isInn(inn)) invalidField('inn', 'is not a valid INN: compare its digits, the checksum is wrong');
  if (ogrn !== null && !isOgrn(ogrn))
    invalidField('ogrn', 'is not a valid OGRN or OGRNIP: compare its digits, the checksum is wrong');
  const isCompany = subject_type === 'ooo';
  if (subject_type !== null && inn !== null && inn.length !== (isCompany ? 10 : 12))
    invalidField('inn', isCompany ? 'has to have 10 digits for a company' : 'has to have 12 digits for a person');
  if (subject_type === 'self_employed' && ogrn !== null)
    invalidField('ogrn', 'is not given to the self-employed: send `null`');
  if (subject_type !== null && ogrn !== null && ogrn.length !== (isCompany ? 13 : 15))
    invalidField(
      'ogrn',
      isCompany ? 'has to have 13 digits for a company' : 'has to have 15 digits for a sole proprietor',
    );
  if (body.registry_status === 'not_filed' && (body.registry_number !== null || body.registry_date !== null))
    invalidField('registry_status', 'is `not_filed`, but there is a record of the registry');
  if (body.crossborder_status === 'not_filed' && body.crossborder_notice_date !== null)
    invalidField('crossborder_status', 'is `not_filed`, but there is a date of the notification');
  for (const name of ['registry_date', 'crossborder_notice_date'] as const) {
    const day = body[name];
    if (day !== null && day > today) invalidField(name, 'is in the future');
  }
}
