import type { Schemas } from '@platform/client';
import { usePlatform } from '@platform/client/react';
import { useCallback, useState } from 'react';
import { announce } from './announcement.tsx';
import { Failure } from './failure.tsx';
import { Loading } from './loading.tsx';
import { useLoaded, useWork } from './work.ts';

const states: Record<string, string> = { open: 'we answer soon', pending: 'we have answered', closed: 'closed' };

/** Questions of the person to the team: the list, a new one, and the answers. */
export function Support() {
  const client = usePlatform();
  const tickets = useLoaded(useCallback(() => client.support.list(), [client]));
  const create = useWork(async (form: HTMLFormElement) => {
    const formData = new FormData(form);
    await client.support.create({ subject: String(formData.get('subject')), message: String(formData.get('message')) });
    announce('Your question is on its way.');
    form.reset();
    tickets.reload();
  });

  return (
    <section className="card" aria-labelledby="support-title">
      <h2 id="support-title">Support</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.run(event.currentTarget);
        }}
      >
        <label htmlFor="subject">Subject</label>
        <input id="subject" name="subject" required maxLength={200} autoComplete="off" />
        <label htmlFor="message">Question</label>
        <textarea id="message" name="message" rows={3} required maxLength={5000} />
        <Failure error={create.error} />
        <button type="submit" aria-disabled={create.isRunning}>
          {create.isRunning ? 'Sending…' : 'Send'}
        </button>
      </form>
      <h3>Your questions</h3>
      <Failure error={tickets.error} retry={tickets.reload} />
      {!tickets.value && !tickets.error && <Loading />}
      {tickets.value?.items.length === 0 && <p className="muted">You have not asked anything yet.</p>}
      {tickets.value?.items.map((ticket) => (
        <Conversation key={ticket.id} ticket={ticket} onChange={tickets.reload} />
      ))}
    </section>
  );
}

/** One question; its messages are read when it is opened. */
function Conversation({ ticket, onChange }: { ticket: Schemas.Ticket; onChange: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {ticket.subject} <span className="muted">– {states[ticket.status] ?? ticket.status}</span>
      </summary>
      {isOpen && <Messages id={ticket.id} subject={ticket.subject} onChange={onChange} />}
    </details>
  );
}

function Messages({ id, subject, onChange }: { id: string; subject: string; onChange: () => void }) {
  const client = usePlatform();
  const ticket = useLoaded(useCallback(() => client.support.get(id), [client, id]));
  const reply = useWork(async (form: HTMLFormElement) => {
    await client.support.reply(id, { message: String(new FormData(form).get('message')) });
    announce('Your reply is on its way.');
    form.reset();
    ticket.reload();
    onChange();
  });
  if (!ticket.value) return ticket.error ? <Failure error={ticket.error} retry={ticket.reload} /> : <Loading />;
  return (
    <>
      <ol className="messages">
        {ticket.value.messages.map(({ id: messageId, author, message, created_at }) => (
          <li key={messageId} className={author}>
            <p className="small muted">
              {author === 'staff' ? 'Support' : 'You'},{' '}
              <time dateTime={created_at}>{new Date(created_at).toLocaleString(navigator.languages)}</time>
            </p>
            <p>{message}</p>
          </li>
        ))}
      </ol>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          reply.run(event.currentTarget);
        }}
      >
        <label htmlFor={`reply-${id}`}>Reply to “{subject}”</label>
        <textarea id={`reply-${id}`} name="message" rows={2} required maxLength={5000} />
        <Failure error={reply.error} />
        <button type="submit" aria-disabled={reply.isRunning}>
          Reply
        </button>
      </form>
    </>
  );
}
