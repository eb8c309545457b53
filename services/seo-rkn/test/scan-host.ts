import { cms, identity } from '@platform/contracts';
import { inProcessBus, openHost, prepareService } from '@platform/runtime';
import { seoRknService } from '../src/service.ts';

/** The service in a process that a test kills. The database belongs to the test, so it survives. */

const { env } = process;
const site = JSON.parse(env.TEST_SITE ?? '{}');
const bus = inProcessBus();
const answer = (subject: string, output: unknown) => bus.respond(subject, async () => ({ ok: true, output }));
await answer(cms.queries.describeSite.subject, { site });
await answer(cms.queries.listContentPage.subject, { items: [], next: null });
await answer(cms.queries.listReadinessTexts.subject, { texts: [], next: null });
await answer(cms.queries.getConsentCoverage.subject, { coverage: [] });
await answer(identity.queries.listLegalStates.subject, { documents: [] });
await answer(identity.queries.getConsentCoverage.subject, { coverage: [] });
const host = await openHost({ name: 'seo-rkn', env, bus });
// No stall of the machine is as long as a lease: a test ends the lease of a process that it kills.
const timing = { leaseMs: 60_000, renewMs: 200, pollMs: 100, retryMs: 50 };
const service = await prepareService(host, seoRknService, { env, overrides: { timing } });
await service.begin();
process.send?.({ ready: true });
