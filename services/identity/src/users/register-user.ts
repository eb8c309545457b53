import { identity, type RegisterBody } from '@platform/contracts';
import type { UserContext } from '@platform/contracts/kit';
import { fail, isAppError, newId, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { appendConsents, type ConsentAct } from '../consents/append-consents.ts';
import { type CheckedEntry, checkConsentForm, failWithProblem } from '../consents/consent-form.ts';
import { newAnswers } from '../consents/new-answers.ts';
import { holdPublishedDocuments } from '../consents/published-documents.ts';
import { readReconsent } from '../consents/read-reconsent.ts';
import type { Reconsent } from '../consents/reconsent.ts';
import { grantWaiting, type RecognizedUser, takeCustomersOfLogins } from '../customers/take-customers-of-logins.ts';
import { users } from '../schema.ts';
import { findUserOfLogin, isStorable, type Subject } from './find-user.ts';
import { channelOf, firstProfile, type LoginFacts, profileChanges, toUser, type UserRow } from './profile.ts';

export interface RegisterUser {
  application_id: string;
  holder: UserContext<string | null>;
  form: z.output<typeof RegisterBody>;
  client_ip: string;
  user_agent: string;
}

export interface Registration extends Reconsent {
  user: ReturnType<typeof toUser>;
  created: boolean;
}

/**
 * Makes the token holder a user, or refreshes the profile of one. A first registration needs every required
 * consent, ticked on a screen; a later silent call stores no consents.
 * @throws AppError `consents_required`, `consent_version_mismatch`, `consent_document_unknown`; nothing is
 * written then
 */
export async function registerUser(app: App, input: RegisterUser): Promise<Registration> {
  const { application_id, holder, form } = input;
  const subject: Subject = { application_id, issuer: holder.issuer, subject: holder.subject };
  if (!isStorable(subject)) return fail('invalid_token');
  const login: LoginFacts = {
    claims: holder,
    avatar_url: form.avatar_url,
    timezone: form.timezone,
    location: await app.geo.locate(input.client_ip),
  };

  const known = await findUserOfLogin(app.db, subject);
  // Most calls follow a login of a known user and bring nothing new: they take no lock and write nothing.
  const isQuiet = known && !form.explicit_consent && Object.keys(profileChanges(known.user, login, known)).length === 0;
  const write = (isKnown: boolean): Promise<Upserted> =>
    app.db
      .transaction((tx) => upsert(app, tx, { input, subject, login, isKnown }))
      // Erased since the read above: the token now registers a new user.
      .catch((error) => (isKnown && isAppError(error, 'user_not_found') ? write(false) : Promise.reject(error)));
  const { user, created, customer_ids } = isQuiet
    ? { user: known.user, created: false, customer_ids: [] }
    : await write(known !== undefined);
  await grantWaiting(app, { application_id, user_id: user.id, customer_ids });
  return { user: toUser(user), created, ...(await readReconsent(app, { application_id, user_id: user.id })) };
}

interface Upserted extends RecognizedUser<UserRow> {
  created: boolean;
}

interface Upsert {
  input: RegisterUser;
  subject: Subject;
  login: LoginFacts;
  isKnown: boolean;
}

/**
 * The documents are held first and the chain is locked last, in every use case: that order keeps deadlocks
 * away.
 */
async function upsert(app: App, tx: Tx, { input, subject, login, isKnown }: Upsert): Promise<Upserted> {
  const { form } = input;
  const consents = form.explicit_consent ? form.consents : [];
  let checked: CheckedEntry[] = [];
  if (form.explicit_consent || !isKnown) {
    const documents = await holdPublishedDocuments(tx, { owner_type: 'application', owner_id: subject.application_id });
    // A registered user may answer a part of the boxes; the others come back as pending.
    const check = checkConsentForm(documents, isKnown ? 'voluntary' : 'registration', consents);
    if (check.problem) return failWithProblem(check.problem);
    checked = check.entries;
  }

  const logins = {
    application_id: subject.application_id,
    names: [{ issuer: subject.issuer, subject: subject.subject, email: firstProfile(login).email }],
  };
  let created = false;
  const [recognized] = await takeCustomersOfLogins(app, tx, logins, async () => {
    const newUser = isKnown ? undefined : await insertUser(app, tx, { subject, form, login });
    created = newUser !== undefined;
    return [newUser ?? (await refreshUser(app, tx, subject, login))];
  });
  const { user, customer_ids } = recognized ?? fail('user_not_found');
  const act = registrationAct(input, user);
  await appendConsents(
    app,
    tx,
    act,
    created ? checked : await newAnswers(app, tx, { ...act, user_id: user.id }, checked),
  );
  return { user, created, customer_ids };
}

/** Inserts the user and says so, or answers undefined when a concurrent call has made the same one. */
async function insertUser(
  app: App,
  tx: Tx,
  { subject, form, login }: { subject: Subject; form: RegisterUser['form']; login: LoginFacts },
): Promise<UserRow | undefined> {
  const now = app.clock.now();
  // Attribution belongs to the first touch: it is written here and nowhere else.
  const attribution = {
    platform: form.platform || null,
    utm_source: form.utm_source || null,
    utm_medium: form.utm_medium || null,
    utm_campaign: form.utm_campaign || null,
    utm_content: form.utm_content || null,
    acquisition_source: form.acquisition_source || null,
  };
  const [user] = await tx
    .insert(users)
    .values({ id: newId(), ...subject, ...firstProfile(login), ...attribution, created_at: now, updated_at: now })
    .onConflictDoNothing({ target: [users.application_id, users.issuer, users.subject] })
    .returning();
  if (!user) return undefined;
  const { platform, utm_source, utm_medium, utm_campaign, utm_content, country_code } = user;
  await app.emit(
    tx,
    identity.events.userRegistered,
    {
      user_id: user.id,
      platform,
      acquisition_source: channelOf(user),
      utm_source,
      utm_medium,
      utm_campaign,
      utm_content,
      country_code,
    },
    { application_id: user.application_id, occurred_at: now },
  );
  return user;
}

async function refreshUser(app: App, tx: Tx, subject: Subject, login: LoginFacts): Promise<UserRow> {
  const known = (await findUserOfLogin(tx, subject, { isLocked: true })) ?? fail('user_not_found');
  const { user } = known;
  const changes = profileChanges(known.user, login, known);
  if (Object.keys(changes).length === 0) return user;
  const [changed] = await tx
    .update(users)
    .set({ ...changes, updated_at: app.clock.now() })
    .where(eq(users.id, user.id))
    .returning();
  return changed ?? fail('user_not_found');
}

const registrationAct = (input: RegisterUser, user: UserRow): ConsentAct => ({
  owner: { owner_type: 'application', owner_id: input.application_id },
  subject_id: user.id,
  user_id: user.id,
  email: user.email,
  source: 'registration',
  platform: input.form.platform || user.platform,
  metadata: {},
  reference: null,
  client_ip: input.client_ip,
  user_agent: input.user_agent,
});
