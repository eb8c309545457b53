import type { z } from 'zod';
import type { Resource } from '../resources.ts';
import type { Endpoint } from './endpoint.ts';

/** What the value of a field says about the application of a request. */
export type NameKind = 'application_id' | 'application_code' | 'site_id' | 'site_code' | 'owner_id';

/** A field of a request that names an application, or something that belongs to one. */
export interface ScopeField<Kind> {
  place: 'params' | 'query' | 'body';
  name: string;
  kind: Kind;
}

/** Objects of an application that a path names alone; the service that has them knows their application. */
export type ScopedObject = 'payment_id' | 'ticket_id' | 'erasure_id';

/** How the application of a request of an administrator is named. */
export interface KeyScope {
  /** Each of these that a request has must name an application of the key. */
  names: readonly ScopeField<NameKind>[];
  /** The object of the path, where the path names neither an application nor a site. */
  object: ScopeField<ScopedObject> | null;
  /** What holds for a request that names none; `refused` also for one that does. */
  otherwise: 'own_rows' | 'no_application' | 'refused';
}

const nameKinds: Partial<Record<Resource, NameKind>> = {
  application_id: 'application_id',
  application_code: 'application_code',
  site_id: 'site_id',
  site_code: 'site_code',
  document_owner_id: 'owner_id',
  erasure_owner_id: 'owner_id',
};

const objectKinds: Partial<Record<Resource, ScopedObject>> = {
  payment_id: 'payment_id',
  paid_payment_id: 'payment_id',
  ticket_id: 'ticket_id',
  erasure_id: 'erasure_id',
};

type Wrapped = z.ZodType & { unwrap?: () => z.ZodType };

/** The resource that a field names, also of an optional or nullable one. */
function resourceOf(schema: z.ZodType | undefined): Resource | undefined {
  if (schema === undefined) return undefined;
  return schema.meta()?.resource ?? resourceOf((schema as Wrapped).unwrap?.());
}

const places = ['params', 'query', 'body'] as const;

/** The fields of one request that name a resource of such a kind. Bodies name applications by their own members. */
function fieldsOf<Kind>(endpoint: Endpoint, kinds: Partial<Record<Resource, Kind>>): ScopeField<Kind>[] {
  return places.flatMap((place) => {
    const shape = (endpoint[place] as Partial<z.ZodObject> | undefined)?.shape ?? {};
    return Object.entries(shape).flatMap(([name, schema]) => {
      const resource = resourceOf(schema as z.ZodType);
      const kind = resource === undefined ? undefined : kinds[resource];
      return kind === undefined ? [] : [{ place, name, kind }];
    });
  });
}

/**
 * How a restricted admin API key reaches an endpoint, from the resources that its fields name. An endpoint that
 * names no application, site or object of one is of the whole platform, unless it says otherwise.
 */
export function keyScopeOf(endpoint: Endpoint): KeyScope {
  const names = fieldsOf(endpoint, nameKinds);
  const { keyScope = 'refused' } = endpoint;
  if (endpoint.keyScope === 'refused') return { names: [], object: null, otherwise: 'refused' };
  const inPath = names.filter(({ place }) => place === 'params');
  const pathFields = Object.keys(endpoint.params?.shape ?? {});
  if (inPath.length > 0 || pathFields.length === 0) return { names, object: null, otherwise: keyScope };
  const [object, ...more] = fieldsOf(endpoint, objectKinds).filter(({ place }) => place === 'params');
  // Of an object that no service assigns to an application, a name beside it proves nothing.
  if (object === undefined || more.length > 0 || pathFields.length > 1)
    return { names: [], object: null, otherwise: keyScope };
  return { names, object, otherwise: keyScope };
}

/**
 * What a restricted admin API key may do at an endpoint of administrators, in a word for the API document: `named` for
 * requests about its applications, and the words of `keyScope`.
 */
export function restrictedKeysOf(endpoint: Endpoint): 'named' | NonNullable<Endpoint['keyScope']> {
  if (endpoint.role === 'owner' || endpoint.needsSession) return 'refused';
  const { names, object, otherwise } = keyScopeOf(endpoint);
  return otherwise === 'refused' && (names.length > 0 || object !== null) ? 'named' : otherwise;
}
