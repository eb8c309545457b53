import { storageConfig } from '@platform/runtime';
import { z } from 'zod';

export const cmsConfig = z.object({ ...storageConfig });
