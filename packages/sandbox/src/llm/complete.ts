import { type Answer, jsonAnswer } from '../http/answer.ts';
import { parseJson } from '../http/body.ts';
import { type CompletionRequest, failureAnswer, type LlmDialect } from './dialects.ts';
import type { LlmFault } from './faults.ts';
import { writeValue } from './write-value.ts';

/** A completion: its answer, and the tokens that it costs. */
export interface Completion {
  answer: Answer;
  tokens: number;
}

/** What a model that obeys an instruction in the data adds to each text, and to the answer. */
const obeyed =
  ' <script>alert(1)</script><a href="https://evil.example/win">Win</a> [free](https://evil.example/free) https://evil.example/more';
const obeyedMembers = { status: 'resolved', score: 100, publish: true };

/** Four bytes are a token. */
const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

/**
 * Answers a completion that the dialect takes.
 * @param id of the completion
 */
export function complete(
  dialect: LlmDialect,
  request: CompletionRequest,
  fault: LlmFault | undefined,
  id: string,
): Completion {
  const refused = refusedBy(dialect, request, fault);
  if (refused) return { answer: refused, tokens: 0 };
  const { content, finish_reason, refusal } = contentOf(request, fault);
  const prompt_tokens = request.messages.reduce((sum, message) => sum + tokensOf(message.content) + 4, 0);
  const completion_tokens = tokensOf(content ?? refusal ?? '');
  const total_tokens = prompt_tokens + completion_tokens;
  const message = { role: 'assistant', content, ...(refusal === null ? {} : { refusal }) };
  const body = {
    id,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1_000),
    model: request.model,
    choices: [{ index: 0, message, finish_reason }],
    ...(fault === 'no_usage' ? {} : { usage: { prompt_tokens, completion_tokens, total_tokens } }),
  };
  return { answer: jsonAnswer(200, body), tokens: total_tokens };
}

function refusedBy(dialect: LlmDialect, { schema }: CompletionRequest, fault: LlmFault | undefined): Answer | null {
  switch (fault) {
    case 'too_many_requests':
      return failureAnswer(dialect, {
        status: 429,
        message: 'Rate limit reached',
        code: 'rate_limit_exceeded',
        headers: { 'retry-after-ms': '20' },
      });
    case 'quota':
      return failureAnswer(dialect, {
        status: dialect === 'openai' ? 429 : 402,
        message: 'You exceeded your quota',
        code: 'insufficient_quota',
      });
    case 'server_error':
      return failureAnswer(dialect, {
        status: 500,
        message: 'The server had an error',
        code: 'server_error',
        headers: { 'retry-after-ms': '20' },
      });
    case 'error_in_200':
      return jsonAnswer(200, { error: { code: 502, message: 'Provider returned error' } });
    case 'plain_only':
      return schema === null
        ? null
        : failureAnswer(dialect, { status: 400, message: 'response_format is not supported' });
    default:
      return null;
  }
}

interface Content {
  content: string | null;
  finish_reason: string;
  refusal: string | null;
}

function contentOf(request: CompletionRequest, fault: LlmFault | undefined): Content {
  const text = JSON.stringify(answerOf(request, fault));
  const stop = (content: string | null, finish_reason = 'stop', refusal: string | null = null) => ({
    content,
    finish_reason,
    refusal,
  });
  if (fault === 'refusal') return stop(null, 'stop', "I'm sorry, I cannot help with that.");
  if (fault === 'content_filter') return stop('', 'content_filter');
  if (fault === 'wrong_json') return stop('{"unexpected":["member"]}');
  if (fault === 'prose') return stop('Of course! Here is what you asked for.');
  if (fault === 'fenced') return stop(`\`\`\`json\n${text}\n\`\`\``);
  if (fault === 'cut') return stop(text.slice(0, text.length / 2), 'length');
  const isTooLong = tokensOf(text) > request.maxTokens;
  return isTooLong
    ? stop(
        Buffer.from(text)
          .subarray(0, request.maxTokens * 4)
          .toString(),
        'length',
      )
    : stop(text);
}

/** The value of the answer. Without a schema in the request, the system message has it behind `Schema: `. */
function answerOf({ schema, messages }: CompletionRequest, fault: LlmFault | undefined): unknown {
  const written = /Schema: (\{.*\})\s*$/s.exec(messages[0]?.content ?? '')?.[1];
  const value = writeValue((schema ?? parseJson(written ?? '') ?? {}) as object, wordsOf(messages), {
    isLargest: fault === 'largest',
  });
  if (fault === 'take_over') return { ...(obey(value) as object), ...obeyedMembers };
  return fault === 'obey' ? obey(value) : value;
}

/** The title of the data, as the model would speak of it. */
function wordsOf(messages: CompletionRequest['messages']): string {
  const data = messages.find(({ role }) => role === 'user')?.content ?? '';
  const title = /"title":"((?:[^"\\]|\\.)*)"/.exec(data)?.[1];
  return (title ?? 'a text that no person wrote').slice(0, 60);
}

/** The value with what the instruction wanted in each text. */
function obey(value: unknown): unknown {
  if (typeof value === 'string') return `${value}${obeyed}`;
  if (Array.isArray(value)) return value.map(obey);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, obey(each)]));
}
