import type { PublicSite, SeoHead } from '@platform/contracts';
import type { z } from 'zod';
import type { Head } from './head.ts';
import { type Frame, pathOf } from './pages.ts';
import { wordsOf } from './words.ts';

type Site = z.output<typeof PublicSite>;

/** Pages that the landing makes itself, by their paths; every text of the platform has another one. */
export const ownPages = { home: '/', blog: '/blog', help: '/help', changelog: '/changelog', contact: '/contact' };
export type OwnPage = keyof typeof ownPages;

/** Titles of 20 to 70 characters and descriptions of 50 to 160 with a name of usual length. */
const ownTexts: Record<'ru' | 'en', Record<OwnPage, (name: string) => { title: string; description: string }>> = {
  ru: {
    home: (name) => ({
      title: `${name}: новости, справка и загрузка`,
      description: `Новости ${name}, справка, история версий и загрузка на одном сайте: читайте, пробуйте и пишите нам.`,
    }),
    blog: (name) => ({
      title: `Блог ${name}: новости и советы`,
      description: `Новости ${name}, разборы возможностей и советы, как работать быстрее. Новые записи стоят первыми.`,
    }),
    help: (name) => ({
      title: `Справка ${name}: ответы на вопросы`,
      description: `Как установить ${name}, с чего начать и что делать, если что-то не получается: статьи справки по разделам.`,
    }),
    changelog: (name) => ({
      title: `Что нового в ${name}: история версий`,
      description: `Что добавлено и исправлено в каждой версии ${name}: список изменений, новые версии стоят первыми.`,
    }),
    contact: (name) => ({
      title: `Контакты ${name}: как нам написать`,
      description: `Напишите команде ${name}: задайте вопрос, предложите улучшение или сообщите об ошибке. Ответим по почте.`,
    }),
  },
  en: {
    home: (name) => ({
      title: `${name}: news, help and downloads`,
      description: `News of ${name}, its help, release notes and downloads on one site: read, try it and write to us.`,
    }),
    blog: (name) => ({
      title: `The blog of ${name}: news and advice`,
      description: `News of ${name}, its features explained, and advice that saves time. The newest post comes first.`,
    }),
    help: (name) => ({
      title: `The help of ${name}: answers to questions`,
      description: `How to install ${name}, where to begin, and what to do when something does not work: articles by topic.`,
    }),
    changelog: (name) => ({
      title: `What is new in ${name}: all releases`,
      description: `What each release of ${name} adds and fixes: a list of changes, the newest release comes first.`,
    }),
    contact: (name) => ({
      title: `Contact ${name}: write to the team`,
      description: `Write to the team of ${name}: ask a question, suggest a change or report a fault. The answer comes by mail.`,
    }),
  },
};

/**
 * Title and description of a page of the landing. The home page in the default language has the description
 * of the site, if there is one.
 */
export function ownTextOf({ name, description, default_locale }: Site, locale: string, of: OwnPage) {
  const text = ownTexts[locale.startsWith('en') ? 'en' : 'ru'][of](name);
  const isSaid = of === 'home' && locale === default_locale && description !== null;
  return isSaid ? { ...text, description } : text;
}

/** The organization behind the site and the site itself: https://schema.org/WebSite. */
const siteData = ({ name, website_url, logo }: Site, locale: string) => ({
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'Organization', name, url: website_url, ...(logo ? { logo: logo.url } : {}) },
    { '@type': 'WebSite', name, url: website_url, inLanguage: locale },
  ],
});

interface Step {
  name: string;
  url: string;
}

/** A page that lists others: https://schema.org/CollectionPage. */
const collectionData = (list: Step) => ({ '@context': 'https://schema.org', '@type': 'CollectionPage', ...list });

/** The way from the home page to a page: https://schema.org/BreadcrumbList. */
const breadcrumbData = (steps: readonly Step[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, url }, at) => ({ '@type': 'ListItem', position: at + 1, name, item: url })),
});

/** A page of the landing in breadcrumbs. */
const stepTo = (frame: Frame, of: OwnPage, name: string): Step => ({
  name,
  url: `${frame.site.website_url}${pathOf(frame, ownPages[of])}`,
});

/** The head of a page that the landing makes itself. */
export function ownHead(frame: Frame, of: OwnPage): Head {
  const { site, locale } = frame;
  const text = ownTextOf(site, locale, of);
  const currentStep = stepTo(frame, of, text.title);
  const home = stepTo(frame, 'home', site.name);
  const data = of === 'home' ? [siteData(site, locale)] : [breadcrumbData([home, currentStep])];
  return {
    ...text,
    canonical: currentStep.url,
    json_ld: [...data, ...(lists.includes(of) ? [collectionData(currentStep)] : [])],
  };
}
const lists: OwnPage[] = ['blog', 'help', 'changelog'];

/** The head of a text of the platform: its SEO head from the platform, with breadcrumbs. */
export function textHead(
  frame: Frame,
  { title, seo: { json_ld, ...seo } }: { title: string; seo: z.output<typeof SeoHead> },
  list?: 'blog' | 'help' | 'changelog',
): Head {
  const between = list === undefined ? [] : [stepTo(frame, list, wordsOf(frame.locale)[list])];
  const currentStep = seo.canonical === null ? [] : [{ name: title, url: seo.canonical }];
  const way = breadcrumbData([stepTo(frame, 'home', frame.site.name), ...between, ...currentStep]);
  return { ...seo, json_ld: [json_ld, way] };
}
