/** Lower case, `ё` as `е`, whitespace collapsed: texts that a reader takes for the same. */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();

/** Title before its last separator and the words after it, both folded; null without a separator. */
export function splitBrand(title: string): { head: string; tail: string } | null {
  const match = /^(.*\S)\s+[-–—|·•:]\s+(\S[^|]*)$/u.exec(fold(title));
  return match?.[1] && match[2] ? { head: match[1], tail: match[2] } : null;
}

/**
 * Folded title without the brand at its end: `Доставка — Ромашка` and `Доставка | ромашка` are one title.
 * @param brands names of the site
 */
export function withoutBrand(title: string, brands: readonly string[]): string {
  const parts = splitBrand(title);
  if (!parts) return fold(title);
  return brands.some((brand) => brand !== '' && parts.tail === fold(brand)) ? parts.head : fold(title);
}
