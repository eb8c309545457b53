import type { IncomingMessage } from 'node:http';

function isLoopbackAddress(address: string): boolean {
  const plain = address.trim().replace(/^::ffff:/i, '');
  return plain === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(plain);
}

/**
 * Returns whether a request comes from this machine. A proxy on this machine is a loopback peer for all its
 * clients, so every address in `X-Forwarded-For` has to be a loopback one too.
 * @param req the request
 */
export function isLoopbackPeer(req: IncomingMessage): boolean {
  if (!isLoopbackAddress(req.socket.remoteAddress ?? '')) return false;
  const forwarded = req.headers['x-forwarded-for'];
  if (forwarded === undefined) return true;
  return [forwarded].flat().join(',').split(',').every(isLoopbackAddress);
}
