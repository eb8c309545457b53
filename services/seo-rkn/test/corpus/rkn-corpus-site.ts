import { createRknSite } from '@platform/sandbox';
import { judgeRkn } from '../../src/rkn/judge/judge-rkn.ts';
import type { RknPage } from '../../src/rkn/judge/rkn-site.ts';
import type { RknVerdicts } from '../../src/rkn/judge/verdicts.ts';
import { knownSite, pageOf, readDocument } from '../rkn-answers.ts';

/** Small sites whose right findings about personal data are known. */

export const rknOrigin = 'https://vector.example';

/** A page: HTML of its main part, or a whole answer. */
export type RknCorpusPage = string | { type?: string; status?: number; html?: string };

export interface RknCorpusSite {
  /** What is unusual about it, one sentence. */
  name: string;
  language: 'ru' | 'en';
  pages: Record<string, RknCorpusPage>;
  /** Main parts as a browser left them. */
  rendered?: Record<string, string>;
  /** All findings that are right: `code:variant path`. */
  right: readonly string[];
  /** Codes that would be false: what a tool that takes the page for an ordinary one would say. */
  forbidden: readonly string[];
  /** Rules that are not covered, as `code reason`; those that the site leaves out are not compared. */
  uncovered?: readonly string[];
}

const clean = createRknSite({ defects: [], origin: rknOrigin });
const documents = ['/privacy', '/consent', '/marketing-consent', '/offer'];
const headers = { 'content-security-policy': "default-src 'self'" };
const footer =
  '<footer><p>ООО «Вектор», ИНН 7707083893, ОГРН 1027700132195, 101000, г. Москва, ул. Мясницкая, д. 1 · <a href="mailto:info@vector.example">info@vector.example</a></p>' +
  '<a href="/privacy">Политика обработки персональных данных</a></footer>';

const framed = (language: string, main: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>Вектор</title></head><body>${main}${footer}</body></html>`;

/** Judges a site without a network, with the reader and the rules of scans. */
export function judgeRknCorpus({ language, pages, rendered = {} }: RknCorpusSite): RknVerdicts {
  const read = Object.entries(pages).map(([path, page]): RknPage => {
    const { type, status = 200, html = '' } = typeof page === 'string' ? { html: page } : page;
    const url = rknOrigin + path;
    const made = pageOf(
      url,
      type ? '' : framed(language, html),
      { ...headers, ...(type && { 'content-type': type }) },
      status,
    );
    const shown = rendered[path];
    return {
      ...made,
      ...(type && { facts: null }),
      ...(shown !== undefined && {
        rendered: pageOf(url, framed(language, shown), headers).facts,
        seen: { requests: [], cookies: [] },
        has_waited: true,
      }),
    };
  });
  const legal = documents.flatMap((path) => {
    const body = clean.answers.get(path)?.body.toString() ?? '';
    return pages[path] === undefined && body !== '' ? [pageOf(rknOrigin + path, body, headers)] : [];
  });
  return judgeRkn(knownSite(rknOrigin, [...read, ...legal]), readDocument);
}
