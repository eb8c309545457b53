import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './client-world.ts';
import type { SeparatePlatform, ServiceReplica } from './processes.ts';

/** Kills the gateway with SIGKILL and starts it again, over and over. */
export interface GatewayKiller extends Fault {
  /** Returns after the first kill, or with `null` when a gateway is ready again. */
  failing(everyMs: number | null): Promise<void>;
  kills(): number;
  close(): Promise<void>;
}

/** Makes the fault; it is off. A gateway lives for about `everyMs`, or for the time that its
 * start took where that is longer. */
export function startGatewayKiller(t: SeparatePlatform): GatewayKiller {
  let gateway = t.services.gateway;
  let everyMs: number | null = null;
  let restarting = Promise.resolve();
  let kills = 0;
  const kill = async (): Promise<ServiceReplica | undefined> => {
    const killed = gateway;
    await killed?.end('SIGKILL');
    kills += 1;
    return killed;
  };
  const restartOverAndOver = async (first: ServiceReplica | undefined): Promise<void> => {
    for (let killed = first; killed; killed = await kill()) {
      const from = Date.now();
      gateway = await t.startReplica('gateway', killed);
      if (everyMs === null) return;
      // On a slow machine, too, it is there for about half of the time.
      await sleep(Math.max(everyMs, Date.now() - from) * (0.5 + Math.random()));
    }
  };
  const failing = async (wanted: number | null): Promise<void> => {
    const isOff = everyMs === null;
    everyMs = wanted;
    if (wanted === null) await restarting;
    else if (isOff) restarting = restartOverAndOver(await kill());
  };
  return { failing, kills: () => kills, close: () => failing(null) };
}
