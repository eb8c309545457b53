/** A `meta http-equiv="refresh"` that leads to another address. */
export interface Refresh {
  seconds: number;
  /** As it stands in the page. */
  href: string;
}

/** Seconds up to which search engines take a refresh for a redirect. */
const instantSeconds = 1;

/**
 * Reads the content of a `meta` refresh: https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh.
 * @returns null for a reload of the page itself, and for a content that is none
 */
export function readRefresh(content: string): Refresh | null {
  const [, seconds = '', rest = ''] = /^\s*(\d{1,6})(?:\.[\d.]*)?\s*[;,\s]?\s*(.*)$/s.exec(content) ?? [];
  if (seconds === '' || rest === '') return null;
  const target = /^url\s*=\s*(.*)$/is.exec(rest)?.[1] ?? rest;
  const [, quote = ''] = /^(["'])/.exec(target) ?? [];
  const href = (quote === '' ? target : (target.slice(1).split(quote)[0] ?? '')).trim();
  return href === '' ? null : { seconds: Number(seconds), href };
}

/** Whether search engines take it for a redirect. */
export const isInstant = ({ seconds }: Pick<Refresh, 'seconds'>): boolean => seconds <= instantSeconds;
