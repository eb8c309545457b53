import { z } from 'zod';
import { adminWrites, readIsRecorded, readsPersons, searches } from '../admin-endpoints.ts';
import { customerFeature } from '../customer-feature.ts';
import { ApplicationIdParams, Email, idOf, pageBody, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { command, endpoint, event } from '../kit.ts';
import { AdminErasureReason } from './erasures.ts';

/** Persons that one command brings. */
export const maxCustomersOfCommand = 200;

export const CustomerState = z.enum(['waiting', 'recognized']);

export const Customer = z
  .object({
    id: Uuid.describe('Id of the customer'),
    issuer: z.string().nullable().describe('`iss` that the subject belongs to; null without a subject'),
    subject: z.string().nullable().describe('`sub` of the tokens; null if the file has only the e-mail'),
    email: z.string().nullable().describe('E-mail in lower case; null if the file has only the subject'),
    state: CustomerState.describe('`recognized` since a registration with the subject or the verified e-mail'),
    user_id: Uuid.nullable().describe('The user; null while the customer waits'),
    created_at: Timestamp.describe('When the customer was imported first'),
    recognized_at: Timestamp.nullable().describe('When the customer was found to be a user'),
  })
  .meta({ id: 'Customer', description: 'A person of an import. The personal data of an erased user is removed' });

export const customerEndpoints = customerFeature({
  listCustomers: endpoint({
    ...adminWrites,
    ...readsPersons,
    method: 'GET',
    path: '/v1/admin/applications/{application_id}/customers',
    summary: 'List or export imported customers, newest first',
    description: readIsRecorded,
    paginated: true,
    streams: true,
    statementSeconds: 10,
    params: ApplicationIdParams,
    query: z.object({
      ...pageQuery,
      state: CustomerState.optional().describe('Only customers who wait, or who registered'),
      format: z.enum(['json', 'csv']).default('json').describe('`csv` returns the rows as a file'),
    }),
    response: Customer,
    errors: ['application_not_found'],
  }),
  searchCustomers: endpoint({
    ...adminWrites,
    ...searches,
    ...readsPersons,
    path: '/v1/admin/applications/{application_id}/customers/search',
    summary: 'Find imported customers by e-mail or subject',
    description: readIsRecorded,
    params: ApplicationIdParams,
    body: z
      .strictObject({
        ...pageBody,
        email: Email.optional().describe('The whole e-mail, in any case'),
        subject: text(255).optional().describe('`sub` of the tokens'),
      })
      .meta({ id: 'CustomerSearch', example: { email: 'ada@example.com' } }),
    response: Customer,
    errors: ['application_not_found'],
  }),
  removeCustomer: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/admin/applications/{application_id}/customers/{customer_id}',
    summary: 'Remove a waiting customer with everything that waits for the person',
    description:
      'It leaves a record of the erasure. A recognized customer is a user (`conflict`): erase the user instead. It cannot be undone; an import can bring the customer again.',
    status: 204,
    params: ApplicationIdParams.extend({ customer_id: idOf('customer_id', 'Id of the customer') }),
    query: z.object({ reason: AdminErasureReason.default('person_request') }),
    audit: z.object({ id: Uuid, created_at: Timestamp }),
    errors: ['application_not_found', 'customer_not_found', 'conflict'],
  }),
});

export const customerEvents = {
  customerRecognized: event(
    'customer.recognized',
    'A user was found to be a customer who was imported before.',
    z.object({ customer_id: Uuid, user_id: Uuid }),
  ),
  customerRemoved: event(
    'customer.removed',
    'A waiting customer was removed: what waits for the person is removed, too.',
    z.object({ customer_id: Uuid }),
  ),
} as const;

/** Why a person of a file is no customer. */
export const CustomerProblem = z.enum(['several_users', 'other_subject', 'two_customers']);
export type CustomerProblem = z.output<typeof CustomerProblem>;

export const customerCommands = {
  recognizeCustomers: command(
    'command.identity.customers.recognize',
    'Stores persons of an import as customers, and answers which of them are users. A dry run stores nothing, and has no id for a new customer.',
    {
      limits: { timeoutMs: 15_000 },
      input: z.object({
        application_id: Uuid,
        dry_run: z.boolean(),
        persons: z
          .array(
            z.object({
              issuer: z.string().nullable(),
              subject: z.string().nullable(),
              email: z.string().nullable(),
            }),
          )
          .max(maxCustomersOfCommand),
      }),
      output: z.object({
        /** In the order of the persons. */
        customers: z.array(
          z.object({
            customer_id: Uuid.nullable(),
            user_id: Uuid.nullable(),
            problem: CustomerProblem.nullable(),
          }),
        ),
      }),
    },
  ),
} as const;
