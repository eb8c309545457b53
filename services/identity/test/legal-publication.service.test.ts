import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { publicationOf } from '@platform/testing';
import { entryFor, givenApplication, givenUser, type Identity, owner, startIdentity } from './support.ts';

let t: Identity;
beforeAll(async () => {
  t = await startIdentity();
});
afterAll(() => t.stop());

const admin = () => t.as({ admin: owner });

/** A slot whose drafts are saved and published by the test. */
function givenSlot(kind = 'personal_data_consent') {
  const application = givenApplication();
  const slot = { params: { owner_type: 'application', owner_id: application.id, kind } as const };
  const save = async (body: string, more: { title?: string; checkbox_text?: string | null } = {}) =>
    (await admin().saveLegalDraft({ ...slot, body: { title: 'Consent', body, ...more } })).data;
  const publish = (draft: { lock_version: number }, body: Parameters<typeof call>[0]['body'] = {}) =>
    call({ ...slot, ...publicationOf(draft), body });
  const call = (options: Parameters<ReturnType<typeof admin>['publishLegalDocument']>[0]) =>
    admin().publishLegalDocument(options);
  return { application, slot, save, publish };
}

describe('a publication', () => {
  test('needs the version of the draft that was read: 428 without, 412 with another, and nothing is published', async () => {
    const { application, slot, save, publish } = givenSlot();
    const read = await save('The text that the lawyer has read');
    await save('The text of a colleague');
    expect(await admin().publishLegalDocument({ ...slot, body: {} })).toMatchObject({
      status: 428,
      error: 'precondition_required',
    });
    expect(await publish(read)).toMatchObject({ status: 412, error: 'precondition_failed', body: { version: 2 } });
    const params = { app_code: application.code };
    expect((await t.as({ application }).listLegalDocuments({ params })).data).toEqual([]);
    const published = await publish({ lock_version: 2 });
    expect(published).toMatchObject({ status: 200, data: { version: '1', lock_version: 2 } });
    expect(published.headers.get('etag')).toBe('"2"');
  });

  test('says what changed and from when in the public read, in the history and to those who accept again', async () => {
    const { application, slot, save, publish } = givenSlot();
    const first = (await publish(await save('One'))).data;
    const user = await givenUser(t, application, [first]);
    const notes = { effective_at: '2027-01-01T00:00:00.000Z', change_note: 'A new provider' };
    await publish(await save('Two', { checkbox_text: 'I agree to the processing' }), notes);
    const params = { app_code: application.code };
    const said = { ...notes, checkbox_text: 'I agree to the processing' };
    const [listed] = (await t.as({ application }).listLegalDocuments({ params })).data;
    expect(listed).toMatchObject({ version: '2', editorial: false, ...said });
    const state = (await t.as({ application, user }).getMyConsents({ params })).data;
    expect(state.pending_reconsent).toMatchObject([{ published_version: '2', ...said }]);
    expect((await admin().listLegalRevisions({ ...slot, query: {} })).data).toMatchObject([
      { version: '2', ...said },
      { version: '1', effective_at: null, change_note: null, checkbox_text: null },
    ]);
    const page = String((await t.as({}).readLegalDocumentPage({ params: { id: first.id }, query: {} })).body);
    for (const text of ['In force from', 'January 1, 2027', 'A new provider']) expect(page).toContain(text);
  });
});

describe('an editorial publication', () => {
  test('is a new version with its text in the history, and asks nobody again', async () => {
    const { application, slot, save, publish } = givenSlot();
    const first = (await publish(await save('A text with a mistaek'))).data;
    const user = await givenUser(t, application, [first]);
    const second = await publish(await save('A text with a mistake'), { editorial: true });
    expect(second.data).toMatchObject({ version: '2', editorial: true });
    expect(second.data.content_hash).not.toBe(first.content_hash);
    const params = { app_code: application.code };
    const asked = async () => (await t.as({ application, user }).getMyConsents({ params })).data;
    expect(await asked()).toEqual({ needs_reconsent: false, pending_reconsent: [] });
    expect((await admin().listLegalRevisions({ ...slot, query: {} })).data).toMatchObject([
      { version: '2', editorial: true },
      { version: '1', editorial: false },
    ]);
    const events = await t.published(identity.events.legalDocumentPublished);
    expect(events.filter(({ document_id }) => document_id === first.id).map(({ editorial }) => editorial)).toEqual([
      false,
      true,
    ]);

    const note = 'Part 2 is new';
    await publish(await save('Another meaning'), { change_note: note });
    await publish(await save('Another meaning.'), { editorial: true });
    expect((await asked()).pending_reconsent).toMatchObject([{ published_version: '4', change_note: note }]);
  });

  test('asks a person who withdrew, as every version does', async () => {
    const { application, save, publish } = givenSlot();
    const first = (await publish(await save('Text'))).data;
    const user = await givenUser(t, application, [first]);
    const params = { app_code: application.code };
    await t.as({ application, user }).acceptConsents({ params, body: { consents: [entryFor(first, false)] } });
    await publish(await save('Text.'), { editorial: true });
    expect((await t.as({ application, user }).getMyConsents({ params })).data.needs_reconsent).toBe(true);
  });

  test('says so in the list of documents of the journal', async () => {
    const { application, save, publish } = givenSlot();
    const first = (await publish(await save('Text'))).data;
    await givenUser(t, application, [first]);
    const second = (await publish(await save('Text.'), { editorial: true, change_note: 'A full stop' })).data;
    await givenUser(t, application, [second]);
    const params = { application_id: application.id };
    const file = await admin().listConsents({ params, query: { format: 'jsonl' } });
    const lines = String(file.body)
      .split('\n')
      .filter((line) => line.includes('"type":"document"'))
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { version: '1', editorial: false, change_note: null },
      { version: '2', editorial: true, change_note: 'A full stop' },
    ]);
  });

  test.each([
    ['the label of the checkbox', 'checkbox_text', { checkbox_text: 'I agree to everything' }],
    ['the title that stands for the label', 'title', { title: 'Another consent' }],
  ])('is refused when %s changed', async (_what, changed, more) => {
    const { save, publish } = givenSlot();
    await publish(await save('Text'));
    expect(await publish(await save('Text', more), { editorial: true })).toMatchObject({
      status: 409,
      error: 'change_not_editorial',
      body: { changed },
    });
  });

  test('is refused for the first version, and for the first after a withdrawal', async () => {
    const { slot, save, publish } = givenSlot();
    const refused = { status: 409, error: 'change_not_editorial', body: { changed: 'unpublished' } };
    expect(await publish(await save('Text'), { editorial: true })).toMatchObject(refused);
    await publish({ lock_version: 1 });
    await admin().withdrawLegalDocument(slot);
    expect(await publish({ lock_version: 1 }, { editorial: true })).toMatchObject(refused);
  });

  test('may change the title where the checkbox has a label of its own', async () => {
    const { save, publish } = givenSlot();
    const checkbox_text = 'I agree';
    await publish(await save('Text', { checkbox_text }));
    const draft = await save('Text', { title: 'Consent to the processing' });
    expect(draft).toMatchObject({ checkbox_text });
    expect((await publish(draft, { editorial: true })).data).toMatchObject({ version: '2', checkbox_text });
  });
});
