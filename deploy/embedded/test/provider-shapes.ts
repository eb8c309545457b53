import type { JWTPayload } from 'jose';

/** Tokens as a provider of the guide makes them, beside `iss`, `iat` and `exp`. */
export interface ProviderShape {
  algorithm: string;
  claims: JWTPayload;
  header?: Record<string, unknown>;
  /** The claim by which a token is for this application, with the value of another one. */
  stranger: JWTPayload;
}

const issued = 1_760_000_000;

/** By the headings of the guide. The values are those of its settings. */
export const providerShapes: Record<string, ProviderShape> = {
  Supabase: {
    algorithm: 'ES256',
    claims: {
      aud: 'authenticated',
      sub: 'b0c1d2e3-0000-4000-8000-000000000001',
      role: 'authenticated',
      email: 'anna@example.test',
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: issued }],
      session_id: 'b0c1d2e3-0000-4000-8000-000000000002',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { full_name: 'Anna' },
    },
    header: { typ: 'JWT' },
    stranger: { aud: 'anon' },
  },
  Keycloak: {
    algorithm: 'RS256',
    claims: {
      aud: 'account',
      sub: '6f2b1d1c-0000-4000-8000-000000000001',
      typ: 'Bearer',
      azp: 'notes-web',
      jti: 'onrtac:6f2b1d1c',
      sid: '6f2b1d1c-0000-4000-8000-000000000002',
      acr: '1',
      'allowed-origins': ['https://app.notes.example.com'],
      realm_access: { roles: ['offline_access', 'uma_authorization'] },
      resource_access: { account: { roles: ['manage-account', 'view-profile'] } },
      scope: 'openid profile email',
      email_verified: true,
      name: 'Anna',
      preferred_username: 'anna',
      email: 'anna@example.test',
    },
    header: { typ: 'JWT' },
    stranger: { azp: 'other-client' },
  },
  Auth0: {
    algorithm: 'RS256',
    claims: {
      aud: ['https://api.notes.example.com', 'https://notes.eu.auth0.com/userinfo'],
      sub: 'auth0|507f1f77bcf86cd799439020',
      azp: 'my_client_id',
      scope: 'openid profile email',
      gty: 'password',
    },
    header: { typ: 'at+jwt' },
    stranger: { aud: 'https://other.example.com' },
  },
  Firebase: {
    algorithm: 'RS256',
    claims: {
      aud: 'notes-12345',
      sub: 'JUYgqS0k5vQ1Yl0x4cAvZ3kxYzE2',
      user_id: 'JUYgqS0k5vQ1Yl0x4cAvZ3kxYzE2',
      auth_time: issued,
      email: 'anna@example.test',
      email_verified: true,
      firebase: { identities: { email: ['anna@example.test'] }, sign_in_provider: 'password' },
    },
    header: { typ: 'JWT' },
    stranger: { aud: 'other-project' },
  },
  Clerk: {
    algorithm: 'RS256',
    claims: {
      azp: 'https://app.notes.example.com',
      sub: 'user_2NNEqL2nrIRdJ194ndJqAHwEfxC',
      sid: 'sess_2NNEqL2nrIRdJ194ndJqAHwEfxD',
      fva: [1, -1],
      sts: 'active',
      v: 2,
    },
    header: { typ: 'JWT', cat: 'cl_B7d4PD111AAA' },
    stranger: { azp: 'https://evil.example.com' },
  },
  Cognito: {
    algorithm: 'RS256',
    claims: {
      sub: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
      'cognito:groups': ['readers'],
      version: 2,
      client_id: '4f5g6h7j8k9l0m1n2o3p4q5r6s',
      origin_jti: 'aaaaaaaa-bbbb-4ccc-8ddd-000000000001',
      event_id: 'aaaaaaaa-bbbb-4ccc-8ddd-000000000002',
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      auth_time: issued,
      jti: 'aaaaaaaa-bbbb-4ccc-8ddd-000000000003',
      username: 'anna',
    },
    stranger: { client_id: 'another0client' },
  },
  'An issuer of your own': {
    algorithm: 'Ed25519',
    claims: { aud: 'notes', sub: 'user-1' },
    stranger: { aud: 'another' },
  },
};
