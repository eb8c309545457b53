import { capitals, memberName, ofModel, ofText, typeName } from './dart-names.ts';
import type { ApiModel, FieldModel, TypeModel } from './model.ts';

/** A type as Dart writes it. */
export interface DartType {
  /** `List<Uuid>`, without the question mark of a type that may be null. */
  text: string;
  isNullable: boolean;
  /** An expression for a function from a JSON value to a value that is not null. */
  decode: string;
  /** From an expression of the type, which is not null, to one of JSON; null where both are the same. */
  encode: ((value: string) => string) | null;
}

export interface DartField {
  wire: string;
  name: string;
  type: DartType;
  isRequired: boolean;
  description: string;
}

/** What stands in the file of the models. */
export type Declaration =
  | { kind: 'class'; name: string; description: string; fields: DartField[] }
  | { kind: 'values'; name: string; description: string; values: { wire: string; name: string }[] }
  | { kind: 'alias'; name: string; description: string; type: DartType };

export interface DartTypes {
  /**
   * The type of a value. What it needs is declared: an inline object or list of values gets a name.
   * @param name for a type that has none
   */
  typeOf(type: TypeModel, name: string): DartType;
  fieldsOf(fields: readonly FieldModel[], owner: string, taken?: ReadonlySet<string>): DartField[];
  /** Everything that was needed so far, sorted by name. */
  declarations(): Declaration[];
}

const plain = (text: string): DartType => ({ text, isNullable: false, decode: `asType<${text}>`, encode: null });
const anything: DartType = { text: 'Object?', isNullable: true, decode: 'asAny', encode: null };
const integer: DartType = { text: 'int', isNullable: false, decode: 'asInt', encode: null };

/** How a type is written where it stands: `String?`. */
export const written = ({ text, isNullable }: DartType): string =>
  isNullable && !text.endsWith('?') ? `${text}?` : text;

/** The function that reads a type which may be null. */
export const decoderOf = (type: DartType): string => {
  if (!type.isNullable || type.decode === 'asAny') return type.decode;
  return type.decode === `asType<${type.text}>` ? `asType<${type.text}?>` : `orNull(${type.decode})`;
};

/** A type that may also be absent. */
export const optional = (type: DartType): DartType => ({ ...type, isNullable: true });

/** The JSON of an expression. */
export function encoded(type: DartType, value: string): string {
  if (type.encode === null) return value;
  if (!type.isNullable) return type.encode(value);
  if (type.encode('') === '.toJson()') return `${value}?.toJson()`;
  return `switch (${value}) { final value? => ${type.encode('value')}, null => null }`;
}

/** Names and types of Dart for the schemas of an API. */
export function planTypes(api: ApiModel): DartTypes {
  const schemas = new Map(api.schemas.map((schema) => [schema.name, schema]));
  const ofSchemas = new Set(api.schemas.map(({ name }) => typeName(name)));
  const declared = new Map<string, Declaration>();
  const references = new Map<string, DartType>();

  const declare = (name: string, make: () => Declaration): void => {
    if (declared.has(name)) throw new Error(`two types are called ${name} in Dart`);
    // The name is taken before its parts are made: a type may contain itself.
    declared.set(name, { kind: 'alias', name, description: '', type: anything });
    declared.set(name, make());
  };

  /** A name for an inline type, which no schema and no other type has. */
  const inlineName = (wantedName: string): string =>
    declared.has(wantedName) || ofSchemas.has(wantedName) ? inlineName(`${wantedName}Value`) : wantedName;

  const isObject = (type: TypeModel): boolean =>
    type.kind === 'object' ||
    (type.kind === 'reference' && isObject(schemas.get(type.name)?.type ?? { kind: 'unknown' })) ||
    (type.kind === 'intersection' && type.of.every(isObject));

  /** The fields of an object, of a reference to one, and of an intersection of them. */
  const classFields = (type: TypeModel, owner: string): DartField[] => {
    if (type.kind === 'object') return fieldsOf(type.fields, owner);
    if (type.kind === 'reference') {
      const declaration = declared.get(reference(type.name).text);
      return declaration?.kind === 'class' ? declaration.fields : [];
    }
    const fields = type.kind === 'intersection' ? type.of.flatMap((part) => classFields(part, owner)) : [];
    return [...new Map(fields.map((field) => [field.wire, field])).values()];
  };

  const isText = (type: TypeModel): boolean =>
    type.kind === 'string' ||
    (type.kind === 'enumeration' && type.values.every((value) => typeof value === 'string')) ||
    (type.kind === 'reference' && isText(schemas.get(type.name)?.type ?? { kind: 'unknown' }));

  const ofClass = (name: string): DartType => ({
    text: name,
    isNullable: false,
    decode: `objectOf(${name}.fromJson)`,
    encode: (value) => `${value}.toJson()`,
  });

  const enumeration = (values: readonly (string | number | boolean)[], name: string, description = ''): DartType => {
    if (values.every((value) => typeof value === 'number'))
      return values.every(Number.isInteger) ? integer : plain('num');
    if (values.every((value) => typeof value === 'boolean')) return plain('bool');
    const texts = values.filter((value) => typeof value === 'string');
    if (texts.length !== values.length) return plain('Object');
    if (texts.length < 2) return plain('String');
    declare(name, () => ({
      kind: 'values',
      name,
      description,
      values: texts.map((wire) => ({ wire, name: memberName(wire, ofText) })),
    }));
    return plain(name);
  };

  const union = (of: readonly TypeModel[], name: string): DartType => {
    const present = of.filter(({ kind }) => kind !== 'null');
    const [only] = present;
    if (present.some(({ kind }) => kind === 'unknown')) return anything;
    const isNullable = present.length < of.length;
    if (only && present.length === 1) return isNullable ? optional(typeOf(only, name)) : typeOf(only, name);
    const values = present.flatMap((one) => (one.kind === 'enumeration' ? one.values : []));
    const text = present.every(({ kind }) => kind === 'enumeration')
      ? enumeration([...new Set(values)], inlineName(name))
      : present.every(isText)
        ? plain('String')
        : present.every(isObject)
          ? plain('JsonObject')
          : plain('Object');
    return { ...text, isNullable };
  };

  const reference = (wantedName: string): DartType => {
    const knownType = references.get(wantedName);
    if (knownType) return knownType;
    const schema = schemas.get(wantedName);
    if (!schema) throw new Error(`no schema ${wantedName}`);
    const { type, description } = schema;
    const name = typeName(wantedName);
    if (isObject(type)) {
      references.set(wantedName, ofClass(name));
      declare(name, () => ({ kind: 'class', name, description, fields: classFields(type, name) }));
    } else if (isText(type) && type.kind === 'enumeration' && type.values.length > 1) {
      references.set(wantedName, enumeration(type.values, name, description));
    } else {
      const target = typeOf(type, `${name}Value`);
      // An alias carries the question mark itself: `typedef JsonValue = Object?`.
      declare(name, () => ({ kind: 'alias', name, description, type: target }));
      const decode = target.decode.startsWith('asType<') ? `asType<${name}>` : target.decode;
      references.set(wantedName, target.isNullable ? target : { ...target, text: name, decode });
    }
    return references.get(wantedName) as DartType;
  };

  const typeOf = (type: TypeModel, name: string): DartType => {
    switch (type.kind) {
      case 'string':
        return plain('String');
      case 'number':
        return plain('num');
      case 'integer':
        return integer;
      case 'boolean':
        return plain('bool');
      case 'binary':
        return plain('Uint8List');
      case 'null':
      case 'unknown':
        return anything;
      case 'reference':
        return reference(type.name);
      case 'enumeration':
        return enumeration(type.values, inlineName(name));
      case 'list':
        return collection(typeOf(type.items, `${name}Item`), 'List');
      case 'map':
        return type.values.kind === 'unknown'
          ? plain('JsonObject')
          : collection(typeOf(type.values, `${name}Value`), 'Map');
      case 'union':
        return union(type.of, name);
      default: {
        if (!isObject(type)) return plain('JsonObject');
        const ownName = inlineName(name);
        declare(ownName, () => ({ kind: 'class', name: ownName, description: '', fields: classFields(type, ownName) }));
        return ofClass(ownName);
      }
    }
  };

  const fieldsOf: DartTypes['fieldsOf'] = (fields, owner, takenNames = ofModel) =>
    fields.map(({ name: wire, type, isRequired, description }) => {
      const fieldType = typeOf(type, owner + capitals(wire));
      return {
        wire,
        name: memberName(wire, takenNames),
        isRequired,
        description,
        type: isRequired ? fieldType : optional(fieldType),
      };
    });

  return {
    typeOf,
    fieldsOf,
    declarations: () => [...declared.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** A list, or a map from texts, of one type. */
function collection(item: DartType, kind: 'List' | 'Map'): DartType {
  const text = kind === 'List' ? `List<${written(item)}>` : `Map<String, ${written(item)}>`;
  const decode = `${kind === 'List' ? 'listOf' : 'mapOf'}(${decoderOf(item)})`;
  if (item.encode === null) return { text, isNullable: false, decode, encode: null };
  const encode = (value: string): string => {
    // A list in a list: the inner variable has another name than the one that it comes from.
    const loopVariable = value === 'item' ? 'inner' : 'item';
    return kind === 'List'
      ? `[for (final ${loopVariable} in ${value}) ${encoded(item, loopVariable)}]`
      : `{for (final MapEntry(:key, value: ${loopVariable}) in ${value}.entries) key: ${encoded(item, loopVariable)}}`;
  };
  return { text, isNullable: false, decode, encode };
}
