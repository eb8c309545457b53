import type { Fault } from '@platform/contracts/faults';
import type { Endpoint } from '@platform/contracts/kit';
import { AppError, isAppError } from '../errors.ts';

/** Whether the schema of a part of a request has this field. */
function hasField(schema: unknown, name: string): boolean {
  const shape = (schema as { shape?: object } | undefined)?.shape;
  return shape !== undefined && Object.hasOwn(shape, name);
}

/** The path of a fault with the part of the request that has the field: a use case knows fields alone. */
function locate({ params, query, body }: Endpoint, path: string): string {
  const [name = ''] = path.split('.', 1);
  if (hasField(body, name)) return path;
  if (hasField(query, name)) return `query.${path}`;
  return hasField(params, name) ? `params.${path}` : path;
}

/**
 * Runs a handler. Fields that it refuses are named as the parser of the request names them: `query.from`, `params.kind`.
 * @throws what the handler throws
 */
export async function withLocatedFaults<Result>(endpoint: Endpoint, handle: () => Result): Promise<Awaited<Result>> {
  try {
    return await handle();
  } catch (error) {
    const { details } = isAppError(error, 'validation_failed') ? (error.fields as { details?: Fault[] }) : {};
    if (!details || !isAppError(error)) throw error;
    throw new AppError('validation_failed', {
      message: error.message,
      cause: error.cause,
      fields: { details: details.map(({ path, message }) => ({ path: locate(endpoint, path), message })) },
    });
  }
}
