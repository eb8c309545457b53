/** Edits of an API surface, for the tests of the checks between two releases. */

type Key = string | number;
/** The keys that lead to a part of the document. */
export type Place = readonly Key[];

/** An operation of the document, or a part of it. */
export const operation = (method: string, path: string, ...rest: Key[]): Place => ['paths', path, method, ...rest];
/** `POST /v1/payments`. */
export const payments = (...rest: Key[]) => operation('post', '/v1/payments', ...rest);
/** `GET /v1/payments`. */
export const list = (...rest: Key[]) => operation('get', '/v1/payments', ...rest);
/** The registration of a user. */
export const register = (...rest: Key[]) => operation('post', '/v1/applications/{app_code}/users/register', ...rest);
/** The upload of the icon of an application. */
export const icon = (...rest: Key[]) => operation('put', '/v1/admin/applications/{application_id}/icon', ...rest);
/** A named schema. */
export const schema = (...rest: Key[]): Place => ['components', 'schemas', ...rest];
/** A field of a named schema. */
export const field = (name: string, ...rest: Key[]): Place => schema(name, 'properties', ...rest);
/** A security scheme. */
export const scheme = (...rest: Key[]): Place => ['components', 'securitySchemes', ...rest];
/** A named parameter. */
export const parameter = (...rest: Key[]): Place => ['components', 'parameters', ...rest];

/** The value that removes the part. */
export const gone = Symbol('gone');
/** The list with one more item. */
export const appended = (value: unknown) => (present: unknown) => [...(present as unknown[]), value];
/** The list without an item. */
export const without = (value: unknown) => (present: unknown) =>
  (present as unknown[]).filter((each) => each !== value);

/**
 * The surface with another value at a place. A function computes the value from the present one. Parts
 * outside of the place are those of the given surface, which stays as it is.
 * @throws Error when a part on the way to the place is absent, or the part to remove is
 */
export function editSurface<Surface extends object>(surface: Surface, place: Place, value: unknown): Surface {
  const changed = (part: unknown, [key, ...rest]: Place): unknown => {
    if (key === undefined) return typeof value === 'function' ? value(part) : value;
    if (typeof part !== 'object' || part === null) throw new Error(`the document has no ${place.join(' → ')}`);
    const present = (part as Record<Key, unknown>)[key];
    if (rest.length === 0 && value === gone) {
      if (present === undefined) throw new Error(`the document has no ${place.join(' → ')}`);
      return Object.fromEntries(Object.entries(part).filter(([name]) => name !== String(key)));
    }
    const copy = Array.isArray(part) ? [...part] : { ...part };
    (copy as Record<Key, unknown>)[key] = changed(present, rest);
    return copy;
  };
  return changed(surface, place) as Surface;
}
