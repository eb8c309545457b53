import { type Narrowing, narrowings, type Schema } from './schema-narrowing.ts';

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
interface Operation {
  /** The name of the operation in clients that are made from the document. */
  operationId?: string;
  /** Whether a call may be repeated: `always`, `with_key` or `never`. */
  'x-repeat'?: string;
  security?: Record<string, string[]>[];
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

/** Whether each credential, or each set of them, that was enough is still enough. */
function keepsCredentials(was: Operation, is: Operation): boolean {
  const alternativesOf = ({ security = [] }: Operation): string[] =>
    // Without an alternative no credential is needed.
    security.length === 0 ? [''] : security.map((each) => Object.keys(each).sort().join(' '));
  const now = alternativesOf(is);
  return alternativesOf(was).every((alternative) => now.includes(alternative) || now.includes(''));
}

const repeats = ['never', 'with_key', 'always'];

/** What clients that are made from the document lose: the name of the operation, or a repeat that they make. */
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
 * code that is gone, an input that takes less, another credential, another name of an operation, an event that is
 * gone or lost a field.
 * Additions are none of these.
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
      ...[...before].flatMap(([key, { schema = {} }]) =>
        now.has(key) ? say(`${where}: ${key}`, narrowings(schema, now.get(key)?.schema ?? {}, 'input', both)) : [],
      ),
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
        ...(keepsCredentials(was, is) ? [] : [`${where}: asks for another credential`]),
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
  return [...operations, ...errors, ...events];
}
