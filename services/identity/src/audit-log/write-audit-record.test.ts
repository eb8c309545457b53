import { expect, test } from '@jest/globals';
import { auditEventOf, identity, platform, upstreamNames } from '@platform/contracts';
import { auditedServices, consumes } from '../subscriptions.ts';
import { requireOwnAction } from './write-audit-record.ts';

test('a service reports actions of its own endpoints', () => {
  expect(() => requireOwnAction('catalog', 'createPlan')).not.toThrow();
});

test('a service reports no action of another one', () => {
  expect(() => requireOwnAction('seo-rkn', 'createPlan')).toThrow('seo-rkn reports createPlan');
  expect(() => requireOwnAction('unknown', 'createPlan')).toThrow('unknown reports');
});

test('reports under the event of identity are of any service, as those of the release before', () => {
  for (const { endpoints } of Object.values(platform))
    for (const action of Object.keys(endpoints)) expect(() => requireOwnAction(identity.name, action)).not.toThrow();
});

test('each service has an event of its own, and identity a consumer for it', () => {
  expect(new Set(upstreamNames.map((name) => auditEventOf(name).type)).size).toBe(upstreamNames.length);
  expect([...auditedServices.values()].sort()).toEqual([...upstreamNames].sort());
  for (const [consumer, service] of auditedServices)
    expect(Object.entries(consumes).find(([name]) => name === consumer)?.[1].type).toBe(auditEventOf(service).type);
});
