import { randomBytes, randomUUID } from 'node:crypto';
import { catalog, cms, type DeviceLimitPolicy, type identity } from '@platform/contracts';
import type { ApplicationContext, SiteContext, UserContext } from '@platform/contracts/kit';
import { newId } from '@platform/runtime';
import {
  anAdmin,
  anApplication,
  aUser,
  publicationOf,
  type StartServiceOptions,
  startService,
  type TestService,
} from '@platform/testing';
import { identityService } from '../src/service.ts';

export type Identity = TestService<typeof identity>;

/** The service under test, with a catalog that knows the applications made with {@link givenApplication}. */
export async function startIdentity(
  options: StartServiceOptions = {},
  definition: typeof identityService = identityService,
): Promise<Identity> {
  const env = { CONSENT_SIGNING_KEYS: `c1:${randomBytes(32).toString('base64')}`, ...options.env };
  const t = await startService(definition, { ...options, env });
  await t.answer(cms.queries.resolveSite, (by) => {
    const site = 'id' in by ? sites.get(by.id) : undefined;
    return { site: site ? { ...site, status: 'active' as const, keys: [] } : null };
  });
  await t.answer(catalog.queries.getApplicationFacts, ({ application_id }) => ({
    application: known.has(application_id)
      ? {
          id: application_id,
          code: `app-${application_id.slice(-12)}`,
          name: 'App',
          status: 'active' as const,
          payments_enabled: true,
          return_url_schemes: [],
          receipt_settings: null,
          max_active_devices: 10,
          device_limit_policy: 'reject' as const,
          ...settingsOf.get(application_id),
        }
      : null,
  }));
  return t;
}

const sites = new Map<string, SiteContext>();

/** A site that cms knows. */
export function givenSite(): SiteContext {
  const id = newId();
  const site = { id, code: `site-${id.slice(-12)}`, application_id: null };
  sites.set(id, site);
  return site;
}

const known = new Set<string>();

interface DeviceLimit {
  max_active_devices: number;
  device_limit_policy: DeviceLimitPolicy;
}
const settingsOf = new Map<string, DeviceLimit>();
/** Sets the answer of catalog about the application. */
export const givenDeviceLimit = ({ id }: ApplicationContext, limit: DeviceLimit): void =>
  void settingsOf.set(id, limit);

export function givenApplication(): ApplicationContext {
  const application = anApplication();
  known.add(application.id);
  return application;
}

export const owner = anAdmin();

/** Writes and publishes a document; a second call with the same kind publishes the next version. */
export async function givenPublished(
  t: Identity,
  application: { id: string },
  {
    kind,
    body = `Text ${randomUUID()}`,
    owner_type = 'application',
  }: { kind: string; body?: string; owner_type?: 'application' | 'cms_site' },
) {
  const params = { owner_type, owner_id: application.id, kind } as const;
  const { data: draft } = await t
    .as({ admin: owner })
    .saveLegalDraft({ params, body: { title: `Title of ${kind}`, body } });
  const { data } = await t.as({ admin: owner }).publishLegalDocument({ params, ...publicationOf(draft) });
  return data;
}

export const entryFor = ({ id, version }: { id: string; version: string }, accepted = true) => ({
  document_id: id,
  version,
  checkbox_text: 'I agree',
  accepted,
});

/** A token holder who is not registered yet. */
export const aHolder = (changes: Partial<UserContext<string | null>> = {}): UserContext<string | null> => ({
  ...aUser(),
  id: null,
  ...changes,
});

type RegisterForm = Parameters<ReturnType<Identity['as']>['registerUser']>[0]['body'];

export const register = (
  t: Identity,
  application: ApplicationContext,
  user: UserContext<string | null>,
  body: RegisterForm = {},
) => t.as({ application, user }).registerUser({ params: { app_code: application.code }, body });

/** A registered user of an application that asks for the given documents. */
export async function givenUser(
  t: Identity,
  application: ApplicationContext,
  documents: { id: string; version: string }[] = [],
  holder = aHolder(),
): Promise<UserContext> {
  const { data } = await register(t, application, holder, {
    explicit_consent: true,
    consents: documents.map((document) => entryFor(document)),
  });
  return { ...holder, id: data.user.id };
}

export interface LedgerRow {
  id: string;
  seq: string;
  subject_id: string;
  user_id: string;
  document_id: string;
  version: string;
  accepted: boolean;
  source: string;
  metadata: Record<string, string>;
}

export const ledgerOf = (t: Identity, application: { id: string }): Promise<LedgerRow[]> =>
  t.database.query<LedgerRow & Record<string, unknown>>(
    'SELECT * FROM identity.consent_ledger WHERE owner_id = $1 ORDER BY seq',
    [application.id],
  );
