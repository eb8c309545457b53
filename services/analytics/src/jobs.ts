import type { Job } from '@platform/runtime';
import type { App } from './app.ts';

/** What one replica does now and then. */
export const jobs = (_app: App): Job[] => [];
