import { invalidField, normalizeAppVersion } from '@platform/runtime';

/** Width of a number in a key, in digits. */
const width = 16;

const padded = (number: string): string => number.padStart(width, '0');

/**
 * Text whose byte order is the order of semantic versions (SemVer 2.0.0 §11), then of build numbers. Build
 * metadata does not affect the order.
 * @param version of a build as its author writes it; missing parts are zeros
 * @throws `validation_failed` for a text that is no version
 */
export function versionSortKey(version: string, buildNumber: number | null): string {
  const precedence = normalizeAppVersion(version) ?? invalidField('version', 'has to be a version, such as 1.10.0');
  const dash = precedence.indexOf('-');
  const core = dash < 0 ? precedence : precedence.slice(0, dash);
  const numbers = core.split('.').map(padded).join('.');
  // `~` sorts after every character of a pre-release, so a release comes after all of its pre-releases.
  const stage =
    dash < 0
      ? '~'
      : precedence
          .slice(dash + 1)
          .split('.')
          .map(identifierKey)
          .join('');
  return `${numbers} ${stage} ${padded(String(buildNumber ?? 0))}`;
}

/** A numeric identifier sorts by its value and below a text. A longer list sorts above its own prefix. */
const identifierKey = (identifier: string): string =>
  /^\d+$/.test(identifier) ? `!0${padded(identifier)}` : `!1${identifier}`;
