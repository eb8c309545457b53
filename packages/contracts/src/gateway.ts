import { z } from 'zod';
import { adminWrites } from './admin-endpoints.ts';
import { identityProviderFeature } from './catalog/identity-provider.ts';
import { ApplicationIdParams, Timestamp } from './fields.ts';
import { endpoint, feature, service } from './kit.ts';

const DependencyState = z.enum(['up', 'down']);

/** The checks of a user token, in the order in which the gateway makes them. */
export const TokenCheck = z.enum(['provider', 'format', 'algorithm', 'key', 'issuer', 'audience', 'expiry', 'subject']);

export type TokenCheck = z.output<typeof TokenCheck>;

const platformEndpoints = feature('Platform', 'State and description of the API itself.', {
  getHealth: endpoint({
    method: 'GET',
    path: '/v1/health',
    summary: 'State of the platform and its services',
    description: '200 while every service is ready, else 503 with the same body.',
    auth: 'none',
    rate: 'public_ip',
    response: z
      .object({
        status: z.enum(['ok', 'degraded']).describe('`ok` while every service is ready'),
        version: z.string().describe('Version of the platform, as `info.version` of its API document'),
        services: z.record(z.string(), DependencyState).describe('Readiness of each service'),
        seo: z
          .object({
            pagespeed: z.enum(['configured', 'not_configured']).describe('Whether the performance-API key is set'),
          })
          .describe('Site audits'),
        legal: z
          .object({
            applications_without_documents: z
              .int()
              .nullable()
              .describe(
                'Number of applications whose users register without a required consent; null while it is not known',
              ),
          })
          .describe('Legal documents'),
      })
      .meta({ id: 'Health' }),
  }),
  getOpenApi: endpoint({
    method: 'GET',
    path: '/v1/openapi.json',
    summary: 'This API as an OpenAPI 3.1 document',
    auth: 'none',
    rate: 'public_ip',
    cache: 'public, max-age=300',
    produces: 'json_document',
    response: z
      .record(z.string(), z.unknown())
      .meta({ example: { openapi: '3.1.0', info: { title: 'Application Platform', version: '0.2.0' }, paths: {} } }),
  }),
});

const identityProviderEndpoints = feature(...identityProviderFeature, {
  checkToken: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/admin/applications/{application_id}/identity-provider/check-token',
    summary: 'Find out why a user token is refused',
    description:
      'Verifies the token exactly as in a request of its user, and returns the first check that fails. The token is neither stored nor logged.',
    changesNothing: true,
    params: ApplicationIdParams,
    body: z
      .strictObject({
        token: z.string().min(1).max(65_536).describe('The token, without `Bearer`'),
      })
      .meta({ id: 'TokenToCheck', example: { token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl' } }),
    response: z
      .object({
        is_accepted: z.boolean().describe('Whether a request with this token is accepted'),
        failed: TokenCheck.nullable().describe('The first check that fails; null for an accepted token'),
        expected: z.string().nullable().describe('Value that the check expects'),
        found: z.string().nullable().describe('Value in the token, or the reason why the keys cannot be read'),
        subject: z.string().nullable().describe('`sub` of an accepted token'),
        expires_at: Timestamp.nullable().describe('`exp` of an accepted token'),
      })
      .meta({ id: 'TokenCheckResult' }),
    errors: ['application_not_found'],
  }),
});

/** Endpoints that the gateway answers itself. */
export const gateway = service({
  name: 'gateway',
  endpoints: { ...platformEndpoints, ...identityProviderEndpoints },
  events: {},
  queries: {},
  commands: {},
});
