import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { z } from 'zod';
import { type Answer, jsonAnswer, send } from '../http/answer.ts';
import { parseJson, readBody } from '../http/body.ts';
import { isLoopbackPeer } from '../http/loopback.ts';
import { preferredLanguage } from '../http/page.ts';
import type { CaughtMail } from './caught-mail.ts';
import { htmlAnswer, listPage, mailPage, missingPage } from './mail-pages.ts';

/**
 * Faults of the mail server, each of which may hold for so many mails only.
 * - `refuse`: the reply to the recipient, 450 or 550 for example
 * - `hangUp`: the mail is taken, and the connection ends before the reply says so
 */
const mailFaults = z.strictObject({
  refuse: z.int().min(400).max(599).optional(),
  hangUp: z.boolean().optional(),
  times: z.int().positive().optional(),
});
export type MailFaults = z.infer<typeof mailFaults>;

export interface MailSandbox {
  /** Address of the mail server, `smtp://…`. */
  url: string;
  /** Pages and lists. It expects the mount prefix stripped from `req.url`. */
  handler: (req: IncomingMessage, res: ServerResponse) => void;
  /** The newest mails, oldest first. */
  mails(): CaughtMail[];
  /** Connections that were opened so far. */
  connections(): number;
  /**
   * Replaces the faults; `{}` ends them.
   * @throws a `ZodError` for a fault that does not exist
   */
  setFaults(faults: MailFaults): void;
  stop(): Promise<void>;
}

const maxMails = 500;
const maxMailBytes = 1_048_576;

class SmtpRefusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number) {
    super('refused as told');
    this.responseCode = responseCode;
  }
}

/**
 * Starts a mail server that forwards no mail and shows the newest 500 (SMTP, RFC 5321).
 * @param options.host where it listens, loopback by default
 * @param options.port 0 takes a free one
 */
export async function createMailSandbox({ host = '127.0.0.1', port = 0 } = {}): Promise<MailSandbox> {
  const caught: CaughtMail[] = [];
  const sockets = new Map<number, Socket>();
  let count = 0;
  let connections = 0;
  let faults: MailFaults = {};
  /** Counts one use of the faults. */
  const used = () => {
    if (faults.times === undefined) return;
    faults = faults.times > 1 ? { ...faults, times: faults.times - 1 } : {};
  };

  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: maxMailBytes,
    maxClients: 50,
    socketTimeout: 30_000,
    onRcptTo(_address, _session, callback) {
      const { refuse } = faults;
      if (refuse === undefined) return callback();
      used();
      callback(new SmtpRefusal(refuse));
    },
    onData(stream, session, callback) {
      receive(stream)
        .then(async (raw) => {
          if (raw === null) return callback(new SmtpRefusal(552));
          const { mailFrom, rcptTo } = session.envelope;
          await storeMail(
            raw,
            mailFrom ? mailFrom.address : '',
            rcptTo.map(({ address }) => address),
          );
          if (!faults.hangUp) return callback();
          used();
          sockets.get(session.remotePort)?.destroy();
        })
        .catch(() => callback(new SmtpRefusal(451)));
    },
  });
  server.server.on('connection', (socket: Socket) => {
    connections += 1;
    const { remotePort } = socket;
    if (remotePort === undefined) return;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });
  // A client that hangs up is its own fault, not one of the sandbox.
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, resolve);
  });

  async function storeMail(raw: Buffer, from: string, to: string[]): Promise<void> {
    const { subject, text, html, messageId, headers } = await PostalMime.parse(raw);
    count += 1;
    caught.push({
      id: count,
      received_at: new Date().toISOString(),
      from,
      to,
      message_id: messageId ?? null,
      subject: subject ?? '',
      text: text ?? '',
      html: html ?? null,
      headers: headers.map(({ key, value }) => ({ name: key, value })),
    });
    if (caught.length > maxMails) caught.shift();
  }

  async function answer(req: IncomingMessage): Promise<Answer> {
    const { pathname } = new URL(req.url ?? '/', 'http://sandbox.invalid');
    const language = preferredLanguage(req.headers['accept-language']);
    const call = `${req.method} ${pathname}`;
    if (call === 'GET /mails') return jsonAnswer(200, caught);
    if (call === 'PUT /__ctl/faults') {
      if (!isLoopbackPeer(req)) return jsonAnswer(403, { error: 'the control API answers to this machine only' });
      const parsed = mailFaults.safeParse(parseJson((await readBody(req)) ?? ''));
      if (!parsed.success) return jsonAnswer(400, { error: 'unknown fault or value' });
      faults = parsed.data;
      return jsonAnswer(200, faults);
    }
    if (call === 'GET /') return listPage(language, caught.toReversed());
    const [, id, part] = /^GET \/mails\/(\d{1,9})(\/html)?$/.exec(call) ?? [];
    const mail = caught.find((one) => one.id === Number(id));
    if (!mail) return missingPage(language);
    return part === undefined ? mailPage(language, mail) : htmlAnswer(mail.html ?? '');
  }

  const { port: boundPort } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${host}:${boundPort}`,
    handler(req, res) {
      answer(req)
        .then((page) => send(res, page))
        .catch(() => send(res, jsonAnswer(500, { error: 'sandbox_error' })));
    },
    mails: () => structuredClone(caught),
    connections: () => connections,
    setFaults(settings) {
      faults = mailFaults.parse(settings);
    },
    async stop() {
      for (const socket of sockets.values()) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** The bytes of a mail, or null for one that is too long; the rest of it is read and dropped. */
async function receive(stream: SMTPServerDataStream): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= maxMailBytes) chunks.push(chunk);
  }
  return length > maxMailBytes ? null : Buffer.concat(chunks);
}
