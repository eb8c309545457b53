/** A percent-encoded text (RFC 3986) decoded; one with a bare percent sign as it stands. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
