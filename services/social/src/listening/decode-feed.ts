/** How a feed came. */
export interface FeedSource {
  /** Where it was read from, after redirects: links are relative to it. */
  address: string;
  /** The `Content-Type` of the answer. */
  contentType: string | null;
}

/** The beginning of a feed that its declaration is in. */
const declarationBytes = 1_024;

/**
 * The text of a feed. A byte order mark says the encoding, else the answer, else the XML declaration (RFC 7303, 3);
 * where the bytes are not in it, the next of them. Without any of them it is UTF-8 where it is valid, else windows-1251. Control characters that no XML has become
 * blanks, so that one of them loses no feed.
 */
export function decodeFeed(body: Buffer, contentType: string | null): string {
  return decode(body, contentType)
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
    .trimStart();
}

function decode(body: Buffer, contentType: string | null): string {
  const head = body.toString('latin1', 0, declarationBytes);
  const mark = head.startsWith('\xef\xbb\xbf')
    ? 'utf-8'
    : head.startsWith('\xff\xfe')
      ? 'utf-16le'
      : head.startsWith('\xfe\xff')
        ? 'utf-16be'
        : undefined;
  const ofAnswer = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1];
  const declaration = head.trimStart().startsWith('<?xml') ? head.slice(0, head.indexOf('?>')) : '';
  const declared = / encoding ?= ?["']([\w.:-]+)/.exec(declaration)?.[1];
  // A declaration that is readable as ASCII is in no encoding of two bytes.
  const readable = /^(?:utf-?16|unicode|ucs-?2)/i.test(declared ?? '') ? 'utf-8' : declared;
  for (const label of [mark, ofAnswer, readable, 'utf-8']) {
    const text = label === undefined ? null : decodeAs(label, body);
    if (text !== null) return text;
  }
  return new TextDecoder('windows-1251').decode(body);
}

/** A text with a damaged byte has many characters beside it; a text of another encoding has few. */
const leastPerBroken = 4;

/** null for an encoding that is not known, and where the bytes are not in it. A few damaged ones are replaced. */
function decodeAs(label: string, body: Buffer): string | null {
  let text: string;
  try {
    text = new TextDecoder(label).decode(body);
  } catch {
    return null;
  }
  let broken = 0;
  let others = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) others += 1;
  }
  return broken * leastPerBroken <= others ? text : null;
}

/** Names of characters that feeds of people have, as HTML names them. */
const names: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  laquo: '«',
  raquo: '»',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  lsquo: '‘',
  rsquo: '’',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  middot: '·',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  times: '×',
  shy: '',
};

/** Replaces the references of HTML to characters, each once: `&amp;lt;` is `&lt;`. An unknown name stays as it is. */
export const withoutReferences = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return names[name] ?? names[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    const isCharacter = code > 0x1f && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : ' ';
  });
