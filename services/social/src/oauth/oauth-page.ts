import type { OauthChannel } from '@platform/contracts';
import { Answer } from '@platform/contracts/kit';

const names = { instagram: 'Instagram', threads: 'Threads' } as const;

/** No script, no foreign resource; not cached, not indexed, no referrer. */
const headers: Record<string, string> = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** The page that a browser sees when an account is connected and the operator named no return URL. */
export function connectedPage(provider: OauthChannel): Answer<string> {
  const title = `${names[provider]}: подключено · connected`;
  const html = `<!doctype html><html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title></head><body><main><h1>${title}</h1><p>Эту страницу можно закрыть. · You may close this page.</p></main></body></html>`;
  return new Answer(html, { headers });
}
