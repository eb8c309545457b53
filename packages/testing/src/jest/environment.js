import { ModuleMocker } from 'jest-mock';

/**
 * The environment of jest for tests that run in the process of the runner itself, without a VM context.
 * https://jestjs.io/docs/configuration#testenvironment-string
 */
export default class NativeEnvironment {
  global = globalThis;
  fakeTimers = null;
  fakeTimersModern = null;
  moduleMocker = new ModuleMocker(globalThis);

  async setup() {}
  async teardown() {}

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
}
