import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson, type Json } from './canonical-json.ts';
import {
  type ChainContent,
  type ChainEntry,
  emptyChain,
  entryHash,
  hasHash,
  linkEntries,
  spelling,
  verifyChain,
} from './chain.ts';

const content = (n: number): Omit<ChainContent, 'seq'> => ({
  id: `00000000-0000-7000-8000-00000000000${n}`,
  owner_type: 'application',
  owner_id: '00000000-0000-7000-8000-0000000000aa',
  subject_id: '00000000-0000-7000-8000-0000000000bb',
  user_id: '00000000-0000-7000-8000-0000000000bb',
  document_id: '00000000-0000-7000-8000-0000000000cc',
  doc_kind: 'personal_data_consent',
  version: '1',
  content_hash: 'c0ffee',
  checkbox_text: 'Согласен на обработку персональных данных',
  accepted: true,
  source: 'registration',
  platform: 'web',
  metadata: {},
  reference: null,
  email_ciphertext: 'AAEC',
  ip_ciphertext: null,
  user_agent_ciphertext: null,
  recorded_at: new Date('2026-01-10T00:00:00.123Z'),
});

const chain = (length: number): ChainEntry[] =>
  linkEntries(
    emptyChain,
    Array.from({ length }, (_, n) => content(n)),
  ).entries;
const replaced = (entries: ChainEntry[], at: number, change: Partial<ChainEntry>): ChainEntry[] =>
  entries.map((entry, index) => (index === at ? { ...entry, ...change } : entry));

describe('linkEntries', () => {
  test('numbers from 1 and links each entry to the one before', () => {
    const { entries, head } = linkEntries(emptyChain, [content(1), content(2)]);
    expect(entries.map((entry) => entry.seq)).toEqual([1, 2]);
    expect(entries[0]?.prev_hash).toBe('0'.repeat(64));
    expect(entries[1]?.prev_hash).toBe(entries[0]?.entry_hash);
    expect(head).toEqual({ seq: 2, hash: entries[1]?.entry_hash });
  });

  test('appending in two steps gives the same chain as in one', () => {
    const first = linkEntries(emptyChain, [content(0)]);
    const second = linkEntries(first.head, [content(1), content(2)]);
    expect([...first.entries, ...second.entries]).toEqual(chain(3));
  });

  test('the hash is of a fixed canonical form: a row stored today verifies for ever', () => {
    expect(entryHash(emptyChain.hash, { ...content(1), seq: 1 })).toBe(
      '8834b7cc040ad6cb4328a0768a1c84086f6e9078b5f96821563224d18167f973',
    );
  });
});

/** Texts with everything that is escaped or sorted in an odd way, and with halves of surrogate pairs. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom(
      '"',
      '\\',
      '\u0000',
      '\u001f',
      '\u007f',
      '\u2028',
      '\ufeff',
      'я',
      '\ud83d\ude00',
      '\ud83d',
      '\ude00',
    ),
  }),
);
const anyContent = fc.record({
  id: anyText,
  owner_type: anyText,
  owner_id: anyText,
  seq: fc.maxSafeNat(),
  subject_id: anyText,
  user_id: fc.option(anyText),
  document_id: anyText,
  doc_kind: anyText,
  version: anyText,
  content_hash: anyText,
  checkbox_text: anyText,
  accepted: fc.boolean(),
  source: anyText,
  platform: fc.option(anyText),
  metadata: fc.dictionary(anyText, anyText),
  reference: fc.option(anyText),
  email_ciphertext: fc.option(anyText),
  ip_ciphertext: fc.option(anyText),
  user_agent_ciphertext: fc.option(anyText),
  recorded_at: fc.date({ noInvalidDate: true }),
});
const outcomeOf = (work: () => string): string => {
  try {
    return work();
  } catch (error) {
    return (error as Error).constructor.name;
  }
};

describe('the spelling of a row', () => {
  test('is its canonical JSON, whatever stands in it', () => {
    fc.assert(
      fc.property(anyContent, (row) => {
        const asJson: Json = { ...row, recorded_at: row.recorded_at.toISOString() };
        expect(outcomeOf(() => spelling(row))).toBe(outcomeOf(() => canonicalJson(asJson)));
      }),
      { numRuns: 1_000 },
    );
  });

  test('is the same for a moment and its text', () => {
    const row = { ...content(1), seq: 1 };
    expect(spelling({ ...row, recorded_at: '2026-01-10T00:00:00.123Z' })).toBe(spelling(row));
  });

  test('covers every column of a row: none can be exchanged for another without a trace', () => {
    fc.assert(
      fc.property(anyContent, anyContent, (a, b) => {
        const same = outcomeOf(() => canonicalJson({ ...a, recorded_at: a.recorded_at.toISOString() }));
        const other = outcomeOf(() => canonicalJson({ ...b, recorded_at: b.recorded_at.toISOString() }));
        expect(outcomeOf(() => spelling(a)) === outcomeOf(() => spelling(b))).toBe(same === other);
      }),
    );
  });

  test('a row without a canonical form does not match its hash', () => {
    const [entry] = chain(1);
    if (!entry) throw new Error('one entry was made');
    expect(hasHash(entry)).toBe(true);
    expect(hasHash({ ...entry, checkbox_text: '\ud83d' })).toBe(false);
  });
});

describe('verifyChain', () => {
  test('an untouched chain is intact, whole or in parts', () => {
    const entries = chain(6);
    const whole = verifyChain(entries);
    expect(whole).toEqual({ intact: true, head: { seq: 6, hash: entries[5]?.entry_hash } });
    const half = verifyChain(entries.slice(0, 3));
    expect(half.intact && verifyChain(entries.slice(3), half.head)).toEqual(whole);
  });

  test('an empty chain is intact', () => expect(verifyChain([])).toEqual({ intact: true, head: emptyChain }));

  test.each<[string, Partial<ChainEntry>]>([
    ['a refusal turned into an acceptance', { accepted: false }],
    ['another wording', { checkbox_text: 'Согласен на всё' }],
    ['another version', { version: '2' }],
    ['another moment', { recorded_at: new Date('2026-01-09T00:00:00.123Z') }],
    ['another person', { user_id: null }],
    ['another ciphertext', { email_ciphertext: 'AAED' }],
    ['other metadata', { metadata: { flow: 'reconsent' } }],
  ])('%s shows', (_, change) => {
    expect(verifyChain(replaced(chain(3), 1, change))).toEqual({ intact: false, seq: 2, reason: 'altered' });
  });

  test('a removed entry shows', () => {
    expect(verifyChain(chain(3).toSpliced(1, 1))).toEqual({ intact: false, seq: 2, reason: 'gap' });
  });

  test('entries that changed places show', () => {
    const [a, b, c] = chain(3);
    expect(verifyChain([a, c, b].filter((entry) => entry !== undefined))).toMatchObject({ intact: false, seq: 2 });
  });

  test('an altered entry with a hash of its own breaks the link of the next', () => {
    const entries = chain(3);
    const [, second] = entries;
    if (!second) throw new Error('three entries were made');
    const forged = { ...second, accepted: false };
    const entry_hash = entryHash(forged.prev_hash, forged);
    expect(verifyChain(replaced(entries, 1, { accepted: false, entry_hash }))).toEqual({
      intact: false,
      seq: 3,
      reason: 'broken_link',
    });
  });
});
