import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, jsonAnswer } from '../http/answer.ts';
import { isJsonObject } from '../http/body.ts';

/** The dialects of the OpenAI API, and where each is mounted. */
export const llmDialects = {
  openai: '/openai/v1',
  openrouter: '/openrouter/api/v1',
  yandex: '/yandex/v1',
  gigachat: '/gigachat/api/v1',
  ollama: '/ollama/v1',
} as const;
export type LlmDialect = keyof typeof llmDialects;

/** The key of every dialect; of GigaChat it is the authorization key that buys tokens. */
export const llmSandboxKey = 'sandbox-key';
/** The folder of the Yandex dialect. */
export const llmSandboxFolder = 'sandbox-folder';

/** What a completion asks for. */
export interface CompletionRequest {
  model: string;
  messages: { role: string; content: string }[];
  /** JSON Schema of the answer; null without one. */
  schema: unknown;
  maxTokens: number;
}

/** A failure in the form of a dialect. */
export function failureAnswer(
  dialect: LlmDialect,
  {
    status,
    message,
    code = null,
    headers = {},
  }: { status: number; message: string; code?: string | null; headers?: Record<string, string> },
): Answer {
  if (dialect === 'gigachat') return jsonAnswer(status, { status, message }, headers);
  const error =
    dialect === 'openrouter'
      ? { code: status, message }
      : { message, type: code ?? 'invalid_request_error', param: null, code };
  return jsonAnswer(status, { error }, headers);
}

/** The refusal of a request; null for one that the dialect takes. */
export function refusalOf(
  dialect: LlmDialect,
  headers: IncomingHttpHeaders,
  body: unknown,
  isToken: (token: string) => boolean,
): Answer | null {
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const isKnown = dialect === 'gigachat' ? isToken(bearer) : dialect === 'ollama' || bearer === llmSandboxKey;
  const refuse = (status: number, message: string) => failureAnswer(dialect, { status, message });
  if (!isKnown) return refuse(401, 'Incorrect API key provided');
  if (!isJsonObject(body) || typeof body.model !== 'string' || body.model === '')
    return refuse(400, 'model is missing');
  if (body.model.endsWith('missing')) return refuse(404, `The model ${body.model} does not exist`);
  const { messages } = body;
  if (!Array.isArray(messages) || messages.length === 0) return refuse(400, 'messages is missing');
  if (messages.some((each) => !isJsonObject(each) || typeof each.content !== 'string'))
    return refuse(400, 'a message without content');
  if (dialect === 'openai' && 'max_tokens' in body)
    return refuse(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.");
  if (dialect === 'yandex') return yandexRefusal(headers, body.model, refuse);
  const systemAt = (messages as { role: string }[]).findLastIndex(({ role }) => role === 'system');
  return dialect === 'gigachat' && systemAt > 0 ? refuse(422, 'system message must be the first message') : null;
}

const yandexRefusal = (
  headers: IncomingHttpHeaders,
  model: string,
  refuse: (status: number, message: string) => Answer,
) => {
  if (headers['openai-project'] !== llmSandboxFolder) return refuse(403, 'OpenAI-Project is not a folder of this key');
  return model.startsWith(`gpt://${llmSandboxFolder}/`) ? null : refuse(400, 'the model is not gpt://<folder>/…');
};

/** Reads a request that the dialect takes. Each dialect has the schema under another path. */
export function readCompletionRequest(dialect: LlmDialect, body: Record<string, unknown>): CompletionRequest {
  const format = isJsonObject(body.response_format) ? body.response_format : {};
  const wrapped = isJsonObject(format.json_schema) ? format.json_schema : {};
  const schemaBy = { yandex: format.json_schema, gigachat: format.schema };
  const schema = dialect === 'yandex' || dialect === 'gigachat' ? schemaBy[dialect] : wrapped.schema;
  const maxTokens = Number(body.max_completion_tokens ?? body.max_tokens ?? 1_000);
  return {
    model: String(body.model),
    messages: body.messages as CompletionRequest['messages'],
    schema: schema ?? null,
    maxTokens,
  };
}
