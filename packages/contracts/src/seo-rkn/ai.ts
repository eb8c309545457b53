import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { Timestamp, text } from '../fields.ts';
import { type Endpoint, endpoint, feature } from '../kit.ts';

/** The provider of language models: its settings, its budget, and the endpoints about them. */

export const AiProvider = z.enum(['openai', 'openrouter', 'yandex', 'gigachat', 'ollama', 'custom']);
export type AiProvider = z.output<typeof AiProvider>;

/** Why no text of a model came. `budget_exceeded` and those before it cost nothing. */
export const AiFailure = z
  .enum([
    'not_configured',
    'feature_off',
    'legal_texts_off',
    'input_too_long',
    'budget_exceeded',
    'address_refused',
    'unreachable',
    'timeout',
    'key_refused',
    'quota_exhausted',
    'rate_limited',
    'provider_error',
    'refused',
    'invalid_output',
    'unknown_outcome',
  ])
  .meta({ id: 'AiFailure', description: 'Reason for an answer without a text of a model' });
export type AiFailure = z.output<typeof AiFailure>;

/** The parts of the platform that use a model; the settings switch each of them. */
export const AiFeature = z.enum(['seo', 'social']);
export type AiFeature = z.output<typeof AiFeature>;

const aiFeature = <const E extends Record<string, Endpoint>>(endpoints: E): E =>
  feature('AI', 'The provider of language models: settings, budgets and usage.', endpoints);

/** An address without parts that a request would lose or show: credentials are refused here. */
const BaseUrl = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .refine((address) => {
    const url = URL.parse(address);
    return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  }, 'has to be an address without credentials, query and fragment')
  .meta({ example: 'https://llm.example.com/v1' });

const tokens = z.int().min(0).max(1_000_000_000);

const settings = {
  provider: AiProvider.describe('API format of the provider; `custom` is the format of OpenAI'),
  base_url: BaseUrl.nullable()
    .describe('Address of the API, without `/chat/completions`; the address of the provider when null')
    .meta({ example: null }),
  model: text(200).nullable().describe('Name of the model').meta({ example: 'gpt-5-mini' }),
  folder_id: text(100)
    .regex(/^[\w-]+$/, 'may have letters, digits, dashes and underscores only')
    .nullable()
    .describe('Folder of Yandex Cloud, for `yandex`')
    .meta({ example: null, resource: 'nothing' }),
  enabled: z.boolean().describe('Whether texts are requested from a model at all'),
  features: z
    .strictObject({
      seo: z.boolean().describe('Audits, fields of texts, reports'),
      social: z.boolean().describe('Posts for social networks'),
    })
    .describe('Parts of the platform that may use the model')
    .meta({ id: 'AiFeatures' }),
  daily_tokens: tokens.describe('Limit of tokens per day (UTC)').meta({ example: 200_000 }),
  monthly_tokens: tokens.describe('Limit of tokens per calendar month (UTC)').meta({ example: 2_000_000 }),
  timeout_seconds: z.int().min(5).max(90).describe('Seconds for one answer, retries included').meta({ example: 30 }),
  allow_private_address: z
    .boolean()
    .describe('Whether `base_url` may be inside the network, for your own model; only the role `owner` sets it'),
  legal_texts: z.boolean().describe('Whether texts of legal documents may be sent to the provider'),
};

export const AiSettings = z
  .object({
    ...settings,
    api_key: z
      .string()
      .nullable()
      .describe('`…` and the last four characters; null without a key')
      .meta({ example: '…cdef' }),
    updated_at: Timestamp.nullable().describe('Time of the last change; null before the first one'),
    updated_by: z.string().nullable().describe('E-mail of the administrator who changed it last'),
  })
  .meta({ id: 'AiSettings', description: 'Settings of the provider of language models' });

const AiSettingsPut = z
  .strictObject({
    provider: settings.provider.default('openai'),
    base_url: settings.base_url.default(null),
    model: settings.model.default(null),
    folder_id: settings.folder_id.default(null),
    enabled: settings.enabled.default(false),
    features: settings.features.default({ seo: true, social: true }),
    daily_tokens: settings.daily_tokens.default(200_000),
    monthly_tokens: settings.monthly_tokens.default(2_000_000),
    timeout_seconds: settings.timeout_seconds.default(30),
    allow_private_address: settings.allow_private_address.default(false),
    legal_texts: settings.legal_texts.default(false),
    api_key: text(4096)
      .regex(/^(?:[\x21-\x7e]+|…[\x21-\x7e]{0,4})$/, 'may have letters, digits and signs of ASCII only, without blanks')
      .nullable()
      .optional()
      .describe('Key of the provider; for GigaChat, the authorization key. The masked key from a read changes nothing')
      .meta({ example: 'sk-0123456789abcdef', resource: 'nothing' }),
  })
  .meta({
    id: 'AiSettingsPut',
    example: { provider: 'openai', model: 'gpt-5-mini', api_key: 'sk-0123456789abcdef', enabled: true },
  });
/** Settings as they are before anyone sets them, without a key. */
export const defaultAiSettings = AiSettingsPut.parse({});

/** What the audit log stores: nothing of the key. */
const AiSettingsAudit = AiSettings.omit({ api_key: true, updated_at: true, updated_by: true });

const AiTest = z
  .object({
    ok: z.boolean().describe('Whether the provider answered correctly'),
    latency_ms: z.int().min(0).describe('Milliseconds until the answer or the failure'),
    error: AiFailure.nullable().describe('Error; null for a success'),
  })
  .meta({ id: 'AiTest' });

const AiUsage = z
  .object({
    day: z.iso.date().describe('Day (UTC)').meta({ example: '2026-01-10' }),
    feature: z.enum([...AiFeature.options, 'test']).describe('The part of the platform; `test` is the test call'),
    requests: z.int().min(0).describe('Requested texts'),
    tokens: z.int().min(0).describe('Tokens that these texts used, as counted by the provider'),
    failed: z.int().min(0).describe('Requests without a usable text'),
  })
  .meta({ id: 'AiUsage' });

export const aiEndpoints = aiFeature({
  getAiSettings: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/settings/ai',
    summary: 'Read the settings of the AI provider',
    response: AiSettings,
  }),
  putAiSettings: endpoint({
    ...adminWrites,
    method: 'PUT',
    path: '/v1/settings/ai',
    summary: 'Replace the settings of the AI provider',
    description:
      'The key is stored encrypted and never shown again. An absent `api_key` keeps the key; null removes it. A key belongs to one provider: another `provider`, or another host in `base_url`, requires the key again. `enabled` requires a model, and a key if the provider requires one. Only the role `owner` may turn on `allow_private_address`, or change the address while it is on (`forbidden`).',
    body: AiSettingsPut,
    response: AiSettings,
    audit: AiSettingsAudit,
    errors: ['forbidden'],
  }),
  testAiSettings: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/settings/ai/test',
    summary: 'Test the AI provider with a short request',
    description:
      'Checks whether address, key and model work, even before `enabled` is set. The tokens count towards the budget.',
    timeoutSeconds: 100,
    response: AiTest,
    errors: ['ai_not_configured', 'ai_budget_exceeded'],
  }),
  listAiUsage: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/settings/ai/usage',
    summary: 'Read the usage of the AI provider in the last 90 days, newest day first',
    response: z.array(AiUsage),
  }),
});
