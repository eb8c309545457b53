import { inProcessBus, listen, openHost, prepareService } from '@platform/runtime';
import { cmsService } from '../src/service.ts';

/** The service in a process that a test kills. Database and files belong to the test, so they survive. */

const { env } = process;
const host = await openHost({ name: 'cms', env, bus: inProcessBus() });
// It is not begun: jobs and the relay of the test's own service do their part.
const service = await prepareService(host, cmsService, { env });
const { port } = await listen(service.listener, { port: 0, host: '127.0.0.1' });
process.send?.({ port });
