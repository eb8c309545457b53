import { documentVersion, type gateway } from '@platform/contracts';
import { Answer, type Handlers, type PreparedBody } from '@platform/contracts/kit';
import { readOpenApi } from '@platform/contracts/openapi-file';
import { etagOf } from '@platform/runtime';
import type { GatewayConfig } from './config.ts';
import { checkToken } from './credentials/check-token.ts';
import type { VerifyToken } from './credentials/token-verifier.ts';
import type { GatewayPlatform } from './dependencies.ts';
import { createDocumentsHealth } from './documents-health.ts';
import type { Upstream } from './upstreams/upstream.ts';

/** Routes that the gateway answers itself. */
export function routes(
  config: GatewayConfig,
  publicUrl: string,
  upstreams: ReadonlyMap<string, Upstream>,
  tokens: Pick<GatewayPlatform, 'ask'> & { verifyToken: VerifyToken },
): Handlers<typeof gateway> {
  let document: Promise<PreparedBody> | undefined;
  const countApplicationsWithoutDocuments = createDocumentsHealth(tokens);
  return {
    async getHealth() {
      const [applications_without_documents, ...states] = await Promise.all([
        countApplicationsWithoutDocuments(),
        ...[...upstreams].map(async ([name, upstream]) => [name, (await upstream.isReady()) ? 'up' : 'down'] as const),
      ]);
      const isUp = states.every(([, state]) => state === 'up');
      return new Answer(
        {
          status: isUp ? ('ok' as const) : ('degraded' as const),
          version: documentVersion,
          services: Object.fromEntries(states),
          seo: { pagespeed: config.PAGESPEED_API_KEY ? ('configured' as const) : ('not_configured' as const) },
          legal: { applications_without_documents },
        },
        { status: isUp ? 200 : 503 },
      );
    },
    getOpenApi() {
      document ??= readOpenApi(publicUrl).then((text) => {
        const body = Buffer.from(text);
        return { body, etag: etagOf(body) };
      });
      return document;
    },
    checkToken: ({ params, body }) => checkToken(tokens, { ...params, ...body }),
  };
}
