import type { Embedded } from './embedded.ts';

export interface BenchResult {
  id: string;
  what: string;
  value: number;
  unit: string;
  reference: number | null;
  ratio: number | null;
}

export interface Bench {
  id: string;
  goal: string;
  run(embedded: Embedded): Promise<BenchResult>;
}
