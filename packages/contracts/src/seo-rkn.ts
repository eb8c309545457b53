import { service } from './kit.ts';

export const seoRkn = service({ name: 'seo-rkn', endpoints: {}, events: {}, queries: {}, commands: {} });
