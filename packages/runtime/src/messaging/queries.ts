import { SpanKind } from '@opentelemetry/api';
import { type ErrorCode, errorCatalog, errorDescription } from '@platform/contracts/errors';
import type { QueryContract } from '@platform/contracts/kit';
import { z } from 'zod';
import { AppError, fail, toAppError } from '../errors.ts';
import { newId } from '../ids.ts';
import { currentScope, runInScope } from '../scope.ts';
import type { Log } from '../telemetry/log.ts';
import { contextFrom, currentTraceparent, inSpan } from '../telemetry/tracing.ts';
import { type Bus, BusUnavailableError } from './bus.ts';

/**
 * Queries another service. Throws `service_unavailable` without an answer in time, or the code of the
 * failure.
 */
export type Ask = <I extends z.ZodType, O extends z.ZodType>(
  query: QueryContract<I, O>,
  input: z.input<I>,
  options?: { timeoutMs?: number },
) => Promise<z.output<O>>;

const Reply = z.union([
  z.object({ ok: z.literal(true), output: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.string(), message: z.string(), fields: z.record(z.string(), z.unknown()) }),
]);

export function createAsk(bus: Bus): Ask {
  return async (query, input, { timeoutMs = 5_000 } = {}) => {
    const message = { input, request_id: currentScope()?.request_id ?? newId(), traceparent: currentTraceparent() };
    const ask = async () => Reply.parse(await bus.request(query.subject, message, timeoutMs));
    const reply = await inSpan(`ask ${query.subject}`, { kind: SpanKind.CLIENT }, ask).catch((cause) =>
      cause instanceof BusUnavailableError ? fail('service_unavailable', { cause }) : Promise.reject(cause),
    );
    if (reply.ok) return query.output.parse(reply.output);
    const code: ErrorCode = reply.error in errorCatalog ? (reply.error as ErrorCode) : 'internal_error';
    throw new AppError(code, { message: reply.message, fields: reply.fields });
  };
}

/**
 * Answers a query on the bus. Input and output are checked by the contract; a failure travels as the code
 * that an HTTP client would get, so that an outage of the database reads as an outage and is tried again.
 */
export async function answerQuery(
  bus: Bus,
  query: QueryContract,
  handler: (input: unknown) => Promise<unknown>,
  log: Log,
): Promise<void> {
  await bus.respond(query.subject, (message) =>
    runInScope({ request_id: message.request_id }, async () => {
      try {
        const options = { kind: SpanKind.SERVER, parent: contextFrom(message.traceparent) };
        const output = await inSpan(`answer ${query.subject}`, options, () =>
          handler(query.input.parse(message.input)),
        );
        return { ok: true, output: query.output.parse(output) };
      } catch (error) {
        const { code, status, message, fields } = toAppError(error);
        const isOurFault = status === 500;
        if (isOurFault) log.error({ err: error, subject: query.subject }, 'a query failed');
        else if (!(error instanceof AppError))
          log.warn({ err: error, subject: query.subject, code }, 'a query could not be answered');
        return { ok: false, error: code, message: isOurFault ? errorDescription('internal_error') : message, fields };
      }
    }),
  );
}
