/** Rules for the headers of a mail. A line end inside of one would begin another header. */

/** One address (RFC 5321 §4.1.2, without quoted local parts and literals), 254 characters at most. */
export const addressPattern =
  /^(?=.{3,254}$)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/;

const controls = /[\p{Cc}\u2028\u2029]/u;
/** Characters of one header. */
const maxHeaderLength = 998;

/** The sender from its configuration, `address` or `Name <address>`; null for anything else. */
export function parseSender(from: string): { name: string; address: string } | null {
  const [, name = '', address = ''] = /^\s*(?:"?([^"<>]*?)"?\s*<([^<>\s]+)>)\s*$/.exec(from) ?? [null, '', from.trim()];
  return addressPattern.test(address) && !controls.test(name) ? { name: name.trim(), address } : null;
}

/** Says what makes a header unfit, naming the header and never its value; null for fit ones. */
export function findHeaderFault(headers: Readonly<Record<string, string>>): string | null {
  for (const [name, value] of Object.entries(headers)) {
    if (controls.test(value)) return `${name} has a control character`;
    if (value.length > maxHeaderLength) return `${name} is too long`;
  }
  return null;
}

/**
 * Names a recipient without telling the address: `a***@example.com`.
 * @param address one address
 */
export const maskAddress = (address: string): string => {
  const at = address.lastIndexOf('@');
  return at < 1 ? '***' : `${address.slice(0, 1)}***${address.slice(at)}`;
};
