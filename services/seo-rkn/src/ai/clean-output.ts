/**
 * What stays of a text that a language model wrote. The model may have obeyed an instruction in a page, so
 * its words are data of a stranger: no HTML, no address of another site, nothing that does not print. Pure.
 */

/** `[words](target)` and `![words](target)`. The bounds keep the search of a text without `)` short. */
const markdownLink = /!?\[([^\]\n]{0,500})\]\([ \t]*<?([^)\s<>]{0,1000})(?:[\s>][^)\n]{0,300})?\)/g;
/** `[name]: target` of reference links. */
const linkDefinition = /^[ \t]{0,3}\[[^\]\n]+\]:[ \t]*<?([^\s>]+).*$/gm;
const tag = /<\/?[a-zA-Z!?][^<>]*>/g;
/** The beginning of a tag without its end. */
const openTag = /<+(?=[/a-zA-Z!?])/g;
/** An address with a scheme or without one, or a host that editors link by themselves. */
const address =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s<>"'`)\]]+|(?<![\w:/])\/\/[^\s<>"'`)\]./]{1,63}\.[^\s<>"'`)\]]+/gi;
const scriptScheme = /\b(?:javascript|vbscript|data|file)\s*:/gi;
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g;

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
  // What is left of one tag may make another one.
  for (let before = ''; before !== clean; ) {
    before = clean;
    clean = clean.replaceAll(tag, '').replaceAll(openTag, '').replaceAll(scriptScheme, '');
  }
  return clean
    .replaceAll(linkDefinition, (line, target: string) => (isPath(target) || isOurs(target) ? line : ''))
    .replaceAll(markdownLink, (link, words: string, target: string) =>
      isPath(target) || isOurs(target) ? link : words,
    )
    .replaceAll(address, (found) => (isOurs(found) ? found : ''))
    .trim();
}

/** Cleans every text inside of a JSON value; names of members stay, since the schema named them. */
export function cleanOutput(value: unknown, hosts: readonly string[]): unknown {
  if (typeof value === 'string') return cleanText(value, hosts);
  if (Array.isArray(value)) return value.map((each) => cleanOutput(each, hosts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleanOutput(each, hosts)]));
}
