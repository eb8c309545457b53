/** Credentials of an account, as they are sealed. */
export type Credentials = Record<string, string>;
