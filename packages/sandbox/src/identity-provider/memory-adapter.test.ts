import { expect, test } from '@jest/globals';
import { createMemoryAdapter } from './memory-adapter.ts';

test('the end of a grant ends the tokens of one model, and not the sign-in that names the grant', async () => {
  const adapterOf = createMemoryAdapter();
  const [tokens, interactions] = [adapterOf('AccessToken'), adapterOf('Interaction')];
  await tokens.upsert('token-1', { grantId: 'grant-1' }, 60);
  await tokens.upsert('token-2', { grantId: 'grant-2' }, 60);
  await interactions.upsert('sign-in', { grantId: 'grant-1' }, 60);
  await tokens.revokeByGrantId('grant-1');
  expect(await tokens.find('token-1')).toBeUndefined();
  expect(await tokens.find('token-2')).toEqual({ grantId: 'grant-2' });
  expect(await interactions.find('sign-in')).toEqual({ grantId: 'grant-1' });
});
