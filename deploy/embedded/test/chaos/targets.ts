import type { SeparatePlatform, ServiceReplica } from '../processes.ts';
import type { Breakable } from './faults.ts';

/**
 * The processes of the services, as targets of faults.
 * @param current the process that has each address now; a restart changes it
 * @param twice services that have two replicas
 */
export function serviceTargets(
  t: Pick<SeparatePlatform, 'startAt'>,
  current: ReadonlyMap<string, ServiceReplica>,
  twice: readonly string[],
): Breakable[] {
  return [...current.values()].map(({ service, apiUrl }, at, all): Breakable => {
    const place = all.slice(0, at).filter((other) => other.service === service).length;
    const of = () => current.get(apiUrl);
    const start = async () => {
      // A process that starts during another fault may exit again, as under any supervisor.
      for (let attempt = 0; ; attempt += 1) {
        try {
          return void (await t.startAt(service, place));
        } catch (error) {
          await of()?.end('SIGKILL');
          if (attempt === 5) throw error;
        }
      }
    };
    return {
      name: twice.includes(service) ? `${service} ${place + 1}` : service,
      async kill() {
        await of()?.end('SIGKILL');
      },
      start,
      pause: () => void process.kill(of()?.pid ?? 0, 'SIGSTOP'),
      resume: () => void process.kill(of()?.pid ?? 0, 'SIGCONT'),
      async replace() {
        await of()?.end('SIGTERM');
        await start();
      },
    };
  });
}
