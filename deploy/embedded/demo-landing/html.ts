/** HTML that may be written as it is. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML shows it. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

type Part = Html | string | number | null | undefined | false | readonly Part[];

const render = (part: Part): string => {
  if (part instanceof Html) return part.text;
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(render).join('');
};

/** A template whose values are escaped, unless they are HTML already. */
export const html = (strings: TemplateStringsArray, ...values: Part[]): Html =>
  new Html(strings.map((text, at) => text + (at < values.length ? render(values[at]) : '')).join(''));

/** HTML of the platform: it is sanitised there, so that a page may show it as it is. */
export const trusted = (text: string): Html => new Html(text);

/** JSON inside of a script element: no text of it can end the element. */
export const jsonData = (value: unknown): Html => new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
