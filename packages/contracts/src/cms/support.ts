import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { Code, FileName, idOf, lines, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint, event, feature, query } from '../kit.ts';

/** Support tickets: questions of users to the people behind an application, with attached files. */

export const TicketStatus = z
  .enum(['open', 'pending', 'closed'])
  .describe('`open`: waits for staff; `pending`: answered, waits for the user; `closed`');
export const TicketPriority = z.enum(['low', 'normal', 'high']);

/** Files of one message, bytes of one file, and bytes of all files of a ticket. */
export const maxTicketFiles = 5;
export const maxAttachmentBytes = 10 * 1_048_576;
export const maxTicketBytes = 50 * 1_048_576;
/** Messages of one ticket. */
export const maxTicketMessages = 200;

export const SupportAttachment = z
  .object({
    id: Uuid.describe('Id, for `attachment_ids`'),
    file_name: z.string().nullable().describe('File name at the upload; null when the user was erased'),
    content_type: z.string().describe('Detected from the content'),
    size_bytes: z.int().describe('Size'),
    width: z.int().nullable().describe('Pixels of an image'),
    height: z.int().nullable().describe('Pixels of an image'),
    url: z.string().describe('Signed address of the bytes; it needs no credential until it expires'),
    url_expires_at: Timestamp.describe(
      'Expiry of the address, ten minutes after this answer; a new read returns a new address',
    ),
  })
  .meta({ id: 'SupportAttachment', description: 'A file of a ticket' });

const message = {
  id: Uuid.describe('Id'),
  author: z.enum(['user', 'staff']).describe('Author of the message: the user or staff'),
  attachments: z.array(SupportAttachment).describe('Files'),
  created_at: Timestamp.describe('When it was written'),
};
export const TicketMessage = z
  .object({ ...message, message: z.string().describe('Text') })
  .meta({ id: 'TicketMessage', description: 'A message of a ticket, as its user sees it' });
export const AdminTicketMessage = z
  .object({
    ...message,
    message: z.string().nullable().describe('Text; null when the user was erased'),
    is_internal: z.boolean().describe('Internal note, visible only to staff'),
    admin_id: Uuid.nullable().describe('The administrator who wrote it'),
  })
  .meta({ id: 'AdminTicketMessage', description: 'A message of a ticket, as staff sees it' });

const about = {
  id: Uuid.describe('Id'),
  status: TicketStatus,
  category: z.string().nullable().describe('Code that the client gave'),
  app_version: z.string().nullable().describe('Version of the client'),
  platform: z.string().nullable().describe('Platform of the client'),
  message_count: z.int().describe('Messages, without internal notes'),
  created_at: Timestamp.describe('When it was opened'),
  last_message_at: Timestamp.describe('Time of the last message, internal notes excluded'),
  closed_at: Timestamp.nullable().describe('When it was closed; a message in the next 14 days opens it again'),
};
export const Ticket = z
  .object({ ...about, subject: z.string().describe('Subject') })
  .meta({ id: 'Ticket', description: 'A ticket, as its user sees it' });
export const TicketWithMessages = z
  .object({ ...Ticket.shape, messages: z.array(TicketMessage).describe('Oldest first') })
  .meta({ id: 'TicketWithMessages' });
export const AdminTicket = z
  .object({
    ...about,
    subject: z.string().nullable().describe('Subject; null when the user was erased'),
    application_id: Uuid.describe('Application'),
    user_id: Uuid.describe('User'),
    priority: TicketPriority.describe('Priority, visible only to staff'),
    assignee_id: Uuid.nullable().describe('Assigned administrator'),
    version: z
      .int()
      .describe('Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates'),
    updated_at: Timestamp.describe('Time of the last change'),
  })
  .meta({ id: 'AdminTicket', description: 'A ticket, as staff sees it' });

const TicketParams = z.object({ ticket_id: idOf('ticket_id', 'Id of the ticket') });
const fileName = z.object({
  file_name: FileName.optional().describe('Name of a file that is sent as the bare body'),
});
const attachmentIds = (resource: 'attachment_id' | 'staff_attachment_id') =>
  z
    .array(idOf(resource, 'Id of an uploaded file'))
    .max(maxTicketFiles)
    .refine((ids) => new Set(ids).size === ids.length, 'has a file twice: name each file once')
    .default([])
    .describe('Uploaded files, each for one message');
const MessageText = lines(10_000).describe('Text').meta({ example: 'The app closes when I open a note.' });
const upload = {
  upload: { maxBytes: maxAttachmentBytes, types: ['application/octet-stream'], streamed: true },
  status: 201,
  timeoutSeconds: 120,
} as const;
const uploadRules =
  'PNG, JPEG, WebP, GIF (re-encoded, without metadata), HEIC, PDF, Office and OpenDocument files, video (MP4, MOV, 3GP, WebM), audio (M4A, MP3, OGG, WAV, AMR), UTF-8 text and ZIP, detected from the content; any other type is refused with 415. A file that is not attached to a message within 24 hours is deleted. At most 20 files may wait for a message.';
const userUploadRules = `${uploadRules} An image has 20 megapixels at most, and an animation keeps its first frame. A user has three uploads under way at most; a further one is refused with 429 at once.`;

const reads = { auth: 'user', rate: 'user' } as const;
const writes = { auth: 'user', rate: 'support' } as const;

export const supportEndpoints = feature('Support', 'Tickets of users with attached files, and the answers of staff.', {
  createTicket: endpoint({
    ...writes,
    method: 'POST',
    path: '/v1/support/tickets',
    summary: 'Open a ticket',
    description: 'Staff sees the ticket at once. It cannot be withdrawn, and its messages cannot be changed.',
    status: 201,
    idempotent: true,
    body: z
      .object({
        subject: text(200).min(3).describe('Subject'),
        message: MessageText,
        category: Code.nullish().describe('Code of the client for the kind of question').meta({ resource: 'nothing' }),
        app_version: z
          .string()
          .regex(/^[A-Za-z0-9 ._+()-]{1,64}$/, 'may have letters, digits, blanks and ._+()- only, 64 at most')
          .nullish()
          .describe('Version of the client'),
        platform: z
          .string()
          .regex(/^[A-Za-z0-9 ._-]{1,32}$/, 'may have letters, digits, blanks and ._- only, 32 at most')
          .nullish()
          .describe('For example web, android, ios'),
        attachment_ids: attachmentIds('attachment_id'),
      })
      .meta({
        id: 'TicketCreate',
        example: { subject: 'The app closes', message: 'It closes when I open a note.' },
      }),
    response: TicketWithMessages,
    errors: ['user_not_found', 'attachment_not_found', 'payload_too_large'],
  }),
  listMyTickets: endpoint({
    ...reads,
    method: 'GET',
    path: '/v1/support/tickets',
    summary: 'List the tickets of the user, newest first',
    paginated: true,
    query: z.object({ ...pageQuery, status: TicketStatus.optional() }),
    response: Ticket,
  }),
  getMyTicket: endpoint({
    ...reads,
    method: 'GET',
    path: '/v1/support/tickets/{ticket_id}',
    summary: 'Read a ticket of the user with its messages',
    params: TicketParams,
    response: TicketWithMessages,
    errors: ['ticket_not_found'],
  }),
  addTicketMessage: endpoint({
    ...writes,
    method: 'POST',
    path: '/v1/support/tickets/{ticket_id}/messages',
    summary: 'Add a message to a ticket of the user',
    description:
      'The message opens a closed ticket again within 14 days; later the call is refused with `ticket_closed`.',
    status: 201,
    idempotent: true,
    params: TicketParams,
    body: z
      .object({ message: MessageText, attachment_ids: attachmentIds('attachment_id') })
      .meta({ id: 'TicketMessageCreate', example: { message: 'It still closes.' } }),
    response: TicketMessage,
    errors: [
      'user_not_found',
      'ticket_not_found',
      'ticket_closed',
      'attachment_not_found',
      'payload_too_large',
      'conflict',
    ],
  }),
  closeMyTicket: endpoint({
    ...writes,
    method: 'POST',
    path: '/v1/support/tickets/{ticket_id}/close',
    summary: 'Close a ticket of the user',
    repeatable: true,
    description: 'A closed ticket stays unchanged.',
    params: TicketParams,
    response: Ticket,
    errors: ['ticket_not_found'],
  }),
  uploadAttachment: endpoint({
    ...writes,
    ...upload,
    method: 'POST',
    path: '/v1/support/attachments',
    summary: 'Upload a file for a later message',
    idempotent: true,
    description: userUploadRules,
    query: fileName,
    response: SupportAttachment,
    errors: ['user_not_found', 'image_not_readable', 'unsupported_media_type', 'conflict'],
  }),
  openAttachment: endpoint({
    method: 'GET',
    path: '/v1/support/files/{file_token}',
    summary: 'Read a file of a ticket by its signed address',
    description: 'Images are shown; other files are sent as attachments. `Range` requests are supported.',
    auth: 'none',
    rate: 'public_ip',
    cache: 'private, no-store',
    produces: 'file',
    streams: true,
    params: z.object({
      file_token: z
        .string()
        .max(512)
        .describe('Token from the signed address')
        .meta({ resource: 'support_file_token' }),
    }),
    errors: ['attachment_not_found'],
  }),
  listTickets: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/support/tickets',
    keyScope: 'own_rows',
    summary: 'List tickets, newest first',
    paginated: true,
    query: z.object({
      ...pageQuery,
      application_id: Uuid.optional().describe('Only of this application').meta({ resource: 'application_id' }),
      user_id: Uuid.optional().describe('Only of this user').meta({ resource: 'user_id' }),
      status: TicketStatus.optional(),
      priority: TicketPriority.optional().describe('Only of this priority'),
      assignee_id: z
        .union([Uuid, z.literal('none')])
        .optional()
        .describe('Only tickets of this administrator; `none` for tickets without an administrator')
        .meta({ resource: 'admin_id' }),
    }),
    response: AdminTicket,
  }),
  getTicket: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/support/tickets/{ticket_id}',
    summary: 'Read a ticket with messages and internal notes',
    versioned: true,
    params: TicketParams,
    response: AdminTicket.extend({ messages: z.array(AdminTicketMessage).describe('Oldest first') }).meta({
      id: 'AdminTicketWithMessages',
    }),
    errors: ['ticket_not_found'],
  }),
  updateTicket: endpoint({
    ...admin,
    method: 'PATCH',
    path: '/v1/admin/support/tickets/{ticket_id}',
    summary: 'Change status, assignee or priority of a ticket',
    description:
      'Absent fields stay. The user sees the new status. A message of the user opens a closed ticket again within 14 days.',
    versioned: true,
    params: TicketParams,
    body: z
      .strictObject({
        status: TicketStatus.optional(),
        assignee_id: idOf('admin_id', 'Assigned administrator; null for none').nullable().optional(),
        priority: TicketPriority.optional().describe('Urgency'),
      })
      .meta({ id: 'TicketPatch', example: { status: 'closed', priority: 'high' } }),
    response: AdminTicket,
    audit: AdminTicket.omit({ subject: true }),
    errors: ['ticket_not_found', 'user_not_found', 'ticket_closed', 'admin_not_found'],
  }),
  answerTicket: endpoint({
    ...admin,
    method: 'POST',
    path: '/v1/admin/support/tickets/{ticket_id}/messages',
    summary: 'Answer a ticket, or leave an internal note',
    description:
      'An answer sets the status of the ticket to `pending`. The user is notified by mail, without the text of the answer. An internal note changes no status and is not visible to the user.',
    status: 201,
    idempotent: true,
    params: TicketParams,
    body: z
      .strictObject({
        message: MessageText,
        is_internal: z.boolean().default(false).describe('Internal note, visible only to staff'),
        attachment_ids: attachmentIds('staff_attachment_id'),
      })
      .meta({ id: 'TicketAnswer', example: { message: 'Version 1.2 mends it.', is_internal: false } }),
    response: AdminTicketMessage,
    audit: AdminTicketMessage.pick({ id: true, is_internal: true }),
    errors: [
      'ticket_not_found',
      'user_not_found',
      'ticket_closed',
      'attachment_not_found',
      'payload_too_large',
      'conflict',
    ],
  }),
  uploadStaffAttachment: endpoint({
    ...admin,
    ...upload,
    method: 'POST',
    path: '/v1/admin/support/attachments',
    keyScope: 'no_application',
    summary: 'Upload a file for a later answer',
    idempotent: true,
    description: uploadRules,
    query: fileName,
    response: SupportAttachment,
    audit: SupportAttachment.pick({ id: true, content_type: true, size_bytes: true }),
    errors: ['image_not_readable', 'unsupported_media_type', 'conflict'],
  }),
});

const ticketEvent = { ticket_id: Uuid, user_id: Uuid };

export const supportEvents = {
  supportTicketCreated: event(
    'support_ticket.created',
    'A user opened a ticket.',
    z.object({
      ...ticketEvent,
      category: z.string().nullable(),
      app_version: z.string().nullable(),
      platform: z.string().nullable(),
    }),
  ),
  supportTicketReplied: event(
    'support_ticket.replied',
    'The user or staff added a message to a ticket. Internal notes emit no event.',
    z.object({ ...ticketEvent, message_id: Uuid, author: z.enum(['user', 'staff']), status: TicketStatus }),
  ),
  supportTicketClosed: event(
    'support_ticket.closed',
    'A ticket was closed: by its user, by staff, after 14 days without an answer of the user, or because the user was erased.',
    z.object({ ...ticketEvent, closed_by: z.enum(['user', 'staff', 'inactivity', 'erasure']) }),
  ),
} as const;

export const supportQueries = {
  getTicketOwner: query(
    'query.cms.support_tickets.owner',
    'The application of a ticket; null for an unknown one.',
    z.object({ ticket_id: Uuid }),
    z.object({ application_id: Uuid.nullable() }),
  ),
} as const;
