import type { SiteInput } from '../../src/issues/site-input.ts';
import type { ScannedSite } from '../scan-answers.ts';

/** Small sites whose right findings are known. Facts come from real sites, texts do not. */

export const origin = 'https://example.test';

/** An answer of a site: HTML of a page, or a whole answer. */
export type CorpusAnswer = string | { status?: number; type?: string; location?: string; body?: string | Buffer };

export interface CorpusSite {
  /** What is unusual about it, one sentence. */
  name: string;
  language: 'ru' | 'en' | 'zh';
  /** Answers by path. `robots.txt` and a sitemap of all pages are made where they are absent. */
  answers: Record<string, CorpusAnswer>;
  /** Paths that the sitemap leaves out. */
  unlisted?: readonly string[];
  /** All findings that are right: `type:variant path`, or `*` for a finding of a group or of the site. */
  right: readonly string[];
  /** Findings that would be false, by type: what a tool that takes the page for an ordinary one would say. */
  forbidden: readonly string[];
  /** What the site itself does not show. */
  input?: Partial<SiteInput>;
}

const vocabulary = {
  ru: 'мастер ремонт квартира заказ клиент материал работа отчёт договор встреча смета дизайн стена плитка окно дверь проект срок цена гарантия монтаж доставка комната кухня ванная освещение электрика мебель фасад кровля'.split(
    ' ',
  ),
  en: 'builder order client material report contract meeting estimate design wall tile window door project deadline price warranty delivery room kitchen bathroom lighting furniture facade roof garden studio sample colour floor'.split(
    ' ',
  ),
  zh: '装修 客户 材料 工程 报告 合同 会议 预算 设计 墙面 瓷砖 窗户 大门 项目 价格 保修 配送 房间 厨房 浴室 照明 家具 外墙 屋顶 花园 样品 颜色 地板 施工 服务'.split(
    ' ',
  ),
};

/** A text of so many words that no other seed has. Deterministic. */
export function textOf(language: CorpusSite['language'], seed: string, words: number): string {
  let state = 11;
  for (const letter of seed) state = (state * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647;
  const list = vocabulary[language];
  const chosen = Array.from({ length: words }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return list[state % list.length] ?? '';
  });
  if (language !== 'zh') return chosen.join(' ');
  return chosen.map((word, at) => (at % 8 === 7 ? `${word}，` : word)).join('');
}

const titles = {
  ru: (path: string) => `Ремонт квартир под ключ: раздел ${path}`,
  en: (path: string) => `Repairs of flats in your town: ${path}`,
  zh: (path: string) => `公寓装修与设计服务指南 ${path}`,
};
const descriptions = {
  ru: (path: string) => `Раздел ${path}: цены, сроки, материалы и ответы на частые вопросы заказчиков.`,
  en: (path: string) => `Section ${path}: prices, terms, materials and answers to frequent questions of clients.`,
  zh: (path: string) => `关于${path}的价格、工期、材料说明，以及客户最常提出的问题和我们给出的详细回答。`,
};

export interface PageParts {
  language?: CorpusSite['language'];
  title?: string;
  description?: string | null;
  canonical?: string | null;
  h1?: string | null;
  /** More elements of the head. */
  head?: string;
  /** HTML before the text of `main`. */
  main?: string;
  /** Words of the text. */
  words?: number;
  /** Paths that it links to. */
  links?: readonly string[];
  lang?: string | null;
  viewport?: boolean;
  /** Has Open Graph and structured data, as the home page and articles are to have. */
  isRich?: boolean;
}

/** Structured data as a script element. */
export const jsonLd = (data: unknown): string => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

/** HTML of a page without a fault, but for what its parts say. */
export function pageOf(path: string, parts: PageParts = {}): string {
  const {
    language = 'ru',
    head = '',
    main = '',
    words = 260,
    links = [],
    viewport = true,
    isRich = path === '/',
  } = parts;
  const { title = titles[language](path), canonical = path, h1 = title } = parts;
  const description = parts.description === undefined ? descriptions[language](path) : parts.description;
  const lang = parts.lang === undefined ? language : parts.lang;
  const rich = isRich
    ? `<meta property="og:title" content="a"><meta property="og:type" content="website"><meta property="og:url" content="${origin}${path}"><meta property="og:image" content="${origin}/cover.png">${jsonLd({ '@context': 'https://schema.org', '@type': 'WebSite', name: 'Example', url: `${origin}/` })}`
    : '';
  return (
    `<!doctype html><html${lang === null ? '' : ` lang="${lang}"`}><head><meta charset="utf-8"><title>${title}</title>` +
    (viewport ? '<meta name="viewport" content="width=device-width, initial-scale=1">' : '') +
    (description === null ? '' : `<meta name="description" content="${description}">`) +
    (canonical === null ? '' : `<link rel="canonical" href="${new URL(canonical, origin).href}">`) +
    `${rich}${head}</head><body><nav><a href="/">·</a></nav><main>${h1 === null ? '' : `<h1>${h1}</h1>`}` +
    links.map((link) => `<a href="${link}">${link}</a>`).join(' ') +
    `${main}<p>${textOf(language, path, words)}</p></main></body></html>`
  );
}

/** A corpus site as a scan sees it. */
export function toScannedSite({ answers, unlisted = [] }: CorpusSite): ScannedSite {
  const isPage = (answer: CorpusAnswer) =>
    typeof answer === 'string' || ((answer.status ?? 200) === 200 && (answer.type ?? 'text/html').includes('html'));
  const listed = Object.entries(answers).filter(([path, answer]) => isPage(answer) && !unlisted.includes(path));
  const urls = listed.map(([path]) => `<url><loc>${origin}${path.replaceAll('&', '&amp;')}</loc></url>`).join('');
  const made: Record<string, CorpusAnswer> = {
    '/robots.txt': { type: 'text/plain', body: `User-agent: *\nDisallow: /admin\nSitemap: ${origin}/sitemap.xml\n` },
    '/sitemap.xml': { type: 'application/xml', body: `<urlset>${urls}</urlset>` },
    '/cover.png': { type: 'image/png', body: 'png' },
  };
  const all = Object.entries({ ...made, ...answers });
  return {
    origin,
    items: [],
    answers: new Map(
      all.map(([path, answer]) => {
        const { status = 200, type = 'text/html; charset=utf-8', location, body = '' } = toObject(answer);
        const headers: Record<string, string> = { 'content-type': type };
        if (location !== undefined) headers.location = location;
        return [path, { status, headers, body: Buffer.from(body) }];
      }),
    ),
  };
}

const toObject = (answer: CorpusAnswer): Exclude<CorpusAnswer, string> =>
  typeof answer === 'string' ? { body: answer } : answer;
