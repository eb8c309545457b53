import { parsePost, toVisibleText } from './markup.ts';

/** A post as its readers meet it: what they read, and where its links lead. */
export interface ReadablePost {
  text: string;
  /** Addresses in the text, behind its links and behind its buttons, each once. */
  urls: string[];
  buttons: string[];
}

const address = /https?:\/\/[^\s<>"'«»]+[^\s<>"'«».,;:!?)\]}]/g;

/** The text and the addresses of a post without its formats. */
export function readPost({
  body,
  buttons,
}: {
  body: string;
  buttons: readonly { text: string; url: string }[];
}): ReadablePost {
  const runs = parsePost(body);
  const text = toVisibleText(runs);
  const linked = runs.flatMap(({ marks }) => marks.flatMap((mark) => (mark.kind === 'link' ? [mark.url] : [])));
  const urls = new Set([...(text.match(address) ?? []), ...linked, ...buttons.map(({ url }) => url)]);
  return { text, urls: [...urls], buttons: buttons.map((button) => button.text) };
}
