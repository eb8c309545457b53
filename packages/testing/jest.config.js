import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** One runner for every test: unit tests beside the code, service tests in test/, journeys in packages/testing. */
export default {
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/.platform/'],
  modulePathIgnorePatterns: ['/.platform/'],
  transform: {},
  testEnvironment: fileURLToPath(new URL('src/jest/environment.js', import.meta.url)),
  testRunner: fileURLToPath(new URL('src/jest/run-suite.js', import.meta.url)),
  globalSetup: fileURLToPath(new URL('src/global-setup.ts', import.meta.url)),
  globalTeardown: fileURLToPath(new URL('src/global-teardown.ts', import.meta.url)),
  // Generous: a slow machine is no bug, and what hangs fails anyway.
  testTimeout: 900_000,
  // Three runners on two cores: a runner waits a quarter of its time for timers and other processes.
  // Jest reads a percentage over 100 as a number of runners. There are ranges of ports for eight of them.
  maxWorkers: Math.min(8, Math.ceil(availableParallelism() * 1.5)),
  // A runner keeps memory of each suite that it ran. A new one costs a second, a garbage collection of gigabytes
  // costs seconds again and again.
  workerIdleMemoryLimit: '700MB',
};
