/** What `@jest/globals` exports in a test: bindings of the suite that runs now. */
export let afterAll;
export let afterEach;
export let beforeAll;
export let beforeEach;
export let describe;
export let expect;
export let it;
export let jest;
export let test;

/** @param globals the functions of a suite, before its file is imported */
export function bindGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
