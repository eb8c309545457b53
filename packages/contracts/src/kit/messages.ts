import type { z } from 'zod';

export interface EventContract<S extends z.ZodType = z.ZodType> {
  type: string;
  description: string;
  data: S;
}

interface RequestContract<I extends z.ZodType, O extends z.ZodType> {
  description: string;
  input: I;
  output: O;
}

/** A read that another service may ask for. Its subject keeps it apart from a command, also by type. */
export interface QueryContract<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  S extends `query.${string}` = `query.${string}`,
> extends RequestContract<I, O> {
  subject: S;
}

/** A change that another service may call for. */
export interface CommandContract<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  S extends `command.${string}` = `command.${string}`,
> extends RequestContract<I, O> {
  subject: S;
  /** How long a caller waits for the answer. */
  timeoutMs: number;
  /** The subject in the release before. A service answers it; a caller uses it until `subject` is known. */
  formerly?: `query.${string}`;
}

/** Declares an event. `type` is `<entity>.<past participle>` and is also its subject on the bus. */
export const event = <S extends z.ZodType>(type: string, description: string, data: S): EventContract<S> => ({
  type,
  description,
  data,
});

/** Declares a request–reply query. It changes nothing. `subject` is `query.<service>.<resource>.<verb>`. */
export const query = <const S extends QueryContract['subject'], I extends z.ZodType, O extends z.ZodType>(
  subject: S,
  description: string,
  input: I,
  output: O,
): QueryContract<I, O, S> => ({ subject, description, input, output });

/**
 * Declares a request–reply command. `subject` is `command.<service>.<resource>.<verb>`. A command is
 * idempotent: its handler leaves the same state and gives the same result when the same input arrives twice,
 * except for `is_written`, which says whether this very call wrote. A call that timed out may have worked,
 * and its caller may call again.
 */
export const command = <const S extends CommandContract['subject'], I extends z.ZodType, O extends z.ZodType>(
  subject: S,
  description: string,
  { limits, input, output }: { limits: Pick<CommandContract, 'timeoutMs' | 'formerly'>; input: I; output: O },
): CommandContract<I, O, S> => ({ subject, description, ...limits, input, output });

/** A query or a command: a request that one service sends to another one. */
export type RequestContracts = readonly (QueryContract | CommandContract)[];

export type EventData<E extends EventContract> = z.output<E['data']>;
