import type SMTPPool from 'nodemailer/lib/smtp-pool';
import { z } from 'zod';
import { ConfigError } from '../config.ts';
import { isError } from '../errors.ts';
import { lazyClient } from '../lazy-client.ts';
import { within } from '../time.ts';
import { addressPattern, findHeaderFault, parseSender } from './mail-headers.ts';

/** Configuration of a service that sends mail. */
export const mailConfig = {
  MAIL_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('Mail server, smtps://user:password@mail.example.com:465 or smtp://… (STARTTLS); no mail when absent'),
  MAIL_FROM: z
    .string()
    .max(320)
    .refine((from) => parseSender(from) !== null, 'has to be an address, or `Name <address>`')
    .optional()
    .describe('Sender of every mail, an address or `Name <address>`; needed with MAIL_URL'),
};

/** One mail to one recipient. */
export interface Mail {
  /** Ours. The `Message-ID` is made from it, so that a mail that was sent twice is recognised as one. */
  id: string;
  to: string;
  /** Display name of the sender instead of that of `MAIL_FROM`; the address stays. */
  sender_name?: string | null | undefined;
  reply_to?: string | null | undefined;
  subject: string;
  text: string;
  html?: string | undefined;
  /** An address that unsubscribes by one POST, without a login (RFC 8058). */
  unsubscribe_url?: string | undefined;
  created_at: Date;
}

export interface Mailer {
  /**
   * Sends a mail; resolves when the server has accepted it.
   * @throws MailError also when the server may have accepted it: the connection broke, or the answer took too
   * long
   */
  send(mail: Mail): Promise<void>;
  /** Closes the connections. */
  close(): void;
}

/** A mail was not sent, or nothing says that it was. The message names no recipient and no text. */
export class MailError extends Error {
  override name = 'MailError';
  /** A repeat fails as well: the server refused this recipient or this mail with 5xx (RFC 5321 §4.2.1). */
  readonly isPermanent: boolean;
  /** The server is unreachable or refuses us: other mails fail now as well. */
  readonly isServerDown: boolean;
  constructor(message: string, { isPermanent = false, isServerDown = false }: MailFailure) {
    super(message);
    this.isPermanent = isPermanent;
    this.isServerDown = isServerDown;
  }
}

interface MailFailure {
  isPermanent?: boolean;
  isServerDown?: boolean;
}

/** Connections to the mail server. */
const maxConnections = 4;
/** Characters of one body, text or HTML. */
const maxBodyLength = 262_144;

/**
 * Opens a client of a mail server (SMTP, RFC 5321).
 * @param timeouts milliseconds until a connection, the greeting, and an answer of the server fail; `total`
 * for the whole mail
 * @returns null where no mail server is configured
 * @throws ConfigError for MAIL_URL without MAIL_FROM
 */
export function openMailer(
  service: string,
  { MAIL_URL, MAIL_FROM }: { MAIL_URL?: string | undefined; MAIL_FROM?: string | undefined },
  timeouts = { connect: 10_000, greeting: 10_000, answer: 30_000, total: 60_000 },
): Mailer | null {
  if (MAIL_URL === undefined) return null;
  const from = MAIL_FROM === undefined ? null : parseSender(MAIL_FROM);
  if (!from) throw new ConfigError(service, ['`MAIL_FROM` is missing: it belongs to `MAIL_URL`.']);
  const { protocol, hostname, port, username, password } = new URL(MAIL_URL);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isSecure = protocol === 'smtps:';
  const hasLogin = username !== '';
  const options = {
    pool: true as const,
    maxConnections,
    // A connection that breaks fails the mail: the caller says when it is tried again.
    maxRequeues: 0,
    host,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    // A password never leaves in the clear, but to a server on this machine.
    requireTLS: hasLogin && !isSecure && !isLoopback(host),
    ...(hasLogin ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.answer,
    dnsTimeout: timeouts.connect,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const transport = lazyClient(
    () => openTransport(options),
    (opened) => opened.close(),
  );
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    async send(mail) {
      requireSendable(mail);
      const { id, to, sender_name, reply_to, subject, text, html, unsubscribe_url, created_at } = mail;
      const message = {
        // The size is a lower bound: with it nodemailer refuses a mail that is over the SIZE limit of the
        // server.
        envelope: { from: from.address, to: [to], size: Buffer.byteLength(text) + Buffer.byteLength(html ?? '') },
        from: sender_name ? { name: sender_name, address: from.address } : from,
        to: { name: '', address: to },
        ...(reply_to ? { replyTo: { name: '', address: reply_to } } : {}),
        subject,
        text,
        ...(html === undefined ? {} : { html }),
        messageId: `<${id}@${domain}>`,
        date: created_at,
        headers: {
          // RFC 3834: no automatic reply comes back.
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe_url === undefined
            ? {}
            : {
                'List-Unsubscribe': { prepared: true, value: `<${new URL(unsubscribe_url).href}>` },
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }),
        },
      };
      try {
        const opened = await transport.open();
        await within(timeouts.total, opened.sendMail(message), failLate);
      } catch (error) {
        throw toMailError(error);
      }
    },
    close: () => void transport.close(),
  };
}

async function openTransport(options: SMTPPool.Options) {
  const { createTransport } = await import('nodemailer');
  return createTransport(options);
}

/** @throws MailError for a mail that no server may get: a header in a header, or too long a text */
function requireSendable({ to, sender_name, reply_to, subject, text, html, unsubscribe_url }: Mail): void {
  const addresses = reply_to ? [to, reply_to] : [to];
  const fault = addresses.every((address) => addressPattern.test(address))
    ? findHeaderFault({ subject, sender_name: sender_name ?? '', unsubscribe_url: unsubscribe_url ?? '' })
    : 'an address is not one address';
  if (fault !== null) throw new MailError(`not sent: ${fault}`, { isPermanent: true });
  if (text.length > maxBodyLength || (html?.length ?? 0) > maxBodyLength)
    throw new MailError('not sent: its text is too long', { isPermanent: true });
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host);

function failLate(): never {
  throw Object.assign(new Error('late'), { code: 'ETIMEDOUT' });
}

/** Failures of nodemailer that are about one mail: its recipient, or its content. */
const aboutTheMail = new Set(['EENVELOPE', 'EMESSAGE']);

/**
 * The server's own words often have the address of the recipient in them, so only its codes are stored: the
 * reply code and the enhanced status code (RFC 3463).
 */
function toMailError(error: unknown): MailError {
  const { code, command, responseCode, response } = (isError(error) ? error : {}) as Record<string, unknown>;
  const reply = typeof responseCode === 'number' ? responseCode : null;
  // A sender that the server refuses is a matter of our account: every mail fails. Without any response it is
  // nodemailer that refuses the mail, because of the SIZE of the server for example.
  const isAboutTheMail =
    typeof code === 'string' &&
    aboutTheMail.has(code) &&
    (reply === null ? response === undefined : reply === 552 || command !== 'MAIL FROM');
  const enhanced = typeof response === 'string' ? /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : undefined;
  const codes = reply === null ? '' : ` with ${[reply, enhanced].filter(Boolean).join(' ')}`;
  const reason = typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : 'unknown';
  if (!isAboutTheMail)
    return new MailError(`the mail server could not be used${codes} (${reason})`, { isServerDown: true });
  return reply === null
    ? new MailError(`not sent: it does not fit the mail server (${reason})`, { isPermanent: true })
    : new MailError(`the mail server refused it${codes}`, { isPermanent: reply >= 500 });
}
