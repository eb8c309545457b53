import type { App } from '../app.ts';
import { type AttachmentView, withFreshAddress } from './attachment.ts';

/**
 * Answers that are replayed for an `Idempotency-Key`: addresses of files are valid for minutes, and signed
 * again.
 */
export function refreshAnswers(app: Pick<App, 'sealer' | 'clock' | 'config'>) {
  const file = (kept: AttachmentView) => withFreshAddress(app, kept);
  const message = <Message extends { attachments: AttachmentView[] }>(kept: Message): Message => ({
    ...kept,
    attachments: kept.attachments.map(file),
  });
  const ticket = <Ticket extends { messages: { attachments: AttachmentView[] }[] }>(kept: Ticket): Ticket => ({
    ...kept,
    messages: kept.messages.map(message),
  });
  return {
    createTicket: ticket,
    addTicketMessage: message,
    answerTicket: message,
    uploadAttachment: file,
    uploadStaffAttachment: file,
  };
}
