import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** One runner for every test: unit tests beside the code, service tests in test/, journeys in packages/testing. */
export default {
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/.platform/'],
  modulePathIgnorePatterns: ['/.platform/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
  globalSetup: fileURLToPath(new URL('src/global-setup.ts', import.meta.url)),
  globalTeardown: fileURLToPath(new URL('src/global-teardown.ts', import.meta.url)),
  // Generous: a slow machine is no bug, and what hangs fails anyway.
  testTimeout: 120_000,
  // Much of the time goes into waiting for databases and processes: three runners for two cores.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
};
