/** Digits of a number in a key. */
const width = 16;

const padded = (number: string): string => number.padStart(width, '0');

/**
 * Text that sorts byte by byte as semantic versions do (SemVer 2.0.0 §11), and builds of one version by their
 * number. Build metadata is no part of the order.
 * @param version a valid semantic version
 */
export function versionSortKey(version: string, buildNumber: number | null): string {
  const [precedence = ''] = version.split('+');
  const dash = precedence.indexOf('-');
  const core = dash < 0 ? precedence : precedence.slice(0, dash);
  const numbers = core.split('.').map(padded).join('.');
  // `~` sorts behind every character of a pre-release: a release comes after all of its pre-releases.
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

/**
 * A numeric identifier sorts below a text and by its value; a list that goes on sorts above the one that ends.
 */
const identifierKey = (identifier: string): string =>
  /^\d+$/.test(identifier) ? `!0${padded(identifier)}` : `!1${identifier}`;
