import { inProcessBus, openHost, prepareService } from '@platform/runtime';
import { socialService } from '../src/service.ts';
import { fastClock } from './fast-clock.ts';

/** The service in a process that a test kills. Database and channels belong to the test, so they survive. */

const { env } = process;
const factor = Number(env.TEST_CLOCK_FACTOR);
const clock = fastClock(Number(env.TEST_CLOCK_BEGAN), factor);
const host = await openHost({ name: 'social', env, bus: inProcessBus(), clock });
// What goes by the clock of the machine is as much shorter.
const timing = { writeWithinMs: 5_000 / factor, claimEveryMs: 60_000 / factor };
const service = await prepareService(host, socialService, { env, overrides: { timing } });
await service.begin();
process.send?.({ ready: true });
