import type { Metrics } from '../telemetry/metrics.ts';
import type { WorkBacklog } from './backlog.ts';
import type { BackgroundWork } from './work-runner.ts';

/** A kind of work of a service, with what waits of it. */
export interface WorkReport extends WorkBacklog {
  service: string;
  work: string;
}

/** The background work of all services of a process. */
export class WorkRegistry {
  readonly #metrics: Pick<Metrics, 'onScrape' | 'workWaiting' | 'workOldest'>;
  readonly #works: { service: string; work: BackgroundWork }[] = [];

  constructor(metrics: Pick<Metrics, 'onScrape' | 'workWaiting' | 'workOldest'>) {
    this.#metrics = metrics;
    metrics.onScrape(async () => void (await this.read()));
  }

  /** Reports the work of a service from now on. */
  add(service: string, works: readonly BackgroundWork[]): void {
    for (const work of works) this.#works.push({ service, work });
  }

  /** What waits of each kind of work; a kind whose database does not answer is left out. */
  async read(): Promise<WorkReport[]> {
    const read = await Promise.allSettled(
      this.#works.map(async ({ service, work }) => ({ service, work: work.name, ...(await work.readBacklog()) })),
    );
    const reports = read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    for (const { service, work, waiting, oldest_seconds } of reports) {
      this.#metrics.workWaiting.set({ service, work }, waiting);
      this.#metrics.workOldest.set({ service, work }, oldest_seconds);
    }
    return reports;
  }
}
