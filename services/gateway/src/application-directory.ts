import { catalog, ResolvedApplication } from '@platform/contracts';
import type { GatewayPlatform } from './dependencies.ts';
import { createDirectory, type Directory } from './directory.ts';

export type ApplicationKey = { code: string } | { id: string } | { public_key: string };
export type ApplicationDirectory = Directory<ResolvedApplication, ApplicationKey>;

/** Cache of applications, by code, id and public key. */
export const createApplicationDirectory = (
  platform: Pick<GatewayPlatform, 'ask' | 'kv' | 'log'>,
): ApplicationDirectory =>
  createDirectory(platform, {
    kind: 'application',
    owner: catalog.name,
    load: async (key) => (await platform.ask(catalog.queries.resolveApplication, key)).application,
    parse: (remembered) => ResolvedApplication.parse(remembered),
    nameOf: (key) => ('code' in key ? `code:${key.code}` : 'id' in key ? `id:${key.id}` : `key:${key.public_key}`),
    idIn: (key) => ('id' in key ? key.id : null),
    isNamed: (application, key) =>
      'code' in key
        ? application.code === key.code
        : 'id' in key
          ? application.id === key.id
          : application.public_keys.some((live) => live.key === key.public_key),
    changes: [catalog.events.applicationCreated.type, catalog.events.applicationUpdated.type],
    changedId: ({ application_id }) => application_id,
  });
