import { describe, expect, test } from '@jest/globals';
import { checkConsentForm, type PublishedDocument } from './consent-form.ts';

const document = (n: number, doc_kind: string, version = '1'): PublishedDocument => ({
  id: `00000000-0000-7000-8000-00000000000${n}`,
  doc_kind,
  version,
  content_hash: `hash-${n}`,
});
const personalData = document(1, 'personal_data_consent', '3');
const terms = document(2, 'terms_music');
const marketing = document(3, 'marketing_consent');
const offer = document(4, 'license_offer', '2');
const all = [personalData, terms, marketing, offer];

const entry = ({ id, version }: PublishedDocument, accepted = true) => ({
  document_id: id,
  version,
  checkbox_text: 'I agree',
  accepted,
});
const missing = ({ doc_kind, id, version }: PublishedDocument) => ({ doc_kind, document_id: id, version });

describe('a registration form', () => {
  test('is complete with every agreement and the personal-data consent', () => {
    const check = checkConsentForm(all, 'registration', [entry(personalData), entry(terms)]);
    expect(check).toMatchObject({ problem: null, entries: [{ document: personalData }, { document: terms }] });
  });

  test('names everything that is missing', () => {
    expect(checkConsentForm(all, 'registration', [entry(marketing)])).toEqual({
      problem: { error: 'consents_required', missing: [missing(personalData), missing(terms)] },
    });
  });

  test('an unticked box counts as missing', () => {
    expect(checkConsentForm(all, 'registration', [entry(personalData, false), entry(terms)])).toEqual({
      problem: { error: 'consents_required', missing: [missing(personalData)] },
    });
  });

  test('keeps a refusal of an optional document', () => {
    const check = checkConsentForm(all, 'registration', [entry(personalData), entry(terms), entry(marketing, false)]);
    expect(check.problem === null && check.entries.map(({ accepted }) => accepted)).toEqual([true, true, false]);
  });

  test('needs nothing where nothing is published', () => {
    expect(checkConsentForm([], 'registration', [])).toEqual({ problem: null, entries: [] });
  });
});

describe('any form', () => {
  test('refuses a document that the owner has not published', () => {
    const stranger = document(9, 'terms_music');
    expect(checkConsentForm(all, 'voluntary', [entry(stranger)])).toEqual({
      problem: { error: 'consent_document_unknown', document_id: stranger.id },
    });
    expect(checkConsentForm(all, 'voluntary', [{ ...entry(terms), document_id: 'nonsense' }]).problem?.error).toBe(
      'consent_document_unknown',
    );
  });

  test.each(['2', '03', '3.0', ' 3', ''])('compares versions as strings: %j is not 3', (version) => {
    expect(checkConsentForm(all, 'voluntary', [{ ...entry(personalData), version }])).toEqual({
      problem: { error: 'consent_version_mismatch', document_id: personalData.id, published_version: '3' },
    });
  });

  test('reports an invalid entry before a missing one', () => {
    const wrong = { ...entry(personalData), version: '2' };
    expect(checkConsentForm(all, 'registration', [wrong]).problem?.error).toBe('consent_version_mismatch');
  });

  test('takes the last of two answers to one box', () => {
    const check = checkConsentForm(all, 'voluntary', [entry(marketing, true), entry(marketing, false)]);
    expect(check).toMatchObject({ problem: null, entries: [{ document: marketing, accepted: false }] });
  });
});

describe('a payment form', () => {
  test('needs the accepted offer and nothing else', () => {
    expect(checkConsentForm(all, 'payment', [entry(offer)]).problem).toBeNull();
    expect(checkConsentForm(all, 'payment', [entry(offer, false)])).toEqual({
      problem: { error: 'license_offer_required', missing: [missing(offer)] },
    });
  });

  test('is refused where no offer is published, with nothing that could be accepted', () => {
    expect(checkConsentForm([personalData], 'payment', [])).toEqual({
      problem: { error: 'license_offer_required', missing: [] },
    });
  });
});
