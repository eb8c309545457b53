import type { Route } from '@platform/contracts';
import { type ErrorCode, errorCatalog, errorDescription, errorRemedy } from '@platform/contracts/errors';
import type { GuideText } from './guides.ts';
import { operationAddress } from './reference.ts';
import { featureWords, guideWords, operationWords } from './search-words.ts';

/** A place of the documentation that the search finds. */
export interface SearchEntry {
  name: string;
  detail: string;
  address: string;
  /** Lower case, as `words`. */
  title: string;
  /** Words for the act that the entry is for; they count most. */
  acts: string;
  /** Further words that find the entry. */
  words: string;
  /** Points that an entry of its kind has before others with the same words. */
  weight: number;
}

/** Beginnings of sentences that most descriptions have; they find nothing. */
const repeated = ['Rate class `', 'Largest body: ', 'Honours `'];

const withoutRepeated = (description: string): string =>
  description
    .split('. ')
    .filter((part) => !repeated.some((beginning) => part.startsWith(beginning)))
    .join('. ');

const words = (...texts: readonly string[]): string =>
  texts
    .join(' ')
    .toLowerCase()
    .replaceAll(/[\s`]+/g, ' ');

/** Everything that the search of the documentation finds: guides with their headings, operations and errors. */
export function searchIndex(routes: readonly Route[], guides: readonly GuideText[]): SearchEntry[] {
  const pages = guides.flatMap(({ name, title, about, headings }) => {
    const address = `/docs/guides/${name}`;
    const page: SearchEntry = {
      name: title,
      detail: `Guide. ${about}`,
      address,
      title: words(title),
      acts: guideWords[name] ?? '',
      words: words(about),
      weight: 4,
    };
    const places = headings.map(
      ({ id, text }): SearchEntry => ({
        name: text,
        detail: `Guide: ${title}`,
        address: `${address}#${id}`,
        title: words(text),
        acts: '',
        words: words(title),
        weight: 0,
      }),
    );
    return [page, ...places];
  });
  const operations = routes.map((route): SearchEntry => {
    const { method, path, summary, description = '', feature } = route.endpoint;
    const name = feature?.name ?? '';
    return {
      name: summary,
      detail: `${method} ${path}`,
      address: operationAddress(route),
      title: words(summary),
      acts: operationWords[route.id] ?? '',
      words: words(
        route.id,
        path.replaceAll(/[/{}._-]+/g, ' '),
        path,
        name,
        featureWords[name] ?? '',
        withoutRepeated(description),
      ),
      weight: 2,
    };
  });
  const errors = (Object.keys(errorCatalog) as ErrorCode[]).map(
    (code): SearchEntry => ({
      name: code,
      detail: errorDescription(code),
      address: `/docs/errors/${code}`,
      acts: '',
      title: words(code, code.replaceAll('_', ' ')),
      words: words(errorDescription(code), errorRemedy(code)),
      weight: 0,
    }),
  );
  return [...pages, ...operations, ...errors];
}
