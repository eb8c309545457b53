import { expect, test } from '@jest/globals';
import { changelogViolations } from './changelog.ts';

test('a version of the document without an entry in the changelog is refused', () => {
  const text = '# Changelog\n\n## 0.2.0\n\nNew.\n';
  expect(changelogViolations(text, '0.2.0')).toEqual([]);
  for (const version of ['0.3.0', '0.2', '0.2.0-rc.1'])
    expect(changelogViolations(text, version)).toEqual([expect.stringContaining(`"## ${version}"`)]);
  expect(changelogViolations()).toEqual([]);
});

test('an entry without text in the changelog is refused', () => {
  for (const entry of ['', '\n \n', '\n### Added\n', '\n-\n'])
    for (const next of ['', '\n## 0.2.0\n\nOld.\n'])
      expect(changelogViolations(`# Changelog\n\n## 0.3.0\n${entry}${next}`, '0.3.0')).toEqual([
        expect.stringContaining('"## 0.3.0" has no text'),
      ]);
  expect(changelogViolations('## 0.3.0\n\n### Added\n\n* **Keys.** New.\n', '0.3.0')).toEqual([]);
});
