import type { Job } from '@platform/runtime';
import type { App } from './app.ts';
import { sweepFiles } from './assets/sweep-files.ts';
import { dropExpiredPreviewTokens } from './content/preview-tokens.ts';
import { publishDue } from './content/publish-due.ts';
import { thinRevisions } from './content/thin-revisions.ts';
import { sweepImports } from './transfer/sweep-imports.ts';

export const jobs = (app: App): Job[] => [
  { name: 'publish-due', everySeconds: 10, run: () => publishDue(app) },
  { name: 'thin-revisions', everySeconds: 600, run: () => thinRevisions(app) },
  { name: 'drop-preview-tokens', everySeconds: 3600, run: () => dropExpiredPreviewTokens(app) },
  { name: 'run-imports', everySeconds: 5, run: async () => app.importRunner.wake() },
  { name: 'sweep-imports', everySeconds: 3600, run: () => sweepImports(app) },
  { name: 'sweep-files', everySeconds: 3600, run: () => sweepFiles(app) },
];
