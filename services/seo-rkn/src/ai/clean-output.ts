/**
 * What stays of a text that a language model wrote. The model may have obeyed an instruction in a page, so
 * its words are data of a stranger: no HTML, no address of another site, nothing that does not print.
 */

/** Characters of the target and the title of a link. */
const longestTarget = 2_000;
/** `[name]: target` of reference links. */
const linkDefinition = /^[ \t]{0,3}\[[^\]\n]+\]:[ \t]*<?([^\s>]+).*$/gm;
const tag = /<\/?[a-zA-Z!?][^<>]*>/g;
/** The beginning of a tag without its end. */
const openTag = /(?<!<)<+(?=[/a-zA-Z!?])/g;
/** An address with a scheme or without one, or a host that editors link by themselves. */
const address =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s<>"'`)\]]+|(?<![\w:/])\/\/[^\s<>"'`)\]./]{1,63}\.[^\s<>"'`)\]]+/gi;
const scriptScheme = /\b(?:javascript|vbscript|data|file)\s*:/gi;
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Rounds of the search for tags and schemes that others surround. */
const deepestNesting = 4;
const withoutMarkup = (text: string): string =>
  text.replaceAll(tag, '').replaceAll(openTag, '').replaceAll(scriptScheme, '');

/** Offset of the `[` of `[words](`, whose `](` stands at an index; -1 without one. */
function wordsBefore(text: string, at: number, from: number): number {
  let start = at - 1;
  while (start >= from && !'[]\n'.includes(text.charAt(start))) start -= 1;
  return start >= from && text.charAt(start) === '[' ? start : -1;
}

/**
 * A text in which `[words](target)` and `![words](target)` are their words, unless the target may stay. Each character
 * is read twice at most: words end at the bracket before them, and one search for `)` serves all links before it.
 */
function withoutLinks(text: string, mayStay: (target: string) => boolean): string {
  let clean = '';
  let copiedUntil = 0;
  let end = 0;
  for (let at = text.indexOf(']('); at >= 0 && end >= 0; at = text.indexOf('](', at + 2)) {
    const start = wordsBefore(text, at, copiedUntil);
    if (end < at + 2) end = text.indexOf(')', at + 2);
    if (at < copiedUntil || end < 0 || end - at > longestTarget) continue;
    const [target = ''] = text
      .slice(at + 2, end)
      .trim()
      .replace(/^</, '')
      .split(/[\s>]/, 1);
    if (mayStay(target)) continue;
    const from = start > copiedUntil && text.charAt(start - 1) === '!' ? start - 1 : start;
    // The words of a link around another one end at the other one.
    clean += start < 0 ? text.slice(copiedUntil, at + 1) : text.slice(copiedUntil, from) + text.slice(start + 1, at);
    copiedUntil = end + 1;
  }
  return clean + text.slice(copiedUntil);
}

/**
 * Cleans one text.
 * @param hosts hosts whose addresses stay, lower-case
 */
export function cleanText(text: string, hosts: readonly string[]): string {
  // An entity and a backslash are read by browsers in another way than here.
  const isPlain = (target: string): boolean => !/[\\]|&(?:#|[a-z][a-z0-9]*;)/i.test(target);
  const isOurs = (target: string): boolean => {
    if (!isPlain(target)) return false;
    const url = URL.parse(target.startsWith('www.') ? `https://${target}` : target, 'https://relative.invalid/');
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
    return hosts.includes(url.host);
  };
  const isPath = (target: string): boolean => isPlain(target) && /^(?:\/(?![/\\])|#)/.test(target);
  let clean = text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(unprintable, '');
  // What is left of one tag may make another one. A text that nests them deeper is an attack.
  for (let round = 0; round < deepestNesting; round += 1) clean = withoutMarkup(clean);
  if (withoutMarkup(clean) !== clean) clean = clean.replaceAll(/[<:]/g, ' ');
  const mayStay = (target: string): boolean => isPath(target) || isOurs(target);
  clean = clean.replaceAll(linkDefinition, (line, target: string) => (mayStay(target) ? line : ''));
  // What is left of one link may be the words of another one.
  for (let round = 0; round < deepestNesting; round += 1) clean = withoutLinks(clean, mayStay);
  if (withoutLinks(clean, mayStay) !== clean) clean = clean.replaceAll('](', '] (');
  return clean.replaceAll(address, (found) => (isOurs(found) ? found : '')).trim();
}

/** Cleans every text inside of a JSON value; names of members stay, since the schema named them. */
export function cleanOutput(value: unknown, hosts: readonly string[]): unknown {
  if (typeof value === 'string') return cleanText(value, hosts);
  if (Array.isArray(value)) return value.map((each) => cleanOutput(each, hosts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleanOutput(each, hosts)]));
}
