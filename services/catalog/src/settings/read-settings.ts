import { catalog } from '@platform/contracts';
import type { PreparedBody } from '@platform/contracts/kit';
import { fail, parseAppVersion, prepareBody, readClientVersion, sha256 } from '@platform/runtime';
import type { App } from '../app.ts';
import { readTermedGrants } from '../grants/read-grants.ts';
import { activeEntitlements } from '../grants/snapshot.ts';
import { currentSettings } from './current-settings.ts';
import type { CurrentSettings, EvaluableSetting } from './evaluable-settings.ts';
import { evaluateAll } from './evaluate.ts';
import type { Audience } from './targeting.ts';

/** Facts that a client sends about itself. */
export interface Client {
  platform: string | null;
  app_version: string | null;
}

/** The subject of a flag evaluation. */
export interface Asker extends Client {
  application_id: string;
  /** A registered user, whose entitlements count. */
  user_id: string | null;
  /**
   * The id that percentages and user lists go by: the subject of the token, or the targeting key of a caller
   * without one. It is the same id before and after the registration.
   */
  subject: string | null;
  /** From where the call came; its country counts unless another one is named. */
  client_ip: string;
  country_code: string | null;
}

/** A client without a platform or version is one whose platform or version is unknown. */
export const clientOf = (client: {
  platform?: string | null | undefined;
  app_version?: string | null | undefined;
}): Client => ({
  platform: client.platform ?? null,
  app_version: client.app_version ?? null,
});

/** The subject of a flag evaluation: the holder of the token, or the key of the evaluation context. */
export const askerOf = (
  context: { application: { id: string }; user?: { id: string; subject: string } | undefined; client_ip: string },
  evaluationContext:
    | (Parameters<typeof clientOf>[0] & {
        targetingKey?: string | null | undefined;
        country_code?: string | null | undefined;
      })
    | null,
): Asker => ({
  ...clientOf(evaluationContext ?? {}),
  application_id: context.application.id,
  user_id: context.user?.id ?? null,
  subject: context.user?.subject ?? evaluationContext?.targetingKey ?? null,
  client_ip: context.client_ip,
  country_code: evaluationContext?.country_code?.toUpperCase() ?? null,
});

/**
 * The remote parameters for a client. A client with the current answer gets 304 before any evaluation: the
 * ETag is made of the revision and of all that the answer depends on.
 */
export async function getConfig(app: App, applicationId: string, client: Client): Promise<PreparedBody> {
  const current = await currentSettings(app, applicationId);
  const { platform } = client;
  const app_version = readClientVersion(app.metrics.unreadableVersions, 'config', client.app_version);
  return prepared(app, ['config', current.tag, platform, app_version], () =>
    prepareBody(catalog.endpoints.getConfig, {
      config: evaluateAll(current.config, { ...unknownAudience, platform, app_version }) as never,
    }),
  );
}

/** The flags of a user. @see getConfig */
export async function getFeatures(app: App, asker: Asker): Promise<PreparedBody> {
  const { current, audience, dependsOn } = await resolveAudience(app, asker);
  return prepared(app, ['features', ...dependsOn], () =>
    prepareBody(catalog.endpoints.getFeatures, { features: evaluateAll(current.features, audience) }),
  );
}

/**
 * All flags and parameters in the words of OFREP 0.3 (https://github.com/open-feature/protocol).
 * @see getConfig
 */
export async function evaluateFlags(app: App, asker: Asker): Promise<PreparedBody> {
  const { current, audience, dependsOn } = await resolveAudience(app, asker);
  return prepared(app, ['ofrep', ...dependsOn], () => {
    const flags = [...current.evaluable.values()].map((setting) => toEvaluation(setting, audience));
    return prepareBody(catalog.endpoints.evaluateFlags, { flags, metadata: {} });
  });
}

/** One flag or parameter in the words of OFREP. */
export async function evaluateFlag(app: App, asker: Asker, code: string) {
  const { current, audience } = await resolveAudience(app, asker);
  return toEvaluation(current.evaluable.get(code) ?? fail('feature_not_found'), audience);
}

/** The protocol has no null: a parameter that is null has no value, and the caller's own default holds. */
function toEvaluation({ key, version, kind, evaluate }: EvaluableSetting, audience: Audience) {
  const { value, reason } = evaluate(audience, parseAppVersion(audience.app_version));
  return {
    key,
    ...(value === null ? {} : { value: value as never }),
    reason,
    ...(typeof value === 'boolean' ? { variant: value ? ('on' as const) : ('off' as const) } : {}),
    metadata: { version, kind },
  };
}

const unknownAudience: Audience = {
  platform: null,
  app_version: null,
  country_code: null,
  entitlement_codes: [],
  subject: null,
};

/**
 * The settings, the audience, and every other input of the answer. Country and entitlements are looked up
 * only where a rule needs them.
 */
async function resolveAudience(
  app: App,
  asker: Asker,
): Promise<{ current: CurrentSettings; audience: Audience; dependsOn: (string | null)[] }> {
  const { application_id, platform, subject } = asker;
  const app_version = readClientVersion(app.metrics.unreadableVersions, 'features', asker.app_version);
  const current = await currentSettings(app, application_id);
  const conditions = current.flagConditions;
  const country_code = conditions.has('countries')
    ? (asker.country_code ?? (await app.geo.locate(asker.client_ip)).country_code)
    : null;
  const entitlement_codes =
    conditions.has('entitlement_codes') && asker.user_id !== null
      ? await activeCodes(app, application_id, asker.user_id)
      : [];
  return {
    current,
    audience: { platform, app_version, country_code, entitlement_codes, subject },
    dependsOn: [current.tag, platform, app_version, country_code, subject, ...entitlement_codes],
  };
}

/** The codes that a user may use now. The grants are cached; the fold is evaluated at this moment. */
async function activeCodes(app: App, application_id: string, user_id: string): Promise<string[]> {
  const grants = await app.grantTerms.get(user_id, application_id, async () =>
    (await readTermedGrants(app, { application_id, user_id })).map(({ grant }) => grant),
  );
  return activeEntitlements(grants, app.clock.now()).map(({ code }) => code);
}

/**
 * An answer whose ETag is known before its body, which is built at most once for equal requests. Both are
 * cached under all that the answer depends on.
 */
function prepared(
  { flagAnswers }: Pick<App, 'flagAnswers'>,
  dependsOn: readonly (string | null)[],
  build: () => PreparedBody,
): PreparedBody {
  const key = JSON.stringify(dependsOn);
  const present = flagAnswers.get(key);
  if (present) return present;
  const etag = `"${sha256(key).slice(0, 32)}"`;
  return {
    etag,
    get body() {
      const answer = { etag, body: build().body };
      flagAnswers.set(key, answer);
      return answer.body;
    },
  };
}
