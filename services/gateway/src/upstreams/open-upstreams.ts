import { gateway, type UrlVariable, urlVariable } from '@platform/contracts';
import { ConfigError, type ContextSigner, type LocalServices, type Log } from '@platform/runtime';
import { remoteUpstream } from './remote.ts';
import type { Upstream } from './upstream.ts';

/**
 * The upstream of each service: in this process where it is given, else at its configured address.
 * @throws ConfigError that names the variable of every service without an address
 */
export function openUpstreams<Name extends string>(
  names: readonly Name[],
  options: {
    config: Readonly<Record<UrlVariable<Name>, readonly string[]>>;
    local: LocalServices;
    log: Log;
    signer: ContextSigner;
  },
): Map<string, Upstream> {
  const { config, local, log, signer } = options;
  const missing = names.filter((name) => !local[name] && config[urlVariable(name)].length === 0);
  if (missing.length > 0)
    throw new ConfigError(
      gateway.name,
      missing.map((name) => `\`${urlVariable(name)}\` is missing: set the address of the service ${name}.`),
    );
  return new Map(
    names.map((name): [string, Upstream] => {
      const service = local[name];
      if (!service) return [name, remoteUpstream(name, config[urlVariable(name)], { log, signer })];
      return [name, { handle: service.dispatch, isReady: service.isReady, close: async () => {} }];
    }),
  );
}
