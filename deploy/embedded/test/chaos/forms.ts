import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@platform/runtime';
import { publicationOf } from '@platform/testing';
import { ok } from '../make-once.ts';
import { type Activity, type ActivityWorld, countRows } from './activity.ts';
import { insist } from './insist.ts';

/** Visitors of a site send forms with a consent. */
export async function openForms({ t, admin, tally }: ActivityWorld): Promise<Activity> {
  const site = ok(await admin.createSite({ body: { name: 'Chaos forms' } }));
  const slot = { owner_type: 'cms_site' as const, owner_id: site.id, kind: 'personal_data_consent' };
  const draft = ok(await admin.saveLegalDraft({ params: slot, body: { title: 'Consent', body: 'Text' } }));
  const document = ok(await admin.publishLegalDocument({ params: slot, ...publicationOf(draft) }));
  const consents = [{ document_id: document.id, version: document.version, checkbox_text: 'I agree', accepted: true }];
  const visitor = t.client({ 'x-public-key': site.site_key });
  const answered = new Set<string>();
  let sent = 0;

  const leads = () => countRows(t, 'SELECT count(*) FROM cms.leads WHERE site_id = $1', [site.id]);
  const unrecorded = () =>
    countRows(
      t,
      `SELECT count(*) FROM cms.leads l WHERE l.site_id = $1 AND (l.state = 'recording' OR (SELECT count(*)
         FROM identity.consent_ledger c WHERE c.owner_id = $1 AND c.reference = 'lead:' || l.id) <> 1)`,
      [site.id],
    );

  return {
    name: 'forms',
    async step(random) {
      const submission_id = newId();
      const body = { form: 'contact' as const, email: `${submission_id}@people.test`, submission_id, consents };
      const params = { site_code: site.code };
      const submit = () => insist(tally, 'send a form', () => visitor.submitLead({ params, body }));
      sent += 1;
      // A visitor clicks twice now and then.
      const [first, again] = await Promise.all([submit(), random.next() < 0.1 ? submit() : null]);
      if (again && again.data.lead_id !== first.data.lead_id)
        tally.violations.push(`send a form: two clicks made ${first.data.lead_id} and ${again.data.lead_id}`);
      answered.add(first.data.lead_id);
      await sleep(random.between(200, 1_000));
    },
    done: () => sent,
    async settle(deadline) {
      while (Date.now() < deadline && (await unrecorded()) > 0) await sleep(500);
      const [stored, without] = [await leads(), await unrecorded()];
      return [
        {
          promise: 'every form is one lead',
          seen: `${stored} of ${sent}`,
          isKept: stored === sent && answered.size === sent && sent > 0,
        },
        { promise: 'every lead has its consent on record', seen: `${without} without`, isKept: without === 0 },
      ];
    },
  };
}
