import { type Access, accessChanges, schemeChanges } from './credential-changes.ts';
import { defaultChange, type Narrowing, narrowings, type Schema } from './schema-narrowing.ts';

/** The parts of an OpenAPI document that clients depend on. */
interface Media {
  content?: Record<string, { schema?: Schema }>;
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}
interface Operation extends Access {
  /** The name of the operation in clients that are made from the document. */
  operationId?: string;
  /** Whether a call may be repeated: `always`, `with_key` or `never`. */
  'x-repeat'?: string;
  parameters?: Parameter[];
  requestBody?: Media & { required?: boolean };
  responses: Record<string, Media & { $ref?: string; headers?: Record<string, unknown> }>;
}
interface ErrorOfSurface {
  status: number;
  fields?: Schema;
}
/** An OpenAPI document with its error codes, and the schemas of the data of the events by their types. */
export interface Surface {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
  'x-errors'?: Record<string, ErrorOfSurface>;
  'x-events'?: Record<string, Schema>;
}

const repeats = ['never', 'with_key', 'always'];

/** Changes of the name of an operation, and of the repeats that a client makes. */
function nameAndRepeatChanges(where: string, was: Operation, is: Operation): string[] {
  const renamed = was.operationId !== is.operationId;
  const lost = repeats.indexOf(is['x-repeat'] ?? '') < repeats.indexOf(was['x-repeat'] ?? '');
  return [
    ...(renamed ? [`${where}: ${was.operationId} is called ${is.operationId} now`] : []),
    ...(lost ? [`${where}: a call that may be repeated ${was['x-repeat']} may be ${is['x-repeat']} now`] : []),
  ];
}

/** The object that a document has at a reference of its own; the object itself without one. */
function resolved<T extends { $ref?: string }>({ components }: Surface, item: T): T {
  if (item.$ref === undefined) return item;
  const [, , kind = '', name = ''] = item.$ref.split('/');
  return components[kind]?.[name] as T;
}

/**
 * What a client of the released surface loses with the current one: a path, a field, a status or an error
 * code that is gone, an input that takes less or has another default, another credential or a higher role, a
 * call that ends earlier, another name of an operation, an event that is gone or lost a field. Additions are
 * none of these.
 * @returns one line for each change, with its place; empty when every client goes on working
 */
export function breakingChanges(released: Surface, current: Surface): string[] {
  const both = { released: released.components.schemas ?? {}, current: current.components.schemas ?? {} };
  const say = (where: string, found: readonly Narrowing[]) =>
    found.map(({ path, change }) => `${where}${path} ${change}`);

  const parametersOf = (surface: Surface, { parameters = [] }: Operation): Map<string, Parameter> =>
    new Map(
      parameters
        .map((given) => resolved(surface, given))
        .map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]),
    );

  const parameterChanges = (where: string, was: Operation, is: Operation): string[] => {
    const [before, now] = [parametersOf(released, was), parametersOf(current, is)];
    const added = [...now].filter(([key, { required }]) => required && !before.get(key)?.required);
    return [
      ...[...before.keys()].filter((key) => !now.has(key)).map((key) => `${where}: ${key} is gone`),
      ...added.map(([key]) => `${where}: ${key} is required now`),
      ...[...before].flatMap(([key, { schema = {}, required = false }]) => {
        const present = now.get(key);
        if (!present) return [];
        const is = present.schema ?? {};
        const found = [...defaultChange(schema, is, { required, named: both, path: '' })];
        return say(`${where}: ${key}`, [...found, ...narrowings(schema, is, 'input', both)]);
      }),
    ];
  };

  const bodyChanges = (where: string, was: Operation, is: Operation): string[] => {
    const becameRequired = is.requestBody?.required === true && was.requestBody?.required !== true;
    return [
      ...(becameRequired ? [`${where}: a body is required now`] : []),
      ...Object.entries(was.requestBody?.content ?? {}).flatMap(([type, { schema = {} }]) => {
        const taken = is.requestBody?.content?.[type];
        if (!taken) return [`${where}: takes no ${type} any more`];
        return say(`${where}: body`, narrowings(schema, taken.schema ?? {}, 'input', both));
      }),
    ];
  };

  const responseChanges = (where: string, was: Operation, is: Operation): string[] =>
    Object.entries(was.responses).flatMap(([status, given]) => {
      const present = is.responses[status];
      if (!present) return [`${where}: answers no ${status} any more`];
      const { content = {}, headers = {} } = resolved(current, present);
      const before = resolved(released, given);
      const goneHeaders = Object.keys(before.headers ?? {}).filter((name) => !(name in headers));
      return [
        ...goneHeaders.map((name) => `${where}: answers ${status} without the header ${name}`),
        ...Object.entries(before.content ?? {}).flatMap(([type, { schema = {} }]) => {
          const answered = content[type];
          if (!answered) return [`${where}: answers ${status} without ${type}`];
          return say(`${where}: ${status}`, narrowings(schema, answered.schema ?? {}, 'output', both));
        }),
      ];
    });

  const operations = Object.entries(released.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, was]) => {
      const where = `${method.toUpperCase()} ${path}`;
      const is = current.paths[path]?.[method];
      if (!is) return [`${where} is gone`];
      return [
        ...nameAndRepeatChanges(where, was, is),
        ...accessChanges(where, was, is),
        ...parameterChanges(where, was, is),
        ...bodyChanges(where, was, is),
        ...responseChanges(where, was, is),
      ];
    }),
  );
  const events = Object.entries(released['x-events'] ?? {}).flatMap(([type, was]) => {
    const is = current['x-events']?.[type];
    return is ? say(`event ${type}: data`, narrowings(was, is, 'output', both)) : [`event ${type} is gone`];
  });
  const errors = Object.entries(released['x-errors'] ?? {}).flatMap(([code, was]) => {
    const is = current['x-errors']?.[code];
    if (!is) return [`error ${code} is gone`];
    return [
      ...(is.status === was.status ? [] : [`error ${code}: its status is ${is.status} now`]),
      ...(was.fields ? say(`error ${code}: fields`, narrowings(was.fields, is.fields ?? {}, 'output', both)) : []),
    ];
  });
  const schemes = schemeChanges(released.components.securitySchemes, current.components.securitySchemes);
  return [...operations, ...schemes, ...errors, ...events];
}
