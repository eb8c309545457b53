/**
 * The longest wait for a database connection that a service takes. A busy machine takes longer than the
 * default of 2 s to open one.
 */
export const longDatabaseWait = { DATABASE_CONNECT_TIMEOUT_SECONDS: '15' };

/** The default wait, for tests of outages and of exhausted pools. */
export const defaultDatabaseWait = { DATABASE_CONNECT_TIMEOUT_SECONDS: '2' };
