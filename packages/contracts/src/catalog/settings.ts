import { z } from 'zod';
import { admin, adminWrites, creates } from '../admin-endpoints.ts';
import { AppCodeParams, ApplicationIdParams, longText, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint, event, feature } from '../kit.ts';

/** Remote config and feature flags: their schemas, reads and changes. */

/** What Unleash takes as a name, but for names that a path or a JSON object of JavaScript cannot carry. */
const Key = z
  .string()
  .regex(
    /^(?!\.{1,2}$|__proto__$)[A-Za-z0-9._~-]{1,100}$/,
    'latin letters, digits, dots, underscores, tildes and dashes',
  )
  .describe('What clients read it by; case matters');

/** Longest id of a user: as long as the subject of a token may be. */
const maxSubject = 255;

const maxJson = 32_768;
const maxDepth = 32;

/**
 * Output of JSON.parse, without numbers too large for it. Not `z.json()`, which walks any depth to its end.
 */
const isJson = (value: unknown, levels = maxDepth): boolean =>
  typeof value === 'object' && value !== null
    ? levels > 0 && Object.values(value).every((item) => isJson(item, levels - 1))
    : value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

type Json = z.core.util.JSONType;
/** Any JSON value, small enough to be sent to every client. */
export const JsonValue = (z.unknown() as z.ZodType<Json, Json>)
  .refine((value) => isJson(value), { error: `a JSON value of at most ${maxDepth} levels`, abort: true })
  .refine((value) => JSON.stringify(value).length <= maxJson, `at most ${maxJson} characters of JSON`)
  .meta({ id: 'JsonValue', description: 'Any JSON value' });

const clientConditions = {
  platforms: z.array(z.string().min(1).max(32)).min(1).max(20).optional().describe('One of these, in any case'),
  app_version: z.string().min(1).max(100).optional().describe('Semantic version range, for example `>=2.1.0 <3`'),
};

const ConfigRule = z
  .strictObject({ ...clientConditions, value: JsonValue.describe('What they get') })
  .meta({ id: 'ConfigRule', description: 'A value for some clients; every given condition must hold' });

const FeatureRule = z
  .strictObject({
    ...clientConditions,
    countries: z
      .array(z.string().regex(/^[A-Z]{2}$/, 'ISO 3166-1 alpha-2, upper case'))
      .min(1)
      .max(250)
      .optional()
      .describe('Countries of the client address'),
    entitlement_codes: z
      .array(z.string().max(63))
      .min(1)
      .max(50)
      .optional()
      .describe('Holders of one of these')
      .meta({ resource: 'nothing' }),
    user_ids: z
      .array(z.string().min(1).max(maxSubject))
      .min(1)
      .max(1000)
      .optional()
      .describe('These people: the `sub` of their tokens, or the `targetingKey` of a caller without a token')
      .meta({ resource: 'nothing' }),
    percentage: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe(
        'Share of the users, always the same ones; raising it only adds users. They are told apart as in `user_ids`',
      ),
    value: z.boolean().describe('What they get'),
  })
  .meta({ id: 'FeatureRule', description: 'A value for some users; every given condition must hold' });

const maxRules = 50;
const description = longText(2000).nullable();

const ConfigDefinition = z.strictObject({
  type: z.enum(['boolean', 'string', 'number', 'json']).describe('What every value of it is'),
  value: JsonValue.describe('The value for every user that no rule matches'),
  rules: z.array(ConfigRule).max(maxRules).default([]).describe('The first that matches decides'),
  description: description.default(null).describe('For its authors'),
});

const FeatureDefinition = z.strictObject({
  enabled: z.boolean().default(true).describe('The kill switch: false answers false to every user, at once'),
  value: z.boolean().default(false).describe('The value for every user that no rule matches'),
  rules: z.array(FeatureRule).max(maxRules).default([]).describe('The first that matches decides'),
  description: description.default(null).describe('For its authors'),
});

const stored = {
  version: z.int().describe('Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen'),
  created_at: Timestamp.describe('When it was made'),
  updated_at: Timestamp.describe('Last change'),
};

export const ConfigParameter = z
  .object({ key: Key, ...ConfigDefinition.shape, ...stored })
  .meta({ id: 'ConfigParameter', description: 'A remote parameter. It is public: no secrets' });

export const FeatureFlag = z
  .object({ code: Key, ...FeatureDefinition.shape, ...stored })
  .meta({ id: 'FeatureFlag', description: 'A feature flag' });

export const SettingVersion = z
  .object({
    version: z.int().describe('Number of the change'),
    is_deleted: z.boolean().describe('This change removed it'),
    changes: z
      .array(
        z.object({
          field: z.string().describe('What changed'),
          before: z.unknown().optional().describe('Its value before; absent when there was none'),
          after: z.unknown().optional().describe('Its value since; absent when it was removed'),
        }),
      )
      .describe('The difference to the version before'),
    definition: z.record(z.string(), z.unknown()).nullable().describe('All of it in this version; null when deleted'),
    changed_by: z
      .object({ id: Uuid.describe('Administrator'), email: z.string().describe('Login name then') })
      .describe('Who'),
    changed_at: Timestamp.describe('When'),
  })
  .meta({ id: 'SettingVersion', description: 'One immutable version' });

const Rollback = z
  .strictObject({ version: z.int().min(1).describe('The version to go back to') })
  .meta({ id: 'SettingRollback' });

const clientQuery = z.object({
  platform: z.string().max(32).optional().describe('For example web, android, ios'),
  app_version: z.string().max(64).optional().describe('Semantic version of the client; anything else matches no range'),
});

/** An attribute of the evaluation context. A value of another type or length is one that is not known. */
const attribute = (max: number, description: string) => z.string().max(max).nullish().catch(null).describe(description);

const EvaluationContext = z
  .object({
    context: z
      .looseObject({
        targetingKey: attribute(maxSubject, 'The user that it is for; the `sub` of a user token wins over it'),
        platform: attribute(32, 'For example web, android, ios'),
        app_version: attribute(64, 'Semantic version of the client'),
        country_code: attribute(2, 'ISO 3166-1 alpha-2, instead of the country of the client address').meta({
          resource: 'nothing',
        }),
      })
      .nullable()
      .default({})
      .describe(
        'Evaluation context. Attributes that no rule knows are ignored; null, another type or a text that is too long is for not known',
      ),
  })
  .meta({ id: 'OfrepRequest' });

const Evaluation = z
  .object({
    key: z.string().describe('Code of the flag or key of the parameter'),
    value: JsonValue.optional().describe('Its value; absent for null, which leaves the default to the caller'),
    reason: z
      .enum(['TARGETING_MATCH', 'SPLIT', 'DEFAULT', 'STATIC', 'DISABLED'])
      .describe(
        'Why: a rule matched, a rule with a percentage matched, none of the rules matched, there are no rules, the flag is switched off',
      ),
    variant: z.enum(['on', 'off']).optional().describe('Name of a boolean value'),
    metadata: z.object({ version: z.int().describe('Version of the flag or parameter') }).describe('About it'),
  })
  .meta({ id: 'OfrepEvaluation', description: 'OpenFeature Remote Evaluation Protocol: one evaluated flag' });

const configKey = ApplicationIdParams.extend({ key: Key.meta({ resource: 'config_key' }) });
const featureCode = ApplicationIdParams.extend({ code: Key.meta({ resource: 'feature_code' }) });

const configEndpoints = feature('Remote config', 'Parameters that clients read, with rules and versions.', {
  getConfig: endpoint({
    method: 'GET',
    path: '/v1/applications/{app_code}/config',
    summary: 'Read the remote parameters',
    auth: 'application',
    rate: 'public_ip',
    cache: 'public, no-cache',
    params: AppCodeParams,
    query: clientQuery,
    response: z
      .object({ config: z.record(z.string(), JsonValue).describe('Values by key') })
      .meta({ id: 'RemoteConfig' }),
  }),
  listConfig: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/applications/{application_id}/config',
    summary: 'List the remote parameters with their rules',
    paginated: true,
    params: ApplicationIdParams,
    query: z.object(pageQuery),
    response: ConfigParameter,
    errors: ['application_not_found'],
  }),
  getConfigParameter: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/applications/{application_id}/config/{key}',
    summary: 'Read a remote parameter',
    versioned: true,
    params: configKey,
    response: ConfigParameter,
    errors: ['application_not_found', 'config_parameter_not_found'],
  }),
  putConfigParameter: endpoint({
    ...adminWrites,
    method: 'PUT',
    path: '/v1/admin/applications/{application_id}/config/{key}',
    summary: 'Write a remote parameter',
    description: 'Makes it when it is not there. Values that look like secrets are refused: the config is public.',
    versioned: true,
    params: configKey,
    body: ConfigDefinition.meta({ id: 'ConfigParameterBody' }),
    response: ConfigParameter,
    errors: ['application_not_found'],
  }),
  deleteConfigParameter: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/admin/applications/{application_id}/config/{key}',
    summary: 'Remove a remote parameter; its versions stay',
    status: 204,
    versioned: true,
    params: configKey,
    errors: ['application_not_found', 'config_parameter_not_found'],
    audit: ConfigParameter,
  }),
  listConfigVersions: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/applications/{application_id}/config/{key}/versions',
    summary: 'List the versions of a remote parameter, newest first',
    paginated: true,
    params: configKey,
    query: z.object(pageQuery),
    response: SettingVersion,
    errors: ['application_not_found', 'config_parameter_not_found'],
  }),
  rollBackConfigParameter: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/admin/applications/{application_id}/config/{key}/rollback',
    summary: 'Bring an earlier version back, as a new version',
    versioned: true,
    params: configKey,
    body: Rollback,
    response: ConfigParameter,
    errors: ['application_not_found', 'config_parameter_not_found', 'setting_version_not_found'],
  }),
});

const evaluated =
  'Flags are booleans, remote parameters have the type of their values; a flag wins over a parameter of the same name. With a public key (`X-Public-Key` or `X-API-Key`) the context names the user.';

const featureEndpoints = feature(
  'Feature flags',
  'Flags for users, with rules and versions; also for OpenFeature (OFREP).',
  {
    getFeatures: endpoint({
      method: 'GET',
      path: '/v1/applications/{app_code}/features',
      summary: 'Read the feature flags of the user',
      auth: 'user',
      rate: 'user',
      cache: 'private, no-cache',
      params: AppCodeParams,
      query: clientQuery,
      response: z
        .object({ features: z.record(z.string(), z.boolean()).describe('Values by code') })
        .meta({ id: 'Features' }),
    }),
    evaluateFlags: endpoint({
      method: 'POST',
      path: '/ofrep/v1/evaluate/flags',
      summary: 'Evaluate all flags (OpenFeature Remote Evaluation Protocol)',
      description: `For the OFREP providers of browsers and apps. ${evaluated}`,
      auth: 'user_or_key',
      protocol: 'ofrep',
      rate: 'public_key',
      storesNothing: true,
      cache: 'private, no-cache',
      produces: 'json_document',
      body: EvaluationContext,
      response: z
        .object({ flags: z.array(Evaluation).describe('Every flag'), metadata: z.object({}).describe('Nothing') })
        .meta({ id: 'OfrepBulk' }),
    }),
    evaluateFlag: endpoint({
      method: 'POST',
      path: '/ofrep/v1/evaluate/flags/{key}',
      summary: 'Evaluate one flag (OpenFeature Remote Evaluation Protocol)',
      description: `For the OFREP providers of servers. ${evaluated}`,
      auth: 'user_or_key',
      protocol: 'ofrep',
      rate: 'evaluations',
      storesNothing: true,
      produces: 'json_document',
      params: z.object({
        key: z.string().describe('Code of the flag or key of the parameter').meta({ resource: 'feature_code' }),
      }),
      body: EvaluationContext,
      response: Evaluation,
      errors: ['feature_not_found'],
    }),

    listFeatures: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/features',
      summary: 'List the feature flags with their rules',
      paginated: true,
      params: ApplicationIdParams,
      query: z.object(pageQuery),
      response: FeatureFlag,
      errors: ['application_not_found'],
    }),
    createFeature: endpoint({
      ...creates,
      method: 'POST',
      path: '/v1/admin/applications/{application_id}/features',
      summary: 'Make a feature flag',
      params: ApplicationIdParams,
      body: z.strictObject({ code: Key, ...FeatureDefinition.shape }).meta({ id: 'FeatureCreate' }),
      response: FeatureFlag,
      errors: ['application_not_found', 'conflict'],
    }),
    getFeature: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/features/{code}',
      summary: 'Read a feature flag',
      versioned: true,
      params: featureCode,
      response: FeatureFlag,
      errors: ['application_not_found', 'feature_not_found'],
    }),
    updateFeature: endpoint({
      ...adminWrites,
      method: 'PATCH',
      path: '/v1/admin/applications/{application_id}/features/{code}',
      summary: 'Change a feature flag',
      versioned: true,
      params: featureCode,
      body: z
        .strictObject({
          enabled: z.boolean().optional().describe('The kill switch: false answers false to every user, at once'),
          value: z.boolean().optional().describe('The value for every user that no rule matches'),
          rules: z.array(FeatureRule).max(maxRules).optional().describe('All rules; the first that matches decides'),
          description: description.optional().describe('For its authors'),
        })
        .meta({ id: 'FeaturePatch' }),
      response: FeatureFlag,
      errors: ['application_not_found', 'feature_not_found'],
    }),
    deleteFeature: endpoint({
      ...adminWrites,
      method: 'DELETE',
      path: '/v1/admin/applications/{application_id}/features/{code}',
      summary: 'Remove a feature flag; its versions stay',
      status: 204,
      versioned: true,
      params: featureCode,
      errors: ['application_not_found', 'feature_not_found'],
      audit: FeatureFlag,
    }),
    listFeatureVersions: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/features/{code}/versions',
      summary: 'List the versions of a feature flag, newest first',
      paginated: true,
      params: featureCode,
      query: z.object(pageQuery),
      response: SettingVersion,
      errors: ['application_not_found', 'feature_not_found'],
    }),
    rollBackFeature: endpoint({
      ...adminWrites,
      method: 'POST',
      path: '/v1/admin/applications/{application_id}/features/{code}/rollback',
      summary: 'Bring an earlier version back, as a new version',
      versioned: true,
      params: featureCode,
      body: Rollback,
      response: FeatureFlag,
      errors: ['application_not_found', 'feature_not_found', 'setting_version_not_found'],
    }),
  },
);

export const settingsEndpoints = { ...configEndpoints, ...featureEndpoints };

export const settingsEvents = {
  settingsUpdated: event(
    'settings.updated',
    'A remote parameter or feature flag of an application changed.',
    z.object({ application_id: Uuid, revision: z.int() }),
  ),
} as const;

export type ConfigDefinition = z.output<typeof ConfigDefinition>;
export type FeatureDefinition = z.output<typeof FeatureDefinition>;
