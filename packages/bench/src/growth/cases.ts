import { exampleOf, platform, type Route, routeTable } from '@platform/contracts';
import { isAdminRead } from '@platform/contracts/kit';
import { z } from 'zod';
import type { Examples } from './examples.ts';

/** Growth limits of the classes; a report is measured without one. */
export const limits = { user: 1.5, list: 3, report: null } as const;
export type GrowthClass = keyof typeof limits;

/** One request whose time is compared over the sizes. */
export interface ReadCase {
  id: string;
  growth: GrowthClass;
  credential: 'user' | 'admin';
  path: string;
}

/** Services whose tables grow with the users; content grows with its authors. */
const services = ['identity', 'catalog', 'billing', 'analytics'];
/** Fields that choose a page or the format of an answer. */
const paging = ['limit', 'cursor', 'format'];

/**
 * Its record is of a site, and no site has generated people: the read of an application's record is the same.
 */
const unmeasured = ['getSiteConsentReceipt'];

const reads: Route[] = routeTable(platform).filter(
  ({ id, service, endpoint }) => endpoint.method === 'GET' && services.includes(service) && !unmeasured.includes(id),
);

/**
 * Every read of the services that grow: user paths as they are called, administrators' lists without a
 * filter, with each filter alone and with each value of it. It follows from the contracts, so a new endpoint
 * or filter is measured without an edit.
 * @param mine values of the path of the measured user
 */
export function readCases(examples: Examples, mine: Examples): ReadCase[] {
  return reads.flatMap((route) => {
    const { endpoint } = route;
    if (isAdminRead(endpoint)) return adminCases(route, examples);
    return endpoint.auth === 'user' ? [caseOf(route, 'user', { ...examples, ...mine }, {})] : [];
  });
}

/** A read whose work follows the length of its range by design: its contract gives it time. */
const isReport = ({ service, endpoint }: Route): boolean =>
  endpoint.statementSeconds !== undefined && (service === 'analytics' || !endpoint.paginated);

function adminCases(route: Route, examples: Examples): ReadCase[] {
  const { endpoint, id } = route;
  const growth: GrowthClass = isReport(route) ? 'report' : 'list';
  const fields = Object.entries(endpoint.query?.shape ?? {}) as [string, z.ZodType][];
  const required = Object.fromEntries(
    fields
      .filter(([, schema]) => !schema.safeParse(undefined).success)
      .map(([name, schema]) => [name, valuesOf(id, name, schema, examples)[0] ?? '']),
  );
  const filters = fields.filter(([name]) => !paging.includes(name) && !(name in required));
  return [
    caseOf(route, growth, examples, required),
    ...filters.flatMap(([name, schema]) =>
      valuesOf(id, name, schema, examples).map((value, at) => {
        const query = { ...required, ...companionsOf(name, value, examples), [name]: value };
        return caseOf(route, growth, examples, query, `${name}=${shownAs(value, at)}`);
      }),
    ),
  ];
}

/** A day that ends a report needs one that begins it. */
const companionsOf = (name: string, value: string, examples: Examples): Record<string, string> => {
  const begin = examples.from?.find((example) => example.length === value.length);
  return name === 'to' && value.length === 10 && begin ? { from: begin } : {};
};

/**
 * What a filter is measured with: examples of the data, each choice of an enumeration, or the contract's
 * example.
 */
function valuesOf(id: string, name: string, schema: z.ZodType, examples: Examples): readonly string[] {
  const given = (examples[`${id}.${name}`] ?? examples[name] ?? []).filter((value) => schema.safeParse(value).success);
  if (given.length > 0) return given;
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { enum?: unknown[] };
  return (json.enum ?? [exampleOf(schema, 'input')]).map(String);
}

/** Ids, codes and moments differ between the sizes; the place among the examples does not. */
const shownAs = (value: string, at: number): string => (/\d{4}|-/.test(value) ? `#${at + 1}` : value);

function caseOf(
  route: Route,
  growth: GrowthClass,
  examples: Examples,
  query: Record<string, string>,
  shown = '',
): ReadCase {
  const { id, endpoint } = route;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = (examples[`${id}.${name}`] ?? examples[name])?.[0];
    if (value === undefined) throw new Error(`${id}: the generated data has no ${name}`);
    return encodeURIComponent(value);
  });
  const asked = new URLSearchParams(query).toString();
  return {
    id: `${id} ${shown}`.trim(),
    growth,
    credential: growth === 'user' ? 'user' : 'admin',
    path: asked === '' ? path : `${path}?${asked}`,
  };
}
