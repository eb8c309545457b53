import type { ConfigDefinition, ConfigParameter } from '@platform/contracts';
import { fail } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { checkConfigDefinition } from './check-definition.ts';
import { type Change, changeSetting, type LiveSetting } from './manage-settings.ts';

interface ParameterKey {
  application_id: string;
  key: string;
}

export const parameterTarget = ({ application_id, key }: ParameterKey) =>
  ({ application_id, kind: 'config', key }) as const;

/** A remote parameter as its authors see it. */
export const toConfigParameter = (row: LiveSetting<'config'>): z.input<typeof ConfigParameter> => ({
  key: row.key,
  ...row.definition,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** @throws AppError `application_not_found`, `validation_failed`, `precondition_failed` */
export async function putConfigParameter(
  app: Pick<App, 'db' | 'clock' | 'emit' | 'audit'>,
  key: ParameterKey,
  change: Change,
  definition: ConfigDefinition,
): Promise<LiveSetting<'config'>> {
  checkConfigDefinition(definition);
  return (
    (await changeSetting(app, parameterTarget(key), change, () => definition, toConfigParameter)) ??
    fail('internal_error')
  );
}

/** @throws AppError `application_not_found`, `config_parameter_not_found`, `precondition_failed` */
export async function deleteConfigParameter(
  app: Pick<App, 'db' | 'clock' | 'emit' | 'audit'>,
  key: ParameterKey,
  change: Change,
): Promise<void> {
  await changeSetting(
    app,
    parameterTarget(key),
    change,
    (present) => (present === null ? fail('config_parameter_not_found') : null),
    toConfigParameter,
  );
}
