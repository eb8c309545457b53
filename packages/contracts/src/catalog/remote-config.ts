import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { AppCodeParams, ApplicationIdParams, pageQuery, versionedFields } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import {
  clientConditions,
  clientQuery,
  JsonValue,
  maxJsonOfParameter,
  maxRules,
  Rollback,
  SettingKey,
  SettingVersion,
  settingDescription,
} from './settings.ts';

/** Remote config: its schemas, reads and changes. */

const ConfigRule = z
  .strictObject({ ...clientConditions, value: JsonValue.describe('Value for clients that match the rule') })
  .meta({ id: 'ConfigRule', description: 'A targeting rule: a value for clients that match every given condition' });

const ConfigDefinition = z.strictObject({
  type: z.enum(['boolean', 'string', 'number', 'json']).describe('Type of all values'),
  value: JsonValue.describe('Default value, for every user that matches no rule'),
  rules: z
    .array(ConfigRule)
    .max(maxRules)
    .default([])
    .describe(
      `Targeting rules; the first matching rule decides. All values together have at most ${maxJsonOfParameter} characters of JSON`,
    ),
  description: settingDescription.default(null).describe('Description for administrators'),
});

export const ConfigParameter = z
  .object({ key: SettingKey, ...ConfigDefinition.shape, ...versionedFields })
  .meta({ id: 'ConfigParameter', description: 'A remote parameter. It is public and must not contain secrets' });

const configKey = ApplicationIdParams.extend({ key: SettingKey.meta({ resource: 'config_key' }) });
export const configEndpoints = feature('Remote config', 'Parameters that clients read, with rules and versions.', {
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
    summary: 'Create or change a remote parameter',
    description:
      'Creates the parameter if it does not exist. Values that look like secrets are refused, because the config is public.',
    versioned: true,
    params: configKey,
    body: ConfigDefinition.meta({ id: 'ConfigParameterBody' }),
    response: ConfigParameter,
    errors: ['application_not_found', 'conflict'],
  }),
  deleteConfigParameter: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/admin/applications/{application_id}/config/{key}',
    summary: 'Remove a remote parameter; its versions stay',
    description:
      'Clients read their default value from the next read on. The versions stay: a rollback to one of them brings the parameter back.',
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
    summary: 'Restore an earlier version as a new version',
    description:
      'Clients read the earlier value from the next read on. The rollback is a version of its own, so it can be rolled back, too. A removed parameter comes back.',
    versioned: true,
    params: configKey,
    body: Rollback,
    response: ConfigParameter,
    errors: ['application_not_found', 'config_parameter_not_found', 'setting_version_not_found', 'conflict'],
  }),
});

export type ConfigDefinition = z.output<typeof ConfigDefinition>;
