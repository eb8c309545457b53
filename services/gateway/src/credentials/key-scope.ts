import type { IncomingMessage } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { billing, cms, errorsOf, identity, type Route } from '@platform/contracts';
import { type KeyScope, keyScopeOf, type NameKind, type ScopedObject } from '@platform/contracts/kit';
import { fail, type PathParams, readJson, splitTarget } from '@platform/runtime';
import type { ApplicationDirectory } from '../application-directory.ts';
import type { GatewayPlatform } from '../dependencies.ts';
import type { SiteDirectory } from '../site-directory.ts';
import { asCode, asUuid } from './names.ts';

interface KeyScopeDependencies {
  ask: GatewayPlatform['ask'];
  directory: ApplicationDirectory;
  sites: SiteDirectory;
}

interface ScopedCall {
  route: Route;
  params: PathParams;
  req: IncomingMessage;
  client_ip: string;
  /** Applications of the key. */
  application_ids: readonly string[];
}

/** A value of a field of a request. Of a body it may be anything. */
interface Named {
  kind: NameKind;
  name: string;
  value: unknown;
}

/**
 * Admits calls of admin API keys that are restricted to applications: those whose request names their applications
 * alone, in the path, the query, the body or by an object. Sites, with what they have, belong to their application.
 */
export class KeyScopeGuard {
  readonly #ask: GatewayPlatform['ask'];
  readonly #directory: ApplicationDirectory;
  readonly #sites: SiteDirectory;
  readonly #scopes = new WeakMap<Route, KeyScope>();

  constructor({ ask, directory, sites }: KeyScopeDependencies) {
    this.#ask = ask;
    this.#directory = directory;
    this.#sites = sites;
  }

  /**
   * @throws AppError `forbidden`; the code for a missing object where the object is unknown or of another
   * application; as `readJson` for a body that names the application
   */
  async assertInScope(call: ScopedCall): Promise<void> {
    const { route, application_ids } = call;
    const scope = this.#scopeOf(route);
    if (scope.otherwise === 'refused' && scope.names.length === 0 && scope.object === null)
      return fail('forbidden', { message: platformOnly });
    const named = await namesIn(scope, call);
    for (const { kind, name, value } of named)
      if (!application_ids.includes((await this.#applicationOf(kind, value, application_ids)) ?? ''))
        return fail('forbidden', {
          message: `The admin API key is restricted to other applications: see \`${name}\`.`,
        });
    if (scope.object !== null) return this.#assertObject(scope.object, call);
    if (named.length > 0 || scope.otherwise !== 'refused') return;
    const fields = [...new Set(scope.names.map(({ name }) => `\`${name}\``))].join(' or ');
    return fail('forbidden', {
      message: `The admin API key is restricted to applications. Name one of them in ${fields}.`,
    });
  }

  #scopeOf(route: Route): KeyScope {
    const scope = this.#scopes.get(route) ?? keyScopeOf(route.endpoint);
    this.#scopes.set(route, scope);
    return scope;
  }

  /** The application that a value names; null for none, an unknown one, or a value of another type. */
  async #applicationOf(kind: NameKind, value: unknown, application_ids: readonly string[]): Promise<string | null> {
    if (typeof value !== 'string') return null;
    const id = asUuid(value);
    const code = asCode(value);
    switch (kind) {
      case 'application_id':
        return id;
      case 'application_code':
        return code === null ? null : ((await this.#directory.find({ code }))?.id ?? null);
      case 'site_code':
        return code === null ? null : ((await this.#sites.find({ code }))?.application_id ?? null);
      case 'site_id':
        return id === null ? null : ((await this.#sites.find({ id }))?.application_id ?? null);
      case 'owner_id':
        // No id is of an application and of a site.
        if (id === null || application_ids.includes(id)) return id;
        return (await this.#sites.find({ id }))?.application_id ?? null;
    }
  }

  /** An object of another application does not exist for the key. */
  async #assertObject({ kind, name }: NonNullable<KeyScope['object']>, call: ScopedCall): Promise<void> {
    const missing = errorsOf(call.route.endpoint).find((code) => missingCodes[kind] === code) ?? 'not_found';
    const id = asUuid(call.params[name]);
    const owner = id === null ? null : await this.#ownerOf(kind, id);
    const application_id = await this.#applicationOf('owner_id', owner, call.application_ids);
    if (!call.application_ids.includes(application_id ?? '')) return fail(missing);
  }

  /** The application or site that an object belongs to; null for an unknown one. */
  async #ownerOf(kind: ScopedObject, id: string): Promise<string | null> {
    switch (kind) {
      case 'payment_id':
        return (await this.#ask(billing.queries.getPaymentOwner, { payment_id: id })).application_id;
      case 'ticket_id':
        return (await this.#ask(cms.queries.getTicketOwner, { ticket_id: id })).application_id;
      case 'erasure_id':
        return (await this.#ask(identity.queries.getErasureOwner, { erasure_id: id })).owner_id;
    }
  }
}

const platformOnly =
  'This operation is not about one application, or is final for it, and the admin API key is restricted to applications. Use a key without a restriction or a session.';

const missingCodes = {
  payment_id: 'payment_not_found',
  ticket_id: 'ticket_not_found',
  erasure_id: 'erasure_not_found',
} as const;

/** The names in a request: every value of a parameter that is repeated, and a null of the body. */
async function namesIn({ names }: KeyScope, { route, params, req, client_ip }: ScopedCall): Promise<Named[]> {
  if (names.length === 0) return [];
  const query = parseQuery(splitTarget(req.url ?? '').query);
  const isInBody = names.some(({ place }) => place === 'body');
  // The sender is an administrator for the accounting of memory.
  const body = isInBody ? (await readJson(req, route.endpoint, { client_ip, admin: {} })).value : {};
  const sources: Record<string, unknown> = { params, query, body };
  return names.flatMap(({ place, name, kind }) => {
    const value = (Object(sources[place]) as Record<string, unknown>)[name];
    const values = Array.isArray(value) ? value : [value];
    return values.filter((each) => each !== undefined).map((each: unknown) => ({ kind, name, value: each }));
  });
}
