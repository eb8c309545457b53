import { readFileSync } from 'node:fs';
import { documentVersion } from '@platform/contracts';

const changelogOfApi = 'services/gateway/docs/changelog.md';

/**
 * A changelog has an entry with text for a version: by default that of the API for the version of the document.
 * @param text the changelog as Markdown, with a heading of the second level for each version
 * @returns one line when the entry is missing or empty
 */
export function changelogViolations(
  text: string = readFileSync(new URL(`../../../${changelogOfApi}`, import.meta.url), 'utf8'),
  version: string = documentVersion,
  file: string = changelogOfApi,
): string[] {
  const lines = text.split('\n');
  const at = lines.indexOf(`## ${version}`);
  if (at < 0)
    return [
      `${file}: it has no entry "## ${version}"${file === changelogOfApi ? ', the version of the document' : ''}`,
    ];
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => /^##? /.test(line));
  const entry = end < 0 ? rest : rest.slice(0, end);
  const hasText = entry.some((line) => /\w/.test(line) && !line.startsWith('#'));
  return hasText ? [] : [`${file}: its entry "## ${version}" has no text`];
}
