import { z } from 'zod';
import { versionComparison, versionRange } from '../app-version.ts';
import { longText, Timestamp, text, Uuid } from '../fields.ts';
import { event } from '../kit.ts';

/** What remote parameters and feature flags have in common. */

/** What Unleash takes as a name, except for names that a path or a JSON object of JavaScript cannot carry. */
export const SettingKey = z
  .string()
  .regex(
    /^(?!\.{1,2}$|__proto__$)[A-Za-z0-9._~-]{1,100}$/,
    'has to be 1 to 100 latin letters, digits, dots, underscores, tildes and dashes',
  )
  .describe('Name by which clients read it; case-sensitive');

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
  .refine((value) => isJson(value), {
    error: `is nested too deep: a value of JSON has at most ${maxDepth} levels here`,
    abort: true,
  })
  .refine((value) => JSON.stringify(value).length <= maxJson, `may have at most ${maxJson} characters of JSON`)
  .meta({ id: 'JsonValue', description: 'Any JSON value' });

export const clientConditions = {
  platforms: z
    .array(text(32))
    .min(1)
    .max(20)
    .optional()
    .describe('Platforms, one of which must match; case-insensitive'),
  app_version: text(100).optional().describe(versionRange),
};

export const maxRules = 50;
/** Characters of JSON that the values of one parameter have together: eight of the longest. */
export const maxJsonOfParameter = 8 * maxJson;
export const settingDescription = longText(2000).nullable();

export const SettingVersion = z
  .object({
    version: z.int().describe('Version number'),
    is_deleted: z.boolean().describe('Whether this version is a removal'),
    changes: z
      .array(
        z.object({
          field: z.string().describe('Name of the changed field'),
          before: z.unknown().optional().describe('Value before the change; absent if there was none'),
          after: z.unknown().optional().describe('Value after the change; absent if it was removed'),
        }),
      )
      .describe('Differences from the previous version'),
    definition: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Full definition in this version; null when deleted'),
    changed_by: z
      .object({ id: Uuid.describe('Administrator'), email: z.string().describe('Login name at that time') })
      .describe('Author of the change'),
    changed_at: Timestamp.describe('Time of the change'),
  })
  .meta({ id: 'SettingVersion', description: 'One immutable version' });

export const Rollback = z
  .strictObject({ version: z.int().min(1).describe('Version to restore') })
  .meta({ id: 'SettingRollback' });

export const clientQuery = z.object({
  platform: z.string().max(32).optional().describe('For example web, android, ios'),
  app_version: z
    .string()
    .max(64)
    .optional()
    .describe(`Version of the client. ${versionComparison} Another text matches no range`),
});

export const settingsEvents = {
  settingsUpdated: event(
    'settings.updated',
    'A remote parameter or feature flag of an application changed.',
    z.object({ application_id: Uuid, revision: z.int() }),
  ),
} as const;
