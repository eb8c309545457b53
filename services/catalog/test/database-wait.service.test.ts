import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { longDatabaseWait, openTransaction, untilBlocked } from '@platform/testing';
import { aCode, admin, startCatalog } from './support.ts';

test('a request gets a connection that becomes free after the default wait of two seconds', async () => {
  const t = await startCatalog({ env: { ...longDatabaseWait, DATABASE_POOL_SIZE: '2' } });
  const lock = await openTransaction(t.database, 'LOCK TABLE catalog.applications IN ACCESS EXCLUSIVE MODE');
  try {
    const create = () => admin(t).createApplication({ body: { code: aCode('app'), name: 'Demo' } });
    const holding = [create(), create()];
    await untilBlocked(t.database, { sessions: 2 });
    const waiting = create();
    await sleep(3_000);
    await lock.rollback();
    expect((await waiting).status).toBe(201);
    await Promise.all(holding);
  } finally {
    await lock.rollback();
    await t.stop();
  }
});
