import { existsSync, readdirSync } from 'node:fs';

const servicesFolder = new URL('../../../services/', import.meta.url);

/**
 * Names of the services that have a schema, found by their migrations: tests need no import of a service for
 * its tables.
 */
export const servicesWithSchema = (): string[] =>
  readdirSync(servicesFolder)
    .filter((name) => existsSync(new URL(`${name}/migrations/meta/_journal.json`, servicesFolder)))
    .sort();

export const migrationsOf = (service: string): URL => new URL(`${service}/migrations/`, servicesFolder);

/** The file that runs a service in a separate process. */
export const mainOf = (service: string): URL => new URL(`${service}/src/main.ts`, servicesFolder);
