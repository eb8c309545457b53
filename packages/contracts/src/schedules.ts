import { defaultTimeoutSeconds, type ServiceContract } from './kit.ts';
import { platform } from './platform.ts';
import { routeTable } from './route-table.ts';

/** A call that the platform makes by itself, through the gateway, with the worker secret. */
export interface Schedule {
  /** Id of the endpoint. */
  id: string;
  path: string;
  everySeconds: number;
  /** How long the gateway lets a call run. */
  timeoutSeconds: number;
}

/** The scheduled calls of these services. */
export const schedulesOf = (contracts: Record<string, ServiceContract>): Schedule[] =>
  routeTable(contracts).flatMap(({ id, endpoint: { path, schedule, timeoutSeconds = defaultTimeoutSeconds } }) =>
    schedule ? [{ id, path, everySeconds: schedule.everySeconds, timeoutSeconds }] : [],
  );

export const schedules: readonly Schedule[] = schedulesOf(platform);
