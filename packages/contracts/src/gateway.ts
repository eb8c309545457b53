import { z } from 'zod';
import { endpoint, feature, service } from './kit.ts';

const DependencyState = z.enum(['up', 'down']);

/** Endpoints that the gateway answers itself. */
export const gateway = service({
  name: 'gateway',
  endpoints: feature('Platform', 'State and description of the API itself.', {
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
          version: z.string().describe('Version of the platform'),
          services: z.record(z.string(), DependencyState).describe('Readiness of each service'),
          seo: z
            .object({
              pagespeed: z.enum(['configured', 'not_configured']).describe('Whether the performance-API key is set'),
            })
            .describe('Site audits'),
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
        .meta({ example: { openapi: '3.1.0', info: { title: 'Application Platform', version: '0.1.0' }, paths: {} } }),
    }),
  }),
  events: {},
  queries: {},
  commands: {},
});
