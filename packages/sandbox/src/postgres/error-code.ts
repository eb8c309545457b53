/**
 * The code of a system error, such as `ENOENT`.
 * @param error whatever was thrown
 */
export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
