import { z } from 'zod';

export const indexNowConfig = {
  INDEXNOW_URL: z
    .url()
    .default('https://api.indexnow.org/indexnow')
    .describe('Address for announcements of changed addresses; the engines of IndexNow share them'),
};
