import type { ApiModel, FieldModel, OperationModel, TypeModel } from './model.ts';
import { secondsOf } from './operation-seconds.ts';

/** The files of the TypeScript client, by their names in `src/generated`. */
export function printTypeScript(api: ApiModel, clientVersion: string): Record<string, string> {
  return {
    'schemas.ts': [heading, ...api.schemas.map(printSchema)].join('\n'),
    'operations.ts': [
      heading,
      "import type { Operation, Page } from '../operation.ts';",
      "import type * as S from './schemas.ts';",
      '',
      ...api.operations.map(printOperation),
    ].join('\n'),
    'errors.ts': printErrors(api),
    'version.ts': [
      heading,
      '/** Version of this client, sent as `X-Platform-Client`. */',
      `export const clientVersion = ${quote(clientVersion)};`,
      '',
      '/** Version of the API document that it was made from. */',
      `export const documentVersion = ${quote(api.version)};`,
      '',
    ].join('\n'),
  };
}

const heading = '// Made by `make clients` from packages/contracts/openapi.json.\n';

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const commentWidth = 110;

/** A doc comment, in lines of 110 columns; nothing for an empty text. */
function comment(text: string, indent = ''): string {
  if (text === '') return '';
  const comment = text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim();
  const line = `${indent}/** ${comment} */`;
  if (line.length <= commentWidth) return `${line}\n`;
  const lines = [''];
  for (const word of comment.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.at(-1) === '' || `${indent} *${longer}`.length <= commentWidth) lines[lines.length - 1] = longer;
    else lines.push(` ${word}`);
  }
  return `${indent}/**\n${lines.map((one) => `${indent} *${one}\n`).join('')}${indent} */\n`;
}
const nameOfField = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name));

/** @param space what stands before the names of schemas */
function printType(type: TypeModel, space: string, indent = ''): string {
  const print = (inner: TypeModel) => printType(inner, space, indent);
  switch (type.kind) {
    case 'integer':
      return 'number';
    case 'binary':
      return 'Blob';
    case 'reference':
      return space + type.name;
    case 'enumeration':
      return type.values.map((value) => (typeof value === 'string' ? quote(value) : String(value))).join(' | ');
    case 'list':
      return `Array<${print(type.items)}>`;
    case 'map':
      return `Record<string, ${print(type.values)}>`;
    case 'object':
      return printFields(type.fields, space, indent, type.isOpen);
    case 'union':
      return type.of.map((one) => bracketed(one, print(one))).join(' | ');
    case 'intersection':
      return type.of.map((one) => bracketed(one, print(one))).join(' & ');
    default:
      return type.kind;
  }
}

const bracketed = ({ kind }: TypeModel, text: string): string =>
  ['union', 'intersection', 'enumeration'].includes(kind) ? `(${text})` : text;

function printFields(fields: readonly FieldModel[], space: string, indent: string, isOpen = false): string {
  const inner = `${indent}  `;
  const lines = fields.map(
    ({ name, type, isRequired, description }) =>
      `${comment(description, inner)}${inner}${nameOfField(name)}${isRequired ? '' : '?'}: ${printType(type, space, inner)};\n`,
  );
  const rest = isOpen ? `${inner}[field: string]: unknown;\n` : '';
  return `{\n${lines.join('')}${rest}${indent}}`;
}

function printSchema({ name, description, type }: ApiModel['schemas'][number]): string {
  const text = printType(type, '');
  return (
    comment(description) +
    (type.kind === 'object' ? `export interface ${name} ${text}\n` : `export type ${name} = ${text};\n`)
  );
}

/** Fields of one line, without descriptions: those are in the reference. */
const shortFields = (fields: readonly FieldModel[]): string =>
  `{ ${fields.map(({ name, type, isRequired }) => `${nameOfField(name)}${isRequired ? '' : '?'}: ${printType(type, 'S.')}`).join('; ')} }`;

function printOperation(operation: OperationModel): string {
  const { id, method, path, auth, repeat, answer, body, ifMatch, deprecated } = operation;
  const data = answer.type && printType(answer.type, 'S.');
  const types = [
    operation.params.length > 0 ? `params: ${shortFields(operation.params)}` : '',
    operation.query.length > 0 ? `query: ${shortFields(operation.query)}` : '',
    body ? `body${body.isRequired ? '' : '?'}: ${printType(body.type, 'S.')}` : '',
    ifMatch ? `ifMatch: ${quote(ifMatch)}` : '',
    data ? `data: ${answer.form === 'page' ? `Page<${data}>` : data}` : '',
  ].filter((part) => part !== '');
  const constant = [
    `method: ${quote(method)}`,
    `path: ${quote(path)}`,
    `auth: ${quote(auth)}`,
    `repeat: ${quote(repeat)}`,
    `timeout: ${secondsOf(operation)}`,
    answer.form === 'data' ? '' : `as: ${quote(answer.form)}`,
  ].filter((part) => part !== '');
  const end = deprecated
    ? ` @deprecated since ${deprecated.since}, until ${deprecated.sunset}: use ${deprecated.use}`
    : '';
  return `${comment(`${operation.summary}.${end}`)}export const ${id}: Operation<{ ${types.join('; ')} }> = { ${constant.join(', ')} };\n`;
}

function printErrors({ errors }: ApiModel): string {
  const withFields = errors.filter(({ fields }) => fields !== null);
  return [
    heading,
    "import type * as S from './schemas.ts';\n",
    '/** Every code of a refusal, with the fields that only this code has. */',
    'export interface ErrorFields {',
    ...errors.map(
      ({ code, status, description, fields }) =>
        `${comment(`${status}: ${description}`, '  ')}  ${code}: ${fields === null ? 'unknown' : printType(fields, 'S.', '  ')};`,
    ),
    '}\n',
    comment(`Codes that have fields of their own: ${withFields.map(({ code }) => code).join(', ')}.`).trimEnd(),
    'export type ErrorCode = keyof ErrorFields;\n',
  ].join('\n');
}
