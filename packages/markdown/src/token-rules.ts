import type { Env, MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import { droppedWithContent } from './clean-html.ts';
import { headingIds } from './heading-ids.ts';
import { type MediaFacts, type MediaPlayer, mediaAttributes, playerOfAddress, playerTitle, posterOf } from './media.ts';
import { type HtmlPiece, plainTextOf, readHtml, writeTag, writeText } from './raw-html.ts';
import type { RenderWarning } from './types.ts';
import { alertKindOf, alertTitle } from './typography.ts';
import { safeImage, safeTargetOfText } from './urls.ts';
import { type EmbedProvider, frameAttributes, playerOfPage } from './videos.ts';

/** What the rules read from the environment of one document, and what they find. */
export interface DocumentSettings extends Env {
  embeds: readonly EmbedProvider[];
  locale: string;
  media: Readonly<Record<string, MediaFacts>>;
  warnings: RenderWarning[];
}

/** Warnings of one text. */
const maxWarnings = 100;

/** Adds the rules that change parsed tokens. Footnotes have to be added before. */
export function useTokenRules(markdown: MarkdownIt): void {
  // Each address is decided about by `checkTargets`, which says what it leaves out.
  markdown.validateLink = () => true;
  markdown.inline.ruler.before('html_inline', 'unclosed', readUnclosed);
  markdown.core.ruler.before('footnote_tail', 'videos', showVideos);
  markdown.core.ruler.push('html', readHtmlTokens);
  markdown.core.ruler.push('alerts', markAlerts);
  markdown.core.ruler.push('headings', nameHeadings);
  markdown.core.ruler.push('tasks', markTasks);
  markdown.core.ruler.push('cells', alignCells);
  markdown.core.ruler.push('targets', checkTargets);
  markdown.core.ruler.push('media', playMedia);
  markdown.core.ruler.push('captions', captionImages);
  markdown.core.ruler.push('written', writeHtmlTokens);
  markdown.renderer.rules.video = (tokens, index) => tokens[index]?.content ?? '';
  markdown.renderer.rules.media = (tokens, index) => tokens[index]?.content ?? '';
  markdown.renderer.rules.alias = (tokens, index) => tokens[index]?.content ?? '';
  markdown.renderer.rules.html_block = (tokens, index) => tokens[index]?.content ?? '';
  markdown.renderer.rules.html_inline = (tokens, index) => tokens[index]?.content ?? '';
  // The second mark of a footnote has its number, too.
  markdown.renderer.rules.footnote_caption = (tokens, index) => `[${Number(tokens[index]?.meta?.id ?? 0) + 1}]`;
}

/** Openings of HTML whose ends the pattern of the parser seeks up to the end of the paragraph, for each of them anew. */
const openings = [
  { opens: '<!--', closes: '-->' },
  { opens: '<![CDATA[', closes: ']]>' },
  { opens: '<?', closes: '?>' },
];

/** Ends that the rest of a paragraph lacks. */
const absentEnds = new WeakMap<StateInline, Set<string>>();

/** An opening without an end is text, so that thousands of them cost no more than a search each. */
function readUnclosed(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const opening = openings.find(({ opens }) => src.startsWith(opens, pos));
  if (!opening || src.startsWith('<!-->', pos) || src.startsWith('<!--->', pos)) return false;
  const absent = absentEnds.get(state) ?? new Set<string>();
  if (!absent.has(opening.closes)) {
    if (src.includes(opening.closes, pos + opening.opens.length)) return false;
    absentEnds.set(state, absent.add(opening.closes));
  }
  if (!silent) state.pending += opening.opens;
  state.pos += opening.opens.length;
  return true;
}

const settingsOf = (state: StateCore): DocumentSettings => state.env as DocumentSettings;

function warn({ warnings }: DocumentSettings, code: RenderWarning['code'], message: string, line: number): void {
  if (warnings.length >= maxWarnings) return;
  if (!warnings.some((other) => other.line === line && other.message === message))
    warnings.push({ code, message, line });
}

/** An address in a message. */
const shown = (address: string): string =>
  `«${address.length > 200 ? `${address.slice(0, 200).toWellFormed()}…` : address}»`;

/**
 * Calls a visitor for each token outside and inside of paragraphs, with its line. A child of a paragraph has no line of its
 * own: the breaks before it are counted.
 */
function visitTokens(state: StateCore, visit: (token: Token, line: number) => void): void {
  let line = 1;
  for (const token of state.tokens) {
    if (token.map) line = token.map[0] + 1;
    visit(token, line);
    let childLine = line;
    for (const child of token.children ?? []) {
      visit(child, childLine);
      if (child.type === 'softbreak' || child.type === 'hardbreak') childLine += 1;
      else if (child.type !== 'text') childLine += child.content.split('\n').length - 1;
    }
  }
}

interface HtmlMeta {
  pieces: HtmlPiece[];
}

const piecesOf = (token: Token): HtmlPiece[] => (token.meta as HtmlMeta | null)?.pieces ?? [];
const isHtml = ({ type }: Token): boolean => type === 'html_block' || type === 'html_inline';
const contentDropped = new Set(droppedWithContent);
const openingTag = /^<([a-z][a-z\d-]*)/i;

/** Reads the HTML of the author. An element of a line that vanishes with its content takes the tokens up to its end along. */
function readHtmlTokens(state: StateCore): void {
  visitTokens(state, (token, line) => {
    if (!isHtml(token)) return;
    const pieces = readHtml(token.content);
    token.meta = { pieces } satisfies HtmlMeta;
    for (const piece of pieces)
      if (piece.type === 'dropped')
        warn(settingsOf(state), 'html_dropped', `${piece.what} is left out.`, lineOf(token, piece, line));
  });
  for (const token of state.tokens)
    if (token.type === 'inline' && token.children?.some(({ type }) => type === 'html_inline'))
      token.children = withoutHidden(token.children);
}

const lineOf = ({ content }: Token, { at }: HtmlPiece, line: number): number =>
  line + content.slice(0, at).split('\n').length - 1;

function withoutHidden(children: readonly Token[]): Token[] {
  /** Where the elements of each name end, the first end last. */
  const ends = new Map<string, number[]>();
  for (const [index, { type, content }] of [...children.entries()].toReversed()) {
    const name = type === 'html_inline' ? /^<\/([a-z][a-z\d-]*)/i.exec(content)?.[1]?.toLowerCase() : undefined;
    if (name === undefined) continue;
    const ofName = ends.get(name);
    if (ofName) ofName.push(index);
    else ends.set(name, [index]);
  }
  const endAfter = (name: string, index: number): number => {
    const ofName = ends.get(name) ?? [];
    while ((ofName.at(-1) ?? Number.POSITIVE_INFINITY) <= index) ofName.pop();
    return ofName.at(-1) ?? -1;
  };
  const left: Token[] = [];
  let hiddenUntil = -1;
  children.forEach((child, index) => {
    if (index <= hiddenUntil) return;
    const name = child.type === 'html_inline' ? openingTag.exec(child.content)?.[1]?.toLowerCase() : undefined;
    if (name !== undefined && contentDropped.has(name) && !child.content.endsWith('/>'))
      hiddenUntil = endAfter(name, index);
    else left.push(child);
  });
  return left;
}

/** `> [!NOTE]` and its sisters, as on GitHub: a quote with a class and a title. */
function markAlerts(state: StateCore): void {
  state.tokens.forEach((open, index, tokens) => {
    const [paragraph, inline] = [tokens[index + 1], tokens[index + 2]];
    if (open.type !== 'blockquote_open' || paragraph?.type !== 'paragraph_open' || !inline?.children) return;
    const [first, second] = inline.children;
    const word = first?.type === 'text' ? /^\[!([a-z]{3,9})\]\s*$/i.exec(first.content)?.[1] : undefined;
    const kind = word === undefined ? null : alertKindOf(word);
    if (kind === null || (second && second.type !== 'softbreak' && second.type !== 'hardbreak')) return;
    open.attrSet('class', `alert alert-${kind}`);
    const text = new state.Token('text', '', 0);
    text.content = alertTitle(kind, settingsOf(state).locale);
    const rest = inline.children.slice(2);
    if (rest.length === 0) {
      paragraph.attrSet('class', 'alert-title');
      inline.children = [text];
      return;
    }
    const title = new state.Token('alias', '', 0);
    title.content = `<p class="alert-title">${state.md.utils.escapeHtml(text.content)}</p>\n`;
    title.block = true;
    inline.children = rest;
    titles.set(open, title);
  });
  for (let index = state.tokens.length - 1; index >= 0; index -= 1) {
    const title = titles.get(state.tokens[index] as Token);
    if (title) state.tokens.splice(index + 1, 0, title);
  }
}
const titles = new WeakMap<Token, Token>();

/** Ids of all headings, with the former ones as anchors beside them. Ids that the author wrote follow. */
function nameHeadings(state: StateCore): void {
  const maker = headingIds();
  const named: { token: Token; former: string | null }[] = [];
  const ids = new Set<string>();
  state.tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const { id, former } = maker.next(plainText(state.tokens[index + 1]?.children ?? []), Number(token.tag[1]));
      token.attrSet('id', id);
      ids.add(id);
      const inline = state.tokens[index + 1];
      if (inline) named.push({ token: inline, former });
    }
    if (token.type === 'html_block') nameHtmlHeadings(piecesOf(token), maker, ids);
  });
  visitTokens(state, (token) => {
    if (isHtml(token)) nameHtmlElements(piecesOf(token), ids);
  });
  for (const { token, former } of named) {
    if (former === null || ids.has(former)) continue;
    ids.add(former);
    const alias = new state.Token('alias', '', 0);
    alias.content = `<span id="${state.md.utils.escapeHtml(former)}"></span>`;
    token.children?.unshift(alias);
  }
  (state.env as { ids?: Set<string> }).ids = ids;
}

/** Headings in HTML whose end is in the same piece of HTML; one with an id of its author has that one. */
function nameHtmlHeadings(pieces: HtmlPiece[], maker: ReturnType<typeof headingIds>, ids: Set<string>): void {
  pieces.forEach((piece, index) => {
    if (piece.type !== 'open' || !/^h[1-6]$/.test(piece.name) || piece.attributes.id !== undefined) return;
    const following = pieces.slice(index + 1, index + maxHeadingPieces);
    const end = following.findIndex((other) => other.type === 'close' && other.name === piece.name);
    if (end === -1) return;
    const { id } = maker.next(plainTextOf(following.slice(0, end)).trim(), 5);
    piece.attributes.id = id;
    ids.add(id);
    ownIds.add(piece);
  });
}
/** Tags and texts in which the end of a heading is sought. */
const maxHeadingPieces = 200;
const ownIds = new WeakSet<HtmlPiece>();

const plainId = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.:-]{0,199}$/u;

/** An id that is taken, or that may be one of a footnote, is left out. */
function nameHtmlElements(pieces: HtmlPiece[], ids: Set<string>): void {
  for (const piece of pieces) {
    if (piece.type !== 'open' || piece.attributes.id === undefined || ownIds.has(piece)) continue;
    const { id, ...others } = piece.attributes;
    const isFree = plainId.test(id) && !ids.has(id) && !/^fn(?:ref)?\d/.test(id);
    if (isFree) ids.add(id);
    else piece.attributes = others;
  }
}

const plainText = (children: readonly Token[]): string =>
  children
    .map(({ type, content }) =>
      type === 'softbreak' || type === 'hardbreak' ? ' ' : textTypes.has(type) ? content : '',
    )
    .join('');
const textTypes = new Set(['text', 'code_inline', 'math_inline']);

/** A paragraph of the document that is only the address of a video becomes a player. */
function showVideos(state: StateCore): void {
  const { embeds, media } = settingsOf(state);
  const { tokens } = state;
  tokens.forEach((token, index) => {
    const open = tokens[index - 1];
    const close = tokens[index + 1];
    if (token.type !== 'inline' || open?.type !== 'paragraph_open' || open.level !== 0 || !close) return;
    const address = token.content.replace(/^<(.*)>$/s, '$1');
    const own = playerOfAddress(address, media);
    if (own !== null) {
      showPlayer(state, { player: own, caption: '', label: '', poster: null, edges: [open, close], token });
      return;
    }
    const player = playerOfPage(address, embeds);
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

interface ShownPlayer {
  player: MediaPlayer;
  /** Empty for none. */
  caption: string;
  /** Its name for screen readers, where the caption is another text. */
  label: string;
  poster: string | null;
  /** Beginning and end of its paragraph. */
  edges: readonly [Token, Token];
  token: Token;
}

/** A paragraph that is one player becomes a figure; its caption is the text of the link that stays where nothing plays. */
function showPlayer(state: StateCore, { player, caption, label, poster, edges, token }: ShownPlayer): void {
  token.type = 'media';
  token.content = writePlayer(state, player, { caption, poster, label });
  if (caption !== '') token.content += `<figcaption>${state.md.utils.escapeHtml(caption)}</figcaption>`;
  token.children = null;
  for (const edge of edges) edge.tag = 'figure';
  edges[0].attrSet('class', `media media-${player.element}`);
}

function writePlayer(
  state: StateCore,
  player: MediaPlayer,
  { caption, poster, label }: { caption: string; poster: string | null; label: string },
): string {
  const { locale, media } = settingsOf(state);
  const { width, height } = (Object.hasOwn(media, player.path) && media[player.path]) || { width: null, height: null };
  const attributes = mediaAttributes(player.element, {
    src: player.path,
    ...(width === null || height === null ? {} : { width: String(width), height: String(height) }),
    ...(poster === null ? {} : { poster }),
    ...(label === '' ? {} : { 'aria-label': label }),
  });
  const text = caption || label || playerTitle(player, locale);
  const link = `${writeTag('a', { href: player.path })}${state.md.utils.escapeHtml(text)}</a>`;
  return `${writeTag(player.element, attributes ?? {})}${link}</${player.element}>`;
}

/**
 * An image whose address is an uploaded file of sound or of moving pictures becomes a player; in a link, its text. The
 * title is its poster where it is the address of an image, else its caption.
 */
function playMedia(state: StateCore): void {
  const { media } = settingsOf(state);
  state.tokens.forEach((token, index, tokens) => {
    if (token.type !== 'inline' || !token.children?.some(({ type }) => type === 'image')) return;
    let links = 0;
    token.children = token.children.flatMap((child) => {
      if (child.type === 'link_open') links += 1;
      if (child.type === 'link_close') links -= 1;
      const player = child.type === 'image' ? playerOfAddress(String(child.attrGet('src') ?? ''), media) : null;
      if (player === null) return [child];
      if (links > 0) return child.children ?? [];
      const title = String(child.attrGet('title') ?? '');
      const poster = posterOf(title);
      const text = plainText(child.children ?? []);
      const shown = new state.Token('media', '', 0);
      shown.meta = { player, poster, title: poster === null ? title : '', text };
      shown.content = writePlayer(state, player, { caption: poster === null ? title : '', poster, label: text });
      return [shown];
    });
    const [open, close] = [tokens[index - 1], tokens[index + 1]];
    const [first, ...others] = token.children;
    const isLone = first?.type === 'media' && others.every(({ type, content }) => type === 'text' && !content.trim());
    if (!isLone || open?.type !== 'paragraph_open' || open.hidden || !close) return;
    const { player, poster, title, text } = first.meta as {
      player: MediaPlayer;
      poster: string | null;
      title: string;
      text: string;
    };
    showPlayer(state, {
      player,
      caption: title || text,
      label: title === '' ? '' : text,
      poster,
      edges: [open, close],
      token,
    });
  });
}

const task = /^\[([ xX])\](?:[ \u00a0]|$)/;

/** `- [ ] text` and `- [x] text` become items with a checkbox that cannot be changed; the text may be missing. */
function markTasks(state: StateCore): void {
  const lists: Token[] = [];
  state.tokens.forEach((token, index, tokens) => {
    if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') lists.push(token);
    if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop();
    const item = tokens[index - 2];
    const text = token.children?.[0];
    if (token.type !== 'inline' || item?.type !== 'list_item_open' || text?.type !== 'text') return;
    const [mark, letter] = task.exec(text.content) ?? [];
    // A mark without a space behind it is one only where nothing follows.
    if (mark === undefined || (mark.length === 3 && (token.children?.length ?? 0) > 1)) return;
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

/**
 * A link or image with an address that may not be published is left out here, with a warning, so that the last step has
 * little to leave out. A link to an anchor that is missing is retained, with a warning.
 */
function checkTargets(state: StateCore): void {
  const settings = settingsOf(state);
  const ids = (state.env as { ids?: Set<string> }).ids ?? new Set<string>();
  /** The target of a link that may be published; null otherwise. */
  const checkLink = (href: string, line: number): string | null => {
    const target = safeTargetOfText(href);
    if (target === null) warn(settings, 'link_dropped', `The link to ${shown(href)} is left out.`, line);
    return target?.startsWith('#') ? checkAnchor(target, line) : target;
  };
  const checkAnchor = (target: string, line: number): string => {
    const id = decodeFragment(target.slice(1));
    if (id === '' || id.toLowerCase() === 'top' || ids.has(id)) return target;
    // As on GitHub, capital letters of the link do not matter.
    if (ids.has(id.toLowerCase())) return `#${encodeURI(id.toLowerCase())}`;
    warn(settings, 'anchor_missing', `The text has no heading or anchor ${shown(target)}.`, line);
    return target;
  };
  const checkImage = (src: string, line: number): string | null => {
    const address = safeImage(src);
    if (address === null) warn(settings, 'image_dropped', `The image ${shown(src)} is left out.`, line);
    return address;
  };
  const dropped = new Set<Token>();
  /** Links that are open, and whether each of them is left out. */
  let open: boolean[] = [];
  visitTokens(state, (token, line) => {
    if (token.type === 'inline') open = [];
    if (token.type === 'link_open') {
      const target = checkLink(String(token.attrGet('href') ?? ''), line);
      open.push(target === null);
      if (target === null) dropped.add(token);
      else token.attrSet('href', target);
    } else if (token.type === 'link_close') {
      if (open.pop()) dropped.add(token);
    } else if (token.type === 'image') {
      const address = checkImage(String(token.attrGet('src') ?? ''), line);
      if (address === null) dropped.add(token);
      else token.attrSet('src', address);
    } else if (isHtml(token)) {
      for (const piece of piecesOf(token)) {
        if (piece.type !== 'open') continue;
        const { href, src, ...others } = piece.attributes;
        const ofPiece = lineOf(token, piece, line);
        if (piece.name === 'a' && href !== undefined) {
          const target = checkLink(href, ofPiece);
          piece.attributes = target === null ? others : { ...others, href: target };
        } else if (piece.name === 'img') {
          const address = checkImage(src ?? '', ofPiece);
          if (address === null) Object.assign(piece, { type: 'text', text: others.alt ?? '' });
          else piece.attributes = { ...others, src: address };
        }
      }
    }
  });
  for (const token of state.tokens)
    token.children =
      token.children?.flatMap((child) =>
        dropped.has(child) ? (child.type === 'image' ? (child.children ?? []) : []) : [child],
      ) ?? null;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** A paragraph that is one image with a title becomes a figure with a caption. */
function captionImages(state: StateCore): void {
  state.tokens.forEach((token, index, tokens) => {
    const [open, close] = [tokens[index - 1], tokens[index + 1]];
    const [image, ...others] = token.children ?? [];
    const isLone = image?.type === 'image' && others.every(({ type, content }) => type === 'text' && !content.trim());
    if (token.type !== 'inline' || open?.type !== 'paragraph_open' || open.hidden || !close || !isLone) return;
    const title = String(image.attrGet('title') ?? '');
    if (title === '') return;
    image.attrs = image.attrs?.filter(([name]) => name !== 'title') ?? null;
    for (const edge of [open, close]) edge.tag = 'figure';
    const start = new state.Token('figcaption_open', 'figcaption', 1);
    const text = new state.Token('text', '', 0);
    text.content = title;
    token.children = [image, start, text, new state.Token('figcaption_close', 'figcaption', -1)];
  });
}

/** Writes the HTML of the author as what may be published of it. */
function writeHtmlTokens(state: StateCore): void {
  visitTokens(state, (token) => {
    if (!isHtml(token)) return;
    token.content = piecesOf(token)
      .map((piece) => {
        if (piece.type === 'text') return writeText(piece.text);
        if (piece.type === 'open') return writeTag(piece.name, piece.attributes);
        return piece.type === 'close' ? `</${piece.name}>` : '';
      })
      .join('');
  });
}
