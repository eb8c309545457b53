import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { serviceNames } from '@platform/contracts';
import { planRelease, releaseNotes } from './release-plan.ts';
import { root } from './source-files.ts';

const services = ['billing', 'seo-rkn'];
const files: Record<string, string> = {
  'helm/Chart.yaml': 'version: 1.2.3\nappVersion: "1.2.3"\n',
  'services/billing/CHANGELOG.md': '# Changelog\n\n## 1.4.2\n\n* Refunds in parts.\n\n## 1.4.1\n\n* Older.\n',
  'services/seo-rkn/CHANGELOG.md': '# Changelog\n\n## 1.0.0\n',
};
const plan = (tag: string, changes: Record<string, string> = {}) =>
  planRelease(tag, services, (path) => ({ ...files, ...changes })[path] ?? '');

test('a tag of the platform releases every service with its version', () => {
  expect(plan('v1.2.3')).toEqual({ tag: 'v1.2.3', version: '1.2.3', whole: true, services });
});

test('a tag of a service releases this service alone', () => {
  expect(plan('billing/v1.4.2')).toEqual({
    tag: 'billing/v1.4.2',
    version: '1.4.2',
    whole: false,
    services: ['billing'],
  });
});

test('a service is not released without an entry of its changelog, and an entry without text is none', () => {
  expect(() => plan('billing/v1.5.0')).toThrow('services/billing/CHANGELOG.md: it has no entry "## 1.5.0"');
  expect(() => plan('seo-rkn/v1.0.0')).toThrow('services/seo-rkn/CHANGELOG.md: its entry "## 1.0.0" has no text');
});

test('the notes of a service release are its entry alone', () => {
  const read = (path: string) => files[path] ?? '';
  expect(releaseNotes(plan('billing/v1.4.2'), read)).toBe('* Refunds in parts.');
  expect(releaseNotes(plan('v1.2.3'), read)).toBe('');
});

test('a tag of the platform needs a chart that installs its images', () => {
  expect(() => plan('v1.2.4')).toThrow(
    'helm/Chart.yaml has version 1.2.3 and appVersion 1.2.3: the commit of v1.2.4 needs 1.2.4',
  );
  expect(() => plan('v1.2.3', { 'helm/Chart.yaml': 'version: 1.2.3\nappVersion: "1.2.2"\n' })).toThrow(
    'appVersion 1.2.2',
  );
});

test.each(['1.2.3', 'v1.2', 'v01.2.3', 'billing/1.4.2', 'billing/v1.4.2+build', '../v1.0.0', 'v1.2.3\nwhole=true', ''])(
  'the tag %j releases nothing',
  (tag) => {
    expect(() => plan(tag)).toThrow('is no tag of a release');
  },
);

test('an unknown service is refused with the names of the services', () => {
  expect(() => plan('invoices/v1.0.0')).toThrow("'invoices' is no service: billing, seo-rkn");
});

test('every service has a changelog of its own releases', () => {
  for (const name of serviceNames)
    expect(readFileSync(`${root}services/${name}/CHANGELOG.md`, 'utf8')).toContain(`# Changelog of ${name}`);
});
