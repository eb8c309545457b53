import { runProcess } from '@platform/runtime';
import { cmsService } from './service.ts';

await runProcess(cmsService, { env: process.env, argv: process.argv });
