import { isAscii, isUtf8 } from 'node:buffer';
import sniffEncoding from 'html-encoding-sniffer';
import type { CharsetFacts } from './page-facts.ts';

const noEncoding = 'none';

/** WHATWG name of a label in lower case; null for an unknown one. */
export function encodingOf(label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return null;
  }
}

function bomOf(body: Uint8Array): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  return null;
}

function chooseEncoding(bom: string | null, header: string | null, meta: string | null, isValidUtf8: boolean) {
  if (bom) return { used: bom, source: 'bom' } as const;
  if (header) return { used: header, source: 'header' } as const;
  if (meta) return { used: meta, source: 'meta' } as const;
  return isValidUtf8
    ? ({ used: 'utf-8', source: 'utf8' } as const)
    : ({ used: 'windows-1251', source: 'fallback' } as const);
}

/**
 * Decodes a page: byte order mark, header, meta prescan
 * (https://html.spec.whatwg.org/multipage/parsing.html), then UTF-8 if the bytes are valid, then
 * windows-1251.
 * @param contentType value of `Content-Type`
 */
export function decodePage(body: Uint8Array, contentType: string | null): { text: string; charset: CharsetFacts } {
  const header = encodingOf(/charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1]);
  const bom = bomOf(body);
  const sniffed = sniffEncoding(bom === 'utf-8' ? body.subarray(3) : body, { defaultEncoding: noEncoding });
  const meta = bom?.startsWith('utf-16') || sniffed === noEncoding ? null : encodingOf(sniffed);
  const isValidUtf8 = isUtf8(body);
  const { used, source } = chooseEncoding(bom, header, meta, isValidUtf8);
  const text = new TextDecoder(used).decode(body);
  const charset: CharsetFacts = {
    used,
    source,
    header,
    meta,
    // A page in valid UTF-8 prints the character itself.
    replaced: used === 'utf-8' && isValidUtf8 ? 0 : text.split('\uFFFD').length - 1,
    is_valid_utf8: isValidUtf8,
    has_high_bytes: !isAscii(body),
  };
  return { text, charset };
}
