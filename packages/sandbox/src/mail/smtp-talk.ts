import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

export interface SmtpTalk {
  /** The last reply code; null when the server hung up. */
  reply: number | null;
}

/**
 * Sends one mail as a client of SMTP does, up to the first refusal (RFC 5321).
 * @param url `smtp://host:port`
 */
export async function talkSmtp(
  url: string,
  { from, to, data }: { from: string; to: readonly string[]; data: string },
): Promise<SmtpTalk> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const reply = async (): Promise<number | null> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) return null;
      if (/^\d{3}( |$)/.test(value)) return Number(value.slice(0, 3));
    }
  };
  const steps = ['EHLO client.test', `MAIL FROM:<${from}>`, ...to.map((one) => `RCPT TO:<${one}>`), 'DATA'];
  let last = await reply();
  for (const step of [...steps, `${data.replaceAll(/^\./gm, '..')}\r\n.`]) {
    if (last === null || last >= 400) break;
    socket.write(`${step}\r\n`);
    last = await reply();
  }
  socket.destroy();
  await once(socket, 'close');
  return { reply: last };
}
