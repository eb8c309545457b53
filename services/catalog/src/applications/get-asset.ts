import { Answer, type PreparedBody } from '@platform/contracts/kit';
import { fail } from '@platform/runtime';
import type { App } from '../app.ts';

/**
 * An uploaded file. An SVG is a document when somebody opens it by itself: it was cleaned when it came, and a browser is told
 * besides to run and load nothing of it.
 * @throws AppError `not_found`
 */
export async function getAsset({ assets }: Pick<App, 'assets'>, name: string): Promise<Answer<PreparedBody>> {
  const asset = (await assets.get(name)) ?? fail('not_found');
  const headers: Record<string, string> = { 'content-type': asset.contentType, 'x-content-type-options': 'nosniff' };
  if (asset.contentType === 'image/svg+xml')
    headers['content-security-policy'] = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
  return new Answer({ etag: asset.etag, body: asset.bytes }, { headers });
}
