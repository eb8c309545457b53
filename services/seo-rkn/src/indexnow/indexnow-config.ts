import { z } from 'zod';

export const indexNowConfig = {
  INDEXNOW_URL: z
    .url()
    .default('https://api.indexnow.org/indexnow')
    .describe('Where changed addresses are announced; the engines of IndexNow share them'),
};
