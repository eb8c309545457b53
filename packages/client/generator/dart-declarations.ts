import type { Node } from 'web-tree-sitter';
import { nodesIn } from './dart-grammar.ts';

/** A file of the package, parsed. */
export interface DartFile {
  /** Below the folder of the package, for example `lib/src/caller.dart`. */
  path: string;
  root: Node;
  /** Every node of it, in the order of the text. */
  nodes: Node[];
}

/** What a function or a constructor takes. */
export interface Parameters {
  positional: { required: number; all: number };
  named: Map<string, { isRequired: boolean }>;
}

/** A function, a method, or a constructor (`Name` or `Name.other`). */
export interface Callable {
  name: string;
  parameters: Parameters;
}

export const lineOf = (node: Node): number => node.startPosition.row + 1;
const childrenOf = (node: Node): Node[] => node.children.filter((child) => child !== null);
export const namedOf = (node: Node): Node[] => node.namedChildren.filter((child) => child !== null);

const bodies = new Set(['class_body', 'extension_body', 'enum_body']);
const named = new Set([
  'class_definition',
  'extension_declaration',
  'extension_type_declaration',
  'enum_declaration',
  'function_signature',
  'getter_signature',
  'setter_signature',
  'enum_constant',
  'formal_parameter',
  'initialized_variable_definition',
  'for_loop_parts',
]);
/** Nodes whose identifiers below them are new names. */
const declaring = new Set(['constructor_param', 'catch_parameters', 'representation_declaration', 'type_parameter']);

/** The names that one node declares by itself. */
export function declaredBy(node: Node): string[] {
  if (named.has(node.type)) {
    const name = node.childForFieldName('name');
    // A parameter without a type has no field `name`.
    const plain = node.type === 'formal_parameter' ? namedOf(node).filter(({ type }) => type === 'identifier') : [];
    return name ? [name.text] : plain.map(({ text }) => text);
  }
  if (declaring.has(node.type))
    return namedOf(node)
      .filter(({ type }) => /identifier$/.test(type))
      .map(({ text }) => text);
  if (node.type === 'record_field') {
    const label = namedOf(node).find(({ type }) => type === 'label');
    return label ? [label.text.replace(/\s*:$/, '')] : [];
  }
  const first = (kind: RegExp) => namedOf(node).find(({ type }) => kind.test(type))?.text;
  const last = (kind: RegExp) => namedOf(node).findLast(({ type }) => kind.test(type))?.text;
  const name =
    node.type === 'type_alias' || node.type === 'static_final_declaration' || node.type === 'initialized_identifier'
      ? first(/identifier$/)
      : ['variable_pattern', 'typed_identifier', 'import_specification'].includes(node.type)
        ? last(/^identifier$/)
        : undefined;
  if (name !== undefined) return [name];
  // `(:claims, value: item)` and `(time, next)` name variables.
  if (/^(object|record)_pattern$/.test(node.type)) return nodesOfPattern(node).map(({ text }) => text);
  return [];
}

const nodesOfPattern = (pattern: Node): Node[] =>
  namedOf(pattern).flatMap((part) =>
    part.type === 'constant_pattern'
      ? namedOf(part).filter(({ type }) => type === 'identifier')
      : part.type === 'identifier'
        ? [part]
        : [],
  );

/** The bodies of classes, extensions and enumerations, with the name of each. */
export function bodiesIn(root: Node): { name: string; kind: string; body: Node }[] {
  return namedOf(root).flatMap((declaration) => {
    const body = namedOf(declaration).find(({ type }) => bodies.has(type));
    return body ? [{ name: declaredBy(declaration)[0] ?? '', kind: declaration.type, body }] : [];
  });
}

/** Names of members; a named constructor is `.name`. Setters are left out: each has a getter. */
export function membersOf(body: Node): string[] {
  return namedOf(body).flatMap((member) => {
    if (member.type === 'enum_constant') return declaredBy(member);
    if (!['declaration', 'method_signature'].includes(member.type)) return [];
    return namedOf(member).flatMap((part) => {
      if (part.type === 'function_signature' || part.type === 'getter_signature') return declaredBy(part);
      if (/_list$/.test(part.type)) return namedOf(part).flatMap(declaredBy);
      if (!/constructor_signature$/.test(part.type)) return [];
      return [constructorName(part).replace(/^[^.]+/, '')];
    });
  });
}

/** `Name` of a constructor, or `Name.other`. */
export const constructorName = (signature: Node): string =>
  namedOf(signature)
    .filter(({ type }) => type === 'identifier')
    .map(({ text }) => text)
    .join('.');

function parametersOf(list: Node): Parameters {
  const positional = namedOf(list).filter(({ type }) => type === 'formal_parameter').length;
  const result: Parameters = { positional: { required: positional, all: positional }, named: new Map() };
  for (const optional of namedOf(list).filter(({ type }) => type === 'optional_formal_parameters')) {
    const isNamed = optional.text.startsWith('{');
    let isRequired = false;
    for (const part of childrenOf(optional)) {
      if (part.text === 'required') isRequired = true;
      if (part.type !== 'formal_parameter') continue;
      const [name = ''] = [...nodesIn(part)].flatMap(declaredBy);
      if (isNamed) result.named.set(name, { isRequired });
      else result.positional.all += 1;
      isRequired = false;
    }
  }
  return result;
}

/** Everything in a file that takes arguments. */
export const callablesIn = ({ nodes }: DartFile): Callable[] =>
  nodes.flatMap((node) => {
    const isConstructor = /constructor_signature$/.test(node.type);
    if (!isConstructor && node.type !== 'function_signature') return [];
    const list = namedOf(node).find(({ type }) => type === 'formal_parameter_list');
    const name = isConstructor ? constructorName(node) : declaredBy(node)[0];
    return list && name !== undefined ? [{ name, parameters: parametersOf(list) }] : [];
  });
