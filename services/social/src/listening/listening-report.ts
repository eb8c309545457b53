import type { QueryView } from './query.ts';

export type Failure = QueryView['errors'][number];

export interface ListeningReport {
  new: number;
  errors: Failure[];
}
