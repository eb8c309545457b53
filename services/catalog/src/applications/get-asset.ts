import { Answer, type PreparedBody } from '@platform/contracts/kit';
import { fail } from '@platform/runtime';
import type { App } from '../app.ts';

/**
 * An uploaded file. An SVG that is opened by itself is a document: it was sanitised at the upload, and its
 * headers (CSP) also forbid a browser to run or load anything of it.
 * @throws AppError `not_found`
 */
export async function getAsset({ assets }: Pick<App, 'assets'>, name: string): Promise<Answer<PreparedBody>> {
  const asset = (await assets.get(name)) ?? fail('not_found');
  const headers: Record<string, string> = { 'content-type': asset.contentType, 'x-content-type-options': 'nosniff' };
  if (asset.contentType === 'image/svg+xml')
    headers['content-security-policy'] = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
  return new Answer({ etag: asset.etag, body: asset.bytes }, { headers });
}
