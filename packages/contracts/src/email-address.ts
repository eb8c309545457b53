/** Labels of letters, digits and inner dashes. */
const domainForm = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*(\.[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*)*$/u;

/**
 * An e-mail address whose domain is in ASCII, as mail servers and the input fields of browsers have it: the address of
 * `пример.рф` is that of `xn--e1afmkfd.xn--p1ai` (UTS #46, https://www.unicode.org/reports/tr46/). An address that has no
 * such domain is returned unchanged.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  // The domain alone is converted: other characters of a host, such as a port or a path, are none of a domain.
  if (at < 0 || address.length > 254 || !/[^\u0000-\u007f]/.test(domain) || !domainForm.test(domain)) return address;
  const host = URL.parse(`http://${domain}`)?.hostname;
  return host === undefined ? address : `${address.slice(0, at)}@${host}`;
}

/**
 * The local part as zod has it. A label of the top level is in latin letters, or the ASCII form of another script
 * (RFC 5890, 2.3.2.5).
 */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+([A-Za-z]{2,}|xn--[A-Za-z0-9-]{2,59})$/;
