import type { Route } from '@platform/contracts';
import { createRandom, type Random } from '../chaos/random.ts';
import { edgeValues, wrongValues } from '../odd-values.ts';
import { exampleRequest, fieldsOf, inParallel, type Parts, routes, wire, withField } from '../probes.ts';
import { createWorld } from '../world.ts';
import { type Answers, createAnswers, toRequest } from './answers.ts';
import type { Target } from './targets.ts';

/** Calls that would end the session of the attack itself, or stop what the program watches. */
const leftOut = ({ id, endpoint }: Route): boolean =>
  endpoint.endsSession === true || endpoint.upload !== undefined || ['changeOwnPassword', 'deleteAdmin'].includes(id);

/** A text that parsers know: markup, templates, patterns, paths, numbers in other spellings. */
const oddTexts = [
  '<svg onload=alert(1)>',
  '../../../etc/passwd',
  '{{constructor.constructor("return 1")()}}',
  '%00%0d%0aX: y',
  "' OR 1=1 --",
  '__proto__',
  '😀'.repeat(200),
  '\u202eabc',
  'a'.repeat(5_000),
  '((((((((((a+)+)+)+)+)+)+)+)+)+)',
  '0x7f.1',
  '１２３',
  '-0',
  '9'.repeat(400),
];

/** One to three fields of a request replaced by odd values. */
function distort(route: Route, parts: Parts, random: Random): Parts {
  const fields = fieldsOf(route.endpoint);
  let odd = parts;
  if (fields.length === 0) return odd;
  for (let times = Math.floor(random.between(1, 4)); times > 0; times -= 1) {
    const field = random.pick(fields);
    const value = random.pick([...wrongValues, ...edgeValues(field.schema), ...oddTexts]);
    const sent = field.place === 'body' ? value : String(typeof value === 'object' ? JSON.stringify(value) : value);
    odd = { ...odd, [field.place]: withField(odd[field.place], field.path, sent) };
  }
  return odd;
}

/**
 * Random requests to every operation that takes no file, with the credential that it asks for and values that exist. A
 * fifth of them has no distortion.
 * @param seed gives the same requests again
 * @param calls how many
 */
export async function fuzz(target: Target, seed: number, calls: number): Promise<Answers> {
  const random = createRandom(seed);
  const adminHeaders = await target.adminHeaders();
  const admin = target.client(adminHeaders);
  const world = createWorld({ t: target, admin, adminHeaders, code: 'fuzz', username: 'fuzz' });
  const send = wire(target.baseUrl);
  const answers = createAnswers(send);
  const attacked = routes.filter((route) => !leftOut(route));
  const prepared = new Map<string, { parts: Parts; headers: Record<string, string> }>();
  for (const route of attacked)
    prepared.set(route.id, {
      // All worlds scan one host: where a scan of another one runs, the ids name nothing.
      parts: exampleRequest(route, await world.givenFor(route).catch(() => ({}))),
      headers: await world.headersFor(route),
    });
  await target.untilIdle();
  const plans = Array.from({ length: calls }, () => ({ route: random.pick(attacked), random: random.fork() }));
  await inParallel(
    plans,
    async ({ route, random: chance }) => {
      const { parts, headers } = prepared.get(route.id) ?? { parts: exampleRequest(route), headers: {} };
      const { params, query, body } = chance.next() < 0.2 ? parts : distort(route, parts, chance);
      const isPlain = (text: unknown): text is string => typeof text === 'string' && text !== '' && text.isWellFormed();
      const safe = Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, isPlain(value) ? value : 'odd']),
      );
      const asked = Object.fromEntries(
        Object.entries(query).flatMap(([name, value]) => (isPlain(value) ? [[name, value.slice(0, 4_000)]] : [])),
      );
      await answers.send(route.id, toRequest(route, { params: safe, query: asked, body }, headers));
    },
    6,
  );
  send.close();
  return answers;
}
