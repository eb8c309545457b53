/** How versions of apps are read, in the words of the API document. */
export const versionComparison =
  'Missing parts are zeros (`2.0` is `2.0.0`), a fourth number and a build suffix do not count (`2.0.0.1234`, `2.0.0 (45)`).';

/** How a range of versions is read, in the words of the API document. */
export const versionRange =
  'Range of app versions, for example `>=2.1.0 <3`. Missing parts of a bound are zeros; `2.0`, `2.x` and `~2.0` are all versions 2.0; `||` separates alternatives. A pre-release comes before its release: `>=2.0.0-0` includes those of 2.0.0';
