import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeHead } from './respond.ts';
import { splitTarget } from './router.ts';

/** An icon of 32 × 32 pixels: a PNG in the container of `.ico`, which every browser reads. */
const icon = Buffer.from(
  'AAABAAEAICAAAAEAIACOAAAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAIDAAAADhSSZwAAAAlQTFRFAAAAL1vq////gyYn' +
    'twAAAAN0Uk5TAP//RFDWIQAAADFJREFUeNpjYAgFAwYGVggjgEEUwghBMEKhgEjGKiDAwaCBrqW4GISdiulTeCDAggUASFxc5U+8' +
    'kjMAAAAASUVORK5CYII=',
  'base64',
);

/** Whether a request reads `/favicon.ico`. */
export const asksForFavicon = ({ method, url = '' }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && splitTarget(url).path === '/favicon.ico';

/**
 * Answers `/favicon.ico`, which a browser asks of each address that a person opens.
 * @returns whether the request was for it and is answered
 */
export function serveFavicon(req: IncomingMessage, res: ServerResponse): boolean {
  if (!asksForFavicon(req)) return false;
  writeHead(res, 200, {
    'content-type': 'image/x-icon',
    'content-length': icon.length,
    'cache-control': 'public, max-age=86400',
  });
  res.end(req.method === 'HEAD' ? undefined : icon);
  return true;
}
