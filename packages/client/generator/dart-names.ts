/** Words that no Dart identifier may be (https://dart.dev/language/keywords), and those that only confuse. */
const reserved = new Set(
  `assert await break case catch class const continue default do else enum extends false final finally for if in is
  new null rethrow return super switch this throw true try var void when while with yield abstract as async covariant
  deferred dynamic export extension external factory Function get hide implements import interface late library mixin
  of on operator part required sealed set show static sync type typedef`.split(/\s+/),
);

/** Members of every object: a field or constant of the same name would override them. */
const ofObject = ['hashCode', 'runtimeType', 'toString', 'noSuchMethod'];

/** Members of a model that the printer writes. */
export const ofModel: ReadonlySet<string> = new Set([
  ...ofObject,
  'fromJson',
  'toJson',
  'more',
  // A member would hide the function of this name from `fromJson`.
  'asAny',
  'asInt',
  'asType',
  'listOf',
  'mapOf',
  'objectOf',
  'orNull',
  'othersOf',
  'readField',
]);

/** Members of String, and of the extension types over it that the printer writes. */
export const ofText: ReadonlySet<string> = new Set(
  `allMatches codeUnitAt codeUnits compareTo contains endsWith indexOf isEmpty isNotEmpty lastIndexOf length
  matchAsPrefix padLeft padRight replaceAll replaceAllMapped replaceFirst replaceFirstMapped replaceRange runes split
  splitMapJoin startsWith substring toLowerCase toUpperCase trim trimLeft trimRight values wire`
    .split(/\s+/)
    .concat(ofObject),
);

/**
 * Types that every Dart file sees, and those of the handwritten files: a model of the same name gets a
 * prefix.
 */
const reservedNames = new Set(
  `Answer ApiException BigInt Caller CallOptions Comparable DateTime Deprecated Duration Enum Error ErrorCode Exception
  Expando Finalizer Function Future Invocation Iterable Iterator JsonObject List Map MapEntry Match Never Null Object
  Operation Pattern Record RegExp Repeat ResultPage Runes Set Sink StackTrace Stopwatch Stream String StringBuffer
  Symbol Type Uint8List Uri WeakReference bool double dynamic int num void`.split(/\s+/),
);

const words = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * The name of a member: `plan_price_id` → `planPriceId`. What Dart forbids gets an underscore behind it.
 * @param takenNames further names that it may not have
 */
export function memberName(text: string, takenNames: ReadonlySet<string> = new Set()): string {
  // A list is sorted by `created_at`, and the other way round by `-created_at`.
  const [first = '', ...rest] = words(text.replace(/^-/, 'minus '));
  const joined = (
    first === first.toUpperCase() ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1)
  ).concat(rest.map(capital).join(''));
  const name = joined === '' ? 'empty' : /^\d/.test(joined) ? `value${joined}` : joined;
  return reserved.has(name) || takenNames.has(name) ? `${name}_` : name;
}

/** The words of a text together, each with a capital: `error_fields` → `ErrorFields`. */
export const capitals = (text: string): string => words(text).map(capital).join('');

/** The name of a type, which no other type of Dart has. */
export function typeName(text: string): string {
  const name = capitals(text);
  return reservedNames.has(name) ? `Api${name}` : name;
}

/** A Dart string literal. */
export const quote = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('$', '\\$').replaceAll('\n', '\\n')}'`;

/** A documentation comment; nothing for an empty text. */
export const comment = (text: string, indent = ''): string =>
  text === '' ? '' : `${indent}/// ${text.replaceAll('\n', ' ').trim()}\n`;

/** Names that differ: a second use of one is an error of the document. */
export function distinct(names: readonly string[], where: string): readonly string[] {
  const repeated = names.filter((name, at) => names.indexOf(name) !== at);
  if (repeated.length > 0) throw new Error(`${where} has two members ${repeated.join(', ')} in Dart`);
  return names;
}
