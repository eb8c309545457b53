/** Non-negative, at most four digits before the point. */
const length = String.raw`(?:0|\d{1,4}(?:\.\d{1,3})?(?:px|em|rem|pt|vw|vh|%))`;
const number = String.raw`-?\d{1,3}(?:\.\d{1,3})?(?:%|deg)?`;
const separator = '(?: ?[,/] ?| )';
const color = String.raw`(?:[a-z]{3,24}|#[0-9a-f]{3,8}|(?:rgb|hsl)a?\( ?${number}(?:${separator}${number}){2,3} ?\))`;
const stop = `${color}(?: ${length})?`;
const direction = String.raw`(?:to (?:top|bottom|left|right)(?: (?:top|bottom|left|right))?|\d{1,3}(?:\.\d{1,3})?deg)`;
const gradient = `(?:linear-gradient\\((?:${direction}, ?)?|radial-gradient\\((?:(?:circle|ellipse), ?)?)${stop}(?:, ?${stop}){1,7}\\)`;
const upToFour = (part: string): string => `${part}(?: ${part}){0,3}`;
const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);

const lengths = whole(upToFour(length));
const margins = whole(upToFour(`(?:${length}|auto)`));
const size = whole(`${length}|auto`);
const lineStyle = '(?:none|solid|dashed|dotted|double)';
const border = whole(`(?:${length} )?${lineStyle}(?: ${color})?`);

/** Longer than every allowed value. */
const maxValue = 240;

/**
 * Values that each property may have, with single spaces. A gap has one reading and a value is shorter than
 * {@link maxValue}, so a pattern takes few steps. None has a quote, an escape, an address or a function but
 * colours and gradients.
 */
const values: Record<string, RegExp> = {
  color: whole(color),
  background: whole(`none|${color}|${gradient}`),
  'background-color': whole(color),
  'background-image': whole(`none|${gradient}`),
  'font-size': whole(length),
  'font-weight': whole('normal|bold|bolder|lighter|[1-9]00'),
  'font-style': whole('normal|italic|oblique'),
  'text-align': whole('left|right|center|justify|start|end'),
  'line-height': whole(String.raw`normal|\d{1,2}(?:\.\d{1,3})?|${length}`),
  display: whole('block|inline|inline-block|flex|inline-flex|table|table-row|table-cell'),
  width: size,
  'max-width': size,
  height: size,
  'border-radius': lengths,
  ...Object.fromEntries(['', '-top', '-right', '-bottom', '-left'].map((side) => [`border${side}`, border])),
  ...Object.fromEntries(['', '-top', '-right', '-bottom', '-left'].map((side) => [`padding${side}`, lengths])),
  ...Object.fromEntries(['', '-top', '-right', '-bottom', '-left'].map((side) => [`margin${side}`, margins])),
};

/** A style as readers get it, and the properties that they do not get. */
export interface PlainStyle {
  style: string;
  dropped: string[];
}

/** Blanks, or a comment alone. */
const isEmpty = (declaration: string): boolean => /^\s*(?:\/\*[^*]*\*\/\s*)?$/.test(declaration);

/**
 * Declarations of a `style` attribute that only change colour, size, spacing and alignment. All others are
 * dropped. No allowed value contains a `;`, so a string or an address that is cut there is never allowed. Linear
 * in the length of the style.
 */
export function plainStyle(style: string): PlainStyle {
  const dropped: string[] = [];
  const kept = style
    .split(';')
    .flatMap((declaration) => {
      const [property = '', value = ''] = declaration
        .toLowerCase()
        .split(/:(.*)/s)
        .map((part) =>
          part
            .replaceAll(/\s+/g, ' ')
            .trim()
            .replace(/ ?! ?important$/, ''),
        );
      const isPlain = value.length <= maxValue && Object.hasOwn(values, property) && values[property]?.test(value);
      if (!isPlain && !isEmpty(declaration)) dropped.push(property);
      return isPlain ? [`${property}:${value}`] : [];
    })
    .join(';');
  return { style: kept, dropped };
}
