import type { CallOptions, Operation } from './operation.ts';

/** Facts of the application and the site that calls name. */
export interface Identity {
  baseUrl: string;
  applicationCode?: string;
  publicKey?: string;
  siteCode?: string;
  siteKey?: string;
}

/** An input as the transport reads it. */
export interface AnyInput extends CallOptions {
  params?: object;
  query?: object;
  body?: unknown;
  ifMatch?: number | string;
}

/**
 * The address of a call, with its parameters percent-encoded; absent ones of the query are left out.
 * @throws TypeError for a parameter of the path that is absent, empty, `.` or `..`: it would name another
 * path, also percent-encoded (WHATWG URL)
 */
export function addressOf({ path }: Operation, input: AnyInput, identity: Identity): string {
  const { applicationCode: app_code, siteCode: site_code } = identity;
  const params: Record<string, unknown> = { app_code, site_code, ...input.params };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} cannot be ${JSON.stringify(value)}`);
    return encodeURIComponent(value);
  });
  const query = Object.entries(input.query ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');
  return identity.baseUrl.replace(/\/+$/, '') + filled + (query && `?${query}`);
}

/** The headers that name the application and prove the caller. */
export function credentialsOf(
  { auth, path }: Operation,
  identity: Identity,
  token: string | null,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const key = auth === 'site_key' ? identity.siteKey : /key/.test(auth) ? identity.publicKey : undefined;
  if (key) headers['x-public-key'] = key;
  if (token !== null) headers.authorization = `Bearer ${token}`;
  if (/application|user/.test(auth) && identity.applicationCode && !path.includes('{app_code}'))
    headers['x-application-code'] = identity.applicationCode;
  return headers;
}

/** Whether an operation takes a token of a user or of an administrator. */
export const takesToken = ({ auth }: Operation): boolean => /user|admin/.test(auth);

/** The bytes of a body, and their type; a form says its type by itself. */
export function encodeBody(body: unknown): { body?: string | FormData; headers: Record<string, string> } {
  if (body === undefined) return { headers: {} };
  if (typeof Blob !== 'undefined' && body instanceof Blob) {
    const form = new FormData();
    form.append('file', body);
    return { body: form, headers: {} };
  }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** A version as the ETag that `If-Match` takes. */
export const etagOf = (version: number | string): string => (typeof version === 'number' ? `"${version}"` : version);
