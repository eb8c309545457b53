import { runProcess } from '@platform/runtime';
import { gatewayService } from './service.ts';

await runProcess(gatewayService, { env: process.env, argv: process.argv });
