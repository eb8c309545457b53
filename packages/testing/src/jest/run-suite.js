import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { bindGlobals } from './globals.js';

// The file is no entry point of jest-circus; its own runner loads it into the VM context in the same way.
const require = createRequire(import.meta.resolve('jest-circus'));
const circus = require.resolve('./jestAdapterInit.js');
const eventHandlers = Symbol.for('EVENT_HANDLERS');

const globalsUrl = import.meta.resolve('./globals.js');
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === '@jest/globals'
      ? { url: globalsUrl, format: 'module', shortCircuit: true }
      : nextResolve(specifier, context),
});

/**
 * Runs a suite as jest-circus does, but Node itself loads its modules, and they stay loaded for the next suite
 * of the runner. A VM context for each suite costs 1 to 2 s for the modules of a service and is never freed.
 * So suites share the state of modules, which the product has none of.
 * @returns the result of the suite in the format of jest
 */
export default async function runSuite(globalConfig, config, environment, runtime, testPath, sendMessageToJest) {
  // Each suite has its own instance of jest-circus, with no state of the suite before.
  delete require.cache[circus];
  delete globalThis[eventHandlers];
  const mocker = environment.moduleMocker;
  const jest = {
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    restoreAllMocks: () => mocker.restoreAllMocks(),
  };
  const { initialize, runAndTransformResultsToJestFormat } = require(circus);
  await initialize({
    config: { ...config, injectGlobals: false },
    environment,
    globalConfig,
    localRequire: require,
    parentProcess: process,
    runtime,
    sendMessageToJest,
    setGlobalsForRuntime: (globals) => bindGlobals({ ...globals, jest }),
    testPath,
  });
  const moment = Date.now();
  const environmentVariables = { ...process.env };
  await import(pathToFileURL(testPath).href);
  try {
    return await runAndTransformResultsToJestFormat({
      config,
      globalConfig,
      setupAfterEnvPerfStats: { setupAfterEnvStart: moment, setupAfterEnvEnd: moment },
      testPath,
    });
  } finally {
    mocker.restoreAllMocks();
    for (const name of Object.keys(process.env)) if (!(name in environmentVariables)) delete process.env[name];
    Object.assign(process.env, environmentVariables);
  }
}
