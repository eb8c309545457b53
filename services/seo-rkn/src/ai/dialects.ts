import type { AiProvider } from '@platform/contracts';
import { trimEndCharacters } from '@platform/contracts/trim-characters';

/** How each provider wants to be asked. */

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** JSON Schema. */
export type JsonSchema = Record<string, unknown>;

/** The part of the settings that says where and what to ask. */
export interface Target {
  provider: AiProvider;
  base_url: string | null;
  model: string | null;
  folder_id: string | null;
}

export interface Question {
  messages: readonly Message[];
  schema: JsonSchema;
  max_tokens: number;
}

/** The API of each provider; `custom` has no address of its own. */
const addresses: Record<AiProvider, string> = {
  openai: 'https://api.openai.com/v1',
  openrouter: 'https://openrouter.ai/api/v1',
  yandex: 'https://llm.api.cloud.yandex.net/v1',
  gigachat: 'https://gigachat.devices.sberbank.ru/api/v1',
  ollama: 'http://localhost:11434/v1',
  custom: '',
};
const gigachatTokens = 'https://ngw.devices.sberbank.ru:9443/api/v2/oauth';

/** Address of the API without a slash at its end; empty where there is none. */
export const addressOf = ({ provider, base_url }: Pick<Target, 'provider' | 'base_url'>): string =>
  trimEndCharacters(base_url ?? addresses[provider], '/');

/**
 * Where a GigaChat key becomes a token: a host of its own for the provider itself, `…/api/v2/oauth` beside
 * `…/api/v1` for any other address.
 * Source: https://developers.sber.ru/docs/ru/gigachat/api/reference/rest/post-token
 */
export const tokenAddressOf = (target: Pick<Target, 'provider' | 'base_url'>): string => {
  const address = addressOf(target);
  return address === addresses.gigachat ? gigachatTokens : `${address.replace(/\/v1$/, '')}/v2/oauth`;
};

/**
 * The request for one completion.
 * @param bearer key, or the token of GigaChat; empty for none
 * @param isPlain without `response_format` and `temperature`, which some models refuse
 */
export function completionRequest(
  target: Target,
  { messages, schema, max_tokens }: Question,
  bearer: string,
  isPlain: boolean,
): { url: string; headers: Record<string, string>; body: string } {
  const { provider, folder_id } = target;
  // The newer models of OpenAI refuse `max_tokens`.
  const limit = provider === 'openai' ? { max_completion_tokens: max_tokens } : { max_tokens };
  const extras = isPlain ? {} : { temperature: 0.3, response_format: formatOf(provider, schema) };
  return {
    url: `${addressOf(target)}/chat/completions`,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
      ...(provider === 'yandex' && folder_id !== null ? { 'openai-project': folder_id } : {}),
    },
    body: JSON.stringify({ model: modelOf(target), messages, ...limit, ...extras }),
  };
}

/** YandexGPT names a model by its folder. */
const modelOf = ({ provider, model, folder_id }: Target): string =>
  provider === 'yandex' && !model?.includes('://') ? `gpt://${folder_id}/${model}` : (model ?? '');

/** Each dialect puts the schema into another field. */
function formatOf(provider: AiProvider, schema: JsonSchema): object {
  if (provider === 'yandex') return { type: 'json_schema', json_schema: schema };
  if (provider === 'gigachat') return { type: 'json_schema', schema, strict: true };
  return { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } };
}
