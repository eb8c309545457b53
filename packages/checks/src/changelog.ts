import { readFileSync } from 'node:fs';
import { documentVersion } from '@platform/contracts';

const file = 'services/gateway/docs/changelog.md';

/** The changelog of the API has an entry for the version of the document. */
export function changelogViolations(
  text: string = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'),
  version: string = documentVersion,
): string[] {
  return text.split('\n').includes(`## ${version}`)
    ? []
    : [`${file}: it has no entry "## ${version}", the version of the document`];
}
