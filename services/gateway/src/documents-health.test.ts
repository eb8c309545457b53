import { expect, test } from '@jest/globals';
import { fail } from '@platform/runtime';
import { createDocumentsHealth } from './documents-health.ts';

test('identity is asked once for the applications without documents, however often health is read', async () => {
  let asked = 0;
  const count = createDocumentsHealth({
    async ask() {
      asked += 1;
      return { application_count: 3 } as never;
    },
  });
  expect([await Promise.all([count(), count()]), await count(), asked]).toEqual([[3, 3], 3, 1]);
});

test('the applications without documents are not known while identity fails or does not answer', async () => {
  const failing = createDocumentsHealth({ ask: async () => fail('service_unavailable') });
  const silent = createDocumentsHealth({ ask: () => new Promise(() => {}) });
  expect([await failing(), await silent()]).toEqual([null, null]);
});
