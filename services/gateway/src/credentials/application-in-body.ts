import type { IncomingMessage } from 'node:http';
import type { Route } from '@platform/contracts';
import { headerText, holdJson, type PathParams } from '@platform/runtime';
import type { ApplicationKey } from '../application-directory.ts';

/** Headers that name an application. */
const naming = ['x-application-code', 'x-application-id', 'x-public-key'];

/**
 * The application that the body of a call names, for an endpoint whose contract says so and where neither path nor header
 * names one; null otherwise. The body is read here, within its limit, and kept for the service. To be called when the
 * call has a token: whoever has none shall not have its body read.
 * @throws AppError `payload_too_large`, `unsupported_media_type`, `invalid_json`, `validation_failed`
 */
export async function applicationInBody(
  { endpoint }: Route,
  params: PathParams,
  req: IncomingMessage,
): Promise<ApplicationKey | null> {
  if (!endpoint.applicationInBody || params.app_code !== undefined) return null;
  if (naming.some((name) => headerText(req, name))) return null;
  return namedApplication((await holdJson(req, endpoint)).value);
}

/**
 * The application that a body names: the body itself or its wrapper first, then the first event that names one. What cannot be
 * an id or a code names none.
 */
export function namedApplication(body: unknown): ApplicationKey | null {
  if (Array.isArray(body)) return firstNamed(body);
  if (!isObject(body)) return null;
  return nameIn(body) ?? (Array.isArray(body.events) ? firstNamed(body.events) : null);
}

function firstNamed(events: readonly unknown[]): ApplicationKey | null {
  for (const event of events) {
    const key = isObject(event) ? nameIn(event) : null;
    if (key) return key;
  }
  return null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const code = /^[a-z][a-z0-9_-]{0,62}$/;

function nameIn({ application_id, application_code }: Record<string, unknown>): ApplicationKey | null {
  if (typeof application_id === 'string' && uuid.test(application_id)) return { id: application_id.toLowerCase() };
  if (typeof application_code === 'string' && code.test(application_code)) return { code: application_code };
  return null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
