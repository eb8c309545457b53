import { contractClient, platform as contracts } from '@platform/contracts';
import type { Settings } from '../demo-app/src/settings.ts';
import { idpClientId } from './sandboxes.ts';
import type { Seeded } from './seed.ts';

/**
 * Settings of the demo application. The keys of snapshots are read once, on the machine of the platform, and
 * pinned.
 * @param options.publicUrl address of the platform for browsers; `baseUrl` is its address for this process
 * @param options.authority address of the identity provider
 * @throws Error when the platform does not answer
 */
export async function appSettings(options: {
  baseUrl: string;
  publicUrl: string;
  authority: string;
  application: Pick<Seeded, 'application_code' | 'public_key'>;
}): Promise<Settings> {
  const { baseUrl, publicUrl, authority, application } = options;
  const { status, data } = await contractClient(contracts.catalog.endpoints, { baseUrl }).getSnapshotKeys();
  if (status !== 200) throw new Error(`the keys of snapshots could not be read: ${status}`);
  return {
    api_url: publicUrl,
    application_code: application.application_code,
    public_key: application.public_key,
    identity_provider: { authority, client_id: idpClientId },
    snapshot_keys: data.keys,
  };
}
