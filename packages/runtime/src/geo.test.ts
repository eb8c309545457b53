import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { geoDatabase, writeGeoDatabase } from '@platform/testing';
import { createGeo, unknownLocation } from './geo.ts';
import { createLog } from './telemetry/log.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-geo-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Locations from these files, and the warnings that were logged. */
function given(...paths: string[]) {
  const warnings: string[] = [];
  const log = createLog('test', 'warn', { write: (line: string) => void warnings.push(line) });
  return { geo: createGeo({ paths, log }), warnings };
}

async function givenFile(networks: Parameters<typeof geoDatabase>[0], name = 'places.mmdb'): Promise<string> {
  const path = join(folder, name);
  await writeGeoDatabase(path, networks);
  return path;
}

describe('the database that comes with the packages', () => {
  const { geo, warnings } = given();

  test('knows the country of public addresses of both kinds, and neither city nor time zone', async () => {
    for (const [address, country_code] of [
      ['77.88.8.8', 'RU'],
      ['::ffff:77.88.8.8', 'RU'],
      ['8.8.8.8', 'US'],
      ['2a02:6b8::1', 'RU'],
    ] as const)
      expect(await geo.locate(address)).toEqual({ country_code, city: null, timezone: null });
    expect(warnings).toEqual([]);
  });

  test('is not asked about addresses of a machine or of a private network, and about what is none', async () => {
    const addresses = ['127.0.0.1', '10.1.2.3', '192.168.0.1', '172.16.0.1', '169.254.1.1', '100.64.0.1', '0.0.0.0'];
    const more = ['::1', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '203.0.113.7', '255.255.255.255', '', 'unknown'];
    for (const address of [...addresses, ...more])
      expect([address, await geo.locate(address)]).toEqual([address, unknownLocation]);
  });
});

test('an address is searched once', async () => {
  const { geo } = given();
  expect(geo.locate('77.88.8.8')).toBe(geo.locate('77.88.8.8'));
  expect(await geo.locate('8.8.8.8')).not.toEqual(await geo.locate('77.88.8.8'));
});

describe('a database of cities', () => {
  test('gives the city without its district, and the time zone of its coordinates', async () => {
    const { geo } = given(
      await givenFile({
        '77.0.0.0/8': {
          country_code: 'RU',
          city: 'Novosibirsk (Tsentralny okrug)',
          latitude: 55.03,
          longitude: 82.92,
          timezone: '',
        },
        '78.0.0.0/8': { country_code: 'RU', city: '', latitude: 60.5, longitude: 105.5 },
        '79.0.0.0/8': { country_code: '', city: 'Atlantis' },
      }),
    );
    expect(await geo.locate('77.1.2.3')).toEqual({
      country_code: 'RU',
      city: 'Novosibirsk',
      timezone: 'Asia/Novosibirsk',
    });
    // The middle of a country says nothing about the clock of a person.
    expect(await geo.locate('78.1.2.3')).toEqual({ country_code: 'RU', city: null, timezone: null });
    expect(await geo.locate('79.1.2.3')).toEqual(unknownLocation);
    expect(await geo.locate('80.1.2.3')).toEqual(unknownLocation);
  });

  test('may have the shape of MaxMind', async () => {
    const { geo } = given(
      await givenFile({
        '77.0.0.0/8': {
          country: { iso_code: 'DE' },
          city: { names: { en: 'Berlin' } },
          location: { latitude: 52.5, longitude: 13.4, time_zone: 'Europe/Berlin' },
        },
      }),
    );
    expect(await geo.locate('77.1.2.3')).toEqual({ country_code: 'DE', city: 'Berlin', timezone: 'Europe/Berlin' });
  });

  test('of IPv4 is not asked about IPv6, and the next one answers what it does not know', async () => {
    const first = await givenFile({ '32.0.0.0/3': { country_code: 'HK' } }, 'first.mmdb');
    const second = await givenFile({ '77.0.0.0/8': { country_code: 'RU' } }, 'second.mmdb');
    const { geo } = given(first, second);
    expect(await geo.locate('2a02:6b8::1')).toEqual(unknownLocation);
    expect((await geo.locate('33.1.1.1')).country_code).toBe('HK');
    expect((await geo.locate('77.1.1.1')).country_code).toBe('RU');
  });
});

describe('a database that cannot be used gives empty places and exactly one warning', () => {
  const ask = async (...paths: string[]) => {
    const { geo, warnings } = given(...paths);
    const places = await Promise.all(['77.1.2.3', '78.1.2.3', '2a02:6b8::1'].map((address) => geo.locate(address)));
    places.push(await geo.locate('77.1.2.3'));
    return { places, warnings };
  };

  test('when it is absent, a folder, empty or something else', async () => {
    const text = join(folder, 'text.mmdb');
    await writeFile(text, 'not a database');
    const empty = join(folder, 'empty.mmdb');
    await writeFile(empty, '');
    for (const path of [join(folder, 'absent.mmdb'), folder, empty, text]) {
      const { places, warnings } = await ask(path);
      expect([path, places]).toEqual([path, [unknownLocation, unknownLocation, unknownLocation, unknownLocation]]);
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toContain(path);
    }
    expect((await ask(text, empty)).warnings).toHaveLength(1);
  });

  test('when it was cut or mixed up', async () => {
    const whole = geoDatabase({ '77.0.0.0/8': { country_code: 'RU' }, '78.0.0.0/8': { country_code: 'DE' } });
    const path = join(folder, 'broken.mmdb');
    const mixed = Buffer.from(whole);
    mixed.fill(0xff, 0, 60);
    await writeFile(path, mixed);
    const { places, warnings } = await ask(path);
    expect(places).toEqual([unknownLocation, unknownLocation, unknownLocation, unknownLocation]);
    expect(warnings).toHaveLength(1);
    await writeFile(path, whole);
    await truncate(path, Math.floor(whole.length / 2));
    expect(await ask(path)).toMatchObject({
      places: [unknownLocation, unknownLocation, unknownLocation, unknownLocation],
      warnings: [expect.anything()],
    });
  });

  test('and the others still answer', async () => {
    const { geo, warnings } = given(
      join(folder, 'absent.mmdb'),
      await givenFile({ '77.0.0.0/8': { country_code: 'RU' } }),
    );
    expect((await geo.locate('77.1.2.3')).country_code).toBe('RU');
    expect(warnings).toHaveLength(1);
  });

  test('and no warning is logged before the first lookup', async () => {
    const { geo, warnings } = given(join(folder, 'absent.mmdb'));
    await geo.locate('10.0.0.1');
    expect(warnings).toEqual([]);
  });
});
