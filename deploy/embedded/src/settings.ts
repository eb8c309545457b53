import type { z } from 'zod';
import { gatewayService, services } from './services.ts';

interface Definition {
  type: string;
  in?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  defaultValue?: unknown;
}

/** `required`, `optional`, or the default as it would be written in the environment. */
export function presence(schema: z.core.$ZodType): string {
  const definition = schema._zod.def as Definition;
  if (definition.type === 'default')
    return definition.defaultValue === '' ? 'empty' : `\`${String(definition.defaultValue)}\``;
  if (definition.type === 'optional') return 'optional';
  const inner = definition.in ?? definition.innerType;
  return inner ? presence(inner) : 'required';
}

/** Settings of each service that have a default or are optional, besides those of every process. */
export const optionalSettings: ReadonlyMap<string, readonly string[]> = new Map(
  [gatewayService, ...services].map(({ contract, config }) => [
    contract.name,
    Object.entries(config.shape)
      .filter(([, field]) => presence(field as z.ZodType) !== 'required')
      .map(([name]) => name),
  ]),
);
