/** A number behind the count of its digits, which has two: more digits are a larger number. */
const numberKey = (number: string): string => `${String(number.length).padStart(2, '0')}${number}`;

/**
 * Text that sorts byte by byte as semantic versions do (SemVer 2.0.0 §11), and builds of one version by their
 * number. Build metadata is no part of the order.
 * @param version a valid semantic version
 */
export function versionSortKey(version: string, buildNumber: number | null): string {
  const [precedence = ''] = version.split('+');
  const dash = precedence.indexOf('-');
  const core = dash < 0 ? precedence : precedence.slice(0, dash);
  const numbers = core.split('.').map(numberKey).join('.');
  // `~` sorts behind every character of a pre-release: a release comes after all of its pre-releases.
  const stage =
    dash < 0
      ? '~'
      : precedence
          .slice(dash + 1)
          .split('.')
          .map(identifierKey)
          .join('');
  return `${numbers} ${stage} ${numberKey(String(buildNumber ?? 0))}`;
}

/**
 * A numeric identifier sorts below a text and by its value; a list that goes on sorts above the one that ends.
 */
const identifierKey = (identifier: string): string =>
  /^\d+$/.test(identifier) ? `!0${numberKey(identifier)}` : `!1${identifier}`;
