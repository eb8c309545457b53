import type { Consumer } from '@platform/runtime';
import type { App } from './app.ts';

/** What this service does when something happened elsewhere. */
export const consumers = (_app: App): Consumer[] => [];
