import { runProcess } from '@platform/runtime';
import { analyticsService } from './service.ts';

await runProcess(analyticsService, { env: process.env, argv: process.argv });
