import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { backupManifestViolations } from './backup-manifests.ts';
import { root } from './source-files.ts';

const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const cluster = read('deploy/postgres/cloudnative-pg.yaml');
const restore = read('deploy/postgres/cloudnative-pg-restore.yaml');
const violationsOf = (files: { cluster?: string; restore?: string }) =>
  backupManifestViolations({ cluster, restore, ...files }, '18');

test('the examples of CloudNativePG fit together', () => {
  expect(violationsOf({})).toEqual([]);
});

test.each([
  ['a store that is not there', cluster.replace('name: platform-backups', 'name: backups'), 'platform-backups'],
  ['a schedule of five fields', cluster.replace('"0 30 1 * * *"', '"30 1 * * *"'), 'six fields'],
  [
    'a schedule of another cluster',
    cluster.replace('    name: platform-postgres\n', '    name: postgres\n'),
    'names postgres',
  ],
  ['an archive that nothing writes', cluster.replace('isWALArchiver: true', 'isWALArchiver: false'), 'isWALArchiver'],
  ['an archive without an end', cluster.replace('retentionPolicy: 35d', 'retentionPolicy: always'), 'retentionPolicy'],
  ['the archive that the operator gives up', cluster.replace('method: plugin', 'method: barmanObjectStore'), 'method'],
  ['a server that is too old', cluster.replace('postgresql:18.1', 'postgresql:17.6'), 'needs PostgreSQL 18'],
  ['text that is no YAML', cluster.replace('  name: platform-backups', ' name: [platform-backups'), 'cluster: '],
])('%s in the cluster is refused', (_, changed, reason) => {
  expect(changed).not.toBe(cluster);
  expect(violationsOf({ cluster: changed }).join('\n')).toContain(reason);
});

test.each([
  ['a time without a zone', restore.replace('T10:15:00Z', 'T10:15:00'), 'targetTime'],
  ['another source', restore.replace('source: platform-postgres', 'source: postgres'), 'externalClusters lacks'],
  [
    'a server name that is not there',
    restore.replace('serverName: platform-postgres', 'serverName: postgres'),
    'names postgres',
  ],
  [
    'the archive of the former cluster',
    restore.replace('name: platform-postgres-restored', 'name: platform-postgres'),
    'as another cluster does',
  ],
])('%s in the restore is refused', (_, changed, reason) => {
  expect(changed).not.toBe(restore);
  expect(violationsOf({ restore: changed }).join('\n')).toContain(reason);
});
