import { expect, test } from '@jest/globals';
import { aSvg, ticksDuring } from '@platform/testing';
import { checkSvg } from './check-svg.ts';

test('other requests have their turns while a large SVG is checked', async () => {
  const drawing = Buffer.from(aSvg('<path d="M0 0h10v10z" fill="red"/>'.repeat(19_000)));
  let checked: Buffer = Buffer.alloc(0);
  const turns = await ticksDuring(async () => {
    checked = await checkSvg(drawing);
  });
  expect(checked.toString()).toContain('<path d="M0 0h10v10z" fill="red"/>');
  expect(turns).toBeGreaterThan(100);
});

test('a large SVG is refused with what is wrong about it', async () => {
  const active = Buffer.from(aSvg(`${'<path d="M0 0"/>'.repeat(2_000)}<script>alert(1)</script>`));
  await expect(checkSvg(active)).rejects.toMatchObject({
    code: 'validation_failed',
    fields: { details: [{ path: 'file', message: 'The file has a script element, which an icon may not have.' }] },
  });
});

test('an SVG that comes behind a refused one is checked', async () => {
  const broken = checkSvg(Buffer.from(`<svg>${'x'.repeat(20_000)}`));
  const sound = checkSvg(Buffer.from(aSvg('<path d="M0 0"/>'.repeat(2_000))));
  await expect(broken).rejects.toMatchObject({ code: 'validation_failed' });
  expect((await sound).length).toBeGreaterThan(20_000);
});
