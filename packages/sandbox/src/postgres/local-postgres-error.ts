/** Why a local PostgreSQL does not run: one sentence that names the folder and says what to do. */
export class LocalPostgresError extends Error {
  override name = 'LocalPostgresError';
}
