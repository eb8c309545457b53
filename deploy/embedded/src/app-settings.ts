import { contractClient, platform as contracts } from '@platform/contracts';
import type { Settings } from '../demo-app/src/settings.ts';
import { idpClientId } from './sandboxes.ts';
import type { Seeded } from './seed.ts';

/**
 * What the demo application has to know. The keys of snapshots are read once, next to the platform, and pinned.
 * @param options.publicUrl where browsers reach the platform; `baseUrl` is where it is seen from here
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
