import { runInBackground } from '../scope.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { WorkBacklog } from './backlog.ts';
import { type BackgroundWork, workOutcomes } from './work-runner.ts';

/** A kind of work of a service, with what waits of it. */
export interface WorkReport extends WorkBacklog {
  service: string;
  work: string;
}

type RegistryMetrics = Pick<Metrics, 'onScrape' | 'workRuns' | 'workWaiting' | 'workOldest'>;

/** The background work of all services of a process. */
export class WorkRegistry {
  readonly #metrics: RegistryMetrics;
  readonly #works: { service: string; work: BackgroundWork }[] = [];

  constructor(metrics: RegistryMetrics) {
    this.#metrics = metrics;
    metrics.onScrape(async () => void (await this.read()));
  }

  /** Reports the work of a service from now on. */
  add(service: string, works: readonly BackgroundWork[]): void {
    for (const work of works) {
      this.#works.push({ service, work });
      // An alert compares increases: each figure is there before the first claim.
      for (const outcome of workOutcomes) this.#metrics.workRuns.inc({ service, work: work.name, outcome }, 0);
    }
  }

  /** What waits of each kind of work; a kind whose database does not answer is left out. */
  async read(): Promise<WorkReport[]> {
    const byService = [...Map.groupBy(this.#works, ({ service }) => service).values()];
    // One statement of a service at a time, on the background share of its pool: users do not wait for a scrape.
    const reports = (await Promise.all(byService.map((works) => runInBackground(() => readAll(works))))).flat();
    for (const { service, work, waiting, oldest_seconds } of reports) {
      this.#metrics.workWaiting.set({ service, work }, waiting);
      this.#metrics.workOldest.set({ service, work }, oldest_seconds);
    }
    return reports;
  }
}

async function readAll(works: readonly { service: string; work: BackgroundWork }[]): Promise<WorkReport[]> {
  const reports: WorkReport[] = [];
  for (const { service, work } of works) {
    const backlog = await work.readBacklog().catch(() => null);
    if (backlog !== null) reports.push({ service, work: work.name, ...backlog });
  }
  return reports;
}
