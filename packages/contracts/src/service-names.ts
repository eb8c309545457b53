type Underscored<Name extends string> = Name extends `${infer Head}-${infer Rest}`
  ? `${Head}_${Underscored<Rest>}`
  : Name;

/** A service name as the environment has it: `seo-rkn` → `SEO_RKN`. */
const upperName = (name: string): string => name.toUpperCase().replaceAll('-', '_');

export type UrlVariable<Name extends string> = `${Uppercase<Underscored<Name>>}_URL`;

/** The environment variable with the address of a service: `seo-rkn` → `SEO_RKN_URL`. */
export const urlVariable = <const Name extends string>(name: Name): UrlVariable<Name> =>
  `${upperName(name)}_URL` as UrlVariable<Name>;

export type ContextKeysVariable<Name extends string> = `${Uppercase<Underscored<Name>>}_CONTEXT_KEYS`;

/**
 * The environment variable with the keys that verify contexts for a service: `seo-rkn` →
 * `SEO_RKN_CONTEXT_KEYS`.
 */
export const contextKeysVariable = <const Name extends string>(name: Name): ContextKeysVariable<Name> =>
  `${upperName(name)}_CONTEXT_KEYS` as ContextKeysVariable<Name>;

export type EncryptionKeysVariable<Name extends string> = `${Uppercase<Underscored<Name>>}_ENCRYPTION_KEYS`;

/**
 * The environment variable with the keys of the stored secrets of a service: `seo-rkn` →
 * `SEO_RKN_ENCRYPTION_KEYS`.
 */
export const encryptionKeysVariable = <const Name extends string>(name: Name): EncryptionKeysVariable<Name> =>
  `${upperName(name)}_ENCRYPTION_KEYS` as EncryptionKeysVariable<Name>;

/**
 * The environment variable with the password of the database role of a service: `SEO_RKN_DATABASE_PASSWORD`.
 */
export const databasePasswordVariable = (name: string): string => `${upperName(name)}_DATABASE_PASSWORD`;

/** The environment variable with the password of a service's user of Redis: `SEO_RKN_REDIS_PASSWORD`. */
export const redisPasswordVariable = (name: string): string => `${upperName(name)}_REDIS_PASSWORD`;

/** The environment variable with the password of a user of NATS: `SEO_RKN_NATS_PASSWORD`. */
export const natsPasswordVariable = (name: string): string => `${upperName(name)}_NATS_PASSWORD`;

/** A service name as an identifier of the code: `seo-rkn` → `seoRkn`. */
export const camelName = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
