import { catalog, cms, type ResolvedApplication, type ResolvedSite } from '@platform/contracts';
import { boundedCache, errorText } from '@platform/runtime';
import type { GatewayPlatform } from '../dependencies.ts';

type PublicKey = ResolvedApplication['public_keys'][number];
type SiteKey = ResolvedSite['keys'][number];

/** Reports uses of valid keys to the service that owns them. No call waits for it. */
export interface KeyUses {
  reportPublicKey(key: PublicKey): void;
  reportSiteKey(key: SiteKey): void;
}

/**
 * How long a reported key is not reported again. Until then the cached application or site, which says whether the
 * recorded use is stale, is read again.
 */
const reportedMs = 60_000;
const reportedBytes = 1024 * 1024;

/** A failed report is repeated with a later use of the key. */
export function createKeyUses({ call, log }: Pick<GatewayPlatform, 'call' | 'log'>): KeyUses {
  const reported = boundedCache<true>({ maxBytes: reportedBytes, ttlMs: reportedMs });

  const report = ({ id, is_use_stale }: PublicKey | SiteKey, send: (key_id: string) => Promise<unknown>): void => {
    if (!is_use_stale || id === null || reported.get(id)) return;
    reported.set(id, true);
    send(id).catch((error) => log.debug({ reason: errorText(error) }, 'the use of a public key could not be recorded'));
  };

  return {
    reportPublicKey: (key) => report(key, (key_id) => call(catalog.commands.notePublicKeyUse, { key_id })),
    reportSiteKey: (key) => report(key, (key_id) => call(cms.commands.noteSiteKeyUse, { key_id })),
  };
}
