import { siteKeyKinds } from '../cms/site-keys.ts';
import type { AuthKind, Endpoint } from '../kit.ts';
import type { JsonObject } from './json.ts';

/** The security requirements of each kind of credential, as names of `components.securitySchemes`. */
const security: Record<AuthKind, JsonObject[]> = {
  none: [],
  application: [],
  key: [{ public_key: [] }],
  site_key: [{ site_key: [] }],
  user: [{ user_token: [], application_code: [] }],
  user_and_key: [{ user_token: [], public_key: [] }],
  user_or_key: [{ user_token: [], application_code: [] }, { public_key: [] }],
  user_or_admin: [{ user_token: [], application_code: [] }, { admin_session: [] }],
  admin: [{ admin_session: [] }],
  worker: [{ worker_secret: [] }],
  webhook_token: [{ webhook_token: [] }],
};

/** The credentials of an endpoint. The key of OFREP has a header of its own beside ours. */
export const securityOf = ({ auth, protocol }: Endpoint): JsonObject[] => [
  ...security[auth],
  ...(protocol === 'ofrep' ? [{ ofrep_key: [] }] : []),
];

export const securitySchemes: JsonObject = {
  public_key: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Public-Key',
    description: 'Public key of the application, `svc_pub_…`; it is part of every copy of a client, and not secret',
  },
  ofrep_key: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'Public key of the application, in the header that OpenFeature providers send',
  },
  site_key: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Public-Key',
    description: siteKeyKinds,
  },
  application_code: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Application-Code',
    description: 'Code of the application (or `X-Application-Id`); not required if the path contains the application',
  },
  user_token: { type: 'http', scheme: 'bearer', description: "Token of the application's own identity provider" },
  admin_session: {
    type: 'http',
    scheme: 'bearer',
    description: '`access_token` of POST /v1/admin/sessions, or an admin API key, `svc_adm_…`',
  },
  worker_secret: { type: 'apiKey', in: 'header', name: 'X-Worker-Secret' },
  webhook_token: { type: 'apiKey', in: 'query', name: 'token' },
};
