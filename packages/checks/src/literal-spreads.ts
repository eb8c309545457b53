import { parse } from '@babel/parser';
import type { SourceFile } from './source-files.ts';

interface Node {
  type: string;
  loc?: { start: { line: number } };
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Wrappers that leave a literal what it is: `({ a }) as const`. */
const wrappers = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSTypeAssertion', 'ParenthesizedExpression']);

function withoutWrappers(node: Node): Node {
  return wrappers.has(node.type) && isNode(node.expression) ? withoutWrappers(node.expression) : node;
}

/** What only a file with a spread of a literal can contain; most files have none and are not parsed. */
const mayHaveOne = /\.\.\.[\s(<]*(?:[{[]|\/[/*])/;

/**
 * Spreads of an object or array literal (`...{ a, b }`, `...[a, b]`). The compiler runs neither the check for unknown
 * properties nor that for duplicates through a spread, so a misspelt column in such a literal is no error.
 */
export function literalSpreadViolations(files: readonly SourceFile[]): string[] {
  return files.filter(({ text }) => mayHaveOne.test(text)).flatMap(violationsOf);
}

function violationsOf({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'SpreadElement' && isNode(node.argument)) {
      const { type } = withoutWrappers(node.argument);
      if (type === 'ObjectExpression' || type === 'ArrayExpression')
        found.push(`${path}:${node.loc?.start.line}: a literal is spread: write its fields out`);
    }
    for (const [field, value] of Object.entries(node)) {
      if (field === 'loc' || field.endsWith('Comments')) continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  };
  visit(parse(text, { sourceType: 'module', plugins: ['typescript', 'jsx'] }).program as unknown as Node);
  return found;
}
