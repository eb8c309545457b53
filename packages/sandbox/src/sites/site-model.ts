import { type Chance, chanceOf, paragraphs } from './seeded-text.ts';

/** A page before it is rendered; defects change its fields. */
export interface PageModel {
  path: string;
  kind: 'home' | 'listing' | 'service' | 'post' | 'about' | 'contacts' | 'legal';
  lang: string | null;
  titles: string[];
  description: string | null;
  h1s: string[];
  /** Text of each paragraph. */
  text: string[];
  /** `href` of each canonical in the head. */
  canonicals: string[];
  viewport: boolean;
  robots: string | null;
  og: boolean;
  jsonLd: string[];
  hreflang: { code: string; href: string }[];
  images: { src: string; alt: string | null; isCover: boolean }[];
  links: string[];
  /** Elements before the end of head or body. */
  headEnd: string;
  bodyEnd: string;
  headers: Record<string, string>;
  status: number;
  encoding: 'utf-8' | 'windows-1251';
  /** Value of the meta element; null without one. */
  metaCharset: string | null;
  in_sitemap: boolean;
  /** Sections and neighbours link to it. */
  is_linked: boolean;
  /** Whole body instead of the page. */
  raw: string | null;
  item: ItemModel | null;
}

/** What the cms says of a published item. */
export interface ItemModel {
  id: string;
  slug: string;
  title: string;
  /** Null: equal to the first title of the page. */
  meta_title: string | null;
  meta_description: string | null;
}

export type Failure = { code: 'reset' | 'redirect_loop' | 'body_too_large'; detail: string };

/** A path that is no page: a redirect, a fault, a file. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The connection breaks instead of an answer. */
  failure?: Failure;
}

export interface SiteModel {
  origin: string;
  chance: Chance;
  pages: PageModel[];
  answers: Map<string, RawAnswer>;
  /** Lines of robots.txt; null for another answer in `answers`. */
  robots: string[] | null;
  /** Addresses that the sitemap lists beside those of the pages. */
  extraLocs: string[];
  hasSitemap: boolean;
  /** The sitemap is an index with these children beside the real one. */
  children: string[];
}

const subjects = [
  'доставка мебели',
  'ремонт кровли',
  'выбор плитки',
  'сборка кухни',
  'уход за садом',
  'покраска стен',
  'монтаж окон',
  'замена труб',
  'утепление дома',
  'расчёт сметы',
  'укладка паркета',
  'ремонт балкона',
  'дизайн спальни',
  'сборка шкафа',
] as const;
const angles = [
  'сроки и порядок работ',
  'сколько это стоит',
  'частые ошибки новичков',
  'как подготовить объект',
  'советы мастера',
  'что проверить заранее',
  'пример готового проекта',
] as const;

export const brand = 'Студия Вектор';
const posts = 96;
const services = 6;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function describe(subject: string, angle: string): string {
  return `${capital(subject)}: ${angle}. Рассказываем на примерах, с ценами, сроками и ответами на вопросы.`;
}

function page(model: Pick<SiteModel, 'origin' | 'chance'>, path: string, over: Partial<PageModel>): PageModel {
  const { origin, chance } = model;
  return {
    path,
    kind: 'service',
    lang: 'ru',
    titles: [],
    description: null,
    h1s: [],
    text: paragraphs(chance, 230 + chance.below(150)),
    canonicals: [origin + path],
    viewport: true,
    robots: null,
    og: true,
    jsonLd: [],
    hreflang: [],
    images: [
      { src: '/media/cover.png', alt: 'Мастер за работой', isCover: true },
      { src: '/media/plan.png', alt: '', isCover: false },
    ],
    links: [],
    headEnd: '',
    bodyEnd: '',
    headers: {},
    status: 200,
    encoding: 'utf-8',
    metaCharset: 'utf-8',
    in_sitemap: true,
    is_linked: true,
    raw: null,
    item: null,
    ...over,
  };
}

const breadcrumbs = (origin: string, path: string, name: string): string => {
  const parent = path.slice(0, path.lastIndexOf('/'));
  return JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Главная', item: `${origin}/` },
      { '@type': 'ListItem', position: 2, name: 'Раздел', item: origin + parent },
      { '@type': 'ListItem', position: 3, name },
    ],
  });
};

const article = (origin: string, path: string, headline: string): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline,
    datePublished: '2026-03-14T09:00:00+03:00',
    dateModified: '2026-04-02',
    image: `${origin}/media/cover.png`,
    url: origin + path,
    author: { '@type': 'Person', name: 'Анна Соколова' },
  });

function postPage(model: Pick<SiteModel, 'origin' | 'chance'>, index: number): PageModel {
  const subject = subjects[index % subjects.length] ?? subjects[0];
  const angle = angles[Math.floor(index / subjects.length) % angles.length] ?? angles[0];
  const path = `/blog/post-${index + 1}`;
  const name = `${capital(subject)}: ${angle}`;
  return page(model, path, {
    kind: 'post',
    titles: [`${name} — ${brand}`],
    description: describe(subject, angle),
    h1s: [name],
    text: paragraphs(model.chance, 430 + model.chance.below(150)),
    jsonLd: [article(model.origin, path, name), breadcrumbs(model.origin, path, name)],
    item: { id: `item-${index + 1}`, slug: `post-${index + 1}`, title: name, meta_title: null, meta_description: null },
  });
}

/** A site without a fault: home, sections, services, posts of the cms, and twins in two languages. */
export function baseSite(seed: number, origin: string): SiteModel {
  const chance = chanceOf(seed);
  const model = { origin, chance };
  const organisation = JSON.stringify({
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Organization', name: brand, url: `${origin}/`, logo: `${origin}/media/cover.png` },
      { '@type': 'WebSite', name: brand, url: `${origin}/` },
    ],
  });
  const fixed: [string, PageModel['kind'], string, string][] = [
    ['/', 'home', 'Студия Вектор: ремонт, доставка и сборка под ключ', 'Ремонт и обустройство домов'],
    ['/services', 'listing', `Услуги и цены на ремонт — ${brand}`, 'Наши услуги'],
    ['/blog', 'listing', `Блог о ремонте и стройке — ${brand}`, 'Блог мастеров'],
    ['/about', 'about', `О компании и наших мастерах — ${brand}`, 'О компании'],
    ['/contacts', 'contacts', `Контакты и схема проезда — ${brand}`, 'Контакты'],
    ['/privacy', 'legal', `Политика обработки персональных данных — ${brand}`, 'Политика обработки данных'],
  ];
  const pages = fixed.map(([path, kind, title, h1]) =>
    page(model, path, {
      kind,
      titles: [title],
      description: `${h1}: что мы делаем, как работаем и почему нам доверяют. Страница сайта ${path.slice(1) || 'home'}.`,
      h1s: [h1],
      jsonLd: kind === 'home' ? [organisation] : [],
    }),
  );
  for (let index = 0; index < services; index += 1) {
    const path = `/services/service-${index + 1}`;
    const name = `${capital(subjects[index] ?? subjects[0])} под ключ`;
    pages.push(
      page(model, path, {
        titles: [`${name} — ${brand}`],
        description: describe(subjects[index] ?? subjects[0], 'условия, гарантия и порядок оплаты'),
        h1s: [name],
        jsonLd: [breadcrumbs(origin, path, name)],
      }),
    );
  }
  for (let index = 0; index < posts; index += 1) pages.push(postPage(model, index));
  pages.push(
    page(model, '/en/about', {
      kind: 'about',
      lang: 'en',
      titles: ['About our company and its craftsmen'],
      description: 'About the company: what we do, how we work and why our clients trust us with their homes.',
      h1s: ['About the company'],
      text: paragraphs(chance, 260, 'en'),
      jsonLd: [breadcrumbs(origin, '/en/about', 'About')],
    }),
  );
  const twins = [
    { code: 'ru', href: `${origin}/about` },
    { code: 'en', href: `${origin}/en/about` },
    { code: 'x-default', href: `${origin}/about` },
  ];
  for (const twin of pages) if (twin.path.endsWith('/about')) twin.hreflang = [...twins];
  return {
    origin,
    chance,
    pages,
    answers: new Map(),
    robots: ['User-agent: *', 'Disallow: /admin/', `Sitemap: ${origin}/sitemap.xml`],
    extraLocs: [],
    hasSitemap: true,
    children: [],
  };
}
