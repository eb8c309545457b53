import { comment, distinct, memberName, quote, typeName } from './dart-names.ts';
import {
  type DartField,
  type DartTypes,
  type Declaration,
  decoderOf,
  encoded,
  optional,
  planTypes,
  written,
} from './dart-types.ts';
import type { ApiModel, OperationModel } from './model.ts';
import { secondsOf } from './operation-seconds.ts';

/** The files of the Flutter client, by their names in `lib/src/generated`. */
export function printDart(api: ApiModel, clientVersion: string): Record<string, string> {
  const types = planTypes(api);
  const operations = api.operations.map((operation) => planOperation(operation, types));
  const errors = printErrors(api, types);
  return {
    'operations.dart': [
      heading,
      "import 'dart:typed_data';\n\nimport '../answer.dart';\nimport '../json.dart';\nimport '../operation.dart';\nimport 'models.dart';\n",
      ...operations.map(({ constant }) => constant),
    ].join('\n'),
    'api.dart': [
      heading,
      "import 'dart:typed_data';\n",
      "import '../caller.dart';\nimport '../json.dart';\nimport '../operation.dart';\nimport 'models.dart';",
      "import 'operations.dart' as operations;\n",
      '/// Every operation as a method with typed input.',
      'extension PlatformApi on Caller {',
      `${operations.map(({ method }) => method).join('\n')}}\n`,
    ].join('\n'),
    'errors.dart': errors,
    'models.dart': [heading, "import '../json.dart';\n", ...types.declarations().map(printDeclaration)].join('\n'),
    'version.dart': [
      heading,
      '/// Version of this client, sent as `X-Platform-Client`.',
      `const clientVersion = ${quote(clientVersion)};\n`,
      '/// Version of the API document that it was made from.',
      `const documentVersion = ${quote(api.version)};\n`,
    ].join('\n'),
  };
}

const heading = [
  '// Made by `make clients` from packages/contracts/openapi.json.',
  '// ignore_for_file: lines_longer_than_80_chars\n',
].join('\n');

function printDeclaration(declaration: Declaration): string {
  if (declaration.kind === 'class') return printClass(declaration);
  const { name, description } = declaration;
  if (declaration.kind === 'alias') return `${comment(description)}typedef ${name} = ${written(declaration.type)};\n`;
  const names = distinct(
    declaration.values.map((value) => value.name),
    name,
  );
  return [
    `${comment(description)}/// A later version of the platform may send values that are not among [values].`,
    `extension type const ${name}(String wire) implements String {`,
    ...declaration.values.map((value) => `  static const ${value.name} = ${name}(${quote(value.wire)});`),
    `  static const values = [${names.join(', ')}];`,
    '}\n',
  ].join('\n');
}

function printClass({ name, description, fields }: Extract<Declaration, { kind: 'class' }>): string {
  distinct(
    fields.map((field) => field.name),
    name,
  );
  const wires = fields.map(({ wire }) => quote(wire)).join(', ');
  return [
    `${comment(description)}final class ${name} {`,
    `  const ${name}({`,
    ...fields.map((field) => `    ${field.isRequired ? 'required ' : ''}this.${field.name},`),
    '    this.more = const {},',
    '  });\n',
    `  factory ${name}.fromJson(JsonObject json) => ${name}(`,
    ...fields.map((field) => `    ${field.name}: readField(json, ${quote(field.wire)}, ${decoderOf(field.type)}),`),
    `    more: othersOf(json, const {${wires}}),`,
    '  );\n',
    ...fields.map((field) => `${comment(field.description, '  ')}  final ${written(field.type)} ${field.name};\n`),
    '  /// Fields that this version does not know, and those that are null. A field here is sent as it is.',
    '  final JsonObject more;\n',
    '  JsonObject toJson() => {',
    '    ...more,',
    ...fields.map((field) => `    ${printEntry(field)},`),
    '  };',
    '}\n',
  ].join('\n');
}

/** The entry of a field in the JSON: an optional one is left out where it is null. */
function printEntry({ wire, name, type, isRequired }: DartField): string {
  if (isRequired) return `${quote(wire)}: ${encoded(type, name)}`;
  return `if (${name} case final value?) ${quote(wire)}: ${encoded({ ...type, isNullable: false }, 'value')}`;
}

/** Parameters of a path that a client knows by itself. */
const knownParams = new Set(['app_code', 'site_code']);
const repeats: Record<string, string> = { always: 'always', with_key: 'withKey', never: 'never' };
/** Names of parameters that every method has. */
const ofMethod: ReadonlySet<string> = new Set(['body', 'ifMatch', 'options', 'invoke']);

function planOperation(operation: OperationModel, types: DartTypes): { constant: string; method: string } {
  const { id, answer, body, ifMatch, deprecated } = operation;
  const owner = typeName(id);
  const data = answer.type && types.typeOf(answer.type, `${owner}Answer`);
  const result = data === null ? 'void' : answer.form === 'page' ? `ResultPage<${written(data)}>` : written(data);
  const readers = { text: 'readText', file: 'readFile', none: 'readNothing' };
  const decode = data === null ? '' : decoderOf(data);
  const read =
    answer.form === 'data'
      ? `readData(${decode})`
      : answer.form === 'page'
        ? `readPage(${decode})`
        : answer.form === 'json'
          ? `readJson(${decode})`
          : readers[answer.form];
  const repeat = repeats[operation.repeat];
  if (repeat === undefined) throw new Error(`operation ${id} has the unknown rule of repeats ${operation.repeat}`);
  const old = deprecated
    ? `@Deprecated(${quote(`since ${deprecated.since}, until ${deprecated.sunset}: use ${deprecated.use}`)})\n`
    : '';
  const constant = [
    `${comment(`${operation.summary}.`)}${old}final ${memberName(id)} = Operation<${result}>(`,
    `  method: ${quote(operation.method)},`,
    `  path: ${quote(operation.path)},`,
    `  auth: ${quote(operation.auth)},`,
    `  repeat: Repeat.${repeat},`,
    `  timeout: const Duration(seconds: ${secondsOf(operation)}),`,
    `  read: ${read},`,
    ');\n',
  ].join('\n');

  const named = (fields: OperationModel['params']) => types.fieldsOf(fields, owner, ofMethod);
  const params = named(operation.params).map((field) =>
    knownParams.has(field.wire) ? { ...field, isRequired: false, type: optional(field.type) } : field,
  );
  const query = named(operation.query);
  const bodyType = body && types.typeOf(body.type, `${owner}Body`);
  const inputs = [...params, ...query].map(
    ({ name, type, isRequired }) => `${isRequired ? 'required ' : ''}${written(type)} ${name}`,
  );
  if (body && bodyType)
    inputs.push(body.isRequired ? `required ${written(bodyType)} body` : `${written(optional(bodyType))} body`);
  if (ifMatch) inputs.push(ifMatch === 'required' ? 'required Object ifMatch' : 'Object? ifMatch');
  distinct(
    [...params, ...query].map(({ name }) => name),
    id,
  );
  const map = (fields: DartField[]) => `{${fields.map(({ wire, name }) => `${quote(wire)}: ${name}`).join(', ')}}`;
  const bodyOf = bodyType && encoded(body?.isRequired ? bodyType : optional(bodyType), 'body');
  const method = [
    `${comment(`${operation.summary}.`, '  ')}${old && `  ${old}`}  Future<${result}> ${memberName(id)}({`,
    ...inputs.map((input) => `    ${input},`),
    '    CallOptions options = const CallOptions(),',
    '  }) => invoke(',
    `    operations.${memberName(id)},`,
    params.length > 0 ? `    params: ${map(params)},` : '',
    query.length > 0 ? `    query: ${map(query)},` : '',
    bodyOf ? `    body: ${bodyOf},` : '',
    ifMatch ? '    ifMatch: ifMatch,' : '',
    '    options: options,',
    '  );\n',
  ];
  return { constant, method: method.filter((line) => line !== '').join('\n') };
}

function printErrors({ errors }: ApiModel, types: DartTypes): string {
  const names = distinct(
    errors.map(({ code }) => memberName(code)),
    'ErrorCode',
  );
  const withFields = errors.flatMap(({ code, status, description, fields }) =>
    fields === null ? [] : [{ code, status, description, type: types.typeOf(fields, `${typeName(code)}Fields`) }],
  );
  return [
    heading,
    "import '../api_exception.dart';\nimport '../json.dart';\nimport 'models.dart';\n",
    '/// Codes of a refusal.',
    'abstract final class ErrorCodes {',
    ...errors.map(
      ({ code, status, description }, at) =>
        `${comment(`${status}: ${description}`, '  ')}  static const ${names[at]} = ${quote(code)};\n`,
    ),
    `  static const values = [${names.join(', ')}];`,
    '}\n',
    '/// The fields that a code has beside those of every refusal; null for another code.',
    'extension ErrorFields on ApiException {',
    ...withFields.map(
      ({ code, type }) =>
        `  ${written(optional(type))} get ${memberName(code)} =>\n      fieldsOf(ErrorCodes.${memberName(code)}, ${type.decode});\n`,
    ),
    '}\n',
  ].join('\n');
}
