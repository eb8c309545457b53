import { createClient, type PlatformClient } from '@platform/client';
import type { Settings } from './settings.ts';
import type { SignIn } from './sign-in.ts';

/** The client of the platform: one for the life of the page. */
export const openPlatform = (settings: Settings, signIn: SignIn): PlatformClient =>
  createClient({
    baseUrl: settings.api_url,
    applicationCode: settings.application_code,
    publicKey: settings.public_key,
    snapshotKeys: settings.snapshot_keys,
    getToken: signIn.getToken,
    platform: 'web',
    appVersion: '1.0.0',
    freeEntitlements: ['notes_basic'],
    fallbacks: { config: { note_max_length: 2_000 } },
  });
