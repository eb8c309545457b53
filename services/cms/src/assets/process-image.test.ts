import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { createImages } from './process-image.ts';

const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

test('images of staff come before images of users that came earlier, and users take turns', async () => {
  const images = createImages();
  const begun: string[] = [];
  const load = (name: string) => async () => {
    begun.push(name);
    return picture;
  };
  const ofUser = (user: string, name: string) => images.reencodeForUser(user, load(name), 'png');
  const all = [ofUser('a', 'a1'), ofUser('a', 'a2'), ofUser('a', 'a3'), ofUser('b', 'b1')];
  all.push(images.reencode('staff', load('staff 1'), 'png'), images.reencode('staff', load('staff 2'), 'png'));
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'staff 1', 'staff 2', 'b1', 'a2', 'a3']);
});

test('images of users that wait in their full queue are refused at once, and none of staff', async () => {
  const images = createImages();
  const ends: (() => void)[] = [];
  const held = () => new Promise<Buffer>((resolve) => ends.push(() => resolve(picture)));
  const first = images.reencodeForUser('first', held, 'png');
  const others = Array.from({ length: 15 }, (_, at) =>
    images.reencodeForUser(`user ${at}`, async () => picture, 'png'),
  );
  const refused = await Promise.all(others.slice(12).map((one) => one.catch(({ code }: { code: string }) => code)));
  expect(refused).toEqual(['service_unavailable', 'service_unavailable', 'service_unavailable']);
  const staff = images.reencode('staff', async () => picture, 'png');
  while (ends.length === 0) await new Promise((resolve) => setImmediate(resolve));
  for (const end of ends) end();
  await Promise.all([first, staff, ...others.slice(0, 12)]);
});

test('of an animation of a user the first frame is kept, and more than 20 megapixels are refused', async () => {
  const images = createImages();
  const frames = await Promise.all(
    ['red', 'blue', 'green'].map((background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const animation = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const { main, width, height } = await images.reencodeForUser('a', async () => animation, 'gif');
  expect([width, height, (await sharp(main.bytes).metadata()).pages ?? 1]).toEqual([40, 30, 1]);
  const large = await sharp({ create: { width: 7_000, height: 3_000, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await expect(images.reencodeForUser('a', async () => large, 'png')).rejects.toMatchObject({
    code: 'image_not_readable',
  });
  expect((await images.reencode('staff', async () => large, 'png')).width).toBe(7_000);
});

test('a gallery of a hundred photos that arrives at once is worked on, photo by photo', async () => {
  const images = createImages();
  let opened = 0;
  const load = async () => {
    opened += 1;
    return picture;
  };
  const gallery = Array.from({ length: 100 }, () => images.reencode('site', load, 'png'));
  await Promise.resolve();
  expect(opened).toBe(1);
  expect((await Promise.all(gallery)).map(({ width }) => width)).toEqual(Array(100).fill(64));
});
