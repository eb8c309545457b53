import { createHmac } from 'node:crypto';

/** Input of a visitor id: distinguishes visitors of one day. */
export interface VisitorSigns {
  site_id: string;
  /** Time zone of the site: after another one, no visitor of a date is the same as before. */
  timezone: string;
  client_ip: string;
  user_agent: string;
}

/**
 * The id of a visitor for the date of this salt: the same for the same signs, another on every other site and
 * day. A UUID of version 8 (RFC 9562), so that it is never taken for the id of a user. Without the salt,
 * which is destroyed after the date, it says nothing about its visitor.
 */
export function visitorId(salt: Buffer, { site_id, timezone, client_ip, user_agent }: VisitorSigns): string {
  // As JSON no part can run into the next.
  const signs = JSON.stringify([site_id, timezone, client_ip, user_agent]);
  const bytes = createHmac('sha256', salt).update(signs).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
