import type { Page } from '@platform/contracts/kit';
import { fail, type PageQuery } from '@platform/runtime';
import type { App } from '../app.ts';
import {
  type Change,
  changeSetting,
  type Definition,
  type Kind,
  type LiveSetting,
  listSettings,
  listSettingVersions,
  readSetting,
  rollBackSetting,
  type SettingNotFound,
  type SettingsWriter,
  type SettingTarget,
  settingNotFound,
} from './manage-settings.ts';

/**
 * The use cases that remote parameters and flags share.
 * @param options.keyOf the key of a setting, from the path parameters that name it
 * @param options.toView a setting as its authors see it, for answers and the audit log
 */
export function settingKind<K extends Kind, Key extends { application_id: string }, View extends object>(options: {
  kind: K;
  keyOf(key: Key): string;
  toView(row: LiveSetting<K>): View;
}) {
  const { kind, keyOf, toView } = options;
  const targetOf = (key: Key): SettingTarget<K> => ({ application_id: key.application_id, kind, key: keyOf(key) });
  return {
    /** Newest first. @throws AppError `application_not_found` */
    list: (
      app: Pick<App, 'db'>,
      { application_id }: { application_id: string },
      page: PageQuery,
    ): Promise<Page<View>> => listSettings(app, { application_id, kind }, page, toView),

    /** @throws AppError as {@link readSetting} */
    read: async (app: Pick<App, 'db'>, key: Key): Promise<View> => toView(await readSetting(app, targetOf(key))),

    /** Versions, newest first. @throws AppError as {@link listSettingVersions} */
    listVersions: (app: Pick<App, 'db'>, key: Key, page: PageQuery) => listSettingVersions(app, targetOf(key), page),

    /** @throws AppError as {@link changeSetting} */
    change: async (
      app: SettingsWriter,
      key: Key,
      change: Change,
      next: (present: Definition<K> | null) => Definition<K>,
    ): Promise<View> =>
      toView((await changeSetting(app, targetOf(key), { ...change, next, shape: toView })) ?? fail('internal_error')),

    /** @throws AppError as {@link changeSetting}, and the code of a setting that is not there */
    remove: async (app: SettingsWriter, key: Key, change: Change): Promise<void> => {
      const next = (present: Definition<K> | null) =>
        present === null ? fail<SettingNotFound>(settingNotFound[kind]) : null;
      await changeSetting(app, targetOf(key), { ...change, next, shape: toView });
    },

    /** @throws AppError as {@link rollBackSetting} */
    rollBack: async (app: SettingsWriter, key: Key, change: Change, version: number): Promise<View> =>
      toView(await rollBackSetting(app, targetOf(key), { ...change, version, shape: toView })),
  };
}
