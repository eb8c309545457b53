import { contractClient, platform as contracts } from '@platform/contracts';
import { newId } from '@platform/runtime';

/**
 * Creates the flag and the parameter that the demo application shows. Existing ones are not changed.
 * @throws Error when the platform refuses a step or does not answer
 */
export async function seedSettings(options: {
  baseUrl: string;
  /** Credential of an administrator. */
  headers: Record<string, string>;
  application_id: string;
}): Promise<void> {
  const { baseUrl, headers, application_id } = options;
  const catalog = contractClient(contracts.catalog.endpoints, { baseUrl, headers });
  const params = { application_id };
  const code = 'word_count';
  const key = 'note_max_length';
  const replies = [];
  if ((await catalog.getFeature({ params: { ...params, code } })).status === 404)
    replies.push(
      await catalog.createFeature({
        params,
        body: { code, value: true, description: 'Counts the words of a note' },
        headers: { 'idempotency-key': newId() },
      }),
    );
  if ((await catalog.getConfigParameter({ params: { ...params, key } })).status === 404)
    replies.push(
      await catalog.putConfigParameter({
        params: { ...params, key },
        body: { type: 'number', value: 1_000, description: 'Characters of a note without Pro' },
      }),
    );
  for (const reply of replies)
    if (reply.status >= 400)
      throw new Error(`the demo settings could not be written: ${reply.status} ${JSON.stringify(reply.body)}`);
}
