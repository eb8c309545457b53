/** Platforms that the ledger names. */
export const ledgerPlatforms = [
  'web',
  'android',
  'ios',
  'ipados',
  'macos',
  'windows',
  'linux',
  'tvos',
  'watchos',
  'visionos',
  'wearos',
  'chromeos',
  'harmonyos',
  'aurora',
  'server',
  'other',
] as const;
export type LedgerPlatform = (typeof ledgerPlatforms)[number];

/** Other names of platforms, as clients send them. */
const synonyms: ReadonlyMap<string, LedgerPlatform> = new Map([
  ['browser', 'web'],
  ['pwa', 'web'],
  ['iphone', 'ios'],
  ['ipad', 'ipados'],
  ['mac', 'macos'],
  ['osx', 'macos'],
  ['darwin', 'macos'],
  ['win', 'windows'],
  ['wear', 'wearos'],
  ['backend', 'server'],
  ['node', 'server'],
]);

/**
 * The platform as the consent ledger stores it. Clients word it freely, and the ledger is never changed: a name outside of
 * the closed list may be personal data that no erasure reaches, so it is `other`.
 * @param platform as the client sent it, in any case, for example `iOS 18.1`; null when it is not known
 * @returns null for an unknown platform
 */
export function ledgerPlatform(platform: string | null): LedgerPlatform | null {
  if (platform === null || platform.trim() === '') return null;
  const word = /^[a-z]+/.exec(platform.trim().toLowerCase())?.[0] ?? '';
  return ledgerPlatforms.find((known) => known === word) ?? synonyms.get(word) ?? 'other';
}
