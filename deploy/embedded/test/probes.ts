import { exampleOf, platform, type Resource, type Route, routeTable } from '@platform/contracts';
import type { Endpoint } from '@platform/contracts/kit';
import { aPng, type TestDatabase } from '@platform/testing';
import { z } from 'zod';

export { asJson, inParallel, type Send, type WireReply, type WireRequest, wire, without } from '@platform/testing';

/**
 * Shared by the generated tests: the route table, inputs from the contract, and requests as bytes on the
 * wire.
 */

export const routes: Route[] = routeTable(platform);

const chosen = process.env.ENDPOINT?.split(',');
/**
 * Whether resources are made for the requests of an endpoint. `ENDPOINT=id` with `--testNamePattern id` runs
 * the matrices for one endpoint in seconds.
 */
export const isChosen = ({ id }: Route): boolean => chosen === undefined || chosen.includes(id);

/** Rows for `test.each`, named by the endpoint. */
export const named = (of: readonly Route[]): [string, Route][] => of.map((route) => [route.id, route]);

/** Files of endpoints that take CSV. */
const csvFiles: Record<string, string> = {
  importCustomers: 'email,plan_code\nada@example.test,month\n',
  importLogins: 'subject,new_subject\nnobody-here,nobody-there\n',
  importKeywords: 'query,impressions\nbuy notes,10\n',
};

/** The upload of an endpoint that takes a file: its CSV, else an icon. */
export const asFile = ({ id }: Route): { headers: Record<string, string>; body: Buffer } => {
  const csv = csvFiles[id];
  return csv === undefined
    ? { headers: { 'content-type': 'image/png' }, body: aPng() }
    : { headers: { 'content-type': 'text/csv' }, body: Buffer.from(csv) };
};

/* ------------------------------------------------------------------------------- inputs, made from the contract */

export interface JsonSchema {
  type?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  resource?: Resource;
  /** The bound of a time in a filter. */
  time_bound?: string;
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** One input field of an endpoint: `body.items.0.plan_price_id`, `params.plan_id`. */
export interface Field {
  place: 'params' | 'query' | 'body';
  path: string[];
  schema: JsonSchema;
}

export const fieldName = ({ path }: Field): string => path.findLast((part) => !/^\d+$/.test(part)) ?? '';
export const fieldId = ({ place, path }: Field): string => [place, ...path].join('.');

/** The JSON Schema of an input with its references put in. */
function schemaOf(schema: z.ZodType): JsonSchema {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const resolve = (node: JsonSchema, within: readonly string[] = []): JsonSchema => {
    const { $ref, ...own } = node;
    // A value that may hold values of its own kind is not looked into: any JSON will do there.
    if ($ref !== undefined && within.includes($ref)) return own;
    const inside = $ref === undefined ? within : [...within, $ref];
    const target = $ref?.startsWith('#/$defs/') ? root.$defs?.[$ref.slice('#/$defs/'.length)] : undefined;
    const merged: JsonSchema = target ? { ...resolve(target, inside), ...own } : { ...own };
    if (merged.properties)
      merged.properties = Object.fromEntries(
        Object.entries(merged.properties).map(([k, v]) => [k, resolve(v, inside)]),
      );
    if (merged.items) merged.items = resolve(merged.items, inside);
    if (merged.anyOf) merged.anyOf = merged.anyOf.map((branch) => resolve(branch, inside));
    return merged;
  };
  return resolve(root);
}

/** Calls `make` once for each endpoint: the matrices ask for the same thousands of times. */
function oncePerEndpoint<Made>(make: (endpoint: Endpoint) => Made): (endpoint: Endpoint) => Made {
  const made = new WeakMap<Endpoint, Made>();
  return (endpoint) => {
    const known = made.get(endpoint) ?? make(endpoint);
    made.set(endpoint, known);
    return known;
  };
}

/** Every field that an endpoint takes, nested ones and the first element of lists included. */
export const fieldsOf = oncePerEndpoint((endpoint): readonly Field[] => {
  const fields: Field[] = [];
  for (const place of ['params', 'query', 'body'] as const) {
    const walk = (schema: JsonSchema, path: string[]): void => {
      if (path.length > 0) fields.push({ place, path, schema });
      for (const branch of [schema, ...(schema.anyOf ?? [])]) {
        for (const [name, property] of Object.entries(branch.properties ?? {})) walk(property, [...path, name]);
        if (branch.items) walk(branch.items, [...path, '0']);
      }
    };
    const schema = endpoint[place];
    if (schema) walk(schemaOf(schema), []);
  }
  return fields;
});

/** The resource that the value of a field names, as its contract says. */
export const resourceOf = ({ schema }: Field): Resource | undefined =>
  schema.resource ?? schema.anyOf?.find((branch) => branch.resource !== undefined)?.resource;

/** Values of resources, by the name that the contracts have for them. */
export type Values = Partial<Record<Resource, unknown>>;

/** The input of a request: the parameters and the query of its address, and its body. */
export interface Parts {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** The resources that identify the owner of the data of a query, or confirm the call. */
const namedInQueries: readonly (Resource | undefined)[] = [
  'application_id',
  'application_code',
  'confirmed_application_code',
];

/** The required fields of a query, and the application that it is about or that it confirms. */
function exampleQuery({ query }: Endpoint): Record<string, string> {
  const { shape = {} } = query ?? {};
  const isNeeded = ([, schema]: [string, unknown]) =>
    !(schema as z.ZodType).safeParse(undefined).success ||
    namedInQueries.includes((schema as z.ZodType).meta()?.resource as Resource | undefined);
  const needed = Object.fromEntries(Object.entries(shape).filter(isNeeded));
  return exampleOf(z.object(needed as z.ZodRawShape), 'input') as Record<string, string>;
}

const exampleParts = oncePerEndpoint(
  (endpoint): Parts => ({
    params: (endpoint.params ? exampleOf(endpoint.params, 'input') : {}) as Record<string, string>,
    query: exampleQuery(endpoint),
    body: endpoint.body ? exampleOf(endpoint.body, 'input') : undefined,
  }),
);

/**
 * The example request of an endpoint, from its contract. The value of a field that names one of these
 * resources is put in where the example has the field.
 */
export function exampleRequest({ endpoint }: Route, values: Values = {}): Parts {
  let parts = exampleParts(endpoint);
  for (const field of fieldsOf(endpoint)) {
    const resource = resourceOf(field);
    const value = resource === undefined ? undefined : values[resource];
    if (value !== undefined && valueAt(parts[field.place], field.path) !== undefined)
      parts = { ...parts, [field.place]: withField(parts[field.place], field.path, value) };
  }
  return parts;
}

/** The resources that the request of an endpoint names. */
export const resourcesIn = ({ endpoint }: Route): Resource[] => [
  ...new Set(fieldsOf(endpoint).flatMap((field) => resourceOf(field) ?? [])),
];

/** Path parameters that name nothing, except for the demo application and its paywall, which have codes. */
export const sampleParams = (route: Route): Record<string, string> =>
  exampleRequest(route, { application_code: 'demo', paywall_code: 'main' }).params;

/** The value of a field; undefined where there is none. */
export const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((within, name) => (within as Record<string, unknown> | null | undefined)?.[name], value);

/** A copy of `value` with one field replaced; `undefined` removes it. */
export function withField(value: unknown, [name, ...rest]: readonly string[], replacement: unknown): unknown {
  if (name === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === name ? withField(item, rest, replacement) : item));
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return { ...fields, [name]: withField(fields[name], rest, replacement) };
}

/* ------------------------------------------------------------------------------------------------ the database */

/**
 * Searches a dump of every schema.
 * @returns the tables with a row that has one of these texts, as text or as bytes, in any case of its letters
 */
export async function rowsWith(database: TestDatabase, texts: readonly string[]): Promise<string[]> {
  const tables = await database.query<{ schema: string; name: string }>(
    `SELECT schemaname AS schema, tablename AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2`,
  );
  const needles = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]);
  const pattern = needles.map((needle) => needle.replaceAll(/[.+]/g, '\\$&')).join('|');
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const rows = await database.query(`SELECT FROM "${schema}"."${name}" AS t WHERE t::text ~* $1 LIMIT 1`, [pattern]);
    if (rows.length > 0) found.push(`${schema}.${name}`);
  }
  return found;
}

/**
 * Every table of the platform, outbox and inbox included, with the number of its rows and a digest of all of
 * them. Audits and jobs go on by themselves: their tables are left out.
 * @param withUses whether the times at which keys were used count; the gateway records them beside a call
 */
export async function tableContents(database: TestDatabase, { withUses = true } = {}): Promise<Record<string, string>> {
  const tables = await database.query<{ schema: string; name: string }>(
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
     WHERE (table_schema IN ('identity', 'catalog', 'billing', 'cms', 'social') OR table_schema = 'seo-rkn' AND table_name ~ '^ai_')
       AND table_type = 'BASE TABLE' AND table_name <> 'jobs' ORDER BY 1, 2`,
  );
  const contents: Record<string, string> = {};
  for (const { schema, name } of tables) {
    const [row] = await database.query<{ state: string }>(
      `SELECT count(*) || ' rows, ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS state
       FROM (SELECT to_jsonb(t)${withUses ? '' : " - 'last_used_at'"} AS t FROM "${schema}"."${name}" AS t) AS t`,
    );
    contents[`${schema}.${name}`] = row?.state ?? '';
  }
  return contents;
}
