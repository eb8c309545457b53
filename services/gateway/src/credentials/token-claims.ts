import type { ResolvedIdentityProvider } from '@platform/contracts';
import type { errors, JWTPayload } from 'jose';
import { shown, type TokenFault } from './token-fault.ts';

/** Tolerance for clocks of identity providers that are not exact. */
export const clockToleranceSeconds = 30;
const maxSubject = 255;

/** Every `iss` that tokens of a provider may have. */
export const issuersOf = ({ issuer, issuer_aliases }: ResolvedIdentityProvider): string[] => [
  issuer,
  ...issuer_aliases,
];

/**
 * Whether a token is for this application: by `aud`, by the party that requested it, or by a switch that
 * accepts a token without `aud`. With `audience: null` and an authorized party, `aud` is not checked.
 * @returns null for a token for this application
 */
export function audienceFault(payload: JWTPayload, provider: ResolvedIdentityProvider): TokenFault | null {
  const { audience, authorized_party, allow_missing_audience } = provider;
  const { aud, azp, client_id } = payload;
  const isChecked = audience !== null || authorized_party === null;
  if (isChecked) {
    const isAccepted = aud === undefined ? allow_missing_audience : audience !== null && named(aud).includes(audience);
    const expected = [
      ...(audience === null ? [] : [`aud contains ${shown(audience)}`]),
      ...(allow_missing_audience ? ['no aud'] : []),
    ].join(', or ');
    if (!isAccepted) return { check: 'audience', expected, found: `aud: ${shown(aud)}` };
  }
  const party = azp ?? client_id;
  if (authorized_party === null || party === authorized_party) return null;
  const found = azp === undefined ? `azp: nothing, client_id: ${shown(client_id)}` : `azp: ${shown(azp)}`;
  return { check: 'audience', expected: `azp (or client_id) is ${shown(authorized_party)}`, found };
}

const named = (aud: unknown): unknown[] => (Array.isArray(aud) ? aud : [aud]);

/**
 * Whether a token names a user. API keys of Supabase (`anon`, `service_role`) are signed like tokens but
 * belong to no user.
 * @returns null for a token that names a user
 */
export function subjectFault({ sub, role }: JWTPayload): TokenFault | null {
  const subject: unknown = sub;
  const isName = typeof subject === 'string' && subject !== '' && subject.length <= maxSubject && isStorable(subject);
  const expected = `sub is text of 1 to ${maxSubject} characters`;
  if (!isName) return { check: 'subject', expected, found: `sub: ${shown(subject)}` };
  if (role === 'anon' || role === 'service_role')
    return { check: 'subject', expected: 'a token of a user', found: `an API key with role ${role}` };
  return null;
}

/** Whether PostgreSQL can store a text. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The fault of a signed token whose claims jose refuses. */
export function claimFault(
  error: errors.JWTClaimValidationFailed | errors.JWTExpired,
  provider: ResolvedIdentityProvider,
): TokenFault {
  const { claim, payload } = error;
  if (claim === 'iss')
    return {
      check: 'issuer',
      expected: `iss is ${issuersOf(provider).join(' or ')}`,
      found: issuerFound(payload, provider),
    };
  if (claim === 'sub') return subjectFault(payload) ?? timeFault(payload, claim);
  return timeFault(payload, claim);
}

function issuerFound({ iss }: JWTPayload, provider: ResolvedIdentityProvider): string {
  const bare = (issuer: unknown) => String(issuer).replace(/\/$/, '');
  const isSlash = issuersOf(provider).some((issuer) => bare(issuer) === bare(iss));
  return `iss: ${shown(iss)}${isSlash ? ' (only the slash at its end differs)' : ''}`;
}

const timeClaims: Record<string, string> = {
  exp: `exp is later than now, give or take ${clockToleranceSeconds} s`,
  nbf: `nbf is not later than now, give or take ${clockToleranceSeconds} s`,
};

function timeFault(payload: JWTPayload, claim: string): TokenFault {
  const now = new Date().toISOString();
  return {
    check: 'expiry',
    expected: timeClaims[claim] ?? `${claim} is a time in seconds`,
    found: `${claim}: ${timeShown(payload[claim])}; now: ${now}`,
  };
}

function timeShown(value: unknown): string {
  const at = typeof value === 'number' ? new Date(value * 1000) : null;
  return at !== null && !Number.isNaN(at.getTime()) ? `${at.toISOString()} (${value})` : shown(value);
}
