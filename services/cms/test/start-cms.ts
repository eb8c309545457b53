import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { cms } from '@platform/contracts';
import { type StartServiceOptions, startService, type TestService } from '@platform/testing';
import { cmsService } from '../src/service.ts';

export interface TestCms extends TestService<typeof cms> {
  /** Where its uploaded files are. */
  filesDir: string;
}

/** The service under test, with a folder of its own for uploaded files. */
export async function startCms(options: StartServiceOptions = {}): Promise<TestCms> {
  const filesDir = await mkdtemp(join(tmpdir(), 'platform-files-'));
  const env = { STORAGE_URL: pathToFileURL(filesDir).href, ...options.env };
  const t = await startService(cmsService, { ...options, env });
  return {
    ...t,
    filesDir,
    async stop() {
      await rm(filesDir, { recursive: true, force: true });
      await t.stop();
    },
  };
}
