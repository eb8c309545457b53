/** The root of a drawing is near its beginning. */
const maxRoot = 20_000;
/** A larger one is no size of a page. */
const maxSide = 20_000;

/**
 * Width and height of a drawing in CSS pixels, from `width` and `height` of its root or from the shape of its `viewBox`.
 * @param drawing as `checkSvg` writes it
 * @returns nulls where it has neither
 */
export function svgSize(drawing: Buffer): { width: number; height: number } | { width: null; height: null } {
  const start = drawing.subarray(0, maxRoot).toString('latin1');
  const at = Math.max(0, start.indexOf('<svg'));
  const root = start.slice(at, start.indexOf('>', at) + 1);
  const attributeOf = (name: string): string => new RegExp(`\\s${name}="([^"]{0,100})"`).exec(root)?.[1]?.trim() ?? '';
  const pixelsOf = (name: string): number =>
    Number(/^(\d{1,6}(?:\.\d{1,9})?)(?:px)?$/.exec(attributeOf(name))?.[1] ?? 0);
  const [, , boxWidth = 0, boxHeight = 0] = attributeOf('viewBox')
    .split(/[\s,]+/)
    .map(Number);
  const ratio = boxWidth > 0 && boxHeight > 0 ? boxHeight / boxWidth : 0;
  const [width, height] = [pixelsOf('width'), pixelsOf('height')];
  const size =
    width > 0 && height > 0
      ? [width, height]
      : width > 0 && ratio > 0
        ? [width, width * ratio]
        : height > 0 && ratio > 0
          ? [height / ratio, height]
          : [boxWidth, boxHeight];
  const [wide = 0, high = 0] = size.map(Math.round);
  const isSize = wide >= 1 && high >= 1 && wide <= maxSide && high <= maxSide;
  return isSize ? { width: wide, height: high } : { width: null, height: null };
}
