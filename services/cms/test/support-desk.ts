import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { catalog, identity } from '@platform/contracts';
import type { ApplicationContext, UserContext } from '@platform/contracts/kit';
import { createEmit, diskStore, newId } from '@platform/runtime';
import { createMailSandbox, type MailSandbox } from '@platform/sandbox';
import { anAdmin, anApplication, aUser, fakeClock } from '@platform/testing';
import { createMailWork, sendMails } from '../src/mails/send-mails.ts';
import { closeSilentTickets } from '../src/support/close-silent-tickets.ts';
import { sweepAttachments } from '../src/support/sweep-attachments.ts';
import { type MailParts, mailEnv, openMailParts } from './mailbox.ts';
import { noon, ok } from './newsroom.ts';
import { startCms, type TestCms } from './start-cms.ts';

type Client = ReturnType<TestCms['as']>;

/** A user of an application, with a client. */
export interface Person {
  application: ApplicationContext;
  user: UserContext;
  client: Client;
}

/** The real service with two administrators of support, a mail server, and users with known addresses. */
export interface SupportDesk {
  t: TestCms;
  clock: ReturnType<typeof fakeClock>;
  server: MailSandbox;
  staff: Client;
  staffId: string;
  colleague: Client;
  colleagueId: string;
  /** A new user, of a new application by default. */
  person(application?: ApplicationContext, email?: string | null): Person;
  ticket(by: Person, body?: Record<string, unknown>): Promise<{ id: string }>;
  /** Uploads bytes for a user or for staff. */
  upload(client: Client, bytes: Buffer | string, file_name?: string): Promise<{ id: string; url: string }>;
  /** Reads a signed address, without a credential. */
  open(url: string, headers?: Record<string, string>): Promise<Response>;
  /** Sends what is queued, and answers the mails that came. */
  mailed(): Promise<{ to: string[]; subject: string; text: string }[]>;
  /** Erases a user by the event of identity. */
  erase(person: Person): Promise<void>;
  /** Runs the job that closes silent tickets; how many it closed. */
  closeSilent(): Promise<number>;
  /** Runs the job that deletes files. */
  sweep(): Promise<number>;
  /** Names of the files in the store. */
  stored(): Promise<string[]>;
  stop(): Promise<void>;
}

export const supportEmails = ['support@example.test', 'lead@example.test'];

export async function openSupportDesk(): Promise<SupportDesk> {
  const clock = fakeClock(noon);
  const server = await createMailSandbox();
  const t = await startCms({
    clock,
    env: { ...mailEnv(server.url), SUPPORT_NOTIFY_EMAILS: supportEmails.join(',') },
  });
  const parts: MailParts = await openMailParts(t.database, clock, server.url);
  const emails = new Map<string, string | null>();
  const [staffId, colleagueId] = [newId(), newId()];
  await t.answer(identity.queries.getUserAttribution, ({ user_id }) => ({
    acquisition_source: null,
    utm_medium: null,
    utm_campaign: null,
    utm_content: null,
    email: emails.get(user_id) ?? null,
  }));
  await t.answer(identity.queries.adminExists, ({ admin_id }) => ({
    exists: [staffId, colleagueId].includes(admin_id),
  }));
  await t.answer(catalog.queries.getApplicationFacts, () => ({ application: null }));
  const upload: SupportDesk['upload'] = async (client, bytes, file_name = 'file.txt') => {
    const isStaff = client === staff || client === colleague;
    const file = new Blob([new Uint8Array(Buffer.from(bytes))]);
    const call = { query: { file_name }, file };
    return ok(await (isStaff ? client.uploadStaffAttachment(call) : client.uploadAttachment(call)));
  };
  const staff = t.as({ admin: anAdmin({ id: staffId, role: 'staff', email: 'staff@example.test' }) });
  const colleague = t.as({ admin: anAdmin({ id: colleagueId, role: 'staff', email: 'colleague@example.test' }) });
  return {
    t,
    clock,
    server,
    staff,
    staffId,
    colleague,
    colleagueId,
    upload,
    person(application = anApplication(), email = `${randomBytes(4).toString('hex')}@example.test`) {
      const user = aUser({ email, id: newId() }) as UserContext;
      emails.set(user.id, email);
      return { application, user, client: t.as({ application, user }) };
    },
    async ticket({ client }, body = {}) {
      return ok(await client.createTicket({ body: { subject: 'It closes', message: 'Why?', ...body } }));
    },
    open(url, headers = {}) {
      const context = t.sign({}, 'openAttachment');
      return fetch(t.baseUrl + new URL(url).pathname, { headers: { 'x-platform-context': context, ...headers } });
    },
    async mailed() {
      const before = server.mails().at(-1)?.id ?? 0;
      await sendMails(createMailWork(parts));
      return server.mails().filter(({ id }) => id > before);
    },
    async erase({ application, user }) {
      await t.deliver(identity.events.userErased, { user_id: user.id }, { application_id: application.id });
    },
    closeSilent: () => closeSilentTickets({ ...parts, ask: t.ask, supportEmails, emit: createEmit('cms', () => {}) }),
    sweep: () => sweepAttachments({ db: parts.db, clock, files: diskStore(t.filesDir) }),
    stored: () => readdir(t.filesDir),
    async stop() {
      await parts.close();
      await t.stop();
      await server.stop();
    },
  };
}
