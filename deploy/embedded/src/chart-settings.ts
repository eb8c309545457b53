import { baseConfig, databaseConfig, keyValueConfig } from '@platform/runtime';
import { z } from 'zod';
import { declaredReaches, gatewayService, schemaNames, services } from './services.ts';

/** What the value of a setting has to be, as far as the chart can check it before an installation. */
export interface SettingRule {
  /** Without a type any text is right. `addresses`, `uris` and `emails` are comma-separated. */
  type?: 'integer' | 'number' | 'uri' | 'uris' | 'addresses' | 'emails';
  minimum?: number;
  maximum?: number;
  /** The values that are right. */
  values?: readonly string[];
  /** Belongs into a Secret. */
  secret?: true;
}

interface ValueSchema {
  type?: string;
  format?: string;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  items?: ValueSchema;
  anyOf?: readonly ValueSchema[];
}

const secretName = /SECRET|PASSWORD|TOKEN|_KEYS?(_ID)?$|DATABASE_URL|NATS_ADMIN_URL/;

/** The Deployments of the chart have these ports, and listen on every address. */
const setByChart = ['HOST', 'PORT', 'OPS_PORT'];

function ruleOf(name: string, field: z.ZodType): SettingRule {
  const schema = z.toJSONSchema(field, { io: 'output', unrepresentable: 'any' }) as ValueSchema;
  if (schema.type === 'integer' || schema.type === 'number') {
    const { type, minimum, maximum = Number.MAX_SAFE_INTEGER } = schema;
    return {
      type,
      ...(minimum === undefined ? {} : { minimum }),
      ...(maximum < Number.MAX_SAFE_INTEGER ? { maximum } : {}),
    };
  }
  // A name of a file is no secret.
  if (secretName.test(name) && !name.endsWith('_FILE')) return { secret: true };
  if (schema.enum) return { values: schema.enum };
  if (schema.format === 'uri') return { type: 'uri' };
  if (schema.items?.format === 'uri') return { type: 'uris' };
  if (schema.items?.format === 'email') return { type: 'emails' };
  if (schema.items?.anyOf?.some(({ format }) => format === 'ipv4')) return { type: 'addresses' };
  return {};
}

/** The settings of each service in a separate process, by their names, with what their values have to be. */
export const chartSettings: ReadonlyMap<string, Readonly<Record<string, SettingRule>>> = new Map(
  [gatewayService, ...services].map(({ contract: { name }, config }) => {
    const fields: Record<string, z.ZodType> = {
      ...baseConfig.shape,
      ...(schemaNames.includes(name) ? databaseConfig.shape : {}),
      ...(declaredReaches.get(name)?.redis ? keyValueConfig.shape : {}),
      ...(config.shape as Record<string, z.ZodType>),
    };
    const settings = Object.entries(fields).filter(([setting]) => !setByChart.includes(setting));
    return [name, Object.fromEntries(settings.map(([setting, field]) => [setting, ruleOf(setting, field)]))];
  }),
);
