import { runProcess } from '@platform/runtime';
import { catalogService } from './service.ts';

await runProcess(catalogService, { env: process.env, argv: process.argv });
