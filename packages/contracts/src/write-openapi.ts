import { readFile, writeFile } from 'node:fs/promises';
import { writeOpenApi } from './openapi/write.ts';
import { openApiDocument } from './openapi.ts';
import { platform } from './platform.ts';
import { documentVersion } from './version.ts';

/**
 * `node write-openapi.ts` writes packages/contracts/openapi.json; with `--check` it fails when the file is
 * not current.
 */
const file = new URL('../openapi.json', import.meta.url);
const current = writeOpenApi(openApiDocument(platform, documentVersion));

if (process.argv.includes('--check')) {
  const committed = await readFile(file, 'utf8').catch(() => '');
  if (committed !== current) {
    process.stderr.write('packages/contracts/openapi.json is not current: run `make openapi` and commit it.\n');
    process.exitCode = 1;
  }
} else await writeFile(file, current);
