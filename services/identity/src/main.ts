import { runProcess } from '@platform/runtime';
import { identityService } from './service.ts';

await runProcess(identityService, { env: process.env, argv: process.argv });
