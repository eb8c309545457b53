import { ok, once } from './make-once.ts';
import type { PlatformClient } from './test-platform.ts';

interface CheckWorldOptions {
  /** A client of an owner. */
  admin: PlatformClient;
  site: () => Promise<{ site_id: string; site_document_kind: string }>;
  application: () => Promise<{ application_id: string }>;
  /** The slot of a published document of the application. */
  documentKind: () => Promise<unknown>;
}

/** Makers of checks of legal documents. Each is made once, and only when it is asked for. */
export const checkMakers = ({ admin, site, application, documentKind }: CheckWorldOptions) => ({
  checked_site_document_kind: once(async () => {
    const { site_id, site_document_kind: kind } = await site();
    for (const which of ['draft', 'published'] as const)
      ok(await admin.checkSiteDocument({ params: { site_id, kind }, body: { which } }));
    return kind;
  }),
  checked_document_kind: once(async () => {
    const kind = String(await documentKind());
    const { application_id } = await application();
    for (const which of ['draft', 'published'] as const)
      ok(await admin.checkApplicationDocument({ params: { application_id, kind }, body: { which } }));
    return kind;
  }),
});
