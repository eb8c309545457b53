import type { ConfigDefinition, FeatureDefinition } from '@platform/contracts';
import { findRow } from '@platform/runtime';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { settings, settings_revisions } from '../schema.ts';
import type { CurrentSettings, EvaluableSetting } from './evaluable-settings.ts';
import { compileSetting, disabledSetting, type Setting } from './evaluate.ts';

/**
 * The settings of an application, from a cache: `settings.updated` invalidates it in every process, and while
 * the database is down the cached settings are served.
 */
export const currentSettings = (app: Pick<App, 'db' | 'settings'>, applicationId: string): Promise<CurrentSettings> =>
  app.settings.get(applicationId, 'all', () => load(app, applicationId));

async function load({ db }: Pick<App, 'db'>, applicationId: string): Promise<CurrentSettings> {
  // The revision is read first: settings that are newer than their tag only cost one more download.
  const revision = await findRow(db, settings_revisions, { application_id: applicationId });
  const rows = await db
    .select()
    .from(settings)
    .where(and(eq(settings.application_id, applicationId), isNotNull(settings.definition)))
    .orderBy(settings.key);
  const features = rows
    .filter(({ kind }) => kind === 'feature')
    .map(({ key, version, definition }) => compileFeature(key, version, definition as FeatureDefinition));
  const config = rows
    .filter(({ kind }) => kind === 'config')
    .map(({ key, version, definition }) => compileSetting(key, version, definition as ConfigDefinition));
  return {
    tag: `${applicationId}:${revision?.revision ?? 0}:${revision?.changed_at.getTime() ?? 0}`,
    config,
    features,
    evaluable: new Map([...config.map(ofKind('config')), ...features.map(ofKind('feature'))]),
    flagConditions: new Set(features.flatMap(({ conditions }) => conditions)),
  };
}

const ofKind =
  (kind: EvaluableSetting['kind']) =>
  (setting: Setting<unknown>): [key: string, EvaluableSetting] => [setting.key, { ...setting, kind }];

/** A flag that is switched off is false. */
const compileFeature = (
  key: string,
  version: number,
  { enabled, value, rules }: FeatureDefinition,
): Setting<boolean> =>
  enabled ? compileSetting(key, version, { value, rules }) : disabledSetting(key, version, false);
