import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { ApplicationIdParams, HttpUrl, Timestamp, text, versionedFields } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';

/**
 * Algorithms of public keys, as their names stand in the header of a token (RFC 7518, RFC 8037, RFC 9864).
 * HS* and `none` are absent: a public key must never serve as a shared secret.
 */
export const publicKeyAlgorithms: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const maxAliases = 5;

const rules = {
  issuer: 'Exact `iss` of the tokens; users belong to it',
  issuer_aliases:
    'Other `iss` values of the same provider, for example of its new domain during a change of the domain. Their users belong to `issuer`',
  audience: 'A value that `aud` must contain; null when `authorized_party` or `allow_missing_audience` replaces it',
  allow_missing_audience:
    'Accepts tokens without `aud`. If `audience` is set, a token with an `aud` must still contain it',
  jwks_url: 'Address of the public keys (JWKS); null with only a shared secret',
  authorized_party: 'When set, `azp` must equal it, or `client_id` in a token without `azp` (Keycloak, Clerk, Cognito)',
};

export const IdentityProvider = z
  .object({
    issuer: z.string().describe(rules.issuer),
    issuer_aliases: z.array(z.string()).describe(rules.issuer_aliases),
    audience: z.string().nullable().describe(rules.audience),
    allow_missing_audience: z.boolean().describe(rules.allow_missing_audience),
    jwks_url: z.string().nullable().describe(rules.jwks_url),
    has_hs256_secret: z.boolean().describe('A shared secret is stored; it is never shown again'),
    authorized_party: z.string().nullable().describe(rules.authorized_party),
    ...versionedFields,
  })
  .meta({ id: 'IdentityProvider' });

/** How tokens are verified, for the gateway. The release before names neither aliases nor the switch. */
export const ResolvedIdentityProvider = z.object({
  issuer: z.string(),
  issuer_aliases: z.array(z.string()).default([]),
  audience: z.string().nullable(),
  allow_missing_audience: z.boolean().default(false),
  jwks_url: z.string().nullable(),
  /** Sealed for the gateway, which alone opens it. */
  sealed_hs256_secret: z.string().nullable(),
  authorized_party: z.string().nullable(),
  /** When an administrator saved it last: its keys are then fetched again. The release before does not name it. */
  saved_at: Timestamp.nullable().default(null),
});

export type ResolvedIdentityProvider = z.output<typeof ResolvedIdentityProvider>;

const IdentityProviderBody = z
  .strictObject({
    issuer: text(512)
      .describe(
        'Exact `iss` of the tokens, with a trailing slash if and only if the tokens have one; users belong to it',
      )
      .meta({ resource: 'token_issuer' }),
    issuer_aliases: z.array(text(512)).max(maxAliases).default([]).describe(rules.issuer_aliases),
    audience: text(512).nullable().describe(rules.audience),
    allow_missing_audience: z.boolean().default(false).describe(rules.allow_missing_audience),
    jwks_url: HttpUrl.nullable()
      .default(null)
      .describe(
        'Address of the public keys (JWKS); it must not redirect. If it is a discovery document (`/.well-known/openid-configuration`), its `jwks_uri` is saved',
      )
      .meta({ resource: 'jwks_url' }),
    hs256_secret: z
      .string()
      .min(32)
      .max(512)
      .nullable()
      .default(null)
      .describe(
        'Legacy shared secret of HS256 tokens, alone or together with `jwks_url` while a provider changes to public keys',
      ),
    authorized_party: text(512).nullable().default(null).describe(rules.authorized_party),
    skip_check: z.boolean().default(false).describe('Save without a check of `jwks_url`'),
    confirm: z
      .boolean()
      .default(false)
      .describe(
        'Change `issuer` even if users belong to the current issuer. These users register again as new users and lose what they have',
      ),
  })
  .refine((idp) => idp.jwks_url !== null || idp.hs256_secret !== null, {
    message: 'is missing: send `jwks_url` or `hs256_secret`',
    path: ['jwks_url'],
  })
  .refine((idp) => idp.audience !== null || idp.authorized_party !== null || idp.allow_missing_audience, {
    message: 'is missing: send `audience`, `authorized_party` or `allow_missing_audience: true`',
    path: ['audience'],
  })
  .meta({
    id: 'IdentityProviderBody',
    example: {
      issuer: 'https://login.example.com',
      audience: 'notes',
      jwks_url: 'https://login.example.com/jwks.json',
    },
  });

/** The feature of these endpoints; the gateway has the one that checks a token. */
export const identityProviderFeature = [
  'Identity providers',
  'Verification of end-user tokens, and the reason why a token is refused.',
] as const;

export const identityProviderEndpoints = feature(...identityProviderFeature, {
  getIdentityProvider: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/applications/{application_id}/identity-provider',
    summary: 'Read the identity provider of an application',
    versioned: true,
    params: ApplicationIdParams,
    response: IdentityProvider.nullable(),
    errors: ['application_not_found'],
  }),
  setIdentityProvider: endpoint({
    ...adminWrites,
    method: 'PUT',
    path: '/v1/admin/applications/{application_id}/identity-provider',
    summary: 'Set the identity provider of an application',
    versioned: true,
    description:
      'Sets how user tokens are verified. The keys at `jwks_url` are read first. If they cannot be read, or if none of them can verify a token, nothing is saved. A user belongs to one issuer: while users belong to the current issuer, another issuer is refused with 409 unless `confirm` is set. If only the domain of the provider changes, keep `issuer` and add the new issuer to `issuer_aliases`. If the subjects change, too, bring the users along with a file of their logins: `POST …/users/logins/import`.',
    params: ApplicationIdParams,
    body: IdentityProviderBody,
    response: IdentityProvider.extend({
      check: z
        .object({
          ok: z.literal(true).describe('The keys were read just now'),
          key_count: z.int().describe('Number of keys that can verify tokens'),
          algorithms: z.array(z.string()).describe('Algorithms of these keys'),
        })
        .nullable()
        .describe('Keys found at jwks_url; null without a check'),
    }).meta({ id: 'CheckedIdentityProvider' }),
    audit: IdentityProvider,
    errors: ['application_not_found', 'issuer_has_users', 'conflict'],
  }),
});
