import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Parser } from 'web-tree-sitter';
import type { DartFile } from './dart-declarations.ts';
import { dartFaults } from './dart-faults.ts';
import { nodesIn, openDartParser, parseDart, syntaxFaults } from './dart-grammar.ts';
import { memberName, typeName } from './dart-names.ts';
import { printDart } from './print-dart.ts';
import { readDartFiles } from './read-dart-files.ts';
import { readDocument } from './read-document.ts';
import { readJson } from './read-json.ts';

const api = readDocument(await readJson('../../contracts/openapi.json'));
const files = await readDartFiles();
let parser: Parser;
beforeAll(async () => {
  parser = await openDartParser();
});

const fileOf = (path: string, text: string): DartFile => {
  const root = parseDart(parser, text);
  return { path, root, nodes: [...nodesIn(root)] };
};
const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? '';

describe('the Dart grammar', () => {
  test('accepts every file of the Flutter client', () => {
    expect(files.length).toBeGreaterThan(20);
    const faults = files.flatMap(({ path, text }) => syntaxFaults(parser, text).map((fault) => `${path}:${fault}`));
    expect(faults).toEqual([]);
  });

  test('accepts the examples of its README', async () => {
    const readme = await readFile(new URL('../../client_flutter/README.md', import.meta.url), 'utf8');
    const examples = [...readme.matchAll(/```dart\n(.+?)```/gs)].map(([, text = '']) => text);
    expect(examples.length).toBeGreaterThan(1);
    expect(examples.flatMap((text) => syntaxFaults(parser, text))).toEqual([]);
  });

  test.each([
    ['a brace that is missing', (text: string) => text.replace(/\}\s*$/, '')],
    ['a semicolon that is missing', (text: string) => text.replace("('Retry');", "('Retry')").replace(';', '')],
    ['a word too many', (text: string) => text.replace('enum Repeat {', 'enum Repeat {{')],
    ['an arrow without its end', (text: string) => text.replace('=> Operation(', '=> => Operation(')],
  ])('refuses %s', (_, broken) => {
    const text = textOf('lib/src/operation.dart');
    expect(broken(text)).not.toBe(text);
    expect(syntaxFaults(parser, broken(text))).not.toEqual([]);
  });
});

describe('the names of the Flutter client', () => {
  test('are declared, imported and used with the arguments that they take', () => {
    expect(dartFaults(files.map(({ path, text }) => fileOf(path, text)))).toEqual([]);
  });

  const two = (main: string) =>
    dartFaults([
      fileOf('lib/a.dart', 'final class A { const A(this.b, {required this.c}); final int b; final int c; }'),
      fileOf('lib/main.dart', main),
    ]);

  test.each([
    ["import 'a.dart'; final x = A(1, c: 2);", []],
    ['final x = A(1, c: 2);', ['lib/main.dart:1: A is of lib/a.dart, which is not imported']],
    ["import 'a.dart'; final x = 1;", ['lib/main.dart:1: an import that is not used']],
    ["import 'a.dart'; final x = A(1);", ['lib/main.dart:1: A needs the argument c']],
    ["import 'a.dart'; final x = A(c: 2);", ['lib/main.dart:1: A takes 1 arguments, 0 are given']],
    [
      "import 'a.dart'; final x = A(1, c: 2, d: 3);",
      ['lib/main.dart:1: d is nowhere declared', 'lib/main.dart:1: A has no argument d'],
    ],
    ["import 'a.dart'; final x = A(1, c: missing);", ['lib/main.dart:1: missing is nowhere declared']],
    ["import 'a.dart'; A f(Absent y) => A(1, c: 2);", ['lib/main.dart:1: Absent is nowhere declared']],
    ['final class B { final int b; String get b => ""; }', ['lib/main.dart:1: B has b twice']],
    ['final class B { final int in; }', ['lib/main.dart:1: in is a reserved word']],
    ['final x = 1; final x = 2;', ['lib/main.dart:1: the file has x twice']],
    ['int f(int a, int a) => a;', ['lib/main.dart:1: a parameter list has a twice']],
  ])('are checked: %s', (main, expected) => {
    expect(two(main)).toEqual(expected);
  });

  test('are Dart names, whatever the document calls a thing', () => {
    const names = ['plan_price_id', 'default', 'is_lifetime', '2fa', '_links', '-created_at', 'URL', 'hashCode', ''];
    expect(names.map((name) => memberName(name, new Set(['hashCode'])))).toEqual([
      'planPriceId',
      'default_',
      'isLifetime',
      'value2fa',
      'links',
      'minusCreatedAt',
      'url',
      'hashCode_',
      'empty',
    ]);
    expect(['PlanPrice', 'Error', 'error_fields'].map(typeName)).toEqual(['PlanPrice', 'ApiError', 'ErrorFields']);
  });
});

describe('the Flutter client', () => {
  const printed = printDart(api, '0.0.0');
  const matches = (file: string, pattern: RegExp) =>
    [...(printed[file] ?? '').matchAll(pattern)].map(([, name = '']) => name);

  test('has every operation that the TypeScript client has, as a constant and as a method', () => {
    const ids = api.operations.map(({ id }) => id).toSorted();
    expect(ids.length).toBeGreaterThan(250);
    expect(matches('operations.dart', /^final (\w+) = Operation</gm).toSorted()).toEqual(ids);
    expect(matches('api.dart', /^ {2}Future<.+> (\w+)\(\{$/gm).toSorted()).toEqual(ids);
    expect(matches('operations.dart', /path: '([^']+)'/g)).toEqual(api.operations.map(({ path }) => path));
  });

  test('has every error code, and the fields of those that have some', () => {
    const codes = api.errors.map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(80);
    expect(matches('errors.dart', /static const \w+ = '(\w+)';/g)).toEqual(codes);
    const withFields = api.errors.filter(({ fields }) => fields !== null).map(({ code }) => memberName(code));
    expect(matches('errors.dart', /^ {2}\w+\?? get (\w+) =>$/gm)).toEqual(withFields);
  });

  test('writes a field that Dart cannot name under another name, and its own name on the wire', () => {
    const fields = ['in', 'more', '1st'].map((name) => ({
      name,
      type: { kind: 'string' as const },
      isRequired: name === 'in',
      description: '',
    }));
    const odd = { name: 'Odd', description: '', type: { kind: 'object' as const, fields, isOpen: false } };
    const operation = { ...api.operations[0], body: { type: { kind: 'reference', name: 'Odd' }, isRequired: true } };
    const text = printDart({ ...api, schemas: [...api.schemas, odd], operations: [operation] as never }, '0')[
      'models.dart'
    ];
    expect(syntaxFaults(parser, text ?? '')).toEqual([]);
    expect(text).toContain("in_: readField(json, 'in', asType<String>),");
    expect(text).toContain("if (more_ case final value?) 'more': value,");
    expect(text).toContain("if (value1st case final value?) '1st': value,");
  });
});
