import { runProcess } from '@platform/runtime';
import { seoRknService } from './service.ts';

await runProcess(seoRknService, { env: process.env, argv: process.argv });
