import { fileURLToPath } from 'node:url';

const path = (fromHere: string): string => fileURLToPath(new URL(fromHere, import.meta.url));

/**
 * Otherwise the compile cache is saved at a normal process exit, for which a killed process has no time. Saving holds
 * the event loop for up to 50 ms: it ends with the start of the process.
 */
const storeCompiled = `data:text/javascript,${encodeURIComponent(
  "import { flushCompileCache } from 'node:module'; for (const s of [2, 5, 10]) setTimeout(flushCompileCache, s * 1000).unref();",
)}`;

/**
 * Options of `fork` and `spawn` for a program of this repository: the Node of this test run, with the preload
 * and the heap and allocator settings of the images. All starts in the tests share one compile cache.
 */
export const nodeProgram = {
  execPath: process.execPath,
  execArgv: [
    '--max-semi-space-size=32',
    '--import',
    path('../../runtime/resolve-modules.js'),
    '--import',
    storeCompiled,
  ],
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: path('../../../node_modules/.cache/platform-compile'),
    MALLOC_ARENA_MAX: '2',
  },
};
