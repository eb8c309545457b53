import type { FeatureDefinition, FeatureFlag } from '@platform/contracts';
import { fail } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { checkFeatureDefinition } from './check-definition.ts';
import { type Change, changeSetting, type LiveSetting } from './manage-settings.ts';

interface FlagKey {
  application_id: string;
  code: string;
}

export const flagTarget = ({ application_id, code }: FlagKey) =>
  ({ application_id, kind: 'feature', key: code }) as const;

/** A flag as its authors see it. */
export const toFeatureFlag = (row: LiveSetting<'feature'>): z.input<typeof FeatureFlag> => ({
  code: row.key,
  ...row.definition,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** @throws AppError `application_not_found`, `conflict` for a code that is taken, `validation_failed` */
export async function createFeature(
  app: Pick<App, 'db' | 'clock' | 'emit' | 'audit'>,
  key: FlagKey,
  change: Change,
  definition: FeatureDefinition,
): Promise<LiveSetting<'feature'>> {
  checkFeatureDefinition(definition);
  const made = await changeSetting(
    app,
    flagTarget(key),
    change,
    (present) =>
      present === null ? definition : fail('conflict', { message: `The flag ${key.code} is there already.` }),
    toFeatureFlag,
  );
  return made ?? fail('internal_error');
}

/** @throws AppError `application_not_found`, `feature_not_found`, `precondition_failed`, `validation_failed` */
export async function updateFeature(
  app: Pick<App, 'db' | 'clock' | 'emit' | 'audit'>,
  key: FlagKey,
  change: Change,
  changes: { [K in keyof FeatureDefinition]?: FeatureDefinition[K] | undefined },
): Promise<LiveSetting<'feature'>> {
  if (changes.rules) checkFeatureDefinition({ rules: changes.rules });
  const changed = await changeSetting(
    app,
    flagTarget(key),
    change,
    (present) => {
      const { enabled, value, rules, description } = present ?? fail('feature_not_found');
      return {
        enabled: changes.enabled ?? enabled,
        value: changes.value ?? value,
        rules: changes.rules ?? rules,
        description: changes.description === undefined ? description : changes.description,
      };
    },
    toFeatureFlag,
  );
  return changed ?? fail('internal_error');
}

/** @throws AppError `application_not_found`, `feature_not_found`, `precondition_failed` */
export async function deleteFeature(
  app: Pick<App, 'db' | 'clock' | 'emit' | 'audit'>,
  key: FlagKey,
  change: Change,
): Promise<void> {
  await changeSetting(
    app,
    flagTarget(key),
    change,
    (present) => (present === null ? fail('feature_not_found') : null),
    toFeatureFlag,
  );
}
