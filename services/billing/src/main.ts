import { runProcess } from '@platform/runtime';
import { billingService } from './service.ts';

await runProcess(billingService, { env: process.env, argv: process.argv });
