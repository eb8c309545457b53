import { parseJson } from '../../http/body.ts';
import { VkError } from './model.ts';

/** One call inside of `execute`. */
export interface ExecuteCall {
  method: string;
  params: Record<string, unknown>;
}

/**
 * Reads the code that client libraries send to `execute`: `return [API.a.b({…}),…];` or
 * `return API.a.b({…});` (https://dev.vk.com/en/method/execute).
 * @throws VkError 12 for other code
 */
export function readExecuteCode(code: string): { calls: ExecuteCall[]; isList: boolean } {
  const refusal = () => new VkError(12, "Unable to compile code: ';' expected in line 1");
  const body = /^\s*return\s*([\s\S]*?);?\s*$/.exec(code)?.[1]?.trim();
  if (body === undefined) throw refusal();
  const isList = body.startsWith('[');
  let rest = isList ? body.slice(1, body.lastIndexOf(']')).trim() : body;
  const calls: ExecuteCall[] = [];
  while (rest !== '') {
    const head = /^API\.([\w.]+)\(/.exec(rest);
    if (!head) throw refusal();
    const inside = rest.slice(head[0].length);
    const end = argumentsEnd(inside);
    if (end === -1) throw refusal();
    const params = inside.slice(0, end).trim() === '' ? {} : parseJson(inside.slice(0, end));
    if (typeof params !== 'object' || params === null) throw refusal();
    calls.push({ method: head[1] ?? '', params: params as Record<string, unknown> });
    rest = inside
      .slice(end + 1)
      .replace(/^\s*,/, '')
      .trim();
  }
  if (calls.length === 0 || calls.length > 25) throw refusal();
  return { calls, isList };
}

/** Index of the bracket that ends the arguments, which are JSON; -1 without one. */
function argumentsEnd(text: string): number {
  let isQuoted = false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character === '\\') at += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '(' || character === '{' || character === '[') depth += 1;
    else if (character === ')' && depth === 0) return at;
    else if (character === ')' || character === '}' || character === ']') depth -= 1;
  }
  return -1;
}
