import type { Env, MarkdownIt, StateCore, Token } from 'markdown-it';
import { headingIds } from './heading-ids.ts';
import { safeImage, safeTargetOfText } from './urls.ts';
import { type EmbedProvider, frameAttributes, playerOfPage } from './videos.ts';

/** What the rules read from the environment of one document. */
export interface DocumentSettings extends Env {
  embeds: readonly EmbedProvider[];
}

/** Adds the rules that change parsed tokens. Footnotes have to be added before. */
export function useTokenRules(markdown: MarkdownIt): void {
  markdown.core.ruler.before('footnote_tail', 'videos', showVideos);
  markdown.core.ruler.push('headings', nameHeadings);
  markdown.core.ruler.push('tasks', markTasks);
  markdown.core.ruler.push('cells', alignCells);
  markdown.core.ruler.push('targets', dropTargets);
  markdown.renderer.rules.video = (tokens, index) => tokens[index]?.content ?? '';
}

/** Ids of the headings of the levels 1 to 4. */
function nameHeadings({ tokens }: StateCore): void {
  const nextId = headingIds();
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open' && /^h[1-4]$/.test(token.tag))
      token.attrSet('id', nextId(plainText(tokens[index + 1]?.children ?? [])));
  });
}

const plainText = (children: readonly Token[]): string =>
  children
    .map(({ type, content }) =>
      type === 'softbreak' || type === 'hardbreak' ? ' ' : textTypes.has(type) ? content : '',
    )
    .join('');
const textTypes = new Set(['text', 'code_inline']);

/** A paragraph of the document that is only the address of a video becomes a player. */
function showVideos(state: StateCore): void {
  const { embeds } = state.env as DocumentSettings;
  if (embeds.length === 0) return;
  const { tokens } = state;
  tokens.forEach((token, index) => {
    const open = tokens[index - 1];
    const close = tokens[index + 1];
    if (token.type !== 'inline' || open?.type !== 'paragraph_open' || open.level !== 0 || !close) return;
    const player = playerOfPage(token.content.replace(/^<(.*)>$/s, '$1'), embeds);
    const attributes = player && frameAttributes(player.src, embeds);
    if (!attributes) return;
    const written = Object.entries(attributes).map(([name, value]) => `${name}="${state.md.utils.escapeHtml(value)}"`);
    token.type = 'video';
    token.content = `<iframe ${written.join(' ')}></iframe>`;
    token.children = null;
    for (const edge of [open, close]) edge.tag = 'figure';
    open.attrSet('class', `video video-${player.provider}`);
  });
}

const task = /^\[([ xX])\][ \u00a0]/;

/** `- [ ] text` and `- [x] text` become items with a checkbox that cannot be changed. */
function markTasks(state: StateCore): void {
  const lists: Token[] = [];
  state.tokens.forEach((token, index, tokens) => {
    if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') lists.push(token);
    if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop();
    const item = tokens[index - 2];
    const text = token.children?.[0];
    if (token.type !== 'inline' || item?.type !== 'list_item_open' || text?.type !== 'text') return;
    const [mark, letter] = task.exec(text.content) ?? [];
    if (mark === undefined) return;
    text.content = text.content.slice(mark.length);
    const box = new state.Token('task', 'input', 0);
    box.attrs = [
      ['type', 'checkbox'],
      ['disabled', ''],
      ...(letter === ' ' ? [] : [['checked', ''] satisfies [string, string]]),
    ];
    const space = new state.Token('text', '', 0);
    space.content = ' ';
    token.children?.unshift(box, space);
    item.attrSet('class', 'task-list-item');
    lists.at(-1)?.attrSet('class', 'contains-task-list');
  });
}

/** The alignment of a cell as an attribute: a content security policy without inline styles keeps it. */
function alignCells({ tokens }: StateCore): void {
  for (const token of tokens) {
    if (token.type !== 'td_open' && token.type !== 'th_open') continue;
    const align = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
    token.attrs = align ? [['align', align]] : null;
  }
}

/** A link or picture with another address is left out here, so that the last step has little to leave out. */
function dropTargets(state: StateCore): void {
  for (const token of state.tokens) {
    const safeLinks: boolean[] = [];
    token.children = token.children?.flatMap((child) => dropUnsafeTarget(child, safeLinks)) ?? null;
  }
}

/** @param safeLinks whether each open link is safe */
function dropUnsafeTarget(child: Token, safeLinks: boolean[]): Token[] {
  if (child.type === 'link_open') {
    const isSafe = safeTargetOfText(String(child.attrGet('href') ?? '')) !== null;
    safeLinks.push(isSafe);
    return isSafe ? [child] : [];
  }
  if (child.type === 'link_close') return (safeLinks.pop() ?? true) ? [child] : [];
  if (child.type === 'image')
    return safeImage(String(child.attrGet('src') ?? '')) === null ? (child.children ?? []) : [child];
  return [child];
}
