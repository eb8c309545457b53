import type { supportEndpoints } from '@platform/contracts';
import type { Handler } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { addMessage } from './add-message.ts';
import { answerTicket } from './answer-ticket.ts';
import type { Uploader } from './bind-attachments.ts';
import { closeMyTicket } from './close-ticket.ts';
import { createTicket } from './create-ticket.ts';
import { getMyTicket, getTicket } from './get-ticket.ts';
import { listMyTickets, listTickets } from './list-tickets.ts';
import { openAttachment } from './open-attachment.ts';
import type { TicketOwner } from './ticket.ts';
import { updateTicket } from './update-ticket.ts';
import { uploadAttachment } from './upload-attachment.ts';

type Endpoints = typeof supportEndpoints;

const ownerOf = ({ application, user }: { application: { id: string }; user: { id: string } }): TicketOwner => ({
  application_id: application.id,
  user_id: user.id,
});
const staff = (admin: { id: string }): Uploader => ({ application_id: null, user_id: null, admin_id: admin.id });

/** Support tickets, for their users and for staff. */
export const supportRoutes = (app: App): { [K in keyof Endpoints]: Handler<Endpoints[K]> } => ({
  createTicket: ({ context, body }) => createTicket(app, ownerOf(context), body),
  listMyTickets: ({ context, query }) => listMyTickets(app, ownerOf(context), query),
  getMyTicket: ({ context, params }) => getMyTicket(app, ownerOf(context), params.ticket_id),
  addTicketMessage: ({ context, params, body }) => addMessage(app, ownerOf(context), params.ticket_id, body),
  closeMyTicket: ({ context, params }) => closeMyTicket(app, ownerOf(context), params.ticket_id),
  uploadAttachment: ({ context, file }) => uploadAttachment(app, { ...ownerOf(context), admin_id: null }, file),
  openAttachment: ({ params }) => openAttachment(app, params.file_token),
  listTickets: ({ query, context: { admin } }) => listTickets(app, query, admin.application_ids),
  getTicket: ({ params }) => getTicket(app, params.ticket_id),
  updateTicket: ({ params, body, if_match }) => updateTicket(app, params.ticket_id, body, if_match),
  answerTicket: ({ params, body, context }) => answerTicket(app, params.ticket_id, body, context.admin),
  uploadStaffAttachment: ({ file, context }) => uploadAttachment(app, staff(context.admin), file),
});
