import type { OauthChannel } from '@platform/contracts';
import type { Answer } from '@platform/contracts/kit';
import { pendingConnectionPage } from '@platform/runtime';

const names = { instagram: 'Instagram', threads: 'Threads' } as const;

/**
 * The page that a browser sees when a network granted access and the operator named no return URL.
 * @param about names of brand and account, and the e-mail of the administrator who started the connection
 */
export const pendingPage = (
  provider: OauthChannel,
  { brand, account, admin_email }: { brand: string; account: string; admin_email: string },
  confirmation_code: string,
): Answer<string> =>
  pendingConnectionPage(names[provider], {
    facts: [
      ['Бренд · Brand', brand],
      ['Аккаунт · Account', account],
      ['Подключает · Requested by', admin_email],
    ],
    confirmation_code,
  });
