import type { App } from '../app.ts';

export type Scanner = Pick<
  App,
  | 'db'
  | 'ask'
  | 'clock'
  | 'config'
  | 'emit'
  | 'log'
  | 'metrics'
  | 'safeFetch'
  | 'publicFetch'
  | 'settings'
  | 'pageReader'
  | 'psi'
  | 'rendering'
  | 'timing'
  | 'firstByteOf'
  | 'geo'
  | 'documentChecker'
>;
