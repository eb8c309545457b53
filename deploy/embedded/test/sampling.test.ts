import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { nodeProgram } from '@platform/testing';
import type { SampledWork } from './sampling-host.ts';
import { attributesOf, type Collector, type Span, startCollector } from './spans.ts';

/** Which spans of a process leave it. The settings are the variables of the process. */

const host = fileURLToPath(new URL('sampling-host.ts', import.meta.url));
const traceId = '0af7651916cd43dd8448eb211c80319c';
const sampledCaller = `00-${traceId}-b7ad6b7169203331-01`;
const unsampledCaller = `00-${traceId}-b7ad6b7169203331-00`;
const requestSpan = 'GET /v1/applications/{app_code}/paywalls/{paywall_code}';
const never = { OTEL_TRACES_SAMPLER_ARG: '0' };
const always = { OTEL_TRACES_SAMPLER_ARG: '1' };
const failed = 2;

let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.close());

/** Runs a process with these settings. @throws Error with its output where it ends with a failure */
async function exported(settings: Record<string, string>, work: Partial<SampledWork> = {}): Promise<Span[]> {
  const before = collector.spans.length;
  const whole: SampledWork = { status: 200, isPublic: false, traceparent: null, ...work };
  const child = spawn(nodeProgram.execPath, [...nodeProgram.execArgv, host], {
    env: {
      ...nodeProgram.env,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...settings,
      SAMPLING_HOST: JSON.stringify(whole),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(output);
  return collector.spans.slice(before);
}

const namesOf = (spans: readonly Span[]): string[] => spans.map(({ name }) => name).toSorted();

test('a trace within the ratio is exported as a whole, and one outside of it is not', async () => {
  expect(namesOf(await exported(always))).toEqual([requestSpan, 'SELECT']);
  expect(namesOf(await exported(never))).toEqual([]);
});

test('a failed request is exported whatever the ratio is, with the trace of its caller', async () => {
  const [span, ...others] = await exported(never, { status: 503, traceparent: unsampledCaller });
  expect(others).toEqual([]);
  expect([span?.name, span?.traceId, span?.status]).toEqual([requestSpan, traceId, { code: failed }]);
  expect(span && attributesOf(span)['error.type']).toBe('503');
});

test('a failed delivery is exported whatever the ratio is, without the words of its error', async () => {
  const [span, ...others] = await exported(never, { status: null });
  expect(others).toEqual([]);
  expect([span?.name, span?.status]).toEqual(['consume payment.created', { code: failed }]);
  expect(span && attributesOf(span)).toEqual({ 'error.type': 'TypeError' });
});

test('always_off exports nothing, not even a failure', async () => {
  expect(await exported({ OTEL_TRACES_SAMPLER: 'always_off' }, { status: 503 })).toEqual([]);
});

test('a service follows the decision of its caller', async () => {
  expect(namesOf(await exported(never, { traceparent: sampledCaller }))).toEqual([requestSpan, 'SELECT']);
  expect(await exported(always, { traceparent: unsampledCaller })).toEqual([]);
});

test('a client cannot switch tracing on or off in a process that it reaches', async () => {
  expect(await exported(never, { isPublic: true, traceparent: sampledCaller })).toEqual([]);
  const [span] = await exported(always, { isPublic: true, traceparent: unsampledCaller });
  expect(span?.traceId).toBe(traceId);
});

test('a client cannot choose a trace id that the ratio always takes', async () => {
  const lowest = '00-00000000000000000000000000000001-b7ad6b7169203331-01';
  const rare = { OTEL_TRACES_SAMPLER_ARG: '0.000001' };
  expect(await exported(rare, { isPublic: true, traceparent: lowest })).toEqual([]);
});

test.each([
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_TRACES_SAMPLER_ARG', 'often'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
])('%s=%s ends the start with the name of the variable', async (name, value) => {
  await expect(exported({ [name]: value })).rejects.toThrow(name);
});
