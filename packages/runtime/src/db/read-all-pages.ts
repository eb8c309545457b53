import type { Page } from '@platform/contracts/kit';
import type { PageQuery } from './pages.ts';

const rowsOfPage = 500;

/** Every page of a list, for a file. */
export async function* readAllPages<Row>(readPage: (page: PageQuery) => Promise<Page<Row>>): AsyncGenerator<Row[]> {
  let cursor: string | undefined;
  do {
    const page = await readPage({ limit: rowsOfPage, cursor });
    yield page.items;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
