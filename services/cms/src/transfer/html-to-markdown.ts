import { gfm } from '@joplin/turndown-plugin-gfm';
import { cutText } from '@platform/contracts/cut-text';
import TurndownService from 'turndown';
import type { Note } from './entry.ts';

export interface ConvertedHtml {
  markdown: string;
  /** Addresses of its images, as the Markdown has them. */
  images: string[];
  warnings: Note[];
}

/** What we read of an element; the parser brings its own DOM. */
interface Attributes {
  getAttribute(name: string): string | null;
}

/** Elements that a text here cannot have, with what becomes of them. */
const lost: Record<string, string> = {
  form: 'A form is left out.',
  script: 'A script is left out.',
  audio: 'A player of sound is left out.',
  video: 'A player of videos is left out.',
  object: 'An embedded object is left out.',
  embed: 'An embedded object is left out.',
  canvas: 'A drawing by a script is left out.',
};

/** HTML of another system as Markdown (CommonMark with the tables and tasks of GitHub). */
export function htmlToMarkdown(html: string): ConvertedHtml {
  const warnings = new Map<string, Note>();
  const images = new Set<string>();
  const warn = (code: string, message: string) => void warnings.set(`${code} ${message}`, { code, message });
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
  });
  service.use(gfm);
  service.addRule('lost', {
    filter: (node) => Object.hasOwn(lost, node.nodeName.toLowerCase()),
    replacement: (_, node) => {
      const name = node.nodeName.toLowerCase();
      warn('element_lost', lost[name] ?? name);
      const address = (node as unknown as Attributes).getAttribute('src');
      return address && /^https?:/.test(address) ? `\n\n[${linkText(address)}](${linkTarget(address)})\n\n` : '';
    },
  });
  service.addRule('frame', {
    filter: 'iframe',
    replacement: (_, node) => {
      const address = (node as unknown as Attributes).getAttribute('src') ?? '';
      warn('embed_lost', `An embedded page stays as its address: ${cutText(address, 200)}`);
      // A video of a provider that the site allows is shown from its bare address.
      return /^https?:/.test(address) ? `\n\n${linkTarget(address)}\n\n` : '';
    },
  });
  service.addRule('image', {
    filter: 'img',
    replacement: (_, node) => {
      const element = node as unknown as Attributes;
      const address = (element.getAttribute('src') ?? '').trim();
      if (!/^https?:\/\//.test(address)) {
        const what = address === '' ? 'without an address' : cutText(address, 200);
        warn('image_lost', `The address of an image cannot be reached: ${address.startsWith('data:') ? 'data' : what}`);
        return '';
      }
      const target = linkTarget(address);
      images.add(target);
      const alt = (element.getAttribute('alt') ?? '').replaceAll(/[[\]\\\n]/g, ' ').trim();
      return `![${alt}](${target})`;
    },
  });
  // A fence for preformatted text without `<code>` too.
  service.addRule('preformatted', {
    filter: 'pre',
    replacement: (_, node) => {
      const text = (node.textContent ?? '').replace(/^\n|\n$/g, '');
      const language =
        /\blanguage-([\w-]{1,40})/.exec((node as unknown as { innerHTML: string }).innerHTML.slice(0, 500))?.[1] ?? '';
      const runs = text.match(/`+/g) ?? [];
      const fence = '`'.repeat(runs.reduce((longest: number, run: string) => Math.max(longest, run.length + 1), 3));
      return `\n\n${fence}${language}\n${text}\n${fence}\n\n`;
    },
  });
  service.addRule('caption', { filter: 'figcaption', replacement: (text) => `\n\n${text.trim()}\n\n` });
  service.remove(['style', 'noscript']);
  return { markdown: service.turndown(html), images: [...images], warnings: [...warnings.values()] };
}

const linkTarget = (address: string): string =>
  address.replaceAll(/[\s()<>\\]/g, (one) => encodeURIComponent(one).replace('(', '%28').replace(')', '%29'));
const linkText = (address: string): string => address.replaceAll(/[[\]\\]/g, '');
