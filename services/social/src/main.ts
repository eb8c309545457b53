import { runProcess } from '@platform/runtime';
import { socialService } from './service.ts';

await runProcess(socialService, { env: process.env, argv: process.argv });
