import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { rknCodes } from '@platform/contracts';
import { lawOf, newestLaw, parseLawData, rknRuleOf } from './law.ts';

const folder = new URL('../../rules/rkn/', import.meta.url);
const files = readdirSync(folder).toSorted();

test('the newest file counts, and older ones are found by their version', () => {
  expect(newestLaw.rule_version).toBe(files.at(-1)?.replace('.json', ''));
  for (const file of files) expect(lawOf(file.replace('.json', '')).rule_version).toBe(file.replace('.json', ''));
  expect(() => lawOf('2001-01-01')).toThrow('no law data of 2001-01-01');
});

test('every rule cites the law, and a verified rule says since when or where it is written', () => {
  expect(Object.keys(newestLaw.rules).toSorted()).toEqual([...rknCodes].toSorted());
  const verified = Object.values(newestLaw.rules).flatMap((rule) => rule.law.filter((line) => line.mark === 'V'));
  expect(verified.filter((line) => line.source === null)).toEqual([]);
});

test('texts are there in both languages, and variants have titles of their own', () => {
  for (const code of rknCodes)
    for (const variant of [null, ...Object.keys(newestLaw.rules[code].variants ?? {})]) {
      const [ru, en] = [rknRuleOf(newestLaw, code, variant, 'ru'), rknRuleOf(newestLaw, code, variant, 'en')];
      expect(ru.title).toMatch(/\p{Script=Cyrillic}/u);
      expect(en.title).not.toMatch(/\p{Script=Cyrillic}/u);
      expect([code, ru.acceptance.length]).toEqual([code, en.acceptance.length]);
    }
  expect(rknRuleOf(newestLaw, 'form_no_consent', 'checkout', 'en')).toMatchObject({
    severity: 'medium',
    title: 'A form of a checkout collects personal data without a consent',
    how: newestLaw.rules.form_no_consent.en.how,
  });
  expect(() => rknRuleOf(newestLaw, 'form_no_consent', 'nothing', 'en')).toThrow('no variant nothing');
});

test('a file with another version, an unknown source, or a fine that is not verified is refused', () => {
  const json = readFileSync(new URL(`${newestLaw.rule_version}.json`, folder), 'utf8');
  const edited = (edit: (data: typeof newestLaw) => void) => {
    const data = JSON.parse(json);
    edit(data);
    return () => parseLawData(`${newestLaw.rule_version}.json`, JSON.stringify(data));
  };
  expect(edited(() => undefined)).not.toThrow();
  expect(() => parseLawData('2020-01-01.json', json)).toThrow('2020-01-01.json holds the law data of');
  expect(
    edited((data) => {
      for (const line of data.rules.form_no_consent.law) line.source = 'K99';
    }),
  ).toThrow('K99 is not listed');
  expect(
    edited((data) => {
      data.fines.G_AUTH.fines.ooo = { min: 1, max: 2 };
    }),
  ).toThrow('G_AUTH names a fine that is not verified');
  expect(
    edited((data) => {
      data.rules.policy_missing.verified_at = '2020-01-01';
    }),
  ).toThrow('policy_missing was verified before the file');
});
