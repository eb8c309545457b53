import type { Endpoint, Page } from '@platform/contracts/kit';
import { z } from 'zod';
import { mapInSlices } from '../map-in-slices.ts';

/** The body of an answer as text. The schema of the contract drops every key that it does not name. */
export function serialize(endpoint: Endpoint, data: unknown): string {
  if (endpoint.produces === 'html' || endpoint.produces === 'xml') return String(data);
  const parse = (value: unknown) => (endpoint.response ? endpoint.response.parse(value) : value);
  if (endpoint.produces === 'json_document') return JSON.stringify(parse(data));
  if (endpoint.paginated) {
    const page = data as Page<unknown>;
    return JSON.stringify({ data: page.items.map(parse), next_cursor: page.next_cursor });
  }
  return JSON.stringify({ data: parse(data) ?? null });
}

/** A shorter list takes 3 ms at most. */
const longList = 100;

/**
 * The same text as {@link serialize}. The rows of long lists are parsed and written in slices, and the event
 * loop serves other requests in between: a list of a thousand objects takes 30 ms at once. Lists and objects
 * with a check of their own are made at once, because the check needs all of it.
 */
export async function serializeInSlices(endpoint: Endpoint, data: unknown): Promise<string> {
  const { response, produces, paginated } = endpoint;
  if (!(response instanceof z.ZodObject) || response.def.checks?.length || produces !== undefined)
    return serialize(endpoint, data);
  if (paginated) {
    const { items, next_cursor } = data as Page<unknown>;
    if (items.length < longList) return serialize(endpoint, data);
    return `{"data":${await listInSlices(items, response)},"next_cursor":${JSON.stringify(next_cursor ?? null)}}`;
  }
  const lists = longListsOf(response, data as Record<string, unknown>);
  if (lists.size === 0) return serialize(endpoint, data);
  const short = Object.fromEntries([...lists.keys()].map((name) => [name, []]));
  const fields: string[] = [];
  for (const [name, value] of Object.entries(response.parse({ ...(data as object), ...short }))) {
    const list = lists.get(name);
    const text = list ? await listInSlices(list.items, list.element) : JSON.stringify(value);
    if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{"data":{${fields.join(',')}}}`;
}

interface LongList {
  items: readonly unknown[];
  element: z.core.$ZodType;
}

/** The long lists among the fields of an object. */
function longListsOf({ shape }: z.ZodObject, data: Record<string, unknown>): Map<string, LongList> {
  const lists = new Map<string, LongList>();
  for (const [name, schema] of Object.entries(shape)) {
    const items = data[name];
    if (schema instanceof z.ZodArray && !schema.def.checks?.length && Array.isArray(items) && items.length >= longList)
      lists.set(name, { items, element: schema.element });
  }
  return lists;
}

const listInSlices = async (items: readonly unknown[], element: z.core.$ZodType): Promise<string> =>
  `[${(await mapInSlices(items, (item) => JSON.stringify(z.parse(element, item)) ?? 'null')).join(',')}]`;
