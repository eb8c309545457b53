import { createRequire } from 'node:module';
import { Language, type Node, Parser } from 'web-tree-sitter';

/** Parses Dart. The tree-sitter grammar supports patterns, records and extension types. */
export async function openDartParser(): Promise<Parser> {
  await Parser.init();
  const grammar = createRequire(import.meta.url).resolve('@repomix/tree-sitter-wasms/out/tree-sitter-dart.wasm');
  return new Parser().setLanguage(await Language.load(grammar));
}

/** Every node below one, and the node itself, in the order of the text. */
export function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children) if (child) yield* nodesIn(child);
}

/** The syntax tree of a text. */
export function parseDart(parser: Parser, text: string): Node {
  const tree = parser.parse(text);
  if (!tree) throw new Error('the parser was stopped');
  return tree.rootNode;
}

/** Where a text does not follow the grammar, as `line: what is wrong`. */
export function syntaxFaults(parser: Parser, text: string): string[] {
  const root = parseDart(parser, text);
  if (!root.hasError) return [];
  return [...nodesIn(root)]
    .filter((node) => node.isError || node.isMissing)
    .map(({ isMissing, startPosition, type, text: nodeText }) =>
      isMissing
        ? `${startPosition.row + 1}: ${type} is missing`
        : `${startPosition.row + 1}: unexpected ${nodeText.slice(0, 40)}`,
    );
}
