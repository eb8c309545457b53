import type { seoRkn } from '@platform/contracts';
import type { Handlers } from '@platform/contracts/kit';
import type { App } from './app.ts';

/** One line for each endpoint. */
export const routes = (_app: App): Handlers<typeof seoRkn> => ({});
