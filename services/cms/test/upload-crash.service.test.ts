import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { dayMs } from '@platform/runtime';
import { aSvg, fakeClock } from '@platform/testing';
import { aPhoto, sweep } from './asset-files.ts';
import { useCrashingHosts } from './crashing-hosts.ts';
import { ok } from './newsroom.ts';

const rounds = 5;
const uploadsOfRound = 20;

const crashing = useCrashingHosts();

/** Bytes of each kind in turns; no two are the same. */
async function someBytes(at: number): Promise<Buffer> {
  if (at % 4 === 0) return aPhoto({ width: 500 + at, height: 320, seed: at + 1 });
  if (at % 4 === 1) return Buffer.from(aSvg(`<title>Number ${at}</title>`));
  if (at % 4 === 2) return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(200_000)]);
  return randomBytes(600_000 + at);
}

test('a crash at any moment of a hundred uploads leaves no asset without bytes, and after the clean-up no bytes without an asset', async () => {
  const { t, admin, startHost } = crashing;
  const site_id = ok(await t.as({ admin }).createSite({ body: { name: 'Notes' } })).id;
  const params = { site_id };
  const sent: Buffer[] = [];
  const answered: string[] = [];
  let next = startHost();
  for (let round = 0; round < rounds; round += 1) {
    const host = await next;
    // It reads its modules while this one works.
    if (round + 1 < rounds) next = startHost();
    let left = Math.floor((round / rounds) * uploadsOfRound);
    const enough = Promise.withResolvers<void>();
    if (left === 0) enough.resolve();
    const uploads = Array.from({ length: uploadsOfRound }, async (_, at) => {
      const bytes = await someBytes(round * uploadsOfRound + at);
      sent.push(bytes);
      const file = new Blob([new Uint8Array(bytes)]);
      const endpoint = at % 2 === 0 ? host.client.uploadAsset : host.client.uploadFile;
      // No answer is what the test is about; a busy machine may refuse some.
      const reply = await endpoint({ params, file }).catch(() => null);
      if (reply && reply.status !== 503) answered.push(ok(reply).id);
      left -= 1;
      if (left === 0) enough.resolve();
    });
    await enough.promise;
    await sleep(Math.random() * 80);
    await host.kill();
    await Promise.all(uploads);
  }

  const assetsNow = () =>
    t.database.query<{ id: string; files: string[] }>(
      `SELECT id, array_prepend(file, ARRAY(SELECT v ->> 'file' FROM jsonb_array_elements(variants) AS v)) AS files FROM cms.assets`,
    );
  const namesOf = (rows: { files: string[] }[]) => [...new Set(rows.flatMap(({ files }) => files))].toSorted();
  const stored = async () => (await readdir(t.filesDir)).toSorted();
  const made = await assetsNow();
  expect(made.map(({ id }) => id)).toEqual(expect.arrayContaining(answered));
  expect(await stored()).toEqual(expect.arrayContaining(namesOf(made)));

  const swept = await sweep({ t }, fakeClock(new Date(Date.now() + 30 * dayMs).toISOString()));
  process.stdout.write(`  ${answered.length} of ${sent.length} uploads were answered, ${swept} files were left over\n`);
  expect(swept).toBeGreaterThan(0);
  expect(await assetsNow()).toHaveLength(made.length);
  expect(await stored()).toEqual(namesOf(made));
  const rows = await t.database.query<{ name: string }>('SELECT name FROM cms.files ORDER BY name COLLATE "C"');
  expect(rows.map(({ name }) => name)).toEqual(namesOf(made));

  // Every one of them may be sent again.
  for (const bytes of sent.slice(0, uploadsOfRound))
    ok(await t.as({ admin }).uploadFile({ params, file: new Blob([new Uint8Array(bytes)]) }));
});
