import type { SearchProvider } from '@platform/contracts';
import type { Answer } from '@platform/contracts/kit';
import { pendingConnectionPage } from '@platform/runtime';

const names = { google: 'Google Search Console', yandex: 'Яндекс Вебмастер' } as const;

/**
 * The page that a browser sees when a provider granted access and no `return_url` was named.
 * @param about name and address of the site, and the e-mail of the administrator who started the connection
 */
export const pendingPage = (
  provider: SearchProvider,
  { site, website_url, admin_email }: { site: string; website_url: string | null; admin_email: string },
  confirmation_code: string,
): Answer<string> =>
  pendingConnectionPage(names[provider], {
    facts: [
      ['Сайт · Site', website_url === null ? site : `${site} (${website_url})`],
      ['Подключает · Requested by', admin_email],
    ],
    confirmation_code,
  });
