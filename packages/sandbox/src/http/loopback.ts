import type { IncomingMessage } from 'node:http';

function isLoopbackAddress(address: string): boolean {
  const plain = address.trim().replace(/^::ffff:/i, '');
  return plain === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(plain);
}

/**
 * Tells whether a request comes from this machine. A proxy on this machine is a loopback peer for everyone behind it,
 * so every address it reports in `X-Forwarded-For` has to be a loopback one too.
 * @param req the request
 */
export function isLoopbackPeer(req: IncomingMessage): boolean {
  if (!isLoopbackAddress(req.socket.remoteAddress ?? '')) return false;
  const forwarded = req.headers['x-forwarded-for'];
  if (forwarded === undefined) return true;
  return [forwarded].flat().join(',').split(',').every(isLoopbackAddress);
}
