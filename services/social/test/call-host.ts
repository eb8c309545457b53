import { createContextSigner, inProcessBus, listen, openHost, prepareService } from '@platform/runtime';
import { anAdmin, fakeClock, testContextSecret } from '@platform/testing';
import { socialService } from '../src/service.ts';
import { patientTiming } from './patient-timing.ts';

/** The service in a process that answers one call of an owner, and that a test kills meanwhile. */

const { env } = process;
const clock = fakeClock(new Date(Number(env.TEST_CLOCK_AT)));
const host = await openHost({ name: 'social', env, bus: inProcessBus(), clock });
const service = await prepareService(host, socialService, { env, overrides: { timing: patientTiming } });
await service.begin();
const server = await listen(service.listener, { port: 0, host: '127.0.0.1' });
const signer = createContextSigner([testContextSecret], clock);
const caller = { request_id: 'call', client_ip: '203.0.113.7', user_agent: 'test', admin: anAdmin() };
const { operation, method, path, body } = JSON.parse(env.TEST_CALL ?? '{}');
process.send?.({ ready: true });
await fetch(`http://127.0.0.1:${server.port}${path}`, {
  method,
  headers: { 'content-type': 'application/json', 'x-platform-context': signer.sign(caller, 'social', operation) },
  body: JSON.stringify(body),
});
