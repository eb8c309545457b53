import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * What an application pays for the client, in bytes of a minified and compressed bundle. `make check` fails
 * when one of them is above its limit.
 */
const source = fileURLToPath(new URL('../src/', import.meta.url));

const bundles = [
  {
    name: 'one operation',
    limit: 3_072,
    text: `import { createCaller, getPaywall } from './operations.ts'; globalThis.use = [createCaller, getPaywall];`,
  },
  { name: 'all of .', limit: 12_288, text: `import * as all from './index.ts'; globalThis.use = all;` },
  { name: './react', limit: 1_536, text: `import * as all from './react.ts'; globalThis.use = all;` },
  { name: './ed25519', limit: 8_192, text: `import * as all from './ed25519.ts'; globalThis.use = all;` },
];

for (const { name, limit, text } of bundles) {
  const { outputFiles } = await build({
    stdin: { contents: text, resolveDir: source, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    external: ['react'],
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  if (process.argv.includes('--print')) process.stdout.write(`${name}: ${bytes} of ${limit} bytes\n`);
  if (bytes > limit) {
    process.stderr.write(`packages/client: ${name} has ${bytes} bytes compressed, ${limit} are allowed\n`);
    process.exitCode = 1;
  }
}
