import type { IncomingMessage } from 'node:http';
import type { Route } from '@platform/contracts';
import {
  type BodySource,
  headerText,
  holdDecodedBody,
  type JsonVisitor,
  type PathParams,
  textOf,
  walkJson,
} from '@platform/runtime';
import type { ApplicationKey } from '../application-directory.ts';
import type { CredentialAttempt } from './failed-credentials.ts';
import { asCode, asUuid } from './names.ts';

/** Headers that name an application. */
const naming = ['x-application-code', 'x-application-id', 'x-public-key'];

/** A look into so many bytes costs a caller whose credential turns out wrong as much as one more wrong credential. */
const bytesPerPoint = 32_768;

/** Whether only the body of a call can name its application: path and headers do not, and its contract allows it. */
export const isNamedInBody = ({ endpoint }: Route, params: PathParams, req: IncomingMessage): boolean =>
  endpoint.applicationInBody === true && params.app_code === undefined && !naming.some((name) => headerText(req, name));

/**
 * The application that the body of a call names, or null. The body is read and inflated here, within its limits, and kept for
 * the service; it is not parsed, since nobody knows yet whether the caller has a valid token. To be called for a caller that
 * has been admitted.
 * @throws AppError `payload_too_large`, `unsupported_media_type`, `invalid_json`
 */
export async function readApplicationInBody(
  { endpoint }: Route,
  req: IncomingMessage,
  attempt: CredentialAttempt & BodySource,
): Promise<ApplicationKey | null> {
  const bytes = await holdDecodedBody(req, endpoint, attempt);
  attempt.weigh(Math.floor(bytes.length / bytesPerPoint));
  return namedApplication(bytes);
}

/**
 * The application that a JSON body names: the body itself or its wrapper first, then the first event that names one. What
 * cannot be an id or a code names none.
 */
export function namedApplication(body: Buffer): ApplicationKey | null {
  // Most bodies of a caller without a right to call name none. Only an escape can spell a name in another way.
  if (!body.includes('"application_') && !body.includes('\\u')) return null;
  const finder = new NameFinder(body);
  walkJson(body, deepest, finder);
  return finder.found;
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
  /** The event that is walked over. */
  #event: Names | null = null;

  constructor(body: Buffer) {
    this.#body = body;
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
      // The last of several members of one name counts, whatever it is.
      if (text === 'application_id' || text === 'application_code') names[text] = undefined;
    } else if (this.#key === 'application_id' || this.#key === 'application_code') names[this.#key] = text ?? undefined;
    return false;
  }

  open(depth: number, isArray: boolean): boolean {
    if (isArray && this.#listDepth === 0 && (depth === 1 || (depth === 2 && this.#key === 'events'))) {
      this.#listDepth = depth;
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

  comma(): boolean {
    this.#key = null;
    return false;
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
