import { type identity, type MailableUser, WithdrawnConsent } from '@platform/contracts';
import type { EndpointRequest, Page, StreamedBody } from '@platform/contracts/kit';
import { type PageQuery, readCursor, toPage, writeCursor } from '@platform/runtime';
import { and, desc, eq, exists, gt, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { answerPersons, type PersonsList } from '../audit-log/answer-persons.ts';
import { findDocument } from '../legal/find-document.ts';
import type { DocumentRow } from '../legal/legal-document.ts';
import type { LegalOwner } from '../legal/legal-owner.ts';
import { consent_states, subject_consent_states, subject_keys, users } from '../schema.ts';
import { destroyBy } from './withdrawals.ts';

type Withdrawn = z.input<typeof WithdrawnConsent>;
type Mailable = z.input<typeof MailableUser>;
type Query = EndpointRequest<typeof identity.endpoints.listWithdrawnConsents>['query'];

interface StateRow {
  user_id: string | null;
  subject_id: string;
  version: string;
  withdrawn_at: Date | null;
  email: string | null;
}

/**
 * Persons whose latest answer withdraws an accepted document of an owner, newest person first, or all of them as CSV.
 * @throws AppError `application_not_found`, `site_not_found`, `validation_failed`
 */
export async function listWithdrawn(
  app: App,
  owner: LegalOwner,
  { doc_kind: kind = 'personal_data_consent', format, ...page }: Query,
): Promise<Page<Withdrawn> | StreamedBody> {
  const document = await findDocument(app.db, { ...owner, kind });
  const select = owner.owner_type === 'application' ? selectUsers : selectSubjects;
  const readPage = async (query: PageQuery): Promise<Page<Withdrawn>> => {
    const before = readCursor(query.cursor);
    const rows = document ? await select(app, document, { before, limit: query.limit + 1 }) : [];
    return toPage(rows, query.limit, (row) => toWithdrawn(row, document as DocumentRow), cursorOf);
  };
  const columns = Object.keys(WithdrawnConsent.shape);
  const list: PersonsList<Withdrawn> = { name: 'withdrawn', columns, filters: ['doc_kind'], readPage };
  return answerPersons(app, owner, list, { ...page, format });
}

const cursorOf = ({ subject_id }: StateRow) => writeCursor(subject_id);

const toWithdrawn = ({ withdrawn_at, ...row }: StateRow, { id, doc_kind }: DocumentRow): Withdrawn => {
  if (withdrawn_at === null) throw new Error('a state without a withdrawal was read as one');
  return {
    ...row,
    document_id: id,
    doc_kind,
    withdrawn_at: withdrawn_at.toISOString(),
    destroy_by: destroyBy(doc_kind, withdrawn_at),
  };
};

interface Part {
  before: string | null;
  limit: number;
}

/** A user into which the signer of a consent was merged: to erase it erases the signer, too. */
const present_users = alias(users, 'present_users');

const selectUsers = ({ db }: App, document: DocumentRow, { before, limit }: Part): PromiseLike<StateRow[]> =>
  db
    .select({
      user_id: sql<string>`coalesce(${users.merged_into}, ${users.id})`,
      subject_id: consent_states.user_id,
      version: consent_states.version,
      withdrawn_at: consent_states.withdrawn_at,
      email: sql<string | null>`coalesce(${users.email}, ${present_users.email})`,
    })
    .from(consent_states)
    .innerJoin(users, eq(users.id, consent_states.user_id))
    .leftJoin(present_users, eq(present_users.id, users.merged_into))
    .where(
      and(
        eq(consent_states.document_id, document.id),
        isNotNull(consent_states.withdrawn_at),
        isNull(users.erased_at),
        before === null ? undefined : lt(consent_states.user_id, before),
      ),
    )
    .orderBy(desc(consent_states.user_id))
    .limit(limit);

/** A person of a site has no e-mail here; one who was erased has no key. */
async function selectSubjects({ db }: App, document: DocumentRow, { before, limit }: Part): Promise<StateRow[]> {
  const hasKey = exists(
    db.select().from(subject_keys).where(eq(subject_keys.subject_id, subject_consent_states.subject_id)),
  );
  const rows = await db
    .select()
    .from(subject_consent_states)
    .where(
      and(
        eq(subject_consent_states.document_id, document.id),
        isNotNull(subject_consent_states.withdrawn_at),
        hasKey,
        before === null ? undefined : lt(subject_consent_states.subject_id, before),
      ),
    )
    .orderBy(desc(subject_consent_states.subject_id))
    .limit(limit);
  return rows.map(({ subject_id, version, withdrawn_at }) => ({
    user_id: null,
    subject_id,
    version,
    withdrawn_at,
    email: null,
  }));
}

/** The withdrawal of the consent to the processing by the user of a state, as a subquery. */
const withdrawnOf = ({ db }: App, { id }: DocumentRow) =>
  db
    .select()
    .from(withdrawn_states)
    .where(
      and(
        eq(withdrawn_states.user_id, consent_states.user_id),
        eq(withdrawn_states.document_id, id),
        eq(withdrawn_states.accepted, false),
      ),
    );
const withdrawn_states = alias(consent_states, 'withdrawn_states');

/** A withdrawal, since the acceptance of a state, by a user that was merged into the user of the state, as a subquery. */
const withdrawnByMerged = ({ db }: App, { id }: DocumentRow) =>
  db
    .select()
    .from(merged_users)
    .innerJoin(
      withdrawn_states,
      and(eq(withdrawn_states.user_id, merged_users.id), eq(withdrawn_states.document_id, id)),
    )
    .where(
      and(
        eq(merged_users.merged_into, consent_states.user_id),
        gt(withdrawn_states.withdrawn_at, consent_states.updated_at),
      ),
    );
const merged_users = alias(users, 'merged_users');

const mailableColumns = ['user_id', 'email', 'display_name', 'version', 'accepted_at'];

/**
 * Users of an application who may be mailed now, newest first, or all of them as CSV.
 * @throws AppError `application_not_found`, `validation_failed`
 */
export async function listMailable(
  app: App,
  owner: LegalOwner,
  query: EndpointRequest<typeof identity.endpoints.listMailableUsers>['query'],
): Promise<Page<Mailable> | StreamedBody> {
  const [marketing, personalData] = await Promise.all([
    findDocument(app.db, { ...owner, kind: 'marketing_consent' }),
    findDocument(app.db, { ...owner, kind: 'personal_data_consent' }),
  ]);
  const readPage = async ({ limit, cursor }: PageQuery): Promise<Page<Mailable>> => {
    const before = readCursor(cursor);
    if (!marketing) return { items: [], next_cursor: null };
    const rows = await app.db
      .select({
        user_id: users.id,
        email: users.email,
        display_name: users.display_name,
        version: consent_states.version,
        accepted_at: consent_states.updated_at,
      })
      .from(consent_states)
      .innerJoin(users, eq(users.id, consent_states.user_id))
      .where(
        and(
          eq(consent_states.document_id, marketing.id),
          eq(consent_states.accepted, true),
          isNull(users.erased_at),
          isNotNull(users.email),
          personalData && notExists(withdrawnOf(app, personalData)),
          notExists(withdrawnByMerged(app, marketing)),
          personalData && notExists(withdrawnByMerged(app, personalData)),
          before === null ? undefined : lt(consent_states.user_id, before),
        ),
      )
      .orderBy(desc(consent_states.user_id))
      .limit(limit + 1);
    const shape = ({ accepted_at, email, ...row }: (typeof rows)[number]) => ({
      ...row,
      email: email ?? '',
      accepted_at: accepted_at.toISOString(),
    });
    return toPage(rows, limit, shape, ({ user_id }) => writeCursor(user_id));
  };
  return answerPersons(app, owner, { name: 'mailable', columns: mailableColumns, filters: [], readPage }, query);
}
