import { decodePercent } from '@platform/contracts/decode-percent';

/** The address and the credentials of NATS. */
export interface NatsAddress {
  servers: string[];
  user?: string;
  pass?: string;
  token?: string;
}

/**
 * Reads NATS_URL: addresses with commas between them, `nats://user:password@host:4222` or
 * `nats://token@host:4222`. The client takes credentials beside the addresses only; the first ones are good
 * for every server, as a cluster shares them. Characters that mean something in an address, a comma among
 * them, are percent-encoded in a password.
 */
export function readNatsUrl(url: string): NatsAddress {
  const parts = url.split(',').map((address) => {
    const at = address.lastIndexOf('@');
    const begin = address.indexOf('://') < 0 ? 0 : address.indexOf('://') + 3;
    if (at < begin) return { server: address.trim(), credentials: '' };
    return {
      server: `${address.slice(0, begin)}${address.slice(at + 1)}`.trim(),
      credentials: address.slice(begin, at),
    };
  });
  const servers = parts.map(({ server }) => server);
  const [user = '', ...rest] = (parts.find(({ credentials }) => credentials !== '')?.credentials ?? '').split(':');
  if (user === '') return { servers };
  if (rest.length === 0) return { servers, token: decodePercent(user) };
  return { servers, user: decodePercent(user), pass: decodePercent(rest.join(':')) };
}
