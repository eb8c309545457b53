import { type ErrorCode, errorCatalog, errorMessage } from '@platform/contracts/errors';
import type { CommandContract, QueryContract, RequestContracts } from '@platform/contracts/kit';
import { z } from 'zod';
import { AppError, fail, relayedError, toAppError } from '../errors.ts';
import { newId } from '../ids.ts';
import { currentScope, runInScope } from '../scope.ts';
import type { Log } from '../telemetry/log.ts';
import { currentTraceparent } from '../telemetry/tracing.ts';
import { type Bus, BusUnavailableError, NoResponderError, type RequestMessage } from './bus.ts';
import { inAnswerSpan, inRequestSpan, type SentMessage } from './message-spans.ts';

/**
 * Queries another service. `A` are the requests that the service declares: it may ask no other.
 * @throws `service_unavailable` without an answer in time, or the code of the failure
 */
export type Ask<A extends RequestContracts = RequestContracts> = <Q extends Extract<A[number], QueryContract>>(
  query: Q,
  input: z.input<Q['input']>,
) => Promise<z.output<Q['output']>>;

/**
 * Calls for a change in another service. A call without an answer may have worked; the same call may be made
 * again. `A` are the requests that the service declares: it may call no other.
 * @throws `service_unavailable` without an answer in the time limit of the command, or the code of the
 * failure
 */
export type Call<A extends RequestContracts = RequestContracts> = <C extends Extract<A[number], CommandContract>>(
  command: C,
  input: z.input<C['input']>,
) => Promise<z.output<C['output']>>;

const queryTimeoutMs = 5_000;

const Reply = z.union([
  z.object({ ok: z.literal(true), output: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.string(), message: z.string(), fields: z.record(z.string(), z.unknown()) }),
]);

/** Makes the function that a service queries the others with. */
export const createAsk =
  (bus: Bus): Ask =>
  <Q extends QueryContract>(query: Q, input: z.input<Q['input']>) =>
    request<Q['output']>({ bus, operation: 'ask', subject: query.subject }, query.output, input, (message) =>
      bus.request(query.subject, message, queryTimeoutMs),
    );

/** Makes the function that a service calls the commands of the others with. */
export const createCall =
  (bus: Bus): Call =>
  <C extends CommandContract>(command: C, input: z.input<C['input']>) =>
    request<C['output']>({ bus, operation: 'call', subject: command.subject }, command.output, input, (message) =>
      send(bus, command, message),
    );

/** Sends a command, under its former subject while every replica of its service is of the release before. */
async function send(
  bus: Bus,
  { subject, formerly, timeoutMs }: CommandContract,
  message: RequestMessage,
): Promise<unknown> {
  try {
    return await bus.request(subject, message, timeoutMs);
  } catch (error) {
    if (!(error instanceof NoResponderError) || formerly === undefined) throw error;
    return bus.request(formerly, message, timeoutMs);
  }
}

async function request<O extends z.ZodType>(
  sent: SentMessage,
  output: O,
  input: unknown,
  sendTo: (message: RequestMessage) => Promise<unknown>,
): Promise<z.output<O>> {
  const request_id = currentScope()?.request_id ?? newId();
  const reply = await inRequestSpan(sent, async () =>
    Reply.parse(await sendTo({ input, request_id, traceparent: currentTraceparent() })),
  ).catch((cause) =>
    cause instanceof BusUnavailableError ? fail('service_unavailable', { cause }) : Promise.reject(cause),
  );
  if (reply.ok) return output.parse(reply.output);
  const code: ErrorCode = reply.error in errorCatalog ? (reply.error as ErrorCode) : 'internal_error';
  throw relayedError(code, reply.fields, reply.message);
}

/**
 * Answers a query or a command on the bus, a command under its former subject too. Input and output are
 * checked by the contract; a failure travels as the code that an HTTP client would get, so that an outage of
 * the database reads as an outage and is tried again. So does what a handler loses while its process stops.
 */
export async function answerRequest(
  bus: Bus,
  contract: QueryContract | CommandContract,
  handler: (input: unknown) => Promise<unknown>,
  { log, isStopping }: { log: Log; isStopping: () => boolean },
): Promise<void> {
  const former = 'formerly' in contract && contract.formerly !== undefined ? [contract.formerly] : [];
  for (const subject of [contract.subject, ...former])
    await bus.respond(subject, (message) => replyTo(message, { bus, subject, contract, handler, log, isStopping }));
}

const replyTo = (
  message: RequestMessage,
  {
    bus,
    subject,
    contract: { input, output },
    handler,
    log,
    isStopping,
  }: {
    bus: Bus;
    subject: string;
    contract: QueryContract | CommandContract;
    handler: (input: unknown) => Promise<unknown>;
    log: Log;
    isStopping: () => boolean;
  },
): Promise<unknown> =>
  runInScope({ request_id: message.request_id }, async () => {
    try {
      const { request_id, traceparent } = message;
      const received = { bus, operation: 'answer', subject, request_id, traceparent } as const;
      const result = await inAnswerSpan(received, () => handler(input.parse(message.input)));
      return { ok: true, output: output.parse(result) };
    } catch (error) {
      const isInterrupted = isStopping() && toAppError(error).status === 500;
      const told = isInterrupted ? new AppError('service_unavailable', { cause: error }) : toAppError(error);
      const { code, status, message: text, fields } = told;
      const isOurFault = status === 500;
      if (isOurFault) log.error({ err: error, subject }, 'a request of another service failed');
      else if (!(error instanceof AppError))
        log.warn({ err: error, subject, code }, 'a request of another service could not be answered');
      return { ok: false, error: code, message: isOurFault ? errorMessage('internal_error') : text, fields };
    }
  });
