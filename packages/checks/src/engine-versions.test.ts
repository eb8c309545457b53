import { expect, test } from '@jest/globals';
import type { Engine } from '@platform/testing/engines';
import { engineVersionViolations } from './engine-versions.ts';

const sums = { sha256_amd64: '-', sha256_arm64: '-' };
const nats: Engine = {
  engine: 'NATS',
  required: '2.12',
  image: 'nats:2.15.1-alpine',
  program: 'nats-server',
  installed: 'n/nats-server/nats-server_2.15.1-1',
  ...sums,
};
const postgres: Engine = {
  engine: 'PostgreSQL',
  required: '18',
  image: 'postgres:18.1-bookworm',
  program: 'postgres',
  installed: 'npm',
  ...sums,
};

const shipped = 'image: nats:2.15.1-alpine\nimage: postgres:18.1-bookworm\nurl: postgres://db@postgres:5432/platform';
const agreeing: Record<string, string> = {
  'docker-compose.yml': shipped,
  'helm/values.yaml': shipped,
  'deploy/operations.md':
    '| NATS | 2.12 | `nats:2.15.1-alpine` |\n| PostgreSQL | 18 | `postgres:18.1-bookworm` |\nNATS 2.12 or later',
  'packages/testing/install-servers': 'deploy/engines.tsv',
};

const violations = (changes: Record<string, string>, engines: Engine[] = [nats, postgres], embedded = '18.4.0') =>
  engineVersionViolations(
    engines,
    Object.entries({ ...agreeing, ...changes }).map(([path, text]) => ({ path, text })),
    embedded,
  );

test('files that agree with the table of engines pass', () => {
  expect(violations({})).toEqual([]);
});

test('another image of an engine is refused wherever it stands', () => {
  expect(violations({ '.github/workflows/ci.yml': 'image: redis:7-alpine' })).toEqual([
    '.github/workflows/ci.yml: redis:7-alpine, and deploy/engines.tsv has nats:2.15.1-alpine, postgres:18.1-bookworm',
  ]);
  expect(violations({ 'packages/testing/src/servers.ts': "image: 'nats:2.11-alpine'," })).toHaveLength(1);
  expect(violations({ 'helm/values.yaml': shipped.replace('2.15.1', '2.12.2') })).toEqual([
    expect.stringContaining('helm/values.yaml: nats:2.12.2-alpine'),
    'helm/values.yaml: nats:2.15.1-alpine of deploy/engines.tsv is absent',
  ]);
});

test('a document that requires another version is refused, and so is one without its row', () => {
  expect(violations({ 'README.md': 'It needs NATS 2.11 or later.' })).toEqual([
    "README.md: 'NATS 2.11', and deploy/engines.tsv requires 2.12",
  ]);
  expect(violations({ 'deploy/operations.md': '| NATS | 2.12 | `nats:2.15.1-alpine` |' })).toEqual([
    "deploy/operations.md: no row '| PostgreSQL | 18 | `postgres:18.1-bookworm` |'",
  ]);
});

test('the tests run the NATS of the image and the major version of its PostgreSQL', () => {
  expect(violations({}, [{ ...nats, installed: 'n/nats-server/nats-server_2.14.0-1' }, postgres])).toEqual([
    'deploy/engines.tsv: NATS: the tests run 2.14.0, and the image has 2.15.1',
  ]);
  expect(violations({}, [nats, postgres], '17.2.0')).toEqual([
    'deploy/engines.tsv: PostgreSQL 17.2.0 of the tests is older than 18',
    'deploy/engines.tsv: PostgreSQL: the tests run 17.2.0, and the image has 18.1',
  ]);
});

test('an image that is older than required is refused', () => {
  expect(violations({}, [{ ...nats, required: '2.16' }, postgres])).toContain(
    'deploy/engines.tsv: NATS 2.15.1 of the image is older than 2.16',
  );
});

test('an installer with versions of its own is refused', () => {
  expect(violations({ 'packages/testing/install-servers': 'apt-get install nats-server' })).toEqual([
    'packages/testing/install-servers: it does not read deploy/engines.tsv',
  ]);
});
