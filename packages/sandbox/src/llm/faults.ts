import { z } from 'zod';

const kind = z.enum([
  'fenced',
  'cut',
  'wrong_json',
  'prose',
  'refusal',
  'content_filter',
  'error_in_200',
  'too_many_requests',
  'quota',
  'server_error',
  'plain_only',
  'no_usage',
  'hang_up',
  'obey',
  'take_over',
  'largest',
]);

/**
 * How a completion misbehaves.
 * - `fenced`: JSON in a fence of Markdown
 * - `cut`: half of the JSON, `finish_reason: length`
 * - `wrong_json`: JSON that fits no schema; `prose`: no JSON at all
 * - `refusal`: `message.refusal` and no content; `content_filter`: ended by the filter of the provider
 * - `error_in_200`: status 200 with `error`, as OpenRouter answers
 * - `too_many_requests`: 429 with `retry-after-ms`; `quota`: 429 `insufficient_quota`; `server_error`: 500
 * - `plain_only`: 400 for a request with `response_format`
 * - `no_usage`: an answer without `usage`; `hang_up`: the connection is cut once the answer is made
 * - `obey`: the model obeys an instruction in the data: HTML and foreign addresses in each text; `take_over`:
 *   members that no schema has, too
 * - `largest`: each number is the largest that the schema takes, not the smallest
 */
export type LlmFault = z.infer<typeof kind>;

const settings = z.strictObject({
  /** The misbehaviour of the next completions. */
  answer: kind.optional(),
  /** Milliseconds before each answer. */
  delay_ms: z.int().min(0).max(600_000).optional(),
  /** Completions until everything works again; all of them when absent. */
  times: z.int().min(1).optional(),
});
export type LlmFaultSettings = z.infer<typeof settings>;

export interface LlmFaults {
  set(settings: LlmFaultSettings): void;
  reset(): void;
  current(): LlmFaultSettings;
  /** The faults of the next completion, counted as one use. */
  use(): LlmFaultSettings;
}

/** Checks settings that came over HTTP; null for what are none. */
export const parseLlmFaults = (body: unknown): LlmFaultSettings | null => settings.safeParse(body).data ?? null;

/** Makes the switches, all off. */
export function createLlmFaults(): LlmFaults {
  let now: LlmFaultSettings = {};
  return {
    set(next) {
      now = settings.parse(next);
    },
    reset() {
      now = {};
    },
    current: () => ({ ...now }),
    use() {
      const used = { ...now };
      if (now.times !== undefined) now = now.times > 1 ? { ...now, times: now.times - 1 } : {};
      return used;
    },
  };
}
