import { cms, identity } from '@platform/contracts';
import type { Answer } from '@platform/contracts/kit';
import { type Database, findRow, newId, type Tx } from '@platform/runtime';
import { and, desc, eq, gt, ne, or } from 'drizzle-orm';
import type { App } from '../app.ts';
import { openLeads } from '../leads/lead.ts';
import type { Client, LeadRow } from '../leads/lead-content.ts';
import { lockSubjects } from '../leads/lock-subjects.ts';
import { byPerson, forgetSubjects, hasRows } from '../leads/remove-leads.ts';
import { endMailsOf } from '../mails/end-mails-of.ts';
import { sealFor } from '../personal-data/subject-keys.ts';
import { leads, sites, subscribers } from '../schema.ts';
import type { SiteRow } from '../sites/site-row.ts';
import { allowsMails, findLeadByToken } from './lead-links.ts';
import { recordWithdrawal, type StoredWithdrawal } from './record-withdrawals.ts';
import {
  openSubscribers,
  type SubscriberContent,
  type SubscriberRow,
  subscriberSealContext,
  withdrawalSealContext,
} from './subscriber.ts';
import { hashOfToken, tokensOf } from './subscription-links.ts';
import { type PageKind, subscriptionPage } from './subscription-page.ts';

interface Subscription {
  subscriber: SubscriberRow;
  site: SiteRow;
}

const documentKind = 'marketing_consent';

/** The page behind the link of the first mail. It changes nothing: scanners open links. */
export async function showConfirmation(app: App, token: string): Promise<Answer<string>> {
  const subscription = await findByConfirmation(app, token);
  return pageOf(app, subscription, subscription?.subscriber.status === 'confirmed' ? 'confirmed' : 'confirm');
}

/** The page behind the link that ends a subscription. It changes nothing. */
export async function showUnsubscription(app: App, token: string): Promise<Answer<string>> {
  const ofLead = await findLeadByToken(app, token);
  const subscription = ofLead ? await findByLead(app, ofLead) : await findByUnsubscription(app, token);
  if (ofLead && !subscription) return pageOfLead(app, ofLead, 'unsubscribe');
  const isEnded =
    subscription?.subscriber.status === 'unsubscribed' && !(await agreedLater(app.db, subscription.subscriber));
  return pageOf(app, subscription, isEnded ? 'unsubscribed' : 'unsubscribe');
}

/**
 * Confirms a subscription. The ledger has the confirmation first; a repeat confirms nothing twice.
 * @throws AppError `service_unavailable` when the ledger does not answer
 */
export async function confirmSubscription(
  app: App,
  token: string,
  { client_ip, user_agent }: Client,
): Promise<Answer<string>> {
  const asked_at = app.clock.now().toISOString();
  const subscription = await findByConfirmation(app, token);
  if (!subscription) return pageOf(app, null, 'unknown');
  const { subscriber, site } = subscription;
  if (subscriber.status === 'confirmed') return pageOf(app, subscription, 'confirmed');
  const content = (await openSubscribers(app, app.db, [subscriber]))(subscriber);
  if (content === null) return pageOf(app, null, 'unknown');
  await app.call(identity.commands.answerSubjectConsentsAgain, {
    site_id: site.id,
    subject_id: subscriber.subject_id,
    email: content.email,
    asked_at,
    reference: `subscriber:${subscriber.id}:${subscriber.round}:confirmed`,
    former_reference: subscriber.consent_reference,
    doc_kind: documentKind,
    accepted: true,
    metadata: { flow: 'double_opt_in' },
    client_ip,
    user_agent,
  });
  const isConfirmed = await app.db.transaction(async (tx) => {
    await lockSubjects(tx, [subscriber.subject_id]);
    const now = app.clock.now();
    const [row] = await tx
      .update(subscribers)
      .set({ status: 'confirmed', confirmed_at: now, opt_in_mails: 0 })
      .where(
        and(
          eq(subscribers.id, subscriber.id),
          eq(subscribers.round, subscriber.round),
          eq(subscribers.status, 'pending'),
        ),
      )
      .returning();
    const about = { application_id: site.application_id, occurred_at: now };
    if (row) {
      await app.emit(tx, cms.events.subscriberConfirmed, { subscriber_id: row.id, site_id: site.id }, about);
      return true;
    }
    const present = await findRow(tx, subscribers, { id: subscriber.id });
    // An erasure was faster: what the ledger has just sealed goes as well.
    if (!present && !(await hasRows(tx, subscriber.subject_id)))
      await forgetSubjects(app, tx, [subscriber.subject_id], {
        ...byPerson,
        application_id: site.application_id,
        site_id: site.id,
        categoriesOf: () => [],
      });
    return present?.status === 'confirmed';
  });
  return pageOf(app, isConfirmed ? subscription : null, isConfirmed ? 'confirmed' : 'unknown');
}

/**
 * Ends a subscription at once, or the mails that a form allows. The ledger gets the withdrawal now, or by the job when it
 * does not answer. A person who agreed again on a form since withdraws again.
 */
export async function unsubscribe(app: App, token: string, client: Client): Promise<Answer<string>> {
  const ofLead = await findLeadByToken(app, token);
  if (ofLead && !(await findByLead(app, ofLead))) {
    const ended = await endMailsOfLead(app, ofLead, client);
    if (ended) {
      await recordNow(app, ended);
      return pageOfLead(app, ofLead, 'unsubscribed');
    }
  }
  const subscription = ofLead ? await findByLead(app, ofLead) : await findByUnsubscription(app, token);
  if (!subscription) return pageOf(app, null, 'unknown');
  const { subscriber, site } = subscription;
  const ended = await app.db.transaction(async (tx) => {
    await lockSubjects(tx, [subscriber.subject_id]);
    const present = await findRow(tx, subscribers, { id: subscriber.id }, 'update');
    if (!present) return undefined;
    const isAgain = present.status === 'unsubscribed';
    if (isAgain && (present.is_withdrawal_due || !(await agreedLater(tx, present)))) return undefined;
    const now = app.clock.now();
    const seal = await sealFor(app, tx, present.subject_id);
    const { client_ip, user_agent } = client;
    const [row] = await tx
      .update(subscribers)
      .set({
        status: 'unsubscribed',
        // The reference of a withdrawal has the round.
        round: present.round + (isAgain ? 1 : 0),
        unsubscribed_at: now,
        is_withdrawal_due: true,
        sealed_withdrawal: seal(
          JSON.stringify({ client_ip, user_agent, has_order: true } satisfies StoredWithdrawal),
          withdrawalSealContext(present.id),
        ),
      })
      .where(eq(subscribers.id, present.id))
      .returning();
    await markForms(tx, present);
    await endMailsOf(tx, [present.subject_id], 'the subscription was ended');
    const data = { subscriber_id: present.id, site_id: site.id };
    const about = { application_id: site.application_id, occurred_at: now };
    if (present.status === 'confirmed') await app.emit(tx, cms.events.subscriberUnsubscribed, data, about);
    return row;
  });
  if (ended) await recordNow(app, ended);
  return pageOf(app, subscription, 'unsubscribed');
}

/** Marks the forms of before the end of the mails, also those whose consents reach the ledger later. */
const markForms = (tx: Tx, { site_id, subject_id }: Pick<SubscriberRow, 'site_id' | 'subject_id'>) =>
  tx
    .update(leads)
    .set({ is_withdrawn: true })
    .where(and(eq(leads.site_id, site_id), eq(leads.subject_id, subject_id)));

/** The job does it again where this fails. */
const recordNow = (app: App, ended: SubscriberRow): Promise<void> =>
  recordWithdrawal(app, ended).catch((error: unknown) =>
    app.log.warn({ err: error, subscriber_id: ended.id }, 'a withdrawal waits for the consent ledger'),
  );

/**
 * Makes a person who agreed to mails on a form and is no subscriber one who has unsubscribed: the withdrawal is recorded, and
 * the row is removed, as that of every other one.
 * @returns null for a person who was erased, or who became a subscriber meanwhile
 */
async function endMailsOfLead(
  app: App,
  { lead, site }: { lead: LeadRow; site: SiteRow },
  { client_ip, user_agent }: Client,
): Promise<SubscriberRow | null> {
  const { site_id, subject_id } = lead;
  const pseudonyms = await app.pseudonyms.of(site_id);
  return app.db.transaction(async (tx) => {
    await lockSubjects(tx, [subject_id]);
    const content = (await openLeads(app, tx, [lead]))(lead);
    const present = await findRow(tx, subscribers, { site_id, subject_id });
    if (present || !content?.email || !(await findRow(tx, leads, { id: lead.id }))) return null;
    const now = app.clock.now();
    const id = newId();
    const tokens = tokensOf(pseudonyms, { id, round: 1 });
    const seal = await sealFor(app, tx, subject_id);
    const subscriber: SubscriberContent = { email: content.email, locale: content.locale ?? site.default_locale };
    const [row] = await tx
      .insert(subscribers)
      .values({
        id,
        site_id,
        subject_id,
        sealed: seal(JSON.stringify(subscriber), subscriberSealContext(id)),
        status: 'unsubscribed',
        round: 1,
        consent_reference: `lead:${lead.id}`,
        confirm_hash: hashOfToken(tokens.confirm),
        unsubscribe_hash: hashOfToken(tokens.unsubscribe),
        confirm_until: now,
        mailed_at: now,
        opt_in_mails: 0,
        is_withdrawal_due: true,
        sealed_withdrawal: seal(
          JSON.stringify({ client_ip, user_agent, has_order: true } satisfies StoredWithdrawal),
          withdrawalSealContext(id),
        ),
        created_at: now,
        confirmed_at: null,
        unsubscribed_at: now,
      })
      .returning();
    await markForms(tx, { site_id, subject_id });
    return row ?? null;
  });
}

/** Whether a person agreed to mails on a form behind the end of the subscription. */
async function agreedLater(
  db: Database | Tx,
  { site_id, subject_id, unsubscribed_at }: SubscriberRow,
): Promise<boolean> {
  const rows = await db
    .select({ email_hash: leads.email_hash, consents: leads.consents })
    .from(leads)
    .where(
      and(
        eq(leads.subject_id, subject_id),
        eq(leads.site_id, site_id),
        unsubscribed_at === null ? undefined : gt(leads.created_at, unsubscribed_at),
      ),
    )
    .orderBy(desc(leads.created_at))
    .limit(maxLaterForms);
  return rows.some(allowsMails);
}
/** The latest forms of a person that are read. */
const maxLaterForms = 100;

async function findByLead({ db }: App, { lead, site }: { lead: LeadRow; site: SiteRow }) {
  const { site_id, subject_id } = lead;
  const subscriber = await findRow(db, subscribers, { site_id, subject_id });
  return subscriber && { subscriber, site };
}

async function pageOfLead(app: App, { lead, site }: { lead: LeadRow; site: SiteRow }, kind: PageKind) {
  const content = (await openLeads(app, app.db, [lead]))(lead);
  return subscriptionPage(kind, {
    site: site.name,
    website_url: site.website_url,
    locale: content?.locale ?? site.default_locale,
  });
}

async function pageOf(
  app: App,
  subscription: Subscription | null | undefined,
  kind: PageKind,
): Promise<Answer<string>> {
  if (!subscription) return subscriptionPage('unknown', null);
  const { subscriber, site } = subscription;
  const content = (await openSubscribers(app, app.db, [subscriber]))(subscriber);
  return subscriptionPage(kind, {
    site: site.name,
    website_url: site.website_url,
    locale: content?.locale ?? site.default_locale,
  });
}

/** A token in the form that we make: others are not searched. */
const isToken = (token: string): boolean => /^[\w-]{43}$/.test(token);

async function findByConfirmation({ db, clock }: App, token: string): Promise<Subscription | undefined> {
  if (!isToken(token)) return undefined;
  const [subscription] = await db
    .select({ subscriber: subscribers, site: sites })
    .from(subscribers)
    .innerJoin(sites, eq(sites.id, subscribers.site_id))
    .where(
      and(
        eq(subscribers.confirm_hash, hashOfToken(token)),
        ne(subscribers.status, 'unsubscribed'),
        or(eq(subscribers.status, 'confirmed'), gt(subscribers.confirm_until, clock.now())),
      ),
    );
  return subscription;
}

async function findByUnsubscription({ db }: App, token: string): Promise<Subscription | undefined> {
  if (!isToken(token)) return undefined;
  const [subscription] = await db
    .select({ subscriber: subscribers, site: sites })
    .from(subscribers)
    .innerJoin(sites, eq(sites.id, subscribers.site_id))
    .where(eq(subscribers.unsubscribe_hash, hashOfToken(token)));
  return subscription;
}
