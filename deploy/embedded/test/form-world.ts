import type { Resource } from '@platform/contracts';
import { eventually, publicationOf } from '@platform/testing';
import { ok, once } from './make-once.ts';
import type { Harness, PlatformClient } from './test-platform.ts';

export interface FormWorldOptions {
  t: Harness;
  /** A client of an owner. */
  admin: PlatformClient;
  /** The beginning of all names. */
  code: string;
  site: () => Promise<{ site_id: string; site_code: string; site_key: string }>;
}

/** Makers of the resources of forms of the site. Each is made once, and only when it is asked for. */
export function formMakers({ t, admin, code, site }: FormWorldOptions) {
  const consents = once(async () => {
    const owner = { owner_type: 'cms_site' as const, owner_id: (await site()).site_id };
    const entries = [];
    for (const kind of ['personal_data_consent', 'marketing_consent']) {
      const params = { ...owner, kind };
      const draft = ok(
        await admin.saveLegalDraft({ params, body: { title: `${kind} of ${code}`, body: `Text of ${code}` } }),
      );
      const { id, version } = ok(await admin.publishLegalDocument({ params, ...publicationOf(draft) }));
      entries.push({ document_id: id, version, checkbox_text: 'I agree', accepted: true });
    }
    return entries;
  });
  const submit = async (form: 'contact' | 'newsletter', email: string) => {
    const { site_code, site_key } = await site();
    const contact = { phone: '+79161234567', message: `Message of ${code}` };
    const about = { form, email, name: `Sender of ${code} Пелагея`, consents: await consents() };
    const body = form === 'contact' ? { ...about, ...contact } : about;
    return ok(await t.client({ 'x-public-key': site_key }).submitLead({ params: { site_code }, body })).lead_id;
  };
  const lead = once(() => submit('contact', `lead-${code}@people.test`));
  const person = once(async () => {
    const lead_id = await lead();
    const { site_id } = await site();
    return ok(await admin.getLead({ params: { site_id, lead_id } }));
  });
  /** The mail with the links of a pending subscriber. */
  const optIn = once(async () => {
    const email = `reader-${code}@people.test`;
    await submit('newsletter', email);
    return eventually(() => t.sandboxes.mail.mails().find(({ to }) => to.includes(email)));
  });
  const tokenOf = async (link: 'confirm' | 'unsubscribe') =>
    new RegExp(`/v1/newsletter/${link}/([\\w-]+)`).exec((await optIn()).text)?.[1] ?? '';
  const make = {
    site_consents: consents,
    site_document_id: async () => (await consents())[0]?.document_id,
    site_consent_id: async () => (await person()).consents[0]?.consent_id ?? '',
    lead_id: lead,
    lead_subject_id: async () => (await person()).subject_id,
    confirmation_token: () => tokenOf('confirm'),
    unsubscription_token: () => tokenOf('unsubscribe'),
  } satisfies Partial<Record<Resource, () => Promise<unknown>>>;
  return make;
}
