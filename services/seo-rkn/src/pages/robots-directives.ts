import type { RobotsDirectives } from './page-facts.ts';

/** Directives with a value after a colon; every other name before a colon is a product token. */
const valued = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

function directivesOf(agent: string, source: 'meta' | 'header', text: string): RobotsDirectives[] {
  const parts: RobotsDirectives[] = [];
  let current: RobotsDirectives = { agent, source, directives: [], unavailable_after: null };
  // A date of RFC 850 has a comma; the words after it hold no directive.
  const date = /unavailable_after\s*:\s*((?:[a-z]+,\s*)?[^,]+)/i.exec(text);
  for (const raw of text.replace(date?.[0] ?? '\0', '').split(',')) {
    let part = raw.trim().toLowerCase();
    const prefix = /^([a-z0-9_-]+)\s*:\s*(.*)$/.exec(part);
    if (prefix?.[1] && !valued.has(prefix[1])) {
      if (current.directives.length > 0) parts.push(current);
      current = { agent: prefix[1], source, directives: [], unavailable_after: null };
      part = prefix[2] ?? '';
    }
    if (part !== '') current.directives.push(part);
  }
  if (date?.[1]) current.unavailable_after = date[1].trim();
  return current.directives.length > 0 || current.unavailable_after !== null ? [...parts, current] : parts;
}

/** Directives of a `<meta name="robots|googlebot|yandex|…">`. */
export const metaDirectives = (name: string, content: string): RobotsDirectives[] =>
  directivesOf(name === 'robots' ? '*' : name, 'meta', content);

/** Directives of one line of `X-Robots-Tag`, each part with the product token in front of it. */
export const headerDirectives = (line: string): RobotsDirectives[] => directivesOf('*', 'header', line);
