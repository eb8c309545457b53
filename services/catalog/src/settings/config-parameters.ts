import type { ConfigDefinition, ConfigParameter } from '@platform/contracts';
import type { z } from 'zod';
import { checkConfigDefinition } from './check-definition.ts';
import type { Change, LiveSetting, SettingsWriter } from './manage-settings.ts';
import { settingKind } from './setting-kind.ts';

interface ParameterKey {
  application_id: string;
  key: string;
}

const parameters = settingKind({
  kind: 'config',
  keyOf: ({ key }: ParameterKey) => key,
  toView: (row: LiveSetting<'config'>): z.input<typeof ConfigParameter> => ({
    key: row.key,
    ...row.definition,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }),
});

export const {
  list: listConfigParameters,
  read: getConfigParameter,
  listVersions: listConfigParameterVersions,
  remove: deleteConfigParameter,
  rollBack: rollBackConfigParameter,
} = parameters;

/** @throws AppError `application_not_found`, `validation_failed`, `precondition_failed` */
export async function putConfigParameter(
  app: SettingsWriter,
  key: ParameterKey,
  change: Change,
  definition: ConfigDefinition,
) {
  checkConfigDefinition(definition);
  return parameters.change(app, key, change, () => definition);
}
