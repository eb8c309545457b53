import { z } from 'zod';
import { admin, adminWrites, creates } from '../admin-endpoints.ts';
import { versionComparison } from '../app-version.ts';
import { AppCodeParams, ApplicationIdParams, pageQuery, versionedFields } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import {
  clientConditions,
  clientQuery,
  JsonValue,
  maxRules,
  Rollback,
  SettingKey,
  SettingVersion,
  settingDescription,
} from './settings.ts';

/** Feature flags and their evaluation by OpenFeature: their schemas, reads and changes. */

/** Longest id of a user: as long as the subject of a token may be. */
const maxSubject = 255;

const FeatureRule = z
  .strictObject({
    ...clientConditions,
    countries: z
      .array(
        z
          .string()
          .regex(/^[A-Z]{2}$/, 'has to be the code of a country in two capital letters (ISO 3166-1), such as RU'),
      )
      .min(1)
      .max(250)
      .optional()
      .describe('Countries; the country of the client address must be one of them'),
    entitlement_codes: z
      .array(z.string().max(63).meta({ resource: 'entitlement_code' }))
      .min(1)
      .max(50)
      .optional()
      .describe('Entitlement codes of the application; the user must have one of them'),
    user_ids: z
      .array(z.string().min(1).max(maxSubject))
      .min(1)
      .max(1000)
      .optional()
      .describe('Ids of users: the `sub` of a user token, or the `targetingKey` of a caller without a token')
      .meta({ resource: 'nothing' }),
    percentage: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe(
        'Percentage of the users. The selection is stable: a higher percentage only adds users. Users are identified as in `user_ids`',
      ),
    value: z.boolean().describe('Value for users that match the rule'),
  })
  .meta({ id: 'FeatureRule', description: 'A targeting rule: a value for users that match every given condition' });

const FeatureDefinition = z.strictObject({
  enabled: z.boolean().default(true).describe('Kill switch: `false` turns the flag off for every user at once'),
  value: z.boolean().default(false).describe('Default value, for every user that matches no rule'),
  rules: z.array(FeatureRule).max(maxRules).default([]).describe('Targeting rules; the first matching rule decides'),
  description: settingDescription.default(null).describe('Description for administrators'),
});

export const FeatureFlag = z
  .object({ code: SettingKey, ...FeatureDefinition.shape, ...versionedFields })
  .meta({ id: 'FeatureFlag', description: 'A feature flag' });

/** An attribute of the evaluation context. A value of another type, or a longer one, counts as absent. */
const attribute = (max: number, description: string) => z.string().max(max).nullish().catch(null).describe(description);

const EvaluationContext = z
  .object({
    context: z
      .looseObject({
        targetingKey: attribute(maxSubject, 'Id of the user; the `sub` of a user token takes precedence'),
        platform: attribute(32, 'For example web, android, ios'),
        app_version: attribute(64, `Version of the client. ${versionComparison} Another text matches no range`),
        country_code: attribute(2, 'ISO 3166-1 alpha-2, instead of the country of the client address').meta({
          resource: 'nothing',
        }),
      })
      .nullable()
      .default({})
      .describe(
        'Evaluation context. Attributes that no rule uses are ignored. An attribute that is null, of another type or too long counts as unknown',
      ),
  })
  .meta({ id: 'OfrepRequest' });

const Evaluation = z
  .object({
    key: z.string().describe('Code of the flag or key of the parameter'),
    value: JsonValue.optional().describe('Value; absent for null: the caller uses its default'),
    reason: z
      .enum(['TARGETING_MATCH', 'SPLIT', 'DEFAULT', 'STATIC', 'DISABLED'])
      .describe(
        'Reason of the value: a rule matched, a rule with a percentage matched, no rule matched, there are no rules, the flag is switched off',
      ),
    variant: z.enum(['on', 'off']).optional().describe('Name of a boolean value'),
    metadata: z
      .object({
        version: z.int().describe('Version of the flag or parameter'),
        kind: z.enum(['feature', 'config']).describe('A feature flag or a remote parameter'),
      })
      .describe('Metadata of the flag or parameter'),
  })
  .meta({ id: 'OfrepEvaluation', description: 'OpenFeature Remote Evaluation Protocol: one evaluated flag' });

const featureCode = ApplicationIdParams.extend({ code: SettingKey.meta({ resource: 'feature_code' }) });

const evaluated =
  'Flags are booleans; a remote parameter has the type of its values. A flag takes precedence over a parameter of the same name. With a public key (`X-Public-Key` or `X-API-Key`), the context identifies the user.';

export const featureEndpoints = feature(
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
      repeatable: true,
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
      repeatable: true,
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
      summary: 'Create a feature flag',
      description: 'Clients read the flag from the next read on.',
      params: ApplicationIdParams,
      body: z.strictObject({ code: SettingKey, ...FeatureDefinition.shape }).meta({ id: 'FeatureCreate' }),
      response: FeatureFlag,
      errors: ['application_not_found', 'conflict', 'entitlement_not_found'],
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
      description:
        'Absent fields stay. Clients read the change from the next read on. Each change is a version: `rollBackFeature` restores an earlier one.',
      versioned: true,
      params: featureCode,
      body: z
        .strictObject({
          enabled: z.boolean().optional().describe('Kill switch: `false` turns the flag off for every user at once'),
          value: z.boolean().optional().describe('Default value, for every user that matches no rule'),
          rules: z
            .array(FeatureRule)
            .max(maxRules)
            .optional()
            .describe('All targeting rules; the first matching rule decides'),
          description: settingDescription.optional().describe('Description for administrators'),
        })
        .meta({ id: 'FeaturePatch' }),
      fixedFields: {
        code: 'clients read the flag by it. Create another flag with this definition, and delete this one.',
      },
      response: FeatureFlag,
      errors: ['application_not_found', 'feature_not_found', 'entitlement_not_found'],
    }),
    deleteFeature: endpoint({
      ...adminWrites,
      method: 'DELETE',
      path: '/v1/admin/applications/{application_id}/features/{code}',
      summary: 'Remove a feature flag; its versions stay',
      description:
        'Clients use their default value from the next read on. The versions stay: a rollback to one of them brings the flag back.',
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
      summary: 'Restore an earlier version as a new version',
      description:
        'Clients read the earlier value from the next read on. The rollback is a version of its own, so it can be rolled back, too. A removed flag comes back.',
      versioned: true,
      params: featureCode,
      body: Rollback,
      response: FeatureFlag,
      errors: ['application_not_found', 'feature_not_found', 'setting_version_not_found', 'conflict'],
    }),
  },
);

export type FeatureDefinition = z.output<typeof FeatureDefinition>;
