import type { FeatureDefinition, FeatureFlag } from '@platform/contracts';
import { fail } from '@platform/runtime';
import type { z } from 'zod';
import { checkFeatureDefinition } from './check-definition.ts';
import type { Change, LiveSetting, SettingsWriter } from './manage-settings.ts';
import { settingKind } from './setting-kind.ts';

interface FlagKey {
  application_id: string;
  code: string;
}

const flags = settingKind({
  kind: 'feature',
  keyOf: ({ code }: FlagKey) => code,
  toView: (row: LiveSetting<'feature'>): z.input<typeof FeatureFlag> => ({
    code: row.key,
    ...row.definition,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }),
});

export const {
  list: listFeatures,
  read: getFeature,
  listVersions: listFeatureVersions,
  remove: deleteFeature,
  rollBack: rollBackFeature,
} = flags;

/** @throws AppError `application_not_found`, `conflict` for a code that is taken, `validation_failed` */
export async function createFeature(app: SettingsWriter, key: FlagKey, change: Change, definition: FeatureDefinition) {
  checkFeatureDefinition(definition);
  return flags.change(app, key, change, (present) =>
    present === null
      ? definition
      : fail('conflict', { message: `The flag ${key.code} already exists: change it, or choose another code.` }),
  );
}

/**
 * @throws AppError `application_not_found`, `feature_not_found`, `precondition_failed`, `validation_failed`
 */
export async function updateFeature(
  app: SettingsWriter,
  key: FlagKey,
  change: Change,
  changes: { [K in keyof FeatureDefinition]?: FeatureDefinition[K] | undefined },
) {
  if (changes.rules) checkFeatureDefinition({ rules: changes.rules });
  return flags.change(app, key, change, (present) => {
    const { enabled, value, rules, description } = present ?? fail('feature_not_found');
    return {
      enabled: changes.enabled ?? enabled,
      value: changes.value ?? value,
      rules: changes.rules ?? rules,
      description: changes.description === undefined ? description : changes.description,
    };
  });
}
