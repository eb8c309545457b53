import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { AppCodeParams, ApplicationIdParams, pageQuery } from '../fields.ts';
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
  storedSetting,
} from './settings.ts';

/** Remote config: its schemas, reads and changes. */

const ConfigRule = z
  .strictObject({ ...clientConditions, value: JsonValue.describe('What they get') })
  .meta({ id: 'ConfigRule', description: 'A value for some clients; every given condition must hold' });

const ConfigDefinition = z.strictObject({
  type: z.enum(['boolean', 'string', 'number', 'json']).describe('What every value of it is'),
  value: JsonValue.describe('The value for every user that no rule matches'),
  rules: z.array(ConfigRule).max(maxRules).default([]).describe('The first that matches decides'),
  description: settingDescription.default(null).describe('For its authors'),
});

export const ConfigParameter = z
  .object({ key: SettingKey, ...ConfigDefinition.shape, ...storedSetting })
  .meta({ id: 'ConfigParameter', description: 'A remote parameter. It is public: no secrets' });

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

export type ConfigDefinition = z.output<typeof ConfigDefinition>;
