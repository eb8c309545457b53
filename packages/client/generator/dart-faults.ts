import type { Node } from 'web-tree-sitter';
import {
  bodiesIn,
  type Callable,
  callablesIn,
  constructorName,
  type DartFile,
  declaredBy,
  lineOf,
  membersOf,
  namedOf,
  type Parameters,
} from './dart-declarations.ts';
import { nodesIn } from './dart-grammar.ts';
import { reservedWords, sdkNames } from './dart-sdk-names.ts';

/**
 * Faults that a compiler finds and the grammar does not, as `path:line: what is wrong`: an undeclared name, a
 * name whose file is not imported, a duplicate member, a reserved word as a name, and arguments that a
 * function of the package does not take. Types are not checked.
 */
export function dartFaults(files: readonly DartFile[]): string[] {
  const about = new Map(files.map((file) => [file.path, aboutFile(file)]));
  const sdk = new Set(Object.values(sdkNames).flat());
  const declared = new Set([...about.values()].flatMap(({ declares }) => [...declares]));
  const callables = callablesOf(files);
  return files.flatMap(({ path, root, nodes }) => {
    const faults = [
      ...nodes.flatMap((node) => nameFault(node, declared, sdk)),
      ...duplicates(root, nodes),
      ...importFaults(path, nodes, about),
      ...nodes.flatMap((node) => callFaults(node, callables)),
    ];
    return faults.map(([node, text]) => `${path}:${lineOf(node)}: ${text}`);
  });
}

type Fault = [at: Node, text: string];

/** A name where it is used, also in a text: `'$name'`. */
const isName = /^(type_)?identifier(_dollar_escaped)?$/;

const isConstructor = ({ type }: Node): boolean => /constructor_signature$/.test(type);

interface AboutFile {
  /** Every name that the file declares, local ones included. */
  declares: Set<string>;
  /** Names at its top. */
  top: Set<string>;
  /** Members that only extensions of the file have. */
  extensions: Set<string>;
  /** Imported and exported addresses. */
  imports: { uri: string; prefix: string | null; node: Node }[];
  exports: string[];
}

function aboutFile({ root, nodes }: DartFile): AboutFile {
  const top = namedOf(root).flatMap((node) =>
    /_list$/.test(node.type) ? namedOf(node).flatMap(declaredBy) : declaredBy(node),
  );
  const extensions = bodiesIn(root).filter(({ kind }) => kind === 'extension_declaration');
  const links = namedOf(root).filter(({ type }) => type === 'import_or_export');
  const uriOf = (node: Node) => /'([^']+)'/.exec(node.text)?.[1] ?? '';
  return {
    declares: new Set(
      nodes.flatMap((node) => (isConstructor(node) ? constructorName(node).split('.') : declaredBy(node))),
    ),
    top: new Set(top),
    extensions: new Set(extensions.flatMap(({ body }) => membersOf(body))),
    imports: links
      .filter(({ text }) => text.startsWith('import'))
      .map((node) => ({ uri: uriOf(node), prefix: /\bas (\w+)/.exec(node.text)?.[1] ?? null, node })),
    exports: links.filter(({ text }) => text.startsWith('export')).map(uriOf),
  };
}

function nameFault(node: Node, declared: ReadonlySet<string>, sdk: ReadonlySet<string>): Fault[] {
  if (!isName.test(node.type)) return [];
  const { text } = node;
  // The grammar takes `<void>` for a comparison.
  if (text === 'void') return [];
  if (reservedWords.has(text)) return [[node, `${text} is a reserved word`]];
  return declared.has(text) || sdk.has(text) || /^_+$/.test(text) ? [] : [[node, `${text} is nowhere declared`]];
}

function duplicates(root: Node, nodes: readonly Node[]): Fault[] {
  const twice = (names: readonly string[], at: Node, where: string): Fault[] =>
    names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name): Fault => [at, `${where} has ${name} twice`]);
  const top = namedOf(root)
    .filter(({ type }) => type !== 'import_or_export')
    .flatMap((node) => (/_list$/.test(node.type) ? namedOf(node).flatMap(declaredBy) : declaredBy(node)));
  const parameters = nodes
    .filter(({ type }) => type === 'formal_parameter_list')
    .flatMap((list) => {
      const names = namedOf(list)
        .flatMap((part) => (part.type === 'optional_formal_parameters' ? namedOf(part) : [part]))
        .filter(({ type }) => type === 'formal_parameter');
      return twice(
        names.map((part) => [...nodesIn(part)].flatMap(declaredBy)[0] ?? ''),
        list,
        'a parameter list',
      );
    });
  return [
    ...twice(top, root, 'the file'),
    ...bodiesIn(root).flatMap(({ name, body }) => twice(membersOf(body), body, name)),
    ...parameters,
  ];
}

/** The path that a relative address names, or the address of another package. */
function resolve(from: string, uri: string): string {
  if (uri.startsWith('package:application_platform/')) return uri.replace('package:application_platform/', 'lib/');
  return uri.includes(':') ? uri : new URL(uri, `file:///${from}`).pathname.slice(1);
}

/** Whether an identifier is a member behind a dot, the name of an argument or of a field. */
const isMember = ({ parent, previousSibling }: Node): boolean =>
  /selector|label|^qualified$/.test(parent?.type ?? '') && previousSibling !== null && previousSibling.text !== '['
    ? true
    : parent?.type === 'label' || /selector$/.test(parent?.type ?? '');

function importFaults(path: string, nodes: readonly Node[], about: ReadonlyMap<string, AboutFile>): Fault[] {
  const ownFacts = about.get(path);
  if (!ownFacts) return [];
  const reachable = (uri: string, visited = new Set<string>()): Set<string> => {
    if (visited.has(uri)) return visited;
    visited.add(uri);
    for (const next of about.get(uri)?.exports ?? []) reachable(resolve(uri, next), visited);
    return visited;
  };
  const imported = ownFacts.imports.map(({ uri, ...rest }) => ({ ...rest, files: reachable(resolve(path, uri)) }));
  const isImported = (file: string) => imported.some(({ files }) => files.has(file));
  const used = new Set<string>();
  const faults: Fault[] = [];
  // What an export shows is no use of it.
  const end = Math.max(0, ...nodes.filter(({ type }) => type === 'import_or_export').map(({ endIndex }) => endIndex));
  for (const node of nodes) {
    if (!isName.test(node.type) || node.endIndex < end) continue;
    for (const [file, { top, extensions, declares }] of about) {
      if (file === path) continue;
      const isTop = !isMember(node) && top.has(node.text) && !ownFacts.declares.has(node.text);
      const isExtended = isMember(node) && extensions.has(node.text) && !classMembers(about, extensions, node.text);
      if (isTop || isExtended || (top.has(node.text) && declares.has(node.text))) used.add(file);
      if ((isTop || isExtended) && !isImported(file) && !someImported(about, node.text, isImported))
        faults.push([node, `${node.text} is of ${file}, which is not imported`]);
    }
    for (const [uri, names] of Object.entries(sdkNames))
      if (
        uri.startsWith('dart:') &&
        uri !== 'dart:core' &&
        /^[A-Z]|^(unawaited|json|utf8)/.test(node.text) &&
        names.includes(node.text)
      )
        if (!ownFacts.imports.some((one) => one.uri === uri))
          faults.push([node, `${node.text} is of ${uri}, which is not imported`]);
        else used.add(uri);
  }
  for (const { files, prefix, node } of imported) {
    const isUsed = [...files].some((file) => used.has(file) || !about.has(file)) || prefix !== null;
    if (!isUsed) faults.push([node, 'an import that is not used']);
  }
  return faults;
}

/** Whether a name is declared in a class too: then it may be that one. */
const classMembers = (about: ReadonlyMap<string, AboutFile>, extensions: ReadonlySet<string>, name: string): boolean =>
  [...about.values()].some((file) => file.extensions !== extensions && file.declares.has(name) && !file.top.has(name));

const someImported = (about: ReadonlyMap<string, AboutFile>, name: string, isImported: (file: string) => boolean) =>
  [...about].some(([file, { top }]) => top.has(name) && isImported(file));

/** Functions and constructors whose name is declared once in the package. */
function callablesOf(files: readonly DartFile[]): Map<string, Parameters> {
  const all = files.flatMap(callablesIn);
  const counts = Map.groupBy(all, ({ name }: Callable) => name);
  // A field that holds a function has arguments of its own.
  const isOther = ({ type }: Node) =>
    !['function_signature', 'class_definition', 'extension_type_declaration', 'enum_declaration'].includes(type);
  const others = files.flatMap(({ nodes }) => nodes.filter(isOther).flatMap(declaredBy));
  for (const name of others) counts.delete(name);
  return new Map(
    [...counts].flatMap(([name, [only, ...more]]) => (only && more.length === 0 ? [[name, only.parameters]] : [])),
  );
}

/** Calls of functions of the package: their names, and the number of positional arguments. */
function callFaults(node: Node, callables: ReadonlyMap<string, Parameters>): Fault[] {
  if (node.type !== 'arguments') return [];
  const name = calledName(node);
  const parameters = name === null ? undefined : callables.get(name);
  if (!parameters || name === null) return [];
  const namedArguments = namedOf(node);
  const positional = namedArguments.filter(({ type }) => type === 'argument').length;
  const labels = namedArguments
    .filter(({ type }) => type === 'named_argument')
    .map((argument) => namedOf(argument)[0]?.text.replace(/:$/, '').trim() ?? '');
  const unknown = labels.filter((label) => !parameters.named.has(label));
  const missing = [...parameters.named].filter(([label, { isRequired }]) => isRequired && !labels.includes(label));
  const { required, all } = parameters.positional;
  return [
    ...unknown.map((label): Fault => [node, `${name} has no argument ${label}`]),
    ...missing.map(([label]): Fault => [node, `${name} needs the argument ${label}`]),
    ...(positional < required || positional > all
      ? [[node, `${name} takes ${required} arguments, ${positional} are given`] as Fault]
      : []),
  ];
}

/** The name before the arguments: `f(…)`, `a.f(…)`, `const Name(…)`, `const Name.other(…)`. */
function calledName(node: Node): string | null {
  const { parent } = node;
  if (parent?.type === 'const_object_expression')
    return (
      namedOf(parent)
        .filter(({ type }) => /identifier$/.test(type))
        .map(({ text }) => text)
        .join('.') || null
    );
  const selector = parent?.parent;
  if (parent?.type !== 'argument_part' || selector?.type !== 'selector') return null;
  const before = selector.previousNamedSibling;
  if (before?.type === 'identifier') return before.text;
  if (before?.type !== 'selector') return null;
  const member = [...nodesIn(before)].find(({ type }) => type === 'identifier')?.text ?? null;
  const owner = before.previousNamedSibling;
  // `Name.other(…)` is a constructor, `value.other(…)` a method.
  return owner?.type === 'identifier' && /^[A-Z]/.test(owner.text) ? `${owner.text}.${member}` : member;
}
