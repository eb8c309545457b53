import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html';

/** Attributes of one element as the policy wants them; null leaves the element out and retains its content. */
export type Transform = (attributes: Attributes) => Attributes | null;

export interface Policy {
  elements: readonly string[];
  /** Allowed attributes of an element, `*` for all elements. */
  attributes: Record<string, readonly string[]>;
  classes?: Record<string, (string | RegExp)[]>;
  /** Elements whose attributes are rebuilt. */
  transforms: Record<string, Transform>;
  /** Applied to each element that has no transform of its own. */
  transformOthers?: (attributes: Attributes) => Attributes;
}

/** Elements that are dropped with their content, because it is not text or browsers parse it differently. */
export const droppedWithContent: readonly string[] = [
  'applet',
  'audio',
  'canvas',
  'frameset',
  'head',
  'iframe',
  'listing',
  'math',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'option',
  'plaintext',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'video',
  'xmp',
];

/** Mark of an element that a transform leaves out; no allowed attribute has this name. */
const leftOut = 'left-out';

/** Levels of elements; deeper ones are left out and their content is retained. */
const maxDepth = 200;

/**
 * HTML with allowed elements and attributes alone, rebuilt. Doing it twice changes nothing more.
 * @returns well-formed html; all text is escaped
 */
export function cleanHtml(html: string, policy: Policy): string {
  const { elements, attributes, classes, transforms, transformOthers } = policy;
  const transformTags: NonNullable<IOptions['transformTags']> = {};
  for (const name of elements) {
    const transform = transforms[name] ?? transformOthers;
    if (!transform) continue;
    transformTags[name] = (tagName, given) => ({ tagName, attribs: transform(given) ?? { [leftOut]: '' } });
  }
  const options: IOptions & { allowedEmptyAttributes: string[] } = {
    allowedTags: [...elements],
    allowedAttributes: Object.fromEntries(
      Object.entries(attributes).map(([name, allowed]) => [name, [...allowed, leftOut]]),
    ),
    allowedClasses: classes,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    allowedEmptyAttributes: ['alt'],
    disallowedTagsMode: 'discard',
    nonTextTags: droppedWithContent.filter((name) => !elements.includes(name)),
    nestingLimit: maxDepth,
    // The transforms decide about styles.
    parseStyleAttributes: false,
    transformTags,
    exclusiveFilter: ({ attribs }) => (leftOut in attribs ? 'excludeTag' : false),
  };
  return sanitizeHtml(html, options);
}
