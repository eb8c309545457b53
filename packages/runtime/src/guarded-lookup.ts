import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import { SafeFetchError } from './safe-fetch-error.ts';

/** Finds every address of a name. */
export type Lookup = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export const systemLookup: Lookup = (hostname, options, callback) =>
  dnsLookup(hostname, { ...options, all: true }, callback);

/**
 * A lookup for connections that gives the addresses of a name if all of them are public: the connection goes
 * to the very address that was checked. Node asks no lookup for a literal IP address: the caller checks
 * those. It fails with SafeFetchError `address_refused`, or with the error of the resolver.
 */
export const guardedLookup =
  (lookup: Lookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, options, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const bad = addresses.find(({ address }) => !isPublicAddress(address));
      const first = addresses[0];
      if (bad || !first)
        return callback(new SafeFetchError('address_refused', `${hostname} is not a public address`), '', 0);
      // Node asks for one or for all addresses, depending on the happy-eyeballs setting.
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
