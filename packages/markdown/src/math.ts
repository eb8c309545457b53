import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

const dollar = 0x24;
const isLetterOrDigit = (character: string | undefined): boolean => /^[\p{L}\p{N}]$/u.test(character ?? '');
const isSpace = (character: string | undefined): boolean => character === undefined || /^\s$/.test(character);

/**
 * Adds formulas: `$…$` and `$$…$$`, by the rules of pandoc (https://pandoc.org/MANUAL.html#extension-tex_math_dollars). Their
 * TeX becomes the text of an element of the class `math`, which a library of the page sets. Amounts of money are no
 * formulas.
 */
export function useMath(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('escape', 'math', readInline);
  markdown.block.ruler.before('fence', 'math', readBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  const { escapeHtml } = markdown.utils;
  markdown.renderer.rules.math_inline = (tokens, index) =>
    `<span class="${tokens[index]?.info === 'display' ? 'math math-display' : 'math'}">${escapeHtml(tokens[index]?.content ?? '')}</span>`;
  markdown.renderer.rules.math_block = (tokens, index) =>
    `<div class="math">${escapeHtml(tokens[index]?.content ?? '')}</div>\n`;
  const fence = markdown.renderer.rules.fence;
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token?.info.trim().toLowerCase() === 'math')
      return `<div class="math">${escapeHtml(token.content.trim())}</div>\n`;
    return fence?.(tokens, index, options, env, self) ?? '';
  };
}

/** Every attempt reads up to the next dollar sign alone, so the cost of all is linear. */
function readInline(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== dollar) return false;
  const isDisplay = src.charCodeAt(pos + 1) === dollar;
  const found = isDisplay ? displayAt(src, pos) : formulaAt(src, pos);
  if (!found) return false;
  if (!silent) {
    const token = state.push('math_inline', 'span', 0);
    token.content = found.tex;
    token.info = isDisplay ? 'display' : '';
  }
  state.pos = found.end;
  return true;
}

interface Formula {
  tex: string;
  end: number;
}

function displayAt(src: string, start: number): Formula | null {
  const end = src.indexOf('$$', start + 2);
  if (end === -1) return null;
  const tex = src.slice(start + 2, end).trim();
  return tex === '' || tex.startsWith('$') ? null : { tex, end: end + 2 };
}

function formulaAt(src: string, start: number): Formula | null {
  if (isLetterOrDigit(src[start - 1]) || isSpace(src[start + 1])) return null;
  const end = nextDollar(src, start + 1);
  if (end === -1 || isSpace(src[end - 1]) || isLetterOrDigit(src[end + 1]) || src[end + 1] === '$') return null;
  const content = src.slice(start + 1, end);
  // `$`…`$` is the form of GitHub for formulas with characters of Markdown.
  const ofGithub = /^`([^`]+)`$/.exec(content)?.[1];
  if (ofGithub !== undefined) return { tex: ofGithub, end: end + 1 };
  // A sentence about dollar signs, such as `($) and ($)`.
  const isWords = /^[),.;:!?\]}]/.test(content) || /[([{]$/.test(content) || content.includes('`');
  return isWords ? null : { tex: content, end: end + 1 };
}

/** The next dollar sign without a backslash before it; -1 for none. */
function nextDollar(src: string, from: number): number {
  for (let at = src.indexOf('$', from); at !== -1; at = src.indexOf('$', at + 1)) {
    let backslashes = 0;
    while (src[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}

/** A formula of its own lines, from `$$` to `$$`, without an empty line in it. */
function readBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const lineAt = (line: number): string =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim();
  const first = lineAt(startLine);
  if (!first.startsWith('$$')) return false;
  const parts = [first.slice(2)];
  let line = startLine;
  while (!parts.at(-1)?.includes('$$')) {
    line += 1;
    if (line >= endLine || state.isEmpty(line) || (state.sCount[line] ?? 0) < state.blkIndent) return false;
    parts.push(lineAt(line));
  }
  const last = parts.at(-1) ?? '';
  // A second one in the middle of a line belongs to a sentence.
  if (last.indexOf('$$') !== last.length - 2) return false;
  parts[parts.length - 1] = last.slice(0, -2);
  const tex = parts.join('\n').trim();
  if (tex === '') return false;
  if (silent) return true;
  const token = state.push('math_block', 'div', 0);
  token.content = tex;
  token.map = [startLine, line + 1];
  token.block = true;
  state.line = line + 1;
  return true;
}
