import type { App } from '../app.ts';
import { type AttachmentView, withFreshAddress } from './attachment.ts';

/**
 * Answers that are replayed for an `Idempotency-Key`: addresses of files are valid for minutes, and signed
 * again.
 */
export function refreshAnswers(app: Pick<App, 'sealer' | 'clock' | 'config'>) {
  const file = (attachment: AttachmentView) => withFreshAddress(app, attachment);
  const message = <Message extends { attachments: AttachmentView[] }>(storedMessage: Message): Message => ({
    ...storedMessage,
    attachments: storedMessage.attachments.map(file),
  });
  const ticket = <Ticket extends { messages: { attachments: AttachmentView[] }[] }>(storedTicket: Ticket): Ticket => ({
    ...storedTicket,
    messages: storedTicket.messages.map(message),
  });
  return {
    createTicket: ticket,
    addTicketMessage: message,
    answerTicket: message,
    uploadAttachment: file,
    uploadStaffAttachment: file,
  };
}
