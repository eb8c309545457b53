import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Route } from '@platform/contracts';
import {
  type BodySource,
  decodeHeldBody,
  headerText,
  holdBody,
  holdDecodedBody,
  type JsonVisitor,
  JsonWalk,
  limitedAddress,
  type PathParams,
  refuseList,
  Turns,
  textOf,
} from '@platform/runtime';
import type { ApplicationKey } from '../application-directory.ts';
import type { CredentialAttempt } from './failed-credentials.ts';
import { asCode, asUuid } from './names.ts';

/** Headers that name an application. */
const naming = ['x-application-code', 'x-application-id', 'x-public-key'];

/**
 * A read of so many bytes costs a caller whose credential turns out wrong as much as one more wrong
 * credential.
 */
const bytesPerPoint = 8_192;

/**
 * Whether only the body of a call can name its application: path and headers do not, and its contract allows
 * it.
 */
export const isNamedInBody = ({ endpoint }: Route, params: PathParams, req: IncomingMessage): boolean =>
  endpoint.applicationInBody === true && params.app_code === undefined && !naming.some((name) => headerText(req, name));

/**
 * The application that the body of a call names, or null. The body is read here, within its limit, and held
 * for the service. It is not parsed, because the token of the caller is not verified yet. Bodies of unknown
 * callers are walked one at a time and in slices, so that an expensive body delays no other request. The
 * caller is admitted before the call.
 * @param isProven the caller has been let in before and waits for no others
 * @throws AppError `payload_too_large`, `unsupported_media_type`, `invalid_json`; `rate_limited` when too
 * many bodies wait; `validation_failed` for a list that is too long
 */
export async function readApplicationInBody(
  { endpoint }: Route,
  req: IncomingMessage,
  attempt: CredentialAttempt & BodySource,
  isProven: boolean,
): Promise<ApplicationKey | null> {
  if (isProven) return findApplication(await holdDecodedBody(req, endpoint, attempt), endpoint.itemwise);
  await holdBody(req, endpoint, attempt);
  return bodyReads.run({ key: limitedAddress(attempt.client_ip ?? '') }, async () => {
    const bytes = await decodeHeldBody(req, endpoint);
    attempt.weigh(Math.floor(bytes.length / bytesPerPoint));
    return findApplication(bytes, endpoint.itemwise);
  });
}

/** How much of a body is read before others have their turn. */
const sliceBytes = 32_768;

/** Bodies of unknown callers, by address in turn. */
const bodyReads = new Turns({
  atOnce: 1,
  waiting: 200,
  waitMs: 10_000,
  retryAfterSeconds: 1,
  message: 'Too many request bodies wait for a check.',
});

/**
 * The application that a JSON body names: the body itself or its wrapper first, then the first event that
 * names one. An invalid id or code names none. The search ends at the first item that is too many.
 * @throws AppError `validation_failed` for a list of more than `maxItems` items
 */
export async function findApplication(
  body: Buffer,
  { maxItems }: { maxItems: number } = { maxItems: Number.POSITIVE_INFINITY },
): Promise<ApplicationKey | null> {
  // Most bodies of a caller without a right to call name none. Only an escape can spell a name in another
  // way.
  if (!body.includes('"application_') && !body.includes('\\u')) return null;
  const finder = new NameFinder(body, maxItems);
  const walk = new JsonWalk(body, deepest, finder);
  while (!walk.step(sliceBytes)) await setImmediate();
  return finder.isTooLong ? refuseList(maxItems) : finder.found;
}

/** Members of the items of a list that is a member. */
const deepest = 3;

/** Names that one object gives. */
interface Names {
  application_id?: string | undefined;
  application_code?: string | undefined;
}

class NameFinder implements JsonVisitor {
  readonly #body: Buffer;
  readonly #own: Names = {};
  #first: ApplicationKey | null = null;
  #key: string | null = null;
  /** Depth of the list of events; 0 outside of it. */
  #listDepth = 0;
  #items = 0;
  readonly #maxItems: number;
  /** The event that is walked over. */
  #event: Names | null = null;

  constructor(body: Buffer, maxItems: number) {
    this.#body = body;
    this.#maxItems = maxItems;
  }

  get isTooLong(): boolean {
    return this.#items > this.#maxItems;
  }

  get found(): ApplicationKey | null {
    return nameIn(this.#own) ?? this.#first;
  }

  string(depth: number, isKey: boolean, from: number, to: number): boolean {
    const names = this.#namesAt(depth);
    if (!names) return false;
    const text = textOf(this.#body, from, to);
    if (isKey) {
      this.#key = text;
      // Of several members of one name the last one counts.
      if (text === 'application_id' || text === 'application_code') names[text] = undefined;
    } else if (this.#key === 'application_id' || this.#key === 'application_code') names[this.#key] = text ?? undefined;
    return false;
  }

  open(depth: number, isArray: boolean): boolean {
    if (isArray && this.#listDepth === 0 && (depth === 1 || (depth === 2 && this.#key === 'events'))) {
      this.#listDepth = depth;
      this.#items = 1;
      this.#first = null;
    } else if (this.#listDepth > 0 && depth === this.#listDepth + 1) this.#event = isArray ? null : {};
    this.#key = null;
    return false;
  }

  close(depth: number): boolean {
    if (depth === this.#listDepth) this.#listDepth = 0;
    if (this.#listDepth === 0 || depth !== this.#listDepth + 1 || this.#event === null) return false;
    this.#first ??= nameIn(this.#event);
    this.#event = null;
    // A list has no wrapper that could name another one.
    return this.#first !== null && this.#listDepth === 1;
  }

  comma(depth: number): boolean {
    this.#key = null;
    if (depth !== this.#listDepth || depth === 0) return false;
    this.#items += 1;
    return this.isTooLong;
  }

  #namesAt(depth: number): Names | null {
    if (depth === 1 && this.#listDepth !== 1) return this.#own;
    return this.#listDepth > 0 && depth === this.#listDepth + 1 && this.#first === null ? this.#event : null;
  }
}

function nameIn({ application_id, application_code }: Names): ApplicationKey | null {
  const id = asUuid(application_id);
  if (id !== null) return { id };
  const code = asCode(application_code);
  return code === null ? null : { code };
}
