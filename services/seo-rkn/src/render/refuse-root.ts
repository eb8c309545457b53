import { ConfigError } from '@platform/runtime';
import type { Sandbox } from './launch-chromium.ts';

/**
 * Refuses to render as root: Chromium has no sandbox for root, and foreign pages would run without one.
 * @param path of Chromium; nothing is refused without it
 * @throws ConfigError
 */
export function refuseRoot({ path, sandbox }: { path: string; sandbox: Sandbox }): void {
  if (path === '' || sandbox === 'off' || process.getuid?.() !== 0) return;
  throw new ConfigError('seo-rkn', [
    '`SEO_CHROMIUM_PATH` is set, and the service runs as root, for which Chromium has no sandbox: run it as another user, or leave the setting empty.',
  ]);
}
