import { z } from 'zod';
import { cutText } from './cut-text.ts';
import { emailPattern, withAsciiDomain } from './email-address.ts';
import type { Resource } from './resources.ts';

/**
 * Field types that every contract shares, so that one kind of value is checked one way. NUL and unpaired
 * surrogates are refused by the HTTP layer before these run: PostgreSQL can store neither.
 */

export const Uuid = z.uuid().meta({ id: 'Uuid', example: '0198a3c0-5e1f-7000-8000-000000000001' });
/** An id in a request, and the resource that it names. */
export const idOf = (resource: Resource, description: string) => Uuid.meta({ resource, description });

/** The code of the page on which a provider's browser ends, `WDJB-MJHT`; it may be typed by hand. */
const ConfirmationCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z -]{8,16}$/, 'has to be 8 letters, such as WDJB-MJHT; dashes and blanks do not count')
  .describe('Confirmation code of the last page. Case, dashes and blanks do not count')
  .meta({ resource: 'connection_confirmation_code', example: 'WDJB-MJHT' });

/** What finishes a connection that waits for its confirmation. */
export const ConnectionConfirmation = z
  .strictObject({ confirmation_code: ConfirmationCode })
  .meta({ id: 'ConnectionConfirmation' });

const rfc3339 = z.regexes.datetime({ offset: true });

/**
 * A time with any offset of RFC 3339, in UTC with `Z`. Digits of a second stay as they are. A text that is no time is
 * returned unchanged.
 */
export function toUtc(text: string): string {
  const time = text.length > 64 ? text : text.toUpperCase();
  if (!rfc3339.test(time)) return text;
  if (time.endsWith('Z')) return time;
  const [wholeSeconds, fraction = ''] = time.slice(0, -6).split('.');
  const utc = new Date(`${wholeSeconds}${time.slice(-6)}`).toISOString();
  return utc.replace('.000Z', fraction === '' ? 'Z' : `.${fraction}Z`);
}

const timeText = '2026-01-10T12:00:00Z or 2026-01-10T15:00:00+03:00 (RFC 3339)';
/** Years before 1000 have fewer digits than the formats of our tools agree on, so time begins in 1970. */
const isInCalendar = (time: string): boolean => !(Date.parse(time) < 0 || /^[+-]\d{6}-/.test(time));

/** A time in UTC, with `Z`. A request may have any offset of RFC 3339. */
export const Timestamp = z
  .string()
  .overwrite(toUtc)
  .refine(isInCalendar, { error: 'is not between the years 1970 and 9999', abort: true })
  .check(z.iso.datetime({ offset: true, error: `has to be a time with its offset, such as ${timeText}` }))
  .meta({
    id: 'Timestamp',
    example: '2026-01-10T12:00:00Z',
    description: 'RFC 3339: in UTC with `Z` in an answer; a request may have any offset, such as `+03:00`',
  });

/** What an object has that counts its changes. */
export const versionedFields = {
  version: z
    .int()
    .describe('Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates'),
  created_at: Timestamp.describe('Creation time'),
  updated_at: Timestamp.describe('Time of the last change'),
};

/** A day without a time, `2026-01-10`. */
export const CalendarDay = z.iso.date().meta({ id: 'CalendarDay', example: '2026-01-10' });

/** Within what every tool of ours can calculate with, also with the days around it in each time zone. */
const isFilterDay = (day: string): boolean =>
  CalendarDay.safeParse(day).success && day >= '1970-01-01' && day < '9000-01-01';

/** A time in the query of an address may have a blank for the `+` of its offset: that is what an unencoded `+` means. */
const toFilterTime = (text: string): string =>
  text.length === 10 ? text : toUtc(/^\S+ \d{2}:\d{2}$/.test(text) ? text.replace(' ', '+') : text);

const dayOrTime = z
  .string()
  .overwrite(toFilterTime)
  .refine(
    (text) => isFilterDay(text) || Timestamp.safeParse(text).success,
    `has to be a day from 1970 to 8999, such as 2026-01-10, or a time, such as ${timeText}`,
  )
  .meta({ example: '2026-01-10' });

/**
 * A bound of the time in a filter: a day or a time. The service reads a day as its first moment, in the `timezone` of the
 * same request, or in that of the site whose list it is, or in UTC: the handler gets a time in UTC (`resolveTimeFilters`).
 */
export const timeFrom = (description: string) =>
  dayOrTime
    .meta({ time_bound: 'from' })
    .optional()
    .describe(`${description} at this time or later; a day counts from its first moment in \`timezone\``);

/** The other bound: a day is included as a whole, a time is exclusive. */
export const timeUntil = (description: string) =>
  dayOrTime
    .meta({ time_bound: 'until' })
    .optional()
    .describe(`${description} before this time; a day is included as a whole`);

/** First day of a report, as a day or as a time within it; the service reads a time in the time zone of the report. */
export const FirstDay = dayOrTime.meta({ time_bound: 'first_day' });
/** Last day of a report, included. A time is exclusive: the last day is the one of the moment before it. */
export const LastDay = dayOrTime.meta({ time_bound: 'last_day' });

const controls = '\\u0001-\\u001f\\u007f-\\u009f\\u2028\\u2029';
/** Without NUL: it is refused and not replaced. */
const controlCharacters = new RegExp(`[${controls}]+`, 'g');
/** A text without control characters (C0, DEL, C1) and without line and paragraph separators. */
export const oneLinePattern = new RegExp(`^[^\\u0000${controls}]*$`);

/**
 * A text in one line: a space stands for control characters in a row. A line break in a name would end the header of
 * a mail, a row of a log or of a CSV file.
 */
export const toOneLine = (value: string): string => value.replaceAll(controlCharacters, ' ');
const oneLine = () => z.string().overwrite(toOneLine).trim();

/** Trimmed text of 1 to `max` characters in one line, as {@link toOneLine} makes it. */
export const text = (max: number) => oneLine().min(1).max(max);
/** Text of up to `max` characters in one line that may be empty. */
export const line = (max: number) => oneLine().max(max);
/** Trimmed text of 1 to `max` characters that may have several lines. */
export const lines = (max: number) => z.string().trim().min(1).max(max);
/** Text of up to `max` characters that may have several lines and may be empty. */
export const longText = (max: number) => z.string().max(max);

/**
 * One line of up to `max` characters from a marketing link; the rest is cut. A link of a stranger never refuses the
 * call of a visitor.
 */
export const foldedLine = (max: number) =>
  z
    .string()
    .max(8_192)
    .overwrite((value) => cutText(toOneLine(value).trim(), max));

/** A file name as a client sends it; the service drops its control characters and its folders. */
export const FileName = z.string().trim().min(1).max(200);

/** Codes of entitlements: clients gate on them, so latin snake case and never renamed. */
export const SnakeCode = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,62}$/,
    'has to be lower-case latin letters, digits and underscores, with a letter first and at most 63, such as `sync`',
  )
  .meta({ example: 'sync' });
/** The code of an entitlement that is there. */
export const EntitlementCode = SnakeCode.meta({ resource: 'entitlement_code' });
/** The format of a code of an application, a site, a plan or a paywall. */
export const codePattern = /^[a-z][a-z0-9_-]{0,62}$/;
/** Codes of applications, plans and paywalls. */
export const Code = z
  .string()
  .regex(
    codePattern,
    'has to be lower-case latin letters, digits, dashes and underscores, with a letter first and at most 63, such as `notes`',
  )
  .meta({ example: 'notes' });

/** The formats of the credentials that the platform makes. */
export const publicKeyPattern = /^svc_pub_[0-9A-Za-z]{32}$/;
/** A site key of either kind; that of a server has `srv_` in it. */
export const siteKeyPattern = /^svc_cms_(?:srv_)?[0-9A-Za-z]{32}$/;
export const serverKeyPrefix = 'svc_cms_srv_';
/** Of the notification address of a shop of an application. */
export const webhookTokenPattern = /^svc_whk_[0-9A-Za-z]{32}$/;
export const adminApiKeyPattern = /^svc_adm_[0-9A-Za-z]{32}$/;
export const sessionTokenPattern = /^adm_[0-9A-Za-z]{43}$/;

/**
 * Money: a JSON number with at most two decimals. Stored as numeric(12,2), computed in integer hundredths. A
 * number that is near such an amount is not one: `1e-7` is refused and not rounded to 0.
 */
export const Amount = z
  .number()
  .min(0)
  .max(9_999_999_999.99)
  .refine((value) => Number(value.toFixed(2)) === value, 'may have two decimals at most, such as 990.50')
  .meta({ example: 990 });
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'has to be the code of a currency in three capital letters (ISO 4217), such as RUB')
  .meta({ example: 'RUB' });

/** The normal form of an address (WHATWG URL Standard, URL serializer) without user name and password. */
const toNormalUrl = (address: string): string => {
  const url = URL.parse(address);
  if (url === null) return address;
  url.username = '';
  url.password = '';
  return url.href;
};

/**
 * An address of at most 2,048 characters in its normal form: quotes, angle brackets and spaces are percent-encoded,
 * so that no page that prints it ends its attribute; an international host is in ASCII. It has no credentials.
 */
export const urlOf = (protocol: RegExp) => z.url({ protocol }).overwrite(toNormalUrl).max(2_048);

export const HttpUrl = urlOf(/^https?$/).meta({
  description: 'http or https address; stored in its normal form, without credentials',
  example: 'https://notes.example.com/',
});

/** An e-mail address in lower case, with its domain in ASCII: a request may have an international one. */
export const Email = z
  .string()
  .overwrite((address) => withAsciiDomain(address.trim().toLowerCase()))
  .check(z.email({ pattern: emailPattern }))
  .max(254)
  .meta({ example: 'ada@example.com', description: 'E-mail; an international domain is stored in ASCII' });

/** Whether a text is an offset that no zone on earth has. A date of such a zone may be over everywhere else. */
function isUnusedOffset(zone: string): boolean {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const offset = Number(hours ?? 0) * 60 + Number(minutes);
  return offset > (sign === '-' ? 12 : 14) * 60;
}

/** A time zone that this runtime knows, such as `Europe/Moscow`, or an offset, `+03:00`, which has no daylight saving time. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone });
      return !isUnusedOffset(zone);
    } catch {
      return false;
    }
  }, 'has to be the IANA name of a time zone, such as Europe/Moscow, or an offset from -12:00 to +14:00, such as +03:00')
  .meta({ example: 'Europe/Berlin' });

/** Regions of the CLDR that are no countries: unknown, pseudo-locales, outlying Oceania, and unions of countries. */
const otherRegions = new Set(['ZZ', 'XA', 'XB', 'QO', 'EU', 'EZ', 'UN']);
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** A country, ISO 3166-1 alpha-2. */
export const CountryCode = z
  .string()
  .refine(
    (code) => /^[A-Z]{2}$/.test(code) && !otherRegions.has(code) && countryNames.of(code) !== undefined,
    'has to be the code of a country in two capital letters (ISO 3166-1 alpha-2), such as RU',
  )
  .meta({ example: 'RU' });

/** The time zone of the days in {@link timeFrom} and {@link timeUntil}. */
export const filterZone = {
  timezone: TimeZone.optional().describe(
    'Time zone of the days in the filters, by its IANA name; when absent, that of the site in a list of a site, and UTC in any other list',
  ),
};

export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Rows in a page'),
  cursor: z
    .string()
    .max(1_024)
    .optional()
    .describe('`next_cursor` of the page before; it belongs to this list with these filters'),
};

/** {@link pageQuery} of a search, whose filters are in the body. */
export const pageBody = {
  limit: z.int().min(1).max(200).default(50).describe('Rows in a page'),
  cursor: pageQuery.cursor,
};

/** `X-Application-Code` names the application where the path does not. */
export const AppCodeParams = z.object({
  app_code: z.string().describe('Code of the application').meta({ resource: 'application_code' }),
});
/** The site of a public path. Any text is valid: an unknown code is answered as a missing site. */
export const SiteCodeParams = z.object({
  site_code: z.string().describe('Code of the site').meta({ resource: 'site_code' }),
});
export const ApplicationIdParams = z.object({
  application_id: idOf('application_id', 'Id of the application'),
});

/** A public Ed25519 key (RFC 7517, RFC 8037). */
export const JsonWebKey = z
  .object({
    kty: z.literal('OKP').describe('Key type'),
    crv: z.literal('Ed25519').describe('Curve'),
    alg: z.literal('EdDSA').describe('Algorithm of the signatures'),
    use: z.literal('sig').describe('Use of the key: signatures only'),
    kid: z.string().describe('Name of the key, equal to `kid` in the header of a token'),
    x: z.string().describe('The 32 bytes of the key, base64url'),
  })
  .meta({ id: 'JsonWebKey' });

export const JsonWebKeySet = z
  .object({ keys: z.array(JsonWebKey).describe('JSON Web Keys, the signing key first') })
  .meta({ id: 'JsonWebKeySet' });
