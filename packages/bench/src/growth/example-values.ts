/**
 * Values of path parameters and filters, by `endpoint.field`, the resource that a field names, `service.field`
 * or the name of the field.
 */
export type Examples = Record<string, readonly string[]>;
